"""A second, independent route to the value of a term, with mpmath.

It shares no arithmetic with :mod:`pabisym.evaluate.ball` and certifies nothing: it is what the certified route is
compared with, and what a notebook explores with.  Only :func:`mpmath.workdps` is used; mpmath's global precision
stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import mpmath

from pabisym.errors import InputError
from pabisym.expression import Call, Name, Number, Term, to_text
from pabisym.number import rational, to_fraction

GUARD_DIGITS = 20
"""Digits carried beyond those asked for."""
MAX_TERMS = 100_000
"""Most terms of one sum."""
_CURE = "choose a point at which every part has a real value"


def explore(term: Term, at: Mapping[str, object], digits: int = 30) -> mpmath.mpf:
    """The value of a term at a rational point, computed with ``digits`` + :data:`GUARD_DIGITS` digits.

    Nothing is certified: cancellation may cost digits.  Raises :class:`~pabisym.errors.InputError` where a name has
    no value or the term no finite real one, and for sums of more than :data:`MAX_TERMS` terms.
    """
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < 1:
        raise InputError("digits", f"{digits!r} is not a number of digits", "ask for 1 or more")
    with mpmath.workdps(digits + GUARD_DIGITS):
        point = {name: _mpf(to_fraction(rational(value, name))) for name, value in at.items()}
        return +_value(term, point)


def _mpf(value: Fraction) -> mpmath.mpf:
    return mpmath.mpf(value.numerator) / value.denominator


def _value(term: Term, point: Mapping[str, mpmath.mpf]) -> mpmath.mpf:
    if isinstance(term, Number):
        return _mpf(term.value)
    if isinstance(term, Name):
        if term.name not in point:
            raise InputError(term.name, "has no value", f"give a rational value for {term.name}")
        return point[term.name]
    if term.head == "sum":
        return _sum(term, point)
    if term.head == "cases":
        return _value(term.args[1 if _value(term.args[0], point) >= 0 else 2], point)
    if term.head not in _FUNCTIONS:
        raise InputError(to_text(term), "is no number", "use the functions of the grammar")
    args = [_value(arg, point) for arg in term.args]
    try:
        result = _FUNCTIONS[term.head](*args)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise InputError(to_text(term), "has no finite real value", _CURE) from None
    if not isinstance(result, mpmath.mpf) or not mpmath.isfinite(result):
        raise InputError(to_text(term), "has no finite real value", _CURE)
    return result


def _sum(term: Call, point: Mapping[str, mpmath.mpf]) -> mpmath.mpf:
    body, index, *ends = term.args
    low, high = (_value(end, point) for end in ends)
    if not isinstance(index, Name) or low != mpmath.floor(low) or high != mpmath.floor(high):
        raise InputError(to_text(term), "ends a sum and is not an integer", _CURE)
    first, last, sign = (int(low), int(high), 1) if high >= low - 1 else (int(high) + 1, int(low) - 1, -1)
    if last - first >= MAX_TERMS:
        raise InputError(to_text(term), f"more than {MAX_TERMS} terms to add", "use the certified route")
    terms = (_value(body, {**point, index.name: mpmath.mpf(k)}) for k in range(first, last + 1))
    return sign * mpmath.fsum(terms)


def _theta(order: mpmath.mpf, distance: mpmath.mpf) -> mpmath.mpf:
    """Phi(r/2 - log(gamma)/r) - gamma*Phi(-r/2 - log(gamma)/r), the form with distribution functions."""
    if order < 0 or distance < 0:
        raise ValueError("negative order or distance")
    if distance == 0:
        return max(1 - order, mpmath.mpf(0))
    if order == 0:
        return mpmath.mpf(1)
    level = mpmath.log(order) / distance
    return mpmath.ncdf(distance / 2 - level) - order * mpmath.ncdf(-distance / 2 - level)


def _power(base: mpmath.mpf, exponent: mpmath.mpf) -> mpmath.mpf:
    if exponent == mpmath.floor(exponent) and abs(exponent) < 10**15:
        return base ** int(exponent)
    return mpmath.power(base, exponent)


def _quotient(top: mpmath.mpf, bottom: mpmath.mpf) -> mpmath.mpf:
    return top / bottom


_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "+": lambda *args: mpmath.fsum(args),
    "*": lambda *args: mpmath.fprod(args),
    "neg": lambda x: -x,
    "/": _quotient,
    "**": _power,
    "sqrt": mpmath.sqrt,
    "exp": mpmath.exp,
    "log": mpmath.log,
    "abs": abs,
    "floor": mpmath.floor,
    "ceiling": mpmath.ceil,
    "min": min,
    "max": max,
    "harmonic": mpmath.harmonic,
    "erfc": mpmath.erfc,
    "theta": _theta,
}
