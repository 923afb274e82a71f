"""The best certified epsilon of a training run, and beside it all that is known: what ``pabisym privacy`` answers.

Rows are bounds that hold for what is released: the composition of all steps and, for random batches, the accountant, which are about all
iterates and hence about whatever is computed from them; and, where only the last iterate is released, the statements of the library about
it and the exact optimum of the shift allocation.  A row applies when none of its hypotheses is violated.  The least one is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq

from pabisym.accounting.lower.bounds import lower_bounds
from pabisym.accounting.lower.quadratic import Lower
from pabisym.accounting.lower.walks import QUICK
from pabisym.errors import InputError
from pabisym.lang.budget import OutOfTime, poll, share
from pabisym.lang.rational import rational_text
from pabisym.lang.tables import Tabled
from pabisym.library.library import Library
from pabisym.numerics.enclosure import Enclosure, interval_json
from pabisym.spec.configuration import (
    AVERAGE,
    CLIPPED,
    CONVEX,
    CYCLIC,
    FULL,
    LAST,
    POISSON,
    RANDOM,
    REPLACE,
    SHUFFLED,
    Configuration,
    plain,
)
from pabisym.training import hypotheses as said
from pabisym.training.hiding import CLEARLY, DECAY, DIAMETER, moved, values_of
from pabisym.training.row import DIGITS, ITERATES, PrivacyRow
from pabisym.training.rows import least, rank, rows_of

VALUE = "value"
"""The key under which what was solved for stands, exactly."""


@dataclass(frozen=True)
class OtherPromise:
    """What would hold for a run that is promised more, or made in another way: ``epsilon`` by ``by``, if ``changes`` were true."""

    changes: str
    epsilon: Enclosure
    by: str

    def to_json(self) -> dict[str, object]:
        """The entry of ``pabisym privacy --json``."""
        return {"if": self.changes, "epsilon": interval_json(self.epsilon), "by": self.by}


@dataclass(frozen=True)
class Privacy(Tabled):
    """The answer to a training run: ``rows``, the least first; ``lower`` is a lower bound on the true epsilon, None if not known.

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
    computed, low, unfinished = list[PrivacyRow](), None, ""
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
    others = list[OtherPromise]()
    composed = min((row.upper for row in rows if row.applies and row.about == ITERATES), default=None)
    plainly = best is not None and run.release == LAST and composed is not None and best.upper >= composed * CLEARLY
    with suppress(OutOfTime), share(0.9):
        others += [] if best is None else other_promises(run, best.upper, library)
        others += cheaper(run, best, library) if best is not None and plainly else []
    lower, by, promise = (None, "", "") if low is None else (low.epsilon, low.by, low.promise)
    where = "other promises make it cheaper, as is said above" if others else "no diameter or weight decay that was tried makes it cheaper"
    hidden = [f"the last iterate alone costs about what all iterates do; {where}; --map looks further"] if plainly else []
    warnings = (*hidden, *warnings_of(run), *((unfinished,) if unfinished else ()))
    return Privacy(run, rows, lower, by, tuple(others), warnings, promise=promise, unfinished=unfinished)


def cheaper(run: Configuration, now: PrivacyRow, library: Library) -> Iterator[OtherPromise]:
    """What would make the last iterate cheaper than all iterates, where steps contract: a domain, or weight decay."""
    if not said.is_contractive(run) or run.smoothness is None or run.learning_rate is None:
        return
    domain = "if every step projected onto a convex set of diameter {} at most"
    for name, words in ((DIAMETER, domain), (DECAY, "if the weight decay were {}")):
        for value in values_of(name, run):
            poll()
            found = moved(name, value, run, now, library, quick=True)
            if found is not None and found.upper < now.upper * CLEARLY:
                yield OtherPromise(words.format(plain(value)), found.epsilon, found.by)
                break


