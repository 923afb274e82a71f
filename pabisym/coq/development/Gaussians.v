(** Gaussian noise: what a move of it costs, exactly, in Rényi divergence and in trade-offs. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary Pabisym.Means Pabisym.Composition.
Open Scope R_scope.

(** * Functions of points *)

Lemma half_space_meas (u : E) (t : R) : norm E u = 1 -> meas (fun z => t <= inner E u z).
Proof.
  intro N; set (c := fun z => vscale E (Rmax 0 (t - inner E u z)) u); assert (Nc : forall a : R, norm E (vscale E a u) = Rabs a) by (intro a; rewrite norm_scale, N; ring).
  assert (M : measurable E E c).
  { apply contraction_measurable; intros x y; change (norm E (vsub (c x) (c y)) <= dist x y).
    assert (D : vsub (c x) (c y) = vscale E (Rmax 0 (t - inner E u x) - Rmax 0 (t - inner E u y)) u) by (apply vec_eq; intro w; unfold c; inners; ring).
    assert (C1 := cauchy_schwarz E u (vsub x y)); assert (C2 := cauchy_schwarz E u (vsub y x)); rewrite N, Rmult_1_l in C1, C2.
    fold (dist x y) in C1; fold (dist y x) in C2; rewrite (dist_sym y x) in C2.
    assert (I1 : inner E u (vsub x y) = inner E u x - inner E u y) by (inners; ring).
    assert (I2 : inner E u (vsub y x) = inner E u y - inner E u x) by (inners; ring).
    rewrite I1 in C1; rewrite I2 in C2; rewrite D, Nc; apply Rabs_le; unfold Rmax; repeat destruct (Rle_dec _ _); lra. }
  apply (meas_ext E (fun z => norm E (c z) <= 0)); [ | exact (M _ (norm_measurable E 0)) ].
  intro z; unfold c; rewrite Nc; assert (R0 : 0 <= Rmax 0 (t - inner E u z)) by apply Rmax_l; rewrite Rabs_right by lra.
  unfold Rmax; destruct (Rle_dec _ _); lra.
Qed.
Lemma levels_inner (x : E) : levels E (fun z => inner E x z).
Proof.
  intro t; destruct (Req_dec (norm E x) 0) as [Z | Z].
  - rewrite (norm_zero E x Z); apply (levels_ext E (fun _ => 0)); [ intro z; rewrite <- (vscale_none (vzero E)), inner_vscale; ring | apply levels_constant ].
  - assert (N := norm_nonneg x); assert (I : 0 < / norm E x) by (apply Rinv_0_lt_compat; lra).
    apply (meas_ext E (fun z => / norm E x * t <= inner E (vscale E (/ norm E x) x) z)).
    + intro z; rewrite inner_vscale; split; [ apply Rmult_le_reg_l; exact I | apply Rmult_le_compat_l; lra ].
    + apply half_space_meas; rewrite norm_scale, Rabs_right by lra; field; exact Z.
Qed.

(** * Moved Gaussian noise *)

(** The density of noise that [x] moves. *)
Definition ratio (v : R) (x z : E) : R := exp ((inner E x z - inner E x x / 2) / v).
Lemma ratio_levels (v : R) (x : E) : 0 < v -> levels E (ratio v x).
Proof.
  intro v0; apply levels_exp; intro t; apply (meas_ext E (fun z => t * v + inner E x x / 2 <= inner E x z)); [ | apply levels_inner ].
  intro z; split; intro H.
  - apply Rmult_le_reg_r with v; [ exact v0 | unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra ].
  - apply (Rmult_le_compat_r v) in H; [ | lra ]; unfold Rdiv at 1 in H; rewrite Rmult_assoc, Rinv_l in H by lra; lra.
Qed.

Section Moved.
Variables (Z : noise) (v : R).
Hypotheses (v0 : 0 < v) (G : gaussian Z v).

Lemma marginal (u : E) (s : R) : norm E u = 1 -> pr Z (fun z => inner E u z <= s) = normal (s / sqrt v).
Proof. destruct G as [[Y _] | [_ [M _]]]; [ lra | apply M ]. Qed.
Lemma moved_density (x : E) (A : E -> Prop) : meas A -> pr (push (translate x) Z) A = integral E Z (fun z => indicator A z * ratio v x z).
Proof. destruct G as [[Y _] | [_ [_ D]]]; [ lra | apply D ]. Qed.
Lemma ratio_mean (x : E) : summable E Z (ratio v x) /\ integral E Z (ratio v x) = 1.
Proof.
  assert (One := moved_density x (fun _ => True) (meas_all E)); rewrite pr_all in One.
  rewrite (integral_ext E Z _ (ratio v x)) in One by (intro z; unfold indicator; destruct (decide True); [ ring | tauto ]).
  split; [ | now symmetry ]; split; [ intro z; left; apply exp_pos | split; [ now apply ratio_levels | ] ].
  unfold integral in One; destruct (decide _) as [D | N]; [ exact (proj1 D) | lra ].
Qed.
Lemma move_density (x : E) : density (push (translate x) Z) Z (ratio v x).
Proof. split; [ apply ratio_mean | intros A M; now apply moved_density ]. Qed.
Lemma ratio_power (alpha : R) (x z : E) :
  Rpower (ratio v x z) alpha = exp (alpha * (alpha - 1) * inner E x x / (2 * v)) * ratio v (vscale E alpha x) z.
Proof. unfold Rpower, ratio; rewrite ln_exp, <- exp_plus; f_equal; rewrite !inner_vscale, inner_vscale_r; field; lra. Qed.
Lemma power_mean (alpha : R) (x : E) : summable E Z (fun z => Rpower (ratio v x z) alpha) /\
  integral E Z (fun z => Rpower (ratio v x z) alpha) = exp (alpha * (alpha - 1) * inner E x x / (2 * v)).
Proof.
  rewrite (functional_extensionality _ _ (ratio_power alpha x)); destruct (ratio_mean (vscale E alpha x)) as [S I].
  destruct (mean_scale E Z _ _ (exp_pos (alpha * (alpha - 1) * inner E x x / (2 * v))) S) as [T J]; rewrite J, I, Rmult_1_r; now split.
Qed.
(** D_alpha(Z + x || Z) is alpha |x|^2 / (2 v). *)
Lemma move_costs (alpha b : R) (x : E) : 1 < alpha -> divergence alpha (push (translate x) Z) Z b <-> alpha * inner E x x / (2 * v) <= b.
Proof.
  intro Ha; destruct (power_mean alpha x) as [S I]; split.
  - intros [_ M]; apply (density_moment _ _ (ratio v x)) in M; [ | exact Ha | apply move_density | intro z; apply exp_pos | exact S ].
    rewrite I in M; apply Rmult_le_reg_l with (alpha - 1); [ lra | ]; replace ((alpha - 1) * (alpha * inner E x x / (2 * v))) with (alpha * (alpha - 1) * inner E x x / (2 * v)) by (field; lra).
    apply Rnot_lt_le; intro N; apply exp_increasing in N; lra.
  - intro H; split; [ exact Ha | ]; apply moment_density with (ratio v x); [ exact Ha | apply move_density | intro z; apply exp_pos | exact S | ].
    rewrite I; apply exp_le; replace (alpha * (alpha - 1) * inner E x x / (2 * v)) with ((alpha - 1) * (alpha * inner E x x / (2 * v))) by (field; lra).
    apply Rmult_le_compat_l; lra.
Qed.
Lemma moves_cost (alpha a : R) : 1 < alpha -> 0 <= a -> bounds_moves alpha Z a (alpha * (a * a) / (2 * v)).
Proof.
  intros Ha A x N; apply move_costs; [ exact Ha | ]; rewrite <- norm_square; assert (P := norm_nonneg x); assert (I : 0 < / (2 * v)) by (apply Rinv_0_lt_compat; lra).
  unfold Rdiv; apply Rmult_le_compat_r; [ lra | ]; apply Rmult_le_compat_l; [ lra | ]; now apply Rmult_le_compat.
Qed.
Lemma moves_cost_least (alpha a b : R) : 1 < alpha -> 0 <= a -> bounds_moves alpha Z a b -> alpha * (a * a) / (2 * v) <= b.
Proof.
  intros Ha A B; assert (N : norm E (vscale E a (direction E)) = a) by (rewrite norm_scale, norm_direction, Rabs_right by lra; ring).
  assert (H := proj1 (move_costs alpha b _ Ha) (B _ ltac:(rewrite N; lra))); rewrite <- norm_square, N in H; exact H.
Qed.

(** * Events *)

Definition likely (g : R) (x z : E) : Prop := g <= ratio v x z.
(** No event tells a move better than that where its density is at least [g]. *)
Lemma likely_best (g : R) (x : E) (A : E -> Prop) : 0 < g -> meas A ->
  pr (push (translate x) Z) A - g * pr Z A <= pr (push (translate x) Z) (likely g x) - g * pr Z (likely g x).
Proof. intros g0 M; exact (density_best _ Z (ratio v x) g A (move_density x) g0 M). Qed.
Lemma half_space (u : E) (s : R) : norm E u = 1 -> pr Z (fun z => s <= inner E u z) = normal (- s / sqrt v).
Proof.
  intro N; rewrite <- (marginal (vscale E (-1) u)) by (rewrite norm_minus_one; exact N); apply pr_ext; [ now apply half_space_meas | ].
  intro z; rewrite inner_vscale; lra.
Qed.
Lemma likely_half (g : R) (x : E) : 0 < g -> 0 < norm E x ->
  pr (push (translate x) Z) (likely g x) - g * pr Z (likely g x) = theta g (norm E x / sqrt v).
Proof.
  intros g0 x0; set (n := norm E x) in *; set (w := sqrt v); assert (w0 : 0 < w) by (now apply sqrt_lt_R0); assert (ww : w * w = v) by (apply sqrt_sqrt; lra).
  set (u := vscale E (/ n) x); assert (Nu : norm E u = 1) by (unfold u; rewrite norm_scale, Rabs_right by (left; now apply Rinv_0_lt_compat); fold n; field; lra).
  assert (xn : x = vscale E n u) by (unfold u; rewrite vscale_mul, Rinv_r, vscale_one by lra; reflexivity).
  assert (xx : inner E x x = n * n) by (symmetry; apply norm_square).
  set (s := v * ln g / n + n / 2); assert (B : forall z, likely g x z <-> s <= inner E u z).
  { intro z; unfold likely, ratio; rewrite xx; rewrite xn at 1; rewrite inner_vscale; unfold s; split; intro H.
    - apply ln_le' in H; [ rewrite ln_exp in H | exact g0 ]; apply Rmult_le_reg_l with (n / v); [ now apply Rdiv_lt_0_compat | ].
      replace (n / v * (v * ln g / n + n / 2)) with (ln g + n * n / (2 * v)) by (field; lra).
      replace ((n * inner E u z - n * n / 2) / v) with (n / v * inner E u z - n * n / (2 * v)) in H by (field; lra); lra.
    - rewrite <- (exp_ln g g0); apply exp_le; replace ((n * inner E u z - n * n / 2) / v) with (n / v * (inner E u z - n / 2)) by (field; lra).
      replace (ln g) with (n / v * (v * ln g / n)) by (field; lra); apply Rmult_le_compat_l; [ left; now apply Rdiv_lt_0_compat | lra ]. }
  assert (MB : meas (likely g x)) by (apply ratio_levels; exact v0).
  rewrite (pr_ext E Z (likely g x) (fun z => s <= inner E u z)) by (assumption || apply B); rewrite half_space by exact Nu.
  unfold push; rewrite image_pr by exact MB; rewrite (pr_ext E Z _ (fun z => s - n <= inner E u z)); [ rewrite half_space by exact Nu | exact (map_measurable (translate x) _ MB) | ].
  - assert (r0 : 0 < n / w) by (now apply Rdiv_lt_0_compat); rewrite theta_told by exact r0; unfold told.
    assert (E1 : - s / w = edge g (n / w)) by (unfold edge, s; rewrite <- ww; field; lra).
    fold w; replace (- (s - n) / w) with (- s / w + n / w) by (field; lra); rewrite E1; reflexivity.
  - intro z; rewrite B; cbn [translate at_point]; rewrite xn, inner_vadd_r, inner_vscale_r, <- (norm_square E u), Nu; lra.
Qed.
Lemma moves_told (a : R) : 0 <= a -> tells_moves Z a (a * a / v).
Proof.
  intros A x N; assert (I : 0 < / v) by (now apply Rinv_0_lt_compat); assert (w0 : 0 < sqrt v) by (now apply sqrt_lt_R0).
  assert (aa : 0 <= a * a / v) by (apply Rmult_le_pos; [ now apply Rmult_le_pos | lra ]); destruct (norm_nonneg x) as [x0 | x0].
  - assert (Sq : sqrt (a * a / v) = a / sqrt v) by (rewrite sqrt_div_alt by exact v0; rewrite sqrt_square by exact A; reflexivity).
    split; [ exact aa | ]; intros e C MC; assert (L := likely_best (exp e) x C (exp_pos e) MC); rewrite likely_half in L by (exact x0 || apply exp_pos); rewrite Sq.
    assert (T := proved_theta_monotone (exp e) (norm E x / sqrt v) (a / sqrt v) (exp_pos e)).
    assert (norm E x / sqrt v <= a / sqrt v) by (unfold Rdiv; apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | exact N ]).
    assert (0 <= norm E x / sqrt v) by (left; now apply Rdiv_lt_0_compat); specialize (T ltac:(assumption) ltac:(assumption)); lra.
  - apply gdp_plain_wide with 0; [ exact aa | ]; apply (tells_zero Z); lra.
