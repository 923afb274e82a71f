"""Every block of the page from a paper to a notebook runs as it is printed, and its theorems are those of the papers."""

from __future__ import annotations

from typing import Any

import pytest
from support.printed_code import Pasted, blocks

import pabisym as pb


@pytest.fixture(scope="module")
def session() -> Pasted:
    return Pasted()


@pytest.fixture(scope="module")
def shown(session: Pasted) -> list[list[Any]]:
    """The values that every block shows."""
    return [list(session.paste(block).values()) for block in blocks("from-a-paper.md")]


def test_the_allocation_of_one_pass_is_feasible_and_optimal(shown: list[list[Any]], session: Pasted) -> None:
    feasible, left, same = shown[1]
    assert (feasible.status, same) == ("proved", True)
    n, t, L, eta = (session.names[name] for name in ("n", "t", "L", "eta"))
    at = {pb.k: 3, n: 5, t: 2}
    assert left.subs(at) == L * eta
    (equal, tightness), paid, limit, digits = shown[2]
    assert (equal, tightness) == (True, "exact")
    assert paid.subs(at) == L * eta / 2
    assert limit.at().exact == 0
    assert digits.startswith("0.0080482897384305")


def test_looking_back_costs_what_the_bounded_domain_allows(shown: list[list[Any]]) -> None:
    assert shown[3][0].status == "proved"
    values, back = shown[4]
    assert values == [0.25, 1, 2, 2]
    assert back == 2


def test_contraction_is_the_bound_of_the_paper(shown: list[list[Any]]) -> None:
    (_, paper), same, graph = shown[5]
    assert same is True
    assert str(paper).startswith("theta(exp(epsilon), 2*L/sigma)")
    assert graph == pb.KernelGraph(graph.nodes, graph.edges, letters=graph.letters)
    assert float(shown[6][0]) < float(shown[6][1])


def test_the_sum_is_below_its_limit(shown: list[list[Any]]) -> None:
    summed, paper = shown[7][-1]
    assert 0.02 < summed < paper < 0.03


def test_the_optimum_is_below_the_dynamics(shown: list[list[Any]], session: Pasted) -> None:
    feasible, composition, limit, rows = shown[8]
    assert feasible.status == "proved"
    assert composition.equals("alpha*S**2*eta*K/(4*n**2*sigma**2)") is True
    assert limit.equals("alpha*S**2*(2 - eta*lam)/(4*lam*n**2*sigma**2)") is True
    assert all(0 < best < paper for _, best, paper in rows)
