"""The logarithmic threshold for strongly convex losses.

Statement
    c = (kappa - 1)/(kappa + 1) <= 1 - 1/kappa <= exp(-1/kappa). The page concludes eps <= C Q kappa log(x/(Q kappa))
    with x = alpha D^2/(eta^2 sigma_1^2) and some constant C.
Reads as
    That needs x >= e Q kappa or the like: for x < Q kappa the logarithm is negative, and no divergence is. With l =
    log(x/(Q kappa)) >= 1 the look-back of j = ceil(kappa l/2) + 1 steps in (5.3) gives at most 3 Q kappa l: j <= kappa
    l/2 + 2, and c^(2(j - 1)) x/2 <= exp(-l) x/2 = Q kappa/2.
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

CLAIM = "(kappa - 1)/(kappa + 1) <= exp(-(1/kappa))"


@script
def proof(p: Script) -> Step:
    """1 - 1/kappa - c = (kappa - 1)/(kappa (kappa + 1)), and the tangent of exp."""
    p.have("positive", "kappa > 0")
    p.have("above", "kappa + 1 > 0")
    p.have("first", certified("(kappa - 1)/(kappa + 1) <= 1 - 1/kappa", fact("conditioning"), multiplier="kappa*(kappa + 1)"))
    p.have("tangent", p.figure("exp-tangent", x="-(1/kappa)"))
    return p.prove(CLAIM)


def constant() -> tuple[Verdict, str]:
    """(5.3) at that look-back, from what was said of j and of the powers."""
    kinds = {"j": "integer"} | dict.fromkeys(("Q", "kappa", "l", "y"), "real")
    known = {"Q": "Q > 0", "kappa": "kappa - 1 >= 0", "l": "l - 1 >= 0", "j": "j <= kappa*l/2 + 2", "last": "y <= Q*kappa/2"}
    goal = "j*Q + y <= 3*Q*kappa*l"
    return replayed(goal, kinds, known, certified(goal, fact("j", "Q"), fact("last"), fact("Q", "kappa", "l", times="5/2"),
                                                  fact("Q", "l", times="5/2"), fact("Q", "kappa", times="2")))


STATEMENT = item("step 4 in section 5.1", "section 5.1",
    kind="inequality",
    letters=("kappa: real, kappa >= 1 [conditioning]: condition number", "Q: real, Q > 0 [divergence]: divergence of one sampled step",
        "x: real, x > 0 [distance]: alpha D^2/(eta sigma_1)^2"), conclusion=CLAIM, proof=proof,
    clauses=(
        "proved by conclusion: c <= exp(-1/kappa)",
        "proved by with l >= 1 the constant 3 is enough: both terms add up to Q kappa log(x/(Q kappa)) times 3, where the "
            "logarithm is at least 1",
        "open: the same with some constant where the logarithm is less than 1"),
    printed=Printed("holds in part",
        note="where the logarithm is at least 1, with the constant 3; at the corner where it is not, 1 has to be added"),
    uses=("altschuler2022/eq-5.3",),
    checks=(Check("with l >= 1 the constant 3 is enough", constant),
        Check("c at two condition numbers", lambda: at_points("(k - 1)/(k + 1) <= exp(-1/k)", ({"k": 1}, {"k": 100})))),
    spots="kappa=2, Q=1, x=6")
