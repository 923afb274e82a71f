"""Many convex problems on the same users.

Statement
    About n problems can be solved for the same users at the privacy cost of one, up to logarithms; in general the cost
    grows like sqrt(max(k/n, 1)) where output perturbation pays sqrt(k).
Reads as
    An order of growth, made precise by Theorem 32: there sigma grows with sqrt(q), q = max(2 k (1 + ln n)/n, 2
    ln(1/delta)), which does not depend on k until k exceeds n ln(1/delta)/(1 + ln n).
"""

from ._vocabulary import item

STATEMENT = item("remark in section 1", "section 1", plain="prose", uses=("feldman2018/theorem-32",))
