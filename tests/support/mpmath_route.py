"""A second, independent route to the value of a term, with mpmath.

It shares no arithmetic with :mod:`pabisym.numerics.evaluator` and certifies nothing: it is what tests compare the certified route with.  Only :func:`mpmath.workdps` is used; mpmath's global precision stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import mpmath
from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import Call, Name, Number, Term

GUARD_DIGITS = 20
"""Digits carried beyond those asked for."""
MAX_TERMS = 100_000
"""Most terms of one sum."""
MAX_LOST = 1_000
"""Most decimal digits by which a probability may be nearer to 0 or 1 than to 1/2, for its quantile."""
MAX_SIZE = 4096
"""Largest size of a number, as a power of 2: mpmath writes out the integer part of an argument, however long, and has no limit."""
MAX_TAIL = 512
"""Largest argument of a tail of the normal law, as a power of 2."""
_CURE = "choose a point at which every part has a real value"


def explore(term: Term, at: Mapping[str, object], digits: int = 30) -> mpmath.mpf:
    """The value of a term at a rational point, computed with ``digits`` + :data:`GUARD_DIGITS` digits.

    Nothing is certified: cancellation may cost digits.  Raises :class:`~pabisym.errors.InputError` where a name has
    no value or the term no finite real one, and for sums of more than :data:`MAX_TERMS` terms.
    """
    if isinstance(digits, bool) or not isinstance(digits, int) or digits < 1:
        raise InputError("digits", f"{digits!r} is not a number of digits", "ask for 1 or more")
    with mpmath.workdps(digits + GUARD_DIGITS):
        point = {name: _mpf(rational(value, name)) for name, value in at.items()}
        return +_value(term, point)


def _mpf(value: fmpq) -> mpmath.mpf:
    return mpmath.mpf(int(value.p)) / int(value.q)


def _value(term: Term, point: Mapping[str, mpmath.mpf]) -> mpmath.mpf:
    if isinstance(term, Number):
        return _mpf(term.value)
    if isinstance(term, Name):
        if term.name == "pi":
            return +mpmath.pi
        if term.name not in point:
            raise InputError(term.name, "has no value", f"give a rational value for {term.name}")
        return point[term.name]
    if term.head == "sum":
        return _sum(term, point)
    if term.head == "cases":
        told = _value(term.args[0], point)
        if 0 < abs(told) < mpmath.mpf(10) ** (GUARD_DIGITS - mpmath.mp.dps):
            raise InputError(to_text(term), "hangs on the sign of a number that may be 0", "use the certified route")
        return _value(term.args[1 if told >= 0 else 2], point)
    if term.head not in _FUNCTIONS:
        raise InputError(to_text(term), "is no number", "use the functions of the grammar")
    args = [_value(arg, point) for arg in term.args]
    try:
        result = _FUNCTIONS[term.head](*args)
    except InputError:
        raise
    except (ValueError, ZeroDivisionError, OverflowError):
        raise InputError(to_text(term), "has no finite real value", _CURE) from None
    if not isinstance(result, mpmath.mpf) or not mpmath.isfinite(result):
        raise InputError(to_text(term), "has no finite real value", _CURE)
    if mpmath.mag(result) > MAX_SIZE:
        raise InputError(to_text(term), "is larger than mpmath should be given", "use the certified route")
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
    return _normal(distance / 2 - level) - order * _normal(-distance / 2 - level)


def _normal(x: mpmath.mpf) -> mpmath.mpf:
    return _erfc(-x / mpmath.sqrt(2)) / 2


def _erfc(x: mpmath.mpf) -> mpmath.mpf:
    if mpmath.mag(x) > MAX_TAIL:
        raise ValueError("mpmath writes out the integer part of an argument")
    return mpmath.erfc(x)


def _quantile(p: mpmath.mpf) -> mpmath.mpf:
    """By the inverse error function of 2p - 1, with as many more digits as that difference loses."""
    if not 0 < p < 1:
        raise ValueError("no probability")
    lost = int(-mpmath.log10(min(p, 1 - p))) + 2
    if lost > MAX_LOST:
        raise InputError("quantile", f"{lost} digits would be lost", "use the certified route")
    with mpmath.extradps(lost):
        return mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)


def _sampled(first: bool) -> Callable[..., mpmath.mpf]:
    """The sampled Gaussian divergence by quadrature of its definition."""

    def value(order: mpmath.mpf, q: mpmath.mpf, sigma: mpmath.mpf) -> mpmath.mpf:
        if order < 1 or not 0 <= q <= 1 or sigma <= 0:
            raise ValueError("outside of the domain")
        if q in (0, 1):
            return q * order / (2 * sigma**2)
        exponent = order if first else 1 - order
        far = mpmath.sqrt(2 * mpmath.log(10) * mpmath.mp.dps) + 2
        low, high = min(exponent, 0) / sigma - far, max(exponent, 0) / sigma + far
        pieces = mpmath.linspace(low, high, int((high - low) / 2) + 2)
        total = mpmath.quad(lambda z: mpmath.npdf(z) * _excess(z, exponent, q, sigma, order == 1), pieces)
        return total if order == 1 else mpmath.log1p(total) / (order - 1)

    return value


def _excess(z: mpmath.mpf, exponent: mpmath.mpf, q: mpmath.mpf, sigma: mpmath.mpf, kullback: bool) -> mpmath.mpf:
    """g^a - 1 - a (g - 1), or for the Kullback-Leibler divergence g log g - g + 1 or g - 1 - log g: means of 0 taken off."""
    x = q * mpmath.expm1(z / sigma - 1 / (2 * sigma**2))
    log = mpmath.log1p(x)
    if kullback:
        return (1 + x) * log - x if exponent else x - log
    return mpmath.expm1(exponent * log) - exponent * x


def _admissible(q: mpmath.mpf, sigma: mpmath.mpf) -> mpmath.mpf:
    """The largest order at which both conditions hold, by halving."""
    if not 0 < q < 1 or sigma < mpmath.mpf("0.8"):
        raise ValueError("outside of the domain")

    def holds(alpha: mpmath.mpf) -> bool:
        m = mpmath.log1p(1 / (q * (alpha - 1)))
        top = m**2 * sigma**2 / 2 - mpmath.log(5 * sigma**2)
        return bool(alpha <= m * sigma**2 / 2 - 2 * mpmath.log(sigma) and alpha * (m + mpmath.log(q * alpha) + 1 / (2 * sigma**2)) <= top)

    low, high = mpmath.mpf(0), mpmath.mpf(1)
    while holds(1 + high):
        low, high = high, 2 * high
    while not low and not holds(1 + high / 2):
        high /= 2
    while high - low > high * mpmath.eps:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(1 + middle) else (low, middle)
    return 1 + low


def _survival(n: mpmath.mpf, x: mpmath.mpf, *chain: mpmath.mpf) -> mpmath.mpf:
    """The chance that a gap chain is above 0, by an integral for each step but the first."""
    if n < 1 or n != mpmath.floor(n) or min(x, *chain) < 0:
        raise ValueError("outside of the domain")
    kept = mpmath.erf(x / mpmath.sqrt(8))
    if n == 1:
        return kept
    r, c, a, b = chain

    def next_gap(y: mpmath.mpf) -> mpmath.mpf:
        density = mpmath.npdf(y, x, 2) - mpmath.npdf(y, -x, 2)
        return density * _survival(n - 1, min(r, c * y + a + b), *chain)

    edge = (r - a - b) / c if c > 0 else mpmath.mpf(0)
    ends = sorted({mpmath.mpf(0), *(end for end in (edge, x) if end > 0), x + 40})
    return (1 - kept) * (_survival(n - 1, min(r, b), *chain) if b else 0) + mpmath.quad(next_gap, ends)


def _floor(x: mpmath.mpf) -> mpmath.mpf:
    """The floor; none where rounding may have carried the argument over an integer."""
    near = mpmath.nint(x)
    if near not in (0, x) and abs(x - near) <= mpmath.mpf(10) ** (GUARD_DIGITS // 2 - mpmath.mp.dps) * (1 + abs(x)):
        raise ValueError(f"a floor hangs on the last digits of {mpmath.nstr(x, 20)}")
    return mpmath.floor(x)


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
    "floor": _floor,
    "ceiling": lambda x: -_floor(-x),
    "min": min,
    "max": max,
    "harmonic": mpmath.harmonic,
    "erfc": _erfc,
    "theta": _theta,
    "normal": _normal,
    "quantile": _quantile,
    "sampled": _sampled(first=False),
    "sampled_first": _sampled(first=True),
    "admissible": _admissible,
    "survival": _survival,
}
