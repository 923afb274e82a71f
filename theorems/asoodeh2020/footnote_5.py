"""Learning rates in practice.

Statement
    Accuracy is stable for learning rates in (0.01, 0.07), with a peak near 0.052 (quoted).
Reads as
    An experiment of others.
Reference
    asoodeh2020, footnote 5, section V
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/footnote-5", title="Learning rates in practice", kind="footnote", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020", "footnote 5", "section V"),
)
