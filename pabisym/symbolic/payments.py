"""What every step pays in a derived bound, and what is left of the shift after it, read off the plan of its proof.

A string of a proof, with the product P_k of the contractions, the accumulated shift S_k and the string A_k, pays P_k (A_k - A_(k-1)) in
step k, and P_k (S_k - A_k) is left.  The taut string in letters has pieces: in a block, step k pays the rate times its variance and the
later contractions.  Of a restart, nothing is paid before it, and what is left there is what the diameter allows.  A proof that has no
string gets the taut string in letters, where that costs what the proof says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from typing import cast

from pabisym.derivation.blocks import String, strings
from pabisym.derivation.derive import derived_bound
from pabisym.derivation.shapes.problem import Derived
from pabisym.errors import Undecided
from pabisym.kernel.exact import Refusal, Scope
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Term, substitute
from pabisym.library.library import Library
from pabisym.process.iteration import GapEntry
from pabisym.process.sequence import STEP, Impulse, Periodic, minus, names, times
from pabisym.proof.build import NoProof
from pabisym.shift.letters.algebra import NotInPieces
from pabisym.shift.letters.changing import ChangingLaw, placed, upto
from pabisym.shift.letters.pieces import Piece, Stretch
from pabisym.shift.letters.pooling import Coordinates, Leaf, SymbolicBlock, coordinates, leaves, taut_string
from pabisym.shift.letters.ratio import Ratio
from pabisym.spec.knowledge import Knowledge
from pabisym.spec.read import Spec
from pabisym.symbolic.claim import proofs
from pabisym.symbolic.sequences import power_facts, sign_facts
from pabisym.symbolic.steps import K, LetterCase, StepRange, at_step, knowing, plus, ranges

_ROUND = Name("round#")
"""The number of a round in formulas for its stretches; no letter has this name."""
PAID, LEFT = 0, 1
"""Where the formulas stand in a range: what step k pays, and what is left after it."""


def payments(spec: Spec, derived: Derived) -> tuple[LetterCase, ...]:
    """What step k pays and what is left after it, case by case and range by range.

    Raises :class:`~pabisym.errors.Undecided` where the proof shows no plan.
    """
    if spec.process.release:
        return _of_release(spec, derived.library)
    if spec.process.every_iterate:
        return ranges(spec.scope(), spec.process.steps, (spec.process.gap_sequence().term(), ZERO))
    if derived.strand is not None:
        return tuple(_of_leaf(leaf) for leaf in leaves(derived.strand[1]))
    found = strings(derived)
    if not found:
        return tuple(_of_taut_string(spec, derived))
    cases = tuple(case for string in found for case in _of_string(string, spec))
    if not cases:
        raise Undecided("every case of the proof is impossible")
    return cases


def _of_taut_string(spec: Spec, derived: Derived) -> Iterator[LetterCase]:
    """The cases of the taut string in letters, where it is what a proof without a string pays.

    Against Laplace noise the proof pays as against Gaussian noise; elsewhere the kernel proves that the string costs what the proof says.
    """
    process, scope = spec.gaussian().process, spec.scope()
    said = f"the proof for the shape {derived.shape!r} shows no allocation"
    if process.diameter is not None:
        raise Undecided(said)
    try:
        answer = taut_string(process.iteration(), scope.kinds, [relation for _, relation in scope.known])
    except NotInPieces as reason:
        raise Undecided(f"{said}: {reason}") from reason
    order = spec.goal.order if spec.goal.divergence == "renyi" and spec.goal.order is not None else TWO
    for leaf in leaves(answer):
        case, terms = _of_leaf(leaf), (derived.bound, leaf.price)
        here = reduce(knowing, case.when, scope)
        here = reduce(knowing, power_facts(here, terms), here)
        here = reduce(knowing, sign_facts(here, terms), here)
        if spec.process.noise.law == "gaussian":
            try:
                proofs(Call("==", (derived.bound, Call("/", (times(order, leaf.price), TWO)))), here)
            except (NoProof, Refusal) as reason:
                raise Undecided(f"{said}, and that of the taut string is not proved to cost as much: {reason}") from reason
        yield case


def _of_release(spec: Spec, library: Library) -> tuple[LetterCase, ...]:
    """The payments of the parts from one released iterate to the next, one after the other."""
    found, before = [LetterCase((), ())], cast(Term, ZERO)
    nothing = (LetterCase((), (StepRange(ONE, (ZERO, ZERO)),)),)
    for part, last in zip(spec.parts(), spec.process.release, strict=True):
        idle = not part.process.gap and part.process.start_shift == ZERO
        own = nothing if idle else payments(part, derived_bound(part, library))
        found = [LetterCase((*one.when, *other.when), (*one.ranges, *(_moved(at, before) for at in other.ranges)))
                 for one in found for other in own]
        before = last
    return tuple(found)


def _moved(one: StepRange, by: Term) -> StepRange:
    """A range of a part, its steps counted from the first one of all."""
    own = {STEP: ((), minus(K, by))}
    return one if by == ZERO else StepRange(tidied(Call("+", (one.first, by))), tuple(substitute(term, own) for term in one.formulas))


# Strings.


def _of_string(string: String, spec: Spec) -> Iterator[LetterCase]:
    """The cases of a string that are possible."""
    scope = spec.scope()
    try:
        when = tuple(relation for relation in string.when if isinstance(relation, Call) and not scope.arithmetic.holds(relation))
        for relation in when:
            scope = knowing(scope, relation)
        if Knowledge(scope).contradiction():
            return
        for case in ranges(scope, spec.process.steps, _formulas(string, spec, scope)):
            yield replace(case, when=(*when, *case.when))
    except Refusal as reason:
        raise Undecided(f"the allocation is beyond exact arithmetic: {reason}") from reason


def _formulas(string: String, spec: Spec, scope: Scope) -> tuple[Term, Term]:
    """What step k pays and what is left, the distinctions of cases still in them."""
    product, paid, shift = (string.given[name] for name in ("P", "A", "S"))
    rise = Call("*", (product, Call("+", (paid, Call("neg", (at_step(paid, minus(K, ONE)),))))))
    left = Call("*", (product, Call("+", (shift, Call("neg", (paid,))))))
    restart = tidied(minus(spec.process.steps, string.given["T"]))
    if restart == ZERO or scope.arithmetic.holds(Call("==", (restart, ZERO))):
        return rise, left
    own = {STEP: ((), minus(K, restart))}
    late = minus(K, plus(restart, 1))
    return (Call("cases", (late, substitute(rise, own), ZERO)), Call("cases", (late, substitute(left, own), _allowed(spec))))


def _allowed(spec: Spec) -> Term:
    """What may be left before a restart: the diameter, or less where the drift so far is less."""
    process = spec.process
    if process.diameter is None:
        raise Undecided("the proof restarts without a diameter")
    gap, start, c = process.gap_sequence().term(), process.start_shift, process.contraction
    if c == ONE:
        come = Call("+", (start, *map(_come, process.gap)))
    elif STEP not in names(c) and STEP not in names(gap):
        power = Call("**", (c, K))
        come = Call("/", (times(gap, minus(ONE, power)), minus(ONE, c)))
        come = come if start == ZERO else Call("+", (times(power, start), come))
    else:
        raise Undecided("what the diameter allows before the restart has no formula")
    return Call("min", (process.diameter, come))


def _come(entry: GapEntry) -> Term:
    """What a gap has brought in up to step k, without contractions."""
    if isinstance(entry, Impulse):
        return Call("cases", (minus(K, entry.index), at_step(entry.size, entry.index), ZERO))
    if STEP in names(entry.size):
        raise Undecided("what the diameter allows before the restart has no formula")
    if isinstance(entry, Periodic):
        last = K if entry.stop is None else Call("min", (K, entry.stop))
        turns = Call("floor", (Call("/", (minus(last, entry.start), entry.period)),))
        return Call("cases", (minus(K, entry.start), times(Call("+", (turns, ONE)), entry.size), ZERO))
    return times(K, entry.size)


# The taut string in letters.


def _of_leaf(leaf: Leaf) -> LetterCase:
    """The ranges of one case of the taut string: the pieces of its blocks, and before the first of them nothing."""
    when = tuple(Call(case.side, (case.condition, ZERO)) for case in leaf.assumed)
    found = list[StepRange]()
    if not leaf.blocks or leaf.blocks[0].first > 1:
        found.append(StepRange(ONE, (ZERO, ZERO)))
    for block in leaf.blocks:
        found += _of_block(leaf, block)
    return LetterCase(when, tuple(found))


def _of_block(leaf: Leaf, block: SymbolicBlock) -> Iterator[StepRange]:
    """The pieces of a block: each pays at the rate of its last step, which is that of the block by the later contractions."""
    algebra = leaf.algebra
    if block.last == 0:
        return
    positions = range(max(block.first, 1), block.last + 1)
    if block.whole.single is not None:
        for position in positions:
            yield from _Pieces(leaf, leaf.pieces[position - 1]).step_by_step(leaf.coordinates[position - 1])
        return
    if not block.whole.noise:
        for position in positions:
            yield StepRange(algebra.term(leaf.pieces[position - 1].first), (ZERO, ZERO))
        return
    rates, rate = list[Ratio](), block.whole.shift / block.whole.noise
    for position in reversed(positions):
        rates.append(rate)
        rate = rate * leaf.coordinates[position - 1].product
    left = algebra.zero
    if block.first == 0:  # the distance of the starts
        start = leaf.blocks[0]
        while start.parts:
            start = start.parts[0]
        left = start.whole.shift
    for position, rate in zip(positions, reversed(rates), strict=True):
        own = leaf.coordinates[position - 1]
        yield from _Pieces(leaf, leaf.pieces[position - 1]).at_rate(rate, left)
        left = own.product * left + own.shift - rate * own.noise


class _Pieces:
    """Formulas for the steps of one piece."""

    def __init__(self, leaf: Leaf, piece: Piece) -> None:
        self.algebra, self.piece, self.term = leaf.algebra, piece, leaf.algebra.term

    def contraction(self, stretch: Stretch) -> Term:
        """The contraction of a stretch, 1 in a case that says so: there nothing may be divided by 1 - c."""
        c = stretch.contraction
        above = self.algebra.zero if c == ONE else self.algebra.value(c) - 1
        return ONE if self.algebra.holds(above, ">=") and self.algebra.holds(-above, ">=") else c

    def at_rate(self, rate: Ratio, left: Ratio) -> Iterator[StepRange]:
        """The ranges of a piece all of whose steps pay at one rate, given at its end; ``left`` is what is left before it.

        Equal rounds are one range: a floor counts the number of the round.
        """
        piece, own, start, first = self.piece, self.term(rate), self.term(left), self.term(self.piece.first)
        if piece.rounds == 1:
            yield from self.stretches(own, start, first)
            return
        contractions = [(c, self.term(one.steps)) for one in piece.stretches if (c := self.contraction(one)) != ONE]
        whole = coordinates(replace(piece, rounds=self.algebra.one), self.algebra)  # what one round brings to its end
        shift, noise, product = self.term(whole.shift), self.term(whole.noise), self.term(whole.product)
        rounds = self.term(piece.rounds)
        if not contractions:
            rest = [*_only(start, start), *_only(times(_ROUND, shift), shift)]
            gone = times(own, _ROUND, noise)
        else:
            y, ahead = _power_of_round(contractions, _ROUND), _power_of_round(contractions, minus(rounds, _ROUND))
            rest = [*_only(times(y, start), start), *_only(Call("/", (times(shift, minus(ONE, y)), minus(ONE, product))), shift)]
            gone = Call("/", (times(own, ahead, noise, minus(ONE, Call("**", (y, TWO)))), minus(ONE, Call("**", (product, TWO)))))
        here = times(own, _power_of_round(contractions, minus(minus(rounds, ONE), _ROUND)))
        length = self.term(self.algebra.total(one.steps for one in piece.stretches))
        yield self.in_round(here, Call("+", (*(rest or [ZERO]), Call("neg", (gone,)))), first, length)

    def stretches(self, rate: Term, left: Term, first: Term) -> Iterator[StepRange]:
        """The stretches of one round from the step ``first`` on, paid at the rate of its last step."""
        rates, later = list[Term](), rate
        for stretch in reversed(self.piece.stretches):
            rates.append(later)
            later = times(later, _power(self.contraction(stretch), self.term(stretch.steps)))
        for stretch, own in zip(self.piece.stretches, reversed(rates), strict=True):
            last = tidied(Call("+", (first, self.term(stretch.steps - 1))))
            paid, rest = self.formulas(stretch, own, left, first, last)
            yield StepRange(first, (paid, rest))
            left, first = at_step(rest, last), tidied(Call("+", (last, ONE)))

    def formulas(self, stretch: Stretch, rate: Term, left: Term, first: Term, last: Term) -> tuple[Term, Term]:
        """What step k of a stretch pays and what is left after it."""
        if stretch.law is not None:
            return self.changing(stretch, stretch.law, rate, left)
        c, v, s, g = self.contraction(stretch), *map(self.term, (stretch.variance, stretch.gap, stretch.jump))
        since = minus(K, minus(first, ONE))
        ahead, so_far = _power(c, minus(last, K)), _power(c, since)
        come = [*_only(times(so_far, left), left), *_only(times(_power(c, minus(K, first)), g), g)]
        if c == ONE:
            come += _only(times(since, s), s)
            gone = times(rate, since, v)
        else:
            come += _only(Call("/", (times(s, minus(ONE, so_far)), minus(ONE, c))), s)
            gone = Call("/", (times(rate, v, ahead, minus(ONE, _power(c, times(TWO, since)))), minus(ONE, Call("**", (c, TWO)))))
        return times(rate, v, ahead), Call("+", (*(come or [ZERO]), Call("neg", (gone,))))

    def changing(self, stretch: Stretch, law: ChangingLaw, rate: Term, left: Term) -> tuple[Term, Term]:
        """The same where contraction, variance or gap change from step to step."""
        before = tidied(minus(law.first, ONE))

        def so_far(added: Term) -> Term:
            whole = upto(added, K)
            return whole if before == ZERO else Call("+", (whole, Call("neg", (upto(added, before),))))

        come = [*_only(times(left, law.before), left), *_only(so_far(law.shift), law.shift)]
        if stretch.jump:
            come.append(times(self.term(stretch.jump), placed(law.later, law.first)))
        rest = Call("+", (*(come or [ZERO]), Call("neg", (times(rate, so_far(law.noise)),))))
        return times(rate, law.variance, law.later), Call("/", (rest, law.later))

    def in_round(self, rate: Term, left: Term, first: Term, length: Term) -> StepRange:
        """The stretches of the round that holds step k, which :data:`_ROUND` counts from 0 in what is given."""
        *earlier, last = self.stretches(rate, left, tidied(Call("+", (first, times(_ROUND, length)))))
        found, following = list(last.formulas), last.first
        for one in reversed(earlier):
            late = minus(K, following)
            found = [old if old == new else Call("cases", (late, new, old)) for old, new in zip(one.formulas, found, strict=True)]
            following = one.first
        done = Call("floor", (Call("/", (minus(K, first), length)),))
        return StepRange(first, tuple(substitute(term, {_ROUND.name: ((), done)}) for term in found))

    def step_by_step(self, own: Coordinates) -> Iterator[StepRange]:
        """A piece each of whose steps, or rounds, is a block of its own."""
        piece, single = self.piece, own.single
        if piece.rounds == 1 and len(piece.stretches) == 1:
            stretch = piece.stretches[0]
            paid = self.term(stretch.gap) if stretch.law is None else stretch.law.gap
            yield StepRange(self.term(piece.first), (paid, ZERO))
            return
        if single is None or not single.noise:
            raise Undecided("a round without noise pays nothing")
        length = self.algebra.term(self.algebra.total(one.steps for one in piece.stretches))
        yield self.in_round(self.term(single.shift / single.noise), ZERO, self.term(piece.first), length)


def _only(term: Term, factor: Term) -> list[Term]:
    """A summand, unless its factor is 0."""
    return [] if factor == ZERO else [term]


def _power(base: Term, exponent: Term) -> Term:
    return ONE if base == ONE else Call("**", (base, tidied(exponent)))


def _power_of_round(x: list[tuple[Term, Term]], number: Term) -> Term:
    """The product of the contractions of so many rounds."""
    return times(*(Call("**", (base, times(steps, number))) for base, steps in x)) if x else ONE
