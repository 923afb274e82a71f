"""The certified epsilon of many steps of sampled Laplace noise on the line, when all iterates are released."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pabisym.accounting.accountant import composed_epsilon, read_delta, read_gap
from pabisym.accounting.mechanisms import LaplaceSteps
from pabisym.accounting.solve import CertifiedEnds
from pabisym.accounting.steps import COMPOSITION, FLOATS, read_run
from pabisym.errors import InputError
from pabisym.lang.arguments import NumberLike
from pabisym.lang.rational import rational

ONE_STEP = ("the pair that dominates one step of a log-concave noise (by the lemma of Neyman and Pearson, in "
            "pabisym.accounting.laplace_shape)")


@dataclass(frozen=True)
class LaplaceAccount:
    """``ends`` of the epsilon of all iterates; ``tight`` where runs with constant gradients attain the pair in every step."""

    ends: CertifiedEnds
    tight: bool
    believes: tuple[str, ...] = (ONE_STEP, COMPOSITION, FLOATS)


@lru_cache(maxsize=64)
def laplace_epsilon(delta: NumberLike, *, scale_multiplier: NumberLike, steps: int, rate: NumberLike, sampling: str, adjacency: str,
                    gap: NumberLike = "1/1000") -> LaplaceAccount:
    """The least epsilon at ``delta`` for which all iterates of training on the line with Laplace noise are (epsilon, delta)-private.

    ``scale_multiplier`` is the scale of the noise on the sum of the clipped gradients over the clipping norm; the other arguments are
    those of :func:`~pabisym.accounting.accountant.certified_epsilon`, without batches of a fixed size where a gradient becomes 0.

    >>> from flint import fmpq
    >>> from pabisym.accounting import laplace_epsilon
    >>> found = laplace_epsilon(fmpq(1, 10**6), scale_multiplier=fmpq(5), steps=1, rate=fmpq(1), sampling="full", adjacency="replace")
    >>> 0.3999 < float(found.ends.lower) < float(found.ends.upper) < 0.4
    True

    Raises :class:`~pabisym.errors.InputError` naming the argument, and :class:`~pabisym.errors.Undecided` where no bound is found.
    """
    run = read_run(scale_multiplier, steps, None, None, rate, sampling, adjacency)
    level, width = read_delta(delta), read_gap(gap)
    if (sampling, adjacency) == ("fixed-size", "zero-out"):
        raise InputError("adjacency", "zero-out is not covered for batches of a fixed size", "give replace")
    found = composed_epsilon([LaplaceSteps(run)], level, width)
    return LaplaceAccount(CertifiedEnds(rational(found.lower, "epsilon"), rational(found.upper, "epsilon")), found.tight)
