(** Probability laws, from their definition: measurable spaces, laws, images, mixtures, and laws of pairs. *)

Require Import Reals Lra Lia ZArith Classical FunctionalExtensionality.
Require Import Pabisym.RealFacts.
Open Scope R_scope.

(** Any proposition decides between two values; this is in the completeness of the reals. *)
Lemma decide (p : Prop) : {p} + {~ p}.
Proof.
  assert (B : bound (fun x => x = 0 \/ (x = 1 /\ p))) by (exists 1; intros x [-> | [-> _]]; lra).
  assert (N : exists x, x = 0 \/ (x = 1 /\ p)) by (exists 0; now left).
  destruct (completeness _ B N) as [m [U L]].
  destruct (Rle_dec 1 m) as [H | H].
  - left; apply NNPP; intro K; assert (m <= 0) by (apply L; intros x [-> | [_ Hp]]; [ lra | contradiction ]); lra.
  - right; intro Hp; apply H, U; now right.
Defined.

(** * Measurable spaces and maps *)

Record Space : Type := {
  carrier :> Type;
  meas : (carrier -> Prop) -> Prop;
  meas_ext : forall A B : carrier -> Prop, (forall x, A x <-> B x) -> meas A -> meas B;
  meas_all : meas (fun _ => True);
  meas_not : forall A, meas A -> meas (fun x => ~ A x);
  meas_union : forall A : nat -> carrier -> Prop, (forall n, meas (A n)) -> meas (fun x => exists n, A n x) }.

Arguments meas {_} _.

Definition measurable (X Y : Space) (f : X -> Y) : Prop := forall A : Y -> Prop, meas A -> meas (fun x => A (f x)).

Lemma meas_none (X : Space) : meas (fun _ : X => False).
Proof. apply (meas_ext X (fun _ => ~ True)); [ tauto | apply meas_not, meas_all ]. Qed.
Lemma meas_or (X : Space) (A B : X -> Prop) : meas A -> meas B -> meas (fun x => A x \/ B x).
Proof.
  intros H K; apply (meas_ext X (fun x => exists n : nat, (match n with O => A | _ => B end) x)).
  - intro x; split; [ intros [[ | n] L]; tauto | intros [L | L]; [ now exists O | now exists (S O) ] ].
  - apply meas_union; intros [ | n]; assumption.
Qed.
Lemma meas_and (X : Space) (A B : X -> Prop) : meas A -> meas B -> meas (fun x => A x /\ B x).
Proof.
  intros H K; apply (meas_ext X (fun x => ~ (~ A x \/ ~ B x))); [ intro x; split; [ intro L; split; apply NNPP; tauto | tauto ] | ].
  apply meas_not, meas_or; now apply meas_not.
Qed.

(** * Laws *)

Record Law (X : Space) : Type := {
  pr : (X -> Prop) -> R;
  pr_nonneg : forall A, meas A -> 0 <= pr A;
  pr_all : pr (fun _ => True) = 1;
  pr_union : forall (A : nat -> X -> Prop) (B : X -> Prop), (forall n, meas (A n)) ->
    (forall m n x, A m x -> A n x -> m = n) -> (forall x, B x <-> exists n, A n x) -> infinite_sum (fun n => pr (A n)) (pr B);
  pr_outside : forall A, ~ meas A -> pr A = 0 }.

Arguments pr {_} _ _.

(** The same law: the same chance of every event. *)
Definition equal {X : Space} (P Q : Law X) : Prop := forall A, meas A -> pr P A = pr Q A.

Lemma equal_refl {X : Space} (P : Law X) : equal P P.
Proof. intros A _; reflexivity. Qed.
Lemma equal_sym {X : Space} (P Q : Law X) : equal P Q -> equal Q P.
Proof. intros H A K; symmetry; auto. Qed.
Lemma equal_trans {X : Space} (P Q V : Law X) : equal P Q -> equal Q V -> equal P V.
Proof. intros H K A L; rewrite H; auto. Qed.

