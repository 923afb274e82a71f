"""Laplace noise on the line: what its steps reveal at least.

With linear losses and all iterates seen the accountant's pair itself (:mod:`pabisym.accounting.laplace`), in a bounded domain where the
runs seldom leave it; the sum of all steps beyond an edge; and what :mod:`pabisym.accounting.lower.walks` finds.  A sum S of T steps is a
difference of two Gamma variables, so that

    P(S > x) = sum over i = 1..T of A_i P(Gamma(i) > x),     A_i = binomial(2 T - i - 1, T - i) 2^(i - 2 T),     x >= 0,

by partial fractions of ((1 - t) (1 + t))^-T.  Sums of independent symmetric steps leave (-x, x) with at most twice the probability that
they end outside (Lévy).  Numbers of uses are rounded down to a grid, which brings the two runs nearer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import accumulate

from flint import arb, fmpq

from pabisym.accounting.laplace import LaplaceAccount, laplace_epsilon
from pabisym.accounting.lower.linear import binomial_weights, highest_level
from pabisym.accounting.lower.quadratic import DIGITS, FREE, MOST_USES, Lower
from pabisym.accounting.lower.walks import walk_lower
from pabisym.errors import PabisymError
from pabisym.numerics.enclosure import between, lower_end
from pabisym.numerics.evaluator import working_precision
from pabisym.spec.configuration import ALL, FIXED_SIZE, FULL, POISSON, RANDOM, REPLACE, SHUFFLED, STRONGLY_CONVEX, Configuration

BITS = 128
MEANS = 40_000
"""Numbers of uses that are told apart in a sum, times its steps; 32 of them at least."""
LONGEST_SUM = 20_000
"""Most steps whose sum is looked at."""


def laplace_lower(run: Configuration) -> Lower | None:
    """The largest of what is known from below; None where nothing is."""
    found = [_composed_lower(run), _sum_lower(run), walk_lower(run, "laplace")]
    return max((one for one in found if one is not None), key=lambda one: one.least, default=None)


def laplace_account(run: Configuration, delta: fmpq) -> LaplaceAccount | None:
    """What the accountant says of all iterates, in the words of :mod:`pabisym.accounting`."""
    drawn = run.sampling in RANDOM
    try:
        return laplace_epsilon(delta, scale_multiplier=run.noise_multiplier, steps=run.steps if drawn else run.uses,
                               rate=run.rate if drawn else fmpq(1), sampling=run.sampling if drawn else FULL, adjacency=run.adjacency)
    except PabisymError:
        return None


def laplace_is_tight(run: Configuration) -> bool:
    """Do runs with constant gradients attain the pair that the accountant composes."""
    found = laplace_account(run, run.delta)
    return found is not None and found.tight and run.sampling != SHUFFLED


def _composed_lower(run: Configuration) -> Lower | None:
    """By the accountant's pair, where all iterates are seen."""
    if run.release != ALL or run.sampling == SHUFFLED or (run.loss == STRONGLY_CONVEX and run.sampling == POISSON):
        return None
    strong = run.loss == STRONGLY_CONVEX
    if run.diameter is None:
        found = laplace_account(run, run.delta)
        if found is None or found.ends.lower <= 0:
            return None
        curved = "quadratic losses of one curvature" if strong else "linear losses"
        return Lower(between(found.ends.lower, found.ends.upper, DIGITS, 0), f"{curved}, by the accountant", FREE if strong else "")
    gap, scale, diameter = run.gap, run.deviation, run.diameter
    if strong or gap is None or scale is None:
        return None
    uses = run.steps if run.sampling in RANDOM else run.uses
    if run.sampling == FIXED_SIZE:  # no other example drifts, as in Poisson batches
        run = run.changed(sampling=POISSON)
    scales = (diameter / 2 - uses * gap / (2 if run.adjacency == REPLACE else 1)) / scale
    delta = run.delta * fmpq(101, 100)
    found = laplace_account(run, delta)
    if scales <= 0 or found is None or found.ends.lower <= 0 or run.steps > LONGEST_SUM:
        return None
    with working_precision(BITS):
        leaves = 4 * _sum_beyond(run.steps)(arb(scales)) * (1 + arb(found.ends.lower).exp())
        if not leaves <= arb(run.delta) / 100:
            return None
    return Lower(between(found.ends.lower, found.ends.lower, DIGITS, 0), "linear losses that keep to the domain, by the accountant")


