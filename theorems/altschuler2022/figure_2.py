"""RDP against the number of steps, for cyclic batches and for strongly convex losses.

Statement
    Sketches: cyclic batches cost much in the first epoch, then little more, and nothing after about D n/(L eta) steps;
    strongly convex losses cost nothing more after about kappa steps, up to logarithms.
Reads as
    Drawn from bounds that stand here, at named parameters, by pabisym_theorems.altschuler2022._figures.draw("cyclic",
    ...) and draw("strongly convex", ...). For cyclic batches the new curve is the exact optimum of all shifts and
    restarts.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict

from ._figures import Parameters, curves

LETTERS = Parameters(n=4, b=1, L=1, D=1, eta=0.25, sigma=4, alpha=2, c=0.9)


def bends() -> tuple[Verdict, str]:
    """Both are flat at the end; the cyclic one starts with most of its value."""
    cyclic = curves("cyclic", (1, 4, 40, 44), LETTERS)
    strong = curves("strongly convex", (1, 10, 100, 200), LETTERS)
    flat = abs(cyclic.new[-1] - cyclic.new[-2]) < 1e-9 * cyclic.new[-1] and strong.new[-1] == strong.new[-2]
    said = f"at most {cyclic.new[-1]:.3g} and {strong.new[-1]:.3g}"
    return ("true" if flat and 10 * cyclic.new[0] > cyclic.new[-1] else "false"), said


STATEMENT = item("Figure 2", "section 1.2",
    plain="prose", uses=("altschuler2022/eq-5.4", "altschuler2022/theorem-5.6", "altschuler2022/eq-B3"),
    checks=(Check("both are flat at the end", bends),),
    clauses=(
        "instance by both are flat at the end: both curves are flat at the end, at these parameters",
        "cited by altschuler2022/theorem-5.6: the bound for cyclic batches does not grow after a threshold",
        "cited by altschuler2022/theorem-5.1: nor does the one for strongly convex losses",
        "open: what earlier analyses give grows without limit, as in Figure 1"),
    printed="holds in part")
