"""Lower bounds on epsilon of a training run, also in a bounded domain and for strongly convex losses: runs on the line.

All examples but one have the loss kappa w^2/2, the one in question own w^2/2 - K w, in the neighbouring data set with +K w (``replace``) or
nothing in its place.  A step is w -> c w + noise with c = 1 - eta kappa, or w -> c' w + u + noise with c' = 1 - eta (kappa (B - 1) + own)/B
and u = eta K/B where the example is used.  So the iterates are Gaussian, given where it is used, as long as they stay within a radius R of
the start:

* where all iterates are seen of batches in a fixed order, so are the increments, and the run composes its uses;
* where it is not seen in which step the example was used, for a new order in every epoch and for batches of a fixed size, the sum of all
  increments less (c - 1) times the iterates is taken.  It is the sum of b_j (noise of step j, and u if it is a use) where b_T = 1 and
  b_(j-1) - 1 = c_j (b_j - 1) + (c_j - c), c_j the factor of step j: so 1 <= b_j, and the b_j - 1 of k uses add up to at most
  k (c' - c)/(1 - c'), each of them to at most one such quotient.  The mean is u k at least, and the variance between those of b_j = 1 and
  that;
* the last iterate of batches in an order has as its mean u times the sum over the uses, and as its variance that of a noise times the sum
  over all steps, of the products of the factors that come after, or of their squares.  For a new order in every epoch own is kappa or 0,
  and each use is moved to the beginning of its epoch, which makes the means of half-lines no more different;
* for the last iterate of batches of a fixed size own is kappa and the mean is random; every weight is rounded down to a grid, which brings
  the means nearer again.

Where gradients are at most C long, K = C - own R and kappa R <= C: within R the losses keep to that, and beyond it they go on linearly,
or the domain ends.  So own is the least curvature that losses may have, and kappa keeps the runs within R.  The probability that a run
ever leaves R is bounded by a sum of tails over the steps, and counted: it is kept below a hundredth of delta, so that an epsilon of the
free pair at 101/100 delta is one of the run at delta.  Strongly convex losses on an unbounded domain have no bounded gradients; there the
promise is that gradients of two examples differ by at most 2 C (or C), and K = C, own = kappa.

An example that is left out leaves its curvature out as well: own is 0 there.  Where the last batch of an epoch is a smaller one, those
in it are curved more; not in a new order in every epoch, where kappa is 0 then.  The curvature is searched for in floats, and the bound
is computed in balls for the one that was found.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from pabisym.accounting.lower.linear import binomial_weights, geometric_sum, highest_level, linear_epsilon
from pabisym.accounting.training import accountant_epsilon
from pabisym.lang.rational import power_of_two, rational, short_number
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.enclosure import Enclosure, between, lower_end
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.spec.configuration import (
    ADD_REMOVE,
    ALL,
    AVERAGE,
    CYCLIC,
    FIXED_SIZE,
    FULL,
    LAST,
    POISSON,
    REPLACE,
    SHUFFLED,
    STRONGLY_CONVEX,
    Configuration,
)

DIGITS = 8
BITS = 160
TRIED = 48
"""Curvatures that are tried."""
LEAVES = fmpq(1, 100)
"""Of delta, what leaving the radius may cost."""
MOST = 40
"""Largest epsilon for which leaving is counted; beyond it no bound is given."""
SHARES = (1, 4, 16, 64)
"""What the guarantee is divided by for a level up to which leaving is counted: the lower it is, the less room is needed."""
GRID = 20_000
"""Points of the grid of means for batches of a fixed size."""
LONGEST = 20_000
"""Most steps that are looked back for these."""
ACCOUNT_DIGITS = 6
"""Those of the accountant's row, so that it is asked once."""
MOST_USES = 4000
"""Most numbers of uses that are told apart."""
FREE = ("gradients of two examples differ by at most 2 C (C for one that is left out), as no strongly convex loss has short gradients "
        "everywhere")
