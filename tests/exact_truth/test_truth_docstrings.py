"""The examples in the docstrings of the exact laws."""

import doctest
from types import ModuleType

import pytest

from pabisym.evaluate import _finite_laws, _linear_laws, _mixture_laws, exact_truth


@pytest.mark.parametrize("module", [exact_truth, _finite_laws, _linear_laws, _mixture_laws])
def test_examples_are_right(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
