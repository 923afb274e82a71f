(** Reflection: two runs move to a point of the one, with the largest probability that they meet there, else to mirror images.

    What is left of a distance grows with it, stochastically, so that the gap chain is above the distance after every step. *)

Require Import Reals Lra Lia ZArith Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus.
Require Import Pabisym.Elementary Pabisym.Batches Pabisym.Means Pabisym.Composition Pabisym.Gaussians Pabisym.Entropies Pabisym.Sums Pabisym.Tradeoffs.
Require Pabisym.Line Pabisym.Tilt Pabisym.Instances Pabisym.Dimensions Pabisym.Vectors.
Import ListNotations.
Open Scope R_scope.

(** The multiple of a point depends measurably on both. *)
Lemma vscale_joint : measurable (pairs Line.line E) E (fun p => vscale E (fst p) (snd p)).
Proof.
  assert (H : forall S : EuclideanSpace, S = Dimensions.space (Dimensions.real_space further_dimensions) -> measurable (pairs Line.line S) S (fun p => vscale S (fst p) (snd p))).
  { intros S ->; apply Dimensions.scale_measurable. }
  exact (H E space_is_real).
Qed.

Lemma product_pr (X Y : Space) (P : Law X) (Q : Law Y) (A : X * Y -> Prop) : @meas (pairs X Y) A ->
  pr (product P Q) A = integral X P (fun x => pr Q (fun y => A (x, y))).
Proof. exact (compound_pr X Y P (fun _ => Q) (constant_kernel X Y Q) A). Qed.

(** * Functions that grow *)

Lemma up_set (U : R -> Prop) : (forall x y, x <= y -> U x -> U y) ->
  (forall y, U y) \/ (forall y, ~ U y) \/ (exists v, forall y, U y <-> v <= y) \/ exists v, forall y, U y <-> v < y.
Proof.
  intro H; destruct (classic (exists y, U y)) as [[a Ua] | N]; [ | right; left; intros y Uy; apply N; now exists y ].
  destruct (classic (exists y, ~ U y)) as [[b Nb] | N]; [ | left; intro y; apply NNPP; intro K; apply N; now exists y ].
  assert (low : forall y, U y -> b <= y) by (intros y Uy; apply Rnot_lt_le; intro L; apply Nb, (H y); [ lra | exact Uy ]).
  destruct (completeness (fun y => U (- y))) as [m [Up Lo]].
  - exists (- b); intros y Uy; specialize (low _ Uy); lra.
  - exists (- a); now rewrite Ropp_involutive.
  - assert (P : forall y, U y -> - m <= y) by (intros y Uy; assert (K : - y <= m) by (apply Up; now rewrite Ropp_involutive); lra).
    assert (Q : forall y, - m < y -> U y).
    { intros y L; apply NNPP; intro N; assert (m <= - y); [ | lra ]; apply Lo; intros z Uz; apply Rnot_lt_le; intro K; apply N, (H (- z)); [ lra | exact Uz ]. }
    right; right; destruct (classic (U (- m))) as [Y | Y]; [ left | right ]; exists (- m); intro y; split; auto.
    + intros [K | <-]; [ now apply Q | exact Y ].
    + intro Uy; destruct (P y Uy) as [K | <-]; [ exact K | contradiction ].
Qed.
Lemma grows_up (f : R -> R) (t : R) : grows f -> forall x y, x <= y -> t <= f x -> t <= f y.
Proof. intros [_ G] x y L H; specialize (G x y L); lra. Qed.
Lemma levels_grow (X : Space) (d : X -> R) (f : R -> R) : levels X d -> grows f -> levels X (fun x => f (d x)).
Proof.
  intros L G t; destruct (up_set (fun y => t <= f y) (grows_up f t G)) as [U | [U | [[v U] | [v U]]]].
  - apply (meas_ext X (fun _ => True)); [ intro x; split; auto | apply meas_all ].
  - apply (meas_ext X (fun _ => False)); [ intro x; split; [ tauto | apply U ] | apply meas_none ].
  - apply (meas_ext X (fun x => v <= d x)); [ intro x; symmetry; apply U | apply L ].
  - apply (meas_ext X (fun x => v < d x)); [ intro x; symmetry; apply U | now apply levels_above ].
Qed.
(** What is stochastically larger has larger means. *)
Lemma dominated (X Y : Space) (P : Law X) (Q : Law Y) (d : X -> R) (e : Y -> R) (f : R -> R) : levels X d -> levels Y e -> grows f ->
  (forall u, pr P (fun x => u < d x) <= pr Q (fun y => u < e y)) -> integral X P (fun x => f (d x)) <= integral Y Q (fun y => f (e y)).
Proof.
  intros LD LE G T; assert (C : forall v, pr P (fun x => v <= d x) <= pr Q (fun y => v <= e y)).
  { intro v; apply le_epsilon; intros r Hr; set (D := fun n y => v - / INR (S n) < e y /\ ~ v <= e y).
    assert (MD : forall n, meas (D n)) by (intro n; apply meas_and; [ now apply levels_above | apply meas_not, LE ]).
    destruct (pr_shrinks Y Q D MD) with (e := r) as [n Hn]; [ | | exact Hr | ].
    - intros n y [A B]; split; [ | exact B ]; assert (/ INR (S (S n)) <= / INR (S n)) by (apply Rinv_le_contravar; [ apply lt_0_INR; lia | apply le_INR; lia ]); lra.
    - intro y; destruct (Rle_lt_dec v (e y)) as [K | K]; [ exists O; intros [_ N]; contradiction | ].
      destruct (small_fraction (v - e y) ltac:(lra)) as [[ | n] [N L]]; [ lia | exists n; intros [A _]; lra ].
    - assert (I : 0 < / INR (S n)) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
      apply Rle_trans with (pr P (fun x => v - / INR (S n) < d x)); [ apply pr_le; [ apply LD | now apply levels_above | intros x H; lra ] | ].
      apply Rle_trans with (1 := T (v - / INR (S n))); apply Rle_trans with (pr Q (fun y => v <= e y \/ D n y)).
      + apply pr_le; [ now apply levels_above | apply meas_or; [ apply LE | apply MD ] | ]; intros y H; destruct (Rle_lt_dec v (e y)); [ now left | right; split; lra ].
      + rewrite pr_or; [ lra | apply LE | apply MD | intros y A [_ B]; contradiction ]. }
  assert (LX := levels_grow X d f LD G); assert (LY := levels_grow Y e f LE G).
  assert (U : forall t, pr P (fun x => t <= f (d x)) <= pr Q (fun y => t <= f (e y))).
  { intro t; destruct (up_set (fun y => t <= f y) (grows_up f t G)) as [U | [U | [[v U] | [v U]]]].
    - rewrite (pr_ext Y Q _ (fun _ => True)), pr_all by (apply LY || (intro y; split; auto)); apply pr_le_1, LX.
    - rewrite (pr_ext X P _ (fun _ => False)), pr_none by (apply LX || (intro y; split; [ apply U | tauto ])); apply pr_nonneg, LY.
    - rewrite (pr_ext X P _ (fun x => v <= d x)), (pr_ext Y Q _ (fun y => v <= e y)) by (apply LX || apply LY || (intro; apply U)); apply C.
    - rewrite (pr_ext X P _ (fun x => v < d x)), (pr_ext Y Q _ (fun y => v < e y)) by (apply LX || apply LY || (intro; apply U)); apply T. }
  apply le_epsilon; intros r Hr; destruct (small_fraction r Hr) as [n [Hn S]].
  destruct (integral_stairs X P _ n Hn (fun x => proj1 G (d x)) LX) as [_ [_ A]]; destruct (integral_stairs Y Q _ n Hn (fun y => proj1 G (e y)) LY) as [_ [B _]].
  assert (W : forall m, weigh P (stairs (fun x => f (d x)) n m) <= weigh Q (stairs (fun y => f (e y)) n m)).
  { assert (I : 0 < / INR n) by (now apply Rinv_0_lt_compat, lt_0_INR); induction m as [ | m IH ]; cbn [stairs weigh]; [ lra | ].
    assert (V := Rmult_le_compat_l (/ INR n) _ _ (Rlt_le _ _ I) (U (INR (Datatypes.S m) * / INR n))); lra. }
  specialize (W n); lra.
Qed.

(** * One pair of points *)

