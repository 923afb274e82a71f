"""The independent checker refuses altered proofs as the kernel does."""

from __future__ import annotations

import copy
import random
import re
from functools import cache
from typing import Any

import pytest
from support.altered_proofs import altered, short, theorems
from support.examples import seeds
from support.proof_judges import independent

from pabisym.kernel.check import check
from pabisym.library.library import builtin
from pabisym.proof.json import sequent_json


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
    assert not independent(sequent_json(sequent), tree, plain()), (name, what)


def test_both_checkers_refuse_a_stronger_statement() -> None:
    statement = builtin().statement("feldman2018/theorem-23")
    data = sequent_json(statement.sequent)
    data["conclusion"] = re.sub(r"2\*alpha\*L\*\*2", "alpha*L**2", data["conclusion"])
    assert not independent(data, builtin().proof("feldman2018/theorem-23").tree, plain())
