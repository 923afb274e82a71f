(** Means of functions that need not be bounded, and densities. *)
Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Import ListNotations.
Open Scope R_scope.

(** Where a function is between two multiples of [e]. *)
Definition slab {X : Space} (g : X -> R) (e : R) (j : nat) (x : X) : Prop := INR j * e <= g x < INR (S j) * e.
Lemma slab_meas {X : Space} (g : X -> R) (e : R) (j : nat) : levels X g -> meas (slab g e j).
Proof. intro L; apply meas_and; [ apply L | apply (meas_ext X (fun x => ~ INR (S j) * e <= g x)); [ intro; lra | apply meas_not, L ] ]. Qed.
Lemma slab_partition (g : E -> R) (c e : R) : 0 < e -> (forall x, 0 <= g x <= c) -> levels E g -> exists p : partition E, cell p = slab g e.
Proof.
  intros He B L; assert (c0 : 0 <= c) by (destruct (B (vzero E)); lra).
  destruct (whole_below (c / e)) as [N [_ HN]]; [ apply Rmult_le_pos; [ exact c0 | left; now apply Rinv_0_lt_compat ] | ].
  assert (all : forall x, exists j, (j < S N)%nat /\ slab g e j x).
  { intro x; destruct (whole_below (g x / e)) as [j [J1 J2]]; [ apply Rmult_le_pos; [ apply B | left; now apply Rinv_0_lt_compat ] | exists j; split ].
    - apply INR_lt; rewrite S_INR; apply Rle_lt_trans with (1 := J1); apply Rle_lt_trans with (c / e); [ | exact HN ].
      apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | apply B ].
    - unfold slab; rewrite S_INR; apply (Rmult_le_compat_r e) in J1; [ | lra ]; apply (Rmult_lt_compat_r e) in J2; [ | exact He ].
      replace (g x / e * e) with (g x) in J1, J2 by (field; lra); lra. }
  assert (once : forall i j x, slab g e i x -> slab g e j x -> i = j).
  { assert (H : forall i j x, slab g e i x -> slab g e j x -> (i < j)%nat -> False).
    { intros i j x [_ U] [V _] H; assert (INR (S i) * e <= INR j * e) by (apply Rmult_le_compat_r; [ lra | apply le_INR; lia ]); lra. }
    intros i j x U V; destruct (Nat.lt_total i j) as [W | [W | W]]; [ exfalso; eauto | exact W | exfalso; eauto ]. }
  exists {| cells := S N; cell := slab g e; cell_meas := fun j => slab_meas g e j L; cell_all := all; cell_once := once |}; reflexivity.
Qed.

(** The moment of a law with a density, from partitions: Jensen by tangents on every cell. *)
Definition density (P Q : law) (f : E -> R) : Prop := summable E Q f /\ forall A : E -> Prop, meas A -> pr P A = integral E Q (fun x => indicator A x * f x).

Section Density.
Variables (P Q : law) (f : E -> R) (alpha m : R).
Hypotheses (Ha : 1 < alpha) (D : density P Q f) (pos : forall x, 0 < f x).
Let power x := Rpower (f x) alpha.
Hypotheses (SP : summable E Q power) (Hm : integral E Q power <= m).

Lemma indicator_range (A : E -> Prop) x : 0 <= indicator A x <= 1.
Proof. unfold indicator; destruct (decide (A x)); lra. Qed.
Lemma within_summable (A : E -> Prop) g : meas A -> summable E Q g -> summable E Q (fun x => indicator A x * g x).
Proof.
  intros M G; apply (summable_dom E Q _ g); [ intro x; apply Rmult_le_pos; [ apply indicator_range | apply G ] | | exact G | ].
  - apply (levels_ext E (fun x => if decide (A x) then g x else 0)); [ intro x; unfold indicator; destruct (decide (A x)); ring | apply levels_within; [ exact M | apply G | apply G ] ].
  - intro x; assert (I := indicator_range A x); assert (G0 := proj1 G x); assert (0 <= (1 - indicator A x) * g x) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma indicator_mean (A : E -> Prop) : meas A -> integral E Q (indicator A) = pr Q A.
Proof.
  intro M; rewrite (integral_value E Q (indicator A) [(1, A)]); [ simpl; ring | apply indicator_range | intros c B [I | []]; inversion I; now subst | intro x; simpl; ring ].
