"""One step of a sampled Gaussian mechanism: which pair of laws dominates it, and the law of its privacy loss, in balls.

A step adds unit Gaussian noise to a sum.  With probability q the sum contains the record in which the two data sets differ.  Let mu_0
be the law of the output without that record, mu_1 and nu_1 the laws with it in the one and in the other data set, u a bound of the
distance by which mu_1 is a shift of mu_0 and v one of the distance of mu_1 to nu_1 (given what else was sampled; in units of the
noise).  For gamma >= 1,

    E_gamma((1-q) mu_0 + q mu_1 || (1-q) mu_0 + q nu_1) = sup over events A of q mu_1(A) - (gamma-1)(1-q) mu_0(A) - gamma q nu_1(A).

By the lemma of Neyman and Pearson an event with mu_1(A) = Q(z), Q the Gaussian tail, has mu_0(A) >= Q(z+u) and nu_1(A) >= Q(z+v).  So
the supremum is at most that of q Q(z) - (gamma-1)(1-q) Q(z+u) - gamma q Q(z+v) over z, which half-lines attain for

    P = (1-q) N(0, 1) + q N(u, 1),     Q = (1-q) N(0, 1) + q N(u-v, 1).

Three shapes of it have a privacy loss log(dP/dQ) that is inverted in closed form: v = u, v = 2u and u = 2v.  Mixtures over what else was
sampled change nothing, because E_gamma is jointly convex.

The law of the privacy loss under P is known to balls in two ways: by E_gamma, at points, and by its density as a power series.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from flint import arb, arb_series, fmpq

from pabisym.numerics.evaluator import tail

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Number = TypeVar("Number", arb, arb_series)
Kind = Literal["absent", "opposite", "half"]
REACH = 30.0
"""Standard deviations around the means that are looked at in floats."""


@dataclass(frozen=True)
class GaussianShape:
    """The pair P = (1-q) N(0,1) + q N(u,1) and Q = (1-q) N(0,1) + q N(u-v,1), for 0 < ``rate`` q <= 1.

    ``kind`` says v = u (``"absent"``: the record is missing in Q), v = 2u (``"opposite"``), or u = 2v (``"half"``: used above the loss 0
    only, where alone the loss is increasing).  ``square`` is u^2, a positive rational.
    """

    kind: Kind
    rate: fmpq
    square: fmpq

    def place(self, gamma: Number) -> Number:
        """The x above which the likelihood ratio of P and Q exceeds gamma, a ball or a power series."""
        q, u, half = arb(self.rate), self.first, (arb(self.square) / 2)
        if self.kind == "absent":
            return ((gamma - (1 - q)) / q).log() / u + u / 2
        if self.kind == "opposite":
            near = q * (-half).exp()
            middle = (gamma - 1) * (1 - q)
            root = (middle * middle + gamma * (4 * near * near)).sqrt()
            return ((middle + root) / (2 * near)).log() / u
        far, near = q * (-half).exp(), q * (-half / 4).exp()
        middle = gamma * near
        root = (middle * middle + (gamma - 1) * (4 * far * (1 - q))).sqrt()
        return ((middle + root) / (2 * far)).log() / (u / 2)

    @property
    def first(self) -> arb:
        """The distance u."""
        return arb(self.square).sqrt()

    @property
    def other(self) -> arb:
        """The place u - v of the second component of Q."""
        return {"absent": arb(0), "opposite": -self.first, "half": self.first / 2}[self.kind]

    def loss(self, x: arb) -> arb:
        """The privacy loss log(dP/dQ) at x."""
        q, u, other = arb(self.rate), self.first, self.other
        first, second = (q * (place * x - place * place / 2).exp() + (1 - q) for place in (u, other))
        return (first / second).log()

    def outcomes(self, count: int) -> tuple[Array, Array, Array]:
        """The privacy loss at a grid of outcomes, and the logarithms of their masses under P and Q, in floats."""
        import numpy as np

        q, u, other = float(self.rate), float(self.first.mid()), float(self.other.mid())
        low, high = min(0.0, other) - REACH, max(u, 0.0) + REACH
        x = np.linspace(low, high, count)
        base = -x * x / 2 - math.log(math.sqrt(2 * math.pi)) + math.log((high - low) / (count - 1))
        stay = math.log1p(-q) if q < 1 else -math.inf
        first, second = (np.logaddexp(stay, math.log(q) + place * x - place * place / 2) for place in (u, other))
        return first - second, base + first, base + second

    def tails(self, gamma: arb) -> tuple[arb, arb]:
        """P and Q of the event that the likelihood ratio exceeds gamma."""
        q, x = arb(self.rate), self.place(gamma)
        outside = (1 - q) * tail(x)
        return outside + q * tail(x - self.first), outside + q * tail(x - self.other)

    def rests(self, gamma: arb) -> tuple[arb, arb]:
        """P and Q of the event that the likelihood ratio is less than gamma, for ``"absent"``."""
        q = arb(self.rate)
        if gamma <= 1 - q:
            return arb(0), arb(0)
        x = self.place(gamma)
        return (1 - q) * tail(-x) + q * tail(self.first - x), tail(-x)

    def divergence(self, gamma: arb) -> arb:
        """E_gamma(P || Q)."""
        if self.kind == "absent" and gamma <= arb(1 - self.rate):
            return 1 - gamma
        first, second = self.tails(gamma)
        return first - gamma * second

    def density(self, loss: arb_series) -> arb_series:
        """The density of the privacy loss under P, a power series about a loss; one term fewer than ``loss`` allows."""
        q, u = arb(self.rate), self.first
        x = self.place(loss.exp())
        drawn = (u * x - arb(self.square) / 2).exp() * q + (1 - q)
        return (-(x * x) / 2).exp() * drawn * x.derivative() / (2 * arb.pi()).sqrt()
