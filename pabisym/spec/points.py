"""Points of the domains of a spec: random ones, and letters that follow from others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError
from pabisym.kernel.exact import Scope, difference
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.term import ZERO, Call, Term
from pabisym.numerics.evaluator import Point, read_point
from pabisym.process.sequence import names
from pabisym.proof.certificate import written

Letters: TypeAlias = Mapping[str, Fraction]
ATTEMPTS = 300
"""Attempts per point that is asked for."""
SAMPLES = 40
"""Points at which a relation is tried before it is said not to follow."""
WIDTH = 6
"""Length of the range from which integers are drawn where a letter is bounded on one side only."""
WIDTHS = (fmpq(1, 2), fmpq(2), fmpq(WIDTH))
"""Lengths of the ranges from which other numbers are drawn there."""
END_SHARE = 0.125
"""How often a number is an end of its closed range."""


@dataclass(frozen=True)
class _Range:
    """Bounds of one letter, the others being given; an end that is None is open to infinity."""

    low: fmpq | None = None
    high: fmpq | None = None
    strict_low: bool = False
    strict_high: bool = False

    def above(self, bound: fmpq, *, strict: bool) -> _Range:
        if self.low is not None and (self.low, self.strict_low) >= (bound, strict):
            return self
        return _Range(bound, self.high, strict, self.strict_high)

    def below(self, bound: fmpq, *, strict: bool) -> _Range:
        if self.high is not None and (self.high, not self.strict_high) <= (bound, not strict):
            return self
        return _Range(self.low, bound, self.strict_low, strict)

    def integers(self) -> _Range:
        """The same for an integer, with closed ends."""
        low, high = self.low, self.high
        if low is not None:
            low = fmpq(low.floor() + 1 if self.strict_low else low.ceil())
        if high is not None:
            high = fmpq(high.ceil() - 1 if self.strict_high else high.floor())
        return _Range(low, high)


def range_of(name: str, relations: Sequence[Call], at: Point) -> _Range:
    """Bounds of a letter from the relations that are linear in it and whose other letters are given."""
    found = _Range()
    for relation in relations:
        if name not in names(relation) or not names(relation) <= {name, *at} or relation.head == "!=":
            continue
        expression, sign = difference(relation)
        line = _line(expression, name, at)
        if line is None or line[0] == 0:
            continue
        slope, offset = line
        bound = -offset / slope
        if sign == "==":
            return found.above(bound, strict=False).below(bound, strict=False)
        found = found.above(bound, strict=sign == ">") if slope > 0 else found.below(bound, strict=sign == ">")
    return found


def _line(term: Term, name: str, at: Point) -> tuple[fmpq, fmpq] | None:
    """Slope and offset of a term in one letter, where three of its values lie on a line."""
    values = []
    for x in (1, 2, 3):
        try:
            value = exact_value(term, Point({**at, name: fmpq(x)}))
        except InputError:
            return None
        if value is None:
            return None
        values.append(value)
    slope = values[1] - values[0]
    return (slope, values[0] - slope) if values[2] - values[1] == slope else None


def cleared(scope: Scope) -> list[Call]:
    """The known relations, those with denominators also without them."""
    found = []
    for _, relation in scope.known:
        if isinstance(relation, Call):
            expression, sign = difference(relation)
            top = written(scope.arithmetic, scope.arithmetic.normal(expression).top)
            found += [relation, Call(sign, (top, ZERO))]
    return found


def complete(scope: Scope, given: Mapping[str, object], introduced: Sequence[str]) -> dict[str, Fraction]:
    """The letters that are given, and those of ``introduced`` that the relations then leave one value.

    Raises :class:`~pabisym.errors.InputError` for values that are inexact or outside a domain.
    """
    at = Point(read_point(given))
    for name, value in at.items():
        if scope.kinds.get(name) == "integer" and value.q != 1:
            raise InputError(name, "the value is not an integer", f"{name} is declared integer")
    relations = cleared(scope)
    for name in introduced:
        if name not in at:
            bounds = range_of(name, relations, at)
            bounds = bounds.integers() if scope.kinds[name] == "integer" else bounds
            if bounds.low is not None and bounds.low == bounds.high:
                at[name] = bounds.low
    for label, relation in scope.known:
        if isinstance(relation, Call) and names(relation) <= set(at) and decide(relation, at) == "false":
            raise InputError(label, f"{to_text(relation)} is false at these letters", "give values inside the domains")
    return {name: to_fraction(value) for name, value in at.items()}


def satisfying(scope: Scope, count: int, seed: int) -> Iterator[dict[str, Fraction]]:
    """Random rational points at which all known relations hold; integers are small.

    Raises :class:`~pabisym.errors.InputError` when a number of attempts finds none.
    """
    draw = random.Random(seed)
    relations = cleared(scope)
    orders = _orders(scope, draw)
    order = next(orders)
    for _ in range(count):
        for _ in range(ATTEMPTS):
            point = _attempt(scope, relations, order, draw)
            if point is not None:
                yield point
                break
            order = next(orders)
        else:
            raise InputError("symbols", f"no point of the domains was found in {ATTEMPTS} attempts", "check that they are not empty")


def populated(scope: Scope) -> bool:
    """Is a point of the domains found."""
    try:
        return bool(next(satisfying(scope, 1, 0)))
    except InputError:
        return False


def failing(scope: Scope, relation: Call) -> dict[str, Fraction]:
    """A point of the domains at which a relation fails; empty where none is found."""
    try:
        for point in satisfying(scope, SAMPLES, 0):
            if decide(relation, point) == "false":
                return point
    except InputError:
        return {}
    return {}


def _orders(scope: Scope, draw: random.Random) -> Iterator[list[str]]:
    """Orders in which letters are drawn: first those that a domain mentions, or last those; then at random."""
    order: dict[str, None] = {}
    mentioned = {
        name: [other for label, fact in scope.known if label.partition(" (")[0] == f"domain of {name}" for other in sorted(names(fact))]
        for name in scope.kinds
    }
    pending: list[str] = list(scope.kinds)[::-1]
    while pending:
        name = pending.pop()
        missing = [other for other in mentioned.pop(name, ()) if other in mentioned]
        if missing:
            pending += [name, *missing]
        else:
            order[name] = None
    yield list(order)
    yield list(reversed(order))
    while True:
        yield draw.sample(list(order), len(order))


def _attempt(scope: Scope, relations: Sequence[Call], order: Sequence[str], draw: random.Random) -> dict[str, Fraction] | None:
    at = Point()
    for name in order:
        bounds = range_of(name, relations, at)
        value = _whole(bounds.integers(), draw) if scope.kinds[name] == "integer" else _rational(bounds, draw)
        if value is None:
            return None
        at[name] = value
    try:
        held = all(decide(relation, at) == "true" for _, relation in scope.known)
    except InputError:
        return None
    return {name: to_fraction(at[name]) for name in scope.kinds} if held else None


def _whole(bounds: _Range, draw: random.Random) -> fmpq | None:
    low, high = bounds.low, bounds.high
    if low is None:
        low = fmpq(-WIDTH) if high is None else high - WIDTH
    high = low + WIDTH if high is None else min(high, low + 2 * WIDTH)
    return fmpq(draw.randint(int(low), int(high))) if low <= high else None


def _rational(bounds: _Range, draw: random.Random) -> fmpq | None:
    low, high = bounds.low, bounds.high
    if low is not None and low == high:
        return None if bounds.strict_low or bounds.strict_high else low
    ends = [end for end, strict in ((low, bounds.strict_low), (high, bounds.strict_high)) if end is not None and not strict]
    if ends and draw.random() < END_SHARE:
        return draw.choice(ends)
    width = draw.choice(WIDTHS)
    if low is None:
        low = -width if high is None else high - width
    high = low + 2 * width if high is None else high
    steps = draw.choice((2, 3, 4, 5, 8))
    return low + (high - low) * fmpq(draw.randint(1, steps - 1), steps) if low < high else None
