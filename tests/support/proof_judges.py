"""The two checkers of proofs, asked in the same way: the kernel, and the independent one, which shares no code with it."""

from __future__ import annotations

from typing import Any

from pabisym.kernel.check import Replay, check
from pabisym.kernel.judgement import Sequent
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import parse, to_text
from support import independent_proofs

Json = dict[str, Any]

FIGURE_TEXTS: Json = {
    name: {
        "kinds": dict(figure.kinds),
        "premises": [to_text(term) for term in figure.premises],
        "sides": [to_text(term) for term in figure.sides],
        "conclusion": to_text(figure.conclusion),
    }
    for name, figure in FIGURES.items()
}
"""The figures as plain data, all that the independent checker knows of the kernel."""


def sequent_of(data: Json) -> Sequent:
    """The kernel's form of a statement in plain data."""
    known = tuple((label, parse(text, label, None)) for label, text in data["assumptions"])
    return Sequent(data["id"], data["names"], known, parse(data["conclusion"], "conclusion", None))


def kernel(sequent: Json, proof: Any, theorems: Json | None = None) -> Replay:
    """What the kernel says of a proof in plain data."""
    return check(sequent_of(sequent), proof, {name: sequent_of(data) for name, data in (theorems or {}).items()})


def independent(sequent: Json, proof: Any, theorems: Json | None = None) -> bool:
    """What the independent checker says of the same proof."""
    accepted = independent_proofs.check(sequent, proof, theorems or {}, FIGURE_TEXTS)
    return bool(accepted)
