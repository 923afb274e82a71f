"""What every step pays in a derived bound, read off the string of its proof.

The formulas are those of the proof: the string is read off the theorem that the proof applies, with the letters of the spec
put in.  How the string is written is shortened; whether its blocks are those of the optimum is checked at random points.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pabisym.derivation.shapes.problem import BEFORE, Derived
from pabisym.divergence.evaluate import decide, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.budget import proposal
from pabisym.lang.grammar import to_text
from pabisym.lang.once import exclusive
from pabisym.lang.rational import to_fraction
from pabisym.lang.simplify import has_sums, leaves, tidied
from pabisym.lang.term import ONE, ZERO, Call, Name, Term, substitute
from pabisym.library.library import Library
from pabisym.library.twins import has_twin
from pabisym.process.sequence import names
from pabisym.proof.build import term_of
from pabisym.shift.allocate import solve
from pabisym.shift.instance import Instance
from pabisym.shift.letters.changing import placed
from pabisym.spec.read import Spec

if TYPE_CHECKING:
    from pabisym.shift.letters.algebra import Algebra
    from pabisym.shift.letters.pieces import Piece
    from pabisym.shift.letters.pooling import Answer

STRING = "pabisym/taut-string"
LONGEST = 800
"""Most characters of a formula that sympy is asked to write shorter."""
CHECKS = 5
"""Random points at which the blocks are compared with the optimum of the solver."""
MAX_CONDITIONS = 3
"""Most conditions in a string whose blocks are looked for."""


@dataclass(frozen=True)
class FormulaBlock:
    """Steps that pay in one way: the conditions under which step k belongs to them, and what it pays."""

    when: tuple[Term, ...]
    payment: Term

    def to_json(self) -> dict[str, Any]:
        """The block as plain data."""
        return {"when": [to_text(term) for term in self.when], "payment": to_text(self.payment)}


@dataclass(frozen=True)
class String:
    """A string of a proof: conditions under which it is used, and its formulas in the step k."""

    when: tuple[Term, ...]
    given: Mapping[str, Term]


@exclusive
def strings(derived: Derived) -> tuple[String, ...]:
    """The strings on which the proof of a derived bound rests."""
    return tuple(_strings(derived.tree, {}, (), derived.library))


def _strings(tree: Mapping[str, Any], binding: Mapping[str, tuple[tuple[str, ...], Term]], when: tuple[Term, ...],
             library: Library) -> Iterator[String]:
    """The strings on which a proof rests, through the theorems of the library that it applies."""
    rule, premises = tree["rule"], tree["premises"]
    if rule == "cases":
        on = substitute(term_of(tree["with"]["on"]), binding)
        for sign, premise in zip((">=", "<"), premises, strict=True):
            yield from _strings(premise, binding, (*when, Call(sign, (on, ZERO))), library)
    elif rule in ("have", "monotone"):
        yield from _strings(premises[-1] if rule == "have" else premises[0], binding, when, library)
    elif rule == "theorem":
        name, own = tree["with"]["id"], dict[str, tuple[tuple[str, ...], Term]]()
        for key, value in tree["with"]["for"].items():
            indices, formula = ((value["index"],), value["is"]) if isinstance(value, dict) else ((), value)
            own[key] = indices, substitute(term_of(formula), {one: filler for one, filler in binding.items() if one not in indices})
        if name == STRING:
            yield String(when, {key: term for key, (_, term) in own.items()})
        elif name in library.files and has_twin(library.statement(name).sequent):
            below = library.proof(name).tree
            yield from () if below is None else _strings(below, own, when, library)


# The blocks.


def _delayed(term: Term, later: Container[Term]) -> Term:
    """A string whose rise follows a step later where a condition is one of ``later``, which are on its height."""
    if not isinstance(term, Call) or term.head != "cases":
        return term
    condition = placed(term.args[0], BEFORE) if term.args[0] in later else term.args[0]
    return Call("cases", (condition, *(_delayed(arg, later) for arg in term.args[1:])))


def _rise(term: Term) -> Term:
    """A formula at step k minus itself at step k - 1."""
    if "k" not in names(term) or not isinstance(term, Call):
        return ONE if term == Name("k") else ZERO
    if term.head in ("+", "neg"):
        return Call(term.head, tuple(map(_rise, term.args)))
    inside = [arg for arg in term.args if "k" in names(arg)]
    if term.head == "sum" and term.args[3] == Name("k") and len(inside) == 1 and isinstance(term.args[1], Name):
        return substitute(term.args[0], {term.args[1].name: ((), Name("k"))})
    if len(inside) == 1 and (term.head == "*" or (term.head == "/" and inside[0] is term.args[0])):
        return Call(term.head, tuple(_rise(arg) if arg is inside[0] else arg for arg in term.args))
    return Call("+", (term, Call("neg", (placed(term, BEFORE),))))


def _in_letters(answer: Answer, spec: Spec) -> Iterator[FormulaBlock]:
    """What every step pays by the taut string in letters: the rate times its variance and the later contractions of its block."""
    from pabisym.shift.letters.pooling import leaves  # as needed: it brings a solver

    for leaf in leaves(answer):
        own = tuple(Call(case.side, (case.condition, ZERO)) for case in leaf.assumed)
        for block in leaf.blocks:
            rate = block.whole.shift / block.whole.noise if block.whole.single is None and block.whole.noise else None
            for position in range(block.last, max(block.first, 1) - 1, -1):
                piece = leaf.pieces[position - 1]
                paid = None if rate is None else leaf.algebra.term(rate)
                found = _of_piece(piece, paid, leaf.algebra)
                if found is None:
                    return
                last = piece.first + leaf.algebra.total(one.steps for one in piece.stretches) * piece.rounds - 1
                ends = (leaf.algebra.term(end) for end in (piece.first, last))
                where = tuple(Call(sign, (Name("k"), end)) for sign, end in zip((">=", "<="), ends, strict=True))
                yield FormulaBlock(tuple(map(tidied, (*own, *where))), short(found, spec))
                rate = rate if rate is None else rate * leaf.coordinates[position - 1].product


def _of_piece(piece: Piece, rate: Term | None, algebra: Algebra) -> Term | None:
    """What step k of a piece pays, at the rate of its last step; without a rate its own gap.  None for rounds whose steps differ."""
    kept = {(one.contraction, one.variance) for one in piece.stretches}
    stretch = piece.stretches[0]
    if len(kept) > 1 or (piece.rounds != 1 and stretch.contraction != ONE):
        return None
    if stretch.law is not None:
        law = stretch.law
        return law.gap if rate is None else Call("*", (rate, law.variance, law.later))
    if rate is None:
        return algebra.term(stretch.gap)
    last = algebra.term(piece.first + stretch.steps - 1)
    later = ONE if stretch.contraction == ONE else Call("**", (stretch.contraction, Call("+", (last, Call("neg", (Name("k"),))))))
    return Call("*", (rate, algebra.term(stretch.variance), later))


@exclusive
def confirmed_blocks(spec: Spec, derived: Derived, strings: tuple[String, ...]) -> tuple[FormulaBlock, ...]:
    """The blocks of the strings, if they are what the solver pays at random points; else none.

    What every step pays is, case by case, the rise of the string times the product of the factors.
    """
    if derived.strand is not None:
        blocks = tuple(_in_letters(derived.strand[1], spec))
        return blocks if blocks and _pays(spec, derived, blocks) else ()
    conditions = {condition for string in strings for condition in _conditions(string.given["A"])}
    for count in range(len(conditions) + 1 if len(conditions) <= MAX_CONDITIONS else 0):
        for later in combinations(sorted(conditions, key=to_text), count):
            pieces = ((string, own) for string in strings for own in leaves(_delayed(string.given["A"], later)))
            blocks = tuple(FormulaBlock(tuple(map(tidied, (*string.when, *when))), short(
                Call("*", (string.given["P"], _rise(piece))), spec)) for string, (when, piece) in pieces)
            if blocks and _pays(spec, derived, blocks):
                return blocks
    return ()


def _conditions(term: Term) -> Iterator[Term]:
    if isinstance(term, Call) and term.head == "cases":
        yield term.args[0]
        for arg in term.args[1:]:
            yield from _conditions(arg)


def _pays(spec: Spec, derived: Derived, blocks: tuple[FormulaBlock, ...]) -> bool:
    checked = 0
    for point in spec.points(CHECKS, seed=3):
        with suppress(InputError, Undecided, ZeroDivisionError):
            if not all(decide(term, point) == "true" for term in derived.conditions):
                continue
            answer = solve(Instance.from_json(spec.instance(**point)))
            for k, paid in enumerate(answer.allocation or (), start=1):
                here = {**point, "k": k}
                own = next((block.payment for block in blocks if all(decide(term, here) == "true" for term in block.when)), ZERO)
                value = exact_value(own, here)
                if value is None or to_fraction(value) != paid:
                    return False
            checked += 1
    return checked > 0


def short(term: Term, spec: Spec) -> Term:
    """A formula in the step k written shorter, where both have the same exact values at random points."""
    plain = tidied(term)
    best = min((plain, *_simplified(plain, spec)), key=lambda one: len(to_text(one)))
    return best if best == plain or _same_values(best, plain, spec) else plain


def _simplified(plain: Term, spec: Spec) -> Iterator[Term]:
    """What sympy makes of a formula; nothing for formulas without a step or letters, with sums, or that take sympy minutes."""
    if has_sums(plain) or not names(plain) or len(to_text(plain)) > LONGEST:
        return
    import sympy

    from pabisym.lang.sympy_bridge import convert, revert

    letters = {**{name: domain.kind for name, domain in spec.symbols.items()}, "k": "integer"}
    simple: sympy.Basic | None = proposal(lambda: sympy.powsimp(sympy.factor(convert(plain, letters))))
    if simple is not None:
        found = proposal(lambda: tidied(revert(simple))), proposal(lambda: tidied(revert(sympy.simplify(simple))))
        yield from (one for one in found if one is not None)


def _same_values(one: Term, other: Term, spec: Spec) -> bool:
    checked = 0
    for point in spec.points(CHECKS, seed=4):
        for k in (1, 2, 3):
            with suppress(InputError, Undecided):
                if exact_value(one, {**point, "k": k}) != exact_value(other, {**point, "k": k}):
                    return False
                checked += 1
    return checked > 0
