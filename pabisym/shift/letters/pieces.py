"""A process cut into pieces: breakpoints in order, and between them one law for contraction, noise and gaps.

Breakpoints stand before single gaps, at both ends of every range, where a formula distinguishes cases of the step, and before the first
and the last gap of a periodic part, whose middle is one piece of equal rounds.  Where their order depends on the letters,
:class:`~pabisym.shift.letters.algebra.Open` asks for a distinction of cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, TWO, ZERO, Call, Term, mentions, substitute
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import STEP, EachStep, Impulse, Listed, Periodic, StepSequence, Sum, names
from pabisym.shift.letters.algebra import Algebra, NotInPieces, Open
from pabisym.shift.letters.changing import ChangingLaw
from pabisym.shift.letters.ratio import Ratio

MAX_LISTED = 40
"""Most steps of a process that is given by lists."""


@dataclass(frozen=True)
class Stretch:
    """Consecutive steps with one contraction, one variance, one gap at every step, and a further gap, the jump, at the first one.

    A stretch with a jump has a step at least; others may be empty.  Where these change from step to step, ``law`` has them.
    """

    steps: Ratio
    contraction: Term
    variance: Ratio
    gap: Ratio
    jump: Ratio
    law: ChangingLaw | None = None


@dataclass(frozen=True)
class Counted:
    """Of something that recurs: its first step, its period, and how often it was at the end of a stretch's step, less one."""

    start: Ratio
    period: Ratio
    before: Ratio


@dataclass(frozen=True)
class Piece:
    """Some stretches from the step ``first`` on, repeated for ``rounds`` times.

    ``counted`` says for each stretch, in the first round, how far what recurs has come; in every further round it is one more.
    """

    first: Ratio
    stretches: tuple[Stretch, ...]
    rounds: Ratio
    counted: tuple[tuple[Counted, ...], ...] = ()

    @property
    def single(self) -> bool:
        """Is it one stretch, that is not repeated."""
        return len(self.stretches) == 1 and self.rounds == 1


@dataclass
class _Break:
    """A first step of a piece; at an ``event`` there is a gap, so that its piece has a step at least."""

    at: Ratio
    event: bool = False


@dataclass(frozen=True)
class _Recurring:
    """Something that recurs, at the steps start, start + period, …, ``number`` times after the first, and not after the step ``stop``.

    Its rounds are counted from the step ``first`` to the one before ``last``.  It is a gap of some size, or a law.
    """

    start: Ratio
    period: Ratio
    number: Ratio
    stop: Ratio
    first: Ratio
    last: Ratio
    gap: Ratio | None = None
    law: StepSequence | None = None


