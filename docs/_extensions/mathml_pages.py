"""Mathematics in the pages as MathML, which browsers set themselves: no script, no font, no network."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.math import get_node_equation_number

from pabisym.show.mathml import latex_to_mathml


def inline(translator: Any, node: nodes.math) -> None:
    """A formula within a line."""
    translator.body.append(latex_to_mathml(node.astext()))
    raise nodes.SkipNode


def display(translator: Any, node: nodes.math_block) -> None:
    """A formula on a line of its own, with its number where it has one."""
    number = get_node_equation_number(translator, node) if node.get("number") else ""
    tag = f'<span class="eqno">({number})</span>' if number else ""
    translator.body.append(f'<div class="math" tabindex="0">{tag}{latex_to_mathml(node.astext(), display=True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer under the name ``mathml``."""
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
