"""Concurrent results for strongly convex losses.

Statement
    Ye and Shokri, and Ryffel et al., extend the result of Chourasia et al. to mini-batches with strongly convex losses;
    section 5.1 recovers it by other means.
Reads as
    A remark on the literature.
"""

from ._vocabulary import item

STATEMENT = item("footnote 2", "section 1", plain="prose")
