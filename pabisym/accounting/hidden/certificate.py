"""Certificates of hidden batches: a training run, limits of its batches, a plan, and the epsilon that all this gives.

Nothing in a certificate is trusted.  The limits give a Lipschitz constant of the steps and a chance that goes into delta, the plan is
judged block by block, and the accountant finds the epsilon of the plan anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from pabisym.accounting.hidden.account import BELIEVES, HiddenEpsilon, hidden_epsilon
from pabisym.accounting.hidden.batches import BatchLimits, limited
from pabisym.accounting.hidden.blocks import HiddenPlan, HiddenRun, Pieces, Sides, unpaid_pieces
from pabisym.accounting.hidden.places import HiddenPlaces, ShuffledRun, hub_holds
from pabisym.accounting.hidden.subsets import MOST_BITS, MOST_THRESHOLD, HiddenSubsets, SubsetRun, holds, law_of
from pabisym.errors import InputError, PabisymError
from pabisym.lang.rational import rational, rational_text, short_number, to_fraction
from pabisym.lang.reader import JSON, DocumentTable
from pabisym.spec.configuration import (
    ADD_REMOVE,
    CHECKPOINTS,
    FIXED_SIZE,
    LAST,
    MAX_COUNT,
    RANDOM,
    REPLACE,
    SHUFFLED,
    Configuration,
)

FORMAT, VERSION = "pabisym-hidden-batches-certificate", 2
PLACES, SUBSETS = "pabisym/hidden-places", "pabisym/hidden-subsets"
"""The theorems of hidden places and of hidden subsets, which are about the runs that this package describes."""
PLACES_BELIEVES, SUBSETS_BELIEVES = ((PLACES, "pabisym.accounting.hidden.places"), (SUBSETS, "pabisym.accounting.hidden.subsets"))
KEYS = ("format", "version", "configuration", "batches", "plan", "epsilon")


@dataclass(frozen=True)
class JudgedPlan:
    """Whether a certificate is accepted, or the ``reason`` why not; what it says, and what it rests on."""

    accepted: bool
    conclusion: str
    reason: str
    believes: tuple[str, ...] = BELIEVES


def hidden_runs(run: Configuration, limits: BatchLimits) -> list[tuple[HiddenRun, int]]:
    """The stretches between iterates that are released, in units of the noise of a step, where no batch is beyond its limits.

    In a batch of a fixed size the record takes the place of another one, so that its hits are twice as long.
    """
    jump = 2 if run.sampling == FIXED_SIZE else 1
    rate = fmpq(run.batch, run.examples) if run.sampling == FIXED_SIZE else run.rate
    sides: Sides = "replaced" if run.adjacency == REPLACE else "present"
    return [(HiddenRun(steps, rate, jump / run.noise_multiplier, limits.contraction, sides, limits.shrinking), times)
            for steps, times in sorted(Counter(run.stretches).items())]


def shuffled_run(run: Configuration) -> ShuffledRun | None:
    """The run for the theorem of hidden places; None where it says nothing: no shuffled batches, a broken epoch, maps that expand."""
    whole = run.sampling == SHUFFLED and run.steps % run.period == 0 and run.release == LAST and run.momentum == 0
    if not whole or run.contraction is None or run.contraction > 1:
        return None
    last = run.batch if run.drop_last else run.examples - (run.period - 1) * run.batch
    weights = (*[fmpq(run.batch, run.examples)] * (run.period - 1), fmpq(last, run.examples))
    return ShuffledRun(run.steps // run.period, weights, 1 / run.noise_multiplier, run.contraction,
                       "replaced" if run.adjacency == REPLACE else "present", run.shuffle_once)


def subset_run(run: Configuration) -> SubsetRun | None:
    """The run for the theorem of hidden subsets; None where it says nothing: other batches or neighbours, maps that expand."""
    drawn = run.sampling == FIXED_SIZE and run.adjacency == REPLACE and run.batch < run.examples
    if not drawn or run.release != LAST or run.momentum != 0 or run.contraction is None or run.contraction > 1:
        return None
    return SubsetRun(run.steps, fmpq(run.batch, run.examples), 2 / run.noise_multiplier)


def uncovered(run: Configuration) -> str:
    """Why the theorem of hidden batches says nothing of a run, whatever is promised; empty where it does."""
    if run.sampling not in RANDOM or run.rate == 1 or (run.sampling == FIXED_SIZE and run.batch == run.examples):
        return "which steps use the record is not random"
    if run.sampling == FIXED_SIZE and run.adjacency not in (ADD_REMOVE, REPLACE):
        return "in batches of a fixed size the others of a batch depend on a record whose gradient is taken as 0"
    if run.release not in (LAST, CHECKPOINTS) or run.momentum != 0:
        return "all iterates or an average are released, or steps have momentum"
    return "" if run.learning_rate is not None and run.smoothness is not None else "the learning rate or the smoothness is not known"


def certificate(run: Configuration, limits: BatchLimits | None, found: HiddenEpsilon | HiddenPlaces | HiddenSubsets,
                epsilon: Fraction) -> dict[str, object]:
    """The certificate that a run has the ``epsilon`` >= that of ``found``, as plain data.

    Its plan says which hits are paid where under ``limits`` of the batches, or is a hub, or a threshold with its grid.
    """
    if isinstance(found, HiddenPlaces):
        plan: dict[str, object] = {"hub": found.hub}
    elif isinstance(found, HiddenSubsets):
        plan = {"threshold": rational_text(found.t), "bits": found.bits}
    else:
        plan = {"stretches": [[piece.to_json(times) for piece, times in one.pieces] for one in found.stretches]}
    batches = None if limits is None else {"least": limits.least, "most": limits.most}
    return {"format": FORMAT, "version": VERSION, "configuration": run.to_json(), "batches": batches, "plan": plan,
            "epsilon": rational_text(epsilon)}


def judge(data: Mapping[str, object], place: str) -> JudgedPlan:
    """Judge a certificate; raises :class:`~pabisym.errors.InputError` for what is none."""
    DocumentTable(data, "", KEYS, KEYS, form=JSON, whole="a certificate of hidden batches")
    if (data["format"], data["version"]) != (FORMAT, VERSION):
        raise InputError(f"{place}: format", f"is not {FORMAT} of version {VERSION}", "write it with pabisym privacy --certificate")
    given, plan = data.get("configuration"), data.get("plan")
    if not isinstance(given, Mapping) or not isinstance(plan, Mapping):
        raise InputError(f"{place}: configuration", "is missing, or the plan is", "give both")
    run, epsilon = Configuration.of(given, f"{place}: configuration."), rational(data.get("epsilon"), f"{place}: epsilon")
    what = "the last iterate" if run.checkpoints is None else f"{len(run.stretches)} iterates"
    said = f"{what} of the run: ({rational_text(epsilon)}, {rational_text(run.delta)})-private"
    for key, wrong, believes in (("hub", _wrong_hub, PLACES_BELIEVES), ("threshold", _wrong_threshold, SUBSETS_BELIEVES)):
        if key in plan:
            reason = wrong(run, plan, epsilon, place)
            return JudgedPlan(not reason, said, reason, believes)
    reason = uncovered(run) or _wrong(run, data.get("batches"), plan, epsilon, place)
    return JudgedPlan(not reason, said, reason)


def _wrong(run: Configuration, named: object, plan: Mapping[str, object], epsilon: fmpq, place: str) -> str:
    """Why the plan does not give the epsilon."""
    if not isinstance(named, Mapping) or not isinstance(stretches := plan.get("stretches"), Sequence):
        raise InputError(f"{place}: plan", "has no stretches, or batches are missing", "give the plan of every stretch, in order")
    plans = [_pieces(one, f"{place}: plan.stretches.{number}") for number, one in enumerate(stretches)]
    limits = limited(run, _count(named.get("least"), place), None if named.get("most") is None else _count(named.get("most"), place))
    runs = hidden_runs(run, limits)
    if len(plans) != len(runs):
        return f"the plan has {len(plans)} stretches, the run {len(runs)}: some hits are never paid, or paid twice"
    for (one, _), own in zip(runs, plans, strict=True):
        if wrong := unpaid_pieces(one, own):
            return wrong
    if limits.tail >= run.delta:
        return "the chance of a batch beyond its limits is not below delta"
    try:
        found = hidden_epsilon(runs, run.delta - limits.tail, plans=plans)
    except PabisymError as problem:
        return f"the epsilon of the plan is not found: {problem}"
    above = found.upper > to_fraction(epsilon)
    return f"the plan gives epsilon up to {short_number(found.upper)}, with what the limits of the batches leave of delta" if above else ""


def _pieces(data: object, place: str) -> Pieces:
    if not isinstance(data, Sequence) or isinstance(data, str):
        raise InputError(place, "is no list of plans", "give the plans of its pieces, in order")
    found = list[tuple[HiddenPlan, int]]()
    for number, one in enumerate(data):
        times = one.get("times") if isinstance(one, Mapping) else None
        found.append((HiddenPlan.from_json(one, f"{place}.{number}"), _count(times, f"{place}.{number}")))
    return tuple(found)


def _wrong_hub(run: Configuration, plan: Mapping[str, object], epsilon: fmpq, place: str) -> str:
    """Why hidden places do not give the epsilon with a hub."""
    shuffled, hub = shuffled_run(run), _count(plan.get("hub"), f"{place}: plan")
    if shuffled is None:
        return "the theorem of hidden places says nothing of such a run"
    try:
        good = hub_holds(shuffled, hub, epsilon, run.delta)
    except PabisymError as problem:
        return str(problem)
    return "" if good else f"the hub {hub} does not give this epsilon"


def _wrong_threshold(run: Configuration, plan: Mapping[str, object], epsilon: fmpq, place: str) -> str:
    """Why hidden subsets do not give the epsilon with a threshold."""
    subsets, bits = subset_run(run), plan.get("bits")
    if subsets is None:
        return "the theorem of hidden subsets says nothing of such a run"
    if not isinstance(bits, int) or isinstance(bits, bool) or abs(bits) > MOST_BITS:
        raise InputError(f"{place}: plan.bits", f"{str(bits)[:40]} is no grid", f"give an integer from -{MOST_BITS} to {MOST_BITS}")
    threshold = rational(plan.get("threshold"), f"{place}: plan.threshold")
    try:
        good = 0 <= threshold <= MOST_THRESHOLD and holds(law_of(subsets, bits, run.delta), subsets.hit, epsilon, run.delta, threshold)
    except PabisymError as problem:
        return str(problem)
    return "" if good else "the threshold does not give this epsilon"


def _count(value: object, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_COUNT:
        raise InputError(f"{place}: batches", f"{str(value)[:40]} is no size of a batch, nor a place", "give integers, most null for none")
    return value
