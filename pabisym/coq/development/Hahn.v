(** The event that tells two laws apart best (Hahn), and the parts of one law above and below a multiple of another. *)

Require Import Reals Lra Lia Classical IndefiniteDescription.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products.
Open Scope R_scope.

Section Hahn.
Variables (X : Space) (P Q : Law X) (c : R).
Hypothesis c0 : 0 <= c.

(** What an event has under [P] above [c] times what it has under [Q]. *)
Definition gain (A : X -> Prop) : R := pr P A - c * pr Q A.
Lemma pr_split (V : Law X) (A B : X -> Prop) : meas A -> meas B -> pr V A = pr V (fun x => A x /\ B x) + pr V (fun x => A x /\ ~ B x).
Proof.
  intros MA MB; assert (N := meas_not X B MB); rewrite <- pr_or by (now apply meas_and || tauto); apply pr_ext; [ exact MA | ].
  intro x; destruct (classic (B x)); tauto.
Qed.
Lemma gain_split (A B : X -> Prop) : meas A -> meas B -> gain A = gain (fun x => A x /\ B x) + gain (fun x => A x /\ ~ B x).
Proof. intros MA MB; unfold gain; rewrite (pr_split P A B MA MB), (pr_split Q A B MA MB); ring. Qed.
Lemma gain_ext (A B : X -> Prop) : meas A -> (forall x, A x <-> B x) -> gain A = gain B.
Proof. intros M H; unfold gain; rewrite (pr_ext X P A B M H), (pr_ext X Q A B M H); reflexivity. Qed.
Lemma gain_low (A : X -> Prop) : meas A -> - (c * pr Q A) <= gain A <= pr P A.
Proof. intro M; unfold gain; assert (p := pr_nonneg X P A M); assert (q := Rmult_le_pos _ _ c0 (pr_nonneg X Q A M)); lra. Qed.

Lemma gains : exists m, (forall A, meas A -> gain A <= m) /\ forall e, 0 < e -> exists A, meas A /\ m - e < gain A.
Proof.
  destruct (completeness (fun y => exists A, meas A /\ y = gain A)) as [m [U L]].
  - exists 1; intros y [A [M ->]]; assert (G := gain_low A M); assert (T := pr_le_1 X P A M); lra.
  - exists (gain (fun _ => False)), (fun _ => False); split; [ apply meas_none | reflexivity ].
  - exists m; split; [ intros A M; apply U; now exists A | ]; intros e He; apply NNPP; intro N; assert (m <= m - e); [ | lra ].
    apply L; intros y [A [M ->]]; apply Rnot_lt_le; intro Y; apply N; now exists A.
Qed.

Section Nearly.
Variables (m : R) (A : nat -> X -> Prop).
Hypotheses (top : forall B, meas B -> gain B <= m) (MA : forall n, meas (A n)) (near : forall n, m - (/ 2) ^ n < gain (A n)).

Lemma gain_both (B D : X -> Prop) (a b : R) : meas B -> meas D -> m - a <= gain B -> m - b <= gain D -> m - (a + b) <= gain (fun x => B x /\ D x).
Proof.
  intros MB MD HB HD; assert (T := top (fun x => B x \/ D x) (meas_or X B D MB MD)); rewrite (gain_split (fun x => B x \/ D x) D) in T by (try apply meas_or; assumption).
  rewrite (gain_ext (fun x => (B x \/ D x) /\ D x) D) in T by (try apply meas_and; try apply meas_or; assumption || tauto).
  rewrite (gain_ext (fun x => (B x \/ D x) /\ ~ D x) (fun x => B x /\ ~ D x)) in T by (try apply meas_and; try apply meas_or; try apply meas_not; assumption || tauto).
  rewrite (gain_split B D MB MD) in HB; lra.
