(** Gaussian noise after a step that takes one record with some chance: which of the two mixtures tells more. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Require Import Pabisym.Means Pabisym.Composition Pabisym.Gaussians Pabisym.Entropies Pabisym.Sums.
Open Scope R_scope.

(** * A convex function *)

(** [x^a - x^(1 - a)] is convex from 1 on, where it is 0: its chords from there get steeper. *)
Definition twice (a x : R) : R := Rpower x a - Rpower x (1 - a).
Definition twice1 (a x : R) : R := a * Rpower x (a - 1) + (a - 1) * Rpower x (- a).
Lemma twice_derives (a x : R) : 0 < x -> derivable_pt_lim (twice a) x (twice1 a x).
Proof.
  intro x0; unfold twice1; replace (a * Rpower x (a - 1) + (a - 1) * Rpower x (- a)) with (a * Rpower x (a - 1) - (1 - a) * Rpower x (1 - a - 1)).
  - apply (derivable_pt_lim_minus (fun y => Rpower y a) (fun y => Rpower y (1 - a))); now apply derivable_pt_lim_power.
  - replace (1 - a - 1) with (- a) by ring; ring.
Qed.
Lemma twice1_grows (a x y : R) : 1 < a -> 1 <= x -> x < y -> twice1 a x <= twice1 a y.
Proof.
  intros a1 x1 xy; destruct (MVT_cor2 (twice1 a) (fun z => a * ((a - 1) * Rpower z (a - 1 - 1)) + (a - 1) * (- a * Rpower z (- a - 1))) x y xy) as [z [Z [z1 z2]]].
  - intros z H; apply (derivable_pt_lim_plus (fun z => a * Rpower z (a - 1)) (fun z => (a - 1) * Rpower z (- a))).
    + apply (derivable_pt_lim_scal (fun z => Rpower z (a - 1))); apply derivable_pt_lim_power; lra.
    + apply (derivable_pt_lim_scal (fun z => Rpower z (- a))); apply derivable_pt_lim_power; lra.
  - assert (P : Rpower z (- a - 1) <= Rpower z (a - 1 - 1)) by (apply Rle_Rpower; lra).
    assert (0 <= a * (a - 1) * (Rpower z (a - 1 - 1) - Rpower z (- a - 1))) by (apply Rmult_le_pos; [ apply Rmult_le_pos; lra | lra ]).
    assert (0 <= (a * ((a - 1) * Rpower z (a - 1 - 1)) + (a - 1) * (- a * Rpower z (- a - 1))) * (y - x)) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma Rpower_one (a : R) : Rpower 1 a = 1.
Proof. unfold Rpower; now rewrite ln_1, Rmult_0_r, exp_0. Qed.
Lemma twice_chord (a b c x : R) : 1 < a -> 1 < c -> c <= x -> b * (c - 1) = x - 1 -> b * twice a c <= twice a x.
Proof.
  intros a1 c1 [cx | <-] B; [ | assert (b = 1) by (apply Rmult_eq_reg_r with (c - 1); lra); subst b; lra ].
  destruct (MVT_cor2 (twice a) (twice1 a) 1 c c1 ltac:(intros; apply twice_derives; lra)) as [u [U [u1 u2]]].
  destruct (MVT_cor2 (twice a) (twice1 a) c x cx ltac:(intros; apply twice_derives; lra)) as [w [W [w1 w2]]].
  assert (O : twice a 1 = 0) by (unfold twice; rewrite !Rpower_one; ring); assert (G := twice1_grows a u w a1 ltac:(lra) ltac:(lra)).
  assert (K : twice1 a u * (x - c) <= twice1 a w * (x - c)) by (apply Rmult_le_compat_r; lra).
  replace (b * twice a c) with (twice a c + twice1 a u * (x - c)); [ lra | ].
  replace (twice a c) with (twice1 a u * (c - 1)) by lra; replace x with (b * (c - 1) + 1) by lra; ring.
Qed.
(** The density [1 - q + q l] of the mixture and its mirror image. *)
Lemma pair_above (a q l : R) : 1 < a -> 0 < q -> q <= 1 -> 1 < l -> let r := q * l + (1 - q) in let s := q * / l + (1 - q) in
  Rpower r (1 - a) + l * Rpower s (1 - a) <= Rpower r a + l * Rpower s a.
Proof.
  intros a1 q0 q1 l1 r s; set (b := q + (1 - q) * l); set (c := l / b); assert (b1 : 1 <= b).
  { assert (0 <= (1 - q) * (l - 1)) by (apply Rmult_le_pos; lra); unfold b; lra. }
  assert (I : 0 < / b) by (apply Rinv_0_lt_compat; lra); assert (bc : b * c = l) by (unfold c; field; lra).
  assert (lb : b * (c - 1) = r - 1) by (rewrite Rmult_minus_distr_l, bc; unfold b, r; ring).
  assert (r1 : 1 < r) by (assert (0 < q * (l - 1)) by (apply Rmult_lt_0_compat; lra); unfold r; lra).
  assert (c1 : 1 < c) by (apply Rmult_lt_reg_l with b; lra).
  assert (cr : c <= r) by (assert (0 <= (b - 1) * (c - 1)) by (apply Rmult_le_pos; lra); lra).
  assert (T := twice_chord a b c r a1 c1 cr lb); assert (sc : s = / c) by (unfold s, c, b; field; repeat split; try lra; fold b; lra).
  assert (P : forall e, l * Rpower s e = b * Rpower c (1 - e)).
  { intro e; rewrite sc, <- bc, Rmult_assoc; f_equal; unfold Rpower; rewrite ln_Rinv by lra; rewrite <- (exp_ln c) at 1 by lra; rewrite <- exp_plus; f_equal; ring. }
  rewrite !P; replace (1 - (1 - a)) with a by ring; unfold twice in T; lra.
Qed.
Lemma pair_above_all (a q l : R) : 1 < a -> 0 < q -> q <= 1 -> 0 < l -> let r := q * l + (1 - q) in let s := q * / l + (1 - q) in
  Rpower r (1 - a) + l * Rpower s (1 - a) <= Rpower r a + l * Rpower s a.
Proof.
  intros a1 q0 q1 l0 r s; destruct (Rtotal_order l 1) as [H | [H | H]]; [ | | now apply pair_above ].
  - assert (i1 : 1 < / l) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra); assert (P := pair_above a q (/ l) a1 q0 q1 i1); cbv zeta in P.
    rewrite Rinv_inv in P; fold r s in P; apply (Rmult_le_compat_l l) in P; [ | lra ]; rewrite !Rmult_plus_distr_l, <- !Rmult_assoc, Rinv_r, !Rmult_1_l in P by lra; lra.
  - unfold r, s; rewrite H, Rinv_1; replace (q * 1 + (1 - q)) with 1 by ring; rewrite !Rpower_one; lra.