(** Laws with the same chances are one: what is no event has no chance. *)
Lemma law_eq {X : Space} (P Q : Law X) : equal P Q -> P = Q.
Proof.
  intro H; assert (E : pr P = pr Q).
  { apply functional_extensionality; intro A; destruct (classic (meas A)) as [M | M]; [ now apply H | ].
    now rewrite !pr_outside. }
  destruct P as [p1 a1 b1 c1 d1], Q as [p2 a2 b2 c2 d2]; simpl in E; subst p2.
  rewrite (proof_irrelevance _ a1 a2), (proof_irrelevance _ b1 b2), (proof_irrelevance _ c1 c2), (proof_irrelevance _ d1 d2); reflexivity.
Qed.

Section Chances.
Variables (X : Space) (P : Law X).

Lemma pr_ext (A B : X -> Prop) : meas A -> (forall x, A x <-> B x) -> pr P A = pr P B.
Proof.
  intros H E; set (F := fun n : nat => match n with O => A | _ => fun _ => False end).
  assert (U : forall C : X -> Prop, (forall x, A x <-> C x) -> infinite_sum (fun n => pr P (F n)) (pr P C)).
  { intros C EC; apply pr_union.
    - intros [ | n]; [ exact H | apply meas_none ].
    - intros [ | m] [ | n] x; simpl; tauto.
    - intro x; rewrite <- EC; split; [ intro K; now exists O | intros [[ | n] K]; simpl in K; tauto ]. }
  apply (uniqueness_sum (fun n => pr P (F n))); [ now apply U | now apply U ].
Qed.

Lemma pr_none : pr P (fun _ => False) = 0.
Proof.
  set (c := pr P (fun _ => False)).
  assert (U : infinite_sum (fun _ : nat => c) c).
  { apply (pr_union X P (fun _ _ => False)); [ intro; apply meas_none | tauto | firstorder ]. }
  destruct (Req_dec c 0) as [E | E]; [ exact E | exfalso ].
  destruct (U (Rabs c)) as [N HN]; [ now apply Rabs_pos_lt | ].
  specialize (HN (S N)); assert (K : (S N >= N)%nat) by lia; specialize (HN K); clear K.
  rewrite sum_cte in HN; unfold R_dist in HN.
  replace (c * INR (S (S N)) - c) with (c * INR (S N)) in HN by (rewrite (S_INR (S N)); ring).
  rewrite Rabs_mult, (Rabs_right (INR (S N))) in HN by (apply Rle_ge, pos_INR).
  assert (1 <= INR (S N)) by (change 1 with (INR 1); apply le_INR; lia).
  assert (0 < Rabs c) by (now apply Rabs_pos_lt).
  assert (Rabs c * 1 <= Rabs c * INR (S N)) by (apply Rmult_le_compat_l; lra); lra.
Qed.

Lemma pr_or (A B : X -> Prop) : meas A -> meas B -> (forall x, A x -> B x -> False) ->
  pr P (fun x => A x \/ B x) = pr P A + pr P B.
Proof.
  intros HA HB D.
  set (F := fun n : nat => match n with O => A | S O => B | _ => fun _ : X => False end).
  assert (U : infinite_sum (fun n => pr P (F n)) (pr P (fun x => A x \/ B x))).
  { apply pr_union.
    - intros [ | [ | n]]; [ exact HA | exact HB | apply meas_none ].
    - intros [ | [ | m]] [ | [ | n]] x; simpl; intros; try tauto; exfalso; eauto.
    - intro x; split; [ intros [K | K]; [ now exists O | now exists (S O) ] | intros [[ | [ | n]] K]; simpl in K; tauto ]. }
  apply (uniqueness_sum _ _ _ U); intros eps Heps; exists 1%nat; intros n Hn.
  assert (E : sum_f_R0 (fun n => pr P (F n)) n = pr P A + pr P B).
  { destruct n as [ | n]; [ lia | clear Hn ]; induction n as [ | n IH ]; [ reflexivity | ].
    simpl in *; rewrite IH; rewrite pr_none; ring. }
  rewrite E; unfold R_dist; rewrite Rminus_diag_eq, Rabs_R0; auto.
Qed.

