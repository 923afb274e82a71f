"""A cost given by a formula, and what can be shown of its convexity."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import add, mul, neg, truediv
from typing import Any, TypeAlias

import numpy as np
from flint import arb, fmpq
from scipy.optimize import isotonic_regression

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.lang.budget import proposal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import exclusive
from pabisym.lang.rational import rational
from pabisym.lang.term import FUNCTIONS, ONE, TWO, ZERO, Call, Name, Number, Term, free_names, mentions, substitute
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.parameters import positive
from pabisym.shift.general.cost import Cost, Family, Floats, Parameters, Payment, Rational, halved, in_floats
from pabisym.shift.general.curvature import Convexity, CurvaturePiece, curvature_pieces, cut_pieces, failure

PAYMENT = "a"
"""The letter of the shift in a formula."""
ALLOWED = {name: FUNCTIONS[name] for name in ("sqrt", "exp", "log", "abs", "min", "max")}
"""Functions that the formula of a cost may use."""

_BITS = 128
_SIMPLIFIED = 400
"""Largest second derivative, in operations, that sympy is asked to simplify."""
_GRID = 256
_HULLS = 2000
_SHOWN = "its second derivative is certainly not negative there"
_KINKED = "it is a maximum or a sum of formulas that are certainly convex there"
_Rules: TypeAlias = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True, init=False)
class FormulaCost(Cost):
    """A cost given as a formula in the shift ``a`` and other letters, such as ``"alpha*a**2/(2*v)"``.

    The formula uses the grammar of :mod:`pabisym.lang.grammar` with the functions :data:`ALLOWED`; ``letters`` gives a rational for each of
    its names except ``a``.  It must be 0 at a = 0 and negative nowhere; that it bounds the divergence (in nats) that one step adds for a
    shift of length a is the user's claim.  Raises :class:`~pabisym.errors.InputError` for anything else.
    """

    formula: str
    letters: tuple[tuple[str, fmpq], ...]

    def __init__(self, formula: str, letters: Mapping[str, Rational] | None = None) -> None:
        term = parse(formula, "cost", ALLOWED)
        values = {name: rational(value, name) for name, value in (letters or {}).items()}
        names = free_names(term) - {*ALLOWED, "neg"}
        if PAYMENT not in names:
            raise InputError("cost", f"does not depend on {PAYMENT}", f"write the cost of a shift of length {PAYMENT}")
        for name in sorted(names - {*values, PAYMENT}):
            raise InputError(name, "has no value", f'give letters={{"{name}": …}}')
        for name in sorted({*values} - names | {*values} & {PAYMENT}):
            raise InputError(name, "is no letter of the cost", f"the shift is {PAYMENT}, and every other letter gets one value")
        in_floats(values)
        self._hold(formula=to_text(term), letters=tuple(sorted(values.items())))
        if decide(Call("==", (term, ZERO)), {**values, PAYMENT: 0}) != "true":
            raise InputError("cost", "is not seen to be 0 at a = 0", "no shift costs nothing: subtract the constant")
        with working_precision(_BITS):
            if self.derivative_ball(arb(0)) < 0:
                raise InputError("cost", "falls at a = 0", "a divergence is never negative")

    @property
    def family(self) -> Family:
        """One for all costs with this formula, whatever the letters."""
        return _Written(self.formula, tuple(name for name, _ in self.letters))

    @property
    def parameters(self) -> tuple[float, ...]:
        """The values of the letters."""
        return tuple(float(value) for _, value in self.letters)

    @property
    def slope(self) -> float:
        """Infinity: not worked out."""
        return math.inf

    @property
    def term(self) -> Term:
        """The formula with the values put for the letters."""
        values = {name: ((), Number(value)) for name, value in self.letters}
        return substitute(parse(self.formula, "cost", ALLOWED), values)

    def value_ball(self, a: arb) -> arb:
        """R(a)."""
        return _on_ball(_of(self)[0], a)

    def derivative_ball(self, a: arb) -> arb:
        """R'(a); at a kink everything between its two slopes."""
        return _on_ball(_of(self)[1], a)

    def convexity(self, upto: Rational | None = None) -> Convexity:
        """Convex if the second derivative is shown to be non-negative; not convex if three points show that."""
        end, term = None if upto is None else positive(upto, "upto"), _of(self)[0]
        if _is_smooth(term) and any(map(_looks_nonnegative, _second(term))):
            return Convexity(True, _SHOWN)
        if end is None:
            return Convexity("not shown", "the sign of the second derivative depends on the interval: give one")
        pieces = self.pieces(end)
        if all(piece.curvature > 0 for piece in pieces):
            return Convexity(True, _SHOWN if _is_smooth(term) else _KINKED)
        with working_precision(_BITS):
            witnesses = (failure(self.value_ball, piece.low, piece.high) for piece in pieces if piece.curvature <= 0)
            witness = next(filter(None, witnesses), None)
        if witness is not None:
            return Convexity(False, "the middle of an interval costs more than the mean of its ends", witness)
        return Convexity("not shown", "the sign of the second derivative was not decided everywhere")

    def pieces(self, upto: fmpq) -> tuple[CurvaturePiece, ...]:
        """Certified curvature, worked out once for intervals up to a power of two; unknown pieces are cut small."""
        power = fmpq(1)
        while power < upto:
            power *= 2
        while power / 2 >= upto > 0:
            power /= 2
        with working_precision(_BITS):
            return cut_pieces(_term_pieces(_of(self)[0], power), upto)


