"""Pool-adjacent-violators on pieces: the taut string of a process for all parameters at once.

A block keeps the shift S and the noise N that it brings to its end, and the product of its contractions.  Of two neighbours the first
is merged into the second where it would be paid at the higher rate, S1*N2 >= c*S2*N1.  Where that depends on the letters, the answer
distinguishes the cases.  The price of the string is the sum of S**2/N over its blocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import TypeAlias

from pabisym.lang.grammar import to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, ZERO, Call, Name, Number, Term
from pabisym.numerics.pool import pool
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import STEP, names
from pabisym.shift.letters.algebra import Algebra, Assumed, NotInPieces, Open, Side
from pabisym.shift.letters.changing import ChangingLaw, free_and_bound, placed
from pabisym.shift.letters.pieces import Piece, Stretch, alignments, pieces
from pabisym.shift.letters.ratio import Ratio

MAX_LEAVES = 64
"""Most cases of one answer."""
MAX_DEPTH = 14
"""Most conditions that one case may depend on."""


@dataclass(frozen=True)
class Coordinates:
    """What a piece brings to its end: shift, noise, and the product of its contractions.

    An ``arc`` is a piece each of whose steps (or rounds) is a block of its own; ``single`` are the coordinates of the last of them,
    ``begin`` those of the first where they differ, and ``price`` is what they cost together.
    """

    shift: Ratio
    noise: Ratio
    product: Ratio
    single: Coordinates | None = None
    price: Ratio | None = None
    begin: Coordinates | None = None


@dataclass(frozen=True)
class SymbolicBlock:
    """Pieces ``first`` .. ``last`` (0 is the distance of the starts, pieces are counted from 1) that are paid at one rate.

    ``shift`` and ``noise`` are what they bring to the end of the block, as are the coordinates of their parts.
    """

    first: int
    last: int
    whole: Coordinates
    parts: tuple[SymbolicBlock, ...] = ()
    """The two neighbours that were merged, the first being the steeper; none for a single piece."""

    @property
    def price(self) -> Ratio:
        """The squared shift over the noise; for an arc, of all its steps."""
        if self.whole.price is not None:
            return self.whole.price
        return self.whole.shift**2 / self.whole.noise if self.whole.shift else self.whole.shift


@dataclass(frozen=True)
class Leaf:
    """The optimum in one case: its pieces, what each of them brings, the blocks, and the price, mu^2; ``assumed`` make the case."""

    pieces: tuple[Piece, ...]
    coordinates: tuple[Coordinates, ...]
    blocks: tuple[SymbolicBlock, ...]
    algebra: Algebra
    price: Term
    assumed: tuple[Assumed, ...] = ()

    @property
    def summed(self) -> tuple[Term, ...]:
        """What depends on the step in what steps that change add to noise, to shift, or to the price of paying at once."""
        laws = [one.law for piece in self.pieces for one in piece.stretches if one.law is not None]
        found = [free_and_bound(term)[1] for law in laws for term in (law.noise, law.shift, law.price)]
        return tuple(dict.fromkeys(one for one in found if STEP in names(one)))


@dataclass(frozen=True)
class Fork:
    """A distinction of cases: on the sign of a condition, which is at least 0 or below."""

    condition: Term
    later: Answer
    earlier: Answer


Answer: TypeAlias = "Leaf | Fork"


def taut_string(iteration: Iteration, kinds: Mapping[str, str], relations: Sequence[Term], *, rising: bool = False) -> Answer:
    """The optimal shift allocation of a process without a diameter, for all letters in their domains.

    ``kinds`` maps every letter to ``real`` or ``integer``; ``relations`` are what is assumed of them; ``rising``: gaps of which that is
    not seen are taken to grow against the noise, else to fall.  Raises
    :class:`~pabisym.shift.letters.algebra.NotInPieces`, with the reason, where the process is not made of pieces that are known here.
    """
    left = [MAX_LEAVES]
    found = _solve_case(iteration, Algebra(kinds, relations, rising=rising), left)
    if found is None:
        raise NotInPieces("the domains are empty")
    return found


def _solve_case(iteration: Iteration, algebra: Algebra, left: list[int]) -> Answer | None:
    """The answer in the case of an algebra; None where the case is impossible."""
    if algebra.assumed and not algebra.possible():
        return None
    try:
        left[0] -= 1
        if left[0] < 0 or len(algebra.assumed) > MAX_DEPTH:
            raise NotInPieces("too many cases have to be distinguished")
        return replace(_leaf(iteration, algebra), assumed=algebra.assumed)
    except Open as found:
        condition = found.condition
    left[0] += 1
    integer, own, shown = algebra.integral(condition), algebra.term(condition, joined=False), algebra.term(condition)
    sides: tuple[Side, Side] = (">=", "<")
    later, earlier = (_solve_case(iteration, algebra.case(Assumed(own, side, integer)), left) for side in sides)
    if later is None or earlier is None:
        return later if earlier is None else earlier
    return Fork(shown, later, earlier)


def _leaf(iteration: Iteration, algebra: Algebra) -> Leaf:
    own, found = _cut_pieces(iteration, algebra)
    start = algebra.value(iteration.start_shift)
    alone = [SymbolicBlock(position, position, one) for position, one in enumerate(found, 1)]
    alone = [SymbolicBlock(0, 0, Coordinates(start, algebra.zero, algebra.one)), *alone] if start else [
        *dropwhile(lambda block: not block.whole.shift and block.whole.single is None, alone)]
    stack = pool(alone, lambda left, right: _violates(left.whole, right.whole, algebra), _join)
    for block in stack:
        noise = block.whole.noise if block.whole.single is None else block.whole.single.noise
        if block.whole.shift and not noise:
            raise NotInPieces("shift arrives after the last noise")
    prices = tuple(algebra.term(block.price) for block in stack if block.price)
    apart = ZERO if not prices else prices[0] if len(prices) == 1 else Call("+", prices)
    whole = algebra.term(algebra.total(block.price for block in stack))
    return Leaf(own, found, tuple(stack), algebra, tidied(min((whole, apart), key=lambda term: len(to_text(term)))))


def _join(before: SymbolicBlock, right: SymbolicBlock) -> SymbolicBlock:
    if right.whole.single is not None or before.whole.single is not None:
        raise NotInPieces("a part that is paid step by step is cut at a step that depends on the letters")
    return SymbolicBlock(before.first, right.last, merge(before.whole, right.whole), (before, right))


def _cut_pieces(iteration: Iteration, algebra: Algebra) -> tuple[tuple[Piece, ...], tuple[Coordinates, ...]]:
    """The pieces and what each of them brings; rounds begin where each of them is paid at one rate."""
    *others, last = alignments(iteration)
    for align in others:
        with suppress(NotInPieces):
            own = pieces(iteration, algebra, align)
            return own, tuple(coordinates(piece, algebra) for piece in own)
    own = pieces(iteration, algebra, last)
    return own, tuple(coordinates(piece, algebra) for piece in own)


def merge(first: Coordinates, second: Coordinates) -> Coordinates:
    """What two neighbours bring to the end of the second."""
    c = second.product
    return Coordinates(c * first.shift + second.shift, c**2 * first.noise + second.noise, first.product * c)


def _violates(first: Coordinates, second: Coordinates, algebra: Algebra) -> bool:
    """Is the first one, at its end, at least as steep as the second at its beginning."""
    left, right = first.single or first, second.begin or second.single or second
    return algebra.at_least_zero(left.shift * right.noise - right.product * right.shift * left.noise)


def coordinates(piece: Piece, algebra: Algebra) -> Coordinates:
    """What a piece brings to its end, in closed form."""
    inner = [_stretch(one, algebra) for one in piece.stretches]
    whole = inner[0]
    for one in inner[1:]:
        if whole.single is not None or one.single is not None:
            raise NotInPieces("a round has a part that is paid step by step")
        if not _violates(whole, one, algebra):
            raise NotInPieces("a round is paid at more than one rate")
        whole = merge(whole, one)
    rounds, x = piece.rounds, whole.product
    if rounds.number == 1:
        return whole
    if whole.single is not None:
        raise NotInPieces("a round has a part that is paid step by step")
    if x.number == 1:
        return Coordinates(rounds * whole.shift, rounds * whole.noise, x)
    base, steps = base_of_round(piece, algebra)
    y = algebra.power(base, steps * rounds)
    all_rounds = Coordinates(whole.shift * (1 - y) / (1 - x), whole.noise * (1 - y**2) / (1 - x**2), y)
    if algebra.holds(x - 1, ">="):
        return replace(all_rounds, single=whole, price=rounds * whole.shift**2 / whole.noise)
    return all_rounds


def base_of_round(piece: Piece, algebra: Algebra) -> tuple[Term, Ratio]:
    """The contraction of a round, and how many of its steps have it; the others have none."""
    found = [one for one in piece.stretches if side_of_one(algebra.value(one.contraction), algebra)]
    if len({one.contraction for one in found}) > 1:
        raise NotInPieces("a round has more than one contraction")
    return found[0].contraction, algebra.total(one.steps for one in found)


def _stretch(one: Stretch, algebra: Algebra) -> Coordinates:
    if one.law is not None:
        return _changing(one, one.law, algebra)
    c = algebra.value(one.contraction)
    m, v, s, g = one.steps, one.variance, one.gap, one.jump
    if side_of_one(c, algebra) == 0:
        return Coordinates(s * m + g, v * m, algebra.one)
    x = algebra.power(one.contraction, m)
    found = Coordinates(s * (1 - x) / (1 - c) + g * x / c, v * (1 - x**2) / (1 - c**2), x)
    if s and side_of_one(c, algebra) > 0 and m.number != 1:
        if g:
            raise NotInPieces("a single gap among equal ones, with factors above 1")
        return Coordinates(found.shift, found.noise, x, Coordinates(s, v, c), m * s**2 / v)
    return found


def _changing(one: Stretch, law: ChangingLaw, algebra: Algebra) -> Coordinates:
    """What steps that change bring: sums over them, which are atoms."""
    some = algebra.holds(one.steps - 1, ">=")
    x = algebra.value(law.before) if STEP in names(law.contraction) else algebra.power(law.contraction, one.steps)
    noise = algebra.at_least(law.total(law.noise), strict=some)
    shift = algebra.at_least(law.total(law.shift), strict=False)
    jump = one.jump * algebra.value(tidied(placed(law.later, law.first))) if one.jump else one.jump
    if law.gap == ZERO or not _rises(law, algebra):
        return Coordinates(shift + jump, noise, x)
    if jump:
        raise NotInPieces("a single gap among gaps that grow against the noise")
    value = algebra.value
    last, begin = (Coordinates(value(placed(law.gap, at)), value(placed(law.variance, at)), value(placed(law.contraction, at)))
                   for at in (law.last, law.first))
    return Coordinates(shift, noise, x, last, algebra.at_least(law.total(law.price), strict=False), begin)


def _rises(law: ChangingLaw, algebra: Algebra) -> bool:
    """Do the gaps grow against the noise, counted without contractions; what is not seen is taken as ``algebra.rising``."""
    within = (Call(">=", (Name(STEP), Call("+", (law.first, ONE)))), Call("<=", (Name(STEP), law.last)))
    inner = Algebra({**algebra.kinds, STEP: "integer"}, (*algebra.relations, *within), algebra.assumed)
    before = Call("+", (Name(STEP), Number(-1)))
    now, earlier = ([inner.value(placed(term, at)) for term in (law.gap, law.variance, law.contraction)] for at in (Name(STEP), before))
    fall = earlier[0] * now[1] - now[0] * now[2] * earlier[1]
    if inner.holds(fall, ">="):
        return False
    if inner.holds(-fall, ">="):
        return True
    # A distinction of cases, where the sign at every step is that of a factor which does not depend on the step.
    open_ = [one for polynomial, power in fall.top.factor()[1] if int(power) % 2 and inner.sign(one := fall.made(polynomial)) is None]
    if len(open_) == 1 and STEP not in names(inner.term(open_[0])):
        raise Open(algebra.value(inner.term(open_[0])))
    return algebra.rising


def side_of_one(c: Ratio, algebra: Algebra) -> int:
    """1 where a contraction is above 1, 0 where it is 1, -1 below; raises :class:`Open` where that depends."""
    if c == 1:
        return 0
    if not algebra.holds(c, ">"):
        raise NotInPieces("a contraction is not seen to be positive")
    if algebra.holds(1 - c, ">"):
        return -1
    if algebra.holds(c - 1, ">"):
        return 1
    if not algebra.holds(c - 1, ">="):
        raise Open(c - 1)
    if algebra.holds(1 - c, ">="):
        return 0
    raise Open(1 - c)


def bound_of(answer: Answer) -> Term:
    """The price as one term, with distinctions of cases where the branches differ."""
    if isinstance(answer, Leaf):
        return answer.price
    later, earlier = bound_of(answer.later), bound_of(answer.earlier)
    return later if later == earlier else Call("cases", (answer.condition, later, earlier))


def leaves(answer: Answer) -> tuple[Leaf, ...]:
    """All cases."""
    return (answer,) if isinstance(answer, Leaf) else (*leaves(answer.later), *leaves(answer.earlier))
