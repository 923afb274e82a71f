"""All ways from a derived price to (epsilon, delta) at a point, each certified, the best first.

From mu-GDP the conversion is exact for the pair of unit Gaussians; from Rényi divergences of all orders alpha mu^2/2 the
best order is searched; the contraction calculus gives a third bound where one gap stands in a bounded domain, and mixing in stages a fourth
where gaps of one size do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from flint import fmpq

from pabisym.derivation.derive import Derivation, Route
from pabisym.divergence.evaluate import decide, enclose, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational, short_number, to_fraction
from pabisym.lang.term import Call, Number, Term, substitute
from pabisym.notions.conversion import Best, LinearCurve, best_delta, best_epsilon, gdp_delta, gdp_epsilon
from pabisym.numerics.enclosure import Enclosure, exactly, interval_json
from pabisym.numerics.search import doubled_until, turning_point

DIGITS = 12
HALVINGS = 60
"""Bisections with which an epsilon is enclosed where the bound is known for delta only."""
MIXING = "mixing in stages"
"""The name of the bound that :mod:`pabisym.derivation.mixed` adds."""
LARGEST = 1 << 20
"""Largest epsilon that is looked for."""


@dataclass(frozen=True)
class LevelBound:
    """One way: its name, what it bounds, the bound as an enclosure, and a remark such as the order that was best."""

    name: str
    what: str
    value: Enclosure
    note: str = ""

    def to_json(self) -> dict[str, object]:
        """The row as plain data."""
        return {"method": self.name, "bounds": self.what, "value": interval_json(self.value), "note": self.note}


def table(found: Derivation, letters: Mapping[str, object]) -> tuple[LevelBound, ...]:
    """The bounds at a point of the letters; ``epsilon`` or ``delta`` is given beside them where the goal has none.

    Raises :class:`~pabisym.errors.InputError` for values that are missing, unknown or outside the domains.
    """
    spec, goal, own = found.spec, found.goal, dict(letters)
    given = {"order": goal.order, "epsilon": goal.epsilon, "delta": goal.delta} if goal.divergence == "hockey-stick" else {}
    level: dict[str, Term] = {name: term for name, term in given.items() if term is not None}
    for name in ("epsilon", "delta"):
        if not level and name in own and name not in spec.symbols:
            level[name] = Number(to_fraction(rational(own.pop(name), name)))
    if not level:
        raise InputError("epsilon", "is missing", "give epsilon or delta, as in --set epsilon=1 or --set delta=1e-5")
    point = found.point(own)
    rows = _at_delta(found, point, level["delta"]) if "delta" in level else _at_epsilon(found, point, level)
    return tuple(sorted(rows, key=lambda row: Decimal(row.value.upper)))


def _rational(term: Term, point: Mapping[str, Fraction], what: str) -> fmpq:
    if (value := exact_value(term, point)) is None:
        raise Undecided(f"{what} is irrational at this point")
    return value


def _at_epsilon(found: Derivation, point: Mapping[str, Fraction], level: Mapping[str, Term]) -> list[LevelBound]:
    """Bounds on delta, the hockey-stick divergence of order e^epsilon or of a given order."""
    square = _rational(found.square, point, "the price")
    others = [LevelBound(route.name, "delta", enclose(route.bound, point, DIGITS)) for route in _contracted(found)]
    if "order" in level:
        theta = Call("theta", (level["order"], Call("sqrt", (Number(square),))))
        log = enclose(Call("log", (level["order"],)), point, DIGITS)  # delta falls with epsilon: what holds below log(order) holds there
        mixed = _mixed(found, point, epsilon=rational(log.lower, "order"))
        return [LevelBound("Gaussian differential privacy", "delta", enclose(theta, point, DIGITS)), *others, *mixed]
    epsilon = _rational(level["epsilon"], point, "epsilon")
    best = best_delta(LinearCurve.of(square / 2), epsilon, DIGITS) if square else None
    return [*_from_price("delta", gdp_delta(square, epsilon, DIGITS), best), *others, *_mixed(found, point, epsilon=epsilon)]


def _at_delta(found: Derivation, point: Mapping[str, Fraction], delta: Term) -> list[LevelBound]:
    """Bounds on epsilon at a delta."""
    square, level = _rational(found.square, point, "the price"), _rational(delta, point, "delta")
    best = best_epsilon(LinearCurve.of(square / 2), level, DIGITS) if square else None
    others = [LevelBound(one.name, "epsilon", _least_epsilon(one.bound, found.level, point, level)) for one in _contracted(found)]
    return [*_from_price("epsilon", gdp_epsilon(square, level, DIGITS), best), *others, *_mixed(found, point, delta=level)]


def _from_price(what: str, gaussian: Enclosure, best: Best | None) -> list[LevelBound]:
    """The bounds that the price gives by itself."""
    rows = [LevelBound("Gaussian differential privacy", what, gaussian)]
    if best is not None:
        rows.append(LevelBound("Rényi divergences, best order", what, best.value, f"order {short_number(best.order, 4)}"))
    return rows


def _mixed(found: Derivation, point: Mapping[str, Fraction], *, epsilon: fmpq | None = None, delta: fmpq | None = None) -> list[LevelBound]:
    """What mixing in stages gives, where the process is bounded and has gaps of one size."""
    if found.spec.process.diameter is None:
        return []
    from pabisym.derivation.mixed import delta_by_mixing, epsilon_by_mixing  # numpy and scipy are loaded where they are used

    mixed = epsilon_by_mixing(found.spec, point, delta, DIGITS) if delta is not None else None
    mixed = delta_by_mixing(found.spec, point, epsilon, DIGITS) if epsilon is not None else mixed
    return [] if mixed is None else [LevelBound(MIXING, "delta" if delta is None else "epsilon", *mixed)]


def _contracted(found: Derivation) -> list[Route]:
    return [route for route in found.routes if route.name == "contraction calculus"]


def _least_epsilon(bound: Term, letter: str, point: Mapping[str, Fraction], delta: fmpq) -> Enclosure:
    """The least epsilon at which a bound that falls with it is at most delta; its upper end is a guarantee."""

    def enough(epsilon: Fraction) -> bool:
        if epsilon > LARGEST:
            raise Undecided("no epsilon is large enough")
        at = substitute(bound, {letter: ((), Number(epsilon))})
        return decide(Call("<=", (at, Number(delta))), point) == "true"

    if enough(Fraction(0)):
        return exactly(fmpq(0), DIGITS)
    low, high = doubled_until(enough, Fraction(0), Fraction(1))
    low, high = turning_point(lambda epsilon: not enough(epsilon), low, high, (high - low) / 2**HALVINGS)
    down, up = floor(low * 10**15), ceil(high * 10**15)
    return Enclosure(str(Decimal(down).scaleb(-15)), str(Decimal(up).scaleb(-15)), None, DIGITS, 0)
