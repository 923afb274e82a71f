"""What an interactive session and a notebook show of results: short words, and HTML with rendered formulas."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

import pabisym
from pabisym.comparison.compare import Comparison, Row, Setting
from pabisym.library.library import Library, builtin
from pabisym.numerics.enclosure import Enclosure
from pabisym.refutation.search import refute

SPEC = {
    "title": "A <b>variant</b>", "symbols": {"T": "integer, T >= 1", "g": "real, g >= 0", "s": "real, s > 0", "alpha": "real, alpha > 1"},
    "process": {"steps": "T", "gap": [{"at": "1", "size": "g"}], "noise": {"law": "gaussian", "std": "s"}},
    "goal": {"divergence": "renyi", "order": "alpha"},
}  # fmt: skip


class Balanced(HTMLParser):
    """HTML that closes what it opens, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    theorem = pabisym.theorem("feldman2018/theorem-23")
    values: dict[str, object] = {"n": 10, "b": 1, "T": 10, "eta": 1, "L": 1, "sigma": 4, "delta": "1/10"}
    rows = (Row("a/b", "<i>x</i>", "a, 1", "proved", Enclosure("1", "2", None, 1, 1), "renyi"), Row("c/d", "y", "c, 1", "proved", fails="1 < 0 is false"))
    return {
        "theorem": theorem, "statement": theorem.statement, "value": theorem.at(alpha=8, L=1, sigma=4, n=1000, t=10),
        "catalogue": Library({theorem.id: builtin().files[theorem.id]}), "derivation": pabisym.derive(SPEC),
        "comparison": Comparison(Setting.of(values), rows, {}),
    }  # fmt: skip


NAMES = ("theorem", "statement", "value", "catalogue", "derivation", "comparison")


@pytest.mark.parametrize("name", NAMES)
def test_a_repr_is_one_short_line(results: dict[str, Any], name: str) -> None:
    text = repr(results[name])
    assert text.startswith(type(results[name]).__name__ + "(")
    assert len(text) < 200
    assert "\n" not in text


@pytest.mark.parametrize("name", NAMES)
def test_html_is_whole_and_has_its_formulas_rendered(results: dict[str, Any], name: str) -> None:
    text = results[name]._repr_html_()
    tags = Balanced(text).tags
    assert "\\" not in text
    assert ("math" in tags) == (name not in ("catalogue", "comparison"))
    assert "script" not in tags


def test_a_title_is_text(results: dict[str, Any]) -> None:
    assert "&lt;b&gt;variant" in results["derivation"]._repr_html_()
    assert "&lt;i&gt;x" in results["comparison"]._repr_html_()
    assert "1 &lt; 0 is false" in results["comparison"]._repr_html_()


def test_the_value_is_the_enclosure(results: dict[str, Any]) -> None:
    value = results["value"]
    assert value.enclosure().lower in value._repr_html_()
    forced = pabisym.theorem("feldman2018/theorem-23").at(force=True, alpha=8, L=1, sigma=4, n=10, t=11)
    assert "divides by zero" in forced._repr_html_()
    assert "is no bound" in forced._repr_html_()
    assert "does not hold" in repr(forced)


def test_latex_is_offered_as_well(results: dict[str, Any]) -> None:
    for name in ("theorem", "statement", "derivation"):
        assert results[name]._repr_latex_().startswith("$")


def test_a_decision_says_where(results: dict[str, Any]) -> None:
    decision = refute({**SPEC, "claim": {"divergence": "renyi", "order": "alpha", "bound": "alpha*g**2/(4*T*s**2)"}})
    assert repr(decision).startswith("Decision('refuted', at ")
