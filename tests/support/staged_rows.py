"""Rows of a comparison that a plan of stages gives: the plan is read off the row and its hypotheses are decided anew."""

from __future__ import annotations

from fractions import Fraction

from pabisym.comparison.compare import Row
from pabisym.divergence.mixing_plan import Plan, holds, through
from pabisym.lang.rational import rational, rational_text


def check_plan(row: Row, delta: str = "1e-5") -> None:
    """The plan is within the steps, and its bounds satisfy the hypotheses and end at delta, with its last level as epsilon."""
    gap, _, every = row.at["g"].removesuffix(" steps").partition(" in one of ")
    h, g = (rational(text, "square") ** 2 / rational(row.at["v"], "v") for text in (row.at["H"], gap))
    levels = tuple(rational(level, "e") for level in row.at["e"].split(", "))
    plan = Plan(*(int(row.at[name]) for name in ("K", "p", "N", "m")), levels, int(every))
    assert plan.steps <= int(row.at["T"])
    assert int(row.at["J"]) == plan.J
    for letter, steps in (("q", plan.p), ("r", plan.N * plan.m)):
        assert rational(row.at[letter], letter) == -(-steps // int(every)) * rational(gap, "gap") ** 2
    bounds = through(plan, h, g)
    assert holds(plan, bounds, h, g)
    assert bounds[-1] <= rational(delta, "delta")
    assert row.epsilon is not None
    assert row.bound is not None
    assert Fraction(row.bound.lower) <= Fraction(rational_text(bounds[-1])) <= Fraction(row.bound.upper)
    assert rational(row.epsilon.lower, "epsilon") <= levels[-1] <= rational(row.epsilon.upper, "epsilon")
