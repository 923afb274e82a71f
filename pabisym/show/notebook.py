"""What notebooks show of results: short HTML with formulas as MathML, which needs no script, and LaTeX where HTML is not taken.

One function for each type and format; :mod:`pabisym.show.display` has the table, and tells IPython.
"""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from pabisym.lang.grammar import parse
from pabisym.show.latex import conclusion_latex, latex, letters_latex
from pabisym.show.mathml import mathml
from pabisym.show.rendering import html_table

if TYPE_CHECKING:
    from pabisym.derivation.derive import Derivation
    from pabisym.graphs.model import MarkovGraph
    from pabisym.library.library import Library
    from pabisym.library.statement import Statement
    from pabisym.library.theorem import LibraryTheorem
    from pabisym.process.sequence import StepSequence


def statement_html(statement: Statement, status: str = "") -> str:
    """Title, reference, conclusion and assumptions of a statement."""
    names = letters_latex(statement)
    reference = f"{statement.reference.key}, {statement.reference.label}"
    words = f"{statement.id} ({reference})" + (f", {status}" if status else "")
    head = f"<b>{escape(statement.title)}</b> <small>{escape(words)}</small>"
    conclusion = statement.conclusion or statement.bound
    shown = f"<p>{mathml(parse(conclusion, statement.id, None), names, display=True)}</p>" if conclusion else ""
    rows = [(escape(a.name), mathml(parse(a.holds, a.name, None), names)) for a in statement.assumptions]
    listed = f"<details><summary>{len(rows)} assumptions</summary>{html_table((), rows)}</details>" if rows else ""
    return f"<div><p>{head}</p>{shown}{listed}</div>"


def statement_latex(statement: Statement) -> str | None:
    """The conclusion as displayed math, None where there is none; the whole statement is ``pabisym show --latex``."""
    return conclusion_latex(statement) or None


def theorem_html(theorem: LibraryTheorem) -> str:
    """The statement with its computed status."""
    return statement_html(theorem.statement, theorem.status)


def theorem_latex(theorem: LibraryTheorem) -> str | None:
    """The conclusion as displayed math."""
    return statement_latex(theorem.statement)


def library_html(library: Library) -> str:
    """How many statements there are of every paper."""
    count = Counter(name.partition("/")[0] for name in library.files)
    return html_table(("paper", "statements"), [(escape(paper), str(number)) for paper, number in sorted(count.items())])


def derivation_latex(found: Derivation) -> str:
    """The derived bound; the whole derivation is :func:`pabisym.show.article.derivation_latex`."""
    from pabisym.show.article import claim_latex

    return f"${claim_latex(found)}$"


def kernel_graph_html(graph: MarkovGraph) -> str:
    """The picture of a kernel graph."""
    from pabisym.show.graph_picture import kernel_graph_svg

    return kernel_graph_svg(graph)


def kernel_graph_latex(graph: MarkovGraph) -> str:
    """The bound at the sink."""
    from pabisym.graphs.analysis import bound

    return rf"$\displaystyle E_\gamma \le {latex(bound(graph))}$"


def sequence_latex(sequence: StepSequence) -> str:
    """The value at step k."""
    return f"${latex(sequence.term())}$"
