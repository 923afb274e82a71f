(** Every R^d, for d at least 1, is a space as [Space] asks for: the line times such a space is one.

    By induction, where more is carried along: a sequence of points that comes near every point, that the multiple of a point depends
    measurably on number and point, and that what contracts distances from another such space is measurable. *)

Require Import Reals Lra Lia ZArith Classical.
From Coq Require Cantor.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals.
Require Import Pabisym.Line Pabisym.Tilt Pabisym.Instances.
Open Scope R_scope.

(** * Measurable arithmetic *)

Lemma square_measurable : measurable line line (fun x => x * x).
Proof.
  apply line_measurable; intro t; apply (meas_ext line (fun x => 0 < t /\ (- sqrt t < x /\ x < sqrt t))).
  - intro x; split.
    + intros [T [A B]]; rewrite <- (sqrt_sqrt t) by lra; assert (P := sqrt_pos t); assert (0 < (sqrt t - x) * (sqrt t + x)) by (apply Rmult_lt_0_compat; lra); lra.
    + intro H; assert (P := Rle_0_sqr x); unfold Rsqr in P; assert (Q : Rabs x < sqrt t) by (rewrite <- sqrt_square_abs; apply sqrt_lt_1; lra); apply Rabs_def2 in Q; lra.
  - apply meas_and; [ apply meas_constant | apply meas_and; [ apply above_meas | apply ray_meas ] ].
Qed.
Lemma affine_of (X : Space) (f : X -> R) (a b : R) : measurable X line f -> measurable X line (fun x => a * f x + b).
Proof. exact (compose_measurable X line line (fun y => a * y + b) f (affine_measurable a b)). Qed.
Lemma square_of (X : Space) (f : X -> R) : measurable X line f -> measurable X line (fun x => f x * f x).
Proof. exact (compose_measurable X line line (fun y => y * y) f square_measurable). Qed.
Lemma measurable_ext (X Y : Space) (f g : X -> Y) : (forall x, f x = g x) -> measurable X Y f -> measurable X Y g.
Proof. intros H F A M; apply (meas_ext X (fun x => A (f x))); [ intro x; now rewrite H | now apply F ]. Qed.
Lemma product_of (X : Space) (f g : X -> R) : measurable X line f -> measurable X line g -> measurable X line (fun x => f x * g x).
Proof.
  intros F G; apply (measurable_ext X line (fun x => (/ 2 * ((f x + g x) * (f x + g x)) + 0) + (- / 2 * (f x * f x + g x * g x) + 0))); [ intro x; match goal with |- ?a = ?b => change (@eq R a b) end; field | ].
  apply sum_measurable; apply affine_of; [ apply square_of, sum_measurable; assumption | apply sum_measurable; now apply square_of ].
