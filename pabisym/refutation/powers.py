"""What powers satisfy beside lying on one side of one, by induction: Bernoulli's inequality, means, and the exponential function.

With 0 < x, an integer m >= 1, 0 < r < 1 and, in the sixth line, x = 1 - r + r*y:

    m*x**(m - 1)*(1 - x) <= 1 - x**m <= m*(1 - x)                     (Bernoulli)
    x*(1 + (m - 1)*(x - 1)) <= x**m           for a number x          (Bernoulli, one factor less)
    m*x**(m - 1)*(1 - x**2) <= 1 - x**(2*m)   for x <= 1              (the mean of 1, x**2, ..., x**(2*m - 2) is at least x**(m - 1))
    x**m <= y**m                              for x <= y
    x**m <= 1 - r + r*y**m                                            (a power of a mean is at most the mean of the powers)
    x**m <= exp(m*(x - 1))                                            (1 + z <= exp(z))
    sqrt(x)**(2*m) == x**m

Each is named where two formulas that are compared have the parts that it speaks of.  Untrusted: the kernel replays the inductions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, permutations

from flint import fmpq

from pabisym.errors import InputError
from pabisym.kernel.exact import ONE as EMPTY
from pabisym.kernel.exact import Refusal
from pabisym.lang.term import BINDERS, ONE, TWO, ZERO, Call, Name, Number, Term
from pabisym.process.sequence import names, unused_name
from pabisym.proof.build import NoProof, Step, step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script

Known = Callable[[Script, Term, str], bool]
"""Makes a relation known in a script, under a label of a stem; False where it is not proved."""
MOST = 6
"""Most inequalities that are named of one kind."""


def name_powers(p: Script, terms: Iterable[Term], known: Known) -> None:
    """Go on knowing the inequalities of the module that speak of parts of some formulas."""
    parts = list(dict.fromkeys(part for term in terms for part in _parts(term)))
    powers = _PowerFacts(p, known, [part for part in parts if isinstance(part, Call) and part.head == "**"])
    if not powers.found:
        return
    for kind in (powers.of_roots(), powers.counted(parts), powers.compared(), powers.exponential(parts)):
        with suppress(NoProof, Refusal, InputError):
            for make in list(islice(kind, MOST)):
                with suppress(NoProof, Refusal, InputError):
                    make()


def _parts(term: Term) -> Iterator[Term]:
    """The parts of a formula, not those of exponents, of sums, and of what a distinction is between."""
    yield term
    if isinstance(term, Call) and term.head not in BINDERS:
        for arg in term.args[:1] if term.head in ("**", "cases") else term.args:
            yield from _parts(arg)


def _counts(p: Script, parts: list[Term]) -> Iterator[Term]:
    """Integers that are multiplied or divided by, or stand in a sum, and formulas that are one."""
    yield from (part for part in parts if isinstance(part, Name) and _integral(p, part))
    for part in parts:
        if isinstance(part, Call) and part.head in ("*", "/", "+", "neg"):
            yield from (arg for arg in part.args if not isinstance(arg, Number) and _integral(p, arg))


def _integral(p: Script, term: Term) -> bool:
    with suppress(Refusal):
        return p.scope.arithmetic.integral(term)
    return False


def _times(*factors: Term) -> Term:
    return Call("*", factors)


def _minus(x: Term, y: Term) -> Term:
    return Call("+", (x, Call("neg", (y,))))


def _power_of(x: Term, k: Term) -> Term:
    return Call("**", (x, k))


def _below(x: Term, y: Term) -> Term:
    return Call("<=", (x, y))


@dataclass(frozen=True)
class _Power:
    """A base that is known to be positive, on one side of one (-1: at most, 1: at least), and an exponent of it."""

    base: Term
    exponent: Term
    side: int
    positive: str
    apart: str


class _PowerFacts:
    """The powers in some formulas of which enough is known."""

    def __init__(self, p: Script, known: Known, powers: list[Call]) -> None:
        self.p, self.known = p, known
        self.found: list[_Power] = []
        bases: dict[Term, tuple[int, str, str] | None] = {}
        for part in powers:
            base, exponent = part.args
            if isinstance(exponent, Number):
                continue
            if base not in bases:
                bases[base] = self._side(base)
            if (own := bases[base]) is not None:
                self.found.append(_Power(base, exponent, *own))

    def _side(self, base: Term) -> tuple[int, str, str] | None:
        p = self.p
        if not self.known(p, Call(">", (base, ZERO)), "base"):
            return None
        for side, sign in ((-1, "<="), (1, ">=")):
            if self.known(p, Call(sign, (base, ONE)), "base"):
                return side, self._label(Call(">", (base, ZERO))), self._label(Call(sign, (base, ONE)))
        return None

    def _label(self, relation: Term) -> str:
        """A label of its own for something that is evident."""
        label = self.p.fresh("named")
        self.p.have(label, self.p.prove(relation))
        return label

    # Induction.

    def _induced(self, m: Term, claim: Callable[[Term], Term], onward: Callable[[Script, Term, str], Step]) -> None:
        """Go on knowing a claim at m >= 1, from a step that is given the index and the label of what is known before it."""
        p, index = self.p, unused_name("k", self.p.scope.kinds)
        if not self._counts_up(m):
            return
        k, label = Name(index), p.fresh("powers")
        with p.induct(index, ONE, m, claim(k), claim(ONE)) as each:
            each.show(onward(each, k, each.hypothesis))
        p.have(label, each.step)
        p.have(p.fresh("power"), p.at(label, m))

    def _counts_up(self, m: Term) -> bool:
        """Is an integer known to be at least 1, which one above 0 is."""
        p, least, above = self.p, Call(">=", (m, ONE)), Call(">", (m, ZERO))
        if self.known(p, least, "count"):
            return True
        if not _integral(p, m) or not self.known(p, above, "count"):
            return False
        p.have(p.fresh("count"), step("integer", least, (p.known(self._label(above)),)))
        return True

    def _one(self, p: Script, power: _Power, k: Term) -> str:
        """On which side of one x**k is, as a label."""
        label = p.fresh("power")
        p.have(label, p.figure("power-at-most-one" if power.side < 0 else "power-at-least-one", c=power.base, k=k))
        return label

    # The inequalities.

    def of_roots(self) -> Iterator[Callable[[], None]]:
        """Powers of square roots, by what the square is."""
        for base, exponent in dict.fromkeys((power.base, power.exponent) for power in self.found):
            if isinstance(base, Call) and base.head == "sqrt":
                for m in map(Name, sorted(names(exponent))):
                    if _integral(self.p, m):
                        yield lambda base=base, m=m: self._of_root(base, m)  # type: ignore[misc]

    def _of_root(self, root: Call, m: Term) -> None:
        (x,), square = root.args, self.p.fresh("square")
        self.p.have(square, self.p.figure("square-root", x=x))

        def claim(k: Term) -> Term:
            return Call("==", (_power_of(root, _times(TWO, k)), _power_of(x, k)))

        self._induced(m, claim, lambda p, k, before: certified(
            claim(k), fact(before, factor=_power_of(root, TWO)), fact(square, factor=_power_of(x, _minus(k, ONE)))))

    def counted(self, parts: list[Term]) -> Iterator[Callable[[], None]]:
        """Bernoulli's inequality and that of the mean, where an exponent is a multiple of a count that is multiplied or divided by."""
        seen: list[tuple[Term, Term]] = []
        for power in self.found:
            for m in _counts(self.p, parts):
                times = self._multiple(power.exponent, m)
                if times == 0 or any(power.base == base and self.p.evident(Call("==", (m, n))) for base, n in seen):
                    continue
                seen.append((power.base, m))
                double = any(abs(self._multiple(other.exponent, m)) == 2 for other in self.found if other.base == power.base)
                yield from (lambda make=make, power=power, m=m: make(power, m)
                            for make in (*([self._mean] if double else []), *([self._sharp] if isinstance(power.base, Number) else []),
                                         self._bernoulli, self._tangent))

    def _multiple(self, exponent: Term, m: Term) -> int:
        """How many times m an exponent is, up to a literal; 0 where it is not."""
        arithmetic = self.p.scope.arithmetic
        whole = arithmetic.normal(exponent).top
        own = arithmetic.normal(m).top
        for count in (1, 2, -1, -2):
            rest = {monomial: whole.get(monomial, fmpq(0)) - count * own.get(monomial, fmpq(0)) for monomial in {*whole, *own} if monomial}
            if not any(rest.values()):
                return count
        return 0

    def _bernoulli(self, power: _Power, m: Term) -> None:
        x = power.base

        def claim(k: Term) -> Term:
            return _below(_times(k, _power_of(x, _minus(k, ONE)), _minus(ONE, x)), _minus(ONE, _power_of(x, k)))

        self._induced(m, claim, lambda p, k, before: certified(
            claim(k), fact(before, power.positive), fact(power.apart, self._one(p, power, _minus(k, ONE)))))

    def _tangent(self, power: _Power, m: Term) -> None:
        x = power.base

        def claim(k: Term) -> Term:
            return _below(_minus(ONE, _power_of(x, k)), _times(k, _minus(ONE, x)))

        self._induced(m, claim, lambda p, k, before: certified(
            claim(k), fact(before), fact(power.apart, self._one(p, power, _minus(k, ONE)))))

    def _sharp(self, power: _Power, m: Term) -> None:
        x = power.base
        value = x.value if isinstance(x, Number) else ZERO.value
        weight = Number(value * (value - 1) ** 2)

        def claim(k: Term) -> Term:
            return _below(_times(x, Call("+", (ONE, _times(_minus(k, ONE), _minus(x, ONE))))), _power_of(x, k))

        def each(p: Script, k: Term, before: str) -> Step:
            later = p.fresh("later")
            p.have(later, Call(">=", (k, TWO)))
            return certified(claim(k), fact(before, power.positive), {"coefficient": weight, "facts": [later]})

        self._induced(m, claim, each)

    def _mean(self, power: _Power, m: Term) -> None:
        x = power.base

        def claim(k: Term) -> Term:
            sides = (_times(k, _power_of(x, _minus(k, ONE)), _minus(ONE, _power_of(x, TWO))), _minus(ONE, _power_of(x, _times(TWO, k))))
            return _below(*(sides if power.side < 0 else sides[::-1]))

        def each(p: Script, k: Term, before: str) -> Step:
            smaller, own = self._one(p, power, _minus(k, ONE)), self._one(p, power, k)
            return certified(claim(k), fact(before, power.positive), fact(power.apart, smaller, own))

        self._induced(m, claim, each)
        if power.side < 0:
            self._one_more(power, m, claim(m))

    def _one_more(self, power: _Power, m: Term, known: Term) -> None:
        """Go on knowing the same below 1 - x**(2*m + 2), where a formula has this power."""
        p, x, more = self.p, power.base, Call("+", (_times(TWO, m), TWO))
        named = any(other.base == x and p.evident(Call("==", (other.exponent, more))) for other in self.found)
        if not named or not isinstance(known, Call):
            return
        mean, label = self._label(known), p.fresh("power")
        p.have(label, Call(">", (_power_of(x, _times(TWO, m)), ZERO)))
        square = p.fresh("power")
        p.have(square, p.figure("power-at-most-one", c=x, k=TWO))
        p.have(p.fresh("power"), certified(_below(known.args[0], _minus(ONE, _power_of(x, more))), fact(mean), fact(label, square)))

    def compared(self) -> Iterator[Callable[[], None]]:
        """Powers of different bases with the same exponent."""
        for one, other in permutations(self.found, 2):
            if one.base == other.base or not self.p.evident(Call("==", (one.exponent, other.exponent))):
                continue
            ratio = self._ratio(one.base, other.base)
            if ratio is not None and 0 < ratio < 1:
                yield lambda one=one, other=other, ratio=ratio: self._convex(one, other, Number(ratio))  # type: ignore[misc]
            else:
                yield lambda one=one, other=other: self._ordered(one, other)  # type: ignore[misc]

    def _ratio(self, x: Term, y: Term) -> fmpq | None:
        """The number (1 - x)/(1 - y); None where it is none."""
        arithmetic = self.p.scope.arithmetic
        value, other = (arithmetic.normal(_minus(ONE, base)) for base in (y, x))
        leading = next(iter(value.top), None)
        if leading is None or leading not in other.top or not set(value.bottom) == set(other.bottom) == {EMPTY}:
            return None
        ratio = other.top[leading] / other.bottom[EMPTY] / (value.top[leading] / value.bottom[EMPTY])
        return ratio if self.p.evident(Call("==", (_minus(ONE, x), _times(Number(ratio), _minus(ONE, y))))) else None

    def _ordered(self, lower: _Power, upper: _Power) -> None:
        x, y = lower.base, upper.base
        if not self.known(self.p, _below(x, y), "bases"):
            return
        order = self._label(_below(x, y))

        def claim(k: Term) -> Term:
            return _below(_power_of(x, k), _power_of(y, k))

        def each(p: Script, k: Term, before: str) -> Step:
            rest = p.fresh("power")
            p.have(rest, Call(">", (_power_of(x, _minus(k, ONE)), ZERO)))
            return certified(claim(k), fact(before, upper.positive), fact(rest, order))

        self._induced(lower.exponent, claim, each)

    def _convex(self, mean: _Power, other: _Power, ratio: Number) -> None:
        x, y = mean.base, other.base
        rest = Number(1 - ratio.value)

        def claim(k: Term) -> Term:
            return _below(_power_of(x, k), Call("+", (rest, _times(ratio, _power_of(y, k)))))

        def each(p: Script, k: Term, before: str) -> Step:
            smaller = self._one(p, other, _minus(k, ONE))
            weight = {"coefficient": Number(ratio.value * rest.value), "facts": [other.apart, smaller]}
            return certified(claim(k), fact(before, mean.positive), weight)

        self._induced(mean.exponent, claim, each)

    def exponential(self, parts: list[Term]) -> Iterator[Callable[[], None]]:
        """A power beside an exponential function that is above it."""
        inside = [part.args[0] for part in parts if isinstance(part, Call) and part.head == "exp"]
        for power in self.found:
            if any(self.p.evident(Call("==", (z, _times(power.exponent, _minus(power.base, ONE))))) for z in inside):
                yield lambda power=power: self._below_exp(power)  # type: ignore[misc]

    def _below_exp(self, power: _Power) -> None:
        x = power.base
        z, tangent = _minus(x, ONE), self.p.fresh("tangent")
        self.p.have(tangent, self.p.figure("exp-tangent", x=z))

        def claim(k: Term) -> Term:
            return _below(_power_of(x, k), Call("exp", (_times(k, z),)))

        def each(p: Script, k: Term, before: str) -> Step:
            sign, total = p.fresh("exp"), p.fresh("sum")
            less = _times(_minus(k, ONE), z)
            p.have(sign, Call(">", (Call("exp", (z,)), ZERO)))
            p.have(total, p.figure("exp-sum", x=less, y=z))
            rest = p.fresh("power")
            p.have(rest, Call(">", (_power_of(x, _minus(k, ONE)), ZERO)))
            return certified(claim(k), fact(before, sign), fact(rest, tangent), fact(total))

        self._induced(power.exponent, claim, each)
