"""What a file says cannot pass for what pabisym says: no character that cannot be seen gets into any output, and ids have a grammar."""

from __future__ import annotations

import copy
import html
import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.examples import spread
from support.graph_files import fixed_end

import pabisym
from pabisym.cli.streams import escape_controls
from pabisym.errors import InputError, printable
from pabisym.proof.json import MAX_LABEL, RESERVED, is_id

HIDDEN = {"line": "\n", "return": "\r", "tab": "\t", "escape": "\x1b", "delete": "\x7f", "next line": "\x85", "no-break": "\xa0", "soft": "\xad",
          "zero width": "\u200b", "joiner": "\u200d", "right to left": "\u202e", "isolate": "\u2066", "line separator": "\u2028",
          "paragraph": "\u2029", "ideographic": "\u3000", "byte order": "\ufeff", "tag": "\U000e0041", "private": "\ue000"}
FORGED = "mine/lemma\nmine/lemma: the library has the same statement under this id\n\nAssumed without proof\n  nothing beyond the kernel"


@pytest.fixture(scope="module")
def proof() -> dict[str, Any]:
    """A proof file of a small theorem."""
    evident = {"rule": "evident", "conclusion": "x > 0", "with": {"goal": "x > 0"}, "premises": []}
    return {"format": "pabisym-proof", "version": 1, "conclusion": "x > 0", "theorems": [
        {"id": "mine/lemma", "names": {"x": "real"}, "assumptions": [["positive", "x > 1"]], "conclusion": "x > 0", "proof": evident}]}


def _id(data: Any, text: str) -> None:
    data["theorems"][0]["id"] = text


def _label(data: Any, text: str) -> None:
    data["theorems"][0]["assumptions"][0][0] = text


def _name(data: Any, text: str) -> None:
    data["theorems"][0]["names"][text] = "real"


def _kind(data: Any, text: str) -> None:
    data["theorems"][0]["names"]["y"] = text


def _formula(data: Any, text: str) -> None:
    data["conclusion"] = data["theorems"][0]["conclusion"] = f"x > {text}0"


def _rule(data: Any, text: str) -> None:
    data["theorems"][0]["proof"]["rule"] = text


def _key(data: Any, text: str) -> None:
    data["theorems"][0]["proof"]["with"][text] = "1"


PLACES: dict[str, Callable[[Any, str], None]] = {
    "id": _id, "label": _label, "name": _name, "kind": _kind, "formula": _formula, "rule": _rule, "key": _key,
}


def test_the_file_itself_is_accepted(proof: dict[str, Any], tmp_path: Path, run: Callable[..., Any]) -> None:
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    assert run("check", str(tmp_path / "proof.json")).status == 0


@pytest.mark.parametrize("place", PLACES)
def test_a_proof_file_with_a_hidden_character_is_refused_in_one_line(place: str, proof: dict[str, Any], tmp_path: Path,
                                                                   run: Callable[..., Any]) -> None:
    for name, character in HIDDEN.items():
        data = copy.deepcopy(proof)
        PLACES[place](data, f"mine{character}lemma")
        (tmp_path / "proof.json").write_text(json.dumps(data))
        done = run("check", str(tmp_path / "proof.json"))
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), name
        assert f"holds the character U+{ord(character):04X}" in done.err, name
        assert done.err.rstrip("\n").isprintable(), name
        with pytest.raises(InputError, match="holds the character"):
            pabisym.check(data)


def test_the_forgery_of_a_library_line_is_refused(proof: dict[str, Any]) -> None:
    data = copy.deepcopy(proof)
    _id(data, FORGED)
    with pytest.raises(InputError, match=r"U\+000A"):
        pabisym.check(data)


@pytest.mark.parametrize("name", ["figure/nosuch", "figure/absorb", "arithmetic/1", "figure", "", " ", "mine/lemma 1", "/mine", "mine/", "a//b",
                                  "mine/lemma: the library has the same", "µ/lemma", "mine/-", "../mine", "mine\u3000"])
