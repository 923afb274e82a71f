"""The clipped walks of the lower bound at small sizes: enclosed from both sides, in both orders."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from pabisym.exact_law.chains import ExactLaw, clipped_chain, mixture
from pabisym.lang.rational import rational, to_fraction

SIZES = {"one record": (1, 1, 4, 3), "one record, later": (1, 1, 4, 5), "two records": (2, 1, 2, 3)}
"""n, b, D and T for eta = L = 1: T is at least 3 D n/4."""


def walks(n: int, b: int, D: int, T: int, *, share: int = 1000) -> tuple[ExactLaw, ExactLaw]:
    """The walk without the biased record and the one with it, at the noise D^2/(share Tbar)."""
    variance = Fraction(D * D * 4, share * 3 * D * n)

    def walk(moves: tuple[Fraction, ...]) -> ExactLaw:
        return clipped_chain(lower=Fraction(-D, 2), upper=Fraction(D, 2), steps=T, start=0, noise_variance=variance, offset=moves)

    parts = [(hits, Fraction(b, n) ** sum(hits) * (1 - Fraction(b, n)) ** (T - sum(hits))) for hits in itertools.product((0, 1), repeat=T)]
    biased = [(weight, walk(tuple(Fraction(hit, b) for hit in hits))) for hits, weight in parts if weight]
    return walk((Fraction(0),) * T), mixture(biased) if len(biased) > 1 else biased[0][1]


def number(text: str) -> Fraction:
    return to_fraction(rational(text, "value"))


@pytest.mark.parametrize("size", ["one record", "one record, later"])
def test_the_walks_are_not_private(size: str) -> None:
    symmetric, biased = walks(*SIZES[size])
    found = biased.hockey_stick(symmetric, epsilon="1/10", digits=8)
    assert Fraction(1, 100) < number(found.lower) <= number(found.upper) < Fraction(101, 100)


@pytest.mark.parametrize("size", SIZES)
def test_the_renyi_divergence_is_enclosed_and_above_what_is_proved(size: str) -> None:
    symmetric, biased = walks(*SIZES[size], share=40)
    for one, other in ((biased, symmetric), (symmetric, biased)):
        found = one.renyi(other, 2, 8)
        low, high = number(found.lower), number(found.upper)
        assert Fraction(1, 4) < low <= high
        assert high - low <= high / 10**6
