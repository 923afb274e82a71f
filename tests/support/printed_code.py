"""The Python code that a page prints, run block by block as a person would paste it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page: str) -> list[str]:
    """The blocks of a page, in order."""
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


class Pasted:
    """A session into which blocks are pasted: ``names`` are its variables."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}

    def paste(self, block: str) -> dict[str, Any]:
        """Run a block; the values of its lines that are expressions, by their text."""
        shown = {}
        for node in ast.parse(block).body:
            text = ast.get_source_segment(block, node) or ""
            if isinstance(node, ast.Expr):
                shown[text] = eval(compile(ast.Expression(node.value), text, "eval"), self.names)  # noqa: S307 - of our own page
                assert repr(shown[text])
            else:
                exec(compile(ast.Module([node], []), text, "exec"), self.names)
        return shown
