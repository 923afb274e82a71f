"""Chains on an interval in one form: point masses, clipped steps, and a last step with or without a clip."""

from __future__ import annotations

from dataclasses import dataclass
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
class Plan:
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