Section Fixed.
Variables (Z W : noise) (w D : R) (e : E).
Hypotheses (w0 : 0 < w) (D0 : 0 <= D) (Ne : norm E e = 1) (GZ : gaussian Z (w * w)) (GW : gaussian W 1).
Definition along (z : E) : R := inner E e z / w.
Let h := D / w.
Let q (z : E) := meets h (along z).
Let back := vscale E (- D) e.
Let L (z : E) := ratio (w * w) back z.
Let N (z : E) : Prop := - (h / 2) <= along z.

Lemma ww0 : 0 < w * w.
Proof. now apply Rmult_lt_0_compat. Qed.
Lemma root : sqrt (w * w) = w.
Proof. apply sqrt_square; lra. Qed.
Lemma h0 : 0 <= h.
Proof. apply Rmult_le_pos; [ exact D0 | left; now apply Rinv_0_lt_compat ]. Qed.
Lemma along_levels : levels E along.
Proof.
  apply (levels_ext E (fun z => / w * inner E e z)); [ intro z; unfold along, Rdiv; ring | ]; apply levels_scale; [ left; now apply Rinv_0_lt_compat | apply levels_inner ].
Qed.
Lemma along_up (c : R) : pr Z (fun z => c <= along z) = normal (- c).
Proof.
  rewrite (pr_ext E Z _ (fun z => c * w <= inner E e z)) by (apply along_levels || (intro z; unfold along; split; intro H;
    [ apply (Rmult_le_compat_r w) in H; [ | lra ]; unfold Rdiv in H; rewrite Rmult_assoc, Rinv_l in H by lra; lra
    | apply Rmult_le_reg_r with w; [ exact w0 | unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra ] ])).
  rewrite (half_space Z (w * w) ww0 GZ e (c * w) Ne), root; f_equal; field; lra.
Qed.
Lemma along_down (c : R) : pr Z (fun z => along z <= c) = normal c.
Proof.
  assert (M : meas (fun z => along z <= c)) by (apply (meas_ext E (fun z => ~ c < along z)); [ intro z; lra | apply meas_not, levels_above, along_levels ]).
  rewrite (pr_ext E Z _ (fun z => inner E e z <= c * w)) by (exact M || (intro z; unfold along; split; intro H;
    [ apply (Rmult_le_compat_r w) in H; [ | lra ]; unfold Rdiv in H; rewrite Rmult_assoc, Rinv_l in H by lra; lra
    | apply Rmult_le_reg_r with w; [ exact w0 | unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra ] ])).
  rewrite (marginal Z (w * w) ww0 GZ e (c * w) Ne), root; f_equal; field; lra.
Qed.
Lemma below_meas (c : R) : meas (fun z => along z < c).
Proof. apply (meas_ext E (fun z => ~ c <= along z)); [ intro z; lra | apply meas_not, along_levels ]. Qed.
(** Hyperplanes have no weight. *)
Lemma thin (c : R) (S : E -> Prop) : meas S -> pr Z (fun z => along z <= c /\ S z) = pr Z (fun z => along z < c /\ S z).
Proof.
  intro M; assert (ME : meas (fun z => c <= along z /\ ~ c < along z)) by (apply meas_and; [ apply along_levels | apply meas_not, levels_above, along_levels ]).
  assert (Z0 : pr Z (fun z => c <= along z /\ ~ c < along z) = 0).
  { assert (S1 := Hahn.pr_split E Z (fun z => c <= along z) (fun z => c < along z) (along_levels c) (levels_above E along along_levels c)).
    rewrite along_up, (pr_ext E Z (fun z => c <= along z /\ c < along z) (fun z => ~ along z <= c)) in S1 by
      ((apply meas_and; [ apply along_levels | apply levels_above, along_levels ]) || (intro z; lra)).
    rewrite pr_not, along_down, normal_reflected in S1; [ lra | ].
    apply (meas_ext E (fun z => ~ c < along z)); [ intro z; lra | apply meas_not, levels_above, along_levels ]. }
  assert (MS : meas (fun z => along z < c /\ S z)) by (apply meas_and; [ apply below_meas | exact M ]).
  assert (MT : meas (fun z => along z <= c /\ S z)) by
    (apply meas_and; [ apply (meas_ext E (fun z => ~ c < along z)); [ intro z; lra | apply meas_not, levels_above, along_levels ] | exact M ]).
  apply Rle_antisym; [ | apply pr_le; [ exact MS | exact MT | intros z [A B]; split; [ lra | exact B ] ] ].
  apply Rle_trans with (pr Z (fun z => (along z < c /\ S z) \/ (c <= along z /\ ~ c < along z))).
  - apply pr_le; [ exact MT | now apply meas_or | ]; intros z [A B]; destruct (Rle_lt_dec c (along z)); [ right; split; lra | left; split; [ lra | exact B ] ].
  - rewrite pr_or, Z0 by (assumption || (intros z [A _] [B _]; lra)); lra.
Qed.

(** The mirror keeps the noise. *)
Definition mirror (z : E) : E := vadd E z (vscale E (-2 * inner E e z) e).
Lemma inner_e : inner E e e = 1.
Proof. rewrite <- norm_square, Ne; ring. Qed.
Lemma inner_mirror (x z : E) : inner E x (mirror z) = inner E (mirror x) z.
Proof. unfold mirror; inners; rewrite (inner_comm E x e), (inner_comm E e x); ring. Qed.
Lemma mirror_mirror (z : E) : mirror (mirror z) = z.
Proof. apply vec_eq; intro x; unfold mirror; inners; rewrite inner_e; ring. Qed.
Lemma along_mirror (z : E) : along (mirror z) = - along z.
Proof. unfold along, mirror; inners; rewrite inner_e; field; lra. Qed.
Definition mirrored : map.
Proof.
  refine {| at_point := mirror |}; apply contraction_measurable; intros x y; right; unfold norm; f_equal.
  replace (vadd E (mirror x) (vscale E (-1) (mirror y))) with (mirror (vadd E x (vscale E (-1) y))).
  - rewrite inner_mirror, mirror_mirror; reflexivity.
  - apply vec_eq; intro u; unfold mirror; inners; ring.
Defined.
Lemma mirror_law (A : E -> Prop) : meas A -> pr Z (fun z => A (mirror z)) = pr Z A.
Proof.
  intro M; transitivity (pr (push mirrored Z) A); [ symmetry; exact (push_pr mirrored Z A M) | ]; revert A M; apply (quasi_unique (push mirrored Z) Z (w * w) ww0); [ | now apply gaussian_quasi; [ apply ww0 | ] ].
  assert (G := gaussian_quasi Z (w * w) ww0 GZ); intros x A r M r0; assert (MM := map_measurable mirrored A M); specialize (G (mirror x) _ r MM r0).
  assert (R : forall z, ratio (w * w) (mirror x) z = ratio (w * w) x (mirror z)) by (intro z; unfold ratio; rewrite <- !inner_mirror, mirror_mirror; reflexivity).
  assert (T : pr (push (translate x) (push mirrored Z)) A = pr (push (translate (mirror x)) Z) (fun z => A (mirror z))).
  { rewrite !push_pr by (assumption || exact (map_measurable (translate x) A M)); apply pr_ext; [ exact (map_measurable mirrored _ (map_measurable (translate x) A M)) | ].
    intro z; cbn [translate mirrored at_point]; replace (mirror (vadd E z (mirror x))) with (vadd E (mirror z) x); [ reflexivity | ].
    rewrite <- (mirror_mirror x) at 1; apply vec_eq; intro u; unfold mirror; inners; ring. }
  rewrite T, (push_pr mirrored Z A M); split; intro B; apply G; intros z Az; rewrite R; now apply B.
Qed.

(** The chance to meet is the density of the other where that is below 1. *)
Lemma L_exp (z : E) : L z = exp (- (h * along z + h * h / 2)).
Proof.
  unfold L, ratio, back, h, along; f_equal; rewrite !inner_vscale, inner_vscale_r, inner_e; field; lra.
Qed.
Lemma q_in (z : E) : N z -> q z = L z.
Proof.
  intro H; rewrite L_exp; unfold q, meets; rewrite Rabs_right by (apply Rle_ge, h0); apply Rmin_right; rewrite <- exp_0; apply exp_le.
  assert (0 <= h * (along z + h / 2)) by (apply Rmult_le_pos; [ apply h0 | unfold N in H; lra ]); lra.
