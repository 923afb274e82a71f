"""Bounds of statements that are known coarsely, or whose conditions are undecided: what is converted stays a guarantee."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from pabisym.accounting.conversion import GaussianBound
from pabisym.library import convert as module
from pabisym.library import point
from pabisym.library.convert import convert
from pabisym.library.library import builtin
from pabisym.notions.gaussian_dp import gdp_delta, gdp_epsilon
from pabisym.numerics.enclosure import Enclosure


def test_a_signal_that_is_known_coarsely_is_converted_at_both_ends() -> None:
    """mu^2 is between 1 and 3/2, and that is all that is known."""
    bound = GaussianBound(lambda digits: Enclosure("1", "1.5", None, 0, 64))
    for found, compute, given in ((convert(bound, delta="1e-5"), gdp_epsilon, "1e-5"), (convert(bound, epsilon=2), gdp_delta, "2")):
        low, high = (compute(square, given, 12) for square in ("1", "3/2"))
        assert Fraction(found.value.lower) <= Fraction(low.upper)
        assert Fraction(high.lower) <= Fraction(found.value.upper)


def test_the_last_order_is_one_at_which_it_holds() -> None:
    for last in (fmpq(1, 3), fmpq(7, 10)):
        for good, bad in ((fmpq(1, 4), fmpq(1)), (fmpq(1, 1000), fmpq(5))):
            found = module._edge(lambda order, last=last: order <= 1 + last, good, bad)
            assert last - fmpq(1, 10**9) < found <= last


def test_a_condition_that_is_undecided_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    statement = builtin().statement("feldman2018/theorem-23")
    holds = module._holds_at(statement, {"L": 1, "sigma": 4, "n": 1000, "t": 10}, "alpha", "at")
    assert holds(fmpq(2))
    monkeypatch.setattr(point, "decided_condition", lambda term: "undecided")
    assert not holds(fmpq(2))
