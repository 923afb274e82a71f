"""Restart by mixing for a derived process at a point: what ``pabisym/mixing-stages``, ``-shares`` and ``-gap-stages`` give there.

A process in a domain of diameter D with one contraction, one variance, and gaps of one size, in every step or every so many: its maps are
assumed to project onto the domain first, as in the contraction calculus for one gap.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import fmpq

from pabisym.derivation.shapes.problem import parts_of
from pabisym.divergence.evaluate import exact_value
from pabisym.divergence.gap_plan import Runs, gap_delta, gap_epsilon
from pabisym.divergence.mixing_plan import GapsInEpochs, StagedPlan, delta_of, plan_for, staged_epsilon
from pabisym.lang.term import ZERO, Term
from pabisym.numerics.enclosure import Enclosure, exactly
from pabisym.numerics.evaluator import square_root
from pabisym.numerics.search import turning_point
from pabisym.process.sequence import EachStep, Periodic
from pabisym.spec.read import Spec

LEAST = -1074
"""The binary logarithm of the least delta that is looked for."""
Question = tuple[fmpq, fmpq, int, int, fmpq]
"""H^2/v, s^2/v, the steps, of how many steps in a row one has a gap, and the contraction."""


def question(spec: Spec, point: Mapping[str, Fraction]) -> Question | None:
    """What a plan of stages is asked for; None for other processes."""
    if spec.process.release:
        return None
    iteration = spec.process.iteration()
    parts, factor, variance = parts_of(iteration.gap), iteration.contraction, iteration.noise.variance
    if iteration.diameter is None or len(parts) != 1 or not (isinstance(factor, EachStep) and isinstance(variance, EachStep)):
        return None
    (part,) = parts
    if not (factor.constant and variance.constant and isinstance(part, EachStep | Periodic) and EachStep(part.size).constant):
        return None
    if isinstance(part, Periodic) and part.other != ZERO:
        return None
    every: Term | int = part.period if isinstance(part, Periodic) else 1
    terms = iteration.steps, factor.size, variance.size, iteration.diameter, part.size
    found = [exact_value(term, point) for term in terms]
    period = fmpq(1) if isinstance(every, int) else exact_value(every, point)
    values = [value for value in (*found, period) if value is not None]
    if len(values) != 6 or min(values) <= 0 or values[0].q != 1 or values[5].q != 1:
        return None
    steps, c, v, width, size, apart = values
    return (c * width) ** 2 / v, size**2 / v, int(steps.p), int(apart.p), c


def epsilon_by_mixing(spec: Spec, point: Mapping[str, Fraction], delta: fmpq, digits: int) -> tuple[Enclosure, str] | None:
    """The least epsilon at delta of the best plan of stages that is found, with what it looks back to; None where there is none."""
    asked = question(spec, point)
    if asked is None or not 0 < delta < 1:
        return None
    h, g, steps, every, c = asked
    found, runs = staged_epsilon(h, g, steps, delta, digits, GapsInEpochs(every), c), _runs(asked)
    mirrored = None if runs is None else gap_epsilon(runs, steps, delta, digits)
    if mirrored is not None and (found is None or Fraction(mirrored.epsilon.upper) < Fraction(found.epsilon.upper)):
        return mirrored.epsilon, regime(mirrored.plan.steps, steps)
    return None if found is None else (found.epsilon, regime(found.plan.steps, steps))


def _runs(asked: Question) -> Runs | None:
    """The two runs as reflection sees them, in standard deviations of the noise; None where these are irrational or steps have no gap."""
    h, g, _, every, c = asked
    x, s = square_root(h), square_root(g)
    return Runs(x, s, c, fmpq(0)) if isinstance(x, fmpq) and isinstance(s, fmpq) and every == 1 else None


def delta_by_mixing(spec: Spec, point: Mapping[str, Fraction], epsilon: fmpq, digits: int) -> tuple[Enclosure, str] | None:
    """About the least delta at epsilon that a plan of stages gives; None where none gives one below 1."""
    asked = question(spec, point)
    if asked is None or epsilon < 0:
        return None
    h, g, steps, every, c = asked
    best: tuple[fmpq, StagedPlan] | None = None

    def told(power: int) -> bool:
        """Does a plan for 2^power, at the level that is asked for, give so little."""
        nonlocal best
        plan = plan_for(h, g, steps, fmpq(2) ** power, GapsInEpochs(every), c)
        if plan is None or plan.levels[-2] > epsilon:
            return False
        reached = plan.ending_at(epsilon)
        value = delta_of(reached, h, g)
        if value < 1 and (best is None or value < best[0]):
            best = value, reached
        return value <= fmpq(2) ** power

    turning_point(lambda power: not told(power), LEAST, 0, 1)
    if best is None:
        return None
    runs = _runs(asked)
    less = None if runs is None else gap_delta(runs, steps, epsilon, best[0])
    value, used = (best[0], best[1].steps) if less is None else (less[0], less[1].steps)
    return exactly(value, digits), regime(used, steps)


def regime(used: int, steps: int) -> str:
    """What it says of the number of steps that a plan uses ``used`` of them."""
    if used >= steps:
        return f"all {steps} steps count"
    return f"the last {used} of {steps} steps count: what was before is forgotten"
