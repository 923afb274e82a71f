"""Laws on an interval, numerically: atoms at its ends, and a density between them in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from pabisym.exact_law.densities import Density

Piece = tuple[fmpq, fmpq, Density]
"""Left end, right end, and the density between them."""


@dataclass(frozen=True)
class Spread:
    """The masses of both ends, and adjacent pieces from one end to the other."""

    low: arb
    high: arb
    pieces: tuple[Piece, ...]

    @classmethod
    def average(cls, parts: Sequence[tuple[fmpq, Spread]]) -> Spread:
        """The mixture of laws on the same interval, with these weights."""
        weight, first = parts[0]
        low, high = first.low * weight, first.high * weight
        pieces = [(left, right, density.scaled(arb(weight))) for left, right, density in first.pieces]
        for share, law in parts[1:]:
            low, high = low + law.low * share, high + law.high * share
            pieces = [(left, right, f.minus(-arb(share), g)) for left, right, f, g in common_pieces(pieces, law.pieces)]
        return cls(low, high, tuple(pieces))


def common_pieces(first: Sequence[Piece], second: Sequence[Piece]) -> list[tuple[fmpq, fmpq, Density, Density]]:
    """The pieces of two laws on common intervals."""
    found, i, j = [], 0, 0
    while i < len(first) and j < len(second):
        (left, right, f), (start, end, g) = first[i], second[j]
        if max(left, start) < min(right, end):
            found.append((max(left, start), min(right, end), f, g))
        i, j = (i + 1 if right <= end else i), (j + 1 if end <= right else j)
    return found
