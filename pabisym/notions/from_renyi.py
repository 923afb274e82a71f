"""The conversions from a Rényi bound to (epsilon, delta)-DP; see :mod:`pabisym.notions.conversion` for the mathematics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, fmpq, fmpz

from pabisym.errors import InputError, Undecided
from pabisym.notions import lossless
from pabisym.notions.best_order import Objective, Offset, best_order, no_offset, tangent_offset
from pabisym.notions.lossless_orders import Known, best_lossless, certifies_nothing_below
from pabisym.notions.renyi_curve import RenyiCurve
from pabisym.numerics.enclosure import Bounds, Enclosure, enclose_sharpest, exactly, to_ball, upper_end
from pabisym.numerics.evaluator import Value
from pabisym.numerics.parameters import inner_probability, not_negative, number_in


@dataclass(frozen=True)
class Source:
    """Where a conversion is stated: paper, label there, and a permanent address."""

    paper: str
    label: str
    address: str


@dataclass(frozen=True)
class FromRenyi(ABC):
    """A conversion of a bound R on the Rényi divergence of one order alpha > 1, with the arguments in the same order.

    ``statement`` is its formula with t = alpha - 1 and K = t R.
    """

    name: str
    source: Source
    statement: str

    @abstractmethod
    def delta_bounds(self, t: fmpq, cumulant: Value, epsilon: fmpq, bits: int) -> Bounds:
        """Enclose the delta at the working precision; the upper end is a guarantee."""

    @abstractmethod
    def epsilon_bounds(self, t: fmpq, cumulant: Value, delta: fmpq, bits: int) -> Bounds:
        """Enclose the epsilon at the working precision; the upper end is a guarantee."""

    def delta(self, order: object, divergence: object, epsilon: object, digits: int = 15) -> Enclosure:
        """The delta at ``epsilon`` >= 0 that a ``divergence`` of at most R at ``order`` > 1 gives, no larger than 1.

        R is a rational, or an enclosure; where that is too wide for the digits asked for, the result has fewer.
        Raises :class:`~pabisym.errors.InputError` outside these ranges.
        """
        t, bound, wanted = read_order(order) - 1, read_divergence(divergence), not_negative(epsilon, "epsilon")
        return enclose_sharpest(lambda bits: self.delta_bounds(t, to_ball(bound) * t, wanted, bits), digits, self.name)

    def epsilon(self, order: object, divergence: object, delta: object, digits: int = 15) -> Enclosure:
        """The epsilon >= 0 at 0 < ``delta`` < 1 that a ``divergence`` of at most R at ``order`` > 1 gives.

        Reads and raises as :meth:`delta` does.
        """
        t, bound, wanted = read_order(order) - 1, read_divergence(divergence), inner_probability(delta, "delta")
        return enclose_sharpest(lambda bits: self.epsilon_bounds(t, to_ball(bound) * t, wanted, bits), digits, self.name)


@dataclass(frozen=True)
class Span:
    """The t = alpha - 1 among which the best one is sought, ends included."""

    low: fmpq
    high: fmpq


class OverOrders(FromRenyi):
    """A conversion whose minimum over all orders is enclosed."""

    @abstractmethod
    def best_delta_bounds(self, curve: RenyiCurve, epsilon: fmpq, span: Span, bits: int) -> tuple[Bounds, fmpq]:
        """Enclose the least delta, and the t that attains the upper end."""

    @abstractmethod
    def best_epsilon_bounds(self, curve: RenyiCurve, delta: fmpq, span: Span, bits: int) -> tuple[Bounds, fmpq]:
        """Enclose the least epsilon, and the t that attains the upper end."""


@dataclass(frozen=True)
class Exponential(OverOrders):
    """log(delta) = K + h(t) - t epsilon with a convex ``offset`` h."""

    offset: Offset

    def delta_bounds(self, t: fmpq, cumulant: Value, epsilon: fmpq, bits: int) -> Bounds:
        """The formula."""
        value = _exponential(cumulant + self.offset(arb(t)).value - t * epsilon)
        return value, value

    def epsilon_bounds(self, t: fmpq, cumulant: Value, delta: fmpq, bits: int) -> Bounds:
        """The formula, solved for epsilon."""
        value = lossless.not_below_zero((cumulant + self.offset(arb(t)).value - arb(delta).log()) / t)
        return value, value

    def best_delta_bounds(self, curve: RenyiCurve, epsilon: fmpq, span: Span, bits: int) -> tuple[Bounds, fmpq]:
        """By convexity in t."""
        found = best_order(Objective(curve, self.offset, bits, epsilon=epsilon), span.low, span.high)
        lower = _exponential(arb(found.lower))
        return (lower if lower > 0 else fmpq(0), _exponential(arb(found.upper))), found.at

    def best_epsilon_bounds(self, curve: RenyiCurve, delta: fmpq, span: Span, bits: int) -> tuple[Bounds, fmpq]:
        """By convexity in 1/t."""
        found = best_order(Objective(curve, self.offset, bits, level=-arb(delta).log()), span.low, span.high)
        return (lossless.not_below_zero(arb(found.lower)), lossless.not_below_zero(arb(found.upper))), found.at


MAX_LOSSLESS_BITS = 1 << 16
"""Binary digits beyond which the lossless conversion searches no smaller delta."""


@dataclass(frozen=True)
class Lossless(OverOrders):
    """The least delta and epsilon; see :mod:`pabisym.notions.lossless`."""

    def delta_bounds(self, t: fmpq, cumulant: Value, epsilon: fmpq, bits: int) -> Bounds:
        """A Bernoulli pair below, a tangent above."""
        return lossless.delta(t, cumulant, epsilon, bits)

    def epsilon_bounds(self, t: fmpq, cumulant: Value, delta: fmpq, bits: int) -> Bounds:
        """A Bernoulli pair below, a tangent above."""
        return lossless.epsilon(t, cumulant, delta, bits)

    def best_delta_bounds(self, curve: RenyiCurve, epsilon: fmpq, span: Span, bits: int) -> tuple[Bounds, fmpq]:
        """The best order found, and the largest delta below it that all orders are seen to exceed.

        A delta below 2^-:data:`MAX_LOSSLESS_BITS` is the one of Canonne, Kamath and Steinke, which is never below the lossless
        one, and has no lower end: the search would write such numbers out.
        """
        known = Known(curve, bits)
        (_, above), start = CANONNE.best_delta_bounds(curve, epsilon, span, bits)
        if arb(above) < arb(2) ** -MAX_LOSSLESS_BITS:
            return (fmpq(0), above), start
        upper, t = best_lossless(lambda t: lossless.delta(t, known.at(t), epsilon, bits), start, span.low, span.high)
        lower = _largest(upper, bits, lambda delta: certifies_nothing_below(known, epsilon, delta, span.low, span.high))
        return (lower, upper), t

    def best_epsilon_bounds(self, curve: RenyiCurve, delta: fmpq, span: Span, bits: int) -> tuple[Bounds, fmpq]:
        """The best order found, and the largest epsilon below it that all orders are seen to exceed."""
        known = Known(curve, bits)
        start = CANONNE.best_epsilon_bounds(curve, delta, span, bits)[1]
        upper, t = best_lossless(lambda t: lossless.epsilon(t, known.at(t), delta, bits), start, span.low, span.high)
        lower = _largest(upper, bits, lambda epsilon: certifies_nothing_below(known, epsilon, delta, span.low, span.high))
        return (lower, upper), t


@dataclass(frozen=True)
class TwoBranches(FromRenyi):
    """Two upper bounds for the lossless delta in closed form, and the smaller of what they give for epsilon."""

    def delta_bounds(self, t: fmpq, cumulant: Value, epsilon: fmpq, bits: int) -> Bounds:
        """The smaller of the two formulas."""
        value = arb(CANONNE.delta_bounds(t, cumulant, epsilon, bits)[1])
        if epsilon > 0:
            value = value.min(arb(cumulant).expm1() / (arb(t * epsilon).expm1() * (1 + t)))
        return value, value

    def epsilon_bounds(self, t: fmpq, cumulant: Value, delta: fmpq, bits: int) -> Bounds:
        """The smaller of the two solutions."""
        value = (arb(cumulant).expm1() / (delta * (1 + t))).log1p() / t
        value = value.min(arb(CANONNE.epsilon_bounds(t, cumulant, delta, bits)[1]))
        return value, value


MIRONOV = Exponential("Mironov",
                      Source("Mironov, Rényi differential privacy, CSF 2017", "Proposition 3", "https://arxiv.org/abs/1702.07476"),
                      "epsilon = R + log(1/delta)/t", no_offset)
CANONNE = Exponential("Canonne, Kamath and Steinke",
                      Source("Canonne, Kamath and Steinke, The discrete Gaussian for differential privacy, 2020", "Proposition 12",
                      "https://arxiv.org/abs/2004.00010"), "epsilon = R + log(t/(1 + t)) - (log(delta) + log(1 + t))/t", tangent_offset)
LOSSLESS = Lossless("Asoodeh et al., lossless",
                    Source("Asoodeh, Liao, Calmon, Kosut and Sankar, Three variants of differential privacy, 2021", "Section III",
                    "https://arxiv.org/abs/2008.06529"),
                    "delta = max p - exp(epsilon)*q over p**(1 + t)*q**(-t) + (1 - p)**(1 + t)*(1 - q)**(-t) <= exp(K)")
TWO_BRANCHES = TwoBranches("Asoodeh et al., two branches",
                           Source("Asoodeh, Liao, Calmon, Kosut and Sankar, A better bound gives a hundred rounds, ISIT 2020", "Lemma 2",
                           "https://arxiv.org/abs/2001.05990"),
                           "delta = min(t**t*(1 + t)**(-1 - t)*exp(K - t*epsilon), (exp(K) - 1)/((1 + t)*(exp(t*epsilon) - 1)))")
FROM_RENYI: tuple[FromRenyi, ...] = (MIRONOV, CANONNE, LOSSLESS, TWO_BRANCHES)


def _exponential(logarithm: arb) -> Value:
    """e^logarithm, or 1 where that is smaller."""
    return fmpq(1) if logarithm >= 0 else logarithm.exp().min(arb(1))


def _largest(upper: fmpq, bits: int, holds: Callable[[fmpq], bool]) -> fmpq:
    """The largest of a few numbers below ``upper`` for which something is seen to hold, or 0."""
    if upper == 0:
        return fmpq(0)
    for share in (3, 2, 1):
        lower = upper * (1 - fmpq(1, fmpz(1) << ((bits - 26) * share // 3)))
        try:
            if holds(lower):
                return lower
        except Undecided:
            break
    return fmpq(0)


# Readings of parameters.


def read_order(value: object) -> fmpq:
    """A rational above 1."""
    return number_in(value, "order", lambda number: number > 1, "is not above 1", "give a Rényi order above 1")


def read_divergence(value: object) -> Enclosure:
    """A finite bound that is 0 or more, as an enclosure."""
    if isinstance(value, Enclosure):
        if upper_end(to_ball(value)) < 0:
            raise InputError("divergence", f"{value.upper} is negative", "give a bound that is 0 or more")
        return value
    return exactly(not_negative(value, "divergence"), 30)
