"""Laws of chains Y_t = clip(c_t Y_{t-1} + s_t + N(0, v_t)) on an interval [lower, upper], certified.

With the law of Y_{t-1} written as atoms and a density p, the density of Y_t is

    sum over atoms of (mass) N(y; c a + s, v)  +  integral over (lower, upper) of p(x) N(y; c x + s, v) dx,

and the atoms of Y_t are what it carries beyond the ends.  The integral becomes an n-point Gauss-Legendre sum, so that every law is a finite
sum of Gaussians and two atoms.  Its error is bounded beforehand: p is an average of Gaussian densities of the previous variance u, so that
|p| <= exp(h^2/(2u))/sqrt(2 pi u) on the ellipse with the foci ``lower`` and ``upper`` and the half-axis h in the imaginary direction; there
|N(y; c z + s, v)| <= N(y; c Re z + s, v) exp((c h)^2/(2v)) for real y, and |Phi(x + iy)| <= exp(y^2/2) for the atoms.  Where |f| <= M on
the ellipse, whose half-axes add up to rho half-lengths l, its Chebyshev coefficients are at most 2 M rho^-k; the sum is exact to degree 2n
- 1 and errs by at most 2 + 2/3 on each later polynomial, together by at most

    l (16/3) M rho^(-2n) / (1 - 1/rho).

What is known of p at the nodes are balls, which hold the error of the step before.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from flint import arb, arb_mat, fmpq

from pabisym.errors import Undecided
from pabisym.exact_law.clipped_plan import ClippedChain, Step
from pabisym.exact_law.densities import Blur, Bump, GaussianSum
from pabisym.exact_law.spread import Spread
from pabisym.lang.budget import poll
from pabisym.lang.rational import near_float
from pabisym.numerics.quadrature import legendre

MAX_NODES = 800
"""Most nodes of a Gauss-Legendre rule."""
_LARGEST_AXES = 400
"""How many ellipses are tried, at half-axes that add up to exp(k/50) half-lengths."""
_LARGEST = 1e100
"""Largest exponents and half-lengths for which they are compared."""
Window = tuple[fmpq, fmpq]


@dataclass(frozen=True)
class _GaussRule:
    """Gauss-Legendre nodes and weights on an interval, and the ellipse for error bounds: its middle and half-axes.

    A function of absolute value at most M on the ellipse is integrated with an error of at most ``decay`` * M.
    """

    nodes: tuple[arb, ...]
    weights: tuple[arb, ...]
    middle: arb
    width: arb
    height: arb
    decay: arb


@dataclass(frozen=True)
class _Sources:
    """Point masses in place of a law; an integral against it errs by at most ``error`` times a bound on the ellipse."""

    places: tuple[arb, ...]
    masses: tuple[arb, ...]
    error: arb


def gaussian_spread(plan: ClippedChain, window: Window, bits: int) -> Spread:
    """The law on a window, which is the interval where the last step is clipped; atoms are what lies beyond its ends.

    Raises :class:`~pabisym.errors.Undecided` where the noise is too small for the interval.
    """
    rule = _rule(plan.lower, plan.upper, *_difficulty(plan, window), bits) if plan.inner else None
    sources = _Sources(tuple(arb(place) for _, place in plan.start), tuple(arb(weight) for weight, _ in plan.start), arb(0))
    kernels: dict[tuple[int, Step], arb_mat] = {}
    for step in plan.inner:
        poll()
        if rule is None:
            break
        here = _forgotten(sources, step)
        key = (len(here.places), step)
        if key not in kernels:
            kernels[key] = _kernel(rule, here.places, step)
        sources = _next_sources((plan.lower, plan.upper), here, step, rule, kernels[key])
    return _after(window, _forgotten(sources, plan.last), plan.last, rule)


def _forgotten(sources: _Sources, step: Step) -> _Sources:
    """What a step sees: for a slope 0, one point."""
    return _Sources((arb(0),), (arb(1),), arb(0)) if step.slope == 0 else sources


def _difficulty(plan: ClippedChain, window: Window) -> tuple[float, float]:
    """Exponents for which an integrand grows at most like exp(bend*height^2 + pull*(width - half-length)) on an ellipse.

    ``pull`` is how much faster than the law itself it grows at the ends of a window that is wider than the hull.
    """
    steps = (*plan.inner, plan.last)
    bend = max(near_float(1 / before.size + after.slope**2 / after.size) / 2 for before, after in pairwise(steps))
    beyond = max(plan.hull.low - window[0], window[1] - plan.hull.high, fmpq(0))
    return bend, near_float(abs(plan.last.slope) * beyond / plan.last.size)


@lru_cache(maxsize=64)
def _rule(lower: fmpq, upper: fmpq, bend: float, pull: float, bits: int) -> _GaussRule:
    """A rule whose error is about 2**-bits: of all ellipses the one that needs the fewest nodes."""
    half = near_float(upper - lower) / 2
    if max(bend, pull, half) > _LARGEST:
        raise Undecided("the noise is too small, or too large, for the interval")
    best = (math.inf, 2.0)
    for rho in (math.exp(step / 50) for step in range(1, _LARGEST_AXES)):
        growth = bend * (half * (rho - 1 / rho) / 2) ** 2 + pull * half * ((rho + 1 / rho) / 2 - 1)
        best = min(best, ((growth + (bits + 16) * math.log(2)) / (2 * math.log(rho)), rho))
    count, axes = math.ceil(best[0]) + 1, arb(best[1])
    if count > MAX_NODES:
        raise Undecided(f"the noise is too small for the interval: {count} nodes would be needed, {MAX_NODES} are the limit")
    roots = legendre(count, bits)
    length, middle = arb(upper - lower) / 2, arb(upper + lower) / 2
    decay = length * arb(16) / 3 * axes ** (-2 * count) / (1 - 1 / axes)
    nodes, weights = tuple(middle + length * root for root, _ in roots), tuple(length * weight for _, weight in roots)
    return _GaussRule(nodes, weights, middle, length * (axes + 1 / axes) / 2, length * (axes - 1 / axes) / 2, decay)


def _after(ends: Window, sources: _Sources, step: Step, rule: _GaussRule | None) -> Spread:
    """The law after one step from point masses, clipped to an interval."""
    lower, upper = ends
    means = [place * step.slope + step.offset for place in sources.places]
    bumps = tuple(Bump.of(mass, mean, step.size) for mass, mean in zip(sources.masses, means, strict=True))
    scale, missed, blurs = (2 * arb(step.size)).sqrt(), arb(0), tuple[Blur, ...]()
    if rule is not None and sources.error > 0:
        middle, width, height = rule.middle * step.slope + step.offset, rule.width * abs(step.slope), rule.height * abs(step.slope)
        blurs = (Blur(sources.error.abs_upper(), (middle - width).lower(), (middle + width).upper(), height.upper(), step.size),)
        missed = sources.error * (height * height / (2 * step.size)).exp()
    low = sum((bump.weight * ((bump.mean - lower) / scale).erfc() for bump in bumps), arb(0)) / 2
    high = sum((bump.weight * ((upper - bump.mean) / scale).erfc() for bump in bumps), arb(0)) / 2
    return Spread(_widen_ball(low, missed), _widen_ball(high, missed), ((lower, upper, GaussianSum(bumps, blurs)),))


def _widen_ball(value: arb, radius: arb) -> arb:
    return value + arb(0, radius.abs_upper())


def _next_sources(ends: Window, sources: _Sources, step: Step, rule: _GaussRule, kernel: arb_mat) -> _Sources:
    """The law after a step as point masses: its atoms, and its density at the nodes of the rule times their weights."""
    law = _after(ends, sources, step, rule)
    values = kernel * arb_mat(len(sources.masses), 1, list(sources.masses))
    density = law.pieces[0][2]
    missed = [density.missing(node, arb(0)) for node in rule.nodes]
    masses = [_widen_ball(values[i, 0], missed[i]) * weight for i, weight in enumerate(rule.weights)]
    bound = (rule.height * rule.height / (2 * step.size)).exp() / (2 * arb.pi() * step.size).sqrt()
    return _Sources((arb(ends[0]), arb(ends[1]), *rule.nodes), (law.low, law.high, *masses), bound * rule.decay)


def _kernel(rule: _GaussRule, places: tuple[arb, ...], step: Step) -> arb_mat:
    """Gaussian densities at the nodes, one column per source."""
    rate = -1 / (2 * arb(step.size))
    height = (-rate / arb.pi()).sqrt()
    means = [place * step.slope + step.offset for place in places]
    values: list[arb] = []
    for node in rule.nodes:
        poll()
        values += [height * (rate * gap * gap).exp() for gap in (node - mean for mean in means)]
    return arb_mat(len(rule.nodes), len(places), values)
