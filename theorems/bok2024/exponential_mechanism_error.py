"""Steps towards the exponential mechanism, from below.

Statement
    With c = 1 - eta m and eta m < 1 the optimum of T steps, (alpha/2) (L^2/m - eta L^2/2) (1 - c^T)/(1 + c^T), is at
    least (alpha/2) (L^2/m - eta L^2/2) (1 - 2 e^(-eta m T)).
Reads as
    The optimum rises to L^2/m as eta goes to 0 and the time eta T to infinity, with both errors in the open. Quadratic
    potentials attain it, so that L/sqrt(m) cannot be improved.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..pabisym._small_steps import power_below, signs

UNIT = "alpha/2*(L**2/m - eta*L**2/2)"
STEPS = f"{UNIT}*((1 - (1 - eta*m)**T)/(1 + (1 - eta*m)**T))"
CLAIM = f"{UNIT}*(1 - 2*exp(-(T*(eta*m)))) <= {STEPS}"


@script
def proof(p: Script) -> Step:
    """(1 - p)/(1 + p) >= 1 - 2 p, and p = c^T is at most an exponential."""
    power = "(1 - eta*m)**T"
    p.have("half", "1 - eta*m/2 > 0")
    p.have("room", "L**2/m - eta*L**2/2 >= 0")
    signs(p, "eta*m", UNIT)
    power_below(p, "eta*m")
    p.have("power", f"{power} > 0")
    terms = fact("unit", "power", "power", times="2"), fact("unit", "below", times="2"), fact("unit", "below", "power", times="2")
    return certified(CLAIM, *terms, multiplier=f"1 + {power}")


STATEMENT = item("the theorem on the exponential mechanism, from below",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "T: integer, T >= 1 [horizon]: steps",
        "eta: real, eta > 0 [step size]: the step size; unit iterate^2/loss",
        "m: real, m > 0 [strong convexity]: strong convexity of the losses; unit loss/iterate^2",
        "L: real, L > 0 [sensitivity]: how far one record moves a gradient; unit loss/iterate"), assumptions=("small steps: eta*m < 1",),
    conclusion="alpha/2*(L**2/m - eta*L**2/2)*(1 - 2*exp(-(T*(eta*m)))) <= alpha/2*(L**2/m - eta*L**2/2)*((1 - (1 - eta*m)**T)/(1 + "
                   "(1 - eta*m)**T))", bound="alpha/2*(L**2/m - eta*L**2/2)*((1 - (1 - eta*m)**T)/(1 + (1 - eta*m)**T))", proof=proof,
    silent="the page speaks of the limit of small steps, this of every step size: that the laws converge is not proved here",
    spots="T=1, alpha=2, eta=1/2, m=1, L=2 -> 1")
