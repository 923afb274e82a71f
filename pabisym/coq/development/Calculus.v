(** The sorts and judgements of pabisym, defined.

    Laws, maps and sets are those of the space E, which is R^d. *)

Require Import Reals Lra Lia ZArith Classical IndefiniteDescription List.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Hahn Pabisym.Euclid Pabisym.Integrals Pabisym.Space.
Require Pabisym.Instances.
Open Scope R_scope.

(** * Sorts *)

Definition vector : Type := carrier E.
Definition law : Type := Law E.
(** The law of an independent increment. *)
Definition noise : Type := Law E.
Record map : Type := { at_point :> E -> E; map_measurable : measurable E E at_point }.
Definition set : Type := E -> Prop.
(** Random answers to points: a law for each point, that depends on it measurably. *)
Record mechanism : Type := { answers :> E -> Law E; answers_kernel : kernel E E answers }.
(** A differentiable function of a point, with its gradient, which is measurable. *)
Record loss : Type := {
  loss_at : E -> R;
  grad : map;
  differentiable : forall x e, 0 < e -> exists r, 0 < r /\ forall y, dist y x <= r ->
    Rabs (loss_at y - loss_at x - inner E (grad x) (vsub y x)) <= e * dist y x }.

(** * Laws and maps that are built *)

Definition push (f : map) (P : law) : law := image f (map_measurable f) P.
Definition vadd_pair (p : pairs E E) : E := vadd E (fst p) (snd p).
Definition convolve (P : law) (Z : noise) : law := image vadd_pair (vadd_measurable E) (product P Z).
(** Independent pairs, written as points. *)
Definition pair_law (P Q : law) : law := image (code E : pairs E E -> E) (code_measurable E) (product P Q).

Definition translate (x : vector) : map.
Proof.
  refine {| at_point := fun y => vadd E y x |}.
  apply (compose_measurable E (pairs E E) E vadd_pair (fun y => (y, x))); [ apply vadd_measurable | ].
  apply pair_measurable; [ apply id_measurable | apply constant_measurable ].
Defined.
Definition compose (f g : map) : map.
Proof. refine {| at_point := fun x => f (g x) |}; apply (compose_measurable E E E); apply map_measurable. Defined.
(** [w - eta * grad f w] *)
Definition gradient (f : loss) (eta : R) : map.
Proof.
  refine {| at_point := fun x => vadd E x (vscale E (- eta) (grad f x)) |}.
  apply (compose_measurable E (pairs E E) E vadd_pair (fun x => (x, vscale E (- eta) (grad f x)))); [ apply vadd_measurable | ].
  apply pair_measurable; [ apply id_measurable | ].
  apply (compose_measurable E E E (vscale E (- eta)) (grad f)); [ apply vscale_measurable | apply map_measurable ].
Defined.
(** [x -> c * x + s] along one direction of length 1; on the line it is the affine map. *)
Definition affine (c s : R) : map.
Proof.
  refine {| at_point := fun x => vadd E (vscale E c x) (vscale E s (direction E)) |}.
  apply (compose_measurable E (pairs E E) E vadd_pair (fun x => (vscale E c x, vscale E s (direction E)))); [ apply vadd_measurable | ].
  apply pair_measurable; [ apply vscale_measurable | apply constant_measurable ].
Defined.
(** The nearest point of a closed convex set that has an inner point; of other sets nothing is said. *)
Definition projection (K : set) : map.
Proof.
  refine {| at_point := fun x => if decide (convexset K) then nearest K x else x |}.
  destruct (decide (convexset K)) as [H | H]; [ | apply id_measurable ].
  apply contraction_measurable; intros x y; exact (nearest_contracts K x y H).
Defined.
(** [X], [X ~ P], with an answer of the mechanism to it, written as a point; and the answer alone. *)
Definition joint (P : law) (K : mechanism) : law := image (code E : pairs E E -> E) (code_measurable E) (compound P K (answers_kernel K)).
Definition answer : map.
Proof.
  refine {| at_point := fun x => snd (decode E x) |}.
  apply (compose_measurable E (pairs E E) E (@snd E E) (decode E)); [ apply snd_measurable | apply decode_measurable ].
