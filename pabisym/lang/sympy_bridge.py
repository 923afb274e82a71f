"""The bridge between terms and sympy expressions, and the symbols that computations inside use.

Such a symbol is declared real or integer and nothing else: a positive symbol would turn the hypothesis ``L > 0`` into True, and two symbols
of one name but different assumptions are different to sympy, so that ``expression.subs({"alpha": 3})`` silently does nothing.  Whoever
has symbols of his own gives them to :func:`convert`; :func:`revert` reads all symbols by name.  sympy is for showing, summing and
exploring; it decides nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

import sympy
from flint import fmpq
from sympy.core.evalf import PrecisionExhausted
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.reader import printable
from pabisym.lang.simplify import product_of
from pabisym.lang.term import BINDERS, CONSTANTS, DOMAINS, FUNCTIONS, ONE, RELATIONS, Call, Name, Number, Term, is_call

Domains: TypeAlias = "Mapping[str, str | sympy.Symbol]"
"""What stands for the names of a term: a symbol, or ``real`` or ``integer`` for the one of :func:`symbol`."""


MAX_POWER_BITS = 10_000_000
"""Largest size of a literal power that sympy may write out, in bits."""

UNDEFINED = ("theta", "normal", "quantile", "sampled", "sampled_first", "admissible", "survival")
"""Functions of the grammar that are undefined functions to sympy."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*'*", re.ASCII)
_CURE = "use what the grammar of formulas can say"


@cache
def symbol(name: str, domain: str = "real") -> sympy.Symbol:
    """The one symbol of this name and domain (``real`` or ``integer``); made once, nothing else assumed.

    Raises :class:`~pabisym.errors.InputError` for another domain and for a name outside the grammar.
    """
    if domain not in DOMAINS:
        raise InputError(name, f"{domain!r} is not a domain", "a symbol is real or integer")
    if not _NAME.fullmatch(name):
        raise InputError("name", f"{name!r} is not a name", "letters, digits and _, then primes")
    if name in CONSTANTS:
        raise InputError("name", f"{name} is a constant", f"write sympy.{name}")
    return sympy.Symbol(name, **{domain: True})


# Terms to sympy.


def convert(term: Term, domains: Domains) -> sympy.Basic:
    """The sympy expression of a term; ``domains`` maps names to symbols, or to ``real`` or ``integer`` (absent: real).

    Relations and chains stay unevaluated; ``cases`` becomes Piecewise, ``sum`` an unevaluated Sum over an integer
    symbol, :data:`UNDEFINED` and unknown applications undefined functions.  Raises :class:`~pabisym.errors.InputError`
    for what has no real value (a literal division by zero, log(0), sqrt(-1)) and for what is no number.
    """
    if isinstance(term, Number):
        return sympy.Rational(int(term.value.p), int(term.value.q))
    if isinstance(term, Name):
        found = domains.get(term.name, "real")
        return sympy.pi if term.name == "pi" else symbol(term.name, found) if isinstance(found, str) else found
    if term.head in BINDERS:
        return _convert_binder(term, domains)
    args = tuple([convert(a, domains) for a in term.args])
    if term.head == "and":
        chain = sympy.And(*args, evaluate=False)
        if not isinstance(chain, sympy.And) or len(chain.args) < len(args):
            raise InputError(printable(to_text(term)), "contradicts or repeats itself", "write a chain such as 1 <= t <= n")
        return chain
    _numbers_only(term, args)
    if term.head in SYMPY_RELATIONS:
        return SYMPY_RELATIONS[term.head](*args, evaluate=False)
    build = _BUILD.get(term.head, sympy.Function(term.head))
    result = _within_sympy(term, lambda: build(*args))
    if term.head in _PARTIAL and result.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo, sympy.I):
        raise InputError(printable(to_text(term)), "has no real value", "divide by nonzero numbers, take roots of positive ones")
    return result


def _within_sympy(term: Term, build: Callable[[], sympy.Expr]) -> sympy.Expr:
    """Build an expression; where sympy fails on it, say so as for any other input."""
    try:
        return build()
    except InputError:
        raise
    except (PrecisionExhausted, ValueError, TypeError, OverflowError, RecursionError) as error:
        reason = f"is beyond sympy ({type(error).__name__})"
        raise InputError(printable(to_text(term)), reason, "put letters for its numbers") from None


def _numbers_only(term: Term, parts: Iterable[sympy.Basic]) -> None:
    if any(isinstance(part, Relational | sympy.And) for part in parts):
        raise InputError(printable(to_text(term)), "holds a relation where a number is expected", _CURE)


