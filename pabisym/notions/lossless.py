"""The least delta, or epsilon, that a bound on the Rényi divergence of one order gives (Asoodeh et al. 2021, section III).

Let alpha = 1 + t, gamma = e^epsilon >= 1 and C = e^K, K = t R.  By data processing the worst pair with D_alpha <= R is
Bernoulli: if P(A) - gamma Q(A) = delta then the pair (P(A), Q(A)) = (p, q) has no larger divergence.  Hence

    delta = max { p - gamma q : G_t(p, q) <= K },   G_t(p, q) = log(p^alpha q^-t + (1 - p)^alpha (1 - q)^-t).         (1)

In terms of the likelihood ratios x = p/q > 1 > y = (1 - p)/(1 - q) >= 0 of the Bernoulli pair,

    q = (1 - y)/(x - y),   p - gamma q = q (x - gamma),   exp(G_t) = q x^alpha + (1 - q) y^alpha,                   (2)

and every x > y > 0 gives an upper bound as well: with A = 1/(alpha (x^t - y^t)) the function
g(s) = A (s^alpha - alpha y^t s + t y^alpha) is convex, touches 0 at y, has slope 1 at x, and g(x) >= x - gamma when

    S(x, y) = (t/alpha) (x^alpha - y^alpha)/(x^t - y^t) <= gamma;                                                  (3)

then max(s - gamma, 0) <= g(s) for all s >= 0, and integration against Q gives delta <= A (C - alpha y^t + t y^alpha).  The two meet where
(3) is an equality and G_t = K.  With y = 0, where p = 1, the same argument gives delta = 1 - gamma/x with x = e^R, provided that x >= alpha
gamma/t.  The bounds of :func:`delta` and :func:`epsilon` are (2) and (3) at rounded x, y, so they hold whatever the search has found.

:func:`refutes` uses (1) for many orders at once: G_t(p, q) is convex in t, so a pair that obeys a linear bound
k(t) <= K(t) at both ends of an interval of orders obeys K between them, and no order there certifies less than its
p - gamma q.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import arb, fmpq

from pabisym.numerics.enclosure import Bounds
from pabisym.numerics.evaluator import TooCoarse, Value
from pabisym.numerics.search import approximate_root


@dataclass(frozen=True)
class _Ratios:
    """The logarithms a > 0 and -b < 0 of the likelihood ratios x and y; small ones keep all their digits."""

    a: arb
    b: arb
    t: fmpq

    def power(self, exponent: fmpq) -> tuple[arb, arb]:
        """x^exponent - 1 and y^exponent - 1."""
        return (self.a * exponent).expm1(), (-self.b * exponent).expm1()

    @property
    def q(self) -> arb:
        """The smaller probability of the event with the ratio x."""
        over, under = self.power(fmpq(1))
        return -under / (over - under)

    @property
    def divergence(self) -> arb:
        """G_t of (1)."""
        over, under = self.power(1 + self.t)
        return (self.q * over + (1 - self.q) * under).log1p()

    @property
    def mean(self) -> arb:
        """S(x, y) of (3)."""
        (over, under), (low_over, low_under) = self.power(1 + self.t), self.power(self.t)
        return (over - under) / (low_over - low_under) * (self.t / (1 + self.t))

    def advantage(self, epsilon: Value) -> arb:
        """The difference p - e^epsilon q of (2)."""
        return self.q * (self.a.exp() - arb(epsilon).exp())

    def bound(self, cumulant: Value) -> arb:
        """A (C - alpha y^t + t y^alpha) of (3)."""
        (_, under), (low_over, low_under) = self.power(1 + self.t), self.power(self.t)
        top = arb(cumulant).expm1() - (1 + self.t) * low_under + self.t * under
        return top / ((1 + self.t) * (low_over - low_under))


def delta(t: fmpq, cumulant: Value, epsilon: fmpq, bits: int) -> Bounds:
    """The least delta for ``epsilon`` >= 0 and a bound K = ``cumulant`` >= 0 at order 1 + t."""
    if cumulant == 0:
        return fmpq(0), fmpq(0)
    limit = arb(cumulant) / t
    threshold = epsilon + arb((1 + t) / t).log()
    if limit >= threshold:
        value = -(epsilon - limit).expm1()
        return value, value
    if not limit < threshold:
        raise TooCoarse("two cases are not told apart")
    pair, gamma = _pair_for_delta(t, cumulant, epsilon, bits), arb(epsilon).exp()
    upper = next((near.bound(cumulant) for near in _nudged(pair, bits, a=-1) if near.mean <= gamma), None)
    lower = next((near.advantage(epsilon) for near in _nudged(pair, bits, a=-1, b=-1) if near.divergence <= cumulant), None)
    if upper is None or lower is None:
        raise TooCoarse("no pair is certified")
    return lower.max(arb(0)), upper.min(arb(1))


def epsilon(t: fmpq, cumulant: Value, delta: fmpq, bits: int) -> Bounds:
    """The least epsilon >= 0 for 0 < ``delta`` < 1 and a bound K = ``cumulant`` >= 0 at order 1 + t."""
    if cumulant == 0:
        return fmpq(0), fmpq(0)
    if delta * (1 + t) >= 1:
        value = not_below_zero(arb(cumulant) / t + (1 - arb(delta)).log())
        return value, value
    pair = _pair_for_epsilon(t, cumulant, delta, bits)
    upper = next((near.mean.log() for near in _nudged(pair, bits, a=1) if near.bound(cumulant) <= delta), None)
    feasible = (near for near in _nudged(pair, bits, a=-1, b=-1) if near.divergence <= cumulant)
    lower = next(((near.a.exp() - delta / near.q).log() for near in feasible if near.advantage(fmpq(0)) > delta), None)
    if upper is None:
        raise TooCoarse("no tangent is certified")
    return (fmpq(0) if lower is None else not_below_zero(lower)), not_below_zero(upper)


def not_below_zero(value: arb) -> Value:
    """A number, or 0 where it may be less."""
    return fmpq(0) if value <= 0 else value.max(arb(0))


def _nudged(pair: _Ratios, bits: int, a: int = 0, b: int = 0) -> Iterator[_Ratios]:
    """The pair with a and b moved up or down by small factors, the smallest first."""
    for step in (arb(2) ** (8 * k - bits) for k in range(1, bits // 8)):
        yield _Ratios(pair.a * (1 + a * step), pair.b * (1 + b * step), pair.t)


def _softplus(s: arb) -> arb:
    """log(1 + e^s): all b > 0 from all real s."""
    return s.exp().log1p().mid()


def _pair_for_delta(t: fmpq, cumulant: Value, epsilon: fmpq, bits: int) -> _Ratios:
    """An approximate solution of S(x, y) = e^epsilon and G_t = K."""
    goal, gamma = arb(cumulant).mid().log(), arb(epsilon).exp()
    low, high = arb(epsilon).mid(), (epsilon + arb((1 + t) / t).log()).mid()

    def pair(s: arb) -> _Ratios:
        b = _softplus(s)
        return _Ratios(approximate_root(lambda a: _Ratios(a, b, t).mean - gamma, low, high, bits), b, t)

    def excess(s: arb) -> arb:
        found = pair(s).divergence
        return found.log() - goal if found > 0 else arb(-1)

    small = goal.min(arb(0)) - (1 + t) * high - 16
    return pair(approximate_root(excess, small.mid(), bits * (1 + 1 / arb(t)).mid(), bits))


def _pair_for_epsilon(t: fmpq, cumulant: Value, delta: fmpq, bits: int) -> _Ratios:
    """An approximate solution of q (x - S(x, y)) = delta and G_t = K."""
    middle, goal = arb(cumulant).mid(), arb(delta).log()

    def pair(s: arb) -> _Ratios:
        b = _softplus(s)
        top = ((middle - (-(-b).expm1()).log()) / t).mid()
        return _Ratios(approximate_root(lambda a: _Ratios(a, b, t).divergence - middle, arb(0), top, bits), b, t)

    def excess(s: arb) -> arb:
        near = pair(s)
        return (near.q * (near.a.exp() - near.mean)).log() - goal

    return pair(approximate_root(excess, (goal - 16).mid(), bits * (1 + 1 / arb(t)).mid(), bits))


@dataclass(frozen=True)
class Bernoulli:
    """Bernoulli laws with probabilities p and q, by the logarithms of p, q, 1 - p and 1 - q."""

    p: arb
    q: arb
    not_p: arb
    not_q: arb

    def divergence(self, t: fmpq) -> arb:
        """G_t of (1)."""
        power = 1 + t
        return ((power * self.p - t * self.q).exp() + (power * self.not_p - t * self.not_q).expm1()).log1p()


def pair_with(t: fmpq, epsilon: fmpq, delta: fmpq, bits: int) -> Bernoulli:
    """A pair with p - e^epsilon q = ``delta`` > 0 whose G_t is about as small as possible."""
    gamma, level = arb(epsilon).exp(), arb(delta)

    def laws(z: arb) -> Bernoulli:
        q = (-z).exp()
        p = level + gamma * q
        return Bernoulli(p.log(), -z, (-p).log1p(), (-q).log1p())

    def excess(z: arb) -> arb:
        pair = laws(z)
        return _Ratios(pair.p - pair.q, pair.not_q - pair.not_p, t).mean - gamma

    low = (gamma / (1 - level)).log().mid() + arb(2) ** -(bits // 2)
    return laws(approximate_root(excess, low, low + 2 * bits - 2 * level.log().mid(), bits // 2))