Defined.
Definition through (K : mechanism) (P : law) : law := push answer (joint P K).
Definition point (x : vector) : law := certain x.
(** Laws [V] and [W] with P + (exp e + d - 1) W = d V + exp e Q, where there are such: what [P] has above [exp e] times [Q], and what it lacks. *)
Definition parts (P Q : law) (e d : R) : law * law :=
  match decide (exists VW : law * law, forall A, meas A -> pr P A + (exp e + d - 1) * pr (snd VW) A = d * pr (fst VW) A + exp e * pr Q A) with
  | left H => proj1_sig (constructive_indefinite_description _ H)
  | right _ => (P, Q)
  end.
Definition excess (P Q : law) (e d : R) : law := fst (parts P Q e d).
Definition deficit (P Q : law) (e d : R) : law := snd (parts P Q e d).
(** The noise N(0, v I), and N(m, v I), where the mean is [m] along the one direction. *)
Definition white (v : R) : noise :=
  match decide (exists Z : noise, Instances.gaussian_on E Z v) with
  | left H => proj1_sig (constructive_indefinite_description _ H)
  | right _ => point (vzero E)
  end.
Definition normallaw (m v : R) : law := push (translate (vscale E m (direction E))) (white v).

(** * Batches *)

(** The integers from [a] to [b]. *)
Definition range (a b : R) : list R := List.map (fun k => a + INR k) (List.seq 0 (Z.to_nat (Int_part b - Int_part a + 1))).
Fixpoint vsum (l : list R) (f : R -> E) : E := match l with nil => vzero E | cons i rest => vadd E (f i) (vsum rest f) end.
Definition mean (l : list R) (f : R -> E) : E := vscale E (/ INR (length l)) (vsum l f).
(** Lists of [k] members of a list, in their order. *)
Fixpoint chosen (k : nat) (l : list R) : list (list R) :=
  match k, l with
  | O, _ => cons nil nil
  | S m, nil => nil
  | S m, cons i rest => (List.map (cons i) (chosen m rest) ++ chosen k rest)%list
  end.

(** The mean of the maps [f a], ..., [f b]; the identity where a > b. *)
Definition batchstep (f : R -> map) (a b : R) : map.
Proof.
  refine {| at_point := fun x => if Rle_dec a b then mean (range a b) (fun i => f i x) else x |}.
  destruct (Rle_dec a b); [ | apply id_measurable ].
  assert (M : forall l, measurable E E (fun x => vsum l (fun i => f i x))).
  { induction l as [ | i l IH ]; simpl; [ apply constant_measurable | ].
    apply (compose_measurable E (pairs E E) E vadd_pair (fun x => (f i x, vsum l (fun j => f j x)))); [ apply vadd_measurable | ].
    apply pair_measurable; [ apply map_measurable | exact IH ]. }
  apply (compose_measurable E E E (vscale E (/ INR (length (range a b)))) (fun x => vsum (range a b) (fun i => f i x))); [ apply vscale_measurable | apply M ].
Defined.
(** From [x] to the mean of the points [f i x] over [b] of the integers i = 1..n, every set of [b] with the same chance; [x] where there are none. *)
Lemma certain_kernel (f : E -> E) : measurable E E f -> kernel E E (fun x => certain (f x)).
Proof.
  intros F B HB; apply (levels_ext E (fun x => if decide (B (f x)) then 1 else 0)).
  - intro x; cbn [certain pr]; destruct (decide (B (f x))) as [L | L], (decide (meas B /\ B (f x))); tauto.
  - apply (levels_within E (fun x => B (f x)) (fun _ => 1)); [ now apply F | intro; lra | apply levels_constant ].
Qed.
Lemma one_of_kernel (l : list map) : kernel E E (fun x => one_of x (List.map (fun f : map => f x) l)).
Proof.
  induction l as [ | f l IH ]; [ exact (certain_kernel _ (id_measurable E)) | ].
  destruct l as [ | g l ]; [ exact (certain_kernel _ (map_measurable f)) | ].
  intros B HB; set (w := / INR (length (f :: g :: l))); assert (C := chance_range w).
  apply (levels_ext E (fun x => chance w * pr (certain (f x)) B + (1 - chance w) * pr (one_of x (List.map (fun f : map => f x) (g :: l))) B)).
  - intro x; unfold w; cbn [one_of List.map mix pr length]; rewrite !map_length; reflexivity.
  - apply levels_plus; [ intro x; apply Rmult_le_pos; [ lra | now apply pr_nonneg ] | | ]; apply levels_scale; try lra.
    + exact (certain_kernel _ (map_measurable f) B HB).
    + exact (IH B HB).
