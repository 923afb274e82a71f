"""What the trusted code may contain, read from its source: few imports, no floats, short rules, a reason for every figure."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from pathlib import Path

import pytest
from support.every import every_case
from support.proof_cases import Json

import pabisym.kernel
from pabisym.kernel.rules import FIGURES, LOGIC

pytestmark = pytest.mark.quick

FILES = sorted(Path(pabisym.kernel.__file__).parent.glob("*.py"))
ALLOWED = re.compile(r"flint|pabisym\.kernel(\.\w+)?|pabisym\.lang\.(term|grammar)|pabisym\.errors")
FORBIDDEN = {"eval", "exec", "compile", "simplify", "sympify", "__import__", "float", "open", "input", "globals", "setattr", "getattr"}
SOURCE = re.compile(r"[a-z]+\d{4}[a-z]*/[a-z0-9.\-]+")
LONGEST_RULE = 25

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_the_kernel_is_found() -> None:
    assert {path.name for path in FILES} >= {"__init__.py", "check.py", "exact.py", "judgement.py", "rules.py"}


@each_file
def test_imports_are_few(path: Path) -> None:
    for node in ast.walk(tree(path)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [str(node.module)]
        for name in names:
            assert name.partition(".")[0] in sys.stdlib_module_names or ALLOWED.fullmatch(name), name


@each_file
def test_nothing_inexact_or_evaluated_is_used(path: Path) -> None:
    for node in ast.walk(tree(path)):
        assert not isinstance(node, ast.Assert | ast.Global | ast.AsyncFunctionDef)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float | complex)), ast.dump(node)
        assert not (isinstance(node, ast.Name) and node.id in FORBIDDEN), ast.dump(node)
        assert not (isinstance(node, ast.Attribute) and node.attr in {"eval", "simplify", "evalf", "nsimplify"}), ast.dump(node)
        assert not (isinstance(node, ast.ExceptHandler) and (node.type is None or ast.unparse(node.type) in ("Exception", "BaseException")))


def code_lines(function: object) -> int:
    """Lines of a function without its docstring, comments and blank lines."""
    definition = ast.parse(inspect.getsource(function).lstrip()).body[0]  # type: ignore[arg-type]
    assert isinstance(definition, ast.FunctionDef)
    body = definition.body[1:] if ast.get_docstring(definition) else definition.body
    header = set(range(definition.lineno, definition.body[0].lineno))
    return len(
        header | {line for node in body for part in ast.walk(node) if hasattr(part, "lineno") for line in (part.lineno, part.end_lineno)}
    )


@every_case(LOGIC)
def test_a_rule_of_logic_is_short_and_says_what_it_is(rule: str) -> None:
    count, keys, function = LOGIC[rule]
    assert function.__name__ == rule
    assert code_lines(function) <= LONGEST_RULE
    assert function.__doc__
    assert count in (None, 0, 1, 2)
    assert keys == " ".join(keys.split())


@every_case(FIGURES)
def test_a_figure_has_a_reason_and_a_source(rule: str) -> None:
    figure = FIGURES[rule]
    assert figure.reason.strip()
    assert all(SOURCE.fullmatch(source) for source in figure.source.split())
    kinds: Json = dict(figure.kinds)
    assert set(kinds.values()) <= {"real", "integer", "law", "map", "noise", "loss", "set", "vector", "mechanism"}
