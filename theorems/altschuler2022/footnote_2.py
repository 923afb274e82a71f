"""Concurrent results for strongly convex losses.

Statement
    Ye and Shokri, and Ryffel et al., extend the result of Chourasia et al. to mini-batches with strongly convex
    losses; section 5.1 recovers it by other means.
Reads as
    A remark on the literature.
Reference
    altschuler2022, footnote 2, section 1
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/footnote-2", title="Concurrent results for strongly convex losses",
    kind="footnote", text=__doc__, reference=Reference("altschuler2022", "footnote 2", "section 1"),
    plain="prose",
)
