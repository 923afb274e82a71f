"""The proofs for one gap, or a distance at the start, in a bounded domain: paid, or forgotten with a restart.

Written with the letters of ``pabisym/bounded-single-gap``, ``pabisym/bounded-gap``, ``pabisym/bounded-contractive-gap`` and
``pabisym/bounded-start``.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Filler, Step

from ._iterations import at, here, rising
from ._restarts import below_one, least, one_block, product, stated, weakened

GAP = "cases(k - t, cases(t - k, g, 0), 0)"
PAID = "alpha*g**2/(2*P(t)**2*(N(T) - N(t - 1)))"
FORGOTTEN = "alpha*D**2/(2*P(t)**2*(N(T) - N(t)))"
SMALLER = f"cases(t - T, {PAID}, min({PAID}, {FORGOTTEN}))"
LAWS = ("X", "Y", "psi", "phi", "zeta")
AFTER = {"c": "c(t + k)", "P": "P(t + k)/P(t)", "N": "(N(t + k) - N(t))*P(t)**2", "S": "D", "d": "0"}
RUN = ("T", "alpha")
Rest = Callable[[Builder], Step]


def proof(b: Builder) -> Step:
    """At the last step there is only one way; before it there are two."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {SMALLER})"

    def both(b: Builder) -> Step:
        facts = {"noise at the gap": b.at("noise", "t"), "noise at the end": b.at("noise", "T"), "noise between": rising(b, "t", "T - 1")}
        rooms = ("N(T) - N(t) > 0", "N(T) - N(t - 1) > 0")
        return b.suppose_all(facts, lambda b: b.suppose_all({b.fresh("room"): b.prove(room) for room in rooms}, lambda b: stated(
            least(b, (_paid(b), _forgotten(b)), (PAID, FORGOTTEN), "1", RUN), claim)))

    def one(b: Builder) -> Step:
        if not b.scope.arithmetic.evident(b.term("t >= T")):
            return both(b)
        return b.have("noise of the gap", b.at("noise", "t"), lambda b: b.have(
            "room", b.prove("N(T) - N(t - 1) > 0"), lambda b: stated(_paid(b), claim)))

    return b.have("scale", b.at("product", "t"), lambda b: b.by_cases("t - T", claim, one))


def _paid(b: Builder) -> Step:
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in (*LAWS, "c", "P", "N")}
    return b.theorem("pabisym/single-gap", {}, **terms, **{name: name for name in ("T", "alpha", "t", "g")})


def _forgotten(b: Builder) -> Step:
    """Of the steps after the gap, which are alike in both runs, only the noise counts."""
    variance = f"({AFTER['N']} - (N(t + k - 1) - N(t))*P(t)**2)*({AFTER['P']})**2"
    claims = {"Lipschitz": "lipschitz(psi(t + k), c(t + k))", "Gaussian": f"gaussian(zeta(t + k), {variance})",
              "gaps": "gap(psi(t + k), phi(t + k), 0)"}
    premises = {name: b.generalise("k", "1", "T - t", lambda b, name=name: stated(b.at(name, "t + k"), claims[name]))  # type: ignore[misc]
                for name in claims}
    local = {"noise": "(N(t + k - 1) - N(t))*P(t)**2 < (N(t + k) - N(t))*P(t)**2",
             "products": "P(t + k)/P(t) == c(t + k)*(P(t + k - 1)/P(t))"}
    premises |= {name: b.generalise("k", "1", "T - t", lambda b, name=name: b.suppose_all(  # type: ignore[misc]
        here(b, (name,), "t + k"), lambda b: b.prove(local[name]))) for name in local}
    premises["product"] = b.generalise("k", "0", "T - t", lambda b: b.suppose_all(
        here(b, ("product",), "t + k"), lambda b: b.prove("P(t + k)/P(t) > 0")))
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in LAWS}
    terms |= {name: ("k", text) for name, text in AFTER.items()}
    end = f"renyi(alpha, 0, X(T), Y(T), {FORGOTTEN})"
    return b.theorem("pabisym/restart-block", premises, conclude=end, **terms, T="T", alpha="alpha", m="T - t", D="D", K="K")


# The same noise and the same contraction at every step.

EQUAL = "F*cases(t - T, g**2, min(g**2/(T - t + 1), D**2/(T - t)))"
POWERS = "F*c**(2*(T - t))*cases(t - T, g**2/(1 - c**2), min(g**2/(1 - c**(2*(T - t + 1))), D**2/(1 - c**(2*(T - t)))))"


def equal(b: Builder) -> Step:
    """The noise after the gap is v for every step."""
    return _special(b, EQUAL, {"c": "1", "P": "1", "N": "v*k"}, lambda b, _, rest: rest(b))


