"""Hockey-stick divergences E_gamma(P || Q) = sup over events A of P(A) - gamma*Q(A), for any gamma > 0, certified.

For gamma = e^epsilon >= 1 this is the least delta for which P(A) <= e^epsilon Q(A) + delta for all A.  For gamma < 1 it
is at least 1 - gamma, its value for P = Q.  Every function takes gamma either as ``gamma``, a positive rational, or as
``epsilon`` = log(gamma), any rational.

Between unit Gaussians at distance r (Asoodeh, Diaz and Calmon 2020, definition 3), with Phi the normal distribution
function and phi its density,

    theta_gamma(r) = Phi(r/2 - log(gamma)/r) - gamma*Phi(-r/2 - log(gamma)/r),     theta_gamma(0) = max(1 - gamma, 0).

It is strictly increasing in r > 0 with derivative phi(log(gamma)/r - r/2), from max(1 - gamma, 0) to 1, and strictly decreasing and convex
in gamma with derivative -Phi(-r/2 - log(gamma)/r), from 1 to 0; and theta_gamma(r) = 1 - gamma + gamma*theta_{1/gamma}(r).

Between Laplace laws of equal scale at distance u scales it is 1 - exp((log(gamma) - u)/2) for |log(gamma)| <= u, and
max(1 - gamma, 0) elsewhere; increasing in u, decreasing in gamma.

Values as small as 10^-300 and far below keep all their digits: nothing underflows in balls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flint import arb, fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, check_digits, enclosed, exactly
from pabisym.numerics.evaluator import TooCoarse, Value, square_root, tail, working_precision
from pabisym.numerics.parameters import inner_probability, not_negative, positive, same_length, short, vector
from pabisym.numerics.search import positive_root

By = Literal["r", "gamma"]


@dataclass(frozen=True, slots=True)
class Level:
    """gamma > 0, itself or its logarithm a rational; the other is a ball of the current precision."""

    rational_gamma: fmpq | None
    rational_log: fmpq | None

    @classmethod
    def of(cls, gamma: object, epsilon: object) -> Level:
        """Read exactly one of gamma and epsilon."""
        if (gamma is None) == (epsilon is None):
            raise InputError("gamma", "needs either gamma or epsilon", "give one, as in epsilon=1")
        if epsilon is not None:
            log = rational(epsilon, "epsilon")
            return cls(fmpq(1) if log == 0 else None, log)
        value = rational(gamma, "gamma")
        if value <= 0:
            raise InputError("gamma", f"{short(value)} is not positive", "give a gamma above 0")
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

    def inverse(self) -> Level:
        """1/gamma."""
        gamma, log = self.rational_gamma, self.rational_log
        return Level(None if gamma is None else 1 / gamma, None if log is None else -log)

    def coincident(self, digits: int) -> Enclosure:
        """max(1 - gamma, 0), the divergence of a law from itself."""
        if not self.below_one:
            return exactly(fmpq(0), digits)
        return enclosed(lambda _: 1 - self.gamma, digits, "1 - gamma")


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
    return _theta(not_negative(r, "r") ** 2, Level.of(gamma, epsilon), check_digits(digits))


def log_theta(r: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The natural logarithm of theta_gamma(r), for r > 0."""
    level, distance = Level.of(gamma, epsilon), positive(r, "r")
    return enclosed(lambda _: theta_ball(level.gamma, level.log, distance).log(), digits, "log theta")


def _theta(square: fmpq, level: Level, digits: int) -> Enclosure:
    if square == 0:
        return level.coincident(digits)
    return enclosed(lambda _: theta_ball(level.gamma, level.log, square_root(square)), digits, "theta")


