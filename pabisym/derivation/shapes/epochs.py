"""A gap in every epoch."""

from __future__ import annotations

from pabisym.derivation.shapes.problem import STRUCTURES, Coordinates, Problem, Shape, base_of, concluded
from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, Term
from pabisym.process.sequence import Periodic, names
from pabisym.proof.build import Builder, Filler, NoProof, Step


def _every_epoch(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    it = problem.iteration
    variance = it.noise.variance.term()
    if not isinstance(part, Periodic) or base_of(it) != "1" or "k" in names(variance) | names(part.size):
        raise NoProof("a gap in every epoch needs contraction 1, equal noise and equal gaps")
    epochs = over(it.steps, part.period)
    premises = {name: b.known(name) for name in ("first run", "second run", "Lipschitz", "Gaussian", "gaps", "start")}
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in STRUCTURES}
    step = b.theorem("pabisym/periodic-gap", premises, **terms, n=to_text(part.period), E=epochs, t=to_text(part.start),
                     alpha=to_text(problem.order), g=to_text(part.size), w=to_text(variance))
    return concluded(problem, b, step)


def _every_contractive_epoch(problem: Problem, b: Builder, xy: Coordinates) -> tuple[Step, str]:
    (part,) = problem.gaps
    it = problem.iteration
    variance, c = it.noise.variance.term(), base_of(it)
    if not isinstance(part, Periodic) or c is None or "k" in names(variance) | names(part.size):
        raise NoProof("a gap in every epoch needs one contraction, equal noise and equal gaps")
    n, t, epochs = to_text(part.period), to_text(part.start), over(it.steps, part.period)
    left = f"({n}) - ({t}) + 1"
    premises = {name: b.known(name) for name in ("first run", "second run", "Lipschitz", "Gaussian", "gaps", "start")}
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in STRUCTURES}
    step = b.theorem("pabisym/contractive-periodic-gap", premises, **terms, n=n, E=epochs, t=t, m=left, T=problem.steps,
                     alpha=to_text(problem.order), g=to_text(part.size), w=to_text(variance), c=c)
    judgement = b.term(step["conclusion"])
    return step, to_text(judgement.args[4]) if isinstance(judgement, Call) else ""


def over(steps: Term, period: Term) -> str:
    """The number of epochs, when the steps are written as a product with the period, or are the period."""
    if steps == period:
        return "1"
    if isinstance(steps, Call) and steps.head == "*" and period in steps.args:
        rest = list(steps.args)
        rest.remove(period)
        return "*".join(f"({to_text(factor)})" for factor in rest)
    raise NoProof("the number of steps is not written as a multiple of the period")


def _fits(problem: Problem) -> bool:
    return problem.still and len(problem.gaps) == 1 and isinstance(problem.gaps[0], Periodic) and problem.gaps[0].stop is None


SHAPE = Shape("a gap in every epoch", ("pabisym/periodic-gap",), lambda problem: _fits(problem) and base_of(problem.iteration) == "1",
              _every_epoch)
CONTRACTIVE = Shape("a gap in every epoch, and a contraction", ("pabisym/contractive-periodic-gap",), _fits, _every_contractive_epoch)
