"""``pabisym graph``: kernel graphs with their coefficients and bounds; ``pabisym depends``: dependencies of statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pabisym.cli.frame import print_json, print_report, read_json, tell_progress
from pabisym.cli.streams import tell
from pabisym.errors import InputError

if TYPE_CHECKING:
    import networkx

    from pabisym.graphs.model import MarkovGraph
    from pabisym.library.library import Library
    from pabisym.numerics.enclosure import Enclosure
    from pabisym.show.blocks import Block


def graph(library: Callable[[], Library], name: str | None, svg: str | None, values: Mapping[str, str], gamma: str | None,
          epsilon: str | None, as_json: bool) -> None:
    """Print, and draw to ``svg``, the kernel graph of an id or a file; for a name that has none, as in the version before, dependencies."""
    from pabisym.graphs.analysis import load_beside
    from pabisym.graphs.json import read_graph

    kernels = None
    if name is not None and (name == "-" or name.endswith(".json")):
        kernels = read_graph(read_json(name))
    elif name is not None:
        kernels = load_beside(library().entry(name).path)
    if kernels is None:
        for option, given in (("--set", values), ("--gamma", gamma), ("--epsilon", epsilon)):
            if given:
                cure = "name a file, or a statement that has one, such as asoodeh2020/theorem-4"
                raise InputError(option, "is for kernel graphs", cure)
        tell("pabisym: graph without a kernel graph is now depends; the old name answers for one more version")
        depends(library(), name, svg, as_json)
        return
    point = _read_point(kernels, values, gamma, epsilon)
    data = graph_data(kernels, point)
    if svg is not None:
        from pabisym.show.graph_picture import kernel_graph_svg

        kernel_graph_svg(kernels, svg)
    if as_json:
        print_json(data)
    else:
        print_report(_graph_blocks(kernels, data))


def _read_point(kernels: MarkovGraph, values: Mapping[str, str], gamma: str | None, epsilon: str | None) -> dict[str, Any] | None:
    """Where to evaluate; None where letters have no values."""
    if gamma is not None and epsilon is not None:
        raise InputError("--gamma", "cannot be combined with --epsilon", "give one of them")
    if not values and kernels.letters and gamma is None and epsilon is None:
        return None
    level = {"epsilon": epsilon} if epsilon is not None else {"gamma": gamma or "1"}
    return {"at": dict(values), **level}


def graph_data(kernels: MarkovGraph, point: Mapping[str, Any] | None) -> dict[str, Any]:
    """What ``pabisym graph --json`` says of a kernel graph: coefficients and bounds as formulas, and their values at a point."""
    from pabisym.divergence.evaluate import enclose
    from pabisym.graphs.analysis import bound, coefficients, enclosure, placed, shifted, truth
    from pabisym.graphs.json import write_graph
    from pabisym.lang.grammar import to_text

    edges = []
    for edge, coefficient in zip(kernels.edges, coefficients(kernels), strict=True):
        row: dict[str, Any] = {"from": edge.source, "to": edge.target, "differs": edge.differs, "coefficient": to_text(coefficient)}
        if point is not None and edge.over is None:
            row["value"] = _number(enclose(placed(kernels, coefficient, **point), {}, 15))
        edges.append(row)
    said: dict[str, Any] = {"node": kernels.sink, "expression": to_text(bound(kernels))}
    data: dict[str, Any] = {"graph": write_graph(kernels), "edges": edges, "bound": said}
    if point is not None:
        said["value"] = _number(enclosure(kernels, **point))
        for name, compute in (("truth", truth), ("shift", shifted)):
            with suppress(InputError):  # what only some graphs have: exact laws, or the shift calculus
                data[name] = _number(compute(kernels, **point))
        data["at"] = {**point["at"], **{k: v for k, v in point.items() if k != "at"}}
    return data


def _number(enclosure: Enclosure) -> object:
    from pabisym.lang.rational import rational_text
    from pabisym.numerics.enclosure import interval_json

    return rational_text(enclosure.exact) if enclosure.exact is not None else interval_json(enclosure)


def _graph_blocks(kernels: MarkovGraph, data: Mapping[str, Any]) -> Iterator[Block]:
    """The graph, and its values at a point where there is one."""
    from pabisym.show.blocks import columns, section
    from pabisym.show.graph_text import kernel_graph_blocks

    yield from kernel_graph_blocks(kernels)
    if "at" not in data:
        return
    rows = [(f"η_γ({row['from']} → {row['to']})", row["value"]) for row in data["edges"] if "value" in row]
    rows.append((f"E_γ({kernels.sink}) ≤", data["bound"]["value"]))
    words = {"truth": f"E_γ({kernels.sink}) itself", "shift": "the shift calculus instead: ≤"}
    rows += [(said, data[name]) for name, said in words.items() if name in data]
    yield section(f"At {', '.join(f'{name} = {value}' for name, value in data['at'].items())}:",
                  columns((said, value if isinstance(value, str) else value["upper"]) for said, value in rows))


# Statements.


def depends(library: Library, name: str | None, svg: str | None, as_json: bool) -> None:
    """Print, and draw to ``svg``, what a statement depends on, or with None all dependencies."""
    from pabisym.library.workers import recall

    progress = tell_progress()
    progress("replaying proofs")
    names = library.known if name is None else (name,)
    recall(library, names, progress)
    found = library.graph(names)
    if svg is not None:
        from pabisym.show.dependency_picture import statement_graph_svg, with_statuses

        statement_graph_svg(with_statuses(library, found), svg, here=library.host(name) if name is not None else "")
    if as_json:
        nodes = [{"id": one, **found.nodes[one]} for one in found]
        print_json({"nodes": nodes, "edges": [{"from": a, "to": b} for a, b in found.edges]})
    else:
        print_report(_statement_blocks(found))


def _statement_blocks(found: networkx.DiGraph[str]) -> Iterator[Block]:
    """One row for each statement, after those on which it depends."""
    import networkx

    from pabisym.library.cache import recalled_line
    from pabisym.show.blocks import columns, line

    if cached := sum(replayed == "cached" for _, replayed in found.nodes(data="replayed")):
        yield line(recalled_line(cached, len(found)))
    order = ((one, sorted(found.predecessors(one))) for one in networkx.lexicographical_topological_sort(found))
    yield columns((one, found.nodes[one]["status"], f"depends on {', '.join(before)}" if before else "") for one, before in order)