def _sum_lower(run: Configuration) -> Lower | None:
    """By the last iterate of linear losses on an unbounded domain."""
    if run.diameter is not None or run.loss == STRONGLY_CONVEX or run.steps > LONGEST_SUM:
        return None
    replaced, z = run.adjacency == REPLACE, run.noise_multiplier
    if run.sampling in RANDOM:
        known = binomial_weights(run.steps, run.rate, MOST_USES)
        if known is None or (run.sampling == FIXED_SIZE and not replaced):
            return None
        counts, weights = _rounded(*known, max(32, MEANS // run.steps))
    else:
        whole = run.steps // run.period if run.sampling == SHUFFLED else run.uses
        counts, weights = [whole], [arb(1)]
    places = [count / z for count in counts]
    best = _half_line(run, weights, places, [-one if replaced else fmpq(0) for one in places])
    by = "linear losses: the last iterate beyond an edge"
    if run.sampling == FIXED_SIZE:  # all others the other way: jumps of 2 against none
        best = max(best, _half_line(run, weights, [2 * one for one in places], [fmpq(0) for _ in places]))
    return None if best <= 0 else Lower(between(best, best, DIGITS, BITS), by)


def _rounded(counts: range, weights: list[arb], most: int) -> tuple[list[int], list[arb]]:
    """Numbers of uses rounded down to a few, with what falls to each."""
    width = -(-len(counts) // most)
    return ([counts[k] for k in range(0, len(counts), width)],
            [sum(weights[k:k + width], arb(0)) for k in range(0, len(counts), width)])


def _half_line(run: Configuration, weights: Sequence[arb], places: Sequence[fmpq], others: Sequence[fmpq]) -> fmpq:
    """About the largest level at which a half-line shows that delta is not enough, 0 where none does."""
    import numpy as np
    from scipy.special import gammainccinv, ndtr

    # a sum of T steps is a normal variable times the root of twice a Gamma variable
    size = np.sqrt(2 * gammainccinv(run.steps, (np.arange(200) + 0.5) / 200))
    masses, one, two = (np.array([float(value) for value in each]) for each in (weights, places, others))
    edges = np.linspace(0, float(one.max()) + 7 * math.sqrt(2 * run.steps), 120)
    near, far = (sum(ndtr((ends[None, :] - edges[:, None]) / root) @ masses for root in size) / len(size) for ends in (one, two))
    _, top = highest_level(near, np.maximum(far, 1e-300), float(run.delta))
    best, gap = fmpq(0), float(edges[1])
    with working_precision(BITS):
        beyond, rest = _sum_beyond(run.steps), 1 - sum(weights, arb(0))
        for move in (-2, -1, 0, 1):
            edge = fmpq(round((float(edges[top]) + move * gap) * 2**20), 2**20)
            first = sum((w * beyond(arb(edge - place)) for w, place in zip(weights, places, strict=True)), arb(0))
            second = sum((w * beyond(arb(edge - place)) for w, place in zip(weights, others, strict=True)), arb(0)) + rest
            if first > arb(run.delta) and second > 0:
                best = max(best, lower_end(((first - arb(run.delta)) / second).log()))
    return best


def _sum_beyond(count: int) -> Callable[[arb], arb]:
    """How likely the sum of so many independent Laplace variables of scale 1 exceeds a number."""
    weight = arb(math.comb(2 * count - 2, count - 1)) / arb(2) ** (2 * count - 1)
    parts = [weight]
    for i in range(1, count):
        weight = weight * fmpq(2 * (count - i), 2 * count - i - 1)
        parts.append(weight)
    rests = [*accumulate(reversed(parts))][::-1]  # of A_i with i > k

    def beyond(x: arb) -> arb:
        if x < 0:
            return 1 - beyond(-x)
        found, term = arb(0), (-x).exp()
        for k, rest in enumerate(rests):
            found += term * rest
            term = term * x / (k + 1)
        return found

    return beyond
