"""Every notebook runs from a fresh kernel, has the form of the course, and is stored with its outputs.

The notebooks lie beside the tests in a working copy; where only the package is installed there are none, and what is left
to test is the runner itself.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import nbformat
import pytest
from support.examples import spread

from pabisym.exercises.course import enrol, exercises
from pabisym.show.interactive import STANDING

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
RUN = """
import sys, nbformat
from nbclient import NotebookClient
book = nbformat.read(sys.argv[1], 4)
book.cells += [nbformat.v4.new_code_cell(source) for source in sys.argv[4:]]
NotebookClient(book, timeout=280, kernel_name="python3", record_timing=False, resources={"metadata": {"path": sys.argv[2]}}).execute()
nbformat.write(book, sys.argv[3])
"""
"""In a process of its own, so that warnings of the messaging libraries stay out of the tests."""
MOVE = """
from ipywidgets import Image, SelectionSlider
from ipywidgets.widgets.widget import _instances

moved = 0
for slider in [one for one in _instances.values() if isinstance(one, SelectionSlider)]:
    pictures = [one for one in _instances.values() if isinstance(one, Image)]
    before = [one.value for one in pictures]
    slider.value = slider.options[-1][1]
    assert sum(old != one.value for old, one in zip(before, pictures)) == 1, slider.description
    moved += 1
print(moved)
"""
"""A last cell that moves every slider to its end: each time one picture is drawn anew."""
MACHINE = re.compile(r"(?<![\w.])/(?:home|tmp|root|usr|opt|var|work|mnt|Users)/|site-packages|[A-Z]:\\\\")
MOST_BYTES = 3_000_000
MOVING = {"01": 1, "03": 6, "06": 3, "07": 2, "10": 2, "11": 2}
"""The notebooks with sliders, and how many each has."""
RATIONAL = re.compile(r"-?\d+(/\d+)?")
LONG = {"8.1", "10.3", "10.4"}
"""Solved by the accountant or by many proofs; their answers are words and round numbers."""
LEAST = 5
"""Fewest characters of an answer that does not stand somewhere by accident."""


@pytest.fixture(scope="session")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with matplotlib's list of fonts; where it has to be made first, a slow machine says so in the notebook."""
    folder = tmp_path_factory.mktemp("fonts")
    subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], env={**os.environ, "MPLCONFIGDIR": str(folder)}, check=True)
    return folder


def run(path: Path, folder: Path, fonts: Path, *more: str) -> tuple[Any, str]:
    """The executed notebook, with more cells at its end, and no complaint, or None and what went wrong."""
    target = folder / "executed.ipynb"
    quiet = {name: str(folder / name.lower()) for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR")}
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(path), str(folder), str(target), *more],
        env={**os.environ, **quiet, "MPLCONFIGDIR": str(fonts)}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return (nbformat.read(target, 4), "") if done.returncode == 0 else (None, done.stderr)


def code(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def words(output: Any) -> list[str]:
    """What an output says, without its pictures."""
    return [str(output.get("text", "")), *(str(data) for kind, data in output.get("data", {}).items() if not kind.startswith("image/"))]


def bare(text: str) -> str:
    return re.sub(r"[\s'\"`]", "", text)


def loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written(answer: Any) -> list[str]:
    """Forms of an answer as somebody would write them; a decimal number is long enough to be found by its first four places."""
    text = str(answer)
    return [text, text.removeprefix("1*("), text[:6] if re.fullmatch(r"0\.\d{12}", text) else text, f"{Fraction(text)}" if RATIONAL.fullmatch(text) else text]


def asserts(source: str) -> int:
    lines = [line for line in source.splitlines() if not line.startswith("%")]
    return sum(isinstance(node, ast.Assert) for node in ast.walk(ast.parse("\n".join(lines))))


@pytest.mark.campaign
def test_the_runner_tells_a_right_notebook_from_a_wrong_one(tmp_path: Path, fonts: Path) -> None:
    for name, source in (("right", "total = 1 + 1\nprint(total)\nassert total == 2"), ("wrong", "assert 1 + 1 == 3, 'a wrong sum'")):
        path = tmp_path / f"{name}.ipynb"
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)]), path)
        assert asserts(source) == 1
        book, complaint = run(path, tmp_path, fonts)
        if name == "right":
            assert complaint == ""
            assert book.cells[0].outputs[0].text == "2\n"
        else:
            assert book is None
            assert "a wrong sum" in complaint


