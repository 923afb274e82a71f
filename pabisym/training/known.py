"""The best certified epsilon of a training run, and beside it all that is known: what ``pabisym privacy`` answers.

Rows are bounds that hold for what is released: the composition of all steps and, for random batches, the accountant, which are about all
iterates and hence about whatever is computed from them; and, where only the last iterate is released, the statements of the library about
it and the exact optimum of the shift allocation.  A row applies when none of its hypotheses is violated.  The least one is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from pabisym.accounting.lower.bounds import lower_bounds
from pabisym.accounting.lower.quadratic import Lower
from pabisym.accounting.lower.walks import QUICK
from pabisym.errors import InputError
from pabisym.lang.budget import OutOfTime, poll, share
from pabisym.lang.rational import rational_text
from pabisym.lang.tables import Tabled
from pabisym.library.library import Library
from pabisym.numerics.enclosure import Enclosure
from pabisym.spec.configuration import Configuration
from pabisym.training.promises import OtherPromise, other_promises, warnings_of
from pabisym.training.rows import DIGITS, PrivacyRow, rank, rows_of

VALUE = "value"
"""The key under which what was solved for stands, exactly."""


@dataclass(frozen=True)
class Privacy(Tabled):
    """The answer to a training run: ``rows``, the least first; ``lower`` is what no analysis of such runs goes below, None if not known.

    ``lower_by`` says by which pair of runs; ``others`` is what applies under other promises, ``warnings`` what is known to go wrong.
    ``promise`` is what these runs need beyond the words of the configuration.  ``solved`` names what was solved for, as the noise
    multiplier of a target, and what was found.  ``unfinished`` is why there may be better rows, where the time was used up.
    """

    run: Configuration
    rows: tuple[PrivacyRow, ...]
    lower: Enclosure | None = None
    lower_by: str = ""
    others: tuple[OtherPromise, ...] = ()
    warnings: tuple[str, ...] = ()
    solved: Mapping[str, str] = field(default_factory=dict)
    promise: str = ""
    unfinished: str = ""

    def __repr__(self) -> str:
        best = self.best
        return "Privacy(none)" if best is None or best.epsilon is None else f"Privacy(epsilon <= {best.epsilon.upper}, by {best.id})"

    @property
    def best(self) -> PrivacyRow | None:
        """The row with the least guarantee for what is released; None where nothing applies."""
        return next((row for row in self.rows if row.applies), None)

    @property
    def epsilon(self) -> Fraction:
        """The best certified epsilon, in nats; raises :class:`~pabisym.errors.InputError` where nothing applies."""
        if self.best is None:
            raise InputError("privacy", "no statement applies", "see the rows for why")
        return self.best.upper

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym privacy --json``."""
        best = self.best
        interval = None
        if best is not None and best.epsilon is not None:
            low = "0" if self.lower is None else self.lower.lower
            interval = {"lower": low, "upper": best.epsilon.upper}
        return {"configuration": self.run.to_json(), "steps": self.run.steps, "epsilon": interval, "delta": rational_text(self.run.delta),
                "about": self.run.release, "by": None if best is None else best.id, "lower_bound_by": self.lower_by,
                "lower_bound_promise": self.promise,
                "rows": [row.to_json() for row in self.rows], "under_other_promises": [one.to_json() for one in self.others],
                "warnings": list(self.warnings), **({"solved": dict(self.solved)} if self.solved else {})}


def answer(run: Configuration, library: Library, progress: Callable[[str], None] | None = None) -> Privacy:
    """All that is known of a run."""
    computed, low, others, unfinished = list[PrivacyRow](), None, tuple[OtherPromise, ...](), ""
    try:
        with share(0.9):
            for row in rows_of(run, library, progress):
                computed.append(row)
                poll()
    except OutOfTime as late:
        unfinished = f"not every statement was looked at: {late}"
        if not any(row.applies for row in computed):
            raise
    rows = tuple(sorted(computed, key=rank))
    best = next((row for row in rows if row.applies), None)
    with suppress(OutOfTime), share(0.5):
        low = _plainest(lower_bounds(run, None if best is None else best.upper, QUICK))
    with suppress(OutOfTime), share(0.9):
        others = () if best is None else tuple(other_promises(run, best.upper, library))
    lower, by, promise = (None, "", "") if low is None else (low.epsilon, low.by, low.promise)
    warnings = (*warnings_of(run), *((unfinished,) if unfinished else ()))
    return Privacy(run, rows, lower, by, others, warnings, promise=promise, unfinished=unfinished)


def _plainest(known: Sequence[Lower]) -> Lower | None:
    """The largest one, or the first one that may be the same number, of those that are enclosed as a number."""
    best = max(known, key=lambda one: one.least, default=None)
    if best is None:
        return None
    return next((one for one in known if one.epsilon.digits >= DIGITS and Fraction(one.epsilon.upper) >= best.least), best)
