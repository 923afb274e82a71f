(** Gradients of convex losses: they are co-coercive, so that gradient steps do not expand.

    Nothing but convexity and the Lipschitz constant is used: a loss need not be twice differentiable (Baillon and Haddad 1977). *)

Require Import Reals Lra Lia Classical.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Open Scope R_scope.

Section Coco.
Variables (K : E -> Prop) (f : E -> R) (g : E -> E) (beta : R).
Hypothesis CK : forall x y t, K x -> K y -> 0 <= t -> t <= 1 -> K (vadd E (vscale E (1 - t) x) (vscale E t y)).
Hypothesis B0 : 0 < beta.
Hypothesis sub : forall x y, K x -> K y -> f x + inner E (g x) (vsub y x) <= f y.
Hypothesis lip : forall x y, K x -> K y -> dist (g x) (g y) <= beta * dist x y.

Definition way (x y : E) (t : R) : E := vadd E (vscale E (1 - t) x) (vscale E t y).
Lemma way_sub x y s t : vsub (way x y s) (way x y t) = vscale E (s - t) (vsub y x).
Proof. apply vec_eq; intro z; unfold way; inners; ring. Qed.
Lemma way_0 x y : way x y 0 = x.
Proof. apply vec_eq; intro z; unfold way; inners; ring. Qed.
Lemma way_1 x y : way x y 1 = y.
Proof. apply vec_eq; intro z; unfold way; inners; ring. Qed.
Lemma way_in x y t : K x -> K y -> 0 <= t <= 1 -> K (way x y t).
Proof. intros; apply CK; tauto. Qed.
Lemma way_dist x y s t : dist (way x y s) (way x y t) = Rabs (s - t) * dist x y.
Proof. unfold dist; rewrite way_sub, norm_scale; f_equal; fold (dist y x) (dist x y); apply dist_sym. Qed.

(** The descent lemma, by N pieces: no derivative is taken. *)
Lemma descent x y : K x -> K y -> f y <= f x + inner E (g x) (vsub y x) + beta / 2 * (dist x y * dist x y).
Proof.
  intros Kx Ky; set (D := dist x y * dist x y); assert (D0 : 0 <= D) by apply Rle_0_sqr; set (h := vsub y x).
  assert (S : forall N k, (0 < N)%nat -> (k <= N)%nat ->
    f (way x y (INR k / INR N)) <= f x + INR k / INR N * inner E (g x) h + beta * D * (INR k * (INR k + 1)) / (2 * INR N * INR N)).
  { intros N k N0; assert (P : 0 < INR N) by (now apply lt_0_INR); induction k as [ | k IH ]; intro L.
    - simpl INR; unfold Rdiv; rewrite !Rmult_0_l, way_0, Rmult_0_r, Rmult_0_l; lra.
    - specialize (IH ltac:(lia)); set (a := INR k / INR N) in *; set (b := INR (Datatypes.S k) / INR N).
      assert (R : forall m : nat, (m <= N)%nat -> 0 <= INR m / INR N <= 1).
      { intros m M; split; [ apply Rmult_le_pos; [ apply pos_INR | left; now apply Rinv_0_lt_compat ] | apply Rmult_le_reg_r with (INR N); [ exact P | unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; rewrite Rmult_1_l, Rmult_1_r; now apply le_INR ] ]. }
      assert (Ka : K (way x y a)) by (apply way_in; auto; apply R; lia); assert (Kb : K (way x y b)) by (apply way_in; auto; now apply R).
      assert (ab : b - a = / INR N) by (unfold a, b; rewrite S_INR; field; lra).
      assert (T := sub _ _ Kb Ka); rewrite way_sub, inner_vscale_r in T; fold h in T.
      assert (C := cauchy_schwarz E (vsub (g (way x y b)) (g x)) h); fold (dist (g (way x y b)) (g x)) in C; unfold h in C at 2; fold (dist y x) in C; rewrite (dist_sym y x) in C.
      assert (Lp := lip (way x y b) x Kb Kx); rewrite <- (way_0 x y) in Lp at 4; rewrite way_dist in Lp.
      assert (b0 : 0 <= b) by (apply R; exact L); rewrite Rminus_0_r, Rabs_right in Lp by lra.
      assert (G : inner E (g (way x y b)) h <= inner E (g x) h + beta * b * D).
      { assert (I : inner E (vsub (g (way x y b)) (g x)) h = inner E (g (way x y b)) h - inner E (g x) h) by (inners; ring); rewrite I in C.
        assert (Q : dist (g (way x y b)) (g x) * dist x y <= beta * (b * dist x y) * dist x y) by (apply Rmult_le_compat_r; [ apply dist_nonneg | exact Lp ]); unfold D; lra. }
      assert (U : / INR N * inner E (g (way x y b)) h <= / INR N * (inner E (g x) h + beta * b * D)) by (apply Rmult_le_compat_l; [ left; now apply Rinv_0_lt_compat | exact G ]).
      replace (a - b) with (- / INR N) in T by lra.
      apply Rle_trans with (f (way x y a) + / INR N * (inner E (g x) h + beta * b * D)); [ lra | ].
      apply Rle_trans with (f x + a * inner E (g x) h + beta * D * (INR k * (INR k + 1)) / (2 * INR N * INR N) + / INR N * (inner E (g x) h + beta * b * D)); [ lra | ].
      right; unfold a, b; rewrite S_INR; field; lra. }
  apply le_epsilon; intros e He; destruct (archimed_cor1 (e / (beta * D + 1))) as [N [HN N0]].
  { apply Rdiv_lt_0_compat; [ exact He | assert (0 <= beta * D) by (apply Rmult_le_pos; lra); lra ]. }
  assert (P : 0 < INR N) by (now apply lt_0_INR); assert (T := S N N N0 (le_n N)); replace (INR N / INR N) with 1 in T by (field; lra); rewrite way_1 in T.
  assert (BD : 0 <= beta * D) by (apply Rmult_le_pos; lra).
  replace (beta * D * (INR N * (INR N + 1)) / (2 * INR N * INR N)) with (beta / 2 * D + beta * D * / INR N / 2) in T by (field; lra).
  assert (Sm : (beta * D + 1) * / INR N < e).
  { apply (Rmult_lt_compat_l (beta * D + 1)) in HN; [ | lra ]; replace ((beta * D + 1) * (e / (beta * D + 1))) with e in HN by (field; lra); exact HN. }
  assert (0 < / INR N) by (now apply Rinv_0_lt_compat); assert (0 <= beta * D * / INR N) by (apply Rmult_le_pos; lra); lra.
