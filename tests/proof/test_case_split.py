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
