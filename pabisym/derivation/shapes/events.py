"""One gap, alone or after a start shift."""

from __future__ import annotations

from pabisym.derivation.shapes.problem import (
    Coordinates,
    Problem,
    Shape,
    at_index,
    base_of,
    bound_of,
    common,
    concluded,
    decided,
    gaps_claimed,
    known_power,
    known_rise,
)
from pabisym.derivation.shapes.sums import over_geometric, over_square
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import substitute
from pabisym.process.sequence import Impulse
from pabisym.proof.build import Builder, NoProof, Step


def _single_gap(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    if not isinstance(part, Impulse):
        raise NoProof("there is not a single gap")
    premises, terms = common(problem, b, xy)
    T, t, size = problem.steps, to_text(part.index), to_text(substitute(part.size, {"k": ((), part.index)}))
    gap = f"cases(k - ({t}), cases(({t}) - k, {size}, 0), 0)"
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, gap)}
    found: list[str] = []
    proposed = _geometric_price(problem, size, t) if xy.closed else None

    def finish(b: Builder) -> Step:
        applied = b.theorem("pabisym/single-gap", premises, **terms, t=t, g=size)
        step, bound = concluded(problem, b, applied, *([] if proposed is None else [proposed]))
        found.append(bound)
        return step

    step = known_power(b, problem.iteration, f"2*(({T}) - ({t}) + 1)", lambda b: known_rise(b, xy, f"({t}) - 1", T, finish))
    return step, found[0]


def _geometric_price(problem: Problem, size: str, t: str) -> str | None:
    """The price of a gap at step t over one fraction, where the noise without contractions is geometric.

    A contraction that is no letter is given one while the fraction is written.
    """
    base, letter = base_of(problem.iteration), "c"
    while letter in problem.domains:
        letter += "_"
    product = "1" if base == "1" else f"{letter}**k"
    paid = f"{to_text(problem.order)}*({size})**2/(2*({at_index(product, t)})**2)"
    variance = over_square(problem.iteration.noise.variance.term(), product)
    found = over_geometric({**problem.domains, letter: "real"}, paid, variance, t, problem.steps)
    own = {letter: ((), parse(str(base), "contraction", None))}
    return None if found is None else to_text(substitute(parse(found, "price", None), own))


def _two_events(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    if not isinstance(part, Impulse):
        raise NoProof("there is not a single gap")
    premises, terms = common(problem, b, xy)
    t, size = to_text(part.index), to_text(substitute(part.size, {"k": ((), part.index)}))
    premises |= {"start": b.known("start"), "gaps": gaps_claimed(problem, b, f"cases(k - ({t}), cases(({t}) - k, {size}, 0), 0)")}
    found: list[str] = []

    def finish(b: Builder) -> Step:
        applied = b.theorem("pabisym/two-events", premises, **terms, t=t, g=to_text(problem.iteration.start_shift), h=size)
        step, bound = decided(problem, b, applied)
        found.append(bound)
        return applied if bound == bound_of(b, applied) else step

    step = known_rise(b, xy, f"({t}) - 1", problem.steps, finish)
    return step, found[0]


def _one_gap(problem: Problem) -> bool:
    return len(problem.gaps) == 1 and isinstance(problem.gaps[0], Impulse)


SINGLE = Shape("single gap", ("pabisym/single-gap", "pabisym/rising"), lambda problem: problem.still and _one_gap(problem), _single_gap)
AFTER_START = Shape("start shift and a gap", ("pabisym/two-events", "pabisym/rising"),
                    lambda problem: not problem.still and _one_gap(problem), _two_events)
