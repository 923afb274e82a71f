"""A solver (z3) of one's own, and where it found relations to hold, as rational numbers: a proposal, to be checked by who asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flint import fmpq

from pabisym.lang.rational import rational

__all__ = ["OwnZ3", "found_point"]

NEAR = 20
"""Decimal digits of a value that is an algebraic number, and no fraction."""


_MAKERS = ("FreshReal", "Int", "Q", "Real", "RealVal", "Solver", "SolverFor")


class OwnZ3:
    """The module ``z3``, but what it makes belongs to a context of its own: threads that share the module's only one break the process."""

    def __init__(self) -> None:
        import z3

        self._z3, self._context = z3, z3.Context()

    def __getattr__(self, name: str) -> Any:
        """A name of the module."""
        found = getattr(self._z3, name)
        return partial(found, ctx=self._context) if name in _MAKERS else found


def found_point(model: Any, variables: Mapping[str, Any]) -> dict[str, fmpq]:
    """The value of each variable in a model of z3, a fraction near to it where it is an algebraic number; any value where it is free."""
    return {name: _value(model.eval(variable, model_completion=True)) for name, variable in variables.items()}


def _value(found: Any) -> fmpq:
    """The rational value of a number of z3: an integer, a fraction, or an algebraic number."""
    if hasattr(found, "as_fraction"):
        return rational(found.as_fraction(), "model")
    return fmpq(found.as_long()) if hasattr(found, "as_long") else rational(found.approx(NEAR).as_fraction(), "model")
