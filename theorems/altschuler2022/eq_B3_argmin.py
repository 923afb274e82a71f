"""The look-back recommended for (B.3).

Statement
    Let u > 1 be the root of u^2 - (2 - beta) u + 1 = 0 with beta = 2 K (1 - c^2) log(c)/Q, K = alpha D^2/(2 eta^2
    sigma_1^2). Then j = -log(u)/(2 log c), for which c^(-2j) = u, has the least j Q + K (1 - c^2)/(c^(-2j) - 1) of all
    real look-backs. The page prints (1 - c)^2 for 1 - c^2 in beta.
Reads as
    The difference to any other look-back, with w for u, is at least Q (w - u)^2/(-2 log(c) w u (w - 1)), as log(w/u) >= 1 -
    u/w. At c = 0.9 and alpha D^2/(Q eta^2 sigma_1^2) near 669 the printed look-back misses the minimum, rounded up or down.
"""

from pabisym.library.checks import page_broken
from pabisym.library.item import item
from pabisym.library.library import builtin
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.exponentials import log_low, log_product
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._sampling import BETA, LOOK_BACK

CLAIM = "-Q*log(u)/(2*l) + x/(u - 1) <= -Q*log(w)/(2*l) + x/(w - 1)"
VALUE = "((j)*Q + K*(1 - c**2)/(c**(-2*(j)) - 1))"
AT = {"T": 60, "m": 1, "n": 10, "b": 1, "i": 1, "alpha": 2, "c": "9/10", "L": 2, "D": 4, "eta": 1, "sigma": "136/15", "sigma_1": "64/15",
      "sigma_2": 8, "f": "quadratic(1, 0)", "g": "quadratic(1, 0)"}


@script
def proof(p: Script) -> Step:
    """log(w) >= log(u) + 1 - u/w; what the root says of x; a square."""
    log_product(p, "w/u", "u")
    log_low(p, "w/u")
    p.have("ratio", "log(w) - log(u) >= 1 - u/w")
    p.have("paid", certified("-2*x*u*l == Q*(u - 1)**2", fact("root", factor="-Q")))
    p.have_all({"positive": "u > 0", "other positive": "w > 0"})
    return certified(CLAIM, fact("ratio", "divergence", "other positive", "positive", "other", "above"),
                     fact("paid", factor="w*(u - w)"), fact("divergence", "above", square="w - u"),
                     multiplier="(-(2*l))*w*u*(w - 1)*(u - 1)")


def recipes() -> tuple[Verdict, str]:
    """The printed look-back, rounded either way, against the best one, for losses of curvature 1 on an interval."""
    beta, root = "(2*K*{factor}*log(c)/Q)", "(-log((2 - {b} + sqrt((2 - {b})**2 - 4))/2)/(2*log(c)))"
    printed, right = (root.format(b=beta.format(factor=f)) for f in ("(1 - c)**2", "(1 - c**2)"))
    own, best = (f"min({VALUE.replace('j', f'floor({x})')}, {VALUE.replace('j', f'floor({x}) + 1')})" for x in (printed, right))
    claim = f"{own} <= {best}".replace("K", "(alpha*D**2/(2*eta**2*sigma_1**2))").replace("Q", "sampled(alpha, b/n, b*sigma_2/(2*L))")
    return page_broken(builtin().statement("altschuler2022/eq-B3"), AT, claim,
                       words="both roundings of the printed look-back miss the minimum")


STATEMENT = item("after (B.3)", "appendix B.3",
    quantities=(BETA, LOOK_BACK),
    letters=("u: real, u > 1 [above]: c^(-2j) at the look-back j of the root", "w: real, w > 1 [other]: c^(-2j) at any other look-back",
        "l: real, l < 0 [decline]: logarithm of the contraction c", "Q: real, Q > 0 [divergence]: divergence of one sampled step",
        "x: real, x > 0 [price]: K (1 - c^2), K the price of the distance over one step"),
    assumptions="root: u**2 - (2 - 2*x*l/Q)*u + 1 == 0: beta = 2 x l/Q, as corrected",
    conclusion="-Q*log(u)/(2*l) + x/(u - 1) <= -Q*log(w)/(2*l) + x/(w - 1)", proof=proof,
    clauses=(
        "proved by conclusion: the root, with 1 - c^2, is the best look-back",
        "refuted by the printed look-back misses: the printed root, with (1 - c)^2, is the best look-back",
        "open: a ternary search over sigma_1 finds the minimum"),
    printed=Printed("refuted", error="constant", difference="(1 - c)^2 is printed for 1 - c^2 in beta"),
    uses=("altschuler2022/eq-B3",), checks=(Check("the printed look-back misses the minimum", recipes, "refuted"),),
    spots="u=4, w=3, l=-9/8, Q=1, x=1")
