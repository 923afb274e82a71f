"""Proofs, for all parameters, that an allocation is feasible; untrusted, replayed by the kernel.

The steps are cut into pieces where a case distinction on the step changes.  On a piece everything is a formula without
cases, and the shift has a closed form, proved by induction from the step before the piece:

    z_k = c^(k - p) z_p + sum of c^(k - j) (s_j - a_j) over j = p + 1..k.

What the closed form says at the first step of a piece and from one step to the next are identities between rational
functions; signs are left to the builder, which finds certificates.  Where the order of the pieces, or a case
distinction, depends on the letters, the whole proof is by cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import gcd

from pabisym.feasibility.algebra import K, StepAlgebra
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, ZERO, Call, Number, Term, calls, forall, free_names, substitute
from pabisym.process.sequence import STEP, unused_name
from pabisym.proof import elementary as _elementary  # noqa: F401  the last resort of proofs, which it adds where it is loaded
from pabisym.proof.build import Builder, NoProof, Step, step
from pabisym.proof.certificate import divisors, polynomial_term
from pabisym.proof.linear import certified, fact
from pabisym.proof.proven import Proven
from pabisym.shift.letters.algebra import NotInPieces

Continue = Callable[[Builder], Step]


@dataclass(frozen=True)
class Question:
    """An allocation and the iteration it is for, as terms in the letters and the step."""

    kinds: Mapping[str, str]
    relations: tuple[tuple[str, Term], ...]
    steps: Term
    contraction: Term
    gap: Term
    variance: Term
    start: Term
    allocation: Term

    @property
    def left(self) -> str:
        """The name of the sequence of shifts, none of the letters."""
        return unused_name("z", self.kinds)

    def sequents(self) -> dict[str, Sequent]:
        """What is to be proved, by the assumptions on the letters and the recursion of the shifts."""
        z, before = Call(self.left, (K,)), Call(self.left, (_minus(K, ONE),))
        after = Call("+", (Call("*", (self.contraction, before)), self.gap, Call("neg", (self.allocation,))))
        recursion = forall(K, ONE, self.steps, Call("==", (z, after)))
        start = Call("==", (Call(self.left, (ZERO,)), self.start))
        known = (*self.relations, ("start", start), ("recursion", recursion))
        kinds = {**self.kinds, self.left: "real sequence"}
        claims = {
            "amounts": forall(K, ONE, self.steps, Call(">=", (self.allocation, ZERO))),
            "noise": forall(K, ONE, self.steps, Call(">", (self.variance, ZERO))),
            "shifts": forall(K, ONE, self.steps, Call(">=", (z, ZERO))),
            "end": Call("==", (Call(self.left, (self.steps,)), ZERO)),
        }
        return {name: Sequent(f"allocation/{name}", kinds, known, claim) for name, claim in claims.items()}


@dataclass(frozen=True)
class _Piece:
    """``shift`` is z_k for ``first`` <= k < the next piece's first, ``first`` being the step before the piece."""

    first: Term
    shift: Term


@dataclass(frozen=True)
class Switch:
    """A condition on the step: it holds from ``at`` on where ``rising``, and up to the step before ``at`` otherwise."""

    at: Term
    rising: bool


class _Unordered(Exception):
    """Whether ``on`` >= 0 decides the order of two steps, or a case distinction on the letters, and is not known."""

    def __init__(self, on: Term) -> None:
        self.on = on


MAX_SPLITS = 4
"""Most case distinctions on the letters, one inside the other."""


def prove(question: Question) -> tuple[dict[str, Proven], Term]:
    """Proofs of all claims of a question, and the closed form of the shifts.

    Raises :class:`~pabisym.proof.build.NoProof` when one is not found.
    """
    found: dict[str, Proven] = {}
    try:
        for name, sequent in question.sequents().items():
            tree = _whole(question, Builder.of(sequent), lambda b: _split(question, b, sequent, name, 0))  # noqa: B023
            verdict = check(sequent, tree)
            if not verdict.accepted:
                raise NoProof(f"{name}: {verdict.reason}")
            found[name] = Proven(sequent, tree, verdict)
        return found, closed_form(question)
    except Refusal as problem:
        raise NoProof(str(problem)) from None


