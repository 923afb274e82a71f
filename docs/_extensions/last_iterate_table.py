"""Epsilon of training runs on random batches over a grid, for the explorer: all iterates, checkpoints, the last iterate, and below.

``python docs/_extensions/last_iterate_table.py`` writes the table to standard output as JSON; ``docs/_static/last-iterate.json`` is it.
That takes a quarter of an hour of a processor.  Every number is an answer of :func:`pabisym.privacy`: upper bounds are rounded up, the
lower bound down.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

from pabisym.show.trained import down, up
from pabisym.training.answer import privacy

RUN: dict[str, Any] = {"examples": 60_000, "clip": 1, "learning_rate": "0.1", "loss": "convex", "smoothness": 1, "sampling": "poisson",
                       "adjacency": "add-remove", "delta": "1e-5"}  # fmt: skip
"""What all runs of the table share; a weight decay of w makes steps c-Lipschitz, c = 1 - 0.1 w."""
AXES: dict[str, tuple[str, ...]] = {
    "noise_multiplier": ("0.6", "0.8", "1", "2", "4"),
    "epochs": ("1", "5", "20", "100"),
    "batch": ("256", "1024"),
    "weight_decay": ("0", "0.1"),
}
"""What a reader moves, and the values for which there is an answer."""
SECONDS = 300
"""Most seconds of processor time for one answer."""


def point(values: dict[str, str]) -> list[str | None]:
    """Epsilon of all iterates, of a model after every epoch and of the last iterate, and a lower bound of the latter if there is one."""
    run = {**RUN, **values}
    last = privacy({**run, "release": "last"}, seconds=SECONDS)
    epochs = privacy({**run, "release": "checkpoints", "checkpoints": "epochs"}, seconds=SECONDS)
    every = next((row for row in last.rows if row.id == "accountant"), None)
    found = [up(row.epsilon) for row in (every, epochs.best, last.best) if row is not None and row.epsilon is not None]
    if len(found) < 3:
        raise ValueError(f"no bound for {values}")
    return [*found, None if last.lower is None else down(last.lower)]


def grid() -> Iterator[dict[str, str]]:
    """All points, in the order of the table."""
    for values in product(*AXES.values()):
        yield dict(zip(AXES, values, strict=True))


def main() -> None:
    """Write the table, and how far it is to standard error."""
    rows = []
    for values in grid():
        rows.append(point(values))
        sys.stderr.write(f"{values} {rows[-1]}\n")
    run = {name: str(value) for name, value in RUN.items()}
    json.dump({"run": run, "axes": AXES, "epsilon": rows}, sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
