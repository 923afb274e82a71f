"""Certificates of hidden batches: a training run, limits of its batches, a plan, and the epsilon that all this gives.

Nothing in a certificate is trusted.  The limits give a Lipschitz constant of the steps and a chance that goes into delta, the plan is
judged block by block, and the accountant finds the epsilon of the plan anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from pabisym.accounting.hidden.account import BELIEVES, HiddenEpsilon, hidden_epsilon
from pabisym.accounting.hidden.batches import BatchLimits, limited
from pabisym.accounting.hidden.blocks import HiddenPlan, HiddenRun, Sides
from pabisym.errors import InputError, PabisymError
from pabisym.lang.rational import rational, rational_text, short_number, to_fraction
from pabisym.lang.reader import JSON, DocumentTable
from pabisym.spec.configuration import ADD_REMOVE, FIXED_SIZE, LAST, RANDOM, REPLACE, Configuration

FORMAT, VERSION = "pabisym-hidden-batches-certificate", 1
KEYS = ("format", "version", "configuration", "batches", "plan", "epsilon")


@dataclass(frozen=True)
class JudgedPlan:
    """Whether a certificate is accepted, or the ``reason`` why not; what it says, and what it rests on."""

    accepted: bool
    conclusion: str
    reason: str
    believes: tuple[str, ...] = BELIEVES


def hidden_run(run: Configuration, limits: BatchLimits) -> HiddenRun:
    """The run in units of the noise of a step, where no batch is beyond its limits.

    In a batch of a fixed size the record takes the place of another one, so that its hits are twice as long.
    """
    jump = 2 if run.sampling == FIXED_SIZE else 1
    rate = fmpq(run.batch, run.examples) if run.sampling == FIXED_SIZE else run.rate
    sides: Sides = "replaced" if run.adjacency == REPLACE else "present"
    return HiddenRun(run.steps, rate, jump / run.noise_multiplier, limits.contraction, sides, limits.shrinking)


def uncovered(run: Configuration) -> str:
    """Why the theorem says nothing of a run, whatever is promised; empty where it does."""
    if run.sampling not in RANDOM or run.rate == 1 or (run.sampling == FIXED_SIZE and run.batch == run.examples):
        return "which steps use the record is not random"
    if run.sampling == FIXED_SIZE and run.adjacency not in (ADD_REMOVE, REPLACE):
        return "in batches of a fixed size the others of a batch depend on a record whose gradient is taken as 0"
    if run.release != LAST or run.momentum != 0:
        return "more than the last iterate is released, or steps have momentum"
    return "" if run.learning_rate is not None and run.smoothness is not None else "the learning rate or the smoothness is not known"


def certificate(run: Configuration, limits: BatchLimits, found: HiddenEpsilon, epsilon: Fraction) -> dict[str, object]:
    """The certificate that a run has the ``epsilon`` >= that of ``found``, as plain data."""
    batches = {"least": limits.least, "most": limits.most}
    return {"format": FORMAT, "version": VERSION, "configuration": run.to_json(), "batches": batches, "plan": found.plan.to_json(),
            "epsilon": rational_text(epsilon)}


def judge(data: Mapping[str, object], place: str) -> JudgedPlan:
    """Judge a certificate; raises :class:`~pabisym.errors.InputError` for what is none."""
    DocumentTable(data, "", KEYS, KEYS, form=JSON, whole="a certificate of hidden batches")
    if (data["format"], data["version"]) != (FORMAT, VERSION):
        raise InputError(f"{place}: format", f"is not {FORMAT} of version {VERSION}", "write it with pabisym privacy --certificate")
    given, named = data.get("configuration"), data.get("batches")
    if not isinstance(given, Mapping) or not isinstance(named, Mapping):
        raise InputError(f"{place}: configuration", "is missing, or batches are", "give both")
    run, epsilon = Configuration.of(given, f"{place}: configuration."), rational(data.get("epsilon"), f"{place}: epsilon")
    plan = HiddenPlan.from_json(data.get("plan"), f"{place}: plan")
    limits = limited(run, _count(named.get("least"), place), None if named.get("most") is None else _count(named.get("most"), place))
    said = f"the last iterate of the run is ({rational_text(epsilon)}, {rational_text(run.delta)})-private"
    reason = uncovered(run) or _wrong(run, limits, plan, epsilon)
    return JudgedPlan(not reason, said, reason)


def _wrong(run: Configuration, limits: BatchLimits, plan: HiddenPlan, epsilon: fmpq) -> str:
    """Why the plan does not give the epsilon."""
    hidden = hidden_run(run, limits)
    if wrong := plan.unpaid(hidden):
        return wrong
    if limits.tail >= run.delta:
        return "the chance of a batch beyond its limits is not below delta"
    try:
        found = hidden_epsilon(hidden, run.delta - limits.tail, plan=plan)
    except PabisymError as problem:
        return f"the epsilon of the plan is not found: {problem}"
    above = found.upper > to_fraction(epsilon)
    return f"the plan gives epsilon up to {short_number(found.upper)}, with what the limits of the batches leave of delta" if above else ""


def _count(value: object, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InputError(f"{place}: batches", f"{str(value)[:40]} is no size of a batch", "give integers, most null for none")
    return value


__all__ = ["FORMAT", "JudgedPlan", "certificate", "hidden_run", "judge", "uncovered"]
