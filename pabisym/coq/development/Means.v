(** Means of functions that need not be bounded, and densities. *)
Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Import ListNotations.
Open Scope R_scope.

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

(** Where a function is between two multiples of [e]. *)
Definition slab {X : Space} (g : X -> R) (e : R) (j : nat) (x : X) : Prop := INR j * e <= g x < INR (S j) * e.
Lemma slab_meas {X : Space} (g : X -> R) (e : R) (j : nat) : levels X g -> meas (slab g e j).
Proof. intro L; apply meas_and; [ apply L | apply (meas_ext X (fun x => ~ INR (S j) * e <= g x)); [ intro; lra | apply meas_not, L ] ]. Qed.
Lemma slab_partition (g : E -> R) (c e : R) : 0 < e -> (forall x, 0 <= g x <= c) -> levels E g -> exists p : partition E, cell p = slab g e.
Proof.
  intros He B L; assert (c0 : 0 <= c) by (destruct (B (vzero E)); lra).
  destruct (whole_below (c / e)) as [N [_ HN]]; [ apply Rmult_le_pos; [ exact c0 | left; now apply Rinv_0_lt_compat ] | ].
  assert (all : forall x, exists j, (j < S N)%nat /\ slab g e j x).
  { intro x; destruct (whole_below (g x / e)) as [j [J1 J2]]; [ apply Rmult_le_pos; [ apply B | left; now apply Rinv_0_lt_compat ] | exists j; split ].
    - apply INR_lt; rewrite S_INR; apply Rle_lt_trans with (1 := J1); apply Rle_lt_trans with (c / e); [ | exact HN ].
      apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | apply B ].
    - unfold slab; rewrite S_INR; apply (Rmult_le_compat_r e) in J1; [ | lra ]; apply (Rmult_lt_compat_r e) in J2; [ | exact He ].
      replace (g x / e * e) with (g x) in J1, J2 by (field; lra); lra. }
  assert (once : forall i j x, slab g e i x -> slab g e j x -> i = j).
  { assert (H : forall i j x, slab g e i x -> slab g e j x -> (i < j)%nat -> False).
    { intros i j x [_ U] [V _] H; assert (INR (S i) * e <= INR j * e) by (apply Rmult_le_compat_r; [ lra | apply le_INR; lia ]); lra. }
    intros i j x U V; destruct (Nat.lt_total i j) as [W | [W | W]]; [ exfalso; eauto | exact W | exfalso; eauto ]. }
  exists {| cells := S N; cell := slab g e; cell_meas := fun j => slab_meas g e j L; cell_all := all; cell_once := once |}; reflexivity.
Qed.

(** The moment of a law with a density, from partitions: Jensen by tangents on every cell. *)
Definition density (P Q : law) (f : E -> R) : Prop := summable E Q f /\ forall A : E -> Prop, meas A -> pr P A = integral E Q (fun x => indicator A x * f x).

Section Density.
Variables (P Q : law) (f : E -> R) (alpha m : R).
Hypotheses (Ha : 1 < alpha) (D : density P Q f) (pos : forall x, 0 < f x).
Let power x := Rpower (f x) alpha.
Hypotheses (SP : summable E Q power) (Hm : integral E Q power <= m).

Lemma indicator_range (A : E -> Prop) x : 0 <= indicator A x <= 1.
Proof. unfold indicator; destruct (decide (A x)); lra. Qed.
Lemma within_summable (A : E -> Prop) g : meas A -> summable E Q g -> summable E Q (fun x => indicator A x * g x).
Proof.
  intros M G; apply (summable_dom E Q _ g); [ intro x; apply Rmult_le_pos; [ apply indicator_range | apply G ] | | exact G | ].
  - apply (levels_ext E (fun x => if decide (A x) then g x else 0)); [ intro x; unfold indicator; destruct (decide (A x)); ring | apply levels_within; [ exact M | apply G | apply G ] ].
  - intro x; assert (I := indicator_range A x); assert (G0 := proj1 G x); assert (0 <= (1 - indicator A x) * g x) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma indicator_mean (A : E -> Prop) : meas A -> integral E Q (indicator A) = pr Q A.
Proof.
  intro M; rewrite (integral_value E Q (indicator A) [(1, A)]); [ simpl; ring | apply indicator_range | intros c B [I | []]; inversion I; now subst | intro x; simpl; ring ].
