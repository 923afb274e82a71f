(** Euclidean spaces with their events, and their geometry. *)

Require Import Reals Lra Lia ZArith Classical.
Require Import Pabisym.RealFacts Pabisym.Laws.
Open Scope R_scope.

(** * The spaces

    A complete real space with an inner product, with events for which its operations are measurable, which has more
    than one point, and whose pairs of points can be written as points (as in every R^d with its Borel sets).  Completeness
    is, as for Coq's real numbers, an operation: of nonempty sets that shrink to a point it finds this point. *)

Record EuclideanSpace : Type := {
  points :> Space;
  vadd : points -> points -> points;
  vscale : R -> points -> points;
  vzero : points;
  inner : points -> points -> R;
  vadd_comm : forall x y, vadd x y = vadd y x;
  vadd_assoc : forall x y z, vadd x (vadd y z) = vadd (vadd x y) z;
  vadd_zero : forall x, vadd x vzero = x;
  vscale_one : forall x, vscale 1 x = x;
  vscale_mul : forall a b x, vscale a (vscale b x) = vscale (a * b) x;
  vscale_plus : forall a b x, vscale (a + b) x = vadd (vscale a x) (vscale b x);
  vscale_vadd : forall a x y, vscale a (vadd x y) = vadd (vscale a x) (vscale a y);
  inner_comm : forall x y, inner x y = inner y x;
  inner_vadd : forall x y z, inner (vadd x y) z = inner x z + inner y z;
  inner_vscale : forall a x y, inner (vscale a x) y = a * inner x y;
  inner_nonneg : forall x, 0 <= inner x x;
  inner_zero : forall x, inner x x = 0 -> x = vzero;
  norm : points -> R := fun x => sqrt (inner x x);
  direction : points;
  norm_direction : norm direction = 1;
  shrunk : (nat -> points -> Prop) -> points;
  complete : forall K : nat -> points -> Prop, (forall n, exists x, K n x) -> (forall n x, K (S n) x -> K n x) ->
    (forall e, 0 < e -> exists n, forall x y, K n x -> K n y -> norm (vadd x (vscale (-1) y)) < e) ->
    forall n e, 0 < e -> exists x, K n x /\ norm (vadd (shrunk K) (vscale (-1) x)) < e;
  vadd_measurable : measurable (pairs points points) points (fun p => vadd (fst p) (snd p));
  vscale_measurable : forall a, measurable points points (vscale a);
  norm_measurable : forall a, meas (fun x => norm x <= a);
  cut_measurable : forall z, measurable (pairs points points) points (fun p =>
    let d := vadd (snd p) (vscale (-1) (fst p)) in if Rle_dec (norm d) z then snd p else vadd (fst p) (vscale (z / norm d) d));
  constant_measurable : forall v, measurable points points (fun _ => v);
  contraction_measurable : forall f : points -> points,
    (forall x y, norm (vadd (f x) (vscale (-1) (f y))) <= norm (vadd x (vscale (-1) y))) -> measurable points points f;
  code : points * points -> points;
  decode : points -> points * points;
  decode_code : forall p, decode (code p) = p;
  code_measurable : measurable (pairs points points) points code;
  decode_measurable : measurable points (pairs points points) decode }.

(** * Norms *)

Section Norms.
Variable S : EuclideanSpace.
Implicit Types x y z : S.

Lemma inner_vadd_r x y z : inner S x (vadd S y z) = inner S x y + inner S x z.
Proof. rewrite inner_comm, inner_vadd, (inner_comm S y), (inner_comm S z); reflexivity. Qed.
Lemma inner_vscale_r (a : R) x y : inner S x (vscale S a y) = a * inner S x y.
Proof. rewrite inner_comm, inner_vscale, (inner_comm S y); reflexivity. Qed.
Lemma norm_square x : norm S x * norm S x = inner S x x.
Proof. apply sqrt_sqrt, inner_nonneg. Qed.
Lemma norm_zero x : norm S x = 0 -> x = vzero S.
Proof. intro H; apply inner_zero; rewrite <- norm_square, H; ring. Qed.
Lemma norm_scale (a : R) x : norm S (vscale S a x) = Rabs a * norm S x.
Proof.
  unfold norm; rewrite inner_vscale, inner_vscale_r, <- Rmult_assoc, sqrt_mult_alt by apply Rle_0_sqr; change (a * a) with (Rsqr a); now rewrite sqrt_Rsqr_abs.
Qed.
Lemma cauchy_schwarz x y : inner S x y <= norm S x * norm S y.
Proof.
  assert (Q : inner S x y * inner S x y <= inner S x x * inner S y y).
  { destruct (Req_dec (inner S y y) 0) as [H | H].
    - apply inner_zero in H; subst y; replace (inner S x (vzero S)) with 0.
      + rewrite Rmult_0_l; apply Rmult_le_pos; apply inner_nonneg.
      + assert (E : inner S x (vadd S (vzero S) (vzero S)) = inner S x (vzero S)) by (now rewrite vadd_zero).
        rewrite inner_vadd_r in E; lra.
    - assert (P := inner_nonneg S y); set (a := inner S x y / inner S y y).
      assert (N := inner_nonneg S (vadd S x (vscale S (- a) y))).
      rewrite !inner_vadd, !inner_vadd_r, !inner_vscale, !inner_vscale_r, (inner_comm S y x) in N.
      match type of N with 0 <= ?t => assert (M : inner S x x * inner S y y - inner S x y * inner S x y = inner S y y * t) by
        (unfold a; field; exact H); assert (0 <= inner S y y * t) by (now apply Rmult_le_pos) end; lra. }
  unfold norm; rewrite <- sqrt_mult_alt by apply inner_nonneg; destruct (Rle_dec (inner S x y) 0) as [H | H].
  - apply Rle_trans with (1 := H), sqrt_pos.
  - rewrite <- (sqrt_square (inner S x y)) by lra; now apply sqrt_le_1_alt.
Qed.
Lemma norm_triangle x y : norm S (vadd S x y) <= norm S x + norm S y.
Proof.
  assert (A : 0 <= norm S x) by apply sqrt_pos; assert (B : 0 <= norm S y) by apply sqrt_pos.
  rewrite <- (sqrt_square (norm S x + norm S y)) by lra; apply sqrt_le_1_alt.
  rewrite !inner_vadd, !inner_vadd_r, (inner_comm S y x), <- !norm_square; assert (C := cauchy_schwarz x y); lra.
Qed.
End Norms.
