"""How the privacy loss depends on the number of iterations.

Statement
    What is the privacy loss of Noisy-SGD as a function of the number of iterations T?
Reads as
    Answered by Theorem 3.1: it grows at most like min(T, D n/(L eta)).
Reference
    altschuler2022, Question 1.1, section 1
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/question-1.1", title="How the privacy loss depends on the number of iterations",
    kind="question", text=__doc__, reference=Reference("altschuler2022", "Question 1.1", "section 1"),
    plain="prose",
)
