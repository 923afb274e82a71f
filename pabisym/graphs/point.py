"""A point of a kernel graph: values of its letters inside their domains, at which weights and passes make sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

import networkx
from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError
from pabisym.graphs.model import GraphEdge, MarkovGraph
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import ONE, Binding, Number, Term, free_names, substitute
from pabisym.spec.domains import domain

MAX_VALUES = 100_000
"""Most values of a letter over which an edge may run, at a point."""


def check_point(graph: MarkovGraph, at: Mapping[str, object]) -> Binding:
    """Values of all letters, inside their domains; weights and passes make sense there."""
    for name in at:
        if name not in graph.letters:
            known = ", ".join(graph.letters) or "none"
            raise InputError(name, "is no letter of this graph", f"its letters are {known}")
    missing = [name for name in graph.letters if name not in at]
    if missing:
        raise InputError(missing[0], "has no value", f"give a rational value for {missing[0]}")
    values = {name: rational(value, name) for name, value in at.items()}
    point: dict[str, tuple[tuple[str, ...], Term]] = {n: ((), Number(v)) for n, v in values.items()}
    for name, text in graph.letters.items():
        word, relations = domain(text, name)
        if word == "integer" and values[name].q != 1:
            raise InputError(name, f"{values[name]} is not an integer", "give an integer")
        for relation in relations:
            if (verdict := decide(substitute(relation, point), {})) != "true":
                raise InputError(name, f"{to_text(relation)} is {verdict} here", "choose a point inside the domains")
    _check_weights(graph, point)
    return point


def _check_weights(graph: MarkovGraph, point: Binding) -> None:
    """The weights into every mixture are probabilities that sum to one, and passes are not negative."""
    for node in graph.nodes:
        arriving = graph.arriving(node.name)
        if not node.mixture:
            continue
        for count, here in enumerate(_seen_from(graph, set[str]().union(*map(_letters, arriving)), node.name, point)):
            total = sum((weight for edge in arriving for weight in _weights(edge, here)), fmpq(0))
            if total != 1:
                raise InputError(f"node {node.name}", f"its weights sum to {total} here", "make them sum to 1")
            if count >= MAX_VALUES:
                raise InputError(f"node {node.name}", f"has weights for more than {MAX_VALUES} values of letters", "take shorter runs")


def _letters(edge: GraphEdge) -> set[str]:
    """The letters of the weight, the range and the passes of an edge, but for the one over which it runs."""
    ends = () if edge.over is None else (edge.over.first, edge.over.last)
    own = {edge.over.letter} if edge.over is not None else set[str]()
    inside = set[str]().union(*(free_names(term) for term in (ONE if edge.weight is None else edge.weight, edge.times)))
    return (inside - own) | set().union(*map(free_names, ends))


def _seen_from(graph: MarkovGraph, letters: AbstractSet[str], name: str, point: Binding) -> Iterator[Binding]:
    """The point with every value of these letters, over which edges run that come after a node."""
    unknown = sorted(letters - point.keys())
    if not unknown:
        yield point
        return
    after = {name, *networkx.descendants(graph.network, name)}
    for edge in graph.edges:
        if edge.source in after and edge.over is not None and edge.over.letter == unknown[0]:
            ends = free_names(edge.over.first) | free_names(edge.over.last)
            for here in _seen_from(graph, ends, edge.target, point):
                for value in values_over(edge, here):
                    yield from _seen_from(graph, letters, name, value)


def _weights(edge: GraphEdge, point: Binding) -> Iterator[fmpq]:
    weight = ONE if edge.weight is None else edge.weight
    for here in values_over(edge, point):
        found = exact_value(substitute(weight, here), {})
        if found is None or found < 0:
            raise InputError(f"weight into {edge.target}", f"{to_text(weight)} is negative or irrational here", "give probabilities")
        passes = exact_value(substitute(edge.times, here), {})
        if passes is None or passes.q != 1 or passes < 0:
            raise InputError(f"passes into {edge.target}", f"{to_text(edge.times)} is no number of passes here", "give integers from 0 on")
        yield found


def values_over(edge: GraphEdge, point: Binding) -> Iterator[Binding]:
    """The point with every value of the letter over which the edge runs."""
    if edge.over is None:
        yield point
        return
    low, high = (exact_value(substitute(end, point), {}) for end in (edge.over.first, edge.over.last))
    if low is None or high is None or low.q != 1 or high.q != 1:
        raise InputError(f"range of {edge.over.letter}", "does not end at integers here", "give integers")
    if high - low > MAX_VALUES:
        raise InputError(f"range of {edge.over.letter}", f"has more than {MAX_VALUES} values here", "take shorter runs")
    for k in range(int(low.p), int(high.p) + 1):
        yield {**point, edge.over.letter: ((), Number(k))}
