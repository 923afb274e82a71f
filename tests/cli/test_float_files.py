"""Files straight into arrays: the same numbers, rounded the same way, as one by one; what cannot be read so is read one by one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from pyarrow import parquet

from pabisym.errors import InputError
from pabisym.lang.rational import plain_rationals, rational
from pabisym.lang.reader import read_json
from pabisym.shift.instance import Instance
from pabisym.shift.reading.arrays import instance_arrays
from pabisym.shift.reading.files import read_arrays, read_float_json

Run = Callable[..., Any]


def decimal(rng: random.Random) -> str:
    x = rng.random()
    return rng.choice((
        repr(x), repr(x * 10 ** rng.randint(-60, 60)), str(rng.randint(0, 10 ** rng.randint(1, 20))), repr(rng.randint(0, 999) / 2 ** rng.randint(0, 12)),
        f"{x:.{rng.randint(0, 25)}f}", f"{x * 10 ** rng.randint(-30, 30):.{rng.randint(0, 25)}e}", f"{rng.randint(1, 9999)}e{rng.randint(-30, 30)}",
        f"{rng.randint(0, 1)}.{rng.randint(0, 10**16)}" + "0" * rng.randint(0, 6), f"{rng.randint(0, 99)}E+{rng.randint(0, 25):03d}",
    ))


def document(rng: random.Random, steps: int) -> str:
    def listed(between: str) -> str:
        return "[" + between.join(decimal(rng) for _ in range(steps)) + "]"

    rows = {"steps": str(steps), "gap": listed(" , "), "noise_variance": listed(",\n"), "contraction": rng.choice((listed(","), decimal(rng))),
            "diameter": rng.choice(("null", decimal(rng))), "start_shift": decimal(rng)}
    return "{" + ", ".join(f'"{name}": {row}' for name, row in rows.items()) + "}"


def compare(text: str) -> None:
    found, instance = read_float_json(text.encode()), Instance.from_json(read_json(text), floats=True)
    assert found is not None
    *arrays, start, diameter, rounded = instance_arrays(instance)
    for one, other in zip(found[:3], arrays, strict=True):
        assert np.array_equal(one, other), text
    assert (found.start, found.diameter, found.rounded) == (start, diameter, rounded)


@pytest.mark.parametrize("count", [30, pytest.param(3000, marks=pytest.mark.campaign)])
def test_decimals_are_rounded_as_one_by_one(count: int) -> None:
    rng = random.Random(count)
    for _ in range(count):
        compare(document(rng, rng.randint(1, 300)))
    exact = json.dumps({"steps": 4, "gap": [0.5, 1, 0, 1e22], "noise_variance": [1, 2, 4, 2.0**-20]})
    compare(exact)
    assert read_float_json(exact.encode()).rounded is False  # type: ignore[union-attr]


@pytest.mark.parametrize("text", [
    '{"steps": 2, "gap": [1, -1.5], "noise_variance": 1}', '{"steps": 2, "gap": [1, 1e400], "noise_variance": 1}', '{"steps": 2, "gap": [1e-400, 1], "noise_variance": 1}',
    '{"steps": 2, "gap": [1, "3/4"], "noise_variance": 1}', '{"steps": 2, "gap": [1, true], "noise_variance": 1}', '{"steps": 2, "gap": [1, NaN], "noise_variance": 1}',
    '{"steps": 2, "gap": [1, 01], "noise_variance": 1}', '{"steps": 2, "gap": [1, .5], "noise_variance": 1}', '{"steps": 2, "gap": [1, 2,], "noise_variance": 1}',
    '{"steps": 3, "gap": [1, 2], "noise_variance": 1}', '{"steps": 2, "gap": [1, 2], "gap": [1, 2], "noise_variance": 1}', '{"steps": 2, "gap": [1, 2]}',
    '{"steps": 2, "gap": [1, 2], "noise_variance": 1, "sigma": 2}', '{"steps": 2, "gap": [1, 2], "noise_variance": 1, "allocation": [1, 2]}',
    '{"steps": 2, "gap": [[1], 2], "noise_variance": 1}', '[1, 2]', "", '{"gap": [1, 2]', '{"steps": 2, "gap": [1, 2], "noise_variance": -1}',
    '{"steps": true, "gap": [1], "noise_variance": 1}', '{"steps": 2, "gap": 1, "noise_variance": 1}', '{"steps": 2, "gap": [1, -0.0], "noise_variance": 1}',
])
def test_everything_else_is_read_one_by_one(text: str) -> None:
    assert read_float_json(text.encode()) is None


@pytest.mark.parametrize("text", ['{"steps": 2, "gap": [1, -1.5], "noise_variance": 1}', '{"steps": 3, "gap": [1, 2.5], "noise_variance": 1}',
                                  '{"steps": 2, "gap": [1, 2.5], "gap": [1], "noise_variance": 1}', '{"steps": 1, "gap": [0.1], "noise_variance": 1e-400}'])
def test_an_unusable_file_is_refused_in_the_same_words(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(text, encoding="utf-8")
    done = run("allocate", str(file), "--arithmetic", "float")
    with pytest.raises(InputError) as refused:
        instance_arrays(Instance.from_json(read_json(text), floats=True))
    assert (done.status, done.out, done.err) == (2, "", f"pabisym: error: {refused.value}\n")


ROWS = {"gap": [0.5, 1.5, 0.25], "noise_variance": [1.0, 2.0, 1.0]}


@pytest.mark.parametrize("name", ["x.npz", "x.parquet"])
def test_arrays_in_files_are_solved_like_json(run: Run, tmp_path: Path, name: str) -> None:
    file, plain = tmp_path / name, tmp_path / "x.json"
    if name.endswith("npz"):
        np.savez(file, **{key: np.array(one) for key, one in ROWS.items()}, start_shift=np.array([2.0]), diameter=np.array(3.0))
    else:
        parquet.write_table(pyarrow.table({**ROWS, "start_shift": [2.0] * 3, "diameter": [3.0] * 3}), file)
    plain.write_text(json.dumps({"steps": 3, **ROWS, "start_shift": 2.0, "diameter": 3.0}), encoding="utf-8")
    answers = [run("allocate", str(one), "--arithmetic", "float", "--json") for one in (file, plain)]
    assert answers[0].status == answers[1].status == 0
    arrays, short = (json.loads(one.out) for one in answers)
    for found in (arrays, short):
        assert found.pop("value") == pytest.approx(4.515625, rel=1e-14)
        assert found["worst_case"].pop("value") == pytest.approx(4.515625, rel=1e-14)
    assert arrays == short
    exact = run("allocate", str(file))
    assert (exact.status, exact.out) == (2, "")
    assert "is not exact" in exact.err


def test_arrays_of_integers_are_solved_exactly(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.npz"
    np.savez(file, gap=np.array([0, 1, 0, 0]), noise_variance=np.array(1))
    assert json.loads(run("allocate", str(file), "--json").out)["value"] == "1/3"


@pytest.mark.parametrize(("name", "arrays", "problem"), [
    ("x.npz", {"gap": [1]}, "noise_variance: is missing in"), ("x.npz", {**ROWS, "sigma": [1]}, "sigma: is not the name of an array"),
    ("x.npz", {**ROWS, "diameter": [1, 2]}, "diameter: is not one number"), ("x.npz", None, "cannot be read: No such file"),
    ("x.parquet", None, "cannot be read: No such file"), ("x.npz", b"nonsense", "is no archive of arrays"), ("x.parquet", b"nonsense", "is no Parquet file"),
    ("x.npz", {"gap": [1.0, -2.0], "noise_variance": [1.0, 1.0]}, "gap[1]: -2.0"), ("x.npz", {"gap": ["a"], "noise_variance": [1]}, "gap"),
])
def test_unusable_arrays_are_refused_in_one_line(run: Run, tmp_path: Path, name: str, arrays: Any, problem: str) -> None:
    file = tmp_path / name
    if isinstance(arrays, bytes):
        file.write_bytes(arrays)
    elif arrays is not None:
        np.savez(file, **{key: np.array(one) for key, one in arrays.items()})
    done = run("allocate", str(file), "--arithmetic", "float")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert problem in done.err


def test_without_pyarrow_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None)
    with pytest.raises(InputError, match=r"pyarrow is not installed; pip install 'pabisym\[parquet\]'"):
        read_arrays("x.parquet")


@pytest.mark.parametrize("values", [["3/4", "6/8", "0", "7"], ["3/4"] * 50 + ["1/3"], [1, 0, 10**30], ["1/2"] * 2000 + [f"{k}/7" for k in range(2000)]])
def test_long_lists_of_rationals_are_read_as_one_by_one(values: list[object]) -> None:
    assert plain_rationals(values) == tuple(rational(value, "x") for value in values)


@pytest.mark.parametrize("values", [[], ["-1"], ["+1"], [" 1"], ["1/0"], ["0.5"], ["1/2", 1], [True], [Fraction(1, 2)], ["٣"], ["1/"], ["9" * 2000]])
def test_other_lists_are_not_read_quickly(values: list[object]) -> None:
    assert plain_rationals(values) is None
