"""Chains on an interval in one form: point masses, clipped steps, and a last step with or without a clip."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from flint import fmpq

NoiseLaw = Literal["gaussian", "laplace"]


class Step(NamedTuple):
    """One step x -> slope*x + offset + noise; ``size`` is the variance of Gaussian noise, or the scale of Laplace noise."""

    slope: fmpq
    offset: fmpq
    size: fmpq


class Hull(NamedTuple):
    """The shortest interval that holds all points to which the last noise is added."""

    low: fmpq
    high: fmpq


@dataclass(frozen=True)
class ClippedChain:
    """Point masses ``start`` as pairs (weight, place), ``inner`` steps followed by a clip to [lower, upper], and ``last``.

    Process: Y_0 ~ start, Y_t = clip(c_t Y_{t-1} + s_t + Z_t) for the inner steps, and then c Y + s + Z with the last
    step, which is clipped too when ``clipped``.
    """

    lower: fmpq
    upper: fmpq
    start: tuple[tuple[fmpq, fmpq], ...]
    inner: tuple[Step, ...]
    last: Step
    clipped: bool

    @property
    def hull(self) -> Hull:
        """Where the last noise is added."""
        places = (self.lower, self.upper) if self.inner else tuple(place for _, place in self.start)
        images = [self.last.slope * place + self.last.offset for place in places]
        return Hull(min(images), max(images))

    @property
    def plain(self) -> ClippedChain:
        """The same law from the images of the first step, and from the last step that forgets where it came from (slope 0).

        Plans that do the same by other numbers, like one step from 1 with the slope 1/2 and one from 0 with the offset 1/2, are equal then.
        """
        steps, start = (*self.inner, self.last), self.start
        forgetting = max((k for k, step in enumerate(steps) if step.slope == 0), default=0)
        if steps[forgetting].slope == 0:
            start = ((fmpq(1), fmpq(0)),)
        first, *others = steps[forgetting:]
        places = merge_places((weight, first.slope * place + first.offset) for weight, place in start)
        *inner, last = Step(fmpq(1), fmpq(0), first.size), *others
        return replace(self, start=places, inner=tuple(inner), last=last)


def merge_places(pairs: Iterable[tuple[fmpq, fmpq]]) -> tuple[tuple[fmpq, fmpq], ...]:
    """Pairs (weight, place) with every place once, in order."""
    weights: dict[fmpq, fmpq] = {}
    for weight, place in pairs:
        weights[place] = weights.get(place, fmpq(0)) + weight
    return tuple((weights[place], place) for place in sorted(weights))


def merge_plans(parts: Iterable[tuple[fmpq, ClippedChain]]) -> tuple[tuple[fmpq, ClippedChain], ...]:
    """A mixture of plans in their plain form: those with the same steps are one, which starts in more places."""
    starts: dict[ClippedChain, list[tuple[fmpq, fmpq]]] = {}
    for weight, plan in parts:
        plain = plan.plain
        starts.setdefault(replace(plain, start=()), []).extend((weight * share, place) for share, place in plain.start)
    found = list[tuple[fmpq, ClippedChain]]()
    for plan, pairs in starts.items():
        total = sum((weight for weight, _ in pairs), fmpq(0))
        found.append((total, replace(plan, start=tuple((weight / total, place) for weight, place in merge_places(pairs)))))
    return tuple(sorted(found, key=lambda part: (part[1].inner, part[1].last)))
