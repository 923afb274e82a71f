"""Kernel graphs as data: laws as nodes, lists of Markov kernels as edges."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flint import fmpq

from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError
from pabisym.graphs import bounds
from pabisym.graphs.kernels import Fused, Kernel, Room, Row, flattened, number, plus, power, times
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import ONE, ZERO, Binding, Call, Term, substitute
from pabisym.numerics.enclosure import Enclosure

if TYPE_CHECKING:
    import networkx

    from pabisym.divergence.profile_integral import Curvature


FORMAT = "pabisym kernel graph"
MAX_FACTORS = 100_000
"""Most factors of a bound that are written out at a point."""


@dataclass(frozen=True)
class Node:
    """A law.  ``diameter`` bounds its support; a start may give its law, that of the second run, or how far the runs are apart."""

    name: str
    diameter: Room = None
    law: Row | None = None
    other_law: Row | None = None
    apart: Room = None
    mixture: bool = False


@dataclass(frozen=True)
class Over:
    """One edge for every integer value of a letter, first..last."""

    letter: str
    first: Term
    last: Term


@dataclass(frozen=True)
class Edge:
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
class KernelGraph:
    """A kernel graph, valid by construction; see the module.

    Raises :class:`~pabisym.errors.InputError` for a graph that is none: unknown nodes, a circle, no or several ends, a law with
    several incoming edges that is no mixture, kernels whose numbers of points do not fit.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    letters: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    def __post_init__(self) -> None:
        from pabisym.graphs.checks import check_graph

        check_graph(self)

    def __repr__(self) -> str:
        name = f"{self.title!r}, " if self.title else ""
        return f"KernelGraph({name}{len(self.nodes)} laws, {len(self.edges)} edge{'s' if len(self.edges) != 1 else ''})"

    # The graph.

    @cached_property
    def network(self) -> networkx.MultiDiGraph[str]:
        """The same as a networkx graph: ``node`` and ``edge`` hold our data."""
        import networkx

        graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
        for node in self.nodes:
            graph.add_node(node.name, node=node)
        for edge in self.edges:
            graph.add_edge(edge.source, edge.target, edge=edge)
        return graph

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The nodes, each after those from which it comes."""
        import networkx

        return tuple(networkx.lexicographical_topological_sort(self.network, key=lambda name: self._place[name]))

    @cached_property
    def _place(self) -> Mapping[str, int]:
        return {node.name: position for position, node in enumerate(self.nodes)}

    @cached_property
    def sink(self) -> str:
        """The law that is released: the node without outgoing edges."""
        return next(name for name in self.order if self.network.out_degree(name) == 0)

    def node(self, name: str) -> Node:
        """The node of this name."""
        if name not in self._place:
            raise InputError("node", f"there is no node {name!r}", f"the nodes are {', '.join(self._place)}")
        return self.nodes[self._place[name]]

    def arriving(self, name: str) -> tuple[Edge, ...]:
        """The edges into a node, in the order of the graph."""
        return tuple(edge for edge in self.edges if edge.target == name)

    def fused(self) -> KernelGraph:
        """Map, noise and projection in a row as one kernel, and single edges in a row as one edge."""
        from pabisym.graphs.fusion import fused

        return fused(self)

    # Contraction and bounds.

    @cached_property
    def _states(self) -> Mapping[str, bounds.State]:
        return bounds.states(self)

    @cached_property
    def _swapped(self) -> Mapping[str, bounds.State]:
        return bounds.states(self, swapped=True)

    def coefficient(self, edge: Edge) -> Term:
        """A bound on eta_gamma of all passes of an edge, a formula in gamma; exact for finite kernels and for projected noise.

        The kernels are those of the first run; for a letter over which the edge runs it is that of one value.
        """
        room = self._states[edge.source].room
        kernels = flattened(edge.kernels)
        if edge.times != ONE:
            room = bounds.steady(kernels, room)
        found = times(*(factor.term for factor in Fused(kernels).coefficient(room)))
        return power(found, edge.times)

    def path_coefficient(self, source: str, target: str) -> Term:
        """The product of the coefficients along the only path between two nodes."""
        found: Term = ONE
        at = self.node(target).name
        while at != self.node(source).name:
            arriving = self.arriving(at)
            if len(arriving) != 1:
                raise InputError("path", f"{at} has {len(arriving)} incoming edges", "name two nodes with one path between them")
            found, at = times(self.coefficient(arriving[0]), found), arriving[0].source
        return found

    def bound(self, node: str | None = None, *, swapped: bool = False) -> Term:
        """A bound on E_gamma(first run || second run) at a node (None: the sink), for every gamma >= 1."""
        states = self._swapped if swapped else self._states
        return bounds.bound_term(states[self.node(node or self.sink).name].bound)

    def enclosure(
        self, at: Mapping[str, object] | None = None, *, gamma: object = None, epsilon: object = None,
        node: str | None = None, swapped: bool = False, digits: int = 15,
    ) -> Enclosure:
        """The bound at a point: exact where it is rational.  Needs gamma >= 1 or epsilon >= 0, and a value for every letter."""
        return enclose(self.placed(self.bound(node, swapped=swapped), at, gamma=gamma, epsilon=epsilon), {}, digits)

    def placed(
        self, term: Term, at: Mapping[str, object] | None = None, *, gamma: object = None, epsilon: object = None
    ) -> Term:
        """A formula of this graph, such as a coefficient, with values of its letters and of gamma put in."""
        return substitute(substitute(term, {"gamma": ((), _level(gamma, epsilon))}), self._point(at))

    def divergence(
        self, curvature: Curvature, at: Mapping[str, object] | None = None, *, node: str | None = None, digits: int = 10
    ) -> Enclosure:
        """A bound on D_f(first run || second run) for f with this second derivative: the integral of both bounds on E_gamma."""
        from pabisym.divergence.contraction import combined_bound

        name, point = self.node(node or self.sink).name, self._point(at)
        sides = [self._products(states[name].bound, point) for states in (self._states, self._swapped)]
        return combined_bound(curvature, *sides, digits=digits)

    def _products(self, bound: bounds.Bound, point: Binding) -> list[tuple[fmpq, Any]]:
        from pabisym.divergence.contraction import path_profile

        def value(term: Term) -> fmpq:
            return self._rational(term, point)

        try:
            found = bounds.concrete(bound, value, MAX_FACTORS)
        except OverflowError:
            raise InputError("times", f"the bound has more than {MAX_FACTORS} factors here", "take shorter runs") from None
        return [(weight, path_profile(*(factor.profile(value) for factor in factors))) for weight, factors in found]

    def _rational(self, term: Term, point: Binding) -> fmpq:
        value = exact_value(substitute(term, point), {})
        if value is None:
            raise InputError(to_text(term), "is not rational here", "choose letters at which distances over noise are rational")
        return value

    def _point(self, at: Mapping[str, object] | None) -> Binding:
        """Values of all letters, inside their domains."""
        from pabisym.graphs.checks import check_point

        return check_point(self, dict(at or {}))

    # What is true, and the shift calculus.

    def laws(self, at: Mapping[str, object] | None = None, node: str | None = None) -> tuple[Row, Row]:
        """The exact laws of both runs at a node of a graph of finite kernels."""
        from pabisym.graphs.runs import exact_laws

        return exact_laws(self, self.node(node or self.sink).name, self._point(at))

    def truth(
        self, at: Mapping[str, object] | None = None, *, gamma: object = None, epsilon: object = None,
        node: str | None = None, digits: int = 15,
    ) -> Enclosure:
        """E_gamma of the two runs itself, for a graph of finite kernels."""
        from pabisym.divergence.contraction import finite_divergence

        first, second = self.laws(at, node)
        return finite_divergence(first, second, digits, gamma=gamma, epsilon=epsilon)

    def shifted(
        self, at: Mapping[str, object] | None = None, *, gamma: object = None, epsilon: object = None, digits: int = 15
    ) -> Enclosure:
        """The bound of the shift calculus on E_gamma at the sink: theta_gamma(mu) of every path, mixed by the weights.

        Needs maps with Lipschitz constants, Gaussian noise and projections; raises :class:`~pabisym.errors.InputError` otherwise.
        """
        from pabisym.graphs.runs import shift_shares

        shares = shift_shares(self, self._point(at))
        level = _level(gamma, epsilon)
        parts = []
        for weight, square in shares:
            value = ONE if square is None else Call("theta", (level, Call("sqrt", (number(square),)))) if square > 0 else ZERO
            parts.append(times(number(weight), value))
        return enclose(plus(*parts), {}, digits)

    # Reading, writing, drawing.

    @classmethod
    def from_json(cls, data: object) -> KernelGraph:
        """Read the object of a graph file; raises :class:`~pabisym.errors.InputError` naming the field for whatever is wrong in it."""
        from pabisym.graphs.json import read_graph

        return read_graph(data)

    def to_json(self) -> dict[str, object]:
        """The object of a graph file."""
        from pabisym.graphs.json import write_graph

        return write_graph(self)

    def text(self) -> str:
        """The graph in lines, with the coefficient of every edge and the bound at the end."""
        from pabisym.show.graph_text import kernel_graph_text

        return kernel_graph_text(self)

    def svg(self, path: str | os.PathLike[str] | None = None) -> str:
        """The picture as SVG, written to a file where one is named."""
        from pabisym.show.graph_picture import kernel_graph_svg

        return kernel_graph_svg(self, path)

    def _repr_html_(self) -> str:
        return self.svg()

    def _repr_latex_(self) -> str:
        """The bound at the sink."""
        from pabisym.show.latex import latex

        return rf"$\displaystyle E_\gamma \le {latex(self.bound())}$"


def _level(gamma: object, epsilon: object) -> Term:
    """Gamma as a term, at least 1."""
    if (gamma is None) == (epsilon is None):
        raise InputError("gamma", "needs either gamma or epsilon", "give one, as in epsilon=1")
    value, least, name = (rational(gamma, "gamma"), 1, "gamma") if epsilon is None else (rational(epsilon, "epsilon"), 0, "epsilon")
    if value < least:
        raise InputError(name, f"{to_text(number(value))} is too small", f"give {name} >= {least}")
    return number(value) if epsilon is None else ONE if value == 0 else Call("exp", (number(value),))
