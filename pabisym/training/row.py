"""One bound about a training run, with what it assumes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, between, interval_json
from pabisym.training.hypotheses import VIOLATED, RunHypothesis

COMPOSITION, ACCOUNTANT, STATEMENT, OPTIMUM = "composition", "accountant", "last iterate", "exact optimum"
"""The kinds of rows."""
ITERATES = "all iterates"
ITERATE = "last iterate"
TOO_LARGE = "the chance of a batch that is too large is above delta: take a smaller learning rate"
"""Why a row whose batches have limits may fail."""
DIGITS = 6
"""Significant digits to which an epsilon is written, rounded outwards."""


@dataclass(frozen=True)
class PrivacyRow:
    """One bound: ``epsilon`` encloses what it gives, whose upper end is the guarantee; None where it does not apply.

    ``kind`` is one of composition, accountant, last iterate, exact optimum; ``about`` the output; ``method`` how the number was found;
    ``status`` that of the statement, or the source of what is believed.
    """

    id: str
    title: str
    kind: str
    about: str
    hypotheses: tuple[RunHypothesis, ...]
    epsilon: Enclosure | None = None
    status: str = ""
    method: str = ""
    fails: str = ""

    @property
    def applies(self) -> bool:
        """Is there a number, and no hypothesis violated."""
        return self.epsilon is not None and not self.violated

    @property
    def violated(self) -> tuple[RunHypothesis, ...]:
        """The hypotheses that are not met."""
        return tuple(one for one in self.hypotheses if one.state == VIOLATED)

    @property
    def upper(self) -> Fraction:
        """The guarantee; only of rows that apply."""
        if self.epsilon is None:
            raise InputError(self.id, "has no epsilon", "ask rows that apply")
        return Fraction(self.epsilon.upper)

    def between(self, lower: Fraction | fmpq, upper: Fraction | fmpq, method: str, **more: Any) -> PrivacyRow:
        """The row with an epsilon between two ends, rounded outwards to :data:`DIGITS` digits, and ``more`` of what it says."""
        interval = between(rational(lower, "epsilon"), rational(upper, "epsilon"), DIGITS, 0)
        return replace(self, epsilon=interval, method=method, **more)

    def to_json(self) -> dict[str, object]:
        """The row of ``pabisym privacy --json``."""
        shown = None if self.epsilon is None else interval_json(self.epsilon)
        listed = [one.to_json() for one in self.hypotheses]
        return {"id": self.id, "title": self.title, "kind": self.kind, "about": self.about, "epsilon": shown, "status": self.status,
                "method": self.method, "fails": self.fails, "hypotheses": listed}