def contractive(b: Builder) -> Step:
    """The noise after the gap is a geometric sum."""
    own = {"c": "c", "P": "c**k", "N": "v*(1 - c**(2*k))/(c**(2*k)*(1 - c**2))"}
    powers = {"later": ("(T - t)", "(T - t + 1)"), "last": ("(T - t + 1)",)}

    def known(b: Builder, case: str, rest: Rest) -> Step:
        first, *more = powers[case]
        return below_one(b, first, (lambda b: below_one(b, more[0], rest)) if more else rest)

    return below_one(b, "2", lambda b: _special(b, POWERS, own, known))


def _special(b: Builder, bound: str, own: dict[str, str], known: Callable[[Builder, str, Rest], Step]) -> Step:
    """The two ways where coordinates are given."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {bound})"
    rooms = {"last": ("t - 1",), "later": ("t - 1", "t")}

    def one(b: Builder) -> Step:
        case = "last" if b.scope.arithmetic.evident(b.term("t >= T")) else "later"
        facts = {b.fresh("room"): f"{at(own['N'], 'T')} - ({at(own['N'], since)}) > 0" for since in rooms[case]}
        return known(b, case, lambda b: b.suppose_all({label: b.prove(fact) for label, fact in facts.items()}, lambda b: stated(
            _ways(b, bound, own, case), claim)))

    return b.by_cases("t - T", claim, one)


def _ways(b: Builder, bound: str, own: dict[str, str], case: str) -> Step:
    """The gap paid from its step on, and before the last step the width of the domain from the next one on."""
    variance = f"({own['N']} - ({at(own['N'], 'k - 1')}))*({own['P']})**2"
    each = {"Lipschitz": f"lipschitz(psi(k), {own['c']})", "Gaussian": f"gaussian(zeta(k), {variance})"}
    premises = {name: b.generalise("k", "1", "T", lambda b, name=name: stated(b.at(name, "k"), each[name])) for name in each}  # type: ignore[misc]
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in LAWS}
    terms |= {name: ("k", text) for name, text in own.items()}
    paid = b.theorem("pabisym/single-gap", premises, **terms, **{name: name for name in ("T", "alpha", "t", "g")})
    factor, _, values = bound.partition("*cases(t - T, ")
    if case == "last":
        return weakened(b, paid, f"{factor}*({values.partition(', min')[0]})", RUN)
    first, second = values.partition("min(")[2][:-2].split(", ")
    forgotten = one_block(b, "(T - t)", {**own, "S": "D", "d": "0"}, "D")
    both = weakened(b, paid, f"{factor}*({first})", RUN), weakened(b, forgotten, f"{factor}*({second})", RUN)
    return least(b, both, (first, second), factor, RUN)


# A distance at the start.

WIDTH = "min(g, D)"
NEARER = f"alpha*{WIDTH}**2/(2*N(T))"


def start(b: Builder) -> Step:
    """The distance of the starts, or that of their projections."""
    facts = {"first noise": b.at("noise", "1"), "more noise": rising(b, "1", "T"), "smaller": b.figure("minimum", x="g", y="D")}
    return b.suppose_all(facts, lambda b: b.have("some noise", b.prove("N(T) > 0"), lambda b: b.by_cases(
        "D - g", f"renyi(alpha, 0, X(T), Y(T), {NEARER})", _nearer)))


def _nearer(b: Builder) -> Step:
    outside = b.scope.arithmetic.evident(b.term("D >= g"))
    size = "g" if outside else "D"
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in (*LAWS, "c", "P", "N")} | {"T": "T", "alpha": "alpha"}
    if outside:
        made = b.theorem("pabisym/start-shift", {}, **terms, g="g")
    else:
        claims = {"Lipschitz": "lipschitz(psi(k), c(k))", "Gaussian": "gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2)"}
        premises = {name: b.generalise("k", "1", "T", lambda b, name=name: stated(b.at(name, "k"), claims[name])) for name in claims}  # type: ignore[misc]
        premises["gaps"] = b.generalise("k", "1", "T", lambda b: stated(b.at("same maps", "k"), "gap(psi(k), phi(k), 0)"))
        made = b.theorem("pabisym/restart-block", premises, **terms, m="T", D="D", K="K", S=("k", "D"), d=("k", "0"))
    worth = product(f"alpha*{size}**2/(2*N(T)) <= {NEARER}", "1", ("1", "smaller", f"alpha*({WIDTH} + {size})/(2*N(T))"))
    return b.have("worth", worth, lambda b: weakened(b, made, NEARER, RUN))
