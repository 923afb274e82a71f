"""The proof for a gap in every epoch: n steps an epoch, E epochs, the gap g at the t-th step of each.

Written with the letters of ``pabisym/periodic-gap``.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import at

SHIFT, JUMP = "g*(1 + floor((k - t)/n))", "g*(floor((k - t)/n) - floor((k - 1 - t)/n))"
GAP = "cases(k - t, cases(n*floor((k - t)/n) - (k - t), g, 0), 0)"
Q = "(t - 1 + (E - 1)*n)"
STRING = f"cases(k - 1 - {Q}, g*(E - 1) + g*(k - {Q})/(n - t + 1), cases(k - t + 1, g*(k - t + 1)/n, 0))"
PRICE = f"cases(k - 1 - {Q}, g**2*(E - 1)/(n*w) + g**2*(k - {Q})/((n - t + 1)**2*w), cases(k - t + 1, g**2*(k - t + 1)/(n**2*w), 0))"
BOUND = "alpha*g**2*((E - 1)/n + 1/(n - t + 1))/(2*w)"


WHOLE, LAST = "floor((k - t)/n)", "floor((k - 1 - t)/n)"


def know_count(p: Script) -> None:
    """Go on knowing that n (floor((k - t)/n) + 1) >= k - t + 1."""
    p.have(p.fresh("whole"), p.figure("floor-high", x="(k - t)/n"))
    p.have(p.fresh("cleared"), f"k - t < n*({WHOLE} + 1)")
    p.have(p.fresh("counted"), p.next_integer(f"k - t < n*({WHOLE} + 1)", f"k - t + 1 <= n*({WHOLE} + 1)"))


def know_least(p: Script, least: str, count: str = WHOLE) -> None:
    """Go on knowing that floor((k - t)/n), or another count of epochs, is at least a number."""
    p.have(p.fresh("scaled"), f"0 < n*({count} + 1 - ({least}))")
    p.have(p.fresh("positive"), f"0 < {count} + 1 - ({least})")
    p.have(p.fresh("reached"), p.next_integer(f"0 < {count} + 1 - ({least})", f"{least} <= {count}"))


def fewer(p: Script, than: str) -> None:
    """Go on knowing that before step k there were fewer whole epochs than a number."""
    p.have(p.fresh("scaled"), f"0 < n*({than} - {LAST})")
    p.have(p.fresh("less"), f"{LAST} < {than}")
    p.have(p.fresh("fewer"), p.next_integer(f"{LAST} < {than}", f"{LAST} + 1 <= {than}"))


@script
def below(p: Script) -> Step:
    """The string lies below the accumulated gaps."""
    claim = f"{STRING} <= {SHIFT}"
    know_count(p)
    with p.case(f"k - 1 - {Q}", claim) as last:
        know_least(last, "E - 1")
        last.have("worth", f"g*(E - 1) <= g*{WHOLE}")
    with p.case("k - t", claim) as inner:
        inner.have("worth", f"g*(k - t + 1) <= g*n*({WHOLE} + 1)")
    know_least(p, "-1")
    return p.prove(claim)


@script
def jump(p: Script) -> Step:
    """The gap of step k is at most the jump of the accumulated gaps."""
    claim = f"{GAP} <= {JUMP}"

    @script
    def hit(p: Script) -> Step:
        met = p.evident(f"n*{WHOLE} >= k - t")
        fewer(p, WHOLE if met else f"{WHOLE} + 1")
        p.have("worth", f"g*{LAST} + {('g' if met else '0')} <= g*{WHOLE}")
        return p.prove(claim)

    p.have("before", p.figure("floor-low", x="(k - 1 - t)/n"))
    know_count(p)
    return p.by_cases(f"n*{WHOLE} - (k - t)", claim, hit)


@script
def proof(p: Script) -> Step:
    """Up to the last gap the string rises by g in every epoch, then by g in what is left."""
    p.have("total", "E*n >= n")
    last = at(WHOLE, "E*n")
    with p.generalise("k", "0", "E*n") as low:
        know_count(low)
        know_least(low, "-1")
        low.show(f"-1 <= {WHOLE}")
    at_zero = p.at(low.step, "0")
    with p.generalise("k", f"1 + {Q}", "E*n") as high:
        high.have("step 1 at least", "k >= 1")
        know_count(high)
        know_least(high, "E - 1")
        high.show(f"E - 1 <= {WHOLE}")
    at_end = p.at(high.step, "E*n")
    p.have_all({"floor at 0": at_zero, "floor at the end": p.figure("floor-low", x="(E*n - t)/n"), "end at least E - 1": at_end})
    p.have("end below E", f"{last} < E")
    p.have("end at most E - 1", p.next_integer(f"{last} < E", f"{last} + 1 <= E"))
    change, price = f"{STRING} - ({at(STRING, 'k - 1')})", f"{PRICE} - ({at(PRICE, 'k - 1')})"
    premises = {"string": p.generalise("k", "1", "E*n", f"{at(STRING, 'k - 1')} <= {STRING}"),
                "price": p.generalise("k", "1", "E*n", f"({change})**2*1**2 <= w*({price})")}
    premises |= {"below": p.generalise("k", "0", "E*n", below), "start": p.figure("winf-widen", "start", y=at(SHIFT, "0"))}
    with p.generalise("k", "1", "E*n") as each:
        each.have("jump", jump(each))
        each.show(each.figure("gap-widen", each.at("gaps", "k"), u=JUMP))
    premises["gaps"] = each.step
    result = p.theorem("pabisym/taut-string", premises, T="E*n", c=("k", "1"), s=("k", JUMP), v=("k", "w"), P=("k", "1"), S=("k", SHIFT),
                       A=("k", STRING), b=("k", PRICE))
    return p.figure("monotone", result, y="0", d=BOUND)


@script
def composition(p: Script) -> Step:
    """After step k there were 1 + floor((k - t)/n) gaps, each paid by the noise of its step."""
    price = f"alpha*g**2*({WHOLE} + 1)/(2*w)"
    before = at(price, "k - 1")
    with p.proof() as none:
        with none.generalise("k", "0", "0") as zero:
            know_count(zero)
            know_least(zero, "-1")
            zero.show(f"-1 <= {WHOLE}")
        none.show(none.at(zero.step, "0"))
    p.have("no gap yet", none.step)
    begin = {"P": "X(0)", "Q": "Y(0)"}
    first = p.figure("monotone", p.figure("start", "start", z="0", **begin), z="0", y="0", b="0", d=at(price, "0"), **begin)
    with p.induct("k", "0", "T", f"renyi(alpha, 0, X(k), Y(k), {price})", first) as more:
        more.have("jump", jump(more))
        more.have("whole low", more.figure("floor-low", x="(k - t)/n"))
        more.have("last high", more.figure("floor-high", x="(k - 1 - t)/n"))
        more.have("last cleared", f"k - 1 - t < n*({LAST} + 1)")
        more.have("whole cleared", f"n*{WHOLE} <= k - t")
        more.have("no two", f"0 < n*({LAST} + 2 - {WHOLE})")
        more.have("fewer than two", f"0 < {LAST} + 2 - {WHOLE}")
        more.have("at most one", more.next_integer(f"0 < {LAST} + 2 - {WHOLE}", f"{WHOLE} <= {LAST} + 1"))
        more.have("whole high", more.figure("floor-high", x="(k - t)/n"))
        more.have("last low", more.figure("floor-low", x="(k - 1 - t)/n"))
        more.have("no fewer scaled", f"0 < n*({WHOLE} + 1 - {LAST})")
        more.have("no fewer", f"0 < {WHOLE} + 1 - {LAST}")
        more.have("none or one", more.next_integer(f"0 < {WHOLE} + 1 - {LAST}", f"{LAST} <= {WHOLE}"))
        more.have("square", f"({WHOLE} - {LAST})**2 <= {WHOLE} - {LAST}")
        more.have("jump size", f"{JUMP} >= 0")
        noise, gap = more.at("Gaussian", "k"), more.figure("gap-widen", more.at("gaps", "k"), u=JUMP)
        more.have("magnitude", more.figure("gaussian-magnitude", noise, a=JUMP, v="w", Z="zeta(k)"))
        P, V, Q = (f"push({f}(k), {X}(k - 1))" for f, X in (("psi", "X"), ("phi", "X"), ("phi", "Y")))
        seen = more.figure("post-processing", more.known(more.hypothesis), b=before, P="X(k - 1)", Q="Y(k - 1)", f="phi(k)")
        moved = more.figure("absorb", more.figure("winf-gap", gap, s=JUMP, P="X(k - 1)", f="psi(k)", g="phi(k)"), seen,
            more.figure("gaussian-finite", noise, a=JUMP, v="w", Z="zeta(k)"), a=JUMP, b=before, P=P, V=V, Q=Q, Z="zeta(k)")
        cost = "alpha*g**2/(2*w)"
        more.have("factor", f"{cost} >= 0")
        more.have("worth", f"{before} + R(alpha, zeta(k), {JUMP}) <= {price}")
        outside = {"P": f"convolve({P}, zeta(k))", "Q": f"convolve({Q}, zeta(k))"}
        wide = more.figure("monotone", moved, z="0", y="0", b=f"{before} + R(alpha, zeta(k), {JUMP})", d=price, **outside)
        more.show(more.figure("same-law", wide, more.at("first run", "k"), more.at("second run", "k"), z="0", b=price, V="X(k)", W="Y(k)",
            **outside))
    return p.figure("monotone", p.at(more.step, "T"), z="0", y="0", b=at(price, "T"), d="alpha*E*g**2/(2*w)", P="X(T)", Q="Y(T)")
