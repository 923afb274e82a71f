"""Rényi divergences: Gaussian, Laplace, finite laws, mixtures."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import mpmath
import pytest
from flint import ctx
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.renyi_formulas import bernoulli, gaussian, laplace, power_sum
from support.special_route import PRECISION, ends, is_sharp, normal_log_density, overlaps, real, renyi

from pabisym.divergence.renyi import finite, gaussian_mixture
from pabisym.divergence.sampled_gaussian import sampled_gaussian
from pabisym.errors import InputError
from pabisym.numerics.enclosure import Enclosure

orders = st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(101, 100), Fraction(2), Fraction(5, 2), Fraction(7)])
means = st.integers(-30, 30).map(lambda n: Fraction(n, 10))
variances = st.integers(5, 30).map(lambda n: Fraction(n, 10))
weights = st.lists(st.integers(1, 9), min_size=2, max_size=5)


def is_infinite(value: Enclosure) -> bool:
    return (value.lower, value.upper) == ("inf", "inf")


def law(counts: list[int]) -> list[Fraction]:
    return [Fraction(n, sum(counts)) for n in counts]


# Gaussians.


@settings(max_examples=by_day(25), deadline=None)
@given(orders, means, variances, variances)
def test_gaussians_agree_with_quadrature(order: Fraction, mean: Fraction, v: Fraction, w: Fraction) -> None:
    mixed = (1 - order) * v + order * w
    value = gaussian(order, mean, v, 0, w, 30)
    if mixed <= 0:
        assert is_infinite(value)
        return
    assume(mean != 0 or v != w)
    assume(mixed > Fraction(1, 2))
    with mpmath.workdps(PRECISION):
        centre = real(order * mean * w / mixed) if order != 1 else real(mean)
        reach = 16 * mpmath.sqrt(real(v * w / mixed)) if order != 1 else 16 * mpmath.sqrt(real(v))
        p, q = normal_log_density([(1, mean, v)]), normal_log_density([(1, 0, w)])
        assume(order == 1 or abs(value_of(value)) > mpmath.mpf(10) ** -8)
        assert overlaps(value, renyi(real(order), p, q, [centre - reach, centre + reach]), 20)


def value_of(enclosure: Enclosure) -> mpmath.mpf:
    return real(enclosure.lower)


@settings(max_examples=by_day(200), deadline=None)
@given(orders, st.lists(st.tuples(means, means), min_size=1, max_size=4), variances)
def test_equal_variances_are_exact(order: Fraction, pairs: list[tuple[Fraction, Fraction]], v: Fraction) -> None:
    value = gaussian(order, [a for a, _ in pairs], v, [b for _, b in pairs], [v] * len(pairs))
    exact = order * sum((a - b) ** 2 for a, b in pairs) / (2 * v)
    assert value.exact == exact


@settings(max_examples=by_day(200), deadline=None)
@given(st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 2), "inf"]), means, means, variances, variances)
def test_coordinates_add(order: object, m: Fraction, n: Fraction, v: Fraction, w: Fraction) -> None:
    both = gaussian(order, [m, n], [v, w], [0, 0], [w, 2 * v], 40)
    parts = gaussian(order, m, v, 0, w, 40), gaussian(order, n, w, 0, 2 * v, 40)
    if any(is_infinite(part) for part in parts):
        assert is_infinite(both)
        return
    lower, upper = (sum(ends(part)[i] for part in parts) for i in (0, 1))
    room = Fraction(1, 10**30)
    assert lower - room <= ends(both)[1]
    assert ends(both)[0] <= upper + room


def test_infinite_and_degenerate_gaussians() -> None:
    assert is_infinite(gaussian(2, 0, 2, 0, 1))
    assert is_infinite(gaussian("inf", 1, 1, 0, 1))
    assert is_infinite(gaussian("inf", 0, 2, 0, 1))
    assert gaussian("inf", 3, 1, 3, 1).exact == 0
    assert gaussian(2, 0, 0, 0, 0).exact == 0
    assert is_infinite(gaussian("1/2", 1, 0, 0, 0))
    assert is_infinite(gaussian("1/2", 0, 0, 0, 1))
    assert is_infinite(gaussian(2, 0, 1, 0, 0))
    with mpmath.workdps(60):
        assert overlaps(gaussian(math.inf, 1, 1, 0, 2, 40), (1 + mpmath.log(2)) / 2, 40)


# Laplace.


@settings(max_examples=by_day(20), deadline=None)
@given(orders, st.integers(1, 400).map(lambda n: Fraction(n, 100)))
def test_laplace_agrees_with_quadrature(order: Fraction, x: Fraction) -> None:
    with mpmath.workdps(PRECISION):
        gap, half = real(x), mpmath.log(2)
        edge = mpmath.mpf(200) if order >= 1 else mpmath.mpf(150)
        value = renyi(real(order), lambda y: -abs(y - gap) - half, lambda y: -abs(y) - half, [-edge, mpmath.mpf(0), gap, gap + edge])
        assert overlaps(laplace(order, 2 * x, 2, 30), value, 20)
        assert overlaps(laplace(order, -x, 1, 30), value, 20)


def test_laplace_limits() -> None:
    assert laplace("inf", 3, 2).exact * 2 == 3
    assert laplace(1, 0, 1).exact == 0
    with mpmath.workdps(60):
        assert overlaps(laplace(1, 1, 1, 40), mpmath.exp(-1), 40)
        assert overlaps(laplace("1/2", 1, 1, 40), 1 - 2 * mpmath.log(mpmath.mpf(3) / 2), 40)
    near, at = (ends(laplace(order, 1, 1, 40)) for order in ("0.50000000000000000001", "1/2"))
    assert 0 < near[0] - at[1] < Fraction(1, 10**19)
    assert is_sharp(laplace("2.5", "1e-30", 1, 40), 40)


# Finite laws.


@settings(max_examples=by_day(200), deadline=None)
@given(st.integers(2, 9), weights, st.data())
def test_integer_power_sums_are_exact(order: int, counts: list[int], data: st.DataObject) -> None:
    p = law(counts)
    q = law(data.draw(st.lists(st.integers(1, 9), min_size=len(p), max_size=len(p))))
    exact = sum(a**order / b ** (order - 1) for a, b in zip(p, q, strict=True))
    value = power_sum(order, p, q)
    assert value.exact == exact
    with mpmath.workdps(60):
        expected = mpmath.log(real(exact)) / (order - 1)
        divergence = finite(order, p, q, 40)
        assert divergence.exact == 0 if exact == 1 else overlaps(divergence, expected, 39)


@settings(max_examples=by_day(200), deadline=None)
@given(st.sampled_from([Fraction(1, 3), Fraction(1), Fraction(7, 2), None]), weights, st.data())
def test_other_orders_agree_with_mpmath(order: Fraction | None, counts: list[int], data: st.DataObject) -> None:
    p = law(counts)
    q = law(data.draw(st.lists(st.integers(1, 9), min_size=len(p), max_size=len(p))))
    assume(p != q)
    with mpmath.workdps(60):
        pairs = [(real(a), real(b)) for a, b in zip(p, q, strict=True)]
        if order is None:
            expected = mpmath.log(max(a / b for a, b in pairs))
        elif order == 1:
            expected = mpmath.fsum(a * mpmath.log(a / b) for a, b in pairs)
        else:
            expected = mpmath.log(mpmath.fsum(a ** real(order) * b ** (1 - real(order)) for a, b in pairs)) / (real(order) - 1)
        assert overlaps(finite("inf" if order is None else order, p, q, 40), expected, 39)


def test_supports() -> None:
    assert is_infinite(bernoulli(2, "0.5", 1))
    assert is_infinite(bernoulli(1, "0.5", 1))
    assert is_infinite(bernoulli("inf", "0.5", 1))
    assert is_infinite(bernoulli("1/2", 0, 1))
    assert is_infinite(power_sum(3, ("0.5", "0.5"), (1, 0)))
    assert power_sum("1/2", (0, 1), (1, 0)).exact == 0
    assert bernoulli(3, 1, 1).exact == 0
    assert bernoulli("1/2", "0.5", "0.5").exact == 0
    with mpmath.workdps(60):
        for order in ("1/2", 1, 2, "5/2", "inf"):
            assert overlaps(bernoulli(order, 1, "0.5", 40), mpmath.log(2), 40)
        assert overlaps(bernoulli("1/2", "1/2", 1, 40), mpmath.log(2), 40)
        assert overlaps(power_sum("1/2", ("0.5", "0.5"), (1, 0), 40), mpmath.sqrt(2) / 2, 40)


# Mixtures.

TWO = (("0.5", 0, 1), ("0.5", 3, "0.5"))
WIDE = (("0.7", 0, 2), ("0.3", 5, "1.5"))


@pytest.mark.parametrize("order", ["0.3", "1", "1.5", "2", "5", pytest.param("64.5", marks=pytest.mark.campaign)])
def test_mixtures_agree_with_quadrature(order: str) -> None:
    value = gaussian_mixture(order, TWO, WIDE, 40)
    assert is_sharp(value, 40)
    with mpmath.workdps(PRECISION):
        points = [mpmath.mpf(x) for x in (-25, 0, 3, 30)]
        assert overlaps(value, renyi(real(order), normal_log_density(TWO), normal_log_density(WIDE), points))


@pytest.mark.campaign
@settings(max_examples=by_day(12, 4), deadline=None)
@given(orders, means, means, variances, st.integers(1, 9))
def test_random_mixtures_agree_with_quadrature(order: Fraction, m: Fraction, n: Fraction, v: Fraction, tenths: int) -> None:
    first, second = [(1, m, v)], [(Fraction(tenths, 10), 0, 3), (Fraction(10 - tenths, 10), n, 3)]
    with mpmath.workdps(PRECISION):
        points = [mpmath.mpf(x) for x in (-80, -3, 0, 3, 80)]
        value = renyi(real(order), normal_log_density(first), normal_log_density(second), points)
        assume(value > mpmath.mpf(10) ** -6)
        assert overlaps(gaussian_mixture(order, first, second, 25), value, 15)


def test_one_component_is_a_gaussian() -> None:
    for order, (m, v), (n, w) in itertools.product(("1/2", 1, 2, "inf"), ((0, 1), (1, "0.5")), ((0, 2), (-1, "1.5"))):
        mixed, closed = gaussian_mixture(order, [(1, m, v)], [(1, n, w)], 30), gaussian(order, m, v, n, w, 30)
        assert ends(mixed)[0] <= ends(closed)[1]
        assert ends(closed)[0] <= ends(mixed)[1]
        assert is_sharp(mixed, 30)


@pytest.mark.parametrize("order", [1, "1.5", 2, 8])
def test_the_sampled_gaussian_is_a_mixture(order: object) -> None:
    narrow, mixed = [(1, 0, 4)], [("0.9", 0, 4), ("0.1", 1, 4)]
    for first, second, direction in ((mixed, narrow, "mixture-first"), (narrow, mixed, "mixture-second")):
        value, other = gaussian_mixture(order, first, second, 30), sampled_gaussian(order, "0.1", 2, 30, direction=direction)
        assert ends(value)[0] <= ends(other)[1]
        assert ends(other)[0] <= ends(value)[1]


def test_the_supremum_of_a_ratio() -> None:
    value = gaussian_mixture("inf", TWO, WIDE, 30)
    assert is_sharp(value, 30)
    with mpmath.workdps(50):
        p, q = normal_log_density(TWO), normal_log_density(WIDE)
        top = mpmath.findroot(lambda x: mpmath.diff(lambda y: p(y) - q(y), x), mpmath.mpf(3))
        assert overlaps(value, p(top) - q(top), 28)


def test_a_supremum_that_is_not_attained() -> None:
    with mpmath.workdps(60):
        assert overlaps(gaussian_mixture("inf", [(1, 0, 1)], [("0.9", 0, 1), ("0.1", "0.25", 1)], 40), -mpmath.log(mpmath.mpf(9) / 10), 40)


def test_finiteness_of_mixtures() -> None:
    narrow, two = [(1, 0, 1)], [("1/2", 0, 1), ("1/2", 2, 1)]
    assert is_infinite(gaussian_mixture("inf", two, narrow))
    assert is_infinite(gaussian_mixture(2, [(1, 0, 2)], narrow))
    assert is_infinite(gaussian_mixture(2, [(1, 3, 2)], two))
    assert is_infinite(gaussian_mixture(2, [(1, 2, 2)], two))
    assert not is_infinite(gaussian_mixture(2, [(1, 1, 2)], two))
    assert not is_infinite(gaussian_mixture("1.99", [(1, 0, 2)], narrow))
    assert not is_infinite(gaussian_mixture(1, [(1, 0, 9)], narrow))
    assert gaussian_mixture(2, two, [("1/4", 0, 1), ("1/2", 2, 1), ("1/4", 0, 1)]).exact == 0


def test_a_linear_exponent_is_integrated_to_both_ends() -> None:
    """At order 2 the quadratic parts of N(1, 2) and of N(0, 1), N(2, 1) cancel, and exponentials are left."""
    with mpmath.workdps(PRECISION):
        p, q = normal_log_density([(1, 1, 2)]), normal_log_density([("1/2", 0, 1), ("1/2", 2, 1)])
        value = renyi(mpmath.mpf(2), p, q, [mpmath.mpf(x) for x in (-120, 1, 122)])
        assert overlaps(gaussian_mixture(2, [(1, 1, 2)], [("1/2", 0, 1), ("1/2", 2, 1)], 30), value)


# Input.


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: gaussian(0, 0, 1, 0, 1), "order"),
        (lambda: gaussian(-1, 0, 1, 0, 1), "order"),
        (lambda: gaussian(2, [0, 1], 1, 0, 1), "other_mean"),
        (lambda: gaussian(2, [0, 1], [1, 1, 1], [0, 0], 1), "variance"),
        (lambda: gaussian(2, 0, -1, 0, 1), "variance"),
        (lambda: gaussian(2, 0, 1, 0, 1, 0), "digits"),
        (lambda: laplace(2, 1, 0), "scale"),
        (lambda: bernoulli(2, "1.5", "0.5"), "p"),
        (lambda: bernoulli(2, "0.5", -1), "q"),
        (lambda: finite(2, ("0.5", "0.4"), ("0.5", "0.5")), "first"),
        (lambda: finite(2, ("0.5", "0.5"), (1,)), "second"),
        (lambda: power_sum(1, ("0.5", "0.5"), ("0.5", "0.5")), "order"),
        (lambda: power_sum("inf", ("0.5", "0.5"), ("0.5", "0.5")), "order"),
        (lambda: gaussian_mixture(2, [(1, 0)], [(1, 0, 1)]), r"first\[0\]"),
        (lambda: gaussian_mixture(2, [(1, 0, 0)], [(1, 0, 1)]), r"first\[0\]"),
        (lambda: gaussian_mixture(2, [(1, 0, 1)], [("1/2", 0, 1)]), "second"),
    ],
)
def test_bad_input_is_refused_by_name(call: object, field: str) -> None:
    with pytest.raises(InputError, match=f"^{field}:"):
        call()


def test_the_precision_of_the_process_is_left_alone() -> None:
    before = ctx.prec
    gaussian_mixture("1.5", TWO, WIDE, 20)
    assert ctx.prec == before
