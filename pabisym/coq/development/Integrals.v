(** What a space and its noise are made of: sums and infima, the quantiles of N(0, 1), and means of functions that need not be bounded. *)
Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products.
Import ListNotations.
Open Scope R_scope.

Fixpoint below (n : nat) (f : nat -> R) : R := match n with O => 0 | S m => below m f + f m end.
(** The sum of a function over a list. *)
Fixpoint lsum {T : Type} (f : T -> R) (l : list T) : R := match l with [] => 0 | x :: r => f x + lsum f r end.
Lemma lsum_app {T : Type} (f : T -> R) l r : lsum f (l ++ r) = lsum f l + lsum f r.
Proof. induction l; simpl; [ ring | rewrite IHl; ring ]. Qed.
Lemma lsum_map {T U : Type} (f : U -> R) (g : T -> U) l : lsum f (List.map g l) = lsum (fun x => f (g x)) l.
Proof. induction l; simpl; [ reflexivity | now rewrite IHl ]. Qed.
(** The inverse of the distribution function of N(0, 1), 0 outside of the interval from 0 to 1; [normal] and [theta] are in [Normal]. *)
Definition quantile (p : R) : R :=
  match decide (bound (fun x => normal x <= p) /\ exists x, normal x <= p) with
  | left H => proj1_sig (completeness _ (proj1 H) (proj2 H))
  | right _ => 0
  end.
(** The greatest lower bound of a nonempty set that has one, 0 for other sets. *)
Definition infimum (S : R -> Prop) : R :=
  match decide ((exists x, S (- x)) /\ bound (fun x => S (- x))) with
  | left H => - proj1_sig (completeness _ (proj2 H) (proj1 H))
  | right _ => 0
  end.

Lemma infimum_spec (S : R -> Prop) (low : R) : (exists x, S x) -> (forall x, S x -> low <= x) ->
  (forall x, S x -> infimum S <= x) /\ (forall y, (forall x, S x -> y <= x) -> y <= infimum S).
Proof.
  intros [x0 S0] B; unfold infimum; destruct (decide _) as [H | H].
  - destruct (completeness _ (proj2 H) (proj1 H)) as [m [U L]]; cbn [proj1_sig]; split.
    + intros x Sx; assert (K : - x <= m) by (apply U; now rewrite Ropp_involutive); lra.
    + intros y Y; assert (K : m <= - y) by (apply L; intros x Sx; assert (y <= - x) by auto; lra); lra.
  - exfalso; apply H; split; [ exists (- x0); now rewrite Ropp_involutive | exists (- low); intros x Sx; assert (low <= - x) by auto; lra ].
Qed.

Section Means.
Variables (X : Space) (P : Law X).
Implicit Types f g : X -> R.

Local Notation summable := (Products.summable X P).
Lemma mean_lub f : summable f -> is_lub (sums_below X P f) (integral X P f).
Proof.
  intros [H [_ B]]; unfold integral; destruct (decide _) as [D | N]; [ apply proj2_sig | exfalso; apply N; split; [ exact B | exists 0; now apply sums_some ] ].
Qed.
Lemma mean_le f g : summable f -> summable g -> (forall x, f x <= g x) -> integral X P f <= integral X P g.
Proof.
  intros F G H; apply (mean_lub f F); intros a [s [E [L ->]]]; apply (mean_lub g G); exists s; split; [ exact E | split; [ | reflexivity ] ].
  intro x; now apply Rle_trans with (f x).
Qed.
Lemma mean_nonneg f : summable f -> 0 <= integral X P f.
Proof. intro F; apply (mean_lub f F), sums_some, F. Qed.
Lemma summable_dom f g : (forall x, 0 <= f x) -> levels X f -> summable g -> (forall x, f x <= g x) -> summable f.
Proof.
  intros H L [_ [_ [b B]]] D; split; [ exact H | split; [ exact L | exists b ] ]; intros a [s [E [K ->]]]; apply B; exists s.
  split; [ exact E | split; [ intro x; now apply Rle_trans with (f x) | reflexivity ] ].
