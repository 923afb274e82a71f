"""The last iterate of noisy gradient descent on random batches: amplification by iteration as a composition of tradeoff functions.

A step draws a batch of b out of n examples without replacement, moves by -(eta/b) times the sum of their gradients, each of norm at most
C, adds Gaussian noise of standard deviation eta z C/b, z the noise multiplier, and may project onto a convex set of a given diameter. The
data sets differ in one example that is replaced. What is promised: every move is c-Lipschitz in the iterate (c = 1 for convex M-smooth
losses and eta <= 2/M). All lengths below are in units of the noise: two gradients move the iterate s = 2/z apart, and D = diameter b/(eta
z C).

Let X be the iterates of the one run and X' those of the other. Between steps tau and T, nu = T - tau, a third process Y starts as X' and
ends as X (Bok, Su and Altschuler 2024, "shifted interpolation"). In a step whose batch does not hold the record it moves as X' does, in
one whose batch does it moves as X does but from its own place; in both a shift towards X may follow. So |X - Y| is at most

    z_tau = min(D, s (1 + c + ... + c^(tau-1))) at the beginning,     c |X - Y| - shift after a step.

So given where it is, a step of Y differs from one of X' by which gradient the record adds, when it is drawn, and by the shift. The noise
is split: a share theta hides the first, and in the lemma of :mod:`pabisym.accounting.shapes` all three laws are at most s/sqrt(theta)
apart, which is C_q(G(s/sqrt(theta))), q = b/n; the rest hides the shift. With shifts in the last m steps only, and the best of these by
Cauchy and Schwarz,

    T(X_T, X'_T) >= G(mu) (x) C_q(G(s))^(nu-m) (x) C_q(G(s/sqrt(theta)))^m,
    mu^2 = c^(2 nu) z_tau^2 / ((1-theta)(1 + c^2 + ... + c^(2(m-1)))).

The code of their figure 10 has C_q(G(2s)) in this place, splits the noise once, and replaces the composition by a limit theorem. With
nu = T there is no shift, and what is left is the composition. This is an argument on paper: no proof of the kernel stands behind it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from flint import arb, fmpq

from pabisym.accounting.accountant import check_reached, outward, read_delta, read_gap
from pabisym.accounting.curves import Curve
from pabisym.accounting.plan import Cumulants, cumulants
from pabisym.accounting.shapes import GaussianShape
from pabisym.accounting.solve import CertifiedEnds, delta_of, epsilon_of
from pabisym.accounting.steps import COMPOSITION, FLOATS, ONE_STEP, read_run
from pabisym.errors import InputError
from pabisym.lang.arguments import NumberLike
from pabisym.lang.budget import poll
from pabisym.lang.rational import dyadic, rational, rational_text, short, to_fraction
from pabisym.numerics.enclosure import upper_end
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.parameters import not_negative, positive

INTERPOLATION = "shifted interpolation, argued in pabisym.accounting.last_iterate after Bok, Su and Altschuler 2024, section 3"
SHARES = tuple(fmpq(k, 40) for k in range(4, 40))
"""Shares of the noise variance that hide the sampled difference, of which the best is taken."""
TRIED = 12
"""Ways to split that are compared by a saddle point, after a comparison by variances."""
LENGTHS = 48
"""Numbers of steps that are looked back, in geometric progression."""


@dataclass(frozen=True)
class Split:
    """``back`` steps are looked back; in the last ``shifted`` a ``share`` of the noise hides the sampled difference; mu^2 is ``square``."""

    back: int
    shifted: int
    share: fmpq
    square: fmpq


@dataclass(frozen=True)
class LastIterate:
    """``lower`` <= the bound <= ``upper`` for epsilon (or delta) of the last iterate at the ``given`` delta (or epsilon).

    ``upper`` is a guarantee under the promises of the module. ``lower`` says that this bound is no smaller, not that the last iterate
    reveals as much. ``back`` steps are looked back, all of them where composition is best; in the last ``shifted`` a ``share`` of the
    noise variance hides the sampled difference, and ``mu_squared`` is that of the Gaussian part. ``believes`` is what it rests on.
    """

    of: Literal["epsilon", "delta"]
    given: Fraction
    lower: Fraction
    upper: Fraction
    back: int
    shifted: int
    share: Fraction
    mu_squared: Fraction
    believes: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Plain data; numbers as exact rationals."""
        known = "delta" if self.of == "epsilon" else "epsilon"
        return {
            self.of: {"lower": rational_text(self.lower), "upper": rational_text(self.upper)}, known: rational_text(self.given),
            "back": self.back, "shifted": self.shifted, "share": rational_text(self.share), "mu_squared": rational_text(self.mu_squared),
            "believes": list(self.believes),
        }  # fmt: skip


