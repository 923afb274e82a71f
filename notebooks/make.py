"""What is made from the notebooks of the course, all of it without a network:

    python notebooks/make.py run [NOTEBOOK …]      runs them from a fresh kernel and stores their outputs
    python notebooks/make.py slides FOLDER         one HTML file of slides for each, which a browser also prints as a handout
    python notebooks/make.py talks FOLDER          a talk for each chapter: one idea a slide, and notes for the speaker (key n)
    python notebooks/make.py students FOLDER       what students get: notebooks and chapters, without what is for teachers
    python notebooks/make.py nbgrader FOLDER --key KEY                   the exercises as assignments that nbgrader collects and grades
    python notebooks/make.py instructor FOLDER --key KEY [--name NAME]   the same notebooks with answers filled in
    python notebooks/make.py exam FOLDER --key KEY                       the final exam, and its solutions

A stored notebook holds no answers, and no state of widgets: where they do not run, a picture stands still.  Solutions are stored nowhere:
they are computed for the key of a class, which an instructor chooses, and for a name (``instructor/solving.py``).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
PICTURES = FOLDER / "pictures.toml"
WIDGET = "application/vnd.jupyter.widget-view+json"
ANSWER = re.compile(r'^(answer_\d+) = \.\.\.  # <- your answer\njudge\("(\d+\.\d+)", \1\)$')
POINTS = {"warm-up": 1, "practice": 2, "thinking": 4, "proof": 6}


def paths() -> list[Path]:
    """The notebooks, in order."""
    return sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))


def read(path: Path) -> Any:
    """A notebook."""
    import nbformat

    return nbformat.read(path, 4)


def write(book: Any, path: Path) -> None:
    """Store a notebook; the folder is made."""
    import nbformat

    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(book, path)


def run(path: Path) -> None:
    """Run a notebook from a fresh kernel and store it with its outputs."""
    from nbclient import NotebookClient

    book = read(path)
    with tempfile.TemporaryDirectory() as quiet:
        os.environ.update(dict.fromkeys(("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"), quiet))
        client = NotebookClient(book, timeout=300, kernel_name="python3", record_timing=False, store_widget_state=False,
                                resources={"metadata": {"path": quiet}})  # fmt: skip
        client.execute()
    standing(book)
    write(book, path)


def standing(book: Any) -> None:
    """Leave of every output what shows without a kernel: pictures, formulas, text."""
    book.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    for cell in book.cells:
        cell.metadata = {}
        for output in cell.get("outputs", []):
            if WIDGET in output.get("data", {}):
                del output["data"][WIDGET]
            if "metadata" in output:
                output["metadata"] = {}


def answered(cell: Any) -> tuple[str, str] | None:
    """The name and the exercise of an answer cell."""
    found = ANSWER.match(cell.source) if cell.cell_type == "code" else None
    return (found[1], found[2]) if found else None


def solved(exercise: str, name: str, key: str) -> Any:
    """An answer to an exercise that the judge takes for right, for a name in the class of a key."""
    from pabisym.exercises.course import exercise as looked_up

    sys.path.insert(0, str(FOLDER / "instructor"))
    from solving import solution

    return solution(looked_up(exercise), looked_up(exercise).drawn(name, key))


def pictures() -> dict[str, list[str]]:
    """What the pictures of every notebook show, in words."""
    return tomllib.loads(PICTURES.read_text(encoding="utf-8"))


def enrolled(cell: Any, name: str, key: str) -> None:
    """Make the cell that enrols somebody enrol this name in the class of this key."""
    cell.source = re.sub(r"pb\.course\.enrol\([^)]*\)", f"pb.course.enrol({name!r}, {key!r})", cell.source)


def instructor(path: Path, folder: Path, key: str, name: str) -> None:
    """A notebook with an answer to every exercise, for a name in the class of a key, and the last hint."""
    import nbformat

    from pabisym.exercises.course import enrol

    book, cells = read(path), []
    _, _, hint = enrol(name, key)
    for cell in book.cells:
        cells.append(cell)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            enrolled(cell, name, key)
        if found := answered(cell):
            letter, exercise = found
            cell.source = f"{letter} = {solved(exercise, name, key)!r}\njudge(\"{exercise}\", {letter})"
            cells.append(nbformat.v4.new_markdown_cell(f"**Why.** {hint(exercise, 3).says}"))
    book.cells = cells
    number(book)
    write(book, folder / path.name)


def students(path: Path, folder: Path) -> None:
    """The notebook and its chapter, as students get them."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in (path, *FOLDER.glob(f"{path.name[:2]}-*.md")):
        shutil.copyfile(one, folder / one.name)


