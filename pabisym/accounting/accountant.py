"""The certified accountant: (epsilon, delta) of noisy training on random batches when all iterates are released.

The noise multiplier is the standard deviation of the noise of a step on the *sum* of the clipped gradients, divided by the clipping norm.
What dominates a step is in :mod:`pabisym.accounting.steps`, the arithmetic in :mod:`pabisym.accounting.composition`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal

from flint import fmpq

from pabisym.accounting.plan import cumulants
from pabisym.accounting.solve import CertifiedEnds, Parts, delta_of, epsilon_of, is_smooth, upper_of
from pabisym.accounting.steps import COMPOSITION, FLOATS, ONE_STEP, Mechanism, direction_curves, gaussian_square, read_run
from pabisym.errors import InputError, Undecided
from pabisym.lang.arguments import NumberLike
from pabisym.lang.budget import poll
from pabisym.lang.rational import dyadic, near_float, power_of_ten, rational, rational_text, short, short_number, to_fraction
from pabisym.notions.gaussian_dp import gdp_delta, gdp_epsilon
from pabisym.numerics.enclosure import Enclosure, check_digits
from pabisym.numerics.parameters import inner_probability, not_negative, positive
from pabisym.numerics.search import turning_point

DIGITS = 12
"""Significant digits to which the ends of an answer are rounded outwards."""
COARSE = 20
"""How much wider the interval of a direction may be at first."""
WIDTH = 1e-3
"""Relative width of the answers that inverse questions rest on."""
STEPS_TRIED = 10**7
"""Most steps that are tried."""
NOISES = (-math.log(64), math.log(2**30))
"""Logarithms of the least and the largest noise multiplier that are tried."""
LEAST_DELTA = fmpq(1, 10**100)
"""Least delta that is accepted."""
TARGETS = (LEAST_DELTA, fmpq(10**12))
"""Least and largest epsilon that noise and steps are sought for."""
MET, MISSED = "met", "missed"
CORRECTIONS, NEARLY = 4, 0.02
"""How often the place of an answer is corrected by what is certified, and up to which move of its logarithm that is enough."""
REACHED = {"noise multiplier": (fmpq(1, 10**6), fmpq(10**15)), "sampling rate": (fmpq(1, 10**15), fmpq(1)),
           "steps": (fmpq(0), fmpq(10**12)), "epsilon": (fmpq(0), fmpq(10**12)), "delta": (LEAST_DELTA, fmpq(1))}
"""Between which numbers losses are composed in floats; full batches need none."""


@dataclass(frozen=True)
class Certified:
    """``lower <= epsilon <= upper``, or so of delta, for the ``given`` delta (or epsilon).

    ``upper`` is a guarantee for every run with these numbers.  ``tight`` says whether a run with constant gradients attains the ``pair``
    that dominates each step, so that the interval encloses one number; else ``lower`` is what such runs reveal at least.  ``direction`` is
    the one that gives ``upper``; ``believes`` is what it rests on besides the code of this package.
    """

    of: Literal["epsilon", "delta"]
    given: Fraction
    lower: Fraction
    upper: Fraction
    direction: str
    pair: str
    tight: bool
    lower_means: str
    believes: tuple[str, ...]
    method: str

    @property
    def gap(self) -> Fraction:
        """The width of the interval, relative to its upper end."""
        return (self.upper - self.lower) / self.upper if self.upper else Fraction(0)

    def to_json(self) -> dict[str, object]:
        """Plain data; numbers as exact decimals."""
        known = "delta" if self.of == "epsilon" else "epsilon"
        return {
            self.of: {"lower": rational_text(self.lower), "upper": rational_text(self.upper)},
            known: rational_text(self.given),
            "direction": self.direction, "pair": self.pair, "tight": self.tight, "lower_means": self.lower_means,
            "believes": list(self.believes), "method": self.method,
        }  # fmt: skip


def certified_epsilon(delta: NumberLike, *, noise_multiplier: NumberLike, steps: NumberLike, examples: NumberLike | None = None,
                      batch: NumberLike | None = None, rate: NumberLike | None = None, sampling: str = "poisson",
                      adjacency: str = "add-remove", gap: NumberLike = "1/1000", lower: bool = True) -> Certified:
    """The least epsilon at ``delta`` for which all iterates of noisy training are (epsilon, delta)-differentially private.

    ``batch`` of ``examples`` are drawn in each of ``steps`` steps, or each with probability ``rate``: ``sampling`` is ``"poisson"``,
    ``"fixed-size"`` (without replacement) or ``"full"``.  ``adjacency`` is ``"add"``, ``"remove"``, ``"add-remove"`` (the larger
    of these two), ``"replace"`` or ``"zero-out"``.  For the noise multiplier see the module; epsilon is in nats.  ``gap`` is the relative
    width of the answer that is aimed at; where a limit prevents it, the answer is wider, and certified all the same.  Without ``lower``
    the lower end is 0, and the answer comes sooner.

    >>> from pabisym.accounting import certified_epsilon
    >>> found = certified_epsilon("1e-5", noise_multiplier=1, steps=100, rate="1/100")
    >>> 0.717 < found.lower < found.upper < 0.7182, found.direction
    (True, 'remove')

    Raises :class:`~pabisym.errors.InputError` naming the argument, and :class:`~pabisym.errors.Undecided` where no bound is found.
    """
    level, width = read_delta(delta), read_gap(gap)
    run = read_run(noise_multiplier, steps, examples, batch, rate, sampling, adjacency)
    return (composed_epsilon if lower else upper_epsilon)([run], level, width)


def composed_epsilon(runs: Sequence[Mechanism], level: fmpq, width: float) -> Certified:
    """The least epsilon at the delta ``level`` of some mechanisms, one after the other on the same records; see :func:`certified_epsilon`.

    They have one notion of neighbours; ``width`` is the relative one that is aimed at.

    >>> phases = [(1, 1000, "1/100"), (2, 500, "1/50")]
    >>> runs = [read_run(noise, steps, None, None, rate, "poisson", "add-remove") for noise, steps, rate in phases]
    >>> found = composed_epsilon(runs, fmpq(1, 10**5), 1e-3)
    >>> 2.0659 < found.lower < found.upper < 2.0677
    True
    """
    if (square := gaussian_square(runs)) is not None:
        return _answer_in_words("epsilon", level, _gaussian(gdp_epsilon, square, level, runs), "both", runs)
    check_reached(runs, "delta", level)
    tight = all(run.tight for run in runs)
    uppers = _largest(direction_curves(runs, attained=False), level, width, both=tight)
    attained = uppers if tight else _largest(direction_curves(runs, attained=True), level, width, both=True)
    return _larger_direction("epsilon", level, uppers, attained, runs)


def _larger_direction(of: Literal["epsilon", "delta"], level: fmpq, uppers: Mapping[str, CertifiedEnds],
                      attained: Mapping[str, CertifiedEnds], runs: Sequence[Mechanism]) -> Certified:
    """The answer from the ends in each direction: those of what dominates the runs, and those of what is attained."""
    direction = max(uppers, key=lambda name: uppers[name].upper)
    ends = CertifiedEnds(max((one.lower for one in attained.values()), default=fmpq(0)), uppers[direction].upper)
    return _answer_in_words(of, level, ends, direction, runs)


def upper_epsilon(runs: Sequence[Mechanism], level: fmpq, width: float) -> Certified:
    """As :func:`composed_epsilon` from above alone, which comes sooner."""
    if gaussian_square(runs) is not None:
        return composed_epsilon(runs, level, width)
    check_reached(runs, "delta", level)
    uppers = {name: upper_of(parts, level, width).upper for name, parts in direction_curves(runs, attained=False).items()}
    direction = max(uppers, key=lambda name: uppers[name])
    found = _answer_in_words("epsilon", level, CertifiedEnds(fmpq(0), uppers[direction]), direction, runs)
    return replace(found, tight=False, lower_means="nothing was asked from below")


def _rough(runs: Sequence[Mechanism], level: fmpq, *, fine: bool) -> float:
    """About the epsilon of some runs; ``fine`` is the upper end of the larger direction."""
    if (square := gaussian_square(runs)) is not None:
        return near_float(rational(gdp_epsilon(square, level, DIGITS).upper, "epsilon"))
    check_reached(runs, "delta", level)
    found = [(cumulants(parts).epsilon(float(level)), parts) for parts in direction_curves(runs, attained=False).values()]
    epsilon, parts = max(found, key=lambda each: each[0])
    return near_float(_roughly(parts, level, WIDTH).upper) if fine else epsilon


def _largest(directions: Mapping[str, Parts], level: fmpq, width: float, *, both: bool) -> dict[str, CertifiedEnds]:
    """Epsilon in each direction; where one is smaller than the other, a rough upper end of it.  The saddle point says which is larger."""
    about = {name: cumulants(parts).epsilon(float(level)) for name, parts in directions.items()}
    found = dict[str, CertifiedEnds]()
    for name in sorted(directions, key=lambda name: -about[name]):
        parts, most = directions[name], max((ends.upper for ends in found.values()), default=None)
        if most is not None and (rough := _roughly(parts, level, COARSE * width)).upper <= most:
            found[name] = rough
            continue
        near = dyadic(about[name]) if is_smooth(parts) and about[name] > 0 else None
        found[name] = epsilon_of(parts, level, width, near, both=both)
    return found


def _roughly(parts: Parts, level: fmpq, width: float) -> CertifiedEnds:
    """An upper end of epsilon, on one grid where the saddle point says where."""
    return upper_of(parts, level, width) if is_smooth(parts) else epsilon_of(parts, level, width, both=False)


def certified_delta(epsilon: NumberLike, *, noise_multiplier: NumberLike, steps: NumberLike, examples: NumberLike | None = None,
                    batch: NumberLike | None = None, rate: NumberLike | None = None, sampling: str = "poisson",
                    adjacency: str = "add-remove", gap: NumberLike = "1/100") -> Certified:
    """The least delta at ``epsilon`` >= 0, in nats; for the other arguments see :func:`certified_epsilon`, ``gap`` is relative to delta.

    >>> from pabisym.accounting import certified_delta
    >>> found = certified_delta(1, noise_multiplier=1, steps=100, rate="1/100")
    >>> 6.6e-7 < found.lower < found.upper < 6.7e-7
    True
    """
    level = not_negative(epsilon, "epsilon")
    run = read_run(noise_multiplier, steps, examples, batch, rate, sampling, adjacency)
    return composed_delta([run], level, read_gap(gap))


def composed_delta(runs: Sequence[Mechanism], level: fmpq, width: float) -> Certified:
    """The least delta at the epsilon ``level`` of some runs, as :func:`composed_epsilon` takes them."""
    if (square := gaussian_square(runs)) is not None:
        return _answer_in_words("delta", level, _gaussian(gdp_delta, square, level, runs), "both", runs)
    check_reached(runs, "epsilon", level)
    uppers = {name: delta_of(parts, level, width) for name, parts in direction_curves(runs, attained=False).items()}
    attained = uppers
    if not all(run.tight for run in runs):
        attained = {name: delta_of(parts, level, width) for name, parts in direction_curves(runs, attained=True).items()}
    return _larger_direction("delta", level, uppers, attained, runs)


def read_target(epsilon: object) -> Fraction:
    """An epsilon that is aimed at, in floats."""
    target, (least, most) = positive(epsilon, "epsilon"), TARGETS
    if not least <= target <= most:
        raise InputError("epsilon", f"{short_number(target)} is too {'small' if target < least else 'large'}",
                         f"give a number from {short_number(least)} to {short_number(most)}")
    return to_fraction(target)


def check_reached(runs: Sequence[Mechanism], name: str, level: fmpq) -> None:
    """Raise :class:`~pabisym.errors.Undecided` where a number is beyond those of :data:`REACHED`."""
    numbers = [pair for run in runs for pair in run.reached]
    for what, value in ((name, level), *numbers):
        low, high = REACHED[what]
        if not low <= value <= high:
            between = f"{short_number(low)} to {short_number(high)}"
            raise Undecided(f"{what} {short_number(value)}: privacy loss distributions are composed for numbers from {between}")


def read_delta(delta: object) -> fmpq:
    """A delta from 1e-100 to below 1."""
    level = inner_probability(delta, "delta")
    if level < LEAST_DELTA:
        raise InputError("delta", f"{short(level)} is too small", "give at least 1e-100")
    return level


def read_gap(gap: object) -> float:
    """A relative width that can be aimed at."""
    width = rational(gap, "gap")
    if not fmpq(1, 10**5) <= width < 1:
        raise InputError("gap", f"{short(width)} is no relative width", "give a number from 1e-5 to below 1")
    return float(width)


def _gaussian(profile: Callable[[fmpq, fmpq, int], Enclosure], square: fmpq, level: fmpq, runs: Sequence[Mechanism]) -> CertifiedEnds:
    """The ends for one Gaussian of mu^2 = ``square``; the lower one is that of the runs which attain theirs."""
    found, attained = profile(square, level, DIGITS), gaussian_square([run for run in runs if run.tight])
    below = found if attained == square else profile(attained, level, DIGITS) if attained else None
    return CertifiedEnds(rational(below.lower, "epsilon") if below else fmpq(0), rational(found.upper, "epsilon"))


def _answer_in_words(of: Literal["epsilon", "delta"], given: fmpq, ends: CertifiedEnds, direction: str,
                     runs: Sequence[Mechanism]) -> Certified:
    """The answer with its words."""
    gaussian, tight = gaussian_square(runs) is not None, all(run.tight for run in runs)
    lower_means = f"a run with constant gradients has no smaller {of}"
    if not tight:
        lower_means += ", with the same gradients in every step; what is between is not known"
    believes = (COMPOSITION,) if gaussian else (COMPOSITION, ONE_STEP, FLOATS)
    method = "the exact privacy profile of Gaussian noise, in balls" if gaussian else "privacy loss distributions"
    pair = "; then ".join(dict.fromkeys(run.pair for run in runs))
    return Certified(of, to_fraction(given), outward(ends.lower, up=False), outward(ends.upper, up=True), direction,
                     pair, tight, lower_means, believes, method)


def outward(value: fmpq, *, up: bool) -> Fraction:
    """A decimal of DIGITS significant digits on one side of a number >= 0."""
    near = near_float(value)
    if value == 0 or math.isinf(near):  # beyond floats only decimals of Gaussian mechanisms are, rounded before
        return to_fraction(value)
    scale = power_of_ten(DIGITS - 1 - math.floor(math.log10(near))) if near > 0 else power_of_ten(330)
    scaled = value * scale
    return to_fraction((scaled.ceil() if up else scaled.floor()) / scale)


def certified_near(level: float, digits: int, holds: Callable[[fmpq], bool]) -> fmpq:
    """The first number of some digits, from a level on, at which a bound is certified, of those that are tried.

    Raises :class:`~pabisym.errors.Undecided` where it is at none of them.
    """
    exponent = digits - 1 - math.floor(math.log10(max(level, 1e-9)))
    for more in (0, 1, 2, 4, 8, 16, 64, 256, 1024):
        poll()
        epsilon = (math.ceil(level * 10.0**exponent) + more) / power_of_ten(exponent)
        if holds(epsilon):
            return epsilon
    raise Undecided("epsilon: no level was certified near the one that was sought")


# Inverse questions.


@dataclass(frozen=True)
class LeastMultiplier:
    """``noise_multiplier`` meets the target, as ``certified`` says; ``lower`` does not, where it is known."""

    noise_multiplier: Fraction
    lower: Fraction | None
    certified: Certified

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        lower = None if self.lower is None else rational_text(self.lower)
        return {"noise_multiplier": rational_text(self.noise_multiplier), "not_enough": lower, "certified": self.certified.to_json()}


@dataclass(frozen=True)
class MostSteps:
    """``steps`` meet the target, as ``certified`` says (None for 0 steps); ``first_failing`` steps do not, where that is known."""

    steps: int
    first_failing: int | None
    certified: Certified | None

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        certified = None if self.certified is None else self.certified.to_json()
        return {"steps": self.steps, "first_failing": self.first_failing, "certified": certified}


def least_noise_multiplier(*, epsilon: NumberLike, delta: NumberLike, steps: NumberLike, examples: NumberLike | None = None,
                           batch: NumberLike | None = None, rate: NumberLike | None = None, sampling: str = "poisson",
                           adjacency: str = "add-remove", digits: int = 4,
                           further: Sequence[tuple[NumberLike, NumberLike]] = ()) -> LeastMultiplier:
    """The least noise multiplier of ``digits`` significant digits that is certified to make training (epsilon, delta)-private.

    The other arguments are those of :func:`certified_epsilon`; ``further`` are pairs of a rate and a number of steps that follow on the
    same records, with the same multiplier.  More noise reveals less, and the answer itself is certified whatever the
    search did.

    >>> from pabisym.accounting import least_noise_multiplier
    >>> found = least_noise_multiplier(epsilon=2, delta="1e-5", steps=100, rate="1/100", digits=2)
    >>> found.noise_multiplier, found.certified.upper <= 2
    (Fraction(37, 50), True)

    Raises :class:`~pabisym.errors.InputError` naming the argument, and where no multiplier from 1/64 to 2^30 is the answer.
    """
    target, level = read_target(epsilon), read_delta(delta)
    check_digits(digits, DIGITS)
    runs = [read_run(1, steps, examples, batch, rate, sampling, adjacency),
            *(read_run(1, more, None, None, share, sampling, adjacency) for share, more in further)]
    return least_noise(lambda noise: [replace(run, noise=noise) for run in runs], target, level, digits)


def least_noise(runs_at: Callable[[fmpq], Sequence[Mechanism]], target: Fraction, level: fmpq, digits: int) -> LeastMultiplier:
    """The least noise of ``digits`` significant digits at which the mechanisms that it gives are certified to reveal at most ``target``.

    ``runs_at`` says what is done with a noise; more noise has to reveal less.
    """
    near = _near(lambda x, fine: _rough(runs_at(dyadic(math.exp(x))), level, fine=fine), target, -1, *NOISES)
    if isinstance(near, str):
        problem = f"{short_number(target)} is {near} with every noise multiplier from 1/64 to 2^30"
        raise InputError("epsilon", problem, "change epsilon, delta or steps")
    unit = power_of_ten(math.floor(near / math.log(10)) + 1 - digits)
    asked = dict[int, Certified]()

    def ask(k: int) -> Certified:
        if k not in asked:
            asked[k] = composed_epsilon(runs_at(unit * k), level, WIDTH)
        return asked[k]

    enough = _first(lambda k: ask(k).upper <= target, math.ceil(math.exp(near) / float(unit)), 1)
    below = [k for k, answer in asked.items() if answer.lower > target]
    wide, tight = math.floor(enough * (1 - 4 * WIDTH)), ask(enough).tight
    if tight and not below and wide > 0 and ask(wide).lower > target:
        below = [wide]
    too_low = to_fraction(unit * max(below)) if below and tight else None
    return LeastMultiplier(to_fraction(unit * enough), too_low, ask(enough))


def most_steps(*, epsilon: NumberLike, delta: NumberLike, noise_multiplier: NumberLike, examples: NumberLike | None = None,
               batch: NumberLike | None = None, rate: NumberLike | None = None, sampling: str = "poisson",
               adjacency: str = "add-remove") -> MostSteps:
    """The most steps after which training is certified to be (epsilon, delta)-private; for the arguments see :func:`certified_epsilon`.

    >>> from pabisym.accounting import most_steps
    >>> found = most_steps(epsilon="1/2", delta="1e-5", noise_multiplier=1, rate="1/100")
    >>> found.steps < found.first_failing, found.certified.upper <= 0.5
    (True, True)

    Raises :class:`~pabisym.errors.InputError` naming the argument, and where 10^7 steps are allowed.
    """
    target, level = read_target(epsilon), read_delta(delta)
    run = read_run(noise_multiplier, 1, examples, batch, rate, sampling, adjacency)
    asked = dict[int, Certified]()

    def ask(k: int) -> Certified:
        if k not in asked:
            asked[k] = composed_epsilon([replace(run, steps=k)], level, WIDTH)
        return asked[k]

    if ask(1).upper > target:
        return MostSteps(0, 1 if run.tight and ask(1).lower > target else None, None)

    near = _near(lambda x, fine: _rough([replace(run, steps=round(math.exp(x)))], level, fine=fine), target, 1, 0.0, math.log(STEPS_TRIED))
    if near == MET:
        raise InputError("epsilon", f"{short_number(target)} is met after {STEPS_TRIED} steps", "ask for a smaller epsilon")
    failing = _first(lambda k: ask(k).upper > target, 2 if isinstance(near, str) else round(math.exp(near)), 2)
    certain = [k for k, answer in asked.items() if answer.lower > target]
    wide = math.ceil(failing * (1 + 4 * WIDTH))
    if run.tight and not certain and ask(wide).lower > target:
        certain = [wide]
    return MostSteps(failing - 1, min(certain) if certain and run.tight else None, ask(failing - 1))


def _near(rough: Callable[[float, bool], float], target: Fraction, sign: int, low: float, high: float) -> float | str:
    """About where a monotone epsilon reaches a target, or how it compares with it everywhere: MET or MISSED; ``sign`` 1 where it increases.

    ``rough`` takes the place and says whether its answer is fine: the coarse ones are corrected by fine ones where the target is near.
    """
    goal, found = math.log(float(target)), 0.0

    def over(x: float, shift: float = 0.0) -> float:
        value = rough(x, False)
        return sign * (max(math.log(value), goal - 20) + shift - goal) if value > 0 else -20.0 * sign

    shift = 0.0
    for number in range(CORRECTIONS):
        x = _crossing(partial(over, shift=shift), low, high)
        if number and abs(x - found) < NEARLY:
            return x
        found, fine, coarse = x, rough(x, True), rough(x, False)
        if x in (low, high) and (fine > target) == (sign == (1 if x == low else -1)):
            return MET if fine <= target else MISSED
        shift = math.log(fine / coarse) if fine > 0 and coarse > 0 else 0.0
    return x


def _crossing(over: Callable[[float], float], low: float, high: float) -> float:
    """Where an increasing function is 0; an end where it is so nowhere between them."""
    left, right, stride = max(low, -1.0), min(high, 1.0), 2.0
    at_left, at_right = over(left), over(right)
    while at_left > 0 and left > low:
        right, at_right, left, stride = left, at_left, max(low, left - stride), 2 * stride
        at_left = over(left)
    while at_right < 0 and right < high:
        left, at_left, right, stride = right, at_right, min(high, right + stride), 2 * stride
        at_right = over(right)
    if at_left > 0 or at_right < 0:
        return left if at_left > 0 else right
    while right - left > 1e-6 * max(abs(left), 1):
        share = at_left / (at_left - at_right) if right - left < 0.7 and at_right > at_left else 0.5
        middle = left + (right - left) * min(max(share, 0.02), 0.98)
        value = over(middle)
        left, at_left, right, at_right = (middle, value, right, at_right) if value < 0 else (left, at_left, middle, value)
        if abs(value) < 1e-6:
            return middle
    return (left + right) / 2


def _first(holds: Callable[[int], bool], start: int, least: int) -> int:
    """The least integer from ``least`` on at which a monotone condition holds, near a start."""
    low, high, stride = max(start - 1, least - 1), max(start, least), 1
    while not holds(high):
        low, high, stride = high, high + stride, 2 * stride
    while low >= least and holds(low):
        low, high, stride = max(low - stride, least - 1), low, 2 * stride
    return turning_point(lambda k: not holds(k), low, high, 1)[1]
