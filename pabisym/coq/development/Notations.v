(** How statements are written: each notation is another way to write one term, and nothing is said of it. *)

Require Import Reals.
Require Import Pabisym.RealFacts Pabisym.Normal Pabisym.Laws Pabisym.Products Pabisym.Euclid Pabisym.Integrals Pabisym.Space Pabisym.Calculus.
Open Scope R_scope.

(** A power, whose exponent need not be an integer. *)
Notation "x ** y" := (pw x y) (at level 30, right associativity) : R_scope.
(** For all integers [k] from [a] to [b]. *)
Notation "∀ k ∈ [ a , b ] , J" := (forall_int a b (fun k => J)) (at level 200, k name, J at level 200).
(** The sum over the integers [k] from [a] to [b]. *)
Notation "∑ k ∈ [ a , b ] , t" := (rsum (fun k => t) a b) (at level 200, k name, t at level 200).
(** The same law. *)
Notation "P ≡ Q" := (equal P Q) (at level 70, no associativity).
(** The shifted Rényi divergence of the order [alpha] at the shift [z]. *)
Notation "'Rényi' [ alpha , z ] ( P ‖ Q ) ≤ b" := (renyi alpha z P Q b) (at level 70, alpha, z, P, Q at level 200, b at next level).
(** The distance W_infinity. *)
Notation "'Winf' ( P , Q ) ≤ z" := (winf P Q z) (at level 70, P, Q at level 200, z at next level).
