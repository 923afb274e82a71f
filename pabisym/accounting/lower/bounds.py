"""The lower bounds that are known of a training run: linear losses, quadratic ones, windows of last steps, walks, and what a wide domain
leaves of them.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from flint import arb

from pabisym.accounting.lower.linear import linear_epsilon
from pabisym.accounting.lower.quadratic import LEAVES, Lower, quadratic_lower
from pabisym.accounting.lower.walks import walk_lower
from pabisym.accounting.training import accountant_epsilon
from pabisym.lang.rational import rational
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.spec.configuration import ALL, CYCLIC, FIXED_SIZE, FULL, LAST, RANDOM, SHUFFLED, STRONGLY_CONVEX, Configuration

BITS = 160
DIGITS = 6


def lowest(run: Configuration, most: Fraction | None, work: float) -> Lower | None:
    """The largest of the lower bounds that are known of a run whose guarantee is ``most``; ``work`` as in :func:`lower_bounds`."""
    return max(lower_bounds(run, most, work), key=lambda one: one.least, default=None)


def lower_bounds(run: Configuration, most: Fraction | None, work: float) -> list[Lower]:
    """The lower bounds that are known of a run whose guarantee is ``most``, the plainest pair of runs first.

    ``work`` is that of :func:`~pabisym.accounting.lower.walks.walk_lower`, 0 for none of these.  Walks are enclosed step by step only
    where they may say more.
    """
    if run.drop_last:  # a record that may be left out reveals less than one that is used in every epoch
        return []
    if run.shuffle_once:
        return [one for one in (lower_bound(run),) if one is not None and one.least > 0]
    searched = None if most is None or not run.moderate else quadratic_lower(run, most)
    found = [lower_bound(run), searched or within_domain(run)]
    if run.sampling in (SHUFFLED, FIXED_SIZE):
        from pabisym.accounting.lower.windows import window_lower  # entered where orders or batches are hidden

        found.append(window_lower(run))
    narrow = run.release == LAST and (run.diameter is not None or run.loss == STRONGLY_CONVEX)
    if work > 0 and run.moderate and (narrow or all(one is None for one in found)):
        found.append(walk_lower(run, work=work))
    return [one for one in found if one is not None and one.least > 0]


def lower_bound(run: Configuration) -> Lower | None:
    """Lower bounds on epsilon: by linear losses, and where all iterates of batches in a fixed order are seen, by composition itself."""
    if run.loss == STRONGLY_CONVEX:  # no linear loss is
        return None
    if run.release == ALL and run.sampling in (CYCLIC, FULL) and run.diameter is None:
        return Lower(gdp_epsilon(run.uses * run.ratio**2, run.delta, DIGITS), "linear losses: composition is exact")
    if run.release == ALL and run.sampling in RANDOM:
        found = accountant_epsilon(run, DIGITS)
        if not isinstance(found, str) and run.diameter is None:
            return Lower(found.interval, "linear losses, by the accountant")
    linear = linear_epsilon(run)
    return None if linear is None else Lower(linear, "linear losses of opposite signs")


def within_domain(run: Configuration) -> Lower | None:
    """What :func:`lower_bound` says without the projection, of a domain so wide that linear losses hardly ever meet its boundary.

    Their iterates start in the middle of an interval and move, without noise, by at most eta C times the share of the batch that has a
    gradient.  Where the unprojected pair leaves the interval with a probability of at most p, the projected one has
    P(S) - e^epsilon Q(S) > delta for an event with delta + p (1 + e^epsilon) for the other; p (1 + e^epsilon) is a hundredth of delta at
    most.  Momentum beta multiplies both, the move and the noise, by at most 1/(1 - beta); weight decay only shortens them, where
    eta lambda <= 1.
    """
    eta, deviation = run.learning_rate, run.deviation
    decays = eta is not None and run.weight_decay != 0 and (run.momentum != 0 or eta * run.weight_decay > 1)
    delta = run.delta * (1 + LEAVES)
    if run.diameter is None or eta is None or deviation is None or decays or delta >= 1:
        return None
    free = lower_bound(run.changed(diameter=None, delta=delta))
    if free is None:
        return None
    moved = run.steps * eta * run.clip / (1 if run.sampling == FIXED_SIZE else run.batch)
    with working_precision(BITS):
        room = (arb(run.diameter / 2 * (1 - run.momentum)) - moved) / (arb(deviation) * arb(run.steps).sqrt())
        leaves = 2 * run.steps * tail(room) * (1 + arb(rational(free.least, "epsilon")).exp())
        return replace(free, by=f"{free.by}, that hardly ever meet the domain's boundary") if leaves <= arb(LEAVES * run.delta) else None
