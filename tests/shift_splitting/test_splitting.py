"""The certified split of the noise: no split does better, and the value is attained."""

from __future__ import annotations

import math
import random

import pytest
from flint import arb, fmpq

from pabisym.errors import InputError, Undecided
from pabisym.evaluate.ball import working_precision
from pabisym.evaluate.sampled_gaussian import sampled_gaussian_ball
from pabisym.shift.splitting import Splitting, split_noise

DATA = {"order": 4, "sampling": "1/50", "sensitivity": "1/10", "std": 1, "step_size": "1/10", "diameter": 1, "steps": 500}


def value(v: fmpq, n: int, contraction: fmpq, direction: str) -> arb:
    """(n + 1) Q(v) + K h(n)/(S - v) for the data above, written out once more."""
    with working_precision(96):
        q = sampled_gaussian_ball(fmpq(4), fmpq(1, 50), arb(v).sqrt() * 10, direction=direction)  # type: ignore[arg-type]
        k = fmpq(4) / (2 * fmpq(1, 100))
        h = arb(1) / n if contraction == 1 else (1 - arb(contraction) ** 2) / (arb(1 / contraction) ** (2 * n) - 1)
        return (n + 1) * q + arb(k) * h / arb(1 - v)


@pytest.mark.parametrize("contraction", [fmpq(1), fmpq(9, 10)])
@pytest.mark.parametrize("direction", ["mixture-first", "mixture-second"])
def test_no_split_is_below_the_certified_minimum_and_one_attains_it(contraction: fmpq, direction: str) -> None:
    found = split_noise(**DATA, contraction=contraction, direction=direction, tolerance="1/1000")  # type: ignore[arg-type]
    assert found.gap <= 1e-3
    assert bool(value(found.variance, found.look_back, contraction, direction).overlaps(found.upper))
    draw = random.Random(7)
    for _ in range(200):
        v, n = fmpq(draw.randint(1, 9999), 10000), draw.randint(1, DATA["steps"] - 1)  # type: ignore[call-overload]
        assert not bool(value(v, n, contraction, direction) < found.lower)


def test_the_recipe_of_the_paper_is_not_below_the_minimum() -> None:
    """Splits on a grid with the look-back D/(eta sigma_1) sqrt(alpha/(2 Q)) of the paper: values, so never below."""
    found = split_noise(**DATA, tolerance="1/1000")  # type: ignore[arg-type]
    for i in range(1, 50):
        v = fmpq(i, 50)
        with working_precision(96):
            q = float(arb(sampled_gaussian_ball(fmpq(4), fmpq(1, 50), arb(v).sqrt() * 10, direction="mixture-second")).mid())
        n = round(10 / math.sqrt(1 - i / 50) * math.sqrt(4 / (2 * q))) if i < 50 else 499
        assert not bool(value(v, min(max(n, 1), 499), fmpq(1), "mixture-second") < found.lower)


def test_the_bound_without_look_back_is_chosen_where_it_is_smaller() -> None:
    found = split_noise(**{**DATA, "steps": 2, "diameter": 100})  # type: ignore[arg-type]
    assert isinstance(found, Splitting)
    assert bool(found.best.overlaps(found.whole))


@pytest.mark.parametrize(("name", "bad"), [("order", 1), ("std", 0), ("diameter", -1), ("sampling", 2), ("steps", 1), ("contraction", 2)])
def test_data_outside_their_domains_are_refused(name: str, bad: int) -> None:
    with pytest.raises(InputError):
        split_noise(**{**DATA, name: bad})  # type: ignore[arg-type]


def test_a_gap_that_cannot_be_closed_is_said_to_be_open() -> None:
    with pytest.raises(Undecided, match="not certified"):
        split_noise(**DATA, tolerance="1e-40")  # type: ignore[arg-type]