@dataclass(frozen=True)
class IterateSetting:
    """A run in units of its noise: ``gap`` s, ``rate`` q, ``contraction`` c, ``diameter`` D or None."""

    steps: int
    gap: fmpq
    rate: fmpq
    contraction: fmpq
    diameter: fmpq | None

    def sampled(self, share: fmpq) -> Curve:
        """C_q(G(s/sqrt(share)))."""
        shape = GaussianShape("absent", self.rate, self.gap**2 / share)
        return Curve(shape, shape)

    def distance(self, back: int) -> fmpq | arb | None:
        """How far the runs may be from each other before the last ``back`` steps; 0 at the start."""
        before = self.steps - back
        apart = self.gap * before if self.contraction == 1 else arb(self.gap) * geometric_sum(arb(self.contraction), before)
        return apart if self.diameter is None else arb(apart).min(arb(self.diameter))

    def square(self, back: int, shifted: int, share: fmpq) -> fmpq:
        """An upper bound of mu^2, of few digits."""
        if back == self.steps:
            return fmpq(0)
        with working_precision(96):
            c = arb(self.contraction) ** 2
            total = arb(shifted) if self.contraction == 1 else geometric_sum(c, shifted)
            exact = c**back * arb(self.distance(back)) ** 2 / ((1 - share) * total)
            least = float(self.gap * self.rate) ** 2 / 1000  # a Gaussian part that is too small for the grid of the others would be slow
            return dyadic(math.nextafter(max(float(upper_end(exact)) * (1 + 1e-15), least), math.inf))

    def parts(self, split: Split) -> list[tuple[Curve, int]]:
        """The curves that are composed."""
        plain = split.back - split.shifted
        found = [(self.sampled(fmpq(1)), plain)] if plain else []
        if split.shifted:
            found.append((self.sampled(split.share), split.shifted))
        if split.square:
            shape = GaussianShape("absent", fmpq(1), split.square)
            found.append((Curve(shape, shape), 1))
        return found


def geometric_sum(c: arb, count: int) -> arb:
    """1 + c + ... + c^(count - 1) for 0 <= c < 1: next to 1, where the quotient says little, it lies from count*c^(count - 1) to count."""
    quotient, near = (1 - c**count) / (1 - c), (count * c ** max(count - 1, 0)).union(arb(count))
    return quotient if quotient.is_finite() and quotient.rad() < near.rad() else near


def last_iterate_epsilon(delta: NumberLike, *, noise_multiplier: NumberLike, steps: NumberLike, examples: NumberLike, batch: NumberLike,
                         learning_rate: NumberLike | None, clip: NumberLike = 1, contraction: NumberLike | None = 1,
                         diameter: NumberLike | None = None, gap: NumberLike = "1/1000") -> LastIterate:
    """The least epsilon at ``delta`` that the bound of the module gives for the last iterate, over all of its splits that are tried.

    ``batch`` of ``examples`` are drawn without replacement in each of ``steps`` steps; one example is replaced. ``noise_multiplier`` is
    the standard deviation of the noise on the sum of the gradients over ``clip``, the largest norm of a gradient; ``learning_rate``
    multiplies the mean of the gradients. ``contraction`` is a Lipschitz constant of every move, at most 1, and ``diameter``, in units of
    the iterate, that of the set onto which each step projects (None: it does not). ``gap`` is the relative width that is aimed at.

    >>> from pabisym.accounting import last_iterate_epsilon
    >>> run = {"noise_multiplier": 8, "steps": 400, "examples": 1000, "batch": 50, "learning_rate": 1}
    >>> found = last_iterate_epsilon("1e-5", **run, contraction="9/10", gap="1/100")
    >>> found.back < 400, 0 < found.lower < found.upper
    (True, True)

    Raises :class:`~pabisym.errors.InputError` naming the argument, and :class:`~pabisym.errors.Undecided` where no bound is found.
    """
    level, width = read_delta(delta), read_gap(gap)
    setting = _setting(noise_multiplier, steps, examples, batch, learning_rate, clip, contraction, diameter, "delta", level)
    split = _best(setting, lambda laws: laws.epsilon(float(level)))
    return _answer("epsilon", level, epsilon_of(setting.parts(split), level, width), split)


