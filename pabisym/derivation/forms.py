"""Schedules in the forms in which the kernel can compare them: extrema as cases, no roots below a line.

The values are the same wherever the formulas have some; what is derived says the new forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from pabisym.lang.term import BINDERS, ONE, Call, Number, Term
from pabisym.process.iteration import GaussianNoise, Iteration
from pabisym.process.sequence import EachStep, Impulse, Listed, Periodic, StepSequence, Sum, minus, times


def comparable(iteration: Iteration) -> Iteration:
    """The same process with all its schedules as :func:`comparable_form` writes them."""
    return replace(iteration, contraction=_sequence(iteration.contraction), gap=_sequence(iteration.gap),
                   noise=GaussianNoise(_sequence(iteration.noise.variance)), start_shift=comparable_form(iteration.start_shift))


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
    if term.head == "/" and any(_root(factor) for factor in _factors(args[1])):
        roots = [factor for factor in _factors(args[1]) if _root(factor)]
        rest = [factor.args[0] if _root(factor) and isinstance(factor, Call) else factor for factor in _factors(args[1])]
        return Call("/", (times(*(factor for factor in _factors(args[0]) if factor != ONE), *roots), times(*rest)))
    return Call(term.head, args)


def _factors(term: Term) -> Iterator[Term]:
    if isinstance(term, Call) and term.head == "*":
        yield from term.args
    else:
        yield term


def _root(term: Term) -> bool:
    return isinstance(term, Call) and term.head == "sqrt"
