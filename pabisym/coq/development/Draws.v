(** A random batch, and one record of it: the batch is what replaces one of its records, with the chance of that record, in a batch of the others. *)

Require Import Reals Lra Lia ZArith Classical FunctionalExtensionality List Permutation.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Require Import Pabisym.Batches Pabisym.Means Pabisym.Composition Pabisym.Gaussians.
Import ListNotations.
Open Scope R_scope.

(** * Counting *)

Lemma lsum_ext {T : Type} (f g : T -> R) l : (forall x, In x l -> f x = g x) -> lsum f l = lsum g l.
Proof. induction l; intro H; simpl; [ reflexivity | rewrite (H a (or_introl eq_refl)), IHl; [ reflexivity | intros; apply H; now right ] ]. Qed.
Lemma lsum_linear {T : Type} (a b : R) (f g : T -> R) l : lsum (fun x => a * f x + b * g x) l = a * lsum f l + b * lsum g l.
Proof. induction l; simpl; [ ring | rewrite IHl; ring ]. Qed.
Lemma lsum_one {T : Type} (l : list T) : lsum (fun _ => 1) l = INR (length l).
Proof. induction l; [ reflexivity | cbn [lsum length]; rewrite IHl, S_INR; ring ]. Qed.
Lemma lsum_flat {T U : Type} (f : U -> R) (g : T -> list U) l : lsum f (flat_map g l) = lsum (fun x => lsum f (g x)) l.
Proof. induction l; simpl; [ reflexivity | now rewrite lsum_app, IHl ]. Qed.
Lemma chosen_none l : chosen 0 l = [[]].
Proof. now destruct l. Qed.
Lemma chosen_next k i l : chosen (S k) (i :: l) = List.map (cons i) (chosen k l) ++ chosen (S k) l.
Proof. reflexivity. Qed.
(** Sums over all batches do not depend on the order of the records. *)
Lemma chosen_permutes l l' : Permutation l l' -> forall (F : list R -> R) k, (forall B C, Permutation B C -> F B = F C) -> lsum F (chosen k l) = lsum F (chosen k l').
Proof.
  intro P; induction P as [ | i l l' P IH | i j l | l l' l'' P IH Q IH' ]; intros F k H; [ reflexivity | | | now rewrite IH, IH' ].
  - destruct k as [ | k ]; [ now rewrite !chosen_none | rewrite !chosen_next, !lsum_app, !lsum_map, (IH F) by exact H; f_equal ].
    apply IH; intros B C K; apply H; now constructor.
  - destruct k as [ | [ | k ] ]; rewrite ?chosen_next, ?chosen_none, ?chosen_next; cbn [List.map]; rewrite ?lsum_app, ?lsum_map; [ simpl; rewrite ?lsum_app, ?lsum_map; simpl; ring | | ].
    + cbn [lsum]; ring.
    + cbn [List.map]; rewrite ?chosen_next, ?List.map_app, ?lsum_app, ?lsum_map.
      rewrite (lsum_ext (fun B => F (j :: i :: B)) (fun B => F (i :: j :: B))) by (intros; apply H; constructor); ring.
Qed.
(** A batch without one of its records, for each of these. *)
Fixpoint removals (B : list R) : list (list R) := match B with [] => [] | i :: r => r :: List.map (cons i) (removals r) end.
Lemma removals_some B : forall T, In T (removals B) -> exists i, In i B /\ Permutation B (i :: T).
Proof.
  induction B as [ | i r IH ]; intros T H; [ destruct H | destruct H as [<- | H] ]; [ exists i; split; [ now left | apply Permutation_refl ] | ].
  apply in_map_iff in H; destruct H as [U [<- H]]; destruct (IH U H) as [j [J P]]; exists j; split; [ now right | ].
  apply perm_trans with (i :: j :: U); [ now constructor | constructor ].
Qed.
Lemma removals_length B : length (removals B) = length B.
Proof. induction B; simpl; [ reflexivity | now rewrite map_length, IHB ]. Qed.
(** A batch of [k] records comes from as many larger ones as there are records that it lacks. *)
Lemma removals_sum l : forall (g : list R -> R) k, lsum (fun B => lsum g (removals B)) (chosen (S k) l) = (INR (length l) - INR k) * lsum g (chosen k l).
Proof.
  induction l as [ | i l IH ]; intros g k.
  - simpl; destruct k; simpl; ring.
  - rewrite chosen_next, lsum_app, lsum_map, IH; cbn [removals lsum length]; rewrite S_INR; destruct k as [ | k ].
    + rewrite !chosen_none; cbn [lsum removals List.map]; simpl; ring.
    + rewrite chosen_next, lsum_app, lsum_map.
      rewrite (lsum_ext _ (fun B => 1 * g B + 1 * lsum (fun T => g (i :: T)) (removals B))) by (intros; rewrite lsum_map; ring).
      rewrite lsum_linear, (IH (fun T => g (i :: T)) k), !S_INR; ring.
Qed.

(** * Averages of laws *)

Lemma average_moment (alpha m : R) (l : list (law * law)) : 1 < alpha -> l <> [] -> (forall p, In p l -> moment alpha (fst p) (snd p) m) ->
  exists P Q : law, moment alpha P Q m /\ forall A, meas A -> INR (length l) * pr P A = lsum (fun p => pr (fst p) A) l /\ INR (length l) * pr Q A = lsum (fun p => pr (snd p) A) l.
Proof.
  intros a1; induction l as [ | p l IH ]; intros N H; [ contradiction | destruct l as [ | q l ] ].
  - exists (fst p), (snd p); split; [ apply H; now left | intros A M; split; cbn [length lsum]; rewrite Rplus_0_r; apply Rmult_1_l ].
  - destruct IH as [P [Q [M S]]]; [ discriminate | intros; apply H; now right | set (r := q :: l) in * ].
    assert (L0 : 0 < INR (length r)) by (apply lt_0_INR; simpl; lia); set (w := / INR (length (p :: r))).
    assert (Le : INR (length (p :: r)) = 1 + INR (length r)) by (cbn [length]; rewrite S_INR; ring).
    assert (w0 : 0 < w) by (apply Rinv_0_lt_compat; lra); assert (wL : w * (1 + INR (length r)) = 1) by (unfold w; rewrite Le; apply Rinv_l; lra).
    assert (w1 : w <= 1) by (assert (0 < w * INR (length r)) by (now apply Rmult_lt_0_compat); lra).
    exists (mix w (fst p) P), (mix w (snd p) Q); split.
    + apply moment_wide with (w * m + (1 - w) * m); [ apply proved_moment_mixture; try lra; [ apply H; now left | exact M ] | lra ].
    + intros A MA; destruct (S A MA) as [S1 S2]; cbn [mix pr lsum]; rewrite chance_id, <- S1, <- S2, Le by lra.
      assert (K : forall x y, (1 + INR (length r)) * (w * x + (1 - w) * y) = x + INR (length r) * y).
      { intros x y; replace ((1 + INR (length r)) * (w * x + (1 - w) * y)) with (w * (1 + INR (length r)) * x + ((1 + INR (length r)) - w * (1 + INR (length r))) * y) by ring; rewrite wL; ring. }
      split; apply K.
Qed.
Lemma convolve_point (y : E) (Z : noise) : equal (convolve (certain y) Z) (moved Z y).
Proof.
  intros A M; rewrite convolve_mean by exact M; rewrite integral_certain; [ reflexivity | intro k; split; [ now apply pr_nonneg | now apply pr_le_1 ] | ].
  exact (moved_levels Z E (fun y => y) A (id_measurable E) M).
Qed.
Lemma convolve_one_of {T : Type} (x : E) (f : T -> E) (Z : noise) (A : E -> Prop) (l : list T) : meas A -> l <> [] ->
  INR (length l) * pr (convolve (one_of x (List.map f l)) Z) A = lsum (fun t => pr (moved Z (f t)) A) l.
Proof.
  intro M; induction l as [ | t l IH ]; intro N; [ contradiction | destruct l as [ | u l ] ].
  - cbn [length lsum List.map one_of]; rewrite Rplus_0_r, <- (convolve_point (f t) Z A M); apply Rmult_1_l.
  - specialize (IH ltac:(discriminate)); set (r := u :: l) in *.
    change (List.map f (t :: r)) with (f t :: List.map f r); set (w := / INR (length (f t :: List.map f r))).
    change (one_of x (f t :: List.map f r)) with (mix w (certain (f t)) (one_of x (List.map f r))).
    rewrite (proved_mix_convolve w (certain (f t)) (one_of x (List.map f r)) Z A M); cbn [mix pr lsum]; rewrite (convolve_point (f t) Z A M), <- IH.
    assert (L0 : 0 < INR (length r)) by (apply lt_0_INR; simpl; lia).
    assert (Le : INR (length (t :: r)) = 1 + INR (length r)) by (cbn [length]; rewrite S_INR; ring).
    assert (We : w = / (1 + INR (length r))) by (unfold w; f_equal; cbn [length]; rewrite map_length, S_INR; ring).
    assert (w0 : 0 < w) by (rewrite We; apply Rinv_0_lt_compat; lra); assert (wL : w * (1 + INR (length r)) = 1) by (rewrite We; apply Rinv_l; lra).
    assert (w1 : w <= 1) by (assert (0 < w * INR (length r)) by (now apply Rmult_lt_0_compat); lra).
    rewrite chance_id, Le by lra; set (y := pr (moved Z (f t)) A); set (z := pr (convolve (one_of x (List.map f r)) Z) A).
    replace ((1 + INR (length r)) * (w * y + (1 - w) * z)) with (w * (1 + INR (length r)) * y + ((1 + INR (length r)) - w * (1 + INR (length r))) * z) by ring; rewrite wL; ring.
Qed.

(** * Records and their batches *)

Lemma vsum_permutes (f : R -> E) (B C : list R) : Permutation B C -> vsum B f = vsum C f.
Proof.
  intro P; induction P as [ | i B C P IH | i j B | B C D P IH Q IH' ]; cbn [vsum]; [ reflexivity | now rewrite IH | | now rewrite IH ].
  rewrite !vadd_assoc; f_equal; apply vadd_comm.
Qed.
Lemma mean_permutes (f : R -> E) (B C : list R) : Permutation B C -> mean B f = mean C f.
Proof. intro P; unfold mean; now rewrite (vsum_permutes f B C P), (Permutation_length P). Qed.
(** Two batches that differ in one record. *)
Lemma mean_apart (f g : R -> E) (i j d : R) (T : list R) : 0 <= d -> (forall k, In k T -> f k = g k) -> dist (f i) (g j) <= d ->
  dist (mean (i :: T) f) (mean (j :: T) g) <= d / INR (length (i :: T)).
Proof.
  intros d0 H D; unfold mean; cbn [length]; assert (P : 0 < / INR (S (length T))) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
  rewrite dist_vscale, Rabs_right by lra; unfold Rdiv; rewrite (Rmult_comm d); apply Rmult_le_compat_l; [ lra | cbn [vsum] ].
  assert (Q : vsum T f = vsum T g) by (clear D P; induction T as [ | k T IH ]; cbn [vsum]; [ reflexivity | rewrite (H k (or_introl eq_refl)), IH; [ reflexivity | intros; apply H; now right ] ]).
  rewrite Q, dist_vadd; exact D.
Qed.
Lemma range_has (a b i : R) : is_int a -> is_int b -> is_int i -> a <= i -> i <= b -> In i (range a b).
Proof.
  intros [x ->] [y ->] [z ->] H K; apply le_IZR in H; apply le_IZR in K; unfold range; rewrite !Int_part_IZR; apply in_map_iff; exists (Z.to_nat (z - x)); split.
  - rewrite INR_IZR_INZ, Z2Nat.id, <- plus_IZR by lia; f_equal; lia.
  - apply in_seq; lia.
Qed.
(** The least bound of a cost is one. *)
Lemma samples_bounded (alpha q a b : R) (Z : noise) : bounds_samples alpha q Z a b -> 0 <= a -> bounds_samples alpha q Z a (sampledsize alpha q Z a).
Proof.
  intros B a0 x y z D1 D2 D3; assert (S := B x y z D1 D2 D3); apply divergence_limit; [ apply S | intros e He ].
  assert (Att : exists t, bounds_samples alpha q Z a t /\ t < sampledsize alpha q Z a + e).
  { apply NNPP; intro N; destruct (infimum_spec (bounds_samples alpha q Z a) 0) as [L U].
    - now exists b.
    - intros t T; exact (divergence_nonneg _ _ _ _ (T x y z D1 D2 D3)).
    - assert (K : sampledsize alpha q Z a + e <= sampledsize alpha q Z a); [ | lra ]; apply U; intros t T; apply Rnot_lt_le; intro Y; apply N; now exists t. }
  destruct Att as [t [T Lt]]; apply divergence_wide with t; [ now apply T | lra ].
Qed.
Lemma gaussian_samples (alpha q a v : R) (Z : noise) : 1 < alpha -> 0 <= q -> q <= 1 -> 0 <= a -> 0 < v -> gaussian Z v -> exists b, bounds_samples alpha q Z a b.
Proof.
  intros a1 q0 q1 a0 v0 G; assert (M := moves_cost Z v v0 G alpha a a1 a0); set (b := alpha * (a * a) / (2 * v)) in *; exists b; intros x y z D _ _; split; [ exact a1 | ].
  assert (b0 : 0 <= (alpha - 1) * b).
  { apply Rmult_le_pos; [ lra | ]; apply Rmult_le_pos; [ apply Rmult_le_pos; [ lra | now apply Rmult_le_pos ] | left; apply Rinv_0_lt_compat; lra ]. }
  assert (X := exp_ineq1_le ((alpha - 1) * b)); set (m := exp ((alpha - 1) * b)) in *.
  apply moment_wide with (q * m + (1 - q) * 1); [ apply proved_moment_mixture; try assumption; [ exact (moved_close Z alpha a b x y M D) | apply moment_self ] | ].
  assert (0 <= (1 - q) * (m - 1)) by (apply Rmult_le_pos; lra); lra.
Qed.

Section Batch.
Variables (alpha n b j s v : R) (psi phi : R -> map) (Z : noise) (x : E).
Hypotheses (N : is_int n) (B : is_int b) (J : is_int j) (a1 : 1 < alpha) (b1 : 1 <= b) (bn : b < n) (j1 : 1 <= j) (jn : j <= n) (s0 : 0 < s) (v0 : 0 < v).
Hypotheses (G : gaussian Z v) (Lo : forall_int 1 (j + (-1)) (fun i => gap (psi i) (phi i) 0)) (Hi : forall_int (j + 1) n (fun i => gap (psi i) (phi i) 0)).
Hypotheses (Own : forall_int 1 n (fun i => gap (psi i) (psi j) s)) (Other : forall_int 1 n (fun i => gap (psi i) (phi j) s)).
Variable rest : list R.
Hypothesis Split : Permutation (range 1 n) (j :: rest).
Variable k : nat.
Hypothesis K : INR (S k) = b.
Let q : R := b / n.

Lemma rest_has i : In i rest -> is_int i /\ 1 <= i /\ i <= n /\ phi i x = psi i x.
Proof.
  intro I; assert (R : In i (range 1 n)) by (apply (Permutation_in i (Permutation_sym Split)); now right); destruct (range_in 1 n i (is_int_IZR 1) N R) as [U [V W]].
  repeat split; try assumption; assert (D : i <> j).
  { intros ->; assert (ND := Permutation_NoDup Split (range_distinct 1 n)); inversion ND; contradiction. }
  symmetry; apply dist_zero, Rle_antisym; [ now apply (others psi phi 1 n j i J U V W D Lo Hi) | apply dist_nonneg ].
Qed.
Lemma rest_length : INR (length rest) = n - 1.
Proof.
  assert (L := Permutation_length Split); assert (R := range_length 1 n (is_int_IZR 1) N ltac:(lra)); rewrite L in R; cbn [length] in R; rewrite S_INR in R; lra.
Qed.
(** A batch of the others, one of whose records is replaced with the chance [q]. *)
Definition replaced (f : R -> map) (BT : list R * list R) : law :=
  mix q (moved Z (mean (j :: snd BT) (fun i => f i x))) (moved Z (mean (fst BT) (fun i => f i x))).
Definition pairs_of_batches : list (list R * list R) := flat_map (fun B => List.map (fun T => (B, T)) (removals B)) (chosen (S k) rest).
Lemma replaced_sum (f : R -> map) (A : E -> Prop) : meas A ->
  lsum (fun BT => pr (replaced f BT) A) pairs_of_batches = b * (n - b) / n * lsum (fun B => pr (moved Z (mean B (fun i => f i x))) A) (chosen (S k) (range 1 n)).
Proof.
  intro M; assert (Q : 0 <= q <= 1).
  { unfold q; split; [ apply Rmult_le_pos; [ lra | left; apply Rinv_0_lt_compat; lra ] | apply Rmult_le_reg_r with n; [ lra | unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra ] ]. }
  set (g := fun B => pr (moved Z (mean B (fun i => f i x))) A).
  rewrite (chosen_permutes _ _ Split g (S k)) by (intros C D P; unfold g; now rewrite (mean_permutes _ C D P)).
  unfold pairs_of_batches; rewrite lsum_flat, chosen_next, lsum_app, lsum_map.
  rewrite (lsum_ext _ (fun B => q * lsum (fun T => g (j :: T)) (removals B) + (1 - q) * (b * g B))).
  - rewrite lsum_linear, removals_sum, rest_length; replace (INR k) with (b - 1) by (rewrite <- K, S_INR; ring).
    rewrite (lsum_ext (fun B => b * g B) (fun B => b * g B + 0 * g B)), lsum_linear by (intros; ring); unfold q; field; lra.
  - intros C I; destruct (chosen_some _ _ _ I) as [LC _]; rewrite lsum_map; rewrite (lsum_ext _ (fun T => q * g (j :: T) + (1 - q) * g C * 1)).
    + rewrite lsum_linear, lsum_one, removals_length, LC, K; ring.
    + intros T _; unfold replaced; cbn [fst snd mix pr]; rewrite chance_id by lra; unfold g; ring.
Qed.
Lemma replaced_count : INR (length pairs_of_batches) = b * (n - b) / n * INR (length (chosen (S k) (range 1 n))).
Proof.
  assert (H := replaced_sum psi (fun _ => True) (meas_all E)); rewrite <- !lsum_one.
  rewrite (lsum_ext _ (fun _ => 1)), (lsum_ext (fun B => pr _ _) (fun _ => 1)) in H by (intros; apply pr_all); exact H.
Qed.
Lemma replaced_close BT : In BT pairs_of_batches -> divergence alpha (replaced psi BT) (replaced phi BT) (sampledsize alpha q Z (s / b)).
Proof.
  intro I; apply in_flat_map in I; destruct I as [C [IC I]]; apply in_map_iff in I; destruct I as [T [<- IT]]; unfold replaced; cbn [fst snd].
  destruct (removals_some C T IT) as [i [Ii P]]; destruct (chosen_some _ _ _ IC) as [LC [Sub _]]; assert (LT : INR (length (i :: T)) = b) by (rewrite <- K, <- LC; f_equal; symmetry; exact (Permutation_length P)).
  assert (Le : forall u, INR (length (u :: T)) = b) by (intro u; exact LT).
  assert (In_rest : forall u, In u (i :: T) -> In u rest) by (intros u U; apply Sub, (Permutation_in u (Permutation_sym P) U)).
  assert (Same : forall u, In u T -> phi u x = psi u x) by (intros u U; apply rest_has, In_rest; now right).
  destruct (rest_has i (In_rest i (or_introl eq_refl))) as [Ui [Vi [Wi Xi]]].
  assert (Q : 0 <= q <= 1).
  { unfold q; split; [ apply Rmult_le_pos; [ lra | left; apply Rinv_0_lt_compat; lra ] | apply Rmult_le_reg_r with n; [ lra | unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra ] ]. }
  assert (sb : 0 <= s / b) by (apply Rmult_le_pos; [ lra | left; apply Rinv_0_lt_compat; lra ]).
  assert (C1 : mean C (fun u => psi u x) = mean (i :: T) (fun u => psi u x)) by (now apply mean_permutes).
  assert (C2 : mean C (fun u => phi u x) = mean (i :: T) (fun u => psi u x)).
  { rewrite (mean_permutes _ _ _ P); apply mean_eq; intros u [<- | U]; [ exact Xi | now apply Same ]. }
  rewrite C1, C2; destruct (gaussian_samples alpha q (s / b) v Z a1 (proj1 Q) (proj2 Q) sb v0 G) as [t T0].
  apply (samples_bounded alpha q (s / b) t Z T0 sb).
  - rewrite <- (Le j); apply mean_apart; [ lra | intros u U; symmetry; now apply Same | now apply (Other j) ].
  - rewrite <- (Le j), dist_sym; rewrite (Le j), <- (Le i); apply mean_apart; [ lra | reflexivity | now apply (Own i) ].
  - rewrite <- (Le j), dist_sym; rewrite (Le j), <- (Le i); apply mean_apart; [ lra | intros u U; symmetry; now apply Same | now apply (Other i) ].
Qed.
Lemma batch_close : divergence alpha (withnoise (sampledstep psi n b) Z x) (withnoise (sampledstep phi n b) Z x) (sampledsize alpha q Z (s / b)).
Proof.
  assert (Bk : Z.to_nat (Int_part b) = S k) by (apply INR_eq; rewrite K; now apply count_pos).
  assert (Ne : chosen (S k) (range 1 n) <> []).
  { apply chosen_exists, INR_le; rewrite K, (range_length 1 n (is_int_IZR 1) N); lra. }
  assert (c0 : 0 < b * (n - b) / n) by (apply Rdiv_lt_0_compat; [ apply Rmult_lt_0_compat; lra | lra ]).
  assert (m0 : 0 < INR (length (chosen (S k) (range 1 n)))).
  { destruct (chosen (S k) (range 1 n)); [ contradiction | apply lt_0_INR; simpl; lia ]. }
  assert (Np : pairs_of_batches <> []).
  { intro E1; assert (C := replaced_count); rewrite E1 in C; assert (0 < b * (n - b) / n * INR (length (chosen (S k) (range 1 n)))) by (now apply Rmult_lt_0_compat); simpl in C; lra. }
  split; [ exact a1 | ]; set (m := exp _).
  destruct (average_moment alpha m (List.map (fun BT => (replaced psi BT, replaced phi BT)) pairs_of_batches) a1) as [P [Q [H S]]].
  - intro E1; apply map_eq_nil in E1; contradiction.
  - intros p I; apply in_map_iff in I; destruct I as [BT [<- I]]; exact (proj2 (replaced_close BT I)).
  - assert (At : forall (f : R -> map) (W : law) A, meas A -> INR (length pairs_of_batches) * pr W A = lsum (fun BT => pr (replaced f BT) A) pairs_of_batches ->
      pr (withnoise (sampledstep f n b) Z x) A = pr W A).
    { intros f W A M E1; rewrite replaced_sum, replaced_count in E1 by exact M; rewrite Rmult_assoc in E1; apply Rmult_eq_reg_l in E1; [ | lra ].
      rewrite <- (convolve_one_of x (fun batch => mean batch (fun i => f i x)) Z A _ M Ne) in E1; apply Rmult_eq_reg_l in E1; [ | lra ].
      rewrite E1; cbn [withnoise sampledstep answers]; destruct (Rle_dec 1 b) as [_ | F]; [ now rewrite Bk | contradiction ]. }
    apply (moment_equal alpha m P Q); [ exact H | | ]; intros A M; destruct (S A M) as [S1 S2]; rewrite map_length, lsum_map in S1, S2; now apply At.
Qed.
End Batch.

Theorem proved_sampled_batch_conditioned (alpha n b j s v : R) (psi phi : R -> map) (Z : noise) : gaussian Z v ->
  forall_int 1 (j + (-1)) (fun i => gap (psi i) (phi i) 0) -> forall_int (j + 1) n (fun i => gap (psi i) (phi i) 0) ->
  forall_int 1 n (fun i => gap (psi i) (psi j) s) -> forall_int 1 n (fun i => gap (psi i) (phi j) s) ->
  is_int n -> is_int b -> is_int j -> 1 < alpha -> 1 <= b -> b < n -> 1 <= j -> j <= n -> 0 < s -> 0 < v ->
  close alpha (withnoise (sampledstep psi n b) Z) (withnoise (sampledstep phi n b) Z) (sampledsize alpha (b / n) Z (s / b)).
Proof.
  intros G Lo Hi Own Other N B J a1 b1 bn j1 jn s0 v0; split; [ exact a1 | intro x ].
  destruct (in_split j (range 1 n) (range_has 1 n j (is_int_IZR 1) N J j1 jn)) as [l1 [l2 L]].
  destruct (count_pos b B b1) as [C1 C2]; destruct (Z.to_nat (Int_part b)) as [ | k ]; [ lia | ].
  apply (batch_close alpha n b j s v psi phi Z x N B J a1 b1 bn j1 jn s0 v0 G Lo Hi Own Other (l1 ++ l2)) with k; [ | exact C2 ].
  rewrite L; apply Permutation_sym, Permutation_middle.
Qed.
