"""Kernel graphs as data: laws as nodes, lists of Markov kernels as edges, and what makes such a graph one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import networkx

from pabisym.divergence.profile import Probabilities
from pabisym.errors import InputError
from pabisym.graphs.kernels import GAMMA, FiniteKernel, Kernel, Room, take_fused_apart
from pabisym.kernel.judgement import declarable
from pabisym.lang.grammar import to_text
from pabisym.lang.once import cached_property
from pabisym.lang.term import FUNCTIONS, ONE, Number, Term, free_names
from pabisym.spec.domains import domain


@dataclass(frozen=True)
class GraphNode:
    """A law.  ``diameter`` bounds its support; a start may give its law, that of the second run, or how far the runs are apart."""

    name: str
    diameter: Room = None
    law: Probabilities | None = None
    other_law: Probabilities | None = None
    apart: Room = None
    mixture: bool = False


@dataclass(frozen=True)
class Over:
    """One edge for every integer value of a letter, first..last."""

    letter: str
    first: Term
    last: Term


@dataclass(frozen=True)
class GraphEdge:
    """Kernels from a law to a law, ``times`` times over; into a mixture with a weight, for every value of a letter."""

    source: str
    target: str
    kernels: tuple[Kernel, ...]
    times: Term = ONE
    weight: Room = None
    over: Over | None = None

    @property
    def differs(self) -> bool:
        """Whether the two runs differ here."""
        return any(kernel.differs for kernel in self.kernels)


@dataclass(frozen=True, repr=False)
class MarkovGraph:
    """A kernel graph, valid by construction; see the module.

    Raises :class:`~pabisym.errors.InputError` for a graph that is none: unknown nodes, a circle, no or several ends, a law with
    several incoming edges that is no mixture, kernels whose numbers of points do not fit.
    """

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    letters: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    def __post_init__(self) -> None:
        _check_names(self)
        _check_letters(self)
        _check_shape(self)
        for position, edge in enumerate(self.edges):
            _check_edge(self, edge, f"edges[{position}]")
        if any(isinstance(kernel, FiniteKernel) for edge in self.edges for kernel in take_fused_apart(edge.kernels)):
            _check_points(self)

    def __repr__(self) -> str:
        name = f"{self.title!r}, " if self.title else ""
        return f"KernelGraph({name}{len(self.nodes)} laws, {len(self.edges)} edge{'s' if len(self.edges) != 1 else ''})"

    @cached_property
    def network(self) -> networkx.MultiDiGraph[str]:
        """The same as a networkx graph: ``node`` and ``edge`` hold our data."""
        graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
        for node in self.nodes:
            graph.add_node(node.name, node=node)
        for edge in self.edges:
            graph.add_edge(edge.source, edge.target, edge=edge)
        return graph

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The nodes, each after those from which it comes."""
        return tuple(networkx.lexicographical_topological_sort(self.network, key=lambda name: self._place[name]))

    @cached_property
    def _place(self) -> Mapping[str, int]:
        return {node.name: position for position, node in enumerate(self.nodes)}

    @cached_property
    def sink(self) -> str:
        """The law that is released: the node without outgoing edges."""
        return next(name for name in self.order if self.network.out_degree(name) == 0)

    def node(self, name: str) -> GraphNode:
        """The node of this name."""
        if name not in self._place:
            raise InputError("node", f"there is no node {name!r}", f"the nodes are {', '.join(self._place)}")
        return self.nodes[self._place[name]]

    def arriving(self, name: str) -> tuple[GraphEdge, ...]:
        """The edges into a node, in the order of the graph."""
        return tuple(edge for edge in self.edges if edge.target == name)


# What makes it one.


def _check_names(graph: MarkovGraph) -> None:
    names = [node.name for node in graph.nodes]
    if not names:
        raise InputError("nodes", "there are none", "give at least a start and an end")
    for position, name in enumerate(names):
        if name in names[:position]:
            raise InputError(f"nodes[{position}].name", f"{name!r} is there twice", "give every node a name of its own")
    for position, edge in enumerate(graph.edges):
        for end, name in (("from", edge.source), ("to", edge.target)):
            if name not in names:
                raise InputError(f"edges[{position}].{end}", f"there is no node {name!r}", f"the nodes are {', '.join(names)}"[:300])


def _check_shape(graph: MarkovGraph) -> None:
    if not networkx.is_directed_acyclic_graph(graph.network):
        circle = " -> ".join(edge[0] for edge in networkx.find_cycle(graph.network))
        raise InputError("edges", f"run in a circle, {circle}", 'write a loop as one edge with "times"')
    ends = [node.name for node in graph.nodes if graph.network.out_degree(node.name) == 0]
    if len(ends) != 1:
        raise InputError("nodes", f"{', '.join(ends)} have no outgoing edge", "one law is released")
    for position, node in enumerate(graph.nodes):
        arriving = graph.arriving(node.name)
        start = node.law is not None or node.apart is not None or node.other_law is not None
        if start and arriving:
            raise InputError(f"nodes[{position}]", f"{node.name} has a law of its own and an incoming edge", "only starts have laws")
        if len(arriving) > 1 and not node.mixture:
            raise InputError(f"nodes[{position}]", f"{node.name} has {len(arriving)} incoming edges", 'write "mixture": true')
        if node.mixture and not arriving:
            raise InputError(f"nodes[{position}]", f"{node.name} mixes nothing", "give it incoming edges with weights")