if PATHS:

    def test_there_are_eleven_and_they_are_small() -> None:
        assert [path.name[:3] for path in PATHS] == [f"{k:02d}_" for k in range(1, 12)]
        assert sum(path.stat().st_size for path in PATHS) < MOST_BYTES

    @pytest.mark.parametrize(
        "path", [pytest.param(path, id=path.stem, marks=pytest.mark.campaign) for path in PATHS]
    )
    def test_it_runs_afresh(path: Path, tmp_path: Path, fonts: Path) -> None:
        sliders = MOVING.get(path.name[:2], 0)
        book, complaint = run(path, tmp_path, fonts, *[MOVE] * bool(sliders))
        assert book is not None, complaint
        if sliders:
            assert [output.text for output in book.cells.pop().outputs] == [f"{sliders}\n"]
        stored = nbformat.read(path, 4)
        for before, after in zip(code(stored), code(book), strict=True):
            assert bool(before.outputs) == bool(after.outputs), f"stored outputs are out of date: {before.source}"

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_it_has_the_form_of_the_course(path: Path) -> None:
        book = nbformat.read(path, 4)
        nbformat.validate(book)
        assert len(book.cells) <= 50
        head = book.cells[0]
        assert head.cell_type == "markdown"
        assert head.source.startswith(f"# {int(path.name[:2])} · ")
        for word in ("* **Time**: ", "* **You need**: ", f'<a href="{path.name}" download>', "**Afterwards you can**"):
            assert word in head.source
        assert 'find_spec("pabisym") is None' in book.cells[1].source
        assert asserts(book.cells[-1].source) >= 3
        asked = [f"{int(path.name[:2])}.{k}" for k in range(1, 7)]
        titles = [cell.source.split(" · ")[0] for cell in book.cells if cell.cell_type == "markdown" and cell.source.startswith("### Exercise")]
        assert titles == [f"### Exercise {id_}" for id_ in asked]
        assert [cell.source for cell in code(book) if cell.source.startswith("task(")] == [f'task("{id_}")' for id_ in asked]

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_no_cell_holds_an_answer(path: Path) -> None:
        """Answers are three dots, what is printed below says so, and nothing asks the judge about anything else."""
        book = nbformat.read(path, 4)
        judged = [cell for cell in code(book) if "judge(" in cell.source]
        number = int(path.name[:2])
        assert [cell.source for cell in judged] == [f'answer_{k} = ...  # <- your answer\njudge("{number}.{k}", answer_{k})' for k in range(1, 7)]
        for cell in judged:
            assert [output.data["text/plain"] for output in cell.outputs] == ["not yet: there is no answer yet: replace the dots"]
        assert not any(word in cell.source for cell in book.cells for word in (".truth", "bank", "solutions") if "PROCESSES" not in cell.source)

    @pytest.mark.parametrize("path", spread(PATHS, 4), ids=lambda path: path.stem)
    def test_no_right_answer_can_be_read_off(path: Path) -> None:
        """No form of a right answer stands in a source, a question or an output."""
        solving = loaded(FOLDER / "instructor" / "solving.py")
        said = bare(" ".join(str(cell.source) + " ".join(words(output)) for cell in nbformat.read(path, 4).cells for output in cell.get("outputs", [{}]) or [{}]))
        asked = {id_: one for id_, one in exercises().items() if int(id_.partition(".")[0]) == int(path.name[:2]) and id_ not in LONG}
        forms = {bare(form) for one in asked.values() for form in written(solving.solution(one, one.drawn()))}
        assert len(forms) >= 5
        assert [one for one in forms if len(one) >= LEAST and one in said] == []

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_the_stored_questions_are_those_of_the_bank(path: Path) -> None:
        task, _, _ = enrol()
        for cell in code(nbformat.read(path, 4)):
            if cell.source.startswith("task("):
                assert [output.data["text/markdown"] for output in cell.outputs] == [repr(task(cell.source.split('"')[1]))]

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_what_moves_stands_still_where_no_widgets_run(path: Path) -> None:
        book = nbformat.read(path, 4)
        moving = [cell for cell in code(book) if "movable(" in cell.source]
        assert all([set(output.data) for output in cell.outputs] == [{"image/png", "text/plain"}] for cell in moving)
        assert all(cell.outputs[0].data["text/plain"].startswith(STANDING) for cell in moving)
        assert bool(moving) is (path.name[:2] in MOVING)

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_it_is_stored_with_its_outputs_and_nothing_of_a_machine(path: Path) -> None:
        book = nbformat.read(path, 4)
        cells, outputs = code(book), [output for cell in code(book) for output in cell.outputs]
        assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
        assert all(output.output_type in ("stream", "execute_result", "display_data") for output in outputs)
        assert not any(output.get("name") == "stderr" for output in outputs)
        assert any("image/png" in output.get("data", {}) for output in outputs)
        assert not any(cell.metadata for cell in book.cells)
        assert set(book.metadata) == {"kernelspec", "language_info"}
        assert MACHINE.search(path.read_text(encoding="utf-8")) is None
