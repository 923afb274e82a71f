"""The row of restart by mixing where batches are drawn at random and every step projects onto a bounded domain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from pabisym.accounting.hidden.batches import BatchLimits, limits_of
from pabisym.errors import PabisymError
from pabisym.numerics.enclosure import between
from pabisym.spec.configuration import LAST, POISSON, RANDOM, Configuration, plain
from pabisym.training import hypotheses as said
from pabisym.training.hypotheses import FIXED_STEPS, MET, PROMISED, UNCLIPPED, RunHypothesis
from pabisym.training.row import ITERATE, STATEMENT, TOO_LARGE, PrivacyRow

MIXED = "pabisym/mixing-told"


def mixing_row(run: Configuration, base: tuple[RunHypothesis, ...]) -> PrivacyRow | None:
    """The bound by stages of mixing with a certified accountant; None for runs in an order, without a domain, or of unknown steps."""
    limits = limits_of(run) if run.sampling in RANDOM else None
    if limits is None or run.release != LAST or run.diameter is None or run.deviation is None or limits.contraction == 0:
        return None
    from pabisym.accounting.mixing import BELIEVES, mixed_epsilon  # numpy and scipy are loaded where they are used
    from pabisym.accounting.steps import read_run
    from pabisym.accounting.training import sampling_arguments

    listed = (*base, *_promises(run, limits), said.bounded_domain(run))
    status = f"the stages are proved by the kernel; what they are told is computed, and believes: {'; '.join(BELIEVES[1:])}"
    own = PrivacyRow(MIXED, "the last iterate in a bounded domain, by mixing in stages", STATEMENT, ITERATE, listed, status=status)
    if own.violated:
        return own
    if limits.tail >= run.delta:
        return replace(own, fails=TOO_LARGE)
    given = {"examples": None, "batch": None, "rate": None, **sampling_arguments(run)}
    try:
        step = read_run(run.noise_multiplier, run.steps, given["examples"], given["batch"], given["rate"], run.sampling, run.adjacency)
        found = mixed_epsilon((limits.contraction * run.diameter / run.deviation) ** 2, step, run.delta - limits.tail, limits.contraction)
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    if found is None:
        return replace(own, fails="no plan of stages that was tried gives this delta")
    plan = found.plan
    method = (f"the last {plan.steps} steps: {plan.K} blocks of {plan.m}, then {plan.J} stages of {plan.N} x {plan.m}; "
              f"privacy loss distributions, direction {found.direction}")
    return own.between(fmpq(0), found.epsilon, method)


def _promises(run: Configuration, limits: BatchLimits) -> Iterator[RunHypothesis]:
    """What is assumed beyond clipping, noise and neighbours, one sentence each."""
    yield said.only_last_released(run)
    yield said.without_momentum(run)
    yield RunHypothesis("the batches are not published", PROMISED)
    yield FIXED_STEPS
    if said.is_contractive(run):
        kind = f"m-strongly convex, m = {plain(run.strong_convexity)}" if run.strong_convexity else "convex"
        yield RunHypothesis(f"the loss of every example is {kind}", PROMISED)
        yield RunHypothesis(UNCLIPPED, PROMISED)
    yield from said.smooth_losses(run)
    if run.sampling == POISSON and limits.most is not None:
        yield RunHypothesis(f"no batch holds more than {limits.most} examples, except with a chance that is in δ", MET,
                            f"{between(limits.tail, limits.tail, 2, 0).upper} at most" if limits.tail else "")
    yield RunHypothesis("a step moves two points apart by a known factor at most", MET, f"by {plain(limits.contraction)}")
