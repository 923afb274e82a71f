(** Normal forms N/D of real terms with D positive: what the kernel computes, as lemmas.

    [nf x N D] says that [x = N/D] with [0 < D].  The exporter composes these lemmas as the kernel composed the normal
    forms; what is left is always an identity of polynomials, which [ring] decides. *)

Require Import Reals Lra Lia ZArith.
Require Import Pabisym.RealFacts.
Open Scope R_scope.

Definition nf (x N D : R) : Prop := 0 < D /\ x * D = N.

Section Forms.
Context {x y N M D F : R}.

Lemma nf_atom (a : R) : nf a a 1.
Proof. split; lra. Qed.
Lemma nf_add : nf x N D -> nf y M F -> nf (x + y) (N * F + M * D) (D * F).
Proof. intros [H <-] [K <-]; split; [ now apply Rmult_lt_0_compat | ring ]. Qed.
Lemma nf_add_eq : nf x N D -> nf y M F -> D = F -> nf (x + y) (N + M) D.
Proof. intros [H <-] [K <-] <-; split; [ exact H | ring ]. Qed.
Lemma nf_add1 : nf x N 1 -> nf y M 1 -> nf (x + y) (N + M) 1.
Proof. intros [H <-] [K <-]; split; [ exact H | ring ]. Qed.
Lemma nf_sub : nf x N D -> nf y M F -> nf (x - y) (N * F - M * D) (D * F).
Proof. intros [H <-] [K <-]; split; [ now apply Rmult_lt_0_compat | ring ]. Qed.
Lemma nf_sub_eq : nf x N D -> nf y M F -> D = F -> nf (x - y) (N - M) D.
Proof. intros [H <-] [K <-] <-; split; [ exact H | ring ]. Qed.
Lemma nf_sub1 : nf x N 1 -> nf y M 1 -> nf (x - y) (N - M) 1.
Proof. intros [H <-] [K <-]; split; [ exact H | ring ]. Qed.
Lemma nf_neg : nf x N D -> nf (- x) (- N) D.
Proof. intros [H <-]; split; [ exact H | ring ]. Qed.
Lemma nf_mul : nf x N D -> nf y M F -> nf (x * y) (N * M) (D * F).
Proof. intros [H <-] [K <-]; split; [ now apply Rmult_lt_0_compat | ring ]. Qed.
Lemma nf_mul1 : nf x N 1 -> nf y M 1 -> nf (x * y) (N * M) 1.
Proof. intros [H <-] [K <-]; split; [ exact H | ring ]. Qed.
Lemma nf_pow (n : nat) : nf x N D -> nf (x ^ n) (N ^ n) (D ^ n).
Proof. intros [H <-]; split; [ now apply pow_lt | symmetry; apply Rpow_mult_distr ]. Qed.
Lemma nf_pow1 (n : nat) : nf x N 1 -> nf (x ^ n) (N ^ n) 1.
Proof. intros [H K]; split; [ exact H | rewrite Rmult_1_r in *; now rewrite K ]. Qed.
Lemma nf_eq : x = y -> nf y N D -> nf x N D.
Proof. now intros ->. Qed.

(** Inverses, by sign. *)
Lemma nf_inv : nf x N D -> 0 < N -> nf (/ x) D N.
Proof.
  intros [H <-] K; split; [ exact K | ]; assert (x <> 0) by (intro Z; rewrite Z in K; lra); field; assumption.
Qed.
Lemma nf_inv_minus : nf x N D -> 0 < - N -> nf (/ x) (- D) (- N).
Proof.
  intros [H <-] K; split; [ exact K | ]; assert (x <> 0) by (intro Z; rewrite Z in K; lra); field; assumption.
Qed.
Lemma nf_inv_mul : nf (/ x) N D -> nf (/ y) M F -> nf (/ (x * y)) (N * M) (D * F).
Proof. intros [H <-] [K <-]; split; [ now apply Rmult_lt_0_compat | rewrite Rinv_mult; ring ]. Qed.
Lemma nf_inv_neg : nf (/ x) N D -> nf (/ - x) (- N) D.
Proof. intros [H <-]; split; [ exact H | rewrite Rinv_opp; ring ]. Qed.
Lemma nf_inv_div : nf (/ x) N D -> nf y M F -> nf (/ (x / y)) (N * M) (D * F).
Proof.
  intros [H <-] [K <-]; split; [ now apply Rmult_lt_0_compat | unfold Rdiv; rewrite Rinv_mult, Rinv_inv; ring ].
