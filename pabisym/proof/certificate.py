"""Finding certificates for inequalities and equations; untrusted.

A goal e >= 0 is written as a non-negative combination of products of known relations and of squares (a Handelman certificate):
floating-point linear programming proposes which products take part, exact elimination finds their coefficients, and the kernel checks the
identity.  Equations among the known relations may be used with any polynomial factor.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from flint import fmpq, fmpq_mat, fmpq_mpoly, fmpq_mpoly_ctx

from pabisym.errors import PabisymError
from pabisym.kernel.exact import ONE as EMPTY
from pabisym.kernel.exact import Arithmetic, Monomial, Polynomial, Quotient, Refusal, Scope, add, constant, difference, multiply
from pabisym.lang.budget import poll
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, RELATIONS, ZERO, Call, Name, Number, Term, calls

if TYPE_CHECKING:
    from scipy.sparse import csc_array

_FLOAT_BITS = 1000
"""Binary digits of a number that is certainly the size of a float."""
MAX_COLUMNS = 2_500
"""Most products of known relations that are tried at once."""
_LEFT: ContextVar[list[int] | None] = ContextVar("products left", default=None)
"""How many more products may be tried, where that is limited."""


_INEQUALITIES = ("<=", "<", ">=", ">")
_DECIDABLE = (*_INEQUALITIES, "==")
"""Relations that say how something compares with 0."""


class OutOfWork(PabisymError):
    """A search has tried as many products of known relations as it was allowed to; this says nothing about the claim."""


@contextmanager
def at_most(products: int) -> Iterator[None]:
    """Within this block all searches together try about this many products; then they raise :class:`OutOfWork`."""
    token = _LEFT.set([products])
    try:
        yield
    finally:
        _LEFT.reset(token)


Factors: TypeAlias = tuple[Term, ...]
"""The factors of a product; none of them is 1."""


def times(factors: Sequence[Term]) -> Term:
    """The product of some factors, a single one for itself."""
    return Call("*", tuple(factors)) if len(factors) > 1 else factors[0] if factors else ONE


def _negative_of(term: Term) -> Term:
    return Number(-term.value) if isinstance(term, Number) and term.value >= 0 else Call("neg", (term,))


@dataclass(frozen=True)
class _Column:
    """A product that may take part: its polynomial, its sign (``>``, ``>=``, ``==``), how to write it."""

    value: Polynomial
    sign: str
    facts: tuple[str, ...] = ()
    factors: Mapping[str, Term] = field(default_factory=dict)
    """The ``factor`` or the root of the ``square`` beside the facts."""


def certificate(scope: Scope, relation: Term, size: int = 4) -> dict[str, object] | None:
    """``{"multiplier": …, "terms": …}`` that the rule ``arithmetic`` accepts for a relation, or None.

    ``size`` is the largest number of known relations in one product.
    """
    if not isinstance(relation, Call) or relation.head not in RELATIONS or relation.head == "!=":
        return None
    expression, sign = difference(relation)
    arithmetic = scope.arithmetic
    goal = arithmetic.normal(expression)
    sums = _linear_sum(scope, goal, sign)
    if sums is not None:
        return {"multiplier": ONE, "terms": sums}
    facts = list(_facts(scope))
    own = _positive_factors(arithmetic, _lowest_terms(goal)[1])
    # what has to be multiplied by so that known relations become polynomial
    divided = (value for _, value, _ in _relations(scope, _INEQUALITIES) if _clear_denominator(value) is None)
    below = (_positive_factors(arithmetic, _lowest_terms(value)[1]) for value in divided)
    extras = dict.fromkeys([*(fact.cleared for fact in facts if fact.cleared), *below])
    for multiplier in dict.fromkeys([own, *extras, *((*own, *extra) for extra in extras if own)]):
        target = _clear_denominator(multiply(goal, arithmetic.normal(times(multiplier))))
        if target is None or not arithmetic.positive(times(multiplier)):
            continue
        if multiplier == own and (common := _common(arithmetic, target)):
            shorter = {_divide_out(m, common): c for m, c in target.items()}
            terms = _search(arithmetic, facts, shorter, sign, size)
            if terms is not None:
                return {"multiplier": Call("/", (times(multiplier), polynomial_term(arithmetic, {common: fmpq(1)}))), "terms": terms}
        terms = _search(arithmetic, facts, target, sign, size) or _by_elimination(arithmetic, facts, target, sign, size)
        if terms is not None:
            return {"multiplier": times(multiplier), "terms": terms}
    return None


_CONTRADICTORY: WeakKeyDictionary[Arithmetic, dict[str, object]] = WeakKeyDictionary()
"""By scope, the certificate of a contradiction in it; empty where none was found."""
FALSE = Call(">=", (ZERO, ONE))


def contradiction(scope: Scope) -> dict[str, object] | None:
    """A certificate of 0 >= 1 by one known relation at a time, or None; looked for once in a scope."""
    if scope.arithmetic not in _CONTRADICTORY:
        _CONTRADICTORY[scope.arithmetic] = certificate(scope, FALSE, size=1) or {}
    return _CONTRADICTORY[scope.arithmetic] or None


def _linear_sum(scope: Scope, goal: Quotient, sign: str) -> list[dict[str, object]] | None:
    """The goal as a sum of multiples of known relations, denominators and all."""
    relations = [r for r in _relations(scope) if sign != "==" or r[2] == "=="]
    dense = partial(_widen_polynomial, size=max(_size(p) for q in (goal, *(r[1] for r in relations)) for p in (q.top, q.bottom)))
    shared = dense(goal.bottom)
    for _, value, _ in relations:
        bottom = dense(value.bottom)
        shared = shared * (bottom / shared.gcd(bottom))
    columns = [_Column(_sparse(dense(value.top) * (shared / dense(value.bottom))), kind, (label,)) for label, value, kind in relations]
    columns += [] if sign == "==" else [_Column(_sparse(shared), ">")]
    return _combine(_sparse(dense(goal.top) * (shared / dense(goal.bottom))), columns, strict=sign == ">")


def multiple(scope: Scope, relation: Term) -> dict[str, object] | None:
    """A certificate for a relation that is a known one divided by something evidently positive, denominators and all."""
    goal, sign = _difference(scope, relation)
    if not goal.top or sign not in (">", ">="):
        return None
    top, (below, scale) = _split_content(scope.arithmetic, goal)
    for label, value, _ in _relations(scope, ("<", ">", *(("<=", ">=") if sign == ">=" else ()))):
        other, (under, weight) = _split_content(scope.arithmetic, value)
        size = max(_size(top), _size(other))
        ratio, rest = divmod(_widen_polynomial(other, size), _widen_polynomial(top, size))
        if not other or _sparse(rest):
            continue
        factors, constant = _factored(scope.arithmetic, ratio)
        multiplier, constant = Call("/", (Call("*", (times(factors), times(below))), times(under))), constant * scale / weight
        if constant > 0 and scope.arithmetic.positive(multiplier):
            return {"multiplier": multiplier, "terms": [{"coefficient": Number(1 / constant), "facts": [label]}]}
    return None


def _difference(scope: Scope, relation: Term) -> tuple[Quotient, str]:
    """What a relation says is positive, and the sign; no sign where it is no inequality."""
    if not isinstance(relation, Call) or relation.head not in _INEQUALITIES:
        return constant(0), ""
    expression, sign = difference(relation)
    return scope.arithmetic.normal(expression), sign


_NORMAL: WeakKeyDictionary[Arithmetic, dict[str, tuple[Quotient, str]]] = WeakKeyDictionary()
"""By scope and label, what is compared with 0 in the relations that are known there, and how."""


def _relations(scope: Scope, heads: Container[str] = _DECIDABLE) -> Iterator[tuple[str, Quotient, str]]:
    """The known relations with these heads: label, what is compared with 0, and how."""
    kept = _NORMAL.setdefault(scope.arithmetic, {})
    for label, term in scope.known:
        if isinstance(term, Call) and term.head in heads:
            if label not in kept:
                expression, sign = difference(term)
                kept[label] = scope.arithmetic.normal(expression), sign
            yield label, *kept[label]


def _atoms_of(scope: Scope, relation: Term) -> list[int]:
    """The atoms of a relation; none where it is no relation."""
    if not isinstance(relation, Call) or relation.head not in RELATIONS:
        return []
    value = scope.arithmetic.normal(difference(relation)[0])
    return sorted(_atoms(value.top) | _atoms(value.bottom))


def _split_content(arithmetic: Arithmetic, value: Quotient) -> tuple[Polynomial, tuple[Factors, fmpq]]:
    """The reduced numerator, and the reduced denominator as factors times a constant."""
    top, bottom = _lowest_terms(value)
    return _sparse(top), _factored(arithmetic, bottom)


def _size(p: Polynomial) -> int:
    return 1 + max((atom for m in p for atom, _ in m), default=0)


def _widen_polynomial(p: Polynomial, size: int) -> fmpq_mpoly:
    return fmpq_mpoly_ctx.get([f"x{i}" for i in range(size)]).from_dict({_dense(m, size): c for m, c in p.items()})


def _by_elimination(arithmetic: Arithmetic, facts: list[_KnownRelation], target: Polynomial, sign: str,
                size: int) -> list[dict[str, object]] | None:
    """A certificate modulo an equation that is linear in an atom: target = quotient * equation + what is left."""
    for fact in facts:
        if fact.sign != "==" or fact.cleared:
            continue
        for atom in sorted(_atoms(fact.value) & _atoms(target)):
            divided = _divide(target, fact.value, atom)
            if divided is None:
                continue
            quotient, left = divided
            terms = _search(arithmetic, facts, left, sign, size)
            if terms is not None:
                return [{"coefficient": ONE, "facts": [fact.label], "factor": polynomial_term(arithmetic, quotient)}, *terms]
    return None


def _divide(target: Polynomial, equation: Polynomial, atom: int) -> tuple[Polynomial, Polynomial] | None:
    """Quotient and remainder by an equation c*x + rest, c a number and rest free of x, as polynomials in x."""
    linear = equation.get(((atom, 1),))
    if linear is None or any(a == atom and m != ((atom, 1),) for m in equation for a, _ in m):
        return None
    quotient: Polynomial = {}
    left = dict(target)
    while holding := [m for m in left if any(a == atom for a, _ in m)]:
        monomial = holding[0]
        part: Polynomial = {_divide_out(monomial, ((atom, 1),)): left[monomial] / linear}
        quotient = _plus(quotient, part, fmpq(1))
        left = _plus(left, _times(part, equation), fmpq(-1))
    return quotient, left


def _common(arithmetic: Arithmetic, target: Polynomial) -> Monomial:
    """The largest monomial in evidently positive atoms that divides every term."""
    if not target:
        return EMPTY
    powers = [dict(m) for m in target]
    shared = {atom: min(p.get(atom, 0) for p in powers) for atom in powers[0]}
    positive = {a: p for a, p in shared.items() if p and arithmetic.bounded({((a, 1),): fmpq(1)}, strict=True)}
    return tuple(sorted(positive.items()))


def _divide_out(monomial: Monomial, common: Monomial) -> Monomial:
    powers = dict(monomial)
    for atom, power in common:
        powers[atom] -= power
    return tuple(sorted((a, p) for a, p in powers.items() if p))


def factor_number(scope: Scope, term: Term) -> Term:
    """A number as a product of factors over a denominator; equal to it in this scope."""
    arithmetic = scope.arithmetic
    top, bottom = _lowest_terms(arithmetic.normal(term))
    constant, factors = top.factor()
    parts = [_power(arithmetic, _sparse(factor), int(power)) for factor, power in factors]
    below = _denominator(arithmetic, _sparse(bottom))
    above = times([*([Number(constant)] if constant != 1 or not parts else []), *parts])
    return above if below == ONE else Call("/", (above, below))


def product_of_signs(scope: Scope, term: Term) -> tuple[fmpq, tuple[tuple[Term, int], ...]] | None:
    """A number as a rational times powers of parts, negative powers below the line, those evidently positive, the others at least 0.

    None where this is not seen of a part.
    """
    arithmetic, number, parts = scope.arithmetic, fmpq(1), list[tuple[Term, int]]()
    for side, polynomial in zip((1, -1), _lowest_terms(arithmetic.normal(term)), strict=True):
        constant, factors = polynomial.factor()
        number *= fmpq(constant) ** side
        for factor, power in factors:
            own = _sparse(factor)
            signed = _signed_form(arithmetic, own, strict=side < 0)
            if signed is None:
                return None
            number *= 1 if signed == own else (-1) ** int(power)
            parts.append((polynomial_term(arithmetic, signed), side * int(power)))
    return (number, tuple(parts)) if number > 0 else None


def summands(scope: Scope, term: Term) -> list[Term]:
    """A number as a sum of products, each over a denominator in lowest terms, ``neg`` of one where that is subtracted; none for 0."""
    arithmetic, found = scope.arithmetic, list[Term]()
    top, bottom = map(_sparse, _lowest_terms(arithmetic.normal(term)))
    for monomial, c in sorted(top.items(), key=lambda part: (part[1] < 0, part[0])):
        above, below = (polynomial_term(arithmetic, _sparse(one)) for one in _lowest_terms(Quotient({monomial: abs(c)}, bottom)))
        own = above if below == ONE else Call("/", (above, below))
        found.append(own if c > 0 else Call("neg", (own,)))
    return found


@dataclass(frozen=True)
class Product:
    """A goal e >= 0 (e > 0) as e * multiplier = constant * product of factors: their signs decide it."""

    multiplier: Term
    constant: fmpq
    factors: tuple[tuple[Term, int], ...]
    strict: bool


def product(scope: Scope, relation: Term) -> Product | None:
    """The factorisation of a goal with at least two different factors, or None."""
    if not isinstance(relation, Call) or relation.head not in _INEQUALITIES:
        return None
    arithmetic, (value, sign) = scope.arithmetic, _difference(scope, relation)
    top, bottom = _lowest_terms(value)
    factors = top.factor()[1]
    if sum(1 for f, _ in factors) < 2 and all(power == 1 for _, power in factors):
        return None
    own, _ = _factored(arithmetic, bottom)
    parts = tuple((polynomial_term(arithmetic, _sparse(factor)), int(power)) for factor, power in factors)
    whole = times([Call("**", (part, Number(power))) for part, power in parts])
    ratio = _clear_denominator(multiply(value, arithmetic.normal(times(own))))
    unit = _sparse(top)
    built = arithmetic.normal(whole).top
    if ratio is None or not unit or not arithmetic.positive(times(own)):
        return None
    leading = next(iter(ratio))
    return Product(times(own), ratio[leading] / built[leading], parts, sign == ">") if leading in built else None


def powers(scope: Scope, relation: Term) -> list[Term]:
    """Positive powers with a symbolic exponent that a relation or a known one holds, and whose sign is not yet named."""
    arithmetic, atoms = scope.arithmetic, _atoms_of(scope, relation)
    named = [f.value for f in _facts(scope) if f.sign == ">"] if atoms else []
    single: Iterator[Polynomial] = ({((atom, 1),): fmpq(1)} for atom in atoms if arithmetic.atoms[atom][0] == "**")
    return [polynomial_term(arithmetic, p) for p in single if p not in named and arithmetic.bounded(p, strict=True)]


def unsigned_roots(scope: Scope, relation: Term) -> list[Term]:
    """What square roots in a relation are taken of, where that is evidently not negative and the sign of the root is not yet known."""
    arithmetic = scope.arithmetic
    atoms = [arithmetic.atoms[atom] for atom in _atoms_of(scope, relation)]
    inside = [_quotient(arithmetic, args[0]) for head, args in atoms if head == "sqrt"]
    signs = ((x, Call(">=", (Call("sqrt", (x,)), ZERO))) for x in inside)
    return [x for x, sign in signs if arithmetic.holds(Call(">=", (x, ZERO))) and not arithmetic.evident(sign)]


@dataclass(frozen=True)
class PowerComparison:
    """base**larger and base**smaller, with larger >= smaller; ``falling`` when base <= 1, so that the powers fall."""

    base: Term
    larger: Term
    smaller: Term
    falling: bool

    @property
    def exponent(self) -> Term:
        """The difference of the exponents."""
        larger = self.larger.args if isinstance(self.larger, Call) and self.larger.head == "+" else (self.larger,)
        return Call("+", (*larger, _negative_of(self.smaller)))

    @property
    def relation(self) -> Term:
        """Which power is the larger one."""
        low, high = (self.larger, self.smaller) if self.falling else (self.smaller, self.larger)
        return Call("<=", (Call("**", (self.base, low)), Call("**", (self.base, high))))


def comparisons(scope: Scope, relation: Term) -> list[PowerComparison]:
    """What is evident about powers of one base in a relation and not yet known: exponents that are larger by integers, smaller powers."""
    arithmetic = scope.arithmetic
    exponents: dict[Term, list[Term]] = {}
    for atom in _atoms_of(scope, relation):
        head, args = arithmetic.atoms[atom]
        if head == "**":
            exponents.setdefault(_quotient(arithmetic, args[0]), []).append(_quotient(arithmetic, args[1]))
    result = []
    for base, own in exponents.items():
        falling = arithmetic.evident(Call("<=", (base, ONE)))
        if not falling and not arithmetic.evident(Call(">=", (base, ONE))):
            continue
        for larger in (*own, ZERO):
            for smaller in (*own, ZERO):
                fact = PowerComparison(base, larger, smaller, falling)
                ordered = larger != smaller and arithmetic.evident(Call(">=", (fact.exponent, ZERO)))
                if ordered and arithmetic.integral(fact.exponent) and not arithmetic.evident(fact.relation):
                    result.append(fact)
    return result


def _search(arithmetic: Arithmetic, facts: list[_KnownRelation], target: Polynomial, sign: str,
            most: int) -> list[dict[str, object]] | None:
    """The terms of a certificate, products of few facts first."""
    degree = max((sum(power for _, power in m) for m in target), default=0)
    for size in range(1, min(max(degree, 1) + 1, most) + 1):
        columns = list(islice(_columns(arithmetic, facts, target, size, equations_only=sign == "=="), MAX_COLUMNS + 1))
        poll()
        if (left := _LEFT.get()) is not None:
            left[0] -= 1 + len(columns)
            if left[0] < 0:
                raise OutOfWork("as many products of known relations were tried as were allowed")
        if len(columns) > MAX_COLUMNS:
            return None
        terms = _combine(target, columns, strict=sign == ">")
        if terms is not None or sign == "==":
            return terms
    return None


def _lowest_terms(value: Quotient) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """Numerator and denominator without their common factor."""
    size = max(_size(value.top), _size(value.bottom))
    top, bottom = (_widen_polynomial(p, size) for p in (value.top, value.bottom))
    common = top.gcd(bottom)
    return top / common, bottom / common


def _dense(monomial: Monomial, size: int) -> tuple[int, ...]:
    powers = dict(monomial)
    return tuple(powers.get(i, 0) for i in range(size))


def _sparse(polynomial: fmpq_mpoly) -> Polynomial:
    return {tuple((i, int(e)) for i, e in enumerate(m) if e): c for m, c in polynomial.to_dict().items()}


def _clear_denominator(value: Quotient) -> Polynomial | None:
    """The polynomial that a quotient is, when its denominator divides its numerator."""
    if value.bottom == {EMPTY: 1}:
        return value.top
    top, bottom = map(_sparse, _lowest_terms(value))
    return {m: c / bottom[EMPTY] for m, c in top.items()} if set(bottom) == {EMPTY} else None


def _factored(arithmetic: Arithmetic, polynomial: fmpq_mpoly) -> tuple[Factors, fmpq]:
    """A polynomial as factors times a constant, by factors that are evidently positive; others stay multiplied out."""
    constant, factors = polynomial.factor()
    parts: list[Term] = []
    rest: dict[int, Polynomial] = {}
    for factor, power in factors:
        own = _sparse(factor)
        if _signed_form(arithmetic, own) is None:
            rest[int(power)] = _times(rest.get(int(power), {EMPTY: fmpq(1)}), own)
        else:
            constant *= _append(arithmetic, parts, own, int(power))
    for power, own in rest.items():
        constant *= _append(arithmetic, parts, own, power)
    return tuple(parts), constant


def _positive_factors(arithmetic: Arithmetic, polynomial: fmpq_mpoly) -> Factors:
    """A polynomial, or its negative, as factors that are evidently positive; as one where only the whole is."""
    factors, _ = _factored(arithmetic, polynomial)
    if not all(map(arithmetic.positive, factors)) and (whole := _signed_form(arithmetic, _sparse(polynomial))) is not None:
        return (polynomial_term(arithmetic, whole),)
    return factors


def _append(arithmetic: Arithmetic, parts: list[Term], own: Polynomial, power: int) -> int:
    """Write a factor in its positive form; the sign that this takes out."""
    positive = _signed_form(arithmetic, own) or own
    parts.append(_power(arithmetic, positive, power))
    return 1 if positive == own else (-1) ** power


def _signed_form(arithmetic: Arithmetic, p: Polynomial, *, strict: bool = True) -> Polynomial | None:
    """The polynomial or its negative, whichever is evidently positive, or where not ``strict`` at least 0."""
    signed = ({m: sign * c for m, c in p.items()} for sign in (1, -1))
    return next((q for q in signed if arithmetic.bounded(q, strict=strict)), None)


def _power(arithmetic: Arithmetic, p: Polynomial, power: int) -> Term:
    base = polynomial_term(arithmetic, p)
    return base if power == 1 else Call("**", (base, Number(power)))


@dataclass(frozen=True)
class _KnownRelation:
    """A known relation: its label, its polynomial, its sign, and the denominator that was cleared from it."""

    label: str
    value: Polynomial
    sign: str
    cleared: Factors = ()


def _facts(scope: Scope) -> Iterator[_KnownRelation]:
    """The known relations; those with a denominator only where they are equations."""
    for label, value, sign in _relations(scope):
        if (polynomial := _clear_denominator(value)) is not None:
            yield _KnownRelation(label, polynomial, sign)
        elif sign == "==":
            top, bottom = _lowest_terms(value)
            cleared = _positive_factors(scope.arithmetic, bottom)
            polynomial = _clear_denominator(multiply(value, scope.arithmetic.normal(times(cleared))))
            yield _KnownRelation(label, _sparse(top) if polynomial is None else polynomial, sign, cleared)


def positive_denominator(scope: Scope, term: Term) -> tuple[Polynomial, Term]:
    """A polynomial and something evidently positive, of which the first is the second times a number.

    Raises :class:`~pabisym.kernel.exact.Refusal` where what the number is divided by is not evidently positive.
    """
    arithmetic = scope.arithmetic
    value = arithmetic.normal(term)
    multiplier = times(_factored(arithmetic, _lowest_terms(value)[1])[0])
    top = _clear_denominator(multiply(value, arithmetic.normal(multiplier)))
    if top is None or not arithmetic.positive(multiplier):
        raise Refusal(f"the sign of {to_text(multiplier)} is not evident")
    return top, multiplier


def _atoms(p: Polynomial) -> frozenset[int]:
    return frozenset(atom for m in p for atom, _ in m)


def _plus(p: Polynomial, q: Polynomial, factor: fmpq) -> Polynomial:
    one: Polynomial = {EMPTY: fmpq(1)}
    return add(Quotient(p, one), Quotient({m: factor * c for m, c in q.items()}, one)).top


def _times(p: Polynomial, q: Polynomial) -> Polynomial:
    return multiply(Quotient(p, {EMPTY: fmpq(1)}), Quotient(q, {EMPTY: fmpq(1)})).top


def _columns(arithmetic: Arithmetic, facts: list[_KnownRelation], target: Polynomial, size: int, *,
             equations_only: bool) -> Iterator[_Column]:
    """Products of at most ``size`` known inequalities, squares, and equations times monomials."""
    relevant, grown = _atoms(target), True
    while grown:
        near = [f for f in facts if not _atoms(f.value) or _atoms(f.value) & relevant or not _atoms(target)]
        wider = relevant.union(*(_atoms(f.value) for f in near))
        relevant, grown = wider, wider != relevant
    one = constant(1).top
    monomials = set(target) | {EMPTY}
    monomials |= {((atom, 1),) for atom in relevant} if size > 1 else set()
    for fact in near:
        if fact.sign == "==":
            for factor in sorted(monomials | set(_quotients(target, fact.value))):
                own = polynomial_term(arithmetic, {factor: fmpq(1)})
                whole = Call("*", (times(fact.cleared), own)) if fact.cleared else own
                yield _Column(_times(fact.value, {factor: fmpq(1)}), "==", (fact.label,), {"factor": whole})
    if equations_only:
        return
    usable = [f for f in near if f.sign != "=="]
    yield _Column(one, ">")
    products: list[tuple[Polynomial, tuple[int, ...]]] = [(one, ())]
    for _ in range(size):
        longer: list[tuple[Polynomial, tuple[int, ...]]] = []
        for value, chosen in products:
            for i in range(chosen[-1] if chosen else 0, len(usable)):
                longer.append((_times(value, usable[i].value), (*chosen, i)))
                used = [usable[j] for j in longer[-1][1]]
                yield _Column(longer[-1][0], ">" if all(f.sign == ">" for f in used) else ">=", tuple(f.label for f in used))
        products = longer
    if size > 1:
        yield from _squares(arithmetic, sorted(relevant))


def _quotients(target: Polynomial, value: Polynomial) -> Iterator[Monomial]:
    """Monomials by which a term of an equation reaches a term of the target."""
    found = set()
    for goal in target:
        for own in value:
            powers = dict(goal)
            for atom, power in own:
                powers[atom] = powers.get(atom, 0) - power
            if all(power >= 0 for power in powers.values()):
                found.add(tuple(sorted((a, p) for a, p in powers.items() if p)))
    yield from sorted(found)


def _squares(arithmetic: Arithmetic, atoms: list[int]) -> Iterator[_Column]:
    for i, atom in enumerate(atoms):
        alone: Polynomial = {((atom, 1),): fmpq(1)}
        for roots in [alone, *({**alone, ((other, 1),): fmpq(-1)} for other in atoms[:i])]:
            yield _Column(_times(roots, roots), ">=", (), {"square": polynomial_term(arithmetic, roots)})


def _combine(target: Polynomial, columns: list[_Column], *, strict: bool) -> list[dict[str, object]] | None:
    """Coefficients with which the columns add up to the target, exactly; None where there are none."""
    if not target and not strict:
        return []
    if not columns or _ruled_out(target, columns):
        return None
    rows = {m: i for i, m in enumerate(sorted({m for c in columns for m in c.value} | set(target)))}
    import numpy as np  # these three cost half a second, and a proof that is not searched for needs none of them
    from scipy.optimize import linprog
    from scipy.sparse import csc_array

    matrix, right = _system(target, columns, rows)
    cost = np.array([0.0 if c.sign == "==" else 1e-3 * (1.0 + len(c.facts)) for c in columns] + [-1.0])
    bounds = [(None, None) if c.sign == "==" else (0.0, None) for c in columns] + [(0.0, 1.0 if strict else 0.0)]
    sharp = csc_array(np.array([[-1.0 if c.sign == ">" else 0.0 for c in columns] + [1.0]]))
    limits = {"A_ub": sharp, "b_ub": [0.0]} if strict else {}
    answer = linprog(cost, A_eq=matrix, b_eq=right, bounds=bounds, method="highs", **limits)
    if not answer.success:
        return None
    support = sorted((j for j, x in enumerate(answer.x[:-1]) if abs(x) > 1e-9), key=lambda j: strict and columns[j].sign != ">")
    chosen = [columns[j] for j in support]
    weights = _exact_weights(target, chosen, rows) if target else _vanishing_weights(chosen, rows)
    if weights is None or (strict and not any(w > 0 and columns[j].sign == ">" for j, w in zip(support, weights, strict=True))):
        return None
    used = ((columns[j], w) for j, w in zip(support, weights, strict=True) if w != 0)
    return [{"coefficient": Number(w), "facts": list(column.facts), **column.factors} for column, w in used]


def _ruled_out(target: Polynomial, columns: list[_Column]) -> bool:
    """Do signs alone show that the columns do not add up to the target; a linear program would take a hundred times as long to say so.

    What a monomial of the target needs is in no column, where those that would cancel a monomial beside it are left out, one by one.
    """
    while True:
        signs: dict[Monomial, int] = {}
        for column in columns:
            for m, c in column.value.items():
                signs[m] = signs.get(m, 0) | (3 if column.sign == "==" else 1 if c > 0 else 2)
        if any(not signs.get(m, 0) & (1 if c > 0 else 2) for m, c in target.items()):
            return True
        alone = {m for m, sign in signs.items() if sign != 3 and m not in target}
        left = [column for column in columns if alone.isdisjoint(column.value)]
        if len(left) == len(columns):
            return False
        columns = left


def _vanishing_weights(chosen: list[_Column], rows: dict[Monomial, int]) -> list[fmpq] | None:
    """Weights, 1 for the first column, with which the columns add up to nothing."""
    if not chosen:
        return None
    others = _exact_weights({m: -c for m, c in chosen[0].value.items()}, chosen[1:], rows)
    return None if others is None else [fmpq(1), *others]


def _system(target: Polynomial, columns: list[_Column], rows: dict[Monomial, int]) -> tuple[csc_array, list[float]]:
    """The equations that the columns, and a last one for strictness that takes no part, have to satisfy."""
    import numpy as np
    from scipy.sparse import csc_array

    rough = _rough(target, columns)
    entries = [(rows[m], j, rough(m, c)) for j, column in enumerate(columns) for m, c in column.value.items()]
    i, j, x = zip(*entries, strict=True) if entries else ((), (), ())
    equal = csc_array((np.array(x, float), (np.array(i, int), np.array(j, int))), shape=(len(rows), len(columns) + 1))
    right = [0.0] * len(rows)
    for m, c in target.items():
        right[rows[m]] = rough(m, c)
    return equal, right


def _rough(target: Polynomial, columns: list[_Column]) -> Callable[[Monomial, fmpq], float]:
    """The coefficients of equations as floats; where some are beyond all floats, every equation is divided by its largest one."""
    values = [target, *(column.value for column in columns)]
    if all(c.height_bits() < _FLOAT_BITS for value in values for c in value.values()):
        return lambda _, c: float(c.p) / float(c.q)
    largest: dict[Monomial, int] = {}
    for value in values:
        for m, c in value.items():
            size = int(abs(c.p)).bit_length() - int(c.q).bit_length()
            largest[m] = max(size, largest.get(m, size))

    def divided(m: Monomial, c: fmpq) -> float:
        up, down = max(-largest[m], 0), max(largest[m], 0)
        return float(Fraction(int(c.p) << up, int(c.q) << down))

    return divided


def _exact_weights(target: Polynomial, chosen: list[_Column], rows: dict[Monomial, int]) -> list[fmpq] | None:
    """Solve for the chosen columns over the rationals; free ones are zero; signs are checked."""
    if not chosen:
        return [] if not target else None
    table = fmpq_mat(len(rows), len(chosen) + 1)
    for j, column in enumerate(chosen):
        for m, c in column.value.items():
            table[rows[m], j] = c
    for m, c in target.items():
        table[rows[m], len(chosen)] = c
    reduced, rank = table.rref()
    weights = [fmpq(0)] * len(chosen)
    for i in range(rank):
        pivot = next(j for j in range(len(chosen) + 1) if reduced[i, j] != 0)
        if pivot == len(chosen):
            return None
        weights[pivot] = reduced[i, len(chosen)]
    return weights if all(w >= 0 or c.sign == "==" for w, c in zip(weights, chosen, strict=True)) else None


def polynomial_term(arithmetic: Arithmetic, p: Polynomial) -> Term:
    """A polynomial as a term; bound indices are called ``index_1`` and so on."""
    parts: list[Term] = []
    for monomial, c in p.items():
        factors = [_atom(arithmetic, atom, power) for atom, power in monomial]
        if parts:
            own = times([Number(abs(c)), *factors] if abs(c) != 1 or not monomial else factors)
            parts.append(_negative_of(own) if c < 0 else own)
        elif abs(c) != 1 or not monomial:
            parts.append(times([Number(c), *factors]))
        else:
            parts.append(times([_negative_of(factors[0]) if c < 0 else factors[0], *factors[1:]]))
    return Call("+", tuple(parts)) if len(parts) > 1 else parts[0] if parts else ZERO


_WRITTEN: WeakKeyDictionary[Arithmetic, dict[int, Term]] = WeakKeyDictionary()
"""By scope, atoms as terms."""


def _atom(arithmetic: Arithmetic, atom: int, power: int = 1) -> Term:
    """A power of an atom as a term."""
    kept = _WRITTEN.setdefault(arithmetic, {})
    if atom not in kept:
        head, args = arithmetic.atoms[atom]
        terms = [_quotient(arithmetic, arg) for arg in args]
        if head == "sum":
            terms[:2] = terms[1::-1]
        kept[atom] = Call(head, tuple(terms)) if args else Name(head.replace("#", "index_"))
    return Call("**", (kept[atom], Number(power))) if power > 1 else kept[atom]


def _quotient(arithmetic: Arithmetic, value: Quotient) -> Term:
    top = polynomial_term(arithmetic, value.top)
    return top if value.bottom == {EMPTY: 1} else Call("/", (top, _denominator(arithmetic, value.bottom)))


def _denominator(arithmetic: Arithmetic, p: Polynomial) -> Term:
    """A polynomial, by factors whose signs are evident, so that it may be divided by."""
    polynomial = _lowest_terms(Quotient(p, {EMPTY: fmpq(1)}))[0]
    factors, constant = _factored(arithmetic, polynomial)
    return times(factors) if constant == 1 else Call("*", (Number(constant), *(factors or (ONE,))))


def open_cases(scope: Scope, relation: Term, *, known: bool = False) -> list[Term]:
    """The conditions on which a relation (and, if asked, what is known) still depends: each worth a distinction."""
    arithmetic = scope.arithmetic
    if not isinstance(relation, Call) or relation.head not in RELATIONS:
        return []
    found: list[Term] = []
    pending = _atoms_of(scope, relation)
    pending += sorted({a for f in _facts(scope) for a in _atoms(f.value)} - set(pending)) if known else []
    seen: set[int] = set()
    while pending:
        atom = pending.pop(0)
        if atom in seen:
            continue
        seen.add(atom)
        head, args = arithmetic.atoms[atom]
        pending += [a for arg in args for p in (arg.top, arg.bottom) for a in sorted(_atoms(p))]
        if head == "cases":
            condition = _quotient(arithmetic, args[0])
            found += [condition] if "index_" not in to_text(condition) else []
    return [one for one in dict.fromkeys(found) if not any(arithmetic.holds(Call(sign, (one, ZERO))) for sign in (">=", "<"))]


def undecided_condition(scope: Scope, *terms: Term) -> Term | None:
    """The first condition in some formulas that the scope does not decide, outermost first; None where there is none."""
    return next((found for term in terms if (found := _undecided_part(scope, term))), None)


def _undecided_part(scope: Scope, term: Term) -> Term | None:
    if not isinstance(term, Call):
        return None
    if term.head != "cases":
        return undecided_condition(scope, *term.args)
    condition, later, earlier = term.args
    if inner := _undecided_part(scope, condition):
        return inner
    for sign, rest in ((">=", later), ("<", earlier)):
        if scope.arithmetic.evident(Call(sign, (condition, ZERO))):
            return _undecided_part(scope, rest)
    return condition


def divisors(scope: Scope, term: Term) -> list[Term]:
    """What a term divides by outside of sums and is not evidently nonzero, factor by factor."""
    return [factor for one in calls(term, bound=False, inner=True) if one.head == "/" for factor in _open_factors(scope, one.args[1])]


def _open_factors(scope: Scope, divisor: Term) -> list[Term]:
    if isinstance(divisor, Call) and divisor.head in ("*", "neg"):
        return [factor for arg in divisor.args for factor in _open_factors(scope, arg)]
    if isinstance(divisor, Call) and divisor.head == "**":
        return _open_factors(scope, divisor.args[0])
    value = scope.arithmetic.normal(divisor).top
    negative = {m: -c for m, c in value.items()}
    return [] if scope.arithmetic.bounded(value, strict=True) or scope.arithmetic.bounded(negative, strict=True) else [divisor]


def clear_known(scope: Scope) -> list[Term]:
    """Known inequalities with denominators, as inequalities between polynomials that are not yet known."""
    arithmetic = scope.arithmetic
    own = {tuple(sorted(f.value.items())) for f in _facts(scope)}
    found: list[Term] = []
    for _, value, sign in _relations(scope, _INEQUALITIES):
        if _clear_denominator(value) is None and tuple(sorted((top := _sparse(_lowest_terms(value)[0])).items())) not in own:
            relation = Call(sign, (polynomial_term(arithmetic, top), ZERO))
            found += [relation] if arithmetic.evident(relation) else []
    return found


def tight(scope: Scope) -> list[Term]:
    """Equations e == 0 that are evident because both e >= 0 and e <= 0 are, and are not yet known."""
    arithmetic = scope.arithmetic
    known = [f.value for f in _facts(scope) if f.sign == "=="]
    found: list[Term] = []
    for p, sign in ((f.value, f.sign) for f in _facts(scope)):
        negative = {m: -c for m, c in p.items()}
        if sign == ">=" and p and p not in known and negative not in known and arithmetic.bounded(negative):
            found.append(Call("==", (polynomial_term(arithmetic, p), ZERO)))
    return found