def closed_form(question: Question) -> Term:
    """The shifts z_k as a formula in the step, whether or not the allocation is feasible.

    Raises :class:`~pabisym.proof.build.NoProof` where none is known.
    """
    draft, forms = Builder.of(question.sequents()["end"]), list[Term]()

    def form(b: Builder) -> Step:
        forms.append(_closed_form(question, b))
        return b.known("start")

    try:
        _whole(question, draft, form)
    except (Refusal, NotInPieces) as problem:
        raise NoProof(str(problem)) from None
    return forms[0]


def _whole(question: Question, b: Builder, rest: Continue) -> Step:
    """Go on knowing that integers of which one is less differ by 1 at least."""
    facts: dict[str, Step] = {}
    for label, relation in question.relations:
        if isinstance(relation, Call) and relation.head in ("<", ">"):
            less, more = relation.args if relation.head == "<" else relation.args[::-1]
            if all(map(b.scope.arithmetic.integral, (less, more))):
                facts[b.fresh("whole")] = step("integer", Call("<=", (Call("+", (less, ONE)), more)), (b.known(label),))
    terms = (question.contraction, question.gap, question.variance, question.allocation)
    return b.suppose_all(facts, lambda b: _with_powers(b, compared_powers(b.scope, terms), rest))


MAX_EXPONENTS = 6
"""Most powers of one base that are compared with each other."""


def compared_powers(scope: Scope, terms: Iterable[Term]) -> list[tuple[Term, Term]]:
    """Bases and exponents of the powers in some terms, and of their quotients, free of the step and without literal factors.

    That c**(n - t + 1) < 1 says more than the same of c**(2*n - 2*t + 2): the kernel sees 1 less this power as a product.
    """
    exponents: dict[Term, dict[Term, None]] = {}
    for base, exponent in (power.args for term in terms for power in calls(term, bound=False) if power.head == "**"):
        if free_names(exponent) and not _depends_on_step(exponent):
            exponents.setdefault(base, {ZERO: None})[exponent] = None
    found = dict[tuple[Term, Term], None]()
    for base, own in exponents.items():
        listed = list(own)[:MAX_EXPONENTS]
        for exponent in (_minus(high, low) for high in listed for low in listed if high != low):
            if (plain := _without_content(scope, exponent)) is not None:
                found[base, plain] = None
    return list(found)


def _without_content(scope: Scope, exponent: Term) -> Term | None:
    """A polynomial without its literal factor; None for a number, and for what arithmetic does not read."""
    try:
        top = scope.arithmetic.normal(exponent).top
    except Refusal:
        return None
    content = gcd(*(int(coefficient.p) for coefficient in top.values()))
    if not content or not any(top):
        return None
    return polynomial_term(scope.arithmetic, {monomial: one / content for monomial, one in top.items()})


def _with_powers(b: Builder, powers: Sequence[tuple[Term, Term]], rest: Continue) -> Step:
    """Go on knowing on which side of one powers lie, as far as that follows."""
    if not powers:
        return rest(b)
    (base, exponent), *others = powers
    found: Step | None = None
    for rule, side in (("power-below-one", "<"), ("power-above-one", ">")):
        if b.scope.arithmetic.evident(Call(side, (base, ONE))):
            with suppress(NoProof, Refusal):
                found = b.figure(rule, c=base, k=exponent)
    if found is None:
        return _with_powers(b, others, rest)
    return b.have(b.fresh("power"), found, lambda b: _with_powers(b, others, rest))


def _split(question: Question, b: Builder, sequent: Sequent, name: str, depth: int) -> Step:
    """The proof of one claim, by cases on the letters where these decide what the pieces are."""
    try:
        return _Prover(question, b, sequent).tree(name)
    except _Unordered as unknown:
        if depth == MAX_SPLITS:
            raise NoProof(f"more than {MAX_SPLITS} case distinctions on the letters are needed") from None
        return b.by_cases(unknown.on, sequent.conclusion, lambda b: _split(question, b, sequent, name, depth + 1))


def _closed_form(question: Question, b: Builder) -> Term:
    """The closed form, by cases like the proof."""
    try:
        return _Prover(question, b, question.sequents()["end"]).closed_form()
    except _Unordered as unknown:
        parts = [_closed_form(question, b.inside(b.fresh("case"), side)) for side in b.sides(unknown.on)]
        return Call("cases", (unknown.on, *parts))


