(** Gaussian noise after a step that takes one record with some chance: which of the two mixtures tells more, and what replacing the record tells. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Require Import Pabisym.Means Pabisym.Composition Pabisym.Gaussians Pabisym.Entropies Pabisym.Sums Pabisym.Hinges.
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

(** Both costs are there. *)
Section Costs.
Variables (alpha q s : R).
Hypotheses (a1 : 1 < alpha) (q0 : 0 < q) (q1 : q <= 1) (s0 : 0 < s).
Let v : R := s * s.
Let N : law := white v.
Let M : law := mix q (normallaw 1 v) (normallaw 0 v).
Let v0 : 0 < v := Rmult_lt_0_compat s s s0 s0.
Lemma normal_none : normallaw 0 v = N.
Proof.
  apply law_eq; intros A MA; unfold normallaw; rewrite push_pr by exact MA; unfold N; f_equal; apply functional_extensionality; intro z; f_equal; cbn [translate at_point].
  rewrite vscale_none; apply vadd_zero.
Qed.
Lemma first_costs_second (b : R) : divergence alpha M N b -> divergence alpha N M b.
Proof.
  intros [_ H]; split; [ exact a1 | ]; revert H; unfold M; rewrite normal_none; unfold normallaw, N.
  exact (first_bounds_second (white v) v q alpha (vscale E 1 (direction E)) v0 (white_gaussian v (Rlt_le _ _ v0)) q0 q1 a1 _).
Qed.
Lemma first_some : exists b, divergence alpha M N b.
Proof.
  assert (F := mixture_finite (white v) v q alpha (vscale E 1 (direction E)) v0 (white_gaussian v (Rlt_le _ _ v0)) q0 q1 a1).
  set (c := integral E _ _) in F; exists (ln (Rmax c 1) / (alpha - 1)); split; [ exact a1 | ].
  replace ((alpha - 1) * (ln (Rmax c 1) / (alpha - 1))) with (ln (Rmax c 1)) by (field; lra); assert (U := Rmax_r c 1); rewrite exp_ln by lra.
  unfold M; rewrite normal_none; apply moment_wide with (1 := F), Rmax_l.
Qed.
Lemma first_is : (forall b, divergence alpha M N b -> sampled_first alpha q s <= b) /\ forall y, (forall b, divergence alpha M N b -> y <= b) -> y <= sampled_first alpha q s.
Proof.
  assert (Same : sampled_first alpha q s = infimum (divergence alpha M N)) by (unfold sampled_first, M; fold v; now rewrite normal_none); rewrite Same.
  apply (infimum_spec (divergence alpha M N) 0); [ exact first_some | intros b H; exact (divergence_nonneg _ _ _ _ H) ].
Qed.
Lemma second_is : (forall b, divergence alpha N M b -> sampled alpha q s <= b) /\ forall y, (forall b, divergence alpha N M b -> y <= b) -> y <= sampled alpha q s.
Proof.
  assert (Same : sampled alpha q s = infimum (divergence alpha N M)) by (unfold sampled, M; fold v; now rewrite normal_none); rewrite Same; destruct first_some as [b Hb].
  apply (infimum_spec (divergence alpha N M) 0); [ exists b; now apply first_costs_second | intros c H; exact (divergence_nonneg _ _ _ _ H) ].
Qed.
End Costs.
Theorem proved_sampled_gaussian_order (alpha q s : R) : 1 < alpha -> 0 <= q -> q <= 1 -> 0 < s -> sampled alpha q s <= sampled_first alpha q s.
Proof.
  intros a1 [q0 | q0] q1 s0.
  - apply (first_is alpha q s a1 q0 q1 s0); intros b H; apply (second_is alpha q s a1 q0 q1 s0); now apply first_costs_second.
  - right; unfold sampled, sampled_first; f_equal; assert (MZ : mix q (normallaw 1 (s * s)) (normallaw 0 (s * s)) = normallaw 0 (s * s)); [ | now rewrite MZ ].
    apply law_eq; intros A MA; cbn [mix pr]; rewrite chance_id by lra; rewrite <- q0; ring.
Qed.

(** * A record that is replaced *)

Section Replaced.
Variables (alpha q r v : R) (Z : noise).
Hypotheses (a1 : 1 < alpha) (q0 : 0 < q) (q1 : q < 1) (r0 : 0 < r) (v0 : 0 < v) (G : gaussian Z v).
Let t : E := vscale E r (direction E).
Let N : law := push (translate t) Z.
Let M : law := mix q N Z.
Lemma t_norm : norm E t = r.
Proof. unfold t; rewrite norm_scale, norm_direction, Rabs_right by lra; ring. Qed.
(** No move by at most [r] is told better than the one by [t]. *)
Lemma move_told (g : R) (x y : E) (A : E -> Prop) : 0 < g -> dist x y <= r -> meas A ->
  pr (moved Z x) A - g * pr (moved Z y) A <= pr N (likely v g t) - g * pr Z (likely v g t).
Proof.
  intros g0 D MA; assert (MB := map_measurable (translate y) A MA); set (B := fun z => A (vadd E z y)).
  destruct (moves_told Z v v0 G r (Rlt_le _ _ r0) (vsub x y) D) as [_ T]; specialize (T (ln g) B MB); rewrite exp_ln in T by exact g0.
  rewrite sqrt_div_alt, sqrt_square in T by lra; unfold N; rewrite (likely_half Z v v0 G g t g0 ltac:(rewrite t_norm; exact r0)), t_norm.
  assert (X : pr (push (translate (vsub x y)) Z) B = pr (moved Z x) A).
  { rewrite moved_pr by exact MA; unfold push; rewrite image_pr by exact MB; apply pr_ext; [ exact (map_measurable (translate (vsub x y)) B MB) | intro z ].
    unfold B; cbn [translate at_point]; rewrite <- vadd_assoc, (vadd_comm E (vsub x y) y), vadd_vsub; tauto. }
  rewrite X in T; rewrite (moved_pr Z y A MA); unfold B in T; lra.
Qed.
Lemma replaced_told (x y z : E) (b c : R) : dist x y <= r -> dist x z <= r -> dist y z <= r -> divergence alpha M Z b -> divergence alpha Z M c ->
  divergence alpha (mix q (moved Z x) (moved Z z)) (mix q (moved Z y) (moved Z z)) (b + c).
Proof.
  intros Dxy Dxz Dyz Hb Hc; assert (b0 := divergence_nonneg _ _ _ _ Hb); assert (c0 := divergence_nonneg _ _ _ _ Hc).
  split; [ exact a1 | ]; rewrite Rmult_plus_distr_l, exp_plus; set (m := exp ((alpha - 1) * b)); set (k := exp ((alpha - 1) * c)).
  assert (m1 : 1 <= m) by (unfold m; assert (X := exp_ineq1_le ((alpha - 1) * b)); assert (0 <= (alpha - 1) * b) by (apply Rmult_le_pos; lra); lra).
  assert (k1 : 1 <= k) by (unfold k; assert (X := exp_ineq1_le ((alpha - 1) * c)); assert (0 <= (alpha - 1) * c) by (apply Rmult_le_pos; lra); lra).
  assert (Ch := chance_id q ltac:(lra) ltac:(lra)); set (P' := mix q (moved Z x) (moved Z z)); set (Q' := mix q (moved Z y) (moved Z z)).
  assert (Pp : forall A, pr P' A = q * pr (moved Z x) A + (1 - q) * pr (moved Z z) A) by (intro A; unfold P'; cbn [mix pr]; rewrite Ch; reflexivity).
  assert (Qp : forall A, pr Q' A = q * pr (moved Z y) A + (1 - q) * pr (moved Z z) A) by (intro A; unfold Q'; cbn [mix pr]; rewrite Ch; reflexivity).
  assert (Mp : forall A, pr M A = q * pr N A + (1 - q) * pr Z A) by (intro A; unfold M; cbn [mix pr]; rewrite Ch; reflexivity).
  apply moment_wide with (1 + 1 * (m - 1) + 1 * (k - 1)); [ | assert (0 <= (m - 1) * (k - 1)) by (apply Rmult_le_pos; lra); lra ].
  apply (moment_told alpha a1 P' Q' M Z Z M 1 m k ltac:(lra) (proj2 Hb) (proj2 Hc)).
  - destruct (moves_cost Z v v0 G alpha r a1 (Rlt_le _ _ r0)) with (x := vsub x y) as [_ _]; [ exact Dxy | ].
    assert (F := moved_close Z alpha r _ x y (moves_cost Z v v0 G alpha r a1 (Rlt_le _ _ r0)) Dxy).
    assert (H := proved_moment_mixture alpha q _ 1 _ _ (moved Z z) (moved Z z) a1 ltac:(lra) ltac:(lra) F (moment_self alpha (moved Z z))).
    intros A MA W; destruct (H (event A MA)) as [Ac _]; exact (Ac 0%nat W).
  - intros g A g1 MA; set (h := 1 + (g - 1) / q); assert (hq : q * h = q + (g - 1)) by (unfold h; field; lra); assert (I : 0 < / q) by (now apply Rinv_0_lt_compat).
    assert (h1 : 1 <= h) by (assert (0 <= (g - 1) * / q) by (apply Rmult_le_pos; lra); unfold h, Rdiv; lra).
    assert (T1 := move_told h x y A ltac:(lra) Dxy MA); assert (T2 := move_told h x z A ltac:(lra) Dxz MA); exists (likely v h t).
    assert (MB : meas (likely v h t)) by (apply ratio_levels; exact v0); split; [ exact MB | rewrite Pp, Qp, Mp ]; set (w := pr N (likely v h t) - h * pr Z (likely v h t)) in *.
    assert (gh : g <= h) by (apply Rmult_le_reg_l with q; [ exact q0 | assert (0 <= (1 - q) * (g - 1)) by (apply Rmult_le_pos; lra); lra ]).
    set (X := pr (moved Z x) A) in *; set (Y := pr (moved Z y) A) in *; set (V := pr (moved Z z) A) in *.
    assert (S : h * (X - (g * Y + (h - g) * V)) <= h * w).
    { replace (h * (X - (g * Y + (h - g) * V))) with (g * (X - h * Y) + (h - g) * (X - h * V)) by ring.
      assert (g * (X - h * Y) <= g * w) by (apply Rmult_le_compat_l; lra); assert ((h - g) * (X - h * V) <= (h - g) * w) by (apply Rmult_le_compat_l; lra); lra. }
    apply Rmult_le_reg_l in S; [ | lra ]; apply (Rmult_le_compat_l q) in S; [ | lra ].
    assert (L : q * X + (1 - q) * V - g * (q * Y + (1 - q) * V) = q * (X - (g * Y + (h - g) * V))).
    { replace (q * (X - (g * Y + (h - g) * V))) with (q * X - q * g * Y - (q * h - q * g) * V) by ring; rewrite hq; ring. }
    assert (R : q * w = q * pr N (likely v h t) - (q * h) * pr Z (likely v h t)) by (unfold w; ring); rewrite L; rewrite hq in R; lra.
  - intros g A g0 g1 MA; set (h := 1 + (/ g - 1) / q); assert (I : 0 < / q) by (now apply Rinv_0_lt_compat).
    assert (i1 : 1 <= / g) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (hq : g * q * h = g * q + (1 - g)) by (unfold h; field; lra).
    assert (h1 : 1 <= h) by (assert (0 <= (/ g - 1) * / q) by (apply Rmult_le_pos; lra); unfold h, Rdiv; lra).
    assert (T1 := move_told h y x A ltac:(lra) ltac:(rewrite dist_sym; exact Dxy) MA); assert (T2 := move_told h y z A ltac:(lra) Dyz MA); exists (likely v h t).
    assert (MB : meas (likely v h t)) by (apply ratio_levels; exact v0); split; [ exact MB | rewrite Pp, Qp, Mp ]; set (w := pr N (likely v h t) - h * pr Z (likely v h t)) in *.
    set (X := pr (moved Z x) A) in *; set (Y := pr (moved Z y) A) in *; set (V := pr (moved Z z) A) in *; set (f := / g).
    assert (f1 : 1 <= f) by exact i1; assert (gf : g * f = 1) by (apply Rinv_r; lra); assert (fh : f <= h).
    { apply Rmult_le_reg_l with (g * q); [ now apply Rmult_lt_0_compat | rewrite hq; replace (g * q * f) with q by (rewrite (Rmult_comm g q), Rmult_assoc, gf; ring) ].
      assert (0 <= (1 - q) * (1 - g)) by (apply Rmult_le_pos; lra); lra. }
    assert (S : h * (Y - (f * X + (h - f) * V)) <= h * w).
    { replace (h * (Y - (f * X + (h - f) * V))) with (f * (Y - h * X) + (h - f) * (Y - h * V)) by ring.
      assert (f * (Y - h * X) <= f * w) by (apply Rmult_le_compat_l; lra); assert ((h - f) * (Y - h * V) <= (h - f) * w) by (apply Rmult_le_compat_l; lra); lra. }
    apply Rmult_le_reg_l in S; [ | lra ]; apply (Rmult_le_compat_l (g * q)) in S; [ | left; now apply Rmult_lt_0_compat ].
    assert (L : g * (q * Y + (1 - q) * V) - (q * X + (1 - q) * V) = g * q * (Y - (f * X + (h - f) * V))).
    { replace (g * q * (Y - (f * X + (h - f) * V))) with (g * q * Y - q * (g * f) * X - (g * q * h - q * (g * f)) * V) by ring; rewrite hq, gf; ring. }
    assert (R : g * q * w = g * q * pr N (likely v h t) - (g * q * h) * pr Z (likely v h t)) by (unfold w; ring); rewrite L; rewrite hq in R; lra.
Qed.
End Replaced.

Lemma mix_push (q : R) (P Q : law) (f : map) : push f (mix q P Q) = mix q (push f P) (push f Q).
Proof. apply law_eq, proved_mix_push. Qed.
Theorem proved_sampled_replacement (alpha q r sigma v : R) (Z : noise) : gaussian Z v -> pw sigma 2 = v -> 1 < alpha -> 0 < q -> q < 1 -> 0 < r -> 0 < sigma -> 0 < v ->
  sampledsize alpha q Z r <= sampled_first alpha q (sigma / r) + sampled alpha q (sigma / r).
Proof.
  intros G Sv a1 q0 q1 r0 s0 v0; rewrite pw_2 in Sv; set (s := sigma / r); assert (p0 : 0 < s) by (now apply Rdiv_lt_0_compat); assert (w0 : 0 < s * s) by (now apply Rmult_lt_0_compat).
  set (t := vscale E r (direction E)); set (M0 := mix q (normallaw 1 (s * s)) (normallaw 0 (s * s))); set (N0 := white (s * s)).
  assert (Gw := white_gaussian (s * s) (Rlt_le _ _ w0)); fold N0 in Gw; set (f := affine r 0).
  assert (ZN : push f N0 = Z).
  { apply law_eq, quasi_unique with v; [ exact v0 | | now apply gaussian_quasi ]; apply gaussian_quasi; [ exact v0 | ].
    replace v with (r * r * (s * s)) by (rewrite <- Sv; unfold s; field; lra); apply gaussian_stretch; [ lra | exact Gw ]. }
  assert (ZM : push f M0 = mix q (push (translate t) Z) Z).
  { unfold M0; rewrite (normal_none s), mix_push; fold N0; rewrite ZN; f_equal; rewrite <- ZN; apply law_eq; intros A MA; unfold normallaw; fold N0.
    rewrite !push_pr by (exact MA || exact (map_measurable _ _ MA)); f_equal; apply functional_extensionality; intro z; f_equal; unfold t, f; cbn [translate affine at_point].
    apply vec_eq; intro k; inners; ring. }
  assert (B : forall b c, divergence alpha M0 N0 b -> divergence alpha N0 M0 c -> sampledsize alpha q Z r <= b + c).
  { intros b c [_ Hb] [_ Hc]; apply (moment_push alpha _ _ _ f) in Hb; apply (moment_push alpha _ _ _ f) in Hc; rewrite ZN, ZM in Hb, Hc.
    assert (S : bounds_samples alpha q Z r (b + c)).
    { intros x y z Dxy Dxz Dyz; exact (replaced_told alpha q r v Z a1 q0 q1 r0 v0 G x y z b c Dxy Dxz Dyz (conj a1 Hb) (conj a1 Hc)). }
    destruct (infimum_spec (bounds_samples alpha q Z r) 0) as [L _]; [ now exists (b + c) | | now apply L ].
    intros d D; assert (O : dist (vzero E) (vzero E) <= r) by (rewrite dist_self; lra); exact (divergence_nonneg _ _ _ _ (D _ _ _ O O O)). }
  destruct (first_is alpha q s a1 q0 ltac:(lra) p0) as [_ F]; destruct (second_is alpha q s a1 q0 ltac:(lra) p0) as [_ S].
  assert (K : forall c, divergence alpha N0 M0 c -> sampledsize alpha q Z r - c <= sampled_first alpha q s).
  { intros c Hc; apply F; intros b Hb; specialize (B b c Hb Hc); lra. }
  assert (sampledsize alpha q Z r - sampled_first alpha q s <= sampled alpha q s); [ | lra ].
  apply S; intros c Hc; specialize (K c Hc); lra.
Qed.
