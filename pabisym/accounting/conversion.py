"""From a bound to (epsilon, delta): Gaussian bounds exactly, Rényi bounds at their best order, sampled steps by the accountant.

Which bound a formula or a statement of the library gives is read in :mod:`pabisym.library.convert`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from flint import fmpq

from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.lang.rational import power_of_ten, power_of_two, rational, rational_text, short
from pabisym.notions.best_order import MAX_ORDER, MAX_STEPS, MAX_TRIES, MIN_ORDER
from pabisym.notions.conversion import (
    CANONNE,
    LOSSLESS,
    MIRONOV,
    ComposedCurve,
    LinearCurve,
    OverOrders,
    RenyiCurve,
    SampledGaussian,
    best_delta,
    best_epsilon,
    gdp_delta,
    gdp_epsilon,
)
from pabisym.notions.renyi_curve import Told, cumulant
from pabisym.numerics.enclosure import Bounds, Enclosure, between, check_digits, enclose_sharpest, interval_json
from pabisym.numerics.parameters import inner_probability, not_negative

if TYPE_CHECKING:
    from pabisym.accounting.steps import Mechanism

CONVERSIONS: Mapping[str, OverOrders] = {"mironov": MIRONOV, "canonne": CANONNE, "lossless": LOSSLESS}
"""The conversions from Rényi bounds by name: the oldest, the one in general use, and the best that there is."""
CONVEX = "(order - 1)*bound is convex in the order"
"""What the lower end of an answer rests on where that is not known of the bound."""
EDGE = "no order beyond those that are tried gives less"
"""What it rests on where the best of the orders that are tried is the smallest or the largest one."""
WORST = "pure mechanisms are randomised responses, and exponential ones reveal what the worst of them do in each use"
"""The same where the accountant is told what a mechanism promises, and not which one it is."""
WIDE = (1 + power_of_two(-100), power_of_two(100))
"""The orders that are tried for a positive multiple of the order, which is known exactly at each; by ``lossless`` fewer are."""
DIGITS = 15
"""Significant digits that are certified where none are named."""
ACCOUNTED = {"epsilon": 3, "delta": 2}
"""The same where the accountant answers."""
MOST_ACCOUNTED = 9
"""Most digits to which the ends of an accountant's answer are written."""
WIDE_GAP = fmpq(1, 20)
"""Relative width of an accountant's answer from which on the upper end by Rényi divergences may be less."""
MOST_NOISE = 100
"""Largest noise for which they are asked; beyond it they take long, and are more."""
SECONDS = 5.0
"""How long they are asked."""
Of: TypeAlias = Literal["epsilon", "delta"]
OTHER: Mapping[Of, Of] = {"epsilon": "delta", "delta": "epsilon"}
"""What an answer is, and what is given for it."""
GDP_SOURCE = "Dong, Roth and Su, Gaussian differential privacy, 2022, Corollary 1"


@dataclass(frozen=True)
class GaussianBound:
    """The pair is sqrt(m)-GDP for every m >= ``mu_squared``, which is a rational or enclosed by a function of the digits."""

    mu_squared: fmpq | Callable[[int], Enclosure]
    form: str = ""
    """How it was read, where it is not given as one."""


@dataclass(frozen=True)
class RenyiBound:
    """A Rényi bound at the orders between ``orders``; ``convex`` says whether :data:`CONVEX` is known of it.

    ``holds`` decides, if given, whether what the bound assumes is certainly true at an order.
    """

    curve: RenyiCurve
    orders: tuple[fmpq, fmpq] | None = None
    convex: bool = True
    holds: Callable[[fmpq], bool] | None = None


