"""Small rational points at which relations hold, and relations written for the solver z3, which only proposes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError
from pabisym.lang.budget import poll
from pabisym.lang.term import RELATIONS, Call, Name, Number, Term
from pabisym.process.sequence import names

MAX_NODES = 100_000
"""Most partial assignments that are looked at for one list of points."""
MAX_POWER = 24
"""Largest exponent that is written for the solver."""
_INTEGERS = tuple(fmpq(n) for n in (1, 2, 3, 0, 4, 5, -1, 6, 7, 8, 10, 12, 16, 20))
_REALS = tuple(fmpq(*pair) for pair in (
    (1, 1), (2, 1), (1, 2), (0, 1), (3, 1), (1, 4), (9, 10), (10, 1), (3, 4), (-1, 1), (1, 10), (4, 1), (99, 100), (1, 100), (100, 1)
))  # fmt: skip


@dataclass(frozen=True)
class Space:
    """The letters with their kinds, and the relations between them."""

    kinds: Mapping[str, str]
    relations: tuple[Term, ...]

    def points(self, nodes: int = MAX_NODES) -> Iterator[dict[str, fmpq]]:
        """Points at which all relations hold, small ones first; after so many steps the search ends."""
        letters = sorted(self.kinds, key=lambda name: (self.kinds[name] != "integer", name))
        values = [_INTEGERS if self.kinds[name] == "integer" else _REALS for name in letters]
        counter = iter(range(nodes))
        for level in range(max((len(v) for v in values), default=1)):
            yield from self._within(letters, values, level, {}, level == 0, counter)

    def _within(self, letters: Sequence[str], values: Sequence[Sequence[fmpq]], level: int, point: dict[str, fmpq], reached: bool,
                counter: Iterator[int]) -> Iterator[dict[str, fmpq]]:
        """Points with values among the first ``level`` + 1, the last of them used at least once."""
        poll()
        if next(counter, None) is None:
            return
        if len(point) == len(letters):
            if reached:
                yield dict(point)
            return
        name, choices = letters[len(point)], values[len(point)]
        for i, value in enumerate(choices[: level + 1]):
            point[name] = value
            if all(holds(relation, point) for relation in self.relations if name in names(relation) and names(relation) <= set(point)):
                yield from self._within(letters, values, level, point, reached or i == level, counter)
            del point[name]


def holds(relation: Term, point: Mapping[str, fmpq]) -> bool:
    """Whether a relation is decided to be true; a side without a value is not."""
    try:
        return decide(relation, point) == "true"
    except InputError:
        return False


# The solver.


class Unsayable(Exception):
    """A term that is not for the solver."""


class Writer:
    """Terms for the solver; ``sides`` collects what must hold for them to have a value."""

    def __init__(self, z3: Any, letters: Mapping[str, Any]) -> None:
        self.z3, self.letters = z3, letters
        self.sides: list[Any] = []

    def relation(self, term: Term) -> Any:
        """A relation for the solver; raises :class:`Unsayable` for what it cannot say."""
        if not isinstance(term, Call) or term.head not in RELATIONS:
            raise Unsayable
        left, right = map(self.number, term.args)
        return {
            "<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right, "==": left == right, "!=": left != right,
        }[term.head]  # fmt: skip

    def number(self, term: Term) -> Any:
        """A value for the solver; raises :class:`Unsayable` for what it cannot say."""
        if isinstance(term, Number):
            return self.z3.number(term.value)
        if isinstance(term, Name):
            if term.name not in self.letters:
                raise Unsayable
            return self.letters[term.name]
        if term.head == "**":
            return self._power(*term.args)
        args = [self.number(a) for a in term.args]
        if term.head == "/":
            self.sides.append(args[1] != 0)
            return args[0] / args[1]
        if term.head == "cases":
            return self.z3.If(args[0] >= 0, args[1], args[2])
        if term.head in ("+", "*"):
            return self.z3.Sum(*args) if term.head == "+" else self.z3.Product(*args)
        if term.head in ("neg", "abs"):
            return -args[0] if term.head == "neg" else self.z3.If(args[0] >= 0, args[0], -args[0])
        if term.head == "sqrt":
            root = self.z3.FreshReal("root")
            self.sides += [root >= 0, root * root == args[0]]
            return root
        raise Unsayable

    def _power(self, base: Term, exponent: Term) -> Any:
        try:
            power = exact_value(exponent, {})
        except InputError:
            raise Unsayable from None
        if power is None or power.q != 1 or abs(power.p) > MAX_POWER:
            raise Unsayable
        value, result = self.number(base), self.z3.Q(1, 1)
        for _ in range(abs(int(power.p))):
            result = result * value
        if power < 0:
            self.sides.append(value != 0)
            return 1 / result
        return result
