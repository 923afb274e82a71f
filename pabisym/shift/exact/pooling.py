"""Pooling adjacent violators over certified numbers: the blocks of an optimum, and the best restart.

The numbers are python-flint balls, or integers where every contraction is 0 or 1.  Two balls may be too close to be told apart; whoever
calls says by a function how such a comparison turns out.  A caller with rational data decides it exactly, so that the result is that of
exact arithmetic: the balls only save work.  A caller without exact data answers "not apart" and afterwards bounds what that may have cost.

A *block* ``(p, q)`` is the steps p+1..q.  What is known of it (see :mod:`pabisym.shift.exact.solve`) is

    N = sum C(t, q) s_t      W = sum C(t, q)^2 sigma_t^2      G = prod c_t,

and of two neighbours the left one stays apart when ``N_l W_r < G_r N_r W_l``.  Only sums, products and quotients of
non-negative numbers occur, so the relative width of the balls grows with the number of steps and not with what the
numbers are; nothing cancels, nothing underflows.

Exact comparisons are made with sums over the steps in question, computed by balanced products: with N = n / (Q a),
W = w / (Q^2 b) and G = P / Q of neighbouring steps, joined over common multiples of a and of b,

    n = P_r n_l + Q_l n_r      w = P_r^2 w_l + Q_l^2 w_r      P = P_l P_r      Q = Q_l Q_r.

No greatest common divisor of long numbers is taken before the last line.

Sequences count the steps from 0: ``gap[t]`` belongs to step t + 1, which leads from position t to position t + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from flint import arb, fmpq, fmpz

from pabisym.shift.instance import Instance

Real = TypeVar("Real", arb, int)

_CHUNK = 32
"""Exact sums over this many steps are made one step at a time."""
_COMMON_BITS = 4096
"""Denominators up to this length are joined by their least common multiple, longer ones by their product."""

Joins: TypeAlias = Callable[[int, int, int], bool]
"""Whether the blocks (p, m) and (m, q) that balls do not tell apart are to be joined, given p, m and q."""


class Steps(NamedTuple, Generic[Real]):
    """The data ``c_t``, ``s_t`` and ``sigma_t^2`` of all steps, non-negative; zeros are exact."""

    contraction: Sequence[Real]
    gap: Sequence[Real]
    variance: Sequence[Real]


class Pool(NamedTuple, Generic[Real]):
    """The block (``start``, ``end``) with N = ``shift`` and W = ``noise``."""

    start: int
    end: int
    shift: Real
    noise: Real


def rounded(values: Iterable[fmpq | arb]) -> list[arb]:
    """The numbers as balls of the working precision."""
    return [arb(value) for value in values]


def remembered(contraction: Sequence[fmpq | arb], position: int) -> int:
    """The position before the last step after ``position`` that contracts by 0, or ``position`` if there is none.

    Nothing that comes before it reaches the end, and what begins there has lost its history.
    """
    for t in range(len(contraction) - 1, position - 1, -1):
        if contraction[t] == 0:
            return t
    return position


def pooled(steps: Steps[Real], position: int, start: Real, joins: Joins) -> list[Pool[Real]]:
    """The blocks of the optimum on the steps after ``position`` from the shift ``start``, slopes increasing.

    They are those of exact arithmetic when ``joins`` answers whether ``N_l W_r >= G_r N_r W_l``.
    """
    firsts: list[int] = []
    shifts: list[Real] = []
    noises: list[Real] = []
    factors: list[Real] = []
    for t, (g, n, w) in enumerate(zip(*(values[position:] for values in steps), strict=True), start=position):
        first = t
        if t == position:
            n = n + g * start
        while firsts:
            left, right = shifts[-1] * w, g * n * noises[-1]
            if left < right or not (left >= right or joins(firsts[-1], first, t + 1)):
                break
            first = firsts.pop()
            n = g * shifts.pop() + n
            w = g * g * noises.pop() + w
            g = g * factors.pop()
        firsts.append(first)
        shifts.append(n)
        noises.append(w)
        factors.append(g)
    ends = (*firsts, len(steps.gap))[1:]
    return [Pool(*pool) for pool in zip(firsts, ends, shifts, noises, strict=True)]


def pooled_sums(gap: Sequence[int], variance: Sequence[int], position: int, start: int) -> list[Pool[int]]:
    """The same where every contraction is 1, in integers."""
    firsts: list[int] = []
    shifts: list[int] = []
    noises: list[int] = []
    for first, n, w in zip(range(position, len(gap)), gap[position:], variance[position:], strict=True):
        if first == position:
            n += start
        while firsts and shifts[-1] * w >= n * noises[-1]:
            first = firsts.pop()
            n += shifts.pop()
            w += noises.pop()
        firsts.append(first)
        shifts.append(n)
        noises.append(w)
    return [Pool(*pool) for pool in zip(firsts, (*firsts, len(gap))[1:], shifts, noises, strict=True)]


class Distances(NamedTuple):
    """``F_t``, the distance at t = 0..T that a diameter and the gaps alone allow, and the steps where it cuts."""

    bounds: list[arb]
    cuts: list[int]


def distances(steps: Steps[arb], start: arb, diameter: arb, cut: Callable[[int, list[int]], bool]) -> Distances:
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


class String(NamedTuple):
    """The blocks of an optimum: the first one, with the shift that comes in, and then those of a chain of links.

    Optima of the same steps from different starts share the links that they have in common.
    """

    first: _Segment
    link: Link

    def apart(self, other: String) -> tuple[arb, arb, Link]:
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


def optima(steps: Steps[arb], starts: Mapping[int, arb], joins: Callable[[int, int, int, bool], bool],
           strings: dict[int, String] | None = None) -> dict[int, arb | None]:
    """The optimum on the steps after each position of ``starts``, from the shift given there; ``None`` is infinite.

    Starts so early that they are certainly not the best are left out: as soon as the optimum from the shift 0, which
    only grows towards earlier positions, is above one that was found, the sweep ends.
    All of them in one sweep from the end.  With nothing to start from, the optimum after a position is a string of
    blocks that changes only at its left end when the position moves left; a start shift makes its first block
    swallow some more, and how many is found by leaps in logarithmic time (the string itself is left as it is).
    No contraction after the first of the positions may be 0, except in the very next step.
    ``joins(p, m, q, started)`` answers for balls too close; with ``started`` the block (p, m) carries the start of p.
    ``strings`` gets the blocks of every finite optimum.
    """
    chain, found, least = _Chain(len(steps.gap)), dict[int, arb | None](), None
    for p in range(len(steps.gap) - 1, min(starts) - 1, -1):
        c, s, v = steps.contraction[p], steps.gap[p], steps.variance[p]
        if p in starts:
            first = _Segment(s + c * starts[p], v, c)
            depth, first = chain.reach(first, lambda m, q, p=p: joins(p, m, q, True))  # type: ignore[misc]
            cost = first.cost()
            found[p] = total = None if cost is None else cost + chain.costs[depth]
            if total is not None and (least is None or total.upper() < least):
                least = total.upper()
            if strings is not None and cost is not None:
                strings[p] = String(first, chain.links[depth])
        chain.extend(p, _Segment(s, v, c), lambda m, q, p=p: joins(p, m, q, False))  # type: ignore[misc]
        if least is not None and chain.costs[-1] > least:
            break
    return found


class _Chain:
    """The ends of the blocks of a suffix, the last step at index 0, each with the block from it to the one below.

    ``leaps[i]`` is some index below i, further down for some i than for others, such that any index is reached from
    any above it in a logarithmic number of leaps and single steps (Myers' random-access stack).
    """

    def __init__(self, end: int) -> None:
        none = _Segment(arb(0), arb(0), arb(1))
        self.ends, self.costs, self.leaps = [end], [arb(0)], [0]
        self.blocks, self.across = [none], [none]
        self.links = [Link(end, none, None)]

    def reach(self, first: _Segment, joins: Callable[[int, int], bool]) -> tuple[int, _Segment]:
        """How far ``first``, the steps up to the top of the chain, must be extended: the index, and the extension."""
        index = len(self.ends) - 1
        while self._passes(index, first, joins):
            leap = self.leaps[index]
            far = first.then(self.across[index])
            if self._passes(leap, far, joins):
                index, first = leap, far
            else:
                index, first = index - 1, first.then(self.blocks[index])
        return index, first

    def extend(self, position: int, first: _Segment, joins: Callable[[int, int], bool]) -> None:
        """Put ``position`` on top, ``first`` being the step after it; its block swallows what it must."""
        while self._passes(len(self.ends) - 1, first, joins):
            first = first.then(self.blocks[-1])
            for column in (self.ends, self.costs, self.leaps, self.blocks, self.across, self.links):
                column.pop()
        below = len(self.ends) - 1
        leap, across = below, first
        if below and below - self.leaps[below] == self.leaps[below] - self.leaps[self.leaps[below]]:
            leap = self.leaps[self.leaps[below]]
            across = first.then(self.across[below]).then(self.across[self.leaps[below]])
        self.links.append(Link(position, first, self.links[below]))
        self.ends.append(position)
        self.costs.append(_finite(first) + self.costs[below])
        self.leaps.append(leap)
        self.blocks.append(first)
        self.across.append(across)

    def _passes(self, index: int, first: _Segment, joins: Callable[[int, int], bool]) -> bool:
        """Whether ``first``, which ends at ``index``, must swallow the block after it."""
        if index == 0:
            return False
        apart = first.apart(self.blocks[index])
        return joins(self.ends[index], self.ends[index - 1]) if apart is None else not apart


# Exact sums, and the comparisons that balls leave open.


class Sums(NamedTuple):
    """N = ``shift / (below * shift_below)``, W = ``noise / (below^2 * noise_below)``, G = ``above / below``."""

    shift: fmpz
    shift_below: fmpz
    noise: fmpz
    noise_below: fmpz
    above: fmpz
    below: fmpz

    @property
    def total_shift(self) -> fmpq:
        """N."""
        return fmpq(self.shift, self.below * self.shift_below)

    @property
    def total_noise(self) -> fmpq:
        """W."""
        return fmpq(self.noise, self.below * self.below * self.noise_below)

    @property
    def multiplier(self) -> fmpq:
        """N / W, and 0 when there is nothing to pay."""
        if not self.shift:
            return fmpq(0)
        return fmpq(self.shift * self.below * self.noise_below, self.shift_below * self.noise)

    @property
    def cost(self) -> fmpq:
        """N^2 / W, and 0 when there is nothing to pay."""
        if not self.shift:
            return fmpq(0)
        return fmpq(self.shift * self.shift * self.noise_below, self.shift_below * self.shift_below * self.noise)


class Series(Protocol):
    """Contractions, gaps and noise variances, one per step; gaps may be negative here."""

    @property
    def contraction(self) -> Sequence[fmpq]:
        """``c_t``."""

    @property
    def gap(self) -> Sequence[fmpq]:
        """``s_t``."""

    @property
    def noise_variance(self) -> Sequence[fmpq]:
        """``sigma_t^2``."""


class Products:
    """Exact sums over consecutive steps of an instance; those found become parts of later ones."""

    def __init__(self, instance: Series) -> None:
        self.instance = instance
        self._known: dict[int, tuple[int, Sums]] = {}

    def over(self, p: int, q: int) -> Sums:
        """N, W and G of the steps p+1..q."""
        nodes, t = [], p
        while t < q:
            end, node = self._known.get(t, (q + 1, _NOTHING))
            if end > q:
                end = next((u for u in range(t + 1, min(t + _CHUNK, q)) if u in self._known), min(t + _CHUNK, q))
                node = self._chunk(t, end)
            nodes.append(node)
            t = end
        while len(nodes) > 1:
            odd = nodes[-1:] if len(nodes) % 2 else []
            nodes = [_joined(left, right) for left, right in zip(nodes[::2], nodes[1::2], strict=False)] + odd
        if q > p:
            self._known[p] = q, nodes[0]
        return nodes[0] if nodes else _NOTHING

    def _chunk(self, p: int, q: int) -> Sums:
        """The same of a few steps, one after the other over common denominators."""
        shift_below, gaps = _integral(self.instance.gap[p:q])
        noise_below, variances = _integral(self.instance.noise_variance[p:q])
        n, w, above, below = fmpz(0), fmpz(0), fmpz(1), fmpz(1)
        for contraction, gap, variance in zip(self.instance.contraction[p:q], gaps, variances, strict=True):
            factor = contraction.p
            above *= factor
            below *= contraction.q
            n = factor * n + below * gap
            w = factor * factor * w + below * below * variance
        return Sums(n, shift_below, w, noise_below, above, below)


def _integral(values: Sequence[fmpq]) -> tuple[fmpz, list[fmpz]]:
    """The least common denominator, and the numbers multiplied by it."""
    denominators = [value.q for value in values]
    scale = fmpz(1)
    for denominator in denominators:
        scale = scale.lcm(denominator)
    return scale, [value.p * (scale // below) for value, below in zip(values, denominators, strict=True)]


_NOTHING = Sums(fmpz(0), fmpz(1), fmpz(0), fmpz(1), fmpz(1), fmpz(1))


def _joined(left: Sums, right: Sums) -> Sums:
    shift_below, of_left, of_right = _common(left.shift_below, right.shift_below)
    shift = right.above * left.shift * of_left + left.below * right.shift * of_right
    noise_below, of_left, of_right = _common(left.noise_below, right.noise_below)
    noise = right.above * right.above * left.noise * of_left + left.below * left.below * right.noise * of_right
    return Sums(shift, shift_below, noise, noise_below, left.above * right.above, left.below * right.below)


def _common(left: fmpz, right: fmpz) -> tuple[fmpz, fmpz, fmpz]:
    """A common multiple, and by what to multiply each of the two numbers to get it."""
    if left == right:
        return left, fmpz(1), fmpz(1)
    if max(left.bit_length(), right.bit_length()) > _COMMON_BITS:
        return left * right, right, left
    multiple = left.lcm(right)
    return multiple, multiple // left, multiple // right


def lifted(sums: Sums, start: fmpq) -> Sums:
    """The same sums with the shift ``start`` coming in from before."""
    return _joined(Sums(start.p, start.q, fmpz(0), fmpz(1), fmpz(1), fmpz(1)), sums)


_Range: TypeAlias = tuple[int, int, bool]
"""The steps p+1..q, with the shift that p starts from or without."""


class Decisions:
    """The comparisons that balls leave open, by exact sums.

    ``first`` is the shift at position 0 or wherever the steps begin, ``diameter`` the one at a later restart.

    Where two neighbours tie, the block that they become has the slope of each of them, and the next comparisons look
    at the outermost pieces of such a chain of ties alone: at its first piece from the left, its last from the right.
    """

    def __init__(self, instance: Instance, first: fmpq, diameter: fmpq) -> None:
        self.products, self.first, self.diameter = Products(instance), first, diameter
        self.reached = 0, first
        self.first_piece: dict[_Range, _Range] = {}
        self.last_piece: dict[_Range, _Range] = {}

    def joins(self, p: int, m: int, q: int, started: bool) -> bool:
        """Whether ``N_l W_r >= G_r N_r W_l`` for the blocks (p, m), with the start of p if ``started``, and (m, q)."""
        whole_left, whole_right = (p, m, started), (m, q, False)
        left = self._sums(*self.last_piece.get(whole_left, whole_left))
        right = self._sums(*self.first_piece.get(whole_right, whole_right))
        mine = left.shift * right.noise * left.below * right.shift_below * left.noise_below
        other = right.above * right.shift * left.noise * left.shift_below * right.noise_below
        if mine == other and left.noise and right.noise:
            self.first_piece[p, q, started] = self.first_piece.get(whole_left, whole_left)
            self.last_piece[p, q, started] = self.last_piece.get(whole_right, whole_right)
        return bool(mine >= other)

    def cost(self, p: int, string: String, until: Link) -> fmpq:
        """The exact cost of the blocks of the string from p, up to the link ``until``."""
        link = string.link
        costs = [self._sums(p, link.end, True).cost]
        while link is not until and link.below is not None:
            costs.append(self._sums(link.end, link.below.end, False).cost)
            link = link.below
        return total(costs)

    def cut(self, t: int, cuts: list[int]) -> bool:
        """Whether the diameter is less than the distance it allows at step t, given the steps where it was before."""
        position, distance = max(self.reached, (cuts[-1], self.diameter) if cuts else (0, self.first))
        distance = lifted(self.products.over(position, t), distance).total_shift
        self.reached = t, min(distance, self.diameter)
        return bool(distance > self.diameter)

    def _sums(self, p: int, q: int, started: bool) -> Sums:
        sums = self.products.over(p, q)
        return lifted(sums, self.first if p == 0 else self.diameter) if started else sums


def balls(instance: Instance) -> Steps[arb]:
    """The data of an instance as balls of the working precision."""
    return Steps(rounded(instance.contraction), rounded(instance.gap), rounded(instance.noise_variance))


def total(values: list[fmpq]) -> fmpq:
    """The sum, pairing neighbours so that long denominators are met only near the end."""
    while len(values) > 1:
        odd = values[-1:] if len(values) % 2 else []
        values = [left + right for left, right in zip(values[::2], values[1::2], strict=False)] + odd
    return values[0] if values else fmpq(0)
