"""The pair that attains a taut string in letters: linear runs whose slopes fall behind the contractions where a block ends.

Within a block the slopes of the pair are the contractions; at its first step the slope is less, by the ratio of the rates of the
blocks, and 0 where nothing was paid before.  How far the means are apart, and the variance, follow from linear recurrences, piece by
piece.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from pabisym.derivation.carrying import Strand
from pabisym.derivation.shapes.problem import BEFORE, Derived, Problem, nonzero, outermost, resolved, with_divisors
from pabisym.derivation.signs import K, combined, minus, over, plus, raised, relation, settled, squared, times
from pabisym.derivation.tightness import (
    MEAN,
    SPREAD,
    Attainment,
    FormulaPair,
    attained_id,
    base_of_pair,
    hypotheses_of_class,
    member,
)
from pabisym.kernel.judgement import Sequent, formula
from pabisym.lang.grammar import to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Number, Term, at, substitute
from pabisym.library.twins import prove_by_replay
from pabisym.process.sequence import names
from pabisym.proof.build import Builder, Filler, NoProof, Step, step
from pabisym.proof.case_split import with_facts
from pabisym.proof.certificate import certificate, divisors, undecided_condition
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import script
from pabisym.shift.letters.changing import ChangingLaw, placed, upto
from pabisym.shift.letters.pieces import Stretch
from pabisym.shift.letters.pooling import Answer, Fork, Leaf, SymbolicBlock, leaves, taut_string
from pabisym.shift.letters.ratio import Ratio

_Fact: TypeAlias = "tuple[Term, str, Sequence[tuple[str, ...]]]"
"""What is known of a step: a term, its sign, and the facts that add up to it."""
THEOREMS = ("pabisym/rising", "pabisym/changing-steps", "pabisym/changing-stretch", "pabisym/linear-pair", "pabisym/equal-steps",
            "pabisym/geometric-steps", "pabisym/squared-steps")
"""What the proof that a pair attains a taut string may apply."""


def attained(derived: Derived, price: Term) -> Attainment:
    """Prove that a price, the derived bound of order 2, is attained, for all parameters, by the pair of the taut string in letters.

    Raises :class:`~pabisym.proof.build.NoProof` where that is not achieved, :class:`~pabisym.shift.letters.algebra.NotInPieces` where
    no string is found, and :class:`~pabisym.kernel.exact.Refusal` where what would have to be shown is too long; this says nothing about
    the bound.
    """
    problem = derived.problem
    if problem is None:
        raise NoProof("the bound is not that of one process")
    own = problem.iteration, problem.domains, tuple(problem.relations.values())
    return attained_in_pieces(derived, problem, taut_string(*own) if derived.strand is None else derived.strand[1], price)


def attained_in_pieces(derived: Derived, problem: Problem, answer: Answer, price: Term) -> Attainment:
    """The same for a taut string in letters that is known."""
    it, library = problem.iteration, derived.library
    if not all(piece.single for leaf in leaves(answer) for piece in leaf.pieces):
        raise NoProof("what attains rounds is not proved")
    slope = _slopes(problem, answer)
    pair = FormulaPair(it.steps, slope, it.gap.term(), it.noise.variance.term(), it.start_shift, it.contraction.term())
    base, claims = base_of_pair(derived.sequent, pair), tuple(hypotheses_of_class(derived.sequent, pair))
    for _, claim in claims:
        formula(claim)
    theorems = [library.statement(name).sequent for name in THEOREMS]

    def by_case(claim: Term, build: Callable[[_Pair], Step]) -> Step:
        def inside(b: Builder, answer: Answer) -> Step:
            if isinstance(answer, Fork):
                sides = iter((answer.later, answer.earlier))
                return b.by_cases(answer.condition, claim, lambda b: inside(b, next(sides)))
            with suppress(NoProof):
                if derived.strand is None:
                    return _contradicted(b, claim)
            return script(lambda p: build(_Pair(problem, answer, p, pair=pair)))(b)

        if derived.strand is None:
            return begun(lambda b: with_facts(derived.tree, b, lambda b: inside(b, answer), cases=True))
        return begun(lambda b: inside(b, answer))

    def begun(proof: Callable[[Builder], Step]) -> Step:
        return with_divisors(Builder.of(base, *theorems), it, proof)

    conclusion = Call("apart", (at("X", it.steps), at("Y", it.steps), price))
    apart = by_case(conclusion, lambda own: own.distance(price))
    found = prove_by_replay(Sequent("attained", base.kinds, base.assumptions, conclusion), apart, THEOREMS, library)
    members = []
    for label, claim in claims:
        if "lipschitz(" in to_text(claim):
            proof = by_case(claim, lambda own, claim=claim, label=label: own.steep(claim, label))  # type: ignore[misc]
        elif "psi" in names(dict(derived.sequent.assumptions)[label]) and "/" in to_text(slope):
            proof = by_case(claim, lambda own, claim=claim, label=label: own.inside(claim, label))  # type: ignore[misc]
        else:
            proof = begun(lambda b, claim=claim, label=label: member(b, pair, claim, label))  # type: ignore[misc]
        members.append(prove_by_replay(Sequent(attained_id(label), base.kinds, base.assumptions, claim), proof, THEOREMS, library))
    return Attainment(pair, found, tuple(members))


def _contradicted(b: Builder, claim: Term) -> Step:
    """Anything, where the cases of a bound and those of the string contradict each other; raises :class:`NoProof` where they do not."""
    for label, known in b.scope.known:
        if label.startswith("case ") and isinstance(known, Call):
            other = relation(known.args[0], "<" if known.head == ">=" else ">=")
            if (found := certificate(b.scope, other, size=2)) is not None:
                return b.have(b.fresh("other"), step("arithmetic", other, (), goal=other, **found), lambda b: b.impossible(claim))
    raise NoProof("the cases do not contradict each other")


def _decided(b: Builder, goal: Call) -> Step:
    """A relation, proved in every case of the conditions that it holds."""
    if condition := undecided_condition(b.scope, *goal.args):
        return b.by_cases(condition, goal, lambda b: _decided(b, goal))
    return b.prove(goal)


def _slopes(problem: Problem, answer: Answer) -> Term:
    """The slope of the pair at step k, case by case."""
    if isinstance(answer, Fork):
        later, earlier = _slopes(problem, answer.later), _slopes(problem, answer.earlier)
        return later if later == earlier else Call("cases", (answer.condition, later, earlier))
    factor = found = problem.iteration.contraction.term()
    for first, last, value in turns(answer):
        found = Call("cases", (minus(K, first), Call("cases", (minus(last, K), value, factor)), found))
    return found


def turns(leaf: Leaf) -> Iterator[tuple[Term, Term, Term]]:
    """Where the slope of the pair is no contraction: from one step to another, and what it is there."""
    term = leaf.algebra.term
    for block, value in blocks_turned(leaf):
        if value is not None:
            piece = leaf.pieces[block.first - 1]
            first = term(piece.first)
            yield first, first, term(value)
            if block.whole.single is not None:
                law = paid_law(piece.stretches[0])
                yield term(piece.first + 1), term(piece.first + piece.stretches[0].steps - 1), ONE if law is None else law.contraction


def blocks_turned(leaf: Leaf) -> Iterator[tuple[SymbolicBlock, Ratio | None]]:
    """The blocks with the slope of the pair at their first step: the contraction times the ratio of the rates, 0 for the first one.

    None for a block that begins with the start.
    """
    for block, before in zip(leaf.blocks, (None, *leaf.blocks), strict=False):
        if block.first == 0 or before is None:
            yield block, None if block.first == 0 else leaf.algebra.zero
            continue
        one, two = before.whole.single or before.whole, block.whole.begin or block.whole.single or block.whole
        below = one.noise * two.product * two.shift
        if not below:
            raise NoProof("a block without noise, or without shift, has no slope at its first step")
        yield block, leaf.algebra.value(first_factor(leaf.pieces[block.first - 1].stretches[0])) * one.shift * two.noise / below


def first_factor(stretch: Stretch) -> Term:
    """The contraction of the first step of a stretch."""
    return stretch.contraction if stretch.law is None else placed(stretch.law.contraction, stretch.law.first)


def paid_law(stretch: Stretch) -> ChangingLaw | None:
    """Steps that change and are paid one by one, with the slopes of the pair in place of the contractions."""
    law = stretch.law
    if law is None:
        return None
    steep = over(law.gap, law.variance)
    slope = tidied(over(times(placed(law.gap, BEFORE), law.variance), times(placed(law.variance, BEFORE), law.gap)))
    end = placed(steep, law.last)
    return replace(law, contraction=slope, later=tidied(over(steep, end)), product=tidied(over(end, steep)))


@dataclass
class _Pair(Strand):
    """The proof about the pair in one case."""

    pair: FormulaPair = field(kw_only=True)
    positive: str = ""

    # Where a step lies.

    def equation(self, name: str, index: Term, facts: Sequence[_Fact], said: Term) -> Callable[[Builder], Step]:
        """A recurrence at one step, in short words, knowing where the step lies."""

        def make(b: Builder) -> Step:
            known = {b.fresh("k"): combined(relation(left, sign, ZERO), *terms) for left, sign, terms in facts}
            return b.suppose_all(known, lambda b: settled(b, b.at(name, index), said))

        return make

    def later(self, index: Term, piece: int, terms: Sequence[tuple[str, ...]]) -> _Fact:
        """That a step lies after the first one of an earlier piece, or, where that may be empty, not before it."""
        first, some = plus(self.place(piece - 1), ONE), self.lengths[piece][1]
        if some:
            return minus(index, plus(first, ONE)), ">=", [(some,), *terms[1:]]
        return minus(index, first), ">=", terms

    def recurrences(self, position: int, first: Ratio | None) -> dict[str, tuple[str, str]]:
        """For mean and variance the labels of what one piece makes of them: of its first step, and of the others."""
        stretch = self.stretch(position)
        low, high, m = self.place(position - 1), self.place(position), self.length(position)
        law = self.law_of(position)
        if law is not None:
            return self.changing_recurrences(position, law, first)
        c = stretch.contraction if self.side(position) else ONE
        if not self.side(position) and stretch.contraction != ONE:
            raise NoProof("a contraction that is 1 without being written so")
        if position in self.at_once:
            c = ONE
        v, s, g = (self.term(value) for value in (stretch.variance, stretch.gap, stretch.jump))
        apart = first is not None or bool(stretch.jump)
        f = c if first is None else self.algebra.term(first)
        start = plus(low, ONE)
        found: dict[str, tuple[str, str]] = {}
        begin, count = (plus(low, TWO), minus(m, ONE)) if apart else (start, m)
        for name, letter, slope, more, own, extra in (
                ("means", MEAN, f, c, s, g), ("variances", SPREAD, squared(f), squared(c), v, ZERO)):
            once = self.once(name, position, relation(at(letter, start), "==", plus(
                times(slope, at(letter, low)), own, extra))) if apart else ""

            def each(b: Builder, name: str = name, letter: str = letter, more: Term = more, own: Term = own) -> Step:
                facts = self.at_step(position, apart=apart)
                claim = relation(at(letter, K), "==", plus(times(more, at(letter, BEFORE)), own))
                return self.equation(name, K, facts, claim)(b)

            steps = Builder.generalise(self.p._now, "k", begin, high, each)
            shorter: dict[str, Filler] = {} if c == ONE else {"c": c}
            theorem = "pabisym/equal-steps" if c == ONE else "pabisym/geometric-steps" if letter == MEAN else "pabisym/squared-steps"
            terms: dict[str, Filler] = {"p": minus(begin, ONE), "m": count, "s": own, "f": ("k", at(letter, K)), **shorter}
            found[letter] = once, self.known("steps", self.apply(theorem, {"steps": self.known("each", steps)}, **terms))
        return found

    def once(self, name: str, position: int, claim: Term) -> str:
        """The label of a recurrence at the first step of a piece."""
        some = self.lengths[position][1]
        if not some:
            raise NoProof("a block begins with a piece that may be empty")
        before, after = self.other_lengths(position)
        start = plus(self.place(position - 1), ONE)
        facts: list[_Fact] = [(minus(start, ONE), ">=", before[0]), (
            minus(self.problem.iteration.steps, start), ">=", [(some,), *after[-1]])]
        facts += [self.later(start, j, before[j - 1]) for j in range(1, position)]
        facts += [(minus(plus(self.place(position + j), ONE), plus(start, ONE)), ">=", [(some,), *after[j]])
                  for j in range(1, self.count - position)]
        return self.known("first step", self.equation(name, start, facts, claim)(self.p._now))

    def other_lengths(self, position: int) -> tuple[list[list[tuple[str, ...]]], list[list[tuple[str, ...]]]]:
        """Labels of the lengths of the pieces before and after one, from each of those on, or up to it."""
        before: list[list[tuple[str, ...]]] = [[(self.lengths[i][0],) for i in range(j, position)] for j in range(1, position + 1)]
        return before, [[(self.lengths[i][0],) for i in range(position + 1, j)] for j in range(position + 1, self.count + 2)]

    def at_step(self, position: int, *, apart: bool) -> list[_Fact]:
        """Where step k lies, of the steps of a piece, or where the first is ``apart`` of the others."""
        before, after = self.other_lengths(position)
        more: list[tuple[str, ...]] = [()] if apart else []
        facts: list[_Fact] = [(minus(K, ONE), ">=", [("k from",), *before[0], *more]),
                              (minus(self.problem.iteration.steps, K), ">=", [("k to",), *after[-1]])]
        facts += [self.later(K, j, [*before[j - 1], ("k from",), *more]) for j in range(1, position)]
        return facts + [(minus(self.place(position + j), K), ">=", [("k to",), *after[j]]) for j in range(1, self.count - position)]

    def law_of(self, position: int) -> ChangingLaw | None:
        """The law of a piece that changes, with the slopes of the pair."""
        stretch = self.stretch(position)
        return paid_law(stretch) if position in self.at_once else stretch.law

    def changing_recurrences(self, position: int, law: ChangingLaw, first: Ratio | None) -> dict[str, tuple[str, str]]:
        """The same for steps that change."""
        low, high, stretch = self.place(position - 1), self.place(position), self.stretch(position)
        apart = first is not None or bool(stretch.jump)
        found: dict[str, tuple[str, str]] = {}
        begin, start = plus(low, TWO) if apart else plus(low, ONE), plus(low, ONE)
        f = placed(law.contraction, start) if first is None else self.algebra.term(first)
        for name, letter, each_, own, added in (("means", MEAN, lambda term: term, law.gap, law.shift),
                                                ("variances", SPREAD, squared, law.variance, law.noise)):
            extra = self.term(stretch.jump) if letter == MEAN else ZERO
            once = self.once(name, position, relation(at(letter, start), "==", plus(
                times(each_(f), at(letter, low)), placed(own, start), extra))) if apart else ""
            sequences = {"f": at(letter, K), "e": each_(law.contraction), "P": each_(law.product), "S": upto(added, K)}
            binding = {key: (("k",), term) for key, term in sequences.items()}
            terms: dict[str, Filler] = {"p": minus(begin, ONE), "m": minus(plus(high, ONE), begin), **{
                key: ("k", term) for key, term in sequences.items()}}
            one, other = (self.said_of_step("pabisym/changing-steps", label, binding) for label in ("steps", "products"))

            def step_(b: Builder, name: str = name, claim: Term = one) -> Step:
                return self.equation(name, K, self.at_step(position, apart=apart), claim)(b)

            steps = Builder.generalise(self.p._now, "k", begin, high, step_)
            products = self.every(position, other, skip=2 if apart else 1, facts=[relation(law.variance, ">")])
            found[letter] = once, self.known("steps", self.apply("pabisym/changing-steps", {
                "steps": self.known("each", steps), "products": self.known("each", products)}, **terms))
        return found

    # What the pair has at the end of a block.

    def blocks_of_pair(self) -> tuple[str, str, Term, Term, Term]:
        """Labels of H*mean == N*V and H^2*spread == N^2*V at the last step, and H, N, V."""
        labels, total = ("", ""), plus()
        last: tuple[Term, Term] = ONE, ONE
        for block, first in blocks_turned(self.leaf):
            whole = self.whole_of(block)
            if first is not None:
                self.divisible(first)
            mean, spread = self.through(block, first)
            new = self.least(plus(total, self.price_of(block, whole)))
            labels = self.closed(block, (mean, spread), labels, (whole, last, total, new))
            self.positive = self.still_positive(block, whole, total, new)
            last, total = whole, new
        return (*labels, *last, total)

    def price_of(self, block: SymbolicBlock, whole: tuple[Term, Term]) -> Term:
        """What a block costs."""
        law = None if block.whole.single is None else self.stretch(block.first).law
        if law is not None:
            return law.total(law.price)
        return over(times(ONE if block.whole.single is None else self.length(block.first), squared(whole[0])), whole[1])

    def signs_of(self, block: SymbolicBlock) -> tuple[str, str, tuple[str, ...]]:
        """Labels under which the shift and the noise of a block are positive, and how often they count."""
        if block.whole.single is None:
            own = self.brought(block.first, block.last)
            return own.signs[0], own.signs[1], ()
        s, v = self.step_at_end(block)
        return self.signed(s, ">"), self.signed(v, ">"), (self.signed(self.length(block.first), ">"),)

    def step_at_end(self, block: SymbolicBlock) -> tuple[Term, Term]:
        """Gap and variance of the last step of a block each of whose steps is paid at once."""
        stretch = self.stretch(block.first)
        if stretch.law is not None:
            return placed(stretch.law.gap, stretch.law.last), placed(stretch.law.variance, stretch.law.last)
        return self.term(stretch.gap), self.term(stretch.variance)

    def still_positive(self, block: SymbolicBlock, whole: tuple[Term, Term], before: Term, total: Term) -> str:
        """The label under which the price up to a block is positive."""
        shift, _, often = self.signs_of(block)
        law = None if block.whole.single is None else self.stretch(block.first).law
        own = minus(total, before) if before == ZERO else self.price_of(block, whole)
        if law is not None:
            label = self.summed(block.first, law, law.price, ">")
        else:
            label = self.known("price", combined(relation(own, ">"), (shift, shift, *often), by=whole[1]))
        return label if before == ZERO else self.known("price", combined(relation(total, ">"), (self.positive,), (label,)))

    def whole_of(self, block: SymbolicBlock) -> tuple[Term, Term]:
        """Shift and noise of a block; of a single step where each is one."""
        if block.whole.single is None:
            own = self.brought(block.first, block.last)
            if not (self.strict(own.signs[0]) and self.strict(own.signs[1])):
                raise NoProof("a block may have no shift, or no noise")
            return own.shift, own.noise
        s, v = self.step_at_end(block)
        self.signed(s, ">")
        self.signed(v, ">")
        return s, v

    def divisible(self, value: Ratio) -> None:
        """Know that what the slope divides by is positive."""
        for polynomial, _ in value.bottom.factor()[1]:
            own = self.algebra.one.made(polynomial)
            if (sign := self.algebra.sign(own)) is None:
                raise NoProof("what a slope divides by has no sign")
            self.signed(self.term(own * sign), ">")

    def through(self, block: SymbolicBlock, first: Ratio | None) -> tuple[str, str]:
        """Labels of mean(q) == G*mean(p) + H and of the same about the variance, from before a block to its end."""
        found: dict[str, str] = {}
        start = max(block.first, 1)
        labels = {position: self.recurrences(position, first if position == start else None) for position in range(start, block.last + 1)}
        for letter in (MEAN, SPREAD):
            label, factor = "", times()
            for position, own in labels.items():
                label, factor = self.extended(letter, position, own[letter], (label, factor), block, first if position == start else None)
            found[letter] = label
        return found[MEAN], found[SPREAD]

    def extended(self, letter: str, position: int, own: tuple[str, str], so_far: tuple[str, Term], block: SymbolicBlock,
                 first: Ratio | None) -> tuple[str, Term]:
        """One more piece: f(q) == F*f(p) + A, with what it brings."""
        (once, steps), law = own, self.law_of(position)
        stretch, m, low, high = self.stretch(position), self.length(position), self.place(position - 1), self.place(position)
        c = ONE if position in self.at_once or law is not None else stretch.contraction if self.side(position) else ONE
        n = minus(m, ONE) if once else m
        power = raised(c, n) if letter == MEAN else raised(c, times(TWO, n))
        whole = raised(c, m) if letter == MEAN else raised(c, times(TWO, m))
        if law is not None:
            begun = plus(low, ONE) if once else low
            power, whole = (placed(law.later, begun), placed(law.later, low))
            power, whole = (power, whole) if letter == MEAN else (squared(power), squared(whole))
        f = None if first is None else self.algebra.term(first)
        slope = whole if f is None else times(power, f if letter == MEAN else squared(f))
        bottom = ONE if c == ONE else self.apart(c if letter == MEAN else squared(c), self.side(position))
        weight = power if law is not None else ONE
        turned = -1 if c != ONE and self.side(position) > 0 else 1
        if law is not None and position in self.at_once:
            brought = law.total(law.shift if letter == MEAN else law.noise)
        elif position in self.at_once:
            brought = times(m, self.term(stretch.gap if letter == MEAN else stretch.variance))
        else:
            alone = self.brought(position, position)
            brought = alone.shift if letter == MEAN else alone.noise
        goal = relation(at(letter, high), "==", plus(times(slope, at(letter, low)), brought))
        terms = [fact(steps, times=Number(turned), factor=weight), *([fact(once, factor=times(bottom, power))] if once else [])]
        alone_label = self.known("piece", certified(goal, *terms, multiplier=bottom))
        label, factor = so_far
        start = self.place(max(block.first, 1) - 1)
        after = self.brought(block.first, position) if position not in self.at_once else None
        reached = brought if after is None else after.shift if letter == MEAN else after.noise
        if not label:
            return self.begun(letter, block, (alone_label, goal), reached, slope), slope
        both = times(slope, factor)
        known = ZERO if block is self.leaf.blocks[0] else times(both, at(letter, start))
        more = relation(at(letter, high), "==", plus(known, reached))
        return self.known("pieces", certified(more, fact(alone_label), fact(label, factor=slope))), both

    def begun(self, letter: str, block: SymbolicBlock, alone: tuple[str, Call], reached: Term, slope: Term) -> str:
        """The first piece of a block; the first block does not depend on what was before: it begins at the start, or at a slope of 0."""
        label, goal = alone
        if block is not self.leaf.blocks[0]:
            return label
        start = [fact("start mean" if letter == MEAN else "start variance", factor=slope)] if block.first == 0 else []
        return self.known("begun", certified(relation(goal.args[0], "==", reached), fact(label), *start))

    def closed(self, block: SymbolicBlock, found: tuple[str, str], before: tuple[str, str],
               parts: tuple[tuple[Term, Term], tuple[Term, Term], Term, Term]) -> tuple[str, str]:
        """H*mean(q) == N*V and H^2*spread(q) == N^2*V."""
        (H, N), (_, M), _, total = parts
        q = self.place(block.last)
        result = []
        for index, (letter, label) in enumerate(((MEAN, found[0]), (SPREAD, found[1]))):
            own = H if letter == MEAN else squared(H)
            goal = relation(times(own, at(letter, q)), "==", times(N if letter == MEAN else squared(N), total))
            terms = [fact(label, factor=own)]
            if before[0]:
                terms.append(fact(before[index], factor=over(N, M) if letter == MEAN else squared(over(N, M))))
            result.append(self.known("closed", certified(goal, *terms)))
        return result[0], result[1]

    # Conclusions.

    def ready(self) -> None:
        """Know how long the pieces are, and that blocks have noise."""
        self.prepare()
        for block, after in zip(self.leaf.blocks, (*self.leaf.blocks, None)[1:], strict=True):
            if block.whole.single is None:
                self.apart_from(block, after)

    def hypotheses(self, position: int, inner: int, low: Term, high: Term, gap: Term, round_: Term | None = None) -> dict[str, str]:
        """Nothing of the runs is needed."""
        return {}

    def at_end(self) -> tuple[str, str, Term, Term, str]:
        """Labels of what mean and variance are at the last step, the mean, the price, and the label of that the variance is positive."""
        block, T = self.leaf.blocks[-1], self.problem.iteration.steps
        if len(self.leaf.blocks) == 1 and block.whole.single is None:
            own = self.brought(block.first, block.last)
            if not self.strict(own.signs[1]):
                raise NoProof("a block may have no noise")
            mean, spread = self.through(block, None if block.first == 0 else self.algebra.zero)
            return mean, spread, own.shift, self.least(self.price_of(block, (own.shift, own.noise))), own.signs[1]
        mean, spread, H, N, V = self.blocks_of_pair()
        self.factors_positive(H)
        ends: list[tuple[str, Term]] = []
        for letter, label, by, whole in ((MEAN, mean, H, over(times(N, V), H)), (SPREAD, spread, squared(H), over(
                times(squared(N), V), squared(H)))):
            end = self.least(whole)
            ends.append((self.known("end", combined(relation(at(letter, T), "==", end), (label,), by=by)), end))
        (mean, M), (spread, W) = ends
        _, noise, _ = self.signs_of(block)
        return mean, spread, M, V, self.known("spread", combined(relation(W, ">"), (noise, noise, self.positive), by=squared(H)))

    def distance(self, price: Term) -> Step:
        """How far apart the pair is at the last step."""
        p, T, own = self.p, self.problem.iteration.steps, resolved(self.p.scope, price)
        if not self.leaf.blocks:
            raise NoProof("nothing is paid")
        value = self.algebra.total(block.price for block in self.leaf.blocks)
        alike = not self.leaf.summed and (own == price or self.algebra.value(own) == value)
        border = None if alike or self.leaf.summed else self.term(value)
        if border is not None:
            self.nonzero(own)
            self.known("border", relation(own, "<=", border))
        self.ready()
        mean, spread, M, V, sign = self.at_end()
        self.known("some variance", combined(relation(at(SPREAD, T), ">"), (sign,), (spread,)))
        terms: dict[str, Filler] = {"T": T, "e": ("k", self.pair.slope), "s": ("k", self.pair.gap), "v": ("k", self.pair.variance),
                                    "M": ("k", at(MEAN, K)), "W": ("k", at(SPREAD, K)), "X": ("k", at("X", K)), "Y": ("k", at("Y", K))}
        variances = p._now.generalise("k", ONE, T, partial(_decided, goal=relation(self.pair.variance, ">=")))
        known = "first start", "second start", "first run", "second run", "means", "variances"
        premises: dict[str, Step | str] = {name: p.known(name) for name in known}
        made = self.apply("pabisym/linear-pair", {**premises, "noise": variances}, **terms)
        m, raw = over(squared(at(MEAN, T)), at(SPREAD, T)), own if alike else V
        self.nonzero(raw)
        self.known("price", certified(relation(raw, "<=", m), fact(mean, factor=plus(at(MEAN, T), M)), fact(
            spread, times="-1", factor=raw), multiplier=at(SPREAD, T)))
        made = p.figure("apart-narrow", made, m=m, n=raw, P=at("X", T), Q=at("Y", T))
        if (new := self.without_sums(raw, "<=")) != raw:
            made, raw = p.figure("apart-narrow", made, m=raw, n=new, P=at("X", T), Q=at("Y", T)), new
        if border is not None:
            made, raw = p.figure("apart-narrow", made, m=raw, n=border, P=at("X", T), Q=at("Y", T)), border
        if forms := {total: self.from_one(total) for total in outermost(own, "sum") if total.args[2] != ONE}:
            new = self.without_sums(own, ">=", forms)
            made, raw = p.figure("apart-narrow", made, m=raw, n=new, P=at("X", T), Q=at("Y", T)), new
        self.nonzero(price)
        return made if raw == price else p.figure("apart-narrow", made, m=raw, n=price, P=at("X", T), Q=at("Y", T))

    def from_one(self, total: Call) -> tuple[str, Term]:
        """The label of that a sum from a later step on is a difference of sums from the first step on, and this."""
        body, index, low, high = total.args
        if not isinstance(index, Name):
            raise NoProof("a sum has no index")
        before, own = minus(low, ONE), substitute(body, {index.name: ((), K)})
        apart = minus(Call("sum", (body, index, low, K)), upto(own, K))
        for f in (apart, Call("neg", (apart,))):
            goal = relation(placed(f, BEFORE), "<=", f)
            steps = Builder.generalise(self.p._now, "k", low, high, lambda b, goal=goal: b.have(  # type: ignore[misc]
                b.fresh("index"), b.prove(relation(K, ">=", ONE)), lambda b: b.prove(goal)))
            self.known("sum", self.apply("pabisym/rising", {"steps": self.known("each", steps)}, p=before, q=high, f=("k", f)))
        form = minus(upto(own, high), upto(own, before))
        return self.known("sum", relation(total, "==", form)), form

    def nonzero(self, term: Term) -> None:
        """Know that nothing is divided by 0 in a formula."""
        while factors := divisors(self.p.scope, resolved(self.p.scope, term)):
            self.known("divisor", nonzero(self.p, factors[0]))

    def factors_positive(self, term: Term) -> None:
        """Know that every factor of a term is positive where that is not evident."""
        if isinstance(term, Call) and term.head in ("*", "/"):
            for arg in term.args:
                self.factors_positive(arg)
        elif not self.p.scope.arithmetic.positive(term):
            self.signed(term, ">")

    def inside(self, claim: Term, label: str) -> Step:
        """One hypothesis of the class, where it is known that nothing is divided by 0, as the slopes are by rates."""
        self.ready()
        for (block, value), before in zip(blocks_turned(self.leaf), (None, *self.leaf.blocks), strict=False):
            if value is not None:
                if before is not None and before.whole.single is None:
                    self.brought(before.first, before.last)
                self.brought(block.first, block.last)
                self.divisible(value)
        return member(self.p._now, self.pair, claim, label)

    def steep(self, claim: Term, label: str) -> Step:
        """That the slopes are at least 0 and at most the contractions."""
        self.ready()
        for block, value in blocks_turned(self.leaf):
            if value is not None:
                f, c = self.algebra.term(value), first_factor(self.stretch(block.first))
                self.divisible(value)
                if value:
                    self.known("turn", self.weighed(relation(f, ">="), value))
                self.known("turn", self.matched(relation(c, ">=", f), self.algebra.value(c) - value))
        for name, sign, other in (("not negative", ">=", ZERO), ("at most the factor", "<=", self.pair.factor)):
            goal = relation(self.pair.slope, sign, other)
            each = self.p._now.generalise("k", ONE, self.problem.iteration.steps, partial(_decided, goal=goal))
            self.p.have(name, each)
        return member(self.p._now, self.pair, claim, label)
