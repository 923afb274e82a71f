"""Whether the privacy loss is bounded.

Statement
    Does the privacy loss of Noisy-SGD increase without end in T, even for convex losses on a bounded domain?
Reads as
    Answered by Theorem 3.1: no. The bound of the corrected (3.7) with a look-back of m steps does not depend on T
    once T >= m.
Reference
    altschuler2022, Question 1.2, section 1
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/question-1.2", title="Whether the privacy loss is bounded",
    kind="question", text=__doc__, reference=Reference("altschuler2022", "Question 1.2", "section 1"),
    plain="prose",
)