def _convert_binder(term: Call, domains: Domains) -> sympy.Sum:
    if term.head != "sum" or not isinstance(term.args[1], Name):
        raise InputError(term.head, "is a judgement, not a number", _CURE)
    index = term.args[1].name
    body = convert(term.args[0], {**domains, index: "integer"})
    ends = [convert(end, domains) for end in term.args[2:]]
    _numbers_only(term, (body, *ends))
    return _within_sympy(term, lambda: sympy.Sum(body, (symbol(index, "integer"), *ends)))


def _power(base: sympy.Expr, exponent: sympy.Expr) -> sympy.Expr:
    if exponent.is_Rational:
        bits = sum(int(n.p).bit_length() + int(n.q).bit_length() for n in base.atoms(sympy.Rational))
        if bits * abs(exponent) > MAX_POWER_BITS:
            raise InputError(f"**{exponent}", "the power is too large to be written out", "keep the exponent a letter")
    return sympy.Pow(base, exponent)


def _cases(sign: sympy.Expr, there: sympy.Expr, elsewhere: sympy.Expr) -> sympy.Expr:
    if sign.is_Rational:
        return there if sign >= 0 else elsewhere
    if within := sign.atoms(sympy.Piecewise):
        # sympy allows no cases in a condition: the inner distinction is made first
        inner = min(within, key=sympy.default_sort_key)
        if len(within) > MAX_CASES_IN_CONDITION or sign.atoms(sympy.Sum):
            raise InputError("formula", "holds too many cases, or a sum of cases, in a condition", "write the inner cases outside")
        branches = [(_cases(sign.xreplace({inner: value}), there, elsewhere), condition) for value, condition in inner.args]
        return sympy.Piecewise(*branches, evaluate=False)
    condition = sympy.Ge(sign, 0, evaluate=False)
    return sympy.Piecewise((there, condition), (elsewhere, True), evaluate=False)


def _without_evaluation(function: Any) -> Callable[..., sympy.Expr]:
    """Apply without evaluating, where sympy could compute without end on literal arguments."""
    return lambda *args: function(*args, evaluate=False) if len(args) > 1 or function not in _EXTREMA else args[0]


_EXTREMA = (sympy.Min, sympy.Max)
SYMPY_RELATIONS: Mapping[str, Any] = {"<=": sympy.Le, "<": sympy.Lt, ">=": sympy.Ge, ">": sympy.Gt, "==": sympy.Eq, "!=": sympy.Ne}
_BUILD: Mapping[str, Callable[..., sympy.Expr]] = {
    "+": sympy.Add,
    "*": sympy.Mul,
    "neg": lambda a: -a,
    "/": lambda top, bottom: top / bottom if bottom != 0 else sympy.nan,
    "**": _power,
    "sqrt": lambda a: _power(a, sympy.S.Half),
    "exp": lambda a: sympy.exp(a) if a.free_symbols or a.is_Rational else sympy.exp(a, evaluate=False),
    "log": sympy.log,
    "abs": _without_evaluation(sympy.Abs),
    "floor": _without_evaluation(sympy.floor),
    "ceiling": _without_evaluation(sympy.ceiling),
    "harmonic": _without_evaluation(sympy.harmonic),
    "min": _without_evaluation(sympy.Min),
    "max": _without_evaluation(sympy.Max),
    "erfc": sympy.erfc,
    "cases": _cases,
}
MAX_CASES_IN_CONDITION = 6
"""Most case distinctions in one condition: every one that is drawn out of it doubles what is written."""
_PARTIAL = ("/", "**", "sqrt", "log")
"""Heads that may lack a real value at literal arguments."""


# sympy to terms.


def revert(expression: sympy.Basic) -> Term:
    """The term of a sympy expression; symbols are read by name, whatever is assumed of them.

    What the grammar lacks is said in its words: hyperbolic functions by exponentials, ``erf`` by ``erfc``, ``Mod`` by ``floor``, conditions
    with ``And``, ``Or`` and ``Not`` by cases inside each other.  Raises :class:`~pabisym.errors.InputError` naming the sympy node for
    everything else: floats, infinities, other constants and functions.
    """
    for kind, read in _READ.items():
        if isinstance(expression, kind):
            return read(expression)
    shown = str(expression)
    raise InputError(type(expression).__name__, f"the grammar cannot say {shown[:60]}", _CURE)


