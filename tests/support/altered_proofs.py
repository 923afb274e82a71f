"""Proofs of the library, altered in one place so that they cannot be proofs any more."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pabisym.kernel.rules import FIGURES
from pabisym.library.library import builtin


@lru_cache(maxsize=1)
def proved() -> tuple[str, ...]:
    """The built-in theorem files with a proof."""
    library = builtin()
    return tuple(name for name in library.ids if library.entry(name).part_of == "" and library.statement(name).proof is not None)


@lru_cache(maxsize=1)
def short() -> tuple[str, ...]:
    """Those whose proof is not long."""
    return tuple(name for name in proved() if len(str(builtin().proof(name).tree)) < 30_000)


@lru_cache(maxsize=1)
def theorems() -> dict[str, Any]:
    """What all of them state."""
    return {name: builtin().statement(name).sequent for name in proved()}


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
