"""Restarts in a bounded domain: what such statements assume, and how a theorem is applied from a later step on.

The process is X_k = psi_k(X_{k-1}) + zeta_k, where psi_k first projects onto a convex set K, so that the next iterate may
as well be made from the projection of X_{k-1}; the projections of the two runs are at most D apart.  With Gaussian noise
the X_k themselves leave every bounded set.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Mapping

from pabisym.lang.term import Call
from pabisym.proof.build import Builder, Filler, Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._iterations import at


def window(p: Script, steps: str, length: str) -> tuple[dict[str, Step], dict[str, Filler]]:
    """Premises and terms with which a theorem speaks about the last ``length`` steps, from the projections on.

    That 1 <= length <= steps must be evident.  Lipschitz constants, gaps and noises are for the caller to add.
    """
    before = f"({steps}) - ({length})"
    laws = {X: f"cases(k - 1, {X}({before} + k), push(projection(K), {X}({before})))" for X in ("X", "Y")}

    @script
    def run(p: Script, label: str, X: str, psi: str) -> Step:
        earlier = laws[X].replace("cases(k - 1, ", "cases(k - 2, ").replace(" + k)", " + k - 1)")
        claim = f"equal({laws[X]}, convolve(push({psi}({before} + k), {earlier}), zeta({before} + k)))"

        @script
        def one(p: Script) -> Step:
            first = not p.evident("k >= 2")
            return stated(p.at(f"{label} projected" if first else label, f"{before} + k"), claim)

        with p.generalise("k", "1", length) as each:
            each.show(each.by_cases("k - 2", claim, one))
        return each.step

    premises = {"first run": run(p, "first run", "X", "psi"), "second run": run(p, "second run", "Y", "phi"),
                "start": p.at("diameter", before)}
    terms: dict[str, Filler] = {"T": length, "X": ("k", laws["X"]), "Y": ("k", laws["Y"])}
    terms |= {name: ("k", f"{name}({before} + k)") for name in ("psi", "phi", "zeta")}
    return premises, terms


def least(b: Builder, bounds: tuple[Step, Step], values: tuple[str, str], factor: str) -> Step:
    """The smaller one of two bounds on the same divergence, each of them ``factor`` times a value."""
    first, second = values
    judgement = b.term(bounds[0]["conclusion"])
    parts = judgement.args[:4] if isinstance(judgement, Call) else ()

    def one(b: Builder) -> Step:
        smaller = b.evident(f"{second} - ({first}) >= 0")
        return choose(b, bounds[0 if smaller else 1], values, factor, first=smaller)

    return b.by_cases(f"{second} - ({first})", Call("renyi", (*parts, b.term(f"{factor}*min({first}, {second})"))), one)


@script
def choose(p: Script, bound: Step, values: tuple[str, str], factor: str, *, first: bool) -> Step:
    """A bound as ``factor`` times the minimum of two values, where it is known which one is the smaller."""
    value, both, label = values[0 if first else 1], f"min({values[0]}, {values[1]})", p.fresh("least")
    larger = f"{factor}*{both}"
    p.have(label, p.figure("minimum", x=values[0], y=values[1]))
    p.have(p.fresh("same"), certified(f"{factor}*({value}) <= {larger}", fact(label, factor=factor)))
    return weaken(p, bound, larger)


def weaken(b: Builder, bound: Step, larger: str) -> Step:
    """A bound on the divergence of the last iterates, and one that is no smaller."""
    return b.figure("monotone", bound, y="0", d=larger)


def look_back(p: Script, ratio: str) -> None:
    """Go on knowing that m = floor(1/2 + sqrt(1/4 + ratio**2)) is at least 1, and what the root and its rounding are."""
    inner = f"1/4 + ({ratio})**2"
    root = f"sqrt({inner})"
    best = f"floor(1/2 + {root})"
    squared = certified(f"({ratio})**2 >= 0", fact(square=ratio))
    p.have_all({"squared ratio": squared, "root": p.figure("square-root-sign", x=inner)})
    p.have("square", p.figure("square-root", x=inner))
    with p.proof() as large:
        large.except_for(f"{root} - 1/2", f"{root} >= 1/2")
        large.have("small", f"{root}**2 < 1/4")
        large.show(f"{root} >= 1/2")
    p.have("large", large.step)
    p.have("rounded", p.figure("floor-high", x=f"1/2 + {root}"))
    p.have("at least 1", p.next_integer(f"0 < {best}", f"1 <= {best}"))


@script
def one_block(p: Script, length: str, own: Mapping[str, str], start: str = "") -> Step:
    """Gaps g and noises v at every step as one block: over all T steps, or from a ``start`` shift over the last ones.

    ``own`` gives c, P, N, S and d as formulas in the step k of the block.
    """
    before = f"T - {length} + k" if start else "k"
    variance = f"(({own['N']}) - ({at(own['N'], 'k - 1')}))"
    claims = {"Lipschitz": f"lipschitz(psi({before}), {own['c']})", "Gaussian": f"gaussian(zeta({before}), {variance}*({own['P']})**2)",
              "gaps": f"gap(psi({before}), phi({before}), ({own['P']})*({own['d']})*{variance})"}
    premises = {name: p.part(name, "k", "1", length, claims[name], at=before) for name in claims}
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}
    terms |= {name: ("k", text) for name, text in own.items()} | {"T": "T", "alpha": "alpha"}
    if not start:
        premises |= {name: p.known(name) for name in ("first run", "second run", "start")}
        return p.theorem("pabisym/one-block", premises, **terms)
    return p.theorem("pabisym/restart-block", premises, **terms, m=length, D=start)


# Equal gaps, contraction 1.

BEST = "floor(1/2 + sqrt(1/4 + r**2))"
EQUAL_BACK = "(r + m)**2/m"
EQUAL_BEST = at(EQUAL_BACK, BEST, "m")
EQUAL_BOUND = f"F*min(T, {EQUAL_BEST})"
LINEAR = {"c": "1", "P": "1", "N": "v*k", "S": "g*k", "d": "g/v"}


def equal_look_back(b: Builder) -> Step:
    """The last m steps as one block."""
    return weaken(b, one_block(b, "m", {**LINEAR, "S": "r*g + g*k"}, "r*g"), f"F*({EQUAL_BACK})")


@script
def equal_gaps(p: Script) -> Step:
    """All steps as one block, or the last ones; looking back farther than there are steps would not be better."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {EQUAL_BOUND})"

    @script
    def both(p: Script) -> Step:
        whole, values = weaken(p, one_block(p, "T", LINEAR), "F*T"), ("T", EQUAL_BEST)
        if not p.evident(f"T >= {BEST}"):
            p.have("far", f"{EQUAL_BEST} - T >= 0")
            return choose(p, whole, values, "F", first=True)
        return least(p, (whole, p.theorem("pabisym/equal-look-back", {}, m=BEST)), values, "F")

    look_back(p, "r")
    return p.by_cases(f"T - {BEST}", claim, both)


