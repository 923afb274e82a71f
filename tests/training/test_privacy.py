"""What is said of training runs: rows against exactly solvable processes, hypotheses with their marks, other promises, and the bounds' order."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym import allocate, privacy
from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.lower.linear import linear_epsilon
from pabisym.errors import InputError
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.spec.configuration import Configuration
from pabisym.training.hypotheses import MET, PROMISED
from pabisym.training.known import Privacy

RUN: dict[str, Any] = {"examples": 20, "batch": 5, "epochs": 3, "noise_multiplier": 4, "learning_rate": "0.1", "sampling": "cyclic",
                       "adjacency": "replace", "delta": "1e-4"}
CONVEX = {**RUN, "loss": "convex", "smoothness": 1, "release": "last"}


def gaussian(mu_squared: fmpq | Fraction, delta: str = "1e-4") -> Fraction:
    """The exact epsilon of a pair of Gaussians."""
    return Fraction(gdp_epsilon(mu_squared, delta, 12).upper)


def close(one: Fraction, other: Fraction) -> bool:
    """The same to the digits that rows have, never above by more and never below."""
    return other <= one <= other * (1 + Fraction(1, 10**5))


def test_composition_is_the_gaussian_mechanism_of_all_uses() -> None:
    """Three uses at 2/4 deviations each: mu^2 = 3/4; all iterates of linear losses attain it."""
    found = privacy(**RUN)
    assert found.best is not None
    assert found.best.id == "pabisym/composition"
    assert close(found.epsilon, gaussian(fmpq(3, 4)))
    assert found.lower is not None
    assert Fraction(found.lower.lower) <= found.epsilon <= Fraction(found.lower.upper)


def test_the_last_iterate_of_convex_losses_by_hand() -> None:
    """A gap of 1/2 deviation every four steps: mu^2 = (1/4)((E - 1)/4 + 1) for the example that is used last."""
    found = privacy(**CONVEX)
    assert found.best is not None
    assert found.best.id == "pabisym/periodic-gap"
    assert found.best.status == "proved"
    assert close(found.epsilon, gaussian(fmpq(1, 4) * fmpq(3, 2)))
    optimum = next(row for row in found.rows if row.kind == "exact optimum")
    assert optimum.epsilon is not None
    assert Fraction(optimum.epsilon.upper) == pytest.approx(float(found.epsilon), rel=1e-5)


def test_full_batches_of_linear_losses_meet_their_bound() -> None:
    """With all examples in every step and c = 1 the last iterate of linear losses is as bad as composition: (r/z)^2 T."""
    found = privacy(**{**CONVEX, "sampling": "full", "batch": None, "steps": 9, "epochs": None})
    assert close(found.epsilon, gaussian(fmpq(9, 4)))
    assert found.lower is not None
    assert Fraction(found.lower.upper) >= found.epsilon * (1 - Fraction(1, 10**5))


def test_weight_decay_on_linear_losses_is_below_the_bound_and_attains_it_for_full_batches() -> None:
    """The run w' = (1 - eta lambda) w - eta g + noise is a linear pair of the class, with equal gaps the worst one."""
    full = {**CONVEX, "sampling": "full", "batch": None, "steps": 5, "epochs": None, "weight_decay": 1, "smoothness": "1/1000000000"}
    found = privacy(**full)
    keep = Fraction(9, 10)
    mean, variance = sum(keep**k for k in range(5)), sum(keep ** (2 * k) for k in range(5))
    exact = gaussian(Fraction(1, 4) * mean**2 / variance)
    assert found.lower is not None
    assert Fraction(found.lower.lower) <= exact <= Fraction(found.lower.upper)
    assert exact <= found.epsilon <= exact * (1 + Fraction(1, 10**6))


def test_left_out_examples_cost_half_of_replaced_ones() -> None:
    zeroed = privacy(**{**CONVEX, "adjacency": "zero-out"})
    assert close(zeroed.epsilon, gaussian(fmpq(1, 16) * fmpq(3, 2)))