Qed.
Lemma indicator_summable (A : E -> Prop) : meas A -> summable E Q (indicator A).
Proof.
  intro M; apply (summable_bounded E Q _ 1); [ apply indicator_range | ].
  apply (levels_ext E (fun x => if decide (A x) then 1 else 0)); [ intro; reflexivity | apply (levels_within E A (fun _ => 1)); [ exact M | intro; lra | apply levels_constant ] ].
Qed.
Lemma absolute (A : E -> Prop) : meas A -> pr Q A = 0 -> pr P A = 0.
Proof.
  intros M Z; destruct D as [S H]; rewrite (H A M); apply Rle_antisym; [ | apply mean_nonneg; now apply within_summable ].
  apply (mean_lub E Q _ (within_summable A f M S)); intros a [s [Es [L ->]]]; destruct (value_bounded E s) as [c [C B]].
  replace 0 with (weigh Q [(c, A)]) by (simpl; rewrite Z; ring); apply weigh_le; [ exact Es | intros d B' [I | []]; inversion I; now subst | ].
  intro x; simpl; specialize (L x); specialize (B x); unfold indicator in *; destruct (decide (A x)); lra.
Qed.
Lemma cell_share (A : E -> Prop) : meas A -> share alpha (pr P A) (pr Q A) <= integral E Q (fun x => indicator A x * power x).
Proof.
  intro M; destruct D as [S H]; assert (P0 := pr_nonneg E P A M); assert (Q0 := pr_nonneg E Q A M).
  assert (W := within_summable A power M SP).
  unfold share; destruct (Rle_dec (pr P A) 0) as [Z | Z]; [ now apply mean_nonneg | ].
  assert (Qp : 0 < pr Q A) by (destruct (Req_dec (pr Q A) 0) as [Y | Y]; [ exfalso; apply Z; rewrite (absolute A M Y); lra | lra ]).
  set (s := pr P A / pr Q A); assert (s0 : 0 < s) by (apply Rdiv_lt_0_compat; lra); assert (sQ : pr P A = s * pr Q A) by (unfold s; field; lra).
  assert (T : forall x, alpha * Rpower s (alpha - 1) * f x <= power x + (alpha - 1) * Rpower s alpha).
  { intro x; assert (L := share_tangent alpha (f x) 1 s Ha ltac:(left; apply pos) ltac:(lra) ltac:(lra) s0).
    unfold share in L; specialize (pos x); destruct (Rle_dec (f x) 0); [ lra | ].
    unfold power; replace (Rpower (f x) alpha) with (f x * Rpower (f x / 1) (alpha - 1)); [ lra | ].
    unfold Rdiv; rewrite Rinv_1, Rmult_1_r; rewrite <- (Rpower_1 (f x)) at 1 by exact pos; rewrite <- Rpower_plus; f_equal; ring. }
  assert (c1 : 0 < alpha * Rpower s (alpha - 1)) by (apply Rmult_lt_0_compat; [ lra | apply exp_pos ]).
  assert (c2 : 0 < (alpha - 1) * Rpower s alpha) by (apply Rmult_lt_0_compat; [ lra | apply exp_pos ]).
  destruct (mean_scale E Q _ _ c1 (within_summable A f M S)) as [S1 E1]; destruct (mean_scale E Q _ _ c2 (indicator_summable A M)) as [S2 E2].
  destruct (mean_plus E Q _ _ W S2) as [S3 E3].
  assert (L : integral E Q (fun x => alpha * Rpower s (alpha - 1) * (indicator A x * f x)) <=
    integral E Q (fun x => indicator A x * power x + (alpha - 1) * Rpower s alpha * indicator A x)).
  { apply mean_le; [ exact S1 | exact S3 | intro x; specialize (T x); unfold indicator; destruct (decide (A x)); lra ]. }
  rewrite E1, E3, E2, <- (H A M), (indicator_mean A M), sQ in L.
  assert (SA : Rpower s alpha = s * Rpower s (alpha - 1)) by (rewrite <- (Rpower_1 s) at 2 by exact s0; rewrite <- Rpower_plus; f_equal; ring).
  fold s; rewrite sQ; rewrite SA in L; lra.
Qed.
Theorem moment_density : moment alpha P Q m.
Proof.
  intro c; split; [ intro i; apply absolute, cell_meas | apply Rle_trans with (2 := Hm) ].
  apply Rle_trans with (below (cells c) (fun i => integral E Q (fun x => indicator (cell c i) x * power x))).
  { apply below_le; intro i; apply cell_share, cell_meas. }
  assert (K : forall n, exists h, summable E Q h /\ (forall x, h x = below n (fun i => indicator (cell c i) x) * power x) /\
    integral E Q h = below n (fun i => integral E Q (fun x => indicator (cell c i) x * power x))).
  { induction n as [ | n [h [Sh [Eh Ih]]] ].
    - exists (fun _ => 0); split; [ apply (summable_bounded E Q _ 0); [ intro; lra | apply levels_constant ] | split; [ intro; simpl; ring | ] ].
      simpl; rewrite (integral_value E Q (fun _ => 0) []); [ reflexivity | intro; lra | intros ? ? [] | intro; reflexivity ].
    - destruct (mean_plus E Q _ _ Sh (within_summable (cell c n) power (cell_meas E c n) SP)) as [S' E'].
      exists (fun x => h x + indicator (cell c n) x * power x); split; [ exact S' | split; [ intro x; simpl; rewrite Eh; ring | simpl; rewrite E', Ih; reflexivity ] ]. }
  destruct (K (cells c)) as [h [Sh [Eh <-]]]; apply mean_le; [ exact Sh | exact SP | intro x; rewrite Eh ].
  assert (B : forall n, below n (fun i => indicator (cell c i) x) <= 1 /\ ((forall i, (i < n)%nat -> ~ cell c i x) -> below n (fun i => indicator (cell c i) x) = 0)).
  { induction n as [ | n [I J] ]; simpl; [ split; [ lra | reflexivity ] | ]; unfold indicator at 2; unfold indicator at 3; destruct (decide (cell c n x)) as [Y | Y]; split.
    - rewrite J; [ lra | intros i Li Ci; assert (i = n) by (now apply (cell_once E c i n x)); lia ].
    - intro N; exfalso; exact (N n (Nat.lt_succ_diag_r n) Y).
    - lra.
    - intro N; rewrite J; [ ring | intros i Li; apply N; lia ]. }
  assert (0 <= (1 - below (cells c) (fun i => indicator (cell c i) x)) * power x) by (apply Rmult_le_pos; [ specialize (B (cells c)); lra | left; apply exp_pos ]); lra.
