"""Lower bounds on epsilon of the last iterate where orders or batches are hidden: runs that forget all but a window of last steps.

Lengths are in units of the noise of a step, on the line. All others have the gradient C, or a little less, and so has the example that
replaces the one in question, whose own gradient is -C. So the one run uses in every step a batch like all others, and the other one
is moved by u = 2/z upwards in each step that uses the example. Before the last w steps, and in the first of them, the losses of the others
are curved by 1/eta along an interval around where the run is expected, which moves by far more than a deviation in every step: there the
gradient step is constant. So a step forgets where in the interval it began, and what lies outside by some length is moved by that length.

Let X be where the run is before the window, less what it is expected to be; with intervals of REACH on both sides in all earlier steps X is
a standard normal number but for a chance of T 2 tail(REACH). The first step of the window forgets X in [-REACH, v], where the gradient of
an other is C - (v - X) C z/B, so that a hit is (v - X)/B smaller there; if X is larger, the run is moved by X - v, which is more than
(X - v)/B. All maps and hits are increasing, so that hits before the window may be left out in the run with the example. One in the step
before it moves X by u - (REACH - x)/B or more, where x is such a number as X, of that step. Of S, the last iterate beyond t deviations,
this leaves, X and the noise of the window added up::

    P(S) >= sum over k of p_k tail((t - k u + v/B)/sqrt(w + 1/B^2)),  without v/B and 1/B^2 for k = 0,
    Q(S) <= tail(t/sqrt(w)) + tail((t + v)/sqrt(w + 1)),

p_k the chance of k uses in the window; if one in the step before is all, it is tail((t + v - u + REACH/B)/sqrt(w + 1 + 1/B^2)) instead.
The losses of the others are other ones in every step, and as smooth as 1/eta; the bounds on the last iterate speak of such runs.
"""

from __future__ import annotations

import math

from flint import arb, fmpq

from pabisym.accounting.lower.linear import binomial_weights, highest_level
from pabisym.accounting.lower.quadratic import BITS, DIGITS, Lower
from pabisym.numerics.enclosure import between, lower_end
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.spec.configuration import FIXED_SIZE, LAST, REPLACE, SHUFFLED, STRONGLY_CONVEX, Configuration

REACH = 14
"""Of the intervals before the window, on both sides, and of that of its first step below."""
ENDS = tuple(fmpq(k, 8) for k in range(16, 33))
"""The ends v that are tried."""
EDGES = 400
"""How many half-lines are looked at where there are many uses."""
MOST_USES = 400
PLACES = fmpq(10**7)
"""Levels are rounded down to multiples of 1/PLACES."""
PROMISE = "the losses of the other examples may be other ones in every step, as with augmentation, and as smooth as 1/learning rate"


def window_lower(run: Configuration) -> Lower | None:
    """The best of these pairs of runs; None where none is covered, or none reveals anything.

    Covered is the last iterate on shuffled batches of one size or batches of a fixed size, with a replaced example, no domain, no momentum
    or weight decay, no strongly convex losses, and losses that may be as smooth as 1/learning rate.
    """
    plain = run.release == LAST and run.momentum == 0 and run.weight_decay == 0 and run.diameter is None and run.loss != STRONGLY_CONVEX
    smooth = run.smoothness is None or run.learning_rate is None or run.smoothness * run.learning_rate >= 1
    whole = run.sampling != SHUFFLED or (run.steps % run.period == 0 and run.examples % run.batch == 0 and run.period > 1)
    if not (plain and smooth and whole) or run.sampling not in (SHUFFLED, FIXED_SIZE) or run.adjacency != REPLACE:
        return None
    if run.batch < 2 * REACH * run.noise_multiplier or run.batch >= run.examples or not run.moderate:
        return None
    sizes = {size for k in range(40) if (size := round(1.7**k)) <= run.steps // 2}  # linear losses in all steps are another pair
    (level, _), size = max(((_guess(run, size, fmpq(7, 2)), size) for size in sizes), default=((0.0, 0.0), 0))
    if level <= 0:
        return None
    (_, edge), v = max((_guess(run, size, v), v) for v in ENDS)
    with working_precision(BITS):
        best = _certified(run, size, v, fmpq(math.floor(edge * 2**20), 2**20))
    if best <= 0:
        return None
    said = "the last step" if size == 1 else f"the last {size} steps"
    return Lower(between(best, best, DIGITS, BITS), f"linear losses in {said}, before which all is forgotten", PROMISE)


def _uses(run: Configuration, size: int) -> list[tuple[int, arb]]:
    """How often the example is used in a window, with chances that add up to at most 1."""
    if run.sampling == SHUFFLED:
        whole, rest = divmod(size, run.period)
        return [(whole, arb(1 - fmpq(rest, run.period))), (whole + 1, arb(fmpq(rest, run.period)))]
    found = binomial_weights(size, fmpq(run.batch, run.examples), MOST_USES)
    return [] if found is None else list(zip(*found, strict=True))


def _before(run: Configuration, uses: list[tuple[int, arb]]) -> arb:
    """The chance of a use in the step before a window and of none in it."""
    none = next((p for k, p in uses if k == 0), arb(0))
    return (1 if run.sampling == SHUFFLED and none > 0 else none) * arb(fmpq(run.batch, run.examples))


def _guess(run: Configuration, size: int, v: fmpq) -> tuple[float, float]:
    """About the level of the pair with a window of so many steps, and the edge at which it is reached; 0 where none is seen."""
    import numpy as np
    from scipy.special import ndtr

    uses, unit, delta, end = _uses(run, size), 2 / float(run.noise_multiplier), float(run.delta), float(v)
    if not uses:
        return 0.0, 0.0
    edges = np.linspace(0, unit * uses[-1][0] + 9 * math.sqrt(size), EDGES if len(uses) > EDGES // 10 else 10 * EDGES)
    counts, masses = np.array([k for k, _ in uses]), np.array([float(p) for _, p in uses])
    means, deviations = counts * unit - np.where(counts > 0, end / run.batch, 0), np.sqrt(size + np.where(counts > 0, run.batch**-2.0, 0))
    near, root, before = ndtr((means[None, :] - edges[:, None]) / deviations) @ masses, math.sqrt(size), float(_before(run, uses))
    near += before * np.maximum(ndtr((unit - REACH / run.batch - end - edges) / math.sqrt(size + 1)) - ndtr(-edges / root), 0)
    far = ndtr(-edges / root) + ndtr(-(edges + end) / math.sqrt(size + 1))
    level, place = highest_level(near, far, delta)
    return level, float(edges[place])


def _certified(run: Configuration, size: int, v: fmpq, edge: fmpq) -> fmpq:
    """A level that this pair certainly needs, by the half-line beyond ``edge`` deviations; 0 where none is seen."""
    unit, root, strays, b = 2 / run.noise_multiplier, arb(size).sqrt(), 2 * run.steps * tail(arb(REACH)), run.batch
    uses, wider = _uses(run, size), arb(size + fmpq(1, b * b)).sqrt()
    before, none = _before(run, uses), tail(edge / root)
    told = [(p - before) * none if k == 0 else p * tail((edge - k * unit + v / b) / wider) for k, p in uses]
    told.append(before * none.max(tail((edge + v - unit + fmpq(REACH, b)) / arb(size + 1 + fmpq(1, b * b)).sqrt())))
    second = none + tail((edge + v) / arb(size + 1).sqrt()) + strays
    gain = sum(told, -strays) - arb(run.delta)
    return max(fmpq(0), (lower_end((gain / second).log()) * PLACES).floor() / PLACES) if gain > 0 else fmpq(0)
