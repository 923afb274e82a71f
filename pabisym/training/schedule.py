"""The noise schedule that makes a run most private for its utility: the least mu^2 under a budget of weighted variances, certified by
duality.

In units of eta C/B on the iterate a step has noise of variance v_t = z_t^2, z_t its noise multiplier, and a gap of r where it uses the
example.
What noise costs in utility at step t is u_t v_t; a schedule has sum_t u_t v_t <= V and low <= v_t <= high.  With constant multiplier z that
is V = z^2 sum_t u_t.  For the example at place i of an order let f_i(v) be the optimum of its shift allocation (all iterates released: the
composition, in which every gap is paid where it is).  The schedule sought minimises max_i f_i(v), which is convex, as a^2/v is in (a, v).

**The certificate.**  For prices y with 0 <= y_t <= c y_(t+1) every feasible allocation a of every v has

    sum a_t^2/v_t  >=  2 sum y_t a_t - sum v_t y_t^2  >=  2 sum y_t s_t - sum v_t y_t^2,

since (a_t/sqrt(v_t) - y_t sqrt(v_t))^2 >= 0, and sum y_t (a_t - s_t) = sum z_t (c y_(t+1) - y_t) >= 0 for the distances z_t >= 0 of the
runs
(y_(T+1) = 0 and z_T = 0).  For composition a = s, and any y is allowed.  With weights p_i >= 0 of sum 1 on the places, for every schedule

    max_i f_i  >=  2 sum_i p_i sum_t y_it s_it - max_v sum_t v_t sum_i p_i y_it^2,

where the last maximum is that of a linear function over a box with one budget, which is solved greedily.  All of it is computed exactly for
rational prices, which are rounded down from floats so that the chain of inequalities holds; the value of the schedule itself is
enclosed in balls.  So both ends are certified, however the search in floats went.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpq

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.rational import power_of_ten, rational, rational_text, to_fraction
from pabisym.lang.term import free_names
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.enclosure import Enclosure, interval_json
from pabisym.numerics.search import turning_point
from pabisym.spec.configuration import CYCLIC, FULL, LAST, Configuration
from pabisym.training import hypotheses as said

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST = 60_000
"""Most places times steps."""
ROUNDS = 400
"""Most steps of the search."""
CLOSE = 1e-5
"""The relative gap between schedule and certificate at which the search ends."""
SHARPNESS = (30.0, 300.0, 3000.0)
"""How sharply the largest of several places is told from the mean, one search after the other."""
REACHED = power_of_ten(-100), power_of_ten(100)
"""Squares of noise multipliers, and weights, with which floats compute."""
GRID = 2**40
"""Variances and prices are multiples of 1/GRID of the largest one."""


@dataclass(frozen=True)
class Schedule:
    """The squares of the noise multipliers, and what they give: mu^2 at most ``upper``; no schedule gives less than ``lower``.

    ``constant`` is mu^2 of the constant schedule of the same budget.  Epsilons are at the run's delta, in nats.
    """

    run: Configuration
    variances: tuple[fmpq, ...]
    upper: fmpq
    lower: fmpq
    constant: fmpq

    def epsilon(self, digits: int = 6) -> Enclosure:
        """What the schedule gives; its upper end is the guarantee."""
        return gdp_epsilon(self.upper, self.run.delta, digits)

    def least_epsilon(self, digits: int = 6) -> Enclosure:
        """What no schedule goes below, by shift allocation."""
        return gdp_epsilon(max(self.lower, fmpq(0)), self.run.delta, digits)

    def constant_epsilon(self, digits: int = 6) -> Enclosure:
        """What the constant schedule gives."""
        return gdp_epsilon(self.constant, self.run.delta, digits)

    def to_json(self) -> dict[str, object]:
        """Plain data; the squares of the multipliers are exact."""
        return {"epsilon": interval_json(self.epsilon()), "no_schedule_below": interval_json(self.least_epsilon()),
                "constant": interval_json(self.constant_epsilon()), "mu_squared": rational_text(self.upper),
                "squared_noise_multipliers": [rational_text(one) for one in self.variances]}


def noise_schedule(run: Configuration, lowest: object, highest: object, weights: Callable[[int], object] | None = None,
                   progress: Callable[[str], None] | None = None) -> Schedule:
    """About the best schedule of noise multipliers between ``lowest`` and ``highest`` that costs no more than the run's constant one.

    ``weights`` gives the cost u_k > 0 of a unit of variance at the step k = 1..T (absent: 1 for all).  The run has batches in a fixed
    order,
    or full ones; it releases all iterates, or the last one of convex and smooth losses.  Raises
    :class:`~pabisym.errors.InputError` for other runs, for bounds between which the constant multiplier does not lie, and for runs of more
    than :data:`MOST` places times steps, and :class:`~pabisym.errors.Undecided` for numbers that are not :data:`REACHED`.
    """
    factor = _usable(run)
    low, high = (rational(value, "schedule") ** 2 for value in (lowest, highest))
    if not 0 < low <= run.noise_multiplier**2 <= high:
        raise InputError("schedule", "the constant noise multiplier does not lie between the bounds", "give bounds around it, above 0")
    costs = [fmpq(1) if weights is None else rational(weights(k), "weights") for k in range(1, run.steps + 1)]
    if any(cost <= 0 for cost in costs):
        raise InputError("weights", "a weight is not positive", "give weights above 0")
    if not REACHED[0] <= min(low, *costs) <= max(high, *costs) <= REACHED[1]:
        raise Undecided("a schedule is sought for noise multipliers from 1e-50 to 1e50, and weights from 1e-100 to 1e100")
    problem = _ScheduleProblem(run, factor, costs, run.noise_multiplier**2 * sum(costs, fmpq(0)), low, high)
    start = [run.noise_multiplier**2] * run.steps
    values, best = problem.search(start, progress)
    upper, constant = problem.value(values), problem.value(start)
    if upper > constant:
        values, upper = start, constant
    return Schedule(run, tuple(values), upper, problem.certificate(*best), constant)


def read_weights(text: str | None) -> Callable[[int], object] | None:
    """The weights that a formula in the step k gives; None without one.

    Raises :class:`~pabisym.errors.InputError` for a formula in other letters; where it is not rational, so does the function.
    """
    if text is None:
        return None
    term = parse(text, "--weights")
    if unknown := sorted(free_names(term) - {"k"}):
        raise InputError("--weights", f"no value for {unknown[0]}", "write a formula in the step k")

    def weight(k: int) -> fmpq:
        found = exact_value(term, {"k": k})
        if found is None:
            raise InputError("--weights", f"is not rational at the step {k}", "write a formula with rational values")
        return found

    return weight


def without_bounds(run: Configuration) -> str:
    """What the best schedule is where nothing bounds the multipliers, weights are equal, and the last iterate is released.

    By Cauchy and Schwarz sum a_t^2/v_t is least at v_t proportional to a_t, at ``(sum a_t)^2/V``, and a distance that waits for a later
    step grows no larger where c <= 1.
    """
    factor = _usable(run)
    if factor is None:
        return "where all iterates are released, noise is worth the same in every step"
    if factor < 1:
        return "all noise in the last step: output perturbation, as what waits for it contracts"
    return "a tie: all noise in the last step, or spread in any way in which every step pays what it can"


def _usable(run: Configuration) -> fmpq | None:
    """The contraction of a run whose last iterate is released; None where all iterates are."""
    if run.sampling not in (CYCLIC, FULL):
        raise InputError("schedule", f"is not known for {run.sampling} batches", "take cyclic or full batches")
    if run.period * run.steps > MOST:
        raise InputError("schedule", f"{run.period} places times {run.steps} steps are too many", f"at most {MOST} together")
    if run.release != LAST:
        return None
    violated = [one for one in (said.without_momentum(run), *said.convex_losses(run)) if one.state == said.VIOLATED]
    if violated or run.contraction is None:
        problem = violated[0].text if violated else "a contraction"
        raise InputError("schedule", f"the last iterate needs that {problem}", violated[0].detail if violated else "give a smoothness")
    return run.contraction


@dataclass(frozen=True)
class _ScheduleProblem:
    """The places, the contraction (None: composition), and the box with its budget."""

    run: Configuration
    factor: fmpq | None
    costs: list[fmpq]
    budget: fmpq
    low: fmpq
    high: fmpq

    @property
    def places(self) -> range:
        """The places of examples that are used at all."""
        return range(min(self.run.period, self.run.steps))

    def gap(self, place: int) -> list[int]:
        return [self.run.share if k % self.run.period == place else 0 for k in range(self.run.steps)]

    def value(self, variances: Sequence[fmpq]) -> fmpq:
        """max_i f_i, from above."""
        from pabisym.shift.allocate import allocate
        from pabisym.shift.exact.ball import Interval

        largest = fmpq(0)
        for place in self.places:
            gap = self.gap(place)
            if self.factor is None:
                here = sum((fmpq(s * s) / v for s, v in zip(gap, variances, strict=True)), fmpq(0))
            else:
                found = allocate(gap=[Fraction(s) for s in gap], noise_variance=[to_fraction(v) for v in variances],
                                 contraction=to_fraction(self.factor), arithmetic="ball").value
                here = rational(found.upper if isinstance(found, Interval) else str(found), "mu squared")
            largest = max(largest, here)
        return largest

    def prices(self, variances: Floats) -> tuple[Floats, Floats]:
        """f_i and the prices a/v of its allocation, for every place, in floats."""
        import numpy as np

        from pabisym.shift.allocate import allocate

        rows, values = [], []
        for place in self.places:
            gap = np.array(self.gap(place), dtype=np.float64)
            if self.factor is None:
                paid = gap
            else:
                found = allocate(gap=gap, noise_variance=variances, contraction=float(self.factor), arithmetic="float")
                paid = np.asarray(found.allocation, dtype=np.float64)
            rows.append(paid / variances)
            values.append(float(np.sum(paid * paid / variances)))
        return np.array(values), np.array(rows)

    def search(self, start: list[fmpq], progress: Callable[[str], None] | None) -> tuple[list[fmpq], tuple[Any, Any]]:
        """A good schedule, and prices with weights of the places that show how good: projected gradients with spectral steps."""
        import numpy as np

        costs = np.array([float(one) for one in self.costs])
        low, high, budget = float(self.low), float(self.high), float(self.budget)
        v = np.array([float(one) for one in start])
        best = (float("inf"), v, -float("inf"), (np.ones(1), np.zeros((1, 1))))
        for sharp in SHARPNESS if len(self.places) > 1 else (1.0,):
            step, before = None, None
            for number in range(ROUNDS):
                values, rows = self.prices(v)
                top = float(values.max())
                shares = np.exp(sharp * (values / top - 1))
                shares /= shares.sum()
                slope = -(shares @ (rows * rows))
                bound = self.bound(shares, rows, costs)
                best = (*((top, v) if top < best[0] else best[:2]), *((bound, (shares, rows)) if bound > best[2] else best[2:]))
                if best[0] - best[2] <= CLOSE * best[0]:
                    break
                if progress is not None and number % 20 == 0:
                    progress(f"schedule, gap {(best[0] - best[2]) / best[0]:.1e}")
                scaled = slope / costs
                if before is not None:
                    moved, turned = (v - before[0]) * costs, scaled - before[1]
                    curve = float(moved @ turned)
                    step = float(moved @ moved) / curve if curve > 0 else step
                step = min(step or 0.1 * budget / max(float(np.abs(scaled).max()), 1e-300) / len(v), 1e6 * budget)
                before = v, scaled
                v = _projected(v * costs - step * scaled, costs * low, costs * high, budget) / costs
        return self.rounded(best[1]), best[3]

    def bound(self, shares: Floats, rows: Floats, costs: Floats) -> float:
        """The dual bound in floats, with the best multiple of the prices."""
        gain = float(sum(p * float(row @ self.gap(i)) for i, (p, row) in enumerate(zip(shares, rows, strict=True))))
        worth = shares @ (rows * rows)
        spent = _knapsack(list(worth), list(costs), float(self.budget), float(self.low), float(self.high))
        return gain * gain / spent if spent > 0 else 0.0

    def rounded(self, variances: Floats) -> list[fmpq]:
        """Rational variances in the box that keep the budget."""
        unit = self.high / GRID
        found = [min(max(unit * int(float(v) / float(unit)), self.low), self.high) for v in variances]
        over = sum((u * v for u, v in zip(self.costs, found, strict=True)), fmpq(0)) - self.budget
        for place in sorted(range(len(found)), key=lambda k: -float(found[k])):
            if over <= 0:
                break
            less = min(over / self.costs[place], found[place] - self.low)
            found[place] -= less
            over -= less * self.costs[place]
        return found

    def certificate(self, shares: Floats, rows: Floats) -> fmpq:
        """What no schedule goes below: the dual bound in exact arithmetic, at prices that are rounded down into their chain."""
        weights = [fmpq(int(float(p) * GRID), GRID) for p in shares]
        total = sum(weights, fmpq(0))
        if total == 0 or len(shares) != len(self.places):
            return fmpq(0)
        largest = float(rows.max())
        unit = fmpq(int(largest * GRID) + 1, GRID) / GRID
        gain, worth = fmpq(0), [fmpq(0)] * self.run.steps
        for place, (weight, row) in enumerate(zip(weights, rows, strict=True)):
            chain, after = list[fmpq](), None
            for price in reversed(row):
                here = unit * int(float(price) / float(unit))
                if after is not None and self.factor is not None:
                    most = self.factor * after / unit
                    here = min(here, unit * int(most.p // most.q))
                chain.append(here)
                after = here
            chain.reverse()
            gain += weight / total * sum((s * y for s, y in zip(self.gap(place), chain, strict=True)), fmpq(0))
            worth = [w + weight / total * y * y for w, y in zip(worth, chain, strict=True)]
        spent = _knapsack(worth, self.costs, self.budget, self.low, self.high)
        return gain * gain / spent if spent > 0 else fmpq(0)


def _knapsack(worth: Sequence[Any], costs: Sequence[Any], budget: Any, low: Any, high: Any) -> Any:
    """Max sum worth_t v_t over low <= v_t <= high with sum costs_t v_t <= budget: what is worth most for its cost first."""
    left, found = budget - low * sum(costs), low * sum(worth)
    for place in sorted(range(len(worth)), key=lambda k: -(worth[k] / costs[k])):
        more = min(high - low, left / costs[place])
        if more <= 0:
            break
        found, left = found + worth[place] * more, left - costs[place] * more
    return found


def _projected(point: Floats, low: Floats, high: Floats, total: float) -> Floats:
    """The nearest point of the box whose sum is ``total``, by halving; the sum of the lower ends is at most that."""
    import numpy as np

    left, right = float((point - high).min()), float((point - low).max())
    shift = turning_point(lambda less: float(np.clip(point - less, low, high).sum()) > total, left, right, (right - left) / 2**100)[1]
    return np.clip(point - shift, low, high)
