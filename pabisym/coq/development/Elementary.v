(** The elementary layer of the calculus, proved from the definitions.

    One theorem [proved_<figure>] for each figure that goes, with the same words.  Named hypotheses are not proved here: that
    noise pays for a move ([noise_pays], and its twin [noise_pays_told]). *)

Require Import Reals Lra Lia ZArith Classical IndefiniteDescription.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Hahn Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus.
Open Scope R_scope.

(** * White noise *)

Theorem proved_white (v : R) : 0 <= v -> gaussian (white v) v.
Proof. exact (white_gaussian v). Qed.

(** * Couplings *)

(** Go from [x] towards [y], but not farther than [z]. *)
Definition cut (z : R) (p : pairs E E) : E :=
  let d := vsub (snd p) (fst p) in if Rle_dec (norm E d) z then snd p else vadd E (fst p) (vscale E (z / norm E d) d).
Lemma cut_near (z : R) (p : pairs E E) : 0 <= z -> dist (fst p) (cut z p) <= z.
Proof.
  intro H; unfold cut; cbv zeta; destruct (Rle_dec _ z) as [K | K]; [ rewrite dist_sym; exact K | ].
  unfold dist at 1; rewrite vsub_vadd, norm_minus_one, norm_scale.
  assert (N := norm_nonneg (vsub (snd p) (fst p))); rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [ exact H | left; apply Rinv_0_lt_compat; lra ]).
  right; field; lra.
Qed.
Lemma cut_far (z a : R) (p : pairs E E) : 0 <= a -> dist (fst p) (snd p) <= z + a -> 0 <= z -> dist (cut z p) (snd p) <= a.
Proof.
  intros H L Hz; unfold cut; cbv zeta; destruct (Rle_dec _ z) as [K | K]; [ rewrite dist_self; exact H | ].
  set (d := vsub (snd p) (fst p)) in *; assert (N := norm_nonneg d).
  replace (dist (vadd E (fst p) (vscale E (z / norm E d) d)) (snd p)) with (norm E d - z).
  - rewrite dist_sym in L; change (norm E d <= z + a) in L; lra.
  - unfold dist; rewrite <- (vadd_vsub (fst p) (snd p)); fold d.
    rewrite (vsub_parts _ (fst p)), vsub_vadd, vsub_swap, vsub_vadd, !vscale_mul.
    rewrite <- vscale_plus, norm_scale; replace (-1 * -1 * (z / norm E d) + -1) with (- (1 - z / norm E d)) by ring.
    rewrite Rabs_Ropp, Rabs_right; [ field; lra | ].
    apply Rle_ge; assert (z / norm E d <= 1); [ | lra ].
    apply Rmult_le_reg_r with (norm E d); [ lra | ]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

(** The coupling of two images of one law. *)
Lemma winf_images (X : Space) (J : Law X) (f g : X -> E) (F : measurable X E f) (G : measurable X E g) (P Q : law) (z : R)
  (A : X -> Prop) : equal (image f F J) P -> equal (image g G J) Q -> meas A -> pr J A = 1 ->
  (forall x, A x -> dist (f x) (g x) <= z) -> winf P Q z.
Proof.
  intros HP HQ HA HJ D.
  set (h := fun x => (f x, g x) : pairs E E); assert (H : measurable X (pairs E E) h) by (now apply pair_measurable).
  (* the image of A need not be an event; that of the distance is *)
  assert (M : measurable (pairs E E) E (fun p => vsub (fst p) (snd p))).
  { apply (compose_measurable (pairs E E) (pairs E E) E vadd_pair (fun p => (fst p, vscale E (-1) (snd p)))); [ apply vadd_measurable | ].
    apply pair_measurable; [ apply fst_measurable | ].
    apply (compose_measurable (pairs E E) E E (vscale E (-1)) (@snd E E)); [ apply vscale_measurable | apply snd_measurable ]. }
  assert (N : @meas (pairs E E) (fun p => dist (fst p) (snd p) <= z)) by (apply (M _ (norm_measurable E z))).
  exists (image h H J); split.
  - split; intros C HC; unfold first, second; rewrite !image_pr by (try exact HC; now try apply fst_measurable; now try apply snd_measurable).
    + rewrite <- (HP C HC), image_pr by exact HC; reflexivity.
    + rewrite <- (HQ C HC), image_pr by exact HC; reflexivity.
  - exists (fun p => dist (fst p) (snd p) <= z); split; [ exact N | split; [ | auto ] ].
    apply Rle_antisym; [ now apply pr_le_1 | ].
    rewrite image_pr by exact N; rewrite <- HJ; apply pr_le; [ exact HA | apply (H _ N) | exact D ].
Qed.

Lemma winf_equal (P Q V W : law) (z : R) : winf P Q z -> equal V P -> equal W Q -> winf V W z.
Proof.
  intros [J [[H K] L]] EV EW; exists J; split; [ split | exact L ].
  - apply equal_trans with P; [ exact H | now apply equal_sym ].
  - apply equal_trans with Q; [ exact K | now apply equal_sym ].
Qed.
Lemma winf_refl (P Q : law) (z : R) : equal P Q -> 0 <= z -> winf P Q z.
Proof.
  intros H Hz; apply (winf_images E P (fun x => x) (fun x => x) (id_measurable E) (id_measurable E) P Q z (fun _ => True)).
  - intros A K; now rewrite image_pr.
  - intros A K; rewrite image_pr by exact K; now apply H.
  - apply meas_all.
  - apply pr_all.
  - intros x _; rewrite dist_self; exact Hz.
Qed.
Lemma winf_nothing (P Q : law) : winf P Q 0 -> equal P Q.
Proof.
  intros [J [[H K] [A [HA [J1 D]]]]] B HB; rewrite <- (H B HB), <- (K B HB); unfold first, second; rewrite !image_pr by exact HB.
  change (pr J (fun p : pairs E E => B (fst p)) = pr J (fun p : pairs E E => B (snd p))).
  assert (M1 : @meas (pairs E E) (fun p => B (fst p))) by (now apply fst_measurable).
  assert (M2 : @meas (pairs E E) (fun p => B (snd p))) by (now apply snd_measurable).
  assert (same : forall C : pairs E E -> Prop, meas C -> pr J C = pr J (fun p => C p /\ A p)).
  { intros C HC; apply Rle_antisym.
    - assert (U : pr J C <= pr J (fun p => (C p /\ A p) \/ ~ A p)).
      { apply pr_le; [ exact HC | apply meas_or; [ now apply meas_and | now apply meas_not ] | intros p; destruct (classic (A p)); tauto ]. }
      rewrite pr_or in U; [ rewrite pr_not, J1 in U by exact HA; lra | now apply meas_and | now apply meas_not | tauto ].
    - apply pr_le; [ now apply meas_and | exact HC | tauto ]. }
  rewrite (same _ M1), (same _ M2); apply pr_ext; [ now apply meas_and | ].
  intro p; split; intros [U V]; split; try exact V;
    assert (Z : dist (fst p) (snd p) = 0) by (apply Rle_antisym; [ now apply D | apply dist_nonneg ]);
    apply dist_zero in Z; [ rewrite <- Z | rewrite Z ]; exact U.
Qed.
Lemma winf_wide (P Q : law) (y z : R) : winf P Q z -> z <= y -> winf P Q y.
Proof.
  intros [J [C [A [HA [HJ D]]]]] L; exists J; split; [ exact C | ].
  exists A; split; [ exact HA | split; [ exact HJ | ] ]; intros p K; apply Rle_trans with z; auto.
Qed.
Lemma winf_nonneg (P Q : law) (z : R) : winf P Q z -> 0 <= z.
Proof.
  intros [J [_ [A [HA [HJ D]]]]]; destruct (Rle_dec 0 z) as [H | H]; [ exact H | exfalso ].
  assert (N : pr J A = pr J (fun _ => False)).
  { apply pr_ext; [ exact HA | intro p; split; [ intro K | tauto ] ].
    assert (U := D p K); assert (V := dist_nonneg (fst p) (snd p)); lra. }
  rewrite pr_none in N; lra.
Qed.
Lemma lipschitz_nonneg (f : map) (c : R) : lipschitz f c -> 0 <= c.
Proof.
  intro H; assert (K := H (direction E) (vzero E)); assert (N := dist_nonneg (f (direction E)) (f (vzero E))).
  replace (dist (direction E) (vzero E)) with 1 in K; [ lra | ].
  unfold dist, vsub; rewrite <- (vscale_none (vzero E)), vscale_mul; replace (-1 * 0) with 0 by ring.
  rewrite vscale_none, vadd_zero; symmetry; apply norm_direction.
Qed.

(** * Figures about W_infinity *)

Theorem proved_same_start (P Q : law) : equal P Q -> winf P Q 0.
Proof. intro H; apply winf_refl; [ exact H | lra ]. Qed.
Theorem proved_winf_widen (y z : R) (P Q : law) : z <= y -> winf P Q z -> winf P Q y.
Proof. intros H K; now apply winf_wide with z. Qed.
Theorem proved_winf_push (z c s : R) (P Q : law) (f g : map) :
  winf P Q z -> lipschitz f c -> gap f g s -> winf (push f P) (push g Q) (c * z + s).
Proof.
  intros [J [[HP HQ] [A [HA [HJ D]]]]] L G; assert (C := lipschitz_nonneg f c L).
  assert (F1 : measurable (pairs E E) E (fun p => f (fst p))) by
    (apply (compose_measurable (pairs E E) E E f (@fst E E)); [ apply map_measurable | apply fst_measurable ]).
  assert (G2 : measurable (pairs E E) E (fun p => g (snd p))) by
    (apply (compose_measurable (pairs E E) E E g (@snd E E)); [ apply map_measurable | apply snd_measurable ]).
  apply (winf_images (pairs E E) J _ _ F1 G2 _ _ _ A).
  - apply law_eq in HP; apply law_eq in HQ; rewrite <- HP; intros B HB; unfold push, first; rewrite !image_pr; try exact HB; [ reflexivity | ].
    now apply map_measurable.
  - apply law_eq in HQ; rewrite <- HQ; intros B HB; unfold push, second; rewrite !image_pr; try exact HB; [ reflexivity | ].
    now apply map_measurable.
  - exact HA.
  - exact HJ.
  - intros p Ap; apply Rle_trans with (dist (f (fst p)) (f (snd p)) + dist (f (snd p)) (g (snd p))); [ apply dist_triangle | ].
    apply Rplus_le_compat; [ | apply G ]; apply Rle_trans with (c * dist (fst p) (snd p)); [ apply L | ].
    apply Rmult_le_compat_l; auto.
Qed.
Theorem proved_winf_gap (s : R) (P : law) (f g : map) : gap f g s -> winf (push f P) (push g P) s.
Proof.
  intro G; apply (winf_images E P f g (map_measurable f) (map_measurable g) _ _ _ (fun _ => True)).
  - apply equal_refl.
  - apply equal_refl.
  - apply meas_all.
  - apply pr_all.
  - intros x _; apply G.
Qed.
Theorem proved_winf_translate (P : law) (x : vector) : winf P (push (translate x) P) (norm E x).
Proof.
  apply (winf_images E P (fun y => y) (translate x) (id_measurable E) (map_measurable _) _ _ _ (fun _ => True)).
  - intros A K; now rewrite image_pr.
  - apply equal_refl.
  - apply meas_all.
  - apply pr_all.
  - intros y _; simpl; unfold dist; rewrite vsub_vadd, norm_minus_one; lra.
Qed.

Lemma convolve_equal (P Q : law) (Z : noise) : equal P Q -> equal (convolve P Z) (convolve Q Z).
Proof. intro H; apply image_equal, product_equal; [ exact H | apply equal_refl ]. Qed.
Lemma convolve_image (X : Space) (J : Law X) (f : X -> E) (F : measurable X E f) (Z : noise)
  (M : measurable (pairs X E) E (fun p => vadd E (f (fst p)) (snd p))) :
  equal (image (fun p : pairs X E => vadd E (f (fst p)) (snd p)) M (product J Z)) (convolve (image f F J) Z).
