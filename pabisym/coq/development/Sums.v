(** Sums of Gaussian noise are Gaussian noise, and steps of normal laws are normal.

    A law whose moves change chances as those of Gaussian noise do is that noise: the parts of two such laws that are above and below
    each other stay so under every move, and a sum of a point of each would have to be above and below. *)

Require Import Reals Lra Lia Classical FunctionalExtensionality List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Hahn Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Require Import Pabisym.Means Pabisym.Composition Pabisym.Gaussians Pabisym.Entropies.
Open Scope R_scope.

(** * Sums *)

Lemma push_pr (f : map) (V : law) (A : E -> Prop) : meas A -> pr (push f V) A = pr V (fun z => A (f z)).
Proof. intro M; unfold push; now rewrite image_pr. Qed.
Lemma convolve_comm (P Q : law) : equal (convolve P Q) (convolve Q P).
Proof.
  set (swap := fun p : pairs E E => (snd p, fst p) : pairs E E).
  assert (MS : measurable (pairs E E) (pairs E E) swap) by (apply pair_measurable; [ apply snd_measurable | apply fst_measurable ]).
  assert (S : equal (image swap MS (product P Q)) (product Q P)).
  { apply product_unique; intros A B MA MB; assert (MR : @meas (pairs E E) (fun p => A (fst p) /\ B (snd p))) by
      (apply (meas_and (pairs E E)); [ now apply (fst_measurable E E) | now apply (snd_measurable E E) ]).
    rewrite image_pr by exact MR; unfold swap; cbn [fst snd]; rewrite (pr_ext (pairs E E) _ _ (fun p => B (fst p) /\ A (snd p))); [ | exact (MS _ MR) | tauto ].
    rewrite product_rectangle by assumption; ring. }
  intros A M; unfold convolve; assert (MV : @meas (pairs E E) (fun p => A (vadd_pair p))) by (exact (vadd_measurable E A M)); rewrite !image_pr by exact M; rewrite <- (S _ MV), image_pr by exact MV.
  apply pr_ext; [ exact MV | intro p; unfold vadd_pair, swap; cbn [fst snd]; now rewrite vadd_comm ].
Qed.
Lemma convolve_shift (x : E) (U V : law) : equal (convolve (push (translate x) U) V) (push (translate x) (convolve U V)).
Proof.
  intros A M; assert (MT := map_measurable (translate x) A M); rewrite push_pr, !convolve_mean by assumption.
  unfold push; rewrite <- (integral_image (translate x) (map_measurable (translate x)) U (fun y => pr (moved V y) A)).
  - apply integral_ext; intro y; unfold moved; rewrite !push_pr by assumption; f_equal; apply functional_extensionality; intro z.
    cbn [translate at_point]; now rewrite vadd_assoc.
  - intro y; split; [ now apply pr_nonneg | now apply pr_le_1 ].
  - exact (moved_levels V E (fun y => y) A (id_measurable E) M).
Qed.
Lemma convolve_assoc (P U V : law) : equal (convolve (convolve P U) V) (convolve P (convolve U V)).
Proof.
  set (K := {| answers := moved U; answers_kernel := fun B MB => moved_levels U E (fun y => y) B (id_measurable E) MB |} : mechanism).
  assert (T : forall P, equal (through K P) (convolve P U)) by (intros R A M; rewrite through_pr, convolve_mean by exact M; reflexivity).
  intros A M; rewrite <- (convolve_equal _ _ V (T P) A M), <- (proved_noisy_through P K V A M), through_pr, convolve_mean by exact M.
  apply integral_ext; intro x; exact (convolve_shift x U V A M).
Qed.
Lemma convolve_none (P : law) : equal (convolve P (point (vzero E))) P.
Proof.
  intros A M; rewrite convolve_mean, <- (indicator_mean P) by exact M; apply integral_ext; intro y; unfold moved; rewrite push_pr by exact M.
  unfold point, indicator; cbn [certain pr translate at_point]; rewrite (vadd_comm E), vadd_zero; assert (MT := map_measurable (translate y) A M).
  destruct (decide _) as [U | U], (decide (A y)) as [W | W]; tauto.
Qed.

(** * Laws that move like Gaussian noise *)