# Equal gaps, contraction below 1.

FROM_START, FROM_BACK = "(1 - c**T)/(1 + c**T)", "(1 - (1 - u)*c**m)**2/(1 - c**(2*m))"
HALF = "(s*(1 + (1 - u)**2)/(4*(1 - u)))"
BACK = f"floor(log({HALF} - sqrt({HALF}**2 - c))/log(c))"
FROM_BEST = at(FROM_BACK, BACK, "m")
CONTRACTIVE_BOUND = f"F*cases(u - 1, {FROM_START}, min({FROM_START}, {FROM_BEST}))"
GEOMETRIC = {"c": "c", "P": "c**k", "N": "v*(1 - c**(2*k))/(c**(2*k)*(1 - c**2))", "S": "g*(1 - c**k)/(c**k*(1 - c))",
             "d": "g*c**k/v"}


@script
def contractive_from_start(p: Script) -> Step:
    """All steps as one block."""
    below_one(p, "2")
    below_one(p, "T")
    return weaken(p, one_block(p, "T", GEOMETRIC), f"F*({FROM_START})")


@script
def contractive_look_back(p: Script) -> Step:
    """The last m steps as one block."""
    own = {**GEOMETRIC, "S": f"u*g/(1 - c) + {GEOMETRIC['S']}"}
    below_one(p, "2")
    below_one(p, "m")
    return weaken(p, one_block(p, "m", own, "u*g/(1 - c)"), f"F*({FROM_BACK})")


@script
def too_far(p: Script) -> Step:
    """Looking back farther than there are steps is not better; the letters are c, u, m and T."""
    q, Q = "c**m", "c**T"
    below_one(p, "m")
    p.have("quotient", p.figure("power-at-most-one", k="m - T"))
    p.have("positive", f"{Q} > 0")
    p.have("powers", certified(f"{q} <= {Q}", fact("quotient", "positive")))
    p.have_each({"small": f"{q} < 1", "all": f"1 + {Q} > 0", "rest": f"1 - {q} > 0", "nearer": f"(1 - (1 - u)*{q})**2 >= (1 - {q})**2",
                 "shorter": f"(1 - {q})*(1 + {Q}) >= (1 - {Q})*(1 + {q})"})
    return certified(f"{FROM_START} <= {FROM_BACK}", fact("nearer", "all"), fact("rest", "shorter"),
                     multiplier="(1 - c**(2*m))*(1 + c**T)")


@script
def contractive_gaps(p: Script) -> Step:
    """All steps as one block, or the last ones where the domain is smaller than the distance that gaps can reach."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {CONTRACTIVE_BOUND})"

    @script
    def whole(p: Script) -> Step:
        return p.theorem("pabisym/contractive-equal-gaps", {})

    with p.case("u - 1", claim) as wide:
        wide.show(whole(wide))
    p.have("half", f"{HALF} >= (1 + c)/2")
    logarithm(p, "c")
    p.have("at least 1", p.theorem("pabisym/geometric-look-back", {}, h=HALF))
    below_one(p, "T")
    below_one(p, BACK)
    with p.case(f"T - {BACK}", claim) as long:
        back = long.theorem("pabisym/contractive-look-back", {}, m=BACK)
        long.show(least(long, (whole(long), back), (FROM_START, FROM_BEST), "F"))
    p.have("far", p.theorem("pabisym/contractive-too-far", {}, m=BACK))
    return choose(p, whole(p), (FROM_START, FROM_BEST), "F", first=True)


def below_one(p: Script, k: str) -> None:
    """Go on knowing that c**k and its square are less than 1."""
    p.have(p.fresh("power"), p.figure("power-below-one", k=k))
    p.have(p.fresh("power"), p.figure("power-below-one", k=f"2*{k}"))


def logarithm(p: Script, x: str) -> None:
    """Go on knowing that log(x) < 0, where 0 < x < 1 is known: 1 + log(x) <= exp(log(x)) = x."""
    p.have_all({p.fresh("tangent"): p.figure("exp-tangent", x=f"log({x})"), p.fresh("inverse"): p.figure("exp-log", x=x)})
    p.have(p.fresh("logarithm"), f"log({x}) < 0")
