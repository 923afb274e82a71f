"""Concrete runs through a kernel graph: exact laws of finite kernels, and instances of the shift calculus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from pabisym.divergence.contraction import push
from pabisym.divergence.evaluate import exact_value
from pabisym.divergence.profile import Probabilities
from pabisym.errors import InputError
from pabisym.graphs.kernels import FiniteKernel, Kernel, MapKernel, NoiseKernel, ProjectionKernel, take_fused_apart
from pabisym.graphs.model import GraphEdge, MarkovGraph
from pabisym.graphs.point import values_over
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import ONE, Binding, Term, substitute

MAX_KERNELS = 100_000
"""Most kernels of all runs together."""


def value_at(term: Term, point: Binding, cure: str = "choose letters at which it is") -> fmpq:
    """The rational value of a formula at a point; raises :class:`~pabisym.errors.InputError` where it is irrational."""
    value = exact_value(substitute(term, point), {})
    if value is None:
        raise InputError(to_text(term), "is not rational here", cure)
    return value


# Exact laws.


def exact_laws(graph: MarkovGraph, name: str, point: Binding) -> tuple[Probabilities, Probabilities]:
    """The laws of both runs at a node."""
    node, arriving = graph.node(name), graph.arriving(name)
    if not arriving:
        if node.law is None:
            raise InputError(f"node {name}", "has no finite law", "give the start a law")
        return node.law, node.other_law or node.law
    total: tuple[Probabilities, Probabilities] | None = None
    for edge in arriving:
        for here in values_over(edge, point):
            weight = value_at(ONE if edge.weight is None else edge.weight, here)
            first, second = _pushed(edge, exact_laws(graph, edge.source, here), here)
            both = (tuple(weight * p for p in first), tuple(weight * q for q in second))
            total = both if total is None else (_added(total[0], both[0]), _added(total[1], both[1]))
    if total is None:
        raise InputError(f"node {name}", "mixes nothing here", "choose a point at which its ranges are not empty")
    return total


def _added(first: Probabilities, second: Probabilities) -> Probabilities:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _times(edge: GraphEdge, point: Binding, limit: int) -> int:
    """How often the kernels of an edge are applied, at most ``limit`` kernels in all: asked before anything is written out."""
    times = value_at(edge.times, point)
    if times * len(edge.kernels) > limit:
        raise InputError("times", f"the runs have more than {MAX_KERNELS} kernels here", "take shorter runs")
    return int(times.p)


def _pushed(edge: GraphEdge, laws: tuple[Probabilities, Probabilities], point: Binding) -> tuple[Probabilities, Probabilities]:
    first, second = laws
    for _ in range(_times(edge, point, MAX_KERNELS)):
        for kernel in take_fused_apart(edge.kernels):
            if not isinstance(kernel, FiniteKernel):
                raise InputError(f"edge {edge.source} -> {edge.target}", f"{kernel.label} is no matrix", "exact laws need finite kernels")
            first, second = push(first, kernel.rows), push(second, kernel.other or kernel.rows)
    return first, second


# The shift calculus.


@dataclass(frozen=True)
class GraphPath:
    """One path through the graph at a point: its weight, how far its starts are apart, and its kernels in order."""

    weight: fmpq
    apart: fmpq
    kernels: tuple[Kernel, ...]


def runs(graph: MarkovGraph, name: str, point: Binding, limit: int = MAX_KERNELS) -> Iterator[GraphPath]:
    """All paths to a node, with every value of the letters over which mixtures run."""
    node, arriving = graph.node(name), graph.arriving(name)
    if not arriving:
        if node.other_law is not None and node.other_law != node.law:
            raise InputError(f"node {name}", "has two laws and no distance", 'the shift calculus needs "apart"')
        yield GraphPath(fmpq(1), fmpq(0) if node.apart is None else value_at(node.apart, point), ())
        return
    used = 0
    for edge in arriving:
        for here in values_over(edge, point):
            own = [kernel.placed(here) for kernel in take_fused_apart(edge.kernels)] * _times(edge, here, limit)
            weight = value_at(ONE if edge.weight is None else edge.weight, here)
            for before in runs(graph, edge.source, here, limit - used):
                used += len(before.kernels) + len(own) + 1
                if used > limit:
                    raise InputError("times", f"the runs have more than {MAX_KERNELS} kernels here", "take shorter runs")
                yield GraphPath(weight * before.weight, before.apart, (*before.kernels, *own))


def shift_shares(graph: MarkovGraph, point: Binding) -> list[tuple[fmpq, fmpq | None]]:
    """Weight and mu^2 of every run to the sink, None where the shift calculus bounds nothing; equal ones together."""
    found: dict[tuple[fmpq, tuple[Kernel, ...]], fmpq] = {}
    for run in runs(graph, graph.sink, point):
        key = (run.apart, run.kernels)
        found[key] = found.get(key, fmpq(0)) + run.weight
    return [(weight, shift_square(apart, kernels)) for (apart, kernels), weight in found.items()]


def shift_square(apart: fmpq, kernels: tuple[Kernel, ...]) -> fmpq | None:
    """The optimal mu^2 of one run; None where a gap follows the last noise."""
    from pabisym.shift.allocate import allocate

    steps, rest, diameters = _steps(kernels)
    if rest > 0 or (not steps and apart > 0):
        return None
    if not steps:
        return fmpq(0)
    rooms = set(diameters)
    room = rooms.pop() if len(rooms) == 1 else None
    found = allocate(contraction=[c for c, _, _ in steps], gap=[s for _, s, _ in steps], noise_variance=[v for _, _, v in steps],
                     start_shift=apart, diameter=None if room is None or apart > room else room)
    return rational(found.value, "value") if found.status == "optimal" else None


def _steps(kernels: tuple[Kernel, ...]) -> tuple[list[tuple[fmpq, fmpq, fmpq]], fmpq, list[fmpq | None]]:
    """(contraction, gap, variance) of every noise, the gap after the last, and the diameter after every noise."""
    steps: list[tuple[fmpq, fmpq, fmpq]] = []
    diameters: list[fmpq | None] = []
    factor, gap = fmpq(1), fmpq(0)
    for kernel in kernels:
        if isinstance(kernel, MapKernel) and kernel.lipschitz is not None:
            c, s = value_at(kernel.lipschitz, {}), fmpq(0) if kernel.gap is None else value_at(kernel.gap, {})
            factor, gap = c * factor, c * gap + s
        elif isinstance(kernel, NoiseKernel) and kernel.law == "gaussian":
            steps.append((factor, gap, value_at(kernel.spread, {}) ** 2))
            diameters.append(None)
            factor, gap = fmpq(1), fmpq(0)
        elif isinstance(kernel, ProjectionKernel):
            if diameters and gap == 0 and kernel.diameter is not None:
                diameters[-1] = value_at(kernel.diameter, {})
        else:
            raise InputError(kernel.label, "has no place in the shift calculus", "it takes Lipschitz maps, Gaussian noise and projections")
    return steps, gap, diameters
