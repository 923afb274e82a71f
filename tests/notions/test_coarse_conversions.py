"""Conversions whose searches are spoilt: what is certified around them stays an enclosure, and nothing that is not seen is claimed."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from flint import arb, fmpq

from pabisym.errors import Undecided
from pabisym.notions import lossless
from pabisym.notions.from_renyi import _largest
from pabisym.notions.lossless_orders import Known, certifies_nothing_below
from pabisym.notions.notion_approx_dp import ApproxDPGuarantee, largest_by_halving
from pabisym.notions.renyi_curve import LinearCurve
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import TooCoarse, working_precision

BITS = 120
CASES = [(fmpq(1), fmpq(1, 2), fmpq(1)), (fmpq(7), fmpq(3), fmpq(1, 2)), (fmpq(1, 2), fmpq(1, 5), fmpq(2)), (fmpq(20), fmpq(10), fmpq(1, 4))]


@pytest.mark.parametrize("spoilt", ["0.999", "1.001", "0.9999", "1.0001"])
@pytest.mark.parametrize(("t", "cumulant", "epsilon"), CASES)
def test_pairs_that_are_found_coarsely_enclose_the_same(monkeypatch: pytest.MonkeyPatch, spoilt: str, t: fmpq, cumulant: fmpq, epsilon: fmpq) -> None:
    """Roots that are off by a thousandth: the pair is moved until it is one, or nothing is said."""
    level = fmpq(1, 50)
    with working_precision(BITS):
        exact = [lossless.delta(t, cumulant, epsilon, BITS), lossless.epsilon(t, cumulant, level, BITS)]
        right = lossless.approximate_root
        monkeypatch.setattr(lossless, "approximate_root", lambda *values: (right(*values) * arb(spoilt)).mid())
        for at_level, ends in ((False, exact[0]), (True, exact[1])):
            try:
                low, high = lossless.epsilon(t, cumulant, level, BITS) if at_level else lossless.delta(t, cumulant, epsilon, BITS)
            except TooCoarse:
                continue
            assert lower_end(low) <= upper_end(ends[1])
            assert lower_end(ends[0]) <= upper_end(high)


def test_spoilt_roots_still_say_something(monkeypatch: pytest.MonkeyPatch) -> None:
    right, told = lossless.approximate_root, 0
    monkeypatch.setattr(lossless, "approximate_root", lambda *values: (right(*values) * arb("1.0001")).mid())
    with working_precision(BITS):
        for t, cumulant, epsilon in CASES:
            try:
                low, high = lossless.delta(t, cumulant, epsilon, BITS)
            except TooCoarse:
                continue
            told += bool(arb(high) - arb(low) > 1e-9)
    assert told


def test_lines_below_a_curve_that_is_known_coarsely() -> None:
    """t(1 + t) up to a twentieth: the continued chords stay below whatever convex curve it is."""
    places = [fmpq(1), fmpq(11, 10), fmpq(6, 5), fmpq(13, 10), fmpq(7, 5)]
    with working_precision(BITS):
        for sign in (-1, 1):
            for wrong in places:
                values: dict[fmpq, Any] = {t: arb(t * (1 + t) + (sign * fmpq(1, 20) if t == wrong else 0), fmpq(1, 20)) for t in places}
                known = Known(LinearCurve.of(1), BITS, values, list(places))
                for left, right in itertools.pairwise(places):
                    for first, second in known.lines(left, right):
                        for k in range(5):
                            t = left + (right - left) * k / 4
                            assert first + (second - first) * k / 4 <= t * (1 + t)


@pytest.mark.parametrize(("rate", "epsilon"), [(fmpq(1, 10), fmpq(1)), (fmpq(1, 2), fmpq(3)), (fmpq(1, 50), fmpq(1, 2))])
def test_no_order_is_excluded_that_gives_less(rate: fmpq, epsilon: fmpq) -> None:
    low, high = fmpq(1, 4), fmpq(200)
    with working_precision(BITS):
        best = min(upper_end(lossless.delta(t, rate * t * (1 + t), epsilon, BITS)[1]) for t in (fmpq(k, 4) for k in range(1, 200)))
        assert not certifies_nothing_below(Known(LinearCurve.of(rate), BITS), epsilon, best * fmpq(101, 100), low, high)
        assert certifies_nothing_below(Known(LinearCurve.of(rate), BITS), epsilon, best * fmpq(99, 100), low, high)


def test_a_lower_end_is_only_what_is_seen() -> None:
    def undecided(value: fmpq) -> bool:
        raise Undecided("nothing is seen")

    assert _largest(fmpq(1), 100, lambda value: False) == 0
    assert _largest(fmpq(1), 100, undecided) == 0
    assert _largest(fmpq(1), 100, lambda value: value < 1 - fmpq(1, 10**15)) < 1 - fmpq(1, 10**15)
    assert 0 < _largest(fmpq(1), 100, lambda value: True) < 1


def test_what_balls_leave_open_is_no_threshold() -> None:
    class Open(ApproxDPGuarantee):
        """A guarantee that balls never decide."""

        def meets(self, mu_squared: object) -> Any:
            return "undecided"

    with pytest.raises(Undecided, match="balls do not decide"):
        largest_by_halving(Open.of(1, "1/100"), 5)
