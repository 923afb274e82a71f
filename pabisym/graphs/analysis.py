"""Markov-kernel graphs: laws as nodes, kernels as edges, and how much two neighbouring runs can be told apart at each law.

Both runs go through the same graph; a kernel that *differs* is another one in the second run.  A node without incoming
edges is a start; a node with one incoming edge is the law after its kernels; a *mixture* draws one of its incoming edges
with their weights, as random stopping and a shuffled order do.  An edge applies its kernels in order, ``times`` times over, and
an edge into a mixture may stand for one edge for every value of a letter (``over``), each with the weight.

Bounds are formulas in gamma and in the letters of the graph: E_gamma contracts by eta_gamma along kernels
(Asoodeh, Diaz and Calmon 2020, theorem 3), weights add by joint convexity, and the first noise after a gap costs theta_gamma(gap/std).
Noise is that on the iterate in one pass: ``std`` per coordinate for Gaussian noise, ``scale`` for Laplace noise on the line.

The file format is JSON; :func:`load` reads a file, :func:`~pabisym.graphs.json.read_graph` its object,
:func:`~pabisym.graphs.json.write_graph` gives the object of a graph:

>>> graph = read_graph({"format": "pabisym kernel graph", "letters": {"D": "real, D > 0", "n": "integer, n >= 1"},
...     "nodes": [{"name": "W", "diameter": "D", "apart": "D"}, {"name": "out"}],
...     "edges": [{"from": "W", "to": "out", "times": "n", "kernels": [
...         {"kind": "gaussian", "std": 1}, {"kind": "projection", "diameter": "D"}]}]})
>>> graph
KernelGraph(2 laws, 1 edge)
>>> from pabisym.lang.grammar import to_text
>>> to_text(bound(graph))
'theta(gamma, D)**n'
>>> enclosure(graph, {"D": 1, "n": 3}, gamma=1, digits=10).lower
'0.0561488543669'
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from flint import fmpq

from pabisym.divergence.contraction import combined_bound, finite_divergence, path_profile
from pabisym.divergence.evaluate import enclose
from pabisym.divergence.profile import GammaProfile, Probabilities
from pabisym.divergence.profile_integral import Curvature
from pabisym.errors import InputError
from pabisym.graphs.bounds import EVERYTHING, Bound, State, bound_term, concrete, states, steady
from pabisym.graphs.json import read_graph
from pabisym.graphs.kernels import (
    FiniteKernel,
    Fused,
    Kernel,
    MapKernel,
    NoiseKernel,
    SampledKernel,
    number,
    plus,
    power,
    take_fused_apart,
    times,
)
from pabisym.graphs.model import GraphEdge, MarkovGraph
from pabisym.graphs.point import check_point
from pabisym.graphs.runs import exact_laws, shift_shares, value_at
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational
from pabisym.lang.reader import read_json
from pabisym.lang.term import ONE, ZERO, Binding, Call, Term, substitute
from pabisym.numerics.enclosure import Enclosure

MAX_FACTORS = 100_000
"""Most factors of a bound that are written out at a point."""


def load(path: str | os.PathLike[str]) -> MarkovGraph:
    """Read a graph file."""
    return read_graph(read_json(Path(path)))


def load_beside(statement: Path) -> MarkovGraph | None:
    """The graph of a statement's file; None where it has none."""
    path = statement.parent / "graphs" / f"{statement.stem}.json"
    return load(path) if path.is_file() else None


# Contraction and bounds, as formulas.


def coefficients(graph: MarkovGraph) -> tuple[Term, ...]:
    """A bound on eta_gamma of all passes of every edge, in order: formulas in gamma; exact for finite kernels and for projected noise.

    The kernels are those of the first run; for a letter over which an edge runs it is that of one value.
    """
    known = states(graph)
    return tuple(_coefficient(edge, known[edge.source]) for edge in graph.edges)


def coefficient(graph: MarkovGraph, edge: GraphEdge) -> Term:
    """That of one edge, see :func:`coefficients`."""
    return _coefficient(edge, states(graph)[edge.source])


def _coefficient(edge: GraphEdge, state: State) -> Term:
    room, kernels = state.room, take_fused_apart(edge.kernels)
    if edge.times != ONE:
        room = steady(kernels, room)
    found = times(*(factor.term for factor in Fused(kernels).coefficient(room)))
    return power(found, edge.times)


def contraction(graph: MarkovGraph) -> Term:
    """A bound on eta_gamma from the starts to the sink, for any two laws at the starts; the kernels are those of the first run."""
    shared = tuple(replace(edge, kernels=tuple(map(_of_first_run, edge.kernels))) for edge in graph.edges)
    return bound_term(states(replace(graph, edges=shared), first=State(EVERYTHING, None, None))[graph.sink].bound)


