"""Splitting the noise of a sampled iteration between sampling and shift, with a certified global minimum.

With noise of per-step variance S = sigma^2 (before the step size eta) split as v + (S - v), the first part makes the
sampled Gaussian mechanism, of Rényi divergence Q(v) a step, and the second pays for the diameter D over the last n steps:

    F(v, n) = (n + e) Q(v) + K h(n)/(S - v),    K = alpha D^2/(2 eta^2),    n = 1..T - e,
    h(n) = 1/n, or for c-contractive steps h(n) = (1 - c^2)/(c^(-2n) - 1).

**What bounds a divergence.**  For a record that is replaced, ``pabisym/sampled-restart`` (c = 1) and
``pabisym/contractive-sampled-restart`` (c < 1) prove F with e = 0 for every Q that bounds a step, and T Q(S) without a
look-back.  A step costs at most the sum of both directions of the sampled Gaussian (``pabisym/sampled-gradient-step``),
and at most alpha s^2/(2 v) without the help of sampling (``pabisym/sampled-batch-near`` with
``pabisym/noise-hides-move``), s being the sensitivity; the smaller of the two minima is the answer.
With so little noise that sampling takes off less than a tenth of alpha s^2/(2 S), or where the search with sampling does
not end early, the bound is the latter's, which the answer says.

Equations (B.2) and (B.3) of altschuler2022 have e = 1 and one direction alone, the mixture second.  That is no bound:
with little noise the divergence of the last iterates exceeds it (see these items).  Their value is computed where its
direction is asked for.

**Branch and bound.**  For all v in [a, b] with middle m and r = (b - a)/2, and all n, F is at least the least over n of

* ``(n + e) Q(b) + K h(n)/(S - a)``, as Q falls and 1/(S - v) rises;
* ``(n + e) (Q(m) + Q'(m) x - k r^2/2) + K h(n) (1/(S - m) + x/(S - m)^2)`` at x = -r or x = r, where ``Q'' >= -k`` on
  [a, b] for some k >= 0: the second part of F is convex, and what is left is linear in x;
* near v = 0, with the mixture second, ``(n + e) (Q(0) - b max|Q'|) + K h(n)/S``.

Each has the form ``(n + e) q + k h(n)``, which is convex in n.  The interval with the least bound is bisected.

**The end.**  Once Q'' >= 0 on all intervals that are left, and these are neighbours, every F(., n) is convex there, and
few n can be best: ``h(n) - h(n + 1)`` falls with n, and the ratio of K/(S - v) to Q(v) rises with v, so that an n that is
too small at the left end, or too large at the right end, is so everywhere.  For each n Newton's method finds a v, and the
tangent there bounds F(., n) from below.  Derivatives are those of :mod:`pabisym.shift.sampled_moments`.  Neither
convexity nor unimodality is assumed: with the mixture second, Q is concave near 0.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple

from flint import arb, ctx, fmpq

from pabisym.divergence.sampled_gaussian import is_first
from pabisym.errors import InputError, Undecided
from pabisym.lang.arguments import Exact, NumberLike, public
from pabisym.lang.budget import poll, share, within
from pabisym.lang.pace import duration
from pabisym.lang.rational import rational, rational_text, short, to_fraction
from pabisym.numerics.enclosure import check_digits, middle
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.search import turning_point
from pabisym.shift.instance import Json
from pabisym.shift.sampled_moments import moments, steepest

Cost = Literal["replacement", "mixture-first", "mixture-second"]
COSTS = ("replacement", "mixture-first", "mixture-second")
DIGITS = 30
"""Significant digits of the minimum when nobody asks for a number of them."""
MAX_DIGITS = 1000
MAX_EVALUATIONS = 20_000
"""Most values of Q that are computed before the search is given up."""
MAX_SAMPLED = 500
"""Most values that are computed for a replaced record with the help of sampling, before the bound without it is taken."""
MAX_STEPS = 10**12
_FEW = 40
"""So many look-backs are tried one by one."""
_COARSE = 80
"""Bits with which intervals are bounded at first."""
_MOST_FINE = 10_000
"""Most bits beyond these."""


@dataclass(frozen=True)
class Splitting:
    """The certified minimum: ``lower`` <= minimum <= ``upper``, the latter attained at ``variance`` and ``look_back``.

    ``variance`` is the part v of sigma^2 that is left to sampling (0 where nothing is better), ``look_back`` the number n
    of steps over which the diameter is paid; ``whole`` is T Q(S), which uses no look-back.  ``direction`` says what Q is, ``sampled``
    whether it uses the sampling, ``contracts`` whether steps contract.
    """

    lower: arb
    upper: arb
    variance: fmpq
    look_back: int
    whole: arb
    evaluations: int
    digits: int = DIGITS
    direction: Cost = "mixture-second"
    sampled: bool = True
    contracts: bool = False

    def __repr__(self) -> str:
        from pabisym.shift.exact.ball import interval

        return f"Splitting(<= {interval(self.best, 10).upper}, variance={short(self.variance)}, look_back={self.look_back})"

    @property
    def bounds(self) -> str | None:
        """What the value is an upper bound of, None where nothing is claimed."""
        if self.direction != "replacement":
            return None
        return "the Rényi divergence of the last iterates of two runs whose data differ in one replaced record, in either order"

    @property
    def by(self) -> tuple[str, ...]:
        """The statements that say so, or for one direction alone the equation whose value it is."""
        if self.direction != "replacement":
            return ("altschuler2022/eq-B3" if self.contracts else "altschuler2022/eq-B2",)
        run = "pabisym/contractive-sampled-restart" if self.contracts else "pabisym/sampled-restart"
        step = ("pabisym/sampled-gradient-step",) if self.sampled else ("pabisym/sampled-batch-near", "pabisym/noise-hides-move")
        return (run, *step)

    @property
    def minimum(self) -> arb:
        """The least value of F as one ball."""
        with working_precision(_bits(self.digits)):
            return self.lower.union(self.upper)

    @property
    def best(self) -> arb:
        """The smaller of T Q(S) and the least value of F."""
        whole, least = self.whole, self.minimum
        with working_precision(_bits(self.digits)):
            return whole if bool(whole < least) else least if bool(least < whole) else whole.min(least)

    @property
    def gap(self) -> float:
        """(upper - lower)/upper."""
        with working_precision(_bits(self.digits)):
            return float(((self.upper - self.lower) / self.upper).upper())

    def to_json(self) -> dict[str, Json]:
        """Plain data: enclosures, the split as a rational, the look-back."""
        from pabisym.shift.exact.ball import interval

        balls = {"value": self.best, "minimum": self.minimum, "whole": self.whole}
        answer: dict[str, Json] = {name: dict(interval(ball, self.digits)._asdict()) for name, ball in balls.items()}
        answer |= {"variance": rational_text(self.variance), "look_back": self.look_back}
        answer |= {"uses": "whole" if bool(self.whole < self.lower) else "split", "direction": self.direction}
        return {"status": "optimal", **answer, "bounds": self.bounds, "by": list(self.by), "sampled": self.sampled}


@public
def split(*, order: Exact, sampling: Exact, sensitivity: Exact, std: Exact, step_size: Exact, diameter: Exact, steps: int,
          contraction: Exact = 1, direction: Cost = "replacement", digits: int = DIGITS,
          progress: Callable[[str], None] | None = None, seconds: NumberLike | None = None) -> Splitting:
    """The least bound over all splits of the noise and all look-backs, for noisy SGD with sampled batches in a bounded domain.

    ``sampling`` is b/n, ``sensitivity`` the distance 2L/b that replacing one record moves the averaged gradient, ``std`` the standard
    deviation of the gradient noise before the ``step_size``, ``contraction`` by what a step brings two iterates together (1 for convex
    losses).  With the ``direction`` ``replacement`` the value bounds the Rényi divergence of the last iterates in either order. The
    directions ``mixture-first`` and ``mixture-second`` give the value of (B.2), or with ``contraction`` c < 1 of (B.3), with that one
    of the two sampled Gaussian divergences for S_alpha(b/n, sqrt(v)/sensitivity), the paper's being ``mixture-second``: no bound is
    claimed.

    The minimum is certified to ``digits`` significant digits.  ``std`` and ``sensitivity`` are in units of the gradient, ``diameter`` in
    units of the iterate; the bound is in nats. ``progress`` is told how many values were computed, of at most how many; ``seconds`` of
    processor time are the most that the search takes (None: :data:`pabisym.lang.budget.SECONDS`). Raises
    :class:`~pabisym.errors.InputError` for data outside their domains and :class:`~pabisym.errors.Undecided` where the digits are not
    reached, with the best split that was found. Source: Altschuler and Talwar, 2022, appendix B, corrected (see the module).

    >>> from pabisym import split
    >>> found = split(order=2, sampling="1/10", sensitivity=1, std=2, step_size="1/10", diameter=1, steps=50, digits=6)
    >>> answer = found.to_json()
    >>> answer["look_back"], answer["uses"], answer["by"]
    (50, 'whole', ['pabisym/sampled-restart', 'pabisym/sampled-gradient-step'])
    """
    names = {"order": order, "sampling": sampling, "sensitivity": sensitivity, "std": std, "step_size": step_size, "diameter": diameter}
    data = {name: _positive(value, name, 1 if name == "order" else 0) for name, value in names.items()}
    c = _positive(contraction, "contraction", 0)
    if c > 1:
        raise InputError("contraction", f"{rational_text(c)} is above 1", "give a factor above 0 and at most 1")
    if data["sampling"] > 1:
        raise InputError("sampling", f"{rational_text(data['sampling'])} is no probability", "give the share of a batch, at most 1")
    if direction not in COSTS:
        raise InputError("direction", f"{direction!r} is no direction", "give replacement (a bound), mixture-first or mixture-second")
    replaced = direction == "replacement"
    _check_steps(steps, 1 if replaced else 2)
    check_digits(digits, MAX_DIGITS)
    square = data["sensitivity"] ** 2
    price = data["order"] * data["diameter"] ** 2 / (2 * data["step_size"] ** 2 * square)
    total = data["std"] ** 2 / square
    problem = _Problem(data["order"], data["sampling"], direction, total, price, steps, c, square)
    with within(seconds):
        return _best(problem, digits, progress)


def _best(problem: _Problem, digits: int, progress: Callable[[str], None] | None) -> Splitting:
    """The least value for the direction; for a replaced record the smaller of two minima, as the module says."""
    if problem.direction != "replacement":
        return _Search(problem, digits, progress).run()
    plain = replace(_Search(problem._replace(sampling=fmpq(1)), digits, progress).run(), sampled=False)
    if problem.gain * 10 <= problem.plain:
        return plain
    try:
        with share(0.9):
            helped = _Search(problem, digits, progress, min(MAX_SAMPLED, MAX_EVALUATIONS)).run()
    except Undecided:
        return plain
    with working_precision(_bits(digits)):
        return plain if bool(plain.best < helped.best) else helped


def full_batch(*, order: object, sensitivity: object, std: object, step_size: object, diameter: object, steps: int) -> tuple[Fraction, int]:
    """The bound (B.1) for full batches, exactly, and the look-back that attains it (0: none, and the first bound).

    ``sensitivity`` is the distance 2L/n that one record moves the averaged gradient; the other letters are those of
    :func:`split`.  With g = eta sensitivity and D' = D + g the bound is
    ``alpha/(2 eta^2 sigma^2) min(T g^2, min_n n (D'/n + g)^2)`` over n = 1..T; the second is convex in n.
    Raises :class:`~pabisym.errors.InputError` for data outside their domains.
    """
    names = {"order": order, "sensitivity": sensitivity, "std": std, "step_size": step_size, "diameter": diameter}
    data = {name: _positive(value, name, 1 if name == "order" else 0) for name, value in names.items()}
    _check_steps(steps, 1)
    move = data["step_size"] * data["sensitivity"]
    reach = data["diameter"] + move
    near = min(max(int((reach / move).floor()), 1), steps)
    found = min((n * (reach / n + move) ** 2, n) for n in (near, min(near + 1, steps)))
    square, look_back = min(found, (steps * move**2, 0))
    value = data["order"] * square / (2 * data["step_size"] ** 2 * data["std"] ** 2)
    return to_fraction(value), look_back


def _check_steps(steps: object, least: int) -> None:
    if isinstance(steps, bool) or not isinstance(steps, int) or not least <= steps <= MAX_STEPS:
        raise InputError("steps", f"{steps!r} is not a number of steps", f"give an integer from {least} to {MAX_STEPS}")


def _positive(value: object, name: str, least: int) -> fmpq:
    number = rational(value, name)
    if number <= least:
        raise InputError(name, f"{short(number)} is too small", f"give a number above {least}")
    return number


class _Cost(NamedTuple):
    """What a step costs at a variance, with two derivatives in the variance."""

    value: arb
    slope: arb
    second: arb


class _Problem(NamedTuple):
    """The data in units of the sensitivity: variances are divided by ``unit``, its square."""

    order: fmpq
    sampling: fmpq
    direction: Cost
    total: fmpq
    price: fmpq
    steps: int
    contraction: fmpq
    unit: fmpq

    @property
    def extra(self) -> int:
        """How many steps the paper charges more than look back: 1 in (B.2) and (B.3), 0 in what is proved."""
        return 0 if self.direction == "replacement" else 1

    @property
    def last(self) -> int:
        """The largest look-back."""
        return self.steps - self.extra

    @property
    def reaches_zero(self) -> bool:
        """Whether Q is finite with no noise for sampling."""
        return self.direction == "mixture-second" and self.sampling < 1

    @property
    def convex(self) -> bool:
        """Whether Q is known to be convex."""
        return all(map(self._convex, self.parts))

    def _convex(self, first: bool) -> bool:
        """Whether one direction is: M_0 of an integer order with the mixture first is a sum of terms exp(constant/v), log-convex in v."""
        return self.sampling == 1 or (first and self.order.q == 1)

    def weight(self, n: int) -> arb:
        """h(n)."""
        c = arb(self.contraction)
        return arb(1) / n if self.contraction == 1 else (1 - c * c) / ((-2 * n * c.log()).expm1())

    @property
    def plain(self) -> arb:
        """What a step costs with all of the noise and without the help of sampling, in units of the sensitivity: alpha/(2 S)."""
        return arb(self.order) / (2 * arb(self.total))

    @property
    def fine(self) -> int:
        """Bits by which values of F near the best split are closer to each other, where steps contract so much that D costs little.

        The best v is about S (1 - sqrt(K h/Q)): intervals there are told apart with the bits of K h/Q beyond those of Q.
        """
        least = arb(self.price) * self.weight(1) * arb(self.contraction) ** 2 / arb(self.order)
        return max(0, min(_MOST_FINE, math.ceil(float(-(least.log() / arb(2).log()).lower()))))

    @property
    def gain(self) -> arb:
        """The most that sampling takes off the cost of a step at any variance: alpha/(alpha - 1) log(1/q), as M >= q N(1)."""
        return arb(self.order) / arb(self.order - 1) * -arb(self.sampling).log()

    @property
    def parts(self) -> tuple[bool, ...]:
        """The directions of which Q is the sum, each by whether its mixture is first; one where no batch is drawn."""
        if self.direction != "replacement":
            return (is_first(self.direction),)
        return (True,) if self.sampling == 1 else (True, False)

    def at(self, v: fmpq) -> _Cost:
        """Q, Q' and Q'' at a variance."""
        found = [moments(self.order, self.sampling, v, first=first) for first in self.parts]
        return _Cost(*(sum(parts, arb(0)) for parts in zip(*((one.value, one.slope, one.second) for one in found), strict=True)))

    def curvature(self, v: arb) -> arb:
        """A lower bound of Q'' on a ball of variances: what is known to be convex counts as 0."""
        return sum((moments(self.order, self.sampling, v, first=first).second for first in self.parts if not self._convex(first)), arb(0))

    def at_zero(self) -> arb:
        """Q(0) with the mixture second."""
        return -(-arb(self.sampling)).log1p()

    def best_look_back(self, q: arb, k: arb) -> tuple[int, arb]:
        """An n with about the least ``(n + e) q + k h(n)``, and a lower bound for all n."""

        def value(n: int) -> arb:
            return (n + self.extra) * q + k * self.weight(n)

        best = turning_point(lambda n: bool(value(n + 1) < value(n)), 0, self.last, 1)[1]
        found = value(best)
        return best, found - 4 * self.steps * found.rad()  # a difference whose sign is open is at least minus the radius

    def look_backs(self, a: fmpq, b: fmpq, left: arb, right: arb) -> range:
        """The n that may be best for some v in [a, b], given Q(a) and Q(b)."""
        low, high = (self.best_look_back(q, arb(self.price) / arb(self.total - v))[0] for v, q in ((a, left), (b, right)))
        while low > 1 and not bool(self._step(low - 1, a, left) < 0):
            low -= 1
        while high < self.last and not bool(self._step(high, b, right) > 0):
            high += 1
        return range(low, high + 1)

    def _step(self, n: int, v: fmpq, q: arb) -> arb:
        """F(v, n + 1) - F(v, n)."""
        return q + arb(self.price) / arb(self.total - v) * (self.weight(n + 1) - self.weight(n))


@dataclass(order=True)
class _Interval:
    """Variances with a lower bound of F, and its logarithm by which they are sorted; ``convex`` where Q'' is not negative."""

    bound: float
    a: fmpq = field(compare=False)
    b: fmpq = field(compare=False)
    low: arb = field(compare=False)
    convex: bool = field(compare=False)


class _Search:
    """Branch and bound, then Newton's method; see the module."""

    def __init__(self, problem: _Problem, digits: int, progress: Callable[[str], None] | None,
                 most: int | None = None) -> None:
        self.problem, self.digits, self.progress = problem, digits, progress
        self.most = MAX_EVALUATIONS if most is None else most
        self.precision = _bits(digits)
        self.evaluations = self.lost = 0
        self.began = time.monotonic()
        self.queue: list[_Interval] = []
        self.upper = arb("inf")
        self.found = fmpq(0), 1
        self.known: dict[fmpq, _Cost] = {}

    def run(self) -> Splitting:
        """Search; raises :class:`~pabisym.errors.Undecided`, with the best value so far, where the digits are not reached."""
        problem = self.problem
        try:
            with share(1):
                with working_precision(max(_COARSE, 40 + problem.steps.bit_length()) + problem.fine):
                    low = self._narrow()
                with working_precision(self.precision):
                    low = self._finish() if low is None else low
                    (v, n), upper = self.found, self._value(*self.found)
                    if not self._enough(low, upper):
                        raise Undecided(f"the minimum over splits is not certified to {self.digits} digits")
                    whole = arb(problem.steps) * self._moments(problem.total).value
                    return Splitting(low.lower(), arb(upper.upper()), v * problem.unit, n, whole, self.evaluations, self.digits,
                                     problem.direction, contracts=problem.contraction < 1)
        except Undecided as reason:
            known = f"; the best split that was found gives at most {self.upper.upper().str(6, radius=False, more=True)}"
            raise type(reason)(f"{reason}{known if self.upper.is_finite() else ''}") from reason

    def _enough(self, low: arb, upper: arb) -> bool:
        return bool(low.lower() >= upper.upper() * (1 - arb(10) ** -self.digits))

    def _narrow(self) -> arb | None:
        """Bisect until the tangents take over, or until nothing but v = 0 is left: then the lower bound."""
        total, looked = self.problem.total, 0
        if self.problem.reaches_zero:
            self._consider(fmpq(0))
        for i in range(16):
            self._push(total * fmpq(i, 16), total * fmpq(i + 1, 16))
        while self.evaluations <= self.most:
            if self.evaluations >= looked + 16:
                looked, self.queue = self.evaluations, [item for item in self.queue if not bool(item.low > self.upper)]
                heapq.heapify(self.queue)
                if self._is_convex():
                    return None
                if (low := self._at_zero()) is not None:
                    return low
            item = heapq.heappop(self.queue)
            middle = (item.a + item.b) / 2
            self._push(item.a, middle)
            self._push(middle, item.b)
        raise Undecided(f"the minimum over splits is not certified after {self.evaluations} evaluations")

    def _is_convex(self) -> bool:
        """Whether the intervals that are left are neighbours on which Q is convex, and few look-backs can be best there."""
        items = sorted(self.queue, key=lambda item: item.a)
        if items[0].a == 0 or items[-1].b == self.problem.total or not all(item.convex for item in items):
            return False
        if any(left.b != right.a for left, right in pairwise(items)):
            return False
        a, b = items[0].a, items[-1].b
        return len(self.problem.look_backs(a, b, self._at(a).value, self._at(b).value)) <= _FEW

    def _at_zero(self) -> arb | None:
        """The lower bound, where only variances near 0 are left and it is near enough."""
        if len(self.queue) > 1 or self.queue[0].a != 0 or self.found[0] != 0 or self.queue[0].b * 16 > 1:
            return None
        with working_precision(self.precision):
            low = self._near_zero(self.queue[0].b)
            return low if self._enough(low, self._value(*self.found)) else None

    def _finish(self) -> arb:
        """The lower bound on the intervals that are left, on which F is convex in v."""
        a, b = min(item.a for item in self.queue), max(item.b for item in self.queue)
        low = self.upper = arb("inf")
        for n in self.problem.look_backs(a, b, self._moments(a).value, self._moments(b).value):
            v, bound = self._newton(n, a, b)
            value = self._value(v, n)
            if bool(value < self.upper):
                self.upper, self.found = value, (v, n)
            low = low.min(bound)
        return low

    def _newton(self, n: int, a: fmpq, b: fmpq) -> tuple[fmpq, arb]:
        """A variance near the least F(., n) on [a, b], on which it is convex, and the best lower bound by a tangent."""
        weight, best, at_best, low, high = arb(self.problem.price) * self.problem.weight(n), arb(0), a, a, b
        v, times = (a + b) / 2, n + self.problem.extra
        for _ in range(200):
            at, rest = self._moments(v), arb(self.problem.total - v)
            value, slope = times * at.value + weight / rest, times * at.slope + weight / rest**2
            bound = value + (slope * arb(a - v)).min(slope * arb(b - v))
            if bool(bound.lower() > best.lower()):
                best, at_best = bound, v
            low, high = (low, v) if bool(slope > 0) else (v, high)
            step = slope / (times * at.second + 2 * weight / rest**3)
            if self._enough(bound * (1 + arb(10) ** (-self.digits - 2)), value) or not step.is_finite() or slope.contains(0):
                break
            following = v - middle(step)
            v = following if low <= following <= high else (low + high) / 2
        return at_best, best

    def _value(self, v: fmpq, n: int) -> arb:
        """F(v, n)."""
        problem = self.problem
        q = problem.at_zero() if v == 0 else self._moments(v).value
        return (n + problem.extra) * q + arb(problem.price) * problem.weight(n) / arb(problem.total - v)

    def _moments(self, v: fmpq) -> _Cost:
        """The moments at the current precision, with more where the logarithm in Q cancels."""
        bits = ctx.prec
        while True:
            poll()
            self.evaluations += 1
            if self.progress is not None:
                passed = time.monotonic() - self.began
                left = f", at most {duration(passed / self.evaluations * (self.most - self.evaluations))} left" if passed > 1 else ""
                self.progress(f"splitting: value {self.evaluations} of at most {self.most}{left}")
            with working_precision(bits + self.lost):
                found = self.problem.at(v)
            accurate = found.value.rel_accuracy_bits()
            if accurate >= bits - 16 or self.lost > 100_000:
                return found
            self.lost += min(16 + bits - accurate, bits + self.lost)  # of a ball that contains 0 the accuracy says nothing

    def _at(self, v: fmpq) -> _Cost:
        """The same, remembered."""
        if v not in self.known:
            self.known[v] = self._moments(v)
        return self.known[v]

    def _consider(self, v: fmpq) -> None:
        """Keep v if it is the best so far."""
        problem = self.problem
        q, price = problem.at_zero() if v == 0 else self._at(v).value, arb(problem.price) / arb(problem.total - v)
        n, _ = problem.best_look_back(q, price)
        value = (n + problem.extra) * q + price * problem.weight(n)
        if bool(value < self.upper):
            self.upper, self.found = value, (v, n)

    def _push(self, a: fmpq, b: fmpq) -> None:
        """Bound an interval, and keep it unless nothing in it is best."""
        self._consider((a + b) / 2)
        low, convex = self._plain(a, b), False
        if not bool(low > self.upper):
            tangent, convex = self._tangent(a, b)
            low = low.max(tangent)
        if a == 0 and self.problem.reaches_zero and 16 * b <= 1:
            low = low.max(self._near_zero(b))
        if not bool(low > self.upper):
            least = low.lower()
            heapq.heappush(self.queue, _Interval(float(least.log()) if bool(least > 0) else -math.inf, a, b, low, convex))

    def _plain(self, a: fmpq, b: fmpq) -> arb:
        """The bound by monotonicity."""
        return self.problem.best_look_back(self._at(b).value, arb(self.problem.price) / arb(self.problem.total - a))[1]

    def _tangent(self, a: fmpq, b: fmpq) -> tuple[arb, bool]:
        """The bound by derivatives, 0 where there is none, and whether Q is convex on the interval."""
        problem, middle, least = self.problem, (a + b) / 2, arb(0)
        if not problem.convex:  # a lower bound of Q'' from a ball that contains the interval and is not too wide
            second = arb.nan()
            if 4 * (b - a) <= b:
                self.evaluations += 1
                with suppress(Undecided):
                    second = problem.curvature(arb(middle, (b - a) / 2))
            if not second.is_finite():
                return arb(0), False
            least = second.lower()
        radius = arb(b - middle)
        at, rest, lost = self._at(middle), arb(problem.total - middle), least.min(arb(0)) * radius**2 / 2
        low, convex = arb("inf"), bool(least >= 0)
        for x in (-radius, radius):
            q, k = at.value + at.slope * x + lost, arb(problem.price) * (1 / rest + x / rest**2)
            if not (q > 0 and k >= 0):
                return arb(0), convex
            low = low.min(problem.best_look_back(q, k)[1])
        return low, convex

    def _near_zero(self, b: fmpq) -> arb:
        """The bound near v = 0."""
        problem = self.problem
        q = problem.at_zero() - arb(b) * steepest(problem.order, problem.sampling, b)
        return problem.best_look_back(q, arb(problem.price) / arb(problem.total))[1] if q > 0 else arb(0)


def _bits(digits: int) -> int:
    """The working precision for so many digits."""
    return 64 + digits * 10 // 3
