"""From one known inequality: what is left of a goal, when a multiple of the known one is taken away, is a product of known signs.

Searching all products of known inequalities is long where many are known.  Here a goal G >= 0 is compared with every known f >= 0: for
each pair of their terms the positive monomial w that makes them equal is tried, and G - w*f is shown not to be negative, by its factors
or in the same way once more.  Untrusted: the kernel checks the identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from flint import fmpq

from pabisym.kernel.exact import ONE as EMPTY
from pabisym.kernel.exact import Monomial, Polynomial, Refusal, difference, plus, product_of
from pabisym.lang.term import ONE, RELATIONS, ZERO, Call, Number, Term
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.certificate import polynomial_term, positive_denominator, powers, product
from pabisym.proof.linear import certified
from pabisym.proof.script import Script

DEPTH = 2
"""How many known inequalities are taken away."""
MOST_TERMS = 24
"""Most terms of a goal that is looked at."""
MOST_TRIED = 60
"""How often the factors of what is left are looked at."""
Plausible = Callable[[Builder, Term], bool]
"""Is a relation false at no point that was looked at."""


@dataclass(frozen=True)
class _Fact:
    label: str
    value: Polynomial
    strict: bool


def from_nearest(b: Builder, goal: Call, plausible: Plausible) -> Step | None:
    """A proof of an inequality from one or two known ones and signs of factors; None where none is found."""
    expression, sign = difference(goal)
    if sign not in (">", ">="):
        return None
    p = Script(b)
    with suppress(Refusal):
        search = _NearestSearch(p, plausible)
        top, multiplier = positive_denominator(search.scope, expression)
        if 0 < len(top) <= MOST_TERMS:
            found = search.shown(top, DEPTH, strict=sign == ">")
            if found is not None:
                return p.close(certified(goal, {"coefficient": ONE, "facts": [found]}, multiplier=multiplier))
    return None


class _NearestSearch:
    """Makes a script know that polynomials are not negative."""

    def __init__(self, p: Script, plausible: Plausible) -> None:
        self.p, self.plausible = p, plausible
        self.scope = p.scope  # polynomials are in its atoms, whatever is named later on
        self.named: dict[int, str] = {}
        self.tried = 0
        self.facts = list(self._facts())

    def shown(self, value: Polynomial, depth: int, *, strict: bool) -> str | None:
        """The label under which a polynomial is known from here on to be at least 0, or above 0; None where that is not shown."""
        p = self.p
        claim = Call(">" if strict else ">=", (polynomial_term(self.scope.arithmetic, value), ZERO))
        if p.evident(claim):
            return self._name(p.prove(claim))
        if self.tried > MOST_TRIED or not self.plausible(p, claim):
            return None
        self.tried += 1
        made = self._by_factors(claim)
        if made is not None:
            return self._name(made)
        if not depth:
            return None
        candidates = sorted(self._candidates(value), key=lambda found: len(found[2]))
        for fact, weight, rest in candidates:
            if strict and not fact.strict and rest:
                continue
            label = self.shown(rest, depth - 1, strict=False) if rest else ""
            if label is not None:
                return self._name(self._combined(claim, fact, weight, label))
        return None

    def _by_factors(self, claim: Call) -> Step | None:
        """By the signs of factors, where each has one at the points that are looked at."""
        form = product(self.p.scope, claim)
        if form is None:
            return None
        for factor, power in form.factors:
            if power % 2 and not any(self.plausible(self.p, Call(sign, (factor, ZERO))) for sign in (">=", "<=")):
                return None
        for raised in powers(self.p.scope, claim):
            self._name(self.p.prove(Call(">", (raised, ZERO))))
        with suppress(NoProof, Refusal):
            return self.p.by_factors(claim)
        return None

    def _name(self, made: Step) -> str:
        label = self.p.fresh("nearest")
        self.p.have(label, made)
        return label

    def _candidates(self, value: Polynomial) -> Iterator[tuple[_Fact, tuple[Monomial, fmpq], Polynomial]]:
        """Known inequalities, the monomial by which each is multiplied, and what is left; only where that has no more terms."""
        seen: list[Polynomial] = []
        for fact in self.facts:
            atoms = {atom for monomial in fact.value for atom, _ in monomial}
            if not atoms & {atom for monomial in value for atom, _ in monomial}:
                continue
            for own, c in value.items():
                for other, d in fact.value.items():
                    weight = _over(own, other)
                    if c / d <= 0 or weight is None:
                        continue
                    if not all(self.scope.arithmetic.bounded({((atom, 1),): fmpq(1)}, strict=True) for atom, _ in weight):
                        continue
                    rest = plus(dict(value), product_of(fact.value, {weight: c / d}), fmpq(-1))
                    if len(rest) <= len(value) and rest not in seen:
                        seen.append(rest)
                        yield fact, (weight, c / d), rest

    def _facts(self) -> Iterator[_Fact]:
        """The known inequalities, without denominators."""
        scope = self.scope
        for label, term in scope.known:
            if not isinstance(term, Call) or term.head not in RELATIONS or term.head in ("==", "!="):
                continue
            expression, sign = difference(term)
            value = scope.arithmetic.normal(expression)
            if value.bottom == {EMPTY: fmpq(1)}:
                yield _Fact(label, value.top, sign == ">")
                continue
            with suppress(Refusal):
                top, divisor = positive_denominator(scope, expression)
                cleared = Call(sign, (polynomial_term(scope.arithmetic, top), ZERO))
                made = certified(cleared, {"coefficient": ONE, "facts": [label]}, multiplier=Call("/", (ONE, divisor)))
                yield _Fact(self._name(made), top, sign == ">")

    def _atom(self, atom: int) -> str:
        """The label under which an atom is known to be positive."""
        if atom not in self.named:
            claim = Call(">", (polynomial_term(self.scope.arithmetic, {((atom, 1),): fmpq(1)}), ZERO))
            self.named[atom] = self._name(self.p.prove(claim))
        return self.named[atom]

    def _combined(self, claim: Call, fact: _Fact, weight: tuple[Monomial, fmpq], rest: str) -> Step:
        monomial, coefficient = weight
        facts = [fact.label, *(self._atom(atom) for atom, power in monomial for _ in range(power))]
        terms: list[dict[str, object]] = [{"coefficient": Number(coefficient), "facts": facts}]
        terms += [{"coefficient": ONE, "facts": [rest]}] if rest else []
        return certified(claim, *terms)


def _over(own: Monomial, other: Monomial) -> Monomial | None:
    """One monomial divided by another; None where that is none."""
    powers = dict(own)
    for atom, power in other:
        powers[atom] = powers.get(atom, 0) - power
    return None if min(powers.values(), default=0) < 0 else tuple(sorted((atom, power) for atom, power in powers.items() if power))
