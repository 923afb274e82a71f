"""The certified walk against certified quadrature of the first steps, and against what is known after many."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, fmpq

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
    ("epsilon", lambda: projected_walk(1, 0, 1).told_at_least(projected_walk(1, 1, 1), -1)),
])
def test_bad_numbers_are_named(field: str, make: object) -> None:
    assert callable(make)
    with pytest.raises(InputError, match=field):
        make()


def test_a_walk_is_data() -> None:
    assert isinstance(projected_walk(1, 0, 1), ProjectedWalk)
    assert projected_walk(1, 0, 1).points == (arb(0),)
