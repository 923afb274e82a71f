"""The proof tree for several convex problems on the same records; untrusted like every builder.

Problem i has its losses, noises and laws in row i: f(i*(n + 1) + k) is its loss of record k, and so on.
"""

from __future__ import annotations

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Step
from pabisym.proof.exponentials import log_low
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._levels import ELL

ROW, HARMONIC = "i*(n + 1)", "sum(1/j, j, 1, n)"
OTHER = f"cases(k - t, cases(t - k, h(i), f({ROW} + k)), f({ROW} + k))"
RUN = (f"forall(k, 1, n, equal({{X}}({ROW} + k), convolve(push(compose(gradient({{f}}, eta), projection(K)), {{X}}({ROW} + k - 1)), "
       f"zeta({ROW} + k))))")
MIXED = f"forall(k, 2, n, equal({{M}}({ROW} + k), mix(1/k, push(projection(K), {{X}}({ROW} + k)), {{M}}({ROW} + k - 1))))"
_EACH = {
    "convex": f"forall(k, 1, n, convex(f({ROW} + k), K))", "smooth": f"forall(k, 1, n, smooth(f({ROW} + k), beta, K))",
    "Lipschitz": f"forall(k, 1, n, lipschitzloss(f({ROW} + k), L, K))", "other convex": "convex(h(i), K)",
    "other smooth": "smooth(h(i), beta, K)", "other Lipschitz": "lipschitzloss(h(i), L, K)", "start": f"equal(V({ROW}), W({ROW}))",
    "first run": RUN.format(X="V", f=f"f({ROW} + k)"), "second run": RUN.format(X="W", f=OTHER),
    "Gaussian": f"forall(k, 1, n, gaussian(zeta({ROW} + k), eta**2*sigma**2))",
    "first mixture": f"equal(M({ROW} + 1), push(projection(K), V({ROW} + 1)))",
    "other first mixture": f"equal(N({ROW} + 1), push(projection(K), W({ROW} + 1)))",
    "mixture": MIXED.format(M="M", X="V"), "other mixture": MIXED.format(M="N", X="W"),
}


@script
def answers(p: Script) -> Step:
    """Theorem 26 for every problem, additivity, and Lemma 14 at the order 4 ln(1/delta)/epsilon."""
    order = f"4*{ELL}/epsilon"
    one = f"4*({order})*L**2*{HARMONIC}/(n*sigma**2)"
    claim = f"renyi({order}, 0, X(i), Y(i), i*({one}))"

    @script
    def single(p: Script) -> Step:
        premises = {name: p.at(name, "i") for name in _EACH} | {"enough noise": p.known("noise for the order")}
        rows = {x: ("k", f"{x}({ROW} + k)") for x in ("V", "W", "f", "zeta", "M", "N")}
        return p.theorem("feldman2018/theorem-26", premises, conclude=f"renyi({order}, 0, M({ROW} + n), N({ROW} + n), {one})", alpha=order,
                         h="h(i)", **rows)

    p.have("inverse", "1/delta > 0")
    log_low(p, "1/delta")
    _noises(p, order)
    same = p.figure("same-start", "nothing yet")
    start = p.figure("start", same, alpha=order, conclude=claim.replace("(i)", "(0)").replace(", i*", ", 0*"))
    with p.induct("i", "0", "p", claim, start) as more:
        both = more.figure("additivity", more.hypothesis, single(more))
        more.show(more.figure("same-law", both, more.at("answers", "i"), more.at("other answers", "i"), conclude=claim))
    p.have("all", more.step)
    whole, cost = f"p*({one})", f"{ELL}/(({order}) - 1)"
    converted = p.figure("renyi-to-dp", p.at("all", "p"), d="delta")
    p.have_all({"first half": certified(f"{whole} <= epsilon/2", fact("squared", times="1/2"), fact("share", "l", times="8", square="L"),
                                        multiplier="epsilon*sigma**2"),
                "second half": certified(f"{cost} <= epsilon/2", fact("twice"), multiplier=f"2*(4*{ELL} - epsilon)/epsilon")})
    p.have("both", certified(f"{whole} + {cost} <= epsilon", fact("first half"), fact("second half")))
    return p.figure("dp-widen", converted, u="epsilon", v="delta")


