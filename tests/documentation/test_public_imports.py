"""Code of notebooks and pages uses what is public alone: ``pabisym``, its documented namespaces, and what these list."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

import pabisym

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PAGES = sorted({ROOT / "README.md", *(path for path in (ROOT / "docs").rglob("*.md") if "build" not in path.parts)})
INSIDE = {"adding.md"}
"""Pages for those who write theorem files and rules, which are made of inner modules."""
FENCE = re.compile(r"^```(?:python|\{picture\}[^\n]*)\n((?::[^\n]*\n)*)(.*?)^```", re.DOTALL | re.MULTILINE)
EXTRA = {"k", "__version__"}


def sources(path: Path) -> Iterator[str]:
    """The pieces of code of a notebook or a page."""
    if path.suffix == ".ipynb":
        for cell in nbformat.read(path, 4).cells:
            if cell.cell_type == "code":
                yield re.sub(r"^(\s*)%.*$", r"\1pass", cell.source, flags=re.MULTILINE)
        return
    for found in FENCE.finditer(path.read_text(encoding="utf-8")):
        prompts = "\n".join(line[4:] for line in found[2].splitlines() if line.startswith((">>> ", "... ")))
        yield prompts or found[2]


def chain(node: ast.AST) -> list[str]:
    """The names of ``a.b.c``, empty for what is no such chain."""
    if isinstance(node, ast.Name):
        return [node.id]
    before = chain(node.value) if isinstance(node, ast.Attribute) else []
    return [*before, node.attr] if before and isinstance(node, ast.Attribute) else []


def public(names: list[str]) -> bool:
    """Is what follows ``pabisym`` in a chain public."""
    if not names:
        return True
    if names[0] in pabisym.NAMESPACES:
        return len(names) == 1 or names[1] in getattr(pabisym, names[0]).__all__
    return names[0] in {*pabisym.__all__, *EXTRA}


def hidden(source: str) -> list[str]:
    """What a piece of code takes from inner modules, or by names that are not public."""
    found, aliases = [], {"pabisym", "pb"}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [one.name for one in node.names if one.name.startswith("pabisym.")]
            aliases |= {one.asname for one in node.names if one.name == "pabisym" and one.asname}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "pabisym":
            path = str(node.module).split(".")[1:]
            found += [f"{node.module}.{one.name}" for one in node.names if len(path) > 1 or not public([*path, one.name])]
        elif isinstance(node, ast.Attribute) and (names := chain(node)) and names[0] in aliases and not public(names[1:]):
            found.append(".".join(names))
    return found


@pytest.mark.parametrize("path", [*NOTEBOOKS, *(path for path in PAGES if path.name not in INSIDE)], ids=lambda path: str(path.relative_to(ROOT)))
def test_code_uses_public_names_alone(path: Path) -> None:
    assert {name: None for source in sources(path) for name in hidden(source)} == {}


def test_what_is_hidden_is_found() -> None:
    assert hidden("from pabisym.show.plot import taut_string") == ["pabisym.show.plot.taut_string"]
    assert hidden("import pabisym.lang.term") == ["pabisym.lang.term"]
    found = hidden("import pabisym as p\np.nonsense(1)\np.laws.nonsense\np.laws.mixture\np.derive(x).bound")
    assert sorted(found) == ["p.laws.nonsense", "p.nonsense"]
    assert hidden("from pabisym.accounting import certified_epsilon\nfrom pabisym import derive, laws") == []
    assert hidden("from pabisym.accounting.accountant import certified_epsilon") == ["pabisym.accounting.accountant.certified_epsilon"]
    assert hidden("from pabisym.accounting import composed_epsilon") == ["pabisym.accounting.composed_epsilon"]


def test_code_is_found() -> None:
    assert sum(1 for path in PAGES for _ in sources(path)) > 20
    assert len(NOTEBOOKS) in (0, 11)
