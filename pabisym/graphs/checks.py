"""What makes a kernel graph one, and a point of its letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.graphs.kernels import GAMMA, Finite, Fused, flattened
from pabisym.kernel.judgement import declarable
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import FUNCTIONS, ONE, ZERO, Binding, Call, Name, Number, Term, free_names, substitute

if TYPE_CHECKING:
    from pabisym.graphs.model import Edge, KernelGraph

MAX_VALUES = 100_000
"""Most values of a letter over which an edge may run, at a point."""


def check_graph(graph: KernelGraph) -> None:
    """Raise :class:`~pabisym.errors.InputError` unless this is a kernel graph."""
    _check_names(graph)
    _check_letters(graph)
    _check_shape(graph)
    for position, edge in enumerate(graph.edges):
        _check_edge(graph, edge, f"edges[{position}]")
    if not any(isinstance(k, Finite) for edge in graph.edges for k in flattened(edge.kernels)):
        return
    _check_points(graph)


def _check_names(graph: KernelGraph) -> None:
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


def _check_shape(graph: KernelGraph) -> None:
    import networkx

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


def _check_edge(graph: KernelGraph, edge: Edge, where: str) -> None:
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


def _check_letters(graph: KernelGraph) -> None:
    from pabisym.lang.sympy_bridge import domain

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


def _terms(graph: KernelGraph) -> Iterator[tuple[str, Term, set[str]]]:
    """All terms with their places and the letters over which edges downstream run."""
    import networkx

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
        for place, kernel in enumerate(flattened(edge.kernels)):
            for name, term in kernel.terms():
                yield f"{where}.kernels[{place}].{name}", term, own


def _check_points(graph: KernelGraph) -> None:
    """The numbers of points of finite laws and kernels fit."""
    found: dict[str, int | None] = {}
    for name in graph.order:
        node = graph.node(name)
        laws = [len(law) for law in (node.law, node.other_law) if law is not None]
        sizes = {size for edge in graph.arriving(name) if (size := _after(graph, edge, found[edge.source])) is not None} | set(laws)
        if len(sizes) > 1:
            raise InputError(f"node {name}", f"is a law on {' and on '.join(map(str, sorted(sizes)))} points", "make the sizes fit")
        found[name] = sizes.pop() if sizes else None


def _after(graph: KernelGraph, edge: Edge, size: int | None) -> int | None:
    where = f"edges[{graph.edges.index(edge)}]"
    first = size
    for kernel in flattened(edge.kernels):
        if not isinstance(kernel, Finite):
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


def check_point(graph: KernelGraph, at: dict[str, object]) -> Binding:
    """Values of all letters, inside their domains; weights and passes make sense there."""
    from pabisym.lang.sympy_bridge import domain

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


def _check_weights(graph: KernelGraph, point: Binding) -> None:
    """The weights into every mixture are probabilities that sum to one, and passes are not negative."""
    for node in graph.nodes:
        if not node.mixture or any(_outer(graph, edge) for edge in graph.arriving(node.name)):
            continue
        total: Term = ZERO
        for edge in graph.arriving(node.name):
            total = Call("+", (total, *_weights(edge, point)))
        value = exact_value(total, {})
        if value != 1:
            found = "something irrational" if value is None else value
            raise InputError(f"node {node.name}", f"its weights sum to {found} here", "make them sum to 1")


def _outer(graph: KernelGraph, edge: Edge) -> bool:
    """Whether the weight mentions a letter over which a later edge runs."""
    letters = {other.over.letter for other in graph.edges if other.over is not None and other is not edge}
    own = set() if edge.weight is None else free_names(edge.weight)
    return bool(own & letters - set(graph.letters))


def _weights(edge: Edge, point: Binding) -> Iterator[Term]:
    weight = ONE if edge.weight is None else edge.weight
    for here in values_over(edge, point):
        found = exact_value(substitute(weight, here), {})
        if found is None or found < 0:
            raise InputError(f"weight into {edge.target}", f"{to_text(weight)} is negative or irrational here", "give probabilities")
        passes = exact_value(substitute(edge.times, here), {})
        if passes is None or passes.q != 1 or passes < 0:
            raise InputError(f"passes into {edge.target}", f"{to_text(edge.times)} is no number of passes here", "give integers from 0 on")
        yield Number(found)


def values_over(edge: Edge, point: Binding) -> Iterator[Binding]:
    """The point with every value of the letter over which the edge runs."""
    if edge.over is None:
        yield point
        return
    low, high = (exact_value(substitute(end, point), {}) for end in (edge.over.first, edge.over.last))
    if low is None or high is None or low.q != 1 or high.q != 1:
        raise InputError(f"range of {edge.over.letter}", "does not end at integers here", "give integers")
    if high - low > MAX_VALUES:
        raise InputError(f"range of {edge.over.letter}", f"has more than {MAX_VALUES} values here", "take shorter runs")
    k = low
    while k <= high:
        yield {**point, edge.over.letter: ((), Number(fmpq(k)))}
        k += 1


__all__ = ["Fused", "Name", "Undecided", "check_graph", "check_point", "values_over"]
