"""From the taut string in letters to a proof: piece by piece in every case, replayed by the kernel.

The engine (:mod:`pabisym.shift.letters`) proposes the cases, the blocks and their rates; :mod:`pabisym.derivation.signs` and
:mod:`pabisym.derivation.cuts` prove what they rest on.  Here one theorem for each kind of piece carries the bound from its first step to
its last.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial

from pabisym.derivation.cuts import Cuts
from pabisym.derivation.shapes.distinctions import Built, split
from pabisym.derivation.shapes.problem import (
    BEFORE,
    STRUCTURES,
    Derived,
    Problem,
    bound_of,
    concluded,
    in_closed_form,
    larger,
    nonzero,
    outermost,
    replayed_bound,
    with_divisors,
)
from pabisym.derivation.shapes.sums import by_signs, summed
from pabisym.derivation.signs import (
    Brought,
    K,
    Shared,
    combined,
    exchanged,
    logarithmic,
    minus,
    over,
    plus,
    raised,
    relation,
    squared,
    times,
)
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Term, at, substitute
from pabisym.library.library import Library
from pabisym.process.sequence import unused_name
from pabisym.proof.build import Builder, Filler, NoProof, Step, reached
from pabisym.proof.certificate import divisors
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import InnerScript, Script, script
from pabisym.shift.letters.changing import ChangingLaw, placed, upto
from pabisym.shift.letters.pieces import Piece, Stretch
from pabisym.shift.letters.pooling import Answer, Fork, Leaf, SymbolicBlock, leaves

THEOREMS = ("pabisym/rising", "pabisym/changing-stretch", "pabisym/changing-paid", "pabisym/steady-stretch",
            "pabisym/contractive-stretch", "pabisym/expanding-stretch", "pabisym/each-paid", "pabisym/noiseless-steady",
            "pabisym/noiseless-contractive", "pabisym/earlier-cut", "pabisym/later-cut", "pabisym/continuation")
"""What a proof in pieces may apply."""
MOST_SUMS = 2
"""Most sums of a bound for which closed forms are put: with more the formulas of the kernel become too long."""


def derive_pieces(problem: Problem, answer: Answer, library: Library) -> Derived:
    """A proved Rényi bound, the price of the taut string in letters.

    Raises :class:`~pabisym.derivation.renyi_bound.NoClosedForm` where the answer of the engine is not proved.
    """
    theorems = {name: library.statement(name).sequent for name in THEOREMS}
    builder = Builder.of(problem.sequent("0"), *theorems.values())
    with in_closed_form("the taut string is found and not proved"):
        built = reached(lambda finish: with_divisors(builder, problem.iteration, lambda b: _with_lengths(b, answer, finish)),
                        lambda b: _proved(problem, answer, b, Shared(b, len(leaves(answer)))))
        found = replayed_bound(problem, library, "the taut string in letters", built, theorems, problem.added)
        return replace(found, strand=(problem, answer))


def _with_lengths(b: Builder, answer: Answer, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing of the sums in conditions and prices that their last step is not before the first by more than one."""
    sums = (total for term in _formulas(answer) for total in outermost(term, "sum"))
    ends = dict.fromkeys(relation(total.args[3], ">=", minus(total.args[2], ONE)) for total in sums)
    known: dict[str, Step] = {}
    for claim in ends:
        with suppress(NoProof, Refusal):
            if not b.evident(claim):
                known[b.fresh("length")] = b.prove(claim)
    return b.suppose_all(known, rest)


def _formulas(answer: Answer) -> Iterator[Term]:
    """The conditions and the prices of all cases."""
    if isinstance(answer, Fork):
        yield answer.condition
        yield from _formulas(answer.later)
        yield from _formulas(answer.earlier)
    else:
        yield answer.price


def paid_step_by_step(answer: Answer) -> bool:
    """Is every step a block of its own."""
    return isinstance(answer, Leaf) and all(block.whole.single is not None for block in answer.blocks)