Proof.
  intros B HB; unfold convolve; rewrite !image_pr by exact HB; rewrite <- (law_eq _ _ (product_image X E E f F J Z)), image_pr; [ reflexivity | ].
  exact (vadd_measurable E B HB).
Qed.
Theorem proved_winf_convolve (z : R) (P Q : law) (Z : noise) : winf P Q z -> winf (convolve P Z) (convolve Q Z) z.
Proof.
  intros [J [[HP HQ] [A [HA [HJ D]]]]].
  assert (M : forall f : pairs E E -> E, measurable (pairs E E) E f ->
    measurable (pairs (pairs E E) E) E (fun p : pairs (pairs E E) E => vadd E (f (fst p)) (snd p))).
  { intros f F; apply (compose_measurable (pairs (pairs E E) E) (pairs E E) E vadd_pair (fun p : pairs (pairs E E) E => (f (fst p), snd p))).
    - apply vadd_measurable.
    - now apply product_image_measurable. }
  apply (winf_images (pairs (pairs E E) E) (product J Z) _ _ (M _ (fst_measurable E E)) (M _ (snd_measurable E E)) _ _ _ (fun p : pairs (pairs E E) E => A (fst p))).
  - apply equal_trans with (convolve (first J) Z); [ apply convolve_image | now apply convolve_equal ].
  - apply equal_trans with (convolve (second J) Z); [ apply convolve_image | now apply convolve_equal ].
  - now apply (fst_measurable (pairs E E) E).
  - rewrite (pr_ext (pairs (pairs E E) E) _ _ (fun p : pairs (pairs E E) E => A (fst p) /\ True)).
    + rewrite (product_rectangle (pairs E E) E J Z A (fun _ => True)); [ rewrite HJ, pr_all; ring | exact HA | apply meas_all ].
    + now apply (fst_measurable (pairs E E) E).
    + tauto.
  - intros p Ap; rewrite dist_vadd; exact (D _ Ap).
Qed.
(** Cut the way from [P] to [Q] at [z]. *)
Lemma winf_cut (z a : R) (P Q : law) : 0 <= z -> 0 <= a -> winf P Q (z + a) -> exists B, winf P B z /\ winf B Q a.
Proof.
  intros Hz Ha [J [[HP HQ] [A [HA [HJ D]]]]]; assert (M : measurable (pairs E E) E (cut z)) by apply (cut_measurable E z).
  exists (image (cut z) M J); split.
  - apply (winf_images (pairs E E) J _ _ (fst_measurable E E) M _ _ _ (fun _ => True)).
    + exact HP.
    + apply equal_refl.
    + apply meas_all.
    + apply pr_all.
    + intros p _; now apply cut_near.
  - apply (winf_images (pairs E E) J _ _ M (snd_measurable E E) _ _ _ A).
    + apply equal_refl.
    + exact HQ.
    + exact HA.
    + exact HJ.
    + intros p Ap; apply cut_far; auto.
Qed.
Theorem proved_near_same (K : mechanism) : near K K 0.
Proof. intro x; apply winf_refl; [ apply equal_refl | lra ]. Qed.

(** * Rényi divergences *)

Lemma below_ext (n : nat) (f g : nat -> R) : (forall i, f i = g i) -> below n f = below n g.
Proof. intro H; induction n as [ | n IH ]; simpl; [ reflexivity | now rewrite IH, H ]. Qed.
Lemma below_le (n : nat) (f g : nat -> R) : (forall i, f i <= g i) -> below n f <= below n g.
Proof. intro H; induction n as [ | n IH ]; simpl; [ lra | specialize (H n); lra ]. Qed.
Lemma below_linear (n : nat) (f g : nat -> R) (x y : R) : below n (fun i => x * f i + y * g i) = x * below n f + y * below n g.
Proof. induction n as [ | n IH ]; simpl; [ ring | rewrite IH; ring ]. Qed.

Lemma cells_before (P : law) (c : partition E) (n : nat) :
  below n (fun i => pr P (cell c i)) = pr P (fun x => exists i, (i < n)%nat /\ cell c i x).
Proof.
  induction n as [ | n IH ]; simpl.
  - rewrite (pr_ext E P _ (fun _ => False)); [ symmetry; apply pr_none | | intro x; split; [ intros [i [L _]]; lia | tauto ] ].
    apply (meas_ext E (fun _ => False)); [ intro x; split; [ tauto | intros [i [L _]]; lia ] | apply meas_none ].
  - assert (M : meas (fun x => exists i, (i < n)%nat /\ cell c i x)).
    { apply meas_union; intro i; destruct (Compare_dec.lt_dec i n) as [L | L].
      - apply (meas_ext E (cell c i)); [ tauto | apply cell_meas ].
      - apply (meas_ext E (fun _ => False)); [ tauto | apply meas_none ]. }
    rewrite IH, <- pr_or; [ | exact M | apply cell_meas | ].
    + apply pr_ext; [ apply meas_or; [ exact M | apply cell_meas ] | intro x; split ].
      * intros [[i [L U]] | U]; [ exists i; split; [ lia | exact U ] | exists n; split; [ lia | exact U ] ].
      * intros [i [L U]]; destruct (PeanoNat.Nat.eq_dec i n) as [-> | N]; [ now right | left; exists i; split; [ lia | exact U ] ].
    + intros x [i [L U]] V; assert (i = n) by (apply (cell_once E c i n x U V)); lia.
Qed.
Lemma cells_one (P : law) (c : partition E) : below (cells c) (fun i => pr P (cell c i)) = 1.
Proof.
  rewrite cells_before, <- (pr_all E P); symmetry; apply pr_ext; [ apply meas_all | ].
  intro x; split; [ intros _; apply cell_all | auto ].
Qed.

Lemma share_nonneg (alpha p q : R) : 0 <= share alpha p q.
Proof.
  unfold share; destruct (Rle_dec p 0) as [H | H]; [ lra | apply Rmult_le_pos; [ lra | left; apply exp_pos ] ].
Qed.
Lemma share_self (alpha p : R) : 0 <= p -> share alpha p p = p.
Proof.
  intro H; unfold share; destruct (Rle_dec p 0) as [K | K]; [ lra | ].
  replace (p / p) with 1 by (field; lra); unfold Rpower; rewrite ln_1, Rmult_0_r, exp_0; ring.
Qed.

Lemma moment_equal (alpha m : R) (P Q V W : law) : moment alpha P Q m -> equal V P -> equal W Q -> moment alpha V W m.
Proof.
  intros H EV EW c; destruct (H c) as [A L]; split.
  - intro i; rewrite EV, EW by apply cell_meas; apply A.
  - rewrite (below_ext _ _ (fun i => share alpha (pr P (cell c i)) (pr Q (cell c i)))); [ exact L | ].
    intro i; now rewrite EV, EW by apply cell_meas.
Qed.
Lemma moment_wide (alpha m u : R) (P Q : law) : moment alpha P Q m -> m <= u -> moment alpha P Q u.
Proof. intros H L c; destruct (H c) as [A K]; split; [ exact A | lra ]. Qed.
(** Data processing: what a partition of the values says, the partition of the points says. *)
Definition pull (f : map) (c : partition E) : partition E.
Proof.
  refine {| cells := cells c; cell := fun i x => cell c i (f x) |}.
  - intro i; apply (map_measurable f), cell_meas.
  - intro x; apply cell_all.
  - intros i j x; apply cell_once.
Defined.
Lemma moment_push (alpha m : R) (P Q : law) (f : map) : moment alpha P Q m -> moment alpha (push f P) (push f Q) m.
Proof.
  intros H c; destruct (H (pull f c)) as [A L]; unfold push; split.
  - intro i; rewrite !image_pr by apply cell_meas; apply A.
  - rewrite (below_ext _ _ (fun i => share alpha (pr P (cell (pull f c) i)) (pr Q (cell (pull f c) i)))); [ exact L | ].
    intro i; now rewrite !image_pr by apply cell_meas.
Qed.
Lemma moment_self (alpha : R) (P : law) : moment alpha P P 1.
Proof.
  intro c; split; [ auto | ]; rewrite (below_ext _ _ (fun i => pr P (cell c i))); [ right; apply cells_one | ].
  intro i; apply share_self, pr_nonneg, cell_meas.
Qed.
Lemma divergence_self (alpha : R) (P : law) : 1 < alpha -> divergence alpha P P 0.
Proof. intro H; split; [ exact H | rewrite Rmult_0_r, exp_0; apply moment_self ]. Qed.
Lemma divergence_equal (alpha b : R) (P Q V W : law) : divergence alpha P Q b -> equal V P -> equal W Q -> divergence alpha V W b.
Proof. intros [H K] EV EW; split; [ exact H | now apply moment_equal with P Q ]. Qed.
Lemma divergence_wide (alpha b d : R) (P Q : law) : divergence alpha P Q b -> b <= d -> divergence alpha P Q d.
Proof.
  intros [H K] L; split; [ exact H | apply moment_wide with (1 := K), exp_le, Rmult_le_compat_l; lra ].
Qed.
Lemma divergence_push (alpha b : R) (P Q : law) (f : map) : divergence alpha P Q b -> divergence alpha (push f P) (push f Q) b.
Proof. intros [H K]; split; [ exact H | now apply moment_push ]. Qed.
Definition whole : partition E.
Proof.
  refine {| cells := 1; cell := fun i (_ : E) => i = 0%nat |}.
  - intros [ | i]; [ apply (meas_ext E (fun _ => True)) | apply (meas_ext E (fun _ => False)) ];
      try (intro x; split; [ auto | discriminate ]); try tauto; [ apply meas_all | apply meas_none ].
  - intro x; exists 0%nat; split; [ lia | reflexivity ].
  - intros i j x; congruence.
Defined.
Lemma divergence_nonneg (alpha b : R) (P Q : law) : divergence alpha P Q b -> 0 <= b.
Proof.
  intros [H K]; destruct (K whole) as [_ L]; simpl in L.
  assert (A : forall V : law, pr V (fun _ => 0%nat = 0%nat) = 1).
  { intro V; rewrite <- (pr_all E V); symmetry; apply pr_ext; [ apply meas_all | tauto ]. }
  rewrite !A, share_self in L by lra; rewrite Rplus_0_l in L.
  destruct (Rle_dec 0 b) as [B | B]; [ exact B | exfalso ].
  assert ((alpha - 1) * b < 0) by (assert (0 < (alpha - 1) * - b) by (apply Rmult_lt_0_compat; lra); lra).
  assert (X : exp ((alpha - 1) * b) < exp 0) by (now apply exp_increasing); rewrite exp_0 in X; lra.
Qed.
(** A bound up to every positive number is a bound. *)
Lemma divergence_limit (alpha b : R) (P Q : law) : 1 < alpha -> (forall e, 0 < e -> divergence alpha P Q (b + e)) -> divergence alpha P Q b.
Proof.
  intros H U; split; [ exact H | intro c; split ].
  - destruct (U 1) as [_ K]; [ lra | apply (K c) ].
  - set (x := below _ _); apply Rnot_lt_le; intro N.
    assert (X : 0 < x) by (assert (E := exp_pos ((alpha - 1) * b)); lra).
    set (e := (ln x / (alpha - 1) - b) / 2).
    assert (G : b < ln x / (alpha - 1)).
    { apply Rmult_lt_reg_l with (alpha - 1); [ lra | ]; replace ((alpha - 1) * (ln x / (alpha - 1))) with (ln x) by (field; lra).
      rewrite <- (ln_exp ((alpha - 1) * b)); apply ln_increasing; [ apply exp_pos | exact N ]. }
    destruct (U e) as [_ K]; [ unfold e; lra | ]; destruct (K c) as [_ L]; fold x in L.
    assert (M : (alpha - 1) * (b + e) < ln x).
    { replace (ln x) with ((alpha - 1) * (ln x / (alpha - 1))) by (field; lra); apply Rmult_lt_compat_l; [ lra | unfold e; lra ]. }
    apply exp_increasing in M; rewrite exp_ln in M by exact X; lra.
