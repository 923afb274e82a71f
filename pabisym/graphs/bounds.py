"""Bounds along a kernel graph: how much two runs can be told apart at every node.

A bound on E_gamma is a sum of shares, each a weight times a product of factors; shares may run over a letter, as the stopping
time of a mixture does.  Beside it goes ``moved``, a bound on the distance of the two runs under the best coupling, which
a first noise turns into a divergence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias

from pabisym.graphs.kernels import (
    FiniteKernel,
    Fused,
    Kernel,
    MapKernel,
    NoiseKernel,
    Room,
    SampledKernel,
    gaussian_divergence,
    largest,
    largest_divergence,
    least,
    over,
    plus,
    power,
    sampled_divergence,
    take_fused_apart,
    times,
)
from pabisym.graphs.model import GraphEdge, MarkovGraph
from pabisym.lang.term import ONE, ZERO, Call, Name, Number, Term


@dataclass(frozen=True)
class Share:
    """weight * product of factor**exponent, summed over letters (name, first, last), the innermost first."""

    weight: Term = ONE
    letters: tuple[tuple[str, Term, Term], ...] = ()
    powers: tuple[tuple[Term, Term], ...] = ()

    @property
    def term(self) -> Term:
        """The share as a formula in gamma and the letters of the graph."""
        result = times(self.weight, *(power(factor, exponent) for factor, exponent in self.powers))
        for name, low, high in self.letters:
            result = Call("sum", (result, Name(name), low, high))
        return result

    def contracted(self, factors: tuple[Term, ...], passes: Term = ONE) -> Share:
        """The share times these factors, each to the power of ``passes``."""
        found = dict(self.powers)
        for factor in factors:
            found[factor] = plus(found[factor], passes) if factor in found else passes
        return replace(self, powers=tuple(found.items()))


Bound: TypeAlias = tuple[Share, ...]
NOTHING: Bound = ()
EVERYTHING: Bound = (Share(),)


def bound_term(bound: Bound) -> Term:
    """A bound as one formula."""
    return plus(*(share.term for share in bound))


@dataclass(frozen=True)
class State:
    """What is known at a node: the bound, the distance of the runs, the diameter of the points."""

    bound: Bound
    moved: Room
    room: Room


def states(graph: MarkovGraph, *, swapped: bool = False, first: State | None = None) -> Mapping[str, State]:
    """The state of every node; ``swapped`` compares the second run with the first, ``first`` is that of the starts if another one."""
    found: dict[str, State] = {}
    for name in graph.order:
        node, arriving = graph.node(name), graph.arriving(name)
        if not arriving:
            law, other = (node.other_law, node.law) if swapped else (node.law, node.other_law)
            here = State(NOTHING, ZERO, None) if node.apart is None else State(EVERYTHING, node.apart, None)
            if law is not None and other is not None and law != other:
                here = State((Share(powers=((largest_divergence([(law, other)]), ONE),)),), None, None)
            here = first or here
        elif node.mixture:
            parts = [_shared(edge, _through(edge, found[edge.source], swapped=swapped)) for edge in arriving]
            moved = ZERO if all(part.moved == ZERO for part in parts) else None
            here = State(tuple(share for part in parts for share in part.bound), moved, reduce(largest, (part.room for part in parts)))
        else:
            here = _through(arriving[0], found[arriving[0].source], swapped=swapped)
        found[name] = replace(here, room=least(here.room, node.diameter))
    return found


def _shared(edge: GraphEdge, state: State) -> State:
    """An edge into a mixture: its share of the bound, by joint convexity."""
    over = () if edge.over is None else ((edge.over.letter, edge.over.first, edge.over.last),)
    weight = ONE if edge.weight is None else edge.weight
    shares = tuple(replace(s, weight=times(weight, s.weight), letters=(*s.letters, *over)) for s in state.bound)
    return replace(state, bound=shares, moved=ZERO if state.moved == ZERO else None)


def _through(edge: GraphEdge, state: State, *, swapped: bool) -> State:
    """The state after all passes of an edge."""
    kernels, passes = take_fused_apart(edge.kernels), edge.times
    if passes == ZERO:
        return state
    if passes == ONE:
        return _passed(kernels, state, swapped=swapped)
    room = steady(kernels, state.room)
    state = replace(state, room=room)
    if isinstance(passes, Number) and passes.value >= 1 and state.bound == EVERYTHING:
        state = replace(_passed(kernels, state, swapped=swapped), room=room)
        passes = Number(passes.value - 1)
    bound = tuple(share.contracted(Fused(kernels).coefficient(room), passes) for share in state.bound)
    return State(bound, _stretched(kernels, state.moved, passes), room)


def steady(kernels: tuple[Kernel, ...], room: Room) -> Room:
    """A diameter that holds before every pass of a repeated segment, and after the last."""
    whole = Fused(kernels)
    after = whole.room(room)
    if after is None or whole.room(after) != after:
        return None
    return room if after == room else largest(room, after)


def _stretched(kernels: tuple[Kernel, ...], moved: Room, passes: Term) -> Room:
    if moved is None or moved == ZERO:
        return moved
    # noise does not depend on the input, projections do not expand, and points of a finite space have no distance
    constants = [kernel.lipschitz if isinstance(kernel, MapKernel) else None if isinstance(kernel, FiniteKernel) else ONE
                 for kernel in kernels]
    known = [constant for constant in constants if constant is not None]
    return times(power(times(*known), passes), moved) if len(known) == len(constants) else None


def _passed(kernels: tuple[Kernel, ...], state: State, *, swapped: bool) -> State:
    """The state after some kernels, each of which is applied with the diameter from before it."""
    for kernel in kernels:
        room = kernel.room(state.room)
        if kernel.differs:
            state = replace(_apart(kernel, state, swapped=swapped), room=room)
        else:
            moved = _stretched((kernel,), state.moved, ONE)
            bound = tuple(share.contracted(kernel.coefficient(state.room)) for share in state.bound)
            if isinstance(kernel, NoiseKernel) and state.bound == EVERYTHING and moved is not None:
                bound = (Share(powers=((kernel.between(moved), ONE),)),)
            state = State(bound, moved, room)
    return state


def _apart(kernel: Kernel, state: State, *, swapped: bool) -> State:
    """After a kernel that is another in the second run."""
    same = state.bound == NOTHING
    if isinstance(kernel, MapKernel) and kernel.gap is not None:
        moved = _stretched((kernel,), state.moved, ONE)
        return State(EVERYTHING, None if moved is None else plus(moved, kernel.gap), state.room)
    if isinstance(kernel, FiniteKernel) and kernel.other is not None:
        rows, other = (kernel.other, kernel.rows) if swapped else (kernel.rows, kernel.other)
        pairs = tuple(zip(rows, other, strict=True)) if same else tuple((p, q) for p in rows for q in other)
        return State((Share(powers=((largest_divergence(pairs), ONE),)),), None, state.room)
    if isinstance(kernel, SampledKernel):
        moved = None if state.moved is None else plus(state.moved, kernel.gap)
        factor = sampled_divergence(kernel.rate, over(kernel.gap, kernel.std))
        if not same:
            if moved is None:
                return State(EVERYTHING, None, state.room)
            factor = gaussian_divergence(Call("/", (moved, kernel.std)))
        return State((Share(powers=((factor, ONE),)),), moved, state.room)
    raise TypeError(kernel.kind)
