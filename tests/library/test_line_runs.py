"""Runs as data: their laws are those of the algorithm, and the hypotheses of a statement accept or refuse them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb

from pabisym.divergence.hockey_stick import theta
from pabisym.errors import InputError
from pabisym.library.findings import printed_verdict
from pabisym.library.library import builtin
from pabisym.library.line_runs import divergence, hypothesis_against_line_runs, law, spans, told_by_line_runs
from pabisym.library.point import read_point
from pabisym.library.statement import LineRuns, Printed

PLAIN = LineRuns("pnsgd", (1, 0, "1/2"), -1, 1, "1/2", 2)
AT = {"n": 2, "t": 1, "alpha": "21/20", "L": 1, "beta": 1, "eta": 1, "sigma": "3241/10000"}
STOPPED = LineRuns("stop", (1, "-5/6"), -1, 1, 1, "3241/10000")


def test_a_plain_run_is_a_gaussian_with_the_noise_of_all_steps() -> None:
    assert [[str(x) for x in part] for part in law(PLAIN, second=False).components] == [["1", "-3/4", "3"]]
    found = divergence(PLAIN, 2)
    assert Fraction(found.lower) <= Fraction(2 * 1**2, 2 * 3) <= Fraction(found.upper)
    assert found.digits >= 8


@pytest.mark.parametrize(("algorithm", "used"), [("pnsgd", ((1, 5),)), ("stop", tuple((1, T) for T in range(1, 6))), ("skip", ((1, 5), (2, 5), (3, 5)))])
def test_what_a_run_draws_at_random_is_which_records_it_uses(algorithm: str, used: tuple[tuple[int, int], ...]) -> None:
    assert spans(LineRuns(algorithm, (0,) * 5, 1, 3, 1, 1)) == used  # type: ignore[arg-type]


def test_a_run_that_does_not_reach_the_record_tells_nothing() -> None:
    """Half of the runs of two steps use the second record: the mixtures share the other half."""
    late = LineRuns("stop", (0, 1), -1, 2, 1, 1)
    assert told_by_line_runs(late, 0) < arb(Fraction(theta(2, 12, gamma=1).upper).numerator) / Fraction(theta(2, 12, gamma=1).upper).denominator / 2


def test_a_projection_takes_from_what_is_told_and_never_adds() -> None:
    """On a wide interval almost nothing; on one as wide as a step, more than there is."""
    assert told_by_line_runs(replace(PLAIN, room=1000), 0) > told_by_line_runs(PLAIN, 0) - arb(10) ** -12
    assert told_by_line_runs(replace(PLAIN, room=1), 0) < 0
    with pytest.raises(InputError, match="a projection changes the laws"):
        divergence(replace(PLAIN, room=10), 2)


@pytest.mark.parametrize(
    ("changes", "point", "problem"),
    [
        ({}, {}, ""),
        ({"slopes": (2, "-5/6")}, {}, "Lipschitz is false of the runs"),
        ({"other": -2}, {}, "other Lipschitz is false of the runs"),
        ({"step": 2}, {}, "eta is 2 in the runs, and something else at the point"),
        ({"noise": 1}, {}, "sigma is 1 in the runs, and something else at the point"),
        ({"slopes": (1,)}, {}, "n is 1 in the runs, and something else at the point"),
        ({"index": 2}, {}, "t is 2 in the runs, and something else at the point"),
    ],
)
def test_the_hypotheses_accept_or_refuse_the_runs(changes: dict[str, object], point: dict[str, object], problem: str) -> None:
    statement = builtin().statement("feldman2018/theorem-26")
    assert hypothesis_against_line_runs(replace(STOPPED, **changes), statement, read_point(statement, {**AT, **point}, "point")) == problem  # type: ignore[arg-type]


def test_what_is_no_hypothesis_about_such_runs_is_undecided() -> None:
    statement = builtin().statement("feldman2018/theorem-22")
    point = read_point(statement, statement.spots[0].at, "point")
    assert "undecided" in hypothesis_against_line_runs(LineRuns("pnsgd", (0,), 1, 1, 1, 1), statement, point)


@pytest.mark.parametrize(("runs", "at", "verdict"), [(STOPPED, AT, "refuted"), (replace(STOPPED, slopes=(1, "5/6")), AT, "undecided"),
                                                      (STOPPED, {**AT, "L": "1/2"}, "undecided")])  # fmt: skip
def test_runs_refute_a_page_only_where_they_exceed_its_bound_and_are_accepted(runs: LineRuns, at: dict[str, object], verdict: str) -> None:
    """Turned inwards, the second record brings the outcomes together, and nothing is exceeded; with L = 1/2 the slopes are too steep."""
    statement = builtin().statement("feldman2018/theorem-26")
    assert statement.printed is not None
    page = Printed("refuted", statement.printed.bound, counterexample=at, process=runs)  # type: ignore[arg-type]
    assert printed_verdict(replace(statement, printed=page, checks=()), proved=True)[0] == verdict