Qed.
Lemma summable_bounded f c : (forall x, 0 <= f x <= c) -> levels X f -> summable f.
Proof.
  intros H L; split; [ apply H | split; [ exact L | exists c ] ]; intros a [s [E [K ->]]].
  replace c with (weigh P [(c, fun _ : X => True)]) by (simpl; rewrite pr_all; ring); apply weigh_le; [ exact E | intros d A [I | []]; inversion I; apply meas_all | ].
  intro x; apply Rle_trans with (1 := K x); simpl; unfold indicator; destruct (decide True); [ specialize (H x); lra | tauto ].
Qed.
Lemma mean_scale f c : 0 < c -> summable f -> summable (fun x => c * f x) /\ integral X P (fun x => c * f x) = c * integral X P f.
Proof.
  intros C F; assert (S : forall d g, 0 < d -> forall a, sums_below X P g a -> sums_below X P (fun x => d * g x) (d * a)).
  { intros d g D a [s [E [L ->]]]; exists (scaled d s); split; [ now apply events_scaled | split; [ | symmetry; apply weigh_scaled ] ].
    intro x; rewrite value_at_scaled; apply Rmult_le_compat_l; [ lra | apply L ]. }
  assert (B : forall a, sums_below X P (fun x => c * f x) a -> a <= c * integral X P f).
  { intros a H; apply (S (/ c)) in H; [ | now apply Rinv_0_lt_compat ].
    rewrite (functional_extensionality (fun x => / c * (c * f x)) f) in H by (intro x; field; lra).
    apply Rmult_le_reg_l with (/ c); [ now apply Rinv_0_lt_compat | ]; apply (mean_lub f F) in H; replace (/ c * (c * integral X P f)) with (integral X P f) by (field; lra); exact H. }
  assert (Q : summable (fun x => c * f x)).
  { split; [ intro x; apply Rmult_le_pos; [ lra | apply F ] | split; [ apply levels_scale; [ lra | apply F ] | exists (c * integral X P f); exact B ] ]. }
  split; [ exact Q | ]; apply Rle_antisym; [ apply (mean_lub _ Q); exact B | ].
  apply Rmult_le_reg_l with (/ c); [ now apply Rinv_0_lt_compat | replace (/ c * (c * integral X P f)) with (integral X P f) by (field; lra) ].
  apply (mean_lub f F); intros a H; apply (S c) in H; [ | exact C ]; apply (mean_lub _ Q) in H.
  apply Rmult_le_reg_l with c; [ exact C | replace (c * (/ c * integral X P (fun x => c * f x))) with (integral X P (fun x => c * f x)) by (field; lra); exact H ].
Qed.
Lemma levels_min f c : levels X f -> levels X (fun x => Rmin (f x) c).
Proof.
  intros L t; destruct (Rle_dec t c) as [H | H].
  - apply (meas_ext X (fun x => t <= f x)); [ intro x; unfold Rmin; destruct (Rle_dec (f x) c); lra | apply L ].
  - apply (meas_ext X (fun _ => False)); [ intro x; unfold Rmin; destruct (Rle_dec (f x) c); lra | apply meas_none ].
Qed.
Lemma value_bounded (s : simple X) : exists c, 0 < c /\ forall x, value_at s x <= c.
Proof.
  induction s as [ | [d A] s [c [C H]] ]; [ exists 1; split; [ lra | intro; simpl; lra ] | ].
  exists (c + Rabs d + 1); assert (D := Rabs_pos d); assert (K := Rle_abs d); split; [ lra | intro x; simpl; specialize (H x); unfold indicator; destruct (decide (A x)); lra ].
