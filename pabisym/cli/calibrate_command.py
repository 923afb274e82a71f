"""``pabisym calibrate --sampled``: the least noise multiplier of a training run on random batches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pabisym.cli.frame import HOLDS, print_json, print_report
from pabisym.errors import InputError

ARGUMENTS = {"rate": "--sampled", "steps": "--sampled"}
"""The options whose numbers have other names in the library."""


def print_least_multiplier(runs: Sequence[tuple[str, str]], guarantee: Mapping[str, Any], sampling: str, adjacency: str, *,
                           as_json: bool) -> int:
    """Print the least noise multiplier for steps at one or several sampling rates, and what certifies it."""
    from pabisym.accounting.accountant import least_noise_multiplier

    others = [f"--{name}" for name in ("gdp", "renyi") if guarantee[name] is not None]
    if others:
        raise InputError(others[0], "cannot be combined with --sampled", "give --epsilon E --delta D")
    for name in ("epsilon", "delta"):
        if guarantee[name] is None:
            raise InputError(f"--{name}", "is missing", "give --epsilon E --delta D with --sampled")
    (rate, steps), *further = runs
    try:
        found = least_noise_multiplier(epsilon=guarantee["epsilon"], delta=guarantee["delta"], steps=steps, rate=rate, sampling=sampling,
                                       adjacency=adjacency, further=further)
    except InputError as problem:
        raise InputError(ARGUMENTS.get(problem.field, f"--{problem.field}"), problem.problem, problem.cure) from None
    if as_json:
        print_json(found.to_json())
    else:
        from pabisym.show.allocation import least_multiplier_blocks

        print_report(least_multiplier_blocks(found, adjacency, sampling))
    return HOLDS
