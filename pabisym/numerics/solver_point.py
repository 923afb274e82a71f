"""Where a solver (z3) found its relations to hold, as rational numbers: a proposal, to be checked by who asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from pabisym.lang.rational import rational

__all__ = ["found_point"]

NEAR = 20
"""Decimal digits of a value that is an algebraic number, and no fraction."""


def found_point(model: Any, variables: Mapping[str, Any]) -> dict[str, fmpq]:
    """The value of each variable in a model of z3, a fraction near to it where it is an algebraic number; any value where it is free."""
    return {name: _value(model.eval(variable, model_completion=True)) for name, variable in variables.items()}


def _value(found: Any) -> fmpq:
    """The rational value of a number of z3: an integer, a fraction, or an algebraic number."""
    if hasattr(found, "as_fraction"):
        return rational(found.as_fraction(), "model")
    return fmpq(found.as_long()) if hasattr(found, "as_long") else rational(found.approx(NEAR).as_fraction(), "model")
