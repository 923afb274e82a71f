"""Gaussian differential privacy, concentrated differential privacy, and how much noise is needed."""

from __future__ import annotations

import time
from fractions import Fraction

import mpmath
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.second_route import DIGITS, gaussian_delta, overlaps, real, tail

from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.notions.conversion import (
    LinearCurve,
    analytic_noise,
    best_epsilon,
    classical_noise,
    gdp_delta,
    gdp_epsilon,
    gdp_renyi,
    gdp_trade_off,
    zcdp_epsilon,
)

SQUARES = st.fractions(min_value=Fraction(1, 400), max_value=100, max_denominator=400)
EPSILONS = st.fractions(min_value=0, max_value=20, max_denominator=50)
DELTAS = st.builds(lambda top, power: Fraction(top, 10**power), st.integers(1, 9), st.integers(1, 300))


def test_anchors() -> None:
    assert gdp_delta(1, 0, 10).lower.startswith("0.3829249225")
    assert gdp_delta(1, 1, 10).lower.startswith("0.1269367375")


@settings(max_examples=by_day(100), deadline=None)
@given(SQUARES, EPSILONS)
def test_delta_agrees_with_the_second_route_and_with_the_grammar(square: Fraction, epsilon: Fraction) -> None:
    found = gdp_delta(square, epsilon, 30)
    with mpmath.workdps(DIGITS):
        cancelled = mpmath.mpf(10) ** -50
        value = gaussian_delta(mpmath.sqrt(real(square)), real(epsilon))
        if value > cancelled * 10**50 / 10**20:
            assert overlaps(found, value, 35)
    other = enclose(parse("theta(exp(e), sqrt(m))"), {"e": epsilon, "m": square}, 25)
    assert Fraction(found.lower) <= Fraction(other.upper)
    assert Fraction(other.lower) <= Fraction(found.upper)


@settings(max_examples=by_day(100), deadline=None)
@given(SQUARES, DELTAS)
def test_epsilon_inverts_delta(square: Fraction, delta: Fraction) -> None:
    found = gdp_epsilon(square, delta, 25)
    assert found.digits >= 25
    assert Fraction(gdp_delta(square, found.upper, 30).lower) <= delta
    if Fraction(found.lower) > 0:
        assert Fraction(gdp_delta(square, found.lower, 30).upper) >= delta
    else:
        assert Fraction(gdp_delta(square, 0).lower) <= delta


@pytest.mark.parametrize("delta", ["1e-30", "1e-300"])
@pytest.mark.parametrize("square", ["1e-12", "1/4", "1", "1e6"])
def test_tiny_deltas_agree_with_the_second_route(square: str, delta: str) -> None:
    found = gdp_epsilon(square, delta, 30)
    with mpmath.workdps(700):
        mu = mpmath.sqrt(real(square))
        at_ends = [gaussian_delta(mu, real(end)) for end in (found.lower, found.upper)]
        assert at_ends[0] >= real(delta) >= at_ends[1]


@settings(max_examples=by_day(60), deadline=None)
@given(EPSILONS, DELTAS)
def test_noise_inverts_epsilon(epsilon: Fraction, delta: Fraction) -> None:
    noise = analytic_noise(epsilon, delta, 25)
    assert Fraction(gdp_delta(1 / Fraction(noise.upper) ** 2, epsilon, 30).lower) <= delta
    assert Fraction(gdp_delta(1 / Fraction(noise.lower) ** 2, epsilon, 30).upper) >= delta


@settings(max_examples=by_day(60), deadline=None)
@given(st.fractions(min_value=Fraction(1, 100), max_value=Fraction(99, 100), max_denominator=100), DELTAS)
def test_the_classical_noise_suffices_below_epsilon_one(epsilon: Fraction, delta: Fraction) -> None:
    classical, analytic = classical_noise(epsilon, delta), analytic_noise(epsilon, delta)
    assert Fraction(analytic.lower) <= Fraction(classical.upper)
    assert Fraction(gdp_delta(1 / Fraction(classical.upper) ** 2, epsilon).upper) <= delta


def test_the_classical_formula_fails_beyond_its_condition() -> None:
    """At epsilon = 30, delta = 1/100 the formula would give too little noise, which is why the condition is checked."""
    noise = enclose(parse("sqrt(2*log(5/4/delta))/epsilon"), {"delta": "1/100", "epsilon": 30}, 20)
    assert Fraction(gdp_delta(1 / Fraction(noise.lower) ** 2, 30).lower) > Fraction(1, 100)
    for epsilon in (1, 30, 0):
        with pytest.raises(InputError, match="range"):
            classical_noise(epsilon, "1/100")


@settings(max_examples=by_day(60), deadline=None)
@given(SQUARES, st.integers(1, 999))
def test_the_trade_off_function_is_its_own_inverse(square: Fraction, thousandths: int) -> None:
    """G_mu is symmetric: G_mu(G_mu(x)) = x, and it equals the second route."""
    level = Fraction(thousandths, 1000)
    found = gdp_trade_off(square, level, 30)
    back = [Fraction(end) for text in (found.lower, found.upper) for end in _ends(gdp_trade_off(square, text, 40))]
    assert min(back) <= level <= max(back)
    with mpmath.workdps(DIGITS):
        quantile = mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * real(level))
        assert overlaps(found, tail(mpmath.sqrt(real(square)) - quantile), 35)


