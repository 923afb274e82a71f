"""Algorithms as their pages write them, run without noise in exact numbers: do they go downhill, and which records do they use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from pabisym.library.statement import Verdict

RECORDS, RATE = 5, Fraction(1, 8)
"""Number of records, and the step size of the runs."""


def loss(w: Fraction) -> Fraction:
    """The mean over the records x_i = i/10 of (w - x_i)^2/2."""
    return sum(((w - _record(i)) ** 2 / 2 for i in range(1, RECORDS + 1)), Fraction(0)) / RECORDS


def _record(i: int) -> Fraction:
    return Fraction(i, 2 * RECORDS)


def descends(batch: Callable[[int], Iterable[int]], steps: int, each: int, sign: int = -1) -> tuple[Verdict, str]:
    """Is the loss less after a run, does the run stay in K = [-1, 1], and does it use every record ``each`` times.

    ``batch(t)`` are the numbers, from 1 on, of the records whose mean gradient step t = 0..steps - 1 uses, by the page's formula;
    ``sign`` is that in front of the gradient.  The run starts at 1, and is projected to K after every step.
    """
    w, used = Fraction(1), Counter[int]()
    for t in range(steps):
        chosen = tuple(batch(t))
        used.update(chosen)
        gradient = sum((w - _record(i) for i in chosen), Fraction(0)) / len(chosen)
        w = max(Fraction(-1), min(Fraction(1), w + sign * RATE * gradient))
    even = used == Counter(dict.fromkeys(range(1, RECORDS + 1), each))
    seen = f"the loss goes from {loss(Fraction(1))} to {float(loss(w)):.3g}; every record is used {each} times: {'yes' if even else 'no'}"
    return ("true" if even and loss(w) < loss(Fraction(1)) else "false"), seen


def in_turn(passes: int = 1) -> tuple[Verdict, str]:
    """:func:`descends` where the records are used one by one in their order, in each of some passes."""
    return descends(lambda t: (t % RECORDS + 1,), passes * RECORDS, passes)


def all_at_once() -> tuple[Verdict, str]:
    """:func:`descends` where each of 8 steps uses all records."""
    return descends(lambda t: range(1, RECORDS + 1), 8, 8)
