"""Every error term of the accountant, by making what it pays for coarse: the truth, known another way, stays enclosed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq, fmpq_poly

from pabisym.accounting import composition, grid, solve
from pabisym.accounting import plan as planning
from pabisym.accounting.accountant import outward
from pabisym.accounting.composition import ComposedLosses, LossWindow, compose
from pabisym.accounting.curves import Curve, LossTable, _mirrored
from pabisym.accounting.grid import Masses, masses
from pabisym.accounting.laplace import laplace_epsilon
from pabisym.accounting.laplace_shape import LaplaceShape
from pabisym.accounting.plan import GridPlan
from pabisym.accounting.shapes import GaussianShape
from pabisym.accounting.solve import CertifiedEnds, delta_of, epsilon_of
from pabisym.errors import Undecided
from pabisym.lang.rational import dyadic
from pabisym.numerics.evaluator import working_precision

STEP = fmpq(1, 64)
WIDE = LossWindow(STEP, fmpq(0), -4096, 8192, (fmpq(2), fmpq(2)))
"""Losses from -64 to 64."""


def exactly(values: Any) -> list[fmpq]:
    return [dyadic(float(x)) for x in values]


def exact_delta(raw: list[fmpq], start: int, times: int, place: int) -> arb:
    """The sum over l > place of (1 - e^((place - l) step)) times the mass of l, all products exact."""
    power = fmpq_poly(raw) ** times
    return sum((arb(c) * (1 - (arb(STEP) * (place - times * start - i)).exp()) for i, c in enumerate(power.coeffs())
                if times * start + i > place), arb(0))


def gaussian(square: fmpq, gamma: arb) -> arb:
    """E_gamma of N(mu, 1) to N(0, 1), mu^2 the square."""
    mu, epsilon = arb(square).sqrt(), gamma.log()

    def below(x: arb) -> arb:
        return (-x / arb(2).sqrt()).erfc() / 2

    return below(mu / 2 - epsilon / mu) - gamma * below(-mu / 2 - epsilon / mu)


@pytest.fixture(autouse=True)
def many_bits() -> Iterator[None]:
    grid._kept_masses.cache_clear()
    with working_precision(160):
        yield
    grid._kept_masses.cache_clear()


# Tables, and what they leave out.

ONE = GaussianShape("absent", fmpq(1), fmpq(1))
CURVES = [Curve(ONE), Curve(ONE, backwards=True), Curve(ONE, ONE)]


@pytest.mark.parametrize("curve", CURVES, ids=["forwards", "backwards", "both"])
@pytest.mark.parametrize("times", [1, 4])
def test_tables_that_are_cut_short_are_charged(curve: Curve, times: int) -> None:
    """Losses above 1/2 or 1 are left out, or outcomes below -1/2 or 1: many steps of Gaussian noise are one of more signal."""
    for reach, far in ((fmpq(1, 2), 9.0), (fmpq(1), 9.0), (fmpq(9), 0.5), (fmpq(9), -1.0), (fmpq(1), 0.0)):
        composed = compose([(curve.table(STEP, reach, far), times)], WIDE)
        for place in (-128, -32, 0, 16, 64, 128):
            exact = gaussian(times * fmpq(1), (arb(STEP) * place).exp())
            lower, upper = composed.bounds(place)
            assert lower <= exact + arb(10) ** -3, (reach, far, place)
            assert exact <= upper, (reach, far, place)


def test_tables_of_laplace_noise_that_are_cut_short_are_charged() -> None:
    shape = LaplaceShape("absent", fmpq(1), fmpq(2))
    for curve in (Curve(shape), Curve(shape, backwards=True)):
        for reach in (fmpq(1, 2), fmpq(1)):
            composed = compose([(curve.table(STEP, reach, 9.0), 1)], WIDE)
            for place in (0, 16, 64):
                assert curve.divergence((arb(STEP) * place).exp()) <= composed.bounds(place)[1]


def test_losses_that_cannot_matter_are_left_out_and_no_others() -> None:
    """Read backwards a loss is at most -log(1 - q): one below minus five of these leaves the sum of five below 0."""
    curve, times = Curve(GaussianShape("absent", fmpq(1, 4), fmpq(4)), backwards=True), 5
    whole, short = (compose([(curve.table(STEP, fmpq(8), 9.0, alone), times)], WIDE) for alone in (0, times))
    for place in (0, 4, 16, 40):
        assert whole.bounds(place)[0] <= short.bounds(place)[1]
    table = curve.table(STEP, fmpq(8), 9.0, times)
    assert len(table.values) < len(curve.table(STEP, fmpq(8), 9.0).values)
    assert table.start * STEP < times * (1 - fmpq(1, 4)) - times


def test_mirrored_masses_are_upper_bounds() -> None:
    rng = np.random.default_rng(1)
    found = Masses(-50, rng.random(4000), 0.0, (arb(0), arb(0)), (arb(0), arb(0)))
    mirrored = _mirrored(found, STEP, counted=True)
    for i in rng.integers(0, 4000, 300).tolist():
        exact = arb(dyadic(float(found.values[i]))) * (-arb(STEP) * (found.start + i)).exp()
        assert exact <= dyadic(float(mirrored.values[len(found.values) - 1 - i]))


# Windows.


def test_windows_that_are_too_short_are_charged() -> None:
    """Uniform losses, eight of them: half of the sums lie outside, and come in again at the other end."""
    raw = [fmpq(1, 32)] * 32
    table = LossTable(0, np.full(32, 1 / 32), 0.0, arb(0))
    for bottom, size in ((124, 512), (100, 512), (-8, 128), (-8, 144), (96, 64), (100, 50), (-300, 400)):
        for side in (2, 8):
            window = LossWindow(STEP, fmpq(0), bottom, size, (fmpq(side), fmpq(side)))
            composed = compose([(table, 8)], window)
            for place in range(max(bottom, 0), min(bottom + size - 1, 240), 7):
                lower, upper = composed.bounds(place)
                exact = exact_delta(raw, 0, 8, place)
                assert lower <= exact, (bottom, size, place)
                assert exact <= upper, (bottom, size, place)


def test_what_is_beyond_a_window_is_bounded() -> None:
    """The share of the sums outside, exactly, is at most what is said, with few steps and many."""
    for times in (1, 3, 8):
        power = fmpq_poly([fmpq(1, 32)] * 32) ** times
        for bottom, size in ((10 * times, 512), (-512 + 20 * times, 512), (12 * times, 8 * times)):
            outside = sum((c for i, c in enumerate(power.coeffs()) if not bottom <= i < bottom + size), fmpq(0))
            for side in (fmpq(1), fmpq(6)):
                found = compose([(LossTable(0, np.full(32, 1 / 32), 0.0, arb(0)), times)], LossWindow(STEP, fmpq(0), bottom, size, (side, side)))
                assert arb(outside) <= arb(found.outside)


# Masses.


@pytest.mark.parametrize("times", [1, 5])
def test_masses_that_exceed_the_points_are_charged(times: int) -> None:
    draw = random.Random(times)
    raw = [fmpq(draw.randint(1, 100), 1000) for _ in range(20)]
    total = sum(raw, fmpq(0))
    raw = [x / total for x in raw]
    table = LossTable(-4, np.array([float(x.p) / float(x.q) * 1.1 for x in raw]), 0.1001, arb(0))
    composed = compose([(table, times)], WIDE)
    for place in (-10, 0, 10, 30):
        lower, upper = composed.bounds(place)
        exact = exact_delta(raw, -4, times, place)
        assert lower <= exact <= upper


def test_tilted_masses_are_upper_bounds() -> None:
    """Each of them, also where floats underflow; their sum is at most 1."""
    rng = np.random.default_rng(2)
    values = rng.random(600) * 10.0 ** rng.integers(-280, 0, 600)
    table = LossTable(-300, values, 0.0, arb(0))
    for tilt in (fmpq(0), fmpq(1), fmpq(40), fmpq(-30)):
        tilted, scale = composition._tilted(table, STEP, tilt)
        for i, (value, found) in enumerate(zip(exactly(values), exactly(tilted), strict=True)):
            assert arb(value) * (arb(STEP * tilt) * (i - 300) - scale).exp() <= found
        assert sum(exactly(tilted), fmpq(0)) <= 1 + 600 * dyadic(composition.UNDERFLOW)


def test_wrapped_masses_are_upper_bounds() -> None:
    rng = np.random.default_rng(3)
    tilted = rng.random(1000)
    for size, start in ((64, -30), (100, 7), (999, 5)):
        found = exactly(composition._wrapped(tilted, start, size))
        exact = [fmpq(0)] * size
        for i, x in enumerate(exactly(tilted)):
            exact[(start + i) % size] += x
        assert all(x <= y for x, y in zip(exact, found, strict=True))


# Transforms that are as bad as they may be.

TABLE = LossTable(-3, np.full(8, 1 / 8), 0.0, arb(0))
SMALL = LossWindow(STEP, fmpq(0), -200, 512, (fmpq(8), fmpq(8)))
PLACES = (-24, -8, 0, 8, 16)


def enclosed(times: int) -> bool:
    composed = compose([(TABLE, times)], SMALL)
    found = []
    for place in PLACES:
        lower, upper = composed.bounds(place)
        exact = exact_delta([fmpq(1, 8)] * 8, -3, times, place)
        found.append(bool(lower <= exact <= upper))
    return all(found)


def transforms_off_by(monkeypatch: pytest.MonkeyPatch, share: float) -> None:
    """Transforms with an error of a share of what is believed, all of it in the number that counts most, one way or the other."""
    right = np.fft.rfft

    def wrong(x: Any) -> Any:
        found = right(x)
        found[0] += share * composition.TRANSFORM * len(x).bit_length() * np.sqrt(len(x)) * np.sqrt(x @ x)
        return found

    monkeypatch.setattr(np.fft, "rfft", wrong)


@pytest.mark.parametrize("share", [0.95, -0.95])
@pytest.mark.parametrize("times", [1, 8])
def test_transforms_with_errors_are_charged(monkeypatch: pytest.MonkeyPatch, share: float, times: int) -> None:
    monkeypatch.setattr(composition, "TRANSFORM", 1e-6)
    assert enclosed(times)
    transforms_off_by(monkeypatch, share)
    assert enclosed(times)


def test_errors_that_are_larger_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same errors, a little more than eight times as large, which the test above would have to notice."""
    monkeypatch.setattr(composition, "TRANSFORM", 1e-6)
    monkeypatch.setattr(composition, "check_transform", lambda *_: None)
    transforms_off_by(monkeypatch, 2.5)
    assert not enclosed(8)


