"""Case distinctions in formulas, and what they divide by."""

from __future__ import annotations

import pytest

from pabisym.kernel.exact import Scope
from pabisym.lang.grammar import parse
from pabisym.proof.build import Builder, NoProof
from pabisym.proof.case_split import case_by_case


def test_a_formula_that_divides_by_zero_ends_the_search_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    b = Builder(Scope({"x": "real"}, ()))
    asked = []
    monkeypatch.setattr(Builder, "prove", lambda _, goal: asked.append(goal))
    with pytest.raises(NoProof, match="divides by 0"):
        case_by_case(b, parse("x == 1/0"), (parse("1/x"), parse("1/0")), lambda b: pytest.fail("a proof was begun"))
    assert asked == []


def divided(*known: str) -> None:
    """Decide 1/n + 1 >= 1 for a real n where some relations are known, by what n is divided by alone."""
    scope = Scope({"n": "real", "h": "real", "D": "real"}, tuple((f"known {i}", parse(text)) for i, text in enumerate(known)))
    case_by_case(Builder(scope), parse("1/n > 0"), (parse("1/n"),), lambda b: b.prove("1/n > 0"))


def test_a_divisor_is_above_zero_where_products_of_known_relations_exclude_what_is_not() -> None:
    divided("h > 0", "D > 0", "h*n - D > 0")
    with pytest.raises(NoProof, match="n is not shown to be nonzero"):
        divided("h > 0", "D > 0", "h*n + D > 0")
