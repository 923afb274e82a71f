"""Every error term of the lower bounds of training runs, by making what it pays for coarse: they stay below the truth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
import scipy.special
from flint import arb, fmpq
from scipy.special import ndtr

from pabisym.accounting.lower import linear as worst_pair
from pabisym.accounting.lower import quadratic as lower
from pabisym.accounting.lower import walks
from pabisym.accounting.lower.linear import _Mixture, linear_epsilon
from pabisym.accounting.lower.quadratic import half_line
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.spec.configuration import Configuration

RUN: dict[str, Any] = {"examples": 40, "batch": 10, "steps": 12, "noise_multiplier": 4, "learning_rate": "1/10", "smoothness": 1, "clip": 1,
                       "delta": "1e-3", "adjacency": "replace", "release": "last", "loss": "convex", "sampling": "poisson"}  # fmt: skip


@pytest.fixture(autouse=True)
def many_bits() -> Iterator[None]:
    with working_precision(120):
        yield


def run_of(**values: Any) -> Configuration:
    return Configuration.of({**RUN, **values})


# Linear losses on random batches.


def binomial(steps: int, rate: fmpq) -> list[arb]:
    return [arb(math.comb(steps, k)) * arb(rate) ** k * arb(1 - rate) ** (steps - k) for k in range(steps + 1)]


@pytest.fixture
def few_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the likeliest numbers of uses are summed."""
    monkeypatch.setattr(worst_pair, "binomial_range", lambda steps, rate: range(max(0, int(steps * rate) - 1), int(steps * rate) + 2))


@pytest.mark.usefixtures("few_uses")
@pytest.mark.parametrize(("mirrored", "swapped"), [(True, False), (False, False), (False, True)])
def test_uses_that_are_not_summed_are_charged(mirrored: bool, swapped: bool) -> None:
    steps, rate, variance = 20, fmpq(1, 4), fmpq(9)
    mixture = _Mixture(steps, rate, variance, mirrored)
    weights = mixture.weights()
    assert sum(weights, arb(0)) < 0.7
    root, every = arb(variance).sqrt(), binomial(steps, rate)
    for edge in (fmpq(-3), fmpq(2), fmpq(6)):
        for epsilon in (fmpq(0), fmpq(1), fmpq(3)):
            if mirrored:
                near = sum((w * tail((edge - k) / root) for k, w in enumerate(every)), arb(0))
                far = sum((w * tail((edge + k) / root) for k, w in enumerate(every)), arb(0))
            elif swapped:
                near, far = tail(-edge / root), sum((w * tail((k - edge) / root) for k, w in enumerate(every)), arb(0))
            else:
                near, far = sum((w * tail((edge - k) / root) for k, w in enumerate(every)), arb(0)), tail(edge / root)
            assert mixture.certified(epsilon, edge, swapped=swapped, weights=weights) <= near - arb(epsilon).exp() * far


@pytest.mark.parametrize("adjacency", ["replace", "add-remove", "zero-out"])
def test_a_level_of_few_uses_is_below_the_truth(monkeypatch: pytest.MonkeyPatch, adjacency: str) -> None:
    run = run_of(adjacency=adjacency, steps=20, release="all")
    whole = linear_epsilon(run)
    monkeypatch.setattr(worst_pair, "binomial_range", lambda steps, rate: range(int(steps * rate) - 2, int(steps * rate) + 4))
    few = linear_epsilon(run)
    assert whole is not None
    assert few is None or float(few.lower) <= float(whole.upper)


