"""Values of terms at rational points: exactly where they are rational, otherwise as balls; and relations decided there.

Every node of a term is computed as an exact rational as long as its arguments are rational and it is of moderate
size, and as a python-flint ball of stated precision otherwise; :func:`pabisym.numerics.enclosure.enclose` doubles the precision
until the digits asked for are certified or a stated limit is reached.  Rounding never decides anything: a floor, a case distinction or a
comparison that the balls cannot tell apart is undecided.

python-flint keeps its working precision in one place per process.  It is changed inside
:func:`~pabisym.lang.once.working_precision` only, which restores it and lets one thread compute at a time; other
threads must not use ``flint.ctx`` meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import add, mul
from typing import Literal, NoReturn, TypeAlias

from flint import arb, fmpq, fmpz

from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import to_text
from pabisym.lang.once import working_precision as working_precision
from pabisym.lang.rational import rational
from pabisym.lang.term import RELATIONS, Call, Name, Number, Term, free_names

DECIDE_BITS = 16_384
"""Precision at which :func:`decide` gives up."""
MAX_EXACT_BITS = 1_000_000
"""Largest rational that is kept as one, in bits; larger ones become balls."""
MAX_TERMS = 1_000_000
"""Most terms of sums that are added in one evaluation."""
MAX_WORK = 1_000_000_000
"""Most terms of sums times bits of precision in one evaluation."""
LARGE = arb(2) ** 100_000
"""Balls above this are not written out as integers."""
ZERO = fmpq(0)
MAX_HARMONIC = 20_000
"""Largest n for which the harmonic number of n is kept as a rational."""
Value: TypeAlias = fmpq | arb
"""An exact rational, or a finite ball that contains the number."""
Verdict: TypeAlias = Literal["true", "false", "undecided"]
"""What a decision says; undecided is no pass."""
Functions: TypeAlias = Mapping[str, Callable[..., Value]]
"""What the heads of terms compute, by name, from rationals and balls at python-flint's current precision.