def test_every_hypothesis_has_a_mark() -> None:
    marks = {one.text.partition(",")[0]: one for row in privacy(**CONVEX).rows for one in row.hypotheses}
    assert {one.state for one in marks.values()} == {MET, PROMISED}
    assert next(one for text, one in marks.items() if text.startswith("the learning rate")).detail == "0.1 ≤ 2"


@pytest.mark.parametrize(("change", "text", "detail"), [
    ({"smoothness": 50}, "the learning rate is at most 2/M", "it is 0.1; learning rate at most 2/M = 0.04"),
    ({"smoothness": None}, "the loss of every example is M-smooth", "no smoothness is given; --smoothness M"),
    ({"loss": "clipped", "smoothness": None}, "the loss of every example is convex", "the loss is clipped; --loss convex, where that is true"),
    ({"momentum": "0.9"}, "steps have no momentum: the next iterate depends on this one alone", "momentum is 0.9; momentum 0"),
    ({"release": "all"}, "only the last iterate leaves the training: no checkpoints, no averages, no gradients",
     "the release is all; --release last, where that is true"),
    ({"learning_rate": None}, "the learning rate is at most 2/M", "no learning rate is given; --learning-rate"),
    ({"sampling": "fixed-size", "adjacency": "zero-out"}, "neighbouring data sets differ in one example that is replaced",
     "they differ by zero-out; --adjacency replace"),
])
def test_what_is_violated_is_said_with_its_cure(change: dict[str, object], text: str, detail: str) -> None:
    found = privacy(**{**CONVEX, **change})
    violated = {one.text: one.detail for row in found.rows for one in row.violated}
    assert violated[text] == detail
    assert found.best is None or found.best.kind in ("composition", "accountant")


def test_the_cure_of_the_learning_rate_meets_the_hypothesis() -> None:
    """2/M is rounded down where it is no short decimal: 2/210 = 0.0095238095…"""
    found = privacy(**{**CONVEX, "smoothness": "210"})
    detail = next(one.detail for row in found.rows for one in row.violated if "learning rate" in one.text)
    rate = Fraction(detail.rpartition("= ")[2])
    assert Fraction(99, 100) * Fraction(2, 210) < rate <= Fraction(2, 210)
    cured = privacy(**{**CONVEX, "smoothness": "210", "learning_rate": rate})
    assert cured.best is not None
    assert cured.best.kind == "last iterate"


def test_a_clipped_loss_is_not_taken_for_a_convex_one() -> None:
    clipped = privacy(**{**CONVEX, "loss": "clipped", "smoothness": None})
    assert clipped.best is not None
    assert clipped.best.kind == "composition"
    words = [one.changes for one in clipped.others]
    assert words == ["if every loss were convex, never clipped, and at most 20-smooth"]
    assert clipped.others[0].epsilon.upper == privacy(**CONVEX).rows[0].epsilon.upper  # type: ignore[union-attr]


def test_a_smooth_clipped_loss_gets_what_its_expansion_allows() -> None:
    """c = 1 + eta M: gaps four steps apart may still be shared between steps; never above composition, never below c = 1."""
    found = privacy(**{**CONVEX, "loss": "clipped"})
    kinds = {row.kind: row for row in found.rows if row.applies}
    assert set(kinds) == {"exact optimum", "composition"}
    assert privacy(**CONVEX).epsilon < kinds["exact optimum"].upper <= kinds["composition"].upper


