"""The divergence of the sampled Gaussian mechanism with its derivatives in the variance, against other routes."""

from __future__ import annotations

import random

import mpmath
import pytest
from flint import arb, fmpq

from pabisym.divergence.sampled_gaussian import sampled_gaussian_ball
from pabisym.divergence.sampled_plan import TrapezoidPlan
from pabisym.divergence.sampled_trapezoid import LikelihoodRatio, TrapezoidRule
from pabisym.errors import Undecided
from pabisym.numerics.evaluator import working_precision
from pabisym.shift import sampled_moments
from pabisym.shift.sampled_moments import moments, steepest

POINTS = [
    (fmpq(4), fmpq(1, 50), fmpq(1)),
    (fmpq(3, 2), fmpq(1, 1000), fmpq(4)),
    (fmpq(32), fmpq(1, 100), fmpq(9, 4)),
    (fmpq(10), fmpq(1, 10), fmpq(1, 10)),
    (fmpq(4), fmpq(1, 10), fmpq(1, 200)),
    (fmpq(201, 2), fmpq(1, 100), fmpq(25)),
    (fmpq(2), fmpq(99, 100), fmpq(1, 3)),
    (fmpq(7), fmpq(1), fmpq(1, 3)),
]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("order", "q", "variance"), POINTS)
def test_values_and_derivatives_agree_with_other_routes(order: fmpq, q: fmpq, variance: fmpq, first: bool) -> None:
    h = variance / 10**12
    with working_precision(300):
        found = moments(order, q, variance, first=first)
        known = sampled_gaussian_ball(order, q, arb(variance).sqrt(), direction="mixture-first" if first else "mixture-second")
        assert bool(found.value.overlaps(arb(known)))
        left, right = (moments(order, q, variance + x, first=first).value for x in (-h, h))
        slope, second = (right - left) / arb(2 * h), (left + right - 2 * found.value) / arb(h) ** 2
        scale = abs(found.value) / arb(variance)
        assert bool(abs(found.slope - slope) < scale * arb("1e-15"))
        assert bool(abs(found.second - second) < scale / arb(variance) * arb("1e-12"))
        assert found.value.rel_accuracy_bits() > 200


@pytest.mark.parametrize("first", [True, False])
def test_moments_are_their_integrals(first: bool) -> None:
    order, q, variance = fmpq(5, 2), fmpq(1, 20), fmpq(1, 2)
    found = moments(order, q, variance, first=first)
    with mpmath.workdps(25):
        a, share, t = (mpmath.mpf(5) / 2 if first else -mpmath.mpf(3) / 2), mpmath.mpf(1) / 20, mpmath.sqrt(2)

        def integral(j: int) -> mpmath.mpf:
            def density(z: mpmath.mpf) -> mpmath.mpf:
                raised = share * mpmath.exp(z * t - t * t / 2)
                g = 1 - share + raised
                return mpmath.exp(-z * z / 2) * g**a * (raised / g) ** j / mpmath.sqrt(2 * mpmath.pi)

            return mpmath.quad(density, [-14, -4, 0, 4, 8, 16])

        for j, ball in ((0, found.mean), (2, found.m2 * found.mean), (3, found.m3 * found.mean), (4, found.m4 * found.mean)):
            assert abs(mpmath.mpf(ball.mid().str(25, radius=False)) - integral(j)) < mpmath.mpf(10) ** -14 * integral(j)


def test_a_ball_of_variances_encloses_what_all_of_them_have() -> None:
    draw = random.Random(2)
    for first in (True, False):
        wide = moments(fmpq(4), fmpq(1, 50), arb(1, 0.01), first=first)
        for _ in range(20):
            one = moments(fmpq(4), fmpq(1, 50), fmpq(draw.randint(9900, 10100), 10000), first=first)
            for name in ("value", "slope", "second", "mean", "m2", "m3", "m4"):
                assert bool(getattr(wide, name).overlaps(getattr(one, name)))


