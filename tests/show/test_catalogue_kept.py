"""The list of the catalogue as an audit leaves it: row by row what a list would compute, so that the first list is quick."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pabisym.cli import main
from pabisym.library.audit import Report, audit, unusable
from pabisym.library.library import Library
from pabisym.show import catalogue


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    stored: dict[str, Any] = {}
    monkeypatch.setattr(catalogue, "_listing_key", lambda library: "a digest")
    monkeypatch.setattr(catalogue.cache, "write", lambda kind, key, data: stored.__setitem__(f"{kind} {key}", data))
    monkeypatch.setattr(catalogue.cache, "read_entry", lambda kind, key: stored.get(f"{kind} {key}"))
    monkeypatch.setattr(catalogue.cache, "tidy", lambda: None)
    return stored


def test_an_audit_keeps_the_rows_that_a_list_computes(few: Library, kept: dict[str, Any]) -> None:
    report = audit(few)
    computed = [{name: value for name, value in row.items() if name != "replayed"} for row in catalogue._rows(few, few.ids, None)]
    assert catalogue.kept_rows(few) is None
    catalogue.keep(few, report)
    rows = catalogue.kept_rows(few)
    assert rows is not None
    assert [{name: value for name, value in row.items() if name != "replayed"} for row in rows] == computed
    assert {row["replayed"] for row in rows} == {"cached"}
    assert any("as_printed" in row for row in rows)


def test_what_cannot_be_used_is_not_kept(few: Library, kept: dict[str, Any]) -> None:
    report = audit(few, ["pabisym/single-gap"])
    broken = replace(report, entries=(*report.entries, unusable("a/b", "it cannot be read")))
    catalogue.keep(few, broken)
    assert kept == {}


@pytest.mark.parametrize(("given", "whole"), [((), True), (("feldman2018/theorem-23",), False)])
def test_the_command_keeps_what_an_audit_of_everything_found(
    given: tuple[str, ...], whole: bool, few: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reports: list[Report] = []
    found = audit(few, ["feldman2018/theorem-23"])
    monkeypatch.setattr("pabisym.library.audit.audit", lambda library, names, progress: found)
    monkeypatch.setattr(catalogue, "keep", lambda library, report: reports.append(report))
    assert main.main(["audit", *given], standalone_mode=False) == 0
    assert reports == [found] * whole
    assert capsys.readouterr().out
