"""Dice that are mostly fair: numbers, formulas, and now and then something that nobody would write."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

NASTY = (
    "0", "-1", "1e-20", "1e6", "1e20", "1e-10", "1e9999", "-1e9999", "1e-5000", "1e99999999", "10**9", "1/0", "0/0", "nan", "inf", "-inf",
    "0x10", "9" * 400, "1/" + "7" * 300, " 1 ", "\u0661", "1_000", "+1", "-0", "1.", ".5", "1e-9", "", "true", "1e", "1e+", "--1", "1,5",
    "1 000", "\u00bd", "2\u22121", "1;2", "\x00", "\ud800", "a" * 3000, "[1]", "1e-320", "1e308", "999999999999999999999999",
)  # fmt: skip
"""Numbers at the edges, and what is none."""
EDGES = ("0", "1", "1e-12", "1e-300", "1e12", "1000000", "1/1000003", "0.1", "99999999999", "1e-40", "1e40", "2", "7/3")
"""Numbers at the edges that are numbers."""


class Dice:
    """Random choices of one case; in most cases nothing is nasty, in some about one thing is, in few many are."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.nasty = rng.choice((0.0, 0.0, 0.0, 0.0, 0.01, 0.02, 0.02, 0.15))
        self.edgy = rng.choice((0.0, 0.0, 0.02, 0.05, 0.3))

    def one(self, options: Sequence[T]) -> T:
        """One of them."""
        return self.rng.choice(options)

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.rng.random() < share

    def fraction(self, low: str | int = 0, high: str | int = 4) -> str:
        """A rational number between two others, often a simple one, as it may be written."""
        if self.often(self.nasty):
            return self.one(NASTY)
        if self.often(self.edgy):
            return self.one(EDGES)
        a, b = Fraction(low), Fraction(high)
        bottom = self.one((1, 1, 2, 2, 3, 4, 5, 7, 10, 100, 997))
        value = a + (b - a) * Fraction(self.rng.randint(0, 12 * bottom), 12 * bottom)
        if self.often(0.3):
            value = Fraction(round(value * bottom), bottom) if a <= Fraction(round(value * bottom), bottom) <= b else value
        if self.often(0.3):
            return format(float(value), ".4g") if a <= Fraction(format(float(value), ".4g")) <= b else str(value)
        return str(value)

    def positive(self, high: str | int = 4) -> str:
        """A rational number above 0."""
        return self.fraction(Fraction(high) / 50, high) if not isinstance(high, str) else self.fraction("1/100", high)

    def small(self) -> str:
        """A probability like a delta."""
        return self.fraction() if self.often(self.nasty) else self.one(("1e-5", "1e-6", "1/100", "1/1000", "0.1", "1e-9", "1/3", "1e-12", "1e-30"))

    def integer(self, low: int, high: int) -> str:
        """An integer between two others."""
        if self.often(self.nasty):
            return self.one(NASTY)
        return str(self.rng.randint(low, high))

    def formula(self, letters: Sequence[str], depth: int = 3) -> str:
        """A formula, positive where its letters are."""
        if depth == 0 or self.often(0.25):
            return self.one((*letters, *letters, self.positive(), str(self.rng.randint(1, 9))))
        if self.often(self.nasty / 3):
            return self.one(("sin(1)", "lambda x: x", "__import__('os')", "((((1))))", "1 +", "f(x)", "a.b", "'1'", "x[0]", "2**2**2**2**9", "10**10**10"))
        a, b = self.formula(letters, depth - 1), self.formula(letters, depth - 1)
        return self.one((f"{a} + {b}", f"({a})*({b})", f"({a})/({b})", f"sqrt({a})", f"min({a}, {b})", f"max({a}, {b})", f"({a})**2",
                         f"log(1 + {a})", f"exp(-({a}))", f"abs({a} - {b})", f"({a})/(1 + {b})", f"floor({a}) + 1", f"cases({a} - {b}, {a}, {b})",
                         f"erfc({a})", f"harmonic(ceiling({a}))", f"theta({a}, {b})", f"sum({a}, k, 1, {self.integer(0, 9)})", f"({a})**({b})"))  # fmt: skip

    def spoiled(self, text: str) -> str:
        """A text with one change that a slip of the hand makes, in a nasty case; else as it is."""
        if not self.often(self.nasty * 2):
            return text
        at = self.rng.randrange(len(text) + 1)
        kind = self.rng.randrange(5)
        if kind == 0:
            return text[:at] + text[at + 1 :]
        if kind == 1:
            return text[:at] + self.one(tuple("\"'{}[](),:=+-*/.0aZ\n\\\x00\u00e9\u202e#")) + text[at:]
        if kind == 2:
            return text[:at] + text[max(0, at - self.rng.randint(1, 30)) :]
        if kind == 3:
            return text[:at]
        return text[:at] + self.one(NASTY) + text[at:]

    def shaken(self, data: Any) -> Any:
        """JSON with one node that is lost, doubled or of another kind, in a nasty case; else as it is."""
        if not self.often(self.nasty * 4):
            return data
        data = json.loads(json.dumps(data))
        places = list(_places(data))
        if not places:
            return data
        holder, key = self.one(places)
        change = self.rng.randrange(4)
        if change == 0:
            del holder[key]
        elif change == 1:
            holder[key] = self.one((None, True, 0, -1, 1.5, 10**30, "", "x", [], {}, [[]], self.one(NASTY), {"a": 1}, [1, "2"]))
        elif change == 2:
            other, place = self.one(places)
            holder[key] = json.loads(json.dumps(other[place])) if isinstance(other, list) or place in other else None
        elif isinstance(holder, dict):
            holder[self.one(("", " ", "x", "steps", "\u202e", "__class__"))] = 1
        return data


def _places(data: Any) -> list[tuple[Any, Any]]:
    keys = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    return [(data, key) for key in keys] + [place for key in keys for place in _places(data[key])]


Make = Callable[[Dice], dict[str, Any]]
"""What makes a case from dice."""


class Entrance(NamedTuple):
    """A function under its name: how it is called with arguments by name, what it takes, by what other words errors name these."""

    call: Callable[..., object]
    sound: Make
    weight: float = 1.0
    also: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    """Arguments that are functions of the caller's, whose own errors are the caller's."""
    right: Callable[[Any, dict[str, Any]], Iterator[tuple[str, str]]] | None = None
    """What is known another way of the value of a sound call: names of comparisons, and what is wrong, empty where nothing is."""
