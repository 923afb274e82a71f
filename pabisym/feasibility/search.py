"""Concrete parameters at which an allocation fails; every one that is returned was checked by exact rational evaluation.

Small values are tried first, so that the instance found is small.  For fixed integers and few steps the other letters
are then left to the solver z3: it proposes, exact evaluation decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from flint import fmpq

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.lang.budget import poll
from pabisym.lang.term import Number, substitute
from pabisym.numerics.solver_point import OwnZ3, point_of
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import StepSequence, names
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance
from pabisym.spec.points import Space, Writer, holds

MAX_STEPS = 40
"""Instances with more steps are not tried."""
SOLVER_STEPS = 6
"""Most steps of an instance that is left to the solver."""
SOLVER_MILLISECONDS = 1_000
"""Longest time of one question to the solver."""


@dataclass(frozen=True)
class Violation:
    """The first violated ``step`` of an instance with its own allocation, and why.

    ``shift`` is what is left after the step, and ``by`` how far the condition is missed; both are ``None`` where the
    allocation has no value at the step.
    """

    at: Mapping[str, fmpq]
    instance: Instance
    step: int
    reason: str
    shift: fmpq | None = None
    by: fmpq | None = None


def violation(iteration: Iteration, allocation: StepSequence, point: Mapping[str, fmpq]) -> Violation | None:
    """The first violated condition at a point, or ``None``: feasible there, or no instance of moderate size."""
    try:
        data = iteration.instance(**{name: point[name] for name in iteration.letters})
        instance = Instance.from_json(data)
    except InputError:
        return None
    if instance.steps > MAX_STEPS:
        return None
    payments: list[fmpq] = []
    for step in range(1, instance.steps + 1):
        try:
            value = exact_value(allocation.term(Number(step)), point)
        except InputError as problem:
            return Violation(point, instance, step, f"the allocation has no value: {problem.field} {problem.problem}")
        if value is None:
            return None
        payments.append(value)
    instance = replace(instance, allocation=tuple(payments))
    verdict = check(instance)
    if verdict.feasible or verdict.step is None or verdict.exact_shift is None:
        return None
    if verdict.step == 0:
        return Violation(point, instance, 0, verdict.reason, verdict.exact_shift, verdict.exact_shift)
    a, v = payments[verdict.step - 1], instance.noise_variance[verdict.step - 1]
    by = abs(a) if a < 0 or v == 0 else abs(verdict.exact_shift)
    return Violation(point, instance, verdict.step, verdict.reason, verdict.exact_shift, by)


def search(space: Space, iteration: Iteration, allocation: StepSequence, points: int) -> Violation | None:
    """The violation at the first of so many small points that has one."""
    for point in islice(space.points(), points):
        poll()
        found = violation(iteration, allocation, point)
        if found is not None:
            return found
    return None


# The solver.


def solver_search(space: Space, iteration: Iteration, allocation: StepSequence, questions: int = 12) -> Violation | None:
    """Ask z3 for the real letters, for small integers; ``None`` where nothing is found."""
    integers = {name: kind for name, kind in space.kinds.items() if kind == "integer"}
    if len(integers) == len(space.kinds):
        return None
    inner = Space(integers, tuple(r for r in space.relations if names(r) <= set(integers)))
    for fixed in islice(inner.points(), questions):
        point = _solved(space, iteration, allocation, fixed)
        if point is not None and all(holds(r, point) for r in space.relations):
            found = violation(iteration, allocation, point)
            if found is not None:
                return found
    return None


def _solved(space: Space, iteration: Iteration, allocation: StepSequence, fixed: Mapping[str, fmpq]) -> dict[str, fmpq] | None:
    """Values of all letters at which the solver says that the allocation fails; not verified."""
    z3 = OwnZ3()

    steps = exact_value(iteration.steps, fixed) if names(iteration.steps) <= set(fixed) else None
    if steps is None or steps.q != 1 or not 0 < steps <= SOLVER_STEPS:
        return None
    known = {name: ((), Number(value)) for name, value in fixed.items()}
    free = {name: z3.Real(name) for name in space.kinds if name not in fixed}
    writer, solver = Writer(z3, free), z3.Solver()

    def written() -> dict[str, Any]:
        solver.add(*(writer.relation(substitute(r, known)) for r in space.relations))
        shift, failed = writer.number(substitute(iteration.start_shift, known)), []
        for step in range(1, int(steps.p) + 1):
            at = Number(step)
            c, s, a, v = (writer.number(substitute(sequence.term(at), known)) for sequence in (iteration.contraction, iteration.gap,
                          allocation, iteration.noise.variance))
            shift = c * shift + s - a
            solver.add(c >= 0, s >= 0, v >= 0)
            failed += [a < 0, shift < 0, z3.And(v == 0, a > 0)]
        solver.add(z3.Or(*failed, shift != 0), *writer.sides)
        return free

    found = point_of(solver, written, SOLVER_MILLISECONDS)
    return None if found is None else {**fixed, **found}
