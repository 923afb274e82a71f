"""delta at an index before bounding.

Statement
    delta = E_{e^epsilon}(mu_i K_{f_i} || mu_i K_{f'_i}) prod_{t=i+1..n} eta_{e^epsilon}(K_{f_t}).
Reads as
    Theorem 2 and lemma 2.
Reference
    asoodeh2020, Equation (29), appendix E
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-29", title="delta at an index before bounding", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (29)", "appendix E"),
    uses=("asoodeh2020/theorem-2", "asoodeh2020/lemma-2",),
    cited_because="lemma 2 for arbitrary kernels; for noisy projected steps theorem 4 is proved",
    printed=Printed("undecided"),
    checks=(Check("chains of finite kernels", finite_kernels.chains_contract),),
)
