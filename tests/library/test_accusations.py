"""Every accusation of a page is run: its instance meets the hypotheses of the statement, and breaks what is printed.

An accusation is a page that is refuted or corrected, a clause that is refuted, a check that judges the page, or a number that is wrong.
It is worth an instance, of which all hypotheses are decided, or a proof that the kernel replays, or digits and an enclosure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from support.small_statements import small

from pabisym.library import checks, findings
from pabisym.library.checks import page_broken
from pabisym.library.clauses import NUMBERS, OWN, decided_state
from pabisym.library.files import builtin_folder
from pabisym.library.findings import Finding, check_finding, formula_verdict, number_accuracy, printed_verdict
from pabisym.library.instances import unmet, without
from pabisym.library.library import builtin
from pabisym.library.statement import (
    Assumption,
    Check,
    LinearPair,
    LineRuns,
    Printed,
    PrintedNumber,
    SampledRuns,
    Statement,
    Structure,
    Symbol,
)
from pabisym.library.status import Standing
from pabisym.library.stored_proof import CheckTrees, check_trees_of

BREAKS, ID = ("corrected", "refuted"), re.compile(r"\w+/[\w.-]+")


def statement(name: str) -> Statement:
    return builtin().statement(name)


def judging(one: Statement) -> list[Check]:
    return [check for check in one.checks if check.judges in BREAKS]


def accuses(one: Statement) -> bool:
    """Does a file say anywhere that its page is wrong."""
    return bool((one.printed is not None and (one.printed.verdict in BREAKS or one.printed.counterexample is not None)) or judging(one)
                or any(clause.state == "refuted" for clause in one.clauses)
                or any(number.accuracy in ("off", "false") for number in one.numbers))


@cache
def accused() -> tuple[str, ...]:
    return tuple(name for name in builtin().files if accuses(statement(name)))


@cache
def found(name: str) -> tuple[Finding, ...]:
    """What the checks of a file say; the hypotheses that they drop are kept in :data:`DROPPED`."""

    def seen(one: Statement, names: Collection[str]) -> Statement:
        DROPPED.setdefault(one.id, set()).update(names)
        return without(one, names)

    with check_trees_of(CheckTrees.of(builtin().files[name].path)), pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "without", seen)
        return tuple(map(check_finding, statement(name).checks))


DROPPED: dict[str, set[str]] = {}


def unsupported(one: Statement, seen: tuple[Finding, ...]) -> Iterator[str]:
    """What a file accuses its page of and nothing that is run bears out."""
    broken = [seen[at].verdict == "true" for at, check in enumerate(one.checks) if check.judges in BREAKS]
    wrong = [number for number in one.numbers if number.accuracy in ("off", "false")]
    yield from (check.name for check, held in zip(judging(one), broken, strict=True) if not held)
    yield from (number.name for number in wrong if number_accuracy(one, number).accuracy != number.accuracy)
    page = one.printed
    pointed = page is not None and page.counterexample is not None
    if pointed and formula_verdict(one, proved=True)[0] != "refuted":
        yield f"the counterexample: {formula_verdict(one, proved=True)[1]}"
    if page is not None and page.verdict in BREAKS:
        if printed_verdict(one, True, seen)[0] != page.verdict:
            yield "the verdict on the page"
        if not (pointed or broken or wrong):
            yield "nothing is recorded that breaks the page"
    for clause in one.clauses:
        if clause.state == "refuted":
            if decided_state(one, Standing("proved"), clause, seen, lambda name: (statement(name), Standing("proved"))) != "refuted":
                yield f"the clause {clause.text}"
            other = ID.fullmatch(clause.by)
            if not (pointed if clause.by == OWN else wrong if clause.by == NUMBERS else not other or clause.by in accused()):
                yield f"what shows the clause {clause.text}"


def test_every_accusation_is_run() -> None:
    """Of the statement's own page, and of that of another statement which a clause names."""
    problems = {name: list(unsupported(statement(name), found(name))) for name in accused()}
    assert not {name: said for name, said in problems.items() if said}
    pages = [one.verdict for name in accused() if (one := statement(name).printed) is not None]
    assert sum(verdict in BREAKS for verdict in pages) == sum(
        page is not None and page.verdict in BREAKS for page in (entry.statement.printed for entry in builtin().files.values()))


def test_what_another_page_breaks_is_broken_by_its_instance() -> None:
    """A clause that is refuted by another statement says what that one says, or more: looked at one by one."""
    shown = {(name, clause.by) for name in accused() for clause in statement(name).clauses if clause.state == "refuted" and ID.fullmatch(clause.by)}
    assert shown == {
        ("altschuler2022/eq-B2", "altschuler2022/eq-3.7"),  # its second entry is (3.7), the least of all splits
        ("altschuler2022/eq-B2-raw", "altschuler2022/eq-3.7"),
        ("altschuler2022/footnote-11", "altschuler2022/eq-5.2"),  # a smaller bound
        ("altschuler2022/remark-B1", "altschuler2022/eq-B3"),
        ("altschuler2022/remark-assumptions", "altschuler2022/remark-B1"),
        ("altschuler2022/remark-techniques", "altschuler2022/eq-3.4"),  # the step that (3.4) is
        ("asoodeh2020/example-1", "asoodeh2020/proposition-1"),  # the same kernel, moved by 1/2
        ("asoodeh2020/theorem-5", "asoodeh2020/eq-17"),
        ("asoodeh2020isit/proposition-1", "asoodeh2020isit/quoted-balle-theorem-5"),
        ("feldman2018/theorem-30", "feldman2018/lemma-27"),  # the same sigma and the same message
    }


