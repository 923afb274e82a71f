(** Real numbers as pabisym writes them, and the laws of real functions that its calculus uses.

    Everything is a real number; an integer is a real number with [is_int], so that [ring], [field] and [lra] apply
    without casts.  All that is said here is proved from Coq's standard library. *)

Require Import Reals Lra Lia ZArith R_Ifp.
Open Scope R_scope.

(** * Integers, rounding, powers, cases *)

Definition is_int (x : R) : Prop := exists z : Z, x = IZR z.

(** The largest integer that is at most [x], and the least that is at least [x]. *)
Definition rfloor (x : R) : R := IZR (Int_part x).
Definition rceiling (x : R) : R := - rfloor (- x).

(** [c^k]: repeated multiplication for an integer [k], whatever [c] is; [exp (k * ln c)] otherwise. *)
Definition pw (c k : R) : R := if Req_EM_T (rfloor k) k then powerRZ c (Int_part k) else Rpower c k.

(** [a] where [0 <= e], [b] elsewhere. *)
Definition cases {A : Type} (e : R) (a b : A) : A := if Rle_dec 0 e then a else b.

Lemma is_int_IZR (z : Z) : is_int (IZR z).
Proof. now exists z. Qed.
Lemma is_int_add (x y : R) : is_int x -> is_int y -> is_int (x + y).
Proof. intros [a ->] [b ->]; exists (a + b)%Z; now rewrite plus_IZR. Qed.
Lemma is_int_mul (x y : R) : is_int x -> is_int y -> is_int (x * y).
Proof. intros [a ->] [b ->]; exists (a * b)%Z; now rewrite mult_IZR. Qed.
Lemma is_int_opp (x : R) : is_int x -> is_int (- x).
Proof. intros [a ->]; exists (- a)%Z; now rewrite opp_IZR. Qed.
Lemma is_int_sub (x y : R) : is_int x -> is_int y -> is_int (x - y).
Proof. intros H K; apply is_int_add; [ exact H | now apply is_int_opp ]. Qed.
Lemma is_int_rfloor (x : R) : is_int (rfloor x).
Proof. now exists (Int_part x). Qed.
Lemma is_int_rceiling (x : R) : is_int (rceiling x).
Proof. apply is_int_opp, is_int_rfloor. Qed.
Lemma is_int_eq (x y : R) : x = y -> is_int y -> is_int x.
Proof. now intros ->. Qed.

Lemma Int_part_IZR (z : Z) : Int_part (IZR z) = z.
Proof.
  unfold Int_part; destruct (archimed (IZR z)) as [H K].
  assert (z < up (IZR z))%Z by (now apply lt_IZR).
  assert (up (IZR z) <= z + 1)%Z by (apply le_IZR; rewrite plus_IZR; lra).
  lia.
Qed.
Lemma rfloor_int (x : R) : is_int x -> rfloor x = x.
Proof. intros [z ->]; unfold rfloor; now rewrite Int_part_IZR. Qed.
Lemma rceiling_int (x : R) : is_int x -> rceiling x = x.
Proof. intro H; unfold rceiling; rewrite rfloor_int; [ ring | now apply is_int_opp ]. Qed.
Lemma rfloor_low (x : R) : rfloor x <= x.
Proof. unfold rfloor; destruct (base_Int_part x); lra. Qed.
Lemma rfloor_high (x : R) : x < rfloor x + 1.
Proof. unfold rfloor; destruct (base_Int_part x); lra. Qed.
Lemma rceiling_low (x : R) : x <= rceiling x.
Proof. unfold rceiling; assert (H := rfloor_low (- x)); lra. Qed.
Lemma rceiling_high (x : R) : rceiling x < x + 1.
Proof. unfold rceiling; assert (H := rfloor_high (- x)); lra. Qed.

(** A strict inequality between integers leaves room for one. *)
Lemma int_gap (x : R) : is_int x -> 0 < x -> 1 <= x.
Proof. intros [z ->] H; apply lt_IZR in H; apply IZR_le; lia. Qed.
Lemma int_below (x : R) : is_int x -> x < 0 -> x <= -1.
Proof. intros [z ->] H; apply lt_IZR in H; apply IZR_le; lia. Qed.

Lemma pw_IZR (c : R) (z : Z) : pw c (IZR z) = powerRZ c z.
Proof.
  unfold pw, rfloor; rewrite Int_part_IZR.
  destruct (Req_EM_T (IZR z) (IZR z)); [ reflexivity | contradiction ].
Qed.
Lemma pw_0 (c : R) : pw c 0 = 1.
Proof. apply (pw_IZR c 0). Qed.
Lemma pw_1 (c : R) : pw c 1 = c.
Proof. rewrite (pw_IZR c 1); simpl; ring. Qed.
Lemma pw_2 (c : R) : pw c 2 = c * c.
Proof. rewrite (pw_IZR c 2); simpl; ring. Qed.
Lemma pw_nat (c : R) (n : nat) : pw c (IZR (Z.of_nat n)) = c ^ n.
Proof. rewrite pw_IZR; symmetry; apply pow_powerRZ. Qed.
Lemma pw_literal (c : R) (z : Z) : (0 <= z)%Z -> pw c (IZR z) = c ^ Z.to_nat z.
Proof. intro H; rewrite <- (Z2Nat.id z) at 1 by exact H; apply pw_nat. Qed.
Lemma pw_inverse (c : R) (z : Z) : (0 <= z)%Z -> pw c (IZR (- z)) = / c ^ Z.to_nat z.
Proof.
  intros H; rewrite pw_IZR, powerRZ_neg'; f_equal; rewrite <- pw_IZR; now apply pw_literal.
Qed.
Lemma pw_Rpower (c k : R) : 0 < c -> pw c k = Rpower c k.
Proof.
  intro H; unfold pw; destruct (Req_EM_T (rfloor k) k) as [E | E]; [ | reflexivity ].
  unfold rfloor in E; rewrite <- E at 2; now apply powerRZ_Rpower.
Qed.
Lemma pw_pos (c k : R) : 0 < c -> 0 < pw c k.
Proof. intro H; rewrite pw_Rpower by exact H; apply exp_pos. Qed.
Lemma pw_nonneg (c k : R) : 0 < c -> 0 <= pw c k.
Proof. intro H; left; now apply pw_pos. Qed.
Lemma pw_add (c j k : R) : 0 < c -> pw c (j + k) = pw c j * pw c k.
Proof. intro H; rewrite !pw_Rpower by exact H; apply Rpower_plus. Qed.
Lemma pw_opp (c k : R) : 0 < c -> pw c (- k) = / pw c k.
Proof. intro H; rewrite !pw_Rpower by exact H; apply Rpower_Ropp. Qed.
Lemma pw_times (c k : R) (n : nat) : 0 < c -> pw c (IZR (Z.of_nat n) * k) = pw c k ^ n.
Proof.
  intro H; rewrite !pw_Rpower by exact H; rewrite <- Rpower_pow by apply exp_pos.
  rewrite <- INR_IZR_INZ, Rmult_comm; symmetry; apply Rpower_mult.
Qed.
Lemma pw_one_base (k : R) : pw 1 k = 1.
Proof. rewrite pw_Rpower by lra; unfold Rpower; rewrite ln_1, Rmult_0_r; apply exp_0. Qed.

Lemma ln_nonpos (c : R) : 0 < c -> c <= 1 -> ln c <= 0.
Proof.
  intros H [K | ->]; [ left | rewrite ln_1; lra ].
  rewrite <- ln_1; now apply ln_increasing.
Qed.
Lemma ln_nonneg (c : R) : 1 <= c -> 0 <= ln c.
Proof. intros [K | <-]; [ left | rewrite ln_1; lra ]; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma exp_le (x y : R) : x <= y -> exp x <= exp y.
Proof. intros [H | ->]; [ left; now apply exp_increasing | right; reflexivity ]. Qed.
Lemma ln_le' (x y : R) : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros H [K | ->]; [ left; now apply ln_increasing | right; reflexivity ]. Qed.

Lemma power_at_most_one (c k : R) : 0 < c -> c <= 1 -> 0 <= k -> pw c k <= 1.
Proof.
  intros H K L; rewrite pw_Rpower by exact H; unfold Rpower; rewrite <- exp_0; apply exp_le.
  assert (M := ln_nonpos c H K); assert (0 <= k * - ln c) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma power_below_one (c k : R) : 0 < c -> c < 1 -> 1 <= k -> pw c k < 1.
Proof.
  intros H K L; rewrite pw_Rpower by exact H; unfold Rpower; rewrite <- exp_0; apply exp_increasing.
  assert (M : ln c < 0) by (rewrite <- ln_1; now apply ln_increasing).
  assert (0 < k * - ln c) by (apply Rmult_lt_0_compat; lra); lra.
Qed.
Lemma power_above_one (c k : R) : 1 < c -> 1 <= k -> 1 < pw c k.
Proof.
  intros H K; rewrite pw_Rpower by lra; unfold Rpower; rewrite <- exp_0; apply exp_increasing.
  assert (M : 0 < ln c) by (rewrite <- ln_1; apply ln_increasing; lra).
  apply Rmult_lt_0_compat; lra.
Qed.
Lemma power_at_least_one (c k : R) : 1 <= c -> 0 <= k -> 1 <= pw c k.
Proof.
  intros H K; rewrite pw_Rpower by lra; unfold Rpower; rewrite <- exp_0; apply exp_le.
  apply Rmult_le_pos; [ exact K | now apply ln_nonneg ].
Qed.

Lemma cases_yes {A : Type} (e : R) (a b : A) : 0 <= e -> cases e a b = a.
Proof. intro H; unfold cases; destruct (Rle_dec 0 e); [ reflexivity | contradiction ]. Qed.
Lemma cases_no {A : Type} (e : R) (a b : A) : e < 0 -> cases e a b = b.
Proof. intro H; unfold cases; destruct (Rle_dec 0 e); [ lra | reflexivity ]. Qed.
Lemma maximum (x y : R) : Rmax x y = cases (x - y) x y.
Proof.
  unfold Rmax, cases; destruct (Rle_dec x y), (Rle_dec 0 (x - y)); try lra; reflexivity.
Qed.
Lemma minimum (x y : R) : Rmin x y = cases (y - x) x y.
Proof.
  unfold Rmin, cases; destruct (Rle_dec x y), (Rle_dec 0 (y - x)); try lra; reflexivity.
Qed.
Lemma absolute_value (x : R) : Rabs x = cases x x (- x).
Proof. unfold Rabs, cases; destruct (Rcase_abs x), (Rle_dec 0 x); lra. Qed.

(** * Exponentials, logarithms, square roots *)

Lemma exp_tangent (x : R) : 1 + x <= exp x.
Proof.
  destruct (Req_dec x 0) as [-> | H]; [ rewrite exp_0; lra | left; now apply exp_ineq1 ].
Qed.
Lemma square_root (x : R) : 0 <= x -> pw (sqrt x) 2 = x.
Proof. intro H; rewrite pw_2; now apply sqrt_sqrt. Qed.
Lemma ln_tangent (x : R) : 0 < x -> ln x <= x - 1.
Proof. intro H; assert (K := exp_tangent (ln x)); rewrite exp_ln in K by exact H; lra. Qed.

(** * Sums over the integers of a range

    [rsum f a b] adds [f k] over the integers [a <= k <= b]; where [b < a - 1] it is minus the sum of the terms between,
    so that [rsum f a (b + 1) = rsum f a b + f (b + 1)] for all integers [a] and [b]. *)

Fixpoint upto (f : Z -> R) (n : nat) : R := match n with O => 0 | S m => upto f m + f (Z.of_nat m) end.
Fixpoint downto (f : Z -> R) (n : nat) : R := match n with O => 0 | S m => downto f m - f (- Z.of_nat (S m))%Z end.
Definition total (f : Z -> R) (z : Z) : R :=
  match z with Z0 => 0 | Zpos p => upto f (Pos.to_nat p) | Zneg p => downto f (Pos.to_nat p) end.
Definition zsum (f : Z -> R) (a b : Z) : R := total f (b + 1) - total f a.
Definition rsum (f : R -> R) (a b : R) : R := zsum (fun z => f (IZR z)) (Int_part a) (Int_part b).

Lemma total_nat (f : Z -> R) (n : nat) : total f (Z.of_nat n) = upto f n.
Proof. destruct n; [ reflexivity | ]; unfold total, Z.of_nat; now rewrite SuccNat2Pos.id_succ. Qed.
Lemma total_opp (f : Z -> R) (n : nat) : total f (- Z.of_nat n) = downto f n.
Proof. destruct n; [ reflexivity | ]; unfold total, Z.of_nat, Z.opp; now rewrite SuccNat2Pos.id_succ. Qed.
Lemma total_succ (f : Z -> R) (z : Z) : total f (z + 1) = total f z + f z.
Proof.
  destruct (Z_le_gt_dec 0 z) as [H | H].
  - rewrite <- (Z2Nat.id z) by exact H; set (n := Z.to_nat z).
    replace (Z.of_nat n + 1)%Z with (Z.of_nat (S n)) by lia.
    rewrite !total_nat; reflexivity.
  - set (n := Z.to_nat (- z - 1)); replace z with (- Z.of_nat (S n))%Z by lia.
    replace (- Z.of_nat (S n) + 1)%Z with (- Z.of_nat n)%Z by lia.
    rewrite !total_opp; cbn [downto]; ring.
Qed.
Lemma zsum_succ (f : Z -> R) (a b : Z) : zsum f a (b + 1) = zsum f a b + f (b + 1)%Z.
Proof. unfold zsum; rewrite total_succ; ring. Qed.
Lemma zsum_empty (f : Z -> R) (a : Z) : zsum f a (a - 1) = 0.
Proof. unfold zsum; replace (a - 1 + 1)%Z with a by lia; ring. Qed.

(** Induction from a place in both directions. *)
Lemma Z_both (P : Z -> Prop) (a : Z) :
  P a -> (forall b, P b -> P (b + 1)%Z) -> (forall b, P (b + 1)%Z -> P b) -> forall b, P b.
Proof.
  intros H U D b; replace b with (a + (b - a))%Z by lia; destruct (Z_le_gt_dec 0 (b - a)) as [K | K].
  - rewrite <- (Z2Nat.id (b - a)) by exact K; induction (Z.to_nat (b - a)) as [ | n IH ]; [ now replace (a + Z.of_nat 0)%Z with a by lia | ].
    replace (a + Z.of_nat (S n))%Z with (a + Z.of_nat n + 1)%Z by lia; auto.
  - replace (b - a)%Z with (- Z.of_nat (Z.to_nat (a - b)))%Z by lia.
    induction (Z.to_nat (a - b)) as [ | n IH ]; [ now replace (a + - Z.of_nat 0)%Z with a by lia | ].
    apply D; replace (a + - Z.of_nat (S n) + 1)%Z with (a + - Z.of_nat n)%Z by lia; auto.
Qed.
Lemma zsum_all (f g : Z -> R) (a b : Z) : (forall k, f k = g k) -> zsum f a b = zsum g a b.
Proof.
  intro E; revert b; apply (Z_both _ (a - 1)); [ now rewrite !zsum_empty | | ];
    intros b IH; rewrite !zsum_succ in *; rewrite E in *; lra.
Qed.
Lemma zsum_range (f g : Z -> R) (a b : Z) :
  (a - 1 <= b)%Z -> (forall k, (a <= k <= b)%Z -> f k = g k) -> zsum f a b = zsum g a b.
Proof.
  intros H; replace b with (a - 1 + Z.of_nat (Z.to_nat (b - a + 1)))%Z by lia.
  induction (Z.to_nat (b - a + 1)) as [ | n IH ]; intro E.
  - replace (a - 1 + Z.of_nat 0)%Z with (a - 1)%Z by lia; now rewrite !zsum_empty.
  - replace (a - 1 + Z.of_nat (S n))%Z with (a - 1 + Z.of_nat n + 1)%Z in * by lia.
    rewrite !zsum_succ, IH, E by (auto; intros; try apply E; lia); reflexivity.
Qed.
Lemma zsum_linear (f g : Z -> R) (x y : R) (a b : Z) : zsum (fun k => x * f k + y * g k) a b = x * zsum f a b + y * zsum g a b.
Proof.
  revert b; apply (Z_both _ (a - 1)); [ rewrite !zsum_empty; ring | | ];
    intros b IH; rewrite !zsum_succ in *; lra.
Qed.
Lemma zsum_one (a b : Z) : zsum (fun _ => 1) a b = IZR b - IZR a + 1.
Proof.
  revert b; apply (Z_both _ (a - 1)); [ rewrite zsum_empty, minus_IZR; ring | | ];
    intros b IH; rewrite !zsum_succ, plus_IZR in *; lra.
Qed.

Ltac ints := repeat match goal with H : is_int _ |- _ => destruct H as [? ->] end.
Ltac int_parts := unfold rsum; repeat rewrite ?Int_part_IZR, <- ?plus_IZR, <- ?minus_IZR.

Lemma rsum_succ (f : R -> R) (a b : R) : is_int a -> is_int b -> rsum f a (b + 1) = rsum f a b + f (b + 1).
Proof. intros; ints; int_parts; apply zsum_succ. Qed.
Lemma rsum_pred (f : R -> R) (a b : R) : is_int a -> is_int b -> rsum f a (b - 1) = rsum f a b - f b.
Proof.
  intros H K; assert (E := rsum_succ f a (b - 1) H (is_int_sub _ _ K (is_int_IZR 1))).
  replace (b - 1 + 1) with b in E by ring; lra.
Qed.
Lemma rsum_empty (f : R -> R) (a b : R) : is_int a -> b = a - 1 -> rsum f a b = 0.
Proof. intros H ->; ints; int_parts; apply zsum_empty. Qed.
Lemma rsum_ext (f g : R -> R) (a b : R) : (forall k, is_int k -> f k = g k) -> rsum f a b = rsum g a b.
Proof. intro E; apply zsum_all; intro k; apply E, is_int_IZR. Qed.
Lemma rsum_range (f g : R -> R) (a b : R) : is_int a -> is_int b -> a - 1 <= b ->
  (forall k, is_int k -> a <= k -> k <= b -> f k = g k) -> rsum f a b = rsum g a b.
Proof.
  intros HA HB L E; ints; int_parts; apply zsum_range.
  - apply le_IZR; rewrite minus_IZR; exact L.
  - intros k [K1 K2]; apply E; [ apply is_int_IZR | now apply IZR_le | now apply IZR_le ].
Qed.
Lemma rsum_plus (f g : R -> R) (a b : R) : rsum (fun k => f k + g k) a b = rsum f a b + rsum g a b.
Proof.
  unfold rsum; rewrite <- (Rmult_1_l (zsum (fun z => f (IZR z)) _ _)), <- (Rmult_1_l (zsum (fun z => g (IZR z)) _ _)).
  rewrite <- zsum_linear; apply zsum_all; intro; ring.
Qed.
Lemma rsum_scale (c : R) (f : R -> R) (a b : R) : rsum (fun k => c * f k) a b = c * rsum f a b.
Proof.
  unfold rsum; rewrite <- (Rplus_0_r (c * _)), <- (Rmult_0_l (zsum (fun _ => 1) (Int_part a) (Int_part b))).
  rewrite <- zsum_linear; apply zsum_all; intro; ring.
Qed.
Lemma rsum_one (a b : R) : is_int a -> is_int b -> rsum (fun _ => 1) a b = b - a + 1.
Proof. intros; ints; unfold rsum; rewrite !Int_part_IZR; apply zsum_one. Qed.
Lemma rsum_zero (a b : R) : rsum (fun _ => 0) a b = 0.
Proof.
  transitivity (0 * rsum (fun _ => 1) a b); [ rewrite <- rsum_scale; apply rsum_ext; intros | ]; ring.
Qed.
Lemma rsum_congr (f g : R -> R) (a b c d : R) : a = c -> b = d -> (forall k, is_int k -> f k = g k) -> rsum f a b = rsum g c d.
Proof. intros -> ->; apply rsum_ext. Qed.
Lemma rsum_le (f g : R -> R) (a b : R) : is_int a -> is_int b -> a - 1 <= b ->
  (forall k, is_int k -> a <= k -> k <= b -> f k <= g k) -> rsum f a b <= rsum g a b.
Proof.
  intros [x ->] [y ->] L E; assert (H : (x - 1 <= y)%Z) by (apply le_IZR; rewrite minus_IZR; exact L).
  clear L; revert E; replace y with (x - 1 + Z.of_nat (Z.to_nat (y - x + 1)))%Z by lia.
  clear H; induction (Z.to_nat (y - x + 1)) as [ | n IH ]; intro E.
  - rewrite !rsum_empty; [ lra | apply is_int_IZR | | apply is_int_IZR | ];
      rewrite plus_IZR, minus_IZR; simpl; ring.
  - assert (U : IZR (x - 1 + Z.of_nat (S n)) = IZR (x - 1 + Z.of_nat n) + 1) by (rewrite <- plus_IZR; f_equal; lia).
    rewrite U in *; rewrite !rsum_succ by apply is_int_IZR; apply Rplus_le_compat.
    + apply IH; intros k HK K1 K2; apply E; [ exact HK | exact K1 | lra ].
    + apply E; [ rewrite <- U; apply is_int_IZR | rewrite <- U; apply IZR_le; lia | lra ].
Qed.

(** The harmonic numbers: 1 + 1/2 + ... + 1/n. *)
Definition harmonic (n : R) : R := rsum (fun k => / k) 1 n.
Lemma harmonic_zero : harmonic 0 = 0.
Proof. apply rsum_empty; [ apply is_int_IZR | ring ]. Qed.
Lemma harmonic_succ (n : R) : is_int n -> harmonic (n + 1) = harmonic n + / (n + 1).
Proof. intro H; apply rsum_succ; [ apply is_int_IZR | exact H ]. Qed.

(** * Induction over the integers of a range *)

Definition forall_int (a b : R) (J : R -> Prop) : Prop := forall k : R, is_int k -> a <= k -> k <= b -> J k.

Lemma int_induction (J : R -> Prop) (a b : R) : is_int a ->
  J a -> (forall k, is_int k -> a + 1 <= k -> k <= b -> J (k - 1) -> J k) -> forall_int a b J.
Proof.
  intros [x ->] H S k [y ->] L; apply le_IZR in L; replace y with (x + Z.of_nat (Z.to_nat (y - x)))%Z by lia.
  induction (Z.to_nat (y - x)) as [ | n IH ]; intro U; [ now replace (x + Z.of_nat 0)%Z with x by lia | ].
  assert (E : IZR (x + Z.of_nat (Datatypes.S n)) - 1 = IZR (x + Z.of_nat n)) by (rewrite <- minus_IZR; f_equal; lia).
  apply S; [ apply is_int_IZR | rewrite <- plus_IZR; apply IZR_le; lia | exact U | ].
  rewrite E; apply IH; rewrite <- E; lra.
Qed.

(** * What is in the standard library under other names *)

Lemma exp_sum (x y : R) : exp (x + y) = exp x * exp y.
Proof. apply exp_plus. Qed.
Lemma exp_log (x : R) : 0 < x -> exp (ln x) = x.
Proof. apply exp_ln. Qed.
Lemma log_exp (x : R) : ln (exp x) = x.
Proof. apply ln_exp. Qed.
Lemma log_product (x y : R) : 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Proof. apply ln_mult. Qed.
Lemma square_root_sign (x : R) : 0 <= x -> 0 <= sqrt x.
Proof. intros; apply sqrt_pos. Qed.
Lemma square_root_monotone (x y : R) : x <= y -> sqrt x <= sqrt y.
Proof.
  intro H; destruct (Rle_dec 0 x) as [K | K]; [ apply sqrt_le_1; lra | ].
  rewrite (sqrt_neg_0 x) by lra; apply sqrt_pos.
Qed.
