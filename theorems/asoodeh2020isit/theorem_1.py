"""Privacy and the hockey-stick divergence.

Statement
    (epsilon, delta)-DP if and only if sup over neighbouring data sets of E_{e^epsilon}(P_D || P_{D'}) is at
    most delta.
Reads as
    A change of words, by (6). The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Theorem 1, section II-C
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/theorem-1", title="Privacy and the hockey-stick divergence", kind="theorem", text=__doc__,
    reference=Reference("asoodeh2020isit", "Theorem 1", "section II-C"),
    uses=("asoodeh2020isit/eq-5", "asoodeh2020isit/eq-6", "asoodeh2020/theorem-2",),
    cited_because="definition (5) with the supremum over events carried out as in (6)",
)
