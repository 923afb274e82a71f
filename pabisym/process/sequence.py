"""Sequences over the steps k = 1..T of a process: gaps, contractions, variances.

A sequence is written with terms in the letters of the analysis; the reserved name ``k`` is the step.  It can be read as exact rationals at
concrete letters (:meth:`StepSequence.values`) and as a term in the step for the kernel (:meth:`StepSequence.term`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from flint import fmpq

from pabisym.errors import InputError, field_name
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational, short
from pabisym.lang.term import FUNCTIONS, ONE, ZERO, Call, Name, Number, Term, arguments, free_names, substitute
from pabisym.numerics.evaluator import exact_value

STEP = "k"
"""The reserved name of the step in sizes."""
MAX_STEPS = 10_000_000
"""Most steps whose values are listed."""
Letters: TypeAlias = Mapping[str, object]
"""Exact rational values of the letters, as in ``{"n": 10, "L": "1/2"}``."""

INDEX = Name(STEP)
"""The step as a term."""


def read_term(value: object, field: str) -> Term:
    """A term from a term, from text in the grammar, or from an exact number."""
    if isinstance(value, Number | Name | Call):
        return value
    if isinstance(value, str):
        return parse(value, field)
    return Number(rational(value, field))


def names(term: Term) -> frozenset[str]:
    """The letters of a term, without the functions of the grammar."""
    return free_names(term) - set(FUNCTIONS) - {"neg", "and"}


def unused_name(name: str, taken: Container[str]) -> str:
    """A name that is not taken: the given one, or that with the fewest underscores behind it."""
    while name in taken:
        name += "_"
    return name


def minus(left: Term, right: Term) -> Term:
    """Left - right."""
    return Call("+", (left, Number(-right.value) if isinstance(right, Number) else Call("neg", (right,))))


def times(*factors: Term) -> Term:
    """The product, without a product inside a product; 1 of no factors."""
    flat = [f for factor in factors for f in (factor.args if isinstance(factor, Call) and factor.head == "*" else (factor,))]
    return ONE if not flat else flat[0] if len(flat) == 1 else Call("*", tuple(flat))


def value_at(term: Term, letters: Letters, field: str) -> fmpq:
    """The exact rational value of a term; raises :class:`~pabisym.errors.InputError` where it is not rational."""
    value = exact_value(term, letters)
    if value is None:
        raise InputError(field, f"{to_text(term)} is not rational here", "choose letters that make it rational")
    return value


def integer_at(term: Term, letters: Letters, field: str, least: int) -> int:
    """The integer value of a term, at least ``least``."""
    value = value_at(term, letters, field)
    if value.q != 1 or value < least:
        problem = f"{to_text(term)} is {short(value)} here"
        raise InputError(field, problem, f"an integer from {least} on is needed")
    return int(value.p)


class StepSequence(ABC):
    """Numbers x_1, x_2, … , one for every step; see the module."""

    @abstractmethod
    def term(self, k: Term = INDEX) -> Term:
        """The value at step k as one term, for 1 <= k <= T."""

    @abstractmethod
    def values(self, steps: int, letters: Letters) -> tuple[fmpq, ...]:
        """The exact values at the steps 1..``steps`` for the given letters.

        Raises :class:`~pabisym.errors.InputError` for irrational values and for indices that are no steps.
        """

    @property
    def letters(self) -> frozenset[str]:
        """The letters on which the sequence depends, without the step: those of all its fields."""
        fields = [part for one in vars(self).values() for part in (one if isinstance(one, tuple) else (one,)) if part is not None]
        return frozenset[str]().union(*(part.letters if isinstance(part, StepSequence) else names(part) for part in fields)) - {STEP}

    def at(self, step: int, letters: Letters) -> fmpq:
        """The exact value at one step >= 1."""
        if step < 1:
            raise InputError("step", f"{step} is not a step", "steps are counted from 1")
        return value_at(self.term(Number(step)), letters, f"step {step}")

    def __add__(self, other: StepSequence) -> StepSequence:
        if not isinstance(other, StepSequence):
            return NotImplemented
        return Sum(tuple(part for one in (self, other) for part in (one.parts if isinstance(one, Sum) else (one,))))


def _check_steps(steps: int) -> int:
    if isinstance(steps, bool) or not isinstance(steps, int) or not 0 <= steps <= MAX_STEPS:
        raise InputError("steps", f"{steps!r} is not a number of steps", f"give an integer from 0 to {MAX_STEPS}")
    return steps


def _refuse_step(term: Term | None, field: str) -> None:
    if term is not None and STEP in names(term):
        raise InputError(field, f"depends on the step {STEP}", "only sizes may depend on the step")


def _refuse_below(term: Term | None, least: int, field: str) -> None:
    if isinstance(term, Number) and (term.value.denominator != 1 or term.value < least):
        raise InputError(field, f"{to_text(term)} is not a step", f"give an integer from {least} on")


def _size_at(size: Term, step: Term) -> Term:
    return substitute(size, {STEP: ((), step)})


def _size_values(size: Term, letters: Letters) -> Callable[[int], fmpq]:
    """The size as a function of the step, computed once where it does not depend on it."""
    if STEP in names(size):
        return lambda step: value_at(size, {**letters, STEP: step}, f"the size at step {step}")
    once = value_at(size, letters, "the size")
    return lambda step: once


@dataclass(frozen=True)
class EachStep(StepSequence):
    """The same formula at every step; a constant when it does not mention k."""

    size: Term

    def term(self, k: Term = INDEX) -> Term:
        """The formula at step k."""
        return _size_at(self.size, k)

    def values(self, steps: int, letters: Letters) -> tuple[fmpq, ...]:
        """The exact values; see the base class."""
        size = _size_values(self.size, letters) if _check_steps(steps) else None
        if size is None or STEP not in names(self.size):
            return (size(1),) * steps if size else ()
        return tuple([size(step) for step in range(1, steps + 1)])

    @property
    def constant(self) -> bool:
        """Is it the same at all steps."""
        return STEP not in names(self.size)


@dataclass(frozen=True)
class Impulse(StepSequence):
    """``size`` at step ``index``, 0 elsewhere."""

    index: Term
    size: Term

    def term(self, k: Term = INDEX) -> Term:
        """``cases(k - index, cases(index - k, size, 0), 0)``."""
        late = minus(k, self.index)
        early = minus(self.index, k)
        return Call("cases", (late, Call("cases", (early, _size_at(self.size, self.index), ZERO)), ZERO))

    def values(self, steps: int, letters: Letters) -> tuple[fmpq, ...]:
        """The exact values; the index must be one of the steps."""
        step = integer_at(self.index, letters, "at", 1)
        if step > _check_steps(steps):
            raise InputError("at", f"step {step} of {steps}", f"give a step from 1 to {steps}")
        size = _size_values(self.size, letters)(step)
        return tuple([size if k == step else fmpq(0) for k in range(1, steps + 1)])


@dataclass(frozen=True)
class Periodic(StepSequence):
    """``size`` at the steps start, start + period, … up to ``stop`` (None: to the end), ``other`` (0) elsewhere."""

    period: Term
    size: Term
    start: Term = ONE
    stop: Term | None = None
    other: Term = ZERO

    def term(self, k: Term = INDEX) -> Term:
        """Nested cases: from the start on, up to the stop, and at multiples of the period, told by a floor."""
        since = minus(k, self.start)
        whole = Call("*", (self.period, Call("floor", (Call("/", (since, self.period)),))))
        other = _size_at(self.other, k)
        here = Call("cases", (minus(whole, since), _size_at(self.size, k), other))
        if self.stop is not None:
            here = Call("cases", (minus(self.stop, k), here, other))
        return Call("cases", (since, here, other))

    def values(self, steps: int, letters: Letters) -> tuple[fmpq, ...]:
        """The exact values; steps beyond the last one are cut off."""
        result = list(EachStep(self.other).values(steps, letters))
        period, start = integer_at(self.period, letters, "every", 1), integer_at(self.start, letters, "from", 1)
        stop = steps if self.stop is None else min(steps, integer_at(self.stop, letters, "to", 0))
        size = _size_values(self.size, letters)
        for step in range(start, stop + 1, period):
            result[step - 1] = size(step)
        return tuple(result)


def recurrence(term: Term) -> Periodic | None:
    """The sequence that recurs of which a term in the step is the formula, or None where the term is of another form.

    Beside what :meth:`Periodic.term` writes, ``cases(m*floor(k/m) - k, size, other)`` is read as every m-th step.
    """
    if not isinstance(term, Call) or term.head != "cases":
        return None
    since, here, other = term.args
    if (period := _period(since, INDEX)) is not None:
        return Periodic(period, here, period, None, other)
    stop: Term | None = None
    if not isinstance(here, Call) or here.head != "cases":
        return None
    if _period(here.args[0], since) is None:
        stop, here = _first(here.args[0]), here.args[1]
    period = _period(_first(here), since)
    if period is None or not isinstance(here, Call):
        return None
    for start in (ONE, *(_first(part) if isinstance(part, Call) else Number(-part.value) for part in arguments(since)[1:]
                         if not isinstance(part, Name))):
        found = Periodic(period, arguments(here)[1], start, stop, other)
        if found.term() == term:
            return found
    return None


def _first(term: Term) -> Term:
    return term.args[0] if isinstance(term, Call) and term.args else term


def _period(condition: Term, since: Term) -> Term | None:
    """Of ``period*floor(since/period) - since`` the period, None where a condition has another form."""
    period = _first(_first(condition))
    whole = Call("*", (period, Call("floor", (Call("/", (since, period)),))))
    return period if condition == minus(whole, since) and STEP not in names(period) else None


@dataclass(frozen=True)
class Listed(StepSequence):
    """One term for every step, none of which mentions k."""

    items: tuple[Term, ...]

    def __post_init__(self) -> None:
        for position, item in enumerate(self.items):
            _refuse_step(item, f"[{position}]")

    def term(self, k: Term = INDEX) -> Term:
        """A decision tree over the steps, 0 outside the list."""
        if not self.items:
            return ZERO
        length = Number(len(self.items))
        inside = Call("cases", (minus(length, k), self._tree(k, 0, len(self.items)), ZERO))
        return Call("cases", (minus(k, ONE), inside, ZERO))

    def _tree(self, k: Term, first: int, last: int) -> Term:
        if last - first == 1:
            return self.items[first]
        middle = (first + last) // 2
        later = minus(k, Number(middle + 1))
        return Call("cases", (later, self._tree(k, middle, last), self._tree(k, first, middle)))

    def values(self, steps: int, letters: Letters) -> tuple[fmpq, ...]:
        """The exact values; the list must have one item per step."""
        if len(self.items) != _check_steps(steps):
            raise InputError("list", f"{len(self.items)} values for {steps} steps", "give one value per step")
        return tuple([value_at(item, letters, f"[{i}]") for i, item in enumerate(self.items)])


@dataclass(frozen=True)
class Sum(StepSequence):
    """The step-by-step sum of sequences."""

    parts: tuple[StepSequence, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise InputError("sum", "adds nothing", "give one sequence or more")

    def term(self, k: Term = INDEX) -> Term:
        """The sum of the parts at step k."""
        terms = tuple(part.term(k) for part in self.parts)
        return terms[0] if len(terms) == 1 else Call("+", terms)

    def values(self, steps: int, letters: Letters) -> tuple[fmpq, ...]:
        """The exact values; see the base class."""
        columns = [part.values(steps, letters) for part in self.parts]
        return tuple([sum(values, fmpq(0)) for values in zip(*columns, strict=True)])


def constant(size: object) -> EachStep:
    """The same size at every step, as in ``constant("2*eta*L")``; it must not mention k."""
    term = read_term(size, "each")
    _refuse_step(term, "each")
    return EachStep(term)


def formula(size: object) -> EachStep:
    """A formula in the letters and the step k, as in ``formula("c**k")``."""
    return EachStep(read_term(size, "each"))


def impulse(at: object, size: object) -> Impulse:
    """A size at one step only, as in ``impulse("t", "2*eta*L")``; its size may mention k."""
    step = read_term(at, "at")
    _refuse_step(step, "at")
    _refuse_below(step, 1, "at")
    return Impulse(step, read_term(size, "size"))


def periodic(every: object, size: object, start: object = 1, stop: object = None) -> Periodic:
    """A size at the steps start, start + every, … up to stop (None: to the end)."""
    period, first, last = read_term(every, "every"), read_term(start, "from"), None if stop is None else read_term(stop, "to")
    for value, field in ((period, "every"), (first, "from"), (last, "to")):
        _refuse_step(value, field)
        _refuse_below(value, 0 if field == "to" else 1, field)
    return Periodic(period, read_term(size, "size"), first, last)


_KEYS: Mapping[str, tuple[str, ...]] = {"at": ("at", "size"), "every": ("every", "from", "to", "size"), "each": ("each",)}


def read_sequence(data: object, field: str = "sequence") -> StepSequence:
    """Read a sequence as a specification writes it.

    One number or formula (in k) for all steps; a list of them, one per step; or a list of tables, which add up: ``{at, size}``, ``{every,
    from, to, size}`` (from: 1 and to: the end when absent), ``{each}``. Raises :class:`~pabisym.errors.InputError` naming the entry.
    """
    if isinstance(data, StepSequence):
        return data
    if not isinstance(data, list | tuple):
        return EachStep(read_term(data, field)) if not isinstance(data, Mapping) else _entry(data, field)
    if data and all(isinstance(item, Mapping) for item in data):
        parts = tuple(_entry(item, f"{field}[{i}]") for i, item in enumerate(data))
        return parts[0] if len(parts) == 1 else Sum(parts)
    return Listed(tuple(read_term(item, f"{field}[{i}]") for i, item in enumerate(data)))


def _entry(entry: Mapping[str, object], field: str) -> StepSequence:
    kind = next((name for name in _KEYS if name in entry), None)
    if kind is None:
        raise InputError(field, "has none of the keys at, every, each", 'write as in { at = "t", size = "2*eta*L" }')
    for key in entry:
        if key not in _KEYS[kind]:
            raise InputError(f"{field}.{key}", f"does not go with {kind}", f"the keys are {', '.join(_KEYS[kind])}")
    given = {key: read_term(value, f"{field}.{key}") for key, value in entry.items()}
    if kind == "each":
        return EachStep(given["each"])
    if "size" not in given:
        raise InputError(f"{field}.size", "is missing", 'give the size, as in size = "2*eta*L"')
    with field_name(lambda key: f"{field}.{key}"):
        if kind == "at":
            return impulse(given["at"], given["size"])
        return periodic(given["every"], given["size"], given.get("from", ONE), given.get("to"))
