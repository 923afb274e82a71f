"""Second routes to the divergences of finite laws, and the coefficient of laws that are close already; for this paper's checks alone."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from flint import fmpq

from pabisym.divergence.contraction import largest, largest_difference, level_from_one, positive_part, positive_parts, read_kernel, total
from pabisym.divergence.profile import Probabilities
from pabisym.errors import InputError
from pabisym.lang.rational import rational, to_fraction
from pabisym.numerics.enclosure import Enclosure, enclose_value
from pabisym.numerics.evaluator import Value
from pabisym.numerics.parameters import inner_probability, two_laws

Form = Literal["parts", "density", "norm", "events"]
"""How :func:`divergence_in_form` computes: sum of (p - gamma*q)^+; P(A) - gamma*Q(A) on the event A that p/q > gamma; half the
norm of P - gamma*Q plus (1 - gamma)/2; or the largest P(A) - gamma*Q(A) over all events."""
MAX_EVENTS = 16
"""Most points of laws whose events are enumerated."""


def divergence_in_form(first: Sequence[object], second: Sequence[object], form: Form, digits: int = 15, *, gamma: object = None,
                       epsilon: object = None) -> Enclosure:
    """E_gamma(first || second) of finite laws for gamma >= 1 in one of its forms; exact for a rational gamma."""
    p, q = two_laws(first, second)
    level = level_from_one(gamma, epsilon)
    if form not in _FORMS:
        raise InputError("form", f"{form!r} is no form", f"the forms are {', '.join(_FORMS)}")
    return enclose_value(lambda _: _FORMS[form](p, q, level.gamma), digits, "the divergence")


def _density(p: Probabilities, q: Probabilities, gamma: Value) -> Value:
    likely = [(x, y) for x, y in zip(p, q, strict=True) if x > 0 and (y == 0 or positive_part(x / y - gamma) > 0)]
    return total([x for x, _ in likely]) - gamma * total([y for _, y in likely])


def _norm(p: Probabilities, q: Probabilities, gamma: Value) -> Value:
    sizes = [positive_part(x - gamma * y) + positive_part(gamma * y - x) for x, y in zip(p, q, strict=True)]
    return total(sizes) / 2 + (1 - gamma) / 2


def _events(p: Probabilities, q: Probabilities, gamma: Value) -> Value:
    if len(p) > MAX_EVENTS:
        raise InputError("form", f"{2 ** len(p)} events are too many", 'use form="parts"')
    differences = [x - gamma * y for x, y in zip(p, q, strict=True)]
    return largest([total(itertools.compress(differences, bits)) for bits in itertools.product((0, 1), repeat=len(p))])


_FORMS: dict[str, Callable[[Probabilities, Probabilities, Value], Value]] = {
    "parts": positive_parts, "density": _density, "norm": _norm, "events": _events}


def mass_coefficient(kernel: Sequence[Sequence[object]], mass: object, digits: int = 15, *, gamma: object = None,
                     epsilon: object = None) -> Enclosure:
    """The largest E_gamma(mu K || nu K) over mu, nu with E_gamma(mu || nu) = mass, 0 < mass <= 1.

    It is mass*eta_g(K) with g = 1 + (gamma - 1)/mass (Balle, Barthe, Gaboardi and Geumlek 2019), attained by
    mu = mass*point(w) + (1 - mass)*nu, nu = point(w').
    """
    rows, level = read_kernel(kernel), level_from_one(gamma, epsilon)
    t = fmpq(1) if (given := rational(mass, "mass")) == 1 else inner_probability(given, "mass")
    return enclose_value(lambda _: t * largest_difference(rows, 1 + (level.gamma - 1) / t), digits, "the output divergence")


@dataclass(frozen=True)
class LawPair:
    """Two finite laws and their f-divergences in closed form, the second route to the integrals."""

    first: Probabilities
    second: Probabilities

    @classmethod
    def of(cls, first: Sequence[object], second: Sequence[object]) -> LawPair:
        """Read two laws on the same points."""
        return cls(*two_laws(first, second))

    def chi_squared(self) -> object:
        """The chi-squared divergence, a :class:`~fractions.Fraction`, or ``"inf"``."""
        terms = list(zip(self.first, self.second, strict=True))
        if any(q == 0 < p for p, q in terms):
            return "inf"
        return to_fraction(sum(((p - q) ** 2 / q for p, q in terms if q > 0), fmpq(0)))