@lru_cache(maxsize=256)
def _of(cost: FormulaCost) -> tuple[Term, Term]:
    """The formula with its values, and its derivative."""
    return cost.term, _derivative(cost.term)


def _is_smooth(term: Term) -> bool:
    return not mentions(term, "abs", "min", "max")


@lru_cache(maxsize=256)
def _term_pieces(term: Term, upto: fmpq) -> tuple[CurvaturePiece, ...]:
    """The curvature of a term; sums and maxima of convex terms are convex, whatever their kinks."""
    whole = CurvaturePiece(fmpq(0), upto, 1)
    if _is_smooth(term):
        forms = _second(term)
        if any(map(_looks_nonnegative, forms)):
            return (whole,)
        return curvature_pieces(lambda ball: _sharpest(forms, ball), fmpq(0), upto)
    parts = _convex_parts(term)
    if parts and all(piece.curvature > 0 for part in parts for piece in _term_pieces(part, upto)):
        return (whole,)
    return (CurvaturePiece(fmpq(0), upto, 0),)


def _convex_parts(term: Term) -> tuple[Term, ...]:
    """Terms whose convexity makes a term convex: those of sums, maxima and |x| = max(x, -x), and a scaled factor."""
    if not isinstance(term, Call) or term.head not in ("+", "max", "abs", "*", "/"):
        return ()
    if term.head == "abs":
        return term.args[0], Call("neg", term.args)
    if term.head in ("+", "max"):
        return term.args
    depending = [arg for arg in term.args if PAYMENT in free_names(arg)]
    constants = [arg for arg in term.args if PAYMENT not in free_names(arg)]
    if len(depending) != 1 or (depending[0] is not term.args[0] and term.head == "/"):
        return ()
    return tuple(depending) if all(_on_ball(c, arb(0)) >= 0 for c in constants) else ()


@lru_cache(maxsize=256)
@exclusive
def _second(term: Term) -> tuple[Term, ...]:
    """The second derivative as sympy gives it, and over a common denominator where the grammar can say that."""
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert, symbol

    raw = proposal(lambda: sympy.diff(convert(term, {}), symbol(PAYMENT), 2))
    if raw is None:
        return ()
    forms = [proposal(lambda: revert(sympy.cancel(sympy.together(raw))))] if sympy.count_ops(raw) <= _SIMPLIFIED else []
    return tuple(form for form in (*forms, proposal(lambda: revert(raw))) if form is not None)


def _sharpest(forms: tuple[Term, ...], ball: arb) -> arb:
    """An enclosure on a ball by the first form that decides the sign there."""
    result = arb.nan()
    for form in forms:
        result = _on_ball(form, ball)
        if result >= 0 or result <= 0:
            break
    return result


