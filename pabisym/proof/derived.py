"""What a proof assumes: the figures that it applies, down to those of which no proof is stored that the kernel accepts.

:mod:`pabisym.proof.figures` has the builders of these proofs, which are asked only where a stored one cannot be used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from pabisym.kernel.check import check
from pabisym.kernel.figures import FIGURES
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import to_text

PREFIX = "figure/"
"""What the names of believed figures begin with; no statement has such an id."""
RESERVED = ("figure", "arithmetic")
"""Papers to which no theorem may belong: beliefs of the kernel are named so."""
STORED = Path(__file__).with_name("derived_figures.json")
"""The proofs that the builders found, so that none is searched for again: a tree for every name, one a line."""


def figure_sequent(name: str) -> Sequent:
    """A figure as a statement; its side conditions and premises are known by their texts."""
    figure = FIGURES[name]
    assumptions = tuple((to_text(term), term) for term in (*figure.sides, *figure.premises))
    return Sequent(f"figure/{name}", dict(figure.kinds), assumptions, figure.conclusion)


@cache
def stored_proofs() -> Mapping[str, Any]:
    """The stored proofs by name, as whoever wrote the file left them; none where it cannot be read."""
    try:
        trees: Any = json.loads(STORED.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return trees if isinstance(trees, dict) else {}


Under: TypeAlias = Callable[[str], "frozenset[str] | None"]
"""The figures that the accepted proof of a figure applies; None where there is none."""


def figures_under(names: Iterable[str], under: Under | None = None) -> frozenset[str]:
    """The figures of these names and all under their proofs; ``under`` says what these apply (None: the kernel does, now)."""
    under = proof_applies if under is None else under
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += under(name) or ()
    return frozenset(found)


def beliefs(names: Iterable[str], under: Under | None = None) -> frozenset[str]:
    """The figures on which figures of these names rest and that no proof discharges, themselves if there is none for them.

    A figure is discharged by an accepted proof, from others, of the sequent that it is; what is called derived and is not, is believed.
    ``under`` is as for :func:`figures_under`.
    """
    under = proof_applies if under is None else under
    return frozenset(name for name in figures_under(names, under) if under(name) is None)


def leaves(figures: Iterable[str], below: Iterable[str] = (), under: Under | None = None) -> tuple[str, ...]:
    """What a proof believes that applies these figures, and theorems under which ``below`` is believed.

    Figures in the order in which the kernel has them, then statements by id: the one list that everything shows.
    ``under`` is as for :func:`figures_under`.
    """
    below = tuple(below)
    known = {one.removeprefix(PREFIX) for one in below if one.startswith(PREFIX)}
    found = beliefs({*figures, *known}, under)
    return (*(PREFIX + name for name in FIGURES if name in found), *sorted({one for one in below if not one.startswith(PREFIX)}))


@cache
def proof_applies(name: str) -> frozenset[str] | None:
    """The figures that the proof of a figure applies; None where there is no proof that the kernel accepts."""
    if FIGURES[name].kind != "derived":
        return None
    if accepted_proof(name) is not None:
        return _figures_applied(name)
    from pabisym.proof.figures import build_figure_proof  # what builds proofs is loaded where one is built

    verdict = check(figure_sequent(name), build_figure_proof(name))
    return verdict.figures if verdict.accepted and name not in verdict.figures else None


def accepted_proof(name: str) -> Any | None:
    """The stored proof of a derived figure; None where there is none that the kernel accepts, or it rests on itself."""
    return None if _figures_applied(name) is None or _circular(name) else stored_proofs()[name]


@cache
def _figures_applied(name: str) -> frozenset[str] | None:
    """The figures that the stored proof of a derived figure applies; None where there is none that the kernel accepts."""
    if FIGURES[name].kind != "derived" or name not in stored_proofs():
        return None
    verdict = check(figure_sequent(name), stored_proofs()[name])
    return verdict.figures if verdict.accepted else None


def _circular(name: str) -> bool:
    """Do stored proofs under that of a figure rest on themselves: the kernel would accept every one, and nothing would be believed."""
    return any(one in figures_under(_figures_applied(one) or (), _figures_applied) for one in figures_under((name,), _figures_applied))
