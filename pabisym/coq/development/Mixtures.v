(** Shifted mixtures: families of laws whose mixtures are no easier to tell apart than those of others, at the start, after maps, at the end. *)

Require Import Reals Lra Lia ZArith Classical.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus Pabisym.Elementary.
Open Scope R_scope.

(** The sum over the integers from [a] to [b], 0 where there are none. *)
Definition over (f : R -> R) (a b : R) : R := if Rle_dec a b then rsum f a b else 0.

(** Mixtures of the [P i] and of the [Q i] are no easier to tell apart than the same mixtures of the [V i] and of the [W i]. *)
Definition harder (P Q V W : R -> law) (a b : R) : Prop := forall (w u : R -> R) (d : R),
  forall_int a b (fun i => 0 <= w i) -> forall_int a b (fun i => 0 <= u i) ->
  (forall A, meas A -> over (fun i => w i * pr (V i) A) a b <= over (fun i => u i * pr (W i) A) a b + d) ->
  forall A, meas A -> over (fun i => w i * pr (P i) A) a b <= over (fun i => u i * pr (Q i) A) a b + d.
(** The same of some laws within [z i] of [P i] and within [y i] of [Q i]. *)
Definition dominance (z y : R -> R) (P Q V W : R -> law) (a b : R) : Prop := exists P' Q' : R -> law,
  forall_int a b (fun i => winf (P i) (P' i) (z i)) /\ forall_int a b (fun i => winf (Q i) (Q' i) (y i)) /\ harder P' Q' V W a b.
(** The same of a noise, moved by at most [x i] and by at most [y i]. *)
Definition noisedominance (x y : R -> R) (G H : R -> law) (a b : R) (Z : noise) : Prop := forall p q : R -> vector,
  forall_int a b (fun i => norm E (p i) <= x i) -> forall_int a b (fun i => norm E (q i) <= y i) ->
  harder (fun i => convolve (point (p i)) Z) (fun i => convolve (point (q i)) Z) G H a b.

Lemma over_range (f g : R -> R) (a b : R) : is_int a -> is_int b -> forall_int a b (fun i => f i = g i) -> over f a b = over g a b.
Proof. intros A B H; unfold over; destruct (Rle_dec a b) as [L | L]; [ | reflexivity ]; apply rsum_range; try assumption; lra. Qed.
Lemma over_scale (c : R) (f : R -> R) (a b : R) : over (fun i => c * f i) a b = c * over f a b.
Proof. unfold over; destruct (Rle_dec a b); [ apply rsum_scale | ring ]. Qed.
Lemma over_nothing (a b : R) : over (fun _ => 0) a b = 0.
Proof. unfold over; destruct (Rle_dec a b); [ apply rsum_zero | reflexivity ]. Qed.
Lemma over_same (w : R -> R) (P : R -> law) (B : law) (A : E -> Prop) (a b : R) : is_int a -> is_int b -> meas A ->
  forall_int a b (fun i => equal (P i) B) -> over (fun i => w i * pr (P i) A) a b = pr B A * over w a b.
Proof.
  intros HA HB M H; rewrite <- over_scale; apply over_range; [ exact HA | exact HB | ].
  intros i I L U; rewrite (H i I L U A M); ring.
Qed.