def _looks_nonnegative(term: Term) -> bool:
    """Whether a term is non-negative for every a >= 0 because everything in it is."""
    if isinstance(term, Number):
        return term.value >= 0
    if isinstance(term, Name):
        return term.name == PAYMENT
    if term.head == "exp":
        return True
    args = term.args[:1] if term.head == "**" else term.args
    return term.head in ("+", "*", "/", "**", "sqrt") and all(map(_looks_nonnegative, args))


# The derivative, with kinks.


def _derivative(term: Term) -> Term:
    """The derivative by a; from the right at the kinks of convex terms."""
    if PAYMENT not in free_names(term):
        return ZERO
    if not isinstance(term, Call):
        return ONE
    return _DERIVATIVES[term.head](*term.args)


def _of_product(*args: Term) -> Term:
    terms = [Call("*", (*args[:i], _derivative(arg), *args[i + 1 :])) for i, arg in enumerate(args) if PAYMENT in free_names(arg)]
    return Call("+", tuple(terms)) if len(terms) > 1 else terms[0]


def _of_quotient(top: Term, bottom: Term) -> Term:
    if PAYMENT not in free_names(bottom):
        return Call("/", (_derivative(top), bottom))
    difference = _minus(Call("*", (_derivative(top), bottom)), Call("*", (top, _derivative(bottom))))
    return Call("/", (difference, Call("**", (bottom, TWO))))


def _of_power(base: Term, exponent: Term) -> Term:
    if PAYMENT not in free_names(exponent):
        less: Term = Number(exponent.value - 1) if isinstance(exponent, Number) else Call("+", (exponent, Number(-1)))
        return Call("*", (exponent, Call("**", (base, less)), _derivative(base)))
    return _derivative(Call("exp", (Call("*", (exponent, Call("log", (base,)))),)))


def _of_largest(first: Term, *others: Term) -> Term:
    if not others:
        return _derivative(first)
    rest = others[0] if len(others) == 1 else Call("max", others)
    return Call("cases", (_minus(first, rest), _derivative(first), _derivative(rest)))


def _minus(left: Term, right: Term) -> Term:
    return Call("+", (left, Call("neg", (right,))))


_DERIVATIVES: Mapping[str, Callable[..., Term]] = {
    "+": lambda *args: Call("+", tuple(map(_derivative, args))),
    "neg": lambda arg: Call("neg", (_derivative(arg),)),
    "*": _of_product,
    "/": _of_quotient,
    "**": _of_power,
    "sqrt": lambda arg: Call("/", (_derivative(arg), Call("*", (TWO, Call("sqrt", (arg,)))))),
    "exp": lambda arg: Call("*", (_derivative(arg), Call("exp", (arg,)))),
    "log": lambda arg: Call("/", (_derivative(arg), arg)),
    "abs": lambda arg: Call("cases", (arg, _derivative(arg), Call("neg", (_derivative(arg),)))),
    "max": _of_largest,
    "min": lambda *args: Call("neg", (_of_largest(*(Call("neg", (arg,)) for arg in args)),)),
}


# Evaluation in floats and in balls.


def _evaluate(term: Term, point: Mapping[str, Any], rules: _Rules) -> Any:
    if isinstance(term, Number):
        return rules["number"](term.value)
    if isinstance(term, Name):
        return point[term.name]
    if term.head == "**" and isinstance(term.args[1], Number):
        return rules["power"](_evaluate(term.args[0], point, rules), term.args[1].value)
    return rules[term.head](*(_evaluate(arg, point, rules) for arg in term.args))


def _on_ball(term: Term, a: arb) -> arb:
    """A formula on a ball of payments."""
    result: arb = _evaluate(term, {PAYMENT: a}, _BALL_RULES)
    return result


def _by_ends(function: Callable[[arb], arb], ball: arb) -> arb:
    """An increasing function on a ball."""
    return function(ball) if ball.is_exact() else function(ball.lower()).union(function(ball.upper()))


def _ball_power(base: arb, exponent: fmpq) -> arb:
    """base**exponent for a literal exponent; a fractional one needs a base whose upper end is not negative."""
    if exponent.q == 1:
        return base ** int(exponent.p)
    if exponent.q == 2:
        return _ball_sqrt(base) ** int(exponent.p)
    return base ** arb(exponent)


