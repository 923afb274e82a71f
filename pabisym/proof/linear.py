"""An inequality as a linear combination that is spelled out."""

from __future__ import annotations

from pabisym.proof.build import Step, step


def certified(goal: str, *terms: dict[str, object], multiplier: str = "1") -> Step:
    """An inequality with a certificate that is known beforehand."""
    return step("arithmetic", goal, (), goal=goal, multiplier=multiplier, terms=list(terms))


def fact(*facts: str, times: str = "1", **more: str) -> dict[str, object]:
    """A term of a certificate."""
    return {"coefficient": times, "facts": list(facts), **more}
