"""The best shifts for strongly convex losses.

Statement
    The amounts a_t = c^(-t) beta D with beta = c^(tau + 2) (1 - c^(-2))/(1 - c^(-2(T - tau - 1))) are feasible, and
    the sum of
    their squares is c^(-tau) beta D^2 = D^2 (1 - c^2)/(c^(-2k) - 1), k = T - tau - 1, which is least.
Reads as
    Cauchy's inequality, or the taut string over the noise without contractions. Attained by a linear pair with the
    factor c.
Letters
    j : integer, j >= 1 : the look-back T - tau - 1 : 1
    h : integer, h >= 0 : the step tau of the restart : 1
    c : real, 0 < c < 1 : contraction of every step : 1
    D : real, D > 0 : diameter : iterate
Assumptions
    look-back : j >= 1
    positive factor : c > 0
    factor : c < 1
Reference
    altschuler2022, footnote 11, appendix B.3
"""

import pabisym
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

VALUE = "D**2*(1 - c**2)/(c**(-2*j) - 1)"
CLAIM = f"c**(-h)*(c**(h + 2)*(1 - c**(-2))/(1 - c**(-2*j)))*D**2 == {VALUE}"


@script
def proof(p: Script) -> Step:
    """Both are D^2 (1 - c^2) c^(2j)/(1 - c^(2j))."""
    p.have("power", p.figure("power-below-one", k="2*j"))
    p.have("inverse", certified("c**(-2*j) - 1 > 0", fact("power"), multiplier="c**(2*j)"))
    return p.prove(CLAIM)


def least() -> tuple[Verdict, str]:
    """The exact optimum of the solver, for one to six steps and three factors."""
    from fractions import Fraction

    for c in (Fraction(1, 2), Fraction(9, 10), Fraction(1, 100)):
        for j in range(1, 7):
            found = pabisym.allocate(gap=[0] * j, noise_variance=1, contraction=c, start_shift=3).value
            if found != 9 * (1 - c**2) / (c ** (-2 * j) - 1):
                return "false", f"at c = {c}, {j} steps the optimum is {found}"
    return "true", "the exact optimum of all allocations at 18 instances"


STATEMENT = Statement(
    id="altschuler2022/footnote-11", title="The best shifts for strongly convex losses", kind="footnote", text=__doc__, conclusion=CLAIM,
    reference=Reference("altschuler2022", "footnote 11", "appendix B.3"), proof=proof,
    symbols=(Symbol("j", "integer, j >= 1", "the look-back T - tau - 1"), Symbol("h", "integer, h >= 0", "the step tau of the restart"),
             Symbol("c", "real, 0 < c < 1", "contraction of every step"), Symbol("D", "real, D > 0", "diameter", "iterate")),
    assumptions=(Assumption("look-back", "j >= 1"), Assumption("positive factor", "c > 0"), Assumption("factor", "c < 1")),
    uses=("pabisym/start-shift", "altschuler2022/proposition-5.4"), printed=Printed("holds"),
    checks=(Check("no allocation is better", least),), spots=(Spot({"j": 2, "h": 3, "c": "1/2", "D": 1}),),
)