Qed.
Lemma nf_div : nf x N D -> nf (/ y) M F -> nf (x / y) (N * M) (D * F).
Proof. intros [H <-] [K <-]; split; [ now apply Rmult_lt_0_compat | unfold Rdiv; ring ]. Qed.

(** Consequences. *)
Lemma nf_same : nf x N D -> nf y M F -> N * F = M * D -> x = y.
Proof.
  intros [H <-] [K <-] E; assert (L : (x - y) * (D * F) = 0) by lra.
  apply Rmult_integral in L; destruct L as [L | L]; [ lra | ].
  assert (0 < D * F) by (now apply Rmult_lt_0_compat); lra.
Qed.
Lemma nf_same1 : nf x N 1 -> nf y M 1 -> N = M -> x = y.
Proof. intros [_ H] [_ K] E; lra. Qed.
Lemma nf_zero : nf (x - y) N D -> 0 <= N -> 0 <= - N -> x = y.
Proof.
  intros [H E] K L; assert (Z : (x - y) * D = 0) by lra; apply Rmult_integral in Z; lra.
Qed.
Lemma nf_value : nf x N D -> D = 1 -> N = M -> x = M.
Proof. intros [H E] K L; subst; lra. Qed.
Lemma nf_le : nf (y - x) N D -> 0 <= N -> x <= y.
Proof.
  intros [H E] K; destruct (Rle_dec x y) as [L | L]; [ exact L | exfalso ].
  assert (0 < (x - y) * D) by (apply Rmult_lt_0_compat; lra); lra.
Qed.
Lemma nf_lt : nf (y - x) N D -> 0 < N -> x < y.
Proof.
  intros [H E] K; destruct (Rle_dec y x) as [L | L]; [ exfalso | lra ].
  assert (0 <= (x - y) * D) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma nf_ne : nf (x - y) N D -> 0 < N -> x <> y.
Proof. intros [H E] K ->; rewrite Rminus_diag_eq in E by reflexivity; lra. Qed.
Lemma nf_ne_minus : nf (x - y) N D -> 0 < - N -> x <> y.
Proof. intros [H E] K ->; rewrite Rminus_diag_eq in E by reflexivity; lra. Qed.
Lemma nf_nonneg : nf x N D -> 0 <= N -> 0 <= x.
Proof.
  intros [H E] K; destruct (Rle_dec 0 x) as [L | L]; [ exact L | exfalso ].
  assert (0 < - x * D) by (apply Rmult_lt_0_compat; lra); lra.
Qed.
Lemma nf_pos : nf x N D -> 0 < N -> 0 < x.
Proof.
  intros [H E] K; destruct (Rle_dec x 0) as [L | L]; [ exfalso | lra ].
  assert (0 <= - x * D) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma nf_minus_pos : nf x N D -> 0 < - N -> x < 0.
Proof. intros [H E] K; destruct (Rle_dec 0 x); [ exfalso; assert (0 <= x * D) by (apply Rmult_le_pos; lra); lra | lra ]. Qed.

(** Facts. *)
Lemma top_le : nf (y - x) N D -> x <= y -> 0 <= N.
Proof. intros [H <-] K; apply Rmult_le_pos; lra. Qed.
Lemma top_lt : nf (y - x) N D -> x < y -> 0 < N.
Proof. intros [H <-] K; apply Rmult_lt_0_compat; lra. Qed.
Lemma top_eq : nf (y - x) N D -> y = x -> N = 0.
Proof. intros [H <-] ->; ring. Qed.

(** Signs of tops. *)
Lemma by_constant (c : R) : nf x N D -> N = c -> 0 <= c -> 0 <= N.
Proof. now intros _ ->. Qed.
Lemma by_constant' (c : R) : nf x N D -> N = c -> 0 < c -> 0 < N.
Proof. now intros _ ->. Qed.
Lemma by_minus (c : R) : nf x N D -> - N = c -> 0 <= c -> 0 <= - N.
Proof. now intros _ ->. Qed.
Lemma by_minus' (c : R) : nf x N D -> - N = c -> 0 < c -> 0 < - N.
Proof. now intros _ ->. Qed.
End Forms.

