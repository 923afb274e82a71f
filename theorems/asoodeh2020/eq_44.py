"""The noisy gradient in Proposition 3.

Statement
    E[f(W_T)] - inf f <= (1/n) sum_{t=1..n} E<G_t, W_t - w*>, G_t = grad f_t(W_t) - sigma_t Z_t.
Reads as
    E[G_t | W_t] = grad f(W_t), as f_t and Z_t are independent of W_t.
Reference
    asoodeh2020, Equation (44), appendix I
"""

from pabisym.library.statement import Printed, Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/eq-44", title="The noisy gradient in Proposition 3", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (44)", "appendix I"),
    uses=("asoodeh2020/eq-43", "asoodeh2020/eq-24",),
    cited_because="an expectation over the run, outside the kernel",
    printed=Printed("undecided"),
)