Lemma pr_not (A : X -> Prop) : meas A -> pr P (fun x => ~ A x) = 1 - pr P A.
Proof.
  intro H; assert (E : pr P (fun x => A x \/ ~ A x) = pr P A + pr P (fun x => ~ A x)) by
    (apply pr_or; [ exact H | now apply meas_not | tauto ]).
  rewrite <- (pr_all X P); rewrite (pr_ext (fun _ => True) (fun x => A x \/ ~ A x)); [ lra | apply meas_all | ].
  intro x; split; [ intros _; apply classic | auto ].
Qed.

Lemma pr_le (A B : X -> Prop) : meas A -> meas B -> (forall x, A x -> B x) -> pr P A <= pr P B.
Proof.
  intros HA HB I.
  assert (M : meas (fun x => B x /\ ~ A x)) by (apply meas_and; [ exact HB | now apply meas_not ]).
  assert (E : pr P (fun x => A x \/ (B x /\ ~ A x)) = pr P A + pr P (fun x => B x /\ ~ A x)) by
    (apply pr_or; [ exact HA | exact M | tauto ]).
  rewrite <- (pr_ext B) in E; [ assert (K := pr_nonneg X P _ M); lra | exact HB | ].
  intro x; destruct (classic (A x)); firstorder.
Qed.

Lemma pr_le_1 (A : X -> Prop) : meas A -> pr P A <= 1.
Proof. intro H; rewrite <- (pr_all X P); apply pr_le; [ exact H | apply meas_all | auto ]. Qed.

Lemma pr_one_and (A B : X -> Prop) : meas A -> meas B -> pr P A = 1 -> pr P B = 1 -> pr P (fun x => A x /\ B x) = 1.
Proof.
  intros HA HB EA EB; assert (MA := meas_not _ _ HA); assert (MB := meas_not _ _ HB).
  assert (MAB := meas_and _ _ _ HA HB).
  assert (L : pr P (fun x => ~ (A x /\ B x)) <= 0); [ | rewrite pr_not in L by exact MAB; assert (K := pr_le_1 _ MAB); lra ].
  apply Rle_trans with (pr P (fun x => ~ A x \/ (~ B x /\ A x))).
  - apply pr_le; [ now apply meas_not | apply meas_or; [ exact MA | now apply meas_and ] | ].
    intros x N; destruct (classic (A x)); [ right; split; tauto | now left ].
  - rewrite pr_or; [ | exact MA | now apply meas_and | tauto ]; rewrite pr_not, EA by exact HA.
    assert (K : pr P (fun x => ~ B x /\ A x) <= pr P (fun x => ~ B x)) by (apply pr_le; [ now apply meas_and | exact MB | tauto ]).
    rewrite pr_not, EB in K by exact HB; lra.
Qed.

End Chances.

(** The law of [f X]. *)
Definition image {X Y : Space} (f : X -> Y) (H : measurable X Y f) (P : Law X) : Law Y.
Proof.
  refine {| pr := fun A => if decide (meas A) then pr P (fun x => A (f x)) else 0 |}.
  - intros A K; destruct (decide (meas A)); [ now apply pr_nonneg, H | lra ].
  - destruct (decide _) as [M | M]; [ apply pr_all | exfalso; apply M, meas_all ].
  - intros A B K D U; assert (M : meas B) by (apply (meas_ext Y (fun x => exists n, A n x)); [ firstorder | now apply meas_union ]).
    destruct (decide (meas B)) as [_ | N]; [ | contradiction ].
    assert (V := pr_union X P (fun n x => A n (f x)) (fun x => B (f x)) (fun n => H _ (K n)) (fun m n x => D m n (f x)) (fun x => U (f x))).
    intros e He; destruct (V e He) as [N HN]; exists N; intros n Hn; specialize (HN n Hn).
    replace (sum_f_R0 (fun i => if decide (meas (A i)) then pr P (fun x => A i (f x)) else 0) n) with
      (sum_f_R0 (fun i => pr P (fun x => A i (f x))) n); [ exact HN | ].
    apply sum_eq; intros i _; destruct (decide (meas (A i))) as [_ | W]; [ reflexivity | exfalso; apply W, K ].
  - intros A N; destruct (decide (meas A)); [ contradiction | reflexivity ].
Defined.
Lemma image_pr {X Y : Space} (f : X -> Y) (H : measurable X Y f) (P : Law X) (A : Y -> Prop) :
  meas A -> pr (image f H P) A = pr P (fun x => A (f x)).
