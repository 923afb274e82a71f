"""Coupling of the images of two laws near each other.

Statement
    If W_infinity(nu, mu) <= z, phi is 1-Lipschitz and phi, phi' differ by at most s, then W_infinity(phi(mu), phi'(nu))
    <= s + z.
Reads as
    The triangle inequality: phi(mu) is within z of phi(nu), which is within s of phi'(nu). The functions are random, as
    in Lemma 2.16, and so mechanisms.
"""

from pabisym.library.checks import sharper
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Push the coupling."""
    near = b.figure("winf-through", "near", "contraction", "gap")
    return b.figure("winf-widen", near, y="s + z")


def same_law(b: Builder) -> Step:
    """Both random functions, of one law."""
    moved = b.figure("winf-through", b.figure("same-start", b.figure("reflexive", P="V")), "contraction", "gap")
    return b.figure("winf-widen", moved, y="s")


def same_function(b: Builder) -> Step:
    """One random function, of both laws."""
    return b.figure("winf-widen", b.figure("winf-through", "near", "contraction", b.figure("near-same", K="K")), y="z")


STATEMENT = item("(A.1)", "appendix A.3",
    kind="inequality",
    letters=("z: real, z >= 0: distance of the laws; unit iterate", "s: real, s >= 0: gap of the maps; unit iterate",
        r"P: law: the law mu; latex \mu", r"V: law: the law nu near it; latex \nu",
        r"K: mechanism: random function of the first run; latex \phi", r"J: mechanism: random function of the second run; latex \phi'"),
    assumptions=("near: winf(P, V, z)", "contraction: steady(K, 1)", "gap: near(K, J, s)"),
    conclusion="winf(through(K, P), through(J, V), s + z)", proof=proof,
    clauses=(
        "proved by conclusion: W_infinity(phi(mu), phi'(nu)) <= s + z",
        "proved by the first term: W_infinity(phi'(nu), phi(nu)) <= s",
        "proved by the second term: W_infinity(phi(nu), phi(mu)) <= z",
        "cited by pabisym/near-of-near: the triangle inequality of W_infinity, which adds them"),
    printed="holds", uses=("feldman2018/lemma-7",),
    checks=(Check("the first term", lambda: sharper(STATEMENT, "winf(through(K, V), through(J, V), s)", same_law)),
        Check("the second term", lambda: sharper(STATEMENT, "winf(through(K, P), through(K, V), z)", same_function))),
    spots="z=1, s=1")
