(** Gaussian trade-offs compose, also along a coupling: that noise hides a move, and that answers compose, follow from one theorem.

    Let an event C have the chances a and b under two answers that N(0, 1) and N(sqrt n, 1) tell apart no less.  By Neyman and Pearson the
    half-line that has the chance b under N(0, n) has at least the chance a under N(n, n).  So the answers may be replaced by Gaussian
    noise that does not depend on what was asked; and then, the other way round, what was asked by Gaussian noise, for every value of
    the first.  The sum of the two noises tells as much as the pair. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Require Import Pabisym.Means Pabisym.Composition Pabisym.Gaussians Pabisym.Sums.
Open Scope R_scope.

(** * The distribution function *)

Lemma normal_le (x y : R) : normal x <= normal y <-> x <= y.
Proof. split; [ intro H; apply Rnot_lt_le; intro K; apply normal_increasing in K; lra | apply normal_monotone ]. Qed.
Lemma normal_onto (u : R) : 0 < u < 1 -> exists q, normal q = u.
Proof.
  intros [u0 u1]; destruct (normal_low u u0) as [x Hx]; destruct (normal_high (1 - u) ltac:(lra)) as [y Hy].
  assert (C : continuity (normal - fct_cte u)%F).
  { apply continuity_minus; [ intro z; apply derivable_continuous_pt; exists (normal_density z); apply normal_derivative | apply continuity_const; now intros a b ]. }
  assert (Lo := Hx (Rmin x y) (Rmin_l x y)); assert (Hi := Hy (Rmax x y) (Rmax_r x y)).
  assert (M : Rmin x y <= Rmax x y) by (apply Rle_trans with x; [ apply Rmin_l | apply Rmax_l ]).
  destruct (IVT_cor _ (Rmin x y) (Rmax x y) C M) as [z [_ Z]]; [ | exists z; unfold minus_fct, fct_cte in Z; lra ].
  unfold minus_fct, fct_cte; assert (0 <= (u - normal (Rmin x y)) * (normal (Rmax x y) - u)) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma levels_normal (X : Space) (f : X -> R) : levels X f -> levels X (fun x => normal (f x)).
Proof.
  intros L t; destruct (Rle_lt_dec t 0) as [T | T]; [ | destruct (Rle_lt_dec 1 t) as [U | U] ].
  - apply (meas_ext X (fun _ => True)); [ intro x; assert (N := normal_above (f x)); split; [ lra | auto ] | apply meas_all ].
  - apply (meas_ext X (fun _ => False)); [ intro x; assert (N := normal_below (f x)); split; [ tauto | lra ] | apply meas_none ].
  - destruct (normal_onto t (conj T U)) as [q <-]; apply (meas_ext X (fun x => q <= f x)); [ intro x; symmetry; apply normal_le | apply L ].
Qed.
Lemma normal_rise (x y : R) : x <= y -> normal y - normal x <= (y - x) * normal_density 0.
Proof.
  intros [H | ->]; [ | lra ]; destruct (Normal.slope normal normal_density x y normal_derivative H) as [c [_ ->]].
  rewrite Rmult_comm; apply Rmult_le_compat_l; [ lra | ]; unfold normal_density, Rdiv; apply Rmult_le_compat_r.
  - left; apply Rinv_0_lt_compat; assert (P := half_line_pos); lra.
  - unfold bell; apply exp_le; assert (S := Rle_0_sqr c); unfold Rsqr in S; lra.
Qed.

(** * The hockey-stick divergence of unit Gaussians *)

Lemma theta_near (g r t : R) : 0 < g -> 0 <= r -> r <= t -> theta g t <= theta g r + (t - r) * normal_density 0.
Proof.
  intros g0 r0 [H | <-]; [ | lra ]; rewrite (theta_told g t) by lra; set (s := edge g t); unfold told.
  assert (N := normal_rise (s + r) (s + t) ltac:(lra)); replace (s + t - (s + r)) with (t - r) in N by ring.
  assert (T : normal (s + r) - g * normal s <= theta g r); [ | lra ]; destruct r0 as [r0 | <-].
  - rewrite theta_told by exact r0; exact (told_peak g r s g0 r0).
  - rewrite Rplus_0_r; unfold theta; destruct (Rle_dec 0 0) as [_ | K]; [ | lra ]; assert (A := normal_above s); assert (B := normal_below s).
    destruct (Rle_lt_dec 1 g) as [G | G]; [ apply Rle_trans with 0; [ | apply Rmax_l ] | apply Rle_trans with (1 - g); [ | apply Rmax_r ] ].
    + assert (0 <= (g - 1) * normal s) by (apply Rmult_le_pos; lra); lra.
    + assert (0 <= (1 - g) * (1 - normal s)) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma gdp_plain_limit (P Q : law) (m : R) : 0 <= m -> (forall e, 0 < e -> gdp_plain P Q (m + e)) -> gdp_plain P Q m.
Proof.
  intros m0 H; split; [ exact m0 | ]; intros x A M; apply le_epsilon; intros e He; set (c := normal_density 0); assert (c0 : 0 < c) by apply normal_density_pos.
  set (h := e / c); assert (h0 : 0 < h) by (now apply Rdiv_lt_0_compat); assert (hc : h * c = e) by (unfold h; field; lra).
  assert (hh : 0 < h * h) by (now apply Rmult_lt_0_compat); destruct (H (h * h) hh) as [_ D]; specialize (D x A M).
  assert (s0 := sqrt_pos m); assert (S : sqrt (m + h * h) <= sqrt m + h).
  { apply square_le; [ lra | ]; rewrite sqrt_sqrt by lra; assert (S := sqrt_sqrt m m0); assert (0 <= sqrt m * h) by (apply Rmult_le_pos; lra); lra. }
  assert (L : sqrt m <= sqrt (m + h * h)) by (apply sqrt_le_1_alt; lra).
  assert (T := theta_near (exp x) (sqrt m) (sqrt (m + h * h)) (exp_pos x) s0 L); fold c in T.
  assert (U : (sqrt (m + h * h) - sqrt m) * c <= h * c) by (apply Rmult_le_compat_r; lra); lra.
Qed.
(** The noise N(0, k) that moves by [k] is told best by the points from [s] on. *)
Lemma theta_side (g k s : R) : 0 < k -> s = ln g + k / 2 -> theta g (sqrt k) = normal ((k - s) / sqrt k) - g * normal (- s / sqrt k).
Proof.
  intros k0 ->; set (w := sqrt k); assert (w0 : 0 < w) by (now apply sqrt_lt_R0); assert (ww : w * w = k) by (apply sqrt_sqrt; lra).
  rewrite theta_told by exact w0; unfold told.
  replace (edge g w + w) with ((k - (ln g + k / 2)) / w) by (unfold edge; rewrite <- ww; field; lra).
  replace (edge g w) with (- (ln g + k / 2) / w) by (unfold edge; rewrite <- ww; field; lra); reflexivity.
Qed.
Lemma theta_small (r a : R) : 0 < r -> 0 < a -> exists t, 0 < t /\ theta t r < a.
Proof.
  intros r0 a0; destruct (normal_low a a0) as [x Hx]; set (t := exp (r * (r / 2 - x))); exists t; split; [ apply exp_pos | ].
  rewrite theta_told by exact r0; unfold told; assert (E1 : edge t r + r = x) by (unfold edge, t; rewrite ln_exp; field; lra); rewrite E1.
  assert (N := Hx x (Rle_refl x)); assert (0 < t * normal (edge t r)) by (apply Rmult_lt_0_compat; [ apply exp_pos | apply normal_above ]); lra.
Qed.

(** * Half-spaces *)

Definition side (s : R) (z : E) : Prop := s <= inner E (direction E) z.
Definition ahead (k : R) : E := vscale E k (direction E).
Lemma side_meas (s : R) : meas (side s).
Proof. apply half_space_meas, (norm_direction E). Qed.
Lemma inner_ahead (k : R) : inner E (direction E) (ahead k) = k.
Proof. unfold ahead; rewrite inner_vscale_r, <- norm_square, (norm_direction E); ring. Qed.
Lemma side_moved (Z : noise) (k : R) (x : E) (s : R) : 0 < k -> gaussian Z k ->
  pr (push (translate x) Z) (side s) = normal ((inner E (direction E) x - s) / sqrt k).
Proof.
  intros k0 G; assert (M := map_measurable (translate x) _ (side_meas s)); rewrite push_pr by apply side_meas.
  rewrite (pr_ext E Z _ (fun z => s - inner E (direction E) x <= inner E (direction E) z)); [ | exact M | ].
  - rewrite (half_space Z k k0 G) by apply norm_direction; f_equal; f_equal; ring.
  - intro z; unfold side; cbn [translate at_point]; rewrite inner_vadd_r; lra.
Qed.
Lemma side_pr (Z : noise) (k s : R) : 0 < k -> gaussian Z k -> pr Z (side s) = normal (- s / sqrt k).
Proof. intros k0 G; exact (half_space Z k k0 G (direction E) s (norm_direction E)). Qed.

(** The half-space that has the chance [b] under N(0, k). *)
Definition tested (k b : R) (z : E) : Prop := 1 <= b + normal (inner E (direction E) z / sqrt k).
Lemma tested_levels (k : R) : 0 < k -> levels E (fun z => normal (inner E (direction E) z / sqrt k)).
Proof.
  intro k0; apply (levels_normal E (fun z => inner E (direction E) z / sqrt k)); apply (levels_ext E (fun z => / sqrt k * inner E (direction E) z)); [ intro z; unfold Rdiv; ring | ].
  apply levels_scale; [ left; now apply Rinv_0_lt_compat, sqrt_lt_R0 | apply levels_inner ].
Qed.
Lemma tested_meas (k b : R) : 0 < k -> meas (tested k b).
Proof.
  intro k0; apply (meas_ext E (fun z => 1 - b <= normal (inner E (direction E) z / sqrt k))); [ intro z; unfold tested; lra | ].
  now apply tested_levels.
Qed.
(** Neyman and Pearson: no test does better. *)
Lemma tested_best (Z : noise) (k a b : R) : 0 < k -> gaussian Z k -> 0 <= b <= 1 -> a <= 1 -> (forall t, 0 < t -> a <= t * b + theta t (sqrt k)) ->
  pr Z (tested k b) = b /\ a <= pr (push (translate (ahead k)) Z) (tested k b).
Proof.
  intros k0 G [[b0 | <-] b1] a1 H; [ destruct b1 as [b1 | ->] | ]; assert (MT := fun b => tested_meas k b k0); set (N := push (translate (ahead k)) Z).
  - destruct (normal_onto b (conj b0 b1)) as [q Hq]; set (w := sqrt k) in *; assert (w0 : 0 < w) by (now apply sqrt_lt_R0); set (s := - q * w).
    assert (ww : w * w = k) by (apply sqrt_sqrt; lra); assert (B : forall z, tested k b z <-> side s z).
    { intro z; unfold tested, side, s; fold w; rewrite <- Hq; assert (R := normal_reflected q); assert (I := normal_le (- q) (inner E (direction E) z / w)).
      assert (D : - q <= inner E (direction E) z / w <-> - q * w <= inner E (direction E) z).
      { split; intro Y; [ apply (Rmult_le_compat_r w) in Y; [ | lra ] | apply Rmult_le_reg_r with w; [ exact w0 | ] ]; unfold Rdiv in *; rewrite ?Rmult_assoc, ?Rinv_l, ?Rmult_1_r in * by lra; lra. }
      rewrite <- D, <- I, R; lra. }
    assert (E1 : - s / w = q) by (unfold s; field; lra).
    rewrite !(pr_ext E _ (tested k b) (side s)) by (apply MT || exact B); rewrite (side_pr Z k s k0 G); fold w; rewrite E1; split; [ exact Hq | ].
    unfold N; rewrite (side_moved Z k (ahead k) s k0 G), inner_ahead; fold w; specialize (H (exp (s - k / 2)) (exp_pos _)).
    unfold w in H; rewrite (theta_side _ k s k0) in H by (rewrite ln_exp; lra); fold w in H; rewrite E1, Hq in H; lra.
  - rewrite !(pr_ext E _ (tested k 1) (fun _ => True)), !pr_all by (apply MT || (intro z; unfold tested; assert (U := normal_above (inner E (direction E) z / sqrt k)); split; [ auto | lra ])); lra.
  - rewrite !(pr_ext E _ (tested k 0) (fun _ => False)), !pr_none by (apply MT || (intro z; unfold tested; assert (U := normal_below (inner E (direction E) z / sqrt k)); split; [ lra | tauto ])).
    split; [ reflexivity | ]; apply Rnot_lt_le; intro Y; destruct (theta_small (sqrt k) a (sqrt_lt_R0 k k0) Y) as [t [t0 T]]; specialize (H t t0); lra.
Qed.

(** * Independent pairs, in either order *)

Lemma turned (M N : law) (A : E * E -> Prop) : @meas (pairs E E) A ->
  integral E M (fun z => pr N (fun y => A (z, y))) = integral E N (fun y => pr M (fun z => A (z, y))).
Proof.
  set (swap := fun p : pairs E E => (snd p, fst p) : pairs E E).
  assert (MS : measurable (pairs E E) (pairs E E) swap) by (apply pair_measurable; [ apply snd_measurable | apply fst_measurable ]).
  assert (S : equal (image swap MS (product M N)) (product N M)).
  { apply product_unique; intros B C MB MC; assert (MR : @meas (pairs E E) (fun p => B (fst p) /\ C (snd p))) by
      (apply (meas_and (pairs E E)); [ now apply (fst_measurable E E) | now apply (snd_measurable E E) ]).
    rewrite image_pr by exact MR; unfold swap; cbn [fst snd]; rewrite (pr_ext (pairs E E) _ _ (fun p => C (fst p) /\ B (snd p))); [ | exact (MS _ MR) | tauto ].
    rewrite product_rectangle by assumption; ring. }
  intro HA; set (B := fun p : pairs E E => A (swap p)); assert (HB : @meas (pairs E E) B) by (exact (MS A HA)); assert (T := S B HB).
  rewrite image_pr in T by exact HB; unfold product in T; rewrite !compound_pr in T by (exact HB || exact (MS B HB)); unfold B, swap in T; cbn [fst snd] in T; exact T.
Qed.
Lemma row_levels (N : law) (A : E * E -> Prop) : @meas (pairs E E) A -> levels E (fun z => pr N (fun y => A (z, y))).
Proof. exact (over_levels E E (fun _ => N) (constant_kernel E E N) A). Qed.
Lemma row_range (N : law) (A : E * E -> Prop) : @meas (pairs E E) A -> forall z, 0 <= pr N (fun y => A (z, y)) <= 1.
Proof. exact (over_range E E (fun _ => N) A). Qed.

(** * The first of two, and Gaussian noise *)

Section Pair.
Variables (m n g : R) (U V W : noise) (P Q : law).
Hypotheses (m0 : 0 < m) (n0 : 0 < n) (g0 : 0 < g) (GU : gaussian U m) (GV : gaussian V n) (GW : gaussian W (m + n)).
Hypothesis outer : forall c, 0 < c -> forall A, meas A -> pr P A <= c * pr Q A + theta c (sqrt m).
Let s := ln g + (m + n) / 2.
Let N := push (translate (ahead n)) V.
Let O := push (translate (ahead m)) U.

Lemma sum_still : pr (convolve V U) (side s) = normal (- s / sqrt (m + n)).
Proof.
  rewrite (convolve_comm V U _ (side_meas s)), (gaussian_sum m n U V W GU GV GW _ (side_meas s)); apply side_pr; [ lra | exact GW ].
Qed.
Lemma sum_ahead : pr (convolve N O) (side s) = normal ((m + n - s) / sqrt (m + n)).
Proof.
  unfold N; rewrite (convolve_shift (ahead n) V O _ (side_meas s)), push_pr by apply side_meas.
  assert (M := map_measurable (translate (ahead n)) _ (side_meas s)); rewrite (convolve_comm V O _ M); unfold O.
  rewrite (convolve_shift (ahead m) U V _ M), <- push_pr by apply side_meas; rewrite (law_eq _ _ (gaussian_sum m n U V W GU GV GW)).
  rewrite push_pr by apply side_meas; assert (M2 := map_measurable (translate (ahead m)) _ M); rewrite push_pr by exact M.
  rewrite (pr_ext E W _ (fun z => s - (m + n) <= inner E (direction E) z)); [ | exact M2 | ].
  - rewrite (half_space W (m + n) ltac:(lra) GW) by apply norm_direction; f_equal; f_equal; ring.
  - intro z; unfold side; cbn [translate at_point]; rewrite !inner_vadd_r, !inner_ahead; lra.
Qed.
Lemma paired_at (A : E -> Prop) (z : E) : meas A -> let l := ratio n (ahead n) z in
  pr P A * l + g * pr (moved U z) (side s) <= pr (moved O z) (side s) * l + g * pr Q A.
Proof.
  intros M l; assert (l0 : 0 < l) by apply exp_pos; set (h := inner E (direction E) z).
  assert (El : ln l = h - n / 2).
  { unfold l, ratio; rewrite ln_exp; unfold ahead at 1; rewrite inner_vscale; unfold ahead at 1; rewrite inner_vscale, inner_ahead; fold h; field; lra. }
  assert (c0 : 0 < g / l) by (now apply Rdiv_lt_0_compat); assert (D := outer (g / l) c0 A M).
  rewrite (theta_side (g / l) m (s - h) m0) in D by (unfold Rdiv at 1; rewrite log_product, ln_Rinv, El by (exact g0 || exact l0 || now apply Rinv_0_lt_compat); unfold s; lra).
  unfold moved; rewrite (side_moved U m z s m0 GU); fold h; rewrite push_pr by apply side_meas; unfold O.
  assert (M1 := map_measurable (translate z) _ (side_meas s)); rewrite push_pr by exact M1.
  rewrite (pr_ext E U _ (fun y => s - h - m <= inner E (direction E) y)); [ | exact (map_measurable (translate (ahead m)) _ M1) | ].
  - rewrite (half_space U m m0 GU) by apply norm_direction; replace (- (s - h - m)) with (m - (s - h)) by ring; replace (h - s) with (- (s - h)) by ring.
    apply (Rmult_le_compat_r l) in D; [ | lra ]; set (x := normal ((m - (s - h)) / sqrt m)) in *; set (y := normal (- (s - h) / sqrt m)) in *.
    replace ((g / l * pr Q A + (x - g / l * y)) * l) with (g * pr Q A + x * l - g * y) in D by (field; lra); lra.
  - intro y; unfold side; cbn [translate at_point]; rewrite !inner_vadd_r, inner_ahead; fold h; lra.
Qed.
Lemma paired (A : E * E -> Prop) : @meas (pairs E E) A ->
  integral E N (fun z => pr P (fun y => A (z, y))) <= g * integral E V (fun z => pr Q (fun y => A (z, y))) + theta g (sqrt (m + n)).
Proof.
  intro MA; set (l := ratio n (ahead n)); assert (D := move_density V n n0 GV (ahead n) : density N V l); assert (Sl := proj1 D).
  assert (times : forall h : E -> R, (forall z, 0 <= h z <= 1) -> levels E h -> summable E V (fun z => h z * l z) /\ integral E N h = integral E V (fun z => h z * l z)).
  { intros h B L; assert (S : summable E V (fun z => h z * l z)).
    - apply (summable_dom E V _ l); [ intro z; apply Rmult_le_pos; [ apply B | apply Sl ] | apply levels_times; [ apply B | apply Sl | exact L | apply Sl ] | exact Sl | ].
      intro z; rewrite <- (Rmult_1_l (l z)) at 2; apply Rmult_le_compat_r; [ apply Sl | apply B ].
    - split; [ exact S | now apply density_mean ]. }
  assert (scaled_by : forall h : E -> R, (forall z, 0 <= h z <= 1) -> levels E h -> summable E V (fun z => g * h z) /\ integral E V (fun z => g * h z) = g * integral E V h).
  { intros h B L; apply mean_scale; [ exact g0 | now apply (summable_bounded E V h 1) ]. }
  assert (side_levels : forall Z : noise, levels E (fun z => pr (moved Z z) (side s))) by (intro Z; exact (moved_levels Z E (fun z => z) _ (id_measurable E) (side_meas s))).
  assert (side_range : forall (Z : noise) z, 0 <= pr (moved Z z) (side s) <= 1) by (intros Z z; split; [ apply pr_nonneg | apply pr_le_1 ]; apply side_meas).
  destruct (times _ (row_range P A MA) (row_levels P A MA)) as [S1 ->]; destruct (scaled_by _ (row_range Q A MA) (row_levels Q A MA)) as [S2 E2].
  destruct (times _ (side_range O) (side_levels O)) as [S3 E3]; destruct (scaled_by _ (side_range U) (side_levels U)) as [S4 E4].
  destruct (mean_plus E V _ _ S1 S4) as [T1 F1]; destruct (mean_plus E V _ _ S3 S2) as [T2 F2].
  assert (L := mean_le E V _ _ T1 T2 (fun z => paired_at (fun y => A (z, y)) z (over_meas E E A MA z))).
  rewrite F1, F2, E2, E4, <- E3, <- !convolve_mean, sum_still, sum_ahead in L by apply side_meas.
  rewrite (theta_side g (m + n) s) by (lra || reflexivity); lra.
Qed.
End Pair.

(** * Composition *)

Section Trade.
Variables (X : Space) (J : Law X) (v : X -> E) (mv : measurable X E v) (K : X -> Law E) (L : E -> Law E) (HK : kernel X E K) (HL : kernel E E L).
Variables (Q P' Q' : law).
Hypothesis HP : forall C : E -> Prop, meas C -> pr P' C = integral X J (fun x => pr (K x) C).
Hypothesis HQ : forall C : E -> Prop, meas C -> pr Q' C = integral E Q (fun y => pr (L y) C).

Lemma told_at (P V : law) (m c : R) (A : E -> Prop) : gdp_plain P V m -> 0 < c -> meas A -> pr P A <= c * pr V A + theta c (sqrt m).
Proof. intros [_ D] c0 M; specialize (D (ln c) A M); now rewrite exp_ln in D. Qed.
Lemma traded_apart (m n : R) : 0 < m -> 0 < n -> gdp_plain (image v mv J) Q m -> (forall x, gdp_plain (K x) (L (v x)) n) -> gdp_plain P' Q' (m + n).
Proof.
  intros m0 n0 outer answered; split; [ lra | ]; intros e C MC; set (V := white n); assert (GV : gaussian V n) by (apply white_gaussian; lra).
  set (N := push (translate (ahead n)) V); set (b := fun y => pr (L y) C).
  assert (b01 : forall y, 0 <= b y <= 1) by (intro y; split; [ now apply pr_nonneg | now apply pr_le_1 ]); assert (Lb : levels E b) by (now apply HL).
  set (B := fun p : E * E => tested n (b (fst p)) (snd p)); set (A := fun p : E * E => B (snd p, fst p)).
  assert (MB : @meas (pairs E E) B).
  { refine (levels_plus (pairs E E) (fun p => b (fst p)) (fun p => normal (inner E (direction E) (snd p) / sqrt n)) _ _ _ 1).
    - intro p; apply b01.
    - intro t; exact (fst_measurable E E _ (Lb t)).
    - intro t; exact (snd_measurable E E _ (tested_levels n n0 t)). }
  assert (MA : @meas (pairs E E) A) by (exact (pair_measurable (pairs E E) E E _ _ (snd_measurable E E) (fst_measurable E E) B MB)).
  assert (best : forall a y, a <= 1 -> (forall t, 0 < t -> a <= t * b y + theta t (sqrt n)) -> pr V (tested n (b y)) = b y /\ a <= pr N (tested n (b y))).
  { intros a y a1 H; exact (tested_best V n a (b y) n0 GV (b01 y) a1 H). }
  assert (Up : pr P' C <= integral E (image v mv J) (fun y => pr N (fun z => A (z, y)))).
  { rewrite HP by exact MC; change (integral X J (fun x => pr (K x) C) <= integral E (image v mv J) (fun y => pr N (fun z => B (y, z)))).
    rewrite <- (integral_image v mv J (fun y => pr N (fun z => B (y, z))) (row_range N B MB) (row_levels N B MB)).
    apply mean_le.
    - apply (summable_bounded X J _ 1); [ intro x; split; [ now apply pr_nonneg | now apply pr_le_1 ] | now apply HK ].
    - apply (summable_bounded X J _ 1); [ intro x; exact (row_range N B MB (v x)) | intro t; exact (mv _ (row_levels N B MB t)) ].
    - intro x; apply (best (pr (K x) C) (v x)); [ now apply pr_le_1 | intros t t0; exact (told_at _ _ n t C (answered x) t0 MC) ]. }
  assert (Eq : pr Q' C = integral E Q (fun y => pr V (fun z => A (z, y)))).
  { rewrite HQ by exact MC; apply integral_ext; intro y; symmetry; apply (best 0 y); [ lra | intros t t0 ].
    assert (0 < theta t (sqrt n)) by (apply proved_theta_positive; [ exact t0 | now apply sqrt_lt_R0 ]).
    assert (0 <= t * b y) by (apply Rmult_le_pos; [ lra | apply b01 ]); lra. }
  rewrite Eq; rewrite <- turned in Up |- * by exact MA; apply Rle_trans with (1 := Up).
  apply (paired m n (exp e) (white m) V (white (m + n))); try assumption; try (apply white_gaussian; lra); [ apply exp_pos | ].
  intros c c0 D MD; exact (told_at _ _ m c D outer c0 MD).
Qed.
Theorem traded (m n : R) : 0 <= n -> gdp_plain (image v mv J) Q m -> (forall x, gdp_plain (K x) (L (v x)) n) -> gdp_plain P' Q' (m + n).
Proof.
  intros n0 outer answered; assert (m0 := proj1 outer); apply gdp_plain_limit; [ lra | ]; intros e He.
  replace (m + n + e) with (m + e / 2 + (n + e / 2)) by lra; apply traded_apart; [ lra | lra | | intro x ]; (eapply gdp_plain_wide; [ | eauto ]; lra).
Qed.
End Trade.

(** * The figures *)

Theorem proved_gdp_adaptive (m n : R) (P Q : law) (K J : mechanism) : gdp 0 P Q m -> gdpclose K J n ->
  gdp 0 (joint P K) (joint Q J) (m + n).
Proof.
  intros H C; apply gdp_is_plain in H; apply gdp_is_plain.
  refine (traded E P (fun x => x) (id_measurable E) (beside K) (beside J) (beside_kernel K) (beside_kernel J) Q _ _ _ _ m n _ _ _).
  - intros A M; now apply joint_pr.
  - intros A M; now apply joint_pr.
  - exact (proved_gdp_sign 0 n _ _ (C (vzero E))).
  - apply gdp_is_plain, (proved_gdp_same_law 0 m P Q); [ now apply gdp_is_plain | intros A M; now rewrite image_pr by exact M | apply equal_refl ].
  - intro x; destruct (proj1 (gdp_is_plain n _ _) (C x)) as [n0 D]; split; [ exact n0 | intros e A M ]; unfold beside; rewrite !image_pr by exact M.
    apply D; exact (compose_measurable E (pairs E E) E _ _ (code_measurable E) (beside_measurable E E x) A M).
Qed.
Theorem noise_hides_told : noise_pays_told.
Proof.
  intros a m P V Q Z A0 [b0 FB] W H.
  assert (low : forall t, tells_moves Z a t -> 0 <= t) by (intros t T; exact (proj1 (T (vzero E) ltac:(rewrite norm_vzero; lra)))).
  destruct (infimum_spec (tells_moves Z a) 0) as [Lo Up]; [ now exists b0 | exact low | ]; fold (gdpsize Z a) in Lo, Up; assert (m0 := proj1 H).
  assert (s0 := Up 0 low); apply gdp_plain_limit; [ lra | ]; intros e He.
  assert (Att : exists t, tells_moves Z a t /\ t < gdpsize Z a + e).
  { apply NNPP; intro N; assert (K : gdpsize Z a + e <= gdpsize Z a); [ | lra ]; apply Up; intros t T; apply Rnot_lt_le; intro Y; apply N; now exists t. }
  destruct Att as [t [Bt Lt]]; apply gdp_plain_wide with (m + t); [ lra | ]; destruct (noise_along a P V Z A0 W) as [J [K [KL [C2 [Kp HC]]]]].
  refine (traded (pairs E E) J (@snd E E) (snd_measurable E E) K (moved Z) KL _ Q _ _ HC (fun C => convolve_mean Q Z C) m t (low t Bt) _ _).
  - intros C M; exact (moved_levels Z E (fun y => y) C (id_measurable E) M).
  - split; [ exact m0 | intros x C M ]; change (pr (second J) C <= exp x * pr Q C + theta (exp x) (sqrt m)); rewrite (C2 C M); now apply H.
  - intro p; destruct (Kp p) as [u [Du ->]]; set (w := snd p) in *; destruct (Bt (vsub u w) Du) as [t0 D]; split; [ exact t0 | intros x C M ].
    assert (MT := map_measurable (translate w) C M); specialize (D x _ MT); rewrite push_pr in D by exact MT; rewrite !moved_pr by exact M.
    replace (fun z => C (vadd E z u)) with (fun z => C (translate w (translate (vsub u w) z))); [ exact D | ].
    apply functional_extensionality; intro z; cbn [translate at_point]; rewrite <- vadd_assoc, (vadd_comm E (vsub u w) w), vadd_vsub; reflexivity.
Qed.
Theorem proved_gdp_absorb (a m : R) (P V Q : law) (Z : noise) : 0 <= a -> winf P V a -> gdp 0 V Q m ->
  gdpfinite Z a -> gdp 0 (convolve P Z) (convolve Q Z) (m + gdpsize Z a).
Proof. intros A0 W H F; apply gdp_is_plain, (noise_hides_told a m P V); auto; now apply gdp_is_plain. Qed.
Theorem proved_gdp_shift_reduction (z a m : R) (P Q : law) (Z : noise) : gdpfinite Z a -> 0 <= a -> 0 <= z -> gdp (z + a) P Q m ->
  gdp z (convolve P Z) (convolve Q Z) (m + gdpsize Z a).
Proof. exact (gdp_shift_reduction z a m P Q Z noise_hides_told). Qed.
