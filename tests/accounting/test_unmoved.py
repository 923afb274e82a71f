"""Lower bounds from losses that were moved to a grid: the convex order that they rest on, and exact laws that were moved."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from flint import acb, arb, fmpq

from pabisym.accounting.composition import ComposedLosses, LossWindow, compose
from pabisym.accounting.curves import LossTable
from pabisym.accounting.unmoved import KNOTS, VARIANCE, UnmovedLosses
from pabisym.errors import Undecided
from pabisym.lang.rational import dyadic
from pabisym.numerics.evaluator import tail, working_precision

STEP = fmpq(1, 8)
WINDOW = LossWindow(STEP, fmpq(1), -2048, 4096, (fmpq(2), fmpq(2)))


@pytest.fixture(autouse=True)
def many_bits() -> Iterator[None]:
    with working_precision(200):
        yield


def normal_call(square: fmpq, level: arb) -> arb:
    """The mean of (e^-S - level)_+ for S normal with that variance and a mean of half of it."""
    deviation = arb(square).sqrt()
    d = -level.log() / deviation
    return tail(-(d + deviation / 2)) - level * tail(-(d - deviation / 2))


@pytest.mark.parametrize("h", [fmpq(1, 1000), fmpq(1, 8), fmpq(1), fmpq(6)], ids=str)
def test_two_outcomes_whose_ratio_is_bounded_reveal_no_more_than_the_normal_law(h: fmpq) -> None:
    """E(Z - k)_+ for Z in {a, a e^h} of the mean 1: for all a and k at most that of e^-S."""
    ratio, near = arb(h).exp(), []
    for part in range(1, 20):
        a = (-arb(h) * part / 20).exp()
        high = (1 - a) / (a * (ratio - 1))
        for at in (*range(1, 40, 3), 20):
            level = (arb(h) * (at - 20) / 20).exp()
            exact = high * (a * ratio - level).max(arb(0)) + (1 - high) * (a - level).max(arb(0))
            bound = normal_call(VARIANCE * h**2, level)
            assert exact <= bound, (part, at)
            near.append(float(exact / bound))
    assert max(near) > 0.999 or h >= 1, "and a smaller variance would not do"


def test_the_weights_are_those_of_the_normal_law() -> None:
    """Means of functions that are lines in e^-s between the points, by numerical integration."""
    cells = 90
    found = UnmovedLosses.of(ComposedLosses(WINDOW, np.zeros(4096), 0.0, arb(0), 0.0, arb(0), 0.0), cells, fmpq(0))
    square = STEP**2 * cells * VARIANCE
    apart = sorted(back for back, _ in found.others)[KNOTS]  # the least one above 0
    low, high = arb(STEP * apart), (-arb(STEP * apart)).exp()

    def density(s: acb) -> acb:
        return (-((s - arb(square) / 2) ** 2) / (2 * arb(square))).exp() / (2 * arb.pi() * arb(square)).sqrt()

    right = acb.integral(lambda s, _: density(s) * ((-s).exp() - high) / (1 - high), 0, low).real
    left = acb.integral(lambda s, _: density(s) * (1 / high - (-s).exp()) / (1 / high - 1), -low, 0).real
    assert abs(found.own - left - right) < arb(10) ** -25
    beyond = tail((arb(STEP * apart * KNOTS) - arb(square) / 2) / arb(square).sqrt())
    assert abs(found.own + sum((weight for _, weight in found.others), beyond) - 1) < arb(10) ** -30
    mean = found.own + sum((weight * (-arb(STEP) * back).exp() for back, weight in found.others), arb(0))
    assert abs(mean - 1) < arb(10) ** -18, "that of e^-S, but for the tails"
    weighed = acb.integral(lambda s, _: density(s) * s.exp(), STEP * apart * KNOTS, 40).real
    assert abs(found.far - weighed) < weighed / 10**9, "the tilt of the window is 1"


def moved(losses: list[tuple[fmpq, arb]]) -> LossTable:
    """A law of losses between -3 and 3, each moved to the two points around it such that the mean of e^-move is 1."""
    masses = [arb(0)] * 51
    for loss, mass in losses:
        place = int((loss / STEP).floor())
        low, high, at = ((-arb(x)).exp() for x in (STEP * place, STEP * (place + 1), loss))
        share = (low - at) / (low - high)
        masses[place + 25] += mass * (1 - share)
        masses[place + 26] += mass * share
    return LossTable(-25, np.array([float(one.upper()) for one in masses]), 1e-12, arb(0))


def delta_of_many(losses: list[tuple[fmpq, arb]], times: int, epsilon: arb) -> arb:
    """delta of so many independent losses of two kinds, exactly."""
    (one, p), (other, q) = losses
    total, chance = arb(0), q**times
    for k in range(times + 1):
        total += chance * (1 - (epsilon - (one * k + other * (times - k))).exp()).max(arb(0))
        chance = chance * p / q * (times - k) / (k + 1)
    return total


@pytest.mark.parametrize("times", [2, 12, 60])
def test_nothing_above_the_truth_is_said_and_a_good_part_of_it(times: int) -> None:
    """Two losses, each anywhere in a cell of the grid or in its middle, so many times."""
    draw, useful = random.Random(times), 0
    for number in range(6):
        losses = [fmpq(draw.randint(-90, 90), 97) if number else STEP * (2 * k + 1) / 2 for k in (-3, 4)]
        if losses[0] == losses[1]:
            continue
        chance = arb(fmpq(draw.randint(20, 80), 100))
        law = [(losses[0], chance), (losses[1], 1 - chance)]
        composed = compose([(moved(law), times)], WINDOW)
        found = UnmovedLosses.of(composed, times, fmpq(0))
        least = times * min(losses)
        for part in (fmpq(1, 5), fmpq(1, 2), fmpq(3, 4)):
            place = int(((least + part * (times * max(losses) - least)) / STEP).floor())
            exact = delta_of_many(law, times, arb(STEP) * place)
            assert exact <= composed.bounds(place)[1] * (1 + arb(10) ** -11)
            assert found.over(place, exact) <= 0, (number, part)
            useful += bool(exact > 0 and found.over(place, exact / 2) > 0)
    assert useful >= 3, "most of it"


def test_a_loss_in_a_table_may_exceed_the_true_one_by_the_blur() -> None:
    """The same table, said to be of losses that are less by a third of a cell: then epsilon is less by so much, and delta as large."""
    losses = [(fmpq(-40, 97), arb("0.5")), (fmpq(55, 97), arb("0.5"))]
    composed, blur = compose([(moved(losses), 20)], WINDOW), STEP / 3
    plain, blurred = (UnmovedLosses.of(composed, 20, one) for one in (fmpq(0), blur))
    lower = [(loss - blur / 20, mass) for loss, mass in losses]
    for place in range(0, 40, 5):
        exact = delta_of_many(lower, 20, arb(STEP * place - blur))
        assert blurred.over(place, exact) <= 0
        assert blurred.over(place, exact * arb("0.3")) > 0
        assert blurred.over(place, exact) < plain.over(place, exact), "more is taken off"
        assert plain._upper(place) < blurred._upper(place) < plain._upper(place - 1), "a third of a cell before"
    with pytest.raises(Undecided, match="not accurate enough"):
        UnmovedLosses.of(composed, 20, STEP * 2)


def test_places_before_the_window_have_the_bound_of_chernoff() -> None:
    raw = np.full(32, 1 / 32)
    for tilt in (fmpq(0), fmpq(3)):
        window = LossWindow(fmpq(1, 64), tilt, 100, 512, (fmpq(8), fmpq(8)))
        composed = compose([(LossTable(0, raw, 0.0, arb(0)), 8)], window)
        found = UnmovedLosses.of(composed, 8, fmpq(0))
        for place in (0, 40, 98):
            exact = sum((arb(dyadic(float(c))) * (1 - (arb(place - i) / 64).exp()) for i, c in
                         enumerate(np.polynomial.polynomial.polypow(raw, 8)) if i > place), arb(0))
            assert exact <= found._at(place)
