"""One gap, alone or after a start shift."""

from __future__ import annotations

from pabisym.expression import Call, substitute, to_text
from pabisym.process.sequence import Impulse
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.shapes.problem import (
    Coordinates,
    Problem,
    Shape,
    at_index,
    common,
    concluded,
    gaps_claimed,
    known_power,
    known_rise,
    noise_of,
)
from pabisym.shapes.sums import over_geometric


def _single_gap(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    if not isinstance(part, Impulse):
        raise NoProof("there is not a single gap")
    premises, terms = common(problem, b, xy)
    T, t, size = problem.steps, to_text(part.index), to_text(substitute(part.size, {"k": ((), part.index)}))
    gap = f"cases(k - ({t}), cases(({t}) - k, {size}, 0), 0)"
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, gap)}
    found: list[str] = []
    paid = f"{to_text(problem.order)}*({size})**2/(2*({at_index(xy.product, t)})**2)"
    proposed = over_geometric(problem.domains, paid, noise_of(problem)[1], t, T) if xy.closed else None

    def finish(b: Builder) -> Step:
        applied = b.theorem("pabisym/single-gap", premises, **terms, t=t, g=size)
        step, bound = concluded(problem, b, applied, *([] if proposed is None else [proposed]))
        found.append(bound)
        return step

    step = known_power(b, problem.iteration, f"2*(({T}) - ({t}) + 1)", lambda b: known_rise(b, xy, f"({t}) - 1", T, finish))
    return step, found[0]


def _two_events(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    if not isinstance(part, Impulse):
        raise NoProof("there is not a single gap")
    premises, terms = common(problem, b, xy)
    t, size = to_text(part.index), to_text(substitute(part.size, {"k": ((), part.index)}))
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, f"cases(k - ({t}), cases(({t}) - k, {size}, 0), 0)")}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        step = b.theorem("pabisym/two-events", premises, **terms, t=t, g=to_text(problem.iteration.start_shift), h=size)
        judgement = b.term(step["conclusion"])
        found.append(to_text(judgement.args[4]) if isinstance(judgement, Call) else "")
        return step

    step = known_rise(b, xy, f"({t}) - 1", problem.steps, finish)
    return step, found[0]


def _one_gap(problem: Problem) -> bool:
    return len(problem.gaps) == 1 and isinstance(problem.gaps[0], Impulse)


SINGLE = Shape("single gap", ("pabisym/single-gap", "pabisym/rising"), lambda problem: problem.still and _one_gap(problem), _single_gap)
AFTER_START = Shape("start shift and a gap", ("pabisym/two-events", "pabisym/rising"),
                    lambda problem: not problem.still and _one_gap(problem), _two_events)