def _ends(enclosure: object) -> tuple[str, str]:
    return enclosure.lower, enclosure.upper  # type: ignore[attr-defined]


@settings(max_examples=by_day(60), deadline=None)
@given(SQUARES, EPSILONS)
def test_trade_off_and_delta_are_dual(square: Fraction, epsilon: Fraction) -> None:
    """1 - e^epsilon x - G_mu(x) <= delta(epsilon) for every level x (Dong, Roth and Su 2022, proposition 3)."""
    delta = gdp_delta(square, epsilon)
    for percent in (1, 10, 30, 50, 80):
        error = gdp_trade_off(square, Fraction(percent, 100))
        power = enclose(parse("1 - exp(e)*x - g"), {"e": epsilon, "x": Fraction(percent, 100), "g": error.upper}, 10)
        assert Fraction(power.lower) <= Fraction(delta.upper)


@settings(max_examples=by_day(60), deadline=None)
@given(SQUARES, DELTAS)
def test_concentrated_privacy_is_weaker_than_its_best_order_and_than_gaussian_privacy(square: Fraction, delta: Fraction) -> None:
    rho = square / 2
    exact, best, plain = gdp_epsilon(square, delta), best_epsilon(LinearCurve.of(rho), delta).value, zcdp_epsilon(rho, delta)
    assert Fraction(exact.lower) <= Fraction(best.upper)
    assert Fraction(best.lower) <= Fraction(plain.upper)


def test_ends_of_the_range() -> None:
    assert gdp_delta(0, 1).exact == 0
    assert gdp_epsilon(0, "1/10").exact == 0
    assert gdp_epsilon(1, "2/5").exact == 0
    assert zcdp_epsilon(0, "1/10").exact == 0
    assert gdp_trade_off(0, "1/3").rational == fmpq(2, 3)
    assert gdp_trade_off(1, 0).exact == 1
    assert gdp_trade_off(1, 1).exact == 0
    assert gdp_renyi("1/2", 6).rational == fmpq(3, 2)


@pytest.mark.parametrize(("mu_squared", "delta"), [("1e7", "1e-5"), ("1e10", "1e-3"), ("1e12", "1e-5"), ("1e15", "9/10"), ("1e25", "1e-5"), ("1e30", "1e-9")])
def test_epsilon_is_enclosed_where_mu_is_large(mu_squared: str, delta: str) -> None:
    found = gdp_epsilon(mu_squared, delta, 12)
    with mpmath.workdps(120):
        mu, level = mpmath.sqrt(mpmath.mpf(mu_squared)), mpmath.mpf(Fraction(delta).numerator) / Fraction(delta).denominator
        below, above = (_delta_far_out(mu, mpmath.mpf(end)) for end in (found.lower, found.upper))
        assert above <= level <= below
    assert found.digits == 12


def _delta_far_out(mu: mpmath.mpf, epsilon: mpmath.mpf) -> mpmath.mpf:
    """Delta of mu-GDP; a tail is the density by its continued fraction, where the argument is large."""
    x = epsilon / mu - mu / 2
    fraction = mpmath.mpf(0)
    for k in range(60, 0, -1):
        fraction = k / (x + mu + fraction)
    second = mpmath.exp(-x * x / 2) / mpmath.sqrt(2 * mpmath.pi) / (x + mu + fraction)  # e^epsilon times the density at x + mu is that at x
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2 - second


def test_an_epsilon_of_400_digits_takes_no_time() -> None:
    began = time.thread_time()
    found = gdp_epsilon(10**400, "1e-5", 60)
    assert Fraction(found.lower) < Fraction(10**400, 2) + Fraction("4.3e200")
    assert Fraction(found.upper) > Fraction(10**400, 2) + Fraction("4.2e200")
    assert time.thread_time() - began < 1


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: gdp_delta(-1, 1), "mu_squared"),
        (lambda: gdp_delta(1, -1), "epsilon"),
        (lambda: gdp_epsilon(1, 0), "delta"),
        (lambda: gdp_epsilon(1, 1), "delta"),
        (lambda: gdp_trade_off(1, 2), "level"),
        (lambda: gdp_renyi(1, 1), "order"),
        (lambda: zcdp_epsilon(-1, "1/2"), "rho"),
        (lambda: analytic_noise(-1, "1/2"), "epsilon"),
        (lambda: gdp_delta(1, 1, 0), "digits"),
        (lambda: gdp_delta(0.5, 1), "mu_squared"),
    ],
)
def test_what_is_outside_the_range_is_refused(make: object, field: str) -> None:
    with pytest.raises(InputError) as caught:
        make()  # type: ignore[operator]
    assert caught.value.field == field
