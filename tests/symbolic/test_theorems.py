"""Theorems as symbolic objects: letters, bounds, application, proofs, citation; statements of one's own; search."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import mpmath
import networkx
import numpy as np
import pytest
import sympy as sp

import pabisym as pb
from pabisym.errors import InputError, Undecided
from pabisym.library.theorem import LibraryTheorem
from pabisym.library.theorem import theorem as library_theorem
from pabisym.proof.script import Script

n, t = sp.symbols("n t", integer=True, positive=True)
L, sigma = sp.symbols("L sigma", positive=True)
TH = "feldman2018/theorem-23"


def test_a_theorem_has_letters_with_domain_meaning_and_symbol() -> None:
    th = pb.theorem(TH)
    assert isinstance(th, pb.Theorem)
    assert isinstance(th, LibraryTheorem)
    letter = th.letters["sigma"]
    assert (letter.domain, letter.meaning.endswith("[loss/iterate]"), letter.symbol) == ("real, sigma > 0", True, sigma)
    assert th.letters["V"].domain == "law sequence"
    assert str(th.bound) == th.bound_text == "2*alpha*L**2/(sigma**2*(n + 1 - t))"
    assert [one.name for one in th.assumptions[:3]] == ["order", "first", "last"]
    assert str(th.conclusion).startswith("renyi(alpha, 0, push(projection(K), V(n))")
    assert th.conclusion.decide().status == "undecided"
    assert th.latex() == th.conclusion.latex()
    assert repr(th) == f"Theorem('{TH}', '2*alpha*L**2/(sigma**2*(n + 1 - t))')"


def test_what_was_documented_of_a_theorem_keeps_working() -> None:
    th, old = pb.theorem(TH), library_theorem(TH)
    assert (th.fingerprint, th.status, th.cited, th.statement) == (old.fingerprint, old.status, old.cited, old.statement)
    assert th.proof_document() == old.proof_document()
    assert pb.check(th)
    assert th.best_epsilon("1e-6", 9, L=1, sigma=4, n=1000, t=10) == old.best_epsilon("1e-6", 9, L=1, sigma=4, n=1000, t=10)


def test_numbers_of_every_library_are_taken_at_a_point() -> None:
    th = pb.theorem(TH)
    found = th.at({sigma: np.float64(0.5), "n": np.int64(10)}, L=mpmath.mpf(1), t=sp.Integer(10), alpha=Fraction(3, 2))
    assert found.enclosure(5).exact == 12
    root = th.at(L=sp.sqrt(3), sigma=1, n=1, t=1, alpha=2)
    assert root.enclosure(20).exact == 12
    with pytest.raises(InputError, match="at sigma: a truth value is not a number"):
        th.at(sigma=True)


def test_a_theorem_is_applied_at_formulas_and_what_is_proved_vanishes() -> None:
    th = pb.theorem(TH)
    found = th.apply(n=n + 1, t=1, L=2 * L, sigma=sigma, alpha=2)
    assert str(found.bound) == "16*L**2/(sigma**2*(n + 1))"
    assert found.bound is not None
    assert found.bound.symbols("L sigma n") == (L, sigma, n)
    assert [str(one) for one in found.bound.assumptions] == ["eta <= 2/beta"]
    left = th.apply(n=n, t=t)
    assert [str(one) for one in left.assumptions[:2]] == ["t <= n", "eta <= 2/beta"]
    assert left.assumptions[-1].name == "Gaussian"
    assert str(found.conclusion).endswith("W(n + 1)), 16*L**2/(sigma**2*(n + 1)))")
    assert found.cite() == th.cite()


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"t": 0}, "the assumption 1 <= t does not hold"), ({"n": n, "t": n + 1}, "the assumption t <= n does not hold"),
        ({"q": 1}, "has no letter 'q' that is a number"), ({"V": n}, "has no letter 'V' that is a number"),
        ({"n": L}, "L is not known to be an integer"), ({"L": 0.5}, "0.5 is a float"),
    ],
)
def test_an_application_outside_the_assumptions_is_refused(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError) as caught:
        pb.theorem(TH).apply(**given)
    assert problem in str(caught.value)


def test_a_definition_in_a_bound_is_used_where_no_value_is_given() -> None:
    th = pb.theorem("altschuler2022/eq-5.3")
    assert th.bound is not None
    defined = [name for name, letter in th.letters.items() if letter.definition is not None and name in th.bound.letters]
    assert defined
    spot = th.statement.spots[0]
    at = {name: value for name, value in spot.at.items() if name not in defined}
    assert th.bound.at(at, digits=12) == th.at(at).enclosure(12)
    assert float(th.bound.lambdify()(at)) == pytest.approx(float(th.at(at).enclosure(12)), rel=1e-10)
    given = {**at, defined[0]: Fraction(1, 3)}
    assert float(th.bound.lambdify()(given)) == pytest.approx(float(th.bound.at(given, force=True)), rel=1e-10)


def test_a_proof_is_a_tree_to_walk_and_draw() -> None:
    proof = pb.theorem(TH).proof
    assert proof is not None
    assert proof["rule"] == proof.rule == "have"
    assert proof.steps == pb.theorem(TH).standing.steps
    graph = proof.networkx()
    assert networkx.is_arborescence(graph)
    assert len(graph) == proof.steps
    assert {node.rule for node in proof.walk()} == {rule for _, rule in graph.nodes(data="rule")}
    assert proof.text(1).splitlines()[0] == f"{proof.conclusion}  [have]"
    assert pb.theorem("feldman2018/definition-8").proof is None
    (axes,) = proof.draw(2).axes
    shown = [premise.rule for node in proof.premises for premise in (node, *node.premises)]
    assert sorted(text.get_text() for text in axes.texts) == sorted([proof.rule, *shown])
    assert len(axes.lines) == len(shown)
    assert len({text.get_position() for text in axes.texts}) == len(axes.texts)


def test_beliefs_page_and_citation() -> None:
    th = pb.theorem(TH)
    assert tuple(one.id for one in th.believed) == tuple(one.id for one in pb.beliefs(TH))
    assert th.printed is not None
    assert (th.printed.verdict, th.verdict) == ("holds", "holds")
    assert th.cite().startswith("@inproceedings{feldman2018,")
    assert th.cite().count("{") == th.cite().count("}")
    assert "note      = {pabisym/taut-string of pabisym, after Theorem 22 in scaled" in pb.theorem("pabisym/taut-string").cite()


def test_a_statement_of_ones_own_is_proved_and_checked() -> None:
    stated = pb.Statement(letters=[L, sigma], assumptions=[sigma >= L], conclusion=L / sigma <= 1)
    assert stated.status == "undecided"
    assert stated.proof is None
    proved = stated.prove()
    assert proved.status == "proved"
    assert proved.proof is not None
    assert pb.check(proved)
    document = json.loads(json.dumps(proved.proof_document()))
    assert pb.check(document)
    document["theorems"][-1]["conclusion"] = document["conclusion"] = "L/sigma <= 1/2"
    assert not pb.check(document)


def test_steps_are_relations_or_tactics() -> None:
    stated = pb.Statement(letters={"x": "real, x > 0", "y": "real"}, assumptions="y >= x", conclusion="1/y <= 1/x")
    assert stated.prove(["y > 0"]).status == "proved"

    def tactics(p: Script) -> Any:
        p.have("positive", "y > 0")
        return p.prove("1/y <= 1/x")

    assert stated.prove(tactics).proof == stated.prove(tactics).proof
    with pytest.raises(Undecided, match="1/y <= 1/x is not proved: no certificate was found for x >= 1"):
        stated.prove(["x >= 1"])
    with pytest.raises(InputError, match="has 2 relations"):
        pb.Statement(letters={"x": "real"}, conclusion="0 <= x <= 1")


def test_a_proved_statement_is_saved_as_a_theorem_file(tmp_path: Any) -> None:
    stated = pb.Statement(letters={"x": "real, x > 0", "y": "real"}, assumptions="y >= x", conclusion="1/y <= 1/x", id="mine/falling")
    with pytest.raises(InputError, match=r"mine/falling: is not proved; call \.prove first"):
        stated.save(tmp_path)
    file = stated.prove(["y > 0"]).save(tmp_path)
    assert file == tmp_path / "mine" / "falling.toml"
    found = pb.theorem("mine/falling", tmp_path)
    assert (found.status, str(found.conclusion)) == ("proved", "1/y <= 1/x")
    assert found.letters["x"].domain == "real, x > 0"
    assert found.library.proof("mine/falling").stored
    assert found.statement.sequent == stated.sequent
    file.write_text(file.read_text(encoding="utf-8").replace("1/y <= 1/x", "1/y <= 1/(2*x)"), encoding="utf-8")
    assert pb.theorem("mine/falling", tmp_path).status != "proved"


def test_search_and_find_give_tables() -> None:
    found = pb.search("sampled", loss="convex")
    assert found.columns == ("id", "number", "title", "tags")
    assert all("sampled" in str(row) for row in found)
    assert {row["id"] for row in found} <= {row["id"] for row in pb.find(loss="convex")}
    assert len(repr(found).splitlines()) == len(found) + 1
    with pytest.raises(InputError, match="wrong is not known"):
        pb.find(loss="wrong")  # type: ignore[arg-type]


def test_anything_is_evaluated() -> None:
    assert pb.evaluate(TH, L=1, sigma=4, n=1000, t=10, alpha=8).exact == Fraction(1, 991)
    assert pb.evaluate(sp.sqrt(sp.Integer(2)) * L, {L: sp.sqrt(2)}, digits=9).upper.startswith("2.000000000")
    assert pb.evaluate("sum(k, k, 1, n)", n=4).exact == 10
    with pytest.raises(InputError, match="no value for x"):
        pb.evaluate("x + 1")
