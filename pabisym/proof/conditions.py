"""Case distinctions in formulas: which of their conditions a scope leaves open.  Untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pabisym.expression import Call, Number, Term, to_text
from pabisym.proof.build import Builder, Step

_ZERO = Number(Fraction(0))


def undecided(b: Builder, *terms: Term) -> str:
    """The first condition in some formulas that the scope does not decide, outermost first; empty where there is none."""
    return next((found for term in terms if (found := _undecided(b, term))), "")


def _undecided(b: Builder, term: Term) -> str:
    if not isinstance(term, Call):
        return ""
    if term.head != "cases":
        return undecided(b, *term.args)
    condition, later, earlier = term.args
    if inner := _undecided(b, condition):
        return inner
    for sign, rest in ((">=", later), ("<", earlier)):
        if b.scope.arithmetic.evident(Call(sign, (condition, _ZERO))):
            return _undecided(b, rest)
    return to_text(condition)


def case_by_case(b: Builder, claim: str, terms: tuple[Term, ...], proof: Callable[[Builder], Step]) -> Step:
    """A claim proved in every case of the conditions in some formulas, each decided where the proof is made."""
    condition = undecided(b, *terms)
    return b.by_cases(condition, claim, lambda b: case_by_case(b, claim, terms, proof)) if condition else proof(b)