def _plainest(known: Sequence[Lower]) -> Lower | None:
    """The largest one, or the first one that may be the same number, of those that are enclosed as a number."""
    best = max(known, key=lambda one: one.least, default=None)
    if best is None:
        return None
    return next((one for one in known if one.epsilon.digits >= DIGITS and Fraction(one.epsilon.upper) >= best.least), best)


def other_promises(run: Configuration, now: Fraction, library: Library) -> Iterator[OtherPromise]:
    """What holds for runs that promise more or are made in another way, where it is less: as a question about such a run is answered."""
    for changes, other in _promises(run):
        row = least(list(rows_of(other, library)))
        if row is not None and row.epsilon is not None and row.upper < now:
            yield OtherPromise(changes, row.epsilon, row.id)


def _promises(run: Configuration) -> Iterator[tuple[str, Configuration]]:
    """Changes to a run that often help, as sentences."""
    last, words = run, list[str]()
    if run.release != LAST:
        last, words = last.changed(release=LAST, checkpoints=None), [*words, "only the last iterate were released"]
    if run.momentum != 0:
        last, words = last.changed(momentum=fmpq(0)), [*words, "there were no momentum"]
    if run.sampling not in RANDOM and words and said.is_contractive(run):
        yield _if(words), last
    if (run.sampling not in RANDOM or run.release == LAST) and run.learning_rate is not None:
        top = 2 / run.learning_rate - run.weight_decay
        smooth = top if run.smoothness is None else min(run.smoothness, top)
        if smooth > 0 and (not said.is_contractive(run) or smooth != run.smoothness):
            unclipped = "" if said.is_contractive(run) else "every loss were convex, never clipped, and "
            most = "at most " if run.smoothness is None or smooth != run.smoothness else ""
            strong = min(run.strong_convexity, smooth)
            kind = CONVEX if not said.is_contractive(run) or strong == 0 else run.loss
            other = last.changed(loss=kind, smoothness=smooth, strong_convexity=strong if kind == run.loss else fmpq(0))
            yield _if([*words, f"{unclipped or 'every loss were '}{most}{plain(said.rounded_down(smooth))}-smooth"]), other
    if run.sampling in (CYCLIC, SHUFFLED) and run.batch < run.examples and run.adjacency != REPLACE:
        other = run.changed(sampling=POISSON, drop_last=False, shuffle_once=False)
        yield "if every example joined every batch independently (Poisson)", other


def _if(words: Sequence[str]) -> str:
    return "if " + (words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1])


def warnings_of(run: Configuration) -> Iterator[str]:
    """What is known to go wrong with such runs."""
    if run.sampling == SHUFFLED:
        yield "a shuffling data loader is no Poisson sampling: the epsilon that accountants print for Poisson batches does not hold for it"
    if run.release == AVERAGE:
        yield "the average of iterates is computed from all of them: bounds on the last iterate say nothing about it"
    if run.momentum != 0 and run.release == LAST:
        yield "with momentum the optimiser keeps a second vector: bounds on the last iterate do not apply"
    if said.is_contractive(run) and run.smoothness is not None:
        yield ("for features x the smoothness of the logistic loss is at most |x|²/4, of the softmax loss |x|²/2 (a bias adds 1 to |x|²), "
               "of half the squared error |x|²: use the largest |x| there may be, not the largest that there is")
        if run.sampling in RANDOM and run.diameter is None and run.release == LAST and run.loss == CONVEX and run.weight_decay == 0:
            yield "without a projection nothing bounds convex losses for ever: with --diameter the epsilon stays bounded as steps go on"
    if run.loss == CLIPPED and run.smoothness is not None:
        yield "clipped gradients of a convex loss need not be those of a convex function, unless the loss depends on one linear score"
    if run.adjacency != REPLACE and run.sampling not in (POISSON, FULL):
        yield f"with {run.sampling} batches of a public size data sets differ by a replaced example as a rule: --adjacency replace"
    if run.delta * run.examples > 1:
        yield f"delta is above 1/{run.examples}: to publish one example at random would be allowed"
