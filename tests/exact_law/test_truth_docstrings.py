"""The examples in the docstrings of the exact laws."""

import doctest
from types import ModuleType

import pytest

from pabisym.exact_law import chains, finite, gaussian_mixture, linear


@pytest.mark.parametrize("module", [chains, finite, linear, gaussian_mixture])
def test_examples_are_right(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
