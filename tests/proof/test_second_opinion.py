"""The independent checker refuses altered proofs as the kernel does."""

from __future__ import annotations

import copy
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from pabisym.kernel.check import check
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import to_text
from pabisym.library.library import builtin
from pabisym.proof.json import sequent_json

sys.path.insert(0, str(Path(__file__).parent.parent))
import independent_proofs

TEXTS = {
    name: {
        "kinds": dict(rule.kinds),
        "premises": [to_text(p) for p in rule.premises],
        "sides": [to_text(s) for s in rule.sides],
        "conclusion": to_text(rule.conclusion),
    }
    for name, rule in FIGURES.items()
}
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


@pytest.mark.parametrize("seed", range(60))
def test_both_checkers_refuse_altered_proofs(seed: int) -> None:
    draw = random.Random(seed)
    name = draw.choice(SHORT)
    tree = copy.deepcopy(LIBRARY.proof(name).tree)
    what = altered(tree, draw)
    sequent = LIBRARY.statement(name).sequent
    assert not check(sequent, tree, theorems()).accepted, (name, what)  # type: ignore[arg-type]
    plain = {other: sequent_json(found) for other, found in theorems().items()}
    assert not independent_proofs.check(sequent_json(sequent), tree, plain, TEXTS), (name, what)


def test_both_checkers_refuse_a_stronger_statement() -> None:
    statement = LIBRARY.statement("feldman2018/theorem-23")
    data = sequent_json(statement.sequent)
    data["conclusion"] = re.sub(r"2\*alpha\*L\*\*2", "alpha*L**2", data["conclusion"])
    plain = {other: sequent_json(found) for other, found in theorems().items()}
    assert not independent_proofs.check(data, LIBRARY.proof("feldman2018/theorem-23").tree, plain, TEXTS)
