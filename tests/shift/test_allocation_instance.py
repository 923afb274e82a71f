"""Reading instances: what is understood, and what is refused with which words."""

import json
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq, fmpz

from pabisym.errors import InputError
from pabisym.lang.reader import WrittenFloat, read_json
from pabisym.shift.instance import MAX_STEPS, Instance

GOOD = {"steps": 2, "gap": ["1/2", 0], "noise_variance": "0.25"}


def test_values_are_spread_and_defaults_filled():
    instance = Instance.from_json(GOOD)
    assert instance.gap == (fmpq(1, 2), fmpq(0))
    assert instance.noise_variance == (fmpq(1, 4),) * 2
    assert instance.contraction == (fmpq(1),) * 2
    assert (instance.start_shift, instance.diameter, instance.allocation) == (0, None, None)


def test_json_round_trip():
    data = {**GOOD, "contraction": ["9/10", "3"], "start_shift": "7", "diameter": "1/3", "allocation": ["-1", "2/3"]}
    instance = Instance.from_json(data)
    written = instance.to_json()
    assert Instance.from_json(json.loads(json.dumps(written))) == instance
    assert written["noise_variance"] == ["1/4", "1/4"]
    assert "allocation" not in Instance.from_json(GOOD).to_json()


def test_null_diameter_and_allocation_are_absent_ones():
    assert Instance.from_json({**GOOD, "diameter": None, "allocation": None}) == Instance.from_json(GOOD)


SEQUENCES = [[1, 2], (1, 2), range(1, 3), np.array([1, 2]), np.array(["1", "4/2"]), [Fraction(1), "2"], [fmpz(1), fmpq(2)]]


@pytest.mark.parametrize("gap", SEQUENCES)
def test_python_sequences_and_arrays_are_read(gap):
    assert Instance.from_arguments(gap=gap, noise_variance=np.int64(3)).gap == (fmpq(1), fmpq(2))


def test_steps_are_told_by_any_list():
    assert Instance.from_arguments(gap=1, noise_variance=1, contraction=[1, 2, 3]).steps == 3
    assert Instance.from_arguments(gap=1, noise_variance=1, allocation=[1, 2]).steps == 2
    assert Instance.from_arguments(gap=1, noise_variance=1, steps=np.int32(4)).steps == 4


REFUSED = [
    ({"gap": None}, "gap", "not null"),
    ({"gap": ["1"]}, "gap", "1 values for 2 steps"),
    ({"gap": ["1", "2", "3"]}, "gap", "3 values for 2 steps"),
    ({"gap": ["1", "-2"]}, "gap[1]", "-2 is negative"),
    ({"gap": "-1/2"}, "gap", "-1/2 is negative"),
    ({"gap": ["1", True]}, "gap[1]", "a truth value is not a number"),
    ({"gap": ["1", None]}, "gap[1]", "not null"),
    ({"gap": ["1", ["2"]]}, "gap[1]", "not a list"),
    ({"gap": {"a": 1}}, "gap", "not an object"),
    ({"gap": ["1", "two"]}, "gap[1]", "not a rational"),
    ({"gap": ["1", "1/0"]}, "gap[1]", "divides by zero"),
    ({"gap": ["1", "nan"]}, "gap[1]", "not a rational"),
    ({"gap": ["1", 0.5]}, "gap[1]", "float 0.5 is not exact"),
    ({"gap": ["1", WrittenFloat("0.50")]}, "gap[1]", 'quote it, as "0.50"'),
    ({"noise_variance": ["1", float("nan")]}, "noise_variance[1]", "nan"),
    ({"noise_variance": "-1"}, "noise_variance", "negative"),
    ({"contraction": ["1", "-1"]}, "contraction[1]", "negative"),
    ({"contraction": None}, "contraction", "not null"),
    ({"start_shift": "-1"}, "start_shift", "negative"),
    ({"start_shift": ["1"]}, "start_shift", "not a list"),
    ({"diameter": "-1"}, "diameter", "negative"),
    ({"diameter": False}, "diameter", "truth value"),
    ({"allocation": "1"}, "allocation", "not a text"),
    ({"allocation": ["1"]}, "allocation", "1 values for 2 steps"),
    ({"steps": 2.0}, "steps", "not a float"),
    ({"steps": WrittenFloat("2.0")}, "steps", "not the float 2.0"),
    ({"steps": "2"}, "steps", "not a text"),
    ({"steps": True}, "steps", "not a truth value"),
    ({"steps": None}, "steps", "not null"),
    ({"steps": -1}, "steps", "is negative"),
    ({"steps": MAX_STEPS + 1}, "steps", "too large"),
    ({"steps": fmpz(10) ** 5000}, "steps", "too large"),
    ({"gaps": 1}, "gaps", "did you mean gap?"),
    ({"Steps": 1}, "Steps", "did you mean steps?"),
    ({"zzz": 1}, "zzz", "the keys are steps"),
    ({"a\nb": 1}, "'a\\nb'", "not a key"),
]


@pytest.mark.parametrize(("change", "field", "words"), REFUSED)
def test_unusable_instances_are_refused_in_one_line(change, field, words):
    with pytest.raises(InputError) as caught:
        Instance.from_json({**GOOD, **change})
    assert caught.value.field == field
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("key", ["steps", "gap", "noise_variance"])
def test_missing_keys_are_named(key):
    with pytest.raises(InputError, match=f"^{key}: is missing"):
        Instance.from_json({name: value for name, value in GOOD.items() if name != key})