Qed.
Lemma moves_told_least (a m : R) : 0 <= a -> tells_moves Z a m -> a * a / v <= m.
Proof.
  intros [A | <-] T; [ | assert (H := proj1 (T (vzero E) ltac:(rewrite norm_vzero; lra))); unfold Rdiv; rewrite !Rmult_0_l; exact H ].
  set (x := vscale E a (direction E)); assert (N : norm E x = a) by (unfold x; rewrite norm_scale, norm_direction, Rabs_right by lra; ring).
  destruct (T x ltac:(lra)) as [m0 D]; assert (w0 : 0 < sqrt v) by (now apply sqrt_lt_R0); assert (ww : sqrt v * sqrt v = v) by (apply sqrt_sqrt; lra).
  assert (MB : meas (likely (exp 0) x)) by (apply ratio_levels; exact v0).
  assert (L := likely_half (exp 0) x (exp_pos 0) ltac:(lra)); specialize (D 0 _ MB); rewrite N in L; rewrite exp_0 in *.
  assert (r0 : 0 < a / sqrt v) by (now apply Rdiv_lt_0_compat); apply Rnot_lt_le; intro Y.
  assert (Lt : sqrt m < a / sqrt v).
  { apply Rnot_le_lt; intro K; assert (a / sqrt v * (a / sqrt v) <= sqrt m * sqrt m) by (apply Rmult_le_compat; lra).
    rewrite sqrt_sqrt in H by exact m0; replace (a / sqrt v * (a / sqrt v)) with (a * a / (sqrt v * sqrt v)) in H by (field; lra); rewrite ww in H; lra. }
  assert (S : theta 1 (sqrt m) < theta 1 (a / sqrt v)); [ | lra ]; destruct (sqrt_pos m) as [q0 | <-].
  - rewrite !theta_told by lra; apply Rlt_le_trans with (told 1 (a / sqrt v) (edge 1 (sqrt m))); [ | apply told_peak; lra ].
    unfold told; assert (K := normal_increasing (edge 1 (sqrt m) + sqrt m) (edge 1 (sqrt m) + a / sqrt v) ltac:(lra)); lra.
  - apply Rle_lt_trans with 0; [ | apply proved_theta_positive; lra ]; unfold theta; destruct (Rle_dec 0 0) as [_ | K]; [ | lra ].
    replace (1 - 1) with 0 by ring; rewrite Rmax_left; lra.
