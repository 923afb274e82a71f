"""Exact arithmetic of side conditions: rational functions over Q with opaque atoms.

A scope is a set of declared names and known relations.  Within it every term has a normal form N/D, N and D polynomials with rational
coefficients in *atoms* (names and applications), D known to be positive.  Two terms are equal when N1*D2 - N2*D1 is the zero polynomial; a
relation is *evident* when it is a known one up to a positive factor and a non-negative constant; every other inequality needs a certificate
(see ``rules.arithmetic``).  A division by something not known to be nonzero is refused, so ``x/x == 1`` is never used at x = 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from flint import fmpq

from pabisym.lang.grammar import to_text
from pabisym.lang.term import BINDERS, CONSTANTS, RELATIONS, ZERO, Call, Name, Number, Term, free_names, span, substitute

Monomial: TypeAlias = tuple[tuple[int, int], ...]
Polynomial: TypeAlias = dict[Monomial, fmpq]
ONE: Monomial = ()
UNIT: Polynomial = {ONE: fmpq(1)}
"""The polynomial 1; polynomials are never changed."""
MAX_EXPANSION = 64
"""Largest literal exponent, and largest number of terms of a sum, that are multiplied out."""


MAX_PRODUCTS = 100_000
"""Most products of monomials that are formed by one multiplication."""
MAX_BITS = 1_000_000
"""Largest coefficient of a product, in bits."""
MAX_WORK = 100_000
"""Most terms that are normalised within one scope."""


class Refusal(Exception):
    """A step is not an instance of its rule, or a term has no meaning in its scope."""


class Quotient(NamedTuple):
    """A normal form: numerator over a denominator known to be positive."""

    top: Polynomial
    bottom: Polynomial


def plus(p: Polynomial, q: Polynomial, factor: fmpq) -> Polynomial:
    """P + factor*q."""
    result = dict(p)
    for monomial, c in q.items():
        known = result.get(monomial)
        value = factor * c if known is None else known + factor * c
        if value:
            result[monomial] = value
        elif known is not None:
            del result[monomial]
    return result


@lru_cache(maxsize=1 << 16)
def joined(m1: Monomial, m2: Monomial) -> Monomial:
    """The product of two monomials."""
    powers = dict(m1)
    for atom, power in m2:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted(powers.items()))


def product_of(p: Polynomial, q: Polynomial) -> Polynomial:
    """P*q; raises :class:`Refusal` where that is too large."""
    if len(p) * len(q) > MAX_PRODUCTS:
        raise Refusal(f"a product of {len(p)} by {len(q)} terms is too large")
    if q is UNIT or q == UNIT:
        return p
    if p is UNIT or p == UNIT:
        return q
    result: Polynomial = {}
    for m1, c1 in p.items():
        for m2, c2 in q.items():
            monomial = joined(m1, m2) if m1 and m2 else m1 or m2
            known = result.get(monomial)
            result[monomial] = c1 * c2 if known is None else known + c1 * c2
    if any(c.height_bits() > MAX_BITS for c in result.values()):
        raise Refusal(f"a number of more than {MAX_BITS} bits")
    return {m: c for m, c in result.items() if c}


def constant(value: int | fmpq) -> Quotient:
    """The normal form of a rational number."""
    return Quotient({ONE: fmpq(value)} if value else {}, UNIT)


@lru_cache(maxsize=1 << 16)
def atom_form(index: int) -> Quotient:
    """The normal form of an atom."""
    return Quotient({((index, 1),): fmpq(1)}, UNIT)


def add(x: Quotient, y: Quotient, sign: int = 1) -> Quotient:
    """X + sign*y."""
    if x.bottom is y.bottom or x.bottom == y.bottom:
        return Quotient(plus(x.top, y.top, fmpq(sign)), x.bottom)
    return Quotient(plus(product_of(x.top, y.bottom), product_of(y.top, x.bottom), fmpq(sign)), product_of(x.bottom, y.bottom))


def multiply(x: Quotient, y: Quotient) -> Quotient:
    """x*y."""
    return Quotient(product_of(x.top, y.top), product_of(x.bottom, y.bottom))


def difference(relation: Call) -> tuple[Term, str]:
    """A relation as (e, sign): e >= 0, e > 0, e == 0 or e != 0."""
    left, right = relation.args
    if relation.head in ("<=", "<"):
        left, right = right, left
    sign = {"<": ">", "<=": ">="}.get(relation.head, relation.head)
    return Call("+", (left, Call("neg", (right,)))), sign


@dataclass(frozen=True)
class Scope:
    """Declared names (``real``, ``integer`` or a structural kind) and known propositions, by label."""

    kinds: Mapping[str, str]
    known: tuple[tuple[str, Term], ...] = ()
    outer: Scope | None = field(default=None, compare=False, repr=False)
    """The scope that this one extends."""

    def extend(self, known: Iterable[tuple[str, Term]], kinds: Mapping[str, str] | None = None) -> Scope:
        """The scope with further names and propositions; labels and names must be new."""
        added = tuple(known)
        labels = [label for label, _ in (*self.known, *added)]
        if len(set(labels)) != len(labels) or set(kinds or {}) & set(self.kinds):
            raise Refusal(f"labels and names must be new: {', '.join([label for label, _ in added] + list(kinds or {}))}")
        return Scope({**self.kinds, **(kinds or {})}, self.known + added, self)

    def lookup(self, label: object) -> Term:
        """The proposition known under a label."""
        for name, term in self.known:
            if name == label:
                return term
        raise Refusal(f"nothing is known as {label!r} here")

    @cached_property
    def arithmetic(self) -> Arithmetic:
        """Normal forms within this scope."""
        return Arithmetic(self)


class Arithmetic:
    """Normal forms, equality and evident relations within one scope."""

    def __init__(self, scope: Scope) -> None:
        """Begins as the nearest outer scope in use began: the same facts, met in the same order, have the same normal forms."""
        self.scope = scope
        self.atoms: list[tuple[str, tuple[Quotient, ...]]] = []
        self.facts: list[tuple[Polynomial, str]] = []
        self.work = met = 0
        self.first: tuple[tuple[tuple[str, tuple[Quotient, ...]], ...], tuple[tuple[Polynomial, str], ...], int]
        outer = scope.outer
        while outer is not None and "arithmetic" not in vars(outer):
            outer = outer.outer
        if outer is not None:
            atoms, facts, self.work = outer.arithmetic.first
            self.atoms, self.facts, met = list(atoms), list(facts), len(outer.known)
        self.met: dict[str, list[int]] = {}
        for i, (head, _) in enumerate(self.atoms):
            self.met.setdefault(head, []).append(i)
        self.mentioned = set[Monomial]().union(*(fact for fact, _ in self.facts))
        for _, term in scope.known[met:]:
            if isinstance(term, Call) and term.head in RELATIONS:
                expression, sign = difference(term)
                self.facts.append((self.normal(expression).top, sign))
                self.mentioned.update(self.facts[-1][0])
        self.first = (tuple(self.atoms), tuple(self.facts), self.work)

    def normal(self, term: Term) -> Quotient:
        """The normal form; raises :class:`Refusal` where a denominator is not known to be nonzero."""
        self.work += 1
        if self.work > MAX_WORK:
            raise Refusal(f"more than {MAX_WORK} normal forms are needed in one scope")
        if isinstance(term, Number):
            return constant(term.value)
        if isinstance(term, Name):
            return self._atom(term.name, ())
        head, args = term.head, term.args
        if head == "+":
            result = self.normal(args[0])
            for arg in args[1:]:
                result = add(result, self.normal(arg))
            return result
        if head == "neg":
            value = self.normal(args[0])
            return Quotient(plus({}, value.top, fmpq(-1)), value.bottom)
        if head == "*":
            result = self.normal(args[0])
            for arg in args[1:]:
                result = multiply(result, self.normal(arg))
            return result
        if head == "/":
            return multiply(self.normal(args[0]), self._inverse(args[1]))
        if head == "**":
            return self._power(args[0], args[1])
        if head == "cases":
            return self._cases(term)
        if head == "sum":
            return self._sum(term)
        if head in ("batchstep", "sampledstep"):
            written = to_text(_with_index(term, f"#{index_level(term.args[3]) + 1}"))
            return self._atom(written, tuple(self._atom(name, ()) for name in sorted(free_names(term))))
        if head in BINDERS or head in RELATIONS or head == "and":
            raise Refusal(f"{to_text(term)} is not a number")
        if head in ("floor", "ceiling") and self.integral(args[0]):
            return self.normal(args[0])
        return self._atom(head, tuple(self.normal(arg) for arg in args))

    def _atom(self, head: str, args: tuple[Quotient, ...]) -> Quotient:
        met = self.met.setdefault(head, [])
        for index in met:
            if self._all_equal(self.atoms[index][1], args):
                break
        else:
            index = len(self.atoms)
            self.atoms.append((head, args))
            met.append(index)
        return atom_form(index)

    def equal(self, x: Quotient, y: Quotient) -> bool:
        """Is x == y an identity, or evident from what is known, as k == t from k <= t and k >= t."""
        if x == y:
            return True
        top = add(x, y, -1).top
        if not top or self.mentioned.isdisjoint(top):
            return not top  # signs bound one side only, and so does the range of an index: facts of the scope have to speak of both
        return self.bounded(top) and self.bounded(plus({}, top, fmpq(-1)))

    def _all_equal(self, xs: tuple[Quotient, ...], ys: tuple[Quotient, ...]) -> bool:
        return len(xs) == len(ys) and all(map(self.equal, xs, ys))

    def _inverse(self, term: Term) -> Quotient:
        """1/term, factor by factor, each known to be positive or negative; refused too where term has no value."""
        if isinstance(term, Call) and term.head in ("*", "neg"):
            result = constant(-1 if term.head == "neg" else 1)
            for arg in term.args:
                result = multiply(result, self._inverse(arg))
            return result
        if isinstance(term, Call) and term.head == "/":
            self._inverse(term.args[1])
            return multiply(self._inverse(term.args[0]), self.normal(term.args[1]))
        value = self.normal(term)
        if isinstance(term, Call) and term.head == "**" and (self.positive(term.args[0]) or self._literal(term.args[1])):
            return self._power(term.args[0], Call("neg", (term.args[1],)))
        for sign in (1, -1):
            top = plus({}, value.top, fmpq(sign))
            if self.bounded(top, strict=True):
                return Quotient(plus({}, value.bottom, fmpq(sign)), top)
        raise Refusal(f"{to_text(term)} is divided by, but not known to be nonzero")

    def check_nonzero(self, term: Term) -> None:
        """Raise :class:`Refusal` unless the term is evidently not zero, factor by factor."""
        self._inverse(term)

    def check_power(self, base: Term, exponent: Term) -> None:
        """Raise :class:`Refusal` unless the power evidently has a value.

        An integer power has one where it is not negative, or the base is not zero; another one where the base is positive, or is
        not negative and the exponent is positive.
        """
        if self.positive(base):
            return
        if self.integral(exponent):
            if not self.evident(Call(">=", (exponent, ZERO))):
                self.check_nonzero(base)
        elif not (self.evident(Call(">=", (base, ZERO))) and self.evident(Call(">", (exponent, ZERO)))):
            raise Refusal(f"{to_text(base)} is not evidently positive and is raised to the power {to_text(exponent)}")

    def _power(self, base: Term, exponent: Term) -> Quotient:
        """Literal exponents are multiplied out; symbolic integer ones split as c**(2*n - 1) = (c**n)**2/c."""
        literal = self.normal(exponent)
        if literal.bottom != {ONE: 1} or any(c.q != 1 for c in literal.top.values()):
            return self._atom("**", (self.normal(base), literal))
        result = constant(1)
        for monomial, c in literal.top.items():
            count = int(c.p)
            if abs(count) > MAX_EXPANSION:
                raise Refusal(f"the exponent {c} is larger than {MAX_EXPANSION}")
            if monomial == ONE:
                step = self.normal(base) if count > 0 else self._inverse(base)
            elif self.positive(base) and all(self._integral_atom(i) for i, _ in monomial):
                step = self._atom("**", (self.normal(base), Quotient({monomial: fmpq(1)}, {ONE: fmpq(1)})))
                step = step if count > 0 else Quotient(step.bottom, step.top)
            else:
                return self._atom("**", (self.normal(base), literal))
            for _ in range(abs(count)):
                result = multiply(result, step)
        return result

    def _cases(self, term: Call) -> Quotient:
        condition = self.normal(term.args[0])
        if self.bounded(condition.top):
            return self.normal(term.args[1])
        if self.bounded(plus({}, condition.top, fmpq(-1)), strict=True):
            return self.normal(term.args[2])
        return self._atom("cases", (condition, self.normal(term.args[1]), self.normal(term.args[2])))

    def _sum(self, term: Call) -> Quotient:
        """A sum with its integer offset split off: up to n + 1 is up to n, plus the term at n + 1.

        An end below start - 1 means minus the terms between, so that this holds for every integer.
        """
        body, index, low, high = term.args
        if not isinstance(index, Name):
            raise Refusal("the index of a sum is a name")
        top, length = self.normal(high), add(self.normal(high), self.normal(low), -1)
        closed = set(length.top) <= {ONE}
        offset = (length if closed else top).top.get(ONE, fmpq(0)) if top.bottom == {ONE: 1} else fmpq(0)
        if offset.q != 1 or abs(offset.p) > MAX_EXPANSION:
            raise Refusal(f"the length of {to_text(term)} is neither symbolic nor a small integer")
        count = int(offset.p) + 1 if closed else int(offset.p)
        anchor = add_integer(low, -1) if closed else add_integer(high, -count)
        result = constant(0) if closed else self._symbolic_sum(body, index.name, low, anchor)
        for j in range(min(count, 0) + 1, max(count, 0) + 1):
            here = substitute(body, {index.name: ((), add_integer(anchor, j))})
            result = add(result, self.normal(here), 1 if count > 0 else -1)
        return result

    def _symbolic_sum(self, body: Term, index: str, low: Term, high: Term) -> Quotient:
        """Linear in the body: what is free of the index stands before the sum, and sums of 1 are counted.

        Where low - 1 <= high is evident, no index outside the range is ever meant, and the body may use that.
        """
        k = f"#{index_level(body) + 1}"
        start, end = self.normal(low), self.normal(high)
        here, known = self.normal(Name(k)), len(self.facts)
        count = add(add(end, start, -1), constant(1))
        if self.bounded(count.top):
            self.facts += [(add(here, start, -1).top, ">="), (add(end, here, -1).top, ">=")]
        try:
            value = self.normal(substitute(body, {index: ((), Name(k))}))
            under = {atom for m in value.bottom for atom, _ in m if self._depends(atom, k)}
            separable = not under or (len(value.bottom) == 1 and all(self._signed_atom(atom, strict=True) for atom in under))
        finally:
            del self.facts[known:]
        return self._linear(value, k, here, start, end, count) if separable else self._atom("sum", (here, value, start, end))

    def _linear(self, value: Quotient, k: str, here: Quotient, start: Quotient, end: Quotient, count: Quotient) -> Quotient:
        """Sum monomial by monomial; the denominator is free of the index, or a monomial in which what is not is positive."""
        below, over = ONE, value.bottom
        if len(over) == 1:
            below, over = next(iter(over)), {ONE: next(iter(over.values()))}
        under_bound, under_free = self._parts(below, k)
        result = constant(0)
        for monomial, c in value.top.items():
            bound, free = self._parts(monomial, k)
            inner = reduce_quotient(bound, under_bound)
            part = self._atom("sum", (here, inner, start, end)) if inner != constant(1) else count
            result = add(result, multiply(Quotient({free: c}, product_of(over, {under_free: fmpq(1)})), part))
        return result

    def _parts(self, monomial: Monomial, k: str) -> tuple[Monomial, Monomial]:
        """The powers that depend on an index, and the others."""
        bound = tuple(power for power in monomial if self._depends(power[0], k))
        return bound, tuple(power for power in monomial if power not in bound)

    def _depends(self, atom: int, name: str) -> bool:
        head, args = self.atoms[atom]
        return head == name or any(
            self._depends(inner, name) for arg in args for part in (arg.top, arg.bottom) for m in part for inner, _ in m
        )

    def bounded(self, p: Polynomial, *, strict: bool = False) -> bool:
        """Is p >= 0 (p > 0) evident: a constant, a sum of products of such atoms, or a known fact plus a constant."""
        rest = {m: c for m, c in p.items() if m != ONE}
        offset = p.get(ONE, fmpq(0))
        if not rest:
            return bool(offset > 0 or (offset == 0 and not strict))
        if offset >= 0 and min(rest.values()) > 0:
            atoms = {atom for m in rest for atom, _ in m}
            if all(self._signed_atom(atom, strict=strict and offset == 0) for atom in atoms):
                return True
        return self._implied(rest, offset, strict=strict)

    def _implied(self, rest: Polynomial, offset: fmpq, *, strict: bool) -> bool:
        """Is rest + offset a positive multiple of a known fact plus a constant."""
        some = next(iter(rest))
        for fact, sign in self.facts:
            if some not in fact or sign == "!=":
                continue
            for direction in (1, -1) if sign == "==" else (1,):
                margin = margin_over(rest, offset, fact, direction)
                if margin is not None and (margin > 0 or (margin == 0 and (not strict or sign == ">"))):
                    return True
        return False

    def _signed_atom(self, index: int, *, strict: bool) -> bool:
        """Is an atom evidently non-negative (positive): exp and pi are, and what is known to be."""
        head, args = self.atoms[index]
        if head in ("exp", "pi") or (head == "**" and self.bounded(args[0].top, strict=True)):
            return True
        return self._implied({((index, 1),): fmpq(1)}, fmpq(0), strict=strict)

    def _integral_atom(self, index: int) -> bool:
        head, args = self.atoms[index]
        return head in ("floor", "ceiling") or (not args and self._integral_name(head))

    def _integral_name(self, name: str) -> bool:
        return name[0] == "#" or (name not in CONSTANTS and self.scope.kinds.get(name) == "integer")

    def _literal(self, term: Term) -> bool:
        return self.integral(term) and set(self.normal(term).top) <= {ONE}

    def positive(self, term: Term) -> bool:
        """Is the term evidently positive, factor by factor."""
        if isinstance(term, Call) and term.head in ("*", "/"):
            return all(self.positive(arg) for arg in term.args)
        if isinstance(term, Call) and term.head == "**":
            return self.positive(term.args[0])
        return self.bounded(self.normal(term).top, strict=True)

    def integral(self, term: Term) -> bool:
        """Is the term evidently an integer: built of integers and rounded numbers, or an integer polynomial in integer atoms."""
        if self._built_of_integers(term):
            return True
        value = self.normal(term)
        scale = value.bottom[ONE] if set(value.bottom) == {ONE} else fmpq(0)
        return scale != 0 and all((c / scale).q == 1 and all(self._integral_atom(i) for i, _ in m) for m, c in value.top.items())

    def _built_of_integers(self, term: Term) -> bool:
        """Is it a sum or product of integers and rounded numbers, whatever is known of what is rounded."""
        if isinstance(term, Name):
            return self._integral_name(term.name)
        if isinstance(term, Number):
            return bool(term.value.q == 1)
        return term.head in ("floor", "ceiling") or (term.head in ("+", "*", "neg") and all(map(self._built_of_integers, term.args)))

    def evident(self, relation: Term) -> bool:
        """Is a relation a known one up to a positive factor and a non-negative constant."""
        if not isinstance(relation, Call) or relation.head not in RELATIONS:
            return False
        expression, sign = difference(relation)
        top = self.normal(expression).top
        if sign in (">=", ">"):
            return self.bounded(top, strict=sign == ">")
        if sign == "==":
            return self.equal(self.normal(expression), constant(0))
        return self.bounded(top, strict=True) or self.bounded(plus({}, top, fmpq(-1)), strict=True)

    def holds(self, relation: Term) -> bool:
        """Is a relation evident; one without a value is not."""
        try:
            return self.evident(relation)
        except Refusal:
            return False

    def compares(self, relation: Call) -> bool:
        """Is it a relation between numbers that have a normal form."""
        try:
            return relation.head in RELATIONS and self.normal(difference(relation)[0]) is not None
        except Refusal:
            return False


def index_level(term: Term) -> int:
    """A number above every index that a term binds or holds, equal for terms that differ in names only."""
    if isinstance(term, Name):
        return int(term.name[1:]) if term.name[0] == "#" else 0
    return 0 if isinstance(term, Number) else (term.head == "sum") + max(index_level(arg) for arg in term.args)


def reduce_quotient(top: Monomial, bottom: Monomial) -> Quotient:
    """A quotient of monomials without common powers."""
    powers = dict(top)
    for atom, power in bottom:
        powers[atom] = powers.get(atom, 0) - power
    up, down = (tuple(sorted((a, sign * p) for a, p in powers.items() if sign * p > 0)) for sign in (1, -1))
    return Quotient({up: fmpq(1)}, {down: fmpq(1)})


def add_integer(term: Term, by: int) -> Term:
    """Term + by, as a term."""
    return Call("+", (term, Number(by)))


def margin_over(rest: Polynomial, offset: fmpq, fact: Polynomial, direction: int) -> fmpq | None:
    """The constant p - factor*direction*fact, for the factor > 0 that cancels all else, if there is one."""
    if len(fact) - (ONE in fact) != len(rest):
        return None
    factor: fmpq | None = None
    for monomial, c in rest.items():
        other = fact.get(monomial)
        if other is None:
            return None
        if factor is None:
            factor = c / other * direction
            if factor <= 0:
                return None
        elif c != factor * direction * other:
            return None
    return None if factor is None else offset - factor * direction * fact.get(ONE, fmpq(0))


def same(scope: Scope, x: Term, y: Term) -> bool:
    """Do two terms, relations or judgements say the same in this scope."""
    if x == y:
        return True
    if isinstance(x, Call) and isinstance(y, Call):
        if x.head in RELATIONS and y.head in RELATIONS:
            (a, sign), (b, other) = difference(x), difference(y)
            return sign == other and not add(scope.arithmetic.normal(a), scope.arithmetic.normal(b), -1).top
        if x.head == y.head and x.head in BINDERS and x.head != "sum":
            return _same_bound(scope, x, y)
        if x.head == y.head and x.head not in ("+", "neg", "*", "/", "**", "cases", "sum"):
            return len(x.args) == len(y.args) and all(same(scope, a, b) for a, b in zip(x.args, y.args, strict=True))
    if any(isinstance(t, Call) and (t.head in RELATIONS or (t.head in BINDERS and t.head != "sum")) for t in (x, y)):
        return False
    return scope.arithmetic.equal(scope.arithmetic.normal(x), scope.arithmetic.normal(y))


def _same_bound(scope: Scope, x: Call, y: Call) -> bool:
    index, bodies = BINDERS[x.head]
    one, other = x.args[index], y.args[index]
    if len(x.args) != len(y.args) or not (isinstance(one, Name) and isinstance(other, Name)):
        return False
    if not all(same(scope, a, b) for i, (a, b) in enumerate(zip(x.args, y.args, strict=True)) if i != index and i not in bodies):
        return False
    inner, k = within(scope, x, span(x)[0])
    return all(same(inner, substitute(x.args[i], {one.name: ((), k)}), substitute(y.args[i], {other.name: ((), k)})) for i in bodies)


def _with_index(term: Call, index: str) -> Call:
    """A term that binds a name, with another one."""
    bound, k = term.args[0], Name(index)
    return Call(term.head, (k, *term.args[1:3], substitute(term.args[3], {bound.name: ((), k)} if isinstance(bound, Name) else {})))


def within(scope: Scope, quantified: Call, low: Term) -> tuple[Scope, Name]:
    """The scope in which a fresh integer k from ``low`` to the last one of a range is given, and that k."""
    fresh = f"%{len(scope.kinds)}"
    k = Name(fresh)
    known = ((f"{fresh} from", Call("<=", (low, k))), (f"{fresh} to", Call("<=", (k, span(quantified)[1]))))
    return scope.extend(known, {fresh: "integer"}), k
