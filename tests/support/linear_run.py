"""A second route to the worst case of an iteration: the linear pair of its class, run step by step in exact numbers."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from pabisym.lang.rational import rational
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import integer_at, value_at


@dataclass(frozen=True)
class LinearRun:
    """The exact end of a one-dimensional linear Gaussian pair: of the same ``variance``, ``mean_difference`` apart."""

    mean_difference: fmpq
    variance: fmpq

    @property
    def mu_squared(self) -> fmpq | None:
        """mean_difference**2 / variance: the pair is exactly mu-GDP.  None where it is infinite (different means, no variance)."""
        if self.mean_difference == 0:
            return fmpq(0)
        return self.mean_difference**2 / self.variance if self.variance != 0 else None


def exact_linear(iteration: Iteration, **letters: object) -> LinearRun:
    """The linear pair with the largest slopes: X_k = c_k X_{k-1} + s_k + N(0, sigma_k^2), X_0 - X'_0 = ``start_shift``.

    X'_k has the same slopes and noise and no gap.  Any bound for the class must lie above its ``mu_squared``; the diameter is not used.
    """
    point = {name: rational(value, name) for name, value in letters.items()}
    steps = integer_at(iteration.steps, point, "steps", 0)
    mean, variance = value_at(iteration.start_shift, point, "start_shift"), fmpq(0)
    slopes, gaps = iteration.contraction.values(steps, point), iteration.gap.values(steps, point)
    for slope, gap, noise in zip(slopes, gaps, iteration.noise.variance.values(steps, point), strict=True):
        mean, variance = slope * mean + gap, slope**2 * variance + noise
    return LinearRun(mean, variance)
