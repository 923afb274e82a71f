"""Noise schedules: both ends certified, against closed forms and against another optimiser; the certificate notices what is not a bound."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym import allocate
from pabisym.errors import InputError, Undecided
from pabisym.spec.configuration import Configuration
from pabisym.training.schedule import _knapsack, noise_schedule, without_bounds

RUN: dict[str, Any] = {"examples": 4, "steps": 2, "noise_multiplier": 4, "learning_rate": "0.1", "adjacency": "replace", "delta": "1e-5",
                       "sampling": "full"}
LAST = {**RUN, "loss": "convex", "smoothness": 1, "release": "last"}


def test_composition_with_weights_by_hand() -> None:
    """min 4/v_1 + 4/v_2 with v_1 + 4 v_2 <= 80 is (2 + 4)^2/80, at v proportional to 1/sqrt(u)."""
    found = noise_schedule(Configuration.of(RUN), 1, 100, lambda k: (1, 4)[k - 1])
    assert found.lower <= fmpq(36, 80) <= found.upper
    assert found.upper - found.lower < fmpq(1, 10**5)
    assert float(found.variances[0]) == pytest.approx(80 / 3, rel=1e-2)


def test_equal_weights_make_every_schedule_of_full_batches_of_convex_losses_a_tie() -> None:
    """Sum of the noises is all that counts: (r T)^2/V, which the constant schedule has."""
    found = noise_schedule(Configuration.of({**LAST, "steps": 6}), 2, 8)
    assert found.upper == found.constant
    assert found.lower == found.upper == fmpq(144, 96)
    assert without_bounds(found.run).startswith("a tie")


def test_output_perturbation_is_what_contraction_makes_of_it() -> None:
    """With bounds that hardly bind, all noise goes to the last step; mu^2 -> (sum of c^(T-j) r)^2/V."""
    run = Configuration.of({**LAST, "loss": "strongly-convex", "strong_convexity": 1, "steps": 3})
    found = noise_schedule(run, "1/100", 8)
    best = (2 * (1 + fmpq(9, 10) + fmpq(81, 100))) ** 2 / 48
    assert best < found.lower <= found.upper < best * fmpq(101, 100)
    assert without_bounds(run).startswith("all noise in the last step")


@pytest.mark.campaign
@settings(max_examples=by_day(75), deadline=None)
@given(strong=st.sampled_from([0, "1/2", 1]), batches=st.sampled_from([1, 2, 3]), epochs=st.integers(1, 3),
       weights=st.lists(st.fractions(Fraction(1, 2), 4, max_denominator=4), min_size=9, max_size=9), release=st.sampled_from(["last", "all"]))
def test_both_ends_enclose_the_value_and_no_random_schedule_is_below(strong: Any, batches: int, epochs: int, weights: list[Fraction],
                                                                    release: str) -> None:
    given_ = {**LAST, "sampling": "cyclic", "examples": batches, "batch": 1, "steps": batches * epochs, "release": release}
    run = Configuration.of(given_ if strong == 0 else {**given_, "loss": "strongly-convex", "strong_convexity": strong})
    found = noise_schedule(run, 2, 7, lambda k: weights[k - 1])
    costs = [fmpq(w.numerator, w.denominator) for w in weights[: run.steps]]
    assert sum((u * v for u, v in zip(costs, found.variances, strict=True)), fmpq(0)) <= 16 * sum(costs, fmpq(0))
    assert all(4 <= v <= 49 for v in found.variances)
    assert 0 < found.lower <= found.upper <= found.constant
    assert found.upper - found.lower <= found.upper * fmpq(1, 20)
    random = np.random.default_rng(epochs)
    for _ in range(3):
        tried = [fmpq(int(one * 1000), 1000) for one in random.uniform(4, 49, run.steps)]
        over = sum((u * v for u, v in zip(costs, tried, strict=True)), fmpq(0)) / (16 * sum(costs, fmpq(0)))
        tried = [v if over <= 1 else max(fmpq(4), v / over) for v in tried]
        if sum((u * v for u, v in zip(costs, tried, strict=True)), fmpq(0)) <= 16 * sum(costs, fmpq(0)):
            assert found.lower <= _value(run, tried)


@pytest.mark.parametrize("release", ["last", "all"])
def test_two_places_and_both_ends(release: str) -> None:
    """The larger of two places: a schedule that is better than the constant one, within a thousandth of what no schedule goes below."""
    run = Configuration.of({**LAST, "sampling": "cyclic", "examples": 2, "batch": 1, "steps": 4, "release": release})
    found = noise_schedule(run, 2, 7, lambda k: k)
    assert found.upper * fmpq(999, 1000) < found.lower <= _value(run, list(found.variances)) <= found.upper < found.constant


def _value(run: Configuration, variances: list[fmpq]) -> fmpq:
    """The largest mu^2 over the places, exactly."""
    values = []
    for place in range(run.period):
        gap = [Fraction(2 if k % run.period == place else 0) for k in range(run.steps)]
        noise = [Fraction(int(v.p), int(v.q)) for v in variances]
        if run.release == "all":
            values.append(sum((s * s / v for s, v in zip(gap, noise, strict=True)), Fraction(0)))
        else:
            c = run.contraction
            assert c is not None
            values.append(allocate(gap=gap, noise_variance=noise, contraction=Fraction(int(c.p), int(c.q))).value)
    largest = max(values)
    return fmpq(largest.numerator, largest.denominator)


def test_what_is_worth_most_for_its_cost_is_bought_first() -> None:
    """Budget 10, box [1, 5]: one unit each costs 3, then four of the first (worth 3 each), then 3/2 of the second (cost 2)."""
    assert _knapsack([fmpq(3), fmpq(2)], [fmpq(1), fmpq(2)], fmpq(10), fmpq(1), fmpq(5)) == 3 * 5 + 2 * fmpq(5, 2)


@pytest.mark.parametrize(("highest", "weight"), [("1e400", 1), ("8", "1e400"), ("8", "1e-400")])
def test_numbers_with_which_floats_do_not_compute_are_left_undecided(highest: str, weight: object) -> None:
    """They ended in an error of the conversion to float."""
    with pytest.raises(Undecided, match="a schedule is sought for noise multipliers from 1e-50 to 1e50"):
        noise_schedule(Configuration.of(RUN), 2, highest, lambda _: weight)


@pytest.mark.parametrize(("change", "line"), [
    ({"sampling": "shuffled", "batch": 2}, "schedule: is not known for shuffled batches"),
    ({"examples": 1000, "batch": 1, "steps": 1000, "sampling": "cyclic"}, "schedule: 1000 places times 1000 steps are too many"),
    ({"momentum": "0.5"}, "schedule: the last iterate needs that steps have no momentum"),
])
def test_other_runs_are_refused_in_one_line(change: dict[str, Any], line: str) -> None:
    with pytest.raises(InputError) as caught:
        noise_schedule(Configuration.of({**LAST, **change}), 2, 8)
    assert str(caught.value).startswith(line)
