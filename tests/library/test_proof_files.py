"""Proofs as files: complete, replayed by the kernel alone, and rejected when tampered with."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
from support.every import IDS, REPRESENTATIVES, failures, one_of_each
from support.small_statements import library_of, small, step

from pabisym.errors import InputError
from pabisym.kernel.check import check
from pabisym.kernel.judgement import Sequent
from pabisym.library.library import builtin
from pabisym.library.proof_file import proof_document
from pabisym.library.status import walk
from pabisym.proof.json import FORMAT, replay, sequent_json
from pabisym.show.proof_outline import Outline, outline
from pabisym.show.text import outline_lines, parts
from pabisym.show.unicode import unicode_text


@lru_cache(maxsize=1)
def proved() -> tuple[str, ...]:
    """What the kernel proves."""
    return tuple(name for name in builtin().files if builtin().standing(name).status == "proved")


@lru_cache(maxsize=1)
def ends() -> tuple[str, ...]:
    """What no other proof applies; the files of these hold the proofs of all the others."""
    return tuple(name for name in proved() if name not in {one for other in proved() for one in builtin().proof(other).theorems})


def of(paper: str, names: tuple[str, ...]) -> list[str]:
    """Those of one paper."""
    return [name for name in names if name.startswith(paper + "/")]


def document(name: str = "feldman2018/theorem-23") -> dict[str, Any]:
    """The proof file of a statement, written and read again as JSON."""
    read: dict[str, Any] = json.loads(json.dumps(proof_document(builtin(), name)))
    return read


@pytest.mark.campaign
def test_the_ends_rest_on_all_proofs() -> None:
    assert {theorem["id"] for name in ends() for theorem in document(name)["theorems"]} >= set(proved())


def replays_alone(name: str) -> None:
    written = document(name)
    found = replay(written)
    assert found.accepted, found.reason
    theorems = written["theorems"]
    assert theorems[-1]["id"] == name
    assert found.conclusion == theorems[-1]["conclusion"]


@pytest.mark.campaign
@pytest.mark.parametrize("paper", IDS)
def test_every_proof_replays_from_its_file_alone(paper: str) -> None:
    assert list(failures(replays_alone, of(paper, ends()))) == []


@pytest.mark.quick
def test_one_proof_of_some_papers_replays_from_its_file_alone() -> None:
    assert list(failures(replays_alone, REPRESENTATIVES[::4])) == []


def test_what_the_kernel_believes_is_listed() -> None:
    found = replay(document())
    assert "figure/absorb" in found.believed
    assert set(found.believed) == set(builtin().standing("feldman2018/theorem-23").cited)
    assert found.assumed == {}


def test_a_theorem_without_a_proof_is_listed_with_what_it_says() -> None:
    data = document()
    data["theorems"][0]["proof"] = None
    found = replay(data)
    assert found.accepted
    assert "feldman2018/theorem-22" in found.believed
    assert found.assumed == {"feldman2018/theorem-22": data["theorems"][0]["conclusion"]}


def test_a_cited_statement_has_a_file_that_says_so() -> None:
    library = library_of(small(cited_because="it is old"))
    found = replay(proof_document(library, "mine/lemma-1"))
    assert found.assumed == {"mine/lemma-1": "x > 0"}
    assert (found.accepted, found.reason) == (False, "mine/lemma-1: it has no proof: mine/lemma-1 is what is to be proved, and its proof is null")


@pytest.mark.parametrize("fields", [{}, {"plain": "definition"}, {"cited_because": "it is old", "conclusion": ""}])
def test_nothing_else_has_a_file(fields: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="no proof to write"):
        proof_document(library_of(small(**fields)), "mine/lemma-1")


def weaken(data: dict[str, Any]) -> None:
    data["theorems"][-1]["conclusion"] = data["theorems"][-1]["conclusion"].replace("2*alpha", "1*alpha")
    data["conclusion"] = data["theorems"][-1]["conclusion"]


def drop_theorem(data: dict[str, Any]) -> None:
    del data["theorems"][0]


def reorder(data: dict[str, Any]) -> None:
    data["theorems"].reverse()


def claim_more(data: dict[str, Any]) -> None:
    data["conclusion"] = "1 > 2"


def drop_assumption(data: dict[str, Any]) -> None:
    data["theorems"][-1]["assumptions"] = [a for a in data["theorems"][-1]["assumptions"] if a[0] != "small steps"]


def change_assumption_of_lemma(data: dict[str, Any]) -> None:
    data["theorems"][0]["assumptions"] = [a for a in data["theorems"][0]["assumptions"] if a[0] != "amounts"]


def change_kind(data: dict[str, Any]) -> None:
    data["theorems"][-1]["names"]["n"] = "real"


@pytest.mark.parametrize("tamper", [weaken, drop_theorem, reorder, claim_more, drop_assumption, change_assumption_of_lemma, change_kind])
def test_a_tampered_file_is_rejected(tamper: Callable[[dict[str, Any]], None]) -> None:
    data = document()
    tamper(data)
    found = replay(data)
    assert not found.accepted
    assert found.reason


def test_every_single_step_of_a_proof_is_needed() -> None:
    """Replacing the conclusion of any one step by another true proposition is noticed."""
    data = document("feldman2018/lemma-21")
    steps = list(walk(data["theorems"][-1]["proof"]))
    for position in range(len(steps)):
        changed = copy.deepcopy(data)
        target: Any = list(walk(changed["theorems"][-1]["proof"]))[position]
        target["conclusion"] = "1 > 0"
        assert not replay(changed).accepted


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda d: d.pop("conclusion"), "does not have the keys"),
        (lambda d: d.update(more=1), "does not have the keys"),
        (lambda d: d.update(version=2), "of version 1"),
        (lambda d: d.update(theorems=[]), "at least one theorem"),
        (lambda d: d.update(theorems="x"), "at least one theorem"),
        (lambda d: d.update(theorems=[3]), "does not have the keys"),
        (lambda d: d["theorems"][0].update(id=3), "is not a statement"),
        (lambda d: d["theorems"][0].update(names=[]), "is not a statement"),
        (lambda d: d["theorems"][0].update(names={"x": 3}), "is not a statement"),
        (lambda d: d["theorems"][0].update(assumptions={"a": "b"}), "is not a statement"),
        (lambda d: d["theorems"][0].update(assumptions=[["a", "b", "c"]]), "is not a statement"),
        (lambda d: d["theorems"][0].update(assumptions=[["a", "b"]]), "is not a proposition"),
        (lambda d: d["theorems"][0].update(conclusion="1 +"), "position"),
        (lambda d: d["theorems"][0].update(conclusion=3), "is not a proposition"),
        (lambda d: d.update(conclusion=None), "a formula as text was expected"),
        (lambda d: d["theorems"].append(d["theorems"][0]), "is there twice"),
    ],
)
def test_what_is_no_proof_file_is_an_input_error(change: Callable[[dict[str, Any]], object], problem: str) -> None:
    data = document("feldman2018/lemma-21")
    change(data)
    with pytest.raises(InputError, match=problem):
        replay(data)


def test_names_of_unusable_kinds_are_rejected() -> None:
    data = document("feldman2018/lemma-21")
    data["theorems"][0]["names"]["alpha"] = "colour"
    assert not replay(data).accepted


def test_a_sequent_survives_its_json() -> None:
    sequent = builtin().statement("feldman2018/theorem-22").sequent
    data = sequent_json(sequent)
    assert data["names"] == dict(sequent.kinds)
    assert [label for label, _ in data["assumptions"]] == [label for label, _ in sequent.assumptions]
    assert isinstance(sequent, Sequent)
    assert json.loads(json.dumps(data)) == data


def test_a_format_of_its_own() -> None:
    assert document()["format"] == FORMAT == "pabisym-proof"


# In words.


def lines(name: str) -> list[str]:
    statement, tree = builtin().statement(name), builtin().proof(name).tree
    assert tree is not None
    return list(outline_lines(outline(statement, tree, builtin())))


@one_of_each
def test_a_drawn_proof_reaches_its_cited_leaves(name: str) -> None:
    if builtin().proof(name).tree is not None:
        page = lines(name)
        assert all(f"assumed {leaf}" in "\n".join(page) for leaf in builtin().standing(name).believed)
        assert page[0] == unicode_text(builtin().statement(name).sequent.conclusion)


def test_side_conditions_and_labels_are_drawn() -> None:
    page = "\n".join(lines("feldman2018/theorem-23"))
    assert "where η·β ≤ 2" in page
    assert "assumption [order]" in page
    assert "by the theorem feldman2018/theorem-22, proved" in page
    assert "by induction on j from 0 to n" in page
    assert "certificate: the difference of the sides" in page


def test_the_drawing_is_a_tree() -> None:
    leaf = Outline(None, "leaf")
    branch = Outline(None, "branch", "label:", (), (leaf, leaf))
    root = Outline(None, "root", "", (), (branch, leaf))
    assert list(outline_lines(root)) == ["root", "├─ label: branch", "│  ├─ leaf", "│  └─ leaf", "└─ leaf"]


MALFORMED: list[dict[str, Any]] = [
    {},
    {"rule": 3},
    step("theorem", "x > 0", id="none"),
    step("arithmetic", "((", terms=[3, {}]),
    step("cases", "x"),
]


@pytest.mark.parametrize("tree", MALFORMED)
def test_a_malformed_tree_is_drawn_without_complaint(tree: dict[str, Any]) -> None:
    statement = small(proof=lambda _: tree)
    assert list(outline_lines(outline(statement, tree, library_of(statement))))
    assert not check(statement.sequent, tree).accepted


def test_parts_of_a_docstring() -> None:
    assert parts("Title.\n\nStatement\n    a\n      b\n\n    c\nReference\n    d\n") == {
        "": ["Title."], "Statement": ["a", "  b", "c"], "Reference": ["d"],
    }  # fmt: skip
