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

W_n grows with n, as older steps only add hits. So lengths may be taken up to the next one of a few. All chances are sums of positive
numbers, and atoms move up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from flint import arb, fmpq

from pabisym.accounting.accountant import outward
from pabisym.accounting.grid import ROUNDING
from pabisym.accounting.hidden.hits import equal_hits
from pabisym.errors import Undecided
from pabisym.lang.budget import poll
from pabisym.lang.once import cached_property
from pabisym.lang.rational import dyadic, to_fraction
from pabisym.numerics.evaluator import tail, working_precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

BITS = 96
CELLS, COARSE = 2048, 128
"""Places for squared norms, and how many where only their range is sought."""
LOW, FEWER = 8, 256
"""Cycles that give more than 1/LOW of all places have atoms at FEWER of them only."""
SINGLE, FINE = 24, 400
"""Up to how many steps laws are found for every number, and up to which length cycles are not taken together."""
APART = 48, 400
"""One over the share by which further numbers of steps, and lengths of cycles, are apart."""
NEGLECTED = 1e-9
"""Of delta: chances of numbers of hits that are counted as lost."""
ENOUGH = 1e-3
"""Of delta, and of gamma: what squared norms beyond the grid may cost."""
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
    for _ in range(DOUBLINGS):  # the largest V on the grid is 2^-bits
        law = law_of(run, bits, delta, COARSE)
        if law.lost <= ENOUGH * float(delta):
            level, t = _about(law, float(run.hit), float(delta))
            if t * t / 2 + math.log(law.lost + 1e-300) <= math.log(ENOUGH) + level:
                break
        bits -= 1
    law = law_of(run, bits, delta)
    level, t = _about(law, float(run.hit), float(delta))
    scale = 10 ** (digits - 1 - math.floor(math.log10(max(level, 1e-9))))
    for more in (0, 1, 2, 4, 8, 16, 64, 256, 1024):
        poll()
        epsilon = fmpq(math.ceil(level * scale) + more, scale)
        if holds(law, run.hit, epsilon, delta, dyadic(t)):
            return HiddenSubsets(to_fraction(delta), outward(epsilon, up=True), Fraction(t), bits)
    raise Undecided("epsilon: no level was certified near the one that was sought")


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
    counts, lengths = _apart(steps, SINGLE, APART[0]), _apart(steps, FINE, APART[1])
    first = np.array([1, *[d + 1 for d in lengths[:-1]]])
    last = np.array(lengths)
    cycles = _Cycles.of(first, last, rate, bits, size, share)
    laws, lost = np.zeros((len(counts) + 1, size)), np.zeros(len(counts) + 1)
    laws[0, 0] = 1.0
    known, rounds = np.array([0, *counts]), 0
    for k, n in enumerate(counts, 1):
        poll()
        rows = cycles.by_rest(n, known[: k + 1])
        laws[k], lost[k], more = _mixed(rows, laws[:k], lost[:k], n)
        rounds = max(rounds, more)
    with_rounding = 1 + 4 * len(counts) * ((rounds + 2) * (size + 8) + len(counts) + len(lengths)) * ROUNDING
    return StringLaw(bits, tuple((laws[-1] * with_rounding).tolist()), float(lost[-1]) * with_rounding)


