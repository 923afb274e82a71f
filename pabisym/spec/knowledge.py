"""What follows from the domains of letters: a quick and one-sided judge of relations, untrusted.

:class:`Knowledge` is asked whether a relation holds for all letters in their domains.  It answers true only where
the kernel has replayed a proof from the domains and from what they imply: strict inequalities between integers reach
to the next integer, denominators are cleared, and roots, extrema, roundings, powers and sums carry the inequalities
that define them.  Everything else is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import ceil, floor, gcd, lcm

from flint import fmpq

from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.kernel.check import check
from pabisym.kernel.exact import ONE as EMPTY
from pabisym.kernel.exact import Polynomial, Refusal, Scope, difference
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import cached_property
from pabisym.lang.rational import to_fraction
from pabisym.lang.term import BINDERS, ONE, RELATIONS, ZERO, Call, Name, Number, Term, substitute
from pabisym.numerics.evaluator import Verdict
from pabisym.process.sequence import names, unused_name
from pabisym.proof import elementary as _elementary  # noqa: F401  the last resort of proofs, which it adds where it is loaded
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.certificate import FALSE, polynomial_term

_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
MAX_KNOWN = 150
"""Most relations about letters and parts of domains that are considered."""
MAX_CONTRADICTING = 40
"""Most relations among which a contradiction is sought."""
MAX_PARTS = 12
"""Most quotients, powers and functions in one relation."""
_QUICK = 2
"""Most known relations in one product of a first, quick certificate."""


@dataclass(frozen=True)
class JudgedRelation:
    """Whether a relation holds everywhere in the domains: ``true``, ``false`` (nowhere), or ``undecided``.

    ``undefined`` says why a part of it has no value everywhere, or is empty.
    """

    value: Verdict
    undefined: str = ""


@dataclass(frozen=True)
class Knowledge:
    """Relations that hold for the letters of a scope; see the module."""

    scope: Scope

    def judge(self, relation: Call) -> JudgedRelation:
        """Does a relation hold for all letters in their domains, for none, or is that open."""
        try:
            relation = Call(relation.head, tuple(_fold_numbers(side) for side in relation.args))
            if not names(relation):
                return JudgedRelation(decide(relation, {}))
            wider, problem = self._with_parts(relation)
            if problem:
                return JudgedRelation("undecided", problem)
            if wider._proves(relation):
                return JudgedRelation("true")
            return JudgedRelation("false" if wider._proves(Call(_NEGATED[relation.head], relation.args)) else "undecided")
        except (Refusal, OverflowError, Undecided) as reason:
            return JudgedRelation("undecided", f"is beyond exact arithmetic: {re.sub('#[0-9]+', 'the index of a sum', str(reason))}")
        except InputError as error:
            return JudgedRelation("undecided", f"{error.field} {error.problem}")

    def holds(self, relation: Call) -> bool:
        """Does a relation hold for all letters in their domains; False says nothing."""
        return self.judge(relation).value == "true"

    def contradiction(self) -> tuple[str, ...]:
        """Labels of known relations that exclude each other, where that is quickly seen; empty otherwise."""
        fresh = self._fresh()
        if len(fresh._plain.known) > MAX_CONTRADICTING:
            return ()
        known = ((label, term) for label, term in fresh._plain.known if isinstance(term, Call) and term.head in RELATIONS)
        opposites = {"==": ("<", ">")}  # what each excludes a relation
        claims = ((label, Call(head, term.args)) for label, term in known for head in opposites.get(term.head, (_NEGATED[term.head],)))
        for own, claim in chain((("", FALSE),), claims):
            try:
                proof = fresh._certified(claim)
            except (Refusal, OverflowError):
                return ()
            if proof is not None:
                labels = [label for term in proof["with"]["terms"] for label in term["facts"]]
                return tuple(dict.fromkeys(label.partition(" / ")[0] for label in (*labels, own) if label))
        return ()

    def within(self, index: str, low: Term, high: Term | None) -> Knowledge:
        """The same for an integer index with low <= index <= high (None: without end), beside the letters."""
        k = Name(index)
        known = [(f"{index} from", Call("<=", (low, k)))]
        known += [] if high is None else [(f"{index} to", Call("<=", (k, high)))]
        return Knowledge(self.scope.extend(known, {index: "integer"}))

    def knowing(self, label: str, fact: Term) -> Knowledge:
        """The same with one more known relation."""
        labels = {name for name, _ in self.scope.known}
        while label in labels:
            label += "'"
        return Knowledge(self.scope.extend(((label, fact),)))

    def _fresh(self) -> Knowledge:
        """The same with nothing computed yet: a scope counts its work, and questions must not use up each other's."""
        return Knowledge(Scope(self.scope.kinds, self.scope.known))

    @cached_property
    def _plain(self) -> Scope:
        """The scope with its relations for integers and without denominators added."""
        arithmetic = self.scope.arithmetic
        added = []
        for label, term in self.scope.known:
            if not isinstance(term, Call) or term.head not in RELATIONS or term.head == "!=":
                continue
            expression, sign = difference(term)
            value = arithmetic.normal(expression)
            if value.bottom != {EMPTY: fmpq(1)}:
                added.append((f"{label} / cleared", Call(sign, (polynomial_term(arithmetic, value.top), ZERO))))
            for side, p in enumerate(_tighten(value.top, sign)):
                if arithmetic.integral(polynomial_term(arithmetic, p)):
                    added.append((f"{label} / integers {side}", Call(">=", (polynomial_term(arithmetic, p), ZERO))))
        return self.scope.extend(added)

    def _proves(self, relation: Call) -> bool:
        """Is there a proof that the kernel accepts."""
        try:
            return self._quickly_proves(relation) or self._accepts(relation, Builder(self._plain).prove(relation))
        except NoProof:
            return False

    def _quickly_proves(self, relation: Call) -> bool:
        return self.scope.arithmetic.evident(relation) or self._certified(relation) is not None

    def _certified(self, relation: Call) -> Step | None:
        """A quick certificate."""
        proof = Builder(self._plain).by_certificate(relation, _QUICK)
        return proof if proof is not None and self._accepts(relation, proof) else None

    def _accepts(self, relation: Call, proof: Step) -> bool:
        return check(Sequent("", self._plain.kinds, self._plain.known, relation), proof).accepted

    @cached_property
    def _implied(self) -> tuple[tuple[str, Term], ...]:
        """What is known of the parts of the domains."""
        wider = self._fresh()
        for _, term in self.scope.known:
            parts = tuple(dict.fromkeys(_parts(term)))
            for part in parts if len(parts) <= MAX_PARTS and len(wider.scope.known) <= MAX_KNOWN else ():
                wider, _ = wider._with_part(part)
        return wider.scope.known

    def _with_parts(self, relation: Call) -> tuple[Knowledge, str]:
        """With what is known of the parts of the domains and of a relation; and what is undefined in it, or empty."""
        parts = tuple(dict.fromkeys(_parts(relation)))
        if len(parts) > MAX_PARTS:
            return self, f"has more than {MAX_PARTS} quotients, powers and functions"
        wider = Knowledge(Scope(self.scope.kinds, self._implied))
        for part in parts:
            wider, problem = wider._with_part(part)
            if problem:
                return wider, problem
        return wider, ""

    def _with_part(self, part: Call) -> tuple[Knowledge, str]:
        wider = self
        if needed := _needs(part):
            found = next((choice for choice in needed[0] if wider._proves(choice)), None)
            if found is None:
                return wider, needed[1]
            wider = wider._with_fact(found)
        if part.head == "sum":
            return wider._with_sum(part), ""
        for fact in [fact for conditions, fact in _facts(part) if all(wider._quickly_proves(c) for c in conditions)]:
            wider = wider._with_fact(fact)
        return wider, ""

    def _with_fact(self, fact: Call) -> Knowledge:
        return self if self.scope.arithmetic.evident(fact) else self.knowing("part", fact)

    def _with_sum(self, part: Call) -> Knowledge:
        """A sum of terms that are not negative is not."""
        body, index, low, high = part.args
        if not isinstance(index, Name):
            return self
        fresh = unused_name(index.name, self.scope.kinds)
        inner = self.within(fresh, low, high)
        positive = inner.holds(_at_least(substitute(body, {index.name: ((), Name(fresh))}), ZERO))
        return self._with_fact(_at_least(part, ZERO)) if positive else self


