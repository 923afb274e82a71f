"""Facts about finite kernels and binary laws, decided exactly on families of instances; what theorem files say beside a citation.

Every function gives a verdict and a sentence: ``true`` says that all instances agree, which is no proof of the general fact.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from flint import fmpq

from pabisym.divergence.contraction import (
    CHI_SQUARED,
    KULLBACK,
    divergence_bound,
    finite_coefficient,
    finite_divergence,
    kernel_profile,
    law_profile,
    push,
)
from pabisym.divergence.profile import Probabilities
from pabisym.lang.rational import to_fraction
from pabisym.numerics.evaluator import Verdict

from ._finite_laws import Form, LawPair, divergence_in_form, mass_coefficient

Answer: TypeAlias = tuple[Verdict, str]
GAMMAS = (fmpq(1), fmpq(3, 2), fmpq(3))
LAWS = tuple((fmpq(k, 4), fmpq(4 - k, 4)) for k in range(5))
"""Binary laws."""


def random_laws(count: int, points: int, seed: int) -> list[Probabilities]:
    """Laws with weights from 0 to 6, the same in every run."""
    rng, found = random.Random(seed), list[Probabilities]()
    while len(found) < count:
        weights = [rng.randint(0, 6) for _ in range(points)]
        if sum(weights):
            found.append(tuple(fmpq(w, sum(weights)) for w in weights))
    return found


def kernels(count: int, seed: int) -> Iterator[tuple[Probabilities, ...]]:
    """Kernels with three inputs and three outputs."""
    rows = random_laws(3 * count, 3, seed)
    for k in range(count):
        yield tuple(rows[3 * k : 3 * k + 3])


def _all(name: str, instances: Iterator[bool]) -> Answer:
    count = 0
    for count, holds in enumerate(instances, 1):
        if not holds:
            return "false", f"{name}: it fails at instance {count}"
    return "true", f"{name}: {count} instances, exactly"


@cache
def coefficient_is_attained_and_never_exceeded() -> Answer:
    """Theorem 3 on random kernels: no pair of laws exceeds the largest divergence of two rows, which point masses attain."""

    def instances() -> Iterator[bool]:
        laws = random_laws(12, 3, 2)
        for kernel, gamma in itertools.product(kernels(12, 1), GAMMAS):
            eta = finite_coefficient(kernel, gamma=gamma).rational
            yield eta == max(_divergence(p, q, gamma) for p in kernel for q in kernel)
            for mu, nu in itertools.pairwise(laws):
                yield eta is not None and _divergence(push(mu, kernel), push(nu, kernel), gamma) <= eta * _divergence(mu, nu, gamma)

    return _all("three inputs, three outputs", instances())


def _divergence(first: Sequence[fmpq], second: Sequence[fmpq], gamma: fmpq) -> fmpq:
    value = finite_divergence(first, second, gamma=gamma).rational
    if value is None:
        raise ValueError("not rational")
    return value


@cache
def total_variation_dominates() -> Answer:
    """eta_gamma <= eta_TV, and D_f after a kernel at most eta_TV times D_f before, for chi-squared, exactly."""

    def instances() -> Iterator[bool]:
        laws = [law for law in random_laws(30, 3, 5) if all(p > 0 for p in law)]
        for kernel in kernels(15, 4):
            eta = finite_coefficient(kernel, gamma=1).rational
            yield all(_below(finite_coefficient(kernel, gamma=gamma).rational, eta) for gamma in GAMMAS)
            for mu, nu in itertools.pairwise(laws):
                after, before = (LawPair(*pair).chi_squared() for pair in ((push(mu, kernel), push(nu, kernel)), (mu, nu)))
                known = isinstance(after, Fraction) and isinstance(before, Fraction) and eta is not None
                yield known and after <= to_fraction(eta) * before  # type: ignore[operator,arg-type]

    return _all("three inputs, three outputs", instances())


def _below(first: fmpq | None, second: fmpq | None) -> bool:
    return first is not None and second is not None and bool(first <= second)


def integral_is_the_divergence() -> Answer:
    """The integral of (10) encloses chi-squared, and with a kernel's coefficient it is not below chi-squared afterwards."""

    def instances() -> Iterator[bool]:
        laws = [law for law in random_laws(16, 3, 7) if all(p > 0 for p in law)]
        for kernel, (mu, nu) in zip(kernels(8, 6), itertools.pairwise(laws), strict=False):
            forward, backward = law_profile(mu, nu), law_profile(nu, mu)
            exact = LawPair(mu, nu).chi_squared()
            found = divergence_bound(CHI_SQUARED, forward, backward, digits=12)
            yield isinstance(exact, Fraction) and Fraction(found.lower) <= exact <= Fraction(found.upper)
            bound = divergence_bound(CHI_SQUARED, forward, backward, kernel_profile(kernel), digits=12)
            after = LawPair(push(mu, kernel), push(nu, kernel)).chi_squared()
            yield isinstance(after, Fraction) and after <= Fraction(bound.upper)

    return _all("chi-squared of three points", instances())


