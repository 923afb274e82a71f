(** Shift allocations over the rationals: when payments are feasible, what they cost, and that none cost less.

    A step has a contraction [c], a gap [s] and a noise variance [v].  A shift [z] becomes [c * z + s], of which [a] is
    paid with 0 <= a, at the cost [a^2 / v]; nothing can be paid without noise, and no shift may be left.  Prices [y] with
    [y_t <= c_(t + 1) * y_(t + 1)] show that no payments cost less than [2 * y_1 * c_1 * z_0 + sum (2 * y_t * s_t - v_t * y_t^2)]. *)

Require Import QArith List Bool Qabs Lqa Qfield Setoid.
Import ListNotations.
Open Scope Q_scope.

Record step : Set := { contraction : Q; gap : Q; variance : Q }.

Fixpoint feasible (z : Q) (steps : list step) (a : list Q) : Prop :=
  match steps, a with
  | [], [] => z == 0
  | t :: rest, x :: paid =>
      0 <= x /\ 0 <= contraction t * z + gap t - x /\ (variance t == 0 -> x == 0) /\
      feasible (contraction t * z + gap t - x) rest paid
  | _, _ => False
  end.
Fixpoint cost (steps : list step) (a : list Q) : Q :=
  match steps, a with t :: rest, x :: paid => x * x / variance t + cost rest paid | _, _ => 0 end.

(** * Payments, checked by computation: shifts and costs are reduced on the way *)

Fixpoint pays (z : Q) (steps : list step) (a : list Q) : bool :=
  match steps, a with
  | [], [] => Qeq_bool z 0
  | t :: rest, x :: paid => let left := Qred (contraction t * z + gap t - x) in
      Qle_bool 0 x && Qle_bool 0 left && (negb (Qeq_bool (variance t) 0) || Qeq_bool x 0) && pays left rest paid
  | _, _ => false
  end.
Fixpoint spent (sum : Q) (steps : list step) (a : list Q) : Q :=
  match steps, a with t :: rest, x :: paid => spent (Qred (sum + x * x / variance t)) rest paid | _, _ => sum end.

Lemma feasible_eq (steps : list step) : forall (a : list Q) (y z : Q), y == z -> feasible y steps a -> feasible z steps a.
Proof.
  induction steps as [ | t rest IH ]; intros [ | x a] y z E; cbn [feasible]; try tauto; [ now rewrite E | ].
  intros (H0 & H1 & H2 & H3); repeat split; [ exact H0 | now rewrite <- E | exact H2 | ].
  apply IH with (2 := H3); now rewrite E.
Qed.
Theorem pays_feasible (steps : list step) : forall (a : list Q) (z : Q), pays z steps a = true -> feasible z steps a.
Proof.
  induction steps as [ | t rest IH ]; intros [ | x a] z; cbn [pays feasible]; cbv zeta; try discriminate; [ apply Qeq_bool_eq | ].
  rewrite !andb_true_iff, orb_true_iff, negb_true_iff; intros [[[H0 H1] H2] H3].
  repeat split.
  - now apply Qle_bool_iff.
  - apply Qle_bool_iff in H1; now rewrite Qred_correct in H1.
  - intro V; destruct H2 as [H2 | H2]; [ apply Qeq_bool_neq in H2; contradiction | now apply Qeq_bool_eq ].
  - apply feasible_eq with (2 := IH _ _ H3); apply Qred_correct.
Qed.
Theorem spent_cost (steps : list step) : forall (a : list Q) (sum : Q), spent sum steps a == sum + cost steps a.
Proof.
  induction steps as [ | t rest IH ]; intros [ | x a] sum; cbn [spent cost]; try ring.
  rewrite IH, Qred_correct; ring.
Qed.

(** * Prices *)

(** What the rest of the steps gives for one unit of shift before it. *)
Definition worth (steps : list step) (y : list Q) : option Q :=
  match steps, y with t :: _, p :: _ => Some (contraction t * p) | _, _ => None end.
Fixpoint priced (steps : list step) (y : list Q) : bool :=
  match steps, y with
  | [], [] => true
  | t :: rest, p :: prices => Qle_bool 0 (variance t) &&
      match worth rest prices with Some w => Qle_bool p w | None => true end && priced rest prices
  | _, _ => false
  end.
