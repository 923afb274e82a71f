"""Graphs of kernels that are paths."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pabisym.graphs.kernels import Kernel
from pabisym.graphs.model import GraphEdge, GraphNode, MarkovGraph


def path_graph(laws: Sequence[GraphNode], kernels: Sequence[Sequence[Kernel]]) -> MarkovGraph:
    """A path: laws with one edge between neighbours."""
    edges = [GraphEdge(a.name, b.name, tuple(k)) for (a, b), k in zip(pairwise(laws), kernels, strict=True)]
    return MarkovGraph(tuple(laws), tuple(edges), {})
