"""The page on Python by task: its blocks run as they are printed, it names what is public, and every entry has an example that is right."""

from __future__ import annotations

import doctest
import inspect
import re
import sys
from fractions import Fraction
from typing import Any

import pytest
from matplotlib.figure import Figure
from support.printed_code import DOCS, Pasted, blocks

import pabisym

PAGE = (DOCS / "api.md").read_text(encoding="utf-8").partition("## Inside")[0]
ENTRIES = re.findall(r"^\.\. auto(?:function|class):: pabisym\.(\S+)$", PAGE, re.MULTILINE)
RESULTS = {"Allocation", "Atlas", "Beliefs", "Checked", "Comparison", "Converted", "Decision", "Derivation", "Evaluation", "Explanation", "Gap",
           "JudgedAllocation", "LeastNoise", "Library", "Limit", "Privacy", "Splitting", "Sweep"}
"""Types that one meets as results of the functions of the page, whose examples have them."""
ERRORS = {"PabisymError", "InputError", "Undecided"}


def looked_up(entry: str) -> Any:
    found: Any = pabisym
    for name in entry.split("."):
        found = getattr(found, name)
    return found


def test_the_page_has_all_that_is_public_once() -> None:
    assert len(ENTRIES) == len(set(ENTRIES))
    spaces = {f"{space}.{name}" for space in pabisym.NAMESPACES for name in getattr(pabisym, space).__all__ if name.islower()}
    wanted = {*pabisym.__all__, *spaces} - RESULTS - ERRORS
    assert wanted - set(ENTRIES) <= {"course.moving_errors", "course.moving_string", "plots.movable"}
    assert set(ENTRIES) <= {*pabisym.__all__, *spaces}


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_says_what_it_is_and_has_an_example(entry: str) -> None:
    """Examples run in ``test_docstrings`` and, as they are pasted, in ``tests/symbolic/test_pasted_examples.py``."""
    found = looked_up(entry)
    assert inspect.getdoc(found)
    (test,) = doctest.DocTestFinder(recurse=False).find(found, entry, sys.modules[found.__module__])
    assert test.examples


@pytest.fixture(scope="module")
def shown() -> list[dict[str, Any]]:
    session = Pasted()
    return [{**session.paste(block), **session.names} for block in blocks("api.md")]


def test_derive(shown: list[dict[str, Any]]) -> None:
    one = shown[1]
    assert one["found.bound, found.tightness"][1] == "exact"
    assert one["found.bound, found.tightness"][0].equals("2*alpha*L**2/(sigma**2*(n + 1 - t))") is True
    assert one["run.claim(pb.Renyi(alpha) <= alpha*L**2/sigma**2).decide()"].status == "refuted"
    assert one["run.feasible(2*L/n)"].status == "refuted"
    assert list(one["pb.allocate(gap=[1, 0, \"1/2\"], noise_variance=1).allocation"]) == [Fraction(1, 2)] * 3
    assert one["pb.calibrate(gap=[0, 1, 0, 0], noise_variance=1, gdp=1).factor"] == Fraction(1, 3)


def test_graphs_and_formulas(shown: list[dict[str, Any]]) -> None:
    assert [str(one) for one in shown[2]["graph.bound(2), graph.contraction(2)"]] == ["theta(2, g/sigma)*theta(2, 1/sigma)**n",
                                                                                     "theta(2, 1/sigma)**(n + 1)"]
    assert shown[3]["f.at(alpha=8, L=1, sigma=4, n=1000, t=10, digits=30).exact"] == Fraction(1, 991)
    assert shown[3]["(f <= f.subs(t=n)).decide()"].status == "proved"
    assert shown[3]["pb.Eq(f, 2*f).decide()"].status == "refuted"


def test_verify(shown: list[dict[str, Any]]) -> None:
    assert shown[4]["th"].status == "proved"
    assert shown[4]["stated"].status == "proved"
    assert shown[4]["pb.check(stated.proof_document()).accepted"] is True


def test_account(shown: list[dict[str, Any]]) -> None:
    assert 0 < shown[5]["answer.best.id, float(answer.epsilon)"][1] < 10
    assert str(shown[5]["pb.divergences.gaussian_renyi(alpha, 1, sigma)"]) == "alpha/(2*sigma**2)"


def test_teach(shown: list[dict[str, Any]]) -> None:
    assert shown[6]['judge("1.1", 8)']
    assert isinstance(shown[6]["string"], Figure)
    assert isinstance(shown[6]["errors"], Figure)
