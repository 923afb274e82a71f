"""Equations between formulas through what defines their parts, one part after the other.

Extrema become case distinctions, roots of products products of roots, exponentials of sums products of exponentials.  Untrusted like
every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from pabisym.kernel.exact import Scope
from pabisym.lang.grammar import to_text
from pabisym.lang.term import BINDERS, ONE, ZERO, Call, Term, calls
from pabisym.proof.build import Builder, NoProof, Step, stated, step
from pabisym.proof.case_split import case_by_case, from_one, resolve_conditions
from pabisym.proof.certificate import certificate, divisors, multiple, summands, undecided_condition
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import product_of_roots, root_of_product, separated
from pabisym.proof.script import Script, script

_EXTREMA = {"min": "minimum", "max": "maximum"}
"""The axioms that say what extrema of two numbers are."""
_ARITHMETIC = ("+", "neg", "*", "/", "**", "cases")
"""Heads whose value the kernel computes from what stands in them."""
MOST_PARTS = 24
"""Most parts of both sides that are written by what defines them."""


def by_definitions(b: Builder, claim: Call) -> Step:
    """An equation, from the same one with case distinctions in place of extrema and with roots of one factor each."""
    return _by_meanings(b, claim, ("min", "max", "sqrt"))


def by_exponentials(b: Builder, claim: Call) -> Step:
    """An equation, from the same one with exponentials of single summands as well."""
    return _by_meanings(b, claim, ("exp", "min", "max", "sqrt"))


@script
def _by_meanings(p: Script, claim: Call, heads: tuple[str, ...]) -> Step:
    sides, left = list[Term](), MOST_PARTS
    for now in claim.args:
        while left and (meant := next(_meanings(p, now, heads), None)) is not None:
            left -= 1
            part, other, proof = meant
            p.have(p.fresh("part"), proof(p))
            after = _replaced(p, now, part, other)
            p.have(p.fresh("side"), prove_in_cases(p, Call("==", (now, after))))
            now = after
        sides.append(now)
    if tuple(sides) == claim.args:
        raise NoProof(f"no proof was found of {to_text(claim)}")
    p.have(p.fresh("sides"), prove_in_cases(p, Call("==", tuple(sides))))
    return p.prove(claim)


def _meanings(b: Builder, term: Term, heads: tuple[str, ...]) -> Iterator[tuple[Call, Term, Callable[[Script], Step]]]:
    """The calls of some functions in a formula, outside of sums, inner ones first, each with what it is and what proves that."""
    for one in calls(term, bound=False, inner=True):
        if one.head in heads and (meant := _meaning(b, one)) is not None:
            yield one, *meant


def _meaning(b: Builder, term: Call) -> tuple[Term, Callable[[Script], Step]] | None:
    match term.head, term.args:
        case "min" | "max", (x, y):
            above, below = (y, x) if term.head == "min" else (x, y)
            meant = Call("cases", (Call("+", (above, Call("neg", (below,)))), x, y))
            return meant, lambda p: p.figure(_EXTREMA[term.head], x=x, y=y)
        case "sqrt", (inside,) if (found := separated(b, inside)) is not None:
            return product_of_roots(*found), lambda p: root_of_product(p, inside, *found)
        case "exp", (inside,) if (other := _product_of_exponentials(b, inside)) is not None:
            return other, lambda p: _exponential(p, Call("==", (term, other)))
    return None


def _product_of_exponentials(b: Builder, inside: Term) -> Term | None:
    """The exponential of 0, of a sum, of what is subtracted; None for that of a single summand that is added."""
    match summands(b.scope, inside):
        case []:
            return ONE
        case [Call("neg", (positive,))]:
            return Call("/", (ONE, _exp(positive)))
        case [first, *rest] if rest:
            return Call("*", (_exp(first), _exp(rest[0] if len(rest) == 1 else Call("+", tuple(rest)))))
        case _:
            return None


def _exp(term: Term) -> Call:
    return Call("exp", (term,))


def _exponential(p: Script, claim: Call) -> Step:
    """What :func:`_product_of_exponentials` says, from the functional equation."""
    match claim.args:
        case Call(_, (inside,)), Call("/", (_, Call(_, (positive,)))):
            zero, both = p.fresh("zero"), p.fresh("both")
            p.have(zero, _exponential(p, Call("==", (_exp(ZERO), ONE))))
            p.have(both, p.figure("exp-sum", x=positive, y=inside))
            return certified(claim, fact(zero), fact(both, times="-1"), multiplier=_exp(positive))
        case _, Call("*", (Call(_, (first,)), Call(_, (rest,)))):
            return p.figure("exp-sum", x=first, y=rest, conclude=claim)
        case Call(_, (inside,)) as zeroth, _:
            twice = p.fresh("twice")
            p.have(twice, p.figure("exp-sum", x=inside, y=inside))
            return certified(claim, fact(twice, times="-1"), multiplier=zeroth)
    raise NoProof(f"no proof was found of {to_text(claim)}")


def _replaced(p: Script, term: Term, part: Term, other: Term) -> Term:
    """A formula with another one in place of a part, outside of sums; that arguments of functions are equal is known from here on."""
    if term == part:
        return other
    if not isinstance(term, Call) or term.head in BINDERS:
        return term
    args = tuple(_replaced(p, arg, part, other) for arg in term.args)
    if term.head not in _ARITHMETIC:
        for old, new in zip(term.args, args, strict=True):
            if old not in (new, part):
                p.have(p.fresh("argument"), prove_in_cases(p, Call("==", (old, new))))
    return Call(term.head, args)


@script
def prove_in_cases(p: Script, claim: Call) -> Step:
    """A relation proved in every case of the conditions in it.

    The claim as a whole must have a value: divisors that have one sign in all cases are known before these are told apart.  A condition
    that is a multiple of a known relation is no distinction.
    """
    distinguishes = undecided_condition(p.scope, *claim.args) is not None
    while (condition := undecided_condition(p.scope, *claim.args)) and (side := _side(p, condition, (">=", "<"), multiple)) is not None:
        p.have(p.fresh("side"), side)
    if distinguishes:
        for divisor in dict.fromkeys(one for side in claim.args for one in divisors(p.scope, side)):
            if sign := from_one(p, divisor) or _side(p, divisor, (">", "<"), partial(certificate, size=1)):
                p.have(p.fresh("divisor"), sign)

    def one(b: Builder) -> Step:
        return stated(b.prove(Call(claim.head, tuple(resolve_conditions(b, side) for side in claim.args))), claim)

    return case_by_case(p, claim, claim.args, one)


def _side(b: Builder, part: Term, heads: tuple[str, ...], find: Callable[[Scope, Term], dict[str, object] | None]) -> Step | None:
    """On which side of 0 something lies, where a certificate of that is quickly found."""
    for head in heads:
        goal = Call(head, (part, ZERO))
        if (found := find(b.scope, goal)) is not None:
            return step("arithmetic", goal, (), goal=goal, **found)
    return None
