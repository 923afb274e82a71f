(** The real line is a space as [Space] asks for, and it has Gaussian noise: what the development assumes of its space has a model.

    The operations of the line are continuous, and countably many open intervals make every open set.  A pair of numbers is written as
    one number: the digits say for every rational number whether the first is below it, and whether the second is. *)

Require Import Reals Lra Lia ZArith Classical FunctionalExtensionality.
From Coq Require Cantor.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals.
Require Import Pabisym.Line Pabisym.Tilt.
Open Scope R_scope.

(** * Rational numbers, in one sequence *)

Definition rational (k : nat) : R := let (a, bc) := Cantor.of_nat k in let (b, c) := Cantor.of_nat bc in (INR a - INR b) / INR (S c).
Lemma rational_between (x y : R) : x < y -> exists k, x < rational k < y.
Proof.
  intro H; destruct (small_fraction (y - x) ltac:(lra)) as [[ | c] [P Q]]; [ lia | ]; set (n := INR (S c)) in *.
  assert (N : 0 < n) by (apply lt_0_INR; lia); destruct (archimed (x * n)) as [U V]; set (m := up (x * n)) in *.
  exists (Cantor.to_nat (Z.to_nat m, Cantor.to_nat (Z.to_nat (- m), c))); unfold rational; rewrite !Cantor.cancel_of_to; fold n.
  assert (M : INR (Z.to_nat m) - INR (Z.to_nat (- m)) = IZR m).
  { destruct (Z_le_gt_dec 0 m) as [L | L].
    - replace (Z.to_nat (- m)) with O by lia; rewrite INR_IZR_INZ, Z2Nat.id by exact L; simpl; ring.
    - replace (Z.to_nat m) with O by lia; rewrite (INR_IZR_INZ (Z.to_nat (- m))), Z2Nat.id, opp_IZR by lia; simpl; ring. }
  rewrite M; assert (D : 1 < (y - x) * n) by (apply Rmult_lt_reg_l with (/ n); [ now apply Rinv_0_lt_compat | replace (/ n * ((y - x) * n)) with (y - x) by (field; lra); lra ]).
  split; apply Rmult_lt_reg_r with n; try exact N; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l, ?Rmult_1_r by lra; lra.
Qed.

(** * Events and functions on the line *)

Lemma meas_constant (X : Space) (p : Prop) : @meas X (fun _ => p).
Proof.
  destruct (classic p); [ apply (meas_ext X (fun _ => True)); [ tauto | apply meas_all ] | apply (meas_ext X (fun _ => False)); [ tauto | apply meas_none ] ].
Qed.
Lemma above_meas (t : R) : @meas line (fun x => t < x).
Proof.
  apply (meas_ext line (fun x => exists k, t < rational k /\ ~ x < rational k)).
  - intro x; split; [ intros [k K]; lra | intro H; destruct (rational_between t x H) as [k K]; exists k; lra ].
  - apply (meas_union line (fun k x => t < rational k /\ ~ x < rational k)); intro k; apply meas_and; [ apply meas_constant | apply meas_not, ray_meas ].
Qed.
Lemma lipschitz_measurable (f : R -> R) (c : R) : 0 < c -> (forall x y, Rabs (f x - f y) <= c * Rabs (x - y)) -> measurable line line f.
Proof.
  intros C L; apply line_measurable; intro t; set (r := fun k => (t - f (rational k)) / c).
  assert (Rc : forall k x, Rabs (x - rational k) < r k <-> f (rational k) + c * Rabs (x - rational k) < t).
  { intros k x; unfold r; split; intro H.
    - apply (Rmult_lt_compat_l c) in H; [ | exact C ]; replace (c * ((t - f (rational k)) / c)) with (t - f (rational k)) in H by (field; lra); lra.
    - apply Rmult_lt_reg_l with c; [ exact C | replace (c * ((t - f (rational k)) / c)) with (t - f (rational k)) by (field; lra); lra ]. }
  apply (meas_ext line (fun x => exists k, rational k - r k < x /\ x < rational k + r k)).
  - intro x; split.
    + intros [k K]; assert (N : Rabs (x - rational k) < r k) by (apply Rabs_def1; lra); apply Rc in N.
      assert (Q := L x (rational k)); assert (Z := Rle_abs (f x - f (rational k))); lra.
    + intro H; destruct (rational_between x (x + (t - f x) / (2 * c))) as [k K]; [ assert (0 < (t - f x) / (2 * c)) by (apply Rdiv_lt_0_compat; lra); lra | ].
      exists k; assert (N : f (rational k) + c * Rabs (x - rational k) < t).
      { assert (Q := L (rational k) x); assert (Z := Rle_abs (f (rational k) - f x)); rewrite (Rabs_minus_sym (rational k) x) in Q.
        rewrite (Rabs_left1 (x - rational k)) in * by lra; assert (W : c * (rational k - x) < (t - f x) / 2); [ | lra ].
        replace ((t - f x) / 2) with (c * ((t - f x) / (2 * c))) by (field; lra); apply Rmult_lt_compat_l; lra. }
      apply Rc in N; apply Rabs_def2 in N; lra.
  - apply (meas_union line (fun k x => rational k - r k < x /\ x < rational k + r k)); intro k; apply meas_and; [ apply above_meas | apply ray_meas ].
