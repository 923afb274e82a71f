"""Every error term of the divergences, by making what it pays for coarse: the truth, known another way, stays enclosed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flint import arb, fmpq

from pabisym.divergence import gap_chain, mixture, profile_integral, sampled_plan
from pabisym.divergence.contraction import positive_part
from pabisym.divergence.mixture import Component, kullback, moment, supremum
from pabisym.divergence.sampled_gaussian import sampled_gaussian_ball
from pabisym.divergence.sampled_trapezoid import LikelihoodRatio, log_mean, power_mean
from pabisym.numerics.evaluator import TooCoarse, tail, working_precision


@pytest.fixture(autouse=True)
def many_bits() -> Iterator[None]:
    with working_precision(120):
        yield


def normal(*parts: tuple[fmpq, fmpq, fmpq]) -> tuple[Component, ...]:
    return tuple(Component(*part) for part in parts)


ONE, HALF = fmpq(1), fmpq(1, 2)
AT_0, AT_1, WIDE = normal((ONE, fmpq(0), ONE)), normal((ONE, ONE, ONE)), normal((ONE, HALF, fmpq(2)))
TWO = normal((HALF, fmpq(0), ONE), (HALF, fmpq(2), ONE))


# Mixtures.


@pytest.fixture
def short_integrals(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Integrals that end at 1 or 2 on one side, with the bound of what is beyond."""
    def cut(side: int, place: int) -> None:
        right = mixture._end

        def end(here: int, beyond: Any) -> tuple[fmpq, arb]:
            x = fmpq(here * place)
            return (x, beyond(x)) if here == side else right(here, beyond)

        monkeypatch.setattr(mixture, "_end", end)
    return cut


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("place", [2, 3])
@pytest.mark.parametrize(("pair", "order"), [((AT_1, AT_0), fmpq(2)), ((AT_0, AT_1), fmpq(1, 2)), ((AT_0, WIDE), fmpq(3)), ((TWO, AT_0), fmpq(2)),
                                              ((AT_0, TWO), fmpq(5, 2)), ((TWO, WIDE), fmpq(1, 3))])
def test_moments_that_end_too_early_are_charged(short_integrals: Any, side: int, place: int, pair: Any, order: fmpq) -> None:
    whole = moment(*pair, order)
    short_integrals(side, place)
    short = moment(*pair, order)
    assert short.contains(whole)
    assert short.rad() > 1e6 * whole.rad()


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("pair", [(AT_1, AT_0), (AT_0, WIDE), (WIDE, AT_0), (TWO, AT_0), (AT_0, TWO)])
def test_logarithms_that_end_too_early_are_charged(short_integrals: Any, side: int, pair: Any) -> None:
    whole = kullback(*pair)
    short_integrals(side, 4)
    short = kullback(*pair)
    assert short.contains(whole)
    assert short.rad() > 1e6 * whole.rad()


def test_pairs_beyond_a_point_have_their_integral() -> None:
    """N(0, 1) squared over N(1, 2) from 2 on, once more by quadrature."""
    near, far, order = Component(ONE, fmpq(0), ONE), Component(ONE, ONE, fmpq(2)), fmpq(2)
    found = mixture._pair_tail(near, far, order, fmpq(2), 1)

    def density(x: arb, mean: int, variance: int) -> arb:
        return (-((x - mean) ** 2) / (2 * variance)).exp() / (2 * variance * arb.pi()).sqrt()

    h = arb(1) / 512
    summed = h * sum((density(2 + h * (k + HALF), 0, 1) ** 2 / density(2 + h * (k + HALF), 1, 2) for k in range(6000)), arb(0))
    assert abs(found / summed - 1) < 1e-5


@pytest.mark.parametrize("bits", [2, 5, 12])
def test_a_supremum_is_enclosed_to_the_tolerance(bits: int) -> None:
    """Of N(0, 1) over N(0, 1)/2 + N(2, 1)/2 it is log 2, at minus infinity; over N(1/3, 2) it is at -1/3."""
    assert supremum(AT_0, TWO, bits).contains(arb(2).log())
    exact = arb(2).log() / 2 + arb(1) / 18
    assert supremum(AT_0, normal((ONE, fmpq(1, 3), fmpq(2))), bits).contains(exact)


