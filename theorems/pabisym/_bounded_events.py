"""The proofs for one gap, or a distance at the start, in a bounded domain: paid, or forgotten with a restart.

Written with the letters of ``pabisym/bounded-single-gap``, ``pabisym/bounded-gap``, ``pabisym/bounded-contractive-gap`` and
``pabisym/bounded-start``.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Filler, Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._iterations import at, here, rising
from ._restarts import below_one, least, one_block, weaken

PAID = "alpha*g**2/(2*P(t)**2*(N(T) - N(t - 1)))"
FORGOTTEN = "alpha*D**2/(2*P(t)**2*(N(T) - N(t)))"
SMALLER = f"cases(t - T, {PAID}, min({PAID}, {FORGOTTEN}))"
LAWS = ("X", "Y", "psi", "phi", "zeta")
AFTER = {"c": "c(t + k)", "P": "P(t + k)/P(t)", "N": "(N(t + k) - N(t))*P(t)**2", "S": "D", "d": "0"}


@script
def proof(p: Script) -> Step:
    """At the last step there is only one way; before it there are two."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {SMALLER})"
    p.have("scale", p.at("product", "t"))
    with p.case("t - T", claim) as case:
        case.have("noise of the gap", case.at("noise", "t"))
        case.have("room", "N(T) - N(t - 1) > 0")
        case.show(stated(_single_gap(case), claim))
    rooms = "N(T) - N(t) > 0", "N(T) - N(t - 1) > 0"
    p.have_all({"noise at the gap": p.at("noise", "t"), "noise at the end": p.at("noise", "T"), "noise between": rising(p, "t", "T - 1")})
    p.have_all({p.fresh("room"): room for room in rooms})
    return stated(least(p, (_single_gap(p), _forgotten(p)), (PAID, FORGOTTEN), "1"), claim)


def _single_gap(b: Builder) -> Step:
    return b.theorem("pabisym/single-gap", {})


@script
def _forgotten(p: Script) -> Step:
    """Of the steps after the gap, which are alike in both runs, only the noise counts."""
    variance = f"({AFTER['N']} - (N(t + k - 1) - N(t))*P(t)**2)*({AFTER['P']})**2"
    claims = {"Lipschitz": "lipschitz(psi(t + k), c(t + k))", "Gaussian": f"gaussian(zeta(t + k), {variance})",
              "gaps": "gap(psi(t + k), phi(t + k), 0)"}
    premises = {name: p.part(name, "k", "1", "T - t", claims[name], at="t + k") for name in claims}
    local = {"noise": "(N(t + k - 1) - N(t))*P(t)**2 < (N(t + k) - N(t))*P(t)**2",
             "products": "P(t + k)/P(t) == c(t + k)*(P(t + k - 1)/P(t))"}
    for name in local:
        with p.generalise("k", "1", "T - t") as one:
            one.have_all(here(one, (name,), "t + k"))
            one.show(local[name])
        premises[name] = one.step
    with p.generalise("k", "0", "T - t") as each:
        each.have_all(here(each, ("product",), "t + k"))
        each.show("P(t + k)/P(t) > 0")
    premises["product"] = each.step
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in LAWS}
    terms |= {name: ("k", text) for name, text in AFTER.items()}
    end = f"renyi(alpha, 0, X(T), Y(T), {FORGOTTEN})"
    return p.theorem("pabisym/restart-block", premises, conclude=end, **terms, m="T - t")


# The same noise and the same contraction at every step.

EQUAL = "F*cases(t - T, g**2, min(g**2/(T - t + 1), D**2/(T - t)))"
POWERS = "F*c**(2*(T - t))*cases(t - T, g**2/(1 - c**2), min(g**2/(1 - c**(2*(T - t + 1))), D**2/(1 - c**(2*(T - t)))))"