def last_iterate_delta(epsilon: NumberLike, *, noise_multiplier: NumberLike, steps: NumberLike, examples: NumberLike, batch: NumberLike,
                       learning_rate: NumberLike | None, clip: NumberLike = 1, contraction: NumberLike | None = 1,
                       diameter: NumberLike | None = None, gap: NumberLike = "1/100") -> LastIterate:
    """The least delta at ``epsilon`` >= 0; for the other arguments see :func:`last_iterate_epsilon`, ``gap`` is relative to delta.

    >>> from pabisym.accounting import last_iterate_delta
    >>> found = last_iterate_delta(1, noise_multiplier=5, steps=100, examples=1000, batch=100, learning_rate=1, contraction="1/2")
    >>> 0 < found.lower <= found.upper < 1
    True
    """
    level, width = not_negative(epsilon, "epsilon"), read_gap(gap)
    setting = _setting(noise_multiplier, steps, examples, batch, learning_rate, clip, contraction, diameter, "epsilon", level)
    split = _best(setting, lambda laws: laws.delta(laws.tilt_for(float(level), True)))
    return _answer("delta", level, delta_of(setting.parts(split), level, width), split)


def _setting(noise_multiplier: object, steps: object, examples: object, batch: object, learning_rate: object, clip: object,
             contraction: object, diameter: object, known: str, level: fmpq) -> IterateSetting:
    run = read_run(noise_multiplier, steps, examples, batch, None, "fixed-size", "replace")
    check_reached([run], known, level)
    c = not_negative(contraction, "contraction")
    if c > 1:
        raise InputError("contraction", f"{short(c)} is above 1", "give a Lipschitz constant of the moves of at most 1")
    unit = positive(learning_rate, "learning_rate") * run.noise * positive(clip, "clip") / rational(batch, "batch")
    return IterateSetting(run.steps, 2 / run.noise, run.rate, c, None if diameter is None else not_negative(diameter, "diameter") / unit)


def _answer(of: Literal["epsilon", "delta"], given: fmpq, ends: CertifiedEnds, split: Split) -> LastIterate:
    believes = (COMPOSITION, ONE_STEP, FLOATS) if not split.square and split.share == 1 else (COMPOSITION, ONE_STEP, INTERPOLATION, FLOATS)
    return LastIterate(of, to_fraction(given), outward(ends.lower, up=False), outward(ends.upper, up=True), split.back, split.shifted,
                       to_fraction(split.share), to_fraction(split.square), believes)


def _best(setting: IterateSetting, value: Callable[[Cumulants], float]) -> Split:
    """The split of the least value, about, of those with the least variances: whichever is taken is a bound."""
    laws = {share: cumulants([(setting.sampled(share), 1)]) for share in (*SHARES, fmpq(1))}
    spread = {share: law.at(0.0)[2] for share, law in laws.items()}
    rough = sorted(_splits(setting), key=lambda split: (split.back - split.shifted) * spread[fmpq(1)] + split.shifted * spread[split.share]
                   + float(split.square))
    tried = [*rough[:TRIED], Split(setting.steps, 0, fmpq(1), fmpq(0))]
    return min(tried, key=lambda split: value(cumulants(setting.parts(split))))


def _splits(setting: IterateSetting) -> Iterator[Split]:
    lengths = sorted({round(x) for x in np.geomspace(1, max(setting.steps - 1, 1), LENGTHS)}) if setting.steps > 1 else []
    for back in lengths:
        poll()
        shifts = {back, *(k for k in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512) if k < back)}
        for shifted in shifts if setting.contraction < 1 else {back}:
            least = setting.square(back, shifted, fmpq(0))
            for share in SHARES:
                yield Split(back, shifted, share, dyadic(float(least / (1 - share)) * (1 + 1e-14)))
    yield Split(setting.steps, 0, fmpq(1), fmpq(0))
