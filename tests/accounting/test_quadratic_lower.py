"""Runs on quadratic losses: below what is proved, equal to it where that is attained, and found again in exact laws of projected chains."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import arb, fmpq

from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.lower.quadratic import _pairs, _QuadraticPair, _summed, quadratic_lower
from pabisym.exact_law.clipped import clipped_chain
from pabisym.library.library import builtin
from pabisym.numerics.evaluator import working_precision
from pabisym.spec.configuration import Configuration
from pabisym.training.rows import least, rows_of

RUN: dict[str, Any] = {"examples": 40, "batch": 10, "steps": 12, "noise_multiplier": 4, "learning_rate": "1/10", "smoothness": 1, "clip": 1,
                       "delta": "1e-4", "adjacency": "replace", "release": "last", "loss": "convex", "sampling": "cyclic"}  # fmt: skip
STRONG = {"loss": "strongly-convex", "strong_convexity": "1/2"}


def run_of(**values: Any) -> Configuration:
    return Configuration.of({**RUN, **values})


def upper(run: Configuration) -> Fraction:
    best = least(list(rows_of(run, builtin(), quick=True)))
    assert best is not None
    return best.upper


CASES = [(sampling, loss, domain, release) for sampling in ("full", "cyclic", "shuffled", "poisson", "fixed-size")
         for loss in ({}, STRONG, {"loss": "nonconvex"}) for domain in ({}, {"diameter": 4}, {"diameter": 1}, {"diameter": 40})
         for release in ("last", "all")]  # fmt: skip
BY_DAY = [case for case in CASES if case[0] in ("cyclic", "shuffled") and case[1] != STRONG and case[2] == {}]


@pytest.mark.parametrize(("sampling", "loss", "domain", "release"), [
    case if case in BY_DAY else pytest.param(*case, marks=pytest.mark.campaign) for case in CASES])
def test_no_lower_bound_is_above_a_bound(sampling: str, loss: dict[str, str], domain: dict[str, int], release: str) -> None:
    given = {**loss, **domain, "sampling": sampling, "release": release}
    run = run_of(**given, batch=40, noise_multiplier=16) if sampling == "full" else run_of(**given)
    most = upper(run)
    found = quadratic_lower(run, most)
    if found is not None:
        assert 0 < found.least <= most


def test_full_batches_of_strongly_convex_losses_are_attained() -> None:
    run = run_of(sampling="full", batch=40, noise_multiplier=16, **STRONG)
    found = quadratic_lower(run, upper(run))
    assert found is not None
    assert found.by == "quadratic losses of curvature 0.5"
    assert found.least <= upper(run) <= found.least * (1 + Fraction(1, 10**6))


def test_a_wide_domain_costs_a_hundredth_of_delta_and_a_narrow_one_leaves_nothing() -> None:
    free = quadratic_lower(run_of(sampling="full", batch=40, noise_multiplier=16), Fraction(10))
    wide = quadratic_lower(run_of(sampling="full", batch=40, noise_multiplier=16, diameter=40), Fraction(10))
    narrow = quadratic_lower(run_of(sampling="full", batch=40, noise_multiplier=16, diameter="1/10"), Fraction(10))
    assert free is not None
    assert wide is not None
    assert Fraction(99, 100) * free.least < wide.least < free.least
    assert narrow is None


@pytest.mark.parametrize("diameter", ["1", pytest.param("4/5", marks=pytest.mark.campaign)])
def test_exact_laws_of_projected_chains_reveal_as_much(diameter: str) -> None:
    """Three steps on full batches: the pair that is spoken of, with its projections, has more than delta at the lower bound."""
    run = run_of(sampling="full", batch=40, noise_multiplier=16, steps=3, diameter=diameter)
    found = quadratic_lower(run, upper(run))
    assert found is not None
    assert found.by.startswith("linear losses")
    move, end = Fraction(1, 10) / 40, Fraction(diameter) / 2
    first, second = (clipped_chain(lower=-end, upper=end, steps=3, start=0, noise_variance=(Fraction(16, 40) / 10) ** 2, offset=sign * move)
                     for sign in (1, -1))
    assert Fraction(first.hockey_stick(second, 8, epsilon=str(found.least)).lower) >= Fraction(1, 10**4)


def test_a_new_order_in_every_epoch_hides_the_step_of_the_example() -> None:
    """All iterates of shuffled batches are not said to reveal as much as those of batches in a fixed order."""
    shuffled, cyclic = (quadratic_lower(run_of(sampling=one, release="all"), Fraction(20)) for one in ("shuffled", "cyclic"))
    assert shuffled is not None
    assert cyclic is not None
    assert shuffled.least < cyclic.least


@pytest.mark.parametrize("release", ["last", "all"])
def test_other_examples_drift_nowhere_in_a_bounded_domain(release: str) -> None:
    """There the others have gradient 0, so that batches of a fixed size and Poisson batches draw the example alike."""
    fixed, poisson = (quadratic_lower(run_of(sampling=one, diameter=40, release=release), Fraction(20)) for one in ("fixed-size", "poisson"))
    free = quadratic_lower(run_of(sampling="fixed-size", release=release), Fraction(20))
    assert fixed is not None
    assert poisson is not None
    assert free is not None
    assert (fixed.least == poisson.least) if release == "last" else (fixed.least >= poisson.least)
    assert fixed.least < free.least


def test_all_iterates_reveal_what_the_last_one_does() -> None:
    for sampling in ("cyclic", "shuffled"):
        last, whole = (quadratic_lower(run_of(sampling=sampling, diameter=2, release=one), Fraction(5)) for one in ("last", "all"))
        assert last is not None
        assert whole is not None
        assert whole.least >= last.least


@pytest.mark.campaign
def test_means_of_drawn_batches_are_near_those_of_a_simulation() -> None:
    """The pair of mixtures at its lower bound: a simulation of both runs has the same masses beyond some edge, to its own error."""
    import numpy as np

    run = run_of(sampling="fixed-size", **STRONG, steps=40, noise_multiplier=2)
    found = quadratic_lower(run, Fraction(30))
    assert found is not None
    random, count = np.random.default_rng(1), 100_000
    first, second = np.zeros(count), np.zeros(count)
    for _ in range(40):
        drawn = (random.random((2, count)) < 0.25) * 0.01
        noise = random.normal(0, 0.02, (2, count))
        first, second = 0.95 * first + drawn[0] + noise[0], 0.95 * second - drawn[1] + noise[1]
    edges = np.linspace(0, 0.3, 200)
    gaps = [(first > edge).mean() - np.exp(float(found.least)) * (second > edge).mean() for edge in edges]
    assert max(gaps) > 0.5e-4


def test_a_step_that_hardly_contracts_reveals_what_one_that_does_not_reveals() -> None:
    """1 - 1e-26 is 1 as a float, whose logarithm was divided by."""
    run = {"sampling": "fixed-size", **STRONG, "steps": 40, "noise_multiplier": 2}
    tiny, small = (quadratic_lower(run_of(**run, learning_rate=rate), Fraction(30)) for rate in ("1e-25", "1e-7"))
    assert tiny is not None
    assert small is not None
    assert abs(tiny.least - small.least) < small.least / 100


@pytest.mark.parametrize("given", [{"momentum": "1/2"}, {"release": "average"}, {"weight_decay": "1/10"}])
def test_what_is_not_covered(given: dict[str, str]) -> None:
    assert quadratic_lower(run_of(**given), Fraction(5)) is None
    assert quadratic_lower(run_of(), Fraction(41)) is None


@pytest.mark.parametrize("sampling", ["shuffled", "fixed-size"])
def test_the_sum_of_increments_in_all_orders(sampling: str) -> None:
    """The mean is u for each use at least, and the variance between those of the noises and what is claimed: by recursion, exactly."""
    run = run_of(sampling=sampling, release="all", examples=30, steps=6, learning_rate="9/10")
    pair = _QuadraticPair(run, fmpq(1), fmpq(1, 8), summed=True)
    if sampling == "shuffled":
        orders = [[k in (one, 3 + other) for k in range(6)] for one in range(3) for other in range(3)]
    else:
        orders = [list(drawn) for drawn in product((False, True), repeat=6)]
    for used in orders:
        count, mean, variance, part = sum(used), fmpq(0), fmpq(0), fmpq(1)  # part is b_j, from the last step on
        for use in used[::-1]:
            mean, variance = mean + part * use, variance + part**2
            factor = pair.used if use else pair.keeps
            part = 1 + factor - pair.keeps + factor * (part - 1)
        assert count <= mean
        assert variance >= 6
        assert arb(variance) <= 6 + pair.more(count)


@pytest.mark.parametrize("steps", [1, 5, 9, 12])
@pytest.mark.parametrize("sampling", ["full", "cyclic"])
def test_the_last_iterate_by_recursion(sampling: str, steps: int) -> None:
    """Mean and variance of the last iterate, where the example forgets less than the others, against step by step."""
    run = run_of(sampling=sampling, steps=steps, **({"batch": 40} if sampling == "full" else {}))
    pair, mean, variance = _QuadraticPair(run, fmpq(1, 2), fmpq(1, 8)), fmpq(0), fmpq(0)
    for k in range(steps):
        use = sampling == "full" or (steps - 1 - k) % run.period == 0
        factor = pair.used if use else pair.keeps
        mean, variance = factor * mean + use, factor**2 * variance + 1
    with working_precision(160):
        found = pair.mu_squared(fmpq(1))
        assert found.overlaps(arb(run.ratio**2 * mean**2 / variance))
        assert found.rad() < arb(10) ** -30


def test_one_linear_loss_keeps_its_whole_gradient() -> None:
    """In a narrow domain the others keep the run inside, where all iterates are seen: what is revealed is nearly what composition allows."""
    run = run_of(sampling="full", batch=40, noise_multiplier=16, steps=200, diameter="8/5", release="all")
    found = quadratic_lower(run, upper(run))
    assert found is not None
    assert found.by.startswith("a linear one among quadratic losses")
    assert Fraction(99, 100) * upper(run) < found.least <= upper(run)


@pytest.mark.parametrize("given", [{"sampling": "poisson"}, {"sampling": "cyclic", "batch": 12}, {"sampling": "shuffled", "batch": 12, "diameter": 4}, {"sampling": "cyclic", "adjacency": "zero-out"}])
def test_strongly_convex_pairs_that_are_none(given: dict[str, Any]) -> None:
    """Steps that forget by chance, or less in the last batch, or more where the example is left out."""
    assert quadratic_lower(run_of(**STRONG, **given, release="all"), Fraction(5)) is None


@pytest.mark.parametrize("adjacency", ["add-remove", "zero-out", "replace"])
def test_the_sum_tells_no_more_than_all_increments(adjacency: str) -> None:
    """The sum of increments with linear losses is below the accountant's guarantee for the same increments."""
    run = run_of(sampling="fixed-size", release="all", diameter=40, adjacency=adjacency, noise_multiplier=2)
    with working_precision(160):
        level = _summed(_QuadraticPair(run, fmpq(0), fmpq(0), summed=True), fmpq(1), run.delta)
    assert level is not None
    guarantee = certified_epsilon(run.delta, noise_multiplier=2, steps=12, rate="1/4", sampling="poisson", adjacency=adjacency).upper
    assert fmpq(guarantee.numerator, guarantee.denominator) > level > 0