@script
def equal(p: Script) -> Step:
    """The noise after the gap is v for every step."""
    return _special(p, EQUAL, {"c": "1", "P": "1", "N": "v*k"}, {"later": (), "last": ()})


@script
def contractive(p: Script) -> Step:
    """The noise after the gap is a geometric sum."""
    own = {"c": "c", "P": "c**k", "N": "v*(1 - c**(2*k))/(c**(2*k)*(1 - c**2))"}
    powers = {"later": ("(T - t)", "(T - t + 1)"), "last": ("(T - t + 1)",)}
    below_one(p, "2")
    return _special(p, POWERS, own, powers)


@script
def _special(p: Script, bound: str, own: dict[str, str], powers: dict[str, tuple[str, ...]]) -> Step:
    """The two ways where coordinates are given, and of which powers of c it has to be known in each case that they are below one."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {bound})"
    rooms = {"last": ("t - 1",), "later": ("t - 1", "t")}

    @script
    def one(p: Script) -> Step:
        case = "last" if p.evident("t >= T") else "later"
        facts = {p.fresh("room"): f"{at(own['N'], 'T')} - ({at(own['N'], since)}) > 0" for since in rooms[case]}
        for power in powers[case]:
            below_one(p, power)
        p.have_all(facts)
        return stated(_ways(p, bound, own, case), claim)

    return p.by_cases("t - T", claim, one)


@script
def _ways(p: Script, bound: str, own: dict[str, str], case: str) -> Step:
    """The gap paid from its step on, and before the last step the width of the domain from the next one on."""
    variance = f"({own['N']} - ({at(own['N'], 'k - 1')}))*({own['P']})**2"
    each = {"Lipschitz": f"lipschitz(psi(k), {own['c']})", "Gaussian": f"gaussian(zeta(k), {variance})"}
    premises = {name: p.part(name, "k", "1", "T", each[name]) for name in each}
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in LAWS}
    terms |= {name: ("k", text) for name, text in own.items()}
    paid = p.theorem("pabisym/single-gap", premises, **terms)
    factor, _, values = bound.partition("*cases(t - T, ")
    if case == "last":
        return weaken(p, paid, f"{factor}*({values.partition(', min')[0]})")
    first, second = values.partition("min(")[2][:-2].split(", ")
    forgotten = one_block(p, "(T - t)", {**own, "S": "D", "d": "0"}, "D")
    both = weaken(p, paid, f"{factor}*({first})"), weaken(p, forgotten, f"{factor}*({second})")
    return least(p, both, (first, second), factor)


# A distance at the start.

WIDTH = "min(g, D)"
NEARER = f"alpha*{WIDTH}**2/(2*N(T))"


@script
def start(p: Script) -> Step:
    """The distance of the starts, or that of their projections."""
    p.have_all({"first noise": p.at("noise", "1"), "more noise": rising(p, "1", "T"), "smaller": p.figure("minimum", x="g", y="D")})
    p.have("some noise", "N(T) > 0")
    return p.by_cases("D - g", f"renyi(alpha, 0, X(T), Y(T), {NEARER})", _nearer)


@script
def _nearer(p: Script) -> Step:
    outside = p.evident("D >= g")
    size = "g" if outside else "D"
    if outside:
        made = p.theorem("pabisym/start-shift", {})
    else:
        claims = {"Lipschitz": "lipschitz(psi(k), c(k))", "Gaussian": "gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2)"}
        premises = {name: p.part(name, "k", "1", "T", claims[name]) for name in claims}
        premises["gaps"] = p.part("same maps", "k", "1", "T", "gap(psi(k), phi(k), 0)")
        made = p.theorem("pabisym/restart-block", premises, m="T", S=("k", "D"), d=("k", "0"))
    p.have("worth", certified(f"alpha*{size}**2/(2*N(T)) <= {NEARER}", fact("smaller", factor=f"alpha*({WIDTH} + {size})/(2*N(T))")))
    return weaken(p, made, NEARER)
