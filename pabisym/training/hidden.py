"""The rows of hidden batches and hidden places: the last iterate, where the steps that use the example are not seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from flint import fmpq

from pabisym.accounting.hidden.account import HiddenEpsilon, hidden_epsilon
from pabisym.accounting.hidden.batches import BatchLimits, limits_of
from pabisym.accounting.hidden.certificate import certificate, hidden_run
from pabisym.accounting.hidden.places import ShuffledRun, hidden_places
from pabisym.errors import InputError, PabisymError
from pabisym.lang.rational import rational
from pabisym.library.believed import PREFIX
from pabisym.library.coq_proofs import STATEMENTS_PROVED
from pabisym.library.library import builtin
from pabisym.numerics.enclosure import between
from pabisym.spec.configuration import FIXED_SIZE, LAST, POISSON, REPLACE, SHUFFLED, ZERO_OUT, Configuration, plain
from pabisym.training import hypotheses as said
from pabisym.training.hypotheses import MET, PROMISED, VIOLATED, RunHypothesis
from pabisym.training.row import ITERATE, STATEMENT, PrivacyRow

HIDDEN = "pabisym/hidden-batches"
PLACES = "hidden-places"
DIGITS = 6
ARGUED = "argued, not replayed by the kernel; believes: pabisym.accounting.hidden.places"


def hidden_row(run: Configuration, base: tuple[RunHypothesis, ...]) -> PrivacyRow | None:
    """The bound with its hypotheses; None where it is about other runs: batches in an order, or none of a loss is promised."""
    if run.release != LAST or run.smoothness is None or run.learning_rate is None:
        return None
    limits = limits_of(run)
    listed = (*base, *_promises(run, limits))
    name = f"{HIDDEN}-replaced" if run.adjacency == REPLACE else HIDDEN
    own = PrivacyRow(name, "the last iterate, with hidden batches", STATEMENT, ITERATE, listed, status=_status(name))
    if own.violated or limits is None:
        return own
    if limits.tail >= run.delta:
        return replace(own, fails="the chance of a batch that is too large is above delta: take a smaller learning rate")
    try:
        found = account_of(run, limits)
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    interval = between(rational(found.lower, "epsilon"), rational(found.upper, "epsilon"), DIGITS, 0)
    return replace(own, epsilon=interval, method=_method(found))


@lru_cache
def _status(name: str) -> str:
    """The status of a built-in statement, with what is cited under its proof and proved nowhere."""
    standing = builtin().standing(name)
    cited = [one for one in standing.believed if not one.startswith(PREFIX) and one not in STATEMENTS_PROVED]
    return f"{standing.status}, from {' and '.join(cited)}, which are cited" if cited else standing.status


@lru_cache(maxsize=64)
def account_of(run: Configuration, limits: BatchLimits) -> HiddenEpsilon:
    """The certified epsilon of a run under limits of its batches, at what their tail leaves of delta."""
    return hidden_epsilon(hidden_run(run, limits), run.delta - limits.tail)


def places_row(run: Configuration, common: tuple[RunHypothesis, ...]) -> PrivacyRow | None:
    """The bound by hidden places, for shuffled batches and a replaced example; None for other runs."""
    if run.sampling != SHUFFLED or run.adjacency != REPLACE or run.steps % run.period or run.contraction is None or run.contraction > 1:
        return None
    order = RunHypothesis("the order of every epoch is uniformly random, drawn afresh, and not published", PROMISED)
    own = PrivacyRow(PLACES, "the last iterate, with hidden places in the epochs", STATEMENT, ITERATE, (*common, order), status=ARGUED)
    last = run.examples - (run.period - 1) * run.batch
    weights = (*[fmpq(run.batch, run.examples)] * (run.period - 1), fmpq(last, run.examples))
    try:
        found = hidden_places(ShuffledRun(run.steps // run.period, weights, 1 / run.noise_multiplier), run.delta)
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    interval = between(fmpq(0), rational(found.upper, "epsilon"), DIGITS, 0)
    return replace(own, epsilon=interval, method=f"the hub is batch {found.hub} of {run.period}, a supremum in balls")


def certificate_of(row: PrivacyRow, run: Configuration) -> dict[str, object]:
    """The certificate of a row of :func:`hidden_row`; raises :class:`~pabisym.errors.InputError` where the bound is another one."""
    limits = limits_of(run)
    if not row.id.startswith(HIDDEN) or limits is None:
        raise InputError("--certificate", f"the best bound is {row.id}, which has no certificate of its own",
                         "leave the option out; pabisym show says what a statement rests on")
    return certificate(run, limits, account_of(run, limits), row.upper)


def _promises(run: Configuration, limits: BatchLimits | None) -> Iterator[RunHypothesis]:
    """What the theorem assumes beyond clipping, noise and neighbours, one sentence each."""
    yield said.only_last_released(run)
    yield said.without_momentum(run)
    if run.sampling == FIXED_SIZE and run.adjacency == ZERO_OUT:
        yield RunHypothesis("which batches use the example says nothing of the other examples in them", VIOLATED,
                            "batches have a fixed size; --adjacency add-remove or replace")
    if run.sampling == FIXED_SIZE and run.batch == run.examples:
        yield RunHypothesis("a batch leaves examples out", VIOLATED, "it holds all of them; --sampling full")
    yield RunHypothesis("the steps that use the example are not published, nor the batches", PROMISED)
    yield RunHypothesis("no adaptive step sizes, no division by the size of the realised batch", PROMISED)
    if said.is_contractive(run):
        kind = f"m-strongly convex, m = {plain(run.strong_convexity)}" if run.strong_convexity else "convex"
        yield RunHypothesis(f"the loss of every other example is {kind}; that of the example in question may be any", PROMISED)
        yield RunHypothesis("clipping leaves gradients as they are, or every loss depends on one linear score of the model", PROMISED)
    yield RunHypothesis(f"the loss of every other example is M-smooth, M = {plain(run.smoothness or 0)}", PROMISED)
    if limits is None:
        return
    if run.sampling == POISSON and limits.most is not None:
        chance = f"but with a chance below {_above(limits.tail)}, which is in δ" if limits.tail else ""
        fewer = f"{limits.least} to " if limits.least else "at most "
        yield RunHypothesis(f"no batch holds other than {fewer}{limits.most} further examples", MET, chance)
    yield RunHypothesis("a step moves two points apart by a known factor at most", MET, f"by {plain(limits.contraction)}")
    yield RunHypothesis("Kahane's inequality and the adapted shift of Gaussian noise: cited, not proved by the kernel", PROMISED,
                        f"pabisym beliefs --of {HIDDEN}")


def _above(value: fmpq) -> str:
    """A power of 10 at or above a number from 0 to 1, in words."""
    power = 0
    while power < 400 and value * 10 ** (power + 1) <= 1:
        power += 1
    return f"1e-{power}"


def _method(found: HiddenEpsilon) -> str:
    blocks = sum(one.times for one in found.plan.blocks)
    return (f"{blocks} blocks, each paid in the next one, and the last {len(found.plan.end)} steps as one; "
            f"privacy loss distributions of mixtures, direction {found.direction}")
