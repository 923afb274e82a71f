"""What statements say at the parameters of a run, as rows, and which of them give less than others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pabisym.comparison.sentences import sentence
from pabisym.lang.rational import rational
from pabisym.library.library import natural
from pabisym.numerics.enclosure import Enclosure, interval_json

LAST = "the last iterate"
"""What most statements are about."""
STOPPED, SKIPPED = "a run that stops at a random step", "a run that skips a random number of records"
DRAWN = "batches that are drawn at random"
"""What the others are about."""
IMPROVES = "the statement gives no more at a smaller level"
"""What the lower end of an epsilon rests on where a bound is not seen to fall as the level grows."""
TRIED = "the best of the look-backs that were tried"
PLANNED = "the best of the plans of stages that were tried"


@dataclass(frozen=True)
class StatementRow:
    """What one statement says at the parameters: ``epsilon`` at the given delta, or why it says nothing.

    ``at`` are its letters there, with the order or level at which the least epsilon is reached, ``bound`` is the value of
    its bound there, ``of`` what this bounds, and ``assumes`` names what is taken for granted.  The upper end of ``epsilon`` is
    what the statement gives; that it gives no less than the lower end rests on ``lower_end_assumes``, if that is not empty.
    ``improved_by`` is the statement of the library that gives the least about the same output, where that is certainly less than this one.
    ``about`` names the output that is compared.  The status, and when its proof was ``replayed``, are those of rows that apply.
    """

    id: str
    title: str
    reference: str
    status: str = ""
    epsilon: Enclosure | None = None
    of: str = ""
    at: Mapping[str, str] = field(default_factory=dict)
    bound: Enclosure | None = None
    method: str = ""
    assumes: tuple[str, ...] = ()
    fails: str = ""
    about: str = LAST
    lower_end_assumes: str = ""
    improved_by: str = ""
    replayed: str = field(default="now", compare=False)
    judged: tuple[str, ...] = ()
    """The kinds of judgements among what is assumed, for :mod:`pabisym.comparison.sentences`."""

    def to_json(self) -> dict[str, object]:
        """The row of ``pabisym compare --json``."""
        data: dict[str, object] = {"id": self.id, "title": self.title, "reference": self.reference, "about": self.about}
        if self.epsilon is None or self.bound is None:
            return {**data, "fails": self.fails}
        found = {"epsilon": interval_json(self.epsilon), "of": self.of, "at": dict(self.at), "bound": interval_json(self.bound)}
        said = {"status": self.status, "replayed": self.replayed, "method": self.method, "assumes": list(self.assumes),
                "hypotheses": [sentence(kind) for kind in self.judged]}
        return {**data, **found, **said, "lower_end_assumes": self.lower_end_assumes, "improved_by": self.improved_by}


def with_improvements(rows: Sequence[StatementRow]) -> tuple[StatementRow, ...]:
    """Rows that say which row about the same output is certainly below them, the least one."""
    best: dict[str, StatementRow] = {}
    for row in rows:
        if row.epsilon is not None:
            best.setdefault(row.about, row)

    def said(row: StatementRow) -> StatementRow:
        least = best.get(row.about)
        if row.epsilon is None or least is None or least.epsilon is None:
            return replace(row, improved_by="")
        below = rational(least.epsilon.upper, "epsilon") < rational(row.epsilon.lower, "epsilon")
        return replace(row, improved_by=least.id if below else "")

    return tuple(map(said, rows))


def row_rank(row: StatementRow) -> tuple[bool, bool, Fraction, list[object]]:
    """Rows that apply first, those about the last iterate first, the least guarantee first."""
    least = Fraction(0) if row.epsilon is None else Fraction(row.epsilon.upper)
    return row.epsilon is None, row.about != LAST, least, list(natural(row.id))
