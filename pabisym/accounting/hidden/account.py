"""The certified epsilon of the last iterate where the batches that use a record are hidden, and the certificate of its plan."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from pabisym.accounting.accountant import check_reached, outward
from pabisym.accounting.hidden.blocks import HiddenPlan, HiddenRun
from pabisym.accounting.hidden.mixture import Form
from pabisym.accounting.hidden.search import propose
from pabisym.accounting.plan import cumulants
from pabisym.accounting.solve import CertifiedEnds, Parts, epsilon_of, most_loss, upper_of
from pabisym.accounting.steps import COMPOSITION, FLOATS, NoisyRun
from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import dyadic, to_fraction

THEOREM = "pabisym/hidden-batches"
GAP = 1 / 50
"""Relative width that is aimed at between the bound and what is certified to be no larger than it."""
ROUGH = 5
"""How much wider the interval of the other direction may be."""
NEGLECTED = 1e-9
"""Of delta: chances of sums of hits that are counted as lost."""
TILT, ROUNDS = 6.0, 2
"""The tilt for which a plan is proposed first, and how many are proposed, each for the tilt that the one before has at delta."""
BELIEVES = (THEOREM, COMPOSITION, FLOATS)


@dataclass(frozen=True)
class HiddenEpsilon:
    """``lower`` <= what the ``plan`` gives at ``delta`` <= ``upper``, a guarantee for the last iterate; ``direction`` is the larger one.

    ``lower`` says that this plan gives no less, not that the last iterate reveals as much.
    """

    run: HiddenRun
    plan: HiddenPlan
    delta: Fraction
    lower: Fraction
    upper: Fraction
    direction: str
    believes: tuple[str, ...] = BELIEVES


def hidden_epsilon(run: HiddenRun, delta: fmpq, gap: float = GAP, *, plan: HiddenPlan | None = None) -> HiddenEpsilon:
    """The epsilon at ``delta`` of the last iterate, by a ``plan`` (None: one that is searched for).

    >>> found = hidden_epsilon(HiddenRun(400, fmpq(1, 100), fmpq(1), fmpq(1)), fmpq(1, 10**5))
    >>> round(float(found.upper), 3)
    0.886

    Raises :class:`~pabisym.errors.InputError` for a plan that leaves hits unpaid, and :class:`~pabisym.errors.Undecided` where no bound
    is found within the limits of the grids.
    """
    check_reached([NoisyRun(1 / run.hit, run.steps, run.rate, "poisson", "add-remove")], "delta", delta)
    if run.rate == 1:
        raise Undecided("every step uses the record: nothing about it is hidden")
    chosen = _planned(run, float(delta)) if plan is None else plan
    if wrong := chosen.unpaid(run):
        raise InputError("plan", wrong, "pay every hit once")
    direction, ends = _larger(parts_of(run, chosen, float(delta)), delta, gap)
    return HiddenEpsilon(run, chosen, to_fraction(delta), outward(ends.lower, up=False), outward(ends.upper, up=True), direction)


def _larger(directions: Mapping[str, Parts], delta: fmpq, gap: float) -> tuple[str, CertifiedEnds]:
    """The direction that gives more, between two ends; the upper one is at least that of the other direction."""
    first, *others = directions
    ends = _between(directions[first], delta, gap)
    for other in others:
        most = most_loss(directions[other])
        if most is not None and most <= ends.upper:
            continue
        try:
            if upper_of(directions[other], delta, ROUGH * gap).upper <= ends.upper:
                continue
            again = _between(directions[other], delta, gap)
        except Undecided:
            if most is None:
                raise
            again = CertifiedEnds(fmpq(0), most)
        first, ends = (other, again) if again.upper > ends.upper else (first, ends)
    return first, ends


def _between(parts: Parts, delta: fmpq, gap: float) -> CertifiedEnds:
    """Both ends, near where the saddle point says."""
    laws = cumulants(parts)
    near = laws.at(laws.tilt_for(math.log(float(delta)), False))[1]
    return epsilon_of(parts, delta, gap, dyadic(near) if near > 0 else None)


def parts_of(run: HiddenRun, plan: HiddenPlan, delta: float) -> dict[str, Parts]:
    """In each direction the pairs of a plan."""
    forms: tuple[tuple[str, Form], ...] = (("both", "mirrored"),) if run.sides == "replaced" else (("remove", "remove"), ("add", "add"))
    share = max(delta * NEGLECTED / run.steps, 1e-270)
    return {name: plan.curves(run, form, share) for name, form in forms}


def _planned(run: HiddenRun, delta: float) -> HiddenPlan:
    """The best of some plans, about: planned for a first tilt, and for the one at which delta lies then."""
    tilt, found = TILT, list[tuple[float, HiddenPlan]]()
    for _ in range(ROUNDS):
        plan = propose(run, delta, min(max(tilt, 0.5), 200.0))
        laws = cumulants(next(iter(parts_of(run, plan, delta).values())))
        tilt = laws.tilt_for(math.log(delta), False)
        found.append((laws.at(tilt)[1], plan))
    return min(found, key=lambda each: each[0])[1]
