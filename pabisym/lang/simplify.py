"""Formulas written shorter without computing anything: factors 1 and terms 0 dropped, rational coefficients collected.

The shorter form equals the first wherever that has a value; nothing is expanded, cancelled or ordered anew.  It is what is
shown; where it stands in a proved statement the kernel has compared the two.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from flint import fmpq

from pabisym.lang.term import BINDERS, ONE, ZERO, Call, Name, Number, Term, calls, mentions


def tidied(term: Term) -> Term:
    """The shorter form of a formula, a relation or a judgement."""
    if not isinstance(term, Call):
        return term
    args = tuple(map(tidied, term.args))
    if term.head == "+":
        return _sum(args)
    if term.head == "neg":
        return _negative_of(args[0])
    if term.head in ("*", "/"):
        return _product(Call(term.head, args))
    if term.head == "**":
        return args[0] if args[1] == ONE else ONE if args[1] == ZERO or args[0] == ONE else Call("**", args)
    if term.head == "cases":
        return args[1] if args[1] == args[2] else Call("cases", args)
    return Call(term.head, args)


def _sum(parts: tuple[Term, ...]) -> Term:
    flat = [one for part in parts for one in (part.args if isinstance(part, Call) and part.head == "+" else (part,))]
    numbers = [part.value for part in flat if isinstance(part, Number)]
    rest: list[Term] = [part for part in flat if not isinstance(part, Number)]
    total = sum(numbers, fmpq(0))
    if total:
        first = total > 0 and bool(rest) and isinstance(rest[0], Call) and rest[0].head == "neg"
        rest.insert(0 if first else len(rest), Number(total))
    return ZERO if not rest else rest[0] if len(rest) == 1 else Call("+", tuple(rest))


def _negative_of(term: Term) -> Term:
    if isinstance(term, Number):
        return Number(-term.value)
    return term.args[0] if isinstance(term, Call) and term.head == "neg" else Call("neg", (term,))


def _product(term: Call) -> Term:
    """A product or a quotient with one rational coefficient in front."""
    coefficient, top, bottom = _factors(term)
    if coefficient == 0 and not bottom:
        return ZERO
    sign, size = (-1 if coefficient < 0 else 1), abs(coefficient)
    over = ([Number(size.p)] if size.p != 1 or not top else []) + top
    under = ([Number(size.q)] if size.q != 1 else []) + bottom
    found = product_of(over) if not under else Call("/", (product_of(over), product_of(under)))
    return _negative_of(found) if sign < 0 else found


def product_of(factors: list[Term]) -> Term:
    """The product of some factors, at least one."""
    return factors[0] if len(factors) == 1 else Call("*", tuple(factors))


def _factors(term: Term) -> tuple[fmpq, list[Term], list[Term]]:
    """The coefficient, what stands above and what stands below."""
    if isinstance(term, Number):
        return term.value, [], []
    if isinstance(term, Call) and term.head == "neg":
        coefficient, top, bottom = _factors(term.args[0])
        return -coefficient, top, bottom
    if isinstance(term, Call) and term.head == "*":
        coefficient, top, bottom = fmpq(1), list[Term](), list[Term]()
        for arg in term.args:
            own, above, below = _factors(arg)
            coefficient, top, bottom = coefficient * own, top + above, bottom + below
        return coefficient, top, bottom
    if isinstance(term, Call) and term.head == "/":
        over, top, below = _factors(term.args[0])
        under, bottom, above = _factors(term.args[1])
        if under == 0:
            return fmpq(1), [term], []
        return over / under, top + above, below + bottom
    return fmpq(1), [term], []


def collected(term: Term) -> Term:
    """The shorter form, also with like terms of a sum added, ``n + 1 - t`` at t = n as 1, and numbers taken out of literal powers.

    Literal powers of one base are joined above, and below, the line of a fraction.  As that of :func:`tidied`, it is the same wherever the
    first form has a value.
    """
    if not isinstance(term, Call) or term.head in BINDERS:
        return term
    args = tuple(map(collected, term.args))
    if term.head == "+":
        return _like_terms(args)
    if term.head == "**" and isinstance(args[1], Number) and args[1].value.q == 1 and 0 < args[1].value <= _LITERAL:
        coefficient, top, bottom = _factors(args[0])
        if abs(coefficient) != 1 and (top or bottom):
            rest = Call("**", (tidied(Call("/", (product_of(top or [ONE]), product_of(bottom or [ONE])))), args[1]))
            return tidied(Call("*", (Number(coefficient ** int(args[1].value.p)), rest)))
    if term.head in ("*", "/"):
        coefficient, top, bottom = _factors(Call(term.head, args))
        return tidied(Call("/", (product_of([Number(coefficient), *_like_factors(top)]), product_of([ONE, *_like_factors(bottom)]))))
    return tidied(Call(term.head, args))


def _like_factors(factors: list[Term]) -> list[Term]:
    """Factors with the literal powers of one base joined, at the place of the first."""
    found: dict[Term, int] = {}
    for one in factors:
        base, power = _literal_power(one)
        found[base] = found.get(base, 0) + power
    return [base if power == 1 else Call("**", (base, Number(power))) for base, power in found.items()]


def _literal_power(term: Term) -> tuple[Term, int]:
    """A factor as a base and a literal power above 0."""
    match term:
        case Call("**", (base, Number(value))) if value.q == 1 and value > 0:
            return base, int(value.p)
        case _:
            return term, 1


_LITERAL = 8
"""Largest literal power of a number that is written out."""


def _like_terms(parts: tuple[Term, ...]) -> Term:
    found: dict[tuple[tuple[Term, ...], tuple[Term, ...]], fmpq] = {}
    for part in parts:
        for one in part.args if isinstance(part, Call) and part.head == "+" else (part,):
            coefficient, top, bottom = _factors(one)
            key = tuple(top), tuple(bottom)
            found[key] = found.get(key, fmpq(0)) + coefficient
    terms = [_product(Call("/", (product_of([Number(c), *top]), product_of([ONE, *bottom])))) for (top, bottom), c in found.items() if c]
    return _sum(tuple(terms)) if terms else ZERO


def join_powers(term: Term) -> Term:
    """The shorter form with one power of a base that stands above and below in a product, as ``c**(2*n - 2*t)``.

    It is the same wherever the first form has a value and exponents may be added: for positive bases or integer exponents.
    """
    if not isinstance(term, Call):
        return term
    if term.head not in ("*", "/"):
        return Call(term.head, tuple(map(join_powers, term.args)))
    coefficient, top, bottom = _factors(term)
    if top == [term]:  # no product of factors, as where something is divided by 0
        return Call(term.head, tuple(map(join_powers, term.args)))
    top, bottom = [join_powers(one) for one in top], [join_powers(one) for one in bottom]
    for power in _powers(top):
        under = next((one for one in _powers(bottom) if one.args[0] == power.args[0]), None)
        if under is not None:
            exponent = tidied(Call("+", (power.args[1], Call("neg", (under.args[1],)))))
            top[top.index(power)] = tidied(Call("**", (power.args[0], exponent)))
            bottom.remove(under)
    return tidied(Call("/", (product_of([Number(coefficient), *top]), product_of([ONE, *bottom]))))


def upright(term: Term, below_one: Container[str]) -> Term:
    """Products with factors 1 - c and 1 - c**T for c - 1 and c**T - 1, for letters that are below 1, where no sign is left in front.

    It is the same wherever the first form has a value.
    """
    if not isinstance(term, Call) or term.head in BINDERS:
        return term
    coefficient, top, bottom = _factors(term) if term.head in ("*", "/", "neg") else (fmpq(1), [term], [])
    turned = [[_turned(one, below_one) for one in factors] for factors in (top, bottom)]
    count = sum(power for factors in turned for _, power in factors)
    coefficient *= (-1) ** count
    if not count:
        return Call(term.head, tuple(upright(arg, below_one) for arg in term.args))
    if coefficient < 0:
        return term
    over, under = ([one for one, _ in factors] for factors in turned)
    return tidied(Call("/", (product_of([Number(coefficient), *over]), product_of([ONE, *under]))))


def _turned(factor: Term, below_one: Container[str]) -> tuple[Term, int]:
    """A factor x - 1, or a literal power of one, as 1 - x, and how many times its sign changes by that."""
    base, power = _literal_power(factor)
    match base:
        case Call("+", (Name(name) | Call("**", (Name(name), _)) as x, Number(value))) if value == -1 and name in below_one:
            other = Call("+", (ONE, Call("neg", (x,))))
            return other if power == 1 else Call("**", (other, Number(power))), power
    return factor, 0


def _powers(factors: list[Term]) -> list[Call]:
    return [one for one in factors if isinstance(one, Call) and one.head == "**" and not isinstance(one.args[1], Number)]


def has_sums(term: Term) -> bool:
    """Does a formula hold a sum that was not brought into a closed form."""
    return mentions(term, *BINDERS)


def divisor_factors(term: Term) -> Iterator[Term]:
    """The factors of what a term divides by, numbers and fixed powers aside, inner parts first; sums are not looked into."""
    for one in calls(term, bound=False, inner=True):
        if one.head == "/":
            yield from _parts_of(one.args[1])


def _parts_of(term: Term) -> Iterator[Term]:
    if isinstance(term, Call) and term.head in ("*", "/", "neg"):
        for arg in term.args:
            yield from _parts_of(arg)
    elif isinstance(term, Call) and term.head == "**" and isinstance(term.args[1], Number):
        yield from _parts_of(term.args[0])
    elif not isinstance(term, Number):
        yield term


def leaves(term: Term) -> list[tuple[tuple[Term, ...], Term]]:
    """The values of a case distinction, each with the conditions, as relations, under which it is meant."""
    if not isinstance(term, Call) or term.head != "cases":
        return [((), term)]
    condition, later, earlier = term.args
    found = []
    for sign, part in ((">=", later), ("<", earlier)):
        found += [((_relation(sign, condition), *conditions), value) for conditions, value in leaves(part)]
    return found


def _relation(sign: str, difference: Term) -> Term:
    """``difference >= 0`` or ``< 0``, with the two sides of a difference told apart."""
    if isinstance(difference, Call) and difference.head == "+" and len(difference.args) == 2:
        first, second = difference.args
        if isinstance(second, Call) and second.head == "neg":
            return Call(sign, (first, second.args[0]))
        if isinstance(second, Number) and second.value < 0:
            return Call(sign, (first, Number(-second.value)))
    return Call(sign, (difference, ZERO))
