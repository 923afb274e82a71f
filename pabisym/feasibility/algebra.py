"""Terms as rational functions in letters and symbolic powers, for proofs about all parameters; untrusted.

sympy factors polynomials and sums series here.  It proposes; whatever comes of it is replayed by the kernel.  A power ``c**(2*n - k + 1)``
counts as ``(c**n)**2/(c**k)*c`` with one indeterminate for ``c**n`` and one for ``c**k``, which is the kernel's normal form as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import sympy

from pabisym.lang.budget import proposal
from pabisym.lang.grammar import to_text
from pabisym.lang.sympy_bridge import convert, revert, symbol
from pabisym.lang.term import BINDERS, Call, Name, Number, Term, free_names, substitute
from pabisym.proof.build import NoProof

T = TypeVar("T")
STEP = "k"
"""The name of the step."""


@dataclass(frozen=True)
class SympyAlgebra:
    """Terms to sympy and back; ``kinds`` are the domains of the letters."""

    kinds: Mapping[str, str]

    def expression(self, term: Term) -> sympy.Expr:
        """The sympy expression of a term whose literal bases of symbolic powers become symbols.

        sympy would rewrite ``(9/10)**n`` as a quotient of powers of 9 and 10, which the kernel does not know to be
        the same.  Raises :class:`NoProof` for what sympy cannot say.
        """
        return _answer(lambda: convert(_named(term), {**self.kinds, STEP: "integer"}), f"no rational function is seen in {to_text(term)}")

    def term(self, expression: sympy.Expr) -> Term:
        """The term of an expression, with the literal bases put back."""
        found = _answer(lambda: revert(expression), "a closed form is beyond the grammar of formulas")
        bases = {name: ((), Number(_base_value(name))) for name in free_names(found) if name.startswith(_BASE)}
        return substitute(found, bases)

    def simplified(self, expression: sympy.Expr) -> sympy.Expr:
        """One fraction, factored where sympy sees polynomials."""
        powers = _Powers()
        flat = _answer(lambda: sympy.together(powers.flattened(expression)), "a formula is too long to be written as one fraction")
        found = proposal(lambda: sympy.factor(flat))
        return powers.restored(flat if found is None else found)

    def power_exponents(self, term: Term) -> dict[Term, list[Term]]:
        """Every base of symbolic powers in a term with the monomials of its exponents."""
        powers, own = _Powers(), self.expression(term)
        _answer(lambda: powers.flattened(own), f"the powers in {to_text(term)} are not taken apart")
        found: dict[Term, list[Term]] = {}
        for base, exponent in powers.known:
            found.setdefault(self.term(base), []).append(self.term(exponent))
        return found


def _answer(ask: Callable[[], T], said: str) -> T:
    """What sympy answers; where it has none, :class:`NoProof` says so."""
    found = proposal(ask)
    if found is None:
        raise NoProof(said)
    return found


_BASE = "literal_base_"


def _named(term: Term) -> Term:
    """Literal bases of symbolic powers as names."""
    if not isinstance(term, Call):
        return term
    args = tuple(_named(a) for a in term.args)
    if term.head == "**" and isinstance(term.args[0], Number) and not isinstance(term.args[1], Number):
        value = term.args[0].value
        args = (Name(f"{_BASE}{value.numerator}_{value.denominator}") if value > 0 else args[0], args[1])
    return Call(term.head, args)


def _base_value(name: str) -> Fraction:
    numerator, denominator = name.removeprefix(_BASE).split("_")
    return Fraction(int(numerator), int(denominator))


def _literal_base(expression: sympy.Expr) -> sympy.Expr:
    """A base that is a name for a literal, as that literal."""
    found = {s: sympy.Rational(*_base_pair(s.name)) for s in expression.free_symbols if s.name.startswith(_BASE)}
    return expression.xreplace(found)


def _base_pair(name: str) -> tuple[int, int]:
    value = _base_value(name)
    return value.numerator, value.denominator


class _Powers:
    """The indeterminates that stand for symbolic powers."""

    def __init__(self) -> None:
        self.known: dict[tuple[sympy.Expr, sympy.Expr], sympy.Dummy] = {}

    def flattened(self, expression: sympy.Expr) -> sympy.Expr:
        """The expression with an indeterminate for every power of a letter, numbers elsewhere."""
        return _literal_base(expression.replace(lambda e: e.is_Pow and bool(e.exp.free_symbols), self._split))

    def _split(self, power: sympy.Expr) -> sympy.Expr:
        result = sympy.Integer(1)
        for part in sympy.Add.make_args(sympy.expand(power.exp)):
            count, rest = part.as_coeff_Mul()
            if not count.is_Integer:
                raise NoProof(f"{_literal_base(power)} has an exponent that is not an integer combination of letters")
            if rest == 1:
                result *= power.base**count
            else:
                result *= self.known.setdefault((power.base, rest), sympy.Dummy(f"p{len(self.known)}", real=True)) ** count
        return result

    def restored(self, expression: sympy.Expr) -> sympy.Expr:
        """The expression with the powers put back."""
        return expression.xreplace({dummy: base**rest for (base, rest), dummy in self.known.items()})


# Cases on the step.


@dataclass(frozen=True)
class Switch:
    """A condition on the step: it holds from ``at`` on where ``rising``, and up to the step before ``at`` otherwise."""

    at: Term
    rising: bool


def switch(algebra: SympyAlgebra, condition: Term) -> Switch | None:
    """The step at which a condition ``e >= 0`` changes, if e is plus or minus the step up to something free of it.

    ``None`` for all other conditions.
    """
    own, k = algebra.expression(condition), symbol(STEP, "integer")
    e = proposal(lambda: sympy.expand(own))
    if e is None:
        return None
    slope = e.coeff(k, 1)
    rest = sympy.expand(e - slope * k)
    if slope not in (1, -1) or rest.has(k):
        return None
    return Switch(algebra.term(-rest), True) if slope == 1 else Switch(algebra.term(rest + 1), False)


def conditions(term: Term) -> Iterator[Term]:
    """The conditions of all case distinctions in a term; sums are not looked into."""
    if isinstance(term, Call) and term.head not in BINDERS:
        if term.head == "cases":
            yield term.args[0]
        for arg in term.args:
            yield from conditions(arg)


def denominators(term: Term) -> Iterator[Term]:
    """What a term divides by, factor by factor, inner parts first."""
    if isinstance(term, Call) and term.head not in BINDERS:
        for arg in term.args:
            yield from denominators(arg)
        if term.head == "/":
            yield from _multiplied(term.args[1])


def _multiplied(term: Term) -> Iterator[Term]:
    if isinstance(term, Call) and term.head in ("*", "/", "neg"):
        for arg in term.args:
            yield from _multiplied(arg)
    elif isinstance(term, Call) and term.head == "**" and isinstance(term.args[1], Number):
        yield from _multiplied(term.args[0])
    elif not isinstance(term, Number):
        yield term


# Sums.


def closed_sum(increment: sympy.Expr, factor: sympy.Expr, first: sympy.Expr) -> sympy.Expr:
    """``sum factor^(k - j) increment(j)`` over j = first + 1..k, in closed form.

    Raises :class:`NoProof` where the summand is no combination of polynomials and powers in j.
    """
    return _answer(lambda: _accumulated(increment, factor, first), "no closed form is known for what has accumulated up to a step")


def _accumulated(increment: sympy.Expr, factor: sympy.Expr, first: sympy.Expr) -> sympy.Expr:
    k, j = symbol(STEP, "integer"), sympy.Dummy("j", integer=True)
    body = sympy.expand((factor ** (k - j) if factor != 1 else 1) * increment.subs(k, j), power_base=False)
    total = sympy.Integer(0)
    for part in sympy.Add.make_args(body):
        coefficient, dependent = part.as_independent(j, as_Add=False)
        total += coefficient * _summed(dependent, j, first, k)
    return total


def _summed(body: sympy.Expr, j: sympy.Dummy, first: sympy.Expr, last: sympy.Expr) -> sympy.Expr:
    if not body.has(j):
        return body * (last - first)
    if body.is_polynomial(j):
        found: Any = sympy.summation(body, (j, first + 1, last))
        return found
    ratio = sympy.simplify(body.subs(j, j + 1) / body)
    if ratio.has(j):
        raise NoProof("no closed form is known for what has accumulated up to a step")
    return (body.subs(j, last + 1) - body.subs(j, first + 1)) / sympy.factor(ratio - 1)
