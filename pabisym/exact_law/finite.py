"""Laws on finitely many points, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from pabisym.divergence.contraction import positive_parts, push
from pabisym.divergence.hockey_stick import GammaLevel
from pabisym.divergence.renyi import finite
from pabisym.errors import InputError
from pabisym.exact_law.law import ExactLaw, not_together
from pabisym.lang.arguments import NumberLike, public
from pabisym.numerics.enclosure import Enclosure, enclose_value
from pabisym.numerics.parameters import read_law, same_length


@dataclass(frozen=True)
class FiniteLaw(ExactLaw):
    """Probabilities that sum to 1."""

    probabilities: tuple[fmpq, ...]

    @classmethod
    def of(cls, probabilities: Sequence[object], field: str = "law") -> FiniteLaw:
        """Read rationals."""
        return cls(read_law(probabilities, field))

    def _renyi(self, other: ExactLaw, order: fmpq, digits: int) -> Enclosure:
        return finite(order, self.probabilities, _beside(self, other).probabilities, digits)

    def _hockey_stick(self, other: ExactLaw, level: GammaLevel, digits: int) -> Enclosure:
        p, q = self.probabilities, _beside(self, other).probabilities
        return enclose_value(lambda _: positive_parts(p, q, level.gamma), digits, "the hockey-stick divergence")


def _beside(first: FiniteLaw, second: ExactLaw) -> FiniteLaw:
    if not isinstance(second, FiniteLaw):
        raise not_together(first, second)
    same_length(first.probabilities, second.probabilities, "other")
    return second


@public
def finite_chain(start: Sequence[NumberLike], *kernels: Sequence[Sequence[NumberLike]]) -> FiniteLaw:
    """The law after Markov kernels, applied from left to right to the law ``start``; row i of a kernel is the law that follows i.

    >>> import pabisym
    >>> finite_chain = pabisym.laws.finite_chain
    >>> finite_chain([1, 0], [["3/4", "1/4"], ["1/4", "3/4"]], [["1/2", "1/2"], [0, 1]]).probabilities
    (3/8, 5/8)
    """
    law = FiniteLaw.of(start, "start").probabilities
    for k, kernel in enumerate(kernels):
        rows = [FiniteLaw.of(row, f"kernels[{k}][{i}]").probabilities for i, row in enumerate(kernel)]
        same_length(law, [fmpq(0)] * len(rows), f"kernels[{k}]")
        if len({len(row) for row in rows}) != 1:
            raise InputError(f"kernels[{k}]", "has rows of different lengths", "give one probability for each point that follows")
        law = push(law, rows)
    return FiniteLaw(law)
