"""Files of phases and mechanisms at the command line: the epsilon, the least noise, statements to file, the map of hiding."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pabisym import Accountant
from pabisym.divergence.evaluate import decide
from pabisym.lang.grammar import parse
from pabisym.notions.conversion import gdp_delta

Run = Callable[..., Any]
PHASES = """delta = 1e-5

[[phase]]
noise_multiplier = 4
steps = 2

[[phase]]
{noise}
steps = 3

[[mechanism]]
kind = "gaussian"
std = 5
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    monkeypatch.chdir(tmp_path)

    def write(noise: str) -> str:
        Path("run.toml").write_text(PHASES.format(noise=noise), encoding="utf-8")
        return "run.toml"

    return write


def test_the_epsilon_of_a_file_is_that_of_an_accountant(run: Run, file: Callable[[str], str]) -> None:
    path = file("noise_multiplier = 2")
    data, account = run("privacy", path, "--json").json, Accountant.read(path)
    assert Fraction(data["epsilon"]["upper"]) >= account.epsilon("1e-5").upper > Fraction(data["epsilon"]["upper"]) * Fraction(999999, 10**6)
    assert (data["by"], data["about"], len(data["configuration"]["mechanisms"])) == ("accountant", "all", 3)
    assert Fraction(data["epsilon"]["upper"]) >= Fraction(run("convert", "--gdp", "0.9565563235", "--delta", "1e-5", "--json").json["epsilon"]["lower"])
    assert "Gaussian noise, multiplier 5; all records" in run("privacy", path).out


def test_the_least_noise_of_a_phase_is_the_same_by_both_commands(run: Run, file: Callable[[str], str]) -> None:
    path = file("")
    data = run("privacy", path, "--target-epsilon", "4", "--json").json
    assert data["solved"] == run("calibrate", path, "--epsilon", "4", "--json").json["solved"]
    assert float(data["epsilon"]["upper"]) <= 4
    less = Fraction(data["solved"]["value"]) * Fraction(99, 100)
    account = Accountant.read(file(f'noise_multiplier = "{less}"'))
    assert account.epsilon("1e-5").upper > 4, "less noise misses the target"


