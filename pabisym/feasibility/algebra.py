"""Rational functions of the step, and their sums over the steps, for proofs about all parameters; untrusted.

As in the kernel's normal form a power ``c**(2*n - k + 1)`` is ``(c**n)**2/(c**k)*c``, with one atom for ``c**n`` and one for ``c**k``.
"""

from __future__ import annotations

from math import comb

from flint import fmpq

from pabisym.lang.term import Call, Name, Term, substitute
from pabisym.process.sequence import STEP, names
from pabisym.proof.build import NoProof
from pabisym.shift.letters.algebra import MAX_POWER, Algebra
from pabisym.shift.letters.ratio import Ratio

K = Name(STEP)


class StepAlgebra(Algebra):
    """Rational functions of letters, the step and powers with symbolic exponents, which are products of powers of monomials."""

    def power(self, base: Term, length: Ratio) -> Ratio:
        """A power, as a product over the monomials of its exponent; an atom where the exponent is not an integer as its form shows."""
        parts = length.top.to_dict()
        if not self.integral(length) or any(abs(c.p) > MAX_POWER for c in parts.values()):
            return self._atom(Call("**", (base, self.term(length))))
        found, context = self.one, length.top.context()
        for monomial, count in parts.items():
            exponent = self.one.made(context.from_dict({monomial: 1}))
            own = self.value(base) if exponent == 1 else super().power(base, exponent)
            found *= (own if count > 0 else self._nonzero(own)) ** int(count.p)
        return found

    def powers_in(self, term: Term) -> list[tuple[Term, Term]]:
        """Base and exponent of the powers with symbolic exponents in a term."""
        used = self._used(self.value(term))
        return [(base, self.term(length)) for base, length, atom in self._powers if used & self._used(atom)]

    def at_step(self, value: Ratio, step: Ratio) -> Ratio:
        """A rational function of the step at one step."""
        return self.value(substitute(self.term(value), {STEP: ((), self.term(step))}))

    def line(self, condition: Term) -> tuple[int, Ratio] | None:
        """A condition as k + rest or rest - k, with a rest that is free of the step; None for all others."""
        own, k = self.value(condition), self.value(K)
        return next(((slope, own - slope * k) for slope in (1, -1) if not self._changes(own - slope * k)), None)

    def accumulated(self, added: Ratio, factor: Term, first: Ratio) -> Ratio:
        """``sum factor^(k - j) added(j)`` over j = first + 1..k, in closed form.

        Raises :class:`~pabisym.proof.build.NoProof` where what is added is no combination of polynomials and powers in j.
        """
        below, context, found = self.one.made(added.bottom), added.top.context(), list[Ratio]()
        k, place = self.value(K), list(self.kinds).index(STEP)
        for monomial, count in added.top.to_dict().items():  # k^d times what changes by one ratio from step to step
            one = self.one.made(context.from_dict({monomial: count})) / below
            degree = max(int(powers[place]) for powers in one.top.to_dict())
            rest = one / k**degree
            ratio = self.at_step(rest, k + 1) / rest / self.value(factor)
            if ratio == 1:
                found.append(rest * (_sum_of_powers(degree, k) - _sum_of_powers(degree, first)))
            elif degree or self._changes(ratio):
                raise NoProof("no closed form is known for what has accumulated up to a step")
            else:
                found.append((rest - self.power(factor, k - first) * self.at_step(rest, first)) * ratio / (ratio - 1))
        return self.total(found)

    def _changes(self, value: Ratio) -> bool:
        """Does a rational function depend on the step."""
        return any(STEP in names(self._written[i]) for i in self._used(value))

    def _used(self, value: Ratio) -> set[int]:
        """The places of the letters and atoms of a rational function."""
        return {i for part in (value.top, value.bottom) for monomial in part.to_dict() for i, power in enumerate(monomial) if power}


def _sum_of_powers(degree: int, last: Ratio) -> Ratio:
    """The sum of j^degree over j = 1..last, as a polynomial (Faulhaber)."""
    found = last.of(0)
    for j in range(degree + 1):
        found += comb(degree + 1, j) * (fmpq(1, 2) if j == 1 else fmpq.bernoulli(j)) * last ** (degree + 1 - j)
    return found / (degree + 1)
