"""The proof for a distance at the start and one gap later; with the letters of ``pabisym/two-events``.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import NOISE, at, here, rising, string_premises

GAP, SHIFT = "cases(k - t, cases(t - k, h, 0), 0)", "cases(k - t, g + h/P(t), g)"
ONE_STRING, ONE_PRICE = "(g + h/P(t))*N(k)/N(T)", "((g + h/P(t))/N(T))**2*N(k)"
EARLY, LATE = "N(t - 1)", "(N(T) - N(t - 1))"
TWO_STRING = f"cases(k - t, g + h/P(t)*(N(k) - {EARLY})/{LATE}, g*N(k)/{EARLY})"
TWO_PRICE = f"cases(k - t, g**2/{EARLY} + (h/P(t)/{LATE})**2*(N(k) - {EARLY}), (g/{EARLY})**2*N(k))"
COMPARED = f"h/P(t)*{EARLY} - g*{LATE}"
ONE = "(g + h/P(t))**2/N(T)"
BOUND = f"alpha*cases(t - 2, cases({COMPARED}, g**2/{EARLY} + (h/P(t))**2/{LATE}, {ONE}), {ONE})/2"


@script
def proof(p: Script) -> Step:
    """Two straight pieces, or one where the first would be the steeper."""
    conclusion = f"renyi(alpha, 0, X(T), Y(T), {BOUND})"

    @script
    def finish(p: Script) -> Step:
        two = p.evident(f"{COMPARED} >= 0") and p.evident("t >= 2")
        string, price = (TWO_STRING, TWO_PRICE) if two else (ONE_STRING, ONE_PRICE)
        premises = string_premises(p, SHIFT, string, price, gap=GAP)
        with p.generalise("k", "0", "T") as below:
            claim = f"{string} <= {SHIFT}"
            with below.case("k - t", claim) as late:
                late.have("later", rising(late, "k", "T"))
            below.have("earlier", rising(below, "k", "t - 1"))
            if string == ONE_STRING:
                below.have("worth", f"(g + h/P(t))*{EARLY} <= g*N(T)")
                below.have("part", f"(g + h/P(t))*N(k) <= (g + h/P(t))*{EARLY}")
            below.show(claim)
        premises["below"] = below.step
        premises["start"] = p.figure("winf-widen", "start", y=at(SHIFT, "0"))
        result = p.theorem("pabisym/taut-string", premises, v=NOISE, s=("k", GAP), S=("k", SHIFT), A=("k", string), b=("k", price))
        return p.figure("monotone", result, y="0", d=BOUND)

    p.have_all({"P_t": p.at("product", "t"), "first noise": p.at("noise", "1"), "any": rising(p, "0", "t - 1"),
                "after": rising(p, "t - 1", "T - 1"), "whole": rising(p, "1", "T")})
    p.have_all(here(p, ("noise",), "T"))
    p.have("later noise", "N(t - 1) < N(T)")
    p.have("all noise", "N(T) > 0")
    with p.case("t - 2", conclusion) as second:
        second.have("before", rising(second, "1", "t - 1"))
        second.have("early noise", f"{EARLY} > 0")
        second.show(second.by_cases(COMPARED, conclusion, finish))
    return finish(p)
