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

from pabisym.proof.build import Builder, Step, step
from pabisym.proof.hockey import equation
from pabisym.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol

DELTA = "exp(-(alpha - 1)*(epsilon - zeta))"


def proof(b: Builder) -> Step:
    """1/delta = exp((alpha - 1)*(epsilon - zeta)), whose logarithm over alpha - 1 is epsilon - zeta."""
    up = "(alpha - 1)*(epsilon - zeta)"

    def inverse(b: Builder) -> Step:
        unit = equation("exp(0) == 1", "square", factor="-1", multiplier="exp(0)")
        goal = f"1/{DELTA} == exp({up})"
        terms = [{"coefficient": "1", "facts": ["sum"]}, {"coefficient": "1", "facts": ["unit"], "factor": "-1"}]
        last = step("arithmetic", goal, (), goal=goal, multiplier=DELTA, terms=terms)
        return b.have("unit", unit, lambda b: b.have("inverse", last, lambda b: b.have("log", b.figure("log-exp", x=up), converted)))

    def converted(b: Builder) -> Step:
        found = b.figure("renyi-to-dp", b.known("bound"), alpha="alpha", b="zeta", d=DELTA, P="P", Q="Q")
        return b.figure("dp-widen", found, e=f"zeta + log(1/{DELTA})/(alpha - 1)", d=DELTA, u="epsilon", v=DELTA, P="P", Q="Q")

    facts = {"square": b.figure("exp-sum", x="0", y="0"), "sum": b.figure("exp-sum", x=f"-({up})", y=up), "sign": b.prove(f"{DELTA} > 0")}
    return b.suppose_all(facts, inverse)


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
