"""Relations between formulas, which are decided by proof or by a point, and what was decided.

A :class:`Claim` has no truth value of its own: :meth:`Claim.decide` asks for one and answers with a :class:`Verdict`.  *Proved* means that
the kernel replayed a proof of it in the domains of the letters and under the assumptions, *refuted* that exact arithmetic found it false
at a point that fulfils them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from math import inf
from time import thread_time
from typing import TYPE_CHECKING, Literal, NoReturn

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, PabisymError, Undecided, plain_reason
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.budget import seconds_left, share, within
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational_text
from pabisym.lang.term import DOMAINS, RELATIONS, ZERO, Call, Term
from pabisym.process.sequence import names
from pabisym.proof.build import Builder, NoProof, Step, step
from pabisym.proof.case_split import case_by_case, from_one, resolve_conditions
from pabisym.proof.certificate import at_most, divisors, undecided_condition
from pabisym.proof.equations import by_definitions, by_exponentials, prove_in_cases
from pabisym.proof.proven import Proven
from pabisym.refutation.weakening import Weakening
from pabisym.spec.domains import satisfying
from pabisym.spec.knowledge import Knowledge
from pabisym.spec.read import refuse_contradiction
from pabisym.symbolic.numbers import Letter, Symbolic

if TYPE_CHECKING:
    from sympy import Basic

POINTS = 60
"""Random points at which a claim is tried before a proof."""
POINT_BITS, POINT_SECONDS = 256, 3.0
"""Precision of the balls at each point, and processor time after which no further one is tried."""
PRODUCTS = 20_000
"""How many products of known relations one search for a proof tries."""
SECONDS = 20.0
"""Processor time of one decision, where no budget is set."""
MOST_SIGNS = 3
"""Most divisors of unknown sign that are taken as positive and as negative."""


@dataclass(frozen=True)
class Verdict:
    """What was decided of a claim: ``status`` is ``proved``, ``refuted`` or ``undecided``.

    Refuted: ``at`` is a point at which it is false.  Undecided: ``reason`` says what no proof was found of.  Proved: ``proof`` has what
    the kernel accepted, one statement for each sign of a divisor whose sign is not known.  A verdict is true where proved and false where
    refuted; an undecided one has no truth value and raises :class:`~pabisym.errors.Undecided`.

    >>> from pabisym import Verdict
    >>> Verdict("proved"), bool(Verdict("refuted"))
    (Verdict(proved), False)
    """

    status: Literal["proved", "refuted", "undecided"]
    at: Mapping[str, Fraction] = field(default_factory=dict)
    reason: str = ""
    proof: tuple[Proven, ...] = field(default=(), repr=False, compare=False)

    def __bool__(self) -> bool:
        if self.status == "undecided":
            raise Undecided(f"undecided: {self.reason}")
        return self.status == "proved"

    def __repr__(self) -> str:
        at = ", ".join(f"{name}={rational_text(value)}" for name, value in self.at.items())
        why = f": {self.reason}" if self.status == "undecided" else ""
        return f"Verdict({self.status}{f' at {at}' if at else ''}{why})"


@dataclass(frozen=True, eq=False, repr=False)
class Claim(Symbolic):
    """A relation between two formulas, or one that is assumed: ``f <= g``, ``Eq(f, g)``.

    ``assumptions`` are relations under which it is claimed, beside the domains of the letters.  A judgement of a theorem, such as
    ``lipschitz(f, L)``, is shown as one too, and is not decided.  It has no truth value, so that a chain
    such as ``0 < f < 1`` raises :class:`~pabisym.errors.InputError`; :meth:`decide` decides it.  Equal are claims with the same relation,
    letters and assumptions.

    >>> from pabisym import formula
    >>> f = formula("x/(1 + x)", letters={"x": "real, x >= 0"})
    >>> (f < 1).decide().status, (f >= 1).decide().status
    ('proved', 'refuted')
    """

    term: Call
    letters: Mapping[str, Letter]
    assumptions: tuple[Claim, ...] = ()
    name: str = ""
    """The name of an assumption of a theorem."""

    @property
    def sympy(self) -> Basic:
        """The relation in sympy, not evaluated."""
        return expression(self.term, self.letters)

    def latex(self) -> str:
        """The relation in LaTeX for math mode."""
        return latex_of(self.term, self.letters)

    def decide(self) -> Verdict:
        """Proved by the kernel, refuted at a point, or undecided.

        Raises :class:`~pabisym.errors.InputError` where the domains and the assumptions are seen to contradict each other.

        >>> from pabisym import formula
        >>> f = formula("x**2", letters={"x": "real"})
        >>> (f >= 0).decide(), (f > "x").decide()
        (Verdict(proved), Verdict(refuted at x=0))
        """
        return decided(self.term, self.letters, [one.term for one in self.assumptions])

    def __bool__(self) -> NoReturn:
        raise InputError("claim", f"{self} has no truth value", "write (f <= g).decide(), and (0 < f), (f < 1) for a chain")


def expression(term: Term, letters: Mapping[str, Letter]) -> Basic:
    """A term in sympy, in the symbols of its letters."""
    from pabisym.lang.once import LOCK
    from pabisym.lang.sympy_bridge import convert

    with LOCK:
        return convert(term, {name: one.symbol for name, one in letters.items() if not one.kind.endswith("sequence")})


def latex_of(term: Term, letters: Mapping[str, Letter]) -> str:
    """A term in LaTeX, its letters as their papers set them."""
    from pabisym.show.latex import is_sign, latex

    return latex(term, {name: one.latex for name, one in letters.items() if one.latex and is_sign(one.latex)})


# Scopes.


def scope_of(letters: Mapping[str, Letter], assumptions: Iterable[Call] = ()) -> Scope:
    """The letters with their domains, and what is assumed; relations that arithmetic cannot read after those that make them readable."""
    scope = Scope({name: one.kind for name, one in letters.items()})
    pending = [(f"domain of {name} ({i})", relation) for name, one in letters.items() for i, relation in enumerate(one.relations, 1)]
    pending += [(f"assumption {i}", relation) for i, relation in enumerate(assumptions, 1)]
    while pending:
        later = []
        for label, relation in pending:
            wider = scope.extend(((label, relation),))
            try:
                _ = wider.arithmetic
                scope = wider
            except Refusal:
                later.append((label, relation))
        if len(later) == len(pending):
            return scope  # what is left says nothing to the kernel
        pending = later
    return scope


def judged(relation: Call, scope: Scope) -> str:
    """Does a relation hold everywhere in a scope, ``true``, nowhere, ``false``, or is that open, ``undecided``; by proofs alone."""
    return Knowledge(scope).judge(relation).value


# Deciding.


def decided(relation: Call, letters: Mapping[str, Letter], assumptions: Iterable[Call] = ()) -> Verdict:
    """A relation proved, refuted at a point, or undecided; see :class:`Claim`."""
    if relation.head not in RELATIONS:
        return Verdict("undecided", reason=f"{to_text(relation)} is a judgement, and no relation between numbers")
    known = tuple(one for one in assumptions if one.head in RELATIONS)
    used = connected(relation, letters, known)
    own = {name: one for name, one in letters.items() if name in used}
    known = tuple(one for one in known if names(one) <= used)
    scope = scope_of(own, known)
    refuse_empty(scope)
    with suppress(NoProof, Refusal):
        return Verdict("proved", proof=(_accepted(relation, scope, step("evident", relation, goal=relation)),))
    at = refuted_at(relation, own, known, scope)
    if at is not None:
        return Verdict("refuted", at, f"{to_text(relation)} is false there")
    try:
        with within(SECONDS if seconds_left() == inf else None), share(0.9), at_most(PRODUCTS):
            return Verdict("proved", proof=proofs(relation, scope))
    except (PabisymError, Refusal, RecursionError) as problem:
        return Verdict("undecided", reason=plain_reason(str(problem)) or f"no proof was found of {to_text(relation)}")


def refuse_empty(scope: Scope) -> None:
    """Refuse domains and assumptions that are seen to contradict each other: under these every claim would be proved.

    Raises :class:`~pabisym.errors.InputError` naming them.
    """
    relations = tuple((label, one) for label, one in scope.known if isinstance(one, Call) and one.head in RELATIONS)
    numbers = {name: kind for name, kind in scope.kinds.items() if kind in DOMAINS}
    own = Scope(numbers, tuple((label, one) for label, one in relations if names(one) <= set(numbers)))
    with suppress(Undecided, Refusal):
        refuse_contradiction(Knowledge(own), "assumptions")


def connected(relation: Term, letters: Mapping[str, Letter], assumptions: Iterable[Call]) -> set[str]:
    """The letters that a relation mentions, and those on which what is known of these depends."""
    known = [names(one) for one in (*assumptions, *(r for letter in letters.values() for r in letter.relations))]
    found = set(names(relation))
    while more := {name for one in known if one & found for name in one} - found:
        found |= more
    return found & set(letters)


def refuted_at(relation: Call, letters: Mapping[str, Letter], assumptions: Iterable[Call], scope: Scope) -> dict[str, Fraction] | None:
    """A point of the domains at which a relation is false, the simplest of those that were met."""
    if any(one.kind.endswith("sequence") for one in letters.values()):
        return None
    found, began = list[dict[str, Fraction]](), thread_time()
    known = [*assumptions, *(r for letter in letters.values() for r in letter.relations)]
    for point in points_of(scope, POINTS):
        if holds_at(known, point) and false_at(relation, point):
            found.append(point)
        if thread_time() - began > POINT_SECONDS:
            break
    if not found:
        return None
    best = min(found, key=_weight)
    for name in best:  # the simplest number at which the relation stays false
        for value in _SIMPLE:
            other = {**best, name: value}
            if _weight({name: value}) < _weight({name: best[name]}) and holds_at(known, other) and false_at(relation, other):
                best = other
                break
    return best


def points_of(scope: Scope, most: int) -> Iterator[dict[str, Fraction]]:
    """Random points of a scope; none where none are found."""
    if not scope.kinds:
        yield {}
        return
    with suppress(InputError, Undecided, Refusal):
        yield from satisfying(scope, most, seed=7)


def holds_at(relations: Iterable[Call], point: Mapping[str, Fraction]) -> bool:
    """Do all relations certainly hold at a point."""
    try:
        return all(decide(one, point) == "true" for one in relations)
    except (InputError, Undecided):
        return False


def false_at(relation: Call, point: Mapping[str, Fraction]) -> bool:
    """Is a relation certainly false at a point; not where a side has no value."""
    try:
        return decide(relation, point, POINT_BITS) == "false"
    except (InputError, Undecided):
        return False


def _weight(point: Mapping[str, Fraction]) -> tuple[int, Fraction]:
    values = point.values()
    return sum(v.denominator + abs(v.numerator) for v in values), sum((abs(v) for v in values), Fraction(0))


_SIMPLE = tuple(Fraction(value) for value in ("0", "1", "2", "-1", "1/2", "3"))


# Proofs.


def proofs(relation: Call, scope: Scope, signs: int = MOST_SIGNS) -> tuple[Proven, ...]:
    """What the kernel accepts: the relation, or the relation for every sign of the divisors whose sign is not known.

    Raises :class:`~pabisym.proof.build.NoProof` where no proof is found.
    """
    problems = list[str]()
    for build in (prove_in_cases, *((by_definitions, by_exponentials) if relation.head == "==" else (_by_parts,))):
        try:
            return (_accepted(relation, scope, build(Builder(Scope(scope.kinds, scope.known), {}, count(1)), relation)),)
        except (NoProof, Refusal, InputError) as reason:
            problems.append(str(reason))
    unknown = _unsigned(relation, scope) if signs else None
    if unknown is None:
        raise NoProof(problems[0])
    facts = [Call(head, (unknown, ZERO)) for head in (">", "<")]
    return tuple(one for fact in facts for one in proofs(relation, scope.extend(((to_text(fact), fact),)), signs - 1))


def _accepted(relation: Call, scope: Scope, tree: Step) -> Proven:
    """A proof that the kernel accepts; raises :class:`~pabisym.proof.build.NoProof` for another one."""
    sequent = Sequent("claim", scope.kinds, scope.known, relation)
    verdict = check(sequent, tree)
    if not verdict.accepted:
        raise NoProof(f"the proof was refused: {verdict.reason}")
    return Proven(sequent, tree, verdict)


def _by_parts(b: Builder, relation: Call) -> Step:
    """An inequality from what defines the roots, extrema, roundings and powers in it."""
    if relation.head not in ("<=", ">="):
        raise NoProof(f"no proof was found of {to_text(relation)}")
    own, larger = relation.args if relation.head == "<=" else relation.args[::-1]
    return case_by_case(b, relation, (own, larger), lambda b: Weakening().compared(b, relation, own, larger, lambda b: b.prove(relation)))


def _unsigned(relation: Call, scope: Scope) -> Term | None:
    """A divisor, outside of sums, whose sign is not known."""
    try:
        b = Builder(scope, {}, count(1))
        for side in relation.args:
            if undecided_condition(scope, side) is None:
                for divisor in divisors(scope, resolve_conditions(b, side)):
                    if not from_one(b, divisor):
                        return divisor
    except (Refusal, NoProof):
        return None
    return None
