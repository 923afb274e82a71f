(** The real line with its Borel sets, and the uniform law on the interval from 0 to 1 (Caratheodory).

    The outer length of a set is the greatest lower bound of the lengths of its covers by countably many intervals; Borel sets cut every
    set in two whose outer lengths add up, so that on them it is a law. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List IndefiniteDescription.
From Coq Require Cantor FinFun.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products Pabisym.Integrals.
Import ListNotations.
Open Scope R_scope.

(** * The line *)

Definition ray (A : R -> Prop) : Prop := exists t, forall x, A x <-> x < t.
Definition line : Space := {| carrier := R; meas := generated ray; meas_ext := gen_ext _; meas_all := gen_all _;
  meas_not := gen_not _; meas_union := gen_union _ |}.

Lemma ray_meas t : @meas line (fun x => x < t).
Proof. apply gen_base; exists t; tauto. Qed.

(** * Sums of numbers *)

Lemma sum_le n f g : (forall i, f i <= g i) -> below n f <= below n g.
Proof. intro H; induction n; simpl; [ lra | specialize (H n); lra ]. Qed.
Lemma sum_up n m f : (forall i, 0 <= f i) -> (n <= m)%nat -> below n f <= below m f.
Proof. intros P H; induction H; [ lra | simpl; specialize (P m); lra ]. Qed.
Lemma lsum_incl {T : Type} (f : T -> R) (l : list T) : (forall x, 0 <= f x) -> NoDup l -> forall r, incl l r -> lsum f l <= lsum f r.
Proof.
  intros P N; induction N as [ | x l A N IH ]; intros r I; simpl.
  - clear I; induction r; simpl; [ lra | specialize (P a); lra ].
  - destruct (in_split x r (I x (or_introl eq_refl))) as [r1 [r2 ->]]; rewrite lsum_app; simpl.
    assert (L : lsum f l <= lsum f (r1 ++ r2)).
    { apply IH; intros y Y; assert (Z := I y (or_intror Y)); apply in_app_iff in Z; apply in_app_iff; simpl in Z.
      destruct Z as [Z | [<- | Z]]; auto; contradiction. }
    rewrite lsum_app in L; lra.
Qed.
Lemma below_lsum n f : below n f = lsum f (seq 0 n).
Proof. induction n; [ reflexivity | rewrite seq_S, lsum_app, <- IHn; simpl; ring ]. Qed.
Lemma lsum_prod {T U : Type} (f : T * U -> R) l r : lsum f (list_prod l r) = lsum (fun x => lsum (fun y => f (x, y)) r) l.
Proof. induction l; simpl; [ reflexivity | rewrite lsum_app, lsum_map, IHl; reflexivity ]. Qed.
(** A double series, along Cantor's walk. *)
Lemma cantor_sum (f : nat -> nat -> R) K : (forall i j, 0 <= f i j) ->
  below K (fun k => f (fst (Cantor.of_nat k)) (snd (Cantor.of_nat k))) <= below K (fun i => below K (f i)).
Proof.
  intro P; rewrite !below_lsum.
  assert (E : lsum (fun i => below K (f i)) (seq 0 K) = lsum (fun p => f (fst p) (snd p)) (list_prod (seq 0 K) (seq 0 K))).
  { rewrite lsum_prod; f_equal; apply functional_extensionality; intro i; apply below_lsum. }
  rewrite E, <- (lsum_map (fun p => f (fst p) (snd p)) Cantor.of_nat); apply lsum_incl.
  - intro p; apply P.
  - apply (FinFun.Injective_map_NoDup (f := Cantor.of_nat)); [ | apply seq_NoDup ]; intros a b H.
    rewrite <- (Cantor.cancel_to_of a), <- (Cantor.cancel_to_of b), H; reflexivity.
  - intros p H; apply in_map_iff in H; destruct H as [k [<- Hk]]; apply in_seq in Hk.
    destruct (Cantor.of_nat k) as [i j] eqn:D; assert (C := Cantor.to_nat_non_decreasing i j).
    assert (Cantor.to_nat (i, j) = k) by (rewrite <- D; apply Cantor.cancel_to_of).
    apply in_prod; apply in_seq; lia.
Qed.
Lemma halves e N : 0 < e -> below N (fun n => e / 2 ^ (S n)) <= e.
Proof.
  intro H; assert (Q : below N (fun n => e / 2 ^ (S n)) = e - e / 2 ^ N).
  { induction N as [ | N IH ]; cbn [below]; [ simpl; field | ]. rewrite IH, <- tech_pow_Rmult; field; apply pow_nonzero; lra. }
  rewrite Q; assert (0 < e / 2 ^ N) by (apply Rdiv_lt_0_compat; [ exact H | apply pow_lt; lra ]); lra.
Qed.

(** * Outer lengths *)

(** Countably many intervals of the length [l] in all cover what [A] has in the interval from 0 to 1. *)
Definition covers (A : R -> Prop) (l : R) : Prop := exists a b : nat -> R, (forall n, a n <= b n) /\
  (forall x, 0 <= x < 1 -> A x -> exists n, a n <= x < b n) /\ forall N, below N (fun i => b i - a i) <= l.
Lemma covers_nonneg A l : covers A l -> 0 <= l.
Proof. intros [a [b [_ [_ H]]]]; exact (H O). Qed.
Lemma covers_sub (A B : R -> Prop) l : (forall x, 0 <= x < 1 -> A x -> B x) -> covers B l -> covers A l.
Proof. intros S [a [b [H [C L]]]]; exists a, b; split; [ exact H | split; [ intros x X Ax; apply C; auto | exact L ] ]. Qed.
Lemma covers_all A : covers A 1.
Proof.
  exists (fun _ => 0), (fun n => match n with O => 1 | _ => 0 end); split; [ intros [ | n]; lra | split ].
  - intros x X _; exists O; exact X.
  - intro N; assert (E : below N (fun i => match i with O => 1 | _ => 0 end - 0) = match N with O => 0 | _ => 1 end).
    { induction N as [ | [ | N] IH ]; simpl in *; try lra; rewrite IH; lra. }
    rewrite E; destruct N; lra.
Qed.
Lemma covers_none : covers (fun _ => False) 0.
Proof.
  exists (fun _ => 0), (fun _ => 0); split; [ intro; lra | split; [ intros x _ [] | ] ].
  intro N; induction N; simpl; lra.
Qed.
Lemma outer_exists A : { m | (forall l, covers A l -> m <= l) /\ forall e, 0 < e -> exists l, covers A l /\ l < m + e }.
Proof.
  destruct (completeness (fun x => covers A (- x))) as [m [U L]].
  - exists 0; intros x H; apply covers_nonneg in H; lra.
  - exists (- (1)); rewrite Ropp_involutive; apply covers_all.
  - exists (- m); split.
    + intros l H; assert (- l <= m) by (apply U; now rewrite Ropp_involutive); lra.
    + intros e He; apply NNPP; intro N; assert (m <= m - e); [ | lra ]; apply L; intros x H; apply Rnot_lt_le; intro K.
      apply N; exists (- x); split; [ exact H | lra ].
Qed.
Definition outer A : R := proj1_sig (outer_exists A).
Lemma outer_le A l : covers A l -> outer A <= l.
Proof. apply (proj2_sig (outer_exists A)). Qed.
Lemma outer_near A e : 0 < e -> exists l, covers A l /\ l < outer A + e.
Proof. apply (proj2_sig (outer_exists A)). Qed.
Lemma outer_ge A c : (forall l, covers A l -> c <= l) -> c <= outer A.
Proof. intro H; apply le_epsilon; intros e He; destruct (outer_near A e He) as [l [C L]]; specialize (H l C); lra. Qed.
Lemma outer_sub (A B : R -> Prop) : (forall x, 0 <= x < 1 -> A x -> B x) -> outer A <= outer B.
Proof. intro S; apply outer_ge; intros l C; apply outer_le; now apply (covers_sub A B). Qed.
Lemma outer_ext (A B : R -> Prop) : (forall x, A x <-> B x) -> outer A = outer B.
Proof. intro H; apply Rle_antisym; apply outer_sub; intros x _; apply H. Qed.
Lemma outer_nonneg A : 0 <= outer A.
Proof. apply outer_ge; intros l; apply covers_nonneg. Qed.
Lemma outer_none : outer (fun _ => False) = 0.
Proof. apply Rle_antisym; [ apply outer_le, covers_none | apply outer_nonneg ]. Qed.
(** Countably many sets (this needs a choice of covers). *)
Lemma outer_countable (A : nat -> R -> Prop) (B : R -> Prop) L : (forall x, B x -> exists n, A n x) ->
  (forall N, below N (fun n => outer (A n)) <= L) -> outer B <= L.
Proof.
  intros S H; apply le_epsilon; intros e He.
  assert (Q : forall n, exists ab : (nat -> R) * (nat -> R), (forall i, fst ab i <= snd ab i) /\
    (forall x, 0 <= x < 1 -> A n x -> exists i, fst ab i <= x < snd ab i) /\ forall N, below N (fun i => snd ab i - fst ab i) <= outer (A n) + e / 2 ^ (Datatypes.S n)).
  { intro n; destruct (outer_near (A n) (e / 2 ^ (Datatypes.S n))) as [l [[a [b [C1 [C2 C3]]]] K]].
    - apply Rdiv_lt_0_compat; [ exact He | apply pow_lt; lra ].
    - exists (a, b); simpl fst; simpl snd; split; [ exact C1 | split; [ exact C2 | intro N; specialize (C3 N); lra ] ]. }
  destruct (functional_choice _ Q) as [f Hf]; apply outer_le.
  exists (fun k => fst (f (fst (Cantor.of_nat k))) (snd (Cantor.of_nat k))), (fun k => snd (f (fst (Cantor.of_nat k))) (snd (Cantor.of_nat k))).
  split; [ intro k; apply Hf | split ].
  - intros x X Bx; destruct (S x Bx) as [n An]; destruct (Hf n) as [_ [C _]]; destruct (C x X An) as [i I].
    exists (Cantor.to_nat (n, i)); rewrite Cantor.cancel_of_to; exact I.
  - intro N; apply Rle_trans with (1 := cantor_sum (fun n i => snd (f n) i - fst (f n) i) N ltac:(intros n i; destruct (Hf n) as [C _]; specialize (C i); lra)).
    apply Rle_trans with (below N (fun n => outer (A n) + e / 2 ^ (Datatypes.S n))).
    + apply sum_le; intro n; apply (Hf n).
    + rewrite below_plus; assert (Z := halves e N He); specialize (H N); lra.
Qed.
Lemma outer_or (A B : R -> Prop) : outer (fun x => A x \/ B x) <= outer A + outer B.
Proof.
  apply (outer_countable (fun n => match n with O => A | S O => B | _ => fun _ => False end)).
  - intros x [H | H]; [ now exists O | now exists 1%nat ].
  - intro N; assert (P := outer_nonneg A); assert (Q := outer_nonneg B).
    destruct N as [ | [ | N]]; simpl; try lra.
    assert (E : below N (fun n => outer (match n with O => A | S O => B | _ => fun _ => False end)) + outer (match N with O => A | S O => B | _ => fun _ => False end)
      + outer (match N with O => B | _ => fun _ => False end) = outer A + outer B); [ | lra ].
    induction N as [ | N IH ]; simpl in *; [ lra | rewrite <- IH; destruct N; rewrite ?outer_none; lra ].
Qed.

(** The whole has the length 1: no cover is shorter. *)
Lemma sum_gain N n f g c : (n < N)%nat -> (forall i, f i <= g i) -> f n + c <= g n -> below N f + c <= below N g.
Proof.
  intros L H K; induction L as [ | N L IH ]; simpl; [ assert (Q := sum_le n f g H); lra | specialize (H N); lra ].
Qed.
Lemma whole_length (A : R -> Prop) l : (forall x, 0 <= x < 1 -> A x) -> covers A l -> 1 <= l.
Proof.
  intros W [a [b [O [C L]]]].
  set (len := fun x i => Rmax 0 (Rmin (b i) x - Rmax (a i) 0)).
  assert (len0 : forall x i, 0 <= len x i) by (intros; apply Rmax_l).
  assert (lenup : forall x y i, x <= y -> len x i <= len y i).
  { intros x y i H; unfold len, Rmax, Rmin; repeat destruct (Rle_dec _ _); lra. }
  set (T := fun x => 0 <= x <= 1 /\ forall M, (forall N, below N (len x) <= M) -> x <= M).
  destruct (completeness T) as [s [U B]].
  { exists 1; intros x [H _]; lra. }
  { exists 0; split; [ lra | intros M H; exact (H 0%nat) ]. }
  assert (s01 : 0 <= s <= 1).
  { split; [ apply U; split; [ lra | intros M H; exact (H 0%nat) ] | apply B; intros x [H _]; lra ]. }
  assert (Ts : T s).
  { split; [ exact s01 | ]; intros M H; apply B; intros x [X K]; apply K; intro N; apply Rle_trans with (2 := H N).
    apply sum_le; intro i; apply lenup, U; now split. }
  destruct (Rle_lt_dec 1 s) as [S1 | S1].
  - apply Rle_trans with (1 := S1), (proj2 Ts); intro N; apply Rle_trans with (2 := L N); apply sum_le; intro i.
    unfold len, Rmax, Rmin; specialize (O i); repeat destruct (Rle_dec _ _); lra.
  - exfalso; destruct (C s ltac:(lra) (W s ltac:(lra))) as [n I]; set (y := Rmin (b n) 1).
    assert (sy : s < y) by (unfold y, Rmin; destruct (Rle_dec _ _); lra).
    assert (Ty : T y); [ | specialize (U y Ty); lra ].
    split; [ unfold y, Rmin in *; destruct (Rle_dec _ _); lra | ]; intros M H.
    assert (s <= M - (y - s)); [ | lra ]; apply (proj2 Ts); intro N.
    assert (G := sum_gain (Nat.max N (S n)) n (len s) (len y) (y - s) ltac:(lia) (fun i => lenup s y i ltac:(lra))).
    assert (D : len s n + (y - s) <= len y n).
    { unfold len, y in *; clear - I s01 sy; unfold Rmax, Rmin in *; repeat destruct (Rle_dec _ _); lra. }
    specialize (G D); specialize (H (Nat.max N (S n))); assert (V := sum_up N (Nat.max N (S n)) (len s) (len0 s) ltac:(lia)); lra.
Qed.
Lemma outer_all : outer (fun _ => True) = 1.
Proof. apply Rle_antisym; [ apply outer_le, covers_all | apply outer_ge; intros l; now apply whole_length ]. Qed.

(** Sets that cut every set well: the outer lengths of the two parts add up. *)
Definition fits (A : R -> Prop) : Prop := forall E, outer (fun x => E x /\ A x) + outer (fun x => E x /\ ~ A x) <= outer E.
Lemma fits_ext (A B : R -> Prop) : (forall x, A x <-> B x) -> fits A -> fits B.
Proof.
  intros H K E; specialize (K E).
  rewrite (outer_ext (fun x => E x /\ B x) (fun x => E x /\ A x)), (outer_ext (fun x => E x /\ ~ B x) (fun x => E x /\ ~ A x)) by (intro x; rewrite H; tauto); exact K.
Qed.
Lemma fits_eq (A E : R -> Prop) : fits A -> outer E = outer (fun x => E x /\ A x) + outer (fun x => E x /\ ~ A x).
Proof.
  intro H; apply Rle_antisym; [ | apply H ]; apply Rle_trans with (2 := outer_or _ _); apply outer_sub; intros x _ Ex; destruct (classic (A x)); tauto.
Qed.
Lemma fits_all : fits (fun _ => True).
Proof.
  intro E; rewrite (outer_ext (fun x => E x /\ ~ True) (fun _ => False)), outer_none by tauto.
  rewrite (outer_ext (fun x => E x /\ True) E) by tauto; lra.
Qed.
Lemma fits_not (A : R -> Prop) : fits A -> fits (fun x => ~ A x).
Proof.
  intros H E; rewrite (outer_ext (fun x => E x /\ ~ ~ A x) (fun x => E x /\ A x)); [ specialize (H E); lra | ].
  intro x; split; [ intros [P Q]; split; [ exact P | now apply NNPP ] | tauto ].
Qed.
Lemma fits_pieces (A : nat -> R -> Prop) : (forall n, fits (A n)) -> (forall m n x, A m x -> A n x -> m = n) -> forall N E,
  below N (fun n => outer (fun x => E x /\ A n x)) + outer (fun x => E x /\ ~ exists n, (n < N)%nat /\ A n x) = outer E.
Proof.
  intros H D N; induction N as [ | N IH ]; intro E; simpl.
  - rewrite Rplus_0_l; apply outer_ext; intro x; split; [ tauto | intro Ex; split; [ exact Ex | intros [n [L _]]; lia ] ].
  - rewrite <- (IH E), (fits_eq (A N) (fun x => E x /\ ~ exists n, (n < N)%nat /\ A n x) (H N)), Rplus_assoc; f_equal; f_equal; apply outer_ext; intro x.
    + split; [ intros [Ex Ax]; split; [ split; [ exact Ex | ] | exact Ax ] | tauto ].
      intros [n [L An]]; assert (n = N) by (now apply (D n N x)); lia.
    + split; [ intros [Ex K]; split; [ split; [ exact Ex | ] | ] | intros [[Ex K] An]; split; [ exact Ex | ] ].
      * intros [n [L An]]; apply K; exists n; split; [ lia | exact An ].
      * intro An; apply K; exists N; split; [ lia | exact An ].
      * intros [n [L Bn]]; destruct (Nat.eq_dec n N) as [-> | Z]; [ contradiction | apply K; exists n; split; [ lia | exact Bn ] ].
Qed.
Lemma fits_union (A : nat -> R -> Prop) : (forall n, fits (A n)) -> (forall m n x, A m x -> A n x -> m = n) -> fits (fun x => exists n, A n x).
Proof.
  intros H D E; assert (K : outer (fun x => E x /\ exists n, A n x) <= outer E - outer (fun x => E x /\ ~ exists n, A n x)); [ | lra ].
  apply (outer_countable (fun n x => E x /\ A n x)); [ intros x [Ex [n An]]; now exists n | intro N ].
  rewrite <- (fits_pieces A H D N E); assert (outer (fun x => E x /\ ~ exists n, A n x) <= outer (fun x => E x /\ ~ exists n, (n < N)%nat /\ A n x)); [ | lra ].
  apply outer_sub; intros x _ [Ex K]; split; [ exact Ex | intros [n [_ An]]; apply K; now exists n ].
Qed.
Lemma sum_lub (f : nat -> R) l : (forall i, 0 <= f i) -> (forall N, below N f <= l) -> { m | (forall N, below N f <= m) /\ forall c, (forall N, below N f <= c) -> m <= c }.
Proof.
  intros P H; destruct (completeness (fun x => exists N, x = below N f)) as [m [U L]].
  - exists l; intros x [N ->]; apply H.
  - exists 0; now exists O.
  - exists m; split; [ intro N; apply U; now exists N | intros c K; apply L; intros x [N ->]; apply K ].
Qed.
Lemma fits_ray (A : R -> Prop) : ray A -> fits A.
Proof.
  intros [t HA]; apply (fits_ext (fun x => x < t)); [ intro x; rewrite HA; tauto | ]; intro E; apply outer_ge; intros l [a [b [O [C L]]]].
  set (p := fun i => Rmin (b i) (Rmax (a i) t)).
  assert (B1 : forall i, a i <= p i <= b i) by (intro i; specialize (O i); unfold p, Rmin, Rmax; repeat destruct (Rle_dec _ _); lra).
  destruct (sum_lub (fun i => p i - a i) l) as [u [U1 U2]]; [ intro i; specialize (B1 i); lra | | ].
  { intro N; apply Rle_trans with (2 := L N), sum_le; intro i; specialize (B1 i); lra. }
  assert (K1 : outer (fun x => E x /\ x < t) <= u).
  { apply outer_le; exists a, p; split; [ apply B1 | split; [ | exact U1 ] ].
    intros x X [Ex Lx]; destruct (C x X Ex) as [n I]; exists n; unfold p, Rmin, Rmax; repeat destruct (Rle_dec _ _); lra. }
  assert (K2 : outer (fun x => E x /\ ~ x < t) <= l - u).
  { apply outer_le; exists p, b; split; [ apply B1 | split ].
    - intros x X [Ex Lx]; destruct (C x X Ex) as [n I]; exists n; unfold p, Rmin, Rmax; repeat destruct (Rle_dec _ _); lra.
    - intro N; assert (u <= l - below N (fun i => b i - p i)); [ | lra ]; apply U2; intro M.
      assert (Q := L (Nat.max N M)); rewrite (functional_extensionality (fun i => b i - a i) (fun i => (b i - p i) + (p i - a i))) in Q by (intro; ring).
      rewrite below_plus in Q.
      assert (V1 := sum_up N (Nat.max N M) (fun i => b i - p i) ltac:(intro i; specialize (B1 i); lra) ltac:(lia)).
      assert (V2 := sum_up M (Nat.max N M) (fun i => p i - a i) ltac:(intro i; specialize (B1 i); lra) ltac:(lia)); lra. }
  lra.
Qed.
Lemma rays_meet (A B : R -> Prop) : ray A -> ray B -> ray (fun x => A x /\ B x).
Proof.
  intros [s HA] [t HB]; exists (Rmin s t); intro x; rewrite HA, HB; unfold Rmin; destruct (Rle_dec s t); lra.
Qed.
Lemma borel_fits (A : line -> Prop) : meas A -> fits A.
Proof.
  intro H; apply (generated_disjointly R ray rays_meet) in H; induction H as [ A H | A B E _ IH | | A _ IH | A _ IH D ].
  - now apply fits_ray.
  - now apply (fits_ext A).
  - apply fits_all.
  - now apply fits_not.
  - now apply fits_union.
Qed.

(** * The uniform law on the interval from 0 to 1 *)

Definition uniform : Law line.
Proof.
  refine {| pr := fun A : line -> Prop => if decide (meas A) then outer A else 0 |}.
  - intros A _; destruct (decide _); [ apply outer_nonneg | lra ].
  - destruct (decide _) as [_ | N]; [ apply outer_all | exfalso; apply N, meas_all ].
  - intros A B M D U; assert (MB : meas B) by (apply (meas_ext line (fun x => exists n, A n x)); [ firstorder | now apply meas_union ]).
    destruct (decide (meas B)) as [_ | N]; [ | contradiction ].
    assert (FA : forall n, fits (A n)) by (intro n; now apply borel_fits).
    assert (E : forall N, below N (fun n => outer (A n)) + outer (fun x => B x /\ ~ exists n, (n < N)%nat /\ A n x) = outer B).
    { intro N; rewrite <- (fits_pieces A FA D N B); f_equal; clear - U. f_equal; apply functional_extensionality; intro n; apply outer_ext; intro x.
      rewrite U; split; [ intro Ax; split; [ now exists n | exact Ax ] | tauto ]. }
    assert (P : forall n, 0 <= outer (A n)) by (intro; apply outer_nonneg).
    assert (Up : forall N, below N (fun n => outer (A n)) <= outer B).
    { intro N; assert (Q := E N); assert (Z := outer_nonneg (fun x => B x /\ ~ exists n, (n < N)%nat /\ A n x)); lra. }
    assert (S : forall N, sum_f_R0 (fun n => if decide (meas (A n)) then outer (A n) else 0) N = below (Datatypes.S N) (fun n => outer (A n))).
    { intro N; induction N as [ | N IH ]; cbn [sum_f_R0 below]; [ | rewrite IH; cbn [below] ]; (destruct (decide _) as [_ | W]; [ ring | exfalso; apply W, M ]). }
    intros e He; assert (X : exists N, outer B - e < below N (fun n => outer (A n))).
    { apply NNPP; intro Z; assert (outer B <= outer B - e); [ | lra ]; apply (outer_countable A); [ firstorder | ].
      intro N; apply Rnot_lt_le; intro Y; apply Z; now exists N. }
    destruct X as [N HN]; exists N; intros n Hn; rewrite S; unfold R_dist; specialize (Up (Datatypes.S n)).
    assert (V := sum_up N (Datatypes.S n) _ P ltac:(lia)); rewrite Rabs_left1; lra.
  - intros A N; destruct (decide _); [ contradiction | reflexivity ].
Defined.
Theorem uniform_below t : 0 <= t <= 1 -> pr uniform (fun x => x < t) = t.
Proof.
  intro H; unfold uniform; cbn [pr]; destruct (decide _) as [M | N].
  - apply Rle_antisym.
    + apply outer_le; exists (fun _ => 0), (fun n => match n with O => t | _ => 0 end); split; [ intros [ | n]; lra | split ].
      * intros x X L; exists O; lra.
      * intro N; assert (E : below N (fun i => match i with O => t | _ => 0 end - 0) = match N with O => 0 | _ => t end).
        { induction N as [ | [ | N] IH ]; simpl in *; try lra; rewrite IH; lra. }
        rewrite E; destruct N; lra.
    + assert (E := fits_eq (fun x => x < t) (fun _ => True) (borel_fits _ M)); rewrite outer_all in E.
      rewrite (outer_ext (fun x => True /\ x < t) (fun x => x < t)) in E by tauto.
      assert (K : outer (fun x => True /\ ~ x < t) <= 1 - t); [ | change (t <= outer (fun x : R => x < t)); set (p := outer (fun x : R => x < t)) in *; set (q := outer (fun x : R => True /\ ~ x < t)) in *; clearbody p q; lra ].
      apply outer_le; exists (fun n => match n with O => t | _ => 1 end), (fun _ => 1); split; [ intros [ | n]; lra | split ].
      * intros x X [_ L]; exists O; lra.
      * intro N; assert (Q : below N (fun i => 1 - match i with O => t | _ => 1 end) = match N with O => 0 | _ => 1 - t end).
        { induction N as [ | [ | N] IH ]; simpl in *; try lra; rewrite IH; lra. }
        rewrite Q; destruct N; lra.
  - exfalso; apply N, gen_base; exists t; tauto.
Qed.
