"""Why an optimum is what it is: binding steps, blocks with their formulas, marginal values, and the derivation as text.

In the coordinates ``w_t = prod_{j > t} c_j``, ``N_t = sum_{j <= t} w_j^2 sigma_j^2`` and ``S_t = w_0 z_0 + sum_{j <= t} w_j s_j`` an
allocation is a string from (0, 0) to the last point that stays below every point ``(N_t, S_t)``; the cheapest one is the greatest convex
minorant of the points, and between two steps p < q at which it bends it costs ``(S_q - S_p)^2 / (N_q - N_p)``.

Marginal values come with the dual multipliers ``y_t``: where the optimum V is differentiable,

    dV/ds_t = 2 y_t     dV/dz_0 = 2 c_1 y_1     dV/dsigma_t^2 = -y_t^2     dV/dc_t = 2 y_t z_{t-1}.

At a step that has no noise and receives no shift the multiplier may be anything between ``y_{t-1} / c_t`` and
``c_{t+1} y_{t+1}``; V is defined only towards larger gaps and variances there, and the marginal values are the
derivatives in that direction.  After the last noise that of a gap is infinite.

>>> from pabisym.shift.allocate import allocate
>>> explanation = explain(allocate(gap=[0, 1, 0, 0, 2], noise_variance=1))
>>> explanation.binding, explanation.marginal.gap
((1, 4, 5), (Fraction(0, 1), Fraction(2, 3), Fraction(2, 3), Fraction(2, 3), Fraction(4, 1)))
>>> print(explanation.derivation[4])
Steps 2-4: slope (S_4 - S_1)/(N_4 - N_1) = (1 - 0)/(4 - 1) = 1/3, cost (S_4 - S_1)^2/(N_4 - N_1) = 1/3.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.once import cached_property
from pabisym.lang.rational import rational_text, to_fraction
from pabisym.numerics.pool import pool
from pabisym.shift.allocate import Allocation, short_number
from pabisym.shift.exact.solve import ExactSolution, InfiniteSolution
from pabisym.shift.instance import Instance, Json

MAX_SHOWN = 12
"""Most points, blocks and steps that the text lists one by one."""
_LONG = 24
"""Rationals with a longer text are shown as decimals, after a ``~``."""


class Point(NamedTuple):
    """A step in cumulative coordinates: noise N_t and shift S_t that have come in by it, as seen at the end."""

    noise: fmpq
    shift: fmpq


@dataclass(frozen=True, slots=True)
class BlockShare:
    """A block's part of the optimum: ``cost = shift^2 / noise``, 0 where nothing is paid.

    ``shift`` is S_q - S_p and ``noise`` N_q - N_p for the steps p + 1 = ``first`` to q = ``last``.
    """

    first: int
    last: int
    shift: Fraction
    noise: Fraction
    slope: Fraction
    cost: Fraction


@dataclass(frozen=True, slots=True)
class Marginal:
    """Derivatives of the optimum towards larger data, started at the restart that was found.

    ``gap``, ``noise_variance`` and ``contraction`` have one value per step; they are ``math.inf`` where the optimum
    jumps.  Where
    several restarts are equally good these are upper bounds of the derivatives.  ``diameter`` is ``None`` without one.
    """

    gap: tuple[Fraction | float, ...]
    noise_variance: tuple[Fraction | float, ...]
    contraction: tuple[Fraction | float, ...]
    start_shift: Fraction | float
    diameter: Fraction | float | None


@dataclass(frozen=True, eq=False)
class AllocationExplanation:
    """What :func:`explain` found out about ``allocation``; ``str()`` is the derivation as numbered lines."""

    allocation: Allocation

    @property
    def _solution(self) -> ExactSolution | None:
        found = self.allocation.exact
        return found if isinstance(found, ExactSolution) else None

    @cached_property
    def binding(self) -> tuple[int, ...]:
        """The steps after the restart at which nothing is left, z_t = 0: there the string touches its point."""
        found = self._solution
        return tuple(t for t, z in enumerate(found.shift, 1) if z == 0 and t > found.restart) if found else ()

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """``(N_t, S_t)`` for t = restart..T, the first of them (0, 0); empty for an infinite optimum."""
        found = self._solution
        return cumulative(found.instance, found.restart, found.start) if found else ()

    @cached_property
    def blocks(self) -> tuple[BlockShare, ...]:
        """The blocks with their parts of the optimum, slopes increasing."""
        found, shares = self._solution, list[BlockShare]()
        for first, last in zip(found.block_first, found.block_last, strict=True) if found else ():
            begin, end = (self.points[t - self.allocation.restart] for t in (first - 1, last))
            shift, noise = end.shift - begin.shift, end.noise - begin.noise
            slope = shift / noise if noise else fmpq(0)
            shares.append(BlockShare(first, last, *map(to_fraction, (shift, noise, slope, slope * shift))))
        return tuple(shares)

    @cached_property
    def marginal(self) -> Marginal:
        """Marginal values of the data.

        Raises :class:`~pabisym.errors.InputError` for an infinite optimum, which has none.
        """
        found = self.allocation.exact
        if isinstance(found, InfiniteSolution):
            raise InputError("allocation", f"an infinite optimum has no marginal values: {found.infinite_reason}", "add noise")
        data, restart = found.instance, found.restart
        high, low = _multiplier_range(found)
        before = [found.start, *found.shift[restart:]][:-1]
        unchanged: list[fmpq | None] = [fmpq(0)] * restart
        gap = unchanged + [_product(y, fmpq(2)) for y in high]
        variance = [fmpq(0)] * restart + [-y * y for y in low]
        contraction = unchanged + [_product(rate, z) for rate, z in zip(gap[restart:], before, strict=True)]
        entry = _product(gap[restart], data.contraction[restart]) if restart < data.steps else None
        cut = restart > 0 or (data.diameter is not None and data.diameter < data.start_shift)
        free = restart == 0 and (data.diameter is None or data.start_shift < data.diameter)
        return Marginal(tuple(map(_public, gap)), tuple(map(_public, variance)), tuple(map(_public, contraction)),
                        _public(entry if free else fmpq(0)), None if data.diameter is None else _public(entry if cut else fmpq(0)))

    @cached_property
    def derivation(self) -> tuple[str, ...]:
        """The derivation, one sentence or two per step."""
        return tuple(_derivation(self, self.allocation.exact))

    def __str__(self) -> str:
        return "\n".join(f"{number}. {text}" for number, text in enumerate(self.derivation, 1))

    def __repr__(self) -> str:
        return f"AllocationExplanation({self.allocation!r})"

    def to_json(self) -> dict[str, Json]:
        """Plain data: exact rationals as texts, infinity as ``"inf"``."""
        derivation: list[Json] = list(self.derivation)
        found = self._solution
        if found is None:
            return {"status": "infinite", "reason": self.allocation.reason, "derivation": derivation}
        rates, blocks = self.marginal, list[Json]()
        for block in self.blocks:
            numbers = {name: _json(getattr(block, name)) for name in ("shift", "noise", "slope", "cost")}
            blocks.append({"first": block.first, "last": block.last, **numbers})
        marginal: dict[str, Json] = {"gap": [_json(x) for x in rates.gap], "noise_variance": [_json(x) for x in rates.noise_variance],
                                     "contraction": [_json(x) for x in rates.contraction], "start_shift": _json(rates.start_shift),
                                     "diameter": None if rates.diameter is None else _json(rates.diameter)}
        return {"status": "optimal", "value": rational_text(found.value), "restart": self.allocation.restart, "binding": list(self.binding),
                "blocks": blocks, "marginal": marginal, "derivation": derivation}


def explain(allocation: Allocation) -> AllocationExplanation:
    """Explain an exact answer.

    Raises :class:`~pabisym.errors.InputError` for answers in another arithmetic.
    """
    explanation = AllocationExplanation(allocation)
    _ = allocation.exact
    return explanation


def cumulative(instance: Instance, restart: int, start: fmpq) -> tuple[Point, ...]:
    """``(N_t, S_t)`` for t = ``restart``..T with S at the restart counted as 0: the start shift enters with the first step."""
    weights = [fmpq(1)]
    for c in reversed(instance.contraction[restart:]):
        weights.append(weights[-1] * c)
    incoming = weights[-1] * start
    points = [Point(fmpq(0), fmpq(0))]
    for t, w in zip(range(restart, instance.steps), reversed(weights[:-1]), strict=True):
        noise = points[-1].noise + w * w * instance.noise_variance[t]
        points.append(Point(noise, points[-1].shift + incoming + w * instance.gap[t]))
        incoming = fmpq(0)
    return tuple(points)


# Marginal values.


def _multiplier_range(found: ExactSolution) -> tuple[list[fmpq | None], list[fmpq]]:
    """The largest (``None``: no bound) and the least optimal ``y_t`` of the steps after the restart.

    They differ only where a step has no noise and receives no shift.
    """
    data, restart = found.instance, found.restart
    high: list[fmpq | None] = list(found.multipliers[restart:])
    low = list(found.multipliers[restart:])
    free = [v == 0 and s == 0 for v, s in zip(data.noise_variance[restart:], data.gap[restart:], strict=True)]
    if free and data.contraction[restart] * found.start > 0:
        free[0] = False
    for i in reversed(range(len(free))):
        if free[i]:
            last = i + 1 == len(free)
            high[i] = None if last else _product(high[i + 1], data.contraction[restart + i + 1])
    for i, open_ended in enumerate(free):
        if open_ended:
            c = data.contraction[restart + i]
            low[i] = low[i - 1] / c if i and c else fmpq(0)
    return high, low


def _product(rate: fmpq | None, factor: fmpq) -> fmpq | None:
    """The product, 0 where one factor is 0 and ``None`` where the other is infinite."""
    return fmpq(0) if factor == 0 else None if rate is None else rate * factor


def _public(value: fmpq | None) -> Fraction | float:
    return math.inf if value is None else to_fraction(value)


# Text.


def _derivation(explanation: AllocationExplanation, found: ExactSolution | InfiniteSolution) -> Iterable[str]:
    data, restart = found.instance, found.restart
    yield _data(data)
    if isinstance(found, InfiniteSolution):
        yield f"No allocation is feasible: {found.infinite_reason}."
        yield (
            "The pair X_t = c'_t X_(t-1) + s_t + Z_t, X'_t = c'_t X'_(t-1) + Z'_t with the contractions "
            f"c' = {_list_text(found.worst_contraction)} ends with different means and no noise, so every divergence is infinite."
        )
        return
    if data.diameter is not None:
        yield (
            f"Within the diameter {shown_number(data.diameter)} the processes are at most {shown_number(found.start)} apart "
            f"at step {restart}; "
            "no other start costs less."
        )
    incoming = f"w_{restart} z_{restart} + " if found.start else ""
    runs = pool(((t, t) for t in explanation.binding), lambda one, two: one[1] + 1 == two[0], lambda one, two: (one[0], two[1]))
    touched = ("step " if len(explanation.binding) == 1 else "steps ") + _elided([str(a) if a == b else f"{a}-{b}" for a, b in runs])
    points = _elided([f"({shown_number(p.noise)}, {shown_number(p.shift)})" for p in explanation.points])
    yield (
        f"As seen at the end, where w_t = c_(t+1)...c_T, the noise N_t = sum w_j^2 sigma_j^2 and the shift S_t = {incoming}sum w_j s_j "
        f"(j = {restart + 1}..t) have come in by step t: (N_t, S_t) = {points}."
    )
    yield (
        "An allocation is a string A_t = sum w_j a_j that never falls, A_t <= S_t, A_T = S_T; it costs "
        "sum (A_t - A_(t-1))^2/(N_t - N_(t-1)). The cheapest is the greatest convex minorant of the points, a taut string: straight "
        "over a block of steps, because no point lies below the chord, and steeper from block to block."
        + (f" It touches its point, z_t = 0, at {touched}." if explanation.binding else "")
    )
    for block in explanation.blocks[:MAX_SHOWN]:
        yield _block_text(explanation, block)
    if len(explanation.blocks) > MAX_SHOWN:
        yield f"{len(explanation.blocks) - MAX_SHOWN} more blocks follow, each steeper than the one before."
    yield f"Together sum a_t^2/sigma_t^2 = mu^2 = {shown_number(found.value)}: the Rényi bound of order alpha is alpha/2 times this."
    yield _worst_case(found, exact=explanation.allocation.tightness == "exact")
    yield _marginal_text(explanation.marginal, restart)


def _worst_case(found: ExactSolution, *, exact: bool) -> str:
    """The worst case; ``exact`` says that it belongs to the class of the instance."""
    tau, slopes = found.restart, _list_text(found.worst_contraction[found.restart :])
    value = shown_number(found.worst_value)
    return (
        f"The linear pair X_t = c'_t X_(t-1) + s_t + Z_t, X'_t = c'_t X'_(t-1) + Z'_t "
        f"with X_{tau} - X'_{tau} = {shown_number(found.start)} and "
        f"(c'_t) = {slopes} for t > {tau} has mean^2/variance = {value} at the end"
        + (": the bound is tight." if exact else "; it need not stay within the diameter.")
    )


def _data(data: Instance) -> str:
    parts = [
        f"{data.steps} steps", f"contraction {_range(data.contraction)}", f"gap {_range(data.gap)}",
        f"noise variance {_range(data.noise_variance)}", f"start shift {shown_number(data.start_shift)}",
    ]  # fmt: skip
    return "Given: " + ", ".join(parts) + ("." if data.diameter is None else f", diameter {shown_number(data.diameter)}.")


def _range(values: Sequence[fmpq]) -> str:
    if len(set(map(rational_text, values))) <= 1:
        return shown_number(values[0]) if values else "none"
    return _list_text(values) if len(values) <= MAX_SHOWN else f"between {shown_number(min(values))} and {shown_number(max(values))}"


def _list_text(values: Sequence[fmpq]) -> str:
    shown = [shown_number(value) for value in values[:MAX_SHOWN]]
    return f"({', '.join([*shown, '...'] if len(values) > MAX_SHOWN else shown)})"


def _elided(texts: list[str]) -> str:
    """Texts one after the other, the last one too where some are left out."""
    return ", ".join(texts if len(texts) <= MAX_SHOWN else [*texts[: MAX_SHOWN - 1], "...", texts[-1]])


def _block_text(explanation: AllocationExplanation, block: BlockShare) -> str:
    p, q = block.first - 1, block.last
    steps = f"Steps {block.first}-{q}" if block.first < q else f"Step {q}"
    if not block.cost:
        return f"{steps}: nothing is paid; no shift up to step {q} has to be."
    begin, end = (explanation.points[t - explanation.allocation.restart] for t in (p, q))
    rise, run = f"({shown_number(end.shift)} - {shown_number(begin.shift)})", f"({shown_number(end.noise)} - {shown_number(begin.noise)})"
    return (
        f"{steps}: slope (S_{q} - S_{p})/(N_{q} - N_{p}) = {rise}/{run} = {shown_number(block.slope)}, "
        f"cost (S_{q} - S_{p})^2/(N_{q} - N_{p}) = {shown_number(block.cost)}."
    )


def _marginal_text(marginal: Marginal, restart: int) -> str:
    if not marginal.gap[restart:]:
        return "There is no step that could be changed."
    first = 1 + max(range(len(marginal.gap)), key=lambda t: marginal.gap[t])
    second = 1 + min(range(len(marginal.gap)), key=lambda t: marginal.noise_variance[t])
    return (
        f"Marginal values: a gap costs most at step {first}, at the rate 2 y_{first} = {_rate(marginal.gap[first - 1])}; noise variance "
        f"helps most at step {second}, at the rate -y_{second}^2 = {_rate(marginal.noise_variance[second - 1])}; "
        f"the start shift costs at the rate {_rate(marginal.start_shift)}."
    )


def _rate(value: Fraction | float) -> str:
    return shown_number(value) if isinstance(value, Fraction) else "infinity"


def shown_number(value: fmpq | Fraction) -> str:
    """A rational as the explanations write it: itself, or six digits after a ``~`` where it is long."""
    return short_number(value, _LONG)


def _json(value: Fraction | float) -> str:
    return rational_text(value) if isinstance(value, Fraction) else "inf"
