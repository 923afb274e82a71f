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

Where t steps in a row are known to be C(t)-Lipschitz, a distance of 1 costs kappa(m)^2 = 1/(C(1)^-2 + ... + C(m)^-2) in m steps, a hit
w(d)^2 = 1/(1 + C(1)^-2 + ... + C(d-1)^-2), and a hit weighs C(k) after k steps: smaller factors only make all of these smaller.

Checkpoints. If all distances are paid where an iterate is released, every stretch between two of them is such a run from one start,
whatever was released before, and the pairs of all stretches are composed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
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
LEAST_FACTOR = arb(2) ** -20
"""A step that contracts more is read as one that contracts so much."""
LONGEST_ROW = 4096
"""Most steps in a row of which more is known than of each."""
MOST_END = 4096
"""Most steps at the end that are one scalar pair."""


@dataclass(frozen=True)
class Shrinking:
    """That t steps in a row, wherever they begin, are together c-Lipschitz, ``c = (1 - fixed - least(t)/t)**t``.

    The curvature of a step is a multiple ``strength`` of the size of its batch, of the mean ``size``; ``surprise`` is a number u such
    that no sum
    of t sizes is below ``t*size - sqrt(2*u*t*size)``, but with a chance e^-u for each place and t (Chernoff), which is counted in delta.
    """

    fixed: fmpq
    strength: fmpq
    size: fmpq
    surprise: fmpq

    def factor(self, count: int) -> arb:
        """An upper bound of the Lipschitz constant of so many steps in a row: a product is largest where its factors are equal."""
        mean = arb(self.size * count)
        least = (mean - (2 * arb(self.surprise) * mean).sqrt()).max(arb(0)) / count
        return (1 - arb(self.fixed) - self.strength * least).max(LEAST_FACTOR) ** count


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

    def factor(self, count: int) -> arb:
        """C: a Lipschitz constant of ``count`` steps in a row."""
        with working_precision(BITS):
            plain = arb(self.contraction) ** count
            if self.shrinking is None or count == 0:
                return plain
            longest = min(count, LONGEST_ROW)
            return plain.min(self.shrinking.factor(longest) * arb(self.contraction) ** (count - longest)).upper()

    def start_share(self, count: int) -> arb:
        """kappa: the norm of the shares that pay a distance of 1 at the start of ``count`` steps, from above."""
        if self.shrinking is None:
            return self.hit_share(count) * arb(self.contraction)
        with working_precision(BITS):
            return 1 / _inverse_squares(self, count).sqrt()

    def hit_share(self, count: int) -> arb:
        """w: the norm of the shares that pay a hit of 1 in the first one of ``count`` steps, in these."""
        with working_precision(BITS):
            if self.shrinking is not None:
                return 1 / (1 + _inverse_squares(self, count - 1)).sqrt()
            c = arb(self.contraction)
            least = arb(count) if self.contraction >= 1 else count * c ** (2 * count - 2)
            total = least if self.contraction == 1 else (1 - c ** (2 * count)) / (1 - c * c)
            if not total > least:  # next to 1, where balls do not hold the quotient
                total = least
            return c ** (count - 1) / total.sqrt()


@lru_cache(maxsize=4096)
def _inverse_squares(run: HiddenRun, count: int) -> arb:
    """The sum of 1/C(j)^2 for j = 1, ..., ``count``, from below: 1 over the least cost of a distance of 1 in so many steps."""
    if count <= 0:
        return arb(0)
    start = (count - 1) // 256 * 256  # so that a long sum is a few cached ones
    with working_precision(BITS):
        return _inverse_squares(run, start) + sum((1 / run.factor(j) ** 2 for j in range(start + 1, count + 1)), arb(0)).lower()


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
        found = [(MixtureCurve(_hits(run, block, share), block.share * _unit(run), form), block.times) for block in self.blocks[:-1]]
        if self.blocks and self.blocks[-1].times > 1:
            last = self.blocks[-1]
            found.append((MixtureCurve(_hits(run, last, share), last.share * _unit(run), form), last.times - 1))
        found.append((MixtureCurve(self._last(run, share), run.hit / CELLS, form), 1))
        merged = dict[Curve | MixtureCurve, int]()
        for curve, times in found:
            merged[curve] = merged.get(curve, 0) + times
        return list(merged.items())

    def _last(self, run: HiddenRun, share: float) -> HitLaw:
        """What the last block leaves and the hits of the end, in hits."""
        with working_precision(BITS):
            weights = [arb(one / run.hit) for one in self.end]
            if not self.blocks:
                return weighted_hits(weights, run.rate, share, least=_apart(float(run.hit)))
            start = self.blocks[-1]
            return weighted_hits(weights, run.rate, share, _hits(run, start, share), arb(start.share / run.hit * _unit(run)),
                                 _apart(float(run.hit)))

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


def _hits(run: HiddenRun, block: PaidBlock, share: float) -> HitLaw:
    """The distance that the hits of a block leave at its end, in hits; in units of 1/CELLS where maps are no isometries."""
    if run.contraction == 1 and run.shrinking is None:
        return equal_hits(block.hits, run.rate, share)
    if block.hits > LONGEST:
        raise Undecided(f"a block of {block.hits} steps is longer than {LONGEST}")
    with working_precision(BITS):
        return _weighted(run, block.hits, share, _apart(float(block.share)))


def _apart(hit: float) -> int:
    """How many places atoms are apart at least where one hit is so long: a power of 2, and in units of the noise no more than SMALL."""
    return min(1 << max(math.frexp(max(min(SMALL, hit / PARTS), SMALL / 50) * CELLS / hit)[1] - 1, 0), 1 << 20)


@lru_cache(maxsize=512)
def _weighted(run: HiddenRun, count: int, share: float, least: int) -> HitLaw:
    return weighted_hits([run.factor(k) for k in range(count)], run.rate, share, least=least)


def _unit(run: HiddenRun) -> fmpq:
    return fmpq(1) if run.contraction == 1 and run.shrinking is None else fmpq(1, CELLS)


def _rounded(value: arb) -> fmpq:
    """A dyadic number of few digits at or above a positive one."""
    exact = upper_end(value)
    scale = fmpq(2) ** (52 - _exponent(exact))
    return fmpq(int((exact * scale).ceil())) / scale


def _exponent(value: fmpq) -> int:
    return int(value.p).bit_length() - int(value.q).bit_length()


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


__all__ = ["HiddenPlan", "HiddenRun", "PaidBlock", "Pieces", "Shrinking", "Sides", "unpaid_pieces"]
