"""What the solver says at the command line: explanations, digits, the least noise, feasibility for all parameters, splits."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest

from pabisym.notions.notion import GDPGuarantee
from pabisym.shift.allocate import solve
from pabisym.shift.calibrate import certify, with_variances
from pabisym.shift.instance import Instance
from pabisym.shift.noise_split import split
from pabisym.show.allocation import allocation_blocks
from pabisym.show.terminal import print_blocks

Run = Callable[..., Any]
Write = Callable[..., Path]
BLOCKS = {"gap": ["3", "0", "0", "1", "2"], "contraction": "1"}
SPLIT = {
    "order": "4", "sample-rate": "1/50", "sensitivity": "1/10", "set": "sigma=1", "learning-rate": "1/10", "diameter": "1", "steps": "500",
    "contraction": "9/10",
}  # fmt: skip
NUMBERS: dict[str, Any] = {"order": "4", "sampling": "1/50", "sensitivity": "1/10", "std": "1", "step_size": "1/10", "diameter": "1", "steps": 500,
                           "contraction": "9/10"}
"""The same in the words of :func:`pabisym.split`."""
SPEC = """
[symbols]
n = "integer, n >= 1"
t = "integer, 1 <= t <= n"
s = "real, s >= 0"
v = "real, v > 0"
[process]
steps = "n"
gap = [ { at = "t", size = "s" } ]
noise = { variance = "v" }
[allocation]
payments = "PAYMENTS"
"""


@pytest.fixture
def spec(tmp_path: Path) -> Callable[..., Path]:
    """Write a spec with an allocation to a file; arguments replace parts of its text."""

    def write(payments: str = "cases(k - t, s/(n + 1 - t), 0)", **change: str) -> Path:
        text = SPEC.replace("PAYMENTS", payments)
        for old, new in change.items():
            text = text.replace({"variance": '{ variance = "v" }', "tail": "[allocation]", "least": "n >= 1"}[old], new)
        path = tmp_path / "spec.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def split_arguments(**change: str) -> list[str]:
    return [part for name, value in {**SPLIT, **change}.items() for part in (f"--{name}", value)]


# allocate


def test_an_explanation_has_binding_steps_blocks_and_marginal_values(run: Run, instance: Write) -> None:
    done = run("allocate", instance(**BLOCKS), "--explain", "--json")
    assert (done.status, done.err) == (0, "")
    found = done.json["explanation"]
    assert found["binding"] == [3, 4, 5]
    assert [(block["first"], block["last"], block["slope"]) for block in found["blocks"]] == [(1, 4, "1"), (5, 5, "2")]
    assert found["marginal"]["gap"] == ["2", "2", "2", "2", "4"]
    assert found["marginal"]["noise_variance"] == ["-1", "-1", "-1", "-1", "-4"]
    assert found["marginal"]["contraction"] == ["0", "4", "2", "0", "0"]
    assert found["value"] == done.json["value"] == "8"
    assert "explanation" not in run("allocate", instance(**BLOCKS), "--json").json


@pytest.mark.parametrize("arithmetic", ["exact", "float", "ball"])
def test_every_arithmetic_is_explained_by_the_exact_optimum(run: Run, instance: Write, arithmetic: str) -> None:
    done = run("allocate", instance(**BLOCKS), "--explain", "--json", "--arithmetic", arithmetic)
    assert done.json["explanation"]["value"] == "8"
    assert done.json["arithmetic"] == arithmetic


def test_people_read_the_derivation_and_the_marginal_values(run: Run, instance: Write) -> None:
    page = run("allocate", instance(**BLOCKS), "--explain").out
    assert "Steps 1-4: slope (S_4 - S_0)/(N_4 - N_0)" in page
    rows = [line.split() for line in page.splitlines() if line.startswith(("1 ", "4 ", "5 "))]
    assert rows[-3:] == [["1", "2", "0", "-1"], ["4", "yes", "2", "0", "-1"], ["5", "yes", "4", "0", "-4"]]
    assert "start shift: 2" in page
    assert "diameter: " in run("allocate", instance(**BLOCKS, diameter="2"), "--explain").out
    assert "28 more steps" in run("allocate", instance(steps=40, gap="1"), "--explain").out


def test_an_infinite_optimum_and_a_given_allocation_are_explained(run: Run, instance: Write) -> None:
    done = run("allocate", instance(noise_variance="0"), "--explain", "--json")
    assert done.status == 1
    assert done.json["explanation"]["status"] == "infinite"
    assert "No allocation is feasible" in run("allocate", instance(noise_variance="0"), "--explain").out
    given = run("allocate", instance(**BLOCKS, allocation=["1", "1", "1", "1", "2"]), "--explain", "--json").json
    assert (given["status"], given["explanation"]["value"]) == ("feasible", "8")


def test_a_long_instance_is_not_explained(run: Run, instance: Write) -> None:
    done = run("allocate", instance(steps=1001, gap="1"), "--explain")
    assert (done.status, done.out) == (2, "")
    assert done.err == "pabisym: error: --explain: explains at most 1000 steps, not 1001; explain a shorter instance\n"


@pytest.mark.parametrize("digits", [5, 60])
def test_balls_have_as_many_digits_as_asked_for(run: Run, instance: Write, digits: int) -> None:
    path = instance()
    done = run("allocate", path, "--arithmetic", "ball", "--digits", str(digits), "--json")
    lower, upper = (Fraction(done.json["value"][side]) for side in ("lower", "upper"))
    exact = Fraction(run("allocate", path, "--json").json["value"])
    assert lower <= exact <= upper
    assert exact / 10 ** (digits + 8) < upper - lower < exact / 10 ** (digits - 1)


@pytest.mark.parametrize(("arithmetic", "digits"), [("exact", "5"), ("float", "5"), ("ball", "0"), ("ball", "-3"), ("ball", "x")])
def test_digits_that_make_no_sense_are_refused(run: Run, instance: Write, arithmetic: str, digits: str) -> None:
    done = run("allocate", instance(), "--arithmetic", arithmetic, "--digits", digits)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("pabisym: error: ")
    assert "digits" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_a_given_allocation_is_drawn_against_the_optimum(run: Run, instance: Write, tmp_path: Path, suffix: str) -> None:
    alone, both = tmp_path / f"alone.{suffix}", tmp_path / f"both.{suffix}"
    assert run("allocate", instance(**BLOCKS), "--plot", alone).status == 0
    assert run("allocate", instance(**BLOCKS, allocation=["1", "2", "0", "1", "2"]), "--plot", both).status == 0
    assert both.stat().st_size > alone.stat().st_size > 10_000
    assert both.read_bytes()[:5] in (b"\x89PNG\r", b"<?xml")


def test_the_point_of_a_delta_is_marked(run: Run, instance: Write, tmp_path: Path) -> None:
    plain, marked = tmp_path / "plain.svg", tmp_path / "marked.svg"
    assert run("allocate", instance(**BLOCKS), "--tradeoff", plain).status == 0
    assert run("allocate", instance(**BLOCKS), "--tradeoff", marked, "--delta", "1e-2").status == 0
    assert marked.read_bytes() != plain.read_bytes()
    for arguments, why in ((("--delta", "1e-2"), "--tradeoff"), (("--tradeoff", plain, "--delta", "2"), "between 0 and 1")):
        done = run("allocate", instance(**BLOCKS), *arguments)
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert done.err.startswith("pabisym: error: --delta")
        assert why in done.err


# calibrate


def test_the_least_factor_for_gdp_is_exact(run: Run, instance: Write) -> None:
    done = run("calibrate", instance(**BLOCKS), "--gdp", "1/2", "--json")
    assert (done.status, done.err) == (0, "")
    assert (done.json["factor"], done.json["exact"], done.json["value"]) == ("32", True, "8")
    assert done.json["guarantee"] == {"notion": "gdp", "mu": "1/2"}


def test_a_renyi_guarantee_scales_with_the_order(run: Run, instance: Write) -> None:
    assert run("calibrate", instance(**BLOCKS), "--renyi", "8", "1/4", "--json").json["factor"] == "128"


def test_an_approximate_guarantee_is_rounded_to_the_safe_side(run: Run, instance: Write) -> None:
    done = run("calibrate", instance(**BLOCKS), "--epsilon", "1", "--delta", "1e-5", "--json")
    lower, factor = Fraction(done.json["least_factor"]["lower"]), Fraction(done.json["factor"])
    assert not done.json["exact"]
    assert lower < factor <= Fraction(done.json["short_factor"]) < lower * Fraction(101, 100)
    assert lower > Fraction(10)


def test_people_read_decimals_that_are_enough(run: Run, instance: Write) -> None:
    path = instance(contraction="9/10")
    page = run("calibrate", path, "--gdp", "1/3").out
    decimal = Fraction(page.partition("variance by ")[2].partition(",")[0])
    given = Instance.from_json(json.loads(path.read_text(encoding="utf-8")))
    certify(with_variances(given, lambda v: v * Instance.from_arguments(gap=[decimal], noise_variance=1).gap[0]), GDPGuarantee.of("1/3"))
    assert "rounded up" in page or "exactly" in page
    assert "at every step" in page
    wide = run("calibrate", instance(noise_variance=["1", "2", "3", "4", "5"]), "--gdp", "1").out
    assert "standard deviations that are enough" in wide


def test_the_least_noise_multiplier_of_random_batches(run: Run) -> None:
    asked = ("--epsilon", "6", "--delta", "1e-3", "--sampled", "1", "4")
    done = run("calibrate", *asked, "--json")
    assert (done.status, done.err) == (0, "")
    multiplier = Fraction(done.json["noise_multiplier"])
    assert Fraction(done.json["not_enough"]) < multiplier < Fraction(done.json["not_enough"]) * Fraction(1001, 1000)
    assert Fraction(done.json["certified"]["epsilon"]["upper"]) <= 6
    page = run("calibrate", *asked).out
    assert f"noise multiplier {float(multiplier):.12g}" in page
    assert "is not enough" in page
    double = run("calibrate", *asked, "--adjacency", "replace", "--json")
    assert abs(Fraction(double.json["noise_multiplier"]) - 2 * multiplier) < Fraction(1, 500)


@pytest.mark.parametrize(("arguments", "said"), [
    ((), "FILE: is missing"), (("-", "--sampled", "1/2", "3"), "FILE: cannot be combined"), (("--sampled", "1/2", "3"), "--epsilon: is missing"),
    (("--sampled", "1/2", "3", "--gdp", "1"), "--gdp: cannot be combined"), (("--sampled", "2", "3", "--epsilon", "1", "--delta", "1e-3"), "--sampled"),
    (("--sampled", "1/2", "x", "--epsilon", "1", "--delta", "1e-3"), "--sampled"),
    (("--sampled", "1/2", "3", "--epsilon", "1", "--delta", "2"), "--delta"),
    (("--sampled", "1/2", "3", "--epsilon", "1", "--delta", "1e-3", "--adjacency", "edit"), "--adjacency"),
])  # fmt: skip
def test_what_random_batches_need(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("calibrate", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_no_noise_is_enough_for_a_late_gap(run: Run, instance: Write) -> None:
    path = instance(noise_variance=["1", "0", "0", "0", "0"])
    done = run("calibrate", path, "--gdp", "1", "--json")
    assert (done.status, done.json["status"]) == (1, "infinite")
    assert "no noise is enough" in run("calibrate", path, "--gdp", "1").out


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ([], "guarantee: is missing"),
        (["--gdp", "1", "--renyi", "2", "1"], "--renyi: cannot be combined with --gdp"),
        (["--epsilon", "1"], "--delta: is missing"),
        (["--delta", "1e-5"], "--epsilon: is missing"),
        (["--gdp", "-1"], "--gdp: mu: -1 is negative"),
        (["--gdp", "x"], "--gdp: mu"),
        (["--renyi", "1", "1"], "--renyi: order: 1 is not above 1"),
        (["--renyi", "2"], "--renyi"),
        (["--epsilon", "1", "--delta", "2"], "--epsilon and --delta: delta"),
    ],
)
def test_a_guarantee_that_is_none_is_refused(run: Run, instance: Write, options: list[str], problem: str) -> None:
    done = run("calibrate", instance(), *options)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"pabisym: error: {problem}")
    assert done.err.count("\n") == 1


def test_calibrating_needs_an_instance(run: Run) -> None:
    done = run("calibrate", "none.json", "--gdp", "1")
    assert done.status == 2
    assert "No such file" in done.err


# feasible


def test_an_allocation_is_proved_for_all_parameters_and_its_proof_is_accepted(run: Run, spec: Write, tmp_path: Path) -> None:
    done = run("feasible", spec(), "--json", "--proof", tmp_path / "proof.json")
    assert (done.status, done.err) == (0, "")
    assert done.json["status"] == "proved"
    checked = run("check", tmp_path / "proof.json", "--json")
    assert (checked.status, checked.json[0]["accepted"]) == (0, True)
    assert "feasible for all parameters" in run("feasible", spec()).out


def test_an_infeasible_allocation_comes_with_an_instance_and_its_repair(run: Run, spec: Write) -> None:
    done = run("feasible", spec("s/n"), "--json")
    assert (done.status, done.json["status"]) == (1, "refuted")
    given = done.json["instance"]
    assert run("allocate", "-", "--json", given=json.dumps(given).encode()).json["step"] == done.json["step"]
    repaired = {**given, "allocation": done.json["repair"]["allocation"]}
    answer = run("allocate", "-", "--json", given=json.dumps(repaired).encode())
    assert (answer.status, answer.json["status"]) == (0, "feasible")
    assert Fraction(done.json["repair"]["distance"]) > 0
    page = run("feasible", spec("s/n")).out
    assert "infeasible at n = 2, s = 1, t = 2, v = 1" in page
    assert "nearest: 0, 1" in page


def test_payments_may_be_tables(run: Run, spec: Write) -> None:
    path = spec()
    text = path.read_text(encoding="utf-8").replace('"cases(k - t, s/(n + 1 - t), 0)"', '[ { at = "t", size = "s" } ]')
    path.write_text(text, encoding="utf-8")
    assert run("feasible", path, "--json").json["status"] == "proved"


def test_what_nothing_is_found_about_is_undecided(run: Run, spec: Write) -> None:
    """The allocation pays too early, but only instances of more than 40 steps are in the domain, which are not tried."""
    done = run("feasible", spec("s/n", least="n >= 41"), "--json")
    assert (done.status, done.json["status"]) == (3, "undecided")
    assert done.json["reason"]
    assert run("feasible", spec("s/n", least="n >= 41")).out.startswith("allocation: undecided")


def test_a_proof_is_written_of_what_is_proved_only(run: Run, spec: Write, tmp_path: Path) -> None:
    done = run("feasible", spec("s/n"), "--proof", tmp_path / "proof.json")
    assert done.status == 2
    assert not (tmp_path / "proof.json").exists()


def test_an_instance_without_repair_says_why(run: Run, spec: Write) -> None:
    done = run("feasible", spec("s", variance='{ variance = "0" }'), "--json")
    assert (done.status, done.json["repair"]["status"]) == (1, "none")
    assert "no allocation is feasible" in done.json["repair"]["reason"]
    assert "no repair: " in run("feasible", spec("s", variance='{ variance = "0" }')).out


@pytest.mark.parametrize(
    ("payments", "change", "problem"),
    [
        ("s/m", {}, "allocation.payments: m is not declared"),
        ("s +", {}, "allocation.payments"),
        ("s", {"tail": "[other]"}, "allocation: is missing"),
        ("s", {"tail": "[allocation]\npayment = 1"}, "allocation.payment"),
        ("s", {"variance": "1"}, "process.noise"),
    ],
)
def test_an_unusable_spec_is_refused(run: Run, spec: Write, payments: str, change: dict[str, str], problem: str) -> None:
    done = run("feasible", spec(payments, **change))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"pabisym: error: {problem}")
    assert done.err.count("\n") == 1


def test_a_diameter_is_refused(run: Run, spec: Write) -> None:
    done = run("feasible", spec(tail='diameter = "s"\n[allocation]'))
    assert done.status == 2
    assert "restarts are not judged for all parameters" in done.err


# split


def test_a_split_is_that_of_the_solver(run: Run) -> None:
    done = run("calibrate", "--split", *split_arguments(), "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json == split(**NUMBERS).to_json()
    assert done.json["by"] == ["pabisym/contractive-sampled-restart", "pabisym/sampled-gradient-step"]
    page = run("calibrate", "--split", *split_arguments()).out
    assert f"look-back: {done.json['look_back']} steps" in page
    assert "one replaced record" in page
    assert f"≤ {done.json['value']['upper']}" in page


def test_digits_and_direction_of_a_split(run: Run) -> None:
    first = run("calibrate", "--split", *split_arguments(), "--json", "--digits", "8", "--direction", "mixture-first").json
    second = run("calibrate", "--split", *split_arguments(), "--json", "--digits", "8", "--direction", "mixture-second").json
    assert Fraction(first["value"]["lower"]) > Fraction(second["value"]["upper"])
    assert (second["uses"], second["look_back"], second["bounds"]) == ("split", 79, None)
    assert len(second["value"]["upper"]) < 25
    assert "no bound is claimed" in run("calibrate", "--split", *split_arguments(direction="mixture-second")).out


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"order": "1"}, "--order"), ({"sample-rate": "2"}, "--sample-rate"), ({"set": "sigma=x"}, "--set sigma"), ({"steps": "0"}, "--steps"),
        ({"contraction": "2"}, "--contraction"), ({"direction": "up"}, "--direction"), ({"digits": "0"}, "--digits"), ({"steps": "x"}, "--steps"),
    ],
)  # fmt: skip
def test_an_unusable_split_is_refused(run: Run, change: dict[str, str], field: str) -> None:
    done = run("calibrate", "--split", *split_arguments(**change))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"pabisym: error: {field}: ")
    assert done.err.count("\n") == 1


def test_a_missing_option_is_named(run: Run) -> None:
    done = run("calibrate", "--split", "--order", "4")
    assert done.status == 2
    assert done.err.startswith("pabisym: error: --learning-rate: is missing")


def test_the_values_are_those_of_the_solver(instance: Write) -> None:
    path = instance(**BLOCKS)
    assert solve(Instance.from_json(json.loads(path.read_text(encoding="utf-8")))).value == 8


def test_a_split_with_hardly_any_noise(run: Run) -> None:
    """As good as no noise at all: nothing is left to sampling, and n = T - 1 steps pay for the diameter."""
    for sensitivity in ("100000", "1e14", "1e400"):
        done = run("calibrate", "--split", *split_arguments(sensitivity=sensitivity), "--direction", "mixture-second", "--json")
        assert (done.status, done.err) == (0, "")
        assert done.json["variance"] == "0"
        bound = run("calibrate", "--split", *split_arguments(sensitivity="1e14"), "--json")
        assert (bound.status, bound.json["sampled"]) == (0, False)
    assert run("calibrate", "--split", *split_arguments(sensitivity="1e14"), "--direction", "mixture-first").status == 3


def test_a_split_of_an_order_beyond_floats_is_undecided(run: Run) -> None:
    done = run("calibrate", "--split", *split_arguments(order="1e40", sensitivity="0.4286", **{"sample-rate": "1/6000", "learning-rate": "0.8892"}, diameter="9/16", steps="22", direction="mixture-second"))
    assert done.status == 3
    assert re.fullmatch(r"pabisym: undecided: the order is too large for the noise; the best split that was found gives at most \S+\n", done.err)


# what takes long is announced


LONG = {"steps": 300, "contraction": "999/1000", "gap": "1", "noise_variance": "1", "start_shift": "1"}


def test_a_page_computes_no_more_steps_than_it_shows(run: Run, instance: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run("allocate", instance(**LONG))
    monkeypatch.setattr("pabisym.shift.exact.solve.ExactSolution.multipliers", property(lambda _: 1 / 0))
    assert run("allocate", instance(**LONG)) == shown
    assert "300 steps in all" in shown.out


def test_on_a_terminal_long_numbers_are_shortened_until_a_row_fits(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answer = solve(Instance.from_json(LONG))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for columns in (60, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        print_blocks(allocation_blocks(answer))
        shown = click.unstyle(capsys.readouterr().out).splitlines()
        assert max(map(len, shown[2:])) <= columns
        assert shown[2].split() == ["steps", "slope"]
    monkeypatch.undo()
    print_blocks(allocation_blocks(answer))
    assert "\x1b" not in (piped := capsys.readouterr().out)
    assert max(map(len, piped.splitlines())) > 100


@pytest.mark.parametrize("change", [{}, {"diameter": "3"}, {"contraction": "1"}, {"gap": [str(k % 7) for k in range(300)]}])
@pytest.mark.parametrize("arithmetic", ["exact", "ball", "float"])
def test_the_first_rows_are_those_of_the_whole_answer(change: dict[str, Any], arithmetic: str) -> None:
    answer = solve(Instance.from_json({**LONG, **change}), arithmetic)
    whole, first = answer.to_json(), answer.first_rows(7)
    assert {name: first[name] for name in ("value", "restart", "status")} == {name: whole[name] for name in ("value", "restart", "status")}
    for name in ("allocation", "shift", "blocks"):
        assert first[name] == whole[name][:7], name  # type: ignore[index]
    assert first["worst_case"]["contraction"] == whole["worst_case"]["contraction"][:7]  # type: ignore[index,call-overload]
    assert (first["steps"], first["block_count"]) == (300, len(whole["blocks"]))  # type: ignore[arg-type]


def test_exact_answers_of_many_digits_are_announced(run: Run, instance: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("pabisym.cli.solver_commands.LONG", 1e-6)
    line = r"pabisym: the exact payments and shifts of 300 steps have about \d{4} digits each: about 0 s and 0.0 GB; --arithmetic ball "
    for options in (["--json"], ["--certificate", str(tmp_path / "c.json")]):
        done = run("allocate", instance(**LONG), *options)
        assert (done.status, done.err.count("\n")) == (0, 1)
        assert re.match(line, done.err)
        assert run("allocate", instance(**LONG), *options, *(["--arithmetic", "ball"] if "--json" in options else [])).status == 0
    assert run("allocate", instance(**LONG)).err == run("allocate", instance(**LONG), "--arithmetic", "float", "--json").err == ""


def test_more_memory_than_there_is_is_not_begun(run: Run, instance: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.cli.solver_commands.LONG", 1e-6)
    monkeypatch.setattr("pabisym.cli.solver_commands.memory", lambda: 1e5)
    done = run("allocate", instance(**LONG), "--json")
    assert (done.status, done.out) == (3, "")
    assert "more than there is; --arithmetic ball encloses them" in done.err


def test_the_estimate_of_digits_is_near(instance: Write) -> None:
    for steps in (100, 400, 1000):
        solution = solve(Instance.from_json({**LONG, "steps": steps})).exact
        bits = sum(number.height_bits() for number in (*solution.allocation, *solution.shift))
        assert 0.5 < 2 * solution.listed_bits / bits < 2  # type: ignore[union-attr]


def test_a_split_says_how_far_it_is() -> None:
    told: list[str] = []
    split(order=2, sampling="1/10", sensitivity=1, std=2, step_size="1/10", diameter=1, steps=50, digits=6, progress=told.append,
          direction="mixture-second")
    assert told[0] == "splitting: value 1 of at most 20000"
    assert len(set(told)) == len(told) > 10
