"""Conversions of a Rényi bound of one order."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.second_route import DIGITS, bernoulli_divergence, canonne_epsilon, golden_minimum, overlaps, real

from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.notions.conversion import CANONNE, FROM_RENYI, LOSSLESS, MIRONOV, TWO_BRANCHES, FromRenyi, gdp_delta, gdp_epsilon
from pabisym.numerics.enclosure import Enclosure

ORDERS = st.fractions(min_value=Fraction(21, 20), max_value=60, max_denominator=20)
DIVERGENCES = st.fractions(min_value=Fraction(1, 1000), max_value=20, max_denominator=1000)
EPSILONS = st.fractions(min_value=0, max_value=12, max_denominator=20)
DELTAS = st.builds(lambda top, power: Fraction(top, 10**power), st.integers(1, 9), st.integers(1, 40))


def low(enclosure: Enclosure) -> Fraction:
    return Fraction(enclosure.lower)


def high(enclosure: Enclosure) -> Fraction:
    return Fraction(enclosure.upper)


@pytest.mark.parametrize("conversion", FROM_RENYI, ids=lambda conversion: conversion.name)
@settings(max_examples=by_day(60), deadline=None)
@given(order=ORDERS, mu_squared=DIVERGENCES, epsilon=EPSILONS, delta=DELTAS)
def test_no_conversion_beats_the_exact_gaussian(
    conversion: FromRenyi, order: Fraction, mu_squared: Fraction, epsilon: Fraction, delta: Fraction
) -> None:
    divergence = order * mu_squared / 2
    assert low(gdp_delta(mu_squared, epsilon)) <= high(conversion.delta(order, divergence, epsilon))
    assert low(gdp_epsilon(mu_squared, delta)) <= high(conversion.epsilon(order, divergence, delta))


@pytest.mark.parametrize("order", [2, 5, 20])
def test_lemma_14_at_unit_distance(order: int) -> None:
    for epsilon in ("1/2", "1", "3"):
        assert high(gdp_delta(1, epsilon)) < low(MIRONOV.delta(order, Fraction(order, 2), epsilon))


@settings(max_examples=by_day(150), deadline=None)
@given(ORDERS, DIVERGENCES, EPSILONS, DELTAS)
def test_the_sharper_conversion_is_never_above(order: Fraction, divergence: Fraction, epsilon: Fraction, delta: Fraction) -> None:
    chain = (LOSSLESS, TWO_BRANCHES, CANONNE, MIRONOV)
    deltas = [conversion.delta(order, divergence, epsilon) for conversion in chain]
    epsilons = [conversion.epsilon(order, divergence, delta) for conversion in chain]
    for found in (deltas, epsilons):
        assert all(low(found[i]) <= high(found[i + 1]) for i in range(3))


@pytest.mark.parametrize("conversion", FROM_RENYI, ids=lambda conversion: conversion.name)
@settings(max_examples=by_day(60), deadline=None)
@given(order=ORDERS, divergence=DIVERGENCES, delta=DELTAS)
def test_epsilon_and_delta_are_inverse(conversion: FromRenyi, order: Fraction, divergence: Fraction, delta: Fraction) -> None:
    epsilon = conversion.epsilon(order, divergence, delta, 20)
    assert low(conversion.delta(order, divergence, epsilon.upper, 20)) <= delta
    if low(epsilon) > 0:
        assert high(conversion.delta(order, divergence, epsilon.lower, 20)) >= delta


@settings(max_examples=by_day(100), deadline=None)
@given(ORDERS, DIVERGENCES, DELTAS)
def test_closed_forms_agree_with_the_second_route(order: Fraction, divergence: Fraction, delta: Fraction) -> None:
    with mpmath.workdps(DIGITS):
        alpha, bound, chance = map(real, (order, divergence, delta))
        assert overlaps(MIRONOV.epsilon(order, divergence, delta, 30), bound - mpmath.log(chance) / (alpha - 1))
        other = canonne_epsilon(alpha, bound, chance)
        assert overlaps(CANONNE.epsilon(order, divergence, delta, 30), max(other, mpmath.mpf(0)))
        epsilon = Fraction(7, 3)
        kappa = (1 - 1 / alpha) ** (alpha - 1) / alpha
        first = kappa * mpmath.exp((alpha - 1) * (bound - real(epsilon)))
        second = mpmath.expm1((alpha - 1) * bound) / (alpha * mpmath.expm1((alpha - 1) * real(epsilon)))
        assert overlaps(CANONNE.delta(order, divergence, epsilon, 30), min(first, mpmath.mpf(1)))
        assert overlaps(TWO_BRANCHES.delta(order, divergence, epsilon, 30), min(first, second, mpmath.mpf(1)))


@settings(max_examples=by_day(25), deadline=None)
@given(ORDERS, DIVERGENCES, EPSILONS.filter(lambda epsilon: epsilon <= 4))
def test_lossless_delta_is_where_the_least_divergence_of_bernoulli_pairs_meets_the_bound(
    order: Fraction, divergence: Fraction, epsilon: Fraction
) -> None:
    """The least D_alpha over Bernoulli pairs with p - e^epsilon q = delta is increasing in delta and equals R there."""
    delta = LOSSLESS.delta(order, divergence, epsilon, 25)
    with mpmath.workdps(2 * DIGITS):
        alpha, gamma = real(order), mpmath.exp(real(epsilon))

        def least(text: str) -> mpmath.mpf:
            chance = mpmath.mpf(text)
            top = (1 - chance) / gamma

            def at(logit: mpmath.mpf) -> mpmath.mpf:
                q = top / (1 + mpmath.exp(-logit))
                return bernoulli_divergence(alpha, chance + gamma * q, q)

            return golden_minimum(at, mpmath.mpf(-400), mpmath.mpf(100), 200)

        near = mpmath.mpf(10) ** -18
        assert least(delta.lower) <= real(divergence) * (1 + near)
        assert least(delta.upper) >= real(divergence) * (1 - near)


@settings(max_examples=by_day(60), deadline=None)
@given(st.integers(2, 12), st.integers(1, 98), st.integers(1, 98), EPSILONS)
def test_bernoulli_pairs_obey_every_conversion(order: int, first: int, second: int, epsilon: Fraction) -> None:
    p, q = Fraction(first, 99), Fraction(second, 99)
    moment = p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)
    divergence = enclose(parse(f"log({moment})/{order - 1}"), {}, 30)
    events = [enclose(parse(f"max({a} - exp({epsilon})*({b}), 0)"), {}, 30) for a, b in ((p, q), (1 - p, 1 - q))]
    for conversion in FROM_RENYI:
        assert max(map(low, events)) <= high(conversion.delta(order, divergence, epsilon))


@settings(max_examples=by_day(40), deadline=None)
@given(st.integers(2, 9), st.fractions(min_value=Fraction(11, 10), max_value=50, max_denominator=10), st.integers(1, 99))
def test_the_lossless_delta_is_attained(order: int, x: Fraction, percent: int) -> None:
    """A Bernoulli pair with likelihood ratios x and y attains it at gamma = S(x, y)."""
    y = Fraction(percent, 100)
    q = (1 - y) / (x - y)
    moment = q * x**order + (1 - q) * y**order
    gamma = Fraction(order - 1, order) * (x**order - y**order) / (x ** (order - 1) - y ** (order - 1))
    assume(gamma >= 1)
    divergence = enclose(parse(f"log({moment})/{order - 1}"), {}, 40)
    epsilon = enclose(parse(f"log({gamma})"), {}, 40)
    delta = q * (x - gamma)
    assert high(LOSSLESS.delta(order, divergence, epsilon.lower)) >= delta
    assert low(LOSSLESS.delta(order, divergence, epsilon.upper)) <= delta


def test_a_bound_of_zero_is_perfect_privacy() -> None:
    assert LOSSLESS.delta(3, 0, 1).exact == 0
    assert LOSSLESS.epsilon(3, 0, "1/10").exact == 0
    assert TWO_BRANCHES.epsilon(3, 0, "1/10").exact == 0


def test_vacuous_bounds_are_capped() -> None:
    assert CANONNE.delta(2, 50, 1).exact == 1
    assert MIRONOV.delta(2, 1, 1).exact == 1
    assert CANONNE.epsilon(20, "1/100", "9/10").exact == 0


def test_tiny_bounds_keep_their_digits() -> None:
    found = LOSSLESS.delta(4, "1e-40", 1)
    assert found.digits == 15
    assert high(found) < Fraction(2, 10**42) < high(TWO_BRANCHES.delta(4, "1e-40", 1))
    assert LOSSLESS.epsilon(40, 700, "1e-300").digits == 15


def test_a_wide_enclosure_gives_a_guarantee_with_fewer_digits() -> None:
    wide = Enclosure("0.5", "0.50001", None, 4, 64)
    for conversion in FROM_RENYI:
        for result, least, most in (
            (conversion.delta(3, wide, 2), conversion.delta(3, "0.5", 2), conversion.delta(3, "0.50001", 2)),
            (conversion.epsilon(3, wide, "1e-5"), conversion.epsilon(3, "0.5", "1e-5"), conversion.epsilon(3, "0.50001", "1e-5")),
        ):
            assert low(result) <= low(least)
            assert high(most) <= high(result)
            assert 2 <= result.digits < 15


@pytest.mark.parametrize(
    ("order", "divergence", "epsilon", "field"),
    [
        (1, 1, 1, "order"),
        ("1/2", 1, 1, "order"),
        (2, -1, 1, "divergence"),
        (2, 1, -1, "epsilon"),
        (2, 1, 0.5, "epsilon"),
        (2, "x", 1, "divergence"),
    ],
)
def test_what_is_outside_the_range_is_refused(order: object, divergence: object, epsilon: object, field: str) -> None:
    for conversion in FROM_RENYI:
        with pytest.raises(InputError) as caught:
            conversion.delta(order, divergence, epsilon)
        assert caught.value.field == field


@pytest.mark.parametrize("delta", [0, 1, -1, "3/2"])
def test_delta_is_a_probability(delta: object) -> None:
    with pytest.raises(InputError, match="delta"):
        CANONNE.epsilon(2, 1, delta)


def test_infinite_and_negative_enclosures_are_refused() -> None:
    with pytest.raises(InputError, match="infinite"):
        CANONNE.epsilon(2, Enclosure("inf", "inf", None, 15, 0), "1/10")
    with pytest.raises(InputError, match="negative"):
        CANONNE.epsilon(2, Enclosure("-2", "-1", None, 0, 64), "1/10")


def test_sources_are_addresses() -> None:
    for conversion in FROM_RENYI:
        assert conversion.source.address.startswith("https://")
        assert conversion.source.label
        assert "=" in conversion.statement
