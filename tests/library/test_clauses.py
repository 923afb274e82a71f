"""The clauses of a page: what each is worth is decided by what shows it, and a claim that this does not bear out is refused."""

from __future__ import annotations

import pytest
from support.small_statements import library_of, small, step

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.library.audit import audit, audit_entry
from pabisym.library.checks import replayed
from pabisym.library.clauses import counted, judge_clauses, state_of
from pabisym.library.findings import check_finding
from pabisym.library.item import read_clause
from pabisym.library.library import builtin
from pabisym.library.statement import Check, LegalInstance, Printed, PrintedNumber, Replayed, Statement
from pabisym.library.status import Standing

KNOWN = step("known", "x > 0", label="positive")
HELD, TRIED = Check("the first half", lambda: ("true", Replayed("1 step replayed"))), Check("at points", lambda: ("true", ""))
BROKEN = Check("it fails at 3", lambda: ("true", LegalInstance("x = 3")), "refuted")
UNDECIDED = Check("nobody knows", lambda: ("undecided", ""))


def failures(statement: Statement) -> set[str]:
    return {check.name for check in audit_entry(library_of(statement), statement.id).failed}


def said(*clauses: str, verdict: str = "holds in part", **fields: object) -> Statement:
    """A proved statement with clauses, and one of each kind of check."""
    checks = fields.pop("checks", (HELD, TRIED, UNDECIDED))
    return small(proof=lambda _: KNOWN, printed=Printed(verdict), clauses=tuple(map(read_clause, clauses)), checks=checks, **fields)


@pytest.mark.parametrize("clause", [
    "proved by conclusion: it", "proved by the first half: it", "instance by at points: it", "open: it", "open by at points: it",
    "cited by the first half: it",
])
def test_a_clause_is_what_shows_it(clause: str) -> None:
    assert not {name for name in failures(said(clause, "open: more")) if name.startswith("clause")}


@pytest.mark.parametrize("clause", [
    "proved by at points: it", "cited by at points: it", "refuted by the first half: it", "proved by nobody knows: it", "open by nobody knows: it",
    "proved by some check: it", "proved by numbers: it", "instance by worst case: it", "refuted by conclusion: it", "open by conclusion: it",
    "proved by mine/lemma-1: it", "proved by mine/other: it",
])
def test_a_clause_that_is_not_shown_is_refused(clause: str) -> None:
    """By a check at points, a check that decides nothing, no check, by itself, by what is not there."""
    assert "clause: it" in failures(said(clause, "open: more"))


def test_what_is_cited_or_conjectured_proves_no_clause() -> None:
    cited = small("mine/cited", cited_because="of a book")
    unproved = small("mine/guess")
    for other, states in ((cited, {"cited"}), (unproved, set[str]())):
        for state in ("proved", "cited"):
            library = library_of(said(f"{state} by {other.id}: it", "open: more", checks=()), other)
            wrong = [check.detail for check in audit_entry(library, "mine/lemma-1").failed if check.name == "clause: it"]
            assert (not wrong) == (state in states), (other.id, state, wrong)


def test_another_page_refutes_a_clause_only_where_it_is_refuted() -> None:
    for verdict, good in (("refuted", True), ("corrected", True), ("holds", False)):
        other = small("mine/other", proof=lambda _: KNOWN, printed=Printed(verdict))  # type: ignore[arg-type]
        library = library_of(said("refuted by mine/other: it", checks=()), other)
        assert ("clause: it" not in {check.name for check in audit_entry(library, "mine/lemma-1").failed}) == good


@pytest.mark.parametrize(("name", "state"), [("feldman2018/lemma-14", "proved"), ("altschuler2022/lemma-2.11", "cited")])
def test_a_proof_that_applies_what_is_cited_makes_a_clause_cited(name: str, state: str) -> None:
    applied = builtin().statement(name).sequent
    assumed = {label: to_text(term) for label, term in applied.assumptions}
    verdict, detail = replayed(to_text(applied.conclusion), applied.kinds, assumed, lambda b: b.theorem(name, {}), (name,))
    assert verdict == "true"
    assert check_finding(Check("it", lambda: (verdict, detail))).replayed == state


def test_what_is_proved_from_a_cited_statement_makes_a_clause_cited() -> None:
    """Beside the axioms of the kernel nothing may be believed under a clause that is proved."""
    for believed, state in (((), "proved"), (("figure/renyi-to-dp",), "proved"), (("figure/renyi-to-dp", "mine/of-a-book"), "cited")):
        assert state_of(Standing("proved", believed)) == state
    assert [state_of(Standing(status)) for status in ("proved_from", "refuted", "vacuous")] == ["cited", "refuted", None]


def test_numbers_show_an_instance_or_refute() -> None:
    for digits, accuracy, state in (("0.5", "rounds to it", "instance"), ("0.7", "false", "refuted")):
        number = PrintedNumber("half", "1/2", digits, accuracy=accuracy)  # type: ignore[arg-type]
        statement = said(f"{state} by numbers: it", "open: more", checks=(), numbers=(number,))
        judged, wrong = judge_clauses(statement, Standing("proved"), "holds in part", (), lambda _: None)
        assert (judged[0].state, wrong) == (state, ())


