"""Of ``pi`` the kernel and the independent checker know that it is positive; both refuse whatever needs more, or takes it for a letter."""

from __future__ import annotations

from typing import Any

import pytest
from support.proof_cases import evident, known, sequent, step
from support.proof_judges import independent, kernel

from pabisym.errors import InputError

Json = dict[str, Any]
X: Json = {"a": "x > 0"}


@pytest.mark.parametrize("goal", ["pi > 0", "pi*x > 0", "x/pi + 1 > 0", "2*pi*x - x*pi == x*pi", "sqrt(pi)*x == x*sqrt(pi)"])
def test_what_follows_from_its_being_positive(goal: str) -> None:
    statement = sequent(goal, "x: real", X)
    assert kernel(statement, evident(goal)).accepted
    assert independent(statement, evident(goal))


@pytest.mark.parametrize("goal", ["pi > 3", "pi < 4", "pi >= 1", "pi == 22/7", "pi*x > x", "pi < 0"])
def test_no_more_is_evident(goal: str) -> None:
    statement = sequent(goal, "x: real", X)
    assert not kernel(statement, evident(goal)).accepted
    assert not independent(statement, evident(goal))


def test_a_statement_that_declares_it_is_refused() -> None:
    statement = sequent("pi > 3", "pi: real", {"a": "pi > 3"})
    assert not kernel(statement, evident("pi > 3")).accepted
    assert not independent(statement, evident("pi > 3"))


def test_a_theorem_about_a_letter_is_not_instantiated_by_that_name() -> None:
    """A theorem about pi stays one about pi, whatever a proof says to put for it."""
    theorem = sequent("pi*y > 0", "y: real", {"a": "y > 0"})
    statement = sequent("2*x > 0", "x: real", X)
    for given in ({"y": "x", "pi": "2"}, {"y": "x"}):
        proof = step("theorem", "2*x > 0", known("x > 0", "a"), id=theorem["id"], **{"for": given})
        assert not kernel(statement, proof, {theorem["id"]: theorem}).accepted
    right = step("theorem", "pi*x > 0", known("x > 0", "a"), id=theorem["id"], **{"for": {"y": "x"}})
    assert kernel(sequent("pi*x > 0", "x: real", X), right, {theorem["id"]: theorem}).accepted


def test_it_is_no_index() -> None:
    with pytest.raises(InputError):
        kernel(sequent("forall(pi, 1, 3, pi > 0)"), evident("pi > 0"))
