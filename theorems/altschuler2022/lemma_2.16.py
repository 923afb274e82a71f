"""Contraction reduces the shifted divergence, for random maps.

Statement
    Let phi and phi' be random functions, each a contraction almost surely, with a coupling under which sup_x ||phi(x) -
    phi'(x)|| <= s. Then D_alpha^(z+s)(phi(mu) || phi'(mu')) <= D_alpha^(z)(mu || mu').
Reads as
    A random function is a mechanism. A contraction brings phi(x) and phi(y), with one draw of phi, within ||x - y|| of
    each other, and the coupling brings phi(y) within s of phi'(y). The random functions do not depend on the points to
    which they are applied.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Take V near mu; send mu through phi and V through phi', and couple the answers; phi' alike on V and mu' costs nothing."""
    p.open(p.known("before"), "V", "x")
    near = p.figure("winf-through", "V near", "contraction", "gap")
    answer = p.theorem("altschuler2022/lemma-2.7", {}, b="x", P="V", K="J")
    return p.figure("witness-in", near, answer, conclude="renyi(alpha, z + s, through(K, P), through(J, Q), x)")


STATEMENT = item("Lemma 2.16", "section 2.4 and appendix A.3",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "z: real, z >= 0 [shift]: shift before the step; unit iterate",
        "s: real, s >= 0 [gap size]: gap of the two functions; unit iterate", "b: real: bound before the step",
        r"P: law: law of the first run; latex \mu", r"Q: law: law of the second run; latex \mu'",
        r"K: mechanism: random function of the first run; latex \phi", r"J: mechanism: random function of the second run; latex \phi'"),
    assumptions=("before: renyi(alpha, z, P, Q, b)", "contraction: steady(K, 1)", "gap: near(K, J, s)"),
    conclusion="renyi(alpha, z + s, through(K, P), through(J, Q), b)", bound="b", proof=proof,
    clauses=(
        "proved by conclusion: for orders above 1",
        "proved by altschuler2022/lemma-2.7; appendix A.3: the images of the near law and of mu' under phi' are no further apart",
        "open: the order 1, by continuity",
        "open; appendix A.3: some law certifies the shifted divergence, which is an infimum"),
    printed="holds in part",
    uses=("altschuler2022/definition-2.14", "altschuler2022/lemma-2.7", "feldman2018/lemma-7", "feldman2018/lemma-21"),
    spots="alpha=2, z=1, s=1/2, b=0 -> 0")
