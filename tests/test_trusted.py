"""The page of what is trusted counts the files that decide what is proved, all of them, when it is built."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from support.page_builders import page_builder

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def trusted() -> ModuleType:
    return page_builder("trusted")


def test_every_file_of_the_kernel_and_what_it_imports_is_counted(trusted: ModuleType) -> None:
    counted = {file for files in trusted.PARTS.values() for file in files}
    kernel = {f"kernel/{path.name}" for path in (ROOT / "pabisym" / "kernel").glob("*.py") if path.name != "__init__.py"}
    below = {f"{module.replace('.', '/')}.py" for file in counted
             for module in re.findall(r"^from pabisym\.([\w.]+) import", (ROOT / "pabisym" / file).read_text(encoding="utf-8"), re.MULTILINE)}
    assert kernel <= counted
    assert below <= counted


def test_lines_are_counted_as_they_are(trusted: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "small.py"
    path.write_text('"""A docstring\nof two lines."""\n\nx = (1,\n     2)  # a comment\n# another\n\n\ndef f():\n    """Said."""\n    return x\n', encoding="utf-8")
    assert trusted.code_lines(path) == 4
    assert all(0 < code <= whole for _, whole, code in trusted.rows())


def test_one_library_is_trusted(trusted: ModuleType) -> None:
    assert trusted.libraries() == ["flint"]
    assert "python-flint" in trusted.table()


def test_the_page_has_the_table_and_no_number_of_its_own() -> None:
    page = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
    assert "```{trusted}" in page
    assert not re.search(r"\| \d{3,} \|", page)
