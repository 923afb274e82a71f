"""The proof for a gap in every epoch: n steps an epoch, E epochs, the gap g at the t-th step of each.

Written with the letters of ``pabisym/periodic-gap``.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Filler, Step

from ._iterations import at

SHIFT, JUMP = "g*(1 + floor((k - t)/n))", "g*(floor((k - t)/n) - floor((k - 1 - t)/n))"
GAP = "cases(k - t, cases(n*floor((k - t)/n) - (k - t), g, 0), 0)"
Q = "(t - 1 + (E - 1)*n)"
STRING = f"cases(k - 1 - {Q}, g*(E - 1) + g*(k - {Q})/(n - t + 1), cases(k - t + 1, g*(k - t + 1)/n, 0))"
PRICE = f"cases(k - 1 - {Q}, g**2*(E - 1)/(n*w) + g**2*(k - {Q})/((n - t + 1)**2*w), cases(k - t + 1, g**2*(k - t + 1)/(n**2*w), 0))"
BOUND = "alpha*g**2*((E - 1)/n + 1/(n - t + 1))/(2*w)"


WHOLE = "floor((k - t)/n)"


def counted(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that n (floor((k - t)/n) + 1) >= k - t + 1."""
    return b.have(b.fresh("whole"), b.figure("floor-high", x="(k - t)/n"), lambda b: b.have(
        b.fresh("cleared"), b.prove(f"k - t < n*({WHOLE} + 1)"), lambda b: b.have(
            b.fresh("counted"), b.next_integer(f"k - t < n*({WHOLE} + 1)", f"k - t + 1 <= n*({WHOLE} + 1)"), rest)))


def reached(b: Builder, least: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that floor((k - t)/n) >= least."""
    return b.have(b.fresh("scaled"), b.prove(f"0 < n*({WHOLE} + 1 - ({least}))"), lambda b: b.have(
        b.fresh("positive"), b.prove(f"0 < {WHOLE} + 1 - ({least})"), lambda b: b.have(
            b.fresh("reached"), b.next_integer(f"0 < {WHOLE} + 1 - ({least})", f"{least} <= {WHOLE}"), rest)))


def below(b: Builder) -> Step:
    """The string lies below the accumulated gaps."""
    claim = f"{STRING} <= {SHIFT}"

    def last(b: Builder) -> Step:
        return reached(b, "E - 1", lambda b: b.have("worth", b.prove(f"g*(E - 1) <= g*{WHOLE}"), lambda b: b.prove(claim)))

    def inner(b: Builder) -> Step:
        return b.have("worth", b.prove(f"g*(k - t + 1) <= g*n*({WHOLE} + 1)"), lambda b: b.prove(claim))

    def early(b: Builder) -> Step:
        return b.by_cases("k - t", claim, lambda b: inner(b) if b.scope.arithmetic.evident(b.term("k >= t"))
                          else reached(b, "-1", lambda b: b.prove(claim)))

    return counted(b, lambda b: b.by_cases(f"k - 1 - {Q}", claim, lambda b: last(b)
                                           if b.scope.arithmetic.evident(b.term(f"k >= 1 + {Q}")) else early(b)))


def jump(b: Builder) -> Step:
    """The gap of step k is at most the jump of the accumulated gaps."""
    claim, last = f"{GAP} <= {JUMP}", "floor((k - 1 - t)/n)"

    def fewer(b: Builder, than: str, rest: Callable[[Builder], Step]) -> Step:
        return b.have(b.fresh("scaled"), b.prove(f"0 < n*({than} - {last})"), lambda b: b.have(
            b.fresh("less"), b.prove(f"{last} < {than}"), lambda b: b.have(
                b.fresh("fewer"), b.next_integer(f"{last} < {than}", f"{last} + 1 <= {than}"), rest)))

    def hit(b: Builder) -> Step:
        met = b.scope.arithmetic.evident(b.term(f"n*{WHOLE} >= k - t"))
        return fewer(b, WHOLE if met else f"{WHOLE} + 1", lambda b: b.have(
            "worth", b.prove(f"g*{last} + {'g' if met else '0'} <= g*{WHOLE}"), lambda b: b.prove(claim)))

    def one(b: Builder) -> Step:
        return b.by_cases(f"n*{WHOLE} - (k - t)", claim, hit)

    return b.have("before", b.figure("floor-low", x="(k - 1 - t)/n"), lambda b: counted(b, one))


def proof(b: Builder) -> Step:
    """Up to the last gap the string rises by g in every epoch, then by g in what is left."""

    def ends(b: Builder) -> Step:
        last = at(WHOLE, "E*n")
        low = b.at(b.generalise("k", "0", "E*n", lambda b: counted(b, lambda b: reached(b, "-1", lambda b: b.prove(f"-1 <= {WHOLE}")))),
            "0")
        high = b.at(b.generalise("k", f"1 + {Q}", "E*n", lambda b: b.have("step 1 at least", b.prove("k >= 1"), lambda b: counted(
            b, lambda b: reached(b, "E - 1", lambda b: b.prove(f"E - 1 <= {WHOLE}"))))), "E*n")
        full = b.figure("floor-low", x="(E*n - t)/n")
        return b.suppose_all({"floor at 0": low, "floor at the end": full, "end at least E - 1": high}, lambda b: b.have("end below E",
                             b.prove(f"{last} < E"), lambda b: b.have(
            "end at most E - 1", b.next_integer(f"{last} < E", f"{last} + 1 <= E"), finish)))

    def finish(b: Builder) -> Step:
        change, price = f"{STRING} - ({at(STRING, 'k - 1')})", f"{PRICE} - ({at(PRICE, 'k - 1')})"
        premises = {"string": b.generalise("k", "1", "E*n", lambda b: b.prove(f"{at(STRING, 'k - 1')} <= {STRING}")),
                    "price": b.generalise("k", "1", "E*n", lambda b: b.prove(f"({change})**2*1**2 <= w*({price})"))}
        premises |= {"below": b.generalise("k", "0", "E*n", below), "start": b.figure(
            "winf-widen", b.known("start"), y=at(SHIFT, "0"), z="0", P="X(0)", Q="Y(0)")}
        premises["gaps"] = b.generalise("k", "1", "E*n", lambda b: b.have("jump", jump(b), lambda b: b.figure(
            "gap-widen", b.at("gaps", "k"), s=GAP, u=JUMP, f="psi(k)", g="phi(k)")))
        terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}
        result = b.theorem("pabisym/taut-string", premises, **terms, T="E*n", alpha="alpha", c=("k", "1"), s=("k", JUMP), v=("k", "w"),
                           P=("k", "1"), S=("k", SHIFT), A=("k", STRING), b=("k", PRICE))
        return b.figure("monotone", result, alpha="alpha", z="0", y="0", b=f"alpha*({at(PRICE, 'E*n')})/2", d=BOUND, P="X(E*n)", Q="Y(E*n)")

    return b.have("total", b.prove("E*n >= n"), ends)