Qed.
Lemma renyi_plain (alpha b : R) (P Q : law) : renyi alpha 0 P Q b <-> divergence alpha P Q b.
Proof.
  split.
  - intros [H U]; apply divergence_limit; [ exact H | ]; intros e He; destruct (U e He) as [V [K L]].
    apply divergence_equal with V Q; [ exact L | now apply winf_nothing | apply equal_refl ].
  - intro D; split; [ apply D | ]; intros e He; exists P; split; [ now apply proved_same_start, equal_refl | ].
    apply divergence_wide with b; [ exact D | lra ].
Qed.

Theorem proved_start (alpha z : R) (P Q : law) : 1 < alpha -> 0 <= z -> winf P Q z -> renyi alpha z P Q 0.
Proof.
  intros H Hz W; split; [ exact H | ]; intros e He; exists Q; split; [ exact W | ].
  apply divergence_wide with 0; [ now apply divergence_self | lra ].
Qed.
Theorem proved_witness_in (alpha z b : R) (P Q V : law) : winf P V z -> renyi alpha 0 V Q b -> renyi alpha z P Q b.
Proof.
  intros W D; apply renyi_plain in D; split; [ apply D | ]; intros e He; exists V; split; [ exact W | ].
  apply divergence_wide with b; [ exact D | lra ].
Qed.
(** The rule [witness]: what follows from every law that nearly attains the infimum, with an arbitrary loss. *)
Theorem witness (alpha z b beta y r : R) (P Q P' Q' : law) : renyi alpha z P Q b ->
  (forall V x, winf P V z -> renyi alpha 0 V Q x -> renyi beta y P' Q' (x + r)) -> renyi beta y P' Q' (b + r).