def test_the_slope_near_0_is_bounded() -> None:
    draw = random.Random(3)
    for _ in range(40):
        order, q = fmpq(draw.randint(11, 300), 10), fmpq(draw.randint(1, 99), 100)
        variance = fmpq(draw.randint(10, 62), 1000)
        bound = steepest(order, q, variance)
        for part in (1, fmpq(3, 4), fmpq(1, 2)):
            assert bool(-moments(order, q, variance * part, first=False).slope <= bound)


def test_what_would_take_too_many_nodes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled_moments, "MAX_NODES", 50)
    with pytest.raises(Undecided, match="too large"):
        moments(fmpq(40), fmpq(1, 2), fmpq(1), first=True)


@pytest.mark.parametrize("order", [fmpq(2), fmpq(7, 2)])
@pytest.mark.parametrize("q", [fmpq(1, 10), fmpq(1, 2)])
def test_next_to_zero_the_moments_contain_those_of_the_quadrature(order: fmpq, q: fmpq) -> None:
    for variance in (fmpq(1, 40), fmpq(1, 100), fmpq(1, 300)):
        with working_precision(100):
            near, found = sampled_moments._next_to_zero(order, q, variance), moments(order, q, variance, first=False)
        for name in ("mean", "m2", "m3", "m4", "value", "slope"):
            assert bool(getattr(near, name).overlaps(getattr(found, name))), name


@pytest.mark.parametrize("variance", [fmpq(1, 10**28), fmpq(1, 10**800)])
def test_where_no_quadrature_is_long_enough(variance: fmpq) -> None:
    with working_precision(200):
        found = moments(fmpq(2), fmpq(1, 10), variance, first=False)
        assert bool(abs(found.value + (1 - arb(fmpq(1, 10))).log()) < arb("1e-55"))
    with pytest.raises(Undecided, match="too large for the noise"):
        moments(fmpq(2), fmpq(1, 10), variance, first=True)


COARSE = [(fmpq(5, 2), True), (fmpq(-3, 2), False)]


def sums(exponent: fmpq, step: str, ends: tuple[int, int], strip: str = "2") -> list[arb]:
    """M_0, M_2, M_3 and M_4 for the rate 1/20 and the variance 1/2, by a rule with this step between these ends."""
    with working_precision(100):
        chosen = TrapezoidPlan(float(step), float(strip), False, *ends, ((), ()), 0.0)
        return sampled_moments._all_sums(exponent, TrapezoidRule(LikelihoodRatio.of(fmpq(1, 20), arb(fmpq(1, 2)).sqrt()), chosen))


def exact_sums(first: bool) -> list[arb]:
    with working_precision(200):
        found = moments(fmpq(5, 2), fmpq(1, 20), fmpq(1, 2), first=first)
        return [found.mean, found.m2 * found.mean, found.m3 * found.mean, found.m4 * found.mean]


@pytest.mark.parametrize(("exponent", "first"), COARSE)
def test_a_sum_that_ends_too_early_is_charged(exponent: fmpq, first: bool) -> None:
    """So few nodes that a part in a thousand is missing: it belongs to the enclosure."""
    for ends in ((-24, 48), (-32, 56), (-40, 40)):
        for wide, exact in zip(sums(exponent, "0.125", ends), exact_sums(first), strict=True):
            assert bool(wide.contains(exact))


@pytest.mark.parametrize(("exponent", "first"), COARSE)
def test_steps_that_are_too_wide_are_charged(exponent: fmpq, first: bool) -> None:
    """Eight times as wide as they would be, and nodes far beyond: what is left is the error of the rule."""
    for step, ends in (("1.2", (-10, 13)), ("1.4", (-9, 12))):
        for wide, exact in zip(sums(exponent, step, ends, "1.5"), exact_sums(first), strict=True):
            assert bool(wide.contains(exact))
