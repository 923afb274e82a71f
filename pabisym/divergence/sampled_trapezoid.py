"""Certified expectations over z ~ N(0, 1) of powers of the likelihood ratio of the sampled Gaussian mechanism.

The ratio of (1-q) N(0, sigma^2) + q N(1, sigma^2) to N(0, sigma^2) at sigma*z is

    g(z) = 1 - q + q*exp(w),    w = z/sigma - 1/(2 sigma^2).

With phi the density of z, the trapezoid rule T = h * sum_k f(k h) for f = phi*g^a (or phi*g*log g, phi*log g) is used.

*Step.*  For v = y/sigma < pi, |A + B e^(u+iv)| lies between cos(v/2)*(A + B e^u) and A + B e^u for A, B >= 0, as the
squares show; for v <= pi/2 it is at least A.  So g has no zero and stays off (-inf, 0] in the strip |Im z| < pi*sigma,
the principal powers are analytic there, and with |phi(x + iy)| = phi(x) exp(y^2/2)

    integral |f(x + iy)| dx  <=  exp(y^2/2) * cos(y/(2 sigma))^min(a, 0) * E[g^a]          (y < pi*sigma)
    integral |f(x + iy)| dx  <=  exp(y^2/2) * (1-q)^a                            (y <= pi*sigma/2, a < 0).

Whenever M bounds these integrals for all smaller y too, |T - E| <= 2 M/(exp(2 pi y/h) - 1) (Trefethen and Weideman
2014, theorem 5.1).  For the logarithms, |log g(x + iy)| <= |log g(x)| - log cos(y/(2 sigma)) + y/sigma, and
E[g |log g|], E[|log g|] <= q/(2 sigma^2) + 2 q: their signed values are divergences, at most q/(2 sigma^2) by
convexity, and their other parts have -g log g <= 1 - g for g < 1, log g <= g - 1, E[(g - 1)^+] = E[(1 - g)^+] <= q.

*Tails.*  From an end e of the nodes outwards, log f falls at least at a rate s > 0, so that the nodes left out add at most h f(e)/(exp(h s)
- 1), or h f(e)/(1 - exp(-h s)) if e is no node.  With p = q e^w/g in (0, 1), increasing in z, (log f)' = -z + a*p/sigma.  For a < 0 it
decreases, so its value at e serves.  For a > 0, s = e - a/sigma on the right and s = -e on the left; or, where a whole mode is negligible
and left out, the chords of the convex function a*log g from e to points further out, the last one beyond the mode, give the rates up to
there: slope - x to the left of a point x, x - slope to its right.

Where the nodes lie is planned in floats; everything that a plan claims is then computed in balls.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, repeat
from operator import mul

from flint import arb, fmpq

from pabisym.divergence.sampled_plan import RatioShape, TrapezoidPlan
from pabisym.numerics.evaluator import TooCoarse, Value, working_precision

_SMALL_POWER = 400
"""Largest integer part of an exponent for which powers are multiplied out; beyond, exp(a*log g) is faster."""


@dataclass(frozen=True, slots=True)
class LikelihoodRatio:
    """g for 0 < q < 1 and sigma > 0, both rationals or balls, and its shape in floats."""

    q: Value
    sigma: Value
    shape: RatioShape

    @classmethod
    def of(cls, q: Value, sigma: Value) -> LikelihoodRatio:
        """Prepare g."""
        with working_precision(64):
            return cls(q, sigma, RatioShape(float(arb(q).log()), float(arb(1 - q).log()), float(1 / arb(sigma))))


def _too_coarse() -> TooCoarse:
    return TooCoarse("the plan of the trapezoid rule is not confirmed")


def power_mean(ratio: LikelihoodRatio, exponent: fmpq, chosen: TrapezoidPlan, bits: int) -> arb:
    """A ball around E[g^exponent] for an exponent outside [0, 1], with ``bits`` of working precision.

    Raises :data:`~pabisym.numerics.evaluator.TooCoarse` where the balls do not confirm the plan.
    """
    with working_precision(bits):
        rule = TrapezoidRule(ratio, chosen)
        total = rule.sum(powers(rule.ratios, exponent), exponent)
        strip = rule.inverse * chosen.strip
        if chosen.absolute:
            bound = arb(1 - ratio.q) ** arb(exponent)
            ok = 2 * strip < arb.pi()
        else:
            bound = (strip / 2).cos() ** arb(exponent) if exponent < 0 else arb(1)
            ok = strip < arb.pi()
        error = rule.discretisation(bound)
        if not (ok and (chosen.absolute or error < 0.5)):
            raise _too_coarse()
        return total + arb(0, error) if chosen.absolute else total * arb(1, 2 * error)


def log_mean(ratio: LikelihoodRatio, weighted: bool, chosen: TrapezoidPlan, bits: int) -> arb:
    """A ball around E[g log g] where weighted, else around E[-log g]; the plan is that of exponent 1 or 0."""
    with working_precision(bits):
        rule = TrapezoidRule(ratio, chosen)
        logs = [g.log() for g in rule.ratios]
        values = map(mul, rule.ratios, logs) if weighted else (-x for x in logs)
        total = rule.log_sum(values, weighted)
        strip = rule.inverse * chosen.strip
        if not strip < arb.pi():
            raise _too_coarse()
        q = arb(ratio.q)
        bound = q * (rule.inverse**2 / 2 + 2) - (strip / 2).cos().log() + strip
        return total + arb(0, rule.discretisation(bound))


def powers(ratios: list[arb], exponent: fmpq) -> Iterable[arb]:
    """g**exponent, by multiplications and square roots where the exponent is a small multiple of 1/4."""
    denominator = int(exponent.q)
    whole = int(exponent.floor())
    if abs(whole) > _SMALL_POWER or denominator not in (1, 2, 4):
        power = arb(exponent)
        return [(g.log() * power).exp() for g in ratios]
    wholes = (g**whole for g in ratios)
    if denominator == 1:
        return wholes
    quarters = int((exponent - whole) * 4)
    roots = (g.sqrt() for g in ratios) if quarters == 2 else _fourth_roots(ratios, quarters)
    return map(mul, wholes, roots)


def _fourth_roots(ratios: list[arb], quarters: int) -> Iterable[arb]:
    for g in ratios:
        half = g.sqrt()
        yield half.sqrt() if quarters == 1 else half * half.sqrt()


class TrapezoidRule:
    """The nodes of a plan, at the current precision: weights exp(-z^2/2), q e^w and ratios g(z), by recurrences."""

    def __init__(self, ratio: LikelihoodRatio, chosen: TrapezoidPlan) -> None:
        self.plan = chosen
        self.q, self.rest = arb(ratio.q), arb(1 - ratio.q)
        self.inverse = 1 / arb(ratio.sigma)
        self.step = arb(chosen.step)
        self.low, self.high = (self.step * k for k in (chosen.first, chosen.last))
        more = chosen.nodes - 1
        square = self.step * self.step
        ratios = accumulate(repeat((-square).exp(), more), mul, initial=(-square * chosen.first - square / 2).exp())
        self.weights = list(accumulate(ratios, mul, initial=(-self.low * self.low / 2).exp()))
        del self.weights[-1]
        growth = (self.step * self.inverse).exp()
        self.raised = list(accumulate(repeat(growth, more), mul, initial=self._raised(self.low)))
        self.ratios = [self.rest + x for x in self.raised]
        self.scale = self.step / (2 * arb.pi()).sqrt()

    def _raised(self, z: arb) -> arb:
        """q*e^w at z."""
        return self.q * ((z - self.inverse / 2) * self.inverse).exp()

    def discretisation(self, bound: arb) -> arb:
        """2 M/(exp(2 pi y/h) - 1) for M = bound*exp(y^2/2)."""
        strip = arb(self.plan.strip)
        return 2 * bound * (strip * strip / 2).exp() / (2 * arb.pi() * strip / self.step).expm1()

    def sum(self, values: Iterable[arb], exponent: fmpq) -> arb:
        """T with all tails, for f = phi*g^exponent."""
        terms = list(map(mul, self.weights, values))
        tails = self._tail(terms[0], exponent, -1) + self._tail(terms[-1], exponent, 1)
        return self.scale * (sum(terms, arb(0)) + arb(0.5, 0.5) * tails)

    def _tail(self, end: arb, exponent: fmpq, side: int) -> arb:
        """A bound on the terms left out on one side (-1 left, 1 right), from the outermost term that is not."""
        z = self.low if side < 0 else self.high
        a = arb(exponent)
        if exponent < 0:
            raised = self._raised(z)
            return self.geometric(end, side * (z - a * self.inverse * (raised / (self.rest + raised))))  # by p at the end
        far = self.plan.beyond[side > 0]
        if not far:
            return self.geometric(end, z - a * self.inverse if side > 0 else -z)
        points = [arb(b) for b in far]  # further out, with chords between them
        logs = [a * (self.rest + self._raised(x)).log() for x in (z, *points)]
        total = arb(0)
        for i, (x, y) in enumerate(zip([z, *points], points, strict=False)):
            rate = side * (x - (logs[i + 1] - logs[i]) / (y - x))
            if not (side * (y - x) > 0 and rate > 0):
                raise _too_coarse()
            total += self.geometric(end, rate) if i == 0 else self._inclusive(logs[i] - x * x / 2, rate)
        last = points[-1]
        return total + self._inclusive(logs[-1] - last * last / 2, last - a * self.inverse if side > 0 else -last)

    def _inclusive(self, log_height: arb, rate: arb) -> arb:
        """A bound on terms that start no higher than stated and fall at a rate."""
        if not rate > 0:
            raise _too_coarse()
        return log_height.exp() / (1 - (-self.step * rate).exp())

    def geometric(self, end: arb, rate: arb) -> arb:
        """A bound on the terms beyond the outermost one, which fall at a rate from there on."""
        if not rate > 0:
            raise _too_coarse()
        return end / (self.step * rate).expm1()

    def log_sum(self, values: Iterable[arb], weighted: bool) -> arb:
        """T with all tails for f = phi*g*log g or -phi*log g.

        Where w <= 0, 1 - q <= g <= 1; where w > 0, 1 <= g <= e^w.  So |f| <= -log(1-q)*phi on the left, and
        phi*e^w*w or phi*w on the right, whose logarithms are concave.
        """
        total = sum(map(mul, self.weights, values), arb(0))
        w = (self.high - self.inverse / 2) * self.inverse
        if not (w > 0 and self.low < self.inverse / 2):
            raise _too_coarse()
        left = self.geometric(-self.rest.log() * self.weights[0], -self.low)
        top, rate = self.weights[-1] * w, self.high - self.inverse / w
        right = self.geometric(top * w.exp(), rate - self.inverse) if weighted else self.geometric(top, rate)
        return self.scale * (total + arb(0, left + right))

