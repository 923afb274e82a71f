(** The space of points is R^d: its geometry, and the nearest point of a closed convex set. *)

Require Import Reals Lra Lia ZArith Classical.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Euclid.
Require Pabisym.Instances Pabisym.Dimensions Pabisym.Vectors.
Open Scope R_scope.

(** How many dimensions the space has beside the first: any number, as nothing is said of it. *)
Parameter further_dimensions : nat.
(** R^d with the Borel sets has the noise N(0, v I) for every variance.  Proofs do not look at how it is built. *)
Lemma space_exists : { S : EuclideanSpace | S = Dimensions.space (Dimensions.real_space further_dimensions) /\
  forall v, 0 <= v -> exists Z : Law S, Instances.gaussian_on S Z v }.
Proof.
  exists (Dimensions.space (Dimensions.real_space further_dimensions)); split; [ reflexivity | ].
  intros v H; exists (Vectors.space_noise further_dimensions v); now apply Vectors.space_has_white.
Qed.
Definition E : EuclideanSpace := proj1_sig space_exists.
Theorem space_is_real : E = Dimensions.space (Dimensions.real_space further_dimensions).
Proof. exact (proj1 (proj2_sig space_exists)). Qed.
Theorem space_has_noise (v : R) : 0 <= v -> exists Z : Law E, Instances.gaussian_on E Z v.
Proof. exact (proj2 (proj2_sig space_exists) v). Qed.
Global Opaque E.

Definition vsub (x y : E) : E := vadd E x (vscale E (-1) y).
Definition dist (x y : E) : R := norm E (vsub x y).

(** * Vectors *)

Lemma vscale_none (x : E) : vscale E 0 x = vzero E.
Proof.
  apply norm_zero; rewrite norm_scale, Rabs_R0; ring.
Qed.
Lemma vsub_self (x : E) : vsub x x = vzero E.
Proof.
  unfold vsub; rewrite <- (vscale_one E x) at 1; rewrite <- vscale_plus.
  replace (1 + -1) with 0 by ring; apply vscale_none.
Qed.
Lemma norm_vzero : norm E (vzero E) = 0.
Proof. rewrite <- (vscale_none (vzero E)), norm_scale, Rabs_R0; ring. Qed.
Lemma norm_nonneg (x : E) : 0 <= norm E x.
Proof.
  assert (H := norm_triangle E x (vscale E (-1) x)); change (vadd E x (vscale E (-1) x)) with (vsub x x) in H.
  rewrite vsub_self, norm_vzero, norm_scale in H; replace (Rabs (-1)) with 1 in H; [ lra | ].
  rewrite Rabs_left by lra; ring.
Qed.
Lemma dist_self (x : E) : dist x x = 0.
Proof. unfold dist; rewrite vsub_self; apply norm_vzero. Qed.
Lemma dist_nonneg (x y : E) : 0 <= dist x y.
Proof. apply norm_nonneg. Qed.
Lemma vsub_parts (x y z : E) : vsub x z = vadd E (vsub x y) (vsub y z).
Proof.
  unfold vsub; rewrite <- (vadd_assoc E x), (vadd_assoc E (vscale E (-1) y)), (vadd_comm E (vscale E (-1) y) y).
  change (vadd E y (vscale E (-1) y)) with (vsub y y); rewrite vsub_self, (vadd_comm E (vzero E)), vadd_zero; reflexivity.
Qed.
Lemma dist_triangle (x y z : E) : dist x z <= dist x y + dist y z.
Proof. unfold dist; rewrite (vsub_parts x y z); apply norm_triangle. Qed.
Lemma vsub_swap (x y : E) : vsub y x = vscale E (-1) (vsub x y).
Proof.
  unfold vsub; rewrite vscale_vadd, vscale_mul; replace (-1 * -1) with 1 by ring; rewrite vscale_one; apply vadd_comm.
Qed.
Lemma dist_sym (x y : E) : dist x y = dist y x.
Proof.
  unfold dist; rewrite (vsub_swap x y), norm_scale; replace (Rabs (-1)) with 1; [ ring | ].
  rewrite Rabs_left by lra; ring.
Qed.
Lemma dist_zero (x y : E) : dist x y = 0 -> x = y.
Proof.
  intro H; apply norm_zero in H; rewrite <- (vadd_zero E x), <- (vsub_self y).
  unfold vsub in *; rewrite (vadd_comm E y), vadd_assoc, H, vadd_comm, vadd_zero; reflexivity.
Qed.
Lemma vadd_vsub (x y : E) : vadd E x (vsub y x) = y.
Proof.
  unfold vsub; rewrite (vadd_comm E y), vadd_assoc; change (vadd E x (vscale E (-1) x)) with (vsub x x).
  rewrite vsub_self, vadd_comm, vadd_zero; reflexivity.
Qed.
Lemma vsub_vadd (x d : E) : vsub x (vadd E x d) = vscale E (-1) d.
Proof.
  unfold vsub; rewrite vscale_vadd, vadd_assoc; change (vadd E x (vscale E (-1) x)) with (vsub x x).
  rewrite vsub_self, vadd_comm, vadd_zero; reflexivity.