Qed.
Lemma mean_measurable (f : R -> map) (l : list R) : measurable E E (fun x => mean l (fun i => f i x)).
Proof.
  assert (M : measurable E E (fun x => vsum l (fun i => f i x))).
  { induction l as [ | i l IH ]; simpl; [ apply constant_measurable | ].
    apply (compose_measurable E (pairs E E) E vadd_pair (fun x => (f i x, vsum l (fun j => f j x)))); [ apply vadd_measurable | ].
    apply pair_measurable; [ apply map_measurable | exact IH ]. }
  apply (compose_measurable E E E (vscale E (/ INR (length l))) (fun x => vsum l (fun i => f i x))); [ apply vscale_measurable | exact M ].
Qed.
Definition sampledstep (f : R -> map) (n b : R) : mechanism.
Proof.
  refine {| answers := fun x =>
    if Rle_dec 1 b then one_of x (List.map (fun batch => mean batch (fun i => f i x)) (chosen (Z.to_nat (Int_part b)) (range 1 n))) else point x |}.
  destruct (Rle_dec 1 b); [ | exact (certain_kernel _ (id_measurable E)) ].
  intros B HB; apply (levels_ext E (fun x => pr (one_of x (List.map (fun g : map => g x) (List.map (fun batch =>
    {| at_point := fun y => mean batch (fun i => f i y); map_measurable := mean_measurable f batch |}) (chosen (Z.to_nat (Int_part b)) (range 1 n))))) B)).
  - intro x; rewrite List.map_map; reflexivity.
  - exact (one_of_kernel _ B HB).
Defined.
Definition withnoise (K : mechanism) (Z : noise) : mechanism.
Proof.
  refine {| answers := fun x => convolve (K x) Z |}.
  intros B HB; apply (levels_ext E (fun x => pr (product (K x) Z) (fun p => B (vadd_pair p)))).
  - intro x; unfold convolve; rewrite image_pr by exact HB; reflexivity.
  - apply (kernel_pairs E E E (fun x => product (K x) Z)); [ | exact (vadd_measurable E B HB) ].
    intros A C HA HC; apply (levels_ext E (fun x => pr Z C * pr (K x) A)); [ intro x; rewrite product_rectangle by assumption; ring | ].
    apply levels_scale; [ now apply pr_nonneg | now apply answers_kernel ].
Defined.

(** * W_infinity

    Laws [P] and [Q] are within [z] when they have a coupling whose points are almost surely at most [z] apart; in R^d
    the infimum in the usual definition is attained. *)

Definition coupled (J : Law (pairs E E)) (P Q : law) : Prop := equal (first J) P /\ equal (second J) Q.
Definition almost_within (J : Law (pairs E E)) (z : R) : Prop :=
  exists A : pairs E E -> Prop, meas A /\ pr J A = 1 /\ forall p, A p -> dist (fst p) (snd p) <= z.
Definition winf (P Q : law) (z : R) : Prop := exists J, coupled J P Q /\ almost_within J z.
(** A law on the way from [P] to [Q], within [z] of the one and [a] of the other, where there is one. *)
Definition between (P Q : law) (z a : R) : law :=
  match decide (exists V, winf P V z /\ winf V Q a) with left H => proj1_sig (constructive_indefinite_description _ H) | right _ => P end.

(** * Rényi divergences

    The integral of (dP/dQ)^alpha dQ is the supremum, over the finite measurable partitions, of the sum of
    P(A)^alpha Q(A)^(1 - alpha) (van Erven and Harremoës, Rényi divergence and Kullback-Leibler divergence, 2014, theorem
    10, with theorem 2 for Q(A) = 0); it is defined as that supremum, so that no integral is needed. *)

Record partition (X : Space) : Type := {
  cells : nat;
  cell : nat -> X -> Prop;
  cell_meas : forall i, meas (cell i);
  cell_all : forall x, exists i, (i < cells)%nat /\ cell i x;
  cell_once : forall i j x, cell i x -> cell j x -> i = j }.
Arguments cells {X} _. Arguments cell {X} _ _ _.

(** [p^alpha * q^(1 - alpha)], 0 for [p = 0]. *)
Definition share (alpha p q : R) : R := if Rle_dec p 0 then 0 else p * Rpower (p / q) (alpha - 1).

Definition moment (alpha : R) (P Q : law) (m : R) : Prop := forall c : partition E,
  (forall i, pr Q (cell c i) = 0 -> pr P (cell c i) = 0) /\
  below (cells c) (fun i => share alpha (pr P (cell c i)) (pr Q (cell c i))) <= m.
