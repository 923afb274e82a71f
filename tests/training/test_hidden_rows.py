"""The rows of hidden batches and hidden places: when they apply, what they promise, and what they give beside other bounds."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq
from scipy.special import ndtr

from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.hidden.blocks import HiddenRun
from pabisym.accounting.hidden.certificate import judge
from pabisym.accounting.hidden.places import ShuffledRun, hidden_places, hub_holds
from pabisym.errors import InputError
from pabisym.lang.rational import dyadic
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.spec.configuration import Configuration
from pabisym.training.hidden import certificate_of, hidden_row, places_row, subsets_row
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
    assert "which is in δ" in said["every batch holds at most 400 further examples"].detail
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
    empty, zero = (places_row(run.changed(adjacency=word), ()) for word in ("add-remove", "zero-out"))
    assert empty is not None
    assert zero is not None
    assert zero.upper == empty.upper < found.upper
    strong = places_row(run.changed(loss="strongly-convex", strong_convexity=fmpq(1, 2)), ())
    assert strong is not None
    assert strong.upper < found.upper


@pytest.mark.parametrize("hub", [2, 4, 6])
def test_a_supremum_that_is_just_above_delta_is_not_taken_for_less(hub: int) -> None:
    """The supremum is looked for on a fine grid of t, in floats; what holds is certified just above, and refused just below."""
    run = ShuffledRun(2, (fmpq(1, 8),) * 8, fmpq(1, 2))
    mu, both = ([math.sqrt(run.square(i, hub=one)) for i in range(hub + 1, 9)] for one in (None, hub))
    norm, eps, t = math.sqrt(run.square(hub)), 1.5, np.linspace(-6, 9, 60_001)

    def told(x: object, m: float) -> object:
        return ndtr(m - x) - math.exp(eps) * ndtr(-x)

    found = hub / 8 * told(t, norm)
    for one, two in zip(mu, both, strict=True):
        found = found + told(np.maximum(eps / one + one / 2, t + one - two), one) / 8
    most, level = float(found.max()), fmpq(3, 2)
    assert hub_holds(run, hub, level, dyadic(most * (1 + 1e-6)))
    assert not hub_holds(run, hub, level, dyadic(most * (1 - 1e-6)))


def test_an_epoch_of_one_batch_is_a_gaussian_mechanism() -> None:
    exact = Fraction(gdp_epsilon(fmpq(4), fmpq(1, 10**5), 8).upper)
    found = hidden_places(ShuffledRun(1, (fmpq(1),), fmpq(1)), fmpq(1, 10**5)).upper
    assert exact <= found <= exact * Fraction(1001, 1000)


def test_a_bound_of_another_kind_has_no_certificate_of_this_one() -> None:
    run = Configuration.of(RUN)
    with pytest.raises(InputError, match="no certificate"):
        certificate_of(PrivacyRow("accountant", "", ACCOUNTANT, ITERATES, ()), run)


def test_hubs_and_thresholds_are_certificates() -> None:
    common = {**RUN, "adjacency": "replace", "examples": 200, "steps": 20}
    for sampling, key in (("shuffled", "hub"), ("fixed-size", "threshold")):
        run = Configuration.of({**common, "sampling": sampling})
        found = places_row(run, ()) if key == "hub" else subsets_row(run, ())
        assert found is not None
        data = json.loads(json.dumps(certificate_of(found, run)))
        assert judge(data, "c").accepted

        def reason(**changes: object) -> str:
            return judge({**data, **changes}, "c").reason  # noqa: B023 - called in the same round

        assert "does not give" in reason(epsilon=str(found.upper / 2))
        assert "does not give" in reason(plan={**data["plan"], key: 1 if key == "hub" else "1/100"})
        assert "does not give" in reason(plan={**data["plan"], key: 0})
        other = {**data["configuration"], "noise_multiplier": "9/10"}
        assert "does not give" in reason(configuration=other)
        assert "says nothing" in reason(configuration={**data["configuration"], "sampling": "cyclic"})
        assert "says nothing" in reason(configuration={**data["configuration"], "release": "all"})
        with pytest.raises(InputError):
            reason(plan={**data["plan"], key: "x"})


def test_dropped_examples_and_empty_places_reveal_no_more() -> None:
    base = {**RUN, "sampling": "shuffled", "adjacency": "replace", "examples": 210, "epochs": 2, "steps": None}
    kept, dropped = (Configuration.of({**base, "drop_last": drop}) for drop in (False, True))
    assert (kept.period, dropped.period, dropped.steps) == (11, 10, 20)
    rows = [places_row(run, ()) for run in (kept, dropped)]
    assert all(one is not None and one.applies for one in rows)
    assert any("left over" in one.text for one in rows[1].hypotheses)  # type: ignore[union-attr]
    with pytest.raises(InputError, match="drop"):
        Configuration.of({**base, "sampling": "cyclic", "drop_last": True})


@pytest.mark.parametrize(("given", "stretches"), [("epochs", (100, 100, 50)), ("2", (125, 125)), (3, (84, 83, 83)), ("10, 250", (10, 240))])
def test_checkpoints_are_named_by_epochs_numbers_or_steps(given: object, stretches: tuple[int, ...]) -> None:
    run = Configuration.of({**RUN, "steps": 250, "release": "checkpoints", "checkpoints": given})
    assert run.stretches == stretches
    assert Configuration.of(run.to_json()) == run


@pytest.mark.parametrize(("given", "words"), [("0", "number"), ("5,5,250", "increasing"), ("5,100", "end at step 100"), ("x", "names no"), ("5,300", "up to 250")])
def test_checkpoints_that_are_none_are_refused(given: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Configuration.of({**RUN, "steps": 250, "release": "checkpoints", "checkpoints": given})


def gaussian(mu: arb, level: fmpq) -> arb:
    """Delta of a Gaussian mechanism at an epsilon."""
    return tail(level / mu - mu / 2) - arb(level).exp() * tail(level / mu + mu / 2)


def test_one_order_for_all_epochs_is_the_mean_over_the_place() -> None:
    run, delta = ShuffledRun(2, (fmpq(1, 4),) * 4, fmpq(1, 2), once=True), fmpq(1, 1000)
    found = hidden_places(run, delta)
    assert found.hub == 0
    assert [run.square(place) for place in (1, 4)] == [fmpq(1, 2), fmpq(5, 4)]  # two hits in eight steps; one in four, one in the last
    level = fmpq(found.upper.numerator, found.upper.denominator)
    with working_precision(100):
        mean, below = (sum((gaussian(arb(run.square(place)).sqrt(), at) for place in range(1, 5)), arb(0)) / 4
                       for at in (level, level * fmpq(998, 1000)))
        assert mean <= delta
        assert below > delta
    given = Configuration.of({**RUN, "sampling": "shuffled", "adjacency": "replace", "steps": 300, "shuffle_once": True})
    once, fresh = places_row(given, ()), places_row(given.changed(shuffle_once=False), ())
    assert once is not None
    assert fresh is not None
    assert fresh.upper < once.upper < Fraction(gdp_epsilon(ShuffledRun(3, (fmpq(1, 100),) * 100, fmpq(1)).square(100), given.delta, 6).upper)
