"""The certified walk against certified quadrature of the first steps, and against what is known after many."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import arb, fmpq
from support.drifts import accelerating_drift

from pabisym.errors import InputError
from pabisym.exact_law.chains import ClippedLaw, clipped_chain
from pabisym.exact_law.projected_walk import ProjectedWalk, projected_walk
from pabisym.lang.rational import rational


def chain(width: str, drift: str, steps: int) -> ClippedLaw:
    return clipped_chain(lower=0, upper=Fraction(width), steps=steps, start=0, slope=1, offset=[Fraction(drift)] * steps, noise_variance=1,
                         projection="before-map")


@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize(("width", "drifts"), [("1", ("1/4", "0")), ("3", ("1/8", "-1/2"))])
def test_few_steps_are_those_of_certified_quadrature(width: str, drifts: tuple[str, str], steps: int) -> None:
    """A half line is the best event here, so that the lower side is all but the divergence; it is never above it."""
    walks, laws = [projected_walk(width, drift, steps) for drift in drifts], [chain(width, drift, steps) for drift in drifts]
    for level in (Fraction(0), Fraction(1, 4)):
        for i in (0, 1):
            told = walks[i].told_at_least(walks[1 - i], level)
            exact = laws[i].hockey_stick(laws[1 - i], epsilon=level, digits=12)
            assert told <= rational(exact.upper, "exact")
            assert rational(exact.lower, "exact") - told < fmpq(1, 10**5)


@pytest.mark.parametrize("drifts", [("1/4", "-1/2", "1"), ("0", "3/4", "1/8"), ("-1", "2")])
def test_drifts_of_the_last_steps_are_those_of_certified_quadrature(drifts: tuple[str, ...]) -> None:
    """Three steps, of which the first one has the first drift too where two are given."""
    steps = [drifts[0]] * (3 - len(drifts)) + list(drifts)
    walk, other = projected_walk("3/2", drifts, 3), projected_walk("3/2", 0, 3)
    laws = [clipped_chain(lower=0, upper=Fraction(3, 2), steps=3, start=0, slope=1, offset=[Fraction(x) for x in each], noise_variance=1,
                          projection="before-map") for each in (steps, ["0"] * 3)]
    told, exact = walk.told_at_least(other, 0), laws[0].hockey_stick(laws[1], epsilon=Fraction(0), digits=12)
    assert told <= rational(exact.upper, "exact")
    assert rational(exact.lower, "exact") - told < fmpq(1, 10**5)


def test_one_drift_in_every_step_is_that_drift() -> None:
    """However it is written, and where more drifts are given than there are steps."""
    one = projected_walk(2, "1/3", 40)
    for drifts, steps in ((("1/3",), 40), (("1/3",) * 7, 40), (("1/3",) * 40, 40), (("5",) * 3 + ("1/3",) * 40, 40)):
        other = projected_walk(2, drifts, steps)
        for height in (0.25, 1.5):
            assert one.chance_above(height).overlaps(other.chance_above(height))
            assert other.chance_above(height).rad() < arb(10) ** -12


def test_a_drift_that_accelerates_tells_more_than_any_constant_one() -> None:
    """D/(eta sigma) = 2.5, s = 0.0005: the best constant drift tells 0.002114."""
    drift = accelerating_drift("157/100", "23/10", "83/100", 40)
    first, second = (projected_walk("5/2", tuple(x + sign for x in drift), 1000) for sign in (fmpq(-1, 4000), fmpq(1, 4000)))
    best = first.epsilon_at_least(second, "1e-5")
    constant = [[projected_walk("5/2", fmpq(k, 20) + sign, 1000) for sign in (fmpq(-1, 4000), fmpq(1, 4000))] for k in (6, 7)]
    assert best > fmpq(226, 100_000)
    assert all(one.epsilon_at_least(other, "1e-5") < fmpq(212, 100_000) for one, other in constant)


def test_the_drifts_that_accelerate() -> None:
    """Rounded down to the digits that are asked for; the last one is exact."""
    found = accelerating_drift(1, 2, 1, 3)
    assert found == (fmpq(1506, 4096), fmpq(2484, 4096), fmpq(1))
    assert all(0 <= math.exp(-j / 2) - float(x) < 2**-12 for j, x in zip((2, 1), found, strict=False))


def test_a_law_has_the_mass_one_and_a_step_keeps_it() -> None:
    """The chance of everything is 1, after any number of steps, and balls stay small."""
    for steps in (2, 7, 10**4):
        walk = projected_walk(10, "1/10", steps)
        total = walk.chance_above(-60.0)
        assert total.contains(1)
        assert total.rad() < arb(10) ** -9
        assert walk.error < arb(10) ** -20


def test_without_a_drift_and_with_the_opposite_one_the_law_is_mirrored() -> None:
    """After many steps a walk from 0 with no drift is symmetric, and a drift turned round mirrors the law."""
    middle = projected_walk(4, 0, 2000)
    for height in (0.5, 3.0):
        assert (middle.chance_above(2 + height) + middle.chance_above(2 - height)).contains(1)
    up, down = (projected_walk(4, drift, 2000) for drift in ("1/5", "-1/5"))
    assert (up.chance_above(1.0) + down.chance_above(3.0)).contains(1)


def test_the_same_walk_tells_nothing_and_a_far_one_all() -> None:
    one, other = projected_walk(2, 0, 50), projected_walk(2, 40, 50)
    assert one.told_at_least(one, 0) == 0
    assert one.epsilon_at_least(one, "1/100") == 0
    assert other.told_at_least(one, 1) > fmpq(999, 1000)


@pytest.mark.parametrize(("field", "make"), [
    ("width", lambda: projected_walk(0, 0, 3)), ("width", lambda: projected_walk(65, 0, 3)), ("steps", lambda: projected_walk(1, 0, 0)),
    ("drift", lambda: projected_walk(1, (), 3)), ("scale", lambda: accelerating_drift(1, 0, 1, 3)),
    ("epsilon", lambda: projected_walk(1, 0, 1).told_at_least(projected_walk(1, 1, 1), -1)),
])
def test_bad_numbers_are_named(field: str, make: object) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=field):
        make()


def test_a_walk_is_data() -> None:
    assert isinstance(projected_walk(1, 0, 1), ProjectedWalk)
    assert projected_walk(1, 0, 1).points == (arb(0),)