def _fold_numbers(term: Term) -> Term:
    """The term with parts that hold no letters as the rationals that they are."""
    if not isinstance(term, Call):
        return term
    if not names(term):
        value = exact_value(term, {})
        return term if value is None else Number(value)
    if term.head in BINDERS:
        return term
    return Call(term.head, tuple(_fold_numbers(arg) for arg in term.args))


def _tighten(p: Polynomial, sign: str) -> Iterator[Polynomial]:
    """Sharper q with q >= 0, valid where all monomials of p are integers: coprime coefficients, a rounded constant."""
    rest = {m: to_fraction(c) for m, c in p.items() if m != EMPTY}
    if not rest:
        return
    content = Fraction(gcd(*(c.numerator for c in rest.values())), lcm(*(c.denominator for c in rest.values())))
    offset = to_fraction(p.get(EMPTY, fmpq(0))) / content
    for direction in (1, -1) if sign == "==" else (1,):
        rounded = ceil(offset) - 1 if sign == ">" else floor(direction * offset)
        if rounded != direction * offset:
            yield {**{m: fmpq(int(direction * c / content)) for m, c in rest.items()}, EMPTY: fmpq(rounded)}


def _parts(term: Term) -> Iterator[Call]:
    """Applications inside a term, innermost first; a sum is one part, as its index means nothing outside."""
    if not isinstance(term, Call):
        return
    inner = term.args[2:] if term.head in BINDERS else term.args
    yield from chain.from_iterable(_parts(arg) for arg in inner)
    if not _harmless(term) and term.head in (*_NEEDS, *_FACTS, "min", "max", "sum"):
        yield term


