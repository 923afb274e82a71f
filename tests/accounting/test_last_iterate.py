"""The last iterate on random batches: its bound against closed forms, composition, and exactly solved runs."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.last_iterate import IterateSetting, Split, _splits, last_iterate_delta, last_iterate_epsilon
from pabisym.accounting.shapes import GaussianShape
from pabisym.errors import InputError
from pabisym.lang.rational import power_of_ten
from pabisym.numerics.evaluator import tail, working_precision

RUN: dict[str, Any] = {"noise_multiplier": 4, "steps": 60, "examples": 200, "batch": 20, "learning_rate": 1, "gap": "1/20"}


def test_contraction_amplifies() -> None:
    composed = certified_epsilon("1e-5", noise_multiplier=4, steps=60, examples=200, batch=20, sampling="fixed-size", adjacency="replace", gap="1/20")
    still = last_iterate_epsilon("1e-5", **RUN)
    assert (still.back, still.share, still.mu_squared) == (60, 1, 0)
    assert still.lower <= composed.upper * Fraction(21, 20)
    assert composed.upper <= still.upper * Fraction(21, 20)
    moved = last_iterate_epsilon("1e-5", **RUN, contraction="1/2")
    assert moved.upper < still.lower / 2
    assert moved.back < 60
    assert any("interpolation" in belief for belief in moved.believes)
    assert not any("interpolation" in belief for belief in still.believes)
    assert json.loads(json.dumps(moved.to_json()))["back"] == moved.back


@pytest.mark.parametrize("near", [power_of_ten(-25), power_of_ten(-28), power_of_ten(-40), power_of_ten(-400)])
def test_a_contraction_that_balls_do_not_tell_from_1_is_no_worse_than_1(near: fmpq) -> None:
    """1 - c is a ball around 0, and so was what is divided by it: it ended in status 70."""
    setting, still = (IterateSetting(60, fmpq(1, 2), fmpq(1, 10), c, None) for c in (1 - near, fmpq(1)))
    for back, shifted in ((10, 10), (30, 5), (59, 1)):
        square, limit = (one.square(back, shifted, fmpq(1, 2)) for one in (setting, still))
        exact = ((60 - back) * fmpq(1, 2)) ** 2 / (fmpq(1, 2) * shifted)
        assert (1 - 200 * near) * exact <= square <= limit * (1 + fmpq(1, 10**12)) + 10**5 * near


def test_a_small_domain_forgets() -> None:
    narrow = last_iterate_epsilon("1e-5", **RUN, diameter="1/100")
    assert narrow.upper < last_iterate_epsilon("1e-5", **RUN, diameter=100).lower
    assert last_iterate_delta(narrow.upper, **{**RUN, "gap": "1/4"}, diameter="1/100").lower <= Fraction(1, 10**5)


def signal(setting: IterateSetting, split: Split) -> arb:
    """mu^2 by adding up best shifts, which are in proportion to what is left of them times the free variance."""
    free = [1 - split.share if i < split.shifted else fmpq(0) for i in range(split.back)]
    weights = [arb(setting.contraction) ** i * arb(v) for i, v in enumerate(free)]
    needed = arb(setting.contraction) ** split.back * arb(setting.distance(split.back))
    scale = needed / sum((arb(setting.contraction) ** i * w for i, w in enumerate(weights)), arb(0))
    return sum(((scale * w) ** 2 / arb(v) for w, v in zip(weights, free, strict=True) if v > 0), arb(0))


@settings(max_examples=by_day(50), deadline=None)
@given(st.integers(2, 30), st.fractions(Fraction(1, 10), 1, max_denominator=20), st.fractions(Fraction(1, 10), 3, max_denominator=10), st.data())
def test_the_signal_of_the_shifts(steps: int, contraction: Fraction, gap: Fraction, data: st.DataObject) -> None:
    setting = IterateSetting(steps, fmpq(gap.numerator, gap.denominator), fmpq(1, 10), fmpq(contraction.numerator, contraction.denominator),
                      data.draw(st.sampled_from([None, fmpq(1, 2), fmpq(50)])))
    splits = [split for split in _splits(setting) if split.back < steps]
    split = data.draw(st.sampled_from(splits))
    with working_precision(128):
        exact = signal(setting, split)
        assert not arb(split.square) < exact
        assert arb(split.square) < exact * (1 + arb(10) ** -9) + arb(setting.gap * setting.rate) ** 2 / 20
        assert not arb(setting.square(split.back, split.shifted, split.share)) < exact


def linear_profile(steps: int, rate: float, contraction: float, gap: float, gamma: float, draws: int = 14) -> float:
    """A lower bound of E_gamma for losses with constant gradients times c^k: the first record adds c^(T-t) s whenever it is drawn."""
    from itertools import product

    variance = math.sqrt(sum(contraction ** (2 * i) for i in range(steps)))
    means = []
    for drawn in product((0, 1), repeat=steps):
        weight = math.prod(rate if one else 1 - rate for one in drawn)
        means.append((weight, sum(gap * contraction**i for i, one in enumerate(drawn) if one) / variance))
    return max(sum(w * float(tail(arb(x / 8 - m))) for w, m in means) - gamma * float(tail(arb(x / 8))) for x in range(-16, 60))


@pytest.mark.parametrize(("steps", "contraction"), [(4, "1/2"), (3, 1), *(pytest.param(*one, marks=pytest.mark.campaign) for one in ((1, "1/2"), (5, "9/10")))])
def test_runs_with_linear_losses_reveal_no_more(steps: int, contraction: object) -> None:
    # quadratics with the same curvature: x moves to c x + (drawn) s, an exactly known mixture of Gaussians
    for epsilon in ("0", "2"):
        found = last_iterate_delta(epsilon, noise_multiplier=1, steps=steps, examples=10, batch=3, learning_rate=1, contraction=contraction, gap="1/3")
        exact = linear_profile(steps, 0.3, float(Fraction(contraction)), 2.0, math.exp(Fraction(epsilon)))  # type: ignore[arg-type]
        assert exact <= float(found.upper) * (1 + 1e-9), (epsilon, exact)
        assert exact > 0 or epsilon == "2"


@pytest.mark.parametrize(("change", "field"), [
    ({"contraction": 2}, "contraction"), ({"contraction": -1}, "contraction"), ({"diameter": -1}, "diameter"), ({"learning_rate": 0}, "learning_rate"),
    ({"clip": 0}, "clip"), ({"batch": "1/2"}, "batch"), ({"batch": 300}, "batch"), ({"gap": 5}, "gap"),
])  # fmt: skip
def test_inputs_that_are_refused(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        last_iterate_epsilon("1e-5", **{**RUN, **change})
    assert caught.value.field == field


def test_the_parts_of_a_split_are_those_of_the_bound() -> None:
    """Of ten steps back four are shifted, with 1/4 of the noise for the sampled difference: C_q(G(s)) six times, C_q(G(2s)) four times, G(mu)."""
    found = IterateSetting(20, fmpq(1, 2), fmpq(1, 10), fmpq(9, 10), None).parts(Split(10, 4, fmpq(1, 4), fmpq(3)))
    assert [(curve.above.rate, curve.above.square, times) for curve, times in found if isinstance(curve.above, GaussianShape)] == [
        (fmpq(1, 10), fmpq(1, 4), 6), (fmpq(1, 10), fmpq(1), 4), (fmpq(1), fmpq(3), 1)]
