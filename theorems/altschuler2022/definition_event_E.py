"""The event E.

Statement
    E is the event that the sum Y of the biases lies within 0.15 of its mean, relatively, and that the auxiliary walk
    stays
    below D/2 from its start to the end.
Reads as
    On E the walk is its start plus independent Gaussian steps plus Y.
Reference
    altschuler2022, event E, appendix A.4
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/definition-event-E", title="The event E", kind="definition", text=__doc__, plain="definition",
    reference=Reference("altschuler2022", "event E", "appendix A.4"), uses=("altschuler2022/construction-lower-aux",),
)
