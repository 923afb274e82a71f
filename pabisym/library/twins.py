"""The Gaussian form of a proved theorem: from Rényi divergences to Gaussian differential privacy, by a proof.

A proof about Rényi divergences by shift allocation never looks inside the divergence: it starts at 0, is carried through
maps, pays with noise, and widens.  The figures for Gaussian differential privacy have the same form, with m, the square of
mu, in place of the Rényi bound of order 2.  So a tree about order 2 becomes a tree about mu^2 by exchanging judgements and
rules, node by node, in the theorems that the proof applies too; the kernel replays all of them like any other.  A proof that
uses a rule without a Gaussian form has none.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from typing import Any

from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import TWO, ZERO, Call, Name, Term, gdp, substitute
from pabisym.library import cache
from pabisym.library.believed import leaves
from pabisym.library.library import Library, builtin
from pabisym.library.proof_file import proof_document
from pabisym.library.stored_proof import plain
from pabisym.proof.build import Builder, NoProof, Step, TermLike, as_text, change_data, map_formulas, term_of, text_of
from pabisym.proof.case_split import case_by_case, free_label, with_facts
from pabisym.proof.json import FORMAT, VERSION, sequent_json
from pabisym.proof.proven import Proven

ORDER = "alpha"
"""The letter of the Rényi order in the theorems of the library."""
KIND = "gaussian"
CODE = ("kernel", "lang", "errors.py", "library", "proof")
"""The files on which it rests whether a theorem has a Gaussian form."""
_FIGURES: Mapping[str, str] = {
    "start": "gdp-start", "contraction": "gdp-contraction", "shift-reduction": "gdp-shift-reduction", "monotone": "gdp-monotone",
    "same-law": "gdp-same-law", "post-processing": "gdp-push", "gaussian-magnitude": "gdp-magnitude", "gaussian-finite": "gdp-finite",
    "absorb": "gdp-absorb", "renyi-sign": "gdp-sign", "magnitude-zero": "gdp-magnitude-zero", "finite-zero": "gdp-finite-zero",
    "adaptive": "gdp-adaptive", "close-same": "gdp-close-same",
}  # fmt: skip
"""Figures about Rényi divergences, and those of the same form about Gaussian differential privacy."""
_LETTERS: Mapping[str, str] = {"b": "m", "d": "n"}
"""Letters of the former figures that the latter call otherwise."""
_HEADS = {"renyi": "gdp", "R": "gdpsize", "finite": "gdpfinite", "close": "gdpclose"}
"""Heads that take an order first, and those that stand for them."""


def twin(name: str) -> str:
    """The id of a theorem's Gaussian form."""
    return f"{name}/gdp"


def has_twin(sequent: Sequent) -> bool:
    """Does a theorem speak about Rényi divergences, in its assumptions or in its conclusion."""
    return any(_speaks(term) for term in (*(term for _, term in sequent.assumptions), sequent.conclusion))


@lru_cache(maxsize=20_000)
def gaussian_term(term: Term) -> Term:
    """A formula with the judgements exchanged; raises :class:`NoProof` where it is about another order than 2."""
    if not isinstance(term, Call):
        return term
    args = tuple(map(gaussian_term, term.args))
    if term.head in _HEADS and args[0] != TWO:
        raise NoProof(f"{to_text(args[0])} is another order than 2")
    return Call(_HEADS[term.head], args[1:]) if term.head in _HEADS else Call(term.head, args)


def sequent_at_two(sequent: Sequent, letter: str) -> Sequent:
    """A statement with the value 2 for one of its letters."""
    kinds = {name: kind for name, kind in sequent.kinds.items() if name != letter}
    known = tuple((label, _at_two(term, letter)) for label, term in sequent.assumptions)
    return Sequent(sequent.id, kinds, known, _at_two(sequent.conclusion, letter))


def tree_at_two(tree: Mapping[str, Any], letter: str) -> Step:
    """A proof tree with the value 2 for a letter of its statement."""
    return map_formulas(tree, lambda formula: _at_two(term_of(formula), letter))


def gaussian_tree(tree: Mapping[str, Any], twins: Callable[[str], bool] = lambda _: False) -> Step:
    """The Gaussian form of a proof tree about the order 2; ``twins`` says of which theorems the Gaussian form is applied.

    Raises :class:`NoProof` for a tree that uses a rule without a Gaussian form.
    """
    rule, own = tree["rule"], tree["with"]
    if rule == "theorem" and twins(own["id"]):
        if term_of(own["for"].get(ORDER, TWO)) != TWO:
            raise NoProof(f"{own['id']} is applied at the order {text_of(own['for'][ORDER])}")
        own = {"id": twin(own["id"]), "for": {name: value for name, value in own["for"].items() if name != ORDER}}
    elif rule in _FIGURES:  # the Gaussian form knows no order
        renamed = {_LETTERS.get(name, name): formula for name, formula in own.items() if name != ORDER}
        rule = _FIGURES[rule]
        own = {name: renamed[name] for name in FIGURES[rule].kinds}
    elif rule in FIGURES and any(_speaks(term) for term in (*FIGURES[rule].premises, FIGURES[rule].conclusion)):
        raise NoProof(f"the rule {rule} has no Gaussian form")
    elif rule == "witness":
        raise NoProof("an opened infimum has no Gaussian form")
    premises = [gaussian_tree(premise, twins) for premise in tree["premises"]]
    return {"rule": rule, "with": change_data(rule, own, _exchange), "premises": premises, "conclusion": _exchange(tree["conclusion"])}


