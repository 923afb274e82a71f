"""From Rényi to approximate differential privacy.

Statement
    If an algorithm is (alpha, eps)-RDP, alpha > 1, then it is (eps + ln(1/delta)/(alpha - 1), delta)-DP for every
    delta in (0, 1).
Reads as
    Lemma 14 of Feldman et al.
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
    divergence : D_alpha(P || Q) <= eps
Reference
    altschuler2022, Lemma 2.5, section 2.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The theorem of Feldman et al., which is this one."""
    return b.theorem("feldman2018/lemma-14", {})


STATEMENT = Statement(
    id="altschuler2022/lemma-2.5", title="From Rényi to approximate differential privacy",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "Lemma 2.5", "section 2.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("epsilon", "real", "bound on the divergence", latex=r"\varepsilon_\alpha"),
             Symbol("delta", "real, 0 < delta < 1", "additive slack", latex=r"\delta"),),
    structures=(Structure("P", "law", "output for the data"),
                Structure("Q", "law", "output for neighbouring data"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("chance", "delta > 0"),
                 Assumption("range", "delta < 1"),
                 Assumption("divergence", "renyi(alpha, 0, P, Q, epsilon)", "D_alpha(P || Q) <= eps"),),
    conclusion="dp(P, Q, epsilon + log(1/delta)/(alpha - 1), delta)", proof=proof, printed=Printed("holds"),
    uses=("feldman2018/lemma-14", "altschuler2022/definition-2.2", "altschuler2022/definition-2.4"),
    spots=(Spot({"alpha": 2, "epsilon": 1, "delta": "1/10"}),),
)
