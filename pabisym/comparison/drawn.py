"""What would hold for the parameters of a comparison if batches were drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from flint import fmpq

from pabisym.accounting.accountant import Certified, certified_epsilon
from pabisym.accounting.hidden.places import ShuffledRun, hidden_places
from pabisym.accounting.hidden.subsets import SubsetRun, hidden_subsets
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


def hidden_uses(setting: RunSymbols) -> Iterator[tuple[str, Fraction]]:
    """What the last iterate of convex, M-smooth losses reveals at most if nobody sees which steps use the record, by how batches are made.

    Nothing where no M is known, or eta M is more than 2, or the theorems reach no number.  A record is replaced.

    >>> setting = RunSymbols.of({"n": 100, "b": 10, "T": 20, "eta": "1/10", "L": 1, "sigma": "1/5", "delta": "1e-5", "M": 1})
    >>> [(words[:29], round(float(epsilon), 1)) for words, epsilon in hidden_uses(setting)]
    [('if every batch were drawn at ', 4.0), ('if every epoch had a fresh ra', 3.3)]
    """
    values = setting.values
    if values["b"] >= values["n"] or values["L"] == 0 or "M" not in values or values["eta"] * values["M"] > 2:
        return
    hit, steps, epoch = values["L"] / (values["sigma"] * values["b"]), int(values["T"].p), values["n"] / values["b"]
    with suppress(PabisymError):
        yield "if every batch were drawn at random", hidden_subsets(SubsetRun(steps, 1 / epoch, 2 * hit), values["delta"]).upper
    if epoch.q == 1 and steps % int(epoch.p) == 0:
        strong = values.get("m", fmpq(0))
        factor = 1 - values["eta"] * strong if values["eta"] * (values["M"] + strong) <= 2 else fmpq(1)
        run = ShuffledRun(steps // int(epoch.p), (1 / epoch,) * int(epoch.p), hit, factor)
        with suppress(PabisymError):
            yield "if every epoch had a fresh random order", hidden_places(run, values["delta"]).upper
