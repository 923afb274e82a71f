"""The page of answers beside the literature says what is derived and what the ratios are."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.answers import ROWS, Row, ratio, table

from pabisym.derivation.derive import derive
from pabisym.derivation.optimum import value_at
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.term import Call
from pabisym.spec.read import read_spec

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_what_the_rows_say() -> None:
    assert len(ROWS) == 10
    assert (ROOT / "docs" / "questions" / "answers.md").read_text(encoding="utf-8") == table()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.spec}, {row.paper}")
def test_far_out_a_ratio_is_near_its_limit_and_nowhere_below_one(row: Row) -> None:
    formula, far = ratio(row, row.far)
    near = f"({row.limit}) - 1/100 <= x" if row.limit else "x >= 100"
    assert decide(parse(near.replace("x", f"({row.printed})/({row.derived})"), "ratio", None), far) == "true"
    if row.limit:
        assert decide(parse(f"({row.printed})/({row.derived}) <= ({row.limit}) + 1/100", "ratio", None), far) == "true"
    assert decide(Call(">=", (formula, parse("1"))), ratio(row, row.at)[1]) == "true"


@pytest.mark.campaign
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.spec}, {row.paper}")
def test_a_row_is_the_price_that_is_derived(row: Row) -> None:
    path = ROOT / "tests" / "specs" / f"{row.spec}.toml"
    price, used = derive(path).mu_squared, 0
    for point in read_spec(path).points(60, seed=20261123):
        try:
            own, derived = value_at(parse(row.derived), point), value_at(price, point)
        except (InputError, Undecided):
            continue
        used += 1
        assert own == derived
    assert used >= 10
