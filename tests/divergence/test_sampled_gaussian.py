"""The sampled Gaussian divergence: certified values, both directions, everywhere."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise, product

import mpmath
import numpy
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day, spread
from support.special_route import PRECISION, ends, is_sharp, overlaps, real, sampled

from pabisym.divergence import sampled_plan
from pabisym.divergence.sampled_gaussian import (
    DIRECTIONS,
    _binomial_sum,
    sampled_gaussian,
    sampled_gaussian_ball,
    sampled_gaussian_float,
    sampled_gaussian_floats,
)
from pabisym.divergence.sampled_trapezoid import LikelihoodRatio, power_mean
from pabisym.errors import InputError, Undecided
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.evaluator import TooCoarse, working_precision

FIRST, SECOND = DIRECTIONS
ORDERS = ("1.01", "1.25", "1.5", "2", "2.5", "3", "5", "10", "32", "64.5", "100", "256")
SHARES = ("1e-6", "1e-4", "0.001", "0.01", "0.1", "0.5", "0.9")
NOISES = ("0.3", "0.5", "1", "2", "4", "10", "100")
directions = pytest.mark.parametrize("direction", DIRECTIONS)


def decimal(places: int, low: str, high: str) -> st.SearchStrategy[Fraction]:
    scale = 10**places
    return st.integers(int(Fraction(low) * scale), int(Fraction(high) * scale)).map(lambda n: Fraction(n, scale))


def small_share() -> st.SearchStrategy[Fraction]:
    return st.tuples(st.integers(1, 99), st.integers(2, 9)).map(lambda pair: Fraction(pair[0], 10 ** pair[1]))


@pytest.mark.parametrize("order", ORDERS)
def test_the_grid_has_fifty_digits_and_the_mixture_first_is_the_larger(order: str) -> None:
    for q in SHARES:
        for sigma in NOISES:
            first, second = (sampled_gaussian(order, q, sigma, 50, direction=d) for d in DIRECTIONS)
            assert is_sharp(first, 50)
            assert is_sharp(second, 50)
            # Full sampling bounds both.
            assert 0 < ends(second)[1] <= ends(first)[0]
            assert ends(first)[1] < Fraction(order) / (2 * Fraction(sigma) ** 2)


@directions
def test_the_divergence_grows_with_the_order_and_with_q_and_falls_with_sigma(direction: str) -> None:
    for q in SHARES:
        values = [ends(sampled_gaussian(order, q, 2, 30, direction=direction)) for order in ("1", *ORDERS)]
        assert all(a[1] < b[0] for a, b in pairwise(values))
    for order in ORDERS:
        values = [ends(sampled_gaussian(order, q, 2, 30, direction=direction)) for q in SHARES]
        assert all(a[1] < b[0] for a, b in pairwise(values))
        values = [ends(sampled_gaussian(order, "0.01", sigma, 30, direction=direction)) for sigma in NOISES]
        assert all(a[0] > b[1] for a, b in pairwise(values))


def test_the_anchors_of_the_paper_have_the_mixture_second() -> None:
    for point, value in (((2, "0.1", 4), "6.336049e-4"), ((8, "0.01", 4), "2.564756e-5"), ((32, "0.05", 8), "6.147708e-4")):
        lower, upper = ends(sampled_gaussian(*point, 12, direction=SECOND))
        half = Fraction(1, 2) * Fraction(10) ** (-7 + math.floor(math.log10(Fraction(value))) + 1)
        assert Fraction(value) - half <= lower <= upper <= Fraction(value) + half
        assert ends(sampled_gaussian(*point, 12, direction=FIRST))[0] > Fraction(value) + half


def test_the_two_directions_differ_by_a_factor_of_fifty_five() -> None:
    first, second = (ends(sampled_gaussian(10, "0.01", 1, direction=d)) for d in DIRECTIONS)
    assert 55 < first[0] / second[1] < first[1] / second[0] < 56


def test_order_two_is_the_closed_form() -> None:
    with mpmath.workdps(60):
        for q in SHARES:
            for sigma in NOISES:
                value = mpmath.log1p(real(q) ** 2 * mpmath.expm1(1 / real(sigma) ** 2))
                assert overlaps(sampled_gaussian(2, q, sigma, 50, direction=FIRST), value, 50)


@settings(max_examples=by_day(24, 4), deadline=None)
@given(decimal(2, "1.01", "12"), small_share(), decimal(1, "0.5", "6"), st.sampled_from(DIRECTIONS))
def test_random_points_agree_with_quadrature(order: Fraction, q: Fraction, sigma: Fraction, direction: str) -> None:
    with mpmath.workdps(PRECISION):
        assert overlaps(sampled_gaussian(order, q, sigma, 30, direction=direction), sampled(order, q, sigma, direction == FIRST))


@settings(max_examples=by_day(12, 3), deadline=None)
@given(small_share(), decimal(1, "0.5", "6"), st.sampled_from(DIRECTIONS))
def test_order_one_agrees_with_quadrature_and_is_the_limit(q: Fraction, sigma: Fraction, direction: str) -> None:
    value = sampled_gaussian(1, q, sigma, 30, direction=direction)
    with mpmath.workdps(PRECISION):
        assert overlaps(value, sampled(1, q, sigma, direction == FIRST))
    near = ends(sampled_gaussian(1 + Fraction(1, 10**30), q, sigma, 25, direction=direction))
    assert abs(near[0] - ends(value)[1]) < near[0] / 10**20


# The rule itself: integer exponents have an independent finite sum.


@settings(max_examples=by_day(150), deadline=None)
@given(
    st.one_of(st.integers(2, 40), st.integers(41, 3000)),
    st.one_of(small_share(), decimal(3, "0.001", "0.999")),
    st.one_of(decimal(2, "0.2", "3"), decimal(1, "3", "300")),
    st.integers(60, 250),
)
def test_the_trapezoid_rule_agrees_with_the_binomial_sum(order: int, q: Fraction, sigma: Fraction, bits: int) -> None:
    ratio = LikelihoodRatio.of(fmpq(q.numerator, q.denominator), fmpq(sigma.numerator, sigma.denominator))
    chosen = sampled_plan.plan(ratio.shape, float(order), bits)
    quadrature = power_mean(ratio, fmpq(order), chosen, bits + 60)
    total = _binomial_sum(ratio, order, bits + 80)
    assert quadrature.overlaps(total)
    assert quadrature.rel_accuracy_bits() >= bits - 16


@settings(max_examples=by_day(60), deadline=None)
@given(decimal(3, "1.001", "80"), small_share(), decimal(2, "0.2", "20"), st.sampled_from(DIRECTIONS))
def test_rules_of_different_precision_agree(order: Fraction, q: Fraction, sigma: Fraction, direction: str) -> None:
    coarse, fine = (sampled_gaussian(order, q, sigma, digits, direction=direction) for digits in (6, 60))
    assert ends(coarse)[0] <= ends(fine)[0] <= ends(fine)[1] <= ends(coarse)[1]


@pytest.mark.parametrize("step", ["5/2", "29/10", "16/5"])
def test_the_bound_on_the_error_of_a_coarse_rule_is_needed(step: str) -> None:
    """The nodes lie beside the mode of g^2, so that the rule loses nearly as much as the bound allows, on the side where more is needed.

    With q near 1 and sigma = 4/h, phi*g^2 is nearly a normal density around h/2, and by Poisson's formula the rule is
    about 1 - 2 exp(-2 pi^2/h^2) of the mean; 1/(1 - d) - 1 is above d, which a bound of half the size would not reach for large d.
    """
    h = Fraction(step)
    q, sigma = fmpq(999999, 1000000), fmpq(4 * h.denominator, h.numerator)
    chosen = sampled_plan.TrapezoidPlan(float(h), 2 * math.pi / float(h), False, -12, 12, ((), ()), 0.0)
    with working_precision(100):
        found = power_mean(LikelihoodRatio.of(q, sigma), fmpq(2), chosen, 100)
        mean = 1 + arb(q) ** 2 * (1 / arb(sigma) ** 2).expm1()
        assert found.contains(mean)
        off = abs(found.mid() / mean - 1)
        assert off > 0.9 * (2 * (-2 * arb.pi() ** 2 / arb(chosen.step) ** 2).exp())
        assert arb(found.rad()) < 3 * abs(mean - found.mid())


@pytest.mark.parametrize("step", ["2", "5/2", "3"])
def test_the_absolute_bound_on_the_error_of_a_coarse_rule_is_needed(step: str) -> None:
    """For a small q and a negative exponent g is nearly 1: the rule exceeds the mean by nearly all that the bound allows, not by half."""
    h, q, sigma = Fraction(step), fmpq(1, 10**9), fmpq(20)
    chosen = sampled_plan.TrapezoidPlan(float(h), 2 * math.pi / float(h), True, -12, 12, ((), ()), 0.0)
    with working_precision(100):
        found = power_mean(LikelihoodRatio.of(q, sigma), fmpq(-1), chosen, 100)
        assert found.contains(arb(1))
        assert abs(found.mid() - 1) > 0.9 * arb(found.rad())


def test_a_plan_that_does_not_hold_gives_no_value() -> None:
    ratio = LikelihoodRatio.of(fmpq(1, 10), fmpq(1))
    chosen = sampled_plan.plan(ratio.shape, 2.5, 60)
    with pytest.raises(TooCoarse):
        power_mean(ratio, fmpq(5, 2), chosen._replace(strip=4.0), 100)
    with pytest.raises(TooCoarse):
        power_mean(ratio, fmpq(5, 2), chosen._replace(last=0), 100)
    with pytest.raises(TooCoarse):
        power_mean(ratio, fmpq(5, 2), chosen._replace(beyond=((), (5.0,))), 100)
    sparse = power_mean(ratio, fmpq(5, 2), chosen._replace(step=1.0, first=-12, last=14), 100)
    assert sparse.overlaps(power_mean(ratio, fmpq(5, 2), chosen, 100))


# Beyond the grid.


@directions
@pytest.mark.parametrize("point", spread(product(["1", "1100", "4096", "10000", "10000.5"], ["1e-12", "1e-6", "0.01", "0.5"],
                                                 ["0.3", "1", "1e4", "1e8"]), 26))
def test_far_points_have_fifty_digits(point: tuple[str, str, str], direction: str) -> None:
    order, q, sigma = point
    assert is_sharp(sampled_gaussian(order, q, sigma, 50, direction=direction), 50)


def test_large_integer_orders_are_the_finite_sum() -> None:
    for order, q, sigma in ((1100, "0.01", 4), (4096, "0.001", 8), (10000, "1e-12", 1)):
        with mpmath.workdps(60):
            rest, share, spread = 1 - real(q), real(q), 1 / (2 * real(sigma) ** 2)
            terms = [mpmath.binomial(order, k) * rest ** (order - k) * share**k * mpmath.exp(k * (k - 1) * spread) for k in range(order + 1)]
            value = mpmath.log(mpmath.fsum(terms)) / (order - 1)
            assert overlaps(sampled_gaussian(order, q, sigma, 40, direction=FIRST), value, 40)


def test_huge_orders_approach_the_order_infinity() -> None:
    last = ends(sampled_gaussian("inf", "0.99", 1, 30, direction=SECOND))
    before = ends(sampled_gaussian("1e12", "0.99", 1, 30, direction=SECOND))
    assert before[1] < last[0] < before[0] * (1 + Fraction(1, 10**10))
    assert sampled_gaussian("inf", "0.5", 1, direction=FIRST).upper == "inf"
    assert sampled_gaussian(math.inf, 1, 1, direction=SECOND).lower == "inf"


@directions
def test_no_and_full_sampling_are_exact(direction: str) -> None:
    assert sampled_gaussian("2.5", 0, 3, direction=direction).exact == 0
    assert sampled_gaussian("2.5", 1, 3, direction=direction).rational == fmpq(5, 36)
    assert sampled_gaussian("inf", 0, 3, direction=direction).exact == 0
    nearly = ends(sampled_gaussian("1.5", 1 - Fraction(1, 10**400), 1, 20, direction=direction))
    assert nearly[0] < Fraction(3, 4)
    assert Fraction(3, 4) - nearly[0] < Fraction(1, 10**18)


# Where other implementations go wrong; the values are certified here.


def test_fractional_orders_sum_an_alternating_series_with_its_signs() -> None:
    """Adding the absolute values of the terms of the series gives 9.16e-5 here."""
    value = sampled_gaussian("1.01", "0.01", 1, 15, direction=FIRST)
    assert ends(value)[1] < Fraction("8.467057e-5")
    with mpmath.workdps(PRECISION):
        assert overlaps(value, sampled("1.01", "0.01", 1, True))


def test_a_long_series_is_not_stopped_before_it_has_begun() -> None:
    """A series that is cut at its first small term gives -0.6987 here."""
    value = sampled_gaussian("64.5", "0.5", 100, 15, direction=FIRST)
    assert overlaps(value, mpmath.mpf("8.07501e-4"), 4)
    below, above = (sampled_gaussian(order, "0.5", 100, 15, direction=FIRST) for order in (64, 65))
    assert ends(below)[1] < ends(value)[0] < ends(value)[1] < ends(above)[0]


def test_small_divergences_keep_their_digits() -> None:
    """In doubles the logarithm of 1 + 1.7e-12 has four digits left."""
    value = sampled_gaussian(2, "1e-6", 1, 40, direction=FIRST)
    with mpmath.workdps(60):
        assert overlaps(value, mpmath.log1p(mpmath.mpf(10) ** -12 * mpmath.expm1(1)), 40)
    assert is_sharp(sampled_gaussian("1.01", "1e-12", "1e8", 50, direction=SECOND), 50)


def test_binomials_of_large_orders_do_not_overflow() -> None:
    assert math.isfinite(sampled_gaussian_float(1100, 0.01, 1, direction=FIRST))
    assert overlaps(sampled_gaussian(1100, "0.01", 1, 12, direction=FIRST), mpmath.mpf("545.3906394868"), 11)


def test_order_one_is_a_value_not_a_division_by_zero() -> None:
    for direction in DIRECTIONS:
        value = ends(sampled_gaussian(1, "0.01", 1, direction=direction))
        assert 0 < value[0] <= value[1] < Fraction(1, 200)
        assert sampled_gaussian_float(1.0, 0.01, 1.0, direction=direction) == pytest.approx(float(value[0]), rel=1e-13)


# Doubles.


@directions
def test_doubles_are_right_to_thirteen_digits_on_the_grid_and_beyond(direction: str) -> None:
    orders = (*map(float, ORDERS), 1.0, 1100.0, 10000.0)
    for order in orders:
        for q in (*map(float, SHARES), 1e-12, 1 - 1e-10):
            for sigma in (*map(float, NOISES), 1e4, 1e8):
                point = tuple(map(Fraction, (order, q, sigma)))
                true = ends(sampled_gaussian(*point, 17, direction=direction))[0]
                value = sampled_gaussian_float(order, q, sigma, direction=direction)
                assert abs(Fraction(value) - true) < true / 10**13, (order, q, sigma)


@directions
def test_doubles_broadcast(direction: str) -> None:
    table = sampled_gaussian_floats([1, 2, 2.5, numpy.inf], 0.1, [[1.0], [2.0]], direction=direction)
    assert table.shape == (2, 4)
    assert table[1, 2] == sampled_gaussian_float(2.5, 0.1, 2.0, direction=direction)
    assert table[0, 3] == (math.inf if direction == FIRST else -math.log1p(-0.1))
    assert sampled_gaussian_floats(2, 0, 1, direction=direction).shape == ()


@pytest.mark.parametrize(
    ("order", "q", "sigma", "field"),
    [(0.5, 0.1, 1, "order"), (math.nan, 0.1, 1, "order"), (2, -0.1, 1, "q"), (2, math.nan, 1, "q"), (2, 0.1, 0, "sigma"), (2, 0.1, math.inf, "sigma")],
)
def test_doubles_outside_of_the_domain_are_refused(order: float, q: float, sigma: float, field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}:"):
        sampled_gaussian_float(order, q, sigma, direction=FIRST)


# Input, precision, balls.


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ((0.5, "0.1", 1), "order"),
        (("1/2", "0.1", 1), "order"),
        ((2, "-0.1", 1), "q"),
        ((2, "1.1", 1), "q"),
        ((2, "0.1", 0), "sigma"),
        ((2, "0.1", -1), "sigma"),
        ((2, "0.1", 1, 0), "digits"),
        ((2, "0.1", 1, True), "digits"),
    ],
)
def test_bad_input_is_refused_by_name(arguments: tuple[object, ...], field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}:"):
        sampled_gaussian(*arguments, direction=FIRST)


def test_a_direction_must_be_named() -> None:
    with pytest.raises(InputError, match=r"^direction:"):
        sampled_gaussian(2, "0.1", 1, direction="mixture")
    with pytest.raises(TypeError):
        sampled_gaussian(2, "0.1", 1)


@pytest.mark.parametrize("arguments", [("1e40", "0.5", 1), ("2.5", "0.5", "1e-9"), ("2.5", "0.5", "1e300"), ("1e13", "0.5", "0.01"), ("1.5", "0.01", "1e-5")])
def test_what_is_out_of_reach_is_undecided(arguments: tuple[object, ...]) -> None:
    with pytest.raises(Undecided):
        sampled_gaussian(*arguments, direction=FIRST)


def test_the_precision_of_the_process_is_left_alone() -> None:
    before = ctx.prec
    sampled_gaussian("1.5", "0.1", 1, 100, direction=FIRST)
    with pytest.raises(Undecided):
        sampled_gaussian("1e40", "0.1", 1, direction=FIRST)
    assert ctx.prec == before


@directions
def test_balls_in_balls_out(direction: str) -> None:
    with working_precision(160):
        root = arb(2).sqrt()
        value = sampled_gaussian_ball(fmpq(5, 2), arb(1) / 3, root, direction=direction)
        exact = sampled_gaussian_ball(fmpq(5, 2), fmpq(1, 3), fmpq(root.mid().fmpq()), direction=direction)
        assert value.overlaps(exact)
        assert value.rel_accuracy_bits() > 130
        with pytest.raises(TooCoarse):
            sampled_gaussian_ball(fmpq(5, 2), arb(0, 1), root, direction=direction)
        with pytest.raises(InputError):
            sampled_gaussian_ball(fmpq(5, 2), arb(2), root, direction=direction)


def test_the_result_is_an_ordinary_enclosure() -> None:
    value = sampled_gaussian(10, "0.01", 1, 6, direction=FIRST)
    assert isinstance(value, Enclosure)
    assert (value.exact, value.digits) == (None, 6)