def _check_edge(graph: MarkovGraph, edge: GraphEdge, where: str) -> None:
    mixture = graph.node(edge.target).mixture
    if mixture != (edge.weight is not None):
        cure = f"{edge.target} is a mixture" if mixture else f"only edges into mixtures have one, and {edge.target} is none"
        raise InputError(f"{where}.weight", "is missing" if mixture else "is given", cure)
    if edge.over is not None and not mixture:
        raise InputError(f"{where}.over", f"{edge.target} is no mixture", "only edges into mixtures run over a letter")
    if edge.differs and edge.times != ONE:
        raise InputError(f"{where}.times", "the two runs differ in every pass", "write passes that differ as edges of their own")
    if isinstance(edge.times, Number) and (edge.times.value < 0 or edge.times.value.denominator != 1):
        raise InputError(f"{where}.times", f"{to_text(edge.times)} is no number of passes", "give an integer that is 0 or more")


def _check_letters(graph: MarkovGraph) -> None:
    for name, text in graph.letters.items():
        if not declarable(name) or name == GAMMA.name:
            raise InputError(f"letters.{name}", "cannot be a letter", "choose another name")
        for relation in domain(text, f"letters.{name}")[1]:
            _check_term(relation, set(graph.letters), f"letters.{name}")
    known = set(graph.letters)
    for where, term, more in _terms(graph):
        _check_term(term, known | more, where)


def _check_term(term: Term, known: set[str], where: str) -> None:
    unknown = sorted(free_names(term) - known - FUNCTIONS.keys() - {"neg", "and"})
    if unknown:
        raise InputError(where, f"{unknown[0]} is not declared", f'add it to "letters", as in "{unknown[0]}": "real, {unknown[0]} > 0"')


def _terms(graph: MarkovGraph) -> Iterator[tuple[str, Term, set[str]]]:
    """All terms with their places and the letters over which edges downstream run."""
    over = {node.name: set[str]() for node in graph.nodes}
    for edge in graph.edges:
        if edge.over is not None:
            for name in (edge.source, *networkx.ancestors(graph.network, edge.source)):
                over[name].add(edge.over.letter)
    for position, node in enumerate(graph.nodes):
        for name, term in (("diameter", node.diameter), ("apart", node.apart)):
            if term is not None:
                yield f"nodes[{position}].{name}", term, over[node.name]
    for position, edge in enumerate(graph.edges):
        where, own = f"edges[{position}]", set(over[edge.target])
        if edge.over is not None:
            yield f"{where}.over.from", edge.over.first, own
            yield f"{where}.over.to", edge.over.last, own
            own = own | {edge.over.letter}
        yield f"{where}.times", edge.times, own
        if edge.weight is not None:
            yield f"{where}.weight", edge.weight, own
        for place, kernel in enumerate(take_fused_apart(edge.kernels)):
            for name, term in kernel.terms():
                yield f"{where}.kernels[{place}].{name}", term, own


def _check_points(graph: MarkovGraph) -> None:
    """The numbers of points of finite laws and kernels fit."""
    found: dict[str, int | None] = {}
    for name in graph.order:
        node = graph.node(name)
        laws = [len(law) for law in (node.law, node.other_law) if law is not None]
        sizes = {size for edge in graph.arriving(name) if (size := _after(graph, edge, found[edge.source])) is not None} | set(laws)
        if len(sizes) > 1:
            raise InputError(f"node {name}", f"is a law on {' and on '.join(map(str, sorted(sizes)))} points", "make the sizes fit")
        found[name] = sizes.pop() if sizes else None


def _after(graph: MarkovGraph, edge: GraphEdge, size: int | None) -> int | None:
    where = f"edges[{graph.edges.index(edge)}]"
    first = size
    for kernel in take_fused_apart(edge.kernels):
        if not isinstance(kernel, FiniteKernel):
            size = None
            continue
        if size is not None and size != len(kernel.rows):
            problem = f"a matrix of {len(kernel.rows)} rows follows {size} points"
            raise InputError(f"{where}.kernels", problem, "give one row for each point")
        first = len(kernel.rows) if first is None else first
        size = len(kernel.rows[0])
    if edge.times != ONE and first != size:
        raise InputError(f"{where}.times", f"leads from {first} points to {size}", "only square matrices can be repeated")
    return size