SMALLER = "the domain may be any convex set of at most this diameter"


@dataclass(frozen=True)
class Lower:
    """``epsilon`` encloses what some pair of runs gives, its lower end is certified; ``by`` says which pair, ``promise`` what it needs."""

    epsilon: Enclosure
    by: str
    promise: str = ""

    @property
    def least(self) -> Fraction:
        """The lower bound on the true epsilon."""
        return Fraction(self.epsilon.lower)


def quadratic_lower(run: Configuration, most: Fraction) -> Lower | None:
    """The best of these pairs for a run, leaving counted up to the level ``most`` or a part of it; None where none is covered.

    Not covered are averages, momentum, weight decay, Poisson batches of losses that are not linear, and runs without a learning rate or,
    for losses that are not linear, a smoothness.
    """
    if run.release == AVERAGE or run.momentum != 0 or run.weight_decay != 0 or run.learning_rate is None or most > MOST:
        return None
    ordered = run.sampling in (FULL, CYCLIC, SHUFFLED)
    kinds = [run, run.changed(release=LAST)] if ordered and run.release == ALL else [run]
    with working_precision(BITS):
        found = [_certified(pair, cap) for one in kinds for share in (SHARES if ordered else SHARES[:1])
                 for cap in (most / share,) for pair in _best(one, cap)]
    known = [one for one in found if one is not None]
    return max(known, key=lambda one: one.least) if known else None