(** [k * F + m] for a fact [F], a factor [k] and a margin [m]. *)
Lemma with_margin (k m F : R) : 0 <= k -> 0 <= m -> 0 <= F -> 0 <= k * F + m.
Proof. intros; apply Rplus_le_le_0_compat; [ now apply Rmult_le_pos | assumption ]. Qed.
Lemma with_margin' (k m F : R) : 0 <= k -> 0 < m -> 0 <= F -> 0 < k * F + m.
Proof. intros; apply Rplus_le_lt_0_compat; [ now apply Rmult_le_pos | assumption ]. Qed.
Lemma with_strict (k m F : R) : 0 < k -> 0 <= m -> 0 < F -> 0 < k * F + m.
Proof. intros; apply Rplus_lt_le_0_compat; [ now apply Rmult_lt_0_compat | assumption ]. Qed.
Lemma with_equal (k m F : R) : F = 0 -> 0 <= m -> 0 <= k * F + m.
Proof. intros ->; lra. Qed.
Lemma with_equal' (k m F : R) : F = 0 -> 0 < m -> 0 < k * F + m.
Proof. intros ->; lra. Qed.

Lemma nn_add (a b : R) : 0 <= a -> 0 <= b -> 0 <= a + b.
Proof. lra. Qed.
Lemma nn_mul (a b : R) : 0 <= a -> 0 <= b -> 0 <= a * b.
Proof. apply Rmult_le_pos. Qed.
Lemma pp_mul (a b : R) : 0 < a -> 0 < b -> 0 < a * b.
Proof. apply Rmult_lt_0_compat. Qed.
Lemma pp_add (a b : R) : 0 < a -> 0 < b -> 0 < a + b.
Proof. lra. Qed.
Lemma pn_add (a b : R) : 0 < a -> 0 <= b -> 0 < a + b.
Proof. lra. Qed.
Lemma np_add (a b : R) : 0 <= a -> 0 < b -> 0 < a + b.
Proof. lra. Qed.
Lemma pp_div (a b : R) : 0 < a -> 0 < b -> 0 < a / b.
Proof. apply Rdiv_lt_0_compat. Qed.
Lemma nn_square (a : R) : 0 <= a * a.
Proof. apply Rle_0_sqr. Qed.
Lemma pp_weak (a : R) : 0 < a -> 0 <= a.
Proof. lra. Qed.

(** * Relations *)

Lemma le_conv (a b c d : R) : b - a = d - c -> a <= b -> c <= d.
Proof. lra. Qed.
Lemma lt_conv (a b c d : R) : b - a = d - c -> a < b -> c < d.
Proof. lra. Qed.
Lemma eq_conv (a b c d : R) : a - b = c - d -> a = b -> c = d.
Proof. lra. Qed.
Lemma ne_conv (a b c d : R) : a - b = c - d -> a <> b -> c <> d.
Proof. intros H K L; apply K; lra. Qed.
Lemma fact_le (a b : R) : a <= b -> 0 <= b - a.
Proof. lra. Qed.
Lemma fact_lt (a b : R) : a < b -> 0 < b - a.
Proof. lra. Qed.
Lemma fact_eq (a b : R) : a = b -> a - b = 0.
Proof. lra. Qed.

(** Certificates: the difference times a positive multiplier is a sum with a sign. *)
Lemma certified_le (a b m s : R) : 0 < m -> (b - a) * m = s -> 0 <= s -> a <= b.
Proof.
  intros H E K; destruct (Rle_dec a b) as [L | L]; [ exact L | exfalso ].
  assert (0 < (a - b) * m) by (apply Rmult_lt_0_compat; lra); lra.
Qed.
Lemma certified_lt (a b m s : R) : 0 < m -> (b - a) * m = s -> 0 < s -> a < b.
Proof.
  intros H E K; destruct (Rle_dec b a) as [L | L]; [ exfalso | lra ].
  assert (0 <= (a - b) * m) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma certified_eq (a b m s : R) : 0 < m -> (a - b) * m = s -> s = 0 -> a = b.