Definition quasi (W : law) (v : R) : Prop := forall (x : E) (A : E -> Prop) (r : R), meas A -> 0 <= r ->
  ((forall z, A z -> ratio v x z <= r) -> pr (push (translate x) W) A <= r * pr W A) /\
  ((forall z, A z -> r <= ratio v x z) -> r * pr W A <= pr (push (translate x) W) A).

Lemma gaussian_quasi (Z : noise) (v : R) : 0 < v -> gaussian Z v -> quasi Z v.
Proof.
  intros v0 G x A r M r0; assert (D := move_density Z v v0 G x); split; intro B; [ | now apply (density_above _ Z (ratio v x)) ].
  destruct r0 as [r0 | <-]; [ now apply (density_below _ Z (ratio v x)) | ].
  assert (N : pr (push (translate x) Z) A = pr (push (translate x) Z) (fun _ => False)); [ | rewrite N, pr_none; lra ].
  apply pr_ext; [ exact M | intro z; split; [ intro Az; specialize (B z Az); assert (P := exp_pos ((inner E x z - inner E x x / 2) / v)); unfold ratio in B; lra | tauto ] ].
Qed.

Lemma cells_within (V : law) (p : partition E) (B : E -> Prop) : meas B -> pr V B = below (cells p) (fun j => pr V (fun z => B z /\ cell p j z)).
Proof.
  intro M; set (L := fun n z => B z /\ exists j, (j < n)%nat /\ cell p j z).
  assert (ML : forall n, meas (L n)).
  { intro n; apply meas_and; [ exact M | apply meas_union; intro j; destruct (Compare_dec.lt_dec j n) as [Y | Y] ].
    - apply (meas_ext E (cell p j)); [ tauto | apply cell_meas ].
    - apply (meas_ext E (fun _ => False)); [ tauto | apply meas_none ]. }
  assert (S : forall n, pr V (L n) = below n (fun j => pr V (fun z => B z /\ cell p j z))).
  { induction n as [ | n IH ]; cbn [below].
    - rewrite (pr_ext E V (L O) (fun _ => False)); [ apply pr_none | apply ML | intro z; split; [ intros [_ [j [J _]]]; lia | tauto ] ].
    - assert (MC : meas (fun z => B z /\ cell p n z)) by (apply meas_and; [ exact M | apply cell_meas ]).
      rewrite <- IH, <- pr_or; [ | apply ML | exact MC | intros z [_ [j [J C]]] [_ D]; assert (j = n) by (now apply (cell_once E p j n z)); lia ].
      apply pr_ext; [ apply ML | intro z; split ].
      + intros [Bz [j [J C]]]; destruct (PeanoNat.Nat.eq_dec j n) as [-> | N]; [ right; now split | left; split; [ exact Bz | exists j; split; [ lia | exact C ] ] ].
      + intros [[Bz [j [J C]]] | [Bz C]]; (split; [ exact Bz | ]); [ exists j; split; [ lia | exact C ] | exists n; split; [ lia | exact C ] ]. }
  rewrite <- S; apply pr_ext; [ exact M | intro z; split; [ intro Bz; split; [ exact Bz | apply cell_all ] | intros [Bz _]; exact Bz ] ].
Qed.
(** Where one such law is below another, it stays so when both are moved. *)
Lemma quasi_below (W Z : law) (v : R) (x : E) (A : E -> Prop) : 0 < v -> quasi W v -> quasi Z v -> meas A ->
  (forall C, meas C -> (forall z, C z -> A z) -> pr W C <= pr Z C) -> pr (push (translate x) W) A <= pr (push (translate x) Z) A.
