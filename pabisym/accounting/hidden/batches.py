"""How Lipschitz the maps of steps on random batches are, but for a chance that some batch is too large or too small.

The sum of the gradients of a batch is divided by the same number whatever the batch holds. So a step on N records with M-smooth losses
has a curvature of at most M N/b, of at least m N/b where losses are m-strongly convex, and is c-Lipschitz where no batch of the run is
larger, or smaller, than what c allows. The record in question is not counted. That some batch is not so has a binomial chance, at most T
times that of one batch, which is the same for both runs: it goes into delta.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from flint import arb, fmpq

from pabisym.accounting.hidden.blocks import Shrinking
from pabisym.lang.rational import floor_to
from pabisym.numerics.enclosure import upper_end
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.search import turning_point
from pabisym.spec.configuration import CONVEX, FIXED_SIZE, NONCONVEX, STRONGLY_CONVEX, Configuration

BITS = 128
SMALL, LARGE = fmpq(1, 1000), fmpq(1, 10)
"""Of delta: what limits of batch sizes that are chosen may cost, and what the limit may that leaves convex steps nonexpansive."""
LAYERS = (fmpq(1, 32),)
"""Chances that some hit costs more than is said of it, in all layers of the sizes of batches but the last one."""
ROWS = fmpq(1, 50)
"""Of delta: that chance in the last layer."""


@dataclass(frozen=True)
class BatchLimits:
    """In no step there are fewer than ``least`` or more than ``most`` other records, but with a chance of at most ``tail``; ``most`` is
    None without a limit. Then every step is ``contraction``-Lipschitz, and ``shrinking`` says more of several steps in a row.
    """

    least: int
    most: int | None
    tail: fmpq
    contraction: fmpq
    shrinking: Shrinking | None = None


def limits_of(run: Configuration) -> BatchLimits | None:
    """The limits for a run with random batches; None where the learning rate or the smoothness is not known.

    >>> run = Configuration.of({"examples": 60000, "batch": 256, "epochs": 1, "noise_multiplier": 1, "sampling": "poisson", "delta": "1e-5",
    ...                         "learning_rate": "0.1", "smoothness": 1, "loss": "convex"})
    >>> limits_of(run).most, limits_of(run).contraction, limits_of(run).tail < fmpq(1, 10**100)
    (5120, 1, True)
    """
    eta, smooth, others = run.learning_rate, run.smoothness, run.examples
    if eta is None or smooth is None:
        return None
    if run.sampling == FIXED_SIZE:
        return limited(run, run.batch, run.batch)
    least = 0
    if run.loss == STRONGLY_CONVEX:
        least = _last(lambda size: run.steps * fewer_than(others - 1, run.rate, size) <= SMALL * run.delta, others)
    if eta * smooth == 0:
        return limited(run, least, None)
    if run.loss == STRONGLY_CONVEX:  # for smaller batches the least curvature decides, and steps in a row count together
        most = int((max(2 - 2 * eta * run.weight_decay, fmpq(0)) * run.batch / (eta * (smooth + run.strong_convexity))).floor())
        if run.steps * more_than(others, run.rate, most) <= LARGE * run.delta:
            return limited(run, least, most)
    if run.loss in (CONVEX, STRONGLY_CONVEX):  # the largest batch that leaves a step as contractive as the least one
        room = 2 - 2 * eta * run.weight_decay - eta * run.strong_convexity * least / run.batch
        most = int((max(room, fmpq(0)) * run.batch / (eta * smooth)).floor())
        if run.steps * more_than(others, run.rate, most) <= LARGE * run.delta:
            return limited(run, least, most)
    return limited(run, least, _last(lambda size: run.steps * more_than(others, run.rate, size) > SMALL * run.delta, others) + 1)


def limited(run: Configuration, least: int, most: int | None) -> BatchLimits:
    """What follows from limits that somebody names; ``most`` is that of all examples where there is none.

    A record may be in one of the data sets only: from above all ``examples`` are counted, from below one less.
    """
    if run.sampling == FIXED_SIZE:
        return BatchLimits(run.batch, run.batch, fmpq(0), _factor(run, run.batch, run.batch))
    top = run.examples if most is None else min(most, run.examples)
    tail = run.steps * (more_than(run.examples, run.rate, top) + fewer_than(run.examples - 1, run.rate, least))
    shrinking = _shrinking(run, top)
    chance = fmpq(0) if shrinking is None else shrinking.chance
    return BatchLimits(least, None if top == run.examples else top, tail + chance, _factor(run, least, top), shrinking)


def _shrinking(run: Configuration, most: int) -> Shrinking | None:
    """What is known of steps in a row: the least curvature decides how Lipschitz one is where eta (2 decay + (m + M) size/batch) <= 2, and
    without convexity always the largest.
    """
    eta, smooth = run.learning_rate or fmpq(0), run.smoothness or fmpq(0)
    if run.loss == NONCONVEX and eta * smooth > 0:
        others, fixed, strength = run.examples, 1 - abs(1 - eta * run.weight_decay), -eta * smooth / run.batch
    elif run.loss == STRONGLY_CONVEX and eta * (2 * run.weight_decay + (run.strong_convexity + smooth) * fmpq(most, run.batch)) <= 2:
        others, fixed, strength = run.examples - 1, eta * run.weight_decay, eta * run.strong_convexity / run.batch
    else:
        return None
    with working_precision(BITS):  # with a chance q a number u with steps e^-u <= q
        layers = tuple((chance, -floor_to(-upper_end((run.steps / arb(chance)).log()), 10))
                       for chance in (*LAYERS, ROWS * run.delta) if chance >= ROWS * run.delta)
    drawn = min(run.rate, fmpq(1, 2))
    return Shrinking(fixed, strength, others * run.rate, others * drawn * (1 - drawn), layers, run.steps)


def _factor(run: Configuration, least: int, most: int) -> fmpq:
    """A Lipschitz constant of a step on ``least`` to ``most`` records."""
    eta, smooth = run.learning_rate or fmpq(0), run.smoothness or fmpq(0)
    if run.loss in (CONVEX, STRONGLY_CONVEX):
        ends = (run.strong_convexity * least / run.batch, smooth * most / run.batch)
        return max(abs(1 - eta * (run.weight_decay + one)) for one in ends)
    return abs(1 - eta * run.weight_decay) + eta * smooth * most / run.batch


def _last(holds: Callable[[int], bool], top: int) -> int:
    """The last size up to ``top`` at which a condition holds that holds at 0 and, once it does not, no more."""
    return top if holds(top) else turning_point(holds, 0, top, 1)[0]


@lru_cache(maxsize=4096)
def more_than(count: int, rate: fmpq, size: int) -> fmpq:
    """An upper bound of the chance that more than ``size`` of ``count`` records are in a batch, sharp where that is rare.

    >>> float(more_than(3, fmpq(1, 2), 2))
    0.125
    """
    if size >= count or rate == 0:
        return fmpq(0)
    ratio = fmpq(count - size - 1, size + 2) * rate / (1 - rate) if rate < 1 else fmpq(1)
    if ratio >= 1:
        return fmpq(1)
    with working_precision(BITS):
        logs = [arb(n + 1).lgamma() for n in (count, size + 1, count - size - 1)]
        first = (logs[0] - logs[1] - logs[2] + arb(rate).log() * (size + 1) + arb(1 - rate).log() * (count - size - 1)).exp()
        return min(fmpq(1), upper_end(first / (1 - ratio)))


@lru_cache(maxsize=4096)
def fewer_than(count: int, rate: fmpq, size: int) -> fmpq:
    """The same for fewer than ``size``."""
    return more_than(count, 1 - rate, count - size) if size > 0 else fmpq(0)