@dataclass
class _Cutter:
    """The breakpoints of a process, and what holds from each of them to the next."""

    iteration: Iteration
    algebra: Algebra
    align: Periodic | None = None
    breaks: list[_Break] = field(default_factory=list)
    jumps: list[tuple[Ratio, Ratio]] = field(default_factory=list)
    ranges: list[tuple[Ratio, Ratio, Term]] = field(default_factory=list)
    periods: list[_Recurring] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.end = self.algebra.value(self.iteration.steps) + 1
        self.one = self.algebra.one

    def cut(self) -> Iterator[Piece]:
        it = self.iteration
        for sequence in (it.contraction, it.noise.variance):
            if isinstance(sequence, Listed):
                self._every_step(len(sequence.items))
            elif isinstance(sequence, EachStep):
                self._conditions(sequence.size)
            elif isinstance(sequence, Periodic):
                self._recurring_law(sequence)
            else:
                raise NotInPieces("a contraction or a variance is a formula, a list, or recurs")
        for part in it.gap.parts if isinstance(it.gap, Sum) else (it.gap,):
            self._gap(part)
        self._single_rounds()
        holds = self.algebra.holds
        for now, after in pairwise(self._ordered()):
            inside = [one for one in self.periods if holds(now.at - one.first, ">=") and not holds(now.at - one.last, ">=")]
            if any(one.period != inside[0].period for one in inside):
                raise NotInPieces("parts with different periods overlap")
            yield from self._rounds(now.at, after.at, inside) if inside else self._apart(now.at, after.at)

    def _recurring_law(self, law: Periodic) -> None:
        """Rounds that end with the step at which the law is another one."""
        if STEP in names(law.size) | names(law.other):
            raise NotInPieces("a law that recurs changes from step to step")
        period, start = self.algebra.value(law.period), self.algebra.value(law.start)
        stop = self._stop(law)
        if not self._at_least(stop, start):
            return
        number = self._quotient(stop - start, period)
        after = start + number * period + 1
        first = self.one if self._same(start, period) else start + 1
        self._break(first)
        self._break(after)
        self.periods.append(_Recurring(start, period, number, self._until(law, stop), first, after, law=law))

    def _stop(self, part: Periodic) -> Ratio:
        """The last step at which something may recur: the end of the process where that comes first."""
        end = self.end - 1
        stop = end if part.stop is None else self.algebra.value(part.stop)
        return stop if self.algebra.holds(end - stop, ">=") or not self._at_least(stop, end) else end

    def _until(self, part: Periodic, stop: Ratio) -> Ratio:
        """The last step of what recurs, a breakpoint where it is told apart."""
        if part.stop is not None:
            self._break(stop + 1)
        return stop

    def _every_step(self, steps: int) -> None:
        if steps > MAX_LISTED:
            raise NotInPieces(f"more than {MAX_LISTED} steps are listed")
        for step in range(1, steps + 1):
            self._break(self.algebra.number(step))

    def _conditions(self, term: Term) -> None:
        """The steps at which a formula changes."""
        if not isinstance(term, Call) or STEP not in names(term):
            return
        if term.head == "cases":
            slope, rest = self._line(term.args[0])
            self._break(-rest if slope > 0 else rest + 1)
        for part in term.args[1:] if term.head == "cases" else term.args:
            self._conditions(part)

    def _line(self, condition: Term) -> tuple[int, Ratio]:
        """A condition on the step, one that is affine in it, as k + rest or rest - k for an integer rest."""
        algebra = self.algebra
        at = [algebra.value(substitute(condition, {STEP: ((), number)})) for number in (ZERO, ONE, TWO)]
        slope = at[1] - at[0]
        side = 1 if algebra.holds(slope, ">") else -1 if algebra.holds(-slope, ">") else 0
        if not side or at[2] - at[1] != slope:
            raise NotInPieces(f"{to_text(condition)} does not distinguish the steps before and after one")
        rest = at[0] / (side * slope)
        return side, rest if algebra.integral(rest) else algebra.value(Call("floor", (algebra.term(rest),)))

    def _gap(self, part: StepSequence) -> None:
        value = self.algebra.value
        if isinstance(part, Listed):
            self._every_step(len(part.items))
            for step, item in enumerate(part.items, 1):
                if item != ZERO:
                    self._jump(self.algebra.number(step), value(item))
        elif isinstance(part, Impulse):
            self._jump(value(part.index), value(substitute(part.size, {STEP: ((), part.index)})))
        elif isinstance(part, EachStep):
            self._conditions(part.size)
            self.ranges.append((self.one, self.end, part.size))
        elif isinstance(part, Periodic) and part.period == ONE:
            self._conditions(part.size)
            first, after = value(part.start), self._stop(part) + 1
            self._break(first)
            self._break(after)
            self.ranges.append((first, after, part.size))
        elif isinstance(part, Periodic):
            self._periodic(part)
        else:
            raise NotInPieces("a gap is not described by single steps, ranges and periods")

    def _jump(self, index: Ratio, size: Ratio) -> None:
        if size:
            self._break(index, event=True)
            self.jumps.append((index, size))

    def _periodic(self, part: Periodic) -> None:
        """The first gap, the last one, and the rounds between them."""
        if STEP in names(part.size):
            raise NotInPieces("the gaps of a periodic part differ")
        value, period, first = self.algebra.value, self.algebra.value(part.period), self.algebra.value(part.start)
        stop = self._stop(part)
        if not self._at_least(stop, first):
            return
        rounds = self._quotient(stop - first, period)
        last = first + rounds * period
        if self.align is not None and self.align is not part:
            self._beside(part, (first, period, rounds, stop), self.align)
            return
        self._break(first)
        self.periods.append(_Recurring(first, period, rounds, self._until(part, stop), first, last, gap=value(part.size)))
        self._jump(last, value(part.size))

    def _beside(self, part: Periodic, own: tuple[Ratio, Ratio, Ratio, Ratio], other: Periodic) -> None:
        """A gap in every round of another one: there is one before the rounds, or one after them."""
        value, (start, period, number, stop) = self.algebra.value, own
        first = value(other.start)
        self._at_least(number, self.one)
        if value(other.period) != period or value(part.size) == 0:
            raise NotInPieces("parts with different periods overlap")
        if self._quotient(self._stop(other) - first, period) != number:
            raise NotInPieces("of two gaps that come back one comes more often")
        if self._at_least(start, first):
            if not self._at_least(first + period - 1, start):
                raise NotInPieces("of two gaps that come back one begins later")
            self._jump(start + number * period, value(part.size))
        else:
            if not self._at_least(start + period - 1, first):
                raise NotInPieces("of two gaps that come back one begins later")
            self._jump(start, value(part.size))
        last = first + number * period
        self.periods.append(_Recurring(start, period, number, self._until(part, stop), first, last, gap=value(part.size)))

    def _single_rounds(self) -> None:
        """The rounds with a single gap within them, or in which a law changes, are breakpoints."""
        changes = [(one.at, False) for one in self.breaks if not one.event]
        for at, gap in [*((at, True) for at, _ in self.jumps), *changes]:
            for one in self.periods:
                since = at - one.first
                if one.gap is None or self.algebra.integral(since / one.period) or one.first != one.start:
                    continue
                if self._at_least(at, one.first) and self._at_least(one.last - 1, at):
                    rounds = self._quotient(since, one.period) if gap else self._decided(since, one.period)
                    self.algebra.whole(one.number - 1 - rounds, one.period)
                    begin = one.first + rounds * one.period
                    self.breaks[:0] = [_Break(begin, event=True), _Break(begin + one.period)]

    def _decided(self, length: Ratio, period: Ratio) -> Ratio:
        """The integer part of a quotient, a polynomial where it is one in every case of one more condition."""
        found = self._quotient(length, period)
        if found.polynomial and period.polynomial and length.polynomial and "floor" in to_text(self.algebra.term(found)):
            plain = self.algebra.one.made(divmod(length.top, period.top)[0])
            for own in (plain, plain - 1, plain + 1):
                rest = length - own * period
                if self.algebra.integral(own) and self.algebra.holds(rest, ">=") and not self.algebra.holds(rest - period, ">="):
                    raise Open(period - 1 - rest)
        return found

    def _quotient(self, length: Ratio, period: Ratio) -> Ratio:
        """The integer part of a quotient: a polynomial where one is seen to be it, else a floor."""
        algebra = self.algebra
        if length.polynomial and period.polynomial:
            plain = algebra.one.made(divmod(length.top, period.top)[0])
            for offset in (0, -1, 1):
                found = plain + offset
                rest = length - found * period
                if algebra.integral(found) and algebra.holds(rest, ">=") and algebra.holds(period - 1 - rest, ">="):
                    return found
        return algebra.value(Call("floor", (Call("/", (algebra.term(length), algebra.term(period))),)))

    # Order.

    def _break(self, at: Ratio, *, event: bool = False) -> None:
        self.breaks.append(_Break(at, event))

    def _at_least(self, x: Ratio, y: Ratio) -> bool:
        """Is x >= y, of two integers; raises :class:`Open` where that depends."""
        if self.algebra.holds(x - y, ">="):
            return True
        if self.algebra.holds(y - x - 1, ">="):
            return False
        raise Open(x - y)

    def _ordered(self) -> list[_Break]:
        """The breakpoints in order, each once, between the first step and the one after the last."""
        it = self.iteration
        # Sums of formulas in the step are no products with a length, so that a piece without steps is told apart.
        laws = [one.term() for one in (it.contraction, it.noise.variance) if isinstance(one, EachStep)]
        changes = any(STEP in names(part) for term in (*laws, *(size for _, _, size in self.ranges)) for part in _values(term))
        found, last = [_Break(self.one)], self.end - 1 if changes else self.end
        for one in self.breaks:
            if not one.event and (self.algebra.holds(self.one - one.at, ">=") or self.algebra.holds(one.at - self.end, ">=")):
                continue
            if not one.event and not (self._at_least(last, one.at) and self._at_least(one.at, self.one)):
                continue
            self._insert(found, one)
        return [*found, _Break(self.end)]

    def _insert(self, found: list[_Break], new: _Break) -> None:
        holds = self.algebra.holds
        for position, old in enumerate(found):
            difference = new.at - old.at
            if not difference or (holds(difference, ">=") and holds(-difference, ">=")):
                if new.event and not old.event and found[position + 1:] and not holds(found[position + 1].at - old.at - 1, ">="):
                    raise Open(found[position + 1].at - old.at - 1)
                renamed = not old.event and self._recurs(new.at) and not self._recurs(old.at)
                found[position] = _Break(new.at if renamed else old.at, old.event or new.event)
                return
            if holds(difference - 1, ">=") or (not old.event and holds(difference, ">=")):
                continue
            if holds(-difference - 1, ">=") or (not new.event and holds(-difference, ">=")):
                found.insert(position, new)
                return
            raise Open(difference if holds(-difference, ">=") or not old.event else difference - 1)
        found.append(new)

    def _recurs(self, at: Ratio) -> bool:
        """Is a step said to be a number of rounds after a gap that comes back."""
        return any(one.gap is not None and self.algebra.integral((at - one.start) / one.period) for one in self.periods)

    def _rounds(self, first: Ratio, after: Ratio, inside: list[_Recurring]) -> Iterator[Piece]:
        """Equal rounds; the first one by itself where it begins with a single gap."""
        period = inside[0].period
        passed = [(one, self._passed(one, first)) for one in inside]
        others = [one.start + found[0] * period for one, found in passed if found is not None and found[1]]
        first = next((at for at in (first, *(one.first for one in inside), *others) if self._same(at, first) and self.algebra.integral(
            (after - at) / period)), first)
        rounds = (after - first) / period
        if not self.algebra.integral(rounds):
            if self.algebra.holds(period - (after - first), ">="):
                yield from self._apart(first, after, inside)
                return
            raise NotInPieces(f"something changes within a round, at step {to_text(self.algebra.term(after))}")
        if rounds != 1 and any(self._same(at, first) for at, _ in self.jumps):
            if not self._at_least(rounds, self.one):
                return
            yield from self._apart(first, first + period, inside)
            first, rounds = first + period, rounds - 1
        if rounds == 1:
            yield from self._apart(first, after, inside)
            return
        inner = list(self._apart(first, first + period, inside))
        yield Piece(first, tuple(one.stretches[0] for one in inner), rounds, tuple(one.counted[0] for one in inner))

    def _apart(self, first: Ratio, after: Ratio, inside: Sequence[_Recurring] = ()) -> Iterator[Piece]:
        """The stretches from one breakpoint to the next, which are cut at what recurs; that ``inside`` does."""
        found = [_Break(first, event=bool(self._arrives(first, inside)[0]))]
        for one in self.periods:
            passed = self._passed(one, first)
            if passed is None:
                continue
            count, hit = passed
            if hit and one.law is not None:
                self._cut_at(found, first + 1, after)
            begin = one.start + (count + 1) * one.period
            if self._at_least(after - 1, begin) and (one in inside or self._at_least(one.number, count + 1)):
                self._cut_at(found, begin, after)
                if one.law is not None:
                    self._cut_at(found, begin + 1, after)
        for now, end in pairwise([*found, _Break(after)]):
            yield self._simple(now.at, end.at - now.at, inside)

    def _cut_at(self, found: list[_Break], at: Ratio, after: Ratio) -> None:
        if not self._same(at, after):
            self._insert(found, _Break(at))

    def _passed(self, one: _Recurring, at: Ratio) -> tuple[Ratio, bool] | None:
        """How often, less one, something has recurred up to a step, and whether it is at it; None where it is over, or still to come."""
        since, algebra = at - one.start, self.algebra
        if algebra.holds(at - one.stop - 1, ">="):
            return None
        if algebra.integral(since / one.period):
            return since / one.period, True
        for count in (algebra.zero, one.number) if one.law is not None else (algebra.zero,):
            if self._same(since, count * one.period):
                return count, True
        if one.law is not None and algebra.integral((since - 1) / one.period):
            count = (since - 1) / one.period
            return (count + 1, True) if self._same(one.start + (count + 1) * one.period, at) else (count, False)
        if algebra.holds(-since, ">="):
            return (algebra.number(-1), False) if algebra.holds(at - one.first, ">=") else None
        if algebra.holds(since - one.number * one.period, ">="):
            return one.number, False
        if not self._at_least(at, one.start):
            return None
        count = self._quotient(since, one.period)
        return count, self._same(one.start + count * one.period, at)

    def _arrives(self, first: Ratio, inside: Sequence[_Recurring]) -> tuple[Ratio, list[Counted]]:
        """The further gap at a step, and how far what recurs has come."""
        jump, counted = self.algebra.total(size for at, size in self.jumps if self._same(at, first)), list[Counted]()
        for one in self.periods:
            passed = self._passed(one, first)
            if passed is not None:
                counted.append(Counted(one.start, one.period, passed[0]))
                if passed[1] and one.gap is not None and one in inside:
                    jump = jump + one.gap
        return jump, counted

    def _simple(self, first: Ratio, steps: Ratio, inside: Sequence[_Recurring] = ()) -> Piece:
        algebra = self.algebra
        jump, counted = self._arrives(first, inside)
        contraction = self._own(self.iteration.contraction, first, first + steps)
        variance = self._own(self.iteration.noise.variance, first, first + steps)
        sizes = [self._chosen(size, first, first + steps) for low, high, size in self.ranges
                 if algebra.holds(first - low, ">=") and not algebra.holds(first - high, ">=")]
        if any(STEP in names(term) for term in (contraction, variance, *sizes)):
            if inside:
                raise NotInPieces("a law changes within equal rounds")
            law = ChangingLaw.of((contraction, variance, sizes), algebra.term(first), algebra.term(first + steps - 1), algebra.kinds)
            stretch = Stretch(steps, contraction, algebra.zero, algebra.zero, jump, law)
        else:
            stretch = Stretch(steps, contraction, algebra.value(variance), algebra.total(map(algebra.value, sizes)), jump)
        return Piece(first, (stretch,), self.one, (tuple(counted),))

    def _same(self, x: Ratio, y: Ratio) -> bool:
        return self.algebra.holds(x - y, ">=") and self.algebra.holds(y - x, ">=")

    def _own(self, sequence: StepSequence, first: Ratio, after: Ratio) -> Term:
        """A contraction or a variance from a breakpoint on to the next one."""
        if isinstance(sequence, Listed):
            step = first.number
            if step is None:
                raise NotInPieces("a list stands beside gaps at steps that are letters")
            return sequence.items[int(step.p) - 1]
        if isinstance(sequence, Periodic):
            found = [self._passed(one, first) for one in self.periods if one.law is sequence]
            here = any(passed is not None and passed[1] and self._at_least(passed[0], self.algebra.zero) for passed in found)
            return sequence.size if here else sequence.other
        return self._chosen(sequence.term(), first, after)

    def _chosen(self, term: Term, first: Ratio, after: Ratio) -> Term:
        """What a formula is from a breakpoint on to the next one, which may be the same."""
        if not isinstance(term, Call):
            return term
        if term.head == "cases" and STEP in names(term.args[0]):
            slope, rest = self._line(term.args[0])
            last = slope * (after - 1) + rest
            throughout = self.algebra.holds(last, ">=") if slope < 0 else not self.algebra.holds(-last - 1, ">=")
            if throughout == (slope > 0):
                throughout = self._at_least(slope * first + rest, self.algebra.zero)
            return self._chosen(term.args[1 if throughout else 2], first, after)
        return Call(term.head, tuple(self._chosen(arg, first, after) for arg in term.args))


def _values(term: Term) -> Iterator[Term]:
    """What a formula is in its cases."""
    if isinstance(term, Call) and term.head == "cases":
        for part in term.args[1:]:
            yield from _values(part)
    elif isinstance(term, Call) and mentions(term, "cases"):
        for part in term.args:
            yield from _values(part)
    else:
        yield term


def alignments(iteration: Iteration) -> tuple[Periodic | None, ...]:
    """With which of the gaps that come back rounds may begin; None where there is no choice."""
    parts = iteration.gap.parts if isinstance(iteration.gap, Sum) else (iteration.gap,)
    found = tuple(part for part in parts if isinstance(part, Periodic) and part.period != ONE)
    return found if len(found) > 1 else (None,)


def pieces(iteration: Iteration, algebra: Algebra, align: Periodic | None = None) -> tuple[Piece, ...]:
    """The pieces of a process in order; ``align`` is the gap with which rounds begin, where there are several.

    Raises :class:`~pabisym.shift.letters.algebra.NotInPieces` where it has none, and
    :class:`~pabisym.shift.letters.algebra.Open` where their order depends on the letters.
    """
    return tuple(_Cutter(iteration, algebra, align).cut())
