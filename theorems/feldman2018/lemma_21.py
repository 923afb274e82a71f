"""Contraction reduces the shifted divergence.

Statement
    If psi is contractive and sup_x ||psi(x) - psi'(x)|| <= s, then
    D_alpha^(z+s)(psi(X) || psi'(X')) <= D_alpha^(z)(X || X').
    Here with a factor: if psi is c-Lipschitz, the shift on the left is c*z + s. The paper has c = 1.
Reads as
    A contraction shrinks the shift between two runs, the difference of their maps enlarges it, and neither costs
    anything.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z : real, z >= 0 : shift before the step : iterate
    c : real, c >= 0 : Lipschitz constant of psi : 1
    s : real, s >= 0 : gap of the two maps : iterate
    b : real : the bound before the step : 1
    X : law : law of the first run
    Y : law : law of the second run
    psi : map : map of the first run
    phi : map : map of the second run
Assumptions
    order : alpha > 1
    shift : z >= 0
    factor : c >= 0
    gap size : s >= 0
    before : D_alpha^(z)(X || X') <= b
    Lipschitz : psi is c-Lipschitz
    gap : sup_x ||psi(x) - psi'(x)|| <= s
Reference
    feldman2018, Lemma 21, section 3.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

CONCLUSION = "renyi(alpha, c*z + s, push(psi, X), push(phi, Y), b)"


@script
def proof(p: Script) -> Step:
    """Take V near X with D(V || X') <= x; push V through psi', X through psi, and couple them."""
    p.open(p.known("before"), "V", "x")
    near = p.figure("winf-push", "V near", "Lipschitz", "gap")
    processed = p.figure("post-processing", "V bound", f="phi")
    return p.figure("witness-in", near, processed)


STATEMENT = Statement(
    id="feldman2018/lemma-21", title="Contraction reduces the shifted divergence", kind="lemma", text=__doc__, conclusion=CONCLUSION,
    reference=Reference("feldman2018", "Lemma 21", "section 3.2"), proof=proof, printed=Printed("holds"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("z", "real, z >= 0", "shift before the step",
             "iterate"),
             Symbol("c", "real, c >= 0", "Lipschitz constant of psi"), Symbol("s", "real, s >= 0", "gap of the two maps", "iterate"),
             Symbol("b", "real", "the bound before the step")),
    structures=(Structure("X", "law", "law of the first run"), Structure("Y", "law", "law of the second run", "X'"),
                Structure("psi", "map", "map of the first run"), Structure("phi", "map", "map of the second run", r"\psi'")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("shift", "z >= 0"), Assumption("factor", "c >= 0"),
                 Assumption("gap size", "s >= 0"), Assumption("before", "renyi(alpha, z, X, Y, b)"),
                 Assumption("Lipschitz", "lipschitz(psi, c)"), Assumption("gap", "gap(psi, phi, s)")),
    uses=("feldman2018/definition-8", "feldman2018/definition-16", "feldman2018/lemma-7", "feldman2018/proposition-5"),
    spots=(Spot({"alpha": 2, "z": 1, "c": 1, "s": "1/2", "b": 0}),),
)