Qed.
Lemma indicator_summable (A : E -> Prop) : meas A -> summable E Q (indicator A).
Proof.
  intro M; apply (summable_bounded E Q _ 1); [ apply indicator_range | ].
  apply (levels_ext E (fun x => if decide (A x) then 1 else 0)); [ intro; reflexivity | apply (levels_within E A (fun _ => 1)); [ exact M | intro; lra | apply levels_constant ] ].
Qed.
Lemma absolute (A : E -> Prop) : meas A -> pr Q A = 0 -> pr P A = 0.
Proof.
  intros M Z; destruct D as [S H]; rewrite (H A M); apply Rle_antisym; [ | apply mean_nonneg; now apply within_summable ].
  apply (mean_lub E Q _ (within_summable A f M S)); intros a [s [Es [L ->]]]; destruct (value_bounded E s) as [c [C B]].
  replace 0 with (weigh Q [(c, A)]) by (simpl; rewrite Z; ring); apply weigh_le; [ exact Es | intros d B' [I | []]; inversion I; now subst | ].
  intro x; simpl; specialize (L x); specialize (B x); unfold indicator in *; destruct (decide (A x)); lra.
Qed.
Lemma cell_share (A : E -> Prop) : meas A -> share alpha (pr P A) (pr Q A) <= integral E Q (fun x => indicator A x * power x).
Proof.
  intro M; destruct D as [S H]; assert (P0 := pr_nonneg E P A M); assert (Q0 := pr_nonneg E Q A M).
  assert (W := within_summable A power M SP).
  unfold share; destruct (Rle_dec (pr P A) 0) as [Z | Z]; [ now apply mean_nonneg | ].
  assert (Qp : 0 < pr Q A) by (destruct (Req_dec (pr Q A) 0) as [Y | Y]; [ exfalso; apply Z; rewrite (absolute A M Y); lra | lra ]).
  set (s := pr P A / pr Q A); assert (s0 : 0 < s) by (apply Rdiv_lt_0_compat; lra); assert (sQ : pr P A = s * pr Q A) by (unfold s; field; lra).
  assert (T : forall x, alpha * Rpower s (alpha - 1) * f x <= power x + (alpha - 1) * Rpower s alpha).
  { intro x; assert (L := share_tangent alpha (f x) 1 s Ha ltac:(left; apply pos) ltac:(lra) ltac:(lra) s0).
    unfold share in L; specialize (pos x); destruct (Rle_dec (f x) 0); [ lra | ].
    unfold power; replace (Rpower (f x) alpha) with (f x * Rpower (f x / 1) (alpha - 1)); [ lra | ].
    unfold Rdiv; rewrite Rinv_1, Rmult_1_r; rewrite <- (Rpower_1 (f x)) at 1 by exact pos; rewrite <- Rpower_plus; f_equal; ring. }
  assert (c1 : 0 < alpha * Rpower s (alpha - 1)) by (apply Rmult_lt_0_compat; [ lra | apply exp_pos ]).
  assert (c2 : 0 < (alpha - 1) * Rpower s alpha) by (apply Rmult_lt_0_compat; [ lra | apply exp_pos ]).
  destruct (mean_scale E Q _ _ c1 (within_summable A f M S)) as [S1 E1]; destruct (mean_scale E Q _ _ c2 (indicator_summable A M)) as [S2 E2].
  destruct (mean_plus E Q _ _ W S2) as [S3 E3].
  assert (L : integral E Q (fun x => alpha * Rpower s (alpha - 1) * (indicator A x * f x)) <=
    integral E Q (fun x => indicator A x * power x + (alpha - 1) * Rpower s alpha * indicator A x)).
  { apply mean_le; [ exact S1 | exact S3 | intro x; specialize (T x); unfold indicator; destruct (decide (A x)); lra ]. }
  rewrite E1, E3, E2, <- (H A M), (indicator_mean A M), sQ in L.
  assert (SA : Rpower s alpha = s * Rpower s (alpha - 1)) by (rewrite <- (Rpower_1 s) at 2 by exact s0; rewrite <- Rpower_plus; f_equal; ring).
  fold s; rewrite sQ; rewrite SA in L; lra.
Qed.
Theorem moment_density : moment alpha P Q m.
Proof.
  intro c; split; [ intro i; apply absolute, cell_meas | apply Rle_trans with (2 := Hm) ].
  apply Rle_trans with (below (cells c) (fun i => integral E Q (fun x => indicator (cell c i) x * power x))).
  { apply below_le; intro i; apply cell_share, cell_meas. }
  assert (K : forall n, exists h, summable E Q h /\ (forall x, h x = below n (fun i => indicator (cell c i) x) * power x) /\
    integral E Q h = below n (fun i => integral E Q (fun x => indicator (cell c i) x * power x))).
  { induction n as [ | n [h [Sh [Eh Ih]]] ].
    - exists (fun _ => 0); split; [ apply (summable_bounded E Q _ 0); [ intro; lra | apply levels_constant ] | split; [ intro; simpl; ring | ] ].
      simpl; rewrite (integral_value E Q (fun _ => 0) []); [ reflexivity | intro; lra | intros ? ? [] | intro; reflexivity ].
    - destruct (mean_plus E Q _ _ Sh (within_summable (cell c n) power (cell_meas E c n) SP)) as [S' E'].
      exists (fun x => h x + indicator (cell c n) x * power x); split; [ exact S' | split; [ intro x; simpl; rewrite Eh; ring | simpl; rewrite E', Ih; reflexivity ] ]. }
  destruct (K (cells c)) as [h [Sh [Eh <-]]]; apply mean_le; [ exact Sh | exact SP | intro x; rewrite Eh ].
  assert (B : forall n, below n (fun i => indicator (cell c i) x) <= 1 /\ ((forall i, (i < n)%nat -> ~ cell c i x) -> below n (fun i => indicator (cell c i) x) = 0)).
  { induction n as [ | n [I J] ]; simpl; [ split; [ lra | reflexivity ] | ]; unfold indicator at 2; unfold indicator at 3; destruct (decide (cell c n x)) as [Y | Y]; split.
    - rewrite J; [ lra | intros i Li Ci; assert (i = n) by (now apply (cell_once E c i n x)); lia ].
    - intro N; exfalso; exact (N n (Nat.lt_succ_diag_r n) Y).
    - lra.
    - intro N; rewrite J; [ ring | intros i Li; apply N; lia ]. }
  assert (0 <= (1 - below (cells c) (fun i => indicator (cell c i) x)) * power x) by (apply Rmult_le_pos; [ specialize (B (cells c)); lra | left; apply exp_pos ]); lra.
