"""Hockey-stick divergences E_gamma(P || Q) = sup over events A of P(A) - gamma*Q(A), for any gamma > 0, certified.

For gamma = e^epsilon >= 1 this is the least delta for which P(A) <= e^epsilon Q(A) + delta for all A.  For gamma < 1 it
is at least 1 - gamma, its value for P = Q.  Every function takes gamma either as ``gamma``, a positive rational, or as
``epsilon`` = log(gamma), any rational.

Between unit Gaussians at distance r (Asoodeh, Diaz and Calmon 2020, definition 3), with Phi the normal distribution
function and phi its density,

    theta_gamma(r) = Phi(r/2 - log(gamma)/r) - gamma*Phi(-r/2 - log(gamma)/r),     theta_gamma(0) = max(1 - gamma, 0).

It is strictly increasing in r > 0 with derivative phi(log(gamma)/r - r/2), from max(1 - gamma, 0) to 1, and strictly decreasing and convex
in gamma with derivative -Phi(-r/2 - log(gamma)/r), from 1 to 0; and theta_gamma(r) = 1 - gamma + gamma*theta_{1/gamma}(r).

Values as small as 10^-300 and far below keep all their digits: nothing underflows in balls.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, ctx, fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, check_digits, enclose_value, exactly
from pabisym.numerics.evaluator import TooCoarse, Value, quantile, square_root, tail
from pabisym.numerics.parameters import not_negative, number_in, positive, same_length, vector
from pabisym.numerics.search import monotone_root, positive_root


@dataclass(frozen=True, slots=True)
class GammaLevel:
    """gamma > 0, itself or its logarithm a rational; the other is a ball of the current precision."""

    rational_gamma: fmpq | None
    rational_log: fmpq | None

    @classmethod
    def of(cls, gamma: object, epsilon: object) -> GammaLevel:
        """Read exactly one of gamma and epsilon."""
        if (gamma is None) == (epsilon is None):
            raise InputError("gamma", "needs either gamma or epsilon", "give one, as in epsilon=1")
        if epsilon is not None:
            log = rational(epsilon, "epsilon")
            return cls(fmpq(1) if log == 0 else None, log)
        value = number_in(gamma, "gamma", lambda number: number > 0, "is not positive", "give a gamma above 0")
        return cls(value, fmpq(0) if value == 1 else None)

    @property
    def gamma(self) -> Value:
        """The level."""
        return arb(self.rational_log).exp() if self.rational_gamma is None else self.rational_gamma

    @property
    def log(self) -> Value:
        """Its logarithm, epsilon."""
        return arb(self.rational_gamma).log() if self.rational_log is None else self.rational_log

    @property
    def below_one(self) -> bool:
        """Whether gamma < 1."""
        gamma, log = self.rational_gamma, self.rational_log
        return bool(log < 0) if log is not None else bool(gamma is not None and gamma < 1)

    def inverse(self) -> GammaLevel:
        """1/gamma."""
        gamma, log = self.rational_gamma, self.rational_log
        return GammaLevel(None if gamma is None else 1 / gamma, None if log is None else -log)

    def coincident(self, digits: int) -> Enclosure:
        """max(1 - gamma, 0), the divergence of a law from itself."""
        if not self.below_one:
            return exactly(fmpq(0), digits)
        return enclose_value(lambda _: 1 - self.gamma, digits, "1 - gamma")


# The Gaussian divergence.


def theta_ball(gamma: Value, log: Value, r: Value) -> arb:
    """theta_gamma(r) for gamma > 0, its logarithm and r > 0, all rationals or balls, at the current precision."""
    middle, half = arb(log) / r, arb(r) / 2
    return tail(middle - half) - gamma * tail(middle + half)


def theta(r: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """theta_gamma(r) for a rational r >= 0; see the module.

    >>> theta(1, 10, epsilon=1).lower
    '0.126936737506'
    """
    return theta_at(not_negative(r, "r") ** 2, GammaLevel.of(gamma, epsilon), check_digits(digits))


def theta_at(square: fmpq, level: GammaLevel, digits: int) -> Enclosure:
    """The same at the root of a rational r^2."""
    if square == 0:
        return level.coincident(digits)
    return enclose_value(lambda _: theta_ball(level.gamma, level.log, square_root(square)), digits, "theta")


def distance_ball(delta: fmpq, level: GammaLevel) -> arb:
    """The r with theta_gamma(r) = delta, for max(1 - gamma, 0) < delta < 1, at the current precision."""
    target, rest, used = arb(delta), arb(1 - delta), level
    if level.below_one:
        rest, used = rest / level.gamma, level.inverse()
        target = (delta - 1 + level.gamma) / arb(level.gamma)
    if not target > 0:
        raise TooCoarse("delta is not told from 1 - gamma")
    if target > 0.5:
        wanted = rest.log()
        return positive_root(lambda x: wanted - _complement(used.gamma, used.log, x).log(), "r")
    wanted = target.log()
    return positive_root(lambda x: theta_ball(used.gamma, used.log, x).log() - wanted, "r")


def epsilon_ball(delta: fmpq, r: Value) -> arb:
    """Epsilon at the current precision; where it is negative, minus that of gamma' = 1/gamma.

    theta_gamma = 1 - gamma + gamma*theta_gamma' = delta reads (1 - theta_gamma')*gamma = 1 - delta.
    """
    at_one = theta_ball(fmpq(1), fmpq(0), r) - delta
    if at_one > 0:
        return _positive_epsilon(delta, arb(r))
    if at_one < 0:
        wanted = arb(1 - delta).log()
        return -positive_root(lambda x: wanted + x - _complement(x.exp(), x, r).log(), "epsilon")
    raise TooCoarse("the sign of epsilon is not seen")


def _positive_epsilon(delta: fmpq, r: arb) -> arb:
    """The epsilon with theta = delta where it is positive: r^2/2 + r x, for a large r with an x close to the quantile q of delta.

    There theta is Q(x) - gamma*Q(x + r), and gamma*Q(x + r) <= phi(x)/(x + r) < 1/r since x > -r/2.  So Q(x) lies between delta and
    delta + 1/r, which is as sharp as the precision, or leaves little to look through.
    """
    wanted, size = arb(delta).log(), r**2 * delta * (1 - delta) ** 2

    def above(x: arb) -> arb:
        return wanted - theta_ball(x.exp(), x, r).log()

    if not size > 2**20:
        return positive_root(above, "epsilon")
    found = r**2 / 2 - r * arb(quantile(delta)).union(arb(quantile(delta + 1 / r)))
    return found if size > arb(2) ** ctx.prec else monotone_root(above, found.lower(), found.upper(), ctx.prec)


def _complement(gamma: Value, log: Value, r: Value) -> arb:
    """1 - theta_gamma(r) = Phi(log(gamma)/r - r/2) + gamma*Phi(-log(gamma)/r - r/2), a sum of positive terms."""
    middle, half = arb(log) / r, arb(r) / 2
    return tail(half - middle) + gamma * tail(middle + half)


def hockey_stick_gaussian(first: object, second: object, variance: object, digits: int = 15, *, gamma: object = None,
                          epsilon: object = None) -> Enclosure:
    """E_gamma(N(first, v I) || N(second, v I)) = theta_gamma(|first - second|/sqrt(v)) for a common variance v > 0.

    The means are rationals, or sequences of rationals of equal length.
    """
    spread = positive(variance, "variance")
    a, b = vector(first, "first"), vector(second, "second")
    same_length(a, b, "second")
    square = sum(((x - y) ** 2 for x, y in zip(a, b, strict=True)), fmpq(0)) / spread
    return theta_at(square, GammaLevel.of(gamma, epsilon), check_digits(digits))
