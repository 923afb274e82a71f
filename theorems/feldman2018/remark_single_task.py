"""Why stopping at random does not help a single task.

Statement
    The conversion of Lemma 14 needs alpha > 1/eps, and Theorem 26 needs sigma of the order of L alpha, so that nothing
    is gained for one task; for k tasks the usual analysis scales sigma by sqrt(k), this one by max(k/n, 1) up to
    logarithms.
Reads as
    With sigma = 4 L sqrt(q ln(1/delta))/eps as in Theorem 32 the scale is sqrt(max(k/n, 1)) up to logarithms, the
    square root of what is printed here.
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Check, Printed

from ._vocabulary import item

FEW, MANY = (f"max(2*({k})*harmonic(n)/n, 2*log(1/delta))" for k in ("n**2", "100*n**2"))
POINTS = tuple({"n": n, "epsilon": "1/2", "delta": "1/1000"} for n in (10, 1000))

STATEMENT = item("remark in section 5.4", "section 5.4", plain="prose",
    uses=("feldman2018/lemma-14", "feldman2018/theorem-26", "feldman2018/theorem-32"),
    printed=Printed("corrected", error="misprint",
        difference="for k tasks sigma is said to grow by max(k/n, 1), up to logarithms; with Theorem 32 it grows by its square root, "
            "as the introduction has it"),
    checks=(Check("sigma grows by 10 from k = n^2 to k = 100 n^2", lambda: at_points(f"sqrt({MANY}/{FEW}) == 10", POINTS), "corrected"),
        Check("Lemma 14 needs alpha > 1/eps for delta < 1/e", lambda: at_points("1 + log(1/delta)/epsilon > 1/epsilon", POINTS))))
