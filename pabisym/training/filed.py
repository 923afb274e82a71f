"""A statement to file about a training run: what is released, how batches were drawn and accounted, and every assumption with its state."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pabisym.accounting.statement import (
    ASSUMED,
    EVERYTHING,
    PrivacyStatement,
    StatementPart,
    account_statement,
    computed,
    decimal_below,
    guaranteed,
    protected,
)
from pabisym.errors import InputError
from pabisym.lang.rational import to_fraction
from pabisym.spec.configuration import ALL, AVERAGE, CHECKPOINTS, CYCLIC, FIXED_SIZE, FULL, LAST, POISSON, SHUFFLED, Configuration, plain
from pabisym.training.known import Privacy
from pabisym.training.phased import PhasedPrivacy
from pabisym.training.row import ACCOUNTANT, COMPOSITION

RELEASED = {
    LAST: "The model after the last step, and nothing else of the training: no checkpoints, no averages, no gradients.",
    ALL: "The models after all steps, and whatever is computed from them.",
    AVERAGE: "An average of the models after the steps.",
    CHECKPOINTS: "The checkpoints that are named below, and nothing else of the training.",
}
BESIDE = "Beside it, all that the mechanisms below that are no phases of the training put out."
DRAWN = {
    POISSON: "every example joins every batch independently, with probability {rate}",
    FIXED_SIZE: "every batch is {batch} of {examples} examples, drawn without replacement anew in every step",
    CYCLIC: "batches of {batch} in the same order in every epoch, each example in one of them",
    SHUFFLED: "every epoch takes each example once in a random order, in batches of {batch}",
    FULL: "every step uses all {examples} examples",
}
"""How batches are drawn."""


def statement(found: Privacy | PhasedPrivacy) -> PrivacyStatement:
    """The statement about a run; raises :class:`~pabisym.errors.InputError` where no bound applies to it."""
    if isinstance(found, PhasedPrivacy):
        return _of_phases(found)
    best, run = found.best, found.run
    if best is None:
        raise InputError("--statement", "no bound applies to this run", "see pabisym privacy without it for why")
    row = best.title if best.kind not in (ACCOUNTANT, COMPOSITION) else f"{best.title}, which covers all iterates"
    below = "None is known for runs of this kind." if found.lower is None else (
        f"The true ε is at least {decimal_below(Fraction(found.lower.lower))}, by this pair of runs: {found.lower_by}.")
    parts = (
        guaranteed(best.upper, to_fraction(run.delta)),
        protected(run.adjacency, f" of {run.examples}"),
        StatementPart("What may be released", (EVERYTHING if run.release == ALL else RELEASED[run.release],)),
        StatementPart("What was done", columns=("what", "value"), rows=tuple(_done(run, row))),
        StatementPart("Lower bound", (below,)),
        StatementPart(ASSUMED, assumptions=tuple((one.state, one.words) for one in best.hypotheses)),
        StatementPart("Take care", tuple(f"{one[:1].upper()}{one[1:]}." for one in found.warnings)),
        computed(f"{best.id}, {best.method}", f"This bound is {best.status}."),
    )
    return PrivacyStatement(best.upper, to_fraction(run.delta), tuple(part for part in parts if part != StatementPart(part.heading)))


def _of_phases(found: PhasedPrivacy) -> PrivacyStatement:
    """The statement about all iterates of several phases, or about the last one where that is less."""
    whole, row, done = found.found, found.best, tuple(found.done())
    if row == found.accounted:
        return account_statement(whole, found.account.adjacency, done, found.account.spent)
    parts = (
        guaranteed(row.upper, whole.given),
        protected(found.account.adjacency),
        StatementPart("What may be released", (RELEASED[LAST], *((BESIDE,) if found.run.mechanisms else ()))),
        StatementPart("What was done", columns=("steps", "mechanism", "a step or use"), rows=done),
        StatementPart("Lower bound", ("None is known for the last iterate of several phases.",)),
        StatementPart(ASSUMED, assumptions=tuple((one.state, one.words) for one in row.hypotheses)),
        computed(f"{row.id}, {row.method}", f"This bound is {row.status}."),
    )
    return PrivacyStatement(row.upper, whole.given, parts)


def _done(run: Configuration, accounted: str) -> Iterator[tuple[str, str]]:
    yield "steps", str(run.steps)
    yield "noise multiplier", plain(run.noise_multiplier)
    yield "clipping norm", plain(run.clip)
    yield "batches as drawn", DRAWN[run.sampling].format(rate=plain(run.rate), batch=run.batch, examples=run.examples)
    yield "as accounted", accounted
    if run.checkpoints is not None:
        yield "checkpoints", f"{len(run.stretches)}: {run.checkpoints}"
    for name in ("learning_rate", "diameter", "weight_decay", "momentum", "smoothness", "strong_convexity"):
        value = getattr(run, name)
        if value:
            yield name.replace("_", " "), plain(value)
