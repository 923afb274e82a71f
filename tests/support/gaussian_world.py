"""A world in which every judgement of the kernel has an exact truth value: Gaussians, points and linear maps on the line.

A law is a tuple of independent Gaussian components (mean, variance), nearly always one; variance 0 is a point.  A noise is
a variance, a loss is w -> q*w**2/2 + l*w, a set an interval of positive length, a vector a number.  A map is piecewise
linear and continuous, given by its breakpoints.  A mechanism answers with the same law at every point.  A bound is a
rational, infinite, or a :class:`Formula`, compared by certified balls.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from dataclasses import dataclass
from fractions import Fraction
from operator import eq, ge, gt, le, lt
from typing import Any, TypeAlias

from pabisym.divergence.evaluate import decide
from pabisym.lang.rational import to_fraction
from pabisym.lang.term import Call, Name, Number, Term

Law: TypeAlias = tuple[tuple[Fraction, Fraction], ...]
INFINITE = math.inf


class Unknown(Exception):
    """The world does not say: a law or a judgement outside of what has an exact answer."""


@dataclass(frozen=True)
class Formula:
    """A number that is not rational, as a closed formula; an equation holds when no precision tells its sides apart."""

    term: Term

    def __le__(self, other: Any) -> bool:
        return _compared("<=", self, other)

    def __lt__(self, other: Any) -> bool:
        return _compared("<", self, other)

    def __ge__(self, other: Any) -> bool:
        return _compared(">=", self, other)

    def __gt__(self, other: Any) -> bool:
        return _compared(">", self, other)

    def __eq__(self, other: object) -> bool:
        return other != INFINITE and decide(Call("==", (_closed(self), _closed(other))), {}, 256) != "false"

    def __hash__(self) -> int:
        return hash(self.term)

    def __add__(self, more: Fraction) -> Any:
        return formula("+", self, more) if more else self


def _closed(x: Any) -> Term:
    return x.term if isinstance(x, Formula) else Number(x)


def _compared(head: str, x: Any, y: Any) -> bool:
    if y == INFINITE:
        return head in ("<=", "<")
    verdict = decide(Call(head, (_closed(x), _closed(y))), {}, 256)
    if verdict == "undecided" and head in ("<", ">"):
        raise Unknown
    return verdict != "false"


def formula(head: str, *args: Any) -> Any:
    """A function or an operator applied to numbers; rational where that is plain to see."""
    if head == "exp" and args[0] == 0:
        return Fraction(1)
    if head == "log" and args[0] == 1:
        return Fraction(0)
    if head == "log" and isinstance(args[0], Formula) and isinstance(args[0].term, Call) and args[0].term.head == "exp":
        inner = args[0].term.args[0]
        return to_fraction(inner.value) if isinstance(inner, Number) else Formula(inner)
    if any(x == INFINITE for x in args) or (head == "log" and args[0] <= 0):
        raise Unknown
    return Formula(Call(head, tuple(map(_closed, args))))


@dataclass(frozen=True)
class Line:
    """A continuous piecewise linear function: slope ``first`` up to the first knot, then slope by slope; ``value`` at 0."""

    first: Fraction
    bends: tuple[tuple[Fraction, Fraction], ...]
    value: Fraction

    def __call__(self, x: Fraction) -> Fraction:
        return self.value + self._from_zero(x)

    def _from_zero(self, x: Fraction) -> Fraction:
        sign, low, high = (1, Fraction(0), x) if x >= 0 else (-1, x, Fraction(0))
        cuts = [low, *(at for at, _ in self.bends if low < at < high), high]
        return sign * sum((self.slope(a, b) * (b - a) for a, b in itertools.pairwise(cuts)), Fraction(0))

    def slope(self, low: Fraction, high: Fraction) -> Fraction:
        """The slope between two points with no knot between them."""
        found = self.first
        for at, after in self.bends:
            if at <= low and low < high:
                found = after
        return found

    @property
    def slopes(self) -> tuple[Fraction, ...]:
        return (self.first, *(after for _, after in self.bends))

    @property
    def knots(self) -> tuple[Fraction, ...]:
        return tuple(at for at, _ in self.bends)


def linear(slope: Fraction, value: Fraction) -> Line:
    return Line(slope, (), value)


def through(knots: list[Fraction], value_at: Any) -> Line:
    """The piecewise linear function with these knots and the given values; outside of them it is straight."""
    knots = sorted(set(knots)) or [Fraction(0)]
    points = [knots[0] - 1, *knots, knots[-1] + 1]
    heights = [value_at(x) for x in points]
    slopes = [(h - g) / (y - x) for x, y, g, h in zip(points, points[1:], heights, heights[1:], strict=False)]
    return Line(slopes[0], tuple(zip(knots, slopes[1:], strict=True)), value_at(Fraction(0)))


def clamp(low: Fraction, high: Fraction) -> Line:
    return through([low, high], lambda x: min(max(x, low), high))


def composed(f: Line, g: Line) -> Line:
    """F after g: the knots of g, and where g meets a knot of f."""
    knots = list(g.knots)
    ends = [None, *g.knots, None]
    for at in f.knots:
        for low, high in itertools.pairwise(ends):
            inside = _inside(low, high)
            slope, height = _straight(g, low, high, inside)
            if (
                slope != 0
                and (low is None or inside + (at - height) / slope > low)
                and (high is None or inside + (at - height) / slope < high)
            ):
                knots.append(inside + (at - height) / slope)
    return through(knots, lambda x: f(g(x)))


def _inside(low: Fraction | None, high: Fraction | None) -> Fraction:
    if low is not None and high is not None:
        return (low + high) / 2
    return low + 1 if low is not None else high - 1 if high is not None else Fraction(0)


def _straight(g: Line, low: Fraction | None, high: Fraction | None, inside: Fraction) -> tuple[Fraction, Fraction]:
    near = (inside + high) / 2 if high is not None else inside + 1
    return (g(near) - g(inside)) / (near - inside), g(inside)


def largest_gap(f: Line, g: Line) -> Fraction | float:
    """The supremum of |f - g| over the whole line."""
    if f.first != g.first or f.slopes[-1] != g.slopes[-1]:
        return INFINITE
    knots = [*f.knots, *g.knots, Fraction(0)]
    return max(abs(f(x) - g(x)) for x in knots)


def gap_on(f: Line, g: Line, ends: tuple[Fraction, Fraction]) -> Fraction:
    knots = [x for x in (*f.knots, *g.knots) if ends[0] < x < ends[1]]
    return max(abs(f(x) - g(x)) for x in (*ends, *knots))


def steepest_on(f: Line, ends: tuple[Fraction, Fraction]) -> Fraction:
    cuts = [ends[0], *sorted(x for x in f.knots if ends[0] < x < ends[1]), ends[1]]
    return max(abs((f(b) - f(a)) / (b - a)) for a, b in itertools.pairwise(cuts))


def pushed(f: Line, law: Any) -> Any:
    if isinstance(law, Mixture):
        return law.each(lambda part: pushed(f, part))
    (mean, variance) = only(law)
    if variance == 0:
        return ((f(mean), Fraction(0)),)
    if f.bends:
        raise Unknown
    return ((f(mean), f.first**2 * variance),)


def convolved(law: Any, noise: Any) -> Any:
    if isinstance(noise, Laplace):
        if only(law)[1]:
            raise Unknown
        return Laplace(noise.scale, only(law)[0])
    if isinstance(law, Mixture):
        return law.each(lambda part: convolved(part, noise))
    return ((only(law)[0], only(law)[1] + noise),)


@dataclass(frozen=True)
class Kernel:
    """A mechanism that answers f(x) plus normal noise."""

    map: Line
    noise: Fraction


@dataclass(frozen=True)
class Laplace:
    """Laplace noise of a scale, and a point with it."""

    scale: Fraction
    at: Fraction = Fraction(0)


def answered(mechanism: Any, law: Any) -> Any:
    """What a mechanism answers to a law; the others answer with one law."""
    return convolved(pushed(mechanism.map, law), mechanism.noise) if isinstance(mechanism, Kernel) else mechanism


def noisy(mechanism: Any, noise: Fraction) -> Any:
    return Kernel(mechanism.map, mechanism.noise + noise) if isinstance(mechanism, Kernel) else convolved(mechanism, noise)


def asked(law: Any, mechanism: Any) -> Any:
    if isinstance(mechanism, Kernel):
        raise Unknown
    return law + mechanism


def rows(mechanism: Any, level: Any) -> Any:
    """The slack between the two farthest answers."""
    if not isinstance(mechanism, Kernel):
        return told_apart(mechanism, mechanism, level)
    far = diameter(mechanism.map)
    return Fraction(1) if far == INFINITE else told_apart(((Fraction(far), mechanism.noise),), ((Fraction(0), mechanism.noise),), level)


def chance(law: Any, event: tuple[Any, Any]) -> Any:
    """The probability of an interval; of a half-line that begins at an end, without it."""
    if isinstance(law, Mixture):
        parts = [times(weight, chance(part, event)) for part, weight in law.parts]
        return functools.reduce(total, parts)
    (mean, variance), (low, high) = only(law), event
    if low > high:
        return Fraction(0)
    if variance == 0:
        return Fraction(low <= mean <= high)
    ends = [Fraction(x > 0) if x in (INFINITE, -INFINITE) else _below(x, mean, variance) for x in (low, high)]
    return total(ends[1], times(Fraction(-1), ends[0]))


def _below(x: Any, mean: Fraction, variance: Fraction) -> Any:
    from_mean = total(x, -mean)
    return Fraction(1, 2) if from_mean == 0 else formula("normal", formula("/", from_mean, formula("sqrt", variance)))


def best(p: Any, q: Any, level: Any) -> tuple[Any, Any]:
    """Where the density of p is more than exp(level) times that of q."""
    (m, v), (n, w) = only(p), only(q)
    if v != w or isinstance(level, Formula):
        raise Unknown
    if m == n:
        return (-INFINITE, INFINITE) if level < 0 else (Fraction(1), Fraction(0))
    if v == 0:
        return m, m
    at = (m + n) / 2 + level * v / (m - n)
    return (at, INFINITE) if m > n else (-INFINITE, at)


def only(law: Any) -> tuple[Fraction, Fraction]:
    if isinstance(law, Kernel | Laplace):
        raise Unknown
    if isinstance(law, Mixture) or len(law) != 1:
        raise Unknown
    return law[0]


def transport(p: Law, q: Law) -> Fraction | float:
    """The W_infinity distance: between Gaussians of different variances no coupling is bounded."""
    (m, v), (n, w) = only(p), only(q)
    return abs(m - n) if v == w else INFINITE


def divergence(order: Fraction, shift: Fraction, p: Law, q: Law) -> Fraction | float:
    """D_alpha^(z) of laws with equal variances: among all laws near P the translate towards Q is the best."""
    if shift < 0:
        return INFINITE
    if isinstance(p, Mixture) or isinstance(q, Mixture) or len(p) != len(q) or (len(p) > 1 and shift != 0):
        raise Unknown
    total: Fraction | float = Fraction(0)
    for (m, v), (n, w) in zip(p, q, strict=True):
        if v != w:
            raise Unknown
        rest = max(abs(m - n) - shift, Fraction(0))
        if rest and v == 0 and order <= 1:
            raise Unknown
        total += Fraction(0) if rest == 0 else INFINITE if v == 0 else order * rest**2 / (2 * v)
    return total


def magnitude(order: Fraction, variance: Fraction, size: Fraction) -> Fraction | float:
    """R_alpha(N(0, v), a)."""
    if size < 0:
        raise Unknown
    return Fraction(0) if size == 0 else INFINITE if variance == 0 else order * size**2 / (2 * variance)


def number(size: Fraction | float) -> Fraction:
    """What stands for a magnitude: some number of which nothing is known where it is infinite, here 0, which pays least."""
    return Fraction(0) if size == INFINITE else Fraction(size)


def between(p: Law, q: Law, z: Fraction, a: Fraction) -> Law:
    (m, v), (n, w) = only(p), only(q)
    if v != w or z < 0 or abs(n - m) > z + a:
        raise Unknown
    return ((m + min(max(n - m, -z), z), v),)


def diameter(f: Line) -> Fraction | float:
    """The largest distance of two values."""
    values = [f(x) for x in (*f.knots, Fraction(0))]
    return INFINITE if f.first or f.slopes[-1] else max(values) - min(values)


def widest_on_the_way(law: Law, f: Line, g: Line, noise: Fraction) -> Fraction:
    """The largest variance of (1 - t)/2*f + (1 + t)/2*g + sqrt(t)*noise; a convex function of t, so it is at an end."""
    (_, variance) = only(law)
    if f.bends or g.bends:
        raise Unknown
    return max(((f.first + g.first) / 2) ** 2 * variance, g.first**2 * variance + noise)


@dataclass(frozen=True)
class Mixture:
    """A law that is one of several with some chances: it can be pushed, convolved, and compared with another one."""

    parts: tuple[tuple[Law, Any], ...]

    def each(self, change: Any) -> Any:
        return gathered([(change(law), weight) for law, weight in self.parts])


def gathered(parts: list[tuple[Law, Any]]) -> Any:
    """A mixture whose laws are different, in an order; the law itself where it is one."""
    weights: dict[Law, Any] = {}
    for law, weight in parts:
        if weight != 0:
            weights[law] = total(weights[law], weight) if law in weights else weight
    return next(iter(weights)) if len(weights) == 1 else Mixture(tuple(sorted(weights.items(), key=lambda one: one[0])))


def total(x: Any, y: Any) -> Any:
    return formula("+", x, y) if isinstance(x, Formula) or isinstance(y, Formula) else x + y


def mixed(weight: Any, p: Any, q: Any) -> Any:
    """P with probability w, else Q."""
    if not (weight >= 0 and weight <= 1):
        raise Unknown
    if p == q:
        return p
    rest = formula("+", 1, formula("neg", weight)) if isinstance(weight, Formula) else 1 - weight
    return gathered([(law, times(share, one)) for share, of in ((weight, p), (rest, q)) for law, one in parted(of)])


def parted(law: Any) -> tuple[tuple[Law, Any], ...]:
    return law.parts if isinstance(law, Mixture) else ((law, Fraction(1)),)


def times(x: Any, y: Any) -> Any:
    return formula("*", x, y) if isinstance(x, Formula) or isinstance(y, Formula) else x * y


def excess(p: Law, q: Law, level: Any, d: Any) -> Any:
    """A law U with P + (exp(level) + d - 1)*V = exp(level)*Q + d*U for V as :func:`deficit` says: where d >= 1, V can be Q."""
    if p == q:
        return p
    if not d >= 1:
        raise Unknown
    return mixed(formula("/", 1, d) if isinstance(d, Formula) else 1 / d, p, q)


def moment(order: Fraction, p: Law, q: Law) -> Any:
    """Exp((alpha - 1)*D_alpha(P || Q))."""
    exact = divergence(order, Fraction(0), p, q)
    return INFINITE if exact == INFINITE else formula("exp", (order - 1) * exact)


def told_apart(p: Law, q: Law, level: Any) -> Any:
    """The least delta with which P(O) <= exp(level)*Q(O) + delta for all events O."""
    if isinstance(p, Laplace) and isinstance(q, Laplace) and p.scale == q.scale:
        rest = formula("exp", formula("/", formula("+", level, -abs(p.at - q.at) / p.scale), 2))
        return formula("max", Fraction(0), formula("+", 1, formula("neg", rest)))
    (m, v), (n, w) = only(p), only(q)
    if v != w:
        raise Unknown
    distance = Fraction(0) if m == n else formula("/", abs(m - n), formula("sqrt", v)) if v else INFINITE
    factor = formula("exp", level)
    if distance == INFINITE:
        return Fraction(1)
    if distance == 0:
        return formula("max", Fraction(0), formula("+", 1, formula("neg", factor)))
    return formula("theta", factor, distance)


def survival(n: Fraction, *lengths: Any) -> Any:
    """The chance that a gap chain is above 0; of fewer steps than one, and where a length is negative, nothing is said."""
    if n.denominator != 1 or n < 1 or not all(x >= 0 for x in lengths):
        raise Unknown
    if lengths[0] == 0 and lengths[-1] == 0:
        return Fraction(0)
    return formula("survival", n, *lengths)


def coupled(p: Law, q: Law, w: Fraction, n: Fraction, x: Fraction, r: Fraction, c: Fraction, a: Fraction, b: Fraction) -> bool:
    """Laws that are told apart better than the chain allows are not; what noise of the variance w**2 has left of near enough laws is."""
    (m, variance), (u, other) = only(p), only(q)
    if w <= 0 or variance != other or n.denominator != 1:
        raise Unknown
    distance = abs(m - u)
    if n < 1 or variance == 0:
        return n >= 1 and distance == 0
    before = x if n == 1 else min(r, b) if min(r, c, a, b) >= 0 else Fraction(-1)
    if distance == 0 or (variance >= w**2 and distance <= before):
        return True
    if told_apart(p, q, Fraction(0)) <= survival(n, x / w, r / w, c, a / w, b / w):
        raise Unknown
    return False


def term(t: Term, world: dict[str, Any]) -> Any:
    """What a term is in the world."""
    if isinstance(t, Number):
        return to_fraction(t.value)
    if isinstance(t, Name):
        return world[t.name]
    args = [term(arg, world) for arg in t.args]
    if t.head in ("+", "*", "/", "neg", "**"):
        return _number(t.head, args)
    return _structure(t.head, args)


def _number(head: str, args: list[Any]) -> Any:
    if any(isinstance(x, Formula) for x in args):
        return formula(head, *args)
    if head == "+":
        return sum(args[1:], args[0])
    if head == "neg":
        return -args[0]
    if head == "*":
        return math.prod(args[1:], start=args[0])
    if head == "**":
        return args[0] ** int(args[1])
    return args[0] / args[1]


def _structure(head: str, args: list[Any]) -> Any:
    if head == "gradient":
        (quadratic, slope), eta = args
        return linear(1 - eta * quadratic, -eta * slope)
    if head == "floor":
        return Fraction(math.floor(args[0]))
    if head in ("min", "max") and any(isinstance(x, Formula) for x in args):
        return formula(head, *args)
    if head in ("min", "max"):
        return min(args) if head == "min" else max(args)
    if head == "cases":
        return args[1 if args[0] >= 0 else 2]
    if head in ("exp", "log"):
        return formula(head, *args)
    if head == "sqrt":
        root = Fraction(math.isqrt(args[0].numerator), math.isqrt(args[0].denominator))
        return root if root**2 == args[0] else formula("sqrt", args[0])
    if head == "theta":
        return formula("theta", *args) if args[1] != 0 else formula("max", Fraction(0), formula("+", 1, formula("neg", args[0])))
    if head == "survival":
        return survival(*args)
    if head in ("normallaw", "white") and args[-1] < 0:
        raise Unknown
    known: dict[str, Any] = {
        "push": pushed, "between": between, "compose": composed, "R": lambda order, noise, a: number(magnitude(order, noise, a)), "norm": abs,
        "convolve": convolved, "excess": excess, "deficit": lambda p, q, level, d: q, "product": lambda p, q: p + q,
        "normallaw": lambda m, v: ((m, v),), "affine": linear, "white": lambda v: v,
        "gdpsize": lambda noise, a: number(magnitude(Fraction(2), noise, a)),
        "point": lambda x: ((x, Fraction(0)),), "mix": mixed, "joint": asked, "through": answered,
        "answers": lambda k, x: answered(k, ((x, Fraction(0)),)), "surely": lambda f: Kernel(f, Fraction(0)), "always": lambda p: p,
        "withnoise": noisy, "at": lambda f, x: f(x), "minus": lambda x, y: x - y, "inner": lambda x, y: x * y,
        "slope": lambda f, x: f[0] * x + f[1], "chance": chance, "best": best,
        "translate": lambda x: linear(Fraction(1), x), "projection": lambda ends: clamp(*ends),
    }  # fmt: skip
    return known[head](*args)


def least(head: str, args: list[Any]) -> Fraction | float | bool:
    """The least bound with which a judgement about given things is true; or whether it is true, where it has no bound."""
    if head == "lipschitz":
        return max(abs(slope) for slope in args[0].slopes)
    if head == "lipschitzon":
        return steepest_on(*args)
    if head == "smooth":
        return abs(args[0][0])
    if head == "lipschitzloss":
        (quadratic, slope), ends = args
        return max(abs(quadratic * x + slope) for x in ends)
    if head in ("equal", "gaussian", "convex", "convexset", "finite", "gdpfinite", "laplace", "member", "coupled"):
        return {
            "coupled": coupled,
            "laplace": lambda z, v: isinstance(z, Laplace) and z.scale == v,
            "member": lambda x, k: k[0] <= x <= k[1],
            "finite": lambda order, z, a: order > 1 and magnitude(order, z, a) != INFINITE,
            "gdpfinite": lambda z, a: magnitude(Fraction(2), z, a) != INFINITE,
            "equal": lambda p, q: p == q,
            "gaussian": lambda z, v: z == v,
            "convex": lambda f, k: f[0] >= 0,
            "convexset": lambda k: True,
        }[head](*args)
    known: dict[str, Any] = {
        "renyi": divergence, "winf": transport, "near": transport, "steady": lambda k: Fraction(0), "gap": largest_gap, "gapon": gap_on, "moment": moment, "dp": told_apart, "spread": rows,
        "close": lambda order, k, j: divergence(order, Fraction(0), k, j),
        "gdpclose": lambda k, j: divergence(Fraction(2), Fraction(0), k, j),
        "gdp": lambda shift, p, q: divergence(Fraction(2), shift, p, q), "bounded": diameter,
        "apart": lambda p, q: divergence(Fraction(2), Fraction(0), p, q),
        "zcdp": lambda p, q: divergence(Fraction(2), Fraction(0), p, q) / 2, "lsi": lambda p: only(p)[1], "traced": widest_on_the_way,
    }  # fmt: skip
    return known[head](*args)  # type: ignore[no-any-return]


BOUND = {"spread": 2, "zcdp": 2, "lsi": 1, "traced": 4, "gdp": 3, "apart": 2, "bounded": 1, "moment": 3, "dp": 3, "close": 3, "gdpclose": 2, "renyi": 4, "winf": 2, "near": 2, "steady": 1,
         "lipschitz": 1, "lipschitzon": 2, "gap": 2, "gapon": 3, "smooth": 1, "lipschitzloss": 1}
"""Where a judgement has its bound."""


def true(judgement: Term, world: dict[str, Any]) -> bool:
    """Is a judgement, or a relation between numbers, true in the world."""
    if not isinstance(judgement, Call):
        raise TypeError(str(judgement))
    args = [term(arg, world) for arg in judgement.args]
    if judgement.head in ("<=", "<", ">=", ">", "=="):
        left, right = args
        return bool({"<=": le, "<": lt, ">=": ge, ">": gt, "==": eq}[judgement.head](left, right))
    if judgement.head not in BOUND:
        return bool(least(judgement.head, args))
    bound = args.pop(BOUND[judgement.head])
    exact = least(judgement.head, args)
    return bool(bound <= exact if judgement.head == "apart" else exact <= bound)


def rational(rng: random.Random) -> Fraction:
    return Fraction(rng.choice((0, 0, 1, 2, 3, 4, 6, -1, -3, 5)), rng.choice((1, 1, 2, 3)))


def random_thing(rng: random.Random, kind: str, before: list[Any]) -> Any:
    """Something of a kind; laws are often alike, so that judgements about two of them have a chance."""
    if kind in ("law", "mechanism"):
        variance = rng.choice([law[0][1] for law in before] or [abs(rational(rng))]) if rng.random() < 0.85 else abs(rational(rng))
        return ((rational(rng), variance),)
    if kind == "map" and rng.random() < 0.2:
        low = rational(rng)
        return before[-1] if before and rng.random() < 0.8 else clamp(low, low + abs(rational(rng)) + 1)
    if kind == "map":
        slope = rng.choice([f.first for f in before] or [rational(rng)]) if rng.random() < 0.85 else rational(rng)
        return linear(slope, rational(rng))
    if kind == "set":
        low = rational(rng)
        return (low, low + abs(rational(rng)) + 1)
    if kind == "loss":
        return (rational(rng), rational(rng))
    return {"noise": lambda: abs(rational(rng)), "vector": lambda: rational(rng), "real": lambda: rational(rng)}.get(
        kind, lambda: Fraction(rng.randint(-1, 4))
    )()
