"""Examples in the help of what is public run when they are pasted: each brings the names that it uses."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator

import pytest

import pabisym

FINDER = doctest.DocTestFinder(exclude_empty=True, recurse=True)
SLOW = frozenset({"accounting", "atlas", "calibrate", "check", "compare", "derive", "explain", "feasible", "gap", "limit", "plots", "privacy", "refute", "split"})
"""Those, and the namespaces, whose examples run by night alone."""


def examples() -> Iterator[tuple[str, doctest.DocTest]]:
    """Every example of a public name, or of one of a namespace, in a place where no name is known."""
    spaces = {f"{space}.{name}": getattr(module, name) for space in pabisym.NAMESPACES for module in [getattr(pabisym, space)]
              for name in module.__all__}
    for name, public in ({name: getattr(pabisym, name) for name in pabisym.__all__} | spaces).items():
        for found in doctest.DocTestParser().get_examples(inspect.getdoc(public) or "") and FINDER.find(public, name, module=False, globs={}):
            if found.examples:
                yield name, found


FOUND = [pytest.param(found, id=found.name, marks=[pytest.mark.campaign] if k % 4 or SLOW & {name, name.partition(".")[0]} else [])
         for k, (name, found) in enumerate(examples())]


@pytest.mark.parametrize("found", FOUND)
def test_an_example_runs_as_it_is_pasted(found: doctest.DocTest) -> None:
    said: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(found, out=said.append).failed == 0, "".join(said)


def test_most_of_what_is_public_has_an_example() -> None:
    assert len(FOUND) > len(pabisym.__all__)
