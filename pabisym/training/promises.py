"""What would hold for runs that promise more or are made in another way, and what is known to go wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

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
from pabisym.training.rows import least, rows_of


@dataclass(frozen=True)
class OtherPromise:
    """What would hold for a run that is promised more, or made in another way: ``epsilon`` by ``by``, if ``changes`` were true."""

    changes: str
    epsilon: Enclosure
    by: str

    def to_json(self) -> dict[str, object]:
        """The entry of ``pabisym privacy --json``."""
        return {"if": self.changes, "epsilon": interval_json(self.epsilon), "by": self.by}


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
        last, words = last.changed(release=LAST), [*words, "only the last iterate were released"]
    if run.momentum != 0:
        last, words = last.changed(momentum=fmpq(0)), [*words, "there were no momentum"]
    if run.sampling not in RANDOM and words and said.is_contractive(run):
        yield _if(words), last
    if run.sampling not in RANDOM and run.learning_rate is not None:
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
        yield "if every example joined every batch independently (Poisson)", run.changed(sampling=POISSON)


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
