"""Proof trees in words: what each step says, by which rule, and what the kernel found evident on the way.

A tree is turned into an :class:`Outline`, which the text, LaTeX and HTML pages draw in their own ways.  Nothing is
decided here; a malformed tree gives a plain outline of whatever it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pabisym.errors import InputError
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import ONE, Call, Name, Number, Term, substitute
from pabisym.library.believed import PREFIX, leaves
from pabisym.library.library import Library
from pabisym.library.statement import Statement
from pabisym.proof.build import text_of


@dataclass(frozen=True)
class Outline:
    """One node of a proof: what it says (None: what is above it), how it is got, side conditions, what it rests on.

    ``label`` is the name under which a fact is known further on, or the case that is treated.
    """

    says: Term | None
    how: str
    label: str = ""
    sides: tuple[Term, ...] = ()
    below: tuple[Outline, ...] = ()


def outline(statement: Statement, tree: Mapping[str, object], library: Library, write: Callable[[Term], str] = to_text) -> Outline:
    """The outline of a statement's proof, down to assumptions and cited leaves.

    A chain of facts that are proved first and then used becomes one node with all of them below it.  ``write`` turns
    the formulas within sentences into text.
    """
    return _Drafts({assumption.name for assumption in statement.assumptions}, library, write).node(tree)


@dataclass(frozen=True)
class _Drafts:
    labels: set[str]
    library: Library
    write: Callable[[Term], str]

    def node(self, step: object, label: str = "", above: object = None) -> Outline:
        rule, given, premises, conclusion = _fields(step)
        facts: list[Outline] = []
        while rule == "have" and len(premises) == 2:
            facts.append(self.node(premises[0], f"[{given.get('label')}]"))
            rule, given, premises, _ = _fields(premises[1])
        how, sides, leaves = self.explained(rule, given)
        names = [name.format_map(self.filled(given)) for name in _CASES.get(rule, ())]
        own = [self.node(p, names[i] if i < len(names) else "", conclusion) for i, p in enumerate(premises)]
        says = None if conclusion == above else _term(conclusion)
        return Outline(says, how, label, sides, (*facts, *own, *leaves))

    def explained(self, rule: str, given: Mapping[str, object]) -> tuple[str, tuple[Term, ...], Sequence[Outline]]:
        """How a step is got in words, its side conditions, and the leaves that it cites."""
        if rule in FIGURES:
            figure, read = FIGURES[rule], {name: _term(text) for name, text in given.items()}
            binding = {name: ((), term) for name, term in read.items() if term is not None}
            sides = tuple(substitute(side, binding) for side in figure.sides)
            return f"by {rule}: {figure.reason}", sides, [leaf(one, self.library) for one in leaves([rule])]
        if rule == "theorem":
            name = str(given.get("id"))
            standing = self.library.standing(name) if name in self.library else None
            status, below = (standing.status, standing.believed) if standing is not None else ("unknown", (name,))
            return f"by the theorem {name}, {status.replace('_', ' ')}", (), [leaf(one, self.library) for one in below]
        if rule == "known":
            label = str(given.get("label"))
            return f"assumption [{label}]" if label in self.labels else f"known as [{label}]", (), []
        if rule == "arithmetic":
            return self.certificate(given), (), []
        return _LOGIC.get(rule, rule).format_map(self.filled(given)), (), []

    def certificate(self, given: Mapping[str, object]) -> str:
        """The difference of the two sides, times the multiplier, as the sum that the kernel checks."""
        terms = given.get("terms")
        parts = [self.summand(term) for term in terms if isinstance(term, dict)] if isinstance(terms, list) else []
        multiplier = given.get("multiplier", ONE)
        times = "" if _term(multiplier) == ONE else f" times {self.said(multiplier)}"
        return f"certificate: the difference of the sides{times} is {' + '.join(parts) or '0'}"

    def summand(self, term: Mapping[str, object]) -> str:
        """One term of a certificate: its weight, the facts by label, a square, a factor."""
        facts = term.get("facts")
        named = [f"[{fact}]" for fact in facts] if isinstance(facts, list) else []
        square = [f"({self.said(term['square'])})²"] if "square" in term else []
        factor = [f"({self.said(term['factor'])})"] if "factor" in term else []
        weight, others = str(text_of(term.get("coefficient", ONE))), [*named, *square, *factor]
        return "·".join(others if weight == "1" and others else [weight, *others])

    def filled(self, given: Mapping[str, object]) -> _Blank:
        """The fields of a step for a sentence about it."""
        names = ("label", "index", "law", "bound", "sequence")
        return _Blank({key: value if key in names else self.said(value) for key, value in given.items()})

    def said(self, text: object) -> str:
        """A formula within a sentence."""
        term = _term(text)
        return str(text) if term is None else self.write(term)


def _fields(step: object) -> tuple[str, Mapping[str, object], list[object], object]:
    data = step if isinstance(step, dict) else {}
    given, premises = data.get("with"), data.get("premises")
    fields = given if isinstance(given, dict) else {}
    return str(data.get("rule")), fields, premises if isinstance(premises, list) else [], data.get("conclusion")


def leaf(name: str, library: Library) -> Outline:
    """A belief as the end of a branch: its id, with the source of a figure, the title of a statement."""
    if name.startswith(PREFIX):
        source = FIGURES[name.removeprefix(PREFIX)].source
        return Outline(None, f"assumed {name}" + (f": {source.replace(' ', ', ')}" if source else ""))
    title = f": {library.statement(name).title}" if name in library else ""
    return Outline(None, f"assumed {name}{title}")


def _term(text: object) -> Term | None:
    if isinstance(text, Number | Name | Call):
        return text
    try:
        return parse(text, "proof", None)
    except InputError:
        return None


class _Blank(dict[str, object]):
    """Fields of a step for a sentence; a missing one is left blank."""

    def __missing__(self, key: str) -> str:
        return "…"


_LOGIC: Mapping[str, str] = {
    "instance": "at the index {at} of the range",
    "evident": "evident from what is known",
    "integer": "a strict inequality between integers leaves room for 1",
    "cases": "by cases",
    "absurd": "this case is impossible",
    "generalise": "for an arbitrary integer {index} from {from} to {to}",
    "induction": "by induction on {index} from {from} to {to}",
    "witness": "take a law {law} that nearly attains the infimum, with divergence {bound}",
    "rewrite": "equal laws may stand for each other",
    "recursion": "let {sequence} be the laws that begin with {start} and go on, at {index}, with {next}",
    "widen": "a bound may grow",
    "define": "this is what the claim says of everything that it speaks about",
    "unfold": "what is said of everything, of what is at hand",
}
_CASES: Mapping[str, tuple[str, ...]] = {
    "cases": ("if {on} ≥ 0:", "if {on} < 0:"),
    "induction": ("base:", "step, from [{label}] before it:"),
    "absurd": ("since",),
}
"""What the premises of a rule are for."""
