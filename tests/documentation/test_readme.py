"""The README is short and true: its examples give what it says, its picture is the one of its command, and it links where it should."""

from __future__ import annotations

import doctest
import re
import shlex
from importlib.metadata import metadata
from pathlib import Path

import pytest

from pabisym.cli import main

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "README.md"
README = HERE.read_text(encoding="utf-8") if HERE.is_file() else str(metadata("pabisym").get_payload())
"""The file in a working copy; where only the package is installed, the description that it carries."""
EXAMPLES = [block.strip().splitlines() for block in re.findall(r"```console\n\$ pabisym (.*?)```", README.replace("\\\n", " "), re.DOTALL)]


def test_the_example_in_python_gives_what_it_says() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    example = doctest.DocTestParser().get_doctest(block, {}, "README", None, 0)
    assert len(example.examples) >= 3
    said: list[str] = []
    assert doctest.DocTestRunner().run(example, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda lines: lines[0].split()[0])
def test_the_examples_at_the_command_line_print_what_it_says(example: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(shlex.split(example[0]), standalone_mode=False) == 0
    assert len(example) > 1
    printed = capsys.readouterr().out.splitlines()
    at = [printed.index(line) for line in example[1:]]
    assert at == sorted(at)
    if example[0].startswith("privacy "):
        all_iterates, last = (re.findall(rf"{words}ε ≤ ([\d.]+)", text)[0] for words, text in (("together have ", README), ("^", example[1])))
        assert any(line.split() == ["accountant", "≤", all_iterates, "all", "iterates", "accountant"] for line in printed)
        for said, drawn in zip((all_iterates, last), drawn_epsilons() or (), strict=False):
            assert -1e-5 < float(said) - drawn < 1.01e-3, "four digits, rounded up"


def drawn_epsilons() -> tuple[float, float] | None:
    """Epsilon of all iterates and of the last one at 30 epochs and the noise multiplier 0.8, read off the picture; None where it is not there."""
    picture = ROOT / "docs" / "hidden-epochs.svg"
    if not picture.is_file():
        return None
    panel = picture.read_text(encoding="utf-8").partition('<g id="axes_2">')[2]
    lines = [(re.findall(r"[ML] ([\d.]+) ([\d.]+)", path), style) for path, style in re.findall(r'<path d="(M [^"]*)" clip-path[^>]*style="([^"]*)"', panel)]
    bottom, one, *_ = (float(points[0][1]) for points, style in lines if "#b0b0b0" in style and points[0][1] == points[-1][1])  # the grid at 0 and 1
    found = {colour: float(points[3][1]) for points, style in lines if len(points) == 5 for colour in ("#0072b2", "#d55e00") if colour in style}
    return (bottom - found["#0072b2"]) / (bottom - one), (bottom - found["#d55e00"]) / (bottom - one)


def test_two_commands_set_up_a_bare_machine() -> None:
    commands = re.findall(r"^ {4}(python3 .*)$", README, re.MULTILINE)
    assert [command.rpartition("/")[2] for command in commands] == ["pabisym audit", "pytest -n auto"]
    assert all(command.startswith("python3 -m venv .venv && .venv/bin/pip install -e ") for command in commands)
    assert len(EXAMPLES) == 2


def test_it_is_short_and_says_what_a_newcomer_asks() -> None:
    assert len(README.split()) <= 450
    assert re.findall(r"^## (.*)$", README, re.MULTILINE) == ["Try it", "Three examples", "Why believe it", "What it does not do", "More"]
    assert len(re.findall(r"^!\[.+\]\(docs/\S+\.svg\)$", README, re.MULTILINE)) == 1


def test_addresses_are_those_of_papers() -> None:
    links = {target: text for text, target in re.findall(r"(?<!!)\[([^]]+)\]\(([^)]+)\)", README)}
    papers = [target for target in links if "://" in target]
    assert len(papers) == README.count("://") == 5
    assert all(target.startswith(("https://arxiv.org/abs/", "https://doi.org/")) for target in papers)
    assert {f"docs/{name}.md" for name in ("start", "commands", "citation", "contributing", "changelog", "limitations", "trust", "findings")} <= links.keys()


if HERE.is_file():  # what else a working copy holds

    def test_its_papers_are_those_of_the_references() -> None:
        told = dict(re.findall(r"@\w+\{(\w+),(?:(?!\n\}).)*?eprint\s*= \{([\d.]+)\}", (ROOT / "theorems" / "references.bib").read_text(encoding="utf-8"), re.DOTALL))
        wanted = {told[paper] for paper in ("feldman2018", "altschuler2022", "asoodeh2020", "asoodeh2020isit", "chourasia2021")}
        assert set(re.findall(r"arxiv\.org/abs/([\d.]+)", README)) == wanted
