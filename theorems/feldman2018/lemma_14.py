"""From Rényi to approximate differential privacy.

Statement
    If an algorithm is (alpha, eps)-RDP then it is (eps + ln(1/delta)/(alpha - 1), delta)-DP for every delta in
    (0, 1). Pure eps-DP is (infinity, eps)-RDP.
Reads as
    A bound on the alpha-th moment bounds every event, up to an additive delta; dp(P, Q, e, d) says that
    P(O) <= exp(e) Q(O) + d for every event O.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    epsilon : real : bound on the divergence : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    P : law : output for the data
    Q : law : output for neighbouring data
Assumptions
    order : alpha > 1
    chance : delta > 0
    range : delta < 1
    divergence : D_alpha(mu || nu) <= eps
Reference
    feldman2018, Lemma 14, section 2.3
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

POINTS = tuple({"alpha": alpha, "r": r, "delta": delta} for alpha in (2, 5, 20) for r in ("1/10", 1, 3) for delta in ("1/10", "1/100000"))


def proof(b: Builder) -> Step:
    """The rule ``renyi-to-dp``, which is this statement."""
    return b.figure("renyi-to-dp", "divergence", d="delta")


STATEMENT = Statement(
    id="feldman2018/lemma-14", title="From Rényi to approximate differential privacy", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Lemma 14", "section 2.3"), conclusion="dp(P, Q, epsilon + log(1/delta)/(alpha - 1), delta)",
    cited_because="Hölder's inequality for an event is an integral over an abstract space, outside the kernel",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("epsilon", "real", "bound on the divergence"),
             Symbol("delta", "real, 0 < delta < 1", "additive slack")),
    structures=(Structure("P", "law", "output for the data", r"\mu"), Structure("Q", "law", "output for neighbouring data", r"\nu")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("chance", "delta > 0"), Assumption("range", "delta < 1"),
                 Assumption("divergence", "renyi(alpha, 0, P, Q, epsilon)")),
    printed=Printed("undecided"), uses=("feldman2018/definition-11", "feldman2018/definition-13"),
    checks=(Check("Gaussian pairs at distance r", lambda: at_points(
        "theta(exp(alpha*r**2/2 + log(1/delta)/(alpha - 1)), r) <= delta", POINTS)),),
    spots=(Spot({"alpha": 2, "epsilon": 1, "delta": "1/10"}),),
)
