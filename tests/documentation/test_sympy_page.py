"""Every block of the page for people who know sympy runs as it is printed, and says what the page says."""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

import pytest
from scipy.special import ndtr, ndtri
from support.printed_code import Pasted, blocks


@pytest.fixture(scope="module")
def shown() -> list[dict[str, Any]]:
    session = Pasted()
    return [session.paste(block) for block in blocks("for-sympy.md")]


def values(shown: dict[str, Any]) -> list[Any]:
    return list(shown.values())


def test_assumptions_are_domains(shown: list[dict[str, Any]]) -> None:
    ((formula, domain, assumptions),) = values(shown[0])
    assert (str(formula), domain, [str(one) for one in assumptions]) == ("2*alpha*(L/n)**2/sigma**2", "integer, n >= 1", ["alpha >= 1"])


def test_expressions_go_back_and_forth(shown: list[dict[str, Any]]) -> None:
    same, (slope, roots), formula = values(shown[1])
    assert same is True
    assert str(slope) == "-4*L**2*alpha/(n**3*sigma**2)"
    assert len(roots) == 1
    assert str(formula.assumptions[0]) == "alpha >= 1"


def test_values_are_certified_and_comparisons_proved(shown: list[dict[str, Any]]) -> None:
    (exact, lower, near), upper, (_, equal, different), verdict, put, limit = values(shown[2])
    assert exact == Fraction(1, 10**6) == Fraction(lower) <= Fraction(str(near)) + Fraction(1, 10**20)
    assert 0 <= Fraction(upper) - Fraction(3, 10**6) < Fraction(1, 10**20)
    assert (equal, different, verdict.status) == (True, False, "proved")
    assert str(put) == "2*alpha*(L/(t + 1))**2/sigma**2"
    assert limit == 0


def test_functions_without_rules_are_evaluated(shown: list[dict[str, Any]]) -> None:
    (formula, expression), upper, listed, value = values(shown[3])
    assert str(formula) == str(expression) == "theta(2, sqrt(n)/sigma)"
    assert float(upper) == pytest.approx(ndtr(1 - log(2) / 2) - 2 * ndtr(-1 - log(2) / 2))
    assert list(listed) == pytest.approx([ndtr(r / 2 - log(2) / r) - 2 * ndtr(-r / 2 - log(2) / r) for r in (0.5, 1, 1.5)])
    assert float(value) == pytest.approx(ndtr(0.5) + ndtri(0.25))
