"""Schedules in the forms in which the kernel can compare them: extrema as cases, no roots below a line, remainders as what recurs.

The values are the same wherever the formulas have some; what is derived says the new forms.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from pabisym.derivation.signs import exchanged
from pabisym.kernel.exact import Scope
from pabisym.lang.term import BINDERS, ONE, Call, Number, Term, calls, is_call
from pabisym.process.iteration import GaussianNoise, Iteration
from pabisym.process.sequence import INDEX, STEP, EachStep, Impulse, Listed, Periodic, StepSequence, Sum, minus, names, times
from pabisym.proof.certificate import polynomial_term
from pabisym.shift.letters.changing import placed

MOST_REMAINDERS = 12
"""The longest period, a number, of which remainders are read as what recurs."""


def comparable(iteration: Iteration) -> Iteration:
    """The same process with all its schedules as :func:`comparable_form` writes them."""
    contraction, variance = (_law(_sequence(law), iteration.steps) for law in (iteration.contraction, iteration.noise.variance))
    return replace(iteration, contraction=contraction, gap=_sequence(iteration.gap), noise=GaussianNoise(variance),
                   start_shift=comparable_form(iteration.start_shift))


def _law(law: StepSequence, steps: Term) -> StepSequence:
    """A contraction or a variance: by cases where the last step alone has another one, as what recurs where it depends on a remainder."""
    if isinstance(law, Periodic) and law.start == steps and law.stop is None:
        return EachStep(Call("cases", (minus(INDEX, steps), placed(law.size, steps), law.other)))
    if isinstance(law, EachStep) and (period := _remainder(law.size)) is not None:
        rest = minus(INDEX, Call("*", (period, Call("floor", (Call("/", (INDEX, period)),)))))
        values = [_plain(exchanged(law.size, rest, Number(one))) for one in range(int(period.value))]
        for start, own in enumerate(values, 1):
            others = {*values[:start - 1], *values[start:]}
            if len(others) == 1 and STEP not in names(own) and STEP not in names(other := others.pop()):
                return Periodic(period, own, Number(start - 1 or int(period.value)), None, other)
    return law


def _plain(term: Term) -> Term:
    """A polynomial in its normal form."""
    arithmetic = Scope(dict.fromkeys(names(term), "real"), ()).arithmetic
    value = arithmetic.normal(term)
    return polynomial_term(arithmetic, value.top) if value.bottom == {(): 1} else term


def _remainder(term: Term) -> Number | None:
    """The m of a remainder k - m*floor(k/m) that occurs in a formula, for a number m of steps."""
    for one in calls(term):
        match one:
            case Call("floor", (Call("/", (step, Number() as period)),)) if step == INDEX and 1 < period.value <= MOST_REMAINDERS:
                if period.value.q == 1:
                    return period
    return None


def _sequence(sequence: StepSequence) -> StepSequence:
    match sequence:
        case EachStep(size):
            return EachStep(comparable_form(size))
        case Impulse(index, size):
            return Impulse(index, comparable_form(size))
        case Periodic():
            return replace(sequence, size=comparable_form(sequence.size), other=comparable_form(sequence.other))
        case Listed(items):
            return Listed(tuple(map(comparable_form, items)))
        case Sum(parts):
            return Sum(tuple(map(_sequence, parts)))
    return sequence


def comparable_form(term: Term) -> Term:
    """A formula with extrema as distinctions of cases, squares of roots without these, and a root below a line above it.

    >>> from pabisym.lang.grammar import parse, to_text
    >>> to_text(comparable_form(parse("eta*min(1, k/K)/sqrt(k)")))
    'eta*cases(k/K - 1, 1, k/K)*sqrt(k)/k'
    """
    if not isinstance(term, Call) or term.head in BINDERS:
        return term
    args = tuple(map(comparable_form, term.args))
    if term.head == "max":
        return reduce(lambda x, y: Call("cases", (minus(x, y), x, y)), args)
    if term.head == "min":
        return reduce(lambda x, y: Call("cases", (minus(y, x), x, y)), args)
    if term.head == "**" and isinstance(args[1], Number) and isinstance(args[0], Call) and args[0].head == "sqrt":
        half = args[1].value / 2
        if half.q == 1:
            return args[0].args[0] if half == 1 else Call("**", (args[0].args[0], Number(half)))
    if term.head == "/":
        above, below = (arg.args if isinstance(arg, Call) and arg.head == "*" else (arg,) for arg in args)
        if roots := [factor for factor in below if is_call(factor, "sqrt")]:
            rest = [factor.args[0] if isinstance(factor, Call) and factor.head == "sqrt" else factor for factor in below]
            return Call("/", (times(*(factor for factor in above if factor != ONE), *roots), times(*rest)))
    return Call(term.head, args)
