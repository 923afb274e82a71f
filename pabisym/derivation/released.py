"""The bound for several iterates of one run that are released: what the parts between them cost adds up.

Every part is derived as a process of its own that starts without a shift, since given the iterates that were released before both runs go
on from the same point.  In the statement the later parts stand as random steps, with what they cost as a hypothesis: that they cost so much
at every point is the bound of the part, which is derived and replayed by itself.  Untrusted like every builder.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from pabisym.derivation.renyi_bound import derive_renyi
from pabisym.derivation.shapes.problem import Derived, NoClosedForm, about_letters, in_closed_form, replayed
from pabisym.derivation.signs import plus
from pabisym.kernel.judgement import Sequent
from pabisym.lang.simplify import has_sums, tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Term, arguments, at, equal, forall, gaussian, substitute
from pabisym.library.library import Library
from pabisym.process.iteration import square
from pabisym.process.sequence import STEP, minus, names, times, unused_name
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.build import step as make_step
from pabisym.proof.case_split import case_by_case, free_label, with_facts
from pabisym.spec.read import Spec


def derive_released(spec: Spec, order: Term, library: Library) -> Derived:
    """A proved Rényi bound for all the iterates that a spec releases.

    Raises :class:`~pabisym.derivation.shapes.problem.NoClosedForm` where a part has none.
    """
    parts = list[Derived | None]()
    for number, part in enumerate(spec.parts(), 1):
        if parts and not part.process.gap:
            parts.append(None)
            continue
        scope = part.scope()
        try:
            parts.append(derive_renyi(part.process.iteration(), scope.kinds, dict(scope.known), order, library))
        except NoClosedForm as reason:
            raise NoClosedForm(f"part {number} of the release: {reason}") from reason
    with in_closed_form("the parts of the release are bounded, and their sum is not proved"):
        return _joined(parts, order, library)


def derive_every(spec: Spec, order: Term, library: Library) -> Derived:
    """A proved Rényi bound for all the iterates of a spec together: every gap is paid in the step in which it comes.

    Raises :class:`~pabisym.derivation.shapes.problem.NoClosedForm` where that is not proved.
    """
    process, scope = spec.process, spec.scope()
    kinds, T, i = dict(scope.kinds), process.steps, Name("i")
    if i.name in kinds:
        raise NoClosedForm("the letter i is taken")
    X, Y, K, J, Z = (unused_name(name, kinds) for name in ("X", "Y", "K", "J", "zeta"))
    kinds |= {X: "law sequence", Y: "law sequence", K: "mechanism sequence", J: "mechanism sequence", Z: "noise sequence"}
    gap, variance = process.gap_sequence().term(i), substitute(process.noise.per_step_variance, {STEP: ((), i)})
    cost = Call("/", (times(order, square(gap)), times(TWO, variance)))
    A, B = (Call("withnoise", (at(name, i), at(Z, i))) for name in (K, J))
    known = dict(scope.known) | {"start": equal(at(X, ZERO), at(Y, ZERO))}
    for label, law, step in (("first run", X, A), ("second run", Y, B)):
        known[label] = forall(i, ONE, T, equal(at(law, i), Call("joint", (at(law, minus(i, ONE)), step))))
    known["gaps"] = forall(i, ONE, T, Call("near", (at(K, i), at(J, i), gap)))
    known["Gaussian"] = forall(i, ONE, T, gaussian(at(Z, i), variance))
    constant = i.name not in names(cost)
    total = times(T, cost) if constant else Call("sum", (cost, i, ONE, T))
    sequent = Sequent("derived", kinds, tuple(known.items()), Call("renyi", (order, ZERO, at(X, T), at(Y, T), total)))
    theorems = {name: library.statement(name).sequent for name in ("feldman2018/lemma-15", "pabisym/noise-hides-move")}

    def hidden(b: Builder) -> Step:
        law, worth = b.fresh("law"), b.fresh("worth")
        claim = Call("close", (order, A, B, cost))

        def known_law(b: Builder) -> Step:
            finite = b.figure("gaussian-finite", law, alpha=order, a=gap)
            found = b.theorem("pabisym/noise-hides-move", {"near": b.at("gaps", i), "finite": finite}, alpha=order, s=gap, K=at(K, i),
                              J=at(J, i), Z=at(Z, i))
            return b.have(worth, b.figure("gaussian-magnitude", law, alpha=order, a=gap), lambda _: make_step(
                "widen", claim, (found,), claim=claim))

        return b.have(law, b.at("Gaussian", i), lambda b: case_by_case(b, claim, (gap, variance, cost), known_law))

    with in_closed_form("all iterates"):
        b = Builder.of(sequent, *theorems.values())
        private = b.generalise("i", ONE, T, hidden)
        runs = {"nothing yet": b.known("start"), "transcript": b.known("first run"), "other transcript": b.known("second run"),
                "private": private}
        whole = b.theorem("feldman2018/lemma-15", runs, alpha=order, k=T, X=("i", at(X, i)), Y=("i", at(Y, i)), A=("i", A), B=("i", B),
                          epsilon=("i", cost))
        label = b.fresh("all iterates")
        proof = b.have(label, whole, lambda b: b.figure("monotone", label, y=ZERO, d=total))
        return replayed(sequent, proof, theorems, tidied(total), "a release of all iterates", library)


def _joined(parts: list[Derived | None], order: Term, library: Library) -> Derived:
    """One statement about all the iterates, from the proof of the first part and the costs of the later ones.

    A part that is None has the same maps in both runs, and costs nothing.
    """
    first, *later = parts
    if first is None:
        raise NoProof("the first part has no proof")
    derived = tuple(part for part in parts if part is not None)
    kinds, known = dict(first.sequent.kinds), dict(first.sequent.assumptions)
    _, _, P, Q, _ = arguments(first.sequent.conclusion)
    steps = list[str]()
    for number, part in enumerate(later, 2):
        K, J = (unused_name(f"{letter}_{number}", kinds) for letter in "KJ")
        if part is None:
            kinds[K] = "mechanism"
            steps.append(K)
            P, Q = Call("joint", (P, Name(K))), Call("joint", (Q, Name(K)))
            continue
        kinds |= {K: "mechanism", J: "mechanism"}
        known |= about_letters(part.sequent)
        steps.append(f"part {number}: what is released next, given what was released before")
        known[steps[-1]] = Call("close", (order, Name(K), Name(J), _cost(part)))
        P, Q = Call("joint", (P, Name(K))), Call("joint", (Q, Name(J)))
    theorems = {name: library.statement(name).sequent for name in first.verdict.theorems}
    costs = tuple(map(_cost, derived))
    total = plus(*costs)
    sequent = Sequent("derived", kinds, tuple(known.items()), Call("renyi", (order, ZERO, P, Q, total)))
    b = Builder(sequent.scope(), theorems, count(free_label(first.tree)))
    start = b.fresh("first part")

    def add(b: Builder, so_far: str, rest: list[str]) -> Step:
        label, *others = rest
        if label in kinds:
            same = b.fresh("same maps")
            joined = b.have(same, b.figure("close-same", alpha=order, K=label), lambda b: b.figure("adaptive", so_far, same))
        else:
            joined = b.figure("adaptive", so_far, label)
        if not others:
            return joined
        more = b.fresh("so far")
        return b.have(more, joined, lambda b: add(b, more, others))

    def sum_up(b: Builder) -> Step:
        whole = b.fresh("all parts")
        return b.have(whole, add(b, start, steps) if steps else b.known(start), lambda b: b.figure("monotone", whole, y=ZERO, d=total))

    split = tuple(cost for cost in costs if not has_sums(cost))
    proof = b.have(start, first.tree, lambda b: with_facts(first.tree, b, lambda b: case_by_case(b, sequent.conclusion, split, sum_up)))
    conditions = tuple(dict.fromkeys(term for part in derived for term in part.conditions))
    fallback = "; ".join(part.fallback for part in derived if part.fallback)
    found = replayed(sequent, proof, theorems, total, "a release of several iterates", library)
    return replace(found, conditions=conditions, fallback=fallback, parts=derived[1:])


def _cost(part: Derived) -> Term:
    return arguments(part.sequent.conclusion)[4]