def test_no_hypothesis_is_dropped_that_the_page_has() -> None:
    """Each is what the correction adds, or what stands for a formula that the page prints in another form, which the instance is given."""
    for name in accused():
        found(name)
    assert {name: names for name, names in DROPPED.items() if names} == {
        "altschuler2022/theorem-1.3": {"wide", "D"},  # D n >= L eta
        "altschuler2022/remark-B2": {"gaps"},  # one divisor for both data sets
        "asoodeh2020/eq-40": {"domain", "convex", "smooth"},  # W with inner points
        "asoodeh2020/eq-41": {"domain", "convex", "smooth"},
        "asoodeh2020/example-3": {"Gaussian"},  # the step size B/(M sqrt(t))
        "chourasia2021/lemma-5": {"Lipschitz", "other Lipschitz", "second run", "Gaussian", "start law", "start noise"},  # C with inner points; the claim is of the variances after a step
        "feldman2018/corollary-31": {"enough noise"},  # the corrected sigma
        "feldman2018/corollary-34": {"small", "enough noise"},  # eps/sqrt(n - t + 1) <= 2 ln(1.25); the printed sigma is given
        "feldman2018/theorem-30": {"small", "enough noise"},
        "feldman2018/theorem-32": {"share", "enough noise"},  # the harmonic number in q
        "feldman2018/theorem-28": {"descent"},  # what a step with the right sign gives
        "feldman2018/eq-exp-quadratic": {"sign", "a"},  # a >= 0
    }