Qed.
Lemma dist_vadd (x y v : E) : dist (vadd E x v) (vadd E y v) = dist x y.
Proof.
  unfold dist; f_equal; rewrite (vsub_parts _ (vadd E x v) _) by exact x.
  rewrite vsub_self, (vadd_comm E (vzero E)), vadd_zero.
  unfold vsub; rewrite vscale_vadd, <- (vadd_assoc E x), (vadd_comm E v), <- vadd_assoc, (vadd_comm E _ v).
  change (vadd E v (vscale E (-1) v)) with (vsub v v); rewrite vsub_self, vadd_zero; reflexivity.
Qed.
Lemma norm_minus_one (d : E) : norm E (vscale E (-1) d) = norm E d.
Proof. rewrite norm_scale; replace (Rabs (-1)) with 1; [ ring | rewrite Rabs_left by lra; ring ]. Qed.

(** * The nearest point of a closed convex set *)

Definition convexset (K : E -> Prop) : Prop :=
  (forall x y t, K x -> K y -> 0 <= t -> t <= 1 -> K (vadd E (vscale E (1 - t) x) (vscale E t y))) /\
  (forall x, (forall e, 0 < e -> exists y, K y /\ dist x y < e) -> K x) /\
  (exists x e, 0 < e /\ forall y, dist x y < e -> K y).

Ltac inners := unfold vsub; repeat rewrite ?inner_vadd, ?inner_vadd_r, ?inner_vscale, ?inner_vscale_r.

(** Points with the same inner products are the same. *)
Lemma vec_eq (x y : E) : (forall z, inner E x z = inner E y z) -> x = y.
Proof.
  intro H; apply dist_zero; unfold dist; rewrite <- sqrt_0; unfold norm; f_equal; unfold vsub at 1; rewrite inner_vadd, inner_vscale, H; ring.
Qed.
Lemma dist_square (x y : E) : dist x y * dist x y = inner E (vsub x y) (vsub x y).
Proof. apply norm_square. Qed.
Lemma square_le (a b : R) : 0 <= b -> a * a <= b * b -> a <= b.
Proof. intros H K; apply Rnot_lt_le; intro N; assert (b * b < a * a) by (apply Rmult_le_0_lt_compat; lra); lra. Qed.

(** The points of [K] whose squared distance from [x] is nearly the least. *)
Definition nearly (K : E -> Prop) (x : E) (n : nat) (y : E) : Prop :=
  K y /\ forall z, K z -> dist x y * dist x y < dist x z * dist x z + / INR (S n).
Definition nearest (K : E -> Prop) (x : E) : E := shrunk E (nearly K x).

Section Nearest.
Variables (K : E -> Prop) (x : E).
Hypothesis H : convexset K.

Lemma least_square : exists q, (forall z, K z -> q <= dist x z * dist x z) /\
  forall e, 0 < e -> exists y, K y /\ dist x y * dist x y < q + e.
Proof.
  destruct H as [_ [_ [c [r [Hr B]]]]]; assert (Kc : K c) by (apply B; rewrite dist_self; exact Hr).
  destruct (completeness (fun s => exists z, K z /\ s = - (dist x z * dist x z))) as [m [U L]].
  - exists 0; intros s [z [_ ->]]; assert (P := Rle_0_sqr (dist x z)); unfold Rsqr in P; lra.
  - now exists (- (dist x c * dist x c)), c.
  - exists (- m); split.
    + intros z Kz; assert (- (dist x z * dist x z) <= m) by (apply U; now exists z); lra.
    + intros e He; apply NNPP; intro N; assert (m <= m - e); [ | lra ]; apply L; intros s [z [Kz ->]].
      apply Rnot_lt_le; intro M; apply N; exists z; split; [ exact Kz | lra ].
Qed.
Lemma nearly_some (n : nat) : exists y, nearly K x n y.
Proof.
  destruct least_square as [q [Q A]]; assert (P : 0 < / INR (S n)) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
  destruct (A _ P) as [y [Ky D]]; exists y; split; [ exact Ky | ]; intros z Kz; assert (B := Q z Kz); lra.
Qed.
Lemma nearly_less (n : nat) (y : E) : nearly K x (S n) y -> nearly K x n y.
Proof.
  intros [Ky D]; split; [ exact Ky | ]; intros z Kz; apply Rlt_le_trans with (1 := D z Kz), Rplus_le_compat_l.
  apply Rinv_le_contravar; [ apply lt_0_INR; lia | apply le_INR; lia ].
Qed.
(** The midpoint of two of them is in [K], so that they are close (the law of the parallelogram). *)
Lemma nearly_close (n : nat) (y z : E) : nearly K x n y -> nearly K x n z -> dist y z * dist y z < 4 * / INR (S n).
Proof.
  intros [Ky Dy] [Kz Dz]; destruct H as [C _].
  assert (Km := C y z (/ 2) Ky Kz ltac:(lra) ltac:(lra)); assert (A := Dy _ Km); assert (B := Dz _ Km).
  rewrite !dist_square in *; revert A B; inners.
  rewrite !(inner_comm E y x), !(inner_comm E z x), !(inner_comm E z y); lra.
