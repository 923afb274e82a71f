"""What others wrote is shown and never obeyed: LaTeX, titles and meanings of theorem files on pages, in LaTeX, in notebooks and pictures."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pabisym.cli import main
from pabisym.errors import InputError
from pabisym.library.library import builtin
from pabisym.show.latex import is_sign
from pabisym.show.mathml import latex_to_mathml

HOSTILE = [
    r"\text{<script>alert(1)</script>}", r"\href{javascript:alert(1)}{x}", r"\text{<img src=x onerror=alert(1)>}", r"\style{color:red}{x}",
    r"\class{a}{x}", r"\color{red}{x}", r"\input{/etc/passwd}", r"\write18{rm}", r"\def\x{y}", r"\catcode`\%=0", "x % y", "$x$", "x & y", "}{", "{x",
    "x\x1b[31m", r"\begin{verbatim}x", "x\n\\end{document}", "\u202ex", "x" * 200,
]
FILE = '''"""A <script>alert(2)</script> title.

Statement
    x is </p><script>alert(3)</script> positive.
Reads as
    A number.
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

EVIL = "<script>alert(4)</script>"
STATEMENT = Statement(
    id="mine/lemma", title="A <script>alert(2)</script> title", kind=EVIL, text=__doc__, reference=Reference("k", EVIL, EVIL),
    symbols=(Symbol("x", "real, x > 0", EVIL, EVIL, LATEX, EVIL),), assumptions=(Assumption(EVIL, "x > 0", EVIL),), conclusion="x > 0",
    spots=(Spot({"x": 1}),), proof=lambda b: b.known(EVIL))
'''


@pytest.mark.parametrize("text", HOSTILE)
def test_latex_that_is_more_than_a_sign_is_not_used(text: str) -> None:
    assert not is_sign(text)


def test_every_sign_of_the_built_in_files_is_one() -> None:
    statements = [builtin().files[name].statement for name in builtin().files]
    signs = {one.latex for statement in statements for one in (*statement.symbols, *statement.structures) if one.latex}
    assert len(signs) > 50
    assert [sign for sign in signs if not is_sign(sign)] == []


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_translated_holds_formulas_alone(text: str) -> None:
    try:
        found = latex_to_mathml(text)
    except InputError:
        return
    for part in ElementTree.fromstring(found).iter():
        assert re.fullmatch(r"\{http://www\.w3\.org/1998/Math/MathML\}m[a-z]+", part.tag)
        assert not any(name.startswith("on") or name in ("href", "style", "class", "id", "src") for name in part.attrib)


@pytest.mark.parametrize("latex", [HOSTILE[0], *(pytest.param(one, marks=pytest.mark.campaign) for one in HOSTILE[1:3])])
def test_pages_and_documents_hold_none_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str], latex: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "lemma.py").write_text(FILE.replace("LATEX", repr(latex)), encoding="utf-8")
    def said(*words: str) -> str:
        assert main.main([*words], standalone_mode=False) == 0
        return capsys.readouterr().out

    run = {option: said("show", "mine/lemma", "--folder", str(tmp_path), *option.split()) for option in ("--html", "--latex", "--json", "")}
    said("audit", str(tmp_path), "--report", str(tmp_path / "pages"))
    pages = [path.read_text(encoding="utf-8") for path in (tmp_path / "pages").rglob("*.html")]
    assert len(pages) >= 4
    for page in (run["--html"], *pages):
        assert "alert(" not in re.sub(r"&lt;script&gt;alert\(\d\)&lt;/script&gt;", "", page)
        assert "javascript:" not in page
        assert "onerror" not in page
    assert not any(command in run["--latex"] for command in (r"\href", "<script>", r"\input"))
    assert json.loads(run["--json"])["title"] == "A <script>alert(2)</script> title"
    assert all(line.replace("\t", "").isprintable() for text in (run[""], run["--latex"], run["--html"]) for line in text.splitlines())


@pytest.mark.parametrize(("command", "sign"), [(r"\{", "{"), (r"\}", "}"), (r"\|", "‖")])
@pytest.mark.parametrize("size", ["big", "Big", "bigg"])
def test_a_bracket_of_a_named_size_is_a_sign_and_no_command(size: str, command: str, sign: str) -> None:
    found = latex_to_mathml(f"\\{size}{command} x")
    assert f">{sign}</mo>" in found
    assert "\\" not in found
