"""Everything that searches has a budget: its option, its argument in Python, and status 3 with what there is when it is used up."""

from __future__ import annotations

import inspect
import json
import re
import time
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from flint import arb, fmpq

import pabisym
from pabisym.cli import main
from pabisym.cli.frame import HOLDS, UNDECIDED, UNUSABLE
from pabisym.lang import budget
from pabisym.numerics.evaluator import working_precision

COMMANDS = ("derive", "refute", "feasible", "calibrate", "compare", "privacy", "convert", "atlas")
FUNCTIONS = ("derive", "refute", "feasible", "split", "calibrate", "compare", "privacy")
STEEP = {"order": "11/2", "sample-rate": "273673/5982000", "sensitivity": "1919/40000", "set": "sigma=23/8", "learning-rate": "21/40",
         "diameter": "157/40", "steps": "27", "contraction": "1/1920000000000000000000000000000", "digits": "8"}
"""Steps that contract so much that the best split leaves the diameter a share of the noise of about 1e-30."""
CLAIM = """
[symbols]
n = "integer, n >= 1"
t = "integer, 1 <= t <= n"
c = "real, 0 < c < 1"
s = "real, s > 0"
z = "real, z > 0"
w = "real, w > 0"
v = "real, v > 0"
alpha = "real, alpha > 1"
[process]
steps = "n"
contraction = "cases(k - t, c, 1)"
gap = [ { at = "t", size = "s" } ]
start_shift = "z"
noise = { law = "gaussian", variance = "v" }
[claim]
divergence = "renyi"
order = "alpha"
bound = "BOUND"
"""
"""A contraction that begins at a step, a start shift, and a claim in a letter w that the process lacks."""


def answered(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    """Status and both streams of a command."""
    status = main.main(list(argv), standalone_mode=False)
    found = capsys.readouterr()
    return status, found.out, found.err


def options(values: dict[str, str]) -> list[str]:
    return [part for name, value in values.items() for part in (f"--{name}", value)]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_searches_has_the_option(command: str) -> None:
    (option,) = (one for one in main.commands[command].params if "--seconds" in one.opts)
    assert float(str(option.default)) == budget.SECONDS < 30


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_that_searches_has_the_argument(name: str) -> None:
    parameter = inspect.signature(getattr(pabisym, name)).parameters["seconds"]
    assert parameter.kind is parameter.KEYWORD_ONLY
    assert parameter.default is None


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "inf", "nan", "1e999"])
def test_what_is_no_length_of_time_is_refused(capsys: pytest.CaptureFixture[str], seconds: str) -> None:
    status, out, err = answered(capsys, "calibrate", "--split", *options(STEEP), "--seconds", seconds)
    assert (status, out) == (UNUSABLE, "")
    assert re.fullmatch(r"pabisym: error: --seconds: '.*' is no length of time; give a positive number of seconds, such as 60\n", err)


def test_the_best_split_of_steps_that_contract_very_much_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    """Values near the best split are so close that 80 bits do not tell them apart; the search took more than 40 s, and gave up."""
    began = time.thread_time()
    status, out, _ = answered(capsys, "calibrate", "--split", *options(STEEP), "--json")
    found = json.loads(out)
    assert status == HOLDS
    assert time.thread_time() - began < budget.SECONDS
    assert found["look_back"] == 1
    low, high = (Fraction(found["value"][end]) for end in ("lower", "upper"))
    assert low <= high <= low * (1 + Fraction(1, 10**8))


@pytest.mark.parametrize("contraction", ["9/10", "1/100", "1/10000000000", "1/1920000000000000000000000000000"])
def test_without_sampling_the_best_split_is_that_of_two_squares(contraction: str) -> None:
    """With all records in the batch F(v, n) is n A/v + K h(n)/(S - v), and its least value over v (sqrt(n A) + sqrt(K h(n)))^2/S."""
    found = pabisym.split(order=4, sampling=1, sensitivity="1/2", std=2, step_size="1/2", diameter=3, steps=5, contraction=contraction, digits=12)
    with working_precision(2000):
        c, best = fmpq(Fraction(contraction).numerator, Fraction(contraction).denominator), arb("inf")
        for n in range(1, 6):
            sampled, paid = arb(n) * 4 / 2 / 4, arb(4) * 9 * 4 / 2 * (1 - arb(c) ** 2) / (arb(c) ** (-2 * n) - 1)
            best = best.min((sampled.sqrt() + paid.sqrt()) ** 2 / 4)
        assert found.lower <= best <= found.upper
    assert found.gap < 1e-12


