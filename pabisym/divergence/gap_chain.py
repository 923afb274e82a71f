"""The gap that reflection leaves, and the chance that it is still there after n steps.

R(h) is the distance of N(0, 1) and N(h, 1) after maximal reflection: they meet with probability 2*Phi(-h/2), else R(h) has the density
k(h, y) = N(y; h, 4) - N(y; -h, 4) on y > 0.  The *gap chain* goes from h_1 = x to G_k = R(h_k), and on to h_{k+1} = min(r, c*G_k + a + b)
where G_k > 0, and min(r, b) where G_k = 0; ``survival(n, x, r, c, a, b)`` is the chance of G_n > 0.  All lengths are in standard
deviations of the noise of one step.  As functions of where the chain starts, s_1(h) = 2*Phi(h/2) - 1 and

    s_{k+1}(h) = (1 - s_1(h)) s_k(min(r, b)) + integral over y > 0 of k(h, y) s_k(min(r, c*y + a + b)) dy,

which Gauss's formula with N nodes turns into a matrix without negative entries.  A bound on its error for all steps stands in the matrix
(:func:`_error`), so that powers in balls enclose the survivals, however small they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flint import arb, arb_mat, ctx, fmpq

from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational, rational_text
from pabisym.numerics.enclosure import Enclosure, check_digits, enclose_value
from pabisym.numerics.evaluator import BASIC, Undefined, Value, check_domain, tail, working_precision
from pabisym.numerics.parameters import not_negative
from pabisym.numerics.quadrature import legendre

MAX_NODES = 512
"""Most nodes of the quadrature; a chain that needs more is undecided."""
MAX_STEPS = 10**15
"""Most steps."""
GUARD = 32
"""Bits beside those that are asked for, and those of the number of steps."""
RADII = (5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 56, 80, 128, 256, 512)
"""Ellipses that are tried for the error of the quadrature, in quarters."""
_NONE = arb(0)


def survival(n: int, x: object, r: object, c: object = 1, a: object = 0, b: object = 0, *, digits: int = 15) -> Enclosure:
    """The chance that the gap chain is above 0 after n >= 1 steps, certified; x, r, c, a and b are exact numbers that are not negative.

    ``x`` is the gap before the first noise, ``r`` the largest one before any later noise, ``c`` the Lipschitz constant of the maps, ``a``
    what they add to the gap of two runs that are apart, and ``b`` what they add to every gap; lengths are in standard deviations of the
    noise of a step.  Raises :class:`~pabisym.errors.InputError` outside, :class:`~pabisym.errors.Undecided` for more than
    :data:`MAX_STEPS` steps or :data:`MAX_NODES` nodes.

    >>> survival(1, 2, 2, digits=6).upper, survival(100, 5, 5, digits=6).upper
    ('0.6826895', '0.0000029130509')
    """
    steps = rational(n, "n")
    if steps.q != 1 or steps < 1:
        raise InputError("n", f"{rational_text(steps)} is no number of steps", "give a whole number, at least 1")
    lengths = [not_negative(value, name) for name, value in (("x", x), ("r", r), ("c", c), ("a", a), ("b", b))]
    return enclose_value(lambda _: survival_ball(steps, *lengths), check_digits(digits), "survival")


def survival_ball(n: Value, x: Value, r: Value, c: Value, a: Value, b: Value) -> Value:
    """The same at the current precision, for balls and rationals: what the evaluator asks for."""
    if not isinstance(n, fmpq) or n.q != 1 or n < 1:
        raise Undefined("needs a whole number of steps, at least 1")
    for length in (x, r, c, a, b):
        check_domain(length >= 0, length < 0, "needs gaps and a Lipschitz constant that are not negative")
    if n > MAX_STEPS:
        raise Undecided(f"a gap chain of more than {MAX_STEPS} steps")
    steps = int(n.p)
    if _nothing(r if steps > 1 else x) or (_nothing(x) and _nothing(b)) or (steps > 1 and all(map(_nothing, (c, a, b)))):
        return fmpq(0)
    with working_precision(ctx.prec + GUARD + steps.bit_length()):
        return _chance_kept(arb(x)) if steps == 1 else _GapChain.of(r, c, a, b).survival(steps, arb(x))


def _nothing(x: Value) -> bool:
    return isinstance(x, fmpq) and x == 0


def _chance_kept(h: arb) -> arb:
    """The chance 2*Phi(h/2) - 1 that reflection leaves a gap."""
    return (h / arb(8).sqrt()).erf()


def _density(h: arb, y: arb) -> arb:
    """k(h, y) = N(y; h, 4) - N(y; -h, 4), without a difference of close numbers."""
    return (-(h * h + y * y) / 8).exp() * (h * y / 4).sinh() / (2 * arb.pi()).sqrt()


@dataclass(frozen=True)
class _GapChain:
    """One chain at the current precision: nodes for the gaps from ``low`` on, whose c-th parts the noise leaves, with their weights.

    ``edge`` is the gap from which on the next one is the largest, ``top``; it is None where that is so from every gap above 0.  ``after``
    is the gap after a meeting, where that is not 0, and ``error`` the error of the quadrature, as a share of the survivals of ``top``.
    """

    c: arb
    low: arb
    top: arb
    edge: arb | None
    after: tuple[arb, ...]
    rule: tuple[tuple[arb, arb], ...] = ()
    error: arb = _NONE

    @classmethod
    def of(cls, r: Value, c: Value, a: Value, b: Value) -> _GapChain:
        """The chain of a largest gap, a Lipschitz constant, and what is added to gaps."""
        low, after = arb(a) + arb(b), () if _nothing(b) else (arb(BASIC["min"](r, b)),)
        flat, room = _nothing(c), arb(r) - low
        if flat or room <= 0:
            return cls(arb(c), low, arb(BASIC["min"](r, low)), None, after)
        check_domain(room > 0 and c > 0, False, "")
        bare = cls(arb(c), low, arb(r), room / arb(c), after)
        half, least = room / 2, bare.largest(arb(r)).lower()
        count, rho = _enough(half, arb(c), least, ctx.prec)
        rule = tuple((low + half * (1 + place), half * weight) for place, weight in legendre(count, ctx.prec))
        return replace(bare, rule=rule, error=(_error(half, arb(c), count, rho) / least).upper())

    def largest(self, h: arb) -> arb:
        """The chance that the gap h is followed by the largest one."""
        return _chance_kept(h) if self.edge is None else tail((self.edge - h) / 2) - tail((self.edge + h) / 2)

    def row(self, h: arb) -> list[arb]:
        """What makes the survivals of the states that of h, one step longer."""
        inner = [weight * _density(h, (place - self.low) / self.c) / self.c for place, weight in self.rule]
        return [*inner, self.largest(h) + arb(0, self.error), *(2 * tail(h / 2) for _ in self.after)]

    def survival(self, steps: int, x: arb) -> arb:
        """After at least two steps."""
        states = [*(place for place, _ in self.rule), self.top, *self.after]
        powers: arb_mat = arb_mat([self.row(h) for h in states]) ** (steps - 2)
        found: arb = (arb_mat([self.row(x)]) * (powers * arb_mat([[_chance_kept(h)] for h in states])))[0, 0]
        return found


def _error(half: arb, c: arb, count: int, rho: arb) -> arb:
    """What ``count`` nodes miss of the integral at most, as a share of the largest survival of one step less.

    The integrand k(h, (z - a - b)/c) s_k(z)/c is analytic.  At a distance t from the real line N(.; h, 4) is at most
    exp(t^2/8)/(2 sqrt(2 pi)) in absolute value, whatever h, and s_k, a number of at most S plus an integral over a Gaussian density of
    numbers between -S and S, at most 2 S exp(t^2/8), S the largest value of s_{k-1}.  So it is at most M on the ellipse with the sum of
    half axes rho*half around [a + b, r], whose points are at most half*(rho - 1/rho)/2 off the line.  A polynomial of degree
    2 N - 1 is within 2 M rho^(1 - 2 N)/(rho - 1) of it on the interval (Chebyshev's series); the formula is exact for that, and has
    positive weights with the sum 2*half.
    """
    off = half * (rho - 1 / rho) / 2
    most = 2 / (c * (2 * arb.pi()).sqrt()) * (off * off * (1 + 1 / (c * c)) / 8).exp()
    return 8 * half * most * rho ** (1 - 2 * count) / (rho - 1)


def _enough(half: arb, c: arb, least: arb, bits: int) -> tuple[int, arb]:
    """A number of nodes whose error is small enough beside ``least``, with an ellipse that says so."""
    goal = arb(2) ** -bits * least
    count = 16
    while count <= MAX_NODES:
        for quarters in RADII:
            rho = arb(fmpq(quarters, 4))
            if _error(half, c, count, rho) < goal:
                return count, rho
        count += count // 4
    raise Undecided(f"a gap chain needs more than {MAX_NODES} nodes")
