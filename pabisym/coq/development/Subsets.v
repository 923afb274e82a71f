(** Uses of a record in independent steps: a pattern drawn with increasing ratios holds one that is drawn without; and batches of a fixed
  size, which share all but one of their records.

  Patterns are lists of booleans of a length n, each use independent with probability q; a function of the pattern is increasing if
  more uses never make it smaller.  Where r >= 0 is increasing and has the mean 1, a kernel k keeps some of the uses of a pattern, so that
  what is kept of one drawn with the chances r pi has the law pi (Strassen 1965, here step by step).  With it, bounds for the pairs of a
  pattern and one within it add up to a bound for the two mixtures: the theorem of hidden subsets, given that a run whose uses are a
  pattern and one whose uses are within it are as close as e says. *)

Require Import Reals List Lra.
Import ListNotations.
Open Scope R_scope.

Section Patterns.
Variable q : R.
Hypothesis q_low : 0 < q.
Hypothesis q_high : q < 1.

Fixpoint total (n : nat) (f : list bool -> R) : R :=
  match n with
  | O => f []
  | S m => total m (fun b => f (false :: b)) + total m (fun b => f (true :: b))
  end.

Fixpoint chance (b : list bool) : R :=
  match b with
  | [] => 1
  | true :: rest => q * chance rest
  | false :: rest => (1 - q) * chance rest
  end.

Fixpoint within (b' b : list bool) : Prop :=
  match b', b with
  | [], [] => True
  | x :: rest', y :: rest => (x = true -> y = true) /\ within rest' rest
  | _, _ => False
  end.

Definition mean (n : nat) (f : list bool -> R) : R := total n (fun b => chance b * f b).
Definition increasing (n : nat) (f : list bool -> R) : Prop :=
  forall b' b, length b = n -> within b' b -> f b' <= f b.

Lemma within_length b' : forall b, within b' b -> length b' = length b.
Proof. induction b' as [|x b' IH]; intros [|y b] H; simpl in *; try tauto. f_equal. apply IH; tauto. Qed.

Lemma within_same b : within b b.
Proof. induction b as [|x b IH]; simpl; auto. Qed.

Lemma chance_sign b : 0 <= chance b.
Proof. induction b as [|[|] b IH]; simpl; try lra; apply Rmult_le_pos; lra. Qed.

Lemma total_equal n : forall f g, (forall b, length b = n -> f b = g b) -> total n f = total n g.
Proof.
  induction n as [|n IH]; intros f g H; simpl; [now apply H|].
  f_equal; apply IH; intros b Hb; apply H; simpl; now f_equal.
Qed.

Lemma total_at_most n : forall f g, (forall b, length b = n -> f b <= g b) -> total n f <= total n g.
Proof.
  induction n as [|n IH]; intros f g H; simpl; [now apply H|].
  apply Rplus_le_compat; apply IH; intros b Hb; apply H; simpl; now f_equal.
Qed.

Lemma total_plus n : forall f g, total n (fun b => f b + g b) = total n f + total n g.
Proof. induction n as [|n IH]; intros f g; simpl; [lra|]. rewrite !IH; lra. Qed.

Lemma total_scale n : forall c f, total n (fun b => c * f b) = c * total n f.
Proof. induction n as [|n IH]; intros c f; simpl; [lra|]. rewrite !IH; lra. Qed.

Lemma total_zero n : total n (fun _ => 0) = 0.
Proof. induction n as [|n IH]; simpl; [lra|]. rewrite IH; lra. Qed.

Lemma total_swap n : forall m f, total n (fun b => total m (fun b' => f b b')) = total m (fun b' => total n (fun b => f b b')).
Proof. induction n as [|n IH]; intros m f; simpl; [reflexivity|]. now rewrite !IH, total_plus. Qed.

Lemma total_sign n f : (forall b, length b = n -> 0 <= f b) -> 0 <= total n f.
Proof. intros H. rewrite <- (total_zero n). now apply total_at_most. Qed.

