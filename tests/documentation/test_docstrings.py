"""The examples in the docstrings of all modules are right."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module
from types import ModuleType

import pytest

import pabisym

SLOW = ("pabisym.accounting.", "pabisym.atlases.gaps", "pabisym.comparison.compare", "pabisym.feasibility.decide", "pabisym.feasibility.spec_allocation",
        "pabisym.symbolic.")
"""Modules, or packages, whose examples take long: by night, and those of public names besides by day in ``test_pasted_examples``."""
MODULES = sorted(one.name for one in pkgutil.walk_packages(pabisym.__path__, "pabisym.") if not one.name.endswith("__main__"))
PACKAGES = sorted({name.split(".")[1] for name in MODULES})


def failures(module: ModuleType) -> int:
    return doctest.testmod(module).failed


def of(package: str) -> list[str]:
    return [name for name in MODULES if name.split(".")[1] == package]


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_are_right(package: str) -> None:
    wrong = [name for name in of(package) if not name.startswith(SLOW) and failures(import_module(name))]
    assert wrong == []


@pytest.mark.campaign
@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith(SLOW)])
def test_slow_examples_are_right(name: str) -> None:
    assert failures(import_module(name)) == 0


def test_examples_are_found() -> None:
    """In nearly every package some module has them."""
    found = {package for package in PACKAGES if any(">>> " in (import_module(name).__loader__.get_source(name) or "") for name in of(package))}  # type: ignore[union-attr]
    assert len(found) > 20
