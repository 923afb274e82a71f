"""Rows of a comparison that a plan of stages gives: the plan is read off the row and its hypotheses are decided anew."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from pabisym.comparison.rows import DRAWN, StatementRow
from pabisym.divergence import mixing_plan
from pabisym.divergence.gap_plan import GapPlan, Runs, holds, through
from pabisym.divergence.mixing_plan import PAID_TO_STAGE, SHARE, GapsInEpochs, StagedPlan, price_of, rounded_up
from pabisym.divergence.sampled_mixing_plan import SampledPlan, cost_of
from pabisym.lang.rational import rational, rational_text


def check_plan(row: StatementRow, delta: str = "1e-5") -> None:
    """The plan is within the steps, and its bounds satisfy the hypotheses and end at delta, with its last level as epsilon."""
    if row.about == DRAWN:
        check_sampled_plan(row, delta)
        return
    if "W" in row.at:
        check_gap_plan(row, delta)
        return
    gap, _, every = row.at["g"].partition(" in one of ")
    anywhere = every.endswith(", anywhere in an epoch")
    epochs = GapsInEpochs(int(every.removesuffix(", anywhere in an epoch").removesuffix(" steps")), anywhere)
    h, g = (rational(text, "square") ** 2 / rational(row.at["v"], "v") for text in (row.at["H"], gap))
    levels = tuple(rational(level, "e") for level in row.at["e"].split(", "))
    size = row.at.get("p", row.at["m"])
    plan = StagedPlan(int(row.at["K"]), int(size), int(row.at["N"]), int(row.at["m"]), levels, epochs,
                      rational(row.at.get("c", "1"), "c"), "p" not in row.at and row.at["c"] == "1")
    assert plan.steps <= int(row.at["T"])
    assert int(row.at["J"]) == plan.J
    for letter, steps in (("q", plan.p), ("r", plan.N * plan.m)):
        paid = fmpq(epochs.count(steps)) if "c" in row.at else epochs.string(steps)
        assert rational(row.at[letter], letter) == paid * rational(gap, "gap") ** 2
    bounds = mixing_plan.through(plan, h, g)
    assert mixing_plan.holds(plan, bounds, h, g)
    assert bounds[-1] <= rational(delta, "delta")
    assert row.epsilon is not None
    assert row.bound is not None
    assert Fraction(row.bound.lower) <= Fraction(rational_text(bounds[-1])) <= Fraction(row.bound.upper)
    assert rational(row.epsilon.lower, "epsilon") <= levels[-1] <= rational(row.epsilon.upper, "epsilon")


def check_gap_plan(row: StatementRow, delta: str) -> None:
    """The same for a plan whose first stage is by reflection."""
    at = {name: rational(row.at[name], name) for name in ("T", "s", "H", "sigma", "c", "o", "y", "l", "b", "r")}
    levels = tuple(rational(level, "e") for level in row.at["e"].split(", "))
    plan = GapPlan(*(int(row.at[name]) for name in ("M", "W", "N", "m")), levels)
    runs = Runs(at["H"] / at["sigma"], at["s"] / at["sigma"], at["c"], at["o"] / at["sigma"], plan.m == 1)
    assert plan.steps <= at["T"]
    assert int(row.at["J"]) == plan.J
    assert 2 * at["y"] <= at["o"]
    assert at["y"] + at["l"] <= at["o"] + at["s"]
    assert at["r"] >= plan.N * plan.m * at["s"] ** 2
    chance, bounds = through(plan, runs)
    assert chance == at["b"]
    assert holds(plan, chance, bounds, runs)
    assert bounds[-1] <= rational(delta, "delta")
    assert row.epsilon is not None
    assert row.bound is not None
    assert Fraction(row.bound.lower) <= Fraction(rational_text(bounds[-1])) <= Fraction(row.bound.upper)
    assert rational(row.epsilon.lower, "epsilon") <= levels[-1] <= rational(row.epsilon.upper, "epsilon")


def check_sampled_plan(row: StatementRow, delta: str) -> None:
    """The same for batches that are drawn at random."""
    at = {name: rational(row.at[name], name) for name in ("J", "N", "m", "alpha", "T", "n", "b", "L", "eta", "sigma", "c", "D")}
    h, q, r = (at["c"] * at["D"] / (at["eta"] * at["sigma"])) ** 2, at["b"] / at["n"], at["b"] * at["sigma"] / (2 * at["L"])
    levels, slacks = (tuple(rational(one, name) for one in row.at[name].split(", ")) for name in ("e", "w"))
    N, m, order = (int(at[name]) for name in ("N", "m", "alpha"))
    bounds, price = [fmpq(1)], price_of(h, at["c"], m)
    for level, slack in zip(levels, slacks, strict=False):
        for _ in range(N):
            bounds.append(rounded_up(SHARE, d=bounds[-1], e=level, h=price))
        bounds.append(rounded_up(PAID_TO_STAGE, d=bounds[-1], e=level, w=slack))
    plan = SampledPlan(N, m, order, cost_of(order, q, r), at["c"], levels, slacks, tuple(bounds))
    assert plan.steps <= at["T"]
    assert at["J"] == plan.J
    assert plan.holds(h, q, r)
    assert bounds[-1] <= rational(delta, "delta")
    assert row.epsilon is not None
    assert rational(row.epsilon.lower, "epsilon") <= levels[-1] <= rational(row.epsilon.upper, "epsilon")
