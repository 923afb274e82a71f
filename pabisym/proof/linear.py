"""An inequality as a linear combination that is spelled out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pabisym.proof.build import Builder, Step, TermLike, step


def certified(goal: TermLike, *terms: dict[str, object], multiplier: TermLike = "1") -> Step:
    """An inequality with a certificate that is known beforehand."""
    return step("arithmetic", goal, (), goal=goal, multiplier=multiplier, terms=list(terms))


def fact(*facts: str, times: TermLike = "1", **more: TermLike) -> dict[str, object]:
    """A term of a certificate."""
    return {"coefficient": times, "facts": list(facts), **more}


def else_absurd(b: Builder, on: TermLike, goal: TermLike, false: Callable[[str], Iterable[dict[str, object]]]) -> Step:
    """A goal that is evident where ``on`` is not negative; elsewhere ``false`` certifies 0 > 0 from the label of on < 0, and more."""

    def one(inside: Builder) -> Step:
        if inside.evident(goal):
            return inside.prove(goal)
        return step("absurd", goal, (certified("0 > 0", *false(inside.scope.known[-1][0])),), claim=goal)

    return b.by_cases(on, goal, one)
