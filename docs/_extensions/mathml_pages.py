"""Mathematics in the pages as MathML, which browsers set themselves: no script, no font, no network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pabisym.show.mathml import CLOSING, OPENING, in_line, latex_to_mathml

if TYPE_CHECKING:  # how formulas break is tested without Sphinx
    from docutils import nodes
    from sphinx.application import Sphinx


def beside(app: Sphinx, tree: nodes.document, name: str) -> None:
    """Keep opening brackets before an inline formula, and punctuation after it, on its line."""
    from docutils import nodes

    for node in list(tree.findall(nodes.math)):
        for side, step, pattern in (("before", -1, OPENING), ("after", 1, CLOSING)):
            place = node.parent.index(node) + step
            other = node.parent.children[place] if 0 <= place < len(node.parent.children) else None
            if isinstance(other, nodes.Text) and (found := (pattern.search if step < 0 else pattern.match)(other.astext())):
                node[side] = found[0]
                node.parent.replace(other, nodes.Text(other.astext()[:found.start()] + other.astext()[found.end():]))


def inline(translator: Any, node: nodes.math) -> None:
    """A formula within a line."""
    from docutils import nodes

    around = (translator.encode(node.get(side, "")) for side in ("before", "after"))
    translator.body.append(in_line(latex_to_mathml(node.astext()), *around))
    raise nodes.SkipNode


def display(translator: Any, node: nodes.math_block) -> None:
    """A formula on a line of its own, with its number where it has one."""
    from docutils import nodes
    from sphinx.util.math import get_node_equation_number

    number = get_node_equation_number(translator, node) if node.get("number") else ""
    tag = f'<span class="eqno">({number})</span>' if number else ""
    translator.body.append(f'<div class="math" tabindex="0">{tag}{latex_to_mathml(node.astext(), display=True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer under the name ``mathml``."""
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(display, None))
    app.connect("doctree-resolved", beside)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
