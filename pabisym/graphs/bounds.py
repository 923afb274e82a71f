"""Bounds along a kernel graph: how much two runs can be told apart at every node.

A bound on E_gamma is a sum of shares, each a weight times a product of factors; shares may run over a letter, as the stopping
time of a mixture does.  Beside it goes ``moved``, a bound on the distance of the two runs under the best coupling, which
a first noise turns into a divergence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from flint import fmpq

from pabisym.divergence.profile import Probabilities
from pabisym.graphs.kernels import (
    Factor,
    FiniteFactor,
    FiniteKernel,
    Fused,
    GaussianFactor,
    Kernel,
    MapKernel,
    NoiseKernel,
    Room,
    SampledKernel,
    largest,
    least,
    number,
    plus,
    power,
    take_fused_apart,
    times,
)
from pabisym.graphs.model import GraphEdge, MarkovGraph
from pabisym.lang.term import ONE, ZERO, Binding, Call, Name, Number, Term, substitute

Powers: TypeAlias = tuple[tuple[Factor, Term], ...]


@dataclass(frozen=True)
class Share:
    """weight * product of factor**exponent, summed over letters (name, first, last), the innermost first."""

    weight: Term = ONE
    letters: tuple[tuple[str, Term, Term], ...] = ()
    powers: Powers = ()

    @property
    def term(self) -> Term:
        """The share as a formula in gamma and the letters of the graph."""
        result = times(self.weight, *(power(factor.term, exponent) for factor, exponent in self.powers))
        for name, low, high in self.letters:
            result = Call("sum", (result, Name(name), low, high))
        return result

    def contracted(self, factors: tuple[Factor, ...], passes: Term = ONE) -> Share:
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
            here = first or State(*_start(node.law, node.other_law, node.apart, swapped=swapped), None)
        elif node.mixture:
            here = _mixed([_shared(edge, _through(edge, found[edge.source], swapped=swapped)) for edge in arriving])
        else:
            here = _through(arriving[0], found[arriving[0].source], swapped=swapped)
        found[name] = replace(here, room=least(here.room, node.diameter))
    return found


def _start(law: Probabilities | None, other: Probabilities | None, apart: Room, *, swapped: bool) -> tuple[Bound, Room]:
    if law is not None and other is not None and law != other:
        pair = (other, law) if swapped else (law, other)
        return (Share(powers=((FiniteFactor((pair,)), ONE),)),), None
    return (NOTHING, ZERO) if apart is None else (EVERYTHING, apart)


def _shared(edge: GraphEdge, state: State) -> State:
    """An edge into a mixture: its share of the bound, by joint convexity."""
    over = () if edge.over is None else ((edge.over.letter, edge.over.first, edge.over.last),)
    weight = ONE if edge.weight is None else edge.weight
    shares = tuple(replace(s, weight=times(weight, s.weight), letters=(*s.letters, *over)) for s in state.bound)
    return replace(state, bound=shares, moved=ZERO if state.moved == ZERO else None)


def _mixed(parts: list[State]) -> State:
    room = parts[0].room
    for part in parts[1:]:
        room = largest(room, part.room)
    moved = ZERO if all(part.moved == ZERO for part in parts) else None
    return State(tuple(share for part in parts for share in part.bound), moved, room)


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
    constants = [kernel.lipschitz_constant for kernel in kernels]
    known = [constant for constant in constants if constant is not None]
    return times(power(times(*known), passes), moved) if len(known) == len(constants) else None


def _passed(kernels: tuple[Kernel, ...], state: State, *, swapped: bool) -> State:
    for kernel in kernels:
        after = _one(kernel, state, swapped=swapped)
        state = replace(after, room=kernel.room(state.room))
    return state


def _one(kernel: Kernel, state: State, *, swapped: bool) -> State:
    """The state after one kernel, with the diameter from before."""
    if kernel.differs:
        return _apart(kernel, state, swapped=swapped)
    moved = _stretched((kernel,), state.moved, ONE)
    if isinstance(kernel, NoiseKernel) and state.bound == EVERYTHING and moved is not None:
        return State((Share(powers=((kernel.between(moved), ONE),)),), moved, state.room)
    return State(tuple(share.contracted(kernel.coefficient(state.room)) for share in state.bound), moved, state.room)


def _apart(kernel: Kernel, state: State, *, swapped: bool) -> State:
    """After a kernel that is another in the second run."""
    same = state.bound == NOTHING
    if isinstance(kernel, MapKernel) and kernel.gap is not None:
        moved = _stretched((kernel,), state.moved, ONE)
        return State(EVERYTHING, None if moved is None else plus(moved, kernel.gap), state.room)
    if isinstance(kernel, FiniteKernel) and kernel.other is not None:
        rows, other = (kernel.other, kernel.rows) if swapped else (kernel.rows, kernel.other)
        pairs = tuple(zip(rows, other, strict=True)) if same else tuple((p, q) for p in rows for q in other)
        return State((Share(powers=((FiniteFactor(pairs), ONE),)),), None, state.room)
    if isinstance(kernel, SampledKernel):
        moved = None if state.moved is None else plus(state.moved, kernel.gap)
        factor = kernel.factor if same else None if moved is None else GaussianFactor(Call("/", (moved, kernel.std)))
        return State(EVERYTHING if factor is None else (Share(powers=((factor, ONE),)),), moved, state.room)
    raise TypeError(kernel.kind)


def concrete(bound: Bound, value: Callable[[Term], fmpq], limit: int) -> list[tuple[fmpq, tuple[Factor, ...]]]:
    """The bound at a point, as weights and products of factors: sums over letters are written out.

    Raises :class:`OverflowError` beyond ``limit`` factors.
    """
    found: list[tuple[fmpq, tuple[Factor, ...]]] = []
    for share in bound:
        found += _unrolled(share, {}, share.letters, value, limit - sum(1 + len(factors) for _, factors in found))
    return found


def _unrolled(share: Share, at: Binding, letters: tuple[tuple[str, Term, Term], ...], value: Callable[[Term], fmpq],
              limit: int) -> list[tuple[fmpq, tuple[Factor, ...]]]:
    """One share, the values of the outer letters given; the last letter is the outermost."""

    def here(term: Term) -> fmpq:
        return value(substitute(term, at))

    if limit < 0:
        raise OverflowError
    if not letters:
        factors = [(factor.placed(at), int(here(exponent).p)) for factor, exponent in share.powers]
        if sum(count for _, count in factors) > limit:
            raise OverflowError
        return [(here(share.weight), tuple(factor for factor, count in factors for _ in range(count)))]
    (name, low, high), inner = letters[-1], letters[:-1]
    found: list[tuple[fmpq, tuple[Factor, ...]]] = []
    for k in range(int(here(low).p), int(here(high).p) + 1):
        used = sum(1 + len(factors) for _, factors in found)
        found += _unrolled(share, {**at, name: ((), number(k))}, inner, value, limit - used)
    return found
