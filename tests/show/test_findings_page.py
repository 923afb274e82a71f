"""The page of findings is the one that the theorem files give, its gravest errors stand first, and nothing on it is left unsaid."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from support.page_builders import page_builder

from pabisym.library.library import Library, builtin
from pabisym.show.prose import formula_latex, pieces

ROOT = Path(__file__).resolve().parents[2]
findings = page_builder("findings_page")


@pytest.fixture(scope="module")
def page() -> str:
    return str(findings.findings_page(builtin()))


def test_the_page_is_current(page: str) -> None:
    stored = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    assert stored == page, "python docs/_extensions/findings_page.py > docs/findings.md writes it anew"


def test_the_gravest_errors_come_first_and_all_parts_are_there(page: str) -> None:
    parts = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert parts == [*findings.KINDS.values(), "What the library improves"]
    for entry in page.partition("\n### ")[2].split("\n### "):
        for said in ("- **The paper states**", "- **What is wrong**", "- **What is proved**", "- **Where**"):
            assert said in entry, entry[:80]
    assert "as stated above" not in page
    assert "stated difference" not in page


def test_every_false_relation_has_its_instance(page: str) -> None:
    entry = page.partition("### feldman2018/theorem-1: ")[2].partition("\n### ")[0]
    assert "- **Symbols beside the paper's**: $d$, distance of the starts." in entry
    assert r"at $T = 1$, $\alpha = 2$, $d = 2$, $\sigma = 1$, where the paper has $\frac{\alpha \, d}{2 \, T \, \sigma^{2}}$." in entry


def test_runs_are_said_in_words(page: str) -> None:
    """They were ``SampledRuns(slopes=(-1, 1, 1, 1, ...``, as Python writes data."""
    assert not re.search(r"\w+\(\w+=", page)
    for name, said in (
        ("altschuler2022/eq-5.3", "noisy SGD on $[0, 1]$, 10 steps of size 1, each on 1 record drawn at random, start 0; losses $w^2/2 + s w$ with the "
         "slopes $s$ = $-1$, $0$, and 0 for the record 1 in the second run; noise of standard deviation 1/20 on the gradient."),
        ("asoodeh2020/eq-17", "noisy SGD on $[-20, 20]$, a step of size 1 for each record, stopped after a random one; losses $s w$ with "),
        ("altschuler2022/eq-3.4", "the slopes $s$ = $-1$, $1$ (99 times), and 1 for the record 1"),
        ("feldman2018/eq-26-harmonic", "noisy SGD, a step of size 1 for each record, stopped after a random one; losses $s w$ with the slope"),
        ("feldman2018/theorem-1", "the linear pair with factor `1`, gap `0`, variance `sigma**2`, start `d`, T steps."),
    ):
        assert said in page.partition(f"### {name}: ")[2].partition("\n### ")[0], name


def test_a_symbol_is_never_capitalised(page: str) -> None:
    told = dict(re.findall(r"^### (\S+): .*?^- \*\*What is wrong\*\*: (.*?)$", page, re.MULTILINE | re.DOTALL))
    assert told["altschuler2022/eq-3.5"].startswith("$m_{t}$ is printed with a second factor $\\eta$")
    assert told["feldman2018/corollary-31"].startswith("$\\sigma$ is printed as ")
    assert told["feldman2018/theorem-32"].startswith("$\\ln n$ stands for the harmonic number in $q$;")
    assert told["asoodeh2020/theorem-6"].startswith("$\\log n$ has to be the harmonic sum")
    for name, line in told.items():
        difference = builtin().statement(name).printed.difference  # type: ignore[union-attr]
        (first, is_formula), said = pieces(difference)[0], line.lstrip("$")
        assert line.startswith("$") == is_formula, name
        assert said[0] == (formula_latex(first)[0] if is_formula else first[0].upper()), name


def test_every_improvement_is_one(page: str) -> None:
    rows = [line.split(" | ") for line in page.partition("## What the library improves")[2].splitlines() if line.startswith("| `")]
    assert len(rows) == sum(len(one.points) for one in findings.IMPROVED)
    assert all(float(row[4]) > 1 for row in rows)


def test_every_printed_form_belongs_to_an_item() -> None:
    told = tomllib.loads(findings.FORMS.read_text(encoding="utf-8"))
    assert {f"{paper}/{own}" for paper, items in told.items() for own in items} <= set(builtin().ids)


def test_an_error_without_its_printed_form_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
                                                      tmp_path: Path) -> None:
    empty = tmp_path / "forms.toml"
    empty.write_text("", encoding="utf-8")
    monkeypatch.setattr(findings, "FORMS", empty)
    name = "feldman2018/theorem-1"
    small = Library({name: builtin().files[name]})
    monkeypatch.setattr(findings, "builtin", lambda: small)
    assert findings.main() == 2
    written = capsys.readouterr()
    assert (written.out, written.err.count("\n")) == ("", 1)
    assert name in written.err


def test_what_holds_as_printed_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "feldman2018/theorem-1"
    small = Library({name: builtin().files[name]})
    assert len(findings.errors(small)) == 1
    statement = small.statement(name)
    assert statement.printed is not None
    right = replace(statement, printed=replace(statement.printed, verdict="holds"))
    monkeypatch.setattr(Library, "statement", lambda self, asked: right)
    assert findings.errors(small) == []