Qed.
End Density.

(** The other way round: a bound of the moment bounds the mean of the power. *)
Lemma density_above (P Q : law) (f : E -> R) (A : E -> Prop) (r : R) : density P Q f -> meas A -> 0 <= r -> (forall x, A x -> r <= f x) -> r * pr Q A <= pr P A.
Proof.
  intros [S H] M [r0 | <-] B; [ | rewrite Rmult_0_l; now apply pr_nonneg ].
  destruct (mean_scale E Q _ r r0 (indicator_summable Q A M)) as [S1 E1]; rewrite (H A M), <- (indicator_mean Q A M), <- E1; apply mean_le; [ exact S1 | now apply within_summable | ].
  intro x; unfold indicator; destruct (decide (A x)) as [Y | Y]; [ specialize (B x Y); lra | lra ].
Qed.
Lemma density_below (P Q : law) (f : E -> R) (A : E -> Prop) (r : R) : density P Q f -> meas A -> 0 < r -> (forall x, A x -> f x <= r) -> pr P A <= r * pr Q A.
Proof.
  intros [S H] M r0 B; destruct (mean_scale E Q _ r r0 (indicator_summable Q A M)) as [S1 E1].
  rewrite (H A M), <- (indicator_mean Q A M), <- E1; apply mean_le; [ now apply within_summable | exact S1 | ].
  intro x; unfold indicator; destruct (decide (A x)) as [Y | Y]; [ specialize (B x Y); lra | lra ].
Qed.
Theorem density_moment (P Q : law) (f : E -> R) (alpha m : R) : 1 < alpha -> density P Q f -> (forall x, 0 < f x) ->
  summable E Q (fun x => Rpower (f x) alpha) -> moment alpha P Q m -> integral E Q (fun x => Rpower (f x) alpha) <= m.
