"""One description of a mechanism, as plain data: what files say, what is stored, and what the events of dp-accounting are read as.

A description is a table whose ``kind`` names a method of :class:`~pabisym.accounting.history.Accountant` and whose other keys are the
arguments of that method: ``{"kind": "gaussian", "std": "2", "steps": 5}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from flint import arb, fmpq

from pabisym.accounting.mechanisms import CurveSteps, ExponentialSteps, GroupSteps, LaplaceSteps, PureSteps
from pabisym.accounting.steps import MOST_STEPS, Mechanism, NoisyRun
from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import float_ends, rational_text, short
from pabisym.lang.reader import nearest, number
from pabisym.notions.conversion import FormulaCurve, LinearCurve
from pabisym.numerics.enclosure import upper_end
from pabisym.numerics.parameters import positive

Told: TypeAlias = "Mechanism | CurveSteps"
Description: TypeAlias = "dict[str, Any]"
KINDS: Mapping[str, str] = {
    "dp-sgd": "step", "gaussian": "gaussian", "tree": "tree", "matrix": "matrix", "laplace": "laplace", "pure": "pure",
    "exponential": "exponential", "randomised-response": "randomised_response", "approximate": "approximate", "zcdp": "zcdp",
    "renyi": "renyi", "discrete-gaussian": "discrete_gaussian",
}  # fmt: skip
"""The kinds of mechanisms, and the method of an accountant that each is told by."""
DEEPEST = 50
"""How deep events may be nested."""


def description_of(one: Told) -> Description:
    """A mechanism as plain data, numbers as exact texts."""
    if isinstance(one, CurveSteps):
        if isinstance(one.curve, LinearCurve):
            return {"kind": "zcdp", "rho": rational_text(one.curve.rate), "steps": one.steps}
        if isinstance(one.curve, FormulaCurve):
            return {"kind": "renyi", "formula": to_text(one.curve.term), "steps": one.steps}
        at, values = ([rational_text(x) for x in column] for column in (one.curve.orders, one.curve.divergences))
        return {"kind": "renyi", "orders": at, "divergences": values, "steps": one.steps}
    if isinstance(one, PureSteps):
        kind = "exponential" if isinstance(one, ExponentialSteps) else "pure"
        return {"kind": kind, "epsilon": rational_text(one.level), "steps": one.steps}
    run = one if isinstance(one, NoisyRun) else one.run if isinstance(one, LaplaceSteps | GroupSteps) else None
    if run is None:
        raise InputError("event", f"{type(one).__name__} cannot be stored", "tell it again")
    if isinstance(one, NoisyRun) and (run.sampling, run.adjacency) == ("full", "add-remove"):
        attained = {} if run.attained else {"attained": False}
        return {"kind": "gaussian", "std": rational_text(run.noise), "steps": run.steps, **attained}
    noise, kind = ("scale_multiplier", "laplace") if isinstance(one, LaplaceSteps) else ("noise_multiplier", "dp-sgd")
    drawn: Description = {} if run.sampling == "full" else {"sample_rate": rational_text(run.rate), "sampling": run.sampling}
    if isinstance(one, GroupSteps) and one.drawn is not None:
        drawn = {"batch": one.drawn[0], "examples": one.drawn[1], "sampling": run.sampling}
    group = {"group": one.size} if isinstance(one, GroupSteps) else {}
    return {"kind": kind, noise: rational_text(run.noise), **drawn, "steps": run.steps, **group}


def method_of(description: object) -> tuple[str, Description]:
    """The method that a description names, and its arguments."""
    if not isinstance(description, Mapping):
        raise InputError("kind", "is no table", 'give one such as {kind = "gaussian", std = 2}')
    given = dict(description)
    kind = given.pop("kind", None)
    if not isinstance(kind, str) or kind not in KINDS:
        said = "is missing" if kind is None else f"{str(kind)[:40]!r} is not known"
        raise InputError("kind", said, nearest(kind, KINDS, "give one of " + ", ".join(KINDS)))
    return KINDS[kind], given


# Events of dp-accounting.


def event_descriptions(event: Any, adjacency: str, depth: int = 0) -> Iterator[Description]:
    """What an event of dp-accounting says, by the names of its class and of its fields; nothing is imported.

    Raises :class:`~pabisym.errors.InputError` for an event that is not known, or not covered.
    """
    name = type(event).__name__
    if depth > DEEPEST:
        raise InputError("event", f"is nested deeper than {DEEPEST}", "give it flatter")
    try:
        if name == "ComposedDpEvent":
            for part in event.events:
                yield from event_descriptions(part, adjacency, depth + 1)
        elif name == "SelfComposedDpEvent":
            count = integer(event.count, "count", MOST_STEPS)
            for one in event_descriptions(event.event, adjacency, depth + 1):
                name_of = "height" if one["kind"] == "tree" else "steps"
                yield {**one, name_of: one.get(name_of, 1) * count}
        elif name in _EVENTS:
            yield from _EVENTS[name](event, adjacency)
        else:
            known = ", ".join((*_EVENTS, "SelfComposedDpEvent", "ComposedDpEvent"))
            raise InputError("event", f"{name[:60]} is not known", f"give one of {known}")
    except AttributeError as missing:
        raise InputError("event", f"{name} has no {missing.name}", "give an event of dp-accounting") from None


def _tree(event: Any, adjacency: str) -> Iterable[Description]:
    """A path of the largest tree from a leaf to the root: 1 + log2 of its steps, rounded up."""
    if adjacency != "zero-out":
        raise InputError("event", "the steps of a tree are those of a run whose record is zeroed", 'give Accountant("zero-out")')
    counts = event.step_counts if isinstance(event.step_counts, list | tuple) else [event.step_counts]
    largest = max((integer(one, "event", MOST_STEPS) for one in counts), default=1)
    return [{"kind": "tree", "height": 1 + (largest - 1).bit_length(), "noise_multiplier": event.noise_multiplier}]


def _inner(event: Any) -> object:
    """The noise multiplier of the Gaussian event that is sampled."""
    inner = event.event
    if type(inner).__name__ == "SelfComposedDpEvent":
        raise InputError("event", "several uses of one sampled batch are not covered", "give one Gaussian event")
    if type(inner).__name__ != "GaussianDpEvent":
        raise InputError("event", f"a sampled {type(inner).__name__[:60]} is not covered", "give a sampled Gaussian event")
    return inner.noise_multiplier


def _moved(adjacency: str) -> int:
    """How far neighbours are apart, in units of the sensitivity of an event."""
    return 2 if adjacency == "replace" else 1


def _concentrated(event: Any, _: str) -> Iterable[Description]:
    if exact_number(getattr(event, "xi", 0), "event") != 0:
        raise InputError("event", "(xi, rho)-zCDP with a xi above 0 is not covered", "give rho alone")
    return [{"kind": "zcdp", "rho": event.rho}]


_EVENTS: Mapping[str, Callable[[Any, str], Iterable[Description]]] = {
    "NoOpDpEvent": lambda event, adjacency: (),
    "GaussianDpEvent": lambda event, adjacency: [{"kind": "dp-sgd", "noise_multiplier": event.noise_multiplier}],
    # noise on every coordinate, by the L1 norm: that of the line is known in full, the event may have any dimension
    "LaplaceDpEvent": lambda event, adjacency: [{"kind": "pure", "epsilon": _moved(adjacency) / _positive(event.noise_multiplier)}],
    "DiscreteGaussianDpEvent": lambda event, adjacency: [{
        "kind": "discrete-gaussian", "std": event.sigma,
        "sensitivity": _moved(adjacency) * exact_number(event.sensitivity, "event")}],
    "ZCDpEvent": _concentrated,
    "EpsilonDeltaDpEvent": lambda event, adjacency: [{"kind": "approximate", "epsilon": event.epsilon, "delta": event.delta}],
    "RandomizedResponseDpEvent": lambda event, adjacency: [{
        "kind": "randomised-response", "random": event.noise_parameter, "answers": event.num_buckets}],
    "PoissonSampledDpEvent": lambda event, adjacency: [{
        "kind": "dp-sgd", "noise_multiplier": _inner(event), "sampling": "poisson", "sample_rate": event.sampling_probability}],
    "SampledWithoutReplacementDpEvent": lambda event, adjacency: [{
        "kind": "dp-sgd", "noise_multiplier": _inner(event), "sampling": "fixed-size", "batch": event.sample_size,
        "examples": event.source_dataset_size}],
    "DiscreteLaplaceDpEvent": lambda event, adjacency: [{
        "kind": "pure", "epsilon": _moved(adjacency) * integer(event.sensitivity, "event", 10**12) * _positive(event.noise_parameter)}],
    "SingleEpochTreeAggregationDpEvent": _tree,
}
"""What each event of dp-accounting says, by its class."""


def event_of(told: Iterable[Told], slack: fmpq, library: ModuleType) -> Any:
    """An event of dp-accounting, made of the classes of a ``library`` that is given: noise rounded down and rates up, as floats.

    Raises :class:`~pabisym.errors.InputError` for what no event says.
    """
    if slack:
        raise InputError("event", "of dp-accounting has no word for a delta that is spent", "use state_dict of pabisym")
    return library.ComposedDpEvent([library.SelfComposedDpEvent(_event(one, library), one.steps) for one in told])


def _event(one: Told, library: Any) -> Any:
    """The event of one use."""
    if isinstance(one, CurveSteps) and isinstance(one.curve, LinearCurve):
        return library.ZCDpEvent(float_ends(one.curve.rate)[1])
    run = one.run if isinstance(one, LaplaceSteps) else one
    if not isinstance(run, NoisyRun) or run.adjacency == "replace":
        group = "groups of records in random batches" if isinstance(one, GroupSteps) else "records that are replaced"
        what = "a pure mechanism of any kind" if isinstance(one, PureSteps) else "a Rényi bound" if isinstance(one, CurveSteps) else group
        raise InputError("event", f"of dp-accounting has no word for {what}", "use state_dict of pabisym")
    noisy = (library.LaplaceDpEvent if isinstance(one, LaplaceSteps) else library.GaussianDpEvent)(float_ends(run.noise)[0])
    if run.rate == 1:
        return noisy
    if run.sampling == "fixed-size":
        return library.SampledWithoutReplacementDpEvent(int(run.rate.q), int(run.rate.p), noisy)
    return library.PoissonSampledDpEvent(float_ends(run.rate)[1], noisy)


def history_of(told: object) -> object | None:
    """The history of an accountant of Opacus, or of a ``PrivacyEngine`` that has one, by the names of their fields; None of other objects.

    An accountant of this package that an engine uses is itself what it was told.
    """
    account = getattr(told, "accountant", told)
    return account if hasattr(account, "told") else getattr(account, "history", None)


# Numbers of all descriptions.


def exact_number(value: object, name: str) -> fmpq:
    """A number; a float is the dyadic number that it is, with which training loops draw noise and batches."""
    return number(value, name, floats=True)


def integer(value: object, name: str, most: int) -> int:
    """An integer from 1 to ``most``."""
    found = exact_number(value, name)
    if found.q != 1 or not 1 <= found <= most:
        raise InputError(name, f"{short(found)} cannot be used", f"give an integer from 1 to {most}")
    return int(found.p)


def response_level(random: fmpq, answers: int) -> fmpq:
    """The epsilon of randomised response that answers at random with the chance p, one of k answers, rounded up: log of 1 + k (1 - p)/p."""
    return upper_end((1 + arb(answers * (1 - random) / random)).log())


def _positive(value: object) -> fmpq:
    return positive(exact_number(value, "event"), "event")
