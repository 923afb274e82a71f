(** Rényi moments compose, also along a coupling: that noise hides a move, and that answers compose, follow from one theorem; and what has met. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary Pabisym.Batches Pabisym.Means.
Import ListNotations.
Open Scope R_scope.

Section Glue.
Variables (X : Space) (J : Law X) (v : X -> E) (mv : measurable X E v) (K : X -> Law E) (L : E -> Law E) (HK : kernel X E K) (HL : kernel E E L).
Variables (Q P' Q' : law) (alpha M1 M2 : R).
Hypotheses (Ha : 1 < alpha) (M20 : 0 <= M2).
Hypothesis outer : moment alpha (image v mv J) Q M1.
Hypothesis inner : forall x, moment alpha (K x) (L (v x)) M2.
Hypothesis HP : forall C : E -> Prop, meas C -> pr P' C = integral X J (fun x => pr (K x) C).
Hypothesis HQ : forall C : E -> Prop, meas C -> pr Q' C = integral E Q (fun y => pr (L y) C).

Lemma range_K (C : E -> Prop) : meas C -> summable X J (fun x => pr (K x) C).
Proof. intro M; apply (summable_bounded X J _ 1); [ intro x; split; [ now apply pr_nonneg | now apply pr_le_1 ] | now apply HK ]. Qed.
Lemma range_L (C : E -> Prop) : meas C -> summable E Q (fun x => pr (L x) C).
Proof. intro M; apply (summable_bounded E Q _ 1); [ intro x; split; [ now apply pr_nonneg | now apply pr_le_1 ] | now apply HL ]. Qed.
Lemma image_zero (B : E -> Prop) : meas B -> pr Q B = 0 -> pr J (fun x => B (v x)) = 0.
Proof. intros M Z; rewrite <- (image_pr v mv J B M); exact (proj1 (outer (event B M)) 0%nat Z). Qed.

Lemma glue_absolute (C : E -> Prop) : meas C -> pr Q' C = 0 -> pr P' C = 0.
Proof.
  intros M Z; rewrite HQ in Z by exact M; rewrite HP by exact M; assert (SL := range_L C M); assert (SK := range_K C M).
  assert (B0 : forall e, 0 < e -> pr Q (fun y => e <= pr (L y) C) = 0).
  { intros e He; assert (ME : meas (fun y => e <= pr (L y) C)) by (apply (HL C M)).
    assert (A := mean_above E Q _ [(e, fun y => e <= pr (L y) C)] SL).
    assert (W : weigh Q [(e, fun y => e <= pr (L y) C)] <= integral E Q (fun y => pr (L y) C)).
    { apply A; [ intros d B [I | []]; inversion I; now subst | intro y; simpl; unfold indicator; destruct (decide _); [ lra | ] ].
      assert (N := pr_nonneg E (L y) C M); lra. }
    simpl in W; rewrite Z in W; assert (N := pr_nonneg E Q _ ME).
    destruct (Req_dec (pr Q (fun y => e <= pr (L y) C)) 0) as [Y | Y]; [ exact Y | assert (0 < e * pr Q (fun y => e <= pr (L y) C)) by (apply Rmult_lt_0_compat; lra); lra ]. }
  assert (MP : meas (fun y => 0 < pr (L y) C)) by (apply levels_above, (HL C M)).
  assert (Z0 : pr Q (fun y => 0 < pr (L y) C) = 0).
  { assert (N := pr_nonneg E Q _ MP); apply Rle_antisym; [ | exact N ].
    (* the events of levels 1/n grow to it: their complements in it shrink to nothing *)
    apply Rnot_lt_le; intro H; set (D := fun n y => 0 < pr (L y) C /\ ~ / INR (S n) <= pr (L y) C).
    assert (MD : forall n, meas (D n)) by (intro n; apply meas_and; [ exact MP | apply meas_not, (HL C M) ]).
    assert (SH := pr_shrinks E Q D MD).
    assert (D1 : forall n y, D (S n) y -> D n y).
    { intros n y [A B]; split; [ exact A | ]; assert (/ INR (S (S n)) <= / INR (S n)) by (apply Rinv_le_contravar; [ apply lt_0_INR; lia | apply le_INR; lia ]); lra. }
    assert (D2 : forall y, exists n, ~ D n y).
    { intro y; destruct (Rlt_le_dec 0 (pr (L y) C)) as [W | W]; [ | exists O; intros [A _]; lra ].
      destruct (archimed_cor1 _ W) as [n [A B]]; exists n; intros [_ U]; apply U.
      assert (/ INR (S n) <= / INR n) by (apply Rinv_le_contravar; [ apply lt_0_INR; lia | apply le_INR; lia ]); lra. }
    specialize (SH D1 D2 _ H); destruct SH as [n SH].
    assert (E1 : pr Q (fun y => 0 < pr (L y) C) <= pr Q (fun y => D n y \/ / INR (S n) <= pr (L y) C)).
    { apply pr_le; [ exact MP | apply meas_or; [ apply MD | apply (HL C M) ] | intros y W; destruct (Rle_lt_dec (/ INR (S n)) (pr (L y) C)); [ now right | left; split; [ exact W | lra ] ] ]. }
    rewrite (pr_or E Q (D n)), (B0 (/ INR (S n))) in E1 by (apply MD || apply (HL C M) || (apply Rinv_0_lt_compat, lt_0_INR; lia) || (intros y [_ A] B; contradiction)).
    lra. }
  assert (MX : meas (fun x : X => 0 < pr (L (v x)) C)) by (exact (mv _ MP)).
  apply Rle_antisym; [ | now apply mean_nonneg ]; replace 0 with (weigh J [(1, fun x : X => 0 < pr (L (v x)) C)]) by (simpl; rewrite (image_zero _ MP Z0); ring).
  apply mean_below; [ exact SK | intros d B [I | []]; inversion I; now subst | ]; intro x; simpl; unfold indicator; destruct (decide _) as [Y | Y].
  - assert (U := pr_le_1 E (K x) C M); lra.
  - assert (U : pr (L (v x)) C = 0) by (assert (W := pr_nonneg E (L (v x)) C M); lra).
    assert (W := proj1 (inner x (event C M)) 0%nat U); change (pr (K x) C = 0) in W; rewrite W; lra.
Qed.

(** The tangents at [s], [b] above a cell in which the density of the outer laws is about [r]. *)
Lemma scaled_tangent a k l s r : 1 < a -> 0 <= k -> 0 <= l -> (l = 0 -> k = 0) -> 0 < s -> 0 < r ->
  a * Rpower s (a - 1) * k <= Rpower r (a - 1) * share a k l + (a - 1) * Rpower s a * l / r.
Proof.
  intros A K0 L0 Z S0 R0; assert (T := share_tangent a k l (s / r) A K0 L0 Z (Rdiv_lt_0_compat s r S0 R0)).
  assert (E1 : Rpower r (a - 1) * Rpower (s / r) (a - 1) = Rpower s (a - 1)).
  { rewrite Rpower_mult_distr by (exact R0 || now apply Rdiv_lt_0_compat); f_equal; field; lra. }
  assert (E2 : Rpower r (a - 1) * Rpower (s / r) a = Rpower s a / r).
  { replace (Rpower (s / r) a) with (Rpower (s / r) (a - 1) * (s / r)).
    - rewrite <- Rmult_assoc, E1; replace (Rpower s a) with (Rpower s (a - 1) * s); [ field; lra | ].
      rewrite <- (Rpower_1 s) at 2 by exact S0; rewrite <- Rpower_plus; f_equal; ring.
    - rewrite <- (Rpower_1 (s / r)) at 2 by (now apply Rdiv_lt_0_compat); rewrite <- Rpower_plus; f_equal; ring. }
  assert (U : Rpower r (a - 1) * (a * Rpower (s / r) (a - 1) * k - (a - 1) * Rpower (s / r) a * l) <= Rpower r (a - 1) * share a k l) by (apply Rmult_le_compat_l; [ left; apply exp_pos | exact T ]).
  replace (Rpower r (a - 1) * (a * Rpower (s / r) (a - 1) * k - (a - 1) * Rpower (s / r) a * l)) with
    (a * (Rpower r (a - 1) * Rpower (s / r) (a - 1)) * k - (a - 1) * (Rpower r (a - 1) * Rpower (s / r) a) * l) in U by ring.
  rewrite E1, E2 in U; unfold Rdiv in *; lra.
Qed.

Theorem glued : moment alpha P' Q' (M1 * M2).
Proof.
  intro c; split; [ intro i; apply glue_absolute, cell_meas | ].
  set (p := fun i => pr P' (cell c i)); set (q := fun i => pr Q' (cell c i)); set (n := cells c).
  assert (p0 : forall i, 0 <= p i) by (intro; apply pr_nonneg, cell_meas); assert (q0 : forall i, 0 <= q i) by (intro; apply pr_nonneg, cell_meas).
  assert (ac : forall i, q i = 0 -> p i = 0) by (intro; apply glue_absolute, cell_meas).
  set (s := fun i => if decide (0 < p i) then p i / q i else 1).
  assert (s0 : forall i, 0 < s i).
  { intro i; unfold s; destruct (decide _) as [H | H]; [ apply Rdiv_lt_0_compat; [ exact H | ] | lra ].
    destruct (Req_dec (q i) 0) as [Y | Y]; [ rewrite (ac i Y) in H; lra | specialize (q0 i); lra ]. }
  set (g := fun i => if decide (0 < p i) then 1 else 0); assert (g01 : forall i, 0 <= g i <= 1) by (intro i; unfold g; destruct (decide _); lra).
  set (a := fun i => g i * (alpha * Rpower (s i) (alpha - 1))); set (b := fun i => g i * ((alpha - 1) * Rpower (s i) alpha)).
  assert (a0 : forall i, 0 <= a i) by (intro i; apply Rmult_le_pos; [ apply g01 | apply Rmult_le_pos; [ lra | left; apply exp_pos ] ]).
  assert (b0 : forall i, 0 <= b i) by (intro i; apply Rmult_le_pos; [ apply g01 | apply Rmult_le_pos; [ lra | left; apply exp_pos ] ]).
  assert (exact_share : forall i, share alpha (p i) (q i) = a i * p i - b i * q i).
  { intro i; unfold a, b, g, s, share; destruct (Rle_dec (p i) 0) as [H | H]; destruct (decide (0 < p i)) as [H' | H']; try lra.
    assert (Qi : 0 < q i) by (destruct (Req_dec (q i) 0) as [Y | Y]; [ rewrite (ac i Y) in H'; lra | specialize (q0 i); lra ]).
    set (r := p i / q i); assert (r0 : 0 < r) by (apply Rdiv_lt_0_compat; lra); assert (E1 : p i = r * q i) by (unfold r; field; lra).
    assert (E2 : Rpower r alpha = Rpower r (alpha - 1) * r) by (rewrite <- (Rpower_1 r) at 3 by exact r0; rewrite <- Rpower_plus; f_equal; ring).
    rewrite E2, E1; ring. }
  rewrite (below_ext n _ (fun i => a i * p i - b i * q i)) by (intro i; apply exact_share); rewrite below_minus.
  set (A := fun x => below n (fun i => a i * pr (K x) (cell c i))); set (B := fun y => below n (fun i => b i * pr (L y) (cell c i))).
  destruct (mean_sum X J n a (fun i x => pr (K x) (cell c i)) a0 (fun i => range_K _ (cell_meas E c i))) as [SA EA].
  destruct (mean_sum E Q n b (fun i y => pr (L y) (cell c i)) b0 (fun i => range_L _ (cell_meas E c i))) as [SB EB].
  fold A in SA, EA; fold B in SB, EB.
  rewrite (below_ext n (fun i => a i * p i) (fun i => a i * integral X J (fun x => pr (K x) (cell c i)))) by (intro i; unfold p; rewrite HP by apply cell_meas; reflexivity).
  rewrite (below_ext n (fun i => b i * q i) (fun i => b i * integral E Q (fun y => pr (L y) (cell c i)))) by (intro i; unfold q; rewrite HQ by apply cell_meas; reflexivity).
  rewrite <- EA, <- EB.
  set (top := below n b); assert (B_top : forall y, B y <= top).
  { intro y; apply below_le; intro i; rewrite <- (Rmult_1_r (b i)) at 2; apply Rmult_le_compat_l; [ apply b0 | apply pr_le_1, cell_meas ]. }
  assert (B0 : forall y, 0 <= B y) by (intro y; apply (proj1 SB)); assert (top0 : 0 <= top) by (now apply below_nonneg).
  set (amax := below n a); assert (A_max : forall x, A x <= amax).
  { intro x; apply below_le; intro i; rewrite <- (Rmult_1_r (a i)) at 2; apply Rmult_le_compat_l; [ apply a0 | apply pr_le_1, cell_meas ]. }
  apply le_epsilon; intros e He.
  destruct (slab_partition B top e He (fun y => conj (B0 y) (B_top y)) (proj1 (proj2 SB))) as [part Ep].
  set (G := slab B e); set (N := cells part).
  assert (MG : forall j, meas (G j)) by (intro j; apply slab_meas, (proj1 (proj2 SB))).
  assert (G_all : forall y, exists j, (j < N)%nat /\ G j y) by (intro y; destruct (cell_all E part y) as [j Gj]; rewrite Ep in Gj; now exists j).
  assert (G_once : forall i j y, G i y -> G j y -> i = j) by (intros i j y; unfold G; rewrite <- Ep; apply cell_once).
  assert (OUT := proj2 (outer part)); rewrite Ep in OUT; fold G N in OUT.
  set (V := fun j => pr (image v mv J) (G j)) in *; set (W := fun j => pr Q (G j)) in *.
  assert (V0 : forall j, 0 <= V j) by (intro; apply pr_nonneg, MG); assert (W0 : forall j, 0 <= W j) by (intro; apply pr_nonneg, MG).
  assert (VW : forall j, W j = 0 -> V j = 0) by (intros j; assert (H := proj1 (outer part) j); rewrite Ep in H; exact H).
  set (cj := fun j => if decide (0 < V j) then Rpower (V j / W j) (alpha - 1) * M2 + (INR (S j) * e) / (V j / W j) else amax).
  assert (UP : integral X J A <= below N (fun j => cj j * V j)).
  { assert (T := mean_below X J A (steps N cj (fun j x => G j (v x))) SA).
    rewrite steps_weigh in T; rewrite (below_ext N (fun j => cj j * V j) (fun j => cj j * pr J (fun x => G j (v x)))) by (intro j; unfold V; rewrite image_pr by apply MG; reflexivity).
    apply T; [ apply steps_events; intro j; exact (mv _ (MG j)) | ]; intro x; destruct (G_all (v x)) as [j [Lj Gj]].
    rewrite (steps_value N cj (fun j x => G j (v x)) x j) by (eauto || intros i k; apply G_once).
    unfold cj; destruct (decide (0 < V j)) as [H | H]; [ | apply A_max ].
    assert (Wj : 0 < W j) by (destruct (Req_dec (W j) 0) as [Y | Y]; [ rewrite (VW j Y) in H; lra | specialize (W0 j); lra ]).
    set (r := V j / W j); assert (r0 : 0 < r) by (apply Rdiv_lt_0_compat; lra); destruct (inner x c) as [I1 I2]; fold n in I2.
    assert (R1 : A x <= below n (fun i => Rpower r (alpha - 1) * share alpha (pr (K x) (cell c i)) (pr (L (v x)) (cell c i)) + b i * pr (L (v x)) (cell c i) / r)).
    { apply below_le; intro i; assert (k0 := pr_nonneg E (K x) _ (cell_meas E c i)); assert (l0 := pr_nonneg E (L (v x)) _ (cell_meas E c i)).
      assert (T1 := scaled_tangent alpha _ _ (s i) r Ha k0 l0 (I1 i) (s0 i) r0); unfold a, b, g; destruct (decide (0 < p i)) as [Y | Y].
      - rewrite !Rmult_1_l; exact T1.
      - rewrite !Rmult_0_l; unfold Rdiv; rewrite Rmult_0_l, Rplus_0_r; apply Rmult_le_pos; [ left; apply exp_pos | apply share_nonneg ]. }
    apply Rle_trans with (1 := R1); rewrite below_plus, below_scale; apply Rplus_le_compat; [ apply Rmult_le_compat_l; [ left; apply exp_pos | exact I2 ] | ].
    rewrite (below_ext n (fun i => b i * pr (L (v x)) (cell c i) / r) (fun i => / r * (b i * pr (L (v x)) (cell c i)))) by (intro i; unfold Rdiv; ring).
    rewrite below_scale; fold (B (v x)); unfold Rdiv; rewrite (Rmult_comm (/ r)); apply Rmult_le_compat_r; [ left; now apply Rinv_0_lt_compat | unfold G, slab in Gj; lra ]. }
  assert (CJ : forall j, cj j * V j <= M2 * share alpha (V j) (W j) + (INR j * e + e) * W j).
  { intro j; unfold cj; destruct (decide (0 < V j)) as [H | H].
    - assert (Wj : 0 < W j) by (destruct (Req_dec (W j) 0) as [Y | Y]; [ rewrite (VW j Y) in H; lra | specialize (W0 j); lra ]).
      unfold share; destruct (Rle_dec (V j) 0); [ lra | ]; rewrite S_INR; right; field; lra.
    - replace (V j) with 0 by (specialize (V0 j); lra); assert (S1 := share_nonneg alpha 0 (W j)).
      assert (0 <= M2 * share alpha 0 (W j)) by (now apply Rmult_le_pos). assert (0 <= (INR j * e + e) * W j) by (apply Rmult_le_pos; [ assert (0 <= INR j * e) by (apply Rmult_le_pos; [ apply pos_INR | lra ]); lra | apply W0 ]); lra. }
  assert (LO : below N (fun j => INR j * e * W j) <= integral E Q B).
  { unfold W; rewrite <- (steps_weigh Q N (fun j => INR j * e) G); apply mean_above; [ exact SB | now apply steps_events | ].
    intro y; destruct (G_all y) as [j [Lj Gj]]; rewrite (steps_value N (fun j => INR j * e) G y j) by (eauto || intros i k; apply G_once); apply Gj. }
  assert (ONE : below N W = 1) by (assert (H := cells_one Q part); rewrite Ep in H; exact H).
  assert (SUM := below_le N _ _ CJ).
  rewrite (below_ext N (fun j => M2 * share alpha (V j) (W j) + (INR j * e + e) * W j) (fun j => M2 * share alpha (V j) (W j) + (INR j * e * W j + e * W j))) in SUM by (intro; ring).
  rewrite below_plus, below_plus, !below_scale, ONE in SUM.
  assert (M2 * below N (fun j => share alpha (V j) (W j)) <= M2 * M1) by (apply Rmult_le_compat_l; [ exact M20 | exact OUT ]).
  lra.
Qed.
End Glue.

(** * Noise hides a move *)

Lemma mean_almost (X : Space) (J : Law X) (f g : X -> R) (A : X -> Prop) : summable X J f -> summable X J g -> meas A -> pr J A = 1 ->
  (forall x, f x <= 1) -> (forall x, A x -> f x <= g x) -> integral X J f <= integral X J g.
Proof.
  intros F G M One B H; assert (MN := meas_not X A M).
  assert (Z : integral X J (indicator (fun x => ~ A x)) = 0).
  { rewrite (integral_value X J _ [(1, fun x => ~ A x)]); [ simpl; rewrite (pr_not X J A M), One; ring | | | ].
    - intro x; unfold indicator; destruct (decide _); lra.
    - intros c C [I | []]; inversion I; now subst.
    - intro x; simpl; ring. }
  assert (S : summable X J (indicator (fun x => ~ A x))).
  { apply (summable_bounded X J _ 1); [ intro x; unfold indicator; destruct (decide _); lra | ].
    apply (levels_ext X (fun x => if decide (~ A x) then 1 else 0)); [ intro; reflexivity | apply (levels_within X (fun x => ~ A x) (fun _ => 1)); [ exact MN | intro; lra | apply levels_constant ] ]. }
  destruct (mean_plus X J g _ G S) as [T E1]; rewrite Z, Rplus_0_r in E1; rewrite <- E1; apply mean_le; [ exact F | exact T | ].
  intro x; assert (G0 := proj1 G x); specialize (B x); unfold indicator; destruct (decide (~ A x)) as [N | N]; [ lra | specialize (H x (NNPP _ N)); lra ].
Qed.

Section Absorb.
Variable Z : noise.
Definition moved (y : E) : law := push (translate y) Z.
Lemma moved_pr y (C : E -> Prop) : meas C -> pr (moved y) C = pr Z (fun z => C (vadd E z y)).
Proof. intro M; unfold moved, push; rewrite image_pr by exact M; reflexivity. Qed.
Lemma moved_levels (X : Space) (f : X -> E) (C : E -> Prop) : measurable X E f -> meas C -> levels X (fun x => pr (moved (f x)) C).
Proof.
  intros F M; set (A := fun p : pairs X E => C (vadd E (snd p) (f (fst p)))).
  assert (MA : @meas (pairs X E) A).
  { assert (Q : measurable (pairs X E) E (fun p => vadd E (snd p) (f (fst p)))).
    { apply (compose_measurable (pairs X E) (pairs E E) E vadd_pair (fun p => (snd p, f (fst p)))); [ apply vadd_measurable | ].
      apply pair_measurable; [ apply snd_measurable | apply (compose_measurable (pairs X E) X E f (@fst X E)); [ exact F | apply fst_measurable ] ]. }
    exact (Q C M). }
  apply (levels_ext X (over X E (fun _ => Z) A)); [ intro x; rewrite moved_pr by exact M; reflexivity | exact (over_levels X E (fun _ => Z) (constant_kernel X E Z) A MA) ].
Qed.
Lemma convolve_pr (X : Space) (J : Law X) (f : X -> E) (F : measurable X E f) (C : E -> Prop) : meas C ->
  pr (convolve (image f F J) Z) C = integral X J (fun x => pr (moved (f x)) C).
Proof.
  intro M; assert (Q : measurable (pairs X E) E (fun p => vadd E (f (fst p)) (snd p))).
  { apply (compose_measurable (pairs X E) (pairs E E) E vadd_pair (fun p => (f (fst p), snd p))); [ apply vadd_measurable | ].
    apply pair_measurable; [ apply (compose_measurable (pairs X E) X E f (@fst X E)); [ exact F | apply fst_measurable ] | apply snd_measurable ]. }
  rewrite <- (convolve_image X J f F Z Q C M), image_pr by exact M; unfold product; rewrite compound_pr by exact (Q C M).
  apply integral_ext; intro x; rewrite moved_pr by exact M; cbn [fst snd].
  apply pr_ext; [ | intro z; rewrite vadd_comm; reflexivity ].
  assert (Q' : measurable E E (fun z => vadd E (f x) z)).
  { apply (compose_measurable E (pairs E E) E vadd_pair (fun z => (f x, z))); [ apply vadd_measurable | apply pair_measurable; [ apply constant_measurable | apply id_measurable ] ]. }
  exact (Q' C M).
Qed.
Lemma moved_close alpha a b u w : bounds_moves alpha Z a b -> dist u w <= a -> moment alpha (moved u) (moved w) (exp ((alpha - 1) * b)).
Proof.
  intros B D; destruct (B (vsub u w) D) as [Ha H]; assert (P := moment_push alpha _ _ _ (translate w) H).
  refine (moment_equal alpha _ _ _ _ _ P _ _); [ | apply equal_refl ].
  intros C M; rewrite moved_pr by exact M; unfold push; rewrite !image_pr by (exact M || exact (map_measurable (translate w) C M)); simpl.
  apply pr_ext; [ exact (map_measurable (translate u) C M) | intro z ].
  rewrite <- vadd_assoc, (vadd_comm E (vsub u w) w), vadd_vsub; reflexivity.
Qed.
End Absorb.

Lemma convolve_mean (V : law) (Z : noise) (A : E -> Prop) : meas A -> pr (convolve V Z) A = integral E V (fun y => pr (moved Z y) A).
Proof.
  intro M; assert (I : equal V (image (fun y : E => y) (id_measurable E) V)) by (intros B MB; rewrite image_pr by exact MB; reflexivity).
  rewrite (convolve_equal V _ Z I A M), convolve_pr by exact M; reflexivity.
Qed.
(** A law within [a] of [V], with noise, is noise that is moved by at most [a] from the points of [V]. *)
Lemma noise_along (a : R) (P V : law) (Z : noise) : 0 <= a -> winf P V a -> exists (J : Law (pairs E E)) (K : pairs E E -> law),
  kernel (pairs E E) E K /\ equal (second J) V /\ (forall p, exists u, dist u (snd p) <= a /\ K p = moved Z u) /\
  forall C, meas C -> pr (convolve P Z) C = integral (pairs E E) J (fun p => pr (K p) C).
Proof.
  intros A0 [J [[C1 C2] Near]]; set (N := fun p : pairs E E => dist (fst p) (snd p) <= a); assert (MN : meas N) by apply meas_near; assert (One := within_all J a Near).
  set (K := fun p : pairs E E => if decide (N p) then moved Z (fst p) else moved Z (snd p)); exists J, K.
  assert (KL : kernel (pairs E E) E K).
  { intros C M; apply (levels_ext (pairs E E) (fun p => (if decide (N p) then pr (moved Z (fst p)) C else 0) + (if decide (~ N p) then pr (moved Z (snd p)) C else 0))).
    - intro p; unfold K; destruct (decide (N p)), (decide (~ N p)); tauto || lra.
    - apply levels_plus; [ intro p; destruct (decide (N p)); [ now apply pr_nonneg | lra ] | | ].
      + apply levels_within; [ exact MN | intro; now apply pr_nonneg | apply (moved_levels Z (pairs E E) (@fst E E)); [ apply fst_measurable | exact M ] ].
      + apply (levels_within (pairs E E) (fun p => ~ N p)); [ now apply meas_not | intro; now apply pr_nonneg | apply (moved_levels Z (pairs E E) (@snd E E)); [ apply snd_measurable | exact M ] ]. }
  split; [ exact KL | split; [ exact C2 | split ] ].
  - intro p; unfold K; destruct (decide (N p)) as [Y | Y]; [ now exists (fst p) | exists (snd p); split; [ rewrite dist_self; exact A0 | reflexivity ] ].
  - intros C M; rewrite (convolve_equal P (first J) Z (equal_sym _ _ C1) C M); unfold first; rewrite convolve_pr by exact M.
    assert (S1 : summable (pairs E E) J (fun p => pr (moved Z (fst p)) C)) by
      (apply (summable_bounded _ _ _ 1); [ intro p; split; [ now apply pr_nonneg | now apply pr_le_1 ] | apply (moved_levels Z (pairs E E) (@fst E E)); [ apply fst_measurable | exact M ] ]).
    assert (S2 : summable (pairs E E) J (fun p => pr (K p) C)) by (apply (summable_bounded _ _ _ 1); [ intro p; split; [ now apply pr_nonneg | now apply pr_le_1 ] | now apply KL ]).
    assert (Eq : forall p, N p -> pr (moved Z (fst p)) C = pr (K p) C) by (intros p Np; unfold K; destruct (decide (N p)); tauto).
    apply Rle_antisym; apply (mean_almost _ _ _ _ N); auto; try (intro p; now apply pr_le_1); intros p Np; rewrite (Eq p Np); apply Rle_refl.
Qed.

Theorem noise_hides : noise_pays.
Proof.
  intros alpha a b P V Q Z A0 [b0 FB] W [Ha D].
  assert (Att : forall e, 0 < e -> exists t, bounds_moves alpha Z a t /\ t < magnitude alpha Z a + e).
  { intros e He; apply NNPP; intro N; destruct (infimum_spec (bounds_moves alpha Z a) 0) as [L U].
    - now exists b0.
    - intros t T; apply divergence_nonneg with (1 := T (vzero E) ltac:(rewrite norm_vzero; lra)).
    - assert (K : magnitude alpha Z a + e <= magnitude alpha Z a); [ | lra ]; apply U; intros t T; apply Rnot_lt_le; intro Y; apply N; now exists t. }
  apply divergence_limit; [ exact Ha | ]; intros e He; destruct (Att e He) as [t [Bt Lt]].
  apply divergence_wide with (b + t); [ | lra ]; split; [ exact Ha | ].
  rewrite Rmult_plus_distr_l, exp_plus; destruct (noise_along a P V Z A0 W) as [J [K [KL [C2 [Kp HC]]]]].
  refine (glued (pairs E E) J (@snd E E) (snd_measurable E E) K (moved Z) KL _ Q _ _ alpha _ _ Ha _ _ _ HC (fun C => convolve_mean Q Z C)).
  - intros C M; exact (moved_levels Z E (fun y => y) C (id_measurable E) M).
  - left; apply exp_pos.
  - exact (moment_equal alpha _ _ _ _ _ D C2 (equal_refl Q)).
  - intro p; destruct (Kp p) as [u [Du ->]]; now apply moved_close with a.
Qed.
Theorem proved_absorb (alpha a b : R) (P V Q : law) (Z : noise) : 0 <= a -> winf P V a -> renyi alpha 0 V Q b -> finite alpha Z a ->
  renyi alpha 0 (convolve P Z) (convolve Q Z) (b + magnitude alpha Z a).
Proof. intros A W D F; apply renyi_plain, noise_hides with V; [ exact A | exact F | exact W | now apply renyi_plain ]. Qed.
Theorem proved_shift_reduction (alpha z a b : R) (P Q : law) (Z : noise) : finite alpha Z a -> 0 <= a -> 0 <= z ->
  renyi alpha (z + a) P Q b -> renyi alpha z (convolve P Z) (convolve Q Z) (b + magnitude alpha Z a).
Proof. exact (shift_reduction alpha z a b P Q Z noise_hides). Qed.

(** * Answers *)

(** [x] with an answer to it, as a point. *)
Definition beside (K : mechanism) (x : E) : law :=
  image (fun y => code E (x, y)) (compose_measurable E (pairs E E) E (code E : pairs E E -> E) (fun y => (x, y)) (code_measurable E) (beside_measurable E E x)) (K x).
Lemma beside_pr K x (C : E -> Prop) : meas C -> pr (beside K x) C = over E E K (fun p => C (code E p)) x.
Proof. intro M; unfold beside; rewrite image_pr by exact M; reflexivity. Qed.
Lemma joint_pr (P : law) K (C : E -> Prop) : meas C -> pr (joint P K) C = integral E P (fun x => pr (beside K x) C).
Proof.
  intro M; unfold joint; rewrite image_pr by exact M; rewrite compound_pr by exact (code_measurable E C M).
  apply integral_ext; intro x; rewrite beside_pr by exact M; reflexivity.
Qed.
Lemma beside_kernel K : kernel E E (beside K).
Proof.
  intros C M; apply (levels_ext E (over E E K (fun p => C (code E p)))); [ intro x; symmetry; now apply beside_pr | ].
  exact (over_levels E E K (answers_kernel K) _ (code_measurable E C M)).
Qed.
Lemma moment_image alpha m (P Q : law) (f : E -> E) (F : measurable E E f) : moment alpha P Q m -> moment alpha (image f F P) (image f F Q) m.
Proof. exact (moment_push alpha m P Q {| at_point := f; map_measurable := F |}). Qed.
Theorem proved_adaptive (alpha b d : R) (P Q : law) (K J : mechanism) : 1 < alpha -> renyi alpha 0 P Q b -> close alpha K J d ->
  renyi alpha 0 (joint P K) (joint Q J) (b + d).
Proof.
  intros Ha H [_ C]; apply renyi_plain in H; destruct H as [_ H]; apply renyi_plain; split; [ exact Ha | ].
  rewrite Rmult_plus_distr_l, exp_plus.
  refine (glued E P (fun x => x) (id_measurable E) (beside K) (beside J) (beside_kernel K) (beside_kernel J) Q _ _ alpha _ _ Ha _ _ _ _ _).
  - left; apply exp_pos.
  - refine (moment_equal alpha _ _ _ _ _ H _ (equal_refl Q)); intros B M; now rewrite image_pr by exact M.
  - intro x; apply moment_image; apply (C x).
  - intros B M; now apply joint_pr.
  - intros B M; now apply joint_pr.
Qed.
(** A second answer that does not depend on the first. *)
Theorem proved_additivity (alpha b d : R) (P Q V W : law) : 1 < alpha -> renyi alpha 0 P Q b -> renyi alpha 0 V W d ->
  renyi alpha 0 (pair_law P V) (pair_law Q W) (b + d).
Proof.
  intros Ha H K; assert (C : close alpha (always V) (always W) d) by (split; [ exact Ha | intro x; now apply renyi_plain ]).
  apply (proved_same_law alpha 0 (b + d) (joint P (always V)) (joint Q (always W))); [ now apply proved_adaptive | | ];
    apply equal_sym, proved_always_joint.
Qed.

(** * Noise on answers *)

(** The mean over answers is the mean of the means over them. *)
Lemma through_stairs (K : mechanism) (P : law) (f : E -> R) (n m : nat) : (0 < n)%nat -> levels E f ->
  summable E P (fun x => weigh (K x) (stairs f n m)) /\ integral E P (fun x => weigh (K x) (stairs f n m)) = weigh (through K P) (stairs f n m).
Proof.
  intros Hn L; induction m as [ | m [S I] ]; cbn [stairs weigh]; [ apply zero_summable | ].
  assert (n0 : 0 < / INR n) by (now apply Rinv_0_lt_compat, lt_0_INR).
  assert (T : summable E P (fun x => pr (K x) (fun y => INR (Datatypes.S m) * / INR n <= f y))) by
    (apply (summable_bounded E P _ 1); [ apply answers_range, L | apply answers_kernel, L ]).
  destruct (mean_scale E P _ _ n0 T) as [T1 E1]; destruct (mean_plus E P _ _ T1 S) as [T2 E2].
  split; [ exact T2 | rewrite E2, E1, I, through_pr by apply L; reflexivity ].
Qed.
Lemma mean_through (K : mechanism) (P : law) (f : E -> R) : (forall x, 0 <= f x <= 1) -> levels E f -> levels E (fun x => integral E (K x) f) ->
  integral E (through K P) f = integral E P (fun x => integral E (K x) f).
Proof.
  intros B L LF; assert (N : forall n, (0 < n)%nat -> Rabs (integral E (through K P) f - integral E P (fun x => integral E (K x) f)) <= / INR n).
  { intros n Hn; assert (n0 : 0 < / INR n) by (now apply Rinv_0_lt_compat, lt_0_INR).
    assert (n1 : / INR n <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; [ lra | change 1 with (INR 1); now apply le_INR ]).
    destruct (through_stairs K P f n n Hn L) as [S ES]; destruct (integral_stairs E (through K P) f n Hn B L) as [_ T].
    assert (U := fun x => proj2 (integral_stairs E (K x) f n Hn B L)).
    assert (SF : summable E P (fun x => integral E (K x) f)).
    { apply (summable_bounded E P _ 1); [ intro x; split; [ now apply integral_nonneg | apply integral_under; [ exact B | lra | apply B ] ] | exact LF ]. }
    assert (SC : summable E P (fun _ => / INR n)) by (apply (summable_bounded E P _ (/ INR n)); [ intro; lra | apply levels_constant ]).
    destruct (mean_plus E P _ _ S SC) as [S2 E2]; rewrite ES, integral_const in E2 by lra.
    assert (L1 := mean_le E P _ _ S SF (fun x => proj1 (U x))); assert (L2 := mean_le E P _ _ SF S2 (fun x => proj2 (U x))).
    rewrite ES in L1; rewrite E2 in L2; apply Rabs_le; lra. }
  apply Rminus_diag_uniq, NNPP; intro D; apply Rabs_pos_lt in D; destruct (small_fraction _ D) as [n [Hn S]]; specialize (N n Hn); lra.
Qed.
Theorem proved_noisy_through (P : law) (K : mechanism) (Z : noise) : equal (through (withnoise K Z) P) (convolve (through K P) Z).
Proof.
  intros A M; assert (C := fun V => convolve_mean V Z A M).
  rewrite through_pr, C by exact M; rewrite mean_through.
  - apply integral_ext; intro x; exact (C (K x)).
  - intro y; split; [ now apply pr_nonneg | now apply pr_le_1 ].
  - exact (moved_levels Z E (fun y => y) A (id_measurable E) M).
  - apply (levels_ext E (fun x => pr (withnoise K Z x) A)); [ intro x; exact (C (K x)) | now apply answers_kernel ].
Qed.

(** * Runs that have met *)

Theorem proved_coupled_met (w x r c a b n : R) (P Q : law) : coupled_below P Q w n x r c a b -> dp P Q 0 (survival n (x / w) (r / w) c (a / w) (b / w)).
Proof.
  intros [w0 [_ [J [[C1 C2] T]]]] A M; rewrite exp_0, Rmult_1_l; set (above := fun y : R => if Rle_dec y 0 then 0 else 1).
  assert (G : grows above) by (split; [ intro y; unfold above; destruct (Rle_dec y 0); lra | intros y z H; unfold above; destruct (Rle_dec y 0) as [Y | Y], (Rle_dec z 0) as [K | K]; lra ]).
  specialize (T above G); rewrite (functional_extensionality (fun y => above (w * y)) above) in T; [ match type of T with _ <= ?s => change s with (survival n (x / w) (r / w) c (a / w) (b / w)) in T end | ].
  - set (F := fun p : pairs E E => A (fst p)); set (S := fun p : pairs E E => A (snd p)); set (D := fun p : pairs E E => 0 < dist (fst p) (snd p)).
    assert (MF : meas F) by (exact (fst_measurable E E A M)); assert (MS : meas S) by (exact (snd_measurable E E A M)).
    assert (MD : meas D) by (apply (meas_ext (pairs E E) (fun p => ~ dist (fst p) (snd p) <= 0)); [ intro p; unfold D; lra | apply meas_not, meas_near ]).
    assert (MN : meas (fun p => D p /\ ~ S p)) by (apply meas_and; [ exact MD | now apply meas_not ]).
    rewrite (integral_value (pairs E E) J _ [(1, D)]) in T.
    + rewrite <- (C1 A M), <- (C2 A M); unfold first, second; rewrite !image_pr by exact M; fold F S; cbn [weigh] in T.
      apply Rle_trans with (pr J (fun p => S p \/ D p /\ ~ S p)); [ apply pr_le; [ exact MF | now apply meas_or | ] | ].
      * intros p Fp; destruct (classic (S p)) as [Y | Y]; [ now left | right; split; [ | exact Y ] ]; apply Rnot_le_lt; intro K; apply Y; unfold S.
        rewrite <- (dist_zero (fst p) (snd p)); [ exact Fp | assert (N := dist_nonneg (fst p) (snd p)); lra ].
      * rewrite pr_or by (assumption || tauto); assert (L : pr J (fun p => D p /\ ~ S p) <= pr J D) by (apply pr_le; [ exact MN | exact MD | tauto ]); lra.
    + intro p; apply G.
    + intros d B [I | []]; inversion I; now subst.
    + intro p; unfold above, D; cbn [value_at]; unfold indicator; destruct (Rle_dec _ 0), (decide _); lra.
  - intro y; unfold above; destruct (Rle_dec (w * y) 0) as [H | H], (Rle_dec y 0) as [K | K]; try reflexivity; exfalso.
    + assert (0 < w * y) by (apply Rmult_lt_0_compat; lra); lra.
    + assert (0 <= w * - y) by (apply Rmult_le_pos; lra); lra.
Qed.