Proof. intro M; unfold image; simpl; destruct (decide (meas A)); [ reflexivity | contradiction ]. Qed.

Lemma image_equal {X Y : Space} (f : X -> Y) (H : measurable X Y f) (P Q : Law X) : equal P Q -> equal (image f H P) (image f H Q).
Proof. intros E A K; rewrite !image_pr by exact K; apply E; now apply H. Qed.

(** The law of what is certain. *)
Definition certain {X : Space} (x : X) : Law X.
Proof.
  refine {| pr := fun A => if decide (meas A /\ A x) then 1 else 0 |}.
  - intros A _; destruct (decide _); lra.
  - destruct (decide _) as [_ | N]; [ reflexivity | exfalso; apply N; split; [ apply meas_all | exact I ] ].
  - intros A B M D U.
    assert (MB : meas B) by (apply (meas_ext X (fun x => exists n, A n x)); [ firstorder | now apply meas_union ]).
    destruct (decide (meas B /\ B x)) as [[_ Bx] | N].
    + destruct (proj1 (U x) Bx) as [k Ak]; intros e He; exists k; intros n Hn.
      assert (S : forall m, sum_f_R0 (fun i => if decide (meas (A i) /\ A i x) then 1 else 0) m = if Compare_dec.le_lt_dec k m then 1 else 0).
      { induction m as [ | m IH ]; simpl.
        - destruct (decide (meas (A 0%nat) /\ A 0%nat x)) as [[_ C] | C], (Compare_dec.le_lt_dec k 0) as [L | L]; try reflexivity; exfalso.
          + assert (k = 0%nat) by (apply (D _ _ x Ak C)); lia.
          + apply C; replace 0%nat with k by lia; auto.
        - rewrite IH; destruct (decide (meas (A (S m)) /\ A (S m) x)) as [[_ C] | C], (Compare_dec.le_lt_dec k m) as [L | L],
            (Compare_dec.le_lt_dec k (S m)) as [L' | L']; try lra; try lia; exfalso.
          + assert (k = S m) by (apply (D _ _ x Ak C)); lia.
          + assert (k = S m) by (apply (D _ _ x Ak C)); lia.
          + apply C; replace (S m) with k by lia; auto. }
      rewrite S; destruct (Compare_dec.le_lt_dec k n); [ | lia ]; unfold R_dist; rewrite Rminus_diag_eq, Rabs_R0; auto.
    + intros e He; exists O; intros n _; replace (sum_f_R0 _ n) with 0; [ unfold R_dist; rewrite Rminus_diag_eq, Rabs_R0; auto | ].
      symmetry; induction n as [ | n IH ]; simpl.
      * destruct (decide _) as [[_ C] | _]; [ exfalso; apply N; split; [ exact MB | apply U; now exists 0%nat ] | reflexivity ].
      * rewrite IH; destruct (decide _) as [[_ C] | _]; [ exfalso; apply N; split; [ exact MB | apply U; now exists (S n) ] | ring ].
  - intros A N; destruct (decide _) as [[M _] | _]; [ contradiction | reflexivity ].
Defined.

(** The law of a choice: [P] with the chance [w], and [Q]; [w] is cut to the interval from 0 to 1. *)
Definition chance (w : R) : R := Rmax 0 (Rmin 1 w).
Lemma chance_range (w : R) : 0 <= chance w <= 1.
Proof. unfold chance, Rmax, Rmin; destruct (Rle_dec 1 w); destruct (Rle_dec 0 _); lra. Qed.
Lemma chance_id (w : R) : 0 <= w -> w <= 1 -> chance w = w.
Proof. intros; unfold chance, Rmax, Rmin; destruct (Rle_dec 1 w); destruct (Rle_dec 0 _); lra. Qed.

Lemma infinite_sum_linear (a b : nat -> R) (x y l m : R) :
  infinite_sum a l -> infinite_sum b m -> infinite_sum (fun n => x * a n + y * b n) (x * l + y * m).
