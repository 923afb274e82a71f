(** Batches: what steps with a given or a random batch keep, and what one record changes. *)

Require Import Reals Lra Lia ZArith Classical List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Open Scope R_scope.

(** * Choices *)

Lemma certain_pr (x : E) (A : E -> Prop) : meas A -> pr (certain x) A = if decide (A x) then 1 else 0.
Proof. intro M; simpl; destruct (decide (meas A /\ A x)) as [[_ K] | K], (decide (A x)); try reflexivity; tauto. Qed.
Lemma winf_point (x y : E) (z : R) : dist x y <= z -> winf (point x) (point y) z.
Proof.
  intro H; apply (winf_images E (certain x) (fun _ => x) (fun _ => y) (constant_measurable E x) (constant_measurable E y) _ _ _ (fun _ => True)).
  - intros A M; rewrite image_pr by exact M; unfold point; rewrite !certain_pr by (try exact M; exact (constant_measurable E x A M)); reflexivity.
  - intros A M; rewrite image_pr by exact M; unfold point; rewrite !certain_pr by (try exact M; exact (constant_measurable E y A M)); reflexivity.
  - apply meas_all.
  - apply pr_all.
  - auto.
Qed.
Lemma meas_near (z : R) : @meas (pairs E E) (fun p => dist (fst p) (snd p) <= z).
Proof.
  assert (M : measurable (pairs E E) E (fun p => vsub (fst p) (snd p))).
  { apply (compose_measurable (pairs E E) (pairs E E) E vadd_pair (fun p => (fst p, vscale E (-1) (snd p)))); [ apply vadd_measurable | ].
    apply pair_measurable; [ apply fst_measurable | ].
    apply (compose_measurable (pairs E E) E E (vscale E (-1)) (@snd E E)); [ apply vscale_measurable | apply snd_measurable ]. }
  exact (M _ (norm_measurable E z)).
Qed.
Lemma within_all (J : Law (pairs E E)) (z : R) : almost_within J z -> pr J (fun p : pairs E E => dist (fst p) (snd p) <= z) = 1.
Proof.
  intros [A [M [J1 D]]]; apply Rle_antisym; [ apply pr_le_1, meas_near | ]; rewrite <- J1; apply pr_le; [ exact M | apply meas_near | exact D ].
Qed.
Lemma winf_mix (w z : R) (P Q V W : law) : winf P V z -> winf Q W z -> winf (mix w P Q) (mix w V W) z.
Proof.
  intros [J [[J1 J2] HJ]] [K [[K1 K2] HK]]; exists (mix w J K); split; [ split | ].
  - intros A M; unfold first; rewrite image_pr by exact M; simpl.
    rewrite <- (J1 A M), <- (K1 A M); unfold first; rewrite !image_pr by exact M; reflexivity.
  - intros A M; unfold second; rewrite image_pr by exact M; simpl.
    rewrite <- (J2 A M), <- (K2 A M); unfold second; rewrite !image_pr by exact M; reflexivity.
  - exists (fun p : pairs E E => dist (fst p) (snd p) <= z); split; [ apply meas_near | split; [ | auto ] ].
    change (chance w * pr J (fun p : pairs E E => dist (fst p) (snd p) <= z) + (1 - chance w) * pr K (fun p : pairs E E => dist (fst p) (snd p) <= z) = 1).
    rewrite !within_all by assumption; ring.
Qed.
Lemma winf_one_of (T : Type) (f g : T -> E) (x y : E) (z : R) (l : list T) : (l = nil -> dist x y <= z) ->
  (forall t, In t l -> dist (f t) (g t) <= z) -> winf (one_of x (List.map f l)) (one_of y (List.map g l)) z.
