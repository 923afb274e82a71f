"""A solver (z3) of one's own, what it is asked, and where it found its relations to hold: a proposal, to be checked by who asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flint import fmpq

from pabisym.lang.budget import proposal, seconds_left
from pabisym.lang.rational import rational, rational_text

__all__ = ["OwnZ3", "found_point", "point_of", "verdict"]

STEPS = 3_000
"""Steps of z3 in a millisecond of the processor, about: 1,700 to 5,000 were measured."""
WAITING = 20
"""How many times its milliseconds z3 may wait for the machine."""
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

    def number(self, value: fmpq) -> Any:
        """A rational of any length; z3 writes out integers of Python, which refuses long ones."""
        return self.RealVal(rational_text(value))


def verdict(solver: Any, milliseconds: int) -> str:
    """``sat``, ``unsat`` or ``unknown``, which is also what it says where z3 fails, or where a budget leaves it no time.

    Its limit is in its own steps, so that a machine with other work does not change an answer.  z3 may take longer than it is allowed to:
    where a budget leaves less than four times the milliseconds it is allowed less.
    """
    allowed = int(min(milliseconds, 250 * seconds_left()))

    def ask() -> str:
        solver.set("rlimit", STEPS * allowed)
        solver.set("timeout", WAITING * allowed)
        return str(solver.check())

    return (proposal(ask) if allowed > 0 else None) or "unknown"


def point_of(solver: Any, variables: Callable[[], Mapping[str, Any]], milliseconds: int) -> dict[str, fmpq] | None:
    """Where all relations of a solver hold; None where it finds nothing.  ``variables`` adds the relations, and names what to give."""
    letters = proposal(variables)
    found = letters is not None and verdict(solver, milliseconds) == "sat"
    return proposal(lambda: found_point(solver.model(), letters or {})) if found else None


def found_point(model: Any, variables: Mapping[str, Any]) -> dict[str, fmpq]:
    """The value of each variable in a model of z3, a fraction near to it where it is an algebraic number; any value where it is free."""
    return {name: _value(model.eval(variable, model_completion=True)) for name, variable in variables.items()}


def _value(found: Any) -> fmpq:
    """The rational value of a number of z3: an integer, a fraction, or an algebraic number."""
    if hasattr(found, "as_fraction"):
        return rational(found.as_fraction(), "model")
    return fmpq(found.as_long()) if hasattr(found, "as_long") else rational(found.approx(NEAR).as_fraction(), "model")