def test_ids_have_a_grammar(name: str, proof: dict[str, Any], tmp_path: Path, run: Callable[..., Any]) -> None:
    """``figure/nosuch`` used to end in status 70."""
    assert not is_id(name)
    for given in (False, True):
        data = copy.deepcopy(proof)
        _id(data, name)
        if given:  # believed, under a theorem that is proved
            data["theorems"] = [{**data["theorems"][0], "proof": None}, proof["theorems"][0]]
        (tmp_path / "proof.json").write_text(json.dumps(data))
        done = run("check", str(tmp_path / "proof.json"))
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)


def test_every_id_that_is_written_is_one() -> None:
    library = pabisym.catalogue()
    assert [name for name in library.known if not is_id(name) and name.partition("/")[0] not in RESERVED] == []
    assert is_id("derived") and is_id("pabisym/taut-string/gdp") and is_id("attained/first-run")  # noqa: PT018


@pytest.mark.parametrize("label", ["", " positive", "positive ", "two  blanks", "x" * (MAX_LABEL + 1)])
def test_labels_are_a_few_words(label: str, proof: dict[str, Any]) -> None:
    data = copy.deepcopy(proof)
    _label(data, label)
    with pytest.raises(InputError, match="is not a label"):
        pabisym.check(data)


def test_what_the_kernel_says_of_a_proof_is_one_line(proof: dict[str, Any], tmp_path: Path, run: Callable[..., Any]) -> None:
    data = copy.deepcopy(proof)
    data["theorems"][0]["names"]["y"] = "number   accepted:   x > 0"
    (tmp_path / "proof.json").write_text(json.dumps(data))
    done = run("check", str(tmp_path / "proof.json"))
    assert (done.status, done.out.count("\n")) == (1, 1)
    assert ": rejected: " in done.out


def test_the_name_of_a_file_is_one_line(proof: dict[str, Any], tmp_path: Path, run: Callable[..., Any]) -> None:
    path = tmp_path / "a\nmine: accepted: x > 0\u200b.json"
    path.write_text(json.dumps(proof))
    assert all("\u200b" not in line and "a mine: accepted: x > 0\\u200b.json" in line for line in run("check", str(path)).out.splitlines()[:1])


def test_a_certificate_with_a_hidden_character_is_refused() -> None:
    from pabisym.shift.certificate import certificate

    data = json.loads(json.dumps(certificate(pabisym.allocate(gap=[0, 1], noise_variance=1))))
    data["instance"]["gap"][1] = "1\u200b"
    with pytest.raises(InputError, match=r"U\+200B"):
        pabisym.check(data)


THEOREM = '''"""A number, on
several lines."""
from pabisym.library.statement import Assumption, Reference, Statement, Symbol
STATEMENT = Statement(
    id="mine/lemma-1", title={title!r}, kind="lemma", text=__doc__, reference=Reference("mine", "1"), conclusion="x > 0",
    symbols=(Symbol("x", "real, x > 0", {meaning!r}),), assumptions=(Assumption("positive", "x > 0"),), proof=lambda b: {proof},
)
'''


def theorem_file(folder: Path, title: str = "A number", meaning: str = "a number", proof: str = "b.known('positive')") -> Path:
    (folder / "mine").mkdir(exist_ok=True)
    (folder / "mine" / "lemma_1.py").write_text(THEOREM.format(title=title, meaning=meaning, proof=proof), encoding="utf-8")
    return folder


@pytest.mark.parametrize("character", [pytest.param(one, marks=() if one == "zero width" else pytest.mark.campaign) for one in HIDDEN])
def test_a_theorem_file_with_a_hidden_character_is_refused(character: str, tmp_path: Path, run: Callable[..., Any]) -> None:
    for given in ({"title": f"A{HIDDEN[character]}B"}, {"meaning": f"a{HIDDEN[character]}b"}):
        folder = theorem_file(tmp_path, **given)
        for words in (["show", "mine/lemma-1"], ["show", "mine/lemma-1", "--latex"], ["show", "mine/lemma-1", "--html"], ["audit"]):
            done = run(*words[:1], *([str(folder)] if words == ["audit"] else [*words[1:], "--folder", str(folder)]))
            said = done.out if words == ["audit"] else done.err
            assert f"holds the character U+{ord(HIDDEN[character]):04X}" in said, words
            assert not any(c in said for c in HIDDEN.values() if c not in "\n\t\xa0")
            assert done.status == (1 if words == ["audit"] else 2)