@pytest.mark.parametrize(("noise", "arguments", "line"), [
    ("", ("privacy", "run.toml"), "noise_multiplier: is missing in a phase"),
    ("noise_multiplier = 2", ("privacy", "run.toml", "--target-epsilon", "1"), "noise_multiplier: is given in every phase"),
    ("noise_multiplier = 0", ("privacy", "run.toml"), "phase 2: noise_multiplier: 0 is not positive"),
    ("noise_multiplier = 2", ("privacy", "run.toml", "--plot", "a.svg"), "--plot: is about one run"),
    ("noise_multiplier = 2", ("privacy", "run.toml", "--map"), "--map: is about one run"),
    ("", ("calibrate", "run.toml"), "--epsilon: is missing"),
    ("", ("calibrate", "run.toml", "--epsilon", "1", "--gdp", "1"), "--gdp: cannot be combined with run.toml"),
    ("", ("calibrate", "run.toml", "--epsilon", "1", "--steps", "1"), "--steps: cannot be combined with run.toml"),
    ("", ("calibrate", "--gaussian", "1", "--adjacency", "replace", "--epsilon", "1", "--delta", "1e-5"), "--gaussian: cannot be combined"),
    ("noise_multiplier = 2", ("privacy", "run.toml", "--statement", "a.docx"), "--statement: 'a.docx' ends with none of"),
    ("", ("privacy", "--map", "--statement", "-"), "--map: cannot be combined with --statement"),
])  # fmt: skip
def test_unusable_input_is_one_line(run: Run, file: Callable[[str], str], noise: str, arguments: tuple[str, ...], line: str) -> None:
    file(noise)
    done = run(*arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(f"pabisym: error: {line}")


def test_statements_are_written_in_three_forms(run: Run, file: Callable[[str], str]) -> None:
    path = file("noise_multiplier = 2")
    for name in ("a.md", "a.html", "a.json"):
        done = run("privacy", path, "--statement", name)
        assert done.status == 0
        assert done.out.startswith("ε ≤ ")
        assert done.out.endswith(f"\nthe statement about this run is in {name}\n")
    text, page, data = (Path(name).read_text(encoding="utf-8") for name in ("a.md", "a.html", "a.json"))
    said = json.loads(data)
    assert Fraction(said["epsilon"]) == Accountant.read(path).epsilon("1e-5").upper
    headings = [part["heading"] for part in said["parts"]]
    assert headings[:4] == ["Guarantee", "Unit of protection", "What may be released", "What was done"]
    for heading in headings:
        assert f"### {heading}" in text
        assert f"<summary>{heading}</summary>" in page
    assert run("privacy", path, "--statement", "-", "--json").json == said


@pytest.mark.campaign
def test_the_map_of_a_run_is_printed_and_drawn(run: Run, tmp_path: Path) -> None:
    given = ("--examples", "20", "--batch", "5", "--epochs", "2", "--noise-multiplier", "4", "--sampling", "cyclic", "--delta", "1e-5",
             "--loss", "convex", "--smoothness", "1", "--learning-rate", "0.1", "--adjacency", "replace")
    done = run("privacy", *given, "--map", "--plot", str(tmp_path / "map.svg"))
    assert done.status == 0
    assert done.out.startswith("all iterates: ε ≤ ")
    for said in ("where more hiding begins to help", "with --diameter ≤ ", "the last iterate, by weight decay", "a model after every epoch", "• "):
        assert said in done.out
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").lstrip().startswith("<?xml")


def test_a_run_whose_statement_is_written_has_the_same_answer_printed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    given = ("privacy", "--examples", "40", "--batch", "10", "--epochs", "2", "--noise-multiplier", "4", "--sampling", "poisson",
             "--delta", "1e-5")
    alone, filed = run(*given), run(*given, "--statement", "b.md")
    assert filed.out == alone.out + "the statement about this run is in b.md\n"
    assert run(*given, "--statement", "b.md", "--json").json == run(*given, "--json").json
    assert "### Guarantee" in Path("b.md").read_text(encoding="utf-8")


def test_the_statement_of_a_run_says_how_batches_are_drawn_and_accounted(run: Run) -> None:
    done = run("privacy", "--examples", "40", "--batch", "10", "--epochs", "2", "--noise-multiplier", "4", "--sampling", "shuffled", "--delta", "1e-5",
               "--statement", "-", "--json").json
    rows = {row["what"]: row["value"] for part in done["parts"] for row in part["rows"]}
    assert rows["batches as drawn"] == "every epoch takes each example once in a random order, in batches of 10"
    assert rows["as accounted"] == "composition of 2 uses of an example, which covers all iterates"
    assert any("no Poisson sampling" in text for part in done["parts"] for text in part["sentences"])


@pytest.mark.parametrize(("uses", "epsilon"), [(1, "1"), (1, "50"), (4, "1")])
def test_the_least_noise_of_gaussian_mechanisms(run: Run, uses: int, epsilon: str) -> None:
    """By the closed form of a Gaussian mechanism: the noise meets delta, a thousandth less does not."""
    found = Fraction(run("calibrate", "--gaussian", str(uses), "--epsilon", epsilon, "--delta", "1e-6", "--json").json["noise_multiplier"])
    less = found * Fraction(999, 1000)
    assert Fraction(gdp_delta(uses / found**2, epsilon).upper) <= Fraction(1, 10**6) < Fraction(gdp_delta(uses / less**2, epsilon).lower)


def test_mechanisms_of_convert_are_those_of_an_accountant(run: Run) -> None:
    account = Accountant()
    account.laplace(scale_multiplier=2)
    account.exponential(epsilon="1/2")
    account.pure(epsilon="1/10")
    ends = run("convert", "--laplace", "2", "--exponential", "1/2", "--pure", "1/10", "--delta", "1e-3", "--json").json["epsilon"]
    own = account.epsilon("1e-3")
    assert max(own.lower, Fraction(ends["lower"])) <= min(own.upper, Fraction(ends["upper"])), "both enclose one number"
    twice = run("convert", "--pure", "1", "--pure", "1", "--epsilon", "1/2", "--json").json["delta"]
    assert Fraction(twice["upper"]) > Fraction(run("convert", "--pure", "1", "--epsilon", "1/2", "--json").json["delta"]["upper"])
    data = run("convert", "--pure", "1", "--epsilon", "1/2", "--digits", "9", "--json").json
    assert decide(parse("lower <= (exp(1) - exp(1/2))/(1 + exp(1)) <= upper"), data["delta"]) == "true", "randomised response"
    assert "pure mechanisms are randomised responses" in data["lower_end_assumes"]


def test_the_last_iterate_of_phases_is_told_with_what_it_needs(run: Run, tmp_path: Path) -> None:
    promised = """delta = "1e-5"
examples = 60
batch = 60
sampling = "full"
loss = "convex"
smoothness = 1
release = "last"
[[phase]]
noise_multiplier = 8
learning_rate = "1/10"
steps = 5
[[phase]]
noise_multiplier = 8
learning_rate = "1/10"
steps = 20
"""
    path = tmp_path / "last.toml"
    path.write_text(promised, encoding="utf-8")
    found = run("privacy", str(path), "--explain")
    assert found.status == 0
    assert "at δ = 1e-5 for the last iterate of all phases" in found.out
    assert "for all iterates" in found.out
    assert "✓ the learning rate is at most 2/M: 0.1 ≤ 2" in found.out
    assert "by the best shift allocation over all phases: μ²" in found.out
    document = run("privacy", str(path), "--json").json
    assert (document["about"], document["by"], document["epsilon"]["lower"]) == ("last", "pabisym/taut-string", "0")
    path.write_text(promised.replace('loss = "convex"\n', ""), encoding="utf-8")
    lost = run("privacy", str(path))
    assert "does not apply: the last iterate, by the best shift allocation over all phases" in lost.out
    assert "for all phases and mechanisms" in lost.out
