"""Laplace noise from below: sums in closed form, pairs of runs below the rows, and random numbers of uses rounded to the safe side."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

from pabisym.accounting.lower.laplace import _rounded, _sum_beyond, laplace_is_tight, laplace_lower
from pabisym.atlases.classes import LAPLACE, POINTS, ProcessClass
from pabisym.atlases.laplace import laplace_rows
from pabisym.exact_law.half_lines import Branch, Walk, beyond
from pabisym.library.library import builtin
from pabisym.numerics.evaluator import working_precision
from pabisym.spec.configuration import Configuration
from pabisym.training.rows import least

RUN: dict[str, Any] = {"examples": 40, "batch": 10, "steps": 12, "noise_multiplier": 4, "learning_rate": "1/10", "smoothness": 1, "clip": 1,
                       "delta": "1e-4", "adjacency": "replace", "release": "last", "loss": "convex", "sampling": "cyclic"}  # fmt: skip


def run_of(**values: Any) -> Configuration:
    return Configuration.of({**RUN, **values})


@pytest.mark.parametrize("x", [fmpq(0), fmpq(1, 3), fmpq(2), fmpq(-3, 2), fmpq(9)])
def test_sums_in_closed_form(x: fmpq) -> None:
    """One, two and three steps: e^-x/2, (2 + x) e^-x/4 and (8 + 5 x + x^2) e^-x/16 beyond x >= 0."""
    with working_precision(120):
        at, known = arb(abs(x)), list[arb]()
        known = [one * (-at).exp() for one in (arb(1) / 2, (2 + at) / 4, (8 + 5 * at + at**2) / 16)]
        for count, truth in enumerate(known, 1):
            found = _sum_beyond(count)(arb(x))
            assert found.overlaps(truth if x >= 0 else 1 - truth)
            assert found.rad() < arb(2) ** -100


@pytest.mark.parametrize("count", [5, 40])
def test_sums_are_free_walks(count: int) -> None:
    still = (Branch(arb(1), fmpq(1), fmpq(0)),)
    low, high = beyond(Walk((still,), count, "laplace", fmpq(1), 600, 8, clipped=False), fmpq(7))
    with working_precision(120):
        truth = _sum_beyond(count)(arb(7))
    assert low < truth < high


def test_numbers_of_uses_are_rounded_down() -> None:
    counts, weights = _rounded(range(3, 14), [arb(one) for one in range(11)], 4)
    assert counts == [3, 6, 9, 12]
    assert weights == [arb(one) for one in (0 + 1 + 2, 3 + 4 + 5, 6 + 7 + 8, 9 + 10)]


@pytest.mark.parametrize("release", ["last", "all"])
@pytest.mark.parametrize("given", [{}, *(pytest.param(one, marks=pytest.mark.campaign) for one in (
    {"diameter": 8}, {"diameter": "1/2"}, {"loss": "strongly-convex", "strong_convexity": "1/2"}))], ids=str)
@pytest.mark.parametrize("sampling", ["full", "cyclic", "shuffled", "poisson", "fixed-size"])
def test_no_lower_bound_is_above_a_bound(sampling: str, given: dict[str, Any], release: str) -> None:
    whole = {"batch": 40, "noise_multiplier": 16} if sampling == "full" else {}
    run = run_of(**given, **whole, sampling=sampling, release=release)
    best, found = least(list(laplace_rows(run, builtin()))), laplace_lower(run)
    assert best is not None
    assert found is not None
    assert 0 < found.least <= best.upper
    if sampling in ("full", "cyclic", "poisson") and release == "all" and not given:
        assert laplace_is_tight(run)
        assert found.least > Fraction(99, 100) * best.upper


def test_sampled_steps_are_no_longer_charged_in_full() -> None:
    run = POINTS[0].run(ProcessClass("convex", "poisson", "unbounded", LAPLACE, "all"))
    rows = {row.id: row.upper for row in laplace_rows(run, builtin()) if row.applies}
    assert rows["accountant"] < Fraction(2) < Fraction(20) < rows["altschuler2022/lemma-2.9"]


def test_a_wide_domain_costs_a_hundredth_of_delta() -> None:
    free, wide = (laplace_lower(run_of(sampling="full", batch=40, noise_multiplier=16, release="all", **one)) for one in ({}, {"diameter": 40}))
    assert free is not None
    assert wide is not None
    assert Fraction(99, 100) * free.least < wide.least < free.least
