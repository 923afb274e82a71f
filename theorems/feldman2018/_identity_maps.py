"""Random walks with Gaussian steps, which attain the bounds on noisy iterations; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def walk(p: Script, X: str, run: str, start: str, mean: str) -> Step:
    """The law after k steps of a walk from a point: normal, with the variance k sigma^2."""
    with p.induct("k", "0", "T", f"equal({X}(k), normallaw({mean}, k*sigma**2))", p.known(start)) as advance:
        advance.have("spread", "(k - 1)*sigma**2 >= 0")
        advance.show(advance.figure("normal-step", advance.hypothesis, advance.at(run, "k"),
                                    conclude=f"equal({X}(k), normallaw({mean}, k*sigma**2))"))
    return p.at(advance.step, "T")


@script
def identity_maps(p: Script) -> Step:
    """Two walks from points at the distance z_0 are as far apart as the points are with the noise of all steps at once."""
    p.have("variance", "T*sigma**2 > 0")
    p.have_all({"law of X": walk(p, "X", "first run", "first start", "0"), "law of Y": walk(p, "Y", "second run", "second start", "z0")})
    return p.figure("normal-apart", "law of X", "law of Y", conclude="apart(X(T), Y(T), z0**2/(T*sigma**2))")
