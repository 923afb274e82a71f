"""What a comparison assumes in sentences; what other losses leave; what is said of parameters that were not given."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pabisym import compare
from pabisym.accounting.accountant import certified_epsilon
from pabisym.comparison.compare import Comparison
from pabisym.comparison.drawn import random_batches
from pabisym.comparison.sentences import SENTENCES, defaults, sentence, sentences
from pabisym.comparison.symbols import RunSymbols
from pabisym.errors import InputError
from pabisym.show.compared import comparison_blocks
from pabisym.show.rendering import markdown

RUN: dict[str, Any] = {"n": 40, "b": 10, "T": 12, "eta": "1/10", "L": 1, "sigma": 4, "delta": "1e-5", "M": 1}


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare(**RUN)


def test_every_row_assumes_sentences(found: Comparison) -> None:
    for row in found.applicable:
        assert row.judged
        assert all(kind in SENTENCES for kind in row.judged), row.id
    numbers = sentences(kind for row in found.applicable for kind in row.judged)
    assert list(numbers.values()) == list(range(1, len(numbers) + 1))
    assert sentence("unheard") == "unheard"


@pytest.mark.parametrize("loss", ["nonconvex", "clipped"])
def test_other_losses_leave_composition(found: Comparison, loss: str) -> None:
    left = compare(**RUN, loss=loss)
    assert [row.id for row in left.applicable] == ["pabisym/composition"]
    other = next(row for row in left.rows if row.id == "pabisym/periodic-gap")
    assert other.fails == f"{SENTENCES['lipschitz']}; the losses are {loss}"
    assert next(row for row in found.applicable).id == "pabisym/periodic-gap"


def test_losses_that_are_none() -> None:
    with pytest.raises(InputError, match="loss: 'convexe' is not known; did you mean convex"):
        compare(**RUN, loss="convexe")
    with pytest.raises(InputError, match="loss: is strongly convex, but m is 0"):
        compare(**RUN, loss="strongly-convex")


def test_defaults_are_said(found: Comparison) -> None:
    said = list(defaults(RUN))
    assert said[0] == "m = 0: losses are convex, and not known to be strongly convex"
    assert not any("smoothness" in one for one in said)
    assert "neighbouring data sets differ in one record that is replaced" in said
    assert not any(one.startswith("m = 0") for one in defaults({**RUN, "m": 0}))


def test_the_accountant_is_told_of_random_batches(found: Comparison) -> None:
    """sigma b/L = 40 is the noise multiplier; its upper end is a guarantee, told where it is below the best row."""
    drawn = random_batches(found.setting)
    assert drawn is not None
    told = certified_epsilon("1e-5", noise_multiplier=40, steps=12, examples=40, batch=10, sampling="fixed-size", adjacency="replace")
    assert told.lower <= drawn.upper
    told_of = markdown(comparison_blocks(found, RUN, drawn))
    assert found.best is not None
    assert found.best.epsilon is not None
    assert ("the accountant gives" in told_of) == (drawn.upper < Fraction(found.best.epsilon.upper))
    assert random_batches(RunSymbols.of({**RUN, "b": 40})) is None


@pytest.mark.parametrize("upper", [Fraction(58905, 10**6), Fraction(10), Fraction(123456, 10**9), Fraction(2, 3)])
def test_what_is_printed_of_the_accountant_is_no_less(found: Comparison, upper: Fraction) -> None:
    drawn = random_batches(found.setting, lower=False)
    assert drawn is not None
    said = markdown(comparison_blocks(replace(found, rows=()), RUN, replace(drawn, upper=upper)))
    told = re.search(r"accountant gives ε ≤ (\S+)", said)
    assert told is not None
    assert upper <= Fraction(told[1]) <= upper * Fraction(1001, 1000)
