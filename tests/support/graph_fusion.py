"""A second route to the bounds of a kernel graph: kernels and edges joined, which leaves the laws at what is left as they are."""

from __future__ import annotations

from dataclasses import replace

from pabisym.divergence.contraction import compose
from pabisym.graphs.kernels import FiniteKernel, Fused, Kernel, MapKernel, NoiseKernel, ProjectionKernel, take_fused_apart
from pabisym.graphs.model import GraphEdge, MarkovGraph
from pabisym.lang.term import ONE


def fused(graph: MarkovGraph) -> MarkovGraph:
    """The graph with single edges in a row joined, and their kernels as few as possible."""
    nodes, edges = list(graph.nodes), list(graph.edges)
    for name in graph.order:
        before, after = [edge for edge in edges if edge.target == name], [edge for edge in edges if edge.source == name]
        if len(before) == len(after) == 1 and _joinable(before[0], after[0]):
            edges[edges.index(before[0])] = replace(after[0], source=before[0].source, kernels=(*before[0].kernels, *after[0].kernels))
            edges.remove(after[0])
            nodes = [node for node in nodes if node.name != name]
    joined = [replace(edge, kernels=fused_kernels(edge.kernels)) for edge in edges]
    return replace(graph, nodes=tuple(nodes), edges=tuple(joined))


def _joinable(before: GraphEdge, after: GraphEdge) -> bool:
    return before.times == after.times == ONE and before.weight is None and after.over is None


def fused_kernels(kernels: tuple[Kernel, ...]) -> tuple[Kernel, ...]:
    """Matrices multiplied; map, noise and projection as one step."""
    found: list[Kernel] = []
    run: list[Kernel] = []
    for kernel in take_fused_apart(kernels):
        last = found[-1] if found and not run else None
        if isinstance(kernel, FiniteKernel) and isinstance(last, FiniteKernel) and not (kernel.differs or last.differs):
            found[-1] = FiniteKernel(compose(last.rows, kernel.rows))
            continue
        if not _continues(run, kernel):
            found += _closed(run)
            run = []
        run.append(kernel)
        if not isinstance(kernel, MapKernel | NoiseKernel | ProjectionKernel):
            found, run = [*found, kernel], []
    return (*found, *_closed(run))


def _continues(run: list[Kernel], kernel: Kernel) -> bool:
    """Whether a run map, noise, projection may go on with this kernel."""
    rank = {MapKernel: 1, NoiseKernel: 2, ProjectionKernel: 3}
    after = rank.get(type(kernel), 0)
    return not run or after > max(rank[type(one)] for one in run)


def _closed(run: list[Kernel]) -> list[Kernel]:
    return [Fused(tuple(run))] if len(run) > 1 else run
