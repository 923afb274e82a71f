"""Random terms, rewritings that keep their meaning, and their values at points: what exact arithmetic is tested with."""

from __future__ import annotations

import functools
import random
from fractions import Fraction
from typing import Any

from gmpy2 import mpq

from pabisym.kernel.exact import Scope
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call, Name, Number, Term, free_names, substitute
from support import independent_proofs

NAMES = {"x": "real", "y": "real", "p": "real", "c": "real", "n": "integer", "m": "integer", "t": "integer", "a": "real sequence"}
FACTS = ("p > 0", "c > 0", "n >= 1", "1 <= t", "t <= n", "m >= 0")
POSITIVE = ("p", "c", "n", "n + 1", "t", "m + 1", "c**n", "2*p", "n - t + 1", "exp(x)")
"""Terms that are evidently positive in :func:`scope`."""


def read(text: str) -> Term:
    """A formula in which any name may be applied, as in proofs."""
    return parse(text, "formula", None)


def scope(*more: str) -> Scope:
    """The names and facts, and further facts."""
    known = tuple((text, read(text)) for text in (*FACTS, *more))
    return Scope(dict(NAMES), known)


def number(value: int | Fraction) -> Number:
    return Number(value)


def plus(*terms: Term) -> Term:
    return Call("+", terms)


def times(*terms: Term) -> Term:
    return Call("*", terms)


def minus(term: Term) -> Term:
    return Call("neg", (term,))


def shifted(index: Term, by: int) -> Term:
    return index if by == 0 else plus(index, number(by))


def random_index(rng: random.Random, indices: tuple[str, ...]) -> Term:
    """An integer: a name or a bound index, perhaps moved."""
    return shifted(Name(rng.choice(("n", "m", "t", *indices, *indices))), rng.choice((0, 0, 1, -1, 2)))


def random_leaf(rng: random.Random, indices: tuple[str, ...]) -> Term:
    """A number, a name, or a member of the sequence."""
    kind = rng.randrange(4 + len(indices))
    if kind == 0:
        return number(Fraction(rng.randint(-4, 6), rng.choice((1, 1, 2, 3))))
    if kind == 1:
        return Call("a", (random_index(rng, indices),))
    return Name(rng.choice(("x", "y", "p", "c", "n", "m", "t", *indices, *indices)))


def random_term(rng: random.Random, depth: int, indices: tuple[str, ...] = (), nested: bool = True) -> Term:
    """A term over the names, and over bound indices; ``nested``: sums may stand inside sums."""
    if depth == 0 or rng.random() < 0.15:
        return random_leaf(rng, indices)

    def part(more: tuple[str, ...] = (), less: int = 1) -> Term:
        return random_term(rng, depth - less, (*indices, *more), nested)

    kind = rng.choice(("+", "+", "*", "*", "neg", "/", "power", "root", "cases", "sum", "sum", "opaque"))
    if kind == "sum":
        return random_sum(rng, depth, indices, nested) if nested or not indices else Name(indices[-1])
    if kind == "root":
        return Call("**", (Name(rng.choice("cp")), random_index(rng, indices)))
    first = random_term(rng, depth - 1, indices, nested)
    if kind == "neg":
        return minus(first)
    if kind == "/":
        return Call("/", (first, read(rng.choice(POSITIVE))))
    if kind == "power":
        return Call("**", (first, number(rng.randint(0, 3))))
    if kind == "opaque":
        return Call(rng.choice(("exp", "sqrt")), (first,))
    second = random_term(rng, depth - 1, indices, nested)
    if kind == "cases":
        return Call("cases", (plus(random_index(rng, indices), minus(random_index(rng, indices))), first, second))
    return Call(kind, (first, second))


def random_sum(rng: random.Random, depth: int, indices: tuple[str, ...], nested: bool) -> Term:
    """A sum whose range may be empty or run backwards, its index called like another one at times."""
    index = rng.choice(("k", "j", "k_", *indices))
    low = rng.choice((number(1), number(0), Name("t"), random_index(rng, indices)))
    body = random_term(rng, depth - 1, (*indices, index), nested)
    return Call("sum", (body, Name(index), low, random_index(rng, indices)))