Proof.
  intros v0 HW HZ MA Lo; set (T := push (translate x) W); set (T' := push (translate x) Z); set (f := ratio v x).
  assert (Lf : levels E f) by (now apply ratio_levels); apply le_epsilon; intros e He; set (h := e / 2).
  destruct (pr_shrinks E T (fun n z => INR n <= f z)) with (e := h) as [n Hn]; [ intro n; apply Lf | | | unfold h; lra | ].
  { intros n z H; rewrite S_INR in H; lra. }
  { intro z; destruct (whole_below (f z)) as [k [_ K]]; [ left; apply exp_pos | exists (S k); rewrite S_INR; lra ]. }
  set (B := fun z => A z /\ ~ INR n <= f z); assert (MB : meas B) by (apply meas_and; [ exact MA | apply meas_not, Lf ]).
  assert (TA : pr T A <= pr T B + h).
  { rewrite (pr_split E T A (fun z => INR n <= f z) MA (Lf _)); fold B.
    assert (pr T (fun z => A z /\ INR n <= f z) <= pr T (fun z => INR n <= f z)); [ | lra ].
    apply pr_le; [ apply meas_and; [ exact MA | apply Lf ] | apply Lf | tauto ]. }
  assert (TB : pr T' B <= pr T' A) by (apply pr_le; [ exact MB | exact MA | unfold B; tauto ]).
  set (g := fun z => Rmin (f z) (INR n)); assert (n0 := pos_INR n).
  destruct (slab_partition g (INR n) h) as [p Ep]; [ unfold h; lra | | apply levels_min; exact Lf | ].
  { intro z; unfold g, Rmin; assert (P := exp_pos ((inner E x z - inner E x x / 2) / v)); fold (ratio v x z) in P; fold f in P; destruct (Rle_dec _ _); lra. }
  assert (Each : forall j, pr T (fun z => B z /\ cell p j z) <= pr T' (fun z => B z /\ cell p j z) + h * pr Z (fun z => B z /\ cell p j z)).
  { intro j; set (C := fun z => B z /\ cell p j z); assert (MC : meas C) by (apply meas_and; [ exact MB | apply cell_meas ]).
    assert (j0 := pos_INR j); assert (h0 : 0 < h) by (unfold h; lra); assert (jh : 0 <= INR j * h) by (apply Rmult_le_pos; lra).
    assert (Range : forall z, C z -> INR j * h <= f z <= INR (S j) * h).
    { intros z [[_ F] Cz]; rewrite Ep in Cz; unfold slab, g, Rmin in Cz; destruct (Rle_dec _ _) in Cz; lra. }
    assert (A1 := proj1 (HW x C (INR (S j) * h) MC ltac:(rewrite S_INR; lra)) (fun z Cz => proj2 (Range z Cz))).
    assert (A2 := proj2 (HZ x C (INR j * h) MC jh) (fun z Cz => proj1 (Range z Cz))).
    assert (A3 := Lo C MC ltac:(intros z [[Az _] _]; exact Az)); fold T in A1; fold T' in A2; rewrite S_INR in A1.
    assert ((INR j + 1) * h * pr W C <= (INR j + 1) * h * pr Z C) by (apply Rmult_le_compat_l; lra); lra. }
  assert (Sum := below_le (cells p) _ _ Each); rewrite below_plus, (below_scale _ h (fun j => pr Z (fun z => B z /\ cell p j z))) in Sum.
  rewrite <- (cells_within T p B MB), <- (cells_within T' p B MB), <- (cells_within Z p B MB) in Sum; assert (Z1 := pr_le_1 E Z B MB).
  assert (h * pr Z B <= h * 1) by (apply Rmult_le_compat_l; [ unfold h; lra | exact Z1 ]); unfold h in *; lra.
Qed.
Theorem quasi_unique (W Z : law) (v : R) : 0 < v -> quasi W v -> quasi Z v -> equal W Z.
Proof.
  intros v0 HW HZ; destruct (best_exists E Z W 1 ltac:(lra)) as [D [MD Best]]; assert (MN := meas_not E D MD); set (m := gain E Z W 1 D).
  assert (Not : forall A, meas A -> gain E Z W 1 (fun z => ~ A z) = - gain E Z W 1 A) by (intros A M; unfold gain; rewrite !pr_not by exact M; ring).
  destruct (Rlt_le_dec 0 m) as [m0 | m0].
  - exfalso.
    assert (Pos : forall C, meas C -> (forall z, C z -> D z) -> pr W C <= pr Z C).
    { intros C M I; assert (B := Best (fun z => D z /\ ~ C z) ltac:(apply meas_and; [ exact MD | now apply meas_not ])).
      rewrite (gain_split E Z W 1 D C MD M) in B; unfold gain in B; rewrite !(pr_ext E _ (fun z => D z /\ C z) C) in B by ((now apply meas_and) || (intro z; specialize (I z); tauto)); lra. }
    assert (Neg : forall C, meas C -> (forall z, C z -> ~ D z) -> pr Z C <= pr W C).
    { intros C M I; assert (MO := meas_or E D C MD M); assert (B := Best _ MO); unfold gain in B; rewrite !(pr_or E _ D C MD M (fun z a b => I z b a)) in B; lra. }
    destruct (law_parts E Z W D 1 (-1) 0 m MD (Rlt_le _ _ m0)) as [P HP].
    { intros A M; assert (U := Pos (fun z => A z /\ D z) (meas_and E A D M MD) (fun z H => proj2 H)); lra. }
    { unfold m, gain; ring. }
    destruct (law_parts E Z W (fun z => ~ D z) (-1) 1 0 m MN (Rlt_le _ _ m0)) as [Q HQ].
    { intros A M; assert (U := Neg (fun z => A z /\ ~ D z) (meas_and E A (fun z => ~ D z) M MN) (fun z H => proj2 H)); lra. }
    { rewrite !pr_not by exact MD; unfold m, gain; ring. }
    assert (back : forall (x : E) (C : E -> Prop), meas C -> meas (fun y => C (vsub y x)) /\ forall V : law, pr (push (translate x) V) (fun y => C (vsub y x)) = pr V C).
    { intros x C MC; set (b := translate (vscale E (-1) x)); assert (MB : meas (fun y => C (vsub y x))) by (exact (map_measurable b C MC)); split; [ exact MB | ].
      intro V; rewrite push_pr by exact MB; f_equal; apply functional_extensionality; intro z; f_equal; apply vec_eq; intro w; cbn [translate at_point]; inners; ring. }
    assert (Q0 : forall x, pr (moved Q x) D = 0).
    { intro x; unfold moved; rewrite push_pr by exact MD; assert (MT := map_measurable (translate x) D MD); set (C := fun z => D (translate x z) /\ ~ D z).
      assert (MC : meas C) by (now apply meas_and); destruct (back x C MC) as [MB EB].
      assert (U := quasi_below W Z v x (fun y => C (vsub y x)) v0 HW HZ MB); rewrite !EB in U.
      assert (L : pr W C <= pr Z C).
      { apply U; intros C' M' I; apply Pos; [ exact M' | intros z Cz; destruct (I z Cz) as [Dz _]; cbn [translate at_point] in Dz ].
        replace z with (vadd E (vsub z x) x); [ exact Dz | apply vec_eq; intro w; inners; ring ]. }
      assert (S := HQ (fun z => D (translate x z)) MT); change (pr Z _) with (pr Z C) in S at 1; change (pr W _) with (pr W C) in S; assert (N := pr_nonneg E Q _ MT).
      assert (0 <= m * pr Q (fun z => D (translate x z))) by (apply Rmult_le_pos; lra); apply Rmult_eq_reg_l with m; lra. }
    assert (P0 : forall x, pr (moved P x) (fun z => ~ D z) = 0).
    { intro x; unfold moved; rewrite push_pr by exact MN; assert (MT := map_measurable (translate x) _ MN); set (C := fun z => ~ D (translate x z) /\ D z).
      assert (MC : meas C) by (now apply meas_and); destruct (back x C MC) as [MB EB].
      assert (U := quasi_below Z W v x (fun y => C (vsub y x)) v0 HZ HW MB); rewrite !EB in U.
      assert (L : pr Z C <= pr W C).
      { apply U; intros C' M' I; apply Neg; [ exact M' | intros z Cz; destruct (I z Cz) as [Dz _]; cbn [translate at_point] in Dz ].
        intro Y; apply Dz; replace (vadd E (vsub z x) x) with z; [ exact Y | apply vec_eq; intro w; inners; ring ]. }
      assert (S := HP (fun z => ~ D (translate x z)) MT); change (pr Z _) with (pr Z C) in S at 1; change (pr W _) with (pr W C) in S; assert (N := pr_nonneg E P _ MT).
      assert (0 <= m * pr P (fun z => ~ D (translate x z))) by (apply Rmult_le_pos; lra); apply Rmult_eq_reg_l with m; lra. }
    assert (nothing : forall V : law, integral E V (fun _ => 0) = 0) by (intro V; apply zero_summable).
    assert (F1 : pr (convolve P Q) D = 0) by (rewrite convolve_mean by exact MD; rewrite (integral_ext E P _ (fun _ => 0)) by exact Q0; apply nothing).
    assert (F2 : pr (convolve P Q) (fun z => ~ D z) = 0).
    { rewrite (convolve_comm P Q _ MN), convolve_mean by exact MN; rewrite (integral_ext E Q _ (fun _ => 0)) by exact P0; apply nothing. }
    rewrite pr_not in F2 by exact MD; lra.
  - intros A M; assert (U := Best A M); assert (V := Best _ (meas_not E A M)); rewrite (Not A M) in V; fold m in U, V; unfold gain in U, V; lra.
Qed.

(** * Gaussian sums *)

Lemma levels_times (X : Space) (f g : X -> R) : (forall x, 0 <= f x) -> (forall x, 0 <= g x) -> levels X f -> levels X g -> levels X (fun x => f x * g x).
Proof.
  intros F G LF LG; apply levels_from; intro t; destruct (Rlt_le_dec t 0) as [t0 | t0].
  { apply (meas_ext X (fun _ => True)); [ intro x; assert (P := Rmult_le_pos _ _ (F x) (G x)); split; [ lra | auto ] | apply meas_all ]. }
  apply (meas_ext X (fun x => exists n k : nat, INR k * / INR (S n) < f x /\ t < INR k * / INR (S n) * g x)).
  - intro x; split.
    + intros [n [k [A B]]]; apply Rlt_le_trans with (1 := B); apply Rmult_le_compat_r; [ apply G | lra ].
    + intro H; assert (g0 : 0 < g x) by (destruct (G x) as [Y | Y]; [ exact Y | rewrite <- Y in H; lra ]); set (a := t / g x).
      assert (a0 : 0 <= a) by (apply Rmult_le_pos; [ exact t0 | left; now apply Rinv_0_lt_compat ]).
      assert (af : a < f x) by (apply Rmult_lt_reg_r with (g x); [ exact g0 | unfold a; replace (t / g x * g x) with t by (field; lra); exact H ]).
      destruct (small_fraction (f x - a) ltac:(lra)) as [n [Hn N]]; destruct n as [ | n ]; [ lia | ]; set (q := / INR (S n)) in *.
      assert (I : 0 < q) by (now apply Rinv_0_lt_compat, lt_0_INR); assert (Iq : INR (S n) * q = 1) by (apply Rinv_r, not_0_INR; lia).
      destruct (whole_below (a * INR (S n))) as [k [K1 K2]]; [ apply Rmult_le_pos; [ exact a0 | apply pos_INR ] | ]; exists n, (S k); fold q; rewrite S_INR.
      assert (U1 := Rmult_le_compat_r q _ _ (Rlt_le _ _ I) K1); assert (U2 := Rmult_lt_compat_r q _ _ I K2); rewrite Rmult_assoc, Iq, Rmult_1_r in U1, U2.
      split; [ lra | ]; apply (Rmult_lt_compat_r (g x)) in U2; [ | exact g0 ]; unfold a in U2; replace (t / g x * g x) with t in U2 by (field; lra); exact U2.
  - apply (meas_union X (fun n x => exists k : nat, INR k * / INR (S n) < f x /\ t < INR k * / INR (S n) * g x)); intro n.
    apply (meas_union X (fun k x => INR k * / INR (S n) < f x /\ t < INR k * / INR (S n) * g x)); intro k; apply meas_and; [ now apply levels_above | ].
    apply (levels_above X (fun x => INR k * / INR (S n) * g x)), levels_scale; [ apply Rmult_le_pos; [ apply pos_INR | left; apply Rinv_0_lt_compat, lt_0_INR; lia ] | exact LG ].
Qed.

Lemma density_stairs (P Q : law) (f : E -> R) (h : E -> R) (n m : nat) : density P Q f -> (0 < n)%nat -> levels E h ->
  summable E Q (fun x => value_at (stairs h n m) x * f x) /\ integral E Q (fun x => value_at (stairs h n m) x * f x) = weigh P (stairs h n m).
Proof.
  intros D Hn L; induction m as [ | m [S I] ]; cbn [stairs weigh value_at].
  - rewrite (functional_extensionality (fun x => 0 * f x) (fun _ => 0)) by (intro; ring); apply zero_summable.
  - assert (n0 : 0 < / INR n) by (now apply Rinv_0_lt_compat, lt_0_INR); set (A := fun x => INR (Datatypes.S m) * / INR n <= h x); assert (MA : meas A) by apply L.
    destruct (mean_scale E Q _ _ n0 (within_summable Q A f MA (proj1 D))) as [T1 E1]; destruct (mean_plus E Q _ _ T1 S) as [T2 E2].
    rewrite (functional_extensionality (fun x => (/ INR n * indicator A x + value_at (stairs h n m) x) * f x)
      (fun x => / INR n * (indicator A x * f x) + value_at (stairs h n m) x * f x)) by (intro; ring).
    split; [ exact T2 | rewrite E2, E1, I, <- (proj2 D A MA); reflexivity ].
Qed.
Lemma density_mean (P Q : law) (f h : E -> R) : density P Q f -> (forall x, 0 <= h x <= 1) -> levels E h -> summable E Q (fun x => h x * f x) ->
  integral E P h = integral E Q (fun x => h x * f x).
Proof.
  intros D B L S; assert (One : integral E Q f = 1).
  { rewrite <- (pr_all E P), (proj2 D _ (meas_all E)); apply integral_ext; intro x; unfold indicator; destruct (decide True); [ ring | tauto ]. }
  apply Rminus_diag_uniq, NNPP; intro N; apply Rabs_pos_lt in N; destruct (small_fraction _ N) as [n [Hn Sm]]; assert (n0 : 0 < / INR n) by (now apply Rinv_0_lt_compat, lt_0_INR).
  destruct (integral_stairs E P h n Hn B L) as [V T]; destruct (density_stairs P Q f h n n D Hn L) as [S1 E1].
  destruct (mean_scale E Q f _ n0 (proj1 D)) as [S2 E2]; destruct (mean_plus E Q _ _ S1 S2) as [S3 E3].
  assert (f0 := proj1 (proj1 D)).
  assert (L1 := mean_le E Q _ _ S1 S ltac:(intro x; specialize (V x); specialize (f0 x); apply Rmult_le_compat_r; lra)).
  assert (L2 := mean_le E Q _ _ S S3 ltac:(intro x; specialize (V x); specialize (f0 x); cbv beta; rewrite <- Rmult_plus_distr_r; apply Rmult_le_compat_r; lra)).
  rewrite E3, E2, One in L2; rewrite E1 in *; assert (Rabs (integral E P h - integral E Q (fun x => h x * f x)) <= / INR n) by (apply Rabs_le; lra); lra.
Qed.

Section Sum.
Variables (U V : noise) (v w : R).
Hypotheses (v0 : 0 < v) (w0 : 0 < w) (GU : gaussian U v) (GV : gaussian V w).

Lemma sum_quasi : quasi (convolve U V) (v + w).
Proof.
  intros x A r M r0; set (y1 := vscale E (v / (v + w)) x); set (y2 := vscale E (w / (v + w)) x); assert (MT := map_measurable (translate x) A M).
  set (h := fun u => pr (moved V (vadd E u y2)) A).
  assert (Lh : levels E h).
  { exact (moved_levels V E (translate y2) A (map_measurable (translate y2)) M). }
  assert (h01 : forall u, 0 <= h u <= 1) by (intro u; split; [ now apply pr_nonneg | now apply pr_le_1 ]).
  assert (D := move_density U v v0 GU y1); set (f := ratio v y1) in *.
  assert (Lhf : levels E (fun u => h u * f u)).
  { apply levels_times; [ intro; apply h01 | intro; left; apply exp_pos | exact Lh | now apply ratio_levels ]. }
  assert (S : summable E U (fun u => h u * f u)).
  { apply (summable_dom E U _ f); [ intro u; apply Rmult_le_pos; [ apply h01 | left; apply exp_pos ] | exact Lhf | apply D | ].
    intro u; assert (P := h01 u); assert (F := exp_pos ((inner E y1 u - inner E y1 y1 / 2) / v)); fold (ratio v y1 u) in F; fold f in F.
    assert (0 <= (1 - h u) * f u) by (apply Rmult_le_pos; lra); lra. }
  assert (Move : pr (push (translate x) (convolve U V)) A = integral E U (fun u => h u * f u)).
  { rewrite <- (density_mean _ U f h D h01 Lh S), push_pr, convolve_mean by assumption; unfold push.
    rewrite <- (integral_image (translate y1) (map_measurable (translate y1)) U h h01 Lh); apply integral_ext; intro u; unfold h, moved; rewrite !push_pr by assumption.
    f_equal; apply functional_extensionality; intro z; f_equal; apply vec_eq; intro k; unfold y1, y2; cbn [translate at_point]; inners; field; lra. }
  assert (Stay : pr (convolve U V) A = integral E U (fun u => pr (moved V u) A)) by (now apply convolve_mean).
  assert (SM : summable E U (fun u => pr (moved V u) A)).
  { apply (summable_bounded E U _ 1); [ intro u; split; [ now apply pr_nonneg | now apply pr_le_1 ] | exact (moved_levels V E (fun u => u) A (id_measurable E) M) ]. }
  assert (Split : forall u z, f u * ratio w y2 z = ratio (v + w) x (vadd E z u)).
  { intros u z; unfold f, ratio; rewrite <- exp_plus; f_equal; unfold y1, y2; rewrite !inner_vscale, !inner_vscale_r, inner_vadd_r; field; lra. }
  assert (At : forall u, let C := fun z => A (vadd E z u) in meas C /\ h u = pr (push (translate y2) V) C /\ pr (moved V u) A = pr V C).
  { intro u; assert (MC := map_measurable (translate u) A M); split; [ exact MC | unfold h, moved; rewrite !push_pr by (exact M || exact MC); split; [ | reflexivity ] ].
    f_equal; apply functional_extensionality; intro z; f_equal; apply vec_eq; intro k; cbn [translate at_point]; inners; ring. }
  rewrite Move, Stay; assert (DV := move_density V w w0 GV y2).
  assert (pos : forall u, 0 < f u) by (intro u; apply exp_pos).
  destruct r0 as [r0 | <-]; [ destruct (mean_scale E U _ r r0 SM) as [S1 E1]; rewrite <- E1 | rewrite Rmult_0_l ].
  - split; intro B; apply mean_le; try assumption; intro u; destruct (At u) as [MC [H1 H2]]; rewrite H1, H2; assert (q0 : 0 < r / f u) by (now apply Rdiv_lt_0_compat).
    + assert (K := density_below _ V (ratio w y2) _ (r / f u) DV MC q0).
      apply Rmult_le_reg_r with (/ f u); [ now apply Rinv_0_lt_compat | rewrite Rmult_assoc, Rinv_r, Rmult_1_r by (specialize (pos u); lra) ].
      apply Rle_trans with (r / f u * pr V (fun z => A (vadd E z u))); [ apply K | right; unfold Rdiv; ring ]; intros z Az.
      apply Rmult_le_reg_l with (f u); [ apply pos | rewrite Split; replace (f u * (r / f u)) with r by (field; specialize (pos u); lra); now apply B ].
    + assert (K := density_above _ V (ratio w y2) _ (r / f u) DV MC (Rlt_le _ _ q0)).
      apply Rmult_le_reg_r with (/ f u); [ now apply Rinv_0_lt_compat | rewrite (Rmult_assoc (pr _ _)), Rinv_r, Rmult_1_r by (specialize (pos u); lra) ].
      apply Rle_trans with (r / f u * pr V (fun z => A (vadd E z u))); [ right; unfold Rdiv; ring | apply K ]; intros z Az.
      apply Rmult_le_reg_l with (f u); [ apply pos | rewrite Split; replace (f u * (r / f u)) with r by (field; specialize (pos u); lra); now apply B ].
  - split; intro B; [ | now apply mean_nonneg ].
    rewrite (integral_ext E U _ (fun _ => 0)); [ right; apply zero_summable | ]; intro u; destruct (At u) as [MC [H1 _]]; rewrite H1.
    assert (N : pr (push (translate y2) V) (fun z => A (vadd E z u)) = 0); [ | rewrite N; ring ].
    rewrite (pr_ext E _ _ (fun _ => False)); [ apply pr_none | exact MC | intro z; split; [ intro Az; specialize (B _ Az) | tauto ] ].
    assert (P := exp_pos ((inner E x (vadd E z u) - inner E x x / 2) / (v + w))); unfold ratio in B; lra.
Qed.
End Sum.

Theorem gaussian_sum (v w : R) (U V Z : noise) : gaussian U v -> gaussian V w -> gaussian Z (v + w) -> equal (convolve U V) Z.
Proof.
  intros GU GV GZ; assert (P := gaussian_sign U v GU); assert (Q := gaussian_sign V w GV).
  assert (same : forall (X Y : noise) (s : R), gaussian X s -> gaussian Y s -> equal X Y).
  { intros X Y s GX GY; destruct (gaussian_sign X s GX) as [s0 | s0].
    - apply quasi_unique with s; [ exact s0 | now apply gaussian_quasi | now apply gaussian_quasi ].
    - destruct GX as [[_ HX] | [s1 _]]; [ | lra ]; destruct GY as [[_ HY] | [s1 _]]; [ | lra ]; apply equal_trans with (1 := HX); now apply equal_sym. }
  destruct P as [v0 | <-]; [ destruct Q as [w0 | <-] | ].
  - apply quasi_unique with (v + w); [ lra | now apply sum_quasi | apply gaussian_quasi; [ lra | exact GZ ] ].
  - destruct GV as [[_ HV] | [s1 _]]; [ | lra ]; rewrite (law_eq _ _ HV); apply equal_trans with (1 := convolve_none U); apply same with v; [ exact GU | now rewrite Rplus_0_r in GZ ].
  - destruct GU as [[_ HU] | [s1 _]]; [ | lra ]; rewrite (law_eq _ _ HU); apply equal_trans with (1 := convolve_comm _ V), equal_trans with (1 := convolve_none V).
    apply same with w; [ exact GV | now rewrite Rplus_0_l in GZ ].
Qed.
Lemma convolve_right (P U V : law) : equal U V -> equal (convolve P U) (convolve P V).
Proof. intro H; now rewrite (law_eq _ _ H). Qed.
Theorem proved_noise_sum (v w : R) (P : law) (U V Z : noise) : gaussian U v -> gaussian V w -> gaussian Z (v + w) ->
  equal (convolve (convolve P U) V) (convolve P Z).
Proof. intros GU GV GZ; apply equal_trans with (1 := convolve_assoc P U V); apply convolve_right; now apply gaussian_sum with v w. Qed.

(** A step of a normal law. *)
Theorem proved_normal_step (m v c s w : R) (P Q : law) : 0 <= v -> 0 <= w -> equal P (normallaw m v) ->
  equal Q (convolve (push (affine c s) P) (white w)) -> equal Q (normallaw (c * m + s) (pw c 2 * v + w)).
Proof.
  intros v0 w0 HP HQ; assert (G := white_gaussian); apply equal_trans with (1 := HQ); rewrite (law_eq _ _ HP), pw_2; set (x := vscale E (c * m + s) (direction E)).
  assert (cc : 0 <= c * c) by apply Rle_0_sqr; assert (cv : 0 <= c * c * v) by (now apply Rmult_le_pos).
  set (U := push (affine c 0) (white v)); assert (GU : gaussian U (c * c * v)).
  { destruct (Req_dec c 0) as [-> | c0]; [ | now apply gaussian_stretch, G ].
    left; split; [ ring | ]; intros A M; unfold U; rewrite push_pr by exact M; assert (Z : forall z, affine 0 0 z = vzero E) by (intro z; rewrite stretch_at; apply vscale_none).
    rewrite (functional_extensionality (fun z => A (affine 0 0 z)) (fun _ => A (vzero E))) by (intro z; now rewrite Z); unfold point; cbn [certain pr].
    assert (MC : meas (fun _ : E => A (vzero E))) by (apply (meas_ext E (fun z => A (affine 0 0 z))); [ intro z; now rewrite Z | exact (map_measurable _ _ M) ]).
    destruct (decide _) as [[_ Y] | Y]; [ rewrite <- (pr_all E (white v)) | rewrite <- (pr_none E (white v)) ]; apply pr_ext; tauto. }
  assert (S : equal (push (affine c s) (normallaw m v)) (push (translate x) U)).
  { intros A M; unfold normallaw, U; rewrite !push_pr by (exact M || exact (map_measurable _ _ M)); f_equal; apply functional_extensionality; intro z; f_equal.
    apply vec_eq; intro k; unfold x; cbn [affine translate at_point]; inners; ring. }
  apply equal_trans with (1 := convolve_equal _ _ (white w) S), equal_trans with (1 := convolve_shift x U (white w)); unfold normallaw; fold x.
  apply image_equal; apply gaussian_sum with (c * c * v) w; [ exact GU | now apply G | apply G; lra ].
Qed.
