"""Laws of chains Y_t = clip(c_t Y_{t-1} + s_t + Laplace(b_t)) on an interval [lower, upper], in closed form.

Laplace(b) has the density exp(-|x|/b)/(2b).  The density of Y_t is an exponential polynomial between breakpoints, which
are the images of the ends and of the previous breakpoints under x -> c_t x + s_t.  Convolution with the noise takes
antiderivatives of exponential polynomials and nothing else, so that only rounding is left of an enclosure.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from flint import arb, fmpq

from pabisym.exact_law.clipped_plan import ClippedChain, Step
from pabisym.exact_law.densities import ExponentialPolynomial
from pabisym.exact_law.spread import Piece, Spread
from pabisym.lang.budget import poll


@dataclass(frozen=True)
class _Masses:
    """A law on the line: point masses at some of its ``breaks``, and densities between some neighbouring ones."""

    breaks: tuple[fmpq, ...]
    points: dict[fmpq, arb]
    densities: dict[tuple[fmpq, fmpq], ExponentialPolynomial]


def laplace_spread(plan: ClippedChain, window: tuple[fmpq, fmpq]) -> Spread:
    """The law on a window, which is the interval where the last step is clipped; atoms are what lies beyond its ends.

    Beyond the hull of the points to which the last noise is added, the density is a multiple of exp(-|y|/b).  So two laws with the same
    last noise have a constant ratio on both sides of a window that holds both hulls, and nothing is lost when they are clipped to it.
    """
    moved = _points(plan.start, plan.inner[0] if plan.inner else plan.last)
    for step, following in pairwise((*plan.inner, plan.last)):
        poll()
        law = _clip_sum(plan.lower, plan.upper, moved, step.size)
        moved = _points(((fmpq(1), fmpq(0)),), following) if following.slope == 0 else _affine_image(law, following)
    return _clip_sum(*window, moved, plan.last.size)


def _points(points: tuple[tuple[fmpq, fmpq], ...], step: Step) -> _Masses:
    """The image of point masses under the map of a step."""
    found: dict[fmpq, arb] = {}
    for weight, place in points:
        image = step.slope * place + step.offset
        found[image] = found.get(image, arb(0)) + weight
    return _Masses(tuple(sorted(found)), found, {})


def _affine_image(law: Spread, step: Step) -> _Masses:
    """The law of slope*Y + offset for a slope that is not 0."""
    slope, offset = step.slope, step.offset
    ends = law.pieces[0][0], law.pieces[-1][1]
    points = {slope * place + offset: mass for place, mass in zip(ends, (law.low, law.high), strict=True)}
    densities = {}
    for left, right, density in law.pieces:
        first, last = sorted((slope * left + offset, slope * right + offset))
        if isinstance(density, ExponentialPolynomial):
            densities[first, last] = density.of_affine(1 / slope, -offset / slope).scaled(arb(1 / abs(slope)))
    return _Masses(tuple(sorted({*points, *(end for pair in densities for end in pair)})), points, densities)


def _clip_sum(lower: fmpq, upper: fmpq, law: _Masses, scale: fmpq) -> Spread:
    """The atoms and the density of the sum with noise, clipped to the interval."""
    first, last = min(law.breaks[0], lower), max(law.breaks[-1], upper)
    known = _density_of_sum(law, 1 / scale, first, last)
    low = known[0][2].value(arb(first)) * scale
    high = known[-1][2].value(arb(last)) * scale
    pieces: list[Piece] = []
    for left, right, density in known:
        if left < lower:
            low += density.mass(arb(left), arb(min(right, lower)))
        if right > upper:
            high += density.mass(arb(max(left, upper)), arb(right))
        if max(left, lower) < min(right, upper):
            pieces.append((max(left, lower), min(right, upper), density))
    return Spread(low, high, tuple(pieces))


def _density_of_sum(law: _Masses, rate: fmpq, first: fmpq, last: fmpq) -> list[tuple[fmpq, fmpq, ExponentialPolynomial]]:
    """The density of the sum with noise of scale 1/rate, from ``first`` to ``last``, which lie outside the breaks or on them.

    At y it is rate/2 times e^(-rate*y) * integral of e^(rate*x) over x < y plus e^(rate*y) * integral of e^(-rate*x) over
    x > y.  Before ``first`` and beyond ``last`` it goes on as the exponential of its outermost pieces.
    """
    inner = list(pairwise(law.breaks))
    grown = [_antiderivative(law, pair, rate) for pair in inner]
    fallen = [_antiderivative(law, pair, -rate) for pair in inner]
    lefts = _running_sums([law.points.get(x, arb(0)) * arb(rate * x).exp() for x in law.breaks], _changes(grown, inner))
    rights = _running_sums([law.points.get(x, arb(0)) * arb(-rate * x).exp() for x in reversed(law.breaks)],
                        _changes(fallen, inner)[::-1])[::-1]
    half, constant = arb(rate) / 2, ExponentialPolynomial.exponential
    pieces = [(first, law.breaks[0], constant(rate, rights[0] * half))]
    for k, (left, right) in enumerate(inner):
        poll()
        below = constant(fmpq(0), lefts[k] - grown[k].value(arb(left)))
        above = constant(fmpq(0), rights[k + 1] + fallen[k].value(arb(right)))
        before = ExponentialPolynomial.total((below, grown[k])).times_exponential(-rate)
        after = above.minus(arb(1), fallen[k]).times_exponential(rate)
        pieces.append((left, right, ExponentialPolynomial.total((before, after)).scaled(half)))
    return [*pieces, (law.breaks[-1], last, constant(-rate, lefts[-1] * half))]


def _antiderivative(law: _Masses, pair: tuple[fmpq, fmpq], rate: fmpq) -> ExponentialPolynomial:
    """An antiderivative of density(x)*e^(rate*x) between two breaks."""
    return law.densities.get(pair, ExponentialPolynomial({})).times_exponential(rate).antiderivative()


def _changes(functions: list[ExponentialPolynomial], pairs: list[tuple[fmpq, fmpq]]) -> list[arb]:
    return [f.value(arb(right)) - f.value(arb(left)) for f, (left, right) in zip(functions, pairs, strict=True)]


def _running_sums(points: list[arb], between: list[arb]) -> list[arb]:
    """Running sums of point, gap, point, gap, …, point, after every point."""
    found = [points[0]]
    for gap, point in zip(between, points[1:], strict=True):
        found.append(found[-1] + gap + point)
    return found