A ball that lies neither certainly inside the domain nor certainly outside raises :class:`TooCoarse`.
"""


class TooCoarse(Exception):
    """The balls of the current precision do not decide something; more bits may."""


class Undefined(Exception):
    """A function has no real value at its arguments."""


def ball_value(term: Term, at: Mapping[str, object], bits: int, *, exact_bits: int = MAX_EXACT_BITS,
               functions: Functions | None = None) -> Value:
    """The value of a term at a rational point, computed with ``bits`` of precision: a rational of at most ``exact_bits``, or a ball.

    Raises :class:`TooCoarse` where that precision does not tell what the value depends on, and else as
    :func:`pabisym.numerics.enclosure.enclose`.
    """
    with working_precision(bits):
        return _Evaluation(read_point(at), bits, functions, exact_bits).value(term)


def exact_value(term: Term, at: Mapping[str, object], *, functions: Functions | None = None) -> fmpq | None:
    """The value of a term at a rational point where that is rational and of moderate size, else None.

    None says nothing about the value; :func:`pabisym.numerics.enclosure.enclose` encloses it, and raises the same.
    """
    with working_precision(128):
        try:
            value = _Evaluation(read_point(at), 128, functions).value(term)
        except TooCoarse:
            return None
    return value if isinstance(value, fmpq) else None


def decide(relation: Term, at: Mapping[str, object], max_bits: int = DECIDE_BITS, *, functions: Functions | None = None) -> Verdict:
    """Decide a relation, or a chain of them, at a rational point: true, false or undecided, never a guess.

    A chain is decided from left to right and ends at the first false relation.  Raises
    :class:`~pabisym.errors.InputError` for what is no relation and where a side has no real value.
    """
    if not isinstance(relation, Call) or relation.head not in (*RELATIONS, "and"):
        raise InputError(short_term(relation), "is not a relation", "write a comparison such as sigma > 0")
    point = read_point(at)
    parts = relation.args if relation.head == "and" else (relation,)
    result: Verdict = "true"
    for part in parts:
        if not isinstance(part, Call) or part.head not in RELATIONS:
            raise InputError(short_term(part), "is not a relation", "write a comparison such as sigma > 0")
        verdict = _decide_one(part, point, max_bits, functions)
        if verdict == "false":
            return "false"
        result = result if verdict == "true" else verdict
    return result


def _decide_one(relation: Call, point: Mapping[str, fmpq], max_bits: int, functions: Functions | None) -> Verdict:
    bits = 64
    while bits <= max_bits:
        with working_precision(bits):
            try:
                left, right = (_Evaluation(point, bits, functions).value(side) for side in relation.args)
                order = _order(left, right)
                held = {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "==": order == 0, "!=": order != 0}
                return "true" if held[relation.head] else "false"
            except TooCoarse:
                bits *= 2
            except Undecided:
                return "undecided"
    return "undecided"


def _order(left: Value, right: Value) -> int:
    """-1, 0 or 1 as left is less than, equal to or greater than right, certainly."""
    if left < right:
        return -1
    if left > right:
        return 1
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return 0
    raise TooCoarse("two values are not told apart")


class ReadPoint(dict[str, fmpq]):
    """Exact values of names that were read before: the functions of this module take them as they are."""


def read_point(at: Mapping[str, object]) -> ReadPoint:
    """The values of names as exact rationals; a :class:`ReadPoint` is read already.  Raises :class:`~pabisym.errors.InputError`."""
    return at if isinstance(at, ReadPoint) else ReadPoint({name: rational(value, name) for name, value in at.items()})


def short_term(term: Term) -> str:
    """A term as the field of an error: its text, cut where it is long."""
    text = to_text(term)
    return text if len(text) <= 60 else text[:57] + "..."


class _Evaluation:
    """One pass over a term at one precision."""

    def __init__(self, point: Mapping[str, fmpq], bits: int, functions: Functions | None, exact_bits: int = MAX_EXACT_BITS) -> None:
        self.functions = BASIC if functions is None else functions
        self.point = point
        self.bits = bits
        self.exact_bits = exact_bits
        self.terms = 0

    def value(self, term: Term) -> Value:
        """The value: an exact rational, or a finite ball that contains it."""
        if isinstance(term, Number):
            return term.value
        if isinstance(term, Name):
            found = _CONSTANTS[term.name]() if term.name in _CONSTANTS else self.point.get(term.name)
            if found is None:
                raise InputError(term.name, "has no value", f"give a rational value for {term.name}")
            return found
        head = term.head
        if head == "sum":
            return self.sum(term)
        if head == "**" and (square := self.even_power(*term.args)) is not None:
            return square
        if head == "cases":
            return self.value(term.args[1 if _order(self.value(term.args[0]), ZERO) >= 0 else 2])
        if head not in self.functions and head != "**":
            self.refuse(term, "is a relation, not a number" if head in (*RELATIONS, "and") else "has no value")
        if head == "/" and (whole := self.logarithm(term)) is not None:
            return whole
        args = [self.value(arg) for arg in term.args]
        try:
            result = _power(args[0], args[1], self.exact_bits) if head == "**" else self.functions[head](*args)
        except Undefined as reason:
            self.refuse(term, str(reason))
        if isinstance(result, fmpq):
            return result if result.height_bits() <= self.exact_bits else arb(result)
        if not result.is_finite():
            raise TooCoarse(f"{short_term(term)} is not enclosed")
        return result

    def refuse(self, term: Term, problem: str) -> NoReturn:
        raise InputError(short_term(term), problem, "choose a point at which every part has a real value")

    def even_power(self, root: Term, exponent: Term) -> Value | None:
        """sqrt(x)**(2*m) for a literal m, which is rational with x; None for another power."""
        if not (isinstance(root, Call) and root.head == "sqrt" and isinstance(exponent, Number)) or (exponent.value / 2).q != 1:
            return None
        if self.value(root.args[0]) < 0:
            self.refuse(root, "takes the square root of a negative number")
        return self.value(Call("**", (root.args[0], Number(exponent.value / 2))))

    def logarithm(self, term: Call) -> fmpq | None:
        """The integer that log(x)/log(y) is where x is that power of y, both rational: no ball tells on which side of it that lies."""
        top, bottom = term.args
        if not (isinstance(top, Call) and isinstance(bottom, Call) and top.head == bottom.head == "log"):
            return None
        x, y = (self.value(one.args[0]) for one in (top, bottom))
        if not (isinstance(x, fmpq) and isinstance(y, fmpq) and x > 0 and y > 0 and y != 1):
            return None
        exponent = (arb(x).log() / arb(y).log() + arb(0.5)).floor().unique_fmpz()
        return fmpq(exponent) if exponent is not None and _power(y, fmpq(exponent), self.exact_bits) == x else None

    def sum(self, term: Call) -> Value:
        """The sum over the integers from..to; for to < from - 1, minus the terms between."""
        body, index, low, high = term.args
        if not isinstance(index, Name):
            self.refuse(term, "needs a name for its index")
        first, last = (self.integer(end) for end in (low, high))
        sign = 1 if last >= first - 1 else -1
        if sign < 0:
            first, last = last + 1, first - 1
        if index.name not in free_names(body):
            return self.value(body) * fmpq(sign * (last - first + 1)) if last >= first else fmpq(0)
        self.terms += int(last - first + 1)
        if self.terms > MAX_TERMS or self.terms * self.bits > MAX_WORK:
            raise Undecided(f"{short_term(term)}: more than {min(MAX_TERMS, MAX_WORK // self.bits)} terms to add")
        outer, inner, exact_bits = self.point, dict(self.point), self.exact_bits
        self.point = inner
        total = _Total()
        k = first
        while k <= last:
            inner[index.name] = fmpq(k)
            total.add(self.value(body))
            if total.size > MAX_EXACT_BITS:
                self.exact_bits = 4 * self.bits
            k += 1
        self.point, self.exact_bits = outer, exact_bits
        return total.value() * sign

    def integer(self, term: Term) -> fmpz:
        value = self.value(term)
        if isinstance(value, arb):
            raise TooCoarse(f"{short_term(term)} is not seen to be an integer")
        if value.q != 1:
            self.refuse(term, "ends a sum and is not an integer")
        return value.p


class _Total:
    """A running sum: rationals in a balanced tree while they stay small, balls apart from them."""

    def __init__(self) -> None:
        self.exact: list[tuple[int, fmpq]] = []
        self.ball: arb | None = None
        self.size = 0

    def add(self, value: Value) -> None:
        if isinstance(value, arb) or self.size > MAX_EXACT_BITS:
            self.ball = arb(value) if self.ball is None else self.ball + value
            return
        self.size += value.height_bits()
        rank = 0
        while self.exact and self.exact[-1][0] == rank:
            value += self.exact.pop()[1]
            rank += 1
        self.exact.append((rank, value))

    def value(self) -> Value:
        total = fmpq(0)
        for _, value in reversed(self.exact):
            total += value
        return total if self.ball is None else self.ball + total


def _add(*args: Value) -> Value:
    return reduce(add, args)


def _multiply(*args: Value) -> Value:
    return fmpq(0) if any(isinstance(arg, fmpq) and arg == 0 for arg in args) else reduce(mul, args)


def _divide(x: Value, y: Value) -> Value:
    if isinstance(y, fmpq) and y == 0:
        raise Undefined("divides by zero")
    return fmpq(0) if isinstance(x, fmpq) and x == 0 and _order(y, ZERO) else x / y


def _power(x: Value, y: Value, exact_bits: int) -> Value:
    """x**y for x > 0, for integers y (0**0 = 1), and 0 for x = 0 < y."""
    integral = isinstance(y, fmpq) and y.q == 1
    if isinstance(x, fmpq) and x == 0:
        order = _order(y, ZERO)
        if order < 0:
            raise Undefined("divides by zero")
        return fmpq(0 if order else 1)
    if isinstance(y, fmpq) and integral:
        if isinstance(x, fmpq) and (x.height_bits() * abs(y.p) <= exact_bits or x == 1):
            return x if x == 1 else x ** int(y.p)
        return arb(x) ** arb(y.p)
    if x < 0:
        raise Undefined("takes a fractional power of a negative number")
    if isinstance(x, fmpq) and isinstance(y, fmpq):
        root = _exact_root(x, y, exact_bits)
        return arb(x) ** arb(y) if root is None else root
    return arb(x) ** arb(y)


def _exact_root(x: fmpq, y: fmpq, exact_bits: int) -> fmpq | None:
    """x**y for a rational x > 0 and a fraction y, where that is rational and small."""
    if y.q > 64 or x.height_bits() * abs(y.p) > exact_bits:
        return None
    order = int(y.q)
    top, bottom = x.p.root(order), x.q.root(order)
    return fmpq(top, bottom) ** int(y.p) if top**order == x.p and bottom**order == x.q else None


def square_root(x: Value) -> Value:
    """The root of a number that is not negative; exact where it is rational."""
    if x < 0:
        raise Undefined("takes the square root of a negative number")
    if isinstance(x, fmpq):
        root = fmpq(x.p.isqrt(), x.q.isqrt())
        return root if root * root == x else arb(x).sqrt()
    return x.sqrt()


def _exp(x: Value) -> Value:
    return fmpq(1) if isinstance(x, fmpq) and x == 0 else arb(x).exp()


def _log(x: Value) -> Value:
    if x < 0 or (isinstance(x, fmpq) and x == 0):
        raise Undefined("takes the logarithm of " + ("a negative number" if x < 0 else "zero"))
    return fmpq(0) if isinstance(x, fmpq) and x == 1 else arb(x).log()


def _floor(x: Value) -> Value:
    if isinstance(x, fmpq):
        return fmpq(x.floor())
    if abs(x) > LARGE:  # its digits would fill the memory; it is a ball all the same
        return x.floor()
    whole = x.floor().unique_fmpz()
    if whole is None:
        raise TooCoarse("on which side of an integer a value lies is not seen")
    return fmpq(whole)


def _least(*args: Value) -> Value:
    result = args[0]
    for arg in args[1:]:
        try:
            result = result if _order(result, arg) <= 0 else arg
        except TooCoarse:
            result = arb(result).min(arb(arg))
    return result


def _greatest(*args: Value) -> Value:
    return -_least(*(-arg for arg in args))


def _harmonic(x: Value) -> Value:
    """1 + 1/2 + … + 1/x for integers x >= 0, digamma(x + 1) + Euler's constant elsewhere."""
    if isinstance(x, fmpq) and x.q == 1:
        if x < 0:
            raise Undefined("is infinite")
        if x <= MAX_HARMONIC:
            return fmpq.harmonic(int(x.p))
    return arb(x + 1).digamma() + arb.const_euler()


