"""Noisy SGD with cyclic batches in a bounded domain: the proof of the bound of Theorem 5.6 of Altschuler and Talwar.

Written with the letters of that theorem, q steps in an epoch.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.epochs import GAP
from pabisym.proof.levels import certified, fact
from pabisym.proof.restarts import weakened

GAPS = GAP.replace("g,", "2*eta*L/b,").replace("n*", "q*").replace("/n", "/q")
VALUE = "9/4*alpha*L**2/sigma**2*(1/b**2 + 2*{}/n**2)".format
BOUND = VALUE("min(T, N)")
_COST = "alpha/(2*(eta**2*sigma**2))*(({m} - 1)*({D}/{m} + {g}/q)**2 + ({D}/{m} + {g})**2)".format
_G, _SHARE = "(2*eta*L/b)", "(L*eta/(q*b))"


def upper_bound(b: Builder) -> Step:
    """All steps from the common start, or the last N from the domain on, whichever is shorter."""
    facts = {"many": b.prove("q > 0"), "batch size": b.prove("b > 0"), "all": b.prove("n > 0"), "sign": b.prove("alpha > 0"),
             "horizon sign": b.prove("T > 0"), "threshold sign": b.prove("N > 0")}
    same = certified("1/n**2 == 1/(q*b)**2", fact("whole batches", factor="-(n + q*b)/(n**2*(q*b)**2)"))

    def either(b: Builder) -> Step:
        return b.by_cases("N - T", f"renyi(alpha, 0, X(T), Y(T), {BOUND})", lambda b: _composed(b) if b.scope.arithmetic.evident(
            b.term("N - T >= 0")) else _restarted(b))

    return b.suppose_all(facts, lambda b: b.suppose_all({"same": same, "least": b.figure("minimum", x="T", y="N")}, either))


def _run(b: Builder, m: str, D: str, start: Step, worth: Step) -> Step:
    """The bound on the last m steps, which is at most that value of the rate."""
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}
    terms |= {"T": "T", "alpha": "alpha", "n": "q", "t": "t", "g": _G, "w": "eta**2*sigma**2", "K": "K"}
    least = certified(f"{VALUE(m)} <= {BOUND}", fact("least", factor="9*alpha*L**2/(2*sigma**2*n**2)"))

    def apply(b: Builder) -> Step:
        made = b.theorem("pabisym/bounded-periodic-gap", {"restart": start}, **terms, m=m, D=D)
        return weakened(b, weakened(b, made, VALUE(m), ("T", "alpha")), BOUND, ("T", "alpha"))

    return b.suppose_all({"worth": worth, "smaller": least}, apply)


def _composed(b: Builder) -> Step:
    """2 alpha L^2/sigma^2 (1/b^2 + (T - 1)/n^2)."""
    worth = certified(f"{_COST(m='T', D='0', g=_G)} <= {VALUE('T')}", fact("sign", square="L/b", times="1/4"), fact(
        "same", factor="9/2*T*alpha*L**2"), fact("sign", "horizon sign", square="L/(q*b)", times="5/2"), fact(
            "sign", square="L/(q*b)", times="2"), multiplier="sigma**2")
    return _run(b, "T", "0", b.known("same start"), worth)


def _restarted(b: Builder) -> Step:
    """D/N <= L eta/n, so that a step pays at most 3 L eta/n, and the last one L eta/n + 2 L eta/b."""
    worth = certified(f"{_COST(m='N', D='D', g=_G)} <= {VALUE('N')}", fact("sign", "at least one", "shares"), fact(
        "sign", "last share"), fact("same", factor="9*N*eta**2*alpha*L**2"), fact("sign", square="eta*L/b*(1/2 - 2/q)", times="2"),
                      multiplier="2*eta**2*sigma**2")

    def known(b: Builder) -> Step:
        sums = {"sum": b.prove(f"D/N + 5*{_SHARE} >= 0"), "last sum": b.prove(f"D/N + {_SHARE} + 2*{_G} >= 0")}
        squares = {"shares": certified(f"(D/N + {_G}/q)**2 <= (3*{_SHARE})**2", fact("close", "sum")),
                   "last share": certified(f"(D/N + {_G})**2 <= ({_SHARE} + {_G})**2", fact("close", "last sum"))}
        return b.suppose_all(sums, lambda b: b.suppose_all(squares, lambda b: _run(b, "N", "D", b.at("diameter", "T - N"), worth)))

    close = certified(f"D/N <= {_SHARE}", fact("threshold", "reach"), fact("whole batches", factor="D"), multiplier="N*q*b")
    return b.have("reach", b.prove("L*eta > 0"), lambda b: b.have("close", close, known))
