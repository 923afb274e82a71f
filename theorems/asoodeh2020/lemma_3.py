"""From Rényi to approximate privacy.

Statement
    An (alpha, zeta)-RDP algorithm is (epsilon, exp(-(alpha - 1)(epsilon - zeta)))-DP.
Reads as
    Feldman et al., lemma 14, solved for delta: there epsilon = zeta + log(1/delta)/(alpha - 1).
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    zeta : real : Rényi bound : 1
    epsilon : real : level of privacy : 1
    P : law : first law
    Q : law : second law
Assumptions
    order : alpha > 1
    bound : D_alpha(P || Q) <= zeta
Reference
    asoodeh2020, Lemma 3, section V
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ..pabisym._between_notions import from_an_order


def proof(b: Builder) -> Step:
    """The rule ``renyi-to-dp`` at this delta, of which log(1/delta) is the exponent."""
    return from_an_order(b)


STATEMENT = Statement(
    id="asoodeh2020/lemma-3", title="From Rényi to approximate privacy", kind="lemma", text=__doc__,
    reference=Reference("asoodeh2020", "Lemma 3", "section V"),
    conclusion="dp(P, Q, epsilon, exp(-(alpha - 1)*(epsilon - zeta)))",
    bound="exp(-(alpha - 1)*(epsilon - zeta))",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("zeta", "real", "Rényi bound"),
               Symbol("epsilon", "real", "level of privacy"),),
    structures=(Structure("P", "law", "first law"), Structure("Q", "law", "second law"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("bound", "renyi(alpha, 0, P, Q, zeta)"),),
    uses=("feldman2018/lemma-14",),
    proof=proof,
    printed=Printed("holds"),
    spots=(Spot({"alpha": 2, "zeta": "1/2", "epsilon": 1}),),
)
