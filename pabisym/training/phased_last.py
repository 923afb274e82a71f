"""The last iterate of a run of several phases: the best shift allocation over all of them, or hidden batches in each.

Where every phase has batches in an order, or full ones, and steps that do not expand, the run is a sequence of steps of which each has its
gap, noise and factor.  In every epoch of a phase, a broken one too, the record is worst in the last batch (:mod:`pabisym.training.rows`),
whichever way the phases order their batches.  The steps from one use to the next are one step of the factor of all of them and with all of
their noise; a projection is known to have been made before every use.  Factors are rounded up and noise down, which costs no less.

Where a phase has batches drawn at random, its last iterate hides the batches within it, and the last iterates of all such phases are
composed: more than is released.  Phases in an order between them are one Gaussian mechanism each time, by the best allocation over them
from the iterate at which they begin, which is then known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from flint import arb, fmpq

from pabisym.accounting.hidden.account import hidden_epsilon
from pabisym.accounting.hidden.batches import limits_of
from pabisym.accounting.hidden.certificate import hidden_runs
from pabisym.accounting.history import Accountant
from pabisym.accounting.last_iterate import geometric_sum
from pabisym.accounting.mechanisms import CurveSteps
from pabisym.accounting.phases import PhasedRun
from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.lang.rational import rational, root_below, to_fraction
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import working_precision
from pabisym.spec.configuration import LAST, RANDOM, Configuration, plain
from pabisym.training import hypotheses as said
from pabisym.training.hidden import HIDDEN, hidden_promises, statement_status
from pabisym.training.hypotheses import RunHypothesis
from pabisym.training.row import ITERATE, OPTIMUM, STATEMENT, TOO_LARGE, PrivacyRow
from pabisym.training.rows import LEAST_FACTOR, MOST_USES, STRING

BITS = 128


@dataclass(frozen=True)
class UseBlock:
    """A use of the record and the steps up to the next one: how far the use moves the iterate, the noise and the factor of all of it."""

    gap: fmpq
    variance: fmpq
    factor: fmpq

    def followed(self, factor: fmpq, variance: fmpq, count: int) -> UseBlock:
        """With so many more steps behind it, each of a factor and a variance; the factor is rounded up, the noise down."""
        if not count:
            return self
        with working_precision(BITS):
            whole = arb(factor) ** count
            more = arb(variance) * (arb(count) if factor == 1 else geometric_sum(arb(factor) ** 2, count))
            up = upper_end(whole)
            return UseBlock(self.gap * up, lower_end(arb(self.variance) * whole**2 + more), self.factor * up)


def blocks_of(runs: Sequence[Configuration]) -> list[UseBlock]:
    """The uses of a record that is in the last batch of every epoch, broken ones too, of all phases.

    Raises :class:`~pabisym.errors.InputError` for a run without a learning rate or a smoothness.
    """
    found = list[UseBlock]()
    for run in runs:
        factor, gap, deviation = run.contraction, run.gap, run.deviation
        if factor is None or gap is None or deviation is None:
            raise InputError("smoothness", "and learning rate are missing in a phase", "give both")
        factor, left = max(factor, LEAST_FACTOR), run.steps
        while left:
            idle = min(run.period, left) - 1
            if found:
                found[-1] = found[-1].followed(factor, deviation**2, idle)
            found.append(UseBlock(gap, deviation**2, factor))
            left -= idle + 1
    return found


def last_row(run: PhasedRun) -> PrivacyRow | None:
    """The bound on the last iterate of all phases with its hypotheses, or why there is none; None where more is released."""
    named = [one for one in run.runs if one is not None]
    if run.open or not named or any(one.release != LAST for one in named):
        return None
    drawn = any(_is_drawn(one) for one in named)
    own = PrivacyRow(STRING, "the last iterate, by the best shift allocation over all phases", OPTIMUM, ITERATE,
                     tuple(dict.fromkeys(_ordered_hypotheses(named))), status=statement_status(STRING))
    if drawn:
        own = PrivacyRow(HIDDEN, "the last iterates of all phases, with hidden batches", STATEMENT, ITERATE,
                         tuple(dict.fromkeys(_hidden_hypotheses(named))), status=statement_status(HIDDEN))
    if len(named) < len(run.runs):
        return replace(own, fails="a phase does not say its examples, batch, learning rate and loss")
    if run.changed:
        return replace(own, fails=f"with {run.changed} in a phase the last iterate is not covered")
    if own.violated:
        return own
    try:
        if drawn:
            return _hidden(run, named, own)
        square = _square_of(named)
        answer = _beside(run, [square]).epsilon(run.delta)
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    beside = "; composed with the mechanisms" if run.mechanisms else ""
    return own.between(answer.lower, answer.upper, f"μ² = {plain(square)}, enclosed in balls{beside}; {answer.method}")


def _is_drawn(run: Configuration) -> bool:
    return run.sampling in RANDOM


def _ordered_hypotheses(runs: Sequence[Configuration]) -> Iterator[RunHypothesis]:
    for run in runs:
        yield from said.of_every_run(run)
        yield said.only_last_released(run)
        yield said.without_momentum(run)
        yield from said.convex_losses(run)
    if all(run.diameter is not None for run in runs):
        yield from map(said.bounded_domain, runs)


def _hidden_hypotheses(runs: Sequence[Configuration]) -> Iterator[RunHypothesis]:
    for drawn, group in groupby(runs, _is_drawn):
        alike = list(group)
        if drawn:
            yield from (one for run in alike for one in (*said.of_every_run(run), *hidden_promises(run, limits_of(run))))
        else:
            yield from _ordered_hypotheses(alike)


def _square_of(runs: Sequence[Configuration]) -> fmpq:
    """At least the mu^2 of the last iterate of phases in an order, by the best allocation over them.

    Raises :class:`~pabisym.errors.Undecided` where it is not found.
    """
    from pabisym.shift.allocate import allocate
    from pabisym.shift.exact.ball import Interval

    if sum(one.uses for one in runs) > MOST_USES:
        raise Undecided(f"more than {MOST_USES} uses of a record are too many")
    blocks, diameters = blocks_of(runs), [one.diameter for one in runs]
    bounded = [one for one in diameters if one is not None]
    largest = to_fraction(max(bounded)) if len(bounded) == len(runs) else None
    found = allocate(gap=[to_fraction(one.gap) for one in blocks], noise_variance=[to_fraction(one.variance) for one in blocks],
                     contraction=[to_fraction(one.factor) for one in blocks], diameter=largest, arithmetic="ball")
    if not isinstance(found.value, Interval):
        raise Undecided("the optimum is not enclosed")
    return rational(found.value.upper, "mu squared")


def _beside(run: PhasedRun, squares: Sequence[fmpq]) -> Accountant:
    """What is composed with hidden batches: Gaussian mechanisms of some mu^2, and those that the run has beside its phases."""
    account = Accountant(run.adjacency)
    for square in squares:
        account.gaussian(std=root_below(1 / square))
    for one in run.mechanisms:
        account.tell(one)
    return account


def _hidden(run: PhasedRun, runs: Sequence[Configuration], own: PrivacyRow) -> PrivacyRow:
    """The last iterates of all phases composed, the batches of random ones hidden, with the mechanisms beside them."""
    drawn = [(one, limits_of(one)) for one in runs if _is_drawn(one)]
    known = [(one, limits) for one, limits in drawn if limits is not None]
    if len(known) < len(drawn):
        return replace(own, fails="a phase has no smoothness")
    ordered = [list(group) for random, group in groupby(runs, _is_drawn) if not random]
    account = _beside(run, [_square_of(group) for group in ordered])
    beside = [one for one in account.told if not isinstance(one, CurveSteps)]
    if len(beside) < len(account.told):
        return replace(own, fails="random batches are not hidden beside a Rényi bound, which has no pair of laws")
    left = run.delta - account.spent - sum((limits.tail for _, limits in known), fmpq(0))
    if left <= 0:
        return replace(own, fails=TOO_LARGE)
    stretches = [each for one, limits in known for each in hidden_runs(one, limits)]
    found = hidden_epsilon(stretches, left, beside=beside)
    more = [text for text, some in (("the best allocation over phases in an order", ordered), ("mechanisms", run.mechanisms)) if some]
    composed = f", composed with {' and '.join(more)}" if more else ""
    return own.between(found.lower, found.upper, f"hidden batches in every random phase{composed}; privacy loss distributions, "
                                                 f"direction {found.direction}")