@dataclass(frozen=True)
class _QuadraticPair:
    """One pair of runs, by the curvatures of the others' losses and of the one in question; ``summed``: told apart by the sum."""

    run: Configuration
    kappa: fmpq
    own: fmpq
    summed: bool = False

    @property
    def keeps(self) -> fmpq:
        """The factor c of a step."""
        return 1 - self.eta * self.kappa

    @property
    def used(self) -> fmpq:
        """The factor c' of a step that uses the example."""
        return self.keeps + self.eta * (self.kappa - self.own) / self.run.batch

    @property
    def eta(self) -> fmpq:
        """The learning rate."""
        return self.run.learning_rate if self.run.learning_rate is not None else fmpq(0)

    @property
    def free(self) -> bool:
        """Are gradients allowed to be long, so that nothing is left."""
        run = self.run
        return run.diameter is None and (run.loss == STRONGLY_CONVEX or self.kappa == 0)

    @property
    def uses(self) -> tuple[int, int]:
        """How many uses, and the steps from one to the next."""
        run = self.run
        if run.sampling == FULL:
            return run.steps, 1
        if run.sampling == CYCLIC:
            return run.uses, run.period
        return run.steps // run.period, run.period  # whole epochs: a broken one may not use the example

    def reached(self) -> arb:
        """In units of u, how far from the start the mean of an iterate may be."""
        run = self.run
        if run.sampling in (FIXED_SIZE, POISSON):
            return geometric_sum(arb(self.used), run.steps)
        count, apart = self.uses
        whole = geometric_sum(arb(self.used) ** apart, count)
        return whole + 1 if run.sampling == SHUFFLED else whole

    def spread(self) -> arb:
        """No less than the variance of any iterate in units of that of a noise."""
        return geometric_sum(arb(self.used) ** 2, self.run.steps)

    def last_spread(self) -> arb:
        """The variance of the last iterate of batches in an order, the example in the last step."""
        run, (_, apart) = self.run, self.uses
        whole, rest = divmod(run.steps, apart)
        keep = self.used * arb(self.keeps) ** (apart - 1)
        found = arb(0) if whole == 0 else self._epoch(apart) * geometric_sum(keep**2, whole)
        return found + (keep ** (2 * whole) * self._epoch(rest) if rest else 0)

    def _epoch(self, count: int) -> arb:
        """What the last steps of an epoch add to the variance: the last one uses the example."""
        return 1 + arb(self.used) ** 2 * geometric_sum(arb(self.keeps) ** 2, count - 1)

    def left(self, most: Fraction) -> fmpq | None:
        """K/C, rounded down; None where the runs do not stay within a radius that they may have."""
        run = self.run
        if self.free:
            return fmpq(1)
        y = _deviations(run, most)
        deviation, unit = run.deviation, self.eta * run.clip / run.batch
        if deviation is None or y is None:
            return None
        noise = arb(deviation) * self.spread().sqrt() * arb(y)
        slope, pull = arb(unit) * self.reached(), arb(self.own) / arb(run.clip)
        share = (1 - pull * noise) / (1 + pull * slope)  # K/C = 1 - pull R with R = slope K/C + noise
        if not share > 0:
            return None
        found = _cut(share)
        radius = slope * arb(found) + noise
        if found <= 0 or not arb(found) + pull * radius <= 1 or not arb(self.kappa * (_stretch(run) or 1)) * radius <= arb(run.clip):
            return None
        return None if run.diameter is not None and not radius <= arb(run.diameter) / 2 else found

    def mu_squared(self, left: fmpq) -> arb:
        """For batches in an order."""
        run = self.run
        count, apart = self.uses
        jump = arb((run.ratio * left) ** 2)
        if run.release == ALL and run.sampling != SHUFFLED:
            return jump * run.uses
        if self.summed:
            return jump * count**2 / (run.steps + self.more(count + 1))
        if run.sampling != SHUFFLED:
            return jump * geometric_sum(self.used * arb(self.keeps) ** (apart - 1), count) ** 2 / self.last_spread()
        after = run.steps - (count - 1) * apart - 1
        weight = geometric_sum(arb(self.keeps) ** apart, count) * arb(self.keeps) ** after
        return jump * weight**2 / self.spread()

    def more(self, count: int) -> arb:
        """By how much the variance of the sum of so many uses may exceed that of the noises, in units of that of one."""
        if self.used == self.keeps:
            return arb(0)
        each = arb((self.used - self.keeps) / (1 - self.used))
        return each * count * (2 + each)

    def describe(self, left: fmpq) -> str:
        """In a sentence."""
        if self.kappa == 0:
            shape = "linear losses"
        elif self.own == self.kappa:
            shape = f"quadratic losses of curvature {short_number(self.kappa, 3)}"
        else:
            one = f"one of curvature {short_number(self.own, 3)}" if self.own != 0 else "a linear one"
            shape = f"{one} among quadratic losses of curvature {short_number(self.kappa, 3)}"
        inside = "" if self.free else " that keep to the domain" if self.run.diameter is not None else ", linear far from the start"
        less = "" if left == 1 else f", {short_number(left, 3)} of the gradient left for the example"
        return f"{shape}{inside}{less}{', by the sum of the increments' if self.summed else ''}"

    @property
    def promise(self) -> str:
        """What the pair needs beside the words of the run."""
        if self.free:
            return FREE if self.run.loss == STRONGLY_CONVEX else ""
        return SMALLER if self.run.diameter is not None and self.run.loss == STRONGLY_CONVEX else ""


def _deviations(run: Configuration, most: Fraction) -> fmpq | None:
    """How many standard deviations y of room are needed: 2 T tail(y) (1 + e^epsilon) is at most a hundredth of delta."""
    room = arb(LEAVES) * arb(run.delta) / (2 * run.steps * (1 + arb(rational(most, "epsilon")).exp()))
    for quarter in range(4, 200):
        if tail(arb(fmpq(quarter, 4))) <= room:
            return fmpq(quarter, 4)
    return None


