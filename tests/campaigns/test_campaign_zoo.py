"""The zoo has enough of every kind, and its campaign sees what it is there to see."""

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import inf
from pathlib import Path
from unittest import mock

import pytest
from campaigns import corner_claims, zoo_names
from campaigns import zoo as campaign
from support.zoo import CAUSES, zoo
from support.zoo_answers import pair_apart

from pabisym.derivation.derive import Derivation, Looseness, derive
from pabisym.errors import InputError
from pabisym.lang.budget import seconds_left
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call
from pabisym.spec.read import read_spec

KEPT = {one.name: one for one in zoo()}
FEW = ("a window", "a start, the middle and the end", "phases with one record", "logarithmic noise, one record",
       "one factor at one step", "noise in the last step of every epoch")
"""What is derived by day."""


def test_there_are_enough_specs_of_every_kind() -> None:
    assert len(KEPT) == len(list(zoo())) >= 220
    kinds = Counter(one.kind for one in KEPT.values())
    assert min(kinds.values()) >= 5
    assert len(kinds) >= 13
    assert set(campaign.expected()) <= set(KEPT)
    causes = Counter(number for one in KEPT.values() for number in one.causes)
    assert set(causes) == set(CAUSES)
    assert min(causes.values()) >= 8


@pytest.mark.parametrize("name", FEW)
def test_a_spec_is_compared_with_the_exact_optimum(name: str) -> None:
    found = campaign.judged(KEPT[name], points=5, seed=1)
    assert (found.said, found.points, found.corners, found.equal, found.valueless, found.wrong) == ("exact", 5, 2, 5, 0, "")
    assert found.comparisons >= 15


def forged(found: Derivation, place: str, factor: str) -> Derivation:
    """A derivation of which one number is so many times what it was, without the pair that attains it."""
    if place == "price":
        return replace(found, square=Call("*", (parse(factor), found.square)), lowered=None)
    last = found.routes[-1]
    return replace(found, routes=(replace(last, bound=Call("*", (parse(factor), last.bound))),), lowered=None)


@pytest.mark.parametrize("name", ["a start alone", "mu of two phases", "epsilon of a full batch at a delta", "Laplace from a start",
                                  "logarithmic noise, one record", "one pass, shuffled", "the average of full batches"])
def test_an_answer_beside_the_optimum_is_seen_at_every_point(name: str) -> None:
    found = derive(KEPT[name].spec)
    right = campaign.compared(found, 5, 1)
    assert (right.points, right.wrong) == (5, [])
    for place in ("price", "bound"):
        for factor, said in (("1 + 1/10**9", "is above"), ("1 - 1/10**9", "is below")):
            other = forged(found, place, factor)
            assert sum(said in one for one in campaign.compared(other, 5, 1).wrong) == 5
            upper = replace(other, loose=Looseness("forged", {"D": Fraction(1)}, Fraction(2)))
            assert len(campaign.compared(upper, 5, 1).wrong) == (5 if said == "is below" else 0)


def test_a_pair_that_is_none_of_the_class_or_does_not_attain_is_seen() -> None:
    found = derive(KEPT["a window"].spec)
    spec, pair, point = found.spec, found.attainment.pair, {"T": 5, "a": 2, "z": 3, "g": Fraction(1), "v": Fraction(3), "alpha": Fraction(2)}
    assert pair_apart(spec, pair, point) == Fraction(4, 12)
    assert pair_apart(spec, replace(pair, slope=parse("1/2")), point) < Fraction(4, 12)
    for other in (replace(pair, gap=parse("2*g")), replace(pair, slope=parse("2")), replace(pair, start=parse("1"))):
        with pytest.raises(ArithmeticError):
            pair_apart(spec, other, point)


def test_what_a_log_has_is_not_done_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = str(tmp_path / "log")
    assert campaign.run(["a window"], points=2, log=log) == 0
    with mock.patch.object(campaign, "alone", side_effect=AssertionError):
        assert campaign.run(["a window"], points=2, log=log) == 0
    assert set(campaign.logged(log, 2, campaign.SEED)) == {"a window"}
    assert campaign.logged(log, 3, campaign.SEED) == {}
    first, again = capsys.readouterr().out.split(" points, ")[:2]
    assert first.splitlines()[0] in again


@pytest.mark.campaign
@pytest.mark.parametrize("name", KEPT)
def test_a_spec_is_read_or_refused_by_field(name: str) -> None:
    try:
        spec = read_spec(KEPT[name].spec)
    except InputError as reason:
        pytest.fail(str(reason)) if campaign.expected().get(name, "refused") != "refused" else None
    else:
        assert spec.process.letters <= set(spec.symbols)


def test_a_renamed_spec_has_the_renamed_answer() -> None:
    assert zoo_names.judged(KEPT["a start alone"], seed=1, count=2)[0] == "same"


def test_claims_about_a_corner_have_budgets_of_their_own_and_are_not_looked_at_twice(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for one in islice(corner_claims.corners(2, random.Random(corner_claims.SEED)), 2):
        assert seconds_left() == inf
        assert one.derived is not None
    assert corner_claims.run(2, log=str(log)) == 0
    first = log.read_text(encoding="utf-8")
    assert [json.loads(line)[1:3] for line in first.splitlines()] == [[True, False]] * 2
    with mock.patch.object(corner_claims, "found", side_effect=AssertionError):
        assert corner_claims.run(2, log=str(log)) == 0
    assert log.read_text(encoding="utf-8") == first


@pytest.mark.campaign
def test_no_true_claim_is_refuted_beside_random_corners(capsys: pytest.CaptureFixture[str]) -> None:
    assert corner_claims.run(40, seed=7) == 0
    assert "40 claims that are false in a corner" in capsys.readouterr().out
