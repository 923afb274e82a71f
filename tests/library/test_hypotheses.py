"""Every hypothesis of every statement has a kind, and no statement is proved that has a hypothesis which is a result."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from support.every import one_of_each

from pabisym.kernel.figures import STEPS_OF
from pabisym.library.believed import hypothesis_kinds, results
from pabisym.library.library import builtin
from pabisym.library.statement import Assumption, HypothesisKind, Statement

THE_PAGE_ASSUMES = {
    "balle2019mixing/theorem-1-ultra-mixing": "the kernel is gamma-ultra-mixing",
    "chourasia2021/theorem-2": "the constant of the logarithmic Sobolev inequality on the way",
}
"""Statements whose pages assume all that they assume, results among it, so that what holds is the whole page."""
STEPS = {"lipschitz", "lipschitzon", "steady"}
"""What may refer to a lemma and is part of the model: that one step is a contraction."""
REFERS = re.compile(r"\b(lemma|theorem|observation|proposition|corollary|chain)\b|inequality of|Chernoff|Doob|Pinsker|Jensen", re.IGNORECASE)


def hypotheses() -> Iterator[tuple[Statement, Assumption, HypothesisKind]]:
    """All hypotheses of all statements that conclude something, with their kinds."""
    for name in builtin().files:
        statement = builtin().statement(name)
        kinds = hypothesis_kinds(statement) if statement.conclusion else {}
        yield from ((statement, one, kinds[one.name]) for one in statement.assumptions if one.name in kinds)


@one_of_each
def test_no_proved_statement_has_a_result_among_its_hypotheses(name: str) -> None:
    standing, own = builtin().recalled(name), results(builtin().statement(name))
    assert standing.status != "proved" or not own
    assert standing.status != "proved_from" or (own == standing.hypotheses and set(own) <= set(standing.cited))


def test_every_hypothesis_has_a_kind() -> None:
    listed = list(hypotheses())
    assert {kind for _, _, kind in listed} == {"model", "domain", "result"}
    stated = {name for name in builtin().files if (one := builtin().statement(name)).conclusion and one.assumptions}
    assert {statement.id for statement, _, _ in listed} == stated


def test_what_refers_to_a_result_is_one_or_is_about_one_step() -> None:
    wrong = [(statement.id, one.name) for statement, one, kind in hypotheses() if kind != "result" and REFERS.search(one.meaning)
             and not any(f"{head}(" in one.holds for head in STEPS)]
    assert wrong == [("feldman2018/corollary-34", "smooth")], "that names the theorem in which the smoothness is chosen"


@pytest.mark.parametrize(("name", "hypothesis"), [
    ("altschuler2022/theorem-4.1", "bias"), ("altschuler2022/observation-A1", "Doob"), ("altschuler2022/eq-3.5", "Lemma 2.11"),
    ("feldman2018/theorem-28", "descent"), ("feldman2018/theorem-29", "descent"), ("feldman2018/eq-C-error", "Jensen"),
    ("chourasia2021/eq-13", "rate"), ("chourasia2021/eq-15", "rate"), ("chourasia2021/eq-21", "risk"), ("chourasia2021/eq-22", "risk"),
    ("chourasia2021/lemma-6", "descent"),
])  # fmt: skip
def test_results_that_were_named_are_counted(name: str, hypothesis: str) -> None:
    standing = builtin().recalled(name)
    assert standing.status == "proved_from"
    assert f"{name}: {hypothesis}" in standing.cited


def test_what_is_proved_from_a_result_holds_in_part_at_most() -> None:
    """What a page claims and a statement assumes is not stated: the verdict says so, and is counted apart."""
    from_results = {statement.id: statement.printed for statement, _, kind in hypotheses() if kind == "result" and statement.printed is not None}
    assert len(from_results) > 15
    assert {name for name, page in from_results.items() if page.verdict == "holds"} == THE_PAGE_ASSUMES.keys()
    for name, page in from_results.items():
        assert page.verdict != "holds in part" or any(one.state == "open" for one in builtin().statement(name).clauses), name


@pytest.mark.parametrize("others", [("pabisym/noisy-gd-dynamics",), pytest.param((), marks=pytest.mark.campaign, id="all")])
def test_nothing_of_a_paper_is_proved_from_its_own_step(others: tuple[str, ...]) -> None:
    """``dynamics`` is a step of Chourasia et al.: their Theorem 2 is proved from it, what others say with it is proved."""
    names = [name for name in builtin().files if name.startswith("chourasia2021/") or not others or name in others]
    rests = {name: standing.status for name in names if "figure/dynamics" in (standing := builtin().recalled(name)).believed}
    assert STEPS_OF == {"dynamics": "chourasia2021"}
    assert {name for name, status in rests.items() if name.startswith("chourasia2021/")} >= {
        "chourasia2021/theorem-2"}
    assert {status for name, status in rests.items() if name.startswith("chourasia2021/")} == {"proved_from"}
    assert "proved" in rests.values()
