"""The examples in the docstrings of the special values."""

import doctest
from types import ModuleType

import pytest

from pabisym.divergence import hockey_stick, renyi, sampled_gaussian


@pytest.mark.parametrize("module", [sampled_gaussian, hockey_stick, renyi])
def test_examples_are_right(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
