"""What a weighted sampler reveals of each example: every one joins batches independently, with a rate of its own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpq

from pabisym.accounting.accountant import composed_epsilon, read_delta, read_gap
from pabisym.accounting.statement import decimal_above
from pabisym.accounting.steps import read_run
from pabisym.errors import InputError
from pabisym.lang.arguments import NumberLike
from pabisym.lang.rational import rational_text, short, to_fraction
from pabisym.lang.reader import number
from pabisym.numerics.parameters import positive

MOST_BINS = 100


@dataclass(frozen=True)
class RateBin:
    """``examples`` of them have rates above ``above`` and up to ``rate``; the epsilon of the last one lies between ``lower`` and ``upper``,
    which holds for all of them.
    """

    examples: int
    above: Fraction
    rate: Fraction
    lower: Fraction
    upper: Fraction


@dataclass(frozen=True)
class WeightedEpsilons:
    """The epsilon of all examples at ``delta``, in ``bins`` of about as many examples, the least first."""

    delta: Fraction
    bins: tuple[RateBin, ...]

    @property
    def worst(self) -> RateBin:
        """The bin with the largest rate: its upper end holds for every example."""
        return self.bins[-1]

    def to_json(self) -> dict[str, object]:
        """Plain data; numbers as exact texts."""
        listed = [{"examples": one.examples, "above": rational_text(one.above), "rate": rational_text(one.rate),
                   "epsilon": {"lower": rational_text(one.lower), "upper": rational_text(one.upper)}} for one in self.bins]
        return {"delta": rational_text(self.delta), "bins": listed}

    def table(self) -> str:
        """The histogram in Markdown: how many examples have at most which epsilon."""
        rows = [f"| {one.examples} | {decimal_above(one.rate)} | {decimal_above(one.upper)} |" for one in self.bins]
        return "\n".join(["| examples | rate up to | epsilon at most |", "|---|---|---|", *rows])


def weighted_epsilons(delta: NumberLike, *, rates: Sequence[NumberLike], noise_multiplier: NumberLike, steps: NumberLike,
                      adjacency: str = "add-remove", bins: int = 10, gap: NumberLike = "1/100") -> WeightedEpsilons:
    """The epsilon of every example of a run whose examples join each batch independently, with ``rates`` of their own.

    Of an example that is never drawn nothing is revealed.  ``bins`` is how many groups of about as many examples are told apart, ``gap``
    the relative width of each answer that is aimed at.

    >>> found = weighted_epsilons("1e-5", rates=["1/8", *["1/800"] * 99], noise_multiplier=1, steps=8)
    >>> [(one.examples, round(float(one.upper), 2)) for one in found.bins]
    [(99, 0.03), (1, 3.17)]

    Raises :class:`~pabisym.errors.InputError` naming the argument.
    """
    level, width = read_delta(number(delta, "delta", floats=True)), read_gap(gap)
    if isinstance(bins, bool) or not isinstance(bins, int) or not 1 <= bins <= MOST_BINS:
        raise InputError("bins", "is no number of bins", f"give an integer from 1 to {MOST_BINS}")
    listed = rates.tolist() if hasattr(rates, "tolist") else rates
    if not isinstance(listed, list | tuple) or not listed:
        raise InputError("rates", "are no list of rates", "give one for each example")
    ordered = sorted(number(one, "rates", floats=True) for one in listed)
    for one in (ordered[0], ordered[-1]):
        if not 0 <= one <= 1:
            raise InputError("rates", f"have {short(one)}, which is no rate", "give numbers from 0 to 1")
    run = read_run(positive(number(noise_multiplier, "noise_multiplier", floats=True), "noise_multiplier"), steps, None, None, 1, "poisson",
                   adjacency)
    found, before, start = list[RateBin](), fmpq(0), 0
    while start < len(ordered):
        rate = ordered[min(start + max(len(ordered) // bins, 1), len(ordered)) - 1]
        end = bisect_right(ordered, rate)  # equal rates are in one bin
        answer = composed_epsilon([replace(run, rate=rate)], level, width) if rate else None
        ends = (Fraction(0), Fraction(0)) if answer is None else (answer.lower, answer.upper)
        found.append(RateBin(end - start, to_fraction(before), to_fraction(rate), *ends))
        before, start = rate, end
    return WeightedEpsilons(to_fraction(level), tuple(found))
