"""Processes in a bounded domain: how far it is best to look back.

The theorems state their bounds in few letters, such as the diameter over the gap; here these are formulas of the process,
written as shortly as the kernel accepts them.
"""

from __future__ import annotations

from pabisym.derivation.shapes.problem import STRUCTURES, Coordinates, Problem, Shape, base_of, readable
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call
from pabisym.process.sequence import Formula
from pabisym.proof.build import Builder, Filler, NoProof, Step


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


EQUAL = Shape("equal gaps in a bounded domain", ("pabisym/bounded-equal-gaps",),
              lambda problem: _constant(problem) and base_of(problem.iteration) == "1", _equal_gaps, bounded=True)
CONTRACTIVE = Shape("equal gaps and a contraction in a bounded domain", ("pabisym/bounded-contractive-gaps",),
                    lambda problem: _constant(problem) and base_of(problem.iteration) not in (None, "1"), _contractive_gaps, bounded=True)