Qed.
End Density.

(** The other way round: a bound of the moment bounds the mean of the power. *)
Lemma density_above (P Q : law) (f : E -> R) (A : E -> Prop) (r : R) : density P Q f -> meas A -> 0 <= r -> (forall x, A x -> r <= f x) -> r * pr Q A <= pr P A.
Proof.
  intros [S H] M [r0 | <-] B; [ | rewrite Rmult_0_l; now apply pr_nonneg ].
  destruct (mean_scale E Q _ r r0 (indicator_summable Q A M)) as [S1 E1]; rewrite (H A M), <- (indicator_mean Q A M), <- E1; apply mean_le; [ exact S1 | now apply within_summable | ].
  intro x; unfold indicator; destruct (decide (A x)) as [Y | Y]; [ specialize (B x Y); lra | lra ].
Qed.
Lemma density_below (P Q : law) (f : E -> R) (A : E -> Prop) (r : R) : density P Q f -> meas A -> 0 < r -> (forall x, A x -> f x <= r) -> pr P A <= r * pr Q A.
Proof.
  intros [S H] M r0 B; destruct (mean_scale E Q _ r r0 (indicator_summable Q A M)) as [S1 E1].
  rewrite (H A M), <- (indicator_mean Q A M), <- E1; apply mean_le; [ now apply within_summable | exact S1 | ].
  intro x; unfold indicator; destruct (decide (A x)) as [Y | Y]; [ specialize (B x Y); lra | lra ].
Qed.
Theorem density_moment (P Q : law) (f : E -> R) (alpha m : R) : 1 < alpha -> density P Q f -> (forall x, 0 < f x) ->
  summable E Q (fun x => Rpower (f x) alpha) -> moment alpha P Q m -> integral E Q (fun x => Rpower (f x) alpha) <= m.
