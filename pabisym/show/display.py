"""Which results show themselves at the end of a cell, and how: one table, handed to IPython's formatters.

Objects do not draw themselves.  :func:`register` names their types to a running IPython by module and name (``for_type_by_name``),
so that nothing is imported before something is shown; subclasses are shown as what they derive from.  This module imports nothing
but the standard library.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

HTML, LATEX, MARKDOWN = "text/html", "text/latex", "text/markdown"

_Drawing = Callable[[Any], str | None]


def _drawing(module: str, function: str) -> _Drawing:
    """A function of a module of this package, looked up when something is shown."""

    def draw(found: Any) -> str | None:
        from pabisym.show import notebook, results, shift_latex

        home = {"notebook": notebook, "results": results, "shift_latex": shift_latex}[module]
        shown: str | None = getattr(home, function)(found)
        return shown

    return draw


_notebook, _shift = partial(_drawing, "notebook"), partial(_drawing, "shift_latex")
_report = _drawing("results", "report_html")
_REPORTED = (
    ("pabisym.atlases.atlas", "Atlas"), ("pabisym.atlases.gaps", "Gap"), ("pabisym.comparison.compare", "Comparison"),
    ("pabisym.derivation.asymptotics", "Limit"), ("pabisym.derivation.explain", "Explanation"),
    ("pabisym.feasibility.spec_allocation", "JudgedAllocation"), ("pabisym.library.beliefs", "Beliefs"),
    ("pabisym.accounting.conversion", "Converted"), ("pabisym.library.point", "Evaluation"), ("pabisym.refutation.referee", "Checked"),
    ("pabisym.refutation.search", "Decision"), ("pabisym.shift.feasibility", "Feasibility"),
    ("pabisym.shift.noise_split", "Splitting"), ("pabisym.training.known", "Privacy"),
    ("pabisym.training.phased", "PhasedPrivacy"), ("pabisym.training.hiding", "HidingMap"),
    ("pabisym.accounting.statement", "PrivacyStatement"),
)  # fmt: skip
"""Types of which a notebook shows the report as it is."""
SHOWN: Mapping[tuple[str, str], Mapping[str, _Drawing]] = {
    ("pabisym.library.theorem", "LibraryTheorem"): {HTML: _notebook("theorem_html"), LATEX: _notebook("theorem_latex")},
    ("pabisym.library.statement", "Statement"): {HTML: _notebook("statement_html"), LATEX: _notebook("statement_latex")},
    ("pabisym.library.library", "Library"): {HTML: _notebook("library_html")},
    ("pabisym.derivation.derive", "Derivation"): {HTML: _report, LATEX: _notebook("derivation_latex")},
    ("pabisym.graphs.model", "MarkovGraph"): {HTML: _notebook("kernel_graph_html"), LATEX: _notebook("kernel_graph_latex")},
    ("pabisym.process.sequence", "StepSequence"): {LATEX: _notebook("sequence_latex")},
    ("pabisym.shift.allocate", "Allocation"): {LATEX: _shift("allocation_latex")},
    ("pabisym.shift.calibrate", "LeastNoise"): {LATEX: _shift("least_noise_latex")},
    ("pabisym.shift.general.solve", "GeneralAllocation"): {LATEX: _shift("general_allocation_latex")},
    ("pabisym.shift.marginals", "AllocationExplanation"): {LATEX: _shift("explanation_latex")},
    ("pabisym.exercises.course", "Posed"): {MARKDOWN: repr},
    ("pabisym.accounting.history", "Accountant"): {MARKDOWN: lambda found: str(found.table())},
    **{kind: {HTML: _report} for kind in _REPORTED},
}
"""Module and name of a type, and for every format the function that draws it."""

_TOLD: weakref.WeakSet[Any] = weakref.WeakSet()
"""The shells that know already; what a user has registered there since stays."""


def running_shell() -> Any:
    """The IPython shell that runs, if any."""
    running = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return running() if running is not None else None


def register(shell: Any = None) -> bool:
    """Tell an IPython shell (None: the running one, if any) how results are shown, once; whether there is one."""
    return register_table({}, shell)


def register_table(more: Mapping[tuple[str, str], Mapping[str, _Drawing]], shell: Any = None) -> bool:
    """The same with the rows of another table."""
    if shell is None:
        shell = running_shell()
    formatters = getattr(getattr(shell, "display_formatter", None), "formatters", None)
    if formatters is None:
        return False
    if shell not in _TOLD:
        _TOLD.add(shell)
        for (module, name), formats in {**SHOWN, **more}.items():
            for kind, draw in formats.items():
                if kind in formatters:
                    formatters[kind].for_type_by_name(module, name, draw)
    return True
