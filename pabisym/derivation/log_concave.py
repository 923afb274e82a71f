"""Laplace noise: equal payments, with what the noise charges for one of them as a hypothesis.

Without contractions, and with the same log-concave noise at every step, the optimal payments are those of Gaussian noise, whatever is
charged for a payment, as long as that is convex: the taut string does not depend on it.  Where the string is one block the payments are
equal, and the bound is their number times what the noise charges for one of them, R_alpha(Z, a).  That this is at most a formula, which is
closed for Laplace noise on the line, is a hypothesis of the statement.  Untrusted like every builder.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pabisym.derivation.shapes.problem import BEFORE, Derived, NoClosedForm, Problem, in_closed_form, replayed
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, ZERO, Call, Number, Term, at, forall, gaussian, substitute
from pabisym.library.library import Library
from pabisym.process.algorithm import Ground, Reading
from pabisym.process.iteration import IterateNoise
from pabisym.process.sequence import INDEX, STEP, EachStep, Impulse, Periodic, minus, names, times
from pabisym.proof.build import Builder, Filler, NoProof, Step
from pabisym.proof.case_split import case_by_case
from pabisym.shift.letters.algebra import NotInPieces
from pabisym.shift.letters.pooling import Leaf, taut_string
from pabisym.spec.read import Spec

CONTINUATION = "pabisym/continuation"
PRICED = "price of a payment"
"""The label of the hypothesis on what the noise charges."""


@dataclass(frozen=True)
class EqualPayments:
    """One block: from the step ``first`` on, up to the last step, every step pays ``payment``, a formula in the letters."""

    first: Term
    payment: Term
    count: Term


def laplace_price(order: Term, payment: Term, scale: Term) -> Term:
    """R_alpha(Z, a) of Laplace noise of scale b on the line, in nats: what it charges for a shift by a.

    It is log(alpha/(2 alpha - 1) e^((alpha - 1) a/b) + (alpha - 1)/(2 alpha - 1) e^(-alpha a/b))/(alpha - 1) (Mironov 2017, Proposition 6).
    """
    x, less, twice = Call("/", (payment, scale)), minus(order, ONE), minus(times(Number(2), order), ONE)
    near = times(Call("/", (order, twice)), Call("exp", (times(less, x),)))
    far = times(Call("/", (less, twice)), Call("exp", (Call("neg", (times(order, x),)),)))
    return Call("/", (Call("log", (Call("+", (near, far)),)), less))


def equal_payments(spec: Spec) -> EqualPayments:
    """The payments of a process without contractions and with one noise, where they are all equal.

    Raises :class:`~pabisym.derivation.shapes.problem.NoClosedForm` where they are not.
    """
    process, scope = spec.process, spec.scope()
    if process.contraction != ONE or STEP in names(process.noise.size):
        raise NoClosedForm(f"with {process.noise.law} noise the best payments have a closed form only without contractions and with the "
                           "same noise at every step; at a point, pabisym.shift.general has the certified optimum")
    if process.diameter is not None:
        raise NoClosedForm(f"with {process.noise.law} noise restarts are not derived; leave the diameter out")
    twin = replace(process, noise=IterateNoise("gaussian", variance=ONE))
    try:
        answer = taut_string(twin.iteration(), scope.kinds, [relation for _, relation in scope.known])
    except NotInPieces as reason:
        raise NoClosedForm(f"the taut string in letters: {reason}") from reason
    blocks = [block for block in answer.blocks if block.whole.shift or block.whole.single] if isinstance(answer, Leaf) else []
    if not isinstance(answer, Leaf) or len(blocks) != 1 or any(piece.stretches[0].law for piece in answer.pieces):
        raise NoClosedForm(f"with {process.noise.law} noise one block of equal payments is derived, and here the payments change")
    (block,) = blocks
    own, term = block.whole.single or block.whole, answer.algebra.term
    first = ONE if block.first == 0 else term(answer.pieces[block.first - 1].first)
    count = block.whole.noise if block.whole.single is None else block.price * own.noise / own.shift**2
    return EqualPayments(first, tidied(term(own.shift / own.noise)), tidied(term(count)))


def derive_laplace(spec: Spec, order: Term, library: Library) -> tuple[Derived, EqualPayments]:
    """A proved Rényi bound for Laplace noise, and the payments.

    Raises :class:`~pabisym.derivation.shapes.problem.NoClosedForm` where the payments are not equal, or the proof is not found.
    """
    paid, scope = equal_payments(spec), spec.scope()
    twin = replace(spec.process, noise=IterateNoise("gaussian", variance=ONE)).iteration()
    problem = Problem(twin, dict(scope.kinds), dict(scope.known), order)
    price = laplace_price(order, paid.payment, spec.process.noise.laplace_scale)
    plain = problem.sequent(ZERO)
    R, finite = (Call(head, (order, at("zeta", INDEX), paid.payment)) for head in ("R", "finite"))
    law = forall(INDEX, ONE, twin.steps, gaussian(at("zeta", INDEX), ONE))
    known = {label: term for label, term in plain.assumptions if term != law}
    known |= {"finite": forall(INDEX, ONE, twin.steps, finite), PRICED: forall(INDEX, ONE, twin.steps, Call("<=", (R, price)))}
    bound = times(paid.count, price) if paid.count != ONE else price
    conclusion = Call("renyi", (order, ZERO, at("X", twin.steps), at("Y", twin.steps), bound))
    sequent = Sequent("derived", plain.kinds, tuple(known.items()), conclusion)
    theorems = {CONTINUATION: library.statement(CONTINUATION).sequent}
    with in_closed_form("equal payments are found and not proved"):
        tree = _LogConcaveRun(problem, paid, price, bound).proof(Builder.of(sequent, *theorems.values()), conclusion)
        return replayed(sequent, tree, theorems, bound, "equal payments", library), paid


def reading(spec: Spec, paid: EqualPayments) -> Reading:
    """What the hypothesis of the statement rests on."""
    scale, payment = to_text(spec.process.noise.laplace_scale), to_text(paid.payment)
    said = f"what Laplace noise of scale {scale} on the line charges for a shift by {payment}"
    ground = Ground("feldman2018/definition-10", f"{said} (Mironov 2017, Proposition 6), a hypothesis of the statement")
    words = ("the iterates are numbers on the line", "what the noise charges for a payment, and that this is finite, is a hypothesis")
    return Reading(spec.process, (ground,), words, (), (), {})


@dataclass(frozen=True)
class _LogConcaveRun:
    """The proof: nothing is paid before the block, and one payment at every step of it."""

    problem: Problem
    paid: EqualPayments
    price: Term
    bound: Term

    def proof(self, b: Builder, conclusion: Term) -> Step:
        paid = self.paid

        def whole(b: Builder) -> Step:
            started = b.figure("start", "start", alpha=self.problem.order)
            if paid.first == ONE:
                return self.block(b, started)
            last = minus(paid.first, ONE)
            idle = self.part(b, started, ZERO, last, shift=ZERO, payment=ZERO, cost=ZERO)
            label = b.fresh("before the block")
            return b.have(label, idle, lambda b: self.block(b, b.known(label)))

        return case_by_case(b, conclusion, (paid.payment, self.price), whole)

    def block(self, b: Builder, started: Step) -> Step:
        """From the step before the block on."""
        paid, it = self.paid, self.problem.iteration
        before = minus(paid.first, ONE) if paid.first != ONE else ZERO
        gone = minus(INDEX, before) if before != ZERO else INDEX
        gaps = tuple(map(_summed, self.problem.gaps))
        accumulated = gaps[0] if len(gaps) == 1 else Call("+", gaps) if gaps else ZERO
        shift = Call("+", (it.start_shift, accumulated, Call("neg", (times(gone, paid.payment),))))
        start = substitute(shift, {STEP: ((), before)})
        begun = b.figure("monotone", started, alpha=self.problem.order, z=ZERO if before != ZERO else it.start_shift, y=start, b=ZERO,
                         d=substitute(times(gone, self.price), {STEP: ((), before)}), P=at("X", before), Q=at("Y", before))
        label = b.fresh("block")
        carried = self.part(b, begun, before, it.steps, shift=shift, payment=paid.payment, cost=times(gone, self.price))
        end = {STEP: ((), it.steps)}
        return b.have(label, carried, lambda b: b.figure(
            "monotone", label, alpha=self.problem.order, z=substitute(shift, end), y=ZERO, b=substitute(times(gone, self.price), end),
            d=self.bound, P=at("X", it.steps), Q=at("Y", it.steps)))

    def part(self, b: Builder, start: Step, p: Term, q: Term, *, shift: Term, payment: Term, cost: Term) -> Step:
        """One application of the theorem that carries a bound on, from the step p to the step q."""
        it, first = self.problem.iteration, Call("+", (p, ONE)) if p != ZERO else ONE
        steps = {label: b.generalise("k", first, q, lambda b, label=label: b.at(label, "k")) for label in (  # type: ignore[misc]
            "first run", "second run", "Lipschitz", "gaps")}
        terms: dict[str, Filler] = {name: ("k", at(name, INDEX)) for name in ("X", "Y", "psi", "phi", "zeta")}
        terms |= {"alpha": self.problem.order, "p": p, "q": q, "c": ("k", ONE), "s": ("k", it.gap.term()), "a": ("k", payment),
                  "z": ("k", shift), "b": ("k", cost)}
        if payment == ZERO:
            finite = b.generalise("k", first, q, lambda b: b.figure("finite-zero", alpha=self.problem.order, Z=at("zeta", INDEX)))
            free = b.generalise("k", first, q, self.free)
        else:
            finite = b.generalise("k", first, q, lambda b: b.at("finite", "k"))
            free = b.generalise("k", first, q, lambda b: self.charged(b, cost))
        return b.theorem(CONTINUATION, {**steps, "start": start, "finite": finite, "price": free}, **terms)

    def free(self, b: Builder) -> Step:
        """Nothing is charged for nothing."""
        label = b.fresh("free")
        zero = b.figure("magnitude-zero", alpha=self.problem.order, Z=at("zeta", INDEX))
        claim = Call("<=", (Call("R", (self.problem.order, at("zeta", INDEX), ZERO)), Call("+", (ZERO, Call("neg", (ZERO,))))))
        return b.have(label, zero, lambda b: b.prove(claim))

    def charged(self, b: Builder, cost: Term) -> Step:
        """What is charged for a payment is at most what the cost grows by."""
        label, before = b.fresh("charged"), substitute(cost, {STEP: ((), BEFORE)})
        R = Call("R", (self.problem.order, at("zeta", INDEX), self.paid.payment))
        claim = Call("<=", (R, Call("+", (cost, Call("neg", (before,))))))
        return b.have(label, b.at(PRICED, "k"), lambda b: b.prove(claim))


def _summed(part: object) -> Term:
    """The sum of a part of the gaps over the steps 1..k; raises :class:`~pabisym.proof.build.NoProof` where it has no short form."""
    if isinstance(part, EachStep) and part.constant:
        return times(INDEX, part.size)
    if isinstance(part, Impulse) and STEP not in names(part.size):
        return Call("cases", (minus(INDEX, part.index), part.size, ZERO))
    if isinstance(part, Periodic) and part.period == ONE and STEP not in names(part.size):
        count = Call("+", (INDEX, Call("neg", (part.start,)), ONE)) if part.start != ONE else INDEX
        found: Term = times(count, part.size)
        if part.stop is not None:
            last = Call("+", (part.stop, Call("neg", (part.start,)), ONE)) if part.start != ONE else part.stop
            found = Call("cases", (minus(part.stop, INDEX), found, times(last, part.size)))
        return found if part.start == ONE else Call("cases", (minus(INDEX, part.start), found, ZERO))
    raise NoProof("the gaps have no sum in letters")
