"""Ends of numbers and certified roots and minima, with balls so wide that every rounding direction is felt."""

from __future__ import annotations

import random
from fractions import Fraction
from math import isqrt

import pytest
from flint import arb, fmpq

from pabisym.numerics.enclosure import between, decimals, lower_end, upper_end
from pabisym.numerics.evaluator import BASIC, TooCoarse, working_precision
from pabisym.numerics.search import minimum_by_chords, monotone_root


def number(text: str) -> fmpq:
    return fmpq(*Fraction(text).as_integer_ratio())


def drawn(draw: random.Random) -> tuple[fmpq, fmpq]:
    """Two numbers of one sign, a relative 10^-3 to 10^-30 apart, the lower one first."""
    low = fmpq(draw.randint(1, 10**40), draw.randint(1, 10**40))
    ends = low, low * (1 + fmpq(1, 10 ** draw.randint(3, 30)))
    return ends if draw.random() < 0.5 else (-ends[1], -ends[0])


def test_decimals_of_balls_lie_outside() -> None:
    draw, told = random.Random(1), 0
    for _ in range(400):
        low, high = drawn(draw)
        digits = draw.randint(1, 12)
        with working_precision(200):
            ball = arb((low + high) / 2, (high - low) / 2)
            try:
                lower, upper, _ = decimals(ball, digits, 200)
            except TooCoarse:
                continue
        told += 1
        assert number(lower) <= low <= high <= number(upper)
        assert (number(upper) - number(lower)) * fmpq(10) ** digits <= min(abs(low), abs(high))
    assert told > 100


def test_decimals_between_two_numbers_lie_outside() -> None:
    draw = random.Random(2)
    for _ in range(400):
        low, high = drawn(draw)
        with working_precision(200):
            found = between(arb(low), arb(high), draw.randint(1, 12), 200)
            wide = between(arb(low, abs(low) / 1000), arb(high, abs(high) / 1000), 3, 200)
        assert number(found.lower) <= low <= high <= number(found.upper)
        assert number(wide.lower) <= low - abs(low) / 1000 <= high + abs(high) / 1000 <= number(wide.upper)


def test_ends_of_a_ball_are_outside() -> None:
    with working_precision(60):
        ball = arb(fmpq(1, 3), fmpq(1, 10))
        assert lower_end(ball) <= fmpq(1, 3) - fmpq(1, 10)
        assert upper_end(ball) >= fmpq(1, 3) + fmpq(1, 10)


def test_a_root_of_a_coarse_function_is_enclosed() -> None:
    """x - 2 up to a thousandth: every root that this leaves open is in the ball, and the same next to an end."""
    with working_precision(100):
        for target in (fmpq(2), fmpq(1001, 1000), fmpq(2999, 1000)):
            found = monotone_root(lambda x, target=target: x - target + arb(0, "0.001"), arb(1), arb(3), 60)
            for off in (-1, 0, 1):
                assert found.contains(target + fmpq(off, 1000)) or not 1 <= target + fmpq(off, 1000) <= 3


def test_a_minimum_of_a_coarse_function_is_enclosed() -> None:
    """Convex functions of which three balls are known, at steps as wide as the interval: no function within the balls is below."""
    draw, told = random.Random(3), 0
    for _ in range(800):
        place, bend, tilt = fmpq(draw.randint(0, 100), 100), fmpq(draw.randint(0, 5)), fmpq(draw.randint(-3, 3))
        radius, off = fmpq(draw.randint(0, 3), 100), draw.choice([-1, 0, 1])

        def exact(x: fmpq, place: fmpq = place, bend: fmpq = bend, tilt: fmpq = tilt) -> fmpq:
            return bend * (x - place) ** 2 + abs(x - place) + tilt * x / 4

        found = minimum_by_chords(lambda x, radius=radius, off=off, exact=exact: arb(exact(x) + off * radius, radius),
                                  fmpq(draw.randint(0, 100), 100), fmpq(draw.randint(1, 60), 100), fmpq(0), fmpq(1))
        if found is None:
            continue
        told += 1
        least = min(exact(fmpq(k, 100)) for k in range(101))
        assert lower_end(found.lower) <= least
        assert least <= exact(found.at) <= upper_end(found.upper)
    assert told > 200


def test_the_least_of_overlapping_balls_holds_both() -> None:
    with working_precision(60):
        one, two = arb(1, "0.1"), arb(1, "0.2")
        for first, second in ((one, two), (two, one)):
            least, greatest = BASIC["min"](first, second), BASIC["max"](first, second)
            assert isinstance(least, arb)
            assert isinstance(greatest, arb)
            assert least.contains(arb("0.81"))
            assert greatest.contains(arb("1.19"))


def test_the_floor_of_a_ball_across_an_integer_is_not_known() -> None:
    with working_precision(60):
        assert BASIC["floor"](arb("2.5", "0.1")) == 2
        for head in ("floor", "ceiling"):
            with pytest.raises(TooCoarse, match="on which side of an integer"):
                BASIC[head](arb(2, "0.1"))


def test_the_floor_of_a_very_large_ball_is_a_ball() -> None:
    """Its digits were written out, which ended the process; log10(4)*2e12 is 1204119982655.92…"""
    with working_precision(100):
        large = arb(4) ** fmpq(2 * 10**12)
        assert BASIC["floor"](large).contains(large)
    with working_precision(200):
        assert BASIC["floor"](arb(2).sqrt() * 10**40) == isqrt(2 * 10**80)
