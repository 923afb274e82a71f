"""Equations between formulas through what defines their parts: extrema become case distinctions, one after the other.

Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, Term
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.case_split import case_by_case, resolve_conditions
from pabisym.proof.script import Script, script

_EXTREMA = {"min": "minimum", "max": "maximum"}
"""The axioms that say what extrema of two numbers are."""


def with_part(term: Term, part: Term, other: Term) -> Term:
    """A formula with another one in place of every occurrence of a part."""
    if term == part:
        return other
    return Call(term.head, tuple(with_part(arg, part, other) for arg in term.args)) if isinstance(term, Call) else term


def extrema(term: Term) -> Iterator[Call]:
    """The extrema of two numbers in a formula, inner ones first."""
    if isinstance(term, Call):
        for arg in term.args:
            yield from extrema(arg)
        if term.head in _EXTREMA and len(term.args) == 2:
            yield term


@script
def by_extrema(p: Script, claim: Call) -> Step:
    """An equation, from the same one with case distinctions in place of extrema."""
    if not any(any(extrema(side)) for side in claim.args):
        raise NoProof(f"no proof was found of {to_text(claim)}")
    sides = []
    for label, side in zip(("left", "right"), claim.args, strict=True):
        steps = [side]
        while part := next(extrema(steps[-1]), None):
            x, y = part.args
            order = (y, x) if part.head == "min" else (x, y)
            meant = Call("cases", (Call("+", (order[0], Call("neg", (order[1],)))), x, y))
            p.have(p.fresh("extremum"), p.figure(_EXTREMA[part.head], x=x, y=y))
            steps.append(with_part(steps[-1], part, meant))
        for before, after in pairwise(steps):
            p.have(p.fresh(label), prove_in_cases(p, Call("==", (before, after))))
        sides.append(steps[-1])
    p.have(p.fresh("cases"), prove_in_cases(p, Call("==", (sides[0], sides[1]))))
    return p.prove(claim)


def prove_in_cases(b: Builder, claim: Call) -> Step:
    """A relation proved in every case of the conditions in it."""
    def one(b: Builder) -> Step:
        return b.prove(Call(claim.head, tuple(resolve_conditions(b, side) for side in claim.args)))

    return case_by_case(b, claim, claim.args, one)
