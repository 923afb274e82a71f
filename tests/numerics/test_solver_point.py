"""What is asked of z3 has an answer within its limits, or none."""

from __future__ import annotations

import time
from typing import Any

import z3
from flint import fmpq

from pabisym.lang.budget import within
from pabisym.numerics.solver_point import point_of, verdict


class Failing:
    """A solver that fails as z3 does where it is interrupted, or its memory ends."""

    def set(self, *_: object) -> None:
        """Takes every parameter."""

    def check(self) -> str:
        """Fails."""
        raise z3.Z3Exception("canceled")


def solver(*relations: Any) -> Any:
    found = z3.SolverFor("QF_NRA")
    found.add(*relations)
    return found


def hard() -> Any:
    """Positive numbers with a symmetric sum below its least value, which z3 does not see in a second."""
    x = [z3.Real(f"x{i}") for i in range(6)]
    return solver(*(one > 0 for one in x), z3.Sum(*(one**6 for one in x)) < 6 * z3.Product(*x), z3.Sum(*x) > 1)


def test_a_verdict_is_that_of_the_solver() -> None:
    x, y = z3.Reals("x y")
    assert verdict(solver(x > 0, x * y > 0, y < 0), 400) == "unsat"
    assert verdict(solver(x > 0, x * y == 2), 400) == "sat"


def test_a_solver_that_fails_proposes_nothing() -> None:
    assert verdict(Failing(), 400) == "unknown"
    assert point_of(Failing(), dict, 400) is None


def test_a_question_that_is_too_hard_ends() -> None:
    began = time.thread_time()
    assert verdict(hard(), 200) == "unknown"
    assert time.thread_time() - began < 5


def test_where_a_budget_leaves_no_time_nothing_is_asked() -> None:
    x = z3.Real("x")
    with within(0.003):
        assert verdict(solver(x > 0), 400) == "unknown"


def test_a_point_is_rational_and_what_cannot_be_written_proposes_nothing() -> None:
    x, own = z3.Real("x"), z3.Solver()

    def written() -> dict[str, Any]:
        own.add(2 * x == 3)
        return {"x": x}

    def unsayable() -> dict[str, Any]:
        raise KeyError("theta")

    assert point_of(own, written, 400) == {"x": fmpq(3, 2)}
    assert point_of(z3.Solver(), unsayable, 400) is None