Lemma total_all_zero n : forall f, (forall b, length b = n -> 0 <= f b) -> total n f = 0 -> forall b, length b = n -> f b = 0.
Proof.
  induction n as [|n IH]; intros f H Z b Hb.
  - destruct b; [exact Z | discriminate].
  - simpl in Z.
    assert (P0 : forall c, length c = n -> 0 <= f (false :: c)) by (intros c Hc; apply H; simpl; now f_equal).
    assert (P1 : forall c, length c = n -> 0 <= f (true :: c)) by (intros c Hc; apply H; simpl; now f_equal).
    pose proof (total_sign n _ P0). pose proof (total_sign n _ P1).
    destruct b as [|[|] b]; [discriminate| |]; simpl in Hb; injection Hb as Hb.
    + apply (IH (fun c => f (true :: c))); auto; lra.
    + apply (IH (fun c => f (false :: c))); auto; lra.
Qed.

Lemma chance_positive b : 0 < chance b.
Proof. induction b as [|[|] b IH]; simpl; try lra; apply Rmult_lt_0_compat; lra. Qed.

Lemma mean_one n : mean n (fun _ => 1) = 1.
Proof.
  unfold mean. induction n as [|n IH]; simpl; [lra|].
  rewrite (total_equal n (fun b => (1 - q) * chance b * 1) (fun b => (1 - q) * (chance b * 1))) by (intros; ring).
  rewrite (total_equal n (fun b => q * chance b * 1) (fun b => q * (chance b * 1))) by (intros; ring).
  rewrite !total_scale, IH; lra.
Qed.

Lemma mean_step n f : mean (S n) f = (1 - q) * mean n (fun b => f (false :: b)) + q * mean n (fun b => f (true :: b)).
Proof.
  unfold mean; simpl. rewrite <- !total_scale. f_equal; apply total_equal; intros; ring.
Qed.

