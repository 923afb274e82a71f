(** Laplace noise on the line: what it hides of a move. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary Pabisym.Batches Pabisym.Means.
Require Import Pabisym.Composition Pabisym.Gaussians.
Open Scope R_scope.

Section Laplace.
Variables (Z : noise) (v : R).
Hypothesis L : laplace Z v.

Definition bend (x z : E) : R := exp ((norm E z - norm E (vsub z x)) / v).
Lemma scale_pos : 0 < v.
Proof. apply L. Qed.
Lemma bend_range (x z : E) : - norm E x <= norm E z - norm E (vsub z x) <= norm E x.
Proof.
  assert (T := norm_triangle E (vsub z x) x); replace (vadd E (vsub z x) x) with z in T by (apply vec_eq; intro w; inners; ring).
  assert (T2 := norm_triangle E z (vscale E (-1) x)); rewrite norm_minus_one in T2; fold (vsub z x) in T2; lra.
Qed.
(** On the line the density is a function of one coordinate, which rises. *)
Lemma bend_half (u z : E) (r e : R) : norm E u = 1 -> 0 < r -> - r < v * e -> v * e <= r ->
  exp e <= bend (vscale E r u) z <-> (r + v * e) / 2 <= inner E u z.
Proof.
  intros Nu r0 e0 er; assert (v0 := scale_pos); destruct L as [_ [Line _]]; set (k := inner E u z); assert (Ez := Line u z Nu); fold k in Ez.
  assert (Nz : forall c, norm E (vscale E c u) = Rabs c) by (intro c; rewrite norm_scale, Nu; ring).
  assert (Ev : vsub z (vscale E r u) = vscale E (k - r) u) by (rewrite Ez; apply vec_eq; intro w; inners; ring).
  assert (N1 : norm E z = Rabs k) by (rewrite Ez; apply Nz); unfold bend; rewrite Ev, N1, Nz.
  assert (Q : exp e <= exp ((Rabs k - Rabs (k - r)) / v) <-> v * e <= Rabs k - Rabs (k - r)).
  { assert (F : v * ((Rabs k - Rabs (k - r)) / v) = Rabs k - Rabs (k - r)) by (field; lra); split; intro H.
    - assert (K : e <= (Rabs k - Rabs (k - r)) / v) by (apply Rnot_lt_le; intro K; apply exp_increasing in K; lra).
      apply (Rmult_le_compat_l v) in K; [ rewrite F in K; exact K | lra ].
    - apply exp_le, Rmult_le_reg_l with v; [ exact v0 | rewrite F; exact H ]. }
  rewrite Q; unfold Rabs; destruct (Rcase_abs k), (Rcase_abs (k - r)); split; lra.
Qed.
Lemma bend_levels (u : E) (r : R) : norm E u = 1 -> 0 < r -> levels E (bend (vscale E r u)).
Proof.
  intros Nu r0 s; assert (v0 := scale_pos); assert (N : norm E (vscale E r u) = r) by (rewrite norm_scale, Nu, Rabs_right by lra; ring).
  assert (Mono : forall a b, a <= b -> exp (a / v) <= exp (b / v)) by (intros; apply exp_le; unfold Rdiv; apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | assumption ]).
  destruct (Rle_lt_dec s 0) as [s0 | s0].
  { apply (meas_ext E (fun _ => True)); [ intro z; split; [ intros _; assert (P := exp_pos ((norm E z - norm E (vsub z (vscale E r u))) / v)); unfold bend; lra | auto ] | apply meas_all ]. }
  set (e := ln s); assert (Es : s = exp (v * e / v)) by (replace (v * e / v) with e by (field; lra); unfold e; now rewrite exp_ln).
  assert (B := bend_range (vscale E r u)); rewrite N in B; destruct (Rlt_le_dec (- r) (v * e)) as [H | H]; [ destruct (Rle_lt_dec (v * e) r) as [K | K] | ].
  - apply (meas_ext E (fun z => (r + v * e) / 2 <= inner E u z)); [ intro z; rewrite <- (bend_half u z r e Nu r0 H K); unfold e; rewrite exp_ln by exact s0; tauto | now apply half_space_meas ].
  - apply (meas_ext E (fun _ => False)); [ intro z; split; [ tauto | intro W; unfold bend in W; rewrite Es in W; specialize (B z) ] | apply meas_none ].
    assert (X : exp ((norm E z - norm E (vsub z (vscale E r u))) / v) <= exp (r / v)) by (apply Mono; lra).
    assert (Y : exp (r / v) < exp (v * e / v)) by (apply exp_increasing; unfold Rdiv; apply Rmult_lt_compat_r; [ now apply Rinv_0_lt_compat | exact K ]); lra.
  - apply (meas_ext E (fun _ => True)); [ intro z; split; [ intros _; unfold bend; rewrite Es; apply Mono; specialize (B z); lra | auto ] | apply meas_all ].
