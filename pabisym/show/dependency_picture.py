"""What statements rest on, as SVG: boxes in columns, arrows that end on them, in the colours of the page on which it stands.

Text stays text, so that a picture of all statements is a few hundred kilobytes, can be searched, and is read out.  Alone in a file the
picture carries its colours, light and dark; within a page it takes those of the page.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from pabisym.lang.files import write_file
from pabisym.library.library import Library, natural

if TYPE_CHECKING:
    import networkx

BETWEEN, ROW, HEIGHT = 55, 58, 44
"""Room between the columns, distance of the rows, and the height of a box, in units of the picture."""
MARGIN = 20
LETTER = 9.2
"""Width of a letter of an id in a box."""
COLUMN = 60
"""Statements without neighbours in one column; they stand at the end."""
MOST = 40
"""Statements that a picture within a page shows at most: the nearest ones."""
WORDS = ("proved", "proved_from", "proved_no_model", "vacuous", "cited", "conjectured", "refuted", "definition")
"""Statuses that the key names; what is prose looks like a definition."""
ALONE = """text{font:17px system-ui,"DejaVu Sans",sans-serif;fill:var(--ink)}.paper,.key{font-size:13px;fill:var(--soft)}
svg{--page:#fff;--ink:#1b1f24;--soft:#57606a;--proved:#00664a;--cited:#7a4f00;--conjectured:#8a3a72;--refuted:#a83c00;--plain:#57606a}
@media(prefers-color-scheme:dark){svg{--page:#0f1317;--ink:#e6e9ec;--soft:#a3adb8;--proved:#4fd6a8;--cited:#f0b84c;--conjectured:#e59acb;
--refuted:#ff8f57;--plain:#a3adb8}}rect{fill:var(--page);stroke:currentColor;stroke-width:2.5}.ground{stroke:none}
.proved,.proved_from,.proved_no_model{color:var(--proved)}.cited{color:var(--cited)}.conjectured{color:var(--conjectured)}.refuted,.vacuous{color:var(--refuted)}
.definition,.prose{color:var(--plain)}.cited rect,.conjectured rect{stroke-dasharray:5 3}.here rect{stroke-width:5}
.edge{fill:none;stroke:var(--soft);stroke-opacity:.6;stroke-width:1.4}.head{fill:var(--soft)}text{text-anchor:middle}"""
"""The style of a picture that stands in a file of its own."""


@dataclass(frozen=True)
class Box:
    """A statement in the picture: where its box stands, in units of the picture."""

    id: str
    status: str
    title: str
    x: float
    y: float
    width: float
    height: float = HEIGHT


def dependencies(library: Library, names: Sequence[str]) -> networkx.DiGraph[str]:
    """The given statements and what they rest on directly; edges as in :meth:`~pabisym.library.library.Library.graph`."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for name in names:
        graph.add_node(name)
        graph.add_edges_from((other, name) for other in library.dependencies(name))
    return with_statuses(library, graph)


def with_statuses(library: Library, graph: networkx.DiGraph[str]) -> networkx.DiGraph[str]:
    """The graph, with the status and the title of every statement on its node."""
    for name in graph:
        known = name in library
        graph.nodes[name]["status"] = library.standing(name).status if known else "cited"
        graph.nodes[name]["title"] = library.statement(name).title if known else "no file of its own"
    return graph


def ancestors(library: Library, name: str, most: int = MOST) -> tuple[networkx.DiGraph[str], int]:
    """A statement and what it rests on, the nearest ``most`` of them and the arrows between these; and how many are left out."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_node(name)
    order = [name]
    for one in order:
        for other in sorted(library.dependencies(one) if one in library else (), key=natural):
            if other not in graph:
                order.append(other)
            graph.add_edge(other, one)
    kept: networkx.DiGraph[str] = networkx.DiGraph(graph.subgraph(order[:most]))
    return with_statuses(library, kept), max(0, len(order) - most)


def boxes(graph: networkx.DiGraph[str]) -> dict[str, Box]:
    """Every statement one column to the right of the last one on which it rests, near the rows of those."""
    import networkx

    alone = sorted((name for name in graph if graph.degree(name) == 0), key=natural)
    joined = graph.subgraph(set(graph) - set(alone))
    columns = order_layers(joined, [sorted(names, key=natural) for names in networkx.topological_generations(joined)])
    columns += [alone[start:start + COLUMN] for start in range(0, len(alone), COLUMN)]
    tallest = max(map(len, columns), default=1)
    found, left = {}, float(MARGIN)
    for names in columns:
        step = (tallest + 1) * ROW / (len(names) + 1)
        for rank, name in enumerate(names):
            node = graph.nodes[name]
            y = round((rank + 1) * step, 1)
            found[name] = Box(name, str(node.get("status")), str(node.get("title", "")), left, y, width_of(name))
        left = round(left + max(map(width_of, names)) + BETWEEN, 1)
    return found


def order_layers(graph: networkx.DiGraph[str], levels: Sequence[Sequence[str]]) -> list[list[str]]:
    """Every layer ordered by the mean place of what its nodes use, to cross few arrows."""
    found, place = list[list[str]](), dict[str, float]()
    for names in levels:
        before = {name: [place[one] for one in graph.predecessors(name)] for name in names}
        ordered = [name for _, name in sorted((sum(b) / len(b) if b else 0.5, name) for name, b in before.items())]
        place |= {name: (rank + 1) / (len(ordered) + 1) for rank, name in enumerate(ordered)}
        found.append(ordered)
    return found


def width_of(name: str) -> float:
    """The width of a box for the two lines of an id, the first of which is set smaller."""
    paper, _, item = name.partition("/")
    return round(LETTER * max(0.85 * len(paper), 1.1 * len(item)) + 18, 1)


def curve(start: Box, end: Box) -> dict[str, float]:
    """An arrow from the right side of one box to the left side of another."""
    x0, y0, x3, y3 = start.x + start.width, start.y + HEIGHT / 2, end.x, end.y + HEIGHT / 2
    bend = max(40.0, (x3 - x0) / 2)
    ends = {"x0": x0, "y0": y0, "x1": x0 + bend, "x2": x3 - bend, "x3": x3, "y3": y3}
    return {name: round(value, 1) for name, value in ends.items()}


def size_of(placed: Mapping[str, Box]) -> tuple[int, int]:
    """Width and height that hold all boxes."""
    width = max((box.x + box.width for box in placed.values()), default=100) + MARGIN
    height = max((box.y for box in placed.values()), default=100) + HEIGHT + MARGIN
    return round(width), round(height)


def drawing(graph: networkx.DiGraph[str], title: str, here: str = "", link: Callable[[str], str] = lambda _: "", left_out: int = 0,
            *, alone: bool = False) -> str:
    """The picture as one ``<svg>`` element.

    ``here`` is the statement that is marked, ``link`` gives the address of a statement's page or nothing, ``left_out`` says how many
    further ones are not shown.  ``alone`` adds the style of a file of its own.
    """
    placed = boxes(graph)
    width, height = size_of(placed)
    said = f"{title}. {len(placed)} statements in columns, each to the right of what it rests on; arrows go from what is used to its users."
    said += f" {left_out} further ones that lie deeper are not shown." if left_out else ""
    parts = [f"<title>{escape(title)}</title><desc>{escape(said)}</desc>"]
    if alone:
        parts.append(f'<style>{ALONE}</style><rect class="ground" width="{width}" height="{height + 30}"/>')
    for one, other in graph.edges:
        at = curve(placed[one], placed[other])
        x, y = at["x3"], at["y3"]
        parts.append(f'<path class="edge" d="M{at["x0"]} {at["y0"]}C{at["x1"]} {at["y0"]} {at["x2"]} {y} {round(x - 8, 1)} {y}"/>'
                     f'<path class="head" d="M{x} {y}l-9 -4.5v9z"/>')
    for box in placed.values():
        paper, _, item = box.id.partition("/")
        address, chosen = link(box.id), " here" if box.id == here else ""
        node = (f'<g class="node {escape(box.status)}{chosen}" transform="translate({box.x} {box.y})"><title>{escape(box.id)}, '
                f'{escape(box.status)}: {escape(box.title)}</title><rect width="{box.width}" height="{HEIGHT}" rx="4"/>'
                f'<text x="{box.width / 2:g}" y="16" class="paper">{escape(paper)}</text>'
                f'<text x="{box.width / 2:g}" y="35">{escape(item)}</text></g>')
        parts.append(f'<a href="{escape(address)}">{node}</a>' if address else node)
    if alone:
        for place, word in enumerate(WORDS):
            x = MARGIN + 130 * place
            parts.append(f'<g class="{word}"><rect x="{x}" y="{height}" width="120" height="22" rx="4"/>'
                         f'<text class="key" x="{x + 60}" y="{height + 15}">{word.replace("_", " ")}</text></g>')
        width, height = max(width, 2 * MARGIN + 130 * len(WORDS)), height + 30
    role = "group" if any(link(name) for name in placed) else "img"  # links within an image could not be reached
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="{role}" aria-label="{escape(title)}" class="dependencies" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">{"".join(parts)}</svg>')


def statement_graph_svg(graph: networkx.DiGraph[str], path: str | os.PathLike[str] | None = None, *, here: str = "") -> str:
    """The picture of statements and what they rest on, coloured by status, as a file of its own; written to ``path`` where one is given.

    Raises :class:`~pabisym.errors.InputError` where that cannot be written.
    """
    text = drawing(graph, f"What {here} rests on" if here else "What statements rest on", here, alone=True)
    if path is not None:
        write_file(path, text, "--svg")
    return text
