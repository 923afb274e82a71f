(** The law N(0, 1) on the line, and what a move of it is: a change of density (Cameron and Martin).

    The law is the image of the uniform one under the quantile function.  On short intervals, and so on all intervals, the moved law has
    the density exp(t x - t^2 / 2) to it; so it has on every Borel set, as the means over disjoint events add up. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Hahn Pabisym.Integrals Pabisym.Line.
Import ListNotations.
Open Scope R_scope.

(** * Means over events *)

Section Portions.
Variables (X : Space) (P : Law X).

Lemma indicator_unit (A : X -> Prop) x : 0 <= indicator A x <= 1.
Proof. unfold indicator; destruct (decide (A x)); lra. Qed.
Lemma event_summable (A : X -> Prop) : meas A -> summable X P (indicator A).
Proof.
  intro M; apply (summable_bounded X P _ 1); [ apply indicator_unit | exact (levels_within X A (fun _ => 1) M (fun _ => Rle_0_1) (levels_constant X 1)) ].
Qed.
Lemma event_mean (A : X -> Prop) : meas A -> integral X P (indicator A) = pr P A.
Proof.
  intro M; rewrite (integral_value X P (indicator A) [(1, A)]); [ simpl; ring | apply indicator_unit | | intro x; simpl; ring ].
  intros c B [I | []]; inversion I; now subst.
Qed.

Variable f : X -> R.
Hypothesis F : summable X P f.

(** The mean of [f] over an event. *)
Definition portion (A : X -> Prop) : R := integral X P (fun x => indicator A x * f x).
Lemma portion_summable (A : X -> Prop) : meas A -> summable X P (fun x => indicator A x * f x).
Proof.
  intro M; apply (summable_dom X P _ f); [ intro x; apply Rmult_le_pos; [ apply indicator_unit | apply F ] | | exact F | ].
  - apply (levels_ext X (fun x => if decide (A x) then f x else 0)); [ intro x; unfold indicator; destruct (decide (A x)); ring | ].
    apply levels_within; [ exact M | apply F | apply F ].
  - intro x; assert (G := proj1 F x); unfold indicator; destruct (decide (A x)); lra.
Qed.
Lemma portion_nonneg (A : X -> Prop) : meas A -> 0 <= portion A.
Proof. intro M; now apply mean_nonneg, portion_summable. Qed.
Lemma portion_ext (A B : X -> Prop) : (forall x, A x <-> B x) -> portion A = portion B.
Proof.
  intro H; apply integral_ext; intro x; unfold indicator; destruct (decide (A x)) as [Y | N], (decide (B x)) as [Y' | N']; try reflexivity;
    exfalso; [ apply N', H, Y | apply N, H, Y' ].
Qed.
Lemma portion_none : portion (fun _ => False) = 0.
Proof.
  unfold portion; rewrite (integral_ext X P _ (fun _ => 0)); [ apply zero_summable | ].
  intro x; unfold indicator; destruct (decide False); [ contradiction | ring ].
Qed.
Lemma portion_or (A B : X -> Prop) : meas A -> meas B -> (forall x, A x -> B x -> False) -> portion (fun x => A x \/ B x) = portion A + portion B.
Proof.
  intros MA MB D; unfold portion; rewrite <- (proj2 (mean_plus X P _ _ (portion_summable A MA) (portion_summable B MB))); apply integral_ext; intro x.
  specialize (D x); unfold indicator; destruct (decide (A x)), (decide (B x)), (decide (A x \/ B x)); try tauto; ring.
Qed.
(** An event of small chance has a small portion. *)
Lemma portion_small (e : R) : 0 < e -> exists c, 0 < c /\ forall A, meas A -> portion A <= e + c * pr P A.
Proof.
  intro He; assert (N : exists s : simple X, events s /\ (forall x, value_at s x <= f x) /\ integral X P f - e < weigh P s).
  { apply NNPP; intro Z; assert (integral X P f <= integral X P f - e); [ | lra ]; apply (mean_lub X P f F); intros a [s [E1 [L ->]]].
    apply Rnot_lt_le; intro Y; apply Z; now exists s. }
  destruct N as [s [E1 [L W]]]; destruct (value_bounded X s) as [c [C H]]; exists c; split; [ exact C | intros A M ].
  assert (Sm : summable X P (fun x => Rmin (f x) c)).
  { apply (summable_bounded X P _ c); [ | apply levels_min, F ]; intro x; assert (G := proj1 F x); unfold Rmin; destruct (Rle_dec (f x) c); lra. }
  assert (B := mean_above X P (fun x => Rmin (f x) c) s Sm E1 ltac:(intro x; specialize (L x); specialize (H x); unfold Rmin; destruct (Rle_dec (f x) c); lra)).
  destruct (mean_scale X P _ c C (event_summable A M)) as [S1 I1]; rewrite event_mean in I1 by exact M.
  destruct (mean_plus X P _ _ F S1) as [S2 I2]; destruct (mean_plus X P _ _ (portion_summable A M) Sm) as [S3 I3].
  assert (T := mean_le X P _ _ S3 S2); fold (portion A) in I3; rewrite I1 in I2; rewrite I2, I3 in T.
  assert (portion A + integral X P (fun x => Rmin (f x) c) <= integral X P f + c * pr P A); [ apply T | lra ].
  intro x; assert (G := proj1 F x); unfold indicator, Rmin; destruct (decide (A x)), (Rle_dec (f x) c); lra.
Qed.
Definition upto (A : nat -> X -> Prop) (n : nat) (x : X) : Prop := exists k, (k <= n)%nat /\ A k x.
Lemma upto_step (A : nat -> X -> Prop) (n : nat) (x : X) : upto A (S n) x <-> upto A n x \/ A (S n) x.
Proof.
  split; [ intros [k [L K]]; destruct (PeanoNat.Nat.eq_dec k (S n)) as [-> | Z]; [ now right | left; exists k; split; [ lia | exact K ] ] | ].
  intros [[k [L K]] | K]; [ exists k; split; [ lia | exact K ] | exists (S n); split; [ lia | exact K ] ].
Qed.
Lemma upto_meas (A : nat -> X -> Prop) (n : nat) : (forall k, meas (A k)) -> meas (upto A n).
Proof.
  intro M; induction n as [ | n IH ].
  - apply (meas_ext X (A O)); [ intro x; split; [ now exists O | intros [k [L K]]; replace k with O in K by lia; exact K ] | apply M ].
  - apply (meas_ext X (fun x => upto A n x \/ A (S n) x)); [ intro x; symmetry; apply upto_step | now apply meas_or ].
Qed.
(** What adds up over two disjoint events does so over finitely many. *)
Lemma upto_sum (mu : (X -> Prop) -> R) (A : nat -> X -> Prop) : (forall n, meas (A n)) -> (forall m n x, A m x -> A n x -> m = n) ->
  (forall B C, meas B -> (forall x, B x <-> C x) -> mu B = mu C) ->
  (forall B C, meas B -> meas C -> (forall x, B x -> C x -> False) -> mu (fun x => B x \/ C x) = mu B + mu C) ->
  forall n, sum_f_R0 (fun i => mu (A i)) n = mu (upto A n).
Proof.
  intros M D Ext Or n; induction n as [ | n IH ]; simpl.
  - apply Ext; [ apply M | intro x; split; [ now exists O | intros [k [L K]]; replace k with O in K by lia; exact K ] ].
  - assert (U := upto_meas A n M); rewrite IH, <- Or; [ | exact U | apply M | ].
    + apply Ext; [ now apply meas_or | intro x; symmetry; apply upto_step ].
    + intros x [k [L K]] K'; assert (k = S n) by (now apply (D k (S n) x)); lia.
Qed.
Lemma portion_union (A : nat -> X -> Prop) (B : X -> Prop) : (forall n, meas (A n)) -> (forall m n x, A m x -> A n x -> m = n) ->
  (forall x, B x <-> exists n, A n x) -> infinite_sum (fun n => portion (A n)) (portion B).
Proof.
  intros M D U e He; destruct (portion_small (e / 2) ltac:(lra)) as [c [C S]]; assert (V := pr_union X P A B M D U (e / (2 * c)) ltac:(apply Rdiv_lt_0_compat; lra)).
  destruct V as [N HN]; exists N; intros n Hn; specialize (HN n Hn); unfold R_dist in *.
  rewrite (upto_sum portion A M D (fun B C _ => portion_ext B C) portion_or n); rewrite (upto_sum (pr P) A M D (pr_ext X P) (pr_or X P) n) in HN.
  assert (MU := upto_meas A n M); assert (MB : meas B) by (apply (meas_ext X (fun x => exists n, A n x)); [ intro x; symmetry; apply U | now apply meas_union ]).
  set (T := fun x => B x /\ ~ upto A n x); assert (MT : meas T) by (apply meas_and; [ exact MB | now apply meas_not ]).
  assert (Sp : forall x, (upto A n x \/ T x) <-> B x).
  { intro x; unfold T; split; [ intros [[k [_ K]] | [Y _]]; [ apply U; now exists k | exact Y ] | intro Y; destruct (classic (upto A n x)); tauto ]. }
  assert (E1 := portion_or (upto A n) T MU MT ltac:(unfold T; tauto)); rewrite (portion_ext _ B Sp) in E1.
  assert (E2 := pr_or X P (upto A n) T MU MT ltac:(unfold T; tauto)); rewrite (pr_ext X P _ B (meas_or X _ _ MU MT) Sp) in E2.
  assert (Q := S T MT); assert (P0 := portion_nonneg T MT); rewrite Rabs_minus_sym, Rabs_right in HN by (assert (Z := pr_nonneg X P T MT); lra).
  assert (c * pr P T < e / 2); [ | rewrite Rabs_minus_sym, Rabs_right by lra; lra ].
  apply (Rmult_lt_compat_l c) in HN; [ | exact C ]; replace (c * (e / (2 * c))) with (e / 2) in HN by (field; lra).
  replace (pr P T) with (pr P B - pr P (upto A n)) by lra; exact HN.
Qed.
End Portions.

(** * N(0, 1): the image of the uniform law under the quantile *)

(** Real functions: measurable as functions into the line and by their levels are the same. *)
Lemma line_measurable (X : Space) (f : X -> R) : (forall t, meas (fun x => f x < t)) -> measurable X line f.
Proof.
  intros H A M; induction M as [ A [t HA] | A B E _ IH | | A _ IH | A _ IH ].
  - apply (meas_ext X (fun x => f x < t)); [ intro x; rewrite HA; tauto | apply H ].
  - apply (meas_ext X (fun x => A (f x))); [ intro x; apply E | exact IH ].
  - apply meas_all.
  - now apply meas_not.
  - now apply meas_union.
Qed.
Lemma levels_line (X : Space) (f : X -> R) : levels X f -> measurable X line f.
Proof.
  intro L; apply line_measurable; intro t; apply (meas_ext X (fun x => ~ t <= f x)); [ intro x; lra | apply meas_not, L ].
Qed.
Lemma line_levels (X : Space) (f : X -> R) : measurable X line f -> levels X f.
Proof.
  intros M t; apply (meas_ext X (fun x => ~ f x < t)); [ intro x; lra | apply meas_not, (M (fun y => y < t)), gen_base; exists t; tauto ].
Qed.
Lemma quantile_spec u t : 0 < u < 1 -> (quantile u < t <-> u < normal t).
Proof.
  intro B; unfold quantile; destruct (decide _) as [[b s] | N].
  - destruct (completeness _ _ _) as [q [U L]]; simpl; split; intro H.
    + apply Rnot_le_lt; intro K; specialize (U t K); lra.
    + assert (C : continuity_pt normal t) by (apply derivable_continuous_pt; exists (normal_density t); apply normal_derivative).
      destruct (C (normal t - u) ltac:(lra)) as [d [D K]].
      apply Rle_lt_trans with (t - d / 2); [ apply L; intros y Y; apply Rnot_lt_le; intro Z | lra ].
      assert (Q : u < normal (t - d / 2)); [ | assert (M := normal_monotone (t - d / 2) y ltac:(lra)); lra ].
      specialize (K (t - d / 2)); assert (N : normal t - normal (t - d / 2) < normal t - u); [ | lra ].
      apply Rle_lt_trans with (Rabs (normal (t - d / 2) - normal t)); [ rewrite Rabs_minus_sym; apply Rle_abs | apply K; split ].
      * split; [ exact I | lra ].
      * simpl; unfold R_dist; replace (t - d / 2 - t) with (- (d / 2)) by ring; rewrite Rabs_Ropp, Rabs_right; lra.
  - exfalso; apply N; split.
    + destruct (normal_high (1 - u) ltac:(lra)) as [x H]; exists x; intros y Y; apply Rnot_lt_le; intro K; assert (Z := H y ltac:(lra)); lra.
    + destruct (normal_low u ltac:(lra)) as [x H]; exists x; specialize (H x ltac:(lra)); lra.
Qed.
Lemma quantile_outside u : ~ (0 < u < 1) -> quantile u = 0.
Proof.
  intro B; unfold quantile; destruct (decide _) as [[[m U] [x H]] | _]; [ exfalso | reflexivity ]; assert (P := normal_above x).
  assert (Q := normal_below (m + 1)); specialize (U (m + 1)); cbv beta in U; lra.
Qed.
Lemma quantile_measurable : measurable line line quantile.
Proof.
  apply line_measurable; intro t.
  apply (meas_ext line (fun u => ((~ u < 1 \/ (u < 0 \/ ~ exists n : nat, ~ u < / INR (S n))) /\ 0 < t) \/ (u < 1 /\ (exists n : nat, ~ u < / INR (S n)) /\ u < normal t))).
  - intro u; assert (Z : (exists n : nat, ~ u < / INR (S n)) <-> 0 < u).
    { split; [ intros [n K]; assert (0 < / INR (S n)) by (apply Rinv_0_lt_compat, lt_0_INR; lia); lra | intro K ].
      destruct (archimed_cor1 u K) as [n [N N0]]; exists n; assert (/ INR (S n) <= / INR n) by (apply Rinv_le_contravar; [ apply lt_0_INR; lia | apply le_INR; lia ]); lra. }
    rewrite Z; destruct (classic (0 < u < 1)) as [B | B].
    + rewrite (quantile_spec u t B); split; [ intros [[[K | [K | K]] _] | [_ [_ K]]]; lra | intro K; right; lra ].
    + assert (Q : quantile u = 0) by (now apply quantile_outside); rewrite Q.
      split; [ intros [[_ K] | K]; lra | intro K; left; split; [ | exact K ]; destruct (Rlt_le_dec u 1); [ right; right; lra | left; lra ] ].
  - assert (Pos : @meas line (fun u => exists n : nat, ~ u < / INR (S n))) by (apply (meas_union line (fun n u => ~ u < / INR (S n))); intro n; apply meas_not, ray_meas).
    assert (Const : forall p : Prop, @meas line (fun _ => p)).
    { intro p; destruct (classic p); [ apply (meas_ext line (fun _ => True)); [ tauto | apply meas_all ] | apply (meas_ext line (fun _ => False)); [ tauto | apply meas_none ] ]. }
    apply meas_or; apply meas_and.
    + apply meas_or; [ apply meas_not, ray_meas | apply meas_or; [ apply ray_meas | now apply meas_not ] ].
    + apply Const.
    + apply ray_meas.
    + apply meas_and; [ exact Pos | apply ray_meas ].
Qed.
Definition standard : Law line := image (quantile : line -> line) quantile_measurable uniform.
Theorem standard_below t : pr standard (fun x => x < t) = normal t.
Proof.
  assert (N := normal_above t); assert (N1 := normal_below t).
  unfold standard; rewrite image_pr by apply ray_meas; rewrite <- (uniform_below (normal t)) by lra.
  assert (M0 : meas (fun u : line => quantile u < t)) by (apply (quantile_measurable (fun x => x < t)), ray_meas).
  (* the two events differ at 0 and outside of (0, 1) only *)
  assert (Z : forall e, 0 < e -> e < normal t -> Rabs (pr uniform (fun u => quantile u < t) - pr uniform (fun u => u < normal t)) <= e).
  { intros e He K; assert (One : pr uniform (fun u => ~ u < 1) = 0) by (rewrite (pr_not line uniform (fun u => u < 1)) by apply ray_meas; rewrite uniform_below by lra; ring).
    assert (Low : pr uniform (fun u => u < e) = e) by (apply uniform_below; lra).
    assert (A : pr uniform (fun u => quantile u < t) <= pr uniform (fun u => u < normal t \/ ~ u < 1)).
    { apply pr_le; [ exact M0 | apply meas_or; [ apply ray_meas | apply meas_not, ray_meas ] | ].
      intros u H; destruct (Rlt_le_dec u 1) as [U | U]; [ | right; lra ]; left; destruct (Rlt_le_dec 0 u) as [V | V]; [ now apply quantile_spec | lra ]. }
    rewrite (pr_or line uniform (fun u => u < normal t) (fun u => ~ u < 1)), One in A by (apply ray_meas || (apply meas_not, ray_meas) || (intros u; lra)).
    assert (B : pr uniform (fun u => u < normal t) <= pr uniform (fun u => u < e \/ (quantile u < t /\ ~ u < e))).
    { apply pr_le; [ apply ray_meas | apply meas_or; [ apply ray_meas | apply meas_and; [ exact M0 | apply meas_not, ray_meas ] ] | ].
      intros u H; destruct (Rlt_le_dec u e) as [U | U]; [ now left | right; split; [ | lra ] ]; apply quantile_spec; lra. }
    rewrite (pr_or line uniform (fun u => u < e) (fun u => quantile u < t /\ ~ u < e)), Low in B by
      (apply ray_meas || (apply meas_and; [ exact M0 | apply meas_not, ray_meas ]) || tauto).
    assert (C : pr uniform (fun u => quantile u < t /\ ~ u < e) <= pr uniform (fun u => quantile u < t)) by
      (apply pr_le; [ apply meas_and; [ exact M0 | apply meas_not, ray_meas ] | exact M0 | tauto ]).
    apply Rabs_le; lra. }
  apply Rminus_diag_uniq, NNPP; intro D; assert (P := Rabs_pos_lt _ D).
  assert (Q := Z (Rmin (Rabs (pr uniform (fun u => quantile u < t) - pr uniform (fun u => u < normal t)) / 2) (normal t / 2))).
  unfold Rmin in Q; destruct (Rle_dec _ _) in Q; specialize (Q ltac:(lra) ltac:(lra)); lra.
Qed.

(** * Moves *)

(** What adds up over intervals, and on short ones is hardly more than another, is no more than that. *)
Lemma squeeze (A B : R -> R -> R) c u y : 0 <= c -> u <= y -> (forall p q, p <= q -> 0 <= B p q) ->
  (forall p q r, p <= q -> q <= r -> A p r = A p q + A q r) -> (forall p q r, p <= q -> q <= r -> B p r = B p q + B q r) ->
  (forall p q, p <= q -> A p q <= exp (c * (q - p)) * B p q) -> A u y <= B u y.
Proof.
  intros C L B0 AA BB H; apply le_epsilon; intros e He.
  assert (K : forall h k, 0 <= h -> A u (u + INR k * h) <= exp (c * h) * B u (u + INR k * h)).
  { intros h k Hh; induction k as [ | k IH ].
    - simpl; rewrite Rmult_0_l, Rplus_0_r; assert (Z := H u u ltac:(lra)); replace (u - u) with 0 in Z by ring; rewrite Rmult_0_r, exp_0, Rmult_1_l in Z.
      assert (Z' := B0 u u ltac:(lra)); assert (BZ := BB u u u ltac:(lra) ltac:(lra)); rewrite (BB u u u) in * by lra; assert (E0 : B u u = 0) by lra; rewrite E0 in *; lra.
    - assert (P := pos_INR k); assert (P' : 0 <= INR k * h) by (apply Rmult_le_pos; lra); rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, <- Rplus_assoc; set (z := u + INR k * h) in *.
      rewrite (AA u z (z + h)), (BB u z (z + h)) by (unfold z; lra); assert (Q := H z (z + h) ltac:(lra)); replace (z + h - z) with h in Q by ring; lra. }
  set (b := B u y); assert (b0 : 0 <= b) by (now apply B0).
  destruct (Req_dec b 0) as [Z | Z].
  { assert (Q := H u y L); fold b in Q; rewrite Z in *; lra. }
  assert (X : 0 < e / b) by (apply Rdiv_lt_0_compat; lra).
  assert (T : continuity_pt exp 0) by (apply derivable_continuous_pt, derivable_pt_exp); destruct (T (e / b) X) as [d [D T']].
  destruct (archimed_cor1 (d / (c * (y - u) + 1))) as [N [HN N0]].
  { apply Rdiv_lt_0_compat; [ exact D | assert (0 <= c * (y - u)) by (apply Rmult_le_pos; lra); lra ]. }
  assert (P : 0 < INR N) by (now apply lt_0_INR); set (h := (y - u) / INR N).
  assert (h0 : 0 <= h) by (unfold h, Rdiv; apply Rmult_le_pos; [ lra | left; now apply Rinv_0_lt_compat ]).
  assert (S := K h N h0); replace (u + INR N * h) with y in S by (unfold h; field; lra); fold b in S.
  assert (W : exp (c * h) < 1 + e / b).
  { assert (ch : 0 <= c * h) by (now apply Rmult_le_pos); destruct (Req_dec (c * h) 0) as [E0 | E0]; [ rewrite E0, exp_0; lra | ].
    assert (cy : 0 <= c * (y - u)) by (apply Rmult_le_pos; lra).
    assert (Small : c * h < d).
    { replace (c * h) with (c * (y - u) * / INR N) by (unfold h; field; lra).
      apply Rle_lt_trans with ((c * (y - u) + 1) * / INR N); [ apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | lra ] | ].
      apply (Rmult_lt_compat_l (c * (y - u) + 1)) in HN; [ | lra ]; replace ((c * (y - u) + 1) * (d / (c * (y - u) + 1))) with d in HN by (field; lra); exact HN. }
    specialize (T' (c * h)); unfold dist in T'; simpl in T'; unfold R_dist in T'; rewrite exp_0 in T'.
    assert (V : Rabs (exp (c * h) - 1) < e / b) by (apply T'; split; [ split; [ exact I | lra ] | rewrite Rminus_0_r, Rabs_right; lra ]).
    assert (V' := Rle_abs (exp (c * h) - 1)); lra. }
  apply Rle_trans with (1 := S); apply Rle_trans with ((1 + e / b) * b); [ apply Rmult_le_compat_r; lra | right; field; exact Z ].
Qed.

Section Tilt.
Variable t : R.
Definition tiltf (x : R) : R := exp (t * x - t * t / 2).
Lemma tilt_ratio p q x : p <= x <= q -> exp (- (Rabs t * (q - p))) * tiltf p <= tiltf x <= exp (Rabs t * (q - p)) * tiltf p.
Proof.
  intro H; assert (A := Rle_abs t); assert (B := Rle_abs (- t)); rewrite Rabs_Ropp in B; assert (P := Rabs_pos t).
  assert (U : t * (x - p) <= Rabs t * (q - p)) by (apply Rle_trans with (Rabs t * (x - p)); [ apply Rmult_le_compat_r; lra | apply Rmult_le_compat_l; lra ]).
  assert (V : - (t * (x - p)) <= Rabs t * (q - p)).
  { replace (- (t * (x - p))) with (- t * (x - p)) by ring; apply Rle_trans with (Rabs t * (x - p)); [ apply Rmult_le_compat_r; lra | apply Rmult_le_compat_l; lra ]. }
  unfold tiltf; rewrite <- !exp_plus; split; (match goal with |- exp ?a <= exp ?b => assert (a <= b) by lra end; destruct H0 as [G | ->]; [ left; now apply exp_increasing | lra ]).
Qed.
Lemma tilt_density x : normal_density (x - t) = tiltf x * normal_density x.
Proof. unfold normal_density, bell, tiltf, Rdiv; rewrite <- Rmult_assoc, <- exp_plus; do 2 f_equal; lra. Qed.
(** The chance of an interval under the moved law. *)
Definition moved_mass (p q : R) : R := normal (q - t) - normal (p - t).
Lemma moved_mass_cell p q m (s : R) : (s = 1 \/ s = -1) -> p <= q -> (forall x, p <= x <= q -> s * tiltf x <= s * m) -> s * moved_mass p q <= s * (m * (normal q - normal p)).
Proof.
  intros Hs L H; destruct L as [L | ->]; [ | unfold moved_mass; lra ].
  assert (D : forall x, derivable_pt_lim (fun z => s * (normal (z - t) - m * normal z)) x (s * (tiltf x * normal_density x - m * normal_density x))).
  { intro x; apply (derivable_pt_lim_scal (fun z => normal (z - t) - m * normal z)).
    apply (derivable_pt_lim_minus (fun z => normal (z - t)) (fun z => m * normal z)).
    - rewrite <- tilt_density; assert (T : derivable_pt_lim (fun z => z - t) x 1).
      { replace 1 with (1 - 0) by ring; apply (derivable_pt_lim_minus id (fun _ => t)); [ apply derivable_pt_lim_id | apply derivable_pt_lim_const ]. }
      assert (C := derivable_pt_lim_comp _ normal x _ _ T (normal_derivative (x - t))); rewrite Rmult_1_r in C; exact C.
    - apply (derivable_pt_lim_scal normal), normal_derivative. }
  destruct (MVT_cor2 _ _ p q L (fun x _ => D x)) as [c [E1 I]]; unfold moved_mass.
  assert (N : s * (tiltf c * normal_density c - m * normal_density c) * (q - p) <= 0).
  { replace (s * (tiltf c * normal_density c - m * normal_density c) * (q - p)) with (- ((s * m - s * tiltf c) * (normal_density c * (q - p)))) by ring.
    assert (0 <= (s * m - s * tiltf c) * (normal_density c * (q - p))); [ | lra ].
    apply Rmult_le_pos; [ specialize (H c ltac:(lra)); lra | apply Rmult_le_pos; [ left; apply normal_density_pos | lra ] ]. }
  lra.
Qed.
Definition cellf (p q x : R) : R := indicator (fun x => p <= x < q) x * tiltf x.
Lemma cell_meas_line p q : @meas line (fun x => p <= x < q).
Proof. apply (meas_ext line (fun x => ~ x < p /\ x < q)); [ intro x; lra | apply meas_and; [ apply meas_not, ray_meas | apply ray_meas ] ]. Qed.
Lemma cell_pr p q : p <= q -> pr standard (fun x => p <= x < q) = normal q - normal p.
Proof.
  intro L; assert (E := pr_or line standard (fun x => x < p) (fun x => p <= x < q) (ray_meas p) (cell_meas_line p q) ltac:(intros x; lra)).
  rewrite standard_below in E; rewrite <- (standard_below q), (pr_ext line standard (fun x => x < q) (fun x => x < p \/ p <= x < q)); [ lra | apply ray_meas | intro x; lra ].
Qed.
Lemma tilt_levels : levels line tiltf.
Proof.
  intro s; destruct (Rle_lt_dec s 0) as [s0 | s0].
  - apply (meas_ext line (fun _ => True)); [ intro x; assert (P := exp_pos (t * x - t * t / 2)); unfold tiltf; split; [ lra | auto ] | apply meas_all ].
  - assert (E : forall x, s <= tiltf x <-> ln s <= t * x - t * t / 2).
    { intro x; unfold tiltf; rewrite <- (exp_ln s s0) at 1; split; intro H; [ apply Rnot_lt_le; intro Z; apply exp_increasing in Z; lra | destruct H as [H | ->]; [ left; now apply exp_increasing | lra ] ]. }
    destruct (Rtotal_order t 0) as [T | [T | T]].
    + apply (meas_ext line (fun x => ~ exists n : nat, ~ x < (ln s + t * t / 2) / t + / INR (S n))); [ | apply meas_not, (meas_union line (fun n x => ~ x < (ln s + t * t / 2) / t + / INR (S n))); intro n; apply meas_not, ray_meas ].
      intro x; rewrite E; set (z := (ln s + t * t / 2) / t); assert (Z : ln s = t * z - t * t / 2) by (unfold z; field; lra); rewrite Z; split.
      * intro H; assert (x <= z); [ | assert (t * z <= t * x) by (apply Rmult_le_compat_neg_l; lra); lra ].
        apply Rnot_lt_le; intro Y; destruct (archimed_cor1 (x - z) ltac:(lra)) as [n [N N0]]; apply H; exists n.
        assert (/ INR (S n) <= / INR n) by (apply Rinv_le_contravar; [ apply lt_0_INR; lia | apply le_INR; lia ]); lra.
      * intros H [n Y]; assert (0 < / INR (S n)) by (apply Rinv_0_lt_compat, lt_0_INR; lia); assert (t * x < t * z) by (apply Rmult_lt_gt_compat_neg_l; lra); lra.
    + apply (meas_ext line (fun _ => ln s <= 0)); [ intro x; rewrite E, T; split; intro; lra | ].
      destruct (classic (ln s <= 0)); [ apply (meas_ext line (fun _ => True)); [ tauto | apply meas_all ] | apply (meas_ext line (fun _ => False)); [ tauto | apply meas_none ] ].
    + apply (meas_ext line (fun x => ~ x < (ln s + t * t / 2) / t)); [ | apply meas_not, ray_meas ].
      intro x; rewrite E; set (z := (ln s + t * t / 2) / t); assert (Z : ln s = t * z - t * t / 2) by (unfold z; field; lra); rewrite Z; split; intro H.
      * assert (t * z <= t * x) by (apply Rmult_le_compat_l; lra); lra.
      * intro Y; assert (t * x < t * z) by (apply Rmult_lt_compat_l; lra); lra.
Qed.
Lemma cell_summable p q : p <= q -> summable line standard (cellf p q).
Proof.
  intro L; apply (summable_bounded line standard _ (exp (Rabs t * (q - p)) * tiltf p)).
  - intro x; unfold cellf, indicator; destruct (decide _) as [Y | Y]; [ assert (T := tilt_ratio p q x ltac:(lra)); assert (P : 0 < tiltf x) by apply exp_pos; lra | ].
    rewrite Rmult_0_l; split; [ lra | apply Rmult_le_pos; left; apply exp_pos ].
  - apply (levels_ext line (fun x => if decide (p <= x < q) then tiltf x else 0)); [ intro x; unfold cellf, indicator; destruct (decide _); ring | ].
    apply levels_within; [ apply cell_meas_line | intro; left; apply exp_pos | apply tilt_levels ].
Qed.
(** The mean of the density over an interval. *)
Definition tilt_mass (p q : R) : R := integral line standard (cellf p q).
Lemma tilt_mass_high p q : p <= q -> tilt_mass p q <= exp (Rabs t * (q - p)) * tiltf p * (normal q - normal p).
Proof.
  intro L; rewrite <- (cell_pr p q L).
  assert (T := mean_below line standard (cellf p q) [(exp (Rabs t * (q - p)) * tiltf p, fun x => p <= x < q)] (cell_summable p q L)).
  simpl in T; rewrite Rplus_0_r in T; apply T; [ intros c B [Y | []]; inversion Y; apply cell_meas_line | ].
  intro x; unfold cellf, indicator; cbv beta; destruct (decide (p <= x < q)) as [Y | Y]; [ assert (Q := tilt_ratio p q x (conj (proj1 Y) (Rlt_le _ _ (proj2 Y)))); rewrite ?Rmult_1_r, ?Rmult_1_l, ?Rplus_0_r; apply Q | rewrite ?Rmult_0_r, ?Rmult_0_l, ?Rplus_0_r; apply Rle_refl ].
Qed.
Lemma tilt_mass_low p q : p <= q -> exp (- (Rabs t * (q - p))) * tiltf p * (normal q - normal p) <= tilt_mass p q.
Proof.
  intro L; rewrite <- (cell_pr p q L).
  assert (T := mean_above line standard (cellf p q) [(exp (- (Rabs t * (q - p))) * tiltf p, fun x => p <= x < q)] (cell_summable p q L)).
  simpl in T; rewrite Rplus_0_r in T; apply T; [ intros c B [Y | []]; inversion Y; apply cell_meas_line | ].
  intro x; unfold cellf, indicator; cbv beta; destruct (decide (p <= x < q)) as [Y | Y]; [ assert (Q := tilt_ratio p q x (conj (proj1 Y) (Rlt_le _ _ (proj2 Y)))); rewrite ?Rmult_1_r, ?Rmult_1_l, ?Rplus_0_r; apply Q | rewrite ?Rmult_0_r, ?Rmult_0_l, ?Rplus_0_r; apply Rle_refl ].
Qed.
Lemma tilt_mass_add p q r : p <= q -> q <= r -> tilt_mass p r = tilt_mass p q + tilt_mass q r.
Proof.
  intros H1 H2; unfold tilt_mass; rewrite <- (proj2 (mean_plus line standard _ _ (cell_summable p q H1) (cell_summable q r H2))); apply integral_ext; intro x.
  unfold cellf, indicator; destruct (decide (p <= x < r)), (decide (p <= x < q)), (decide (q <= x < r)); try lra; exfalso; lra.
Qed.
Theorem tilt_interval u y : u <= y -> tilt_mass u y = normal (y - t) - normal (u - t).
Proof.
  intro L; change (tilt_mass u y = moved_mass u y); assert (P := Rabs_pos t).
  assert (KA : forall p q r, p <= q -> q <= r -> moved_mass p r = moved_mass p q + moved_mass q r) by (intros; unfold moved_mass; ring).
  assert (K0 : forall p q, p <= q -> 0 <= moved_mass p q) by (intros p q H; unfold moved_mass; assert (M := normal_monotone (p - t) (q - t) ltac:(lra)); lra).
  assert (I0 : forall p q, p <= q -> 0 <= tilt_mass p q) by (intros p q H; apply mean_nonneg; now apply cell_summable).
  assert (EE : forall a b, exp (2 * a * b) * exp (- (a * b)) = exp (a * b)) by (intros; rewrite <- exp_plus; f_equal; ring).
  apply Rle_antisym; apply (squeeze _ _ (2 * Rabs t)); auto using tilt_mass_add; try lra; intros p q H.
  - apply Rle_trans with (1 := tilt_mass_high p q H); rewrite <- EE, Rmult_assoc, Rmult_assoc; apply Rmult_le_compat_l; [ left; apply exp_pos | ].
    assert (Q := moved_mass_cell p q (exp (- (Rabs t * (q - p))) * tiltf p) (-1) ltac:(right; reflexivity) H); assert (Q' : forall x, p <= x <= q -> -1 * tiltf x <= -1 * (exp (- (Rabs t * (q - p))) * tiltf p)) by
      (intros x X; assert (T := tilt_ratio p q x X); lra); specialize (Q Q'); lra.
  - assert (Q := moved_mass_cell p q (exp (Rabs t * (q - p)) * tiltf p) 1 ltac:(left; reflexivity) H).
    assert (Q' : forall x, p <= x <= q -> 1 * tiltf x <= 1 * (exp (Rabs t * (q - p)) * tiltf p)) by (intros x X; assert (T := tilt_ratio p q x X); lra); specialize (Q Q').
    apply Rle_trans with (exp (Rabs t * (q - p)) * tiltf p * (normal q - normal p)); [ lra | ].
    rewrite <- EE, Rmult_assoc, Rmult_assoc; apply Rmult_le_compat_l; [ left; apply exp_pos | rewrite <- Rmult_assoc; now apply tilt_mass_low ].
Qed.
End Tilt.

(** * The whole line *)

Lemma far (t e : R) : 0 < e -> exists u y, u <= y /\ 1 - 2 * e <= normal (y - t) - normal (u - t).
Proof.
  intro He; destruct (normal_high e He) as [a A]; destruct (normal_low e He) as [b B]; exists (Rmin (a + t) (b + t)), (Rmax (a + t) (b + t)).
  assert (A' := A (Rmax (a + t) (b + t) - t)); assert (B' := B (Rmin (a + t) (b + t) - t)).
  unfold Rmin, Rmax in *; destruct (Rle_dec (a + t) (b + t)); split; try lra; specialize (A' ltac:(lra)); specialize (B' ltac:(lra)); lra.
Qed.
Lemma tilt_pos t x : 0 < tiltf t x.
Proof. apply exp_pos. Qed.
Lemma tilt_upper t a : sums_below line standard (tiltf t) a -> a <= 1.
Proof.
  intros [s [E [L ->]]]; destruct (value_bounded line s) as [c [C H]]; apply le_epsilon; intros e He.
  destruct (far 0 (e / (2 * c))) as [u [y [uy F]]]; [ apply Rdiv_lt_0_compat; lra | rewrite !Rminus_0_r in F ].
  assert (Sh : summable line standard (fun x => Rmin (tiltf t x) c)).
  { apply (summable_bounded line standard _ c); [ intro x; assert (P := tilt_pos t x); unfold Rmin; destruct (Rle_dec (tiltf t x) c); lra | apply levels_min, tilt_levels ]. }
  assert (Mo : @meas line (fun x => ~ (u <= x < y))) by apply meas_not, cell_meas_line.
  assert (Si : summable line standard (indicator (fun x => ~ (u <= x < y)))).
  { apply (summable_bounded line standard _ 1); [ intro x; unfold indicator; destruct (decide _); lra | ].
    apply (levels_ext line (fun x => if decide (~ (u <= x < y)) then 1 else 0)); [ intro; reflexivity | apply (levels_within line (fun x => ~ (u <= x < y)) (fun _ => 1)); [ exact Mo | intro; lra | apply levels_constant ] ]. }
  destruct (mean_scale line standard _ c C Si) as [S1 E1]; destruct (mean_plus line standard _ _ (cell_summable t u y uy) S1) as [S2 E2].
  assert (Ii : integral line standard (indicator (fun x => ~ (u <= x < y))) = 1 - (normal y - normal u)).
  { rewrite (integral_value line standard _ [(1, fun x => ~ (u <= x < y))]); [ | | | ].
    - assert (N := pr_not line standard (fun x => u <= x < y) (cell_meas_line u y)); rewrite (cell_pr u y uy) in N; simpl; simpl in N; rewrite N; ring.
    - intro x; unfold indicator; destruct (decide _); lra.
    - intros d B [Y | []]; inversion Y; exact Mo.
    - intro x; simpl; ring. }
  assert (U : integral line standard (fun x => Rmin (tiltf t x) c) <= integral line standard (fun x => cellf t u y x + c * indicator (fun x => ~ (u <= x < y)) x)).
  { apply mean_le; [ exact Sh | exact S2 | intro x; unfold cellf, indicator; cbv beta; assert (P := tilt_pos t x); destruct (decide (u <= x < y)), (decide (~ (u <= x < y))); try tauto ].
    - rewrite Rmult_0_r, Rmult_1_l, Rplus_0_r; apply Rmin_l.
    - rewrite Rmult_0_l, Rmult_1_r, Rplus_0_l; apply Rmin_r. }
  rewrite E2, E1, Ii in U; change (integral line standard (cellf t u y)) with (tilt_mass t u y) in U; rewrite (tilt_interval t u y uy) in U.
  assert (W : weigh standard s <= integral line standard (fun x => Rmin (tiltf t x) c)).
  { apply mean_above; [ exact Sh | exact E | intro x; specialize (L x); specialize (H x); unfold Rmin; destruct (Rle_dec (tiltf t x) c); lra ]. }
  assert (n1 := normal_below (y - t)); assert (n2 := normal_above (u - t)).
  assert (c * (1 - (normal y - normal u)) <= c * (2 * (e / (2 * c)))) by (apply Rmult_le_compat_l; lra).
  replace (c * (2 * (e / (2 * c)))) with e in H0 by (field; lra); lra.
Qed.
Theorem mgf t : summable line standard (tiltf t) /\ integral line standard (tiltf t) = 1.
Proof.
  assert (S : summable line standard (tiltf t)) by (split; [ intro x; left; apply tilt_pos | split; [ apply tilt_levels | exists 1; intros a; apply tilt_upper ] ]).
  split; [ exact S | ]; apply Rle_antisym; [ apply (mean_lub line standard _ S); intros a; apply tilt_upper | ].
  apply le_epsilon; intros e He; destruct (far t (e / 2) ltac:(lra)) as [u [y [uy F]]]; rewrite <- (tilt_interval t u y uy) in F.
  assert (L : tilt_mass t u y <= integral line standard (tiltf t)); [ | lra ].
  apply mean_le; [ now apply cell_summable | exact S | intro x; unfold cellf, indicator; assert (P := tilt_pos t x); destruct (decide _); lra ].
Qed.

(** * Every Borel set *)

Definition moved (t : R) : Law line.
Proof.
  refine (image (fun x : line => (x + t : line)) _ standard); apply line_measurable; intro s.
  apply (meas_ext line (fun x => x < s - t)); [ intro x; lra | apply ray_meas ].
Defined.
Lemma moved_pr (t : R) (A : line -> Prop) : meas A -> pr (moved t) A = pr standard (fun x => A (x + t)).
Proof. intro M; unfold moved; rewrite image_pr by exact M; reflexivity. Qed.
Lemma moved_below (t s : R) : pr (moved t) (fun x => x < s) = normal (s - t).
Proof.
  rewrite moved_pr, <- (standard_below (s - t)) by apply ray_meas; apply pr_ext; [ | intro x; lra ].
  apply (meas_ext line (fun x => x < s - t)); [ intro x; lra | apply ray_meas ].
Qed.
Lemma tilt_below (t s : R) : portion line standard (tiltf t) (fun x => x < s) = normal (s - t).
Proof.
  destruct (mgf t) as [F One]; assert (M := ray_meas s); assert (MN := meas_not line _ M).
  assert (Sum := portion_or line standard (tiltf t) F _ _ M MN ltac:(intros x; tauto)).
  rewrite (portion_ext line standard (tiltf t) _ (fun _ => True)) in Sum by (intro x; destruct (classic (x < s)); tauto).
  assert (All : portion line standard (tiltf t) (fun _ => True) = 1).
  { rewrite <- One; apply integral_ext; intro x; unfold indicator; destruct (decide True); [ ring | tauto ]. }
  rewrite All in Sum.
  assert (Part : forall p q (A : line -> Prop), p <= q -> meas A -> (forall x, p <= x < q -> A x) -> normal (q - t) - normal (p - t) <= portion line standard (tiltf t) A).
  { intros p q A L MA H; rewrite <- (tilt_interval t p q L); apply mean_le; [ now apply cell_summable | now apply portion_summable | ].
    intro x; unfold cellf, indicator; assert (T := tilt_pos t x); specialize (H x); destruct (decide (p <= x < q)), (decide (A x)); try tauto; lra. }
  apply Rle_antisym; apply le_epsilon; intros e He.
  - destruct (normal_high e He) as [y Y]; specialize (Y (Rmax y (s - t)) (Rmax_l _ _)); assert (Z := Rmax_r y (s - t)).
    assert (Q := Part s (Rmax y (s - t) + t) _ ltac:(lra) MN ltac:(intros x; lra)); replace (Rmax y (s - t) + t - t) with (Rmax y (s - t)) in Q by ring; lra.
  - destruct (normal_low e He) as [y Y]; specialize (Y (Rmin y (s - t)) (Rmin_l _ _)); assert (Z := Rmin_r y (s - t)).
    assert (Q := Part (Rmin y (s - t) + t) s _ ltac:(lra) M ltac:(intros x; lra)); replace (Rmin y (s - t) + t - t) with (Rmin y (s - t)) in Q by ring; lra.
Qed.
(** Of N(t, 1) to N(0, 1) the density is exp(t x - t^2 / 2). *)
Theorem moved_density (t : R) (A : line -> Prop) : meas A -> pr (moved t) A = integral line standard (fun x => indicator A x * exp (t * x - t * t / 2)).
Proof.
  intro H; change (pr (moved t) A = portion line standard (tiltf t) A); destruct (mgf t) as [F One].
  assert (D : disjointly ray A) by (apply generated_disjointly; [ exact rays_meet | exact H ]).
  assert (M : forall B, disjointly ray B -> @meas line B) by (intro B; apply (disjointly_measurable line ray); intros C HC; now apply gen_base).
  assert (All : portion line standard (tiltf t) (fun _ => True) = 1).
  { rewrite <- One; apply integral_ext; intro x; unfold indicator; destruct (decide True); [ ring | tauto ]. }
  clear H; induction D as [ A [s HA] | A B EA HA IH | | A HA IH | A HA IH DA ].
  - rewrite (portion_ext line standard _ A (fun x => x < s)), tilt_below by exact HA; rewrite <- (moved_below t s); symmetry; apply pr_ext; [ apply ray_meas | ].
    intro x; symmetry; apply HA.
  - rewrite <- (portion_ext line standard _ A B) by exact EA; rewrite <- (pr_ext line _ A B) by auto; exact IH.
  - rewrite (pr_all line); symmetry; exact All.
  - assert (MA := M A HA); assert (Sum := portion_or line standard (tiltf t) F _ _ MA (meas_not line A MA) ltac:(intros x; tauto)).
    rewrite (portion_ext line standard _ _ (fun _ => True)), All in Sum by (intro x; destruct (classic (A x)); tauto).
    rewrite (pr_not line), IH by exact MA.
    apply Rplus_eq_reg_l with (portion line standard (tiltf t) A); transitivity 1; [ ring | exact Sum ].
  - apply (uniqueness_sum (fun n => pr (moved t) (A n))); [ apply pr_union; [ intro n; apply M, HA | exact DA | tauto ] | ].
    assert (V := portion_union line standard (tiltf t) F A _ (fun n => M _ (HA n)) DA (fun x => iff_refl _)); revert V.
    apply Hahn.infinite_sum_ext; [ intro n; symmetry; apply IH | reflexivity ].
Qed.
