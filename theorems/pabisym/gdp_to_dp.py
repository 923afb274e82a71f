"""From Gaussian to approximate differential privacy, exactly.

Statement
    If mu, nu are m-GDP with m = sqrt(square) then they are (eps, theta_{e^eps}(m))-close for every eps >= 0, and no
    smaller delta holds for N(m, 1) and N(0, 1).
Reads as
    The trade-off of two normal laws, read at the slope e^eps; what follows from a Rényi divergence of alpha m^2/2 alone
    is larger.
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._vocabulary import item

TAILS = "theta(exp(epsilon), m) == normal(m/2 - epsilon/m) - exp(epsilon)*normal(-m/2 - epsilon/m)"
POINTS = tuple({"m": m, "epsilon": epsilon} for m in ("1/2", 1, 4) for epsilon in ("1/10", 1, 9))
CLOSE = f"abs({TAILS.replace(' == ', ' - (')})) <= 1e-60"


def proof(b: Builder) -> Step:
    """The rule ``gdp-to-dp``."""
    return b.figure("gdp-to-dp", "Gaussian privacy", e="epsilon")


STATEMENT = item("Corollary 1", key="dong2022", kind="lemma",
    letters="epsilon >= 0: level, square, P: output, Q",
    given="Gaussian privacy",
    conclusion="dp(P, Q, epsilon, theta(exp(epsilon), sqrt(square)))", proof=proof, uses=("feldman2018/definition-11",),
    checks=(Check("both tails of the normal law, to 60 digits", lambda: at_points(CLOSE, POINTS)),
        Check("below what the Rényi divergence gives",
            lambda: at_points("theta(exp(epsilon), m) < exp(-(epsilon/m - m/2)**2/2)", tuple(p for p in POINTS if p["epsilon"] == 9)))),
    spots="epsilon=1, square=1")