Qed.
Lemma affine_measurable (a b : R) : measurable line line (fun x => a * x + b).
Proof.
  apply (lipschitz_measurable _ (Rabs a + 1)); [ assert (P := Rabs_pos a); lra | ]; intros x y.
  replace (a * x + b - (a * y + b)) with (a * (x - y)) by ring; rewrite Rabs_mult; assert (P := Rabs_pos (x - y)); apply Rmult_le_compat_r; lra.
Qed.
Lemma sum_measurable (X : Space) (f g : X -> R) : measurable X line f -> measurable X line g -> measurable X line (fun x => f x + g x).
Proof.
  intros F G; apply line_measurable; intro t; apply (meas_ext X (fun x => exists k, f x < rational k /\ g x < t - rational k)).
  - intro x; split; [ intros [k K]; lra | intro H; destruct (rational_between (f x) (t - g x)) as [k K]; [ lra | exists k; lra ] ].
  - apply (meas_union X (fun k x => f x < rational k /\ g x < t - rational k)); intro k.
    apply meas_and; [ exact (F _ (ray_meas (rational k))) | exact (G _ (ray_meas (t - rational k))) ].
Qed.

(** * Countably many answers, as one number *)

Fixpoint digits (n : nat) (A : nat -> Prop) : R :=
  match n with O => 0 | S m => (if decide (A O) then 1 else 0) + / 3 * digits m (fun k => A (S k)) end.
Lemma digits_range (n : nat) : forall A, 0 <= digits n A <= 3 / 2.
Proof. induction n as [ | n IH ]; intro A; simpl; [ lra | specialize (IH (fun k => A (S k))); destruct (decide (A O)); lra ]. Qed.
Lemma number_exists (A : nat -> Prop) : { y | is_lub (fun y => exists n, y = digits n A) y }.
Proof.
  apply completeness; [ exists (3 / 2); intros y [n ->]; apply digits_range | exists 0; now exists O ].
Qed.
(** The number with the digits 1 where [A] holds, in base 3. *)
Definition number (A : nat -> Prop) : R := proj1_sig (number_exists A).
Lemma number_above (A : nat -> Prop) (n : nat) : digits n A <= number A.
Proof. apply (proj2_sig (number_exists A)); now exists n. Qed.
Lemma number_least (A : nat -> Prop) (c : R) : (forall n, digits n A <= c) -> number A <= c.
Proof. intro H; apply (proj2_sig (number_exists A)); intros y [n ->]; apply H. Qed.
Lemma number_step (A : nat -> Prop) : number A = (if decide (A O) then 1 else 0) + / 3 * number (fun k => A (S k)).
Proof.
  set (B := fun k => A (S k)); set (d := if decide (A O) then 1 else 0); apply Rle_antisym.
  - apply number_least; intros [ | n]; simpl.
    + assert (P := number_above B O); simpl in P; unfold d; destruct (decide (A O)); lra.
    + fold B d; assert (P := number_above B n); lra.
  - assert (K : number B <= 3 * (number A - d)); [ | lra ]; apply number_least; intro n; assert (P := number_above A (S n)); simpl in P; fold B d in P; lra.
