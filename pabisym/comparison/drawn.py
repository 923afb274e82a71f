"""What would hold for the parameters of a comparison if batches were drawn at random."""

from __future__ import annotations

from pabisym.accounting.accountant import Certified, certified_epsilon
from pabisym.comparison.symbols import RunSymbols
from pabisym.errors import PabisymError

ROUGH, UPPER = "1/20", "1/2"
"""The relative width of the accountant's interval beside a comparison, and of its grid where the upper end alone is asked for.

Between its points a grid is bounded by lines, so that this end is by 1 or 2 % above that of a fine one."""


def random_batches(setting: RunSymbols, *, lower: bool = True) -> Certified | None:
    """What the accountant says where every batch of b records is drawn anew, and all iterates are seen; None where it says nothing.

    Without ``lower`` it says how large epsilon may be, and not how small.

    The noise multiplier is sigma b/L, as sigma is that of the noise on the mean of b gradients that are at most L long.
    """
    values = setting.values
    if values["b"] >= values["n"] or values["L"] == 0:
        return None
    multiplier = values["sigma"] * values["b"] / values["L"]
    try:
        return certified_epsilon(values["delta"], noise_multiplier=multiplier, steps=values["T"], examples=values["n"], batch=values["b"],
                                 sampling="fixed-size", adjacency="replace", gap=ROUGH if lower else UPPER, lower=lower)
    except PabisymError:
        return None