Qed.
Definition some (n j : nat) (x : X) : Prop := forall k, (k <= j)%nat -> A (n + k) x.
Definition all (n : nat) (x : X) : Prop := forall k, A (n + k) x.
Lemma meas_some (n j : nat) : meas (some n j).
Proof.
  apply (meas_ext X (fun x => forall k, (k <= j)%nat -> A (n + k) x)); [ tauto | ].
  apply (meas_every X (fun k x => (k <= j)%nat -> A (n + k) x)); intro k; destruct (le_lt_dec k j) as [L | L].
  - apply (meas_ext X (A (n + k)%nat)); [ tauto | apply MA ].
  - apply (meas_ext X (fun _ => True)); [ intro x; split; [ intros _ K; lia | auto ] | apply meas_all ].
Qed.
Lemma meas_all_of (n : nat) : meas (all n).
Proof. apply (meas_every X (fun k => A (n + k)%nat)); intro k; apply MA. Qed.
Lemma gain_some (n j : nat) : m - (/ 2) ^ n * (2 - (/ 2) ^ j) <= gain (some n j).
Proof.
  induction j as [ | j IH ].
  - rewrite (gain_ext (some n 0) (A n)); [ specialize (near n); simpl; lra | apply meas_some | ].
    intro x; split; [ intro H; specialize (H O (le_n 0)); now rewrite Nat.add_0_r in H | intros H k L; replace (n + k)%nat with n by lia; exact H ].
  - rewrite (gain_ext (some n (S j)) (fun x => some n j x /\ A (n + S j)%nat x)); [ | apply meas_some | ].
    + assert (G := gain_both _ _ _ ((/ 2) ^ (n + S j)) (meas_some n j) (MA (n + S j)%nat) IH (Rlt_le _ _ (near (n + S j)%nat))).
      replace ((/ 2) ^ n * (2 - (/ 2) ^ j) + (/ 2) ^ (n + S j)) with ((/ 2) ^ n * (2 - (/ 2) ^ S j)) in G; [ exact G | ].
      rewrite pow_add; simpl; field.
    + intro x; split; [ intro H; split; [ intros k L; apply H; lia | now apply H ] | intros [H K] k L ].
      destruct (Nat.eq_dec k (S j)) as [-> | N]; [ exact K | apply H; lia ].
Qed.
Lemma gain_all (n : nat) : m - 2 * (/ 2) ^ n <= gain (all n).
Proof.
  apply le_epsilon; intros e He; destruct (pr_shrinks X P (fun j x => some n j x /\ ~ all n x)) with (e := e) as [j Hj]; try exact He.
  - intro j; apply meas_and; [ apply meas_some | apply meas_not, meas_all_of ].
  - intros j x [H N]; split; [ intros k L; apply H; lia | exact N ].
  - intro x; destruct (classic (all n x)) as [Y | Y]; [ exists O; tauto | ].
    apply not_all_ex_not in Y; destruct Y as [k K]; exists k; intros [H _]; apply K, H; lia.
  - assert (G := gain_some n j); rewrite (gain_split (some n j) (all n) (meas_some n j) (meas_all_of n)) in G.
    rewrite (gain_ext (fun x => some n j x /\ all n x) (all n)) in G by ((apply meas_and; [ apply meas_some | apply meas_all_of ]) || (intro x; split; [ tauto | intro H; split; [ intros k _; apply H | exact H ] ])).
    assert (L := gain_low (fun x => some n j x /\ ~ all n x) ltac:(apply meas_and; [ apply meas_some | apply meas_not, meas_all_of ])).
    assert (0 < (/ 2) ^ n) by (apply pow_lt; lra); assert (0 < (/ 2) ^ j) by (apply pow_lt; lra).
    assert (0 < (/ 2) ^ n * (/ 2) ^ j) by (now apply Rmult_lt_0_compat); lra.
