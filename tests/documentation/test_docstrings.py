"""The examples in the docstrings of all modules are right."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import pabisym

SLOW = ("pabisym.accounting.accountant", "pabisym.accounting.hidden.account", "pabisym.accounting.last_iterate", "pabisym.atlases.gaps",
        "pabisym.comparison.compare")
"""Modules whose examples take seconds each: by night."""
MODULES = sorted(one.name for one in pkgutil.walk_packages(pabisym.__path__, "pabisym.") if not one.name.endswith("__main__"))


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.campaign] if name in SLOW else []) for name in MODULES])
def test_examples_are_right(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_examples_are_found() -> None:
    """In nearly every package some module has them."""
    found = {name for name in MODULES if doctest.DocTestFinder(exclude_empty=True).find(import_module(name))
             and any(one.examples for one in doctest.DocTestFinder().find(import_module(name)))}
    assert len({name.split(".")[1] for name in found}) > 20