def test_a_split_that_is_not_certified_in_time_ends_with_what_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = answered(capsys, "calibrate", "--split", *options({**STEEP, "digits": "300"}), "--direction", "mixture-first", "--seconds", "0.4")
    assert (status, out) == (UNDECIDED, "")
    found = re.fullmatch(r"pabisym: undecided: the time is used up, 0.4 s of the processor; allow more with --seconds, or seconds= in Python"
                         r"; the best split that was found gives at most (\S+)\n", err)
    assert found is not None
    assert Fraction(found[1]) > 0


@pytest.mark.parametrize(("bound", "seconds"), [
    ("alpha*w", 10),
    *(pytest.param(one, 10, marks=pytest.mark.campaign) for one in (
        "alpha*(s + z)**2/(2*v) + w", "alpha*(s + z)**2/(2*v*(1 - w/(w + 1))) + floor(w)", "alpha*(s + z)**2/(2*v)*(1 + w)", "alpha*(c**(n - t)*s + z)**2/(2*v) + w*(n + t)"))])
def test_a_claim_in_a_letter_that_the_process_lacks_ends(tmp_path: Path, bound: str, seconds: int) -> None:
    spec = tmp_path / "claim.toml"
    spec.write_text(CLAIM.replace("BOUND", bound), encoding="utf-8")
    began = time.thread_time()
    decision = pabisym.refute(spec, seconds=seconds)
    assert time.thread_time() - began < seconds + 4
    assert decision.status in ("refuted", "undecided")
    assert decision.status == "refuted" or decision.reason


SEARCHES: dict[str, tuple[Any, dict[str, Any]]] = {
    "split": (pabisym.split, {"order": 3, "sampling": "1/10", "sensitivity": 1, "std": 2, "step_size": "1/10", "diameter": 1, "steps": 50}),
    "compare": (pabisym.compare, {"n": 4, "b": 1, "T": 4, "eta": "1/10", "L": 1, "sigma": 4, "delta": "1/1000", "M": 1}),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_without_time_is_undecided(name: str) -> None:
    search, data = SEARCHES[name]
    with pytest.raises(pabisym.Undecided, match="the time is used up, 1e-06 s of the processor"):
        search(**data, seconds=1e-6)


def test_of_a_training_run_the_rows_that_were_computed_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    run = {"examples": "600", "batch": "20", "epochs": "3", "noise-multiplier": "1.1", "sampling": "cyclic", "delta": "1e-5"}
    status, out, _ = answered(capsys, "privacy", *options(run), "--json", "--seconds", "1e-6")
    found = json.loads(out)
    assert status == UNDECIDED
    assert [row["id"] for row in found["rows"]] == ["pabisym/composition"] == [found["by"]]
    assert any(one.startswith("not every statement was looked at: the time is used up") for one in found["warnings"])
    whole = pabisym.privacy({name.replace("-", "_"): value for name, value in run.items()})
    assert not whole.unfinished
    assert len(whole.rows) > 1
    assert whole.epsilon <= Fraction(found["epsilon"]["upper"])


def test_a_claim_whose_proof_does_not_end_is_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is put forward while nothing is found, so that nobody waits."""
    waited = [0.0]

    def endless(*_: object) -> NoReturn:
        while True:
            waited[0] += 0.1
            budget.poll()

    monkeypatch.setattr(budget, "time", SimpleNamespace(**{**vars(time), "thread_time": lambda: time.thread_time() + waited[0]}))
    monkeypatch.setattr("pabisym.refutation.search._why_unproved", endless)
    spec = tmp_path / "claim.toml"
    quick = CLAIM.replace('contraction = "cases(k - t, c, 1)"\n', "").replace('start_shift = "z"\n', "")  # which is soon derived
    spec.write_text(quick.replace("BOUND", "alpha*s**2/(2*v) + w"), encoding="utf-8")
    status, out, err = answered(capsys, "refute", str(spec), "--json", "--seconds", "60")
    assert (status, err) == (UNDECIDED, "")
    assert json.loads(out)["status"] == "undecided"
    assert json.loads(out)["reason"].startswith("no counterexample was found, and no proof: the time is used up, ")


def test_what_looks_at_no_clock_is_ended_all_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> NoReturn:
        while True:
            pass

    monkeypatch.setattr("pabisym.feasibility.decide.feasible", endless)
    spec = tmp_path / "one.toml"
    spec.write_text(CLAIM.replace("BOUND", "w") + '[allocation]\npayments = "s"\n', encoding="utf-8")
    status, out, err = answered(capsys, "feasible", str(spec), "--seconds", "0.5")
    assert (status, out) == (UNDECIDED, "")
    assert re.fullmatch("pabisym: undecided: the time is used up[^\n]*\n", err)
