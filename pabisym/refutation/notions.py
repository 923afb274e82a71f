"""Claims in every notion: when a claim is false for a process whose divergence is known, and how a derived bound proves it.

Two normal laws mu apart in units of their deviation have the Rényi divergence (order/2) mu^2, are mu-GDP and no better, and have
the hockey-stick divergence theta(gamma, mu): a linear pair of runs is such a pair, so that one number decides all claims.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from pabisym.derivation.derive import derive
from pabisym.derivation.notion_transfer import hockey_stick
from pabisym.errors import Undecided
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import to_text
from pabisym.lang.term import TWO, ZERO, Call, Number, Term, gdp
from pabisym.library.library import Library
from pabisym.library.twins import Grounded, builder_of, library_of, price, proven
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.case_split import case_by_case, with_facts
from pabisym.spec.read import Goal, Spec


def compared(goal: Goal, bound: Term, square: Fraction) -> tuple[Term, Term]:
    """What is claimed and what is true, for a pair of mu^2 = ``square``: the claim is false where the first is the smaller.

    A claimed epsilon at a delta is compared by the delta that it needs.
    """
    mu = Call("sqrt", (Number(square),))
    if goal.divergence == "renyi" and goal.order is not None:
        return bound, Call("/", (Call("*", (Number(square), goal.order)), TWO))
    if goal.divergence == "gdp":
        return bound, mu
    if goal.delta is not None:
        return goal.delta, Call("theta", (Call("exp", (bound,)), mu))
    order = goal.order or Call("exp", (goal.epsilon or ZERO,))
    return bound, Call("theta", (order, mu))


def proved(spec: Spec, goal: Goal, bound: Term, library: Library | None = None) -> str:
    """Why a claim about Gaussian differential privacy or a hockey-stick divergence is not proved; empty when it is."""
    try:
        private = derive(replace(spec, goal=Goal("gdp"), claim=None), library=library).statement
    except Undecided as problem:
        return f"no counterexample was found, and nothing was derived to prove it: {problem}"
    try:
        if goal.divergence == "gdp":
            wider(private, Call("**", (bound, TWO)), bound)
            return ""
        square = _inside(goal, bound)
        hockey_stick(wider(private, square), goal.order, goal.epsilon)
    except (NoProof, Refusal) as problem:
        shown = to_text(price(private))
        return f"no counterexample was found, and from the derived mu^2 = {shown} the claim was not shown to follow: {problem}"
    return ""


def _inside(goal: Goal, bound: Term) -> Term:
    """M where the claimed bound is theta(gamma, sqrt(M)) at the claimed gamma; the kernel knows nothing else of theta."""
    order = goal.order or (None if goal.epsilon is None else Call("exp", (goal.epsilon,)))
    match bound:
        case Call("theta", (level, Call("sqrt", (square,)))) if order is not None and level == order:
            return square
    raise NoProof("a claimed hockey-stick divergence is proved only in the form theta(gamma, sqrt(mu^2))")


def wider(statement: Grounded, square: Term, root: Term | None = None) -> Grounded:
    """A statement about Gaussian differential privacy with a larger mu^2; a ``root`` that it is the square of is not negative.

    Raises :class:`~pabisym.proof.build.NoProof` where that is not shown.
    """
    conclusion = statement.sequent.conclusion
    if not isinstance(conclusion, Call):
        raise NoProof("the statement is not about Gaussian differential privacy")
    _, P, Q, own = conclusion.args
    claim = gdp(ZERO, P, Q, square)
    given = {"y": ZERO, "z": ZERO, "m": own, "n": square, "P": P, "Q": Q}

    def widen(b: Builder) -> Step:
        made = b.figure("gdp-monotone", statement.tree, **given)
        return made if root is None else b.have(b.fresh("sign"), b.prove(Call(">=", (root, ZERO))), lambda _: made)

    def inside(b: Builder) -> Step:
        return _with_roots(b, _roots(square), lambda b: case_by_case(b, claim, (own, square), widen))

    proof = with_facts(statement.tree, builder_of(statement), inside)
    return proven(replace(statement.sequent, conclusion=claim), proof, library_of(statement), statement.library, statement.own)


def _roots(term: Term) -> tuple[Term, ...]:
    """What square roots are taken of in a formula."""
    if not isinstance(term, Call):
        return ()
    below = tuple(root for arg in term.args for root in _roots(arg))
    return tuple(dict.fromkeys((*below, *(term.args if term.head == "sqrt" else ()))))


def _with_roots(b: Builder, roots: tuple[Term, ...], rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing of every square root that it is one, and positive or at least not negative."""
    if not roots:
        return rest(b)
    x = to_text(roots[0])
    facts = {b.fresh("root"): b.figure("square-root", x=x), b.fresh("root sign"): b.figure("square-root-sign", x=x)}

    def known(b: Builder) -> Step:
        try:
            above = b.prove(f"{x} > 0")
        except NoProof:
            return _with_roots(b, roots[1:], rest)
        return b.have(b.fresh("inside"), above, lambda b: b.have(
            b.fresh("positive root"), _positive(b, f"sqrt({x})", x), lambda b: _with_roots(b, roots[1:], rest)))

    return b.suppose_all(facts, known)


def _positive(b: Builder, root: str, x: str) -> Step:
    """A root is positive where what it is taken of is: it would be 0 otherwise, and so would its square."""
    claim = f"{root} > 0"

    def one(b: Builder) -> Step:
        if not b.scope.arithmetic.evident(b.term(f"{root} <= 0")):
            return b.prove(claim)
        return b.have(b.fresh("none"), b.prove(f"{root} == 0"), lambda b: b.have(
            b.fresh("nothing inside"), b.prove(f"{x} <= 0"), lambda b: b.impossible(claim)))

    return b.by_cases(f"-{root}", claim, one)
