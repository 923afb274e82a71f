"""Every published closed form fares as recorded, and one that is too small would be found."""

from fractions import Fraction

import pytest
from campaigns import published

NAMES = [f"{formula.statement}: {formula.about}" for formula in published.FORMULAS]


def test_all_formulas_fare_as_recorded():
    lines = []
    assert published.run(points=20, seed=7, report=lines.append) == 0, lines
    assert [line.partition("  ")[0] for line in lines[1 : 1 + len(NAMES)]] == NAMES
    (finding,) = lines[1 + len(NAMES) :]
    assert finding.startswith("finding: feldman2018/theorem-1 prints ")


@pytest.mark.parametrize("formula", [formula for formula in published.FORMULAS if formula.verdict == published.IS])
def test_a_formula_that_is_less_than_the_optimum_is_found(formula, monkeypatch):
    def short(rng):
        point = formula.point(rng)
        return point._replace(printed=point.printed * Fraction(999_999, 1_000_000))

    monkeypatch.setattr(published, "FORMULAS", [formula._replace(point=short)])
    lines = []
    assert published.run(points=3, seed=7, report=lines.append) == 1
    assert lines[-2].startswith(f"finding: {formula.statement} prints ")
    assert lines[-1].startswith(f"not as recorded: {formula.statement}: falls below")


def test_payments_must_be_feasible_and_cost_what_is_printed(monkeypatch):
    def generous(rng):
        point = published.one_pass(rng)
        return point._replace(printed=point.printed + 1)

    monkeypatch.setattr(published, "FORMULAS", [published.Formula("x/1", "more than is paid", published.BOUND, generous)])
    lines = []
    assert published.run(points=2, seed=7, report=lines.append) == 1
    assert "the payments of the paper" in lines[-1]


def test_a_lower_bound_above_the_optimum_is_found(monkeypatch):
    (lower,) = (formula for formula in published.FORMULAS if formula.verdict == published.LOWER)

    def doubled(rng):
        point = lower.point(rng)
        return point._replace(printed=point.printed._replace(factor=2 * point.printed.factor))

    monkeypatch.setattr(published, "FORMULAS", [lower._replace(point=doubled)])
    assert published.run(points=20, seed=7, report=[].append) == 1


def test_a_ball_that_does_not_decide_is_an_error():
    with pytest.raises(ArithmeticError, match="does not decide"):
        published.decided_below(published.arb(1, 1))
