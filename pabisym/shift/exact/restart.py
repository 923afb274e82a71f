"""Restarts over certified numbers: where a diameter cuts, and the optima from many starts in one sweep.

The numbers are python-flint balls.  Two of them may be too close to be told apart; whoever calls says by a function how such a
comparison turns out (see :mod:`pabisym.shift.exact.solve`, also for N, W and G).

Sequences count the steps from 0: ``gap[t]`` belongs to step t + 1, which leads from position t to position t + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from flint import arb, fmpq

Real = TypeVar("Real", arb, int, fmpq)


class RestartSteps(NamedTuple, Generic[Real]):
    """The data ``c_t``, ``s_t`` and ``sigma_t^2`` of all steps, non-negative; zeros are exact."""

    contraction: Sequence[Real]
    gap: Sequence[Real]
    variance: Sequence[Real]


class Distances(NamedTuple):
    """``F_t``, the distance at t = 0..T that a diameter and the gaps alone allow, and the steps where it cuts."""

    bounds: list[arb]
    cuts: list[int]


def distances(steps: RestartSteps[arb], start: arb, diameter: arb, cut: Callable[[int, list[int]], bool]) -> Distances:
    """``F_0 = min(D, z_0)``, ``F_t = min(D, c_t F_{t-1} + s_t)``, and the steps t where D is the smaller.

    ``cut(t, cuts)`` says whether it is at a step t where the balls do not tell; ``cuts`` are the ones before.
    """
    bounds, cuts = [start if start <= diameter else diameter if start > diameter else start.min(diameter)], []
    for t, (c, s) in enumerate(zip(steps.contraction, steps.gap, strict=True), start=1):
        reached = c * bounds[-1] + s
        if reached <= diameter:
            bounds.append(reached)
        elif reached > diameter:
            bounds.append(diameter)
            cuts.append(t)
        else:
            if cut(t, cuts):
                cuts.append(t)
            bounds.append(reached.min(diameter))
    return Distances(bounds, cuts)


class _Segment(NamedTuple):
    """N, W and G of some consecutive steps."""

    shift: arb
    noise: arb
    factor: arb

    def then(self, right: _Segment) -> _Segment:
        """The same of these steps and of the ``right`` ones after them."""
        n, w, g = right
        return _Segment(g * self.shift + n, g * g * self.noise + w, g * self.factor)

    def apart(self, right: _Segment) -> bool | None:
        """Whether the slope of these steps is less than that of the next; ``None`` if the balls do not tell."""
        mine, other = self.shift * right.noise, right.factor * right.shift * self.noise
        return True if mine < other else False if mine >= other else None

    def cost(self) -> arb | None:
        """``N^2 / W``; ``None``, infinite, when nothing can pay."""
        if self.shift == 0:
            return arb(0)
        return None if self.noise == 0 else self.shift * self.shift / self.noise


class Link(NamedTuple):
    """A position where the optimum of some suffix bends, the block from there on, and where that ends; the end has none."""

    end: int
    block: _Segment
    below: Link | None


class RestartString(NamedTuple):
    """The blocks of an optimum: the first one, with the shift of the restart, and then those of a chain of links.

    Optima of the same steps from different starts share the links that they have in common.
    """

    first: _Segment
    link: Link

    def apart(self, other: RestartString) -> tuple[arb, arb, Link]:
        """The cost of each of two optima up to the first link that they have in common, and that link; both are finite.

        Behind it they are equal.  The costs are about as different as they can be, where those of the whole strings may
        agree in any number of digits.
        """
        mine, theirs, left, right = self.first.cost(), other.first.cost(), self.link, other.link
        if mine is None or theirs is None:
            raise ArithmeticError("an infinite optimum has no blocks")
        while left is not right:
            if left.end < right.end and left.below is not None:
                mine, left = mine + _finite(left.block), left.below
            elif right.below is not None:
                theirs, right = theirs + _finite(right.block), right.below
            else:
                raise ArithmeticError("two strings without a common end")
        return mine, theirs, left


def _finite(block: _Segment) -> arb:
    cost = block.cost()
    if cost is None:
        raise ArithmeticError("a gap that nothing pays for in an instance with a finite optimum")
    return cost


def optima(steps: RestartSteps[arb], starts: Mapping[int, arb], joins: Callable[[int, int, int, bool], bool],
           strings: dict[int, RestartString]) -> dict[int, arb | None]:
    """The optimum on the steps after each position of ``starts``, from the shift given there; ``None`` is infinite.

    Starts so early that they are certainly not the best are left out: as soon as the optimum from the shift 0, which only grows towards
    earlier positions, is above one that was found, the sweep ends.  All of them in one sweep from the end.  With nothing to start from, the
    optimum after a position is a string of blocks that changes only at its left end when the position moves left; a start shift makes its
    first block swallow some more, and how many is found by leaps in logarithmic time (the string itself is left as it is).  No contraction
    after the first of the positions may be 0, except in the very next step.  ``joins(p, m, q, started)`` answers for balls too close; with
    ``started`` the block (p, m) carries the start of p.  ``strings`` gets the blocks of every finite optimum.
    """
    chain, found, least = _Chain(len(steps.gap)), dict[int, arb | None](), None
    for p in range(len(steps.gap) - 1, min(starts) - 1, -1):
        c, s, v = steps.contraction[p], steps.gap[p], steps.variance[p]
        if p in starts:
            first = _Segment(s + c * starts[p], v, c)
            depth, first = chain.reach(first, lambda m, q, p=p: joins(p, m, q, True))  # type: ignore[misc]
            cost = first.cost()
            found[p] = total = None if cost is None else cost + chain.bends[depth].cost
            if total is not None and (least is None or total.upper() < least):
                least = total.upper()
            if cost is not None:
                strings[p] = RestartString(first, chain.bends[depth].link)
        chain.extend(p, _Segment(s, v, c), lambda m, q, p=p: joins(p, m, q, False))  # type: ignore[misc]
        if least is not None and chain.bends[-1].cost > least:
            break
    return found


class _Bend(NamedTuple):
    """An end of a block of a suffix: the cost from there on, some index further down, what lies between, and the link that begins there."""

    cost: arb
    leap: int
    across: _Segment
    link: Link


class _Chain:
    """The ends of the blocks of a suffix, the last step at index 0.

    The leap of an index is further down for some than for others, such that any index is reached from any above it in a logarithmic number
    of leaps and single steps (Myers' random-access stack).
    """

    def __init__(self, end: int) -> None:
        none = _Segment(arb(0), arb(0), arb(1))
        self.bends = [_Bend(arb(0), 0, none, Link(end, none, None))]

    def reach(self, first: _Segment, joins: Callable[[int, int], bool]) -> tuple[int, _Segment]:
        """How far ``first``, the steps up to the top of the chain, must be extended: the index, and the extension."""
        index = len(self.bends) - 1
        while self._passes(index, first, joins):
            bend = self.bends[index]
            far = first.then(bend.across)
            if self._passes(bend.leap, far, joins):
                index, first = bend.leap, far
            else:
                index, first = index - 1, first.then(bend.link.block)
        return index, first

    def extend(self, position: int, first: _Segment, joins: Callable[[int, int], bool]) -> None:
        """Put ``position`` on top, ``first`` being the step after it; its block swallows what it must."""
        while self._passes(len(self.bends) - 1, first, joins):
            first = first.then(self.bends.pop().link.block)
        leap, across = len(self.bends) - 1, first
        top = self.bends[-1]
        after = self.bends[top.leap]
        if leap and leap - top.leap == top.leap - after.leap:
            leap, across = after.leap, first.then(top.across).then(after.across)
        self.bends.append(_Bend(_finite(first) + top.cost, leap, across, Link(position, first, top.link)))

    def _passes(self, index: int, first: _Segment, joins: Callable[[int, int], bool]) -> bool:
        """Whether ``first``, which ends at ``index``, must swallow the block after it."""
        if index == 0:
            return False
        link = self.bends[index].link
        apart = first.apart(link.block)
        return joins(link.end, self.bends[index - 1].link.end) if apart is None else not apart
