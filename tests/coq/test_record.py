"""The one list: what ``pabisym beliefs --of ID`` prints, by what Coq's ``Print Assumptions`` listed when the theorems compiled.

The record is written where Coq runs (:mod:`support.coq_record`); what is compared here needs no Coq.
"""

from __future__ import annotations

from functools import cache

import pytest
from support.coq_record import WORDS, expected, figures_rest, in_coq, lists_text, proved_from_others, record, statements
from support.coqc import REALS, assumptions, lists

import pabisym
from pabisym.coq.figures import axioms, figures_proved_in_coq, figures_text
from pabisym.coq.text import identifier
from pabisym.kernel.figures import FIGURES
from pabisym.library.beliefs import belief
from pabisym.library.coq_proofs import PROVED, RESTS, STATEMENTS_PROVED, coq_axioms
from pabisym.library.library import builtin
from pabisym.proof.figures import leaves

CITED = ("pabisym/adapted-shift", "pabisym/kahane", "pabisym/near-of-near", "pabisym/sampled-gaussian-bound")
"""Cited results that Coq does not prove."""


@cache
def names() -> dict[str, str]:
    """The statements by the files that Coq compiles."""
    return {f"{identifier(name)}.v": name for name in (*statements(), *STATEMENTS_PROVED)}


def test_the_list_of_every_compiled_statement_is_that_of_coq() -> None:
    """Both ways: no axiom of Coq's is missing, and none is listed beside those; what else Coq names is logic or a word."""
    held = record()["axioms"]
    assert set(held) <= set(names())
    assert len(held) >= 6
    assert not set().union(*map(set, held.values())) & REALS
    assert {file: set(listed) - WORDS for file, listed in held.items()} == {file: set(expected(names()[file])) for file in held}


def test_few_axioms_are_left_over_all_statements() -> None:
    left = frozenset().union(*(expected(name) for name in statements()))
    assert left <= in_coq([*(f"figure/{key}" for key in axioms()), *CITED])
    assert len(left) <= 12


def test_what_is_printed_of_a_statement_are_the_axioms_and_apart_what_coq_proves() -> None:
    found = pabisym.beliefs("feldman2018/theorem-23")
    assert in_coq(found.axioms) == expected("feldman2018/theorem-23") == set(record()["axioms"]["feldman2018_theorem_23.v"]) - WORDS
    assert [one.id for one in found][: len(found.axioms)] == list(found.axioms)
    assert {one.id for one in found} >= set(builtin().standing("feldman2018/theorem-23").cited)
    assert found.to_json()["axioms"] == list(found.axioms)
    assert found.summary()["left"] == len(found.axioms)


def test_no_figure_that_the_kernel_derives_is_an_axiom() -> None:
    text = figures_text()
    assert {key for key in FIGURES if f"Axiom figure_{identifier(key)} :" in text} == set(axioms())
    assert not [key for key in axioms() if FIGURES[key].kind == "derived"]
    assert all(f"Theorem figure_{identifier(key)} :" in text for key in FIGURES if FIGURES[key].kind == "derived")


def test_what_figures_rest_on_are_axioms_and_those_that_the_kernel_believes_under_them() -> None:
    assert set(RESTS) == set(proved_from_others())
    assert not set(RESTS) & set(PROVED)
    for key, others in RESTS.items():
        assert set(others) <= set(axioms())
        assert FIGURES[key].kind != "derived" or {f"figure/{one}" for one in others} <= set(leaves([key]))
        assert belief(f"figure/{key}", builtin()).discharged


def test_a_list_is_that_of_its_figures() -> None:
    assert coq_axioms(["reflexive"], ["mine/a: known"]) == ()
    assert coq_axioms(["one", "reflexive"], [], {"one": ("lsi-push", "dynamics")}) == ("figure/lsi-push", "figure/dynamics")
    assert coq_axioms(["lsi-convolve"], ["pabisym/kahane", "pabisym/batch-gap"]) == ("figure/lsi-convolve", "pabisym/kahane")


SAID = "Axioms:\nSpace.E : EuclideanSpace\nfigure_lsi_push\n  : forall x : R,\n    lsi x\nClosed under the global context\nAxioms:\nclassic : forall P, P\n"


def test_what_coq_says_is_read_list_by_list() -> None:
    assert lists(SAID) == [{"E", "figure_lsi_push"}, set(), {"classic"}]
    assert assumptions(SAID) == {"E", "figure_lsi_push", "classic"}


def test_a_figure_that_rests_on_no_axiom_of_ours_is_refused() -> None:
    asked = lists_text().count("Print Assumptions")
    assert asked == len(RESTS) + 1
    assert all(f" figure_{identifier(key)} in" in lists_text() for key in figures_proved_in_coq() if key in PROVED)
    empty = "Closed under the global context\n"
    assert figures_rest(empty * asked) == dict.fromkeys(RESTS, ())
    with pytest.raises(ValueError, match="rest on stranger"):
        figures_rest("Axioms:\nstranger : False\n" + empty * (asked - 1))
    with pytest.raises(ValueError, match="rests on stranger, which is no axiom"):
        figures_rest(empty + "Axioms:\nclassic : forall P, P\nstranger : False\n" + empty * (asked - 2))
    with pytest.raises(ValueError, match="zip"):
        figures_rest(empty)