Proof.
  intros H K; assert (U : Un_cv (fun n => x * sum_f_R0 a n + y * sum_f_R0 b n) (x * l + y * m)).
  { apply CV_plus; apply CV_mult; try exact H; try exact K;
      intros e He; exists O; intros; unfold R_dist; rewrite Rminus_diag_eq, Rabs_R0; auto. }
  intros e He; destruct (U e He) as [N HN]; exists N; intros n Hn; specialize (HN n Hn).
  replace (sum_f_R0 (fun n => x * a n + y * b n) n) with (x * sum_f_R0 a n + y * sum_f_R0 b n); [ exact HN | ].
  clear; induction n as [ | n IH ]; simpl; [ ring | rewrite <- IH; ring ].
Qed.

Definition mix {X : Space} (w : R) (P Q : Law X) : Law X.
Proof.
  refine {| pr := fun A => chance w * pr P A + (1 - chance w) * pr Q A |}; assert (C := chance_range w).
  - intros A K; apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; now apply pr_nonneg.
  - rewrite !pr_all; ring.
  - intros A B K D U; apply infinite_sum_linear; now apply pr_union.
  - intros A N; rewrite !pr_outside by exact N; ring.
Defined.

(** The law of one of several things, each with the same chance; [x] where there are none. *)
Fixpoint one_of {X : Space} (x : X) (l : list X) : Law X :=
  match l with
  | nil => certain x
  | cons y rest => match rest with nil => certain y | _ => mix (/ INR (length l)) (certain y) (one_of x rest) end
  end.

(** * Pairs *)

(** The sets that a family generates. *)
Inductive generated {T : Type} (G : (T -> Prop) -> Prop) : (T -> Prop) -> Prop :=
  | gen_base A : G A -> generated G A
  | gen_ext A B : (forall x, A x <-> B x) -> generated G A -> generated G B
  | gen_all : generated G (fun _ => True)
  | gen_not A : generated G A -> generated G (fun x => ~ A x)
  | gen_union (A : nat -> T -> Prop) : (forall n, generated G (A n)) -> generated G (fun x => exists n, A n x).

Definition rectangle (X Y : Space) (C : X * Y -> Prop) : Prop :=
  exists (A : X -> Prop) (B : Y -> Prop), meas A /\ meas B /\ forall p, C p <-> (A (fst p) /\ B (snd p)).

Definition pairs (X Y : Space) : Space :=
  {| carrier := X * Y; meas := generated (rectangle X Y); meas_ext := gen_ext _; meas_all := gen_all _;
     meas_not := gen_not _; meas_union := gen_union _ |}.

Lemma fst_measurable (X Y : Space) : measurable (pairs X Y) X (@fst X Y).
Proof. intros A H; apply gen_base; exists A, (fun _ => True); split; [ exact H | split; [ apply meas_all | tauto ] ]. Qed.
Lemma snd_measurable (X Y : Space) : measurable (pairs X Y) Y (@snd X Y).
Proof. intros A H; apply gen_base; exists (fun _ => True), A; split; [ apply meas_all | split; [ exact H | tauto ] ]. Qed.
Lemma pair_measurable (X Y Z : Space) (f : X -> Y) (g : X -> Z) :
  measurable X Y f -> measurable X Z g -> measurable X (pairs Y Z) (fun x => (f x, g x)).
Proof.
  intros F G A H; induction H as [ A [B [C [HB [HC E]]]] | A B E _ IH | | A _ IH | A _ IH ].
  - apply (meas_ext X (fun x => B (f x) /\ C (g x))); [ intro x; symmetry; apply E | ].
    apply meas_and; [ now apply F | now apply G ].
  - now apply (meas_ext X (fun x => A (f x, g x))).
  - apply meas_all.
  - now apply (meas_not X (fun x => A (f x, g x))).
  - now apply (meas_union X (fun n x => A n (f x, g x))).
Qed.
Lemma compose_measurable (X Y Z : Space) (f : Y -> Z) (g : X -> Y) :
  measurable Y Z f -> measurable X Y g -> measurable X Z (fun x => f (g x)).
Proof. intros F G A H; apply (G (fun y => A (f y))), F, H. Qed.
Lemma id_measurable (X : Space) : measurable X X (fun x => x).
Proof. intros A H; exact H. Qed.

