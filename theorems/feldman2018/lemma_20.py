"""Shift reduction.

Statement
    For a, z >= 0: D_alpha^(z)(mu * zeta || nu * zeta) <= D_alpha^(z+a)(mu || nu) + R_alpha(zeta, a).
Reads as
    Adding the noise zeta to both laws lets us give up a of the shift, at the price of what the noise charges for hiding
    a move by a.
"""

from pabisym.proof.build import Builder, Step

from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Take V within z + a of mu, stop half-way at a law within z of mu and a of V, and absorb a into the noise."""

    def inside(b: Builder) -> Step:
        way = {"z": "z", "a": "a", "P": "P", "Q": "V"}
        near = b.figure("between-near", b.known("V near"), **way)
        far = b.figure("between-far", b.known("V near"), **way)
        middle = "between(P, V, z)"
        absorbed = b.figure("absorb", far, b.known("V bound"), alpha="alpha", a="a", b="x", P=middle, V="V", Q="Q", Z="Z")
        moved = b.figure("winf-convolve", near, z="z", P="P", Q=middle, Z="Z")
        return b.figure("witness-in", moved, absorbed, alpha="alpha", z="z", b="x + R(alpha, Z, a)", P="convolve(P, Z)",
                        Q="convolve(Q, Z)", V=f"convolve({middle}, Z)")

    return b.witness(b.known("before"), "V", "x", inside)


STATEMENT = item("Lemma 20", "section 3.1",
    letters="alpha, z: kept, a: number paid, b: noise, P: first, Q: second, Z",
    given="before: renyi(alpha, z + a, P, Q, b)",
    conclusion="renyi(alpha, z, convolve(P, Z), convolve(Q, Z), b + R(alpha, Z, a))", proof=proof, printed="holds",
    uses=("feldman2018/definition-8", "feldman2018/definition-10", "feldman2018/lemma-7", "feldman2018/proposition-5", "feldman2018/eq-hz",
        "feldman2018/eq-20-factor"), spots="alpha=2, z=1, a=1/2, b=0")
