"""Do hypotheses contradict each other: the kernel replays a proof of 0 > 0 from them, or nothing is said.

The solver z3 proposes where to look and is untrusted: a point at which the relations hold if integers may be any numbers says which
integer to divide into cases, ``n <= v`` and ``n >= v + 1``.  What an equation or inequality says of an integral combination of integers,
as ``2*n == 2*m + 1`` of ``n - m``, is divided in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from math import gcd, lcm
from typing import Any

from flint import fmpq

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import PabisymError
from pabisym.kernel.check import check
from pabisym.kernel.exact import ONE as EMPTY
from pabisym.kernel.exact import Monomial, Polynomial, Refusal, Scope, difference, joined, plus
from pabisym.kernel.figures import FIGURES
from pabisym.kernel.judgement import Sequent
from pabisym.lang.term import ZERO, Call, Name, Number, Term, calls, free_names, is_call, is_relation, substitute
from pabisym.numerics.solver_point import OwnZ3, point_of
from pabisym.process.sequence import names
from pabisym.proof import elementary as _elementary  # noqa: F401  the last resort of proofs, which it adds where it is loaded
from pabisym.proof.build import Builder, Step, step
from pabisym.proof.certificate import certificate, polynomial_term
from pabisym.spec.points import Unsayable, Writer

DEPTH = 6
"""How many case distinctions lie in each other."""
MILLISECONDS = 500
"""How long the solver may think about one of them."""
FALSE = Call(">", (ZERO, ZERO))
_FIGURES: Mapping[str, tuple[str, ...]] = {"floor": ("floor-low", "floor-high"), "sqrt": ("square-root-sign", "square-root"),
                                           "exp": ("exp-tangent",)}
"""Figures that say something of every application of a function."""


def contradiction(sequent: Sequent) -> Step | None:
    """A proof of 0 > 0 from the assumptions, replayed by the kernel; None where none was found."""
    claim = Sequent(f"{sequent.id}, contradiction", sequent.kinds, sequent.assumptions, FALSE)
    known = [step("known", term, label=label) for label, term in sequent.assumptions if is_relation(term)]
    for one in (step("absurd", FALSE, (false,), claim=FALSE) for false in known):
        if check(claim, one).accepted:
            return one
    try:
        found = _with_what_is_known(Builder.of(claim))
    except (PabisymError, Refusal):
        return None
    return found if found is not None and check(claim, found).accepted else None


def _with_what_is_known(b: Builder) -> Step | None:
    """With what is known of the first index of every range that is not empty, sums of squares, and what figures say of functions."""
    facts: dict[str, Step] = {}
    for label, term in b.scope.known:
        general = term if isinstance(term, Call) and is_call(term, "forall") and is_relation(term.args[3]) else None
        if general is not None and b.scope.arithmetic.evident(Call("<=", general.args[1:3])):
            facts[b.fresh("instance")] = b.at(label, general.args[1])
        square = _squares(b.scope, term) if is_relation(term) else None
        if square is not None:
            facts[b.fresh("squares")] = square
    for term in dict.fromkeys(one for _, known in b.scope.known for one in calls(known, bound=False, inner=True)):
        if term.head == "exp":
            facts[b.fresh("sign")] = step("evident", Call(">", (term, ZERO)), goal=Call(">", (term, ZERO)))
        for name in _FIGURES.get(term.head, ()):
            if all(b.scope.arithmetic.evident(substitute(side, {"x": ((), term.args[0])})) for side in FIGURES[name].sides):
                facts[b.fresh(name)] = b.figure(name, x=term.args[0])
    found: list[Step | None] = []

    def inner(inside: Builder) -> Step:
        found.append(_close_branch(inside, DEPTH))
        return found[-1] or step("evident", FALSE, goal=FALSE)

    made = b.suppose_all(facts, inner)
    return made if found[-1] is not None else None


def _squares(scope: Scope, relation: Term) -> Step | None:
    """That the quadratic polynomial of a relation, or its opposite, is at least 0, as a sum of squares; None where it is neither."""
    expression = difference(relation)[0] if isinstance(relation, Call) else ZERO
    value = scope.arithmetic.normal(expression)
    atoms = sorted({atom for monomial in value.top for atom, _ in monomial})
    if value.bottom != {EMPTY: fmpq(1)} or not atoms or any(sum(power for _, power in monomial) > 2 for monomial in value.top):
        return None
    places: list[Monomial] = [EMPTY, *(((atom, 1),) for atom in atoms)]
    for sign in (1, -1):
        terms = _sum_of_squares(places, {monomial: sign * c for monomial, c in value.top.items()})
        if terms is not None:
            goal = Call(">=", (expression if sign == 1 else Call("neg", (expression,)), ZERO))
            return step("arithmetic", goal, (), goal=goal, multiplier="1", terms=[
                {"coefficient": Number(c), "square": polynomial_term(scope.arithmetic, root)} for c, root in terms])
    return None


def _sum_of_squares(places: list[Monomial], p: Polynomial) -> list[tuple[fmpq, Polynomial]] | None:
    """A quadratic polynomial as a sum of positive numbers times squares of linear ones; None where it is none."""
    found: list[tuple[fmpq, Polynomial]] = []
    for place in reversed(places):
        square = joined(place, place)
        if not (c := p.get(square, fmpq(0))):
            if any(dict(monomial).keys() & dict(place).keys() for monomial in p) or (place == EMPTY and p):
                return None
            continue
        if c < 0:
            return None
        halves = {one: p.get(joined(place, one), fmpq(0)) / (2 * c) for one in places if one != place}
        root = {place: fmpq(1), **{one: half for one, half in halves.items() if half}}
        for x, y in ((x, y) for x in root for y in root):
            p = plus(p, {joined(x, y): root[x] * root[y]}, -c)
        found.append((c, root))
    return found


def _close_branch(b: Builder, depth: int) -> Step | None:
    found = certificate(b.scope, FALSE)
    if found is not None:
        return step("arithmetic", FALSE, (), goal=FALSE, **found)
    on = _where_to_divide(b.scope) if depth else None
    if on is None:
        return None
    later, earlier, closing = b.splitting(on, FALSE)
    first = _close_branch(later, depth - 1)
    second = _close_branch(earlier, depth - 1) if first is not None else None
    return closing(first, second) if first is not None and second is not None else None


def _where_to_divide(scope: Scope) -> Term | None:
    """An integral term such that it is not negative, or at most -1, and neither is so at the point that the solver proposes."""
    letters = {name for name, kind in scope.kinds.items() if kind in ("real", "integer")}
    relations = [term for _, term in scope.known if is_relation(term) and free_names(term) <= letters]
    integers = [name for name, kind in scope.kinds.items() if kind == "integer" and any(name in names(one) for one in relations)]
    point = _propose_point(relations) if integers else None
    if point is None:
        return None
    combined = [term for one in relations if (term := _integral(scope, one)) is not None]
    for term in (*combined, *map(Name, integers)):
        value = exact_value(term, point)
        if value is not None and value.q != 1:
            return Call("+", (term, Number(-(value.p // value.q + 1))))
    return None


def _integral(scope: Scope, relation: Term) -> Term | None:
    """What a linear relation says something of, with coprime integers for coefficients, where that is integral; else None."""
    expression = difference(relation)[0] if isinstance(relation, Call) else ZERO
    value = scope.arithmetic.normal(expression)
    rest = {monomial: c for monomial, c in value.top.items() if monomial != EMPTY}
    if value.bottom != {EMPTY: fmpq(1)} or not rest or any(len(monomial) > 1 or monomial[0][1] > 1 for monomial in rest):
        return None
    content = fmpq(gcd(*(int(c.p) for c in rest.values())), lcm(*(int(c.q) for c in rest.values())))
    term = polynomial_term(scope.arithmetic, {monomial: c / content for monomial, c in rest.items()})
    return term if scope.arithmetic.integral(term) else None


def _propose_point(relations: list[Term]) -> dict[str, fmpq] | None:
    """A point at which the relations hold, integers taken as any numbers; None where z3 finds none, or is not there."""
    if find_spec("z3") is None:
        return None
    z3 = OwnZ3()

    letters: dict[str, Any] = {name: z3.Real(name) for one in relations for name in names(one)}
    writer, solver = Writer(z3, letters), z3.Solver()

    def written() -> dict[str, Any]:
        for relation in relations:
            with suppress(Unsayable):
                solver.add(writer.relation(relation))
        solver.add(*writer.sides)
        return letters

    return point_of(solver, written, MILLISECONDS)
