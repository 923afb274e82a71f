"""Formulas as MathML, which browsers set themselves: no script, no font and no network is needed.

The LaTeX of :mod:`pabisym.show.latex` is translated by latex2mathml, so that a formula reads the same in an article, a notebook and a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.term import Term
from pabisym.show.latex import latex

__all__ = ["formula", "mathml", "translated"]


def mathml(term: Term, names: Mapping[str, str] | None = None, *, display: bool = False) -> str:
    """A term, relation or judgement as one ``<math>`` element; ``names`` maps letters to their LaTeX."""
    return translated(latex(term, names), display=display)


def formula(text: str, names: Mapping[str, str] | None = None, *, display: bool = False) -> str:
    """A formula of the grammar as one ``<math>`` element; raises :class:`~pabisym.errors.InputError` for what is none."""
    return mathml(parse(text, "formula", None), names, display=display)


@lru_cache(maxsize=4096)
def translated(text: str, *, display: bool = False) -> str:
    """LaTeX for math mode as one ``<math>`` element; raises :class:`~pabisym.errors.InputError` for what cannot be read."""
    from latex2mathml.converter import convert

    try:
        found: str = convert(text, display="block" if display else "inline")
    except Exception as error:
        raise InputError("latex", f"{text[:60]!r} cannot be set: {type(error).__name__}", "use commands of amsmath") from error
    return found
