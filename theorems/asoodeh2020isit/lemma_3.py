"""After the record that differs.

Statement
    D_f(mu_0 K_{x_1} ... K_{x_n} || mu_0 K_{x'_1} ... K_{x'_n}) <= D_f(mu_i K_{x_i} || mu_i K_{x'_i})
    prod_{t=i+1..n} eta_f(K_{x_t}) for data sets that differ at i.
Reads as
    As in the longer paper, lemma 2. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Lemma 3, section IV-A
"""

from pabisym.library.statement import Check, Reference, Statement

from ..asoodeh2020 import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020isit/lemma-3", title="After the record that differs", kind="lemma", text=__doc__,
    reference=Reference("asoodeh2020isit", "Lemma 3", "section IV-A"),
    uses=("asoodeh2020isit/definition-contraction", "asoodeh2020/lemma-2",),
    cited_because="iterates the definition for arbitrary kernels, which the kernel does not have",
    checks=(Check("chains of finite kernels", finite_kernels.chains_contract),),
)
