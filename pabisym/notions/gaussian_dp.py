"""Gaussian differential privacy, concentrated differential privacy and Gaussian noise in terms of (epsilon, delta).

A pair is mu-GDP when it is no easier to tell apart than N(0, 1) and N(mu, 1) (Dong, Roth and Su 2022).  Between those two, E_{e^epsilon} =
theta(e^epsilon, mu) = Q(epsilon/mu - mu/2) - e^epsilon Q(epsilon/mu + mu/2), strictly decreasing in epsilon and strictly increasing in mu.
What is given is mu^2, because that is what the shift calculus ends in and what is rational.
"""

from __future__ import annotations

from flint import arb, fmpq

from pabisym.divergence.hockey_stick import GammaLevel, distance_ball, epsilon_ball, theta_ball
from pabisym.errors import InputError
from pabisym.lang.rational import rational, short
from pabisym.notions.from_renyi import read_order
from pabisym.numerics.enclosure import Enclosure, enclose_between, exactly
from pabisym.numerics.evaluator import Value, tail
from pabisym.numerics.parameters import inner_probability, not_negative, probability


def gdp_delta(mu_squared: object, epsilon: object, digits: int = 15) -> Enclosure:
    """The least delta at ``epsilon`` >= 0 for mu-GDP (Dong, Roth and Su 2022, corollary 1): theta(e^epsilon, mu).

    It is the exact delta of the Gaussian mechanism with mu = sensitivity/sigma (Balle and Wang 2018, theorem 8).
    """
    square, level = not_negative(mu_squared, "mu_squared"), not_negative(epsilon, "epsilon")
    if square == 0:
        return exactly(fmpq(0), digits)
    return enclose_between(lambda _: theta_ball(arb(level).exp(), level, arb(square).sqrt()), digits, "delta", doublings=10)


def gdp_epsilon(mu_squared: object, delta: object, digits: int = 15) -> Enclosure:
    """The least epsilon >= 0 at 0 < ``delta`` < 1 for mu-GDP: the root of theta(e^epsilon, mu) = delta."""
    square, level = not_negative(mu_squared, "mu_squared"), inner_probability(delta, "delta")
    if square == 0:
        return exactly(fmpq(0), digits)

    def epsilon(_: int) -> Value:
        mu = arb(square).sqrt()
        return fmpq(0) if theta_ball(fmpq(1), fmpq(0), mu) <= level else epsilon_ball(level, mu)

    return enclose_between(epsilon, digits, "epsilon", doublings=10)


def gdp_renyi(mu_squared: object, order: object) -> Enclosure:
    """The product alpha mu^2/2: the Rényi divergence of every order > 1 between N(mu, 1) and N(0, 1), which bounds it for mu-GDP.

    Dong, Roth and Su 2022, corollary 3; van Erven and Harremoës 2014, equation 10.
    """
    return exactly(read_order(order) * not_negative(mu_squared, "mu_squared") / 2, 30)


def gdp_trade_off(mu_squared: object, level: object, digits: int = 15) -> Enclosure:
    """G_mu(level) = Phi(Phi^-1(1 - level) - mu): the least type II error of a test with type I error 0 <= ``level`` <= 1."""
    square, error = not_negative(mu_squared, "mu_squared"), probability(level, "level")
    if square == 0 or error in (0, 1):
        return exactly(1 - error, digits)
    return enclose_between(lambda _: tail(arb(square).sqrt() - arb(2).sqrt() * (2 * arb(error)).erfcinv()), digits, "trade-off",
                           doublings=10)


def zcdp_epsilon(rho: object, delta: object, digits: int = 15) -> Enclosure:
    """The epsilon rho + 2 sqrt(rho log(1/delta)) at 0 < ``delta`` < 1 for rho-zCDP (Bun and Steinke 2016, proposition 1.3).

    ``best_epsilon(LinearCurve(rho), delta)`` is smaller.
    """
    rate, level = not_negative(rho, "rho"), inner_probability(delta, "delta")
    if rate == 0:
        return exactly(fmpq(0), digits)
    return enclose_between(lambda bits: rate + 2 * (-rate * arb(level).log()).sqrt(), digits, "epsilon")


def classical_noise(epsilon: object, delta: object, digits: int = 15) -> Enclosure:
    """sqrt(2 log(5/(4 delta)))/epsilon: any sigma/sensitivity above it makes Gaussian noise (epsilon, delta)-DP.

    Dwork and Roth 2014, theorem A.1, only for 0 < epsilon < 1 and 0 < delta < 1: outside,
    :class:`~pabisym.errors.InputError`; :func:`analytic_noise` holds everywhere and is smaller.
    """
    wanted, level = rational(epsilon, "epsilon"), inner_probability(delta, "delta")
    if not 0 < wanted < 1:
        raise InputError("epsilon", f"{short(wanted)} is outside the theorem's range", "give 0 < epsilon < 1, or use analytic_noise")
    return enclose_between(lambda bits: (2 * (fmpq(5, 4) / arb(level)).log()).sqrt() / wanted, digits, "noise")


def analytic_noise(epsilon: object, delta: object, digits: int = 15) -> Enclosure:
    """The least sigma/sensitivity for which Gaussian noise is (epsilon, delta)-DP (Balle and Wang 2018, algorithm 1).

    1/mu with theta(e^epsilon, mu) = delta, for epsilon >= 0 and 0 < delta < 1.
    """
    wanted, level = not_negative(epsilon, "epsilon"), inner_probability(delta, "delta")
    return enclose_between(lambda _: 1 / distance_ball(level, GammaLevel(None, wanted)), digits, "noise", doublings=10)
