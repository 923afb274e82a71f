"""Rényi divergences between Gaussian mixtures on the line, by rigorous quadrature and, at order infinity, by branch and bound.

For P = sum w_i N(m_i, v_i) and Q = sum u_j N(n_j, s_j) with densities p, q and an order alpha not 0 or 1, put
I = integral p^alpha q^(1-alpha), so that D_alpha = log(I)/(alpha - 1).

*Pairs.*  With kappa = alpha/v + (1-alpha)/s > 0, p_i^alpha q_j^(1-alpha) is a multiple of a Gaussian density with mean
(alpha m/v + (1-alpha) n/s)/kappa and variance 1/kappa; its integral is
v^(-alpha/2) s^((alpha-1)/2) kappa^(-1/2) exp(alpha (alpha-1) (m-n)^2/(2 kappa v s)).

*Tails.*  For alpha > 1, p^alpha <= sum w_i p_i^alpha by convexity and q^(1-alpha) <= (u_j q_j)^(1-alpha) for every j;
for alpha < 1, p^alpha <= sum w_i^alpha p_i^alpha, and q alike.  So tails of I are at most sums of tails of pairs.  The j
that serves on the right has the largest variance and, among those, the largest mean; on the left the smallest mean.

*Finiteness* for alpha > 1.  I is infinite where kappa < 0 for some i and the largest s.  Where kappa = 0 the pair is the exponential of a
linear function, integrable on the right only for m_i below the mean of the j there, and on the left above.

*Order infinity.*  The supremum of log(p/q) is infinite where the largest v exceeds the largest s, or equals it and the
mean of such an i lies beyond that of the j on its side.  Otherwise p/q <= sum_i w_i p_i/(u_j q_j) falls outwards from
the last vertex of its terms, and where the outermost i and j coincide in law, p/q tends to their ratio of weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from flint import acb, arb, ctx, fmpq

from pabisym.errors import Undecided
from pabisym.numerics.evaluator import TooCoarse
from pabisym.numerics.evaluator import tail as normal_tail

MAX_EVALUATIONS = 1_000_000
"""Most evaluations of one integrand."""
MAX_BOXES = 20_000
"""Most intervals that the search for a supremum keeps."""
MAX_REACH = 1 << 60
"""Farthest point at which a tail is cut off."""
_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Component:
    """A weight > 0, a mean and a variance > 0."""

    weight: fmpq
    mean: fmpq
    variance: fmpq


Mixture = Sequence[Component]
_SIDES = (-1, 1)


def outermost(law: Mixture, side: int) -> Component:
    """The component that dominates on the left (-1) or on the right (1)."""
    return max(law, key=lambda c: (c.variance, side * c.mean))


def is_finite(first: Mixture, second: Mixture, order: fmpq | None) -> bool:
    """Whether the divergence of an order > 1, or infinity (None), is finite."""
    for side in _SIDES:
        far = outermost(second, side)
        for near in first:
            slack = far.variance - near.variance if order is None else order / near.variance + (1 - order) / far.variance
            behind = side * (far.mean - near.mean)
            if slack < 0 or (slack == 0 and (behind < 0 or (behind == 0 and order is not None))):
                return False
    return True


def moment(first: Mixture, second: Mixture, order: fmpq) -> arb:
    """A ball around I for a finite I, at about the current precision where I is not small."""
    ends = [_end(side, partial(_power_tail, first, second, order, side)) for side in _SIDES]
    p, q = _Law(first), _Law(second)
    alpha, rest = arb(order), arb(1 - order)
    mains = [[a.times(order).plus(b.times(1 - order)).centred() for b in q.parts] for a in p.parts]

    def integrand(z: acb, analytic: bool) -> acb:
        (i, p_rest), (j, q_rest) = p.relative_log(z, analytic), q.relative_log(z, analytic)
        return (mains[i][j](z) + alpha * p_rest + rest * q_rest).exp()

    return _integral(integrand, ends)


def kullback(first: Mixture, second: Mixture) -> arb:
    """A ball around the integral of p log(p/q)."""
    ends = [_end(side, partial(_kullback_tail, first, second, side)) for side in _SIDES]
    p, q = _Law(first), _Law(second)
    tops = [a.centred() for a in p.parts]
    ratios = [[a.plus(b.times(fmpq(-1))).centred() for b in q.parts] for a in p.parts]

    def integrand(z: acb, analytic: bool) -> acb:
        (i, p_rest), (j, q_rest) = p.relative_log(z, analytic), q.relative_log(z, analytic)
        return (tops[i](z) + p_rest).exp() * (ratios[i][j](z) + p_rest - q_rest)

    return _integral(integrand, ends)


def _integral(integrand: Callable[[acb, bool], acb], ends: list[tuple[fmpq, arb]]) -> arb:
    """The integral between two ends, and both tails."""
    (low, left), (high, right) = ends
    value = acb.integral(integrand, acb(arb(low)), acb(arb(high)), eval_limit=MAX_EVALUATIONS)
    if not value.is_finite():
        raise TooCoarse("the integral is not enclosed")
    return value.real + arb(0, left + right)


def _end(side: int, tail: Callable[[fmpq], arb]) -> tuple[fmpq, arb]:
    """A point beyond which a bound on the tail is negligible, and that bound."""
    wanted = arb(2) ** (-ctx.prec)
    bounds = ((x, tail(x)) for x in _outwards(side))
    return next((x, bound) for x, bound in bounds if bound < wanted)


def _outwards(side: int) -> Iterator[fmpq]:
    """Points further and further out."""
    reach = 1
    while reach < MAX_REACH:
        yield fmpq(side * reach)
        reach = reach * 5 // 4 + 1
    raise Undecided("the tails of a mixture reach too far")


@dataclass(frozen=True, slots=True)
class _LogQuadratic:
    """level + slope*x + bend*x^2, the level a ball."""

    level: arb
    slope: fmpq
    bend: fmpq

    @classmethod
    def log_density(cls, c: Component) -> _LogQuadratic:
        """The logarithm of w_i p_i."""
        level = arb(c.weight).log() - (2 * arb.pi() * c.variance).log() / 2 - c.mean * c.mean / (2 * c.variance)
        return cls(level, c.mean / c.variance, -1 / (2 * c.variance))

    def times(self, factor: fmpq) -> _LogQuadratic:
        """A multiple."""
        return _LogQuadratic(self.level * factor, self.slope * factor, self.bend * factor)

    def plus(self, other: _LogQuadratic) -> _LogQuadratic:
        """A sum."""
        return _LogQuadratic(self.level + other.level, self.slope + other.slope, self.bend + other.bend)

    def centred(self) -> Callable[[acb], acb]:
        """The function with x at one place, which is tight on wide boxes."""
        if self.bend == 0:
            level, slope = self.level, arb(self.slope)
            return lambda z: level + slope * z
        centre = -self.slope / (2 * self.bend)
        top, bend, middle = self.level + self.slope * centre / 2, arb(self.bend), arb(centre)
        return lambda z: top + bend * (z - middle) ** 2


class _Law:
    """The density of a mixture as the exponential of its main part near a point, times a factor near 1 or so."""

    def __init__(self, law: Mixture) -> None:
        self.parts = [_LogQuadratic.log_density(c) for c in law]
        self.rough = [(float(x.level), float(x.slope.p) / float(x.slope.q), float(x.bend.p) / float(x.bend.q)) for x in self.parts]
        others = [x.times(fmpq(-1)) for x in self.parts]
        self.ratios = [[a.plus(b).centred() for a in self.parts if a is not self.parts[i]] for i, b in enumerate(others)]

    def main(self, z: complex) -> int:
        """The index of about the largest part near a point."""
        return max(range(len(self.rough)), key=lambda i: self._height(i, z))

    def _height(self, i: int, z: complex) -> float:
        level, slope, bend = self.rough[i]
        return level + slope * z.real + bend * (z.real * z.real - z.imag * z.imag)

    def relative_log(self, z: acb, analytic: bool) -> tuple[int, acb]:
        """Which part is the main one near z, and log(p) minus its logarithm, on the branch that is real on the line.

        Not finite where an analytic function on the whole box is asked for and is not seen to be one.
        """
        i = self.main(complex(float(z.real.mid()), float(z.imag.mid())))
        return i, sum((ratio(z).exp() for ratio in self.ratios[i]), acb(1)).log(analytic=analytic)


class _LogRatio:
    """log(p/q) on the line, and its derivative."""

    def __init__(self, first: Mixture, second: Mixture) -> None:
        self.laws = [[_LogQuadratic.log_density(c) for c in law] for law in (first, second)]

    def value(self, x: arb) -> arb:
        """Its value at a point."""
        p, q = (self._shares(law, x) for law in self.laws)
        return p[0] + sum(p[1], arb(0)).log() - q[0] - sum(q[1], arb(0)).log()

    def slope(self, x: arb) -> arb:
        """Its derivative, a difference of weighted means of those of the parts."""
        result = arb(0)
        for law, sign in zip(self.laws, (1, -1), strict=True):
            shares = self._shares(law, x)[1]
            parts = sum((share * (part.slope + 2 * part.bend * x) for share, part in zip(shares, law, strict=True)), arb(0))
            result += sign * parts / sum(shares, arb(0))
        return result

    @staticmethod
    def _shares(law: list[_LogQuadratic], x: arb) -> tuple[arb, list[arb]]:
        logs = [part.level + (part.slope + part.bend * x) * x for part in law]
        main = max(logs, key=lambda y: float(y.mid()))
        return main, [(y - main).exp() for y in logs]


# Tails.


def _pair_tail(near: Component, far: Component, order: fmpq, x: fmpq, side: int) -> arb:
    """The integral of p_i^order q_j^(1 - order) beyond x, for an integrable pair."""
    v, s = near.variance, far.variance
    kappa = order / v + (1 - order) / s
    linear = order * near.mean / v + (1 - order) * far.mean / s
    if kappa == 0:
        log_value = [-(x - c.mean) ** 2 / (2 * c.variance) for c in (near, far)]
        scale = arb(2 * arb.pi() * v) ** arb(-order / 2) * arb(2 * arb.pi() * s) ** arb((order - 1) / 2)
        return scale * arb(order * log_value[0] + (1 - order) * log_value[1]).exp() / abs(linear)
    gap = near.mean - far.mean
    total = arb(v) ** arb(-order / 2) * arb(s) ** arb((order - 1) / 2) / arb(kappa).sqrt()
    total *= arb(order * (order - 1) * gap * gap / (2 * kappa * v * s)).exp()
    return total * normal_tail(side * (x - linear / kappa) * arb(kappa).sqrt())


def _power_tail(first: Mixture, second: Mixture, order: fmpq, side: int, x: fmpq) -> arb:
    """A bound on the integral of p^order q^(1 - order) beyond x."""
    alpha, rest = arb(order), arb(1 - order)
    if order > 1:
        far = outermost(second, side)
        pairs: Iterable[arb] = (c.weight * _pair_tail(c, far, order, x, side) for c in first)
        return arb(far.weight) ** rest * sum(pairs, arb(0))
    pairs = (arb(c.weight) ** alpha * arb(d.weight) ** rest * _pair_tail(c, d, order, x, side) for c in first for d in second)
    return sum(pairs, arb(0))


def _kullback_tail(first: Mixture, second: Mixture, side: int, x: fmpq) -> arb:
    """A bound on the integral of p |log(p/q)| beyond x.

    For one part of each law, |log p| <= |log of the greatest p| + |log of the part's top| + (y - m)^2/(2 v); and
    (y - m)^2 <= 2 (y - m_i)^2 + 2 (m_i - m)^2 under the tail of the i-th part of p.
    """
    parts = [(law, outermost(law, side)) for law in (first, second)]
    constant = sum((_log_top(law) + _log_top([part]) for law, part in parts), arb(0))
    result = arb(0)
    for c in first:
        t = side * (x - c.mean) / arb(c.variance).sqrt()
        if not t > 0:
            return arb.pos_inf()
        shifts = sum(((c.mean - part.mean) ** 2 / part.variance for _, part in parts), fmpq(0))
        spreads = sum((c.variance / part.variance for _, part in parts), fmpq(0))
        beyond = normal_tail(t)
        second_moment = t * (-t * t / 2).exp() / (2 * arb.pi()).sqrt() + beyond
        result += c.weight * ((constant + shifts) * beyond + spreads * second_moment)
    return result


def _log_top(law: Mixture) -> arb:
    """|log| of the sum of the greatest values of the parts."""
    return abs(sum((c.weight / (2 * arb.pi() * c.variance).sqrt() for c in law), arb(0)).log())


# Order infinity.


def supremum(first: Mixture, second: Mixture, bits: int) -> arb:
    """A ball of width about 2^-bits around the finite supremum of log(p/q); more than bits of precision are needed."""
    ratio = _LogRatio(first, second)
    tolerance = arb(2) ** (-bits)
    best = arb.neg_inf()
    ends = []
    for side in _SIDES:
        far, near = outermost(second, side), outermost(first, side)
        best = best.max(ratio.value(arb(near.mean)))
        if (near.variance, near.mean) == (far.variance, far.mean):
            best = best.max(arb(near.weight / far.weight).log())
    for side in _SIDES:
        ends.append(arb(_far_end(first, outermost(second, side), best + tolerance, side)))
    # branch and bound: on a box log(p/q) <= its value in the middle + slope*(box - middle), and what does not exceed ``best``, a value or
    # limit, by more than the tolerance is not searched
    boxes = [(ends[0], ends[1])]
    for _ in range(ctx.prec + _ROUNDS):
        kept: list[tuple[arb, arb, arb]] = []
        for left, right in boxes:
            middle, box = ((left + right) / 2).mid(), left.union(right)
            value = ratio.value(middle)
            best = best.max(value)
            kept.append(((value + ratio.slope(box) * (box - middle)).upper(), left, right))
        kept = [x for x in kept if not x[0] < best + tolerance]
        if not kept:
            return best.union(best + tolerance)
        if len(kept) > MAX_BOXES:
            break
        cuts = [(left, ((left + right) / 2).mid(), right) for _, left, right in kept]
        boxes = [half for left, middle, right in cuts for half in ((left, middle), (middle, right))]
    raise Undecided("the supremum of a ratio of mixtures is not found within the limits")


def _far_end(first: Mixture, far: Component, level: arb, side: int) -> fmpq:
    """A point beyond which log(p/q) stays below a level."""

    def stays_below(x: fmpq) -> bool:
        bound = sum((c.weight * _ratio(c, far, x) for c in first), arb(0)) / far.weight
        return all(side * (x - _vertex(c, far)) >= 0 for c in first) and bool(bound.log() < level)

    return next(filter(stays_below, _outwards(side)))


def _ratio(c: Component, far: Component, x: fmpq) -> arb:
    """p_i/q_j at x."""
    exponent = (x - far.mean) ** 2 / (2 * far.variance) - (x - c.mean) ** 2 / (2 * c.variance)
    return arb(exponent).exp() * arb(far.variance / c.variance).sqrt()


def _vertex(c: Component, far: Component) -> fmpq:
    """Where the logarithm of p_i/q_j, a concave quadratic, is greatest; anywhere if it is linear and falls outwards."""
    if c.variance == far.variance:
        return c.mean
    return (c.mean / c.variance - far.mean / far.variance) / (1 / c.variance - 1 / far.variance)
