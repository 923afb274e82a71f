"""Shift reduction.

Statement
    For a, z >= 0: D_alpha^(z)(mu * zeta || nu * zeta) <= D_alpha^(z+a)(mu || nu) + R_alpha(zeta, a).
Reads as
    Adding the noise zeta to both laws reduces the shift from z + a to z, at the cost of hiding a move by a in the noise.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


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
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "z: real, z >= 0 [kept]: shift that is kept; unit iterate", "a: real, a >= 0 [paid]: shift that is paid for; unit iterate",
        "b: real: the bound before the noise", r"P: law: first law; latex \mu", r"Q: law: second law; latex \nu",
        r"Z: noise: the noise; latex \zeta"), assumptions=("finite: finite(alpha, Z, a)", "before: renyi(alpha, z + a, P, Q, b)"),
    conclusion="renyi(alpha, z, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))", proof=proof, clauses=(
        "proved by conclusion: in R^d, for every noise",
        "open: in every Banach space"),
    printed="holds in part",
    uses=("feldman2018/definition-8", "feldman2018/definition-10", "feldman2018/lemma-7", "feldman2018/proposition-5", "feldman2018/eq-hz",
        "feldman2018/eq-20-factor"), spots="alpha=2, z=1, a=1/2, b=0")
