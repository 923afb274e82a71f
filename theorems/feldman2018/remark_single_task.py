"""Why stopping at random does not help a single task.

Statement
    The conversion of Lemma 14 needs alpha > 1/eps, and Theorem 26 needs sigma of the order of L alpha, so that nothing
    is gained for one task; for k tasks the usual analysis scales sigma by sqrt(k), this one by max(k/n, 1) up to
    logarithms.
Reads as
    With sigma = 4 L sqrt(q ln(1/delta))/eps as in Theorem 32 the scale is sqrt(max(k/n, 1)) up to logarithms, the
    square root of what is printed here.
"""

from ._vocabulary import item

STATEMENT = item("remark in section 5.4", "section 5.4", plain="prose",
    uses=("feldman2018/lemma-14", "feldman2018/theorem-26", "feldman2018/theorem-32"))
