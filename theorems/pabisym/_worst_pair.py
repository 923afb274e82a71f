"""The proof that the price of a string is attained by a linear pair; with the letters of ``pabisym/attained``.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Step, step

RUN = "forall(k, 1, T, equal({X}(k), convolve(push(affine(e(k), {s}), {X}(k - 1)), white(v(k)))))"
MEAN, SPREAD = "l(k)*M(k) == P(k)*(l(k)*(S(k) - A(k)) + b(k))", "l(k)**2*W(k) == P(k)**2*b(k)"
LOCAL = ("noise", "sizes", "product", "products", "shift", "string", "turns", "contact", "price", "means", "variances")
CLAIM = "apart(X(T), Y(T), b(T))"


def proof(b: Builder) -> Step:
    """In units of the slope the mean is what is owed plus the price, and the variance is the price."""

    def here(b: Builder) -> dict[str, Step]:
        return {f"{name} here": b.at(name, "k") for name in LOCAL}

    def advance(b: Builder, claim: str, facts: list[tuple[str, str]]) -> Step:
        terms = [{"coefficient": "1", "facts": [label], "factor": factor} for label, factor in facts]
        return b.suppose_all(here(b), lambda b: step("arithmetic", claim, goal=claim, multiplier="1", terms=terms))

    def mean(b: Builder, before: str) -> Step:
        return advance(b, MEAN, [
            ("means here", "l(k)"), ("turns here", "M(k - 1)"), (before, "c(k)"), ("shift here", "-l(k)"), ("contact here", "-P(k)"),
            ("products here", "-(l(k - 1)*(S(k - 1) - A(k - 1)) + b(k - 1))"), ("string here", "P(k)*l(k)"), ("price here", "-P(k)")])

    def spread(b: Builder, before: str) -> Step:
        return advance(b, SPREAD, [
            ("variances here", "l(k)**2"), ("turns here", "W(k - 1)*(e(k)*l(k) + c(k)*l(k - 1))"), (before, "c(k)**2"),
            ("sizes here", "l(k)**2"), ("products here", "-b(k - 1)*(P(k) + c(k)*P(k - 1))"), ("price here", "-P(k)**2")])

    def paid(b: Builder) -> Step:
        return b.by_cases("-b(T)", CLAIM, lambda b: attained(b) if b.scope.arithmetic.evident(b.term("b(T) > 0")) else b.figure(
            "apart-narrow", b.figure("apart-not", P="X(T)", Q="Y(T)"), m="0", n="b(T)", P="X(T)", Q="Y(T)"))

    def attained(b: Builder) -> Step:
        facts = {"mean": b.at("every mean", "T"), "spread": b.at("every spread", "T"), "P_T": b.at("product", "T")}
        paid = [{"coefficient": "1", "facts": ["mean"]}, {"coefficient": "-1", "facts": ["string end"], "factor": "P(T)*l(T)"}]
        owed = "l(T)*M(T) == P(T)*b(T)"
        equation = step("arithmetic", owed, goal=owed, multiplier="1", terms=paid)
        return b.suppose_all(facts, lambda b: b.have("paid", equation, lambda b: b.have("owed", b.prove("P(T)*b(T) > 0"), lambda b: b.have(
            "steep", b.prove("(P(T)*b(T))**2 > 0"), lambda b: b.have("square", square(b), applied)))))

    def square(b: Builder) -> Step:
        goal, none = "l(T)**2 > 0", "(P(T)*b(T))**2 <= 0"

        def one(b: Builder) -> Step:
            if b.scope.arithmetic.evident(b.term(goal)):
                return b.prove(goal)
            flat = [{"coefficient": "1", "facts": [b.scope.known[-1][0]], "square": "M(T)"},
                    {"coefficient": "1", "facts": ["paid"], "factor": "l(T)*M(T) + P(T)*b(T)"}]
            return b.have("flat", step("arithmetic", none, goal=none, multiplier="1", terms=flat), lambda b: step(
                "absurd", goal, (step("arithmetic", "0 > 0", goal="0 > 0", multiplier="1", terms=[
                    {"coefficient": "1", "facts": ["steep"]}, {"coefficient": "1", "facts": ["flat"]}]),), claim=goal))

        return b.by_cases("-l(T)**2", goal, one)

    def applied(b: Builder) -> Step:
        def finish(b: Builder) -> Step:
            premises = {name: b.known(name) for name in ("horizon", "first start", "second start", "first run", "second run", "means",
                                                         "variances")}
            sizes = b.generalise("k", "1", "T", lambda b: b.suppose_all(
                {name: b.at(label, "k") for name, label in (("rise", "noise"), ("size", "sizes"))}, lambda b: step(
                    "arithmetic", "v(k) >= 0", goal="v(k) >= 0", multiplier="1", terms=[
                        {"coefficient": "1", "facts": ["rise"], "square": "P(k)"}, {"coefficient": "1", "facts": ["size"]}])))
            exact = b.theorem("pabisym/linear-pair", premises | {"noise": sizes}, T="T", **{
                name: ("k", f"{name}(k)") for name in ("X", "Y", "e", "s", "v", "M", "W")})
            return b.figure("apart-narrow", exact, m="M(T)**2/W(T)", n="b(T)", P="X(T)", Q="Y(T)")

        spread = step("arithmetic", "W(T) > 0", goal="W(T) > 0", multiplier="0 + l(T)**2", terms=[
            {"coefficient": "1", "facts": ["spread"]}, {"coefficient": "1", "facts": ["owed", "P_T"]}])
        ratio = step("arithmetic", "b(T) <= M(T)**2/W(T)", goal="b(T) <= M(T)**2/W(T)", multiplier="(0 + l(T)**2)*W(T)", terms=[
            {"coefficient": "1", "facts": ["paid"], "factor": "l(T)*M(T) + P(T)*b(T)"},
            {"coefficient": "-1", "facts": ["spread"], "factor": "b(T)"}])
        return b.have("variance", spread, lambda b: b.have("ratio", ratio, finish))

    return b.have("every mean", b.induction("k", "0", "T", MEAN, rest=mean), lambda b: b.have(
        "every spread", b.induction("k", "0", "T", SPREAD, rest=spread), paid))
