"""Processes in a bounded domain: how far it is best to look back, for equal gaps, a single one, and one in every epoch.

The theorems state their bounds in few letters, such as the diameter over the gap; here these are formulas of the process,
written as shortly as the kernel accepts them.
"""

from __future__ import annotations

from pabisym.derivation.shapes.problem import STRUCTURES, Coordinates, Problem, Shape, base_of, common, concluded, known_power, readable
from pabisym.derivation.shapes.unbounded import over
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call, substitute
from pabisym.process.sequence import Formula, Impulse, Periodic, names
from pabisym.proof.build import Builder, Filler, NoProof, Step

# A gap at every step.


def _equal_gaps(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    gap, variance, diameter = data(problem)
    b.prove(f"{gap} > 0")
    r = short(problem, b, f"({diameter})/({gap})")
    one = short(problem, b, f"{to_text(problem.order)}*({gap})**2/(2*({variance}))")
    return applied(problem, b, "pabisym/bounded-equal-gaps", r=r, g=gap, v=variance, F=one)


def _contractive_gaps(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    gap, variance, diameter = data(problem)
    b.prove(f"{gap} > 0")
    c = str(base_of(problem.iteration))
    u = short(problem, b, f"(1 - ({c}))*({diameter})/({gap})")
    every = short(problem, b, f"{to_text(problem.order)}*({gap})**2*(1 + ({c}))/(2*({variance})*(1 - ({c})))")
    return applied(problem, b, "pabisym/bounded-contractive-gaps", c=c, s=short(problem, b, f"1 + ({c})"), u=u, g=gap, v=variance, F=every)


def data(problem: Problem) -> tuple[str, str, str]:
    """Gap, variance and diameter, as text."""
    it = problem.iteration
    return to_text(it.gap.term()), to_text(it.noise.variance.term()), "" if it.diameter is None else to_text(it.diameter)


def applied(problem: Problem, b: Builder, theorem: str, **own: str) -> tuple[Step, str]:
    """A theorem about the whole process, and the bound that it gives."""
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in STRUCTURES}
    step = b.theorem(theorem, {}, **terms, T=problem.steps, alpha=to_text(problem.order), K=problem.place, **own)
    judgement = b.term(step["conclusion"])
    return step, to_text(judgement.args[4]) if isinstance(judgement, Call) else ""


def short(problem: Problem, b: Builder, formula: str) -> str:
    """The shortest form that the kernel sees to be the same."""
    for form in readable(b.scope, parse(formula, "formula", None), problem.domains):
        try:
            b.prove(f"{to_text(form)} == {formula}")
        except (NoProof, Refusal):
            continue
        return to_text(form)
    return formula


def _constant(problem: Problem) -> bool:
    """Is there a diameter, and are all steps alike."""
    it = problem.iteration
    noise = it.noise.variance
    alike = isinstance(it.gap, Formula) and it.gap.constant and isinstance(noise, Formula) and noise.constant
    return it.diameter is not None and bool(problem.gaps) and alike and problem.still


EQUAL_GAPS = Shape("equal gaps in a bounded domain", ("pabisym/bounded-equal-gaps",),
              lambda problem: _constant(problem) and base_of(problem.iteration) == "1", _equal_gaps, bounded=True)
CONTRACTIVE_GAPS = Shape("equal gaps and a contraction in a bounded domain", ("pabisym/bounded-contractive-gaps",),
                    lambda problem: _constant(problem) and base_of(problem.iteration) not in (None, "1"), _contractive_gaps, bounded=True)


# A single gap, paid from its step on, or forgotten with the restart right after it; or a start shift alone.


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


def _one_gap(problem: Problem) -> bool:
    it = problem.iteration
    noise = it.noise.variance
    alone = problem.still and len(problem.gaps) == 1 and isinstance(problem.gaps[0], Impulse)
    return it.diameter is not None and alone and isinstance(noise, Formula) and noise.constant


ONE_GAP = Shape("single gap in a bounded domain", ("pabisym/bounded-gap",),
               lambda problem: _one_gap(problem) and base_of(problem.iteration) == "1", _gap, bounded=True)
CONTRACTIVE_GAP = Shape("single gap and a contraction in a bounded domain", ("pabisym/bounded-contractive-gap",),
                    lambda problem: _one_gap(problem) and base_of(problem.iteration) not in (None, "1"), _contractive_gap, bounded=True)
START_SHIFT = Shape("start shift in a bounded domain", ("pabisym/bounded-start",),
              lambda problem: problem.iteration.diameter is not None and not problem.gaps, _start_shift, bounded=True)


# A gap in every epoch.


def _every_epoch(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    it = problem.iteration
    if not isinstance(part, Periodic) or it.diameter is None:
        raise NoProof("there is not one gap in every epoch of a bounded process")
    gap, variance = to_text(part.size), to_text(it.noise.variance.term())
    b.prove(f"{gap} > 0")
    one = short(problem, b, f"{to_text(problem.order)}*({gap})**2/(2*({variance}))")
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in STRUCTURES}
    terms |= {"n": to_text(part.period), "E": over(it.steps, part.period), "t": to_text(part.start), "alpha": to_text(problem.order)}
    ratio = short(problem, b, f"({to_text(it.diameter)})/({gap})")
    step = b.theorem("pabisym/bounded-epochs", {}, **terms, r=ratio, g=gap, w=variance, F=one, K=problem.place)
    judgement = b.term(step["conclusion"])
    return step, to_text(judgement.args[4]) if isinstance(judgement, Call) else ""


def _gap_an_epoch(problem: Problem) -> bool:
    it = problem.iteration
    if it.diameter is None or not problem.still or len(problem.gaps) != 1 or base_of(it) != "1":
        return False
    (part,), noise = problem.gaps, it.noise.variance
    alike = isinstance(noise, Formula) and noise.constant
    return alike and isinstance(part, Periodic) and part.stop is None and "k" not in names(part.size)


EPOCHS = Shape("a gap in every epoch in a bounded domain", ("pabisym/bounded-epochs",), _gap_an_epoch, _every_epoch, bounded=True)
