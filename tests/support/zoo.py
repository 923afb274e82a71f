"""The zoo: specs of many kinds of processes, written in short in ``tests/specs/zoo``, one file a kind.

A spec of the zoo has a name, the process or the algorithm, and the domains of those letters that are not declared in
``letters.toml``.  The goal is the Rényi divergence of order alpha where no other one is named.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.process.sequence import STEP, names
from pabisym.spec.domains import domain

FOLDER = Path(__file__).resolve().parents[1] / "specs" / "zoo"
CAUSES = {1: "elementary signs", 2: "no closed form of the optimum", 3: "factors above one", 4: "a period beside what varies",
          5: "a contraction that depends on the step", 6: "bounded domains", 7: "phases with one record or a start",
          8: "momentum, averages, correlated noise", 9: "other goals, releases and noise", 11: "sums and harmonic numbers in the answer"}
"""Why a spec of a paper was once out of reach, by the numbers that the specs name; 10 is the claims of ``tests/specs/claims``."""
NO_KIND = ("letters", "expected")
"""Files with the letters that specs share, and with what is known of every spec."""
GOAL = {"divergence": "renyi", "order": "alpha"}


@dataclass(frozen=True)
class Kept:
    """A spec of the zoo: its name, its kind, the table that ``read_spec`` reads, and the causes of which it is a case."""

    name: str
    kind: str
    spec: Mapping[str, Any]
    causes: tuple[int, ...] = ()

    @property
    def gaussian(self) -> bool:
        """Is its noise Gaussian."""
        return "laplace" not in str(self.spec.get("process"))


def zoo() -> Iterator[Kept]:
    """All specs, kind by kind."""
    common = loaded(FOLDER / "letters.toml")
    for path in sorted(FOLDER.glob("*.toml")):
        if path.stem in NO_KIND:
            continue
        kind, *rest = loaded(path).items()
        for name, table in rest:
            causes = tuple(table.pop("cause", ()))
            yield Kept(name, kind[1], in_full(name, table, common), causes)


def in_full(name: str, table: dict[str, Any], common: Mapping[str, str]) -> dict[str, Any]:
    """The table of a spec that is written in short."""
    return {"title": name, "symbols": _letters(table, common), "goal": GOAL, **table}


def loaded(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _letters(table: dict[str, Any], common: Mapping[str, str]) -> dict[str, str]:
    """The letters of a spec with their domains: its own, and the common ones that it mentions."""
    own = table.pop("symbols", {})
    known, found = {**common, **own}, dict[str, str]()
    wanted = [*own, *(name for name in common if name not in own)]
    pending = {*_mentioned(table), *(() if "goal" in table else ("alpha",))}
    while pending:
        name = pending.pop()
        if name in known and name not in found:
            found[name] = known[name]
            pending |= {other for relation in domain(known[name])[1] for other in names(relation)}
    return {name: found[name] for name in wanted if name in found}


def _mentioned(value: object) -> set[str]:
    """The names in the formulas of a table."""
    if isinstance(value, dict):
        return set[str]().union(*map(_mentioned, value.values()))
    if isinstance(value, list):
        return set[str]().union(*map(_mentioned, value))
    try:
        return set(names(parse(str(value)))) - {STEP}
    except InputError:
        return set()
