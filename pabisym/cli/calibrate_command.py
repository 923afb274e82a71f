"""``pabisym calibrate``: which options go together, and the least noise multiplier of a training run on random batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pabisym.cli.frame import HOLDS, print_json, print_report
from pabisym.errors import InputError, field_name

ARGUMENTS = {"rate": "--sampled", "steps": "--sampled"}
"""The options whose numbers have other names in the library."""
SPLIT = ("order", "noise_multiplier", "clip", "learning_rate", "loss", "smoothness", "strong_convexity", "diameter", "assignments",
         "sensitivity", "contraction", "direction", "digits")
"""What describes a split, and no run whose noise is sought."""
NOT_SPLIT = ("sampling", "adjacency")
"""What describes such a run, and no split."""


def check_together(options: Mapping[str, Any], others: Mapping[str, object], *, split: bool) -> dict[str, Any]:
    """The options of a run that are given.

    Raises :class:`~pabisym.errors.InputError` for one that does not go with --split, or not without it; ``others`` are the argument and
    the options that say what is sought.
    """
    given = {name: value for name, value in options.items() if value not in (None, ())}
    unfit = [name for name in given if name in (NOT_SPLIT if split else SPLIT)]
    unfit += [name for name, value in others.items() if split and value not in (None, ())]
    for name in unfit:
        shown = name if name.isupper() else "--set" if name == "assignments" else f"--{name}".replace("_", "-")
        if split:
            raise InputError(shown, "cannot be combined with --split", "leave one of them out")
        raise InputError(shown, "goes with --split", "leave it out, or ask for the best split of the noise with --split")
    return given


def print_least_multiplier(phases: Sequence[tuple[str, str]], run: Mapping[str, str], guarantee: Mapping[str, Any], uses: str | None, *,
                           as_json: bool) -> int:
    """Print the least noise multiplier of a run, of steps at one or several sampling rates, or of some ``uses`` of a Gaussian mechanism."""
    if uses is not None:
        if phases or run:
            other = "--sampled" if phases else f"--{next(iter(run))}".replace("_", "-")
            raise InputError("--gaussian", f"cannot be combined with {other}", "leave it out; its sensitivity is that between neighbours")
        phases = [("1", uses)]
    from pabisym.accounting.accountant import least_noise_multiplier

    others = [f"--{name}" for name in ("gdp", "renyi") if guarantee[name] is not None]
    if others:
        raise InputError(others[0], "cannot be combined with a run on random batches", "give --epsilon E --delta D")
    for name in ("epsilon", "delta"):
        if guarantee[name] is None:
            raise InputError(f"--{name}", "is missing", "give --epsilon E --delta D for a run on random batches")
    sampling, adjacency = run.get("sampling", "poisson"), run.get("adjacency", "add-remove")
    first, further = _first(phases, {**run, "sampling": sampling, "adjacency": adjacency}, guarantee["delta"])
    named = {"steps": "--gaussian"} if uses is not None else ARGUMENTS if phases else {"rate": "--sample-rate"}
    with field_name(lambda field: named.get(field, f"--{field}")):
        found = least_noise_multiplier(epsilon=guarantee["epsilon"], delta=guarantee["delta"], further=further, **first)
    if as_json:
        print_json(found.to_json())
    else:
        from pabisym.show.allocation import least_multiplier_blocks

        print_report(least_multiplier_blocks(found, None if uses else f"{sampling} batches, neighbours: {adjacency}"))
    return HOLDS


def print_phased_multiplier(file: str, run: Mapping[str, str], guarantee: Mapping[str, Any], *, as_json: bool) -> int:
    """Print the least noise multiplier of the phases of a file that have none, and what certifies it."""
    from pabisym.accounting.phases import read_phases
    from pabisym.cli.frame import print_answer
    from pabisym.spec.configuration import TABLES, TARGET, read_file
    from pabisym.training.phased import phased_privacy

    for name in (*run, "gdp", "renyi"):
        if run.get(name) is not None or guarantee.get(name) is not None:
            raise InputError(f"--{name}".replace("_", "-"), f"cannot be combined with {file}", "write it in the file")
    given = dict(read_file(file, TABLES))
    if guarantee["delta"] is not None:
        given["delta"] = guarantee["delta"]
    own = given.pop(TARGET, None)
    target = own if guarantee["epsilon"] is None else guarantee["epsilon"]
    if target is None:
        raise InputError("--epsilon", "is missing", "give the epsilon that is aimed at")
    print_answer(phased_privacy(read_phases(given), target), as_json=as_json)
    return HOLDS


def _first(phases: Sequence[tuple[str, str]], run: Mapping[str, str], delta: object) -> tuple[dict[str, Any], Sequence[tuple[str, str]]]:
    """The first steps, in the words of :mod:`pabisym.accounting`, and the phases after them."""
    own = {name: run[name] for name in ("sampling", "adjacency")}
    numbers = run.keys() - own.keys()
    if not numbers:
        if not phases:
            raise InputError("--steps", "is missing", "describe the run, as with --sample-rate 1/100 --steps 1000")
        (rate, steps), *further = phases
        return {**own, "rate": rate, "steps": steps}, further
    if numbers == {"sample_rate", "steps"}:
        return {**own, "rate": run["sample_rate"], "steps": run["steps"]}, phases
    from pabisym.accounting.training import sampling_arguments
    from pabisym.spec.configuration import Configuration

    described = Configuration.of({**run, "noise_multiplier": 1, "delta": delta}, "--")  # the noise multiplier is what is sought
    return {**sampling_arguments(described), "steps": described.steps}, phases
