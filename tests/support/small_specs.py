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
