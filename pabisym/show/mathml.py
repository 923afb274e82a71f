"""Formulas as MathML, which browsers set themselves: no script, no font and no network is needed.

The LaTeX of :mod:`pabisym.show.latex` is translated by latex2mathml, so that a formula reads the same in an article, a notebook and a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from xml.etree import ElementTree

from pabisym.errors import InputError, visible
from pabisym.lang.grammar import parse
from pabisym.lang.term import Term
from pabisym.show.latex import latex

__all__ = ["formula", "latex_to_mathml", "mathml"]


def mathml(term: Term, names: Mapping[str, str] | None = None, *, display: bool = False) -> str:
    """A term, relation or judgement as one ``<math>`` element; ``names`` maps letters to their LaTeX."""
    return latex_to_mathml(latex(term, names), display=display)


def formula(text: str, names: Mapping[str, str] | None = None, *, display: bool = False) -> str:
    """A formula of the grammar as one ``<math>`` element; raises :class:`~pabisym.errors.InputError` for what is none."""
    return mathml(parse(text, "formula", None), names, display=display)


_ELEMENTS = frozenset(re.findall(
    r"\w+",
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts "
    "none mtable mtr mtd mstyle mpadded mphantom",
))
_ATTRIBUTES = frozenset(re.findall(
    r"\w+",
    "display stretchy fence form separator mathvariant displaystyle scriptlevel linethickness width height depth voffset "
    "lspace rspace accent accentunder minsize maxsize movablelimits largeop symmetric columnalign columnspacing rowspacing "
    "columnlines rowlines",
))

_BRACES = {"{": "{", "}": "}", "|": "‖"}
_SIZED = re.compile(r">\\([{}|])<")
r"""What latex2mathml leaves as commands after ``\big`` and its like."""
_NAMED = re.compile(
    r"((?<!<msup>)(?<!<msub>)(?<!<msubsup>)<mi>(?:exp|inf|ln|log|max|min|sup|tanh)</mi>"
    r"|<msup><mi>(?:exp|ln|log|tanh)</mi><m[in]>[^<]*</m[in]></msup>)(?=<(?:mi|mn|msub|msup|msubsup|mfrac|msqrt)>)")
"""A function, or a power of it, and an argument without brackets, which browsers set as one word."""
_BAR = re.compile(r'<mo stretchy="false">(?:&#x0007C;|\|)</mo>')
"""A bar of a norm, which browsers take for a relation with space on both sides."""


@lru_cache(maxsize=4096)
def latex_to_mathml(text: str, *, display: bool = False) -> str:
    """LaTeX for math mode as one ``<math>`` element; raises :class:`~pabisym.errors.InputError` for what cannot be read.

    What comes out holds elements and attributes of formulas alone, no links, no styles and nothing that a browser would run: the text of a
    formula may have been written by others, and the translation takes commands for text and for links as they are.
    """
    from latex2mathml.converter import convert

    try:
        found: str = convert(text, display="block" if display else "inline")
        found = _NAMED.sub(r'\1<mspace width="0.17em" />', _SIZED.sub(lambda brace: f">{_BRACES[brace[1]]}<", found))
        found = _BAR.sub('<mo stretchy="false" lspace="0" rspace="0">|</mo>', found)
        harmless = all(
            part.tag.removeprefix("{http://www.w3.org/1998/Math/MathML}") in _ELEMENTS and part.attrib.keys() <= _ATTRIBUTES
            for part in ElementTree.fromstring(found).iter()
        )
    except Exception as error:
        raise InputError("latex", f"{visible(text[:60])} cannot be set: {type(error).__name__}", "use commands of amsmath") from error
    if not harmless or not all(character.isprintable() or character.isspace() for character in text):
        raise InputError("latex", f"{visible(text[:60])} is more than a formula", "use commands of amsmath, without links and markup")
    return found
