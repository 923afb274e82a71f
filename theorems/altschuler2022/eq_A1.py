"""Coupling of the images of two laws near each other.

Statement
    If W_infinity(nu, mu) <= z, phi is 1-Lipschitz and phi, phi' differ by at most s, then W_infinity(phi(mu), phi'(nu))
    <= s + z.
Reads as
    The triangle inequality: phi(mu) is within z of phi(nu), which is within s of phi'(nu). The functions are random, as
    in Lemma 2.16, and so mechanisms.
"""

from pabisym.library.item import item
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Push the coupling."""
    near = b.figure("winf-through", "near", "contraction", "gap")
    return b.figure("winf-widen", near, y="s + z")


STATEMENT = item("(A.1)", "appendix A.3",
    kind="inequality",
    letters=("z: real, z >= 0: distance of the laws; unit iterate", "s: real, s >= 0: gap of the maps; unit iterate",
        r"P: law: the law mu; latex \mu", r"V: law: the law nu near it; latex \nu",
        r"K: mechanism: random function of the first run; latex \phi", r"J: mechanism: random function of the second run; latex \phi'"),
    assumptions=("near: winf(P, V, z)", "contraction: steady(K, 1)", "gap: near(K, J, s)"),
    conclusion="winf(through(K, P), through(J, V), s + z)", proof=proof, printed="holds", uses=("feldman2018/lemma-7",), spots="z=1, s=1")