@dataclass(frozen=True)
class SampledBound:
    """Steps of sampled Gaussian mechanisms, a Gaussian one for every mu of ``gaussian``, and ``others``; records are added or removed."""

    parts: tuple[tuple[SampledGaussian, int], ...]
    gaussian: tuple[fmpq, ...] = ()
    others: tuple[Mechanism, ...] = ()

    @property
    def renyi(self) -> RenyiBound:
        """The Rényi bound that they have together."""
        linear = tuple((LinearCurve(mu**2 / 2), 1) for mu in self.gaussian)
        if not self.others:
            return RenyiBound(ComposedCurve((*self.parts, *linear)))
        from pabisym.accounting.mechanisms import renyi_of

        return RenyiBound(ComposedCurve((*self.parts, *linear, *map(renyi_of, self.others))))

    @property
    def runs(self) -> list[Mechanism]:
        """What the accountant composes."""
        from pabisym.accounting.steps import NoisyRun

        sampled = [NoisyRun(one.sigma, steps, one.q, "poisson", "add-remove") for one, steps in self.parts if one.q and steps]
        return [*sampled, *(NoisyRun(1 / mu, 1, fmpq(1), "full", "add-remove") for mu in self.gaussian if mu), *self.others]


@runtime_checkable
class HasGaussianBound(Protocol):
    """A result whose two runs are sqrt(m)-GDP for every m that is at least what :meth:`mu_squared_at` gives."""

    def mu_squared_at(self, at: Mapping[str, object] | None = None) -> fmpq | Callable[[int], Enclosure]:
        """mu^2 at the values of its letters; raises :class:`~pabisym.errors.InputError` where it bounds nothing."""


Bound: TypeAlias = GaussianBound | RenyiBound | SampledBound


