"""The two checkers of proofs, asked in the same way: the kernel, and the independent one, which shares no code with it."""

from __future__ import annotations

from typing import Any

from pabisym.kernel.check import Replay, check
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from support import independent_proofs
from support.figures_by_hand import FIGURES

Json = dict[str, Any]

FIGURE_TEXTS: Json = {name: {key: figure[key] for key in ("kinds", "premises", "sides", "conclusion")} for name, figure in FIGURES.items()}
"""The figures as plain data, written by hand from the papers: of the kernel the independent checker knows nothing."""


def sequent_of(data: Json) -> Sequent:
    """The kernel's form of a statement in plain data."""
    known = tuple((label, parse(text, label, None)) for label, text in data["assumptions"])
    return Sequent(data["id"], data["names"], known, parse(data["conclusion"], "conclusion", None))


def kernel(sequent: Json, proof: Any, theorems: Json | None = None) -> Replay:
    """What the kernel says of a proof in plain data."""
    return check(sequent_of(sequent), proof, {name: sequent_of(data) for name, data in (theorems or {}).items()})


def independent(sequent: Json, proof: Any, theorems: Json | None = None, patience: int = 1) -> bool:
    """What the independent checker says of the same proof."""
    accepted = independent_proofs.check(sequent, proof, theorems or {}, FIGURE_TEXTS, patience)
    return bool(accepted)