(** D_alpha(P || Q) <= b; the order is above 1. *)
Definition divergence (alpha : R) (P Q : law) (b : R) : Prop := 1 < alpha /\ moment alpha P Q (exp ((alpha - 1) * b)).
(** The shifted divergence is an infimum over laws [V], which need not be attained. *)
Definition renyi (alpha z : R) (P Q : law) (b : R) : Prop :=
  1 < alpha /\ forall e, 0 < e -> exists V, winf P V z /\ divergence alpha V Q (b + e).
Definition zcdp (P Q : law) (r : R) : Prop := forall alpha, 1 < alpha -> renyi alpha 0 P Q (alpha * r).
Definition close (alpha : R) (K J : mechanism) (b : R) : Prop := 1 < alpha /\ forall x, divergence alpha (K x) (J x) b.

(** * The observer *)

Definition dp (P Q : law) (e d : R) : Prop := forall A : E -> Prop, meas A -> pr P A <= exp e * pr Q A + d.
Definition gdp_plain (P Q : law) (m : R) : Prop := 0 <= m /\ forall e, dp P Q e (theta (exp e) (sqrt m)).
Definition gdp (z : R) (P Q : law) (m : R) : Prop := exists V, winf P V z /\ gdp_plain V Q m.
Definition gdpclose (K J : mechanism) (m : R) : Prop := forall x, gdp 0 (K x) (J x) m.
(** [P] and [Q] are at least as easy to tell apart as N(0, 1) and N(sqrt m, 1). *)
Definition apart (P Q : law) (m : R) : Prop := m <= 0 \/
  forall e eps, 0 < eps -> exists A : E -> Prop, meas A /\ theta (exp e) (sqrt m) - eps <= pr P A - exp e * pr Q A.

(** * What noise costs *)

Definition bounds_moves (alpha : R) (Z : noise) (a b : R) : Prop :=
  forall x, norm E x <= a -> divergence alpha (push (translate x) Z) Z b.
(** sup of D_alpha(Z + x || Z) over norm x <= a, where that is finite *)
Definition magnitude (alpha : R) (Z : noise) (a : R) : R := infimum (bounds_moves alpha Z a).
(** What one step with [Z] tells that samples a record with probability [q], when any two of the points that it may reach are at
    most [a] apart: where that is finite, the supremum. *)
Definition bounds_samples (alpha q : R) (Z : noise) (a b : R) : Prop :=
  forall x y z, dist x y <= a -> dist x z <= a -> dist y z <= a ->
  divergence alpha (mix q (push (translate x) Z) (push (translate z) Z)) (mix q (push (translate y) Z) (push (translate z) Z)) b.
Definition sampledsize (alpha q : R) (Z : noise) (a : R) : R := infimum (bounds_samples alpha q Z a).
Definition tells_moves (Z : noise) (a m : R) : Prop := forall x, norm E x <= a -> gdp_plain (push (translate x) Z) Z m.
(** the least m with which Z + x and Z are sqrt m-GDP for all norm x <= a, where there is one *)
Definition gdpsize (Z : noise) (a : R) : R := infimum (tells_moves Z a).

(** These least upper bounds are finite. *)
Definition finite (alpha : R) (Z : noise) (a : R) : Prop := exists b, bounds_moves alpha Z a b.
Definition gdpfinite (Z : noise) (a : R) : Prop := exists m, tells_moves Z a m.

(** * Maps, sets, losses *)

Definition lipschitzon (f : map) (K : set) (c : R) : Prop := forall x y, K x -> K y -> dist (f x) (f y) <= c * dist x y.
Definition lipschitz (f : map) (c : R) : Prop := forall x y, dist (f x) (f y) <= c * dist x y.
Definition gapon (f g : map) (K : set) (s : R) : Prop := forall x, K x -> dist (f x) (g x) <= s.
Definition gap (f g : map) (s : R) : Prop := forall x, dist (f x) (g x) <= s.
Definition bounded (f : map) (D : R) : Prop := forall x y, dist (f x) (f y) <= D.
(** On [K] the loss lies below its chords. *)
Definition convex (f : loss) (K : set) : Prop := forall x y t, K x -> K y -> 0 <= t -> t <= 1 ->
  loss_at f (vadd E (vscale E (1 - t) x) (vscale E t y)) <= (1 - t) * loss_at f x + t * loss_at f y.
