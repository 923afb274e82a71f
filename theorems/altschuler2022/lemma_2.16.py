"""Contraction reduces the shifted divergence, for random maps.

Statement
    Let phi and phi' be random functions, each a contraction almost surely, with a coupling under which sup_x ||phi(x)
    - phi'(x)|| <= s. Then D_alpha^(z+s)(phi(mu) || phi'(mu')) <= D_alpha^(z)(mu || mu').
Reads as
    A random function is a mechanism. A contraction brings phi(x) and phi(y), with one draw of phi, within ||x - y||
    of each other, and the coupling brings phi(y) within s of phi'(y). The random functions do not depend on the
    points to which they are applied.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : shift before the step : iterate
    s : real, s >= 0 : gap of the two functions : iterate
    b : real : the bound before the step : 1
    P : law : law of the first run
    Q : law : law of the second run
    K : mechanism : random function of the first run
    J : mechanism : random function of the second run
Assumptions
    order : alpha > 1
    shift : z >= 0
    gap size : s >= 0
    before : D_alpha^(z)(mu || mu') <= b
    contraction : phi(x) and phi(y) are within ||x - y||
    gap : phi(x) and phi'(x) are within s
Reference
    altschuler2022, Lemma 2.16, section 2.4 and appendix A.3
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Take V near mu; send mu through phi and V through phi', and couple the answers; phi' alike on V and mu' costs nothing."""
    p.open(p.known("before"), "V", "x")
    near = p.figure("winf-through", "V near", "contraction", "gap")
    answer = p.theorem("altschuler2022/lemma-2.7", {}, b="x", P="V", K="J")
    return p.figure("witness-in", near, answer, conclude="renyi(alpha, z + s, through(K, P), through(J, Q), x)")


STATEMENT = Statement(
    id="altschuler2022/lemma-2.16", title="Contraction reduces the shifted divergence, for random maps",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "Lemma 2.16", "section 2.4 and appendix A.3"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("z", "real, z >= 0", "shift before the step", "iterate"),
             Symbol("s", "real, s >= 0", "gap of the two functions", "iterate"),
             Symbol("b", "real", "the bound before the step"),),
    structures=(Structure("P", "law", "law of the first run", r"\mu"),
                Structure("Q", "law", "law of the second run", r"\mu'"),
                Structure("K", "mechanism", "random function of the first run", r"\phi"),
                Structure("J", "mechanism", "random function of the second run", r"\phi'"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("shift", "z >= 0"),
                 Assumption("gap size", "s >= 0"),
                 Assumption("before", "renyi(alpha, z, P, Q, b)", "D_alpha^(z)(mu || mu') <= b"),
                 Assumption("contraction", "steady(K, 1)", "phi(x) and phi(y) are within ||x - y||"),
                 Assumption("gap", "near(K, J, s)", "phi(x) and phi'(x) are within s"),),
    conclusion="renyi(alpha, z + s, through(K, P), through(J, Q), b)", proof=proof, printed=Printed("holds"), bound="b",
    uses=("altschuler2022/definition-2.14", "altschuler2022/lemma-2.7", "feldman2018/lemma-7", "feldman2018/lemma-21"),
    spots=(Spot({"alpha": 2, "z": 1, "s": "1/2", "b": 0}, "0"),),
)
