"""The proof that the price of a string is attained by a linear pair; with the letters of ``pabisym/attained``.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step, step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

MEAN, SPREAD = "l(k)*M(k) == P(k)*(l(k)*(S(k) - A(k)) + b(k))", "l(k)**2*W(k) == P(k)**2*b(k)"
LOCAL = ("noise", "sizes", "product", "products", "shift", "string", "turns", "contact", "price", "means", "variances")
CLAIM = "apart(X(T), Y(T), b(T))"


@script
def proof(p: Script) -> Step:
    """In units of the slope the mean is what is owed plus the price, and the variance is the price."""
    with p.induct("k", "0", "T", MEAN) as mean:
        mean.show(_advance(mean, MEAN, {
            "means here": "l(k)", "turns here": "M(k - 1)", mean.hypothesis: "c(k)", "shift here": "-l(k)", "contact here": "-P(k)",
            "products here": "-(l(k - 1)*(S(k - 1) - A(k - 1)) + b(k - 1))", "string here": "P(k)*l(k)", "price here": "-P(k)"}))
    p.have("every mean", mean.step)
    with p.induct("k", "0", "T", SPREAD) as spread:
        spread.show(_advance(spread, SPREAD, {
            "variances here": "l(k)**2", "turns here": "W(k - 1)*(e(k)*l(k) + c(k)*l(k - 1))", spread.hypothesis: "c(k)**2",
            "sizes here": "l(k)**2", "products here": "-b(k - 1)*(P(k) + c(k)*P(k - 1))", "price here": "-P(k)**2"}))
    p.have("every spread", spread.step)
    with p.case("-b(T)", CLAIM) as none:
        none.show(none.figure("apart-narrow", none.figure("apart-not", P="X(T)", Q="Y(T)"), n="b(T)"))
    p.have_all({"mean": p.at("every mean", "T"), "spread": p.at("every spread", "T"), "P_T": p.at("product", "T")})
    p.have("paid", certified("l(T)*M(T) == P(T)*b(T)", fact("mean"), fact("string end", times="-1", factor="P(T)*l(T)")))
    p.have("owed", "P(T)*b(T) > 0")
    p.have("steep", "(P(T)*b(T))**2 > 0")
    p.have("square", _square(p))
    p.have("variance", certified("W(T) > 0", fact("spread"), fact("owed", "P_T"), multiplier="0 + l(T)**2"))
    p.have("ratio", certified("b(T) <= M(T)**2/W(T)", fact("paid", factor="l(T)*M(T) + P(T)*b(T)"),
                              fact("spread", times="-1", factor="b(T)"), multiplier="(0 + l(T)**2)*W(T)"))
    runs = ("horizon", "first start", "second start", "first run", "second run", "means", "variances")
    with p.generalise("k", "1", "T") as sizes:
        sizes.have_all({name: sizes.at(label, "k") for name, label in (("rise", "noise"), ("size", "sizes"))})
        sizes.show(certified("v(k) >= 0", fact("rise", square="P(k)"), fact("size")))
    exact = p.theorem("pabisym/linear-pair", {name: p.known(name) for name in runs} | {"noise": sizes.step})
    return p.figure("apart-narrow", exact, n="b(T)")


@script
def _advance(p: Script, claim: str, factors: dict[str, str]) -> Step:
    """A claim about step k from equations with their factors."""
    p.have_all({f"{name} here": p.at(name, "k") for name in LOCAL})
    return certified(claim, *(fact(label, factor=factor) for label, factor in factors.items()))


@script
def _square(p: Script) -> Step:
    """l(T)^2 > 0, or what is owed would be nothing."""
    goal = "l(T)**2 > 0"
    with p.case("-l(T)**2", goal) as none:
        flat = fact(none.scope.known[-1][0], square="M(T)"), fact("paid", factor="l(T)*M(T) + P(T)*b(T)")
        none.have("flat", certified("(P(T)*b(T))**2 <= 0", *flat))
        none.show(step("absurd", goal, (certified("0 > 0", fact("steep"), fact("flat")),), claim=goal))
    return p.prove(goal)