MOVABLE = {"sum": (0,), "a": (), "**": (0,), "/": (0,), "cases": (1, 2)}


def positions(term: Term, bound: tuple[str, ...] = ()) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    """The places of a term at which a number stands and may be any, with the indices that are bound there.

    What has to be an integer, or evidently positive or decided, is left alone: ends of sums, exponents, divisors, conditions.
    """
    found: list[tuple[tuple[int, ...], tuple[str, ...]]] = [((), bound)]
    if isinstance(term, Call):
        index = term.args[1] if term.head == "sum" else None
        for i, arg in enumerate(term.args):
            rooted = term.head == "**" and not isinstance(term.args[1], Number)
            if i in MOVABLE.get(term.head, range(len(term.args))) and not rooted:
                inner = (*bound, index.name) if isinstance(index, Name) and i == 0 else bound
                found += [((i, *path), names) for path, names in positions(arg, inner)]
    return found


def at(term: Term, path: tuple[int, ...]) -> Term:
    for i in path:
        term = term.args[i]  # type: ignore[union-attr]
    return term


def put(term: Term, path: tuple[int, ...], new: Term) -> Term:
    """The term with another one at a place."""
    if not path:
        return new
    if not isinstance(term, Call):
        raise TypeError(to_text(term))
    args = list(term.args)
    args[path[0]] = put(args[path[0]], path[1:], new)
    return Call(term.head, tuple(args))


def rewritten(rng: random.Random, term: Term, steps: int) -> Term:
    """A term that means the same, by random rewriting at random places."""
    for _ in range(steps):
        path, bound = rng.choice(positions(term))
        here = at(term, path)
        term = put(term, path, rng.choice(REWRITINGS)(rng, here, bound))
    return term


def _cancel(rng: random.Random, term: Term, bound: tuple[str, ...]) -> Term:
    other = random_term(rng, 1, bound, nested=False) if not bound else random_leaf(rng, bound)
    return rng.choice((plus(term, other, minus(other)), plus(minus(other), plus(other, term))))


def _scale(rng: random.Random, term: Term, bound: tuple[str, ...]) -> Term:
    divisor = read(rng.choice(POSITIVE))
    return rng.choice((Call("/", (times(term, divisor), divisor)), times(divisor, Call("/", (term, divisor)))))


def _dress(rng: random.Random, term: Term, bound: tuple[str, ...]) -> Term:
    return rng.choice((minus(minus(term)), times(number(1), term), plus(term, number(0)), Call("**", (term, number(1)))))


def _turn(rng: random.Random, term: Term, bound: tuple[str, ...]) -> Term:
    return Call(term.head, term.args[::-1]) if isinstance(term, Call) and term.head in "+*" else term


def _distribute(rng: random.Random, term: Term, bound: tuple[str, ...]) -> Term:
    if isinstance(term, Call) and term.head == "*" and isinstance(term.args[-1], Call) and term.args[-1].head == "+":
        return plus(*(times(*term.args[:-1], part) for part in term.args[-1].args))
    other = random_leaf(rng, bound)
    return plus(times(term, plus(other, number(1))), minus(times(term, other)))


def _unfold_power(rng: random.Random, term: Term, bound: tuple[str, ...]) -> Term:
    if not (isinstance(term, Call) and term.head == "**"):
        return term
    base, exponent = term.args
    if isinstance(exponent, Number):
        return times(*[base] * int(exponent.value.p)) if exponent.value > 1 else term
    if base not in (Name("c"), Name("p")):
        return term
    other = Name(rng.choice(("n", "m", *bound)))
    split = times(Call("**", (base, plus(exponent, minus(other)))), Call("**", (base, other)))
    return rng.choice((Call("/", (Call("**", (base, shifted(exponent, 1))), base)), split))


def _decide(rng: random.Random, term: Term, bound: tuple[str, ...]) -> Term:
    positive, other = read(rng.choice(POSITIVE)), random_leaf(rng, bound)
    return rng.choice((Call("cases", (positive, term, other)), Call("cases", (minus(positive), other, term))))