Fixpoint gains (sum : Q) (steps : list step) (y : list Q) : Q :=
  match steps, y with
  | t :: rest, p :: prices => gains (Qred (sum + p * (2 * gap t - variance t * p))) rest prices
  | _, _ => sum
  end.
Definition bound (z : Q) (steps : list step) (y : list Q) : Q :=
  match worth steps y with Some w => gains (2 * w * z) steps y | None => 0 end.

Lemma gains_add (steps : list step) : forall (y : list Q) (sum : Q), gains sum steps y == sum + gains 0 steps y.
Proof.
  induction steps as [ | t rest IH ]; intros [ | p y] sum; cbn [gains]; try ring.
  rewrite IH, (IH y (Qred (0 + _))), !Qred_correct; ring.
Qed.
Lemma one_step (x v p : Q) : 0 <= v -> (v == 0 -> x == 0) -> p * (2 * x - v * p) <= x * x / v.
Proof.
  intros V Z; destruct (Qeq_dec v 0) as [E | N].
  - rewrite (Z E), E; unfold Qdiv; assert (H : p * (2 * 0 - 0 * p) == 0) by ring; rewrite H.
    assert (K : 0 * 0 * / 0 == 0) by ring; rewrite K; apply Qle_refl.
  - assert (H : x * x / v - p * (2 * x - v * p) == (x - v * p) * (x - v * p) * / v) by (field; exact N).
    assert (S : 0 <= (x - v * p) * (x - v * p)) by (destruct (Qlt_le_dec (x - v * p) 0); nra).
    assert (I : 0 <= / v) by (now apply Qinv_le_0_compat).
    assert (0 <= (x - v * p) * (x - v * p) * / v) by (now apply Qmult_le_0_compat); lra.
Qed.
Theorem priced_bound (steps : list step) : forall (y a : list Q) (z : Q),
  priced steps y = true -> feasible z steps a -> bound z steps y <= cost steps a.
Proof.
  induction steps as [ | t rest IH ]; intros [ | p y] [ | x a] z; cbn [priced feasible cost]; try discriminate; try tauto.
  rewrite !andb_true_iff; intros [[V W] P] (H0 & H1 & H2 & H3); apply Qle_bool_iff in V.
    specialize (IH y a _ P H3); unfold bound in *; cbn [worth gains]; rewrite gains_add, Qred_correct.
    assert (L : 2 * p * (contraction t * z + gap t - x) + gains 0 rest y <= cost rest a).
    { destruct (worth rest y) as [w | ] eqn:Ew.
      - rewrite gains_add in IH; apply Qle_bool_iff in W; apply Qle_trans with (2 := IH).
        assert (0 <= (w - p) * (contraction t * z + gap t - x)) by (apply Qmult_le_0_compat; lra); lra.
      - destruct rest as [ | u rest], y as [ | q y]; try discriminate; simpl in *; destruct a; simpl in *; try tauto.
        rewrite H3; lra. }
    assert (O := one_step x (variance t) p V H2); lra.
Qed.

(** The statement for one instance: these payments are feasible, cost this much, and none cost less. *)
Definition optimal (z : Q) (steps : list step) (a : list Q) (value : Q) : Prop :=
  feasible z steps a /\ cost steps a == value /\ forall b, feasible z steps b -> value <= cost steps b.
Definition optimal_check (z : Q) (steps : list step) (a y : list Q) (value : Q) : bool :=
  pays z steps a && Qeq_bool (spent 0 steps a) value && priced steps y && Qeq_bool (bound z steps y) value.
Theorem optimal_proved (z : Q) (steps : list step) (a y : list Q) (value : Q) :
  optimal_check z steps a y value = true -> optimal z steps a value.
Proof.
  unfold optimal_check; rewrite !andb_true_iff; intros [[[H K] P] B]; split; [ now apply pays_feasible | split ].
  - rewrite <- (Qplus_0_l (cost steps a)), <- spent_cost; now apply Qeq_bool_eq.
  - intros b F; apply Qeq_bool_eq in B; rewrite <- B; now apply priced_bound.
