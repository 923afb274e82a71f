"""A run of several phases and mechanisms, as a file or a table describes it: what an accountant is told.

The tables ``[[phase]]`` have the keys of a training run and those of :meth:`~pabisym.accounting.history.Accountant.step`; a key above
them is that of all phases without it, and ``delta`` and ``adjacency`` are those of the whole run.  The tables ``[[mechanism]]`` are
descriptions (:mod:`pabisym.accounting.described`).  All iterates of every phase are accounted, so that whatever is computed from them is
covered; :mod:`pabisym.training.phased_last` has the last iterate alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flint import fmpq

from pabisym.accounting.described import Description, exact_number
from pabisym.errors import InputError, field_name
from pabisym.lang.reader import WrittenFloat, nearest
from pabisym.numerics.parameters import positive
from pabisym.spec.configuration import (
    ADD_REMOVE,
    FIXED_SIZE,
    FULL,
    KEYS,
    MECHANISM,
    PHASE,
    POISSON,
    RANDOM,
    TABLES,
    TARGET,
    Configuration,
    read_file,
)

WHOLE = ("delta", "adjacency")
"""What is said of the whole run, never of one phase."""
STEP_KEYS = ("accumulated", "group", "clipping_noise", "layers")
"""What a phase may say beside the keys of a training run."""
DIRECT = ("noise_multiplier", "sample_rate", "steps", "sampling")
"""What describes a phase of which the number of examples is not known."""
UNSAID = ("clip", "learning_rate", "loss", "smoothness", "strong_convexity", "diameter", "weight_decay", "momentum", "release",
          "checkpoints")
"""What a phase may say that accounting for all iterates does not need."""


@dataclass(frozen=True)
class PhasedRun:
    """Phases and mechanisms as descriptions; of phases that are ``open`` the noise multiplier is sought, one for all of them.

    ``runs`` are the phases as training runs, None for those that do not say their examples.
    """

    phases: tuple[Description, ...]
    mechanisms: tuple[Description, ...]
    adjacency: str
    delta: fmpq
    target: object = None
    runs: tuple[Configuration | None, ...] = ()

    @property
    def changed(self) -> str:
        """What some phase says of its steps that no training run does; empty where none does."""
        return ", ".join(key for key in STEP_KEYS[1:] if any(key in one for one in self.phases))

    @property
    def open(self) -> bool:
        """Whether a noise multiplier is left out."""
        return any(one.get("noise_multiplier") is None and one.get("layers") is None for one in self.phases)

    def at(self, noise: fmpq) -> PhasedRun:
        """The run whose open phases have a noise multiplier."""
        pairs = [(one, self.runs[place] if self.runs else None) for place, one in enumerate(self.phases)]
        sought = [one.get("noise_multiplier") is None and "layers" not in one for one, _ in pairs]
        phases = tuple({**one, "noise_multiplier": noise} if mine else one for (one, _), mine in zip(pairs, sought, strict=True))
        runs = tuple(replace(run, noise_multiplier=noise) if mine and run else run for (_, run), mine in zip(pairs, sought, strict=True))
        return replace(self, phases=phases, runs=runs)

    def descriptions(self) -> Iterator[tuple[str, Description]]:
        """All that is described, each with its place."""
        for place, one in enumerate(self.phases, 1):
            yield f"{PHASE} {place}", one
        for place, one in enumerate(self.mechanisms, 1):
            yield f"{MECHANISM} {place}", one


def read_phases(source: str | os.PathLike[str] | Mapping[str, object]) -> PhasedRun:
    """The run that a TOML file, or a table like one, describes.

    >>> run = read_phases({"delta": "1e-5", "phase": [{"noise_multiplier": 1, "sample_rate": "1/100", "steps": 1000}],
    ...                    "mechanism": [{"kind": "gaussian", "std": 10}]})
    >>> [one["kind"] for one in (*run.phases, *run.mechanisms)], run.open
    (['dp-sgd', 'gaussian'], False)

    Raises :class:`~pabisym.errors.InputError` naming the table and the key.
    """
    given = dict(source) if isinstance(source, Mapping) else read_file(source, TABLES)
    given = {key: value for key, value in given.items() if value is not None}
    mechanisms = list[Description]()
    for place, one in _tables(given.pop(MECHANISM, ()), MECHANISM):
        if "kind" not in one:
            raise InputError(f"{place}: kind", "is missing", 'give one, as kind = "gaussian"')
        mechanisms.append({key: _plain(value) for key, value in one.items()})
    phases = _tables(given.pop(PHASE, ()), PHASE)
    target, delta = given.pop(TARGET, None), given.get("delta")
    if delta is None:
        raise InputError("delta", "is missing", 'give it, as in delta = "1e-5"')
    if not phases and given.keys() - set(WHOLE):
        phases = [("run", {})]
    adjacency = str(given.get("adjacency", ADD_REMOVE)).replace("_", "-")
    for place, own in phases:
        for key in own.keys() & set(WHOLE):
            raise InputError(f"{place}: {key}", "is that of the whole run", f"write {key} once, above the phases")
    read = [_phase({**_without_rivals(given, own), **own}, place) for place, own in phases]
    described, runs = tuple(one for one, _ in read), tuple(one for _, one in read)
    return PhasedRun(described, tuple(mechanisms), adjacency, positive(exact_number(delta, "delta"), "delta"), target, runs)


def _tables(value: object, name: str) -> list[tuple[str, dict[str, object]]]:
    listed = [value] if isinstance(value, Mapping) else value
    if not isinstance(listed, Sequence) or isinstance(listed, str) or not all(isinstance(one, Mapping) for one in listed):
        raise InputError(name, "is no list of tables", f"write [[{name}]] above each")
    return [(f"{name} {place}", dict(one)) for place, one in enumerate(listed, 1)]


def _without_rivals(given: Mapping[str, object], own: Mapping[str, object]) -> dict[str, object]:
    """The keys above the phases, but epochs where a phase has its own steps, and the other way round."""
    rivals = {"epochs", "steps"} if {"epochs", "steps"} & own.keys() else set[str]()
    if "layers" in own:
        rivals.add("noise_multiplier")
    if "sample_rate" in own and "batch" not in own and "examples" not in own and "epochs" not in own:
        rivals |= {"batch", "examples"}
    return {key: value for key, value in given.items() if key not in rivals}


def _phase(given: dict[str, object], place: str) -> tuple[Description, Configuration | None]:
    """One phase as a description of steps, and as a training run where it says its examples."""
    own = {key: _plain(given.pop(key)) for key in STEP_KEYS if key in given}
    for key in given:
        if key not in KEYS:
            known = (*KEYS, *STEP_KEYS)
            raise InputError(f"{place}: {key[:60]}", "is no key of a phase", nearest(key, known, f"the keys are {', '.join(known)}"))
    if given.get("adjacency") is not None and given["adjacency"] in ("add", "remove"):
        raise InputError(f"{place}: adjacency", "is one direction only", "give add-remove, which covers both")
    if "examples" not in given:
        return {"kind": "dp-sgd", **_direct(given, place), **own}, None
    noise = given.get("noise_multiplier")
    many = exact_number(own.pop("accumulated", 1), f"{place}: accumulated")
    if "batch" in given:
        given["batch"] = exact_number(given["batch"], f"{place}: batch") * many
    if "sample_rate" in given:
        given["sample_rate"] = exact_number(given["sample_rate"], f"{place}: sample_rate") * many
    with field_name(lambda field: f"{place}: {field}"):
        run = Configuration.of({"sampling": POISSON, **given, "noise_multiplier": 1 if noise is None else noise})
    said = {} if noise is None else {"noise_multiplier": run.noise_multiplier}
    if run.sampling not in RANDOM:  # batches in an order, or full ones: the uses of the record that is used most
        return {"kind": "dp-sgd", **said, "steps": run.uses, **own}, run
    drawn = {"examples": run.examples, "batch": run.batch} if run.sampling == FIXED_SIZE else {"sample_rate": run.rate}
    return {"kind": "dp-sgd", **said, **drawn, "sampling": run.sampling, "steps": run.steps, **own}, run


def _direct(given: Mapping[str, object], place: str) -> Description:
    """A phase that has a sampling rate and steps, or steps on all records."""
    for key in given:
        if key not in (*DIRECT, *UNSAID, "adjacency", "delta"):
            raise InputError(f"{place}: examples", f"are missing, which {key} needs", "give them, or a sample_rate and steps")
    if "steps" not in given:
        raise InputError(f"{place}: steps", "are missing", "give the steps, or examples and epochs")
    found = {key: _plain(given[key]) for key in DIRECT if key in given}
    if found.get("sampling", FULL) != FULL and "sample_rate" not in found:
        raise InputError(f"{place}: sample_rate", "is missing", "give it, or examples and batch")
    return found


def _plain(value: object) -> object:
    """A value of a file: decimals are exact."""
    if isinstance(value, WrittenFloat):
        return exact_number(value, "number")
    return [_plain(one) for one in value] if isinstance(value, list) else value
