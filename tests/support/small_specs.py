"""A small spec to vary."""

from __future__ import annotations

import copy
from typing import Any

SYMBOLS = {
    "n": "integer, n >= 1",
    "t": "integer, 1 <= t <= n",
    "c": "real, 0 < c <= 1",
    "s": "real, s > 0",
    "sigma": "real, sigma > 0",
    "alpha": "real, alpha > 1",
}
BASE: dict[str, Any] = {
    "title": "a small spec",
    "symbols": SYMBOLS,
    "process": {
        "steps": "n",
        "contraction": "c",
        "gap": [{"at": "t", "size": "s"}],
        "noise": {"law": "gaussian", "std": "sigma"},
    },
    "goal": {"divergence": "renyi", "order": "alpha"},
}

ONE_GAP = """title = "A"
[symbols]
n = "integer, n >= 1"
s = "real, s >= 0"
v = "real, v > 0"
alpha = "real, alpha > 1"
[process]
steps = "n"
gap = [ { at = "1", size = "s" } ]
noise = { law = "gaussian", variance = "v" }
[goal]
divergence = "renyi"
order = "alpha"
"""
"""A file of a spec: the first of n steps has a gap."""


def varied(**changes: Any) -> dict[str, Any]:
    """The small spec with keys of its tables replaced (``process={"steps": 3}``); None takes a key or table away."""
    data = copy.deepcopy(BASE)
    for table, values in changes.items():
        if not isinstance(values, dict) or table not in data:
            data[table] = values
        else:
            data[table].update(values)
            data[table] = {key: value for key, value in data[table].items() if value is not None}
    return {table: value for table, value in data.items() if value is not None}
