"""What a sentence advises meets the hypothesis that it speaks of."""

from __future__ import annotations

import pytest
from flint import fmpq

from pabisym.training.hypotheses import rounded_down


@pytest.mark.parametrize(("value", "cut"), [
    (fmpq(2, 3), fmpq(6666, 10**4)), (fmpq(1999999, 10), fmpq(199900)), (fmpq(1, 10**9), fmpq(1, 10**9)), (fmpq(2, 7), fmpq(2857, 10**4)),
])
def test_a_largest_learning_rate_is_cut_and_not_rounded(value: fmpq, cut: fmpq) -> None:
    assert rounded_down(value) == cut <= value