Qed.
Definition rest (y : R) : R := if Rle_dec 1 y then 3 * (y - 1) else 3 * y.
Lemma number_first (A : nat -> Prop) : 1 <= number A <-> A O.
Proof.
  assert (P := number_above (fun k => A (S k)) O); simpl in P; assert (Q := number_least (fun k => A (S k)) (3 / 2) (fun n => proj2 (digits_range n _))).
  rewrite number_step; destruct (decide (A O)); split; intro; tauto || lra.
Qed.
Lemma number_rest (A : nat -> Prop) : rest (number A) = number (fun k => A (S k)).
Proof.
  assert (N := number_step A); assert (F := number_first A); unfold rest; destruct (Rle_dec 1 (number A)) as [L | L]; destruct (decide (A O)); tauto || lra.
Qed.
Fixpoint digit (k : nat) (y : R) : Prop := match k with O => 1 <= y | S j => digit j (rest y) end.
Lemma digit_number (k : nat) : forall A, digit k (number A) <-> A k.
Proof. induction k as [ | k IH ]; intro A; simpl; [ apply number_first | rewrite number_rest; apply (IH (fun j => A (S j))) ]. Qed.
Lemma rest_measurable : measurable line line rest.
Proof.
  apply line_measurable; intro t; apply (meas_ext line (fun y => (~ y < 1 /\ y < t / 3 + 1) \/ (y < 1 /\ y < t / 3))).
  - intro y; unfold rest; destruct (Rle_dec 1 y); split; intro; lra.
  - apply meas_or; apply meas_and; try apply meas_not; apply ray_meas.
Qed.
Lemma digit_meas (k : nat) : @meas line (digit k).
Proof.
  induction k as [ | k IH ]; [ | exact (rest_measurable _ IH) ].
  apply (meas_ext line (fun y => ~ y < 1)); [ intro y; simpl; lra | apply meas_not, ray_meas ].
Qed.
Lemma number_measurable (X : Space) (A : X -> nat -> Prop) : (forall k, meas (fun x => A x k)) -> measurable X line (fun x => number (A x)).
Proof.
  intro M; apply levels_line, levels_from; intro t; apply (meas_ext X (fun x => exists n, t < digits n (A x))).
  - intro x; split; [ intros [n H]; assert (P := number_above (A x) n); lra | intro H; apply NNPP; intro N ].
    assert (number (A x) <= t); [ | lra ]; apply number_least; intro n; apply Rnot_lt_le; intro K; apply N; now exists n.
  - apply (meas_union X (fun n x => t < digits n (A x))); intro n; apply levels_above; clear t; revert A M.
    induction n as [ | n IH ]; intros A M; simpl; [ apply levels_constant | ]; apply levels_plus.
    + intro x; destruct (decide (A x O)); lra.
    + exact (levels_within X (fun x => A x O) (fun _ => 1) (M O) (fun _ => Rle_0_1) (levels_constant X 1)).
    + apply levels_scale; [ lra | ]; apply (IH (fun x k => A x (S k))); intro k; apply M.
Qed.

(** * Pairs of numbers as numbers *)

(** Digit [to_nat (i, j)]: whether the number [i] is below the rational number [j]. *)
Definition write (p : R * R) : R :=
  number (fun k => let (i, j) := Cantor.of_nat k in match i with O => fst p | _ => snd p end < rational j).
Definition read_one (i : nat) (y : R) : R := infimum (fun r => exists j, r = rational j /\ digit (Cantor.to_nat (i, j)) y).
Definition read (y : R) : R * R := (read_one 0 y, read_one 1 y).
Lemma infimum_above (x : R) (S : R -> Prop) : (forall r, S r <-> exists j, r = rational j /\ x < rational j) -> infimum S = x.
Proof.
  intro H; destruct (infimum_spec S x) as [L U].
  - destruct (rational_between x (x + 1) ltac:(lra)) as [j J]; exists (rational j); apply H; now exists j.
  - intros r Sr; apply H in Sr; destruct Sr as [j [-> J]]; lra.
  - apply Rle_antisym; [ | apply U; intros r Sr; apply H in Sr; destruct Sr as [j [-> J]]; lra ].
    apply le_epsilon; intros e He; destruct (rational_between x (x + e) ltac:(lra)) as [j J].
    assert (infimum S <= rational j) by (apply L, H; now exists j); lra.