Qed.

(** Near points of a ball in the set. *)
Definition step (x y : E) : E := vadd E y (vscale E (- / beta) (vsub (g y) (g x))).
Lemma half x y : K x -> K y -> K (step x y) -> inner E (vsub (g y) (g x)) (vsub (g y) (g x)) / (2 * beta) <= f y - f x - inner E (g x) (vsub y x).
Proof.
  intros Kx Ky Kz; assert (A := sub x _ Kx Kz); assert (D := descent y _ Ky Kz); rewrite dist_square in D.
  set (q := inner E (vsub (g y) (g x)) (vsub (g y) (g x))).
  assert (E1 : vsub (step x y) y = vscale E (- / beta) (vsub (g y) (g x))) by (apply vec_eq; intro z; unfold step; inners; ring).
  assert (E2 : vsub y (step x y) = vscale E (/ beta) (vsub (g y) (g x))) by (apply vec_eq; intro z; unfold step; inners; ring).
  assert (E3 : inner E (g x) (vsub (step x y) x) = inner E (g x) (vsub y x) + - / beta * inner E (g x) (vsub (g y) (g x))) by (unfold step; inners; ring).
  rewrite E1, E2, inner_vscale_r, inner_vscale, inner_vscale_r in D; rewrite E3 in A; fold q in D.
  assert (E4 : inner E (g y) (vsub (g y) (g x)) - inner E (g x) (vsub (g y) (g x)) = q) by (unfold q; inners; ring).
  replace (beta / 2 * (/ beta * (/ beta * q))) with (q / (2 * beta)) in D by (field; lra).
  assert (E5 : / beta * inner E (g y) (vsub (g y) (g x)) - / beta * inner E (g x) (vsub (g y) (g x)) = 2 * (q / (2 * beta))) by (rewrite <- E4; field; lra); lra.