Qed.
End Moved.

(** * The figures *)

Theorem proved_gaussian_finite (alpha a v : R) (Z : noise) : 1 < alpha -> 0 <= a -> 0 < v -> gaussian Z v -> finite alpha Z a.
Proof. intros Ha A V G; exists (alpha * (a * a) / (2 * v)); now apply moves_cost. Qed.
Theorem proved_gaussian_magnitude (alpha a v : R) (Z : noise) : 1 < alpha -> 0 <= a -> 0 < v -> gaussian Z v ->
  magnitude alpha Z a = alpha * pw a 2 / (2 * v).
Proof.
  intros Ha A V G; rewrite pw_2; assert (B := moves_cost Z v V G alpha a Ha A); assert (L := moves_cost_least Z v V G alpha a).
  destruct (infimum_spec (bounds_moves alpha Z a) (alpha * (a * a) / (2 * v))) as [Lo Up]; [ eexists; exact B | intros b Hb; now apply L | ].
  apply Rle_antisym; [ now apply Lo | apply Up; intros b Hb; now apply L ].
Qed.
Theorem proved_gdp_finite (a v : R) (Z : noise) : 0 <= a -> 0 < v -> gaussian Z v -> gdpfinite Z a.
Proof. intros A V G; exists (a * a / v); now apply moves_told. Qed.
Theorem proved_gdp_magnitude (a v : R) (Z : noise) : 0 <= a -> 0 < v -> gaussian Z v -> gdpsize Z a = pw a 2 / v.
Proof.
  intros A V G; rewrite pw_2; assert (B := moves_told Z v V G a A); assert (L := moves_told_least Z v V G a).
  destruct (infimum_spec (tells_moves Z a) (a * a / v)) as [Lo Up]; [ eexists; exact B | intros m Hm; now apply L | ].
  apply Rle_antisym; [ now apply Lo | apply Up; intros m Hm; now apply L ].
