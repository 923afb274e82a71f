"""``pabisym atlas``, with and without ``--at``: text that fits, tables when piped, JSON, and one line for unusable input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
CHOSEN = ("--loss", "convex", "--noise", "gaussian", "--domain", "unbounded", "--release", "last")


def test_a_table_with_tabs(run: Run) -> None:
    done = run("atlas", *CHOSEN)
    lines = [line.split("\t") for line in done.out.splitlines()]
    assert done.status == 0
    assert lines[0] == ["loss", "batches", "domain", "noise", "release", "tightness", "short epsilon", "short by", "long epsilon", "long by",
                        "realistic epsilon", "realistic by", "open"]  # fmt: skip
    assert [line[1] for line in lines[1:]] == ["full", "cyclic", "poisson", "fixed-size", "shuffled"]
    assert lines[1][5] == "exact"
    assert {len(line) for line in lines} == {13}


def test_json_has_the_cells(run: Run) -> None:
    found = run("atlas", *CHOSEN, "--sampling", "full", "--json").json
    (cell,) = found["cells"]
    assert (cell["tightness"], cell["open"]) == ("exact", "")
    assert {one["point"] for one in cell["values"]} == {one["name"] for one in found["points"]}
    assert set(cell["values"][0]["upper"]) == {"lower", "upper"}


@pytest.mark.parametrize("chosen", [CHOSEN, pytest.param((), marks=pytest.mark.campaign)], ids=["some", "all"])
def test_both_commands_fit_80_columns(chosen: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.show.terminal.is_watched", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    done = [run("atlas", *chosen), run("atlas", "--at"), run("atlas", "--at", "bi-lipschitz", "--steps", "20")]
    assert [one.status for one in done] == [0, 0, 0]
    assert max(len(line) for one in done for line in one.out.splitlines()) <= 80
    assert f"{5 if chosen else 160} classes" in done[0].out


@pytest.mark.campaign
def test_a_folder_of_ones_own_is_read(run: Run, tmp_path: Path) -> None:
    done = run("atlas", *CHOSEN, "--sampling", "full", "--folder", tmp_path)
    assert done.status == 0
    assert done.out.splitlines()[1] == run("atlas", *CHOSEN, "--sampling", "full").out.splitlines()[1]


def test_problems_are_listed_and_evaluated(run: Run) -> None:
    assert [line.split("\t")[0] for line in run("atlas", "--at").out.splitlines()[1::3]] == ["random-batches", "bi-lipschitz", "bounded-domain"]
    assert [one["problem"] for one in run("atlas", "--at", "--json").json] == ["random-batches", "bi-lipschitz", "bounded-domain"]
    found = run("atlas", "--at", "bi-lipschitz", "--steps", "20", "--json").json
    assert set(found["epsilon"]) == {"lower", "upper"}
    assert found["configuration"]["steps"] == 20
    assert found["upper_by"].startswith("pabisym/")
    assert run("atlas", "--at", "bi-lipschitz", "--steps", "20").out.startswith(f"{found['epsilon']['lower'][:4]}")


def test_a_file_says_the_run_and_options_stand_above_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "run.toml"
    file.write_text('epochs = 2\nnoise_multiplier = 6\nadjacency = "replace"\n', encoding="utf-8")
    found = run("atlas", "--at", "bi-lipschitz", file, "--steps", "7", "--json").json["configuration"]
    assert (found["steps"], found["noise_multiplier"]) == (7, "6")


@pytest.mark.parametrize(("arguments", "said"), [
    (("atlas", "--loss", "concave"), "--loss: 'concave' is not known; "),
    (("atlas", "--at", "nothing"), "PROBLEM: 'nothing' is not known; the open problems are random-batches, bi-lipschitz, bounded-domain"),
    (("atlas", "--at", "--steps", "20"), "PROBLEM: "),
    (("atlas", "--at", "bounded-domain", "--diameter", "-1"), "--diameter: -1 is not 0 or more"),
    (("atlas", "--at", "random-batches", "--sampling", "full"), "--sampling: 'full' is not about this problem; give one of fixed-size, poisson"),
    (("atlas", "--at", "bi-lipschitz", "--loss", "strongly-convex", "--strong-convexity", "0"), "--strong-convexity: is missing; say how strongly convex losses are"),
])  # fmt: skip
def test_unusable_input_is_one_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"pabisym: error: {said}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("more", "words"), [
    ((), "--loss convex --sampling cyclic --domain unbounded"), (("--set", "b=6"), "--loss convex --sampling full --domain unbounded"),
    pytest.param(("--set", "D=1", "--set", "M=1", "--set", "m=1/2"), "--loss strongly-convex --sampling cyclic --domain bounded", marks=pytest.mark.campaign),
    (("--loss", "nonconvex"), "--loss nonconvex --sampling cyclic --domain unbounded"),
])  # fmt: skip
def test_compare_names_the_cell_of_its_question(run: Run, more: tuple[str, ...], words: str) -> None:
    given = {"n": "6", "b": "2", "T": "6", "eta": "1/10", "L": "1", "sigma": "4", "delta": "1e-5"}
    given |= dict(one.split("=") for one in more if "=" in one)
    options = [part for name, value in given.items() for part in ("--set", f"{name}={value}")]
    options += [one for one in more if one in ("--loss", "nonconvex")]
    assert f"pabisym atlas {words} --noise gaussian --release last" in run("compare", *options).out
    assert json.loads(run("compare", *options, "--json").out)["atlas"]["command"].startswith(f"pabisym atlas {words}")


def test_a_list_by_setting_says_how_many_cells_fit(run: Run) -> None:
    lines = run("list", "--loss", "convex", "--sampling", "poisson", "--domain", "bounded").out.splitlines()
    assert [line for line in lines if line.startswith("in the atlas: 4 classes of processes fit")] == lines[-1:]
    assert lines[-1].endswith("(pabisym atlas --loss convex --domain bounded --sampling poisson)")
    assert run("list", "--loss", "any").out.splitlines()[-1].startswith("in the atlas: 160 classes of processes fit")