Qed.
Lemma bend_density (u : E) (r : R) : norm E u = 1 -> 0 < r -> density (push (translate (vscale E r u)) Z) Z (bend (vscale E r u)).
Proof.
  intros Nu r0; assert (v0 := scale_pos); destruct L as [_ [_ [_ D]]]; split; [ | intros A M; now apply D ].
  apply (summable_bounded E Z _ (exp (norm E (vscale E r u) / v))); [ | now apply bend_levels ].
  intro z; split; [ left; apply exp_pos | apply exp_le; unfold Rdiv; apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | apply bend_range ] ].
Qed.
Lemma half_line (u : E) (s : R) : norm E u = 1 -> pr Z (fun z => s <= inner E u z) = if Rle_dec (- s) 0 then exp (- s / v) / 2 else 1 - exp (s / v) / 2.
Proof.
  intro N; destruct L as [_ [_ [F _]]]; replace (s / v) with (- - s / v) by (f_equal; ring); rewrite <- (F (vscale E (-1) u)) by (rewrite norm_minus_one; exact N).
  apply pr_ext; [ now apply half_space_meas | intro z; rewrite inner_vscale; lra ].
Qed.
Lemma move_told (x : E) (a e : R) (A : E -> Prop) : 0 <= e -> norm E x <= a -> meas A ->
  pr (push (translate x) Z) A <= exp e * pr Z A + Rmax (1 + - exp ((e + - (a / v)) / 2)) 0.
Proof.
  intros e0 xa M; assert (v0 := scale_pos); set (d := Rmax _ _); assert (d0 : 0 <= d) by apply Rmax_r; assert (p0 := pr_nonneg E Z A M).
  assert (e1 : 1 <= exp e) by (rewrite <- exp_0; now apply exp_le); assert (I : 0 < / v) by (now apply Rinv_0_lt_compat).
  destruct (norm_nonneg x) as [r0 | r0].
  - set (r := norm E x) in *; set (u := vscale E (/ r) x).
    assert (Nu : norm E u = 1) by (unfold u; rewrite norm_scale, Rabs_right by (left; now apply Rinv_0_lt_compat); fold r; field; lra).
    assert (Ex : x = vscale E r u) by (unfold u; rewrite vscale_mul, Rinv_r, vscale_one by lra; reflexivity).
    assert (D := bend_density u r Nu r0); rewrite <- Ex in D; destruct (Rle_lt_dec (v * e) r) as [K | K].
    + assert (Best := density_best _ Z (bend x) (exp e) A D (exp_pos e) M); cbv zeta in Best.
      assert (ve : 0 <= v * e) by (apply Rmult_le_pos; lra); set (s := (r + v * e) / 2).
      assert (MH : meas (fun z => s <= inner E u z)) by (now apply half_space_meas).
      assert (Same : forall V : law, pr V (fun z => exp e <= bend x z) = pr V (fun z => s <= inner E u z)).
      { intro V; apply pr_ext; [ apply D | intro z; rewrite Ex; apply bend_half; [ exact Nu | exact r0 | lra | exact K ] ]. }
      rewrite !Same in Best.
      assert (Far : pr Z (fun z => s <= inner E u z) = exp (- s / v) / 2) by (rewrite half_line by exact Nu; destruct (Rle_dec (- s) 0); [ reflexivity | unfold s in *; lra ]).
      assert (Near : pr (push (translate x) Z) (fun z => s <= inner E u z) = 1 - exp ((s - r) / v) / 2).
      { unfold push; rewrite image_pr by exact MH; rewrite (pr_ext E Z _ (fun z => s - r <= inner E u z)); [ rewrite half_line by exact Nu | exact (map_measurable (translate x) _ MH) | ].
        - destruct (Rle_dec (- (s - r)) 0) as [Y | Y]; [ | reflexivity ]; replace (s - r) with 0 by (unfold s in *; lra).
          unfold Rdiv; rewrite Ropp_0, !Rmult_0_l, exp_0; field.
        - intro z; cbn [translate at_point]; rewrite Ex, inner_vadd_r, inner_vscale_r, <- (norm_square E u), Nu; lra. }
      rewrite Far, Near in Best; set (q := exp ((e + - (r / v)) / 2)).
      assert (E1 : exp ((s - r) / v) = q) by (unfold q, s; f_equal; field; lra).
      assert (E2 : exp e * exp (- s / v) = q) by (rewrite <- exp_plus; unfold q, s; f_equal; field; lra).
      assert (E3 : exp ((e + - (a / v)) / 2) <= q) by (unfold q; apply exp_le; assert (r / v <= a / v) by (unfold Rdiv; apply Rmult_le_compat_r; lra); lra).
      assert (E4 : 1 + - exp ((e + - (a / v)) / 2) <= d) by apply Rmax_l; rewrite E1 in Best; lra.
    + assert (B := density_below _ Z (bend x) A (exp e) D M (exp_pos e)); assert (H : pr (push (translate x) Z) A <= exp e * pr Z A); [ apply B | lra ].
      intros z _; apply exp_le; assert (R1 := bend_range x z); fold r in R1; apply Rmult_le_reg_l with v; [ exact v0 | ].
      replace (v * ((norm E z - norm E (vsub z x)) / v)) with (norm E z - norm E (vsub z x)) by (field; lra); lra.
  - rewrite (norm_zero E x (eq_sym r0)), (translate_zero Z A M); assert (1 * pr Z A <= exp e * pr Z A) by (now apply Rmult_le_compat_r); lra.
