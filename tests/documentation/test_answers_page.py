"""The page of answers beside the literature says what is derived and what the ratios are."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.answers import LIMITS, ROWS, ByHand, Row, file_of, ratio, table

from pabisym.derivation.asymptotics import limit
from pabisym.derivation.derive import derive
from pabisym.derivation.optimum import value_at
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call
from pabisym.spec.read import read_spec

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_what_the_rows_say() -> None:
    assert (len(ROWS), len(LIMITS)) == (25, 10)
    assert (ROOT / "docs" / "questions" / "answers.md").read_text(encoding="utf-8") == table()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.spec}, {row.paper}")
def test_far_out_a_ratio_is_near_its_limit_and_nowhere_below_one(row: Row) -> None:
    formula, far = ratio(row, row.far)
    near = f"({row.limit}) - 1/100 <= x" if row.limit else "x >= 100"
    assert decide(parse(near.replace("x", f"({row.printed})/({row.derived})"), "ratio", None), far) == "true"
    if row.limit:
        assert decide(parse(f"({row.printed})/({row.derived}) <= ({row.limit}) + 1/100", "ratio", None), far) == "true"
    below = Call(">=", (formula, parse("1")))
    assert decide(below, ratio(row, row.at)[1]) == ("false" if row.paper.endswith("refuted") else "true")


@pytest.mark.campaign
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.spec}, {row.paper}")
def test_a_row_is_the_price_that_is_derived(row: Row) -> None:
    spec = read_spec(file_of(row.spec))
    price, used = derive(spec).mu_squared, 0
    for point in spec.points(60, seed=20261123):
        try:
            own, derived = value_at(parse(row.derived), point), value_at(price, point)
        except (InputError, Undecided):
            continue
        used += 1
        assert own == derived
    assert used >= 10


@pytest.mark.campaign
@pytest.mark.parametrize("one", LIMITS, ids=lambda one: f"{one.spec}, {one.letter} to {one.to}")
def test_a_limit_is_what_one_sees_by_hand(one: ByHand) -> None:
    spec = read_spec(file_of(one.spec))
    found, used = limit(derive(spec), one.letter, one.to), 0
    value = found.leading if one.limit == "0" or found.value is None else found.value
    by_hand = parse(one.limit)
    assert value is not None
    if one.limit == "0":
        assert found.value == by_hand
        return
    for point in spec.points(20, seed=20261126):
        used += decide(Call("==", (value, by_hand)), point) == "true"
    assert used == 20
