"""Auxiliary processes.

Statement
    For a step tau: V_t = W_t - sum_{tau <= s < t} Z_s + Y_t and V'_t = W'_t - sum_{tau <= s < t} Z'_s + Y_t.
Reads as
    The noises Z are taken out, and the next noise Y_t is added already; sums over no step are 0.
Reference
    altschuler2022, Step 2, section 3.2
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/construction-aux", title="Auxiliary processes",
    kind="construction", text=__doc__, reference=Reference("altschuler2022", "Step 2", "section 3.2"),
    plain="definition",
    uses=("altschuler2022/step-1-coupling",),
)
