"""Packages are layered: read from the source, without the linter of imports, which holds the same in another way.

Every import counts: those inside functions, those under ``TYPE_CHECKING``, and every text that is the name of a module.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx
import pytest

import pabisym

ROOT = Path(pabisym.__file__).parent
PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
FILES = {path: ".".join(("pabisym", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
         for path in sorted(ROOT.rglob("*.py")) if "_theorems" not in path.parts}  # fmt: skip
MODULES = frozenset(FILES.values())
LOOSE = {"__init__", "__main__", "errors"}
DOORS = {"pabisym", "pabisym.accounting", "pabisym.cli"}
"""The packages whose ``__init__`` hands on names: what a user imports, the accountants among it, and what the command line starts."""
FACE = "pabisym"


@cache
def trees() -> dict[Path, ast.Module]:
    """The syntax trees of all files, read when a test first asks."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in FILES}


def layers() -> dict[str, int]:
    """Every package with the number of its layer, counted from the top, as the contract has them."""
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    listed = next(one for one in contracts if one["type"] == "layers")["layers"]
    return {package.strip(): number for number, layer in enumerate(listed) for package in layer.split("|")}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The modules of pabisym that a file names, with the lines."""
    package = FILES[path] if path.name == "__init__.py" else FILES[path].rpartition(".")[0]
    for node in ast.walk(trees()[path]):
        if isinstance(node, ast.Import):
            yield from ((one.name, node.lineno) for one in node.names if one.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join((*above, *([node.module] if node.module else [])))
            for one in node.names:
                name = f"{base}.{one.name}"
                if name in MODULES or base in MODULES:
                    yield (name if name in MODULES else base), node.lineno
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.partition(":")[0] in MODULES - {FACE}:
            yield node.value.partition(":")[0], node.lineno


@cache
def graph() -> networkx.DiGraph[str]:
    found: networkx.DiGraph[str] = networkx.DiGraph()
    found.add_nodes_from(MODULES)
    found.add_edges_from((FILES[path], name, {"line": line}) for path in FILES for name, line in imports(path) if name != FILES[path])
    return found


def test_no_imports_run_in_a_circle() -> None:
    circles = [sorted(one) for one in networkx.strongly_connected_components(graph()) if len(one) > 1]
    assert circles == []


def loaded_with(name: str) -> set[str]:
    """The modules of pabisym that importing one of them loads: what it imports above all functions, and what these do."""
    found, waiting = set[str](), [name]
    paths = {module: path for path, module in FILES.items()}
    while waiting:
        if (here := waiting.pop()) not in found:
            found.add(here)
            tree = trees()[paths[here]]
            own = ast.walk(tree) if here == "pabisym.library.statement" else tree.body  # which makes one in a function, and loads both there
            nodes = [node for node in own if isinstance(node, ast.ImportFrom) and node.module]
            named = {f"{node.module}.{one.name}" for node in nodes for one in node.names} | {node.module for node in nodes}
            waiting += named & MODULES
    return found


def test_who_makes_builders_of_proofs_loads_their_last_resort() -> None:
    makers = {FILES[path] for path, tree in trees().items() for node in ast.walk(tree) if isinstance(node, ast.Call)
              and ast.unparse(node.func) in ("Builder", "Builder.of")} - {"pabisym.proof.build"}
    assert len(makers) > 10
    assert [name for name in sorted(makers) if "pabisym.proof.elementary" not in loaded_with(name)] == []


def test_no_import_points_up_or_aside() -> None:
    layer, wrong = layers(), []
    for source, target, data in graph().edges(data=True):
        if FACE in (source, target):
            continue
        here, there = (name.split(".")[1] for name in (source, target))
        if here != there and layer[here] >= layer[there]:
            wrong.append(f"{source}:{data['line']} names {target}")
    assert wrong == []


def test_every_package_has_a_layer_and_few_modules_are_loose() -> None:
    packages = {path.stem if path.is_file() else path.name for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert packages - {"__init__"} == layers().keys()
    assert {path.stem for path in ROOT.glob("*.py")} == LOOSE


def test_no_package_has_the_name_of_a_public_function() -> None:
    names = {path.stem for path in ROOT.iterdir()}
    assert not names & set(pabisym.__all__)


def test_modules_are_imported_by_name_in_two_places_only() -> None:
    found = set()
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("import_module", "__import__"):
                outside = isinstance(node.args[0], ast.Constant) and str(node.args[0].value).partition(".")[0] != "pabisym"
                found |= set() if outside else {FILES[path]}
    assert found <= {"pabisym", "pabisym.cli.commands"}


@pytest.mark.parametrize("path", [path for path in FILES if path.name == "__init__.py" and FILES[path] not in DOORS], ids=FILES.get)
def test_a_package_hands_on_nothing_but_its_docstring(path: Path) -> None:
    tree = trees()[path]
    assert ast.get_docstring(tree)
    assert len(tree.body) == 1


def test_what_modules_share_has_a_public_name() -> None:
    private = [
        f"{FILES[path]}:{node.lineno} imports {one.name}"
        for path, tree in trees().items() for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module != "__future__"
        for one in node.names if one.name.startswith("_") and not one.name.startswith("__") and (node.module or "").startswith("pabisym")
    ]  # fmt: skip
    assert private == []


def test_objects_do_not_draw_themselves() -> None:
    drawing = [
        f"{FILES[path]}:{node.lineno} {node.name}"
        for path, tree in trees().items() for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_repr_") and node.name.endswith("_")
    ]  # fmt: skip
    assert drawing == []