Definition first {X Y : Space} : Law (pairs X Y) -> Law X := image (@fst X Y : pairs X Y -> X) (fst_measurable X Y).
Definition second {X Y : Space} : Law (pairs X Y) -> Law Y := image (@snd X Y : pairs X Y -> Y) (snd_measurable X Y).

(** ** A law of pairs is known by its rectangles (Dynkin) *)

Inductive disjointly {T : Type} (G : (T -> Prop) -> Prop) : (T -> Prop) -> Prop :=
  | dis_base A : G A -> disjointly G A
  | dis_ext A B : (forall x, A x <-> B x) -> disjointly G A -> disjointly G B
  | dis_all : disjointly G (fun _ => True)
  | dis_not A : disjointly G A -> disjointly G (fun x => ~ A x)
  | dis_union (A : nat -> T -> Prop) : (forall n, disjointly G (A n)) -> (forall m n x, A m x -> A n x -> m = n) ->
      disjointly G (fun x => exists n, A n x).

Section Dynkin.
Variables (T : Type) (G : (T -> Prop) -> Prop).
Hypothesis both : forall A B, G A -> G B -> G (fun x => A x /\ B x).

Lemma dis_none : disjointly G (fun _ => False).
Proof. apply (dis_ext G (fun _ => ~ True)); [ tauto | apply dis_not, dis_all ]. Qed.
Lemma dis_or A B : disjointly G A -> disjointly G B -> (forall x, A x -> B x -> False) -> disjointly G (fun x => A x \/ B x).
Proof.
  intros HA HB D; apply (dis_ext G (fun x => exists n : nat, (match n with O => A | S O => B | _ => fun _ => False end) x)).
  - intro x; split; [ intros [[ | [ | n]] L]; tauto | intros [L | L]; [ now exists O | now exists 1%nat ] ].
  - apply dis_union; [ intros [ | [ | n]]; auto using dis_none | ].
    intros [ | [ | m]] [ | [ | n]] x; intros; try tauto; exfalso; eauto.
Qed.

(** What meets every member of a family disjointly. *)
Lemma meets B : (forall A, G A -> disjointly G (fun x => A x /\ B x)) -> disjointly G B ->
  forall A, disjointly G A -> disjointly G (fun x => A x /\ B x).
Proof.
  intros HG HB A H; induction H as [ A H | A C E _ IH | | A _ IH | A _ IH D ].
  - now apply HG.
  - apply (dis_ext G (fun x => A x /\ B x)); [ intro x; rewrite E; tauto | exact IH ].
  - apply (dis_ext G B); [ tauto | exact HB ].
  - apply (dis_ext G (fun x => ~ (~ B x \/ (A x /\ B x)))).
    + intro x; split; [ intro N; destruct (classic (B x)); tauto | tauto ].
    + apply dis_not, dis_or; [ now apply dis_not | exact IH | tauto ].
  - apply (dis_ext G (fun x => exists n, A n x /\ B x)); [ firstorder | ].
    apply dis_union; [ exact IH | intros m n x [U _] [V _]; eauto ].
Qed.
Lemma dis_and A B : disjointly G A -> disjointly G B -> disjointly G (fun x => A x /\ B x).
Proof.
  intros HA HB; apply meets; [ | exact HB | exact HA ]; intros C HC.
  apply (dis_ext G (fun x => B x /\ C x)); [ tauto | ].
  apply meets; [ intros F HF; apply dis_base; auto | now apply dis_base | exact HB ].
Qed.
Lemma dis_before (A : nat -> T -> Prop) : (forall n, disjointly G (A n)) ->
  forall n, disjointly G (fun x => forall m, (m < n)%nat -> ~ A m x).
Proof.
  intros H n; induction n as [ | n IH ].
  - apply (dis_ext G (fun _ => True)); [ intro x; split; [ intros _ m L; lia | auto ] | apply dis_all ].
  - apply (dis_ext G (fun x => (forall m, (m < n)%nat -> ~ A m x) /\ ~ A n x)).
    + intro x; split; [ intros [U V] m L; destruct (PeanoNat.Nat.eq_dec m n) as [-> | N]; [ exact V | apply U; lia ] | ].
      intro U; split; [ intros m L; apply U; lia | apply U; lia ].
    + apply dis_and; [ exact IH | now apply dis_not ].