Qed.

(** * Means under densities, and powers *)

Lemma levels_power (X : Space) (f : X -> R) (a : R) : (forall x, 0 < f x) -> a <> 0 -> levels X f -> levels X (fun x => Rpower (f x) a).
Proof.
  intros F A L t; destruct (Rle_lt_dec t 0) as [N | P].
  - apply (meas_ext X (fun _ => True)); [ intro x; assert (U := exp_pos (a * ln (f x))); unfold Rpower; split; [ lra | auto ] | apply meas_all ].
  - assert (T : Rpower (Rpower t (/ a)) a = t) by (rewrite Rpower_mult, Rinv_l, Rpower_1; auto); assert (T0 : 0 < Rpower t (/ a)) by apply exp_pos; set (u := Rpower t (/ a)) in *.
    assert (Ln : forall x, (t <= Rpower (f x) a <-> a * ln u <= a * ln (f x))).
    { intro x; rewrite <- T; unfold Rpower; split; intro H; [ | now apply exp_le ].
      apply Rnot_lt_le; intro K; apply exp_increasing in K; lra. }
    assert (Lu : forall x, (ln u <= ln (f x) <-> u <= f x) /\ (ln (f x) <= ln u <-> f x <= u)).
    { intro x; specialize (F x); split; split; intro H; try (now apply ln_le'); rewrite <- (exp_ln u T0), <- (exp_ln (f x) F); now apply exp_le. }
    destruct (Rtotal_order a 0) as [A0 | [A0 | A0]]; [ | contradiction | ].
    + apply (meas_ext X (fun x => ~ u < f x)); [ intro x; rewrite Ln | apply meas_not; now apply (levels_above X f) ].
      destruct (Lu x) as [_ Q]; split; intro H.
      * assert (K : ln (f x) <= ln u) by (apply Q; lra); assert (0 <= - a * (ln u - ln (f x))) by (apply Rmult_le_pos; lra); lra.
      * apply Rle_not_lt, Q, Rnot_lt_le; intro K; assert (0 < - a * (ln (f x) - ln u)) by (apply Rmult_lt_0_compat; lra); lra.
    + apply (meas_ext X (fun x => u <= f x)); [ intro x; rewrite Ln | apply L ]; destruct (Lu x) as [Q _]; split; intro H.
      * apply Rmult_le_compat_l; [ lra | now apply Q ].
      * apply Q; apply Rmult_le_reg_l with a; assumption.
Qed.
Lemma mean_scale0 (P : law) (f : E -> R) (c : R) : 0 <= c -> summable E P f -> summable E P (fun x => c * f x) /\ integral E P (fun x => c * f x) = c * integral E P f.
Proof.
  intros [C | <-] F; [ now apply mean_scale | rewrite Rmult_0_l, (functional_extensionality (fun x => 0 * f x) (fun _ => 0)) by (intro; ring); apply zero_summable ].
Qed.
(** A mean under a law with a density. *)
Lemma density_integral (P Q : law) (f h : E -> R) : density P Q f -> (forall x, 0 <= h x) -> levels E h -> summable E Q (fun x => h x * f x) ->
  summable E P h /\ integral E P h <= integral E Q (fun x => h x * f x).
Proof.
  intros D h0 L S; assert (f0 := proj1 (proj1 D)).
  assert (Up : forall a, sums_below E P h a -> a <= integral E Q (fun x => h x * f x)).
  { intros a [s [Es [Ls ->]]]; destruct (value_bounded E s) as [c [C Bs]]; assert (I : 0 < / c) by (now apply Rinv_0_lt_compat); set (g := fun y => / c * Rmin (h y) c).
    assert (g01 : forall y, 0 <= g y <= 1).
    { intro y; specialize (h0 y); assert (M : 0 <= Rmin (h y) c <= c) by (unfold Rmin; destruct (Rle_dec (h y) c); lra); unfold g; split; [ apply Rmult_le_pos; lra | ].
      apply Rle_trans with (/ c * c); [ apply Rmult_le_compat_l; lra | right; field; lra ]. }
    assert (Lg : levels E g) by (apply levels_scale; [ lra | now apply levels_min ]).
    assert (gh : forall y, g y <= / c * h y) by (intro y; apply Rmult_le_compat_l; [ lra | apply Rmin_l ]).
    destruct (mean_scale E Q _ _ I S) as [S1 E1].
    assert (gf : forall y, g y * f y <= / c * (h y * f y)) by (intro y; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; [ apply f0 | apply gh ]).
    assert (S2 : summable E Q (fun y => g y * f y)).
    { apply (summable_dom E Q _ (fun y => / c * (h y * f y))); [ intro y; apply Rmult_le_pos; [ apply g01 | apply f0 ] | | exact S1 | exact gf ].
      apply levels_times; [ intro y; apply g01 | exact f0 | exact Lg | apply (proj1 D) ]. }
    assert (W : weigh P (scaled (/ c) s) <= integral E P g).
    { apply integral_above; [ exact g01 | now apply events_scaled | ]; intro x; rewrite value_at_scaled; unfold g; apply Rmult_le_compat_l; [ lra | ].
      specialize (Ls x); specialize (Bs x); unfold Rmin; destruct (Rle_dec (h x) c); lra. }
    rewrite weigh_scaled, (density_mean P Q f g D g01 Lg S2) in W; assert (K := mean_le E Q _ _ S2 S1 gf); rewrite E1 in K.
    apply Rmult_le_reg_l with (/ c); [ exact I | lra ]. }
  assert (SP : summable E P h) by (split; [ exact h0 | split; [ exact L | exists (integral E Q (fun x => h x * f x)); exact Up ] ]).
  split; [ exact SP | apply (mean_lub E P _ SP); exact Up ].
Qed.

(** * Noise and its mirror image *)

Section Mirror.
Variables (Z : noise) (v : R) (x : E).
Hypotheses (v0 : 0 < v) (G : gaussian Z v).
Let N : law := push (translate x) Z.
Let L : E -> R := ratio v x.
(** [x - z] *)
Definition mirror : map := compose (translate x) (affine (-1) 0).
Lemma mirror_at (z : E) : mirror z = vsub x z.
Proof. apply vec_eq; intro w; unfold mirror; cbn [compose translate affine at_point]; inners; ring. Qed.
Lemma mirror_twice (z : E) : mirror (mirror z) = z.
Proof. rewrite !mirror_at; apply vec_eq; intro w; inners; ring. Qed.
Lemma mirror_ratio (z : E) : L (mirror z) = / L z.
Proof. unfold L, ratio; rewrite mirror_at, <- exp_Ropp; f_equal; inners; field; lra. Qed.
Lemma L_pos (z : E) : 0 < L z.
Proof. apply exp_pos. Qed.
Lemma push_mirror : push mirror Z = N.
Proof.
  assert (S : push (affine (-1) 0) Z = Z).
  { apply law_eq, quasi_unique with v; [ exact v0 | | now apply gaussian_quasi ].
    apply gaussian_quasi; [ exact v0 | ]; replace v with (-1 * -1 * v) by ring; apply gaussian_stretch; [ lra | exact G ]. }
  apply law_eq; intros A M; unfold N; rewrite <- S at 2; rewrite !push_pr by (exact M || exact (map_measurable (translate x) A M)); reflexivity.
Qed.
Lemma mirror_pushes (h : E -> R) : (forall z, 0 <= h z) -> levels E h -> summable E Z h ->
  summable E N (fun z => h (mirror z)) /\ integral E N (fun z => h (mirror z)) = integral E Z h.
Proof.
  intros h0 Lh S; assert (Lm : levels E (fun z => h (mirror z))) by (intro t; exact (map_measurable mirror _ (Lh t))).
  assert (T : (fun z => h (mirror (mirror z))) = h) by (apply functional_extensionality; intro z; now rewrite mirror_twice).
  assert (S2 : summable E (push mirror Z) (fun z => h (mirror z))).
  { apply (summable_image mirror (map_measurable mirror) Z (fun z => h (mirror z))); [ intro z; apply h0 | exact Lm | rewrite T; exact S ]. }
  destruct (mean_image mirror (map_measurable mirror) Z _ S2) as [_ I]; rewrite T in I; fold (push mirror Z) in I; rewrite push_mirror in S2, I; now split.
Qed.
(** The noise itself has a density to the moved one. *)
Lemma back_density : density Z N (fun z => / L z).
Proof.
  assert (D := move_density Z v v0 G x); fold N L in D.
  assert (Ly : levels E L) by (now apply ratio_levels); assert (Li : levels E (fun z => / L z)).
  { apply (levels_ext E (fun z => L (mirror z))); [ intro z; apply mirror_ratio | intro t; exact (map_measurable mirror _ (Ly t)) ]. }
  assert (M1 := mirror_pushes L ltac:(intro; left; apply L_pos) Ly (proj1 D)).
  rewrite (functional_extensionality (fun z => L (mirror z)) (fun z => / L z) mirror_ratio) in M1; split; [ apply M1 | ]; intros A M.
  assert (MA := map_measurable mirror A M); set (h := fun z => indicator (fun z => A (mirror z)) z * L z).
  assert (Sh : summable E Z h) by (apply within_summable; [ exact MA | apply D ]).
  destruct (mirror_pushes h) as [_ I]; [ intro z; apply Sh | apply Sh | exact Sh | ].
  transitivity (integral E Z h).
  - unfold h; rewrite <- (proj2 D _ MA), <- push_mirror, push_pr by exact MA; apply pr_ext; [ exact M | intro z; now rewrite mirror_twice ].
  - rewrite <- I; apply integral_ext; intro z; unfold h; rewrite mirror_ratio; f_equal; unfold indicator; rewrite mirror_twice; reflexivity.
Qed.
Lemma mirrored_mean (h : E -> R) : (forall z, 0 <= h z) -> levels E h -> summable E Z h ->
  summable E Z (fun z => L z * h (mirror z)) /\ integral E Z (fun z => L z * h (mirror z)) = integral E Z h.
Proof.
  intros h0 Lh S; destruct (mirror_pushes h h0 Lh S) as [S1 I1]; assert (Ly : levels E L) by (now apply ratio_levels).
  assert (Lm : levels E (fun z => h (mirror z))) by (intro t; exact (map_measurable mirror _ (Lh t))).
  assert (Lk : levels E (fun z => L z * h (mirror z))) by (apply levels_times; [ intro; left; apply L_pos | intro; apply h0 | exact Ly | exact Lm ]).
  assert (Q : (fun z => L z * h (mirror z) * / L z) = (fun z => h (mirror z))) by (apply functional_extensionality; intro z; assert (P := L_pos z); field; lra).
  destruct (density_integral Z N (fun z => / L z) (fun z => L z * h (mirror z)) back_density) as [S2 I2].
  - intro z; apply Rmult_le_pos; [ left; apply L_pos | apply h0 ].
  - exact Lk.
  - now rewrite Q.
  - rewrite Q, I1 in I2; split; [ exact S2 | apply Rle_antisym; [ exact I2 | ] ].
    assert (D := move_density Z v v0 G x); fold N L in D; assert (C : (fun z => h (mirror z) * L z) = (fun z => L z * h (mirror z))) by (apply functional_extensionality; intro; ring).
    destruct (density_integral N Z L (fun z => h (mirror z)) D) as [_ I3]; [ intro; apply h0 | exact Lm | now rewrite C | ]; rewrite C, I1 in I3; exact I3.
Qed.
End Mirror.

(** * Both mixtures *)

Section Mixture.
Variables (Z : noise) (v q a : R) (x : E).
Hypotheses (v0 : 0 < v) (G : gaussian Z v) (q0 : 0 < q) (q1 : q <= 1) (a1 : 1 < a).
Let N : law := push (translate x) Z.
Let M : law := mix q N Z.
Let r (z : E) : R := q * ratio v x z + (1 - q).

Lemma r_pos (z : E) : 0 < r z.
Proof. assert (P : 0 < q * ratio v x z) by (apply Rmult_lt_0_compat; [ exact q0 | apply exp_pos ]); unfold r; lra. Qed.
Lemma r_levels : levels E r.
Proof.
  apply (levels_plus E (fun z => q * ratio v x z) (fun _ => 1 - q)); [ | apply levels_scale; [ lra | now apply ratio_levels ] | apply levels_constant ].
  intro z; apply Rmult_le_pos; [ lra | left; apply exp_pos ].
Qed.
Lemma mixture_density : density M Z r.
Proof.
  assert (D := move_density Z v v0 G x); fold N in D; assert (Q : forall A, meas A -> summable E Z (fun z => q * (indicator A z * ratio v x z) + (1 - q) * indicator A z) /\
    integral E Z (fun z => q * (indicator A z * ratio v x z) + (1 - q) * indicator A z) = pr M A).
  { intros A MA; destruct (mean_scale0 Z _ q ltac:(lra) (within_summable Z A _ MA (proj1 D))) as [S1 I1].
    destruct (mean_scale0 Z _ (1 - q) ltac:(lra) (indicator_summable Z A MA)) as [S2 I2]; destruct (mean_plus E Z _ _ S1 S2) as [S3 I3].
    split; [ exact S3 | rewrite I3, I1, I2, <- (proj2 D A MA), (indicator_mean Z A MA) ].
    cbn [M mix pr]; unfold M; cbn [mix pr]; rewrite chance_id by lra; reflexivity. }
  assert (F : forall A, (fun z => q * (indicator A z * ratio v x z) + (1 - q) * indicator A z) = (fun z => indicator A z * r z)).
  { intro A; apply functional_extensionality; intro z; unfold r; ring. }
  split.
  - destruct (Q (fun _ => True) (meas_all E)) as [S _]; rewrite F in S.
    rewrite (functional_extensionality (fun z => indicator (fun _ => True) z * r z) r) in S by (intro z; unfold indicator; destruct (decide True); [ ring | tauto ]); exact S.
  - intros A MA; destruct (Q A MA) as [_ I]; rewrite F in I; now symmetry.
Qed.
Lemma first_summable : summable E Z (fun z => Rpower (r z) a).
Proof.
  destruct (power_mean Z v v0 G a x) as [S _]; destruct (mean_scale0 Z _ q ltac:(lra) S) as [S1 _].
  assert (SC : summable E Z (fun _ => 1 - q)) by (apply (summable_bounded E Z _ 1); [ intro; lra | apply levels_constant ]).
  destruct (mean_plus E Z _ _ S1 SC) as [S2 _].
  apply (summable_dom E Z _ (fun z => q * Rpower (ratio v x z) a + (1 - q))).
  - intro z; left; apply exp_pos.
  - apply levels_power; [ apply r_pos | lra | apply r_levels ].
  - exact S2.
  - intro z; assert (T := share_mix a q (ratio v x z) 1 1 1 a1 ltac:(lra) q1 ltac:(left; apply exp_pos) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)).
    assert (One : forall p, 0 < p -> share a p 1 = Rpower p a).
    { intros p p0; unfold share; destruct (Rle_dec p 0); [ lra | ]; unfold Rdiv; rewrite Rinv_1, Rmult_1_r; rewrite <- (Rpower_1 p) at 1 by exact p0; rewrite <- Rpower_plus; f_equal; ring. }
    replace (q * 1 + (1 - q) * 1) with 1 in T by ring; rewrite Rmult_1_r in T; fold (r z) in T; rewrite !One in T; [ | lra | apply exp_pos | apply r_pos ].
    rewrite (Rpower_one a) in T; lra.
Qed.
(** The mixture first costs at least as much. *)
Lemma second_below : summable E Z (fun z => Rpower (r z) (1 - a)) /\ integral E Z (fun z => Rpower (r z) (1 - a)) <= integral E Z (fun z => Rpower (r z) a).
Proof.
  set (h := fun z => Rpower (r z) a); set (k := fun z => Rpower (r z) (1 - a)); set (L := ratio v x).
  assert (Rm : forall z, r (mirror x z) = q * / L z + (1 - q)) by (intro z; unfold r; now rewrite (mirror_ratio v x v0)).
  assert (P : forall z, k z + L z * k (mirror x z) <= h z + L z * h (mirror x z)).
  { intro z; unfold k, h; rewrite Rm; apply pair_above_all; try assumption; apply exp_pos. }
  assert (h0 : forall z, 0 <= h z) by (intro; left; apply exp_pos); assert (k0 : forall z, 0 <= k z) by (intro; left; apply exp_pos).
  assert (Lk : levels E k) by (apply levels_power; [ apply r_pos | lra | apply r_levels ]); assert (Sh := first_summable : summable E Z h).
  destruct (mirrored_mean Z v x v0 G h h0 (proj1 (proj2 Sh)) Sh) as [S1 I1]; destruct (mean_plus E Z _ _ Sh S1) as [S2 I2]; fold L in S1, I1, S2, I2.
  assert (Lp : forall z, 0 < L z) by (intro; apply exp_pos).
  assert (Sk : summable E Z k).
  { apply (summable_dom E Z _ (fun z => h z + L z * h (mirror x z))); [ exact k0 | exact Lk | exact S2 | intro z; specialize (P z) ].
    assert (0 <= L z * k (mirror x z)) by (apply Rmult_le_pos; [ left; apply Lp | apply k0 ]); lra. }
  destruct (mirrored_mean Z v x v0 G k k0 Lk Sk) as [S3 I3]; destruct (mean_plus E Z _ _ Sk S3) as [S4 I4]; fold L in S3, I3, S4, I4.
  assert (K := mean_le E Z _ _ S4 S2 P); rewrite I4, I3, I2, I1 in K; split; [ exact Sk | lra ].
Qed.
Lemma inverse_levels : levels E (fun z => / r z).
Proof.
  apply (levels_ext E (fun z => Rpower (r z) (- (1)))); [ | apply levels_power; [ apply r_pos | lra | apply r_levels ] ].
  intro z; rewrite Rpower_Ropp, Rpower_1 by apply r_pos; reflexivity.
Qed.
Lemma inverse_density : density Z M (fun z => / r z).
Proof.
  assert (D := mixture_density); assert (Li := inverse_levels); assert (ri : forall z, 0 < / r z) by (intro z; apply Rinv_0_lt_compat, r_pos).
  destruct q1 as [q2 | q2].
  - assert (c0 : 0 < / (1 - q)) by (apply Rinv_0_lt_compat; lra).
    assert (B : forall z, / r z <= / (1 - q)).
    { intro z; apply Rinv_le_contravar; [ lra | ]; assert (P : 0 < q * ratio v x z) by (apply Rmult_lt_0_compat; [ exact q0 | apply exp_pos ]); unfold r; lra. }
    split; [ apply (summable_bounded E M _ (/ (1 - q))); [ intro z; split; [ left; apply ri | apply B ] | exact Li ] | intros A MA ].
    assert (Lh : levels E (fun z => (1 - q) * (indicator A z * / r z))).
    { apply levels_scale; [ lra | apply levels_times; [ intro z; unfold indicator; destruct (decide (A z)); lra | intro; left; apply ri | | exact Li ] ].
      exact (proj1 (proj2 (indicator_summable Z A MA))). }
    assert (h1 : forall z, 0 <= (1 - q) * (indicator A z * / r z) <= 1).
    { intro z; assert (I : 0 <= indicator A z <= 1) by (unfold indicator; destruct (decide (A z)); lra); specialize (ri z); specialize (B z); split.
      - apply Rmult_le_pos; [ lra | apply Rmult_le_pos; lra ].
      - apply Rle_trans with ((1 - q) * (1 * / (1 - q))); [ apply Rmult_le_compat_l; [ lra | apply Rmult_le_compat; lra ] | right; field; lra ]. }
    assert (C : (fun z => (1 - q) * (indicator A z * / r z) * r z) = (fun z => (1 - q) * indicator A z)).
    { apply functional_extensionality; intro z; assert (P := r_pos z); field; lra. }
    destruct (mean_scale E Z _ (1 - q) ltac:(lra) (indicator_summable Z A MA)) as [S1 I1].
    assert (S0 : summable E Z (fun z => (1 - q) * (indicator A z * / r z) * r z)) by (rewrite C; exact S1).
    assert (K := density_mean M Z r _ D h1 Lh S0); cbv beta in K; rewrite C, I1, (indicator_mean Z A MA) in K.
    assert (S2 : summable E M (fun z => indicator A z * / r z)).
    { apply (within_summable M A (fun z => / r z) MA), (summable_bounded E M _ (/ (1 - q))); [ intro z; split; [ left; apply ri | apply B ] | exact Li ]. }
    rewrite (proj2 (mean_scale E M _ (1 - q) ltac:(lra) S2)) in K; symmetry; apply Rmult_eq_reg_l with (1 - q); [ exact K | lra ].
  - assert (MN : M = N).
    { apply law_eq; intros A MA; unfold M; cbn [mix pr]; rewrite chance_id by lra; rewrite q2; ring. }
    assert (Rr : forall z, r z = ratio v x z) by (intro z; unfold r; rewrite q2; ring).
    rewrite MN; refine (eq_ind _ (density Z N) (back_density Z v x v0 G) _ _); apply functional_extensionality; intro z; now rewrite Rr.
Qed.
Lemma first_bounds_second (m : R) : moment a M Z m -> moment a Z M m.
Proof.
  intro H; apply (density_moment M Z r a m a1 mixture_density r_pos first_summable) in H; destruct second_below as [S I].
  assert (F : (fun z => Rpower (/ r z) a * r z) = (fun z => Rpower (r z) (1 - a))).
  { apply functional_extensionality; intro z; assert (P := r_pos z); unfold Rpower; rewrite ln_Rinv by exact P; rewrite <- (exp_ln (r z)) at 2 by exact P.
    rewrite <- exp_plus; f_equal; ring. }
  assert (ri : forall z, 0 < / r z) by (intro z; apply Rinv_0_lt_compat, r_pos).
  destruct (density_integral M Z r (fun z => Rpower (/ r z) a) mixture_density) as [S1 I1].
  - intro z; left; apply exp_pos.
  - apply levels_power; [ exact ri | lra | apply inverse_levels ].
  - now rewrite F.
  - rewrite F in I1; apply (moment_density Z M (fun z => / r z) a m a1 inverse_density ri S1); lra.
Qed.
Lemma mixture_finite : moment a M Z (integral E Z (fun z => Rpower (r z) a)).
Proof. apply (moment_density M Z r a _ a1 mixture_density r_pos first_summable); lra. Qed.
End Mixture.

Theorem proved_sampled_gaussian_order (alpha q s : R) : 1 < alpha -> 0 <= q -> q <= 1 -> 0 < s -> sampled alpha q s <= sampled_first alpha q s.
Proof.
  intros a1 q0 q1 s0; unfold sampled, sampled_first; set (v := s * s); assert (v0 : 0 < v) by (now apply Rmult_lt_0_compat); assert (G := white_gaussian v (Rlt_le _ _ v0)).
  set (x := vscale E 1 (direction E)); assert (N0 : normallaw 0 v = white v).
  { apply law_eq; intros A M; unfold normallaw; rewrite push_pr by exact M; f_equal; apply functional_extensionality; intro z; f_equal; cbn [translate at_point].
    rewrite vscale_none; apply vadd_zero. }
  rewrite N0; unfold normallaw; fold x; set (M := mix q (push (translate x) (white v)) (white v)).
  destruct q0 as [q0 | q0].
  - assert (F := mixture_finite (white v) v q alpha x v0 G q0 q1 a1); assert (B := first_bounds_second (white v) v q alpha x v0 G q0 q1 a1); fold M in F, B.
    set (c := integral E (white v) (fun z => Rpower (q * ratio v x z + (1 - q)) alpha)) in F.
    assert (NE : exists b, divergence alpha M (white v) b).
    { exists (ln (Rmax c 1) / (alpha - 1)); split; [ exact a1 | ]; replace ((alpha - 1) * (ln (Rmax c 1) / (alpha - 1))) with (ln (Rmax c 1)) by (field; lra).
      assert (U := Rmax_r c 1); rewrite exp_ln by lra; apply moment_wide with (1 := F), Rmax_l. }
    assert (Sub : forall b, divergence alpha M (white v) b -> divergence alpha (white v) M b) by (intros b [_ H]; split; [ exact a1 | now apply B ]).
    assert (Lo : forall P Q b, divergence alpha P Q b -> 0 <= b).
    { intros P Q b H; apply (proved_renyi_sign alpha 0 b P Q a1); now apply renyi_plain. }
    destruct NE as [b0 H0].
    destruct (infimum_spec (divergence alpha (white v) M) 0) as [L1 _]; [ exists b0; now apply Sub | intros b H; exact (Lo _ _ _ H) | ].
    destruct (infimum_spec (divergence alpha M (white v)) 0) as [_ U2]; [ now exists b0 | intros b H; exact (Lo _ _ _ H) | ].
    apply U2; intros b H; apply L1; now apply Sub.
  - right; f_equal; assert (MZ : M = white v); [ | now rewrite MZ ].
    apply law_eq; intros A MA; unfold M; cbn [mix pr]; rewrite chance_id by lra; rewrite <- q0; ring.
Qed.