(* What a kernel has to be: k b b' is the chance that b' is what is kept of b. *)
Record keeps (n : nat) (r : list bool -> R) (k : list bool -> list bool -> R) : Prop := {
  keeps_sign : forall b b', length b = n -> length b' = n -> 0 <= k b b';
  keeps_within : forall b b', length b = n -> length b' = n -> k b b' <> 0 -> within b' b;
  keeps_whole : forall b, length b = n -> total n (k b) = 1;
  keeps_law : forall b', length b' = n -> total n (fun b => r b * chance b * k b b') = chance b'
}.

Definition same (b b' : list bool) : R := if list_eq_dec Bool.bool_dec b b' then 1 else 0.

Lemma same_whole n : forall b, length b = n -> total n (same b) = 1.
Proof.
  induction n as [|n IH]; intros b Hb; destruct b as [|x b]; try discriminate.
  - simpl. unfold same. destruct (list_eq_dec _ _ _); [reflexivity | congruence].
  - simpl in *. injection Hb as Hb. destruct x.
    + rewrite (total_equal n (fun c => same (true :: b) (false :: c)) (fun _ => 0)).
      2: { intros c _; unfold same; destruct (list_eq_dec _ _ _); [congruence | reflexivity]. }
      rewrite (total_equal n (fun c => same (true :: b) (true :: c)) (same b)).
      2: { intros c _; unfold same; destruct (list_eq_dec _ (true :: b) _), (list_eq_dec _ b c); congruence. }
      rewrite total_zero, IH; auto; lra.
    + rewrite (total_equal n (fun c => same (false :: b) (true :: c)) (fun _ => 0)).
      2: { intros c _; unfold same; destruct (list_eq_dec _ _ _); [congruence | reflexivity]. }
      rewrite (total_equal n (fun c => same (false :: b) (false :: c)) (same b)).
      2: { intros c _; unfold same; destruct (list_eq_dec _ (false :: b) _), (list_eq_dec _ b c); congruence. }
      rewrite total_zero, IH; auto; lra.
Qed.

(* The first use is kept with the probability 1/m, m the mean of r given it. *)
Definition kept (m : R) (x y : bool) : R :=
  match x, y with
  | true, true => 1 / m
  | true, false => 1 - 1 / m
  | false, true => 0
  | false, false => 1
  end.

Definition longer (m : R) (k0 k1 : list bool -> list bool -> R) (b b' : list bool) : R :=
  match b, b' with
  | x :: rest, y :: rest' => kept m x y * (if x then k1 else k0) rest rest'
  | _, _ => 0
  end.

Theorem there_is_a_kernel n : forall r,
  (forall b, length b = n -> 0 <= r b) -> increasing n r -> mean n r = 1 -> exists k, keeps n r k.
Proof.
  induction n as [|n IH]; intros r Hr Inc Mean.
  - exists same. unfold mean in Mean; simpl in Mean. split.
    + intros b b' _ _; unfold same; destruct (list_eq_dec _ _ _); lra.
    + intros [|] [|]; simpl; try discriminate; auto.
    + intros b Hb; now apply same_whole.
    + intros [|] Hb; try discriminate. simpl. unfold same. destruct (list_eq_dec _ _ _); [lra | congruence].
  - set (r0 := fun b => r (false :: b)). set (r1 := fun b => r (true :: b)).
    set (m0 := mean n r0). set (m1 := mean n r1).
    assert (Hr0 : forall b, length b = n -> 0 <= r0 b) by (intros b Hb; apply Hr; simpl; now f_equal).
    assert (Hr1 : forall b, length b = n -> 0 <= r1 b) by (intros b Hb; apply Hr; simpl; now f_equal).
    assert (Inc0 : increasing n r0).
    { intros b' b Hb W. apply Inc; [simpl; now f_equal | simpl; split; [congruence | exact W]]. }
    assert (Inc1 : increasing n r1).
    { intros b' b Hb W. apply Inc; [simpl; now f_equal | simpl; split; [congruence | exact W]]. }
    assert (Split : (1 - q) * m0 + q * m1 = 1) by (pose proof (mean_step n r) as St; rewrite Mean in St; symmetry; exact St).
    assert (Order : m0 <= m1).
    { unfold m0, m1, mean. apply total_at_most. intros b Hb. apply Rmult_le_compat_l; [apply chance_sign|].
      apply Inc; [simpl; now f_equal | simpl; split; [congruence | apply within_same]]. }
    assert (Sign : 0 <= m0).
    { apply total_sign. intros b Hb. apply Rmult_le_pos; [apply chance_sign | now apply Hr0]. }
    assert (More : 1 <= m1) by nra.
    assert (Scaled : forall r', (forall b, length b = n -> 0 <= r' b) -> increasing n r' -> 0 < mean n r' ->
              exists k, keeps n (fun b => / mean n r' * r' b) k).
    { intros r' S I P. apply IH.
      - intros b Hb. apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | now apply S].
      - intros b' b Hb W. apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat | now apply I].
      - unfold mean at 1. rewrite (total_equal n _ (fun b => / mean n r' * (chance b * r' b))) by (intros; ring).
        rewrite total_scale. fold (mean n r'). now apply Rinv_l; lra. }
    destruct (Scaled r1 Hr1 Inc1) as [k1 K1]; [fold m1; lra|]. fold m1 in K1.
    assert (exists k0, (forall b b', length b = n -> length b' = n -> 0 <= k0 b b') /\
              (forall b b', length b = n -> length b' = n -> k0 b b' <> 0 -> within b' b) /\
              (forall b, length b = n -> total n (k0 b) = 1) /\
              (forall b', length b' = n -> total n (fun b => r0 b * chance b * k0 b b') = m0 * chance b')) as [k0 [A0 [B0 [C0 D0]]]].
    { destruct (Rle_lt_or_eq_dec _ _ Sign) as [Pos | Zero].
      - destruct (Scaled r0 Hr0 Inc0 Pos) as [k0 K0]. fold m0 in K0. exists k0.
        repeat split; try apply K0.
        intros b' Hb'. rewrite <- (keeps_law _ _ _ K0 b' Hb'), <- total_scale. apply total_equal. intros b Hb.
        field. lra.
      - exists same. repeat split.
        + intros b b' _ _; unfold same; destruct (list_eq_dec _ _ _); lra.
        + intros b b' _ _; unfold same; destruct (list_eq_dec _ _ _); [intros _; subst; apply within_same | lra].
        + intros b Hb; now apply same_whole.
        + intros b' Hb'. rewrite <- Zero, Rmult_0_l, <- (total_zero n). apply total_equal. intros b Hb.
          assert (Z : chance b * r0 b = 0).
          { apply (total_all_zero n (fun c => chance c * r0 c)); [|symmetry; exact Zero | exact Hb].
            intros c Hc. apply Rmult_le_pos; [apply chance_sign | now apply Hr0]. }
          pose proof (chance_positive b). assert (N : r0 b = 0) by nra. rewrite N; ring. }
    assert (Inv : 0 < / m1 <= 1).
    { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    exists (longer m1 k0 k1). split.
    + intros [|x b] [|y b'] Hb Hb'; try discriminate. simpl in *. injection Hb as Hb. injection Hb' as Hb'.
      apply Rmult_le_pos.
      * destruct x, y; simpl; unfold Rdiv; lra.
      * destruct x; [now apply K1 | now apply A0].
    + intros [|x b] [|y b'] Hb Hb' N; try discriminate. simpl in *. injection Hb as Hb. injection Hb' as Hb'. split.
      * intros ->. destruct x; [reflexivity | exfalso; apply N; simpl; ring].
      * destruct x; [apply (keeps_within _ _ _ K1); auto | apply B0; auto]; intros Z; apply N; rewrite Z; ring.
    + intros [|x b] Hb; try discriminate. simpl in Hb. injection Hb as Hb. simpl. rewrite !total_scale.
      destruct x; simpl; [rewrite (keeps_whole _ _ _ K1 b Hb) | rewrite (C0 b Hb)]; unfold Rdiv; ring.
    + intros [|y b'] Hb'; try discriminate. simpl in Hb'. injection Hb' as Hb'. cbn [total chance longer].
      rewrite (total_equal n _ (fun b => ((1 - q) * kept m1 false y) * (r0 b * chance b * k0 b b'))) by (intros; unfold r0; ring).
      rewrite (total_equal n (fun b => r (true :: b) * (q * chance b) * (kept m1 true y * k1 b b'))
        (fun b => (q * kept m1 true y * m1) * (/ m1 * r1 b * chance b * k1 b b'))) by (intros; unfold r1; field; lra).
      rewrite !total_scale, (D0 b' Hb'), (keeps_law _ _ _ K1 b' Hb').
      destruct y; simpl; unfold Rdiv.
      * field; lra.
      * replace ((1 - q) * 1 * (m0 * chance b') + q * (1 - 1 * / m1) * m1 * chance b') with
          (((1 - q) * m0 + q * m1 - q * (/ m1 * m1)) * chance b') by ring.
        rewrite Split, Rinv_l by lra. ring.
Qed.

(* Hidden subsets: P b and Q b' are the chances of an event in the two runs, given the steps that use the record. *)
Theorem hidden_subsets n gamma r e P Q :
  (forall b, length b = n -> 0 <= r b) -> increasing n r -> mean n r = 1 ->
  (forall b b', length b = n -> within b' b -> P b - gamma * r b * Q b' <= e b) ->
  mean n P - gamma * mean n Q <= mean n e.
Proof.
  intros Hr Inc Mean Pairs. destruct (there_is_a_kernel n r Hr Inc Mean) as [k K].
  assert (Other : mean n Q = total n (fun b => chance b * total n (fun b' => k b b' * (r b * Q b')))).
  { unfold mean.
    rewrite (total_equal n (fun b => chance b * Q b) (fun b' => total n (fun b => Q b' * (r b * chance b * k b b')))).
    2: { intros b' Hb'. now rewrite total_scale, (keeps_law _ _ _ K b' Hb'), Rmult_comm. }
    rewrite total_swap. apply total_equal. intros b Hb. rewrite <- total_scale. apply total_equal. intros; ring. }
  rewrite Other. unfold mean.
  rewrite <- total_scale.
  apply Rplus_le_reg_r with (total n (fun b => gamma * (chance b * total n (fun b' => k b b' * (r b * Q b'))))).
  ring_simplify. rewrite <- total_plus. apply total_at_most. intros b Hb.
  enough (P b <= e b + gamma * total n (fun b' => k b b' * (r b * Q b'))) by (pose proof (chance_sign b); nra).
  rewrite <- total_scale.
  replace (P b) with (P b * total n (k b)) by (rewrite (keeps_whole _ _ _ K b Hb); ring).
  replace (e b) with (e b * total n (k b)) by (rewrite (keeps_whole _ _ _ K b Hb); ring).
  rewrite <- !total_scale, <- total_plus. apply total_at_most. intros b' Hb'.
  destruct (Req_dec (k b b') 0) as [Z | N]; [rewrite Z; lra|].
  pose proof (keeps_sign _ _ _ K b b' Hb Hb'). pose proof (Pairs b b' Hb (keeps_within _ _ _ K b b' Hb Hb' N)).
  nra.
Qed.

(* The same for ratios of any mean, as they are for given values of what is drawn beside the pattern. *)
Corollary hidden_subsets_given n gamma r e P Q m :
  (forall b, length b = n -> 0 <= r b) -> increasing n r -> mean n r = m -> 0 < m ->
  (forall b b', length b = n -> within b' b -> P b - gamma * r b * Q b' <= e b) ->
  mean n P - gamma * m * mean n Q <= mean n e.
Proof.
  intros Hr Inc Mean Pos Pairs.
  assert (I : 0 < / m) by now apply Rinv_0_lt_compat.
  apply (hidden_subsets n (gamma * m) (fun b => / m * r b)).
  - intros b Hb. apply Rmult_le_pos; [lra | now apply Hr].
  - intros b' b Hb W. apply Rmult_le_compat_l; [lra | now apply Inc].
  - unfold mean. rewrite (total_equal n _ (fun b => / m * (chance b * r b))) by (intros; ring).
    rewrite total_scale. fold (mean n r). rewrite Mean. apply Rinv_l. lra.
  - intros b b' Hb W. replace (gamma * m * (/ m * r b) * Q b') with (gamma * r b * Q b') by (field; lra). now apply Pairs.
Qed.
End Patterns.

(* Batches are lists of booleans, which say of each of the other records whether it is used. *)
Fixpoint batches (n k : nat) (f : list bool -> R) : R :=
  match n, k with
  | O, O => f []
  | O, S _ => 0
  | S m, O => batches m O (fun b => f (false :: b))
  | S m, S j => batches m k (fun b => f (false :: b)) + batches m j (fun b => f (true :: b))
  end.

Fixpoint used (b : list bool) : nat := match b with [] => O | x :: rest => ((if x then 1 else 0) + used rest)%nat end.

(* The sum over the records that b does not use, of f of the batch that uses one of them as well. *)
Fixpoint one_more (f : list bool -> R) (b : list bool) : R :=
  match b with
  | [] => 0
  | x :: rest => (if x then 0 else f (true :: rest)) + one_more (fun c => f (x :: c)) rest
  end.

Lemma batches_equal n : forall k f g, (forall b, length b = n -> used b = k -> f b = g b) -> batches n k f = batches n k g.
Proof.
  induction n as [|n IH]; intros [|k] f g H; simpl; try reflexivity.
  - now apply H.
  - apply IH; intros b Hb Hk; apply H; simpl; now rewrite ?Hb.
  - f_equal; apply IH; intros b Hb Hk; apply H; simpl; now rewrite ?Hb, ?Hk.
Qed.

Lemma batches_plus n : forall k f g, batches n k (fun b => f b + g b) = batches n k f + batches n k g.
Proof. induction n as [|n IH]; intros [|k] f g; simpl; rewrite ?IH; ring. Qed.

Lemma batches_scale n : forall k c f, batches n k (fun b => c * f b) = c * batches n k f.
Proof. induction n as [|n IH]; intros [|k] c f; simpl; rewrite ?IH; ring. Qed.

Lemma batches_none n : forall k, batches n k (fun _ => 0) = 0.
Proof. induction n as [|n IH]; intros [|k]; simpl; rewrite ?IH; ring. Qed.

Lemma one_more_counted n : forall k f, batches n k (one_more f) = INR (S k) * batches n (S k) f.
Proof.
  induction n as [|n IH]; intros k f.
  - destruct k; simpl; ring.
  - destruct k as [|k]; cbn [batches one_more]; rewrite ?batches_plus, !IH.
    + simpl. ring.
    + rewrite batches_none, (S_INR (S k)). ring.
Qed.

Lemma one_more_whole b : one_more (fun _ => 1) b = INR (length b) - INR (used b).
Proof. induction b as [|[|] b IH]; cbn [one_more length used Nat.add]; rewrite ?S_INR, ?IH; simpl; ring. Qed.

Lemma batches_positive n : forall k, (k <= n)%nat -> 0 < batches n k (fun _ => 1).
Proof.
  induction n as [|n IH]; intros [|k] H; simpl; try lra.
  - now inversion H.
  - apply IH, Nat.le_0_l.
  - apply le_S_n in H. pose proof (IH k H).
    destruct (Nat.le_gt_cases (S k) n) as [L | L]; [pose proof (IH (S k) L); lra|].
    enough (Z : forall m j, (m < j)%nat -> batches m j (fun _ => 1) = 0) by (rewrite Z by exact L; lra).
    clear. induction m as [|m IH]; intros [|j] L; simpl; try reflexivity; try now inversion L.
    rewrite !IH; [ring | now apply Nat.succ_lt_mono | now apply Nat.lt_succ_l].
Qed.

(* A uniform batch of k of n records and a uniform one of the rest are a uniform batch of k + 1. *)
Theorem one_more_of_the_rest n k f : (k < n)%nat ->
  batches n k (fun b => one_more f b / (INR n - INR k)) / batches n k (fun _ => 1) = batches n (S k) f / batches n (S k) (fun _ => 1).
Proof.
  intros L. pose proof (lt_INR _ _ L). pose proof (batches_positive n k (Nat.lt_le_incl _ _ L)). pose proof (batches_positive n (S k) L).
  assert (Whole : (INR n - INR k) * batches n k (fun _ => 1) = INR (S k) * batches n (S k) (fun _ => 1)).
  { rewrite <- one_more_counted, <- batches_scale. apply batches_equal. intros b Hb Hk. rewrite one_more_whole, Hb, Hk. ring. }
  rewrite (batches_equal n k _ (fun b => / (INR n - INR k) * one_more f b)) by (intros; unfold Rdiv; ring).
  rewrite batches_scale, one_more_counted.
  replace (batches n k (fun _ => 1)) with (INR (S k) * batches n (S k) (fun _ => 1) / (INR n - INR k)) by (rewrite <- Whole; field; lra).
  pose proof (lt_0_INR (S k) (Nat.lt_0_succ k)). field. lra.
Qed.
