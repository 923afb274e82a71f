"""The zoo has enough of every kind, and its campaign sees what it is there to see."""

from collections import Counter
from dataclasses import replace

import pytest
from campaigns import corner_claims, zoo_names
from campaigns import zoo as campaign
from support.zoo import CAUSES, zoo

from pabisym.derivation.derive import Derivation, derive
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.spec.read import read_spec

KEPT = {one.name: one for one in zoo()}
FEW = ("a window", "a start, the middle and the end", "phases with one record", "logarithmic noise, one record")
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
    assert (found.said, found.points, found.equal, found.wrong) == ("exact", 5, 5, "")


def test_a_price_beside_the_optimum_is_seen() -> None:
    found = derive(KEPT["a start alone"].spec)
    for factor, said in (("2", "is above the optimum"), ("1/2", "is below the optimum")):
        other: Derivation = replace(found, square=parse(f"({factor})*D**2/(v*T)"))
        used, equal, wrong = campaign.compared(other, 5, 1)
        assert used == 5 > equal
        assert said in wrong


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


@pytest.mark.campaign
def test_no_true_claim_is_refuted_beside_random_corners(capsys: pytest.CaptureFixture[str]) -> None:
    assert corner_claims.run(40, seed=7) == 0
    assert "40 claims that are false in a corner" in capsys.readouterr().out
