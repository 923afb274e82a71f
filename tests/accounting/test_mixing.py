"""Restart by mixing with random batches: plans satisfy what the statement assumes of numbers, and reach what they are meant to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from flint import fmpq

from pabisym.accounting.mixing import StageTold, ToldPlan, _StageSearch, mixed_epsilon, through
from pabisym.accounting.steps import NoisyRun, direction_curves
from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.spec.configuration import Configuration
from pabisym.training.mixing import MIXED, mixing_row

DELTA = fmpq(1, 10**5)
NIGHT = pytest.mark.campaign


def step_of(batch: int, sampling: str, adjacency: str = "replace") -> NoisyRun:
    """n = 1000, L = 1, sigma = 4: the multiplier on the sum is 4 b."""
    return NoisyRun(fmpq(4 * batch), 10**5, fmpq(batch, 1000), sampling, adjacency)


def told_of(step: NoisyRun) -> StageTold:
    """Composition of the one direction of replaced examples."""
    return StageTold(direction_curves([step], attained=False)["both"])


@pytest.mark.parametrize(("sampling", "batch", "ratio", "most"), [
    ("fixed-size", 10, 2.5, "0.0036"), ("poisson", 100, 5, "0.0076"), *(pytest.param(*case, marks=NIGHT) for case in (
        ("fixed-size", 100, 2.5, "0.0036"), ("fixed-size", 10, 5, "0.0078"), ("fixed-size", 100, 5, "0.0078"),
        ("fixed-size", 10, 10, "0.0165"), ("fixed-size", 100, 10, "0.0162"), ("fixed-size", 1, 2.5, "0.0054"),
        ("poisson", 1, 2.5, "0.0036"), ("poisson", 1, 5, "0.0077"), ("poisson", 1, 10, "0.0162"), ("poisson", 10, 10, "0.0162")))])
def test_random_batches_forget_as_full_ones_do(sampling: str, batch: int, ratio: float, most: str) -> None:
    """At D/(eta sigma) = 2.5, 5 and 10, where Renyi divergences gave 0.0088, 0.0179 and 0.0383 (0.125 for single records at 2.5)."""
    h = fmpq(int(4 * ratio), 4) ** 2
    found = mixed_epsilon(h, step_of(batch, sampling), DELTA)
    assert found is not None
    assert found.epsilon <= rational(most, "most")
    assert found.epsilon == found.plan.levels[-1]
    assert found.plan.holds(h)
    assert found.plan.bounds[-1] <= DELTA
    assert found.plan.steps <= 10**5


@pytest.mark.parametrize(("ratio", "least", "asked"), [(2.5, "0.00497", "0.0045"), *(pytest.param(*case, marks=NIGHT) for case in (
    (5, "0.00916", "0.0085"), (10, "0.01845", "0.0165")))])
def test_what_linear_losses_tell_of_single_records_of_a_fixed_size_keeps_composition_above_what_is_asked(ratio: float, least: str, asked: str) -> None:
    """The pair of a record and all others: what stages cost by composition for some data, and so for any accountant of all noisy gradients."""
    h = fmpq(int(4 * ratio), 4) ** 2
    found, bound = (mixed_epsilon(h, step_of(1, "fixed-size", adjacency), DELTA) for adjacency in ("remove", "replace"))
    assert found is not None
    assert bound is not None
    assert found.direction == "remove"
    assert rational(asked, "asked") < rational(least, "least") < found.epsilon < bound.epsilon < found.epsilon * fmpq(114, 100)


def test_plans_with_less_do_not_hold() -> None:
    h = fmpq(25, 4)
    plan = through(told_of(step_of(100, "poisson")), h, fmpq(1), 20, 2, 3, [fmpq(0), fmpq(1, 1000), fmpq(1, 100)])
    assert plan.holds(h)
    for k in range(len(plan.bounds)):
        assert not replace(plan, bounds=(*plan.bounds[:k], plan.bounds[k] * fmpq(999, 1000), *plan.bounds[k + 1 :])).holds(h)
    assert not replace(plan, told=(plan.told[0] * fmpq(101, 100), *plan.told[1:])).holds(h)
    assert not replace(plan, told=(*plan.told[:2], plan.told[2] * 2)).holds(h)
    assert not replace(plan, levels=plan.levels[::-1]).holds(h)
    assert not replace(plan, K=plan.K - 15).holds(h)
    assert not plan.holds(h * fmpq(11, 10))


def test_what_a_stage_is_told_is_certain_and_what_the_search_thinks_is_near() -> None:
    """Floats of the search against the certified composition, to a few hundredths, and never the other way round by more."""
    told = told_of(step_of(10, "fixed-size"))
    with np.errstate(all="ignore"):
        search = _StageSearch.of(told, fmpq(25, 4), 1000, DELTA, fmpq(1))
        about = search._prices(0.004, 5)(6)
    assert about is not None
    for place, rise in ((0, fmpq(0)), (2, fmpq(2, 1000))):
        assert float(told.at_most(6, rise)) == pytest.approx(float(about[place]), rel=0.05)
    slack = told.at_most(6, fmpq(1, 1000))
    assert fmpq(98, 100_000) < told.rise(6, slack) < fmpq(102, 100_000)


@pytest.mark.parametrize(("field", "change"), [("h", {"h": fmpq(0)}), ("delta", {"delta": fmpq(1)}), ("contraction", {"contraction": fmpq(-1)})])
def test_bad_numbers_are_named(field: str, change: dict[str, fmpq]) -> None:
    with pytest.raises(InputError, match=field):
        mixed_epsilon(**{"h": fmpq(1), "step": step_of(10, "poisson"), "delta": DELTA, **change})  # type: ignore[arg-type]


def test_a_domain_that_forgets_too_slowly_has_no_plan() -> None:
    assert mixed_epsilon(fmpq(10**6), replace(step_of(10, "poisson"), steps=20), DELTA) is None


@pytest.mark.parametrize("change", [{"noise_multiplier": "1e-400"}, {"diameter": "1e400"}, {"delta": "1e-320"}, {"learning_rate": "1e-400"}])
def test_numbers_that_are_far_out_have_no_plan_and_say_so(change: dict[str, object]) -> None:
    row = mixing_row(Configuration.of({**RUN, **change}), ())
    assert row is not None
    assert not row.applies
    assert row.fails


def test_batches_of_all_examples_are_not_random() -> None:
    assert mixed_epsilon(fmpq(25, 4), NoisyRun(fmpq(4000), 1000, fmpq(1), "fixed-size", "replace"), DELTA) is None


RUN = {"examples": 1000, "batch": 100, "steps": 2000, "noise_multiplier": 40, "learning_rate": 1, "smoothness": 1, "clip": 1, "delta": "1e-6",
       "adjacency": "replace", "loss": "convex", "sampling": "poisson", "release": "last", "diameter": 4}


def test_the_row_says_what_it_assumes() -> None:
    row = mixing_row(Configuration.of(RUN), ())
    assert row is not None
    assert row.id == MIXED
    assert row.applies
    said = " ".join(f"{one.text} {one.detail}" for one in row.hypotheses)
    for words in ("no batch holds more than", "in δ", "convex set of diameter 4", "M-smooth", "only the last iterate"):
        assert words in said
    assert "composition of dominating pairs" in row.status


@pytest.mark.parametrize("change", [{"diameter": None}, {"release": "all"}, {"sampling": "cyclic"}, {"smoothness": None}])
def test_there_is_no_row_for_other_runs(change: dict[str, object]) -> None:
    given = {key: value for key, value in {**RUN, **change}.items() if value is not None}
    assert mixing_row(Configuration.of(given), ()) is None


def test_a_plan_is_data() -> None:
    plan = ToldPlan(2, 1, 3, fmpq(1), (fmpq(0), fmpq(1)), (fmpq(1, 2), fmpq(1, 2)), (fmpq(1),) * 3)
    assert (plan.J, plan.steps) == (1, 9)