def nbgrader(path: Path, folder: Path, key: str, name: str = "") -> None:
    """An assignment in the layout of nbgrader's source folder: an answer cell with the solution marked, and a locked test with points."""
    import nbformat

    from pabisym.exercises.course import exercise as looked_up

    book, cells = read(path), []
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            enrolled(cell, name, key)
        found = answered(cell)
        if found is None:
            cells.append(cell)
            continue
        letter, exercise = found
        label = "exercise-" + exercise.replace(".", "-")
        cell.source = f"### BEGIN SOLUTION\n{letter} = {solved(exercise, name, key)!r}\n### END SOLUTION"
        cell.metadata = {"nbgrader": graded(f"{label}-answer", solution=True)}
        test = nbformat.v4.new_code_cell(f'judged = judge("{exercise}", {letter})\nassert judged, judged.says')
        test.metadata = {"nbgrader": {**graded(f"{label}-test", grade=True), "points": POINTS[looked_up(exercise).level]}}
        cells += [cell, test]
    book.cells = cells
    number(book)
    write(book, folder / "source" / path.stem / path.name)


def graded(key: str, *, solution: bool = False, grade: bool = False) -> dict[str, Any]:
    """What nbgrader wants to know of a cell, in the third version of its format."""
    return {"grade": grade, "grade_id": key, "locked": grade, "schema_version": 3, "solution": solution, "task": False}


def number(book: Any) -> None:
    """Give all cells ids that stay the same from one export to the next."""
    for place, cell in enumerate(book.cells, 1):
        cell["id"] = f"cell-{place:03d}"


def slides(path: Path, folder: Path) -> None:
    """One HTML file, complete in itself: a slide for every heading, with its pictures and formulas."""
    sys.path.insert(0, str(FOLDER))
    from slides import deck

    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{path.stem}.html").write_text(deck(read(path), pictures()[path.stem]), encoding="utf-8")


def talks(path: Path, folder: Path) -> None:
    """The talk of the chapter beside a notebook, one HTML file."""
    sys.path.insert(0, str(FOLDER))
    from slides import talk

    number = path.name[:2]
    (chapter,) = FOLDER.glob(f"{number}-*.md")
    text = chapter.read_text(encoding="utf-8")
    told = re.findall(r"^:alt: (.*)$", text, re.MULTILINE)[0]
    figure = (FOLDER / "figures" / f"{number}.svg").read_text(encoding="utf-8")
    pages = tomllib.loads((FOLDER / "talks.toml").read_text(encoding="utf-8"))[number]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{chapter.stem}.html").write_text(talk(text.splitlines()[0].removeprefix("# "), pages, figure, told), encoding="utf-8")


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("run", "slides", "talks", "students", "nbgrader", "instructor", "exam"))
    parser.add_argument("where", nargs="*", type=Path, help="notebooks to run, or the folder to write to")
    parser.add_argument("--key", default="", help="the key of your class: any words of your own; answers depend on it")
    parser.add_argument("--name", default="", help="whose answers: a name, as students give it to enrol")
    asked = parser.parse_args()
    if asked.what == "run":
        for path in asked.where or paths():
            run(path)
            print(path.name)
        return
    if len(asked.where) != 1:
        parser.error(f"{asked.what}: name one folder to write to")
    keyed = asked.what in ("nbgrader", "instructor", "exam")
    if keyed and not asked.key.strip():
        parser.error(f"{asked.what}: choose a key for your class, as in --key 'autumn of ours'")
    if asked.what == "exam":
        sys.path.insert(0, str(FOLDER / "instructor"))
        from exam import sheets

        for name, text in sheets(asked.key).items():
            asked.where[0].mkdir(parents=True, exist_ok=True)
            (asked.where[0] / name).write_text(text, encoding="utf-8")
            print(name)
        return
    for path in paths():
        if keyed:
            (nbgrader if asked.what == "nbgrader" else instructor)(path, asked.where[0], asked.key, asked.name)
        else:
            {"slides": slides, "talks": talks, "students": students}[asked.what](path, asked.where[0])
        print(path.name)


if __name__ == "__main__":
    main()
