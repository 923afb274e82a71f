"""The histogram of epsilon over the examples of a weighted sampler."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pabisym.accounting import certified_epsilon, weighted_epsilons
from pabisym.errors import InputError

RUN: dict[str, Any] = {"noise_multiplier": 1, "steps": 20}


def test_each_bin_has_the_epsilon_of_its_largest_rate() -> None:
    draw = random.Random(1)
    rates = [Fraction(draw.randint(0, 40), 400) for _ in range(200)]
    found = weighted_epsilons("1e-5", rates=rates, bins=4, **RUN)
    assert sum(one.examples for one in found.bins) == 200
    assert len(found.bins) <= 5
    for one in found.bins:
        assert one.examples == sum(one.above < rate <= one.rate for rate in rates) + (rates.count(Fraction(0)) if one is found.bins[0] else 0)
        exact = certified_epsilon("1e-5", rate=one.rate, **RUN)
        assert one.lower <= exact.upper
        assert exact.lower <= one.upper
    assert [one.upper for one in found.bins] == sorted(one.upper for one in found.bins)
    assert found.worst.rate == max(rates)
    assert found.table().count("\n") == len(found.bins) + 1
    assert found.to_json()["delta"] == "1/100000"


def test_equal_rates_are_one_bin_and_what_is_never_drawn_reveals_nothing() -> None:
    found = weighted_epsilons(1e-5, rates=np.array([0.0, 0.0, 0.125, 0.125, 0.125]), bins=2, **RUN)
    assert [(one.examples, float(one.rate)) for one in found.bins] == [(2, 0), (3, 0.125)]
    assert found.bins[0].upper == 0 < found.worst.lower


@pytest.mark.parametrize(("change", "field"), [
    ({"rates": []}, "rates"), ({"rates": "1"}, "rates"), ({"rates": [2]}, "rates"), ({"rates": [-1, "1/2"]}, "rates"), ({"rates": ["x"]}, "rates"),
    ({"bins": 0}, "bins"), ({"bins": True}, "bins"), ({"noise_multiplier": 0}, "noise_multiplier"), ({"steps": "1/2"}, "steps"), ({"delta": 1}, "delta"),
])  # fmt: skip
def test_what_cannot_be_used_is_named(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        weighted_epsilons(**{"delta": "1e-5", "rates": ["1/8"], **RUN, **change})
    assert caught.value.field == field
