"""Mathematics in the pages as MathML, which browsers set themselves: no script, no font, no network.

Browsers break no line within a formula.  A long formula of a line is therefore several, each of which begins with a relation, or with a
plus or minus where that does not suffice; and what ends a sentence or opens a bracket stays with its formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING, Any

from pabisym.show.mathml import latex_to_mathml

if TYPE_CHECKING:  # how formulas break is tested without Sphinx
    from docutils import nodes
    from sphinx.application import Sphinx

LONG = 24
"""So many characters of a formula stay on one line."""
RELATIONS, SUMS = "=≠≤≥<>∼≈→⇒↦∈", "+−"
_TAG = re.compile(r"<(/?)(\w+)[^>]*?(/?)>([^<]*)")
_BEFORE, _AFTER = re.compile(r"[(\[“‘]+$"), re.compile(r"[.,;:!?)\]”’]+|-\w+")


def shown(markup: str) -> str:
    """What a reader sees of a formula, without its structure."""
    return unescape(re.sub(r"<[^>]*>", "", markup))


def split(body: str, signs: str) -> Iterator[str]:
    """The parts of a row, each after the first beginning with one of the signs that is in no bracket."""
    depth = opened = within = begin = 0
    for tag in _TAG.finditer(body):
        if tag[2] == "mo" and not tag[1]:
            sign = unescape(tag[4])
            within ^= sign in ("|", "‖") and opened == 0  # a norm
            opened += (sign in "([{⌊⌈") - (sign in ")]}⌋⌉")  # a closing bracket with an exponent is deeper than the one that it closes
            if sign in signs and depth == opened == within == 0 and shown(body[begin:tag.start()]):
                yield body[begin:tag.start()]
                begin = tag.start()
        depth += 0 if tag[3] else -1 if tag[1] else 1
    yield body[begin:]


def in_parts(markup: str) -> list[str]:
    """A formula of a line as one or several, between which the line may end."""
    head, _, rest = markup.partition("<mrow>")
    body = rest.removesuffix("</mrow></math>")
    if len(shown(body)) <= LONG:
        return [markup]
    parts = [one for part in split(body, RELATIONS) for one in (split(part, SUMS) if len(shown(part)) > LONG else [part])]
    parts[1:] = [re.sub("^<mo>", '<mo form="infix">', part) for part in parts[1:]]
    return [f"{head}<mrow>{part}</mrow></math>" for part in parts]


def beside(app: Sphinx, tree: nodes.document, name: str) -> None:
    """Keep opening brackets before an inline formula, and punctuation after it, on its line."""
    from docutils import nodes

    for node in list(tree.findall(nodes.math)):
        for side, step, pattern in (("before", -1, _BEFORE), ("after", 1, _AFTER)):
            place = node.parent.index(node) + step
            other = node.parent.children[place] if 0 <= place < len(node.parent.children) else None
            if isinstance(other, nodes.Text) and (found := (pattern.search if step < 0 else pattern.match)(other.astext())):
                node[side] = found[0]
                node.parent.replace(other, nodes.Text(other.astext()[:found.start()] + other.astext()[found.end():]))


def inline(translator: Any, node: nodes.math) -> None:
    """A formula within a line."""
    from docutils import nodes

    parts = in_parts(latex_to_mathml(node.astext()))
    for place, mark in ((0, node.get("before")), (-1, node.get("after"))):
        if mark:
            text = translator.encode(mark)
            parts[place] = f'<span class="whole">{text + parts[place] if place == 0 else parts[place] + text}</span>'
    translator.body.append("<wbr>".join(parts))
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
