"""Markov-kernel graphs: laws as nodes, kernels as edges, and how much two neighbouring runs can be told apart at each law.

Both runs go through the same graph; a kernel that *differs* is another one in the second run.  A node without incoming
edges is a start; a node with one incoming edge is the law after its kernels; a *mixture* draws one of its incoming edges
with their weights, as random stopping and a shuffled order do.  An edge applies its kernels in order, ``times`` times over, and
an edge into a mixture may stand for one edge for every value of a letter (``over``), each with the weight.

Bounds are formulas in gamma and in the letters of the graph: E_gamma contracts by eta_gamma along kernels
(Asoodeh, Diaz and Calmon 2020, theorem 3), weights add by joint convexity, and the first noise after a gap costs theta_gamma(gap/std).
Noise is that on the iterate in one pass: ``std`` per coordinate for Gaussian noise, ``scale`` for Laplace noise on the line.

The file format is JSON; :func:`load` reads it, :meth:`KernelGraph.to_json` writes it:

>>> graph = KernelGraph.from_json({"format": "pabisym kernel graph", "letters": {"D": "real, D > 0", "n": "integer, n >= 1"},
...     "nodes": [{"name": "W", "diameter": "D", "apart": "D"}, {"name": "out"}],
...     "edges": [{"from": "W", "to": "out", "times": "n", "kernels": [
...         {"kind": "gaussian", "std": 1}, {"kind": "projection", "diameter": "D"}]}]})
>>> graph
KernelGraph(2 laws, 1 edge)
>>> from pabisym.lang.grammar import to_text
>>> to_text(graph.bound())
'theta(gamma, D)**n'
>>> graph.enclosure({"D": 1, "n": 3}, gamma=1, digits=10).lower
'0.056147934353'
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pabisym.errors import InputError
from pabisym.graphs.kernels import Kernel, Map, Noise, Projection

if TYPE_CHECKING:

    pass

from pabisym.graphs.model import Edge, KernelGraph, Node, Over


def load(path: str | os.PathLike[str]) -> KernelGraph:
    """Read a graph file."""
    from pathlib import Path

    from pabisym.shift.instance import load as load_json

    return KernelGraph.from_json(load_json(Path(path)))


def path_graph(laws: Sequence[Node], kernels: Sequence[Sequence[Kernel]], letters: Mapping[str, str] | None = None) -> KernelGraph:
    """A path: laws with one edge between neighbours."""
    if len(kernels) != len(laws) - 1:
        raise InputError("kernels", f"{len(kernels)} edges for {len(laws)} laws", "give one edge between neighbours")
    edges = [Edge(a.name, b.name, tuple(k)) for (a, b), k in zip(pairwise(laws), kernels, strict=True)]
    return KernelGraph(tuple(laws), tuple(edges), dict(letters or {}))


__all__ = ["Edge", "Kernel", "KernelGraph", "Map", "Node", "Noise", "Over", "Projection", "load", "path_graph"]
