"""A second route to sums over the first steps of a sequence: closed forms, proposed by sympy where the formula depends on the step."""

from __future__ import annotations

import sympy

from pabisym.errors import InputError
from pabisym.lang.sympy_bridge import convert, revert, symbol
from pabisym.lang.term import ONE, ZERO, Call, Term, substitute
from pabisym.process.sequence import STEP, EachStep, Impulse, Periodic, StepSequence, Sum, minus, names, times


def partial_sum(sequence: StepSequence, upto: Term) -> Term | None:
    """x_1 + … + x_upto in closed form for upto >= 0, or None where none is known, as for a list."""
    if isinstance(sequence, EachStep):
        return times(upto, sequence.size) if sequence.constant else _summation(sequence.size, upto)
    if isinstance(sequence, Impulse):
        return Call("cases", (minus(upto, sequence.index), substitute(sequence.size, {STEP: ((), sequence.index)}), ZERO))
    if isinstance(sequence, Periodic) and STEP not in names(sequence.size):
        end = upto if sequence.stop is None else Call("min", (upto, sequence.stop))
        count = Call("+", (Call("floor", (Call("/", (minus(end, sequence.start), sequence.period)),)), ONE))
        return times(sequence.size, Call("max", (count, ZERO)))
    if isinstance(sequence, Sum):
        sums = [partial_sum(part, upto) for part in sequence.parts]
        known = tuple(s for s in sums if s is not None)
        if len(known) == len(sums):
            return known[0] if len(known) == 1 else Call("+", known)
    return None


def _summation(size: Term, upto: Term) -> Term | None:
    """Polynomial, geometric and similar sums, over an end that no letter can clash with."""
    end = "upto_" + "_".join(sorted(names(size)))
    index = symbol(STEP, "integer")
    try:
        found = sympy.summation(convert(size, {STEP: "integer"}), (index, 1, symbol(end, "integer")))
        if found.has(sympy.Sum) or index in found.free_symbols:
            return None
        return substitute(revert(found), {end: ((), upto)})
    except (InputError, NotImplementedError):  # the second is what sympy raises for sums it cannot do
        return None
