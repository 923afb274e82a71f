"""What a file records is decided again, and a record that is wrong is found out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.small_statements import library_of, small, step

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import TWO, ZERO, Call, Number
from pabisym.library.audit import audit, audit_one
from pabisym.library.findings import bound_finding, needed_finding, printed_verdict, spot_finding, tightness
from pabisym.library.library import builtin
from pabisym.library.linear_pair import pair_divergence
from pabisym.library.point import NoValueError, condition_verdicts, conditions, domain_relations, read_point
from pabisym.library.statement import (
    Assumption,
    Check,
    Clause,
    LegalInstance,
    LinearPair,
    Printed,
    Reference,
    Spot,
    Statement,
    Structure,
    Symbol,
)

KNOWN = step("known", "x > 0", label="positive")
PAIR = LinearPair("1", "1", "x", "1")
"""One step, gap x, unit noise: its divergence is alpha*x**2/2."""


def bounded(bound: str = "alpha*x**2/2", **fields: Any) -> Statement:
    """A statement with the bound of :data:`PAIR` and no conclusion to compare it with."""
    return small(conclusion="", **({"bound": bound, "worst_case": PAIR, "tightness": "exact"} | fields))


def theorem_23() -> Statement:
    return builtin().statement("feldman2018/theorem-23")


# Points and conditions.


def test_a_domain_is_split_into_single_relations() -> None:
    assert [to_text(r) for r in domain_relations("integer, 1 <= t <= max(a, n), t != 2", "t")] == ["1 <= t", "t <= max(a, n)", "t != 2"]
    assert list(domain_relations("real", "x")) == []


def test_conditions_are_domains_relations_and_relations_over_ranges() -> None:
    more = (Assumption("tail", "forall(k, 1, n, s(k) >= 0)"), Assumption("map", "lipschitz(f, 1)"))
    statement = small(symbols=(Symbol("n", "integer, n >= 1", "count"),), assumptions=(Assumption("order", "n > 1"), *more))
    assert [name for name, _ in conditions(statement)] == ["n : integer, n >= 1", "order", "tail"]


@pytest.mark.parametrize(
    ("at", "problem"),
    [
        ({"y": 1}, "has no numeric letter 'y'; it has x, alpha"),
        ({"x": 0.5}, "the float 0.5 is not exact"),
        ({"x": "nan"}, "is not a rational number"),
        ({"x": None}, "a number was expected"),
    ],
)
def test_a_point_names_what_is_wrong(at: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        read_point(small(), at, "--set")


def test_a_point_outside_the_integers_is_refused() -> None:
    with pytest.raises(InputError, match="1/2 is not an integer; n is an integer here"):
        read_point(theorem_23(), {"n": "1/2"}, "--set")


def test_a_structure_is_no_numeric_letter() -> None:
    with pytest.raises(InputError, match="no numeric letter 'V'"):
        read_point(theorem_23(), {"V": 1}, "--set")


def sequence_statement() -> Statement:
    return small(
        symbols=(Symbol("n", "integer, n >= 1", "count"), Symbol("alpha", "real, alpha > 1", "order")),
        structures=(Structure("s", "real sequence", "gaps"),),
        assumptions=(Assumption("gaps", "forall(k, 1, n, s(k) >= 0)"), Assumption("first", "s(1) > 0")),
        conclusion="",
        bound="alpha*sum(s(k), k, 1, n)",
    )


@pytest.mark.parametrize(("formula", "verdicts"), [("1/k", ["true", "true"]), ("2 - k", ["false", "true"]), ("k - 1", ["true", "false"])])
def test_a_sequence_is_a_formula_in_the_index(formula: str, verdicts: list[str]) -> None:
    statement = sequence_statement()
    point = read_point(statement, {"n": 3, "alpha": 2, "s": formula}, "spot")
    assert [verdict for _, _, verdict in condition_verdicts(statement, point)][2:] == verdicts


def test_only_conditions_on_structures_may_be_left_open() -> None:
    statement = sequence_statement()
    point = read_point(statement, {"n": 3, "alpha": 2}, "spot")
    assert [verdict for _, _, verdict in condition_verdicts(statement, point)] == ["true", "true", None, None]
    finding = spot_finding(statement, Spot({"n": 3, "alpha": 2}))
    assert (finding.verdict, "open: gaps, first" in finding.detail) == ("true", True)
    assert spot_finding(statement, Spot({"n": 3})).verdict == "undecided", "a number without a value decides nothing"


# Linear pairs.

small_fractions = st.fractions(min_value=0, max_value=3, max_denominator=6)


@settings(max_examples=by_day(200), deadline=None)
@given(
    start=small_fractions, runs=st.lists(st.tuples(small_fractions, small_fractions, small_fractions.filter(bool)), min_size=1, max_size=5)
)
def test_the_divergence_of_a_pair_is_that_of_two_gaussians(start: Fraction, runs: list[tuple[Fraction, Fraction, Fraction]]) -> None:
    """The means and the variance of both runs written out as one sum each, instead of step by step."""

    def table(column: int) -> str:
        text = "0"
        for k, row in enumerate(runs, start=1):
            text = f"cases(k - {k}, cases({k} - k, {row[column]}, {text}), {text})"
        return text

    pair = LinearPair(str(len(runs)), table(0), table(1), table(2), str(start))
    found = pair_divergence(pair, {"alpha": ((), Number(3))})

    def after(t: int) -> Fraction:
        product = Fraction(1)
        for c, _, _ in runs[t:]:
            product *= c
        return product

    mean = start * after(0) + sum((s * after(t) for t, (_, s, _) in enumerate(runs, 1)), Fraction(0))
    variance = sum((v * after(t) ** 2 for t, (_, _, v) in enumerate(runs, 1)), Fraction(0))
    assert found is not None
    value = exact_value(found, {})
    assert value is not None
    assert Fraction(int(value.p), int(value.q)) == Fraction(3, 2) * mean**2 / variance


def test_a_pair_without_noise_is_infinitely_far_apart_or_equal() -> None:
    point = {"alpha": ((), TWO)}
    assert pair_divergence(LinearPair("2", "1", "1", "0"), point) is None
    assert pair_divergence(LinearPair("2", "1", "0", "0"), point) == ZERO


def test_a_pair_with_irrational_data_is_compared_by_balls() -> None:
    pair = LinearPair("3", "sqrt(1/2)", "sqrt(2)*k", "1", "exp(1)")
    value = pair_divergence(pair, {"alpha": ((), TWO)})
    assert value is not None
    written_out = parse("(exp(1)*sqrt(1/8) + sqrt(2)/2 + 2*sqrt(2)*sqrt(1/2) + 3*sqrt(2))**2/(1 + 1/2 + 1/4)")
    assert decide(Call("<", (Call("abs", (Call("+", (value, Call("neg", (written_out,)))),)), parse("1e-60"))), {}) == "true"


@pytest.mark.parametrize(
    ("pair", "problem"),
    [
        (LinearPair("1/2", "1", "0", "1"), "is not an integer"),
        (LinearPair("-1", "1", "0", "1"), "-1 steps"),
        (LinearPair("10**9", "1", "0", "1"), "1000000000 steps"),
        (LinearPair("3", "y", "0", "1"), "needs a value of y"),
        (LinearPair("201", "sqrt(2)", "0", "1"), "irrational linear pair of more than 200 steps"),
    ],
)
def test_a_pair_that_cannot_be_followed_has_no_value(pair: LinearPair, problem: str) -> None:
    with pytest.raises(NoValueError, match=problem):
        pair_divergence(pair, {"alpha": ((), TWO)})


def test_a_pair_needs_the_order() -> None:
    with pytest.raises(NoValueError, match="needs the letter alpha"):
        pair_divergence(PAIR, {})


# Spots, tightness, need.


@pytest.mark.parametrize(
    ("spot", "verdict"),
    [
        (Spot({"x": 2, "alpha": 3}, "6"), "true"),
        (Spot({"x": 2, "alpha": 3}, "5"), "false"),
        (Spot({"x": 2, "alpha": 3}), "true"),
        (Spot({"x": 0, "alpha": 3}), "false"),
        (Spot({"x": 2, "alpha": 1}), "false"),
        (Spot({"x": 2}), "undecided"),
        (Spot({"x": 2, "beta": 1}), "undecided"),
    ],
)
def test_spots_are_decided(spot: Spot, verdict: str) -> None:
    assert spot_finding(bounded(), spot).verdict == verdict


def test_an_expectation_without_a_bound_is_a_failure() -> None:
    assert spot_finding(small(conclusion="", bound=""), Spot({"x": 1, "alpha": 2}, "1")).verdict == "false"


@pytest.mark.parametrize(
    ("bound", "recorded", "decided", "verdict"),
    [
        ("alpha*x**2/2", "exact", "exact", "true"),
        ("alpha*x**2/2", "upper", "exact", "false"),
        ("alpha*x**2", "upper", "upper", "true"),
        ("alpha*x**2", "exact", "upper", "false"),
        ("alpha*x**2/3", "exact", None, "false"),
        ("alpha*x**2/3", "upper", None, "false"),
    ],
)
def test_tightness_is_decided(bound: str, recorded: Any, decided: str | None, verdict: str) -> None:
    found, finding = tightness(bounded(bound, tightness=recorded))
    assert finding is not None
    assert (found, finding.verdict) == (decided, verdict)


def test_tightness_must_hold_at_every_spot() -> None:
    statement = bounded("alpha*x/2", spots=(Spot({"x": 1, "alpha": 2}), Spot({"x": "1/2", "alpha": 2})))
    found, finding = tightness(statement)
    assert (found, finding and finding.verdict) == ("upper", "false")


def test_exact_needs_a_worst_case_and_a_spot() -> None:
    for changes in ({"worst_case": None}, {"spots": ()}):
        found, finding = tightness(bounded(**changes))
        assert found is None
        assert finding is not None
        assert finding.verdict != "true"


def test_a_worst_case_above_the_bound_of_theorem_23_is_found() -> None:
    pair = replace(theorem_23().worst_case or PAIR, gap="cases(k - t, cases(t - k, 201/100*eta*L, 0), 0)")
    _, finding = tightness(replace(theorem_23(), worst_case=pair))
    assert finding is not None
    assert finding.detail == "the worst case exceeds the bound at a spot"


def test_the_magnitude_of_a_noise_is_that_of_the_pair() -> None:
    noise = Structure("Z", "noise sequence", "noise")
    steps = Symbol("T", "integer, T >= 1", "steps")
    statement = small(
        symbols=(*small().symbols, steps),
        structures=(noise, Structure("P", "law", "a law"), Structure("a", "real sequence", "payments")),
        conclusion="renyi(alpha, 0, P, P, sum(R(alpha, Z(i), a(i)), i, 1, T))",
        worst_case=LinearPair("T", "1", "0", "k", "x"),
        tightness="exact",
        spots=(Spot({"x": 3, "alpha": 2, "T": 2, "a": "x*k/3"}),),
    )
    assert tightness(replace(statement, spots=(Spot({"x": 3, "alpha": 2, "T": 2, "a": "k"}),)))[0] == "exact"
    assert tightness(replace(statement, spots=(Spot({"x": 3, "alpha": 2, "T": 2, "a": "3/2"}),)))[0] == "upper"
    _, without = tightness(replace(statement, spots=(Spot({"x": 3, "alpha": 2, "T": 2}),)))
    assert without is not None
    assert without.verdict == "undecided"
    recorded = replace(statement, worst_case=replace(statement.worst_case or PAIR, bound="3*alpha/2"))
    assert tightness(replace(recorded, spots=(Spot({"x": 3, "alpha": 2, "T": 2}),)))[0] == "exact"


def needed(at: dict[str, Any], bound: str = "alpha*x/2", pair: LinearPair | None = PAIR) -> str:
    """The verdict on dropping x <= 1, under which alpha*x**2/2 <= alpha*x/2."""
    size = Assumption("size", "x <= 1", needed=at, broken_by=pair)
    statement = bounded(bound, assumptions=(*small().assumptions, size))
    finding = needed_finding(statement, size)
    assert finding is not None
    return finding.verdict


def test_the_need_of_an_assumption_is_decided() -> None:
    assert needed({"x": 2, "alpha": 2}) == "true"
    assert needed({"x": 2, "alpha": 2}, bound="alpha*x**2/2") == "false", "the bound is not exceeded"
    assert needed({"x": 1, "alpha": 2}) == "false", "the assumption holds there"
    assert needed({"x": 2, "alpha": 1}) == "false", "another assumption fails there"
    assert needed({"x": 2, "alpha": 2}, pair=None) == "undecided"
    assert needed({"x": 2, "alpha": 2}, pair=LinearPair("1", "1", "1", "0")) == "true", "an infinite divergence"


def test_an_assumption_may_be_dropped_together_with_the_domain_that_repeats_it() -> None:
    order = Assumption("order", "alpha > 1", needed={"x": 1, "alpha": "1/2"}, broken_by=PAIR)
    statement = bounded("x**2/2 - 1", assumptions=(small().assumptions[0], order))
    finding = needed_finding(statement, order)
    assert finding is not None
    assert finding.verdict == "true"


def test_words_instead_of_a_point_decide_nothing() -> None:
    assert needed_finding(bounded(), Assumption("order", "alpha > 1")) is None


# The page.


@pytest.mark.parametrize(
    ("printed", "decided"),
    [
        (Printed("holds"), "holds"),
        (Printed("corrected", difference="a factor"), "corrected"),
        (Printed("holds", bound="x*x*alpha/2"), "holds"),
        (Printed("corrected", bound="alpha*x**2"), "corrected"),
        (Printed("refuted", bound="alpha*x**2/3", counterexample={"x": 1, "alpha": 2}, process=PAIR), "refuted"),
        (Printed("refuted", bound="alpha*x**2", counterexample={"x": 1, "alpha": 2}, process=PAIR), "undecided"),
        (Printed("refuted", bound="alpha*x**2/3", counterexample={"x": 1, "alpha": 1}, process=PAIR), "undecided"),
        (Printed("refuted", bound="alpha*x**2/3", counterexample={"x": 1, "alpha": 2}), "undecided"),
        (Printed("corrected", bound="sqrt(x**4)*alpha/2"), "undecided"),
    ],
)
def test_the_verdict_on_the_page_is_decided(printed: Printed, decided: str) -> None:
    """The last page is the same function in another normal form: no spot tells them apart, so nothing is claimed."""
    assert printed_verdict(bounded(printed=printed), proved=True)[0] == decided


HOLDS, FAILS, OPEN = (Check(word, lambda word=word: (word, "")) for word in ("true", "false", "undecided"))  # type: ignore[misc]
BROKEN = Check("broken", lambda: ("true", LegalInstance("at x = 1")))


@pytest.mark.parametrize(
    ("checks", "decided"),
    [
        ((), "undecided"),
        ((HOLDS,), "holds"),
        ((HOLDS, FAILS), "undecided"),
        ((HOLDS, OPEN), "undecided"),
        ((HOLDS, replace(BROKEN, judges="corrected")), "corrected"),
        ((HOLDS, replace(BROKEN, judges="corrected"), replace(BROKEN, judges="refuted")), "refuted"),
        ((HOLDS, replace(HOLDS, judges="corrected")), "undecided"),
        ((HOLDS, replace(HOLDS, judges="refuted")), "undecided"),
        ((HOLDS, replace(FAILS, judges="refuted")), "undecided"),
    ],
)
def test_of_prose_and_of_what_is_cited_the_checks_decide(checks: tuple[Check, ...], decided: str) -> None:
    for page in (Statement("mine/remark", "", "remark", Reference("", ""), "", plain="prose", printed=Printed("holds"), checks=checks),
                 bounded(printed=Printed("holds"), cited_because="of a book", checks=checks)):  # fmt: skip
        assert printed_verdict(page, proved=False)[0] == decided


def test_checks_make_no_page_hold_that_nobody_vouches_for() -> None:
    assert printed_verdict(bounded(printed=Printed("holds"), checks=(HOLDS,)), proved=False)[0] == "undecided"


def test_beside_a_proof_only_a_check_that_judges_the_page_counts() -> None:
    for checks, decided in (((HOLDS,), "holds"), ((FAILS,), "holds"), ((replace(BROKEN, judges="refuted"),), "refuted"),
                            ((replace(HOLDS, judges="refuted"),), "undecided"), ((replace(FAILS, judges="refuted"),), "undecided")):
        assert printed_verdict(bounded(printed=Printed("holds"), checks=checks), proved=True)[0] == decided


def test_what_is_not_examined_says_why() -> None:
    page = bounded(printed=Printed("not examined", note="the figure is a picture"), checks=(HOLDS,))
    assert printed_verdict(page, proved=True) == ("not examined", "the figure is a picture")


def test_a_page_of_which_a_part_is_stated_does_not_hold() -> None:
    """It is counted apart, may not be recorded as holding, and an error stays one."""
    part = Printed("holds in part")
    split = (Clause("the upper bound", "", "proved", "conclusion"), Clause("it is attained", "line 3", "open", ""))
    report = audit(library_of(small(proof=lambda _: KNOWN, printed=part, clauses=split),
                              small("mine/lemma-2", proof=lambda _: KNOWN, printed=Printed("holds"))))
    assert report.exit_status == 0
    pages = report.summary()["as_printed"]
    assert isinstance(pages, dict)
    assert (pages["holds"], pages["holds in part"]) == (1, 1)
    assert report.entries[0].left_open == "it is attained"
    assert report.entries[1].left_open == ""
    for verdict, said in (("holds", split), ("holds in part", split[:1])):
        assert failures(small(proof=lambda _: KNOWN, printed=Printed(verdict), clauses=said)) == {"as printed"}  # type: ignore[arg-type]
    assert printed_verdict(bounded(printed=replace(part, bound="alpha*x**2"), clauses=split), proved=True)[0] == "corrected"
    assert printed_verdict(bounded(printed=part, clauses=split), proved=False)[0] == "undecided"


def test_a_page_without_a_proof_is_undecided_unless_it_is_refuted() -> None:
    assert printed_verdict(bounded(printed=Printed("holds")), proved=False)[0] == "undecided"
    broken = Printed("refuted", bound="alpha*x**2/3", counterexample={"x": 1, "alpha": 2}, process=PAIR)
    assert printed_verdict(bounded(printed=broken), proved=False)[0] == "refuted"


@pytest.mark.parametrize(
    ("printed", "decided"),
    [
        (Printed("refuted", bound="x > 1", counterexample={"x": "1/2", "alpha": 2}), "refuted"),
        (Printed("refuted", bound="x > 1", counterexample={"x": 2, "alpha": 2}), "undecided"),
        (Printed("holds", bound="0 < 2*x"), "corrected"),
        (Printed("holds", bound="0 < x"), "holds"),
    ],
)
def test_a_printed_relation_is_compared_with_the_conclusion(printed: Printed, decided: str) -> None:
    assert printed_verdict(small(printed=printed), proved=True)[0] == decided


def test_the_printed_theorem_1_is_refuted_exactly() -> None:
    verdict, detail = printed_verdict(builtin().statement("feldman2018/theorem-1"), proved=True)
    assert verdict == "refuted"
    assert "the exact divergence is 4, the paper's bound 2" in detail


@pytest.mark.parametrize("factor", ["1999/1000", "2001/1000", "4"])
def test_another_constant_on_the_page_of_theorem_23_is_found(factor: str) -> None:
    page = Printed("holds", bound=f"alpha*({factor}*L**2/sigma**2)/(n + 1 - t)")
    assert printed_verdict(replace(theorem_23(), printed=page), proved=True)[0] == "corrected"


def test_the_bound_is_compared_with_the_conclusion() -> None:
    wrong = replace(theorem_23(), bound="2*alpha*L**2/(sigma**2*(n + 2 - t))")
    finding = bound_finding(wrong)
    assert finding is not None
    assert finding.verdict == "false"
    assert bound_finding(small()) is None


# The audit as a whole.


def failures(statement: Statement) -> set[str]:
    return {check.name for check in audit_one(library_of(statement), statement.id).failed}


@pytest.mark.parametrize(
    ("changes", "failed"),
    [
        ({}, set()),
        ({"conclusion": "x > 1"}, {"proof", "as printed"}),
        ({"printed": Printed("corrected")}, {"as printed"}),
        ({"printed": None}, set()),
        ({"spots": ()}, {"spot"}),
        ({"tightness": "exact"}, {"tightness"}),
        ({"checks": (Check("good", lambda: ("true", "")),)}, set()),
        ({"checks": (Check("bad", lambda: ("false", "")),)}, {"bad"}),
        ({"checks": (Check("open", lambda: ("undecided", "")),)}, {"open"}),
        ({"checks": (Check("broken", lambda: (1 // 0, "")),)}, {"broken"}),  # type: ignore[arg-type, return-value]
        ({"checks": (Check("strange", lambda: ("yes", "")),)}, {"strange"}),  # type: ignore[arg-type, return-value]
    ],
)
def test_every_wrong_record_fails_its_own_check(changes: dict[str, Any], failed: set[str]) -> None:
    assert failures(small(**({"proof": lambda _: KNOWN, "printed": Printed("holds")} | changes))) == failed


def test_a_report_counts_and_decides_the_exit_status() -> None:
    good = small(proof=lambda _: KNOWN, printed=Printed("holds"), steps=("mine/eq-1",))
    wrong = small("mine/lemma-2", printed=Printed("holds"))
    unclear = small("mine/lemma-3", checks=(Check("open", lambda: ("undecided", "")),))
    assert [audit(library_of(*some)).exit_status for some in ((good,), (good, unclear), (good, unclear, wrong))] == [0, 3, 1]
    report = audit(library_of(good, wrong, small("mine/definition-1", plain="definition")))
    summary = report.summary()
    assert (summary["entries"], summary["proved"], summary["conjectured"], summary["definition"]) == (4, 2, 1, 1)
    assert summary["as_printed"] == {"holds": 1, "holds in part": 0, "corrected": 0, "refuted": 0, "undecided": 1, "not examined": 0}
    assert summary["failed"] == 1


def test_a_step_shares_the_fate_of_its_host() -> None:
    host = small(conclusion="x > 1", proof=lambda _: KNOWN, steps=("mine/eq-1",))
    step_entry = audit(library_of(host), ["mine/eq-1"]).entries[0]
    assert (step_entry.part_of, step_entry.as_printed) == ("mine/lemma-1", None)
    assert [check.verdict for check in step_entry.checks] == ["false"]


def test_progress_is_told_every_id() -> None:
    told: list[str] = []
    audit(builtin(), ["feldman2018/definition-6", "feldman2018/definition-8"], told.append)
    without_time = [line.partition(", about")[0] for line in told]  # on a busy machine the time that is left is told too
    assert without_time == ["auditing 1 of 2: feldman2018/definition-6", "auditing 2 of 2: feldman2018/definition-8"]