Qed.
Lemma gain_last : meas (fun x => exists n, all n x) /\ m <= gain (fun x => exists n, all n x).
Proof.
  set (U := fun x => exists n, all n x); assert (MU : meas U) by (apply (meas_union X all), meas_all_of); split; [ exact MU | ].
  assert (up : forall n k x, (n <= k)%nat -> all n x -> all k x) by (intros n k x L H i; replace (k + i)%nat with (n + (k - n + i))%nat by lia; apply H).
  assert (MD : forall n, meas (fun x => U x /\ ~ all n x)) by (intro n; apply meas_and; [ exact MU | apply meas_not, meas_all_of ]).
  apply le_epsilon; intros e He; set (d := e / (2 + c)); assert (d0 : 0 < d) by (apply Rdiv_lt_0_compat; lra); assert (de : d * (2 + c) = e) by (unfold d; field; lra).
  destruct (pr_shrinks X Q (fun n x => U x /\ ~ all n x) MD) with (e := d) as [k Hk]; try exact d0.
  { intros n x [H N]; split; [ exact H | intro Y; apply N; now apply (up n (S n)); [ lia | ] ]. }
  { intro x; destruct (classic (U x)) as [[n Y] | Y]; [ exists n; tauto | exists O; tauto ]. }
  assert (small : exists i, (/ 2) ^ i < d).
  { destruct (pow_lt_1_zero (/ 2)) with (y := d) as [i Hi]; [ rewrite Rabs_right; lra | exact d0 | ].
    exists i; specialize (Hi i (le_n i)); rewrite Rabs_right in Hi; [ exact Hi | apply Rle_ge, pow_le; lra ]. }
  destruct small as [i Hi]; set (n := Nat.max k i); assert (Hn : (/ 2) ^ n <= (/ 2) ^ i).
  { replace n with (i + (n - i))%nat by (unfold n; lia); rewrite pow_add; rewrite <- (Rmult_1_r ((/ 2) ^ i)) at 2; apply Rmult_le_compat_l; [ apply pow_le; lra | ].
    rewrite <- (pow1 (n - i)); apply pow_incr; lra. }
  assert (Dn : pr Q (fun x => U x /\ ~ all n x) <= pr Q (fun x => U x /\ ~ all k x)).
  { apply pr_le; try apply MD; intros x [H N]; split; [ exact H | intro Y; apply N; now apply (up k n); [ unfold n; lia | ] ]. }
  rewrite (gain_split U (all n) MU (meas_all_of n)), (gain_ext (fun x => U x /\ all n x) (all n)) by
    ((apply meas_and; [ exact MU | apply meas_all_of ]) || (intro x; split; [ tauto | intro H; split; [ now exists n | exact H ] ])).
  assert (G := gain_all n); assert (L := gain_low _ (MD n)).
  assert (c * pr Q (fun x => U x /\ ~ all n x) <= c * d) by (apply Rmult_le_compat_l; lra); lra.
Qed.
End Nearly.