def test_the_error_of_a_power_is_the_one_of_the_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large errors grow with the power; those of the products and of the transform back come on top."""
    monkeypatch.setattr(composition, "TRANSFORM", 1e-3)
    monkeypatch.setattr(composition, "check_transform", lambda *_: None)
    with monkeypatch.context() as changed:
        transforms_off_by(changed, 0.95)
        assert enclosed(40)


def apart(first: ComposedLosses, second: ComposedLosses) -> float:
    return float(np.sqrt(np.sum((first.values - second.values) ** 2)))


def test_the_error_is_that_of_both_transforms_and_of_the_products(monkeypatch: pytest.MonkeyPatch) -> None:
    """In l_2, as it is said: with both transforms as bad as they may be, and with products that are."""
    monkeypatch.setattr(composition, "TRANSFORM", 1e-4)
    monkeypatch.setattr(composition, "check_transform", lambda *_: None)
    right_back, right_power = np.fft.irfft, composition._power

    def back(product: Any, size: int) -> Any:
        norm = np.sqrt(2 * np.vdot(product, product).real / size)
        return right_back(product, size) + 0.95 * composition.TRANSFORM * size.bit_length() * norm / np.sqrt(size) / np.sqrt(2)

    right = compose([(TABLE, 1)], SMALL)
    with monkeypatch.context() as changed:
        transforms_off_by(changed, 0.95)
        changed.setattr(np.fft, "irfft", back)
        wrong = compose([(TABLE, 1)], SMALL)
    assert right.error / 2 < apart(right, wrong) <= wrong.error
    monkeypatch.setattr(composition, "TRANSFORM", 1e-14)
    monkeypatch.setattr(composition, "ROUNDING", 1e-6)
    right = compose([(TABLE, 8)], SMALL)
    with monkeypatch.context() as changed:
        changed.setattr(composition, "_power", lambda transform, times: right_power(transform, times) * (1 - 4 * composition.ROUNDING * times))
        wrong = compose([(TABLE, 8)], SMALL)
    assert 0 < apart(right, wrong) <= wrong.error


def test_the_rounding_of_the_last_sum_is_charged() -> None:
    rng = np.random.default_rng(4)
    window = LossWindow(STEP, fmpq(0), 0, 3000, (fmpq(1), fmpq(1)))
    values = rng.random(3000)
    composed = ComposedLosses(window, values, 0.0, arb(0), 0.0, arb(0), 0.0)
    for place in (0, 5, 700, 2000):
        exact = sum((arb(x) * (1 - (arb(STEP) * (place - i)).exp()) for i, x in enumerate(exactly(values)) if i > place), arb(0))
        lower, upper = composed.bounds(place)
        assert lower <= exact <= upper


# Cells of a grid.

SHAPES = [GaussianShape("absent", fmpq(1, 10), fmpq(1)), GaussianShape("opposite", fmpq(1, 3), fmpq(1, 4)), GaussianShape("half", fmpq(1, 20), fmpq(9, 4))]


def points(shape: GaussianShape, step: fmpq, place: int) -> arb:
    """The mass of the connected points at a place."""
    with working_precision(500):
        grow = arb(step).exp()
        low, middle, high = (shape.divergence((arb(step) * k).exp()) for k in (place - 1, place, place + 1))
        return (high - (1 + grow) * middle + grow * low) / (grow - 1)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_coarse_cells_lie_above_the_connected_points(monkeypatch: pytest.MonkeyPatch, shape: GaussianShape) -> None:
    """Remainders of a hundredth of a mass, and cells that are as long as these allow."""
    monkeypatch.setattr(grid, "NEGLIGIBLE", arb(2) ** -7)
    step = fmpq(1, 200)
    found = masses(shape, step, 600, 1)
    assert 1e-6 < found.excess < 0.1
    for j in range(1, 601, 3):
        value, exact = dyadic(float(found.values[j - 1])), points(shape, step, j)
        assert exact <= value
        assert arb(value) <= exact * (1 + arb(found.excess))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_cells_are_as_accurate_as_they_say(shape: GaussianShape) -> None:
    step = fmpq(1, 200)
    found = masses(shape, step, 600, 1)
    assert found.excess < 1e-12
    for j in range(1, 601, 60):
        assert points(shape, step, j) <= dyadic(float(found.values[j - 1])) <= points(shape, step, j) * (1 + arb(found.excess))


def test_the_error_of_horner_is_the_one_of_the_analysis() -> None:
    """Terms that nearly cancel at one point, and no remainder: what rounding does there is paid for."""
    reach, values = 12, np.empty(25)
    for k in (-7, -5, 1, 4, 5, 7, 11):
        centre, rest = k / reach, grid.TERMS - 3
        coefficients = [dyadic(x) for x in (centre * centre + 1e-13, -2 * centre, 1.0)]
        grid._horner([*map(arb, coefficients), *[arb(0)] * rest], arb(0), reach, values)
        for i, value in enumerate(exactly(values)):
            y = fmpq(i - reach, reach)
            assert sum((c * y**power for power, c in enumerate(coefficients)), fmpq(0)) <= value


def test_cells_that_cannot_be_told_from_0_are_refused() -> None:
    with pytest.raises(Undecided, match="not told from 0"):
        grid._horner([arb(1), arb(1), *[arb(0)] * 14], arb(0), 8, np.empty(17))


def test_moments_of_a_wide_cell_are_enclosed() -> None:
    """The integral of s^m e^(sign s) over [0, 1], where 40 terms of the series are not enough."""
    with working_precision(300):
        for sign in (1, -1):
            exact = [(arb(sign).exp() - 1) * sign]
            for m in range(1, 6):
                exact.append(sign * (arb(sign).exp() - m * exact[-1]))
            for m, value in enumerate(exact):
                assert grid._incomplete(m, sign, arb(1)).contains(value.mid())


def test_masses_of_balls_are_rounded_upwards() -> None:
    draw = random.Random(6)
    for _ in range(300):
        middle = dyadic(draw.random() * 10.0 ** draw.randint(-200, 0))
        for width in (fmpq(0), fmpq(1, 10), fmpq(1, 10**20)):
            value, excess = grid.rounded_up(arb(middle, middle * width))
            assert arb(middle) * (1 + arb(width)) <= dyadic(value)
            assert arb(dyadic(value)) <= arb(middle) * (1 - arb(width)) * (1 + arb(excess))


# Grids that are eight times too wide, and answers.


@pytest.fixture
def wide_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grids of an eighth of the points, so that the losses move eight times as far."""
    for name, value in (("UPPER", 1e9), ("NEAR", 1e9), ("CLOSE", 1e9), ("HEADROOM", 64.0)):
        monkeypatch.setattr(planning, name, value)
    monkeypatch.setattr(solve, "_affordable", lambda _: 1)


