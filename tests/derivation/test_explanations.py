"""A derivation as text, as LaTeX and as blocks; and the options of ``pabisym derive``."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from pabisym.cli import main
from pabisym.derivation.blocks import short
from pabisym.derivation.derive import Derivation, derive
from pabisym.derivation.explain import explain
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.simplify import tidied
from pabisym.shift.allocate import solve
from pabisym.shift.instance import Instance
from pabisym.show.article import DEFINED
from pabisym.spec.read import read_spec

SPECS = Path(__file__).parent.parent / "specs"
BLOCKS = ("single-impulse-contractive", "constant-gap-contractive", "start-shift-and-impulse", "multi-epoch")
LONG = "start-shift-and-impulse"
"""For a campaign."""


@cache
def derived(name: str) -> Derivation:
    return derive(SPECS / f"{name}.toml")


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.campaign if name == LONG else ()) for name in BLOCKS])
def test_the_blocks_are_what_the_solver_pays(name: str) -> None:
    found = derived(name)
    blocks = found.to_json()["blocks"]
    assert blocks
    for point in found.spec.points(8, seed=77):
        paid = solve(Instance.from_json(found.spec.instance(**point))).allocation
        assert paid is not None
        for k, amount in enumerate(paid, start=1):
            here = {**point, "k": k}
            own = [one for one in blocks if all(decide(parse(text), here) == "true" for text in one["when"])]
            assert len(own) == 1
            value = exact_value(parse(own[0]["payment"]), here)
            assert value is not None
            assert to_fraction(value) == Fraction(amount)


def test_an_explanation_goes_from_the_reading_to_what_is_believed() -> None:
    titles = [part.title for part in explain(derived("algorithm-pnsgd")).parts]
    assert titles[0] == "pnsgd is a pair of contractive noisy iterations"
    wanted = ("The process", "Coordinates", "The shape", "The accumulated shift", "What every step hides", "The premises", "The cost",
              "The bound", "The bound is tight", "What is assumed without proof")
    at = [next(i for i, title in enumerate(titles) if title.startswith(word)) for word in wanted[:8]]
    assert at == sorted(at)
    assert titles[-1] == wanted[-1]
    assert titles[-2] == wanted[-2]


def test_it_says_what_a_bound_at_random_points_is() -> None:
    titles = [part.title for part in explain(derived("diameter-full-batch")).parts]
    assert "The bound is the best restart at random points" in titles
    assert not any("attained" in title for title in titles)


@pytest.mark.parametrize("name", ["algorithm-pnsgd", pytest.param(LONG, marks=pytest.mark.campaign), "step-sizes-harmonic"])
def test_latex_is_an_article_with_every_step(name: str) -> None:
    answer = CliRunner().invoke(main, ["derive", str(SPECS / f"{name}.toml"), "--latex"])
    assert answer.exit_code == 0
    text = answer.stdout
    assert text.startswith(r"\documentclass{article}")
    assert text.rstrip().endswith(r"\end{document}")
    steps = [part.title for part in explain(derived(name)).parts]
    assert text.count(r"\item \textbf{") == len([title for title in steps if title not in DEFINED]) >= len(steps) - 2
    assert text.count(r"\begin{definition}") == text.count(r"\begin{theorem}") == 1
    bare = re.sub(r"\\[\\{}#$%&_]", "", text)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert text.count(r"\[") - text.count(r"\\[") == text.count(r"\]")
    assert not set(text) - set(map(chr, range(128))) - set("éèíöüë")


def test_the_options_of_derive(tmp_path: Path) -> None:
    spec, picture = str(SPECS / "constant-gap-contractive.toml"), tmp_path / "string.svg"
    at = [part for text in ("T=5", "c=1/2", "s=1", "sigma=2", "alpha=2") for part in ("--set", text)]
    answer = CliRunner().invoke(main, ["derive", spec, "--json", "--limit", "T=oo", *at, "--set", "delta=1e-5", "--plot", str(picture)])
    assert answer.exit_code == 0
    data = json.loads(answer.stdout)
    assert [(one["letter"], one["status"]) for one in data["limits"]] == [("T", "proved")]
    assert [row["bounds"] for row in data["table"]] == ["epsilon", "epsilon"]
    assert (data["tightness"], data["tightness_by"], data["closed_form"]) == ("exact", "proof", True)
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    shown = CliRunner().invoke(main, ["derive", spec, "--explain", "--limit", "T=oo"])
    assert "1. The process" in shown.stdout
    assert "price as T -> oo" in shown.stdout
    unproved = CliRunner().invoke(main, ["derive", spec, "--limit", "c=0"])
    assert unproved.exit_code == 3
    assert re.search(r"^status +computed, .*(not proved|no limit was found)", unproved.stdout, re.MULTILINE)


@pytest.mark.parametrize("more", [["--limit", "T"], ["--plot", "x.svg"], ["--set", "T"], ["--latex", "--json"], ["--limit", "q=oo"]])
def test_options_that_cannot_be_used(more: list[str]) -> None:
    answer = CliRunner().invoke(main, ["derive", str(SPECS / "constant-gap-contractive.toml"), *more])
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr.count("\n") == 1


def test_a_long_formula_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """sympy takes half a minute for what it writes four times as long."""
    spec = read_spec(SPECS / "constant-gap-contractive.toml")
    term = parse("s*(1 - c**2)*(1 - c**T)/((1 - c)*(1 - c**T))")
    assert len(to_text(short(term, spec))) < len(to_text(term))
    monkeypatch.setattr("pabisym.derivation.blocks.LONGEST", 10)
    assert short(term, spec) == tidied(term)


def test_what_is_zero_is_left_out_of_the_string() -> None:
    found = derive({
        "symbols": {"T": "integer, T >= 1", "c": "real, 0 < c < 1", "g": "real, g > 0", "v": "real, v > 0"},
        "process": {"steps": "T", "contraction": "c", "gap": [{"at": "1", "size": "g"}], "noise": {"law": "gaussian", "variance": "v"}},
        "goal": {"divergence": "gdp"}})  # fmt: skip
    lines = [text for text in str(explain(found)).splitlines() if "the string, hidden" in text]
    assert lines
    assert not [text for text in lines if "0/" in text]
