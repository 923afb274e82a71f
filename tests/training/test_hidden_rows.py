"""The rows of hidden batches and hidden places: when they apply, what they promise, and what they give beside other bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.hidden.blocks import HiddenRun
from pabisym.accounting.hidden.places import ShuffledRun, hidden_places
from pabisym.errors import InputError
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.evaluator import working_precision
from pabisym.spec.configuration import Configuration
from pabisym.training.hidden import certificate_of, hidden_row, places_row
from pabisym.training.hypotheses import of_every_run
from pabisym.training.row import ACCOUNTANT, ITERATES, PrivacyRow

RUN = {"examples": 2000, "batch": 20, "steps": 100, "noise_multiplier": 1, "learning_rate": "0.1", "smoothness": 1, "loss": "convex",
       "sampling": "poisson", "release": "last", "delta": "1e-5"}


def row(**changes: object) -> PrivacyRow | None:
    run = Configuration.of({**RUN, **changes})
    return hidden_row(run, tuple(of_every_run(run)))


def test_the_row_is_below_the_accountant_and_says_what_it_rests_on() -> None:
    found = row()
    assert found is not None
    assert found.id == "pabisym/hidden-batches"
    composed = certified_epsilon("1e-5", noise_multiplier=1, steps=100, rate="1/100", gap="1/50")
    assert found.upper < composed.lower
    assert found.status == "proved, from pabisym/adapted-shift and pabisym/kahane, which are cited"
    said = {one.text: one for one in found.hypotheses}
    assert "which is in δ" in said["no batch holds other than at most 400 further examples"].detail
    assert any("Kahane" in text for text in said)


@pytest.mark.parametrize("changes", [
    {"learning_rate": "1e45", "loss": "nonconvex"}, {"noise_multiplier": "1e-400"}, {"noise_multiplier": "1e400"}, {"learning_rate": "1e400"},
])
def test_numbers_far_from_one_end_no_search(changes: dict[str, object]) -> None:
    """They ended in arrays without elements."""
    found = row(**changes)
    assert found is not None
    assert found.fails


@pytest.mark.parametrize("factor", [1 + fmpq(1, 10**400), 1 - fmpq(1, 10**400), fmpq(1)])
def test_shares_next_to_one_are_those_at_one(factor: fmpq) -> None:
    """The quotient of the geometric sum is no number in balls there; 9 steps pay a hit by a third of it each, in norm."""
    share = HiddenRun(9, fmpq(1, 2), fmpq(1), factor).hit_share(9)
    with working_precision(200):
        assert abs(3 * share - 1) < fmpq(1, 10**40)
    assert row(learning_rate="1e-400", loss="nonconvex", steps=20).fails == ""  # type: ignore[union-attr]


def test_runs_of_which_the_theorem_says_nothing_have_no_row_or_no_number() -> None:
    assert row(release="all") is None
    assert row(smoothness=None) is None
    fixed = row(sampling="fixed-size", adjacency="zero-out")
    assert fixed is not None
    assert not fixed.applies
    moving = row(momentum="0.9")
    assert moving is not None
    assert not moving.applies


def test_a_learning_rate_near_its_limit_is_paid_for_by_expansion_not_by_a_promise() -> None:
    near = row(learning_rate="1.5", steps=20)
    plain = row(steps=20)
    assert near is not None
    assert plain is not None
    assert near.upper > plain.upper
    assert any(one.detail.startswith("by") and one.detail != "by 1" for one in near.hypotheses)


def test_hidden_places_are_below_the_worst_place_and_above_linear_losses() -> None:
    run = Configuration.of({**RUN, "sampling": "shuffled", "adjacency": "replace", "steps": 300, "noise_multiplier": "1.1"})
    found = places_row(run, ())
    assert found is not None
    shuffled = ShuffledRun(3, (fmpq(1, 100),) * 100, 1 / fmpq(11, 10))
    worst = Fraction(gdp_epsilon(shuffled.square(100), run.delta, 6).upper)
    straight = Fraction(gdp_epsilon((run.ratio * 3) ** 2 / 300, run.delta, 6).lower)  # as if every hit were paid by all steps
    assert straight < found.upper < worst * Fraction(3, 4)
    assert places_row(run.changed(steps=250), ()) is None
    assert places_row(run.changed(adjacency="add-remove"), ()) is None


def test_an_epoch_of_one_batch_is_a_gaussian_mechanism() -> None:
    exact = Fraction(gdp_epsilon(fmpq(4), fmpq(1, 10**5), 8).upper)
    found = hidden_places(ShuffledRun(1, (fmpq(1),), fmpq(1)), fmpq(1, 10**5)).upper
    assert exact <= found <= exact * Fraction(1001, 1000)


def test_a_bound_of_another_kind_has_no_certificate_of_this_one() -> None:
    run = Configuration.of(RUN)
    with pytest.raises(InputError, match="no certificate"):
        certificate_of(PrivacyRow("accountant", "", ACCOUNTANT, ITERATES, ()), run)