def _noises(p: Script, order: str) -> None:
    """What the printed noise gives: L^2 q ln(1/delta) against sigma^2, and the condition of Theorem 26."""
    inside, orders = f"q*{ELL}", f"2*({order})*(({order}) - 1)"
    root, wide = f"sqrt({inside})", f"sqrt({orders})"
    p.have_all({"l": certified(f"{ELL} > 0", fact(p.scope.known[-1][0]), fact("half", times="1"), fact(times="1/2")),
                "twice": certified(f"2*{ELL} - epsilon >= 0", fact(p.scope.known[-1][0], times="2"), fact("half", times="2"),
                                   fact("at most one"))})
    p.have("inside", f"{inside} >= 0")
    p.have_all({"root": p.figure("square-root", x=inside), "root sign": p.figure("square-root-sign", x=inside),
                "scaled": certified(f"sigma*epsilon >= 4*L*{root}", fact("enough noise", "level")),
                "scaled sign": certified(f"4*L*{root} >= 0", fact("Lipschitz constant", "root sign", times="4")),
                "squared": certified(f"(sigma*epsilon)**2 >= 16*L**2*{inside}", fact("scaled", "scaled"),
                                     fact("scaled", "scaled sign", times="2"), fact("root", factor="16*L**2"))})
    p.have("order above 1", certified(f"{order} > 1", fact("twice", times="1"), fact("l", times="2"), multiplier="epsilon"))
    p.have("orders", f"{orders} >= 0")
    squared = certified(f"sigma**2 >= (L*{wide})**2", fact("squared"), fact("large share", "l", times="16", square="L"),
                        fact("l", "level", times="8", square="L"), fact("wide", times="-1", factor="L**2*epsilon**2"),
                        multiplier="epsilon**2")
    p.have_all({"wide": p.figure("square-root", x=orders), "wide sign": p.figure("square-root-sign", x=orders)})
    p.have_all({"wide squared": squared, "L wide": certified(f"L*{wide} >= 0", fact("Lipschitz constant", "wide sign"))})
    p.have("both positive", certified(f"sigma + L*{wide} > 0", fact("noise"), fact("L wide")))
    goal = f"sigma >= L*{wide}"
    p.have("noise for the order", certified(goal, fact("wide squared"), multiplier=f"sigma + L*{wide}"))


def noise_of_the_order() -> tuple[Verdict, str]:
    """2 (alpha - 1) alpha L^2 < sigma^2, which Theorem 26 needs: alpha^2 rho is l/q, at most 1/2."""
    goal, known = "2*(alpha - 1)*alpha*rho < 1", {"order": "alpha > 2", "budget": "l > 0", "ratio": "rho > 0", "share": "q >= 2*l",
                                                  "definition of alpha": "alpha**2*q*rho == l"}

    @script
    def build(p: Script) -> Step:
        p.have("square", "alpha**2*rho > 0")
        p.have("half", certified("2*alpha**2*rho <= 1", fact("share", "square"), fact("definition of alpha", factor="-1"), multiplier="l"))
        p.have("less", "alpha*rho > 0")
        return certified(goal, fact("half"), fact("less", times="2"))

    return replayed(goal, dict.fromkeys(("alpha", "l", "q", "rho"), "real"), known, build)


def order_of_the_budget() -> tuple[Verdict, str]:
    """For eps < 1 and delta = exp(-l) < 1/2: 1 - l <= exp(-l), so that l = ln(1/delta) is above 1/2."""
    known = {"budget": "exp(-l) < 1/2", "positive": "epsilon > 0", "level": "epsilon < 1"}

    @script
    def build(p: Script) -> Step:
        p.have("tangent", p.figure("exp-tangent", x="-l"))
        p.have("above", certified("l > 1/2", fact("tangent"), fact("budget")))
        return certified("4*l/epsilon > 2", fact("above", times="4"), fact("level", times="2"), multiplier="epsilon")

    return replayed("4*l/epsilon > 2", dict.fromkeys(("l", "epsilon"), "real"), known, build)
