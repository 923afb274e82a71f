"""Proof trees about a single message of a user; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

from ._calibration import A, calibrate_level

MESSAGE = "convolve(push(compose(gradient({f}, eta), projection(K)), point(x)), zeta)"


@script
def local_renyi(p: Script, bound: str) -> Step:
    """The messages before the noise are within 2*eta*L of each other; the noise pays for all of it."""
    p.have("distance", "2*eta*L >= 0")
    p.have("price", p.figure("gaussian-magnitude", "Gaussian", a="2*eta*L"))
    pair = p.figure("gradient-gap", "Lipschitz", "other Lipschitz")
    gap = p.figure("gap-after-projection", pair, "domain")
    near = p.figure("winf-gap", gap, P="point(x)")
    moved = p.figure("start", near)
    hidden = p.figure("shift-reduction", moved, z="0", a="2*eta*L", Z="zeta")
    return p.figure("monotone", hidden, y="0", d=bound)


@script
def local_dp(p: Script) -> Step:
    """(epsilon, delta) of a message, for epsilon up to 2 ln(1.25)."""
    rate = p.theorem("pabisym/calibration-noise", {"enough noise": "enough noise"}, per="1",
                     conclude=f"4*{A}*(2*L**2/sigma**2) <= epsilon**2")

    def divergence(b: Builder, order: str) -> Step:
        return b.theorem("feldman2018/lemma-27", {}, alpha=order)

    return calibrate_level(p, (MESSAGE.format(f="f"), MESSAGE.format(f="h")), "epsilon", "2*L**2/sigma**2", divergence, rate)
