"""The certified epsilon of the last iterate where the batches that use a record are hidden, and the certificate of its plan."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from flint import fmpq

from pabisym.accounting.accountant import check_reached, outward
from pabisym.accounting.curves import Curve
from pabisym.accounting.hidden.blocks import HiddenPlan, HiddenRun, Pieces, unpaid_pieces
from pabisym.accounting.hidden.mixture import Form, MixtureCurve
from pabisym.accounting.hidden.search import propose
from pabisym.accounting.plan import cumulants
from pabisym.accounting.solve import CertifiedEnds, Parts, epsilon_of, most_loss, upper_of
from pabisym.accounting.steps import COMPOSITION, FLOATS, Mechanism, NoisyRun, direction_curves, side_by_side
from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import dyadic, to_fraction
from pabisym.numerics.search import turning_point

THEOREM = "pabisym/hidden-batches"
GAP = 1 / 50
"""Relative width that is aimed at between the bound and what is certified to be no larger than it."""
ROUGH = 5
"""How much wider the interval of the other direction may be."""
NEGLECTED = 1e-9
"""Of delta: chances of sums of hits that are counted as lost."""
COMMON = 2**-22.5
"""How closely the epsilon is found that layers have in common, as a part of the largest one."""
TILT, ROUNDS = 6.0, 2
"""The tilt for which a plan is proposed first, and how many are proposed, each for the tilt that the one before has at delta."""
BELIEVES = (THEOREM, COMPOSITION, FLOATS)


@dataclass(frozen=True)
class HiddenEpsilon:
    """``lower`` <= what the plans of all ``stretches`` give at ``delta`` <= ``upper``, a guarantee for what is released at their ends.

    ``direction`` is the larger one.  ``lower`` says that these plans give no less, not that the iterates reveal as much.
    """

    stretches: tuple[PlannedStretch, ...]
    delta: Fraction
    lower: Fraction
    upper: Fraction
    direction: str
    believes: tuple[str, ...] = BELIEVES


@dataclass(frozen=True)
class PlannedStretch:
    """``times`` stretches of a run between iterates that are released, and the plans of the ``pieces`` of each."""

    run: HiddenRun
    times: int
    pieces: Pieces


def hidden_epsilon(run: HiddenRun | Sequence[tuple[HiddenRun, int]], delta: fmpq, gap: float = GAP, *,
                   plans: Sequence[HiddenPlan | Pieces] | None = None, beside: Sequence[Mechanism] = ()) -> HiddenEpsilon:
    """The epsilon at ``delta`` of the last iterate, or of those at the ends of stretches, each so many times.

    Stretches may have noise, rates and factors of their own, and have the same ``sides``; ``plans`` are theirs (None: some that are
    searched for).  ``beside`` are mechanisms on the same records, of the same notion of neighbours, that are composed with them.

    >>> found = hidden_epsilon(HiddenRun(400, fmpq(1, 100), fmpq(1), fmpq(1)), fmpq(1, 10**5))
    >>> round(float(found.upper), 3)
    0.886

    Raises :class:`~pabisym.errors.InputError` for a plan that leaves hits unpaid, and :class:`~pabisym.errors.Undecided` where no bound
    is found within the limits of the grids.
    """
    runs = [(run, 1)] if isinstance(run, HiddenRun) else list(run)
    steps = [NoisyRun(1 / one.hit, one.steps * times, one.rate, "poisson", "add-remove") for one, times in runs]
    check_reached([*steps, *(one for one in beside if one.gaussian is None)], "delta", delta)
    if any(one.rate == 1 for one, _ in runs):
        raise Undecided("every step uses the record: nothing about it is hidden")
    chosen = _proposed(runs, float(delta)) if plans is None else [((one, 1),) if isinstance(one, HiddenPlan) else one for one in plans]
    if len(chosen) != len(runs):
        raise InputError("plan", f"has {len(chosen)} stretches for {len(runs)}", "give a plan for each, in order")
    stretches = tuple(PlannedStretch(one, times, pieces) for (one, times), pieces in zip(runs, chosen, strict=True))
    for one in stretches:
        if wrong := unpaid_pieces(one.run, one.pieces):
            raise InputError("plan", wrong, "pay every hit once")
    layers, others = _layers(stretches), direction_curves(beside, attained=False)
    ends = [_larger(side_by_side([parts_of(own, float(delta)), others]), level, gap)
            for (_, own), level in zip(layers, _levels(layers, delta), strict=True)]
    direction, most = max(ends, key=lambda one: one[1].upper)
    least = min(one.lower for _, one in ends)
    return HiddenEpsilon(stretches, to_fraction(delta), outward(least, up=False), outward(most.upper, up=True), direction)


def _layers(stretches: Sequence[PlannedStretch]) -> list[tuple[fmpq, Sequence[PlannedStretch]]]:
    """The stretches where the sizes of batches are less and less likely, each time with a chance; the last ones are those that are given.

    Whoever knows all sizes knows more, and E_gamma is then the mean of those for given sizes.  As it grows from layer to layer, upper
    bounds of the chances that a layer is left, at some hit of any stretch, say that it is at most the sum of what is between two of these
    times E_gamma of the layer.
    """
    known = [(one.run.shrinking, one.run.steps * one.times) for one in stretches if one.run.shrinking is not None]
    if not known:
        return [(fmpq(1), stretches)]
    count = len(known[0][0].layers)
    chances = [fmpq(1), *(min(sum((each.layers[k][0] * hits / each.hits for each, hits in known), fmpq(0)), fmpq(1)) for k in range(count))]
    found = list[tuple[fmpq, Sequence[PlannedStretch]]]()
    for k, (before, after) in enumerate(pairwise(chances)):
        own = [replace(one, run=run, pieces=tuple((plan.laid(run), times) for plan, times in one.pieces))
               for one in stretches for run in one.run.layers()[k : k + 1] or [one.run]]
        found.append((before - after, own))
    return [*found[:-1], (found[-1][0], stretches)]


def _levels(layers: Sequence[tuple[fmpq, Sequence[PlannedStretch]]], delta: fmpq) -> list[fmpq]:
    """A delta for each layer, whose mean with their chances is at most ``delta``: about those that all have at the same epsilon."""
    if len(layers) == 1:
        return [delta]
    laws = [cumulants(next(iter(parts_of(own, float(delta)).values()))) for _, own in layers]
    most = max(laws[-1].epsilon(float(delta)), 0.0)

    def deltas(epsilon: float) -> list[float]:
        return [math.exp(min(law.delta(law.tilt_for(epsilon, True)), 0.0)) for law in laws]

    def above(epsilon: float) -> bool:
        return math.fsum(float(chance) * one for (chance, _), one in zip(layers, deltas(epsilon), strict=True)) > float(delta)

    low, high = turning_point(above, 0.0, most, most * COMMON)
    shares = [dyadic(one) for one in deltas((low + high) / 2)]
    return [min(one * delta / sum(p * other for (p, _), other in zip(layers, shares, strict=True)), 1 - fmpq(1, 2**20)) for one in shares]


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
    near = cumulants(parts).epsilon(float(delta))
    return epsilon_of(parts, delta, gap, dyadic(near) if near > 0 else None)


def parts_of(stretches: Sequence[PlannedStretch], delta: float) -> dict[str, Parts]:
    """In each direction the pairs of the plans of all stretches."""
    replaced = stretches[0].run.sides == "replaced"
    forms: tuple[tuple[str, Form], ...] = (("both", "mirrored"),) if replaced else (("remove", "remove"), ("add", "add"))
    share = max(delta * NEGLECTED / sum(one.run.steps * one.times for one in stretches), 1e-270)
    found = dict[str, Parts]()
    for name, form in forms:
        counted = Counter[Curve | MixtureCurve]()
        for one in stretches:
            for plan, count in one.pieces:
                for curve, times in plan.curves(one.run, form, share):
                    counted[curve] += times * count * one.times
        found[name] = list(counted.items())
    return found


def _proposed(runs: Sequence[tuple[HiddenRun, int]], delta: float) -> list[Pieces]:
    """The plans that are best in the first layer, about, with shares for the last one: planned for a first tilt, and for the one at which
    delta lies then.
    """
    first, tilt, found = [(run.layers()[0], times) for run, times in runs], TILT, list[tuple[float, list[Pieces]]]()
    for _ in range(ROUNDS):
        plans = [propose(run, delta, min(max(tilt, 0.5), 200.0)) for run, _ in first]
        stretches = [PlannedStretch(run, times, pieces) for (run, times), pieces in zip(first, plans, strict=True)]
        laws = cumulants(next(iter(parts_of(stretches, delta).values())))
        tilt = laws.tilt_for(math.log(delta), False)
        found.append((laws.at(tilt)[1], plans))
    best = min(found, key=lambda each: each[0])[1]
    return [tuple((plan.laid(run), times) for plan, times in pieces) for (run, _), pieces in zip(runs, best, strict=True)]
