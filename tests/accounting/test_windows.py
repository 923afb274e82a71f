"""Windows of last steps: runs of clipped losses that are simulated reveal as much, and no bound is below."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from numpy.typing import NDArray

from pabisym.accounting.lower.bounds import lower_bounds
from pabisym.accounting.lower.windows import _certified, _guess, window_lower
from pabisym.library.library import builtin
from pabisym.spec.configuration import Configuration
from pabisym.training.rows import least, rows_of

Values = NDArray[np.float64]
RUN: dict[str, Any] = {"examples": 235 * 2048, "batch": 2048, "steps": 235, "noise_multiplier": "0.7", "learning_rate": 1, "smoothness": 1, "clip": 1,
                       "delta": "1e-5", "adjacency": "replace", "release": "last", "loss": "convex", "sampling": "shuffled"}


def run_of(**values: Any) -> Configuration:
    return Configuration.of({key: value for key, value in {**RUN, **values}.items() if value is not None})


def test_one_shuffled_epoch_reveals_nearly_what_hidden_places_allow() -> None:
    """235 batches, multiplier 0.7: 6.008 for large batches and the last step alone, where linear losses in all steps reveal 0.672; hidden places are 6.552."""
    found = window_lower(run_of())
    assert found is not None
    assert Fraction("6.001") < found.least < Fraction("6.008")
    assert found.by == "linear losses in the last step, before which all is forgotten"
    assert "other ones in every step" in found.promise
    smaller = window_lower(run_of(batch=256, examples=235 * 256))
    assert smaller is not None
    assert Fraction("5.934") < smaller.least < found.least
    assert max(lower_bounds(run_of(), Fraction(7), 0), key=lambda one: one.least) == found


def last_iterates(run: Configuration, size: int, v: float, own: bool, count: int) -> Values:
    """Gradient descent on the losses that the module speaks of, the batch of every step and its place in it drawn."""
    draw, batch, steps, z = np.random.default_rng(7 if own else 8), run.batch, run.steps, float(run.noise_multiplier)
    unit, x, centre = z / batch, np.zeros(count), 0.0  # eta = C = 1: the noise of a step has the deviation z/B
    places = draw.integers(run.period, size=(count, steps // run.period))
    for k in range(steps):
        low, high = (-14.0, 14.0 if k < steps - size else v)
        gradient = np.ones(count)
        if k <= steps - size and k > 0:  # curved by 1 along the interval, so that x - gradient is constant there
            gradient = 1 - (high * unit - np.clip(x - centre, low * unit, high * unit))
            centre += high * unit - 1
        else:
            centre -= 1
        used = own & (places[:, k // run.period] == k % run.period)
        mean = np.where(used, ((batch - 1) * gradient - 1) / batch, gradient)
        x = x - mean + draw.normal(0, unit, count)
    return (x - centre) / unit


@pytest.mark.parametrize(("steps", "size"), [(5, 1), (10, 2), (8, 4)])
def test_a_simulation_of_clipped_losses_reveals_as_much(steps: int, size: int) -> None:
    """The half-line of the bound, for a large delta: both sides to their own statistical error."""
    run = run_of(examples=200 * (steps // 2 if steps == 8 else 5), batch=200, steps=steps, delta="1/50")
    v, count = fmpq(5, 2), 200_000
    _, edge = _guess(run, size, v)
    level = _certified(run, size, v, fmpq(int(edge * 1000), 1000))
    assert level > fmpq(1, 5)
    with_own, without = (last_iterates(run, size, float(v), own, count) for own in (True, False))
    near, far = ((points > edge).mean() for points in (with_own, without))
    error = 4 * (np.sqrt(near / count) + np.exp(float(level)) * np.sqrt(far / count))
    assert near - np.exp(float(level)) * far > 0.02 - error


@pytest.mark.parametrize(("sampling", "examples", "steps", "z"), [("shuffled", 1000, 10, "0.8"), *(
    pytest.param(*case, marks=pytest.mark.campaign) for case in (
        ("fixed-size", 1000, 10, "0.8"), ("shuffled", 4000, 40, "1"), ("fixed-size", 4000, 40, "1")))])
def test_no_window_is_above_a_bound(sampling: str, examples: int, steps: int, z: str) -> None:
    run = run_of(sampling=sampling, examples=examples, batch=100, steps=steps, noise_multiplier=z)
    found, most = window_lower(run), least(list(rows_of(run, builtin(), quick=True)))
    assert found is not None
    assert most is not None
    assert 0 < found.least < most.upper


@pytest.mark.parametrize("change", [{"sampling": "cyclic"}, {"sampling": "poisson"}, {"release": "all"}, {"diameter": 1}, {"momentum": "1/2"},
                                    {"smoothness": "1/2"}, {"adjacency": "zero-out"}, {"batch": 16, "examples": 16 * 235},
                                    {"loss": "strongly-convex", "strong_convexity": "1/2"}, {"examples": 235 * 2048 - 7}])
def test_what_is_not_covered(change: dict[str, Any]) -> None:
    assert window_lower(run_of(**change)) is None