def _harmless(term: Call) -> bool:
    """Quotients by numbers and powers with literal exponents have values everywhere, and the kernel multiplies them out."""
    literal = term.args[1] if term.head in ("/", "**") else None
    if not isinstance(literal, Number):
        return False
    return literal.value != 0 if term.head == "/" else literal.value.denominator == 1 and literal.value >= 0


def _at_least(x: Term, y: Term) -> Call:
    return Call(">=", (x, y))


_NEEDS: Mapping[str, tuple[str, str]] = {
    "/": ("y > 0, y < 0", "divides by {y}, which may be 0"),
    "sqrt": ("x > 0, x >= 0", "takes the root of {x}, which may be negative"),
    "log": ("x > 0", "takes the logarithm of {x}, which may be 0 or less"),
    "**": ("x > 0", "raises {x}, which may be 0 or less, to the power {y}"),
}
"""What must be known for an application to x, y to have a value: choices of which one must hold, and what to say otherwise."""
_FACTS: Mapping[str, str] = {
    "sqrt": "f >= 0; f**2 == x; f > 0 if x > 0; f >= 1 if x >= 1; 1 >= f if 1 >= x",
    "abs": "f >= 0; f >= x; f >= -x",
    "floor": "x >= f; f + 1 > x; f >= 0 if x >= 0; f >= 1 if x >= 1",
    "ceiling": "f >= x; x + 1 > f; f >= 1 if x > 0",
    "**": "f > 0; 1 >= f if 1 >= x, y >= 0; 1 >= f if x >= 1, 0 >= y; f >= 1 if x >= 1, y >= 0; f >= 1 if 1 >= x, 0 >= y",
    "exp": "f >= 1 if x >= 0; 1 >= f if 0 >= x",
    "log": "f > 0 if x > 1; f >= 0 if x >= 1",
    "harmonic": "f >= 0 if x >= 0; f >= 1 if x >= 1",
    "erfc": "f > 0",
    "theta": "f >= 0; 1 >= f",
}
"""What then holds of the application f, under conditions; for the least and the greatest of some arguments see :func:`_facts`."""


def _needs(part: Call) -> tuple[tuple[Call, ...], str] | None:
    """Relations of which one must hold for an application to have a value, and what to say otherwise; None where it always has one."""
    if part.head not in _NEEDS or _harmless(part):
        return None
    choices, problem = _NEEDS[part.head]
    if _integer_power(part):
        choices, problem, part = *_NEEDS["/"], Call("/", (ONE, part.args[0]))
    said = dict(zip("xy", map(to_text, part.args), strict=False))
    return _relations(choices, part), problem.format(**said)


def _facts(part: Call) -> Iterator[tuple[tuple[Call, ...], Call]]:
    """Relations that hold of an application, each with the conditions under which it does."""
    if part.head in ("max", "min"):

        def within(x: Term, y: Term) -> Call:
            return _at_least(x, y) if part.head == "max" else _at_least(y, x)

        yield from (((), within(part, x)) for x in part.args)
        yield from ((tuple(within(bound, x) for x in part.args), within(bound, part)) for bound in (ZERO, ONE))
        if part.head == "min":
            yield tuple(Call(">", (x, ZERO)) for x in part.args), Call(">", (part, ZERO))
    elif part.head in _FACTS and not _integer_power(part):
        for text in _FACTS[part.head].split(";"):
            fact, _, when = text.partition(" if ")
            yield _relations(when, part) if when else (), _relations(fact, part)[0]


def _integer_power(part: Call) -> bool:
    return part.head == "**" and isinstance(part.args[1], Number) and part.args[1].value.denominator == 1


def _relations(text: str, part: Call) -> tuple[Call, ...]:
    """Relations about an application f and its arguments x and y."""
    binding = {name: ((), term) for name, term in zip("fxy", (part, *part.args), strict=False)}
    found = (substitute(_parse_relation(one), binding) for one in text.split(","))
    return tuple(one for one in found if isinstance(one, Call))


@lru_cache(maxsize=64)
def _parse_relation(text: str) -> Term:
    return parse(text.strip(), "fact")
