"""A statement with its proof, as the kernel accepted it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pabisym.kernel.check import Replay
from pabisym.kernel.judgement import Sequent
from pabisym.proof.tree import Step


@dataclass(frozen=True)
class Proven:
    """A statement, its proof tree, what the kernel said of it, and the generated theorems on which it rests, by id.

    What the tree applies and is not among ``own`` is a theorem of the library.
    """

    sequent: Sequent
    tree: Step
    verdict: Replay
    own: Mapping[str, Proven] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        """Steps of the proof, and of the generated theorems under it."""
        return self.verdict.steps + sum(one.steps for one in self.own.values())
