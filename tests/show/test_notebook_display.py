"""What an interactive session and a notebook show of results: short words, and HTML with rendered formulas."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter
from support.path_graphs import path_graph

import pabisym
from pabisym.accounting.phases import read_phases
from pabisym.comparison.compare import Comparison
from pabisym.comparison.rows import StatementRow
from pabisym.comparison.symbols import RunSymbols
from pabisym.exercises.course import enrol
from pabisym.graphs.kernels import NoiseKernel
from pabisym.graphs.model import GraphNode
from pabisym.lang.grammar import parse
from pabisym.library.library import Library, builtin
from pabisym.library.theorem import LibraryTheorem
from pabisym.notions.notion import RenyiGuarantee
from pabisym.numerics.enclosure import Enclosure
from pabisym.process.sequence import constant
from pabisym.refutation.search import refute
from pabisym.shift.allocate import allocate
from pabisym.shift.calibrate import least_noise
from pabisym.shift.feasibility import check
from pabisym.shift.general.costs import GaussianCost
from pabisym.shift.general.solve import allocate_general
from pabisym.shift.instance import Instance
from pabisym.shift.marginals import explain
from pabisym.show import rendering
from pabisym.show.display import SHOWN
from pabisym.show.results import report
from pabisym.show.terminal import terminal_lines
from pabisym.spec.configuration import Configuration
from pabisym.symbolic.shown import register
from pabisym.training.hiding import HidingMap
from pabisym.training.phased import phased_privacy

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
    rows = (StatementRow("a/b", "<i>x</i>", "a, 1", "proved", Enclosure("1", "2", None, 1, 1), "renyi"), StatementRow("c/d", "y", "c, 1", "proved", fails="1 < 0 is false"))
    return {
        "theorem": theorem, "statement": theorem.statement, "value": theorem.at(alpha=8, L=1, sigma=4, n=1000, t=10),
        "catalogue": Library({theorem.id: builtin().files[theorem.id]}), "derivation": pabisym.derive(SPEC),
        "comparison": Comparison(RunSymbols.of(values), rows, {}),
        "privacy": pabisym.privacy(examples=100, batch=10, steps=3, noise_multiplier=10, sampling="cyclic", delta="1e-5"),
        "decision": pabisym.refute({**SPEC, "claim": {"divergence": "renyi", "order": "alpha", "bound": "alpha*g**2/(4*T*s**2)"}}),
        "converted": pabisym.convert(gdp=1, epsilon=1), "beliefs": pabisym.beliefs("feldman2018/lemma-20"),
        "atlas": pabisym.atlas(loss="convex", batches="full", domain="unbounded", noise="gaussian"), "gap": pabisym.gap("bi-lipschitz", steps=20),
        "checked": pabisym.check(pabisym.allocate(gap=[0, 1], noise_variance=1)),
        "feasibility": check(Instance.from_arguments(gap=[0, 1], noise_variance=1, allocation=[0, 1])),
        "split": pabisym.split(order=8, sampling="1/100", sensitivity="1/50", std=1, step_size="1/10", diameter=1, steps=20),
        "explanation": pabisym.explain(pabisym.derive(SPEC)), "limit": pabisym.limit(pabisym.derive(SPEC), "T", "oo"),
        "spec": pabisym.derive(SPEC).spec, "standing": theorem.standing,
        "judged": pabisym.feasible({**{key: SPEC[key] for key in ("symbols", "process")}, "allocation": {"payments": "g/T"}}),
    }  # fmt: skip


class Shell:
    """What :func:`register` needs of an IPython shell."""

    def __init__(self) -> None:
        self.display_formatter = DisplayFormatter()


SHELL = Shell()
register(SHELL)


def shown(found: object, kind: str = "text/html") -> str:
    """What a notebook shows of a result in one format."""
    text = SHELL.display_formatter.formatters[kind](found)
    assert isinstance(text, str), (found, kind)
    return text


NAMES = ("theorem", "statement", "value", "catalogue", "derivation", "comparison")
REPORTED = ("privacy", "decision", "converted", "beliefs", "atlas", "gap", "checked", "feasibility", "split", "judged", "value", "derivation", "comparison", "explanation", "limit")


@pytest.mark.parametrize("name", sorted({*NAMES, *REPORTED, "spec", "standing"}))
def test_a_repr_is_one_short_line(results: dict[str, Any], name: str) -> None:
    text = repr(results[name])
    assert text.startswith(type(results[name]).__name__ + "(")
    assert len(text) < 200
    assert "\n" not in text


@pytest.mark.parametrize("name", NAMES)
def test_html_is_whole_and_has_its_formulas_rendered(results: dict[str, Any], name: str) -> None:
    text = shown(results[name])
    tags = Balanced(text).tags
    assert "\\" not in text
    assert ("math" in tags) == (name not in ("catalogue", "comparison"))
    assert "script" not in tags


@pytest.mark.parametrize("name", REPORTED)
def test_every_result_has_one_report_that_all_writers_render(results: dict[str, Any], name: str) -> None:
    """A number of the report is in each of its forms."""
    blocks = report(results[name])
    forms = {"html": shown(results[name]), "latex": rendering.latex(blocks), "markdown": rendering.markdown(blocks),
             "json": json.dumps(rendering.data(blocks), ensure_ascii=False), "terminal": "\n".join(terminal_lines(blocks))}  # fmt: skip
    Balanced(forms["html"])
    sought = {"privacy": "0.3407", "decision": "refuted", "converted": "0.12693673750664", "beliefs": "figure/between-far", "atlas": "full",
              "gap": "bi-lipschitz", "checked": "certificate", "explanation": "The cost", "limit": "status", "feasibility": "feasible", "split": "epsilon", "judged": "feasible for all",
              "value": "feldman2018/theorem-23", "derivation": "proved", "comparison": "c/d"}[name]  # fmt: skip
    assert [form for form, text in forms.items() if sought not in text] == []


def test_an_explanation_prints_as_text(results: dict[str, Any]) -> None:
    lines = str(results["explanation"]).splitlines()
    assert lines[:3] == ["1. The process", "   steps: T", "   factor of step k: 1"]
    assert "   variance of step k: s**2" in lines
    assert any(text.startswith("   — ") for text in lines)


def test_a_title_is_text(results: dict[str, Any]) -> None:
    assert "&lt;b&gt;variant" in shown(results["derivation"])
    assert "&lt;i&gt;x" in shown(results["comparison"])
    assert "1 &lt; 0 is false" in shown(results["comparison"])


def test_the_value_is_the_enclosure(results: dict[str, Any]) -> None:
    value = results["value"]
    assert value.enclosure().lower in shown(value)
    forced = pabisym.theorem("feldman2018/theorem-23").at(force=True, alpha=8, L=1, sigma=4, n=10, t=11)
    assert "divides by zero" in shown(forced)
    assert "is no bound" in shown(forced)
    assert "does not hold" in repr(forced)


def test_latex_is_offered_as_well(results: dict[str, Any]) -> None:
    for name in ("theorem", "statement", "derivation"):
        assert shown(results[name], "text/latex").startswith("$")


def test_every_type_of_the_table_is_there_and_has_its_drawings(results: dict[str, Any]) -> None:
    for module, name in SHOWN:
        assert isinstance(getattr(import_module(module), name), type)
    graph = path_graph([GraphNode("W", parse("1"), apart=parse("1")), GraphNode("out")], [(NoiseKernel("gaussian", parse("2")),)])
    exact = allocate(gap=[0, 1], noise_variance=1)
    general = allocate_general(cost=GaussianCost(2, 1), gap=[1, 0])
    noise = least_noise(Instance.from_arguments(gap=[1], noise_variance=1), RenyiGuarantee.of(2, 3))
    others = [graph, exact, general, explain(exact), noise, constant("g/2"), results["derivation"].record]
    for one in others:
        assert shown(one, "text/latex").startswith("$"), one
        assert shown(one, "text/latex").endswith("$"), one
    assert shown(graph).count("<svg") == 1
    question = enrol("Ada")[0]("1.1")
    assert "1.1" in shown(question, "text/markdown")
    accountant = pabisym.Accountant()
    accountant.step(noise_multiplier=2, steps=3)
    assert "| 3 | Gaussian noise, multiplier 2; all records |" in shown(accountant, "text/markdown")
    phased = phased_privacy(read_phases({"delta": "1e-5", "phase": {"noise_multiplier": 4, "steps": 3}}))
    run = Configuration.of({"examples": 10, "steps": 2, "noise_multiplier": 4, "sampling": "full", "delta": "1e-5", "learning_rate": 1})
    row = results["privacy"].rows[0]
    accounts = [accountant.report("1e-5"), phased, HidingMap(run, row, row, (), {})]
    for one, said in zip(accounts, ("Unit of protection", "Gaussian noise, multiplier 4; all records", "the last iterate alone"), strict=True):
        assert said in shown(one)
    seen = (*results.values(), *others, question, accountant, *accounts)
    listed = {(one.__module__, one.__name__) for shown_one in seen for one in type(shown_one).__mro__}
    assert listed >= SHOWN.keys(), "one of every type is tried"


def test_a_subclass_is_shown_as_what_it_derives_from(results: dict[str, Any]) -> None:
    class Mine(LibraryTheorem):
        pass

    theorem = results["theorem"]
    assert shown(Mine(theorem.library, theorem.id)) == shown(theorem)


def test_what_a_user_registers_stays(results: dict[str, Any]) -> None:
    shell = Shell()
    assert register(shell)
    shell.display_formatter.formatters["text/html"].for_type(LibraryTheorem, lambda one: "mine")
    assert register(shell)
    assert shell.display_formatter.formatters["text/html"](results["theorem"]) == "mine"


def test_without_ipython_nothing_is_loaded_and_nothing_is_told() -> None:
    code = ("import sys, pabisym; from pabisym.show.display import register; assert not register();"
            "loaded = {name.partition('.')[0] for name in sys.modules}; assert not loaded & {'IPython', 'sympy', 'numpy', 'matplotlib', 'flint'}")
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


CELLS = (
    "import sys, pabisym\nassert 'pabisym.show.notebook' not in sys.modules, 'nothing is imported before it is shown'",
    "pabisym.theorem('feldman2018/theorem-23')",
    "pabisym.allocate(gap=[0, 1, 0], noise_variance=1)",
    "pabisym.catalogue()",
)


RUN = """
import json, sys
import nbformat
from nbclient import NotebookClient
book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in json.loads(sys.argv[1])])
done = NotebookClient(book, timeout=120, kernel_name="python3").execute()
print(json.dumps([[one["data"] for one in cell.outputs] for cell in done.cells]))
"""


@pytest.mark.campaign
def test_a_real_kernel_shows_the_end_of_a_cell(tmp_path: Path) -> None:
    quiet = {name: str(tmp_path / name.lower()) for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR")}
    ran = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(CELLS)], env={**os.environ, **quiet}, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    first, *rest = json.loads(ran.stdout)
    assert first == []
    theorem, allocation, catalogue = (outputs[0] for outputs in rest)
    assert "<math" in theorem["text/html"]
    assert theorem["text/latex"].startswith("$")
    assert theorem["text/plain"].startswith("Theorem(")
    assert allocation["text/latex"] == r"$\sum_t a_t^2/\sigma_t^2 = \frac{1}{2}$"
    assert "<table>" in catalogue["text/html"]


@pytest.mark.campaign
def test_a_plain_shell_knows_when_pabisym_is_imported_in_it() -> None:
    code = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.run_cell("import pabisym; found = pabisym.theorem('feldman2018/theorem-23')")
formatters = shell.display_formatter.formatters
for kind in ("text/html", "text/latex"):
    formatters[kind].enabled = True
assert "<math" in formatters["text/html"](shell.user_ns["found"])
assert formatters["text/latex"](shell.user_ns["found"]).startswith("$")
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_decision_says_where(results: dict[str, Any]) -> None:
    decision = refute({**SPEC, "claim": {"divergence": "renyi", "order": "alpha", "bound": "alpha*g**2/(4*T*s**2)"}})
    assert repr(decision).startswith("Decision('refuted', at ")
