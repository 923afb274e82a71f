"""The points of a sweep: every combination once and in order, exactly; every wrong field named in one line."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pabisym.errors import InputError
from pabisym.lang.grammar import GRAMMAR
from pabisym.lang.reader import TOML, DocumentTable, read_toml
from pabisym.sweeps.points import Points, read_points


def points_of(data: Any, folder: Path = Path()) -> Points:
    """The points of TOML text, or of the tables that it is."""
    given = read_toml(data, "sweep", 10**6) if isinstance(data, str) else data
    return read_points(DocumentTable(given, "", ("grid", "table", "fixed"), form=TOML, whole="a sweep"), folder)


def values(points: Points) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(str(value)) for value in points.whole(row).values()) for row in points.rows(0, len(points))]


def test_a_grid_has_every_combination_once_the_last_letter_fastest() -> None:
    points = points_of('[grid]\nn = [3, 1, 2]\nx = [0.1, "1/3"]\ny = [7, 8, 9, 10]\n')
    assert len(points) == 24
    third = Fraction(1, 3)
    assert values(points) == list(itertools.product([3, 1, 2], [Fraction(1, 10), third], [7, 8, 9, 10]))
    for start, stop in itertools.combinations(range(0, 25, 3), 2):
        assert list(points.rows(start, stop)) == list(points.rows(0, 24))[start:stop]
        assert points.columns(start, stop, points.texts) == [list(column) for column in zip(*[
            [str(value) for value in row.values()] for row in points.rows(start, stop)], strict=True)]


def test_a_range_has_both_ends() -> None:
    points = points_of({"grid": {"a": {"from": 1, "to": 9, "step": 3}, "b": {"from": 0, "to": 1, "count": 5}, "c": range(2), "d": np.array([4, 5])}})
    assert points.texts == (("1", "4", "7"), ("0", "1/4", "1/2", "3/4", "1"), ("0", "1"), ("4", "5"))


def test_a_logarithmic_scale_is_even_in_ratios_and_rounded_to_six_digits() -> None:
    scale = points_of({"grid": {"x": {"from": "1/3", "to": 300, "count": 31, "scale": "log"}}}).axes[0]
    assert (str(scale[0]), str(scale[-1])) == ("1/3", "300")
    step = 900 ** (1 / 30)
    ratios = [float(Fraction(str(after)) / Fraction(str(before))) for before, after in itertools.pairwise(scale)]
    assert all(abs(ratio / step - 1) < 2e-5 for ratio in ratios)
    assert all(len(str(float(Fraction(str(value)))).replace(".", "").strip("0")) <= 6 for value in scale[1:])


def test_whole_numbers_are_rounded_and_each_is_there_once() -> None:
    points = points_of({"grid": {"n": {"from": 1, "to": 10, "count": 20, "scale": "log", "whole": True}}})
    assert points.texts[0] == tuple(map(str, range(1, 11)))


def test_formulas_have_the_value_of_their_point() -> None:
    points = points_of({"grid": {"n": [4, 7]}, "fixed": {"t": "floor(n/2) + 1", "L": "1/2", "a": "1/k"}})
    assert values(points) == [(4, Fraction(1, 2), 3), (7, Fraction(1, 2), 4)]
    assert points.sequences == (("a", "1/k"),)
    with pytest.raises(InputError, match=r"t: sqrt\(n\) is not rational there"):
        values(points_of({"grid": {"n": [4, 7]}, "fixed": {"t": "sqrt(n)"}}))


def test_a_table_is_rows_from_columns_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "points.csv").write_text("n, x\n3,1/2\n\n4,0.25\n", encoding="utf-8")
    inline, file = points_of({"table": {"n": [3, 4], "x": ["1/2", "0.25"]}}), points_of({"table": "points.csv"}, tmp_path)
    assert inline == file
    assert values(file) == [(3, Fraction(1, 2)), (4, Fraction(1, 4))]


WRONG = [
    ({}, "grid: is missing; give a [grid] of values, or a [table] of points"),
    ({"grid": {"n": [1]}, "table": {"n": [1]}}, "table: is given beside [grid]; give a [grid] of values, or a [table] of points"),
    ({"grid": []}, "grid: is no table with letters; write [grid] and lines such as sigma = [1, 2]"),
    ({"grid": {"n": 3}}, "grid.n: is neither a list nor a range; write [1, 2, 4] or { from = 1, to = 100, count = 20 }"),
    ({"grid": {"n": []}}, "grid.n: has no values; give at least one"),
    ({"grid": {"n": [1, "x"]}}, 'grid.n[1]: \'x\' is not a rational number; write an exact rational such as 3, "3/4" or "0.75"'),
    ({"grid": {"n": [0.5]}}, 'grid.n[0]: the float 0.5 is not exact; quote it, as "0.5"'),
    ({"grid": {"n+1": [1]}}, "grid.n+1: is no name of a letter; use letters as the theorem or the spec has them"),
    ({"grid": {"k": [1]}}, "grid.k: is no name of a letter; use letters as the theorem or the spec has them"),
    ({"grid": {"n": {"from": 1}}}, "grid.n.to: is missing; [grid.n] needs from, to"),
    ({"grid": {"n": {"from": 1, "to": 2, "of": 3}}}, "grid.n.of: is not a key here; the keys are from, to, step, count, scale, whole"),
    ({"grid": {"n": {"from": 2, "to": 1}}}, "grid.n.to: 1 is below 2; give the smaller end first"),
    ({"grid": {"n": {"from": 1, "to": 2, "step": 0}}}, "grid.n.step: 0 is not positive; give a positive step"),
    ({"grid": {"n": {"from": 1, "to": 2, "step": 1, "count": 2}}}, "grid.n.step: is given beside count; keep one of the two"),
    ({"grid": {"n": {"from": 1, "to": 2, "count": 0}}}, "grid.n.count: is no number of values; give an integer from 1 to 1000000"),
    ({"grid": {"n": {"from": 1, "to": 2, "count": 1}}}, "grid.n.count: 1 is too few for two ends; give 2 or more"),
    ({"grid": {"n": {"from": 1, "to": 10**9}}}, "grid.n: is no number of values; give an integer from 1 to 1000000"),
    ({"grid": {"n": {"from": 1, "to": 9, "scale": "log"}}}, "grid.n.count: is missing; say how many numbers the logarithmic scale has"),
    ({"grid": {"n": {"from": 0, "to": 9, "count": 3, "scale": "log"}}}, "grid.n.from: 0 has no logarithm; begin above 0, or use the linear scale"),
    ({"grid": {"n": {"from": 1, "to": 9, "scale": "cubic"}}}, "grid.n.scale: 'cubic' is not known; give one of linear, log"),
    ({"grid": {"n": {"from": 1, "to": 9, "whole": 1}}}, "grid.n.whole: is no truth value; write true or false"),
    ({"grid": {letter: {"from": 1, "to": 10**5} for letter in "abc"}}, f"grid: has {10**15} points; at most {10**12} are swept"),
    ({"grid": {"n": [1]}, "fixed": {"n": 2}}, "fixed.n: is a letter that changes too; keep one of the two"),
    ({"grid": {"n": [1]}, "fixed": {"t": "n/m"}}, "fixed.t: speaks of m, which has no values; use n"),
    ({"grid": {"n": [1]}, "fixed": {"t": "n/"}}, f"fixed.t: 'the end' where a number, a name or '(' was expected (position 3); {GRAMMAR}"),
    ({"grid": {"n": [1]}, "fixed": {"t": "sqrt(2)"}}, "t: sqrt(2) is not rational there; give formulas with rational values"),
    ({"table": {"n": [1, 2], "x": [1]}}, "table: has columns of different lengths: n 2, x 1; give one value per point to every letter"),
    ({"table": {"n": 1}}, "table.n: is no list; give one value per point"),
    ({"table": "nothing.csv"}, "table: nothing.csv cannot be read: No such file or directory; name a CSV file beside the sweep"),
]


@pytest.mark.parametrize(("data", "line"), WRONG, ids=[line.partition(";")[0][:60] for _, line in WRONG])
def test_what_is_wrong_is_named_in_one_line(data: dict[str, Any], line: str) -> None:
    with pytest.raises(InputError) as raised:
        points_of(data)
    assert str(raised.value) == line


@pytest.mark.parametrize(("text", "problem"), [
    ("", "has no line of different names"), ("n,n\n1,2\n", "has no line of different names"), ("n,x\n1\n", "line 2 of p.csv has not 2 cells"),
    ("n,a b\n1,2\n", "is no name of a letter"), ("n\nx\n", "is not a rational number"), ("n\n", "has no values"),
])  # fmt: skip
def test_an_unusable_table_file_says_why(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        points_of({"table": "p.csv"}, tmp_path)