Proof.
  induction l as [ | t l IH ]; intros H D; [ now apply winf_point, H | ].
  assert (P := winf_point (f t) (g t) z (D t (or_introl eq_refl))); destruct l as [ | u l ]; [ exact P | ].
  assert (W : winf (one_of x (List.map f (u :: l))) (one_of y (List.map g (u :: l))) z) by (apply IH; [ discriminate | intros; apply D; now right ]).
  change (winf (mix (/ INR (length (f t :: List.map f (u :: l)))) (certain (f t)) (one_of x (List.map f (u :: l))))
               (mix (/ INR (length (g t :: List.map g (u :: l)))) (certain (g t)) (one_of y (List.map g (u :: l)))) z).
  simpl length; rewrite !map_length; now apply winf_mix.
Qed.

(** * Means *)

Lemma dist_plus (a b c d : E) : dist (vadd E a b) (vadd E c d) <= dist a c + dist b d.
Proof.
  apply Rle_trans with (1 := dist_triangle _ (vadd E c b) _); rewrite dist_vadd, (vadd_comm E c b), (vadd_comm E c d), dist_vadd; lra.
Qed.
Lemma dist_vscale (a : R) (x y : E) : dist (vscale E a x) (vscale E a y) = Rabs a * dist x y.
Proof. unfold dist, vsub; rewrite vscale_mul, Rmult_comm, <- vscale_mul, <- vscale_vadd, norm_scale; reflexivity. Qed.
Lemma vsum_dist (l : list R) (f g : R -> E) (d : R) : (forall i, In i l -> dist (f i) (g i) <= d) -> dist (vsum l f) (vsum l g) <= INR (length l) * d.
Proof.
  induction l as [ | i l IH ]; intro H; [ simpl; rewrite dist_self; lra | ]; simpl vsum; simpl length; rewrite S_INR.
  assert (A := dist_plus (f i) (vsum l f) (g i) (vsum l g)); assert (B := H i (or_introl eq_refl)).
  assert (C : dist (vsum l f) (vsum l g) <= INR (length l) * d) by (apply IH; intros; apply H; now right); lra.
Qed.
(** At most one term differs. *)
Lemma vsum_one (l : list R) (f g : R -> E) (j s : R) : NoDup l -> 0 <= s -> (forall i, In i l -> i <> j -> dist (f i) (g i) <= 0) ->
  (In j l -> dist (f j) (g j) <= s) -> dist (vsum l f) (vsum l g) <= s.
Proof.
  intros N Hs; induction N as [ | i l NI N IH ]; intros O J; [ simpl; rewrite dist_self; exact Hs | ]; simpl.
  assert (A := dist_plus (f i) (vsum l f) (g i) (vsum l g)); destruct (Req_EM_T i j) as [-> | D].
  - assert (B := J (or_introl eq_refl)); assert (C : dist (vsum l f) (vsum l g) <= INR (length l) * 0).
    { apply vsum_dist; intros i I; apply O; [ now right | intros -> ]; contradiction. }
    rewrite Rmult_0_r in C; lra.
  - assert (B := O i (or_introl eq_refl) D).
    assert (C : dist (vsum l f) (vsum l g) <= s) by (apply IH; [ intros; apply O; [ now right | assumption ] | intro; apply J; now right ]); lra.
Qed.
Lemma mean_dist (l : list R) (f g : R -> E) (s : R) : (0 < length l)%nat -> dist (vsum l f) (vsum l g) <= s ->
  dist (mean l f) (mean l g) <= s / INR (length l).
Proof.
  intros L H; assert (P : 0 < / INR (length l)) by (apply Rinv_0_lt_compat, lt_0_INR; exact L).
  unfold mean; rewrite dist_vscale, Rabs_right by lra; unfold Rdiv; rewrite (Rmult_comm s); apply Rmult_le_compat_l; lra.
Qed.
Lemma mean_all (l : list R) (f g : R -> E) (d : R) : (0 < length l)%nat -> (forall i, In i l -> dist (f i) (g i) <= d) ->
  dist (mean l f) (mean l g) <= d.
Proof.
  intros L H; assert (P : 0 < INR (length l)) by (now apply lt_0_INR).
  assert (K := mean_dist l f g _ L (vsum_dist l f g d H)); replace (INR (length l) * d / INR (length l)) with d in K by (field; lra); exact K.
