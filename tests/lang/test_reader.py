"""One reader for JSON and TOML: the same problems get the same words, each with its cure."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.reader import (
    JSON,
    TOML,
    DocumentTable,
    Format,
    WrittenFloat,
    kind,
    nearest,
    number,
    printable,
    read_json,
    read_toml,
    refuse_float,
)


def table(data: object, form: Format = JSON, place: str = "") -> DocumentTable:
    return DocumentTable(data, place, ("steps", "gap", "law"), ("steps",), form=form, whole="an instance")


@pytest.mark.parametrize("form", [JSON, TOML], ids=lambda form: form.name)
def test_a_table_has_its_keys(form: Format) -> None:
    found = table({"steps": 3, "law": "gaussian"}, form)
    assert (found["steps"], found.get("gap"), "gap" in found) == (3, None, False)
    assert found.text("law", "") == found.choice("law", ("gaussian", "laplace")) == "gaussian"
    with pytest.raises(InputError, match=r"^gaps: is not a key of an instance; did you mean gap\?$"):
        table({"steps": 3, "gaps": 1}, form)
    with pytest.raises(InputError, match=r"^zzz: is not a key of an instance; the keys are steps, gap, law$"):
        table({"steps": 3, "zzz": 1}, form)
    with pytest.raises(InputError, match=r"^steps: is missing; an instance needs steps$"):
        table({}, form)
    with pytest.raises(InputError, match=rf"^instance: {form.table} was expected, not a list; give its keys steps$"):
        table([], form)
    with pytest.raises(InputError, match=r"^law: 'normal' is not known; give one of gaussian, laplace$"):
        table({"steps": 1, "law": "normal"}, form).choice("law", ("gaussian", "laplace"))
    with pytest.raises(InputError, match=r'^law: a text was expected, not an integer; quote it, as law = "…"$'):
        table({"steps": 1, "law": 1}, form).text("law", "")


@pytest.mark.parametrize(("form", "owner"), [(JSON, "noise"), (TOML, r"\[noise\[2\]\]")], ids=["JSON", "TOML"])
def test_a_table_inside_names_its_place(form: Format, owner: str) -> None:
    with pytest.raises(InputError, match=rf"^noise\[2\]\.steps: is missing; {owner} needs steps$"):
        table({}, form, "noise[2]")
    with pytest.raises(InputError, match=r"^noise\[2\]\.gab: is not a key here; did you mean gap\?$"):
        table({"steps": 1, "gab": 1}, form, "noise[2]")


def test_floats_stay_as_they_were_written(tmp_path: Path) -> None:
    assert read_json('{"x": 0.50, "y": 1e-3}') == {"x": WrittenFloat("0.50"), "y": WrittenFloat("1e-3")}
    file = tmp_path / "own.toml"
    file.write_text("x = 0.50\ny = 1_0.5\n")
    assert read_toml(file, "spec", 100) == {"x": WrittenFloat("0.50"), "y": WrittenFloat("1_0.5")}
    for value in (WrittenFloat("0.50"), WrittenFloat("1_0.5"), 0.5):
        with pytest.raises(InputError, match=r"^x: the float .* is not exact; quote it, as "):
            refuse_float(value, "x")
    for value in (WrittenFloat("inf"), WrittenFloat("-nan"), float("inf")):
        with pytest.raises(InputError, match="is not a number here"):
            refuse_float(value, "x")
    assert [refuse_float(value, "x") for value in (1, "0.5", None)] == [None] * 3


def test_numbers_are_exact_unless_floats_are_asked_for() -> None:
    assert (number("0.5", "x"), number(3, "x"), number(Fraction(1, 3), "x")) == (fmpq(1, 2), 3, fmpq(1, 3))
    assert number(WrittenFloat("0.1"), "x", floats=True) == fmpq(1, 10)
    assert number(0.1, "x", floats=True) == fmpq(*(0.1).as_integer_ratio()) != fmpq(1, 10)
    for value, problem in ((WrittenFloat("0.1"), "is not exact"), (0.1, "is not exact"), (None, "not null"), ({}, "not an object"), ([], "not a list")):
        with pytest.raises(InputError, match=problem):
            number(value, "x")
    with pytest.raises(InputError, match="nan"):
        number(float("nan"), "x", floats=True)


def test_documents_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 101)
    assert read_toml(b"#" * 100, "spec", 100) == {}
    for source, problem in ((large, "larger than 100 bytes"), (tmp_path, "is a folder"), (tmp_path / "none", "cannot be read"), (b"\xff", "byte 0 is not UTF-8"), ("a = 1\na = 2\n", "not TOML")):
        with pytest.raises(InputError, match=problem):
            read_toml(source, "spec", 100)
    for text, problem in (("", "is empty"), ("{", "not JSON"), ('{"a": 1, "a": 2}', "given twice"), ("[NaN]", "is not a JSON number"), ("[" * 100_000, "nested too deeply")):
        with pytest.raises(InputError, match=problem):
            read_json(text)


def test_what_an_error_repeats_fits_on_its_line() -> None:
    assert (printable("gap"), printable(3), printable("a\nb"), printable(" ")) == ("gap", "3", "'a\\nb'", "' '")
    assert (len(printable("x" * 61)), printable("x" * 60)) == (60, "x" * 60)
    assert nearest("gab", ("gap", "law"), "none") == "did you mean gap?"
    assert nearest("zzz", ("gap", "law"), "none") == "none"
    assert [kind(value, JSON) for value in (None, {}, True, 1, 1.5, WrittenFloat("2.0"))] == [
        "null", "an object", "a truth value", "an integer", "a float", "the float 2.0"]
    assert [kind(value, TOML) for value in (None, {})] == ["nothing", "a table"]