Qed.
(** The same without prices: an upper bound. *)
Definition paid (z : Q) (steps : list step) (a : list Q) (value : Q) : Prop := feasible z steps a /\ cost steps a == value.
Theorem paid_proved (z : Q) (steps : list step) (a : list Q) (value : Q) :
  pays z steps a && Qeq_bool (spent 0 steps a) value = true -> paid z steps a value.
Proof.
  rewrite andb_true_iff; intros [H K]; split; [ now apply pays_feasible | ].
  rewrite <- (Qplus_0_l (cost steps a)), <- spent_cost; now apply Qeq_bool_eq.
Qed.

(** * With a diameter

    Where both processes live in a set of diameter [d], the shift may be taken to be [d] at the start and after every step. *)

Fixpoint feasible_within (d z : Q) (steps : list step) (a : list Q) : Prop :=
  match steps, a with
  | [], [] => z == 0
  | t :: rest, x :: paid => let left := contraction t * z + gap t - x in
      0 <= x /\ 0 <= left /\ (variance t == 0 -> x == 0) /\ (feasible_within d left rest paid \/ feasible_within d d rest paid)
  | _, _ => False
  end.
Definition run_within (d z : Q) (steps : list step) (a : list Q) : Prop := feasible_within d z steps a \/ feasible_within d d steps a.

(** Payments with the times at which the shift is taken to be [d]. *)
Fixpoint pays_within (d z : Q) (steps : list step) (a : list Q) (cut : list bool) : bool :=
  match steps, a, cut with
  | [], [], [] => Qeq_bool z 0
  | t :: rest, x :: paid, b :: more => let left := Qred (contraction t * z + gap t - x) in
      Qle_bool 0 x && Qle_bool 0 left && (negb (Qeq_bool (variance t) 0) || Qeq_bool x 0) && pays_within d (if b then d else left) rest paid more
  | _, _, _ => false
  end.
Lemma feasible_within_eq (d : Q) (steps : list step) : forall (a : list Q) (y z : Q),
  y == z -> feasible_within d y steps a -> feasible_within d z steps a.
Proof.
  induction steps as [ | t rest IH ]; intros [ | x a] y z E; cbn [feasible_within]; cbv zeta; try tauto; [ now rewrite E | ].
  intros (H0 & H1 & H2 & H3); repeat split; [ exact H0 | now rewrite <- E | exact H2 | destruct H3 as [H3 | H3]; [ left | now right ] ].
  apply IH with (2 := H3); now rewrite E.
Qed.
Theorem pays_within_feasible (d : Q) (steps : list step) : forall (a : list Q) (cut : list bool) (z : Q),
  pays_within d z steps a cut = true -> feasible_within d z steps a.
Proof.
  induction steps as [ | t rest IH ]; intros [ | x a] [ | b cut] z; cbn [pays_within feasible_within]; cbv zeta; try discriminate; [ apply Qeq_bool_eq | ].
  rewrite !andb_true_iff, orb_true_iff, negb_true_iff; intros [[[H0 H1] H2] H3]; repeat split.
  - now apply Qle_bool_iff.
  - apply Qle_bool_iff in H1; now rewrite Qred_correct in H1.
  - intro V; destruct H2 as [H2 | H2]; [ apply Qeq_bool_neq in H2; contradiction | now apply Qeq_bool_eq ].
  - apply IH in H3; destruct b; [ now right | left; apply feasible_within_eq with (2 := H3), Qred_correct ].
Qed.

(** Prices for every time from which on the shift begins at [d]. *)
Fixpoint covered (d value : Q) (steps : list step) (ys : list (list Q)) : bool :=
  match steps, ys with
  | [], [] => negb (Qeq_bool d 0) || Qle_bool value 0
  | _ :: rest, y :: more => priced steps y && Qle_bool value (bound d steps y) && covered d value rest more
  | _, _ => false
  end.
Lemma covered_whole (d value : Q) (steps : list step) (ys : list (list Q)) (a : list Q) :
  covered d value steps ys = true -> feasible d steps a -> value <= cost steps a.
