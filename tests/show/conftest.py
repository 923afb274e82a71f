"""Small libraries, so that few proofs are replayed."""

from __future__ import annotations

import pytest

from pabisym.library.library import Library, builtin


def closure(*names: str) -> Library:
    """The built-in statements of these names and all on which they rest."""
    waiting = list(names)
    for name in waiting:
        waiting += [other for other in builtin().dependencies(name) if other in builtin().files and other not in waiting]
    return Library({name: builtin().files[name] for name in waiting})


@pytest.fixture(scope="session")
def few() -> Library:
    """A few statements of every sort, with what they rest on."""
    return closure("feldman2018/theorem-23", "feldman2018/theorem-26", "asoodeh2020/theorem-5", "pabisym/single-gap", "asoodeh2020/footnote-5")
