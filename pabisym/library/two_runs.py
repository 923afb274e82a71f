"""The two runs of a process as a theorem about them has them: their laws, maps and noise, and what is assumed of these.

A theorem file with a table ``[process]``, as in a spec, is about two runs X and Y of it, X_k = psi_k(X_{k-1}) + zeta_k and
Y_k = phi_k(Y_{k-1}) + zeta_k; in a bounded domain both project onto the set K first.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pabisym.lang.grammar import to_text
from pabisym.library.statement import LinearPair, Structure
from pabisym.process.iteration import Iteration
from pabisym.spec.read import read_process

_STRUCTURES = (
    Structure("X", "law sequence", "law of the first run after k steps"),
    Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
    Structure("psi", "map sequence", "map of step k in the first run"),
    Structure("phi", "map sequence", "map of step k in the second run", r"\psi'"),
    Structure("zeta", "noise sequence", "noise of step k, on the iterate, the same in both runs"),
)
_DOMAIN = Structure("K", "set", "the domain", r"\mathcal{K}")


@dataclass(frozen=True)
class TwoRuns:
    """Two runs of a contractive noisy iteration."""

    iteration: Iteration

    @classmethod
    def of(cls, process: object, letters: Collection[str]) -> TwoRuns:
        """The runs of a table ``[process]`` in the letters of a theorem; raises :class:`~pabisym.errors.InputError` as for a spec."""
        return cls(read_process(process, letters).iteration())

    @property
    def structures(self) -> tuple[Structure, ...]:
        """The laws, maps, noises, and the domain where there is one."""
        return _STRUCTURES if self.iteration.diameter is None else (*_STRUCTURES, _DOMAIN)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What a theorem about these runs assumes of laws, maps and noise, each as ``name: formula``."""
        it, each = self.iteration, f"forall(k, 1, {to_text(self.iteration.steps)}, {{}})".format
        step = each("equal({0}(k), convolve(push({1}(k), {2}), zeta(k)))").format
        found = (
            f"start: winf(X(0), Y(0), {to_text(it.start_shift)})", f"first run: {step('X', 'psi', 'X(k - 1)')}",
            f"second run: {step('Y', 'phi', 'Y(k - 1)')}", f"Lipschitz: {each(f'lipschitz(psi(k), {to_text(it.contraction.term())})')}",
            f"gaps: {each(f'gap(psi(k), phi(k), {to_text(it.gap.term())})')}",
            f"Gaussian: {each(f'gaussian(zeta(k), {to_text(it.noise.variance.term())})')}")  # fmt: skip
        if it.diameter is None:
            return found
        place = "push(projection(K), {}(k - 1))".format
        near = f"winf(push(projection(K), X(k)), push(projection(K), Y(k)), {to_text(it.diameter)})"
        return (*found, "domain: convexset(K)", f"first run projected: {step('X', 'psi', place('X'))}",
                f"second run projected: {step('Y', 'phi', place('Y'))}", f"diameter: forall(k, 0, {to_text(it.steps)}, {near})")

    def conclusion(self, bound: str) -> str:
        """That a formula bounds the divergence of the last iterates."""
        steps = to_text(self.iteration.steps)
        return f"renyi(alpha, 0, X({steps}), Y({steps}), {bound})"

    @property
    def linear_pair(self) -> LinearPair:
        """The linear runs with these contractions, gaps and variances."""
        it = self.iteration
        return LinearPair(*map(to_text, (it.steps, it.contraction.term(), it.gap.term(), it.noise.variance.term(), it.start_shift)))
