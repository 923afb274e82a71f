"""The smoothing that the applications use.

Statement
    Theorems 30 and 32 use eta <= R eps/(L sqrt(n ln(1/delta))), so that beta <= 2 L sqrt(n ln(1/delta))/(R eps) is
    needed and lambda = R eps/(2 sqrt(n ln(1/delta))) suffices; the error is then L R eps sqrt(d)/(2 sqrt(n
    ln(1/delta))), dominated by the excess loss when ln(1/delta) >= eps.
Reads as
    With beta = L/lambda the condition eta <= 2/beta is eta <= 2 lambda/L. The last sentence holds with the constants of
    Theorem 30 for eps up to 32; at eps = ln(1/delta) = 100 and d large the error is the larger one.
"""

from pabisym.library.checks import at_points, page_broken
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

ROOT = "sqrt(n*log(1/delta))"
CLAIM = f"2/(L/(R0*epsilon/(2*{ROOT}))) == R0*epsilon/(L*{ROOT})"
STEP = "sqrt(8)/sqrt(n*(1 + 8*d*log(5/(4*delta))/epsilon**2)) <= epsilon/sqrt(n*log(1/delta))"
SMALL = "epsilon*sqrt(d)/(2*sqrt(log(1/delta))) <= 4*sqrt(2)*sqrt(1 + 8*d*log(5/(4*delta))/epsilon**2)"
GRID = tuple({"n": n, "d": d, "epsilon": e, "delta": x} for n in (1, 100) for d in (1, 50) for e in ("1/10", 1, 9) for x in ("1/2",
    "1/10000"))
LATE = tuple({"d": d, "epsilon": e, "delta": f"1/{3**k}"} for d in (1, 1000) for e, k in ((1, 1), (8, 8), (32, 32)))


@script
def proof(p: Script) -> Step:
    """The root is above zero, and so is 1/delta."""
    p.have("inverse", "1/delta > 0")
    return p.prove(CLAIM)


def large_level() -> tuple[Verdict, str]:
    """Eps = 100 and delta = 3^(-100), in 10^6 dimensions."""
    at = {"n": 1, "R0": 1, "L": 1, "d": 10**6, "epsilon": 100, "delta": f"1/{3**100}"}
    return page_broken(STATEMENT, at, SMALL, given=("log(1/delta) >= epsilon",))


STATEMENT = item("remark in section 5.5", "section 5.5",
    letters=("n: integer, n >= 1: number of records; role records",
        "R0: real, R0 > 0 [radius]: radius of a ball around K; unit iterate; latex R",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate",
        "epsilon: real, epsilon > 0 [level]: privacy level; role level",
        "delta: real, delta > 0 and delta < 1 [chance, ]: additive slack; role slack"),
    assumptions=("delta, L", "root: sqrt(n*log(1/delta)) > 0", "R0, epsilon"),
    conclusion="2/(L/(R0*epsilon/(2*sqrt(n*log(1/delta))))) == R0*epsilon/(L*sqrt(n*log(1/delta)))", proof=proof,
    clauses=(
        "open by eta of Theorem 30 is small enough: the step sizes of Theorems 30 and 32 are at most R eps/(L sqrt(n ln(1/delta)))",
        "proved by conclusion: lambda = R eps/(2 sqrt(n ln(1/delta))) is smooth enough for them",
        "cited by feldman2018/theorem-33: the smoothing error is L R eps sqrt(d)/(2 sqrt(n ln(1/delta)))",
        "refuted by it is not at eps = 100: the error is dominated whenever ln(1/delta) >= eps"),
    printed=Printed("corrected", error="hypothesis",
        difference="that the error is dominated whenever ln(1/delta) >= eps fails for large eps, as at eps = 100, "
            "delta = 3^(-100), d = 10^6"), uses=("feldman2018/theorem-30", "feldman2018/theorem-32", "feldman2018/theorem-33"),
    checks=(Check("eta of Theorem 30 is small enough", lambda: at_points(STEP, GRID)),
        Check("the error is dominated up to eps = 32", lambda: at_points(SMALL, LATE)),
        Check("it is not at eps = 100", large_level, "corrected")), spots="n=4, R0=1, L=1, epsilon=1, delta=1/10",
    evident="one choice of a parameter written into another, on the page too")