Proof.
  destruct steps as [ | t rest ], ys as [ | y ys ]; cbn [covered]; try discriminate.
  - destruct a; cbn [feasible cost]; try tauto; rewrite orb_true_iff, negb_true_iff; intros [N | L] Z; [ apply Qeq_bool_neq in N; contradiction | ].
    now apply Qle_bool_iff.
  - rewrite !andb_true_iff; intros [[P B] _] F; apply Qle_bool_iff in B; apply Qle_trans with (1 := B); now apply priced_bound.
Qed.
Lemma one_cost (x v : Q) : 0 <= v -> (v == 0 -> x == 0) -> 0 <= x * x / v.
Proof. intros V Z; assert (H := one_step x v 0 V Z); assert (E : 0 * (2 * x - v * 0) == 0) by ring; now rewrite E in H. Qed.
Lemma covered_path (d value : Q) (steps : list step) : forall (ys : list (list Q)) (a : list Q) (z : Q),
  covered d value steps ys = true -> feasible_within d z steps a -> value <= cost steps a \/ feasible z steps a.
Proof.
  induction steps as [ | t rest IH ]; intros [ | y ys] [ | x a] z C; cbn [feasible_within feasible cost]; try discriminate C; try tauto.
  cbv zeta; intros (H0 & H1 & H2 & H3); assert (D := C); cbn [covered priced] in D; rewrite !andb_true_iff in D; destruct D as [[P _] D].
  assert (V : 0 <= variance t) by (destruct y; [ discriminate P | rewrite !andb_true_iff in P; destruct P as [[P _] _]; now apply Qle_bool_iff ]).
  assert (K := one_cost x (variance t) V H2).
  destruct H3 as [H3 | H3]; destruct (IH ys a _ D H3) as [L | F]; try (left; lra); try (right; repeat split; assumption).
  left; assert (L := covered_whole d value rest ys a D F); lra.
Qed.
Definition optimal_within (d z : Q) (steps : list step) (a : list Q) (value : Q) : Prop :=
  run_within d z steps a /\ cost steps a == value /\ forall b, run_within d z steps b -> value <= cost steps b.
Definition optimal_within_check (d z : Q) (steps : list step) (first : bool) (a : list Q) (cut : list bool) (y : list Q) (ys : list (list Q))
  (value : Q) : bool :=
  pays_within d (if first then d else z) steps a cut && Qeq_bool (spent 0 steps a) value &&
  priced steps y && Qle_bool value (bound z steps y) && covered d value steps ys.
Theorem optimal_within_proved (d z : Q) (steps : list step) (first : bool) (a : list Q) (cut : list bool) (y : list Q) (ys : list (list Q))
  (value : Q) : optimal_within_check d z steps first a cut y ys value = true -> optimal_within d z steps a value.
Proof.
  unfold optimal_within_check; rewrite !andb_true_iff; intros [[[[H K] P] B] C]; split; [ | split ].
  - apply pays_within_feasible in H; destruct first; [ now right | now left ].
  - rewrite <- (Qplus_0_l (cost steps a)), <- spent_cost; now apply Qeq_bool_eq.
  - intros b [F | F]; destruct (covered_path d value steps ys b _ C F) as [L | G]; try exact L.
    + apply Qle_bool_iff in B; apply Qle_trans with (1 := B); now apply priced_bound.
    + now apply covered_whole with d ys.
Qed.
(** The same without prices: an upper bound. *)
Definition paid_within (d z : Q) (steps : list step) (a : list Q) (value : Q) : Prop := run_within d z steps a /\ cost steps a == value.
Theorem paid_within_proved (d z : Q) (steps : list step) (first : bool) (a : list Q) (cut : list bool) (value : Q) :
  pays_within d (if first then d else z) steps a cut && Qeq_bool (spent 0 steps a) value = true -> paid_within d z steps a value.
Proof.
  rewrite andb_true_iff; intros [H K]; split; [ apply pays_within_feasible in H; destruct first; [ now right | now left ] | ].
  rewrite <- (Qplus_0_l (cost steps a)), <- spent_cost; now apply Qeq_bool_eq.
Qed.
