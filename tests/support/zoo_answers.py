"""Every answer of a derivation at a point, beside what is so there.

What is so comes from the exact solver: the optimum as a rational, or rationals around it that differ after 40 digits, read in the notion of
the goal.  Of Laplace noise it is what its payments are charged, of a shuffled order the mean over the places, and the pair that is proved to
attain a bound is run step by step, without the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from pabisym.derivation.derive import Derivation, Route
from pabisym.derivation.optimum import Between, optimum_at, optimum_between, value_at, value_between
from pabisym.derivation.tightness import FormulaPair
from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.term import Call, Number, Term
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.evaluator import ReadPoint, read_point
from pabisym.shift.exact.solve import optimum as solved
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec

FAR = 100
"""From this squared distance on a hockey-stick divergence is near 1, and compared itself; below, its logarithm is."""
LONGEST_PAIR = 40
"""Most steps of a pair that is run."""
Point = Mapping[str, Fraction]


class Answer(NamedTuple):
    """An answer at a point and what is so; ``exact`` where they are to be equal, else the answer is not to be below."""

    name: str
    said: Between
    truth: Between
    exact: bool

    @property
    def above(self) -> bool:
        """Is the answer certainly above."""
        return self.said.apart(self.truth)

    @property
    def below(self) -> bool:
        """Is the answer certainly below."""
        return self.truth.apart(self.said)

    @property
    def wrong(self) -> str:
        """What is wrong with it; empty where nothing is."""
        if not (self.below or (self.exact and self.above)):
            return ""
        return f"{self.name}: {self.said.upper} is {'below' if self.below else 'above'} the optimum {self.truth.lower}"


def exact_price(found: Derivation) -> bool:
    """Is the price said to be the optimum of the process: it is exact, or upper only since the output may tell less than the process."""
    return found.loose is None or (not found.loose.at and found.checked > 0)


def answers(found: Derivation, point: Point) -> Iterator[Answer]:
    """The price first, then what stands in the notion of the goal, and the pair that attains it.

    Raises :class:`~pabisym.errors.InputError` and :class:`~pabisym.errors.Undecided` where a formula has no value.
    """
    best, own = optimum_between(found.spec, point), with_level(found, point)
    price = value_between(found.mu_squared, own)
    yield Answer("price", price, best, exact_price(found))
    if best.upper is None:
        return
    if (answer := optimum_at(found.spec, point)) is not None:
        yield Answer("optimum at the point", ends(answer), in_goal(found, best, own), True)
    for route in found.routes:
        yield from _route(found, route, best, own)
    yield from _run_pair(found, point, best)


def with_level(found: Derivation, point: Point) -> Point:
    """The point with a level epsilon, where the bound is a condition on one."""
    return {**point, found.level: Fraction(1 + len(str(sorted(point.items()))) % 7, 2)} if found.level else point


def ends(found: Enclosure) -> Between:
    """The ends of an enclosure."""
    if found.exact is not None:
        return Between(found.exact, found.exact)
    return Between(Fraction(found.lower), None if found.upper == "inf" else Fraction(found.upper))


def _route(found: Derivation, route: Route, best: Between, point: Point) -> Iterator[Answer]:
    """The bound of a route beside the optimum in the notion of the goal; nothing for one that has other reasons than the optimum."""
    goal, exact = found.spec.goal, exact_price(found)

    def theta(square: Fraction) -> Term:
        level = goal.order or Call("exp", (parse(found.level) if found.level else goal.epsilon,))
        return Call("theta", (level, Call("sqrt", (Number(square),))))

    if found.spec.process.noise.law == "laplace":
        yield Answer(route.name, value_between(route.bound, point), value_between(laplace_payments(found, point), point), exact)
    elif route.name == "mean over places":
        yield Answer(route.name, value_between(route.bound, point), mean_over_places(found, point), exact)
    elif route.name == "Gaussian differential privacy" and best.lower and best.upper < FAR:
        low, high = (value_between(minus_log(theta(end)), point) for end in (best.lower, best.upper))
        yield Answer(f"{route.name}, minus its logarithm", Between(high.lower, low.upper), value_between(minus_log(route.bound), point), exact)
    elif route.name == "Gaussian differential privacy":
        low, high = (value_between(theta(end), point) for end in (best.lower, best.upper))
        yield Answer(route.name, value_between(route.bound, point), Between(low.lower, high.upper), exact)
    elif route.name == "shift allocation":
        yield Answer(route.name, value_between(route.bound, point), in_goal(found, best, point), exact)


def minus_log(term: Term) -> Term:
    """What falls where a divergence of at most 1 grows, and is moderate where that is extremely small."""
    return Call("neg", (Call("log", (term,)),))


def in_goal(found: Derivation, square: Between, point: Point) -> Between:
    """A squared distance as a Rényi divergence of the order of the goal, or its root."""
    goal = found.spec.goal
    if goal.order is not None:
        half = value_at(goal.order, point) / 2
        return Between(half * square.lower, half * square.upper)
    low, high = (value_between(Call("sqrt", (Number(end),)), point) for end in (square.lower, square.upper))
    return Between(low.lower, high.upper)


def laplace_payments(found: Derivation, point: Point) -> Term:
    """What Laplace noise charges for the payments of the solver, from the densities: E_Q (P/Q)^alpha in three pieces."""
    spec = found.spec
    own, scale = solved(Instance.from_json(spec.gaussian().instance(**point))), to_text(spec.process.noise.laplace_scale)
    paid = Counter(own.payment(t) for t in range(1, own.instance.steps + 1))
    alpha = f"({to_text(spec.goal.order)})"
    charged = []
    for payment, times in paid.items():
        x = f"(({payment})/({scale}))"
        left, middle = f"exp(-{alpha}*{x})/2", f"(exp(({alpha} - 1)*{x}) - exp(-{alpha}*{x}))/(2*(2*{alpha} - 1))"
        charged.append(f"{times}*log({left} + {middle} + exp(({alpha} - 1)*{x})/2)/({alpha} - 1)")
    return parse(" + ".join(charged))


def mean_over_places(found: Derivation, point: Point) -> Between:
    """The logarithm of the mean of the moments over the places of a record, each from the exact optimum at that place."""
    fixed = found.spec.in_order()
    letter, places = fixed.place()
    count, alpha = int(value_at(places, point)), value_at(found.spec.goal.order, point)
    own = {name: value for name, value in point.items() if name in fixed.symbols}
    each = [optimum_between(fixed, {**own, letter: Fraction(place)}) for place in range(1, count + 1)]

    def told(costs: list[Fraction]) -> Between:
        weight = alpha * (alpha - 1) / 2
        total = " + ".join(f"{times}*exp({cost * weight})" for cost, times in Counter(costs).items())
        return value_between(parse(f"log(({total})/{count})/({alpha - 1})"), {})

    return Between(told([one.lower for one in each]).lower, told([one.upper for one in each]).upper)


def _run_pair(found: Derivation, point: Point, best: Between) -> Iterator[Answer]:
    """The pair that attains the bound: it is one of the class, and so far apart."""
    spec = found.spec
    if found.attainment is None or best.lower != best.upper or value_at(spec.process.steps, point) > LONGEST_PAIR:
        return
    apart = pair_apart(spec, found.attainment.pair, point)
    if apart is not None:
        yield Answer("the pair that attains it", best, Between(apart, apart), True)


def pair_apart(spec: Spec, pair: FormulaPair, point: Point) -> Fraction | None:
    """The squared distance of the ends of the pair over the variance, None where data are irrational or nothing is noisy.

    Raises :class:`ArithmeticError` where it is no pair of the class.
    """
    instance, own = Instance.from_json(spec.instance(**point)), read_point(point)
    mean, spread = exact_value(pair.start, own), 0
    if mean is None or abs(mean) > instance.start_shift:
        raise ArithmeticError("the pair starts too far apart")
    for k, most in enumerate(zip(instance.contraction, instance.gap, instance.noise_variance, strict=True), 1):
        at = ReadPoint({**own, "k": fmpq(k)})
        slope, gap, variance = (exact_value(term, at) for term in (pair.slope, pair.gap, pair.variance))
        if slope is None:
            return None
        if abs(slope) > most[0] or abs(gap) > most[1] or variance != most[2]:
            raise ArithmeticError(f"the pair is none of the class at step {k}: {slope}, {gap}, {variance} and {most}")
        mean, spread = slope * mean + gap, slope**2 * spread + variance
    return to_fraction(mean**2 / spread) if spread else None


def judged_at(found: Derivation, point: Point) -> tuple[list[Answer], str]:
    """All answers at a point; or why they have no value there."""
    try:
        return list(answers(found, point)), ""
    except (InputError, Undecided) as reason:
        return [], str(reason)
