"""The accountant's row: all iterates of a run with random batches, by certified privacy loss distributions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pabisym.accounting.accountant import certified_epsilon
from pabisym.accounting.conversion import SampledBound, convert_bound
from pabisym.errors import PabisymError
from pabisym.lang.rational import rational
from pabisym.notions.conversion import SampledGaussian
from pabisym.numerics.enclosure import Enclosure, between
from pabisym.spec.configuration import FIXED_SIZE, POISSON, REPLACE, Configuration

WIDE = Fraction(1, 100)
"""A relative width of the interval from which on the route by Rényi divergences is tried as well."""


@dataclass(frozen=True)
class AccountantEpsilon:
    """What accounting says: ``interval`` ends in a guarantee and begins at what runs with constant gradients reveal."""

    interval: Enclosure
    method: str
    source: str


def accountant_epsilon(run: Configuration, digits: int = 6) -> AccountantEpsilon | str:
    """The epsilon of all iterates of a run with random batches; as a text why there is none, where none is found."""
    same = Configuration(run.examples, run.batch, run.steps, run.noise_multiplier, run.sampling, run.delta, run.adjacency,
                         sample_rate=run.sample_rate)
    return _accounted(same, digits)


@lru_cache(maxsize=256)
def _accounted(run: Configuration, digits: int) -> AccountantEpsilon | str:
    """The same of what accounting looks at: neither losses nor what is released."""
    try:
        found = certified_epsilon(run.delta, noise_multiplier=run.noise_multiplier, steps=run.steps, **sampling_arguments(run))
    except PabisymError as problem:
        return str(problem)
    upper, method, source = found.upper, f"{found.method} of {found.pair}", "; ".join(found.believes)
    if found.gap > WIDE and run.sampling == POISSON and run.adjacency != REPLACE:
        steps = SampledBound(((SampledGaussian.of(run.rate, run.noise_multiplier), run.steps),))
        other = convert_bound(steps, run.delta, None, digits)
        if Fraction(other.value.upper) < upper:
            upper, method = Fraction(other.value.upper), "Rényi divergences of the sampled Gaussian mechanism, at the best order"
            source = f"Mironov, Talwar and Zhang 2019; {other.source}"
    return AccountantEpsilon(between(rational(found.lower, "epsilon"), rational(upper, "epsilon"), digits, 0), method, source)


def sampling_arguments(run: Configuration) -> dict[str, Any]:
    """How the batches of a run are drawn and when data sets are neighbours, in the words of :mod:`pabisym.accounting`."""
    words: dict[str, Any] = {"sampling": run.sampling, "adjacency": run.adjacency}
    if run.sampling == POISSON:
        return {**words, "rate": run.rate}
    return {**words, "examples": run.examples, "batch": run.batch} if run.sampling == FIXED_SIZE else words
