"""Small statements in memory, and libraries made of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pabisym.library.files import Entry
from pabisym.library.library import Library
from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol


def step(rule: str, conclusion: str, *premises: dict[str, Any], **data: object) -> dict[str, Any]:
    """One step of a proof tree as plain data."""
    return {"rule": rule, "with": data, "premises": list(premises), "conclusion": conclusion}


def small(name: str = "mine/lemma-1", **fields: Any) -> Statement:
    """A statement about two numbers; ``fields`` replace its own."""
    own: dict[str, Any] = {
        "id": name, "title": "A small one", "kind": "lemma", "text": "A small one.\n", "reference": Reference("mine", "1"),
        "symbols": (Symbol("x", "real, x > 0", "a number"), Symbol("alpha", "real, alpha > 1", "an order")),
        "assumptions": (Assumption("positive", "x > 0"), Assumption("order", "alpha > 1")),
        "conclusion": "x > 0", "spots": (Spot({"x": 1, "alpha": 2}),),
    }  # fmt: skip
    return Statement(**(own | fields))


def library_of(*statements: Statement) -> Library:
    """A library of statements without files."""
    return Library({s.id: Entry(s.id, s, Path(f"{s.id}.py")) for s in statements})
