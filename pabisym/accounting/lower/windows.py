"""Lower bounds on epsilon of the last iterate where orders or batches are hidden: runs that forget all but a window of last steps.

Lengths are in units of the noise of a step, on the line. All others have the gradient C, or a little less, and so has the example that
replaces the one in question, whose own gradient is -C. So the one run uses in every step a batch like all others, and the other one
is moved by u = 2/z upwards in each step that uses the example. Before the last w steps, and in the first of them, the losses of the others
are curved by 1/eta along an interval around where the run is expected, which moves by far more than a deviation in every step: there the
gradient step is constant. So a step forgets where in the interval it began, and what lies outside by some length is moved by that length.

Let X be where the run is before the window, less what it is expected to be; with intervals of REACH on both sides in all earlier steps X is
a standard normal number but for a chance of T 2 tail(REACH). The first step of the window forgets X in [-y, v], where the gradient of an
other is C - (v - x) C z/B, so that a hit is (v - x)/B smaller there. All maps and hits are increasing, so that hits before the window may
be left out in the run with the example. Of S, the last iterate beyond t deviations, this leaves::

    P(S) >= sum over x of P(x <= X <= x') sum over k of p_k tail((t - k u + (v - x)/B)/sqrt(w)),  Q(S) <= tail(t/sqrt(w)) +
    tail((t + v)/sqrt(w + 1)),

x < x' neighbours in a list from -y to v, p_k the chance of k uses in the window. The losses of the others are other ones in every
step, and as smooth as 1/eta; the bounds on the last iterate speak of such runs.
"""

from __future__ import annotations

import math
from itertools import pairwise

from flint import arb, fmpq

from pabisym.accounting.lower.linear import binomial_weights
from pabisym.accounting.lower.quadratic import BITS, DIGITS, Lower
from pabisym.numerics.enclosure import between, lower_end
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.spec.configuration import FIXED_SIZE, LAST, REPLACE, SHUFFLED, STRONGLY_CONVEX, Configuration

REACH = 14
"""Of the intervals before the window, on both sides."""
SLICES = 24
"""Into how many parts the interval of the first step of the window is cut."""
BELOW, ABOVE = (fmpq(9, 4), fmpq(3), fmpq(4)), (fmpq(5, 2), fmpq(3), fmpq(13, 4), fmpq(7, 2), fmpq(4))
"""The ends y and v that are tried."""
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
    guesses = [(_guess(run, size, y, v), size, y, v) for size in _sizes(run.steps) for y, v in ((BELOW[1], ABOVE[2]),)]
    (level, _), size, _, _ = max(guesses, key=lambda one: one[0], default=((0.0, 0.0), 0, BELOW[0], ABOVE[0]))
    if level <= 0:
        return None
    (_, edge), y, v = max(((_guess(run, size, y, v), y, v) for y in BELOW for v in ABOVE), key=lambda one: one[0])
    with working_precision(BITS):
        best = _certified(run, size, y, v, fmpq(math.floor(edge * 2**20), 2**20))
    if best <= 0:
        return None
    said = "the last step" if size == 1 else f"the last {size} steps"
    return Lower(between(best, best, DIGITS, BITS), f"linear losses in {said}, before which all is forgotten", PROMISE)


def _sizes(steps: int) -> list[int]:
    """Windows that are tried, up to half of the steps: linear losses in all of them are another pair."""
    return sorted({size for k in range(40) if (size := round(1.7**k)) <= steps // 2})


def _uses(run: Configuration, size: int) -> list[tuple[int, arb]]:
    """How often the example is used in a window, with chances that add up to at most 1."""
    if run.sampling == SHUFFLED:
        whole, rest = divmod(size, run.period)
        return [(whole, arb(1 - fmpq(rest, run.period))), (whole + 1, arb(fmpq(rest, run.period)))]
    found = binomial_weights(size, fmpq(run.batch, run.examples), MOST_USES)
    return [] if found is None else list(zip(*found, strict=True))


def _slices(run: Configuration, y: fmpq, v: fmpq) -> tuple[list[fmpq], list[fmpq]]:
    """The marks between the parts of the interval of the first step, and by how much a hit is smaller in each of them at most."""
    marks = [-y + (y + v) / SLICES * k for k in range(SLICES + 1)]
    return marks, [(v - mark) / run.batch for mark in marks[:-1]]


def _guess(run: Configuration, size: int, y: fmpq, v: fmpq) -> tuple[float, float]:
    """About the level of the pair with a window of so many steps, and the edge at which it is reached; 0 where none is seen."""
    import numpy as np
    from scipy.special import ndtr

    uses, unit, delta, (marks, shifts) = _uses(run, size), 2 / float(run.noise_multiplier), float(run.delta), _slices(run, y, v)
    if not uses:
        return 0.0, 0.0
    edges = np.linspace(0, unit * uses[-1][0] + 9 * math.sqrt(size), 400)
    counts, masses = np.array([k for k, _ in uses]), np.array([float(p) for _, p in uses])
    near = np.zeros(len(edges))
    for part, shift in zip(np.diff(ndtr([float(x) for x in marks])), shifts, strict=True):
        means = counts * unit - np.where(counts > 0, float(shift), 0.0)
        near += part * (ndtr((means[None, :] - edges[:, None]) / math.sqrt(size)) @ masses)
    far = ndtr(-edges / math.sqrt(size)) + ndtr(-(edges + float(v)) / math.sqrt(size + 1))
    with np.errstate(all="ignore"):
        levels = np.where(near > delta, np.log((near - delta) / far), -np.inf)
    place = int(np.argmax(levels))
    return (float(levels[place]), float(edges[place])) if math.isfinite(levels[place]) else (0.0, 0.0)


def _certified(run: Configuration, size: int, y: fmpq, v: fmpq, edge: fmpq) -> fmpq:
    """A level that this pair certainly needs, by the half-line beyond ``edge`` deviations; 0 where none is seen."""
    unit, root, (marks, shifts) = 2 / run.noise_multiplier, arb(size).sqrt(), _slices(run, y, v)
    strays = 2 * run.steps * tail(arb(REACH))
    first = -strays
    for (low, high), shift in zip(pairwise(marks), shifts, strict=True):
        told = sum((p * tail((edge - k * unit + (shift if k else 0)) / root) for k, p in _uses(run, size)), arb(0))
        first += (tail(arb(low)) - tail(arb(high))) * told
    second = tail(edge / root) + tail((edge + v) / arb(size + 1).sqrt()) + strays
    gain = first - arb(run.delta)
    return max(fmpq(0), (lower_end((gain / second).log()) * PLACES).floor() / PLACES) if gain > 0 else fmpq(0)


__all__ = ["window_lower"]