def _proved(problem: Problem, answer: Answer, b: Builder, shared: Shared, before: Strand | None = None) -> Built:
    """A proof case by case, and its bound; ``before`` has what is known of the pieces, where all cases have the same."""
    if isinstance(answer, Leaf):
        return _by_growth(b, problem, [to_text(body) for body in answer.summed], lambda b: _carried(problem, answer, b, shared, before))
    sides, on = iter((answer.later, answer.earlier)), to_text(answer.condition)
    p = Script(b)
    if before is None and _same_pieces(answer):
        with suppress(NoProof, Refusal):
            known = Strand(problem, leaves(answer)[0], Script(b), shared=shared)
            known.prepare_all()
            p, before = known.p, known
    made, bound = split(p._now, on, lambda b: _proved(problem, next(sides), b, shared, before), larger(problem), on)
    return p.close(made), bound


def _same_pieces(answer: Answer) -> bool:
    """Do all cases have the same pieces, without laws that change, in the same words."""
    first, *others = leaves(answer)
    laws = any(one.law is not None for piece in first.pieces for one in piece.stretches)
    return not laws and all(one.pieces == first.pieces and one.algebra.in_same_words(first.algebra)
                            and one.algebra.floors() == first.algebra.floors() and one.algebra.rounded == first.algebra.rounded
                            for one in others)


def _by_growth(b: Builder, problem: Problem, bodies: list[str], build: Callable[[Builder], Built]) -> Built:
    """A bound built knowing whether what is summed grows or falls, where it is geometric; case by case where that is open."""
    if not bodies:
        return build(b)
    return by_signs(b, problem.domains, bodies[0], lambda b: _by_growth(b, problem, bodies[1:], build), larger(problem))


def _carried(problem: Problem, leaf: Leaf, b: Builder, shared: Shared, before: Strand | None, *, lowest: bool = False) -> Built:
    """A proof in one case, and its bound: in lowest terms where the formulas become too long for the kernel otherwise."""
    found: list[str] = []

    @script
    def proof(p: Script) -> Step:
        last, bound = Strand(problem, leaf, p, shared=shared, lowest=lowest).carried(before)
        found.append(bound)
        return last

    try:
        return proof(b), found[0]
    except Refusal:
        if lowest:
            raise
        return _carried(problem, leaf, b, shared, before, lowest=True)