Qed.
End Laplace.

Theorem proved_laplace_move (e a v : R) (P Q : law) (Z : noise) : 0 <= e -> winf P Q a -> laplace Z v ->
  dp (convolve P Z) (convolve Q Z) e (Rmax (1 + - exp ((e + - (a / v)) / 2)) 0).
Proof.
  intros e0 [J [[C1 C2] Near]] L A M; set (d := Rmax _ _); assert (d0 : 0 <= d) by apply Rmax_r.
  assert (d1 : d <= 1) by (assert (X := exp_pos ((e + - (a / v)) / 2)); unfold d; apply Rmax_lub; lra).
  assert (Part : forall (f : pairs E E -> E), measurable (pairs E E) E f -> summable (pairs E E) J (fun p => pr (moved Z (f p)) A)).
  { intros f F; apply (summable_bounded _ _ _ 1); [ intro p; split; [ now apply pr_nonneg | now apply pr_le_1 ] | exact (moved_levels Z (pairs E E) f A F M) ]. }
  assert (S1 := Part _ (fst_measurable E E)); assert (S2 := Part _ (snd_measurable E E)).
  rewrite (convolve_equal P (first J) Z (equal_sym _ _ C1) A M), (convolve_equal Q (second J) Z (equal_sym _ _ C2) A M); unfold first, second; rewrite !convolve_pr by exact M.
  assert (Sd : summable (pairs E E) J (fun _ => d)) by (apply (summable_bounded _ _ _ d); [ intro; lra | apply levels_constant ]).
  assert (Id : integral (pairs E E) J (fun _ => d) = d).
  { rewrite (integral_value _ J _ (cons (d, fun _ => True) nil)); [ simpl; rewrite pr_all; ring | intro; lra | intros c B [Y | []]; inversion Y; apply meas_all | ].
    intro p; simpl; unfold indicator; destruct (decide True); [ ring | tauto ]. }
  destruct (mean_scale _ J _ (exp e) (exp_pos e) S2) as [S3 E3]; destruct (mean_plus _ J _ _ S3 Sd) as [S4 E4]; rewrite E3, Id in E4; rewrite <- E4.
  apply (mean_almost _ J _ _ (fun p => dist (fst p) (snd p) <= a)); [ exact S1 | exact S4 | apply meas_near | now apply within_all | intro p; now apply pr_le_1 | ].
  intros p D; set (w := snd p); set (x := vsub (fst p) w); set (B := fun z => A (vadd E z w)); assert (MB : meas B) by (exact (map_measurable (translate w) A M)).
  assert (T := move_told Z v L x a e B e0 D MB); unfold push in T; rewrite image_pr in T by exact MB; rewrite !moved_pr by exact M; fold d in T.
  replace (fun z => A (vadd E z (fst p))) with (fun z => B (translate x z)); [ exact T | ].
  apply functional_extensionality; intro z; unfold B, x; cbn [translate at_point]; f_equal; apply vec_eq; intro k; inners; ring.
Qed.
