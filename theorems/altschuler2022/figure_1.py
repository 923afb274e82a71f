"""RDP against the number of steps.

Statement
    A sketch: earlier bounds grow linearly with T, the new one only up to about D n/(L eta) steps, and then stays.
Reads as
    Drawn from bounds that stand here, at named parameters, by pabisym_theorems.altschuler2022._figures.draw("sampled", ...); min(T, D n/(L eta)) is the
    sketch itself. The check draws no picture but takes the numbers: the new curve bends once, and is flat afterwards.
Reference
    altschuler2022, Figure 1, section 1.2
"""

from pabisym.library.statement import Check, Reference, Statement, Verdict

from ._figures import Parameters, curves

STEPS = (1, 10, 100, 1000, 4000, 8000, 16000)


def bends() -> tuple[Verdict, str]:
    """Linear first, constant at the end, and never above the earlier bound."""
    found = curves("sampled", STEPS, Parameters(n=100, b=10, L=1, D=1, eta=0.01, sigma=4, alpha=2))
    linear = found.new[:3] == found.earlier[:3]
    flat = found.new[-1] == found.new[-2] < found.earlier[-1]
    return ("true" if linear and flat else "false"), f"{found.new[0]:.3g} a step at first, at most {found.new[-1]:.3g}"


STATEMENT = Statement(
    id="altschuler2022/figure-1", title="RDP against the number of steps", kind="figure", text=__doc__, plain="prose",
    reference=Reference("altschuler2022", "Figure 1", "section 1.2"), checks=(Check("linear, then flat", bends),),
    uses=("altschuler2022/eq-1.1", "altschuler2022/eq-B2-raw", "pabisym/sampled-step"),
)
