"""Rate of the Rényi privacy loss.

Statement
    If ||V_t - V'_t|| <= S_v everywhere, then for every gamma > 0 dR_alpha(Theta_t || Theta'_t)/dt <= alpha S_v^2/(4
    gamma sigma^2) - (1 - gamma) sigma^2 alpha I_alpha(Theta_t || Theta'_t)/E_alpha(Theta_t || Theta'_t).
Reads as
    The noise takes away sigma^2 alpha I/E, the drifts add at most alpha S_v sqrt(I/E), and Young's inequality
    splits that. For normal laws with linear drifts S apart the difference of the sides is alpha (S/(2 sigma) -
    gamma sigma D/v)^2/gamma.
Reference
    chourasia2021, Lemma 2, section 3.2
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from ._diffusion_checks import coupled_pairs

STATEMENT = Statement(
    id="chourasia2021/lemma-2", title="Rate of the Rényi privacy loss", kind="lemma", text=__doc__,
    reference=Reference("chourasia2021", "Lemma 2", "section 3.2"),
    cited_because="integration by parts of densities is outside the kernel",
    printed=Printed("undecided"),
    uses=("chourasia2021/lemma-1", "chourasia2021/definition-2.2", "chourasia2021/definition-2.1",),
    checks=(Check("coupled normal diffusions, by the kernel", coupled_pairs),),
)
