"""From RDP to approximate differential privacy.

Statement
    An (alpha, eps)-RDP algorithm is (eps + log(1/delta)/(alpha - 1), delta)-DP for every delta in (0, 1).
Reads as
    Lemma 14 of Feldman et al.; Theorem 4 uses it with eps/2 and alpha = 1 + 2 log(1/delta)/eps.
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
    divergence : R_alpha(P || Q) <= eps
Reference
    chourasia2021, remark in section 2, section 2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

CLAIM = "dp(P, Q, epsilon + log(1/delta)/(alpha - 1), delta)"


def proof(b: Builder) -> Step:
    """Lemma 14 of Feldman et al."""
    return b.theorem("feldman2018/lemma-14", {})


STATEMENT = Statement(
    id="chourasia2021/remark-rdp-dp", title="From RDP to approximate differential privacy", kind="remark", text=__doc__,
    reference=Reference("chourasia2021", "remark in section 2", "section 2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("epsilon", "real", "bound on the divergence"),
             Symbol("delta", "real, 0 < delta < 1", "additive slack"),),
    structures=(Structure("P", "law", "output for the data"), Structure("Q", "law", "output for neighbouring data"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("chance", "delta > 0"), Assumption("range", "delta < 1"),
                 Assumption("divergence", "renyi(alpha, 0, P, Q, epsilon)"),),
    conclusion=CLAIM, proof=proof, printed=Printed("holds"),
    uses=("feldman2018/lemma-14",),
    spots=(Spot({"alpha": 2, "epsilon": 1, "delta": "1/10"}),),
)
