"""Kernel graphs in lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from pabisym.divergence.evaluate import exact_value
from pabisym.graphs.analysis import bound, coefficients
from pabisym.graphs.kernels import FiniteKernel, Kernel, MapKernel, NoiseKernel, ProjectionKernel, SampledKernel, take_fused_apart
from pabisym.graphs.model import GraphEdge, MarkovGraph
from pabisym.lang.term import FUNCTIONS, ONE, Name, Term, free_names
from pabisym.show.blocks import Block, columns, line
from pabisym.show.terminal import terminal_lines
from pabisym.show.unicode import unicode_text

LONGEST = 110
"""Longest formula that is written out, in characters."""


def kernel_graph_text(graph: MarkovGraph) -> str:
    """The blocks of a kernel graph as one text."""
    return "\n".join(terminal_lines(kernel_graph_blocks(graph)))


def kernel_graph_blocks(graph: MarkovGraph) -> Iterator[Block]:
    """The laws and kernels in order, the coefficient of every edge, and the bound at the end."""
    if graph.title:
        yield line(graph.title)
        yield line()
    rows = list[tuple[str, ...]]()
    for edge, coefficient in zip(graph.edges, coefficients(graph), strict=True):
        stroke = "══" if edge.differs else "──"
        passes = "" if edge.times == ONE else f", {short_formula(edge.times)} times"
        by = f" by at most {', '.join(map(short_formula, gaps(edge)))}" if gaps(edge) else ""
        remarks = [f"the runs differ{by}" if edge.differs else f"η_γ ≤ {short_formula(coefficient)}"]
        if edge.weight is not None:
            remarks.append(f"weight {short_formula(edge.weight)}")
        if edge.over is not None:
            remarks.append(f"for {edge.over.letter} = {short_formula(edge.over.first)} .. {short_formula(edge.over.last)}")
        arrow = f"{stroke}[ {step_text(edge.kernels)}{passes} ]{stroke}▶"
        rows.append((_law(graph, edge.source), arrow, _law(graph, edge.target), ", ".join(remarks)))
    yield columns(rows)
    yield line()
    yield line(f"E_γ({graph.sink}) ≤ {short_formula(bound(graph))}")


def _law(graph: MarkovGraph, name: str) -> str:
    return f"mix {name}" if graph.node(name).mixture else name


def gaps(edge: GraphEdge) -> list[Term]:
    """How far the kernels of an edge move the two runs apart, where that is said."""
    parts = take_fused_apart(edge.kernels)
    return [part.gap for part in parts if isinstance(part, MapKernel | SampledKernel) and part.gap is not None]


def step_text(kernels: tuple[Kernel, ...]) -> str:
    """Kernels in a row in the field's own notation, as Π(ψ(w) + N(0, σ²))."""
    inner = "w"
    for kernel in take_fused_apart(kernels):
        if isinstance(kernel, MapKernel):
            name = {"psi": "ψ", "phi": "φ"}.get(kernel.name, kernel.name)
            inner = f"{name}{'|' + name + chr(8242) if kernel.differs else ''}({inner})"
        elif isinstance(kernel, NoiseKernel):
            inside = short_formula(kernel.spread)
            square = f"{inside}²" if isinstance(kernel.spread, Name) else f"({inside})²"
            inner = f"{inner} + {f'N(0, {square})' if kernel.law == 'gaussian' else f'Lap({inside})'}"
        elif isinstance(kernel, ProjectionKernel):
            inner = f"Π({inner})"
        elif isinstance(kernel, FiniteKernel):
            matrix = f"K[{len(kernel.rows)}×{len(kernel.rows[0])}]" + ("|K′" if kernel.differs else "")
            inner = matrix if inner == "w" else f"{inner} · {matrix}"
        elif isinstance(kernel, SampledKernel):
            inner = f"{inner} + SG({short_formula(kernel.rate)}, {short_formula(kernel.std)})"
        else:
            raise TypeError(kernel.kind)
    return inner


def short_formula(term: Term, longest: int = LONGEST) -> str:
    """A term as text, gamma as γ; what is very long gives its value at gamma = 1 where it has one, or is cut."""
    text = unicode_text(term)
    if len(text) <= longest:
        return text
    if free_names(term) - FUNCTIONS.keys() - {"neg"} == {"gamma"}:
        at_one = exact_value(term, {"gamma": 1})
        if at_one is not None:
            return f"a function of γ, {at_one} at γ = 1"
    return text[: longest - 1] + "…"