Qed.

(** Points that a noisy map sends at most [D] apart are told apart as a move of the noise by [D]; so a step contracts what tells laws apart. *)
Theorem proved_dp_contraction (e d D v : R) (P Q : law) (f g : map) (Z : noise) : 0 <= e -> 0 <= D -> 0 < v -> dp P Q e d -> gap f g 0 ->
  bounded f D -> gaussian Z v -> dp (convolve (push f P) Z) (convolve (push g Q) Z) e (theta (exp e) (D / sqrt v) * d).
Proof.
  intros e0 D0 v0 H Fg B G; set (K := withnoise (surely f) Z).
  assert (S : spread K e (theta (exp e) (D / sqrt v))).
  { intros x y; assert (T := proj2 (moves_told Z v v0 G D D0 (vsub (f x) (f y)) (B x y)) e).
    rewrite sqrt_div_alt, sqrt_square in T by assumption; assert (T2 := proved_dp_push e _ _ _ (translate (f y)) T).
    assert (At : forall z, equal (K z) (push (translate (f z)) Z)).
    { intros z A M; change (K z) with (convolve (point (f z)) Z); rewrite convolve_mean by exact M; unfold point.
      rewrite integral_certain; [ reflexivity | intro k; split; [ now apply pr_nonneg | now apply pr_le_1 ] | exact (moved_levels Z E (fun y => y) A (id_measurable E) M) ]. }
    apply proved_dp_same_law with (push (translate (f y)) (push (translate (vsub (f x) (f y))) Z)) (push (translate (f y)) Z); [ exact T2 | | apply At ].
    apply equal_trans with (1 := At x); intros A M; unfold push; rewrite !image_pr by (exact M || exact (map_measurable (translate (f y)) A M)).
    f_equal; apply functional_extensionality; intro z; f_equal; apply vec_eq; intro w; cbn [translate at_point]; inners; ring. }
  assert (C : forall R : law, equal (through K R) (convolve (push f R) Z)).
  { intro R0; apply equal_trans with (1 := proved_noisy_through R0 (surely f) Z), convolve_equal, proved_surely_through. }
  apply proved_dp_same_law with (through K P) (through K Q); [ rewrite Rmult_comm; now apply proved_spread_contracts | apply equal_sym, C | ].
  apply equal_trans with (convolve (push f Q) Z); [ apply convolve_equal, equal_sym, proved_same_image, Fg | apply equal_sym, C ].
