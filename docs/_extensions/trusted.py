"""How much is trusted: the files that decide what is proved, counted, and the libraries that they import.

The directive ``trusted`` puts the table into a page; it is counted when the page is built, so that it cannot be out of date.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2] / "pabisym"
PARTS = {
    "`kernel/judgement.py`: what can be said and what it spells out, sorts, which terms have a value": ["kernel/judgement.py"],
    "`kernel/figures.py`: the table of rules, which are the beliefs": ["kernel/figures.py"],
    "`kernel/exact.py`: exact arithmetic in a scope": ["kernel/exact.py"],
    "`kernel/rules.py`, `kernel/check.py`: rules of logic, and the replay": ["kernel/rules.py", "kernel/check.py"],
    "`kernel/hypotheses.py`: which hypotheses are results": ["kernel/hypotheses.py"],
    "`lang/term.py`, `lang/grammar.py`, `lang/rational.py`, `errors.py`: terms, and how they are read and printed":
        ["lang/term.py", "lang/grammar.py", "lang/rational.py", "errors.py"],
}
"""Every file of the kernel, and what it reads terms with; a test looks that none is missing."""


def code_lines(path: Path) -> int:
    """Lines with code: without comments, docstrings and empty lines."""
    source = path.read_text(encoding="utf-8")
    texts = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    said = {line for node in texts for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    passed = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER, tokenize.INDENT, tokenize.DEDENT)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return len({line for token in tokens if token.type not in passed for line in range(token.start[0], token.end[0] + 1)} - said)


def rows() -> list[tuple[str, int, int]]:
    """What, its lines, and how many of these are code."""
    found = []
    for what, files in PARTS.items():
        paths = [ROOT / file for file in files]
        found.append((what, sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths), sum(map(code_lines, paths))))
    return found


def libraries() -> list[str]:
    """What these files import beside each other and the standard library."""
    found = set()
    for path in (ROOT / file for files in PARTS.values() for file in files):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            named += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            found |= {name.partition(".")[0] for name in named}
    return sorted(found - set(sys.stdlib_module_names) - {"pabisym"})


def table() -> str:
    """The table, in Markdown."""
    counted = rows()
    lines = [f"| {what} | {whole} | {code} |" for what, whole, code in counted]
    total = f"| together | {sum(whole for _, whole, _ in counted)} | {sum(code for _, _, code in counted)} |"
    names = {"flint": "python-flint (FLINT) for rational numbers and polynomials"}
    beside = "; ".join(names.get(name, name) for name in libraries())
    return "\n".join(["| what | lines | of code |", "|---|---|---|", *lines, total, "", f"Beside them Python 3.11 or later, and {beside}."])


def setup(app: Any) -> dict[str, bool]:
    """Register the directive."""
    from docutils import nodes
    from docutils.statemachine import StringList
    from sphinx.util.docutils import SphinxDirective

    class Trusted(SphinxDirective):
        """The table of what is trusted."""

        def run(self) -> list[Any]:
            """The nodes that the table is."""
            for file in (file for files in PARTS.values() for file in files):
                self.env.note_dependency(str(ROOT / file))
            holder = nodes.container()
            self.state.nested_parse(StringList(table().splitlines(), "trusted"), 0, holder)
            return holder.children

    app.add_directive("trusted", Trusted)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
