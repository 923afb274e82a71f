"""The proof that the price of a string is attained by a linear pair; with the letters of ``pabisym/attained``.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step, step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

RUN = "forall(k, 1, T, equal({X}(k), convolve(push(affine(e(k), {s}), {X}(k - 1)), white(v(k)))))"
MEAN, SPREAD = "l(k)*M(k) == P(k)*(l(k)*(S(k) - A(k)) + b(k))", "l(k)**2*W(k) == P(k)**2*b(k)"
LOCAL = ("noise", "sizes", "product", "products", "shift", "string", "turns", "contact", "price", "means", "variances")
CLAIM = "apart(X(T), Y(T), b(T))"


@script
def proof(p: Script) -> Step:
    """In units of the slope the mean is what is owed plus the price, and the variance is the price."""

    def here(p: Script) -> dict[str, Step]:
        return {f"{name} here": p.at(name, "k") for name in LOCAL}

    @script
    def advance(p: Script, claim: str, facts: list[tuple[str, str]]) -> Step:
        terms = [{"coefficient": "1", "facts": [label], "factor": factor} for label, factor in facts]
        p.have_all(here(p))
        return step("arithmetic", claim, goal=claim, multiplier="1", terms=terms)

    @script
    def mean(p: Script, before: str) -> Step:
        return advance(p, MEAN, [("means here", "l(k)"), ("turns here", "M(k - 1)"), (before, "c(k)"), ("shift here", "-l(k)"),
                                 ("contact here", "-P(k)"), ("products here", "-(l(k - 1)*(S(k - 1) - A(k - 1)) + b(k - 1))"),
                                 ("string here", "P(k)*l(k)"), ("price here", "-P(k)")])

    @script
    def spread(p: Script, before: str) -> Step:
        return advance(p, SPREAD, [("variances here", "l(k)**2"), ("turns here", "W(k - 1)*(e(k)*l(k) + c(k)*l(k - 1))"),
                                   (before, "c(k)**2"), ("sizes here", "l(k)**2"), ("products here", "-b(k - 1)*(P(k) + c(k)*P(k - 1))"),
                                   ("price here", "-P(k)**2")])

    @script
    def paid(p: Script) -> Step:
        with p.case("-b(T)", CLAIM) as attained_2:
            attained_2.show(attained(attained_2))
        return p.figure("apart-narrow", p.figure("apart-not", P="X(T)", Q="Y(T)"), m="0", n="b(T)", P="X(T)", Q="Y(T)")

    @script
    def attained(p: Script) -> Step:
        facts = {"mean": p.at("every mean", "T"), "spread": p.at("every spread", "T"), "P_T": p.at("product", "T")}
        paid = [{"coefficient": "1", "facts": ["mean"]}, {"coefficient": "-1", "facts": ["string end"], "factor": "P(T)*l(T)"}]
        owed = "l(T)*M(T) == P(T)*b(T)"
        equation = step("arithmetic", owed, goal=owed, multiplier="1", terms=paid)
        p.have_all(facts)
        p.have("paid", equation)
        p.have("owed", "P(T)*b(T) > 0")
        p.have("steep", "(P(T)*b(T))**2 > 0")
        p.have("square", square(p))
        return applied(p)

    @script
    def square(p: Script) -> Step:
        goal, none = "l(T)**2 > 0", "(P(T)*b(T))**2 <= 0"
        p.except_for("-l(T)**2", goal)
        flat = [{"coefficient": "1", "facts": [p.scope.known[-1][0]], "square": "M(T)"},
                {"coefficient": "1", "facts": ["paid"], "factor": "l(T)*M(T) + P(T)*b(T)"}]
        p.have("flat", step("arithmetic", none, goal=none, multiplier="1", terms=flat))
        return step("absurd", goal, (certified("0 > 0", fact("steep"), fact("flat")),), claim=goal)

    @script
    def applied(p: Script) -> Step:
        spread = certified("W(T) > 0", fact("spread"), fact("owed", "P_T"), multiplier="0 + l(T)**2")
        ratio = certified("b(T) <= M(T)**2/W(T)", fact("paid", factor="l(T)*M(T) + P(T)*b(T)"), fact("spread", times="-1", factor="b(T)"),
                          multiplier="(0 + l(T)**2)*W(T)")
        p.have("variance", spread)
        p.have("ratio", ratio)
        premises = {name: p.known(name) for name in ("horizon", "first start", "second start", "first run", "second run", "means",
                                                     "variances")}
        with p.generalise("k", "1", "T") as sizes:
            sizes.have_all({name: sizes.at(label, "k") for name, label in (("rise", "noise"), ("size", "sizes"))})
            sizes.show(certified("v(k) >= 0", fact("rise", square="P(k)"), fact("size")))
        exact = p.theorem("pabisym/linear-pair", premises | {"noise": sizes.step}, T="T", **{name: ("k", f"{name}(k)") for name in (
            "X", "Y", "e", "s", "v", "M", "W")})
        return p.figure("apart-narrow", exact, m="M(T)**2/W(T)", n="b(T)", P="X(T)", Q="Y(T)")

    p.have("every mean", p.induction("k", "0", "T", MEAN, rest=mean))
    p.have("every spread", p.induction("k", "0", "T", SPREAD, rest=spread))
    return paid(p)
