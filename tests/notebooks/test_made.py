"""What is made from the notebooks: slides that need nothing else, assignments for nbgrader, copies with solutions."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import nbformat
import pytest

import pabisym
from pabisym.exercises.course import exercises
from pabisym.library.theorem import catalogue

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
CHAPTERS = sorted(FOLDER.glob("[0-9][0-9]-*.md"))
VOID = {"meta", "img", "br", "hr", "input", "link"}


class Tags(HTMLParser):
    """Whether all elements are closed in order, and what they ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.drawn: list[str] = []
        self.count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.asked += [str(given[name]) for name in ("src", "href") if name in given]
        self.images += [given] if tag == "img" else []
        self.drawn += [str(given["aria-label"])] if given.get("role") == "img" and tag == "div" else []
        self.count += tag == "section"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Closed where it is opened."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def loaded(name: str) -> ModuleType:
    return module(FOLDER / f"{name}.py")


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = found  # dataclasses look their module up
    spec.loader.exec_module(found)
    return found


def task_id(cell: Any) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


if PATHS:

    @pytest.fixture(scope="module")
    def make() -> ModuleType:
        return loaded("make")

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_slides_are_one_file_that_asks_for_nothing(path: Path) -> None:
        book = nbformat.read(path, 4)
        told = loaded("make").pictures()[path.stem]
        page = loaded("slides").deck(book, told)
        tags = Tags()
        tags.feed(page)
        assert tags.open == []
        assert all(one.startswith("data:image/") for one in tags.asked)
        assert sorted([str(image["alt"]) for image in tags.images] + tags.drawn) == sorted(told)
        assert all(len(text) > 100 for text in told)
        assert page.count("in a running notebook every value has a slider") == sum("movable(" in cell.source.replace("import movable", "") for cell in book.cells if cell.cell_type == "code")
        headings = sum(len(re.findall(r"^#{1,3} ", cell.source, re.MULTILINE)) for cell in book.cells if cell.cell_type == "markdown")
        assert tags.count == headings - 1  # all but the checks
        text = re.sub(r"<(style|script|pre)\\b.*?</\\1>".replace("\\\\", "\\"), "", page, flags=re.DOTALL)
        assert "$" not in re.sub(r"<[^>]*>|<annotation.*?</annotation>|<code>.*?</code>", "", text, flags=re.DOTALL)
        assert "\ue000" not in page
        assert "judge(" not in page.replace("<code>judge</code>", "")

    def test_formulas_become_mathml_and_code_keeps_its_dollars() -> None:
        made = loaded("slides").prose("A $x^2$ and `$y$`, $$\\frac12$$ <b>bold</b>".replace("\\\\", "\\"))
        assert made.count("<math") == 2
        assert "<code>$y$</code>" in made
        assert "<mfrac>" in made

    def test_the_guide_says_what_the_notebooks_say(make: ModuleType) -> None:
        guide = (FOLDER / "instructor" / "guide.md").read_text(encoding="utf-8")
        rows = {int(row[0]): row[1:] for row in re.findall(r"^\| (\d+) \| ([^|]*) \| (\d+) \| ([^|]*) \|", guide, re.MULTILINE)}
        assert list(rows) == list(range(1, 12))
        for path in PATHS:
            head = nbformat.read(path, 4).cells[0].source
            title, minutes, needs = rows[int(path.name[:2])]
            assert title.lower() in head.splitlines()[0].lower()
            assert f"* **Time**: {minutes} minutes" in head
            said = re.search(r"\* \*\*You need\*\*: (.*)", head)
            assert said is not None
            assert re.findall(r"\d+", needs) == re.findall(r"\d+", said[1])
        plans = guide.partition("## Plans")[2].partition("## The exercises")[0]
        for lectures in ("Two", "Four", "Eight"):
            assert f"**{lectures} lectures" in plans
        named = set(re.findall(r"\b\d{1,2}\.\d\b", plans))
        assert len(named) > 20
        assert named <= set(exercises())

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_assignments_have_what_nbgrader_wants(make: ModuleType, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(make, "solved", lambda exercise, name, key: f"{key} {exercise}")
        make.nbgrader(path, tmp_path, "ours")
        book = nbformat.read(tmp_path / "source" / path.stem / path.name, 4)
        nbformat.validate(book)
        assert sum("pb.course.enrol('', 'ours')" in cell.source for cell in book.cells) == 1
        cells = {task_id(cell): cell for cell in book.cells if task_id(cell)}
        assert len(cells) == 12
        for key, cell in cells.items():
            given = cell.metadata["nbgrader"]
            assert set(given) - {"points"} == {"grade", "grade_id", "locked", "schema_version", "solution", "task"}
            assert given["schema_version"] == 3
            assert given["task"] is False
            if key.endswith("-answer"):
                assert (given["grade"], given["solution"], given["locked"]) == (False, True, False)
                assert cell.source.startswith("### BEGIN SOLUTION\n")
                assert cell.source.endswith("\n### END SOLUTION")
            else:
                assert (given["grade"], given["solution"], given["locked"]) == (True, False, True)
                assert given["points"] in (1, 2, 4, 6)
                assert "assert judged" in cell.source
                assert len(cell.source.splitlines()) == 2
        order = [task_id(cell) for cell in book.cells if task_id(cell)]
        assert order[1::2] == [key.replace("-answer", "-test") for key in order[::2]]

    def test_the_marked_solutions_pass_their_tests(make: ModuleType, tmp_path: Path) -> None:
        make.nbgrader(PATHS[0], tmp_path, "ours")
        book = nbformat.read(tmp_path / "source" / PATHS[0].stem / PATHS[0].name, 4)
        names: dict[str, Any] = {"pb": pabisym}
        for cell in book.cells:
            if cell.source.startswith("task, judge, hint =") or task_id(cell):
                exec(cell.source, names)
        assert names["answer_6"]
        with pytest.raises(AssertionError, match="is too small"):
            exec('answer_1 = 1\njudged = judge("1.1", answer_1)\nassert judged, judged.says', names)

    def test_students_get_notebooks_and_chapters_only(make: ModuleType, tmp_path: Path) -> None:
        for path in PATHS:
            make.students(path, tmp_path)
        assert sorted(one.name for one in tmp_path.iterdir()) == sorted([*(path.name for path in PATHS), *(one.name for one in CHAPTERS)])

    def test_instructors_have_answers_and_reasons(make: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(make, "solved", lambda exercise, name, key: f"{key} {exercise} {name}")
        for path in PATHS:
            make.instructor(path, tmp_path, "ours", "Ada")
            text = (tmp_path / path.name).read_text(encoding="utf-8")
            assert text.count("**Why.**") == 6
            assert "= ...  # <- your answer" not in text
            assert not any(cell.get("outputs") for cell in json.loads(text)["cells"])

    def test_the_stored_notebooks_keep_no_state_of_widgets(make: ModuleType) -> None:
        output = nbformat.v4.new_output("display_data", {make.WIDGET: {"model_id": "1"}, "image/png": "aGk=", "text/plain": "a picture"})
        cell = nbformat.v4.new_code_cell("movable()", outputs=[output], metadata={"tags": ["x"]})
        book = nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {}})
        make.standing(book)
        assert set(book.cells[0].outputs[0].data) == {"image/png", "text/plain"}
        assert set(book.metadata) == {"kernelspec", "language_info"}
        assert book.cells[0].metadata == {}

    def test_the_command_says_what_is_missing() -> None:
        done = subprocess.run([sys.executable, str(FOLDER / "make.py"), "slides"], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "name one folder to write to" in done.stderr
        done = subprocess.run([sys.executable, str(FOLDER / "make.py"), "instructor", "x"], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "choose a key for your class" in done.stderr

    def test_no_solution_lies_in_the_tree() -> None:
        kept = {path.name for path in (FOLDER / "instructor").iterdir() if path.suffix != ".pyc" and path.name != "__pycache__"}
        assert kept <= {"guide.md", "solving.py", "exam.py"}

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_a_talk_has_one_idea_a_slide_and_notes(make: ModuleType, path: Path, tmp_path: Path) -> None:
        make.talks(path, tmp_path)
        (made,) = tmp_path.iterdir()
        page = made.read_text(encoding="utf-8")
        tags = Tags()
        tags.feed(re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))
        assert tags.open == []
        slides = tomllib.loads((FOLDER / "talks.toml").read_text(encoding="utf-8"))[path.name[:2]]
        assert page.count("<section") == page.count("<aside>") == len(slides) >= 5
        assert sum(bool(one.get("figure")) for one in slides) == page.count("<svg") == 1
        for one in slides:
            assert one["say"].rstrip("$").endswith((".", "?")) or "$" in one["say"], one["say"]
            assert re.match(r"\d+ min", one["note"]), one["note"]
            assert len(one["show"].split()) <= 45, one["say"]
        text = re.sub(r"<(style|script)\b.*?</\1>|<annotation.*?</annotation>", "", page, flags=re.DOTALL)
        assert "$" not in re.sub(r"<[^>]*>", "", text)

    def test_talks_and_chapters_name_what_exists() -> None:
        known = set(catalogue())
        text = (FOLDER / "talks.toml").read_text(encoding="utf-8")
        named = re.findall(r"((?:[a-z]+\d{4}[a-z]*|pabisym)/[a-z][\w-]*(?:\.\d+)*)", text)
        assert len(named) > 20
        assert [name for name in named if name not in known] == []

    @pytest.mark.campaign
    def test_the_exam_has_sixty_points_and_belongs_to_its_key() -> None:
        exam = module(FOLDER / "instructor" / "exam.py")
        first, second = exam.questions("one class"), exam.questions("another class")
        assert sum(one.points for one in first) == sum(one.points for one in second) == 60
        assert exam.questions(" one class ") == first
        assert [one.asked for one in first[:5]] != [one.asked for one in second[:5]]
        assert {word for word in ("proved", "refuted") if word in first[4].solved} == {"proved", "refuted"}
        sheets = exam.sheets("one class")
        assert list(sheets) == ["exam.md", "exam-solutions.md"]
        assert not any(one.solved in sheets["exam.md"] for one in first)

    def test_the_string_of_the_exam_is_solved_by_its_law() -> None:
        """The value of the worst pair, from the law of the pair, is that of the string."""
        exam = module(FOLDER / "instructor" / "exam.py")
        for key in ("a", "b"):
            solved = exam.string(Random(key)).solved
            value = re.search(r"\(c\) ([\d/]+)\.", solved)
            assert value is not None
            assert solved.endswith(f"squared μ {value[1]}.")
