"""Kernel graphs as JSON: every problem names its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pabisym.divergence.contraction import read_kernel
from pabisym.errors import InputError
from pabisym.graphs.kernels import FiniteKernel, Fused, Kernel, MapKernel, NoiseKernel, ProjectionKernel, Room, SampledKernel
from pabisym.graphs.model import GraphEdge, GraphNode, MarkovGraph, Over
from pabisym.kernel.judgement import declarable
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.reader import JSON, DocumentTable, kind, printable, refuse
from pabisym.lang.term import ONE, Number, Term
from pabisym.numerics.parameters import read_law

FORMAT = "pabisym kernel graph"
MAX_PARTS = 10_000
"""Most nodes, and most edges, of a graph file."""


def read_graph(data: object) -> MarkovGraph:
    """The graph of a file's object."""
    table = _table(data, "graph", ("format", "nodes", "edges"), ("title", "letters"))
    if table["format"] != FORMAT:
        raise InputError("format", f"{printable(table['format'])} is another format", f'write "{FORMAT}"')
    known = _any_table(table.get("letters", {}), "letters")
    letters = {name: _text(text, f"letters.{name}"[:60]) for name, text in known.items()}
    nodes = tuple(_node(one, f"nodes[{i}]") for i, one in enumerate(_list(table["nodes"], "nodes")))
    edges = tuple(_edge(one, f"edges[{i}]") for i, one in enumerate(_list(table["edges"], "edges")))
    return MarkovGraph(nodes, edges, letters, _text(table.get("title", ""), "title"))


def write_graph(graph: MarkovGraph) -> dict[str, object]:
    """The object of a file."""
    head: dict[str, object] = {"format": FORMAT}
    head |= {"title": graph.title} if graph.title else {}
    head |= {"letters": dict(graph.letters)} if graph.letters else {}
    nodes, edges = list[dict[str, object]](), list[dict[str, object]]()
    for node in graph.nodes:
        data: dict[str, object] = {"name": node.name}
        data |= {name: to_text(term) for name, term in (("diameter", node.diameter), ("apart", node.apart)) if term is not None}
        laws = (("law", node.law), ("other_law", node.other_law))
        data |= {name: list(map(rational_text, law)) for name, law in laws if law is not None}
        nodes.append(data | ({"mixture": True} if node.mixture else {}))
    for edge in graph.edges:
        data = {"from": edge.source, "to": edge.target, "kernels": [kernel.to_json() for kernel in edge.kernels]}
        data |= {"times": to_text(edge.times)} if edge.times != ONE else {}
        data |= {"weight": to_text(edge.weight)} if edge.weight is not None else {}
        if edge.over is not None:
            data["over"] = {"letter": edge.over.letter, "from": to_text(edge.over.first), "to": to_text(edge.over.last)}
        edges.append(data)
    return {**head, "nodes": nodes, "edges": edges}


def _node(data: object, where: str) -> GraphNode:
    table = _table(data, where, ("name",), ("diameter", "law", "other_law", "apart", "mixture"))
    mixture = table.get("mixture", False)
    if not isinstance(mixture, bool):
        raise InputError(f"{where}.mixture", "is no truth value", "write true or false")
    given = ((table[name], f"{where}.{name}") if name in table else None for name in ("law", "other_law"))
    law, other = (None if one is None else read_law(_list(*one), one[1]) for one in given)
    if other is not None and law is None:
        raise InputError(f"{where}.other_law", "stands without a law", "give the law of the first run as well")
    if law is not None and "apart" in table:
        raise InputError(f"{where}.apart", "stands beside a law", "give laws or a distance")
    sizes = _size(table, "diameter", where), _size(table, "apart", where)
    return GraphNode(_text(table["name"], f"{where}.name"), sizes[0], law, other, sizes[1], mixture)


def _edge(data: object, where: str) -> GraphEdge:
    table = _table(data, where, ("from", "to", "kernels"), ("times", "weight", "over"))
    ends = [_text(table[name], f"{where}.{name}") for name in ("from", "to")]
    kernels = tuple(read_one(one, f"{where}.kernels[{i}]") for i, one in enumerate(_list(table["kernels"], f"{where}.kernels", empty=True)))
    passes = _size(table, "times", where) or ONE
    over = None
    if "over" in table:
        own = _table(table["over"], f"{where}.over", ("letter", "from", "to"), ())
        letter = _text(own["letter"], f"{where}.over.letter")
        if not declarable(letter) or letter == "gamma":
            raise InputError(f"{where}.over.letter", f"{printable(letter)} cannot be a letter", "choose a name such as t")
        over = Over(letter, *(_formula(own[end], f"{where}.over.{end}") for end in ("from", "to")))
    return GraphEdge(ends[0], ends[1], kernels, passes, _size(table, "weight", where), over)


