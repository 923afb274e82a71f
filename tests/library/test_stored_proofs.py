"""Proofs that are kept beside their theorem files: used when they fit, replayed always, built anew otherwise."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from support.every import IDS, failures, proved

from pabisym.library.audit import decide
from pabisym.library.findings import check_finding, printed_verdict
from pabisym.library.library import Library, builtin
from pabisym.library.rebuild import prove
from pabisym.library.stored_proof import CheckTrees, check_trees_of, checks_path, read_tree, stored_path, write_tree

FILE = '''"""A small one.

Statement
    x is positive.
Reads as
    A number.
Reference
    feldman2018, Lemma
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

BUILT = []


def proof(b):
    BUILT.append(1)
    return b.known("positive")


STATEMENT = Statement(
    id="mine/lemma", title="A small one.", kind="lemma", text=__doc__, reference=Reference("feldman2018", "Lemma"),
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > {least}"),),
    conclusion="x > {least}", spots=(Spot({{"x": 9}}),), proof=proof,
)
'''


def silent(_: str) -> None:
    """No progress is shown."""


@pytest.fixture
def library(tmp_path: Path) -> Callable[..., Library]:
    """The library with one small file of its own; the number says what it states."""

    def one(least: int = 0) -> Library:
        path = tmp_path / "mine" / "lemma.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(FILE.format(least=least), encoding="utf-8")
        return Library.load([tmp_path])

    return one


def built(library: Library) -> int:
    """How often the builder was asked."""
    return len(library.statement("mine/lemma").proof.__globals__["BUILT"])  # type: ignore[union-attr]


def store(library: Library) -> dict[str, Any]:
    """Store the proof, and what the file then holds."""
    (outcome,) = prove(library, ["mine/lemma"], silent, write=True)
    assert (outcome.outcome, outcome.steps, outcome.good) == ("stored", 1, True)
    return json.loads(stored_path(library.files["mine/lemma"].path).read_text(encoding="utf-8"))


def test_a_stored_proof_is_replayed_and_not_built(library: Callable[..., Library]) -> None:
    store(library())
    again = library()
    assert again.standing("mine/lemma").status == "proved"
    assert again.proof("mine/lemma").stored
    assert built(again) == 0


def test_another_statement_asks_the_builder(library: Callable[..., Library]) -> None:
    store(library())
    other = library(least=1)
    assert other.standing("mine/lemma").status == "proved"
    assert (other.proof("mine/lemma").stored, built(other)) == (False, 1)


def test_an_edit_of_the_same_length_in_the_same_second_is_seen(library: Callable[..., Library], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = library(0).files["mine/lemma"].path
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    path.write_text(FILE.format(least=1), encoding="utf-8")
    os.utime(path, ns=times)
    found = Library.load([path.parent.parent]).statement("mine/lemma")
    assert found.conclusion == "x > 1"


def test_a_forged_tree_is_refused_by_the_kernel_and_built_anew(library: Callable[..., Library]) -> None:
    first = library()
    data = store(first)
    path = first.files["mine/lemma"].path
    write_tree(path, data["statement"], {**data["proof"], "with": {"label": "nothing"}})
    forged = library()
    assert forged.proof("mine/lemma").stored
    assert forged.standing("mine/lemma").status == "proved"
    assert (forged.proof("mine/lemma").stored, built(forged)) == (False, 1)


def test_a_forged_tree_without_a_good_builder_proves_nothing(library: Callable[..., Library]) -> None:
    first = library()
    data = store(first)
    path = first.files["mine/lemma"].path
    write_tree(path, data["statement"], {**data["proof"], "conclusion": "x > 1"})
    path.write_text(path.read_text(encoding="utf-8").replace('b.known("positive")', 'b.known("nothing")'), encoding="utf-8")
    standing = Library.load([path.parent.parent]).standing("mine/lemma")
    assert standing.status == "conjectured"
    assert standing.problem


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"statement": 3}', "[" * 100_000, '{"statement": "DIGEST", "proof": []}'])
def test_an_unreadable_file_is_passed_over(library: Callable[..., Library], text: str) -> None:
    first = library()
    digest = first.fingerprint("mine/lemma")
    path = first.files["mine/lemma"].path
    write_tree(path, digest, {})
    stored_path(path).write_text(text.replace("DIGEST", digest), encoding="utf-8")
    assert read_tree(path, digest) is None
    assert library().standing("mine/lemma").status == "proved"


def test_comparing_writes_nothing_and_says_what_differs(library: Callable[..., Library]) -> None:
    first = library()
    (missing,) = prove(first, ["mine/lemma"], silent, write=False)
    assert (missing.outcome, missing.good) == ("differs", False)
    assert not stored_path(first.files["mine/lemma"].path).exists()
    store(library())
    (same,) = prove(library(), ["mine/lemma"], silent, write=False)
    assert (same.outcome, same.good) == ("same", True)


def test_a_proof_that_fails_is_not_stored(library: Callable[..., Library]) -> None:
    first = library()
    path = first.files["mine/lemma"].path
    path.write_text(path.read_text(encoding="utf-8").replace('b.known("positive")', 'b.known("nothing")'), encoding="utf-8")
    broken = Library.load([path.parent.parent])
    (outcome,) = prove(broken, ["mine/lemma"], silent, write=True)
    assert (outcome.outcome, outcome.good) == ("fails", False)
    assert not stored_path(path).exists()


def is_stored(name: str) -> None:
    library = builtin()
    assert read_tree(library.files[name].path, library.fingerprint(name)) is not None, "run: pabisym prove"


@pytest.mark.parametrize("paper", IDS)
def test_the_proofs_of_the_built_in_files_are_stored_and_current(paper: str) -> None:
    names = proved(builtin(), IDS[paper])
    assert names
    assert list(failures(is_stored, names)) == []


CHECKED = '''"""A small one.

Statement
    x is positive.
Reads as
    A number.
Reference
    feldman2018, Lemma
"""

