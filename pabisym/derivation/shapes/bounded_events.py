"""A single gap in a bounded domain, paid from its step on, or forgotten with the restart right after it; or a start shift alone."""

from __future__ import annotations

from pabisym.derivation.shapes.problem import Coordinates, Problem, Shape, base_of, common, concluded, known_power
from pabisym.derivation.shapes.restart import applied, short
from pabisym.lang.grammar import to_text
from pabisym.lang.term import substitute
from pabisym.process.sequence import Formula, Impulse
from pabisym.proof.build import Builder, NoProof, Step


def _gap(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    return applied(problem, b, "pabisym/bounded-gap", **_letters(problem), F=short(problem, b, _rate(problem)))


def _contractive_gap(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    c = str(base_of(problem.iteration))
    b.prove(f"{c} < 1")
    return applied(problem, b, "pabisym/bounded-contractive-gap", c=c, **_letters(problem), F=short(
        problem, b, f"{_rate(problem)}*(1 - ({c})**2)"))


def _letters(problem: Problem) -> dict[str, str]:
    (part,) = problem.gaps
    it = problem.iteration
    if not isinstance(part, Impulse) or it.diameter is None:
        raise NoProof("there is not a single gap in a bounded domain")
    size = substitute(part.size, {"k": ((), part.index)})
    return {"t": to_text(part.index), "g": to_text(size), "D": to_text(it.diameter), "v": to_text(it.noise.variance.term())}


def _rate(problem: Problem) -> str:
    return f"{to_text(problem.order)}/(2*({to_text(problem.iteration.noise.variance.term())}))"


def _start_shift(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    premises, terms = common(problem, b, xy)
    premises |= {"start": b.known("start"), "same maps": b.known("gaps")}
    if problem.iteration.diameter is None:
        raise NoProof("the domain is not bounded")
    terms |= {"g": to_text(problem.iteration.start_shift), "D": to_text(problem.iteration.diameter), "K": problem.place}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step, bound = concluded(problem, b, b.theorem("pabisym/bounded-start", premises, **terms))
        found.append(bound)
        return step

    step = known_power(b, problem.iteration, f"2*({problem.steps})", finish)
    return step, found[0]


def _fits(problem: Problem) -> bool:
    it = problem.iteration
    noise = it.noise.variance
    alone = problem.still and len(problem.gaps) == 1 and isinstance(problem.gaps[0], Impulse)
    return it.diameter is not None and alone and isinstance(noise, Formula) and noise.constant


SINGLE = Shape("single gap in a bounded domain", ("pabisym/bounded-gap",),
               lambda problem: _fits(problem) and base_of(problem.iteration) == "1", _gap, bounded=True)
CONTRACTIVE = Shape("single gap and a contraction in a bounded domain", ("pabisym/bounded-contractive-gap",),
                    lambda problem: _fits(problem) and base_of(problem.iteration) not in (None, "1"), _contractive_gap, bounded=True)
START = Shape("start shift in a bounded domain", ("pabisym/bounded-start",),
              lambda problem: problem.iteration.diameter is not None and not problem.gaps, _start_shift, bounded=True)
