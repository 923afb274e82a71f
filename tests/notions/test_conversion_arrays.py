"""Conversions on arrays: on the safe side of the certified ones, and near them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pabisym.divergence.hockey_stick import theta
from pabisym.errors import InputError
from pabisym.notions import arrays
from pabisym.notions.from_renyi import CANONNE
from pabisym.notions.gaussian_dp import gdp_epsilon


def points(count: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(count)
    mu = 10 ** rng.uniform(-2, 1.2, count)
    return mu, np.minimum(10 ** rng.uniform(-3, 1.5, count), 25 * mu) * (rng.random(count) < 0.9)


@pytest.mark.parametrize("count", [40, pytest.param(1500, marks=pytest.mark.campaign)])
def test_deltas_are_at_least_the_certified_ones_and_near(count: int) -> None:
    mu, epsilon = points(count)
    found = arrays.gdp_delta(mu, epsilon)
    for one, r, level in zip(found, mu, epsilon, strict=True):
        exact = theta(Fraction(r), 18, epsilon=Fraction(level))
        assert Fraction(one) >= Fraction(exact.lower)
        assert one <= float(exact) * (1 + 1e-12 * (1 + level / r) ** 3 / min(r, 1) ** 2) + 1e-304, (r, level)


@pytest.mark.parametrize("count", [25, pytest.param(600, marks=pytest.mark.campaign)])
def test_epsilons_and_distances_are_on_the_safe_side_and_near(count: int) -> None:
    mu, _ = points(count)
    delta = 10 ** np.random.default_rng(1).uniform(-12, -0.1, count)
    found = arrays.gdp_epsilon(mu, delta)
    for one, r, share in zip(found, mu, delta, strict=True):
        exact = gdp_epsilon(Fraction(r) ** 2, Fraction(share), 17)
        assert Fraction(one) >= Fraction(exact.lower)
        assert one <= float(exact) + 1e-8 * (1 + r)
    level = np.minimum(found, 30.0)
    near = arrays.distance(delta, level)
    for r, share, epsilon in zip(near, delta, level, strict=True):
        assert r > 0
        assert Fraction(theta(Fraction(r), 17, epsilon=Fraction(epsilon)).lower) <= Fraction(share)
        assert Fraction(theta(Fraction(r * (1 + 1e-5)), 17, epsilon=Fraction(epsilon)).upper) >= Fraction(share)


def test_renyi_bounds_over_a_grid_of_orders() -> None:
    orders = np.array([1.5, 2.0, 8.0, 64.0])
    rates = np.array([[0.01], [0.3]])
    epsilon = arrays.renyi_epsilon(rates * orders, orders, [1e-5, 1e-3])
    assert epsilon.shape == (2,)
    for one, rate, delta in zip(epsilon, rates[:, 0], (1e-5, 1e-3), strict=True):
        certified = [CANONNE.epsilon(Fraction(order), Fraction(rate * order), Fraction(delta), 15) for order in orders]
        least = min(Fraction(found.upper) for found in certified)
        assert least * (1 - Fraction(1, 10**13)) <= Fraction(one) <= least * (1 + Fraction(1, 10**12))


def test_shapes_and_edges() -> None:
    assert arrays.theta([[0.0], [1.0]], [0.0, 1.0, 2.0]).shape == (2, 3)
    assert arrays.theta(0.0, 1.0) == 0.0
    assert arrays.gdp_epsilon(0.5, 0.99) == 0.0
    assert arrays.gdp_epsilon(0.0, 0.5) == 0.0


@pytest.mark.parametrize(("call", "problem"), [
    (lambda: arrays.theta(-1.0, 1.0), "r: -1.0 is not a finite number"), (lambda: arrays.theta([1, 2], [1, 2, 3]), "r: the shapes do not go together"),
    (lambda: arrays.gdp_epsilon(1.0, 1.0), "delta: 1.0 lies outside"), (lambda: arrays.distance(0.0, 1.0), "delta: 0.0 lies outside"),
    (lambda: arrays.renyi_epsilon([1.0], [1.0], 0.1), "orders: 1.0 is not above 1"), (lambda: arrays.theta("x", 1.0), "r: is not made of floats"),
])
def test_unusable_arguments_are_refused(call, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        call()
