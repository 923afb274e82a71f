"""Formulas as MathML, which browsers set themselves: no script, no font and no network is needed.

The LaTeX of :mod:`pabisym.show.latex` is translated by latex2mathml, so that a formula reads the same in an article, a notebook and a page.

Browsers break no line within a formula.  A long formula of a line is therefore several (:func:`in_line`), each of which begins with a
relation, or with a plus or minus where that does not suffice; its words stand between them, and what ends a sentence or opens a bracket
stays with its formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape
from itertools import groupby
from xml.etree import ElementTree

from pabisym.errors import InputError, visible
from pabisym.lang.grammar import parse
from pabisym.lang.term import Term
from pabisym.show.latex import latex


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


LONG = 24
"""So many characters of a formula stay on one line."""
SHORT = 3
"""So many characters are no line of their own."""
RELATIONS, SUMS = "=≠≤≥<>∼≈→⇒↦∈", "+−"
OPENING, CLOSING = re.compile(r"[(\[“‘]+$"), re.compile(r"[.,;:!?)\]”’]+|-\w+")
"""What stays on the line of the formula that follows, and of the formula before."""
BREAKS = (" ", "<wbr>")
_TAG = re.compile(r"<(/?)(\w+)[^>]*?(/?)>([^<]*)")
_WORDS = re.compile(r'<mtext>([^<]*)</mtext>|<mi>(:)</mi><mspace width="0\.278em" />')


def in_line(markup: str, before: str = "", after: str = "") -> str:
    """A formula of a line as HTML whose lines may end where a reader breaks them; ``before`` and ``after`` (HTML) stay on its line.

    >>> in_line(latex_to_mathml("x"), after=",").partition("<math")[0]
    '<span class="whole">'
    """
    found = ""
    for broken, group in groupby((before, *_atoms(markup), after), BREAKS.__contains__):
        atoms = [*filter(None, group)]
        found += "".join(atoms) if broken or len(atoms) < 2 else f'<span class="whole">{"".join(atoms)}</span>'
    return found


def _atoms(markup: str) -> Iterator[str]:
    """Formulas, the words between them, and places at which the line may end."""
    head, _, rest = markup.partition("<mrow>")
    body = rest.removesuffix("</mrow></math>")
    if len(_shown(body)) <= LONG:
        yield markup
        return
    for words, row in _segments(body):
        for number, part in enumerate(_parts(row) if row else ()):
            yield from BREAKS[1:] if number else ()
            yield f"{head}<mrow>{part}</mrow></math>"
        for number, word in enumerate(words.split(" ")):
            yield from BREAKS[:1] if number else ()
            yield word


def _shown(markup: str) -> str:
    """What a reader sees of a formula, without its structure."""
    return unescape(re.sub(r"<[^>]*>", "", markup))


def _segments(body: str) -> Iterator[tuple[str, str]]:
    """Words of a row that are in no other element, and the formula before them."""
    begin = depth = 0
    for tag in _TAG.finditer(body):
        found = _WORDS.match(body, tag.start()) if depth == 0 else None
        if found:
            yield (found[1] or ": ").replace("&#x000A0;", " "), body[begin:found.start()]
            begin = found.end()
        depth += 0 if tag[3] else -1 if tag[1] else 1
    yield "", body[begin:]


def _parts(row: str) -> list[str]:
    """A row without words as one or several, between which the line may end: one bracket may be broken where nothing else suffices."""
    parts = [row]
    for signs, deep, least in ((RELATIONS, 0, 0), (SUMS, 0, LONG), (SUMS, 1, LONG + 4)):
        parts = [one for part in parts for one in (_split(part, signs, deep) if len(_shown(part)) > least else [part])]
    if len(parts) > 1 and len(_shown(parts[0])) <= SHORT:
        parts[:2] = ["".join(parts[:2])]
    parts[1:] = [re.sub("^<mo>", '<mo form="infix">', part) for part in parts[1:]]
    return parts


def _split(body: str, signs: str, deep: int) -> Iterator[str]:
    """The parts of a row, each after the first beginning with one of the signs that is in at most so many brackets."""
    depth = opened = within = begin = inner = 0
    for tag in _TAG.finditer(body):
        if tag[2] == "mo" and not tag[1]:
            sign = unescape(tag[4])
            inner = inner if opened else tag.start()
            within ^= sign in ("|", "‖") and opened == 0  # a norm
            opened += (sign in "([{⌊⌈") - (sign in ")]}⌋⌉")  # a closing bracket with an exponent is deeper than the one that it closes
            large = deep and opened == 1 and sign == "{" and "minsize" in tag[0]
            enough = opened == 0 or large or len(_shown(body[inner:tag.start()])) > LONG // 3
            if (sign in signs or large) and depth == within == 0 and opened <= deep and enough and _shown(body[begin:tag.start()]):
                yield body[begin:tag.start()]
                begin = tag.start()
        depth += 0 if tag[3] else -1 if tag[1] else 1
    yield body[begin:]
