"""From what losses reveal that were moved to a grid back to the true losses: how much less these may reveal.

A loss is moved to one of at most r + 1 neighbouring points of a grid of the step h, such that the mean of e^-move stays 1 given the loss.
Of all laws of e^-move with the mean 1 on an interval whose ends have the ratio e^(rh), those at both ends are the largest in convex order.
Such a law is a test with two outcomes whose odds differ by the factor e^(rh), and N(s, 1) beside N(0, 1) reveals as much as each of them
where s is at least the largest slope of Phi^-1 over the logistic function, times rh.  With I the density of N(0, 1) at its quantile u that
slope is the largest u (1 - u)/I(u), which is sqrt(2 pi)/4, at 1/2: I(u) - 4 u (1 - u)/sqrt(2 pi) is 0 at 0 and 1/2 and flat at 1/2, and
its second derivative 8/sqrt(2 pi) - 1/I(u) increases in between, so that it is nowhere negative.

So e^-move is below e^-S in convex order, with S normal of the variance v = pi (rh)^2/8 and the mean v/2; and so is, one step after the
other, the product over all steps, S then having the sum of the variances.  With delta'(epsilon) that of the moved losses,

    delta'(epsilon) <= mean of delta(epsilon - S),

and delta is convex in e^epsilon: between points epsilon - k D it lies below the lines through these.  At all of them but k = 0 an upper
bound of delta is known, and beyond them that of Chernoff; what is left is a lower bound of delta(epsilon) itself, which is second order in
h.  At an epsilon between two grid points it is at least on the line between theirs, as all terms are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from flint import arb, fmpq

from pabisym.accounting.composition import BITS, TINY, ComposedLosses
from pabisym.errors import Undecided
from pabisym.numerics.evaluator import tail, working_precision

VARIANCE = fmpq(3927, 10000)
"""At least pi/8."""
APART = 1.75
"""The distance D, in standard deviations of S: about the best one."""
KNOTS = 6
"""How many points are on each side of epsilon."""


@dataclass(frozen=True)
class UnmovedLosses:
    """Lower bounds of delta from ``composed`` moved losses.

    ``own`` is the weight of delta(epsilon), ``others`` those of the points so many places away, ``far`` that of Chernoff's bound at
    epsilon, ``part`` where in its cell epsilon less the blur is: at the share 1 - part of the cell below.
    """

    composed: ComposedLosses
    own: arb
    others: Sequence[tuple[int, arb]]
    far: arb
    part: arb

    @classmethod
    def of(cls, composed: ComposedLosses, cells: int, blur: fmpq) -> UnmovedLosses:
        """For losses moved by so many cells in all steps together (the sum of the squares of how many in each), of tables whose losses
        exceed the true ones by at most ``blur``.

        Raises :class:`~pabisym.errors.Undecided` where that is more than a step of the grid.
        """
        if blur > composed.window.step:
            raise Undecided("the chances of hits are not accurate enough for so fine a grid")
        step, tilt = composed.window.step, arb(composed.window.tilt)
        with working_precision(BITS):
            square = step**2 * cells * VARIANCE
            half, deviation = arb(square) / 2, arb(square).sqrt()
            apart = max(round(APART * float((deviation / step).mid())), 1)
            width = step * apart
            least = (-arb(width)).exp()
            beyond = [(tail((width * k - half) / deviation), tail((width * k + half) / deviation)) for k in range(-KNOTS, KNOTS + 1)]
            weights = [arb(0)] * (2 * KNOTS + 1)
            weights[0] += 1 - beyond[0][0]  # delta is no larger where epsilon is
            for place, (near, next_one) in enumerate(pairwise(beyond)):
                mass, mean = near[0] - next_one[0], (near[1] - next_one[1]) * (arb(width) * (place - KNOTS)).exp()
                share = (mass - mean) / (1 - least)
                weights[place] += mass - share
                weights[place + 1] += share
            far = (tilt * (half * (1 + tilt) + arb(blur))).exp() * tail((width * KNOTS - half * (1 + 2 * tilt)) / deviation)
            others = [(apart * (place - KNOTS), weight) for place, weight in enumerate(weights) if place != KNOTS]
            part = (1 - (-arb(blur)).exp()) / (1 - (-arb(step)).exp())
            return cls(composed, weights[KNOTS].upper(), others, far, part)

    def over(self, place: int, level: arb) -> arb:
        """A number that is positive only where delta, at epsilon = ``place`` * step less the blur, is above ``level``.

        Between two places the one on the line between their numbers, in e^epsilon, says the same.
        """
        with working_precision(BITS):
            rest = self.far * self._most(place) + sum((weight * self._upper(place - back) for back, weight in self.others), arb(0))
            return (self.composed.bounds(place)[0] - rest - self.own * level).lower()

    def _upper(self, place: int) -> arb:
        """At least delta at a place less the blur."""
        upper = self._at(place)
        return upper if self.part == 0 else upper + self.part * (self._at(place - 1) - upper)

    def _at(self, place: int) -> arb:
        return self.composed.bounds(place)[1] if place + 1 >= self.composed.window.bottom else self._most(place)

    def _most(self, place: int) -> arb:
        """Chernoff's bound."""
        window = self.composed.window
        return (self.composed.log_scale - arb(window.tilt * window.step) * place).exp() * (1 + TINY) + self.composed.lost
