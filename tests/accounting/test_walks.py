"""Runs whose laws are enclosed step by step: below what is proved, and found again by enumeration and in exact laws of projected chains."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtr

from pabisym.accounting.lower.walks import walk_lower
from pabisym.exact_law.clipped import clipped_chain
from pabisym.exact_law.half_lines import Law
from pabisym.library.library import builtin
from pabisym.spec.configuration import Configuration
from pabisym.training.rows import least, rows_of

Edges = NDArray[np.float64]
RUN: dict[str, Any] = {"examples": 40, "batch": 10, "steps": 12, "noise_multiplier": 4, "learning_rate": "1/10", "smoothness": 1, "clip": 1,
                       "delta": "1e-4", "adjacency": "replace", "release": "last", "loss": "convex", "sampling": "cyclic"}  # fmt: skip
STRONG = {"loss": "strongly-convex", "strong_convexity": "1/2"}


def run_of(**values: Any) -> Configuration:
    return Configuration.of({**RUN, **values})


def upper(run: Configuration) -> Fraction:
    best = least(list(rows_of(run, builtin(), quick=True)))
    assert best is not None
    return best.upper


@pytest.mark.parametrize("adjacency", ["replace", pytest.param("zero-out", marks=pytest.mark.campaign)])
@pytest.mark.parametrize("given", [{"diameter": "1/2"}, STRONG, *(pytest.param(one, marks=pytest.mark.campaign) for one in (
    {"diameter": "1/10"}, {**STRONG, "diameter": "1/2"}))], ids=str)
@pytest.mark.parametrize("sampling", ["cyclic", "poisson", *(pytest.param(one, marks=pytest.mark.campaign) for one in ("full", "shuffled", "fixed-size"))])
def test_no_lower_bound_is_above_a_bound(sampling: str, given: dict[str, str], adjacency: str) -> None:
    whole = {"batch": 40, "noise_multiplier": 16} if sampling == "full" else {}
    run = run_of(**given, **whole, sampling=sampling, adjacency=adjacency)
    found = walk_lower(run)
    assert found is not None
    assert 0 < found.least <= upper(run)


@pytest.mark.parametrize(("law", "noise"), [("gaussian", {"noise_variance": Fraction(1, 25) ** 2}), ("laplace", {"laplace_scale": Fraction(1, 25)})])
@pytest.mark.parametrize("diameter", ["2/5", "4/5"])
def test_exact_laws_of_projected_chains_reveal_as_much(law: Law, noise: dict[str, Fraction], diameter: str) -> None:
    """Three steps on full batches with linear losses, no push: the pair has more than delta at the lower bound."""
    run = run_of(sampling="full", batch=40, noise_multiplier=16, steps=3, diameter=diameter)
    found = walk_lower(run, law)
    assert found is not None
    if "push" not in found.by:
        end, move = Fraction(diameter) / 2, Fraction(1, 10) / 40
        first, second = (clipped_chain(lower=-end, upper=end, steps=3, start=0, offset=sign * move, **noise) for sign in (1, -1))
        assert Fraction(first.hockey_stick(second, 8, epsilon=str(found.least)).upper) >= Fraction(1, 10**4)
    assert found.by.startswith("linear losses, projected")


def chances(edges: Edges, *, sign: int, there: bool = True) -> Edges:
    """Three steps on Poisson batches of 2 among 4 examples of curvature 1/2: the last iterate beyond edges, over all draws."""
    total = np.zeros(len(edges))
    for draw in product(product(range(4), (0, 1)), repeat=3):
        weight, mean, variance = 1.0, 0.0, 0.0
        for others, used in draw:
            weight *= math.comb(3, others) / 8 / 2
            keeps = 1 - 0.1 * 0.5 * (others + (used if there else 0)) / 2
            mean = keeps * mean + (sign * 0.1 * used / 2 if there else 0)
            variance = keeps**2 * variance + (0.1 * 1 / 2) ** 2
        total += weight * ndtr((mean - edges) / math.sqrt(variance))
    return total


@pytest.mark.parametrize("adjacency", ["replace", "zero-out"])
def test_all_draws_of_poisson_batches(adjacency: str) -> None:
    """Strongly convex losses: no level above the best half-line of both mixtures, and nearly that."""
    run = run_of(examples=4, batch=2, steps=3, noise_multiplier=1, sampling="poisson", adjacency=adjacency, delta="1/1000", **STRONG)
    found = walk_lower(run)
    assert found is not None
    edges = np.linspace(0, 0.4, 8001)
    near, far = chances(edges, sign=1), chances(edges, sign=-1, there=adjacency == "replace")
    best = np.log((near[near > 1e-3] - 1e-3) / far[near > 1e-3]).max()
    assert 0.97 * best < found.least < best


@pytest.mark.campaign
def test_a_push_reveals_more() -> None:
    """In a narrow domain a walk that seldom comes near the edge tells more when it does."""
    run = run_of(sampling="full", batch=40, noise_multiplier=16, steps=2000, diameter="2/5")
    found = walk_lower(run)
    assert found is not None
    assert "the others pushing" in found.by
    drift, variance = 0.1 / 40, (0.1 * 16 / 40) ** 2
    assert found.least > Fraction(11, 10) * Fraction(2 * drift * 0.4 / variance)  # what half-lines reveal without a push, in the long run


def test_the_work_is_bounded() -> None:
    run = run_of(sampling="full", batch=40, noise_multiplier=16, steps=2000, diameter="2/5")
    assert walk_lower(run, work=1e4) is None


@pytest.mark.parametrize("given", [{"momentum": "1/2"}, {"release": "average"}, {"weight_decay": "1/10"}, {"sampling": "shuffled", "steps": 13},
                                   {"batch": 12, **STRONG}, {"sampling": "fixed-size", "adjacency": "add-remove"}])  # fmt: skip
def test_what_is_not_covered(given: dict[str, str]) -> None:
    assert walk_lower(run_of(**{"diameter": "1/2", **given})) is None
    assert walk_lower(run_of()) is None