def _stretch(run: Configuration) -> fmpq | None:
    """By how much those in a smaller last batch are curved more than the others, so that it forgets alike; None where there is no number.

    Sums over a batch are divided by B: with B' - 1 others, or B' of them, the sum of their curvatures has to be kappa (B - 1), or kappa B.
    """
    rest = run.examples % run.batch
    if run.sampling == POISSON or (rest and (run.sampling != CYCLIC or rest == 1)):
        return None
    return fmpq(run.batch - 1, rest - 1) if rest else fmpq(1)


def _curvatures(run: Configuration) -> Iterator[fmpq]:
    """Of the others: from the least one that losses may have to the largest, those of few digits; 0 among them where it may be."""
    smooth = run.smoothness
    low = run.strong_convexity if run.loss == STRONGLY_CONVEX else fmpq(0)
    stretch = _stretch(run)  # None: steps forget by chance, or by the size of the last batch
    whole = stretch is not None and not (run.sampling == FIXED_SIZE and run.adjacency == ADD_REMOVE)
    if stretch != 1 and run.loss == STRONGLY_CONVEX and run.diameter is None:
        whole = False  # where gradients are long all curvatures are the same
    if low == 0 or whole:
        yield low
    if smooth is None or not whole or stretch is None:
        return
    top = min(smooth / stretch, 1 / run.learning_rate) if run.learning_rate is not None else smooth / stretch
    start = max(low, top / 1000)
    for k in range(TRIED):
        kappa = _cut(arb(start) * (arb(top) / arb(start)).root(TRIED - 1) ** k)
        if low < kappa <= smooth / stretch:
            yield kappa
    if low < top:
        yield top


def _pairs(run: Configuration) -> Iterator[_QuadraticPair]:
    """The pairs of a run: for each curvature of the others the least one of the example, or the same one."""
    low = run.strong_convexity if run.loss == STRONGLY_CONVEX else fmpq(0)
    unseen = run.release == ALL and run.sampling in (SHUFFLED, FIXED_SIZE)
    for kappa in _curvatures(run):
        free = run.diameter is None and run.loss == STRONGLY_CONVEX
        owns = {kappa} if free else {low} if run.sampling in (FULL, CYCLIC) else {low, kappa}
        for own in sorted(owns):
            if own != 0 and run.adjacency != REPLACE:
                continue
            if unseen:
                yield _QuadraticPair(run, kappa, own, summed=True)
            if own == kappa or run.sampling in (FULL, CYCLIC):
                yield _QuadraticPair(run, kappa, own)


def _best(run: Configuration, most: Fraction) -> Iterator[_QuadraticPair]:
    """The pairs with the largest means, by a rough number: one for batches in an order, a few for drawn ones."""
    rated = list[tuple[float, _QuadraticPair]]()
    for pair in _pairs(run):
        left = pair.left(most)
        if left is None or (run.sampling == SHUFFLED and pair.uses[0] == 0):
            continue
        if run.sampling in (FIXED_SIZE, POISSON):  # mean shift of the uses, and what the last one alone tells
            rate = float(run.rate)
            weight = rate * float(pair.reached()) if run.release == LAST else 1.0
            spread = float(pair.spread()) if run.release == LAST else 1.0
            rated.append((float(left) * weight / math.sqrt(spread), pair))
        else:
            rated.append((float(pair.mu_squared(left)), pair))
    rated.sort(key=lambda one: -one[0])
    if run.sampling in (FIXED_SIZE, POISSON):
        for summed in (False, True):
            yield from [pair for _, pair in rated if pair.summed == summed][:2 if run.release == LAST else 1]
    else:
        yield from (pair for _, pair in rated[:1])


def _certified(pair: _QuadraticPair, most: Fraction) -> Lower | None:
    run, left = pair.run, pair.left(most)
    if left is None:
        return None
    delta = run.delta if pair.free else run.delta * (1 + LEAVES)
    cap = rational(most, "epsilon")
    if pair.summed and (pair.used != pair.keeps or run.sampling == FIXED_SIZE):
        level = _summed(pair, left, delta)
        found = None if level is None else between(level, level, DIGITS, 0)
    elif run.sampling in (FULL, CYCLIC, SHUFFLED):
        squared = lower_end(pair.mu_squared(left))
        found = gdp_epsilon(squared, delta, DIGITS) if squared > 0 else None
    else:
        found = _random(pair, left, delta)
    if found is None:
        return None
    if not pair.free and Fraction(found.lower) > most:
        found = between(cap, cap, DIGITS, 0)
    return Lower(found, pair.describe(left), pair.promise)