def _read_symbol(expression: sympy.Symbol) -> Term:
    name = str(expression.name)
    if not _NAME.fullmatch(name) or name in CONSTANTS:
        raise InputError("Symbol", f"{name!r} is not a name of the grammar", "letters, digits and _")
    return Name(name)


def _read_sum_of(expression: sympy.Add) -> Term:
    first, *others = expression.as_ordered_terms()
    tail = [_negative_of(revert(-e)) if e.as_coeff_Mul()[0].is_negative else revert(e) for e in others]
    return Call("+", (revert(first), *tail))


def _read_product(expression: sympy.Mul) -> Term:
    """A product as one fraction, the sign on its first factor."""
    top: list[Term] = []
    bottom: list[Term] = []
    coefficient, rest = expression.as_coeff_Mul()
    if not coefficient.is_Rational:
        raise InputError(type(coefficient).__name__, f"the grammar cannot say {coefficient}", _CURE)
    for factor in rest.as_ordered_factors():
        if factor.is_Pow and factor.exp.is_Rational and factor.exp.is_negative:
            bottom.append(revert(sympy.Pow(factor.base, -factor.exp)))
        else:
            top.append(revert(factor))
    if abs(coefficient.p) != 1 or not top:
        top.insert(0, Number(abs(int(coefficient.p))))
    if coefficient.p < 0:
        top[0] = _negative_of(top[0])
    if coefficient.q != 1:
        bottom.insert(0, Number(int(coefficient.q)))
    return Call("/", (product_of(top), product_of(bottom))) if bottom else product_of(top)


def _negative_of(term: Term) -> Term:
    return Number(-term.value) if isinstance(term, Number) else Call("neg", (term,))


def _read_power(expression: sympy.Pow) -> Term:
    base, exponent = expression.args
    if exponent.is_Rational and exponent.is_negative:
        return Call("/", (ONE, revert(sympy.Pow(base, -exponent))))
    if exponent == sympy.S.Half:
        return Call("sqrt", (revert(base),))
    return Call("**", (revert(base), revert(exponent)))


def _read_sum(expression: sympy.Sum) -> Term:
    term = revert(expression.function)
    for limit in expression.limits:
        if len(limit) != 3 or not limit[0].is_integer:
            raise InputError("Sum", f"the range {limit} has no two ends or no integer index", _CURE)
        term = Call("sum", (term, revert(limit[0]), revert(limit[1]), revert(limit[2])))
    return term


def _read_piecewise(expression: sympy.Piecewise) -> Term:
    *branches, (last, always) = expression.args
    if always != sympy.true:
        raise InputError("Piecewise", "has no last branch that holds elsewhere", _CURE)
    result = revert(last)
    for value, condition in reversed(branches):
        result = _branch(condition, revert(value), result)
    return result


def _branch(condition: sympy.Basic, there: Term, elsewhere: Term) -> Term:
    """``cases`` with a condition: a relation, or one built of them."""
    if condition in (sympy.true, sympy.false):
        return there if condition == sympy.true else elsewhere
    if isinstance(condition, sympy.Not):
        return _branch(condition.args[0], elsewhere, there)
    if isinstance(condition, sympy.And | sympy.Or):
        conjunction = isinstance(condition, sympy.And)
        first, *others = sorted(condition.args, key=sympy.default_sort_key)
        if is_call(elsewhere if conjunction else there, "cases"):  # written once, not once for every condition
            signs = tuple(_sign(one) for one in (first, *others))
            return Call("cases", (Call("min" if conjunction else "max", signs), there, elsewhere))
        rest = _branch(condition.func(*others, evaluate=False) if len(others) > 1 else others[0], there, elsewhere)
        return _branch(first, rest, elsewhere) if conjunction else _branch(first, there, rest)
    if not isinstance(condition, Relational):
        raise InputError("Piecewise", f"the condition {condition} is not built of relations", _CURE)
    left, right = condition.args
    if isinstance(condition, sympy.Eq | sympy.Ne):
        inside, outside = (there, elsewhere) if isinstance(condition, sympy.Eq) else (elsewhere, there)
        if is_call(outside, "cases"):  # written once
            return Call("cases", (Call("min", (revert(left - right), revert(right - left))), inside, outside))
        below = Call("cases", (revert(right - left), inside, outside))
        return Call("cases", (revert(left - right), below, outside))
    if isinstance(condition, sympy.Le | sympy.Gt):
        left, right = right, left
    if isinstance(condition, sympy.Lt | sympy.Gt):
        there, elsewhere = elsewhere, there
    return Call("cases", (revert(left - right), there, elsewhere))


