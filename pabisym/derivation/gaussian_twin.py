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
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import TWO, Call, Name, Term, substitute
from pabisym.proof.build import NoProof, Step

ORDER = "alpha"
"""The letter of the Rényi order in the theorems of the library."""
_FIGURES: Mapping[str, str] = {
    "start": "gdp-start", "contraction": "gdp-contraction", "shift-reduction": "gdp-shift-reduction", "monotone": "gdp-monotone",
    "same-law": "gdp-same-law", "gaussian-magnitude": "gdp-magnitude", "gaussian-finite": "gdp-finite",
}  # fmt: skip
"""Figures about Rényi divergences, and those of the same form about Gaussian differential privacy."""
_LETTERS: Mapping[str, str] = {"b": "m", "d": "n"}
"""Letters of the former figures that the latter call otherwise."""
_FORMULAS = ("conclusion", "at", "goal", "multiplier", "on", "claim", "from", "to", "coefficient", "square", "factor")
"""Fields of a step, or of a term of a certificate, that hold formulas."""
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
    return _mapped(tree, lambda text: _at_two(text, letter))


def gaussian_tree(tree: Mapping[str, Any], twins: Callable[[str], bool] = lambda _: False) -> Step:
    """The Gaussian form of a proof tree about the order 2; ``twins`` says of which theorems the Gaussian form is applied.

    Raises :class:`NoProof` for a tree that uses a rule without a Gaussian form.
    """
    rule, given = tree["rule"], tree["with"]
    premises = [gaussian_tree(premise, twins) for premise in tree["premises"]]
    answer: Step = {"rule": rule, "with": _fields(given, _text), "premises": premises, "conclusion": _text(tree["conclusion"])}
    if rule == "theorem":
        answer["with"] = _applied(given, twins)
    elif rule in _FIGURES:
        answer |= {"rule": _FIGURES[rule], "with": _renamed(_FIGURES[rule], given)}
    elif rule in FIGURES:
        figure = FIGURES[rule]
        if any(_speaks(term) for term in (*figure.premises, figure.conclusion)):
            raise NoProof(f"the rule {rule} has no Gaussian form")
        answer["with"] = {name: _text(text) for name, text in given.items()}
    elif rule == "witness":
        raise NoProof("an opened infimum has no Gaussian form")
    return answer


def _mapped(tree: Mapping[str, Any], change: Callable[[str], str]) -> Step:
    """A proof tree with all its formulas changed; labels and names stay."""
    rule, given = tree["rule"], tree["with"]
    if rule == "theorem":
        own: dict[str, Any] = {"id": given["id"], "for": {name: _filler(value, change) for name, value in given["for"].items()}}
    elif rule in FIGURES:
        own = {name: change(text) for name, text in given.items()}
    else:
        own = _fields(given, change)
    premises = [_mapped(premise, change) for premise in tree["premises"]]
    return {"rule": rule, "with": own, "premises": premises, "conclusion": change(tree["conclusion"])}


def _filler(value: Any, change: Callable[[str], str]) -> Any:
    """What stands for a name of a theorem, changed."""
    return change(value) if isinstance(value, str) else {"index": value["index"], "is": change(value["is"])}


def _renamed(figure: str, given: Mapping[str, str]) -> dict[str, str]:
    """The terms of a figure under the letters of its Gaussian form, which knows no order."""
    renamed = {_LETTERS.get(name, name): text for name, text in given.items() if name != ORDER}
    return {name: _text(renamed[name]) for name in FIGURES[figure].kinds}


def _applied(given: Mapping[str, Any], twins: Callable[[str], bool]) -> dict[str, Any]:
    """The terms with which a theorem, or its Gaussian form, is applied."""
    own = twins(given["id"])
    terms: dict[str, Any] = {}
    for name, value in given["for"].items():
        if own and name == ORDER:
            if parse(value, "proof", None) != TWO:
                raise NoProof(f"{given['id']} is applied at the order {value}")
            continue
        terms[name] = _filler(value, _text)
    return {"id": twin(given["id"]) if own else given["id"], "for": terms}


def _fields(given: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """The fields of a rule of logic, with formulas changed; labels and names stay."""
    answer = {key: change(value) if key in _FORMULAS and isinstance(value, str) else value for key, value in given.items()}
    if isinstance(given.get("terms"), list):
        answer["terms"] = [_fields(term, change) for term in given["terms"]]
    return answer


@lru_cache(maxsize=20_000)
def _text(text: str) -> str:
    term = parse(text, "proof", None)
    found = gaussian_term(term)
    return text if found == term else to_text(found)


@lru_cache(maxsize=20_000)
def _at_two(text: str, letter: str) -> str:
    term = parse(text, "proof", None)
    found = substitute(term, {letter: ((), TWO)})
    return text if found == term else to_text(found)


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