Definition smooth (f : loss) (beta : R) (K : set) : Prop := lipschitzon (grad f) K beta.
Definition lipschitzloss (f : loss) (L : R) (K : set) : Prop := forall x, K x -> norm E (grad f x) <= L.
(** N(0, v I): the point 0 for v = 0; else the law that is N(0, v) along every direction and that, moved by [x], has the density
    exp((<x, z> - <x, x> / 2) / v) to itself (Cameron and Martin).  In R^d each of these two says it alone. *)
Definition gaussian (Z : noise) (v : R) : Prop := (v = 0 /\ equal Z (point (vzero E))) \/
  (0 < v /\ (forall u s, norm E u = 1 -> pr Z (fun z => inner E u z <= s) = normal (s / sqrt v)) /\
   forall x A, meas A ->
     pr (push (translate x) Z) A = integral E Z (fun z => indicator A z * exp ((inner E x z - inner E x x / 2) / v))).
Lemma white_gaussian (v : R) : 0 <= v -> gaussian (white v) v.
Proof.
  intro H; change (Instances.gaussian_on E (white v) v); unfold white; destruct (decide _) as [L | N]; [ apply proj2_sig | ].
  exfalso; apply N; now apply space_has_noise.
Qed.

(** * Mechanisms *)

Definition steady (K : mechanism) (c : R) : Prop := forall x y, winf (K x) (K y) (c * dist x y).
Definition near (K J : mechanism) (s : R) : Prop := forall x, winf (K x) (J x) s.

(** * Logarithmic Sobolev inequalities *)

(** What [y ln (y / t)] has above its tangent at [t]; the least mean of it over all [t] is the entropy. *)
Definition entropic (t y : R) : R := y * ln (y / t) - y + t.
(** Near every point the slope of [h] is at most [g]. *)
Definition slope_below (h g : E -> R) : Prop := forall x e, 0 < e -> exists r, 0 < r /\ forall y, dist y x <= r ->
  Rabs (h y - h x) <= (g x + e) * dist y x.
(** The entropy of every h^2 under [P] is at most 2 u times the mean of the square of the slope of [h]. *)
Definition sobolev (P : law) (u : R) : Prop := forall h g : E -> R, (forall x, 0 <= g x) -> slope_below h g ->
  (forall t, 0 < t -> levels E (fun x => entropic t (h x * h x))) -> levels E g -> summable E P (fun x => g x * g x) ->
  forall e, 0 < e -> exists t, 0 < t /\ summable E P (fun x => entropic t (h x * h x)) /\
    integral E P (fun x => entropic t (h x * h x)) <= 2 * u * integral E P (fun x => g x * g x) + e.
(** A constant is at least one that does. *)
Definition lsi (P : law) (v : R) : Prop := exists u, u <= v /\ sobolev P u.
(** (1 - t) / 2 f x + (1 + t) / 2 g x *)
Definition midway (f g : map) (t : R) : map.
Proof.
  refine {| at_point := fun x => vadd E (vscale E ((1 - t) / 2) (f x)) (vscale E ((1 + t) / 2) (g x)) |}.
  apply (compose_measurable E (pairs E E) E vadd_pair (fun x => (vscale E ((1 - t) / 2) (f x), vscale E ((1 + t) / 2) (g x)))); [ apply vadd_measurable | ].
  apply pair_measurable; apply (compose_measurable E E E (vscale E _)); apply vscale_measurable || apply map_measurable.
Defined.
(** The inequality at every time of the way from [Q] through a noisy step with [f] or [g]. *)
Definition traced (Q : law) (f g : map) (Z : noise) (x : R) : Prop := forall t, 0 < t -> t <= 1 ->
  lsi (convolve (push (midway f g t) Q) (push (affine (sqrt t) 0) Z)) x.

(** * Real functions *)

Definition erfc (x : R) : R := 2 * normal (- (sqrt 2 * x)).
(** D_alpha(N || M) and D_alpha(M || N) for N = N(0, s^2) and M = q N(1, s^2) + (1 - q) N. *)
Definition sampled (alpha q s : R) : R :=
  infimum (divergence alpha (normallaw 0 (s * s)) (mix q (normallaw 1 (s * s)) (normallaw 0 (s * s)))).
Definition sampled_first (alpha q s : R) : R :=
  infimum (divergence alpha (mix q (normallaw 1 (s * s)) (normallaw 0 (s * s))) (normallaw 0 (s * s))).
