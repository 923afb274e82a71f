"""``pabisym.plots``: pictures of results, as figures of matplotlib that know nothing of pyplot, or as SVG.

Every function takes a ``path``, to which the picture is also written.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pabisym.lang.arguments import public
from pabisym.library.library import LibraryLike, open_library
from pabisym.show.heat_map import heat_map
from pabisym.show.interactive import movable
from pabisym.show.plot import taut_string
from pabisym.show.records import draw_records, record_map
from pabisym.show.testing import allocation_curves, draw_errors, statement_curves

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pabisym.comparison.compare import Comparison
    from pabisym.training.known import Privacy

__all__ = ["allocation_curves", "comparison", "comparison_curves", "dependencies", "draw_errors", "draw_records", "heat_map", "movable",
           "record_map", "statement_curves", "taut_string", "training"]


@public
def comparison(found: Comparison, path: str | os.PathLike[str] | None = None, *, curves: Mapping[str, Any] | None = None,
               library: LibraryLike = None) -> Figure:
    """Epsilon against the number of steps, for the theorems that apply in a comparison; ``curves`` are those of :func:`comparison_curves`.

    Raises :class:`~pabisym.errors.InputError` for a path that cannot be written.

    >>> import pabisym
    >>> comparison = pabisym.plots.comparison
    >>> from pabisym.library.library import open_library
    >>> from pabisym.comparison.compare import compare_unreplayed
    >>> from pabisym.comparison.symbols import RunSymbols
    >>> run = RunSymbols.of({"n": 4, "b": 1, "T": 4, "eta": "1/10", "L": 1, "sigma": 4, "delta": "1/1000", "M": 1})
    >>> found = compare_unreplayed(open_library(None), run, names=["feldman2018/theorem-23"])
    >>> comparison(found).axes[0].get_xlabel()
    'number of steps T'
    """
    from pabisym.show.compared import draw

    return draw(open_library(library), found, None if path is None else os.fspath(path), curves=curves)


@public
def comparison_curves(found: Comparison, *, library: LibraryLike = None) -> Mapping[str, Sequence[tuple[int, float]]]:
    """By the id of every theorem that applies in a comparison, numbers of steps with the epsilon that it gives there.

    >>> import pabisym
    >>> comparison_curves = pabisym.plots.comparison_curves
    >>> from pabisym.library.library import open_library
    >>> from pabisym.comparison.compare import compare_unreplayed
    >>> from pabisym.comparison.symbols import RunSymbols
    >>> run = RunSymbols.of({"n": 4, "b": 1, "T": 4, "eta": "1/10", "L": 1, "sigma": 4, "delta": "1/1000", "M": 1})
    >>> list(comparison_curves(compare_unreplayed(open_library(None), run, names=["feldman2018/theorem-23"])))
    ['feldman2018/theorem-23']
    """
    from pabisym.show.compared import curves_of

    return curves_of(open_library(library), found)


@public
def training(found: Privacy, path: str | os.PathLike[str] | None = None, *, library: LibraryLike = None) -> Figure:
    """Epsilon against the number of steps, for what is known of a training run.

    Raises :class:`~pabisym.errors.InputError` for a path that cannot be written.

    >>> import pabisym
    >>> training = pabisym.plots.training
    >>> from pabisym.training.answer import privacy
    >>> found = privacy(examples=10, steps=1, noise_multiplier=2, sampling="full", adjacency="replace", delta="1e-5")
    >>> training(found).axes[0].get_xlabel()
    'epochs'
    """
    from pabisym.show.trained_plot import draw_privacy

    return draw_privacy(found, open_library(library), None if path is None else os.fspath(path))


@public
def dependencies(name: str, path: str | os.PathLike[str] | None = None, *, library: LibraryLike = None) -> str:
    """What the proof of a theorem rests on, as SVG: statements in columns, coloured by status.

    Raises :class:`~pabisym.errors.InputError` for an id that is none.

    >>> import pabisym
    >>> dependencies = pabisym.plots.dependencies
    >>> dependencies("feldman2018/lemma-21")[:4]
    '<svg'
    """
    from pabisym.lang.files import write_file
    from pabisym.show.dependency_picture import ancestors, drawing

    known = open_library(library)
    graph, left_out = ancestors(known, known.entry(name).id)
    text = drawing(graph, f"What {name} rests on", name, left_out=left_out)
    if path is not None:
        write_file(path, text, "path")
    return text
