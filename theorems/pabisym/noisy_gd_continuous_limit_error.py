"""Shift allocation in the limit of small steps, from below.

Statement
    For 0 < eta lam < 1 and K >= 1 the bound of pabisym/noisy-gd is at least (1 - eta lam/2) times (alpha S_g^2/(2 lam
    sigma^2 n^2)) (1 - e)/(1 + e), e = exp(-lam eta K).
Reads as
    With T = eta K the fraction is tanh(lam T/2), the limit that pabisym/noisy-gd-continuous-limit approaches from
    above: both sides meet as eta goes to 0, and the lower one is off by the factor 1 - eta lam/2 and no more.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..chourasia2021._quadratic_losses import ALLOCATED
from ._small_steps import power_below, signs

UNIT, DECAYED = "alpha*S**2/(2*lam*sigma**2*n**2)*(1 - eta*lam/2)", "exp(-(K*(eta*lam)))"
CLAIM = f"{UNIT}*(1 - {DECAYED})/(1 + {DECAYED}) <= {ALLOCATED}"


@script
def proof(p: Script) -> Step:
    """The fraction falls in the power, which is at most the exponential."""
    power = "(1 - eta*lam)**K"
    p.have("half", "1 - eta*lam/2 > 0")
    signs(p, "eta*lam", UNIT, steps="K")
    power_below(p, "eta*lam", "K")
    p.have_all({"power": f"{power} > 0", "decayed": f"{DECAYED} > 0"})
    return certified(CLAIM, fact("unit", "below", times="2"), multiplier=f"(1 + {power})*(1 + {DECAYED})")


STATEMENT = item("Theorem 2", "section 3.3",
    key="chourasia2021",
    letters=("alpha: real, alpha > 1 [Rényi order]: order of the Rényi divergence; role order",
        "n: integer, n >= 1 [size]: number of records; role records", "K: integer, K >= 0: number of steps; role steps",
        "S: real, S >= 0 [sensitivity]: sensitivity of the total gradient; unit loss/iterate; latex S_g; role total sensitivity",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: noise level: the noise of a step has the variance 2 eta sigma^2; unit sqrt(loss); role "
            "noise level",
        r"lam: real, lam > 0 [strong convexity]: strong convexity of the losses; unit loss/iterate^2; latex \lambda; role strong "
            "convexity"), assumptions=("alpha, n", "steps: K >= 1", "S, eta, sigma, lam", "contraction: eta*lam < 1"),
    conclusion="alpha*S**2/(2*lam*sigma**2*n**2)*(1 - eta*lam/2)*(1 - exp(-(K*(eta*lam))))/(1 + exp(-(K*(eta*lam)))) <= "
                   "alpha*S**2*(2 - eta*lam)/(4*lam*sigma**2*n**2)*(1 - (1 - eta*lam)**K)/(1 + (1 - eta*lam)**K)",
    bound="alpha*S**2*(2 - eta*lam)/(4*lam*sigma**2*n**2)*(1 - (1 - eta*lam)**K)/(1 + (1 - eta*lam)**K)", proof=proof,
    uses=("pabisym/noisy-gd", "chourasia2021/corollary-1"),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, lam=1", "alpha=2, n=1, K=1, S=1, eta=1/2, sigma=1, lam=1 -> 1/4"))
