"""The loops for sampled Gaussians, compiled and as Python, against the planned trapezoid rule, over the range for which they are tested."""

from __future__ import annotations

import numpy as np
import pytest

from pabisym.divergence import sampled_float
from pabisym.divergence.sampled_gaussian import Direction, sampled_gaussian_floats
from pabisym.errors import InputError


def points(count: int, seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    whole = rng.random(count) < 0.3
    orders = 1 + 10 ** rng.uniform(-3, 4, count)
    orders = np.where(whole, np.round(orders) + 1, np.where(rng.random(count) < 0.02, 1.0, orders))
    return [orders, 10 ** rng.uniform(-12, -0.01, count), 10 ** rng.uniform(-0.5, np.where(rng.random(count) < 0.2, 8, 2), count)]


@pytest.mark.campaign
@pytest.mark.parametrize("direction", ["mixture-first", "mixture-second"])
def test_many_points_are_as_single_ones(direction: Direction) -> None:
    orders, shares, noises = points(20_000, 20_000)
    first = direction == "mixture-first"
    found = sampled_float.divergences(orders, shares, noises, first)
    assert np.isnan(found).mean() < 0.02
    for i in np.flatnonzero(~np.isnan(found)):
        point = float(orders[i]), float(shares[i]), float(noises[i]), first
        assert found[i] == pytest.approx(sampled_float.divergence(*point), rel=1e-13, abs=1e-300), point


def test_all_routes_agree_with_the_planned_rule() -> None:
    """Sums, series and what is far in the tail are the integral that the trapezoid rule finds, on nodes that are planned apart from them."""
    for order, q, sigma in zip(*points(300, 7), strict=True):
        for first in (True, False):
            found = sampled_float.divergence(float(order), float(q), float(sigma), first)
            if found > 1e-9:
                planned = sampled_float._trapezoid_sum(float(order), float(q), float(sigma), first)
                assert found == pytest.approx(planned, rel=2e-13), (order, q, sigma, first)


def test_python_runs_the_same_loops() -> None:
    """What numba compiles is Python, and so is what is tried by day: compiling takes seconds."""
    orders, shares, noises = points(150, 1)
    for first in (True, False):
        found = np.empty(150)
        sampled_float.fill(orders, shares, noises, first, np.array(sampled_float._counts()), found)
        for value, order, q, sigma in zip(found, orders, shares, noises, strict=True):
            if not np.isnan(value):
                assert value == pytest.approx(sampled_float.divergence(float(order), float(q), float(sigma), first), rel=1e-13, abs=1e-300)


def test_edges_and_unusable_places() -> None:
    found = sampled_gaussian_floats([1, 2, np.inf], [[0.0], [1.0], [0.5]], 2.0, direction="mixture-first")
    assert found.tolist()[:2] == [[0.0, 0.0, 0.0], [0.125, 0.25, np.inf]]
    assert found[2, 2] == np.inf
    with pytest.raises(InputError, match=r"q\[1, 0\]: 1.5 is no probability"):
        sampled_gaussian_floats([2, 3], [[0.5], [1.5]], 1.0, direction="mixture-second")
    with pytest.raises(InputError, match=r"order: 0\.5 is not at least 1"):
        sampled_gaussian_floats(0.5, 0.5, 1.0, direction="mixture-second")


def test_without_numba_every_point_is_computed_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled_float, "FEW", 0)
    monkeypatch.setattr(sampled_float, "compiled_loop", lambda: None)
    assert np.isnan(sampled_float.divergences(*points(5, 2), True)).all()
    assert (sampled_gaussian_floats([2, 3, 4], 0.1, 1.0, direction="mixture-second") > 0).all()
