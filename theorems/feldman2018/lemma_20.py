"""Shift reduction.

Statement
    For a, z >= 0: D_alpha^(z)(mu * zeta || nu * zeta) <= D_alpha^(z+a)(mu || nu) + R_alpha(zeta, a).
Reads as
    Adding the noise zeta to both laws lets us give up a of the shift, at the price of what the noise charges for hiding
    a move by a.
"""

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._vocabulary import item


@script
def proof(p: Script) -> Step:
    """Take V within z + a of mu, stop half-way at a law within z of mu and a of V, and absorb a into the noise."""
    p.open(p.known("before"), "V", "x")
    near = p.figure("between-near", "V near")
    far = p.figure("between-far", "V near")
    absorbed = p.figure("absorb", far, "V bound")
    moved = p.figure("winf-convolve", near)
    return p.figure("witness-in", moved, absorbed)


STATEMENT = item("Lemma 20", "section 3.1",
    letters="alpha, z: kept, a: number paid, b: noise, P: first, Q: second, Z",
    given=(..., "finite: finite(alpha, Z, a)", "before: renyi(alpha, z + a, P, Q, b)"),
    conclusion="renyi(alpha, z, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))", proof=proof, printed="holds",
    uses=("feldman2018/definition-8", "feldman2018/definition-10", "feldman2018/lemma-7", "feldman2018/proposition-5", "feldman2018/eq-hz",
        "feldman2018/eq-20-factor"), spots="alpha=2, z=1, a=1/2, b=0")