def _exchange(formula: TermLike) -> Term:
    return gaussian_term(term_of(formula))


@lru_cache(maxsize=20_000)
def _at_two(term: Term, letter: str) -> Term:
    return substitute(term, {letter: ((), TWO)})


def _speaks(term: Term) -> bool:
    if isinstance(term, Name):
        return term.name == ORDER
    return isinstance(term, Call) and (term.head in _HEADS or any(map(_speaks, term.args)))


@dataclass(frozen=True)
class Grounded(Proven):
    """A proved statement with the generated theorems on which it rests, by id.

    What is applied and not among ``own`` is a theorem of the ``library``.
    """

    own: Mapping[str, Grounded] = field(default_factory=dict)
    library: Library = field(default_factory=builtin, repr=False, compare=False)

    @property
    def cited(self) -> tuple[str, ...]:
        """What is believed under this proof, each once."""
        applied = (self.own[name].cited if name in self.own else self.library.standing(name).believed for name in self.verdict.theorems)
        return leaves(self.verdict.figures, (one for names in applied for one in names))

    @property
    def steps(self) -> int:
        """Steps of the proof, and of the generated theorems under it."""
        return self.verdict.steps + sum(one.steps for one in self.own.values())

    def document(self) -> dict[str, Any]:
        """A proof file for ``pabisym check``: this statement and everything that its proof applies."""
        listed = {theorem["id"]: theorem for theorem in self._below()}
        conclusion = to_text(self.sequent.conclusion)
        own = {**sequent_json(self.sequent), "proof": as_text(self.tree)}
        return {"format": FORMAT, "version": VERSION, "conclusion": conclusion, "theorems": [*listed.values(), own]}

    def _below(self) -> Iterable[dict[str, Any]]:
        for name in sorted(self.verdict.theorems):
            if name in self.own:
                own = self.own[name]
                yield from own._below()
                yield {**sequent_json(own.sequent), "proof": as_text(own.tree)}
            else:
                yield from proof_document(self.library, name)["theorems"]


def prove_by_replay(sequent: Sequent, proof: Step, names: Iterable[str], library: Library, own: Mapping[str, Grounded] | None = None, *,
           recall: bool = False) -> Grounded:
    """A statement with its proof, replayed; ``names`` are the theorems of the library that it may apply.

    With ``recall`` what the kernel said of the same proof in an earlier run is taken.  Raises
    :class:`~pabisym.proof.build.NoProof` where the kernel refuses.
    """
    generated = dict(own or {})
    theorems = {name: library.statement(name).sequent for name in names} | {name: one.sequent for name, one in generated.items()}
    verdict = library.replays(sequent, as_text(proof), theorems, recall=True).verdict if recall else check(sequent, proof, theorems)
    if not verdict.accepted:
        raise NoProof(f"{sequent.id}: {verdict.reason}")
    return Grounded(sequent, proof, verdict, {name: one for name, one in generated.items() if name in verdict.theorems}, library)


@lru_cache(maxsize=256)
def gaussian_theorem(name: str, library: Library, *, recall: bool = False) -> Grounded:
    """The Gaussian form of a theorem of a library, with its own proof; ``recall`` as in :func:`prove_by_replay`."""
    tree = library.proof(name).tree
    if tree is None:
        raise NoProof(f"{name} has no proof that could be read in another notion")
    lower = replace(sequent_at_two(library.statement(name).sequent, ORDER), id=twin(name))
    return gaussian(lower, tree_at_two(tree, ORDER), library.proof(name).theorems, library, recall=recall)


def gaussian(sequent: Sequent, proof: Step, names: Iterable[str], library: Library, *, recall: bool = False) -> Grounded:
    """The Gaussian form of a proved statement about the divergence of order 2; ``names`` are the theorems of the library that it applies.

    ``recall`` as in :func:`prove_by_replay`.  Raises :class:`~pabisym.proof.build.NoProof` where a rule in it has no Gaussian form.
    """
    known = tuple((label, gaussian_term(term)) for label, term in sequent.assumptions)
    form = Sequent(sequent.id, sequent.kinds, known, gaussian_term(sequent.conclusion))
    names = tuple(names)
    needed = {name for name in names if has_twin(library.statement(name).sequent)}
    tree = gaussian_tree(proof, needed.__contains__)
    own = {twin(name): gaussian_theorem(name, library, recall=recall) for name in sorted(needed)}
    return prove_by_replay(form, tree, (name for name in names if name not in needed), library, own, recall=recall)


