"""Convexity in Proposition 3.

Statement
    E[f(W_T)] - inf f <= E[(1/n) sum_{t=1..n} <grad f(W_t), W_t - w*>].
Reads as
    The tangent at W_t lies below f at w*.
Reference
    asoodeh2020, Equation (43), appendix I
"""

from pabisym.library.statement import Printed, Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/eq-43", title="Convexity in Proposition 3", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (43)", "appendix I"),
    uses=("asoodeh2020/definition-stochastic-regret",),
    cited_because="an expectation over the run, outside the kernel",
    printed=Printed("undecided"),
)
