"""Finding, loading and ordering theorem files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import networkx
import pytest

import pabisym
from pabisym.errors import InputError
from pabisym.library.audit import audit
from pabisym.library.files import INDEX, TheoremFiles, builtin_folder, theorem_files
from pabisym.library.library import Library, builtin, natural, nearest
from pabisym.library.rebuild import prove

FILE = '''"""{title}

Statement
    x is positive.
Reads as
    A number.
Reference
    feldman2018, {item}
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="{id}", title="{title}", kind="lemma", text=__doc__, reference=Reference("feldman2018", "{item}"),
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"),),
    conclusion="x > 0", spots=(Spot({{"x": 1}}),), {more}
)
'''
Writer = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Write one small theorem file; ``more`` are further fields of its statement."""

    def one(paper: str, item: str, more: str = 'cited_because="it is short"', name: str | None = None) -> Path:
        path = tmp_path / paper / f"{item}.py"
        path.parent.mkdir(exist_ok=True)
        text = FILE.format(title="A small one.", item=item, id=name or f"{paper}/{item.replace('_', '-')}", more=more)
        path.write_text(text, encoding="utf-8")
        return path

    return one


def known(label: str) -> str:
    """A proof of x > 0 from the assumption of that label."""
    return f'proof=lambda b: b.known("{label}")'


def applied(other: str) -> str:
    """A proof that applies another of these statements."""
    tree = {
        "rule": "theorem", "with": {"id": other, "for": {"x": "x"}}, "conclusion": "x > 0",
        "premises": [{"rule": "known", "with": {"label": "positive"}, "premises": [], "conclusion": "x > 0"}],
    }  # fmt: skip
    return f'proof=lambda b: {tree!r}, uses=("{other}",)'


def test_the_built_in_files_are_found_and_loaded_once() -> None:
    assert builtin() is builtin()
    assert "feldman2018/theorem-23" in builtin()
    assert len(builtin()) == len(builtin().ids) == len(set(builtin().ids))
    assert (builtin_folder() / "references.bib").is_file()


def test_a_users_folder_is_added_to_the_built_in_files(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1")
    library = pabisym.catalogue(tmp_path)
    assert set(library.ids) == {*builtin().ids, "mine/lemma-1"}
    assert library.entry("mine/lemma-1").path == (tmp_path / "mine" / "lemma_1.py").resolve()


def test_a_folder_may_be_one_paper(write: Writer, tmp_path: Path) -> None:
    write("mine", "definition_2.10")
    assert "mine/definition-2.10" in Library.load([tmp_path / "mine"])


def test_hidden_and_private_files_are_passed_over(write: Writer, tmp_path: Path) -> None:
    write("mine", "_helper")
    write("mine", "lemma_1")
    (tmp_path / "mine" / ".hidden.py").write_text("raise SystemExit", encoding="utf-8")
    assert [name for _, name in theorem_files(tmp_path)] == ["mine/lemma-1"]


def test_the_same_folder_twice_is_no_duplicate(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1")
    assert "mine/lemma-1" in Library.load([tmp_path, tmp_path / "mine"])


def test_a_taken_id_is_refused(write: Writer, tmp_path: Path) -> None:
    path = write("feldman2018", "theorem_23")
    with pytest.raises(InputError, match=r"the id feldman2018/theorem-23 is taken by .*theorem_23\.toml") as caught:
        Library.load([tmp_path])
    assert caught.value.field == str(path.resolve())


def test_an_id_that_is_not_the_path_is_refused(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1", name="mine/lemma-2")
    with pytest.raises(InputError, match="states the id mine/lemma-2, but its path says mine/lemma-1"):
        Library.load([tmp_path]).entry("mine/lemma-1")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1/0", r"cannot be loaded: ZeroDivisionError: .* \(line 1 of lemma_1\.py\)"),
        ("def", "cannot be loaded: SyntaxError"),
        ("raise SystemExit(0)", "cannot be loaded: SystemExit"),
        ("import there_is_no_such_module", "cannot be loaded: ModuleNotFoundError"),
        ("x = 1", "has no STATEMENT"),
        ("STATEMENT = 3", "has no STATEMENT"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "mine" / "lemma_1.py"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=problem) as caught:
        Library.load([tmp_path]).entry("mine/lemma-1")
    assert caught.value.field == str(path.resolve())


def test_a_name_that_cannot_be_an_id_is_refused(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma 1")
    with pytest.raises(InputError, match="cannot be an id"):
        Library.load([tmp_path])


def test_a_step_in_two_files_is_refused(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1", 'steps=("mine/eq-1",), cited_because="it is short"')
    write("mine", "lemma_2", 'steps=("mine/eq-1",), cited_because="it is short"')
    with pytest.raises(InputError, match="its step mine/eq-1 is treated in"):
        Library.load([tmp_path]).steps  # noqa: B018


def test_a_step_with_a_file_of_its_own_is_refused(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1", 'steps=("mine/lemma-2",), cited_because="it is short"')
    write("mine", "lemma_2")
    with pytest.raises(InputError, match=r"is treated in .*lemma_2"):
        Library.load([tmp_path]).steps  # noqa: B018


def test_a_step_stands_for_its_host(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1", 'steps=("mine/eq-1",), cited_because="it is short"')
    library = Library.load([tmp_path])
    entry = library.entry("mine/eq-1")
    assert (entry.part_of, entry.statement.id) == ("mine/lemma-1", "mine/lemma-1")
    assert library.ids.index("mine/eq-1") == library.ids.index("mine/lemma-1") + 1


def test_dependencies_come_first_whatever_their_names(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_10", applied("mine/lemma-2"))
    write("mine", "lemma_2", applied("mine/theorem-1"))
    write("mine", "theorem_1", known("positive"))
    mine = [name for name in Library.load([tmp_path]) if name.startswith("mine")]
    assert mine == ["mine/theorem-1", "mine/lemma-2", "mine/lemma-10"]


def test_a_cycle_is_spelled_out(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1", applied("mine/lemma-2"))
    write("mine", "lemma_2", applied("mine/lemma-3"))
    write("mine", "lemma_3", applied("mine/lemma-1"))
    library = Library.load([tmp_path])
    with pytest.raises(InputError, match="mine/lemma-1 -> mine/lemma-2 -> mine/lemma-3 -> mine/lemma-1"):
        library.ids  # noqa: B018
    with pytest.raises(InputError, match="rests on itself"):
        library.standing("mine/lemma-2")


def test_the_graph_points_from_what_is_used() -> None:
    graph = builtin().graph(["feldman2018/theorem-23"])
    assert networkx.is_directed_acyclic_graph(graph)
    assert graph.has_edge("feldman2018/theorem-22", "feldman2018/theorem-23")
    assert graph.has_edge("feldman2018/lemma-20", "feldman2018/theorem-22"), "by a rule of which it is the source"
    assert set(nx_status := networkx.get_node_attributes(graph, "status")) == set(graph)
    assert nx_status["feldman2018/theorem-23"] == builtin().recalled("feldman2018/theorem-23").status


def test_the_order_is_that_of_what_is_used() -> None:
    place = {name: position for position, name in enumerate(builtin().ids)}
    assert all(place[below] < place[name] for name in builtin().files for below in builtin().dependencies(name) if below in place)


def test_an_unknown_id_gets_the_nearest_ones() -> None:
    with pytest.raises(InputError) as caught:
        builtin().entry("feldman2018/theorem-233")
    assert "feldman2018/theorem-23" in caught.value.cure
    with pytest.raises(InputError) as caught:
        builtin().entry("xyz")
    assert caught.value.cure == "pabisym list shows the ids"


def test_nearest_finds_an_id_without_its_paper() -> None:
    assert nearest("Theorem-2", ["a/theorem-22", "a/theorem-2", "b/lemma-1"])[0] == "a/theorem-2"
    assert nearest("x" * 100_000, ["a/theorem-2"]) == []


def test_some_ids_come_after_what_they_rest_on_and_other_files_are_not_read() -> None:
    library = Library.load()
    assert library.order(["feldman2018/theorem-23", "feldman2018/theorem-22"]) == ("feldman2018/theorem-22", "feldman2018/theorem-23")
    assert isinstance(library.files, TheoremFiles)
    assert len(library.files._entries) < len(library) / 4


def test_natural_order() -> None:
    assert sorted(["a/t-10", "a/t-9", "a/t-9.2", "a/t"], key=natural) == ["a/t", "a/t-9", "a/t-9.2", "a/t-10"]


def test_an_unreadable_folder_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        Library.load([tmp_path / "none"])


def test_loading_leaves_the_module_path_alone(write: Writer, tmp_path: Path) -> None:
    before = list(sys.path)
    write("mine", "lemma_1")
    Library.load([tmp_path]).entry("mine/lemma-1")
    assert sys.path == before


def test_a_file_may_define_a_dataclass(write: Writer, tmp_path: Path) -> None:
    path = write("mine", "lemma_1")
    addition = '\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Point:\n    x: "int"\n'
    path.write_text(path.read_text(encoding="utf-8") + addition, encoding="utf-8")
    assert Library.load([tmp_path]).statement("mine/lemma-1").id == "mine/lemma-1"


def test_a_file_is_run_when_its_statement_is_asked_for(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1")
    (tmp_path / "mine" / "lemma_2.py").write_text("raise SystemExit", encoding="utf-8")
    library = Library.load([tmp_path])
    assert library.statement("mine/lemma-1").id == "mine/lemma-1"
    assert library.standing("mine/lemma-1").status == "cited"
    with pytest.raises(InputError, match="lemma_2"):
        library.ids  # noqa: B018


def test_one_theorem_runs_its_file_and_what_its_proof_rests_on() -> None:
    code = """if True:
        import sys
        import pabisym
        data = pabisym.theorem("feldman2018/theorem-23")
        data.at(alpha=2, L=1, sigma=4, n=1000, t=10).enclosure(9)
        assert not [name for name in sys.modules if name.startswith("pabisym_theorems.")], "data are run by nothing"
        theorem = pabisym.theorem("feldman2018/theorem-26")
        theorem.at(alpha=2, L=1, sigma=4, n=1000, t=10, beta=1, eta=1).enclosure(9)
        own = sorted(name for name in sys.modules if name.startswith("pabisym_theorems.feldman2018.") and "._" not in name)
        assert own == ["pabisym_theorems.feldman2018.theorem_26"], own
        assert theorem.status == "proved"
        below = sum(name.startswith("pabisym_theorems.") for name in sys.modules)
        assert len(own) < below < 40, below
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_index_of_steps_is_what_the_files_say() -> None:
    said = {step: host for host, entry in builtin().files.items() for step in entry.statement.steps}
    assert dict(builtin().steps) == said, "pabisym prove writes theorems/steps.txt anew"
    assert len(said) == 7


def test_an_index_says_in_whose_file_a_step_is_treated(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1", 'steps=("mine/eq-1",), cited_because="it is short"')
    (tmp_path / "mine" / "lemma_2.py").write_text("raise SystemExit", encoding="utf-8")
    (tmp_path / INDEX).write_text("mine/eq-1 mine/lemma-1\n", encoding="utf-8")
    assert Library.load([tmp_path]).entry("mine/eq-1").part_of == "mine/lemma-1", "lemma_2 is not run"


@pytest.mark.parametrize(
    ("index", "problem"),
    [("mine/eq-1\n", "line 1: is not the id of a step and that of a statement"), ("mine/eq-1 mine/lemma-3\n", "there is no file of mine/lemma-3"),
     ("mine/lemma-1 mine/lemma-1\n", "its step mine/lemma-1 is treated in")],
)
def test_an_unusable_index_is_refused(write: Writer, tmp_path: Path, index: str, problem: str) -> None:
    write("mine", "lemma_1")
    (tmp_path / INDEX).write_text(index, encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        Library.load([tmp_path]).steps  # noqa: B018


def test_an_index_that_is_not_current_is_a_finding_and_written_anew(write: Writer, tmp_path: Path) -> None:
    write("mine", "lemma_1", 'steps=("mine/eq-1", "mine/eq-2"), cited_because="it is short"')
    index = tmp_path / INDEX
    index.write_text("mine/eq-1 mine/lemma-1\n", encoding="utf-8")
    (entry,) = audit(Library.load([tmp_path]), ["mine/lemma-1"]).entries
    assert [(check.name, check.verdict) for check in entry.failed] == [("steps", "false")]
    (compared,) = prove(Library.load([tmp_path]), ["mine/lemma-1"], lambda _: None, write=False)
    assert (compared.id, compared.outcome) == (str(index), "differs")
    (stored,) = prove(Library.load([tmp_path]), ["mine/lemma-1"], lambda _: None, write=True)
    assert (stored.id, stored.said) == (str(index), "stored")
    assert index.read_text(encoding="utf-8") == "mine/eq-1 mine/lemma-1\nmine/eq-2 mine/lemma-1\n"
    assert prove(Library.load([tmp_path]), ["mine/lemma-1"], lambda _: None, write=True) == []
    (entry,) = audit(Library.load([tmp_path]), ["mine/lemma-1"]).entries
    assert not entry.failed