(** The least upper bound of the orders that two conditions admit (Altschuler and Talwar 2022, section 2.3). *)
Definition admits (q s alpha : R) : Prop := let m := ln (1 + / (q * (alpha - 1))) in
  1 < alpha /\ alpha <= m * (s * s) / 2 - ln (s * s) /\
  alpha * (m + ln (q * alpha) + / (2 * (s * s))) <= m * m * (s * s) / 2 - ln (5 * (s * s)).
Definition admissible (q s : R) : R := - infimum (fun x => admits q s (- x)).

(** * Points, answers and events *)

Definition slope (f : loss) (x : vector) : vector := grad f x.
Definition member (x : vector) (K : set) : Prop := K x.
(** Mechanisms that answer [f x], and from [P] whatever they are asked. *)
Definition surely (f : map) : mechanism := {| answers := fun x => certain (f x); answers_kernel := certain_kernel f (map_measurable f) |}.
Definition always (P : law) : mechanism := {| answers := fun _ => P; answers_kernel := constant_kernel E E P |}.
(** The probability of an event; of a set that is none, 0. *)
Definition probability (P : law) (O : set) : R := if decide (meas O) then pr P O else 0.
(** An event that tells [P] from [Q] best at the level [exp e]: that the density is above it (Hahn). *)
Definition best (P Q : law) (e : R) : set :=
  proj1_sig (constructive_indefinite_description _ (best_exists E P Q (exp e) (Rlt_le _ _ (exp_pos e)))).
(** On the line, the noise of the density exp(- |z| / v) / (2 v), by its distribution function; moved by [x] it has the density
    exp((|z| - |z - x|) / v) to itself. *)
Definition laplace (Z : noise) (v : R) : Prop := 0 < v /\ (forall u x : E, norm E u = 1 -> x = vscale E (inner E u x) u) /\
  (forall u s, norm E u = 1 -> pr Z (fun z => inner E u z <= s) = if Rle_dec s 0 then exp (s / v) / 2 else 1 - exp (- s / v) / 2) /\
  forall x A, meas A -> pr (push (translate x) Z) A = integral E Z (fun z => indicator A z * exp ((norm E z - norm E (vsub z x)) / v)).
Definition spread (K : mechanism) (e u : R) : Prop := forall x y, dp (K x) (K y) e u.
Definition contracts (K : mechanism) (e u : R) : Prop := forall P Q d, dp P Q e d -> dp (through K P) (through K Q) e (d * u).

(** * The gap chain *)

(** Maximal reflection of N(0, 1) and N(h, 1): where the first is at [- t] on the way to the second, they meet with the chance [meets h t],
    else they are |h| + 2 t apart, which is then positive.  With the uniform number [u] the distance that is left is [left_over h t u];
    [remains h f] is the mean of [f] of it, where t and the number of which u is the normal chance are independent and N(0, 1). *)
Definition meets (h t : R) : R := Rmin 1 (exp (- (Rabs h * t + h * h / 2))).
Definition left_over (h t u : R) : R := if Rle_dec u (meets h t) then 0 else Rabs h + 2 * t.
Definition remains (h : R) (f : R -> R) : R := integral (pairs E E) (product (white 1) (white 1)) (fun p =>
  f (left_over h (inner E (direction E) (fst p)) (normal (inner E (direction E) (snd p))))).
(** What the maps of a step make of a gap, and the mean of [f] of the gap after [n] steps, of which the first reflects the distance [x]. *)
Definition widened (r c a b y : R) : R := if Rle_dec y 0 then Rmin r b else Rmin r (c * y + a + b).
Fixpoint chain (n : nat) (x r c a b : R) (f : R -> R) : R :=
  match n with
  | O => f x
  | S O => remains x f
  | S m => chain m x r c a b (fun y => remains (widened r c a b y) f)
  end.
(** The chance that the gap is above 0, and laws with a coupling in which the distance is stochastically at most [w] times the gap: so are
    the means of the functions that grow, as the chances to be above a number are. *)
Definition survival (n x r c a b : R) : R := chain (Z.to_nat (Int_part n)) x r c a b (fun y => if Rle_dec y 0 then 0 else 1).
Definition grows (f : R -> R) : Prop := (forall y, 0 <= f y <= 1) /\ forall y z, y <= z -> f y <= f z.
Definition coupled_below (P Q : law) (w n x r c a b : R) : Prop := 0 < w /\ 1 <= n /\ exists J, coupled J P Q /\ forall f, grows f ->
  integral (pairs E E) J (fun p => f (dist (fst p) (snd p))) <= chain (Z.to_nat (Int_part n)) (x / w) (r / w) c (a / w) (b / w) (fun y => f (w * y)).
