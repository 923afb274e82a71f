"""Rows with wide enclosures, and levels that are undecided: only what is certain orders them."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from pabisym.comparison.answers import decimal_interval, least_level
from pabisym.comparison.rows import StatementRow, row_rank, with_improvements
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.evaluator import Verdict


def row(name: str, lower: str, upper: str) -> StatementRow:
    return StatementRow(name, name, name, epsilon=Enclosure(lower, upper, None, 1, 0))


def test_a_row_is_only_below_another_where_the_ends_say_so() -> None:
    rows = with_improvements([row("a/1", "1", "2"), row("a/2", "1.5", "3"), row("a/3", "2.5", "4")])
    assert [one.improved_by for one in rows] == ["", "", "a/1"]


def test_the_least_upper_end_comes_first() -> None:
    rows = [row("a/1", "1", "3"), row("a/2", "1.5", "2"), StatementRow("a/3", "a/3", "a/3")]
    assert [one.id for one in sorted(rows, key=row_rank)] == ["a/2", "a/1", "a/3"]


def test_decimals_around_an_interval() -> None:
    for low, high in ((fmpq(1, 3), fmpq(2, 3)), (fmpq(1, 7), fmpq(1, 7) + fmpq(1, 10**4))):
        found = decimal_interval(low, high, 6)
        assert Fraction(found.lower) <= Fraction(int(low.p), int(low.q)) < Fraction(int(high.p), int(high.q)) <= Fraction(found.upper)


def test_what_is_undecided_is_neither_good_nor_bad() -> None:
    """Good from 1 on, bad below 9/10, and undecided in between."""
    def verdict(level: fmpq) -> Verdict:
        return "true" if level >= 1 else "false" if level < fmpq(9, 10) else "undecided"

    bad, good = least_level(verdict, 6)
    assert good is not None
    assert bad < fmpq(9, 10)
    assert 1 <= good <= fmpq(1001, 1000)
    assert least_level(lambda level: "undecided", 6) == (0, None)
    assert least_level(lambda level: "true", 6) == (0, 0)
