(** The normal distribution function, by the Riemann integral of the standard library, and the shape of what is built on it.

    [normal] is the integral of exp(-t^2/2), divided by what it is over the whole line; that this is the square root of 2 PI
    is not needed. *)

Require Import Reals Lra.
Open Scope R_scope.

Definition bell (t : R) : R := exp (- (t * t) / 2).
Lemma bell_pos (t : R) : 0 < bell t.
Proof. apply exp_pos. Qed.
Lemma bell_even (t : R) : bell (- t) = bell t.
Proof. unfold bell; f_equal; field. Qed.
Lemma bell_continuous (t : R) : continuity_pt bell t.
Proof. unfold bell; reg. Qed.

Lemma bell_integrable_up (a b : R) : a <= b -> Riemann_integrable bell a b.
Proof. intro H; apply continuity_implies_RiemannInt; [ exact H | intros; apply bell_continuous ]. Defined.
Definition bell_integrable (a b : R) : Riemann_integrable bell a b :=
  match Rle_dec a b with
  | left H => bell_integrable_up a b H
  | right H => RiemannInt_P1 (bell_integrable_up b a (Rlt_le _ _ (Rnot_le_lt _ _ H)))
  end.

(** The integral from 0 to [x]. *)
Definition area (x : R) : R := RiemannInt (bell_integrable 0 x).

Lemma area_derivative (x : R) : derivable_pt_lim area x (bell x).
Proof.
  set (m := Rabs x + 1); assert (A := Rabs_pos x); assert (U := Rle_abs x); assert (V := Rle_abs (- x)); rewrite Rabs_Ropp in V.
  assert (H : - m <= m) by (unfold m; lra).
  assert (C : forall y, - m <= y <= m -> continuity_pt bell y) by (intros; apply bell_continuous).
  assert (D := @RiemannInt_P28 bell (- m) m x H C ltac:(unfold m; lra)).
  apply (derivable_pt_lim_locally_ext (fun y => primitive H (FTC_P1 H C) y - RiemannInt (bell_integrable (- m) 0)) area x (- m) m).
  - unfold m; lra.
  - intros z Hz; unfold primitive; destruct (Rle_dec (- m) z) as [K | K]; [ | lra ]; destruct (Rle_dec z m) as [L | L]; [ | lra ].
    unfold area; rewrite <- (RiemannInt_P26 (bell_integrable (- m) 0) (bell_integrable 0 z) (FTC_P1 H C K L)); ring.
  - rewrite <- (Rminus_0_r (bell x)); apply (derivable_pt_lim_minus (primitive H (FTC_P1 H C)) (fct_cte _)); [ exact D | ].
    apply derivable_pt_lim_const.
Qed.
Lemma area_zero : area 0 = 0.
Proof. apply RiemannInt_P9. Qed.

(** What the derivative says of two points. *)
Lemma slope (f f' : R -> R) (a b : R) : (forall x, derivable_pt_lim f x (f' x)) -> a < b ->
  exists c, a < c < b /\ f b - f a = f' c * (b - a).
