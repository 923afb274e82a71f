"""The largest admissible order, and the bound that holds up to it."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.sampled_bound import alpha_star, sampled_gaussian_bound
from support.special_route import ends, overlaps, real

from pabisym.divergence.sampled_gaussian import DIRECTIONS, sampled_gaussian
from pabisym.errors import InputError

shares = st.tuples(st.integers(1, 999), st.integers(3, 12)).map(lambda pair: Fraction(pair[0], 10 ** pair[1]))
noises = st.integers(80, 20_000).map(lambda n: Fraction(n, 100))


def slack(alpha: mpmath.mpf, q: mpmath.mpf, sigma: mpmath.mpf) -> mpmath.mpf:
    """The smaller of right minus left side of the two inequalities, as printed."""
    m = mpmath.log(1 + 1 / (q * (alpha - 1)))
    first = m * sigma**2 / 2 - mpmath.log(sigma**2)
    second = (m**2 * sigma**2 / 2 - mpmath.log(5 * sigma**2)) / (m + mpmath.log(q * alpha) + 1 / (2 * sigma**2))
    return min(first, second) - alpha


@settings(max_examples=by_day(40), deadline=None)
@given(shares, noises)
def test_the_inequalities_hold_up_to_it_and_fail_beyond(q: Fraction, sigma: Fraction) -> None:
    value = alpha_star(q, sigma, 30).value
    with mpmath.workdps(60):
        low, high = (real(x) for x in (value.lower, value.upper))
        assert slack(low, real(q), real(sigma)) > 0 > slack(high, real(q), real(sigma))
        below = [1 + (low - 1) * k / 20 for k in range(1, 20)]
        beyond = [high * (1 + mpmath.mpf(10) ** k) for k in range(-3, 4)]
        assert all(slack(x, real(q), real(sigma)) > 0 for x in below)
        assert all(slack(x, real(q), real(sigma)) < 0 for x in beyond)


@settings(max_examples=15, deadline=None)
@given(shares, noises)
def test_it_agrees_with_bisection(q: Fraction, sigma: Fraction) -> None:
    with mpmath.workdps(50):
        low, high = mpmath.mpf(1), mpmath.mpf(10) ** 9
        for _ in range(140):
            middle = (low + high) / 2
            low, high = (middle, high) if slack(middle, real(q), real(sigma)) > 0 else (low, middle)
        assert overlaps(alpha_star(q, sigma, 25).value, low)


def test_the_side_conditions_are_decided() -> None:
    assert alpha_star("0.01", 4).hold == "true"
    outside = alpha_star("0.2", 4)
    assert outside.hold == "false"
    assert [condition.text for condition in outside.conditions if condition.verdict == "false"] == ["q < 1/5"]
    assert alpha_star("0.01", "3.99").hold == "false"


def test_the_order_is_a_condition_of_the_bound() -> None:
    edge = alpha_star("0.01", 4, 40).value
    inside, outside = (sampled_gaussian_bound(x, "0.01", 4) for x in (edge.lower, edge.upper))
    assert (inside.hold, outside.hold) == ("true", "false")
    assert Fraction(str(inside.value.exact)) == Fraction(edge.lower) / 80_000
    assert sampled_gaussian_bound(8, "0.01", 4).value.exact * 160_000 == 16


@pytest.mark.parametrize("q", ["1e-6", "0.001", "0.01", "0.1", "0.199"])
@pytest.mark.parametrize("sigma", [4, 8, 50])
def test_the_bound_holds_for_both_directions_where_its_conditions_do(q: str, sigma: int) -> None:
    star = Fraction(alpha_star(q, sigma, 20).value.lower)
    for order in (1 + (star - 1) / 1000, 1 + (star - 1) / 3, star):
        bound = sampled_gaussian_bound(order, q, sigma, 20)
        assert bound.hold == "true"
        for direction in DIRECTIONS:
            assert ends(sampled_gaussian(order, q, sigma, 20, direction=direction))[1] <= ends(bound.value)[0]


@pytest.mark.parametrize(("q", "sigma", "field"), [(0, 4, "q"), (1, 4, "q"), ("0.1", "0.79", "sigma"), ("0.1", 0, "sigma")])
def test_points_outside_of_the_domain_are_refused(q: object, sigma: object, field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}:"):
        alpha_star(q, sigma)


def test_the_bound_needs_an_order_above_one() -> None:
    with pytest.raises(InputError, match=r"^order:"):
        sampled_gaussian_bound(1, "0.1", 4)
