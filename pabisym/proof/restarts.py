"""Restarts in a bounded domain: what such statements assume, and how a theorem is applied from a later step on.

The process is X_k = psi_k(X_{k-1}) + zeta_k, where psi_k first projects onto a convex set K, so that the next iterate may
as well be made from the projection of X_{k-1}; the projections of the two runs are at most D apart.  With Gaussian noise
the X_k themselves leave every bounded set.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.iterations import RUN
from pabisym.statement import Assumption, Structure

AGAIN = "forall(k, 1, T, equal({X}(k), convolve(push({psi}(k), push(projection(K), {X}(k - 1))), zeta(k))))"
NEAR = "forall(k, 0, T, winf(push(projection(K), X(k)), push(projection(K), Y(k)), D))"
SET = Structure("K", "set", "the domain, onto which every step projects first")
DOMAIN = (
    Assumption("domain", "convexset(K)"),
    Assumption("first run", RUN.format(X="X", psi="psi")),
    Assumption("second run", RUN.format(X="Y", psi="phi")),
    Assumption("first run projected", AGAIN.format(X="X", psi="psi")),
    Assumption("second run projected", AGAIN.format(X="Y", psi="phi")),
    Assumption("diameter", NEAR),
)
"""Two runs whose steps project first, onto a set in which they are at most D apart."""


def window(b: Builder, steps: str, length: str) -> tuple[dict[str, Step], dict[str, Filler]]:
    """Premises and terms with which a theorem speaks about the last ``length`` steps, from the projections on.

    That 1 <= length <= steps must be evident.  Lipschitz constants, gaps and noises are for the caller to add.
    """
    before = f"({steps}) - ({length})"
    laws = {X: f"cases(k - 1, {X}({before} + k), push(projection(K), {X}({before})))" for X in ("X", "Y")}

    def run(b: Builder, label: str, X: str, psi: str) -> Step:
        earlier = laws[X].replace("cases(k - 1, ", "cases(k - 2, ").replace(" + k)", " + k - 1)")
        claim = f"equal({laws[X]}, convolve(push({psi}({before} + k), {earlier}), zeta({before} + k)))"

        def one(b: Builder) -> Step:
            first = not b.scope.arithmetic.evident(b.term("k >= 2"))
            return stated(b.at(f"{label} projected" if first else label, f"{before} + k"), claim)

        return b.generalise("k", "1", length, lambda b: b.by_cases("k - 2", claim, one))

    premises = {
        "first run": run(b, "first run", "X", "psi"),
        "second run": run(b, "second run", "Y", "phi"),
        "start": b.at("diameter", before),
    }
    terms: dict[str, Filler] = {"T": length, "X": ("k", laws["X"]), "Y": ("k", laws["Y"])}
    terms |= {name: ("k", f"{name}({before} + k)") for name in ("psi", "phi", "zeta")}
    return premises, terms


def shifted(b: Builder, label: str, steps: str, length: str, claim: str) -> Step:
    """What is known of every step, for the last ``length`` ones; ``claim`` is about step k of these."""
    return b.generalise("k", "1", length, lambda b: stated(b.at(label, f"({steps}) - ({length}) + k"), claim))


def stated(step: Step, claim: str) -> Step:
    """A step with its conclusion written in another way, which the kernel compares."""
    return {**step, "conclusion": claim}