Proof.
  intros [H U] S; assert (O : 1 < beta) by
    (destruct (U 1) as [V [W D]]; [ lra | destruct (S V (b + 1) W) as [O _]; [ now apply renyi_plain | exact O ] ]).
  split; [ exact O | ]; intros e He; destruct (U (e / 2)) as [V [W D]]; [ lra | ].
  destruct (S V (b + e / 2) W) as [_ T]; [ now apply renyi_plain | ].
  destruct (T (e / 2)) as [V' [W' D']]; [ lra | ]; exists V'; split; [ exact W' | ].
  apply divergence_wide with (1 := D'); lra.
Qed.
Theorem proved_monotone (alpha y z b d : R) (P Q : law) : z <= y -> b <= d -> renyi alpha z P Q b -> renyi alpha y P Q d.
Proof.
  intros Hz Hb [H U]; split; [ exact H | ]; intros e He; destruct (U e He) as [V [W D]]; exists V; split.
  - now apply winf_wide with z.
  - apply divergence_wide with (1 := D); lra.
Qed.
Theorem proved_contraction (alpha z c s b : R) (P Q : law) (f g : map) :
  renyi alpha z P Q b -> lipschitz f c -> gap f g s -> renyi alpha (c * z + s) (push f P) (push g Q) b.
Proof.
  intros [H U] L G; split; [ exact H | ]; intros e He; destruct (U e He) as [V [W D]]; exists (push g V); split.
  - now apply proved_winf_push.
  - now apply divergence_push.
Qed.
Theorem proved_post_processing (alpha b : R) (P Q : law) (f : map) :
  renyi alpha 0 P Q b -> renyi alpha 0 (push f P) (push f Q) b.
Proof. rewrite !renyi_plain; apply divergence_push. Qed.
Theorem proved_same_law (alpha z b : R) (P Q V W : law) : renyi alpha z P Q b -> equal V P -> equal W Q -> renyi alpha z V W b.
Proof.
  intros [H U] EV EW; split; [ exact H | ]; intros e He; destruct (U e He) as [B [N D]]; exists B; split.
  - apply winf_equal with P B; [ exact N | exact EV | apply equal_refl ].
  - apply divergence_equal with B Q; [ exact D | apply equal_refl | exact EW ].
Qed.
Theorem proved_reflexive (P : law) : equal P P.
Proof. apply equal_refl. Qed.
Theorem proved_moment (alpha b : R) (P Q : law) : 1 < alpha -> renyi alpha 0 P Q b -> moment alpha P Q (exp ((alpha - 1) * b)).
Proof. intros _ D; apply renyi_plain in D; apply D. Qed.
Theorem proved_from_moment (alpha m : R) (P Q : law) : 1 < alpha -> 0 < m -> moment alpha P Q m -> renyi alpha 0 P Q (ln m / (alpha - 1)).
Proof.
  intros H K M; apply renyi_plain; split; [ exact H | ].
  replace ((alpha - 1) * (ln m / (alpha - 1))) with (ln m) by (field; lra); rewrite exp_ln by exact K; exact M.
Qed.
Theorem proved_moment_widen (alpha m u : R) (P Q : law) : m <= u -> moment alpha P Q m -> moment alpha P Q u.
Proof. intros H K; now apply moment_wide with m. Qed.
Theorem proved_moment_same_law (alpha m : R) (P Q V W : law) : moment alpha P Q m -> equal V P -> equal W Q -> moment alpha V W m.
Proof. apply moment_equal. Qed.

Theorem proved_renyi_same (alpha : R) (P : law) : 1 < alpha -> renyi alpha 0 P P 0.
Proof. intro H; now apply renyi_plain, divergence_self. Qed.

(** ** Joint convexity *)

(** Bernoulli's inequality for real exponents. *)
Lemma bernoulli (x a : R) : 0 < x -> 1 <= a -> 1 + a * (x - 1) <= Rpower x a.
Proof.
  intros Hx Ha; set (y := 1 + a * (x - 1)); destruct (Rle_dec y 0) as [H | H]; [ left; assert (0 < Rpower x a) by apply exp_pos; lra | ].
  assert (K : ln y <= a * ln x).
  { assert (A := ln_tangent (y / x)); assert (B := ln_tangent (/ x)); unfold Rdiv in A.
    rewrite ln_mult, ln_Rinv in A by (try apply Rinv_0_lt_compat; lra); rewrite ln_Rinv in B by lra.
    assert (A' := A (Rmult_lt_0_compat y (/ x) ltac:(lra) (Rinv_0_lt_compat x Hx))); assert (B' := B (Rinv_0_lt_compat x Hx)); clear A B.
    assert (C : (a - 1) * - ln x <= (a - 1) * (/ x - 1)) by (apply Rmult_le_compat_l; lra).
    assert (D : y * / x - 1 + (a - 1) * (/ x - 1) = 0) by (unfold y; field; lra); lra. }
  rewrite <- (exp_ln y) by lra; now apply exp_le.
Qed.
(** [p^a * q^(1 - a)] lies above its tangents. *)
Lemma share_tangent (a p q s : R) : 1 < a -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) -> 0 < s ->
  a * Rpower s (a - 1) * p - (a - 1) * Rpower s a * q <= share a p q.
Proof.
  intros Ha Hp Hq Z Hs; assert (S1 : 0 < Rpower s (a - 1)) by apply exp_pos.
  assert (SA : Rpower s a = Rpower s (a - 1) * s) by (rewrite <- (Rpower_1 s) at 3 by exact Hs; rewrite <- Rpower_plus; f_equal; ring).
  unfold share; destruct (Rle_dec p 0) as [H | H].
  - replace p with 0 by lra; assert (0 <= (a - 1) * Rpower s a * q); [ | lra ].
    apply Rmult_le_pos; [ apply Rmult_le_pos; [ lra | left; apply exp_pos ] | exact Hq ].
  - assert (Q : 0 < q) by (destruct (Req_dec q 0) as [-> | N]; [ exfalso; apply H; rewrite Z; lra | lra ]).
    set (t := p / q); assert (T : 0 < t) by (apply Rdiv_lt_0_compat; lra).
    assert (B := bernoulli (t / s) a (Rdiv_lt_0_compat t s T Hs) ltac:(lra)).
    assert (PT : p * Rpower t (a - 1) = q * Rpower t a).
    { replace p with (q * t) by (unfold t; field; lra); rewrite Rmult_assoc; f_equal.
      rewrite <- (Rpower_1 t) at 1 by exact T; rewrite <- Rpower_plus; f_equal; ring. }
    rewrite PT; replace (Rpower t a) with (Rpower (t / s) a * Rpower s a).
    + apply Rle_trans with (q * ((1 + a * (t / s - 1)) * Rpower s a)).
      * rewrite SA; right; replace p with (q * t) by (unfold t; field; lra); field; lra.
      * apply Rmult_le_compat_l; [ lra | ]; apply Rmult_le_compat_r; [ left; apply exp_pos | exact B ].
    + rewrite Rpower_mult_distr by (try exact Hs; now apply Rdiv_lt_0_compat); f_equal; field; lra.
Qed.
Lemma share_mix (a w p q u v : R) : 1 < a -> 0 <= w -> w <= 1 -> 0 <= p -> 0 <= q -> 0 <= u -> 0 <= v -> (q = 0 -> p = 0) -> (v = 0 -> u = 0) ->
  share a (w * p + (1 - w) * u) (w * q + (1 - w) * v) <= w * share a p q + (1 - w) * share a u v.
Proof.
  intros Ha W0 W1 Hp Hq Hu Hv Zq Zv; set (x := w * p + (1 - w) * u); set (y := w * q + (1 - w) * v).
  assert (N1 := share_nonneg a p q); assert (N2 := share_nonneg a u v).
  assert (0 <= w * share a p q) by (now apply Rmult_le_pos); assert (0 <= (1 - w) * share a u v) by (apply Rmult_le_pos; lra).
  destruct (Rle_dec x 0) as [X | X]; [ unfold share at 1; destruct (Rle_dec x 0); [ lra | contradiction ] | ].
  assert (Y : 0 < y).
  { assert (0 <= w * q) by (now apply Rmult_le_pos); assert (0 <= (1 - w) * v) by (apply Rmult_le_pos; lra).
    destruct (Req_dec y 0) as [Y | Y]; [ exfalso; apply X; unfold x, y in * | unfold y in *; lra ].
    assert (A : w * q = 0) by lra; assert (B : (1 - w) * v = 0) by lra.
    apply Rmult_integral in A; apply Rmult_integral in B.
    assert (w * p = 0) by (destruct A as [A | A]; [ rewrite A | rewrite (Zq A) ]; ring).
    assert ((1 - w) * u = 0) by (destruct B as [B | B]; [ rewrite B | rewrite (Zv B) ]; ring); lra. }
  set (s := x / y); assert (S : 0 < s) by (apply Rdiv_lt_0_compat; lra).
  assert (T1 := share_tangent a p q s Ha Hp Hq Zq S); assert (T2 := share_tangent a u v s Ha Hu Hv Zv S).
  assert (E : share a x y = a * Rpower s (a - 1) * x - (a - 1) * Rpower s a * y).
  { unfold share; destruct (Rle_dec x 0); [ contradiction | ]; fold s.
    replace (Rpower s a) with (Rpower s (a - 1) * s) by (rewrite <- (Rpower_1 s) at 2 by exact S; rewrite <- Rpower_plus; f_equal; ring).
    replace x with (s * y) by (unfold s; field; lra); ring. }
  rewrite E; unfold x, y; apply Rmult_le_compat_l with (r := w) in T1; [ | lra ]; apply Rmult_le_compat_l with (r := 1 - w) in T2; [ | lra ]; lra.
Qed.
Theorem proved_moment_mixture (alpha w m u : R) (P Q V W : law) : 1 < alpha -> 0 <= w -> w <= 1 ->
  moment alpha P Q m -> moment alpha V W u -> moment alpha (mix w P V) (mix w Q W) (w * m + (1 - w) * u).
Proof.
  intros Ha W0 W1 H K c; destruct (H c) as [A L]; destruct (K c) as [B M]; simpl; rewrite (chance_id w W0 W1); split.
  - intros i Z; assert (N1 := pr_nonneg E Q _ (cell_meas E c i)); assert (N2 := pr_nonneg E W _ (cell_meas E c i)).
    assert (0 <= w * pr Q (cell c i)) by (now apply Rmult_le_pos); assert (0 <= (1 - w) * pr W (cell c i)) by (apply Rmult_le_pos; lra).
    assert (Z1 : w * pr Q (cell c i) = 0) by lra; assert (Z2 : (1 - w) * pr W (cell c i) = 0) by lra.
    apply Rmult_integral in Z1; apply Rmult_integral in Z2.
    assert (w * pr P (cell c i) = 0) by (destruct Z1 as [Z1 | Z1]; [ rewrite Z1 | rewrite (A i Z1) ]; ring).
    assert ((1 - w) * pr V (cell c i) = 0) by (destruct Z2 as [Z2 | Z2]; [ rewrite Z2 | rewrite (B i Z2) ]; ring); lra.
  - apply Rle_trans with (below (cells c) (fun i => w * share alpha (pr P (cell c i)) (pr Q (cell c i)) + (1 - w) * share alpha (pr V (cell c i)) (pr W (cell c i)))).
    + apply below_le; intro i; apply share_mix; auto; apply pr_nonneg, cell_meas.
    + rewrite below_linear; apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.
Theorem proved_renyi_sign (alpha z b : R) (P Q : law) : 1 < alpha -> renyi alpha z P Q b -> 0 <= b.
Proof.
  intros _ [_ U]; destruct (Rle_dec 0 b) as [B | B]; [ exact B | exfalso ].
  destruct (U (- b / 2) ltac:(lra)) as [V [_ D]]; assert (N := divergence_nonneg _ _ _ _ D); lra.
Qed.
Theorem proved_close_same (alpha : R) (K : mechanism) : 1 < alpha -> close alpha K K 0.
Proof. intro H; split; [ exact H | ]; intro x; now apply divergence_self. Qed.
Theorem proved_forget (alpha b : R) (P Q : law) (K J : mechanism) : renyi alpha 0 (joint P K) (joint Q J) b ->
  renyi alpha 0 (through K P) (through J Q) b.
Proof. apply proved_post_processing. Qed.

(** ** zCDP *)

Theorem proved_zcdp_start (P Q : law) : equal P Q -> zcdp P Q 0.
Proof.
  intros H alpha Ha; rewrite Rmult_0_r; apply renyi_plain, divergence_equal with Q Q; [ now apply divergence_self | exact H | apply equal_refl ].
Qed.
Theorem proved_zcdp_widen (r u : R) (P Q : law) : r <= u -> zcdp P Q r -> zcdp P Q u.
Proof.
  intros H K alpha Ha; apply proved_monotone with 0 (alpha * r); [ lra | apply Rmult_le_compat_l; lra | auto ].
Qed.
Theorem proved_zcdp_same_law (r : R) (P Q V W : law) : zcdp P Q r -> equal V P -> equal W Q -> zcdp V W r.
Proof. intros H EV EW alpha Ha; now apply proved_same_law with P Q; auto. Qed.
Theorem proved_zcdp_order (alpha r : R) (P Q : law) : 1 < alpha -> zcdp P Q r -> renyi alpha 0 P Q (alpha * r).
Proof. auto. Qed.

(** * Approximate differential privacy *)

(** What an event leaves out, told as an event. *)
Theorem proved_dp_swap (e d : R) (P Q : law) : dp P Q e d -> dp Q P (- e) ((d + exp e + - (1)) * exp (- e)).
Proof.
  intros H A M; specialize (H (fun x => ~ A x) (meas_not _ _ M)); rewrite !pr_not in H by exact M.
  assert (K : exp (- e) * exp e = 1) by (rewrite <- exp_plus, Rplus_opp_l; apply exp_0); assert (L := exp_pos (- e)).
  replace (pr Q A) with (exp (- e) * (exp e * pr Q A)) by (rewrite <- Rmult_assoc, K; ring).
  replace (exp (- e) * pr P A + (d + exp e + - (1)) * exp (- e)) with (exp (- e) * (pr P A + d + exp e - 1)) by ring.
  apply Rmult_le_compat_l; lra.
Qed.
Theorem proved_dp_widen (e d u v : R) (P Q : law) : e <= u -> d <= v -> dp P Q e d -> dp P Q u v.
Proof.
  intros H K D A M; assert (L := D A M); assert (N := pr_nonneg E Q A M).
  assert (exp e * pr Q A <= exp u * pr Q A) by (apply Rmult_le_compat_r; [ exact N | now apply exp_le ]); lra.
Qed.
Theorem proved_dp_start (e : R) (P Q : law) : 0 <= e -> equal P Q -> dp P Q e 0.
Proof.
  intros H K A M; rewrite (K A M); assert (N := pr_nonneg E Q A M).
  assert (1 * pr Q A <= exp e * pr Q A); [ apply Rmult_le_compat_r; [ exact N | rewrite <- exp_0; now apply exp_le ] | lra ].
Qed.
Theorem proved_dp_same_law (e d : R) (P Q V W : law) : dp P Q e d -> equal V P -> equal W Q -> dp V W e d.
Proof. intros D EV EW A M; rewrite EV, EW by exact M; auto. Qed.
Theorem proved_dp_push (e d : R) (P Q : law) (f : map) : dp P Q e d -> dp (push f P) (push f Q) e d.
Proof. intros D A M; unfold push; rewrite !image_pr by exact M; exact (D (fun x => A (f x)) (map_measurable f A M)). Qed.
Theorem proved_dp_certain (e : R) (P Q : law) : dp P Q e 1.
Proof.
  intros A M; assert (N := pr_nonneg E Q A M); assert (L := pr_le_1 E P A M).
  assert (0 <= exp e * pr Q A) by (apply Rmult_le_pos; [ left; apply exp_pos | exact N ]); lra.
Qed.
Theorem proved_dp_third_law (e f d u : R) (P Q V : law) : dp P V e d -> dp V Q f u -> dp P Q (e + f) (d + exp e * u).
Proof.
  intros D F A M; assert (X := D A M); assert (Y := F A M); rewrite exp_plus.
  apply Rmult_le_compat_l with (r := exp e) in Y; [ | left; apply exp_pos ]; rewrite Rmult_plus_distr_l, <- Rmult_assoc in Y; lra.
Qed.
Theorem proved_dp_mixture (e d u w : R) (P Q V W : law) : 0 <= w -> w <= 1 -> dp P Q e d -> dp V W e u ->
  dp (mix w P V) (mix w Q W) e (w * d + (1 - w) * u).
Proof.
  intros W0 W1 D F A M; simpl; rewrite (chance_id w W0 W1).
  assert (X := D A M); assert (Y := F A M).
  apply Rmult_le_compat_l with (r := w) in X; [ | lra ]; apply Rmult_le_compat_l with (r := 1 - w) in Y; [ | lra ]; lra.
Qed.
Definition event (A : E -> Prop) (M : meas A) : partition E.
Proof.
  refine {| cells := 2; cell := fun i x => match i with O => A x | S O => ~ A x | _ => False end |}.
  - intros [ | [ | i]]; [ exact M | now apply meas_not | apply meas_none ].
  - intro x; destruct (classic (A x)) as [H | H]; [ exists 0%nat | exists 1%nat ]; split; auto.
  - intros [ | [ | i]] [ | [ | j]] x; tauto.
Defined.
Theorem proved_renyi_to_dp (alpha b d : R) (P Q : law) : 1 < alpha -> 0 < d -> renyi alpha 0 P Q b ->
  dp P Q (b + ln (1 / d) / (alpha - 1)) d.
Proof.
  intros Ha Hd D A M; apply renyi_plain in D; destruct D as [_ D]; destruct (D (event A M)) as [Z L]; simpl in L.
  specialize (Z 0%nat); simpl in Z; set (p := pr P A) in *; set (q := pr Q A) in *; set (e := b + ln (1 / d) / (alpha - 1)).
  assert (Hp : 0 <= p) by (now apply pr_nonneg); assert (Hq : 0 <= q) by (now apply pr_nonneg); assert (Ee := exp_pos e).
  assert (0 <= exp e * q) by (apply Rmult_le_pos; lra).
  destruct (Rle_dec p d) as [S | S]; [ lra | ].
  assert (N := share_nonneg alpha (pr P (fun x => ~ A x)) (pr Q (fun x => ~ A x))).
  assert (U : share alpha p q <= exp ((alpha - 1) * b)) by lra; clear L N.
  assert (Q0 : 0 < q) by (destruct (Req_dec q 0) as [W | W]; [ assert (p = 0) by auto; lra | lra ]).
  unfold share in U; destruct (Rle_dec p 0) as [W | W]; [ lra | ].
  assert (T : 0 < p / q) by (apply Rdiv_lt_0_compat; lra).
  assert (V : Rpower (p / q) (alpha - 1) <= exp ((alpha - 1) * e)).
  { replace ((alpha - 1) * e) with ((alpha - 1) * b + ln (1 / d)) by (unfold e; field; lra).
    rewrite exp_plus, exp_ln by (apply Rdiv_lt_0_compat; lra).
    apply Rmult_le_reg_l with d; [ exact Hd | ]; replace (d * (exp ((alpha - 1) * b) * (1 / d))) with (exp ((alpha - 1) * b)) by (field; lra).
    apply Rle_trans with (2 := U), Rmult_le_compat_r; [ left; apply exp_pos | lra ]. }
  assert (X : ln (p / q) <= e).
  { unfold Rpower in V; apply Rmult_le_reg_l with (alpha - 1); [ lra | ].
    destruct (Rle_dec ((alpha - 1) * ln (p / q)) ((alpha - 1) * e)) as [Y | Y]; [ exact Y | exfalso ].
    assert (exp ((alpha - 1) * e) < exp ((alpha - 1) * ln (p / q))) by (apply exp_increasing; lra); lra. }
  apply exp_le in X; rewrite exp_ln in X by exact T.
  assert (p <= exp e * q); [ | lra ]; replace p with (p / q * q) by (field; lra); apply Rmult_le_compat_r; lra.
Qed.

(** * Maps *)

Theorem proved_affine_lipschitz (c s : R) : 0 <= c -> lipschitz (affine c s) c.
Proof.
  intros H x y; simpl; rewrite dist_vadd; unfold dist, vsub; rewrite vscale_mul, Rmult_comm, <- vscale_mul, <- vscale_vadd, norm_scale.
  rewrite Rabs_right; lra.
Qed.
Theorem proved_affine_gap (c s t : R) : t <= s -> gap (affine c s) (affine c t) (s - t).
Proof.
  intros H x; simpl; rewrite (vadd_comm E (vscale E c x)), (vadd_comm E (vscale E c x)), dist_vadd.
  unfold dist, vsub; rewrite vscale_mul, <- vscale_plus, norm_scale, norm_direction, Rabs_right; lra.
Qed.
Theorem proved_compose (c d : R) (f g : map) : 0 <= c -> lipschitz f c -> lipschitz g d -> lipschitz (compose f g) (c * d).
Proof.
  intros H F G x y; simpl; apply Rle_trans with (c * dist (g x) (g y)); [ apply F | rewrite Rmult_assoc; apply Rmult_le_compat_l; auto ].
Qed.
Theorem proved_same_map (f : map) : gap f f 0.
Proof. intro x; rewrite dist_self; lra. Qed.
Theorem proved_lipschitz_widen (c d : R) (f : map) : c <= d -> lipschitz f c -> lipschitz f d.
Proof.
  intros H F x y; apply Rle_trans with (c * dist x y); [ apply F | apply Rmult_le_compat_r; [ apply dist_nonneg | exact H ] ].
Qed.
Theorem proved_gap_widen (s u : R) (f g : map) : s <= u -> gap f g s -> gap f g u.
Proof. intros H G x; apply Rle_trans with s; auto. Qed.
Theorem proved_projection (K : set) : convexset K -> lipschitz (projection K) 1.
Proof.
  intros H x y; simpl; destruct (decide (convexset K)) as [_ | N]; [ | contradiction ]; rewrite Rmult_1_l; now apply nearest_contracts.
Qed.
Lemma lipschitzon_nonneg (f : map) (K : set) (c : R) : convexset K -> lipschitzon f K c -> 0 <= c.
Proof.
  intros [_ [_ [x [e [He B]]]]] L; set (y := vadd E x (vscale E (e / 2) (direction E))).
  assert (D : dist x y = e / 2).
  { unfold y, dist; rewrite vsub_vadd, norm_minus_one, norm_scale, norm_direction, Rabs_right; lra. }
  assert (A := L x y (B x ltac:(rewrite dist_self; exact He)) (B y ltac:(lra))); assert (P := dist_nonneg (f x) (f y)); rewrite D in A.
  apply Rmult_le_reg_r with (e / 2); lra.
Qed.
Theorem proved_after_projection (c : R) (f : map) (K : set) : lipschitzon f K c -> convexset K -> lipschitz (compose f (projection K)) c.
Proof.
  intros L H x y; simpl; assert (C := lipschitzon_nonneg f K c H L); destruct (decide (convexset K)) as [_ | N]; [ | contradiction ].
  apply Rle_trans with (c * dist (nearest K x) (nearest K y)); [ apply L; now apply nearest_in | ].
  apply Rmult_le_compat_l; [ exact C | now apply nearest_contracts ].
Qed.
Theorem proved_gap_after_projection (s : R) (f g : map) (K : set) : gapon f g K s -> convexset K ->
  gap (compose f (projection K)) (compose g (projection K)) s.
Proof.
  intros G H x; simpl; destruct (decide (convexset K)) as [_ | N]; [ | contradiction ]; now apply G, nearest_in.
Qed.
Theorem proved_gradient_gap (L eta : R) (f g : loss) (K : set) : 0 <= eta -> lipschitzloss f L K -> lipschitzloss g L K ->
  gapon (gradient f eta) (gradient g eta) K (2 * eta * L).
Proof.
  intros H F G x Kx; simpl; rewrite (vadd_comm E x), (vadd_comm E x), dist_vadd; unfold dist, vsub.
  rewrite vscale_mul; replace (-1 * - eta) with eta by ring.
  apply Rle_trans with (norm E (vscale E (- eta) (grad f x)) + norm E (vscale E eta (grad g x))); [ apply norm_triangle | ].
  rewrite !norm_scale, Rabs_Ropp, Rabs_right by lra.
  assert (A := Rmult_le_compat_l eta _ _ H (F x Kx)); assert (B := Rmult_le_compat_l eta _ _ H (G x Kx)); lra.
Qed.

(** * The magnitude of noise *)

Lemma translate_zero (Z : noise) : equal (push (translate (vzero E)) Z) Z.
Proof. intros A M; unfold push; rewrite image_pr by exact M; apply pr_ext; [ exact (map_measurable (translate (vzero E)) A M) | intro x; simpl; now rewrite vadd_zero ]. Qed.
Theorem proved_magnitude_zero (alpha : R) (Z : noise) : 1 < alpha -> magnitude alpha Z 0 = 0.
Proof.
  intro H; assert (Z0 : bounds_moves alpha Z 0 0).
  { intros x Hx; assert (E0 : x = vzero E) by (apply norm_zero; assert (N := norm_nonneg x); lra); subst x.
    apply divergence_equal with Z Z; [ now apply divergence_self | apply translate_zero | apply equal_refl ]. }
  assert (B : forall b, bounds_moves alpha Z 0 b -> 0 <= b).
  { intros b Hb; apply divergence_nonneg with (1 := Hb (vzero E) ltac:(rewrite norm_vzero; lra)). }
  destruct (infimum_spec (bounds_moves alpha Z 0) 0) as [L U]; [ now exists 0 | exact B | ].
  apply Rle_antisym; [ now apply L | now apply U ].
Qed.

Lemma moves_zero (alpha : R) (Z : noise) : 1 < alpha -> bounds_moves alpha Z 0 0.
Proof.
  intros H x Hx; assert (E0 : x = vzero E) by (apply norm_zero; assert (N := norm_nonneg x); lra); subst x.
  apply divergence_equal with Z Z; [ now apply divergence_self | apply translate_zero | apply equal_refl ].
Qed.
Theorem proved_finite_zero (alpha : R) (Z : noise) : 1 < alpha -> finite alpha Z 0.
Proof. intro H; exists 0; now apply moves_zero. Qed.

(** The one analytic fact: noise hides a move [W], norm W <= a, of its point at the price of its magnitude. *)
Definition noise_pays : Prop := forall (alpha a b : R) (P V Q : law) (Z : noise),
  0 <= a -> finite alpha Z a -> winf P V a -> divergence alpha V Q b ->
  divergence alpha (convolve P Z) (convolve Q Z) (b + magnitude alpha Z a).
Definition noise_pays_told : Prop := forall (a m : R) (P V Q : law) (Z : noise),
  0 <= a -> gdpfinite Z a -> winf P V a -> gdp_plain V Q m -> gdp_plain (convolve P Z) (convolve Q Z) (m + gdpsize Z a).

Lemma between_both (z a : R) (P Q : law) : 0 <= z -> 0 <= a -> winf P Q (z + a) ->
  winf P (between P Q z a) z /\ winf (between P Q z a) Q a.
Proof.
  intros Hz Ha W; unfold between; destruct (decide _) as [H | H]; [ | now destruct (H (winf_cut z a P Q Hz Ha W)) ].
  exact (proj2_sig (constructive_indefinite_description _ H)).
Qed.
Theorem proved_between_near (z a : R) (P Q : law) : 0 <= z -> 0 <= a -> winf P Q (z + a) -> winf P (between P Q z a) z.
Proof. apply between_both. Qed.
Theorem proved_between_far (z a : R) (P Q : law) : 0 <= z -> 0 <= a -> winf P Q (z + a) -> winf (between P Q z a) Q a.
Proof. apply between_both. Qed.

Theorem shift_reduction (alpha z a b : R) (P Q : law) (Z : noise) : noise_pays -> finite alpha Z a -> 0 <= a -> 0 <= z ->
  renyi alpha (z + a) P Q b -> renyi alpha z (convolve P Z) (convolve Q Z) (b + magnitude alpha Z a).
Proof.
  intros pays F Ha Hz [H U]; split; [ exact H | ]; intros e He; destruct (U e He) as [V [W D]].
  destruct (winf_cut z a P V Hz Ha W) as [B [W1 W2]]; exists (convolve B Z); split; [ now apply proved_winf_convolve | ].
  replace (b + magnitude alpha Z a + e) with (b + e + magnitude alpha Z a) by ring; now apply pays with V.
Qed.
Theorem gdp_shift_reduction (z a m : R) (P Q : law) (Z : noise) : noise_pays_told -> gdpfinite Z a -> 0 <= a -> 0 <= z ->
  gdp (z + a) P Q m -> gdp z (convolve P Z) (convolve Q Z) (m + gdpsize Z a).
Proof.
  intros pays F Ha Hz [V [W D]]; destruct (winf_cut z a P V Hz Ha W) as [B [W1 W2]]; exists (convolve B Z); split.
  - now apply proved_winf_convolve.
  - now apply pays with V.
Qed.

(** * Gaussian differential privacy *)

Theorem proved_gdp_sign (z m : R) (P Q : law) : gdp z P Q m -> 0 <= m.
Proof. intros [V [_ [H _]]]; exact H. Qed.
Lemma gdp_plain_same (P : law) : gdp_plain P P 0.
Proof.
  split; [ lra | ]; intros e A M; rewrite sqrt_0; unfold theta; destruct (Rle_dec 0 0) as [_ | K]; [ | lra ].
  assert (N := pr_nonneg E P A M); assert (L := pr_le_1 E P A M); assert (X := exp_pos e).
  assert (Y := Rmax_l 0 (1 - exp e)); assert (U := Rmax_r 0 (1 - exp e)).
  destruct (Rle_dec 1 (exp e)) as [K | K].
  - assert (1 * pr P A <= exp e * pr P A) by (apply Rmult_le_compat_r; lra); lra.
  - assert ((1 - exp e) * pr P A <= (1 - exp e) * 1) by (apply Rmult_le_compat_l; lra); lra.
Qed.
Theorem proved_gdp_start (z : R) (P Q : law) : 0 <= z -> winf P Q z -> gdp z P Q 0.
Proof. intros _ W; exists Q; split; [ exact W | apply gdp_plain_same ]. Qed.
Lemma tells_zero (Z : noise) : tells_moves Z 0 0.
Proof.
  intros x Hx; assert (E0 : x = vzero E) by (apply norm_zero; assert (N := norm_nonneg x); lra); subst x.
  destruct (gdp_plain_same Z) as [H D]; split; [ exact H | ]; intro e.
  apply proved_dp_same_law with Z Z; [ apply D | apply translate_zero | apply equal_refl ].
Qed.
Theorem proved_gdp_finite_zero (Z : noise) : gdpfinite Z 0.
Proof. exists 0; apply tells_zero. Qed.
Theorem proved_gdp_magnitude_zero (Z : noise) : gdpsize Z 0 = 0.
Proof.
  assert (B : forall m, tells_moves Z 0 m -> 0 <= m).
  { intros m Hm; exact (proj1 (Hm (vzero E) ltac:(rewrite norm_vzero; lra))). }
  destruct (infimum_spec (tells_moves Z 0) 0) as [L U]; [ exists 0; apply tells_zero | exact B | ].
  apply Rle_antisym; [ apply L, tells_zero | now apply U ].
Qed.
Theorem proved_gdp_contraction (z c s m : R) (P Q : law) (f g : map) : gdp z P Q m -> lipschitz f c -> gap f g s ->
  gdp (c * z + s) (push f P) (push g Q) m.
Proof.
  intros [V [W [H D]]] L G; exists (push g V); split; [ now apply proved_winf_push | split; [ exact H | ] ].
  intro e; apply proved_dp_push, D.
Qed.
Theorem proved_gdp_same_law (z m : R) (P Q V W : law) : gdp z P Q m -> equal V P -> equal W Q -> gdp z V W m.
Proof.
  intros [B [N [H D]]] EV EW; exists B; split; [ | split; [ exact H | ] ].
  - apply winf_equal with P B; [ exact N | exact EV | apply equal_refl ].
  - intro e; apply proved_dp_same_law with B Q; [ apply D | apply equal_refl | exact EW ].
Qed.
Theorem proved_gdp_to_dp (e m : R) (P Q : law) : gdp 0 P Q m -> dp P Q e (theta (exp e) (sqrt m)).
Proof.
  intros [V [W [_ D]]]; apply proved_dp_same_law with V Q; [ apply D | now apply winf_nothing | apply equal_refl ].
Qed.
Theorem proved_apart_not (P Q : law) : apart P Q 0.
Proof. left; lra. Qed.
Theorem proved_gdp_same (P : law) : gdp 0 P P 0.
Proof. apply proved_gdp_start; [ lra | apply proved_same_start, equal_refl ]. Qed.
Theorem proved_gdp_close_same (K : mechanism) : gdpclose K K 0.
Proof. intro x; apply proved_gdp_same. Qed.
Theorem proved_gdp_witness_in (z m : R) (P Q V : law) : winf P V z -> gdp 0 V Q m -> gdp z P Q m.
Proof.
  intros W [B [N [H D]]]; exists V; split; [ exact W | split; [ exact H | ] ].
  intro e; apply proved_dp_same_law with B Q; [ apply D | now apply winf_nothing | apply equal_refl ].
Qed.
Theorem proved_gdp_push (m : R) (P Q : law) (f : map) : gdp 0 P Q m -> gdp 0 (push f P) (push f Q) m.
Proof.
  intros [V [W [H D]]]; exists (push f V); split.
  - apply winf_refl; [ | lra ]; apply winf_nothing in W; apply law_eq in W; rewrite W; apply equal_refl.
  - split; [ exact H | ]; intro e; apply proved_dp_push, D.
Qed.
Lemma through_pr (K : mechanism) (P : law) (A : E -> Prop) : meas A -> pr (through K P) A = integral E P (fun x => pr (K x) A).
Proof.
  intro M; assert (M1 := map_measurable answer A M : meas (fun x => A (snd (decode E x)))).
  unfold through, push; rewrite image_pr by exact M; unfold joint; rewrite image_pr by exact M1.
  rewrite compound_pr by (exact (code_measurable E _ M1)).
  apply integral_ext; intro x; apply pr_ext; [ | intro y; cbn [answer at_point]; rewrite decode_code; reflexivity ].
  apply (meas_ext E A); [ intro y; cbn [answer at_point]; rewrite decode_code; reflexivity | exact M ].
Qed.
Lemma answers_range (K : mechanism) (A : E -> Prop) : meas A -> forall x, 0 <= pr (K x) A <= 1.
Proof. intros M x; split; [ now apply pr_nonneg | now apply pr_le_1 ]. Qed.
Lemma dp_through (e d : R) (P Q : law) (K : mechanism) : 0 <= d -> dp P Q e d -> dp (through K P) (through K Q) e d.
Proof.
  intros Hd D A M; rewrite !through_pr by exact M.
  apply integral_told; [ exact Hd | now apply answers_range | now apply answers_kernel | left; apply exp_pos | exact D ].
Qed.
Theorem proved_gdp_through (m : R) (P Q : law) (K : mechanism) : gdp 0 P Q m -> gdp 0 (through K P) (through K Q) m.
Proof.
  intros [V [W [H D]]]; exists (through K V); split.
  - apply winf_refl; [ | lra ]; apply winf_nothing in W; apply law_eq in W; rewrite W; apply equal_refl.
  - split; [ exact H | ]; intro e; apply dp_through, D.
    specialize (D e (fun _ => False) (meas_none E)); rewrite !pr_none in D; lra.
Qed.
(** The rule [witness] for the twin. *)
Theorem witness_told (z b y r : R) (P Q P' Q' : law) : gdp z P Q b ->
  (forall V x, winf P V z -> gdp 0 V Q x -> gdp y P' Q' (x + r)) -> gdp y P' Q' (b + r).
Proof.
  intros [V [W D]] S; apply (S V b W); exists V; split; [ now apply proved_same_start, equal_refl | exact D ].
Qed.

(** * Equal laws *)

(** The rule [rewrite]: what is said of a law is said of one with the same chances. *)
Theorem rewritten (J : law -> Prop) (V P : law) : equal V P -> J P -> J V.
Proof. intro H; now rewrite (law_eq _ _ H). Qed.
Theorem proved_lsi_same_law (v : R) (P V : law) : lsi P v -> equal V P -> lsi V v.
Proof. intros H K; exact (rewritten (fun Q => lsi Q v) V P K H). Qed.

(** * Wider bounds: the rule [widen] *)

Lemma wider_winf (P Q : law) (b d : R) : b <= d -> winf P Q b -> winf P Q d.
Proof. intros; now apply winf_wide with b. Qed.
Lemma wider_renyi (alpha z : R) (P Q : law) (b d : R) : b <= d -> renyi alpha z P Q b -> renyi alpha z P Q d.
Proof. intros; apply proved_monotone with z b; auto; lra. Qed.
Lemma wider_moment (alpha : R) (P Q : law) (b d : R) : b <= d -> moment alpha P Q b -> moment alpha P Q d.
Proof. intros; now apply moment_wide with b. Qed.
Lemma wider_dp (P Q : law) (e u d v : R) : e <= u -> d <= v -> dp P Q e d -> dp P Q u v.
Proof. apply proved_dp_widen. Qed.
Lemma wider_close (alpha : R) (K J : mechanism) (b d : R) : b <= d -> close alpha K J b -> close alpha K J d.
Proof. intros H [O C]; split; [ exact O | intro x; now apply divergence_wide with b ]. Qed.
Lemma wider_steady (K : mechanism) (b d : R) : b <= d -> steady K b -> steady K d.
Proof. intros H C x y; apply winf_wide with (b * dist x y); [ apply C | apply Rmult_le_compat_r; [ apply dist_nonneg | exact H ] ]. Qed.
Lemma wider_near (K J : mechanism) (b d : R) : b <= d -> near K J b -> near K J d.
Proof. intros H C x; now apply winf_wide with b. Qed.
Lemma wider_zcdp (P Q : law) (b d : R) : b <= d -> zcdp P Q b -> zcdp P Q d.
Proof. apply proved_zcdp_widen. Qed.
Lemma wider_lipschitz (f : map) (b d : R) : b <= d -> lipschitz f b -> lipschitz f d.
Proof. apply proved_lipschitz_widen. Qed.
Lemma wider_lipschitzon (f : map) (K : set) (b d : R) : b <= d -> lipschitzon f K b -> lipschitzon f K d.
Proof.
  intros H F x y Hx Hy; apply Rle_trans with (b * dist x y); [ now apply F | apply Rmult_le_compat_r; [ apply dist_nonneg | exact H ] ].
Qed.
Lemma wider_gap (f g : map) (b d : R) : b <= d -> gap f g b -> gap f g d.
Proof. apply proved_gap_widen. Qed.
Lemma wider_gapon (f g : map) (K : set) (b d : R) : b <= d -> gapon f g K b -> gapon f g K d.
Proof. intros H G x Hx; apply Rle_trans with b; auto. Qed.
Lemma wider_bounded (f : map) (b d : R) : b <= d -> bounded f b -> bounded f d.
Proof. intros H F x y; apply Rle_trans with b; auto. Qed.
Lemma wider_smooth (f : loss) (b d : R) (K : set) : b <= d -> smooth f b K -> smooth f d K.
Proof. apply wider_lipschitzon. Qed.
Lemma wider_lipschitzloss (f : loss) (b d : R) (K : set) : b <= d -> lipschitzloss f b K -> lipschitzloss f d K.
Proof. intros H F x Hx; apply Rle_trans with b; auto. Qed.

Lemma wider_lsi (P : law) (b d : R) : b <= d -> lsi P b -> lsi P d.
Proof. intros H [u [K L]]; exists u; split; [ lra | exact L ]. Qed.
Lemma wider_traced (Q : law) (f g : map) (Z : noise) (b d : R) : b <= d -> traced Q f g Z b -> traced Q f g Z d.
Proof. intros H L t T0 T1; apply wider_lsi with b; [ exact H | now apply L ]. Qed.
Theorem proved_lsi_widen (v w : R) (P : law) : v <= w -> lsi P v -> lsi P w.
Proof. apply wider_lsi. Qed.
Lemma gdp_plain_wide (P Q : law) (b d : R) : b <= d -> gdp_plain P Q b -> gdp_plain P Q d.
Proof.
  intros H [N D]; split; [ lra | intro e ]; apply proved_dp_widen with e (theta (exp e) (sqrt b)); [ lra | | apply D ].
  apply proved_theta_monotone; [ apply exp_pos | apply sqrt_pos | now apply square_root_monotone ].
Qed.
Lemma wider_gdp (z : R) (P Q : law) (b d : R) : b <= d -> gdp z P Q b -> gdp z P Q d.
Proof. intros H [V [W D]]; exists V; split; [ exact W | now apply gdp_plain_wide with b ]. Qed.
Theorem proved_gdp_monotone (y z m n : R) (P Q : law) : z <= y -> m <= n -> gdp z P Q m -> gdp y P Q n.
Proof.
  intros Hz Hm [V [W D]]; exists V; split; [ now apply winf_wide with z | now apply gdp_plain_wide with m ].
Qed.
Lemma wider_gdpclose (K J : mechanism) (b d : R) : b <= d -> gdpclose K J b -> gdpclose K J d.
Proof. intros H C x; apply proved_gdp_monotone with 0 b; [ lra | exact H | apply C ]. Qed.
Lemma wider_apart (P Q : law) (b d : R) : d <= b -> apart P Q b -> apart P Q d.
Proof.
  intros H [N | D]; [ left; lra | ]; right; intros e eps He; destruct (D e eps He) as [A [M L]].
  exists A; split; [ exact M | ].
  assert (K := proved_theta_monotone (exp e) (sqrt d) (sqrt b) (exp_pos e) (sqrt_pos d) (square_root_monotone _ _ H)); lra.
Qed.
Theorem proved_apart_narrow (m n : R) (P Q : law) : n <= m -> apart P Q m -> apart P Q n.
Proof. apply wider_apart. Qed.
Lemma gdp_is_plain (m : R) (P Q : law) : gdp 0 P Q m <-> gdp_plain P Q m.
Proof.
  split.
  - intros [V [W D]]; apply winf_nothing in W; apply law_eq in W; now rewrite W.
  - intro D; exists P; split; [ apply proved_same_start, equal_refl | exact D ].
Qed.

(** * Runs with the same maps *)

(** The rule [recursion]: laws that begin with one and go on with what a function makes of the last one. *)
Definition recursive (a : R) (P : law) (F : R -> law -> law) (x : R) : law :=
  nat_rect (fun _ => law) P (fun n V => F (a + IZR (Z.of_nat n) + 1) V) (Z.to_nat (Int_part (x - a))).
Theorem recursion (a b : R) (P : law) (F : R -> law -> law) : is_int a ->
  exists S : R -> law, equal (S a) P /\ forall_int (a + 1) b (fun k => equal (S k) (F k (S (k + -1)))).
Proof.
  intros [z ->]; exists (recursive (IZR z) P F); split.
  - unfold recursive; rewrite Rminus_diag_eq by reflexivity; rewrite Int_part_IZR; apply equal_refl.
  - intros k [y ->] L _; rewrite <- plus_IZR in L; apply le_IZR in L.
    assert (N : recursive (IZR z) P F (IZR y) = F (IZR y) (recursive (IZR z) P F (IZR y + -1))); [ | rewrite N; apply equal_refl ].
    unfold recursive; replace (IZR y + -1 - IZR z) with (IZR (y - 1 - z)) by (rewrite !minus_IZR; ring).
    rewrite <- minus_IZR, !Int_part_IZR.
    replace (Z.to_nat (y - z)) with (Datatypes.S (Z.to_nat (y - 1 - z))) by lia; simpl nat_rect.
    replace (IZR z + IZR (Z.of_nat (Z.to_nat (y - 1 - z))) + 1) with (IZR y); [ reflexivity | ].
    rewrite <- !plus_IZR; f_equal; lia.
Qed.
Theorem proved_bounded_near (D : R) (P Q : law) (f : map) : bounded f D -> winf (push f P) (push f Q) D.
Proof.
  intro B; assert (F := map_measurable f).
  assert (M1 : measurable (pairs E E) E (fun p => f (fst p))) by (apply (compose_measurable (pairs E E) E E f (@fst E E) F), fst_measurable).
  assert (M2 : measurable (pairs E E) E (fun p => f (snd p))) by (apply (compose_measurable (pairs E E) E E f (@snd E E) F), snd_measurable).
  apply (winf_images (pairs E E) (product P Q) _ _ M1 M2 _ _ D (fun _ => True)).
  - intros A K; unfold push; rewrite !image_pr by exact K.
    rewrite (pr_ext (pairs E E) _ (fun p => A (f (fst p))) (fun p => A (f (fst p)) /\ True)) by (first [ exact (M1 A K) | tauto ]).
    rewrite (product_rectangle E E P Q (fun x => A (f x)) (fun _ => True)) by (first [ exact (F A K) | apply meas_all ]).
    rewrite (pr_all E Q); ring.
  - intros A K; unfold push; rewrite !image_pr by exact K.
    rewrite (pr_ext (pairs E E) _ (fun p => A (f (snd p))) (fun p => True /\ A (f (snd p)))) by (first [ exact (M2 A K) | tauto ]).
    rewrite (product_rectangle E E P Q (fun _ => True) (fun x => A (f x))) by (first [ exact (F A K) | apply meas_all ]).
    rewrite (pr_all E P); ring.
  - apply meas_all.
  - apply pr_all.
  - intros p _; apply B.
Qed.
Theorem proved_mix_push (w : R) (P Q : law) (f : map) : equal (push f (mix w P Q)) (mix w (push f P) (push f Q)).
Proof. intros A M; unfold push; cbn [mix pr]; rewrite !image_pr by exact M; reflexivity. Qed.
Theorem proved_mix_through (w : R) (P Q : law) (K : mechanism) :
  equal (through K (mix w P Q)) (mix w (through K P) (through K Q)).
Proof.
  intros A M; cbn [mix pr]; rewrite !through_pr by exact M; apply integral_mix; [ now apply answers_range | now apply answers_kernel ].
Qed.
Theorem proved_mix_convolve (w : R) (P Q : law) (Z : noise) : equal (convolve (mix w P Q) Z) (mix w (convolve P Z) (convolve Q Z)).
Proof.
  assert (H : equal (mix w (product P Z) (product Q Z)) (product (mix w P Q) Z)).
  { apply product_unique; intros A B HA HB; cbn [mix pr]; rewrite !product_rectangle by assumption; ring. }
  intros A M; unfold convolve; rewrite <- (law_eq _ _ H); cbn [mix pr]; rewrite !image_pr by exact M; reflexivity.
Qed.
Theorem proved_dp_balance (e d g f w : R) (P Q U V : law) : 0 <= d -> w * (exp e + d) = 1 -> d * exp g <= exp e + d - 1 ->
  equal (mix w P V) (mix (w * d) U Q) -> dp U V g f -> dp P Q e (d * f).
Proof.
  intros Hd Hw Hg H D A M; specialize (H A M); specialize (D A M); cbn [mix pr] in H.
  assert (X := exp_pos e); assert (0 <= d * exp g) by (apply Rmult_le_pos; [ exact Hd | left; apply exp_pos ]).
  assert (W : w = 1 / (exp e + d)) by (apply Rmult_eq_reg_r with (exp e + d); [ rewrite Hw; field; lra | lra ]).
  assert (W0 : 0 < w) by (rewrite W; apply Rdiv_lt_0_compat; lra).
  assert (W1 : w <= 1) by (apply Rmult_le_reg_r with (exp e + d); lra).
  assert (Wd : w * d <= 1) by (assert (0 < w * exp e) by (apply Rmult_lt_0_compat; lra); lra).
  assert (0 <= w * d) by (apply Rmult_le_pos; lra).
  rewrite !chance_id in H by lra; assert (N := pr_nonneg E V A M).
  apply Rmult_le_reg_l with w; [ exact W0 | ].
  apply Rmult_le_compat_l with (r := w * d) in D; [ | assumption ].
  assert (K : w * (d * exp g) * pr V A <= w * (exp e + d - 1) * pr V A).
  { apply Rmult_le_compat_r; [ exact N | apply Rmult_le_compat_l; lra ]. }
  assert (S : w * exp e = 1 - w * d) by lra.
  replace (w * (exp e * pr Q A + d * f)) with (w * exp e * pr Q A + w * d * f) by ring; rewrite S.
  replace (w * (exp e + d - 1)) with (1 - w) in K by lra.
  replace (w * d * (exp g * pr V A + f)) with (w * (d * exp g) * pr V A + w * d * f) in D by ring; lra.
Qed.

(** * What judgements say *)

Lemma probability_pr (P : law) (O : set) : meas O -> probability P O = pr P O.
Proof. intro M; unfold probability; destruct (decide (meas O)); [ reflexivity | contradiction ]. Qed.
Lemma meaning_equal (P Q : law) : equal P Q <-> forall O : set, probability P O = probability Q O.
Proof.
  split.
  - intros H O; unfold probability; destruct (decide (meas O)); [ now apply H | reflexivity ].
  - intros H O M; rewrite <- !probability_pr by exact M; apply H.
Qed.
Theorem proved_dp_sign (e d : R) (P Q : law) : dp P Q e d -> 0 <= d.
Proof. intro H; specialize (H (fun _ => False) (meas_none E)); rewrite !pr_none in H; lra. Qed.
Lemma meaning_dp (P Q : law) (e d : R) : dp P Q e d <-> forall O : set, probability P O <= exp e * probability Q O + d.
Proof.
  split.
  - intros H O; unfold probability; destruct (decide (meas O)); [ now apply H | rewrite Rmult_0_r, Rplus_0_l; now apply proved_dp_sign with e P Q ].
  - intros H O M; rewrite <- !probability_pr by exact M; apply H.
Qed.
Lemma meaning_lipschitz (f : map) (c : R) : lipschitz f c <-> forall x y : vector, norm E (vsub (f x) (f y)) <= c * norm E (vsub x y).
Proof. reflexivity. Qed.
Lemma meaning_lipschitzon (f : map) (K : set) (c : R) : lipschitzon f K c <->
  forall x y : vector, member x K -> member y K -> norm E (vsub (f x) (f y)) <= c * norm E (vsub x y).
Proof. reflexivity. Qed.
Lemma meaning_gap (f g : map) (s : R) : gap f g s <-> forall x : vector, norm E (vsub (f x) (g x)) <= s.
Proof. reflexivity. Qed.
Lemma meaning_gapon (f g : map) (K : set) (s : R) : gapon f g K s <-> forall x : vector, member x K -> norm E (vsub (f x) (g x)) <= s.
Proof. reflexivity. Qed.
Lemma meaning_bounded (f : map) (D : R) : bounded f D <-> forall x y : vector, norm E (vsub (f x) (f y)) <= D.
Proof. reflexivity. Qed.
Lemma meaning_lipschitzloss (f : loss) (L : R) (K : set) : lipschitzloss f L K <-> forall x : vector, member x K -> norm E (slope f x) <= L.
Proof. reflexivity. Qed.
Lemma meaning_close (alpha : R) (K J : mechanism) (b : R) : close alpha K J b <-> forall x : vector, renyi alpha 0 (K x) (J x) b.
Proof.
  split.
  - intros [_ H] x; now apply renyi_plain.
  - intro H; split; [ exact (proj1 (H (vzero E))) | intro x; now apply renyi_plain ].
Qed.
Lemma meaning_gdpclose (K J : mechanism) (m : R) : gdpclose K J m <-> forall x : vector, gdp 0 (K x) (J x) m.
Proof. reflexivity. Qed.
Lemma meaning_steady (K : mechanism) (c : R) : steady K c <-> forall x y : vector, winf (K x) (K y) (c * norm E (vsub x y)).
Proof. reflexivity. Qed.
Lemma meaning_near (K J : mechanism) (s : R) : near K J s <-> forall x : vector, winf (K x) (J x) s.
Proof. reflexivity. Qed.
Lemma meaning_spread (K : mechanism) (e u : R) : spread K e u <-> forall x y : vector, dp (K x) (K y) e u.
Proof. reflexivity. Qed.
Lemma meaning_contracts (K : mechanism) (e u : R) : contracts K e u <->
  forall (P Q : law) (d : R), dp P Q e d -> dp (through K P) (through K Q) e (d * u).
Proof. reflexivity. Qed.
Lemma wider_spread (K : mechanism) (e b d : R) : b <= d -> spread K e b -> spread K e d.
Proof. intros H S x y; now apply proved_dp_widen with e b; [ apply Rle_refl | | apply S ]. Qed.

(** * Answers, and events of mixtures *)

Theorem proved_chance_mix (w : R) (P Q : law) (O : set) : 0 <= w -> w <= 1 ->
  probability (mix w P Q) O = w * probability P O + (1 + - w) * probability Q O.
Proof. intros; unfold probability; destruct (decide (meas O)); [ simpl; rewrite chance_id by assumption; ring | ring ]. Qed.
Lemma integral_const (P : law) (c : R) : 0 <= c <= 1 -> integral E P (fun _ => c) = c.
Proof.
  intro C; rewrite (integral_value E P (fun _ => c) (cons (c, fun _ : E => True) nil)).
  - simpl; rewrite pr_all; ring.
  - intro; exact C.
  - intros c' A [K | []]; injection K as _ <-; apply meas_all.
  - intro x; simpl; unfold indicator; destruct (decide True); [ ring | tauto ].
Qed.
Lemma integral_under (P : law) (f : E -> R) (c : R) : (forall x, 0 <= f x <= 1) -> 0 <= c -> (forall x, f x <= c) -> integral E P f <= c.
Proof.
  intros F C H; destruct (Rle_dec c 1) as [S | S].
  - replace c with (weigh P (cons (c, fun _ : E => True) nil)) by (simpl; rewrite pr_all; ring).
    apply integral_below; [ exact F | intros c' A [K | []]; injection K as _ <-; apply meas_all | intro x; simpl; unfold indicator ].
    destruct (decide True); [ specialize (H x); lra | tauto ].
  - assert (integral E P f <= 1); [ | lra ].
    replace 1 with (weigh P (cons (1, fun _ : E => True) nil)) by (simpl; rewrite pr_all; ring).
    apply integral_below; [ exact F | intros c' A [K | []]; injection K as _ <-; apply meas_all | intro x; simpl; unfold indicator ].
    destruct (decide True); [ specialize (F x); lra | tauto ].
Qed.
Lemma integral_over (P : law) (f : E -> R) (c : R) : (forall x, 0 <= f x <= 1) -> (forall x, c <= f x) -> c <= integral E P f.
Proof.
  intros F H; destruct (Rle_dec c 0) as [S | S]; [ assert (N := integral_nonneg E P f F); lra | ].
  replace c with (weigh P (cons (c, fun _ : E => True) nil)) by (simpl; rewrite pr_all; ring).
  apply integral_above; [ exact F | intros c' A [K | []]; injection K as _ <-; apply meas_all | intro x; simpl; unfold indicator ].
  destruct (decide True); [ specialize (H x); lra | tauto ].
Qed.
Theorem proved_spread_through (e u : R) (P Q : law) (K : mechanism) : spread K e u -> dp (through K P) (through K Q) e u.
Proof.
  intros S A M; rewrite !through_pr by exact M; assert (F := answers_range K A M); assert (X := exp_pos e).
  assert (U : 0 <= u) by (exact (proved_dp_sign _ _ _ _ (S (vzero E) (vzero E)))).
  set (a := integral E P (fun x => pr (K x) A)).
  assert (B : forall y, a <= exp e * pr (K y) A + u).
  { intro y; apply integral_under; [ exact F | | intro x; now apply S ].
    assert (0 <= exp e * pr (K y) A) by (apply Rmult_le_pos; [ lra | apply F ]); lra. }
  assert (C : (a - u) / exp e <= integral E Q (fun y => pr (K y) A)).
  { apply integral_over; [ exact F | intro y; specialize (B y) ].
    apply Rmult_le_reg_l with (exp e); [ exact X | ]; replace (exp e * ((a - u) / exp e)) with (a - u) by (field; lra); lra. }
  apply Rmult_le_compat_l with (r := exp e) in C; [ | lra ].
  replace (exp e * ((a - u) / exp e)) with (a - u) in C by (field; lra); lra.
Qed.
Lemma weigh_certain (x : E) (s : simple E) : events s -> weigh (certain x) s = value_at s x.
Proof.
  induction s as [ | [c A] s IH ]; intro V; [ reflexivity | ].
  cbn [weigh value_at]; rewrite IH by (intros c' B K; apply (V c' B); now right).
  assert (M : meas A) by (apply (V c A); now left).
  cbn [certain pr]; unfold indicator; destruct (decide (meas A /\ A x)), (decide (A x)); tauto.
Qed.
Lemma integral_certain (x : E) (f : E -> R) : (forall y, 0 <= f y <= 1) -> levels E f -> integral E (certain x) f = f x.
Proof.
  intros F L.
  assert (B : forall g : E -> R, (forall y, 0 <= g y <= 1) -> integral E (certain x) g <= g x).
  { intros g G; apply (integral_lub E (certain x) g G); intros a [s [V [S ->]]]; rewrite weigh_certain by exact V; apply S. }
  assert (G : forall y, 0 <= 1 - f y <= 1) by (intro y; specialize (F y); lra).
  assert (H := integral_plus E (certain x) f (fun y => 1 - f y) (fun y => proj1 (F y)) (fun y => proj1 (G y)) ltac:(intro; lra) L (levels_minus E f L)).
  cbn beta in H; rewrite (integral_ext E (certain x) (fun y => f y + (1 - f y)) (fun _ => 1)) in H by (intro; ring).
  rewrite (integral_const (certain x) 1) in H by lra.
  assert (C := B f F); assert (D := B (fun y => 1 - f y) G); cbn beta in D; lra.
Qed.
Theorem proved_answers_through (K : mechanism) (x : vector) : equal (through K (point x)) (K x).
Proof.
  intros A M; rewrite through_pr by exact M; unfold point; apply integral_certain; [ now apply answers_range | now apply answers_kernel ].
Qed.
Theorem proved_surely_through (P : law) (f : map) : equal (through (surely f) P) (push f P).
Proof.
  intros A M; rewrite through_pr by exact M; unfold push; rewrite image_pr by exact M.
  assert (F := map_measurable f A M : meas (fun x => A (f x))).
  rewrite (integral_value E P (fun x => pr (surely f x) A) (cons (1, fun x => A (f x)) nil)).
  - simpl; ring.
  - now apply answers_range.
  - intros c B [V | []]; injection V as _ <-; exact F.
  - intro x; simpl; unfold indicator; destruct (decide (meas A /\ A (f x))), (decide (A (f x))); try ring; tauto.
Qed.
Theorem proved_always_answers (V : law) (x : vector) : equal (always V x) V.
Proof. intros A M; reflexivity. Qed.
Theorem proved_always_joint (P V : law) : equal (joint P (always V)) (pair_law P V).
Proof. intros A M; reflexivity. Qed.
Theorem proved_noisy_answers (K : mechanism) (Z : noise) (x : vector) : equal (withnoise K Z x) (convolve (K x) Z).
Proof. intros A M; reflexivity. Qed.
Theorem proved_same_image (P : law) (f g : map) : gap f g 0 -> equal (push f P) (push g P).
Proof.
  intros G A M; unfold push; rewrite !image_pr by exact M; apply pr_ext; [ exact (map_measurable f A M) | intro x ].
  assert (D : f x = g x) by (apply dist_zero; assert (N := dist_nonneg (f x) (g x)); specialize (G x); lra); rewrite D; tauto.
Qed.

(** * Points *)

Theorem proved_norm_sign (x : vector) : 0 <= norm E x.
Proof. apply norm_nonneg. Qed.
Theorem proved_norm_square (x : vector) : pw (norm E x) 2 = inner E x x.
Proof. rewrite pw_2; apply norm_square. Qed.
Theorem proved_inner_symmetric (x y : vector) : inner E x y = inner E y x.
Proof. apply inner_comm. Qed.
Theorem proved_inner_minus (x y z : vector) : inner E (vsub x y) z = inner E x z + - inner E y z.
Proof. unfold vsub; rewrite inner_vadd, inner_vscale; ring. Qed.
Theorem proved_cauchy_schwarz (x y : vector) : inner E x y <= norm E x * norm E y.
Proof. apply cauchy_schwarz. Qed.
Theorem proved_gradient_inner (eta : R) (f : loss) (x y : vector) :
  inner E (gradient f eta x) y = inner E x y + - (eta * inner E (slope f x) y).
Proof. simpl; rewrite inner_vadd, inner_vscale; unfold slope; ring. Qed.
Theorem proved_compose_inner (f g : map) (x y : vector) : inner E (compose f g x) y = inner E (f (g x)) y.
Proof. reflexivity. Qed.
Theorem proved_projected (K : set) (x : vector) : convexset K -> member (projection K x) K.
Proof. intro H; unfold member; simpl; destruct (decide (convexset K)) as [_ | N]; [ now apply nearest_in | contradiction ]. Qed.
Theorem proved_nearest (K : set) (x z : vector) : convexset K -> member z K ->
  inner E (vsub x (projection K x)) (vsub z (projection K x)) <= 0.
Proof. intros H M; simpl; destruct (decide (convexset K)) as [_ | N]; [ now apply nearest_obtuse | contradiction ]. Qed.
Theorem proved_apart_dp (e d m : R) (P Q : law) : 0 <= m -> apart P Q m -> dp P Q e d -> theta (exp e) (sqrt m) <= d.
Proof.
  intros M [N | H] D.
  - assert (Z : m = 0) by lra; subst m; rewrite sqrt_0; assert (X := proved_dp_sign e d P Q D).
    assert (W := D (fun _ => True) (meas_all E)); rewrite !pr_all in W.
    unfold theta; destruct (Rle_dec 0 0) as [_ | K]; [ apply Rmax_lub; lra | lra ].
  - destruct (Rle_dec (theta (exp e) (sqrt m)) d) as [L | L]; [ exact L | exfalso ].
    destruct (H e ((theta (exp e) (sqrt m) - d) / 2) ltac:(lra)) as [A [MA B]]; specialize (D A MA); lra.
Qed.

(** * From a moment to an observer *)

Lemma tangent_at (alpha p q s : R) : 1 < alpha -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) ->
  alpha * exp ((alpha - 1) * s) * p - (alpha - 1) * exp (alpha * s) * q <= share alpha p q.
Proof.
  intros Ha Hp Hq Z; assert (T := share_tangent alpha p q (exp s) Ha Hp Hq Z (exp_pos s)); unfold Rpower in T; now rewrite ln_exp in T.
Qed.
Theorem proved_moment_to_dp (alpha e m c h l k p q : R) (P Q : law) : 1 < alpha ->
  0 <= l + h * alpha * exp ((alpha + - (1)) * p) -> 0 <= k + - (h * (alpha + - (1)) * exp (alpha * p)) ->
  1 <= l + c * alpha * exp ((alpha + - (1)) * q) -> 0 <= k + exp e + - (c * (alpha + - (1)) * exp (alpha * q)) ->
  0 <= c -> 0 <= h -> h <= c -> moment alpha P Q m -> dp P Q e (c * m + l + k).
Proof.
  intros Ha L0 K0 L1 K1 Hc Hh Hhc M A MA; destruct (M (event A MA)) as [Z S]; simpl in S.
  assert (Z0 := Z 0%nat); assert (Z1 := Z 1%nat); simpl in Z0, Z1; clear Z.
  assert (MN := meas_not E A MA); set (x := pr P A) in *; set (y := pr Q A) in *.
  assert (Px : pr P (fun z => ~ A z) = 1 - x) by (now apply pr_not); assert (Qy : pr Q (fun z => ~ A z) = 1 - y) by (now apply pr_not).
  rewrite Px, Qy in *; assert (X0 : 0 <= x) by (now apply pr_nonneg); assert (Y0 : 0 <= y) by (now apply pr_nonneg).
  assert (X1 : x <= 1) by (now apply pr_le_1); assert (Y1 : y <= 1) by (now apply pr_le_1).
  assert (T := tangent_at alpha x y q Ha X0 Y0 Z0); assert (U := tangent_at alpha (1 - x) (1 - y) p Ha ltac:(lra) ltac:(lra) Z1).
  assert (N := share_nonneg alpha (1 - x) (1 - y)).
  replace (alpha + - (1)) with (alpha - 1) in * by ring.
  apply Rmult_le_compat_l with (r := c) in T; [ | exact Hc ]; apply Rmult_le_compat_l with (r := h) in U; [ | exact Hh ].
  assert (V : h * share alpha (1 - x) (1 - y) <= c * share alpha (1 - x) (1 - y)) by (now apply Rmult_le_compat_r).
  assert (W : c * (0 + share alpha x y + share alpha (1 - x) (1 - y)) <= c * m) by (now apply Rmult_le_compat_l).
  set (a := exp ((alpha - 1) * p)) in *; set (b := exp (alpha * p)) in *; set (f := exp ((alpha - 1) * q)) in *; set (g := exp (alpha * q)) in *.
  assert (B1 : 0 <= (l + h * alpha * a) * (1 - x)) by (apply Rmult_le_pos; lra).
  assert (B2 : 0 <= (k + - (h * (alpha - 1) * b)) * (1 - y)) by (apply Rmult_le_pos; lra).
  assert (B3 : 0 <= (l + c * alpha * f - 1) * x) by (apply Rmult_le_pos; lra).
  assert (B4 : 0 <= (k + exp e + - (c * (alpha - 1) * g)) * y) by (apply Rmult_le_pos; lra).
  lra.
Qed.
Lemma image_constant (P : law) (x : vector) : equal (image (fun _ => x) (constant_measurable E x) P) (point x).
Proof.
  intros A M; rewrite image_pr by exact M; unfold point; cbn [certain pr]; destruct (decide (meas A /\ A x)) as [[_ H] | H].
  - rewrite <- (pr_all E P); apply pr_ext; [ now apply constant_measurable | tauto ].
  - rewrite <- (pr_none E P); apply pr_ext; [ now apply constant_measurable | tauto ].
Qed.
Theorem proved_point_near (x y : vector) : winf (point x) (point y) (norm E (vsub x y)).
Proof.
  apply (winf_images E (point x) (fun _ => x) (fun _ => y) (constant_measurable E x) (constant_measurable E y) _ _ _ (fun _ => True)).
  - apply image_constant.
  - apply image_constant.
  - apply meas_all.
  - apply pr_all.
  - intros z _; apply Rle_refl.
Qed.

(** * The best event, and the parts above and below *)

Theorem proved_best_event (e : R) (P Q : law) (O : set) :
  probability P O + - (exp e * probability Q O) <= probability P (best P Q e) + - (exp e * probability Q (best P Q e)).
Proof.
  unfold best; destruct (constructive_indefinite_description _ _) as [B [MB H]]; cbn [proj1_sig]; rewrite !(probability_pr _ B MB); unfold gain in H.
  destruct (classic (meas O)) as [M | M]; [ rewrite !probability_pr by exact M; specialize (H O M); lra | ].
  specialize (H _ (meas_none E)); rewrite !pr_none in H; unfold probability; destruct (decide (meas O)); [ contradiction | lra ].
Qed.
Theorem proved_dp_excess (e d w : R) (P Q : law) : 0 <= e -> 0 <= d -> 0 <= w -> w <= 1 -> w * d <= 1 -> w * (exp e + d) = 1 -> dp P Q e d ->
  equal (mix w P (deficit P Q e d)) (mix (w * d) (excess P Q e d) Q).
Proof.
  intros e0 d0 w0 w1 wd T H A M; assert (c1 : 1 <= exp e) by (rewrite <- exp_0; now apply exp_le).
  assert (S : pr P A + (exp e + d - 1) * pr (deficit P Q e d) A = d * pr (excess P Q e d) A + exp e * pr Q A).
  { unfold deficit, excess, parts; destruct (decide _) as [X | N]; [ destruct (constructive_indefinite_description _ _) as [VW HV]; now apply HV | ].
    exfalso; apply N; exact (parts_exist E P Q (exp e) d c1 d0 H). }
  cbn [mix pr]; rewrite !chance_id by (assumption || (apply Rmult_le_pos; assumption)).
  replace (1 - w) with (w * (exp e + d - 1)) by lra; replace (1 - w * d) with (w * exp e) by lra.
  apply (f_equal (Rmult w)) in S; lra.
Qed.
Theorem proved_spread_contracts (e u d : R) (P Q : law) (K : mechanism) : 0 <= e -> spread K e u -> dp P Q e d ->
  dp (through K P) (through K Q) e (d * u).
Proof.
  intros e0 S H; assert (u0 := proved_dp_sign e u _ _ (S (vzero E) (vzero E))); assert (c1 : 1 <= exp e) by (rewrite <- exp_0; now apply exp_le).
  assert (Near : forall f, f <= 1 -> dp P Q e f -> dp (through K P) (through K Q) e (f * u)).
  { intros f f1 F; assert (f0 := proved_dp_sign e f P Q F); set (w := / (exp e + f)); assert (w0 : 0 < w) by (apply Rinv_0_lt_compat; lra).
    assert (we : w * (exp e + f) = 1) by (apply Rinv_l; lra); assert (wf0 : 0 <= w * f) by (apply Rmult_le_pos; lra).
    assert (we1 : w * 1 <= w * exp e) by (apply Rmult_le_compat_l; lra); assert (X := proved_dp_excess e f w P Q e0 f0 ltac:(lra) ltac:(lra) ltac:(lra) we F).
    apply (proved_dp_balance e f e u w (through K P) (through K Q) (through K (excess P Q e f)) (through K (deficit P Q e f))); [ exact f0 | exact we | | | now apply proved_spread_through ].
    - assert (0 <= (1 - f) * (exp e - 1)) by (apply Rmult_le_pos; lra); lra.
    - apply equal_trans with (1 := equal_sym _ _ (proved_mix_through w P (deficit P Q e f) K)); rewrite (law_eq _ _ X); apply proved_mix_through. }
  destruct (Rle_lt_dec d 1) as [d1 | d1]; [ now apply Near | ].
  apply proved_dp_widen with e (1 * u); [ lra | apply Rmult_le_compat_r; lra | apply Near; [ lra | apply proved_dp_certain ] ].
Qed.