Qed.

(** * Ranges and their parts *)

Lemma range_in (a b i : R) : is_int a -> is_int b -> In i (range a b) -> is_int i /\ a <= i /\ i <= b.
Proof.
  intros [x ->] [y ->] H; unfold range in H; rewrite !Int_part_IZR in H; apply in_map_iff in H; destruct H as [k [<- K]].
  apply in_seq in K; rewrite INR_IZR_INZ, <- plus_IZR; split; [ apply is_int_IZR | split; apply IZR_le; lia ].
Qed.
Lemma range_length (a b : R) : is_int a -> is_int b -> a <= b -> INR (length (range a b)) = b - a + 1.
Proof.
  intros [x ->] [y ->] H; apply le_IZR in H; unfold range; rewrite map_length, seq_length, !Int_part_IZR, INR_IZR_INZ, Z2Nat.id by lia.
  now rewrite plus_IZR, minus_IZR.
Qed.
Lemma distinct_map (T U : Type) (f : T -> U) (l : list T) : (forall x y, f x = f y -> x = y) -> NoDup l -> NoDup (List.map f l).
Proof.
  intros I N; induction N as [ | x l NI N IH ]; simpl; constructor; [ | exact IH ].
  intro H; apply in_map_iff in H; destruct H as [y [E1 K]]; apply I in E1; subst y; contradiction.
Qed.
Lemma range_distinct (a b : R) : NoDup (range a b).
Proof.
  unfold range; apply distinct_map; [ | apply seq_NoDup ]; intros j k H; apply INR_eq; lra.
Qed.
Lemma length_pos (l : list R) (x : R) : INR (length l) = x -> 1 <= x -> (0 < length l)%nat.
Proof. intros H K; apply INR_lt; simpl; lra. Qed.
Lemma chosen_some (l : list R) : forall k c, In c (chosen k l) -> length c = k /\ incl c l /\ (NoDup l -> NoDup c).
Proof.
  induction l as [ | i l IH ]; intros [ | k] c H; simpl in H.
  - destruct H as [<- | []]; split; [ reflexivity | split; [ apply incl_nil_l | constructor ] ].
  - destruct H.
  - destruct H as [<- | []]; split; [ reflexivity | split; [ apply incl_nil_l | constructor ] ].
  - apply in_app_or in H; destruct H as [H | H].
    + apply in_map_iff in H; destruct H as [d [<- H]]; destruct (IH _ _ H) as [L [I N]]; split; [ simpl; now rewrite L | split ].
      * intros j [<- | J]; [ now left | right; now apply I ].
      * intro D; inversion D; subst; constructor; [ intro J; apply I in J; contradiction | now apply N ].
    + destruct (IH _ _ H) as [L [I N]]; split; [ exact L | split; [ intros j J; right; now apply I | intro D; inversion D; now apply N ] ].
Qed.

(** * Steps *)

Lemma others (psi phi : R -> map) (lo hi j i : R) : is_int j -> is_int i -> lo <= i -> i <= hi -> i <> j ->
  forall_int lo (j + (-1)) (fun i => gap (psi i) (phi i) 0) -> forall_int (j + 1) hi (fun i => gap (psi i) (phi i) 0) -> gap (psi i) (phi i) 0.
Proof.
  intros [x ->] [y ->] L H N A B; destruct (Rtotal_order (IZR y) (IZR x)) as [K | [K | K]]; [ | contradiction | ]; apply lt_IZR in K.
  - apply A; [ apply is_int_IZR | exact L | ]; rewrite <- plus_IZR; apply IZR_le; lia.
  - apply B; [ apply is_int_IZR | | exact H ]; rewrite <- plus_IZR; apply IZR_le; lia.
