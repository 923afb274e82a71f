"""What a notebook shows of symbolic objects: formulas and claims as LaTeX, kernel graphs as pictures; the table for IPython.

It stands above :mod:`pabisym.show.display`, whose table has all other results, and imports nothing before something is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from pabisym.show.display import HTML, LATEX, MARKDOWN, register_table

SVG = "image/svg+xml"


def _latex(found: Any) -> str:
    return rf"$\displaystyle {found.latex()}$"


def _letter(found: Any) -> str:
    """The symbol with its domain and its meaning."""
    from pabisym.lang.term import Name
    from pabisym.show.latex import latex

    domain = ", ".join((found.kind, *(f"${latex(relation)}$" for relation in found.relations)))
    return f"${latex(Name(found.name))}$: {domain}{f'; {found.meaning}' if found.meaning else ''}"


def _report(found: Any) -> str:
    """The report of a derivation."""
    from pabisym.show.results import report_html

    return report_html(found)


def _process(found: Any) -> str:
    """The sequences of a process."""
    import sympy

    from pabisym.symbolic.numbers import step_symbol

    k = step_symbol()
    parts = (("s_k", found.s(k)), ("c_k", found.c(k)), (r"\sigma_k^2", found.v(k)))
    return r"$\displaystyle " + r",\quad ".join(f"{name} = {sympy.latex(value)}" for name, value in parts) + "$"


def _table(found: Any) -> str:
    """The rows as a table of HTML."""
    from html import escape

    from pabisym.show.rendering import html_table

    cells = [[", ".join(value) if isinstance(value, tuple) else str(value) for value in record.values()] for record in found.records()]
    return html_table(found.columns, [tuple(map(escape, row)) for row in cells])


FACE: Mapping[tuple[str, str], Mapping[str, Callable[[Any], str | None]]] = {
    ("pabisym.symbolic.claim", "Claim"): {LATEX: _latex},
    ("pabisym.symbolic.derived", "SymbolicDerivation"): {HTML: _report, LATEX: lambda found: _latex(found.bound)},
    ("pabisym.symbolic.formula", "Formula"): {LATEX: _latex},
    ("pabisym.symbolic.kernel_graph", "KernelGraph"): {SVG: lambda found: cast("str", found.svg())},
    ("pabisym.symbolic.numbers", "Letter"): {MARKDOWN: _letter},
    ("pabisym.symbolic.process", "Process"): {LATEX: _process},
    ("pabisym.symbolic.search", "Table"): {HTML: _table},
    ("pabisym.symbolic.theorem", "AppliedTheorem"): {LATEX: lambda found: _latex(found.bound)},
    ("pabisym.symbolic.theorem", "StatedTheorem"): {LATEX: _latex},
}
"""As :data:`pabisym.show.display.SHOWN`."""


def register(shell: Any = None) -> bool:
    """Tell an IPython shell (None: the running one, if any) how all results are shown, once; whether there is one."""
    return register_table(FACE, shell)
