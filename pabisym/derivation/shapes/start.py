"""A start shift alone."""

from __future__ import annotations

from pabisym.derivation.shapes.problem import Coordinates, Problem, Shape, common, concluded, known_power
from pabisym.lang.grammar import to_text
from pabisym.proof.build import Builder, Step


def _start_shift(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    premises |= {"start": b.known("start"), "same maps": b.known("gaps")}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step, bound = concluded(problem, b, b.theorem("pabisym/start-shift", premises, **terms, g=to_text(problem.iteration.start_shift)))
        found.append(bound)
        return step

    step = known_power(b, problem.iteration, f"2*({problem.steps})", finish)
    return step, found[0]


SHAPE = Shape("start shift", ("pabisym/start-shift",), lambda problem: not problem.gaps, _start_shift)
