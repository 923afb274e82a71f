"""``pabisym compare``: all theorems that apply to given parameters, the best first, and why the others do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from pabisym.cli.frame import FAILS, HOLDS, option_names, print_answer, tell_progress
from pabisym.errors import InputError

if TYPE_CHECKING:
    from pabisym.atlases.classes import Cell
    from pabisym.comparison.symbols import RunSymbols
    from pabisym.library.library import Library
    from pabisym.spec.configuration import Loss

MAX_DIGITS = 50


def run(library: Callable[[], Library], symbols: Mapping[str, str], options: Mapping[str, str | None], *, digits: int,
        plot: str | None, records: str | None, as_json: bool) -> int:
    """Compare, print, and draw; the exit status is that of :mod:`pabisym.cli.frame`, FAILS where no theorem applies.

    The run is described by ``symbols``, by ``options``, or by both.  ``plot`` and ``records`` are files of pictures.
    """
    from flint import fmpq

    from pabisym.comparison.compare import compare
    from pabisym.comparison.drawn import hidden_uses, random_batches
    from pabisym.comparison.symbols import described_run
    from pabisym.lang.rational import rational
    from pabisym.numerics.enclosure import between, interval_json
    from pabisym.show.atlased import cell_data, cell_line
    from pabisym.spec.configuration import CONVEX, STRONGLY_CONVEX

    if not 2 <= digits <= MAX_DIGITS:
        raise InputError("--digits", f"{digits} digits", f"ask for 2 to {MAX_DIGITS}")
    setting, loss, values = described_run(symbols, options)
    loaded = library()
    progress = tell_progress()
    with option_names(loss="--loss"):
        found = compare(setting, library=loaded, digits=digits, loss=cast("Loss", loss), progress=progress)
    if plot is not None:
        from pabisym.show.compared import draw

        with option_names(path="--plot"):
            draw(loaded, found, plot, progress)
    if records is not None:
        from pabisym.show.compared import draw_who

        with option_names(path="--records"):
            draw_who(setting, records)
    drawn = random_batches(setting, lower=as_json)
    cell, hidden = _cell(setting, loss), [*hidden_uses(setting)] if loss in (CONVEX, STRONGLY_CONVEX) else []
    listed = [{"if": words, "epsilon": interval_json(between(fmpq(0), rational(epsilon, "epsilon"), 6, 0))} for words, epsilon in hidden]
    more = {"accountant": None if drawn is None else drawn.to_json(), "atlas": cell_data(cell), "hidden_uses": listed}
    print_answer(found, as_json=as_json, more=more, given=values, drawn=drawn, cell=cell_line(cell), hidden=hidden)
    return HOLDS if found.applicable else FAILS


def _cell(setting: RunSymbols, loss: str) -> Cell:
    """The cell of the atlas for what is compared: batches in an order, Gaussian noise, the last iterate."""
    from pabisym.atlases.atlas import stored_cells
    from pabisym.atlases.classes import BOUNDED, GAUSSIAN, UNBOUNDED, ProcessClass
    from pabisym.spec.configuration import CONVEX, CYCLIC, FULL, LAST, STRONGLY_CONVEX

    values = setting.values
    kind = STRONGLY_CONVEX if loss == CONVEX and values["m"] > 0 else loss
    batches = FULL if values["b"] == values["n"] else CYCLIC
    return stored_cells()[ProcessClass(kind, batches, BOUNDED if "D" in values else UNBOUNDED, GAUSSIAN, LAST).words]
