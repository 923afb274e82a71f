"""Values of terms on arrays of points, as pairs of float64 arrays between which they lie.

Letters are arrays that broadcast like those of numpy.  Sums, products, quotients and square roots are computed with their rounding
errors (two-sum and two-product of Knuth and Dekker), so that an end moves outwards exactly where it was rounded inwards: what floats
represent stays exact, and is compared exactly.  ``exp``, ``log`` and powers are numpy's, moved outwards by 16 units in the last place;
**numpy tests its own to 4, and this is believed, not proved**.  All other functions are enclosed by balls, once for each of their
different arguments.  A place where the floats tell nothing (a sign, a case, a value outside their range) has NaN as both ends: whoever asks
then computes that point in balls.

>>> import numpy as np
>>> from pabisym.lang.grammar import parse
>>> low, high = value(parse("x/3 + 1/2", "f"), {"x": FloatEnds.exactly(np.array([1.0, 1.5]))}, {})
>>> bool(low[0] < high[0] < low[0] + 1e-15), bool(low[1] <= 1 <= high[1])
(True, True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from flint import arb, fmpq, fmpz
from numpy.typing import NDArray

from pabisym.errors import InputError, PabisymError
from pabisym.lang.rational import dyadic, float_ends
from pabisym.lang.term import RELATIONS, Call, Name, Number, Term
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import Functions, TooCoarse, Undefined, Value, working_precision

Array: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]
Numbers = TypeVar("Numbers", float, Array)

LONGEST_SUM = 10_000
"""Most terms of a sum that are added on arrays."""
_EPSILON, _TINY, _MOST = 2.0**-52, 5e-324, math.ldexp(1 - 2.0**-53, 1024)
_SMALL, _LARGE = 2.0**-900, 2.0**900
_ULPS = 16.0
_LITERAL = 16


class FloatEnds(NamedTuple):
    """Arrays between which values lie; ``low is high`` where all of them are exact."""

    low: Array
    high: Array

    @classmethod
    def exactly(cls, values: Array) -> FloatEnds:
        """Floats as the numbers that they are."""
        return cls(values, values)

    @property
    def exact(self) -> bool:
        """Whether both ends are one array."""
        return self.low is self.high


CONSTANTS: Mapping[str, FloatEnds] = {"pi": FloatEnds(np.array(math.pi), np.array(math.nextafter(math.pi, 4)))}
"""Between which floats the constants of the grammar lie; ``math.pi`` is below pi."""


def value(term: Term, letters: Mapping[str, FloatEnds], functions: Functions) -> FloatEnds:
    """The ends of a term at all points; ``functions`` are those that balls compute, by their heads.

    Raises :class:`~pabisym.errors.InputError` for a letter without a value and for what is no number.
    """
    with np.errstate(all="ignore"):
        return _value(term, letters, functions)


def verdicts(relation: Term, letters: Mapping[str, FloatEnds], functions: Functions) -> tuple[Flags, Flags]:
    """Where a relation, or a chain of them, certainly holds, and where it certainly does not."""
    if not isinstance(relation, Call) or relation.head not in (*RELATIONS, "and"):
        raise InputError("condition", "is not a relation", "write a comparison such as sigma > 0")
    if relation.head == "and":
        parts = [verdicts(part, letters, functions) for part in relation.args]
        return reduce(np.logical_and, [yes for yes, _ in parts]), reduce(np.logical_or, [no for _, no in parts])
    x, y = (value(side, letters, functions) for side in relation.args)
    below, above = x.high < y.low, x.low > y.high
    same = (x.low == x.high) & (y.low == y.high) & (x.low == y.low)
    at_most, at_least = x.high <= y.low, x.low >= y.high
    return {"<": (below, at_least), "<=": (at_most, above), ">": (above, at_most), ">=": (at_least, below),
            "==": (same, below | above), "!=": (below | above, same)}[relation.head]


def _value(term: Term, at: Mapping[str, FloatEnds], functions: Functions) -> FloatEnds:
    if isinstance(term, Number):
        return _constant(term.value.p, term.value.q)
    if isinstance(term, Name):
        if term.name in CONSTANTS:
            return CONSTANTS[term.name]
        if term.name not in at:
            raise InputError(term.name, "has no value", f"give a number or an array for {term.name}")
        return at[term.name]
    if term.head == "sum":
        return _sum(term, at, functions)
    if term.head == "**":
        return _power(_value(term.args[0], at, functions), term.args[1], at, functions)
    args = [_value(arg, at, functions) for arg in term.args]
    if term.head in ("+", "*", "min", "max"):
        return reduce(_BINARY[term.head], args)
    if term.head in _OTHERS:
        return _OTHERS[term.head](*args)
    if term.head not in functions:
        raise InputError(term.head, "is not a function of numbers", "ask for a bound that is a number")
    return _by_balls(functions[term.head], args)


@lru_cache(4096)
def _constant(above: fmpz | int, below: fmpz | int) -> FloatEnds:
    low, high = float_ends(fmpq(above, below))
    first = np.float64(low)
    return FloatEnds(first, first if low == high else np.float64(high))  # type: ignore[arg-type]


# Rounding errors.  ``error`` is the exact result less the rounded one, up to a positive factor; NaN where it is not known.


def _down(x: Array) -> Array:
    """Certainly less than the next float below, and than what was rounded up to x."""
    least = np.minimum(x, _MOST)
    return least - (np.abs(least) * _EPSILON + _TINY)


def _up(x: Array) -> Array:
    most = np.maximum(x, -_MOST)
    return most + (np.abs(most) * _EPSILON + _TINY)


def _rounded_ends(x: Array, error: Array) -> FloatEnds:
    """The ends of an exact result from its rounded value."""
    if np.all(error == 0):
        return FloatEnds(x, x)
    least, most = np.minimum(x, _MOST), np.maximum(x, -_MOST)
    return FloatEnds(least - (np.abs(least) * _EPSILON + _TINY) * ~(error >= 0), most + (np.abs(most) * _EPSILON + _TINY) * ~(error <= 0))


def product_error(a: Numbers, b: Numbers, product: Numbers) -> Numbers:
    """``a * b - product`` exactly, for ``product`` the rounded ``a * b`` (Dekker), far from the ends of the range of floats."""
    split = 134217729.0 * a
    a_high = split - (split - a)
    a_low = a - a_high
    split = 134217729.0 * b
    b_high = split - (split - b)
    b_low = b - b_high
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _product_error(a: Array, b: Array, product: Array) -> Array:
    """The same, NaN where it is not exact."""
    error = product_error(a, b, product)
    size = np.abs(product)
    sound = (size > _SMALL) & (size < _LARGE) & (np.abs(a) < _LARGE) & (np.abs(b) < _LARGE)
    zero = (a == 0) & (np.abs(b) < math.inf) | (b == 0) & (np.abs(a) < math.inf)
    if np.all(sound):
        return error
    found: Array = np.where(sound, error, np.where(zero, 0.0, math.nan))
    return found


def _corners(operation: Callable[[Array, Array], Array], x: FloatEnds, y: FloatEnds) -> FloatEnds:
    """The ends over all four pairs of ends, of an operation that is monotone in each argument."""
    found = [operation(a, b) for a in x for b in y]
    return FloatEnds(_down(reduce(np.minimum, found)), _up(reduce(np.maximum, found)))


def _widen_ends(low: Array, high: Array) -> FloatEnds:
    return FloatEnds(low - (np.abs(low) * _EPSILON + _TINY) * _ULPS, high + (np.abs(high) * _EPSILON + _TINY) * _ULPS)


def _unless(wrong: Flags, x: FloatEnds) -> FloatEnds:
    """NaN where something is wrong."""
    if not np.any(wrong):
        return x
    low = np.where(wrong, math.nan, x.low)
    return FloatEnds(low, low if x.exact else np.where(wrong, math.nan, x.high))


# Functions.


def _plus(x: FloatEnds, y: FloatEnds) -> FloatEnds:
    if x.exact and y.exact:
        total = x.low + y.low
        shadow = total - x.low
        return _rounded_ends(total, (x.low - (total - shadow)) + (y.low - shadow))
    return FloatEnds(_down(x.low + y.low), _up(x.high + y.high))


def _multiply(x: FloatEnds, y: FloatEnds) -> FloatEnds:
    if x.exact and y.exact:
        product = x.low * y.low
        return _rounded_ends(product, _product_error(x.low, y.low, product))
    if np.all(x.low >= 0) and np.all(y.low >= 0):
        return FloatEnds(_down(x.low * y.low), _up(x.high * y.high))
    return _corners(np.multiply, x, y)


def _divide(x: FloatEnds, y: FloatEnds) -> FloatEnds:
    y = _unless((y.low <= 0) & (y.high >= 0), y)
    if x.exact and y.exact:
        quotient = x.low / y.low
        product = quotient * y.low
        rest = (x.low - product) - _product_error(quotient, y.low, product)
        return _rounded_ends(quotient, rest * np.sign(y.low) if np.any(y.low < 0) else rest)
    if np.all(x.low >= 0) and np.all(y.low >= 0):
        return FloatEnds(_down(x.low / y.high), _up(x.high / y.low))
    return _corners(np.divide, x, y)


def _negative(x: FloatEnds) -> FloatEnds:
    low = -x.high
    return FloatEnds(low, low if x.exact else -x.low)


def _absolute(x: FloatEnds) -> FloatEnds:
    if x.exact:
        return FloatEnds.exactly(np.abs(x.low))
    crosses = (x.low < 0) & (x.high > 0)
    low, high = np.abs(x.low), np.abs(x.high)
    return FloatEnds(np.where(crosses, 0.0, np.minimum(low, high)), np.maximum(low, high))


def _square_root(x: FloatEnds) -> FloatEnds:
    x = _unless(x.low < 0, x)
    root = np.sqrt(x.low)
    if not x.exact:
        return FloatEnds(_down(root), _up(np.sqrt(x.high)))
    square = root * root
    return _rounded_ends(root, (x.low - square) - _product_error(root, root, square))


def _exponential(x: FloatEnds) -> FloatEnds:
    low = np.exp(x.low)
    return _widen_ends(low, low if x.exact else np.exp(x.high))


def _logarithm(x: FloatEnds) -> FloatEnds:
    x = _unless(x.low <= 0, x)
    low = np.log(x.low)
    return _widen_ends(low, low if x.exact else np.log(x.high))


def _whole(step: Callable[[Array], Array]) -> Callable[[FloatEnds], FloatEnds]:
    def rule(x: FloatEnds) -> FloatEnds:
        low = step(x.low)
        return FloatEnds.exactly(low) if x.exact else _unless(low != step(x.high), FloatEnds.exactly(low))

    return rule


def _cases(sign: FloatEnds, yes: FloatEnds, no: FloatEnds) -> FloatEnds:
    first = sign.low >= 0
    unknown = ~(first | (sign.high < 0))
    low = np.where(first, yes.low, no.low)
    return _unless(unknown, FloatEnds(low, low if yes.exact and no.exact else np.where(first, yes.high, no.high)))


def _smaller(x: FloatEnds, y: FloatEnds) -> FloatEnds:
    low = np.minimum(x.low, y.low)
    return FloatEnds(low, low if x.exact and y.exact else np.minimum(x.high, y.high))


def _larger(x: FloatEnds, y: FloatEnds) -> FloatEnds:
    return _negative(_smaller(_negative(x), _negative(y)))


_BINARY: Mapping[str, Callable[[FloatEnds, FloatEnds], FloatEnds]] = {"+": _plus, "*": _multiply, "min": _smaller, "max": _larger}
_OTHERS: Mapping[str, Callable[..., FloatEnds]] = {
    "/": _divide, "neg": _negative, "abs": _absolute, "sqrt": _square_root, "exp": _exponential, "log": _logarithm,
    "floor": _whole(np.floor), "ceiling": _whole(np.ceil), "cases": _cases,
}  # fmt: skip


def _power(base: FloatEnds, exponent: Term, at: Mapping[str, FloatEnds], functions: Functions) -> FloatEnds:
    if isinstance(exponent, Number) and exponent.value.q == 1 and abs(exponent.value.p) <= _LITERAL:
        times = int(exponent.value.p)
        power = _literal_power(_absolute(base) if times % 2 == 0 else base, abs(times))
        return power if times >= 0 else _divide(_constant(1, 1), power)
    y = _value(exponent, at, functions)
    zeros = (base.low == 0) & (base.high == 0) & (y.low >= 0) & ((y.low > 0) | (y.high == 0))
    wrong = ~((base.low > 0) | zeros)
    found = [np.power(a, b) for a in base for b in y]
    return _unless(wrong, _widen_ends(reduce(np.minimum, found), reduce(np.maximum, found)))


def _literal_power(base: FloatEnds, times: int) -> FloatEnds:
    result, square = _constant(1, 1), base
    while times:
        if times % 2:
            result = _multiply(result, square)
        times //= 2
        square = _multiply(square, square) if times else square
    return result


def _sum(term: Call, at: Mapping[str, FloatEnds], functions: Functions) -> FloatEnds:
    """The sum, where its limits are integers in order; NaN elsewhere."""
    body, index, low, high = term.args
    first, last = (_value(end, at, functions) for end in (low, high))
    wrong = ~((first.low == first.high) & (last.low == last.high) & (first.low <= last.low + 1))
    wrong |= (first.low % 1 != 0) | (last.low % 1 != 0)
    least, most = np.min(np.where(wrong, math.inf, first.low)), np.max(np.where(wrong, -math.inf, last.low))
    if not isinstance(index, Name) or not most - least < LONGEST_SUM:
        wrong, least, most = np.ones_like(wrong), 1.0, 0.0
    total, inner = _constant(0, 1), dict(at)
    for k in range(int(least), int(most) + 1) if least <= most else ():
        inner[index.name] = FloatEnds.exactly(np.float64(k))  # type: ignore[union-attr, arg-type]
        here = (first.low <= k) & (k <= last.low)
        one = _value(body, inner, functions)
        if not np.all(here):
            low_end = np.where(here, one.low, 0.0)
            one = FloatEnds(low_end, low_end if one.exact else np.where(here, one.high, 0.0))
        total = _plus(total, one)
    return _unless(wrong, FloatEnds(total.low + 0.0 * wrong, total.high + 0.0 * wrong))


def _by_balls(function: Callable[..., Value], args: list[FloatEnds]) -> FloatEnds:
    """A function of the evaluator, at each of its different arguments."""
    columns = np.broadcast_arrays(*[end for arg in args for end in arg])
    rows, where = np.unique(np.column_stack([column.ravel() for column in columns]), axis=0, return_inverse=True)
    found = np.array([_ball_ends(function, [(row[i], row[i + 1]) for i in range(0, len(row), 2)]) for row in rows.tolist()])
    picked = found[where.ravel()].reshape(*columns[0].shape, 2)
    return FloatEnds(picked[..., 0], picked[..., 1])


def _ball_ends(function: Callable[..., Value], ends: list[tuple[float, float]]) -> tuple[float, float]:
    if not all(math.isfinite(end) for pair in ends for end in pair):
        return math.nan, math.nan
    try:
        with working_precision(96):
            exact = [(dyadic(low), dyadic(high)) for low, high in ends]
            found = function(*[low if low == high else arb(low).union(arb(high)) for low, high in exact])
        if isinstance(found, fmpq):
            return float_ends(found)
        if not found.is_finite():
            return math.nan, math.nan
        return tuple(float_ends(end)[side] for side, end in enumerate((lower_end(found), upper_end(found))))  # type: ignore[return-value]
    except (TooCoarse, Undefined, PabisymError):
        return math.nan, math.nan
