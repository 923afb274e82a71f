"""Proof trees about a single message of a user; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

from ._calibration import A, calibrated

STEP = "compose(gradient({f}, eta), projection(K))"
MESSAGE = "convolve(push(compose(gradient({f}, eta), projection(K)), point(x)), zeta)"


@script
def local_renyi(p: Script, bound: str) -> Step:
    """The messages before the noise are within 2*eta*L of each other; the noise pays for all of it."""
    maps = {"f": STEP.format(f="f"), "g": STEP.format(f="h")}
    pushed = {"P": f"push({maps['f']}, point(x))", "Q": f"push({maps['g']}, point(x))"}
    p.have("distance", "2*eta*L >= 0")
    p.have("price", p.figure("gaussian-magnitude", p.known("Gaussian"), alpha="alpha", a="2*eta*L", v="eta**2*sigma**2", Z="zeta"))
    pair = p.figure("gradient-gap", p.known("Lipschitz"), p.known("other Lipschitz"), L="L", eta="eta", f="f", g="h", K="K")
    gap = p.figure("gap-after-projection", pair, p.known("domain"), s="2*eta*L", f="gradient(f, eta)", g="gradient(h, eta)", K="K")
    near = p.figure("winf-gap", gap, s="2*eta*L", P="point(x)", **maps)
    moved = p.figure("start", near, alpha="alpha", z="2*eta*L", **pushed)
    hidden = p.figure("shift-reduction", moved, alpha="alpha", z="0", a="2*eta*L", b="0", Z="zeta", **pushed)
    return p.figure("monotone", hidden, alpha="alpha", z="0", y="0", b="0 + R(alpha, zeta, 2*eta*L)", d=bound, P=MESSAGE.format(f="f"),
                    Q=MESSAGE.format(f="h"))


@script
def local_dp(p: Script) -> Step:
    """(epsilon, delta) of a message, for epsilon up to 2 ln(1.25)."""
    rate = p.theorem("pabisym/calibration-noise", {"enough noise": p.known("enough noise")}, per="1",
                     conclude=f"4*{A}*(2*L**2/sigma**2) <= epsilon**2", **{name: name for name in ("L", "sigma", "epsilon", "delta")})
    terms = {name: name for name in ("L", "eta", "sigma", "x", "K", "f", "h", "zeta")}

    def divergence(b: Builder, order: str) -> Step:
        return b.theorem("feldman2018/lemma-27", {}, alpha=order, **terms)

    return calibrated(p, (MESSAGE.format(f="f"), MESSAGE.format(f="h")), "epsilon", "2*L**2/sigma**2", divergence, rate)
