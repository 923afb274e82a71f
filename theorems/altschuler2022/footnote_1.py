"""What privacy loss means.

Statement
    The privacy loss of an algorithm is the level of its privacy guarantee, as (alpha, eps)-RDP or (eps, delta)-DP.
Reads as
    Not the random variable of that name.
Reference
    altschuler2022, footnote 1, section 1
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/footnote-1", title="What privacy loss means",
    kind="footnote", text=__doc__, reference=Reference("altschuler2022", "footnote 1", "section 1"),
    plain="prose",
)
