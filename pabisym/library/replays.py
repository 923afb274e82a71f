"""Replays of proofs by the kernel, each made once: in this process, by its workers, or in an earlier run.

What the kernel says of a proof depends on the statement, on the tree, on the statements that the tree may apply and on the
kernel.  The digest of all four names a replay.  :class:`Replays` remembers those that the kernel made in this run, and only
where it is asked to recall, those of earlier runs in :mod:`pabisym.library.cache`.  Only accepted proofs are kept there.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pabisym.kernel.check import Replay, check
from pabisym.kernel.judgement import Sequent
from pabisym.library import cache
from pabisym.library.stored_proof import plain

KIND = "replay"
CODE = ("kernel", "lang", "errors.py", "library/replays.py", "library/cache.py", "library/stored_proof.py")
"""The files on which a replay rests."""


@dataclass(frozen=True)
class Made:
    """What the kernel said, how long it took, and whether it said so in an earlier run."""

    verdict: Replay
    seconds: float
    cached: bool = False


@dataclass
class Replays:
    """The replays of one library, by their digest."""

    made: dict[str, Made] = field(default_factory=dict)
    recalled: dict[str, Made] = field(default_factory=dict)

    def __call__(self, sequent: Sequent, tree: Mapping[str, object], usable: Mapping[str, Sequent], *, recall: bool = False) -> Made:
        """What the kernel says of a proof; with ``recall`` perhaps what it said in an earlier run."""
        key = digest(sequent, tree, usable)
        found = self.made.get(key) or (self.recall(key) if recall else None)
        if found is None:
            began = time.perf_counter()
            found = Made(check(sequent, tree, usable), time.perf_counter() - began)
            if key:
                self.keep(key, found)
        return found

    def known(self, key: str, *, recall: bool) -> bool:
        """Was this replay made in this run or, with ``recall``, in an earlier one."""
        return key in self.made or (recall and self.recall(key) is not None)

    def recall(self, key: str) -> Made | None:
        """A replay of an earlier run; None where there is none."""
        if key not in self.recalled:
            verdict = _read_replay(cache.read_entry(KIND, key)) if key and cache.code(*CODE) is not None else None
            if verdict is None:
                return None
            self.recalled[key] = Made(verdict, 0.0, cached=True)
        return self.recalled[key]

    def keep(self, key: str, made: Made) -> None:
        """Remember a replay that was made in this run, and keep it for later ones where it was accepted."""
        self.made[key], said = replace(made, cached=False), made.verdict
        if said.accepted and cache.code(*CODE) is not None:
            names = {"sources": sorted(said.sources), "theorems": sorted(said.theorems), "figures": sorted(said.figures)}
            cache.write(KIND, key, {"conclusion": said.conclusion, **names, "steps": said.steps})


def digest(sequent: Sequent, tree: object, usable: Mapping[str, Sequent]) -> str:
    """The digest of a replay; empty for a tree that is no plain data."""
    applied = [[name, plain(usable[name])] for name in sorted(usable)]
    try:
        return cache.digest(cache.code(*CODE), plain(sequent), tree, applied)
    except (TypeError, ValueError, RecursionError):
        return ""


def _read_replay(data: object) -> Replay | None:
    """A kept verdict, which is always that a proof is accepted; None for what has another form."""
    if not isinstance(data, dict) or set(data) != {"conclusion", "sources", "theorems", "figures", "steps"}:
        return None
    lists = [data[name] for name in ("sources", "theorems", "figures")]
    texts = all(isinstance(names, list) and all(isinstance(one, str) for one in names) for names in lists)
    if not texts or not isinstance(data["conclusion"], str) or type(data["steps"]) is not int:
        return None
    sources, theorems, figures = map(frozenset, lists)
    return Replay(True, data["conclusion"], "", sources, theorems, data["steps"], figures)