def _erfc(x: Value) -> Value:
    return fmpq(1) if isinstance(x, fmpq) and x == 0 else arb(x).erfc()


def _theta(order: Value, distance: Value) -> Value:
    """Hockey-stick divergence of order gamma >= 0 between unit Gaussians at distance r >= 0.

    Q(log(gamma)/r - r/2) - gamma*Q(log(gamma)/r + r/2) with Q the Gaussian tail; max(1 - gamma, 0) at r = 0.
    """
    if order < 0 or distance < 0:
        raise Undefined("needs an order and a distance that are not negative")
    if isinstance(distance, fmpq) and distance == 0:
        return _greatest(1 - order, fmpq(0))
    if isinstance(order, fmpq) and order == 0:
        return fmpq(1)
    gamma, r = arb(order), arb(distance)
    middle, half = gamma.log() / r, r / 2
    return tail(middle - half) - gamma * tail(middle + half)


def tail(x: arb) -> arb:
    """The probability that a standard normal exceeds x.

    Far out flint bounds the error of a ball by exp(-x^2) in few digits, so that the two ends are taken there.
    """
    y = x / arb(2).sqrt()
    return (y.lower().erfc().union(y.upper().erfc()) if y > 2**10 else y.erfc()) / 2


def normal(x: Value) -> Value:
    """The distribution function of N(0, 1)."""
    return fmpq(1, 2) if isinstance(x, fmpq) and x == 0 else tail(-arb(x))


