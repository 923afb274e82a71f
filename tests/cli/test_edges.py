"""Numbers at the edges of what can be computed: an answer, or one line that says why there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.graph_files import fixed_end, random_stopping

Run = Callable[..., Any]
INSTANCE = json.dumps({"steps": 3, "gap": ["1", "0", "1"], "noise_variance": "1"}).encode()
SPEC = """
[symbols]
n = "integer, n >= 1"
s = "real, s > 0"
alpha = "real, alpha > 1"
[process]
steps = "n"
gap = [ { at = "1", size = "s" } ]
noise = { std = "1" }
[goal]
divergence = "renyi"
order = "alpha"
[claim]
bound = "%s"
"""


@pytest.mark.parametrize(("arguments", "key"), [
    (("--zcdp", "1e-20", "--epsilon", "10", "--by", "lossless"), "delta"), (("--zcdp", "1e-10", "--epsilon", "10", "--by", "lossless"), "delta"),
    (("--zcdp", "1", "--epsilon", "1e6"), "delta"), (("--renyi", "alpha**(10**9)", "--delta", "1e-5"), "epsilon"),
    (("--zcdp", "1e30", "--delta", "1e-300"), "epsilon"),
])
def test_a_conversion_of_extreme_numbers_has_an_answer(run: Run, arguments: tuple[str, ...], key: str) -> None:
    done = run("convert", *arguments, "--json")
    assert done.status in (0, 3)  # fewer digits than were asked for are status 3
    lower, upper = (done.json[key][end] for end in ("lower", "upper"))
    mantissa, _, exponent = upper.partition("e")
    assert Fraction(mantissa) > 0
    if key == "delta":
        assert exponent.startswith("-")
    assert lower == "0" or lower.partition("e")[2] == exponent


@pytest.mark.parametrize("arguments", [
    ("--renyi", "2", "1e-5000"), ("--renyi", "1e5000", "1"), ("--gdp", "1e-5000"), ("--epsilon", "1e5000", "--delta", "1e-5000"),
    ("--epsilon", "1e-300", "--delta", "1e-300"),
])
def test_the_noise_for_extreme_guarantees(run: Run, arguments: tuple[str, ...]) -> None:
    done = run("calibrate", "-", *arguments, "--json", given=INSTANCE)
    assert done.status in (0, 3)
    if done.status == 0:
        assert done.json["status"] == "found"
        assert (done.err, done.json["guarantee"] != "") == ("", True)
    else:
        assert (done.out, done.err.count("\n"), "undecided: " in done.err) == ("", 1, True)


@pytest.mark.parametrize("bound", ["s**2*1e9999", *(pytest.param(bound, marks=pytest.mark.campaign) for bound in (
    "s*1e9999", "alpha*s**2/2 + 1e-9999", "s**2*10**(10**10)", "alpha*s**2/(2*n)", "exp(exp(exp(s)))"))])
def test_a_claim_with_extreme_numbers_is_decided_or_not(run: Run, bound: str, tmp_path: Path) -> None:
    (tmp_path / "claim.toml").write_text(SPEC % bound, encoding="utf-8")
    done = run("refute", tmp_path / "claim.toml", "--json")
    assert done.status in (0, 1, 2, 3)
    assert done.err == "" or done.err.count("\n") == 1
    if bound == "alpha*s**2/(2*n)":
        assert done.json["status"] == "proved"


@pytest.mark.parametrize("n", ["10000000000", "1e30", "1e400"])
def test_a_graph_of_many_kernels_has_an_answer_where_they_are_in_a_row(run: Run, n: str) -> None:
    point = [part for value in (f"n={n}", "i=3", "eta=1/10", "sigma=1", "L=1", "D=1") for part in ("--set", value)]
    in_a_row = run("graph", "-", *point, "--gamma", "1", "--json", given=json.dumps(fixed_end()).encode())
    assert (in_a_row.status, in_a_row.err) == (0, "")
    side_by_side = run("graph", "-", *point, "--gamma", "1", given=json.dumps(random_stopping()).encode())
    assert (side_by_side.status, side_by_side.out, side_by_side.err.count("\n")) == (2, "", 1)
    assert "more than 100000 values" in side_by_side.err


@pytest.mark.parametrize("value", ["1e99999999", "1e9999999999999", "9" * 1_000_001])
@pytest.mark.parametrize("command", [
    ("convert", "--delta", "1e-5", "--zcdp"), ("convert", "--gdp", "1", "--delta"), ("compare", "--set"), ("evaluate", "pabisym/rising", "--set"),
])
def test_numbers_too_long_to_be_built_are_refused(run: Run, command: tuple[str, ...], value: str) -> None:
    done = run(*command, f"n={value}" if command[-1] == "--set" else value)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert len(done.err) < 2100
