"""Proofs about a taut string in letters, second part: what pieces bring, and which neighbours are steeper.

What is left of the shift where a block is cut follows by two theorems about three neighbours.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from contextlib import suppress

from pabisym.derivation.signs import Brought, Signs, combined, minus, negated, over, plus, raised, relation, squared, times
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, TWO, ZERO, Call, Number, Term
from pabisym.process.sequence import names
from pabisym.proof.build import Filler, NoProof, Step, step
from pabisym.proof.linear import certified, fact
from pabisym.shift.letters.changing import ChangingLaw, placed
from pabisym.shift.letters.pieces import Piece, Stretch
from pabisym.shift.letters.pooling import SymbolicBlock, base_of_round
from pabisym.shift.letters.ratio import Ratio


class Cuts(Signs):
    """What the pieces of one case bring, and how they compare."""

    # What the pieces bring.

    def single(self, position: int) -> Brought:
        """What one piece brings; 0 is the start."""
        if position == 0:
            start = self.problem.iteration.start_shift
            return Brought(start, ZERO, ONE, (self.amount(self.algebra.value(start)), self.signed(ZERO), self.signed(ONE, ">")))
        piece = self.piece(position)
        if piece.stretches[0].law is not None:
            return self.changed(position, piece.stretches[0], piece.stretches[0].law)
        if piece.single:
            return self.alone(piece.stretches[0], self.lengths[position])
        return self.turns(piece)

    def alone(self, stretch: Stretch, known: tuple[str, str]) -> Brought:
        """What one stretch brings; of its length it is known that it is not negative, and perhaps that it is one at least."""
        side, m = self.side_of(stretch.contraction), self.term(stretch.steps)
        least, some = known
        v, s, g = (self.term(value) for value in (stretch.variance, stretch.gap, stretch.jump))
        parts = [[self.amount(value)] if value else [] for value in (stretch.gap, stretch.jump)]
        if side == 0:
            own: Term
            noise, shift, own = self.whole(times(v, m), some), plus(times(s, m), g), ONE
            each = bool(parts[0]) and bool(some) and self.strict(parts[0][0])
            amounts: list[tuple[str, ...]] = [(label, some if each else least) for label in parts[0]] + [(label,) for label in parts[1]]
            amounts += [(parts[0][0],)] if each else []
            rises = each or (bool(parts[1]) and self.strict(parts[1][0]))
            signs = (self.total(shift, amounts, strict=rises), self.noise(noise, v, least, some), self.signed(ONE, ">"))
            return Brought(shift, noise, own, signs)
        c = stretch.contraction
        one, power, twice = self.powers(m, c, side, some=bool(some))
        own, double, before = raised(c, m), raised(c, times(TWO, m)), raised(c, minus(m, ONE))
        first, second = (self.apart(c, side), self.apart(squared(c), side))
        noise = over(times(v, self.apart(double, side)), second)
        shift = plus(over(times(s, self.apart(own, side)), first), times(g, before))
        noise = self.whole(noise, some)
        shift_sign = self.total(shift, [(label, power) for label in parts[0]] + [
            (label, self.signed(before, ">"), one) for label in parts[1]], by=first, strict=(
                bool(parts[0]) and bool(some) and self.strict(parts[0][0])) or (bool(parts[1]) and self.strict(parts[1][0])))
        strict = bool(some) and v != ZERO
        noise_sign = self.total(noise, [(self.signed(v, ">") if v != ZERO else self.signed(v), twice)], by=second, strict=strict)
        return Brought(shift, noise, own, (shift_sign, noise_sign, self.signed(own, ">")))

    def changed(self, position: int, stretch: Stretch, law: ChangingLaw) -> Brought:
        """What steps that change bring: sums over them, and the jump."""
        some, c = self.lengths[position][1], law.contraction
        self.signed(ONE if "k" in names(c) else c, ">")
        own = law.before if "k" in names(c) else raised(c, self.term(stretch.steps))
        noise, further = self.added(position, law, law.noise, strict=bool(some)), self.further(stretch)
        parts: list[tuple[str, ...]] = [] if law.gap == ZERO else [(self.added(position, law, law.shift, strict=bool(some)),)]
        if further != ZERO:
            parts.append((self.amount(stretch.jump), self.signed(placed(law.later, law.first), ">")))
        shift = plus(law.total(law.shift), further)
        strict = any(all(map(self.strict, labels)) for labels in parts)
        return Brought(shift, law.total(law.noise), own, (self.total(shift, parts, strict=strict), noise, self.signed(own, ">")))

    def inner(self, piece: Piece) -> list[Brought]:
        """What the stretches of a round bring."""
        found = []
        for stretch in piece.stretches:
            m = self.term(stretch.steps)
            some = self.algebra.holds(stretch.steps - 1, ">=")
            found.append(self.alone(stretch, (self.signed(m), self.signed(minus(m, ONE)) if some else "")))
        return found

    def turns(self, piece: Piece) -> Brought:
        """What equal rounds bring."""
        one = self.round(piece)
        a, u, _ = one.signs
        some = self.algebra.holds(piece.rounds - 1, ">=")
        R = self.term(piece.rounds)
        often = self.signed(R, ">" if some else ">=")
        c, each = self.round_base(piece)
        if c == ONE:
            shift, noise = times(R, one.shift), self.whole(times(R, one.noise), "some" if some and self.strict(u) else "")
            return Brought(shift, noise, ONE, (
                self.total(shift, [(often, a)], strict=some and self.strict(a)),
                self.total(noise, [(often, u)], strict=some and self.strict(u)), self.signed(ONE, ">")))
        _, _, rest, rest_twice = (self.power(c, times(factor, each, count), strict=count == ONE or some)
                                  for count in (ONE, R) for factor in (ONE, TWO))
        x, y, X, Y = (raised(c, times(factor, each, count)) for count in (ONE, R) for factor in (ONE, TWO))
        shift = over(times(one.shift, minus(ONE, X)), minus(ONE, x))
        noise = self.whole(over(times(one.noise, minus(ONE, Y)), minus(ONE, y)), "some" if some and self.strict(u) else "")
        return Brought(shift, noise, X, (
            self.total(shift, [(a, rest)], by=minus(ONE, x), strict=some and self.strict(a)),
            self.total(noise, [(u, rest_twice)], by=minus(ONE, y), strict=some and self.strict(u)), self.signed(X, ">")))

    def round_base(self, piece: Piece) -> tuple[Term, Term]:
        """The contraction of a round, and how many of its steps have it; 1 where there is none."""
        sides = [self.side_of(one.contraction) for one in piece.stretches]
        if not any(sides):
            return ONE, ONE
        if any(side > 0 for side in sides):
            raise NoProof("rounds that expand are not proved")
        base, steps = base_of_round(piece, self.algebra)
        return base, self.term(steps)

    def brought(self, first: int, last: int) -> Brought:
        """What neighbouring pieces bring to the end of the last."""
        if (first, last) in self.ranges:
            return self.ranges[first, last]
        found = self.single(first) if first == last else self.joined(self.brought(first, last - 1), self.brought(last, last))
        self.ranges[first, last] = found = found if found.product == ONE or first == last else self.shorter(found)
        return found

    def joined(self, one: Brought, two: Brought) -> Brought:
        """What two neighbours bring to the end of the second."""
        (a, u, x), (b, v, y) = one.signs, two.signs
        shift = plus(times(two.product, one.shift), two.shift)
        noise = plus(times(squared(two.product), one.noise), two.noise)
        own = times(two.product, one.product)
        return Brought(shift, noise, own, (
            self.total(shift, [(y, a), (b,)], strict=self.strict(a) or self.strict(b)),
            self.total(noise, [(u, y, y), (v,)], strict=self.strict(u) or self.strict(v)),
            self.total(own, [(x, y)], strict=True)))

    def round(self, piece: Piece) -> Brought:
        """What one round brings."""
        inner = self.inner(piece)
        one = inner[0]
        for other in inner[1:]:
            one = self.joined(one, other)
        return self.shorter(one)

    def shorter(self, one: Brought) -> Brought:
        """The same in fewer words, where what they divide by is known not to be 0."""
        terms, signs = [one.shift, one.noise], [*one.signs]
        for index, term in enumerate(terms):
            value = self.algebra.value(term)
            if not value:
                continue
            own = self.term(value)
            if len(to_text(own)) < len(to_text(term)) and self.divided(value) and (index == 0 or self.divided(1 / value)):
                terms[index] = own
                signs[index] = self.total(own, [(signs[index],)], strict=self.strict(signs[index]))
        return Brought(terms[0], terms[1], one.product, (signs[0], signs[1], signs[2]))

    def least(self, term: Term) -> Term:
        """A term in the fewest words, or in lowest terms, in which it is known that nothing is divided by 0."""
        value = self.algebra.value(term)
        own = self.term(value)
        return own if (self.lowest or len(to_text(own)) < len(to_text(term))) and self.divided(value) else term

    def divided(self, value: Ratio) -> bool:
        """Is it known that what a fraction divides by is not 0."""
        for polynomial, _ in value.bottom.factor()[1]:
            factor = self.algebra.one.made(polynomial)
            divisor = self.term(factor * (self.algebra.sign(factor) or 1))
            if divisor in self.unsigned:
                return False
            try:
                self.signed(divisor, ">")
            except (NoProof, Refusal):
                self.unsigned.add(divisor)
                return False
        return True

    # Comparisons.

    def cuts(self, block: SymbolicBlock) -> dict[int, str]:
        """For every piece of a block but the last, that what is before is steeper than what comes after it."""
        if not block.parts:
            return {}
        left, right = block.parts
        first, middle, last = block.first, left.last, block.last
        whole = self.compared(first, middle, last)
        found = {middle: whole}
        for cut, label in self.cuts(left).items():
            found[cut] = self.lemma("pabisym/earlier-cut", (first, cut, middle, last), label, whole)
        for cut, label in self.cuts(right).items():
            found[cut] = self.lemma("pabisym/later-cut", (first, middle, cut, last), label, whole)
        return found

    def lemma(self, name: str, places: tuple[int, int, int, int], first: str, second: str) -> str:
        """One of the theorems about three neighbours."""
        start, one, two, end = places
        a, b, c = self.brought(start, one), self.brought(one + 1, two), self.brought(two + 1, end)
        terms: dict[str, Filler] = {"a": a.shift, "b": b.shift, "d": c.shift, "u": a.noise, "v": b.noise, "w": c.noise, "x": b.product,
                                    "y": c.product}
        return self.known("cut", self.apply(name, {"first comparison": first, "second comparison": second}, **terms))

    def compared(self, first: int, middle: int, last: int) -> str:
        """That the pieces up to one are steeper than those after it: from a condition of this case, or from what is known."""
        left, right = self.brought(first, middle), self.brought(middle + 1, last)
        goal = relation(times(left.shift, right.noise), ">=", times(right.product, right.shift, left.noise))
        if right.shift == ZERO or left.noise == ZERO:
            return self.known("comparison", combined(goal, (left.signs[0], right.signs[1])))
        value = self.algebra.value(left.shift) * self.algebra.value(right.noise) - self.algebra.value(
            times(right.product, right.shift, left.noise))
        if not value:
            return self.known("comparison", goal)
        return self.known("comparison", self.matched(goal, value))

    def weight(self, value: Ratio) -> Ratio | None:
        """By which factor, that is not negative, a comparison differs from a condition of this case; None where there is none."""
        for case in self.leaf.assumed:
            condition = self.algebra.value(case.condition) * (1 if case.side == ">=" else -1)
            own = value / condition
            if own.bottom == value.bottom and self.case(condition) and self.algebra.reduced(own) == 1:
                return own
        return None

    def matched(self, goal: Call, value: Ratio) -> Step:
        """A comparison from a condition of this case, or from what is known."""
        for case in self.leaf.assumed:
            condition = self.algebra.value(case.condition) * (1 if case.side == ">=" else -1)
            label = self.case(condition)
            if label and (value / condition).bottom == value.bottom and self.algebra.reduced(value / condition) == 1:
                return self.weighed(goal, value / condition, label)
        return self.weighed(goal, value)

    def case(self, condition: Ratio) -> str:
        """The label under which a condition of this case is known; empty where there is none."""
        for label, known in self.p.scope.known:
            if label.startswith("case ") and isinstance(known, Call):
                sign = 1 if known.head == ">=" else -1
                if self.algebra.value(known.args[0]) * sign != condition:
                    continue
                if known.args[1] == ZERO:
                    return label
                claim = relation(negated(known.args[0]), ">")
                if claim not in self.signs:
                    self.signs[claim] = self.known("sign", combined(claim, (label,), ()))
                return self.signs[claim]
        return ""

    def weighed(self, goal: Call, weight: Ratio, *labels: str) -> Step:
        """A comparison as a product of factors of known signs, and of a condition."""
        sign, above = 1, list[str](labels)
        bottoms: list[Term] = []
        tops, lows = weight.top.factor(), weight.bottom.factor()
        number = tops[0] / lows[0]
        for factors, top in ((tops[1], True), (lows[1], False)):
            for polynomial, power in factors:
                value = self.algebra.one.made(polynomial)
                own = self.algebra.sign(value)
                if own is None:
                    raise NoProof(f"the sign of {to_text(self.term(value))} is not known")
                shown = self.term(value * own)
                if top:
                    above += [self.signed(shown, goal.head if self.algebra.holds(value * own, ">") else ">=")] * int(power)
                else:
                    self.signed(shown, ">")
                    bottoms += [shown] * int(power)
                sign *= own ** int(power)
        if sign * number < 0:
            raise NoProof("a comparison has the other sign")
        return certified(goal, fact(*above, times=Number(abs(number))), multiplier=times(*bottoms))

    def apart_from(self, block: SymbolicBlock, after: SymbolicBlock | None) -> None:
        """Know that a block has noise, where that follows from its being apart from the next one."""
        if after is None or after.whole.single is not None:
            return
        whole, other = self.brought(block.first, block.last), self.brought(after.first, after.last)
        if self.strict(whole.signs[1]) or not self.algebra.holds(block.whole.noise, ">"):
            return
        with suppress(NoProof, Refusal):
            own = self.signed(whole.noise, ">")
            self.ranges[block.first, block.last] = Brought(whole.shift, whole.noise, whole.product, (whole.signs[0], own, whole.signs[2]))
            return
        above, below = times(other.product, other.shift), other.noise
        over_: list[tuple[str, ...]] = [(other.signs[2], other.signs[0])]
        under = [(whole.signs[0], other.signs[1])]
        weight = self.weight(self.algebra.value(times(above, whole.noise)) - self.algebra.value(times(whole.shift, below)))
        if weight is not None and not self.algebra.holds(weight, ">"):
            tops = [self.algebra.value(term) / weight for term in (above, below)]
            above, below = map(self.term, tops)
            over_, under = [(self.amount(tops[0]),)], [(whole.signs[0], self.amount(tops[1]))]
        less = relation(times(above, whole.noise), ">", times(whole.shift, below))
        value = self.algebra.value(less.args[0]) - self.algebra.value(less.args[1])
        label = self.known("apart", self.matched(less, value))
        claim, on = relation(whole.noise, ">"), negated(whole.noise)
        none, some, closing = self.p._now.splitting(on, claim)
        (case, _) = none.scope.known[-1]
        false = combined(relation(ZERO, ">"), (label,), *((*labels, case) for labels in over_), *under)
        absurd = step("absurd", claim, (false,), claim=claim)
        own = self.known("noise", closing(absurd, some.prove(claim)))
        self.ranges[block.first, block.last] = Brought(whole.shift, whole.noise, whole.product, (whole.signs[0], own, whole.signs[2]))