def test_shuffled_batches_are_bounded_by_the_worst_order_and_named() -> None:
    """The last place in every epoch is the worst of all orders, tried one by one; accountants' epsilons for Poisson are warned of.

    A hidden place costs less than the worst one, and says on what it rests.
    """
    found = privacy(**{**CONVEX, "sampling": "shuffled"})
    cyclic = privacy(**CONVEX)
    assert cyclic.best is not None
    assert [row.upper for row in found.rows if row.id == cyclic.best.id] == [cyclic.epsilon]
    assert found.best is not None
    assert found.best.id == "pabisym/hidden-places"
    assert found.best.status.startswith("cited, with an argument that this run is one of those it speaks of")
    assert found.epsilon < cyclic.epsilon
    worst = max(allocate(gap=[Fraction(int(k in (a, 4 + b, 8 + c))) for k in range(12)], noise_variance=4).value
                for a, b, c in product(range(4), repeat=3))
    assert worst == Fraction(1, 4) * Fraction(3, 2)
    assert any("no Poisson sampling" in one for one in found.warnings)
    assert any("Poisson" in one.changes for one in privacy(**{**RUN, "sampling": "shuffled", "adjacency": "add-remove"}).others)


@pytest.mark.campaign
def test_random_batches_with_iteration() -> None:
    """Shifted interpolation is below the accountant where steps contract; it is argued, and says so; a domain lets statements apply."""
    run: dict[str, Any] = {"examples": 100, "batch": 10, "steps": 200, "noise_multiplier": 6, "learning_rate": "0.1", "loss": "convex", "smoothness": 1,
                           "weight_decay": 1, "sampling": "fixed-size", "adjacency": "replace", "release": "last", "delta": "1e-4"}
    found = privacy(**run)
    assert found.best is not None
    assert found.best.id == "interpolation"
    assert found.best.status.startswith("cited, with an argument that this run is one of those it speaks of")
    assert found.epsilon < min(row.upper for row in found.rows if row.kind == "accountant")
    bounded = privacy(**{**run, "weight_decay": None, "diameter": "1/10"})
    assert bounded.best is not None
    assert bounded.best.status == "proved"


def test_momentum_and_averages_keep_what_holds_for_all_iterates() -> None:
    for change in ({"momentum": "0.9"}, {"release": "average"}):
        found = privacy(**{**CONVEX, **change})
        assert found.epsilon == privacy(**RUN).epsilon
        assert found.lower is None


DRAWN: dict[str, Any] = {"examples": 1000, "batch": 10, "epochs": 10, "noise_multiplier": 1, "sampling": "poisson", "delta": "1e-5"}


def test_random_batches_are_accounted_for() -> None:
    """All iterates: both ends are the accountant's, at most a thousandth apart; of the last one linear losses reveal less."""
    found = privacy(**DRAWN)
    told = certified_epsilon("1e-5", noise_multiplier=1, steps=1000, rate="1/100")
    assert found.best is not None
    assert (found.best.kind, found.run.steps) == ("accountant", 1000)
    assert told.upper <= found.epsilon <= told.upper * (1 + Fraction(1, 10**5))
    assert found.lower is not None
    assert Fraction(999, 1000) * found.epsilon < Fraction(found.lower.lower) <= found.epsilon
    last = privacy(**DRAWN, release="last")
    assert last.lower is not None
    assert last.epsilon == found.epsilon
    assert 0 < Fraction(last.lower.lower) < Fraction(found.lower.lower)


@pytest.mark.parametrize("adjacency", ["replace", *(pytest.param(one, marks=pytest.mark.campaign) for one in ("add-remove", "zero-out"))])
def test_batches_of_a_fixed_size(adjacency: str) -> None:
    """Another example takes the place of one that is left out: as costly as a replaced one, by the lower bound too."""
    found = privacy(examples=100, batch=10, steps=5, noise_multiplier=3, sampling="fixed-size", adjacency=adjacency, delta="1e-4")
    last = privacy(found.run.changed(release="last"))
    assert found.run.share == (1 if adjacency == "zero-out" else 2)
    assert last.lower is not None
    assert found.lower is not None
    assert 0 < Fraction(last.lower.lower) <= Fraction(found.lower.upper) <= found.epsilon


