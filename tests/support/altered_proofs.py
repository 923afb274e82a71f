"""Proofs of the library, altered in one place so that they cannot be proofs any more."""

from __future__ import annotations

import random
from typing import Any

from pabisym.kernel.rules import FIGURES
from pabisym.library.library import builtin

LIBRARY = builtin()
PROVED = [name for name in LIBRARY.ids if LIBRARY.entry(name).part_of == "" and LIBRARY.statement(name).proof is not None]

SHORT = [name for name in PROVED if len(str(LIBRARY.proof(name).tree)) < 30_000]


def theorems() -> dict[str, Any]:
    return {name: LIBRARY.statement(name).sequent for name in PROVED}


def altered(tree: Any, draw: random.Random) -> str:
    """Change one place of a proof tree so that it cannot be a proof any more; what was done."""
    step = tree
    while step["premises"] and draw.random() < 0.7:
        step = draw.choice(step["premises"])
    kind = draw.choice(("rule", "premise", "conclusion", "with"))
    if kind == "rule":
        step["rule"] = "no such rule"
    elif kind == "premise":
        step["premises"] = [*step["premises"], {"rule": "evident", "with": {"goal": "1 >= 0"}, "premises": [], "conclusion": "1 >= 0"}]
    elif kind == "conclusion":
        step["conclusion"] = "1 <= 0"
    else:
        step["with"] = {**step["with"], "nothing of that name": 1} if step["rule"] in FIGURES else {}
        if step["rule"] not in FIGURES:
            step["conclusion"] = "2 <= 1"
    return f"{kind} of {step['rule']}"
