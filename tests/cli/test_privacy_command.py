"""``pabisym privacy``: one screen, JSON, files, statuses, the examples of its page, and one line for unusable input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pabisym import privacy
from pabisym.show.terminal import terminal_lines
from pabisym.show.trained import privacy_blocks

Run = Callable[..., Any]
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "questions" / "privacy.md").read_text(encoding="utf-8")
SMALL = ("--examples", "40", "--batch", "10", "--epochs", "2", "--noise-multiplier", "4", "--sampling", "cyclic", "--delta", "1e-5")
CONVEX = (*SMALL, "--loss", "convex", "--smoothness", "1", "--learning-rate", "0.1")


def other(*changes: str) -> tuple[str, ...]:
    """The arguments of the convex run with other values of some options, which may be given once only."""
    pairs = dict(zip(CONVEX[::2], CONVEX[1::2], strict=True)) | dict(zip(changes[::2], changes[1::2], strict=True))
    return tuple(part for pair in pairs.items() for part in pair)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_screen_of_100_columns(run: Run) -> None:
    done = run("privacy", *CONVEX, "--release", "last")
    lines = done.out.splitlines()
    assert re.match(r"ε ≤ 1\.\d+ at δ = 1e-5 for the last iterate", lines[0])
    assert lines[1].startswith("by pabisym/periodic-gap: A gap in every epoch (proved)")
    assert max(map(len, lines)) <= 100
    assert len(lines) <= 45
    assert any("✓" in line for line in lines)
    assert any("lower bound" in line for line in lines)


def test_a_long_title_is_wrapped() -> None:
    found = privacy(examples=100, batch=10, steps=3, noise_multiplier=10, sampling="cyclic", delta="1e-5")
    lines = list(terminal_lines(privacy_blocks(replace(found, rows=(replace(found.rows[0], title="many words " * 12), *found.rows[1:])))))
    assert max(map(len, lines)) <= 100
    assert lines[2].startswith("  many")


def test_what_is_violated_and_other_promises(run: Run) -> None:
    text = " ".join(run("privacy", *SMALL, "--learning-rate", "0.1").out.split())
    assert "✗ the loss of every example is convex: the loss is clipped; --loss convex, where that is true" in text
    assert "if only the last iterate were released and every loss were convex, never clipped, and at most 20-smooth" in text


def test_checkpoints_are_explained_and_certified(run: Run, here: Path) -> None:
    given = other("--examples", "500", "--batch", "10", "--sampling", "poisson", "--epochs", "4", "--noise-multiplier", "0.6",
                  "--release", "checkpoints", "--checkpoints", "80,200")
    done = run("privacy", *given, "--explain", "--certificate", "plan.json")
    assert "for the checkpoints" in done.out
    assert "only the models after the steps 80, 200 leave the training" in " ".join(done.out.split())
    assert done.out.count("\n  hides ") == 2  # of the stretches of 80 and of 120 steps
    assert max(map(len, done.out.splitlines())) <= 100
    assert run("check", "plan.json").status == 0
    forged = json.loads((here / "plan.json").read_text(encoding="utf-8"))
    forged["configuration"]["checkpoints"] = "90,200"
    (here / "forged.json").write_text(json.dumps(forged), encoding="utf-8")
    assert run("check", "forged.json").status == 1


def test_explained(run: Run) -> None:
    text = " ".join(run("privacy", *CONVEX, "--explain").out.split())
    assert "T = 8 steps in epochs of 4; the example that is used most takes part in 2 of them" in text
    assert "a step reveals r/z = 0.25 deviations" in text
    assert "a gap of r η C/B = 0.01 and noise of standard deviation η z C/B = 0.04, after the step size" in text


def test_json(run: Run) -> None:
    data = run("privacy", *CONVEX, "--release", "last", "--json").json
    assert data["by"] == "pabisym/periodic-gap"
    assert float(data["epsilon"]["lower"]) <= float(data["epsilon"]["upper"])
    assert {"id", "epsilon", "hypotheses"} <= set(data["rows"][0])


def test_a_target(run: Run) -> None:
    given = [part for pair in zip(CONVEX[::2], CONVEX[1::2], strict=True) for part in pair if pair[0] != "--noise-multiplier"]
    data = run("privacy", *given, "--target-epsilon", "1", "--json").json
    assert float(data["epsilon"]["upper"]) <= 1
    assert data["configuration"]["noise_multiplier"] == data["solved"]["value"]


def test_the_file_of_the_page(run: Run, here: Path) -> None:
    (here / "training.toml").write_text(PAGE.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    data = run("privacy", "training.toml", "--json").json
    assert (data["by"], data["steps"]) == ("pabisym/periodic-gap", 3525)
    assert run("privacy", "training.toml", "--steps", "470", "--json").json["steps"] == 470


def test_a_value_of_a_file_is_named_by_its_key(run: Run, here: Path) -> None:
    page = PAGE.partition("```toml\n")[2].partition("```")[0]
    (here / "training.toml").write_text(page.replace('"cyclic"', '"shuffle"'), encoding="utf-8")
    assert run("privacy", "training.toml").err.startswith("pabisym: error: sampling: 'shuffle' is not known; did you mean shuffled?")
    assert run("privacy", "training.toml", "--sampling", "cycle").err.startswith("pabisym: error: --sampling: 'cycle' is not known")


def test_what_opacus_knows(run: Run, here: Path) -> None:
    document = json.loads(PAGE.partition("```json\n")[2].partition("```")[0])
    small = {**document, "steps": 2, "dataset_size": 512, "sample_rate": "1/2"}
    (here / "run.json").write_text(json.dumps(small), encoding="utf-8")
    data = run("privacy", "--from", "run.json", "--json").json
    assert (data["configuration"]["sampling"], data["configuration"]["sample_rate"], data["by"]) == ("poisson", "1/2", "accountant")


@pytest.mark.parametrize(("arguments", "line"), [
    ((), "--sampling: is missing; say how batches are made"),
    (SMALL[:-2], "--delta: is missing; give it, as in --delta 1e-5"),
    ((*SMALL, "--loss", "convexe"), "--loss: 'convexe' is not known; did you mean convex?"),
    ((*SMALL, "--steps", "3"), "--epochs: is given beside --steps"),
    ((*SMALL, "--target-epsilon", "3"), "--noise-multiplier: is given although it is solved for; leave it out"),
    ((*SMALL, "--solve", "epochs"), "--solve: needs a target; give --target-epsilon"),
    (("missing.toml",), "missing.toml: "),
    ((*SMALL, "--plot", "out.txt"), "--plot: "),
])
def test_unusable_input_is_one_line(run: Run, here: Path, arguments: tuple[str, ...], line: str) -> None:
    done = run("privacy", *arguments)
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith(f"pabisym: error: {line}")
    assert done.err.count("\n") == 1


def test_a_schedule(run: Run) -> None:
    arguments = ("privacy", *other("--batch", "40", "--sampling", "full"), "--weights", "k", "--release", "last", "--schedule", "2", "8")
    data = run(*arguments, "--json").json["schedule"]
    assert float(data["no_schedule_below"]["lower"]) <= float(data["epsilon"]["upper"]) < float(data["constant"]["lower"])
    text = run(*arguments).out
    assert "no schedule at this cost gives less than" in text
    assert "without bounds on the multipliers: a tie" in text


@pytest.mark.parametrize(("arguments", "line"), [
    ((*CONVEX, "--schedule", "5", "8"), "schedule: the constant noise multiplier does not lie between the bounds"),
    ((*CONVEX, "--schedule", "2", "8", "--weights", "x"), "--weights: no value for x"),
    ((*CONVEX, "--weights", "k"), "--weights: needs a schedule"),
    ((*other("--sampling", "poisson"), "--schedule", "2", "8"), "schedule: is not known for poisson batches"),
])
def test_a_schedule_that_is_unusable_is_one_line(run: Run, arguments: tuple[str, ...], line: str) -> None:
    done = run("privacy", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"pabisym: error: {line}")


def test_the_picture_names_its_curves(run: Run, here: Path) -> None:
    assert run("privacy", *CONVEX, "--release", "last", "--plot", "out.svg").status == 0
    assert (here / "out.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_what_no_analysis_goes_below_and_the_cell_of_the_atlas(run: Run) -> None:
    strong = (*SMALL, "--loss", "strongly-convex", "--strong-convexity", "0.5", "--smoothness", "1", "--learning-rate", "0.1",
              "--adjacency", "replace", "--release", "last")  # fmt: skip
    text = " ".join(run("privacy", *strong).out.split())
    assert re.search(r"the true ε is at least \d\.\d+, by this pair of runs: quadratic losses of curvature", text)
    assert "that pair promises: gradients of two examples differ by at most 2 C" in text
    assert "pabisym atlas --loss strongly-convex --sampling cyclic --domain unbounded --noise gaussian --release last" in text
    found = json.loads(run("privacy", *strong, "--json").out)
    assert float(found["epsilon"]["lower"]) > 0
    assert found["lower_bound_promise"].startswith("gradients of two examples")
    assert found["atlas"]["class"] == ["strongly-convex", "cyclic", "unbounded", "gaussian", "last"]
    assert found["atlas"]["tightness"] == "upper only"  # at the run with the noise of practice no lower end is known


@pytest.mark.campaign  # by day the walks themselves
def test_a_narrow_domain_has_a_lower_bound_too(run: Run) -> None:
    """Walks that are projected in every step, for which no law is known; in seconds."""
    narrow = (*CONVEX, "--release", "last", "--adjacency", "replace", "--diameter", "0.3")
    found = json.loads(run("privacy", *narrow, "--json").out)
    assert 0 < float(found["epsilon"]["lower"]) < float(found["epsilon"]["upper"])
    assert "projected onto an interval" in found["lower_bound_by"]


def test_averages_have_no_cell(run: Run) -> None:
    done = run("privacy", *SMALL, "--release", "average")
    assert "pabisym atlas" not in done.out
    assert "no pair of runs is known here" in " ".join(done.out.split())
    assert json.loads(run("privacy", *SMALL, "--release", "average", "--json").out)["atlas"] is None


@pytest.mark.parametrize("arguments", [
    ("--noise-multiplier", "1e400"), ("--noise-multiplier", "1e-400"), ("--noise-multiplier", "2", "--clip", "1e400"),
    ("--noise-multiplier", "2", "--diameter", "1e400", "--learning-rate", "1e-400"),
])
@pytest.mark.parametrize("sampling", ["poisson", *(pytest.param(one, marks=pytest.mark.campaign) for one in ("cyclic", "fixed-size"))])
def test_numbers_beyond_floats_are_answered_or_undecided(run: Run, arguments: tuple[str, ...], sampling: str) -> None:
    """They ended in status 70, where a number of a sentence was made a float."""
    made = ("--examples", "1000", "--batch", "100", "--steps", "20", "--sampling", sampling, "--delta", "1e-5")
    done = run("privacy", *made, *arguments)
    assert done.status in (0, 3)
    if "1e400" in arguments[:2]:
        assert done.out.startswith("ε ≤ 0 at δ = 1e-5")
        assert "z > 1e308" in done.out
