"""The inference figures as the papers have them, written by hand in a notation of their own, for the second checker.

Nothing here is read off the kernel: a test compares what both have.  One line for each figure: its name, its letters by kind, what it needs,
what it concludes, where that stands.  What it needs are relations between numbers, its side conditions, and judgements, its premises.
The notation, beside that of arithmetic:

``Div(P, Q | alpha, z) <= b`` is a bound on the Rényi divergence of the order alpha, shifted by z; ``Mom(P, Q | alpha) <= m`` on its
moment; ``DP(P, Q | e) <= d`` on the slack at the level e; ``GDP(P, Q | z) <= m`` on the square of the Gaussian level; ``CDP`` of zCDP;
``Apart(P, Q) >= m`` bounds it from below.  ``W(P, Q) <= z`` is the distance of laws, ``Lip(f) <= c`` and ``Gap(f, g) <= s`` are of maps, on a
set with ``| K``; ``Diam`` of the values of a map; ``Steady``, ``Near`` and ``Close`` of mechanisms; ``LSI(P) <= v``, ``Trace(Q, f, g, Z) <= v``;
``Slope``, ``Smooth`` and ``Hull`` (convexity) of losses on a set, ``Body(K)`` of a set.  ``P ~ Q`` says that laws are equal, ``Z ~ N(v)``
that noise is Gaussian, ``R(Z, a | alpha) < oo`` that a magnitude is finite.

``image(f, P)`` is the image of a law under a map, ``plus(P, Z)`` it with noise, ``pair(P, Q)`` a product, ``mixture(P, Q; w)`` P with the
probability w, else Q, ``ask(P, K)`` a question with its answer, ``answer(P, K)`` the answer, ``way(P, Q; z, a)`` the law at most z on the way;
``after(f, g)`` a map after another, ``descent(f; eta)`` a gradient step, ``nearest(K)`` the projection, ``line(c, s)`` x -> c*x + s;
``gauss(m, v)`` a normal law on the line, ``iso(v)`` Gaussian noise, ``G(Z, a)`` the Gaussian level of noise, ``hockey(r, g)`` the hockey-stick
divergence of order g of unit Gaussians r apart, ``still(n, x, r, c, a, b)`` the chance that reflection has left a gap
after n steps, ``split(e, x, y)`` x where e >= 0 and y elsewhere.  ``value(f, x)`` is f(x), ``less(x, y)``
x - y, ``dot(x, y)`` the inner product, ``grad(f, x)`` a gradient; ``told(x, K)`` the law of the answer of K to x, ``exactly(f)`` and
``whatever(P)`` the mechanisms that answer f(x) and from P, ``noisy(K, Z)`` one with noise; ``Pr(O, P)`` a chance, ``peak(P, Q, e)`` the event
dP/dQ > exp(e).  ``Rows(K | e) <= u`` is the slack between the answers to any two points; ``x in K``, and ``Z ~ Lap(v)`` is Laplace noise.
"""



from __future__ import annotations

import re

TERMS = {
    "image": "push({0}, {1})", "plus": "convolve({0}, {1})", "pair": "product({0}, {1})", "mixture": "mix({2}, {0}, {1})", "ask": "joint({0}, {1})",
    "answer": "through({1}, {0})", "after": "compose({0}, {1})", "dirac": "point({0})", "way": "between({0}, {1}, {2}, {3})", "descent": "gradient({0}, {1})",
    "nearest": "projection({0})", "shift": "translate({0})", "line": "affine({0}, {1})", "gauss": "normallaw({0}, {1})", "iso": "white({0})",
    "R": "R({2}, {0}, {1})", "G": "gdpsize({0}, {1})", "split": "cases({0}, {1}, {2})", "beyond": "excess({0}, {1}, {2}, {3})",
    "lacking": "deficit({0}, {1}, {2}, {3})", "hockey": "theta({1}, {0})", "value": "at({0}, {1})", "less": "minus({0}, {1})",
    "dot": "inner({0}, {1})", "grad": "slope({0}, {1})", "told": "answers({1}, {0})", "exactly": "surely({0})", "whatever": "always({0})",
    "noisy": "withnoise({0}, {1})", "Pr": "chance({1}, {0})", "peak": "best({0}, {1}, {2})",
    "still": "survival({0}, {1}, {2}, {3}, {4}, {5})",
}
"""How terms of this notation are written for the checker."""
BOUNDS = {
    "Div": "renyi({2}, {3}, {0}, {1}, {b})", "Mom": "moment({2}, {0}, {1}, {b})", "DP": "dp({0}, {1}, {2}, {b})", "GDP": "gdp({2}, {0}, {1}, {b})",
    "CDP": "zcdp({0}, {1}, {b})", "Apart": "apart({0}, {1}, {b})", "W": "winf({0}, {1}, {b})", "Diam": "bounded({0}, {b})", "Steady": "steady({0}, {b})",
    "Near": "near({0}, {1}, {b})", "Close": "close({2}, {0}, {1}, {b})", "Alike": "gdpclose({0}, {1}, {b})", "LSI": "lsi({0}, {b})", "Trace": "traced({0}, {1}, {2}, {3}, {b})",
    "Reflected": "coupled({0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8})", "Rows": "spread({0}, {1}, {b})", "Slope": "lipschitzloss({0}, {b}, {1})", "Smooth": "smooth({0}, {b}, {1})",
}
"""How bounds are; ``Lip`` and ``Gap`` have two forms."""