def mixtures_are_no_easier_to_tell() -> Answer:
    """Joint convexity of E_gamma on pairs of binary laws."""

    def instances() -> Iterator[bool]:
        half = fmpq(1, 2)
        for (p, q), (v, w) in itertools.product(itertools.product(LAWS, LAWS), repeat=2):
            for gamma in GAMMAS:
                first, second = (tuple(half * (a + b) for a, b in zip(x, y, strict=True)) for x, y in ((p, v), (q, w)))
                yield _divergence(first, second, gamma) <= half * (_divergence(p, q, gamma) + _divergence(v, w, gamma))

    return _all("binary laws in quarters, even mixtures", instances())


@cache
def forms_of_the_divergence_agree() -> Answer:
    """Positive part, largest event, information density and norm give one number."""

    def instances() -> Iterator[bool]:
        for p, q in itertools.product(random_laws(8, 4, 9), repeat=2):
            for gamma in GAMMAS:
                forms: tuple[Form, ...] = ("parts", "density", "norm", "events")
                yield len({str(divergence_in_form(p, q, form, gamma=gamma).rational) for form in forms}) == 1

    return _all("laws on four points", instances())


@cache
def an_f_divergence() -> Answer:
    """The mean of (dmu/dnu - gamma)^+ under nu, for laws nu that miss no point, is the divergence."""

    def instances() -> Iterator[bool]:
        for p, q in itertools.product(random_laws(8, 4, 9), repeat=2):
            if min(q) > 0:
                yield from (sum((b*max(a/b - gamma, fmpq(0)) for a, b in zip(p, q, strict=True)), fmpq(0)) == _divergence(p, q, gamma)
                            for gamma in GAMMAS)

    return _all("laws on four points, none of them missed by the second", instances())


@cache
def chains_contract() -> Answer:
    """Lemma 2: the divergence after a step that differs, times the coefficients of the steps that follow."""

    def instances() -> Iterator[bool]:
        several = list(kernels(24, 11))
        for mu, first, other, then, last in zip(random_laws(24, 3, 12), several, several[1:], several[2:], several[3:], strict=False):
            for gamma in GAMMAS:
                p, q = push(mu, first), push(mu, other)
                bound = _divergence(p, q, gamma)
                for kernel in (then, last):
                    p, q = push(p, kernel), push(q, kernel)
                    bound *= finite_coefficient(kernel, gamma=gamma).rational or fmpq(0)
                yield _divergence(p, q, gamma) <= bound

    return _all("three steps of three points", instances())


@cache
def close_inputs_contract_more() -> Answer:
    """At E_gamma(mu || nu) = t the factor is eta_g with g = 1 + (gamma - 1)/t, attained by a point and a mixture of two points."""

    def instances() -> Iterator[bool]:
        points = [tuple(fmpq(int(i == j)) for j in range(3)) for i in range(3)]
        for kernel, gamma, t in itertools.product(kernels(8, 14), GAMMAS, (fmpq(1, 4), fmpq(2, 3), fmpq(1))):
            reached = []
            for nu, other in itertools.permutations(points, 2):
                mu = tuple(t * a + (1 - t) * b for a, b in zip(other, nu, strict=True))
                yield _divergence(mu, nu, gamma) == t
                reached.append(_divergence(push(mu, kernel), push(nu, kernel), gamma))
            yield max(reached) == mass_coefficient(kernel, t, gamma=gamma).rational

    return _all("three inputs, three outputs", instances())


@cache
def renyi_is_not_convex() -> Answer:
    """Bernoulli pairs whose mixture has more than the mean Rényi divergence of order 2."""
    pairs = ((Fraction(1, 100), Fraction(1, 100)), (Fraction(1, 2), Fraction(1, 100)))
    moments = [p * p / q + (1 - p) ** 2 / (1 - q) for p, q in pairs]
    p, q = (sum(pair) / 2 for pair in zip(*pairs, strict=True))
    mixed = p * p / q + (1 - p) ** 2 / (1 - q)
    # D_2 is log(moment): convexity would say mixed^2 <= product of the moments.
    unequal = mixed**2 > moments[0] * moments[1]
    return ("true" if unequal else "false"), f"moments {moments[0]} and {moments[1]}, of the mixture {mixed}"


def bounds_kullback() -> Answer:
    """The integral with f(t) = t log t is not below the divergence after a kernel."""
    mu, nu = (fmpq(1, 10), fmpq(9, 10)), (fmpq(2, 5), fmpq(3, 5))
    kernel = ((fmpq(9, 10), fmpq(1, 10)), (fmpq(2, 5), fmpq(3, 5)))
    forward, backward = law_profile(mu, nu), law_profile(nu, mu)
    bound = divergence_bound(KULLBACK, forward, backward, kernel_profile(kernel), 10)
    after = law_profile(push(mu, kernel), push(nu, kernel)), law_profile(push(nu, kernel), push(mu, kernel))
    truth = divergence_bound(KULLBACK, *after, digits=10)
    holds = Fraction(truth.upper) <= Fraction(bound.lower)
    return ("true" if holds else "false"), f"{truth.upper} <= {bound.lower}"


