"""Formulas at complex balls, for integrals: only what is analytic, with the flag that :meth:`flint.acb.integral` asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import add, mul

from flint import acb, arb

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.term import Name, Number, Term


def complex_value(term: Term, at: Mapping[str, acb], analytic: bool) -> acb:
    """The value; not finite where ``analytic`` is asked for and a branch cut may be met.

    Raises :class:`~pabisym.errors.InputError` for what has no complex values here.
    """
    if isinstance(term, Number):
        return acb(arb(term.value))
    if isinstance(term, Name):
        if term.name == "pi":
            return acb.pi()
        if term.name not in at:
            raise InputError(term.name, "has no value", "give it one")
        return at[term.name]
    if term.head == "**" and isinstance(term.args[1], Number) and term.args[1].value.denominator == 1:
        power: acb = complex_value(term.args[0], at, analytic) ** int(term.args[1].value.p)
        return power
    head, args = term.head, [complex_value(arg, at, analytic) for arg in term.args]
    if head == "**":
        return (args[1] * args[0].log(analytic=analytic)).exp()
    if head == "/":
        return args[0] / args[1]
    if head in ("+", "*"):
        return reduce(add if head == "+" else mul, args)
    if head in ("sqrt", "log"):
        return args[0].sqrt(analytic=analytic) if head == "sqrt" else args[0].log(analytic=analytic)
    simple: Mapping[str, Callable[[acb], acb]] = {"neg": lambda z: -z, "exp": lambda z: z.exp(), "erfc": lambda z: z.erfc()}
    if head not in simple:
        raise InputError(to_text(term)[:60], "is not an analytic formula", "use + - * / ** exp log sqrt erfc")
    return simple[head](args[0])
