"""Rules for integrals, in balls."""

from __future__ import annotations

from functools import lru_cache

from flint import arb

from pabisym.lang.budget import poll


@lru_cache(maxsize=256)
def legendre(count: int, bits: int) -> tuple[tuple[arb, arb], ...]:
    """Nodes and weights of the Gauss-Legendre rule on [-1, 1], at the working precision, which is ``bits``."""
    found = []
    for k in range(count):
        poll()
        found.append(arb.legendre_p_root(count, k, weight=True))
    return tuple(found)
