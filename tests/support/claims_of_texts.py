"""The sentences of a paper that claim something, and where each is judged.

``tests/theorems/sentences/<paper>.txt`` lists them, one a line: the section, a few words of the sentence, and the ids of the items (with the
number of the clause, where the item lists several) that say what it is worth, or why it claims nothing::

    1 | tight with no loss in constants | remark-tight-identity 2
    1 | of a standard concept | no claim: an introduction

The texts of the papers are not part of the project.  Who has one finds what the list lacks::

    PYTHONPATH=tests python -m support.claims_of_texts feldman2018 TEXT

which prints every sentence with a word of :data:`CLAIMS`, outside proofs, displayed formulas and references, in which the words of no line
occur, and every line whose words occur nowhere; status 1 where there is one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[1] / "theorems" / "sentences"
CLAIMS = re.compile(
    r"\b(necess\w*|always|never|strong(er|est)|weak(er|est)?|trivial\w*|non-?trivial|vacuous|better|worse|worst|best|optimal\w*|tight(er|ness)?|"
    r"larger|smaller|least|most|faster|slower|grow\w*|decreas\w*|increas\w*|improv\w*|reduc\w*|cannot|impossible|if and only if|suffic\w*|"
    r"match\w*|compar\w*|dominat\w*|vanish\w*|converg\w*|linear\w*|exponential\w*|constant|independent of|bounded by|close to|equal\w*|"
    r"exceed\w*|significant\w*|substantial\w*|pronounced|holds?|implies|any)\b|\\le|\\ge|\\lesssim|\\gtrsim|\\tilde|O\(|\\Omega|[<>≤≥]|(?:[=≈,]|than|around) *\$?\d+\.\d+|%",
    re.IGNORECASE)
"""What a sentence has that claims something: a word that compares, a bound, a number."""
NOTHING = "no claim: "


class Line(NamedTuple):
    """A line of the list: the section, words of the sentence, and what it says about it."""

    section: str
    words: str
    judged: str


def lines(paper: str) -> list[Line]:
    """The list of a paper; raises :class:`ValueError` for a line of another form."""
    found = []
    for text in (FOLDER / f"{paper}.txt").read_text(encoding="utf-8").splitlines():
        parts = [part.strip() for part in text.split(" | ")]
        if len(parts) != 3 or not all(parts):
            raise ValueError(f"{paper}: {text}: write it as section | words | ids, or no claim: why")
        found.append(Line(*parts))
    return found


def letters(text: str) -> str:
    """A text without what its setting adds: letters and digits alone."""
    return re.sub(r"[^a-z0-9]+", "", re.sub(r"<[^<>]{1,80}>", "", text).lower())


def sentences(text: str) -> Iterator[tuple[str, str]]:
    """The sentences of a text outside proofs, displays and references, with the heading above them."""
    body = re.split(r"\n#+ *\**references?\**\s*\n", text, maxsplit=1, flags=re.IGNORECASE)
    after = re.split(r"\n(?=#+ *\**(?:appendix|[A-H]\b))", body[1], maxsplit=1, flags=re.IGNORECASE)[1:] if len(body) > 1 else []
    whole = "\n".join([body[0], *after])
    whole = re.sub(r"\$\$.*?\$\$", " ", whole, flags=re.DOTALL)
    whole = re.sub(r"^\W{0,4}Proof\b(?! sketch).*?(?:□|\\square|\\blacksquare|■|\\qed)", " ", whole, flags=re.DOTALL | re.MULTILINE)
    heading = ""
    for paragraph in re.split(r"\n\s*\n", whole):
        told = " ".join(paragraph.split())
        if told.startswith("#"):
            heading = told.strip("# *")
            continue
        for sentence in re.split(r"(?<=[.!?])\*?\s+(?=[A-Z\\$*\[])", told):
            plain = re.sub(r"</?\w+>|^\W*[A-Z]\w+ [A-Z]?\.?\d[\d.]*\W+(?:\([^()]*\))?\W*$", "", sentence)
            if len(plain.split()) > 3 and ". . . ." not in plain:
                yield heading, plain


def missing(paper: str, text: str) -> Iterator[tuple[str, str]]:
    """The claiming sentences in which the words of no line occur, with their headings."""
    known = [letters(line.words) for line in lines(paper)]
    for heading, sentence in sentences(text):
        if CLAIMS.search(sentence) and not any(words in letters(sentence) for words in known):
            yield heading, sentence


def main(arguments: list[str]) -> int:
    """Print what the list of a paper lacks, and lines that are found nowhere."""
    paper, path = arguments
    text = Path(path).read_text(encoding="utf-8")
    lacking, whole = list(missing(paper, text)), [letters(sentence) for _, sentence in sentences(text)]
    stray = [line for line in lines(paper) if not any(letters(line.words) in one for one in whole)]
    sys.stdout.writelines([*(f"{heading} | {sentence}\n" for heading, sentence in lacking), *(f"nowhere: {line.words}\n" for line in stray)])
    return 1 if lacking or stray else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