Qed.
Theorem proved_batch_gap (p q j s : R) (psi phi : R -> map) : is_int p -> is_int q -> is_int j -> p <= q -> 0 <= s ->
  forall_int p (j + (-1)) (fun i => gap (psi i) (phi i) 0) -> forall_int (j + 1) q (fun i => gap (psi i) (phi i) 0) -> gap (psi j) (phi j) s ->
  gap (batchstep psi p q) (batchstep phi p q) (s / (q + (- p) + 1)).
Proof.
  intros P Q J L S A B G x; simpl; destruct (Rle_dec p q) as [_ | K]; [ | lra ]; change (q + - p + 1) with (q - p + 1); rewrite <- (range_length p q P Q L).
  apply mean_dist; [ apply (length_pos _ _ (range_length p q P Q L)); lra | ].
  apply (vsum_one _ _ _ j); [ apply range_distinct | exact S | | intros _; apply G ].
  intros i I D; destruct (range_in p q i P Q I) as [U [V W]]; now apply (others psi phi p q j i J U V W D A B).
Qed.
Theorem proved_batch_lipschitz (p q c : R) (psi : R -> map) : is_int p -> is_int q -> p <= q ->
  forall_int p q (fun i => lipschitz (psi i) c) -> lipschitz (batchstep psi p q) c.
Proof.
  intros P Q L A x y; simpl; destruct (Rle_dec p q) as [_ | K]; [ | lra ].
  apply mean_all; [ apply (length_pos _ _ (range_length p q P Q L)); lra | ].
  intros i I; destruct (range_in p q i P Q I) as [U [V W]]; now apply A.
Qed.
Lemma count_pos (b : R) : is_int b -> 1 <= b -> (0 < Z.to_nat (Int_part b))%nat /\ INR (Z.to_nat (Int_part b)) = b.
Proof.
  intros [z ->] H; apply le_IZR in H; rewrite Int_part_IZR; split; [ lia | ]; rewrite INR_IZR_INZ, Z2Nat.id; [ reflexivity | lia ].
Qed.
Lemma chosen_exists (l : list R) : forall k, (k <= length l)%nat -> chosen k l <> nil.
Proof.
  induction l as [ | i l IH ]; intros [ | k] H; simpl in *; try lia; try discriminate.
  intro K; apply app_eq_nil in K; destruct K as [K _]; apply map_eq_nil in K; apply (IH k); [ lia | exact K ].
Qed.
Lemma sampled_near (f g : R -> map) (n b z : R) (x y : E) : is_int n -> is_int b -> 1 <= b -> b <= n ->
  (forall batch, (0 < length batch)%nat -> INR (length batch) = b -> incl batch (range 1 n) -> NoDup batch ->
    dist (mean batch (fun i => f i x)) (mean batch (fun i => g i y)) <= z) ->
  winf (sampledstep f n b x) (sampledstep g n b y) z.
Proof.
  intros N B L M H; unfold sampledstep; destruct (Rle_dec 1 b) as [_ | K]; [ | contradiction ]; destruct (count_pos b B L) as [B1 B2].
  apply (winf_one_of (list R) (fun batch => mean batch (fun i => f i x)) (fun batch => mean batch (fun i => g i y))).
  - intro K; exfalso; revert K; apply chosen_exists, INR_le; rewrite B2, (range_length 1 n (is_int_IZR 1) N); lra.
  - intros c C; destruct (chosen_some _ _ _ C) as [C1 [C2 C3]]; apply H; rewrite ?C1; auto; apply C3, range_distinct.
Qed.
Theorem proved_sampled_batch_near (n b j s : R) (psi phi : R -> map) : is_int n -> is_int b -> is_int j -> 1 <= b -> b <= n -> 0 <= s ->
  forall_int 1 (j + (-1)) (fun i => gap (psi i) (phi i) 0) -> forall_int (j + 1) n (fun i => gap (psi i) (phi i) 0) -> gap (psi j) (phi j) s ->
  near (sampledstep psi n b) (sampledstep phi n b) (s / b).