def test_the_gradients_of_the_others_are_short() -> None:
    """Within the radius that a run needs a curvature of 1 has gradients of length 1 at most, or the pair is none."""
    quiet, loud = (run_of(sampling="full", batch=40, noise_multiplier=z, diameter=400, release="all", steps=200) for z in (16, 160))
    assert _QuadraticPair(quiet, fmpq(1), fmpq(0)).left(Fraction(5)) == 1
    assert _QuadraticPair(loud, fmpq(1), fmpq(0)).left(Fraction(5)) is None
    assert _QuadraticPair(loud, fmpq(1, 50), fmpq(0)).left(Fraction(5)) == 1


def test_a_smaller_last_batch_is_curved_more() -> None:
    """Batches of 12, 12, 12 and 4: 11 others of curvature 1/10, or 3 of 11/30, pull alike, with gradients that are short enough."""
    run = run_of(batch=12, diameter=8, release="all")
    pair = _QuadraticPair(run, fmpq(1, 10), fmpq(0))
    assert 1 - pair.used == pair.eta * fmpq(11, 10) / 12 == pair.eta * 3 * fmpq(11, 30) / 12
    assert pair.left(Fraction(5)) == 1
    assert max(one.kappa for one in _pairs(run)) == fmpq(3, 11)
    found = quadratic_lower(run, Fraction(20))
    assert found is not None
    assert found.least <= upper(run)


def test_the_promise_is_said() -> None:
    free, narrow, plain = (quadratic_lower(run_of(**given), Fraction(5)) for given in (STRONG, {**STRONG, "diameter": 4}, {}))
    assert free is not None
    assert "differ by at most 2 C" in free.promise
    assert narrow is not None
    assert "at most this diameter" in narrow.promise
    assert plain is not None
    assert not plain.promise