class Strand(Cuts):
    """The proof in one case: a bound that is carried from piece to piece."""

    def prepare_all(self) -> None:
        """Know how long the pieces are, and what holds at the steps of single ones."""
        self.prepare()
        for position in range(1, self.count + 1):
            if self.piece(position).single and position not in self.at_once:
                self.said[position] = self.steps(position)

    def carried(self, before: Strand | None = None) -> tuple[Step, str]:
        """The bound at the last step, in a readable form."""
        self.prepare(before)
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
        forms = [*dict.fromkeys(forms)]
        old = p.term(bound_of(p, now))
        if (new := self.without_sums(old, ">=")) != old:  # sums have closed forms that are proved
            forms = [to_text(tidied(self.algebra.canonical(value(new)))), to_text(new)]
            now = self.moved(now, ZERO, new, self.problem.iteration.steps)
        return concluded(self.problem, p, now, *forms)

    def without_sums(self, old: Term, sign: str, forms: Mapping[Call, tuple[str, Term]] | None = None) -> Term:
        """A formula with other forms in place of sums; that it is at most, or at least, the other one, is known.

        The forms are those that are given, each with the label of that it is the sum, or the closed ones of sums that have some.
        """
        if forms is None:
            forms = {total: own for total in dict.fromkeys(outermost(old, "sum")) if (own := self.closed_form(total)) is not None}
        if not forms or len(forms) > MOST_SUMS:
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
        for total, (label, form) in forms.items():
            after = top.put(value(total), value(form))
            terms.append(fact(label, times="1" if sign == ">=" else "-1", factor=self.term(
                (top - after) / (value(total) - value(form)) / below)))
            top = after
        for factor in (one for term in terms if isinstance(term["factor"], Call) for one in divisors(self.p.scope, term["factor"])):
            if divisors(self.p.scope, over(ONE, factor)):
                self.known("divisor", nonzero(self.p, factor, quick=True))
        self.known("closed", certified(relation(new, sign, old), *terms))
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
            totals, label = list(outermost(bare, "sum")), self.signs.get(relation(bare, ">"))
            if label is None or any(total not in forms for total in totals):
                continue
            terms = [fact(forms[total][0], times=turned) for turned, total in zip(("-1", "1"), totals, strict=False)]
            self.known("form", certified(relation(self.in_forms(bare, forms), ">"), fact(label), *terms))

    def closed_form(self, total: Call) -> tuple[str, Term] | None:
        """The label of that a sum has a closed form, and this; None where none is found."""
        body, index, _, last = total.args
        if not isinstance(index, Name):
            return None
        p, b, k = self.p, self.ground or self.p._now, Name(unused_name("l", self.p.scope.kinds))
        body = substitute(body, {index.name: ((), K)})
        found, closes = summed(b, self.problem.domains, to_text(body))
        if not closes:
            return None
        form = parse(found, "sum", None)
        same = self.known("sums", b.induction(k.name, ZERO, last, relation(upto(body, k), "==", placed(form, k))))
        return self.known("sum", p.at(same, last)), placed(form, last)

    def blocks(self) -> Iterator[tuple[SymbolicBlock, list[tuple[Term, str, str]]]]:
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

    def paid(self, block: SymbolicBlock, rates: list[tuple[Term, str, str]], now: Step, price: Term) -> tuple[Step, Term]:
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
            total = plus(price, self.least(over(times(alpha, squared(rate), noise), TWO)))
        return self.moved(now, ZERO, total, self.place(block.last)), total

    def moved(self, now: Step, left: Term, price: Term, place: Term) -> Step:
        """The same bound with what is left, the price and the step in other words."""
        state = self.p.term(now["conclusion"])
        if not isinstance(state, Call):
            raise NoProof("no bound is carried")
        return self.p.figure("monotone", now, alpha=self.problem.order, z=state.args[1], y=left, b=state.args[4], d=price,
                             P=at("X", place), Q=at("Y", place))

    def each(self, block: SymbolicBlock, now: Step, price: Term) -> tuple[Step, Term]:
        """Steps that are paid at once."""
        position = block.first
        if not self.piece(position).single:
            return self.each_round(block, now, price)
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

    def carry(self, position: int, now: Step, brought: tuple[Term, Term, Term, Term], rate: tuple[Term, str, str], price: Term,
              rest: str = "") -> Step:
        """One piece of a block: steps, or equal rounds.  With the rate stand the labels of its sign and of what was left before."""
        piece = self.piece(position)
        if not piece.single:
            return self.turned(position, now, brought, (*rate, rest), price)
        low, so_far = self.place(position - 1), self.known("bound", now)
        law = piece.stretches[0].law
        if law is not None:
            return self.aside(lambda: self.changing(position, law, self.p.known(so_far), brought, rate[0], price))
        return self.aside(lambda: self.stretched(
            piece.stretches[0], self.steps(position), low, self.p.known(so_far), brought, rate[0], price))

    def stretched(self, stretch: Stretch, steps: Mapping[str, str], low: Term, now: Step, brought: tuple[Term, Term, Term, Term],
                  rate: Term, price: Term, known: tuple[str, str, str] | None = None) -> Step:
        """One stretch of a block, after the step ``low``; with the labels of the rate, and of what is left before and after it."""
        side, alpha, m = self.side_of(stretch.contraction), self.problem.order, self.term(stretch.steps)
        A, U, B, V = brought
        c = stretch.contraction
        if side and self.lowest:  # over the divisor that the noises of such stretches have, so that sums keep one divisor
            U = Call("/", (Call("*", (U, minus(ONE, squared(c)))), minus(ONE, squared(c))))
        q = rate if side == 0 else times(raised(c, m), rate)
        v, s, g = (self.term(value) for value in (stretch.variance, stretch.gap, stretch.jump))
        name = {0: "pabisym/steady-stretch", -1: "pabisym/contractive-stretch", 1: "pabisym/expanding-stretch"}[side]
        terms = self.structures() | {"p": low, "m": m, "w": v, "g": g, "A": A, "B": B, "U": U, "V": V, "q": q, "r": rate}
        terms |= {"s": s} if side <= 0 else {}
        terms |= {"c": c} if side else {}
        if v == ZERO:
            name = {0: "pabisym/noiseless-steady", -1: "pabisym/noiseless-contractive"}.get(side, "")
            terms.pop("w")
        if not name:
            raise NoProof("an expansion without noise is not proved")
        begun = minus(A, times(q, U))
        before = plus(price, over(times(alpha, squared(q), U), TWO))
        terms["b"] = before
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
        before = plus(price, over(times(self.problem.order, squared(q), U), TWO))
        terms = self.structures() | {"m": self.length(position), "A": A, "B": B, "U": U, "V": V, "q": q, "r": rate, "b": before,
                                     **self.sequences(position)}
        here = [relation(law.variance, ">"), relation(law.later, ">")]
        earlier = [relation(placed(law.variance, BEFORE), ">")]
        facts = {"product": (0, ()), "products": (1, ()), "noise": (1, [*here, relation(law.noise, ">")])}
        facts |= {"slopes": (1, here), "falling": (2, [*here, *earlier]), "shift": (1, here)}
        try:
            premises: dict[str, Step | str] = {label: self.every(position, self.throughout(position, label), skip=skip, facts=(
                known if law.gap != ZERO or label == "noise" else ()), proof=(
                (lambda b, claim: logarithmic(b, law, claim)) if label == "products" and law.logarithmic else Builder.prove))
                for label, (skip, known) in facts.items()}
        except NoProof as reason:
            raise NoProof(f"a law changes from step to step, and {reason}") from reason
        premises |= {**self.steps(position), "start": self.moved(now, minus(A, times(q, U)), before, low)}
        return self.apply(name, premises, **terms)

    def turned(self, position: int, now: Step, brought: tuple[Term, Term, Term, Term], rate: tuple[Term, str, str, str],
               price: Term) -> Step:
        """Equal rounds of a block: an induction over the rounds."""
        piece, alpha, (A, U, B, V), (r, known, before, after) = self.piece(position), self.problem.order, brought, rate
        R, n, low = self.term(piece.rounds), self.term(self.steps_of(position) / piece.rounds), self.place(position - 1)
        each = self.turns_of(piece, (A, U), r)
        j = self.counter()

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
        with self.inducted(j, R, claim, base) as block:
            block.show(self.round_of(position, block.hypothesis, (j, n, claim), each, (known, before, after), (r, price)))
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

    def reworded(self, now: Step, claim: Term) -> Step:
        """A bound in other, equal words."""
        state, args = self.p.term(now["conclusion"]), claim.args if isinstance(claim, Call) else ()
        if not isinstance(state, Call):
            raise NoProof("no bound is carried")
        given = dict(zip(("alpha", "y", "P", "Q", "d"), args, strict=True))
        return self.p.figure("monotone", now, conclude=claim, z=state.args[1], b=state.args[4], **given)

    def round_of(self, position: int, hypothesis: str, said: tuple[Name, Term, Term], each: Callable[[Term], tuple[Term, Term, Term]],
                 known: tuple[str, str, str], paid: tuple[Term, Term]) -> Step:
        """The bound after one more round, from the one before it; with the rate at the end of the block, and the price before it."""
        piece, (j, n, claim), (r, price), p = self.piece(position), said, paid, self.p
        last = self.within_rounds(j, self.term(piece.rounds))
        labels = [self.known("left", self.aside(partial(self.left_between, piece, i, each, known))) for i in (last, j)]
        A, U, _ = each(last)
        B, V, q = each(j)
        sign = self.known("rate", combined(relation(q, ">="), (self.signed(q.args[0], ">"), known[0]))) if q != r and isinstance(
            q, Call) else known[0]
        low = plus(self.place(position - 1), times(n, last))
        return self.reworded(self.through_round(position, (low, j), p.known(hypothesis), (A, U, B, V), (q, price), (sign, *labels)), claim)

    def through_round(self, position: int, place: tuple[Term, Term], now: Step, brought: tuple[Term, Term, Term, Term],
                      rate: tuple[Term, Term], known: tuple[str, ...]) -> Step:
        """The stretches of one round, the last of them at the rate, with the price so far; what is known is as for one stretch."""
        piece, (low, j), (A, U, B, V), (q, price), (paid, begin, end) = self.piece(position), place, brought, rate, known
        first, inner, steps = (A, U, begin), self.inner(piece), self.algebra.zero
        done = inner[0]
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
            brings = plus(times(done.product, first[0]), done.shift), plus(times(squared(done.product), first[1]), done.noise)
            own_rate = times(after.product, q)
            left = self.middle((done, after), (first[2], end), minus(brings[0], times(own_rate, brings[1])))
            own_paid = self.known("rate", combined(relation(own_rate, ">="), (after.signs[2], paid)))
            now = self.in_round(position, index, (here, high, j), now, (A, U, *brings), (own_rate, price), (own_paid, begin, left))
            (A, U), begin = brings, left
        return now

    def each_round(self, block: SymbolicBlock, now: Step, price: Term) -> tuple[Step, Term]:
        """Equal rounds, each of which is paid at a rate of its own: an induction over them."""
        position, alpha = block.first, self.problem.order
        piece = self.piece(position)
        one, R, low = self.round(piece), self.term(piece.rounds), self.place(position - 1)
        n, rate = self.term(self.steps_of(position) / piece.rounds), self.least(over(one.shift, one.noise))
        cost = over(times(alpha, squared(rate), one.noise), TWO)
        if not self.strict(one.signs[1]):
            raise NoProof("a round may have no noise")
        paid = self.known("rate", combined(relation(rate, ">="), (one.signs[0],), by=one.noise))
        end = self.known("left", relation(minus(one.shift, times(rate, one.noise)), ">="))
        j = self.counter()

        def state(index: Term) -> Call:
            place = plus(low, times(n, index))
            return Call("renyi", (alpha, ZERO, at("X", place), at("Y", place), plus(price, times(index, cost))))

        begun = self.reworded(now, self.p.term(substitute(state(j), {j.name: ((), ZERO)})))
        with self.inducted(j, R, state(j), begun) as block_:
            last = self.within_rounds(j, R)
            begin = self.signed(ZERO)
            here, so_far = plus(low, times(n, last)), plus(price, times(last, cost))
            brought, start = (ZERO, ZERO, one.shift, one.noise), block_.known(block_.hypothesis)
            after = self.through_round(position, (here, j), start, brought, (rate, so_far), (paid, begin, end))
            block_.show(self.reworded(after, state(j)))
        total = plus(price, times(R, cost))
        return self.moved(self.p.at(block_.step, R), ZERO, total, self.place(position)), total

    def counter(self) -> Name:
        """A letter for the number of a round."""
        return Name(next(name for name in ("j", *(f"j{i}" for i in range(9))) if name not in self.p.scope.kinds))

    def within_rounds(self, j: Name, R: Term) -> Term:
        """The number of rounds before this one, of which it is known that it lies within all of them."""
        last = minus(j, ONE)
        for more in (last, minus(R, j)):
            self.signs[relation(more, ">=")] = self.known("rounds", relation(more, ">="))
        return last

    @contextmanager
    def inducted(self, j: Name, R: Term, claim: Term, base: Step) -> Iterator[InnerScript]:
        """An induction over rounds, within which what is known is looked for."""
        outer = self.p, dict(self.signs), dict(self.ranges), self.ground
        with self.p.induct(j.name, ZERO, R, claim, base) as block:
            self.p = block
            if self.ground is not None:
                self.ground = self.ground.ranging(j.name, ONE, R)[0]
            try:
                yield block
            finally:
                self.p, self.signs, self.ranges, self.ground = outer

    def in_round(self, position: int, index: int, place: tuple[Term, Term, Term], now: Step, brought: tuple[Term, Term, Term, Term],
                 paid: tuple[Term, Term], known: tuple[str, str, str]) -> Step:
        """One stretch of a round."""
        low, high, j = place
        so_far, stretch = self.known("bound", now), self.piece(position).stretches[index]

        def build() -> Step:
            hypotheses = self.hypotheses(position, index, low, high, self.gap_of(position, index, low), j)
            return self.stretched(stretch, hypotheses, low, self.p.known(so_far), brought, *paid, known)

        return self.aside(build)

    def middle(self, parts: tuple[Brought, Brought], known: tuple[str, str], left: Term) -> str:
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

    def left_between(self, piece: Piece, i: Term, each: Callable[[Term], tuple[Term, Term, Term]], known: tuple[str, str, str]) -> Step:
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
