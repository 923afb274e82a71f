"""Plans whose first stage is by reflection: they satisfy what the statement assumes, and are below those by allocation alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpq

from pabisym.divergence.gap_chain import survival
from pabisym.divergence.gap_plan import WIDEST, GapBound, GapPlan, Runs, gap_epsilon, holds, survivals, through
from pabisym.divergence.mixing_plan import GapsInEpochs, staged_epsilon
from pabisym.lang.rational import power_of_ten, to_fraction

BEYOND = (("x", -400), ("s", 400), ("s", -400), ("c", 400), ("c", -400), ("a", 400))
"""Numbers that floats do not hold, as powers of 10: the search ended in an error."""
SLACK, SMALL, STEPS = fmpq(1, 10**5), fmpq(1, 2000), 10**5
RUNS = {
    "1-Lipschitz": (Runs(fmpq(5, 2), SMALL, fmpq(1), fmpq(0)), "0.00326"),
    "wider": (Runs(fmpq(5), SMALL, fmpq(1), fmpq(0)), "0.00684"),
    "contraction": (Runs(fmpq(99, 10), SMALL, fmpq(99, 100), fmpq(0)), "0.01317"),
    "expansion": (Runs(fmpq(101, 10), SMALL, fmpq(101, 100), fmpq(0)), "0.01619"),
    "no map Lipschitz": (Runs(fmpq(3), SMALL, fmpq(1), fmpq(1, 2), True), "0.00434"),
}


def found(name: str) -> tuple[Runs, GapBound]:
    runs = RUNS[name][0]
    bound = gap_epsilon(runs, STEPS, SLACK)
    assert bound is not None
    return runs, bound


@pytest.mark.parametrize("name", RUNS)
def test_a_plan_holds_reaches_delta_and_is_below_stages_by_allocation(name: str) -> None:
    runs, bound = found(name)
    plan = bound.plan
    other = staged_epsilon(runs.x**2, runs.s**2, STEPS, SLACK, 10, GapsInEpochs(), fmpq(1) if runs.single else runs.c, runs.single)
    assert plan.steps <= STEPS
    assert (bound.chance, bound.bounds) == through(plan, runs)
    assert holds(plan, bound.chance, bound.bounds, runs)
    assert bound.bounds[-1] <= SLACK
    assert Fraction(bound.epsilon.lower) <= to_fraction(plan.levels[-1]) <= Fraction(bound.epsilon.upper) < Fraction(RUNS[name][1])
    assert other is not None
    assert Fraction(bound.epsilon.upper) < Fraction(other.epsilon.lower)


def test_numbers_that_are_too_small_do_not_hold() -> None:
    runs, bound = found("1-Lipschitz")
    less = fmpq(10**8 - 1, 10**8)
    assert not holds(bound.plan, bound.chance * less, bound.bounds, runs)
    for place in range(len(bound.bounds)):
        changed = tuple(d * less if i == place else d for i, d in enumerate(bound.bounds))
        assert not holds(bound.plan, bound.chance, changed, runs)
    for plan in (replace(bound.plan, M=1), replace(bound.plan, W=bound.plan.W - 1), replace(bound.plan, levels=bound.plan.levels[::-1])):
        assert not holds(plan, bound.chance, bound.bounds, runs)


def test_one_stage_alone_is_a_plan() -> None:
    """J = 0: the chance that one record is felt, times a survival, and what W steps pay."""
    runs, plan = RUNS["1-Lipschitz"][0], GapPlan(60, 14, 1, 1, (fmpq(45, 10**4),))
    chance, bounds = through(plan, runs)
    assert len(bounds) == 1
    assert bounds[0] <= SLACK
    assert holds(plan, chance, bounds, runs)


@pytest.mark.parametrize("given", [(Runs(WIDEST + 1, SMALL, fmpq(1), fmpq(0)), STEPS), (RUNS["wider"][0], 1), (RUNS["wider"][0], 3),
                                   *((replace(RUNS["wider"][0], **{name: power_of_ten(size)}), STEPS) for name, size in BEYOND)])
def test_where_no_plan_is_found_there_is_none(given: tuple[Runs, int]) -> None:
    assert gap_epsilon(*given, SLACK) is None


@pytest.mark.parametrize("lengths", [("5/2", "5/2", "1", "0", "0"), ("1/2000", "5", "1", "0", "1/2000"), ("3", "3", "4/5", "1/2", "0")])
def test_the_search_knows_survivals_to_many_digits(lengths: tuple[str, ...]) -> None:
    x, r, c, a, b = (float(Fraction(text)) for text in lengths)
    for steps, value in list(enumerate(survivals(x, r, c, a, b, 12)))[1:]:
        assert value == pytest.approx(float(survival(steps, *lengths, digits=10)), rel=1e-8)
