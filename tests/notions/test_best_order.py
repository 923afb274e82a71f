"""The best order: closed forms, grids of orders, and limits of what is certified."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from flint import ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.second_route import DIGITS, canonne_epsilon, overlaps, real, sampled_divergence

from pabisym.divergence.evaluate import enclose
from pabisym.divergence.sampled_gaussian import limited_work, sampled_gaussian
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational_text, to_fraction
from pabisym.notions.conversion import (
    CANONNE,
    LOSSLESS,
    MAX_ORDER,
    MIRONOV,
    ComposedCurve,
    FunctionCurve,
    LinearCurve,
    OverOrders,
    SampledGaussian,
    best_delta,
    best_epsilon,
    gdp_delta,
    gdp_epsilon,
    zcdp_epsilon,
)
from pabisym.numerics.enclosure import Enclosure

RATES = st.fractions(min_value=Fraction(1, 1000), max_value=30, max_denominator=1000)
DELTAS = st.builds(lambda top, power: Fraction(top, 10**power), st.integers(1, 9), st.integers(1, 60))
EVERYDAY = ComposedCurve(((SampledGaussian.of("1/100", 1), 10_000),))


@settings(max_examples=by_day(80), deadline=None)
@given(RATES, DELTAS)
def test_the_classical_conversion_of_a_linear_curve_has_a_closed_form(rate: Fraction, delta: Fraction) -> None:
    """The minimum of rho (1 + t) + log(1/delta)/t is rho + 2 sqrt(rho log(1/delta)), at t = sqrt(log(1/delta)/rho)."""
    found, closed = best_epsilon(LinearCurve.of(rate), delta, 30, MIRONOV), zcdp_epsilon(rate, delta, 30)
    assert found.value.digits == 30
    assert Fraction(found.value.lower) <= Fraction(closed.upper)
    assert Fraction(closed.lower) <= Fraction(found.value.upper)
    with mpmath.workdps(DIGITS):
        order = 1 + mpmath.sqrt(-mpmath.log(real(delta)) / real(rate))
        assert abs(real(to_fraction(found.order)) / order - 1) < mpmath.mpf(10) ** -10


@settings(max_examples=by_day(80), deadline=None)
@given(RATES, st.fractions(min_value=Fraction(1, 10), max_value=40, max_denominator=50))
def test_the_best_delta_of_limited_orders_has_a_closed_form(rate: Fraction, epsilon: Fraction) -> None:
    """The exponent -(alpha - 1)(epsilon - rho alpha) is least at alpha = 1/2 + epsilon/(2 rho), or at the largest order."""
    largest = Fraction(7)
    order = min(Fraction(1, 2) + epsilon / (2 * rate), largest)
    found = best_delta(LinearCurve.of(rate), epsilon, 20, MIRONOV, orders=("1.0001", largest))
    with mpmath.workdps(DIGITS):
        expected = mpmath.exp(-real(order - 1) * (real(epsilon) - real(rate * order)))
        if order > Fraction("1.001"):
            assert overlaps(found.value, min(expected, mpmath.mpf(1)))
    if order == largest:
        assert to_fraction(found.order) == largest


@pytest.mark.parametrize("conversion", [MIRONOV, CANONNE, pytest.param(LOSSLESS, marks=pytest.mark.campaign)], ids=lambda conversion: conversion.name)
@settings(max_examples=5, deadline=None)
@given(rate=RATES, delta=DELTAS, epsilon=st.fractions(min_value=0, max_value=30, max_denominator=20))
def test_no_order_of_a_grid_gives_less(conversion: OverOrders, rate: Fraction, delta: Fraction, epsilon: Fraction) -> None:
    curve = LinearCurve.of(rate)
    least, smallest = best_epsilon(curve, delta, 12, conversion), best_delta(curve, epsilon, 12, conversion)
    for step in range(-12, 13, 2):
        order = 1 + Fraction(3, 2) ** step
        assert Fraction(least.value.lower) <= Fraction(conversion.epsilon(order, rate * order, delta).upper)
        assert Fraction(smallest.value.lower) <= Fraction(conversion.delta(order, rate * order, epsilon).upper)


@pytest.mark.parametrize("conversion", [MIRONOV, CANONNE, LOSSLESS], ids=lambda conversion: conversion.name)
@settings(max_examples=10, deadline=None)
@given(rate=RATES, delta=DELTAS)
def test_the_upper_end_is_what_the_reported_order_gives(conversion: OverOrders, rate: Fraction, delta: Fraction) -> None:
    found = best_epsilon(LinearCurve.of(rate), delta, 15, conversion)
    at_order = conversion.epsilon(found.order, to_fraction(found.order * fmpq(rate.numerator, rate.denominator)), delta, 20)
    assert Fraction(at_order.lower) <= Fraction(found.value.upper)
    assert Fraction(found.value.lower) <= Fraction(at_order.upper)


@pytest.mark.campaign
@settings(max_examples=6, deadline=None)
@given(RATES, DELTAS, st.fractions(min_value=0, max_value=30, max_denominator=20))
def test_orders_never_beat_the_exact_gaussian(rate: Fraction, delta: Fraction, epsilon: Fraction) -> None:
    for conversion in (CANONNE, LOSSLESS):
        found = best_epsilon(LinearCurve.of(rate), delta, 6, conversion)
        assert Fraction(gdp_epsilon(2 * rate, delta).lower) <= Fraction(found.value.upper)
        assert Fraction(gdp_delta(2 * rate, epsilon).lower) <= Fraction(best_delta(LinearCurve.of(rate), epsilon, 6, conversion).value.upper)


@pytest.mark.parametrize("delta", ["1e-5", "1e-30", "1e-300"])
def test_the_lossless_best_lies_below_and_is_certified(delta: str) -> None:
    for curve in (LinearCurve.of("1/2"), EVERYDAY):
        lossless, canonne = best_epsilon(curve, delta, 12, LOSSLESS), best_epsilon(curve, delta, 12, CANONNE)
        assert lossless.value.digits >= 12
        assert Fraction(lossless.value.upper) <= Fraction(canonne.value.upper)


def test_the_everyday_question() -> None:
    """Epsilon at delta = 1e-5 of 10,000 sampled Gaussian steps, q = 1/100, sigma = 1: the second route at that order, and grids."""
    found = best_epsilon(EVERYDAY, "1e-5")
    assert found.value.digits == 15
    with mpmath.workdps(30):
        order = real(to_fraction(found.order))
        divergence = 10_000 * sampled_divergence(order, mpmath.mpf("0.01"), mpmath.mpf(1))
        assert overlaps(found.value, canonne_epsilon(order, divergence, mpmath.mpf("1e-5")), 16)
    for order in (2, 3, "33/8", "25/6", 5, 8):
        single = sampled_gaussian(order, "1/100", 1, 30, direction="mixture-first")
        bound = Enclosure(*(f"{end}e4" for end in (single.lower, single.upper)), None, 30, 100)
        assert Fraction(found.value.lower) <= Fraction(CANONNE.epsilon(order, bound, "1e-5").upper)


def test_a_given_function_is_as_sharp_as_its_enclosures() -> None:
    def function(order: fmpq) -> Enclosure:
        return enclose(parse(f"{rational_text(order)}*sqrt(2)/2"), {}, 8)

    sharp = best_epsilon(lambda order: enclose(parse(f"{rational_text(order)}*sqrt(2)/2"), {}, 40), "1e-5", 20)
    blunt = best_epsilon(FunctionCurve(function), "1e-5", 20)
    assert sharp.value.digits == 20
    assert 5 <= blunt.value.digits < 20
    assert Fraction(blunt.value.lower) <= Fraction(sharp.value.lower)
    assert Fraction(sharp.value.upper) <= Fraction(blunt.value.upper)


def test_a_bounded_curve_is_best_at_the_largest_order() -> None:
    """Pure differential privacy: R = 1 at every order; the epsilon 1 + log(1/delta)/t decreases to 1."""
    found = best_epsilon(FunctionCurve(lambda order: enclose(parse("1"), {})), "1e-5", 15, MIRONOV)
    assert found.order == MAX_ORDER
    assert 1 <= Fraction(found.value.upper) < 1 + Fraction(1, 10**9)


def test_a_zero_curve_costs_nothing() -> None:
    assert best_epsilon(LinearCurve.of(0), "1e-5").value.exact == 0


def test_a_curve_that_is_not_convex_still_gives_a_guarantee() -> None:
    """(alpha - 1) * sqrt(alpha) / alpha is not convex in alpha; the upper end is the value at the reported order."""

    def function(order: fmpq) -> Enclosure:
        return enclose(parse(f"1/sqrt({rational_text(order)})"), {}, 40)

    found = best_epsilon(function, "1e-5", 10)
    at_order = CANONNE.epsilon(found.order, function(found.order), "1e-5", 20)
    assert Fraction(at_order.lower) <= Fraction(found.value.upper)


def test_composition_adds() -> None:
    parts = ComposedCurve(((LinearCurve.of("1/3"), 2), (LinearCurve.of("1/4"), 4)))
    assert best_epsilon(parts, "1e-5", 20).value.upper == best_epsilon(LinearCurve.of("5/3"), "1e-5", 20).value.upper
    assert ComposedCurve(()).divergence(fmpq(3), 64) == 0


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: best_epsilon(LinearCurve.of(1), 0), "delta"),
        (lambda: best_epsilon(LinearCurve.of(1), "1e-5", 0), "digits"),
        (lambda: best_epsilon(LinearCurve.of(1), "1e-5", orders=(1, 2)), "orders"),
        (lambda: best_epsilon(LinearCurve.of(1), "1e-5", orders=(3, 2)), "orders"),
        (lambda: best_delta(LinearCurve.of(1), -1), "epsilon"),
        (lambda: best_epsilon(LinearCurve.of(-1), "1e-5"), "rate"),
        (lambda: best_epsilon(7, "1e-5"), "curve"),
        (lambda: ComposedCurve(((LinearCurve.of(1), -1),)), "times"),
        (lambda: SampledGaussian.of(2, 1), "q"),
        (lambda: SampledGaussian.of("1/2", 0), "sigma"),
        (lambda: SampledGaussian.of("1/2", 1, "sideways"), "direction"),
        (lambda: best_epsilon(lambda order: Enclosure("inf", "inf", None, 15, 0), "1e-5"), "divergence"),
    ],
)
def test_what_cannot_be_used_is_refused(make: object, field: str) -> None:
    with pytest.raises(InputError) as caught:
        make()  # type: ignore[operator]
    assert caught.value.field == field


def test_precision_is_local() -> None:
    before = ctx.prec
    best_epsilon(LinearCurve.of(1), "1e-5", 50)
    assert ctx.prec == before


@pytest.mark.parametrize(("q", "sigma", "steps", "epsilon"), [
    ("1e-100", "1/4", 463, "75/14"), pytest.param("1e-300", "55/8", 463, "75/14", marks=pytest.mark.campaign),
])
def test_a_curve_with_a_kink_is_converted(q: str, sigma: str, steps: int, epsilon: str) -> None:
    """The divergence is nothing up to an order near 2 log(1/q) sigma^2 and rises steeply there, where the best order is.

    Of the tiny values next to the rest of the formula only as many bits are computed as matter.
    """
    found = best_delta(ComposedCurve(((SampledGaussian.of(q, sigma), steps),)), epsilon, 15)
    assert found.value.digits >= 15
    assert Fraction(found.value.lower) > 0
    for step in (-1, 1):
        order = found.order * (1 + fmpq(step, 10**6))
        beside = sampled_gaussian(order, q, sigma, 12, direction="mixture-first")
        assert Fraction(found.value.upper) < Fraction(CANONNE.delta(order, Fraction(beside.lower) * steps, epsilon).lower)


def test_conversions_have_a_limit_of_work() -> None:
    with limited_work(10**6), pytest.raises(Undecided, match="together more than are computed"):
        assert [sampled_gaussian(order, "1e-12", 30, direction="mixture-first") for order in range(1000, 2000)]
