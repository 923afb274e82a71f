"""Approximate differential privacy.

Statement
    A is (eps, delta)-DP when Pr[A(S) in O] <= e^eps Pr[A(S') in O] + delta for all neighbouring S, S' and all
    events O.
Reads as
    Neighbouring: one record replaced. As a judgement about two laws: dp(mu, nu, eps, delta), needed in both
    directions, which is the same statement with S and S' exchanged.
Reference
    feldman2018, Definition 11, section 2.3
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-11", title="Approximate differential privacy", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 11", "section 2.3"),
)