Qed.
Lemma mean_plus f g : summable f -> summable g -> summable (fun x => f x + g x) /\ integral X P (fun x => f x + g x) = integral X P f + integral X P g.
Proof.
  intros F G; assert (B : forall a, sums_below X P (fun x => f x + g x) a -> a <= integral X P f + integral X P g).
  { intros a [s [E [L ->]]]; destruct (value_bounded s) as [c [C H]]; destruct F as [F0 [FL FB]]; destruct G as [G0 [GL GB]].
    assert (I : 0 < / (2 * c)) by (apply Rinv_0_lt_compat; lra).
    assert (bd : forall h : X -> R, (forall x, 0 <= h x) -> forall x, 0 <= / (2 * c) * Rmin (h x) c <= / 2).
    { intros h Ph x; assert (M : 0 <= Rmin (h x) c <= c) by (unfold Rmin; specialize (Ph x); destruct (Rle_dec (h x) c); lra); split.
      - apply Rmult_le_pos; lra.
      - apply Rle_trans with (/ (2 * c) * c); [ apply Rmult_le_compat_l; lra | right; field; lra ]. }
    assert (LF := levels_scale X _ (/ (2 * c)) ltac:(lra) (levels_min f c FL)); assert (LG := levels_scale X _ (/ (2 * c)) ltac:(lra) (levels_min g c GL)).
    assert (PL := integral_plus X P _ _ (fun x => proj1 (bd f F0 x)) (fun x => proj1 (bd g G0 x))
      ltac:(intro x; assert (A1 := bd f F0 x); assert (A2 := bd g G0 x); lra) LF LG).
    assert (SF := summable_bounded (fun x => Rmin (f x) c) c ltac:(intro x; specialize (F0 x); unfold Rmin; destruct (Rle_dec (f x) c); lra) (levels_min f c FL)).
    assert (SG := summable_bounded (fun x => Rmin (g x) c) c ltac:(intro x; specialize (G0 x); unfold Rmin; destruct (Rle_dec (g x) c); lra) (levels_min g c GL)).
    rewrite (proj2 (mean_scale _ _ I SF)), (proj2 (mean_scale _ _ I SG)) in PL.
    assert (W : weigh P (scaled (/ (2 * c)) s) <= integral X P (fun x => / (2 * c) * Rmin (f x) c + / (2 * c) * Rmin (g x) c)).
    { apply integral_above; [ intro x; assert (A1 := bd f F0 x); assert (A2 := bd g G0 x); lra | now apply events_scaled | ].
      intro x; rewrite value_at_scaled, <- Rmult_plus_distr_l; apply Rmult_le_compat_l; [ lra | ].
      specialize (L x); specialize (H x); specialize (F0 x); specialize (G0 x); unfold Rmin; destruct (Rle_dec (f x) c), (Rle_dec (g x) c); lra. }
    rewrite weigh_scaled, PL, <- Rmult_plus_distr_l in W; apply Rmult_le_reg_l in W; [ | exact I ].
    assert (M1 := mean_le _ f SF ltac:(repeat split; auto) ltac:(intro x; apply Rmin_l)).
    assert (M2 := mean_le _ g SG ltac:(repeat split; auto) ltac:(intro x; apply Rmin_l)); lra. }
  assert (Q : summable (fun x => f x + g x)).
  { split; [ intro x; apply Rplus_le_le_0_compat; [ apply F | apply G ] | split; [ apply levels_plus; [ apply F | apply F | apply G ] | exists (integral X P f + integral X P g); exact B ] ]. }
  split; [ exact Q | ]; apply Rle_antisym; [ apply (mean_lub _ Q); exact B | ].
  assert (K : forall a, sums_below X P f a -> a + integral X P g <= integral X P (fun x => f x + g x)).
  { intros a [s [E [L ->]]]; assert (integral X P g <= integral X P (fun x => f x + g x) - weigh P s); [ | lra ].
    apply (mean_lub g G); intros b [r [E' [L' ->]]]; assert (weigh P s + weigh P r <= integral X P (fun x => f x + g x)); [ | lra ].
    rewrite <- weigh_app; apply (mean_lub _ Q); exists (s ++ r); split; [ now apply events_app | split; [ | reflexivity ] ].
    intro x; rewrite value_at_app; specialize (L x); specialize (L' x); lra. }
  assert (integral X P f <= integral X P (fun x => f x + g x) - integral X P g); [ | lra ].
  apply (mean_lub f F); intros a H; specialize (K a H); lra.
Qed.
End Means.

Section More.
Variables (X : Space) (P : Law X).
Lemma mean_below (f : X -> R) s : summable X P f -> events s -> (forall x, f x <= value_at s x) -> integral X P f <= weigh P s.
Proof.
  intros F E H; apply (mean_lub X P f F); intros a [r [E' [L ->]]]; apply weigh_le; [ assumption | assumption | ].
  intro x; now apply Rle_trans with (f x).
Qed.
Lemma mean_above (f : X -> R) s : summable X P f -> events s -> (forall x, value_at s x <= f x) -> weigh P s <= integral X P f.
Proof. intros F E H; apply (mean_lub X P f F); now exists s. Qed.
Lemma zero_summable : summable X P (fun _ => 0) /\ integral X P (fun _ => 0) = 0.
Proof.
  split; [ apply (summable_bounded X P _ 0); [ intro; lra | apply levels_constant ] | ].
  rewrite (integral_value X P (fun _ => 0) []); [ reflexivity | intro; lra | intros ? ? [] | intro; reflexivity ].
Qed.
Lemma mean_sum (n : nat) (a : nat -> R) (f : nat -> X -> R) : (forall i, 0 <= a i) -> (forall i, summable X P (f i)) ->
  summable X P (fun x => below n (fun i => a i * f i x)) /\ integral X P (fun x => below n (fun i => a i * f i x)) = below n (fun i => a i * integral X P (f i)).
Proof.
  intros A F; induction n as [ | n [S E] ]; simpl; [ apply zero_summable | ].
  assert (T : summable X P (fun x => a n * f n x) /\ integral X P (fun x => a n * f n x) = a n * integral X P (f n)).
  { destruct (A n) as [H | H]; [ now apply mean_scale | rewrite <- H, Rmult_0_l ].
    replace (fun x => 0 * f n x) with (fun _ : X => 0) by (apply functional_extensionality; intro; ring); apply zero_summable. }
  destruct T as [T1 T2]; destruct (mean_plus X P _ _ S T1) as [U1 U2]; split; [ exact U1 | rewrite U2, E, T2; reflexivity ].
Qed.
End More.

(** Means under an image. *)
Lemma stairs_image {X Y : Space} (f : X -> Y) (F : measurable X Y f) (P : Law X) (g : Y -> R) (n m : nat) : levels Y g ->
  weigh P (stairs (fun x => g (f x)) n m) = weigh (image f F P) (stairs g n m).
Proof. intro L; induction m as [ | m IH ]; cbn [stairs weigh]; [ reflexivity | rewrite IH, image_pr by apply L; reflexivity ]. Qed.
Lemma integral_image {X Y : Space} (f : X -> Y) (F : measurable X Y f) (P : Law X) (g : Y -> R) : (forall y, 0 <= g y <= 1) -> levels Y g ->
  integral X P (fun x => g (f x)) = integral Y (image f F P) g.
Proof.
  intros B L; assert (LX : levels X (fun x => g (f x))) by (intro t; exact (F _ (L t))); apply Rminus_diag_uniq, NNPP; intro D; apply Rabs_pos_lt in D.
  destruct (small_fraction _ D) as [n [Hn S]]; destruct (integral_stairs X P (fun x => g (f x)) n Hn (fun x => B (f x)) LX) as [_ T1].
  destruct (integral_stairs Y (image f F P) g n Hn B L) as [_ T2]; rewrite (stairs_image f F P g n n L) in T1.
  assert (Rabs (integral X P (fun x => g (f x)) - integral Y (image f F P) g) <= / INR n) by (apply Rabs_le; lra); lra.
Qed.
Lemma mean_image {X Y : Space} (f : X -> Y) (F : measurable X Y f) (P : Law X) (h : Y -> R) : summable Y (image f F P) h ->
  summable X P (fun x => h (f x)) /\ integral X P (fun x => h (f x)) = integral Y (image f F P) h.
Proof.
  intro S; destruct S as [h0 [L [b B]]]; assert (S : summable Y (image f F P) h) by (split; [ exact h0 | split; [ exact L | now exists b ] ]).
  assert (LX : levels X (fun x => h (f x))) by (intro t; exact (F _ (L t))).
  assert (Up : forall a, sums_below X P (fun x => h (f x)) a -> a <= integral Y (image f F P) h).
  { intros a [s [Es [Ls ->]]]; destruct (value_bounded X s) as [c [C Bs]]; set (g := fun y => / c * Rmin (h y) c).
    assert (I : 0 < / c) by (now apply Rinv_0_lt_compat).
    assert (g01 : forall y, 0 <= g y <= 1).
    { intro y; specialize (h0 y); assert (M : 0 <= Rmin (h y) c <= c) by (unfold Rmin; destruct (Rle_dec (h y) c); lra); unfold g; split; [ apply Rmult_le_pos; lra | ].
      apply Rle_trans with (/ c * c); [ apply Rmult_le_compat_l; lra | right; field; lra ]. }
    assert (Lm : levels Y (fun y => Rmin (h y) c)) by (now apply levels_min); assert (Lg : levels Y g) by (apply levels_scale; [ lra | exact Lm ]).
    assert (SM : summable Y (image f F P) (fun y => Rmin (h y) c)) by
      (apply (summable_dom Y _ _ h); [ intro y; specialize (h0 y); unfold Rmin; destruct (Rle_dec (h y) c); lra | exact Lm | exact S | intro y; apply Rmin_l ]).
    destruct (mean_scale Y _ _ _ I SM) as [_ E1]; fold g in E1; rewrite <- (integral_image f F P g g01 Lg) in E1.
    assert (W : weigh P (scaled (/ c) s) <= integral X P (fun x => g (f x))).
    { apply integral_above; [ intro x; apply g01 | now apply events_scaled | ]; intro x; rewrite value_at_scaled; unfold g; apply Rmult_le_compat_l; [ lra | ].
      specialize (Ls x); specialize (Bs x); unfold Rmin; destruct (Rle_dec (h (f x)) c); lra. }
    rewrite weigh_scaled, E1 in W; apply Rmult_le_reg_l in W; [ | exact I ]; apply Rle_trans with (1 := W).
    apply mean_le; [ exact SM | exact S | intro y; apply Rmin_l ]. }
  assert (SX : summable X P (fun x => h (f x))) by (split; [ intro x; apply h0 | split; [ exact LX | exists (integral Y (image f F P) h); exact Up ] ]).
  split; [ exact SX | ]; apply Rle_antisym; [ apply (mean_lub X P _ SX); exact Up | ].
  apply (mean_lub Y _ _ S); intros a [s [Es [Ls ->]]].
  assert (Q : exists r : simple X, events r /\ (forall x, value_at r x = value_at s (f x)) /\ weigh P r = weigh (image f F P) s).
  { clear Ls; induction s as [ | [c A] s IH ]; [ exists []; split; [ intros c A [] | now split ] | ].
    destruct IH as [r [R1 [R2 R3]]]; [ intros d C I; apply (Es d); now right | ]; assert (MA : meas A) by (apply (Es c); now left).
    exists ((c, fun x => A (f x)) :: r); split; [ intros d C [I | I]; [ inversion I; exact (F A MA) | now apply (R1 d) ] | split ].
    - intro x; cbn [value_at]; rewrite R2; reflexivity.
    - cbn [weigh]; rewrite R3, image_pr by exact MA; reflexivity. }
  destruct Q as [r [R1 [R2 <-]]]; apply mean_above; [ exact SX | exact R1 | intro x; rewrite R2; apply Ls ].
Qed.
Lemma summable_image {X Y : Space} (f : X -> Y) (F : measurable X Y f) (P : Law X) (h : Y -> R) : (forall y, 0 <= h y) -> levels Y h ->
  summable X P (fun x => h (f x)) -> summable Y (image f F P) h.
Proof.
  intros h0 L S; split; [ exact h0 | split; [ exact L | exists (integral X P (fun x => h (f x))) ] ]; intros a [s [Es [Ls ->]]].
  destruct (value_bounded Y s) as [c [C Bs]]; assert (Lm : levels Y (fun y => Rmin (h y) c)) by (now apply levels_min).
  assert (SM : summable Y (image f F P) (fun y => Rmin (h y) c)).
  { apply (summable_bounded Y _ _ c); [ intro y; specialize (h0 y); unfold Rmin; destruct (Rle_dec (h y) c); lra | exact Lm ]. }
  apply Rle_trans with (integral Y (image f F P) (fun y => Rmin (h y) c)).
  - apply mean_above; [ exact SM | exact Es | intro y; specialize (Ls y); specialize (Bs y); unfold Rmin; destruct (Rle_dec (h y) c); lra ].
  - destruct (mean_image f F P _ SM) as [SX <-]; apply mean_le; [ exact SX | exact S | intro x; apply Rmin_l ].
Qed.

(** Functions that are constant on each of finitely many cells. *)
Fixpoint steps {X : Space} (n : nat) (c : nat -> R) (G : nat -> X -> Prop) : simple X := match n with O => [] | S k => (c k, G k) :: steps k c G end.
Lemma steps_events {X : Space} n c (G : nat -> X -> Prop) : (forall i, meas (G i)) -> events (steps n c G).
Proof. intro H; induction n; intros d A I; [ contradiction | destruct I as [I | I]; [ inversion I; apply H | eauto ] ]. Qed.
Lemma steps_weigh {X : Space} (P : Law X) n c (G : nat -> X -> Prop) : weigh P (steps n c G) = below n (fun i => c i * pr P (G i)).
Proof. induction n; simpl; [ reflexivity | rewrite IHn; ring ]. Qed.
Lemma steps_value {X : Space} n c (G : nat -> X -> Prop) x j : (forall i k, G i x -> G k x -> i = k) -> (j < n)%nat -> G j x -> value_at (steps n c G) x = c j.
Proof.
  intros O L Gj; assert (Z : forall m, (m <= j)%nat -> value_at (steps m c G) x = 0).
  { induction m as [ | m IH ]; intro H; simpl; [ reflexivity | ]; rewrite IH by lia; unfold indicator; destruct (decide (G m x)) as [Y | Y]; [ | ring ].
    assert (m = j) by auto; lia. }
  induction n as [ | n IH ]; [ lia | simpl; unfold indicator; destruct (decide (G n x)) as [Y | Y] ].
  - assert (n = j) by auto; subst n; rewrite Z by lia; ring.
  - rewrite IH; [ ring | destruct (Nat.eq_dec n j) as [-> | N]; [ contradiction | lia ] ].
Qed.
Lemma below_nonneg n f : (forall i, 0 <= f i) -> 0 <= below n f.
Proof. intro H; induction n; simpl; [ lra | specialize (H n); lra ]. Qed.
Lemma below_scale n c f : below n (fun i => c * f i) = c * below n f.
Proof. induction n; simpl; [ ring | rewrite IHn; ring ]. Qed.
Lemma below_minus n f g : below n (fun i => f i - g i) = below n f - below n g.
Proof. induction n; simpl; [ ring | rewrite IHn; ring ]. Qed.
Lemma below_plus n f g : below n (fun i => f i + g i) = below n f + below n g.
Proof. induction n; simpl; [ ring | rewrite IHn; ring ]. Qed.
Lemma levels_exp (X : Space) (f : X -> R) : levels X f -> levels X (fun x => exp (f x)).
Proof.
  intros L t; destruct (Rle_lt_dec t 0) as [N | P].
  - apply (meas_ext X (fun _ => True)); [ intro x; assert (U := exp_pos (f x)); split; [ lra | auto ] | apply meas_all ].
  - apply (meas_ext X (fun x => ln t <= f x)); [ intro x; split; intro H | apply L ].
    + rewrite <- (exp_ln t P); now apply exp_le.
    + rewrite <- (ln_exp (f x)); now apply ln_le'.
Qed.