Proof. intros H E K; assert (Z : (a - b) * m = 0) by lra; apply Rmult_integral in Z; lra. Qed.
Lemma zero_mul (a b : R) : a = 0 -> a * b = 0.
Proof. intros ->; ring. Qed.
Lemma mul_zero (a b : R) : b = 0 -> a * b = 0.
Proof. intros ->; ring. Qed.
Lemma zero_add (a b : R) : a = 0 -> b = 0 -> a + b = 0.
Proof. lra. Qed.
Lemma zero_nn (a : R) : a = 0 -> 0 <= a.
Proof. lra. Qed.
Lemma int_step (a b : R) : is_int (b - a) -> a < b -> 1 <= b - a.
Proof. intros H K; apply int_gap; [ exact H | lra ]. Qed.

(** * Powers *)

Lemma pw_split (b j k : R) : 0 < b -> pw b (j + k) = pw b j * pw b k.
Proof. apply pw_add. Qed.
Lemma pw_many (b k : R) (n : nat) : 0 < b -> pw b (IZR (Z.of_nat n) * k) = pw b k ^ n.
Proof. apply pw_times. Qed.
Lemma pw_fewer (b k : R) (n : nat) : 0 < b -> pw b (- (IZR (Z.of_nat n) * k)) = (/ pw b k) ^ n.
Proof. intro H; rewrite pw_opp, pw_times by exact H; symmetry; apply pow_inv. Qed.
Lemma pw_lit (b : R) (n : nat) : pw b (IZR (Z.of_nat n)) = b ^ n.
Proof. apply pw_nat. Qed.
Lemma pw_lit_neg (b : R) (n : nat) : pw b (- IZR (Z.of_nat n)) = (/ b) ^ n.
Proof.
  rewrite <- opp_IZR, pw_inverse by lia; rewrite Nat2Z.id; symmetry; apply pow_inv.
Qed.
Lemma pw_inv (b e : R) : 0 < b -> / pw b e = pw b (- e).
Proof. intro H; symmetry; now apply pw_opp. Qed.
Lemma pw_inv_int (b e : R) : is_int e -> / pw b e = pw b (- e).
Proof.
  intros [z ->]; rewrite <- opp_IZR, !pw_IZR, powerRZ_neg'; reflexivity.
Qed.

(** * Sums *)

Fixpoint terms_up (f : R -> R) (b : R) (n : nat) : R :=
  match n with O => 0 | S m => terms_up f b m + f (b + IZR (Z.of_nat (S m))) end.
Lemma rsum_up (f : R -> R) (a b : R) (n : nat) : is_int a -> is_int b ->
  rsum f a (b + IZR (Z.of_nat n)) = rsum f a b + terms_up f b n.
Proof.
  intros H K; induction n as [ | n IH ]; [ simpl; rewrite Rplus_0_r; ring | ].
  cbn [terms_up]; rewrite Nat2Z.inj_succ, succ_IZR, <- Rplus_assoc, rsum_succ, IH; [ | exact H | ].
  - rewrite Rplus_assoc; f_equal; f_equal; ring.
  - apply is_int_add; [ exact K | apply is_int_IZR ].
Qed.
Fixpoint terms_down (f : R -> R) (b : R) (n : nat) : R :=
  match n with O => 0 | S m => terms_down f b m + f (b + IZR (- Z.of_nat m)) end.
Lemma rsum_down (f : R -> R) (a b : R) (n : nat) : is_int a -> is_int b ->
  rsum f a (b + - IZR (Z.of_nat n)) = rsum f a b - terms_down f b n.
Proof.
  intros H K; induction n as [ | n IH ]; [ simpl; rewrite Ropp_0, Rplus_0_r; ring | ].
  cbn [terms_down]; rewrite Nat2Z.inj_succ, succ_IZR.
  replace (b + - (IZR (Z.of_nat n) + 1)) with (b + - IZR (Z.of_nat n) - 1) by ring.
  rewrite rsum_pred, IH, opp_IZR; [ ring | exact H | ].
  apply is_int_add; [ exact K | apply is_int_opp, is_int_IZR ].