Qed.
Lemma q_out (z : E) : ~ N z -> q z = 1.
Proof.
  intro H; unfold q, meets; rewrite Rabs_right by (apply Rle_ge, h0); apply Rmin_left; rewrite <- exp_0 at 1; apply exp_le.
  assert (0 <= h * (- (along z + h / 2))) by (apply Rmult_le_pos; [ apply h0 | unfold N in H; lra ]); lra.
Qed.
Lemma q_range (z : E) : 0 < q z <= 1.
Proof. unfold q, meets; split; [ apply Rmin_glb_lt; [ lra | apply exp_pos ] | apply Rmin_l ]. Qed.
Lemma q_levels : levels E q.
Proof.
  unfold q, meets; apply (levels_ext E (fun z => Rmin (exp (- (h * along z + h * h / 2))) 1)); [ intro z; rewrite Rabs_right by (apply Rle_ge, h0); apply Rmin_comm | ].
  apply levels_min; apply (levels_ext E (fun z => L z)); [ exact L_exp | apply ratio_levels, ww0 ].
Qed.
Lemma chosen_pr (m : R) : 0 < m <= 1 -> pr W (fun z => normal (inner E (direction E) z) <= m) = m.
Proof.
  intros [m0 [m1 | ->]].
  - destruct (normal_onto m (conj m0 m1)) as [c <-]; assert (Mc := marginal W 1 ltac:(lra) GW (direction E) c (norm_direction E)).
    rewrite sqrt_1 in Mc; replace (c / 1) with c in Mc by field; transitivity (pr W (fun z => inner E (direction E) z <= c)); [ | exact Mc ].
    assert (Ext : forall z, inner E (direction E) z <= c <-> normal (inner E (direction E) z) <= normal c) by (intro z; symmetry; apply normal_le).
    symmetry; apply pr_ext; [ | exact Ext ]; apply (meas_ext E (fun z => ~ c < inner E (direction E) z)); [ intro z; lra | apply meas_not, levels_above, levels_inner ].
  - rewrite <- (pr_all E W) at 1; symmetry; apply pr_ext; [ apply meas_all | intro z; assert (B := normal_below (inner E (direction E) z)); split; [ lra | auto ] ].
Qed.
Definition met (p : E * E) : Prop := normal (inner E (direction E) (snd p)) <= q (fst p).
Lemma met_meas : @meas (pairs E E) met.
Proof.
  assert (Lu : levels E (fun z => normal (inner E (direction E) z))) by (apply levels_normal, levels_inner).
  apply (meas_ext (pairs E E) (fun p => 1 <= q (fst p) + (1 - normal (inner E (direction E) (snd p))))); [ intro p; unfold met; lra | ].
  refine (levels_plus (pairs E E) (fun p => q (fst p)) (fun p => 1 - normal (inner E (direction E) (snd p))) _ _ _ 1).
  - intro p; assert (Q := q_range (fst p)); lra.
  - intro t; exact (fst_measurable E E _ (q_levels t)).
  - intro t; exact (snd_measurable E E _ (levels_minus E _ Lu t)).
Qed.
(** The chance of what holds after a meeting, or else. *)
Definition either (S T : E -> Prop) (p : E * E) : Prop := (met p /\ S (fst p)) \/ (~ met p /\ T (fst p)).
Lemma either_meas (S T : E -> Prop) : meas S -> meas T -> @meas (pairs E E) (either S T).
Proof.
  intros MS MT; apply (meas_or (pairs E E)); apply (meas_and (pairs E E)); try apply met_meas; try (apply (meas_not (pairs E E)), met_meas); now apply (fst_measurable E E).
Qed.
Lemma either_pr (S T : E -> Prop) : meas S -> meas T ->
  pr (product Z W) (either S T) + pr (push (translate back) Z) (fun z => N z /\ T z) =
  pr Z (fun z => ~ N z /\ S z) + pr (push (translate back) Z) (fun z => N z /\ S z) + pr Z (fun z => N z /\ T z).
Proof.
  intros MS MT; assert (MN : meas N) by apply along_levels; assert (ME := either_meas S T MS MT); assert (Dn := move_density Z (w * w) ww0 GZ back : density (push (translate back) Z) Z L).
  assert (M1 : meas (fun z => N z /\ S z)) by (now apply meas_and); assert (M2 : meas (fun z => N z /\ T z)) by (now apply meas_and).
  assert (M3 : meas (fun z => ~ N z /\ S z)) by (apply meas_and; [ now apply meas_not | exact MS ]).
  rewrite product_pr by exact ME; rewrite (proj2 Dn _ M1), (proj2 Dn _ M2), <- (indicator_mean Z _ M3), <- (indicator_mean Z _ M2).
  assert (ind : forall A : E -> Prop, meas A -> summable E Z (indicator A)) by
    (intros A M; apply (Tilt.event_summable E Z A M)).
  set (F := fun z => pr W (fun y => either S T (z, y))).
  assert (SF : summable E Z F) by (apply (summable_bounded E Z F 1); [ exact (over_range E E (fun _ => W) _ ME) | exact (over_levels E E (fun _ => W) (constant_kernel E E W) _ ME) ]).
  destruct (mean_plus E Z _ _ SF (within_summable Z _ L M2 (proj1 Dn))) as [_ <-].
  destruct (mean_plus E Z _ _ (ind _ M3) (within_summable Z _ L M1 (proj1 Dn))) as [T1 E1]; destruct (mean_plus E Z _ _ T1 (ind _ M2)) as [_ E2].
  rewrite <- E1, <- E2; apply integral_ext; intro z; assert (Q := q_range z); assert (C := chosen_pr (q z) Q).
  assert (MC : meas (fun y => normal (inner E (direction E) y) <= q z)) by exact (over_meas E E met met_meas z).
  assert (FV : F z = (if decide (S z) then q z else 0) + (if decide (T z) then 1 - q z else 0)).
  { unfold F, either, met; cbn [fst snd]; rewrite pr_or.
    - f_equal; [ destruct (decide (S z)) as [Y | Y] | destruct (decide (T z)) as [Y | Y] ].
      + transitivity (pr W (fun y => normal (inner E (direction E) y) <= q z)); [ | exact C ]; apply pr_ext; [ | tauto ]; apply meas_and; [ exact MC | apply (meas_ext E (fun _ => True)); [ tauto | apply meas_all ] ].
      + rewrite <- (pr_none E W); symmetry; apply pr_ext; [ apply meas_none | tauto ].
      + transitivity (1 - pr W (fun y => normal (inner E (direction E) y) <= q z)); [ | now rewrite C ]; rewrite <- pr_not by exact MC; symmetry; apply pr_ext; [ now apply meas_not | tauto ].
      + rewrite <- (pr_none E W); symmetry; apply pr_ext; [ apply meas_none | tauto ].
    - apply meas_and; [ exact MC | destruct (classic (S z)); [ apply (meas_ext E (fun _ => True)) | apply (meas_ext E (fun _ => False)) ]; tauto || apply meas_all || apply meas_none ].
    - apply meas_and; [ now apply meas_not | destruct (classic (T z)); [ apply (meas_ext E (fun _ => True)) | apply (meas_ext E (fun _ => False)) ]; tauto || apply meas_all || apply meas_none ].
    - tauto. }
  rewrite FV; unfold indicator; destruct (classic (N z)) as [Y | Y]; [ rewrite (q_in z Y) | rewrite (q_out z Y) ];
    destruct (decide (S z)), (decide (T z)); repeat (destruct (decide _); try tauto); ring.
Qed.

(** What is left of the distance. *)
Lemma left_tail (s : R) : 0 <= s ->
  pr (product Z W) (fun p => s < left_over h (along (fst p)) (normal (inner E (direction E) (snd p)))) = normal ((h - s) / 2) - normal (- ((h + s) / 2)).