def _ball_sqrt(x: arb) -> arb:
    return _by_ends(lambda end: end.sqrt() if end > 0 else arb(0), x) if x.upper() >= 0 else arb.nan()


def _ball_cases(sign: arb, there: arb, elsewhere: arb) -> arb:
    """One side of a kink, or on it everything between the two."""
    if sign > 0:
        return there
    return elsewhere if sign < 0 else there.union(elsewhere)


_RULES: _Rules = {
    "+": lambda *x: reduce(add, x), "*": lambda *x: reduce(mul, x), "neg": neg, "/": truediv, "**": lambda x, y: x**y,
}  # fmt: skip
_BALL_RULES: _Rules = {
    **_RULES, "number": arb, "power": _ball_power, "sqrt": _ball_sqrt, "exp": lambda x: _by_ends(arb.exp, x),
    "log": lambda x: _by_ends(arb.log, x), "abs": abs, "min": lambda *x: reduce(arb.min, x),
    "max": lambda *x: reduce(arb.max, x), "cases": _ball_cases,
}  # fmt: skip
_FLOAT_RULES: _Rules = {
    **_RULES, "number": lambda x: np.float64(int(x.p) / int(x.q)), "power": lambda x, e: x ** (int(e.p) / int(e.q)),
    "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "abs": np.abs,
    "min": lambda *x: reduce(np.minimum, x), "max": lambda *x: reduce(np.maximum, x),
    "cases": lambda e, x, y: np.where(e >= 0, x, y),
}  # fmt: skip


@dataclass(frozen=True)
class _Written:
    """The float form of a formula; the parameters are its letters in order."""

    formula: str
    letters: tuple[str, ...]

    def value(self, p: Parameters, a: Floats) -> Floats:
        return self._at(_parse_cost(self.formula)[0], p, a)

    def derivative(self, p: Parameters, a: Floats) -> Floats:
        return self._at(_parse_cost(self.formula)[1], p, a)

    def payment(self, p: Parameters, cap: Floats) -> Payment:
        """The least a of [0, cap] with R'(a) >= y, else cap; by the convex envelope on a grid where R' falls."""
        if 0 < cap.size <= _HULLS and np.all(np.isfinite(cap)):
            columns = tuple(np.broadcast_to(x, cap.shape)[..., None] for x in p)
            grid = cap[..., None] * np.linspace(0.0, 1.0, _GRID + 1) ** 2
            with np.errstate(all="ignore"):
                slopes = np.diff(self.value(columns, grid)) / np.diff(grid)
            if np.any(np.diff(slopes) < -1e-9 * np.abs(slopes[..., 1:])):
                return _envelope(grid, slopes)

        def pay(y: Floats, log_slack: Floats) -> Floats:
            high = halved(lambda a: self.derivative(p, a) < y, np.zeros_like(cap), cap)[1]
            return np.where(self.derivative(p, np.zeros_like(cap)) >= y, 0.0, high)

        return pay

    def _at(self, term: Term, p: Parameters, a: Floats) -> Floats:
        point = {PAYMENT: a, **dict(zip(self.letters, p, strict=True))}
        with np.errstate(all="ignore"):
            result: Floats = _evaluate(term, point, _FLOAT_RULES) + np.zeros_like(a)
        return result


def _envelope(grid: Floats, slopes: Floats) -> Payment:
    """Payments for the convex envelopes of functions given by their slopes on the rows of a grid."""
    widths = np.maximum(np.diff(grid), np.finfo(float).tiny)
    hull = np.empty_like(slopes)
    for row in np.ndindex(*slopes.shape[:-1]):
        hull[row] = isotonic_regression(np.nan_to_num(slopes[row]), weights=widths[row]).x

    def pay(y: Floats, log_slack: Floats) -> Floats:
        places = (hull < y[..., None]).sum(axis=-1)
        return np.take_along_axis(grid, places[..., None], axis=-1)[..., 0]

    return pay


@lru_cache(maxsize=256)
def _parse_cost(formula: str) -> tuple[Term, Term]:
    term = parse(formula, "cost", ALLOWED)
    return term, _derivative(term)