@dataclass(frozen=True)
class Converted:
    """An answer: ``value`` encloses the least epsilon (or delta) for the ``given`` delta (or epsilon).

    Its upper end is a guarantee, by ``method`` at ``order``.  Its lower end says that this method gives no less at any
    order, which rests on ``assumes``, if that is not empty; by privacy loss distributions, which have no order, it bounds the answer
    itself.  ``believes`` is what these rest on, ``note`` says what else a reader should know.  Where no orders are named, those from
    1 + 2^-40 to 1 + 2^40 are tried, for positive multiples of the order those of :data:`WIDE`.
    """

    of: Of
    value: Enclosure
    given: fmpq
    method: str
    source: str
    order: fmpq | None = None
    assumes: str = ""
    believes: tuple[str, ...] = ()
    note: str = ""

    def __repr__(self) -> str:
        known = "delta" if self.of == "epsilon" else "epsilon"
        return f"Converted({self.of} <= {self.value.upper} at {known} = {short(self.given)}, by {self.method})"

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym convert --json``."""
        return {
            self.of: interval_json(self.value),
            OTHER[self.of]: rational_text(self.given),
            "digits": self.value.digits,
            "method": self.method,
            "source": self.source,
            "order": None if self.order is None else rational_text(self.order),
            "lower_end_assumes": self.assumes,
            "believes": list(self.believes),
            "note": self.note,
        }


def convert_bound(bound: Bound, delta: object, epsilon: object, digits: int | None = None, by: str | None = None,
                  progress: Callable[[str], None] | None = None) -> Converted:
    """The least epsilon at a delta, or the least delta at an epsilon, that a bound gives; see :func:`pabisym.convert`."""
    if (delta is None) == (epsilon is None):
        raise InputError("delta", "needs either delta or epsilon", "give the one that is known")
    if by is not None and by not in CONVERSIONS:
        raise InputError("by", f"{by[:40]!r} is no conversion", "give " + ", ".join(CONVERSIONS))
    of: Of = "epsilon" if epsilon is None else "delta"
    given = delta if epsilon is None else epsilon
    if isinstance(bound, SampledBound):
        if by is None:
            return _accounted(bound, of, given, digits, progress)
        bound = bound.renyi
    if isinstance(bound, GaussianBound):
        return _from_gaussian(bound, of, given, DIGITS if digits is None else digits)
    return _from_renyi(bound, of, given, DIGITS if digits is None else digits, by or "canonne", progress)


def _accounted(bound: SampledBound, of: Of, asked: object, digits: int | None, progress: Callable[[str], None] | None) -> Converted:
    """What the certified accountant says; by Rényi divergences where that is less, or where the accountant has no answer."""
    from pabisym.accounting.accountant import composed_delta, composed_epsilon  # numpy, which only this needs
    from pabisym.accounting.mechanisms import PureSteps
    from pabisym.accounting.steps import COMPOSITION

    given = inner_probability(asked, "delta") if of == "epsilon" else not_negative(asked, "epsilon")
    default = ACCOUNTED[of]
    width = float(power_of_ten(-min(check_digits(default if digits is None else digits), 5)))
    runs = bound.runs
    if not runs:
        return _from_gaussian(GaussianBound(fmpq(0)), of, asked, digits or DIGITS)
    if progress is not None:
        progress("composing privacy loss distributions")
    try:
        worst = [replace(one, tight=True) if isinstance(one, PureSteps) else one for one in runs]
        found = (composed_epsilon if of == "epsilon" else composed_delta)(worst, given, width)
    except Undecided as problem:
        other = _from_renyi(bound.renyi, of, asked, digits or DIGITS, "canonne", progress)
        return replace(other, note=f"the accountant has no answer ({problem}); this is by Rényi divergences")
    lower, upper, note = rational(found.lower, of), rational(found.upper, of), ""
    end = time.monotonic() + SECONDS

    def look(_: str) -> None:  # ends a search of which nothing depends
        if time.monotonic() > end:
            raise Undecided("no time is left")

    if of == "epsilon" and upper and (upper - lower) > upper * WIDE_GAP and all(one.sigma <= MOST_NOISE for one, _ in bound.parts):
        with suppress(PabisymError):
            through = rational(_from_renyi(bound.renyi, of, asked, 6, "canonne", look).value.upper, of)
            upper, note = (through, "the upper end is by Rényi divergences, which are less here") if through < upper else (upper, "")
    value = between(lower, upper, min(digits or default, MOST_ACCOUNTED), 0)
    assumes = WORST if any(not one.tight for one in runs) else ""
    return Converted(of, value, given, found.method, COMPOSITION, assumes=assumes, believes=found.believes, note=note)


def _from_renyi(bound: RenyiBound, of: Of, given: object, digits: int, by: str,
                progress: Callable[[str], None] | None = None) -> Converted:
    method = CONVERSIONS[by]
    curve = bound.curve if progress is None else Told(bound.curve, progress, 0 if method is LOSSLESS else 2 * (MAX_TRIES + 3 * MAX_STEPS))
    orders = bound.orders
    if orders is None and isinstance(bound.curve, LinearCurve) and bound.curve.rate > 0 and method is not LOSSLESS:
        orders = WIDE
    best = (best_epsilon if of == "epsilon" else best_delta)(curve, given, digits, method, orders)
    if bound.holds is not None and not bound.holds(best.order):
        raise Undecided(f"the bound is not seen to hold at the best order {short(best.order)}")
    source = f"{method.source.paper}, {method.source.label}"
    ends = (MIN_ORDER, MAX_ORDER) if orders is None else WIDE
    edge = bound.orders is None and best.value.upper != "0" and not ends[0] < best.order < ends[1]
    assumes = "; ".join(([] if bound.convex else [CONVEX]) + [EDGE] * edge)
    return Converted(of, best.value, rational(given, OTHER[of]), method.name, source, best.order, assumes)


def at_order(curve: RenyiCurve, order: fmpq, of: Of, given: fmpq, digits: int) -> Converted:
    """What a Rényi bound gives at one order: an epsilon at the ``given`` delta, or a delta at the given epsilon."""
    t = order - 1

    def bounds(bits: int) -> Bounds:
        return (CANONNE.epsilon_bounds if of == "epsilon" else CANONNE.delta_bounds)(t, cumulant(curve, t, bits), given, bits)

    source = f"{CANONNE.source.paper}, {CANONNE.source.label}"
    return Converted(of, enclose_sharpest(bounds, digits, CANONNE.name), given, CANONNE.name, source, order)


def _from_gaussian(bound: GaussianBound, of: Of, given: object, digits: int) -> Converted:
    compute = gdp_epsilon if of == "epsilon" else gdp_delta
    if isinstance(bound.mu_squared, fmpq):
        value = compute(bound.mu_squared, given, digits)
    else:
        near = bound.mu_squared(digits + 5)
        low, high = (compute(rational(end, "mu_squared"), given, digits + 2) for end in (near.lower, near.upper))
        value = Enclosure(low.lower, high.upper, None, digits, high.bits)
    known = rational(given, OTHER[of])
    return Converted(of, value, known, "; ".join(filter(None, (bound.form, "the trade-off of Gaussians, exactly"))), GDP_SOURCE)