@pytest.mark.campaign
def test_the_noise_for_random_batches_is_the_accountants() -> None:
    run = {**DRAWN, "batch": 20}
    del run["noise_multiplier"], run["epochs"]
    found = privacy(**run, steps=100, target_epsilon=1)
    value = Fraction(found.solved["value"])
    assert found.epsilon <= 1 < privacy(**run, steps=100, noise_multiplier=value * Fraction(99, 100)).epsilon


@pytest.mark.parametrize("adjacency", ["add-remove", "replace"])
@pytest.mark.parametrize(("steps", "q", "z"), [(1, "1/2", 1), (3, "1/5", 2), (4, "9/10", "1/2")])
def test_the_lower_bound_of_random_batches_is_below_the_exact_value(adjacency: str, steps: int, q: str, z: Any) -> None:
    """The sum of the steps of linear losses is a known mixture: E_gamma by quadrature, which the half-lines stay below and come close to."""
    run = Configuration.of({"examples": 10, "batch": 1, "steps": steps, "noise_multiplier": z, "sampling": "poisson", "sample_rate": q,
                            "adjacency": adjacency, "delta": "1e-3"})
    found = linear_epsilon(run)
    assert found is not None
    level, s, k = float(Fraction(found.lower)), float(Fraction(z)) * steps**0.5, np.arange(steps + 1)
    x = np.linspace(-12 * s - steps, 12 * s + steps, 400_001)
    from scipy.stats import binom, norm  # which takes seconds to import

    weights = binom.pmf(k, steps, float(Fraction(q)))
    mixture = sum(w * norm.pdf(x, c, s) for w, c in zip(weights, k, strict=True))
    other = norm.pdf(x, 0, s) if adjacency == "add-remove" else sum(w * norm.pdf(x, -c, s) for w, c in zip(weights, k, strict=True))
    exact = max(float(np.trapezoid(np.maximum(p - np.exp(level) * r, 0), x)) for p, r in ((mixture, other), (other, mixture)))
    assert 0.95e-3 < exact < 1.06e-3


@pytest.mark.campaign
@settings(max_examples=by_day(75), deadline=None)
@given(epochs=st.integers(1, 4), batches=st.integers(1, 4), z=st.fractions(1, 9, max_denominator=4), adjacency=st.sampled_from(["replace", "zero-out"]),
       decay=st.sampled_from([0, "1/2", 3]), release=st.sampled_from(["last", "all"]), sampling=st.sampled_from(["cyclic", "shuffled"]))
def test_linear_losses_are_never_above_what_is_certified(epochs: int, batches: int, z: Fraction, adjacency: str, decay: object, release: str,
                                                          sampling: str) -> None:
    """Linear losses meet every hypothesis of convex ones, so that their exact epsilon is no larger than any row that applies."""
    found = privacy(examples=3 * batches, batch=3, epochs=epochs, noise_multiplier=z, learning_rate="0.1", sampling=sampling, release=release,
                    adjacency=adjacency, weight_decay=decay, loss="convex", smoothness=1, delta="1e-3")
    if found.lower is not None:
        assert all(Fraction(found.lower.lower) <= row.upper for row in found.rows if row.applies)


def test_json_has_the_contract() -> None:
    data = privacy(**CONVEX).to_json()
    assert data["by"] == "pabisym/periodic-gap"
    assert set(data["epsilon"]) == {"lower", "upper"}  # type: ignore[call-overload]
    row = data["rows"][0]  # type: ignore[index]
    assert {"id", "epsilon", "hypotheses"} <= set(row)
    assert {one["state"] for one in row["hypotheses"]} <= {"met", "promised", "violated"}


def test_a_configuration_and_options_exclude_each_other() -> None:
    run = Configuration.of(RUN)
    assert isinstance(privacy(run), Privacy)
    with pytest.raises(InputError, match="cannot be combined with options"):
        privacy(run, delta="1e-3")