Qed.
Lemma read_write (p : R * R) : read (write p) = p.
Proof.
  destruct p as [x y]; unfold read; f_equal; unfold read_one, write; apply infimum_above; intro r; split; intros [j [-> D]]; exists j; split; try reflexivity;
    rewrite digit_number, Cantor.cancel_of_to in *; exact D.
Qed.
Lemma write_measurable : measurable (pairs line line) line write.
Proof.
  apply number_measurable; intro k; destruct (Cantor.of_nat k) as [[ | i] j].
  - exact (fst_measurable line line _ (ray_meas (rational j))).
  - exact (snd_measurable line line _ (ray_meas (rational j))).
Qed.
Lemma read_one_measurable (i : nat) : measurable line line (read_one i).
Proof.
  apply line_measurable; intro t; set (D := fun j => digit (Cantor.to_nat (i, j))); assert (M : forall j, @meas line (D j)) by (intro j; apply digit_meas).
  set (Good := fun y => (exists j, D j y) /\ exists n : nat, forall j, ~ (D j y /\ rational j < - INR n)).
  assert (MG : @meas line Good).
  { apply meas_and; [ apply (meas_union line D M) | apply (meas_union line (fun n y => forall j, ~ (D j y /\ rational j < - INR n))); intro n ].
    apply (meas_every line (fun j y => ~ (D j y /\ rational j < - INR n))); intro j; apply meas_not, meas_and; [ apply M | apply meas_constant ]. }
  apply (meas_ext line (fun y => (Good y /\ exists j, D j y /\ rational j < t) \/ (~ Good y /\ 0 < t))).
  - intro y; unfold read_one; set (up := fun r => exists j, r = rational j /\ digit (Cantor.to_nat (i, j)) y); destruct (classic (Good y)) as [G | G].
    + assert (Spec : (forall x, up x -> infimum up <= x) /\ forall c, (forall x, up x -> c <= x) -> c <= infimum up).
      { destruct G as [[j J] [n N]]; apply infimum_spec with (- INR n); [ exists (rational j), j; now split | ].
        intros r [l [-> L]]; apply Rnot_lt_le; intro Y; apply (N l); now split. }
      destruct Spec as [L U]; split.
      * intros [[_ [j [J K]]] | [K _]]; [ | tauto ]; apply Rle_lt_trans with (2 := K), L; exists j; now split.
      * intro H; left; split; [ exact G | apply NNPP; intro N; assert (t <= infimum up); [ | lra ] ].
        apply U; intros r [j [-> J]]; apply Rnot_lt_le; intro K; apply N; exists j; now split.
    + assert (Z : infimum up = 0).
      { unfold infimum; destruct (decide _) as [[[x [j [Jr J]]] [m B]] | _]; [ | reflexivity ]; exfalso; apply G; split; [ now exists j | ].
        destruct (whole_below (Rmax 0 m) (Rmax_l _ _)) as [n [_ N]]; exists (S n); rewrite S_INR; assert (Rm := Rmax_r 0 m); intros l [Dl Y]; assert (K : - rational l <= m); [ | lra ].
        apply B; exists l; split; [ ring | exact Dl ]. }
      rewrite Z; split; [ tauto | intro H; right; now split ].
  - apply meas_or; apply meas_and; [ exact MG | | now apply meas_not | apply meas_constant ].
    apply (meas_union line (fun j y => D j y /\ rational j < t)); intro j; apply meas_and; [ apply M | apply meas_constant ].
Qed.
Lemma read_measurable : measurable line (pairs line line) read.
Proof. apply pair_measurable; apply read_one_measurable. Qed.

(** * The real line as a Euclidean space *)

Lemma sqrt_square_abs (x : R) : sqrt (x * x) = Rabs x.
Proof. exact (sqrt_Rsqr_abs x). Qed.
(** The supremum of the numbers below some set of a sequence: minus the infimum of what is above them. *)
Definition limit (K : nat -> R -> Prop) : R := - infimum (fun a => exists n, forall x, K n x -> - a <= x).
Lemma limit_complete (K : nat -> R -> Prop) : (forall n, exists x, K n x) -> (forall n x, K (S n) x -> K n x) ->
  (forall e, 0 < e -> exists n, forall x y, K n x -> K n y -> Rabs (x - y) < e) -> forall n e, 0 < e -> exists x, K n x /\ Rabs (limit K - x) < e.
