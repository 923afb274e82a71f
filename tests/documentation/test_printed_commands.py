"""The commands that pages print: all of them are found by ``.ci/pages``, which runs them; the table of commands is that of the program."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest
from click import Group

from pabisym.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    loader = SourceFileLoader("printed_commands", str(ROOT / ".ci" / "pages"))
    spec = importlib.util.spec_from_loader("printed_commands", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    loader.exec_module(module)
    sys.dont_write_bytecode = written
    return module


def test_every_command_of_the_table_exists() -> None:
    named = re.findall(r"^\| `pabisym (\w+)", (ROOT / "docs" / "commands.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert isinstance(main, Group)
    assert sorted(named) == sorted(main.commands)


def test_every_page_for_newcomers_has_commands_that_are_found(pages: ModuleType) -> None:
    for page in pages.PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        found = list(pages.commands(text))
        assert found[0].makes_environment, page
        assert sum(command.makes_environment for command in found) == text.count("python3 -m venv"), page
        assert sum(bool(command.shown) for command in found) == text.count("```console"), page


def test_what_is_read_of_a_page(pages: ModuleType) -> None:
    page = (
        "    python3 -m venv .venv && .venv/bin/pip install -q -e .\n\n    no command\n\n```console\n$ pabisym show x  # exit status 2\nshown\n```\n\n"
        "```toml\n    python in_a_file.py\n```\n\n| `pytest -m quick` | all | `pabisym list` |\n| `pabisym …` | x |\n    pip install -q a   # a remark\n"
    )
    assert [tuple(command) for command in pages.commands(page)] == [
        ("python3 -m venv .venv && .venv/bin/pip install -q -e .", 0, ()), ("pabisym show x", 2, ("shown",)), ("pytest -m quick", 0, ()),
        ("pip install -q a", 0, ()),
    ]


def test_a_command_that_fails_or_prints_something_else_is_a_problem(pages: ModuleType, tmp_path: Path) -> None:
    pages.BASE = "true"
    page = "```console\n$ python -c 'print(1)'\n1\n$ python -c 'print(1)'\n2\n$ python -c 'import nosuch'\n$ false  # exit status 1\n```\n"
    found = list(pages.problems("page", page, tmp_path))
    assert len(found) == 2
    assert "does not print '2'" in found[0]
    assert "No module named 'nosuch'" in found[1]


def test_what_is_run_in_short_is_run_in_whole_elsewhere(pages: ModuleType) -> None:
    listed = [command.line for page in pages.PAGES for command in pages.commands((ROOT / page).read_text(encoding="utf-8"))]
    for whole in pages.SHORT:
        assert any(line.endswith(whole) for line in listed), f"no page prints {whole}"
    assert ".ci/pages\n" in (ROOT / ".ci" / "full").read_text(encoding="utf-8")


def test_the_extra_for_the_documentation_has_what_draws_its_pictures_and_reads_its_notebooks() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert extras["docs"][0] == "pabisym[notebooks,plot]"
