"""Worst cases: one-dimensional linear pairs that attain the optimum.

The pair ``X_t = c'_t X_{t-1} + s_t + Z_t``, ``X'_t = c'_t X'_{t-1} + Z'_t`` with ``0 <= c'_t <= c_t`` and
``X_0 - X'_0 = z_0`` belongs to the class of an instance.  At the end both are Gaussian with the same variance
``N_T``, ``N_t = c'_t^2 N_{t-1} + sigma_t^2``, and means ``m_T`` apart, ``m_t = c'_t m_{t-1} + s_t``; every divergence
between them is a function of ``m_T^2 / N_T``.  Contracting by ``c'_{t+1} = y_t / y_{t+1}`` makes that quotient the
optimum.  Gradient maps of smooth strongly convex losses may not be able to contract that much; over that smaller
class the bound need not be attained.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from pabisym.shift.instance import Instance


def attaining_contractions(
    contraction: Sequence[fmpq], multipliers: Sequence[fmpq], block_first: Sequence[int]
) -> tuple[fmpq, ...]:
    """``c'_1..c'_T`` of the pair that attains the optimum, given ``y_1..y_T`` and the first step of each block.

    They are ``c_t``, smaller only where a later block begins: elsewhere ``y_t = c_{t+1} y_{t+1}``.
    """
    slopes = list(contraction)
    for first in block_first[1:]:
        slopes[first - 1] = multipliers[first - 2] / multipliers[first - 1]
    return tuple(slopes)


def pair_value(instance: Instance, contraction: Sequence[fmpq], restart: int, start: fmpq) -> fmpq | None:
    """``m_T^2 / N_T`` of the linear pair that starts at ``restart`` with means ``start`` apart.

    0 when the means agree, ``None`` (infinite) when they differ and there is no noise.
    """
    mean, variance = start, fmpq(0)
    for t in range(restart, instance.steps):
        mean = contraction[t] * mean + instance.gap[t]
        variance = contraction[t] * contraction[t] * variance + instance.noise_variance[t]
    if mean == 0:
        return fmpq(0)
    return mean * mean / variance if variance else None


def witness_contractions(instance: Instance) -> tuple[fmpq, ...]:
    """``c'_1..c'_T`` of a pair with different means and no noise, for an instance whose optimum is infinite.

    It forgets everything right after the last noise; what enters afterwards survives.
    """
    contraction = list(instance.contraction)
    last = last_noise(instance)
    if last:
        contraction[last] = fmpq(0)
    return tuple(contraction)


def last_noise(instance: Instance) -> int:
    """The last step with noise, or 0."""
    return next((t for t in range(instance.steps, 0, -1) if instance.noise_variance[t - 1]), 0)


def unpayable_step(instance: Instance) -> int | None:
    """The first step after the last noise whose gap survives to the end (0: the start shift), or ``None``.

    The optimum is infinite exactly when there is one, unless a diameter 0 forbids every distance.
    """
    last, found = last_noise(instance), None
    for t in range(instance.steps, last, -1):
        if instance.gap[t - 1]:
            found = t
        if not instance.contraction[t - 1]:
            return found
    return 0 if last == 0 and instance.start_shift else found
