"""Mixtures of Gaussians on the line with rational parameters, as laws of final iterates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from pabisym.divergence.hockey_stick import GammaLevel
from pabisym.divergence.renyi import gaussian_mixture, read_mixture
from pabisym.errors import InputError
from pabisym.exact_law.densities import Bump, GaussianSum
from pabisym.exact_law.law import ExactLaw, enclose_divergence, not_together, per_step, step_count
from pabisym.exact_law.line_integrals import positive_part
from pabisym.exact_law.tails import gaussian_reach
from pabisym.lang.arguments import NumberLike, Schedule, public
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Bounds, Enclosure
from pabisym.numerics.parameters import positive
from pabisym.numerics.parameters import probability as inclusive

MAX_COMPONENTS = 4096
"""Most components of a mixture."""
Component = tuple[fmpq, fmpq, fmpq]
"""Weight, mean and variance."""


@dataclass(frozen=True)
class MixtureLaw(ExactLaw):
    """Sum of weights w_i > 0 times N(m_i, v_i), v_i > 0, as triples (w_i, m_i, v_i), sorted, no two of the same law."""

    components: tuple[Component, ...]

    @classmethod
    def of(cls, components: Sequence[tuple[object, object, object]]) -> MixtureLaw:
        """Read triples and merge equal laws; the weights sum to 1."""
        known = read_mixture(components, "components")
        if len(known) > MAX_COMPONENTS:
            raise InputError("components", f"are {len(known)}", f"use at most {MAX_COMPONENTS}")
        return cls(tuple(sorted((one.weight, one.mean, one.variance) for one in known)))

    def _renyi(self, other: ExactLaw, order: fmpq, digits: int) -> Enclosure:
        return gaussian_mixture(order, self.components, _mixture(self, other).components, digits)

    def _hockey_stick(self, other: ExactLaw, level: GammaLevel, digits: int) -> Enclosure:
        second = _mixture(self, other)

        def value(bits: int) -> Bounds:
            reach = gaussian_reach(max(v for *_, v in self.components), bits)
            means = [mean for _, mean, _ in self.components]
            window = min(means) - reach, max(means) + reach
            p, q = (GaussianSum(tuple(Bump.of(arb(w), arb(m), v) for w, m, v in law.components)) for law in (self, second))
            low, high = positive_part([(*window, p)], [(*window, q)], arb(level.gamma), bits)
            return low, high + _beyond(self.components, window)

        return enclose_divergence(value, digits, "the hockey-stick divergence")


def _beyond(components: Sequence[Component], window: tuple[fmpq, fmpq]) -> arb:
    """The mass outside a window."""
    total = arb(0)
    for weight, mean, variance in components:
        scale = (2 * arb(variance)).sqrt()
        total += weight * (((mean - window[0]) / scale).erfc() + ((window[1] - mean) / scale).erfc()) / 2
    return total


def _mixture(first: MixtureLaw, second: ExactLaw) -> MixtureLaw:
    if isinstance(second, MixtureLaw):
        return second
    on_the_line = getattr(second, "on_the_line", None)
    if on_the_line is None:
        raise not_together(first, second)
    law: MixtureLaw = on_the_line()
    return law


@public
def sampled_chain(*, steps: int, probability: Schedule, gap: Schedule, noise_variance: Schedule, slope: Schedule = 1, offset: Schedule = 0,
                  start: NumberLike = 0) -> MixtureLaw:
    """The law of X_T for X_t = c_t X_{t-1} + s_t + g_t B_t + N(0, v_t), where each B_t is 1 with a probability and else 0.

    It is what a run on the line does whose losses are linear and whose random batches contain a record in step t with
    ``probability`` q_t: the record moves that step by ``gap`` g_t.  Noise convention: ``noise_variance`` v_t > 0 is the
    per-step variance on the iterate.  All are rationals, one for all steps or one per step.  The result is an exact mixture
    over the subsets of steps; raises :class:`~pabisym.errors.InputError` for more than :data:`MAX_COMPONENTS` of them.

    >>> import pabisym
    >>> sampled_chain = pabisym.laws.sampled_chain
    >>> len(sampled_chain(steps=10, probability="1/4", gap=2, noise_variance=1).components)
    11
    """
    if step_count(steps) == 0:
        raise InputError("steps", "is 0", "give at least one step")
    chances = [inclusive(q, "probability") for q in per_step(probability, steps, "probability")]
    values = [per_step(value, steps, name) for value, name in ((gap, "gap"), (slope, "slope"), (offset, "offset"))]
    sizes = per_step(noise_variance, steps, "noise_variance")
    means, spread = {rational(start, "start"): fmpq(1)}, fmpq(0)
    for q, g, c, s, v in zip(chances, *values, sizes, strict=True):
        found: dict[fmpq, fmpq] = {}
        for mean, weight in means.items():
            for share, image in ((1 - q, c * mean + s), (q, c * mean + s + g)):
                if share != 0:
                    found[image] = found.get(image, fmpq(0)) + share * weight
        if len(found) > MAX_COMPONENTS:
            raise InputError("steps", f"lead to more than {MAX_COMPONENTS} components", "take fewer steps")
        means, spread = found, c * c * spread + positive(v, "noise_variance")
    return MixtureLaw.of([(weight, mean, spread) for mean, weight in means.items()])
