"""Hidden subsets: the last iterate where every step takes a fresh subset of a fixed size, and a record is replaced.

Lengths are in units of the noise of a step. Every step moves by a nonexpansive map, a step that uses the record by up to s = 1/z further,
and uses have the probability q = batch/examples, independently. Let mu(B) be the norm of the taut string of hits 2s at the steps of B.

Theorem. For gamma >= 1, in both directions and for every increasing function r of the pattern with mean at most 1 and gamma r >= 1,
E_gamma(P, Q) is at most the mean over B of E_(gamma r(B))(N(mu(B), 1), N(0, 1)).

Proof. Let B' be contained in B. Given B, draw at each step of B one record less, at the others a whole batch, among the records that both
data sets have. P with the pattern B adds the record at the steps of B; Q with the pattern B' adds at those of B' the other record, at the
rest of B a random one, which makes its batch a uniform one. So the two differ by hits of at most 2s at B, and P_B is mu(B)-GDP to Q_B'.
Let r have the mean 1 (a smaller one only gives more), draw B with the chances r pi instead of pi, and keep a use with the probability q
over its chance given the earlier steps. As r increases, that chance is q E(r | a use)/E(r | either) >= q; so B' is contained in B, and
given the past a step is in B' with probability q: B' has the law pi (in Coq in ``Subsets.v``). Then P is the mean of P_B over the pairs
(B, B') with B drawn by pi, Q that of Q_B' over the same pairs with B drawn by r pi, and ``pabisym/hidden-subsets``, which the kernel
replays, says the rest.

A law that is stochastically larger than that of mu(B) may stand for it: with a uniform number U drawn beside B, the quantile of that law
at the rank of mu(B), ties broken by U, increases in B and is at least mu(B), and given U the pairs are those above.

Best is gamma r = exp(m t - m^2/2) with m = min(mu, t), for one number t.

The law of mu^2 is exact. Seen from the end, the shares that pay all hits at the least sum of squares are the slopes of the least concave
function above the number of hits in the last d steps, from the origin; mu^2 = 4 s^2 V with V the sum over its faces of (hits)^2/length.
Let steps be exchanged at random. A division of T steps into sets with different means is that into faces for product of (k - 1)! orders of
time, k the sizes of the sets: faces come in the order of their means, and of the k! orders within a face one in each cycle of rotations
stays below the chord. As many permutations have these sets as their cycles (Spitzer 1956). Uses are exchangeable, and where means are
equal V does not depend on how faces are cut. So V has the law of the sum over the cycles of a uniform permutation of T of S^2/length,
with S binomial for each cycle and independent. The cycle of one element has any length from 1 to T with the same probability, so that
the law W_n for n steps is the mean over d = 1, ..., n of that of S_d^2/d plus an independent one of W_(n - d).

W_n grows with n, as older steps only add hits. So lengths, and numbers that are left, may be taken up to the next one of a few, atoms up to
the next place. Transforms on a circle of places turn sums into products, n W_n = sum of L_d W_(n - d), of chances times e^(tilt place), so
that errors fall where places are large. What is bounded of the errors, beside what :mod:`pabisym.accounting.composition` says of one
transform: those of the laws L_d, of their sums over classes of lengths, and of the products, as another such recursion in numbers that are
not negative, and in every chance. What lies beyond the circle comes back as something more at its begin, and by Chernoff's bound is lost.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from flint import arb, fmpq

from pabisym.accounting.accountant import certified_near, outward
from pabisym.accounting.composition import TRANSFORM, check_transform, inner
from pabisym.accounting.curves import geometric
from pabisym.accounting.grid import ROUNDING
from pabisym.accounting.hidden.hits import equal_hits
from pabisym.errors import Undecided
from pabisym.lang.budget import poll
from pabisym.lang.once import cached_property
from pabisym.lang.rational import dyadic, to_fraction
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.numerics.search import doubled_until, turning_point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_Number = TypeVar("_Number", np.float64, np.complex128)
BITS = 96
CELLS, COARSE = 8192, 128
"""Places for squared norms, and how many where only their range is sought."""
COUNTS, LENGTHS, ROUGHLY = 500, 1500, 1 / 8
"""About how many numbers of steps have laws, how many lengths of cycles are told apart, and the least part of both on coarser grids."""
SPREAD, TILTS, FROM = 320.0, 26, 4
"""The largest tilt over the circle (floats hold the exponential of twice of it), how many are tried, and the part of all places beyond
which chances are to be exact."""
SMALL = 1e-7
"""Below this delta several tilts are taken, so that chances of larger places are as exact."""
CHUNK = 128
"""Frequencies that are looked at together."""
NEGLECTED = 1e-9
"""Of delta: chances of numbers of hits that are counted as lost."""
ENOUGH = 1e-3
"""Of delta, and of gamma: what squared norms beyond the grid may cost."""
RARE, FEWER = 1e-2, 256
"""Atoms that all together have less than RARE delta are moved up to FEWER places."""
MOST_STEPS = 200_000
MOST_HITS = 400
"""Expected number of hits with a law on the grid."""
DOUBLINGS = 24
MOST_BITS, MOST_THRESHOLD = 40, 1000
"""Of grids and thresholds that a certificate names."""


@dataclass(frozen=True)
class SubsetRun:
    """``steps`` nonexpansive steps that use the record with probability ``rate``, each with a ``hit`` 2s, in units of the noise."""

    steps: int
    rate: fmpq
    hit: fmpq


@dataclass(frozen=True)
class StringLaw:
    """Upper bounds ``chances[j]`` of the law of V after it was moved up to j 2^-``bits``; that of all larger values is at most ``lost``."""

    bits: int
    chances: tuple[float, ...]
    lost: float

    @cached_property
    def values(self) -> Array:
        """The values of V."""
        return np.arange(len(self.chances), dtype=np.float64) * 2.0**-self.bits


@dataclass(frozen=True)
class HiddenSubsets:
    """``upper`` is a guarantee for epsilon at ``delta``, by ratios with the threshold ``t`` and a law on a grid up to 2^-``bits``."""

    delta: Fraction
    upper: Fraction
    t: Fraction
    bits: int


def hidden_subsets(run: SubsetRun, delta: fmpq, digits: int = 4) -> HiddenSubsets:
    """The least epsilon of some digits at which delta is certified.

    >>> found = hidden_subsets(SubsetRun(100, fmpq(1, 50), fmpq(2)), fmpq(1, 10**5))
    >>> 3 < found.upper < 9
    True

    Raises :class:`~pabisym.errors.Undecided` where a run has too many steps or uses.
    """
    bits = -math.ceil(math.log2(run.steps * float(run.rate) ** 2 + 1 / 4))
    for _ in range(DOUBLINGS):  # the largest V on the grid is 2^-bits; none is larger than the number of steps
        if run.steps >> -min(bits, 0) == 0:
            break
        law = law_of(run, bits, delta, COARSE)
        if law.lost <= ENOUGH * float(delta):
            level, t = _about(law, float(run.hit), float(delta))
            if t * t / 2 + math.log(law.lost + 1e-300) <= math.log(ENOUGH) + level:
                break
        bits -= 1
    law = law_of(run, bits, delta)
    level, t = _about(law, float(run.hit), float(delta))
    epsilon = certified_near(level, digits, lambda one: holds(law, run.hit, one, delta, dyadic(t)))
    return HiddenSubsets(to_fraction(delta), outward(epsilon, up=True), Fraction(t), bits)


def law_of(run: SubsetRun, bits: int, delta: fmpq, size: int = CELLS) -> StringLaw:
    """The law of V of a run on a grid up to 2^-``bits``; raises :class:`~pabisym.errors.Undecided` for too many steps or uses."""
    if run.steps > MOST_STEPS or run.steps * run.rate > MOST_HITS or run.rate == 1:
        raise Undecided(f"more than {MOST_STEPS} steps or {MOST_HITS} uses, or a record in every batch, are not looked at")
    return string_law(run.steps, run.rate, bits + size.bit_length() - 1, size, max(float(delta) * NEGLECTED / run.steps, 1e-270))


@lru_cache(maxsize=16)
def string_law(steps: int, rate: fmpq, bits: int, size: int, share: float) -> StringLaw:
    """The law of V for a number of steps on ``size`` places that are 2^-``bits`` apart; numbers of hits of a chance below ``share`` are
    lost.

    >>> law = string_law(2, fmpq(1, 2), 1, 8, 1e-20)  # none; the older step; the last step; both, 1 each
    >>> [round(p, 6) for p in law.chances[:5]]
    [0.25, 0.25, 0.25, 0.0, 0.25]
    """
    fine = min(max(size / CELLS, ROUGHLY), 1)
    counts = _apart(steps, rate, fine * COUNTS)
    lengths = sorted({*_apart(steps, rate, fine * LENGTHS), *counts})
    cycles, rows, circle = _Cycles.of(lengths, rate, bits, size, share), _rows(counts, lengths), 5 << max((size - 1).bit_length() - 2, 1)
    lost = float(_recursion(rows, _sums(cycles.kept), [_sums(cycles.beyond)(row).sum() for row in rows])[-1])
    tilts = [SPREAD / circle * 2.0 ** (-k / 2) for k in range(TILTS)]
    means = _recursion(rows, _sums(np.stack([cycles.moment(tilt) for tilt in tilts], axis=1)))[-1] * (1 + 1e-9)
    finite = [(mean, tilt) for mean, tilt in zip(means.tolist(), tilts, strict=True) if math.isfinite(mean)]
    if not finite or lost >= 1:
        return StringLaw(bits, (), 1.0)
    exact = len(counts) == steps  # else numbers of steps are rounded up, so that sums of lengths exceed them
    most = (steps << max(bits, 0) >> max(-bits, 0)) + steps if exact else circle
    around = 0.0 if most < circle else min(mean * math.exp(-tilt * circle) for mean, tilt in finite)
    delta = share * steps / NEGLECTED
    apart = [one for one in finite if around * math.exp(one[1] * circle) <= delta] or finite[-1:]
    parts = (FROM,) if delta >= SMALL else (FROM, 2, 1)
    best = {min(apart, key=lambda one: one[0] * math.exp(-one[1] * size / part))[1] for part in parts}
    chances = np.min([_on_circle(rows, cycles, arb(tilt), circle) for tilt in sorted(best)], axis=0)
    lost = (lost + around + (0.0 if most < size else float(chances[size:].sum()))) * (1 + 1e-9)
    above = lost + np.cumsum(chances[size - 1 :: -1])[::-1] - chances[:size]
    kept = np.minimum(chances[:size], np.maximum(1 + 1e-10 - above, 0.0))  # what is more than 1 in all is taken from the least values
    return StringLaw(bits, tuple(kept.tolist()), lost)


def _apart(top: int, rate: fmpq, number: float) -> list[int]:
    """About so many numbers up to ``top``, the last one; those around r are a multiple of r/sqrt(1 + q r) apart."""
    q = float(rate)
    ends = [2 * root + math.log((root - 1) / (root + 1)) for root in (math.sqrt(1 + q), math.sqrt(1 + q * top))]
    share, found = (ends[1] - ends[0]) / number, [1]
    while found[-1] < top:
        found.append(min(top, found[-1] + max(1, int(share * found[-1] / math.sqrt(1 + q * found[-1])))))
    return found


@dataclass(frozen=True)
class _Cycles:
    """Cycles whose lengths are taken together: no more hits than in the longest, divided by the least length.

    ``kind``, ``place`` and ``chance`` are those of the atoms of S^2/length on the grid, ``times`` the numbers of lengths; ``kept`` and
    ``beyond`` are the chances of all atoms on the grid, and of what is not, times these.
    """

    times: Array
    kind: NDArray[np.int64]
    place: NDArray[np.int64]
    chance: Array
    kept: Array
    beyond: Array

    @classmethod
    def of(cls, lengths: Sequence[int], rate: fmpq, bits: int, size: int, share: float) -> _Cycles:
        kind, place, chance, beyond = list[int](), list[int](), list[float](), list[float]()
        for number, (before, most) in enumerate(pairwise([0, *lengths])):
            poll()
            law, least = equal_hits(most, rate, share), before + 1
            square = [-(-((hits * hits) << max(bits, 0)) // (least << max(-bits, 0))) for hits in law.places]
            inside = sum(one < size for one in square)
            kind += [number] * inside
            place += square[:inside]
            chance += law.values[:inside]
            beyond.append(math.fsum(law.values[inside:]) + float(law.lost) * (1 + 4 * ROUNDING))
        times = np.diff([0, *lengths]).astype(np.float64)
        kept = np.bincount(kind, chance, len(times))
        return cls(times, np.array(kind), np.array(place), np.array(chance), kept * times, np.array(beyond) * times)

    def moment(self, tilt: float) -> Array:
        """The means of e^(tilt place), times numbers of lengths."""
        return np.bincount(self.kind, self.chance * np.exp(tilt * self.place), len(self.times)) * self.times

    def transforms(self, tilt: arb, circle: int) -> tuple[NDArray[np.complex128], Array, Array]:
        """Transforms of the chances times e^(tilt place) and numbers of lengths on a circle of places, their sums, and bounds of the errors
        of the transforms.
        """
        beta, grown = TRANSFORM * circle.bit_length(), self.chance * self.times[self.kind] * geometric(-tilt, 0, circle)[self.place]
        count = len(self.times)
        found, mass, error = np.empty((count, circle // 2 + 1), np.complex128), np.empty(count), np.empty(count)
        ends = np.searchsorted(self.kind, np.arange(count + 1))
        for k, (low, high) in enumerate(pairwise(ends.tolist())):
            own: Array = np.bincount(self.place[low:high], grown[low:high], circle).astype(np.float64)
            none, own[0] = own[0], 0.0
            norm = math.sqrt(inner(own, own)) * (1 + circle * ROUNDING)
            found[k] = np.fft.rfft(own)
            check_transform(found[k], norm, circle, beta)
            found[k] += none
            mass[k], error[k] = none + own.sum(), 1.01 * beta * math.sqrt(circle) * norm
        return found, mass, error + 2 * ROUNDING * mass


@dataclass(frozen=True)
class _Row:
    """The first cycles of ``steps`` steps: those of the classes from ``bounds[i]`` up to ``bounds[i + 1]`` leave the number ``rests[i]``
    of the list of counts.  ``own``: the first of them leave as many as there were, by rounding.
    """

    steps: int
    rests: NDArray[np.int64]
    bounds: NDArray[np.int64]
    own: bool


def _rows(counts: Sequence[int], lengths: Sequence[int]) -> list[_Row]:
    """How the steps of every count are cut; a number that is left is taken up to the next count."""
    known, first, found = np.array([0, *counts]), np.array([1, *(d + 1 for d in lengths[:-1])]), list[_Row]()
    for k, n in enumerate(counts, 1):
        rest = np.searchsorted(known, n - first[: int(np.searchsorted(first, n, "right"))])
        begins = np.flatnonzero(np.diff(rest, prepend=-1))
        found.append(_Row(n, rest[begins], np.array([*begins, len(rest)]), bool(rest[0] == k)))
    return found


def _sums(classes: Array) -> Callable[[_Row], Array]:
    """The sums of numbers of classes that leave the same number of steps."""
    return lambda row: np.add.reduceat(classes[: row.bounds[-1]], row.bounds[:-1], axis=0)


def _differences(classes: NDArray[np.complex128]) -> Callable[[_Row], NDArray[np.complex128]]:
    """The same, by differences of the sums of all classes before, which are summed in blocks, so that few roundings meet."""
    width, shape = _width(len(classes)), classes.shape[1:]
    sums = np.zeros((width * width + 1, *shape), classes.dtype)
    sums[1 : len(classes) + 1] = classes
    blocks = sums[1:].reshape(width, width, *shape)
    np.cumsum(blocks, axis=1, out=blocks)
    blocks[1:] += np.cumsum(blocks[:-1, -1], axis=0)[:, None]
    return lambda row: np.diff(sums[row.bounds], axis=0)


def _width(count: int) -> int:
    return math.isqrt(count) + 1


def _recursion(rows: Sequence[_Row], parts: Callable[[_Row], NDArray[_Number]], sources: Sequence[float] | None = None) -> NDArray[_Number]:
    """The means over W_n for all counts n, from those over the atoms of a cycle that leave the same number; from ``sources`` alone, if
    there are any, else from 1 for n = 0.  Not finite where so much is left by rounding that they are not known.
    """
    table = np.zeros((len(rows) + 1, *parts(rows[0]).shape[1:]), parts(rows[0]).dtype)
    table[0] = sources is None
    for k, row in enumerate(rows):
        part = parts(row)
        own = int(row.own)
        whole = np.einsum("i...,i...->...", part[own:], table[row.rests[own:]]) + (0 if sources is None else sources[k])
        left = row.steps - own * part[0]
        table[k + 1] = np.where(4 * left.real > row.steps, whole / left, math.inf)
    return table


def _on_circle(rows: Sequence[_Row], cycles: _Cycles, tilt: arb, circle: int) -> Array:
    """Upper bounds of the chances of W on a circle of places, by transforms."""
    table, mass, error = cycles.transforms(tilt, circle)
    whole = np.concatenate([_recursion(rows, _differences(table[:, low : low + CHUNK]))[-1] for low in range(0, table.shape[1], CHUNK)])
    values = np.fft.irfft(whole, circle)
    parts, before = _sums(mass), np.concatenate([[0.0], np.cumsum(mass)])
    means, sources = _recursion(rows, parts), list[float]()
    for k, row in enumerate(rows, 1):
        part = parts(row)
        wrong = _sums(error)(row) + (4 * _width(len(mass)) + 16) * ROUNDING * (before[row.bounds[1:]] + before[row.bounds[:-1]])
        wrong += 4 * (len(part) + 8) * ROUNDING * part
        sources.append(1.01 * float(wrong @ means[row.rests]) + 8 * ROUNDING * row.steps * float(means[k]))
    wrong = float(_recursion(rows, parts, sources)[-1])
    mean = float(means[-1])
    if not wrong < 1e-6 * mean:
        raise Undecided("Fourier transforms do not tell the law of the uses")
    wrong = 1.001 * wrong + 1.01 * TRANSFORM * circle.bit_length() * mean
    return (np.maximum(values, 0.0) + wrong) * geometric(tilt, 0, circle) * (1 + 16 * ROUNDING)


def _about(law: StringLaw, hit: float, delta: float) -> tuple[float, float]:
    """About the epsilon at a delta, and the threshold t."""
    from scipy.special import ndtr

    p, norms = np.array(law.chances), hit * np.sqrt(law.values)
    kept = p > 0
    p, norms = p[kept], norms[kept]

    def mean(t: float) -> float:
        m = np.minimum(norms, t)
        return float((p * np.exp(m * t - m * m / 2)).sum()) + law.lost * math.exp(t * t / 2)

    def threshold(level: float) -> float:
        return turning_point(lambda t: math.log(mean(t)) < level, 0.0, 37.0, 5e-14)[0]

    def chance(level: float) -> float:
        t = threshold(level)
        m, safe = np.minimum(norms, t), np.maximum(norms, 1e-12)
        log = m * t - m * m / 2
        at = np.where(norms <= t, t, log / safe + safe / 2)
        return float((p * (ndtr(norms - at) - np.exp(log) * ndtr(-at))).sum()) + law.lost

    low, high = doubled_until(lambda level: level >= 700 or not chance(level) > delta, 0.0, 1.0)
    high = turning_point(lambda level: chance(level) > delta, low, high, (high - low) / 2**24)[1]
    return high, threshold(high)


def holds(law: StringLaw, hit: fmpq, epsilon: fmpq, delta: fmpq, t: fmpq) -> bool:
    """Whether the theorem with the ratios of a threshold certainly gives at most ``delta`` at an epsilon >= 0."""
    with working_precision(BITS):
        atoms = [(arb(p), hit * (arb(j) / arb(2) ** law.bits).sqrt()) for j, p in _atoms(law, float(delta) * RARE)]
        logs = [m * t - m * m / 2 for m in (norm.min(arb(t)) for _, norm in atoms)]
        whole = sum((p * log.exp() for (p, _), log in zip(atoms, logs, strict=True)), arb(0)) + law.lost * (arb(t) ** 2 / 2).exp()
        shift, total = arb(epsilon) - whole.log(), arb(law.lost)
        if not shift >= 0:  # the theorem compares at levels of at least 0
            return False
        for (p, norm), log in zip(atoms, logs, strict=True):
            level = log + shift
            if not norm > 0:
                continue  # nothing tells such a pair
            at = level / norm + norm / 2
            total += p * (tail(at - norm) - level.exp() * tail(at)).max(arb(0))
        return bool(total <= delta)


def _atoms(law: StringLaw, rare: float) -> list[tuple[int, float]]:
    """The places and chances of a law, those that all together have a chance below ``rare`` moved up to few places."""
    chances, apart = np.array(law.chances), max(len(law.chances) // FEWER, 1)
    places = np.arange(len(chances))
    up = np.where(chances * len(chances) < rare, -(-places // apart) * apart, places)
    found = np.bincount(up, chances, len(chances) + 1) * (1 + 2 * apart * ROUNDING)
    return [(j, p) for j, p in enumerate(found.tolist()) if p > 0]
