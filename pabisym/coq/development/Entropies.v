(** Logarithmic Sobolev inequalities: of a point, after a map, and along a noisy step. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary Pabisym.Means.
Require Import Pabisym.Gaussians.
Import ListNotations.
Open Scope R_scope.

Lemma entropic_nonneg (t y : R) : 0 < t -> 0 <= y -> 0 <= entropic t y.
Proof.
  intros t0 [y0 | <-]; unfold entropic; [ | lra ]; assert (T := ln_tangent (t / y) ltac:(now apply Rdiv_lt_0_compat)).
  assert (E1 : ln (y / t) = - ln (t / y)) by (rewrite <- ln_Rinv by (now apply Rdiv_lt_0_compat); f_equal; field; lra).
  assert (E2 : y * ln (t / y) <= y * (t / y - 1)) by (apply Rmult_le_compat_l; lra).
  replace (y * (t / y - 1)) with (t - y) in E2 by (field; lra); rewrite E1; lra.
Qed.

(** * At a point there is no entropy *)

Lemma mean_at (x : E) (f : E -> R) : (forall y, 0 <= f y) -> levels E f -> summable E (point x) f /\ integral E (point x) f <= f x.
Proof.
  intros N L; assert (B : forall a, sums_below E (point x) f a -> a <= f x).
  { intros a [s [Es [Ls ->]]]; unfold point; rewrite weigh_certain by exact Es; apply Ls. }
  assert (S : summable E (point x) f) by (split; [ exact N | split; [ exact L | exists (f x); exact B ] ]).
  split; [ exact S | apply (mean_lub E _ _ S); exact B ].
Qed.
Theorem proved_lsi_point (x : vector) : lsi (point x) 0.
Proof.
  exists 0; split; [ lra | ]; intros h g _ _ L _ _ e He; rewrite Rmult_0_r, Rmult_0_l, Rplus_0_l.
  assert (Q : exists t, 0 < t /\ entropic t (h x * h x) <= e).
  { destruct (Req_dec (h x * h x) 0) as [Z | Z].
    - exists e; split; [ exact He | rewrite Z; unfold entropic; lra ].
    - assert (P : 0 < h x * h x) by (assert (U := Rle_0_sqr (h x)); unfold Rsqr in U; lra); exists (h x * h x); split; [ exact P | ].
      unfold entropic, Rdiv; rewrite Rinv_r, ln_1 by lra; lra. }
  destruct Q as [t [t0 T]]; exists t; split; [ exact t0 | ].
  destruct (mean_at x (fun y => entropic t (h y * h y))) as [S I]; [ intro y; apply entropic_nonneg; [ exact t0 | apply Rle_0_sqr ] | now apply L | split; [ exact S | lra ] ].
Qed.

(** * After a map *)

Theorem proved_lsi_push (v c : R) (P : law) (f : map) : lsi P v -> lipschitz f c -> lsi (push f P) (pw c 2 * v).
Proof.
  intros [u [uv H]] Lf; assert (c0 := lipschitz_nonneg f c Lf); assert (cc : 0 <= c * c) by (now apply Rmult_le_pos); rewrite pw_2.
  exists (c * c * u); split; [ now apply Rmult_le_compat_l | ]; intros h g g0 Sl Lh Lg Sg e He.
  destruct (mean_image f (map_measurable f) P _ Sg) as [S1 I1]; fold (push f P) in I1.
  assert (SG : summable E P (fun x => c * g (f x) * (c * g (f x))) /\
    integral E P (fun x => c * g (f x) * (c * g (f x))) = c * c * integral E (push f P) (fun x => g x * g x)).
  { rewrite (functional_extensionality (fun x => c * g (f x) * (c * g (f x))) (fun x => c * c * (g (f x) * g (f x)))) by (intro; ring); rewrite <- I1.
    destruct cc as [cc | cc]; [ now apply mean_scale | rewrite <- cc, Rmult_0_l ].
    rewrite (functional_extensionality (fun x => 0 * (g (f x) * g (f x))) (fun _ => 0)) by (intro; ring); apply zero_summable. }
  destruct SG as [SG IG]; destruct (H (fun x => h (f x)) (fun x => c * g (f x))) with (e := e) as [t [t0 [T1 T2]]].
  - intro x; now apply Rmult_le_pos.
  - intros x d d0; destruct (Sl (f x) (d / (c + 1))) as [r [r0 R]]; [ apply Rdiv_lt_0_compat; lra | ].
    exists (r / (c + 1)); split; [ apply Rdiv_lt_0_compat; lra | ]; intros y D; assert (N := dist_nonneg y x); assert (Dy := Lf y x).
    assert (Dr : c * dist y x <= r).
    { apply Rle_trans with ((c + 1) * (r / (c + 1))); [ apply Rmult_le_compat; lra | right; field; lra ]. }
    apply Rle_trans with (1 := R (f y) ltac:(lra)); assert (e0 : 0 < d / (c + 1)) by (apply Rdiv_lt_0_compat; lra); specialize (g0 (f x)).
    apply Rle_trans with ((g (f x) + d / (c + 1)) * (c * dist y x)); [ apply Rmult_le_compat_l; lra | rewrite <- Rmult_assoc; apply Rmult_le_compat_r; [ exact N | ] ].
    assert (d / (c + 1) * (c + 1) = d) by (field; lra); lra.
  - intros t t0; intro a; exact (map_measurable f _ (Lh t t0 a)).
  - apply levels_scale; [ exact c0 | intro a; exact (map_measurable f _ (Lg a)) ].
  - exact SG.
  - exact He.
  - exists t; split; [ exact t0 | ].
    assert (S2 : summable E (push f P) (fun y => entropic t (h y * h y))).
    { apply (summable_image f (map_measurable f) P); [ intro y; apply entropic_nonneg; [ exact t0 | apply Rle_0_sqr ] | now apply Lh | exact T1 ]. }
    split; [ exact S2 | ]; destruct (mean_image f (map_measurable f) P _ S2) as [_ I2]; fold (push f P) in I2; rewrite <- I2; rewrite IG in T2; lra.
Qed.

(** * Along a noisy step *)

Lemma stretch_at (s : R) (z : E) : affine s 0 z = vscale E s z.
Proof. cbn [affine at_point]; rewrite vscale_none, vadd_zero; reflexivity. Qed.
Theorem gaussian_stretch (s w : R) (Z : noise) : s <> 0 -> gaussian Z w -> gaussian (push (affine s 0) Z) (s * s * w).
Proof.
  intros s0 G; assert (a0 := Rabs_pos_lt s s0); assert (aa : Rabs s * Rabs s = s * s) by (rewrite <- Rabs_mult; apply Rabs_right; assert (U := Rle_0_sqr s); unfold Rsqr in U; lra).
  assert (ss : 0 < s * s) by (rewrite <- aa; now apply Rmult_lt_0_compat).
  destruct (Rlt_le_dec 0 w) as [w0 | w0]; [ right | left ].
  - assert (v0 : 0 < s * s * w) by (now apply Rmult_lt_0_compat); split; [ exact v0 | split ].
    + intros u q Nu; assert (M : forall a, meas (fun z => inner E u z <= a)).
      { intro a; apply (meas_ext E (fun z => ~ a < inner E u z)); [ intro z; lra | apply meas_not, (levels_above E (fun z => inner E u z)), levels_inner ]. }
      set (k := vscale E (s / Rabs s) u); assert (Nk : norm E k = 1).
      { unfold k; rewrite norm_scale, Nu; unfold Rdiv; rewrite Rabs_mult, Rabs_inv, Rabs_Rabsolu, Rinv_r; lra. }
      unfold push; rewrite image_pr by apply M; rewrite (pr_ext E Z _ (fun z => inner E k z <= q / Rabs s)); [ | exact (map_measurable (affine s 0) _ (M q)) | ].
      * rewrite (marginal Z w w0 G k _ Nk), <- aa, sqrt_mult_alt, sqrt_square by (lra || (apply Rmult_le_pos; lra)); f_equal; field; split; [ | lra ]; assert (Y := sqrt_lt_R0 w w0); lra.
      * intro z; rewrite stretch_at, inner_vscale_r; unfold k; rewrite inner_vscale; assert (E1 : s * inner E u z = Rabs s * (s / Rabs s * inner E u z)) by (field; lra).
        rewrite E1; split; intro K.
        -- apply Rmult_le_reg_l with (Rabs s); [ exact a0 | replace (Rabs s * (q / Rabs s)) with q by (field; lra); exact K ].
        -- apply (Rmult_le_compat_l (Rabs s)) in K; [ replace (Rabs s * (q / Rabs s)) with q in K by (field; lra); exact K | lra ].
    + intros x A MA; set (y := vscale E (/ s) x); set (B := fun z => A (affine s 0 z)); assert (MB : meas B) by (exact (map_measurable (affine s 0) A MA)).
      assert (E1 : pr (push (translate x) (push (affine s 0) Z)) A = pr (push (translate y) Z) B).
      { unfold push; rewrite !image_pr by (exact MA || exact MB || exact (map_measurable (translate x) A MA)); unfold B; apply pr_ext.
        - exact (map_measurable (affine s 0) _ (map_measurable (translate x) A MA)).
        - intro z; cbn [translate at_point]; rewrite !stretch_at, vscale_vadd; unfold y; rewrite vscale_mul, Rinv_r, vscale_one by lra; tauto. }
      rewrite E1, (moved_density Z w w0 G y B MB); set (H := fun k => indicator A k * ratio (s * s * w) x k).
      assert (EH : forall z, indicator B z * ratio w y z = H (affine s 0 z)).
      { intro z; unfold H, B, indicator, ratio; rewrite stretch_at; f_equal; f_equal; unfold y; rewrite !inner_vscale, !inner_vscale_r; field; lra. }
      rewrite (integral_ext E Z _ (fun z => H (affine s 0 z))) by exact EH.
      assert (SZ : summable E Z (fun z => H (affine s 0 z))).
      { rewrite <- (functional_extensionality _ _ EH); apply within_summable; [ exact MB | apply (ratio_mean Z w w0 G) ]. }
      assert (SH : summable E (push (affine s 0) Z) H).
      { apply (summable_image (affine s 0) (map_measurable (affine s 0)) Z); [ | | exact SZ ].
        - intro k; apply Rmult_le_pos; [ apply indicator_range | left; apply exp_pos ].
        - apply (levels_ext E (fun k => if decide (A k) then ratio (s * s * w) x k else 0)); [ intro k; unfold H, indicator; destruct (decide (A k)); ring | ].
          apply levels_within; [ exact MA | intro; left; apply exp_pos | now apply ratio_levels ]. }
      exact (proj2 (mean_image (affine s 0) (map_measurable (affine s 0)) Z H SH)).
  - destruct G as [[-> GZ] | [w1 _]]; [ | lra ]; split; [ ring | ]; rewrite (law_eq _ _ GZ); intros A M; unfold push, point; rewrite image_pr by exact M.
    cbn [certain pr]; rewrite stretch_at; replace (vscale E s (vzero E)) with (vzero E).
    + assert (MA := map_measurable (affine s 0) A M); destruct (decide _) as [U | U], (decide _) as [W | W]; tauto.
    + symmetry; apply norm_zero; rewrite norm_scale, norm_vzero; ring.
Qed.
Lemma gaussian_sign (Z : noise) (w : R) : gaussian Z w -> 0 <= w.
Proof. intros [[-> _] | [w0 _]]; lra. Qed.
Lemma midway_lipschitz (f g : map) (c t : R) : 0 < t -> t <= 1 -> lipschitz f c -> lipschitz g c -> lipschitz (midway f g t) c.
Proof.
  intros t0 t1 F G x y; set (a := vsub (f x) (f y)); set (b := vsub (g x) (g y)).
  assert (D : vsub (midway f g t x) (midway f g t y) = vadd E (vscale E ((1 - t) / 2) a) (vscale E ((1 + t) / 2) b)) by (apply vec_eq; intro w; unfold a, b; cbn [midway at_point]; inners; field).
  unfold dist at 1; rewrite D; apply Rle_trans with (1 := norm_triangle E _ _); rewrite !norm_scale, !Rabs_right by lra.
  assert (A := Rmult_le_compat_l ((1 - t) / 2) _ _ ltac:(lra) (F x y)); assert (B := Rmult_le_compat_l ((1 + t) / 2) _ _ ltac:(lra) (G x y)).
  fold a in A; fold b in B; unfold dist in A, B; fold a in A; fold b in B; unfold dist; lra.
Qed.
(** The inequality is kept by maps and by noise, and so by every part of a step. *)
Theorem traced_by (v c w x : R) (Q : law) (f g : map) (Z : noise) :
  (forall (v w : R) (P : law) (Z : noise), lsi P v -> gaussian Z w -> lsi (convolve P Z) (v + w)) ->
  pw c 2 * v + w <= x -> lsi Q v -> lipschitz f c -> lipschitz g c -> gaussian Z w -> traced Q f g Z x.
Proof.
  intros both L H F G N t t0 t1; assert (w0 := gaussian_sign Z w N); assert (q := gaussian_stretch (sqrt t) w Z (Rgt_not_eq _ _ (sqrt_lt_R0 t t0)) N); rewrite sqrt_sqrt in q by lra.
  assert (t * w <= 1 * w) by (apply Rmult_le_compat_r; lra).
  apply wider_lsi with (pw c 2 * v + t * w); [ lra | apply both; [ | exact q ] ]; apply proved_lsi_push; [ exact H | now apply midway_lipschitz ].
Qed.