from pabisym.library.checks import replayed
from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Symbol

BUILT = []


def proof(b):
    BUILT.append(1)
    return b.known("positive")


STATEMENT = Statement(
    id="mine/lemma", title="A small one.", kind="lemma", text=__doc__, reference=Reference("feldman2018", "Lemma"),
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"),),
    conclusion="x > 0", spots=(Spot({"x": 9}),), proof=lambda b: b.known("positive"),
    checks=(Check("again", lambda: replayed("y > 0", {"y": "real"}, {"positive": "y > 0"}, proof)),),
)
'''


@pytest.fixture
def checked(tmp_path: Path) -> Callable[[], Library]:
    """The library with one small file of its own, whose check proves something."""
    path = tmp_path / "mine" / "lemma.py"
    path.parent.mkdir()
    path.write_text(CHECKED, encoding="utf-8")
    return lambda: Library.load([tmp_path])


def asked(library: Library) -> int:
    """How often the builder of the check is asked by an audit, which finds that the check holds."""
    verdict = {found.name: found.verdict for found in decide(library, "mine/lemma").checks}
    assert verdict == {"again": "true"}
    return len(library.statement("mine/lemma").checks[0].decide.__globals__["BUILT"])  # type: ignore[attr-defined]


def test_the_proof_of_a_check_is_stored_and_replayed_and_not_built(checked: Callable[[], Library]) -> None:
    library = checked()
    path = checks_path(library.files["mine/lemma"].path)
    assert asked(checked()) == 1
    outcomes = prove(library, ["mine/lemma"], silent, write=False)
    assert [(one.id, one.outcome) for one in outcomes] == [("mine/lemma", "differs"), (str(path), "differs")]
    assert not path.exists()
    prove(library, ["mine/lemma"], silent, write=True)
    assert len(json.loads(path.read_text(encoding="utf-8"))) == 1
    assert asked(checked()) == 0
    assert [one.outcome for one in prove(checked(), ["mine/lemma"], silent, write=True)] == ["same"]
    assert checked().statement("mine/lemma").checks[0].decide()[0] == "true"


@pytest.mark.parametrize("tree", [{"rule": "known", "with": {"label": "nothing"}, "premises": [], "conclusion": "y > 0"}, None, 3, [], "y > 0"])
def test_a_forged_proof_of_a_check_is_refused_and_built_anew(checked: Callable[[], Library], tree: object) -> None:
    library = checked()
    prove(library, ["mine/lemma"], silent, write=True)
    path = checks_path(library.files["mine/lemma"].path)
    (key,) = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({key: tree}), encoding="utf-8")
    assert asked(checked()) == 1


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"x": 1}', b"[" * 100_000, b"\xff"])
def test_an_unreadable_file_of_checks_is_passed_over_and_written_anew(checked: Callable[[], Library], content: bytes) -> None:
    path = checks_path(checked().files["mine/lemma"].path)
    path.parent.mkdir()
    path.write_bytes(content)
    assert asked(checked()) == 1
    prove(checked(), ["mine/lemma"], silent, write=True)
    assert asked(checked()) == 0


def test_the_proofs_of_the_checks_of_the_built_in_files_are_stored_and_current() -> None:
    paths = {name: entry.path for name, entry in builtin().files.items() if checks_path(entry.path).is_file()}
    assert len(paths) > 20
    for name, path in paths.items():
        with check_trees_of(CheckTrees.of(path)) as trees:
            for check in builtin().statement(name).checks:
                check_finding(check)
        assert trees.built.keys() == trees.stored.keys(), f"{name}: run pabisym prove"


def test_a_page_is_judged_with_the_stored_proofs_of_its_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lists or shows a statement waits for no search: that of this one takes longer than the replays of its whole paper."""
    statement = builtin().statement("feldman2018/eq-32-conversion")
    stored = printed_verdict(statement, proved=True)

    def search(_: object) -> NoReturn:
        raise AssertionError("a proof is searched for")

    monkeypatch.setattr("pabisym.library.checks.at_once", search)
    assert printed_verdict(statement, proved=True) == stored
    assert statement.printed is not None
    assert stored[0] == statement.printed.verdict


@pytest.mark.campaign  # an audit builds anew what the kernel refuses, and no list is kept then
def test_every_stored_proof_of_the_built_in_files_is_accepted() -> None:
    library = builtin()
    assert [name for name in library.files if library.proof(name).tree is not None and library.replay(name) is None] == []