Proof.
  intro s0; assert (hh := h0); set (T := fun z => (s - h) / 2 < along z); assert (MT : meas T) by (apply levels_above, along_levels).
  assert (A := either_pr (fun _ => False) T (meas_none E) MT); assert (TN : forall z, T z -> N z) by (intros z; unfold T, N; lra).
  rewrite (pr_ext (pairs E E) _ (either (fun _ => False) T) (fun p => s < left_over h (along (fst p)) (normal (inner E (direction E) (snd p))))) in A.
  - assert (MN : meas N) by apply along_levels; assert (M2 : meas (fun z => N z /\ T z)) by (now apply meas_and).
    rewrite push_pr in A by exact M2; rewrite (pr_ext E Z (fun z => ~ N z /\ False) (fun _ => False)), (pr_ext E _ (fun z => N z /\ False) (fun _ => False)), !pr_none in A by
      ((apply meas_and; [ try apply meas_not; exact MN | apply meas_none ]) || tauto).
    assert (U : forall c, pr Z (fun z => c < along z) = normal (- c)).
    { intro c; rewrite (pr_ext E Z _ (fun z => ~ along z <= c)) by ((apply levels_above, along_levels) || (intro z; lra)).
      rewrite pr_not, along_down, normal_reflected; [ reflexivity | apply (meas_ext E (fun z => ~ c < along z)); [ intro z; lra | apply meas_not, levels_above, along_levels ] ]. }
    rewrite (pr_ext E Z (fun z => N z /\ T z) (fun z => (s - h) / 2 < along z)), U in A by (exact M2 || (intro z; split; [ tauto | intro Tz; split; [ now apply TN | exact Tz ] ])).
    rewrite (pr_ext E Z (fun z => N (translate back z) /\ T (translate back z)) (fun z => (s + h) / 2 < along z)), U in A.
    + replace (- ((s - h) / 2)) with ((h - s) / 2) in A by field; replace (- ((s + h) / 2)) with (- ((h + s) / 2)) in A by field; lra.
    + exact (map_measurable (translate back) _ M2).
    + intro z; assert (B : along (translate back z) = along z - h).
      { unfold along, back, h; cbn [translate at_point]; inners; rewrite inner_e; field; lra. }
      unfold N, T; rewrite B; lra.
  - apply either_meas; [ apply meas_none | exact MT ].
  - intros [z y]; unfold either, met, left_over, T, q; cbn [fst snd]; rewrite (Rabs_right h) by (apply Rle_ge; exact hh); destruct (Rle_dec _ _); lra.
Qed.
Lemma left_nonneg (z : E) (u : R) : 0 <= left_over h (along z) u \/ 1 <= u.
Proof.
  unfold left_over; destruct (Rle_dec u (meets h (along z))) as [H | H]; [ left; lra | ]; destruct (classic (N z)) as [Y | Y].
  - left; rewrite Rabs_right by (apply Rle_ge, h0); unfold N in Y; lra.
  - right; fold (q z) in H; rewrite (q_out z Y) in H; lra.
Qed.
Lemma left_levels : levels (pairs E E) (fun p => left_over h (along (fst p)) (normal (inner E (direction E) (snd p)))).
Proof.
  intro s; assert (hh := h0); assert (M1 : meas (fun z => (s - h) / 2 <= along z)) by apply along_levels.
  assert (M0 : meas (fun _ : E => s <= 0)) by (destruct (classic (s <= 0)); [ apply (meas_ext E (fun _ => True)) | apply (meas_ext E (fun _ => False)) ]; tauto || apply meas_all || apply meas_none).
  apply (meas_ext (pairs E E) (either (fun _ => s <= 0) (fun z => (s - h) / 2 <= along z))); [ | now apply either_meas ].
  intros [z y]; unfold either, met, left_over, q; cbn [fst snd]; rewrite (Rabs_right h) by (apply Rle_ge; exact hh); destruct (Rle_dec _ _); lra.
Qed.

(** The second run goes to its own noise. *)
Lemma second_law (x y : E) (A : E -> Prop) : meas A -> x = vadd E y (vscale E D e) ->
  pr (product Z W) (either (fun z => A (vadd E x z)) (fun z => A (vadd E y (mirror z)))) = pr Z (fun z => A (vadd E y z)).
Proof.
  intros M Exy; assert (shift : forall u, meas (fun z => A (vadd E u z))).
  { intro u; apply (meas_ext E (fun z => A (translate u z))); [ intro z; cbn [translate at_point]; rewrite vadd_comm; tauto | exact (map_measurable (translate u) A M) ]. }
  assert (MN : meas N) by apply along_levels; assert (MB := shift x); assert (MY := shift y); assert (MC : meas (fun z => A (vadd E y (mirror z)))) by exact (map_measurable mirrored _ MY).
  assert (MXm : meas (fun z => A (vadd E x (mirror z)))) by exact (map_measurable mirrored _ MB).
  assert (R := either_pr _ _ MB MC); cbv beta in R.
  assert (H1 : meas (fun z => h / 2 <= along z)) by apply along_levels; assert (H2 : forall c, meas (fun z => along z <= c)) by
    (intro c; apply (meas_ext E (fun z => ~ c < along z)); [ intro z; lra | apply meas_not, levels_above, along_levels ]).
  assert (B : forall z, along (translate back z) = along z - h) by (intro z; unfold along, back, h; cbn [translate at_point]; inners; rewrite inner_e; field; lra).
  assert (I1 : pr (push (translate back) Z) (fun z => N z /\ A (vadd E y (mirror z))) = pr Z (fun z => along z < - (h / 2) /\ A (vadd E x z))).
  { assert (MQ : meas (fun z => along z <= - (h / 2) /\ A (vadd E x z))) by (now apply meas_and).
    rewrite push_pr by (now apply meas_and); rewrite <- thin by exact MB; rewrite <- (mirror_law _ MQ).
    apply pr_ext; [ exact (map_measurable (translate back) _ (meas_and E _ _ MN MC)) | ]; intro z; rewrite along_mirror; unfold N; rewrite B.
    replace (vadd E y (mirror (translate back z))) with (vadd E x (mirror z)); [ split; intros [K1 K2]; split; lra || exact K2 | ].
    rewrite Exy; unfold back; cbn [translate at_point]; apply vec_eq; intro u; unfold mirror; inners; rewrite inner_e; ring. }
  assert (I2 : pr (push (translate back) Z) (fun z => N z /\ A (vadd E x z)) = pr Z (fun z => h / 2 <= along z /\ A (vadd E y z))).
  { rewrite push_pr by (now apply meas_and); apply pr_ext; [ exact (map_measurable (translate back) _ (meas_and E _ _ MN MB)) | ]; intro z; unfold N; rewrite B.
    replace (vadd E x (translate back z)) with (vadd E y z); [ split; intros [K1 K2]; split; lra || exact K2 | ].
    rewrite Exy; unfold back; cbn [translate at_point]; apply vec_eq; intro u; inners; ring. }
  assert (I3 : pr Z (fun z => N z /\ A (vadd E y (mirror z))) = pr Z (fun z => along z < h / 2 /\ A (vadd E y z))).
  { assert (MQ : meas (fun z => along z <= h / 2 /\ A (vadd E y z))) by (now apply meas_and); rewrite <- thin by exact MY; rewrite <- (mirror_law _ MQ).
    apply pr_ext; [ now apply meas_and | ]; intro z; rewrite along_mirror; unfold N; split; intros [K1 K2]; split; lra || exact K2. }
  assert (I4 : pr Z (fun z => ~ N z /\ A (vadd E x z)) = pr Z (fun z => along z < - (h / 2) /\ A (vadd E x z))).
  { apply pr_ext; [ apply meas_and; [ now apply meas_not | exact MB ] | ]; intro z; unfold N; split; intros [K1 K2]; split; lra || exact K2. }
  assert (I5 : pr Z (fun z => A (vadd E y z)) = pr Z (fun z => h / 2 <= along z /\ A (vadd E y z)) + pr Z (fun z => along z < h / 2 /\ A (vadd E y z))).
  { rewrite <- pr_or; [ | now apply meas_and | apply meas_and; [ apply below_meas | exact MY ] | intros z [K1 _] [K2 _]; lra ].
    apply pr_ext; [ exact MY | ]; intro z; destruct (Rle_lt_dec (h / 2) (along z)); tauto. }
  rewrite I1, I2, I3, I4 in R; lra.
Qed.
End Fixed.

(** * Measurable points and numbers *)

Section Measurable.
Variable X : Space.
Notation line := Line.line.

Lemma vadd_of (f g : X -> E) : measurable X E f -> measurable X E g -> measurable X E (fun x => vadd E (f x) (g x)).
Proof.
  intros F G; apply (compose_measurable X (pairs E E) E vadd_pair (fun x => (f x, g x))); [ apply vadd_measurable | now apply pair_measurable ].