LINES = """
same-start          | law P Q | P ~ Q | W(P, Q) <= 0 | Feldman et al., Definition 6
winf-widen          | real y z; law P Q | z <= y; W(P, Q) <= z | W(P, Q) <= y | Definition 6
winf-push           | real z c s; law P Q; map f g | W(P, Q) <= z; Lip(f) <= c; Gap(f, g) <= s | W(image(f, P), image(g, Q)) <= c*z + s | Lemma 7 in the proof of Lemma 21
winf-convolve       | real z; law P Q; noise Z | W(P, Q) <= z | W(plus(P, Z), plus(Q, Z)) <= z | Lemma 7 in the proof of Lemma 20
winf-translate      | law P; vector x | | W(P, image(shift(x), P)) <= norm(x) | Lemma 7
winf-gap            | real s; law P; map f g | Gap(f, g) <= s | W(image(f, P), image(g, P)) <= s | Lemma 7
winf-through        | real z c s; law P Q; mechanism K J | W(P, Q) <= z; Steady(K) <= c; Near(K, J) <= s | W(answer(P, K), answer(Q, J)) <= c*z + s | Altschuler and Talwar, Lemma 5.5
between-near        | real z a; law P Q | z >= 0; a >= 0; W(P, Q) <= z + a | W(P, way(P, Q; z, a)) <= z | Feldman et al., h_z in the proof of Lemma 20
between-far         | real z a; law P Q | z >= 0; a >= 0; W(P, Q) <= z + a | W(way(P, Q; z, a), Q) <= a | h_z in the proof of Lemma 20
renyi-same          | real alpha; law P | alpha > 1 | Div(P, P | alpha, 0) <= 0 | Definition 4
start               | real alpha z; law P Q | alpha > 1; z >= 0; W(P, Q) <= z | Div(P, Q | alpha, z) <= 0 | Definition 8
witness-in          | real alpha z b; law P Q V | alpha > 1; W(P, V) <= z; Div(V, Q | alpha, 0) <= b | Div(P, Q | alpha, z) <= b | Definition 8
contraction         | real alpha z c s b; law P Q; map f g | alpha > 1; Div(P, Q | alpha, z) <= b; Lip(f) <= c; Gap(f, g) <= s | Div(image(f, P), image(g, Q) | alpha, c*z + s) <= b | Lemma 21
shift-reduction     | real alpha z a b; law P Q; noise Z | alpha > 1; a >= 0; z >= 0; Div(P, Q | alpha, z + a) <= b; R(Z, a | alpha) < oo | Div(plus(P, Z), plus(Q, Z) | alpha, z) <= b + R(Z, a | alpha) | Lemma 20
absorb              | real alpha a b; law P V Q; noise Z | alpha > 1; a >= 0; W(P, V) <= a; Div(V, Q | alpha, 0) <= b; R(Z, a | alpha) < oo | Div(plus(P, Z), plus(Q, Z) | alpha, 0) <= b + R(Z, a | alpha) | the last display of the proof of Lemma 20
monotone            | real alpha y z b d; law P Q | alpha > 1; z <= y; b <= d; Div(P, Q | alpha, z) <= b | Div(P, Q | alpha, y) <= d | Proposition 9
post-processing     | real alpha b; law P Q; map f | alpha > 1; Div(P, Q | alpha, 0) <= b | Div(image(f, P), image(f, Q) | alpha, 0) <= b | Proposition 5
additivity          | real alpha b d; law P Q V W | alpha > 1; Div(P, Q | alpha, 0) <= b; Div(V, W | alpha, 0) <= d | Div(pair(P, V), pair(Q, W) | alpha, 0) <= b + d | Proposition 5
renyi-sign          | real alpha z b; law P Q | alpha > 1; Div(P, Q | alpha, z) <= b | b >= 0 | van Erven and Harremoës, Theorem 8
same-law            | real alpha z b; law P Q V W | alpha > 1; Div(P, Q | alpha, z) <= b; V ~ P; W ~ Q | Div(V, W | alpha, z) <= b | equality of laws
reflexive           | law P | | P ~ P | equality of laws
gaussian-magnitude  | real alpha a v; noise Z | alpha > 1; a >= 0; v > 0; Z ~ N(v) | R(Z, a | alpha) == alpha*a**2/(2*v) | Feldman et al., after Definition 10
gaussian-finite     | real alpha a v; noise Z | alpha > 1; a >= 0; v > 0; Z ~ N(v) | R(Z, a | alpha) < oo | after Definition 10
magnitude-zero      | real alpha; noise Z | alpha > 1 | R(Z, 0 | alpha) == 0 | Definition 10
finite-zero         | real alpha; noise Z | alpha > 1 | R(Z, 0 | alpha) < oo | Definition 10
moment              | real alpha b; law P Q | alpha > 1; Div(P, Q | alpha, 0) <= b | Mom(P, Q | alpha) <= exp((alpha - 1)*b) | Definition 4
from-moment         | real alpha m; law P Q | alpha > 1; m > 0; Mom(P, Q | alpha) <= m | Div(P, Q | alpha, 0) <= log(m)/(alpha - 1) | Definition 4
moment-widen        | real alpha m u; law P Q | alpha > 1; m <= u; Mom(P, Q | alpha) <= m | Mom(P, Q | alpha) <= u | Definition 4
moment-same-law     | real alpha m; law P Q V W | alpha > 1; Mom(P, Q | alpha) <= m; V ~ P; W ~ Q | Mom(V, W | alpha) <= m | equality of laws
moment-mixture      | real alpha w m u; law P Q V W | alpha > 1; w >= 0; w <= 1; Mom(P, Q | alpha) <= m; Mom(V, W | alpha) <= u | Mom(mixture(P, V; w), mixture(Q, W; w) | alpha) <= w*m + (1 - w)*u | van Erven and Harremoës, Theorem 13
adaptive            | real alpha b d; law P Q; mechanism K J | alpha > 1; Div(P, Q | alpha, 0) <= b; Close(K, J | alpha) <= d | Div(ask(P, K), ask(Q, J) | alpha, 0) <= b + d | Mironov, Proposition 1
forget              | real alpha b; law P Q; mechanism K J | alpha > 1; Div(ask(P, K), ask(Q, J) | alpha, 0) <= b | Div(answer(P, K), answer(Q, J) | alpha, 0) <= b | Proposition 5
close-same          | real alpha; mechanism K | alpha > 1 | Close(K, K | alpha) <= 0 | Definition 4
gdp-adaptive        | real m n; law P Q; mechanism K J | GDP(P, Q | 0) <= m; Alike(K, J) <= n | GDP(ask(P, K), ask(Q, J) | 0) <= m + n | Dong, Roth and Su, Theorem 4 and Corollary 2
gdp-close-same      | mechanism K | | Alike(K, K) <= 0 | Dong, Roth and Su, Definition 4
near-same           | mechanism K | | Near(K, K) <= 0 | Definition 6
renyi-to-dp         | real alpha b d; law P Q | alpha > 1; d > 0; Div(P, Q | alpha, 0) <= b | DP(P, Q | b + log(1/d)/(alpha - 1)) <= d | Lemma 14; Mironov, Proposition 3
moment-to-dp        | real alpha e m c h l k p q; law P Q | alpha > 1; c >= 0; h >= 0; h <= c; l + h*alpha*exp((alpha - 1)*p) >= 0; k - h*(alpha - 1)*exp(alpha*p) >= 0; l + c*alpha*exp((alpha - 1)*q) >= 1; k + exp(e) - c*(alpha - 1)*exp(alpha*q) >= 0; Mom(P, Q | alpha) <= m | DP(P, Q | e) <= c*m + l + k | two tangents of a power; Canonne, Kamath and Steinke, Proposition 12
dp-widen            | real e d u v; law P Q | e <= u; d <= v; DP(P, Q | e) <= d | DP(P, Q | u) <= v | Definition 11
gdp-same            | law P | | GDP(P, P | 0) <= 0 | Bok et al., section 3
gdp-witness-in      | real z m; law P Q V | W(P, V) <= z; GDP(V, Q | 0) <= m | GDP(P, Q | z) <= m | Bok et al., section 3
gdp-start           | real z; law P Q | z >= 0; W(P, Q) <= z | GDP(P, Q | z) <= 0 | Bok et al., section 3
gdp-push            | real m; law P Q; map f | GDP(P, Q | 0) <= m | GDP(image(f, P), image(f, Q) | 0) <= m | Dong, Roth and Su, Definition 4
gdp-through         | real m; law P Q; mechanism K | GDP(P, Q | 0) <= m | GDP(answer(P, K), answer(Q, K) | 0) <= m | Dong, Roth and Su, Definition 4
gdp-contraction     | real z c s m; law P Q; map f g | GDP(P, Q | z) <= m; Lip(f) <= c; Gap(f, g) <= s | GDP(image(f, P), image(g, Q) | c*z + s) <= m | Bok et al., section 3
gdp-absorb          | real a m; law P V Q; noise Z | a >= 0; W(P, V) <= a; GDP(V, Q | 0) <= m; G(Z, a) < oo | GDP(plus(P, Z), plus(Q, Z) | 0) <= m + G(Z, a) | Bok et al., section 3
gdp-shift-reduction | real z a m; law P Q; noise Z | a >= 0; z >= 0; GDP(P, Q | z + a) <= m; G(Z, a) < oo | GDP(plus(P, Z), plus(Q, Z) | z) <= m + G(Z, a) | Bok et al., section 3
gdp-magnitude       | real a v; noise Z | a >= 0; v > 0; Z ~ N(v) | G(Z, a) == a**2/v | Dong, Roth and Su, Theorem 1
gdp-finite          | real a v; noise Z | a >= 0; v > 0; Z ~ N(v) | G(Z, a) < oo | Dong, Roth and Su, Theorem 1
gdp-magnitude-zero  | noise Z | | G(Z, 0) == 0 | Dong, Roth and Su, Definition 4
gdp-finite-zero     | noise Z | | G(Z, 0) < oo | Dong, Roth and Su, Definition 4
gdp-monotone        | real y z m n; law P Q | z <= y; m <= n; GDP(P, Q | z) <= m | GDP(P, Q | y) <= n | Bok et al., section 3
gdp-same-law        | real z m; law P Q V W | GDP(P, Q | z) <= m; V ~ P; W ~ Q | GDP(V, W | z) <= m | equality of laws
gdp-sign            | real z m; law P Q | GDP(P, Q | z) <= m | m >= 0 | Bok et al., section 3
gdp-to-dp           | real e m; law P Q | e >= 0; m >= 0; GDP(P, Q | 0) <= m | DP(P, Q | e) <= hockey(sqrt(m), exp(e)) | Dong, Roth and Su, Corollary 1
dp-contraction      | real e d D v; law P Q; map f g; noise Z | e >= 0; D >= 0; v > 0; DP(P, Q | e) <= d; Gap(f, g) <= 0; Diam(f) <= D; Z ~ N(v) | DP(plus(image(f, P), Z), plus(image(g, Q), Z) | e) <= hockey(D/sqrt(v), exp(e))*d | Asoodeh, Diaz and Calmon, Theorem 3 and (30)
dp-start            | real e; law P Q | e >= 0; P ~ Q | DP(P, Q | e) <= 0 | Definition 11
dp-same-law         | real e d; law P Q V W | DP(P, Q | e) <= d; V ~ P; W ~ Q | DP(V, W | e) <= d | equality of laws
dp-push             | real e d; law P Q; map f | DP(P, Q | e) <= d | DP(image(f, P), image(f, Q) | e) <= d | Definition 11
dp-certain          | real e; law P Q | | DP(P, Q | e) <= 1 | Definition 11
dp-third-law        | real e f d u; law P Q V | DP(P, V | e) <= d; DP(V, Q | f) <= u | DP(P, Q | e + f) <= d + exp(e)*u | Definition 11
dp-swap             | real e d; law P Q | DP(P, Q | e) <= d | DP(Q, P | -e) <= (d + exp(e) - 1)*exp(-e) | Definition 11
dp-mixture          | real e d u w; law P Q V W | w >= 0; w <= 1; DP(P, Q | e) <= d; DP(V, W | e) <= u | DP(mixture(P, V; w), mixture(Q, W; w) | e) <= w*d + (1 - w)*u | Asoodeh, Diaz and Calmon, footnote 7
dp-excess           | real e d w; law P Q | e >= 0; d >= 0; w >= 0; w <= 1; w*d <= 1; w*(exp(e) + d) == 1; DP(P, Q | e) <= d | mixture(P, lacking(P, Q; e, d); w) ~ mixture(beyond(P, Q; e, d), Q; w*d) | Asoodeh, Diaz and Calmon, the proof of Theorem 3
dp-balance          | real e d g f w; law P Q U V | d >= 0; w*(exp(e) + d) == 1; d*exp(g) <= exp(e) + d - 1; mixture(P, V; w) ~ mixture(U, Q; w*d); DP(U, V | g) <= f | DP(P, Q | e) <= d*f | Asoodeh, Diaz and Calmon, the proof of Theorem 3
mix-push            | real w; law P Q; map f | w >= 0; w <= 1 | image(f, mixture(P, Q; w)) ~ mixture(image(f, P), image(f, Q); w) | mixtures
mix-convolve        | real w; law P Q; noise Z | w >= 0; w <= 1 | plus(mixture(P, Q; w), Z) ~ mixture(plus(P, Z), plus(Q, Z); w) | mixtures
mix-through         | real w; law P Q; mechanism K | w >= 0; w <= 1 | answer(mixture(P, Q; w), K) ~ mixture(answer(P, K), answer(Q, K); w) | mixtures
chance-mix          | real w; law P Q; set O | w >= 0; w <= 1 | Pr(O, mixture(P, Q; w)) == w*Pr(O, P) + (1 - w)*Pr(O, Q) | mixtures
best-event          | real e; law P Q; set O | | Pr(O, P) - exp(e)*Pr(O, Q) <= Pr(peak(P, Q, e), P) - exp(e)*Pr(peak(P, Q, e), Q) | Hahn; Asoodeh, Diaz and Calmon, (7)
laplace-move        | real e a v; law P Q; noise Z | e >= 0; a >= 0; v > 0; W(P, Q) <= a; Z ~ Lap(v) | DP(plus(P, Z), plus(Q, Z) | e) <= max(1 - exp((e - a/v)/2), 0) | Asoodeh, Diaz and Calmon (ISIT), Lemma 1
spread-through      | real e u; law P Q; mechanism K | Rows(K | e) <= u | DP(answer(P, K), answer(Q, K) | e) <= u | means over the questions
spread-contracts    | real e u d; law P Q; mechanism K | e >= 0; Rows(K | e) <= u; DP(P, Q | e) <= d | DP(answer(P, K), answer(Q, K) | e) <= d*u | Asoodeh, Diaz and Calmon, Theorem 3
answers-through     | mechanism K; vector x | | answer(dirac(x), K) ~ told(x, K) | mechanisms
surely-through      | law P; map f | | answer(P, exactly(f)) ~ image(f, P) | mechanisms
noisy-answers       | mechanism K; noise Z; vector x | | told(x, noisy(K, Z)) ~ plus(told(x, K), Z) | mechanisms
noisy-through       | law P; mechanism K; noise Z | | answer(P, noisy(K, Z)) ~ plus(answer(P, K), Z) | mechanisms
always-answers      | law V; vector x | | told(x, whatever(V)) ~ V | mechanisms
always-joint        | law P V | | ask(P, whatever(V)) ~ pair(P, V) | mechanisms
same-image          | law P; map f g | Gap(f, g) <= 0 | image(f, P) ~ image(g, P) | maps
point-near          | vector x y | | W(dirac(x), dirac(y)) <= norm(less(x, y)) | Definition 6
noise-sum           | real v w; law P; noise U V Z | v >= 0; w >= 0; U ~ N(v); V ~ N(w); Z ~ N(v + w) | plus(plus(P, U), V) ~ plus(P, Z) | Gaussian noise
dp-sign             | real e d; law P Q | DP(P, Q | e) <= d | d >= 0 | Definition 11
apart-dp            | real e d m; law P Q | m >= 0; Apart(P, Q) >= m; DP(P, Q | e) <= d | hockey(sqrt(m), exp(e)) <= d | Dong, Roth and Su, Definition 4
norm-sign           | vector x | | norm(x) >= 0 | norms
norm-square         | vector x | | norm(x)**2 == dot(x, x) | norms
inner-symmetric     | vector x y | | dot(x, y) == dot(y, x) | inner products
inner-minus         | vector x y z | | dot(less(x, y), z) == dot(x, z) - dot(y, z) | inner products
cauchy-schwarz      | vector x y | | dot(x, y) <= norm(x)*norm(y) | Cauchy and Schwarz
gradient-inner      | real eta; loss f; vector x y | | dot(value(descent(f; eta), x), y) == dot(x, y) - eta*dot(grad(f, x), y) | gradient steps
compose-inner       | map f g; vector x y | | dot(value(after(f, g), x), y) == dot(value(f, value(g, x)), y) | maps
projected           | set K; vector x | Body(K) | value(nearest(K), x) in K | Feldman et al., Definition 16
nearest             | set K; vector x z | Body(K); z in K | dot(less(x, value(nearest(K), x)), less(z, value(nearest(K), x))) <= 0 | the variational inequality of the projection
co-coercive         | real beta; loss f; set K; vector x y | Hull(f | K); Smooth(f | K) <= beta; Body(K); x in K; y in K | norm(less(grad(f, x), grad(f, y)))**2 <= beta*dot(less(x, y), less(grad(f, x), grad(f, y))) | Baillon and Haddad
bounded-near        | real D; law P Q; map f | Diam(f) <= D | W(image(f, P), image(f, Q)) <= D | Definition 6
coupled-start       | real w x r c a b; law P Q; noise Z | w > 0; W(P, Q) <= x; Z ~ N(w**2) | Reflected(plus(P, Z), plus(Q, Z); w; 1; x; r, c, a, b) | Eberle and Majka, the coupling by reflection of Gaussian steps
coupled-step        | real w x r c a b s t D; integer n; law P Q; map f g p; noise Z | w > 0; a >= 0; s + t <= a + b; D + b <= r; Reflected(P, Q; w; n; x; r, c, a, b); Lip(p) <= c; Gap(f, p) <= s; Gap(g, p) <= t; Gap(f, g) <= b; Diam(f) <= D; Z ~ N(w**2) | Reflected(plus(image(f, P), Z), plus(image(g, Q), Z); w; n + 1; x; r, c, a, b) | Eberle and Majka, the same for the next step
coupled-met         | real w x r c a b; integer n; law P Q | w > 0; Reflected(P, Q; w; n; x; r, c, a, b) | DP(P, Q | 0) <= still(n, x/w, r/w, c, a/w, b/w) | the coupling inequality
theta-level         | real g h x | g > 0; g <= h; x >= 0 | hockey(x, h) <= hockey(x, g) | Definition 3
theta-monotone      | real g x y | g > 0; x >= 0; x <= y | hockey(x, g) <= hockey(y, g) | Asoodeh, Diaz and Calmon, Definition 3
theta-positive      | real g x | g > 0; x > 0 | hockey(x, g) > 0 | Definition 3
theta-below-one     | real g x | g > 0; x >= 0 | hockey(x, g) < 1 | Definition 3
affine-lipschitz    | real c s | c >= 0 | Lip(line(c, s)) <= c | the line
affine-gap          | real c s t | s >= t | Gap(line(c, s), line(c, t)) <= s - t | the line
white               | real v | v >= 0 | iso(v) ~ N(v) | Gaussian noise
normal-step         | real m v c s w; law P Q | v >= 0; w >= 0; P ~ gauss(m, v); Q ~ plus(image(line(c, s), P), iso(w)) | Q ~ gauss(c*m + s, c**2*v + w) | Gaussian noise
normal-near         | real m u v; law P Q | v >= 0; m >= u; P ~ gauss(m, v); Q ~ gauss(u, v) | W(P, Q) <= m - u | Definition 6
normal-apart        | real m u v; law P Q | v > 0; P ~ gauss(m, v); Q ~ gauss(u, v) | Apart(P, Q) >= (m - u)**2/v | Dong, Roth and Su, Definition 4
apart-narrow        | real m n; law P Q | n <= m; Apart(P, Q) >= m | Apart(P, Q) >= n | Dong, Roth and Su, Definition 4
apart-not           | law P Q | | Apart(P, Q) >= 0 | Dong, Roth and Su, Definition 4
projection          | set K | Body(K) | Lip(nearest(K)) <= 1 | Feldman et al., Proposition 17
gradient-step       | real beta eta; loss f; set K | eta >= 0; eta*beta <= 2; Hull(f | K); Smooth(f | K) <= beta; Body(K) | Lip(descent(f; eta) | K) <= 1 | Proposition 18
gradient-gap        | real L eta; loss f g; set K | eta >= 0; Slope(f | K) <= L; Slope(g | K) <= L | Gap(descent(f; eta), descent(g; eta) | K) <= 2*eta*L | the proof of Theorem 23
after-projection    | real c; map f; set K | Lip(f | K) <= c; Body(K) | Lip(after(f, nearest(K))) <= c | Proposition 17
gap-after-projection| real s; map f g; set K | Gap(f, g | K) <= s; Body(K) | Gap(after(f, nearest(K)), after(g, nearest(K))) <= s | Proposition 17
compose             | real c d; map f g | c >= 0; Lip(f) <= c; Lip(g) <= d | Lip(after(f, g)) <= c*d | Lipschitz maps
same-map            | map f | | Gap(f, f) <= 0 | Lipschitz maps
lipschitz-widen     | real c d; map f | c <= d; Lip(f) <= c | Lip(f) <= d | Lipschitz maps
gap-widen           | real s u; map f g | s <= u; Gap(f, g) <= s | Gap(f, g) <= u | Lipschitz maps
lsi-point           | vector x | | LSI(dirac(x)) <= 0 | Chourasia, Ye and Shokri, Definition 3.2
lsi-push            | real v c; law P; map f | LSI(P) <= v; Lip(f) <= c | LSI(image(f, P)) <= c**2*v | Vempala and Wibisono, Lemma 16
lsi-convolve        | real v w; law P; noise Z | LSI(P) <= v; Z ~ N(w) | LSI(plus(P, Z)) <= v + w | Vempala and Wibisono, Lemma 17
lsi-widen           | real v w; law P | v <= w; LSI(P) <= v | LSI(P) <= w | Definition 3.2
lsi-same-law        | real v; law P V | LSI(P) <= v; V ~ P | LSI(V) <= v | equality of laws
traced              | real v c w x; law Q; map f g; noise Z | c**2*v + w <= x; LSI(Q) <= v; Lip(f) <= c; Lip(g) <= c; Z ~ N(w) | Trace(Q, f, g, Z) <= x | Vempala and Wibisono, Lemmas 16 and 17
zcdp-start          | law P Q | P ~ Q | CDP(P, Q) <= 0 | Definition 4
zcdp-widen          | real r u; law P Q | r <= u; CDP(P, Q) <= r | CDP(P, Q) <= u | Definition 4
zcdp-same-law       | real r; law P Q V W | CDP(P, Q) <= r; V ~ P; W ~ Q | CDP(V, W) <= r | equality of laws
zcdp-order          | real alpha r; law P Q | alpha > 1; CDP(P, Q) <= r | Div(P, Q | alpha, 0) <= alpha*r | Bun and Steinke, Definition 1.1
dynamics            | real r s v w y; law P Q; map f g; noise Z | v > 0; w > 0; y > 0; CDP(P, Q) <= r; Trace(Q, f, g, Z) <= v; Gap(f, g) <= s; Z ~ N(w) | CDP(plus(image(f, P), Z), plus(image(g, Q), Z)) <= exp(-y*w/((1 + y)*v))*r + s**2*v*(1 + y)**2/(2*y*w**2)*(1 - exp(-y*w/((1 + y)*v))) | Chourasia, Ye and Shokri, (15) and Lemma 4, solved
power-at-most-one   | real c; integer k | c > 0; c <= 1; k >= 0 | c**k <= 1 | powers
power-below-one     | real c; integer k | c > 0; c < 1; k >= 1 | c**k < 1 | powers
power-above-one     | real c; integer k | c > 1; k >= 1 | c**k > 1 | powers
power-at-least-one  | real c; integer k | c >= 1; k >= 0 | c**k >= 1 | powers
floor-low           | real x | | floor(x) <= x | roundings
floor-high          | real x | | x < floor(x) + 1 | roundings
maximum             | real x y | | max(x, y) == split(x - y, x, y) | extrema
minimum             | real x y | | min(x, y) == split(y - x, x, y) | extrema
exp-sum             | real x y | | exp(x + y) == exp(x)*exp(y) | exponentials
exp-tangent         | real x | | 1 + x <= exp(x) | exponentials
exp-log             | real x | x > 0 | exp(log(x)) == x | logarithms
log-product         | real x y | x > 0; y > 0 | log(x*y) == log(x) + log(y) | logarithms
log-exp             | real x | | log(exp(x)) == x | logarithms
square-root         | real x | x >= 0 | sqrt(x)**2 == x | roots
square-root-sign    | real x | x >= 0 | sqrt(x) >= 0 | roots
"""


