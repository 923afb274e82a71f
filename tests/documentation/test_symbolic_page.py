"""Every block of the page on symbolic objects runs as it is printed, in order, and the comments beside its lines are true."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
from support.printed_code import Pasted, blocks

import pabisym as pb

NAMES = ("numbers", "formulas", "processes", "graphs", "theorems")
BLOCKS = dict(zip(NAMES, blocks("symbolic.md"), strict=True))


class Page:
    """The page in one session: a block is run when it is first asked for, after the first one."""

    def __init__(self) -> None:
        self.session = Pasted()
        self.shown: dict[str, dict[str, Any]] = {}

    def of(self, name: str) -> dict[str, Any]:
        for one in ("numbers", name):
            if one not in self.shown:
                self.shown[one] = self.session.paste(BLOCKS[one])
        return self.shown[name]

    def value(self, name: str, line: str) -> Any:
        """The value of the line that begins so."""
        (found,) = [value for text, value in self.of(name).items() if text.startswith(line)]
        return found


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


def test_the_step_is_one_symbol(page: Page) -> None:
    page.of("numbers")
    assert page.session.names["k"] == sp.Symbol("k", integer=True, positive=True)
    assert "k" not in pb.__all__


def test_formulas(page: Page) -> None:
    text, latex, expression = page.value("formulas", "str(f)")
    assert text == "2*alpha*L**2/(sigma**2*(n + 1 - t))"
    assert r"\frac" in latex
    assert isinstance(expression, sp.Expr)
    letter = page.value("formulas", 'f.letters["L"]')
    assert (letter.domain, letter.symbol.is_real) == ("real, L >= 0", True)
    assert letter.meaning
    exact, near = page.value("formulas", "e.exact")
    assert exact == Fraction(1, 991) <= Fraction(near)
    assert page.value("formulas", "f.at({alpha").real > 0
    assert list(page.value("formulas", "f.over")) == [pytest.approx(2 * 2 / (16 * 991)), pytest.approx(2 * 8 / (16 * 991))]
    assert np.allclose(page.value("formulas", "f.lambdify"), 16 / (16 * (np.arange(10, 99) - 9)))
    assert [str(one) for one in page.value("formulas", "f.subs(t=1)")[:2]] == ["2*alpha*L**2/(sigma**2*n)", "2*alpha*L**2/sigma**2"]
    simple, same = page.value("formulas", "f.simplify()")
    assert simple.equals(page.session.names["f"]) is True
    assert same is False
    proved, refuted = page.value("formulas", "(f <= 2*f)")
    assert (proved.status, refuted.status) == ("proved", "refuted")
    assert refuted.at
    limit, _ = page.value("formulas", "f.limit")
    assert limit.status == "proved"
    assert limit.value.equals("2*L**2/(sigma**2*(n + 1 - t))") is True


SLOW = ("found", "run.feasible", "learn.derive")
"""Beginnings of the lines of the block on processes that search for long, which are run at night."""


def by_day() -> str:
    """The block on processes without what is slow."""
    return "\n".join(line for line in BLOCKS["processes"].splitlines() if not line.startswith(SLOW))


@pytest.mark.parametrize("block", [by_day(), pytest.param(BLOCKS["processes"], marks=pytest.mark.campaign)], ids=["by day", "whole"])
def test_processes(page: Page, block: str) -> None:
    page.of("numbers")
    session = Pasted()
    session.paste(BLOCKS["numbers"])
    values = session.paste(block)

    def value(line: str) -> Any:
        (found,) = [one for text, one in values.items() if text.startswith(line)]
        return found

    gap, contraction, variance = value("run.s(k)")
    k, (t, L, eta, sigma, c) = pb.k, (session.names[name] for name in ("t", "L", "eta", "sigma", "c"))
    assert (gap, contraction, variance) == (sp.Piecewise((2 * L * eta, sp.Eq(k, t)), (0, True)), c, eta**2 * sigma**2)
    feasible, refuted = value("plain.feasible")
    assert (feasible.status, refuted.status) == ("proved", "refuted")
    assert (refuted.at["n"], refuted.at["t"]) == (2, 2)
    assert value("plain.cost").equals("2*alpha*L**2/(sigma**2*(n + 1 - t))") is True
    assert value("plain.claim").status == "proved"
    assert value("pb.Process.from_toml") == session.names["run"]
    assert len(value("plain.constraints")) == 3
    assert str(value("pb.NoisyGD").simplify()) == "2*K*L**2/(n**2*sigma**2)"
    if block != by_day():
        assert session.names["found"].tightness == "exact"
        assert value("found.a(k)")[0].has(sp.Piecewise)
        assert value("run.feasible").status == "proved"


def test_kernel_graphs(page: Page) -> None:
    bound, value = page.value("graphs", "graph.bound(2)")
    assert str(bound) == "theta(2, g/sigma)*theta(2, D/sigma)**N"
    assert value == (pb.divergences.gaussian_hockey_stick(2, 1) ** 4).at()
    assert [str(one) for one in page.value("graphs", "step.contraction")] == ["theta(2, D/sigma)", "theta(2, D/sigma)**(N + 1)"]
    assert page.value("graphs", "pb.KernelGraph.from_networkx") is True
    assert all(isinstance(one, str) for one in page.value("graphs", "graph.svg()"))
    assert str(page.session.names["mixed"].bound(2)) == "p*theta(2, g/sigma)*theta(2, D/sigma)"


def test_theorems(page: Page) -> None:
    letter, assumptions, conclusion, status, cited = page.value("theorems", "th.letters")
    assert letter.domain == "real, sigma > 0"
    assert "t <= n" in [str(one) for one in assumptions]
    assert str(conclusion).startswith("renyi(")
    assert status == "proved"
    assert "Theorem 23" in cited
    assert str(page.value("theorems", "th.apply(n=n + 1")) == "16*L**2/(sigma**2*(n + 1))"
    assert "t <= n" in [str(one) for one in page.value("theorems", "th.apply(n=n, t=t)")]
    assert len(page.value("theorems", "pb.search").rows) > 3
    assert page.value("theorems", "pb.allocate") == Fraction(1, 18)
