"""Chances of noisy walks beyond an edge: around the exact ones, by enumeration, by exact laws of projected chains, and by longer walks."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from pabisym.errors import Undecided
from pabisym.exact_law import half_lines
from pabisym.exact_law.clipped import clipped_chain
from pabisym.exact_law.half_lines import Branch, Law, Walk, beyond
from pabisym.numerics.evaluator import tail, working_precision

ONE = arb(1)
Step = tuple[Branch, ...]


def step(*branches: tuple[str, str, str]) -> Step:
    return tuple(Branch(arb(_read(weight)), _read(a), _read(b)) for weight, a, b in branches)


def _read(text: str) -> fmpq:
    p, _, q = text.partition("/")
    return fmpq(int(p), int(q or 1))


def exact(orders: list[tuple[arb, list[Step]]], edge: fmpq) -> arb:
    """The chance that a walk with Gaussian noise of deviation 1 ends beyond the edge, over all orders of steps and all draws."""
    with working_precision(120):
        total = arb(0)
        for weight, order in orders:
            for draw in product(*order):
                chance, mean, variance = weight, fmpq(0), fmpq(0)
                for one in draw:
                    chance, mean, variance = chance * one.weight, one.a * mean + one.b, one.a**2 * variance + 1
                total += chance * tail(arb(edge - mean) / arb(variance).sqrt())
        return total


def walk_of(cycle: tuple[Step, ...], count: int, **values: Any) -> Walk:
    given: dict[str, Any] = {"law": "gaussian", "scale": fmpq(1), "cells": 240, "fine": 12, "clipped": False}
    return Walk(cycle, count, **{**given, **values})


DRIFT = step(("1", "1", "1/10"))
DRAWN = step(("1/4", "9/10", "3/5"), ("3/4", "4/5", "-1/10"))
USED, UNUSED = step(("1", "7/10", "1/2")), step(("1", "9/10", "0"))


@pytest.mark.parametrize("edge", [0, 2, 5])
@pytest.mark.parametrize("steps", [(DRIFT,), (DRAWN,), (USED, UNUSED, UNUSED), (USED, DRAWN)])
def test_all_draws_of_a_few_steps(steps: tuple[Step, ...], edge: int) -> None:
    order = [steps[k % len(steps)] for k in range(6)][::-1]
    low, high = beyond(walk_of(steps, 6), fmpq(edge))
    truth = exact([(ONE, order)], fmpq(edge))
    assert low < truth < high
    assert high - low < 0.03 * high


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_nothing_is_said_of_what_is_beyond_a_short_grid(edge: int) -> None:
    low, high = beyond(walk_of((DRIFT,), 6, cells=24), fmpq(edge))
    truth = exact([(ONE, [DRIFT] * 6)], fmpq(edge))
    assert low < truth < high


@pytest.mark.parametrize("edge", [1, 3])
def test_all_places_of_a_drawn_step(edge: int) -> None:
    orders = [(ONE / 9, [USED if k in (one, 3 + other) else UNUSED for k in range(6)]) for one in range(3) for other in range(3)]
    low, high = beyond(walk_of((USED, UNUSED), 6, epoch=3), fmpq(edge))
    truth = exact(orders, fmpq(edge))
    assert low < truth < high
    assert high - low < 0.03 * high


@pytest.mark.parametrize(("law", "noise"), [("gaussian", {"noise_variance": 1}), ("laplace", {"laplace_scale": 1})])
def test_atoms_of_projected_chains(law: Law, noise: dict[str, int]) -> None:
    """Three steps, projected onto an interval: the mass of its end."""
    chain = clipped_chain(lower=-2, upper=2, steps=3, start=0, offset="1/10", **noise)
    low, high = beyond(walk_of((DRIFT,), 3, law=law, cells=24, clipped=True), fmpq(2))
    truth = chain.atoms()[1]
    assert low < float(truth.lower) <= float(truth.upper) < high
    assert high - low < 0.02 * high


def test_finer_grids_are_closer() -> None:
    widths = [high - low for low, high in (beyond(walk_of((DRAWN,), 8, cells=20 * fine, fine=fine), fmpq(2)) for fine in (4, 8, 16))]
    assert widths[0] > 2 * widths[1] > 4 * widths[2]


@pytest.mark.parametrize("steps", [(DRAWN,), (USED, DRAWN)])
def test_last_steps_on_finer_grids_are_closer_and_still_around_the_truth(steps: tuple[Step, ...]) -> None:
    order = [steps[k % len(steps)] for k in range(8)][::-1]
    plain, finer = (beyond(walk_of(steps, 8, cells=120, fine=6, finer=grids), fmpq(5)) for grids in ((), ((4, 2), (2, 5))))
    assert plain[0] < finer[0] < exact([(ONE, order)], fmpq(5)) < finer[1] < plain[1]
    assert plain[1] - plain[0] > 3 * (finer[1] - finer[0])


def test_every_second_point_is_enough_where_lines_between_keep_to_their_side() -> None:
    low, high = np.array([0.2, 0.3, 0.7, 0.8, 0.81]), np.array([0.0, 0.4, 0.5, 0.5, 0.9])
    found = half_lines._halved(low, high)
    for side, values, coarse in ((-1, low, found[0]), (1, high, found[1])):
        lines = np.interp(np.arange(5), [0, 2, 4], coarse)
        assert (side * (lines - values) >= 0).all()
    assert abs(found[0] - [0.05, 0.55, 0.81]).max() < 1e-9  # lowered by what the line from 0.2 to 0.7 lies above 0.3
    assert abs(found[1] - [0.15, 0.65, 0.9]).max() < 1e-9


def test_a_line_that_leaves_0_or_1_within_a_cell_is_flat_in_it() -> None:
    low, high = np.array([-0.2, -0.1, 0.3, 0.4]), np.array([0.6, 0.9, 1.2, 1.3])
    found = half_lines._between_0_and_1(low, high)  # from 0 to 0.3 the line would be above that from -0.1 to 0.3
    assert found[0].tolist() == [0, 0, 0, 0.4]
    assert found[1].tolist() == [0.6, 1, 1, 1]


def test_what_is_lost_adds_up_and_does_not_grow() -> None:
    low, high = beyond(walk_of((DRIFT,), 2000, cells=120, clipped=True), fmpq(10), settled=0)
    assert 0 < high - low < 0.05 * high


@pytest.mark.parametrize("cycle", [(DRAWN,), (USED, UNUSED)])
@pytest.mark.parametrize("clipped", [True, False])
def test_a_walk_forgets_its_start(cycle: tuple[Step, ...], clipped: bool) -> None:
    soon, whole = (beyond(walk_of(cycle, 512, clipped=clipped), fmpq(2), settled=settled) for settled in (1e-2, 0))
    assert soon[0] <= whole[1]
    assert whole[0] <= soon[1]
    assert soon[1] - soon[0] < 0.05 * soon[1]


def test_a_walk_without_bounds_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(half_lines, "MOST_STEPS", 300)
    with pytest.raises(Undecided, match="does not forget its start within"):
        beyond(walk_of((DRIFT,), 400, cells=16, fine=4), fmpq(2))
