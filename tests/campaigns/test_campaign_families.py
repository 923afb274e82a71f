"""Kahane's inequality and the adapted shift by themselves: a sample of their campaign, and what it sees where the claims are wrong."""

from __future__ import annotations

import random

from campaigns.families import cases, kahane_case, least_excess, most_excess, shift_case
from flint import arb, fmpq

from pabisym.numerics.evaluator import tail, working_precision


def test_no_mixture_exceeds_another_one_by_more_than_is_claimed() -> None:
    found = list(cases(40, seed=1))
    assert not [one.words for one in found if one.violated]
    near = [one.ratio for one in found if one.most > fmpq(1, 1000)]
    assert len(near) > 25
    assert max(near) > 0.97  # where all means lie in one direction the claim is an equation, but for the grid


def test_means_farther_out_than_the_claim_is_told_are_seen() -> None:
    """Both claims fail for means that are longer by a fifth, so that the campaign can notice."""
    rng = random.Random(5)
    assert any(kahane_case(rng, fmpq(6, 5)).violated for _ in range(20))
    assert any(shift_case(rng, fmpq(6, 5)).violated for _ in range(20))


def test_two_gaussians_on_the_line() -> None:
    """N(a, 1) exceeds N(-b, 1) by 2 Phi((a + b)/2) - 1 at most, which is met."""
    a, b = fmpq(3, 4), fmpq(5, 4)
    with working_precision(80):
        exact = 1 - 2 * tail(arb(a + b) / 2)
        most = most_excess([(fmpq(1), a)], [(fmpq(1), b)])
        assert exact <= most
        assert most < exact + fmpq(1, 10**9)
        assert least_excess([(fmpq(1), a, fmpq(0))], [(fmpq(1), -b, fmpq(0))]) <= exact


def test_what_never_exceeds_and_what_always_does() -> None:
    with working_precision(80):
        assert most_excess([(fmpq(1), fmpq(1))], [(fmpq(0), fmpq(1))]) >= 1
        none = most_excess([(fmpq(1), fmpq(0))], [(fmpq(3), fmpq(0))])
        assert none >= 0
        assert none < fmpq(1, 10**6)