Qed.
Lemma vsub_of (f g : X -> E) : measurable X E f -> measurable X E g -> measurable X E (fun x => vsub (f x) (g x)).
Proof. intros F G; apply vadd_of; [ exact F | apply (compose_measurable X E E (vscale E (-1)) g); [ apply vscale_measurable | exact G ] ]. Qed.
Lemma norm_of (f : X -> E) : measurable X E f -> measurable X line (fun x => norm E (f x)).
Proof.
  intro F; apply Tilt.levels_line, levels_from; intro t; apply (meas_ext X (fun x => ~ norm E (f x) <= t)); [ intro x; lra | ].
  apply meas_not; exact (F _ (norm_measurable E t)).
Qed.
Lemma inner_of (f g : X -> E) : measurable X E f -> measurable X E g -> measurable X line (fun x => inner E (f x) (g x)).
Proof.
  intros F G; apply (Dimensions.measurable_ext X line (fun x => / 2 * (norm E (vadd E (f x) (g x)) * norm E (vadd E (f x) (g x)) +
    (-1 * (norm E (f x) * norm E (f x) + norm E (g x) * norm E (g x)) + 0)) + 0)).
  - intro x; match goal with |- ?a = ?b => change (@eq R a b) end; rewrite !norm_square, inner_vadd, !inner_vadd_r, (inner_comm E (g x)); field.
  - apply Dimensions.affine_of, Instances.sum_measurable; [ apply Dimensions.square_of, norm_of; now apply vadd_of | ].
    apply Dimensions.affine_of, Instances.sum_measurable; apply Dimensions.square_of; now apply norm_of.
Qed.
Lemma vscale_of (a : X -> R) (f : X -> E) : measurable X line a -> measurable X E f -> measurable X E (fun x => vscale E (a x) (f x)).
Proof.
  intros A F; apply (compose_measurable X (pairs line E) E (fun p => vscale E (fst p) (snd p)) (fun x => (a x, f x))); [ exact vscale_joint | now apply pair_measurable ].
Qed.
Definition inverse (d : R) : R := if decide (0 < d) then / d else 0.
Lemma inverse_of (a : X -> R) : measurable X line a -> measurable X line (fun x => inverse (a x)).
Proof.
  intro A; apply Tilt.levels_line; assert (L := Tilt.line_levels X a A); intro t; destruct (Rle_lt_dec t 0) as [T | T].
  - apply (meas_ext X (fun _ => True)); [ intro x; split; [ intros _ | auto ]; unfold inverse; destruct (decide _) as [H | H]; [ apply Rinv_0_lt_compat in H; lra | exact T ] | apply meas_all ].
  - apply (meas_ext X (fun x => 0 < a x /\ ~ / t < a x)); [ | apply meas_and; [ now apply levels_above | apply meas_not; now apply levels_above ] ].
    intro x; unfold inverse; destruct (decide _) as [H | H]; [ | split; [ tauto | lra ] ]; split.
    + intros [_ K]; rewrite <- (Rinv_inv t); apply Rinv_le_contravar; lra.
    + intro K; split; [ exact H | ]; apply Rle_not_lt; rewrite <- (Rinv_inv (a x)); apply Rinv_le_contravar; lra.
Qed.
End Measurable.

(** * What is left of a larger distance is larger *)

