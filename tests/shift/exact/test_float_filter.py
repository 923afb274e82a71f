"""Pooling in floats: the blocks of exact arithmetic, and no question where floats tell."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.shift.exact.filter import HIGH, LOW, blocks_in_floats, quotients
from pabisym.shift.exact.restart import RestartSteps
from pabisym.shift.exact.solve import Decisions, optimal_pools
from pabisym.shift.instance import Instance


def never(*_: object) -> bool:
    raise AssertionError


def compared(contraction: list[fmpq], gap: list[fmpq], variance: list[fmpq], start: fmpq) -> list[tuple[int, int]] | None:
    """The blocks found in floats; those of pooling in rationals are the same."""
    instance = Instance.from_arguments(contraction=contraction, gap=gap, noise_variance=variance, start_shift=start)
    exact = Decisions(instance, start, start)
    floats = [[float(value.p) / float(value.q) for value in row] for row in (contraction, gap, variance)]
    found = blocks_in_floats(*floats, float(start.p) / float(start.q), lambda p, m, q: exact.joins(p, m, q, p == 0))
    expected = [(pool.start, pool.end) for pool in optimal_pools(RestartSteps(contraction, gap, variance), 0, start, never)]
    assert found is None or found == expected
    return found


TAME = st.builds(fmpq, st.integers(1, 12), st.integers(1, 7))
STEPS = st.tuples(TAME, st.just(fmpq(0)) | TAME, TAME | st.just(fmpq(0)))


@given(st.lists(STEPS, min_size=1, max_size=12), st.just(fmpq(0)) | TAME, st.booleans())
@settings(max_examples=by_day(150), deadline=None)
def test_blocks_are_those_of_rationals_with_ties_too(steps: list[Any], start: fmpq, steady: bool) -> None:
    contraction, gap, variance = (list(row) for row in zip(*steps, strict=True))
    assert compared([fmpq(1)] * len(gap) if steady else contraction, gap, variance, start) is not None


@pytest.mark.parametrize("factor", [fmpq(1, 2), fmpq(1, 16), fmpq(9, 10)])
def test_blocks_may_be_so_long_that_their_contraction_vanishes(factor: fmpq) -> None:
    rng = random.Random(str(factor))
    for _ in range(3):
        gap = [fmpq(rng.randint(1, 20), 3) for _ in range(400)]
        variance = [fmpq(rng.randint(1, 9)) for _ in gap]
        found = compared([factor] * len(gap), gap, variance, fmpq(5))
        assert found is not None
    assert compared([factor] * 400, [fmpq(1)] * 400, [fmpq(1)] * 400, fmpq(1) / (1 - factor)) is not None


def test_numbers_out_of_range_are_left_to_others() -> None:
    tiny, one = LOW / 2, [1.0, 1.0]
    assert blocks_in_floats(one, [0.0, 1.0], one, 0.0, never) == [(0, 1), (1, 2)]
    assert blocks_in_floats([1.0, tiny], [1.0, 0.0], one, 0.0, never) is None
    assert blocks_in_floats([1.0, 2 * HIGH], [1.0, 0.0], one, 0.0, never) is None
    assert quotients([1, 2], [3, 4]) == [1 / 3, 0.5]
    assert quotients([0, 1], [1, 2**79]) == [0.0, 2.0**-79]
    assert quotients([1], [2**90]) is None
    assert quotients([2**90], [1]) is None
    assert quotients([1], [10**400]) is None
    assert quotients([10**400], [1]) is None
    assert blocks_in_floats([], [], [], 0.0, never) == []


def test_a_long_block_without_gaps_after_a_vanished_contraction_is_left_to_others() -> None:
    steps = 600
    assert blocks_in_floats([0.5] * steps, [1.0] + [0.0] * (steps - 1), [1.0] * steps, 0.0, never) is None


def test_ties_are_asked_for() -> None:
    asked = []
    assert blocks_in_floats([1.0] * 3, [1.0] * 3, [1.0] * 3, 0.0, lambda *block: asked.append(block) or True) == [(0, 3)]
    assert asked == [(0, 1, 2), (0, 2, 3)]


def test_what_a_vanished_contraction_may_still_decide_is_asked_for() -> None:
    """A small shift before very much noise, and a long block behind it: of its contraction only that it is below 2^-250 is known."""
    half, large, small = fmpq(1, 2), fmpq(2) ** 79, fmpq(1, 2**80)
    found = compared([fmpq(1)] + [half] * 251, [small] + [large] * 251, [fmpq(2) ** 80] + [small] * 251, fmpq(0))
    assert found == [(0, 1), (1, 252)]