def _of_first_run(kernel: Kernel) -> Kernel:
    """The kernel of the first run in both; of a sampled one the noise, after which it moves independently of its input."""
    if isinstance(kernel, Fused):
        return replace(kernel, parts=tuple(map(_of_first_run, kernel.parts)))
    if isinstance(kernel, MapKernel):
        return replace(kernel, gap=None)
    if isinstance(kernel, SampledKernel):
        return NoiseKernel("gaussian", kernel.std)
    return replace(kernel, other=None) if isinstance(kernel, FiniteKernel) else kernel


def bound(graph: MarkovGraph, node: str | None = None, *, swapped: bool = False) -> Term:
    """A bound on E_gamma(first run || second run) at a node (None: the sink), for every gamma >= 1."""
    return bound_term(states(graph, swapped=swapped)[graph.node(node or graph.sink).name].bound)


# At a point.


def enclosure(graph: MarkovGraph, at: Mapping[str, object] | None = None, *, gamma: object = None, epsilon: object = None,
              node: str | None = None, swapped: bool = False, digits: int = 15) -> Enclosure:
    """The bound at a point: exact where it is rational.  Needs gamma >= 1 or epsilon >= 0, and a value for every letter."""
    return enclose(placed(graph, bound(graph, node, swapped=swapped), at, gamma=gamma, epsilon=epsilon), {}, digits)


def placed(graph: MarkovGraph, term: Term, at: Mapping[str, object] | None = None, *, gamma: object = None, epsilon: object = None) -> Term:
    """A formula of this graph, such as a coefficient, with values of its letters and of gamma put in."""
    return substitute(substitute(term, {"gamma": ((), _level(gamma, epsilon))}), check_point(graph, at or {}))


def divergence(graph: MarkovGraph, curvature: Curvature, at: Mapping[str, object] | None = None, *, node: str | None = None,
               digits: int = 10) -> Enclosure:
    """A bound on the f-divergence of the runs for f with this second derivative: the integral of both bounds on E_gamma."""
    name, point = graph.node(node or graph.sink).name, check_point(graph, at or {})
    first, second = (_products(states(graph, swapped=swapped)[name].bound, point) for swapped in (False, True))
    return combined_bound(curvature, first, second, digits=digits)


def _products(shares: Bound, point: Binding) -> list[tuple[fmpq, GammaProfile]]:
    value = partial(value_at, point=point, cure="choose letters at which distances over noise are rational")
    try:
        found = concrete(shares, value, MAX_FACTORS)
    except OverflowError:
        raise InputError("times", f"the bound has more than {MAX_FACTORS} factors here", "take shorter runs") from None
    return [(weight, path_profile(*(factor.profile(value) for factor in factors))) for weight, factors in found]


# What is true, and the shift calculus.


def laws(graph: MarkovGraph, at: Mapping[str, object] | None = None, node: str | None = None) -> tuple[Probabilities, Probabilities]:
    """The exact laws of both runs at a node of a graph of finite kernels."""
    return exact_laws(graph, graph.node(node or graph.sink).name, check_point(graph, at or {}))


def truth(graph: MarkovGraph, at: Mapping[str, object] | None = None, *, gamma: object = None, epsilon: object = None,
          node: str | None = None, digits: int = 15) -> Enclosure:
    """E_gamma of the two runs itself, for a graph of finite kernels."""
    first, second = laws(graph, at, node)
    return finite_divergence(first, second, digits, gamma=gamma, epsilon=epsilon)


def shifted(graph: MarkovGraph, at: Mapping[str, object] | None = None, *, gamma: object = None, epsilon: object = None,
            digits: int = 15) -> Enclosure:
    """The bound of the shift calculus on E_gamma at the sink: theta_gamma(mu) of every path, mixed by the weights.

    Needs maps with Lipschitz constants, Gaussian noise and projections; raises :class:`~pabisym.errors.InputError` otherwise.
    """
    shares = shift_shares(graph, check_point(graph, at or {}))
    level = _level(gamma, epsilon)
    parts = []
    for weight, square in shares:
        value = ONE if square is None else Call("theta", (level, Call("sqrt", (number(square),)))) if square > 0 else ZERO
        parts.append(times(number(weight), value))
    return enclose(plus(*parts), {}, digits)


def _level(gamma: object, epsilon: object) -> Term:
    """Gamma as a term, at least 1."""
    if (gamma is None) == (epsilon is None):
        raise InputError("gamma", "needs either gamma or epsilon", "give one, as in epsilon=1")
    value, least, name = (rational(gamma, "gamma"), 1, "gamma") if epsilon is None else (rational(epsilon, "epsilon"), 0, "epsilon")
    if value < least:
        raise InputError(name, f"{to_text(number(value))} is too small", f"give {name} >= {least}")
    return number(value) if epsilon is None else ONE if value == 0 else Call("exp", (number(value),))