Proof. intros D H; destruct (MVT_cor2 f f' a b H ltac:(auto)) as [c [E I]]; now exists c. Qed.
Lemma area_increasing (a b : R) : a < b -> area a < area b.
Proof.
  intro H; destruct (slope area bell a b area_derivative H) as [c [_ E]].
  assert (0 < bell c * (b - a)) by (apply Rmult_lt_0_compat; [ apply bell_pos | lra ]); lra.
Qed.
Lemma area_odd (x : R) : area (- x) = - area x.
Proof.
  assert (D : forall y, derivable_pt_lim (fun z => area z + area (- z)) y 0).
  { intro y; replace 0 with (bell y + bell (- y) * - 1) by (rewrite bell_even; ring).
    apply (derivable_pt_lim_plus area (fun z => area (- z))); [ apply area_derivative | ].
    apply (derivable_pt_lim_comp Ropp area); [ | apply area_derivative ].
    apply (derivable_pt_lim_opp id y 1), derivable_pt_lim_id. }
  assert (K : forall y, area y + area (- y) = 0); [ | specialize (K x); lra ].
  intro y; destruct (Rtotal_order 0 y) as [H | [<- | H]]; [ | rewrite Ropp_0, area_zero; ring | ].
  - destruct (slope _ (fun _ => 0) 0 y D H) as [c [_ E]]; rewrite Ropp_0, area_zero in E; lra.
  - destruct (slope _ (fun _ => 0) y 0 D H) as [c [_ E]]; rewrite Ropp_0, area_zero in E; lra.
Qed.
Lemma area_below (x : R) : area x <= exp (/ 2).
Proof.
  destruct (Rle_dec x 0) as [H | H].
  - assert (N : area x <= 0) by (destruct H as [H | ->]; [ apply area_increasing in H; rewrite area_zero in H; lra | rewrite area_zero; lra ]).
    assert (P := exp_pos (/ 2)); lra.
  - assert (D : forall y, derivable_pt_lim (fun z => area z + exp (/ 2 - z)) y (bell y + exp (/ 2 - y) * (0 - 1))).
    { intro y; apply (derivable_pt_lim_plus area (fun z => exp (/ 2 - z))); [ apply area_derivative | ].
      apply (derivable_pt_lim_comp (fun z => / 2 - z) exp); [ | apply derivable_pt_lim_exp ].
      apply (derivable_pt_lim_minus (fct_cte (/ 2)) id); [ apply derivable_pt_lim_const | apply derivable_pt_lim_id ]. }
    destruct (slope _ _ 0 x D ltac:(lra)) as [c [_ E]]; rewrite area_zero, Rminus_0_r in E.
    assert (B : bell c <= exp (/ 2 - c)).
    { unfold bell; destruct (Req_dec (- (c * c) / 2) (/ 2 - c)) as [-> | N]; [ lra | left; apply exp_increasing ].
      assert (0 <= (c - 1) * (c - 1)) by (destruct (Rle_dec 1 c); [ apply Rmult_le_pos; lra | ];
        replace ((c - 1) * (c - 1)) with ((1 - c) * (1 - c)) by ring; apply Rmult_le_pos; lra); lra. }
    assert (0 <= (exp (/ 2 - c) - bell c) * x) by (apply Rmult_le_pos; lra).
    assert (P := exp_pos (/ 2 - x)); lra.
Qed.

(** The integral over half of the line. *)
Definition half_line : R.
Proof.
  refine (proj1_sig (completeness (fun y => exists x, y = area x) _ _)).
  - exists (exp (/ 2)); intros y [x ->]; apply area_below.
  - exists 0, 0; symmetry; apply area_zero.
Defined.
Lemma half_line_spec : is_lub (fun y => exists x, y = area x) half_line.
Proof. unfold half_line; destruct (completeness _ _ _) as [m H]; exact H. Qed.
Lemma area_above (x : R) : area x < half_line.
Proof.
  apply Rlt_le_trans with (area (x + 1)); [ apply area_increasing; lra | ]; apply half_line_spec; now exists (x + 1).
Qed.
Lemma half_line_pos : 0 < half_line.
Proof. rewrite <- area_zero; apply area_above. Qed.
Lemma area_near (e : R) : 0 < e -> exists x, half_line - e < area x.
Proof.
  intro H; destruct (Classical_Prop.classic (exists x, half_line - e < area x)) as [K | K]; [ exact K | exfalso ].
  assert (half_line <= half_line - e); [ | lra ]; apply half_line_spec; intros y [x ->].
  apply Rnot_lt_le; intro N; apply K; now exists x.
Qed.

(** The distribution function of N(0, 1). *)
Definition normal (x : R) : R := / 2 + area x / (2 * half_line).
Definition normal_density (x : R) : R := bell x / (2 * half_line).

Lemma normal_derivative (x : R) : derivable_pt_lim normal x (normal_density x).
Proof.
  assert (H := half_line_pos); unfold normal, normal_density.
  replace (bell x / (2 * half_line)) with (0 + / (2 * half_line) * bell x) by (field; lra).
  apply (derivable_pt_lim_locally_ext (fct_cte (/ 2) + mult_real_fct (/ (2 * half_line)) area)%F _ x (x - 1) (x + 1)); [ lra | | ].
  - intros z _; unfold plus_fct, fct_cte, mult_real_fct; field; lra.
  - apply derivable_pt_lim_plus; [ apply derivable_pt_lim_const | apply derivable_pt_lim_scal, area_derivative ].
Qed.
Lemma normal_density_pos (x : R) : 0 < normal_density x.
Proof. assert (H := half_line_pos); apply Rdiv_lt_0_compat; [ apply bell_pos | lra ]. Qed.
Lemma normal_increasing (a b : R) : a < b -> normal a < normal b.
Proof.
  intro H; destruct (slope normal normal_density a b normal_derivative H) as [c [_ E]].
  assert (0 < normal_density c * (b - a)) by (apply Rmult_lt_0_compat; [ apply normal_density_pos | lra ]); lra.
Qed.
Lemma normal_monotone (a b : R) : a <= b -> normal a <= normal b.
Proof. intros [H | ->]; [ left; now apply normal_increasing | right; reflexivity ]. Qed.
Lemma normal_reflected (x : R) : normal (- x) = 1 - normal x.
Proof. assert (H := half_line_pos); unfold normal; rewrite area_odd; field; lra. Qed.
Lemma normal_below (x : R) : normal x < 1.
Proof.
  assert (H := half_line_pos); unfold normal; assert (K : area x / (2 * half_line) < / 2); [ | lra ].
  apply Rmult_lt_reg_r with (2 * half_line); [ lra | ]; replace (area x / (2 * half_line) * (2 * half_line)) with (area x) by (field; lra).
  replace (/ 2 * (2 * half_line)) with half_line by field; apply area_above.
Qed.
Lemma normal_above (x : R) : 0 < normal x.
Proof. assert (H := normal_below (- x)); rewrite normal_reflected in H; lra. Qed.
Lemma normal_high (e : R) : 0 < e -> exists x, forall y, x <= y -> 1 - e < normal y.
Proof.
  assert (P := half_line_pos); intro H; destruct (area_near (e * (2 * half_line))) as [x Hx]; [ apply Rmult_lt_0_compat; lra | ].
  exists x; intros y Hy; apply Rlt_le_trans with (normal x); [ | now apply normal_monotone ].
  unfold normal; apply Rmult_lt_reg_r with (2 * half_line); [ lra | ].
  replace ((/ 2 + area x / (2 * half_line)) * (2 * half_line)) with (half_line + area x) by (field; lra); lra.
Qed.
Lemma normal_low (e : R) : 0 < e -> exists x, forall y, y <= x -> normal y < e.
Proof.
  intro H; destruct (normal_high e H) as [x Hx]; exists (- x); intros y Hy.
  assert (K := Hx (- y) ltac:(lra)); rewrite normal_reflected in K; lra.
Qed.

(** * Unit Gaussians at a distance

    What a half-line tells of N(- r, 1) and [g] times N(0, 1), and the place where it tells most. *)

Definition told (g r s : R) : R := normal (s + r) - g * normal s.
Definition edge (g r : R) : R := - (r / 2) - ln g / r.

Lemma tilt (g r s : R) : 0 < g -> 0 < r -> normal_density (s + r) = g * normal_density s * exp (r * (edge g r - s)).
Proof.
  intros Hg Hr; unfold normal_density, edge; assert (H := half_line_pos).
  replace (bell (s + r)) with (g * bell s * exp (r * (- (r / 2) - ln g / r - s))); [ field; lra | ].
  unfold bell; rewrite <- (exp_ln g) at 1 by exact Hg; rewrite <- !exp_plus; f_equal; field; lra.
Qed.
Lemma told_derivative (g r s : R) : 0 < g -> 0 < r ->
  derivable_pt_lim (told g r) s (g * normal_density s * (exp (r * (edge g r - s)) - 1)).
Proof.
  intros Hg Hr; replace (g * normal_density s * (exp (r * (edge g r - s)) - 1)) with
    (normal_density (s + r) * (1 + 0) - g * normal_density s) by (rewrite (tilt g r s Hg Hr); ring).
  apply (derivable_pt_lim_minus (fun x => normal (x + r)) (mult_real_fct g normal)).
  - apply (derivable_pt_lim_comp (fun x => x + r) normal); [ | apply normal_derivative ].
    apply (derivable_pt_lim_plus id (fct_cte r)); [ apply derivable_pt_lim_id | apply derivable_pt_lim_const ].
  - apply derivable_pt_lim_scal, normal_derivative.
Qed.
Lemma told_most (g r s : R) : 0 < g -> 0 < r -> s <> edge g r -> told g r s < told g r (edge g r).
Proof.
  intros Hg Hr N; set (b := edge g r); assert (D := fun x => told_derivative g r x Hg Hr).
  destruct (Rlt_le_dec s b) as [L | L].
  - destruct (slope _ _ s b D L) as [c [I F]]; fold b in F.
    assert (K : 0 < g * normal_density c * (exp (r * (b - c)) - 1) * (b - s)); [ | lra ].
    apply Rmult_lt_0_compat; [ apply Rmult_lt_0_compat; [ apply Rmult_lt_0_compat; [ exact Hg | apply normal_density_pos ] | ] | lra ].
    assert (0 < r * (b - c)) by (apply Rmult_lt_0_compat; lra); assert (M := exp_ineq1 (r * (b - c)) ltac:(lra)); lra.
  - destruct (slope _ _ b s D ltac:(unfold b in *; lra)) as [c [I F]]; fold b in F.
    assert (K : 0 < g * normal_density c * (1 - exp (r * (b - c))) * (s - b)); [ | lra ].
    apply Rmult_lt_0_compat; [ apply Rmult_lt_0_compat; [ apply Rmult_lt_0_compat; [ exact Hg | apply normal_density_pos ] | ] | lra ].
    assert (0 < r * (c - b)) by (apply Rmult_lt_0_compat; lra).
    assert (M : exp (r * (b - c)) < exp 0) by (apply exp_increasing; lra); rewrite exp_0 in M; lra.
Qed.
Lemma told_peak (g r s : R) : 0 < g -> 0 < r -> told g r s <= told g r (edge g r).
Proof. intros Hg Hr; destruct (Req_dec s (edge g r)) as [-> | N]; [ right; reflexivity | left; now apply told_most ]. Qed.
Lemma told_rises (g r s t : R) : 0 < g -> 0 < r -> s <= t -> t <= edge g r -> told g r s <= told g r t.
Proof.
  intros Hg Hr L K; set (b := edge g r) in *; destruct L as [H | ->]; [ | right; reflexivity ].
  destruct (slope _ _ s t (fun y => told_derivative g r y Hg Hr) H) as [c [I F]]; fold b in F.
  assert (0 <= g * normal_density c * (exp (r * (b - c)) - 1) * (t - s)); [ | lra ].
  assert (0 < r * (b - c)) by (apply Rmult_lt_0_compat; lra); assert (M := exp_ineq1 (r * (b - c)) ltac:(lra)).
  assert (D := normal_density_pos c); apply Rmult_le_pos; [ apply Rmult_le_pos; [ apply Rmult_le_pos | ] | ]; lra.
Qed.
Lemma told_positive (g r : R) : 0 < g -> 0 < r -> 0 < told g r (edge g r).
Proof.
  intros Hg Hr; set (b := edge g r); assert (A : told g r (b - 1) < told g r b) by (apply told_most; unfold b; lra).
  apply Rle_lt_trans with (2 := A), Rnot_lt_le; intro K.
  destruct (normal_low (- told g r (b - 1) / g)) as [x Hx]; [ apply Rdiv_lt_0_compat; lra | ].
  set (s := Rmin x (b - 1)); assert (S := Hx s (Rmin_l _ _)).
  assert (B : told g r s <= told g r (b - 1)) by (apply told_rises; [ exact Hg | exact Hr | apply Rmin_r | fold b; lra ]).
  apply Rmult_lt_compat_l with (r := g) in S; [ | exact Hg ].
  replace (g * (- told g r (b - 1) / g)) with (- told g r (b - 1)) in S by (field; lra).
  assert (U := normal_above (s + r)); unfold told at 1 in B; lra.
Qed.
Lemma told_above (g r : R) : 0 < g -> 0 < r -> 1 - g <= told g r (edge g r).
Proof.
  intros Hg Hr; apply Rnot_lt_le; intro K; destruct (normal_high (1 - g - told g r (edge g r))) as [x Hx]; [ lra | ].
  assert (T := told_peak g r x Hg Hr); assert (U := Hx (x + r) ltac:(lra)); unfold told at 1 in T.
  assert (g * normal x < g * 1) by (apply Rmult_lt_compat_l; [ exact Hg | apply normal_below ]); lra.
Qed.
Lemma told_below (g r s : R) : 0 < g -> told g r s < 1.
Proof.
  intro Hg; unfold told; assert (0 < g * normal s) by (apply Rmult_lt_0_compat; [ exact Hg | apply normal_above ]).
  assert (K := normal_below (s + r)); lra.
Qed.
Lemma told_farther (g x y : R) : 0 < g -> 0 < x -> x <= y -> told g x (edge g x) <= told g y (edge g y).
Proof.
  intros Hg Hx H; apply Rle_trans with (told g y (edge g x)); [ | apply told_peak; lra ].
  unfold told; assert (K := normal_monotone (edge g x + x) (edge g x + y) ltac:(lra)); lra.
Qed.

(** The hockey-stick divergence of order [g] between unit Gaussians at distance [r]. *)
Definition theta (g r : R) : R :=
  if Rle_dec r 0 then Rmax 0 (1 - g) else normal (r / 2 - ln g / r) - g * normal (- (r / 2) - ln g / r).

Lemma theta_told (g r : R) : 0 < r -> theta g r = told g r (edge g r).
Proof.
  intro H; unfold theta, told; destruct (Rle_dec r 0) as [K | _]; [ lra | ]; unfold edge; f_equal; f_equal; field; lra.
Qed.
Theorem proved_theta_positive (g x : R) : 0 < g -> 0 < x -> 0 < theta g x.
Proof. intros Hg Hx; rewrite theta_told by exact Hx; now apply told_positive. Qed.
Theorem proved_theta_monotone (g x y : R) : 0 < g -> 0 <= x -> x <= y -> theta g x <= theta g y.
Proof.
  intros Hg Hx H; destruct (Rle_lt_dec x 0) as [X | X]; destruct (Rle_lt_dec y 0) as [Y | Y].
  - unfold theta; destruct (Rle_dec x 0), (Rle_dec y 0); lra.
  - unfold theta at 1; destruct (Rle_dec x 0) as [_ | K]; [ | lra ]; apply Rmax_lub.
    + left; now apply proved_theta_positive.
    + rewrite theta_told by exact Y; now apply told_above.
  - lra.
  - rewrite !theta_told by assumption; now apply told_farther.
Qed.
Theorem proved_theta_below_one (g x : R) : 0 < g -> 0 <= x -> theta g x < 1.
Proof.
  intros Hg Hx; destruct (Rle_lt_dec x 0) as [X | X].
  - unfold theta; destruct (Rle_dec x 0) as [_ | K]; [ | lra ]; apply Rmax_lub_lt; lra.
  - rewrite theta_told by exact X; now apply told_below.
Qed.
Theorem proved_theta_level (g h x : R) : 0 < g -> g <= h -> 0 <= x -> theta h x <= theta g x.
Proof.
  intros Hg H Hx; destruct (Rle_lt_dec x 0) as [X | X].
  - unfold theta; destruct (Rle_dec x 0) as [_ | K]; [ | lra ]; apply Rle_max_compat_l; lra.
  - rewrite !theta_told by exact X; apply Rle_trans with (told g x (edge h x)); [ | now apply told_peak ].
    assert (K := normal_above (edge h x)); unfold told; assert (g * normal (edge h x) <= h * normal (edge h x)) by (apply Rmult_le_compat_r; lra); lra.
Qed.