Proof.
  intros Ha D pos SP M; apply (mean_lub E Q _ SP); intros a [s [Es [L ->]]]; destruct (value_bounded E s) as [c [C B]].
  apply le_epsilon; intros e He; set (g := fun x => Rmin (Rpower (f x) alpha) c).
  assert (g0 : forall x, 0 <= g x <= c) by (intro x; unfold g, Rmin; assert (X := exp_pos (alpha * ln (f x))); unfold Rpower; destruct (Rle_dec _ _); lra).
  assert (Lg : levels E g) by (apply levels_min, SP); destruct (slab_partition g c e He g0 Lg) as [p Ep]; destruct (M p) as [Ac Bd].
  assert (W : weigh Q s <= below (cells p) (fun j => INR (S j) * e * pr Q (cell p j))).
  { rewrite <- (steps_weigh Q (cells p) (fun j => INR (S j) * e) (cell p)); apply weigh_le; [ exact Es | apply steps_events, cell_meas | ].
    intro x; destruct (cell_all E p x) as [j [Lj Gj]].
    rewrite (steps_value (cells p) (fun j => INR (S j) * e) (cell p) x j (fun i k => cell_once E p i k x) Lj Gj); rewrite Ep in Gj.
    destruct Gj as [_ U]; specialize (L x); specialize (B x); unfold g, Rmin in U; destruct (Rle_dec _ _) in U; lra. }
  assert (S1 : forall j, INR j * e * pr Q (cell p j) <= share alpha (pr P (cell p j)) (pr Q (cell p j))).
  { intro j; assert (Q0 := pr_nonneg E Q _ (cell_meas E p j)); assert (P0 := pr_nonneg E P _ (cell_meas E p j)).
    assert (J0 : 0 <= INR j * e) by (apply Rmult_le_pos; [ apply pos_INR | lra ]); destruct J0 as [J0 | <-]; [ | rewrite Rmult_0_l; apply share_nonneg ].
    set (r := Rpower (INR j * e) (/ alpha)); assert (r0 : 0 < r) by apply exp_pos.
    assert (ra : Rpower r alpha = INR j * e) by (unfold r; rewrite Rpower_mult, Rinv_l, Rpower_1; lra).
    assert (T := share_tangent alpha _ _ r Ha P0 Q0 (Ac j) r0); rewrite ra in T.
    assert (Lo : r * pr Q (cell p j) <= pr P (cell p j)).
    { apply (density_above P Q f); [ exact D | apply cell_meas | lra | ]; intros x Gj; rewrite Ep in Gj; destruct Gj as [Gj _].
      apply Rnot_lt_le; intro N; assert (U : Rpower (f x) alpha < Rpower r alpha) by (apply Rlt_Rpower_l; [ lra | split; [ apply pos | exact N ] ]).
      rewrite ra in U; unfold g, Rmin in Gj; destruct (Rle_dec _ _) in Gj; lra. }
    assert (E1 : INR j * e = Rpower r (alpha - 1) * r) by (rewrite <- ra; rewrite <- (Rpower_1 r) at 3 by exact r0; rewrite <- Rpower_plus; f_equal; ring).
    assert (X : alpha * Rpower r (alpha - 1) * (r * pr Q (cell p j)) <= alpha * Rpower r (alpha - 1) * pr P (cell p j)).
    { apply Rmult_le_compat_l; [ apply Rmult_le_pos; [ lra | left; apply exp_pos ] | exact Lo ]. }
    rewrite E1 in T |- *; lra. }
  assert (S2 := below_le (cells p) _ _ S1); assert (One := cells_one Q p).
  rewrite (below_ext _ _ (fun j => INR j * e * pr Q (cell p j) + e * pr Q (cell p j))) in W by (intro j; rewrite S_INR; ring).
  rewrite below_plus, (below_scale _ e (fun j => pr Q (cell p j))), One in W; lra.
Qed.
(** No event tells a law of a density better than that where the density is at least [g]. *)
Lemma density_best (P Q : law) (f : E -> R) (g : R) (A : E -> Prop) : density P Q f -> 0 < g -> meas A -> let B := fun x => g <= f x in
  pr P A - g * pr Q A <= pr P B - g * pr Q B.
Proof.
  intros [S H] g0 MA B; assert (MB : meas B) by apply S; rewrite !H, <- !(indicator_mean Q) by assumption.
  destruct (mean_scale E Q _ g g0 (indicator_summable Q A MA)) as [SA EA]; destruct (mean_scale E Q _ g g0 (indicator_summable Q B MB)) as [SB EB].
  destruct (mean_plus E Q _ _ (within_summable Q A f MA S) SB) as [S1 E1]; destruct (mean_plus E Q _ _ (within_summable Q B f MB S) SA) as [S2 E2].
  assert (L := mean_le E Q _ _ S1 S2); rewrite E1, E2, EA, EB in L.
  assert (K := L ltac:(intro x; assert (P0 := proj1 S x); unfold indicator, B; destruct (decide (A x)), (decide (g <= f x)); lra)); lra.
Qed.
