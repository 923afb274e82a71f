"""The best shifts for strongly convex losses.

Statement
    The amounts a_t = c^(-t) beta D with beta = c^(tau + 2) (1 - c^(-2))/(1 - c^(-2(T - tau - 1))) are feasible, and the
    sum of their squares is c^(-tau) beta D^2 = D^2 (1 - c^2)/(c^(-2k) - 1), k = T - tau - 1, which is least.
Reads as
    Cauchy's inequality, or the taut string over the noise without contractions. Attained by a linear pair with the
    factor c. The conclusion is the value; that the amounts are feasible, that it is the sum of their squares, and that
    no feasible amounts have less are replayed by checks.
"""

import pabisym
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._best_shifts import VALUE, feasible, none_less, squares

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


STATEMENT = item("footnote 11", "appendix B.3",
    letters=("j: integer, j >= 1 [look-back]: the look-back T - tau - 1", "h: integer, h >= 0: the step tau of the restart",
        "c: real, c > 0 and c < 1 [positive factor, factor]: contraction of every step; role contraction",
        "D: real, D > 0: diameter; unit iterate"),
    conclusion="c**(-h)*(c**(h + 2)*(1 - c**(-2))/(1 - c**(-2*j)))*D**2 == D**2*(1 - c**2)/(c**(-2*j) - 1)", proof=proof,
    clauses=(
        "proved by conclusion: the value D^2 (1 - c^2)/(c^(-2k) - 1)",
        "proved by the amounts are feasible: the amounts are feasible",
        "proved by their squares add up to it: the sum of their squares is that value",
        "proved by none have less: no feasible amounts have less",
        "refuted by altschuler2022/eq-5.2: the bound of (5.2) improves to that value, times alpha/(2 eta^2 sigma_1^2)"),
    printed=Printed("holds in part", note="of the value; what it is said to bound, (2) given the other noises, exceeds (5.2) already"),
    uses=("pabisym/start-shift", "altschuler2022/proposition-5.4"),
    checks=(Check("the amounts are feasible", feasible, "holds"), Check("their squares add up to it", squares, "holds"),
        Check("none have less", none_less, "holds"), Check("no allocation is better", least)), spots="j=2, h=3, c=1/2, D=1")
