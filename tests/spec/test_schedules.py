"""Lists and sizes at every so many steps are the schedules that they describe."""

from typing import Any

import pytest

from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.process.sequence import Periodic, periodic, recurrence
from pabisym.spec.read import read_spec

LETTERS = {"m": "integer, m >= 1", "K": "integer, K >= 1", "g": "real, g > 0", "c": "real, 0 < c, c < 1", "v": "real, v > 0"}


def spec(**process: Any) -> dict[str, Any]:
    whole = {"steps": "K*m", "gap": [{"each": "g"}], "noise": {"variance": "v"}, **process}
    return {"symbols": LETTERS, "process": whole, "goal": {"divergence": "gdp"}}


def instance(**process: Any) -> dict[str, Any]:
    read = read_spec(spec(**process))
    return read.instance(**{name: value for name, value in {"m": 2, "K": 2, "g": 3, "c": "1/2", "v": 5}.items() if name in read.symbols})


def test_lists_have_one_value_a_step() -> None:
    found = instance(steps="4", contraction=["c", "1", "1", "c"], gap=[{"list": ["g", "0", "0", "2*g"]}], noise={"std": ["1", "2", "3", "4"]})
    assert found["contraction"] == ["1/2", "1", "1", "1/2"]
    assert found["gap"] == ["3", "0", "0", "6"]
    assert found["noise_variance"] == ["1", "4", "9", "16"]


def test_sizes_may_recur() -> None:
    found = instance(contraction={"every": "m", "from": "m", "size": "c"}, noise={"variance": "v", "every": "m", "from": "2"})
    assert found["contraction"] == ["1", "1/2", "1", "1/2"]
    assert found["noise_variance"] == ["0", "5", "0", "5"]
    other = instance(contraction={"every": "m", "to": "2", "size": "c", "other": "c/2"}, noise={"std": "v", "every": "m"})
    assert other["contraction"] == ["1/2", "1/4", "1/4", "1/4"]
    assert other["noise_variance"] == ["25", "0", "25", "0"]


@pytest.mark.parametrize("part", [
    periodic("m", "g"), periodic("m", "g", "m"), periodic("m", "g*k", "t", "T"), periodic(3, "g", 2), Periodic(parse("m"), parse("g"), parse(
        "t + 1"), parse("E*n"), parse("c")),
])
def test_what_recurs_is_recognised_in_its_formula(part: Periodic) -> None:
    assert recurrence(part.term()) == part


def test_every_mth_step_may_be_written_with_a_floor() -> None:
    assert recurrence(parse("cases(m*floor(k/m) - k, w, v)")) == Periodic(parse("m"), parse("w"), parse("m"), None, parse("v"))
    for text in ("g", "cases(k - 2, g, h)", "cases(k - 2, cases(3 - k, g, 0), 0)", "cases(m*floor(k/n) - k, g, h)",
                 "cases(k - m, cases(n*floor((k - t)/n) - (k - t), g, 0), 0)"):
        assert recurrence(parse(text)) is None


@pytest.mark.parametrize(("process", "said"), [
    ({"steps": "3", "contraction": ["c", "c"]}, "process.contraction: 3 == 2 is false; give one value for each of the 3 steps"),
    ({"contraction": ["c", "c"]}, "process.contraction: K[*]m == 2 fails at .*; give one value for each of the K[*]m steps"),
    ({"contraction": []}, "process.contraction: is not a list of formulas"),
    ({"steps": "1", "gap": [{"list": "g"}]}, r"process.gap\[0\].list: a list of formulas was expected"),
    ({"steps": "1", "noise": {"variance": ["a"]}}, r"process.noise.variance\[0\]: the name a is not declared"),
    ({"contraction": {"every": "m"}}, "process.contraction.size: is missing"),
    ({"contraction": {"every": "m - 1", "size": "c"}}, "process.contraction.every: m - 1 >= 1 fails at"),
    ({"noise": {"variance": "v", "every": "m/2"}}, "process.noise.every: m/2 is not evidently an integer"),
    ({"noise": {"variance": "v", "from": "2"}}, "process.noise.every: is missing"),
])
def test_unusable_schedules_are_refused_by_field(process: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_spec(spec(**process))
