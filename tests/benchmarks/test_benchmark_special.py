"""The benchmark of special values runs, its page says what was not measured, and its second routes are right where they should be."""

import math

import pytest
from benchmarks import peers, special
from benchmarks.special import FAULTS, Compared, Found, Row, Second

from pabisym.divergence.sampled_gaussian import sampled_gaussian


@pytest.fixture(scope="module")
def found():
    few = special.GRID[::97]
    rows = [special.certified(few, digits, "mixture-first") for digits in (15, 50)]
    return Found(rows, [], [(Row("mixture-first, double precision", [0.1]), 1e-15)], [], [special.by_quadrature(15, few[1:3])], special.accounting())


def rows(page, heading):
    section = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")][2:]


def test_the_page_says_what_was_met_and_what_was_not_measured(found):
    page = special.page(found)
    verdicts = {row[0]: row[-1].strip(" |") for row in rows(page, "Targets")}
    assert [v for k, v in verdicts.items() if "grid" in k or "median" in k or "dp-accounting" in k] == ["not measured"] * 4
    assert [v for k, v in verdicts.items() if "double precision" in k] == ["met"]
    assert sum(v == "not measured" for v in verdicts.values()) == 4
    assert len(rows(page, "Certified values")) == 2
    assert "/home" not in page
    missed = found._replace(floats=[(found.floats[0][0], 1e-12)])
    assert "**missed**" in special.page(missed)


def test_a_peer_is_compared_and_its_faults_are_counted(found):
    compared = Compared("a peer", [2.0, 0.5, 1.0], [1.0, 1.0, 1.0], dict.fromkeys(FAULTS, 0) | {"raises": 1, "too small": 1}, 1)
    page = special.page(found._replace(peers=[compared]))
    assert "| a peer | 1.0000 ms | 1.1667 ms | 1.0 | 1.2 | 1 | 1 | 2 of 3 |" in page
    assert special.quad_cells(Second(15, [10.0, 30.0], [1.0, 1.0], [1e-3, 1e-14])) == ("15", "20.0 ms", "20", "5e-04", "1e-03", "1 of 2")


@pytest.mark.parametrize(
    ("value", "kinds"),
    [
        (None, ["raises"]),
        (math.nan, ["infinite or nan"]),
        (1.0, []),
        (1 - 1e-12, []),
        (-1.0, ["negative", "too small", "off by more than 1e-2"]),
        (1.001, ["off by 1e-6 to 1e-2"]),
        (0.99999999, ["too small", "off by 1e-10 to 1e-6"]),
    ],
)
def test_what_is_wrong_with_a_value(value, kinds):
    assert list(special.faults(value, 1.0)) == kinds


@pytest.mark.parametrize("x", [("10", "0.01", "1"), ("2", "0.5", "4"), ("2.5", "0.1", "2"), ("64.5", "0.01", "2")])
def test_the_formula_of_others_is_right_where_their_sums_are(x):
    true = float(sampled_gaussian(*x, 17, direction="mixture-first").lower)
    assert peers.opacus_formula([])(*map(float, x)) == pytest.approx(true, rel=1e-8)


def test_the_formula_of_others_fails_where_it_stops_too_early():
    """At (64.5, 0.5, 100) both first terms are below e^-30."""
    values = list(special.faults(special.answered(peers.opacus_formula([]), (64.5, 0.5, 100.0)), 8.0754204502e-4))
    assert "off by more than 1e-2" in values or "raises" in values


def test_a_quadrature_of_the_definition_agrees_where_it_can():
    true = sampled_gaussian("3", "0.5", "2", 40, direction="mixture-first")
    assert special.relative_error(peers.quadrature("3", "0.5", "2", 30, first=True), special.Fraction(true.lower)) < 1e-25
    assert special.relative_error(1j, special.Fraction(1)) == math.inf
