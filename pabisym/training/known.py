"""The best certified epsilon of a training run, and beside it all that is known: what ``pabisym privacy`` answers.

Rows are bounds that hold for what is released: the composition of all steps and, for random batches, the accountant, which are about all
iterates and hence about whatever is computed from them; and, where only the last iterate is released, the statements of the library about
it and the exact optimum of the shift allocation.  A row applies when none of its hypotheses is violated.  The least one is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

from flint import arb

from pabisym.errors import InputError
from pabisym.lang.budget import OutOfTime, poll, share
from pabisym.lang.rational import rational, rational_text
from pabisym.library.library import Library
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.training.accountant import accountant_epsilon
from pabisym.training.configuration import ALL, CYCLIC, FIXED_SIZE, FULL, LAST, RANDOM, STRONGLY_CONVEX, Configuration
from pabisym.training.lower import LEAVES, Lower, quadratic_lower
from pabisym.training.promises import OtherPromise, other_promises, warnings_of
from pabisym.training.rows import DIGITS, PrivacyRow, rank, rows_of
from pabisym.training.walks import QUICK, walk_lower
from pabisym.training.worst_pair import linear_epsilon

BITS = 160
VALUE = "value"
"""The key under which what was solved for stands, exactly."""


@dataclass(frozen=True)
class Privacy:
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


def lowest(run: Configuration, most: Fraction | None, work: float) -> Lower | None:
    """The largest of the lower bounds that are known of a run whose guarantee is ``most``; ``work`` as in :func:`lower_bounds`."""
    return max(lower_bounds(run, most, work), key=lambda one: one.least, default=None)


def lower_bounds(run: Configuration, most: Fraction | None, work: float) -> list[Lower]:
    """The lower bounds that are known of a run whose guarantee is ``most``, the plainest pair of runs first.

    ``work`` is that of :func:`~pabisym.training.walks.walk_lower`, 0 for none of these.  Walks are enclosed step by step only where they
    may say more.
    """
    searched = None if most is None or not run.moderate else quadratic_lower(run, most)
    found = [lower_bound(run), searched or within_domain(run)]
    narrow = run.release == LAST and (run.diameter is not None or run.loss == STRONGLY_CONVEX)
    if work > 0 and run.moderate and (narrow or all(one is None for one in found)):
        found.append(walk_lower(run, work=work))
    return [one for one in found if one is not None and one.least > 0]


def _plainest(known: Sequence[Lower]) -> Lower | None:
    """The largest one, or the first one that may be the same number, of those that are enclosed as a number."""
    best = max(known, key=lambda one: one.least, default=None)
    if best is None:
        return None
    return next((one for one in known if one.epsilon.digits >= DIGITS and Fraction(one.epsilon.upper) >= best.least), best)


def lower_bound(run: Configuration) -> Lower | None:
    """What no analysis goes below: by linear losses, and where all iterates of batches in a fixed order are seen, by composition itself."""
    if run.loss == STRONGLY_CONVEX:  # no linear loss is
        return None
    if run.release == ALL and run.sampling in (CYCLIC, FULL) and run.diameter is None:
        return Lower(gdp_epsilon(run.uses * run.ratio**2, run.delta, DIGITS), "linear losses: composition is exact")
    if run.release == ALL and run.sampling in RANDOM:
        found = accountant_epsilon(run, DIGITS)
        if not isinstance(found, str) and run.diameter is None:
            return Lower(found.interval, "linear losses, by the accountant")
    linear = linear_epsilon(run)
    return None if linear is None else Lower(linear, "linear losses of opposite signs")


def within_domain(run: Configuration) -> Lower | None:
    """What :func:`lower_bound` says without the projection, of a domain so wide that linear losses hardly ever meet its boundary.

    Their iterates start in the middle of an interval and move, without noise, by at most eta C times the share of the batch that has a
    gradient.  Where the unprojected pair leaves the interval with a probability of at most p, the projected one has
    P(S) - e^epsilon Q(S) > delta for an event with delta + p (1 + e^epsilon) for the other; p (1 + e^epsilon) is a hundredth of delta at
    most.  Momentum beta multiplies both, the move and the noise, by at most 1/(1 - beta); weight decay only shortens them, where
    eta lambda <= 1.
    """
    eta, deviation = run.learning_rate, run.deviation
    decays = eta is not None and run.weight_decay != 0 and (run.momentum != 0 or eta * run.weight_decay > 1)
    delta = run.delta * (1 + LEAVES)
    if run.diameter is None or eta is None or deviation is None or decays or delta >= 1:
        return None
    free = lower_bound(run.changed(diameter=None, delta=delta))
    if free is None:
        return None
    moved = run.steps * eta * run.clip / (1 if run.sampling == FIXED_SIZE else run.batch)
    with working_precision(BITS):
        room = (arb(run.diameter / 2 * (1 - run.momentum)) - moved) / (arb(deviation) * arb(run.steps).sqrt())
        leaves = 2 * run.steps * tail(room) * (1 + arb(rational(free.least, "epsilon")).exp())
        return replace(free, by=f"{free.by}, that hardly ever meet the domain's boundary") if leaves <= arb(LEAVES * run.delta) else None
