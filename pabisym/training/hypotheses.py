"""What a bound assumes of a training run, one sentence each, with a mark: met by the numbers, promised by you, or violated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from flint import fmpq

from pabisym.spec.configuration import (
    ADD_REMOVE,
    CONVEX,
    CYCLIC,
    FIXED_SIZE,
    FULL,
    LAST,
    POISSON,
    RANDOM,
    REPLACE,
    SHUFFLED,
    STRONGLY_CONVEX,
    Configuration,
    plain,
)

MET, PROMISED, VIOLATED = "met", "promised", "violated"


@dataclass(frozen=True)
class RunHypothesis:
    """A sentence, its ``state`` (met, promised, violated), and in ``detail`` the number that decides or the change that would meet it."""

    text: str
    state: str
    detail: str = ""

    @property
    def words(self) -> str:
        """The sentence with its detail."""
        return self.text + (f": {self.detail}" if self.detail else "")

    def to_json(self) -> dict[str, str]:
        """The hypothesis of ``pabisym privacy --json``."""
        return {"text": self.text, "state": self.state, "detail": self.detail}


UNCLIPPED = "clipping leaves gradients as they are, or every loss depends on one linear score of the model"
FIXED_STEPS = RunHypothesis("no adaptive step sizes, no division by the size of the realised batch", PROMISED)
_BATCHES = {
    POISSON: "every example joins every batch independently, with probability {rate}",
    FIXED_SIZE: "every batch is {batch} examples drawn without replacement, anew in every step",
    CYCLIC: "batches come in the same order in every epoch, each example in one of them",
    SHUFFLED: "each epoch takes every example once, in an order that does not depend on the data",
    FULL: "every step uses all examples",
}
_NEIGHBOURS = {
    REPLACE: "neighbouring data sets differ in one example that is replaced: two clipped gradients, up to 2 C apart",
    ADD_REMOVE: "neighbouring data sets differ in one example that is there or not: one clipped gradient, up to C long",
    "zero-out": "neighbouring data sets differ in one example whose gradient is taken as 0: one clipped gradient, up to C long",
}


def of_every_run(run: Configuration) -> Iterator[RunHypothesis]:
    """What every bound here assumes: clipping, noise, batches, neighbours."""
    clip, size = plain(run.clip), run.batch
    yield RunHypothesis(f"the gradient of every single example is clipped to norm C = {clip}, or never longer", PROMISED)
    yield RunHypothesis(f"the sum of a batch gets noise N(0, (z C)² I) with z = {plain(run.noise_multiplier)}, and is divided by {size}, "
                     "whatever the batch holds", PROMISED)
    yield RunHypothesis(_BATCHES[run.sampling].format(rate=plain(run.rate), batch=size), PROMISED)
    text = _NEIGHBOURS[run.adjacency]
    if run.adjacency == ADD_REMOVE and run.sampling == FIXED_SIZE:
        text = "neighbouring data sets differ in one example that is there or not; another one takes its place in a batch: up to 2 C apart"
    elif run.adjacency == ADD_REMOVE and run.sampling in (CYCLIC, SHUFFLED):
        text += "; its place in the order stays empty"
    yield RunHypothesis(text, PROMISED)


def only_last_released(run: Configuration) -> RunHypothesis:
    """Bounds on the last iterate are about runs that release nothing else."""
    text = "only the last iterate leaves the training: no checkpoints, no averages, no gradients"
    if run.release == LAST:
        return RunHypothesis(text, PROMISED)
    return RunHypothesis(text, VIOLATED, f"the release is {run.release}; --release last, where that is true")


def only_checkpoints_released(run: Configuration) -> RunHypothesis:
    """The same where some iterates are released."""
    stretches = run.stretches
    if len(stretches) > 4 and len(set(stretches[:-1])) == 1:
        rest = "" if stretches[-1] == stretches[0] else f", the last one after {stretches[-1]}"
        steps = f"every {stretches[0]} steps ({len(stretches)} models{rest})"
    elif len(stretches) > 4:
        steps = f"{len(stretches)} steps that are named, the last one among them,"
    else:
        steps = f"the steps {', '.join(map(str, accumulate(stretches)))}"
    return RunHypothesis(f"only the models after {steps} leave the training: no others, no averages, no gradients", PROMISED)


def in_order(run: Configuration) -> RunHypothesis:
    """Bounds by allocation are about batches in some order that the data do not choose."""
    text = "batches come in an order"
    if run.sampling in RANDOM:
        detail = f"they are drawn at random ({run.sampling}); --sampling cyclic or shuffled, where that is true"
        return RunHypothesis(text, VIOLATED, detail)
    order = {SHUFFLED: "bounded for the worst order: last in every epoch", CYCLIC: "bounded for the example that is used last"}
    return RunHypothesis(text, MET, order.get(run.sampling, ""))


def without_momentum(run: Configuration) -> RunHypothesis:
    """A step of a bound on the last iterate is a function of the last iterate alone."""
    text = "steps have no momentum: the next iterate depends on this one alone"
    if run.momentum == 0:
        return RunHypothesis(text, MET)
    return RunHypothesis(text, VIOLATED, f"momentum is {plain(run.momentum)}; momentum 0")


def convex_losses(run: Configuration) -> Iterator[RunHypothesis]:
    """What makes a gradient step a contraction."""
    kind = "m-strongly convex, m = " + plain(run.strong_convexity) if run.loss == STRONGLY_CONVEX else "convex"
    good = run.loss in (CONVEX, STRONGLY_CONVEX)
    yield RunHypothesis(f"the loss of every example is {kind}", PROMISED if good else VIOLATED,
                     "" if good else f"the loss is {run.loss}; --loss convex, where that is true")
    yield RunHypothesis(UNCLIPPED, PROMISED if good else VIOLATED,
                        "" if good else "clipped gradients of other losses are those of no convex function")
    yield from smooth_losses(run)
    text = "the learning rate is at most 2/M"
    if run.curvature is None:
        return
    top = run.curvature[1]
    if run.learning_rate is None:
        yield RunHypothesis(text, VIOLATED, "no learning rate is given; --learning-rate")
    elif top > 0 and run.learning_rate > 2 / top:
        decay = ", M with the weight decay" if run.weight_decay > 0 else ""
        most = plain(rounded_down(2 / top))
        yield RunHypothesis(text, VIOLATED, f"it is {plain(run.learning_rate)}; learning rate at most 2/M = {most}{decay}")
    else:
        yield RunHypothesis(text, MET, f"{plain(run.learning_rate)} ≤ {'∞' if top == 0 else plain(2 / top)}")


def smooth_losses(run: Configuration) -> Iterator[RunHypothesis]:
    """That losses are smooth, with a number."""
    if run.smoothness is None:
        yield RunHypothesis("the loss of every example is M-smooth", VIOLATED, "no smoothness is given; --smoothness M")
    else:
        yield RunHypothesis(f"the loss of every example is M-smooth, M = {plain(run.smoothness)}", PROMISED)


def lipschitz_steps(run: Configuration) -> Iterator[RunHypothesis]:
    """What makes a step Lipschitz where nothing is convex: a clipped gradient of an M-smooth loss is M-Lipschitz."""
    yield from smooth_losses(run)
    if run.learning_rate is None:
        yield RunHypothesis("the learning rate is known", VIOLATED, "no learning rate is given; --learning-rate")
    elif run.contraction is not None:
        yield RunHypothesis("a step moves two points apart by a known factor at most", MET, f"by {plain(run.contraction)}")


def bounded_domain(run: Configuration) -> RunHypothesis:
    """That the iterates stay in a domain."""
    if run.diameter is None:
        return RunHypothesis("every step projects onto a convex set", VIOLATED, "no diameter is given; --diameter D")
    return RunHypothesis(f"every step projects onto a convex set of diameter {plain(run.diameter)}", PROMISED)


def rounded_down(value: fmpq, digits: int = 4) -> fmpq:
    """The value > 0 cut to some significant digits, so that what a sentence advises is allowed."""
    unit = last_place(value, digits)
    return (value / unit).floor() * unit


def last_place(value: fmpq, digits: int) -> fmpq:
    """The unit of the last one of some significant digits of a value > 0, a power of 10."""
    if value <= 0:
        raise ValueError(f"{value} has no significant digits")
    unit = fmpq(1)
    while unit * 10**digits <= value:
        unit *= 10
    while unit * 10 ** (digits - 1) > value:
        unit /= 10
    return unit


def is_contractive(run: Configuration) -> bool:
    """Is the loss promised to be convex, so that a step may be a contraction."""
    return run.loss in (CONVEX, STRONGLY_CONVEX)
