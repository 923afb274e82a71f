"""The laws of clipped chains on the line, and their divergences between certified bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from flint import arb, fmpq

from pabisym.divergence.hockey_stick import GammaLevel
from pabisym.errors import InputError, Undecided
from pabisym.exact_law.clipped_gaussian import Window, gaussian_spread
from pabisym.exact_law.clipped_laplace import laplace_spread
from pabisym.exact_law.clipped_plan import ClippedChain, Hull, NoiseLaw, Step, merge_plans
from pabisym.exact_law.law import ExactLaw, enclose_divergence, not_together, per_step, read_weights, step_count
from pabisym.exact_law.line_integrals import Integrand, Kullback, Power, integral, positive_part, rough_size
from pabisym.exact_law.spread import Spread
from pabisym.exact_law.tails import WindowEdge, gaussian_reach, kullback_tail, power_tail
from pabisym.lang.arguments import GridLike, NumberLike, Schedule, public
from pabisym.lang.rational import rational, short
from pabisym.numerics.enclosure import Bounds, Enclosure, enclose_between
from pabisym.numerics.evaluator import TooCoarse
from pabisym.numerics.parameters import positive

Projection = Literal["after-noise", "before-noise", "before-map"]
PROJECTIONS: tuple[Projection, ...] = ("after-noise", "before-noise", "before-map")
"""Where the projection stands in a step."""
_WINDOWS = 40
"""How many windows are tried for tails that have to be negligible."""


@dataclass(frozen=True)
class ClippedLaw(ExactLaw):
    """The final law of a chain on an interval, or a mixture of such laws with positive weights that sum to 1.

    All parts have the same interval and kind of noise, and all or none of them end with a clip; where none does, the
    last noise has the same size in all.  They stand in their plain form and in order, so that what is the same chain told twice is equal.
    """

    noise: NoiseLaw
    parts: tuple[tuple[fmpq, ClippedChain], ...]

    @property
    def clipped(self) -> bool:
        """Whether the law lives on the interval, with atoms at its ends."""
        return self.parts[0][1].clipped

    @property
    def interval(self) -> Window:
        """The two ends."""
        return self.parts[0][1].lower, self.parts[0][1].upper

    @property
    def hull(self) -> Hull:
        """The shortest interval that holds all points to which the last noise is added."""
        hulls = [plan.hull for _, plan in self.parts]
        return Hull(min(hull.low for hull in hulls), max(hull.high for hull in hulls))

    @property
    def last_size(self) -> fmpq:
        """Variance or scale of the last noise."""
        return self.parts[0][1].last.size

    def atoms(self, digits: int = 15) -> tuple[Enclosure, Enclosure]:
        """The masses of the lower and of the upper end, for a law on the interval."""
        if not self.clipped:
            raise InputError("law", "has a density on the whole line", "ask for the atoms of a law that ends with a projection")
        low = enclose_between(lambda bits: law_on_window(self, self.interval, bits).low, digits, "an atom")
        return low, enclose_between(lambda bits: law_on_window(self, self.interval, bits).high, digits, "an atom")

    def _renyi(self, other: ExactLaw, order: fmpq, digits: int) -> Enclosure:
        second = _beside(self, other)
        moment = _clipped_moment if self.clipped or self.noise == "laplace" else _free_moment

        def value(bits: int) -> Bounds:
            total = moment(self, second, order, bits)
            if order != 1:
                if not total > 0:
                    raise TooCoarse("an integral is not seen to be positive")
                total = total.log() / (order - 1)
            return total.lower().max(arb(0)), total.upper()

        return enclose_divergence(value, digits, "the Rényi divergence")

    def _hockey_stick(self, other: ExactLaw, level: GammaLevel, digits: int) -> Enclosure:
        second = _beside(self, other)

        def value(bits: int) -> Bounds:
            gamma, window = arb(level.gamma), _window(self, second, gaussian_reach(self.last_size, bits))
            p, q = law_on_window(self, window, bits), law_on_window(second, window, bits)
            low, high = positive_part(p.pieces, q.pieces, gamma, bits)
            if not (self.clipped or self.noise == "laplace"):
                return arb(low).lower().max(arb(0)), high + p.low + p.high
            atoms = sum(((a - gamma * b).max(arb(0)) for a, b in ((p.low, q.low), (p.high, q.high))), arb(0))
            return arb(low + atoms).lower().max(arb(0)), high + atoms

        return enclose_divergence(value, digits, "the hockey-stick divergence")


def _beside(first: ClippedLaw, second: ExactLaw) -> ClippedLaw:
    """The second law, when it can be compared with the first."""
    if not isinstance(second, ClippedLaw) or second.noise != first.noise or second.clipped != first.clipped:
        raise not_together(first, second)
    if first.clipped and first.interval != second.interval:
        raise InputError("other", "lives on another interval", "project both runs onto the same interval")
    if not first.clipped and first.last_size != second.last_size:
        raise InputError("other", "has another last noise", "add the same last noise in both runs")
    return second


# Numbers.


@lru_cache(maxsize=32)
def law_on_window(law: ClippedLaw, window: Window, bits: int) -> Spread:
    """The law on a window at the working precision, which is ``bits``."""
    laws = [gaussian_spread(plan, window, bits) if law.noise == "gaussian" else laplace_spread(plan, window) for _, plan in law.parts]
    return Spread.average([(weight, one) for (weight, _), one in zip(law.parts, laws, strict=True)])


def _window(first: ClippedLaw, second: ClippedLaw, reach: fmpq) -> Window:
    """Where two laws are compared: their interval, or both hulls and ``reach`` on both sides."""
    if first.clipped:
        return first.interval
    hulls = first.hull, second.hull
    return min(hull.low for hull in hulls) - reach, max(hull.high for hull in hulls) + reach


def _clipped_moment(first: ClippedLaw, second: ClippedLaw, order: fmpq, bits: int) -> arb:
    """The integral of p^order q^(1 - order), or for order 1 of p log(p/q), with the atoms."""
    window = _window(first, second, first.last_size)
    p, q = law_on_window(first, window, bits), law_on_window(second, window, bits)
    pairs = ((p.low, q.low), (p.high, q.high))
    inside = integral(p.pieces, q.pieces, _integrand(order), bits)
    if order == 1:
        return sum((a * (a / b).log() for a, b in pairs), inside)
    return sum(((a.log() * order + b.log() * (1 - order)).exp() for a, b in pairs), inside)


def _integrand(order: fmpq) -> Integrand:
    return Kullback() if order == 1 else Power(order)


def _free_moment(first: ClippedLaw, second: ClippedLaw, order: fmpq, bits: int) -> arb:
    """The same on the whole line, for Gaussian noise: on a window outside of which it is negligible."""
    reach, integrand, small = gaussian_reach(first.last_size, bits), _integrand(order), arb(2) ** -bits
    for _ in range(_WINDOWS):
        window = _window(first, second, reach)
        tails = _tails(first, second, order, window, bits)
        if tails is not None:
            p, q = law_on_window(first, window, bits).pieces, law_on_window(second, window, bits).pieces
            if tails < small or tails < small * rough_size(p, q, integrand):
                return integral(p, q, integrand, bits) + arb(0, tails.abs_upper())
        reach = reach * 5 / 4
    raise Undecided("the tails of two laws reach too far")


def _tails(first: ClippedLaw, second: ClippedLaw, order: fmpq, window: Window, bits: int) -> arb | None:
    """A bound on what lies on both sides of a window."""
    (*_, p), (*_, q) = law_on_window(first, window, bits).pieces[0], law_on_window(second, window, bits).pieces[0]
    hulls, size = (first.hull, second.hull), first.last_size
    total = arb(0)
    for side in (-1, 1):
        one, two = (WindowEdge.of(f, hull, size, window[0 if side < 0 else 1], side) for f, hull in zip((p, q), hulls, strict=True))
        wide = arb(max(hull.high for hull in hulls) - min(hull.low for hull in hulls)) / size
        tail = kullback_tail(one, two, wide) if order == 1 else power_tail(one, two, order)
        if tail is None:
            return None
        total += tail
    return total


# Making one.


@public
def clipped_chain(*, lower: NumberLike, upper: NumberLike, steps: int, start: GridLike, noise_variance: Schedule | None = None,
                  laplace_scale: Schedule | None = None, slope: Schedule = 1, offset: Schedule = 0,
                  projection: Projection = "after-noise") -> ClippedLaw:
    """The law of X_T, T >= 1, of a chain on the line that is projected onto [lower, upper] in every step.

    With the projection P, independent noises Z_t, and rationals c_t (``slope``) and s_t (``offset``), for t = 1..T

    * ``after-noise``:  X_t = P(c_t X_{t-1} + s_t + Z_t), which has atoms at both ends;
    * ``before-noise``: X_t = P(c_t X_{t-1} + s_t) + Z_t;
    * ``before-map``:   X_t = c_t P(X_{t-1}) + s_t + Z_t.

    Noise convention: Z_t is the noise on the iterate, N(0, sigma_t^2) with ``noise_variance`` sigma_t^2, the per-step
    variance, or Laplace with ``laplace_scale`` b_t, the per-step scale.  ``start`` is a rational, or a list of pairs
    (weight, rational) for a random start.  Sizes, slopes and offsets are one for all steps, or sequences with one each.
    Divergences are enclosed from both sides: :mod:`pabisym.exact_law.clipped_gaussian` and
    :mod:`pabisym.exact_law.clipped_laplace` say how.  Raises :class:`~pabisym.errors.InputError` for an empty interval,
    noise that is not positive, and unless exactly one noise is given.

    >>> import pabisym
    >>> clipped_chain = pabisym.laws.clipped_chain
    >>> first, second = (clipped_chain(lower=0, upper=1, steps=1, noise_variance=1, start=x) for x in (0, 1))
    >>> first.total_variation(second, 4).upper
    '0.38292493'
    """
    ends = rational(lower, "lower"), rational(upper, "upper")
    if not ends[0] < ends[1]:
        raise InputError("upper", f"{short(ends[1])} is not above the lower end {short(ends[0])}", "give an interval")
    if projection not in PROJECTIONS:
        raise InputError("projection", f"{projection!r} is not known", f"choose one of {', '.join(PROJECTIONS)}")
    if step_count(steps) == 0:
        raise InputError("steps", "is 0", "give at least one step")
    if (noise_variance is None) == (laplace_scale is None):
        raise InputError("noise_variance", "needs either a variance or a Laplace scale", "give one of the two")
    noise: NoiseLaw = "gaussian" if laplace_scale is None else "laplace"
    field = "noise_variance" if laplace_scale is None else "laplace_scale"
    sizes = per_step(noise_variance if laplace_scale is None else laplace_scale, steps, field)
    for size in sizes:
        positive(size, field)
    slopes, offsets = per_step(slope, steps, "slope"), per_step(offset, steps, "offset")
    listed = [Step(*step) for step in zip(slopes, offsets, sizes, strict=True)]
    places = _start(start)
    if projection == "before-noise":
        plan = _before_noise(ends, places, listed, noise)
    elif projection == "before-map":  # the projected iterates P(X_t) are clipped after the noise
        inside = tuple((weight, _clip(ends, place)) for weight, place in places)
        plan = ClippedChain(*ends, inside, tuple(listed[:-1]), listed[-1], clipped=False)
    else:
        plan = ClippedChain(*ends, places, tuple(listed[:-1]), listed[-1], clipped=True)
    return ClippedLaw(noise, merge_plans(((fmpq(1), plan),)))


Start = tuple[tuple[fmpq, fmpq], ...]


def _start(start: object) -> Start:
    pairs = read_weights(start, "start") if isinstance(start, Sequence) and not isinstance(start, str) else [(fmpq(1), start)]
    return tuple((weight, rational(place, "start")) for weight, place in pairs)


def _clip(ends: Window, place: fmpq) -> fmpq:
    return min(max(place, ends[0]), ends[1])


def _before_noise(ends: Window, start: Start, steps: list[Step], noise: NoiseLaw) -> ClippedChain:
    """Y_t = P(c_t X_{t-1} + s_t) = P(c_t Y_{t-1} + s_t + c_t Z_{t-1}); where c_t = 0 it is a point again."""
    step, *others = steps
    places = tuple((weight, _clip(ends, step.slope * place + step.offset)) for weight, place in start)
    inner = list[Step]()
    for before, step in zip(steps, others, strict=False):
        if step.slope == 0:
            places, inner = ((fmpq(1), _clip(ends, step.offset)),), []
        else:
            factor = step.slope * step.slope if noise == "gaussian" else abs(step.slope)
            inner.append(Step(step.slope, step.offset, factor * before.size))
    return ClippedChain(*ends, places, tuple(inner), Step(fmpq(1), fmpq(0), steps[-1].size), clipped=False)


def clipped_mixture(parts: Sequence[tuple[fmpq, ClippedLaw]]) -> ClippedLaw:
    """The mixture of laws with weights that sum to 1."""
    first = parts[0][1]
    for _, law in parts:
        _beside(first, law)
    return ClippedLaw(first.noise, merge_plans((weight * share, plan) for weight, law in parts for share, plan in law.parts))