def _unfold_sum(rng: random.Random, term: Term, bound: tuple[str, ...]) -> Term:
    if not (isinstance(term, Call) and term.head == "sum"):
        constant = Call("sum", (term, Name("new"), number(1), Name("n")))
        return term if bound else plus(constant, minus(times(term, plus(Name("n"), number(-1)))))
    body, index, low, high = term.args
    if not isinstance(index, Name):
        raise TypeError(to_text(term))
    following = plus(high, number(1))
    longer = Call("sum", (body, index, low, following))
    renamed = Call("sum", (substitute(body, {index.name: ((), Name("new"))}), Name("new"), low, high))
    choices = [renamed, plus(longer, minus(substitute(body, {index.name: ((), following)})))]
    if isinstance(body, Call) and body.head == "+":
        choices.append(plus(*(Call("sum", (part, index, low, high)) for part in body.args)))
    if isinstance(body, Call) and body.head == "*" and index.name not in free_names(body.args[0]):
        choices.append(times(body.args[0], Call("sum", (times(number(1), *body.args[1:]), index, low, high))))
    return rng.choice(choices)


REWRITINGS = (_cancel, _scale, _dress, _turn, _distribute, _unfold_power, _decide, _unfold_sum)
"""Each gives a term with the same value wherever the facts of :func:`scope` hold."""


def disturbed(rng: random.Random, term: Term) -> Term:
    """A term that is nearly the same: another constant, name or sign somewhere, or two parts exchanged."""
    path, bound = rng.choice(positions(term))
    here = at(term, path)
    choices: list[Term] = [plus(here, number(rng.choice((1, -1)))), minus(here), times(here, Name(rng.choice(("x", "n", "c", *bound))))]
    if isinstance(here, Call) and len(here.args) == 2 and here.head in ("/", "**", "+", "*"):
        choices.append(Call(rng.choice(("+", "*")), here.args))
    if isinstance(here, Call) and here.head == "cases":
        choices.append(Call("cases", (here.args[0], here.args[2], here.args[1])))
    if isinstance(here, Call) and here.head == "sum" and isinstance(here.args[1], Name):
        body, index, low, high = here.args
        choices += [Call("sum", (body, index, low, plus(high, number(1)))), Call("sum", (body, index, plus(low, number(1)), high))]
        choices.append(Call("sum", (substitute(body, {index.name: ((), Name("n"))}), index, low, high)))
    if isinstance(here, Name):
        choices += [Name(rng.choice(("x", "y", "n", "t", *bound)))] * 2
    return put(term, path, rng.choice(choices))


Point = dict[str, Any]


def random_point(rng: random.Random, *more: str) -> Point | None:
    """A point at which the facts hold, in the form that the independent checker evaluates at; None where none was found."""
    for _ in range(60):
        point: Point = {"?": rng.random(), "/": [], "~": {}, "!": [200_000], "*": True}
        for name, kind in NAMES.items():
            if kind == "real":
                point[name] = mpq(rng.choice((0, 1, -1, rng.randint(-9, 9), rng.randint(1, 9))), rng.randint(1, 4))
            elif kind == "integer":
                point[name] = mpq(rng.randint(0, 5))
            else:
                point[name] = functools.partial(independent_proofs.member, point, name, "real")
        if all(holds(fact, point) for fact in (*FACTS, *more)):
            return point
    return None


def holds(relation: str, point: Point) -> bool:
    """Is a relation true at a point."""
    _, sign, value = independent_proofs.value(independent_proofs.parse(relation), point)
    return {">=": value >= 0, ">": value > 0, "==": value == 0, "!=": value != 0}[sign]


def value(term: Term, point: Point) -> Fraction:
    """The value of a term at a point; raises ZeroDivisionError or ValueError where it has none, or none that is moderate."""
    found = independent_proofs.value(independent_proofs.parse(to_text(term)), point)
    if not isinstance(found, type(mpq())):
        raise TypeError(to_text(term))
    return Fraction(int(found.numerator), int(found.denominator))
