"""The status of a statement comes from its replayed proof and from nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from support.small_statements import library_of, small, step

from pabisym.kernel.rules import FIGURES
from pabisym.library.statement import Assumption, LinearPair, Printed, Statement, Structure, Symbol
from pabisym.library.status import build, walk

KNOWN = step("known", "x > 0", label="positive")
LAWS = {
    "structures": (Structure("P", "law", "a law"), Structure("Q", "law", "a law")),
    "assumptions": (Assumption("positive", "x > 0"), Assumption("order", "alpha > 1"), Assumption("near", "winf(P, Q, x)")),
    "conclusion": "renyi(alpha, x, P, Q, 0)",
}


def start(_: object = None) -> dict[str, Any]:
    """D^(x)(P || Q) <= 0 by the rule ``start``, whose sources are in the paper of lemma 20."""
    near = step("known", "winf(P, Q, x)", label="near")
    return step("start", "renyi(alpha, x, P, Q, 0)", near, alpha="alpha", z="x", P="P", Q="Q")


START = FIGURES["witness-in"].source.split()
BELIEVED = ("figure/renyi-same", "figure/witness-in")
"""What the figure ``start``, which a kernel proof derives, rests on."""


def applied(name: str) -> dict[str, Any]:
    order = step("known", "alpha > 1", label="order")
    return step("theorem", "x > 0", KNOWN, order, id=name, **{"for": {"x": "x", "alpha": "alpha"}})


def proved_by(tree: object) -> dict[str, Any]:
    return {"proof": lambda _: tree}


def test_a_replayed_proof_without_beliefs_is_proved() -> None:
    standing = library_of(small(**proved_by(KNOWN))).standing("mine/lemma-1")
    assert (standing.status, standing.cited, standing.steps, standing.problem) == ("proved", (), 1, "")


def test_a_wrong_conclusion_is_no_proof() -> None:
    standing = library_of(small(conclusion="x > 1", **proved_by(KNOWN))).standing("mine/lemma-1")
    assert standing.status == "conjectured"
    assert "concludes x > 0, not x > 1" in standing.problem


@pytest.mark.parametrize("tree", [{}, {"rule": "none", "with": {}, "premises": [], "conclusion": "x > 0"}, [], 3])
def test_a_malformed_tree_is_no_proof(tree: object) -> None:
    standing = library_of(small(**proved_by(tree))).standing("mine/lemma-1")
    assert standing.status == "conjectured"
    assert standing.problem


def test_a_builder_that_breaks_is_no_proof() -> None:
    def broken(_: object) -> dict[str, Any]:
        raise ZeroDivisionError("oh")

    standing = library_of(small(proof=broken)).standing("mine/lemma-1")
    assert standing.status == "conjectured"
    assert standing.problem == "the proof cannot be built: ZeroDivisionError: oh"


def test_without_a_proof_a_reason_to_believe_makes_it_cited() -> None:
    library = library_of(small(cited_because="it is old"), small("mine/lemma-2"))
    assert library.status == {"mine/lemma-1": "cited", "mine/lemma-2": "conjectured"}
    assert library.standing("mine/lemma-1").cited == ("mine/lemma-1",)


@pytest.mark.parametrize("plain", ["definition", "prose"])
def test_plain_items_have_no_status_to_earn(plain: Any) -> None:
    assert library_of(small(plain=plain)).standing("mine/lemma-1").status == plain


@pytest.mark.parametrize(("proved", "status"), [((), "cited"), (("renyi-same", "witness-in"), "proved")])
def test_a_proof_by_its_own_rule_is_cited_unless_coq_proves_the_rule(proved: tuple[str, ...], status: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("pabisym.library.believed.PROVED", dict.fromkeys(proved, "by_coq"))
    statement = small(START[0], **LAWS, proof=start)
    standing = library_of(statement).standing(START[0])
    assert (standing.status, standing.cited) == (status, BELIEVED)


@pytest.mark.parametrize(("proved", "status"), [((), "cited"), (("renyi-same", "witness-in"), "proved")])
def test_a_proof_by_a_rule_whose_source_is_its_own_step_is_cited_unless_coq_proves_the_rule(
        proved: tuple[str, ...], status: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("pabisym.library.believed.PROVED", dict.fromkeys(proved, "by_coq"))
    statement = small("feldman2018/theorem-0", **LAWS, proof=start, steps=(START[0],))
    assert library_of(statement).standing("feldman2018/theorem-0").status == status


def test_a_figure_is_believed_down_to_what_no_proof_discharges() -> None:
    standing = library_of(small(**LAWS, proof=start)).standing("mine/lemma-1")
    assert (standing.status, standing.cited, standing.figures) == ("proved", BELIEVED, ("start",))


@pytest.mark.parametrize(("paper", "status"), [("mine", "proved_from"), ("others", "proved")])
def test_what_rests_on_a_step_of_its_own_paper_is_proved_from_it(paper: str, status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.library.status.STEPS_OF", {"witness-in": paper})
    assert library_of(small(**LAWS, proof=start)).standing("mine/lemma-1").status == status


@pytest.mark.parametrize("fields", [{"plain": "definition"}, {"plain": "prose"}, proved_by(KNOWN), {"cited_because": "it is old"}])
def test_what_the_file_of_a_source_says_changes_nothing(fields: dict[str, Any]) -> None:
    """A figure is discharged by a proof of the figure alone: 53 figures were hidden behind files of their sources."""
    sources = [small(name, **fields) for name in START]
    assert library_of(small(**LAWS, proof=start), *sources).standing("mine/lemma-1").cited == BELIEVED


@pytest.mark.parametrize(("proved", "status"), [((), "cited"), (("winf-push",), "proved")])
def test_a_statement_that_is_a_figure_is_cited_whatever_its_letters(proved: tuple[str, ...], status: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("pabisym.library.believed.PROVED", dict.fromkeys(proved, "by_coq"))
    names = (Structure("U", "law", "a law"), Structure("V", "law", "a law"), Structure("g", "map", "a map"))
    holds = {"near": "winf(U, V, x)", "steady": "lipschitz(g, alpha)", "apart": "gap(g, h, y)"}
    given = tuple(Assumption(name, formula) for name, formula in holds.items())
    known = (step("known", formula, label=name) for name, formula in holds.items())
    said = "winf(push(g, U), push(h, V), alpha*x + y)"
    tree = step("winf-push", said, *known, z="x", c="alpha", s="y", P="U", Q="V", f="g", g="h")
    numbers = tuple(Symbol(name, "real", "a number") for name in ("x", "alpha", "y"))
    twin = small(structures=(*names, Structure("h", "map", "a map")), symbols=numbers, spots=(), assumptions=given, conclusion=said,
                 proof=lambda _: tree)
    standing = library_of(twin).standing("mine/lemma-1")
    assert (standing.status, standing.cited) == (status, ("figure/winf-push",))


def test_a_hypothesis_that_is_a_result_is_believed_by_the_statement_and_not_by_who_proves_it() -> None:
    strong = (Assumption("positive", "x > 0", kind="result"), Assumption("order", "alpha > 1"))
    library = library_of(small("mine/lemma-2", assumptions=strong, **proved_by(KNOWN)), small(**proved_by(applied("mine/lemma-2")), uses=("mine/lemma-2",)))
    first, second = library.standing("mine/lemma-2"), library.standing("mine/lemma-1")
    assert (first.status, first.cited) == ("proved_from", ("mine/lemma-2: positive",))
    assert (second.status, second.cited) == ("proved", ())


def test_a_theorem_contributes_its_leaves_and_must_be_established() -> None:
    top = small(**proved_by(applied("mine/lemma-2")), uses=("mine/lemma-2",))
    for fields, status, leaves in [
        (proved_by(KNOWN), "proved", ()),
        ({"cited_because": "it is old"}, "proved", ("mine/lemma-2",)),
        ({}, "conjectured", ()),
        (proved_by({}), "conjectured", ()),
    ]:
        standing = library_of(top, small("mine/lemma-2", **fields)).standing("mine/lemma-1")
        assert (standing.status, standing.cited) == (status, leaves)


def test_a_theorem_without_a_file_is_not_established() -> None:
    top = small(**proved_by(applied("mine/lemma-2")), uses=("mine/lemma-2",))
    standing = library_of(top).standing("mine/lemma-1")
    assert standing.status == "conjectured"
    assert "not a theorem established before" in standing.problem


def test_a_step_cannot_be_applied_as_its_host() -> None:
    top = small(**proved_by(applied("mine/eq-1")), uses=("mine/eq-1",))
    library = library_of(top, small("mine/lemma-2", **proved_by(KNOWN), steps=("mine/eq-1",)))
    assert library.standing("mine/lemma-1").status == "conjectured"


def test_a_rule_whose_source_is_refuted_carries_nothing() -> None:
    false = Printed("refuted", counterexample={"x": "1/2", "alpha": 2})
    source = small(START[0], conclusion="x > 1", printed=false)
    standing = library_of(small(**LAWS, proof=start), source).standing("mine/lemma-1")
    assert standing.status == "conjectured"
    assert standing.problem == f"the proof rests on {START[0]}, which is refuted"


def refuted_pair(bound: str) -> Statement:
    pair, at = LinearPair("1", "1", "x", "1"), {"x": 2, "alpha": 2}
    printed = Printed("refuted", bound=bound, counterexample=at, process=pair)
    return small(conclusion="", bound="alpha*x/4", printed=printed)


def test_a_statement_broken_by_its_own_counterexample_is_refuted() -> None:
    assert library_of(refuted_pair("")).standing("mine/lemma-1").status == "refuted"
    assert library_of(refuted_pair("alpha*x/4")).standing("mine/lemma-1").status == "refuted"


def test_a_page_that_differs_does_not_refute_the_statement() -> None:
    assert library_of(refuted_pair("alpha*x/5")).standing("mine/lemma-1").status == "conjectured"


def test_a_step_that_is_the_source_of_a_figure_is_cited_whatever_its_host() -> None:
    library = library_of(small(**proved_by(KNOWN), steps=("bok2024/section-3", "mine/eq-1")))
    assert [library.standing(name).status for name in ("mine/lemma-1", "bok2024/section-3", "mine/eq-1")] == ["proved", "cited", "proved"]


def test_building_collects_what_a_tree_names() -> None:
    statement = small(**LAWS, proof=lambda _: step("have", "x > 0", start(), applied("mine/a")))
    proof = build(statement, {})
    assert (proof.theorems, proof.sources) == (("mine/a",), tuple(START))


def test_walking_passes_over_whatever_is_no_step() -> None:
    assert [s["rule"] for s in walk(step("a", "", step("b", ""), step("c", "")))] == ["a", "b", "c"]
    assert list(walk({"rule": "a", "premises": [3, None, "x"]})) == [{"rule": "a", "premises": [3, None, "x"]}]


@pytest.mark.parametrize("plain", ["definition", "prose"])
def test_what_has_no_status_to_earn_cannot_be_applied(plain: Any) -> None:
    """A definition that concludes something proves nothing."""
    top = small(**proved_by(applied("mine/lemma-2")), uses=("mine/lemma-2",))
    standing = library_of(top, small("mine/lemma-2", plain=plain)).standing("mine/lemma-1")
    assert standing.status == "conjectured"
    assert "not a theorem established before" in standing.problem
