"""Contraction reduces the shifted divergence.

Statement
    If psi is contractive and sup_x ||psi(x) - psi'(x)|| <= s, then D_alpha^(z+s)(psi(X) || psi'(X')) <= D_alpha^(z)(X
    || X'). Here with a factor: if psi is c-Lipschitz, the shift on the left is c*z + s. The paper has c = 1.
Reads as
    A contraction shrinks the shift between two runs, the difference of their maps enlarges it, and neither costs
    anything.
"""

from pabisym.library.item import item
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


STATEMENT = item("Lemma 21", "section 3.2",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "z: real, z >= 0 [shift]: shift before the step; unit iterate", "c: real, c >= 0 [factor]: Lipschitz constant of psi",
        "s: real, s >= 0 [gap size]: gap of the two maps; unit iterate", "b: real: bound before the step", "X: law: law of the first run",
        "Y: law: law of the second run; latex X'", "psi: map: map of the first run", r"phi: map: map of the second run; latex \psi'"),
    assumptions=("before: renyi(alpha, z, X, Y, b)", "Lipschitz: lipschitz(psi, c)", "gap: gap(psi, phi, s)"), conclusion=CONCLUSION,
    proof=proof, clauses=(
        "proved by conclusion: in R^d",
        "open: in every Banach space"),
    printed="holds in part",
    uses=("feldman2018/definition-8", "feldman2018/definition-16", "feldman2018/lemma-7", "feldman2018/proposition-5"),
    spots="alpha=2, z=1, c=1, s=1/2, b=0")