def test_batches_in_an_order_are_gaussian() -> None:
    """With weight decay 3/10 at the rate 1: weights 1, 7/10, ... of the noises, and of the uses every fourth from the last one on."""
    run = run_of(sampling="cyclic", learning_rate=1, weight_decay="3/10", steps=8)
    keep = fmpq(7, 10)
    mean = (1 + keep**4) * 2 / fmpq(4)
    squared = mean**2 / sum((keep ** (2 * k) for k in range(8)), fmpq(0))
    assert worst_pair.linear_mu_squared(run) == squared
    plain = run_of(sampling="cyclic", steps=8)
    assert worst_pair.linear_mu_squared(plain) == (2 * fmpq(2) / 4) ** 2 / 8
    found = linear_epsilon(plain)
    assert found is not None
    assert found.lower == gdp_epsilon(fmpq(1, 8), fmpq(1, 1000), 6).lower


# Half-lines.


@pytest.mark.parametrize("missing", ["0", "1/5"])
def test_a_rest_of_the_weights_counts_against_a_half_line(missing: str) -> None:
    """Q has the mass that is not listed as well, wherever that is."""
    rest = fmpq(*map(int, (missing + "/1").split("/")[:2]))
    weights, places, others = [arb((1 - rest) / 4), arb(3 * (1 - rest) / 4)], [fmpq(2), fmpq(3)], [fmpq(-2), fmpq(-3)]
    delta = fmpq(1, 100)
    level = half_line(weights, places, [(arb(4), arb(4))] * 2, others, delta)
    if level is None:
        assert rest
        return
    best = max(float((sum((w * tail((arb(edge) - p) / 2) for w, p in zip(weights, places, strict=True)), arb(0)) - delta).mid())
               / float((sum((w * tail((arb(edge) - p) / 2) for w, p in zip(weights, others, strict=True)), arb(0)) + rest).mid())
               for edge in np.linspace(-6, 20, 2600).tolist())
    assert 0 < float(level) <= math.log(best) + 1e-6


@pytest.mark.parametrize("spoilt", [1.0, 1.02, 1.1])
def test_variances_between_two_ends_count_for_the_worst(monkeypatch: pytest.MonkeyPatch, spoilt: float) -> None:
    """A wide P and a narrow Q are told apart better: the half-line takes a narrow P and a wide Q, whatever floats found."""
    weights, places, others, delta = [arb(1)], [fmpq(2)], [fmpq(0)], fmpq(1, 100)
    right = scipy.special.log_ndtr
    monkeypatch.setattr(scipy.special, "log_ndtr", lambda x: right(np.where(x < 0, spoilt * x, x)))
    level = half_line(weights, places, [(arb(1), arb(2))], others, delta)
    if level is None:
        assert spoilt > 1
        return
    edges = np.linspace(2, 14, 2000)
    worst = max(np.log((ndtr(2 - edges) - 0.01)[ndtr(2 - edges) > 0.01]
                       / ndtr(-edges / math.sqrt(2))[ndtr(2 - edges) > 0.01]))
    assert float(level) <= worst


def test_the_chance_to_leave_the_radius_is_a_hundredth_of_delta() -> None:
    """So many deviations that all steps together, in both runs and at the level, cost no more."""
    for steps, most in ((5, 1), (5000, 3)):
        run = run_of(steps=steps)
        y = lower._deviations(run, most)  # type: ignore[arg-type]
        assert y is not None
        assert 2 * steps * tail(arb(y)) * (1 + arb(most).exp()) <= arb(run.delta) / 100


def drawn_uses(run: Configuration, keeps: float, unit: float, deviation: float, edges: Any, sign: int) -> Any:
    total, rate = np.zeros(len(edges)), float(run.rate)
    for draw in product((0, 1), repeat=run.steps):
        weight = math.prod(rate if one else 1 - rate for one in draw)
        mean = sign * unit * sum(keeps**k for k, one in enumerate(draw) if one)
        total += weight * ndtr((mean - edges) / deviation)
    return total


