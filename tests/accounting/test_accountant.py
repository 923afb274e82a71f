"""The certified accountant: exact values, figures of other accountants, words, and inputs that are refused."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from benchmarks import accountants
from campaigns import accountant as campaign
from flint import fmpq
from scipy.special import ndtr

from pabisym.accounting import accountant
from pabisym.accounting.accountant import Certified, certified_delta, certified_epsilon, least_noise_multiplier, most_steps
from pabisym.accounting.steps import ADJACENCIES, SAMPLINGS
from pabisym.errors import InputError

EVERYDAY = {"noise_multiplier": 1, "steps": 10000, "rate": "1/100"}


def test_the_everyday_question() -> None:
    # prv-accountant 0.2.0 finds 6.187712 between 6.186385 and 6.189040, dp-accounting 0.6.0 at most 6.187745
    found = certified_epsilon("1e-5", **EVERYDAY)
    assert Fraction("6.1820") < found.lower < Fraction("6.187712") < found.upper < Fraction("6.187745")
    assert found.gap < Fraction(1, 1000)
    assert (found.direction, found.tight) == ("remove", True)


@pytest.mark.campaign
def test_figures_of_other_accountants() -> None:
    assert [(row.cells, row.faults) for row in accountants.compared() if row.faults] == []


def test_a_fault_beside_another_accountant_is_seen() -> None:
    row = accountants.compared(accountants.FIGURES[7:8])[0]
    assert row.faults == []
    assert row._replace(figure=row.figure._replace(google=3.8378)).faults == ["above another's bound"]
    assert row._replace(figure=row.figure._replace(estimate=3.84)).faults == ["away from the best estimate"]


def test_exact_values_are_contained() -> None:
    lines = list[str]()
    assert campaign.run(2, 1, lines.append) == 0, lines


@pytest.mark.campaign
def test_exact_values_are_contained_200_times() -> None:
    lines = list[str]()
    assert campaign.run(200, 20261123, lines.append) == 0, lines


@pytest.mark.parametrize(("low", "high", "words"), [("0.9", "0.99", "larger at the upper end"), ("1.01", "1.1", "smaller at the lower end")])
def test_a_wrong_interval_is_seen(monkeypatch: pytest.MonkeyPatch, low: str, high: str, words: str) -> None:
    right = campaign.certified
    monkeypatch.setattr(campaign, "certified", lambda problem: (right(problem)[1] * Fraction(low), right(problem)[1] * Fraction(high)))
    problem = {"steps": 2, "rate": campaign.rational("1/4", "rate"), "noise": campaign.rational(1, "noise"), "delta": Fraction(1, 1000),
               "adjacency": "remove"}
    assert words in str(campaign.check(problem))


BY_DAY = [("poisson", "add"), ("poisson", "replace"), ("full", "replace")]


@pytest.mark.parametrize(("sampling", "adjacency"), [pair if pair in BY_DAY else pytest.param(*pair, marks=pytest.mark.campaign)
                                                     for pair in itertools.product(SAMPLINGS, ADJACENCIES)])
def test_every_way_to_sample_and_every_adjacency(sampling: str, adjacency: str) -> None:
    rate = None if sampling == "full" else "1/10"
    found = certified_epsilon("1e-3", noise_multiplier=2, steps=3, rate=rate, sampling=sampling, adjacency=adjacency, gap="1/10")
    delta = certified_delta(found.upper, noise_multiplier=2, steps=3, rate=rate, sampling=sampling, adjacency=adjacency, gap="1/5")
    assert 0 < found.lower < found.upper
    assert delta.lower <= Fraction(1, 10**3)
    assert delta.upper < Fraction(12, 10**4)
    assert found.gap < Fraction(1, 10) or not found.tight
    assert json.loads(json.dumps(found.to_json()))["direction"] == found.direction
    assert found.believes[0].startswith("composition")


def test_how_adjacencies_compare() -> None:
    asked = {"noise_multiplier": 1, "steps": 1, "rate": "1/20"}
    by = {name: certified_epsilon("1e-5", adjacency=name, **asked) for name in ("add", "remove", "add-remove", "replace", "zero-out")}
    assert by["add"].upper < by["remove"].lower <= by["add-remove"].upper < by["replace"].lower
    assert (by["zero-out"].lower, by["zero-out"].upper) == (by["add-remove"].lower, by["add-remove"].upper)
    fixed = certified_epsilon("1e-5", sampling="fixed-size", **asked)
    double = certified_epsilon("1e-5", **{**asked, "noise_multiplier": "1/2"})
    assert (fixed.lower, fixed.upper) == (double.lower, double.upper)
    replaced = certified_epsilon("1e-5", sampling="fixed-size", adjacency="replace", **asked)
    assert not replaced.tight
    assert abs(replaced.lower - replaced.upper) < Fraction(1, 10**10)
    assert (double.lower, double.upper) == (replaced.lower, replaced.upper)


def test_what_is_not_known_of_many_steps_on_batches_of_a_fixed_size() -> None:
    asked = {"noise_multiplier": 2, "steps": 10, "rate": "1/10", "sampling": "fixed-size", "gap": "1/20"}
    replaced = certified_epsilon("1e-3", adjacency="replace", **asked)
    attained = certified_epsilon("1e-3", adjacency="remove", **asked)
    assert replaced.lower <= attained.upper < replaced.upper
    assert "not known" in replaced.lower_means


@pytest.mark.parametrize("delta", ["1e-5", *(pytest.param(delta, marks=pytest.mark.campaign) for delta in ("1/10", "1e-12"))])
@pytest.mark.parametrize("asked", [
    {"noise_multiplier": 4, "steps": 100, "examples": 1000, "batch": 10, "sampling": "fixed-size", "adjacency": "replace"},
    {"noise_multiplier": 1, "steps": 100, "examples": 1000, "batch": 1, "sampling": "fixed-size", "adjacency": "replace"},
    {"noise_multiplier": 2, "steps": 50, "rate": "1/20"},
    {"noise_multiplier": 1, "steps": 1, "rate": "1/5", "adjacency": "remove"},
    {"noise_multiplier": 3, "steps": 7, "sampling": "full"},
])  # fmt: skip
def test_an_upper_end_alone_is_a_guarantee_and_not_loose(asked: dict[str, Any], delta: str) -> None:
    """It is never below what is certified from below, and by at most 5 % above the upper end of a fine interval."""
    fine = certified_epsilon(delta, **asked, gap="1/200")
    alone = certified_epsilon(delta, **asked, gap="1/2", lower=False)
    assert fine.lower <= alone.upper <= fine.upper * Fraction(105, 100)
    if asked.get("sampling") != "full":
        assert (alone.lower, alone.tight, alone.lower_means) == (0, False, "nothing was asked from below")


def test_full_batches_are_gaussian() -> None:
    found = certified_epsilon("1e-5", noise_multiplier=100, steps=10000, sampling="full")
    assert Fraction("4.37717809") < found.lower < found.upper < Fraction("4.37717810")
    assert found.gap < Fraction(1, 10**9)
    assert certified_epsilon("1e-5", noise_multiplier=200, steps=10000, sampling="full", adjacency="replace").upper == found.upper
    assert certified_epsilon("1e-5", noise_multiplier=100, steps=10000, rate=1).upper == found.upper


def test_no_epsilon_is_needed_for_a_large_delta() -> None:
    found = certified_epsilon("1/2", noise_multiplier=5, steps=3, rate="1/100", gap="1/10")
    assert (found.lower, found.upper) == (0, 0)


def test_a_loss_that_is_never_exceeded_needs_no_delta() -> None:
    """A record more: a step reveals at most -log(1 - 1/10), whatever comes out of it."""
    for sampling in ("poisson", "fixed-size"):
        found = certified_delta("8/25", noise_multiplier=2, steps=3, rate="1/10", sampling=sampling, adjacency="add")
        assert (found.lower, found.upper) == (0, 0)
        assert certified_delta("3/10", noise_multiplier=2, steps=3, rate="1/10", sampling=sampling, adjacency="add").upper > 0


@pytest.mark.campaign
def test_an_epsilon_below_the_first_point_of_the_grid_is_about_0() -> None:
    """It was made a point of the grid, which had to be as fine: 1e-400 ended in status 70, and 1e-30 had no answer."""
    run: dict[str, Any] = {"noise_multiplier": 1, "steps": 100, "rate": "1/100"}
    zero = certified_delta(0, **run)
    for epsilon in ("1e-400", "1e-30", "1e-6"):
        found = certified_delta(epsilon, **run)
        assert 0 < zero.lower - Fraction(epsilon) <= found.upper
        assert found.lower <= zero.upper
        assert found.upper - found.lower < zero.upper / 10


def test_a_small_delta_keeps_its_digits() -> None:
    found = certified_epsilon("1e-20", noise_multiplier=2, steps=1000, rate="1/100", gap="1/200")
    back = certified_delta(found.upper, noise_multiplier=2, steps=1000, rate="1/100", gap="1/2")
    assert found.gap < Fraction(1, 200)
    assert Fraction(1, 10**21) < back.lower < Fraction(1, 10**20) <= back.upper < Fraction(12, 10**21)


@pytest.mark.campaign
def test_a_minute_delta_is_enclosed_widely() -> None:
    """One rare outcome reveals most: transforms of floats leave the order of delta open, and both ends stay where they belong."""
    known = Fraction("4.401510681793036755")  # by Renyi divergences, at order 36.128
    found = certified_epsilon("1e-60", noise_multiplier=2, steps=1000, rate="1/100", gap="1/200")
    assert found.lower < known
    assert Fraction(1, 2) < found.gap < 1


ASKED: dict[str, Any] = {"noise_multiplier": 1, "steps": 10, "rate": "1/10"}


@pytest.mark.parametrize(("change", "field"), [
    ({"noise_multiplier": 0}, "noise_multiplier"), ({"noise_multiplier": "x"}, "noise_multiplier"), ({"steps": 0}, "steps"),
    ({"steps": "3/2"}, "steps"), ({"steps": 10**10}, "steps"), ({"rate": 2}, "rate"), ({"rate": 0}, "rate"), ({"rate": None}, "examples"),
    ({"examples": 10}, "rate"), ({"rate": None, "examples": 10}, "batch"), ({"rate": None, "examples": "5/2", "batch": 1}, "examples"),
    ({"rate": None, "examples": 10, "batch": 20}, "batch"), ({"sampling": "shuffled"}, "sampling"), ({"adjacency": "edit"}, "adjacency"),
    ({"rate": None, "examples": 10, "batch": "3/2", "sampling": "fixed-size"}, "batch"), ({"rate": 1, "sampling": "fixed-size"}, "batch"),
    ({"gap": 0}, "gap"), ({"gap": 2}, "gap"),
])  # fmt: skip
def test_inputs_that_are_refused(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        certified_epsilon("1e-5", **{**ASKED, **change})
    assert caught.value.field == field


@pytest.mark.parametrize("delta", [0, 1, "1e-101", -1])
def test_deltas_that_are_refused(delta: object) -> None:
    with pytest.raises(InputError, match="delta"):
        certified_epsilon(delta, **ASKED)


FULL: dict[str, Any] = {"sampling": "full"}
SAMPLED: dict[str, Any] = {"rate": "1/4", "adjacency": "remove"}


@pytest.mark.parametrize("asked", [FULL, pytest.param(SAMPLED, marks=pytest.mark.campaign)])
def test_the_least_noise(asked: dict[str, Any]) -> None:
    found = least_noise_multiplier(epsilon=1, delta="1e-3", steps=4, digits=3, **asked)
    assert found.certified.upper <= 1
    assert found.lower is not None
    assert certified_epsilon("1e-3", noise_multiplier=found.lower, steps=4, **asked).lower > 1
    assert found.noise_multiplier * Fraction(99, 100) < found.lower < found.noise_multiplier
    assert found.to_json()["not_enough"] is not None


@pytest.mark.parametrize("asked", [FULL, pytest.param(SAMPLED, marks=pytest.mark.campaign)])
def test_the_most_steps(asked: dict[str, Any]) -> None:
    found = most_steps(epsilon=6, delta="1e-3", noise_multiplier=2, **asked)
    assert found.certified is not None
    assert found.certified.upper <= 6
    assert found.first_failing is not None
    assert found.steps < found.first_failing <= found.steps * Fraction(102, 100) + 1
    assert certified_epsilon("1e-3", noise_multiplier=2, steps=found.first_failing, **asked).lower > 6
    assert most_steps(epsilon="1/100", delta="1e-3", noise_multiplier=2, **asked).to_json() == {
        "steps": 0, "first_failing": 1, "certified": None}


@pytest.mark.parametrize("target", ["1e-9", "1e9"])
def test_targets_without_a_noise(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accountant, "NOISES", (-2.0, 2.0))
    with pytest.raises(InputError, match="every noise multiplier"):
        least_noise_multiplier(epsilon=target, delta="1e-9", steps=2, **FULL)


def test_answers_are_plain_data() -> None:
    found = certified_delta(1, noise_multiplier=1, steps=10, rate="1/10", gap="1/10")
    assert isinstance(found, Certified)
    assert set(found.to_json()) == {"delta", "epsilon", "direction", "pair", "tight", "lower_means", "believes", "method"}


def test_a_small_rate_and_few_steps_have_a_narrow_interval() -> None:
    """Of two steps delta is an integral: E_gamma of both is the mean over the outcome x of one of E_(gamma/l(x)) of the other."""
    found, q = certified_epsilon("1e-7", noise_multiplier=1, steps=2, rate="1/6250"), 1 / 6250
    x = np.linspace(-9, 11, 20_001)
    ratio = 1 - q + q * np.exp(x - 0.5)

    def two_steps(epsilon: Fraction) -> float:
        rest = math.exp(epsilon) / ratio
        edge = np.log(np.maximum((rest - 1 + q) / q, 1e-300)) + 0.5
        told = (1 - q) * ndtr(-edge) + q * ndtr(1 - edge) - rest * ndtr(-edge)
        return float((x[1] - x[0]) * (np.exp(-x * x / 2) / math.sqrt(2 * math.pi) * ratio) @ told)

    assert two_steps(found.upper) < 1e-7 < two_steps(found.lower)
    assert two_steps(found.upper * Fraction(998, 1000)) > 1e-7 > two_steps(found.lower * Fraction(1002, 1000))
    assert certified_epsilon("1e-6", noise_multiplier=1, steps=8, rate=fmpq(1, 6250)).gap < Fraction(1, 500)