def test_no_accusation_is_left_where_no_instance_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every one of them asks whether its instance meets the hypotheses, but for numbers and what the kernel replays."""
    for module in (checks, findings):
        monkeypatch.setattr(module, "unmet", lambda *_: "it is no instance")
    for name in accused():
        one = statement(name)
        assert formula_verdict(one, proved=True)[0] != "refuted", name
        with check_trees_of(CheckTrees.of(builtin().files[name].path)):
            left = [seen.name for seen in map(check_finding, judging(one)) if seen.verdict == "true" and not seen.replayed]
        assert not left, name


def test_no_counterexample_breaks_what_is_proved() -> None:
    """With what is proved in place of what is printed nothing is left, unless the statement itself is refuted."""
    for name in accused():
        one = statement(name)
        if one.printed is not None and one.printed.counterexample is not None and one.printed.bound:
            forged = replace(one, printed=replace(one.printed, bound=""))
            assert formula_verdict(forged, proved=True)[0] != "refuted", name


def test_only_one_function_says_that_an_instance_is_legal() -> None:
    for path in [*builtin_folder().rglob("*.py"), *builtin_folder().rglob("*.toml")]:
        assert "LegalInstance" not in path.read_text(encoding="utf-8"), path


# Forged accusations.

@pytest.mark.parametrize(("given", "verdict"), [
    ({}, "true"),
    ({"at": {"x": -1, "alpha": 2}}, "undecided"),
    ({"at": {"x": -1, "alpha": 2}, "dropped": ("positive",)}, "undecided"),
    ({"at": {"x": -1, "alpha": 2}, "dropped": ("positive", "x")}, "true"),
    ({"at": {"x": 3, "alpha": 2}}, "false"),
    ({"at": {"x": 1}}, "undecided"),
    ({"at": {"x": 1, "alpha": 2, "y": 3}, "claim": "x >= y"}, "true"),
    ({"claim": "x >= y"}, "undecided"),
    ({"given": ("x >= 1",)}, "true"),
    ({"given": ("x > 1",)}, "undecided"),
    ({"claim": ""}, "undecided"),
    ({"claim": "sqrt(x)**2 >= x"}, "false"),
])
def test_an_instance_breaks_a_claim_only_inside_the_hypotheses(given: dict[str, Any], verdict: str) -> None:
    """The page is said to have x >= 2 wherever x > 0; dropped is a hypothesis that it lacks, given one that it has."""
    told = {"at": {"x": 1, "alpha": 2}, "claim": "x >= 2", **given}
    decided, said = page_broken(small(), told.pop("at"), told.pop("claim"), **told)
    assert decided == verdict, said
    judged = check_finding(Check("forged", lambda: (decided, said), "refuted"))
    assert judged.verdict == verdict


@pytest.mark.parametrize("detail", ["x = 1 breaks it", ""])
def test_a_check_that_is_true_without_an_instance_accuses_nobody(detail: str) -> None:
    for judges, verdict in (("", "true"), ("holds", "true"), ("corrected", "undecided"), ("refuted", "undecided")):
        assert check_finding(Check("forged", lambda: ("true", detail), judges)).verdict == verdict  # type: ignore[arg-type]


PAIR = LinearPair("T", "1", "0", "sigma**2", start="d")


@pytest.mark.parametrize(("process", "problem"), [
    (PAIR, ""),
    (replace(PAIR, start="2*d"), "not met: start"),
    (replace(PAIR, contraction="2"), "not met: contractive"),
    (replace(PAIR, noise_variance="sigma**2/2"), "not met: Gaussian"),
    (replace(PAIR, gap="1"), "not met: second run"),
])
def test_a_linear_pair_is_judged_by_the_hypotheses(process: LinearPair, problem: str) -> None:
    """Of Theorem 1 of Feldman et al.: starts within d, the same contractions, noise of variance sigma^2."""
    one = statement("feldman2018/theorem-1")
    assert unmet(one, {"T": 2, "alpha": 2, "d": 2, "sigma": 1}, process).startswith(problem or "~") == bool(problem)


@pytest.mark.parametrize(("name", "changes", "problem"), [
    ("feldman2018/theorem-26", {"process": LineRuns("stop", (1, "-5/6"), -2, 1, 1, "3241/10000")}, "other Lipschitz"),
    ("altschuler2022/eq-3.7", {"process": SampledRuns((-20, 0), 0, 1, 1, 1, 0, 10, steps=22, curvature=1)}, "a gradient is longer than L"),
    ("altschuler2022/eq-B2", {"sigma_1": "1/2"}, "split"),
    ("asoodeh2020/eq-17", {"psi": "1/2"}, "gap"),
    ("chourasia2021/construction-lower", {"eta": 2}, "small steps"),
])
def test_a_counterexample_outside_the_hypotheses_is_none(name: str, changes: dict[str, Any], problem: str) -> None:
    one = statement(name)
    assert one.printed is not None
    assert one.printed.counterexample is not None
    at = {**one.printed.counterexample, **{letter: value for letter, value in changes.items() if letter != "process"}}
    forged = replace(one, printed=replace(one.printed, counterexample=at, process=changes.get("process", one.printed.process)))
    verdict, said = formula_verdict(forged, proved=True)
    assert verdict == "undecided", said
    assert problem in said


def test_an_instance_is_decided_and_not_left_open() -> None:
    """A sequence without a value that no equation defines leaves a hypothesis open, and so does one that balls do not decide."""
    letters = (*small().symbols, Symbol("n", "integer, n >= 1", "count"))
    sequence = (Structure("s", "real sequence", "sizes"),)
    open_one = small(symbols=letters, structures=sequence, assumptions=(Assumption("sizes", "forall(k, 1, n, s(k) >= 0)"),))
    defined = replace(open_one, assumptions=(Assumption("sizes", "forall(k, 1, n, s(k) == 2*s(k - 1))"),))
    close = small(assumptions=(Assumption("close", "normal(x) + normal(-x) <= alpha/2"),))
    runs, at = LineRuns("pnsgd", (1,), -1, 1, 1, 1), {"x": 1, "alpha": 2, "n": 1}
    assert unmet(open_one, at, runs) == "sizes is not decided"
    assert unmet(defined, at, runs) == ""
    assert unmet(open_one, {**at, "s": "1/k"}, runs) == ""
    assert unmet(close, {"x": 1, "alpha": 2}) == "close is undecided"


def test_losses_that_are_too_steep_are_no_instance() -> None:
    """Cyclic batches: the world judges the losses that the instance names, one of which has the slope 1 or -1 on [-1/4, 1/4]."""
    at = {"T": 6, "n": 2, "i": 2, "b": 1, "N": 1, "alpha": 2, "L": "5/4", "M": 1, "D": "1/2", "eta": 1, "sigma": 15,
          "K": "interval(-1/4, 1/4)", "f": "cases(k - 2, quadratic(1, 1), quadratic(1, 0))", "g": "quadratic(1, -1)"}
    one = without(statement("altschuler2022/theorem-5.6"), ())
    assert not unmet(one, at)
    for letter, value, problem in (("g", "quadratic(1, -2)", "other Lipschitz"), ("L", "6/5", "Lipschitz"), ("D", "1/4", "diameter"),
                                   ("M", "1/2", "smooth")):
        assert problem in unmet(one, {**at, letter: value}), letter


def test_a_page_with_a_forged_number_is_not_accused() -> None:
    """The digits are right, and are recorded as false."""
    number = PrintedNumber("half", "1/2", "0.5", accuracy="false")
    forged = small(printed=Printed("refuted", difference="it is printed"), numbers=(number,))
    assert list(unsupported(forged, ())) == ["half", "the verdict on the page"]


def test_an_accusation_that_nothing_bears_out_is_named() -> None:
    forged = small(printed=Printed("refuted", difference="somehow"))
    assert list(unsupported(forged, ())) == ["the verdict on the page", "nothing is recorded that breaks the page"]
