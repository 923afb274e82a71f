"""Sequences over the steps in sympy: gaps, contractions and noise, allocations and what they leave, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, PabisymError, Undecided, visible
from pabisym.feasibility.proof import Question, closed_form, compared_powers
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.budget import OutOfTime, share
from pabisym.lang.once import cached_property, exclusive
from pabisym.lang.rational import to_fraction
from pabisym.lang.simplify import divisor_factors, has_sums, tidied
from pabisym.lang.term import BINDERS, ONE, TWO, ZERO, Call, Name, Term, calls, mentions
from pabisym.process.iteration import GapEntry, square
from pabisym.process.sequence import STEP, Impulse, Periodic, minus, names, read_sequence, recurrence, times
from pabisym.proof.build import Builder, NoProof
from pabisym.proof.certificate import at_most
from pabisym.shift.letters.algebra import Algebra
from pabisym.spec.knowledge import Knowledge
from pabisym.spec.read import Spec
from pabisym.symbolic.claim import expression, proofs
from pabisym.symbolic.formula import Formula, assumed, operations
from pabisym.symbolic.goals import PrivacyGoal
from pabisym.symbolic.numbers import Letter, number_of, step_symbol, term_of
from pabisym.symbolic.steps import K, LetterCase, StepRange, at_step, knowing, plus, ranges

if TYPE_CHECKING:
    import sympy


def with_step(letters: Mapping[str, Letter]) -> dict[str, Letter]:
    """The letters, and the step."""
    return {**letters, STEP: Letter(STEP, f"integer, {STEP} >= 1", symbol=step_symbol())}


def in_sympy(term: Term, letters: Mapping[str, Letter]) -> sympy.Expr:
    """A formula in the step in sympy."""
    return expression(term, with_step(letters))


# The process.


@exclusive
def sympy_at(expression: Any, step: Any) -> Any:
    """An expression in the step at one step: ``pabisym.k``, a number, or an expression."""
    import sympy

    if not isinstance(step, sympy.Basic):
        number = number_of(step, STEP)
        if number.q != 1 or number < 1:
            raise InputError(STEP, f"{number} is not a step", "steps are counted from 1")
        step = sympy.Integer(int(number.p))
    if not isinstance(step, sympy.Expr) or step.is_extended_real is False or step.has(sympy.nan, sympy.zoo, sympy.oo):
        raise InputError(STEP, f"a step was expected, not {visible(type(step).__name__)}", "give pabisym.k, or an integer from 1 on")
    return expression if step == step_symbol() else expression.subs(step_symbol(), step)


@exclusive
def gap_expression(gap: Iterable[GapEntry], letters: Mapping[str, Letter]) -> sympy.Expr:
    """The gap of step k: impulses as ``Eq(k, t)``, what recurs by ``Mod``."""
    import sympy

    found = list[sympy.Expr]()
    for entry in gap:
        if isinstance(entry, Impulse):
            size, at = in_sympy(at_step(entry.size, entry.index), letters), in_sympy(entry.index, letters)
            found.append(sympy.Piecewise((size, sympy.Eq(step_symbol(), at)), (0, True)))
        elif isinstance(entry, Periodic):
            found.append(_recurring(entry, letters))
        else:
            found.append(in_sympy(entry.size, letters))
    return sympy.Add(*found)


def _recurring(part: Periodic, letters: Mapping[str, Letter]) -> sympy.Expr:
    """What recurs: at the steps after the start whose distance to it is a multiple of the period."""
    import sympy

    k, start = step_symbol(), in_sympy(part.start, letters)
    found = [] if part.start == ONE else [k >= start]
    if part.stop is not None:
        found.append(k <= in_sympy(part.stop, letters))
    if part.period != ONE:
        found.append(sympy.Eq(sympy.Mod(k - start, in_sympy(part.period, letters)), 0))
    return sympy.Piecewise((in_sympy(part.size, letters), sympy.And(*found)), (in_sympy(part.other, letters), True))


def law_expression(term: Term, spec: Spec, letters: Mapping[str, Letter]) -> sympy.Expr:
    """A contraction or a variance at step k."""
    found = recurrence(term)
    return _recurring(found, letters) if found is not None else shown_steps(term, spec, letters)


# Allocations.


def allocation_term(a: object) -> Term:
    """An allocation as one formula in the step: an expression, a formula, text, or a list with one payment a step."""
    if isinstance(a, list | tuple):
        return read_sequence([term_of(one, f"a[{position}]") for position, one in enumerate(a)], "a").term()
    return term_of(a, "a")


def left_of(spec: Spec, allocation: Term) -> Term:
    """What is left after step k of an allocation, as a formula; raises :class:`~pabisym.errors.Undecided` where no closed form is known."""
    iteration, scope = spec.process.iteration(), spec.scope()
    if iteration.diameter is not None:
        raise InputError("diameter", "what is left after a restart is not said by the payments", "leave it out")
    try:
        return closed_form(Question(scope.kinds, scope.known, iteration.steps, iteration.contraction.term(), iteration.gap.term(),
                                    iteration.noise.variance.term(), iteration.start_shift, allocation))
    except NoProof as reason:
        raise Undecided(f"z: {reason}") from None


def shown_steps(term: Term, spec: Spec, letters: Mapping[str, Letter]) -> sympy.Expr:
    """A formula in the step, range by range, every branch as short as the kernel accepts."""
    try:
        cases = ranges(spec.scope(), spec.process.steps, (term,))
    except (Undecided, Refusal):
        return in_sympy(term, letters)
    return piecewise(shortened(cases, spec, letters), 0, letters)


# Short forms.


def shortened(cases: Sequence[LetterCase], spec: Spec, letters: Mapping[str, Letter]) -> tuple[LetterCase, ...]:
    """Cases with neighbouring ranges made one where the kernel proves that one formula holds on both, and every formula made short."""
    return tuple(_Shorter(case, spec, letters).case() for case in cases)


MOST_OPERATIONS = 60
"""Longest formula that sympy is asked to write shorter."""
POINTS = 6
"""Random points at which two formulas are compared before a proof is sought."""
PRODUCTS = 3_000
"""How many products of known relations one search for a proof tries."""
SHARE = 0.2
"""Most of the time that is left that one formula is made shorter in."""


class _Shorter:
    """The ranges of one case."""

    def __init__(self, given: LetterCase, spec: Spec, letters: Mapping[str, Letter]) -> None:
        self.given, self.spec, self.letters = given, spec, with_step(letters)
        self.facts: tuple[Call, ...] = ()
        with suppress(OutOfTime), share(SHARE):
            self.facts = self.signs()

    def case(self) -> LetterCase:
        found = list(self.given.ranges)
        position = 0
        while position + 1 < len(found):
            one, after = found[position], found[position + 1]
            end = found[position + 2].first if position + 2 < len(found) else plus(self.spec.process.steps, 1)
            if self.same(one, after.first, after.formulas):
                found[position:position + 2] = [StepRange(one.first, after.formulas)]
                position = max(position - 1, 0)
            elif self.same(after, end, one.formulas):
                found[position:position + 2] = [one]
            else:
                position += 1
        ends = [*(one.first for one in found[1:]), plus(self.spec.process.steps, 1)]
        return replace(self.given, ranges=tuple(replace(one, formulas=tuple(self.short(term, one.first, end) for term in one.formulas))
                                                for one, end in zip(found, ends, strict=True)))

    def known(self, first: Term, end: Term) -> tuple[Call, ...]:
        """What is known of a step of a range."""
        return (*self.given.when, *self.facts, Call(">=", (K, first)), Call("<=", (K, plus(end, -1))))

    def same(self, where: StepRange, end: Term, formulas: Sequence[Term]) -> bool:
        """Do other formulas have the same values on a range, as the kernel proves."""
        pairs = [(one, other) for one, other in zip(where.formulas, formulas, strict=True) if one != other]
        open_ = any(mentions(term, *BINDERS, "floor", "ceiling") for pair in pairs for term in pair)  # no proof is sought of these
        if open_ or self.differ(pairs, where.first, end):
            return False
        single = tidied(minus(end, where.first)) == ONE
        for one, other in pairs:
            relation = Call("==", (at_step(one, where.first), at_step(other, where.first)) if single else (one, other))
            try:
                with share(SHARE), at_most(PRODUCTS):
                    proofs(relation, self.scope(where.first, end))
            except (PabisymError, Refusal):
                return False
        return True

    def differ(self, pairs: Sequence[tuple[Term, Term]], first: Term, end: Term) -> bool:
        """Have two formulas different values at a random point of a range."""
        for point in self.points:
            with suppress(InputError, Undecided):
                low, high = (exact_value(term, point) for term in (first, end))
                if low is None or high is None:
                    continue
                for k in {max(low, fmpq(1)), high - 1} if max(low, fmpq(1)) < high else ():
                    here = {**point, STEP: to_fraction(k)}
                    if any(exact_value(one, here) != exact_value(other, here) for one, other in pairs):
                        return True
        return False

    @cached_property
    def points(self) -> tuple[Mapping[str, Fraction], ...]:
        """Random points of the case."""
        found = self.spec.points(POINTS, seed=6)
        return tuple(point for point in found if all(decide(one, point) == "true" for one in self.given.when))

    def signs(self) -> tuple[Call, ...]:
        """On which side of one powers and their quotients lie, and the signs of divisors without the step, as the kernel proves."""
        terms = [term for one in self.given.ranges for term in one.formulas]
        scope = reduce(knowing, self.given.when, self.spec.scope())
        found = power_facts(scope, terms, self.points)
        return (*found, *sign_facts(reduce(knowing, found, scope), terms))

    def scope(self, first: Term, end: Term) -> Scope:
        steps = (Call(">=", (K, ONE)), Call("<=", (K, self.spec.process.steps)))
        return reduce(knowing, (*steps, *self.known(first, end)), self.spec.scope().extend((), {STEP: "integer"}))

    def short(self, term: Term, first: Term, end: Term) -> Term:
        """The shortest form of a formula on a range that the kernel accepts."""
        plain = tidied(term)
        if not isinstance(plain, Call) or has_sums(plain):
            return plain
        if tidied(minus(end, first)) == ONE:
            plain = tidied(at_step(plain, first))
        with suppress(OutOfTime), share(SHARE):
            plain = self.canonical(plain, self.scope(first, end))
            if operations(plain) <= MOST_OPERATIONS:
                here = tuple(assumed(one, self.letters) for one in self.known(first, end))
                plain = tidied(Formula(plain, self.letters, here).simplify().term)
        return plain

    def canonical(self, term: Term, scope: Scope) -> Term:
        """A formula as one fraction in lowest terms, where the kernel proves that it is the same and it has fewer operations."""
        with suppress(PabisymError, Refusal):
            algebra = Algebra(scope.kinds, [known for _, known in scope.known])
            found = tidied(algebra.canonical(algebra.value(term)))
            if operations(found) < operations(term):
                with at_most(PRODUCTS):
                    proofs(Call("==", (term, found)), scope)
                return found
        return term


def power_facts(scope: Scope, terms: Iterable[Term], points: Sequence[Mapping[str, Fraction]] = ()) -> tuple[Call, ...]:
    """That powers of contractions, and quotients of two of them, are below one, or above it, where the kernel proves that.

    It is not asked where a point says no.
    """
    found = dict[Call, None]()
    for base, exponent in compared_powers(scope, terms):
        if any(decide(Call(">=", (exponent, ONE)), point) == "false" for point in points):
            continue
        for rule, side in (("power-below-one", "<"), ("power-above-one", ">")):
            if scope.arithmetic.holds(Call(side, (base, ONE))):
                with suppress(NoProof, Refusal):
                    made = Builder(scope).figure(rule, c=base, k=exponent)
                    if check(Sequent("power", scope.kinds, scope.known, made["conclusion"]), made).accepted:
                        found[made["conclusion"]] = None
    return tuple(found)


def sign_facts(scope: Scope, terms: Iterable[Term]) -> tuple[Call, ...]:
    """The signs of what formulas divide by, inner parts first, where it is free of the step and the kernel proves them."""
    found = list[Call]()
    for bottom in dict.fromkeys(one for term in terms for one in divisor_factors(term)):
        goals = [Call(side, (bottom, ZERO)) for side in (">", "<")]
        if STEP in names(bottom) or any(map(scope.arithmetic.holds, goals)):
            continue
        for goal in goals:
            with suppress(NoProof, Refusal):
                if check(Sequent("sign", scope.kinds, scope.known, goal), Builder(scope).prove(goal)).accepted:
                    found.append(goal)
                    scope = knowing(scope, goal)
                    break
    return tuple(found)


@exclusive
def piecewise(cases: Sequence[LetterCase], position: int, letters: Mapping[str, Letter]) -> sympy.Expr:
    """One of the formulas of some cases in sympy."""
    import sympy

    from pabisym.lang.sympy_bridge import SYMPY_RELATIONS

    branches = list[tuple[Any, Any]]()
    for case in _without_repeats(cases, position):
        when = [SYMPY_RELATIONS[one.head](*(in_sympy(side, letters) for side in one.args)) for one in case.when]
        for own in reversed(case.ranges):
            late = [] if own is case.ranges[0] else [step_symbol() >= in_sympy(own.first, letters)]
            branches.append((in_sympy(own.formulas[0], letters), sympy.And(*when, *late)))
    branches[-1] = (branches[-1][0], True)
    return sympy.Piecewise(*branches)


def _without_repeats(cases: Sequence[LetterCase], position: int) -> Iterator[LetterCase]:
    """One case for all, or for the two sides of one condition, where they say the same; neighbouring ranges with one formula as one."""
    found = list[LetterCase]()
    for case in cases:
        own = list[StepRange]()
        for one in case.ranges:
            if not own or own[-1].formulas[0] != one.formulas[position]:
                own.append(StepRange(one.first, (one.formulas[position],)))
        found.append(LetterCase(case.when, tuple(own)))
        while len(found) > 1 and found[-2].ranges == found[-1].ranges and _two_sides(found[-2].when, found[-1].when):
            found[-2:] = [replace(found[-1], when=found[-1].when[:-1])]
    yield from [replace(found[0], when=())] if len({case.ranges for case in found}) == 1 else found


def _two_sides(one: tuple[Call, ...], other: tuple[Call, ...]) -> bool:
    """Are the last of some relations the two sides of one condition, and the others the same."""
    if not one or not other or one[:-1] != other[:-1]:
        return False
    above, below = one[-1], other[-1]
    return above == Call(">=", (below.args[0], ZERO)) and below.head in ("<", "<=")


# The cost.


def cost_of(spec: Spec, letters: Mapping[str, Letter], allocation: Term, goal: PrivacyGoal) -> Formula:
    """The sum over the steps of what a payment costs: a_k**2/v_k, in the units of a goal."""
    if goal.divergence not in ("renyi", "gdp", "zcdp"):
        raise InputError("goal", f"is {goal.divergence}, and costs do not add up to that", "ask for Renyi, GDP or ZCDP")
    if spec.process.noise.law != "gaussian":
        raise InputError("noise", f"is {spec.process.noise.law}", "payments against gaussian noise have a cost")
    spent = Call("/", (square(allocation), spec.process.noise.per_step_variance))
    total = _summed(spec, spent)
    if any(one.head == "/" and tidied(one.args[1]) == ZERO for one in calls(total)):
        raise InputError("noise", "is 0 in a step that pays", "pay where there is noise; without noise no finite cost hides a shift")
    if goal.divergence == "renyi" and spec.goal.order is not None:
        total = Call("/", (times(spec.goal.order, total), TWO))
    elif goal.divergence == "zcdp":
        total = Call("/", (total, TWO))
    found = Formula(tidied(total), letters).simplify()
    return found if goal.divergence != "gdp" else Formula(Call("sqrt", (found.term,)), letters)


def _summed(spec: Spec, spent: Term) -> Term:
    """The sum of a formula over all steps, range by range where their order is known."""
    index, steps, scope = Name("j" if "j" not in spec.symbols else "j'"), spec.process.steps, spec.scope()
    whole = Call("sum", (at_step(spent, index), index, ONE, steps))
    try:
        cases = ranges(scope, steps, (spent,))
    except (Undecided, Refusal):
        return whole
    known = Knowledge(scope)
    if len(cases) != 1 or not all(known.holds(Call(">=", (one.first, ONE))) and known.holds(Call("<=", (one.first, plus(steps, 1))))
                                  for one in cases[0].ranges):
        return whole
    parts = list[Term]()
    ends = [*(one.first for one in cases[0].ranges[1:]), plus(steps, 1)]
    for one, end in zip(cases[0].ranges, ends, strict=True):
        body = tidied(one.formulas[0])
        if body == ZERO or (isinstance(body, Call) and body.head == "/" and body.args[0] == ZERO):  # nothing paid costs nothing
            continue
        if STEP not in names(body):
            parts.append(times(tidied(minus(end, one.first)), body))
        else:
            parts.append(Call("sum", (at_step(body, index), index, one.first, plus(end, -1))))
    return reduce(lambda left, right: Call("+", (left, right)), parts) if parts else ZERO