@pytest.mark.parametrize("points", [20_000, 40])
def test_means_on_a_coarse_grid_bring_both_runs_nearer(monkeypatch: pytest.MonkeyPatch, points: int) -> None:
    """Contracting runs on batches of a fixed size, by all draws of a few steps: no level above the best half-line."""
    monkeypatch.setattr(lower, "GRID", points)
    run = run_of(sampling="fixed-size", loss="strongly-convex", strong_convexity=1, learning_rate="1/2", steps=6, noise_multiplier=1)
    pair = lower._QuadraticPair(run, fmpq(1), fmpq(1))
    found = lower._drawn(pair, fmpq(1), run.delta)
    assert found is not None
    keeps, edges = 0.5, np.linspace(0, 12, 6000)
    unit, deviation = float(run.ratio) / 2, math.sqrt(sum(keeps ** (2 * k) for k in range(6)))
    near, away = (drawn_uses(run, keeps, unit, deviation, edges, sign) for sign in (1, -1))
    best = np.log((near[near > 1e-3] - 1e-3) / away[near > 1e-3]).max()
    assert 0 < float(found.lower) <= best + 1e-6
    assert points == 40 or float(found.lower) > 0.98 * best


# Walks.


@pytest.mark.parametrize("fine", [3, 8])
def test_walks_on_coarse_grids_stay_below_the_truth(monkeypatch: pytest.MonkeyPatch, fine: int) -> None:
    """Full batches of quadratic losses without a domain: a Gaussian against another, with cells as wide as a third of the noise."""
    monkeypatch.setattr(walks, "FINENESS", (fine,))
    run = run_of(sampling="full", batch=40, steps=5, loss="strongly-convex", strong_convexity=1, noise_multiplier=20)
    found = walks.walk_lower(run)
    assert found is not None
    keep = fmpq(9, 10)
    mean = run.ratio * sum((keep**k for k in range(5)), fmpq(0))
    exact = gdp_epsilon(mean**2 / sum((keep ** (2 * k) for k in range(5)), fmpq(0)), run.delta, 8)
    assert 0 < float(found.least) <= float(exact.upper)


def test_both_probabilities_are_taken_at_their_safe_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """P at least 1/2 and at most 3/5, Q at least 1/10 and at most 1/5: no more than log((1/2 - delta)/(1/5))."""
    pair = next(iter(walks._pairs(run_of(sampling="full", batch=40, steps=5, diameter="1/2", noise_multiplier=16), "gaussian")))
    ends = iter([(0.5, 0.6), (0.1, 0.2)])
    monkeypatch.setattr(walks, "beyond", lambda walk, edge: next(ends))
    found = walks._certified(pair, 0.1, walks.WORK)
    assert found is not None
    assert float(found.least) <= math.log((0.5 - 1e-3) / 0.2) < float(found.least) + 1e-5


def test_what_leaving_costs_is_added_to_delta(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much as delta itself here: the free pair is one at twice delta."""
    monkeypatch.setattr(lower, "LEAVES", fmpq(1))
    run = run_of(sampling="full", batch=40, steps=5, diameter=20, noise_multiplier=20)
    pair = lower._QuadraticPair(run, fmpq(1, 2), fmpq(0))
    assert not pair.free
    left, found = pair.left(3), lower._certified(pair, 3)  # type: ignore[arg-type]
    assert left is not None
    assert found is not None
    assert 0 < float(found.least) <= float(gdp_epsilon(lower.lower_end(pair.mu_squared(left)), 2 * run.delta, 8).upper)


def test_numbers_are_cut_downwards() -> None:
    for value in (arb(2).sqrt(), arb(1) / 3, arb("1e-9"), arb(1000) / 7):
        assert value * (1 - arb(2) ** -20) < lower._cut(value) <= value


def test_gradients_of_a_walk_stay_within_the_clip() -> None:
    run = run_of(sampling="full", batch=40, steps=5, diameter="1/2", noise_multiplier=16, loss="strongly-convex", strong_convexity=1)
    pairs = list(walks._pairs(run, "gaussian"))
    assert pairs
    for pair in pairs:
        assert pair.radius is not None
        assert pair.pull + pair.own * pair.radius <= run.clip
        assert pair.kappa * pair.radius + pair.push <= run.clip
