"""Plans for hidden batches: in which steps each use of the record is paid for, and what a plan has to fulfil.

With the record, X_t = P_t(phi_t(X_{t-1}) + s B_t u_t(X_{t-1}) + Z_t); without it, Y_t = P_t(phi_t(Y_{t-1}) + Z_t), X_0 = Y_0. Lengths are
in units of the noise of a step, Z_t ~ N(0, I) independent, P_t is nonexpansive, phi_t c-Lipschitz, norm(u_t) <= 1 and otherwise arbitrary.
The pattern B of the steps that use the record is independent of the noise and of all that phi, P and u are drawn with. For every pattern
b let shares a(b) >= 0 leave

    z_0 = 0,     z_t = c z_{t-1} + s b_t - a_t(b) >= 0,     z_T = 0.

Theorem (``pabisym/hidden-batches``). For every f-divergence and in both directions::

    D_f(X_T, Y_T) <= D_f(sum over b of P(B = b) N(a(b), I_T), N(0, I_T));

for a record that is replaced, s B_t u_t against s B_t u'_t, the second law is the mixture of the N(-a(b), I_T).

The kernel replays a proof of it, step by step, from ``pabisym/kahane`` and ``pabisym/adapted-shift``; in one coupling it reads so.

Proof. Draw B and W_t ~ N(0, I), let X' be the run with the record on the noise W, Delta_t = phi_t(X'_{t-1}) + s B_t u_t(X'_{t-1}) -
phi_t(Y_{t-1}), A_t = min(1, a_t(B)/norm(Delta_t)) Delta_t, and let Y run on Z_t = W_t + A_t. Then norm(X'_t - Y_t) <= max(0,
norm(Delta_t) - a_t(B)) <= z_t, by induction, and Y_T = X'_T. As Y_T is a function h of Z that knows nothing of B, X_T has the law of h(Z)
and Y_T that of h of pure noise: data processing leaves the law of Z against N(0, I). It has the density sum of P(B = b) exp(sum of
<A_t(b, Z_{<t}), Z_t> - norm(A_t)^2/2) with norm(A_t) <= a_t(b). Kahane's inequality (1985), from the last step back, says that the mean
of a convex function of such a sum grows with the covariances <A_t(b), A_t(b')> of its exponents, which are at most a_t(b) a_t(b'). For
two patterns of laws on both sides the covariances within a side may grow and those across fall, since y f(x/y) has derivatives f_xx, f_yy
>= 0 >= f_xy.

The same step says that a scalar pair is enough where shares of several steps are replaced by the product of their norms, and that E_gamma
of a mixture of N(m_k, 1) against N(0, 1), or its mirror image, grows with every m_k >= 0.

A plan in blocks pays the hits of a block in the next one by the best shares for the distance G that they leave, a_i = kappa G times a
fixed unit vector with kappa(m)^2 = c^(2m)/(1 + c^2 + ... + c^(2(m-1))). With independent uses the pair is then a product of one-
dimensional ones. In the last steps a hit is paid from its own step on, d steps before the end at the norm s w(d), w(d)^2 = c^(2(d-1))/(1
+ c^2 + ... + c^(2(d-1))), all as one scalar pair.

Where the factor c_i of a step depends on the sizes of batches, which are independent of the uses, all this holds for given sizes, and
E_gamma is at most its mean over them. A hit k steps before the end of its block, paid in the next m steps, costs x with

    x^-2 = sum over j = 1, ..., m of C(k+j)^-2,     C(i) the product of the first i factors after the hit.

With log 1/c_i >= alpha + beta (N_i - E N_i), a tangent, and weights p_j >= 0 with sum 1, Jensen's inequality gives 2 log(1/x) >= sum of p_j
(2 log(1/C(k+j)) - log p_j) >= 2 log(1/x') + 2 beta times the sum of W_i (N_i - E N_i), W_i = sum over j >= i - k of p_j, x' the cost at the
expected sizes, if p_j is proportional to e^(2 alpha j).  So the cost is decided by one sum, in which W_i = 1 for the k steps of the
block, and the squares of the others, (1 - r^j)^2/(1 - r^m)^2 with r = e^(-2 alpha), add up to less than m.  A hit that is paid from its
own step on costs w with w^-2 = 1 + C(1)^-2 + ... + C(d-1)^-2 in d steps, by the same argument with k = 0 and one weight less.

Checkpoints. If all distances are paid where an iterate is released, every stretch between two of them is such a run from one start,
whatever was released before, and the pairs of all stretches are composed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Literal, TypeAlias

from flint import arb, fmpq

from pabisym.accounting.curves import Curve
from pabisym.accounting.hidden.hits import CELLS, HitLaw, equal_hits, weighted_hits
from pabisym.accounting.hidden.mixture import Form, MixtureCurve
from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational, rational_text
from pabisym.numerics.enclosure import upper_end
from pabisym.numerics.evaluator import working_precision

BITS = 192
Sides = Literal["present", "replaced"]
"""Whether the other run lacks the record, or has another one in its place."""
MOST_STEPS = 10**9
SMALL = 1e-3
"""By how much at most, in units of the noise, atoms are moved up."""
PARTS = 128
"""Into how many parts a hit is divided for its atoms, where that is coarser."""
LONGEST = 100_000
"""Most steps of a block in which hits have different weights."""
LEAST_FACTOR = fmpq(1, 2**20)
"""A step that contracts more is read as one that contracts so much."""
MOST_END = 4096
"""Most steps at the end that are one scalar pair."""


@dataclass(frozen=True)
class Shrinking:
    """That a step on N other records is ``(1 - fixed - strength N)``-Lipschitz, for independent N of the mean ``size``; and how likely
    it is that little shrinks, or, where ``strength`` is negative, that much expands.

    ``spread`` is the largest variance of N, no sum of as many records but less likely ones varying more.  What a hit costs is bounded by
    the mean of what is left out of the sizes of the steps after it, weighted by W_i in [0, 1]: but with a chance of e^-u for each hit the
    sum of ``W_i (size - N_i)`` is at most ``sqrt(2 u spread (W_1^2 + ...))`` (Chernoff).  Where steps expand what is too much counts, and
    the sum of ``W_i (N_i - size)`` is at most that and u/3 (Bernstein).  ``layers`` are pairs of a chance q and a
    ``surprise`` u that is exceeded at some of ``hits`` hits with a chance of at most q, from the most likely one to the least.
    """

    fixed: fmpq
    strength: fmpq
    size: fmpq
    spread: fmpq
    layers: tuple[tuple[fmpq, fmpq], ...]
    hits: int

    @property
    def factor(self) -> fmpq:
        """How Lipschitz a step on as many records as are expected is."""
        return max(1 - self.fixed - self.strength * self.size, LEAST_FACTOR)

    @property
    def chance(self) -> fmpq:
        """That some hit costs more than what is said of it."""
        return self.layers[-1][0]

    def more(self, squares: arb) -> arb:
        """By what a hit may cost more than with sizes as expected, if its W_i have such a sum of squares."""
        surprise = self.layers[-1][1]
        most = (2 * arb(surprise * self.spread) * squares).sqrt() + (surprise / 3 if self.strength < 0 else 0)
        return (arb(abs(self.strength) / self.factor) * most).exp()


@dataclass(frozen=True)
class HiddenRun:
    """``steps`` steps that use the record with probability ``rate``, each time with a ``hit`` of at most s; the maps of a step are
    ``contraction``-Lipschitz, and ``sides`` says what the other run has instead.

    Lengths are in units of the noise of a step.  ``shrinking`` is what is known of several steps in a row beside that.
    """

    steps: int
    rate: fmpq
    hit: fmpq
    contraction: fmpq
    sides: Sides = "present"
    shrinking: Shrinking | None = None

    @property
    def expected(self) -> HiddenRun:
        """The run whose batches are all as large as expected."""
        return self if self.shrinking is None else replace(self, contraction=self.shrinking.factor, shrinking=None)

    def layers(self) -> list[HiddenRun]:
        """Runs in which less and less is likely: see :class:`Shrinking`."""
        if self.shrinking is None:
            return [self]
        known = self.shrinking.layers
        return [replace(self, shrinking=replace(self.shrinking, layers=known[: k + 1])) for k in range(len(known))]

    def start_share(self, count: int) -> arb:
        """kappa: the norm of the shares that pay a distance of 1 at the start of ``count`` steps, from above."""
        if self.shrinking is None:
            return self.hit_share(count) * arb(self.contraction)
        with working_precision(BITS):
            likely = self.expected.start_share(count) * self.shrinking.more(squares_of(self.shrinking.factor, count))
            return replace(self, shrinking=None).start_share(count).min(likely).upper()

    def weights(self, count: int, paid: int) -> list[arb]:
        """What the hits of ``count`` steps weigh, the last one first, if ``paid`` steps pay a distance at the cost :meth:`start_share`."""
        with working_precision(BITS):
            plain = [arb(self.contraction) ** k for k in range(count)]
            if self.shrinking is None:
                return plain
            factor, squares = self.shrinking.factor, squares_of(self.shrinking.factor, paid)
            unit = self.expected.start_share(paid) / self.start_share(paid).lower()
            return [one.min(arb(factor) ** k * unit * self.shrinking.more(squares + k)).upper() for k, one in enumerate(plain)]

    def hit_share(self, count: int) -> arb:
        """w: the norm of the shares that pay a hit of 1 in the first one of ``count`` steps, in these."""
        with working_precision(BITS):
            if self.shrinking is not None:
                squares = (squares_of(self.shrinking.factor, count) - 1).max(arb(0))
                likely = self.expected.hit_share(count) * self.shrinking.more(squares)
                return replace(self, shrinking=None).hit_share(count).min(likely).upper()
            c = arb(self.contraction)
            least = arb(count) if self.contraction >= 1 else count * c ** (2 * count - 2)
            total = least if self.contraction == 1 else (1 - c ** (2 * count)) / (1 - c * c)
            if not total > least:  # next to 1, where balls do not hold the quotient
                total = least
            return c ** (count - 1) / total.sqrt()


@lru_cache(maxsize=4096)
def squares_of(factor: fmpq, count: int) -> arb:
    """The sum of the squares of (1 - r^i)/(1 - r^count), i = 1, ..., count, r = ``factor``^2, from above; it is at most ``count``."""
    with working_precision(BITS):
        r = arb(factor) ** 2
        total = (count - 2 * r * (1 - r**count) / (1 - r) + r * r * (1 - r ** (2 * count)) / (1 - r * r)) / (1 - r**count) ** 2
        return total.min(arb(count)).upper() if total.is_finite() else arb(count)


@dataclass(frozen=True)
class PaidBlock:
    """``times`` blocks one after the other of ``hits`` steps, whose hits are paid in the following ``paid`` steps.

    A distance of G hits is paid by shares of the norm ``share`` times G, in units of the noise.
    """

    hits: int
    paid: int
    times: int
    share: fmpq


@dataclass(frozen=True)
class HiddenPlan:
    """Blocks whose hits are paid in the next block, and the last steps, where a hit d steps before the end, the last step being 1, is
    paid by shares of the norm ``end[d - 1]``; what :meth:`unpaid` finds nothing against is a bound.
    """

    blocks: tuple[PaidBlock, ...]
    end: tuple[fmpq, ...]

    @classmethod
    def of(cls, run: HiddenRun, lengths: Sequence[tuple[int, int]], end: int) -> HiddenPlan:
        """The plan with blocks of some lengths, each so many times, and an end; shares are rounded up."""
        blocks = list[PaidBlock]()
        for place, (length, times) in enumerate(lengths):
            following = lengths[place + 1][0] if place + 1 < len(lengths) else end
            if times > 1:
                blocks.append(PaidBlock(length, length, times - 1, _rounded(run.hit * run.start_share(length))))
            blocks.append(PaidBlock(length, following, 1, _rounded(run.hit * run.start_share(following))))
        return cls(tuple(blocks), tuple(_rounded(run.hit * run.hit_share(d)) for d in range(1, end + 1)))

    def laid(self, run: HiddenRun) -> HiddenPlan:
        """The plan with the same blocks and end for another run, its shares as small as they may be."""
        lengths = [(hits, sum(one.times for one in alike)) for hits, alike in groupby(self.blocks, key=lambda one: one.hits)]
        return HiddenPlan.of(run, lengths, len(self.end))

    @property
    def steps(self) -> int:
        """How many steps the blocks and the end have."""
        return sum(block.hits * block.times for block in self.blocks) + len(self.end)

    def unpaid(self, run: HiddenRun) -> str:
        """Why the plan is none for a run, in a sentence; empty where every hit is paid exactly once, by shares that suffice."""
        covered = self.steps
        if min((min(block.hits, block.paid, block.times) for block in self.blocks), default=1) < 1 or not self.end:
            return "a block has no steps, or there is no end"
        if covered != run.steps:
            missing = "some hits are never paid" if covered < run.steps else "some hits are paid twice"
            return f"the blocks and the end have {covered} steps, the run has {run.steps}: {missing}"
        for number, block in enumerate(self.blocks):
            following = self.blocks[number + 1].hits if number + 1 < len(self.blocks) else len(self.end)
            if block.paid != following or (block.times > 1 and block.paid != block.hits):
                return f"block {number + 1} is paid in {block.paid} steps, the next one has {following}: hits are paid twice, or too late"
        with working_precision(BITS):
            for number, block in enumerate(self.blocks):
                if not arb(block.share) >= run.hit * run.start_share(block.paid):
                    return f"the share of block {number + 1} leaves a distance after {block.paid} steps"
            for distance, share in enumerate(self.end, 1):
                if not arb(share) >= run.hit * run.hit_share(distance):
                    return f"the share of a hit {distance} steps before the end leaves a distance at the end"
        return ""

    def curves(self, run: HiddenRun, form: Form, share: float) -> list[tuple[Curve | MixtureCurve, int]]:
        """The one-dimensional pairs, each so many times; sums of hits of a chance of about ``share`` are counted as lost."""
        settled = [(block, block.times) for block in self.blocks[:-1]]
        settled += [(last, last.times - 1) for last in self.blocks[-1:] if last.times > 1]
        found = [(MixtureCurve(law, block.share * unit, form), times)
                 for block, times in settled for law, unit in (_hits(run, block, share),)]
        with working_precision(BITS):  # what the last block leaves and the hits of the end, in hits
            weights, apart = [arb(one / run.hit) for one in self.end], _apart(float(run.hit))
            start, unit = _hits(run, self.blocks[-1], share) if self.blocks else (None, fmpq(0))
            weight = arb(self.blocks[-1].share / run.hit * unit) if self.blocks else None
            law = weighted_hits(weights, run.rate, share, start, weight, apart)
        found.append((MixtureCurve(law, run.hit / CELLS, form), 1))
        merged = dict[Curve | MixtureCurve, int]()
        for curve, times in found:
            merged[curve] = merged.get(curve, 0) + times
        return list(merged.items())

    def to_json(self, times: int = 1) -> dict[str, object]:
        """Plain data, shares as exact rationals."""
        blocks = [{"hits": one.hits, "paid": one.paid, "times": one.times, "share": rational_text(one.share)} for one in self.blocks]
        return {"times": times, "blocks": blocks, "end": [rational_text(one) for one in self.end]}

    @classmethod
    def from_json(cls, data: object, place: str = "plan") -> HiddenPlan:
        """The plan that such data describe, without how often it stands.

        Raises :class:`~pabisym.errors.InputError` naming what is no part of one.
        """
        if not isinstance(data, Mapping) or not isinstance(data.get("blocks"), Sequence) or not isinstance(data.get("end"), Sequence):
            raise InputError(place, "is no plan", "give blocks and end")
        blocks = tuple(_read_block(one, f"{place}.blocks.{number}") for number, one in enumerate(data["blocks"]))
        if len(data["end"]) > MOST_END:
            raise InputError(f"{place}.end", f"has {len(data['end'])} steps", f"give at most {MOST_END}")
        return cls(blocks, tuple(_positive(one, f"{place}.end.{number}") for number, one in enumerate(data["end"])))


Pieces: TypeAlias = tuple[tuple[HiddenPlan, int], ...]
"""Plans for some steps after others, each so many times: all distances are paid where one ends."""


def unpaid_pieces(run: HiddenRun, pieces: Pieces) -> str:
    """As :meth:`HiddenPlan.unpaid` for a run whose distances are paid more than once."""
    covered = sum(plan.steps * times for plan, times in pieces)
    if min((times for _, times in pieces), default=0) < 1 or covered != run.steps:
        missing = "some hits are never paid" if covered < run.steps else "some hits are paid twice"
        return f"the plan has {covered} steps, the run has {run.steps}: {missing}"
    return next((wrong for plan, _ in pieces if (wrong := plan.unpaid(replace(run, steps=plan.steps)))), "")


def _hits(run: HiddenRun, block: PaidBlock, share: float) -> tuple[HitLaw, fmpq]:
    """The distance that the hits of a block leave at its end, and its unit: one hit, or 1/CELLS of it where maps are no isometries."""
    if run.contraction == 1 and run.shrinking is None:
        return equal_hits(block.hits, run.rate, share), fmpq(1)
    if block.hits > LONGEST:
        raise Undecided(f"a block of {block.hits} steps is longer than {LONGEST}")
    with working_precision(BITS):
        return _weighted(run, block.hits, block.paid, share, _apart(float(block.share))), fmpq(1, CELLS)


def _apart(hit: float) -> int:
    """How many places atoms are apart at least where one hit is so long: a power of 2, and in units of the noise no more than SMALL."""
    return min(1 << max(math.frexp(max(min(SMALL, hit / PARTS), SMALL / 50) * CELLS / hit)[1] - 1, 0), 1 << 20)


@lru_cache(maxsize=512)
def _weighted(run: HiddenRun, count: int, paid: int, share: float, least: int) -> HitLaw:
    return weighted_hits(run.weights(count, paid), run.rate, share, least=least)


def _rounded(value: arb) -> fmpq:
    """A dyadic number of few digits at or above a positive one."""
    exact = upper_end(value)
    scale = fmpq(2) ** (52 - int(exact.p).bit_length() + int(exact.q).bit_length())
    return fmpq(int((exact * scale).ceil())) / scale


def _read_block(data: object, place: str) -> PaidBlock:
    if not isinstance(data, Mapping) or set(data) != {"hits", "paid", "times", "share"}:
        raise InputError(place, "is no block", "give hits, paid, times and share")
    counts = [data[key] for key in ("hits", "paid", "times")]
    for key, value in zip(("hits", "paid", "times"), counts, strict=True):
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_STEPS:
            raise InputError(f"{place}.{key}", f"{str(value)[:40]} is no number of steps", f"give an integer from 1 to {MOST_STEPS}")
    return PaidBlock(counts[0], counts[1], counts[2], _positive(data["share"], f"{place}.share"))


def _positive(value: object, place: str) -> fmpq:
    found = rational(value, place)
    if found <= 0 or max(int(found.p).bit_length(), int(found.q).bit_length()) > 2000:
        raise InputError(place, "is no share", "give a positive rational")
    return found
