"""Contraction with a factor reduces the shifted divergence, for random maps.

Statement
    Let phi and phi' be random maps that are c-Lipschitz almost surely and can be coupled such that
    sup_x ||phi(x) - phi'(x)|| <= s. Then D_alpha^(cz+s)(phi(mu) || phi'(mu')) <= D_alpha^(z)(mu || mu').
Reads as
    A random map is a mechanism: from x it answers with a random point. Applied to coupled points x and y with one
    draw of the
    map, it brings them to a distance of c ||x - y||; and the two mechanisms answer within s of each other. The page
    refers to
    the set-up of the lemma itself (5.5), where that of 2.16 is meant.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : shift before the step : iterate
    c : real, c >= 0 : Lipschitz constant of both maps : 1
    s : real, s >= 0 : gap of the two maps : iterate
    b : real : the bound before the step : 1
    P : law : law of the first run
    Q : law : law of the second run
    K : mechanism : random map of the first run
    J : mechanism : random map of the second run
Assumptions
    order : alpha > 1
    shift : z >= 0
    factor : c >= 0
    gap size : s >= 0
    before : D_alpha^(z)(mu || mu') <= b
    Lipschitz : phi(x) and phi(y) are within c ||x - y||
    gap : phi(x) and phi'(x) are within s
Reference
    altschuler2022, Lemma 5.5, section 5.1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
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


STATEMENT = Statement(
    id="altschuler2022/lemma-5.5", title="Contraction with a factor reduces the shifted divergence, for random maps", kind="lemma",
    text=__doc__, reference=Reference("altschuler2022", "Lemma 5.5", "section 5.1"), conclusion=CONCLUSION, proof=proof,
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("z", "real, z >= 0", "shift before the step",
             "iterate"), Symbol("c", "real, c >= 0", "Lipschitz constant of both maps"),
             Symbol("s", "real, s >= 0", "gap of the two maps", "iterate"), Symbol("b", "real", "the bound before the step")),
    structures=(Structure("P", "law", "law of the first run", r"\mu"), Structure("Q", "law", "law of the second run", r"\mu'"),
                Structure("K", "mechanism", "random map of the first run", r"\phi"),
                Structure("J", "mechanism", "random map of the second run", r"\phi'")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("shift", "z >= 0"), Assumption("factor", "c >= 0"),
                 Assumption("gap size", "s >= 0"), Assumption("before", "renyi(alpha, z, P, Q, b)", "D_alpha^(z)(mu || mu') <= b"),
                 Assumption("Lipschitz", "steady(K, c)", "phi(x) and phi(y) are within c ||x - y||"),
                 Assumption("gap", "near(K, J, s)", "phi(x) and phi'(x) are within s")),
    uses=("feldman2018/definition-8", "feldman2018/lemma-7", "feldman2018/proposition-5"),
    printed=Printed("corrected", difference="the page says 'the set-up of Lemma 5.5' in Lemma 5.5; that of Lemma 2.16 is meant"),
    spots=(Spot({"alpha": 2, "z": 1, "c": "1/2", "s": "1/2", "b": 0}),),
)
