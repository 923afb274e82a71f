"""What a bound in one privacy notion says in another, certified and rounded to the safe side.

Every result is an enclosure whose upper end is a guarantee.

Let D be the Rényi divergence of order alpha = 1 + t > 1 of a pair (P, Q), R >= D a bound for it and K = t R.  A pair is
(epsilon, delta)-DP in this order of its arguments when E_{e^epsilon}(P || Q) = sup_A P(A) - e^epsilon Q(A) <= delta.
Three conversions from a bound of one order have the same form, with an offset h(t) that is convex in t:

    log(delta) = K + h(t) - t epsilon,        epsilon = (K + h(t) + log(1/delta)) / t.                              (1)

* ``MIRONOV``: h = 0 (Mironov 2017, proposition 3), from 1[x > g] <= (x/g)^t.
* ``CANONNE``: h = t log t - (1 + t) log(1 + t) (Canonne, Kamath and Steinke 2020, proposition 12; Balle et al. 2020,
  theorem 21), from max(x - g, 0) <= x^(1 + t) g^-t t^t / (1 + t)^(1 + t), the tangent of the power at x = g (1 + t)/t.
* ``LOSSLESS``: the least delta that a bound of one order gives (Asoodeh et al. 2021, section III); it is not of the
  form (1), see :mod:`pabisym.notions.lossless`.  ``TWO_BRANCHES`` are two upper bounds for it in closed form.

**The best order.**  (alpha - 1) D is the logarithm of a moment generating function, hence convex in t, and so is its supremum over pairs,
its sum over steps, and any bound alpha*rho.  Where K is convex, log(delta) in (1) is convex in t, and epsilon, as the perspective u N(1/u)
of the convex N = K + h + log(1/delta), is convex in u = 1/t.  The minimum over all orders is then enclosed from three values by chords
(:func:`pabisym.numerics.search.minimum_by_chords`): certified to as many digits as the values have, without derivatives.  For a bound whose
K is not convex the upper end is still a guarantee, being a value of (1), and the lower end says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import fmpq

from pabisym.divergence.sampled_gaussian import limited_work
from pabisym.errors import InputError
from pabisym.lang.rational import rational, short
from pabisym.notions.best_order import GUARD_BITS, MAX_ORDER, MIN_ORDER
from pabisym.notions.from_renyi import CANONNE, FROM_RENYI, LOSSLESS, MIRONOV, TWO_BRANCHES, FromRenyi, OverOrders, Source, Span
from pabisym.notions.gaussian_dp import analytic_noise, classical_noise, gdp_delta, gdp_epsilon, gdp_renyi, gdp_trade_off, zcdp_epsilon
from pabisym.notions.renyi_curve import ComposedCurve, FormulaCurve, FunctionCurve, LinearCurve, RenyiCurve, SampledGaussian, as_curve
from pabisym.numerics.enclosure import Bounds, Enclosure, check_digits, enclose_sharpest
from pabisym.numerics.parameters import inner_probability, not_negative

__all__ = ["CANONNE", "FROM_RENYI", "LOSSLESS", "MAX_ORDER", "MIN_ORDER", "MIRONOV", "TWO_BRANCHES", "Best", "ComposedCurve",
           "FormulaCurve", "FromRenyi", "FunctionCurve", "LinearCurve", "OverOrders", "RenyiCurve", "SampledGaussian", "Source",
           "analytic_noise", "best_delta", "best_epsilon", "classical_noise", "gdp_delta", "gdp_epsilon", "gdp_renyi",
           "gdp_trade_off", "zcdp_epsilon"]


@dataclass(frozen=True)
class Best:
    """The least epsilon or delta over the orders.

    ``value.upper`` is a guarantee, which ``conversion`` gives at ``order``; no order gives less than ``value.lower``
    when alpha -> (alpha - 1) * curve(alpha) is convex.  ``value.digits`` says how close the two are; it is less than
    was asked for only where the curve's own enclosures or the limits of the search do not allow it.
    """

    value: Enclosure
    order: fmpq
    conversion: FromRenyi


def best_epsilon(curve: RenyiCurve | Callable[[fmpq], Enclosure], delta: object, digits: int = 15, conversion: OverOrders = CANONNE,
                 orders: tuple[object, object] | None = None) -> Best:
    """The least epsilon >= 0 at 0 < ``delta`` < 1 that a Rényi bound gives over its orders.

    ``curve`` bounds the divergence of every order; ``orders`` are the smallest and the largest one at which it holds
    (absent: :data:`MIN_ORDER` and :data:`MAX_ORDER`).  Raises :class:`~pabisym.errors.InputError` for parameters
    outside their range and for a curve without a finite value at an order that is tried.
    """
    wanted, bound, span = inner_probability(delta, "delta"), as_curve(curve), _span(orders)
    return _best(lambda bits: conversion.best_epsilon_bounds(bound, wanted, span, bits), digits, conversion)


def best_delta(curve: RenyiCurve | Callable[[fmpq], Enclosure], epsilon: object, digits: int = 15, conversion: OverOrders = CANONNE,
               orders: tuple[object, object] | None = None) -> Best:
    """The least delta <= 1 at ``epsilon`` >= 0 that a Rényi bound gives over its orders; as :func:`best_epsilon`."""
    wanted, bound, span = not_negative(epsilon, "epsilon"), as_curve(curve), _span(orders)
    return _best(lambda bits: conversion.best_delta_bounds(bound, wanted, span, bits), digits, conversion)


def _best(compute: Callable[[int], tuple[Bounds, fmpq]], digits: int, conversion: FromRenyi) -> Best:
    found: dict[int, fmpq] = {}

    def bounds(bits: int) -> Bounds:
        value, found[bits] = compute(bits)
        return value

    with limited_work():
        value = enclose_sharpest(bounds, digits, "best order", GUARD_BITS + check_digits(digits) * 10 // 3, doublings=1)
    return Best(value, 1 + found[value.bits or max(found)], conversion)


def _span(orders: tuple[object, object] | None) -> Span:
    if orders is None:
        return Span(MIN_ORDER - 1, MAX_ORDER - 1)
    low, high = (rational(order, "orders") for order in orders)
    if not 1 < low < high:
        raise InputError("orders", f"{short(low)} to {short(high)} is no range above 1", "give a smaller and a larger order above 1")
    return Span(low - 1, high - 1)