def _random(pair: _QuadraticPair, left: fmpq, delta: fmpq) -> Enclosure | None:
    """The epsilon of the pair of mixtures, for batches that are drawn."""
    run = pair.run
    linear = run.changed(noise_multiplier=run.noise_multiplier / left, delta=delta, diameter=None, strong_convexity=fmpq(0))
    if not pair.free:  # all others have the gradient kappa w: where they have another part, as the worst pairs have, runs drift away
        linear = linear.changed(sampling=POISSON)
    if run.release == ALL:
        found = accountant_epsilon(linear, ACCOUNT_DIGITS)
        return None if isinstance(found, str) else found.interval
    if pair.kappa == 0:
        return linear_epsilon(linear)
    return _drawn(pair, left, delta)


def _summed(pair: _QuadraticPair, left: fmpq, delta: fmpq) -> fmpq | None:
    """A level that half-lines of the sum of increments show to be too low: about the largest one."""
    run = pair.run
    if run.sampling == FIXED_SIZE:
        found = binomial_weights(run.steps, run.rate, MOST_USES)
        if found is None:
            return None
        uses, weights = found
    else:
        uses, weights = range(pair.uses[0], pair.uses[0] + 1), [arb(1)]
    unit = left / run.noise_multiplier  # u over the deviation of a noise
    other = -1 if run.adjacency == REPLACE else 0
    broken = 1 if run.sampling == SHUFFLED and run.steps % run.period else 0  # another use there brings P further, and Q
    places, more = [unit * k for k in uses], [pair.more(k + broken) for k in uses]
    return half_line(weights, places, [(arb(run.steps), run.steps + one) for one in more], [other * place for place in places], delta)


def half_line(weights: Sequence[arb], places: Sequence[fmpq], variances: Sequence[tuple[arb, arb]], others: Sequence[fmpq],
              delta: fmpq) -> fmpq | None:
    """A level e with P(S) > e^e Q(S) + delta for some half-line S, about the largest one; None where none is found.

    P is the mixture of normal laws around ``places``, Q of those around ``others``, with the ``weights``, of which Q has the rest as well;
    each has any mean at least as large, or as small, and any variance between two ends.
    """
    import numpy as np
    from scipy.special import log_ndtr

    masses, means, away = (np.array([float(one) for one in each]) for each in (weights, places, others))
    low, high = (np.sqrt([float(each[side]) for each in variances]) for side in (0, 1))
    edges = np.linspace(max(0.0, float(means.max())), float(means.max()) + 9 * float(high.max()), 600)
    with np.errstate(all="ignore"):
        near = np.exp(log_ndtr((means[None, :] - edges[:, None]) / low)) @ masses
        far = np.exp(log_ndtr((away[None, :] - edges[:, None]) / high)) @ masses
    about, place = highest_level(near, far, float(delta))
    if about == 0:
        return None
    edge = fmpq(math.ceil(float(edges[place]) * 2**24) + 1, 2**24)
    if not all(one <= edge for one in places):
        return None
    roots = [(one.sqrt(), two.sqrt()) for one, two in variances]
    first = sum((w * tail((edge - one) / root) for w, one, (root, _) in zip(weights, places, roots, strict=True)), arb(0))
    second = sum((w * tail((edge - one) / root) for w, one, (_, root) in zip(weights, others, roots, strict=True)), arb(0))
    second += 1 - sum(weights, arb(0))
    return _certain_level(about, first, second, delta)


