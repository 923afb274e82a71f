"""Every sentence of the five papers that claims something is judged by a clause, or the list says why it claims nothing."""

from __future__ import annotations

import pytest
from support import claims_of_texts
from support.claims_of_texts import FOLDER, NOTHING, lines, main, missing

from pabisym.library.library import builtin

PAPERS = ("feldman2018", "altschuler2022", "asoodeh2020", "asoodeh2020isit", "chourasia2021")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_claim_has_its_clause(paper: str) -> None:
    """An item that lists several clauses is named with the number of one; one without a verdict says why it has none."""
    library, wrong = builtin(), []
    for line in lines(paper):
        own, _, number = line.judged.removeprefix(NOTHING).partition(" ")
        if line.judged.startswith(NOTHING):
            continue
        statement = library.statement(f"{paper}/{own}")
        clauses = len(statement.clauses)
        named = number.isdecimal() and 1 <= int(number) <= clauses if clauses > 1 else number in ("", "1")
        if not named or (statement.printed is None and not statement.silent):
            wrong.append(line)
    assert wrong == []


def test_the_lists_are_long_and_say_little_nothing() -> None:
    found = [line for paper in PAPERS for line in lines(paper)]
    assert len(found) > 600
    assert sum(line.judged.startswith(NOTHING) for line in found) < len(found) / 4


TEXT = """## 1 Introduction

Our bound is tight for every $n$. We thank the referees for their help. The loss
never grows.

*Proof.* It is always so. $\\square$

## References

A survey of the best bounds.
"""


def test_the_program_names_what_the_list_lacks(tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Sentences that compare, outside proofs and references, in which no words of the list occur; and words that occur nowhere."""
    folder = type(FOLDER)(str(tmp_path))
    monkeypatch.setattr(claims_of_texts, "FOLDER", folder)
    (folder / "mine.txt").write_text("1 | bound is *tight* | theorem-1\n", encoding="utf-8")
    assert [sentence for _, sentence in missing("mine", TEXT)] == ["The loss never grows."]
    (folder / "text.txt").write_text(TEXT, encoding="utf-8")
    assert main(["mine", str(folder / "text.txt")]) == 1
    (folder / "mine.txt").write_text("1 | bound is tight | theorem-1\n1 | The loss never | no claim: a wish\n", encoding="utf-8")
    assert main(["mine", str(folder / "text.txt")]) == 0
    (folder / "mine.txt").write_text("1 | bound is tight | theorem-1\n1 | The loss never | theorem-2\n1 | no such words | theorem-3\n", encoding="utf-8")
    assert main(["mine", str(folder / "text.txt")]) == 1
    assert "nowhere: no such words" in capsys.readouterr().out


def test_a_line_of_another_form_is_refused(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = type(FOLDER)(str(tmp_path))
    monkeypatch.setattr(claims_of_texts, "FOLDER", folder)
    (folder / "mine.txt").write_text("1 | tight\n", encoding="utf-8")
    with pytest.raises(ValueError, match="section"):
        lines("mine")
