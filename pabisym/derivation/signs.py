"""Proofs about a taut string in letters, first part: terms, lengths of pieces, and the signs that everything else rests on.

A comparison that the engine decided is proved here from the case it stands in, from what is known of the lengths, or from the domains
alone; what holds at the steps of a piece follows from what the process assumes of all steps.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pabisym.derivation.shapes.problem import BEFORE, Problem
from pabisym.kernel.exact import Refusal
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, RELATIONS, TWO, ZERO, Binding, Call, Name, Number, Term, at, is_call, substitute
from pabisym.process.sequence import INDEX, names, unused_name
from pabisym.proof.build import Builder, Filler, NoProof, Step, stated, step
from pabisym.proof.certificate import certificate, divisors, undecided_condition
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script
from pabisym.shift.letters.algebra import Algebra
from pabisym.shift.letters.changing import ChangingLaw, free_and_bound, logarithm, placed, upto
from pabisym.shift.letters.pieces import Piece, Stretch
from pabisym.shift.letters.pooling import Leaf, side_of_one
from pabisym.shift.letters.ratio import Ratio

MANY_CASES = 8
"""From how many cases on a sign is first looked for in the domains alone."""
K = INDEX


@dataclass
class Shared:
    """Signs that several cases ask for, proved from the domains alone; None where they do not follow from these."""

    ground: Builder
    cases: int
    asked: set[Call] = field(default_factory=set)
    found: dict[Call, Step | None] = field(default_factory=dict)

    def shown(self, claim: Call) -> Step | None:
        """A sign from the domains, or None; of few cases it is looked for when it is asked for once more."""
        if (self.cases >= MANY_CASES or claim in self.asked) and claim not in self.found:
            self.found[claim] = None
            with suppress(NoProof, Refusal):
                self.found[claim] = shown(self.ground, claim)
        self.asked.add(claim)
        return self.found.get(claim)


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
    return certified(goal, *(fact(*labels) for labels in terms), multiplier=by)


def exchanged(term: Term, part: Term, other: Term) -> Term:
    """A formula with one part in place of another."""
    if term == part:
        return other
    return Call(term.head, tuple(exchanged(arg, part, other) for arg in term.args)) if isinstance(term, Call) else term


def shown(b: Builder, claim: Call) -> Step:
    """A sign, proved; a difference of integers above -1 is one that is not negative, which is looked for before products of facts are."""
    whole = claim.args[0]
    if claim.head != ">=" or claim.args[1] != ZERO or b.evident(claim) or not b.scope.arithmetic.integral(whole):
        return b.prove(claim)
    if (found := certificate(b.scope, claim, 1)) is not None:
        return step("arithmetic", claim, (), goal=claim, **found)
    with suppress(NoProof):
        return next_integer(whole, b.prove(relation(plus(whole, ONE), ">")))
    return b.prove(claim)


def next_integer(whole: Term, above: Step) -> Step:
    """That an integer is at least 0, from its being above -1."""
    return {**step("integer", relation(ONE, "<=", plus(whole, ONE)), (above,)), "conclusion": relation(whole, ">=")}


@dataclass(frozen=True)
class Recurs:
    """What recurs from a step on with a period, how often it has before the steps of a stretch, less one, and the labels of that."""

    start: Term
    period: Term
    count: Term
    known: tuple[str, str, str]
    late: str
    """The label of that it has begun; empty where that is open."""


@script
def counted(p: Script, recurring: Sequence[Recurs], change: Callable[[Builder], Step]) -> Step:
    """Go on knowing the integer parts by which it is told at step k whether something recurs."""
    for one in recurring:
        since, (positive, reached, within) = minus(K, one.start), one.known
        part, labels = over(since, one.period), [p.fresh("count") for _ in range(11 if one.late else 10)]
        whole, (high, low, after, before, above, below, least, most, *others) = Call("floor", (part,)), labels
        behind, ahead = plus(whole, ONE, negated(one.count)), plus(one.count, ONE, negated(whole))
        p.have(high, p.figure("floor-high", x=part))
        p.have(low, p.figure("floor-low", x=part))
        p.have(after, combined(relation(times(one.period, behind), ">"), (high, positive), ("k from",), (reached,)))
        p.have(before, combined(relation(times(one.period, ahead), ">"), (low, positive), ("k to",), (within,), ()))
        p.have(above, combined(relation(behind, ">"), (after,), by=one.period))
        p.have(below, combined(relation(ahead, ">"), (before,), by=one.period))
        p.have(least, stated(step("integer", relation(ONE, "<=", behind), (p.known(above),)), relation(whole, ">=", one.count)))
        p.have(most, stated(step("integer", relation(ONE, "<=", ahead), (p.known(below),)), relation(whole, "<=", one.count)))
        p.have(others[0], combined(relation(times(one.period, whole), ">=", times(one.period, one.count)), (least, positive)))
        p.have(others[1], combined(relation(times(one.period, whole), "<=", times(one.period, one.count)), (most, positive)))
        if one.late:
            p.have(others[2], combined(relation(since, ">="), ("k from",), (one.late,)))
    return change(p._now)


def logarithmic(b: Builder, law: ChangingLaw, claim: Call) -> Step:
    """What the product of contractions does at step k, where it is told by a sum of logarithms."""
    total, c = logarithm(law.contraction), law.contraction
    earlier, whole = placed(total, BEFORE), Call("exp", (placed(total, law.last),))
    labels = b.fresh("product"), b.fresh("inverse")
    grows = b.figure("exp-sum", x=earlier, y=Call("log", (c,)), conclude=relation(Call("exp", (total,)), "==", times(
        Call("exp", (earlier,)), Call("exp", (Call("log", (c,)),)))))
    factors = over(ONE, whole), over(Call("exp", (earlier,)), whole)
    last = certified(claim, *(fact(label, factor=factor) for label, factor in zip(labels, factors, strict=True)))
    return b.have(b.fresh("positive"), b.prove(relation(c, ">")), lambda b: b.have(labels[0], grows, lambda b: b.have(
        labels[1], b.figure("exp-log", x=c), lambda _: last)))


def settled(b: Builder, found: Step, said: Term) -> Step:
    """What is known at one step in short words, after its conditions are decided."""
    condition = undecided_condition(b.scope, b.term(found["conclusion"]))
    if condition is None:
        return stated(found, said)
    for sign in (">=", "<"):
        with suppress(NoProof):
            known = shown(b, relation(condition, sign))
            return b.have(b.fresh("side"), known, lambda b: settled(b, found, said))
    return b.by_cases(condition, said, lambda b: settled(b, found, said))


@dataclass(frozen=True)
class Brought:
    """What neighbouring pieces bring to their end, as terms, with the labels under which their signs are known."""

    shift: Term
    noise: Term
    product: Term
    signs: tuple[str, str, str]


@dataclass
class Signs:
    """What is known in one case: how long the pieces are, what holds at their steps, and signs."""

    problem: Problem
    leaf: Leaf
    p: Script
    lengths: dict[int, tuple[str, str]] = field(default_factory=dict)
    ranges: dict[tuple[int, int], Brought] = field(default_factory=dict)
    signs: dict[Term, str] = field(default_factory=dict)
    unsigned: set[Term] = field(default_factory=set)
    """What divisors were not shown to be above 0; this is not looked for again."""
    sides: dict[int, int] = field(default_factory=dict)
    ground: Builder | None = None
    shared: Shared | None = None
    said: dict[int, dict[str, str]] = field(default_factory=dict)
    """The labels of what is known of the steps of pieces, where that is known before the cases are distinguished."""
    lowest: bool = False
    """Are rates and prices in lowest terms, and noises over one divisor: the kernel, which cancels nothing, then has shorter formulas."""

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
        """The label under which something is known from here on, and with it that what it divides by is not 0."""
        for factor in () if isinstance(claim, dict) else divisors(self.p.scope, claim):
            self.p.have(self.p.fresh("divisor"), self.p.apart(factor))
        label = self.p.fresh(stem)
        self.p.have(label, claim)
        return label

    def signed(self, value: Term, sign: str = ">=") -> str:
        """The label under which a sign is known; it is proved when it is first asked for."""
        claim = relation(value, sign)
        if claim not in self.signs:
            self.signs[claim] = self.known("sign", self.shown(claim))
        return self.signs[claim]

    def shown(self, claim: Call) -> Step:
        """A sign, proved from the domains, or these and the lengths, or else from all that is known."""
        found = None if self.shared is None else self.shared.shown(claim)
        if found is not None:
            return found
        if self.ground is not None:
            with suppress(NoProof, Refusal):
                return shown(self.ground, claim)
        return shown(self.p, claim)

    def apply(self, name: str, premises: Mapping[str, Step | str], **terms: Filler) -> Step:
        """A theorem, whose missing relations are proved from the domains where they follow from them."""
        sequent, found = self.p.theorems[name], dict(premises)
        given = self.p.letters(sequent.kinds) | terms
        binding = {k: ((v[0],), self.p.term(v[1])) if isinstance(v, tuple) else ((), self.p.term(v)) for k, v in given.items()}
        for label, term in sequent.assumptions:
            if label not in found and isinstance(term, Call) and term.head in RELATIONS:
                claim = substitute(term, binding)
                if isinstance(claim, Call) and not self.p.evident(claim):
                    found[label] = self.shown(claim)
        return self.p.theorem(name, found, **terms)

    def piece(self, position: int) -> Piece:
        """A piece, counted from 1."""
        return self.leaf.pieces[position - 1]

    def stretch(self, position: int) -> Stretch:
        """The steps of a piece, which are no rounds."""
        piece = self.piece(position)
        if not piece.single:
            raise NoProof("rounds that are paid round by round, or what attains rounds, are not proved")
        return piece.stretches[0]

    def steps_of(self, position: int) -> Ratio:
        """The number of steps of a piece."""
        piece = self.piece(position)
        return self.algebra.total(one.steps for one in piece.stretches) * piece.rounds

    def length(self, position: int) -> Term:
        """The number of steps of a piece, as a term."""
        return self.term(self.steps_of(position))

    def side(self, position: int) -> int:
        """On which side of one the contraction of a piece lies."""
        if position not in self.sides:
            self.sides[position] = self.side_of(self.stretch(position).contraction)
        return self.sides[position]

    def side_of(self, contraction: Term) -> int:
        """On which side of one a contraction lies."""
        return side_of_one(self.algebra.value(contraction), self.algebra)

    def place(self, position: int) -> Term:
        """The last step of a piece; 0 is the start, in the words in which the first piece says it."""
        if position == 0:
            return self.term(self.piece(1).first - 1) if self.count else ZERO
        return self.term(self.piece(position).first + self.steps_of(position) - 1)

    # The pieces: lengths, and what is known of their steps.

    @property
    def at_once(self) -> frozenset[int]:
        """The pieces that are paid step by step."""
        return frozenset(block.first for block in self.leaf.blocks if block.whole.single is not None and self.piece(block.first).single)

    @property
    def first(self) -> int:
        """The first piece that takes part; 0 is the start."""
        return self.leaf.blocks[0].first if self.leaf.blocks else self.count + 1

    def prepare(self, before: Signs | None = None) -> None:
        """Know how long the pieces are, and what holds at their steps; ``before`` knows it already of other cases of the same pieces."""
        if before is not None:
            self.lengths, self.signs, self.said, self.ground = dict(before.lengths), dict(before.signs), before.said, self.p._now
            for position, (least, once) in before.lengths.items():
                if not once and self.algebra.holds(self.steps_of(position) - 1, ">="):
                    with suppress(NoProof):
                        self.lengths[position] = least, self.signed(minus(self.length(position), ONE))
            self.ranges = {ends: one for ends, one in before.ranges.items() if self.lengths[ends[0]] == before.lengths[ends[0]]}
            return
        for inside in self.algebra.floors():
            self.floor(inside)
        for value in (self.place(0), minus(ZERO, self.place(0))) if self.place(0) != ZERO else ():
            self.signed(value)
        for below, by in self.algebra.rounded:
            own, weight = self.term(below), self.term(by)
            more = self.signed(times(weight, plus(own, ONE)), ">")
            above = self.known("whole", combined(relation(plus(own, ONE), ">"), (more,), by=weight))
            self.signs[relation(own, ">=")] = self.known("whole", next_integer(own, self.p.known(above)))
        for position in range(1, self.count + 1):
            m = self.length(position)
            some = self.algebra.holds(self.steps_of(position) - 1, ">=")
            piece = self.piece(position)
            if piece.single:
                least = self.signed(m)
            else:
                each = self.term(self.steps_of(position) / piece.rounds)
                least = self.total(m, [(self.signed(each, ">"), self.signed(self.term(piece.rounds)))])
            try:
                self.lengths[position] = least, self.signed(minus(m, ONE)) if some else ""
            except NoProof:
                self.lengths[position] = least, ""
        for piece in self.leaf.pieces:
            if piece.stretches[0].law is not None:
                self.signed(minus(piece.stretches[0].law.first, ONE))
        self.ground = self.p._now

    def floor(self, inside: Term) -> None:
        """Know that an integer part is at most the whole, and more than one less."""
        p, whole = self.p, Call("floor", (inside,))
        value = self.algebra.value(inside)
        top, bottom = (self.term(self.algebra.one.made(part)) for part in (value.top, value.bottom))
        positive = self.signed(bottom, ">")
        low, high = self.known("floor", p.figure("floor-low", x=inside)), self.known("floor", p.figure("floor-high", x=inside))
        self.known("floor", combined(relation(top, ">=", times(bottom, whole)), (low, positive)))
        most = plus(times(bottom, Call("+", (whole, ONE))), negated(top))
        above = self.known("floor", combined(relation(most, ">"), (high, positive)))
        if self.algebra.integral(self.algebra.value(most)):
            self.known("floor", {**step("integer", relation(ONE, "<=", most), (p.known(above),)), "conclusion": relation(most, ">=", ONE)})
        if self.algebra.holds(value, ">="):
            more = self.known("floor", combined(relation(plus(whole, ONE), ">"), (above,), (self.signed(top),), by=bottom))
            self.signs[relation(whole, ">=")] = self.known("floor", next_integer(whole, p.known(more)))

    def aside(self, build: Callable[[], Step]) -> Step:
        """A proof with labels of its own: proofs stay shallow."""
        outer = self.p, dict(self.signs), dict(self.ranges), self.ground
        with self.p.proof() as block:
            self.p = block
            try:
                block.show(build())
            finally:
                self.p, self.signs, self.ranges, self.ground = outer
        return block.step

    def steps(self, position: int) -> dict[str, str]:
        """The labels of what is known of the steps of a piece."""
        if position in self.said and position not in self.at_once:
            return self.said[position]
        low = self.place(position - 1)
        return self.hypotheses(position, 0, low, self.place(position), self.gap_of(position, 0, low))

    def gap_of(self, position: int, inner: int, low: Term) -> Term:
        """The gap at step k of a stretch that begins after the step ``low``."""
        stretch = self.piece(position).stretches[inner]
        gap = self.term(stretch.gap)
        if position in self.at_once:
            return gap if stretch.law is None else stretch.law.gap
        if stretch.law is not None:
            return self.throughout(position, "gaps").args[2]
        jump = Call("cases", (Call("+", (low, ONE, negated(K))), self.term(stretch.jump), ZERO))
        return jump if self.side_of(stretch.contraction) > 0 else Call("+", (gap, jump))

    def hypotheses(self, position: int, inner: int, low: Term, high: Term, gap: Term, round_: Term | None = None) -> dict[str, str]:
        """The labels of what is known of the steps of a stretch: from low + 1 to high, in a round of those that are equal."""
        before = [(self.lengths[i][0],) for i in range(1, position)]
        after = [(self.lengths[i][0],) for i in range(position + 1, self.count + 1)]
        whole, begun = 1 if round_ is not None else 0, self.has_begun()
        if whole:
            before.append((self.signed(minus(low, self.place(position - 1))),))
            after.insert(0, (self.signed(minus(self.place(position), high)),))
        recurring = list(self.recurring(position, inner, low, high, round_))
        found: dict[str, str] = {}

        def every(b: Builder, change: Callable[[Builder], Step]) -> Step:
            """What holds at step k, knowing where it lies among the breakpoints."""
            facts = {b.fresh("k"): combined(relation(K, ">=", ONE), ("k from",), *begun, *before),
                     b.fresh("k"): combined(relation(K, "<=", self.problem.iteration.steps), ("k to",), *after)}
            return b.suppose_all(facts, change)

        def placed(b: Builder, label: str, change: Callable[[Builder], Step]) -> Step:
            if not self.varies(label):
                return change(b)
            facts: dict[str, Step] = {}
            for i in range(2, position + whole):
                goal = relation(K, ">=", plus(self.place(i - 1), ONE))
                facts[b.fresh("k")] = combined(goal, ("k from",), *before[i - 1:])
            for i in range(position + 2 - whole, self.count + 1):
                goal = relation(K, "<=", self.place(i - 1))
                facts[b.fresh("k")] = combined(goal, ("k to",), *after[: i - position - 1 + whole])
            return b.suppose_all(facts, lambda b: counted(b, recurring, change))

        stretch = self.piece(position).stretches[inner]
        c, v = self.laws(stretch, position)
        noise = Call("gaussian", (at("zeta", K), v))
        changes: dict[str, Callable[[Builder], Step]] = {
            "first run": lambda b: b.at("first run", K), "second run": lambda b: b.at("second run", K),
            "Lipschitz": lambda b: placed(b, "Lipschitz", lambda b: b.figure("lipschitz-widen", b.at("Lipschitz", K), d=c))}
        if v != ZERO:
            changes["Gaussian"] = lambda b: placed(b, "Gaussian", lambda b: settled(b, b.at("Gaussian", K), noise))
        changes["gaps"] = lambda b: placed(b, "gaps", lambda b: b.figure("gap-widen", b.at("gaps", K), u=gap))
        for name, change in changes.items():
            begin = self.ground or self.p._now
            known = Builder.generalise(begin, "k", plus(low, ONE), high, lambda b, change=change: every(b, change))  # type: ignore[misc]
            found[name] = self.known(name, known)
        return found

    def has_begun(self) -> list[tuple[str, ...]]:
        """The label of that the first piece begins at the first step, where that says something."""
        return [(self.signed(self.place(0)),)] if self.place(0) != ZERO else []

    def varies(self, label: str) -> bool:
        """Does what the process assumes under a label say other numbers at other steps."""
        said = self.p.scope.lookup(label)
        body = said.args[3] if isinstance(said, Call) and said.head == "forall" else said
        return not isinstance(body, Call) or "k" in names(body.args[-1])

    def recurring(self, position: int, inner: int, low: Term, high: Term, round_: Term | None) -> Iterator[Recurs]:
        """How far what recurs has come at the steps of a stretch."""
        piece = self.piece(position)
        for one in piece.counted[inner] if piece.counted else ():
            start, period, count = self.term(one.start), self.term(one.period), self.term(one.before)
            if round_ is not None:
                count = plus(count, round_, Number(-1))
            late = self.signed(minus(plus(low, ONE), start)) if self.algebra.holds(one.before, ">=") else ""
            try:
                positive = self.signed(period, ">")
                reached = self.signed(minus(plus(low, ONE), plus(start, times(period, count))))
                within = self.signed(minus(plus(start, times(period, count), period), plus(high, ONE)))
            except NoProof:
                continue
            yield Recurs(start, period, count, (positive, reached, within), late)

    # Steps that change.

    def laws(self, stretch: Stretch, position: int) -> tuple[Term, Term]:
        """The contraction and the variance of step k of a stretch, as the theorems about it have them."""
        if stretch.law is None:
            return ONE if self.side_of(stretch.contraction) == 0 else stretch.contraction, self.term(stretch.variance)
        once = position in self.at_once
        return stretch.law.contraction, stretch.law.variance if once else self.throughout(position, "Gaussian").args[1]

    def throughout(self, position: int, label: str, theorem: str = "pabisym/changing-stretch") -> Call:
        """What a theorem about steps that change assumes of step k, said of the steps of a piece."""
        given = self.sequences(position).items()
        return self.said_of_step(theorem, label, {name: ((v[0],), v[1]) if isinstance(v, tuple) else ((), v) for name, v in given})

    def said_of_step(self, theorem: str, label: str, binding: Binding) -> Call:
        """What a theorem assumes of step k, with something in place of its letters: in the very words in which the kernel compares it."""
        said = dict(self.p.theorems[theorem].assumptions)[label]
        body = substitute(said.args[3], binding) if isinstance(said, Call) else said
        if not isinstance(body, Call):
            raise NoProof(f"{theorem}: {label} is not about every step")
        return body

    def sequences(self, position: int) -> dict[str, tuple[str, Term] | Term]:
        """The sequences of steps that change, as theorems name them."""
        stretch = self.stretch(position)
        law = stretch.law
        if law is None:
            return {}
        if position in self.at_once:
            return {"c": ("k", law.contraction), "s": ("k", law.gap), "v": ("k", law.variance), "e": ("k", upto(law.price, K))}
        slope = tidied(over(law.gap, times(law.later, law.variance)))
        return {"c": ("k", law.contraction), "P": ("k", law.product), "N": ("k", upto(law.noise, K)), "S": ("k", upto(law.shift, K)),
                "d": ("k", slope), "J": self.further(stretch), "p": self.place(position - 1)}

    def further(self, stretch: Stretch) -> Term:
        """The jump of steps that change, without contractions."""
        law = stretch.law
        return ZERO if law is None or not stretch.jump else times(self.term(stretch.jump), placed(law.later, law.first))

    def every(self, position: int, claim: Call, *, skip: int = 1, facts: Sequence[Call] = (),
              proof: Callable[[Builder, Call], Step] = Builder.prove) -> Step:
        """A relation at every step of a piece, or after the first ones, from other relations that are proved first."""
        low, begun, before = self.place(position - 1), self.has_begun(), [(self.lengths[i][0],) for i in range(1, position)]

        def each(b: Builder, facts: Sequence[Call] = facts) -> Step:
            return proof(b, claim) if not facts else b.have(b.fresh("here"), b.prove(facts[0]), lambda b: each(b, facts[1:]))

        def known(b: Builder) -> Step:
            return b.have(b.fresh("k"), combined(relation(K, ">=", Number(skip)), ("k from",), *begun, *before), each)

        return Builder.generalise(self.ground or self.p._now, "k", plus(low, Number(skip)) if skip else low, self.place(position), known)

    def added(self, position: int, law: ChangingLaw, added: Term, *, strict: bool) -> str:
        """The label of the sign of a sum over steps that change."""
        if strict:
            with suppress(NoProof):
                return self.summed(position, law, added, ">")
        return self.summed(position, law, added, ">=")

    def summed(self, position: int, law: ChangingLaw, added: Term, sign: str) -> str:
        """That a sum over steps that change has a sign, as what every step adds has; for more than 0 the last step counts by itself."""
        claim, k = relation(law.total(added), sign), Name(unused_name("l", self.p.scope.kinds))
        if claim in self.signs:
            return self.signs[claim]
        free, added = free_and_bound(added)
        if free != ONE:
            bare = self.summed(position, law, added, sign)
            self.signs[claim] = self.known("sum", combined(claim, (bare, self.signed(free, ">"))))
            return self.signs[claim]
        last = minus(law.last, ONE) if sign == ">" else law.last
        final = [(self.known("added", relation(placed(added, law.last), ">")),)] if sign == ">" else []
        if sign == ">":
            with suppress(NoProof):
                self.signed(last)  # so that the sum up to there has a value

        def rises(b: Builder) -> Step:
            before = [(self.lengths[i][0],) for i in range(1, position)]
            first = combined(relation(k, ">=", ONE), (f"{k.name} from",), *self.has_begun(), *before)
            here, more = relation(placed(added, k), ">="), relation(upto(added, minus(k, ONE)), "<=", upto(added, k))
            return b.have(b.fresh("index"), first, lambda b: b.have(b.fresh("added"), b.prove(here), lambda b: b.prove(more)))

        steps = self.known("steps", Builder.generalise(self.ground or self.p._now, k.name, law.first, last, rises))
        risen = self.known("sum", self.p.theorem("pabisym/rising", {"steps": steps}, p=minus(law.first, ONE), q=last, f=(
            k.name, upto(added, k))))
        self.signs[claim] = self.known("sum", combined(claim, (risen,), *final))
        return self.signs[claim]

    # Powers, amounts, sums.

    def power(self, c: Term, exponent: Term, *, strict: bool) -> str:
        """That a power of a contraction below one is at most, or below, one."""
        self.signed(c, ">")
        self.signed(minus(ONE, c), ">")
        claim = relation(minus(ONE, raised(c, exponent)), ">" if strict else ">=")
        if claim not in self.signs:
            label = self.signed(exponent, ">" if strict else ">=")
            if strict:
                self.known("power", step("integer", relation(ONE, "<=", exponent), (self.p.known(label),)))
            self.known("power", self.p.figure("power-below-one" if strict else "power-at-most-one", c=c, k=exponent))
            self.signs[claim] = self.known("power", claim)
        return self.signs[claim]

    def powers(self, m: Term, c: Term, side: int, *, some: bool) -> tuple[str, str, str]:
        """Know on which side of one a contraction, its square, its power and the square of that lie."""
        p = self.p
        self.signed(c, ">")
        one = self.signed(self.apart(c, side), ">")
        below, above = ("power-below-one", "power-at-most-one") if side < 0 else ("power-above-one", "power-at-least-one")

        def side_of_power(exponent: Term, *, strict: bool) -> str:
            own = raised(c, exponent)
            claim = relation(self.apart(own, side), ">" if strict else ">=")
            if claim not in self.signs:
                self.known("power", p.figure(below if strict else above, c=c, k=exponent))
                self.signs[claim] = self.known("power", claim)
            return self.signs[claim]

        side_of_power(TWO, strict=True)
        return one, side_of_power(m, strict=some), side_of_power(times(TWO, m), strict=some)

    def apart(self, value: Term, side: int) -> Term:
        """The distance of a power from one."""
        return minus(ONE, value) if side < 0 else minus(value, ONE)

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

    def strict(self, label: str) -> bool:
        """Is it known that something is above 0, not only at least."""
        return is_call(self.p.scope.lookup(label), ">")

    def total(self, value: Term, terms: Sequence[tuple[str, ...]], *, by: Term = ONE, strict: bool = False) -> str:
        """That a sum of products of known ones is at least, or above, 0."""
        claim = relation(value, ">" if strict else ">=")
        if claim not in self.signs:
            evident = value == ZERO or isinstance(value, Name | Number)
            self.signs[claim] = self.known("sign", claim if evident else combined(claim, *terms, by=by))
        return self.signs[claim]
