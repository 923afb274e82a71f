"""Bounds on what lies beyond a window, for two averages of Gaussians of one variance v.

At the right end B of a window let p be the density of an average of N(m, v) over means m <= m_p.  Its logarithm has the
derivative (E[m | y] - y)/v, at most (m_p - y)/v, and the second derivative -1/v + Var[m | y]/v^2 >= -1/v.  So with
far_p = (B - m_p)/v and the derivative lean_q of log(q) at B, for h > 0,

    p(B + h) <= p(B) exp(-far_p h - h^2/(2v)),        q(B + h) >= q(B) exp(lean_q h - h^2/(2v)),

which bounds every integral below by that of an exponential.  Left ends are mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, fmpq, fmpz

from pabisym.exact_law.clipped_plan import Hull
from pabisym.exact_law.densities import Density
from pabisym.numerics.enclosure import upper_end


@dataclass(frozen=True)
class WindowEdge:
    """A density at one end of a window: its value, and the outward derivative of its logarithm, both balls.

    ``far`` is the distance to the nearest mean, over the variance.
    """

    value: arb
    lean: arb
    far: arb

    @classmethod
    def of(cls, density: Density, hull: Hull, variance: fmpq, end: fmpq, side: int) -> WindowEdge:
        """The right end for ``side`` 1, the left one for -1; the derivative of an error comes from Cauchy's estimate."""
        at, radius = arb(end), arb(variance).sqrt() / 4
        value, slope = density.jet(at.mid(), at.rad())
        value += arb(0, density.missing(at, arb(0)))
        slope += arb(0, density.missing(at, radius) / radius)
        distance = end - hull.high if side > 0 else hull.low - end
        return cls(value, side * slope / value, arb(distance / variance))

    @property
    def known(self) -> bool:
        """Whether the density is seen to be positive, and its means to lie inside."""
        return bool(self.value > 0 and self.far > 0 and self.lean.is_finite())


def gaussian_reach(variance: fmpq, bits: int) -> fmpq:
    """A distance beyond which Gaussian noise of this variance is negligible, exp(-bits) or so; any serves for Laplace noise."""
    return fmpq(fmpz(1) + upper_end((2 * bits * arb(variance)).sqrt() * 1024).floor(), 1024)


def power_tail(p: WindowEdge, q: WindowEdge, order: fmpq) -> arb | None:
    """A bound on the integral of p^order q^(1 - order) beyond an end, for an order > 0; None where there is none yet."""
    if not (p.known and q.known):
        return None
    rate = order * p.far + (1 - order) * (-q.lean if order > 1 else q.far)
    if not rate > 0:
        return None
    return p.value ** arb(order) * q.value ** arb(1 - order) / rate


def kullback_tail(p: WindowEdge, q: WindowEdge, spread: arb) -> arb | None:
    """A bound on the integral of p |log(p/q)|; all means of both lie within ``spread`` variances of one another."""
    if not (p.known and q.known):
        return None
    return p.value * (abs((p.value / q.value).log()) / p.far + spread / (p.far * p.far))
