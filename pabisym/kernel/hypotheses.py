"""Which hypotheses of a statement are results: the rule that reads their formulas.

What bounds a divergence, a chance, a moment, a log-Sobolev constant or a coupling of two runs is a *result*, a fact that somebody has to
prove, unless the bound is a letter of its own, which nothing else says anything of from above: then every such law satisfies it for some
value of the letter.  A letter is its own where, letter after letter, all relations in which it stands can be met by making it large, or
say what it is and nothing else does.  How two runs begin, what a step, a loss, a set or a noise is, is the model, and no result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.term import ONE, RELATIONS, ZERO, Call, Name, Term, free_names, substitute

OUTCOMES: Mapping[str, tuple[int, ...]] = MappingProxyType({
    "renyi": (4,), "moment": (3,), "dp": (2, 3), "close": (3,), "gdp": (3,), "gdpclose": (2,), "zcdp": (2,), "apart": (2,),
    "spread": (1, 2), "contracts": (1, 2), "coupled": (8,),
})
"""Judgements about what can be told from two laws, with what bounds it; of epsilon and delta one may be 0."""
CHANCES: Mapping[str, int] = MappingProxyType({"dp": 3, "spread": 2, "contracts": 2})
"""Bounds on chances, which are met by everything at 1."""


_ORDERS = ("<=", "<", ">=", ">")
Ranges: TypeAlias = tuple[tuple[Name, Term, Term], ...]
"""Indices with the first and the last integer for which they stand."""


@dataclass(frozen=True)
class _Placed:
    """A judgement under its ranges."""

    label: str
    said: Call
    ranges: Ranges


def results(sequent: Sequent) -> frozenset[str]:
    """The labels of the assumptions that are results, of a sequent whose names are declared.

    >>> from pabisym.lang.grammar import parse
    >>> held = {"divergence": "zcdp(P, Q, r)", "small": "r <= 1/10"}
    >>> kinds = {"P": "law", "Q": "law", "r": "real"}
    >>> assumed = tuple((label, parse(text, label, None)) for label, text in held.items())
    >>> results(Sequent("mine/a", kinds, assumed, parse("r >= 0", "claim")))
    frozenset({'divergence'})
    """
    known = ((f"{i}", term) for i, (_, term) in enumerate(sequent.assumptions))
    rule = _Rule(sequent, Scope(dict(sequent.kinds), tuple(known)))
    return frozenset(one.label for one in rule.placed if rule.is_result(one))


def _placed(label: str, term: Term) -> Iterator[_Placed]:
    ranges: list[tuple[Name, Term, Term]] = []
    while isinstance(term, Call) and term.head == "forall" and isinstance(index := term.args[0], Name):
        ranges.append((fresh := Name(f"%{len(ranges)}"), term.args[1], term.args[2]))
        term = substitute(term.args[3], {index.name: ((), fresh)})
    for one in term.args if isinstance(term, Call) and term.head == "and" else (term,):
        if isinstance(one, Call):
            yield _Placed(label, one, tuple(ranges))


class _Rule:
    """The hypotheses of one statement, and the letters that are their own."""

    def __init__(self, sequent: Sequent, scope: Scope) -> None:
        self.sequent, self.scope = sequent, scope
        self.placed = [one for label, term in sequent.assumptions for one in _placed(label, term)]
        self.judgements = [one for one in self.placed if one.said.head not in RELATIONS]

    # Letters of their own.

    @cached_property
    def own(self) -> frozenset[str]:
        """Letters that only bound outcomes, taken one after the other, each with the relations that it can meet."""
        numbers = {name for name, kind in self.sequent.kinds.items() if kind.startswith(("real", "integer"))}
        bounding = frozenset[str]().union(*(free_names(bound) for one in self.judgements for bound in _bounds(one.said)))
        for one in self.judgements:
            at = OUTCOMES.get(one.said.head, ()) or ((2,) if one.said.head == "winf" else ())
            rest = (arg for i, arg in enumerate(one.said.args) if i not in at)
            numbers -= frozenset[str]().union(*map(free_names, (*rest, *(end for _, *ends in one.ranges for end in ends))))
        relations = [one for one in self.placed if one.said.head in RELATIONS]
        found: set[str] = set()
        while True:
            taken = next((name for name in sorted(numbers - found) if self._met(name, relations, name in bounding)), None)
            if taken is None:
                return frozenset(found)
            found.add(taken)
            relations = [one for one in relations if taken not in free_names(one.said)]

    def _met(self, name: str, relations: list[_Placed], bounds: bool) -> bool:
        """Can all relations in which a letter stands be met by it; one that bounds an outcome may not be defined by them."""
        places: list[tuple[Term, Ranges, bool]] = []
        for one in (one for one in relations if name in free_names(one.said)):
            equation = one.said.head == "=="
            sides = one.said.args if equation else (self._rises(_sides(one.said)[1], name),) if one.said.head in _ORDERS else ()
            member = next((side for side in sides if side is not None and (not equation or _member(side, name))), None)
            if bounds and not equation and self._capped(one, name):
                continue
            if member is None or (bounds and equation) or not self._once(one, member, name):
                return False
            places.append((member, one.ranges, equation))
        return all(self._disjoint(x[:2], y[:2]) for i, x in enumerate(places) for y in places[:i] if x[2] or y[2])

    def _rises(self, term: Term, name: str) -> Term | None:
        """The member of a letter with which a term grows without end; None where there is none."""
        if _member(term, name):
            return term
        if not isinstance(term, Call):
            return None
        if term.head == "+":
            return next((found for arg in term.args if (found := self._rises(arg, name)) is not None), None)
        if term.head == "*":
            risen = [(i, found) for i, arg in enumerate(term.args) if (found := self._rises(arg, name)) is not None]
            others = [arg for i, arg in enumerate(term.args) if risen and i != risen[0][0]]
            return risen[0][1] if len(risen) == 1 and all(map(self._positive, others)) else None
        if term.head == "/":
            return self._rises(term.args[0], name) if self._positive(term.args[1]) else None
        return None

    def _positive(self, term: Term) -> bool:
        try:
            return self.scope.arithmetic.positive(term)
        except Refusal:
            return False

    def _once(self, one: _Placed, member: Term, name: str) -> bool:
        """Does the letter stand in a relation only as this member, and as earlier ones of its sequence."""
        found = [*_members(one.said, name)]
        inner, others = self._within(one.ranges), [other for other in found if other != member]
        earlier = (isinstance(member, Call) and isinstance(it, Call) and _sure(inner, "<", it.args[0], member.args[0]) for it in others)
        return len(others) == len(found) - 1 and all(earlier)

    def _capped(self, one: _Placed, name: str) -> bool:
        """Does a relation say no more than that a chance is at most 1."""
        small, large = _sides(one.said)
        bounds = [(judged.said.head, i) for judged in self.judgements for i in OUTCOMES.get(judged.said.head, ())
                  if name in free_names(judged.said.args[i])]
        return large == ONE and bool(_member(small, name)) and all(CHANCES.get(head) == i for head, i in bounds)

    def _within(self, ranges: Ranges) -> Scope:
        known = ((f"{k.name} {i}", Call("<=", pair)) for k, low, high in ranges for i, pair in enumerate(((low, k), (k, high))))
        return self.scope.extend(known, {k.name: "integer" for k, _, _ in ranges})

    def _disjoint(self, x: tuple[Term, Ranges], y: tuple[Term, Ranges]) -> bool:
        """Are two members of a sequence, each at every index of its range, evidently never the same."""
        ends = [self._ends(*one) for one in (x, y)]
        if ends[0] is None or ends[1] is None:
            rows = [self._row(*one) for one in (x, y)]
            if rows[0] is None or rows[1] is None or rows[0][0] != rows[1][0]:
                return False
            ends = [rows[0][1:], rows[1][1:]]  # numbers i p + o with 0 <= o < p are the same only where both i and both o are
        if ends[0] is None or ends[1] is None:
            return False
        return _sure(self.scope, "<", ends[0][1], ends[1][0]) or _sure(self.scope, "<", ends[1][1], ends[0][0])

    def _ends(self, member: Term, ranges: Ranges) -> tuple[Term, Term] | None:
        """The first and the last index of a member; None for a letter that is no sequence, and for an index that is made of others."""
        if not isinstance(member, Call):
            return None
        at = member.args[0]
        bound = {k.name: (low, high) for k, low, high in ranges}
        if isinstance(at, Name) and at.name in bound:
            return bound[at.name]
        return None if free_names(at) & bound.keys() else (at, at)

    def _row(self, member: Term, ranges: Ranges) -> tuple[Term, Term, Term] | None:
        """Of an index i p + o, i the index of a range, the length p of a row, and the first and the last o, which lie between 0 and p."""
        at = member.args[0] if isinstance(member, Call) else member
        parts = at.args if isinstance(at, Call) and at.head == "+" else (at,)
        bound = {k.name: (low, high) for k, low, high in ranges}
        products = [one for one in parts if isinstance(one, Call) and one.head == "*" and len(one.args) == 2
                    and isinstance(one.args[0], Name) and one.args[0].name in bound and not free_names(one.args[1]) & bound.keys()]
        rest = [one for one in parts if one not in products]
        if len(products) != 1 or len(rest) > 1:
            return None
        place = rest[0] if rest else ZERO
        low, high = bound.get(place.name, (place, place)) if isinstance(place, Name) else (place, place)
        inside = not (free_names(low) | free_names(high)) & bound.keys() and _sure(self.scope, "<=", ZERO, low)
        return (products[0].args[1], low, high) if inside and _sure(self.scope, "<", high, products[0].args[1]) else None

    # Results.

    def is_result(self, one: _Placed) -> bool:
        """Is a hypothesis a result; see the module."""
        said = one.said
        if said.head in RELATIONS:
            return _speaks_of_chance(said) and not self._bounded_by_own(said)
        if said.head in OUTCOMES:
            bounds = [said.args[i] for i in OUTCOMES[said.head]]
            bounds = [bound for bound in bounds if bound != ZERO] if said.head in CHANCES else bounds
            return said.head == "coupled" or not bounds or not all(map(self._is_own, bounds))
        if said.head == "winf":
            free = any(self._rises(said.args[2], name) is not None for name in self.own)
            return not free and any(self._is_made(one, law) for law in said.args[:2]) and not self._is_domain(one)
        if said.head in ("lsi", "traced"):
            return self._is_made(one, said.args[0])
        return said.head == "equal" and all(self._is_given_again(one, law) for law in said.args)

    def _is_own(self, bound: Term) -> bool:
        """Is a bound a letter of its own, a number of times and more; of a sequence, at an index."""
        said = free_names(bound) & self.sequent.kinds.keys()
        heads = [name for name in self.own if self._rises(bound, name) is not None]
        if len(heads) != 1:
            return False
        member = self._rises(bound, heads[0])
        index = free_names(member.args[0]) if isinstance(member, Call) else frozenset[str]()
        simple = not isinstance(member, Call) or isinstance(member.args[0], Name)
        return simple and said - index <= {heads[0]}

    def _bounded_by_own(self, said: Call) -> bool:
        large = _sides(said)[1]
        return said.head in _ORDERS and not _speaks_of_chance(large) and self._is_own(large)

    def _is_made(self, one: _Placed, law: Term) -> bool:
        """Is a law, or one of which it is made, what another hypothesis says to be made of others."""
        if not isinstance(law, Call | Name):
            return False
        if self._is_letter(law):
            others = (other for other in self.judgements if other is not one and other.said.head == "equal")
            return any(not self._disjoint_laws((law, one.ranges), (other.said.args[0], other.ranges)) for other in others)
        return isinstance(law, Call) and any(self._is_made(one, arg) for arg in law.args)

    def _is_domain(self, one: _Placed) -> bool:
        """Does a coupling for every step say no more than how wide the set is to which both runs are projected."""
        sets = [self._set_of(law) for law in one.said.args[:2]]
        named = bool(free_names(one.said.args[2]) & self.sequent.kinds.keys())
        return bool(one.ranges) and named and sets[0] is not None and sets[0] == sets[1]

    def _set_of(self, law: Term) -> Term | None:
        """The set to which a law is projected, by itself or by the hypothesis that makes it."""
        if not isinstance(law, Call):
            return None
        if law.head == "push":
            return law.args[0] if isinstance(law.args[0], Call) and law.args[0].head == "projection" else None
        made = [one.said.args[1] for one in self.judgements if one.said.head == "equal" and _member(one.said.args[0], law.head)]
        found = {one.args[0] if isinstance(one, Call) and one.head == "push" else None for one in made}
        only = found.pop() if len(found) == 1 else None
        return only if isinstance(only, Call) and only.head == "projection" else None

    def _is_given_again(self, one: _Placed, law: Term) -> bool:
        """Is a letter evidently a law that another hypothesis says to be made of others."""
        if not self._is_letter(law):
            return False
        inner = self._within(one.ranges)
        for other in (other for other in self.judgements if other is not one and other.said.head == "equal"):
            first = other.said.args[0]
            if first == law and not other.ranges:
                return True
            if isinstance(law, Call) and _member(first, law.head) and (ends := self._ends(first, other.ranges)) is not None:
                at = law.args[0]
                if _sure(inner, "<=", ends[0], at) and _sure(inner, "<=", at, ends[1]):
                    return True
        return False

    def _is_letter(self, law: Term) -> bool:
        head = law.head if isinstance(law, Call) else law.name if isinstance(law, Name) else ""
        return self.sequent.kinds.get(head, "").startswith("law")

    def _disjoint_laws(self, x: tuple[Term, Ranges], y: tuple[Term, Ranges]) -> bool:
        if isinstance(x[0], Call) and isinstance(y[0], Call):
            return x[0].head != y[0].head or self._disjoint(x, y)
        return x[0] != y[0]


def _sides(relation: Call) -> tuple[Term, Term]:
    """The smaller side and the larger one."""
    left, right = relation.args
    return (left, right) if relation.head in ("<=", "<") else (right, left)


def _bounds(said: Call) -> tuple[Term, ...]:
    return tuple(said.args[i] for i in OUTCOMES.get(said.head, ()))


def _member(term: Term, name: str) -> bool:
    """Is a term a letter, or a member of it where it is a sequence."""
    return (isinstance(term, Name) and term.name == name) or (isinstance(term, Call) and term.head == name)


def _members(term: Term, name: str) -> Iterator[Term]:
    if _member(term, name):
        yield term
    elif isinstance(term, Call):
        for arg in term.args:
            yield from _members(arg, name)


def _speaks_of_chance(term: Term) -> bool:
    return isinstance(term, Call) and (term.head == "chance" or any(map(_speaks_of_chance, term.args)))


def _sure(scope: Scope, head: str, x: Term, y: Term) -> bool:
    try:
        return scope.arithmetic.holds(Call(head, (x, y)))
    except Refusal:
        return False


__all__ = ["CHANCES", "OUTCOMES", "results"]