Qed.

(** Normal laws that are known by their means and their variance. *)
Theorem proved_normal_near (m u v : R) (P Q : law) : u <= m -> equal P (normallaw m v) -> equal Q (normallaw u v) -> winf P Q (m - u).
Proof.
  intros L HP HQ; apply winf_equal with (normallaw m v) (normallaw u v); [ | exact HP | exact HQ ]; apply proved_winf_gap; intro z; cbn [translate at_point].
  rewrite !(vadd_comm E z), dist_vadd; unfold dist; replace (vsub _ _) with (vscale E (m - u) (direction E)) by (apply vec_eq; intro w; inners; ring).
  rewrite norm_scale, norm_direction, Rabs_right; lra.
Qed.
Theorem proved_normal_apart (m u v : R) (P Q : law) : 0 < v -> equal P (normallaw m v) -> equal Q (normallaw u v) ->
  apart P Q (pw (m - u) 2 / v).
Proof.
  intros V HP HQ; assert (G := white_gaussian v ltac:(lra)); rewrite pw_2; set (r := m - u); assert (I : 0 < / v) by (now apply Rinv_0_lt_compat).
  destruct (Req_dec r 0) as [R0 | R0]; [ left; rewrite R0; unfold Rdiv; rewrite !Rmult_0_l; lra | right; intros e eps He ].
  set (d := direction E); set (x := vscale E r d); assert (Nd : norm E d = 1) by apply norm_direction.
  assert (N : norm E x = Rabs r) by (unfold x; rewrite norm_scale, Nd; ring); assert (r0 := Rabs_pos_lt r R0).
  assert (Sq : sqrt (r * r / v) = Rabs r / sqrt v) by (rewrite sqrt_div_alt by exact V; fold (Rsqr r); rewrite sqrt_Rsqr_abs; reflexivity).
  assert (MB : meas (likely v (exp e) x)) by (apply ratio_levels; exact V).
  assert (L := likely_half (white v) v V G (exp e) x (exp_pos e) ltac:(lra)); rewrite N, <- Sq in L.
  set (back := translate (vscale E (- u) d)); exists (fun z => likely v (exp e) x (back z)); assert (MA := map_measurable back _ MB); split; [ exact MA | ].
  rewrite (HP _ MA), (HQ _ MA); unfold normallaw, push; rewrite !image_pr by exact MA; unfold push in L; rewrite image_pr in L by exact MB.
  assert (E1 : forall z, back (translate (vscale E m d) z) = translate x z) by (intro z; apply vec_eq; intro w; unfold back, x, r; cbn [translate at_point]; inners; ring).
  assert (E2 : forall z, back (translate (vscale E u d) z) = z) by (intro z; apply vec_eq; intro w; unfold back; cbn [translate at_point]; inners; ring).
  fold d; rewrite (functional_extensionality (fun z => likely v (exp e) x (back (translate (vscale E m d) z))) (fun z => likely v (exp e) x (translate x z))) by (intro z; now rewrite E1).
  rewrite (functional_extensionality (fun z => likely v (exp e) x (back (translate (vscale E u d) z))) (likely v (exp e) x)) by (intro z; now rewrite E2).
  lra.
Qed.
