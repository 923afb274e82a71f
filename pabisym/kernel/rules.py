"""The rules of inference.

Most rules are *figures*: premises over a conclusion, read as text and instantiated by the kernel.  Side conditions
of a figure must be evident in the scope of the step.  The others are logic: they open scopes or look inside
propositions, and are functions below.  Nothing else is believed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flint import fmpq

from pabisym.kernel.exact import Quotient, Refusal, Scope, add, constant, difference, multiply, same
from pabisym.kernel.judgement import check_sort, declarable, formula
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import ONE, RELATIONS, ZERO, Call, Name, Number, Term, free_names, substitute

Step = Mapping[str, object]
"""A node of a proof tree as plain data: rule, with, premises, conclusion; formulas are terms or texts."""
Replayer = Callable[[Scope, Step], Term]
"""Replays a step in a scope and returns its conclusion."""


@dataclass(frozen=True)
class Figure:
    """An inference figure: names with their kinds, premises, side conditions, conclusion, source."""

    kinds: Mapping[str, str]
    premises: tuple[Term, ...]
    sides: tuple[Term, ...]
    conclusion: Term
    source: str
    reason: str


def _figure(kinds: str, premises: str, sides: str, conclusion: str, source: str, reason: str) -> Figure:
    names = {name: kind for kind, names in (part.split(":") for part in kinds.split(";")) for name in names.split()}
    read = [tuple(parse(t, "figure", None) for t in text.split(";") if t.strip()) for text in (premises, sides)]
    return Figure({n: k.strip() for n, k in names.items()}, read[0], read[1], parse(conclusion, "figure", None), source, reason)


FIGURES: Mapping[str, Figure] = {
    # The start, and what W_infinity means (definitions 6 and 8, lemma 7).
    "start": _figure("real: alpha z; law: P Q", "winf(P, Q, z)", "alpha > 1; z >= 0", "renyi(alpha, z, P, Q, 0)",
                     "feldman2018/definition-8", "Q itself is within z of P, and D(Q || Q) = 0"),
    "witness-in": _figure("real: alpha z b; law: P Q V", "winf(P, V, z); renyi(alpha, 0, V, Q, b)", "", "renyi(alpha, z, P, Q, b)",
                          "feldman2018/definition-8", "V is one of the laws over which the infimum is taken"),
    "same-start": _figure("law: P Q", "equal(P, Q)", "", "winf(P, Q, 0)", "feldman2018/definition-6", "the identical coupling"),
    "winf-widen": _figure("real: y z; law: P Q", "winf(P, Q, z)", "z <= y", "winf(P, Q, y)", "feldman2018/definition-6",
                          "a bound may grow"),
    "winf-push": _figure("real: z c s; law: P Q; map: f g", "winf(P, Q, z); lipschitz(f, c); gap(f, g, s)", "",
                         "winf(push(f, P), push(g, Q), c*z + s)", "feldman2018/lemma-7",
                         "push the coupling: ||f(x) - g(y)|| <= ||f(x) - f(y)|| + ||f(y) - g(y)||"),
    "winf-convolve": _figure("real: z; law: P Q; noise: Z", "winf(P, Q, z)", "", "winf(convolve(P, Z), convolve(Q, Z), z)",
                             "feldman2018/lemma-7", "the same noise on both sides of the coupling"),
    "winf-translate": _figure("law: P; vector: x", "", "", "winf(P, push(translate(x), P), norm(x))", "feldman2018/lemma-7",
                              "couple X with X + x"),
    "between-near": _figure("real: z a; law: P Q", "winf(P, Q, z + a)", "z >= 0; a >= 0", "winf(P, between(P, Q, z), z)",
                            "feldman2018/lemma-7 feldman2018/eq-hz", "cut the difference off at radius z"),
    "between-far": _figure("real: z a; law: P Q", "winf(P, Q, z + a)", "z >= 0; a >= 0", "winf(between(P, Q, z), Q, a)",
                           "feldman2018/lemma-7 feldman2018/eq-hz", "what is cut off is at most a"),
    # Shifted Rényi divergence.
    "contraction": _figure("real: alpha z c s b; law: P Q; map: f g", "renyi(alpha, z, P, Q, b); lipschitz(f, c); gap(f, g, s)", "",
                           "renyi(alpha, c*z + s, push(f, P), push(g, Q), b)", "feldman2018/lemma-21", "contraction with gap"),
    "shift-reduction": _figure("real: alpha z a b; law: P Q; noise: Z", "renyi(alpha, z + a, P, Q, b)", "a >= 0; z >= 0",
                               "renyi(alpha, z, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))", "feldman2018/lemma-20",
                               "the noise pays for a of the shift"),
    "absorb": _figure("real: alpha a b; law: P V Q; noise: Z", "winf(P, V, a); renyi(alpha, 0, V, Q, b)", "a >= 0",
                      "renyi(alpha, 0, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))", "feldman2018/eq-20-factor",
                      "write U + Z = (U + W) + (Z - W) and bound the inner factor by its supremum"),
    "monotone": _figure("real: alpha y z b d; law: P Q", "renyi(alpha, z, P, Q, b)", "z <= y; b <= d", "renyi(alpha, y, P, Q, d)",
                        "feldman2018/proposition-9", "a larger shift leaves a smaller divergence"),
    "post-processing": _figure("real: alpha b; law: P Q; map: f", "renyi(alpha, 0, P, Q, b)", "",
                               "renyi(alpha, 0, push(f, P), push(f, Q), b)",
                               "feldman2018/proposition-5", "data processing"),
    "additivity": _figure("real: alpha b d; law: P Q V W", "renyi(alpha, 0, P, Q, b); renyi(alpha, 0, V, W, d)", "",
                          "renyi(alpha, 0, product(P, V), product(Q, W), b + d)", "feldman2018/proposition-5", "independent pairs add"),
    "same-law": _figure("real: alpha z b; law: P Q V W", "renyi(alpha, z, P, Q, b); equal(V, P); equal(W, Q)", "",
                        "renyi(alpha, z, V, W, b)",
                        "", "equal laws have equal divergences"),
    "reflexive": _figure("law: P", "", "", "equal(P, P)", "", "equality"),
    "gaussian-magnitude": _figure("real: alpha a v; noise: Z", "gaussian(Z, v)", "alpha > 1; a >= 0; v > 0",
                                  "R(alpha, Z, a) == alpha*a**2/(2*v)", "feldman2018/eq-gaussian-renyi", "complete the square"),
    "magnitude-zero": _figure("real: alpha; noise: Z", "", "alpha > 1", "R(alpha, Z, 0) == 0", "feldman2018/definition-10",
                              "D(Z || Z) = 0"),
    # Mixtures, mechanisms, and what an observer can tell.
    "moment": _figure("real: alpha b; law: P Q", "renyi(alpha, 0, P, Q, b)", "alpha > 1", "moment(alpha, P, Q, exp((alpha - 1)*b))",
                      "feldman2018/definition-4", "definition"),
    "from-moment": _figure("real: alpha m; law: P Q", "moment(alpha, P, Q, m)", "alpha > 1; m > 0",
                           "renyi(alpha, 0, P, Q, log(m)/(alpha - 1))", "feldman2018/definition-4", "definition"),
    "moment-widen": _figure("real: alpha m u; law: P Q", "moment(alpha, P, Q, m)", "m <= u", "moment(alpha, P, Q, u)",
                            "feldman2018/definition-4", "a bound may grow"),
    "moment-same-law": _figure("real: alpha m; law: P Q V W", "moment(alpha, P, Q, m); equal(V, P); equal(W, Q)", "",
                               "moment(alpha, V, W, m)", "", "equal laws have equal divergences"),
    "moment-mixture": _figure("real: alpha w m u; law: P Q V W", "moment(alpha, P, Q, m); moment(alpha, V, W, u)",
                              "alpha > 1; w >= 0; w <= 1", "moment(alpha, mix(w, P, V), mix(w, Q, W), w*m + (1 - w)*u)",
                              "feldman2018/definition-4 feldman2018/proposition-5",
                              "the joint laws of choice and outcome have this moment; then forget the choice"),
    "adaptive": _figure("real: alpha b d; law: P Q; mechanism: K J", "renyi(alpha, 0, P, Q, b); close(alpha, K, J, d)", "alpha > 1",
                        "renyi(alpha, 0, joint(P, K), joint(Q, J), b + d)", "feldman2018/eq-20-factor",
                        "the joint density factors; the inner integral is at most its supremum"),
    "forget": _figure("real: alpha b; law: P Q; mechanism: K J", "renyi(alpha, 0, joint(P, K), joint(Q, J), b)", "",
                      "renyi(alpha, 0, through(K, P), through(J, Q), b)", "feldman2018/proposition-5", "look at the answer only"),
    "close-same": _figure("real: alpha; mechanism: K", "", "alpha > 1", "close(alpha, K, K, 0)", "feldman2018/definition-4",
                          "D(P || P) = 0"),
    "winf-through": _figure("real: z c s; law: P Q; mechanism: K J", "winf(P, Q, z); steady(K, c); near(K, J, s)", "",
                            "winf(through(K, P), through(J, Q), c*z + s)", "feldman2018/lemma-7",
                            "for coupled points x and y couple K(x) with K(y), and K(y) with J(y)"),
    "near-same": _figure("mechanism: K", "", "", "near(K, K, 0)", "feldman2018/definition-6", "the identical coupling"),
    "renyi-to-dp": _figure("real: alpha b d; law: P Q", "renyi(alpha, 0, P, Q, b)", "alpha > 1; d > 0",
                           "dp(P, Q, b + log(1/d)/(alpha - 1), d)", "feldman2018/lemma-14", "Hölder's inequality for an event"),
    "dp-widen": _figure("real: e d u v; law: P Q", "dp(P, Q, e, d)", "e <= u; d <= v", "dp(P, Q, u, v)", "feldman2018/definition-11",
                        "a bound may grow"),
    "winf-gap": _figure("real: s; law: P; map: f g", "gap(f, g, s)", "", "winf(push(f, P), push(g, P), s)", "feldman2018/lemma-7",
                        "the same point on both sides of the coupling"),
    # Gaussian differential privacy, and what it says to an observer; the domain bounded.
    "gdp-start": _figure("real: z; law: P Q", "winf(P, Q, z)", "z >= 0", "gdp(z, P, Q, 0)", "bok2024/section-3",
                         "Q itself is within z of P, and nothing tells it from Q"),
    "gdp-contraction": _figure("real: z c s m; law: P Q; map: f g", "gdp(z, P, Q, m); lipschitz(f, c); gap(f, g, s)", "",
                               "gdp(c*z + s, push(f, P), push(g, Q), m)", "bok2024/section-3 feldman2018/lemma-7",
                               "push the coupling of P and V, and process V and Q alike"),
    "gdp-shift-reduction": _figure("real: z a m; law: P Q; noise: Z", "gdp(z + a, P, Q, m)", "a >= 0; z >= 0",
                                   "gdp(z, convolve(P, Z), convolve(Q, Z), m + gdpsize(Z, a))", "bok2024/section-3",
                                   "go all but z of the way; telling the two moves apart composes with telling V from Q"),
    "gdp-magnitude": _figure("real: a v; noise: Z", "gaussian(Z, v)", "a >= 0; v > 0", "gdpsize(Z, a) == a**2/v", "dong2022/theorem-1",
                             "rescale, and look along the move"),
    "gdp-monotone": _figure("real: y z m n; law: P Q", "gdp(z, P, Q, m)", "z <= y; m <= n", "gdp(y, P, Q, n)", "bok2024/section-3",
                            "a larger shift leaves less to tell"),
    "gdp-same-law": _figure("real: z m; law: P Q V W", "gdp(z, P, Q, m); equal(V, P); equal(W, Q)", "", "gdp(z, V, W, m)", "",
                            "equal laws are told apart equally well"),
    "gdp-sign": _figure("real: z m; law: P Q", "gdp(z, P, Q, m)", "", "m >= 0", "bok2024/section-3", "it bounds a least value m' >= 0"),
    "gdp-to-dp": _figure("real: e m; law: P Q", "gdp(0, P, Q, m)", "e >= 0; m >= 0", "dp(P, Q, e, theta(exp(e), sqrt(m)))",
                         "dong2022/corollary-1", "the hockey-stick divergence of N(sqrt(m), 1) from N(0, 1)"),
    "dp-contraction": _figure("real: e d D v; law: P Q; map: f g; noise: Z",
                              "dp(P, Q, e, d); gap(f, g, 0); bounded(f, D); gaussian(Z, v)", "e >= 0; D >= 0; v > 0",
                              "dp(convolve(push(f, P), Z), convolve(push(g, Q), Z), e, theta(exp(e), D/sqrt(v))*d)",
                              "asoodeh2020/eq-30", "a kernel contracts by the divergence of its farthest outputs"),
    "theta-monotone": _figure("real: g x y", "", "g > 0; x >= 0; x <= y", "theta(g, x) <= theta(g, y)", "asoodeh2020/definition-3",
                              "its derivative is a density"),
    "theta-positive": _figure("real: g x", "", "g > 0; x > 0", "theta(g, x) > 0", "asoodeh2020/definition-3", "it grows from at least 0"),
    "theta-below-one": _figure("real: g x", "", "g > 0; x >= 0", "theta(g, x) < 1", "asoodeh2020/definition-3",
                               "1 - theta is a sum of two Gaussian tails"),
    "dp-start": _figure("real: e; law: P Q", "equal(P, Q)", "e >= 0", "dp(P, Q, e, 0)", "feldman2018/definition-11", "P(O) <= e^e*P(O)"),
    "dp-same-law": _figure("real: e d; law: P Q V W", "dp(P, Q, e, d); equal(V, P); equal(W, Q)", "", "dp(V, W, e, d)", "",
                           "equal laws give equal chances"),
    "dp-push": _figure("real: e d; law: P Q; map: f", "dp(P, Q, e, d)", "", "dp(push(f, P), push(f, Q), e, d)", "feldman2018/definition-11",
                       "an event after f is an event before it"),
    "dp-mixture": _figure("real: e d u w; law: P Q V W", "dp(P, Q, e, d); dp(V, W, e, u)", "w >= 0; w <= 1",
                          "dp(mix(w, P, V), mix(w, Q, W), e, w*d + (1 - w)*u)", "asoodeh2020/footnote-7",
                          "the chance of an event is the mean of its chances"),
    # Linear pairs on the line, whose laws are known.
    "affine-lipschitz": _figure("real: c s", "", "c >= 0", "lipschitz(affine(c, s), c)", "", "definition"),
    "affine-gap": _figure("real: c s t", "", "s >= t", "gap(affine(c, s), affine(c, t), s - t)", "", "definition"),
    "white": _figure("real: v", "", "v >= 0", "gaussian(white(v), v)", "", "definition"),
    "normal-step": _figure("real: m v c s w; law: P Q", "equal(P, normallaw(m, v)); equal(Q, convolve(push(affine(c, s), P), white(w)))",
                           "v >= 0; w >= 0", "equal(Q, normallaw(c*m + s, c**2*v + w))", "",
                           "a linear map of a normal law and a sum of independent ones are normal"),
    "normal-near": _figure("real: m u v; law: P Q", "equal(P, normallaw(m, v)); equal(Q, normallaw(u, v))", "v >= 0; m >= u",
                           "winf(P, Q, m - u)", "feldman2018/definition-6", "couple X with X + u - m"),
    "normal-apart": _figure("real: m u v; law: P Q", "equal(P, normallaw(m, v)); equal(Q, normallaw(u, v))", "v > 0",
                            "apart(P, Q, (m - u)**2/v)", "dong2022/definition-4", "rescale"),
    "apart-narrow": _figure("real: m n; law: P Q", "apart(P, Q, m)", "n <= m", "apart(P, Q, n)", "dong2022/definition-4",
                            "closer normal laws are harder to tell apart"),
    "apart-not": _figure("law: P Q", "", "", "apart(P, Q, 0)", "dong2022/definition-4", "equal laws cannot be told apart at all"),
    # Maps.
    "projection": _figure("set: K", "convexset(K)", "", "lipschitz(projection(K), 1)", "feldman2018/proposition-17",
                          "projection is a contraction"),
    "gradient-step": _figure("real: beta eta; loss: f; set: K", "convex(f, K); smooth(f, beta, K); convexset(K)", "eta >= 0; eta*beta <= 2",
                             "lipschitzon(gradient(f, eta), K, 1)", "feldman2018/proposition-18", "co-coercivity of the gradient"),
    "gradient-gap": _figure("real: L eta; loss: f g; set: K", "lipschitzloss(f, L, K); lipschitzloss(g, L, K)", "eta >= 0",
                            "gapon(gradient(f, eta), gradient(g, eta), K, 2*eta*L)", "feldman2018/eq-23-sensitivity",
                                "two gradients of norm at most L"),
    "after-projection": _figure("real: c; map: f; set: K", "lipschitzon(f, K, c); convexset(K)", "",
                                "lipschitz(compose(f, projection(K)), c)",
                                "feldman2018/proposition-17", "project first: a contraction onto K"),
    "gap-after-projection": _figure("real: s; map: f g; set: K", "gapon(f, g, K, s); convexset(K)", "",
                                    "gap(compose(f, projection(K)), compose(g, projection(K)), s)", "",
                                    "the supremum over K"),
    "compose": _figure("real: c d; map: f g", "lipschitz(f, c); lipschitz(g, d)", "c >= 0", "lipschitz(compose(f, g), c*d)", "",
                       "Lipschitz constants multiply"),
    "same-map": _figure("map: f", "", "", "gap(f, f, 0)", "", "no gap"),
    "lipschitz-widen": _figure("real: c d; map: f", "lipschitz(f, c)", "c <= d", "lipschitz(f, d)", "", "a bound may grow"),
    "gap-widen": _figure("real: s u; map: f g", "gap(f, g, s)", "s <= u", "gap(f, g, u)", "", "a bound may grow"),
    # Log-Sobolev constants, and the privacy dynamics of one noisy step, traced through its diffusion.
    "lsi-point": _figure("vector: x", "", "", "lsi(point(x), 0)", "chourasia2021/definition-3.2", "at one point there is no entropy"),
    "lsi-push": _figure("real: v c; law: P; map: f", "lsi(P, v); lipschitz(f, c)", "", "lsi(push(f, P), c**2*v)", "vempala2019/lemma-16",
                        "a function after f has a gradient at most c times as long"),
    "lsi-convolve": _figure("real: v w; law: P; noise: Z", "lsi(P, v); gaussian(Z, w)", "", "lsi(convolve(P, Z), v + w)",
                            "vempala2019/lemma-17", "the constants of independent pairs, and a sum is Lipschitz in both"),
    "lsi-widen": _figure("real: v w; law: P", "lsi(P, v)", "v <= w", "lsi(P, w)", "chourasia2021/definition-3.2", "a bound may grow"),
    "lsi-same-law": _figure("real: v; law: P V", "lsi(P, v); equal(V, P)", "", "lsi(V, v)", "", "equal laws have equal entropies"),
    "traced": _figure("real: v c w x; law: Q; map: f g; noise: Z", "lsi(Q, v); lipschitz(f, c); lipschitz(g, c); gaussian(Z, w)",
                      "c**2*v + w <= x", "traced(Q, f, g, Z, x)", "vempala2019/lemma-16 vempala2019/lemma-17",
                      "the means of f and g are c-Lipschitz, and the noise up to the time t has the variance t*w"),
    "zcdp-start": _figure("law: P Q", "equal(P, Q)", "", "zcdp(P, Q, 0)", "feldman2018/definition-4", "D(P || P) = 0"),
    "zcdp-widen": _figure("real: r u; law: P Q", "zcdp(P, Q, r)", "r <= u", "zcdp(P, Q, u)", "feldman2018/definition-4",
                          "a bound may grow"),
    "zcdp-same-law": _figure("real: r; law: P Q V W", "zcdp(P, Q, r); equal(V, P); equal(W, Q)", "", "zcdp(V, W, r)", "",
                             "equal laws have equal divergences"),
    "zcdp-order": _figure("real: alpha r; law: P Q", "zcdp(P, Q, r)", "alpha > 1", "renyi(alpha, 0, P, Q, alpha*r)",
                          "bun2016/definition-1.1", "one order"),
    "dynamics": _figure("real: r s v w y; law: P Q; map: f g; noise: Z",
                        "zcdp(P, Q, r); traced(Q, f, g, Z, v); gap(f, g, s); gaussian(Z, w)", "v > 0; w > 0; y > 0",
                        "zcdp(convolve(push(f, P), Z), convolve(push(g, Q), Z), "
                        "exp(-y*w/((1 + y)*v))*r + s**2*v*(1 + y)**2/(2*y*w**2)*(1 - exp(-y*w/((1 + y)*v))))",
                        "chourasia2021/eq-15 chourasia2021/lemma-4",
                        "u = D/alpha, h = 1/(1 + y): u' <= s^2/(2*h*w) - (1 - h)*(w/v)*u where (order - 1)*exp(-(1 - h)*(w/v)*t) stays"),
    # Facts about atoms.
    "power-at-most-one": _figure("real: c; integer: k", "", "c > 0; c <= 1; k >= 0", "c**k <= 1", "", "powers of c in (0, 1]"),
    "power-below-one": _figure("real: c; integer: k", "", "c > 0; c < 1; k >= 1", "c**k < 1", "", "powers of c in (0, 1)"),
    "power-above-one": _figure("real: c; integer: k", "", "c > 1; k >= 1", "c**k > 1", "", "powers of c > 1"),
    "power-at-least-one": _figure("real: c; integer: k", "", "c >= 1; k >= 0", "c**k >= 1", "", "powers of c >= 1"),
    "floor-low": _figure("real: x", "", "", "floor(x) <= x", "", "definition"),
    "floor-high": _figure("real: x", "", "", "x < floor(x) + 1", "", "definition"),
    "maximum": _figure("real: x y", "", "", "max(x, y) == cases(x - y, x, y)", "", "definition"),
    "minimum": _figure("real: x y", "", "", "min(x, y) == cases(y - x, x, y)", "", "definition"),
    "exp-sum": _figure("real: x y", "", "", "exp(x + y) == exp(x)*exp(y)", "", "definition"),
    "exp-tangent": _figure("real: x", "", "", "1 + x <= exp(x)", "", "exp is convex with slope 1 at 0"),
    "exp-log": _figure("real: x", "", "x > 0", "exp(log(x)) == x", "", "definition"),
    "log-product": _figure("real: x y", "", "x > 0; y > 0", "log(x*y) == log(x) + log(y)", "", "the inverse of exp(x + y) = exp(x)*exp(y)"),
    "log-exp": _figure("real: x", "", "", "log(exp(x)) == x", "", "definition"),
    "square-root": _figure("real: x", "", "x >= 0", "sqrt(x)**2 == x", "", "definition"),
    "square-root-sign": _figure("real: x", "", "x >= 0", "sqrt(x) >= 0", "", "definition"),
}
"""All figures by name."""


def instantiate(scope: Scope, figure: Figure, given: Mapping[str, Term]) -> tuple[tuple[Term, ...], Term]:
    """Premises and conclusion of a figure for the given terms; its side conditions must be evident."""
    if set(given) != set(figure.kinds):
        raise Refusal(f"terms are needed for {', '.join(figure.kinds)}")
    for name, term in given.items():
        if figure.kinds[name] == "integer" and not scope.arithmetic.integral(term):
            raise Refusal(f"{to_text(term)} is not evidently an integer")
        check_sort(scope, term, "real" if figure.kinds[name] == "integer" else figure.kinds[name])
    binding = {name: ((), term) for name, term in given.items()}
    for side in figure.sides:
        if not scope.arithmetic.evident(wanted := substitute(side, binding)):
            raise Refusal(f"the side condition {to_text(wanted)} is not evident")
    return tuple(substitute(p, binding) for p in figure.premises), substitute(figure.conclusion, binding)


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key)
    if type(value) is not str:
        raise Refusal(f"{key} is missing")
    return value


def _formula(data: Mapping[str, object], key: str) -> Term:
    if key not in data:
        raise Refusal(f"{key} is missing")
    return formula(data[key])


def _fresh(scope: Scope, name: str) -> str:
    if not declarable(name) or name in scope.kinds:
        raise Refusal(f"{name!r} is not a new name")
    return name


def known(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """What the scope holds under a label."""
    return scope.lookup(_text(data, "label"))


def instance(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """Forall k in a..b: J(k); a <= e <= b evident; e an integer  ⊢  J(e)."""
    general = replay(scope, premises[0])
    at = _formula(data, "at")
    if not isinstance(general, Call) or general.head != "forall" or not isinstance(general.args[0], Name):
        raise Refusal("the premise is not about all integers of a range")
    check_sort(scope, at, "real")
    low, high = Call("<=", (general.args[1], at)), Call("<=", (at, general.args[2]))
    for side in (low, high):
        if not scope.arithmetic.evident(side):
            raise Refusal(f"the side condition {to_text(side)} is not evident")
    if not scope.arithmetic.integral(at):
        raise Refusal(f"{to_text(at)} is not evidently an integer")
    return substitute(general.args[3], {general.args[0].name: ((), at)})


def evident(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """A relation that is evident in the scope."""
    goal = _formula(data, "goal")
    check_sort(scope, goal, "judgement")
    if not scope.arithmetic.evident(goal):
        raise Refusal(f"{to_text(goal)} is not evident")
    return goal


def arithmetic(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """Goal * multiplier = sum of coefficient * facts * square * factor, with the multiplier evidently positive.

    Coefficients are non-negative, except where an equation is among the facts; only there may a factor stand.
    """
    goal = _formula(data, "goal")
    check_sort(scope, goal, "judgement")
    if not isinstance(goal, Call) or goal.head not in RELATIONS or goal.head == "!=":
        raise Refusal("the goal is not an inequality or an equation")
    expression, sign = difference(goal)
    multiplier = formula(data.get("multiplier", "1"))
    if not scope.arithmetic.positive(multiplier):
        raise Refusal(f"the multiplier {to_text(multiplier)} is not evidently positive")
    terms = data.get("terms")
    if not isinstance(terms, list):
        raise Refusal("terms are missing")
    parts = [_certificate_term(scope, term) for term in terms]
    total = constant(0)
    for value, _ in parts:
        total = add(total, value)
    left = multiply(scope.arithmetic.normal(expression), scope.arithmetic.normal(multiplier))
    if add(left, total, -1).top:
        raise Refusal(f"the certificate of {to_text(goal)} does not add up")
    if (sign == "==" and any(kind != "==" for _, kind in parts)) or (sign == ">" and not any(kind == ">" for _, kind in parts)):
        raise Refusal(f"the certificate shows less than {to_text(goal)}")
    return goal


def _certificate_term(scope: Scope, term: object) -> tuple[Quotient, str]:
    """The value of one term and its sign: ``==`` zero, ``>`` positive, ``>=`` non-negative."""
    if type(term) is not dict or not set(term) <= {"coefficient", "facts", "square", "factor"}:
        raise Refusal("a term of a certificate has coefficient, facts, square, factor")
    weight = _formula(term, "coefficient")
    facts = term.get("facts", [])
    if not isinstance(weight, Number) or not isinstance(facts, list):
        raise Refusal("a coefficient is a rational number, facts are labels")
    value, kind = constant(weight.value), ">"
    for label in facts:
        fact = scope.lookup(label)
        if not isinstance(fact, Call) or fact.head not in RELATIONS or fact.head == "!=":
            raise Refusal(f"{label} is not an inequality or an equation")
        expression, sign = difference(fact)
        value = multiply(value, scope.arithmetic.normal(expression))
        kind = sign if sign == "==" or kind == ">" else kind
    if "square" in term:
        root = scope.arithmetic.normal(_formula(term, "square"))
        value, kind = multiply(value, multiply(root, root)), ">=" if kind == ">" else kind
    if "factor" in term:
        value = multiply(value, scope.arithmetic.normal(_formula(term, "factor")))
    if kind != "==" and (weight.value < 0 or "factor" in term):
        raise Refusal("a negative coefficient or a factor without an equation")
    return value, ">=" if kind == ">" and weight.value == 0 else kind


def integer(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """A < b, with b - a an integer  ⊢  a + 1 <= b."""
    strict = replay(scope, premises[0])
    if not isinstance(strict, Call) or strict.head not in ("<", ">"):
        raise Refusal("the premise is not a strict inequality")
    expression, _ = difference(strict)
    if not scope.arithmetic.integral(expression):
        raise Refusal(f"{to_text(expression)} is not evidently an integer")
    return Call("<=", (ONE, expression))


def have(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """J; and with J known under a new label, C  ⊢  C."""
    found = replay(scope, premises[0])
    return replay(scope.extend(((_text(data, "label"), found),)), premises[1])


def cases(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """C when e >= 0, and C when e < 0 (e <= -1 for integers)  ⊢  C."""
    on, claim = _formula(data, "on"), _formula(data, "claim")
    check_sort(scope, on, "real")
    check_sort(scope, claim, "judgement")
    negative = Call("<=", (on, Number(-1))) if scope.arithmetic.integral(on) else Call("<", (on, ZERO))
    for premise, fact in zip(premises, (Call(">=", (on, ZERO)), negative), strict=True):
        inner = scope.extend(((_text(data, "label"), fact),))
        if not same(inner, replay(inner, premise), claim):
            raise Refusal(f"a case does not conclude {to_text(claim)}")
    return claim


def absurd(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """A false relation between numbers  ⊢  anything."""
    false, claim = replay(scope, premises[0]), _formula(data, "claim")
    if not isinstance(false, Call) or false.head not in ("<", "<=", ">", ">="):
        raise Refusal("the premise is not an inequality")
    expression, sign = difference(false)
    value = scope.arithmetic.normal(expression)
    if not set(value.top) <= {()} or not ((c := value.top.get((), fmpq(0))) < 0 or (c == 0 and sign == ">")):
        raise Refusal(f"{to_text(false)} is not evidently false")
    check_sort(scope, claim, "judgement")
    return claim


def generalise(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """J(k) for a new integer k with a <= k <= b  ⊢  forall k in a..b: J(k)."""
    index = _fresh(scope, _text(data, "index"))
    low, high = _formula(data, "from"), _formula(data, "to")
    body = replay(_ranged(scope, index, low, high), premises[0])
    return Call("forall", (Name(index), low, high, body))


def _ranged(scope: Scope, index: str, low: Term, high: Term) -> Scope:
    for end in (low, high):
        if not scope.arithmetic.integral(end):
            raise Refusal(f"{to_text(end)} is not evidently an integer")
    k = Name(index)
    return scope.extend(((f"{index} from", Call("<=", (low, k))), (f"{index} to", Call("<=", (k, high)))), {index: "integer"})


def induction(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """J(a); and J(k - 1) implies J(k) for a new integer k with a + 1 <= k <= b  ⊢  forall k in a..b: J(k)."""
    index = _fresh(scope, _text(data, "index"))
    low, high = _formula(data, "from"), _formula(data, "to")
    claim = _formula(data, "claim")
    general = Call("forall", (Name(index), low, high, claim))
    check_sort(scope, general, "judgement")
    if not same(scope, replay(scope, premises[0]), substitute(claim, {index: ((), low)})):
        raise Refusal("the base is not the claim at the start")
    before = substitute(claim, {index: ((), Call("+", (Name(index), Number(-1))))})
    inner = _ranged(scope, index, Call("+", (low, ONE)), high).extend(((_text(data, "label"), before),))
    if not same(inner, replay(inner, premises[1]), claim):
        raise Refusal("the step does not conclude the claim")
    return general


def witness(scope: Scope, data: Mapping[str, object], premises: tuple[Step, ...], replay: Replayer) -> Term:
    """D^(z)(P || Q) <= b; and from W_inf(P, V) <= z, D(V || Q) <= x for new V, x: D^(y)(P' || Q') <= x + r  ⊢
    D^(y)(P' || Q') <= b + r.  (The infimum need not be attained: take x = b + e, and e to 0.)
    """
    shifted = replay(scope, premises[0])
    if not isinstance(shifted, Call) or shifted.head != "renyi":
        raise Refusal("the first premise is not a bound on a shifted divergence")
    order, z, p, q, bound = shifted.args
    law, x = _fresh(scope, _text(data, "law")), _fresh(scope, _text(data, "bound"))
    found = ((f"{law} near", Call("winf", (p, Name(law), z))), (f"{law} bound", Call("renyi", (order, ZERO, Name(law), q, Name(x)))))
    inner = scope.extend(found, {law: "law", x: "real"})
    result = replay(inner, premises[1])
    if not isinstance(result, Call) or result.head != "renyi" or free_names(Call("", result.args[:4])) & {law, x}:
        raise Refusal("the second premise does not bound a divergence of known laws")
    last = result.args[4]
    more = substitute(last, {x: ((), Call("+", (Name(x), ONE)))})
    if law in free_names(last) or not same(inner, more, Call("+", (last, ONE))):
        raise Refusal(f"{to_text(last)} is not {x} plus something without it")
    return Call("renyi", (*result.args[:4], substitute(last, {x: ((), bound)})))


LOGIC: Mapping[str, tuple[int, str, Callable[[Scope, Mapping[str, object], tuple[Step, ...], Replayer], Term]]] = {
    "known": (0, "label", known), "instance": (1, "at", instance), "evident": (0, "goal", evident),
    "arithmetic": (0, "goal multiplier terms", arithmetic), "integer": (1, "", integer), "have": (2, "label", have),
    "cases": (2, "on claim label", cases), "absurd": (1, "claim", absurd), "generalise": (1, "index from to", generalise),
    "induction": (2, "index from to claim label", induction), "witness": (2, "law bound", witness),
}
"""The rules that are not figures, with their number of premises and what is given to them."""
