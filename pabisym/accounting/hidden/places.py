"""Hidden places: the last iterate where every epoch takes all records once in a fresh random order.

Lengths are in units of the noise of a step. Every step moves by a c-Lipschitz map, c <= 1, a batch that holds the record in question by up
to s = 1/z further, l batches make an epoch, batch i holds a share w_i of the records, and the record is replaced by another one.

Swap. Let the record be in batch i of an epoch under P, and in batch k under Q. Exchange it in Q with a uniformly random record of batch
i: the order stays uniform, and the two runs differ by hits of at most 2s at i and at k, and no others. By a string of hits they are mu-
GDP, mu^2 the least sum of squared shares that pay all hits from their own steps on; a hit that comes later, or one more, only makes mu
larger.

Theorem. Let mu_i be the norm for hits 2s at the last step of every earlier epoch and at step i of the last one, mu*_i (i > h) that with
one more hit at step h of the last one, W = w_1 + ... + w_h. For every hub h with 1 <= h <= l, gamma = e^epsilon >= 1 and in both
directions delta(epsilon) <= sup over t of W (Phi(mu_h - t) - gamma Phi(-t)) + sum over i > h of w_i (Phi(mu_i - t_i) - gamma Phi(-t_i)),
with t_i = max(epsilon/mu_i + mu_i/2, t + mu_i - mu*_i).

W is 1 less all w_i with i > h: records of an order that are used in no batch come before the first place, with no hit at all.

A record whose gradient is 0 in the other run, or whose place there is empty: compared at the same place the two runs differ by s, and
after the exchange
by 2s where the record was and by s where the random one came in, or the other way round, which costs less as the smaller hit is then the
later one. So mu has hits s, and mu* one hit s at h and one of 2s at i.

Proof. Condition on the record's batches in earlier epochs, the same for both; each hit there is at the latest in the last step. For an
event S let beta_k = Q_k(S), k the batch of the last epoch. By the swap P_i(S) <= Phi(mu + Phi^-1(beta_k)) with mu^2 for hits at i and k;
the right side is concave in beta, so that means over what else is drawn may be taken inside. For i <= h compare i with i, one hit: the
sum of w_i P_i(S) is at most W Phi(mu_h + Phi^-1(b)), b the mean of beta_k over k <= h with
weights w_k/W, as mu_i <= mu_h. For i > h compare i with i,
Phi(mu_i + Phi^-1(beta_i)), and with the mean over k <= h, Phi(mu*_i + Phi^-1(b)), as a hit at k is no cheaper to pay later, at h. With b
= Phi(-t) every beta_i, i > h, is chosen alone: Phi(mu_i + Phi^-1(beta)) - gamma beta grows up to where t_i = epsilon/mu_i + mu_i/2, beta
= Phi(-t_i), and once the second bound is the smaller one a larger beta only costs.

Where one order serves all epochs, or by choice, delta(epsilon) is at most the mean over the place i, with weights w_i, of that of a
Gaussian mechanism with mu_i: E_gamma is jointly convex. With one order the hits of all epochs are at the same place.

The supremum is over a finite interval: above epsilon/mu_h + mu_h/2 all falls, and below the least t at which some t_i begins to move the
first part grows. On an interval of it the first part is at most its value at the right end, the others at most theirs at the left end; all
together is at most its value in the middle and half of the interval's length times the largest slope on it. Where the supremum is below
delta, the inequality of the statement holds for every partition that is fine enough, as both parts are continuous.
This is an argument on paper, which the kernel does not replay.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import TypeAlias

from flint import arb, fmpq

from pabisym.accounting.accountant import certified_near, outward
from pabisym.accounting.hidden.blocks import Sides
from pabisym.errors import Undecided
from pabisym.lang.rational import dyadic, floor_to, to_fraction
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.numerics.pool import pool
from pabisym.numerics.search import doubled_until, turning_point

Width: TypeAlias = int | fmpq
BITS, DYADIC, FAINT = 96, 240, 60
"""Working precision of balls; binary places of corners; older hits than those that are shrunk to 2^-FAINT are counted as younger ones."""
MOST_PARTS = 4000
"""Most intervals of t that are looked at."""
MOST_BATCHES, MOST_EPOCHS, MOST_NORM = 4000, 4000, 10.0**6
FARTHEST = 40.0
"""Thresholds further from 0 are not looked at in floats."""
HUBS = 14
"""Hubs that are tried."""


@dataclass(frozen=True)
class ShuffledRun:
    """``epochs`` passes over batches with the shares ``weights`` of the records; those that are missing to 1 are not used in an epoch.

    A record moves a step by ``hit`` = s at most, steps are ``contraction``-Lipschitz, at most 1, and ``sides`` says what the other run has.
    The order is drawn ``once`` for all epochs, or afresh for each.
    """

    epochs: int
    weights: tuple[fmpq, ...]
    hit: fmpq
    contraction: fmpq = fmpq(1)  # noqa: RUF009 - an immutable number
    sides: Sides = "replaced"
    once: bool = False

    def square(self, place: int, *, hub: int | None = None) -> fmpq:
        """mu^2, rounded up where steps contract, for hits at the last step of every earlier epoch and at a step of the last one.

        Where one order serves all epochs the hits of earlier ones are at the same place.
        These are 2s for a record that is replaced and s else, counted from 1; with a ``hub`` there is one more hit there, and the one at
        the place is 2s.
        """
        length, one = len(self.weights), 2 if self.sides == "replaced" else 1
        back = length - place if self.once else 0
        hits = [(length * k - back, one) for k in range(1, self.epochs)]
        hits += [(length * (self.epochs - 1) + place, one)] if hub is None else [
            (length * (self.epochs - 1) + hub, one), (length * (self.epochs - 1) + place, 2)]
        if self.contraction == 1:
            heights = [0, *accumulate(height for _, height in hits)]
            corners = [(step - 1, height) for (step, _), height in zip(hits, heights, strict=False)]
            return self.hit**2 * string_square([(0, 0), *corners, (length * self.epochs, heights[-1])])
        return self.hit**2 * self._contracted([(length * self.epochs - step + 1, height) for step, height in hits])

    def _contracted(self, hits: Sequence[tuple[int, int]]) -> fmpq:
        """The least sum of squared shares for hits of some distances to the end, the last step having distance 1, in units of s.

        With A = c^(j-1) a_j for the share at distance j and c^(d-1) for a hit at distance d, sums from the end have to be at least those of
        the hits, and cost their squared slopes over the sums of c^(2(j-1)). Heights are rounded up and widths down, which costs more.
        """
        across = height = fmpq(0)
        corners, before = [(across, height)], 0
        with working_precision(2 * DYADIC):
            c = arb(self.contraction)
            oldest = max(math.floor(FAINT * math.log(2) / -math.log(float(c))), 1) if 0 < c < 1 - fmpq(1, 2**40) else 1 if c == 0 else 2**40
            for distance, size in ((min(d, oldest), size) for d, size in reversed(hits)):
                width = (c ** (2 * before) - c ** (2 * distance)) / (1 - c * c)  # the sum of c^(2(j-1)) from one hit to the next
                across, before = across + floor_to(lower_end(width), DYADIC), distance
                height -= size * floor_to(-upper_end(c ** (distance - 1)), DYADIC)
                corners.append((across, height))
        return string_square([(across - x, height - y) for x, y in reversed(corners)])


def string_square(corners: Sequence[tuple[Width, Width]]) -> fmpq:
    """The sum of squared slopes of the greatest convex function from the first corner to the last one that lies below all.

    >>> string_square([(0, 0), (2, 0), (4, 1)]), string_square([(0, 0), (1, 0), (2, 1), (4, 2)])
    (1/2, 4/3)
    """
    first = [next(same) for _, same in groupby(corners, key=lambda corner: corner[0])]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(first)]
    kept = pool(steps, lambda p, q: p[1] * q[0] >= q[1] * p[0], lambda p, q: (p[0] + q[0], p[1] + q[1]))
    return sum((fmpq(rise) ** 2 / width for width, rise in kept), fmpq(0))


@dataclass(frozen=True)
class HiddenPlaces:
    """``upper`` is a guarantee for epsilon at ``delta``, by the ``hub``; 0 for the mean over a place that is revealed."""

    delta: Fraction
    upper: Fraction
    hub: int


@dataclass(frozen=True)
class _Hub:
    """The hub with its weight, mu_h, and for every later place its weight, mu_i and mu*_i."""

    place: int
    weight: fmpq
    norm: arb
    later: tuple[tuple[fmpq, arb, arb], ...]

    @classmethod
    def of(cls, run: ShuffledRun, place: int, alone: Sequence[arb]) -> _Hub:
        later = tuple((run.weights[i - 1], alone[i - 1], arb(run.square(i, hub=place)).sqrt())
                      for i in range(place + 1, len(run.weights) + 1))
        return cls(place, 1 - sum(run.weights[place:], fmpq(0)), alone[place - 1], later)

    def first(self, t: arb, gamma: arb) -> arb:
        """What the places up to the hub give."""
        return self.weight * (tail(t - self.norm) - gamma * tail(t))

    def others(self, t: arb, level: arb, gamma: arb) -> arb:
        """What the later places give."""
        total = arb(0)
        for weight, norm, both in self.later:
            at = (level / norm + norm / 2).max(t + norm - both)
            total += weight * (tail(at - norm) - gamma * tail(at))
        return total

    def slope(self, t: arb, level: arb, gamma: arb) -> arb:
        """The derivative of both together in t, on a ball."""
        total = self.weight * _fall(t, self.norm, gamma)
        for weight, norm, both in self.later:  # where the maximum is the first, this is 0
            total += weight * _fall((level / norm + norm / 2).max(t + norm - both), norm, gamma)
        return total

    def holds(self, level: fmpq, delta: fmpq) -> bool:
        """Whether the supremum over t is certainly below ``delta``."""
        with working_precision(BITS):
            eps, gamma = arb(level), arb(level).exp()
            top = dyadic(float(eps / self.norm + self.norm / 2)) + fmpq(1, 2**20)  # beyond, all falls
            starts = [float(eps / norm - norm / 2 + both) for _, norm, both in self.later]
            low = min(dyadic(min(starts, default=float(top))) - fmpq(1, 2**20), top - 1)
            peak = eps / self.norm + self.norm / 2
            if not all(low + norm - both <= eps / norm + norm / 2 for _, norm, both in self.later):
                return False
            parts, later = [(low, top)], lru_cache(maxsize=None)(lambda t: self.others(arb(t), eps, gamma))
            for _ in range(MOST_PARTS):
                if not parts:
                    return True
                a, b = parts.pop()
                first = self.first(arb(b) if arb(b) <= peak else peak, gamma)
                if first + later(a) < delta:
                    continue
                middle, half = (a + b) / 2, (b - a) / 2
                value = self.first(arb(middle), gamma) + later(middle)
                if value + half * abs(self.slope(arb(middle) + arb(0, upper_end(arb(half))), eps, gamma)) < delta:
                    continue
                if value >= delta:
                    return False
                parts += [(a, middle), (middle, b)]
        return False


def _fall(x: arb, norm: arb, gamma: arb) -> arb:
    """The derivative of tail(x - norm) - gamma tail(x), which is 0 at log(gamma)/norm + norm/2 and positive before."""
    return (-x * x / 2).exp() * (gamma - (norm * x - norm * norm / 2).exp()) / (2 * arb.pi()).sqrt()


def hidden_places(run: ShuffledRun, delta: fmpq, digits: int = 4) -> HiddenPlaces:
    """The least epsilon of some digits at which delta is certified, by the best of the hubs that are tried.

    >>> found = hidden_places(ShuffledRun(1, (fmpq(1, 4),) * 4, fmpq(1, 2)), fmpq(1, 1000))
    >>> 2 < found.upper < 3.5
    True

    Raises :class:`~pabisym.errors.Undecided` where a run has too many batches or epochs.
    """
    count, alone = len(run.weights), _norms(run)
    if not all(one < MOST_NORM for one in alone) or not any(one > 1 / MOST_NORM for one in alone):
        raise Undecided(f"the norm of the uses of a record is above {MOST_NORM:g} units of noise, or below {1 / MOST_NORM:g}")
    hubs = {min(max(count - round(count * (k / HUBS) ** 2), 1), count) for k in range(HUBS + 1)}  # more of them near the end
    seen = [0] if run.once else [hub for hub in sorted(hubs) if alone[hub - 1] > 1 / MOST_NORM]
    place, level = 0, math.inf
    for one in sorted(seen, key=lambda hub: abs(4 * hub - 3 * count)):  # the best one is often there, and others are soon left
        found = _about(run, one, alone, float(delta), level)
        place, level = (one, found) if found < level else (place, level)
    if level == math.inf:
        raise Undecided("no hub was found at which a use of the record is seen")
    hub = _Hub.of(run, place, alone) if place else None
    epsilon = certified_near(level, digits, lambda one: _mean_holds(run, alone, one, delta) if hub is None else hub.holds(one, delta))
    return HiddenPlaces(to_fraction(delta), outward(epsilon, up=True), place)


def hub_holds(run: ShuffledRun, hub: int, epsilon: fmpq, delta: fmpq) -> bool:
    """Whether a hub certainly gives at most ``delta`` at an epsilon >= 0.

    Raises :class:`~pabisym.errors.Undecided` for runs that are too long.
    """
    alone = _norms(run)
    if not (hub == 0 if run.once else 0 <= hub <= len(alone)) or epsilon < 0:
        return False
    if hub == 0:
        return _mean_holds(run, alone, epsilon, delta)
    return _Hub.of(run, hub, alone).holds(epsilon, delta)


def _norms(run: ShuffledRun) -> list[arb]:
    """mu_i for every place; raises :class:`~pabisym.errors.Undecided` where a run has too many batches or epochs."""
    if len(run.weights) > MOST_BATCHES or run.epochs > MOST_EPOCHS:
        raise Undecided(f"more than {MOST_BATCHES} batches or {MOST_EPOCHS} epochs are not looked at")
    with working_precision(BITS):
        return [arb(run.square(i)).sqrt() for i in range(1, len(run.weights) + 1)]


def _mean_holds(run: ShuffledRun, alone: Sequence[arb], epsilon: fmpq, delta: fmpq) -> bool:
    """Whether the mean over the place of the record, by the joint convexity of E_gamma, is certainly at most ``delta``."""
    with working_precision(BITS):
        gamma, total = arb(epsilon).exp(), arb(0)
        for weight, norm in zip(run.weights, alone, strict=True):
            total += weight * (tail(epsilon / norm - norm / 2) - gamma * tail(epsilon / norm + norm / 2)) if norm > 0 else 0
        return bool(total <= delta)


def _about(run: ShuffledRun, place: int, alone: Sequence[arb], delta: float, known: float) -> float:
    """About the epsilon that a hub gives, in floats; infinite where it is not less than one that is known."""
    import numpy as np
    from scipy.special import ndtr

    norms = np.array([float(one) for one in alone[place:]])
    both = np.array([math.sqrt(float(run.square(i, hub=place))) for i in range(place + 1, len(run.weights) + 1)]) if place else norms
    weights, norm = np.array([float(w) for w in run.weights[place:]]), float(alone[max(place - 1, 0)])
    share = 1 - float(sum(run.weights[place:], fmpq(0)))

    def most(level: float) -> float:
        if not place:
            first = ndtr(norms / 2 - level / norms) - math.exp(min(level, 600.0)) * ndtr(-level / norms - norms / 2)
            return float(first @ weights)
        gamma, peak = math.exp(min(level, 600.0)), level / norm + norm / 2
        low = min([*(level / norms + norms / 2 - norms + both), peak - 1])
        t = np.linspace(max(low, -FARTHEST), max(min(peak, FARTHEST), 1 - FARTHEST), 240)
        at = np.maximum((level / norms + norms / 2)[None, :], t[:, None] + (norms - both)[None, :])
        found = share * (ndtr(norm - t) - gamma * ndtr(-t)) + (ndtr(norms - at) - gamma * ndtr(-at)) @ weights
        return float(found.max())

    if known < math.inf and most(known) > delta:
        return math.inf
    low, high = doubled_until(lambda level: level >= 1e6 or not most(level) > delta, 0.0, 1.0)
    return turning_point(lambda level: most(level) > delta, low, high, (high - low) / 2**26)[1]