PARTS = [([(Curve(GaussianShape("absent", fmpq(1), fmpq(1, 4))), 16)], fmpq(4)), ([(Curve(GaussianShape("absent", fmpq(1), fmpq(1, 4)), backwards=True), 9)], fmpq(9, 4)),
         ([(Curve(ONE, ONE), 2), (Curve(GaussianShape("absent", fmpq(1), fmpq(1, 9))), 18)], fmpq(4))]


@pytest.mark.usefixtures("wide_grids")
@pytest.mark.parametrize(("parts", "square"), PARTS, ids=["forwards", "backwards", "two kinds"])
def test_coarse_grids_enclose_the_truth(parts: Any, square: fmpq) -> None:
    for epsilon in (fmpq(0), fmpq(1), fmpq(3)):
        exact, found = gaussian(square, arb(epsilon).exp()), delta_of(parts, epsilon, 0.3)
        assert arb(found.lower) <= exact <= arb(found.upper), (epsilon, found)
    for delta in (fmpq(1, 10), fmpq(1, 10**4)):
        found = epsilon_of(parts, delta, 0.1)
        assert gaussian(square, arb(found.upper).exp()) <= delta
        assert not found.lower or gaussian(square, arb(found.lower).exp()) >= delta, (delta, found)


def composed_of(bounds: Callable[[int], tuple[arb, arb]], window: LossWindow) -> Any:
    return SimpleNamespace(window=window, bounds=bounds, guess=lambda delta, place: place)


