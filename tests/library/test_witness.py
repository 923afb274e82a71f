"""Witnesses of the library: every statement with a proof has one, kept by ``pabisym prove``, and a wrong one is seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.every import IDS
from support.page_builders import page_builder

from pabisym.library.library import Library, builtin
from pabisym.library.rebuild import prove
from pabisym.library.witness import failing, model_words

NAME = "feldman2018/theorem-23"
FILE = """title = "Twice a number"
reference = {label = "1", key = "mine"}
kind = "lemma"
statement = "Twice a positive number is positive."
reads_as = "It grows."
letters = ["x: real: a number", "Z: noise: a noise"]
assumptions = ["positive: x > 0", "noise: gaussian(Z, x)"]
conclusion = "2*x > 0"
proof = "arithmetic"
spots = "x=1"
"""


def test_every_statement_with_a_proof_has_a_witness() -> None:
    without = [name for name, entry in builtin().files.items() if entry.statement.proof and entry.statement.stored_witness is None]
    assert without == []


@pytest.mark.campaign
@pytest.mark.parametrize("paper", IDS)
def test_every_witness_is_one(paper: str) -> None:
    stated = [builtin().statement(name) for name in IDS[paper]]
    assert [(one.id, wrong) for one in stated if one.stored_witness is not None and (wrong := failing(one.sequent, one.stored_witness))] == []


def test_a_witness_that_is_none_is_seen() -> None:
    statement = builtin().statement(NAME)
    witness = statement.stored_witness
    assert witness is not None
    assert failing(statement.sequent, witness) == ""
    for letter, value, said in (("alpha", "1", "order: alpha > 1"), ("t", "11", "last: t <= n"), ("eta", "3", "small steps"),
                                ("f", "quadratic(-1, 0)", "convex"), ("zeta", "white(1)", "Gaussian"), ("n", "1/2", "n: ")):  # fmt: skip
        assert failing(statement.sequent, {**witness, letter: value}).startswith(said), letter
    assert failing(statement.sequent, {name: value for name, value in witness.items() if name != "eta"}) == "eta has no value"
    assert "n = 10" in model_words(statement.sequent.kinds, witness)


def test_proving_keeps_witnesses(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "proofs").mkdir(parents=True)
    (folder / "lemma_1.toml").write_text(FILE, encoding="utf-8")
    kept = folder / "proofs" / "witnesses.json"
    kept.write_text('{"lemma_1": {"x": "-1"}, "gone": {}}', encoding="utf-8")
    prove(Library.load([tmp_path]), ["mine/lemma-1"], lambda _: None, write=True)
    assert json.loads(kept.read_text(encoding="utf-8")) == {"lemma_1": {"x": "1"}}
    kept.write_text('{"lemma_1":{"x": "5"}}\n', encoding="utf-8")
    assert [one.outcome for one in prove(Library.load([tmp_path]), ["mine/lemma-1"], lambda _: None, write=True)] == ["same"]
    assert json.loads(kept.read_text(encoding="utf-8")) == {"lemma_1": {"x": "5"}}, "one that is a witness stays"


def test_the_page_counts_the_kinds_of_all_hypotheses() -> None:
    kinds = page_builder("hypothesis_kinds")
    counted = kinds.counts()
    assert sum(sum(one.values()) for one in counted.values()) == sum(
        len(entry.statement.assumptions) for entry in builtin().files.values() if entry.statement.conclusion)
    assert counted["`renyi`"]["domain"] == counted["`gaussian`"]["result"] == 0
    assert kinds.table().splitlines()[-1].startswith("| together |")
