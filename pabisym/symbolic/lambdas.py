"""Formulas as fast functions of numpy arrays, or of numbers of mpmath: made from the term, without certified digits and unchecked.

Every operation of a term becomes one of the library that computes: ``cases`` chooses, ``min`` and ``max`` broadcast, sums are added along
an axis of their own.  What neither library has (``sampled``, ``admissible``, ``survival``) is enclosed point by point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Literal, NamedTuple, TypeAlias

from flint import fmpq

from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError
from pabisym.lang.rational import near_float
from pabisym.lang.term import FUNCTIONS, Call, Name, Number, Term
from pabisym.symbolic.numbers import is_sympy, number_of, term_of

Backend: TypeAlias = Literal["numpy", "mpmath"]
Values: TypeAlias = dict[str, Any]
Compiled: TypeAlias = Callable[[Values], Any]
CHUNK = 1_000_000
"""Most numbers of a sum that are held at a time."""
LONGEST = 10_000_000
"""Most terms of a sum that are added."""
ROUNDED = 2.0**-44
"""By how much, relatively, a float may be off an integer that is taken for it before it is rounded down or up."""
ENCLOSED = ("sampled", "sampled_first", "admissible", "survival")
"""Functions that are enclosed point by point."""


def compiled(term: Term, backend: Backend) -> Compiled:
    """A function from values by name to the value of a term.

    Raises :class:`~pabisym.errors.InputError` for another backend.
    """
    if backend not in ("numpy", "mpmath"):
        raise InputError("lambdify", f"{str(backend)[:40]!r} is not known", "give numpy or mpmath")
    if backend == "mpmath":
        return _compile(term, _mpmath())
    import numpy as np

    function = _compile(term, _numpy())

    def quiet(at: Values) -> Any:
        """Without warnings: where there is no value, NaN or an infinity says so."""
        with np.errstate(all="ignore"):
            return function(at)

    return quiet


def read(value: object, where: str, backend: Backend) -> Any:
    """A value as the library takes it: an array, a number of mpmath, or for a sequence a function."""
    if callable(value) and not is_sympy(value):
        return value
    listed = hasattr(value, "__array__") or isinstance(value, list | tuple | range)
    if listed and not is_sympy(value):
        import numpy as np

        if isinstance(value, range) and len(value[: LONGEST + 1]) > LONGEST:
            raise InputError(where, f"has more than {LONGEST} entries", "give fewer")
        array = np.asarray(value)
        return np.asarray(array.tolist() if array.dtype == object else array, dtype=np.float64)
    if backend == "mpmath":
        import mpmath

        if isinstance(value, mpmath.mpf):
            return value
        if is_sympy(value) and not value.is_Rational:  # type: ignore[attr-defined]
            return enclose(term_of(value, where, floats=True), {}, mpmath.mp.dps + 5).to_mpmath()
        return _mpf(number_of(value, where, floats=True))
    if is_sympy(value):
        return float(enclose(term_of(value, where, floats=True), {}, 17))
    return near_float(number_of(value, where, floats=True))


def _mpf(value: fmpq) -> Any:
    import mpmath

    return mpmath.mpf(int(value.p)) / int(value.q)


class _Backend(NamedTuple):
    """What computes: constants, operations by their heads, sums, and 1 - f for some functions f."""

    number: Callable[[fmpq], Any]
    pi: Callable[[], Any]
    operations: Mapping[str, Callable[..., Any]]
    total: Callable[[Compiled, str, Any, Any, Values], Any]
    complements: Mapping[str, Callable[..., Any]]


def _compile(term: Term, backend: _Backend) -> Compiled:
    if isinstance(term, Number):
        value = term.value
        return lambda _: backend.number(value)
    if isinstance(term, Name):
        name = term.name
        return (lambda _: backend.pi()) if name == "pi" else lambda at: at[name]
    if term.head == "sum":
        body, index, low, high = term.args
        inside, start, end = (_compile(part, backend) for part in (body, low, high))
        bound = index.name if isinstance(index, Name) else ""
        return lambda at: backend.total(inside, bound, start(at), end(at), at)
    args = [_compile(arg, backend) for arg in term.args]
    if term.head == "cases":  # branches are functions, so that one that is not taken need not have a value
        sign, there, elsewhere = args
        return lambda at: backend.operations["cases"](sign(at), lambda: there(at), lambda: elsewhere(at))
    if (taken := _taken_from_one(term)) is not None and (rest := _rest_of_one(taken, backend)) is not None:
        return rest
    operation = backend.operations.get(term.head)
    if operation is not None:
        return _applied(operation, args)
    if term.head in FUNCTIONS:
        raise InputError(term.head, "has no function here", "evaluate with .at or .over")
    head = term.head
    return lambda at: at[head](*[arg(at) for arg in args])


def _taken_from_one(term: Call) -> Term | None:
    """The x of 1 - x; None for other terms."""
    match term:
        case Call("+", (Number(value), Call("neg", (inner,)))) | Call("+", (Call("neg", (inner,)), Number(value))) if value == 1:
            return inner
        case _:
            return None


def _rest_of_one(term: Term, backend: _Backend) -> Compiled | None:
    """1 - x without loss of digits where x is nearly 1: of some functions, their powers and products; None for other terms."""
    match term:
        case Call(head, args) if head in backend.complements:
            return _applied(backend.complements[head], [_compile(arg, backend) for arg in args])
        case Call("**", (base, exponent)) if (rest := _rest_of_one(base, backend)) is not None:
            return _applied(backend.operations["rest of power"], [rest, _compile(exponent, backend)])
        case Call("*", (first, second)) if (rest := _rest_of_one(second, backend)) is not None:
            one = _rest_of_one(first, backend) or _compile(Call("+", (Number(1), Call("neg", (first,)))), backend)
            return _applied(lambda x, own, y: own + x * y, [_compile(first, backend), one, rest])
        case Call() if backend.complements and (taken := _taken_from_one(term)) is not None:
            return _compile(taken, backend)
        case _:
            return None


def _applied(operation: Callable[..., Any], args: list[Compiled]) -> Compiled:
    return lambda at: operation(*[arg(at) for arg in args])


# numpy.


def _numpy() -> _Backend:
    import numpy as np
    from scipy import special

    def gap(order: Any, distance: Any) -> Any:
        """The hockey-stick divergence of unit Gaussians, without cancellation where the distance is small."""
        order, distance = np.broadcast_arrays(np.asarray(order, float), np.abs(np.asarray(distance, float)))
        ratio, half = np.log(order) / distance, distance / 2
        low, high = (ratio - half) / math.sqrt(2), (ratio + half) / math.sqrt(2)
        scaled = np.exp(-(low**2)) / 2 * (special.erfcx(low) - special.erfcx(high))
        plain = special.ndtr(half - ratio) - order * special.ndtr(-half - ratio)
        near = np.where(order == 1, special.erf(half / math.sqrt(2)), np.where(low > -1, scaled, plain))
        return np.where(distance == 0, np.maximum(1 - order, 0), np.where(order <= 0, 1 - order, near))[()]

    def choose(sign: Any, there: Callable[[], Any], elsewhere: Callable[[], Any]) -> Any:
        taken = np.asarray(sign) >= 0
        if np.all(taken) or not np.any(taken):
            return there() if np.all(taken) else elsewhere()
        return np.where(taken, there(), elsewhere())[()]

    def enclosed(head: str) -> Callable[..., Any]:
        def one(*args: float) -> float:
            return near_float(_middle(head, [number_of(float(arg), head, floats=True) for arg in args], 17))

        every = np.vectorize(one, otypes=[float])
        return lambda *args: every(*args)[()]

    def whole(x: Any) -> Any:
        """The floor; of a number within rounding of an integer that integer, which exact data mostly mean."""
        near = np.rint(x)
        return np.where(np.abs(x - near) <= ROUNDED * np.maximum(1, np.abs(near)), near, np.floor(x))[()]

    operations: dict[str, Callable[..., Any]] = {
        "+": lambda *args: reduce(np.add, args), "*": lambda *args: reduce(np.multiply, args),
        "neg": np.negative, "/": np.true_divide, "**": lambda x, y: np.power(np.asarray(x, float), y),
        "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "abs": np.abs, "floor": whole, "ceiling": lambda x: -whole(-x),
        "min": lambda *args: reduce(np.minimum, args), "max": lambda *args: reduce(np.maximum, args),
        "harmonic": lambda n: special.digamma(np.asarray(n, float) + 1) + np.euler_gamma, "erfc": special.erfc, "theta": gap,
        "normal": special.ndtr, "quantile": special.ndtri, "rest of power": lambda rest, n: -np.expm1(n * np.log1p(-rest)),
        "cases": choose,
        **{head: enclosed(head) for head in ENCLOSED},
    }

    def total(inside: Compiled, index: str, low: Any, high: Any, at: Values) -> Any:
        """A sum along a new first axis; where the ends are reversed minus what lies strictly between them."""
        low, high = np.broadcast_arrays(np.asarray(low, float), np.asarray(high, float))
        first, last = np.minimum(low, high + 1).min(), np.maximum(high, low - 1).max()
        others = {name: value for name, value in at.items() if not callable(value)}
        shape = np.broadcast_shapes(low.shape, *(np.shape(value) for value in others.values()))
        if last - first > LONGEST:
            raise InputError("sum", f"has more than {LONGEST} terms", "give fewer, or use a closed form")
        result, step = np.zeros(shape), max(1, CHUNK // max(1, math.prod(shape)))
        for start in range(int(first), int(last) + 1, step):
            k = np.arange(start, min(start + step, int(last) + 1), dtype=float).reshape(-1, *([1] * len(shape)))
            weight = ((low <= k) & (k <= high)).astype(float) - ((high < k) & (k < low))
            body = np.asarray(inside({**at, index: k}), float)
            result = result + np.where(weight != 0, weight * body, 0.0).sum(axis=0)
        return result[()]

    def without_gap(order: Any, distance: Any) -> Any:
        """1 less the hockey-stick divergence."""
        order, distance = np.broadcast_arrays(np.asarray(order, float), np.abs(np.asarray(distance, float)))
        ratio, half = np.log(order) / distance, distance / 2
        near = special.ndtr(ratio - half) + order * special.ndtr(-half - ratio)
        return np.where((distance == 0) | (order <= 0), np.minimum(order, 1), near)[()]

    complements = {"theta": without_gap, "exp": lambda x: -np.expm1(x), "normal": lambda x: special.ndtr(-np.asarray(x, float)),
                   "erfc": special.erf}
    return _Backend(near_float, lambda: math.pi, operations, total, complements)


def _middle(head: str, args: list[fmpq], digits: int) -> fmpq:
    """A function of the grammar at numbers: the middle of its enclosure."""
    found = enclose(Call(head, tuple(map(Number, args))), {}, digits)
    return (number_of(found.lower, head) + number_of(found.upper, head)) / 2


# mpmath.


def _mpmath() -> _Backend:
    import mpmath
    from mpmath import mp

    def gap(order: Any, distance: Any) -> Any:
        if distance == 0 or order <= 0:
            return max(1 - order, mp.zero)
        own = mp.clone()
        own.dps = 2 * mp.dps + 10
        order, distance = own.convert(order), own.convert(distance)
        ratio, half = own.log(order) / distance, distance / 2
        value = own.ncdf(half - ratio) - order * own.ncdf(-half - ratio)
        return +mp.make_mpf(value._mpf_)

    def enclosed(head: str) -> Callable[..., Any]:
        def one(*args: Any) -> Any:
            numbers = [number_of(arg, head) for arg in args]
            return _mpf(_middle(head, numbers, mp.dps + 2))

        return one

    def total(inside: Compiled, index: str, low: Any, high: Any, at: Values) -> Any:
        first, last = int(low), int(high)
        if abs(last - first) > LONGEST:
            raise InputError("sum", f"has more than {LONGEST} terms", "give fewer, or use a closed form")
        if last >= first - 1:
            return mpmath.fsum(inside({**at, index: mpmath.mpf(k)}) for k in range(first, last + 1))
        return -mpmath.fsum(inside({**at, index: mpmath.mpf(k)}) for k in range(last + 1, first))

    operations: dict[str, Callable[..., Any]] = {
        "+": lambda *args: reduce(lambda x, y: x + y, args), "*": lambda *args: reduce(lambda x, y: x * y, args),
        "neg": lambda x: -x, "/": lambda x, y: x / y, "**": mpmath.power, "sqrt": mpmath.sqrt, "exp": mpmath.exp, "log": mpmath.log,
        "abs": abs, "floor": mpmath.floor, "ceiling": mpmath.ceil, "min": min, "max": max, "harmonic": mpmath.harmonic,
        "erfc": mpmath.erfc, "theta": gap, "normal": mpmath.ncdf,
        "quantile": lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1),
        "cases": lambda sign, there, elsewhere: there() if sign >= 0 else elsewhere(),
        **{head: enclosed(head) for head in ENCLOSED},
    }
    return _Backend(_mpf, lambda: +mpmath.pi, operations, total, {})
