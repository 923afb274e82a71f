"""What pages print, restated in full: found beside the folders of the papers, and set with its formulas."""

from __future__ import annotations

from pathlib import Path

from pabisym.library.library import Library, builtin
from pabisym.library.printed_forms import forms_of, printed_form
from pabisym.show.html import prose


def test_the_form_of_a_statement_and_of_a_step_is_that_of_its_page() -> None:
    assert printed_form(builtin(), "feldman2018/theorem-1") == forms_of()["feldman2018"]["theorem-1"]["form"]
    assert printed_form(builtin(), "feldman2018/lemma-20") == ""


def test_a_folder_of_ones_own_has_its_own_forms(tmp_path: Path) -> None:
    source = builtin().files["feldman2018/theorem-1"]
    (tmp_path / "mine").mkdir()
    own = type(source)(source.id, source.statement, tmp_path / "mine" / "theorem_1.py")
    library = Library({source.id: own})
    assert printed_form(library, source.id) == ""
    (tmp_path / "printed_forms.toml").write_text('[feldman2018]\ntheorem-1 = { form = "$x$" }\n', encoding="utf-8")
    forms_of.__globals__["_read_forms"].cache_clear()
    assert printed_form(library, source.id) == "$x$"


def test_formulas_in_prose_are_set_and_the_rest_is_escaped() -> None:
    text = prose(r"holds for <all> $a\le1$ & more")
    assert text.startswith("holds for &lt;all&gt; <math")
    assert text.endswith("</math> &amp; more")
    assert prose(r"$\href{x}{y}$") == r"<code>\href{x}{y}</code>"