# The gap chain.


@pytest.mark.parametrize("count", [6, 9, 14])
@pytest.mark.parametrize("chain", [(fmpq(2), fmpq(2), fmpq(1), fmpq(0), fmpq(0)), (fmpq(2), fmpq(3), fmpq(9, 10), fmpq(1, 10), fmpq(1, 5))])
def test_few_nodes_are_charged(monkeypatch: pytest.MonkeyPatch, count: int, chain: tuple[fmpq, ...]) -> None:
    """A rule of a few nodes for the gaps, whose error is felt in every step."""
    x, *rest = chain
    exact = {steps: gap_chain.survival_ball(fmpq(steps), x, *rest) for steps in (2, 3, 6)}

    def few(half: arb, c: arb, least: arb, bits: int) -> tuple[int, arb]:
        return count, min((arb(fmpq(quarters, 4)) for quarters in gap_chain.RADII), key=lambda rho: gap_chain._error(half, c, count, rho).upper())

    monkeypatch.setattr(gap_chain, "_enough", few)
    for steps, value in exact.items():
        found = gap_chain.survival_ball(fmpq(steps), x, *rest)
        assert isinstance(found, arb)
        assert found.contains(arb(value))
        assert found.rad() > 1e6 * arb(value).rad()


# The sampled Gaussian mechanism by a trapezoid rule.

RATIO = LikelihoodRatio.of(fmpq(1, 10), ONE)
EXPONENTS = [(fmpq(5, 2), "mixture-first"), (fmpq(-3, 2), "mixture-second")]


def exact_mean(exponent: fmpq, direction: Any) -> arb:
    order = exponent if direction == "mixture-first" else 1 - exponent
    return (arb(sampled_gaussian_ball(order, fmpq(1, 10), ONE, direction=direction)) * arb(order - 1)).exp()


@pytest.mark.parametrize(("exponent", "direction"), EXPONENTS)
@pytest.mark.parametrize("ends", [(-24, 56), (-64, 24), (-32, 32)])
def test_nodes_that_end_too_early_are_charged(exponent: fmpq, direction: str, ends: tuple[int, int]) -> None:
    """Nodes up to three or four standard deviations: the terms beyond are bounded, by one ratio and by chords."""
    exact = exact_mean(exponent, direction)
    for beyond in ((), (9.0, 13.0)) if exponent > 0 else ((),):
        chosen = sampled_plan.TrapezoidPlan(0.125, 2.0, False, *ends, ((), beyond), 0.0)
        found = power_mean(RATIO, exponent, chosen, 110)
        assert found.contains(exact)
        assert found.rad() > 1e-9


@pytest.mark.parametrize("weighted", [True, False])
def test_logarithms_are_charged_for_few_nodes_and_wide_steps(weighted: bool) -> None:
    exact = sampled_gaussian_ball(ONE, fmpq(1, 10), ONE, direction="mixture-first" if weighted else "mixture-second")
    for step, low, high in ((0.125, -24, 48), (0.125, -64, 40), (1.0, -12, 14), (1.25, -10, 12)):
        found = log_mean(RATIO, weighted, sampled_plan.TrapezoidPlan(step, 2.0, False, low, high, ((), ()), 0.0), 110)
        assert found.contains(arb(exact))
        assert found.rad() > 1e-9


# Integrals over profiles.


def test_the_tail_of_a_profile_is_bounded() -> None:
    """What exp(k s) Q(s/r - r/2) has from a point on, by sums."""
    radius = fmpq(2)
    for rate in (fmpq(-1), fmpq(0), fmpq(1)):
        for start in (arb(2), arb(4), arb(9)):
            h = arb(1) / 64
            summed = h * sum(((arb(rate) * (start + h * k)).exp() * tail((start + h * k) / 2 - 1) for k in range(1, 4000)), arb(0))
            assert summed <= profile_integral._gaussian_tail(ONE, radius, rate, start)


def test_a_sign_that_is_not_seen_is_asked_for_again() -> None:
    assert positive_part(arb(1, "0.5")).contains(1)
    assert positive_part(arb(-1, "0.5")) == 0
    with pytest.raises(TooCoarse, match="a sign is not seen"):
        positive_part(arb(0, "0.5"))