def test_delta_between_two_places_is_on_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """In e^epsilon: from above that of the bounds at both places, from below that of what is left of them."""
    window = LossWindow(fmpq(1, 8), fmpq(1), 0, 1024, (fmpq(1), fmpq(1)))
    composed = composed_of(lambda place: (arb(1) / (place + 1), arb(1) / (place + 1)), window)
    monkeypatch.setattr(solve, "plan_for_delta", lambda *_, **__: GridPlan(window, 1.0, 2, fmpq(0)))
    monkeypatch.setattr(solve, "compose", lambda *_: composed)
    monkeypatch.setattr(solve, "UnmovedLosses", SimpleNamespace(of=lambda *_: SimpleNamespace(over=lambda k, level: arb(1) / (k + 3) - level, own=arb(2))))
    at, between = (delta_of([(Curve(ONE), 2)], fmpq(k, 16), 0.1) for k in (16, 17))
    assert arb(at.upper).overlaps(arb(1) / 9) or arb(at.upper) > arb(1) / 9
    assert arb(at.lower) <= arb(1) / 22
    part = ((arb(1) / 16).exp() - 1) / ((arb(1) / 8).exp() - 1)
    for found, first, second in ((between.upper, fmpq(1, 9), fmpq(1, 10)), (between.lower, fmpq(1, 22), fmpq(1, 24))):
        assert abs(arb(found) - (first + part * (second - first))) < arb(10) ** -30


