"""An inequality as a linear combination that is spelled out."""

from __future__ import annotations

from pabisym.proof.build import Step, TermLike, step


def certified(goal: TermLike, *terms: dict[str, object], multiplier: TermLike = "1") -> Step:
    """An inequality with a certificate that is known beforehand."""
    return step("arithmetic", goal, (), goal=goal, multiplier=multiplier, terms=list(terms))


def fact(*facts: str, times: str = "1", **more: TermLike) -> dict[str, object]:
    """A term of a certificate."""
    return {"coefficient": times, "facts": list(facts), **more}