Qed.
Lemma rsum_closed (f : R -> R) (a : R) (n : nat) : is_int a ->
  rsum f a (a + -1 + IZR (Z.of_nat n)) = terms_up f (a + -1) n.
Proof.
  intro H; rewrite rsum_up; [ | exact H | apply is_int_add; [ exact H | apply is_int_IZR ] ].
  rewrite rsum_empty; [ ring | exact H | ring ].
Qed.
Lemma rsum_closed_down (f : R -> R) (a : R) (n : nat) : is_int a ->
  rsum f a (a + -1 + - IZR (Z.of_nat n)) = - terms_down f (a + -1) n.
Proof.
  intro H; rewrite rsum_down; [ | exact H | apply is_int_add; [ exact H | apply is_int_IZR ] ].
  rewrite rsum_empty; [ ring | exact H | ring ].
Qed.
Lemma rsum_cons (e : R) (g h : R -> R) (a b s : R) : rsum h a b = s -> rsum (fun k => e * g k + h k) a b = e * rsum g a b + s.
Proof. intros <-; rewrite rsum_plus, rsum_scale; reflexivity. Qed.
Lemma rsum_cons_one (e : R) (h : R -> R) (a b s : R) : is_int a -> is_int b -> rsum h a b = s ->
  rsum (fun k => e + h k) a b = e * (b - a + 1) + s.
Proof.
  intros H K <-; rewrite <- (rsum_one a b H K), <- rsum_scale, <- rsum_plus; apply rsum_ext; intros; ring.
Qed.
Lemma rsum_nil (a b : R) : rsum (fun _ => 0) a b = 0.
Proof. apply rsum_zero. Qed.
Lemma nf_quotient (x N D Q : R) : nf x N D -> Q = N / D -> x = Q.
Proof. intros [H <-] ->; field; lra. Qed.

(** * Signs, with the identity last *)

Lemma sign_nn (x N D P : R) : nf x N D -> 0 <= P -> N = P -> 0 <= N.
Proof. now intros _ ? ->. Qed.
Lemma sign_pp (x N D P : R) : nf x N D -> 0 < P -> N = P -> 0 < N.
Proof. now intros _ ? ->. Qed.
Lemma sign_nn_minus (x N D P : R) : nf x N D -> 0 <= P -> - N = P -> 0 <= - N.
Proof. now intros _ ? ->. Qed.
Lemma sign_pp_minus (x N D P : R) : nf x N D -> 0 < P -> - N = P -> 0 < - N.
Proof. now intros _ ? ->. Qed.
Lemma top_pos (x N D : R) : nf x N D -> 0 < x -> 0 < N.
Proof. intros [H <-] K; now apply Rmult_lt_0_compat. Qed.
Lemma nf_integer (x N D P : R) : nf x N D -> is_int P -> N = P -> D = 1 -> is_int x.
Proof. intros [_ H] K L M; apply is_int_eq with P; [ subst; lra | exact K ]. Qed.
Lemma nf_text (x N D P : R) : nf x N D -> N = P * D -> x = P.
Proof. intros [H K] L; apply Rmult_eq_reg_r with D; lra. Qed.
Lemma pos_factor (a b : R) : 0 < a * b -> 0 < b -> 0 < a.
Proof. intros H K; apply Rmult_lt_reg_r with b; lra. Qed.
Lemma rsum_congr_range (f g : R -> R) (a b c d : R) : a = c -> b = d -> is_int a -> is_int b -> a - 1 <= b ->
  (forall k, is_int k -> a <= k -> k <= b -> f k = g k) -> rsum f a b = rsum g c d.
Proof. intros -> -> H K L U; now apply rsum_range. Qed.
Lemma nonempty (a b : R) : 0 <= b - a + 1 -> a - 1 <= b.
Proof. lra. Qed.

Ltac poly := ring.
Ltac polyq := field.
Ltac num := lra.
Lemma eq_le (N P : R) : 0 <= N -> N = P -> 0 <= P.
Proof. now intros ? <-. Qed.
Lemma eq_lt (N P : R) : 0 < N -> N = P -> 0 < P.
Proof. now intros ? <-. Qed.
