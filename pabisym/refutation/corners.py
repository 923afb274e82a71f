"""Where a claim may be false although random points do not show it: large numbers of steps, letters near the ends of their domains.

The claim is compared with a formula for what is true, a derived bound, on ladders: integers double, real letters come near the ends
of their domains and grow, by powers of two.  The quotient of the two is made small letter by letter, from random rungs, then in pairs of
letters.  What is found is made small again, and is a proposal: the caller decides it exactly.  All values are enclosed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations

from flint import fmpq

from pabisym.divergence.evaluate import ball_value, decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.budget import poll
from pabisym.lang.rational import to_fraction
from pabisym.lang.simplify import has_sums
from pabisym.lang.term import Call, Name, Number, Term
from pabisym.numerics.evaluator import ReadPoint, TooCoarse
from pabisym.numerics.search import turning_point
from pabisym.process.sequence import names
from pabisym.spec.read import Spec

STARTS = 12
"""From how many random rungs of all ladders, the best of six times as many, the search begins, and from as many others."""
FEW = 3
"""Letters of which pairs are tried with all their rungs."""
SWEEPS = 4
"""How often every letter is moved in turn."""
DOUBLINGS, WITH_SUMS = (*range(23), 27, 34, 48), tuple(range(11))
"""The powers of two on the ladder of an integer; where a sum has to be added up for every value."""
FURTHER = tuple(range(11, 16))
"""The powers of two that an integer is moved to in the end, where a sum has to be added up for every value."""
BITS = (160, 960)
"""Bits of a quotient, so that one that is barely below 1 is seen, and more where these do not tell cases apart."""
EXACT_BITS = 1_000
"""Bits of the largest numbers that are kept as rationals: powers far out have millions."""
SHARES = tuple(Fraction(1, 1 << j) for j in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 24, 34, 48))
"""Parts of a bounded domain that lie between a letter and one of its ends."""
SIZES = tuple(Fraction(2) ** j for j in (-48, -34, -24, -20, -16, -13, -10, -8, *range(-6, 7), 8, 10, 13, 16, 20, 24, 34, 48))
"""Distances from the end of an unbounded domain."""
SIMPLER = tuple(Fraction(n, d) for n, d in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (1, 10), (9, 10), (10, 1), (99, 100), (100, 1),
                                            (999, 1000), (1000, 1), (9999, 10**4), (10**4, 1), (10**5, 1), (10**6, 1), (10**8, 1),
                                            (1, 100), (1, 1000), (1, 10**4), (1, 10**5), (1, 10**6), (1, 10**8)))
"""Values that a point is made of where they do."""
INFINITE, TINY = float("inf"), 1e-30
Point = dict[str, Fraction]


def corners(spec: Spec, claimed: Term, true: Term, starts: Sequence[Mapping[str, Fraction]]) -> Iterator[Point]:
    """Points of the domains at which one formula is below another, simple ones; none is no proof that there is none.

    Raises :class:`~pabisym.lang.budget.OutOfTime` where the time is used up.
    """
    search = _CornerSearch(spec, claimed, true)
    chance, seen = random.Random(20261126), set[tuple[tuple[str, Fraction], ...]]()
    tried = [search.randomly(dict(start), chance) for start in starts for _ in range(6 * STARTS // len(starts) + 1)]
    search.leave_out(tried[:STARTS])
    ends = (search.lowest(start) for start in [*map(dict, starts[:2]), *sorted(tried, key=search.quotient)[:STARTS], *tried[:STARTS]])
    for low in chain(ends, map(search.further, map(dict, starts[:1]))):
        if search.below(low):
            found = search.simple(low)
            if tuple(found.items()) not in seen:
                seen.add(tuple(found.items()))
                yield found


@dataclass
class _CornerSearch:
    """The quotient of a claim and of what is true, over the domains of a spec."""

    spec: Spec
    claimed: Term
    true: Term
    letters: list[str] = field(init=False)
    has_sums: bool = field(init=False)

    def __post_init__(self) -> None:
        self.ratio = Call("/", (self.claimed, self.true))
        self.over = Call("+", (self.ratio, Number(-1)))
        self.relations = [relation for _, relation in self.spec.scope().known]
        self.ends = {name: tuple(self._named_ends(name)) for name in self.spec.symbols}
        self.all_letters = self.letters = sorted(names(self.ratio) & set(self.spec.symbols))
        self.has_sums = has_sums(self.ratio)
        doublings = WITH_SUMS if self.has_sums else DOUBLINGS
        self.counts = (0, *(1 << j for j in doublings), 3, 6, 12)
        self.known: dict[tuple[int, ...], float] = {}

    def leave_out(self, starts: Sequence[Mapping[str, Fraction]]) -> None:
        """Move no letter that changes the quotient nowhere on its ladder, such as a size that both formulas have as a factor."""
        def moves(name: str) -> bool:
            return any(abs(self.quotient({**start, name: value}) - self.quotient(start)) > TINY
                       for start in starts if self.quotient(start) < INFINITE for value in self.ladder(name, start)[::2])

        self.letters = [name for name in self.letters if moves(name)]
        self.known.clear()

    def quotient(self, point: Mapping[str, Fraction]) -> float:
        """The claim over what is true, less 1; infinite where one of them has no value."""
        key = tuple(part for name in self.letters for part in (point[name].numerator, point[name].denominator))
        if key not in self.known:
            poll()
            self.known[key] = INFINITE
            with suppress(InputError, Undecided, OverflowError):
                self.known[key] = self._value(point)
        return self.known[key]

    def _value(self, point: Mapping[str, Fraction]) -> float:
        at = _read(point)
        for bits in BITS:
            with suppress(TooCoarse):
                value = ball_value(self.over, at, bits, exact_bits=EXACT_BITS)
                return int(value.p) / int(value.q) if isinstance(value, fmpq) else float(value.upper())
        return INFINITE

    def below(self, point: Mapping[str, Fraction]) -> bool:
        """Is the claim below what is true."""
        return self.quotient(point) < 0

    def allowed(self, point: Mapping[str, Fraction]) -> bool:
        """Do all relations between the letters hold."""
        return is_allowed(self.spec, self.relations, point)

    def ladder(self, name: str, point: Mapping[str, Fraction]) -> list[Fraction]:
        """Values of a letter between the ends of its domain, which may depend on the others."""
        low, high = self._ends(name, point)
        if self.spec.symbols[name].kind == "integer":
            lows = [low + count for count in self.counts] if low is not None else [Fraction(count) for count in self.counts]
            return lows + ([high - count for count in self.counts] if high is not None else [])
        if low is not None and high is not None:
            return [low + (high - low) * share for share in SHARES] + [high - (high - low) * share for share in SHARES] + [low, high]
        if low is None and high is None:
            return [sign * size for size in SIZES for sign in (1, -1)]
        return [low + size for size in SIZES] + [low] if low is not None else [(high or Fraction(0)) - size for size in SIZES]

    def _ends(self, name: str, point: Mapping[str, Fraction]) -> tuple[Fraction | None, Fraction | None]:
        """The largest lower and the least upper end of a letter that the relations name."""
        ends: dict[bool, list[Fraction]] = {True: [], False: []}
        for other, upper in self.ends[name]:
            with suppress(InputError, Undecided):
                value = exact_value(other, {own: point[own] for own in names(other)})
                if value is not None:
                    ends[upper].append(to_fraction(value))
        return max(ends[False], default=None), min(ends[True], default=None)

    def _named_ends(self, name: str) -> Iterator[tuple[Term, bool]]:
        """What the relations say that a letter is at least, or with True at most."""
        for relation in self.relations:
            if isinstance(relation, Call) and relation.head[0] in "<>":
                left, right = relation.args
                for this, other, upper in ((left, right, relation.head[0] == "<"), (right, left, relation.head[0] == ">")):
                    if this == Name(name) and name not in names(other):
                        yield other, upper

    def randomly(self, point: Point, chance: random.Random) -> Point:
        """A point with a random rung for every letter, those that the domains allow."""
        for name in chance.sample(self.letters, len(self.letters)):
            other = {**point, name: chance.choice(self.ladder(name, point))}
            point = other if self.allowed(other) else point
        return point

    def lowest(self, point: Point) -> Point:
        """A point from which no rung of one letter, or of two, leads further down, or one below 0."""
        for sweep in range(SWEEPS):
            before = self.quotient(point)
            for name in self.letters:
                point = self._moved(point, (name,))
                if self.below(point):
                    return point
            if self.quotient(point) >= before and sweep:
                break
        for pair in combinations(self.letters, 2):
            point = self._moved(point, pair, every=1 if len(self.letters) <= FEW else 3)
            if self.below(point):
                break
        return point

    def further(self, point: Point) -> Point:
        """A point beyond the ladder of an integer, or of all, the nearest one below 0; the same where none is, or nothing is summed."""
        integers = [name for name in point if self.spec.symbols[name].kind == "integer"]
        if self.letters != self.all_letters:  # one that was left out may count out there
            self.letters = self.all_letters
            self.known.clear()
        for group in [[name] for name in integers] + [integers] if self.has_sums else ():
            others = ({**point, **{name: point[name] + (1 << power) for name in group}} for power in FURTHER)
            found = next((one for one in others if self.allowed(one) and self.below(one)), None)
            if found is not None:
                return found
        return point

    def _moved(self, point: Point, letters: Sequence[str], every: int = 1) -> Point:
        """The best of the points where some letters have other values of their ladders."""
        others = [point]
        for name in letters:
            others = [{**one, name: value} for one in others for value in [one[name], *self.ladder(name, one)[::every]]]
        now, rated = self.quotient(point), [(self.quotient(one), one) for one in others]
        better = sorted((pair for pair in rated if pair[0] < now), key=lambda pair: pair[0])
        return next((one for _, one in better if self.allowed(one)), point)

    def simple(self, point: Point) -> Point:
        """A point below with small integers and simple numbers."""
        integers = [name for name in point if self.spec.symbols[name].kind == "integer"]
        groups = [(name,) for name in integers] + [tuple(pair) for pair in combinations(integers, 2)] + [tuple(integers)]
        for _ in range(2):
            for group in groups:
                point = self._smaller(point, group)
            for name in point:
                point = point if name in integers else self._simpler(point, name)
        return point

    def _serves(self, point: Point) -> bool:
        return self.allowed(point) and self.below(point)

    def _smaller(self, point: Point, group: Sequence[str]) -> Point:
        """The same with some integers less by as much as halving the way to the lower ends shows."""
        def less(by: int) -> Point:
            return {**point, **{name: point[name] - by for name in group}}

        most = min((int(point[name]) for name in group), default=0)
        return less(turning_point(lambda by: self._serves(less(by)), 0, most + 1, 1)[0])

    def _simpler(self, point: Point, name: str) -> Point:
        size = len(str(point[name]))
        shorter = ({**point, name: value} for value in SIMPLER if len(str(value)) < size)
        return next((one for one in shorter if self._serves(one)), point)


def is_allowed(spec: Spec, relations: Iterable[Term], point: Mapping[str, Fraction]) -> bool:
    """Are the integers of a spec integers at a point, and do some relations certainly hold there."""
    if any(symbol.kind == "integer" and point[name].denominator != 1 for name, symbol in spec.symbols.items() if name in point):
        return False
    at = _read(point)
    with suppress(InputError, Undecided):
        return all(decide(relation, at) == "true" for relation in relations)
    return False


def _read(point: Mapping[str, Fraction]) -> ReadPoint:
    return ReadPoint({name: fmpq(value.numerator, value.denominator) for name, value in point.items()})
