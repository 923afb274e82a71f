"""From the taut string in letters to a proof: piece by piece in every case, replayed by the kernel.

The engine (:mod:`pabisym.shift.letters`) proposes the cases, the blocks and their rates.  Here every comparison of neighbours that
was decided is proved, from the case it stands in or from the domains; what is left of the shift where a block is cut follows
by two theorems about three neighbours; and one theorem for each kind of piece carries the bound from its first step to its last.
Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pabisym.derivation.shapes.distinctions import split
from pabisym.derivation.shapes.problem import POSITIVE, STRUCTURES, Derived, NoClosedForm, Problem, concluded, larger, with_divisors
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Number, Term, at
from pabisym.library.library import Library
from pabisym.proof.build import Builder, Filler, NoProof, Step, reached, stated, step
from pabisym.proof.script import Script, script
from pabisym.shift.letters.algebra import Algebra
from pabisym.shift.letters.pieces import Piece, Stretch
from pabisym.shift.letters.pooling import Answer, Block, Fork, Leaf, side_of_one
from pabisym.shift.letters.ratio import Ratio

THEOREMS = ("pabisym/steady-stretch", "pabisym/contractive-stretch", "pabisym/expanding-stretch", "pabisym/each-paid",
            "pabisym/noiseless-steady", "pabisym/noiseless-contractive", "pabisym/earlier-cut", "pabisym/later-cut", "pabisym/continuation")
"""What a proof in pieces may apply."""
K = Name("k")


def derive_pieces(problem: Problem, answer: Answer, library: Library) -> Derived:
    """A proved Rényi bound, the price of the taut string in letters.

    Raises :class:`~pabisym.derivation.renyi_bound.NoClosedForm` where the answer of the engine is not proved.
    """
    theorems = {name: library.statement(name).sequent for name in THEOREMS}
    builder = Builder.of(problem.sequent("0"), *theorems.values())
    try:
        tree, bound = reached(lambda finish: with_divisors(builder, problem.iteration, finish), lambda b: _proved(problem, answer, b))
    except (NoProof, Refusal) as reason:
        raise NoClosedForm(f"the taut string is found and not proved: {reason}") from reason
    sequent = problem.sequent(bound)
    verdict = check(sequent, tree, theorems)
    if not verdict.accepted:
        raise NoClosedForm(f"the taut string is found and not proved: {verdict.reason}")
    added = tuple(term for label, term in problem.relations.items() if label == POSITIVE)
    return Derived(sequent=sequent, tree=tree, verdict=verdict, bound=parse(bound, "bound"), shape="the taut string in letters",
                   conditions=added, library=library, strand=(problem, answer))


def paid_step_by_step(answer: Answer) -> bool:
    """Is every step a block of its own."""
    return isinstance(answer, Leaf) and all(block.whole.single is not None for block in answer.blocks)


def _proved(problem: Problem, answer: Answer, b: Builder) -> tuple[Step, str]:
    """A proof case by case, and its bound."""
    if isinstance(answer, Fork):
        sides = iter((answer.later, answer.earlier))
        on = to_text(answer.condition)
        return split(b, on, lambda b: _proved(problem, next(sides), b), larger(problem), on)
    found: list[str] = []

    @script
    def leaf(p: Script) -> Step:
        last, bound = Strand(problem, answer, p).carried()
        found.append(bound)
        return last

    return leaf(b), found[0]


# Terms, built as short as they are.


def plus(*terms: Term) -> Term:
    """A sum without zeros."""
    kept = tuple(term for term in terms if term != ZERO)
    return ZERO if not kept else kept[0] if len(kept) == 1 else Call("+", kept)


def times(*terms: Term) -> Term:
    """A product without ones."""
    if ZERO in terms:
        return ZERO
    kept = tuple(term for term in terms if term != ONE)
    return ONE if not kept else kept[0] if len(kept) == 1 else Call("*", kept)


def over(top: Term, bottom: Term) -> Term:
    """A quotient."""
    return top if bottom == ONE or top == ZERO else Call("/", (top, bottom))


def squared(term: Term) -> Term:
    """A square."""
    return term if term in (ONE, ZERO) else Call("**", (term, TWO))


def raised(base: Term, exponent: Term) -> Term:
    """A power."""
    return ONE if exponent == ZERO or base == ONE else base if exponent == ONE else Call("**", (base, exponent))


def negated(term: Term) -> Term:
    """The term with the other sign."""
    return Number(-term.value) if isinstance(term, Number) else Call("neg", (term,))


def minus(left: Term, right: Term) -> Term:
    """A difference."""
    return plus(left, ZERO if right == ZERO else negated(right))


def relation(left: Term, sign: str, right: Term = ZERO) -> Call:
    """A relation."""
    return Call(sign, (left, right))


def combined(goal: Term, *terms: tuple[str, ...], by: Term = ONE) -> Step:
    """A relation, times something positive, as a sum of products of known ones."""
    return step("arithmetic", goal, (), goal=goal, multiplier=by, terms=[{"coefficient": ONE, "facts": list(labels)} for labels in terms])


def shown(b: Builder, claim: Call) -> Step:
    """A sign, proved; a difference of integers above -1 is one that is not negative."""
    try:
        return b.prove(claim)
    except NoProof:
        least = plus(claim.args[0], ONE)
        if claim.head != ">=" or claim.args[1] != ZERO or not b.scope.arithmetic.integral(least):
            raise
        return {**step("integer", relation(ONE, "<=", least), (b.prove(relation(ZERO, "<", least)),)), "conclusion": claim}


@dataclass(frozen=True)
class _Brought:
    """What neighbouring pieces bring to their end, as terms, with the labels under which their signs are known."""

    shift: Term
    noise: Term
    product: Term
    signs: tuple[str, str, str]


@dataclass
class Strand:
    """The proof in one case: a bound that is carried from piece to piece."""

    problem: Problem
    leaf: Leaf
    p: Script
    lengths: dict[int, tuple[str, str]] = field(default_factory=dict)
    ranges: dict[tuple[int, int], _Brought] = field(default_factory=dict)
    signs: dict[Term, str] = field(default_factory=dict)
    sides: dict[int, int] = field(default_factory=dict)
    steps: dict[int, dict[str, str]] = field(default_factory=dict)

    # Small things.

    @property
    def algebra(self) -> Algebra:
        """The letters and powers of this case."""
        return self.leaf.algebra

    @property
    def count(self) -> int:
        """The number of pieces."""
        return len(self.leaf.pieces)

    def term(self, value: Ratio) -> Term:
        """A rational function as a term."""
        return tidied(self.algebra.term(value))

    def known(self, stem: str, claim: Term | Step) -> str:
        """The label under which something is known from here on."""
        label = self.p.fresh(stem)
        self.p.have(label, claim)
        return label

    def signed(self, value: Term, sign: str = ">=") -> str:
        """The label under which a sign is known; it is proved when it is first asked for."""
        claim = relation(value, sign)
        if claim not in self.signs:
            self.signs[claim] = self.known("sign", shown(self.p, claim))
        return self.signs[claim]

    def piece(self, position: int) -> Piece:
        """A piece, counted from 1."""
        return self.leaf.pieces[position - 1]

    def stretch(self, position: int) -> Stretch:
        """The steps of a piece, which are no rounds."""
        piece = self.piece(position)
        if len(piece.stretches) != 1 or piece.rounds != 1:
            raise NoProof("rounds are not proved yet")
        return piece.stretches[0]

    def length(self, position: int) -> Term:
        """The number of steps of a piece."""
        return self.term(self.stretch(position).steps)

    def side(self, position: int) -> int:
        """On which side of one the contraction of a piece lies."""
        if position not in self.sides:
            self.sides[position] = side_of_one(self.algebra.value(self.stretch(position).contraction), self.algebra)
        return self.sides[position]

    def place(self, position: int) -> Term:
        """The last step of a piece; 0 is the start."""
        return ZERO if position == 0 else self.term(self.piece(position).first + self.stretch(position).steps - 1)

    # The pieces: lengths, and what is known of their steps.

    def prepare(self) -> None:
        """Know how long the pieces are, and what holds at their steps."""
        for position in range(1, self.count + 1):
            m = self.length(position)
            some = self.algebra.holds(self.stretch(position).steps - 1, ">=")
            least = self.signed(m)
            try:
                self.lengths[position] = least, self.signed(minus(m, ONE)) if some else ""
            except NoProof:
                self.lengths[position] = least, ""
        for position in range(1, self.count + 1):
            stretch = self.stretch(position)
            low = self.place(position - 1)
            gap = self.term(stretch.gap)
            if position not in self.at_once:
                jump = Call("cases", (Call("+", (low, ONE, negated(K))), self.term(stretch.jump), ZERO))
                gap = jump if self.side(position) > 0 else Call("+", (gap, jump))
            self.steps[position] = self.hypotheses(position, low, self.place(position), gap)

    @property
    def at_once(self) -> frozenset[int]:
        """The pieces that are paid step by step."""
        return frozenset(block.first for block in self.leaf.blocks if block.whole.single is not None)

    @property
    def first(self) -> int:
        """The first piece that takes part; 0 is the start."""
        return self.leaf.blocks[0].first if self.leaf.blocks else self.count

    def hypotheses(self, position: int, low: Term, high: Term, gap: Term) -> dict[str, str]:
        """The labels of what is known of the steps of a piece."""
        before = [(self.lengths[i][0],) for i in range(1, position)]
        after = [(self.lengths[i][0],) for i in range(position + 1, self.count + 1)]
        found: dict[str, str] = {}

        def every(b: Builder, change: Callable[[Builder], Step]) -> Step:
            """What holds at step k, knowing where it lies among the breakpoints."""
            facts = {b.fresh("k"): combined(relation(K, ">=", ONE), ("k from",), *before),
                     b.fresh("k"): combined(relation(K, "<=", self.problem.iteration.steps), ("k to",), *after)}
            return b.suppose_all(facts, change)

        def placed(b: Builder, change: Callable[[Builder], Step]) -> Step:
            facts: dict[str, Step] = {}
            for i in range(2, position):
                goal = relation(K, ">=", plus(self.place(i - 1), ONE))
                facts[b.fresh("k")] = combined(goal, ("k from",), *before[i - 1:])
            for i in range(position + 2, self.count + 1):
                goal = relation(K, "<=", self.place(i - 1))
                facts[b.fresh("k")] = combined(goal, ("k to",), *after[: i - position - 1])
            return b.suppose_all(facts, change)

        stretch = self.stretch(position)
        c, v = ONE if self.side(position) == 0 else stretch.contraction, self.term(stretch.variance)
        noise = Call("gaussian", (at("zeta", K), v))
        changes: dict[str, Callable[[Builder], Step]] = {
            "first run": lambda b: b.at("first run", K), "second run": lambda b: b.at("second run", K),
            "Lipschitz": lambda b: placed(b, lambda b: b.figure("lipschitz-widen", b.at("Lipschitz", K), d=c))}
        if v != ZERO:
            changes["Gaussian"] = lambda b: placed(b, lambda b: stated(b.at("Gaussian", K), noise))
        changes["gaps"] = lambda b: placed(b, lambda b: b.figure("gap-widen", b.at("gaps", K), u=gap))
        for name, change in changes.items():
            known = Builder.generalise(self.p._now, "k", plus(low, ONE), high, lambda b, change=change: every(b, change))  # type: ignore[misc]
            found[name] = self.known(name, known)
        return found

    # What the pieces bring.

    def single(self, position: int) -> _Brought:
        """What one piece brings; 0 is the start."""
        if position == 0:
            start = self.problem.iteration.start_shift
            return _Brought(start, ZERO, ONE, (self.amount(self.algebra.value(start)), self.signed(ZERO), self.signed(ONE, ">")))
        stretch, side, m = self.stretch(position), self.side(position), self.length(position)
        least, some = self.lengths[position]
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
            return _Brought(shift, noise, own, signs)
        c = stretch.contraction
        one, power, twice = self.powers(position, m, c)
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
        return _Brought(shift, noise, own, (shift_sign, noise_sign, self.signed(own, ">")))

    def whole(self, noise: Term, some: str) -> Term:
        """A noise that may be 0 is no product: of a product the kernel looks at every factor."""
        return noise if some or noise == ZERO else Call("+", (noise, ZERO))

    def amount(self, value: Ratio) -> str:
        """The sign of a gap: positive where it is."""
        return self.signed(self.term(value), ">" if self.algebra.holds(value, ">") else ">=")

    def noise(self, noise: Term, v: Term, least: str, some: str) -> str:
        """The sign of the noise of a piece without contraction."""
        if v == ZERO:
            return self.signed(ZERO)
        own = self.signed(v, ">")
        return self.total(noise, [(own, some), (own,)] if some else [(own, least)], strict=bool(some))

    def apart(self, value: Term, side: int) -> Term:
        """The distance of a power from one."""
        return minus(ONE, value) if side < 0 else minus(value, ONE)

    def powers(self, position: int, m: Term, c: Term) -> tuple[str, str, str]:
        """Know on which side of one a contraction, its square, its power and the square of that lie."""
        p, side = self.p, self.side(position)
        self.signed(c, ">")
        one = self.signed(self.apart(c, side), ">")
        some = bool(self.lengths[position][1])
        below, above = ("power-below-one", "power-at-most-one") if side < 0 else ("power-above-one", "power-at-least-one")

        def fact(exponent: Term, *, strict: bool) -> str:
            own = raised(c, exponent)
            claim = relation(self.apart(own, side), ">" if strict else ">=")
            if claim not in self.signs:
                self.known("power", p.figure(below if strict else above, c=c, k=exponent))
                self.signs[claim] = self.known("power", claim)
            return self.signs[claim]

        fact(TWO, strict=True)
        return one, fact(m, strict=some), fact(times(TWO, m), strict=some)

    def brought(self, first: int, last: int) -> _Brought:
        """What neighbouring pieces bring to the end of the last."""
        if (first, last) in self.ranges:
            return self.ranges[first, last]
        if first == last:
            found = self.single(first)
        else:
            one, two = self.brought(first, last - 1), self.brought(last, last)
            (a, u, x), (b, v, y) = one.signs, two.signs
            shift = plus(times(two.product, one.shift), two.shift)
            noise = plus(times(squared(two.product), one.noise), two.noise)
            own = times(two.product, one.product)
            found = _Brought(shift, noise, own, (
                self.total(shift, [(y, a), (b,)], strict=self.strict(a) or self.strict(b)),
                self.total(noise, [(u, y, y), (v,)], strict=self.strict(u) or self.strict(v)),
                self.total(own, [(x, y)], strict=True)))
        self.ranges[first, last] = found
        return found

    def strict(self, label: str) -> bool:
        """Is it known that something is above 0, not only at least."""
        fact = self.p.scope.lookup(label)
        return isinstance(fact, Call) and fact.head == ">"

    def total(self, value: Term, terms: Sequence[tuple[str, ...]], *, by: Term = ONE, strict: bool = False) -> str:
        """That a sum of products of known ones is at least, or above, 0."""
        claim = relation(value, ">" if strict else ">=")
        if claim not in self.signs:
            evident = value == ZERO or isinstance(value, Name | Number)
            self.signs[claim] = self.known("sign", claim if evident else combined(claim, *terms, by=by))
        return self.signs[claim]

    # Comparisons.

    def cuts(self, block: Block) -> dict[int, str]:
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
        return self.known("cut", self.p.theorem(name, {"first comparison": first, "second comparison": second}, **terms))

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
        for label, fact in self.p.scope.known:
            if label.startswith("case ") and isinstance(fact, Call):
                sign = 1 if fact.head == ">=" else -1
                if self.algebra.value(fact.args[0]) * sign == condition:
                    return label
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
                if int(power) % 2 == 0:
                    pass
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
        return step("arithmetic", goal, (), goal=goal, multiplier=times(*bottoms), terms=[
            {"coefficient": Number(abs(number)), "facts": above}])

    # The bound, carried.

    def carried(self) -> tuple[Step, str]:
        """The bound at the last step, in a readable form."""
        self.prepare()
        p, alpha = self.p, self.problem.order
        parts = list(self.blocks())
        price: Term = ZERO
        now = p.figure("start", "start", alpha=alpha)
        if self.first > 1:
            now = self.idle(now)
        for block, rates in parts:
            now, price = self.paid(block, rates, now, price)
        value = self.algebra.value
        bounds = [self.algebra.term(value(alpha) * value(term) / 2) for term in (self.leaf.price, *(
            self.leaf.price.args if isinstance(self.leaf.price, Call) and self.leaf.price.head == "+" else ()))]
        bound = min((bounds[0], plus(*bounds[1:])), key=lambda term: len(to_text(term))) if len(bounds) > 1 else bounds[0]
        return concluded(self.problem, p, now, to_text(tidied(bound)))

    def blocks(self) -> Iterator[tuple[Block, list[tuple[Term, str, str]]]]:
        """For every block its pieces' rates at their ends, with the labels of their sign, and of what is left being none or more."""
        for block, after in zip(self.leaf.blocks, (*self.leaf.blocks[1:], None), strict=True):
            if block.whole.single is not None:
                yield block, []
                continue
            self.apart_from(block, after)
            whole, cuts = self.brought(block.first, block.last), self.cuts(block)
            if self.strict(whole.signs[1]):
                ratio = over(whole.shift, whole.noise)
                known = self.known("rate", combined(relation(ratio, ">="), (whole.signs[0],), by=whole.noise))
            else:
                value = self.algebra.value(whole.shift) / self.algebra.value(whole.noise)
                ratio = self.term(value)
                known = self.known("rate", self.weighed(relation(ratio, ">="), value))
            rates = [(ratio, known, "")]
            for position in range(block.last - 1, max(block.first, 1) - 1, -1):
                factor = self.brought(position + 1, position + 1).product
                rate = times(factor, rates[-1][0])
                label = known if factor == ONE else self.known("rate", combined(relation(rate, ">="), (
                    self.signed(factor, ">"), rates[-1][1])))
                before = self.brought(block.first, position)
                left = relation(minus(before.shift, times(rate, before.noise)), ">=")
                rates.append((rate, label, self.known("left", combined(left, (cuts[position],), by=whole.noise))))
            yield block, rates[::-1]

    def apart_from(self, block: Block, after: Block | None) -> None:
        """Know that a block has noise, where that follows from its being apart from the next one."""
        if after is None or after.whole.single is not None:
            return
        whole, other = self.brought(block.first, block.last), self.brought(after.first, after.last)
        if self.strict(whole.signs[1]) or not (self.strict(other.signs[0]) and self.algebra.holds(block.whole.noise, ">")):
            return
        less = relation(times(other.product, other.shift, whole.noise), ">", times(whole.shift, other.noise))
        value = self.algebra.value(less.args[0]) - self.algebra.value(less.args[1])
        label = self.known("apart", self.matched(less, value))
        own = self.known("noise", combined(relation(whole.noise, ">"), (label,), (whole.signs[0], other.signs[1]), by=times(
            other.product, other.shift)))
        self.ranges[block.first, block.last] = _Brought(whole.shift, whole.noise, whole.product, (whole.signs[0], own, whole.signs[2]))

    def idle(self, now: Step) -> Step:
        """Before the first gap there is no shift, and nothing is paid."""
        for position in range(1, self.first):
            noise = self.brought(position, position).noise
            now = self.stretched(position, self.moved(now, ZERO, ZERO, self.place(position - 1)), (ZERO, ZERO, ZERO, noise), ZERO, ZERO)
        return now

    def structures(self) -> dict[str, Filler]:
        """The order and the runs, as theorems name them."""
        return {"alpha": self.problem.order, **{name: ("k", at(name, K)) for name in STRUCTURES}}

    def paid(self, block: Block, rates: list[tuple[Term, str, str]], now: Step, price: Term) -> tuple[Step, Term]:
        """A block: piece by piece, at its rates."""
        alpha = self.problem.order
        if not rates:
            return self.each(block, now, price)
        total = price
        shift: Term
        noise: Term
        shift, noise = (self.problem.iteration.start_shift, ZERO) if block.first == 0 else (ZERO, ZERO)
        for position, (rate, _, _) in zip(range(max(block.first, 1), block.last + 1), rates, strict=True):
            after = self.brought(block.first, position)
            now = self.stretched(position, now, (shift, noise, after.shift, after.noise), rate, price)
            shift, noise = after.shift, after.noise
            total = plus(price, over(times(alpha, squared(rate), noise), TWO))
        return self.moved(now, ZERO, total, self.place(block.last)), total

    def moved(self, now: Step, left: Term, price: Term, place: Term) -> Step:
        """The same bound with what is left, the price and the step in other words."""
        state = self.p.term(now["conclusion"])
        if not isinstance(state, Call):
            raise NoProof("no bound is carried")
        return self.p.figure("monotone", now, alpha=self.problem.order, z=state.args[1], y=left, b=state.args[4], d=price,
                             P=at("X", place), Q=at("Y", place))

    def each(self, block: Block, now: Step, price: Term) -> tuple[Step, Term]:
        """Steps that are paid at once."""
        position = block.first
        stretch, m = self.stretch(position), self.length(position)
        v, s = self.term(stretch.variance), self.term(stretch.gap)
        self.signed(v, ">")
        terms = self.structures() | {"p": self.place(position - 1), "m": m, "w": v, "s": s, "b": price,
                                     "c": ("k", stretch.contraction)}
        made = self.p.theorem("pabisym/each-paid", {**self.steps[position], "start": now}, **terms)
        total = plus(price, over(times(self.problem.order, m, squared(s)), times(TWO, v)))
        return self.moved(made, ZERO, total, self.place(position)), total

    def stretched(self, position: int, now: Step, brought: tuple[Term, Term, Term, Term], rate: Term, price: Term) -> Step:
        """One piece of a block."""
        side, alpha = self.side(position), self.problem.order
        stretch, m, low = self.stretch(position), self.length(position), self.place(position - 1)
        A, U, B, V = brought
        c = stretch.contraction
        q = rate if side == 0 else times(raised(c, m), rate)
        v, s, g = (self.term(value) for value in (stretch.variance, stretch.gap, stretch.jump))
        name = {0: "pabisym/steady-stretch", -1: "pabisym/contractive-stretch", 1: "pabisym/expanding-stretch"}[side]
        terms = self.structures() | {"p": low, "m": m, "w": v, "g": g, "A": A, "B": B, "U": U, "V": V, "q": q, "r": rate, "b": price}
        terms |= {"s": s} if side <= 0 else {}
        terms |= {"c": c} if side else {}
        if v == ZERO:
            name = {0: "pabisym/noiseless-steady", -1: "pabisym/noiseless-contractive"}.get(side, "")
            terms.pop("w")
        if not name:
            raise NoProof("an expansion without noise is not proved")
        begun = minus(A, times(q, U))
        before = plus(price, over(times(alpha, squared(q), U), TWO))
        premises: dict[str, Step | str] = {**self.steps[position], "start": self.moved(now, begun, before, low)}
        return self.p.theorem(name, premises, **terms)
