"""One step of sampled Laplace noise on the line, or of randomised response: the pair that dominates it, and its privacy loss, in balls.

The argument of :mod:`pabisym.accounting.shapes` needs of the noise that half-lines are the best events between it and its shifts, at all
distances at once.  That is so for every log-concave density on the line, and so for that of Laplace, e^-abs(x)/2: with its tail in place of
Q the same three letters describe a step, and half-lines attain the pair

    P = (1-q) Lap(0) + q Lap(u),     Q = (1-q) Lap(0) + q Lap(u-v).

Its likelihood ratio is constant outside of [min(0, u-v), u], so that the privacy loss is bounded and has an atom at each end.  The masses
on a grid are those of the lines that connect the points of gamma -> E_gamma, in balls (:mod:`pabisym.accounting.grid`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from flint import arb, fmpq

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


@dataclass(frozen=True)
class LaplaceShape:
    """The pair P = (1-q) Lap(0) + q Lap(u) and Q = (1-q) Lap(0) + q Lap(u-v), for 0 < ``rate`` q <= 1, u = ``move`` > 0.

    ``kind`` says v = u (``"absent"``: the record is missing in Q) or v = 2u (``"opposite"``, used for gamma >= 1).
    """

    kind: Literal["absent", "opposite"]
    rate: fmpq
    move: fmpq

    def loss(self, x: arb) -> arb:
        """The privacy loss log(dP/dQ) at x."""
        first = self._drawn(x)
        return first.log() if self.kind == "absent" else (first / self._drawn(-x)).log()

    def _drawn(self, x: arb) -> arb:
        """The density of (1-q) Lap(0) + q Lap(u) over that of Lap(0)."""
        u, q = arb(self.move), arb(self.rate)
        return q * (2 * x - u).max(-u).min(u).exp() + (1 - q)

    def place(self, gamma: arb) -> arb:
        """An x above which the likelihood ratio exceeds gamma, where there is one between its ends; else an end."""
        u, q = arb(self.move), arb(self.rate)
        least = arb(0) if self.kind == "absent" else -u
        kept = 1 - q if self.kind == "absent" else q * (-u).exp() + (1 - q)  # Q over Lap(0) for x >= 0, which is constant
        level = (gamma * kept - (1 - q)) / q if self.kind == "opposite" else (gamma - kept) / q
        return least if not level > 0 else ((level.log() + u) / 2).max(arb(0)).min(u)

    def tails(self, gamma: arb) -> tuple[arb, arb]:
        """P and Q of the event that the likelihood ratio exceeds gamma; nothing where that is above its end."""
        if gamma >= self._most():
            return arb(0), arb(0)
        return self._beyond(self.place(gamma))

    def rests(self, gamma: arb) -> tuple[arb, arb]:
        """P and Q of the event that the likelihood ratio is less than gamma, for ``"absent"``."""
        if gamma <= 1 - self.rate + self.rate * (-arb(self.move)).exp():
            return arb(0), arb(0)
        first, second = self._beyond(self.place(gamma))
        return 1 - first, 1 - second

    def divergence(self, gamma: arb) -> arb:
        """E_gamma(P || Q)."""
        if gamma >= self._most():
            return arb(0)
        first, second = self._beyond(self.place(gamma))
        return (first - gamma * second).max(arb(0)).max(1 - gamma)

    def _most(self) -> arb:
        """The largest likelihood ratio."""
        u, q = arb(self.move), arb(self.rate)
        top = q * u.exp() + (1 - q)
        return top if self.kind == "absent" else top / (q * (-u).exp() + (1 - q))

    def _beyond(self, x: arb) -> tuple[arb, arb]:
        """P and Q of the half-line from x on."""
        q, u = arb(self.rate), arb(self.move)
        stays, other = (1 - q) * _tail(x), arb(0) if self.kind == "absent" else -u
        return stays + q * _tail(x - u), stays + q * _tail(x - other)

    def outcomes(self, count: int) -> tuple[Array, Array, Array]:
        """The privacy loss at a grid of outcomes, and the logarithms of their masses under P and Q, in floats."""
        import numpy as np

        q, u = float(self.rate), float(self.move)
        other = 0.0 if self.kind == "absent" else -u
        inner = np.linspace(other, u, count)
        width = (u - other) / (count - 1)
        masses = np.full(count, np.log(width))
        masses[0] = masses[-1] = np.log(width / 2 + 1)  # the half-lines beyond, where the ratio is constant: of mass e^-|end|/2 of each law
        stay = np.log1p(-q) if q < 1 else -np.inf
        first = np.logaddexp(stay - np.abs(inner), np.log(q) - np.abs(inner - u)) - np.log(2)
        second = np.logaddexp(stay - np.abs(inner), np.log(q) - np.abs(inner - other)) - np.log(2)
        return first - second, masses + first, masses + second


@dataclass(frozen=True)
class ResponseShape:
    """Randomised response at the level epsilon = ``move``: the losses epsilon and -epsilon, which dominate every epsilon-DP mechanism.

    E_gamma is (e^epsilon - gamma)/(1 + e^epsilon) between its ends (Kairouz, Oh and Viswanath 2015, theorem 3.3).
    """

    move: fmpq
    rate: fmpq = fmpq(1)  # noqa: RUF009 - an immutable number

    def loss(self, x: arb) -> arb:
        """The privacy loss, as if at an outcome: the two outcomes are those above and below 0.

        It is a ball around the number, so that a grid that begins at it begins before it, where nothing is left out.
        """
        level = arb(self.move) + arb(0, arb(2) ** -200)
        return level if x > 0 else -level

    def divergence(self, gamma: arb) -> arb:
        """E_gamma(P || Q)."""
        top = arb(self.move).exp()
        return ((top - gamma) / (1 + top)).max(arb(0)).max(1 - gamma)

    def tails(self, gamma: arb) -> tuple[arb, arb]:
        """At least P and Q of the event that the likelihood ratio exceeds gamma."""
        top = arb(self.move).exp()
        if gamma >= top:
            return arb(0), arb(0)
        return (top / (1 + top), 1 / (1 + top)) if gamma >= 1 / top else (arb(1), arb(1))

    def rests(self, gamma: arb) -> tuple[arb, arb]:
        """At least P and Q of the event that the likelihood ratio is less than gamma."""
        top = arb(self.move).exp()
        if gamma <= 1 / top:
            return arb(0), arb(0)
        return (1 / (1 + top), top / (1 + top)) if gamma <= top else (arb(1), arb(1))

    def outcomes(self, count: int) -> tuple[Array, Array, Array]:
        """The two losses and the logarithms of their masses under P and Q, in floats; ``count`` says nothing here."""
        import numpy as np

        losses = np.array([-1.0, 1.0]) * float(self.move)
        first = -np.logaddexp(0.0, -losses)
        return losses, first, first[::-1].copy()


@dataclass(frozen=True)
class ExponentialShape(ResponseShape):
    """The losses of a mechanism whose log-likelihood ratios lie in an interval of the length epsilon = ``move``, wherever that begins.

    The exponential mechanism is one.  Against data sets with the ratios between t - epsilon and t it reveals most where it has the two
    ratios at the ends; over all t the largest E_gamma is (e^(epsilon/2) - sqrt gamma)^2/(e^epsilon - 1), from e^-epsilon to e^epsilon
    (Dong, Durfee and Rogers 2020, whose t is the one of a single use).  That is convex in gamma, and the same for both orders of the laws.
    """

    def divergence(self, gamma: arb) -> arb:
        """E_gamma(P || Q)."""
        top, least = arb(self.move).exp(), (1 - gamma).max(arb(0))
        if gamma >= top or gamma * top <= 1:
            return least
        apart = top.sqrt() - gamma.sqrt()
        return (apart * apart / (top - 1)).max(least)

    def tails(self, gamma: arb) -> tuple[arb, arb]:
        """At least P and Q of the event that the likelihood ratio exceeds gamma."""
        top = arb(self.move).exp()
        if gamma >= top:
            return arb(0), arb(0)
        if gamma * top <= 1:
            return arb(1), arb(1)
        first, second = (top - (top * gamma).sqrt()) / (top - 1), ((top / gamma).sqrt() - 1) / (top - 1)
        return first.max(arb(0)).min(arb(1)), second.max(arb(0)).min(arb(1))

    def rests(self, gamma: arb) -> tuple[arb, arb]:
        """At least P and Q of the event that the likelihood ratio is less than gamma."""
        first, second = self.tails(gamma)
        return 1 - first, 1 - second

    def outcomes(self, count: int) -> tuple[Array, Array, Array]:
        """The privacy loss at a grid of outcomes, and the logarithms of their masses under P and Q, in floats."""
        import numpy as np

        level = float(self.move)
        losses = np.linspace(-level, level, count)
        first = losses / 2
        first -= np.logaddexp.reduce(first)
        return losses, first, first - losses


def _tail(x: arb) -> arb:
    """The probability that Laplace noise exceeds x: e^-x/2 above 0, 1 - e^x/2 below."""
    if x > 0:
        return (-x).exp() / 2
    if x < 0:
        return 1 - x.exp() / 2
    return (-x.max(arb(0))).exp() / 2 + (1 - x.min(arb(0)).exp()) / 2
