"""Proof trees for stopping at a random time; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Step, step
from pabisym.proof.exponentials import exp_quadratic, log_low, log_product

from ._pnsgd import OUTPUT, after, before

MIXED = "forall(k, 2, n, equal({M}(k), mix(1/k, {P}, {M}(k - 1))))"
MIXTURES = (
    "first mixture: equal(M(1), P(1)): after one step there is one output", "other first mixture: equal(N(1), Q(1))",
    f"mixture: {MIXED.format(M='M', P='P(k)')}: the k-th output with probability 1/k, else one of the first k - 1",
    f"other mixture: {MIXED.format(M='N', P='Q(k)')}",
)
"""Uniform mixtures of the first k laws."""


def harmonic(high: str) -> str:
    """1 + 1/2 + ... + 1/high."""
    return f"sum(1/i, i, 1, {high})"


def harmonic_mean(b: Builder, bound: str) -> Step:
    """The proof of ``feldman2018/eq-26-harmonic``."""

    def one_over(b: Builder, rest: Callable[[Builder], Step]) -> Step:
        return b.have("r_k", b.at("reciprocal", "k"), lambda b: b.have("value", b.prove("r(k) == 1/(k + 1 - t)"), lambda b: b.have(
            "r_k sign", b.prove("r(k) > 0"), rest)))

    def reciprocal(b: Builder) -> Step:
        def late(b: Builder) -> Step:
            return one_over(b, lambda b: b.have("r_k at most", b.prove("r(k) <= 1"), lambda b: b.have(
                "worth", b.prove("D*(alpha - 1)*r(k) <= 1"), lambda b: b.prove(claim))))

        def early(b: Builder) -> Step:
            return b.have("r_k", b.at("none", "k"), lambda b: b.prove(claim))

        claim = "D*r(k) <= 1/(alpha - 1)"
        return b.by_cases("k - t", claim, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= t")) else early(b))

    def sign(b: Builder) -> Step:
        def late(b: Builder) -> Step:
            return one_over(b, lambda b: b.prove("D*r(k) >= 0"))

        def early(b: Builder) -> Step:
            return b.have("r_k", b.at("none", "k"), lambda b: b.prove("D*r(k) >= 0"))

        return b.by_cases("k - t", "D*r(k) >= 0", lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= t")) else early(b))

    def nothing(b: Builder, before_: str) -> Step:
        return b.have("r_j", b.at("none", "j"), lambda b: b.prove("sum(r(i), i, 1, j) == 0"))

    def first(b: Builder) -> Step:
        return b.suppose_all({"r_t": b.at("reciprocal", "t"), "none before": b.at("early", "t - 1")}, lambda b: b.prove(
            f"sum(r(i), i, 1, t) == {harmonic('t + 1 - t')}"))

    def next_one(b: Builder, before_: str) -> Step:
        return b.have("r_j", b.at("reciprocal", "j"), lambda b: b.have("value", b.prove("r(j) == 1/(j + 1 - t)"), lambda b: b.prove(
            f"sum(r(i), i, 1, j) == {harmonic('j + 1 - t')}")))

    def finish(b: Builder) -> Step:
        convex = b.theorem(
            "feldman2018/lemma-25",
            {name: b.known(name) for name in ("order", "bounds", "first mixture", "other first mixture", "mixture", "other mixture")}
            | {"small": b.generalise("k", "1", "n", reciprocal), "sign": b.generalise("k", "1", "n", sign)},
            n="n", alpha="alpha", c="1", rho=("k", "1/n"), b=("k", "D*r(k)"), **{x: ("k", f"{x}(k)") for x in "PQMN"})
        return b.have("sum", b.at("late", "n"), lambda b: b.figure(
            "monotone", convex, alpha="alpha", z="0", y="0", b="(1 + 1)*sum(1/n*(D*r(i)), i, 1, n)", d=bound, P="M(n)", Q="N(n)"))

    late = f"sum(r(i), i, 1, j) == {harmonic('j + 1 - t')}"
    return b.suppose_all({"size": b.prove("n >= 1")}, lambda b: b.have(
        "early", b.induction("j", "0", "t - 1", "sum(r(i), i, 1, j) == 0", rest=nothing), lambda b: b.have(
            "late", b.induction("j", "t", "n", late, first, next_one), finish)))


def stopped(b: Builder, bound: str) -> Step:
    """The proof of ``feldman2018/theorem-26``: every stopping time by Theorem 23, then their mixture."""
    whole = "2*alpha*L**2/sigma**2"
    share = "cases(k - t, 1/(k + 1 - t), 0)"

    def output(b: Builder) -> Step:
        claim = f"renyi(alpha, 0, {OUTPUT.format(X='V(k)')}, {OUTPUT.format(X='W(k)')}, {whole}*{share})"

        def late(b: Builder) -> Step:
            return b.figure("monotone", after(b), alpha="alpha", z="0", y="0", b="2*alpha*L**2/(sigma**2*(k + 1 - t))",
                               d=f"{whole}*{share}", P=OUTPUT.format(X="V(k)"), Q=OUTPUT.format(X="W(k)"))

        def early(b: Builder) -> Step:
            return b.figure("monotone", before(b), alpha="alpha", z="0", y="0", b="0", d=f"{whole}*{share}",
                            P=OUTPUT.format(X="V(k)"), Q=OUTPUT.format(X="W(k)"))

        return b.by_cases("k - t", claim, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= t")) else early(b))

    def enough(b: Builder) -> Step:
        """From sigma >= L sqrt(x): sigma^2 >= L^2 x."""
        root = "sqrt(2*alpha*(alpha - 1))"
        return b.suppose_all({"room": b.prove("2*alpha*(alpha - 1) >= 0")}, lambda b: b.suppose_all(
            {"root": b.figure("square-root", x="2*alpha*(alpha - 1)"), "root sign": b.figure("square-root-sign", x="2*alpha*(alpha - 1)")},
            lambda b: b.have("scaled root", b.prove(f"L*{root} >= 0"), lambda b: b.have(
                "squared", b.prove(f"sigma**2 >= (L*{root})**2"), lambda b: b.have(
                    "enough squared", b.prove("sigma**2 >= L**2*(2*alpha*(alpha - 1))"), spread)))))

    def spread(b: Builder) -> Step:
        sequences = {"r": ("k", share), "P": ("k", OUTPUT.format(X="V(k)")), "Q": ("k", OUTPUT.format(X="W(k)")),
                     "M": ("k", "M(k)"), "N": ("k", "N(k)")}
        premises = {name: b.known(name) for name in ("first mixture", "other first mixture", "mixture", "other mixture")}
        premises |= {"bounds": bounds, "small": b.prove(f"{whole}*(alpha - 1) <= 1"),
                     "sign": step("arithmetic", f"{whole} >= 0", (), goal=f"{whole} >= 0", multiplier="sigma**2", terms=[
                         {"coefficient": "2", "facts": ["order"], "square": "L"}, {"coefficient": "2", "square": "L"}])}
        mean = b.theorem("feldman2018/eq-26-harmonic", premises, n="n", t="t", alpha="alpha", D=whole, **sequences)
        spent = f"2*({whole})*{harmonic('n + 1 - t')}/n"
        terms = [{"coefficient": "4", "facts": ["fewer", *more], "square": "L"} for more in (["order"], [])]
        compared = step("arithmetic", f"{spent} <= {bound}", (), goal=f"{spent} <= {bound}", multiplier="n*sigma**2", terms=terms)
        return b.have("mean", mean, lambda b: b.have("fewer", sums(b), lambda b: b.have("compared", compared, lambda b: b.figure(
            "monotone", b.known("mean"), alpha="alpha", z="0", y="0", b=spent, d=bound, P="M(n)", Q="N(n)"))))

    def sums(b: Builder) -> Step:
        return b.theorem("pabisym/rising", {"steps": b.generalise("j", "n + 1 - t + 1", "n", longer)}, p="n + 1 - t", q="n",
                         f=("j", harmonic("j")), conclude=f"{harmonic('n + 1 - t')} <= {harmonic('n')}")

    def longer(b: Builder) -> Step:
        return b.have("j positive", b.prove("j >= 1"), lambda b: step(
            "arithmetic", f"{harmonic('j - 1')} <= {harmonic('j')}", (), goal=f"{harmonic('j - 1')} <= {harmonic('j')}", multiplier="j",
            terms=[{"coefficient": "1"}]))

    bounds = b.generalise("k", "1", "n", output)
    return b.have("size", b.prove("n >= 1"), lambda b: b.have("least", b.prove("n + 1 - t >= 1"), enough))


def growth(b: Builder) -> Step:
    """exp(1/j) - 1 <= 2 (log(j) - log(j - 1)) for j >= 2: both sides against 2/j."""
    ratio, goal = "j/(j - 1)", "exp(1/j) - 1 <= 2*(log(j) - log(j - 1))"

    def finish(b: Builder) -> Step:
        square = step("arithmetic", "(1/j)**2 <= 1/j", (), goal="(1/j)**2 <= 1/j", multiplier="j**2", terms=[
            {"coefficient": "1", "facts": ["from"]}, {"coefficient": "1"}])
        product, low, quadratic = (next(name for name, _ in b.scope.known if name.startswith(start)) for start in (
            "log product", "log low", "quadratic"))
        terms = [{"coefficient": "1", "facts": [quadratic]}, {"coefficient": "2", "facts": [low]}, {"coefficient": "2", "facts": [product]},
                 {"coefficient": "1", "facts": ["square"]}]
        return b.have("square", square, lambda b: step("arithmetic", goal, (), goal=goal, multiplier="1", terms=terms))

    def logarithms(b: Builder) -> Step:
        return log_product(b, ratio, "j - 1", lambda b: log_low(b, ratio, lambda b: exp_quadratic(b, "1/j", finish)))

    return b.suppose_all({"before": b.prove("j - 1 > 0"), "ratio": b.prove(f"{ratio} > 0")}, logarithms)