def test_an_item_holds_where_every_clause_does() -> None:
    whole = said("proved by conclusion: it", "instance by at points: that", verdict="holds", checks=(HELD, TRIED))
    assert failures(whole) == set()
    for more in ("open: more", "refuted by it fails at 3: more"):
        assert "as printed" in failures(said("proved by conclusion: it", more, verdict="holds", checks=(HELD, TRIED, BROKEN)))


def test_clauses_are_counted_and_an_item_without_any_is_one() -> None:
    report = audit(library_of(said("proved by conclusion: it", "open: more", checks=()), small("mine/one", proof=lambda _: KNOWN, printed=Printed("holds"))))
    assert report.summary()["clauses"] == {"proved": 2, "cited": 0, "instance": 0, "open": 1, "refuted": 0}
    first, second = report.entries
    assert first.to_json()["clauses"] == [
        {"text": "it", "line": "1", "formula": "x > 0", "state": "proved", "by": "conclusion"},
        {"text": "more", "line": "1", "formula": "", "state": "open", "by": ""}]
    assert (counted(first.clauses), counted(second.clauses)) == ("2 clauses: 1 proved, 1 open", "1 clause: 1 proved")


@pytest.mark.parametrize("text", ["it holds", "proved: it", "refuted: it", "shown by conclusion: it", "proved by conclusion", 3])
def test_what_is_no_clause_is_refused(text: object) -> None:
    with pytest.raises(InputError, match="clauses"):
        read_clause(text)


def test_a_name_with_a_colon_stands_between_quotes() -> None:
    assert read_clause("proved by 'n = 1: it fails'; section 2: the bound").by == "n = 1: it fails"


def test_a_scrap_is_no_page_that_holds() -> None:
    """A page of which one thing of several is proved: the titles say more than the conclusions."""
    for name in ("asoodeh2020/eq-28", "altschuler2022/footnote-8", "feldman2018/remark-sampling-baseline",
                 "asoodeh2020isit/eq-18", "altschuler2022/construction-lower-aux", "altschuler2022/observation-3.3", "feldman2018/lemma-14",
                 "feldman2018/remark-public-sufficiency", "feldman2018/remark-one-step", "chourasia2021/theorem-3", "asoodeh2020/eq-6",
                 "asoodeh2020isit/eq-6", "feldman2018/lemma-15", "feldman2018/proposition-9", "asoodeh2020/eq-25-attained",
                 "asoodeh2020isit/eq-21", "asoodeh2020isit/eq-24", "asoodeh2020isit/remark-joint-convexity",
                 "asoodeh2020/definition-pnsgd"):
        statement = builtin().statement(name)
        assert statement.printed is not None
        assert statement.printed.verdict == "holds in part", name
        assert {one.state for one in statement.clauses} >= {"proved", "open"}, name


def test_that_identity_maps_attain_the_bound_is_proved() -> None:
    """For all parameters; the conclusion alone is an identity."""
    statement = builtin().statement("feldman2018/remark-tight-identity")
    assert [(one.state, one.by) for one in statement.clauses] == [
        ("proved", "conclusion"), ("proved", "identity maps attain it"), ("proved", "feldman2018/theorem-1")]
    assert any(check_finding(check).replayed for check in statement.checks)


@pytest.mark.parametrize(("name", "by", "state"), [
    ("feldman2018/proposition-17", "from the variational inequality", "cited"), ("feldman2018/theorem-23", "contractive steps", "cited"),
    ("feldman2018/theorem-24", "the worst run", "cited"), ("feldman2018/eq-hz", "with the lengths alone", "proved"),
    ("asoodeh2020/theorem-4", "updates that do not differ", "proved"), ("asoodeh2020/definition-3", "theta at distance 0", "proved"),
    ("asoodeh2020/remark-renyi-nonconvex", "disjoint supports", "cited"), ("asoodeh2020isit/theorem-5", "images that are points", "proved"),
    ("altschuler2022/theorem-5.1", "a larger factor serves", "proved"),
    ("feldman2018/eq-hz", "the length of h_z(x)", "proved"), ("altschuler2022/proposition-5.4", "with the factor 0", "proved"),
    ("asoodeh2020/eq-27", "the other way round", "proved"), ("asoodeh2020isit/lemma-4", "w - eta grad f is", "proved"),
])
def test_the_edges_of_a_page_have_their_clauses(name: str, by: str, state: str) -> None:
    """Flat domains, updates that do not differ, factors and distances that are 0, and every order above 1."""
    statement = builtin().statement(name)
    assert [one.state for one in statement.clauses if one.by == by] == [state]
    assert statement.printed is not None
    assert statement.printed.verdict == "holds"
    check, = (one for one in statement.checks if one.name.startswith(by))
    assert check_finding(check).replayed == "proved"