Lemma left_larger (Z W : noise) (w D : R) (e : E) (Z' W' : noise) (w' D' : R) (e' : E) (f : R -> R) : 0 < w -> 0 <= D -> norm E e = 1 -> gaussian Z (w * w) ->
  gaussian W 1 -> 0 < w' -> 0 <= D' -> norm E e' = 1 -> gaussian Z' (w' * w') -> gaussian W' 1 -> D / w <= D' / w' -> grows f ->
  integral (pairs E E) (product Z W) (fun p => f (left_over (D / w) (along w e (fst p)) (normal (inner E (direction E) (snd p))))) <=
  integral (pairs E E) (product Z' W') (fun p => f (left_over (D' / w') (along w' e' (fst p)) (normal (inner E (direction E) (snd p))))).
Proof.
  intros w0 D0 Ne GZ GW w0' D0' Ne' GZ' GW' H G.
  assert (LL := left_levels w D e w0 D0 Ne); assert (LR := left_levels w' D' e' w0' D0' Ne').
  apply (dominated _ _ (product Z W) (product Z' W') (fun p => left_over (D / w) (along w e (fst p)) (normal (inner E (direction E) (snd p))))
    (fun p => left_over (D' / w') (along w' e' (fst p)) (normal (inner E (direction E) (snd p)))) f); [ exact LL | exact LR | exact G | ].
  intro u; destruct (Rle_lt_dec 0 u) as [U | U].
  - rewrite (left_tail Z W w D e w0 D0 Ne GZ GW u U), (left_tail Z' W' w' D' e' w0' D0' Ne' GZ' GW' u U).
    assert (A := normal_monotone ((D / w - u) / 2) ((D' / w' - u) / 2) ltac:(lra)); assert (B := normal_monotone (- ((D' / w' + u) / 2)) (- ((D / w + u) / 2)) ltac:(lra)); lra.
  - rewrite (pr_ext (pairs E E) (product Z' W') _ (fun _ => True)), pr_all; [ now apply pr_le_1, levels_above | now apply levels_above | ].
    intro p; split; [ auto | intros _ ]; destruct (left_nonneg w' D' e' w0' D0' (fst p) (normal (inner E (direction E) (snd p)))) as [K | K]; [ lra | ].
    assert (B := normal_below (inner E (direction E) (snd p))); lra.
Qed.
Lemma white_one : gaussian (white 1) (1 * 1).
Proof. rewrite Rmult_1_l; apply white_gaussian; lra. Qed.
Lemma remains_along (h : R) (f : R -> R) : remains h f =
  integral (pairs E E) (product (white 1) (white 1)) (fun p => f (left_over (h / 1) (along 1 (direction E) (fst p)) (normal (inner E (direction E) (snd p))))).
Proof.
  unfold remains; apply integral_ext; intro p; unfold along; replace (h / 1) with h by field.
  replace (inner E (direction E) (fst p) / 1) with (inner E (direction E) (fst p)) by field; reflexivity.
Qed.
Lemma remains_rises (h k : R) (f : R -> R) : 0 <= h -> h <= k -> grows f -> remains h f <= remains k f.
Proof.
  intros H K G; rewrite !remains_along; assert (W := white_one); apply left_larger; try lra; try apply norm_direction; try exact W; try (now rewrite Rmult_1_l in W); exact G.
Qed.
Lemma remains_range (h : R) (f : R -> R) : 0 <= h -> grows f -> 0 <= remains h f <= 1.
Proof.
  intros H G; rewrite remains_along; assert (L := levels_grow _ _ f (left_levels 1 h (direction E) ltac:(lra) H (norm_direction E)) G); split.
  - apply integral_nonneg; intro p; apply G.
  - destruct (Vectors.constant_mean (pairs E E) (product (white 1) (white 1)) 1 ltac:(lra)) as [S1 B1]; apply Rle_trans with (2 := B1).
    apply mean_le; [ apply (summable_bounded _ _ _ 1); [ intro p; apply G | exact L ] | exact S1 | intro p; apply G ].
Qed.
Lemma remains_grows (f : R -> R) : grows f -> grows (fun d => remains (Rmax 0 d) f).
Proof.
  intro G; split; [ intro y; apply remains_range; [ apply Rmax_l | exact G ] | intros y z L; apply remains_rises; [ apply Rmax_l | now apply Rle_max_compat_l | exact G ] ].
Qed.

(** * Reflection *)

Section Reflect.
Variables (Z : noise) (w : R).
Hypotheses (w0 : 0 < w) (GZ : gaussian Z (w * w)).
Local Notation B := (pairs (pairs E E) (pairs E E)).
Definition apartness (p : E * E) : R := dist (fst p) (snd p).
Definition tilted (p : E * E) (z : E) : R := inner E (vsub (fst p) (snd p)) z * inverse (apartness p).
Definition second_run (r : (E * E) * (E * E)) : E :=
  let (p, n) := r in
  if Rle_dec (normal (inner E (direction E) (snd n))) (meets (apartness p / w) (tilted p (fst n) / w)) then vadd E (fst p) (fst n)
  else vadd E (snd p) (vadd E (fst n) (vscale E (-2 * tilted p (fst n) * inverse (apartness p)) (vsub (fst p) (snd p)))).
Definition runs (r : (E * E) * (E * E)) : E * E := (vadd E (fst (fst r)) (fst (snd r)), second_run r).

Lemma meets_none (t : R) : meets 0 t = 1.
Proof. unfold meets; rewrite Rabs_R0; replace (- (0 * t + 0 * 0 / 2)) with 0 by field; rewrite exp_0; apply Rmin_left; lra. Qed.
Lemma second_at (p : E * E) : exists e, norm E e = 1 /\ fst p = vadd E (snd p) (vscale E (apartness p) e) /\ forall n,
  (met w (apartness p) e n /\ second_run (p, n) = vadd E (fst p) (fst n)) \/ (~ met w (apartness p) e n /\ second_run (p, n) = vadd E (snd p) (mirror e (fst n))).
Proof.
  destruct p as [x y]; unfold apartness; cbn [fst snd]; assert (D0 := dist_nonneg x y); destruct D0 as [D0 | D0].
  - exists (vscale E (/ dist x y) (vsub x y)); assert (I : inverse (dist x y) = / dist x y) by (unfold inverse; destruct (decide _); [ reflexivity | contradiction ]).
    split; [ rewrite norm_scale, Rabs_right by (left; now apply Rinv_0_lt_compat); fold (dist x y); field; lra | split ].
    + rewrite vscale_mul, Rinv_r, vscale_one by lra; symmetry; apply vadd_vsub.
    + intros [z z2]; unfold met, second_run, tilted, apartness, along; cbn [fst snd]; rewrite I, inner_vscale, (Rmult_comm (/ dist x y)).
      destruct (Rle_dec _ _) as [H | H]; [ left; now split | right; split; [ exact H | ] ]; f_equal; unfold mirror; f_equal.
      rewrite vscale_mul, inner_vscale; f_equal; ring.
  - exists (direction E); split; [ apply norm_direction | split ]; [ rewrite <- D0, vscale_none, vadd_zero; now apply dist_zero | ].
    intros [z z2]; left; unfold met, second_run, apartness; cbn [fst snd]; rewrite <- D0; replace (0 / w) with 0 by (field; lra); rewrite !meets_none.
    assert (N := normal_below (inner E (direction E) z2)); split; [ lra | destruct (Rle_dec _ _); [ reflexivity | lra ] ].
Qed.
Lemma runs_apart (p : E * E) (e : E) (n : E * E) : norm E e = 1 -> fst p = vadd E (snd p) (vscale E (apartness p) e) ->
  (met w (apartness p) e n /\ second_run (p, n) = vadd E (fst p) (fst n)) \/ (~ met w (apartness p) e n /\ second_run (p, n) = vadd E (snd p) (mirror e (fst n))) ->
  apartness (runs (p, n)) = w * left_over (apartness p / w) (along w e (fst n)) (normal (inner E (direction E) (snd n))).
Proof.
  intros Ne Ep S; set (D := apartness p) in *; assert (D0 : 0 <= D) by apply dist_nonneg; unfold runs; unfold apartness at 1; cbn [fst snd]; unfold left_over.
  unfold met in S; destruct S as [[M ->] | [M ->]]; destruct (Rle_dec _ _) as [H | H]; try contradiction; [ rewrite dist_self; ring | ].
  destruct (left_nonneg w D e w0 D0 (fst n) (normal (inner E (direction E) (snd n)))) as [K | K]; [ | assert (N := normal_below (inner E (direction E) (snd n))); lra ].
  unfold left_over in K; destruct (Rle_dec _ _) as [H' | _]; [ contradiction | ].
  assert (V : vsub (vadd E (fst p) (fst n)) (vadd E (snd p) (mirror e (fst n))) = vscale E (w * (Rabs (D / w) + 2 * along w e (fst n))) e).
  { assert (F : w * (Rabs (D / w) + 2 * along w e (fst n)) = D + 2 * inner E e (fst n)).
    { rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [ exact D0 | left; now apply Rinv_0_lt_compat ]); unfold along; field; lra. }
    rewrite F, Ep; apply vec_eq; intro u; unfold mirror; inners; ring. }
  unfold dist; rewrite V, norm_scale, Ne, Rmult_1_r, Rabs_right; [ reflexivity | apply Rle_ge, Rmult_le_pos; lra ].
Qed.
Lemma runs_measurable : measurable B (pairs E E) runs.
Proof.
  assert (M1 := fst_measurable (pairs E E) (pairs E E)); assert (M2 := snd_measurable (pairs E E) (pairs E E)).
  assert (mx : measurable B E (fun r => fst (fst r))) by exact (compose_measurable B (pairs E E) E _ _ (fst_measurable E E) M1).
  assert (my : measurable B E (fun r => snd (fst r))) by exact (compose_measurable B (pairs E E) E _ _ (snd_measurable E E) M1).
  assert (mz : measurable B E (fun r => fst (snd r))) by exact (compose_measurable B (pairs E E) E _ _ (fst_measurable E E) M2).
  assert (mu : measurable B E (fun r => snd (snd r))) by exact (compose_measurable B (pairs E E) E _ _ (snd_measurable E E) M2).
  assert (md := vsub_of B _ _ mx my); assert (mD := norm_of B _ md); assert (mi := inverse_of B _ mD).
  assert (mt := Dimensions.product_of B _ _ (inner_of B _ _ md mz) mi); assert (mn := vadd_of B _ _ mx mz).
  assert (ms : measurable B E (fun r => vadd E (snd (fst r)) (vadd E (fst (snd r)) (vscale E (-2 * tilted (fst r) (fst (snd r)) * inverse (apartness (fst r))) (vsub (fst (fst r)) (snd (fst r))))))).
  { apply vadd_of; [ exact my | apply vadd_of; [ exact mz | apply vscale_of; [ | exact md ] ] ].
    apply Dimensions.product_of; [ | exact mi ]; apply (Dimensions.measurable_ext B Line.line (fun r => -2 * tilted (fst r) (fst (snd r)) + 0)).
    - intro r; match goal with |- ?a = ?b => change (@eq R a b) end; ring.
    - now apply Dimensions.affine_of. }
  assert (Lm : levels B (fun r => meets (apartness (fst r) / w) (tilted (fst r) (fst (snd r)) / w))).
  { assert (mh : measurable B Line.line (fun r => apartness (fst r) / w)).
    { apply (Dimensions.measurable_ext B Line.line (fun r => / w * apartness (fst r) + 0)); [ intro r; match goal with |- ?a = ?b => change (@eq R a b) end; field; lra | now apply Dimensions.affine_of ]. }
    assert (mtw : measurable B Line.line (fun r => tilted (fst r) (fst (snd r)) / w)).
    { apply (Dimensions.measurable_ext B Line.line (fun r => / w * tilted (fst r) (fst (snd r)) + 0)); [ intro r; match goal with |- ?a = ?b => change (@eq R a b) end; field; lra | now apply Dimensions.affine_of ]. }
    set (k := fun r : (E * E) * (E * E) => (apartness (fst r) / w) * (tilted (fst r) (fst (snd r)) / w) + (/ 2 * ((apartness (fst r) / w) * (apartness (fst r) / w)) + 0)).
    assert (mk : measurable B Line.line k) by (apply Instances.sum_measurable; [ now apply Dimensions.product_of | apply Dimensions.affine_of; now apply Dimensions.square_of ]).
    apply (levels_ext B (fun r => Rmin (exp (-1 * k r + 0)) 1)).
    - intros [p n]; unfold meets, k; cbn [fst snd]; rewrite Rabs_right; [ | apply Rle_ge, Rmult_le_pos; [ apply dist_nonneg | left; now apply Rinv_0_lt_compat ] ].
      rewrite Rmin_comm; apply (f_equal (Rmin 1)), (f_equal exp); field; lra.
    - apply levels_min, levels_exp, Tilt.line_levels; now apply Dimensions.affine_of. }
  assert (Lu : levels B (fun r => 1 - normal (inner E (direction E) (snd (snd r))))).
  { apply levels_minus; intro t; exact (mu _ (levels_normal E _ (levels_inner (direction E)) t)). }
  set (G := fun r : (E * E) * (E * E) => normal (inner E (direction E) (snd (snd r))) <= meets (apartness (fst r) / w) (tilted (fst r) (fst (snd r)) / w)).
  assert (MG : @meas B G).
  { apply (meas_ext B (fun r => 1 <= meets (apartness (fst r) / w) (tilted (fst r) (fst (snd r)) / w) + (1 - normal (inner E (direction E) (snd (snd r)))))); [ intros [p n]; unfold G; cbn [fst snd]; lra | ].
    refine (levels_plus B _ _ _ Lm Lu 1); intro r; unfold meets; apply Rmin_glb; [ lra | left; apply exp_pos ]. }
  apply pair_measurable; [ exact mn | ]; intros A M; apply (meas_ext B (fun r => (G r /\ A (vadd E (fst (fst r)) (fst (snd r)))) \/ (~ G r /\
    A (vadd E (snd (fst r)) (vadd E (fst (snd r)) (vscale E (-2 * tilted (fst r) (fst (snd r)) * inverse (apartness (fst r))) (vsub (fst (fst r)) (snd (fst r))))))))).
  - intros [p n]; unfold second_run, G; cbn [fst snd]; destruct (Rle_dec _ _); tauto.
  - apply meas_or; apply meas_and; [ exact MG | exact (mn A M) | now apply meas_not | exact (ms A M) ].
Qed.

Variable J : Law (pairs E E).
Definition reflected : Law (pairs E E) := image (runs : B -> pairs E E) runs_measurable (product J (product Z (white 1))).
Lemma white_here : gaussian (white 1) 1.
Proof. apply white_gaussian; lra. Qed.
Lemma reflected_first : equal (first reflected) (convolve (first J) Z).
Proof.
  intros A M; assert (MF := fst_measurable E E A M); unfold first at 2; rewrite convolve_pr by exact M; unfold first; rewrite image_pr by exact M; unfold reflected.
  rewrite image_pr by exact MF; rewrite product_pr by exact (runs_measurable _ MF); apply integral_ext; intro p; rewrite moved_pr by exact M; unfold runs; cbn [fst snd].
  set (S := fun z => A (vadd E z (fst p))); assert (MS : meas S) by exact (map_measurable (translate (fst p)) A M).
  transitivity (pr Z S * pr (white 1) (fun _ => True)); [ | rewrite pr_all; ring ]; rewrite <- product_rectangle by (exact MS || apply meas_all).
  symmetry; apply pr_ext; [ apply (meas_ext (pairs E E) (fun n => S (fst n))); [ tauto | exact (fst_measurable E E S MS) ] | intro n; unfold S; rewrite vadd_comm; tauto ].
Qed.
Lemma reflected_second : equal (second reflected) (convolve (second J) Z).
Proof.
  intros A M; assert (MF := snd_measurable E E A M); unfold second at 2; rewrite convolve_pr by exact M; unfold second; rewrite image_pr by exact M; unfold reflected.
  rewrite image_pr by exact MF; rewrite product_pr by exact (runs_measurable _ MF); apply integral_ext; intro p; rewrite moved_pr by exact M; unfold runs; cbn [fst snd].
  destruct (second_at p) as [e [Ne [Ep S]]]; assert (T := second_law Z (white 1) w (apartness p) e w0 (dist_nonneg _ _) Ne GZ white_here (fst p) (snd p) A M Ep).
  transitivity (pr Z (fun z => A (vadd E (snd p) z))).
  - rewrite <- T; apply pr_ext; [ exact (over_meas (pairs E E) (pairs E E) _ (runs_measurable _ MF) p) | ].
    intro n; unfold either; destruct (S n) as [[H Eq] | [H Eq]]; split.
      * intro K; left; split; [ exact H | exact (eq_ind _ A K _ Eq) ].
      * intros [[_ K] | [K _]]; [ exact (eq_ind_r A K Eq) | contradiction ].
      * intro K; right; split; [ exact H | exact (eq_ind _ A K _ Eq) ].
      * intros [[K _] | [_ K]]; [ contradiction | exact (eq_ind_r A K Eq) ].
  - apply pr_ext; [ | intro z; rewrite vadd_comm; tauto ].
    apply (meas_ext E (fun z => A (translate (snd p) z))); [ intro z; cbn [translate at_point]; rewrite vadd_comm; tauto | exact (map_measurable (translate (snd p)) A M) ].
Qed.
Lemma dist_levels : levels (pairs E E) apartness.
Proof. apply Tilt.line_levels, norm_of, vsub_of; [ apply fst_measurable | apply snd_measurable ]. Qed.
Lemma scaled_grows (f : R -> R) : grows f -> grows (fun y => f (w * y)).
Proof. intros [R0 G]; split; [ intro y; apply R0 | intros y z L; apply G, Rmult_le_compat_l; lra ]. Qed.
Lemma left_mean (f : R -> R) : grows f -> let g := fun p => remains (apartness p / w) (fun y => f (w * y)) in
  summable (pairs E E) J g /\ integral (pairs E E) reflected (fun p => f (apartness p)) <= integral (pairs E E) J g.
Proof.
  intros G g; assert (G' := scaled_grows f G); assert (h0 : forall p : E * E, 0 <= apartness p / w) by (intro p; apply Rmult_le_pos; [ apply dist_nonneg | left; now apply Rinv_0_lt_compat ]).
  assert (Lg : levels (pairs E E) g).
  { apply (levels_ext (pairs E E) (fun p => (fun d => remains (Rmax 0 d) (fun y => f (w * y))) (/ w * apartness p))).
    - intro p; unfold g; specialize (h0 p); rewrite Rmax_right by (rewrite Rmult_comm; exact h0); f_equal; unfold Rdiv; ring.
    - apply (levels_grow (pairs E E) (fun p => / w * apartness p) (fun d => remains (Rmax 0 d) (fun y => f (w * y)))); [ | now apply remains_grows ].
      apply levels_scale; [ left; now apply Rinv_0_lt_compat | apply dist_levels ]. }
  assert (Sg : summable (pairs E E) J g) by (apply (summable_bounded _ J g 1); [ intro p; now apply remains_range | exact Lg ]); split; [ exact Sg | ].
  assert (Lf : levels (pairs E E) (fun p => f (apartness p))) by (apply (levels_grow (pairs E E) apartness f); [ apply dist_levels | exact G ]).
  unfold reflected; rewrite <- (integral_image (runs : B -> pairs E E) runs_measurable _ (fun p => f (apartness p)) (fun p => proj1 G _) Lf).
  set (F := fun r => f (apartness (runs r))); assert (LF : levels B F) by (intro t; exact (runs_measurable _ (Lf t))).
  assert (F01 : forall r, 0 <= F r <= 1) by (intro r; apply G).
  apply Rle_trans with (1 := Req_le _ _ (Vectors.product_integral (pairs E E) (pairs E E) J (product Z (white 1)) F F01 LF)); apply mean_le; [ | exact Sg | ].
  - exact (Vectors.slices_summable (pairs E E) (pairs E E) J (product Z (white 1)) F F01 LF).
  - intro p; destruct (second_at p) as [e [Ne [Ep S]]]; unfold g; rewrite remains_along.
    assert (Eq : forall n, F (p, n) = f (w * left_over (apartness p / w) (along w e (fst n)) (normal (inner E (direction E) (snd n))))) by
      (intro n; unfold F; f_equal; apply (runs_apart p e n Ne Ep (S n))).
    apply Rle_trans with (1 := Req_le _ _ (integral_ext (pairs E E) (product Z (white 1)) _ _ Eq)).
    apply (left_larger Z (white 1) w (apartness p) e (white 1) (white 1) 1 (apartness p / w) (direction E) (fun y => f (w * y))); try exact G'; try exact Ne; try exact GZ;
      try exact white_here; try exact white_one; try apply norm_direction; try exact w0; try apply h0; try lra; apply dist_nonneg.
Qed.
End Reflect.

(** * The figures *)

Theorem proved_coupled_start (w x r c a b : R) (P Q : law) (Z : noise) : 0 < w -> winf P Q x -> gaussian Z (pw w 2) ->
  coupled_below (convolve P Z) (convolve Q Z) w 1 x r c a b.
Proof.
  intros w0 W GZ; rewrite pw_2 in GZ; split; [ exact w0 | split; [ lra | ] ]; assert (x0 := winf_nonneg P Q x W); destruct W as [J [[C1 C2] Near]].
  exists (reflected Z w w0 J); split; [ split | intros f G ].
  - apply equal_trans with (1 := reflected_first Z w w0 J); now apply convolve_equal.
  - apply equal_trans with (1 := reflected_second Z w w0 GZ J); now apply convolve_equal.
  - destruct (left_mean Z w w0 GZ J f G) as [Sg L]; apply Rle_trans with (1 := L).
    replace (Z.to_nat (Int_part 1)) with 1%nat by (change 1 with (IZR 1); now rewrite Int_part_IZR); cbn [chain].
    assert (G' := scaled_grows w w0 f G); assert (h0 : 0 <= x / w) by (apply Rmult_le_pos; [ exact x0 | left; now apply Rinv_0_lt_compat ]).
    assert (Rx := remains_range (x / w) _ h0 G').
    destruct (Vectors.constant_mean (pairs E E) J (remains (x / w) (fun y => f (w * y))) (proj1 Rx)) as [Sc Bc]; apply Rle_trans with (2 := Bc).
    apply (mean_almost _ J _ _ (fun p => dist (fst p) (snd p) <= x)); [ exact Sg | exact Sc | apply meas_near | now apply within_all | | ].
    + intro p; apply remains_range; [ apply Rmult_le_pos; [ apply dist_nonneg | left; now apply Rinv_0_lt_compat ] | exact G' ].
    + intros p Np; apply remains_rises; [ apply Rmult_le_pos; [ apply dist_nonneg | left; now apply Rinv_0_lt_compat ] | | exact G' ].
      unfold apartness, Rdiv; apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | exact Np ].
Qed.
Lemma widened_grows (r c a b : R) (f : R -> R) : 0 <= r -> 0 <= c -> 0 <= a -> 0 <= b -> grows f -> grows (fun y => remains (widened r c a b y) f).
Proof.
  intros r0 c0 a0 b0 G; assert (N : forall y, 0 <= widened r c a b y).
  { intro y; unfold widened; destruct (Rle_dec y 0) as [H | H]; apply Rmin_glb; try lra; assert (0 <= c * y) by (apply Rmult_le_pos; lra); lra. }
  split; [ intro y; now apply remains_range | intros y z L; apply remains_rises; [ apply N | | exact G ] ]; unfold widened.
  destruct (Rle_dec y 0) as [H | H], (Rle_dec z 0) as [K | K]; try lra; apply Rle_min_compat_l.
  - assert (0 <= c * z) by (apply Rmult_le_pos; lra); lra.
  - assert (c * y <= c * z) by (apply Rmult_le_compat_l; lra); lra.
Qed.
Theorem proved_coupled_step (w x r c a b s t D n : R) (P Q : law) (f g p : map) (Z : noise) : is_int n -> 0 < w -> 0 <= a -> coupled_below P Q w n x r c a b ->
  lipschitz p c -> gap f p s -> gap g p t -> gap f g b -> bounded f D -> gaussian Z (pw w 2) -> s + t <= a + b -> D + b <= r ->
  coupled_below (convolve (push f P) Z) (convolve (push g Q) Z) w (n + 1) x r c a b.
Proof.
  intros Hn w0 a0 [_ [n1 [J [[C1 C2] T]]]] Lp Fp Gp Fg Bf GZ St Db; rewrite pw_2 in GZ; split; [ exact w0 | split; [ lra | ] ].
  assert (c0 := lipschitz_nonneg p c Lp); assert (b0 : 0 <= b) by (apply Rle_trans with (2 := Fg (vzero E)), dist_nonneg).
  assert (D0 : 0 <= D) by (apply Rle_trans with (2 := Bf (vzero E) (vzero E)), dist_nonneg); assert (i0 : 0 < / w) by (now apply Rinv_0_lt_compat).
  assert (div : forall y, 0 <= y -> 0 <= y / w) by (intros y y0; apply Rmult_le_pos; lra).
  set (both := fun q : pairs E E => (f (fst q), g (snd q)) : pairs E E); assert (MB : measurable (pairs E E) (pairs E E) both).
  { apply pair_measurable; [ apply (compose_measurable (pairs E E) E E f (@fst E E)); [ apply map_measurable | apply fst_measurable ]
    | apply (compose_measurable (pairs E E) E E g (@snd E E)); [ apply map_measurable | apply snd_measurable ] ]. }
  set (J1 := image both MB J); assert (K1 : equal (first J1) (push f P)).
  { intros A M; unfold first, J1; rewrite !image_pr by (exact M || exact (fst_measurable E E A M)); rewrite push_pr by exact M.
    assert (MA := map_measurable f A M); rewrite <- (C1 _ MA); unfold first; rewrite image_pr by exact MA; reflexivity. }
  assert (K2 : equal (second J1) (push g Q)).
  { intros A M; unfold second, J1; rewrite !image_pr by (exact M || exact (snd_measurable E E A M)); rewrite push_pr by exact M.
    assert (MA := map_measurable g A M); rewrite <- (C2 _ MA); unfold second; rewrite image_pr by exact MA; reflexivity. }
  exists (reflected Z w w0 J1); split; [ split | intros k G ].
  - apply equal_trans with (1 := reflected_first Z w w0 J1); now apply convolve_equal.
  - apply equal_trans with (1 := reflected_second Z w w0 GZ J1); now apply convolve_equal.
  - destruct (left_mean Z w w0 GZ J1 k G) as [Sg L]; apply Rle_trans with (1 := L); set (k' := fun y => k (w * y)) in *; assert (G' : grows k') by (now apply scaled_grows).
    set (m := fun y => remains (widened (r / w) c (a / w) (b / w) y) k'); assert (Gm : grows m) by (apply widened_grows; auto; apply div; lra).
    set (md := fun y => m (/ w * y)); assert (Gd : grows md).
    { split; [ intro y; apply Gm | intros y z H; apply Gm, Rmult_le_compat_l; lra ]. }
    assert (Step : chain (Z.to_nat (Int_part (n + 1))) (x / w) (r / w) c (a / w) (b / w) k' = chain (Z.to_nat (Int_part n)) (x / w) (r / w) c (a / w) (b / w) m).
    { destruct Hn as [i ->]; apply le_IZR in n1; rewrite <- plus_IZR, !Int_part_IZR, Z2Nat.inj_add by lia; destruct (Z.to_nat i) as [ | j ] eqn:Ei; [ lia | ].
      rewrite Nat.add_comm; reflexivity. }
    rewrite Step; replace m with (fun y => md (w * y)) by (apply functional_extensionality; intro y; unfold md; rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra; reflexivity).
    apply Rle_trans with (2 := T md Gd); unfold J1 at 1; set (g1 := fun q => remains (apartness q / w) k') in *.
    destruct (mean_image both MB J g1 Sg) as [S1 <-]; apply mean_le; [ exact S1 | | ].
    + apply (summable_bounded _ J _ 1); [ intro q; apply Gd | apply (levels_grow (pairs E E) apartness md); [ apply dist_levels | exact Gd ] ].
    + intros [y z]; unfold g1, md, m, both, apartness; cbn [fst snd]; apply remains_rises; [ apply div, dist_nonneg | | exact G' ].
      assert (d0 := dist_nonneg y z); assert (I1 := dist_triangle (f y) (f z) (g z)); assert (I2 := Bf y z); assert (I3 := Fg z).
      assert (I4 := dist_triangle (f y) (p y) (g z)); assert (I5 := dist_triangle (p y) (p z) (g z)); assert (I6 := Fp y); assert (I7 := Gp z); assert (I8 := Lp y z).
      rewrite (dist_sym (g z) (p z)) in I7; assert (U : dist (f y) (g z) / w <= r / w) by (unfold Rdiv; apply Rmult_le_compat_r; lra).
      unfold widened; destruct (Rle_dec (/ w * dist y z) 0) as [H | H]; apply Rmin_glb; try exact U.
      * assert (d1 : dist y z = 0).
        { destruct d0 as [d0 | d0]; [ assert (0 < / w * dist y z) by (now apply Rmult_lt_0_compat); lra | now symmetry ]. }
        apply dist_zero in d1; subst z; unfold Rdiv; apply Rmult_le_compat_r; lra.
      * replace (c * (/ w * dist y z) + a / w + b / w) with ((c * dist y z + a + b) / w) by (field; lra); unfold Rdiv; apply Rmult_le_compat_r; lra.
Qed.