(** Families that are the same at every index of the range. *)
Lemma harder_range {P Q V W P' Q' V' W' : R -> law} {a b : R} : is_int a -> is_int b -> harder P Q V W a b ->
  forall_int a b (fun i => P i = P' i) -> forall_int a b (fun i => Q i = Q' i) -> forall_int a b (fun i => V i = V' i) ->
  forall_int a b (fun i => W i = W' i) -> harder P' Q' V' W' a b.
Proof.
  intros IA IB D EP EQ EV EW w u d W0 U0 T A M.
  assert (same : forall (w : R -> R) (K L : R -> law) (B : E -> Prop), forall_int a b (fun i => K i = L i) ->
    over (fun i => w i * pr (L i) B) a b = over (fun i => w i * pr (K i) B) a b).
  { intros c K L B H; apply over_range; [ exact IA | exact IB | intros i I X Y; now rewrite (H i I X Y) ]. }
  rewrite (same w P P' A EP), (same u Q Q' A EQ); apply D; [ exact W0 | exact U0 | | exact M ].
  intros B HB; rewrite <- (same w V V' B EV), <- (same u W W' B EW); now apply T.
Qed.
Lemma dominance_range {z y z' y' : R -> R} {P Q V W P' Q' V' W' : R -> law} {a b : R} : is_int a -> is_int b ->
  dominance z y P Q V W a b -> forall_int a b (fun i => z i = z' i) -> forall_int a b (fun i => y i = y' i) ->
  forall_int a b (fun i => P i = P' i) -> forall_int a b (fun i => Q i = Q' i) -> forall_int a b (fun i => V i = V' i) ->
  forall_int a b (fun i => W i = W' i) -> dominance z' y' P' Q' V' W' a b.
Proof.
  intros IA IB [P1 [Q1 [NP [NQ D]]]] EZ EY EP EQ EV EW; exists P1, Q1; split; [ | split ].
  - intros i I X Y; rewrite <- (EP i I X Y), <- (EZ i I X Y); now apply NP.
  - intros i I X Y; rewrite <- (EQ i I X Y), <- (EY i I X Y); now apply NQ.
  - now apply (harder_range IA IB D).
Qed.
Lemma noisedominance_range {x y x' y' : R -> R} {G H G' H' : R -> law} {a b : R} {Z : noise} : is_int a -> is_int b ->
  noisedominance x y G H a b Z -> forall_int a b (fun i => x i = x' i) -> forall_int a b (fun i => y i = y' i) ->
  forall_int a b (fun i => G i = G' i) -> forall_int a b (fun i => H i = H' i) -> noisedominance x' y' G' H' a b Z.
Proof.
  intros IA IB D EX EY EG EH p q NP NQ; apply (harder_range IA IB (D p q ltac:(intros i I X Y; rewrite (EX i I X Y); now apply NP)
    ltac:(intros i I X Y; rewrite (EY i I X Y); now apply NQ))); intros i I X Y; reflexivity || now apply EG || now apply EH.
Qed.

(** * The start *)

Theorem proved_dominance_start (n : R) (z y : R -> R) (P Q : R -> law) (B : law) (V W : R -> law) (C : law) : is_int n ->
  forall_int 1 n (fun i => winf (P i) B (z i)) -> forall_int 1 n (fun i => winf (Q i) B (y i)) ->
  forall_int 1 n (fun i => equal (V i) C) -> forall_int 1 n (fun i => equal (W i) C) ->
  dominance (fun i => z i) (fun i => y i) (fun i => P i) (fun i => Q i) (fun i => V i) (fun i => W i) 1 n.
Proof.
  intros I NP NQ SV SW; exists (fun _ => B), (fun _ => B); split; [ exact NP | split; [ exact NQ | ] ].
  assert (one := is_int_IZR 1); intros w u d _ _ T A M.
  rewrite !(over_same _ _ B) by (assumption || (intros i _ _ _; apply equal_refl)).
  assert (all := T _ (meas_all E)); assert (none := T _ (meas_none E)).
  rewrite !(over_same _ _ C) in all by (assumption || apply meas_all); rewrite !(over_same _ _ C) in none by (assumption || apply meas_none).
  rewrite pr_none in none; rewrite pr_all in all; assert (N := pr_nonneg E B A M); assert (L := pr_le_1 E B A M).
  set (p := pr B A) in *; set (s := over w 1 n) in *; set (t := over u 1 n) in *.
  destruct (Rle_dec 0 (s - t)) as [K | K].
  - assert (p * (s - t) <= 1 * (s - t)) by (apply Rmult_le_compat_r; lra); lra.
  - assert (0 <= p * (t - s)) by (apply Rmult_le_pos; lra); lra.
Qed.

(** * Maps *)

Lemma winf_moved (z c s : R) (P Q : law) (f g : map) : winf P Q z -> lipschitz g c -> gap f g s -> winf (push f P) (push g Q) (c * z + s).
Proof.
  intros [J [[HP HQ] [A [HA [HJ D]]]]] L G; assert (C := lipschitz_nonneg g c L).
  assert (F1 : measurable (pairs E E) E (fun p => f (fst p))) by
    (apply (compose_measurable (pairs E E) E E f (@fst E E)); [ apply map_measurable | apply fst_measurable ]).
  assert (G2 : measurable (pairs E E) E (fun p => g (snd p))) by
    (apply (compose_measurable (pairs E E) E E g (@snd E E)); [ apply map_measurable | apply snd_measurable ]).
  apply law_eq in HP; apply law_eq in HQ; apply (winf_images (pairs E E) J _ _ F1 G2 _ _ _ A); [ | | exact HA | exact HJ | ].
  - rewrite <- HP; intros B HB; unfold push, first; rewrite !image_pr; try exact HB; [ reflexivity | now apply map_measurable ].
  - rewrite <- HQ; intros B HB; unfold push, second; rewrite !image_pr; try exact HB; [ reflexivity | now apply map_measurable ].
  - intros p Ap; apply Rle_trans with (dist (f (fst p)) (g (fst p)) + dist (g (fst p)) (g (snd p))); [ apply dist_triangle | ].
    assert (c * dist (fst p) (snd p) <= c * z) by (apply Rmult_le_compat_l; auto).
    assert (H1 := G (fst p)); assert (H2 := L (fst p) (snd p)); lra.
Qed.

Theorem proved_dominance_contraction (n c : R) (z y s t g h : R -> R) (f : map) (psi chi : R -> map) (P Q V W : R -> law) : is_int n ->
  dominance (fun i => z i) (fun i => y i) (fun i => P i) (fun i => Q i) (fun i => V i) (fun i => W i) 1 n -> lipschitz f c ->
  forall_int 1 n (fun i => gap (psi i) f (s i)) -> forall_int 1 n (fun i => gap (chi i) f (t i)) ->
  forall_int 1 n (fun i => c * z i + s i <= g i) -> forall_int 1 n (fun i => c * y i + t i <= h i) ->
  dominance (fun i => g i) (fun i => h i) (fun i => push (psi i) (P i)) (fun i => push (chi i) (Q i)) (fun i => V i) (fun i => W i) 1 n.
Proof.
  intros I [P' [Q' [NP [NQ D]]]] L GP GQ SP SQ; exists (fun i => push f (P' i)), (fun i => push f (Q' i)); split; [ | split ].
  - intros i K A B; apply winf_wide with (c * z i + s i); [ | now apply SP ].
    apply winf_moved; [ now apply NP | exact L | now apply GP ].
  - intros i K A B; apply winf_wide with (c * y i + t i); [ | now apply SQ ].
    apply winf_moved; [ now apply NQ | exact L | now apply GQ ].
  - intros w u d W0 U0 T A M; assert (one := is_int_IZR 1); assert (MF := map_measurable f A M); specialize (D w u d W0 U0 T _ MF).
    rewrite (over_range (fun i => w i * pr (push f (P' i)) A) (fun i => w i * pr (P' i) (fun x => A (f x)))),
      (over_range (fun i => u i * pr (push f (Q' i)) A) (fun i => u i * pr (Q' i) (fun x => A (f x)))); try assumption;
      intros i _ _ _; unfold push; now rewrite image_pr.
Qed.

(** * Mixtures *)

(** The weights with which a mixture that is built one by one takes its parts. *)
Lemma mixture_weights (w : R -> R) (n : R) : is_int n -> 1 <= n -> forall_int 1 n (fun i => 0 <= w i) -> forall_int 1 n (fun i => w i <= 1) ->
  exists m : R -> R, forall_int 1 n (fun i => 0 <= m i) /\ forall P M : R -> law, equal (M 1) (P 1) ->
  forall_int 2 n (fun i => equal (M i) (mix (w i) (P i) (M (i - 1)))) -> forall A, meas A -> pr (M n) A = over (fun i => m i * pr (P i) A) 1 n.
Proof.
  intros I L W0 W1; assert (one := is_int_IZR 1).
  set (J := fun k => exists m : R -> R, forall_int 1 k (fun i => 0 <= m i) /\ forall P M : R -> law, equal (M 1) (P 1) ->
    forall_int 2 k (fun i => equal (M i) (mix (w i) (P i) (M (i - 1)))) -> forall A, meas A -> pr (M k) A = over (fun i => m i * pr (P i) A) 1 k).
  assert (H : forall_int 1 n J); [ | exact (H n I L (Rle_refl n)) ].
  apply int_induction; [ exact one | | ].
  - exists (fun _ => 1); split; [ intros i _ _ _; lra | ]; intros P M E1 _ A HA; rewrite (E1 A HA).
    unfold over; destruct (Rle_dec 1 1) as [_ | N]; [ | exfalso; lra ].
    replace (rsum (fun i => 1 * pr (P i) A) 1 1) with (rsum (fun i => 1 * pr (P i) A) 1 (0 + 1)) by (f_equal; ring).
    rewrite rsum_succ by (exact one || apply is_int_IZR); rewrite rsum_empty by (exact one || ring); replace (0 + 1) with 1 by ring; ring.
  - intros k K K2 KN [m [M0 S]]; assert (K1 : is_int (k - 1)) by (apply is_int_sub; assumption).
    assert (wk0 : 0 <= w k) by (apply W0; [ exact K | lra | exact KN ]); assert (wk1 : w k <= 1) by (apply W1; [ exact K | lra | exact KN ]).
    exists (fun i => if Req_EM_T i k then w k else (1 - w k) * m i); split.
    + intros i Ii A B; destruct (Req_EM_T i k) as [_ | N]; [ exact wk0 | ].
      assert (Y := int_below (i - k) (is_int_sub _ _ Ii K) ltac:(lra)).
      apply Rmult_le_pos; [ lra | apply M0; [ exact Ii | exact A | lra ] ].
    + intros P M E1 R A HA; rewrite (R k K ltac:(lra) (Rle_refl k) A HA); cbn [mix pr]; rewrite chance_id by assumption.
      assert (R' : forall_int 2 (k - 1) (fun i => equal (M i) (mix (w i) (P i) (M (i - 1))))) by (intros i Ii X Y; apply R; [ exact Ii | exact X | lra ]).
      rewrite (S P M E1 R' A HA); unfold over; destruct (Rle_dec 1 k) as [_ | N]; [ | exfalso; lra ].
      destruct (Rle_dec 1 (k - 1)) as [_ | N]; [ | exfalso; lra ].
      set (f := fun i => (if Req_EM_T i k then w k else (1 - w k) * m i) * pr (P i) A).
      assert (F : rsum f 1 k = rsum f 1 (k - 1) + f k).
      { assert (Q := rsum_pred f 1 k one K); lra. }
      rewrite F; unfold f at 2; destruct (Req_EM_T k k) as [_ | N]; [ | exfalso; now apply N ].
      rewrite <- rsum_scale; replace (rsum f 1 (k - 1)) with (rsum (fun i => (1 - w k) * (m i * pr (P i) A)) 1 (k - 1)); [ ring | ].
      apply rsum_range; [ exact one | exact K1 | lra | ]; intros i Ii X Y; unfold f; destruct (Req_EM_T i k) as [Z | _]; [ lra | ring ].
Qed.
Theorem proved_dominance_mixture (n epsilon d : R) (w z y : R -> R) (P Q V W M N U L : R -> law) : is_int n -> 1 <= n ->
  forall_int 1 n (fun i => 0 <= w i) -> forall_int 1 n (fun i => w i <= 1) ->
  dominance (fun i => z i) (fun i => y i) (fun i => P i) (fun i => Q i) (fun i => V i) (fun i => W i) 1 n ->
  forall_int 1 n (fun i => z i = 0) -> forall_int 1 n (fun i => y i = 0) ->
  equal (M 1) (P 1) -> forall_int 2 n (fun i => equal (M i) (mix (w i) (P i) (M (i + -1)))) ->
  equal (N 1) (Q 1) -> forall_int 2 n (fun i => equal (N i) (mix (w i) (Q i) (N (i + -1)))) ->
  equal (U 1) (V 1) -> forall_int 2 n (fun i => equal (U i) (mix (w i) (V i) (U (i + -1)))) ->
  equal (L 1) (W 1) -> forall_int 2 n (fun i => equal (L i) (mix (w i) (W i) (L (i + -1)))) ->
  dp (U n) (L n) epsilon d -> dp (M n) (N n) epsilon d.
Proof.
  intros I n1 W0 W1 [P' [Q' [NP [NQ D]]]] Z0 Y0 M1 M2 N1 N2 U1 U2 L1 L2 T; assert (one := is_int_IZR 1).
  destruct (mixture_weights w n I n1 W0 W1) as [m [m0 S]].
  assert (SP : forall_int 1 n (fun i => equal (P i) (P' i))).
  { intros i Ii A B; apply winf_nothing; rewrite <- (Z0 i Ii A B); now apply NP. }
  assert (SQ : forall_int 1 n (fun i => equal (Q i) (Q' i))).
  { intros i Ii A B; apply winf_nothing; rewrite <- (Y0 i Ii A B); now apply NQ. }
  assert (e0 := exp_pos epsilon); set (u := fun i => exp epsilon * m i).
  assert (SU := S V U U1 U2); assert (SL := S W L L1 L2); assert (SM := S P M M1 M2); assert (SN := S Q N N1 N2).
  assert (scaled : forall (R : R -> law) A, over (fun i => u i * pr (R i) A) 1 n = exp epsilon * over (fun i => m i * pr (R i) A) 1 n).
  { intros R A; rewrite <- over_scale; apply over_range; [ exact one | exact I | ]; intros i _ _ _; unfold u; ring. }
  assert (F := D m u d m0); intros A HA; rewrite (SM A HA), (SN A HA), <- scaled.
  rewrite (over_range (fun i => m i * pr (P i) A) (fun i => m i * pr (P' i) A)), (over_range (fun i => u i * pr (Q i) A) (fun i => u i * pr (Q' i) A))
    by (try assumption; intros i Ii X Y; rewrite ?(SP i Ii X Y A HA), ?(SQ i Ii X Y A HA); reflexivity).
  apply F; [ | | exact HA ].
  - intros i Ii X Y; apply Rmult_le_pos; [ lra | now apply m0 ].
  - intros B HB; rewrite scaled, <- (SU B HB), <- (SL B HB); now apply T.
Qed.

(** * Pairs that are mixed alike *)

Theorem proved_gdp_mixture (w m : R) (P Q V W : law) : 0 <= w -> w <= 1 -> gdp 0 P Q m -> gdp 0 V W m -> gdp 0 (mix w P V) (mix w Q W) m.
Proof.
  rewrite !gdp_is_plain; intros w0 w1 [m0 A] [_ B]; split; [ exact m0 | ]; intro e; set (d := theta (exp e) (sqrt m)) in *.
  replace d with (w * d + (1 - w) * d) by ring; exact (proved_dp_mixture e d d w P Q V W w0 w1 (A e) (B e)).
Qed.