@lru_cache(maxsize=256)
def gaussian_form(name: str, library: Library, *, recall: bool = False) -> Grounded | None:
    """The Gaussian form of a theorem, where it has one that promises no more than the theorem at the order 2; else None.

    A theorem that bounds the Rényi divergence of every order is then, at mu^2 its bound of order 2, one about mu-GDP, proved by the kernel
    in this run or, with ``recall``, an earlier one.
    A theorem that assumes a divergence of what it is given has none: its Gaussian form would assume more.
    """
    statement = library.statement(name)
    if statement.proof is None or statement.sequent.kinds.get(ORDER) != "real":
        return None
    lower = sequent_at_two(statement.sequent, ORDER)
    try:
        if any(gaussian_term(term) != term for _, term in lower.assumptions):
            return None
        found = gaussian_theorem(name, library, recall=recall)
    except (NoProof, Refusal):
        return None
    said, bound = found.sequent.conclusion, lower.conclusion
    if not isinstance(said, Call) or not isinstance(bound, Call) or (said.head, bound.head) != ("gdp", "renyi"):
        return None
    return found if said.args == bound.args[1:] else None


@lru_cache(maxsize=256)
def has_gaussian_form(name: str, library: Library, *, recall: bool = False) -> bool:
    """Whether :func:`gaussian_form` finds one, in this run or, with ``recall``, by the content of all that matters in an earlier one."""
    if not recall:
        return gaussian_form(name, library) is not None
    code, below = cache.code(*CODE), _below(name, library)
    key = "" if code is None or below is None else cache.digest(code, name, below)
    known = cache.read_entry(KIND, key) if key else None
    if not isinstance(known, bool):
        known = gaussian_form(name, library, recall=True) is not None
        if key:
            cache.write(KIND, key, known)
    return known


def _below(name: str, library: Library) -> list[str] | None:
    """The digests of a theorem and of all that its proof applies, with their proofs; None where one of them cannot be read."""
    waiting, found = [name], dict[str, str]()
    while waiting:
        one = waiting.pop()
        if one not in found:
            if one not in library.files or not library.files[one].statement.conclusion or not (own := _digest(one, library)):
                return None
            found[one] = own
            waiting += library.proof(one).theorems
    return sorted(found.values())


@lru_cache(maxsize=1024)
def _digest(name: str, library: Library) -> str:
    """The digest of a theorem with its proof; empty where that is no plain data."""
    try:
        return cache.digest(plain(library.statement(name).sequent), library.proof(name).tree)
    except (TypeError, ValueError, RecursionError):
        return ""


def price(statement: Grounded) -> Term:
    """The square of mu in a proved statement about Gaussian differential privacy."""
    conclusion = statement.sequent.conclusion
    laws(conclusion)
    return conclusion.args[3] if isinstance(conclusion, Call) else conclusion


def shorter(statement: Grounded) -> Grounded:
    """The same statement about Gaussian differential privacy with its price written shorter, where the kernel agrees."""
    square = price(statement)
    short = tidied(square)
    if short == square:
        return statement
    P, Q = laws(statement.sequent.conclusion)
    claim = gdp(ZERO, P, Q, short)
    given = {"y": ZERO, "z": ZERO, "m": square, "n": short, "P": P, "Q": Q}
    try:
        proof = with_facts(statement.tree, builder_of(statement), lambda b: case_by_case(
            b, claim, (square, short), lambda b: b.figure("gdp-monotone", statement.tree, **given)))
        return prove_by_replay(replace(statement.sequent, conclusion=claim), proof, library_of(statement), statement.library, statement.own)
    except (NoProof, Refusal):
        return statement


def builder_of(statement: Grounded) -> Builder:
    """A builder in the scope of a statement, with the theorems that its proof applies."""
    theorems = [one.sequent for one in statement.own.values()] + [statement.library.statement(n).sequent for n in library_of(statement)]
    return Builder(statement.sequent.scope(), {one.id: one for one in theorems}, count(free_label(statement.tree)))


def laws(judgement: Term) -> tuple[Term, Term]:
    """The two laws of a judgement about Gaussian differential privacy."""
    if not isinstance(judgement, Call) or judgement.head != "gdp":
        raise NoProof(f"{to_text(judgement)} is not about Gaussian differential privacy")
    return judgement.args[1], judgement.args[2]


def library_of(statement: Grounded) -> list[str]:
    """The theorems of the library that a proof applies."""
    return [name for name in statement.verdict.theorems if name not in statement.own]
