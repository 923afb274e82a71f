(** Integrals of functions between 0 and 1, the law of a point with a random answer to it, and the law of independent pairs. *)

Require Import Reals Lra Lia ZArith Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Laws.
Import ListNotations.
Open Scope R_scope.

(** ** Integrals of bounded functions *)

Lemma small_fraction (e : R) : 0 < e -> exists n : nat, (0 < n)%nat /\ / INR n < e.
Proof. intro H; destruct (archimed_cor1 e H) as [n [U V]]; now exists n. Qed.
Lemma whole_below (y : R) : 0 <= y -> exists k : nat, INR k <= y < INR k + 1.
Proof.
  intro H; destruct (archimed y) as [U V].
  assert (B : y < INR (Z.to_nat (up y))) by (rewrite INR_IZR_INZ, Z2Nat.id; [ exact U | apply le_IZR; lra ]); clear U V.
  induction (Z.to_nat (up y)) as [ | n IH ]; [ simpl in B; lra | ].
  destruct (Rlt_le_dec y (INR n)) as [L | L]; [ now apply IH | exists n; rewrite S_INR in B; lra ].
Qed.

(** Measurable functions: those of which every upper level set is an event. *)
Definition levels (X : Space) (f : X -> R) : Prop := forall t, meas (fun x => t <= f x).

Lemma meas_every (X : Space) (A : nat -> X -> Prop) : (forall n, meas (A n)) -> meas (fun x => forall n, A n x).
Proof.
  intro H; apply (meas_ext X (fun x => ~ exists n, ~ A n x)).
  - intro x; split; [ intros N n; apply NNPP; intro K; apply N; now exists n | intros K [n N]; now apply N ].
  - apply meas_not, meas_union; intro n; now apply meas_not.
Qed.
Lemma levels_above (X : Space) (f : X -> R) : levels X f -> forall t, meas (fun x => t < f x).
Proof.
  intros H t; apply (meas_ext X (fun x => exists n : nat, t + / INR (S n) <= f x)).
  - intro x; split.
    + intros [n L]; assert (0 < / INR (S n)) by (apply Rinv_0_lt_compat, lt_0_INR; lia); lra.
    + intro L; destruct (small_fraction (f x - t)) as [[ | n] [P Q]]; [ lra | lia | exists n; lra ].
  - apply meas_union; intro n; apply H.
Qed.
Lemma levels_from (X : Space) (f : X -> R) : (forall t, meas (fun x => t < f x)) -> levels X f.
Proof.
  intros H t; apply (meas_ext X (fun x => forall n : nat, t - / INR (S n) < f x)).
  - intro x; split.
    + intro L; destruct (Rle_lt_dec t (f x)) as [K | K]; [ exact K | exfalso ].
      destruct (small_fraction (t - f x)) as [[ | n] [P Q]]; [ lra | lia | specialize (L n); lra ].
    + intros L n; assert (0 < / INR (S n)) by (apply Rinv_0_lt_compat, lt_0_INR; lia); lra.
  - apply meas_every; intro n; apply H.
Qed.
Lemma levels_minus (X : Space) (f : X -> R) : levels X f -> levels X (fun x => 1 - f x).
Proof.
  intros H t; apply (meas_ext X (fun x => ~ (1 - t < f x))); [ intro x; split; intro; lra | ].
  apply meas_not; now apply levels_above.
