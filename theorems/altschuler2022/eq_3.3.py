"""The map of step t of the second auxiliary process.

Statement
    phi'_t(v) = Pi_K(v - (eta/b) sum over B_t of grad f(v + S_t - Y_t; x_i) + Z'_t + S_t) - sum_{tau <= s <= t} Z'_s,
    where S_t = sum_{tau <= s < t} Z'_s.
Reads as
    As (3.2) with the noises of the second run.
Reference
    altschuler2022, (3.3), section 3.2
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/eq-3.3", title="The map of step t of the second auxiliary process",
    kind="equation", text=__doc__, reference=Reference("altschuler2022", "(3.3)", "section 3.2"),
    plain="definition",
    uses=("altschuler2022/construction-aux",),
)
