"""The picture of the packages: drawn from the import contract and the packages themselves, so that it cannot be out of date.

The directive ``layers`` puts it into a page as SVG in the colours of the page, light or dark; nothing is fetched and nothing runs.
"""

from __future__ import annotations

import ast
import tomllib
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
WIDTH, HEIGHT, GAP = 860, 46, 22
TRUSTED = {"kernel", "numerics", "lang"}
"""Packages whose code has to be right for an answer to be right: the kernel and what it reads, and the enclosures of values."""


def layers() -> list[list[str]]:
    """The packages of the contract, layer by layer from the top."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    listed = next(one["layers"] for one in settings["contracts"] if one["type"] == "layers")
    return [[package.strip() for package in layer.split("|")] for layer in listed if layer != "__main__"]


def imports() -> set[tuple[str, str]]:
    """Which package imports which, over all imports of the source."""
    found = set()
    for path in sorted((ROOT / "pabisym").rglob("*.py")):
        package = path.relative_to(ROOT / "pabisym").parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pabisym."):
                found.add((package, str(node.module).split(".")[1]))
    return found


def picture() -> str:
    """One row of boxes for every layer; what a package imports is the title of its box."""
    used, parts, rows = imports(), [], layers()
    for number, packages in enumerate(rows):
        y, width = number * (HEIGHT + GAP), (WIDTH - 12 * (len(packages) - 1)) / len(packages)
        for place, package in enumerate(packages):
            x = place * (width + 12)
            below = sorted({there for here, there in used if here == package != there}, key=[name for row in rows for name in row].index)
            title = f"{package} imports {', '.join(below)}" if below else f"{package} imports no other package"
            weight = 2.4 if package in TRUSTED else 1
            parts.append(
                f'<g><title>{escape(title)}</title><rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{HEIGHT}" rx="6" fill="none" '
                f'stroke="currentColor" stroke-width="{weight}"/><text x="{x + width / 2:.0f}" y="{y + HEIGHT / 2 + 5}" '
                f'text-anchor="middle" fill="currentColor">{escape(package)}</text></g>')
        if number + 1 < len(rows):
            middle, start = WIDTH / 2, y + HEIGHT + 3
            parts.append(f'<path d="M{middle:.0f} {start}v{GAP - 8}m-4 -5l4 5l4 -5" fill="none" stroke="currentColor"/>')
    height = len(rows) * (HEIGHT + GAP) - GAP + 4
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="The packages of pabisym in layers, each above those that it '
            f'may import" class="layers" '
            f'viewBox="-3 -3 {WIDTH + 6} {height + 6}" style="width: 100%; max-width: {WIDTH}px; font: 15px sans-serif">'
            f"{''.join(parts)}</svg>")


def setup(app: Any) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Layers(SphinxDirective):
        """``layers``: the picture, without arguments."""

        def run(self) -> list[nodes.Node]:
            """The picture as it is now."""
            for path in [ROOT / "pyproject.toml", *(ROOT / "pabisym").rglob("*.py")]:
                self.env.note_dependency(str(path))
            return [nodes.raw("", f'<div class="scrolls" tabindex="0">{picture()}</div>', format="html")]

    app.add_directive("layers", Layers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
