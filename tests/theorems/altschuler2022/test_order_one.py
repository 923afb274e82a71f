"""Bounds at the order 1, the limit from above: four statements prove them, and less than the factor of the order is refused."""

from __future__ import annotations

import pytest
from pabisym_theorems.altschuler2022._order_one import in_proportion

from pabisym.library.findings import check_finding
from pabisym.library.library import builtin
from pabisym.proof.build import NoProof


@pytest.mark.parametrize("name", ["proposition-2.17", "proposition-3.2", "proposition-5.4", "eq-B1"])
def test_the_kernel_replays_the_order_one(name: str) -> None:
    statement = builtin().statement(f"altschuler2022/{name}")
    (check,) = (one for one in statement.checks if one.name.startswith("at the order 1"))
    assert check_finding(check).replayed == "proved"
    assert any(one.by == "at the order 1" and one.state == "proved" for one in statement.clauses)


def test_a_rate_below_that_of_the_bound_is_refused() -> None:
    """Of (B.1): 0 in place of a positive number."""
    with pytest.raises(NoProof):
        in_proportion(builtin().statement("altschuler2022/eq-B1"), "0", lambda p: p.prove("0 >= 0"))
