"""Runs of Noisy-SGD as data: their laws are those of the algorithm, and the hypotheses of a statement accept or refuse them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError
from pabisym.exact_law.chains import gaussian_chain, mixture
from pabisym.lang.grammar import parse
from pabisym.library.findings import printed_verdict
from pabisym.library.library import builtin
from pabisym.library.point import read_point
from pabisym.library.sampled_runs import divergence, given_noise, hypothesis_against_sampled_runs, law, moves, one_step
from pabisym.library.statement import Printed, SampledRuns

STEP = SampledRuns((-1, 0), 0, 1, 1, "1/10", -1, 1)
FORGETFUL = SampledRuns((-10, 0), 0, 1, 1, 1, 0, 10, steps=22, curvature=1)
AT = {"T": 22, "m": 22, "n": 2, "b": 1, "i": 1, "M": 1, "alpha": 2, "L": 10, "D": 10, "eta": 1, "sigma_1": "3/5", "sigma_2": "4/5"}


def close(found: str, wanted: str) -> bool:
    return abs(Fraction(found) - Fraction(wanted)) < Fraction(1, 10**6) * abs(Fraction(wanted))


def test_a_step_draws_every_batch_with_the_same_chance() -> None:
    """Of four records two: the first one is in half of the six pairs."""
    runs = replace(STEP, slopes=(-4, 0, 0, 0), batch=2, step="1/2")
    assert {str(move): str(chance) for move, chance in moves(runs, second=False).items()} == {"1": "1/2", "0": "1/2"}
    assert {str(move): str(chance) for move, chance in moves(replace(runs, other=8), second=True).items()} == {"-2": "1/2", "0": "1/2"}


def test_on_a_wide_interval_a_step_is_the_sampled_gaussian_mechanism() -> None:
    runs = SampledRuns((-1, 1, 1, 1), 1, 1, 1, 3, -200, 200)
    exact = enclose(parse("sampled_first(3, 1/4, 3/2)"), {}, 10)
    assert close(divergence(runs, 3).lower, exact.lower)
    assert close(one_step(runs, 3, 9).lower, exact.lower)


def test_a_projection_takes_from_what_is_told() -> None:
    wide = SampledRuns((-1, 0), 0, 1, 1, 1, -100, 100)
    assert Fraction(divergence(replace(wide, low=0, high=1), 2).upper) < Fraction(divergence(wide, 2).lower)


def test_steps_that_forget_leave_the_law_of_the_last_one() -> None:
    assert law(FORGETFUL, second=True) == law(replace(FORGETFUL, steps=1), second=True)
    with pytest.raises(InputError, match="remember where they were"):
        law(replace(FORGETFUL, curvature="1/2"), second=False)


def test_given_the_noise_a_batch_with_the_record_is_less_likely() -> None:
    """On an interval so long that nothing is projected: means 0 and 1 with chances 1/2 each, against 1 to exp(-1/8)."""
    runs = SampledRuns((-1, 0), 0, 1, 1, "5/2", -12, 12, steps=3, curvature=1)
    weight = enclose(parse("exp(-1/8)/(1 + exp(-1/8))"), {}, 12)
    near, far = (gaussian_chain(steps=2, noise="9/4", start=start) for start in (0, 1))
    second = Fraction(weight.upper)
    exact = mixture([(Fraction(1, 2), near), (Fraction(1, 2), far)]).renyi(mixture([(1 - second, near), (second, far)]), 2, 8)
    assert close(given_noise(runs, 2, 2).lower, exact.lower)


@pytest.mark.parametrize(
    ("changes", "point", "problem"),
    [
        ({}, {}, ""),
        ({"other": 1}, {}, "a gradient is longer than L"),
        ({"high": 11}, {"L": 11}, "K is longer than D"),
        ({"curvature": 2}, {"L": 20}, "smooth is false of the runs"),
        ({"curvature": -1}, {"L": 20}, "convex is false of the runs"),
        ({"noise": 2}, {}, "step noise is false of the runs"),
        ({"steps": 21}, {}, "T is 21 in the runs, and something else at the point"),
        ({"index": 2}, {}, "i is 2 in the runs, and something else at the point"),
        ({"batch": 2}, {}, "b is 2 in the runs, and something else at the point"),
    ],
)
def test_the_hypotheses_accept_or_refuse_the_runs(changes: dict[str, object], point: dict[str, object], problem: str) -> None:
    statement = builtin().statement("altschuler2022/eq-3.7")
    assert hypothesis_against_sampled_runs(replace(FORGETFUL, **changes), statement, read_point(statement, {**AT, **point}, "point")) == problem  # type: ignore[arg-type]


@pytest.mark.parametrize(("changes", "variance", "problem"), [
    ({}, "eta**2*sigma**2", ""), ({"noise": 117}, "eta**2*sigma**2", "sigma is 117 in the runs, and something else at the point"),
    ({}, "eta**2*sigma**2 + 1", "step noise is false of the runs"), ({}, "eta**2*sigma**2 + k - k", "step noise is undecided of the runs")])
def test_of_very_many_steps_is_decided_what_is_the_same_of_all(changes: dict[str, int], variance: str, problem: str) -> None:
    statement, steps = builtin().statement("altschuler2022/theorem-3.1"), 10**9 + 1
    noise = [replace(one, holds=f"forall(k, 1, T, gaussian(zeta(k), {variance}))") if one.name == "step noise" else one
             for one in statement.assumptions]
    asked = replace(statement, assumptions=tuple(noise))
    point = read_point(asked, {**{x: AT[x] for x in ("n", "b", "i", "M", "alpha", "L", "D", "eta")}, "T": steps, "N": 2, "sigma": 116}, "point")
    runs = replace(FORGETFUL, **{"noise": 116, "steps": steps, **changes})
    assert hypothesis_against_sampled_runs(runs, asked, point) == problem


@pytest.mark.parametrize(("Q", "factor", "problem"), [(155, "1", ""), (154, "1", "sampling is false of the runs")])
def test_the_cost_of_a_random_step_has_to_be_that_of_the_runs(Q: int, factor: str, problem: str) -> None:
    statement = builtin().statement("altschuler2022/eq-B2-raw")
    at = {"j": 1, "n": 2, "b": 1, "alpha": 2, "L": 1, "D": 2, "eta": factor, "sigma": "1/10", "sigma_1": "3/50", "sigma_2": "4/50", "Q": Q}
    assert hypothesis_against_sampled_runs(STEP, statement, read_point(statement, at, "point")) == problem


@pytest.mark.parametrize(("curvature", "problem"), [(1, ""), ("1/2", "gradient steps is false of the runs")])
def test_gradient_steps_contract_by_the_curvature_of_the_losses(curvature: str | int, problem: str) -> None:
    statement = builtin().statement("altschuler2022/eq-B3")
    point = read_point(statement, {**{x: value for x, value in AT.items() if x != "M"}, "sigma": 1, "c": "1/3"}, "point")
    assert hypothesis_against_sampled_runs(replace(FORGETFUL, curvature=curvature), statement, point) == problem


def test_what_is_no_hypothesis_about_such_runs_is_undecided() -> None:
    statement = builtin().statement("feldman2018/theorem-22")
    assert "undecided" in hypothesis_against_sampled_runs(replace(STEP, steps=4), statement, read_point(statement, statement.spots[0].at, "point"))


@pytest.mark.parametrize(("runs", "verdict"), [(FORGETFUL, "refuted"), (replace(FORGETFUL, slopes=(-1, 0)), "undecided"),
                                               (replace(FORGETFUL, other=-11), "undecided")])  # fmt: skip
def test_runs_refute_a_page_only_where_they_exceed_its_bound_and_are_accepted(runs: SampledRuns, verdict: str) -> None:
    """A record that moves a step by 1 in place of 10 exceeds nothing; a steeper one is refused."""
    statement = builtin().statement("altschuler2022/eq-3.7")
    assert statement.printed is not None
    page = Printed("refuted", statement.printed.bound, counterexample=AT, process=runs)
    assert printed_verdict(replace(statement, printed=page, checks=()), proved=True)[0] == verdict
