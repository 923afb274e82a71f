"""Grids, Fourier transforms and their error bounds, against exact arithmetic."""

from __future__ import annotations

import random

import numpy as np
import pytest
from flint import arb, fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.accounting.composition import ComposedLosses, LossWindow, compose
from pabisym.accounting.curves import Curve, LossTable, geometric
from pabisym.accounting.grid import masses
from pabisym.accounting.shapes import GaussianShape
from pabisym.errors import Undecided
from pabisym.lang.rational import dyadic
from pabisym.numerics.evaluator import working_precision

STEP = fmpq(1, 64)


def exact_delta(table: LossTable, times: int, place: int) -> arb:
    """The sum over l > place of (1 - e^((place - l) step)) times the mass of l, all products exact."""
    power = fmpq_poly([dyadic(float(x)) for x in table.values]) ** times
    start = times * table.start
    return sum((arb(c) * (1 - (arb(STEP) * (place - start - i)).exp()) for i, c in enumerate(power.coeffs()) if start + i > place), arb(0))


@settings(max_examples=by_day(60), deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 12), st.sampled_from([0, 1, 5, 20, 60]))
def test_the_bounds_hold_what_exact_convolution_gives(seed: int, times: int, tilt: int) -> None:
    draw = random.Random(seed)
    start, length = draw.randint(-30, 5), draw.randint(2, 60)
    raw = np.array([draw.random() ** 4 for _ in range(length)])
    table = LossTable(start, raw / raw.sum(), 0.0, arb(0))
    window = LossWindow(STEP, fmpq(tilt), -700, 1 << 11, (fmpq(30), fmpq(30)))
    composed = compose([(table, times)], window)
    for place in draw.sample(range(-40, 200), 4):
        with working_precision(160):
            exact = exact_delta(table, times, place)
            lower, upper = composed.bounds(place)
            assert not lower > exact
            assert not upper < exact
            assert tilt > 1 or not exact > 1e-3 or upper - lower < exact * 1e-4


def test_a_window_that_is_too_short_is_charged() -> None:
    table = LossTable(0, np.full(32, 1 / 32), 0.0, arb(0))
    whole = compose([(table, 8)], LossWindow(STEP, fmpq(0), -8, 512, (fmpq(8), fmpq(8))))
    short = compose([(table, 8)], LossWindow(STEP, fmpq(0), 96, 64, (fmpq(8), fmpq(8))))
    assert whole.outside < 1e-4 < 1e-2 < short.outside
    assert compose([(table, 8)], LossWindow(STEP, fmpq(0), 0, 256, (fmpq(0), fmpq(0)))).outside == 0  # all sums are within
    for bottom, size in ((0, 248), (1, 256)):  # and here not all are: Chernoff's bound with the tilt 0 says nothing
        assert compose([(table, 8)], LossWindow(STEP, fmpq(0), bottom, size, (fmpq(0), fmpq(0)))).outside >= 1
    place = 120
    with working_precision(160):
        assert short.bounds(place)[0] <= exact_delta(table, 8, place) <= short.bounds(place)[1]


def test_a_bound_beyond_every_float_is_followed_to_a_tiny_delta(monkeypatch: pytest.MonkeyPatch) -> None:
    composed = compose([(LossTable(0, np.full(32, 1 / 32), 0.0, arb(0)), 8)], LossWindow(STEP, fmpq(8), -8, 512, (fmpq(8), fmpq(8))))
    monkeypatch.setattr(ComposedLosses, "bounds", lambda _, place: (arb(0), (6000 - arb(place) * 50).exp()))  # about e^6000 at 0
    assert composed.guess(1e-30, 0) == 122  # the first place where e^(6000 - 50 k) is below 1e-30


def test_a_wrong_transform_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = np.fft.rfft
    monkeypatch.setattr(np.fft, "rfft", lambda x: right(x) * (1 + 1e-9))
    with pytest.raises(Undecided, match="not as accurate"):
        compose([(LossTable(0, np.array([0.5, 0.5]), 0.0, arb(0)), 2)], LossWindow(STEP, fmpq(0), 0, 1024, (fmpq(8), fmpq(8))))


@pytest.mark.parametrize("shape", [GaussianShape("absent", fmpq(1, 100), fmpq(1)), GaussianShape("absent", fmpq(1), fmpq(4)), GaussianShape("opposite", fmpq(1, 3), fmpq(1, 4)),
                                   GaussianShape("half", fmpq(1, 20), fmpq(9, 4))])
def test_masses_lie_just_above_the_connected_points(shape: GaussianShape) -> None:
    step = fmpq(1, 4000)
    found = masses(shape, step, 9000, 1)
    assert found.excess < 1e-11
    with working_precision(400):
        grow = arb(step).exp()
        for j in (1, 2, 9, 40, 700, 5001, 9000):
            low, middle, high = (shape.divergence((arb(step) * k).exp()) for k in (j - 1, j, j + 1))
            exact = (high - (1 + grow) * middle + grow * low) / (grow - 1)
            assert exact <= dyadic(float(found.values[j - 1]))
            assert arb(dyadic(float(found.values[j - 1]))) <= exact * (1 + arb(found.excess))
        assert not found.above[0] < shape.tails((arb(step) * 9000).exp())[0]


@pytest.mark.parametrize("curve", [Curve(GaussianShape("absent", fmpq(1, 10), fmpq(1))), Curve(GaussianShape("absent", fmpq(1, 10), fmpq(1)), backwards=True),
                                   Curve(GaussianShape("absent", fmpq(1, 10), fmpq(1)), GaussianShape("absent", fmpq(1, 10), fmpq(1))),
                                   Curve(GaussianShape("half", fmpq(1, 10), fmpq(4)), GaussianShape("absent", fmpq(1, 10), fmpq(1)))])
def test_a_table_is_a_law_whose_divergence_is_the_curve_at_the_grid(curve: Curve) -> None:
    table = curve.table(STEP, fmpq(8), 9.0)
    places = np.arange(table.places[0], table.places[1] + 1)
    assert abs(table.values.sum() - 1) < 1e-9
    assert abs((table.values * np.exp(-places / 64)).sum() - 1) < 1e-9
    for j in (0, 1, 20, 90):
        above = places > j
        found = (table.values[above] * (1 - np.exp((j - places[above]) / 64))).sum()
        with working_precision(128):
            assert abs(float(curve.divergence((arb(STEP) * j).exp()).mid()) - found) < 1e-9


def test_geometric_sequences() -> None:
    with working_precision(200):
        rate, shift = arb(1) / 3000, arb(5) / 7
        found = geometric(rate, -1500, 4000, shift)
        for i in (0, 1, 1023, 1024, 1025, 3999):
            exact = (shift - rate * (i - 1500)).exp()
            assert abs(arb(dyadic(float(found[i]))) - exact) < exact * arb(2) ** -51
