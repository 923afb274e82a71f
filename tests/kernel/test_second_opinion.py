"""The independent checker refuses altered proofs as the kernel does."""

from __future__ import annotations

import copy
import random
import re
from functools import cache
from typing import Any

import pytest
from support import independent_proofs
from support.altered_proofs import altered, short, theorems
from support.examples import seeds

from pabisym.kernel.check import check
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import to_text
from pabisym.library.library import builtin
from pabisym.proof.json import sequent_json

TEXTS = {
    name: {
        "kinds": dict(rule.kinds),
        "premises": [to_text(p) for p in rule.premises],
        "sides": [to_text(s) for s in rule.sides],
        "conclusion": to_text(rule.conclusion),
    }
    for name, rule in FIGURES.items()
}


@cache
def plain() -> dict[str, dict[str, Any]]:
    """What the proofs may rest on, as plain data."""
    return {name: sequent_json(found) for name, found in theorems().items()}


@pytest.mark.parametrize("seed", seeds(60))
def test_both_checkers_refuse_altered_proofs(seed: int) -> None:
    draw = random.Random(seed)
    name = draw.choice(short())
    tree = copy.deepcopy(builtin().proof(name).tree)
    what = altered(tree, draw)
    sequent = builtin().statement(name).sequent
    assert not check(sequent, tree, theorems()).accepted, (name, what)  # type: ignore[arg-type]
    assert not independent_proofs.check(sequent_json(sequent), tree, plain(), TEXTS), (name, what)


def test_both_checkers_refuse_a_stronger_statement() -> None:
    statement = builtin().statement("feldman2018/theorem-23")
    data = sequent_json(statement.sequent)
    data["conclusion"] = re.sub(r"2\*alpha\*L\*\*2", "alpha*L**2", data["conclusion"])
    assert not independent_proofs.check(data, builtin().proof("feldman2018/theorem-23").tree, plain(), TEXTS)
