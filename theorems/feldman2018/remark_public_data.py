"""Public data at the end of the pass.

Statement
    When the last m records are public, the error due to the noise falls by sqrt(m); the statistical error is of the
    order 1/sqrt(n), the private one sqrt(d)/sqrt(n), and m of the order of d makes the latter comparable to the former.
Reads as
    An order of growth, made precise by Corollary 31, where d appears as d/m.
"""

from ._vocabulary import item

STATEMENT = item("remark in section 1", "section 1", plain="prose", uses=("feldman2018/corollary-31",))
