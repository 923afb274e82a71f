"""Directions of formulas: what is seen is so at random points, and what is not monotone is never called so."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from pabisym.comparison.monotone import direction, monotone
from pabisym.divergence.evaluate import decide
from pabisym.errors import PabisymError
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call, substitute
from pabisym.lang.term import Number as Constant

FORMS: dict[str, int | None] = {
    "x": 1, "3": 0, "3 - 2*x": -1, "x/4 + 1": 1, "-x/(1 + x)": None, "1/(1 + x)": -1, "exp(-x)": -1, "x**2": 1, "x**(-2)": -1, "x - x**2": None,
    "(x - 1)**2": None, "(x - 1)*(x - 2)": None, "-2*(x + 1)": -1, "2**x": None, "sqrt(x)*log(2)": 1, "min(x, 3)": 1, "max(x, 1 - x)": None,
    "theta(exp(x), 2)": -1, "theta(2, x)": 1, "theta(exp(x), x)": None, "1 - theta(exp(x), 2)": 1, "abs(x - 1)": None, "floor(x)": None,
    "theta(exp(x), 1/2)*theta(exp(x), 3)**5": -1, "theta(exp(x), 2)/(7*(1 - theta(exp(x), 3)*theta(exp(x), 4)))": -1,
    "sum(x/k, k, 1, 5)": 1, "sum(k*exp(-x), k, -3, 5)": None, "sum(k - x, k, 1, x)": None, "exp(-(1 - x))": 1, "3/x": -1, "(2 - x)/x": None,
    "(-x)**2": None, "(-1 - x)**3": None, "(-x)**(-2)": None, "x*(-2)**3": -1, "x*(-2)**2": 1, "(-2)**(-3)*x": -1,
    "sum(x*(-k)**3, k, 1, 5)": None, "sum(x/(-k)**3, k, 1, 5)": None, "sum(x*(1 + k)**3, k, 1, 5)": 1, "sum(x*k**2, k, -5, -1)": None,
}  # fmt: skip


@pytest.mark.parametrize("text", FORMS)
def test_what_is_seen_of_a_form(text: str) -> None:
    assert direction(parse(text), "x") == FORMS[text]


def random_form(rng: random.Random, depth: int) -> str:
    if depth == 0:
        return rng.choice(["x", "1", "3/2", "2", "-1"])
    one, two = random_form(rng, depth - 1), random_form(rng, depth - 1)
    shapes = (f"({one} + {two})", f"({one} - {two})", f"({one})*({two})", f"({one})/({two})", f"exp({one})", f"({one})**2", f"min({one}, {two})",
              f"max({one}, {two})", f"theta(exp(x), exp({one}))", f"(1 - theta(exp(x), exp({one})))", f"sum(({one})/k, k, 1, 3)", f"sqrt(exp({one}))",
              f"({one})**(-1)", f"abs({one})")  # fmt: skip
    return rng.choice(shapes)


def differs(text: str, low: Fraction, high: Fraction, wanted: int) -> bool:
    """Does a formula certainly go against the direction from one point to a larger one."""
    ends = [substitute(parse(text), {"x": ((), Constant(at))}) for at in (low, high)]
    try:
        return decide(Call({1: ">", -1: "<", 0: "!="}[wanted], (ends[0], ends[1])), {}, 512) == "true"
    except PabisymError:
        return False


def test_random_forms_go_where_they_are_said_to() -> None:
    rng, seen = random.Random(5), 0
    for _ in range(400):
        text = random_form(rng, rng.randint(1, 3))
        wanted = direction(parse(text), "x")
        if wanted is None:
            continue
        points = sorted(Fraction(rng.randint(0, 24), 8) for _ in range(4))
        for low, high in itertools.pairwise(points):
            assert low == high or not differs(text, low, high, wanted), (text, low, high)
        seen += wanted != 0
    assert seen > 60


@pytest.mark.parametrize(("text", "is_so"), [("x >= 2", True), ("1 < exp(x)", True), ("x*(x - 1) <= 3", False), ("x == 1", False), ("x != 1", False),
                                             ("5/x >= 2", True), ("x", False)])  # fmt: skip
def test_conditions(text: str, is_so: bool) -> None:
    assert monotone(parse(text), "x") is is_so


@pytest.mark.parametrize("text", ["(-x)*(-x)", "(1 - x)*theta(exp(x), 2)", "1/(1 - x)", "(1 - x)**2", "(1 - x)*exp(-x)", "(-x)*(-1 - x)"])
def test_these_forms_turn_round(text: str) -> None:
    assert direction(parse(text), "x") is None