def _parts(text: str) -> list[str]:
    """The arguments of an application, between the separators that stand in no brackets."""
    found, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character in ",;|" and not depth:
            found.append("")
        else:
            found[-1] += character
    return [part.strip() for part in found]


def _split(text: str, separator: str) -> list[str]:
    """The parts of a line between separators outside of brackets."""
    found, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == separator and not depth:
            found.append("")
        else:
            found[-1] += character
    return [part.strip() for part in found]


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if not depth:
            return at
    raise ValueError(text)


def term(text: str) -> str:
    """A term of this notation for the checker."""
    done, at = "", 0
    for found in re.finditer(r"[A-Za-z_]\w*(?=\()", text):
        if found.start() < at:
            continue
        end = _closing(text, found.end())
        args = [term(part) for part in _parts(text[found.end() + 1 : end])]
        form = TERMS.get(found[0])
        done += text[at : found.start()] + (form.format(*args) if form else f"{found[0]}({', '.join(args)})")
        at = end + 1
    return done + text[at:]


def judgement(text: str) -> str:
    """A judgement or a relation of this notation for the checker."""
    if " ~ Lap(" in text:
        noise, _, rest = text.partition(" ~ Lap(")
        return f"laplace({term(noise)}, {term(rest[:-1])})"
    if " in " in text:
        return f"member({', '.join(map(term, text.split(' in ')))})"
    if " ~ N(" in text and text.endswith(")"):
        law, _, rest = text.partition(" ~ N(")
        return f"gaussian({term(law)}, {term(rest[:-1])})"
    if " ~ " in text:
        return f"equal({', '.join(map(term, text.split(' ~ ')))})"
    if text.endswith(" < oo"):
        args = [term(part) for part in _parts(text[2:-6])]
        return f"finite({args[2]}, {args[0]}, {args[1]})" if text[0] == "R" else f"gdpfinite({args[0]}, {args[1]})"
    head = re.match(r"(?!Pr\()[A-Z]\w+(?=\()|W(?=\()", text)
    if head is None:
        return term(text)
    end = _closing(text, head.end())
    args = [term(part) for part in _parts(text[head.end() + 1 : end])]
    bound = term(text[end + 1 :].strip().removeprefix("<=").removeprefix(">=").strip())
    if head[0] == "Body":
        return f"convexset({args[0]})"
    if head[0] == "Hull":
        return f"convex({args[0]}, {args[1]})"
    if head[0] == "Lip":
        return f"lipschitz({args[0]}, {bound})" if len(args) == 1 else f"lipschitzon({args[0]}, {args[1]}, {bound})"
    if head[0] == "Gap":
        return f"gap({args[0]}, {args[1]}, {bound})" if len(args) == 2 else f"gapon({args[0]}, {args[1]}, {args[2]}, {bound})"
    return BOUNDS[head[0]].format(*args, b=bound)


def _is_judgement(text: str) -> bool:
    return " ~ " in text or " in " in text or text.endswith(" < oo") or re.match(r"(?!Pr\()[A-Z]\w+\(|W\(", text) is not None


def _figure(line: str) -> tuple[str, dict[str, object]]:
    name, letters, needs, conclusion, source = _split(line, "|")
    kinds = {letter: kind for part in letters.split(";") for kind, *names in [part.split()] for letter in names}
    listed = [part for part in _split(needs, ";") if part]
    return name, {
        "kinds": kinds, "premises": [judgement(one) for one in listed if _is_judgement(one)],
        "sides": [term(one) for one in listed if not _is_judgement(one)], "conclusion": judgement(conclusion), "source": source,
    }  # fmt: skip


FIGURES = dict(map(_figure, LINES.strip().splitlines()))
"""The figures for the checker: letters with their kinds, premises, side conditions, conclusion; and where they stand."""