def quantile(p: Value) -> Value:
    """The inverse of :func:`normal` on 0 < p < 1."""
    check_domain(p > 0 and p < 1, p <= 0 or p >= 1, "needs a probability above 0 and below 1")
    if isinstance(p, fmpq) and p == fmpq(1, 2):
        return fmpq(0)
    if p > fmpq(1, 2):
        return -quantile(1 - p)
    return -arb(2).sqrt() * (2 * arb(p)).erfcinv()


def check_domain(inside: bool, outside: bool, needed: str) -> None:
    """Refuse what lies certainly outside; ask for more bits where that is not seen."""
    if outside:
        raise Undefined(needed)
    if not inside:
        raise TooCoarse("whether an argument lies in the domain is not seen")


_CONSTANTS: Mapping[str, Callable[[], arb]] = {"pi": arb.pi}
BASIC: Functions = {
    "+": _add, "*": _multiply, "neg": lambda x: -x, "/": _divide, "sqrt": square_root, "exp": _exp, "log": _log, "abs": abs,
    "floor": _floor, "ceiling": lambda x: -_floor(-x), "min": _least, "max": _greatest, "harmonic": _harmonic, "erfc": _erfc,
    "theta": _theta, "normal": normal, "quantile": quantile,
}  # fmt: skip
"""The functions of the grammar but those of sampled Gaussians, which :mod:`pabisym.divergence.evaluate` adds."""