Qed.
Definition co x y : Prop := inner E (vsub (g y) (g x)) (vsub (g y) (g x)) <= beta * inner E (vsub y x) (vsub (g y) (g x)).
Lemma local x y : K x -> K y -> K (step x y) -> K (step y x) -> co x y.
Proof.
  intros Kx Ky K1 K2; assert (A := half x y Kx Ky K1); assert (B := half y x Ky Kx K2); unfold co.
  set (q := inner E (vsub (g y) (g x)) (vsub (g y) (g x))) in *.
  assert (E1 : inner E (vsub (g x) (g y)) (vsub (g x) (g y)) = q) by (unfold q; inners; ring); rewrite E1 in B.
  assert (E2 : - inner E (g x) (vsub y x) - inner E (g y) (vsub x y) = inner E (vsub y x) (vsub (g y) (g x))) by
    (inners; rewrite !(inner_comm E y (g _)), !(inner_comm E x (g _)); ring).
  assert (S : q / (2 * beta) + q / (2 * beta) <= inner E (vsub y x) (vsub (g y) (g x))) by lra.
  apply Rmult_le_reg_l with (/ beta); [ now apply Rinv_0_lt_compat | rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra; replace (/ beta * q) with (q / (2 * beta) + q / (2 * beta)) by (field; lra); exact S ].
Qed.

(** Along a segment: co-coercivity of short pieces adds up (Cauchy and Schwarz). *)
Lemma chain (x y : E) (N : nat) : (0 < N)%nat ->
  (forall k, (k < N)%nat -> co (way x y (INR k / INR N)) (way x y (INR (S k) / INR N))) -> co x y.
