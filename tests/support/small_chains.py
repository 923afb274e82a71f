"""Clipped chains in few words, for the tests."""

from __future__ import annotations

from pabisym.exact_law.chains import PROJECTIONS, ClippedLaw, clipped_chain

AFTER, BEFORE, MAP = PROJECTIONS


def chain(
    noise: str,
    steps: int,
    size: object,
    slope: object,
    offset: object,
    start: object,
    ends: tuple[object, object] = (0, 1),
    projection: str = AFTER,
) -> ClippedLaw:
    """A chain with Gaussian noise of variance ``size``, or Laplace noise of that scale."""
    sizes = {"noise_variance" if noise == "gaussian" else "laplace_scale": size}
    return clipped_chain(lower=ends[0], upper=ends[1], steps=steps, slope=slope, offset=offset, start=start,
                         projection=projection, **sizes)  # type: ignore[arg-type]
