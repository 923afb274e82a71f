"""The look-back recommended for (B.2).

Statement
    (j Q + K/j)^2 >= 4 K Q with equality at j = sqrt(K/Q), K = alpha D^2/(2 eta^2 sigma_1^2): the best look-back is
    (D/(eta sigma_1)) sqrt(alpha/(2 Q)), rounded up or down, and at most T - 1.
Reads as
    The page cuts it off at T, which (B.2) does not allow, and says that the RDP increases with sigma; it decreases. A
    ternary search over sigma_1 needs a single valley. For integer look-backs the minimum over them is a lower envelope
    of valleys; that it has one minimum is not shown on the page. pabisym compares it with a certified minimum
    (tests/theorems/altschuler2022).
"""

from pabisym.library.checks import page_broken
from pabisym.library.item import item
from pabisym.library.library import builtin
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact

CLAIM = "(j*Q + x/j)**2 >= 4*x*Q"


def proof(b: Builder) -> Step:
    """The square of the difference."""
    return certified(CLAIM, fact(square="j*Q - x/j"))


def falls() -> tuple[Verdict, str]:
    """(B.2) for T = 1 is S_alpha(b/n, b sigma/(2L)), which falls as sigma grows, here to its double."""
    bound = "sampled(alpha, b/n, b*{sigma}/(2*L))"
    at = {"T": 1, "m": 1, "n": 10, "b": 1, "i": 1, "L": 1, "M": 1, "D": 2, "eta": 1}
    noises = ({"sigma": 5 * x, "sigma_1": 3 * x, "sigma_2": 4 * x} for x in (1, 8))
    found = [page_broken(builtin().statement("altschuler2022/eq-B2"), at | noise | {"alpha": alpha},
                         f"{bound.format(sigma='sigma')} <= {bound.format(sigma='(2*sigma)')}") for noise in noises for alpha in (2, 5, 32)]
    return next((one for one in found if one[0] != "true"), found[0])


STATEMENT = item("after (B.2)", "appendix B.2",
    letters=("j: real, j > 0 [look-back]: the look-back, in steps; role choice",
        "Q: real, Q > 0 [divergence]: divergence of one sampled step",
        "x: real, x > 0 [price]: the price K of the distance over one step"), conclusion=CLAIM, proof=proof,
    clauses=(
        "proved by conclusion: the least of j Q + K/j over real look-backs",
        "refuted by the divergence falls as the noise grows: the RDP increases with sigma",
        "open: a ternary search over sigma_1 finds the minimum"),
    printed=Printed("corrected", error="misprint",
        difference="the RDP decreases with sigma, where it is said to increase; and the look-back is at most T - 1, not T"),
    uses=("altschuler2022/eq-B2",), checks=(Check("the divergence falls as the noise grows", falls, "corrected"),), spots="j=2, Q=1, x=1")
