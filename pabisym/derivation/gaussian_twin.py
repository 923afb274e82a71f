"""The same proof in terms of Gaussian differential privacy.

A proof about Rényi divergences by shift allocation never looks inside the divergence: it starts at 0, is carried through
maps, pays with noise, and widens.  The figures for Gaussian differential privacy have the same form, with m, the square of
mu, in place of the Rényi bound of order 2.  So a tree about order 2 becomes a tree about mu^2 by exchanging judgements and
rules, node by node; the kernel replays the result like any other.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from pabisym.kernel.judgement import Sequent
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import to_text
from pabisym.lang.term import TWO, Call, Name, Term, substitute
from pabisym.proof.build import NoProof, Step, TermLike
from pabisym.proof.tree import given, mapped, term_of, text_of

ORDER = "alpha"
"""The letter of the Rényi order in the theorems of the library."""
_FIGURES: Mapping[str, str] = {
    "start": "gdp-start", "contraction": "gdp-contraction", "shift-reduction": "gdp-shift-reduction", "monotone": "gdp-monotone",
    "same-law": "gdp-same-law", "gaussian-magnitude": "gdp-magnitude", "gaussian-finite": "gdp-finite",
}  # fmt: skip
"""Figures about Rényi divergences, and those of the same form about Gaussian differential privacy."""
_LETTERS: Mapping[str, str] = {"b": "m", "d": "n"}
"""Letters of the former figures that the latter call otherwise."""
_HEADS = {"renyi": "gdp", "R": "gdpsize", "finite": "gdpfinite"}
"""Heads that take an order first, and those that stand for them."""


def twin(name: str) -> str:
    """The id of a theorem's Gaussian form."""
    return f"{name}/gdp"


def has_twin(sequent: Sequent) -> bool:
    """Does a theorem speak about Rényi divergences, in its assumptions or in its conclusion."""
    return any(_speaks(term) for term in (*(term for _, term in sequent.assumptions), sequent.conclusion))


def gaussian_sequent(sequent: Sequent) -> Sequent:
    """The Gaussian form of a theorem of the library: of order 2, with the judgements exchanged."""
    lower = sequent_at_two(sequent, ORDER)
    assumptions = tuple((label, gaussian_term(term)) for label, term in lower.assumptions)
    return Sequent(twin(sequent.id), lower.kinds, assumptions, gaussian_term(lower.conclusion))


def gaussian_term(term: Term) -> Term:
    """A formula with the judgements exchanged; raises :class:`NoProof` where it is about another order than 2."""
    return _exchanged(term)


def sequent_at_two(sequent: Sequent, letter: str) -> Sequent:
    """A statement with the value 2 for one of its letters."""
    two = {letter: ((), TWO)}
    kinds = {name: kind for name, kind in sequent.kinds.items() if name != letter}
    known = tuple((label, substitute(term, two)) for label, term in sequent.assumptions)
    return Sequent(sequent.id, kinds, known, substitute(sequent.conclusion, two))


def tree_at_two(tree: Mapping[str, Any], letter: str) -> Step:
    """A proof tree with the value 2 for a letter of its statement."""
    return mapped(tree, lambda formula: _at_two(term_of(formula), letter))


def gaussian_tree(tree: Mapping[str, Any], twins: Callable[[str], bool] = lambda _: False) -> Step:
    """The Gaussian form of a proof tree about the order 2; ``twins`` says of which theorems the Gaussian form is applied.

    Raises :class:`NoProof` for a tree that uses a rule without a Gaussian form.
    """
    rule, own = tree["rule"], tree["with"]
    if rule == "theorem":
        own = _applied(own, twins)
    elif rule in _FIGURES:
        rule, own = _FIGURES[rule], _renamed(_FIGURES[rule], own)
    elif rule in FIGURES and any(_speaks(term) for term in (*FIGURES[rule].premises, FIGURES[rule].conclusion)):
        raise NoProof(f"the rule {rule} has no Gaussian form")
    elif rule == "witness":
        raise NoProof("an opened infimum has no Gaussian form")
    premises = [gaussian_tree(premise, twins) for premise in tree["premises"]]
    return {"rule": rule, "with": given(rule, own, _exchange), "premises": premises, "conclusion": _exchange(tree["conclusion"])}


def _renamed(figure: str, own: Mapping[str, Any]) -> dict[str, Any]:
    """The terms of a figure under the letters of its Gaussian form, which knows no order."""
    renamed = {_LETTERS.get(name, name): formula for name, formula in own.items() if name != ORDER}
    return {name: renamed[name] for name in FIGURES[figure].kinds}


def _applied(own: Mapping[str, Any], twins: Callable[[str], bool]) -> dict[str, Any]:
    """The terms with which a theorem, or its Gaussian form, is applied."""
    if not twins(own["id"]):
        return dict(own)
    if term_of(own["for"].get(ORDER, TWO)) != TWO:
        raise NoProof(f"{own['id']} is applied at the order {text_of(own['for'][ORDER])}")
    return {"id": twin(own["id"]), "for": {name: value for name, value in own["for"].items() if name != ORDER}}


def _exchange(formula: TermLike) -> Term:
    return gaussian_term(term_of(formula))


@lru_cache(maxsize=20_000)
def _at_two(term: Term, letter: str) -> Term:
    return substitute(term, {letter: ((), TWO)})


@lru_cache(maxsize=20_000)
def _exchanged(term: Term) -> Term:
    if not isinstance(term, Call):
        return term
    args = tuple(map(_exchanged, term.args))
    if term.head in _HEADS and args[0] != TWO:
        raise NoProof(f"{to_text(args[0])} is another order than 2")
    return Call(_HEADS[term.head], args[1:]) if term.head in _HEADS else Call(term.head, args)


def _speaks(term: Term) -> bool:
    if isinstance(term, Name):
        return term.name == ORDER
    return isinstance(term, Call) and (term.head in _HEADS or any(map(_speaks, term.args)))