@pytest.mark.parametrize("data", [None, [], "x", 3, WrittenFloat("1.5")])
def test_only_objects_are_instances(data):
    with pytest.raises(InputError, match=r"^instance: an object was expected"):
        Instance.from_json(data)


REFUSED_ARGUMENTS = [
    ({"gap": [0.5], "noise_variance": 1}, "gap[0]", 'quote it, as "0.5"'),
    ({"gap": np.array([0.5]), "noise_variance": 1}, "gap[0]", 'quote it, as "0.5"'),
    ({"gap": [np.float64(0.5)], "noise_variance": 1}, "gap[0]", 'quote it, as "0.5"'),
    ({"gap": np.array([True]), "noise_variance": 1}, "gap[0]", "truth value"),
    ({"gap": np.array([[1, 2]]), "noise_variance": 1}, "gap[0]", "not a list"),
    ({"gap": 1, "noise_variance": 1}, "steps", "single values"),
    ({"gap": [1, 2], "noise_variance": [1]}, "noise_variance", "1 values for 2 steps"),
    ({"gap": [1], "noise_variance": 1, "steps": 1.0}, "steps", "not a float"),
    ({"gap": [1], "noise_variance": 1, "steps": True}, "steps", "truth value"),
    ({"gap": [1], "noise_variance": 1, "steps": 3}, "gap", "1 values for 3 steps"),
    ({"gap": [1], "noise_variance": 1, "allocation": 1}, "allocation", "one value per step"),
    ({"gap": {1}, "noise_variance": 1, "steps": 1}, "gap", "a number was expected, not set"),
    ({"gap": b"11", "noise_variance": 1, "steps": 1}, "gap", "a number was expected, not bytes"),
]


@pytest.mark.parametrize(("arguments", "field", "words"), REFUSED_ARGUMENTS)
def test_unusable_arguments_are_refused(arguments, field, words):
    with pytest.raises(InputError) as caught:
        Instance.from_arguments(**arguments)
    assert caught.value.field == field
    assert words in str(caught.value)


def test_instances_cannot_be_built_wrong_by_hand():
    one = (fmpq(1),)
    with pytest.raises(InputError, match=r"^gap\[0\]: -1 is negative"):
        Instance(1, one, (fmpq(-1),), one, fmpq(0))
    with pytest.raises(InputError, match=r"^noise_variance: 2 values for 1 steps"):
        Instance(1, one, one, one * 2, fmpq(0))
    with pytest.raises(AttributeError):
        Instance(1, one, one, one, fmpq(0)).steps = 2


def test_floats_are_read_as_written_where_they_are_admitted():
    data = read_json('{"steps": 2, "gap": [0.1, 1e-3], "noise_variance": 2.50}')
    instance = Instance.from_json(data, floats=True)
    assert instance.gap == (fmpq(1, 10), fmpq(1, 1000))
    assert Instance.from_json({**GOOD, "gap": [0.5, 0.1]}, floats=True).gap[0] == fmpq(1, 2)
    with pytest.raises(InputError, match=r"^gap\[0\]"):
        Instance.from_json({**GOOD, "gap": [float("inf"), 1]}, floats=True)


def test_documents_are_read_from_text_bytes_and_files(tmp_path):
    path = tmp_path / "instance.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    assert read_json(path) == read_json(str(path)) == read_json(json.dumps(GOOD)) == read_json(path.read_bytes()) == GOOD
    assert read_json(b"\xef\xbb\xbf[1]") == [1]
    assert read_json("  [1.50, 2]") == [WrittenFloat("1.50"), 2]


def test_long_integers_are_read_without_loss():
    assert read_json("[" + "7" * 20_000 + "]") == [fmpz("7" * 20_000)]


DEEP = "[" * 1_000_000
REFUSED_DOCUMENTS = [
    ("", "is empty"),
    (b"", "is empty"),
    ("  \n ", "is empty"),
    ("{", "not JSON"),
    (b"nonsense", "not JSON: Expecting value at line 1, column 1"),
    ('{"a": NaN}', "NaN is not a JSON number"),
    ("[Infinity]", "Infinity is not a JSON number"),
    ("[-Infinity]", "-Infinity is not a JSON number"),
    ('{"gap": 1, "gap": 2}', "gap: is given twice"),
    (DEEP, "nested too deeply"),
    (DEEP.replace("[", '{"a":'), "nested too deeply"),
    ("[" + "1" * 1_000_001 + "]", "an integer of 1000001 digits"),
    (b'["\xff"]', "byte 2 is not UTF-8"),
    ("[1] [2]", "not JSON: Extra data"),
]


@pytest.mark.parametrize(("source", "words"), REFUSED_DOCUMENTS, ids=range(len(REFUSED_DOCUMENTS)))
def test_unreadable_documents_are_refused_in_one_line(source, words):
    with pytest.raises(InputError) as caught:
        read_json(source)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_unreadable_files_are_refused(tmp_path):
    for source in (tmp_path, tmp_path / "absent.json", "absent\0name"):
        with pytest.raises(InputError, match="cannot be read"):
            read_json(source)
