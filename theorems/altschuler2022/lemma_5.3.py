"""A gradient step of a smooth strongly convex function is a strong contraction.

Statement
    If f is m-strongly convex and M-smooth and eta = 2/(M + m), then w -> w - eta grad f(w) is c-Lipschitz with c =
    (kappa - 1)/(kappa + 1), kappa = M/m.
Reads as
    With x = ||u - v||^2, g the squared distance of the gradients and s the inner product of both differences, the
    inequality s >= m M x/(m + M) + g/(m + M) gives ||(u - eta grad f(u)) - (v - eta grad f(v))||^2 = x - 2 eta s +
    eta^2 g <= c^2 x. A quadratic with curvature m or M attains it.
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import real
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step, step
from pabisym.proof.script import Script, script

from ._vocabulary import item

CLAIM = "x - 2*(2/(M + m))*s + (2/(M + m))**2*g <= ((M/m - 1)/(M/m + 1))**2*x"


@script
def proof(p: Script) -> Step:
    """Four times the inequality over M + m: the gradients' part vanishes at this step size."""
    terms = [{"coefficient": "4", "facts": ["co-coercivity"]}]
    last = step("arithmetic", CLAIM, (), goal=CLAIM, multiplier="(M + m)**2", terms=terms)
    p.have("sum", "M + m > 0")
    p.have("ratio", "M/m + 1 > 0")
    return last


def curvatures() -> tuple[Verdict, str]:
    """|1 - eta m| = |1 - eta M| = c, and c^2 = 1 - 2 eta m M/(M + m)."""
    kinds, assumed = {"m": "real", "M": "real"}, {"m": "m > 0", "M": "M >= m", "sum": "M + m > 0"}
    found = [replayed(claim, kinds, assumed) for claim in (
        "1 - 2/(M + m)*m == (M - m)/(M + m)", "2/(M + m)*M - 1 == (M - m)/(M + m)",
        "1 - 2*(2/(M + m))*m*M/(M + m) == ((M - m)/(M + m))**2")]
    return next((one for one in found if one[0] != "true"), ("true", "both curvatures give c"))


STATEMENT = item("Lemma 5.3", "section 5.1",
    letters=("x: points, g: squared, s: inner",
        real("m > 0", "strong convexity", "strong convexity", "loss/iterate^2", role="strong convexity"), "M >= m"),
    given="co-coercivity: s*(M + m) >= m*M*x + g: Bubeck 2015, Lemma 3.11",
    conclusion=CLAIM, proof=proof, printed="holds", uses=("asoodeh2020isit/lemma-4",),
    checks=(Check("both curvatures attain it", curvatures),
        Check("between the two it is less", lambda: at_points("abs(1 - 2*h/(1 + 9)) <= 4/5", tuple({"h": h} for h in range(1, 10))))),
    spots="x=1, g=1, s=1, m=1, M=1", results="co-coercivity")
