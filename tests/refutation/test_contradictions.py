"""Hypotheses that contradict each other: found where the kernel confirms it, never where something satisfies them."""

from __future__ import annotations

import pytest
from support.every import IDS

import pabisym
from pabisym.kernel.check import check
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.lang.term import free_names
from pabisym.library.contradictions import FALSE, contradiction
from pabisym.library.library import builtin
from pabisym.library.witness import find, is_contradictory

LETTERS = {"n": "integer", "m": "integer", "x": "real", "y": "real", "z": "real", "a": "real sequence", "f": "map", "Z": "noise"}
CONTRADICTORY = {
    "a square below 0": ("x**2 < 0",),
    "a binomial below 0": ("x**2 + 2*x*y + y**2 < 0",),
    "two orders": ("x < y", "y < x"),
    "a circle of orders": ("x > y", "y > z", "z > x"),
    "an integer between 0 and 1": ("n > 0", "n < 1"),
    "half of an odd number": ("2*n == 1",),
    "an odd and an even number": ("2*n == 2*m + 1",),
    "an integer root of 2": ("n**2 == 2",),
    "an integer between 1/3 and 1": ("3*n > 1", "3*n < 3"),
    "a product of two signs": ("x*y > 0", "x > 0", "y < 0"),
    "outside of a disk": ("x**2 + y**2 < 1", "x > 1"),
    "a quotient of 0": ("x*y == 1", "x == 0"),
    "a root of -1": ("x**2 == -1",),
    "more than 1/4": ("x*(1 - x) > 1/3",),
    "a negative exponential": ("exp(x) < 0",),
    "an exponential below its argument": ("exp(x) <= x",),
    "a negative root": ("sqrt(x) < 0", "x >= 0"),
    "a floor above": ("x < y", "floor(x) > y"),
    "every index and one of them": ("forall(k, 1, n, a(k) > 0)", "a(1) < 0", "n >= 1"),
    "every index twice": ("forall(k, 1, n, a(k) > 0)", "forall(k, 1, n, a(k) < 0)", "n >= 1"),
}
POSSIBLE = {
    "a square": ("x**2 <= 0",), "one order": ("x < y", "y < z"), "an integer between 0 and 2": ("n > 0", "n < 2"), "an even number": ("2*n == 4",),
    "two even numbers": ("2*n == 2*m",), "an integer root of 4": ("n**2 == 4",), "one sign": ("x*y > 0", "x < 0", "y < 0"),
    "inside a disk": ("x**2 + y**2 < 1", "x > 1/2"), "at most 1/4": ("x*(1 - x) >= 1/4",), "a floor below": ("x < y", "floor(x) < y"),
    "no index at all": ("forall(k, 1, n, a(k) > 0)", "forall(k, 1, n, a(k) < 0)"), "an exponential above": ("exp(x) >= x + 1",),
}  # fmt: skip


def stated(*assumed: str) -> Sequent:
    terms = [parse(text, "assumption", None) for text in assumed]
    kinds = {name: kind for name, kind in LETTERS.items() if any(name in free_names(term) for term in terms)}
    return Sequent("mine/a", kinds, tuple((f"{i}", term) for i, term in enumerate(terms)), parse("0 >= 1", "conclusion", None))


@pytest.mark.parametrize("name", CONTRADICTORY)
def test_a_contradiction_is_confirmed_by_the_kernel(name: str) -> None:
    sequent = stated(*CONTRADICTORY[name])
    proof = contradiction(sequent)
    assert proof is not None
    claim = Sequent("again", sequent.kinds, sequent.assumptions, FALSE)
    assert check(claim, proof).accepted
    for i in range(len(sequent.assumptions)):
        fewer = Sequent("fewer", sequent.kinds, sequent.assumptions[:i] + sequent.assumptions[i + 1 :], FALSE)
        assert len(sequent.assumptions) == 1 or not check(fewer, proof).accepted


@pytest.mark.parametrize("name", POSSIBLE)
def test_what_is_possible_is_not_called_contradictory(name: str) -> None:
    assert contradiction(stated(*POSSIBLE[name])) is None


@pytest.mark.parametrize("assumed", [("x**2 < 0",), ("x < y", "y < x"), ("n > 0", "n < 1")])
def test_the_referee_names_it(assumed: tuple[str, ...]) -> None:
    sequent = stated(*assumed)
    names = dict(sequent.kinds)
    tree = {"rule": "evident", "with": {"goal": "1 > 0"}, "premises": [], "conclusion": "1 > 0"}
    theorem = {"id": "mine/a", "names": names, "assumptions": [[str(i), text] for i, text in enumerate(assumed)], "conclusion": "1 > 0", "proof": tree}
    judged = pabisym.check({"format": "pabisym-proof", "version": 1, "conclusion": "1 > 0", "theorems": [theorem]})
    assert not judged.accepted
    assert "contradict each other" in judged.reason
    assert judged.instance is None


def test_where_nothing_is_confirmed_no_instance_is_known() -> None:
    """The kernel has no rule that a constant is not negative, so that this is no contradiction to it; it is with what is implied."""
    sequent = stated("lipschitz(f, x)", "x < 0")
    assert contradiction(sequent) is None
    assert find(sequent) is None
    assert is_contradictory(sequent)


@pytest.mark.campaign
@pytest.mark.parametrize("paper", IDS)
def test_no_statement_of_the_library_is_contradictory(paper: str) -> None:
    stated = [one for name in IDS[paper] if (one := builtin().statement(name)).conclusion]
    assert [one.id for one in stated if is_contradictory(one.sequent)] == []