def test_a_place_is_certified_by_the_right_end() -> None:
    """Where a number stops to be positive: on the line from the last place to the next, in e^epsilon; at 0 where that is before."""
    def over(k: int) -> arb:
        return arb(3 if k < 5 else -1)

    exact = ((arb(4).exp() + 3 * arb(5).exp()) / 4).log()
    for start in (0, 3, 4, 5, 6, 40):
        found = solve._crossing(over, start, fmpq(1))
        assert found is not None
        assert abs(found - exact) < arb(10) ** -30
    assert solve._crossing(lambda k: arb(-1), 7, fmpq(1)) == 0
    assert solve._crossing(lambda k: arb(1), 7, fmpq(1)) is None


def test_epsilon_is_between_what_is_certain_from_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """delta is at most 20 - place and at least 10 - place: at the level 5 the ends are 15 and 5, and the blur is taken off."""
    window = LossWindow(fmpq(1), fmpq(1), 0, 64, (fmpq(1), fmpq(1)))
    composed = composed_of(lambda place: (arb(10 - place), arb(20 - place)), window)
    monkeypatch.setattr(solve, "UnmovedLosses", SimpleNamespace(of=lambda *_: SimpleNamespace(over=lambda k, level: 10 - k - level)))
    for blur in (fmpq(0), fmpq(1, 3)):
        ends = solve._epsilon(composed, GridPlan(window, 12.0, 2, blur), fmpq(5), both=True)
        assert ends is not None
        assert 15 <= ends.upper < fmpq(1501, 100)
        assert fmpq(499, 100) - blur < ends.lower <= 5 - blur