Proof.
  intros Some Less Shrinks n e He; assert (Later : forall m k x, (k <= m)%nat -> K m x -> K k x).
  { intros m k x L; induction L as [ | m L IH ]; auto. }
  assert (Near : forall d x m, (forall y, K m y -> Rabs (x - y) < d) -> forall y, K m y -> x - d <= y <= x + d).
  { intros d x m H y Y; specialize (H y Y); apply Rabs_def2 in H; lra. }
  destruct (Shrinks (e / 2) ltac:(lra)) as [k Hk]; set (m := max n k); destruct (Some m) as [x Kx]; exists x; split; [ apply (Later m); [ lia | exact Kx ] | ].
  assert (B := Near (e / 2) x m (fun y Y => Hk x y (Later m k x ltac:(lia) Kx) (Later m k y ltac:(lia) Y))).
  destruct (infimum_spec (fun a => exists n, forall x, K n x -> - a <= x) (- (x + e / 2))) as [L U].
  - exists (- (x - e / 2)), m; intros y Y; rewrite Ropp_involutive; now apply B.
  - intros a [j J]; destruct (Some (max j m)) as [y Y]; assert (P := J y (Later (max j m) j y ltac:(lia) Y)); assert (Q := B y (Later (max j m) m y ltac:(lia) Y)); lra.
  - assert (P := L (- (x - e / 2)) ltac:(exists m; intros y Y; rewrite Ropp_involutive; now apply B)).
    assert (Q : - (x + e / 2) <= infimum (fun a => exists n, forall x, K n x -> - a <= x)).
    { apply U; intros a [j J]; destruct (Some (max j m)) as [y Y]; assert (P' := J y (Later (max j m) j y ltac:(lia) Y)); assert (Q := B y (Later (max j m) m y ltac:(lia) Y)); lra. }
    unfold limit; apply Rabs_def1; lra.
Qed.
(** A number that is cut to the length [z]; for a negative [z], turned. *)
Definition cut (z d : R) : R := if Rle_dec (Rabs d) z then d else z / Rabs d * d.
Lemma cut_sign (z d : R) : (d < 0 -> z / Rabs d * d = - z) /\ (0 < d -> z / Rabs d * d = z) /\ (d = 0 -> z / Rabs d * d = 0).
Proof.
  split; [ | split ]; intro H; [ rewrite Rabs_left by exact H; field; lra | rewrite Rabs_right by lra; field; lra | subst d; ring ].
Qed.
Lemma cut_measurable_line (z : R) : measurable line line (cut z).
Proof.
  apply line_measurable; intro t.
  apply (meas_ext line (fun d => ((~ d < - z /\ ~ z < d) /\ d < t) \/ (~ (~ d < - z /\ ~ z < d) /\
    ((d < 0 /\ - z < t) \/ ((0 < d /\ z < t) \/ ((~ d < 0 /\ ~ 0 < d) /\ 0 < t)))))).
  - intro d; assert (A : Rabs d <= z <-> ~ d < - z /\ ~ z < d).
    { unfold Rabs; destruct (Rcase_abs d); lra. }
    rewrite <- A; unfold cut; destruct (cut_sign z d) as [N [P Z]]; destruct (Rle_dec (Rabs d) z) as [L | L].
    + split; [ tauto | intro; left; tauto ].
    + split.
      * intros [[Y _] | [_ [[Y H] | [[Y H] | [[Y Y'] H]]]]]; [ contradiction | rewrite N; assumption | rewrite P; assumption | rewrite Z; lra ].
      * intro H; right; split; [ exact L | ]; destruct (Rtotal_order d 0) as [T | [T | T]].
        -- left; rewrite N in H by exact T; now split.
        -- right; right; rewrite Z in H by exact T; lra.
        -- right; left; rewrite P in H by exact T; now split.
  - assert (lo := ray_meas); assert (hi := above_meas); assert (co := fun p => meas_constant line p).
    repeat (apply meas_or || apply meas_and || apply meas_not); auto.
Qed.

Definition real_line : EuclideanSpace.
Proof.
  refine {| points := line; vadd := Rplus; vscale := Rmult; vzero := 0; inner := Rmult; direction := 1; shrunk := limit; code := write; decode := read |}.
  all: cbn [carrier line]; try (intros; ring).
  - intro x; apply Rle_0_sqr.
  - intros x H; now apply Rsqr_0_uniq.
  - rewrite sqrt_square_abs; apply Rabs_R1.
  - intros K Some Less Shrinks n e He; destruct (limit_complete K Some Less) with (n := n) (e := e) as [x [Kx D]]; [ | exact He | ].
    + intros d Hd; destruct (Shrinks d Hd) as [m H]; exists m; intros x y X Y; specialize (H x y X Y); rewrite sqrt_square_abs in H.
      replace (x - y) with (x + -1 * y) by ring; exact H.
    + exists x; split; [ exact Kx | rewrite sqrt_square_abs; replace (limit K + -1 * x) with (limit K - x) by ring; exact D ].
  - apply sum_measurable; [ apply fst_measurable | apply snd_measurable ].
  - intro a; apply (lipschitz_measurable _ (Rabs a + 1)); [ assert (P := Rabs_pos a); lra | intros x y ].
    rewrite <- Rmult_minus_distr_l, Rabs_mult; assert (P := Rabs_pos (x - y)); apply Rmult_le_compat_r; lra.
  - intro a; apply (meas_ext line (fun x => ~ x < - a /\ ~ a < x)).
    + intro x; rewrite sqrt_square_abs; unfold Rabs; destruct (Rcase_abs x); lra.
    + apply meas_and; apply meas_not; [ apply ray_meas | apply above_meas ].
  - intro z; assert (M := sum_measurable (pairs line line) (@fst R R) (fun p => cut z (snd p + -1 * fst p)) (fst_measurable line line)).
    intros A HA; cbv zeta; apply (meas_ext (pairs line line) (fun p => A (fst p + cut z (snd p + -1 * fst p)))).
    + intros [x y]; cbn [fst snd]; unfold cut; rewrite sqrt_square_abs.
      destruct (Rle_dec (Rabs (y + -1 * x)) z) as [L | L]; [ | tauto ].
      assert (Back : @eq R (x + (y + -1 * x)) y) by ring; rewrite Back; tauto.
    + refine (M _ A HA); apply (compose_measurable (pairs line line) line line (cut z) (fun p => snd p + -1 * fst p)); [ apply cut_measurable_line | ].
      apply sum_measurable; [ apply snd_measurable | ].
      apply (compose_measurable (pairs line line) line line (fun x => -1 * x) (@fst R R)); [ | apply fst_measurable ].
      intros B HB; apply (meas_ext line (fun x => B (-1 * x + 0))); [ intro x; rewrite Rplus_0_r; tauto | exact (affine_measurable (-1) 0 B HB) ].
  - intros v A _; apply meas_constant.
  - intros f H; apply (lipschitz_measurable _ 1); [ lra | intros x y; specialize (H x y); rewrite !sqrt_square_abs in H ].
    replace (f x - f y) with (f x + -1 * f y) by ring; replace (x - y) with (x + -1 * y) by ring; lra.
  - exact read_write.
  - exact write_measurable.
  - exact read_measurable.
Defined.

(** * Gaussian noise, over any space *)

Section Noise.
Variable S : EuclideanSpace.

Lemma shift_measurable (x : S) : measurable S S (fun y => vadd S y x).
Proof.
  apply (compose_measurable S (pairs S S) S (fun p => vadd S (fst p) (snd p)) (fun y => (y, x))); [ apply vadd_measurable | ].
  apply pair_measurable; [ apply id_measurable | apply constant_measurable ].
Defined.
(** What [gaussian] says of laws on the space of the development, of laws on [S]. *)
Definition gaussian_on (Z : Law S) (v : R) : Prop := (v = 0 /\ equal Z (certain (vzero S))) \/
  (0 < v /\ (forall u s, norm S u = 1 -> pr Z (fun z => inner S u z <= s) = normal (s / sqrt v)) /\
   forall x A, meas A ->
     pr (image (fun y => vadd S y x) (shift_measurable x) Z) A = integral S Z (fun z => indicator A z * exp ((inner S x z - inner S x x / 2) / v))).
End Noise.

(** * N(0, v) on the line *)

Lemma upto_below (L : Law line) (t : R) : (forall s, pr L (fun x => x < s) = normal s) -> pr L (fun x => x <= t) = normal t.
Proof.
  intro H; assert (M : @meas line (fun x => x <= t)) by (apply (meas_ext line (fun x => ~ t < x)); [ intro x; lra | apply meas_not, above_meas ]).
  apply Rle_antisym.
  - apply le_epsilon; intros e He; assert (C : continuity_pt normal t) by (apply derivable_continuous_pt; exists (normal_density t); apply normal_derivative).
    destruct (C e He) as [d [D K]]; specialize (K (t + d / 2)).
    assert (N : Rabs (normal (t + d / 2) - normal t) < e).
    { apply K; split; [ split; [ exact I | lra ] | ]; simpl; unfold R_dist; replace (t + d / 2 - t) with (d / 2) by ring; rewrite Rabs_right; lra. }
    assert (Z := Rle_abs (normal (t + d / 2) - normal t)); rewrite <- (H (t + d / 2)) in *.
    assert (pr L (fun x => x <= t) <= pr L (fun x => x < t + d / 2)); [ | lra ].
    apply pr_le; [ exact M | apply ray_meas | intros x X; lra ].
  - rewrite <- (H t); apply pr_le; [ apply ray_meas | exact M | intros x X; lra ].
Qed.
Lemma scale_line (w : R) : measurable line line (fun x => w * x).
Proof. exact (vscale_measurable real_line w). Qed.
Definition line_noise (v : R) : Law real_line := image (fun x : line => (sqrt v * x : line)) (scale_line (sqrt v)) standard.
Lemma line_noise_pr (v : R) (A : line -> Prop) : meas A -> pr (line_noise v) A = pr standard (fun x => A (sqrt v * x)).
Proof. intro M; exact (image_pr _ _ _ A M). Qed.

Section LineNoise.
Variable v : R.
Hypothesis v0 : 0 < v.

Lemma line_marginal (u s : R) : norm real_line u = 1 -> pr (line_noise v) (fun z => u * z <= s) = normal (s / sqrt v).
Proof.
  intro N; assert (w0 : 0 < sqrt v) by (now apply sqrt_lt_R0); change (sqrt (u * u) = 1) in N; rewrite sqrt_square_abs in N.
  assert (M : @meas line (fun z => u * z <= s)).
  { apply (meas_ext line (fun z => ~ s < u * z)); [ intro z; lra | apply meas_not, (scale_line u (fun y => s < y)), above_meas ]. }
  rewrite line_noise_pr by exact M; assert (Q : forall x, sqrt v * x <= s <-> x <= s / sqrt v).
  { intro x; split; intro H; [ apply Rmult_le_reg_l with (sqrt v); [ exact w0 | ] | apply (Rmult_le_compat_l (sqrt v)) in H; [ | lra ] ];
      replace (sqrt v * (s / sqrt v)) with s in * by (field; lra); lra. }
  assert (Q' : forall x, - (sqrt v * x) <= s <-> ~ x < - (s / sqrt v)).
  { intro x; split; intro H; [ intro L; apply (Rmult_lt_compat_l (sqrt v)) in L; [ | exact w0 ] | apply Rnot_lt_le; intro L; apply H; apply Rmult_lt_reg_l with (sqrt v); [ exact w0 | ] ];
      replace (sqrt v * - (s / sqrt v)) with (- s) in * by (field; lra); lra. }
  assert (M' := scale_line (sqrt v) _ M); destruct (Rcase_abs u) as [U | U].
  - rewrite Rabs_left in N by exact U; replace u with (-1) in * by lra; transitivity (pr standard (fun x => ~ x < - (s / sqrt v))).
    + apply pr_ext; [ exact M' | intro x; rewrite <- Q'; lra ].
    + rewrite (pr_not line), standard_below, normal_reflected by apply ray_meas; ring.
  - rewrite Rabs_right in N by exact U; subst u; rewrite <- (upto_below standard _ standard_below); apply pr_ext; [ exact M' | intro x; rewrite <- Q; lra ].
Qed.
Lemma line_density (x : R) (A : line -> Prop) : meas A ->
  pr (image (fun y : line => (y + x : line)) (shift_measurable real_line x) (line_noise v)) A =
  integral line (line_noise v) (fun z => indicator A z * exp ((x * z - x * x / 2) / v)).
Proof.
  intro M; assert (w0 : 0 < sqrt v) by (now apply sqrt_lt_R0); assert (ww : sqrt v * sqrt v = v) by (apply sqrt_sqrt; lra); set (w := sqrt v) in *.
  set (g := fun z => indicator A z * exp ((x * z - x * x / 2) / v)); set (t := x / w).
  assert (G : forall y, g (w * y) = indicator (fun y => A (w * y)) y * exp (t * y - t * t / 2)).
  { intro y; unfold g, t; f_equal; f_equal; rewrite <- ww; field; lra. }
  assert (MA : @meas line (fun y => A (w * y))) by exact (scale_line w A M); destruct (mgf t) as [F _].
  assert (Lg : levels line g).
  { apply (levels_ext line (fun z => if decide (A z) then exp ((x * z - x * x / 2) / v) else 0)); [ intro z; unfold g, indicator; destruct (decide (A z)); ring | ].
    apply levels_within; [ exact M | intro; left; apply exp_pos | apply levels_exp, line_levels ].
    intros B HB; apply (meas_ext line (fun z => B (x / v * z + - (x * x / 2 / v)))); [ | exact (affine_measurable _ _ B HB) ].
    intro z; replace (x / v * z + - (x * x / 2 / v)) with ((x * z - x * x / 2) / v) by (field; lra); tauto. }
  assert (g0 : forall z, 0 <= g z) by (intro z; apply Rmult_le_pos; [ apply indicator_unit | left; apply exp_pos ]).
  assert (Sg : summable line standard (fun y => g (w * y))).
  { exact (eq_ind_r (summable line standard) (portion_summable line standard (tiltf t) F _ MA) (functional_extensionality _ _ G)). }
  assert (Sz : summable line (line_noise v) g) by (exact (summable_image _ _ _ g g0 Lg Sg)).
  transitivity (pr (moved t) (fun y => A (w * y))).
  - rewrite moved_pr by exact MA; rewrite image_pr by exact M.
    rewrite line_noise_pr by exact (shift_measurable real_line x A M); fold w; apply pr_ext.
    + exact (scale_line w _ (shift_measurable real_line x A M)).
    + intro y; replace (w * (y + t)) with (w * y + x) by (unfold t; field; lra); tauto.
  - rewrite moved_density by exact MA; transitivity (integral line standard (fun y => g (w * y))); [ | exact (proj2 (mean_image _ _ _ g Sz)) ].
    apply integral_ext; intro y; symmetry; apply G.
Qed.
End LineNoise.

(** The line has N(0, v) for every variance. *)
Theorem line_has_white (v : R) : 0 <= v -> gaussian_on real_line (line_noise v) v.
Proof.
  intro H; destruct (Req_dec v 0) as [-> | N]; [ left | right ].
  - split; [ reflexivity | intros A M; rewrite line_noise_pr by exact M; cbn [certain pr]; rewrite sqrt_0 ].
    transitivity (pr standard (fun _ => A 0)); [ apply pr_ext; [ | intro x; rewrite Rmult_0_l; tauto ] | ].
    + apply (meas_ext line (fun _ => A 0)); [ intro x; rewrite Rmult_0_l; tauto | apply meas_constant ].
    + destruct (decide _) as [[_ Y] | Y].
      * transitivity (pr standard (fun _ => True)); [ | apply pr_all ]; apply pr_ext; [ apply meas_constant | intro x; split; intros _; [ exact I | exact Y ] ].
      * transitivity (pr standard (fun _ => False)); [ | apply pr_none ]; apply pr_ext; [ apply meas_constant | ].
        intro x; split; [ intro Y'; exact (Y (conj M Y')) | contradiction ].
  - assert (v0 : 0 < v) by lra; split; [ exact v0 | split; [ intros u s; now apply line_marginal | intros x A; now apply line_density ] ].
Qed.