Qed.
Lemma levels_plus (X : Space) (f g : X -> R) : (forall x, 0 <= f x) -> levels X f -> levels X g -> levels X (fun x => f x + g x).
Proof.
  intros P F G; apply levels_from; intro t; cbv beta.
  apply (meas_ext X (fun x => exists n k : nat, INR k * / INR (S n) <= f x /\ t - INR k * / INR (S n) < g x)).
  - intro x; cbv beta; split; [ intros [n [k [U V]]]; lra | intro L ].
    destruct (small_fraction (f x + g x - t)) as [[ | n] [Z S]]; [ lra | lia | exists n ].
    assert (N : 0 < INR (Datatypes.S n)) by (apply lt_0_INR; lia).
    destruct (whole_below (f x * INR (Datatypes.S n))) as [k [U V]]; [ apply Rmult_le_pos; [ apply P | lra ] | exists k ].
    assert (U' : INR k * / INR (Datatypes.S n) <= f x).
    { apply Rmult_le_reg_r with (INR (Datatypes.S n)); [ exact N | rewrite Rmult_assoc, Rinv_l, Rmult_1_r; [ exact U | lra ] ]. }
    assert (V' : f x < INR k * / INR (Datatypes.S n) + / INR (Datatypes.S n)).
    { apply Rmult_lt_reg_r with (INR (Datatypes.S n)); [ exact N | ].
      rewrite Rmult_plus_distr_r, Rmult_assoc, Rinv_l, Rmult_1_r by lra; exact V. }
    lra.
  - apply meas_union; intro n; apply meas_union; intro k; apply meas_and; [ apply F | now apply levels_above ].
Qed.

Lemma levels_ext (X : Space) (f g : X -> R) : (forall x, f x = g x) -> levels X f -> levels X g.
Proof. intros E L t; apply (meas_ext X (fun x => t <= f x)); [ intro x; rewrite E; tauto | apply L ]. Qed.
Lemma levels_constant (X : Space) (c : R) : levels X (fun _ => c).
Proof.
  intro t; destruct (Rle_dec t c); [ apply (meas_ext X (fun _ => True)) | apply (meas_ext X (fun _ => False)) ];
    first [ tauto | apply meas_all | apply meas_none ].
Qed.
Lemma levels_scale (X : Space) (f : X -> R) (c : R) : 0 <= c -> levels X f -> levels X (fun x => c * f x).
Proof.
  intros C L; destruct (Req_dec c 0) as [-> | N]; [ apply (levels_ext X (fun _ => 0)); [ intro; ring | apply levels_constant ] | ].
  assert (C1 : 0 < c) by lra; intro t; apply (meas_ext X (fun x => t / c <= f x)); [ | apply L ].
  intro x; assert (E : t = c * (t / c)) by (field; lra); split; intro U.
  - rewrite E; apply Rmult_le_compat_l; lra.
  - apply Rmult_le_reg_l with c; [ assumption | lra ].
Qed.
(** A function on an event, and 0 outside. *)
Lemma levels_within (X : Space) (B : X -> Prop) (f : X -> R) : meas B -> (forall x, 0 <= f x) -> levels X f ->
  levels X (fun x => if decide (B x) then f x else 0).
Proof.
  intros HB P L t; destruct (Rle_dec t 0) as [T | T].
  - apply (meas_ext X (fun _ => True)); [ | apply meas_all ]; intro x; specialize (P x); destruct (decide (B x)); split; intros; auto; lra.
  - apply (meas_ext X (fun x => B x /\ t <= f x)); [ | apply meas_and; [ exact HB | apply L ] ].
    intro x; destruct (decide (B x)); split; intros; try tauto; lra.
Qed.

(** Simple functions: finite sums of multiples of indicators of events, with their values and their integrals. *)
Definition indicator {X : Type} (A : X -> Prop) (x : X) : R := if decide (A x) then 1 else 0.
Definition simple (X : Space) : Type := list (R * (X -> Prop)).
Definition events {X : Space} (s : simple X) : Prop := forall c A, In (c, A) s -> meas A.
Fixpoint value_at {X : Space} (s : simple X) (x : X) : R := match s with [] => 0 | (c, A) :: r => c * indicator A x + value_at r x end.
Fixpoint weigh {X : Space} (P : Law X) (s : simple X) : R := match s with [] => 0 | (c, A) :: r => c * pr P A + weigh P r end.
Definition scaled {X : Space} (d : R) (s : simple X) : simple X := map (fun p => (d * fst p, snd p)) s.

Lemma value_at_app {X : Space} (s r : simple X) x : value_at (s ++ r) x = value_at s x + value_at r x.
Proof. induction s as [ | [c A] s IH ]; simpl; [ ring | rewrite IH; ring ]. Qed.
Lemma weigh_app {X : Space} (P : Law X) (s r : simple X) : weigh P (s ++ r) = weigh P s + weigh P r.
Proof. induction s as [ | [c A] s IH ]; simpl; [ ring | rewrite IH; ring ]. Qed.
Lemma value_at_scaled {X : Space} (d : R) (s : simple X) x : value_at (scaled d s) x = d * value_at s x.
Proof. induction s as [ | [c A] s IH ]; simpl; [ ring | rewrite IH; ring ]. Qed.
Lemma weigh_scaled {X : Space} (P : Law X) (d : R) (s : simple X) : weigh P (scaled d s) = d * weigh P s.
Proof. induction s as [ | [c A] s IH ]; simpl; [ ring | rewrite IH; ring ]. Qed.
Lemma events_app {X : Space} (s r : simple X) : events s -> events r -> events (s ++ r).
Proof. intros H K c A I; apply in_app_or in I; destruct I; eauto. Qed.
Lemma events_scaled {X : Space} (d : R) (s : simple X) : events s -> events (scaled d s).
Proof. intros H c A I; apply in_map_iff in I; destruct I as [[c' A'] [E I]]; simpl in E; inversion E; subst; eauto. Qed.

(** What is nowhere negative on an event is not negative there on average: an event in the sum splits it into two. *)
Lemma weigh_on {X : Space} (P : Law X) (s : simple X) : events s -> forall (B : X -> Prop) (c : R), meas B ->
  (forall x, B x -> 0 <= c + value_at s x) -> 0 <= c * pr P B + weigh P (map (fun p => (fst p, fun x => snd p x /\ B x)) s).
Proof.
  induction s as [ | [d A] s IH ]; intros H B c M N; simpl.
  - destruct (classic (exists x, B x)) as [[x K] | K].
    + specialize (N x K); simpl in N; assert (0 <= pr P B) by now apply pr_nonneg.
      assert (0 <= c * pr P B) by (apply Rmult_le_pos; lra); lra.
    + rewrite (pr_ext X P B (fun _ => False)), pr_none by (try assumption; firstorder); lra.
  - assert (HA : meas A) by (apply (H d); now left).
    assert (HS : events s) by (intros c' A' I; apply (H c'); now right).
    assert (Y : meas (fun x => A x /\ B x)) by now apply meas_and.
    assert (W : meas (fun x => ~ A x /\ B x)) by (apply meas_and; [ now apply meas_not | exact M ]).
    assert (U : 0 <= (c + d) * pr P (fun x => A x /\ B x) + weigh P (map (fun p => (fst p, fun x => snd p x /\ (A x /\ B x))) s)).
    { apply IH; [ exact HS | exact Y | intros x [Ax Bx] ]; specialize (N x Bx); simpl in N; unfold indicator in N.
      destruct (decide (A x)); [ lra | contradiction ]. }
    assert (V : 0 <= c * pr P (fun x => ~ A x /\ B x) + weigh P (map (fun p => (fst p, fun x => snd p x /\ (~ A x /\ B x))) s)).
    { apply IH; [ exact HS | exact W | intros x [Ax Bx] ]; specialize (N x Bx); simpl in N; unfold indicator in N.
      destruct (decide (A x)); [ contradiction | lra ]. }
    assert (S : forall C : X -> Prop, meas C -> pr P (fun x => C x /\ B x) = pr P (fun x => C x /\ (A x /\ B x)) + pr P (fun x => C x /\ (~ A x /\ B x))).
    { intros C HC; rewrite <- pr_or; [ | now apply meas_and | now apply meas_and | tauto ].
      apply pr_ext; [ now apply meas_and | intro x; destruct (classic (A x)); tauto ]. }
    assert (T : weigh P (map (fun p => (fst p, fun x => snd p x /\ B x)) s) = weigh P (map (fun p => (fst p, fun x => snd p x /\ (A x /\ B x))) s)
      + weigh P (map (fun p => (fst p, fun x => snd p x /\ (~ A x /\ B x))) s)).
    { clear - HS S; induction s as [ | [e C] s IH ]; simpl; [ ring | rewrite IH by (intros c' A' I; apply (HS c'); now right) ].
      rewrite (S C) by (apply (HS e); now left); ring. }
    assert (Z : pr P B = pr P (fun x => A x /\ B x) + pr P (fun x => ~ A x /\ B x)).
    { rewrite <- pr_or by (try assumption; tauto); apply pr_ext; [ exact M | intro x; destruct (classic (A x)); tauto ]. }
    rewrite T, Z; lra.
Qed.
Lemma weigh_nonneg {X : Space} (P : Law X) (s : simple X) : events s -> (forall x, 0 <= value_at s x) -> 0 <= weigh P s.
Proof.
  intros H N; assert (K := weigh_on P s H (fun _ => True) 0 (meas_all X)).
  replace (weigh P s) with (0 * pr P (fun _ => True) + weigh P (map (fun p => (fst p, fun x => snd p x /\ True)) s)).
  - apply K; intros x _; specialize (N x); lra.
  - clear - H; rewrite Rmult_0_l, Rplus_0_l; induction s as [ | [c A] s IH ]; simpl; [ ring | ].
    rewrite IH by (intros c' A' I; apply (H c'); now right).
    rewrite (pr_ext X P A (fun x => A x /\ True)) by (first [ apply (H c); now left | tauto ]); ring.
Qed.
Lemma weigh_le {X : Space} (P : Law X) (s r : simple X) : events s -> events r -> (forall x, value_at s x <= value_at r x) -> weigh P s <= weigh P r.
Proof.
  intros H K L; assert (N : 0 <= weigh P (r ++ scaled (-1) s)).
  { apply weigh_nonneg; [ apply events_app; [ exact K | now apply events_scaled ] | intro x; rewrite value_at_app, value_at_scaled; specialize (L x); lra ]. }
  rewrite weigh_app, weigh_scaled in N; lra.
Qed.

(** A function between 0 and 1, from below, in [n] steps. *)
Fixpoint stairs {X : Space} (f : X -> R) (n : nat) (m : nat) : simple X :=
  match m with O => [] | S k => (/ INR n, fun x => INR m * / INR n <= f x) :: stairs f n k end.
Lemma stairs_events {X : Space} (f : X -> R) (n m : nat) : levels X f -> events (stairs f n m).
Proof. intro H; induction m as [ | m IH ]; intros c A I; [ contradiction | destruct I as [E | I]; [ inversion E; apply H | eauto ] ]. Qed.
Lemma stairs_value {X : Space} (f : X -> R) (n m : nat) (x : X) : (0 < n)%nat -> 0 <= f x -> let s := value_at (stairs f n m) x in
  s <= f x /\ (f x <= INR (S m) * / INR n -> f x <= s + / INR n) /\ (INR m * / INR n <= f x -> s = INR m * / INR n).
Proof.
  intros Hn Hf; assert (N : 0 < / INR n) by (apply Rinv_0_lt_compat, lt_0_INR, Hn).
  induction m as [ | m [IH [IH' IH'']] ]; cbn zeta; cbn [stairs value_at].
  - simpl; repeat split; intros; lra.
  - unfold indicator; rewrite (S_INR (S m)), (S_INR m) in *; set (h := / INR n) in *.
    destruct (decide ((INR m + 1) * h <= f x)) as [L | L].
    + rewrite IH'' by lra; repeat split; intros; lra.
    + repeat split; intros; try lra; rewrite Rmult_0_r, Rplus_0_l; apply IH'; lra.
Qed.

Section Integrals.
Variables (X : Space) (P : Law X).

(** The integrals of the simple functions that are nowhere above [f]; their least upper bound is the integral of [f]. *)
Definition sums_below (f : X -> R) (a : R) : Prop := exists s : simple X, events s /\ (forall x, value_at s x <= f x) /\ a = weigh P s.
Lemma sums_bounded (f : X -> R) : (forall x, f x <= 1) -> is_upper_bound (sums_below f) 1.
Proof.
  intros H a [s [E [L ->]]]; replace 1 with (weigh P [(1, fun _ => True)]) by (simpl; rewrite pr_all; ring).
  apply weigh_le; [ exact E | intros c A [I | []]; inversion I; apply meas_all | ].
  intro x; apply Rle_trans with (1 := L x); simpl; unfold indicator; destruct (decide True); [ specialize (H x); lra | tauto ].
Qed.
Lemma sums_some (f : X -> R) : (forall x, 0 <= f x) -> sums_below f 0.
Proof. intro H; exists []; split; [ intros c A [] | split; [ exact H | reflexivity ] ]. Qed.

Definition integral (f : X -> R) : R :=
  match decide (bound (sums_below f) /\ exists a, sums_below f a) with
  | left H => proj1_sig (completeness _ (proj1 H) (proj2 H))
  | right _ => 0
  end.
Lemma integral_lub (f : X -> R) : (forall x, 0 <= f x <= 1) -> is_lub (sums_below f) (integral f).
Proof.
  intro H; unfold integral; destruct (decide _) as [D | N].
  - apply proj2_sig.
  - exfalso; apply N; split; [ exists 1; apply sums_bounded; apply H | exists 0; apply sums_some; apply H ].
Qed.
Lemma integral_above (f : X -> R) (s : simple X) : (forall x, 0 <= f x <= 1) -> events s -> (forall x, value_at s x <= f x) -> weigh P s <= integral f.
Proof. intros H E L; apply (integral_lub f H); now exists s. Qed.
Lemma integral_below (f : X -> R) (s : simple X) : (forall x, 0 <= f x <= 1) -> events s -> (forall x, f x <= value_at s x) -> integral f <= weigh P s.
Proof.
  intros H E L; apply (integral_lub f H); intros a [r [E' [L' ->]]]; apply weigh_le; [ assumption | assumption | ].
  intro x; now apply Rle_trans with (f x).
Qed.
(** A function that is itself simple. *)
Lemma integral_value (f : X -> R) (s : simple X) : (forall x, 0 <= f x <= 1) -> events s -> (forall x, f x = value_at s x) -> integral f = weigh P s.
Proof.
  intros H E L; apply Rle_antisym; [ apply integral_below | apply integral_above ]; auto; intro x; rewrite L; apply Rle_refl.
Qed.
Lemma integral_stairs (f : X -> R) (n : nat) : (0 < n)%nat -> (forall x, 0 <= f x <= 1) -> levels X f ->
  (forall x, value_at (stairs f n n) x <= f x <= value_at (stairs f n n) x + / INR n) /\
  weigh P (stairs f n n) <= integral f <= weigh P (stairs f n n) + / INR n.
Proof.
  intros Hn H L; assert (N : 0 < INR n) by (apply lt_0_INR, Hn); assert (E := stairs_events f n n L).
  assert (V : forall x, value_at (stairs f n n) x <= f x <= value_at (stairs f n n) x + / INR n).
  { intro x; destruct (stairs_value f n n x Hn (proj1 (H x))) as [U [V _]]; split; [ exact U | apply V ].
    rewrite S_INR, Rmult_plus_distr_r, Rinv_r by lra; assert (0 < / INR n) by now apply Rinv_0_lt_compat.
    specialize (H x); lra. }
  split; [ exact V | split; [ apply integral_above; firstorder | ] ].
  replace (weigh P (stairs f n n) + / INR n) with (weigh P ((/ INR n, fun _ => True) :: stairs f n n)) by (simpl; rewrite pr_all; ring).
  apply integral_below; [ exact H | intros c A [I | I]; [ inversion I; apply meas_all | eauto ] | ].
  intro x; simpl; unfold indicator; destruct (decide True); [ specialize (V x); lra | tauto ].
Qed.
Lemma integral_near (f : X -> R) (n : nat) : (0 < n)%nat -> (forall x, 0 <= f x <= 1) -> levels X f ->
  exists s, events s /\ (forall x, value_at s x <= f x <= value_at s x + / INR n) /\ weigh P s <= integral f <= weigh P s + / INR n.
Proof. intros Hn H L; exists (stairs f n n); split; [ now apply stairs_events | now apply integral_stairs ]. Qed.
Lemma integral_plus (f g : X -> R) : (forall x, 0 <= f x) -> (forall x, 0 <= g x) -> (forall x, f x + g x <= 1) -> levels X f -> levels X g ->
  integral (fun x => f x + g x) = integral f + integral g.
Proof.
  intros F G H LF LG.
  assert (BF : forall x, 0 <= f x <= 1) by (intro x; specialize (F x); specialize (G x); specialize (H x); lra).
  assert (BG : forall x, 0 <= g x <= 1) by (intro x; specialize (F x); specialize (G x); specialize (H x); lra).
  assert (B : forall x, 0 <= f x + g x <= 1) by (intro x; specialize (BF x); specialize (BG x); specialize (H x); lra).
  assert (N : forall n : nat, (0 < n)%nat -> Rabs (integral (fun x => f x + g x) - (integral f + integral g)) <= 2 * / INR n).
  { intros n Hn; destruct (integral_near f n Hn BF LF) as [s [E [V W]]]; destruct (integral_near g n Hn BG LG) as [r [E' [V' W']]].
    assert (U : weigh P (s ++ r) <= integral (fun x => f x + g x)).
    { apply integral_above; [ exact B | now apply events_app | intro x; rewrite value_at_app; specialize (V x); specialize (V' x); lra ]. }
    assert (T : integral (fun x => f x + g x) <= weigh P ((2 * / INR n, fun _ => True) :: s ++ r)).
    { apply integral_below; [ exact B | intros c A [I | I]; [ inversion I; apply meas_all | apply (events_app s r E E' c A I) ] | ].
      intro x; simpl; rewrite value_at_app; unfold indicator; destruct (decide True); [ specialize (V x); specialize (V' x); lra | tauto ]. }
    simpl in T; rewrite pr_all, weigh_app in T; rewrite weigh_app in U; apply Rabs_le; lra. }
  apply Rminus_diag_uniq; destruct (Req_dec (integral (fun x => f x + g x) - (integral f + integral g)) 0) as [D | D]; [ exact D | exfalso ].
  apply Rabs_pos_lt in D; destruct (small_fraction (Rabs (integral (fun x => f x + g x) - (integral f + integral g)) / 2)) as [n [Hn S]]; [ lra | ].
  specialize (N n Hn); lra.
Qed.
Lemma integral_nonneg (f : X -> R) : (forall x, 0 <= f x <= 1) -> 0 <= integral f.
Proof. intro H; apply (integral_lub f H); apply sums_some; apply H. Qed.
Lemma integral_ext (f g : X -> R) : (forall x, f x = g x) -> integral f = integral g.
Proof. intro H; f_equal; now apply functional_extensionality. Qed.
(** Where a function is mostly small, so is its integral. *)
Lemma integral_small (f : X -> R) (e : R) : (forall x, 0 <= f x <= 1) -> levels X f -> 0 <= e -> integral f <= e + pr P (fun x => e < f x).
Proof.
  intros H L He; assert (M := levels_above X f L e).
  replace (e + pr P (fun x => e < f x)) with (weigh P [(e, fun _ => True); (1, fun x => e < f x)]) by (simpl; rewrite pr_all; ring).
  apply integral_below; [ exact H | intros c A [I | [I | []]]; inversion I; [ apply meas_all | exact M ] | ].
  intro x; simpl; unfold indicator; destruct (decide True); [ | tauto ]; destruct (decide (e < f x)); specialize (H x); lra.
Qed.

(** Events that shrink to nothing have small chances. *)
Lemma pr_shrinks (A : nat -> X -> Prop) : (forall n, meas (A n)) -> (forall n x, A (S n) x -> A n x) -> (forall x, exists n, ~ A n x) ->
  forall e, 0 < e -> exists n, pr P (A n) < e.
Proof.
  intros M D V e He.
  set (B := fun n x => A n x /\ ~ A (S n) x).
  assert (MB : forall n, meas (B n)) by (intro n; apply meas_and; [ apply M | apply meas_not, M ]).
  assert (Down : forall m n x, (m <= n)%nat -> A n x -> A m x) by (intros m n x L; induction L; auto).
  assert (U : infinite_sum (fun n => pr P (B n)) (pr P (A 0%nat))).
  { apply pr_union; [ exact MB | | ].
    - intros m n x [U U'] [W W']; destruct (PeanoNat.Nat.lt_trichotomy m n) as [L | [L | L]]; [ | exact L | ]; exfalso.
      + apply U'; now apply (Down (S m) n).
      + apply W'; now apply (Down (S n) m).
    - intro x; split; [ intro K | intros [n [K _]]; now apply (Down 0%nat n x); [ lia | ] ].
      destruct (V x) as [n N]; induction n as [ | n IH ]; [ contradiction | ].
      destruct (classic (A n x)) as [Y | Y]; [ exists n; now split | now apply IH ]. }
  assert (S' : forall n, sum_f_R0 (fun n => pr P (B n)) n = pr P (A 0%nat) - pr P (A (S n))).
  { assert (Q : forall n, pr P (A n) = pr P (B n) + pr P (A (S n))).
    { intro n; rewrite <- pr_or; [ | apply MB | apply M | unfold B; tauto ].
      apply pr_ext; [ apply M | intro x; unfold B; split; [ intro; destruct (classic (A (S n) x)); tauto | intros [K | K]; [ tauto | now apply D ] ] ]. }
    induction n as [ | n IH ]; simpl; [ rewrite (Q 0%nat); ring | rewrite IH, (Q (S n)); ring ]. }
  destruct (U e He) as [n Hn]; exists (S n); specialize (Hn n (le_n n)); rewrite S' in Hn; unfold R_dist in Hn.
  apply Rabs_def2 in Hn; lra.
Qed.
End Integrals.

(** Measurable, nowhere negative, and with a finite mean. *)
Definition summable (X : Space) (P : Law X) (f : X -> R) : Prop := (forall x, 0 <= f x) /\ levels X f /\ bound (sums_below X P f).

(** * Random answers *)

(** Laws that depend on a point measurably: kernels from [X] to [Y]. *)
Definition kernel (X Y : Space) (K : X -> Law Y) : Prop := forall B, meas B -> levels X (fun x => pr (K x) B).

(** It is enough that the chances of generating sets are measurable. *)
Lemma kernel_generated (X Y : Space) (G : (Y -> Prop) -> Prop) (J : X -> Law Y) : (forall A B, G A -> G B -> G (fun y => A y /\ B y)) ->
  (forall A, G A -> meas A) -> (forall A, G A -> levels X (fun x => pr (J x) A)) -> forall A, generated G A -> levels X (fun x => pr (J x) A).
Proof.
  intros Both HG L A H; apply generated_disjointly in H; [ | exact Both ].
  assert (M : forall B, disjointly G B -> meas B) by (intro B; now apply disjointly_measurable).
  induction H as [ A H | A B E HA IH | | A HA IH | A HA IH D ].
  - now apply L.
  - apply (levels_ext X (fun x => pr (J x) A)); [ intro x; apply pr_ext; [ apply M, HA | exact E ] | exact IH ].
  - apply (levels_ext X (fun _ => 1)); [ intro x; symmetry; apply pr_all | apply levels_constant ].
  - apply (levels_ext X (fun x => 1 - pr (J x) A)); [ intro x; symmetry; apply pr_not, M, HA | now apply levels_minus ].
  - set (U := fun y => exists n, A n y); assert (HM : forall n, meas (A n)) by (intro n; apply M, HA).
    assert (S : forall n, levels X (fun x => sum_f_R0 (fun i => pr (J x) (A i)) n)).
    { induction n as [ | n IHn ]; simpl; [ apply IH | apply levels_plus; [ | exact IHn | apply IH ] ].
      intro x; apply cond_pos_sum; intro i; now apply pr_nonneg. }
    assert (C : forall x, infinite_sum (fun n => pr (J x) (A n)) (pr (J x) U)) by (intro x; apply pr_union; [ exact HM | exact D | tauto ]).
    assert (I : forall x n, sum_f_R0 (fun i => pr (J x) (A i)) n <= pr (J x) U).
    { intros x n; apply sum_incr; [ apply C | intro i; now apply pr_nonneg ]. }
    apply levels_from; intro t; apply (meas_ext X (fun x => exists n, t < sum_f_R0 (fun i => pr (J x) (A i)) n)).
    + intro x; split; [ intros [n K]; specialize (I x n); lra | intro K ].
      destruct (C x (pr (J x) U - t)) as [n Hn]; [ lra | exists n ].
      specialize (Hn n (le_n n)); unfold R_dist in Hn; apply Rabs_def2 in Hn; lra.
    + apply meas_union; intro n; apply levels_above, S.
Qed.
Lemma kernel_pairs (X Y Z : Space) (J : X -> Law (pairs Y Z)) :
  (forall A B, meas A -> meas B -> levels X (fun x => pr (J x) (fun p => A (fst p) /\ B (snd p)))) -> kernel X (pairs Y Z) J.
Proof.
  intros L A H; apply (kernel_generated X (pairs Y Z) (rectangle Y Z)); [ apply rectangles_meet | intros B HB; now apply gen_base | | exact H ].
  intros C HC; assert (M : @meas (pairs Y Z) C) by now apply gen_base.
  destruct HC as [A1 [B1 [HA [HB E]]]]; apply (levels_ext X (fun x => pr (J x) (fun p => A1 (fst p) /\ B1 (snd p)))); [ | now apply L ].
  intro x; symmetry; now apply pr_ext.
Qed.
Lemma constant_kernel (X Y : Space) (Q : Law Y) : kernel X Y (fun _ => Q).
Proof. intros B _; apply levels_constant. Qed.

Section Compound.
Variables (X Y : Space) (P : Law X) (K : X -> Law Y).
Hypothesis HK : kernel X Y K.

(** The chance of what a set of pairs has over one point; its integral is the chance of the set. *)
Definition over (A : X * Y -> Prop) (x : X) : R := pr (K x) (fun y => A (x, y)).
Lemma beside_measurable (x : X) : measurable Y (pairs X Y) (fun y => (x, y)).
Proof.
  apply (pair_measurable Y X Y (fun _ => x) (fun y => y)); [ | apply id_measurable ].
  intros B _; destruct (classic (B x)); [ apply (meas_ext Y (fun _ => True)) | apply (meas_ext Y (fun _ => False)) ];
    first [ tauto | apply meas_all | apply meas_none ].
Qed.
Lemma over_meas (A : X * Y -> Prop) : @meas (pairs X Y) A -> forall x, meas (fun y => A (x, y)).
Proof. intros H x; exact (beside_measurable x A H). Qed.
Lemma over_range (A : X * Y -> Prop) : @meas (pairs X Y) A -> forall x, 0 <= over A x <= 1.
Proof. intros H x; assert (M := over_meas A H x); split; [ now apply pr_nonneg | now apply pr_le_1 ]. Qed.
Lemma over_levels (A : X * Y -> Prop) : @meas (pairs X Y) A -> levels X (over A).
Proof.
  intro H; apply (levels_ext X (fun x => pr (image (fun y => (x, y) : pairs X Y) (beside_measurable x) (K x)) A)).
  - intro x; now rewrite image_pr.
  - revert A H; apply kernel_pairs; intros A B HA HB; apply (levels_ext X (fun x => if decide (A x) then pr (K x) B else 0)).
    + intro x; rewrite image_pr by (apply gen_base; exists A, B; tauto); destruct (decide (A x)) as [N | N].
      * apply pr_ext; [ exact HB | simpl; tauto ].
      * rewrite <- (pr_none Y (K x)); apply pr_ext; [ apply meas_none | simpl; tauto ].
    + apply levels_within; [ exact HA | intro x; now apply pr_nonneg | now apply HK ].
Qed.

Definition compound_chance (A : X * Y -> Prop) : R := integral X P (over A).
Lemma compound_or (A B : X * Y -> Prop) : @meas (pairs X Y) A -> @meas (pairs X Y) B -> (forall p, A p -> B p -> False) ->
  compound_chance (fun p => A p \/ B p) = compound_chance A + compound_chance B.
Proof.
  intros HA HB D; unfold compound_chance.
  assert (E : forall x, over (fun p => A p \/ B p) x = over A x + over B x).
  { intro x; apply (pr_or Y (K x) (fun y => A (x, y)) (fun y => B (x, y))); [ now apply over_meas | now apply over_meas | eauto ]. }
  rewrite (integral_ext X P _ _ E); apply integral_plus; try (now apply over_levels); try (intro x; now apply over_range).
  intro x; rewrite <- E; apply over_range; now apply (meas_or (pairs X Y)).
Qed.
Lemma compound_ext (A B : X * Y -> Prop) : @meas (pairs X Y) A -> (forall p, A p <-> B p) -> compound_chance A = compound_chance B.
Proof. intros HA E; apply integral_ext; intro x; apply pr_ext; [ now apply over_meas | intro y; apply E ]. Qed.
Lemma compound_union (A : nat -> X * Y -> Prop) (B : X * Y -> Prop) : (forall n, @meas (pairs X Y) (A n)) ->
  (forall m n p, A m p -> A n p -> m = n) -> (forall p, B p <-> exists n, A n p) -> infinite_sum (fun n => compound_chance (A n)) (compound_chance B).
Proof.
  intros HA D U; set (T := fun (n : nat) p => exists m, (n < m)%nat /\ A m p).
  assert (MB : @meas (pairs X Y) B).
  { apply (meas_ext (pairs X Y) (fun p => exists n, A n p)); [ firstorder | now apply (meas_union (pairs X Y)) ]. }
  assert (MT : forall n, @meas (pairs X Y) (T n)).
  { intro n; apply (meas_union (pairs X Y) (fun m p => (n < m)%nat /\ A m p)); intro m.
    destruct (Compare_dec.lt_dec n m) as [L | L]; [ apply (meas_ext (pairs X Y) (A m)) | apply (meas_ext (pairs X Y) (fun _ => False)) ];
      first [ tauto | apply HA | apply meas_none ]. }
  assert (S' : forall n, compound_chance B = sum_f_R0 (fun n => compound_chance (A n)) n + compound_chance (T n)).
  { induction n as [ | n IH ]; simpl.
    - rewrite <- compound_or; [ | apply HA | apply MT | intros p H [m [L N]]; specialize (D _ _ p H N); lia ].
      apply compound_ext; [ exact MB | intro p; rewrite U; split; [ intros [[ | m] H] | intros [H | [m [_ H]]] ] ];
        [ now left | right; exists (S m); split; [ lia | exact H ] | eauto | eauto ].
    - rewrite IH, (compound_ext (T n) (fun p => A (S n) p \/ T (S n) p)), compound_or; [ ring | apply HA | apply MT | | apply MT | ].
      + intros p H [m [L N]]; specialize (D _ _ p H N); lia.
      + intro p; split; [ intros [m [L H]] | intros [H | [m [L H]]]; [ exists (S n); split; [ lia | exact H ] | exists m; split; [ lia | exact H ] ] ].
        destruct (PeanoNat.Nat.eq_dec m (S n)) as [-> | N]; [ now left | right; exists m; split; [ lia | exact H ] ]. }
  assert (N : forall n, 0 <= compound_chance (T n)) by (intro n; apply integral_nonneg, over_range, MT).
  assert (N' : forall n, 0 <= compound_chance (A n)) by (intro n; apply integral_nonneg, over_range, HA).
  intros e He.
  assert (H : exists n, pr P (fun x => e / 2 < over (T n) x) < e / 2).
  { apply pr_shrinks; [ intro n; now apply levels_above, over_levels | | | lra ].
    - intros n x L; apply Rlt_le_trans with (1 := L); apply pr_le; [ now apply over_meas | now apply over_meas | ].
      intros y [m [G H]]; exists m; split; [ lia | exact H ].
    - intro x; destruct (pr_shrinks Y (K x) (fun n y => T n (x, y))) with (e := e / 2) as [n Hn].
      + intro n; now apply over_meas.
      + intros n y [m [G H]]; exists m; split; [ lia | exact H ].
      + intro y; destruct (classic (exists m, A m (x, y))) as [[m H] | H].
        * exists m; intros [m' [L H']]; specialize (D _ _ _ H H'); lia.
        * exists 0%nat; intros [m [_ H']]; apply H; now exists m.
      + lra.
      + exists n; unfold over; lra. }
  destruct H as [n Hn]; exists n; intros m Hm.
  assert (Z := integral_small X P (over (T n)) (e / 2) (over_range _ (MT n)) (over_levels _ (MT n)) ltac:(lra)).
  change (integral X P (over (T n))) with (compound_chance (T n)) in Z.
  assert (I : sum_f_R0 (fun n => compound_chance (A n)) n <= sum_f_R0 (fun n => compound_chance (A n)) m).
  { clear - Hm N'; induction Hm as [ | m Hm IH ]; [ apply Rle_refl | simpl; specialize (N' (S m)); lra ]. }
  assert (U1 := S' n); assert (U2 := S' m); specialize (N m).
  unfold R_dist; apply Rabs_def1; lra.
Qed.
Lemma compound_exists : { J : Law (pairs X Y) | forall A, @meas (pairs X Y) A -> pr J A = integral X P (over A) }.
Proof.
  unshelve eexists {| pr := fun A => if decide (@meas (pairs X Y) A) then compound_chance A else 0 |}; cbv beta.
  - intros A M; destruct (decide (@meas (pairs X Y) A)) as [_ | N]; [ apply integral_nonneg, over_range, M | lra ].
  - destruct (decide (@meas (pairs X Y) (fun _ => True))) as [_ | N]; [ | exfalso; apply N, meas_all ].
    unfold compound_chance; rewrite (integral_value X P _ [(1, fun _ => True)]); [ simpl; rewrite pr_all; ring | apply over_range, meas_all | | ].
    + intros c A [I | []]; inversion I; apply meas_all.
    + intro x; unfold over; rewrite pr_all; simpl; unfold indicator; destruct (decide True); [ ring | tauto ].
  - intros A B M D U; assert (MB : @meas (pairs X Y) B).
    { apply (meas_ext (pairs X Y) (fun p => exists n, A n p)); [ firstorder | now apply (meas_union (pairs X Y)) ]. }
    destruct (decide (@meas (pairs X Y) B)) as [_ | N]; [ | contradiction ].
    assert (V := compound_union A B M D U); intros e He; destruct (V e He) as [N HN]; exists N; intros n Hn; specialize (HN n Hn).
    rewrite (sum_eq _ (fun i => compound_chance (A i))); [ exact HN | ].
    intros i _; destruct (decide (@meas (pairs X Y) (A i))) as [_ | W]; [ reflexivity | exfalso; apply W, M ].
  - intros A N; destruct (decide (@meas (pairs X Y) A)); [ contradiction | reflexivity ].
  - intros A M; cbn [pr]; destruct (decide (@meas (pairs X Y) A)) as [_ | N]; [ reflexivity | contradiction ].
Qed.
End Compound.

(** The law of [X], [X ~ P], with an answer drawn from [K X]. *)
Definition compound {X Y : Space} (P : Law X) (K : X -> Law Y) (H : kernel X Y K) : Law (pairs X Y) := proj1_sig (compound_exists X Y P K H).
Lemma compound_pr (X Y : Space) (P : Law X) (K : X -> Law Y) (H : kernel X Y K) (A : X * Y -> Prop) :
  @meas (pairs X Y) A -> pr (compound P K H) A = integral X P (fun x => pr (K x) (fun y => A (x, y))).
Proof. exact (proj2_sig (compound_exists X Y P K H) A). Qed.

(** How the integral depends on the law. *)
Lemma integral_told (X : Space) (P Q : Law X) (f : X -> R) (c d : R) : 0 <= d -> (forall x, 0 <= f x <= 1) -> levels X f -> 0 <= c ->
  (forall A, meas A -> pr P A <= c * pr Q A + d) -> integral X P f <= c * integral X Q f + d.
Proof.
  intros Hd H L Hc D; destruct (Rle_lt_dec (integral X P f) (c * integral X Q f + d)) as [G | G]; [ exact G | exfalso ].
  destruct (small_fraction (integral X P f - (c * integral X Q f + d))) as [n [Hn S]]; [ lra | ].
  destruct (integral_stairs X P f n Hn H L) as [_ [_ U]]; destruct (integral_stairs X Q f n Hn H L) as [_ [V _]].
  assert (W : forall m, weigh P (stairs f n m) <= c * weigh Q (stairs f n m) + INR m * / INR n * d).
  { assert (I : 0 < / INR n) by (apply Rinv_0_lt_compat, lt_0_INR, Hn).
    induction m as [ | m IH ]; cbn [stairs weigh]; [ simpl; lra | rewrite S_INR ].
    assert (K := D (fun x => (INR m + 1) * / INR n <= f x) (L _)); apply Rmult_le_compat_l with (r := / INR n) in K; [ | lra ].
    replace (/ INR n * (c * pr Q (fun x => (INR m + 1) * / INR n <= f x) + d)) with
      (c * (/ INR n * pr Q (fun x => (INR m + 1) * / INR n <= f x)) + / INR n * d) in K by ring.
    lra. }
  specialize (W n); rewrite Rinv_r in W by (apply Rgt_not_eq, lt_0_INR, Hn).
  assert (c * weigh Q (stairs f n n) <= c * integral X Q f) by (now apply Rmult_le_compat_l); lra.
Qed.
Lemma integral_mix (X : Space) (w : R) (P Q : Law X) (f : X -> R) : (forall x, 0 <= f x <= 1) -> levels X f ->
  integral X (mix w P Q) f = chance w * integral X P f + (1 - chance w) * integral X Q f.
Proof.
  intros H L; set (d := integral X (mix w P Q) f - (chance w * integral X P f + (1 - chance w) * integral X Q f)).
  assert (N : forall n : nat, (0 < n)%nat -> Rabs d <= / INR n).
  { intros n Hn; destruct (integral_stairs X P f n Hn H L) as [_ U]; destruct (integral_stairs X Q f n Hn H L) as [_ V].
    destruct (integral_stairs X (mix w P Q) f n Hn H L) as [_ W]; assert (C := chance_range w).
    assert (E : forall s : simple X, weigh (mix w P Q) s = chance w * weigh P s + (1 - chance w) * weigh Q s).
    { induction s as [ | [c A] s IH ]; cbn [weigh mix pr]; [ ring | rewrite IH; ring ]. }
    rewrite E in W; destruct U as [U1 U2], V as [V1 V2].
    apply Rmult_le_compat_l with (r := chance w) in U1; [ | lra ]; apply Rmult_le_compat_l with (r := chance w) in U2; [ | lra ].
    apply Rmult_le_compat_l with (r := 1 - chance w) in V1; [ | lra ]; apply Rmult_le_compat_l with (r := 1 - chance w) in V2; [ | lra ].
    unfold d; apply Rabs_le; lra. }
  apply Rminus_diag_uniq; fold d; destruct (Req_dec d 0) as [D | D]; [ exact D | exfalso ].
  apply Rabs_pos_lt in D; destruct (small_fraction (Rabs d) D) as [n [Hn S]]; specialize (N n Hn); lra.
Qed.

(** * Independent pairs *)

(** The product of two laws: the only law of pairs under which rectangles have the product of the two chances. *)
Definition product {X Y : Space} (P : Law X) (Q : Law Y) : Law (pairs X Y) := compound P (fun _ => Q) (constant_kernel X Y Q).
Lemma product_rectangle (X Y : Space) (P : Law X) (Q : Law Y) (A : X -> Prop) (B : Y -> Prop) :
  meas A -> meas B -> pr (product P Q) (fun p => A (fst p) /\ B (snd p)) = pr P A * pr Q B.
Proof.
  intros HA HB; assert (M : @meas (pairs X Y) (fun p => A (fst p) /\ B (snd p))) by (apply gen_base; exists A, B; tauto).
  unfold product; rewrite compound_pr by exact M; rewrite (integral_value X P _ [(pr Q B, A)]); [ simpl; ring | | | ].
  - exact (over_range X Y (fun _ => Q) _ M).
  - intros c C [I | []]; inversion I; now subst.
  - intro x; simpl; unfold indicator; destruct (decide (A x)) as [K | K].
    + rewrite Rmult_1_r, Rplus_0_r; symmetry; apply pr_ext; [ exact HB | tauto ].
    + rewrite Rmult_0_r, Rplus_0_r, <- (pr_none Y Q); symmetry; apply pr_ext; [ apply meas_none | tauto ].
Qed.

Lemma product_unique (X Y : Space) (P : Law X) (Q : Law Y) (J : Law (pairs X Y)) :
  (forall A B, meas A -> meas B -> pr J (fun p => A (fst p) /\ B (snd p)) = pr P A * pr Q B) -> equal J (product P Q).
Proof. intro H; apply rectangles_determine; intros A B HA HB; rewrite H, product_rectangle; auto. Qed.

Lemma product_equal (X Y : Space) (P P' : Law X) (Q Q' : Law Y) : equal P P' -> equal Q Q' -> equal (product P Q) (product P' Q').
Proof. intros E F; apply product_unique; intros A B HA HB; rewrite product_rectangle, E, F; auto. Qed.

Lemma product_image_measurable (X X' Y : Space) (f : X -> X') :
  measurable X X' f -> measurable (pairs X Y) (pairs X' Y) (fun p => (f (fst p), snd p)).
Proof.
  intro F; apply pair_measurable; [ | apply snd_measurable ]; apply (compose_measurable (pairs X Y) X X' f (@fst X Y) F), fst_measurable.
Qed.
Lemma product_image (X X' Y : Space) (f : X -> X') (F : measurable X X' f) (P : Law X) (Q : Law Y) :
  equal (image (fun p : pairs X Y => (f (fst p), snd p) : pairs X' Y) (product_image_measurable X X' Y f F) (product P Q))
        (product (image f F P) Q).
Proof.
  apply product_unique; intros A B HA HB; rewrite !image_pr by (try exact HA; apply gen_base; now exists A, B).
  apply (product_rectangle X Y P Q (fun x => A (f x)) B); auto.
Qed.
