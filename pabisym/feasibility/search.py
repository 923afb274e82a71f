"""Concrete parameters at which an allocation fails; every one that is returned was checked by exact rational evaluation.

Small values are tried first, so that the instance found is small.  For fixed integers and few steps the other letters
are then left to the solver z3: it proposes, exact evaluation decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError
from pabisym.lang.budget import poll
from pabisym.lang.term import RELATIONS, Call, Name, Number, Term, substitute
from pabisym.numerics.solver_point import OwnZ3, point_of
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import StepSequence, names
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance

MAX_STEPS = 40
"""Instances with more steps are not tried."""
MAX_NODES = 100_000
"""Most partial assignments that are looked at for one list of points."""
SOLVER_STEPS = 6
"""Most steps of an instance that is left to the solver."""
SOLVER_MILLISECONDS = 1_000
"""Longest time of one question to the solver."""
_INTEGERS = tuple(fmpq(n) for n in (1, 2, 3, 0, 4, 5, -1, 6, 7, 8, 10, 12, 16, 20))
_REALS = tuple(fmpq(*pair) for pair in (
    (1, 1), (2, 1), (1, 2), (0, 1), (3, 1), (1, 4), (9, 10), (10, 1), (3, 4), (-1, 1), (1, 10), (4, 1), (99, 100), (1, 100), (100, 1)
))  # fmt: skip


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


@dataclass(frozen=True)
class Space:
    """The letters with their kinds, and the relations between them."""

    kinds: Mapping[str, str]
    relations: tuple[Term, ...]

    def points(self, nodes: int = MAX_NODES) -> Iterator[dict[str, fmpq]]:
        """Points at which all relations hold, small ones first; after so many steps the search ends."""
        letters = sorted(self.kinds, key=lambda name: (self.kinds[name] != "integer", name))
        values = [_INTEGERS if self.kinds[name] == "integer" else _REALS for name in letters]
        counter = iter(range(nodes))
        for level in range(max((len(v) for v in values), default=1)):
            yield from self._within(letters, values, level, {}, level == 0, counter)

    def _within(self, letters: Sequence[str], values: Sequence[Sequence[fmpq]], level: int, point: dict[str, fmpq], reached: bool,
                counter: Iterator[int]) -> Iterator[dict[str, fmpq]]:
        """Points with values among the first ``level`` + 1, the last of them used at least once."""
        poll()
        if next(counter, None) is None:
            return
        if len(point) == len(letters):
            if reached:
                yield dict(point)
            return
        name, choices = letters[len(point)], values[len(point)]
        for i, value in enumerate(choices[: level + 1]):
            point[name] = value
            if all(holds(relation, point) for relation in self.relations if name in names(relation) and names(relation) <= set(point)):
                yield from self._within(letters, values, level, point, reached or i == level, counter)
            del point[name]


def holds(relation: Term, point: Mapping[str, fmpq]) -> bool:
    """Whether a relation is decided to be true; a side without a value is not."""
    try:
        return decide(relation, point) == "true"
    except InputError:
        return False


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
    return _judged(point, replace(instance, allocation=tuple(payments)), payments)


def _judged(point: Mapping[str, fmpq], instance: Instance, payments: Sequence[fmpq]) -> Violation | None:
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


class Unsayable(Exception):
    """A term that is not for the solver."""


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


class Writer:
    """Terms for the solver; ``sides`` collects what must hold for them to have a value."""

    def __init__(self, z3: Any, letters: Mapping[str, Any]) -> None:
        self.z3, self.letters = z3, letters
        self.sides: list[Any] = []

    def relation(self, term: Term) -> Any:
        """A relation for the solver; raises :class:`Unsayable` for what it cannot say."""
        if not isinstance(term, Call) or term.head not in RELATIONS:
            raise Unsayable
        left, right = map(self.number, term.args)
        return {
            "<=": left <= right, "<": left < right, ">=": left >= right, ">": left > right, "==": left == right, "!=": left != right,
        }[term.head]  # fmt: skip

    def number(self, term: Term) -> Any:
        """A value for the solver; raises :class:`Unsayable` for what it cannot say."""
        if isinstance(term, Number):
            return self.z3.number(term.value)
        if isinstance(term, Name):
            if term.name not in self.letters:
                raise Unsayable
            return self.letters[term.name]
        if term.head == "**":
            return self._power(*term.args)
        args = [self.number(a) for a in term.args]
        if term.head == "/":
            self.sides.append(args[1] != 0)
            return args[0] / args[1]
        if term.head == "cases":
            return self.z3.If(args[0] >= 0, args[1], args[2])
        if term.head in ("+", "*", "neg", "abs"):
            return self._folded(term.head, args)
        if term.head == "sqrt":
            return self._root(args[0])
        raise Unsayable

    def _folded(self, head: str, args: Sequence[Any]) -> Any:
        if head in ("neg", "abs"):
            return -args[0] if head == "neg" else self.z3.If(args[0] >= 0, args[0], -args[0])
        return self.z3.Sum(*args) if head == "+" else self.z3.Product(*args)

    def _root(self, square: Any) -> Any:
        root = self.z3.FreshReal("root")
        self.sides += [root >= 0, root * root == square]
        return root

    def _power(self, base: Term, exponent: Term) -> Any:
        try:
            power = exact_value(exponent, {})
        except InputError:
            raise Unsayable from None
        if power is None or power.q != 1 or abs(power.p) > 4 * SOLVER_STEPS:
            raise Unsayable
        value, result = self.number(base), self.z3.Q(1, 1)
        for _ in range(abs(int(power.p))):
            result = result * value
        if power < 0:
            self.sides.append(value != 0)
            return 1 / result
        return result
