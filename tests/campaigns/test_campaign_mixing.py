"""The walk that is known to be worst is below the certified stages, at every width of the table."""

from __future__ import annotations

import pytest
from campaigns.mixing import DIAMETERS, rows


@pytest.mark.campaign
def test_the_worst_walk_is_within_a_factor_of_three_below_the_stages() -> None:
    found = list(rows())
    assert len(found) == len(DIAMETERS)
    for _, allocation, stages, walk, _ in found:
        assert walk < stages < 3 * walk
        assert stages < allocation / 15
