"""The function ``pabisym.atlas``: the cells as they were computed and stored, or computed anew with theorem files of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pabisym.atlases.classes import GAUSSIAN, Cell, classes, points_of
from pabisym.errors import PabisymError
from pabisym.lang.arguments import public
from pabisym.lang.tables import Tabled
from pabisym.library.library import LibraryLike, open_library

STORED = Path(__file__).with_name("cells.json")
"""The cells of the built-in library, written by ``docs/_extensions/atlas_page.py``; a test computes them again."""


@dataclass(frozen=True)
class Atlas(Tabled):
    """Cells, in the order of the classes."""

    cells: tuple[Cell, ...]

    @property
    def rows(self) -> tuple[Cell, ...]:
        """The cells."""
        return self.cells

    def __repr__(self) -> str:
        return f"Atlas({len(self.cells)} classes, {sum(not cell.open for cell in self.cells)} of them closed)"

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym atlas --json``."""
        points = [{"name": point.name, "run": point.said} for point in points_of(GAUSSIAN)]
        return {"points": points, "cells": [cell.to_json() for cell in self.cells]}


@public
def atlas(*, library: LibraryLike = None, progress: Callable[[str], None] | None = None, loss: str | None = None,
          batches: str | None = None, domain: str | None = None, noise: str | None = None, release: str | None = None) -> Atlas:
    """The best known bound of each class of processes, how far it is from the lower bound beside it, and what is open.

    A class is named by its ``loss`` (convex, strongly-convex, nonconvex, clipped), ``batches`` (full, cyclic, poisson, fixed-size,
    shuffled), ``domain`` (bounded, unbounded), ``noise`` (gaussian, laplace) and ``release`` (last, all); what is left out is not
    restricted.  Every class is evaluated at two or three runs, see :mod:`pabisym.atlases.classes`; bounds are epsilons in nats, enclosed.
    With a ``library`` of one's own, or folders, the cells are computed anew, which takes a second or two for each class.

    Raises :class:`~pabisym.errors.InputError` for a value that is not known.

    >>> from pabisym import atlas
    >>> found = atlas(loss="convex", batches="full", domain="unbounded", noise="gaussian", release="last")
    >>> found.cells[0].tightness, found.cells[0].values[0].by
    ('exact', 'pabisym/periodic-gap')
    """
    wanted = list(classes(loss=loss, batches=batches, domain=domain, noise=noise, release=release))
    if library is None:
        known = stored_cells()
        return Atlas(tuple(known[kind.words] for kind in wanted))
    from pabisym.atlases.cells import cells  # the accountant is loaded where a class is evaluated

    return Atlas(tuple(cells(wanted, open_library(library), progress)))


@lru_cache(maxsize=1)
def stored_cells() -> dict[tuple[str, ...], Cell]:
    """The stored cells by the words of their classes."""
    try:
        found = [Cell.of_json(cell) for cell in json.loads(STORED.read_text(encoding="utf-8"))["cells"]]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise PabisymError(f"the stored atlas cannot be read: {problem}") from None
    return {cell.kind.words: cell for cell in found}
