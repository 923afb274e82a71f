"""What a notebook shows of symbolic objects, and their repr."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import pytest
import sympy
from IPython.core.formatters import DisplayFormatter

import pabisym as pb
from pabisym.symbolic.shown import FACE, register


class Shell:
    """What :func:`register` needs of an IPython shell."""

    def __init__(self) -> None:
        self.display_formatter = DisplayFormatter()


SHELL = Shell()
register(SHELL)


def shown(found: object, kind: str) -> str:
    text = SHELL.display_formatter.formatters[kind](found)
    assert isinstance(text, str), (found, kind)
    return text


def objects() -> dict[str, Any]:
    sigma, n = sympy.Symbol("sigma", positive=True), sympy.Symbol("n", integer=True, positive=True)
    formula = pb.divergences.gaussian_renyi(2, 1, sigma * sympy.sqrt(n))
    step = pb.Map(lipschitz=1, image=1) >> pb.Gaussian(std=sigma)
    run = pb.Process(steps=n, gap=1, noise=pb.Gaussian(std=sigma))
    return {"Process": run, "Table": pb.search("theorem-23", "iteration"), "Formula": formula, "Claim": formula <= 1, "Letter": formula.letters["n"], "KernelGraph": pb.start() >> step.differing(gap=1)}


@pytest.mark.parametrize(
    ("name", "kind", "part"),
    [("Formula", "text/latex", r"$\displaystyle \frac{1}{"), ("Claim", "text/latex", r"\le 1$"), ("KernelGraph", "image/svg+xml", "<svg"),
     ("Process", "text/latex", r"s_k = 1,\quad c_k = 1,\quad \sigma_k^2 = \sigma^{2}"), ("Table", "text/html", "<table"), ("Letter", "text/markdown", r"$n$: integer, $n \ge 1$")],
)  # fmt: skip
def test_a_notebook_shows_symbolic_objects(name: str, kind: str, part: str) -> None:
    assert part in shown(objects()[name], kind).replace(r"\leq", r"\le").replace(r"\geq", r"\ge")


@pytest.mark.parametrize("name", ["Formula", "Claim", "Letter", "KernelGraph"])
def test_a_repr_is_one_line(name: str) -> None:
    assert len(repr(objects()[name]).splitlines()) == 1


def test_all_other_results_are_shown_too() -> None:
    assert "<" in shown(pb.atlas(loss="convex", batches="full", domain="unbounded", noise="gaussian"), "text/html")


def test_the_table_names_types_that_there_are() -> None:
    for module, name in FACE:
        assert inspect.isclass(getattr(import_module(module), name))