Qed.
(** What brings a vector of the length [n] to the length [z], if it is longer. *)
Definition factor (z n : R) : R := if Rle_dec n z then 1 else z / n.
Lemma factor_measurable (z : R) : measurable line line (factor z).
Proof.
  apply line_measurable; intro t.
  assert (Af : @meas line (fun n => z < t * n)) by (apply (meas_ext line (fun n => z < t * n + 0)); [ intro n; rewrite Rplus_0_r; tauto | exact (affine_measurable t 0 _ (above_meas z)) ]).
  assert (Be : @meas line (fun n => t * n < z)) by (apply (meas_ext line (fun n => t * n + 0 < z)); [ intro n; rewrite Rplus_0_r; tauto | exact (affine_measurable t 0 _ (ray_meas z)) ]).
  apply (meas_ext line (fun n => (~ z < n /\ 1 < t) \/ (z < n /\ ((0 < n /\ z < t * n) \/ ((n < 0 /\ t * n < z) \/ ((~ 0 < n /\ ~ n < 0) /\ z / 0 < t)))))).
  - intro n; unfold factor; destruct (Rle_dec n z) as [L | L]; [ split; intro; lra | ].
    assert (Up : 0 < n -> (z < t * n <-> z / n < t)).
    { intro P; split; intro H; [ apply Rmult_lt_reg_r with n; [ exact P | ] | apply (Rmult_lt_compat_r n) in H; [ | exact P ] ];
        unfold Rdiv in *; rewrite Rmult_assoc, Rinv_l, Rmult_1_r in * by lra; exact H. }
    assert (Down : n < 0 -> (t * n < z <-> z / n < t)).
    { intro P; assert (N : z = z / n * n) by (field; lra); set (w := z / n) in *; split; intro H.
      - apply Rnot_le_lt; intro K; assert (Z : 0 <= (w - t) * - n) by (apply Rmult_le_pos; lra); lra.
      - assert (Z : 0 < (t - w) * - n) by (apply Rmult_lt_0_compat; lra); lra. }
    split.
    + intros [H | [_ [[P H] | [[P H] | [[P P'] H]]]]]; [ lra | now apply Up | now apply Down | replace n with 0 by lra; exact H ].
    + intro H; right; split; [ lra | destruct (Rtotal_order n 0) as [T | [T | T]] ].
      * right; left; split; [ exact T | now apply Down ].
      * right; right; subst n; split; [ lra | exact H ].
      * left; split; [ exact T | now apply Up ].
  - assert (lo := ray_meas); assert (hi := above_meas); assert (co := fun p => meas_constant line p).
    repeat (apply meas_or || apply meas_and || apply meas_not); auto.
Qed.

(** * What is carried along *)

(** The events of [X] hold the balls of [d], and the points [q] come near every point. *)
Definition separable (X : Space) (d : X -> X -> R) (q : nat -> X) : Prop :=
  (forall y r, meas (fun x => d x y < r)) /\ forall x e, 0 < e -> exists k, d x (q k) < e.
Definition apart_in (S : EuclideanSpace) (x y : S) : R := norm S (vadd S x (vscale S (-1) y)).
Record Finite : Type := {
  space :> EuclideanSpace;
  spots : nat -> space;
  spots_near : forall x e, 0 < e -> exists k, apart_in space x (spots k) < e;
  scale_measurable : measurable (pairs line space) space (fun p => vscale space (fst p) (snd p));
  contracted : forall (X : Space) (d : X -> X -> R) (q : nat -> X), separable X d q ->
    forall f : X -> space, (forall x y, apart_in space (f x) (f y) <= d x y) -> measurable X space f }.

Lemma contracted_line (X : Space) (d : X -> X -> R) (q : nat -> X) : separable X d q ->
  forall f : X -> R, (forall x y, Rabs (f x - f y) <= d x y) -> measurable X line f.
Proof.
  intros [B N] f L; apply line_measurable; intro t; apply (meas_ext X (fun x => exists k, d x (q k) < t - f (q k))).
  - intro x; split; [ intros [k K]; assert (H := L x (q k)); assert (Z := Rle_abs (f x - f (q k))); lra | intro H ].
    destruct (N x ((t - f x) / 2) ltac:(lra)) as [k K]; exists k; assert (H' := L x (q k)); rewrite Rabs_minus_sym in H'.
    assert (Z := Rle_abs (f (q k) - f x)); lra.
  - apply (meas_union X (fun k x => d x (q k) < t - f (q k))); intro k; apply B.
Qed.
Definition finite_line : Finite.
Proof.
  refine {| space := real_line; spots := rational |}.
  - intros x e He; destruct (rational_between x (x + e) ltac:(lra)) as [k K]; exists k; unfold apart_in, norm; cbn [real_line vadd vscale inner].
    rewrite sqrt_square_abs; apply Rabs_def1; lra.
  - apply (product_of (pairs line line) (@fst R R) (@snd R R)); [ apply fst_measurable | apply snd_measurable ].
  - intros X d q Q f H; apply (contracted_line X d q Q); intros x y; specialize (H x y); unfold apart_in, norm in H; cbn [real_line vadd vscale inner] in H.
    rewrite sqrt_square_abs in H; replace (f x - f y) with (f x + -1 * f y) by ring; exact H.
Defined.

(** * The line times a space *)

Section Times.
Variable S : Finite.

Definition plane : Space := pairs line S.
Definition add2 (p q : plane) : plane := (fst p + fst q, vadd S (snd p) (snd q)).
Definition scale2 (a : R) (p : plane) : plane := (a * fst p, vscale S a (snd p)).
Definition inner2 (p q : plane) : R := fst p * fst q + inner S (snd p) (snd q).
Definition norm2 (p : plane) : R := sqrt (inner2 p p).
Definition apart2 (p q : plane) : R := norm2 (add2 p (scale2 (-1) q)).

Lemma norm_line : measurable S line (norm S).
Proof.
  apply line_measurable; intro t; apply (meas_ext S (fun x => exists k, rational k < t /\ norm S x <= rational k)).
  - intro x; split; [ intros [k K]; lra | intro H; destruct (rational_between (norm S x) t H) as [k K]; exists k; lra ].
  - apply (meas_union S (fun k x => rational k < t /\ norm S x <= rational k)); intro k; apply meas_and; [ apply meas_constant | apply norm_measurable ].
Qed.
Lemma inner2_parts (p : plane) : inner2 p p = fst p * fst p + norm S (snd p) * norm S (snd p).
Proof. unfold inner2; now rewrite norm_square. Qed.
Lemma norm2_parts (p : plane) : Rabs (fst p) <= norm2 p /\ norm S (snd p) <= norm2 p /\ norm2 p <= Rabs (fst p) + norm S (snd p).
Proof.
  assert (N : 0 <= norm S (snd p)) by apply sqrt_pos; assert (A := Rabs_pos (fst p)); unfold norm2; rewrite inner2_parts.
  assert (Sq : fst p * fst p = Rabs (fst p) * Rabs (fst p)) by (rewrite <- Rabs_mult; symmetry; apply Rabs_right, Rle_ge, Rle_0_sqr).
  rewrite Sq; set (a := Rabs (fst p)) in *; set (n := norm S (snd p)) in *; assert (A2 : 0 <= a * a) by (now apply Rmult_le_pos); assert (N2 : 0 <= n * n) by (now apply Rmult_le_pos).
  assert (AN : 0 <= a * n) by (now apply Rmult_le_pos); split; [ | split ].
  - rewrite <- (sqrt_square a) at 1 by exact A; apply sqrt_le_1_alt; lra.
  - rewrite <- (sqrt_square n) at 1 by exact N; apply sqrt_le_1_alt; lra.
  - rewrite <- (sqrt_square (a + n)) by lra; apply sqrt_le_1_alt; lra.
Qed.
Lemma norm2_line : measurable plane line norm2.
Proof.
  apply line_measurable; intro t; apply (meas_ext plane (fun p => 0 < t /\ fst p * fst p + norm S (snd p) * norm S (snd p) < t * t)).
  - intro p; assert (P := sqrt_pos (inner2 p p)); rewrite <- inner2_parts; assert (Q := sqrt_sqrt (inner2 p p)); fold (norm2 p) in *.
    assert (I0 : 0 <= inner2 p p) by (apply Rplus_le_le_0_compat; [ apply Rle_0_sqr | apply inner_nonneg ]); specialize (Q I0); rewrite <- Q; split.
    + intros [T H]; apply Rnot_le_lt; intro K; assert (t * t <= norm2 p * norm2 p) by (apply Rmult_le_compat; lra); lra.
    + intro H; split; [ lra | apply Rmult_le_0_lt_compat; lra ].
  - apply meas_and; [ apply meas_constant | ].
    assert (M : measurable plane line (fun p => fst p * fst p + norm S (snd p) * norm S (snd p))); [ | exact (M _ (ray_meas (t * t))) ].
    apply sum_measurable; [ apply square_of, fst_measurable | ].
    apply (square_of plane (fun p => norm S (snd p))), (compose_measurable plane S line (norm S) (@snd line S)); [ apply norm_line | apply snd_measurable ].
Qed.
Lemma add2_measurable : measurable (pairs plane plane) plane (fun p => add2 (fst p) (snd p)).
Proof.
  apply pair_measurable.
  - apply sum_measurable; apply (compose_measurable (pairs plane plane) plane line (@fst line S)); apply fst_measurable || apply snd_measurable.
  - apply (compose_measurable (pairs plane plane) (pairs S S) S (fun q => vadd S (fst q) (snd q)) (fun p => (snd (fst p), snd (snd p)))); [ apply vadd_measurable | ].
    apply pair_measurable; apply (compose_measurable (pairs plane plane) plane S (@snd line S)); apply fst_measurable || apply snd_measurable.
Qed.
Lemma scale2_joint : measurable (pairs line plane) plane (fun p => scale2 (fst p) (snd p)).
Proof.
  apply pair_measurable.
  - apply product_of; [ apply fst_measurable | apply (compose_measurable (pairs line plane) plane line (@fst line S)); [ apply fst_measurable | apply snd_measurable ] ].
  - apply (compose_measurable (pairs line plane) (pairs line S) S (fun q => vscale S (fst q) (snd q)) (fun p => (fst p, snd (snd p)))); [ apply scale_measurable | ].
    apply pair_measurable; [ apply fst_measurable | apply (compose_measurable (pairs line plane) plane S (@snd line S)); apply snd_measurable ].
Qed.
Lemma constant2_measurable (X : Space) (v : plane) : measurable X plane (fun _ => v).
Proof. intros A _; apply meas_constant. Qed.
Lemma scale2_measurable (a : R) : measurable plane plane (scale2 a).
Proof.
  apply (compose_measurable plane (pairs line plane) plane (fun p => scale2 (fst p) (snd p)) (fun p => (a, p))); [ apply scale2_joint | ].
  apply pair_measurable; [ intros A _; apply meas_constant | apply id_measurable ].
Qed.
Lemma difference_measurable : measurable (pairs plane plane) plane (fun p => add2 (snd p) (scale2 (-1) (fst p))).
Proof.
  apply (compose_measurable (pairs plane plane) (pairs plane plane) plane (fun p => add2 (fst p) (snd p)) (fun p => (snd p, scale2 (-1) (fst p)))); [ apply add2_measurable | ].
  apply pair_measurable; [ apply snd_measurable | ].
  apply (compose_measurable (pairs plane plane) plane plane (scale2 (-1)) (@fst plane plane)); [ apply scale2_measurable | apply fst_measurable ].
Qed.
Lemma add_back (x y : S) : vadd S x (vscale S 1 (vadd S y (vscale S (-1) x))) = y.
Proof.
  rewrite vscale_one, vadd_comm, <- vadd_assoc, (vadd_comm S (vscale S (-1) x)); rewrite <- (vscale_one S x) at 1; rewrite <- vscale_plus.
  replace (1 + -1) with 0 by ring; assert (Z : vscale S 0 x = vzero S) by (apply inner_zero; rewrite inner_vscale; ring); now rewrite Z, vadd_zero.
Qed.
Lemma cut2_measurable (z : R) : measurable (pairs plane plane) plane (fun p =>
  let d := add2 (snd p) (scale2 (-1) (fst p)) in if Rle_dec (norm2 d) z then snd p else add2 (fst p) (scale2 (z / norm2 d) d)).
Proof.
  set (d := fun p : pairs plane plane => add2 (snd p) (scale2 (-1) (fst p))); assert (Md : measurable (pairs plane plane) plane d) by exact difference_measurable.
  apply (measurable_ext (pairs plane plane) plane (fun p => add2 (fst p) (scale2 (factor z (norm2 (d p))) (d p)))).
  - intro p; change (add2 (fst p) (scale2 (factor z (norm2 (d p))) (d p)) =
      if Rle_dec (norm2 (d p)) z then snd p else add2 (fst p) (scale2 (z / norm2 (d p)) (d p))).
    unfold factor; destruct (Rle_dec (norm2 (d p)) z); [ destruct p as [[a x] [b y]] | reflexivity ].
    unfold d, add2, scale2; cbn [fst snd]; rewrite add_back; assert (Back : @eq R (a + 1 * (b + -1 * a)) b) by ring; rewrite Back; reflexivity.
  - apply (compose_measurable (pairs plane plane) (pairs plane plane) plane (fun p => add2 (fst p) (snd p)) (fun p => (fst p, scale2 (factor z (norm2 (d p))) (d p)))); [ apply add2_measurable | ].
    apply pair_measurable; [ apply fst_measurable | ].
    apply (compose_measurable (pairs plane plane) (pairs line plane) plane (fun p => scale2 (fst p) (snd p)) (fun p => (factor z (norm2 (d p)), d p))); [ apply scale2_joint | ].
    apply pair_measurable; [ | exact Md ].
    apply (compose_measurable (pairs plane plane) line line (factor z) (fun p => norm2 (d p))); [ apply factor_measurable | ].
    apply (compose_measurable (pairs plane plane) plane line norm2 d); [ apply norm2_line | exact Md ].
Qed.
Lemma apart2_parts (p q : plane) : Rabs (fst p - fst q) <= apart2 p q /\ apart_in S (snd p) (snd q) <= apart2 p q /\
  apart2 p q <= Rabs (fst p - fst q) + apart_in S (snd p) (snd q).
Proof. assert (H := norm2_parts (add2 p (scale2 (-1) q))); cbn [add2 scale2 fst snd] in H; replace (fst p + -1 * fst q) with (fst p - fst q) in H by ring; exact H. Qed.
Lemma contracted2 (X : Space) (d : X -> X -> R) (q : nat -> X) : separable X d q ->
  forall f : X -> plane, (forall x y, apart2 (f x) (f y) <= d x y) -> measurable X plane f.
Proof.
  intros Q f H; apply (measurable_ext X plane (fun x => (fst (f x), snd (f x)))); [ intro x; now destruct (f x) | apply pair_measurable ].
  - apply (contracted_line X d q Q); intros x y; apply Rle_trans with (2 := H x y), apart2_parts.
  - apply (contracted S X d q Q); intros x y; apply Rle_trans with (2 := H x y), apart2_parts.
Qed.
Definition spots2 (k : nat) : plane := let (i, j) := Cantor.of_nat k in (rational i, spots S j).
Lemma spots2_near (p : plane) (e : R) : 0 < e -> exists k, apart2 p (spots2 k) < e.
Proof.
  intro He; destruct (rational_between (fst p) (fst p + e / 2) ltac:(lra)) as [i I]; destruct (spots_near S (snd p) (e / 2) ltac:(lra)) as [j J].
  exists (Cantor.to_nat (i, j)); unfold spots2; rewrite Cantor.cancel_of_to; destruct (apart2_parts p (rational i, spots S j)) as [_ [_ T]]; cbn [fst snd] in T.
  assert (Rabs (fst p - rational i) < e / 2) by (apply Rabs_def1; lra); lra.
Qed.
Lemma separable2 : separable plane apart2 spots2.
Proof.
  split; [ intros y r | exact spots2_near ]; assert (M : measurable plane plane (fun x => add2 x (scale2 (-1) y))).
  { apply (compose_measurable plane (pairs plane plane) plane (fun p => add2 (fst p) (snd p)) (fun x => (x, scale2 (-1) y))); [ apply add2_measurable | ].
    apply pair_measurable; [ apply id_measurable | apply constant2_measurable ]. }
  exact (M _ (norm2_line _ (ray_meas r))).
Qed.
Definition limit2 (K : nat -> plane -> Prop) : plane := (limit (fun n x => exists y, K n (x, y)), shrunk S (fun n y => exists x, K n (x, y))).
Lemma limit2_complete (K : nat -> plane -> Prop) : (forall n, exists p, K n p) -> (forall n p, K (Datatypes.S n) p -> K n p) ->
  (forall e, 0 < e -> exists n, forall p q, K n p -> K n q -> apart2 p q < e) -> forall n e, 0 < e -> exists p, K n p /\ apart2 (limit2 K) p < e.
Proof.
  intros Some Less Shrinks n e He; assert (Later : forall m k p, (k <= m)%nat -> K m p -> K k p) by (intros m k p L; induction L as [ | m L IH ]; auto).
  set (K1 := fun n x => exists y, K n (x, y)); set (K2 := fun n y => exists x, K n (x, y)); destruct (Shrinks (e / 4) ltac:(lra)) as [k Hk]; set (m := max n k).
  destruct (limit_complete K1) with (n := m) (e := e / 4) as [x [[y Kxy] Dx]]; [ | | | lra | ].
  - intro j; destruct (Some j) as [[a b] P]; now exists a, b.
  - intros j a [b P]; exists b; now apply Less.
  - intros g Hg; destruct (Shrinks g Hg) as [j H]; exists j; intros a a' [b P] [b' P']; apply Rle_lt_trans with (2 := H _ _ P P').
    exact (proj1 (apart2_parts (a, b) (a', b'))).
  - destruct (complete S K2) with (n := m) (e := e / 4) as [y' [[x' Kxy'] Dy]]; [ | | | lra | ].
    + intro j; destruct (Some j) as [[a b] P]; now exists b, a.
    + intros j b [a P]; exists a; now apply Less.
    + intros g Hg; destruct (Shrinks g Hg) as [j H]; exists j; intros b b' [a P] [a' P']; apply Rle_lt_trans with (2 := H _ _ P P').
      exact (proj1 (proj2 (apart2_parts (a, b) (a', b')))).
    + exists (x', y'); split; [ apply (Later m); [ lia | exact Kxy' ] | ].
      assert (N := Hk _ _ (Later m k (x, y) ltac:(lia) Kxy) (Later m k (x', y') ltac:(lia) Kxy')).
      assert (N1 : Rabs (x - x') <= apart2 (x, y) (x', y')) by exact (proj1 (apart2_parts (x, y) (x', y'))).
      assert (T : apart2 (limit2 K) (x', y') <= Rabs (limit K1 - x') + apart_in S (shrunk S K2) y') by exact (proj2 (proj2 (apart2_parts (limit2 K) (x', y')))).
      change (apart_in S (shrunk S K2) y' < e / 4) in Dy.
      assert (Tri : Rabs (limit K1 - x') <= Rabs (limit K1 - x) + Rabs (x - x')).
      { replace (limit K1 - x') with (limit K1 - x + (x - x')) by ring; apply Rabs_triang. }
      lra.
Qed.
Definition write2 (p : plane * plane) : plane := (write (fst (fst p), fst (snd p)), code S (snd (fst p), snd (snd p))).
Definition read2 (p : plane) : plane * plane :=
  ((fst (read (fst p)), fst (decode S (snd p))), (snd (read (fst p)), snd (decode S (snd p)))).
Lemma read2_write2 (p : plane * plane) : read2 (write2 p) = p.
Proof. destruct p as [[a x] [b y]]; unfold read2, write2; cbn [fst snd]; rewrite read_write, decode_code; reflexivity. Qed.
Lemma write2_measurable : measurable (pairs plane plane) plane write2.
Proof.
  apply pair_measurable.
  - apply (compose_measurable (pairs plane plane) (pairs line line) line write (fun p => (fst (fst p), fst (snd p)))); [ apply write_measurable | ].
    apply pair_measurable; apply (compose_measurable (pairs plane plane) plane line (@fst line S)); apply fst_measurable || apply snd_measurable.
  - apply (compose_measurable (pairs plane plane) (pairs S S) S (code S) (fun p => (snd (fst p), snd (snd p)))); [ apply code_measurable | ].
    apply pair_measurable; apply (compose_measurable (pairs plane plane) plane S (@snd line S)); apply fst_measurable || apply snd_measurable.
Qed.
Lemma read2_measurable : measurable plane (pairs plane plane) read2.
Proof.
  assert (A : measurable plane (pairs line line) (fun p => read (fst p))) by
    (apply (compose_measurable plane line (pairs line line) read (@fst line S)); [ apply read_measurable | apply fst_measurable ]).
  assert (B : measurable plane (pairs S S) (fun p => decode S (snd p))) by
    (apply (compose_measurable plane S (pairs S S) (decode S) (@snd line S)); [ apply decode_measurable | apply snd_measurable ]).
  apply pair_measurable; apply pair_measurable.
  - apply (compose_measurable plane (pairs line line) line (@fst line line)); [ apply fst_measurable | exact A ].
  - apply (compose_measurable plane (pairs S S) S (@fst S S)); [ apply fst_measurable | exact B ].
  - apply (compose_measurable plane (pairs line line) line (@snd line line)); [ apply snd_measurable | exact A ].
  - apply (compose_measurable plane (pairs S S) S (@snd S S)); [ apply snd_measurable | exact B ].
Qed.

Definition times : EuclideanSpace.
Proof.
  refine {| points := plane; vadd := add2; vscale := scale2; vzero := (0, vzero S); inner := inner2; direction := (1, vzero S); shrunk := limit2;
    code := write2; decode := read2 |}.
  - intros x y; unfold add2; now rewrite Rplus_comm, vadd_comm.
  - intros x y z; unfold add2; cbn [fst snd]; now rewrite Rplus_assoc, vadd_assoc.
  - intros [a x]; unfold add2; cbn [fst snd]; now rewrite Rplus_0_r, vadd_zero.
  - intros [a x]; unfold scale2; cbn [fst snd]; now rewrite Rmult_1_l, vscale_one.
  - intros a b x; unfold scale2; cbn [fst snd]; now rewrite vscale_mul, Rmult_assoc.
  - intros a b x; unfold scale2, add2; cbn [fst snd]; now rewrite vscale_plus, Rmult_plus_distr_r.
  - intros a x y; unfold scale2, add2; cbn [fst snd]; now rewrite vscale_vadd, Rmult_plus_distr_l.
  - intros x y; unfold inner2; now rewrite Rmult_comm, inner_comm.
  - intros x y z; unfold inner2, add2; cbn [fst snd]; rewrite inner_vadd; ring.
  - intros a x y; unfold inner2, scale2; cbn [fst snd]; rewrite inner_vscale; ring.
  - intro x; apply Rplus_le_le_0_compat; [ apply Rle_0_sqr | apply inner_nonneg ].
  - intros [a x] H; unfold inner2 in H; cbn [fst snd] in H; assert (A := Rle_0_sqr a); assert (B := inner_nonneg S x); unfold Rsqr in A.
    f_equal; [ apply Rsqr_0_uniq; unfold Rsqr; lra | apply inner_zero; lra ].
  - unfold inner2; cbn [fst snd]; assert (Z : inner S (vzero S) (vzero S) = 0).
    { assert (H := inner_vadd S (vzero S) (vzero S) (vzero S)); rewrite vadd_zero in H; lra. }
    rewrite Z, Rmult_1_l, Rplus_0_r; apply sqrt_1.
  - exact limit2_complete.
  - exact add2_measurable.
  - exact scale2_measurable.
  - intro a; apply (meas_ext plane (fun p => ~ a < norm2 p)); [ intro p; unfold norm2; lra | apply meas_not; exact (norm2_line _ (above_meas a)) ].
  - exact cut2_measurable.
  - exact (constant2_measurable plane).
  - exact (contracted2 plane apart2 spots2 separable2).
  - exact read2_write2.
  - exact write2_measurable.
  - exact read2_measurable.
Defined.
Definition finite_times : Finite := {| space := times; spots := spots2; spots_near := spots2_near; scale_measurable := scale2_joint; contracted := contracted2 |}.
End Times.

(** R^(d + 1), with its Borel sets and its inner product. *)
Fixpoint real_space (d : nat) : Finite := match d with O => finite_line | S k => finite_times (real_space k) end.
