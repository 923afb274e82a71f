"""Epsilon for a delta, and delta for an epsilon, of a composition of curves: certified from both sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from pabisym.accounting.composition import ComposedLosses, compose
from pabisym.accounting.curves import Curve, LossTable
from pabisym.accounting.grid import DIRECT_BITS
from pabisym.accounting.hidden.mixture import MixtureCurve
from pabisym.accounting.plan import COARSE, DENSE, HEADROOM, MIDDLING, GridPlan, cumulants, plan, plan_for_delta
from pabisym.accounting.shapes import GaussianShape
from pabisym.accounting.unmoved import UnmovedLosses
from pabisym.errors import Undecided
from pabisym.lang.budget import poll
from pabisym.lang.rational import dyadic
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.search import doubled_until, turning_point

Reaches = Sequence[tuple[fmpq, float]]
Parts = Sequence[tuple[Curve | MixtureCurve, int]]
"""Independent losses, each of them so many times."""
ROUNDS = 4
"""Most grids that are tried for the gap that is asked for."""
LONG, EASIER = 16_384, 100
"""Where losses are tabled one by one and a first grid would have so many of them, it may make the answer so much wider: near the largest
loss it is far closer than planned, and else the next grid is finer."""
IMPROVED = 0.7
"""Of the width of an answer: what a further grid has to leave of it at most, so that one more is tried."""
NEARLY = 0.25
"""How far off, as a share, the place that a grid was made for may be where only an upper end is asked for."""
SEARCH = 60
"""Most doublings of the way to a place that is certified."""


@dataclass(frozen=True)
class CertifiedEnds:
    """lower <= value <= upper."""

    lower: fmpq
    upper: fmpq

    @property
    def gap(self) -> float:
        """By which share of the larger the two differ."""
        return float((self.upper - self.lower) / self.upper) if self.upper else 0.0


def epsilon_of(parts: Parts, delta: fmpq, gap: float, near: fmpq | None = None, *, both: bool = True) -> CertifiedEnds:
    """The least epsilon >= 0 with E_(e^epsilon) <= delta, for 0 < ``delta`` < 1; without ``both`` its lower end is 0.

    ``gap`` is the relative width that is aimed at, ``near`` about the answer, where that is known.  Raises
    :class:`~pabisym.errors.Undecided` where no bound is found within the limits.
    """
    if len(parts) == 1 and parts[0][1] == 1:
        return _one_step(parts[0][0], delta)
    found, level = cumulants(parts), float(delta)
    reaches = _reaches(parts, level)
    span = _span(parts, reaches)
    most = _affordable(parts)
    about, best, aim, before = None if near is None else float(near), None, gap, math.inf
    for number in range(ROUNDS):
        poll()
        planned = plan(found, aim, delta=level, span=span, near=about, most=most)
        if number == 0 and most == COARSE and span > LONG * float(planned.window.step):
            planned = plan(found, aim * EASIER, delta=level, span=span, near=about, most=most)
        try:
            ends = _epsilon(compose(_tables(parts, planned, reaches), planned.window), planned, delta, both=both)
        except Undecided:
            if best is None:
                raise
            break
        if ends is None:
            about = planned.epsilon * 1.3**number
            continue
        best = ends if best is None else CertifiedEnds(max(best.lower, ends.lower), min(best.upper, ends.upper))
        about = float(best.upper)
        if planned.covers(best.upper):
            if not both or best.gap <= gap or ends.gap > IMPROVED * before:
                break
            before, aim = ends.gap, aim * HEADROOM * gap / ends.gap
        elif best.gap <= gap:
            break
    if best is None:
        raise Undecided("epsilon: no bound was found within the limits of the grids")
    return best


def upper_of(parts: Parts, delta: fmpq, gap: float) -> CertifiedEnds:
    """As :func:`epsilon_of` for the upper end alone, on one grid where the saddle point says nearly enough where to look."""
    found = cumulants(parts)
    near = found.epsilon(float(delta))
    if near <= 0 or (len(parts) == 1 and parts[0][1] == 1):
        return epsilon_of(parts, delta, gap, both=False)
    reaches = _reaches(parts, float(delta))
    planned = plan(found, gap, delta=float(delta), span=_span(parts, reaches), near=near, most=COARSE)
    ends = _epsilon(compose(_tables(parts, planned, reaches), planned.window), planned, delta, both=False)
    if ends is not None and abs(float(ends.upper) - near) <= NEARLY * near:
        return ends
    again = epsilon_of(parts, delta, gap, ends.upper or None if ends is not None else dyadic(near), both=False)
    return again if ends is None or again.upper < ends.upper else ends


def is_smooth(parts: Parts) -> bool:
    """Whether all losses have densities known in closed form: the saddle point is near then, and tables are quick."""
    return all(isinstance(one, Curve) and isinstance(one.above, GaussianShape) for one, _ in parts)


def _affordable(parts: Parts) -> int:
    """How many losses a window may have for a close upper end."""
    mixed = all(isinstance(one, MixtureCurve) or isinstance(one.above, GaussianShape) for one, _ in parts)
    return DENSE if is_smooth(parts) else MIDDLING if mixed else COARSE


def _one_step(curve: Curve | MixtureCurve, delta: fmpq) -> CertifiedEnds:
    """Epsilon of a single step, by bisection in balls."""
    def above(x: fmpq) -> bool:
        return bool(curve.divergence(arb(x).exp()) > delta)

    with working_precision(DIRECT_BITS):
        if curve.divergence(arb(1)) <= delta:
            return CertifiedEnds(fmpq(0), fmpq(0))
        low, high = doubled_until(lambda x: bool(curve.divergence(arb(x).exp()) <= delta), fmpq(0), fmpq(1, 64))
        low, high = turning_point(lambda x: not curve.divergence(arb(x).exp()) <= delta, low, high, (high - low) / 2**48)
        if not above(low):  # the divergence itself is a ball
            low = turning_point(above, fmpq(0), low, low / 2**40)[0] if above(fmpq(0)) else fmpq(0)
        return CertifiedEnds(low, high)


def delta_of(parts: Parts, epsilon: fmpq, gap: float) -> CertifiedEnds:
    """E_(e^epsilon) for an ``epsilon`` >= 0; ``gap`` is the relative width that is aimed at."""
    if (most := most_loss(parts)) is not None and epsilon >= most:
        return CertifiedEnds(fmpq(0), fmpq(0))
    if len(parts) == 1 and parts[0][1] == 1:
        with working_precision(DIRECT_BITS):
            exact = parts[0][0].divergence(arb(epsilon).exp())
            return CertifiedEnds(max(fmpq(0), lower_end(exact)), min(fmpq(1), upper_end(exact)))
    found = cumulants(parts)
    reaches = _reaches(parts, max(math.exp(max(found.delta(found.tilt_for(float(epsilon), True)), -700.0)), 1e-290))
    planned = plan_for_delta(found, gap, epsilon, _span(parts, reaches), most=_affordable(parts))
    composed, step = compose(_tables(parts, planned, reaches), planned.window), planned.window.step
    unmoved = UnmovedLosses.of(composed, planned.cells, planned.blur)
    low = _on_line(epsilon + planned.blur, step, lambda k: unmoved.over(k, arb(0)) / unmoved.own)  # of what is not positive
    high = _on_line(epsilon, step, lambda k: composed.bounds(k)[1])
    if not (low.is_finite() and high.is_finite()):
        raise Undecided("delta: no bound was found within the limits of the grids")
    return CertifiedEnds(max(fmpq(0), lower_end(low)), min(fmpq(1), upper_end(high)))


def _on_line(epsilon: fmpq, step: fmpq, read: Callable[[int], arb]) -> arb:
    """The number at an epsilon on the line, in e^epsilon, between those at the points of a grid around it."""
    place = int((epsilon / step).floor())
    first, rest = read(place), epsilon - step * place
    if not rest:
        return first
    with working_precision(DIRECT_BITS):
        return first + (read(place + 1) - first) * ((arb(rest).exp() - 1) / (arb(step).exp() - 1))


def _reaches(parts: Parts, delta: float) -> Reaches:
    """Of each part the loss above which, and minus the outcome below which, there is about 10^-8 of delta in all steps."""
    share = delta * 1e-8 / 4.0 ** math.ceil(math.log(sum(times for _, times in parts), 4))  # the same for about as many steps
    return [(curve.reach(share), math.sqrt(-2 * math.log(share))) for curve, _ in parts]


def most_loss(parts: Parts) -> fmpq | None:
    """What no loss of all steps exceeds, where each has such a bound: then delta is 0 from there on."""
    known = [times * most for curve, times in parts if (most := curve.most_loss) is not None]
    return sum(known, fmpq(0)) if len(known) == len(parts) else None


def _span(parts: Parts, reaches: Reaches) -> float:
    """The largest loss of a step in size, of those that count."""
    curve, times = parts[0]
    if len(parts) == 1 and isinstance(curve, Curve) and curve.backwards and curve.above.rate < 1:
        return min(float(reaches[0][0]), -2 * times * math.log(1 - float(curve.above.rate)))
    return float(max(most for most, _ in reaches))


def _tables(parts: Parts, planned: GridPlan, reaches: Reaches) -> list[tuple[LossTable, int]]:
    """The losses of all parts on the grid."""
    alone = parts[0][1] if len(parts) == 1 else 0
    return [(curve.table(planned.window.step, most, far, alone), times) for (curve, times), (most, far) in zip(parts, reaches, strict=True)]


def _epsilon(composed: ComposedLosses, planned: GridPlan, delta: fmpq, *, both: bool) -> CertifiedEnds | None:
    """What one grid gives; None where its window does not reach."""
    step, level = planned.window.step, arb(delta)
    guess = max(composed.guess(float(delta), round(planned.epsilon / float(step))), 0)
    found = _crossing(lambda k: (composed.bounds(k)[1] - level).upper(), guess, step)
    if found is None:
        return None
    most = upper_end(found)
    if not both:
        return CertifiedEnds(fmpq(0), most)
    unmoved = UnmovedLosses.of(composed, planned.cells, planned.blur)
    below = _crossing(lambda k: unmoved.over(k, level), int((most / step).floor()), step)
    return CertifiedEnds(fmpq(0) if below is None else max(fmpq(0), lower_end(below) - planned.blur), most)


def _crossing(over: Callable[[int], arb], start: int, step: fmpq) -> arb | None:
    """The epsilon >= 0 at which a number that is positive at one place and not at the next is 0, on the line between them in e^epsilon.

    It is looked for from a start on; None where none is found.
    """
    low = high = max(start, 0)
    for doublings in range(SEARCH):
        if not over(high) > 0:
            break
        low, high = high, high + (1 << doublings)
    else:
        return None
    for doublings in range(SEARCH):
        if over(low) > 0:
            break
        if low == 0:
            return arb(0)
        low, high = max(low - (1 << doublings), 0), low
    low, high = turning_point(lambda k: bool(over(k) > 0), low, high, 1)
    with working_precision(DIRECT_BITS):
        part = over(low) / (over(low) - over(high))
        return arb(step) * low + (1 + part * (arb(step).exp() - 1)).log()
