"""The papers of the library, read from ``theorems/references.bib``: who wrote them, what they are called, where they are to be had."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from pabisym.library.files import builtin_folder

_ENTRY = re.compile(r"^@\w+\{(?P<key>\w+),\n(?P<body>.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^\s*(\w+)\s*=\s*\{(.*)\},?$", re.MULTILINE)
GREEK = {"gamma": "γ", "delta": "δ", "varepsilon": "ε"}
SEARCH = "https://www.semanticscholar.org/search?q="
"""What a link leads to where an entry names no address: a search for the title."""


class Paper(NamedTuple):
    """One entry of the bibliography: its fields without the markup of BibTeX, and the entry as it is written."""

    authors: str
    title: str
    venue: str
    year: str
    link: str
    bibtex: str
    mark: str = ""
    """What tells it from others by the same authors in the same year."""

    @property
    def short(self) -> str:
        """Authors and year, as a text names the paper: of more than two authors the first."""
        several = "," in self.authors or self.authors.endswith(" et al.")
        return f"{self.authors.partition(',')[0] + ' et al.' if several else self.authors} ({self.year}{self.mark})"


@lru_cache(maxsize=1)
def bibliography() -> dict[str, Paper]:
    """All entries by their keys.

    >>> bibliography()["feldman2018"].short, bibliography()["feldman2018"].link
    ('Feldman et al. (2018)', 'https://arxiv.org/abs/1808.06651')
    """
    found = {}
    for match in _ENTRY.finditer((builtin_folder() / "references.bib").read_text(encoding="utf-8")):
        fields = {name.lower(): _plain(value) for name, value in _FIELD.findall(match["body"])}
        names = [name.partition(",")[0] for name in fields["author"].split(" and ")]
        end = " et al." if names[-1] == "others" else f" and {names[-1]}"
        authors = names[0] if len(names) == 1 else ", ".join(names[:-1]) + end
        arxiv = f"https://arxiv.org/abs/{fields['eprint']}" if "eprint" in fields else ""
        venue = fields.get("booktitle") or fields.get("journal") or fields.get("publisher") or ("arXiv" if arxiv else "")
        link = arxiv or fields.get("url") or SEARCH + quote(fields["title"])
        found[match["key"]] = Paper(authors, fields["title"], venue, fields["year"], link, match[0])
    return {key: paper._replace(mark=_mark(paper, [one for one in found.values() if one.short == paper.short]))
            for key, paper in found.items()}


def _mark(paper: Paper, alike: list[Paper]) -> str:
    """Where it was published, of papers whose short names are alike, or else a letter."""
    places = [f", {one.venue.rpartition('(')[2].rstrip(')')}" for one in alike]
    marks = places if len({*places}) == len(alike) else "abcdefghij"
    return marks[alike.index(paper)] if len(alike) > 1 else ""


def _plain(text: str) -> str:
    """A value of BibTeX without braces and dollars, with its accents and Greek letters."""
    text = re.sub(r"\\'(\w)", "\\1\u0301", re.sub(r"[{}$]", "", text))
    text = re.sub(r"\\([a-z]+)", lambda found: GREEK.get(found[1], found[0]), text)
    return unicodedata.normalize("NFC", text.replace("_γ", "ᵧ"))