class _Prover:
    """Proves the claims in the scope of one builder, in which the order of all changes must be known."""

    def __init__(self, question: Question, b: Builder, sequent: Sequent) -> None:
        self.question, self.b, self.goal = question, b, sequent.conclusion
        self.algebra = StepAlgebra({**question.kinds, STEP: "integer"}, (relation for _, relation in question.relations))
        self.terms = (question.contraction, question.gap, question.variance, question.allocation)
        self.switches: dict[str, Switch] = {}
        """Where conditions that are plus or minus the step, up to something free of it, change."""
        self.settled: dict[str, bool] = {}
        """Whether conditions on the letters alone hold; :class:`_Unordered` is raised where that is open."""
        told = [condition for term in self.terms for condition in conditions(term)]
        for condition in told:
            if (line := self.algebra.line(condition)) is not None:
                slope, rest = line
                self.switches[to_text(condition)] = Switch(self.algebra.term(-rest if slope > 0 else rest + 1), slope > 0)
        for condition in told:
            if not _depends_on_step(condition):
                holds, fails = (_provable(self.b, side) for side in self.b.sides(condition))
                if not (holds or fails):
                    raise _Unordered(condition)
                self.settled[to_text(condition)] = holds
        self.breaks: list[Term] = []
        """The first steps of all pieces but the first."""
        self.order: dict[str, int] = {}
        """For every change the first piece after it: 0 before all steps, one more than there are after them."""
        self._arrange()

    def tree(self, name: str) -> Step:
        """The proof of the claim of that name."""
        if name in ("amounts", "noise"):
            term, relation = (self.question.allocation, ">=") if name == "amounts" else (self.question.variance, ">")
            return self._pointwise(self.b, term, relation)
        pieces, make = self._pieces(), self._nonnegative if name == "shifts" else self._nothing_left
        fixed = [Call("/", (ONE, d)) for piece in pieces for d in divisors(self.b.scope, piece.shift) if not _depends_on_step(d)]

        def on(b: Builder, i: int) -> Step:
            """The claim, in which the closed forms are known as ``closed 0``, ``closed 1`` and so on."""
            return make(b, pieces) if i == len(pieces) else b.have(f"closed {i}", self._closed(b, pieces, i), lambda b: on(b, i + 1))

        return self._prepared(self.b, fixed, lambda b: on(b, 0))

    def closed_form(self) -> Term:
        """The closed form of the shifts."""
        pieces = self._pieces()
        closed = pieces[0].shift
        for low, i in self._used(pieces)[1:]:
            closed = closed if closed == pieces[i].shift else Call("cases", (_minus(K, low), pieces[i].shift, closed))
        return closed

    # The pieces.

    def _arrange(self) -> None:
        """The steps from 1 to T + 1 at which a condition may change, in order."""
        late: list[str] = []
        twins: dict[str, Term] = {}
        for change in {to_text(s.at): s.at for s in self.switches.values()}.values():
            twin = next((other for other in self.breaks if _provable(self.b, Call("==", (other, change)))), None)
            if twin is not None:
                twins[to_text(change)] = twin
            elif _provable(self.b, Call("<=", (change, ONE))):
                self.order[to_text(change)] = 0
            elif _provable(self.b, Call("<", (self.question.steps, change))):
                late.append(to_text(change))
            elif self._known_order(ONE, change) and self._known_order(change, Call("+", (self.question.steps, ONE))):
                self.breaks.insert(sum(self._known_order(other, change) for other in self.breaks), change)
        for i, change in enumerate(self.breaks, 1):
            self.order[to_text(change)] = i
        self.order |= {text: self.order[to_text(twin)] for text, twin in twins.items()}
        self.order |= dict.fromkeys(late, len(self.breaks) + 1)

    def _known_order(self, left: Term, right: Term) -> bool:
        """Whether ``left <= right`` or else ``left >= right``; raises :class:`_Unordered` where that is open."""
        if _provable(self.b, Call("<=", (left, right))):
            return True
        if _provable(self.b, Call("<=", (right, left))):
            return False
        raise _Unordered(_minus(right, left))

    def _resolved(self, term: Term, piece: int) -> Term:
        """The term on a piece, counted from 0: conditions on the step, or on letters alone, are decided there."""
        if not isinstance(term, Call):
            return term
        if term.head == "cases":
            text = to_text(term.args[0])
            holds, found = self.settled.get(text), self.switches.get(text)
            if holds is None and found is None and (number := self.algebra.value(term.args[0]).number) is not None:
                holds = number >= 0
            if found is not None:
                holds = (piece >= self.order[to_text(found.at)]) == found.rising
            if holds is not None:
                return self._resolved(term.args[1 if holds else 2], piece)
        return Call(term.head, tuple(self._resolved(a, piece) for a in term.args))

    def _pieces(self) -> list[_Piece]:
        """Closed forms on all pieces, each continuing the one before."""
        a, value, found = self.algebra, self.algebra.value(self.question.start), list[_Piece]()
        for i, change in enumerate([ONE, *self.breaks]):
            point = a.value(change) - 1
            value = a.at_step(value, point)
            added = a.value(self._resolved(self.question.gap, i)) - a.value(self._resolved(self.question.allocation, i))
            if value or added:
                factor = self._resolved(self.question.contraction, i)
                if factor == ZERO or _depends_on_step(factor):
                    raise NoProof("the contraction is not the same at all steps of a piece, or 0")
                value = value * a.power(factor, a.value(K) - point) + a.accumulated(added, factor, point)
            found.append(_Piece(a.term(point), a.term(value)))
        return found

    # The claims.

    def _pointwise(self, b: Builder, term: Term, relation: str) -> Step:
        """``term >= 0`` (or ``> 0``) at every step, piece by piece from the last."""
        goal = Call(relation, (term, ZERO))

        def on(b: Builder, piece: int) -> Step:
            if piece and not b.scope.arithmetic.evident(Call(">=", (K, self.breaks[piece - 1]))):
                return self._at_least(b, goal, self.breaks[piece - 1], lambda b, above: on(b, piece if above else piece - 1))
            body = self._resolved(term, piece)
            return self._placed(b, piece, lambda b: self._prepared(b, [body], lambda b: _proved(b, Call(relation, (body, ZERO)), goal)))

        return b.generalise(STEP, ONE, self.question.steps, lambda b: on(b, len(self.breaks)))

    def _nothing_left(self, b: Builder, pieces: Sequence[_Piece]) -> Step:
        """The shift after the last step is zero."""
        end, steps = substitute(pieces[-1].shift, {STEP: ((), self.question.steps)}), self.question.steps
        facts = {"closed form": b.at(f"closed {len(pieces) - 1}", steps), "nothing left": _proved(b, Call("==", (end, ZERO)))}
        return b.suppose_all(facts, lambda _: certified(self.goal, *map(fact, facts)))

    def _nonnegative(self, b: Builder, pieces: Sequence[_Piece]) -> Step:
        """The shifts are not negative, piece by piece from the last."""
        goal = Call(">=", (Call(self.question.left, (K,)), ZERO))
        used = self._used(pieces)

        def on(b: Builder, position: int) -> Step:
            low, i = used[position]
            if position and not b.scope.arithmetic.evident(Call(">=", (K, low))):
                return self._at_least(b, goal, low, lambda b, above: on(b, position if above else position - 1))
            high = used[position + 1][0] if position + 1 < len(used) else Call("+", (self.question.steps, ONE))
            index = low if self._follows(high, low) else K
            shift = substitute(pieces[i].shift, {STEP: ((), index)})
            return self._prepared(b, [shift], lambda b: b.have("closed form", b.at(f"closed {i}", index), lambda b: b.have(
                "sign", _proved(b, Call(">=", (shift, ZERO))), lambda _: certified(goal, fact("closed form"), fact("sign")))))

        return b.generalise(STEP, ONE, self.question.steps, lambda b: on(b, len(used) - 1))

    def _used(self, pieces: Sequence[_Piece]) -> list[tuple[Term, int]]:
        """From which step on which closed form is used: no piece of one step, as the next one holds there too."""
        starts: list[Term] = [ONE, *self.breaks]
        found: list[tuple[Term, int]] = [(ONE, 0)]
        for i in range(1, len(pieces)):
            if i > 1 and self._follows(starts[i], starts[i - 1]):
                found[-1] = (starts[i - 1], i)
            else:
                found.append((starts[i], i))
        return found

    def _follows(self, step: Term, other: Term) -> bool:
        """Is a step the one after another."""
        return self.algebra.value(step) - self.algebra.value(other) == 1

    def _closed(self, b: Builder, pieces: Sequence[_Piece], i: int) -> Step:
        """The closed form on one piece, by induction."""
        piece, z = pieces[i], self.question.left
        claim = Call("==", (Call(z, (K,)), piece.shift))
        high = self.question.steps if i + 1 == len(pieces) else pieces[i + 1].first
        base = substitute(claim, {STEP: ((), piece.first)})

        def start(b: Builder) -> Step:
            here = substitute(piece.shift, {STEP: ((), piece.first)})
            return self._prepared(b, [here], lambda _: certified(base, fact("before")))

        def advance(b: Builder, hypothesis: str) -> Step:
            terms = fact("recursion here"), fact(hypothesis, factor=self._resolved(self.question.contraction, i))
            texts = [self._resolved(t, i) for t in self.terms] + [piece.shift]
            return self._placed(b, i, lambda b: self._prepared(b, texts, lambda b: b.have(
                "recursion here", b.at("recursion", STEP), lambda _: certified(claim, *terms))))

        before = b.known("start") if i == 0 else b.at(f"closed {i - 1}", piece.first)
        return b.induction(STEP, piece.first, high, claim, lambda b: b.have("before", before, start), advance)

    # What is introduced on the way.

    def _at_least(self, b: Builder, goal: Term, first: Term, make: Callable[[Builder, bool], Step]) -> Step:
        """A case distinction by k >= first."""
        fact = Call(">=", (K, first))
        return b.by_cases(_minus(K, first), goal, lambda b: make(b, b.scope.arithmetic.evident(fact)))

    def _placed(self, b: Builder, piece: int, rest: Continue) -> Step:
        """Where the step lies among all changes, as far as that is not evident."""
        changes = {to_text(s.at): s.at for s in self.switches.values()}
        facts = [Call(">=", (K, at)) if self.order[t] <= piece else Call("<=", (K, _minus(at, ONE))) for t, at in changes.items()]
        return _known(b, [f for f in facts if not b.scope.arithmetic.evident(f)], rest)

    def _prepared(self, b: Builder, terms: Sequence[Term], rest: Continue) -> Step:
        """The signs of what the terms divide by, where they are not evident, then the rest."""
        bottom = next((d for term in terms for d in divisors(b.scope, term)), None)
        if bottom is None:
            return rest(b)
        found = _proof(b, Call(">", (bottom, ZERO))) or _proof(b, Call("<", (bottom, ZERO))) or self._power(b, bottom)
        if found is None:
            raise NoProof(f"{to_text(bottom)} is divided by, but not known to be nonzero")
        return b.have(b.fresh("divisor"), found, lambda b: self._prepared(b, terms, rest))

    def _power(self, b: Builder, term: Term) -> Step | None:
        """That c^u < 1 or c^u > 1 for a power in the term for which it is not evident but follows."""
        for base, u in self.algebra.powers_in(term):
            for figure, relation in (("power-below-one", "<"), ("power-above-one", ">")):
                sides = (Call(relation, (base, ONE)), Call(">=", (u, ONE)))
                claim = Call(relation, (Call("**", (base, u)), ONE))
                if all(map(b.scope.arithmetic.evident, sides)) and not b.scope.arithmetic.evident(claim):
                    return b.figure(figure, c=base, k=u)
        return None