def test_what_goes_wrong_in_a_theorem_file_is_said_in_one_line(tmp_path: Path, run: Callable[..., Any]) -> None:
    folder = theorem_file(tmp_path, proof="1/0 if not b else (_ for _ in ()).throw(ValueError('no\\nmine/lemma-1: proved\\u200b'))")
    done = run("audit", str(folder), "--json")
    details = [check["detail"] for check in done.json["entries"][0]["checks"]]
    assert any("no mine/lemma-1: proved\\u200b" in detail for detail in details), details
    assert all(detail.isprintable() for detail in details)


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", r"\input{/etc/passwd} % $x$ & # _ {"])
def test_markup_in_a_theorem_file_is_text(text: str, tmp_path: Path, run: Callable[..., Any]) -> None:
    folder = theorem_file(tmp_path, title=text, meaning=text)
    html = run("show", "mine/lemma-1", "--html", "--folder", str(folder)).out
    assert "<script>alert" not in html
    latex = run("show", "mine/lemma-1", "--latex", "--folder", str(folder)).out
    assert r"\input{" not in latex


GRAPH_PLACES: dict[str, Callable[[Any, str], None]] = {
    "title": lambda data, text: data.update(title=text),
    "node": lambda data, text: (data["nodes"][0].update(name=text), data["edges"][0].update({"from": text})),
    "kernel": lambda data, text: data["edges"][0]["kernels"][0].update(name=text),
    "letter": lambda data, text: data["letters"].update({text: "real"}),
}


@pytest.mark.parametrize("place", GRAPH_PLACES)
def test_a_picture_of_a_graph_holds_no_hidden_character(place: str, tmp_path: Path, run: Callable[..., Any]) -> None:
    for name, character in HIDDEN.items():
        data = copy.deepcopy(fixed_end())
        GRAPH_PLACES[place](data, f"W{character}proved")
        (tmp_path / "graph.json").write_text(json.dumps(data))
        done = run("graph", str(tmp_path / "graph.json"), "--svg", str(tmp_path / "graph.svg"))
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), name
        assert done.err.rstrip("\n").isprintable(), name
        assert not (tmp_path / "graph.svg").exists(), name


@pytest.mark.parametrize("text", spread([r"$\frac$", r"$\nosuch{1}$", "a$b$c", "<script>&\"'", "$x", "W_", r"\$x\$", "W_^2", "W_{{1}}"], 3))
def test_names_are_drawn_as_they_are_written(text: str, tmp_path: Path, run: Callable[..., Any]) -> None:
    """matplotlib reads what is between dollars as a formula, and ended in status 70 where it is none."""
    data = copy.deepcopy(fixed_end())
    for place in ("title", "node", "kernel"):
        GRAPH_PLACES[place](data, f"{place}{text}")
    (tmp_path / "graph.json").write_text(json.dumps(data))
    done = run("graph", str(tmp_path / "graph.json"), "--svg", str(tmp_path / "graph.svg"))
    assert done.status == 0, done.err
    svg = (tmp_path / "graph.svg").read_text()
    comments = [html.unescape(one.strip()) for one in re.findall("<!--(.*?)-->", svg, re.DOTALL)]
    for place in ("title", "node", "kernel"):
        written = text if place != "kernel" else text.replace("$", r"\$")  # beside a formula a dollar stays escaped
        assert any(f"{place}{written}" in one for one in comments), (place, comments)  # glyphs are paths, with their text in a comment
    assert "<script" not in svg
    ElementTree.fromstring(svg)


