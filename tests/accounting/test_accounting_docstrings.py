"""The examples in the docstrings of the accountant are true."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from pabisym.accounting import accountant, last_iterate


@pytest.mark.campaign
@pytest.mark.parametrize("module", [accountant, last_iterate], ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.failed == 0
    assert found.attempted >= {accountant.__name__: 8, last_iterate.__name__: 5}[module.__name__]
