"""The rows of hidden batches and hidden places: the last iterate, where the steps that use the example are not seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from flint import fmpq

from pabisym.accounting.hidden.account import HiddenEpsilon, hidden_epsilon
from pabisym.accounting.hidden.batches import BatchLimits, limits_of
from pabisym.accounting.hidden.blocks import Pieces
from pabisym.accounting.hidden.certificate import (
    PLACES,
    PLACES_BELIEVES,
    SUBSETS,
    SUBSETS_BELIEVES,
    certificate,
    hidden_runs,
    shuffled_run,
    subset_run,
)
from pabisym.accounting.hidden.places import hidden_places
from pabisym.accounting.hidden.subsets import hidden_subsets
from pabisym.errors import InputError, PabisymError
from pabisym.library.believed import PREFIX
from pabisym.library.coq_proofs import STATEMENTS_PROVED
from pabisym.library.library import builtin
from pabisym.spec.configuration import CHECKPOINTS, FIXED_SIZE, LAST, POISSON, REPLACE, ZERO_OUT, Configuration, plain
from pabisym.training import hypotheses as said
from pabisym.training.hypotheses import FIXED_STEPS, MET, PROMISED, UNCLIPPED, VIOLATED, RunHypothesis
from pabisym.training.row import ITERATE, STATEMENT, TOO_LARGE, PrivacyRow

HIDDEN = "pabisym/hidden-batches"


def hidden_row(run: Configuration, base: tuple[RunHypothesis, ...]) -> PrivacyRow | None:
    """The bound with its hypotheses; None where it is about other runs: batches in an order, or none of a loss is promised."""
    if run.release not in (LAST, CHECKPOINTS) or run.smoothness is None or run.learning_rate is None:
        return None
    limits = limits_of(run)
    listed = (*base, *hidden_promises(run, limits))
    name = f"{HIDDEN}-replaced" if run.adjacency == REPLACE else HIDDEN
    what = "the last iterate" if run.checkpoints is None else f"{len(run.stretches)} checkpoints"
    released = ITERATE if run.checkpoints is None else what
    own = PrivacyRow(name, f"{what}, with hidden batches", STATEMENT, released, listed, status=statement_status(name))
    if own.violated or limits is None:
        return own
    if limits.tail >= run.delta:
        return replace(own, fails=TOO_LARGE)
    try:
        found = account_of(run, limits)
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    pieces = [(plan, times * one.times) for one in found.stretches for plan, times in one.pieces]
    blocks, settled = sum(part.times * times for plan, times in pieces for part in plan.blocks), sum(times for _, times in pieces)
    method = (f"{blocks} blocks, what enters in one is hidden in the next; all distances are hidden {settled} time{'s' * (settled != 1)}; "
              f"privacy loss distributions of mixtures, direction {found.direction}")
    return own.between(found.lower, found.upper, method)


@lru_cache
def statement_status(name: str) -> str:
    """The status of a built-in statement, with what is cited under its proof and proved nowhere."""
    standing = builtin().standing(name)
    cited = [one for one in standing.believed if not one.startswith(PREFIX) and one not in STATEMENTS_PROVED and one != name]
    return f"{standing.status}, from {' and '.join(cited)}, which are cited" if cited else standing.status


def _argued(believes: tuple[str, str]) -> str:
    """The status of a statement, and where it is argued that a run is one that the statement is about."""
    return f"{statement_status(believes[0])}, with an argument that this run is one of those it speaks of; believes: {believes[1]}"


@lru_cache(maxsize=64)
def account_of(run: Configuration, limits: BatchLimits) -> HiddenEpsilon:
    """The certified epsilon of a run under limits of its batches, at what their tail leaves of delta."""
    return hidden_epsilon(hidden_runs(run, limits), run.delta - limits.tail)


def places_row(run: Configuration, common: tuple[RunHypothesis, ...]) -> PrivacyRow | None:
    """The bound by hidden places, for shuffled batches; None for other runs."""
    shuffled = shuffled_run(run)
    if shuffled is None:
        return None
    fresh = "one order, drawn once, serves all epochs" if run.shuffle_once else "drawn afresh"
    order = RunHypothesis(f"the order of every epoch is uniformly random, {fresh}, and not published", PROMISED)
    left = (RunHypothesis("the examples that are left over in an epoch are not used in it", PROMISED),) if run.drop_last else ()
    own = PrivacyRow(PLACES, "the last iterate, with hidden places in the epochs", STATEMENT, ITERATE, (*common, order, FIXED_STEPS, *left),
                     status=_argued(PLACES_BELIEVES))
    try:
        found = _places_of(shuffled, run.delta)
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    way = f"the hub is batch {found.hub} of {run.period}, a supremum in balls" if found.hub else "the mean over the batch of the example"
    return own.between(fmpq(0), found.upper, way)


def subsets_row(run: Configuration, common: tuple[RunHypothesis, ...]) -> PrivacyRow | None:
    """The bound by hidden subsets, for batches of a fixed size and a replaced example; None for other runs."""
    subsets = subset_run(run)
    if subsets is None:
        return None
    hidden = RunHypothesis("the batches are not published, nor the steps that use the example", PROMISED)
    own = PrivacyRow(SUBSETS, "the last iterate, with hidden subsets", STATEMENT, ITERATE, (*common, hidden, FIXED_STEPS),
                     status=_argued(SUBSETS_BELIEVES))
    try:
        found = _subsets_of(subsets, run.delta)
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    return own.between(fmpq(0), found.upper, "taut strings of random steps, with their exact law by the cycles of a permutation")


_places_of, _subsets_of = lru_cache(maxsize=64)(hidden_places), lru_cache(maxsize=64)(hidden_subsets)


def certificate_of(row: PrivacyRow, run: Configuration) -> dict[str, object]:
    """The certificate of a row of this module; raises :class:`~pabisym.errors.InputError` where the bound is another one."""
    limits, shuffled, subsets = limits_of(run), shuffled_run(run), subset_run(run)
    if row.id.startswith(HIDDEN) and limits is not None:
        return certificate(run, limits, account_of(run, limits), row.upper)
    if row.id == PLACES and shuffled is not None:
        return certificate(run, None, _places_of(shuffled, run.delta), row.upper)
    if row.id == SUBSETS and subsets is not None:
        return certificate(run, None, _subsets_of(subsets, run.delta), row.upper)
    raise InputError("--certificate", f"the best bound is {row.id}, which has no certificate of its own",
                     "leave the option out; pabisym show says what a statement rests on")


@dataclass(frozen=True)
class PaidUses:
    """The hits of the steps ``first`` to ``last`` of a stretch, in ``blocks`` blocks, are paid in the next block, up to the step ``until``.

    One hit costs shares of the norm ``share``, in units of the noise of a step. With ``blocks`` = 0 those of ``until`` steps in a row are
    paid in these, from their own step on, and the share is that of the last one of them.
    """

    first: int
    last: int
    blocks: int
    until: int
    share: fmpq


def payments_of(row: PrivacyRow, run: Configuration) -> tuple[tuple[PaidUses, ...], ...]:
    """Where the hits of each kind of stretch are paid for, by the plans of a row of :func:`hidden_row`; empty for other rows."""
    limits = limits_of(run)
    if not row.id.startswith(HIDDEN) or limits is None or row.epsilon is None:
        return ()
    return tuple(tuple(_paid(one.pieces)) for one in account_of(run, limits).stretches)


def _paid(pieces: Pieces) -> Iterator[PaidUses]:
    at = 0
    for plan, times in pieces:
        if not plan.blocks:
            at += plan.steps * times
            yield PaidUses(at - plan.steps * times + 1, at, 0, len(plan.end), plan.end[0])
            continue
        for _ in range(times):
            for block in plan.blocks:
                last = at + block.hits * block.times
                yield PaidUses(at + 1, last, block.times, last + block.paid, block.share)
                at = last
            at += len(plan.end)
            yield PaidUses(at - len(plan.end) + 1, at, 0, len(plan.end), plan.end[0])


def hidden_promises(run: Configuration, limits: BatchLimits | None) -> Iterator[RunHypothesis]:
    """What the theorem assumes beyond clipping, noise and neighbours, one sentence each."""
    yield said.only_last_released(run) if run.checkpoints is None else said.only_checkpoints_released(run)
    yield said.without_momentum(run)
    if run.sampling == FIXED_SIZE and run.adjacency == ZERO_OUT:
        yield RunHypothesis("which batches use the example says nothing of the other examples in them", VIOLATED,
                            "batches have a fixed size; --adjacency add-remove or replace")
    if run.sampling == FIXED_SIZE and run.batch == run.examples:
        yield RunHypothesis("a batch leaves examples out", VIOLATED, "it holds all of them; --sampling full")
    yield RunHypothesis("the steps that use the example are not published, nor the batches", PROMISED)
    yield FIXED_STEPS
    if said.is_contractive(run):
        kind = f"m-strongly convex, m = {plain(run.strong_convexity)}" if run.strong_convexity else "convex"
        yield RunHypothesis(f"the loss of every other example is {kind}; that of the example in question may be any", PROMISED)
        yield RunHypothesis(UNCLIPPED, PROMISED)
    yield RunHypothesis(f"the loss of every other example is M-smooth, M = {plain(run.smoothness or 0)}", PROMISED)
    if limits is None:
        return
    if run.sampling == POISSON and limits.most is not None:
        chance = f"except with a chance below {_above(limits.tail)}, which is in δ" if limits.tail else ""
        fewer = f"{limits.least} to " if limits.least else "at most "
        yield RunHypothesis(f"every batch holds {fewer}{limits.most} further examples", MET, chance)
    yield RunHypothesis("a step moves two points apart by a known factor at most", MET, f"by {plain(limits.contraction)}")
    if limits.shrinking is not None:
        size = "larger" if limits.shrinking.strength < 0 else "smaller"
        yield RunHypothesis(f"the batches of several steps in a row are together no {size} than is likely", MET,
                            f"δ counts both: less likely ones, and, below {_above(limits.shrinking.chance)}, the chance of what is left")
    yield RunHypothesis("Kahane's inequality and the adapted shift of Gaussian noise: cited, not proved by the kernel", PROMISED,
                        f"pabisym beliefs --of {HIDDEN}")


def _above(value: fmpq) -> str:
    """A power of 10 at or above a number from 0 to 1, in words."""
    power = 0
    while power < 400 and value * 10 ** (power + 1) <= 1:
        power += 1
    return f"1e-{power}"