def _certain_level(about: float, first: arb, second: arb, delta: fmpq) -> fmpq | None:
    """A level a little below ``about`` that chances of at least ``first`` and at most ``second`` show to be too low; None where none is."""
    for loss in (1e-7, 1e-5, 1e-3, 1e-1):
        level = fmpq(math.floor(about * (1 - loss) * 2**30), 2**30)
        if level > 0 and first - arb(level).exp() * second > arb(delta):
            return level
    return None


def _drawn(pair: _QuadraticPair, left: fmpq, delta: fmpq) -> Enclosure | None:
    """The last iterate of contracting runs on batches of a fixed size, for replaced examples: sums of weights that are drawn.

    Means are rounded down, and steps before the last ones are left out: both bring P and its mirror image nearer.
    """
    run, keeps = pair.run, pair.keeps
    if run.sampling != FIXED_SIZE or run.adjacency != REPLACE or not 0 < keeps < 1:
        return None
    import numpy as np
    from scipy.special import log_ndtr

    log = math.log(float(keeps)) or -float(1 - keeps)  # floats do not tell all factors from 1
    far = math.ceil(math.log(1e-6) / log)
    back = min(run.steps, far)
    if back > LONGEST:
        return None
    weights = [float(keeps) ** k for k in range(back)]
    step = _cut(arb(sum(weights)) / GRID)
    grid, places = float(step), [0] * back
    with working_precision(BITS):
        for k in range(back):
            exact = arb(keeps) ** k
            places[k] = int(weights[k] / grid)
            if not arb(step) * places[k] <= exact:
                places[k] = max(0, places[k] - 1)
            if not arb(step) * places[k] <= exact:
                return None
    rate = float(run.rate)
    masses = np.zeros(sum(places) + 1)
    masses[0] = 1.0
    for place in places:
        moved = np.zeros_like(masses)
        moved[place:] = masses[:len(masses) - place]
        masses = (1 - rate) * masses + rate * moved
    unit = run.ratio / 2 * left  # K eta/B over the deviation of a noise
    deviation = math.sqrt(float(pair.spread()))
    means = np.arange(len(masses)) * grid * float(unit)
    kept = masses > 1e-40
    means, masses = means[kept], masses[kept]
    edges = np.linspace(0, float(means[-1]) + 10 * deviation, 400)
    with np.errstate(all="ignore"):
        near = np.exp(log_ndtr((means[None, :] - edges[:, None]) / deviation)) @ masses
        away = np.exp(log_ndtr((-means[None, :] - edges[:, None]) / deviation)) @ masses
    about, place = highest_level(near, away, float(delta))
    if about == 0:
        return None
    edge = fmpq(round(float(edges[place]) * 2**20), 2**20)
    root, one = pair.spread().sqrt(), arb(step) * arb(unit)
    slack = arb(2) ** -30  # far more than the relative rounding of these sums of positive floats, 4 back 2^-53
    indices = np.nonzero(kept)[0]
    first = sum((arb(float(w)) * tail((edge - one * int(k)) / root) for k, w in zip(indices, masses, strict=True)), arb(0)) * (1 - slack)
    second = sum((arb(float(w)) * tail((edge + one * int(k)) / root) for k, w in zip(indices, masses, strict=True)), arb(0)) * (1 + slack)
    second += arb(len(kept)) * arb(10) ** -39 * tail(arb(edge) / root)  # what was left out, and what floats lose at 0
    level = _certain_level(about, first, second, delta)
    return None if level is None else between(level, level, DIGITS, 0)


def _cut(value: arb) -> fmpq:
    """A number of few digits that is at most a positive ball."""
    low = lower_end(value)
    if low <= 0:
        return fmpq(0)
    unit = power_of_two(max(0, 24 - math.floor(math.log2(float(low)))))
    return fmpq((low * unit).p // (low * unit).q) / unit