Proof.
  intros N B J L M S A C G x; apply sampled_near; try assumption; intros c P L1 I D; rewrite <- L1; apply mean_dist; [ exact P | ].
  apply (vsum_one _ _ _ j); [ exact D | exact S | | intros _; apply G ].
  intros i Hi Dij; destruct (range_in 1 n i (is_int_IZR 1) N (I i Hi)) as [U [V W]]; now apply (others psi phi 1 n j i J U V W Dij A C).
Qed.
Theorem proved_sampled_batch_steady (n b c : R) (psi : R -> map) : is_int n -> is_int b -> 1 <= b -> b <= n ->
  forall_int 1 n (fun i => lipschitz (psi i) c) -> steady (sampledstep psi n b) c.
Proof.
  intros N B L M A x y; apply sampled_near; try assumption; intros l P L1 I _; apply mean_all; [ exact P | ].
  intros i Hi; destruct (range_in 1 n i (is_int_IZR 1) N (I i Hi)) as [U [V W]]; now apply A.
Qed.

(** * Noise after a random step *)

Theorem proved_noise_steady (c : R) (K : mechanism) (Z : noise) : steady K c -> steady (withnoise K Z) c.
Proof. intros S x y; apply proved_winf_convolve, S. Qed.
Theorem proved_noise_hides_move (alpha s : R) (K J : mechanism) (Z : noise) : noise_pays -> 1 < alpha -> 0 <= s ->
  near K J s -> finite alpha Z s -> close alpha (withnoise K Z) (withnoise J Z) (magnitude alpha Z s).
Proof.
  intros pays A S N F; split; [ exact A | ]; intro x; rewrite <- (Rplus_0_l (magnitude alpha Z s)).
  apply pays with (J x); [ exact S | exact F | apply N | now apply divergence_self ].
Qed.

(** * Steps with the same points *)

Lemma map_eq (f g : map) : (forall x, f x = g x) -> f = g.
Proof.
  intro H; destruct f as [f F], g as [g G]; simpl in H.
  assert (K : f = g) by (apply FunctionalExtensionality.functional_extensionality, H); subst g; now rewrite (proof_irrelevance _ F G).
Qed.
Lemma mechanism_eq (K J : mechanism) : (forall x, K x = J x) -> K = J.
Proof.
  intro H; destruct K as [K M], J as [J N]; simpl in H.
  assert (L : K = J) by (apply FunctionalExtensionality.functional_extensionality, H); subst J; now rewrite (proof_irrelevance _ M N).
Qed.
Lemma mean_eq (l : list R) (f g : R -> E) : (forall i, In i l -> f i = g i) -> mean l f = mean l g.
Proof.
  intro H; unfold mean; f_equal; induction l as [ | i l IH ]; [ reflexivity | simpl ].
  rewrite (H i (or_introl eq_refl)), IH; [ reflexivity | intros; apply H; now right ].
Qed.
Theorem batchstep_eq (f g : R -> map) (a b : R) : is_int a -> is_int b -> (forall k, is_int k -> a <= k -> k <= b -> f k = g k) ->
  batchstep f a b = batchstep g a b.
Proof.
  intros A B H; apply map_eq; intro x; simpl; destruct (Rle_dec a b); [ | reflexivity ].
  apply mean_eq; intros i I; destruct (range_in a b i A B I) as [U [V W]]; now rewrite H.
Qed.
Theorem sampledstep_eq (f g : R -> map) (n b : R) : is_int n -> is_int b -> (forall k, is_int k -> 1 <= k -> k <= n -> f k = g k) ->
  sampledstep f n b = sampledstep g n b.
Proof.
  intros N B H; apply mechanism_eq; intro x; cbn [sampledstep answers].
  destruct (Rle_dec 1 b); [ f_equal | reflexivity ]; apply map_ext_in; intros c C; destruct (chosen_some _ _ _ C) as [_ [I _]].
  apply mean_eq; intros i Hi; destruct (range_in 1 n i (is_int_IZR 1) N (I i Hi)) as [U [V W]]; now rewrite H.
Qed.
