"""Open problems at numbers of one's own: both ends certified and in order, and one line for what is none of the problem."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pabisym
from pabisym.atlases.gaps import PROBLEMS
from pabisym.errors import InputError


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_problem_is_open_in_the_stored_atlas(name: str) -> None:
    cell = PROBLEMS[name].cell
    assert all(value.ratio is not None and value.ratio > 1 for value in cell.values[:2])  # at the run of practice some have no lower bound
    assert cell.tightness in ("factor", "upper only")
    assert cell.open


@pytest.mark.parametrize(("name", "given"), [
    pytest.param("bi-lipschitz", {}, marks=pytest.mark.campaign), ("bi-lipschitz", {"sampling": "shuffled", "steps": 37}),
    pytest.param("bounded-domain", {"steps": 60, "diameter": 2}, marks=pytest.mark.campaign),
    ("bounded-domain", {"sampling": "cyclic", "epochs": 3}), ("random-batches", {"steps": 20}),
])  # fmt: skip
def test_both_ends_are_in_order(name: str, given: dict[str, Any]) -> None:
    found = pabisym.gap(name, **given)
    assert found.lower is not None
    assert found.ratio is not None
    assert 0 < found.lower <= found.upper
    assert found.ratio == found.upper / found.lower
    assert found.value.by
    assert found.value.lower_by
    assert str(found.run.steps) in str(found.to_json()["configuration"])


def test_full_batches_of_strongly_convex_losses_are_closed() -> None:
    found = pabisym.gap("bi-lipschitz", sampling="full", noise_multiplier=50)
    assert found.value.met
    assert found.value.recorded == "exact"
    assert found.ratio is not None
    assert found.ratio < 1 + Fraction(1, 10**6)


def test_a_domain_in_which_nothing_is_known() -> None:
    found = pabisym.gap("bounded-domain", diameter="1/1000", steps=20)
    assert (found.lower, found.ratio) == (None, None)
    assert found.to_json()["epsilon"] == {"lower": "0", "upper": found.value.upper.upper}


@pytest.mark.parametrize(("name", "given", "said"), [
    ("bi-lipschits", {}, "problem: 'bi-lipschits' is not known; did you mean bi-lipschitz?"),
    ("random-batches", {"sampling": "cyclic"}, "sampling: 'cyclic' is not about this problem; give one of fixed-size, poisson"),
    ("bi-lipschitz", {"loss": "convex"}, "loss: 'convex' is not about this problem; it is about loss = strongly-convex"),
    ("bounded-domain", {"steps": "many"}, "steps: "),
])  # fmt: skip
def test_unusable_input(name: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as raised:
        pabisym.gap(name, **given)
    assert str(raised.value).startswith(said)