Qed.
Lemma generated_disjointly A : generated G A -> disjointly G A.
Proof.
  intro H; induction H as [ A H | A B E _ IH | | A _ IH | A _ IH ].
  - now apply dis_base.
  - now apply (dis_ext G A).
  - apply dis_all.
  - now apply dis_not.
  - apply (dis_ext G (fun x => exists n, A n x /\ forall m, (m < n)%nat -> ~ A m x)).
    + intro x; split; [ firstorder | intros [n K] ]; revert K; induction n as [n IHn] using (well_founded_induction Wf_nat.lt_wf); intro K.
      destruct (classic (exists m, (m < n)%nat /\ A m x)) as [[m [L U]] | N]; [ now apply (IHn m) | exists n; firstorder ].
    + apply dis_union; [ intro n; apply dis_and; [ apply IH | now apply dis_before ] | ].
      intros m n x [U V] [U' V']; destruct (PeanoNat.Nat.lt_trichotomy m n) as [L | [L | L]]; [ | exact L | ];
        exfalso; [ apply (V' m) | apply (V n) ]; assumption.
Qed.
End Dynkin.

Lemma disjointly_measurable (X : Space) (G : (X -> Prop) -> Prop) A : (forall B, G B -> meas B) -> disjointly G A -> meas A.
Proof.
  intros HG H; induction H as [ A H | A C E _ IH | | A _ IH | A _ IH D ].
  - now apply HG.
  - now apply (meas_ext X A).
  - apply meas_all.
  - now apply meas_not.
  - now apply meas_union.
Qed.

Lemma rectangles_meet (X Y : Space) (A B : X * Y -> Prop) : rectangle X Y A -> rectangle X Y B -> rectangle X Y (fun p => A p /\ B p).
Proof.
  intros [A1 [A2 [M1 [M2 EA]]]] [B1 [B2 [N1 [N2 EB]]]].
  exists (fun x => A1 x /\ B1 x), (fun y => A2 y /\ B2 y); split; [ now apply meas_and | split; [ now apply meas_and | ] ].
  intro p; rewrite EA, EB; tauto.
Qed.
Lemma rectangles_determine (X Y : Space) (J K : Law (pairs X Y)) :
  (forall A B, meas A -> meas B -> pr J (fun p => A (fst p) /\ B (snd p)) = pr K (fun p => A (fst p) /\ B (snd p))) -> equal J K.
Proof.
  intros E A H.
  assert (D : disjointly (rectangle X Y) A).
  { apply generated_disjointly; [ apply rectangles_meet | exact H ]. }
  assert (M : forall B, disjointly (rectangle X Y) B -> @meas (pairs X Y) B).
  { intro B; apply (disjointly_measurable (pairs X Y)); intros C HC; now apply gen_base. }
  clear H; induction D as [ A [B [C [HB [HC EA]]]] | A B EA HA IH | | A HA IH | A HA IH DA ].
  - assert (R1 := M _ (dis_base _ A (ex_intro _ B (ex_intro _ C (conj HB (conj HC EA)))))).
    rewrite !(pr_ext (pairs X Y) _ A (fun p => B (fst p) /\ C (snd p))) by assumption; now apply E.
  - rewrite <- !(pr_ext (pairs X Y) _ A B) by auto; exact IH.
  - now rewrite !(pr_all (pairs X Y)).
  - rewrite !(pr_not (pairs X Y)) by auto; now rewrite IH.
  - assert (U : forall L : Law (pairs X Y), infinite_sum (fun n => pr L (A n)) (pr L (fun x => exists n, A n x))).
    { intro L; apply pr_union; [ intro n; apply M, HA | exact DA | tauto ]. }
    apply (uniqueness_sum (fun n => pr J (A n))); [ apply U | ].
    assert (V := U K); intros e He; destruct (V e He) as [N HN]; exists N; intros n Hn; specialize (HN n Hn).
    replace (sum_f_R0 (fun n => pr J (A n)) n) with (sum_f_R0 (fun n => pr K (A n)) n); [ exact HN | ].
    apply sum_eq; intros i _; symmetry; apply IH.
Qed.
