"""A gap in every epoch of a process in a bounded domain: how many epochs it is best to look back."""

from __future__ import annotations

from pabisym.derivation.shapes.epochs import over
from pabisym.derivation.shapes.problem import STRUCTURES, Coordinates, Problem, Shape, base_of
from pabisym.derivation.shapes.restart import short
from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call
from pabisym.process.sequence import Formula, Periodic, names
from pabisym.proof.build import Builder, Filler, NoProof, Step


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


def _fits(problem: Problem) -> bool:
    it = problem.iteration
    if it.diameter is None or not problem.still or len(problem.gaps) != 1 or base_of(it) != "1":
        return False
    (part,), noise = problem.gaps, it.noise.variance
    alike = isinstance(noise, Formula) and noise.constant
    return alike and isinstance(part, Periodic) and part.stop is None and "k" not in names(part.size)


SHAPE = Shape("a gap in every epoch in a bounded domain", ("pabisym/bounded-epochs",), _fits, _every_epoch, bounded=True)
