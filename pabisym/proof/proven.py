"""A statement with its proof, as the kernel accepted it."""

from __future__ import annotations

from dataclasses import dataclass

from pabisym.kernel.check import Replay
from pabisym.kernel.judgement import Sequent
from pabisym.proof.build import Step


@dataclass(frozen=True)
class Proven:
    """A statement, its proof tree, and what the kernel said of it."""

    sequent: Sequent
    tree: Step
    verdict: Replay

    @property
    def steps(self) -> int:
        """Steps of the proof."""
        return self.verdict.steps