def _apart(top: int, single: int, share: int) -> list[int]:
    """All numbers up to ``single``, then some that are that share apart, the last one ``top``."""
    found = list(range(1, min(top, single) + 1))
    while found[-1] < top:
        found.append(min(top, found[-1] + max(1, found[-1] // share)))
    return found


@dataclass(frozen=True)
class _Cycles:
    """Cycles of ``first`` to ``last`` elements are taken together: no more hits than in the longest, divided by the least length.

    ``kind``, ``place`` and ``chance`` are those of the atoms of S^2/length; the place ``size`` is beyond the grid.
    """

    first: NDArray[np.int64]
    last: NDArray[np.int64]
    kind: NDArray[np.int64]
    place: NDArray[np.int64]
    chance: Array
    size: int

    @classmethod
    def of(cls, first: NDArray[np.int64], last: NDArray[np.int64], rate: fmpq, bits: int, size: int, share: float) -> _Cycles:
        kind, place, chance = list[int](), list[int](), list[float]()
        for number, (least, most) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
            poll()
            law = equal_hits(most, rate, share)
            square = [-(-((hits * hits) << max(bits, 0)) // (least << max(-bits, 0))) for hits in law.places]
            apart = max(size // FEWER, 1)
            kind += [number] * (len(square) + 1)
            place += [*(min(one if one <= size // LOW else -(-one // apart) * apart, size) for one in square), size]
            chance += [*law.values, float(law.lost)]
        return cls(first, last, np.array(kind), np.array(place), np.array(chance), size)

    def by_rest(self, n: int, known: NDArray[np.int64]) -> Array:
        """For every number of steps in ``known`` the laws of a first cycle, added up over the lengths that leave about as many of n."""
        counted = int(np.searchsorted(self.first, n, "right"))
        times = np.minimum(self.last[:counted], n) - self.first[:counted] + 1
        rest = np.searchsorted(known, n - self.first[:counted])
        inside = self.kind < counted
        kind = self.kind[inside]
        width = self.size + 1
        found = np.zeros(len(known) * width)
        found += np.bincount(rest[kind] * width + self.place[inside], times[kind] * self.chance[inside], len(known) * width)
        return found.reshape(len(known), width)


def _mixed(rows: Array, laws: Array, lost: Array, n: int) -> tuple[Array, float, int]:
    """The law for n steps, what is lost, and how often the cycles that leave as many as n were put in."""
    size = laws.shape[1]
    total, beyond = np.zeros(2 * size), float(rows[:-1, size].sum() + rows[:-1].sum(axis=1) @ lost)
    places = np.nonzero(rows[:-1, :size].any(axis=0))[0]
    for place, whole in zip(places.tolist(), rows[:-1, places].T @ laws, strict=True):
        total[place : place + size] += whole
    beyond += float(total[size:].sum())
    total = total[:size]
    own = rows[-1]
    stay, more = n - own[0], own[1:size]
    used = np.nonzero(more)[0]
    found, term, rounds = total / stay, total / stay, 0
    if len(used):
        more = np.concatenate([[0.0], more[: int(used.max()) + 1]])
        ratio = float(more.sum()) / stay
        while term.sum() > 1e-18 * found.sum() and rounds < 200:
            whole = np.convolve(more, term) / stay
            term, rounds = whole[:size], rounds + 1
            found += term
            beyond += float(whole[size:].sum()) * stay
        beyond += float(term.sum()) * ratio / (1 - ratio) * stay
    return found, float((beyond + own[size]) / (n - own.sum())), rounds


def _about(law: StringLaw, hit: float, delta: float) -> tuple[float, float]:
    """About the epsilon at a delta, and the threshold t."""
    from scipy.special import ndtr

    p, norms = np.array(law.chances), hit * np.sqrt(law.values)
    kept = p > 0
    p, norms = p[kept], norms[kept]

    def threshold(level: float) -> float:
        low, high = 0.0, 37.0
        for _ in range(50):
            t = (low + high) / 2
            m = np.minimum(norms, t)
            mean = float((p * np.exp(m * t - m * m / 2)).sum()) + law.lost * math.exp(t * t / 2)
            low, high = (t, high) if math.log(mean) < level else (low, t)
        return low

    def chance(level: float) -> float:
        t = threshold(level)
        m, safe = np.minimum(norms, t), np.maximum(norms, 1e-12)
        log = m * t - m * m / 2
        at = np.where(norms <= t, t, log / safe + safe / 2)
        return float((p * (ndtr(norms - at) - np.exp(log) * ndtr(-at))).sum()) + law.lost

    low, high = 0.0, 1.0
    while chance(high) > delta and high < 700:
        low, high = high, 2 * high
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle) > delta else (low, middle)
    return high, threshold(high)


def holds(law: StringLaw, hit: fmpq, epsilon: fmpq, delta: fmpq, t: fmpq) -> bool:
    """Whether the theorem with the ratios of a threshold certainly gives at most ``delta`` at an epsilon >= 0."""
    with working_precision(BITS):
        atoms = [(arb(p), hit * (arb(j) / arb(2) ** law.bits).sqrt()) for j, p in enumerate(law.chances) if p > 0]
        logs = [m * t - m * m / 2 for m in (norm.min(arb(t)) for _, norm in atoms)]
        whole = _sum([p * log.exp() for (p, _), log in zip(atoms, logs, strict=True)]) + law.lost * (arb(t) ** 2 / 2).exp()
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


def _sum(terms: Sequence[arb]) -> arb:
    return sum(terms, arb(0))


__all__ = ["HiddenSubsets", "StringLaw", "SubsetRun", "hidden_subsets", "holds", "law_of", "string_law"]
