"""What is in the library: lists by words, statements that fit a setting, what audits say first, help with examples, completion."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click
import pytest

from pabisym.cli import main
from pabisym.cli.examples import EXAMPLES
from pabisym.errors import InputError
from pabisym.library import search
from pabisym.library.library import Library, builtin
from pabisym.show import catalogue, text
from pabisym.show.blocks import Block
from pabisym.show.terminal import terminal_lines

Run = Callable[..., Any]
ID = "feldman2018/theorem-23"
PABISYM = [sys.executable, "-m", "pabisym"]


# list


def test_words_are_found_in_ids_titles_texts_and_tags() -> None:
    library = builtin()
    assert search.search(library, ["theorem-23"])[0].id == ID
    assert ID in {one.id for one in search.search(library, ["t-th RECORD"])}
    sampled = {one.id for one in search.search(library, ["subsampled", "convex"])}
    assert "altschuler2022/theorem-3.1" in sampled
    assert sampled <= {one.id for one in search.search(library, ["sampled"])}
    assert {one.id for one in search.search(library, ["Renyi divergence"])} == {one.id for one in search.search(library, ["rényi  divergence"])} != set()
    assert search.search(library, ["no such word at all"]) == []
    with pytest.raises(InputError, match="is empty"):
        search.search(library, [" "])


def test_a_step_is_found_with_the_statement_that_has_it() -> None:
    library = builtin()
    step, host = next(iter(library.steps.items()))
    assert [one.part_of for one in search.search(library, [step]) if one.id == step] == [host]


@pytest.mark.parametrize(("words", "found"), [
    ("machine unlearning", "chien2024/unlearning-convex"), ("MCMC", "ganesh2020/discretised-langevin"), ("decentralized", "cyffers2022/token-on-ring"),
    ("SDPI", "asoodeh2020isit/eq-2"), ("online learning", "asoodeh2020/definition-stochastic-regret"), ("isotonic regression", "pabisym/hidden-places"),
])
def test_other_words_for_what_a_text_has_find_it(words: str, found: str) -> None:
    names = [one.id for one in search.search(builtin(), words.split())]
    assert found in names
    assert len(names) < 120


def test_nothing_is_executed_by_a_search(tmp_path: Path, run: Run) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "lemma_1.py").write_text('"""An unheard-of wobble.\n"""\nraise SystemExit(5)\n', encoding="utf-8")
    done = run("list", "unheard-of", "--folder", tmp_path)
    assert (done.status, done.out.splitlines()[1].split("\t")) == (0, ["mine/lemma-1", "", "", "", "", "An unheard-of wobble"])
    assert run("list", "--folder", tmp_path, "--loss", "nonconvex").status == 0


def test_a_list_by_words_at_the_command_line(run: Run) -> None:
    rows = run("list", "pnsgd", "t-th", "--json").json
    assert ID in {row["id"] for row in rows}
    assert all({"id", "status", "title"} <= row.keys() for row in rows)
    nothing = run("list", "wobble")
    assert nothing.status == 1
    assert nothing.out.splitlines()[-2:] == ["0 statements", "fewer words or options find more"]


@pytest.mark.parametrize(
    ("setting", "has", "lacks"),
    [
        ({"loss": "convex", "sampling": "cyclic", "domain": "bounded"}, "altschuler2022/theorem-5.6", "altschuler2022/theorem-5.1"),
        ({"sampling": "poisson"}, "altschuler2022/theorem-3.1", "feldman2018/theorem-23"),
        ({"sampling": "one-pass", "domain": "unbounded"}, "feldman2018/theorem-23", "altschuler2022/theorem-3.1"),
        ({"loss": "strongly-convex", "sampling": "full"}, "chourasia2021/corollary-1", "altschuler2022/theorem-3.1"),
        ({"direction": "lower"}, "chourasia2021/theorem-3", "feldman2018/theorem-23"),
        ({"notion": "dp"}, "pabisym/gaussian-mechanism", "feldman2018/theorem-23"),
    ],
)
def test_what_fits_a_setting(setting: dict[str, str], has: str, lacks: str) -> None:
    found = {one.id for one in search.find(builtin(), **setting)}
    assert has in found
    assert lacks not in found
    assert lacks in builtin().known


def test_an_unknown_setting_says_what_is_known(run: Run) -> None:
    done = run("list", "--loss", "concave")
    assert (done.status, done.err) == (2, "pabisym: error: --loss: concave is not known; give one of nonconvex, clipped, convex, strongly-convex, any\n")
    assert run("list", "--sampling", "poisson", "--direction", "lower", "--domain", "unbounded", "--notion", "gdp").status == 1


KEPT = {"id": "altschuler2022/theorem-5.6", "paper": "altschuler2022", "kind": "theorem", "number": "", "title": "", "status": "proved"}


def test_what_fits_a_setting_says_its_status_where_that_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = ("list", "--loss", "convex", "--sampling", "cyclic", "--domain", "bounded")
    monkeypatch.setattr(catalogue, "kept_rows", lambda library: [KEPT])
    row = next(line for line in run(*setting).out.splitlines() if line.startswith("altschuler2022/theorem-5.6\t"))
    assert row.split("\t")[3] == "proved"
    (found,) = run(*setting, "--json").json
    assert (found["status"], "cyclic" in found["tags"]) == ("proved", True)
    monkeypatch.setattr(catalogue, "kept_rows", lambda library: None)
    assert "pabisym list computes status" in run(*setting).out


def test_words_and_options_of_a_list_choose_together(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "kept_rows", lambda library: None)

    def listed(*arguments: str) -> set[str]:
        return {line.partition("\t")[0] for line in run("list", *arguments).out.splitlines() if "\t" in line} - {"id"}

    words, fitted = listed("projected"), listed("--sampling", "one-pass")
    assert listed("projected", "--sampling", "one-pass") == words & fitted
    assert words & fitted not in (words, fitted, set())
    assert listed("projected", "--sampling", "one-pass", "--paper", "feldman2018") == {name for name in words & fitted if name.startswith("feldman2018/")}


# tables


def on_terminal(monkeypatch: pytest.MonkeyPatch, width: int, blocks: Iterable[Block]) -> list[str]:
    """The lines of blocks on a terminal."""
    monkeypatch.setattr("pabisym.show.terminal.is_watched", lambda: True)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    return "\n".join(terminal_lines(blocks)).splitlines()


ROWS = [
    {"id": "feldman2018/remark-smoothing-parameters", "kind": "remark", "number": "remark in section 5.5", "status": "proved_from",
     "as_printed": "not examined", "title": "A title that is much longer than what eighty columns leave for it, and goes on"},
    {"id": ID, "kind": "theorem", "number": "Theorem 23", "status": "proved", "as_printed": "holds", "title": "One pass"},
]  # fmt: skip


@pytest.mark.parametrize("width", [80, 100, 160])
def test_a_table_fits_a_terminal_and_breaks_no_id(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    lines = on_terminal(monkeypatch, width, catalogue.listing_blocks(ROWS))
    assert all(len(line) <= width for line in lines)
    for row in ROWS:
        assert sum(row["id"] in line for line in lines) == 1


def test_a_table_is_tab_separated_where_nobody_watches(run: Run) -> None:
    lines = [line for line in run("list", "--paper", "gopi2022").out.splitlines() if not line.startswith("replayed: cached")]
    assert lines[0].split("\t") == ["id", "kind", "number", "status", "paper's claim", "title"]
    assert {line.count("\t") for line in lines[:-1]} == {5}


# audit and show


def test_the_first_command_says_at_once_what_it_does_and_at_the_end_what_it_means(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def selected(_: Sequence[str]) -> tuple[Library, list[str]]:
        told.append(sys.stderr.getvalue())  # type: ignore[attr-defined]
        return builtin(), [ID]

    monkeypatch.setattr("pabisym.cli.commands._select_paths", selected)
    done = run("audit")
    assert told == [done.err]
    assert re.fullmatch(r"pabisym: replaying the proof of every theorem and checking every claim about the papers; .*\n", done.err), "before any work"
    assert done.out.rstrip().splitlines()[-2:] == ["1 of 1 statement is proved here, step by step in a small kernel.", f"Next: pabisym show {ID}"]
    assert json.loads(run("audit", "--json").out)["summary"]["entries"] == 1

def test_an_audit_has_findings_and_rows_on_request(run: Run) -> None:
    names = "feldman2018/theorem-1", "feldman2018/eq-exp-quadratic", ID
    plain, found, rows, only = (run("audit", *names, *more).out.splitlines() for more in ((), ("--findings",), ("--rows",), ("--only", "refuted")))
    plain = "\n".join(plain).replace("\n  ", " ").splitlines()
    assert re.fullmatch(r"All \d+ checks pass .*", plain[-4])
    assert found[0] == "What the papers state and what is proved, statements that are wrong first"
    assert [line.split()[:2] for line in found[1:3]] == [["wrong", "feldman2018/theorem-1"], ["corrected", "feldman2018/eq-exp-quadratic"]]
    assert not any(line.startswith(name) for line in plain for name in names)
    assert plain[-2] == (
        f"1 statement of the papers is wrong as printed, 1 holds in a corrected form; pabisym audit {' '.join(names)} --findings lists them.")
    assert "as the papers state them: 1 hold, 1 hold in a corrected form, 1 are wrong" in rows
    assert any(line.split("\t")[:4] == [ID, "proved", "holds", "exact"] for line in rows)
    assert [line.split("\t")[0] for line in only if "\t" in line] == ["statement", "feldman2018/theorem-1"]
    data = run("audit", *names, "--only", "refuted", "--json").json
    assert [entry["id"] for entry in data["entries"]] == ["feldman2018/theorem-1"]
    assert run("audit", ID, "--only", "wrong").status == 2


def test_a_statement_fits_one_screen(run: Run) -> None:
    done = run("show", ID)
    lines = done.out.splitlines()
    assert len(lines) < 40
    assert max(map(len, lines)) <= 100
    assert lines[2] == "status: proved · as the paper states it: holds · tightness: exact"
    assert "  2·α·L²/(σ²·(n + 1 − t))" in lines
    assert [line for line in lines if line and line[0] != " "][4:] == [
        "Statement", "Bound", "Assumptions", "Depends on", f"More: pabisym show {ID} --full, or --proof, --latex, --json"]
    assert "  α > 1, 1 ≤ t, t ≤ n, L ≥ 0, β > 0, η > 0, σ > 0, η ≤ 2/β" in lines
    assert not any("Proof" in line for line in lines)
    assert run("show", ID, "--full", "--json").status == 2
    before = run("show", ID, "--brief")
    assert (before.out, before.err) == (done.out, "pabisym: --brief is now what show prints by default; the old name answers for one more version\n")


def test_the_proof_of_a_statement_is_shown_by_itself(run: Run) -> None:
    shown, whole = run("show", ID, "--proof").out, run("show", ID, "--full").out
    assert shown.startswith("\nProof (")
    assert shown in whole
    assert "Statement" not in shown
    assert run("show", "feldman2018/definition-8", "--proof").out == "\nProof\n  there is none here; the status is definition\n"
    because = [run("show", "pabisym/kahane", *more).out.partition("\nAssumed without proof, because\n")[2].partition("\n\n")[0].rstrip() for more in ((), ("--proof",))]
    assert because[0] == because[1] != ""


def test_findings_fit_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from pabisym.library.audit import audit

    report = audit(builtin(), ["feldman2018/theorem-1", "feldman2018/definition-psgd"])
    assert all(len(line) <= 80 for line in on_terminal(monkeypatch, 80, text.audit_blocks(report, rows=True)))


# help and completion


def test_every_command_has_two_examples_that_its_parser_takes() -> None:
    assert set(EXAMPLES) == set(main.commands)
    for name, examples in EXAMPLES.items():
        for line in examples:
            program, command, *arguments = shlex.split(line.partition(" > ")[0])
            assert (program, command) == ("pabisym", name)
            if "--help" not in arguments:
                with click.Context(main.commands[name], help_option_names=["-h", "--help"]) as context:
                    main.commands[name].make_parser(context).parse_args(arguments)


def test_help_shows_the_examples(run: Run) -> None:
    said = run("list", "--help").out
    assert "Examples:\n  " in said
    assert EXAMPLES["list"][0] in said


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_program_for_a_shell(run: Run, shell: str) -> None:
    done = run("completion", shell)
    assert done.status == 0
    assert f"_PABISYM_COMPLETE={shell}_complete" in done.out


def test_an_unknown_shell_is_refused(run: Run) -> None:
    assert run("completion", "csh").status == 2


@pytest.mark.parametrize(("words", "answer"), [("pabisym eval", "plain,evaluate"), (f"pabisym show {ID}", f"plain,{ID}"), ("pabisym show --fu", "plain,--full")])
def test_a_shell_is_answered(words: str, answer: str) -> None:
    asked = {**os.environ, "_PABISYM_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(PABISYM, env=asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert answer in re.split(r"\n", done.stdout)
