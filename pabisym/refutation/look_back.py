"""Bounds in a bounded domain that look back as far as a claim says, beside the best look-back that was derived.

A claim such as ``3*L*D/(eta*n) + L**2/n**2*ceiling(D*n/(eta*L))`` is what its authors got from looking back ``ceiling(D*n/(eta*L))``
gaps, or one more.  The least over all look-backs is known to be at most that only with an argument about integers; the look-back itself
is a proved bound, of which the claim is an easy weakening.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from flint import fmpq

from pabisym.derivation.derive import renamed
from pabisym.derivation.renaming import Exchange, clashes
from pabisym.derivation.renyi_bound import finished, needed_conditions
from pabisym.derivation.shapes.distinctions import split
from pabisym.derivation.shapes.known import over
from pabisym.derivation.shapes.problem import (
    RUNS,
    Derived,
    Problem,
    ProcessCoordinates,
    Shape,
    base_of,
    bound_of,
    larger,
    range_of,
    resolved,
)
from pabisym.errors import Undecided
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, ZERO, Call, Number, Term, calls, is_call
from pabisym.library.library import Library
from pabisym.process.sequence import EachStep, Periodic, names
from pabisym.proof.build import Builder, NoProof, Step, step
from pabisym.proof.script import Script
from pabisym.spec.read import Spec

THEOREM = "pabisym/epochs-look-back"


def look_backs(spec: Spec, claimed: Term, order: Term, library: Library) -> Iterator[Derived]:
    """Proved bounds for each rounded number in a claim: looking back so many gaps, and one more.

    Nothing where the domain is not bounded, or the gaps are not equal with equal noise and factor 1.
    """
    if spec.process.diameter is None:
        return
    if clashing := clashes(spec.symbols):
        exchange = Exchange.of(clashing)
        yield from (renamed(derived, exchange) for derived in look_backs(exchange(spec), exchange(claimed), exchange(order), library))
        return
    process = spec.process.iteration()
    if base_of(process) != "1":
        return
    scope = spec.scope()
    try:
        needed = needed_conditions(process, scope.kinds, dict(scope.known))
    except (NoProof, Refusal):
        return
    yield from problem_look_backs(Problem(process, dict(scope.kinds), {**dict(scope.known), **needed}, order), claimed, library)


def problem_look_backs(problem: Problem, claimed: Term, library: Library) -> Iterator[Derived]:
    """The same for a process with its letters that no spec describes."""
    place = _place(problem) if problem.iteration.diameter is not None and base_of(problem.iteration) == "1" else None
    if place is None:
        return
    floors = (one for one in calls(claimed) if one.head == "floor")
    for rounded in dict.fromkeys(Call("neg", (one,)) if is_call(one.args[0], "neg") else one for one in floors):  # up or down
        if not names(rounded) <= problem.domains.keys():
            continue
        for back in (rounded, Call("+", (rounded, ONE))):
            with suppress(NoProof, Refusal, Undecided):
                yield _looking(problem, place, back, library)


def with_floors(term: Term) -> Term:
    """A formula with every number that is rounded up written as the negative of one that is rounded down."""
    if not isinstance(term, Call):
        return term
    args = tuple(map(with_floors, term.args))
    return Call("neg", (Call("floor", (Call("neg", args),)),)) if term.head == "ceiling" else Call(term.head, args)


def with_roots(term: Term) -> Term:
    """A formula with every power of half an integer written as one of a square root, which is the same where it has a value."""
    if not isinstance(term, Call):
        return term
    args = tuple(map(with_roots, term.args))
    match term.head, args:
        case "**", (base, Number(value)) if value.denominator == 2:
            whole, root = fmpq(value.numerator // 2), Call("sqrt", (base,))
            return root if not whole else Call("*", (Call("**", (base, Number(whole))), root))
        case "**", (base, Call("/", (exponent, Number(value)))) if value == 2:
            return Call("**", (Call("sqrt", (base,)), exponent))
        case _:
            return Call(term.head, args)


def _place(problem: Problem) -> tuple[str, str, str, str] | None:
    """The length of an epoch, their number, the place of the gap in each, and the gap; None where the gaps are no such."""
    process = problem.iteration
    noise = process.noise.variance
    if len(problem.gaps) != 1 or not problem.still or not (isinstance(noise, EachStep) and noise.constant):
        return None
    (part,) = problem.gaps
    if isinstance(part, EachStep | Periodic) and "k" not in names(part.size):
        if range_of(part) == (to_text(part.size), None):
            return "1", problem.steps, "1", to_text(part.size)
        if isinstance(part, Periodic) and part.stop is None:
            with suppress(NoProof):
                return to_text(part.period), over(process.steps, part.period), to_text(part.start), to_text(part.size)
    return None


def _looking(problem: Problem, place: tuple[str, str, str, str], back: Term, library: Library) -> Derived:
    """The bound when so many gaps are looked back, or one where the domain is too narrow for more."""
    n, epochs, t, gap = place
    variance, diameter = to_text(problem.iteration.noise.variance.term()), problem.iteration.diameter
    if diameter is None:
        raise NoProof("the domain is not bounded")
    ratio = f"({to_text(diameter)})/({gap})"
    one = f"{to_text(problem.order)}*({gap})**2/(2*({variance}))"

    def applied(b: Builder, q: str) -> tuple[Step, str]:
        made = b.theorem(THEOREM, {}, **RUNS, n=n, E=epochs, t=t, alpha=to_text(problem.order), r=ratio, g=gap, w=variance, F=one,
                         K=problem.place, q=q)
        bound = to_text(resolved(b.scope, b.term(bound_of(b, made))))
        return {**made, "conclusion": problem.sequent(bound).conclusion}, bound

    def back_by(b: Builder, q: str) -> tuple[Step, str]:
        """One rate, or the last gap apart."""
        p, slack = Script(b), f"(({n}) - ({t}) + 1)*({ratio} + ({q}) - 1) - (({q})*({n}) - 1)"
        p.have_each({p.fresh("gaps"): f"({q})*({n}) >= {n}", p.fresh("divisor"): f"({q})*({n}) + ({n}) - ({t}) > 0"})

        def side(b: Builder) -> tuple[Step, str]:
            own = Script(b)
            if not own.evident(f"{slack} >= 0"):
                own.have(own.fresh("divisor"), f"({q})*({n}) - 1 > 0")
            made, bound = applied(own, q)
            return own.close(made), bound

        made, bound = side(p) if p.evident(f"{slack} >= 0") else split(p, slack, side, larger(problem), slack)
        return p.close(made), bound

    def build(problem: Problem, b: Builder, xy: ProcessCoordinates) -> tuple[Step, str]:
        p, wide = Script(b), f"({n})*{ratio} - ({n}) + 1"
        p.have_all({"gap": f"{gap} > 0", "ratio": f"{ratio} >= 0"})
        _reaches(p, back)

        def side(b: Builder) -> tuple[Step, str]:
            return back_by(b, to_text(back) if b.evident(f"{wide} >= 0") else "1")

        made, bound = side(p) if p.evident(f"{wide} >= 0") else split(p, wide, side, larger(problem), wide)
        return p.close(made), bound

    shape = Shape("a look-back that the claim names", (THEOREM,), lambda _: True, build, bounded=True)
    return finished(problem, shape, library)


def _reaches(p: Script, back: Term) -> None:
    """Go on knowing that a rounded number, or one more, is at least 1."""
    goal = Call(">=", (back, ONE))
    inside = next(one.args[0] for one in calls(back) if one.head == "floor")
    p.have("low", p.figure("floor-low", x=inside))
    p.have("high", p.figure("floor-high", x=inside))
    if p.evident(goal):
        return
    with suppress(NoProof):
        p.have("positive", Call(">", (back, ZERO)))
        p.have("reached", step("integer", goal, (p.known("positive"),)))
        return
    p.have("reached", goal)
