"""What a project says of itself in several places is the same everywhere, and what its pages tell people to run exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pabisym
from pabisym.cli import frame

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DOCS = ROOT / "docs"


def test_the_version_is_that_of_the_project() -> None:
    assert pabisym.__version__ == PROJECT["project"]["version"]


def test_every_marker_but_quick_is_left_out_unless_asked_for() -> None:
    options = PROJECT["tool"]["pytest"]["ini_options"]
    markers = {marker.partition(":")[0] for marker in options["markers"]}
    assert markers >= {"quick", "campaign"}
    left_out = options["addopts"].rpartition(" -m ")[2].strip("'").split(" and ")
    assert {f"not {marker}" for marker in markers - {"quick"}} == set(left_out), "the last -m wins, so that -m campaign means what it says"


if DOCS.is_dir():  # pages lie beside the tests in a working copy; where only the package is installed there are none

    def test_the_citation_is_of_this_version() -> None:
        cff = (DOCS / "CITATION.cff").read_text(encoding="utf-8")
        said = dict(line.split(": ", 1) for line in cff.splitlines() if re.match(r"[a-z-]+: ", line))
        project = PROJECT["project"]
        assert (said["version"], said["license"], said["title"], said["abstract"]) == (
            project["version"], project["license"], project["name"], project["description"],
        )  # fmt: skip
        assert re.findall(r"^  - name: (.*)$", cff, re.MULTILINE) == [author["name"] for author in project["authors"]]
        assert re.findall(r"^  - (?!name)(.*)$", cff, re.MULTILINE) == project["keywords"]
        assert f"version = {{{project['version']}}}" in (DOCS / "citation.md").read_text(encoding="utf-8")

    def test_the_changelog_begins_with_this_version() -> None:
        headings = re.findall(r"^## (\S+?),", (DOCS / "changelog.md").read_text(encoding="utf-8"), re.MULTILINE)
        assert headings[0] == PROJECT["project"]["version"]

    def test_what_contributors_are_told_exists() -> None:
        text = (DOCS / "contributing.md").read_text(encoding="utf-8")
        named = re.findall(r"(?<![\w./<>-])((?:pabisym|tests|theorems|docs|\.ci)/[\w./-]*)", text)
        assert len(set(named)) >= 8
        assert [path for path in named if not (ROOT / path).exists()] == []
        for extra in re.findall(r"(?:\.|pabisym)\[(\w+)\]", text):
            assert extra in PROJECT["project"]["optional-dependencies"]

    def test_the_page_of_the_command_line_and_the_module_have_the_same_statuses() -> None:
        lines = (DOCS / "command-line.md").read_text(encoding="utf-8").splitlines()
        documented = [int(line.split("|")[1]) for line in lines if line.startswith("| ") and line.split("|")[1].strip().isdigit()]
        known = [frame.HOLDS, frame.FAILS, frame.UNUSABLE, frame.UNDECIDED, frame.BUG, frame.OUTPUT, frame.INTERRUPTED, frame.PIPE]
        assert documented == known
        assert all(str(status) in (frame.__doc__ or "") for status in known)
