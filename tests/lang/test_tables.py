"""Results that are tables: their rows as records, and as a table of pandas where that is installed."""

from __future__ import annotations

import sys
from fractions import Fraction
from types import ModuleType

import pytest

import pabisym
from pabisym.errors import InputError
from pabisym.lang.tables import outward_float


def test_every_table_has_rows_and_records() -> None:
    sweep = pabisym.sweep({"grid": {"g": [1, 2, 3]}, "convert": {"gdp": "g", "delta": "1e-5"}})
    tables = [sweep, pabisym.beliefs("feldman2018/lemma-20"), pabisym.atlas(loss="convex", batches="full"),
              pabisym.privacy(examples=100, batch=10, steps=3, noise_multiplier=10, sampling="cyclic", delta="1e-5")]
    for table in tables:
        records = table.records()
        assert len(records) == len(table.rows) > 0
        assert all(record.keys() == records[0].keys() for record in records) or table is tables[-1]
    assert [record["g"] for record in sweep.records()] == ["1", "2", "3"]


def test_enclosures_become_floats_that_enclose_them() -> None:
    found = pabisym.privacy(examples=100, batch=10, steps=3, noise_multiplier=10, sampling="cyclic", delta="1e-5")
    record, epsilon = found.records()[0], found.rows[0].epsilon
    assert epsilon is not None
    assert Fraction(record["epsilon.lower"]) <= Fraction(epsilon.lower) <= Fraction(epsilon.upper) <= Fraction(record["epsilon.upper"])
    assert record["epsilon.upper"] - record["epsilon.lower"] < 1e-6


@pytest.mark.parametrize("text", ["0.1", "1", "1e-400", "1e400", "-1e400", "0.30000000000000000001", "-0.1", "inf", "-inf"])
def test_floats_are_rounded_outwards(text: str) -> None:
    low, high = outward_float(text, up=False), outward_float(text, up=True)
    if "inf" in text:
        assert low == high == float(text)
        return
    assert low == float("-inf") or Fraction(low) <= Fraction(text)
    assert high == float("inf") or Fraction(text) <= Fraction(high)
    assert (text == "1") == (low == high)


def test_pandas_gets_the_records(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pandas(ModuleType):
        DataFrame = staticmethod(list)

    table = pabisym.atlas(loss="convex", batches="full")
    monkeypatch.setitem(sys.modules, "pandas", Pandas("pandas"))
    assert table.to_pandas() == table.records()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"pandas: is not installed; install pandas, or use \.records"):
        table.to_pandas()