Proof.
  intros Ha D pos SP M; apply (mean_lub E Q _ SP); intros a [s [Es [L ->]]]; destruct (value_bounded E s) as [c [C B]].
  apply le_epsilon; intros e He; set (g := fun x => Rmin (Rpower (f x) alpha) c).
  assert (g0 : forall x, 0 <= g x <= c) by (intro x; unfold g, Rmin; assert (X := exp_pos (alpha * ln (f x))); unfold Rpower; destruct (Rle_dec _ _); lra).
  assert (Lg : levels E g) by (apply levels_min, SP); destruct (slab_partition g c e He g0 Lg) as [p Ep]; destruct (M p) as [Ac Bd].
  assert (W : weigh Q s <= below (cells p) (fun j => INR (S j) * e * pr Q (cell p j))).
  { rewrite <- (steps_weigh Q (cells p) (fun j => INR (S j) * e) (cell p)); apply weigh_le; [ exact Es | apply steps_events, cell_meas | ].
    intro x; destruct (cell_all E p x) as [j [Lj Gj]].
    rewrite (steps_value (cells p) (fun j => INR (S j) * e) (cell p) x j (fun i k => cell_once E p i k x) Lj Gj); rewrite Ep in Gj.
    destruct Gj as [_ U]; specialize (L x); specialize (B x); unfold g, Rmin in U; destruct (Rle_dec _ _) in U; lra. }
  assert (S1 : forall j, INR j * e * pr Q (cell p j) <= share alpha (pr P (cell p j)) (pr Q (cell p j))).
  { intro j; assert (Q0 := pr_nonneg E Q _ (cell_meas E p j)); assert (P0 := pr_nonneg E P _ (cell_meas E p j)).
    assert (J0 : 0 <= INR j * e) by (apply Rmult_le_pos; [ apply pos_INR | lra ]); destruct J0 as [J0 | <-]; [ | rewrite Rmult_0_l; apply share_nonneg ].
    set (r := Rpower (INR j * e) (/ alpha)); assert (r0 : 0 < r) by apply exp_pos.
    assert (ra : Rpower r alpha = INR j * e) by (unfold r; rewrite Rpower_mult, Rinv_l, Rpower_1; lra).
    assert (T := share_tangent alpha _ _ r Ha P0 Q0 (Ac j) r0); rewrite ra in T.
    assert (Lo : r * pr Q (cell p j) <= pr P (cell p j)).
    { apply (density_above P Q f); [ exact D | apply cell_meas | lra | ]; intros x Gj; rewrite Ep in Gj; destruct Gj as [Gj _].
      apply Rnot_lt_le; intro N; assert (U : Rpower (f x) alpha < Rpower r alpha) by (apply Rlt_Rpower_l; [ lra | split; [ apply pos | exact N ] ]).
      rewrite ra in U; unfold g, Rmin in Gj; destruct (Rle_dec _ _) in Gj; lra. }
    assert (E1 : INR j * e = Rpower r (alpha - 1) * r) by (rewrite <- ra; rewrite <- (Rpower_1 r) at 3 by exact r0; rewrite <- Rpower_plus; f_equal; ring).
    assert (X : alpha * Rpower r (alpha - 1) * (r * pr Q (cell p j)) <= alpha * Rpower r (alpha - 1) * pr P (cell p j)).
    { apply Rmult_le_compat_l; [ apply Rmult_le_pos; [ lra | left; apply exp_pos ] | exact Lo ]. }
    rewrite E1 in T |- *; lra. }
  assert (S2 := below_le (cells p) _ _ S1); assert (One := cells_one Q p).
  rewrite (below_ext _ _ (fun j => INR j * e * pr Q (cell p j) + e * pr Q (cell p j))) in W by (intro j; rewrite S_INR; ring).
  rewrite below_plus, (below_scale _ e (fun j => pr Q (cell p j))), One in W; lra.
Qed.
(** No event tells a law of a density better than that where the density is at least [g]. *)
Lemma density_best (P Q : law) (f : E -> R) (g : R) (A : E -> Prop) : density P Q f -> 0 < g -> meas A -> let B := fun x => g <= f x in
  pr P A - g * pr Q A <= pr P B - g * pr Q B.
Proof.
  intros [S H] g0 MA B; assert (MB : meas B) by apply S; rewrite !H, <- !(indicator_mean Q) by assumption.
  destruct (mean_scale E Q _ g g0 (indicator_summable Q A MA)) as [SA EA]; destruct (mean_scale E Q _ g g0 (indicator_summable Q B MB)) as [SB EB].
  destruct (mean_plus E Q _ _ (within_summable Q A f MA S) SB) as [S1 E1]; destruct (mean_plus E Q _ _ (within_summable Q B f MB S) SA) as [S2 E2].
  assert (L := mean_le E Q _ _ S1 S2); rewrite E1, E2, EA, EB in L.
  assert (K := L ltac:(intro x; assert (P0 := proj1 S x); unfold indicator, B; destruct (decide (A x)), (decide (g <= f x)); lra)); lra.
Qed.
