"""From Gaussian to approximate differential privacy, exactly.

Statement
    If mu, nu are m-GDP with m = sqrt(square) then they are (eps, theta_{e^eps}(m))-close for every eps >= 0, and no smaller
    delta holds for N(m, 1) and N(0, 1).
Reads as
    The trade-off of two normal laws, read at the slope e^eps; what follows from a Rényi divergence of alpha m^2/2 alone
    is larger.
Letters
    epsilon : real, epsilon >= 0 : privacy level : 1
    square : real, square >= 0 : m^2 : 1
    P : law : output for the data
    Q : law : output for neighbouring data
Assumptions
    level : eps >= 0
    size : square >= 0
    Gaussian privacy : mu, nu are m-GDP
Reference
    dong2022, Corollary 1
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

TAILS = "theta(exp(epsilon), m) == normal(m/2 - epsilon/m) - exp(epsilon)*normal(-m/2 - epsilon/m)"
POINTS = tuple({"m": m, "epsilon": epsilon} for m in ("1/2", 1, 4) for epsilon in ("1/10", 1, 9))
CLOSE = f"abs({TAILS.replace(' == ', ' - (')})) <= 1e-60"


def proof(b: Builder) -> Step:
    """The rule ``gdp-to-dp``."""
    return b.figure("gdp-to-dp", "Gaussian privacy", e="epsilon")


STATEMENT = Statement(
    id="pabisym/gdp-to-dp", title="From Gaussian to approximate differential privacy, exactly", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("dong2022", "Corollary 1"), conclusion="dp(P, Q, epsilon, theta(exp(epsilon), sqrt(square)))",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "privacy level"), Symbol("square", "real, square >= 0", "m^2", latex="m^2")),
    structures=(Structure("P", "law", "output for the data", r"\mu"), Structure("Q", "law", "output for neighbouring data", r"\nu")),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("size", "square >= 0"),
                 Assumption("Gaussian privacy", "gdp(0, P, Q, square)")),
    checks=(Check("both tails of the normal law, to 60 digits", lambda: at_points(CLOSE, POINTS)),
            Check("below what the Rényi divergence gives", lambda: at_points(
                "theta(exp(epsilon), m) < exp(-(epsilon/m - m/2)**2/2)", tuple(p for p in POINTS if p["epsilon"] == 9)))),
    uses=("feldman2018/definition-11",), spots=(Spot({"epsilon": 1, "square": 1}),),
)
