"""Formulas in the step, range by range: where their distinctions of cases change, in which order, and what they are in between.

Where the order of two changes, or a condition on the letters alone, is not decided by the domains, the cases of the letters are told
apart.  What is decided here is proved by the kernel, through :class:`~pabisym.spec.knowledge.Knowledge`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from pabisym.errors import Undecided
from pabisym.feasibility.proof import Switch, conditions
from pabisym.kernel.exact import Arithmetic, Refusal, Scope
from pabisym.lang.simplify import tidied
from pabisym.lang.term import BINDERS, ONE, ZERO, Call, Name, Number, Term, substitute
from pabisym.process.sequence import STEP, minus, names
from pabisym.spec.knowledge import Knowledge

K = Name(STEP)
MAX_CASES = 24
"""Most cases of the letters that are told apart."""


@dataclass(frozen=True)
class StepRange:
    """Formulas at the steps from ``first`` up to the one before the next range."""

    first: Term
    formulas: tuple[Term, ...]


@dataclass(frozen=True)
class LetterCase:
    """The ranges of the steps from 1 on, in order, where some relations between the letters hold.

    A range may be empty: its first step may be at most the first one, or the same as that of the next range, or come after the last step.
    """

    when: tuple[Call, ...]
    ranges: tuple[StepRange, ...]


class _Open(Exception):
    """A condition on the letters on which the ranges depend."""

    def __init__(self, condition: Term) -> None:
        super().__init__()
        self.condition = condition


def at_step(term: Term, step: Term) -> Term:
    """A formula in the step at one step."""
    return substitute(term, {STEP: ((), step)})


def plus(left: Term, number: int) -> Term:
    """A step that is some steps later, or earlier."""
    return tidied(Call("+", (left, Number(number))))


def with_relation(scope: Scope, relation: Term) -> Scope:
    """A scope in which one more relation is known, under a label of its own."""
    label = "case"
    while label in {known for known, _ in scope.known}:
        label += "'"
    return scope.extend(((label, relation),))


def knowing(scope: Scope, relation: Term) -> Scope:
    """The scope with one more relation, where exact arithmetic reads it."""
    wider = with_relation(scope, relation)
    try:
        _ = wider.arithmetic
    except Refusal:
        return scope
    return wider


def ranges(scope: Scope, steps: Term, formulas: Sequence[Term]) -> tuple[LetterCase, ...]:
    """Some formulas in the step k = 1..``steps`` without distinctions of cases on it, range by range.

    ``scope`` has the letters with their domains.  Raises :class:`~pabisym.errors.Undecided` where too many cases of the letters have to
    be told apart.
    """
    found = tuple(_cases(scope, steps, tuple(formulas), ()))
    if len(found) > MAX_CASES:
        raise Undecided(f"more than {MAX_CASES} cases of the letters have to be told apart")
    return found


def _cases(scope: Scope, steps: Term, formulas: tuple[Term, ...], when: tuple[Call, ...]) -> Iterator[LetterCase]:
    try:
        own = _Ranges(scope, steps, formulas).found()
    except _Open as open_:
        if len(when) > MAX_CASES:
            raise Undecided(f"more than {MAX_CASES} conditions on the letters have to be told apart") from None
        for side in sides(scope.arithmetic, open_.condition):
            yield from _cases(with_relation(scope, side), steps, formulas, (*when, side))
    else:
        yield LetterCase(when, own)


def sides(arithmetic: Arithmetic, condition: Term) -> tuple[Call, Call]:
    """That a condition is at least 0, and that it is not; an integer below 0 is at most -1."""
    below = Call("<", (condition, ZERO))
    with suppress(Refusal):
        if arithmetic.integral(condition):
            below = Call("<=", (condition, Number(-1)))
    return Call(">=", (condition, ZERO)), below


class _Ranges:
    """The ranges of some formulas where every condition is decided; raises :class:`_Open` where one is not."""

    def __init__(self, scope: Scope, steps: Term, formulas: tuple[Term, ...]) -> None:
        self.scope, self.steps, self.formulas = scope, steps, formulas
        self.known = Knowledge(scope)
        self.switches: dict[Term, Switch] = {}
        self.settled: dict[Term, bool] = {}
        self.breaks: list[Term] = []
        self.meets: dict[Term, Term | None] = {}
        """For every change the break that it is: step 1 where it comes before all steps, None where it comes after them."""

    def found(self) -> tuple[StepRange, ...]:
        for condition in dict.fromkeys(condition for formula in self.formulas for condition in conditions(formula)):
            if STEP not in names(condition):
                self.settled[condition] = self.decided(condition)
            elif (own := self.switch(condition)) is not None:
                self.switches[condition] = own
        for change in dict.fromkeys(own.at for own in self.switches.values()):
            self.meets[change] = self.inserted(change)
        return tuple(StepRange(first, tuple(self.resolved(formula, number) for formula in self.formulas))
                     for number, first in enumerate((ONE, *self.breaks)))

    def inserted(self, change: Term) -> Term | None:
        """Put a change among the breaks, and say which of them it is."""
        if self.known.holds(Call("<=", (change, ONE))):
            return ONE
        if self.known.holds(Call(">", (change, self.steps))):
            return None
        for position, other in enumerate(self.breaks):
            if self.known.holds(Call("==", (other, change))):
                return other
            if not self.before(other, change):
                self.breaks.insert(position, change)
                return change
            if self.before(change, other):
                return other
        self.breaks.append(change)
        return change

    def decided(self, condition: Term) -> bool:
        """Is a condition on the letters at least 0."""
        later, earlier = sides(self.scope.arithmetic, condition)
        if self.known.holds(later):
            return True
        if self.known.holds(earlier):
            return False
        raise _Open(condition)

    def switch(self, condition: Term) -> Switch | None:
        """The step at which a condition changes, where it is plus or minus the step up to something free of it."""
        arithmetic, wider = self.scope.arithmetic, self.scope.extend((), {STEP: "integer"})
        start = tidied(at_step(condition, ZERO))
        for slope, change in ((1, tidied(Call("neg", (start,)))), (-1, plus(start, 1))):
            line = Call("+", (K if slope == 1 else Call("neg", (K,)), start))
            try:
                if wider.arithmetic.evident(Call("==", (condition, line))) and arithmetic.integral(change):
                    return Switch(change, slope == 1)
            except Refusal:
                return None
        return None

    def before(self, one: Term, other: Term) -> bool:
        """Is a step at most another one, else at least."""
        return self.decided(tidied(minus(other, one)))

    def resolved(self, term: Term, number: int) -> Term:
        """A formula in a range, the conditions that change between ranges decided."""
        if not isinstance(term, Call) or term.head in BINDERS:
            return term
        if term.head == "cases":
            condition = term.args[0]
            holds = self.settled.get(condition)
            if (own := self.switches.get(condition)) is not None:
                place = self.meets[own.at]
                reached = place == ONE or (place is not None and self.breaks.index(place) < number)
                holds = reached == own.rising
            if holds is not None:
                return self.resolved(term.args[1 if holds else 2], number)
        return Call(term.head, tuple(self.resolved(arg, number) for arg in term.args))