def theta_derivative(r: object, digits: int = 15, *, by: By, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The derivative of theta_gamma(r) by ``"r"`` or by ``"gamma"`` at r > 0: phi(log(gamma)/r - r/2), or -Phi(-r/2 - log(gamma)/r)."""
    level, distance = Level.of(gamma, epsilon), positive(r, "r")
    _check_by(by)

    def value(_: int) -> Value:
        middle, half = arb(level.log) / distance, distance / 2
        return (-((middle - half) ** 2) / 2).exp() / (2 * arb.pi()).sqrt() if by == "r" else -tail(middle + half)

    return enclosed(value, digits, "the derivative of theta")


def theta_distance(delta: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The r with theta_gamma(r) = delta, for max(1 - gamma, 0) < delta < 1.

    Below gamma = 1 it is that of 1/gamma and (delta - 1 + gamma)/gamma.  Raises
    :class:`~pabisym.errors.InputError` where delta is not attained, or only at r = 0.
    """
    level, chance = Level.of(gamma, epsilon), inner_probability(delta, "delta")
    _check_above_floor(chance, level)
    return enclosed(lambda _: distance_ball(chance, level), digits, "the distance")


def distance_ball(delta: fmpq, level: Level) -> arb:
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


def theta_epsilon(delta: object, r: object, digits: int = 15) -> Enclosure:
    """The epsilon, of either sign, with theta_{e^epsilon}(r) = delta, for 0 < delta < 1 and r > 0."""
    chance, distance = inner_probability(delta, "delta"), positive(r, "r")
    return enclosed(lambda _: epsilon_ball(chance, distance), digits, "epsilon")


def theta_gamma(delta: object, r: object, digits: int = 15) -> Enclosure:
    """Exp of :func:`theta_epsilon`: the gamma > 0 at which the divergence between unit Gaussians at distance r is delta."""
    chance, distance = inner_probability(delta, "delta"), positive(r, "r")
    return enclosed(lambda _: epsilon_ball(chance, distance).exp(), digits, "gamma")


def epsilon_ball(delta: fmpq, r: Value) -> arb:
    """Epsilon at the current precision; where it is negative, minus that of gamma' = 1/gamma.

    theta_gamma = 1 - gamma + gamma*theta_gamma' = delta reads (1 - theta_gamma')*gamma = 1 - delta.
    """
    at_one = theta_ball(fmpq(1), fmpq(0), r) - delta
    if at_one > 0:
        wanted = arb(delta).log()
        return positive_root(lambda x: wanted - theta_ball(x.exp(), x, r).log(), "epsilon")
    if at_one < 0:
        wanted = arb(1 - delta).log()
        return -positive_root(lambda x: wanted + x - _complement(x.exp(), x, r).log(), "epsilon")
    raise TooCoarse("the sign of epsilon is not seen")


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
    return _theta(square, Level.of(gamma, epsilon), check_digits(digits))


# The Laplace divergence.


def hockey_stick_laplace(gap: object, scale: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """E_gamma between Laplace laws of common ``scale`` > 0 (variance 2*scale^2) whose means differ by ``gap``.

    >>> hockey_stick_laplace(2, 1, 7, gamma="1.5").lower
    '0.549441541'
    """
    level, u = Level.of(gamma, epsilon), abs(rational(gap, "gap")) / positive(scale, "scale")
    if not _inside(level, u):
        return level.coincident(check_digits(digits))
    return enclosed(lambda _: -((arb(level.log) - u) / 2).expm1(), digits, "the Laplace divergence")


def laplace_derivative(gap: object, scale: object, digits: int = 15, *, by: By, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The derivative of :func:`hockey_stick_laplace` by r = gap/scale >= 0 or by gamma, where it exists.

    For |log(gamma)| < r it is exp((log(gamma) - r)/2)/2 and, by gamma, -exp(-(log(gamma) + r)/2)/2; elsewhere 0 and, by
    gamma, -1 or 0 for gamma below or above 1.  Raises :class:`~pabisym.errors.InputError` on the kinks |log(gamma)| = r.
    """
    level, u = Level.of(gamma, epsilon), not_negative(gap, "gap") / positive(scale, "scale")
    _check_by(by)
    if level.rational_log is not None and abs(level.rational_log) == u:
        raise InputError("gap", "the divergence has no derivative here", "choose a point with |log(gamma)| != gap/scale")
    if not _inside(level, u):
        return exactly(fmpq(-1 if by == "gamma" and level.below_one else 0), check_digits(digits))
    if by == "r":
        return enclosed(lambda _: ((arb(level.log) - u) / 2).exp() / 2, digits, "the derivative")
    return enclosed(lambda _: -((-arb(level.log) - u) / 2).exp() / 2, digits, "the derivative")


def laplace_distance(delta: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The r = gap/scale at which the Laplace divergence is delta, for max(1 - gamma, 0) < delta < 1: log(gamma) - 2 log(1 - delta)."""
    level, chance = Level.of(gamma, epsilon), inner_probability(delta, "delta")
    _check_above_floor(chance, level)
    return enclosed(lambda _: arb(level.log) - 2 * (-arb(chance)).log1p(), digits, "the distance")


def laplace_epsilon(delta: object, r: object, digits: int = 15) -> Enclosure:
    """The epsilon at which the Laplace divergence at distance r = gap/scale > 0 is delta, for 0 < delta < 1.

    It is r + 2 log(1 - delta) where that is at least -r, and log(1 - delta) elsewhere.
    """
    chance, u = inner_probability(delta, "delta"), positive(r, "r")

    def solve(_: int) -> Value:
        log = (-arb(chance)).log1p()
        return u + 2 * log if log > -u else log

    return enclosed(solve, digits, "epsilon")


def _inside(level: Level, u: fmpq) -> bool:
    """Whether |log(gamma)| < u."""
    if level.rational_log is not None:
        return bool(abs(level.rational_log) < u)
    bits = 64
    while True:
        with working_precision(bits):
            size = abs(arb(level.log))
            if size < u or size > u:
                return bool(size < u)
        bits *= 2


def _check_above_floor(delta: fmpq, level: Level) -> None:
    """Raise unless delta > 1 - gamma; they are equal only for a rational gamma, as e^epsilon is irrational."""
    if not level.below_one:
        return
    bits = 64
    while True:
        with working_precision(bits):
            room = delta - 1 + level.gamma
            if room > 0:
                return
            if room < 0 or isinstance(room, fmpq):
                raise InputError("delta", "is at most 1 - gamma, the least value", "give a delta above 1 - gamma")
        bits *= 2


def _check_by(by: object) -> None:
    if by not in ("r", "gamma"):
        raise InputError("by", f"{by!r} is no variable", 'give "r" or "gamma"')