def _sign(condition: sympy.Basic) -> Term:
    """A number that is at least zero exactly where a condition holds: the difference of two sides, or 0 there and -1 elsewhere."""
    if isinstance(condition, sympy.Ge | sympy.Le):
        return revert(condition.gts - condition.lts)
    return _branch(condition, Number(0), Number(-1))


def _read_chain(expression: sympy.And) -> Term:
    relations = tuple(revert(r) for r in expression.args)
    chain = _chain_of((), tuple(r for r in relations if isinstance(r, Call) and r.head in RELATIONS))
    if chain is None or len(chain) < len(relations):
        raise InputError("And", f"{expression} is not a chain of relations", "say its relations one by one")
    return Call("and", chain)


def _chain_of(done: tuple[Call, ...], rest: tuple[Call, ...]) -> tuple[Call, ...] | None:
    """The relations in an order in which every one begins where the last one ended."""
    if not rest:
        return done
    for i, relation in enumerate(rest):
        if not done or done[-1].args[1] == relation.args[0]:
            found = _chain_of((*done, relation), rest[:i] + rest[i + 1 :])
            if found is not None:
                return found
    return None


def _read_undefined(expression: AppliedUndef) -> Term:
    name = str(expression.func.__name__)
    if not _NAME.fullmatch(name) or (name in FUNCTIONS and (name not in UNDEFINED or FUNCTIONS[name][0] != len(expression.args))):
        raise InputError(name, "is not a name for a function", _CURE)
    return Call(name, tuple(revert(a) for a in expression.args))


def _reads(head: str) -> Callable[[Any], Term]:
    return lambda expression: Call(head, tuple(revert(a) for a in expression.args))


def _rewritten(form: Callable[..., sympy.Expr]) -> Callable[[Any], Term]:
    """Read what the grammar lacks in a form of the same value."""
    return lambda expression: revert(form(*expression.args))


def _read_remainder(expression: sympy.Mod) -> Term:
    top, bottom = map(revert, expression.args)
    return Call("+", (top, Call("neg", (Call("*", (bottom, Call("floor", (Call("/", (top, bottom)),)))),))))


def _read_sign(expression: sympy.sign) -> Term:
    number = revert(expression.args[0])
    return Call("cases", (Call("neg", (number,)), Call("cases", (number, Number(0), Number(-1))), ONE))


def _read_harmonic(expression: sympy.harmonic) -> Term:
    if len(expression.args) != 1:
        raise InputError("harmonic", f"{expression} has an order", "only first-order harmonic numbers can be said")
    return Call("harmonic", (revert(expression.args[0]),))


_READ: Mapping[Any, Callable[[Any], Term]] = {
    sympy.Symbol: _read_symbol,
    sympy.Rational: lambda number: Number(fmpq(int(number.p), int(number.q))),
    sympy.Add: _read_sum_of,
    sympy.Mul: _read_product,
    sympy.Pow: _read_power,
    sympy.core.numbers.Pi: lambda _: Name("pi"),
    sympy.core.numbers.Exp1: lambda _: Call("exp", (ONE,)),
    sympy.exp: _reads("exp"),
    sympy.log: _reads("log"),
    sympy.Abs: _reads("abs"),
    sympy.floor: _reads("floor"),
    sympy.ceiling: _reads("ceiling"),
    sympy.Min: _reads("min"),
    sympy.Max: _reads("max"),
    sympy.harmonic: _read_harmonic,
    sympy.erfc: _reads("erfc"),
    sympy.erf: _rewritten(lambda x: 1 - sympy.erfc(x)),
    sympy.sinh: _rewritten(lambda x: (sympy.exp(x) - sympy.exp(-x)) / 2),
    sympy.cosh: _rewritten(lambda x: (sympy.exp(x) + sympy.exp(-x)) / 2),
    sympy.tanh: _rewritten(lambda x: 1 - 2 / (sympy.exp(2 * x) + 1)),
    sympy.coth: _rewritten(lambda x: 1 + 2 / (sympy.exp(2 * x) - 1)),
    sympy.sech: _rewritten(lambda x: 2 / (sympy.exp(x) + sympy.exp(-x))),
    sympy.frac: _rewritten(lambda x: x - sympy.floor(x)),
    sympy.Mod: _read_remainder,
    sympy.sign: _read_sign,
    sympy.Sum: _read_sum,
    sympy.Piecewise: _read_piecewise,
    sympy.And: _read_chain,
    AppliedUndef: _read_undefined,
    **{kind: _reads(head) for head, kind in SYMPY_RELATIONS.items()},
}
