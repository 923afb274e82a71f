"""Contraction with a factor reduces the shifted divergence, for random maps.

Statement
    Let phi and phi' be random maps that are c-Lipschitz almost surely and can be coupled such that sup_x ||phi(x) -
    phi'(x)|| <= s. Then D_alpha^(cz+s)(phi(mu) || phi'(mu')) <= D_alpha^(z)(mu || mu').
Reads as
    A random map is a mechanism: from x it answers with a random point. Applied to coupled points x and y with one draw
    of the map, it brings them to a distance of c ||x - y||; and the two mechanisms answer within s of each other. The
    page refers to the set-up of the lemma itself (5.5), where that of 2.16 is meant.
"""

from pabisym.library.item import item
from pabisym.library.statement import Printed
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

CONCLUSION = "renyi(alpha, c*z + s, through(K, P), through(J, Q), b)"


@script
def proof(p: Script) -> Step:
    """Take V near mu with D(V || mu') <= x; send V through the second map, mu through the first, and couple them."""
    p.open(p.known("before"), "V", "x")
    near = p.figure("winf-through", "V near", "Lipschitz", "gap")
    same = p.figure("adaptive", "V bound", p.figure("close-same", K="J"))
    answer = p.figure("forget", same)
    return p.figure("witness-in", near, answer)


STATEMENT = item("Lemma 5.5", "section 5.1",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "z: real, z >= 0 [shift]: shift before the step; unit iterate", "c: real, c >= 0 [factor]: Lipschitz constant of both maps",
        "s: real, s >= 0 [gap size]: gap of the two maps; unit iterate", "b: real: bound before the step",
        r"P: law: law of the first run; latex \mu", r"Q: law: law of the second run; latex \mu'",
        r"K: mechanism: random map of the first run; latex \phi", r"J: mechanism: random map of the second run; latex \phi'"),
    assumptions=("before: renyi(alpha, z, P, Q, b)", "Lipschitz: steady(K, c)", "gap: near(K, J, s)"), conclusion=CONCLUSION, proof=proof,
    clauses=(
        "proved by conclusion: for orders above 1",
        "open: the order 1, by continuity"),
    printed=Printed("holds in part", note="'the set-up of Lemma 5.5' is printed in Lemma 5.5; that of Lemma 2.16 is meant"),
    uses=("feldman2018/definition-8", "feldman2018/lemma-7", "feldman2018/proposition-5"), spots="alpha=2, z=1, c=1/2, s=1/2, b=0")
