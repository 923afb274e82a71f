"""A dominating curve gamma -> E_gamma of one step, made of one shape or of two, and its losses on a grid.

Where neighbouring data sets may be exchanged, a step is bounded by one shape for gamma >= 1 and, read backwards, by another or the same
for gamma < 1: E_gamma(P || Q) = 1 - gamma + gamma E_(1/gamma)(Q || P).  The larger of two such curves is convex and starts as 1 does, so it
is again the curve of a pair of laws (Zhu, Dong and Wang 2022, proposition 9; in terms of tradeoff functions it is the operator C_p of Dong,
Roth and Su 2022, section 4).  Its losses above 0 are those of the one shape, below 0 the mirrored ones of the other, and the rest is at 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from flint import arb, fmpq

from pabisym.accounting.grid import DIRECT_BITS, ROUNDING, Masses, masses, rounded_up
from pabisym.accounting.laplace_shape import LaplaceShape, ResponseShape
from pabisym.accounting.shapes import GaussianShape
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.search import doubled_until, turning_point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

POINTS = 6000
"""Outcomes from which cumulants are approximated."""
SHORTEST = fmpq(1, 2**40)
"""Least loss up to which a table goes."""
BLOCK = 1024
"""Length of the two tables of which a geometric sequence is the outer product."""


@dataclass(frozen=True)
class LossTable:
    """Upper bounds ``values[i]`` of masses at the losses (``start`` + i) step, at most (1 + ``excess``) times them; ``lost`` is missing."""

    start: int
    values: Array
    excess: float
    lost: arb

    @property
    def places(self) -> tuple[int, int]:
        """The first and the last grid point."""
        return self.start, self.start + len(self.values) - 1


@dataclass(frozen=True)
class Curve:
    """``above``: the shape for gamma >= 1; ``below``: the one that is read backwards for gamma < 1, None for one pair and all gamma.

    ``backwards`` exchanges P and Q of such a pair.
    """

    above: GaussianShape | LaplaceShape | ResponseShape
    below: GaussianShape | LaplaceShape | ResponseShape | None = None
    backwards: bool = False
    spans = 1
    """Over how many cells of a grid an outcome may be moved."""
    blur = fmpq(0)
    """By how much a loss of the tables exceeds the true one, beside what it is moved by."""

    @property
    def most_loss(self) -> fmpq | None:
        """What no loss exceeds: that of a response; read backwards -log(1 - rate), the chance to find nothing; None of others."""
        if isinstance(self.above, ResponseShape):
            return self.above.move
        if not self.backwards or self.below is not None or self.above.rate == 1:
            return None
        with working_precision(DIRECT_BITS):
            return upper_end(-arb(1 - self.above.rate).log())

    def losses(self) -> tuple[Array, Array]:
        """Losses at a grid of outcomes and the logarithms of their masses under P, about."""
        losses, first, second = self.above.outcomes(POINTS)
        if self.below is None:
            return (-losses, second) if self.backwards else (losses, first)
        mirrored, _, behind = self.below.outcomes(POINTS)
        right, left = losses > 0, mirrored > 0
        rest = 1 - float(np.exp(first[right]).sum()) - float(np.exp(behind[left]).sum())
        middle = math.log(max(rest, 1e-300))
        return np.concatenate([-mirrored[left], [0.0], losses[right]]), np.concatenate([behind[left], [middle], first[right]])

    def reach(self, share: float) -> fmpq:
        """A loss that is exceeded with a probability of at most about ``share``."""
        shapes = {self.above, self.below or self.above}

        def often(x: fmpq) -> bool:
            return any(shape.tails(arb(x).exp())[0] > share for shape in shapes)

        with working_precision(64):
            high = fmpq(1, 64)
            while high > SHORTEST and not often(high):
                high /= 2
            low, high = doubled_until(lambda x: not often(x), fmpq(0), high)
            return turning_point(often, low, high, (high - low) / 2**8)[1]

    def divergence(self, gamma: arb) -> arb:
        """E_gamma of one step, for gamma >= 1."""
        if not self.backwards:
            return self.above.divergence(gamma)
        return 1 - gamma + gamma * self.above.divergence(1 / gamma)

    def table(self, step: fmpq, reach: fmpq, far: float, alone: int = 0) -> LossTable:
        """The losses on a grid, but those of the shapes above ``reach`` and those of outcomes below -``far``.

        ``alone``: where nothing but so many of these losses is added up, and epsilon >= 0.  Read backwards a loss is at most -log(1-q), and
        at most h more on the grid, so that one of less than minus ``alone`` times that leaves the sum below 0 and may be left out.
        """
        top = max(int((reach / step).ceil()), 2)
        if self.below is None:
            with working_precision(DIRECT_BITS):
                start = min(int(lower_end(self.above.loss(arb(-far)) / step).floor()), 0)
                least = -upper_end(arb(1 - self.above.rate).log()) if self.above.rate < 1 else fmpq(0)
            if not self.backwards:
                found = masses(self.above, step, top, start)
                return LossTable(found.start, found.values, found.excess, found.below[0] + found.above[0])
            enough = int((alone * (least / step + 2)).ceil()) + 2 if alone and self.above.rate < 1 else top + 1
            found = masses(self.above, step, min(top, enough), start)
            return _mirrored(found, step, counted=enough > top)
        right = masses(self.above, step, top, 1)
        left = right if self.below == self.above else masses(self.below, step, top, 1)
        mirrored = _mirrored(left, step, counted=True)
        with working_precision(DIRECT_BITS):
            grow = arb(step).exp()
            slope = [(shape.divergence(arb(1)) - shape.divergence(grow)) / (grow - 1) for shape in (self.above, self.below)]
            middle, excess = rounded_up(1 - self.above.divergence(arb(1)) - slope[0] - slope[1])
        values = np.concatenate([mirrored.values, [middle], right.values])
        return LossTable(mirrored.start, values, max(right.excess, mirrored.excess, excess), right.above[0] + mirrored.lost)


def _mirrored(found: Masses, step: fmpq, *, counted: bool) -> LossTable:
    """The losses of Q to P, under Q, from those of P to Q: the mass p e^-l at -l.  What is above is lost only where it is ``counted``."""
    values = found.values * geometric(arb(step), found.start, len(found.values))
    values *= 1 + 8 * ROUNDING
    lost = found.below[1] + (found.above[1] if counted else 0)
    return LossTable(-(found.start + len(values) - 1), values[::-1].copy(), found.excess + 32 * ROUNDING, lost)


def geometric(rate: arb, start: int, count: int, shift: arb | None = None, block: int = BLOCK) -> Array:
    """The floats e^(shift - rate (start + i)) for i = 0, ..., count - 1, each correct to a factor 1 +- 4*2^-53.

    They are products of two numbers that balls round once: of one in ``block``, and of one of the first ``block``.
    """
    with working_precision(128):
        offset = arb(0) if shift is None else shift
        coarse = [float((offset - rate * (start + block * k)).exp().mid()) for k in range(-(-count // block))]
        fine = [float((-rate * k).exp().mid()) for k in range(min(block, count))]
    table: Array = np.multiply.outer(np.array(coarse), np.array(fine)).reshape(-1)
    return table[:count]