Qed.
Lemma nearly_shrinks (e : R) : 0 < e -> exists n, forall y z, nearly K x n y -> nearly K x n z -> dist y z < e.
Proof.
  intro He; assert (Q : 0 < e * e / 4) by (assert (0 < e * e) by (now apply Rmult_lt_0_compat); lra).
  destruct (archimed_cor1 (e * e / 4) Q) as [n [A N]]; exists n; intros y z Y Z.
  apply Rnot_le_lt; intro L; assert (D := nearly_close n y z Y Z); assert (P := dist_nonneg y z).
  assert (e * e <= dist y z * dist y z) by (apply Rmult_le_compat; lra).
  assert (/ INR (S n) <= / INR n) by (apply Rinv_le_contravar; [ apply lt_0_INR; lia | apply le_INR; lia ]); lra.
Qed.
Lemma nearest_close (n : nat) (e : R) : 0 < e -> exists y, nearly K x n y /\ dist (nearest K x) y < e.
Proof. apply (complete E (nearly K x) nearly_some nearly_less nearly_shrinks). Qed.
Lemma nearest_in : K (nearest K x).
Proof.
  destruct H as [_ [C _]]; apply C; intros e He; destruct (nearest_close 0 e He) as [y [[Ky _] D]]; now exists y.
Qed.
Lemma nearest_least (z : E) : K z -> dist x (nearest K x) <= dist x z.
Proof.
  intro Kz; apply Rnot_lt_le; intro L; set (p := nearest K x) in *; set (g := (dist x p - dist x z) / 2).
  assert (P := dist_nonneg x z); assert (G : 0 < g) by (unfold g; lra).
  destruct (archimed_cor1 (g * g)) as [n [A N]]; [ now apply Rmult_lt_0_compat | ].
  destruct (nearest_close n g G) as [y [[Ky D] C]]; fold p in C; specialize (D z Kz).
  assert (T := dist_triangle x y p); rewrite (dist_sym y p) in T.
  assert (B : dist x z + g <= dist x y) by (unfold g in *; lra).
  assert (S1 : (dist x z + g) * (dist x z + g) <= dist x y * dist x y) by (apply Rmult_le_compat; lra).
  assert (/ INR (S n) <= / INR n) by (apply Rinv_le_contravar; [ apply lt_0_INR; lia | apply le_INR; lia ]).
  assert (0 <= dist x z * g) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma nearest_obtuse (z : E) : K z -> inner E (vsub x (nearest K x)) (vsub z (nearest K x)) <= 0.
Proof.
  intro Kz; set (p := nearest K x); set (i := inner E (vsub x p) (vsub z p)); set (s := inner E (vsub z p) (vsub z p)).
  assert (Q : forall t, 0 < t -> t <= 1 -> 2 * i <= t * s).
  { intros t T0 T1; destruct H as [C _]; assert (Km := C p z t nearest_in Kz ltac:(lra) T1).
    assert (L := nearest_least _ Km); fold p in L; assert (A := dist_nonneg x p).
    assert (M := Rmult_le_compat _ _ _ _ A A L L); rewrite !dist_square in M; apply Rmult_le_reg_l with t; [ exact T0 | ].
    unfold i, s; revert M; inners; rewrite !(inner_comm E p x), !(inner_comm E z x), !(inner_comm E z p); lra. }
  apply Rnot_lt_le; intro N; assert (S0 : 0 <= s) by apply inner_nonneg; assert (Q1 := Q 1 ltac:(lra) ltac:(lra)).
  assert (T : 0 < i / s) by (apply Rdiv_lt_0_compat; lra).
  assert (i / s <= 1) by (apply Rmult_le_reg_r with s; [ lra | ]; replace (i / s * s) with i by (field; lra); lra).
  assert (Q2 := Q (i / s) T ltac:(assumption)); replace (i / s * s) with i in Q2 by (field; lra); lra.
Qed.
End Nearest.

(** The nearest points of two points are no farther apart than these are. *)
Theorem nearest_contracts (K : E -> Prop) (x y : E) : convexset K -> dist (nearest K x) (nearest K y) <= dist x y.
Proof.
  intro H; set (p := nearest K x); set (q := nearest K y).
  assert (A := nearest_obtuse K x H q (nearest_in K y H)); assert (B := nearest_obtuse K y H p (nearest_in K x H)); fold p q in A, B.
  assert (C := cauchy_schwarz E (vsub x y) (vsub p q)); fold (dist x y) (dist p q) in C.
  assert (D := dist_square p q).
  assert (L : dist p q * dist p q <= dist x y * dist p q).
  { apply Rle_trans with (2 := C); rewrite D; revert A B; inners.
    rewrite ?(inner_comm E q p), ?(inner_comm E q x), ?(inner_comm E q y), ?(inner_comm E p x), ?(inner_comm E p y), ?(inner_comm E y x); lra. }
  destruct (dist_nonneg p q) as [P | P]; [ now apply Rmult_le_reg_r with (dist p q) | rewrite <- P; apply dist_nonneg ].
Qed.