def _known(b: Builder, facts: Sequence[Term], rest: Continue) -> Step:
    """Prove facts and go on with them known."""
    if not facts:
        return rest(b)
    return b.have(b.fresh("fact"), b.prove(facts[0]), lambda b: _known(b, facts[1:], rest))


def _proof(b: Builder, goal: Term) -> Step | None:
    """A proof that the kernel accepts, or ``None``."""
    try:
        found = b.prove(goal)
    except (NoProof, Refusal):
        return None
    return found if check(Sequent("allocation/side", b.scope.kinds, b.scope.known, goal), found).accepted else None


def _proved(b: Builder, claim: Term, goal: Term | None = None) -> Step:
    """A proof of a claim, concluding ``goal``, which says the same in this scope."""
    found = _proof(b, claim)
    if found is None:
        raise NoProof(f"no proof was found of {to_text(claim)}")
    return found if goal is None else {**found, "conclusion": goal}


def _provable(b: Builder, goal: Term) -> bool:
    return b.scope.arithmetic.evident(goal) or _proof(b, goal) is not None


def _minus(left: Term, right: Term) -> Term:
    if isinstance(right, Number):
        if isinstance(left, Number):
            return Number(left.value - right.value)
        return left if right.value == 0 else Call("+", (left, Number(-right.value)))
    return Call("+", (left, Call("neg", (right,))))


def conditions(term: Term) -> list[Term]:
    """The conditions of all case distinctions in a term; sums are not looked into."""
    return [one.args[0] for one in calls(term, bound=False) if one.head == "cases"]


def _depends_on_step(term: Term) -> bool:
    return STEP in free_names(term)
