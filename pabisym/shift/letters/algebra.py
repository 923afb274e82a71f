"""Rational functions of the letters and of powers with symbolic exponents, and their signs under what is known.

A length is a term that takes integer values; a power of a contraction to a length is an atom between 0 and 1 (above 1 for an expansion),
and lengths that differ by a number share an atom.  Signs are decided by z3, which sees polynomials in letters and atoms only; what it does
not decide is :class:`Open`, and whoever asked distinguishes the cases.  Nothing here is believed: the kernel proves what is made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd, lcm
from operator import eq, ge, gt, mul, ne
from random import Random
from typing import Any, Literal, TypeAlias

from flint import fmpq, fmpq_mpoly

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import PabisymError, Undecided
from pabisym.lang.budget import poll, proposal
from pabisym.lang.term import CONSTANTS, ONE, RELATIONS, ZERO, Call, Name, Number, Term, is_call
from pabisym.numerics.solver_point import OwnZ3, found_point, verdict
from pabisym.process.sequence import times
from pabisym.shift.letters.ratio import Ratio, variables

MILLISECONDS = 400
"""Longest time of one question to the solver."""
SPARE = 16
"""Most powers and other atoms of one process."""
MAX_POWER = 64
"""Powers with literal exponents up to this one are multiplied out."""
MAX_SAMPLES = 24
"""Most points that are kept to answer questions without the solver."""
DRAWN, TRIES = 4, 300
"""So many points are drawn before the solver is asked, in at most so many tries: what fails at one of them needs no solver."""
INTEGERS = tuple((n, 1) for n in (1, 1, 1, 2, 2, 3, 4, 5, 7, 12, 0))
REALS = (1, 2), (9, 10), (1, 3), (1, 10), (1, 1), (1, 1), (3, 2), (2, 1), (3, 1), (5, 1)
"""What letters are in these, numerators and denominators."""
Side: TypeAlias = Literal[">=", "<"]
"""What is known of a condition in one of its cases: it is at least 0, or below."""
_COMPARED = {">=": ge, ">": gt, "==": eq, "!=": ne}
Sample: TypeAlias = "tuple[fmpq, ...]"
"""Values of all variables."""


class NotInPieces(Undecided):
    """The process is not described by pieces that the engine knows; this says nothing about its optimum."""


class Open(Exception):
    """The sign of a condition does not follow: its cases have to be distinguished."""

    def __init__(self, condition: Ratio) -> None:
        super().__init__(str(condition))
        self.condition = condition


@dataclass(frozen=True)
class Assumed:
    """One case of a condition; ``integer``: below 0 means at most -1."""

    condition: Term
    side: Side
    integer: bool = False


class Algebra:
    """Rational functions of letters and atoms, with what the domains and the case distinctions so far say of them.

    ``kinds`` maps every letter to ``real`` or ``integer``, ``relations`` hold for all of them.  ``wider`` is the algebra of the same
    letters and relations with fewer cases: what follows there follows here.  ``rising``: gaps of which it is not seen are taken to grow
    against the noise.
    """

    def __init__(self, kinds: Mapping[str, str], relations: Iterable[Term], assumed: Iterable[Assumed] = (),
                 wider: Algebra | None = None, *, rising: bool = False) -> None:
        self.kinds, self.relations, self.assumed, self.rising = dict(kinds), tuple(relations), tuple(assumed), rising
        self._variables = variables(len(kinds) + SPARE)
        self.one, self.zero = self._variables[0].of(1), self._variables[0].of(0)
        self._letters = dict(zip(kinds, self._variables, strict=False))
        self._written: list[Term] = [Name(name) for name in kinds]
        self._integral: list[bool] = [kind == "integer" for kind in kinds.values()]
        self._powers: list[tuple[Term, Ratio, Ratio]] = []
        self._opaque: dict[Term, Ratio] = {}
        self._known: list[tuple[Ratio, str]] = []
        self._begin_solver()
        self.rounded: list[tuple[Ratio, Ratio]] = []
        self._samples: list[Sample] = []
        self._signs: dict[tuple[Ratio, str], bool] = {}
        self._asked = (0, 0)
        self._wider = wider
        if wider is not None and len(wider._written) == len(kinds):
            self._samples += wider._samples
        for relation in self.relations:
            if isinstance(relation, Call) and relation.head in RELATIONS:
                left, right = (self.value(arg) for arg in relation.args)
                sign, difference = relation.head, left - right
                if sign in ("<", "<="):
                    sign, difference = {"<": ">", "<=": ">="}[sign], -difference
                if sign == ">" and self.integral(difference):
                    sign, difference = ">=", difference - 1
                self._fact(difference, sign)
        for case in self.assumed:
            self.assume(case)

    def _begin_solver(self) -> None:
        """A solver that is told what is known."""
        self._z3 = z3 = OwnZ3()
        self._reals = {name: z3.Real(name) for name in (f"x{i}" for i in range(len(self._variables)))}
        self._solver = z3.SolverFor("QF_NRA")
        for value, sign in self._known:
            self._solver.add(self._relation(value, sign))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_z3", "_reals", "_solver")}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)
        self._begin_solver()

    def case(self, one: Assumed) -> Algebra:
        """The algebra in one more case."""
        return Algebra(self.kinds, self.relations, (*self.assumed, one), self, rising=self.rising)

    def in_same_words(self, other: Algebra) -> bool:
        """Do the variables that both have stand for the same terms, so that their rational functions can be compared."""
        return all(own == known for own, known in zip(self._written, other._written, strict=False))

    # Terms and rational functions.

    def number(self, value: int) -> Ratio:
        """An integer as a rational function."""
        return self.one.of(value)

    def value(self, term: Term) -> Ratio:
        """A term as a rational function; a part that is none is an atom of its own."""
        poll()
        match term:
            case Number(value):
                return self.one.of(value)
            case Name(name):
                return self._letters.get(name) or self._atom(term)
            case Call("+", args):
                return self.total(map(self.value, args))
            case Call("neg", (arg,)):
                return -self.value(arg)
            case Call("*", args):
                return reduce(mul, map(self.value, args), self.one)
            case Call("/", (top, bottom)):
                return self.value(top) / self._nonzero(self.value(bottom))
            case Call("**", (base, Number(exponent))):
                if exponent.q != 1 or abs(exponent.p) > MAX_POWER:
                    return self._atom(term)
                own = self.value(base)
                return (own if exponent >= 0 else self._nonzero(own)) ** int(exponent.p)
            case Call("**", (base, length)):
                return self.power(base, self.value(length))
        return self._atom(term)

    def total(self, values: Iterable[Ratio]) -> Ratio:
        """The sum."""
        return sum(values, self.zero)

    def _nonzero(self, value: Ratio) -> Ratio:
        if not value:
            raise NotInPieces("a formula divides by 0")
        return value

    def _atom(self, term: Term) -> Ratio:
        """An atom for a term of which little is known: that pi and exponentials are positive, that a square root is one, and a floor."""
        if term in self._opaque:
            return self._opaque[term]
        head, args = (term.head, term.args) if isinstance(term, Call) else ("", ())
        inside = self.value(args[0]) if head in ("sqrt", "floor") else self.zero
        if head == "floor" and self.integral(inside):
            return inside
        own = self._new(term, integral=head in ("floor", "ceiling"))
        self._opaque[term] = own
        if head == "exp" or (isinstance(term, Name) and term.name in CONSTANTS):
            self._fact(own, ">")
        if head == "**" and self.holds(self.value(args[0]), ">"):
            self._fact(own, ">")
        if head == "sqrt":
            self._fact(own, ">=")
            self._fact(own**2 - inside, "==")
        if head == "floor":
            self._fact(inside - own, ">=")
            self._fact(own + 1 - inside, ">")
            if self.holds(inside, ">="):
                self._fact(own, ">=")
            if self.integral(self.one.made(inside.top)) and self.integral(below := self.one.made(inside.bottom)) and self.holds(below, ">"):
                self._fact((own + 1 - inside) * below - 1, ">=")
        return own

    def at_least(self, term: Term, *, strict: bool) -> Ratio:
        """An atom, such as a sum, that is known to be at least, or above, 0; 0 is none."""
        own = self.value(term)
        if own and not self.holds(own, ">" if strict else ">="):
            self._fact(own, ">" if strict else ">=")
        return own

    def whole(self, value: Ratio, by: Ratio) -> None:
        """An integer above -1, as its product with a positive one shows, is at least 0."""
        if not self.holds(value, ">="):
            self.rounded.append((value, by))
            self._fact(value, ">=")

    def floors(self) -> tuple[Term, ...]:
        """What stands in the integer parts that take part."""
        return tuple(term.args[0] for term in self._opaque if isinstance(term, Call) and term.head == "floor")

    def _new(self, term: Term, *, integral: bool = False) -> Ratio:
        position = len(self._written)
        if position >= len(self._variables):
            raise NotInPieces(f"more than {SPARE} powers take part")
        self._written.append(term)
        self._integral.append(integral)
        self._samples.clear()
        return self._variables[position]

    def power(self, base: Term, length: Ratio) -> Ratio:
        """The power of a positive base to an integral length, as a product of atoms."""
        own, number = self.value(base), length.number
        if own == 1:
            return self.one
        if number is not None and number.q == 1 and abs(number.p) <= MAX_POWER:
            return own ** int(number.p)
        for known, exponent, atom in self._powers:
            if known == base:
                for times in (1, -1, 2, -2):
                    rest = (length - times * exponent).number
                    if rest is not None and rest.q == 1 and abs(rest.p) <= MAX_POWER:
                        return atom**times * own ** int(rest.p)
        atom = self._new(Call("**", (base, self.term(length))))
        self._powers.append((base, length, atom))
        self._describe(atom, own, length)
        return atom

    def _describe(self, atom: Ratio, base: Ratio, length: Ratio) -> None:
        """What is known of a new power: its sign, on which side of one, and of the base, it lies."""
        self._fact(atom, ">")
        smaller, larger = self.holds(1 - base, ">="), self.holds(base - 1, ">=")
        if smaller == larger:
            return
        sign = 1 if smaller else -1
        if self.holds(length - 1, ">="):
            self._fact(sign * (base - atom), ">=")
        if self.holds(length, ">="):
            self._fact(sign * (1 - atom), ">=")
        for _, other, known in self._powers[:-1]:
            for one, two, first, second in ((length, other, atom, known), (other, length, known, atom)):
                if self.holds(one - two, ">="):
                    self._fact(sign * (second - first), ">=")

    # Rational functions as terms.

    def term(self, value: Ratio, *, joined: bool = True) -> Term:
        """A rational function as a term, by factors whose signs are known to be positive where they are known.

        ``joined``: a power of a power is written as one power.
        """
        return self._fraction(value, joined)

    def canonical(self, value: Ratio) -> Term:
        """A rational function as a term in which powers of one base are one power, above and below the line and in every product."""
        return self._fraction(value, True, {})

    def _fraction(self, value: Ratio, joined: bool, powers: dict[int, int] | None = None) -> Term:
        if not value:
            return ZERO
        (over, tops), (under, bottoms) = self._product(value.top, 1, joined, powers), self._product(value.bottom, -1, joined, powers)
        constant = over / under
        turned = next((i for i, own in enumerate(tops) if is_call(own, "+")), None)
        if constant < 0 and turned is not None:
            tops[turned], constant = _negative(tops[turned]), -constant
        if powers is not None:
            above, below = self._powers_of_one_base(powers)
            tops, bottoms = [*above, *tops], [*below, *bottoms]

        def rank(term: Term) -> int:
            """Letters before powers before sums."""
            return 0 if isinstance(term, Name) else 2 if is_call(term, "+") else 1

        top, bottom = (times(*([Number(fmpq(one))] if one != 1 else []), *sorted(own, key=rank))
                       for one, own in ((constant.p, tops), (constant.q, bottoms)))
        return top if bottom == ONE else Call("/", (top, bottom))

    def _product(self, polynomial: fmpq_mpoly, side: int, joined: bool, powers: dict[int, int] | None) -> tuple[fmpq, list[Term]]:
        """The factors of a polynomial, and the number before them; ``powers`` takes those that are single letters or atoms."""
        constant, factors = polynomial.factor()
        constant, terms = fmpq(constant), list[Term]()
        for factor, power in factors:
            (monomial, coefficient), *more = factor.to_dict().items()
            if powers is not None and not more and sum(monomial) == 1 and coefficient == 1:
                single = next(i for i, e in enumerate(monomial) if e)
                powers[single] = powers.get(single, 0) + side * int(power)
                continue
            # The number, of the sign of the factor, by which all coefficients become integers without a common factor.
            values = [fmpq(c) for c in factor.to_dict().values()]
            content = fmpq(gcd(*(int(c.p) for c in values)), lcm(*(int(c.q) for c in values)))
            content *= -1 if self._mostly_negative(factor) else 1
            constant *= content ** int(power)
            own = self._sum(factor / content, joined, canonical=powers is not None)
            terms.append(own if power == 1 else self._raised(own, int(power)) if joined else Call("**", (own, Number(int(power)))))
        return constant, terms

    def _powers_of_one_base(self, powers: Mapping[int, int]) -> tuple[list[Term], list[Term]]:
        """A product of variables with exponents as what stands above and below the line; powers of one base are one power above it."""
        shared = {self._variables.index(atom): (base, length) for base, length, atom in self._powers}
        exponents: dict[Term, Ratio] = {}
        for index, power in powers.items():
            if (found := shared.get(index)) is not None:
                exponents[found[0]] = exponents.get(found[0], self.zero) + power * found[1]
        above, below = list[Term](), list[Term]()
        for index, power in powers.items():
            own = self._written[index]
            if index in shared:
                continue
            if own in exponents:
                exponents[own] = exponents[own] + power
            elif power:
                (above if power > 0 else below).append(own if abs(power) == 1 else self._raised(own, abs(power)))
        above += [base if exponent == 1 else Call("**", (base, self.term(exponent))) for base, exponent in exponents.items() if exponent]
        return above, below

    def _raised(self, term: Term, exponent: int) -> Term:
        """A power of a letter, or of a power: one power where its exponent is an integer, as the kernel sees it."""
        if isinstance(term, Call) and term.head == "**" and self.integral(self.value(term.args[1])):
            base, own = term.args
            return Call("**", (base, Number(own.value * exponent) if isinstance(own, Number) else times(Number(exponent), own)))
        return Call("**", (term, Number(exponent)))

    def _mostly_negative(self, factor: fmpq_mpoly) -> bool:
        """Is a factor known to be negative, or, where its sign is open, has it more to subtract than to add."""
        own = self.one.made(factor)
        if len(factor.to_dict()) > 1:
            if self.holds(own, ">="):
                return False
            if self.holds(-own, ">="):
                return True
        signs = [1 if c > 0 else -1 for c in factor.to_dict().values()]
        return sum(signs) < 0 or (sum(signs) == 0 and bool(factor.leading_coefficient() < 0))

    def _sum(self, factor: fmpq_mpoly, joined: bool, *, canonical: bool = False) -> Term:
        """A polynomial as a sum with what is added first; ``canonical``: powers of one base are one power."""
        parts: list[Term] = []
        for monomial, coefficient in sorted(factor.to_dict().items(), key=lambda part: (part[1] < 0, [-int(e) for e in part[0]])):
            factors = [self._written[i] if e == 1 else self._raised(self._written[i], int(e)) if joined else
                       Call("**", (self._written[i], Number(int(e)))) for i, e in enumerate(monomial) if e]
            if canonical:
                factors = self._powers_of_one_base({i: int(e) for i, e in enumerate(monomial) if e})[0]
            absolute = Number(abs(fmpq(coefficient)))
            own = times(*([absolute] if absolute != ONE or not factors else []), *factors)
            if coefficient < 0:
                own = Number(fmpq(coefficient)) if not factors else Call("neg", (own,))
            parts.append(own)
        return parts[0] if len(parts) == 1 else Call("+", tuple(parts))

    def integral(self, value: Ratio) -> bool:
        """Does a rational function take integer values only, as its form shows."""
        if not value.polynomial:
            return False
        return all(fmpq(c).q == 1 for c in value.top.to_dict().values()) and all(
            self._integral[i] for monomial in value.top.to_dict() for i, e in enumerate(monomial) if e)

    # Signs.

    def assume(self, case: Assumed) -> None:
        """Go on in one case of a condition."""
        value = self.value(case.condition)
        if case.side == ">=":
            self._fact(value, ">=")
        elif case.integer:
            self._fact(-value - 1, ">=")
        else:
            self._fact(-value, ">")

    def _fact(self, value: Ratio, sign: str) -> None:
        self._known.append((value, sign))
        self._solver.add(self._relation(value, sign))
        self._signs = {key: told for key, told in self._signs.items() if told}
        self._samples = [point for point in self._samples if _holds_at(value, sign, point)]

    def _relation(self, value: Ratio, sign: str) -> Any:
        """``value sign 0``, where the denominator is not zero."""
        top = self._polynomial(value.top)
        if not value.polynomial:
            top = top * self._polynomial(value.bottom)
        return _COMPARED[sign](top, 0)

    def _polynomial(self, polynomial: fmpq_mpoly) -> Any:
        parts = []
        for monomial, coefficient in polynomial.to_dict().items():
            own = self._z3.number(fmpq(coefficient))
            for variable, exponent in zip(self._reals.values(), monomial, strict=True):
                for _ in range(int(exponent)):
                    own = own * variable
            parts.append(own)
        return self._z3.Sum(*parts) if parts else self._z3.RealVal(0)

    def holds(self, value: Ratio, sign: str) -> bool:
        """Does ``value sign 0`` follow, with ``>=`` or ``>``, as far as the solver sees within its time."""
        poll()
        if (number := value.number) is not None:
            return bool(number >= 0) if sign == ">=" else bool(number > 0)
        key = value, sign
        if key not in self._signs:
            self._signs[key] = self._told(key) or (
                all(_holds_at(value, sign, point) for point in self._drawn()) and self._follows(value, sign))
        return self._signs[key]

    def _told(self, key: tuple[Ratio, str]) -> bool:
        """Does it follow with fewer cases, where the atoms so far are the same."""
        wider = self._wider
        if wider is None or self._written != wider._written[:len(self._written)]:
            return False
        return wider._signs.get(key, False) or wider._told(key)

    def _drawn(self) -> list[Sample]:
        """The points that are kept, and where these are few some that are drawn, once for what is known."""
        if self._asked != (asked := (len(self._known), len(self._written))) and len(self._samples) < DRAWN:
            self._asked, draw = asked, Random(0)
            for _ in range(TRIES):
                point = {name: fmpq(*draw.choice(INTEGERS if whole else REALS))
                         for name, whole in zip(self._letters, self._integral, strict=False)}
                sample = self._sample(point)
                if sample is not None and all(_holds_at(value, sign, sample) for value, sign in self._known):
                    self._samples.append(sample)
                    if len(self._samples) >= DRAWN:
                        break
        return self._samples

    def _sample(self, point: Mapping[str, fmpq]) -> Sample | None:
        """The values of all variables at a point of the letters; None where an atom is not rational there, or is not defined."""
        values = list(point.values())
        for term in self._written[len(point):]:
            try:
                value = exact_value(term, point)
            except PabisymError:
                return None
            if value is None:
                return None
            values.append(value)
        return (*values, *(fmpq(0) for _ in range(len(self._variables) - len(values))))

    def _follows(self, value: Ratio, sign: str) -> bool:
        self._solver.push()
        try:
            self._solver.add(self._z3.Not(self._relation(value, sign)))
            found = verdict(self._solver, MILLISECONDS)
            if found == "sat" and len(self._samples) < MAX_SAMPLES:
                model = self._solver.model()
                point = tuple((proposal(lambda: found_point(model, self._reals)) or {}).values())
                if point and all(_holds_at(*known, point) for known in self._known):  # it is rational, and satisfies everything
                    self._samples.append(point)
        finally:
            self._solver.pop()
        return found == "unsat"

    def possible(self) -> bool:
        """May what is known hold at all, as far as the solver sees."""
        return bool(self._samples) or verdict(self._solver, MILLISECONDS) != "unsat"

    def sign(self, value: Ratio) -> int | None:
        """1 for at least 0, -1 for at most 0; None where neither follows."""
        return 1 if self.holds(value, ">=") else -1 if self.holds(-value, ">=") else None

    def at_least_zero(self, value: Ratio) -> bool:
        """Is a rational function at least 0; raises :class:`Open`, with its factors of unknown sign, where that depends."""
        rest = self.reduced(value)
        if (number := rest.number) is not None:
            return bool(number >= 0)
        raise Open(rest)

    def reduced(self, value: Ratio) -> Ratio:
        """A polynomial with the same sign, made of the factors whose signs are not known; 1 or -1 where all are."""
        if not value:
            return self.one
        found, rest = 1, self.one
        for polynomial in (value.top, value.bottom):
            constant, factors = polynomial.factor()
            found *= 1 if constant > 0 else -1
            for factor, power in factors:
                if int(power) % 2 == 0:
                    continue
                one = self.one.made(factor)
                own = self.sign(one)
                if own is None:
                    rest = rest * one
                else:
                    found *= own
        whole = found * rest
        if whole.number is None and (own := self.sign(whole)) is not None:
            return self.number(own)
        return whole


def _holds_at(value: Ratio, sign: str, point: Sample) -> bool:
    own = value.at(point)
    return own is None or bool(_COMPARED[sign](own, 0))


def _negative(total: Term) -> Term:
    """A sum with all signs turned, and what is added first."""
    parts: Sequence[Term] = total.args if isinstance(total, Call) else ()
    turned = [
        part.args[0] if isinstance(part, Call) and part.head == "neg"
        else Number(-part.value) if isinstance(part, Number) else Call("neg", (part,)) for part in parts
    ]
    return Call("+", tuple(sorted(turned, key=lambda part: part.value < 0 if isinstance(part, Number) else (
        isinstance(part, Call) and part.head == "neg"))))
