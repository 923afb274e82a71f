"""The inference figures: what the kernel believes, one judgement at a time, each with its conditions, source and reason.

A figure is text over text.  Its side conditions must be evident where it is applied, its premises be proved.  What a
judgement says is written in :mod:`pabisym.kernel.judgement`; what kind of belief a figure is stands in :data:`KINDS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pabisym.lang.grammar import parse
from pabisym.lang.term import Term

KINDS: Mapping[str, str] = MappingProxyType({
    "definition": "what a judgement or a constructor means, unfolded",
    "real": "a law of real functions",
    "derived": "a kernel proof of exactly this figure from others is built and replayed, see pabisym.proof.figures",
    "believed": "a theorem of analysis or probability, believed for the reason that is given",
})
"""The kinds of figures."""


@dataclass(frozen=True)
class Figure:
    """An inference figure: names with their kinds, premises, side conditions, conclusion; source, reason, kind of belief."""

    kinds: Mapping[str, str]
    premises: tuple[Term, ...]
    sides: tuple[Term, ...]
    conclusion: Term
    source: str
    reason: str
    kind: str


def _figure(kinds: str, premises: str, sides: str, conclusion: str, source: str, kind: str, reason: str) -> Figure:
    pairs = [part.split(":") for part in kinds.split(";")]
    names = {name: sort.strip() for sort, listed in pairs for name in listed.split()}
    read = [tuple(parse(t, "figure", None) for t in text.split(";") if t.strip()) for text in (premises, sides)]
    return Figure(MappingProxyType(names), read[0], read[1], parse(conclusion, "figure", None), source, reason, kind)


FIGURES: Mapping[str, Figure] = MappingProxyType({
    # What W_infinity means (definition 6, lemma 7), and the start.
    "same-start": _figure(
        "law: P Q", "equal(P, Q)", "", "winf(P, Q, 0)", "feldman2018/definition-6", "definition", "Couple every point with itself."),
    "winf-widen": _figure(
        "real: y z; law: P Q", "winf(P, Q, z)", "z <= y", "winf(P, Q, y)", "feldman2018/definition-6", "derived", "A bound may grow."),
    "winf-push": _figure(
        "real: z c s; law: P Q; map: f g", "winf(P, Q, z); lipschitz(f, c); gap(f, g, s)", "",
        "winf(push(f, P), push(g, Q), c*z + s)", "feldman2018/lemma-7", "believed",
        "Push the coupling: ||f(x) - g(y)|| <= ||f(x) - f(y)|| + ||f(y) - g(y)||."),
    "winf-convolve": _figure(
        "real: z; law: P Q; noise: Z", "winf(P, Q, z)", "", "winf(convolve(P, Z), convolve(Q, Z), z)",
        "feldman2018/lemma-7", "believed", "Add the same independent noise to both points of the coupling."),
    "winf-translate": _figure(
        "law: P; vector: x", "", "", "winf(P, push(translate(x), P), norm(x))", "feldman2018/lemma-7", "believed",
        "Couple X with X + x."),
    "winf-gap": _figure(
        "real: s; law: P; map: f g", "gap(f, g, s)", "", "winf(push(f, P), push(g, P), s)", "feldman2018/lemma-7", "believed",
        "Apply both maps to the same point."),
    "winf-through": _figure(
        "real: z c s; law: P Q; mechanism: K J", "winf(P, Q, z); steady(K, c); near(K, J, s)", "",
        "winf(through(K, P), through(J, Q), c*z + s)", "feldman2018/lemma-7", "believed",
        "For coupled points x and y couple K(x) with K(y), and K(y) with J(y), and glue. The couplings can be chosen measurably in (x, y), "
        "for K and J are Markov kernels between Euclidean spaces (Villani, Optimal Transport, 2009, Corollary 5.22)."),
    "between-near": _figure(
        "real: z a; law: P Q", "winf(P, Q, z + a)", "z >= 0; a >= 0", "winf(P, between(P, Q, z, a), z)",
        "feldman2018/lemma-7 feldman2018/eq-hz", "definition", "The point on the way is at most z from where it began."),
    "between-far": _figure(
        "real: z a; law: P Q", "winf(P, Q, z + a)", "z >= 0; a >= 0", "winf(between(P, Q, z, a), Q, a)",
        "feldman2018/lemma-7 feldman2018/eq-hz", "definition",
        "On its way from X to Y, which are at most z + a apart, a point that went z, or arrived, is at most a from Y."),
    # Shifted Rényi divergence.
    "renyi-same": _figure(
        "real: alpha; law: P", "", "alpha > 1", "renyi(alpha, 0, P, P, 0)", "feldman2018/definition-4", "definition",
        "The density of P to itself is 1."),
    "start": _figure(
        "real: alpha z; law: P Q", "winf(P, Q, z)", "alpha > 1; z >= 0", "renyi(alpha, z, P, Q, 0)", "feldman2018/definition-8", "derived",
        "Q itself is within z of P, and D(Q || Q) = 0."),
    "witness-in": _figure(
        "real: alpha z b; law: P Q V", "winf(P, V, z); renyi(alpha, 0, V, Q, b)", "alpha > 1", "renyi(alpha, z, P, Q, b)",
        "feldman2018/definition-8", "definition", "V is one of the laws over which the infimum is taken."),
    "contraction": _figure(
        "real: alpha z c s b; law: P Q; map: f g", "renyi(alpha, z, P, Q, b); lipschitz(f, c); gap(f, g, s)", "alpha > 1",
        "renyi(alpha, c*z + s, push(f, P), push(g, Q), b)", "feldman2018/lemma-21", "derived",
        "Push the coupling of P with V, and process V and Q alike."),
    "shift-reduction": _figure(
        "real: alpha z a b; law: P Q; noise: Z", "renyi(alpha, z + a, P, Q, b); finite(alpha, Z, a)", "alpha > 1; a >= 0; z >= 0",
        "renyi(alpha, z, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))", "feldman2018/lemma-20", "derived",
        "Go all but a of the way with the law, and the rest with the noise."),
    "absorb": _figure(
        "real: alpha a b; law: P V Q; noise: Z", "winf(P, V, a); renyi(alpha, 0, V, Q, b); finite(alpha, Z, a)", "alpha > 1; a >= 0",
        "renyi(alpha, 0, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))", "feldman2018/eq-20-factor", "believed",
        "With U ~ P, U + W ~ V and ||W|| <= a, write U + Z = (U + W) + (Z - W): the joint law of (U + W, Z - W) factors, given U + W the "
        "inner integral against Z is at most its supremum exp((alpha - 1)*R), and the sum of the pair tells no more."),
    "monotone": _figure(
        "real: alpha y z b d; law: P Q", "renyi(alpha, z, P, Q, b)", "alpha > 1; z <= y; b <= d", "renyi(alpha, y, P, Q, d)",
        "feldman2018/proposition-9", "derived", "A law within z of P is within y of it; a bound may grow."),
    "post-processing": _figure(
        "real: alpha b; law: P Q; map: f", "renyi(alpha, 0, P, Q, b)", "alpha > 1", "renyi(alpha, 0, push(f, P), push(f, Q), b)",
        "feldman2018/proposition-5", "derived", "Answer f(x) to x, and forget x."),
    "additivity": _figure(
        "real: alpha b d; law: P Q V W", "renyi(alpha, 0, P, Q, b); renyi(alpha, 0, V, W, d)", "alpha > 1",
        "renyi(alpha, 0, product(P, V), product(Q, W), b + d)", "feldman2018/proposition-5", "derived",
        "A second answer that does not depend on the first one."),
    "renyi-sign": _figure(
        "real: alpha z b; law: P Q", "renyi(alpha, z, P, Q, b)", "alpha > 1", "b >= 0", "vanerven2014/theorem-8", "believed",
        "The mean of x**alpha of the density x of one law under another is at least its mean, 1, to the power alpha (Jensen), and an "
        "infimum of numbers that are not negative is none."),
    "same-law": _figure(
        "real: alpha z b; law: P Q V W", "renyi(alpha, z, P, Q, b); equal(V, P); equal(W, Q)", "alpha > 1", "renyi(alpha, z, V, W, b)",
        "", "derived", "Equal laws have equal divergences."),
    "reflexive": _figure("law: P", "", "", "equal(P, P)", "", "definition", "Everything is equal to itself."),
    # What noise charges for hiding a move.
    "gaussian-magnitude": _figure(
        "real: alpha a v; noise: Z", "gaussian(Z, v)", "alpha > 1; a >= 0; v > 0", "R(alpha, Z, a) == alpha*a**2/(2*v)",
        "feldman2018/eq-gaussian-renyi", "believed", "Complete the square in the Gaussian integral; the largest move costs most."),
    "gaussian-finite": _figure(
        "real: alpha a v; noise: Z", "gaussian(Z, v)", "alpha > 1; a >= 0; v > 0", "finite(alpha, Z, a)",
        "feldman2018/eq-gaussian-renyi", "believed", "The Gaussian integral of the magnitude converges where the variance is positive."),
    "magnitude-zero": _figure(
        "real: alpha; noise: Z", "", "alpha > 1", "R(alpha, Z, 0) == 0", "feldman2018/definition-10", "definition",
        "The supremum is over the move by nothing, and D(Z || Z) = 0."),
    "finite-zero": _figure(
        "real: alpha; noise: Z", "", "alpha > 1", "finite(alpha, Z, 0)", "feldman2018/definition-10", "definition",
        "The supremum is over the move by nothing, and D(Z || Z) = 0."),
    # Mixtures, mechanisms, and what an observer can tell.
    "moment": _figure(
        "real: alpha b; law: P Q", "renyi(alpha, 0, P, Q, b)", "alpha > 1", "moment(alpha, P, Q, exp((alpha - 1)*b))",
        "feldman2018/definition-4", "definition", "The moment is exp((alpha - 1)*D), and exp increases."),
    "from-moment": _figure(
        "real: alpha m; law: P Q", "moment(alpha, P, Q, m)", "alpha > 1; m > 0", "renyi(alpha, 0, P, Q, log(m)/(alpha - 1))",
        "feldman2018/definition-4", "definition", "The divergence is log(moment)/(alpha - 1), and log increases."),
    "moment-widen": _figure(
        "real: alpha m u; law: P Q", "moment(alpha, P, Q, m)", "alpha > 1; m <= u", "moment(alpha, P, Q, u)", "feldman2018/definition-4",
        "derived", "A bound may grow."),
    "moment-same-law": _figure(
        "real: alpha m; law: P Q V W", "moment(alpha, P, Q, m); equal(V, P); equal(W, Q)", "alpha > 1", "moment(alpha, V, W, m)", "",
        "derived", "Equal laws have equal moments."),
    "moment-mixture": _figure(
        "real: alpha w m u; law: P Q V W", "moment(alpha, P, Q, m); moment(alpha, V, W, u)", "alpha > 1; w >= 0; w <= 1",
        "moment(alpha, mix(w, P, V), mix(w, Q, W), w*m + (1 - w)*u)", "feldman2018/definition-4 feldman2018/proposition-5", "believed",
        "p**alpha*q**(1 - alpha) is jointly convex in the densities, as the perspective of a convex power "
        "(van Erven and Harremoës 2014, proof of Theorem 13)."),
    "adaptive": _figure(
        "real: alpha b d; law: P Q; mechanism: K J", "renyi(alpha, 0, P, Q, b); close(alpha, K, J, d)", "alpha > 1",
        "renyi(alpha, 0, joint(P, K), joint(Q, J), b + d)", "feldman2018/eq-20-factor", "believed",
        "The joint density factors into that of the point and that of the answer, and the inner integral is at most its supremum "
        "(Mironov 2017, Proposition 1)."),
    "forget": _figure(
        "real: alpha b; law: P Q; mechanism: K J", "renyi(alpha, 0, joint(P, K), joint(Q, J), b)", "alpha > 1",
        "renyi(alpha, 0, through(K, P), through(J, Q), b)", "vanerven2014/theorem-9", "believed",
        "Data processing: the answer is a function of question and answer, x**alpha is convex, and the density of the answers is a "
        "conditional expectation of the density of the pairs."),
    "close-same": _figure(
        "real: alpha; mechanism: K", "", "alpha > 1", "close(alpha, K, K, 0)", "feldman2018/definition-4", "definition",
        "D(K(x) || K(x)) = 0 at every point x."),
    "gdp-adaptive": _figure(
        "real: m n; law: P Q; mechanism: K J", "gdp(0, P, Q, m); gdpclose(K, J, n)", "", "gdp(0, joint(P, K), joint(Q, J), m + n)",
        "dong2022/corollary-2", "believed",
        "What K and J answer is told apart as well after every question, so that the trade-offs compose, also when the second is about the "
        "answer to the first, and Gaussian ones compose by adding squares (Dong, Roth and Su 2022, Theorem 4)."),
    "gdp-close-same": _figure(
        "mechanism: K", "", "", "gdpclose(K, K, 0)", "dong2022/definition-4", "definition", "Nothing tells K(x) from K(x) at any point x."),
    "near-same": _figure(
        "mechanism: K", "", "", "near(K, K, 0)", "feldman2018/definition-6", "definition", "Couple every answer with itself."),
    "moment-to-dp": _figure(
        "real: alpha e m c h l k p q; law: P Q", "moment(alpha, P, Q, m)",
        "alpha > 1; c >= 0; h >= 0; h <= c; l + h*alpha*exp((alpha - 1)*p) >= 0; k - h*(alpha - 1)*exp(alpha*p) >= 0; "
        "l + c*alpha*exp((alpha - 1)*q) >= 1; k + exp(e) - c*(alpha - 1)*exp(alpha*q) >= 0",
        "dp(P, Q, e, c*m + l + k)", "canonne2020/proposition-12", "believed",
        "E_gamma is the mean of max(x - gamma, 0) of the density x under Q, and that is at most c*x**alpha + l*x + k: x**alpha lies above "
        "its tangents at exp(p) and at exp(q), and is not negative."),
    "renyi-to-dp": _figure(
        "real: alpha b d; law: P Q", "renyi(alpha, 0, P, Q, b)", "alpha > 1; d > 0", "dp(P, Q, b + log(1/d)/(alpha - 1), d)",
        "feldman2018/lemma-14", "derived",
        "The tangent of the power at exp(q), q = e - log(alpha)/(alpha - 1), is steep enough, and above x - exp(e)."),
    "dp-widen": _figure(
        "real: e d u v; law: P Q", "dp(P, Q, e, d)", "e <= u; d <= v", "dp(P, Q, u, v)", "feldman2018/definition-11", "derived",
        "A bound may grow."),
    # Gaussian differential privacy, and what it says to an observer; the domain bounded.
    "gdp-same": _figure(
        "law: P", "", "", "gdp(0, P, P, 0)", "bok2024/section-3", "definition", "Nothing tells P from itself."),
    "gdp-witness-in": _figure(
        "real: z m; law: P Q V", "winf(P, V, z); gdp(0, V, Q, m)", "", "gdp(z, P, Q, m)", "bok2024/section-3", "definition",
        "V is one of the laws over which the infimum is taken."),
    "gdp-start": _figure(
        "real: z; law: P Q", "winf(P, Q, z)", "z >= 0", "gdp(z, P, Q, 0)", "bok2024/section-3", "derived",
        "Q itself is within z of P, and nothing tells it from Q."),
    "gdp-push": _figure(
        "real: m; law: P Q; map: f", "gdp(0, P, Q, m)", "", "gdp(0, push(f, P), push(f, Q), m)", "dong2022/definition-4", "believed",
        "A test of the images is a test of the points."),
    "gdp-through": _figure(
        "real: m; law: P Q; mechanism: K", "gdp(0, P, Q, m)", "", "gdp(0, through(K, P), through(K, Q), m)", "dong2022/definition-4",
        "believed", "A test of the answers is a test of the points that may draw, and a trade-off is one over all of these."),
    "gdp-contraction": _figure(
        "real: z c s m; law: P Q; map: f g", "gdp(z, P, Q, m); lipschitz(f, c); gap(f, g, s)", "",
        "gdp(c*z + s, push(f, P), push(g, Q), m)", "bok2024/section-3 feldman2018/lemma-7", "derived",
        "Push the coupling of P and V, and process V and Q alike."),
    "gdp-absorb": _figure(
        "real: a m; law: P V Q; noise: Z", "winf(P, V, a); gdp(0, V, Q, m); gdpfinite(Z, a)", "a >= 0",
        "gdp(0, convolve(P, Z), convolve(Q, Z), m + gdpsize(Z, a))", "bok2024/section-3", "believed",
        "With U ~ P, U + W ~ V and ||W|| <= a, write U + Z = (U + W) + (Z - W): telling U + W from V composes with telling the moved noise "
        "from the noise, and Gaussian trade-offs compose by adding squares (Dong, Roth and Su 2022, Theorem 4 and Corollary 2)."),
    "gdp-shift-reduction": _figure(
        "real: z a m; law: P Q; noise: Z", "gdp(z + a, P, Q, m); gdpfinite(Z, a)", "a >= 0; z >= 0",
        "gdp(z, convolve(P, Z), convolve(Q, Z), m + gdpsize(Z, a))", "bok2024/section-3", "derived",
        "Go all but a of the way with the law, and the rest with the noise."),
    "gdp-magnitude": _figure(
        "real: a v; noise: Z", "gaussian(Z, v)", "a >= 0; v > 0", "gdpsize(Z, a) == a**2/v", "dong2022/theorem-1", "believed",
        "Rescale, and look along the move; the largest move is easiest to tell."),
    "gdp-finite": _figure(
        "real: a v; noise: Z", "gaussian(Z, v)", "a >= 0; v > 0", "gdpfinite(Z, a)", "dong2022/theorem-1", "believed",
        "Z + x and Z are ||x||/sqrt(v)-GDP."),
    "gdp-magnitude-zero": _figure(
        "noise: Z", "", "", "gdpsize(Z, 0) == 0", "dong2022/definition-4", "definition",
        "The only move is the one by nothing, and nothing tells Z from Z."),
    "gdp-finite-zero": _figure(
        "noise: Z", "", "", "gdpfinite(Z, 0)", "dong2022/definition-4", "definition",
        "The only move is the one by nothing, and nothing tells Z from Z."),
    "gdp-monotone": _figure(
        "real: y z m n; law: P Q", "gdp(z, P, Q, m)", "z <= y; m <= n", "gdp(y, P, Q, n)", "bok2024/section-3", "derived",
        "A law within z of P is within y of it; a bound may grow."),
    "gdp-same-law": _figure(
        "real: z m; law: P Q V W", "gdp(z, P, Q, m); equal(V, P); equal(W, Q)", "", "gdp(z, V, W, m)", "", "derived",
        "Equal laws are told apart equally well."),
    "gdp-sign": _figure(
        "real: z m; law: P Q", "gdp(z, P, Q, m)", "", "m >= 0", "bok2024/section-3", "definition", "It bounds an infimum of m' >= 0."),
    "gdp-to-dp": _figure(
        "real: e m; law: P Q", "gdp(0, P, Q, m)", "e >= 0; m >= 0", "dp(P, Q, e, theta(exp(e), sqrt(m)))", "dong2022/corollary-1",
        "believed", "theta is the hockey-stick divergence of N(sqrt(m), 1) from N(0, 1), and harder to tell means closer for every event."),
    "dp-contraction": _figure(
        "real: e d D v; law: P Q; map: f g; noise: Z", "dp(P, Q, e, d); gap(f, g, 0); bounded(f, D); gaussian(Z, v)",
        "e >= 0; D >= 0; v > 0", "dp(convolve(push(f, P), Z), convolve(push(g, Q), Z), e, theta(exp(e), D/sqrt(v))*d)",
        "", "derived",
        "A Markov kernel contracts E_gamma, gamma >= 1, by the divergence of its two farthest outputs."),
    "dp-start": _figure(
        "real: e; law: P Q", "equal(P, Q)", "e >= 0", "dp(P, Q, e, 0)", "feldman2018/definition-11", "definition",
        "P(O) <= exp(e)*P(O) where e >= 0."),
    "dp-same-law": _figure(
        "real: e d; law: P Q V W", "dp(P, Q, e, d); equal(V, P); equal(W, Q)", "", "dp(V, W, e, d)", "", "derived",
        "Equal laws give equal chances."),
    "dp-push": _figure(
        "real: e d; law: P Q; map: f", "dp(P, Q, e, d)", "", "dp(push(f, P), push(f, Q), e, d)", "feldman2018/definition-11", "believed",
        "An event after f is an event before it, for f is measurable."),
    "dp-certain": _figure(
        "real: e; law: P Q", "", "", "dp(P, Q, e, 1)", "feldman2018/definition-11", "definition", "A chance is at most 1."),
    "dp-third-law": _figure(
        "real: e f d u; law: P Q V", "dp(P, V, e, d); dp(V, Q, f, u)", "", "dp(P, Q, e + f, d + exp(e)*u)", "feldman2018/definition-11",
        "definition", "P(O) <= exp(e)*V(O) + d and V(O) <= exp(f)*Q(O) + u for every event O."),
    "dp-swap": _figure(
        "real: e d; law: P Q", "dp(P, Q, e, d)", "", "dp(Q, P, -e, (d + exp(e) - 1)*exp(-e))", "feldman2018/definition-11", "definition",
        "What is outside of an event: 1 - P(O) <= exp(e)*(1 - Q(O)) + d, that is exp(e)*Q(O) <= P(O) + d + exp(e) - 1."),
    "dp-mixture": _figure(
        "real: e d u w; law: P Q V W", "dp(P, Q, e, d); dp(V, W, e, u)", "w >= 0; w <= 1",
        "dp(mix(w, P, V), mix(w, Q, W), e, w*d + (1 - w)*u)", "asoodeh2020/footnote-7", "derived",
        "The chance of an event is the mean of its chances."),
    "chance-mix": _figure(
        "real: w; law: P Q; set: O", "", "w >= 0; w <= 1", "chance(mix(w, P, Q), O) == w*chance(P, O) + (1 - w)*chance(Q, O)", "",
        "definition", "A point is from P with probability w, else from Q."),
    "best-event": _figure(
        "real: e; law: P Q; set: O", "", "",
        "chance(P, O) - exp(e)*chance(Q, O) <= chance(P, best(P, Q, e)) - exp(e)*chance(Q, best(P, Q, e))", "asoodeh2020/eq-7", "believed",
        "P - exp(e)*Q is positive on the parts of the event dP/dQ > exp(e), negative or 0 on those of its complement (Hahn)."),
    "laplace-move": _figure(
        "real: e a v; law: P Q; noise: Z", "winf(P, Q, a); laplace(Z, v)", "e >= 0; a >= 0; v > 0",
        "dp(convolve(P, Z), convolve(Q, Z), e, max(1 - exp((e - a/v)/2), 0))", "asoodeh2020isit/lemma-1", "believed",
        "For two points r apart integrate the density above exp(e) times the other: max(1 - exp((e - r/v)/2), 0), which grows with r; for "
        "laws take the mean over a coupling."),
    # What two runs with the same maps forget: what P has above exp(e)*Q goes on as laws of their own.
    "dp-excess": _figure(
        "real: e d w; law: P Q", "dp(P, Q, e, d)", "e >= 0; d >= 0; w >= 0; w <= 1; w*d <= 1; w*(exp(e) + d) == 1",
        "equal(mix(w, P, deficit(P, Q, e, d)), mix(w*d, excess(P, Q, e, d), Q))", "feldman2018/definition-11", "believed",
        "The positive part of the measure P - exp(e)*Q has a mass m of at most d, the negative part m + exp(e) - 1 (Hahn and Jordan); add "
        "the same measure of mass d - m to both and divide by their masses d and exp(e) + d - 1, where these are above 0."),
    "dp-balance": _figure(
        "real: e d g f w; law: P Q U V", "equal(mix(w, P, V), mix(w*d, U, Q)); dp(U, V, g, f)",
        "d >= 0; w*(exp(e) + d) == 1; d*exp(g) <= exp(e) + d - 1", "dp(P, Q, e, d*f)", "feldman2018/definition-11", "definition",
        "P(O) - exp(e)*Q(O) = d*U(O) - (exp(e) + d - 1)*V(O) <= d*(U(O) - exp(g)*V(O)) <= d*f for every event O."),
    "mix-push": _figure(
        "real: w; law: P Q; map: f", "", "w >= 0; w <= 1", "equal(push(f, mix(w, P, Q)), mix(w, push(f, P), push(f, Q)))", "",
        "definition", "An event after f is an event before it."),
    "mix-convolve": _figure(
        "real: w; law: P Q; noise: Z", "", "w >= 0; w <= 1", "equal(convolve(mix(w, P, Q), Z), mix(w, convolve(P, Z), convolve(Q, Z)))", "",
        "definition", "Given which of the two laws a point is from, its noise is the same."),
    "mix-through": _figure(
        "real: w; law: P Q; mechanism: K", "", "w >= 0; w <= 1",
        "equal(through(K, mix(w, P, Q)), mix(w, through(K, P), through(K, Q)))", "", "definition",
        "Given which of the two laws a point is from, it is answered in the same way."),
    # Mechanisms: answers to points, and to laws.
    "spread-through": _figure(
        "real: e u; law: P Q; mechanism: K", "spread(K, e, u)", "",
        "dp(through(K, P), through(K, Q), e, u)", "feldman2018/definition-11", "believed",
        "K(x)(O) <= exp(e)*K(y)(O) + u for all x and y: take the mean over x ~ P, then over y ~ Q; a mean is at most what bounds every "
        "value."),
    "spread-contracts": _figure(
        "real: e u d; law: P Q; mechanism: K", "spread(K, e, u); dp(P, Q, e, d)", "e >= 0", "dp(through(K, P), through(K, Q), e, d*u)",
        "", "derived", "What P has above exp(e)*Q goes on as laws of its own, which the mechanism leaves so far apart."),
    "answers-through": _figure(
        "mechanism: K; vector: x", "", "", "equal(through(K, point(x)), answers(K, x))", "", "definition", "The question is x."),
    "surely-through": _figure(
        "law: P; map: f", "", "", "equal(through(surely(f), P), push(f, P))", "", "definition", "The answer to X is f(X)."),
    "noisy-answers": _figure(
        "mechanism: K; noise: Z; vector: x", "", "", "equal(answers(withnoise(K, Z), x), convolve(answers(K, x), Z))", "", "definition",
        "An answer of K to x, plus an independent Z."),
    "noisy-through": _figure(
        "law: P; mechanism: K; noise: Z", "", "", "equal(through(withnoise(K, Z), P), convolve(through(K, P), Z))", "", "definition",
        "The noise is independent of the question and of the answer of K."),
    "always-answers": _figure(
        "law: V; vector: x", "", "", "equal(answers(always(V), x), V)", "", "definition", "Whatever the question is."),
    "always-joint": _figure(
        "law: P V", "", "", "equal(joint(P, always(V)), product(P, V))", "", "definition", "The answer is independent of the question."),
    "same-image": _figure(
        "law: P; map: f g", "gap(f, g, 0)", "", "equal(push(f, P), push(g, P))", "", "definition", "f(x) = g(x) at every point x."),
    "point-near": _figure(
        "vector: x y", "", "", "winf(point(x), point(y), norm(minus(x, y)))", "feldman2018/definition-6", "definition", "Couple x with y."),
    "noise-sum": _figure(
        "real: v w; law: P; noise: U V Z", "gaussian(U, v); gaussian(V, w); gaussian(Z, v + w)", "v >= 0; w >= 0",
        "equal(convolve(convolve(P, U), V), convolve(P, Z))", "", "believed",
        "The characteristic function of N(0, (v + w)*I) is the product of those of N(0, v*I) and N(0, w*I)."),
    "dp-sign": _figure("real: e d; law: P Q", "dp(P, Q, e, d)", "", "d >= 0", "feldman2018/definition-11", "definition", "O may be empty."),
    "bounded-near": _figure(
        "real: D; law: P Q; map: f", "bounded(f, D)", "", "winf(push(f, P), push(f, Q), D)", "feldman2018/definition-6", "definition",
        "Every coupling, the independent one for example, has its images at most D apart."),
    # Reflection: the distance of two runs as a chain of numbers that knows nothing else of them.
    "coupled-start": _figure(
        "real: w x r c a b; law: P Q; noise: Z", "winf(P, Q, x); gaussian(Z, w**2)", "w > 0",
        "coupled(convolve(P, Z), convolve(Q, Z), w, 1, x, r, c, a, b)", "eberle2019/reflection-coupling", "believed",
        "Given a coupled pair, reflect the noise of one at the hyperplane between the two with the largest probability that they meet: the "
        "distance left is R of the distance before, and the chance that R(h) exceeds a number grows with h."),
    "coupled-step": _figure(
        "real: w x r c a b s t D; integer: n; law: P Q; map: f g p; noise: Z",
        "coupled(P, Q, w, n, x, r, c, a, b); lipschitz(p, c); gap(f, p, s); gap(g, p, t); gap(f, g, b); bounded(f, D); gaussian(Z, w**2)",
        "w > 0; a >= 0; s + t <= a + b; D + b <= r",
        "coupled(convolve(push(f, P), Z), convolve(push(g, Q), Z), w, n + 1, x, r, c, a, b)", "eberle2019/reflection-coupling", "believed",
        "||f(x) - g(y)|| is at most ||f(x) - p(x)|| + c*||x - y|| + ||p(y) - g(y)||, at most D + b, and at most b where x = y: no more "
        "than what follows a larger distance in the chain. Then reflect as in coupled-start."),
    "coupled-met": _figure(
        "real: w x r c a b; integer: n; law: P Q", "coupled(P, Q, w, n, x, r, c, a, b)", "w > 0",
        "dp(P, Q, 0, survival(n, x/w, r/w, c, a/w, b/w))", "eberle2019/reflection-coupling", "definition",
        "P(O) - Q(O) is at most the chance that a coupled pair is apart, the one at t = 0."),
    # The hockey-stick divergence of unit Gaussians.
    "theta-monotone": _figure(
        "real: g x y", "", "g > 0; x >= 0; x <= y", "theta(g, x) <= theta(g, y)", "asoodeh2020/definition-3", "real",
        "The derivative of theta in its distance is a Gaussian density."),
    "theta-level": _figure(
        "real: g h x", "", "g > 0; g <= h; x >= 0", "theta(h, x) <= theta(g, x)", "asoodeh2020/definition-3", "real",
        "It is the largest P(O) - g*Q(O) over the events O."),
    "theta-positive": _figure(
        "real: g x", "", "g > 0; x > 0", "theta(g, x) > 0", "asoodeh2020/definition-3", "real",
        "It grows strictly from max(1 - g, 0) at distance 0."),
    "theta-below-one": _figure(
        "real: g x", "", "g > 0; x >= 0", "theta(g, x) < 1", "asoodeh2020/definition-3", "real",
        "1 - theta is a positive combination of two Gaussian tails."),
    # Linear pairs on the line, whose laws are known.
    "affine-lipschitz": _figure(
        "real: c s", "", "c >= 0", "lipschitz(affine(c, s), c)", "", "definition", "|(c*x + s) - (c*y + s)| = c*|x - y|."),
    "affine-gap": _figure(
        "real: c s t", "", "s >= t", "gap(affine(c, s), affine(c, t), s - t)", "", "definition", "|(c*x + s) - (c*x + t)| = s - t."),
    "white": _figure("real: v", "", "v >= 0", "gaussian(white(v), v)", "", "definition", "white(v) is N(0, v)."),
    "normal-step": _figure(
        "real: m v c s w; law: P Q", "equal(P, normallaw(m, v)); equal(Q, convolve(push(affine(c, s), P), white(w)))",
        "v >= 0; w >= 0", "equal(Q, normallaw(c*m + s, c**2*v + w))", "", "believed",
        "The characteristic function of c*X + s + Z is the product of Gaussian ones."),
    "normal-near": _figure(
        "real: m u v; law: P Q", "equal(P, normallaw(m, v)); equal(Q, normallaw(u, v))", "v >= 0; m >= u", "winf(P, Q, m - u)",
        "feldman2018/definition-6", "derived", "Couple X with X + u - m."),
    "normal-apart": _figure(
        "real: m u v; law: P Q", "equal(P, normallaw(m, v)); equal(Q, normallaw(u, v))", "v > 0", "apart(P, Q, (m - u)**2/v)",
        "dong2022/definition-4", "believed", "Subtract u and divide by sqrt(v), which loses nothing; reflect where m < u."),
    "apart-narrow": _figure(
        "real: m n; law: P Q", "apart(P, Q, m)", "n <= m", "apart(P, Q, n)", "dong2022/definition-4", "derived",
        "Closer normal laws are harder to tell apart."),
    "apart-not": _figure(
        "law: P Q", "", "", "apart(P, Q, 0)", "dong2022/definition-4", "definition", "Equal laws cannot be told apart at all."),
    "apart-dp": _figure(
        "real: e d m; law: P Q", "apart(P, Q, m); dp(P, Q, e, d)", "m >= 0", "theta(exp(e), sqrt(m)) <= d", "dong2022/definition-4",
        "definition", "Some event has nearly the chances under P and Q that the best one has under N(sqrt(m), 1) and N(0, 1)."),
    # Points: inner products and norms.
    "norm-sign": _figure("vector: x", "", "", "norm(x) >= 0", "", "definition", "A root is not negative."),
    "norm-square": _figure("vector: x", "", "", "norm(x)**2 == inner(x, x)", "", "definition", "||x||^2 = <x, x>."),
    "inner-symmetric": _figure("vector: x y", "", "", "inner(x, y) == inner(y, x)", "", "definition", "The inner product is symmetric."),
    "inner-minus": _figure(
        "vector: x y z", "", "", "inner(minus(x, y), z) == inner(x, z) - inner(y, z)", "", "definition", "The inner product is linear."),
    "cauchy-schwarz": _figure(
        "vector: x y", "", "", "inner(x, y) <= norm(x)*norm(y)", "", "believed",
        "The square of || ||y||*x - ||x||*y || is not negative, and a point of norm 0 has the inner product 0 with every other."),
    "gradient-inner": _figure(
        "real: eta; loss: f; vector: x y", "", "", "inner(at(gradient(f, eta), x), y) == inner(x, y) - eta*inner(slope(f, x), y)", "",
        "definition", "gradient(f, eta) is w -> w - eta*grad f(w)."),
    "compose-inner": _figure(
        "map: f g; vector: x y", "", "", "inner(at(compose(f, g), x), y) == inner(at(f, at(g, x)), y)", "", "definition", "f after g."),
    "projected": _figure(
        "set: K; vector: x", "convexset(K)", "", "member(at(projection(K), x), K)", "feldman2018/definition-16", "definition",
        "The nearest point of K is in K."),
    "nearest": _figure(
        "set: K; vector: x z", "convexset(K); member(z, K)", "",
        "inner(minus(x, at(projection(K), x)), minus(z, at(projection(K), x))) <= 0", "feldman2018/definition-16", "believed",
        "A step from the nearest point p towards z stays in K, and comes no nearer to x: ||x - p||^2 <= ||x - p - t*(z - p)||^2 for every "
        "small t."),
    "co-coercive": _figure(
        "real: beta; loss: f; set: K; vector: x y", "convex(f, K); smooth(f, beta, K); convexset(K); member(x, K); member(y, K)", "",
        "norm(minus(slope(f, x), slope(f, y)))**2 <= beta*inner(minus(x, y), minus(slope(f, x), slope(f, y)))",
        "feldman2018/definition-3", "believed",
        "Along the segment of two points of K the gradients differ by A*(x - y) with 0 <= A <= beta symmetric, a mean of Hessians of the "
        "loss smoothed inside K, and A^2 <= beta*A; boundary points are limits of inner ones (Baillon and Haddad 1977)."),
    # Maps.
    "projection": _figure(
        "set: K", "convexset(K)", "", "lipschitz(projection(K), 1)", "feldman2018/proposition-17", "derived",
        "x - p(x) and p(y) - p(x) form no acute angle, so that ||p(x) - p(y)||**2 <= <x - y, p(x) - p(y)>."),
    "gradient-step": _figure(
        "real: beta eta; loss: f; set: K", "convex(f, K); smooth(f, beta, K); convexset(K)", "eta >= 0; eta*beta <= 2",
        "lipschitzon(gradient(f, eta), K, 1)", "feldman2018/proposition-18", "derived",
        "||x - y - eta*g||**2 = ||x - y||**2 - eta*(2*<x - y, g> - eta*||g||**2), where g is the difference of the gradients."),
    "gradient-gap": _figure(
        "real: L eta; loss: f g; set: K", "lipschitzloss(f, L, K); lipschitzloss(g, L, K)", "eta >= 0",
        "gapon(gradient(f, eta), gradient(g, eta), K, 2*eta*L)", "feldman2018/eq-23-sensitivity", "derived",
        "Two gradients of norm at most L differ by at most 2*L."),
    "after-projection": _figure(
        "real: c; map: f; set: K", "lipschitzon(f, K, c); convexset(K)", "", "lipschitz(compose(f, projection(K)), c)",
        "feldman2018/proposition-17", "believed", "Project first: a contraction into K, where f is c-Lipschitz."),
    "gap-after-projection": _figure(
        "real: s; map: f g; set: K", "gapon(f, g, K, s); convexset(K)", "", "gap(compose(f, projection(K)), compose(g, projection(K)), s)",
        "", "definition", "After the projection only points of K are seen."),
    "compose": _figure(
        "real: c d; map: f g", "lipschitz(f, c); lipschitz(g, d)", "c >= 0", "lipschitz(compose(f, g), c*d)", "", "definition",
        "||f(g(x)) - f(g(y))|| <= c*||g(x) - g(y)|| <= c*d*||x - y||."),
    "same-map": _figure("map: f", "", "", "gap(f, f, 0)", "", "definition", "f(x) - f(x) = 0."),
    "lipschitz-widen": _figure(
        "real: c d; map: f", "lipschitz(f, c)", "c <= d", "lipschitz(f, d)", "", "derived", "A bound may grow."),
    "gap-widen": _figure("real: s u; map: f g", "gap(f, g, s)", "s <= u", "gap(f, g, u)", "", "derived", "A bound may grow."),
    # Log-Sobolev constants, and the privacy dynamics of one noisy step, traced through its diffusion.
    "lsi-point": _figure(
        "vector: x", "", "", "lsi(point(x), 0)", "chourasia2021/definition-3.2", "definition", "At one point there is no entropy."),
    "lsi-push": _figure(
        "real: v c; law: P; map: f", "lsi(P, v); lipschitz(f, c)", "", "lsi(push(f, P), c**2*v)", "vempala2019/lemma-16", "believed",
        "A function h after f changes at most c times as fast as h does, and is a limit of smooth ones that do not change faster."),
    "lsi-convolve": _figure(
        "real: v w; law: P; noise: Z", "lsi(P, v); gaussian(Z, w)", "", "lsi(convolve(P, Z), v + w)", "vempala2019/lemma-17", "believed",
        "Entropy is at most the sum of the entropies in each of two independent points, and the gradient of a function of their sum is the "
        "same in both; N(0, w*I) has the constant 1/w (Gross 1975)."),
    "lsi-widen": _figure(
        "real: v w; law: P", "lsi(P, v)", "v <= w", "lsi(P, w)", "chourasia2021/definition-3.2", "derived", "A bound may grow."),
    "lsi-same-law": _figure(
        "real: v; law: P V", "lsi(P, v); equal(V, P)", "", "lsi(V, v)", "", "derived", "Equal laws have equal entropies."),
    "traced": _figure(
        "real: v c w x; law: Q; map: f g; noise: Z", "lsi(Q, v); lipschitz(f, c); lipschitz(g, c); gaussian(Z, w)",
        "c**2*v + w <= x", "traced(Q, f, g, Z, x)", "vempala2019/lemma-16 vempala2019/lemma-17", "believed",
        "At the time t a mean of f and g, which is c-Lipschitz, is followed by noise of variance t*w: lsi-push and lsi-convolve."),
    "zcdp-start": _figure(
        "law: P Q", "equal(P, Q)", "", "zcdp(P, Q, 0)", "feldman2018/definition-4", "definition", "D(P || P) = 0 at every order."),
    "zcdp-widen": _figure(
        "real: r u; law: P Q", "zcdp(P, Q, r)", "r <= u", "zcdp(P, Q, u)", "feldman2018/definition-4", "derived", "A bound may grow."),
    "zcdp-same-law": _figure(
        "real: r; law: P Q V W", "zcdp(P, Q, r); equal(V, P); equal(W, Q)", "", "zcdp(V, W, r)", "", "derived",
        "Equal laws have equal divergences."),
    "zcdp-order": _figure(
        "real: alpha r; law: P Q", "zcdp(P, Q, r)", "alpha > 1", "renyi(alpha, 0, P, Q, alpha*r)", "bun2016/definition-1.1", "definition",
        "One of the orders."),
    "dynamics": _figure(
        "real: r s v w y; law: P Q; map: f g; noise: Z", "zcdp(P, Q, r); traced(Q, f, g, Z, v); gap(f, g, s); gaussian(Z, w)",
        "v > 0; w > 0; y > 0",
        "zcdp(convolve(push(f, P), Z), convolve(push(g, Q), Z), "
        "exp(-y*w/((1 + y)*v))*r + s**2*v*(1 + y)**2/(2*y*w**2)*(1 - exp(-y*w/((1 + y)*v))))",
        "chourasia2021/eq-15 chourasia2021/lemma-4", "believed",
        "u = D/alpha, h = 1/(1 + y): u' <= s^2/(2*h*w) - (1 - h)*(w/v)*u along the orders for which (order - 1)*exp(-(1 - h)*(w/v)*t) "
        "stays; the inequality is solved from the time 0 to 1."),
    # Facts about atoms.
    "power-at-most-one": _figure(
        "real: c; integer: k", "", "c > 0; c <= 1; k >= 0", "c**k <= 1", "", "derived", "Powers of c in (0, 1], by induction."),
    "power-below-one": _figure(
        "real: c; integer: k", "", "c > 0; c < 1; k >= 1", "c**k < 1", "", "derived", "Powers of c in (0, 1), by induction."),
    "power-above-one": _figure("real: c; integer: k", "", "c > 1; k >= 1", "c**k > 1", "", "derived", "Powers of c > 1, by induction."),
    "power-at-least-one": _figure(
        "real: c; integer: k", "", "c >= 1; k >= 0", "c**k >= 1", "", "derived", "Powers of c >= 1, by induction."),
    "floor-low": _figure("real: x", "", "", "floor(x) <= x", "", "real", "floor(x) is the largest integer at most x."),
    "floor-high": _figure("real: x", "", "", "x < floor(x) + 1", "", "real", "floor(x) is the largest integer at most x."),
    "maximum": _figure("real: x y", "", "", "max(x, y) == cases(x - y, x, y)", "", "real", "Definition of max."),
    "minimum": _figure("real: x y", "", "", "min(x, y) == cases(y - x, x, y)", "", "real", "Definition of min."),
    "exp-sum": _figure("real: x y", "", "", "exp(x + y) == exp(x)*exp(y)", "", "real", "Functional equation of exp."),
    "exp-tangent": _figure("real: x", "", "", "1 + x <= exp(x)", "", "real", "exp is convex with slope 1 at 0."),
    "exp-log": _figure("real: x", "", "x > 0", "exp(log(x)) == x", "", "real", "log is the inverse of exp."),
    "log-product": _figure(
        "real: x y", "", "x > 0; y > 0", "log(x*y) == log(x) + log(y)", "", "derived", "The inverse of exp(x + y) = exp(x)*exp(y)."),
    "log-exp": _figure("real: x", "", "", "log(exp(x)) == x", "", "derived", "exp(log(exp(x))) = exp(x), and exp takes no value twice."),
    "square-root": _figure("real: x", "", "x >= 0", "sqrt(x)**2 == x", "", "real", "Definition of the square root."),
    "square-root-sign": _figure("real: x", "", "x >= 0", "sqrt(x) >= 0", "", "real", "Definition of the square root."),
})
"""All figures by name."""

STEPS_OF: Mapping[str, str] = MappingProxyType({"dynamics": "chourasia2021"})
"""Figures that are a step of one paper's own argument and no general mathematics: nothing of that paper that rests on one is proved."""

ARITHMETIC: Mapping[str, str] = MappingProxyType({
    "exp(x) > 0": "a value of exp is a square of another, and none is 0",
    "c**x > 0 where c > 0": "a real power of a positive number is exp(x*log(c))",
    "c**(m + n) == c**m*c**n where c > 0": "functional equation of powers; for literal integers m and n of every c that is not divided by",
    "floor(x) and ceiling(x) are integers": "definition, and that they are x where x is an integer",
    "sum(e, k, a, b + 1) == sum(e, k, a, b) + e at b + 1": "the convention for sums, which holds for all integers a and b",
    "sum(c*e + d, k, a, b) == c*sum(e, k, a, b) + d*(b - a + 1)": "sums are linear in what does not hold the index",
    "cases(e, x, y) is x where e >= 0 and y where e < 0": "definition",
})
"""What the normal form of numbers takes for granted beside the field of rational functions (:mod:`pabisym.kernel.exact`)."""