@pytest.mark.parametrize("curve", [Curve(ONE), Curve(GaussianShape("absent", fmpq(1, 10), fmpq(4))), Curve(GaussianShape("absent", fmpq(1, 2), fmpq(4)), backwards=True)])
def test_one_step_is_enclosed_from_both_sides(curve: Curve) -> None:
    for delta in (fmpq(1, 20), fmpq(1, 1000)):
        found = epsilon_of([(curve, 1)], delta, 0.1)
        assert curve.divergence(arb(found.upper).exp()) <= delta
        assert not found.lower or curve.divergence(arb(found.lower).exp()) > delta
        assert found.lower < found.upper or found == CertifiedEnds(fmpq(0), fmpq(0))


# Shapes.


@pytest.mark.parametrize("shape", [*SHAPES, GaussianShape("absent", fmpq(1), fmpq(4))], ids=str)
def test_places_are_where_the_likelihood_ratio_is_gamma(shape: GaussianShape) -> None:
    for gamma in (fmpq(11, 10), fmpq(2), fmpq(7)):
        assert shape.loss(shape.place(arb(gamma))).exp().overlaps(arb(gamma))
        first, second = shape.tails(arb(gamma))
        x = shape.place(arb(gamma))
        q, parts = arb(shape.rate), [(1 - arb(shape.rate), arb(0)), (arb(shape.rate), shape.first)]
        assert first.overlaps(sum((weight * ((x - at) / arb(2).sqrt()).erfc() / 2 for weight, at in parts), arb(0)))
        assert second.overlaps((1 - q) * (x / arb(2).sqrt()).erfc() / 2 + q * ((x - shape.other) / arb(2).sqrt()).erfc() / 2)


def test_printed_decimals_lie_outside() -> None:
    draw = random.Random(7)
    for _ in range(200):
        value = fmpq(draw.randint(1, 10**40), draw.randint(1, 10**40)) * fmpq(10) ** draw.randint(-60, 20)
        below, above = (outward(value, up=up) for up in (False, True))
        assert fmpq(below.numerator, below.denominator) <= value <= fmpq(above.numerator, above.denominator)
        assert above - below <= above / 10**8


def test_the_worse_of_both_directions_is_told() -> None:
    asked: Any = {"scale_multiplier": fmpq(1), "steps": 3, "rate": fmpq(1, 10), "sampling": "poisson", "gap": "1/10"}
    both, *each = (laplace_epsilon(fmpq(1, 1000), adjacency=name, **asked).ends for name in ("add-remove", "add", "remove"))
    assert each[0].upper < each[1].lower
    assert each[0].upper < both.lower <= each[1].upper
    assert each[1].lower <= both.upper