Proof.
  intros N0 H; assert (P : 0 < INR N) by (now apply lt_0_INR).
  assert (Q : forall k, (k <= N)%nat -> inner E (vsub (g (way x y (INR k / INR N))) (g x)) (vsub (g (way x y (INR k / INR N))) (g x)) <=
    INR k * (beta / INR N * inner E (vsub y x) (vsub (g (way x y (INR k / INR N))) (g x)))).
  { induction k as [ | k IH ]; intro L.
    - simpl INR; unfold Rdiv; rewrite Rmult_0_l, way_0, Rmult_0_l; right; inners; ring.
    - specialize (IH ltac:(lia)); specialize (H k ltac:(lia)); unfold co in H; rewrite way_sub, inner_vscale in H.
      replace (INR (S k) / INR N - INR k / INR N) with (/ INR N) in H by (rewrite S_INR; field; lra).
      set (u := vsub (g (way x y (INR k / INR N))) (g x)) in *; set (w := vsub (g (way x y (INR (S k) / INR N))) (g (way x y (INR k / INR N)))) in *.
      assert (E1 : vsub (g (way x y (INR (S k) / INR N))) (g x) = vadd E u w) by (apply vec_eq; intro z; unfold u, w; inners; ring).
      rewrite E1, (inner_vadd_r E (vsub y x) u w); set (hu := inner E (vsub y x) u) in *; set (hw := inner E (vsub y x) w) in *.
      assert (C : inner E (vadd E u w) (vadd E u w) = inner E u u + 2 * inner E u w + inner E w w) by (inners; rewrite (inner_comm E w u); ring); rewrite C.
      rewrite S_INR; set (c := beta / INR N) in *; assert (c0 : 0 < c) by (apply Rdiv_lt_0_compat; lra); assert (H' : inner E w w <= c * hw) by (unfold c, Rdiv; lra).
      assert (ww : 0 <= inner E w w) by apply inner_nonneg; assert (uu : 0 <= inner E u u) by apply inner_nonneg.
      destruct k as [ | k ].
      + assert (U0 : inner E u u = 0) by (simpl in IH; lra); assert (U1 := inner_zero E u U0).
        assert (Z : inner E u w = 0) by (rewrite U1, <- (vscale_none w), inner_vscale; ring).
        assert (Z'' : hu = 0) by (unfold hu; rewrite inner_comm, U1, <- (vscale_none w), inner_vscale; ring); rewrite Z, U0, Z''; simpl; lra.
      + set (m := INR (S k)) in *; assert (m1 : 0 < m) by (apply lt_0_INR; lia).
        (* 2 <u, w> <= |u|^2 / m + m |w|^2 *)
        assert (Y : 0 <= inner E (vadd E u (vscale E (- m) w)) (vadd E u (vscale E (- m) w))) by apply inner_nonneg.
        assert (Y' : inner E (vadd E u (vscale E (- m) w)) (vadd E u (vscale E (- m) w)) = inner E u u - 2 * m * inner E u w + m * m * inner E w w) by (inners; rewrite (inner_comm E w u); ring).
        rewrite Y' in Y; assert (Y2 : 2 * inner E u w <= inner E u u / m + m * inner E w w).
        { apply Rmult_le_reg_l with m; [ exact m1 | replace (m * (inner E u u / m + m * inner E w w)) with (inner E u u + m * m * inner E w w) by (field; lra); lra ]. }
        assert (V : inner E u u / m <= c * hu) by (apply Rmult_le_reg_l with m; [ exact m1 | replace (m * (inner E u u / m)) with (inner E u u) by (field; lra); lra ]).
        assert (m * inner E w w <= m * (c * hw)) by (apply Rmult_le_compat_l; lra); lra. }
  specialize (Q N (le_n N)); replace (INR N / INR N) with 1 in Q by (field; lra); rewrite way_1 in Q; unfold co.
  replace (INR N * (beta / INR N * inner E (vsub y x) (vsub (g y) (g x)))) with (beta * inner E (vsub y x) (vsub (g y) (g x))) in Q by (field; lra); exact Q.
Qed.
(** Points with a ball of radius [r] around every point of their segment. *)
Theorem co_coercive_inside x y r : 0 < r -> K x -> K y -> (forall t z, 0 <= t <= 1 -> dist (way x y t) z <= r -> K z) -> co x y.
Proof.
  intros r0 Kx Ky Room; destruct (archimed_cor1 (r / (dist x y + 1))) as [N [HN N0]].
  { apply Rdiv_lt_0_compat; [ exact r0 | assert (D := dist_nonneg x y); lra ]. }
  assert (P : 0 < INR N) by (now apply lt_0_INR); assert (D := dist_nonneg x y).
  assert (Sm : / INR N * dist x y <= r).
  { apply (Rmult_lt_compat_l (dist x y + 1)) in HN; [ | lra ]; replace ((dist x y + 1) * (r / (dist x y + 1))) with r in HN by (field; lra).
    assert (0 < / INR N) by (now apply Rinv_0_lt_compat); lra. }
  assert (R : forall m : nat, (m <= N)%nat -> 0 <= INR m / INR N <= 1).
  { intros m M; split; [ apply Rmult_le_pos; [ apply pos_INR | left; now apply Rinv_0_lt_compat ] | apply Rmult_le_reg_r with (INR N); [ exact P | unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; rewrite Rmult_1_l, Rmult_1_r; now apply le_INR ] ]. }
  assert (near : forall s t, 0 <= s <= 1 -> 0 <= t <= 1 -> Rabs (s - t) = / INR N -> K (step (way x y s) (way x y t))).
  { intros s t S1 T1 A; apply (Room t _ T1); unfold step, dist.
    assert (V : vsub (way x y t) (vadd E (way x y t) (vscale E (- / beta) (vsub (g (way x y t)) (g (way x y s))))) = vscale E (/ beta) (vsub (g (way x y t)) (g (way x y s)))) by (apply vec_eq; intro z; inners; ring).
    rewrite V, norm_scale, Rabs_right by (left; now apply Rinv_0_lt_compat); fold (dist (g (way x y t)) (g (way x y s))).
    assert (L := lip _ _ (way_in x y t Kx Ky T1) (way_in x y s Kx Ky S1)); rewrite way_dist, Rabs_minus_sym, A in L.
    apply Rmult_le_reg_l with beta; [ exact B0 | rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra; apply Rle_trans with (1 := L); apply Rmult_le_compat_l; lra ]. }
  apply (chain x y N N0); intros k L; assert (A : INR (S k) / INR N - INR k / INR N = / INR N) by (rewrite S_INR; field; lra).
  assert (I : 0 < / INR N) by (now apply Rinv_0_lt_compat).
  apply local; try (apply way_in; auto; apply R; lia); apply near; try (apply R; lia); [ rewrite Rabs_minus_sym | ]; rewrite A; apply Rabs_right; lra.
Qed.
End Coco.

(** * Losses *)

Lemma inner_none (x : E) : inner E x (vzero E) = 0.
Proof. rewrite <- (vscale_none (vzero E)), inner_vscale_r; ring. Qed.
(** A convex loss lies above its tangents. *)
Lemma tangent_below (f : loss) (K : set) (x y : E) : convex f K -> K x -> K y -> loss_at f x + inner E (grad f x) (vsub y x) <= loss_at f y.
Proof.
  intros C Kx Ky; set (h := vsub y x); set (n := norm E h); assert (n0 : 0 <= n) by apply norm_nonneg; apply Rnot_lt_le; intro N.
  set (d := loss_at f x + inner E (grad f x) h - loss_at f y); assert (d0 : 0 < d) by (unfold d; lra).
  assert (e0 : 0 < d / (2 * (n + 1))) by (apply Rdiv_lt_0_compat; lra); destruct (differentiable f x _ e0) as [r [r0 D]].
  set (t := Rmin 1 (r / (n + 1))); assert (q0 : 0 < r / (n + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (t0 : 0 < t) by (unfold t, Rmin; destruct (Rle_dec _ _); lra); assert (t1 : t <= 1) by apply Rmin_l.
  assert (tr : t * n <= r).
  { apply Rle_trans with (r / (n + 1) * (n + 1)); [ | right; field; lra ].
    apply Rmult_le_compat; [ lra | exact n0 | apply Rmin_r | lra ]. }
  set (z := vadd E (vscale E (1 - t) x) (vscale E t y)); assert (zx : vsub z x = vscale E t h) by (apply vec_eq; intro w; unfold z, h; inners; ring).
  assert (Dz : dist z x = t * n) by (unfold dist; rewrite zx, norm_scale, Rabs_right by lra; reflexivity).
  assert (T := D z ltac:(rewrite Dz; exact tr)); rewrite zx, inner_vscale_r, Dz in T; assert (U := C x y t Kx Ky ltac:(lra) t1); fold z in U.
  assert (T1 := Rle_abs (- (loss_at f z - loss_at f x - t * inner E (grad f x) h))); rewrite Rabs_Ropp in T1.
  set (e := d / (2 * (n + 1))) in *; assert (en : e * (2 * (n + 1)) = d) by (unfold e; field; lra).
  assert (V : t * d <= t * (e * n)) by (unfold d; lra); apply Rmult_le_reg_l in V; [ | exact t0 ].
  assert (0 <= e * n) by (apply Rmult_le_pos; lra); lra.
Qed.

Section Losses.
Variables (f : loss) (K : set) (beta : R).
Hypotheses (C : convex f K) (S : smooth f beta K) (H : convexset K).

Lemma constant_gradient (x y : E) : beta <= 0 -> K x -> K y -> vsub (grad f x) (grad f y) = vzero E.
Proof.
  intros B Kx Ky; assert (L := S x y Kx Ky); assert (D := dist_nonneg x y); assert (G := dist_nonneg (grad f x) (grad f y)).
  assert (0 <= - beta * dist x y) by (apply Rmult_le_pos; lra); rewrite (dist_zero (grad f x) (grad f y)) by lra; apply vsub_self.
Qed.
(** Inner points near [x] and [y] have a ball of the set around every point of their segment: the limit of what holds for them holds for [x] and [y]. *)
Lemma co_coercive_limit (x y : E) : 0 < beta -> K x -> K y -> co (grad f) beta x y.
Proof.
  intros B Kx Ky; destruct H as [CK [_ [c [r [r0 Ball]]]]]; assert (Kc : K c) by (apply Ball; rewrite dist_self; exact r0).
  set (g := grad f : E -> E); set (a := vsub (g y) (g x)); set (h := vsub y x); set (m := beta * (dist y c + dist x c)).
  assert (m0 : 0 <= m) by (apply Rmult_le_pos; [ lra | assert (U := dist_nonneg y c); assert (V := dist_nonneg x c); lra ]).
  assert (a0 := norm_nonneg a); assert (h0 := norm_nonneg h).
  set (M := 2 * norm E a * m + beta * norm E h * m + beta * (norm E h * norm E a)).
  assert (M0 : 0 <= M).
  { assert (P := Rmult_le_pos _ _ a0 m0); assert (P2 := Rmult_le_pos _ _ h0 m0); assert (P3 := Rmult_le_pos _ _ h0 a0).
    assert (P4 := Rmult_le_pos _ _ (Rlt_le _ _ B) P2); assert (P5 := Rmult_le_pos _ _ (Rlt_le _ _ B) P3); unfold M; lra. }
  assert (Q : forall s, 0 < s -> s <= 1 -> inner E a a <= beta * inner E h a + s * M).
  { intros s s0 s1; assert (in_way : forall u v t, K u -> K v -> 0 <= t <= 1 -> K (way u v t)) by (intros; apply way_in; tauto).
    assert (Kxs : K (way x c s)) by (apply in_way; auto; lra); assert (Kys : K (way y c s)) by (apply in_way; auto; lra).
    assert (I := co_coercive_inside K (loss_at f) g beta CK B (fun u v => tangent_below f K u v C) S (way x c s) (way y c s) (s * (r / 2))).
    assert (Room : forall t z, 0 <= t <= 1 -> dist (way (way x c s) (way y c s) t) z <= s * (r / 2) -> K z).
    { intros t z T D; set (w := way x y t); set (k := vadd E c (vscale E (/ s) (vsub z (way w c s)))).
      assert (Kw : K w) by (now apply in_way).
      assert (Ew : way (way x c s) (way y c s) t = way w c s) by (apply vec_eq; intro u; unfold w, way; inners; ring).
      assert (Ez : z = way w k s) by (apply vec_eq; intro u; unfold k, w, way; inners; field; lra).
      rewrite Ez; apply in_way; [ exact Kw | apply Ball | lra ].
      assert (Ek : vsub c k = vscale E (/ s) (vsub (way w c s) z)) by (apply vec_eq; intro u; unfold k; inners; ring).
      unfold dist; rewrite Ek, norm_scale, Rabs_right by (left; now apply Rinv_0_lt_compat).
      rewrite Ew in D; unfold dist in D; apply Rmult_lt_reg_l with s; [ exact s0 | ].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra; assert (s * (r / 2) < s * r) by (apply Rmult_lt_compat_l; lra); lra. }
    specialize (I ltac:(apply Rmult_lt_0_compat; lra) Kxs Kys Room); unfold co in I.
    set (b := vsub (g (way y c s)) (g (way x c s))) in *; set (u := vsub b a).
    assert (Eh : vsub (way y c s) (way x c s) = vscale E (1 - s) h) by (apply vec_eq; intro w; unfold h, way; inners; ring).
    assert (Eb : b = vadd E a u) by (apply vec_eq; intro w; unfold u; inners; ring).
    assert (near : forall p, K p -> norm E (vsub (g (way p c s)) (g p)) <= beta * (s * dist p c)).
    { intros p Kp; assert (L := S (way p c s) p ltac:(apply in_way; auto; lra) Kp); rewrite <- (way_0 p c) in L at 4.
      rewrite way_dist, Rminus_0_r, Rabs_right in L by lra; exact L. }
    assert (un : norm E u <= s * m).
    { assert (Eu : u = vadd E (vsub (g (way y c s)) (g y)) (vscale E (-1) (vsub (g (way x c s)) (g x)))) by (apply vec_eq; intro w; unfold u, b, a; inners; ring).
      rewrite Eu; apply Rle_trans with (1 := norm_triangle E _ _); rewrite norm_minus_one; assert (N1 := near y Ky); assert (N2 := near x Kx); unfold m; lra. }
    rewrite Eh, Eb, inner_vscale, !inner_vadd, !inner_vadd_r, (inner_comm E u a) in I; assert (uu := inner_nonneg E u).
    assert (I' : inner E a a + 2 * inner E a u + inner E u u <= beta * ((1 - s) * inner E h a) + beta * ((1 - s) * inner E h u)) by lra.
    assert (C1 := cauchy_schwarz E (vscale E (-1) a) u); rewrite inner_vscale, norm_minus_one in C1.
    assert (C2 := cauchy_schwarz E h u); assert (C3 := cauchy_schwarz E (vscale E (-1) h) a); rewrite inner_vscale, norm_minus_one in C3.
    assert (D1 : norm E a * norm E u <= norm E a * (s * m)) by (now apply Rmult_le_compat_l).
    assert (D2 : norm E h * norm E u <= norm E h * (s * m)) by (now apply Rmult_le_compat_l).
    assert (D3 : beta * ((1 - s) * inner E h u) <= beta * (norm E h * (s * m))).
    { apply Rmult_le_compat_l; [ lra | ]; destruct (Rle_dec 0 (inner E h u)) as [P | P].
      - apply Rle_trans with (1 * inner E h u); [ apply Rmult_le_compat_r; lra | lra ].
      - apply Rle_trans with 0; [ | apply Rmult_le_pos; [ exact h0 | apply Rmult_le_pos; lra ] ].
        replace ((1 - s) * inner E h u) with (- ((1 - s) * - inner E h u)) by ring; assert (0 <= (1 - s) * - inner E h u) by (apply Rmult_le_pos; lra); lra. }
    assert (D4 : s * (beta * - inner E h a) <= s * (beta * (norm E h * norm E a))) by (repeat (apply Rmult_le_compat_l; [ lra | ]); lra).
    unfold M; lra. }
  unfold co; fold g a h; apply le_epsilon; intros e He; set (s := Rmin 1 (e / (M + 1))).
  assert (q0 : 0 < e / (M + 1)) by (apply Rdiv_lt_0_compat; lra); assert (s0 : 0 < s) by (unfold s, Rmin; destruct (Rle_dec _ _); lra).
  apply Rle_trans with (1 := Q s s0 (Rmin_l _ _)); apply Rplus_le_compat_l; apply Rle_trans with (e / (M + 1) * (M + 1)); [ | right; field; lra ].
  apply Rmult_le_compat; [ lra | exact M0 | apply Rmin_r | lra ].
Qed.
Lemma co_coercive (x y : E) : K x -> K y ->
  inner E (vsub (grad f x) (grad f y)) (vsub (grad f x) (grad f y)) <= beta * inner E (vsub x y) (vsub (grad f x) (grad f y)).
Proof.
  intros Kx Ky; destruct (Rlt_le_dec 0 beta) as [B | B]; [ exact (co_coercive_limit y x B Ky Kx) | ].
  rewrite constant_gradient, !inner_none by assumption; right; ring.
Qed.
Lemma gradient_monotone (x y : E) : K x -> K y -> 0 <= inner E (vsub x y) (vsub (grad f x) (grad f y)).
Proof.
  intros Kx Ky; destruct (Rlt_le_dec 0 beta) as [B | B].
  - assert (Q := co_coercive x y Kx Ky); assert (N := inner_nonneg E (vsub (grad f x) (grad f y))); apply Rmult_le_reg_l with beta; [ exact B | lra ].
  - rewrite constant_gradient, inner_none by assumption; lra.
Qed.
End Losses.

Theorem proved_co_coercive (beta : R) (f : loss) (K : set) (x y : vector) : convex f K -> smooth f beta K -> convexset K ->
  member x K -> member y K -> pw (norm E (vsub (slope f x) (slope f y))) 2 <= beta * inner E (vsub x y) (vsub (slope f x) (slope f y)).
Proof. intros C S H Kx Ky; rewrite proved_norm_square; now apply co_coercive with K. Qed.
Theorem proved_gradient_step (beta eta : R) (f : loss) (K : set) : 0 <= eta -> eta * beta <= 2 -> convex f K -> smooth f beta K ->
  convexset K -> lipschitzon (gradient f eta) K 1.
Proof.
  intros e0 e2 C S H x y Kx Ky; rewrite Rmult_1_l; apply square_le; [ apply dist_nonneg | ]; rewrite !dist_square.
  assert (Q := co_coercive f K beta C S H x y Kx Ky); assert (M := gradient_monotone f K beta C S H x y Kx Ky).
  set (h := vsub x y) in *; set (a := vsub (grad f x) (grad f y)) in *.
  assert (D : vsub (gradient f eta x) (gradient f eta y) = vadd E h (vscale E (- eta) a)) by (apply vec_eq; intro w; unfold h, a; simpl; inners; ring).
  rewrite D, inner_vadd, !inner_vadd_r, !inner_vscale, !inner_vscale_r, (inner_comm E a h).
  assert (A1 : eta * (eta * inner E a a) <= eta * (eta * (beta * inner E h a))) by (repeat (apply Rmult_le_compat_l; [ exact e0 | ]); exact Q).
  assert (A2 : eta * (eta * beta * inner E h a) <= eta * (2 * inner E h a)) by (apply Rmult_le_compat_l; [ exact e0 | apply Rmult_le_compat_r; assumption ]).
  lra.
Qed.
