"""Steps of Laplace noise: the pair against sums over outcomes, compositions against those that are known in closed form."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq

from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.laplace import laplace_epsilon
from pabisym.accounting.laplace_shape import LaplaceShape
from pabisym.errors import InputError

SHAPES = [LaplaceShape(kind, rate, move) for kind in ("absent", "opposite") for rate in (fmpq(1, 5), fmpq(1)) for move in (fmpq(1, 3), fmpq(2))]


def laws(shape: LaplaceShape, points: int = 400_001, far: float = 30) -> tuple[np.ndarray, np.ndarray]:
    """Masses of both laws on a fine grid that has the kinks of their densities, by the rule of Simpson."""
    x = np.linspace(-far, far, points)
    q, u = float(shape.rate), float(shape.move)
    other = 0.0 if shape.kind == "absent" else -u
    rule = np.where(np.arange(points) % 2 == 1, 4.0, 2.0) * (x[1] - x[0]) / 3
    base = np.exp(-np.abs(x)) / 2 * (1 - q)
    return tuple((base + q * np.exp(-np.abs(x - place)) / 2) * rule for place in (u, other))  # type: ignore[return-value]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_divergences_are_sums_over_outcomes(shape: LaplaceShape) -> None:
    first, second = laws(shape)
    for gamma in (fmpq(1), fmpq(11, 10), fmpq(3, 2), fmpq(4)):
        summed = float(np.maximum(first - float(gamma) * second, 0).sum())
        assert abs(float(shape.divergence(arb(gamma))) - summed) < 1e-7
    if shape.kind == "absent":
        for gamma in (fmpq(1, 2), fmpq(9, 10)):
            summed = float(np.maximum(first - float(gamma) * second, 0).sum())
            assert abs(float(shape.divergence(arb(gamma))) - summed) < 1e-7


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_losses_end_where_the_ratio_does(shape: LaplaceShape) -> None:
    top = shape.loss(arb(50)).exp()
    assert shape.tails(top * fmpq(1001, 1000)) == (0, 0)
    beyond = shape.tails(top * fmpq(999, 1000))
    assert beyond[0] > 0
    losses, one, two = shape.outcomes(2001)
    assert abs(np.exp(one).sum() - 1) < 1e-3
    assert abs(np.exp(two).sum() - 1) < 1e-3
    assert abs(losses.max() - float(top.log())) < 1e-9


def test_one_step_in_closed_form() -> None:
    """E at e^eps is 1 - e^((eps - s)/2) for noise of scale 1 and a shift s, so that eps = s + 2 log(1 - delta)."""
    for z, delta in ((3, fmpq(1, 1000)), (7, fmpq(1, 10**6))):
        found = laplace_epsilon(delta, scale_multiplier=fmpq(z), steps=1, rate=fmpq(1), sampling="full", adjacency="replace")
        exact = arb(fmpq(2, z)) + 2 * (1 - arb(delta)).log()
        assert arb(found.ends.lower) <= exact <= arb(found.ends.upper)
        assert found.ends.gap <= 1e-9


@pytest.mark.parametrize(("sampling", "rate"), [("poisson", fmpq(1, 5)), *(
    pytest.param(*one, marks=pytest.mark.campaign) for one in (("full", fmpq(1)), ("fixed-size", fmpq(1, 5))))])
def test_two_steps_against_a_sum_over_both_outcomes(sampling: str, rate: fmpq) -> None:
    steps, z, delta = 2, fmpq(2), fmpq(1, 100)
    found = laplace_epsilon(delta, scale_multiplier=z, steps=steps, rate=rate, sampling=sampling, adjacency="replace")
    kind = "opposite" if sampling == "poisson" else "absent"
    shape = LaplaceShape(kind, rate, 1 / z if sampling == "poisson" else 2 / z)  # type: ignore[arg-type]
    first, second = laws(shape, 2801, 14)
    one, two = np.outer(first, first), np.outer(second, second)

    def divergence(epsilon: Fraction) -> float:
        gamma = math.exp(epsilon)
        return max(float(np.maximum(one - gamma * two, 0).sum()), float(np.maximum(two - gamma * one, 0).sum()))

    low, high = (Fraction(int(end.p), int(end.q)) for end in (found.ends.lower, found.ends.upper))
    assert divergence(low) > float(delta) * (1 - 1e-3)  # sums have an error of their own
    assert divergence(high) < float(delta) * (1 + 1e-3)


def test_many_small_steps_are_as_those_of_a_normal_law() -> None:
    """With scales of 1/s^2 steps the losses add up to those of N(s^2/2, s^2): the gap to the Gaussian accountant is small."""
    found = laplace_epsilon(fmpq(1, 10**5), scale_multiplier=fmpq(100), steps=2500, rate=fmpq(1), sampling="full", adjacency="replace")
    normal = certified_epsilon("1e-5", noise_multiplier=100, steps=2500, sampling="full", adjacency="replace")
    assert found.tight
    assert abs(float(found.ends.upper) / float(normal.upper) - 1) < 0.02


def test_sampling_helps_and_a_replaced_example_costs_more() -> None:
    def upper(**values: object) -> fmpq:
        given: dict[str, object] = {"scale_multiplier": fmpq(3), "steps": 20, "rate": fmpq(1, 10), "sampling": "poisson", "adjacency": "replace"}
        return laplace_epsilon(fmpq(1, 10**5), **{**given, **values}).ends.upper  # type: ignore[arg-type]

    assert upper() < upper(sampling="fixed-size") < upper(rate=fmpq(1))
    assert upper(adjacency="add-remove") < upper()
    assert upper(adjacency="remove") <= upper(adjacency="add-remove")


def test_what_is_not_covered() -> None:
    with pytest.raises(InputError, match="adjacency: zero-out is not covered"):
        laplace_epsilon(fmpq(1, 10), scale_multiplier=fmpq(1), steps=2, rate=fmpq(1, 2), sampling="fixed-size", adjacency="zero-out")
