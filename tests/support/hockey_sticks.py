"""More of hockey-stick divergences than the package needs: derivatives and inverses between Gaussians, and all of it between Laplace laws.

Tests hold the package's divergences against these: a derivative is what differences tend to, an inverse leads back.  Between Laplace laws
of equal scale at distance u scales the divergence is 1 - exp((log(gamma) - u)/2) for |log(gamma)| <= u, and max(1 - gamma, 0) elsewhere;
increasing in u, decreasing in gamma.
"""

from __future__ import annotations

from typing import Literal

from flint import arb, fmpq

from pabisym.divergence.hockey_stick import GammaLevel, distance_ball, epsilon_ball, theta_ball
from pabisym.divergence.profile import GammaProfile, LaplaceProfile, LinearProfile
from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, check_digits, enclose_value, exactly
from pabisym.numerics.evaluator import Value, tail, working_precision
from pabisym.numerics.parameters import inner_probability, not_negative, positive

By = Literal["r", "gamma"]


def log_theta(r: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The natural logarithm of theta_gamma(r), for r > 0."""
    level, distance = GammaLevel.of(gamma, epsilon), positive(r, "r")
    return enclose_value(lambda _: theta_ball(level.gamma, level.log, distance).log(), digits, "log theta")


def theta_derivative(r: object, digits: int = 15, *, by: By, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The derivative of theta_gamma(r) by ``"r"`` or by ``"gamma"`` at r > 0: phi(log(gamma)/r - r/2), or -Phi(-r/2 - log(gamma)/r)."""
    level, distance = GammaLevel.of(gamma, epsilon), positive(r, "r")
    _check_by(by)

    def value(_: int) -> Value:
        middle, half = arb(level.log) / distance, distance / 2
        return (-((middle - half) ** 2) / 2).exp() / (2 * arb.pi()).sqrt() if by == "r" else -tail(middle + half)

    return enclose_value(value, digits, "the derivative of theta")


def theta_distance(delta: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The r with theta_gamma(r) = delta, for max(1 - gamma, 0) < delta < 1.

    Below gamma = 1 it is that of 1/gamma and (delta - 1 + gamma)/gamma.  Raises
    :class:`~pabisym.errors.InputError` where delta is not attained, or only at r = 0.
    """
    level, chance = GammaLevel.of(gamma, epsilon), inner_probability(delta, "delta")
    _check_above_floor(chance, level)
    return enclose_value(lambda _: distance_ball(chance, level), digits, "the distance")


def theta_epsilon(delta: object, r: object, digits: int = 15) -> Enclosure:
    """The epsilon, of either sign, with theta_{e^epsilon}(r) = delta, for 0 < delta < 1 and r > 0."""
    chance, distance = inner_probability(delta, "delta"), positive(r, "r")
    return enclose_value(lambda _: epsilon_ball(chance, distance), digits, "epsilon")


def theta_gamma(delta: object, r: object, digits: int = 15) -> Enclosure:
    """Exp of :func:`theta_epsilon`: the gamma > 0 at which the divergence between unit Gaussians at distance r is delta."""
    chance, distance = inner_probability(delta, "delta"), positive(r, "r")
    return enclose_value(lambda _: epsilon_ball(chance, distance).exp(), digits, "gamma")


def hockey_stick_laplace(gap: object, scale: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """E_gamma between Laplace laws of common ``scale`` > 0 (variance 2*scale^2) whose means differ by ``gap``.

    >>> hockey_stick_laplace(2, 1, 7, gamma="1.5").lower
    '0.549441541'
    """
    level, u = GammaLevel.of(gamma, epsilon), abs(rational(gap, "gap")) / positive(scale, "scale")
    if not _inside(level, u):
        return level.coincident(check_digits(digits))
    return enclose_value(lambda _: -((arb(level.log) - u) / 2).expm1(), digits, "the Laplace divergence")


def laplace_derivative(gap: object, scale: object, digits: int = 15, *, by: By, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The derivative of :func:`hockey_stick_laplace` by r = gap/scale >= 0 or by gamma, where it exists.

    For |log(gamma)| < r it is exp((log(gamma) - r)/2)/2 and, by gamma, -exp(-(log(gamma) + r)/2)/2; elsewhere 0 and, by
    gamma, -1 or 0 for gamma below or above 1.  Raises :class:`~pabisym.errors.InputError` on the kinks |log(gamma)| = r.
    """
    level, u = GammaLevel.of(gamma, epsilon), not_negative(gap, "gap") / positive(scale, "scale")
    _check_by(by)
    if level.rational_log is not None and abs(level.rational_log) == u:
        raise InputError("gap", "the divergence has no derivative here", "choose a point with |log(gamma)| != gap/scale")
    if not _inside(level, u):
        return exactly(fmpq(-1 if by == "gamma" and level.below_one else 0), check_digits(digits))
    if by == "r":
        return enclose_value(lambda _: ((arb(level.log) - u) / 2).exp() / 2, digits, "the derivative")
    return enclose_value(lambda _: -((-arb(level.log) - u) / 2).exp() / 2, digits, "the derivative")


def laplace_distance(delta: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """The r = gap/scale at which the Laplace divergence is delta, for max(1 - gamma, 0) < delta < 1: log(gamma) - 2 log(1 - delta)."""
    level, chance = GammaLevel.of(gamma, epsilon), inner_probability(delta, "delta")
    _check_above_floor(chance, level)
    return enclose_value(lambda _: arb(level.log) - 2 * (-arb(chance)).log1p(), digits, "the distance")


def laplace_epsilon(delta: object, r: object, digits: int = 15) -> Enclosure:
    """The epsilon at which the Laplace divergence at distance r = gap/scale > 0 is delta, for 0 < delta < 1.

    It is r + 2 log(1 - delta) where that is at least -r, and log(1 - delta) elsewhere.
    """
    chance, u = inner_probability(delta, "delta"), positive(r, "r")

    def solve(_: int) -> Value:
        log = (-arb(chance)).log1p()
        return u + 2 * log if log > -u else log

    return enclose_value(solve, digits, "epsilon")


def _inside(level: GammaLevel, u: fmpq) -> bool:
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


def _check_above_floor(delta: fmpq, level: GammaLevel) -> None:
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


def laplace_coefficient(diameter: object, scale: object, digits: int = 15, *, gamma: object = None, epsilon: object = None) -> Enclosure:
    """eta_gamma of w -> w + Laplace(scale) on an interval, projected or not: (1 - exp((log(gamma) - diameter/scale)/2))^+.

    Without noise or without a bound on the inputs nothing contracts; a single input contracts everything.
    """
    noise = not_negative(scale, "scale")
    if GammaLevel.of(gamma, epsilon).below_one:
        raise InputError("gamma" if epsilon is None else "epsilon", "lies below 1", "give gamma >= 1, that is epsilon >= 0")
    if diameter == "inf" or not_negative(diameter, "diameter") == 0 or noise == 0:
        return exactly(fmpq(diameter == "inf" or rational(diameter, "diameter") != 0), check_digits(digits))
    return hockey_stick_laplace(diameter, scale, digits, gamma=gamma, epsilon=epsilon)


def laplace_profile(distance: object, scale: object = 1) -> GammaProfile:
    """gamma -> E_gamma of Laplace noise on the line, of a kernel on a set of this diameter or of two laws."""
    u = not_negative(distance, "distance") / positive(scale, "scale")
    return LaplaceProfile(u) if u > 0 else LinearProfile((fmpq(1),), ((fmpq(0), fmpq(0)),))
