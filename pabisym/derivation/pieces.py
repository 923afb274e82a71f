"""From the taut string in letters to a proof: piece by piece in every case, replayed by the kernel.

The engine (:mod:`pabisym.shift.letters`) proposes the cases, the blocks and their rates.  Here every comparison of neighbours that
was decided is proved, from the case it stands in or from the domains; what is left of the shift where a block is cut follows
by two theorems about three neighbours; and one theorem for each kind of piece carries the bound from its first step to its last.
Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pabisym.derivation.shapes.distinctions import Built, split
from pabisym.derivation.shapes.problem import (
    POSITIVE,
    STRUCTURES,
    Derived,
    NoClosedForm,
    Problem,
    bound_of,
    concluded,
    larger,
    nonzero,
    with_divisors,
)
from pabisym.derivation.shapes.sums import by_signs, summed
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, RELATIONS, TWO, ZERO, Call, Name, Number, Term, at, substitute
from pabisym.library.library import Library
from pabisym.process.sequence import names, unused
from pabisym.proof.build import Builder, Filler, NoProof, Step, reached, stated, step
from pabisym.proof.certificate import divisors, undecided
from pabisym.proof.script import Script, script
from pabisym.shift.letters.algebra import Algebra
from pabisym.shift.letters.changing import ChangingLaw, parted, placed, upto
from pabisym.shift.letters.pieces import Piece, Stretch
from pabisym.shift.letters.pooling import Answer, Block, Fork, Leaf, base_of_round, leaves, side_of_one
from pabisym.shift.letters.ratio import Ratio

THEOREMS = ("pabisym/rising", "pabisym/changing-stretch", "pabisym/changing-paid", "pabisym/steady-stretch", "pabisym/contractive-stretch", "pabisym/expanding-stretch", "pabisym/each-paid",
            "pabisym/noiseless-steady", "pabisym/noiseless-contractive", "pabisym/earlier-cut", "pabisym/later-cut", "pabisym/continuation")
"""What a proof in pieces may apply."""
MANY_CASES = 8
"""From how many cases on a sign is first looked for in the domains alone."""
K = Name("k")


def derive_pieces(problem: Problem, answer: Answer, library: Library) -> Derived:
    """A proved Rényi bound, the price of the taut string in letters.

    Raises :class:`~pabisym.derivation.renyi_bound.NoClosedForm` where the answer of the engine is not proved.
    """
    theorems = {name: library.statement(name).sequent for name in THEOREMS}
    builder = Builder.of(problem.sequent("0"), *theorems.values())
    cases = len(leaves(answer))
    try:
        tree, bound = reached(lambda finish: with_divisors(builder, problem.iteration, finish),
                              lambda b: _proved(problem, answer, b, Shared(b, cases)))
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


def _proved(problem: Problem, answer: Answer, b: Builder, shared: Shared) -> tuple[Step, str]:
    """A proof case by case, and its bound."""
    if isinstance(answer, Fork):
        sides = iter((answer.later, answer.earlier))
        on = to_text(answer.condition)
        return split(b, on, lambda b: _proved(problem, next(sides), b, shared), larger(problem), on)
    return _by_growth(b, problem, [to_text(body) for body in answer.summed], lambda b: _carried(problem, answer, b, shared))


def _by_growth(b: Builder, problem: Problem, bodies: list[str], build: Callable[[Builder], Built]) -> Built:
    """A bound built knowing whether what is summed grows or falls, where it is geometric; case by case where that is open."""
    if not bodies:
        return build(b)
    return by_signs(b, problem.domains, bodies[0], lambda b: _by_growth(b, problem, bodies[1:], build), larger(problem))


def _carried(problem: Problem, leaf: Leaf, b: Builder, shared: Shared) -> Built:
    found: list[str] = []

    @script
    def proof(p: Script) -> Step:
        last, bound = Strand(problem, leaf, p, shared=shared).carried()
        found.append(bound)
        return last

    return proof(b), found[0]


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
class _Recurs:
    """What recurs from a step on with a period, how often it has before the steps of a stretch, less one, and the labels of that."""

    start: Term
    period: Term
    count: Term
    known: tuple[str, str, str]
    late: str
    """The label of that it has begun; empty where that is open."""


def counted(b: Builder, recurring: Sequence[_Recurs], change: Callable[[Builder], Step]) -> Step:
    """Go on knowing the integer parts by which it is told at step k whether something recurs."""
    if not recurring:
        return change(b)
    one, rest = recurring[0], recurring[1:]
    positive, reached, within = one.known
    since = minus(K, one.start)
    whole, labels = Call("floor", (over(since, one.period),)), [b.fresh("count") for _ in range(10)]
    behind, ahead = plus(whole, ONE, negated(one.count)), plus(one.count, ONE, negated(whole))
    facts: list[Callable[[Builder], Step]] = [
        lambda b: b.figure("floor-high", x=over(since, one.period)),
        lambda b: b.figure("floor-low", x=over(since, one.period)),
        lambda b: combined(relation(times(one.period, behind), ">"), (labels[0], positive), ("k from",), (reached,)),
        lambda b: combined(relation(times(one.period, ahead), ">"), (labels[1], positive), ("k to",), (within,), ()),
        lambda b: combined(relation(behind, ">"), (labels[2],), by=one.period),
        lambda b: combined(relation(ahead, ">"), (labels[3],), by=one.period),
        lambda b: stated(step("integer", relation(ONE, "<=", behind), (b.known(labels[4]),)), relation(whole, ">=", one.count)),
        lambda b: stated(step("integer", relation(ONE, "<=", ahead), (b.known(labels[5]),)), relation(whole, "<=", one.count)),
        lambda b: combined(relation(times(one.period, whole), ">=", times(one.period, one.count)), (labels[6], positive)),
        lambda b: combined(relation(times(one.period, whole), "<=", times(one.period, one.count)), (labels[7], positive))]
    if one.late:
        labels.append(b.fresh("count"))
        facts.append(lambda b: combined(relation(since, ">="), ("k from",), (one.late,)))

    def known(b: Builder, position: int) -> Step:
        if position == len(facts):
            return counted(b, rest, change)
        return b.have(labels[position], facts[position](b), lambda b: known(b, position + 1))

    return known(b, 0)


def settled(b: Builder, found: Step, said: Term) -> Step:
    """What is known at one step in short words, after its conditions are decided."""
    condition = undecided(b.scope, b.term(found["conclusion"]))
    if condition is None:
        return stated(found, said)
    for sign in (">=", "<"):
        with suppress(NoProof):
            known = shown(b, relation(condition, sign))
            return b.have(b.fresh("side"), known, lambda b: settled(b, found, said))
    return b.by_cases(condition, said, lambda b: settled(b, found, said))


@dataclass(frozen=True)
class _Brought:
    """What neighbouring pieces bring to their end, as terms, with the labels under which their signs are known."""

    shift: Term
    noise: Term
    product: Term
    signs: tuple[str, str, str]


def sums_of(term: Term) -> Iterator[Call]:
    """The sums in a formula."""
    if isinstance(term, Call):
        if term.head == "sum":
            yield term
        else:
            for arg in term.args:
                yield from sums_of(arg)


def exchanged(term: Term, part: Term, other: Term) -> Term:
    """A formula with one part in place of another."""
    if term == part:
        return other
    return Call(term.head, tuple(exchanged(arg, part, other) for arg in term.args)) if isinstance(term, Call) else term


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
    ground: Builder | None = None
    shared: Shared | None = None

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
        """The last step of a piece; 0 is the start."""
        return ZERO if position == 0 else self.term(self.piece(position).first + self.steps_of(position) - 1)

    # The pieces: lengths, and what is known of their steps.

    def prepare(self) -> None:
        """Know how long the pieces are, and what holds at their steps."""
        for inside in self.algebra.floors():
            self.floor(inside)
        for below, by in self.algebra.rounded:
            own, weight = self.term(below), self.term(by)
            more = self.signed(times(weight, plus(own, ONE)), ">")
            above = self.known("whole", combined(relation(plus(own, ONE), ">"), (more,), by=weight))
            self.signs[relation(own, ">=")] = self.known("whole", {**step("integer", relation(ONE, "<=", plus(own, ONE)), (
                self.p.known(above),)), "conclusion": relation(own, ">=")})
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
        self.ground = self.p._now

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
            more = relation(Call("+", (whole, ONE)), ">")
            self.known("floor", combined(more, (above,), (self.signed(top),), by=bottom))
            self.signed(whole)

    @property
    def at_once(self) -> frozenset[int]:
        """The pieces that are paid step by step."""
        return frozenset(block.first for block in self.leaf.blocks if block.whole.single is not None)

    @property
    def first(self) -> int:
        """The first piece that takes part; 0 is the start."""
        return self.leaf.blocks[0].first if self.leaf.blocks else self.count + 1

    def hypotheses(self, position: int, inner: int, low: Term, high: Term, gap: Term, round_: Term | None = None) -> dict[str, str]:
        """The labels of what is known of the steps of a stretch: from low + 1 to high, in a round of those that are equal."""
        before = [(self.lengths[i][0],) for i in range(1, position)]
        after = [(self.lengths[i][0],) for i in range(position + 1, self.count + 1)]
        whole = 1 if round_ is not None else 0
        if whole:
            before.append((self.signed(minus(low, self.place(position - 1))),))
            after.insert(0, (self.signed(minus(self.place(position), high)),))
        recurring = list(self.recurring(position, inner, low, high, round_))
        found: dict[str, str] = {}

        def every(b: Builder, change: Callable[[Builder], Step]) -> Step:
            """What holds at step k, knowing where it lies among the breakpoints."""
            facts = {b.fresh("k"): combined(relation(K, ">=", ONE), ("k from",), *before),
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

    def laws(self, stretch: Stretch, position: int) -> tuple[Term, Term]:
        """The contraction and the variance of step k of a stretch, as the theorems about it have them."""
        if stretch.law is None:
            return ONE if self.side_of(stretch.contraction) == 0 else stretch.contraction, self.term(stretch.variance)
        once = position in self.at_once
        return stretch.law.contraction, stretch.law.variance if once else self.throughout(position, "Gaussian").args[1]

    def throughout(self, position: int, label: str, theorem: str = "pabisym/changing-stretch") -> Call:
        """What a theorem about steps that change assumes of step k, said of the steps of a piece."""
        said = dict(self.p.theorems[theorem].assumptions)[label]
        binding = {name: ((v[0],), v[1]) if isinstance(v, tuple) else ((), v) for name, v in self.sequences(position).items()}
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

    def varies(self, label: str) -> bool:
        """Does what the process assumes under a label say other numbers at other steps."""
        said = self.p.scope.lookup(label)
        body = said.args[3] if isinstance(said, Call) and said.head == "forall" else said
        return not isinstance(body, Call) or "k" in names(body.args[-1])

    def recurring(self, position: int, inner: int, low: Term, high: Term, round_: Term | None) -> Iterator[_Recurs]:
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
            yield _Recurs(start, period, count, (positive, reached, within), late)

    # What the pieces bring.

    def single(self, position: int) -> _Brought:
        """What one piece brings; 0 is the start."""
        if position == 0:
            start = self.problem.iteration.start_shift
            return _Brought(start, ZERO, ONE, (self.amount(self.algebra.value(start)), self.signed(ZERO), self.signed(ONE, ">")))
        piece = self.piece(position)
        if piece.stretches[0].law is not None:
            return self.changed(position, piece.stretches[0], piece.stretches[0].law)
        if piece.single:
            return self.alone(piece.stretches[0], self.lengths[position])
        return self.turns(piece)

    def alone(self, stretch: Stretch, known: tuple[str, str]) -> _Brought:
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
            return _Brought(shift, noise, own, signs)
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
        return _Brought(shift, noise, own, (shift_sign, noise_sign, self.signed(own, ">")))

    def changed(self, position: int, stretch: Stretch, law: ChangingLaw) -> _Brought:
        """What steps that change bring: sums over them, and the jump."""
        some, c = self.lengths[position][1], law.contraction
        self.signed(ONE if "k" in names(c) else c, ">")
        own = law.before if "k" in names(c) else raised(c, self.term(stretch.steps))
        noise, further = self.added(position, law, law.noise, strict=bool(some)), self.further(stretch)
        parts = [] if law.gap == ZERO else [(self.added(position, law, law.shift, strict=bool(some)),)]
        if further != ZERO:
            parts.append((self.amount(stretch.jump), self.signed(placed(law.later, law.first), ">")))
        shift = plus(law.total(law.shift), further)
        strict = any(all(map(self.strict, labels)) for labels in parts)
        return _Brought(shift, law.total(law.noise), own, (self.total(shift, parts, strict=strict), noise, self.signed(own, ">")))

    def added(self, position: int, law: ChangingLaw, added: Term, *, strict: bool) -> str:
        """The label of the sign of a sum over steps that change."""
        if strict:
            with suppress(NoProof):
                return self.summed(position, law, added, ">")
        return self.summed(position, law, added, ">=")

    def summed(self, position: int, law: ChangingLaw, added: Term, sign: str) -> str:
        """That a sum over steps that change has a sign, as what every step adds has; for more than 0 the last step counts by itself."""
        claim, k = relation(law.total(added), sign), Name(unused("l", self.p.scope.kinds))
        if claim in self.signs:
            return self.signs[claim]
        free, added = parted(added)
        if free != ONE:
            bare = self.summed(position, law, added, sign)
            self.signs[claim] = self.known("sum", combined(claim, (bare, self.signed(free, ">"))))
            return self.signs[claim]
        last = minus(law.last, ONE) if sign == ">" else law.last
        final = [(self.known("added", relation(placed(added, law.last), ">")),)] if sign == ">" else []

        def rises(b: Builder) -> Step:
            here = relation(placed(added, k), ">=")
            return self.from_first(b, position, k, lambda b: b.have(b.fresh("added"), b.prove(here), lambda b: b.prove(
                relation(upto(added, minus(k, ONE)), "<=", upto(added, k)))))

        steps = self.known("steps", Builder.generalise(self.ground or self.p._now, k.name, law.first, last, rises))
        risen = self.known("sum", self.p.theorem("pabisym/rising", {"steps": steps}, p=minus(law.first, ONE), q=last, f=(
            k.name, upto(added, k))))
        self.signs[claim] = self.known("sum", combined(claim, (risen,), *final))
        return self.signs[claim]

    def from_first(self, b: Builder, position: int, index: Name, rest: Callable[[Builder], Step]) -> Step:
        """Go on knowing that an index, of a step of a piece, is at least 1."""
        before = [(self.lengths[i][0],) for i in range(1, position)]
        own = combined(relation(index, ">=", ONE), (f"{index.name} from",), *before)
        return b.have(b.fresh("index"), own, rest)

    def inner(self, piece: Piece) -> list[_Brought]:
        """What the stretches of a round bring."""
        found = []
        for stretch in piece.stretches:
            m = self.term(stretch.steps)
            some = self.algebra.holds(stretch.steps - 1, ">=")
            found.append(self.alone(stretch, (self.signed(m), self.signed(minus(m, ONE)) if some else "")))
        return found

    def turns(self, piece: Piece) -> _Brought:
        """What equal rounds bring."""
        one = self.round(piece)
        a, u, _ = one.signs
        some = self.algebra.holds(piece.rounds - 1, ">=")
        R = self.term(piece.rounds)
        often = self.signed(R, ">" if some else ">=")
        c, each = self.round_base(piece)
        if c == ONE:
            shift, noise = times(R, one.shift), self.whole(times(R, one.noise), "some" if some and self.strict(u) else "")
            return _Brought(shift, noise, ONE, (
                self.total(shift, [(often, a)], strict=some and self.strict(a)),
                self.total(noise, [(often, u)], strict=some and self.strict(u)), self.signed(ONE, ">")))
        _, _, rest, rest_twice = (self.power(c, times(factor, each, count), strict=count == ONE or some)
                                  for count in (ONE, R) for factor in (ONE, TWO))
        x, y, X, Y = (raised(c, times(factor, each, count)) for count in (ONE, R) for factor in (ONE, TWO))
        shift = over(times(one.shift, minus(ONE, X)), minus(ONE, x))
        noise = self.whole(over(times(one.noise, minus(ONE, Y)), minus(ONE, y)), "some" if some and self.strict(u) else "")
        return _Brought(shift, noise, X, (
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

    def powers(self, m: Term, c: Term, side: int, *, some: bool) -> tuple[str, str, str]:
        """Know on which side of one a contraction, its square, its power and the square of that lie."""
        p = self.p
        self.signed(c, ">")
        one = self.signed(self.apart(c, side), ">")
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
        found = self.single(first) if first == last else self.joined(self.brought(first, last - 1), self.brought(last, last))
        self.ranges[first, last] = found = found if found.product == ONE or first == last else self.shorter(found)
        return found

    def joined(self, one: _Brought, two: _Brought) -> _Brought:
        """What two neighbours bring to the end of the second."""
        (a, u, x), (b, v, y) = one.signs, two.signs
        shift = plus(times(two.product, one.shift), two.shift)
        noise = plus(times(squared(two.product), one.noise), two.noise)
        own = times(two.product, one.product)
        return _Brought(shift, noise, own, (
            self.total(shift, [(y, a), (b,)], strict=self.strict(a) or self.strict(b)),
            self.total(noise, [(u, y, y), (v,)], strict=self.strict(u) or self.strict(v)),
            self.total(own, [(x, y)], strict=True)))

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
        for label, fact in self.p.scope.known:
            if label.startswith("case ") and isinstance(fact, Call):
                sign = 1 if fact.head == ">=" else -1
                if self.algebra.value(fact.args[0]) * sign != condition:
                    continue
                if fact.args[1] == ZERO:
                    return label
                claim = relation(negated(fact.args[0]), ">")
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
        value, leaf = self.algebra.value, self.leaf
        prices = [block.price for block in leaf.blocks if block.price]
        scale, total = value(alpha) / 2, self.algebra.total(prices)
        apart = isinstance(leaf.price, Call) and leaf.price.head == "+"
        forms: list[str] = []
        for write in (self.algebra.canonical, self.algebra.term):
            bounds = [write(scale * total), *([plus(*(write(scale * one) for one in prices))] if apart else [])]
            forms.append(to_text(tidied(min(bounds, key=lambda term: len(to_text(term))))))
        now, closed = self.closed(now)
        return concluded(self.problem, p, now, *(closed if closed else dict.fromkeys(forms)))

    def closed(self, now: Step) -> tuple[Step, tuple[str, ...]]:
        """The same bound with closed forms in place of sums, where they have some that are proved; and forms of it that are proposed."""
        old = self.p.term(bound_of(self.p, now))
        new = self.without_sums(old, ">=")
        if new == old:
            return now, ()
        shown = to_text(tidied(self.algebra.canonical(self.algebra.value(new))))
        return self.moved(now, ZERO, new, self.problem.iteration.steps), (shown, to_text(new))

    def without_sums(self, old: Term, sign: str) -> Term:
        """A formula with closed forms in place of sums, where they have some; that it is at most, or at least, the other one, is known."""
        forms = {total: own for total in dict.fromkeys(sums_of(old)) if (own := self.closed_form(total)) is not None}
        if not forms:
            return old
        new = tidied(self.in_forms(old, forms))
        self.forms_positive(forms)
        try:
            for factor in divisors(self.p.scope, new):
                self.known("divisor", nonzero(self.p, factor, quick=True))
        except NoProof:
            return old
        value, terms = self.algebra.value, list[dict[str, object]]()
        f, g = value(old), value(new)
        top, below = f.made(g.top * f.bottom - f.top * g.bottom), f.made(f.bottom * g.bottom)
        for total, (label, own) in forms.items():
            after = top.put(value(total), value(own))
            terms.append({"coefficient": Number(1 if sign == ">=" else -1), "facts": [label], "factor": self.term(
                (top - after) / (value(total) - value(own)) / below)})
            top = after
        for factor in (one for term in terms if isinstance(term["factor"], Call) for one in divisors(self.p.scope, term["factor"])):
            if divisors(self.p.scope, over(ONE, factor)):
                self.known("divisor", nonzero(self.p, factor, quick=True))
        goal = relation(new, sign, old)
        self.known("closed", step("arithmetic", goal, (), goal=goal, multiplier=ONE, terms=terms))
        return new

    def in_forms(self, term: Term, forms: Mapping[Call, tuple[str, Term]]) -> Term:
        """A formula with the closed forms of its sums."""
        for total, (_, own) in forms.items():
            term = exchanged(term, total, own)
        return term

    def forms_positive(self, forms: Mapping[Call, tuple[str, Term]]) -> None:
        """Know of the closed forms of sums that are above 0 that these are."""
        laws = [one.law for piece in self.leaf.pieces for one in piece.stretches if one.law is not None]
        for bare in dict.fromkeys(law.bare(added) for law in laws for added in (law.noise, law.shift, law.price) if added != ZERO):
            totals, label = list(sums_of(bare)), self.signs.get(relation(bare, ">"))
            if label is None or any(total not in forms for total in totals):
                continue
            goal, terms = relation(self.in_forms(bare, forms), ">"), [{"coefficient": ONE, "facts": [label]}]
            terms += [{"coefficient": Number(turned), "facts": [forms[total][0]]} for turned, total in zip((-1, 1), totals, strict=False)]
            self.known("form", step("arithmetic", goal, (), goal=goal, multiplier=ONE, terms=terms))

    def closed_form(self, total: Call) -> tuple[str, Term] | None:
        """The label of that a sum has a closed form, and this; None where none is found."""
        body, index, _, last = total.args
        if not isinstance(index, Name):
            return None
        p, k, body = self.p, Name(unused("l", self.p.scope.kinds)), substitute(body, {index.name: ((), K)})
        found, closes = summed(p._now, self.problem.domains, to_text(body))
        if not closes:
            return None
        form = parse(found, "sum", None)
        same = self.known("sums", p.induction(k.name, ZERO, last, relation(upto(body, k), "==", placed(form, k))))
        return self.known("sum", p.at(same, last)), placed(form, last)

    def blocks(self) -> Iterator[tuple[Block, list[tuple[Term, str, str]]]]:
        """For every block its pieces' rates at their ends, with the labels of their sign, and of what is left being none or more."""
        for block, after in zip(self.leaf.blocks, (*self.leaf.blocks, None)[1:], strict=True):
            if block.whole.single is not None:
                yield block, []
                continue
            self.apart_from(block, after)
            whole, cuts = self.brought(block.first, block.last), self.cuts(block)
            if self.strict(whole.signs[1]):
                ratio = self.least(over(whole.shift, whole.noise))
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
        if self.strict(whole.signs[1]) or not self.algebra.holds(block.whole.noise, ">"):
            return
        with suppress(NoProof, Refusal):
            own = self.signed(whole.noise, ">")
            self.ranges[block.first, block.last] = _Brought(whole.shift, whole.noise, whole.product, (whole.signs[0], own, whole.signs[2]))
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
        self.ranges[block.first, block.last] = _Brought(whole.shift, whole.noise, whole.product, (whole.signs[0], own, whole.signs[2]))

    def idle(self, now: Step) -> Step:
        """Before the first gap there is no shift, and nothing is paid."""
        for position in range(1, self.first):
            noise = self.brought(position, position).noise
            now = self.moved(now, ZERO, ZERO, self.place(position - 1))
            now = self.carry(position, now, (ZERO, ZERO, ZERO, noise), (ZERO, "", ""), ZERO)
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
        left = self.amount(self.algebra.value(shift)) if shift != ZERO else ""
        for position, (rate, known, rest) in zip(range(max(block.first, 1), block.last + 1), rates, strict=True):
            after = self.brought(block.first, position)
            now = self.carry(position, now, (shift, noise, after.shift, after.noise), (rate, known, left), price, rest)
            shift, noise, left = after.shift, after.noise, rest
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
        if stretch.law is not None:
            return self.each_changing(position, stretch.law, now, price)
        v, s = self.term(stretch.variance), self.term(stretch.gap)
        self.signed(v, ">")
        terms = self.structures() | {"p": self.place(position - 1), "m": m, "w": v, "s": s, "b": price,
                                     "c": ("k", stretch.contraction)}
        begun = self.known("bound", now)
        made = self.aside(lambda: self.apply("pabisym/each-paid", {**self.steps(position), "start": self.p.known(begun)}, **terms))
        total = plus(price, over(times(self.problem.order, m, squared(s)), times(TWO, v)))
        return self.moved(made, ZERO, total, self.place(position)), total

    def each_changing(self, position: int, law: ChangingLaw, now: Step, price: Term) -> tuple[Step, Term]:
        """Steps that change, each of which is paid at once."""
        begun, name = self.known("bound", now), "pabisym/changing-paid"
        terms = self.structures() | {"p": self.place(position - 1), "m": self.length(position), "b": price, **self.sequences(position)}

        def build() -> Step:
            premises = {label: self.every(position, self.throughout(position, label, name), facts=[relation(law.variance, ">")])
                        for label in ("noise", "sizes", "price")}
            return self.apply(name, {**self.steps(position), **premises, "start": self.p.known(begun)}, **terms)

        total = plus(price, over(times(self.problem.order, law.total(law.price)), TWO))
        return self.moved(self.aside(build), ZERO, total, self.place(position)), total

    def every(self, position: int, claim: Call, *, skip: int = 1, facts: Sequence[Call] = ()) -> Step:
        """A relation at every step of a piece, from so many steps after the one before it on, from other relations that are proved first."""
        low, before = self.place(position - 1), [(self.lengths[i][0],) for i in range(1, position)]

        def each(b: Builder, facts: Sequence[Call] = facts) -> Step:
            return b.prove(claim) if not facts else b.have(b.fresh("here"), b.prove(facts[0]), lambda b: each(b, facts[1:]))

        def known(b: Builder) -> Step:
            return b.have(b.fresh("k"), combined(relation(K, ">=", Number(skip)), ("k from",), *before), each)

        return Builder.generalise(self.ground or self.p._now, "k", plus(low, Number(skip)) if skip else low, self.place(position), known)

    def carry(self, position: int, now: Step, brought: tuple[Term, Term, Term, Term], rate: tuple[Term, str, str], price: Term,
              rest: str = "") -> Step:
        """One piece of a block: steps, or equal rounds.  With the rate stand the labels of its sign and of what was left before."""
        piece = self.piece(position)
        if not piece.single:
            return self.turned(position, now, brought, (*rate, rest), price)
        low, so_far = self.place(position - 1), self.known("bound", now)
        stretch = piece.stretches[0]
        if stretch.law is not None:
            return self.aside(lambda: self.changing(position, stretch.law, self.p.known(so_far), brought, rate[0], price))
        return self.aside(lambda: self.stretched(
            piece.stretches[0], self.steps(position), low, self.p.known(so_far), brought, rate[0], price))

    def stretched(self, stretch: Stretch, steps: Mapping[str, str], low: Term, now: Step, brought: tuple[Term, Term, Term, Term],
                  rate: Term, price: Term, known: tuple[str, str, str] | None = None) -> Step:
        """One stretch of a block, after the step ``low``; with the labels of the rate, and of what is left before and after it."""
        side, alpha, m = self.side_of(stretch.contraction), self.problem.order, self.term(stretch.steps)
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
        premises: dict[str, Step | str] = {**steps, "start": self.moved(now, begun, before, low)}
        if known is not None:
            facts = zip(("rate", "before", "after"), (rate, begun, minus(B, times(rate, V))), known, strict=True)
            premises |= {label: combined(relation(value, ">="), (fact,)) for label, value, fact in facts}
        return self.apply(name, premises, **terms)

    def changing(self, position: int, law: ChangingLaw, now: Step, brought: tuple[Term, Term, Term, Term], rate: Term,
                 price: Term) -> Step:
        """One stretch of a block whose steps change."""
        A, U, B, V = brought
        low, own = self.place(position - 1), self.brought(position, position).product
        q, name = times(own, rate), "pabisym/changing-stretch"
        terms = self.structures() | {"m": self.length(position), "A": A, "B": B, "U": U, "V": V, "q": q, "r": rate, "b": price,
                                     **self.sequences(position)}
        here = [relation(law.variance, ">"), relation(law.later, ">")]
        earlier = [relation(placed(law.variance, plus(K, Number(-1))), ">")]
        facts = {"product": (0, ()), "products": (1, ()), "noise": (1, [*here, relation(law.noise, ">")])}
        facts |= {"slopes": (1, here), "falling": (2, [*here, *earlier]), "shift": (1, here)}
        premises: dict[str, Step | str] = {label: self.every(position, self.throughout(position, label), skip=skip, facts=(
            known if law.gap != ZERO or label == "noise" else ())) for label, (skip, known) in facts.items()}
        premises |= {**self.steps(position), "start": self.moved(now, minus(A, times(q, U)), plus(price, over(
            times(self.problem.order, squared(q), U), TWO)), low)}
        return self.apply(name, premises, **terms)

    def turned(self, position: int, now: Step, brought: tuple[Term, Term, Term, Term], rate: tuple[Term, str, str, str],
               price: Term) -> Step:
        """Equal rounds of a block: an induction over the rounds."""
        piece, alpha, (A, U, B, V), (r, known, before, after) = self.piece(position), self.problem.order, brought, rate
        R, n, low = self.term(piece.rounds), self.term(self.steps_of(position) / piece.rounds), self.place(position - 1)
        each = self.turns_of(piece, (A, U), r)
        j = Name(next(name for name in ("j", *(f"j{i}" for i in range(9))) if name not in self.p.scope.kinds))

        def state(i: Term, index: Term) -> Call:
            A, U, q = each(i)
            place = plus(low, times(n, index))
            return Call("renyi", (alpha, minus(A, times(q, U)), at("X", place), at("Y", place), plus(price, over(times(
                alpha, squared(q), U), TWO))))

        claim, first = state(j, j), state(ZERO, ZERO)
        if first.args[1] == ZERO or not before:
            before = self.signed(first.args[1])
        if not after:
            after = self.signed(minus(B, times(r, V)))
        if not known:
            known = self.signed(r)
        begun = self.p.term(substitute(claim, {j.name: ((), ZERO)}))
        base = self.reworded(now, begun)
        outer = self.p, dict(self.signs), dict(self.ranges), self.ground
        with self.p.induct(j.name, ZERO, R, claim, base) as block:
            self.p = block
            if self.ground is not None:
                self.ground = self.ground.ranging(j.name, ONE, R)[0]
            try:
                block.show(self.round_of(position, block.hypothesis, (j, n, claim), each, (known, before, after), (brought, r, price)))
            finally:
                self.p, self.signs, self.ranges, self.ground = outer
        return self.p.at(block.step, R)

    def turns_of(self, piece: Piece, before: tuple[Term, Term], rate: Term) -> Callable[[Term], tuple[Term, Term, Term]]:
        """Shift, noise and rate of a block after some rounds."""
        (A, U), one, (c, often), R = before, self.round(piece), self.round_base(piece), self.term(piece.rounds)

        def each(i: Term) -> tuple[Term, Term, Term]:
            if c == ONE:
                return plus(A, times(i, one.shift)), plus(U, times(i, one.noise)), rate
            x, y, z = (raised(c, times(factor, often, count)) for factor, count in ((ONE, i), (TWO, i), (ONE, minus(R, i))))
            X, Y = raised(c, often), raised(c, times(TWO, often))
            return (plus(times(x, A), over(times(one.shift, minus(ONE, x)), minus(ONE, X))),
                    plus(times(y, U), over(times(one.noise, minus(ONE, y)), minus(ONE, Y))), times(z, rate))

        return each

    def round(self, piece: Piece) -> _Brought:
        """What one round brings."""
        inner = self.inner(piece)
        one = inner[0]
        for other in inner[1:]:
            one = self.joined(one, other)
        return self.shorter(one)

    def shorter(self, one: _Brought) -> _Brought:
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
        return _Brought(terms[0], terms[1], one.product, (signs[0], signs[1], signs[2]))

    def least(self, term: Term) -> Term:
        """A term in the fewest words in which it is known that nothing is divided by 0."""
        value = self.algebra.value(term)
        own = self.term(value)
        return own if len(to_text(own)) < len(to_text(term)) and self.divided(value) else term

    def divided(self, value: Ratio) -> bool:
        """Is it known that what a fraction divides by is not 0."""
        for polynomial, _ in value.bottom.factor()[1]:
            factor = self.algebra.one.made(polynomial)
            try:
                self.signed(self.term(factor * (self.algebra.sign(factor) or 1)), ">")
            except (NoProof, Refusal):
                return False
        return True

    def reworded(self, now: Step, claim: Term) -> Step:
        """A bound in other, equal words."""
        state, args = self.p.term(now["conclusion"]), claim.args if isinstance(claim, Call) else ()
        if not isinstance(state, Call):
            raise NoProof("no bound is carried")
        given = dict(zip(("alpha", "y", "P", "Q", "d"), args, strict=True))
        return self.p.figure("monotone", now, conclude=claim, z=state.args[1], b=state.args[4], **given)

    def round_of(self, position: int, hypothesis: str, said: tuple[Name, Term, Term], each: Callable[[Term], tuple[Term, Term, Term]],
                 known: tuple[str, str, str], block: tuple[tuple[Term, Term, Term, Term], Term, Term]) -> Step:
        """The bound after one more round, from the one before it."""
        piece, (j, n, claim), (brought, r, price) = self.piece(position), said, block
        last, p = minus(j, ONE), self.p
        self.signs[relation(last, ">=")] = self.known("rounds", relation(last, ">="))
        R = self.term(piece.rounds)
        self.signs[relation(minus(R, j), ">=")] = self.known("rounds", relation(minus(R, j), ">="))
        begin = begin_round = self.between(piece, last, each, known, (brought, r))
        end = self.between(piece, j, each, known, (brought, r))
        now: Step = p.known(hypothesis)
        A, U, _ = each(last)
        B, V, q = each(j)
        paid = self.known("rate", combined(relation(q, ">="), (self.signed(q.args[0], ">"), known[0]))) if q != r and isinstance(
            q, Call) else known[0]
        inner, low = self.inner(piece), plus(self.place(position - 1), times(n, last))
        done, steps = inner[0], self.algebra.zero
        for index, (stretch, own) in enumerate(zip(piece.stretches, inner, strict=True)):
            more = inner[index + 1:]
            after = more[0] if more else None
            for one in more[1:]:
                after = self.joined(after, one) if after else one
            here = plus(low, self.term(steps))
            steps = steps + stretch.steps
            high = plus(low, self.term(steps))
            if after is None:
                now = self.in_round(position, index, (here, high, j), now, (A, U, B, V), (q, price), (paid, begin, end))
                continue
            done = own if index == 0 else self.joined(done, own)
            first = each(last)
            brings = plus(times(done.product, first[0]), done.shift), plus(times(squared(done.product), first[1]), done.noise)
            own_rate = times(after.product, q)
            left = self.middle((done, after), (begin_round, end), minus(brings[0], times(own_rate, brings[1])))
            own_paid = self.known("rate", combined(relation(own_rate, ">="), (after.signs[2], paid)))
            now = self.in_round(position, index, (here, high, j), now, (A, U, *brings), (own_rate, price), (own_paid, begin, left))
            (A, U), begin = brings, left
        return self.reworded(now, claim)

    def in_round(self, position: int, index: int, place: tuple[Term, Term, Term], now: Step, brought: tuple[Term, Term, Term, Term],
                 paid: tuple[Term, Term], known: tuple[str, str, str]) -> Step:
        """One stretch of a round."""
        low, high, j = place
        so_far, stretch = self.known("bound", now), self.piece(position).stretches[index]

        def build() -> Step:
            hypotheses = self.hypotheses(position, index, low, high, self.gap_of(position, index, low), j)
            return self.stretched(stretch, hypotheses, low, self.p.known(so_far), brought, *paid, known)

        return self.aside(build)

    def middle(self, parts: tuple[_Brought, _Brought], known: tuple[str, str], left: Term) -> str:
        """The label under which it is known that in the middle of a round something is left."""
        (one, two), (begin, end) = parts, known
        goal = relation(left, ">=")
        if one.noise == ZERO:
            return self.known("left", combined(goal, (one.signs[2], begin), (one.signs[0],)))
        steep = relation(times(one.shift, two.noise), ">=", times(two.product, two.shift, one.noise))
        value = self.algebra.value(steep.args[0]) - self.algebra.value(steep.args[1])
        if two.shift == ZERO or not value:
            label = self.known("steep", combined(steep, (one.signs[0], two.signs[1])) if two.shift == ZERO else steep)
        else:
            label = self.known("steep", self.matched(steep, value))
        weight = plus(two.noise, times(squared(two.product), one.noise))
        terms = (two.signs[1], one.signs[2], begin), (two.signs[2], one.signs[1], end), (label,)
        return self.known("left", combined(goal, *terms, by=weight))

    def between(self, piece: Piece, i: Term, each: Callable[[Term], tuple[Term, Term, Term]], known: tuple[str, str, str],
                block: tuple[tuple[Term, Term, Term, Term], Term]) -> str:
        """The label under which it is known that after some rounds something is left."""
        return self.known("left", self.aside(lambda: self.left_between(piece, i, each, known, block)))

    def left_between(self, piece: Piece, i: Term, each: Callable[[Term], tuple[Term, Term, Term]], known: tuple[str, str, str],
                     block: tuple[tuple[Term, Term, Term, Term], Term]) -> Step:
        """That after some rounds something is left: a mean of what is left before and after all of them, and more."""
        rate, before, after = known
        A, U, q = each(i)
        R, (c, often), one = self.term(piece.rounds), self.round_base(piece), self.round(piece)
        goal = relation(minus(A, times(q, U)), ">=")
        done, rest = self.signed(i), self.signed(minus(R, i))
        if c == ONE:
            self.signed(R, ">")
            return combined(goal, (rest, before), (done, after), by=R)
        x = raised(c, times(often, i))
        positive = self.signed(x, ">")
        for count, label in ((i, done), (minus(R, i), rest)):
            self.total(times(often, count), [(self.signed(often), label)])
        first, second = (self.power(c, times(often, count), strict=False) for count in (i, minus(R, i)))
        every, twice = self.power(c, times(often, R), strict=True), self.power(c, times(TWO, often), strict=True)
        by = times(*(minus(ONE, raised(c, exponent)) for exponent in (times(often, R), times(TWO, often))))
        return combined(goal, (positive, second, before, twice), (first, after, twice), (rate, one.signs[1], first, second, every), by=by)