# Kernels.


def read_one(data: object, where: str) -> Kernel:
    """One kernel."""
    kind = _any_table(data, where).get("kind")
    if not isinstance(kind, str) or kind not in _READERS:
        raise InputError(f"{where}.kind", f"{printable(kind)} is no kernel", f"the kinds are {', '.join(_READERS)}")
    return _READERS[kind](data, where)


def _map(data: object, where: str) -> Kernel:
    table = _table(data, where, ("kind",), ("name", "lipschitz", "image", "gap"))
    sizes = [_size(table, name, where) for name in ("lipschitz", "image", "gap")]
    return MapKernel(_text(table.get("name", "psi"), f"{where}.name"), *sizes)


def _noise(data: object, where: str) -> Kernel:
    law: Literal["gaussian", "laplace"] = "gaussian" if _any_table(data, where)["kind"] == "gaussian" else "laplace"
    size = "std" if law == "gaussian" else "scale"
    return NoiseKernel(law, _positive(_table(data, where, ("kind", size), ())[size], f"{where}.{size}"))


def _projection(data: object, where: str) -> Kernel:
    return ProjectionKernel(_size(_table(data, where, ("kind",), ("diameter",)), "diameter", where))


def _sampled(data: object, where: str) -> Kernel:
    table = _table(data, where, ("kind", "rate", "gap", "std"), ())
    rate = _positive(table["rate"], f"{where}.rate")
    if isinstance(rate, Number) and rate.value > 1:
        raise InputError(f"{where}.rate", f"{to_text(rate)} is no probability", "give a number above 0 and at most 1")
    return SampledKernel(rate, _formula(table["gap"], f"{where}.gap"), _positive(table["std"], f"{where}.std"))


def _finite(data: object, where: str) -> Kernel:
    table = _table(data, where, ("kind", "rows"), ("other",))
    rows = read_kernel(_list(table["rows"], f"{where}.rows"), f"{where}.rows")
    if "other" not in table:
        return FiniteKernel(rows)
    other = read_kernel(_list(table["other"], f"{where}.other"), f"{where}.other")
    if (len(other), len(other[0])) != (len(rows), len(rows[0])):
        raise InputError(f"{where}.other", f"is {len(other)}x{len(other[0])}, rows is {len(rows)}x{len(rows[0])}", "make the sizes equal")
    return FiniteKernel(rows, other)


def _step(data: object, where: str) -> Kernel:
    parts = _list(_table(data, where, ("kind", "parts"), ())["parts"], f"{where}.parts")
    read = tuple(read_one(one, f"{where}.parts[{i}]") for i, one in enumerate(parts))
    if any(isinstance(part, Fused) for part in read):
        raise InputError(f"{where}.parts", "has a step inside a step", "write its parts instead")
    return Fused(read)


_READERS: Mapping[str, Callable[[object, str], Kernel]] = {"map": _map, "gaussian": _noise, "laplace": _noise, "projection": _projection,
    "sampled": _sampled, "finite": _finite, "step": _step}


# Parts.


def _table(data: object, where: str, needed: tuple[str, ...], more: tuple[str, ...]) -> DocumentTable:
    return DocumentTable(data, where, (*needed, *more), needed, form=JSON, whole="a graph")


def _any_table(data: object, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        refuse(where, data, "an object", "write {...}", JSON)
    return data


def _list(data: object, where: str, *, empty: bool = False) -> list[Any]:
    if not isinstance(data, list) or not (data or empty):
        raise InputError(where, f"a list was expected, not {'an empty one' if data == [] else kind(data, JSON)}", "write [...]")
    if len(data) > MAX_PARTS:
        raise InputError(where, f"has {len(data)} entries", f"at most {MAX_PARTS} are read")
    return data


def _text(data: object, where: str) -> str:
    if not isinstance(data, str) or len(data) > 200 or not data.isprintable():
        raise InputError(where, f"a short text was expected, not {kind(data, JSON)}", "write one line of at most 200 characters")
    return data


def _size(table: DocumentTable, name: str, where: str) -> Room:
    return _formula(table[name], f"{where}.{name}") if name in table else None


def _formula(data: object, where: str) -> Term:
    """A rational or a formula in the letters; a number must not be negative."""
    try:
        term: Term = Number(rational(data, where))
    except InputError:
        if not isinstance(data, str):
            raise
        term = parse(data, where)
    if isinstance(term, Number) and term.value < 0:
        raise InputError(where, f"{to_text(term)} is negative", "give a number that is 0 or more")
    return term


def _positive(data: object, where: str) -> Term:
    term = _formula(data, where)
    if isinstance(term, Number) and term.value <= 0:
        raise InputError(where, f"{to_text(term)} is not positive", "give a number above 0")
    return term
