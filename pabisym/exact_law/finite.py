"""Laws on finitely many points, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from pabisym.divergence.hockey_stick import GammaLevel
from pabisym.divergence.renyi import finite
from pabisym.errors import InputError
from pabisym.exact_law.law import ExactLaw, not_together
from pabisym.numerics.enclosure import Enclosure, enclose_value
from pabisym.numerics.evaluator import TooCoarse, Value, working_precision
from pabisym.numerics.parameters import same_length, vector


@dataclass(frozen=True)
class FiniteLaw(ExactLaw):
    """Probabilities that sum to 1."""

    probabilities: tuple[fmpq, ...]

    @classmethod
    def of(cls, probabilities: Sequence[object], field: str = "law") -> FiniteLaw:
        """Read rationals."""
        law = vector(probabilities, field)
        if any(p < 0 for p in law) or sum(law, fmpq(0)) != 1:
            raise InputError(field, "is no law", "give probabilities that are 0 or more and sum to 1 exactly")
        return cls(law)

    def _renyi(self, other: ExactLaw, order: fmpq, digits: int) -> Enclosure:
        return finite(order, self.probabilities, _beside(self, other).probabilities, digits)

    def _hockey_stick(self, other: ExactLaw, level: GammaLevel, digits: int) -> Enclosure:
        pairs = list(zip(self.probabilities, _beside(self, other).probabilities, strict=True))

        def value(bits: int) -> Value:
            with working_precision(bits):
                return sum((_positive(p, q, level.gamma) for p, q in pairs), fmpq(0))

        return enclose_value(value, digits, "the hockey-stick divergence")


def _positive(p: fmpq, q: fmpq, gamma: Value) -> Value:
    """max(p - gamma*q, 0); e^epsilon is irrational for a rational epsilon other than 0, so that more bits decide."""
    if p == 0 or q == 0:
        return p
    difference = p - gamma * q
    if difference <= 0:
        return fmpq(0)
    if not difference > 0:
        raise TooCoarse("the sign of a difference is not seen")
    return difference


def _beside(first: FiniteLaw, second: ExactLaw) -> FiniteLaw:
    if not isinstance(second, FiniteLaw):
        raise not_together(first, second)
    same_length(first.probabilities, second.probabilities, "other")
    return second


def finite_chain(start: Sequence[object], *kernels: Sequence[Sequence[object]]) -> FiniteLaw:
    """The law after Markov kernels, applied from left to right to the law ``start``; row i of a kernel is the law that follows i.

    >>> finite_chain([1, 0], [["3/4", "1/4"], ["1/4", "3/4"]], [["1/2", "1/2"], [0, 1]]).probabilities
    (3/8, 5/8)
    """
    law = FiniteLaw.of(start, "start").probabilities
    for k, kernel in enumerate(kernels):
        rows = [FiniteLaw.of(row, f"kernels[{k}][{i}]").probabilities for i, row in enumerate(kernel)]
        same_length(law, [fmpq(0)] * len(rows), f"kernels[{k}]")
        if len({len(row) for row in rows}) != 1:
            raise InputError(f"kernels[{k}]", "has rows of different lengths", "give one probability for each point that follows")
        law = tuple(sum((p * row[j] for p, row in zip(law, rows, strict=True)), fmpq(0)) for j in range(len(rows[0])))
    return FiniteLaw(law)
