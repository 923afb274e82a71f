"""Certified integrals of f''(gamma) and gamma^-3 f''(1/gamma) against a profile, over gamma >= 1.

In s = log(gamma) the integrands are e^s f''(e^s) p(e^s) and e^(-2s) f''(e^-s) p(e^s).  Between knots they are analytic
and integrated by Arb; beyond the last knot a profile is 0, constant (the tail is a power of gamma), or at most theta_gamma(r),
whose Gaussian tail is bounded in closed form.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from flint import acb, arb, ctx, fmpq

from pabisym.divergence.profile import Function, GammaProfile, Knot
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational
from pabisym.lang.term import FUNCTIONS, Term, free_names
from pabisym.numerics.complex_evaluator import complex_value
from pabisym.numerics.evaluator import TooCoarse, tail

SecondDerivative = Callable[[acb, bool], acb]


@dataclass(frozen=True)
class Curvature:
    """The second derivative of a convex f on (0, inf): ``factor``*t^``exponent``, or a formula in t.

    For a formula, |f''(t)| <= factor*t^exponent for t >= 1 and |f''(t)| <= factor*t^-low for t <= 1 are taken on trust; they
    are used for Gaussian tails only.
    """

    factor: fmpq
    exponent: fmpq
    low: fmpq
    formula: Term | None = None

    @classmethod
    def power(cls, factor: object, exponent: object) -> Curvature:
        """f''(t) = factor*t^exponent with factor > 0."""
        c, k = rational(factor, "factor"), rational(exponent, "exponent")
        if c <= 0:
            raise InputError("factor", "is not positive", "f is convex and not linear")
        return cls(c, k, -k)

    @classmethod
    def of(cls, text: str, factor: object = 1, exponent: object = 0, low: object = 0) -> Curvature:
        """A formula in t with its growth, as in ``Curvature.of("2/(1 + t)**3", factor=2)``."""
        term = parse(text, "curvature")
        if free_names(term) - FUNCTIONS.keys() - {"t", "neg", "and"}:
            raise InputError("curvature", "mentions letters other than t", "write f'' as a formula in t")
        return cls(rational(factor, "factor"), rational(exponent, "exponent"), rational(low, "low"), term)

    def weight(self, *, backward: bool) -> Callable[[acb, bool], acb]:
        """The factor of the profile in the integrand, as a function of s."""
        if self.formula is None:
            rate = acb(arb(self.rate(backward=backward)))
            factor = acb(arb(self.factor))
            return lambda s, analytic: factor * (rate * s).exp()
        term, sign, jacobian = self.formula, (-1 if backward else 1), (-2 if backward else 1)
        return lambda s, analytic: (jacobian * s).exp() * complex_value(term, {"t": (sign * s).exp()}, analytic)

    def rate(self, *, backward: bool) -> fmpq:
        """The weight grows at most like factor*exp(rate*s)."""
        return self.low - 2 if backward else self.exponent + 1

    def diverges(self, profile: GammaProfile, *, backward: bool) -> bool:
        """Whether the integral is infinite, for a power; the profile tends to a positive limit and the weight does not fall."""
        if profile.end is not None or profile.limit == 0:
            return False
        if self.formula is not None or profile.limit is None:
            raise InputError("curvature", "has a tail of which nothing is known", "use Curvature.power, or laws without atoms apart")
        return self.rate(backward=backward) >= 0


def integral(curvature: Curvature, profile: GammaProfile, *, backward: bool) -> arb:
    """The integral at the current precision, of a profile whose integral converges."""
    weight = curvature.weight(backward=backward)
    cuts, total = _cuts(curvature, profile, backward=backward)
    for low, high in itertools.pairwise(cuts):
        total += _piece(weight, profile.between(low, high), low, high)
    return total


def _cuts(curvature: Curvature, profile: GammaProfile, *, backward: bool) -> tuple[list[arb], arb]:
    """The places between which the integrand is analytic, and the tail beyond the last."""
    places = sorted({knot for knot in profile.knots if _before_end(knot, profile.end)} | {Knot(gamma=fmpq(1))}, key=lambda k: k.log().mid())
    cuts = [knot.log() for knot in places]
    rate = curvature.rate(backward=backward)
    if profile.end is not None:
        return [*cuts, profile.end.log()], arb(0)
    if profile.limit:
        return cuts, -curvature.factor * profile.limit * (arb(rate) * cuts[-1]).exp() / rate
    if (radius := profile.radius) is None:
        raise InputError("profile", "has a tail of which nothing is known", "give a Gaussian, Laplace or finite profile")
    stop = _far(radius, rate, cuts[-1])
    return [*cuts, stop], arb(0, _gaussian_tail(curvature.factor, radius, rate, stop).upper())


def _before_end(knot: Knot, end: Knot | None) -> bool:
    if knot == Knot(gamma=fmpq(1)):
        return False
    return end is None or (knot != end and not knot.log() > end.log())


def _far(radius: fmpq, rate: fmpq, last: arb) -> arb:
    """An s beyond which the Gaussian tail is below the precision."""
    x = abs(arb(rate)) * radius + (2 * arb(2).log() * (ctx.prec + 24)).sqrt()
    stop = (x + arb(radius) / 2) * radius
    return (arb(stop.upper()) if stop > last else arb(last.upper())) + 1


def _gaussian_tail(factor: fmpq, radius: fmpq, rate: fmpq, start: arb) -> arb:
    """A bound on the integral from ``start`` of factor*exp(rate*s)*Q(s/r - r/2), by Q(x) <= exp(-x^2/2)/2 for x >= 0."""
    r, k = arb(radius), arb(rate)
    x = start / r - r / 2
    return arb(factor) * r / 2 * ((k + k * k) * r * r / 2).exp() * (2 * arb.pi()).sqrt() * tail(x - k * r)


def _piece(weight: SecondDerivative, function: Function, low: arb, high: arb) -> arb:
    """The integral over one interval."""
    tolerance = arb(2) ** (-ctx.prec)
    value = acb.integral(lambda s, analytic: weight(s, analytic) * function(s), acb(low), acb(high), rel_tol=tolerance, abs_tol=tolerance)
    if not value.is_finite():
        raise TooCoarse("an integral is not enclosed")
    return value.real
