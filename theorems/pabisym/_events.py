"""The proof for a distance at the start and one gap later; with the letters of ``pabisym/two-events``.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Step

from ._iterations import SAME, at, here, rising, string_premises

GAP, SHIFT = "cases(k - t, cases(t - k, h, 0), 0)", "cases(k - t, g + h/P(t), g)"
ONE_STRING, ONE_PRICE = "(g + h/P(t))*N(k)/N(T)", "((g + h/P(t))/N(T))**2*N(k)"
EARLY, LATE = "N(t - 1)", "(N(T) - N(t - 1))"
TWO_STRING = f"cases(k - t, g + h/P(t)*(N(k) - {EARLY})/{LATE}, g*N(k)/{EARLY})"
TWO_PRICE = f"cases(k - t, g**2/{EARLY} + (h/P(t)/{LATE})**2*(N(k) - {EARLY}), (g/{EARLY})**2*N(k))"
COMPARED = f"h/P(t)*{EARLY} - g*{LATE}"
ONE = "(g + h/P(t))**2/N(T)"
BOUND = f"alpha*cases(t - 2, cases({COMPARED}, g**2/{EARLY} + (h/P(t))**2/{LATE}, {ONE}), {ONE})/2"


def proof(b: Builder) -> Step:
    """Two straight pieces, or one where the first would be the steeper."""
    conclusion = f"renyi(alpha, 0, X(T), Y(T), {BOUND})"

    def below(b: Builder, string: str) -> Step:
        claim = f"{string} <= {SHIFT}"

        def late(b: Builder) -> Step:
            return b.have("later", rising(b, "k", "T"), lambda b: b.prove(claim))

        def early(b: Builder) -> Step:
            return b.have("earlier", rising(b, "k", "t - 1"), lambda b: b.have("worth", b.prove(f"(g + h/P(t))*{EARLY} <= g*N(T)"),
                          lambda b: b.have(
                "part", b.prove(f"(g + h/P(t))*N(k) <= (g + h/P(t))*{EARLY}"),
                    lambda b: b.prove(claim))) if string == ONE_STRING else b.prove(claim))

        return b.by_cases("k - t", claim, lambda b: late(b) if b.scope.arithmetic.evident(b.term("k >= t")) else early(b))

    def finish(b: Builder) -> Step:
        two = b.scope.arithmetic.evident(b.term(f"{COMPARED} >= 0")) and b.scope.arithmetic.evident(b.term("t >= 2"))
        string, price = (TWO_STRING, TWO_PRICE) if two else (ONE_STRING, ONE_PRICE)
        premises = string_premises(b, SHIFT, string, price, gap=GAP) | {
            "below": b.generalise("k", "0", "T", lambda b: below(b, string)), "start": b.figure(
                "winf-widen", b.known("start"), y=at(SHIFT, "0"), z="g", P="X(0)", Q="Y(0)")}
        result = b.theorem("pabisym/taut-string", premises, **SAME, s=("k", GAP), S=("k", SHIFT), A=("k", string), b=("k", price))
        return b.figure("monotone", result, alpha="alpha", z="0", y="0", b=f"alpha*({at(price, 'T')})/2", d=BOUND, P="X(T)", Q="Y(T)")

    def compared(b: Builder) -> Step:
        if not b.scope.arithmetic.evident(b.term("t >= 2")):
            return finish(b)
        return b.have("before", rising(b, "1", "t - 1"), lambda b: b.have("early noise", b.prove(f"{EARLY} > 0"), lambda b: b.by_cases(
            COMPARED, conclusion, finish)))

    def room(b: Builder) -> Step:
        return b.suppose_all(here(b, ("noise",), "T"), lambda b: b.have("later noise", b.prove("N(t - 1) < N(T)"), lambda b: b.have(
            "all noise", b.prove("N(T) > 0"), lambda b: b.by_cases("t - 2", conclusion, compared))))

    facts = {"P_t": b.at("product", "t"), "first noise": b.at("noise", "1"), "any": rising(b, "0", "t - 1"), "after": rising(b, "t - 1",
        "T - 1"),
             "whole": rising(b, "1", "T")}
    return b.suppose_all(facts, room)
