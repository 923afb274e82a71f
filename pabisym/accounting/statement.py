"""A statement about a private computation, as a data-protection officer files it: what it says, as plain data.

:mod:`pabisym.show.filed` writes one as Markdown, HTML or JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pabisym.lang.rational import near_float, rational, rational_text, short, short_number
from pabisym.numerics.enclosure import between

if TYPE_CHECKING:
    from flint import fmpq

    from pabisym.accounting.accountant import Certified

UNITS = {
    "add": "one record, which is added", "remove": "one record, which is removed", "add-remove": "one record, which is added or removed",
    "replace": "one record, which is replaced by another", "zero-out": "one record, whose gradients become 0",
}  # fmt: skip
"""What may differ between two data sets that cannot be told apart, by the adjacency."""
TITLE = "Privacy statement"
ASSUMED = "Assumptions (✓ follows from the numbers, • must be ensured by whoever files this)"
EVERYTHING = "Everything that the steps below put out, every iterate included, and whatever is computed from it."


@dataclass(frozen=True)
class StatementPart:
    """One heading of a statement: sentences, ``rows`` under ``columns``, or assumptions with their states."""

    heading: str
    sentences: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    assumptions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class PrivacyStatement:
    """What is guaranteed, for whom and for what, what was done, and what that rests on; ``epsilon`` and ``delta`` are the guarantee."""

    epsilon: Fraction
    delta: Fraction
    parts: tuple[StatementPart, ...]

    def lines(self) -> Iterator[str]:
        """The statement as lines of text."""
        yield TITLE
        for part in self.parts:
            yield from ("", f"{part.heading}:", *(f"  {text}" for text in part.sentences))
            yield from ("  " + " · ".join(row) for row in part.rows)
            yield from (f"  {state}: {text}" for state, text in part.assumptions)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_json(self) -> dict[str, object]:
        """Plain data; numbers as exact texts."""
        return {"epsilon": rational_text(self.epsilon), "delta": rational_text(self.delta), "parts": [
            {"heading": part.heading, "sentences": list(part.sentences),
             "rows": [dict(zip(part.columns, row, strict=True)) for row in part.rows],
             "assumptions": [{"state": state, "text": text} for state, text in part.assumptions]} for part in self.parts]}


def guaranteed(epsilon: Fraction, delta: Fraction) -> StatementPart:
    """What is guaranteed, in a formula and in words."""
    words = ("For any two neighbouring data sets and any event E about what is released, P(E) ≤ e^ε P'(E) + δ, where P and P' are its "
             "probabilities for the one and for the other.")
    text, near = short_number(delta), near_float(delta)
    if not (Fraction(text) == delta or (float(text) == near and Fraction(near) == delta)):  # a delta as a float is written, where it is one
        text = rational_text(delta)
    bound = f"(ε, δ)-differential privacy with ε ≤ {decimal_above(epsilon)} at δ = {text}."
    return StatementPart("Guarantee", (bound, words))


def computed(method: str, *more: str) -> StatementPart:
    """How the number was found, and ``more`` sentences on what that rests on."""
    return StatementPart("Computed by", (f"pabisym, by {method}.", *more))


def protected(adjacency: str, more: str = "") -> StatementPart:
    """Who or what is protected."""
    return StatementPart("Unit of protection", (f"O{UNITS[adjacency][1:]} (adjacency: {adjacency}){more}.",))


def account_statement(found: Certified, adjacency: str, done: tuple[tuple[str, str, str], ...], spent: fmpq) -> PrivacyStatement:
    """The statement about what an accountant was told: what it ``found``, what was ``done``, and the delta that is ``spent``."""
    lower = f"{decimal_below(found.lower)}: {found.lower_means}" if found.lower else found.lower_means
    parts = [
        guaranteed(found.upper, found.given),
        protected(adjacency),
        StatementPart("What may be released", (EVERYTHING,)),
        StatementPart("What was done", columns=("steps", "mechanism", "as accounted"), rows=done),
        *([StatementPart("Spent beforehand", (f"{short(spent)} of δ, by approximate mechanisms.",))] if spent else []),
        StatementPart("Lower bound", (f"ε is at least {lower}." if found.lower else f"{lower[:1].upper()}{lower[1:]}.",)),
        StatementPart(ASSUMED, assumptions=PROMISES),
        computed(found.method, *(f"Without proof here: {one}." for one in found.believes)),
    ]
    return PrivacyStatement(found.upper, found.given, tuple(parts))


PROMISES = (
    ("promised", "every gradient is clipped to the clipping norm, record by record"),
    ("promised", "noise and batches are drawn as said, anew in every step, from randomness that nobody sees"),
    ("promised", "statistics that are released beside the training have the sensitivity that is said of them"),
    ("promised", "nothing else that depends on the data leaves the training, hyperparameters that were tuned on it included"),
)
"""What every accountant assumes."""


def decimal_above(value: Fraction) -> str:
    """A decimal that is not below an upper end."""
    return between(rational(value, "epsilon"), rational(value, "epsilon"), 6, 0).upper


def decimal_below(value: Fraction) -> str:
    """A decimal that is not above a lower end."""
    return between(rational(value, "epsilon"), rational(value, "epsilon"), 6, 0).lower
