"""RDP against the number of steps.

Statement
    A sketch: earlier bounds grow linearly with T, the new one only up to about D n/(L eta) steps, and then stays.
Reads as
    Drawn from bounds that stand here, at named parameters, by pabisym_theorems.altschuler2022._figures.draw("sampled",
    ...); min(T, D n/(L eta)) is the sketch itself. The check draws no picture but takes the numbers: the new curve
    bends once, and is flat afterwards.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict

from ._figures import Parameters, curves

STEPS = (1, 10, 100, 1000, 4000, 8000, 16000)


def bends() -> tuple[Verdict, str]:
    """Linear first, constant at the end, and never above the earlier bound."""
    found = curves("sampled", STEPS, Parameters(n=100, b=10, L=1, D=1, eta=0.01, sigma=4, alpha=2))
    linear = found.new[:3] == found.earlier[:3]
    flat = found.new[-1] == found.new[-2] < found.earlier[-1]
    return ("true" if linear and flat else "false"), f"{found.new[0]:.3g} a step at first, at most {found.new[-1]:.3g}"


STATEMENT = item("Figure 1", "section 1.2",
    plain="prose", uses=("altschuler2022/eq-1.1", "altschuler2022/eq-B2-raw", "pabisym/sampled-step"),
    checks=(Check("linear, then flat", bends),),
    clauses=(
        "instance by linear, then flat: the new curve grows linearly and is flat after the threshold, at these parameters",
        "cited by altschuler2022/theorem-3.1: after Tbar of the order of n steps the bound does not grow",
        "open: earlier implementations and analyses grow without limit"),
    printed="holds in part")