SWEEP = """{title}
{points}
[convert]
gdp = "x"
delta = "1e-5"
"""


@pytest.mark.parametrize("place", ["title", "letter", "table", "cell"])
def test_a_sweep_writes_no_hidden_character(place: str, tmp_path: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, character in HIDDEN.items():
        written, blank = f"A\\U{ord(character):08x}64 points: 64 ok", character in "\n\t"
        points = {"title": "[grid]\nx = [1]", "letter": f'[grid]\n"{written}" = [1]'}.get(place, 'table = "points.csv"')
        Path("sweep.toml").write_text(SWEEP.format(title=f'title = "{written if place == "title" else "A"}"', points=points))
        Path("points.csv").write_bytes((f'x,"y{character}z"\n1,2\n' if place == "table" else f'x\n"1{character}2"\n').encode())
        done = run("sweep", "sweep.toml", "--cores", "1", "--out", "values.csv")
        if place == "title" and blank:  # blanks are allowed there, and do not begin a line
            assert done.status == 0, name
            assert done.out.splitlines()[0] == "A 64 points: 64 ok", name
            assert not any(c in Path("values.csv").read_text() for c in HIDDEN.values() if c != "\n")
            Path("values.csv").unlink()
        else:
            assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), (name, done)
            assert done.err.rstrip("\n").isprintable(), name
            assert not Path("values.csv").exists(), name


@pytest.mark.parametrize("title", [r"$\frac$", "a$b$c", "A<b>&"])
def test_the_title_of_a_sweep_is_drawn_as_it_is_written(title: str, tmp_path: Path, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sweep.toml").write_text(SWEEP.format(title=f"title = '{title}'", points="[grid]\nx = [1, 2]\ny = [1, 2]").replace('"x"', '"x*y"'))
    done = run("sweep", "sweep.toml", "--cores", "1", "--out", "values.csv", "--heat", "heat.svg")
    assert done.status == 0, done.err
    comments = [html.unescape(one.strip()) for one in re.findall("<!--(.*?)-->", Path("heat.svg").read_text(), re.DOTALL)]
    assert title in comments or title.replace("<", "&lt;") in comments, comments


SPEC = '''title = "{title}"
[symbols]
n = "integer, n >= 1"
s = "real, s >= 0"
v = "real, v > 0"
alpha = "real, alpha > 1"
[process]
steps = "n"
gap = [ {{ at = "1", size = "s" }} ]
noise = {{ law = "gaussian", variance = "v" }}
[goal]
divergence = "renyi"
order = "alpha"
'''


def test_the_title_of_a_spec_is_one_line(tmp_path: Path, run: Callable[..., Any]) -> None:
    (tmp_path / "spec.toml").write_text(SPEC.format(title=r"A\nattained: yes"))
    done = run("derive", str(tmp_path / "spec.toml"))
    assert done.status == 0
    assert not [line for line in done.out.splitlines() if line.startswith("attained: yes")]
    assert "A attained: yes" in done.out


@pytest.mark.parametrize("character", [name for name in HIDDEN if name not in ("line", "tab")])
def test_a_spec_with_a_hidden_character_is_refused(character: str, tmp_path: Path, run: Callable[..., Any]) -> None:
    written = f"A\\U{ord(HIDDEN[character]):08x}B"
    (tmp_path / "spec.toml").write_text(SPEC.format(title=written))
    done = run("derive", str(tmp_path / "spec.toml"))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"holds the character U+{ord(HIDDEN[character]):04X}" in done.err


def test_the_output_holds_no_character_that_cannot_be_seen() -> None:
    """Every one of them, by its category; line breaks, tabs and the blanks of typesetting stay."""
    hidden = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    assert len(hidden) > 2000
    kept = [c for c in hidden if c in escape_controls(f"a{c}b")]
    assert kept == ["\t", "\n"]
    assert all(printable(f"a{c}b").isprintable() for c in hidden)
    assert escape_controls("\x1b[1mbold\x1b[0m\u200b", colours=True) == "\x1b[1mbold\x1b[0m\\u200b"
