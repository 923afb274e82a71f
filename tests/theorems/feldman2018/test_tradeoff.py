"""The excess loss falls with the privacy level and the number of records, towards the bound without noise."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from pabisym_theorems.feldman2018._figures import plot_tradeoff, tradeoff

from pabisym.errors import InputError

SETTING = {"radius": 1, "lipschitz": 1, "dimension": 5, "delta": "1/100000"}


def test_more_privacy_costs_more() -> None:
    points = tradeoff(["1/10", "1/2", 1, 10, 1000], n=400, **SETTING)
    losses = [(Fraction(p.excess_loss.lower), Fraction(p.excess_loss.upper)) for p in points]
    assert [p.epsilon for p in points] == [Fraction(1, 10), Fraction(1, 2), 1, 10, 1000]
    assert all(later[1] < earlier[0] for earlier, later in pairwise(losses))
    without_noise = Fraction(4, 20)
    assert without_noise < losses[-1][0] < without_noise * Fraction(1001, 1000)


def test_four_times_the_records_halve_the_loss() -> None:
    (few,), (many,) = (tradeoff([1], n=n, **SETTING, digits=20) for n in (100, 400))
    ratio = Fraction(few.excess_loss.lower) / Fraction(many.excess_loss.lower)
    assert abs(ratio - 2) < Fraction(1, 10**15)


def test_outside_of_the_theorem() -> None:
    with pytest.raises(InputError, match="epsilon > 0"):
        tradeoff([0], n=100, **SETTING)


def test_it_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    plot_tradeoff(tradeoff(["1/10", 1, 10], n=100, **SETTING), file)
    assert "<svg" in file.read_text(encoding="utf-8")