(** Hahn's theorem. *)
Theorem best_exists : exists B, meas B /\ forall A, meas A -> gain A <= gain B.
Proof.
  destruct gains as [m [top near]]; assert (N : forall n, exists A, meas A /\ m - (/ 2) ^ n < gain A) by (intro n; apply near, pow_lt; lra).
  destruct (functional_choice _ N) as [A H]; destruct (gain_last m A top (fun n => proj1 (H n)) (fun n => proj2 (H n))) as [MU G].
  exists (fun x => exists n, all A n x); split; [ exact MU | intros B M; apply Rle_trans with (2 := G); now apply top ].
Qed.
End Hahn.

(** * The parts above and below *)

(** A law of given chances. *)
Lemma law_of (X : Space) (mu : (X -> Prop) -> R) : (forall A, meas A -> 0 <= mu A) -> mu (fun _ => True) = 1 ->
  (forall (A : nat -> X -> Prop) (B : X -> Prop), (forall n, meas (A n)) -> (forall i j x, A i x -> A j x -> i = j) ->
    (forall x, B x <-> exists n, A n x) -> infinite_sum (fun n => mu (A n)) (mu B)) -> exists V : Law X, forall A, meas A -> pr V A = mu A.
Proof.
  intros N One U; unshelve eexists {| pr := fun A => if decide (meas A) then mu A else 0 |}; cbn [pr].
  - intros A M; destruct (decide (meas A)); [ now apply N | lra ].
  - destruct (decide _) as [_ | K]; [ exact One | exfalso; apply K, meas_all ].
  - intros A B M D E; assert (MB : meas B) by (apply (meas_ext X (fun x => exists n, A n x)); [ firstorder | now apply meas_union ]).
    destruct (decide (meas B)) as [_ | K]; [ | contradiction ]; assert (S := U A B M D E); intros e He; destruct (S e He) as [n Hn]; exists n; intros k Hk.
    specialize (Hn k Hk); replace (sum_f_R0 _ k) with (sum_f_R0 (fun i => mu (A i)) k); [ exact Hn | ].
    apply sum_eq; intros i _; destruct (decide (meas (A i))) as [_ | W]; [ reflexivity | exfalso; apply W, M ].
  - intros A M; destruct (decide (meas A)); [ contradiction | reflexivity ].
  - intros A M; destruct (decide (meas A)); [ reflexivity | contradiction ].
Qed.
Lemma infinite_sum_ext (a b : nat -> R) (l m : R) : (forall n, a n = b n) -> l = m -> infinite_sum a l -> infinite_sum b m.
Proof. intros H <- S e He; destruct (S e He) as [N HN]; exists N; intros n Hn; rewrite <- (sum_eq a b) by (intros; apply H); now apply HN. Qed.

(** A law proportional to [x P] on an event, [y Q] there, and [z P] everywhere; any law where that is nothing. *)
Lemma law_parts (X : Space) (P Q : Law X) (B : X -> Prop) (x y z t : R) : meas B -> 0 <= t ->
  (forall A, meas A -> 0 <= x * pr P (fun p => A p /\ B p) + y * pr Q (fun p => A p /\ B p) + z * pr P A) ->
  x * pr P B + y * pr Q B + z = t ->
  exists V : Law X, forall A, meas A -> t * pr V A = x * pr P (fun p => A p /\ B p) + y * pr Q (fun p => A p /\ B p) + z * pr P A.
Proof.
  intros MB t0 N T; set (mu := fun A => x * pr P (fun p => A p /\ B p) + y * pr Q (fun p => A p /\ B p) + z * pr P A) in *.
  assert (MW : forall A : X -> Prop, meas A -> meas (fun p => A p /\ B p)) by (intros A M; now apply meas_and).
  assert (All : mu (fun _ => True) = t).
  { unfold mu; rewrite pr_all, !(pr_ext X _ (fun p => True /\ B p) B) by (try (apply MW, meas_all); tauto); lra. }
  destruct t0 as [t0 | <-].
  - destruct (law_of X (fun A => / t * mu A)) as [V HV].
    + intros A M; apply Rmult_le_pos; [ left; now apply Rinv_0_lt_compat | now apply N ].
    + rewrite All; field; lra.
    + intros A C M D E; assert (S1 : forall V : Law X, infinite_sum (fun n => pr V (fun p => A n p /\ B p)) (pr V (fun p => C p /\ B p))).
      { intro V; apply pr_union; [ intro n; now apply MW | intros i j p [U _] [W _]; now apply (D i j p) | intro p; rewrite E; firstorder ]. }
      assert (S2 := infinite_sum_linear _ _ x y _ _ (S1 P) (S1 Q)); assert (S3 := infinite_sum_linear _ _ 1 z _ _ S2 (pr_union X P A C M D E)).
      assert (S4 := infinite_sum_linear _ _ (/ t) 0 _ _ S3 S3); revert S4; apply infinite_sum_ext; [ intro n | ]; unfold mu; ring.
    + exists V; intros A M; rewrite (HV A M); change (t * (/ t * mu A) = mu A); field; lra.
  - exists P; intros A M; rewrite Rmult_0_l; assert (N1 := N A M); assert (MN := meas_not X A M); assert (N2 := N _ MN).
    assert (S : mu (fun _ => True) = mu A + mu (fun p => ~ A p)).
    { unfold mu; rewrite pr_all, !(pr_ext X _ (fun p => True /\ B p) B) by (try (apply MW, meas_all); tauto).
      rewrite (pr_not X P A M), (pr_split X P B A MB M), (pr_split X Q B A MB M).
      rewrite !(pr_ext X _ (fun p => A p /\ B p) (fun p => B p /\ A p)), !(pr_ext X _ (fun p => ~ A p /\ B p) (fun p => B p /\ ~ A p)) by (try (now apply MW); tauto); ring. }
    rewrite All in S; unfold mu in *; lra.
Qed.
(** [P] and a law are [c] times [Q] and a law, with the masses that events tell apart. *)
Theorem parts_exist (X : Space) (P Q : Law X) (c d : R) : 1 <= c -> 0 <= d -> (forall A, meas A -> pr P A <= c * pr Q A + d) ->
  exists VW : Law X * Law X, forall A, meas A -> pr P A + (c + d - 1) * pr (snd VW) A = d * pr (fst VW) A + c * pr Q A.
Proof.
  intros c1 d0 H; destruct (best_exists X P Q c ltac:(lra)) as [B [MB Best]]; set (m := gain X P Q c B).
  assert (md : m <= d) by (unfold m, gain; specialize (H B MB); lra).
  assert (Pos : forall A, meas A -> 0 <= gain X P Q c (fun x => A x /\ B x)).
  { intros A M; assert (T := Best (fun x => B x /\ ~ A x) ltac:(apply meas_and; [ exact MB | now apply meas_not ])).
    rewrite (gain_split X P Q c B A MB M) in T; rewrite (gain_ext X P Q c (fun x => A x /\ B x) (fun x => B x /\ A x)) by (try (now apply meas_and); tauto); lra. }
  assert (Neg : forall A, meas A -> gain X P Q c (fun x => A x /\ ~ B x) <= 0).
  { intros A M; assert (MN : meas (fun x => A x /\ ~ B x)) by (apply meas_and; [ exact M | now apply meas_not ]).
    assert (MO : meas (fun x => B x \/ A x /\ ~ B x)) by (now apply meas_or); assert (T := Best _ MO); rewrite (gain_split X P Q c _ B MO MB) in T.
    rewrite (gain_ext X P Q c (fun x => (B x \/ A x /\ ~ B x) /\ B x) B) in T by (try (now apply meas_and); tauto).
    rewrite (gain_ext X P Q c (fun x => (B x \/ A x /\ ~ B x) /\ ~ B x) (fun x => A x /\ ~ B x)) in T by (try (apply meas_and; [ exact MO | now apply meas_not ]); tauto); lra. }
  destruct (law_parts X P Q B 1 (- c) (d - m) d MB d0) as [V HV].
  - intros A M; assert (G := Pos A M); unfold gain in G; assert (0 <= (d - m) * pr P A) by (apply Rmult_le_pos; [ lra | now apply pr_nonneg ]); lra.
  - unfold m, gain; ring.
  - assert (MN := meas_not X B MB); destruct (law_parts X P Q (fun x => ~ B x) (-1) c (d - m) (c + d - 1) MN ltac:(lra)) as [W HW].
    + intros A M; assert (G := Neg A M); unfold gain in G; assert (0 <= (d - m) * pr P A) by (apply Rmult_le_pos; [ lra | now apply pr_nonneg ]); lra.
    + rewrite !pr_not by exact MB; unfold m, gain; ring.
    + exists (V, W); intros A M; cbn [fst snd]; rewrite (HV A M), (HW A M), (pr_split X P A B M MB), (pr_split X Q A B M MB); ring.
Qed.
