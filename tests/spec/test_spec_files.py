"""The example specs: every good one reads and has instances, every bad one names its field."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from pabisym.errors import InputError
from pabisym.process.algorithm import METHODS
from pabisym.shift.allocate import solve
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec, read_spec

FOLDER = Path(__file__).parent.parent / "specs"
GOOD = sorted(FOLDER.glob("*.toml"))
BAD = sorted((FOLDER / "bad").glob("*.toml"))
IRRATIONAL = ("step-sizes-power",)
"""Families whose instances are rational at few letters only."""
SAMPLED = ("algorithm-noisy-sgd",)


def test_there_are_enough_of_them() -> None:
    assert len(GOOD) >= 20
    assert len(BAD) >= 40
    kinds = {read_spec(path).algorithm.kind for path in GOOD if path.stem.startswith("algorithm-")}  # type: ignore[union-attr]
    assert kinds == set(METHODS)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_specs(path: Path) -> None:
    spec = read_spec(path)
    assert spec.title
    assert spec.scope().arithmetic.facts, "the domains are known"
    assert spec.process.letters <= set(spec.symbols)
    assert all(len(line) <= 100 for line in path.read_text(encoding="utf-8").splitlines())
    assert path.read_text(encoding="utf-8").count("\n") <= 30, "a spec stays short"


@pytest.mark.parametrize("path", [p for p in GOOD if p.stem not in IRRATIONAL + SAMPLED], ids=lambda path: path.stem)
def test_good_specs_have_instances_that_can_be_solved(path: Path) -> None:
    spec = read_spec(path)
    solved = 0
    for point in spec.points(12, seed=5):
        instance = instance_at(spec, point)
        if instance is None:
            continue
        answer = solve(Instance.from_json(instance))
        assert answer.value is not None
        assert answer.value >= 0
        solved += 1
    assert solved >= 3


def instance_at(spec: Spec, point: Mapping[str, Fraction]) -> dict[str, object] | None:
    """The instance, or None where it is not rational."""
    try:
        return spec.instance(**point)
    except InputError as error:
        if "not rational" not in error.problem:
            raise
        return None


def test_a_sampled_process_is_marked() -> None:
    spec = read_spec(FOLDER / "algorithm-noisy-sgd.toml")
    assert spec.process.kind == "sampled"
    point = next(spec.points(1))
    with pytest.raises(InputError, match="random steps"):
        spec.instance(**point)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_specs_name_the_field_on_one_line(path: Path) -> None:
    first = path.read_bytes().splitlines()[0].decode()
    assert first.startswith("# expected: ")
    expected = first.removeprefix("# expected: ").replace("FILE", str(path)[:57])
    with pytest.raises(InputError) as caught:
        read_spec(path)
    assert caught.value.field.removesuffix("...") == expected
    assert caught.value.problem
    assert caught.value.cure
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
