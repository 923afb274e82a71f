(** N(0, v I) on every R^d: independent coordinates.

    A law whose moves have the densities of Gaussian ones is N(0, v) along every direction, as on the line the moves alone say which law
    it is; and densities of moves multiply under independence (Fubini). *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Hahn Pabisym.Euclid Pabisym.Integrals.
Require Import Pabisym.Line Pabisym.Tilt Pabisym.Instances Pabisym.Dimensions.
Import ListNotations.
Open Scope R_scope.

(** * Integrals over independent pairs *)

Section Fubini.
Variables (X Y : Space) (P : Law X) (Q : Law Y).

Lemma constant_mean (Z : Space) (V : Law Z) (c : R) : 0 <= c -> summable Z V (fun _ => c) /\ integral Z V (fun _ => c) <= c.
Proof.
  intro C; assert (F : summable Z V (fun _ => c)) by (apply (summable_bounded Z V _ c); [ intro; lra | apply levels_constant ]); split; [ exact F | ].
  apply Rle_trans with (weigh V [(c, fun _ : Z => True)]); [ apply mean_below; [ exact F | | ] | simpl; rewrite pr_all; lra ].
  - intros d A [I | []]; inversion I; apply meas_all.
  - intro x; simpl; unfold indicator; destruct (decide True); [ lra | tauto ].
Qed.
Lemma scaled_mean (Z : Space) (V : Law Z) (f : Z -> R) (c : R) : 0 <= c -> summable Z V f ->
  summable Z V (fun x => c * f x) /\ integral Z V (fun x => c * f x) = c * integral Z V f.
Proof.
  intros [C | <-] F; [ now apply mean_scale | ]; rewrite Rmult_0_l; replace (fun x => 0 * f x) with (fun _ : Z => 0) by (apply functional_extensionality; intro; ring).
  apply zero_summable.
Qed.
Variable F : X * Y -> R.
Hypotheses (F01 : forall p, 0 <= F p <= 1) (LF : levels (pairs X Y) F).

Lemma slice_levels (x : X) : levels Y (fun y => F (x, y)).
Proof. intro t; exact (beside_measurable X Y x _ (LF t)). Qed.
Definition steps_at (n m : nat) (x : X) : R := weigh Q (stairs (fun y => F (x, y)) n m).
Lemma steps_mean (n m : nat) : (0 < n)%nat -> summable X P (steps_at n m) /\ integral X P (steps_at n m) = weigh (product P Q) (@stairs (pairs X Y) F n m).
Proof.
  intro N; assert (I : 0 < / INR n) by (now apply Rinv_0_lt_compat, lt_0_INR); induction m as [ | m [S E1] ]; unfold steps_at; cbn [stairs weigh].
  - apply zero_summable.
  - set (A := fun p => INR (Datatypes.S m) * / INR n <= F p); assert (MA : @meas (pairs X Y) A) by apply LF.
    assert (SA : summable X P (over X Y (fun _ => Q) A)).
    { apply (summable_bounded X P _ 1); [ intro x; now apply over_range | apply over_levels; [ apply constant_kernel | exact MA ] ]. }
    destruct (mean_scale X P _ _ I SA) as [S1 I1]; destruct (mean_plus X P _ _ S1 S) as [S2 I2]; split; [ exact S2 | ].
    transitivity (integral X P (fun x => / INR n * over X Y (fun _ => Q) A x + steps_at n m x)); [ reflexivity | rewrite I2, I1, E1 ].
    unfold product; rewrite compound_pr by exact MA; reflexivity.
Qed.
Lemma steps_near (n : nat) (x : X) : (0 < n)%nat -> steps_at n n x <= integral Y Q (fun y => F (x, y)) <= steps_at n n x + / INR n.
Proof. intro N; apply (integral_stairs Y Q (fun y => F (x, y)) n N); [ intro y; apply F01 | apply slice_levels ]. Qed.
Lemma slices_summable : summable X P (fun x => integral Y Q (fun y => F (x, y))).
Proof.
  assert (B : forall x, 0 <= integral Y Q (fun y => F (x, y)) <= 1).
  { intro x; assert (L := slice_levels x); split; [ apply integral_nonneg; intro; apply F01 | ].
    assert (C := constant_mean Y Q 1 ltac:(lra)); apply Rle_trans with (2 := proj2 C); apply mean_le; [ | apply C | intro; apply F01 ].
    apply (summable_bounded Y Q _ 1); [ intro; apply F01 | exact L ]. }
  apply (summable_bounded X P _ 1 B), levels_from; intro t; apply (meas_ext X (fun x => exists n, t < steps_at (S n) (S n) x)).
  - intro x; split; [ intros [n H]; assert (N := steps_near (S n) x ltac:(lia)); lra | intro H ].
    destruct (small_fraction (integral Y Q (fun y => F (x, y)) - t) ltac:(lra)) as [[ | n] [N L]]; [ lia | ].
    exists n; assert (K := steps_near (S n) x ltac:(lia)); lra.
  - apply (meas_union X (fun n x => t < steps_at (S n) (S n) x)); intro n; apply levels_above, (proj1 (steps_mean (S n) (S n) ltac:(lia))).
Qed.
Theorem product_integral : integral (pairs X Y) (product P Q) F = integral X P (fun x => integral Y Q (fun y => F (x, y))).
Proof.
  apply Rminus_diag_uniq, NNPP; intro D; apply Rabs_pos_lt in D; destruct (small_fraction _ D) as [n [N L]].
  assert (I : 0 < / INR n) by (now apply Rinv_0_lt_compat, lt_0_INR); destruct (steps_mean n n N) as [S E1].
  destruct (integral_stairs (pairs X Y) (product P Q) F n N F01 LF) as [_ B]; rewrite <- E1 in B.
  assert (Lo := mean_le X P _ _ S slices_summable (fun x => proj1 (steps_near n x N))).
  destruct (constant_mean X P (/ INR n) ltac:(lra)) as [C1 C2]; destruct (mean_plus X P _ _ S C1) as [S3 E3].
  assert (Hi := mean_le X P _ _ slices_summable S3 (fun x => proj2 (steps_near n x N))).
  assert (Rabs (integral (pairs X Y) (product P Q) F - integral X P (fun x => integral Y Q (fun y => F (x, y)))) <= / INR n) by (apply Rabs_le; lra); lra.
Qed.
End Fubini.

(** * Densities of independent pairs *)

Section Densities.
Variables (X Y : Space) (P P' : Law X) (Q Q' : Law Y) (f : X -> R) (g : Y -> R).
Hypotheses (f0 : forall x, 0 < f x) (g0 : forall y, 0 < g y) (Sf : summable X P f) (Sg : summable Y Q g).
Hypotheses (Df : forall A, meas A -> pr P' A = portion X P f A) (Dg : forall A, meas A -> pr Q' A = portion Y Q g A).

Definition both (p : X * Y) : R := f (fst p) * g (snd p).
Lemma of_first (h : X -> R) : levels X h -> measurable (pairs X Y) line (fun p => h (fst p)).
Proof. intro L; apply (compose_measurable (pairs X Y) X line h (@fst X Y)); [ now apply levels_line | apply fst_measurable ]. Qed.
Lemma of_second (h : Y -> R) : levels Y h -> measurable (pairs X Y) line (fun p => h (snd p)).
Proof. intro L; apply (compose_measurable (pairs X Y) Y line h (@snd X Y)); [ now apply levels_line | apply snd_measurable ]. Qed.
Lemma both_levels (h : X -> R) (k : Y -> R) : levels X h -> levels Y k -> levels (pairs X Y) (fun p => h (fst p) * k (snd p)).
Proof. intros H K; apply line_levels, product_of; [ now apply of_first | now apply of_second ]. Qed.
Lemma all_portion (Z : Space) (V V' : Law Z) (h : Z -> R) : (forall A, meas A -> pr V' A = portion Z V h A) -> integral Z V h = 1.
Proof.
  intro D; rewrite <- (pr_all Z V'), D by apply meas_all; apply integral_ext; intro x; unfold indicator; destruct (decide True); [ ring | tauto ].
Qed.
Lemma min_range (c a : R) : 0 < c -> 0 <= a -> 0 <= / c * Rmin a c <= 1.
Proof.
  intros C A; assert (M : 0 <= Rmin a c <= c) by (unfold Rmin; destruct (Rle_dec a c); lra); assert (I : 0 < / c) by (now apply Rinv_0_lt_compat).
  split; [ apply Rmult_le_pos; lra | apply Rle_trans with (/ c * c); [ apply Rmult_le_compat_l; lra | right; field; lra ] ].
Qed.
Lemma both_upper (a : R) : sums_below (pairs X Y) (product P Q) both a -> a <= 1.
Proof.
  intros [s [Es [Ls ->]]]; destruct (value_bounded (pairs X Y) s) as [c [C Bs]]; assert (I : 0 < / c) by (now apply Rinv_0_lt_compat).
  set (F := fun p => / c * Rmin (both p) c); assert (T0 : forall p, 0 <= both p) by (intro p; left; now apply Rmult_lt_0_compat).
  assert (F01 : forall p, 0 <= F p <= 1) by (intro p; now apply min_range).
  assert (LF : levels (pairs X Y) F) by (apply levels_scale; [ lra | apply levels_min, both_levels; [ apply Sf | apply Sg ] ]).
  assert (W : / c * weigh (product P Q) s <= integral (pairs X Y) (product P Q) F).
  { rewrite <- weigh_scaled; apply integral_above; [ exact F01 | now apply events_scaled | intro p; rewrite value_at_scaled ].
    apply Rmult_le_compat_l; [ lra | specialize (Ls p); specialize (Bs p); unfold Rmin; destruct (Rle_dec (both p) c); lra ]. }
  rewrite (product_integral X Y P Q F F01 LF) in W; destruct (mean_scale X P f _ I Sf) as [S1 E1]; rewrite (all_portion X P P' f Df), Rmult_1_r in E1.
  assert (U : integral X P (fun x => integral Y Q (fun y => F (x, y))) <= / c).
  { rewrite <- E1; apply mean_le; [ now apply slices_summable | exact S1 | intro x ].
    assert (K : 0 < / c * f x) by (now apply Rmult_lt_0_compat); destruct (mean_scale Y Q g _ K Sg) as [S2 E2]; rewrite (all_portion Y Q Q' g Dg), Rmult_1_r in E2.
    rewrite <- E2; apply mean_le; [ | exact S2 | intro y; unfold F, both; cbn [fst snd]; rewrite Rmult_assoc; apply Rmult_le_compat_l; [ lra | apply Rmin_l ] ].
    apply (summable_bounded Y Q _ 1); [ intro y; apply F01 | exact (slice_levels X Y F LF x) ]. }
  apply Rmult_le_reg_l with (/ c); [ exact I | lra ].
Qed.
Lemma both_summable : summable (pairs X Y) (product P Q) both.
Proof.
  split; [ intro p; left; now apply Rmult_lt_0_compat | split; [ apply both_levels; [ apply Sf | apply Sg ] | exists 1; intros a; apply both_upper ] ].
Qed.
(** A portion is nearly that of the function that is cut. *)
Lemma portion_cut (Z : Space) (V : Law Z) (h : Z -> R) (A : Z -> Prop) (e : R) : summable Z V h -> meas A -> 0 < e ->
  exists c0, 0 < c0 /\ forall c, c0 <= c -> portion Z V h A - e <= integral Z V (fun z => indicator A z * Rmin (h z) c) <= portion Z V h A /\
    summable Z V (fun z => indicator A z * Rmin (h z) c).
Proof.
  intros Sh M He; assert (Sp := portion_summable Z V h Sh A M).
  assert (N : exists s : simple Z, events s /\ (forall z, value_at s z <= indicator A z * h z) /\ portion Z V h A - e < weigh V s).
  { apply NNPP; intro K; assert (portion Z V h A <= portion Z V h A - e); [ | lra ]; apply (mean_lub Z V _ Sp); intros a [s [E1 [L ->]]].
    apply Rnot_lt_le; intro U; apply K; now exists s. }
  destruct N as [s [E1 [L W]]]; destruct (value_bounded Z s) as [c0 [C H]]; exists c0; split; [ exact C | intros c Hc ].
  assert (Sm : summable Z V (fun z => Rmin (h z) c)).
  { apply (summable_bounded Z V _ c); [ | apply levels_min, Sh ]; intro z; assert (G := proj1 Sh z); unfold Rmin; destruct (Rle_dec (h z) c); lra. }
  assert (Sc := portion_summable Z V _ Sm A M); split; [ split | exact Sc ].
  - apply Rle_trans with (weigh V s); [ lra | apply mean_above; [ exact Sc | exact E1 | intro z ] ].
    specialize (L z); specialize (H z); unfold indicator, Rmin in *; destruct (decide (A z)), (Rle_dec (h z) c); lra.
  - apply mean_le; [ exact Sc | exact Sp | intro z; apply Rmult_le_compat_l; [ apply indicator_unit | apply Rmin_l ] ].
Qed.
Lemma rectangle_meas (A : X -> Prop) (B : Y -> Prop) : meas A -> meas B -> @meas (pairs X Y) (fun p => A (fst p) /\ B (snd p)).
Proof. intros MA MB; apply gen_base; exists A, B; split; [ exact MA | split; [ exact MB | tauto ] ]. Qed.
Definition piece (A : X -> Prop) (B : Y -> Prop) : R := portion (pairs X Y) (product P Q) both (fun p => A (fst p) /\ B (snd p)).
Lemma piece_lower (A : X -> Prop) (B : Y -> Prop) : meas A -> meas B -> pr P' A * pr Q' B <= piece A B.
Proof.
  intros MA MB; apply le_epsilon; intros e He.
  destruct (portion_cut X P f A (e / 2) Sf MA ltac:(lra)) as [c1 [C1 K1]]; destruct (portion_cut Y Q g B (e / 2) Sg MB ltac:(lra)) as [c2 [C2 K2]].
  set (c := Rmax c1 c2); assert (C : 0 < c) by (apply Rlt_le_trans with (1 := C1), Rmax_l); assert (I : 0 < / c) by (now apply Rinv_0_lt_compat).
  destruct (K1 c (Rmax_l _ _)) as [U1 S1]; destruct (K2 c (Rmax_r _ _)) as [U2 S2]; rewrite <- Df in U1 by exact MA; rewrite <- Dg in U2 by exact MB.
  set (h := fun x => indicator A x * Rmin (f x) c) in *; set (k := fun y => indicator B y * Rmin (g y) c) in *.
  assert (hc : forall x, 0 <= / c * h x <= 1).
  { intro x; assert (R1 := min_range c (f x) C (Rlt_le _ _ (f0 x))); unfold h, indicator; destruct (decide (A x)); lra. }
  assert (kc : forall y, 0 <= / c * k y <= 1).
  { intro y; assert (R1 := min_range c (g y) C (Rlt_le _ _ (g0 y))); unfold k, indicator; destruct (decide (B y)); lra. }
  set (F := fun p : X * Y => / c * h (fst p) * (/ c * k (snd p))).
  assert (F01 : forall p, 0 <= F p <= 1).
  { intro p; specialize (hc (fst p)); specialize (kc (snd p)); split; [ apply Rmult_le_pos; lra | ].
    apply Rle_trans with (1 * 1); [ apply Rmult_le_compat; lra | lra ]. }
  assert (Lh : levels X (fun x => / c * h x)) by (apply levels_scale; [ lra | apply S1 ]).
  assert (Lk : levels Y (fun y => / c * k y)) by (apply levels_scale; [ lra | apply S2 ]).
  assert (LF : levels (pairs X Y) F) by (exact (both_levels _ _ Lh Lk)).
  destruct (mean_scale X P h _ I S1) as [T1 E1]; destruct (mean_scale Y Q k _ I S2) as [T2 E2].
  assert (EF : integral (pairs X Y) (product P Q) F = / c * / c * (integral X P h * integral Y Q k)).
  { rewrite (product_integral X Y P Q F F01 LF); transitivity (integral X P (fun x => integral Y Q (fun y => / c * k y) * (/ c * h x))).
    - apply integral_ext; intro x; unfold F; cbn [fst snd]; rewrite (proj2 (scaled_mean Y Q _ _ (proj1 (hc x)) T2)); ring.
    - rewrite (proj2 (scaled_mean X P _ _ (mean_nonneg Y Q _ T2) T1)), E1, E2; ring. }
  assert (SF : summable (pairs X Y) (product P Q) F) by (apply (summable_bounded _ _ _ 1); [ exact F01 | exact LF ]).
  assert (CC : 0 < c * c) by (now apply Rmult_lt_0_compat); destruct (mean_scale (pairs X Y) (product P Q) F _ CC SF) as [T3 E3].
  assert (L : integral (pairs X Y) (product P Q) (fun p => c * c * F p) <= piece A B).
  { apply mean_le; [ exact T3 | apply portion_summable; [ exact both_summable | now apply rectangle_meas ] | intros [x y]; unfold F, h, k, both; cbn [fst snd] ].
    replace (c * c * (/ c * (indicator A x * Rmin (f x) c) * (/ c * (indicator B y * Rmin (g y) c)))) with
      (indicator A x * indicator B y * (Rmin (f x) c * Rmin (g y) c)) by (field; lra).
    assert (Mf : 0 <= Rmin (f x) c <= f x) by (specialize (f0 x); unfold Rmin; destruct (Rle_dec (f x) c); lra).
    assert (Mg : 0 <= Rmin (g y) c <= g y) by (specialize (g0 y); unfold Rmin; destruct (Rle_dec (g y) c); lra).
    assert (Z : Rmin (f x) c * Rmin (g y) c <= f x * g y) by (apply Rmult_le_compat; lra).
    unfold indicator; cbn [fst snd]; destruct (decide (A x)), (decide (B y)), (decide (A x /\ B y)); try tauto; lra. }
  rewrite E3, EF in L; replace (c * c * (/ c * / c * (integral X P h * integral Y Q k))) with (integral X P h * integral Y Q k) in L by (field; lra).
  assert (p0 := pr_nonneg X P' A MA); assert (p1 := pr_le_1 X P' A MA); assert (q1 := pr_le_1 Y Q' B MB); assert (q0 := pr_nonneg Y Q' B MB).
  assert (h0 := mean_nonneg X P h S1); set (a := integral X P h) in *; set (b := integral Y Q k) in *.
  assert (V1 : (pr P' A - a) * pr Q' B <= e / 2 * 1) by (apply Rmult_le_compat; lra).
  assert (V2 : a * (pr Q' B - b) <= 1 * (e / 2)) by (apply Rmult_le_compat; lra); lra.
Qed.
Lemma piece_value (A : X -> Prop) (B : Y -> Prop) : meas A -> meas B -> piece A B = pr P' A * pr Q' B.
Proof.
  intros MA MB; assert (NA := meas_not X A MA); assert (NB := meas_not Y B MB).
  assert (L1 := piece_lower A B MA MB); assert (L2 := piece_lower A _ MA NB); assert (L3 := piece_lower _ B NA MB); assert (L4 := piece_lower _ _ NA NB).
  rewrite (pr_not X P' A MA) in *; rewrite (pr_not Y Q' B MB) in *.
  assert (Or := fun U V => portion_or (pairs X Y) (product P Q) both both_summable U V).
  set (U1 := fun p : X * Y => A (fst p) /\ B (snd p)); set (U2 := fun p : X * Y => A (fst p) /\ ~ B (snd p)).
  set (U3 := fun p : X * Y => ~ A (fst p) /\ B (snd p)); set (U4 := fun p : X * Y => ~ A (fst p) /\ ~ B (snd p)).
  set (w := portion (pairs X Y) (product P Q) both) in *.
  change (pr P' A * pr Q' B <= w U1) in L1; change (pr P' A * (1 - pr Q' B) <= w U2) in L2; change ((1 - pr P' A) * pr Q' B <= w U3) in L3.
  change ((1 - pr P' A) * (1 - pr Q' B) <= w U4) in L4; change (w U1 = pr P' A * pr Q' B).
  assert (M1 : @meas (pairs X Y) U1) by (now apply rectangle_meas); assert (M2 : @meas (pairs X Y) U2) by (now apply (rectangle_meas A (fun y => ~ B y))).
  assert (M3 : @meas (pairs X Y) U3) by (now apply (rectangle_meas (fun x => ~ A x) B)).
  assert (M4 : @meas (pairs X Y) U4) by (now apply (rectangle_meas (fun x => ~ A x) (fun y => ~ B y))).
  assert (O12 := Or U1 U2 M1 M2 ltac:(unfold U1, U2; tauto)); assert (O34 := Or U3 U4 M3 M4 ltac:(unfold U3, U4; tauto)).
  assert (O := Or _ _ (meas_or (pairs X Y) U1 U2 M1 M2) (meas_or (pairs X Y) U3 U4 M3 M4) ltac:(unfold U1, U2, U3, U4; tauto)); rewrite O12, O34 in O.
  assert (Top : forall U, @meas (pairs X Y) U -> w U <= 1).
  { intros U M; apply (mean_lub (pairs X Y) (product P Q) _ (portion_summable (pairs X Y) (product P Q) both both_summable U M)).
    intros a [s [Es [Ls ->]]]; apply both_upper; exists s; split; [ exact Es | split; [ intro p; apply Rle_trans with (1 := Ls p) | reflexivity ] ].
    assert (I := indicator_unit (pairs X Y) U p); assert (T := proj1 both_summable p).
    apply Rle_trans with (1 * both p); [ apply Rmult_le_compat_r; [ exact T | apply I ] | lra ]. }
  specialize (Top _ (meas_or (pairs X Y) _ _ (meas_or (pairs X Y) U1 U2 M1 M2) (meas_or (pairs X Y) U3 U4 M3 M4))).
  assert (Sum := eq_ind _ (fun r => r <= 1) Top _ O); cbv beta in Sum; lra.
Qed.
Theorem product_density (A : X * Y -> Prop) : @meas (pairs X Y) A -> pr (product P' Q') A = portion (pairs X Y) (product P Q) both A.
Proof.
  intro M; assert (One : portion (pairs X Y) (product P Q) both (fun _ => True) = 1).
  { rewrite (portion_ext (pairs X Y) _ _ _ (fun p => True /\ True)) by tauto; assert (V := piece_value (fun _ => True) (fun _ => True) (meas_all X) (meas_all Y)).
    rewrite (pr_all X), (pr_all Y) in V; rewrite Rmult_1_r in V; exact V. }
  destruct (law_of (pairs X Y) (portion (pairs X Y) (product P Q) both)) as [V HV].
  - intros B HB; apply portion_nonneg; [ exact both_summable | exact HB ].
  - exact One.
  - intros B C HB D U; exact (portion_union (pairs X Y) _ both both_summable B C HB D U).
  - rewrite <- HV by exact M; symmetry; apply product_unique; [ | exact M ].
    intros B C HB HC; rewrite HV by (now apply rectangle_meas); now apply piece_value.
Qed.
End Densities.

(** * Laws on the line that move like N(0, 1) *)

Definition tilts (L : Law line) : Prop := forall t (A : line -> Prop), meas A -> pr L (fun x => A (x + t)) = portion line L (tiltf t) A.
Lemma standard_tilts : tilts standard.
Proof. intros t A M; rewrite <- moved_pr by exact M; now apply moved_density. Qed.
(** A nonnegative function of the mean 1 has one. *)
Lemma mean_one (X : Space) (P : Law X) (f : X -> R) : (forall x, 0 <= f x) -> levels X f -> integral X P f = 1 -> summable X P f.
Proof.
  intros f0 L One; split; [ exact f0 | split; [ exact L | ] ]; unfold integral in One; destruct (decide _) as [D | N]; [ exact (proj1 D) | lra ].
Qed.
Lemma tilts_summable (L : Law line) (t : R) : tilts L -> summable line L (tiltf t).
Proof.
  intro H; apply mean_one; [ intro x; left; apply tilt_pos | apply tilt_levels | ].
  rewrite <- (pr_all line L); transitivity (portion line L (tiltf t) (fun _ => True)); [ | symmetry; exact (H t (fun _ => True) (meas_all line)) ].
  apply integral_ext; intro x; unfold indicator; destruct (decide True); [ ring | tauto ].
Qed.
Definition mass (L : Law line) (p q : R) : R := pr L (fun x => p <= x < q).
Lemma mass_nonneg (L : Law line) (p q : R) : 0 <= mass L p q.
Proof. apply pr_nonneg, cell_meas_line. Qed.
Lemma mass_add (L : Law line) (p q r : R) : p <= q -> q <= r -> mass L p r = mass L p q + mass L q r.
Proof.
  intros H K; unfold mass; rewrite <- (pr_or line L) by (apply cell_meas_line || (intros x; lra)); apply pr_ext; [ apply cell_meas_line | intro x; lra ].
Qed.
Lemma mass_moved (L : Law line) (t p h : R) : tilts L -> 0 <= h ->
  exp (- (Rabs t * h)) * tiltf t p * mass L p (p + h) <= mass L (p - t) (p - t + h) <= exp (Rabs t * h) * tiltf t p * mass L p (p + h).
Proof.
  intros H Hh; assert (M := cell_meas_line p (p + h)); assert (S := portion_summable line L (tiltf t) (tilts_summable L t H) _ M).
  assert (E1 : mass L (p - t) (p - t + h) = portion line L (tiltf t) (fun x => p <= x < p + h)).
  { rewrite <- (H t _ M); apply pr_ext; [ apply cell_meas_line | intro x; lra ]. }
  assert (T := fun x (X : p <= x < p + h) => tilt_ratio t p (p + h) x (conj (proj1 X) (Rlt_le _ _ (proj2 X)))); replace (p + h - p) with h in T by ring.
  assert (Ev : forall c, events [(c, fun x : line => p <= x < p + h)]) by (intros c d A [I | []]; inversion I; exact M).
  assert (W : forall c, c * mass L p (p + h) = weigh L [(c, fun x : line => p <= x < p + h)]) by (intro c; unfold mass; simpl; ring).
  rewrite E1, !W; split; [ apply mean_above | apply mean_below ]; try exact S; try apply Ev; intro x; specialize (T x); simpl;
    unfold indicator; destruct (decide (p <= x < p + h)) as [Y | Y]; try specialize (T Y); lra.
Qed.

Section Unique.
Variables L N : Law line.
Hypotheses (HL : tilts L) (HN : tilts N).

Lemma cells_compare (u p h : R) : 0 <= h -> mass L u (u + h) * mass N p (p + h) <= exp (2 * Rabs (p - u) * h) * (mass N u (u + h) * mass L p (p + h)).
Proof.
  intro Hh; destruct (mass_moved L (p - u) p h HL Hh) as [_ A]; destruct (mass_moved N (p - u) p h HN Hh) as [B _].
  replace (p - (p - u)) with u in * by ring; assert (T := tilt_pos (p - u) p); assert (a0 := mass_nonneg L p (p + h)); assert (b0 := mass_nonneg N p (p + h)).
  set (e := Rabs (p - u) * h) in *; assert (X := exp_pos e); assert (Ee : exp e * exp (- e) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  replace (2 * Rabs (p - u) * h) with (e + e) by (unfold e; ring); rewrite exp_plus.
  apply Rle_trans with (exp e * tiltf (p - u) p * mass L p (p + h) * mass N p (p + h)); [ apply Rmult_le_compat_r; lra | ].
  apply Rle_trans with (exp e * exp e * mass L p (p + h) * (exp (- e) * tiltf (p - u) p * mass N p (p + h))).
  - right; transitivity (exp e * (exp e * exp (- e)) * tiltf (p - u) p * mass L p (p + h) * mass N p (p + h)); [ rewrite Ee; ring | ring ].
  - replace (exp e * exp e * (mass N u (u + h) * mass L p (p + h))) with (exp e * exp e * mass L p (p + h) * mass N u (u + h)) by ring.
    apply Rmult_le_compat_l; [ | exact B ]; apply Rmult_le_pos; [ apply Rmult_le_pos; lra | exact a0 ].
Qed.
Lemma rows_compare (D u p h : R) (k : nat) : 0 <= h -> (forall i, (i < k)%nat -> Rabs (p - (u + INR i * h)) <= D) ->
  mass L u (u + INR k * h) * mass N p (p + h) <= exp (2 * D * h) * (mass N u (u + INR k * h) * mass L p (p + h)).
Proof.
  intro Hh; induction k as [ | k IH ]; intro B.
  - assert (Z : forall V, mass V u (u + INR 0 * h) = 0).
    { intro V; simpl; rewrite Rmult_0_l, Rplus_0_r; assert (A := mass_add V u u u (Rle_refl u) (Rle_refl u)); lra. }
    rewrite !Z; lra.
  - assert (K := pos_INR k); assert (K' : 0 <= INR k * h) by (now apply Rmult_le_pos); specialize (IH (fun i I => B i ltac:(lia))).
    assert (C := cells_compare (u + INR k * h) p h Hh); specialize (B k ltac:(lia)).
    rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, <- Rplus_assoc; rewrite (mass_add L u (u + INR k * h) (u + INR k * h + h)), (mass_add N u (u + INR k * h) (u + INR k * h + h)) by lra; rewrite !Rmult_plus_distr_r.
    assert (Up : exp (2 * Rabs (p - (u + INR k * h)) * h) <= exp (2 * D * h)) by (apply exp_le, Rmult_le_compat_r; lra).
    assert (P := Rmult_le_pos _ _ (mass_nonneg N (u + INR k * h) (u + INR k * h + h)) (mass_nonneg L p (p + h))).
    assert (C' := Rle_trans _ _ _ C (Rmult_le_compat_r _ _ _ P Up)); lra.
Qed.
Lemma grids_compare (D u p h : R) (k m : nat) : 0 <= h -> (forall i j, (i < k)%nat -> (j < m)%nat -> Rabs (p + INR j * h - (u + INR i * h)) <= D) ->
  mass L u (u + INR k * h) * mass N p (p + INR m * h) <= exp (2 * D * h) * (mass N u (u + INR k * h) * mass L p (p + INR m * h)).
Proof.
  intro Hh; induction m as [ | m IH ]; intro B.
  - assert (Z : forall V, mass V p (p + INR 0 * h) = 0).
    { intro V; simpl; rewrite Rmult_0_l, Rplus_0_r; assert (A := mass_add V p p p (Rle_refl p) (Rle_refl p)); lra. }
    rewrite !Z; lra.
  - assert (K := pos_INR m); assert (K' : 0 <= INR m * h) by (now apply Rmult_le_pos); specialize (IH (fun i j I J => B i j I ltac:(lia))).
    assert (C := rows_compare D u (p + INR m * h) h k Hh (fun i I => B i m I ltac:(lia))).
    rewrite S_INR, (Rmult_plus_distr_r _ 1), Rmult_1_l, <- Rplus_assoc; rewrite (mass_add L p (p + INR m * h) (p + INR m * h + h)), (mass_add N p (p + INR m * h) (p + INR m * h + h)) by lra; rewrite !Rmult_plus_distr_l; lra.
Qed.
Lemma mass_one (V : Law line) (p q : R) : mass V p q <= 1.
Proof. apply pr_le_1, cell_meas_line. Qed.
(** Intervals of one length have masses in one proportion. *)
Lemma intervals_compare (u p l : R) : 0 <= l -> mass L u (u + l) * mass N p (p + l) <= mass N u (u + l) * mass L p (p + l).
Proof.
  intro l0; set (D := Rabs (p - u) + l); set (c := 2 * D * l); assert (A0 := Rabs_pos (p - u)); assert (c0 : 0 <= c) by (unfold c, D; apply Rmult_le_pos; lra).
  apply le_epsilon; intros e He; destruct (small_fraction (e / (c + 1))) as [k [K S]]; [ apply Rdiv_lt_0_compat; lra | ].
  assert (k0 : 0 < INR k) by (now apply lt_0_INR); set (h := l * / INR k); assert (kh : INR k * h = l) by (unfold h; field; lra).
  assert (h0 : 0 <= h) by (unfold h; apply Rmult_le_pos; [ lra | left; now apply Rinv_0_lt_compat ]).
  assert (G := grids_compare D u p h k k h0); rewrite kh in G.
  assert (Range : forall i, (i < k)%nat -> 0 <= INR i * h <= l).
  { intros i I; rewrite <- kh; split; [ apply Rmult_le_pos; [ apply pos_INR | exact h0 ] | apply Rmult_le_compat_r; [ exact h0 | apply le_INR; lia ] ]. }
  assert (G' : mass L u (u + l) * mass N p (p + l) <= exp (2 * D * h) * (mass N u (u + l) * mass L p (p + l))).
  { apply G; intros i j I J; assert (Ri := Range i I); assert (Rj := Range j J); replace (p + INR j * h - (u + INR i * h)) with (p - u + (INR j * h - INR i * h)) by ring.
    apply Rle_trans with (1 := Rabs_triang _ _); unfold D; apply Rplus_le_compat_l, Rabs_le; lra. }
  set (x := mass L u (u + l) * mass N p (p + l)) in *; set (y := mass N u (u + l) * mass L p (p + l)) in *.
  assert (x1 : x <= 1 * 1) by (apply Rmult_le_compat; apply mass_nonneg || apply mass_one); assert (x0 : 0 <= x) by (apply Rmult_le_pos; apply mass_nonneg).
  replace (2 * D * h) with (c * / INR k) in G' by (unfold c, h; ring); set (z := c * / INR k) in *.
  assert (zk : z <= e).
  { apply Rle_trans with ((c + 1) * / INR k); [ apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | lra ] | ].
    apply Rlt_le in S; apply (Rmult_le_compat_l (c + 1)) in S; [ | lra ].
    replace ((c + 1) * (e / (c + 1))) with e in S by (field; lra); exact S. }
  assert (Ez := exp_ineq1_le (- z)); assert (Pz := exp_pos (- z)).
  assert (Q : exp (- z) * x <= y).
  { apply Rle_trans with (exp (- z) * (exp z * y)); [ apply Rmult_le_compat_l; lra | right ].
    rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0; ring. }
  assert (R1 : (1 + - z) * x <= exp (- z) * x) by (apply Rmult_le_compat_r; lra).
  assert (z0 : 0 <= z) by (unfold z; apply Rmult_le_pos; [ exact c0 | left; now apply Rinv_0_lt_compat ]).
  assert (R2 : z * x <= z * 1) by (apply Rmult_le_compat_l; lra); lra.
Qed.
End Unique.
(** Intervals that grow leave little out. *)
Lemma outside_small (V : Law line) (s e : R) : 0 < e -> exists n : nat, forall m, (n <= m)%nat ->
  pr V (fun x => x < s) - e <= mass V (s - INR m) s /\ 1 - pr V (fun x => x < s) - e <= mass V s (s + INR m).
Proof.
  intro He; set (A := fun (n : nat) (x : line) => x < s - INR n \/ ~ x < s + INR n).
  assert (M : forall n, @meas line (A n)) by (intro n; apply meas_or; [ apply ray_meas | apply meas_not, ray_meas ]).
  destruct (pr_shrinks line V A M) with (e := e) as [n Hn]; [ | | exact He | ].
  - intros n x [H | H]; rewrite S_INR in H; [ left | right ]; lra.
  - intro x; destruct (whole_below (Rabs (x - s)) (Rabs_pos _)) as [n [_ U]]; exists (Datatypes.S n); unfold A; rewrite S_INR; apply Rabs_def2 in U; lra.
  - exists n; intros m L; apply le_INR in L; assert (P : forall B : line -> Prop, meas B -> (forall x, B x -> A n x) -> pr V B <= e).
    { intros B MB H; apply Rle_trans with (pr V (A n)); [ now apply pr_le | lra ]. }
    assert (N := pos_INR m); assert (R1 := ray_meas (s - INR m)); assert (R2 := meas_not line _ (ray_meas (s + INR m))).
    assert (O1 := pr_or line V _ _ R1 (cell_meas_line (s - INR m) s) ltac:(intros x; lra)).
    rewrite (pr_ext line V _ (fun x => x < s)) in O1 by (first [ intro x; lra | apply meas_or; [ exact R1 | apply cell_meas_line ] ]).
    assert (O2 := pr_or line V _ _ R2 (cell_meas_line s (s + INR m)) ltac:(intros x; lra)).
    rewrite (pr_ext line V _ (fun x => ~ x < s)), (pr_not line V (fun x => x < s)) in O2 by
      (first [ apply ray_meas | intro x; lra | apply meas_or; [ exact R2 | apply cell_meas_line ] ]).
    assert (P1 := P _ R1 ltac:(intros x X; left; lra)); assert (P2 := P _ R2 ltac:(intros x X; right; lra)); unfold mass; lra.
Qed.
Lemma tilts_below (L N : Law line) (s : R) : tilts L -> tilts N -> pr L (fun x => x < s) <= pr N (fun x => x < s).
Proof.
  intros HL HN; apply le_epsilon; intros e He; destruct (outside_small L s (e / 2) ltac:(lra)) as [n1 B1]; destruct (outside_small N s (e / 2) ltac:(lra)) as [n2 B2].
  set (m := Nat.max n1 n2); destruct (B1 m ltac:(lia)) as [L1 _]; destruct (B2 m ltac:(lia)) as [_ N2].
  assert (C := intervals_compare L N HL HN (s - INR m) s (INR m) (pos_INR m)); replace (s - INR m + INR m) with s in C by ring.
  assert (I := pos_INR m); assert (U : mass N (s - INR m) s <= pr N (fun x => x < s)) by (apply pr_le; [ apply cell_meas_line | apply ray_meas | intros x X; lra ]).
  assert (W : mass L s (s + INR m) <= 1 - pr L (fun x => x < s)).
  { rewrite <- (pr_not line) by apply ray_meas; apply pr_le; [ apply cell_meas_line | apply meas_not, ray_meas | intros x X; lra ]. }
  assert (a0 := mass_nonneg L (s - INR m) s); assert (b0 := mass_nonneg N s (s + INR m)); assert (c0 := mass_nonneg N (s - INR m) s); assert (d0 := mass_nonneg L s (s + INR m)).
  set (a := pr L (fun x => x < s)) in *; set (b := pr N (fun x => x < s)) in *; set (x1 := mass L (s - INR m) s) in *; set (x2 := mass N s (s + INR m)) in *.
  assert (a1 : a <= 1) by (apply pr_le_1, ray_meas); assert (b1 : 0 <= b) by lra.
  assert (Up : mass N (s - INR m) s * mass L s (s + INR m) <= b * (1 - a)) by (apply Rmult_le_compat; lra).
  assert (V1 : (a - x1) * (1 - b) <= e / 2 * 1).
  { destruct (Rle_dec 0 (a - x1)) as [P | P]; assert (b2 : b <= 1) by (apply pr_le_1, ray_meas); [ apply Rmult_le_compat; lra | ].
    assert (0 <= (x1 - a) * (1 - b)) by (apply Rmult_le_pos; lra); lra. }
  assert (x11 : x1 <= 1) by apply mass_one; assert (V2 : x1 * (1 - b - x2) <= 1 * (e / 2)).
  { destruct (Rle_dec 0 (1 - b - x2)) as [P | P]; [ apply Rmult_le_compat; lra | ]; assert (0 <= x1 * - (1 - b - x2)) by (apply Rmult_le_pos; lra); lra. }
  lra.
Qed.
(** There is no other: what moves like N(0, 1) is N(0, 1). *)
Theorem tilts_unique (L : Law line) (s : R) : tilts L -> pr L (fun x => x < s) = normal s.
Proof. intro H; rewrite <- (standard_below s); apply Rle_antisym; apply tilts_below; auto using standard_tilts. Qed.

(** * N(0, v) along every direction *)

Section Directions.
Variables (S : EuclideanSpace) (Z : Law S) (v : R).
Hypotheses (v0 : 0 < v) (M : forall u, measurable S line (inner S u)).
Definition ratio_on (x z : S) : R := exp ((inner S x z - inner S x x / 2) / v).
Hypothesis D : forall x (A : S -> Prop), meas A -> pr (image (fun y => vadd S y x) (shift_measurable S x) Z) A = portion S Z (ratio_on x) A.

Lemma ratio_on_levels (x : S) : levels S (ratio_on x).
Proof.
  apply levels_exp, line_levels; apply (measurable_ext S line (fun z => / v * inner S x z + - (inner S x x / 2 / v))); [ | now apply affine_of ].
  intro z; match goal with |- ?a = ?b => change (@eq R a b) end; field; lra.
Qed.
Lemma ratio_on_mean (x : S) : integral S Z (ratio_on x) = 1.
Proof.
  rewrite <- (pr_all S (image (fun y => vadd S y x) (shift_measurable S x) Z)), D by apply meas_all.
  apply integral_ext; intro z; unfold indicator; destruct (decide True); [ ring | tauto ].
Qed.
Lemma ratio_on_summable (x : S) : summable S Z (ratio_on x).
Proof. apply mean_one; [ intro z; left; apply exp_pos | apply ratio_on_levels | apply ratio_on_mean ]. Qed.

Variable u : S.
Hypothesis U : norm S u = 1.
Definition along (z : S) : line := / sqrt v * inner S u z + 0.
Lemma along_measurable : measurable S line along.
Proof. now apply affine_of. Qed.
Lemma along_tilts : tilts (image along along_measurable Z).
Proof.
  intros t A MA; assert (w0 : 0 < sqrt v) by (now apply sqrt_lt_R0); assert (ww : sqrt v * sqrt v = v) by (apply sqrt_sqrt; lra); set (w := sqrt v) in *; set (x := vscale S (t * w) u).
  assert (uu : inner S u u = 1) by (rewrite <- norm_square, U; ring); assert (MB := along_measurable A MA).
  assert (R1 : forall z, ratio_on x z = tiltf t (along z)).
  { intro z; unfold ratio_on, tiltf, x, along; rewrite !inner_vscale, inner_vscale_r, uu; f_equal; fold w; rewrite <- ww; field; lra. }
  assert (Mt : meas (fun y : line => A (y + t))) by (apply (meas_ext line (fun y => A (1 * y + t))); [ intro y; rewrite Rmult_1_l; tauto | exact (affine_measurable 1 t A MA) ]).
  rewrite image_pr by exact Mt; transitivity (pr (image (fun y => vadd S y x) (shift_measurable S x) Z) (fun z => A (along z))).
  - rewrite image_pr by exact MB; apply pr_ext; [ exact (along_measurable _ Mt) | intro z ].
    assert (E1 : @eq R (along (vadd S z x)) (along z + t)) by (unfold along, x; rewrite inner_vadd_r, inner_vscale_r, uu; fold w; field; lra); rewrite E1; tauto.
  - rewrite D by exact MB; assert (S1 := portion_summable S Z _ (ratio_on_summable x) _ MB).
    assert (G : forall z, indicator (fun z => A (along z)) z * ratio_on x z = indicator A (along z) * tiltf t (along z)) by (intro z; now rewrite R1).
    assert (S2 : summable S Z (fun z => indicator A (along z) * tiltf t (along z))) by (exact (eq_ind _ (summable S Z) S1 _ (functional_extensionality _ _ G))).
    assert (Lg : levels line (fun y => indicator A y * tiltf t y)).
    { apply (levels_ext line (fun y => if decide (A y) then tiltf t y else 0)); [ intro y; unfold indicator; destruct (decide (A y)); ring | ].
      apply levels_within; [ exact MA | intro; left; apply tilt_pos | apply tilt_levels ]. }
    assert (S3 := summable_image along along_measurable Z (fun y => indicator A y * tiltf t y)
      (fun y => Rmult_le_pos _ _ (proj1 (indicator_unit line A y)) (Rlt_le _ _ (tilt_pos t y))) Lg S2).
    destruct (mean_image along along_measurable Z _ S3) as [_ E2]; transitivity (integral S Z (fun z => indicator A (along z) * tiltf t (along z))); [ | exact E2 ].
    apply integral_ext; exact G.
Qed.
Lemma direction_normal (s : R) : pr Z (fun z => inner S u z <= s) = normal (s / sqrt v).
Proof.
  assert (w0 : 0 < sqrt v) by (now apply sqrt_lt_R0); assert (T := fun r => tilts_unique _ r along_tilts).
  rewrite <- (upto_below _ (s / sqrt v) T).
  assert (Ms : @meas line (fun x => x <= s / sqrt v)) by (apply (meas_ext line (fun x => ~ s / sqrt v < x)); [ intro x; lra | apply meas_not, above_meas ]).
  rewrite image_pr by exact Ms; symmetry; apply pr_ext; [ exact (along_measurable _ Ms) | intro z; unfold along; rewrite Rplus_0_r ].
  split; intro H; [ apply (Rmult_le_compat_l (sqrt v)) in H; [ | lra ] | apply Rmult_le_reg_l with (sqrt v); [ exact w0 | ] ];
    replace (sqrt v * (/ sqrt v * inner S u z)) with (inner S u z) in * by (field; lra); replace (sqrt v * (s / sqrt v)) with s in * by (field; lra); exact H.
Qed.
End Directions.

(** * N(0, v I) on R^d *)

Fixpoint space_noise (d : nat) (v : R) : Law (real_space d) :=
  match d as d return Law (real_space d) with O => line_noise v | Datatypes.S k => product (line_noise v) (space_noise k v) end.
Lemma inner_measurable (d : nat) : forall u, measurable (real_space d) line (inner (real_space d) u).
Proof.
  induction d as [ | d IH ]; intro u.
  - exact (vscale_measurable real_line u).
  - apply (sum_measurable (pairs line (real_space d)) (fun z => fst u * fst z) (fun z => inner (real_space d) (snd u) (snd z))).
    + apply (compose_measurable (pairs line (real_space d)) line line (fun y => fst u * y) (@fst line (real_space d))); [ exact (vscale_measurable real_line (fst u)) | apply fst_measurable ].
    + apply (compose_measurable (pairs line (real_space d)) (real_space d) line (inner (real_space d) (snd u)) (@snd line (real_space d))); [ apply IH | apply snd_measurable ].
Qed.
Lemma shifted_pair (S : Finite) (P : Law line) (Q : Law S) (p : line * S) :
  equal (image (fun y => vadd (times S) y p) (shift_measurable (times S) p) (product P Q))
    (product (image (fun y => vadd real_line y (fst p)) (shift_measurable real_line (fst p)) P) (image (fun y => vadd S y (snd p)) (shift_measurable S (snd p)) Q)).
Proof.
  apply product_unique; intros A B MA MB; rewrite !image_pr by (exact MA || exact MB || (apply gen_base; exists A, B; split; [ exact MA | split; [ exact MB | tauto ] ])).
  exact (product_rectangle line S P Q (fun y => A (y + fst p)) (fun y => B (vadd S y (snd p))) (shift_measurable real_line (fst p) A MA) (shift_measurable S (snd p) B MB)).
Qed.
Lemma space_density (d : nat) (v : R) : 0 < v -> forall x (A : real_space d -> Prop), meas A ->
  pr (image (fun y => vadd (real_space d) y x) (shift_measurable (real_space d) x) (space_noise d v)) A = portion (real_space d) (space_noise d v) (ratio_on (real_space d) v x) A.
Proof.
  intro v0; induction d as [ | d IH ]; intros x A M; [ exact (line_density v v0 x A M) | ].
  set (T := real_space d) in *; transitivity (portion (pairs line T) (product (line_noise v) (space_noise d v)) (both line T (ratio_on real_line v (fst x)) (ratio_on T v (snd x))) A).
  - assert (E1 := shifted_pair T (line_noise v) (space_noise d v) x A M).
    etransitivity; [ exact E1 | ]; refine (product_density line T (line_noise v) (image (fun y : line => (y + fst x : line)) (shift_measurable real_line (fst x)) (line_noise v))
      (space_noise d v) (image (fun y => vadd T y (snd x)) (shift_measurable T (snd x)) (space_noise d v)) (ratio_on real_line v (fst x)) (ratio_on T v (snd x)) _ _ _ _ _ _ A M).
    + intro; apply exp_pos.
    + intro; apply exp_pos.
    + exact (ratio_on_summable real_line (line_noise v) v v0 (inner_measurable 0) (line_density v v0) (fst x)).
    + exact (ratio_on_summable T (space_noise d v) v v0 (inner_measurable d) IH (snd x)).
    + intros B HB; exact (line_density v v0 (fst x) B HB).
    + intros B HB; exact (IH (snd x) B HB).
  - apply integral_ext; intro z; f_equal; unfold both, ratio_on; rewrite <- exp_plus; f_equal.
    assert (Same : forall a b i j : R, (a * b - a * a / 2) / v + (i - j / 2) / v = (a * b + i - (a * a + j) / 2) / v) by (intros; field; lra).
    exact (Same (fst x) (fst z) (inner T (snd x) (snd z)) (inner T (snd x) (snd x))).
Qed.
Lemma line_noise_zero : equal (line_noise 0) (certain (vzero real_line)).
Proof. destruct (line_has_white 0 (Rle_refl 0)) as [[_ H] | [H _]]; [ exact H | lra ]. Qed.
Lemma space_noise_zero (d : nat) : equal (space_noise d 0) (certain (vzero (real_space d))).
Proof.
  induction d as [ | d IH ]; [ exact (line_noise_zero) | ].
  assert (E1 : equal (certain (vzero (real_space (Datatypes.S d)))) (product (line_noise 0) (space_noise d 0))).
  { apply product_unique; intros A B MA MB; rewrite (line_noise_zero A MA), (IH B MB); cbn [certain pr].
    assert (MC : @meas (pairs line (real_space d)) (fun p => A (fst p) /\ B (snd p))) by (apply gen_base; exists A, B; split; [ exact MA | split; [ exact MB | tauto ] ]).
    change (vzero (real_space (Datatypes.S d))) with ((0, vzero (real_space d)) : line * real_space d); change (vzero real_line) with 0; cbn [fst snd].
    repeat destruct (decide _); tauto || ring. }
  intros A M; symmetry; exact (E1 A M).
Qed.
(** Every R^d has N(0, v I) for every variance. *)
Theorem space_has_white (d : nat) (v : R) : 0 <= v -> gaussian_on (real_space d) (space_noise d v) v.
Proof.
  intro H; destruct (Req_dec v 0) as [-> | N]; [ left; split; [ reflexivity | apply space_noise_zero ] | right ].
  assert (v0 : 0 < v) by lra; split; [ exact v0 | split; [ intros u s U | ] ].
  - exact (direction_normal (real_space d) (space_noise d v) v v0 (inner_measurable d) (space_density d v v0) u U s).
  - intros x A M; exact (space_density d v v0 x A M).
Qed.
Print Assumptions space_has_white.
