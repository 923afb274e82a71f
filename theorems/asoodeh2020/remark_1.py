"""Other notions of privacy.

Statement
    The definition concerns only the last parameter, and neighbouring cost collections instead of data sets.
Reads as
    The second agrees with data sets where the loss determines the record.
Reference
    asoodeh2020, Remark 1, section II-A
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/remark-1", title="Other notions of privacy", kind="remark", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020", "Remark 1", "section II-A"),
    uses=("asoodeh2020/definition-2",),
)
