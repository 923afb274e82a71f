"""Proof trees: plain data whose formulas are terms in memory, and texts where a tree is written or was read.

A step is a table of ``rule``, ``with`` (what is given to the rule), ``premises`` and ``conclusion``.  Which of the things
that are given to a rule are formulas is known here; the others are labels and names.  Untrusted: the kernel takes formulas
of either form and believes neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call, Name, Number, Term

Step: TypeAlias = dict[str, Any]
"""A proof step as plain data."""
TermLike: TypeAlias = str | Term
"""A formula of a proof: a term, or its text."""
Filler: TypeAlias = TermLike | tuple[str, TermLike]
"""What stands for a name of a theorem: a formula, or (index, formula) for a sequence."""
_FORMULAS: Mapping[str, tuple[str, ...]] = {
    "instance": ("at",), "evident": ("goal",), "arithmetic": ("goal", "multiplier"), "cases": ("on", "claim"), "absurd": ("claim",),
    "generalise": ("from", "to"), "induction": ("from", "to", "claim"),
    "rewrite": ("claim",), "widen": ("claim",),
}
"""What is given to a rule of logic as a formula."""
_PARTS = ("coefficient", "square", "factor")
"""Formulas of one term of a certificate."""


@lru_cache(maxsize=20_000)
def _read(text: str) -> Term:
    return parse(text, "proof", None)


def term_of(formula: TermLike) -> Term:
    """A formula of a proof as a term; raises :class:`~pabisym.errors.InputError` for a text that is none."""
    return _read(formula) if isinstance(formula, str) else formula


def text_of(formula: object) -> object:
    """A formula of a proof as text; anything but a term stays as it is."""
    return to_text(formula) if isinstance(formula, Number | Name | Call) else formula


def step(rule: str, conclusion: TermLike, premises: tuple[Step, ...] = (), **data: object) -> Step:
    """One step of a proof tree, its formulas as terms."""
    return {"rule": rule, "with": given(rule, data, term_of), "premises": list(premises), "conclusion": term_of(conclusion)}


def given(rule: str, data: Mapping[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """What is given to a rule, with all formulas changed; labels and names stay."""
    if rule in FIGURES:
        return {name: change(formula) for name, formula in data.items()}
    if rule == "theorem" and isinstance(data.get("for"), dict):
        return {**data, "for": {name: _filler(value, change) for name, value in data["for"].items()}}
    found = {key: change(value) if key in _FORMULAS.get(rule, ()) else value for key, value in data.items()}
    if rule == "arithmetic" and isinstance(data.get("terms"), list):
        found["terms"] = [{key: change(value) if key in _PARTS else value for key, value in term.items()} if isinstance(term, dict) else term
                          for term in data["terms"]]
    return found


def _filler(value: Any, change: Callable[[Any], Any]) -> Any:
    return {key: change(own) if key == "is" else own for key, own in value.items()} if isinstance(value, dict) else change(value)


def mapped(tree: Mapping[str, Any], change: Callable[[Any], Any]) -> Step:
    """A proof tree with all its formulas changed; labels and names stay, and so does what is no tree."""
    found = dict(tree)
    if isinstance(tree.get("with"), dict):
        found["with"] = given(str(tree.get("rule")), tree["with"], change)
    if isinstance(tree.get("premises"), list):
        found["premises"] = [mapped(premise, change) if isinstance(premise, dict) else premise for premise in tree["premises"]]
    if "conclusion" in tree:
        found["conclusion"] = change(tree["conclusion"])
    return found


def as_terms(tree: Mapping[str, Any]) -> Step:
    """A proof tree with its formulas as terms; raises :class:`~pabisym.errors.InputError` for texts that are none."""
    return mapped(tree, term_of)


def as_text(tree: Mapping[str, Any]) -> Step:
    """A proof tree with its formulas as texts, as files hold it."""
    return mapped(tree, text_of)

