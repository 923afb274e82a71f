(** Moments from what events tell: where every event tells two laws apart at most a share as well as some event tells two others, the
    moment above 1 is at most that share of theirs.

    The power is the largest of its tangents; of finitely many tangents, in order, the largest is the first and the positive parts of
    the differences of neighbours, each of which is a weight times what an event tells at one level. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products Pabisym.Hahn Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Require Import Pabisym.Composition Pabisym.Sums.
Import ListNotations.
Open Scope R_scope.

(** * Tangents of the power *)

Section Power.
Variable a : R.
Hypothesis a1 : 1 < a.
Definition rise (s : R) : R := if Rle_dec s 0 then 0 else a * Rpower s (a - 1).
Definition drop (s : R) : R := if Rle_dec s 0 then 0 else (a - 1) * Rpower s a.
(** [q] times the tangent at [s] of the power, at [p / q]. *)
Definition tan (s p q : R) : R := rise s * p - drop s * q.
Lemma tan_below (s p q : R) : 0 <= p -> 0 <= q -> (q = 0 -> p = 0) -> tan s p q <= share a p q.
Proof.
  intros p0 q0 Z; unfold tan, rise, drop; destruct (Rle_dec s 0) as [H | H]; [ assert (N := share_nonneg a p q); lra | apply share_tangent; lra || assumption ].
Qed.
Lemma tan_touch (p q : R) : 0 <= p -> 0 < q -> tan (p / q) p q = share a p q.
Proof.
  intros p0 q0; assert (I : 0 < / q) by (now apply Rinv_0_lt_compat); unfold tan, rise, drop, share; destruct p0 as [p0 | <-].
  - assert (s0 : 0 < p / q) by (now apply Rdiv_lt_0_compat); destruct (Rle_dec (p / q) 0); [ lra | ]; destruct (Rle_dec p 0); [ lra | ]; set (s := p / q) in *.
    replace (Rpower s a) with (Rpower s (a - 1) * s) by (rewrite <- (Rpower_1 s) at 2 by exact s0; rewrite <- Rpower_plus; f_equal; ring).
    replace p with (s * q) by (unfold s; field; lra); ring.
  - unfold Rdiv; rewrite Rmult_0_l; destruct (Rle_dec 0 0); lra.
Qed.
Lemma rise_grows (s t : R) : 0 <= s -> s < t -> rise s < rise t.
Proof.
  intros [s0 | <-] st; unfold rise; destruct (Rle_dec t 0); try lra; destruct (Rle_dec s 0) || destruct (Rle_dec 0 0); try lra.
  - apply Rmult_lt_compat_l; [ lra | apply Rlt_Rpower_l; lra ].
  - apply Rmult_lt_0_compat; [ lra | apply exp_pos ].
Qed.
Lemma drop_grows (s t : R) : 0 <= s -> s < t -> drop s < drop t.
Proof.
  intros [s0 | <-] st; unfold drop; destruct (Rle_dec t 0); try lra; destruct (Rle_dec s 0) || destruct (Rle_dec 0 0); try lra.
  - apply Rmult_lt_compat_l; [ lra | apply Rlt_Rpower_l; lra ].
  - apply Rmult_lt_0_compat; [ lra | apply exp_pos ].
Qed.
(** Two tangents meet between the points where they touch. *)
Lemma meet (s t : R) : 0 <= s -> s < t -> (rise t - rise s) * s <= drop t - drop s <= (rise t - rise s) * t.
Proof.
  intros s0 st; assert (A := tan_below t s 1 s0 ltac:(lra) ltac:(lra)); assert (B := tan_below s t 1 ltac:(lra) ltac:(lra) ltac:(lra)).
  rewrite <- (tan_touch s 1) in A by lra; rewrite <- (tan_touch t 1) in B by lra; replace (s / 1) with s in A by field; replace (t / 1) with t in B by field.
  unfold tan in A, B; split; lra.
Qed.

(** * Tangents in order *)

Fixpoint hinges (s : R) (l : list R) (p q : R) : R := match l with [] => 0 | t :: r => Rmax 0 (tan t p q - tan s p q) + hinges t r p q end.
Lemma hinges_nonneg l : forall s p q, 0 <= hinges s l p q.
Proof. induction l as [ | t r IH ]; intros s p q; simpl; [ lra | assert (M := Rmax_l 0 (tan t p q - tan s p q)); specialize (IH t p q); lra ]. Qed.
Lemma hinges_reach l : forall s t p q, In t (s :: l) -> tan t p q <= tan s p q + hinges s l p q.
Proof.
  induction l as [ | u r IH ]; intros s t p q [<- | H]; try (assert (N := hinges_nonneg [] s p q); simpl in *; lra || contradiction).
  - assert (N := hinges_nonneg (u :: r) s p q); lra.
  - specialize (IH u t p q H); simpl; assert (M := Rmax_r 0 (tan u p q - tan s p q)); lra.
Qed.
Lemma hinges_none l : forall s, hinges s l 0 0 = 0.
Proof. induction l as [ | t r IH ]; intro s; simpl; [ reflexivity | rewrite IH; unfold tan; rewrite Rmax_left; lra ]. Qed.
Lemma hinges_sum l : forall s p q x y, hinges s l (p + x) (q + y) <= hinges s l p q + hinges s l x y.
Proof.
  induction l as [ | t r IH ]; intros s p q x y; simpl; [ lra | specialize (IH t p q x y) ].
  assert (K : Rmax 0 (tan t (p + x) (q + y) - tan s (p + x) (q + y)) <= Rmax 0 (tan t p q - tan s p q) + Rmax 0 (tan t x y - tan s x y)); [ | lra ].
  unfold tan, Rmax; repeat destruct (Rle_dec _ _); lra.
Qed.

(** A direction: away from 1, up or down.  Past a point the tangents only get lower. *)
Section Direction.
Variables (far : R -> R -> Prop) (past : R -> R -> R -> Prop).
Hypothesis Cross : forall s t p q, far s t -> 0 <= p -> 0 < q -> tan t p q <= tan s p q -> past t p q.
Hypothesis Past : forall s t p q, far s t -> 0 <= p -> 0 < q -> past s p q -> tan t p q <= tan s p q.
Hypothesis Total : forall s t u, far s t -> far s u -> far t u \/ t = u \/ far u t.

Fixpoint chain (s : R) (l : list R) : Prop := match l with [] => True | t :: r => far s t /\ chain t r end.
Lemma chain_past l : forall s p q, chain s l -> 0 <= p -> 0 < q -> past s p q -> hinges s l p q = 0.
Proof.
  induction l as [ | t r IH ]; intros s p q C p0 q0 H; simpl; [ reflexivity | destruct C as [F C] ]; assert (T := Past s t p q F p0 q0 H).
  rewrite Rmax_left, (IH t p q C p0 q0) by (lra || exact (Cross s t p q F p0 q0 T)); ring.
Qed.
Lemma chain_below l : forall s p q, chain s l -> 0 <= p -> 0 < q -> tan s p q + hinges s l p q <= share a p q.
Proof.
  induction l as [ | t r IH ]; intros s p q C p0 q0; simpl; [ rewrite Rplus_0_r; apply tan_below; lra | destruct C as [F C] ].
  destruct (Rle_dec (tan t p q) (tan s p q)) as [H | H].
  - rewrite Rmax_left, (chain_past r t p q C p0 q0 (Cross s t p q F p0 q0 H)) by lra; assert (B := tan_below s p q p0 ltac:(lra) ltac:(lra)); lra.
  - rewrite Rmax_right by lra; specialize (IH t p q C p0 q0); lra.
Qed.
Fixpoint insert (t : R) (l : list R) : list R := match l with [] => [t] | u :: r => if decide (far t u) then t :: l else if decide (t = u) then l else u :: insert t r end.
Lemma insert_chain t l : forall s, far s t -> chain s l -> chain s (insert t l).
Proof.
  induction l as [ | u r IH ]; intros s F C; simpl; [ now split | destruct C as [G C] ]; destruct (decide (far t u)) as [A | A]; [ now repeat split | ].
  destruct (decide (t = u)) as [B | B]; [ now split | split; [ exact G | apply IH; [ | exact C ] ] ]; destruct (Total s t u F G) as [K | [K | K]]; tauto.
Qed.
Lemma insert_has t l : In t (insert t l) /\ forall u, In u l -> In u (insert t l).
Proof.
  induction l as [ | u r [A B] ]; simpl; [ tauto | ]; destruct (decide (far t u)); [ simpl; tauto | destruct (decide (t = u)) as [-> | N]; [ simpl; tauto | ] ].
  split; [ now right | intros w [<- | W]; [ now left | right; now apply B ] ].
Qed.
Lemma nodes_exist (x : nat -> R) (s : R) (n : nat) : exists l, chain s l /\ forall i, (i < n)%nat -> far s (x i) -> In (x i) l.
Proof.
  induction n as [ | n [l [C H]] ]; [ exists []; split; [ exact I | intros i L; lia ] | ].
  destruct (classic (far s (x n))) as [F | F]; [ exists (insert (x n) l); split; [ now apply insert_chain | ] | exists l; split; [ exact C | ] ].
  - intros i L G; destruct (PeanoNat.Nat.eq_dec i n) as [-> | N]; [ apply (proj1 (insert_has (x n) l)) | apply (proj2 (insert_has (x n) l)), H; [ lia | exact G ] ].
  - intros i L G; destruct (PeanoNat.Nat.eq_dec i n) as [-> | N]; [ contradiction | apply H; [ lia | exact G ] ].
Qed.

(** * Sums over the cells of partitions *)

Lemma halves_of (A : E -> Prop) (B : E -> Prop) (V : law) : meas A -> meas B -> pr V A = pr V (fun x => A x /\ B x) + pr V (fun x => A x /\ ~ B x).
Proof. apply pr_split. Qed.
(** Every cell in two, by an event. *)
Definition refine (c : partition E) (B : E -> Prop) (M : meas B) : partition E.
Proof.
  refine {| cells := 2 * cells c; cell := fun j x => cell c (Nat.div2 j) x /\ (if Nat.even j then B x else ~ B x) |}.
  - intro j; apply meas_and; [ apply cell_meas | destruct (Nat.even j); [ exact M | now apply meas_not ] ].
  - intro x; destruct (cell_all E c x) as [i [L C]]; destruct (classic (B x)) as [H | H].
    + exists (2 * i)%nat; rewrite PeanoNat.Nat.div2_double, PeanoNat.Nat.even_mul; split; [ lia | now split ].
    + exists (S (2 * i)); rewrite PeanoNat.Nat.div2_succ_double, PeanoNat.Nat.even_succ, PeanoNat.Nat.odd_mul; split; [ lia | now split ].
  - intros i j x [C H] [D K]; assert (N := cell_once E c _ _ x C D); rewrite (PeanoNat.Nat.div2_odd i), (PeanoNat.Nat.div2_odd j), N; f_equal; unfold Nat.odd.
    destruct (Nat.even i), (Nat.even j); tauto || reflexivity.
Defined.
Lemma cells_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> below n f <= below n g.
Proof. intro H; induction n as [ | n IH ]; cbn [below]; [ lra | assert (A := H n ltac:(lia)); assert (B := IH ltac:(intros; apply H; lia)); lra ]. Qed.
Lemma below_double n f : below (2 * n) f = below n (fun i => f (2 * i)%nat + f (S (2 * i))).
Proof. induction n as [ | n IH ]; [ reflexivity | replace (2 * S n)%nat with (S (S (2 * n))) by lia; cbn [below]; rewrite IH; ring ]. Qed.
Lemma refine_sum (g : R -> R -> R) (P Q : law) (c : partition E) (B : E -> Prop) (M : meas B) :
  below (cells (refine c B M)) (fun j => g (pr P (cell (refine c B M) j)) (pr Q (cell (refine c B M) j))) =
  below (cells c) (fun i => g (pr P (fun x => cell c i x /\ B x)) (pr Q (fun x => cell c i x /\ B x)) + g (pr P (fun x => cell c i x /\ ~ B x)) (pr Q (fun x => cell c i x /\ ~ B x))).
Proof.
  cbn [refine cells cell]; rewrite below_double; apply below_ext; intro i.
  assert (E0 : Nat.even (2 * i) = true) by (rewrite PeanoNat.Nat.even_mul; reflexivity).
  assert (E1 : Nat.even (S (2 * i)) = false) by (rewrite PeanoNat.Nat.even_succ, PeanoNat.Nat.odd_mul; reflexivity).
  rewrite PeanoNat.Nat.div2_double, PeanoNat.Nat.div2_succ_double, E0, E1; reflexivity.
Qed.
Definition total (s : R) (l : list R) (P Q : law) (c : partition E) : R := below (cells c) (fun i => hinges s l (pr P (cell c i)) (pr Q (cell c i))).
Lemma refine_more (s : R) (l : list R) (P Q : law) (c : partition E) (B : E -> Prop) (M : meas B) : total s l P Q c <= total s l P Q (refine c B M).
Proof.
  unfold total; rewrite (refine_sum (hinges s l)); apply below_le; intro i.
  rewrite (halves_of (cell c i) B P), (halves_of (cell c i) B Q) by (exact M || apply cell_meas); apply hinges_sum.
Qed.
(** The union of the cells where one tangent is above another. *)
Lemma hinge_event (s t : R) (P Q : law) (c : partition E) : exists A : E -> Prop, meas A /\
  total s [t] P Q c = tan t (pr P A) (pr Q A) - tan s (pr P A) (pr Q A).
Proof.
  set (d := fun i => tan t (pr P (cell c i)) (pr Q (cell c i)) - tan s (pr P (cell c i)) (pr Q (cell c i))).
  set (A := fun x => exists i, cell c i x /\ 0 < d i); assert (M : meas A).
  { apply meas_union; intro i; destruct (Rlt_dec 0 (d i)) as [D | D]; [ apply (meas_ext E (cell c i)); [ tauto | apply cell_meas ] | apply (meas_ext E (fun _ => False)); [ tauto | apply meas_none ] ]. }
  assert (K : forall V i, pr V (fun z => A z /\ cell c i z) = if Rlt_dec 0 (d i) then pr V (cell c i) else 0).
  { intros V i; assert (MC := cell_meas E c i); destruct (Rlt_dec 0 (d i)) as [D | D].
    - apply pr_ext; [ now apply meas_and | intro z; split; [ tauto | intro H; split; [ now exists i | exact H ] ] ].
    - rewrite <- (pr_none E V); apply pr_ext; [ now apply meas_and | intro z; split; [ intros [[j [J H]] C] | tauto ] ].
      assert (N := cell_once E c _ _ z J C); subst j; contradiction. }
  exists A; split; [ exact M | ]; rewrite (cells_within P c A M), (cells_within Q c A M); unfold total, tan.
  transitivity (below (cells c) (fun i => (rise t - rise s) * pr P (fun z => A z /\ cell c i z) + (- (drop t - drop s)) * pr Q (fun z => A z /\ cell c i z))).
  - apply below_ext; intro i; rewrite !K; cbn [hinges]; fold (d i); unfold Rmax; destruct (Rle_dec 0 (d i)), (Rlt_dec 0 (d i)); unfold d, tan in *; lra.
  - rewrite below_linear; ring.
Qed.

Variables (P' Q' P Q : law) (u m : R).
Hypotheses (u0 : 0 <= u) (H : moment a P Q m).
Hypothesis Tells : forall s t A, far s t -> meas A -> exists B, meas B /\
  tan t (pr P' A) (pr Q' A) - tan s (pr P' A) (pr Q' A) <= u * (tan t (pr P B) (pr Q B) - tan s (pr P B) (pr Q B)).
Lemma total_told (c : partition E) (l : list R) : forall s (d : partition E), chain s l -> exists f : partition E,
  (forall w k, total w k P Q d <= total w k P Q f) /\ total s l P' Q' c <= u * total s l P Q f.
Proof.
  induction l as [ | t r IH ]; intros s d C.
  - exists d; split; [ intros; lra | ]; assert (Z : forall V W e, total s [] V W e = 0) by (intros V W e; unfold total; simpl; induction (cells e); simpl; lra); rewrite !Z; lra.
  - destruct C as [F C]; destruct (hinge_event s t P' Q' c) as [A [MA EA]]; destruct (Tells s t A F MA) as [B [MB L]].
    destruct (IH t (refine d B MB) C) as [f [More Rest]]; exists f; split; [ intros w k; apply Rle_trans with (1 := refine_more w k P Q d B MB), More | ].
    assert (Cons : forall V W e, total s (t :: r) V W e = total s [t] V W e + total t r V W e).
    { intros V W e; unfold total; rewrite <- below_plus; apply below_ext; intro i; simpl; ring. }
    rewrite !Cons; assert (One : tan t (pr P B) (pr Q B) - tan s (pr P B) (pr Q B) <= total s [t] P Q (refine d B MB)).
    { unfold total; rewrite (refine_sum (hinges s [t])), (cells_within P d B MB), (cells_within Q d B MB); unfold tan at 1 2.
      apply Rle_trans with (below (cells d) (fun i => (rise t - rise s) * pr P (fun z => B z /\ cell d i z) + (- (drop t - drop s)) * pr Q (fun z => B z /\ cell d i z))); [ rewrite below_linear; right; ring | ].
      apply below_le; intro i; assert (Sw : forall V, pr V (fun z => B z /\ cell d i z) = pr V (fun z => cell d i z /\ B z)).
      { intro V; apply pr_ext; [ apply meas_and; [ exact MB | apply cell_meas ] | tauto ]. }
      rewrite !Sw; assert (N := hinges_nonneg [t] s (pr P (fun x => cell d i x /\ ~ B x)) (pr Q (fun x => cell d i x /\ ~ B x))).
      cbn [hinges] in *; assert (X := Rmax_r 0 (tan t (pr P (fun x => cell d i x /\ B x)) (pr Q (fun x => cell d i x /\ B x)) - tan s (pr P (fun x => cell d i x /\ B x)) (pr Q (fun x => cell d i x /\ B x)))).
      unfold tan in *; lra. }
    assert (Two := Rmult_le_compat_l u _ _ u0 (Rle_trans _ _ _ One (More s [t]))); rewrite EA; lra.
Qed.
Lemma tan_one (V W : law) (c : partition E) : below (cells c) (fun i => tan 1 (pr V (cell c i)) (pr W (cell c i))) = 1.
Proof.
  unfold tan; rewrite (below_ext _ _ (fun i => rise 1 * pr V (cell c i) + (- drop 1) * pr W (cell c i))) by (intro; ring); rewrite below_linear, !cells_one.
  unfold rise, drop; destruct (Rle_dec 1 0); [ lra | ]; unfold Rpower; rewrite ln_1, !Rmult_0_r, exp_0; ring.
Qed.
Lemma direction_told (c : partition E) (l : list R) : chain 1 l -> total 1 l P' Q' c <= u * (m - 1).
Proof.
  intro C; destruct (total_told c l 1 whole C) as [f [_ L]]; apply Rle_trans with (1 := L), Rmult_le_compat_l; [ exact u0 | ]; destruct (H f) as [Ac Bd].
  assert (K : below (cells f) (fun i => tan 1 (pr P (cell f i)) (pr Q (cell f i))) + total 1 l P Q f <= m).
  { unfold total; rewrite <- below_plus; apply Rle_trans with (2 := Bd), below_le; intro i; assert (p0 := pr_nonneg E P _ (cell_meas E f i)); destruct (pr_nonneg E Q _ (cell_meas E f i)) as [q0 | q0].
    - now apply chain_below.
    - assert (Z := Ac i (eq_sym q0)); rewrite Z, <- q0, hinges_none, Rplus_0_r; apply tan_below; lra. }
  rewrite tan_one in K; lra.
Qed.
End Direction.

(** * Both directions *)

Definition above (s t : R) : Prop := 1 <= s /\ s < t.
Definition under (s t : R) : Prop := 0 <= t /\ t < s /\ s <= 1.
Lemma above_cross s t p q : above s t -> 0 <= p -> 0 < q -> tan t p q <= tan s p q -> p <= t * q.
Proof.
  intros [s1 st] p0 q0 H; assert (M := meet s t ltac:(lra) st); assert (G := rise_grows s t ltac:(lra) st); unfold tan in H; apply Rmult_le_reg_l with (rise t - rise s); [ lra | ].
  assert ((drop t - drop s) * q <= (rise t - rise s) * t * q) by (apply Rmult_le_compat_r; lra); lra.
Qed.
Lemma above_past s t p q : above s t -> 0 <= p -> 0 < q -> p <= s * q -> tan t p q <= tan s p q.
Proof.
  intros [s1 st] p0 q0 H; assert (M := meet s t ltac:(lra) st); assert (G := rise_grows s t ltac:(lra) st); unfold tan.
  assert ((rise t - rise s) * s * q <= (drop t - drop s) * q) by (apply Rmult_le_compat_r; lra).
  assert ((rise t - rise s) * p <= (rise t - rise s) * (s * q)) by (apply Rmult_le_compat_l; lra); lra.
Qed.
Lemma under_cross s t p q : under s t -> 0 <= p -> 0 < q -> tan t p q <= tan s p q -> t * q <= p.
Proof.
  intros [t0 [ts s1]] p0 q0 H; assert (M := meet t s t0 ts); assert (G := rise_grows t s t0 ts); unfold tan in H; apply Rmult_le_reg_l with (rise s - rise t); [ lra | ].
  assert ((rise s - rise t) * t * q <= (drop s - drop t) * q) by (apply Rmult_le_compat_r; lra); lra.
Qed.
Lemma under_past s t p q : under s t -> 0 <= p -> 0 < q -> s * q <= p -> tan t p q <= tan s p q.
Proof.
  intros [t0 [ts s1]] p0 q0 H; assert (M := meet t s t0 ts); assert (G := rise_grows t s t0 ts); unfold tan.
  assert ((drop s - drop t) * q <= (rise s - rise t) * s * q) by (apply Rmult_le_compat_r; lra).
  assert ((rise s - rise t) * (s * q) <= (rise s - rise t) * p) by (apply Rmult_le_compat_l; lra); lra.
Qed.
Definition up_tells (u : R) (P' Q' P Q : law) : Prop := forall g A, 1 <= g -> meas A -> exists B, meas B /\ pr P' A - g * pr Q' A <= u * (pr P B - g * pr Q B).
Definition down_tells (u : R) (P' Q' P Q : law) : Prop :=
  forall g A, 0 < g -> g <= 1 -> meas A -> exists B, meas B /\ g * pr Q' A - pr P' A <= u * (g * pr Q B - pr P B).
Lemma above_tells (u : R) (P' Q' P Q : law) : up_tells u P' Q' P Q -> forall s t A, above s t -> meas A -> exists B, meas B /\
  tan t (pr P' A) (pr Q' A) - tan s (pr P' A) (pr Q' A) <= u * (tan t (pr P B) (pr Q B) - tan s (pr P B) (pr Q B)).
Proof.
  intros Up s t A [s1 st] MA; assert (M := meet s t ltac:(lra) st); assert (G := rise_grows s t ltac:(lra) st); set (w := rise t - rise s) in *; set (g := (drop t - drop s) / w).
  assert (w0 : 0 < w) by (unfold w; lra); assert (wg : w * g = drop t - drop s) by (unfold g; field; lra).
  assert (g1 : 1 <= g) by (apply Rmult_le_reg_l with w; [ exact w0 | assert (w * 1 <= w * s) by (apply Rmult_le_compat_l; lra); lra ]).
  destruct (Up g A g1 MA) as [B [MB L]]; exists B; split; [ exact MB | ]; apply (Rmult_le_compat_l w) in L; [ | lra ].
  assert (Tn : forall x y, tan t x y - tan s x y = w * (x - g * y)) by (intros x y; rewrite Rmult_minus_distr_l, <- Rmult_assoc, wg; unfold tan, w; ring); rewrite !Tn; lra.
Qed.
Lemma under_tells (u : R) (P' Q' P Q : law) : down_tells u P' Q' P Q -> forall s t A, under s t -> meas A -> exists B, meas B /\
  tan t (pr P' A) (pr Q' A) - tan s (pr P' A) (pr Q' A) <= u * (tan t (pr P B) (pr Q B) - tan s (pr P B) (pr Q B)).
Proof.
  intros Down s t A [t0 [ts s1]] MA; assert (M := meet t s t0 ts); assert (G := rise_grows t s t0 ts); set (w := rise s - rise t) in *; set (g := (drop s - drop t) / w).
  assert (w0 : 0 < w) by (unfold w; lra); assert (wg : w * g = drop s - drop t) by (unfold g; field; lra); assert (Dr := drop_grows t s t0 ts).
  assert (g1 : g <= 1) by (apply Rmult_le_reg_l with w; [ exact w0 | assert (w * s <= w * 1) by (apply Rmult_le_compat_l; lra); lra ]).
  assert (g0 : 0 < g) by (apply Rdiv_lt_0_compat; lra).
  destruct (Down g A g0 g1 MA) as [B [MB L]]; exists B; split; [ exact MB | ]; apply (Rmult_le_compat_l w) in L; [ | lra ].
  assert (Tn : forall x y, tan t x y - tan s x y = w * (g * y - x)) by (intros x y; rewrite Rmult_minus_distr_l, <- Rmult_assoc, wg; unfold tan, w; ring); rewrite !Tn; lra.
Qed.
(** Tangents at 1 and at all quotients of the cells reach the power there. *)
Lemma tangents_reach (P' Q' : law) (c : partition E) : (forall A, meas A -> pr Q' A = 0 -> pr P' A = 0) -> exists lu ld, chain above 1 lu /\ chain under 1 ld /\
  below (cells c) (fun i => share a (pr P' (cell c i)) (pr Q' (cell c i))) <= 1 + total 1 lu P' Q' c + total 1 ld P' Q' c.
Proof.
  intro Ac; set (p := fun i => pr P' (cell c i)); set (q := fun i => pr Q' (cell c i)).
  destruct (nodes_exist above ltac:(unfold above; intros; lra) (fun i => p i / q i) 1 (cells c)) as [lu [Cu Hu]].
  destruct (nodes_exist under ltac:(unfold under; intros; lra) (fun i => p i / q i) 1 (cells c)) as [ld [Cd Hd]].
  exists lu, ld; split; [ exact Cu | split; [ exact Cd | ] ]; apply Rle_trans with (below (cells c) (fun i => tan 1 (p i) (q i)) + total 1 lu P' Q' c + total 1 ld P' Q' c).
  2: { unfold p, q; rewrite tan_one; lra. }
  unfold total; rewrite <- !below_plus; apply cells_le; intros i Li.
  change (share a (p i) (q i) <= tan 1 (p i) (q i) + hinges 1 lu (p i) (q i) + hinges 1 ld (p i) (q i)).
  assert (p0 : 0 <= p i) by (apply pr_nonneg, cell_meas); assert (N1 := hinges_nonneg lu 1 (p i) (q i)); assert (N2 := hinges_nonneg ld 1 (p i) (q i)).
  destruct (pr_nonneg E Q' _ (cell_meas E c i)) as [q0 | q0]; fold (q i) in q0.
  - rewrite <- tan_touch by assumption; specialize (Hu i Li); specialize (Hd i Li); cbv beta in Hu, Hd; set (x := p i / q i) in *.
    assert (x0 : 0 <= x) by (apply Rmult_le_pos; [ exact p0 | left; now apply Rinv_0_lt_compat ]); unfold above in Hu; unfold under in Hd.
    destruct (Rtotal_order x 1) as [X | [X | X]].
    + assert (R := hinges_reach ld 1 x (p i) (q i) (or_intror (Hd ltac:(lra)))); lra.
    + rewrite X; lra.
    + assert (R := hinges_reach lu 1 x (p i) (q i) (or_intror (Hu ltac:(lra)))); lra.
  - assert (Z : p i = 0) by (apply Ac; [ apply cell_meas | now symmetry ]); unfold share; destruct (Rle_dec (p i) 0); [ | lra ].
    assert (T : tan 1 (p i) (q i) = 0) by (rewrite Z, <- q0; unfold tan; ring); lra.
Qed.
(** Two other laws for levels above 1, and two for those below. *)
Theorem moment_told (P' Q' P Q V W : law) (u m k : R) : 0 <= u -> moment a P Q m -> moment a V W k ->
  (forall A, meas A -> pr Q' A = 0 -> pr P' A = 0) -> up_tells u P' Q' P Q -> down_tells u P' Q' V W -> moment a P' Q' (1 + u * (m - 1) + u * (k - 1)).
Proof.
  intros u0 H K Ac Up Down c; split; [ intro i; apply Ac, cell_meas | ]; destruct (tangents_reach P' Q' c Ac) as [lu [ld [Cu [Cd R]]]].
  assert (U := direction_told above (fun s p q => p <= s * q) above_cross above_past P' Q' P Q u m u0 H (above_tells u P' Q' P Q Up) c lu Cu).
  assert (D := direction_told under (fun s p q => s * q <= p) under_cross under_past P' Q' V W u k u0 K (under_tells u P' Q' V W Down) c ld Cd); lra.
Qed.
(** The same two laws for both. *)
Theorem moment_told_same (P' Q' P Q : law) (u m : R) : 0 <= u -> moment a P Q m ->
  (forall A, meas A -> pr Q' A = 0 -> pr P' A = 0) -> up_tells u P' Q' P Q -> down_tells u P' Q' P Q -> moment a P' Q' (1 + u * (m - 1)).
Proof.
  intros u0 H Ac Up Down c; split; [ intro i; apply Ac, cell_meas | ]; destruct (tangents_reach P' Q' c Ac) as [lu [ld [Cu [Cd R]]]].
  destruct (total_told above P' Q' P Q u u0 (above_tells u P' Q' P Q Up) c lu 1 whole Cu) as [f [_ U]].
  destruct (total_told under P' Q' P Q u u0 (under_tells u P' Q' P Q Down) c ld 1 f Cd) as [g [More D]]; destruct (H g) as [A Bd].
  assert (U2 := Rmult_le_compat_l u _ _ u0 (More 1 lu)); assert (K : 1 + total 1 lu P Q g + total 1 ld P Q g <= m).
  { apply Rle_trans with (below (cells g) (fun i => tan 1 (pr P (cell g i)) (pr Q (cell g i))) + total 1 lu P Q g + total 1 ld P Q g); [ rewrite tan_one; lra | ].
    unfold total; rewrite <- !below_plus; apply Rle_trans with (2 := Bd), below_le; intro i; assert (p0 := pr_nonneg E P _ (cell_meas E g i)).
    destruct (pr_nonneg E Q _ (cell_meas E g i)) as [q0 | q0].
    - destruct (Rle_dec (pr P (cell g i)) (1 * pr Q (cell g i))) as [Y | Y].
      + rewrite (chain_past above (fun s p q => p <= s * q) above_cross above_past lu 1 _ _ Cu p0 q0 Y), Rplus_0_r; exact (chain_below under (fun s p q => s * q <= p) under_cross under_past ld 1 _ _ Cd p0 q0).
      + rewrite (chain_past under (fun s p q => s * q <= p) under_cross under_past ld 1 _ _ Cd p0 q0) by lra; rewrite Rplus_0_r; exact (chain_below above (fun s p q => p <= s * q) above_cross above_past lu 1 _ _ Cu p0 q0).
    - assert (Z := A i (eq_sym q0)); rewrite Z, <- q0, !hinges_none, !Rplus_0_r; apply tan_below; lra. }
  assert (u * (total 1 lu P Q g + total 1 ld P Q g) <= u * (m - 1)) by (apply Rmult_le_compat_l; lra); lra.
Qed.
End Power.

(** * What tells least in total variation contracts most *)

Lemma through_absolute (alpha m : R) (P Q : law) (K : mechanism) : 1 < alpha -> 0 < m -> moment alpha P Q m -> exists k, moment alpha (through K P) (through K Q) k.
Proof.
  intros a1 m0 H; assert (S : close alpha K K 0) by (split; [ exact a1 | intro x; now apply divergence_self ]).
  assert (J := proved_adaptive alpha _ 0 P Q K K a1 (proved_from_moment alpha m P Q a1 m0 H) S); apply renyi_plain in J; destruct J as [_ J].
  eexists; exact (moment_push alpha _ _ _ answer J).
Qed.
Lemma told_through (u g : R) (P Q : law) (K : mechanism) (A : E -> Prop) : 1 <= g -> meas A -> spread K 0 u ->
  exists B, meas B /\ pr (through K P) A - g * pr (through K Q) A <= u * (pr P B - g * pr Q B).
Proof.
  intros g1 M S; assert (g0 : 0 < g) by lra; destruct (best_exists E P Q g ltac:(lra)) as [B [MB Best]]; unfold gain in Best; exists B; split; [ exact MB | ].
  set (d := pr P B - g * pr Q B); assert (e0 : 0 <= ln g) by (rewrite <- ln_1; apply ln_le'; lra); assert (eg : exp (ln g) = g) by (now apply exp_ln).
  assert (W : spread K (ln g) u).
  { intros x y C MC; assert (L := S x y C MC); rewrite exp_0 in L; rewrite eg; assert (0 <= (g - 1) * pr (K y) C) by (apply Rmult_le_pos; [ lra | now apply pr_nonneg ]); lra. }
  assert (T := proved_spread_contracts (ln g) u d P Q K e0 W); assert (X : dp P Q (ln g) d) by (intros C MC; rewrite eg; specialize (Best C MC); unfold d; lra).
  specialize (T X A M); rewrite eg in T; lra.
Qed.
Theorem proved_variation_contracts (alpha u c : R) (P Q : law) (K : mechanism) : 1 < alpha -> 0 <= c -> spread K 0 u -> moment alpha P Q (1 + c) ->
  moment alpha (through K P) (through K Q) (1 + u * c).
Proof.
  intros a1 c0 S H; assert (u0 := proved_dp_sign 0 u _ _ (S (vzero E) (vzero E))); replace (u * c) with (u * (1 + c - 1)) by ring.
  apply (moment_told_same alpha a1 (through K P) (through K Q) P Q u (1 + c) u0 H).
  - intros A M Z; destruct (through_absolute alpha (1 + c) P Q K a1 ltac:(lra) H) as [k Hk]; destruct (Hk (event A M)) as [Ac _]; exact (Ac 0%nat Z).
  - intros g A g1 M; now apply told_through.
  - intros g A g0 g1 M; assert (i1 : 1 <= / g) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra); destruct (told_through u (/ g) Q P K A i1 M S) as [B [MB L]].
    exists B; split; [ exact MB | ]; apply (Rmult_le_compat_l g) in L; [ | lra ].
    assert (Sw : forall x y, g * (x - / g * y) = g * x - y) by (intros; field; lra); rewrite Sw in L; apply Rle_trans with (1 := L); right; rewrite <- Sw; ring.
Qed.
