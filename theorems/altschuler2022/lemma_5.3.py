"""A gradient step of a smooth strongly convex function is a strong contraction.

Statement
    If f is m-strongly convex and M-smooth and eta = 2/(M + m), then w -> w - eta grad f(w) is c-Lipschitz with c =
    (kappa - 1)/(kappa + 1), kappa = M/m.
Reads as
    f is m-strongly convex and M-smooth exactly where g = f - m ||w||^2/2 is convex and (M - m)-smooth, and w - eta grad
    f(w) is c times w - (2/(M - m)) grad g(w), written with the map r of w to c w; K is R^d on the page. A check has the
    other way, from the co-coercivity of f. A quadratic with curvature m or M attains it.
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most, expand, square
from pabisym.proof.script import Script, script

STEP, C = "gradient(f, 2/(M + m))", "(M/m - 1)/(M/m + 1)"
MOVED, APART, SLOPES = f"minus(at({STEP}, x), at({STEP}, y))", "minus(x, y)", "minus(slope(f, x), slope(f, y))"
CLAIM = f"lipschitz(compose(r, compose(gradient(g, 2/(M - m)), projection(K))), {C})"


@script
def proof(p: Script) -> Step:
    """A contraction of the convex part, shrunk by c."""
    p.have_each({"sum": "M + m > 0", "apart": "M - m > 0", "ratio": "M/m + 1 > 0"})
    p.have("factor", certified(f"{C} >= 0", fact("apart"), multiplier="M + m"))
    p.have_each({"least": "2/(M - m) >= 0", "step": "2/(M - m)*(M - m) <= 2"})
    convex = p.figure("gradient-step", "convex", "smooth", "domain", eta="2/(M - m)")
    return p.figure("compose", "shrinking", p.figure("after-projection", convex, "domain"), conclude=CLAIM)


@script
def coercive(p: Script) -> Step:
    """Of the squares: four times co-coercivity over M + m; the part of the gradients vanishes at this step size."""
    long = f"{C}*norm({APART})"
    p.have_all({"sum": "M + m > 0", "ratio": "M/m + 1 > 0", "apart": p.figure("norm-sign", x=APART)})
    p.have("squares sign", certified(f"{long} >= 0", fact("smoothness", "apart"), multiplier="M + m"))
    with p.proof() as both:
        terms = [*square(both, MOVED, "-(M + m)**2"), *square(both, APART, "(M - m)**2 + 4*m*M"), *square(both, SLOPES, "4"),
                 *expand(both, APART, SLOPES, "-4*(M + m)")]
        both.show(certified(f"norm({MOVED})**2 <= ({long})**2", fact("co-coercivity", times="4"), *terms, multiplier="(M + m)**2"))
    p.have("squares", both.step)
    return at_most(p, f"norm({MOVED})", long, "squares")


def from_coercivity() -> tuple[Verdict, str]:
    """For any two points, from <x - y, a - b> (M + m) >= m M ||x - y||^2 + ||a - b||^2 for the gradients a and b there."""
    kinds = {"m": "real", "M": "real", "f": "loss", "x": "vector", "y": "vector"}
    known = {"m": "m > 0", "smoothness": "M >= m",
             "co-coercivity": f"inner({APART}, {SLOPES})*(M + m) >= m*M*norm({APART})**2 + norm({SLOPES})**2"}
    return replayed(f"norm({MOVED}) <= {C}*norm({APART})", kinds, known, coercive)


def curvatures() -> tuple[Verdict, str]:
    """|1 - eta m| = |1 - eta M| = c, and c^2 = 1 - 2 eta m M/(M + m)."""
    kinds, assumed = {"m": "real", "M": "real"}, {"m": "m > 0", "M": "M >= m", "sum": "M + m > 0"}
    found = [replayed(claim, kinds, assumed) for claim in (
        "1 - 2/(M + m)*m == (M - m)/(M + m)", "2/(M + m)*M - 1 == (M - m)/(M + m)",
        "1 - 2*(2/(M + m))*m*M/(M + m) == ((M - m)/(M + m))**2")]
    return next((one for one in found if one[0] != "true"), ("true", "both curvatures give c"))


def convex_part() -> tuple[Verdict, str]:
    """For a gradient h of f - m ||w||^2/2, that of f is h + m w."""
    kinds = dict.fromkeys(("w", "h", "m", "M"), "real")
    known = {"m": "m > 0", "apart": "M - m > 0", "sum": "M + m > 0", "ratio": "M/m + 1 > 0"}
    return replayed(f"w - 2/(M + m)*(h + m*w) == {C}*(w - 2/(M - m)*h)", kinds, known)


STATEMENT = item("Lemma 5.3", "section 5.1",
    letters=("m: real, m > 0 [strong convexity]: strong convexity; unit loss/iterate^2; role strong convexity",
        "M: real, M > m [smoothness]: smoothness; unit loss/iterate^2; role smoothness", "g: loss: the function without m ||w||^2/2",
        r"K: set: where it is convex and smooth; latex \mathcal{K}", "r: map: w -> c w"),
    assumptions=("domain: convexset(K)", "convex: convex(g, K)", "smooth: smooth(g, M - m, K)",
        "shrinking: lipschitz(r, (M/m - 1)/(M/m + 1))"),
    conclusion="lipschitz(compose(r, compose(gradient(g, 2/(M - m)), projection(K))), (M/m - 1)/(M/m + 1))", proof=proof,
    uses=("feldman2018/proposition-18", "asoodeh2020isit/lemma-4"),
    clauses=(
        "proved by conclusion: for M > m the step is c-contractive, where f - m ||w||^2/2 is convex and (M - m)-smooth",
        "proved by w - eta grad f is: it is c times the step of that function, c = (kappa - 1)/(kappa + 1)",
        "cited by the same from co-coercivity: for all m-strongly convex, M-smooth f, M = m too, as their gradients "
            "are co-coercive"),
    printed=Printed("holds", note="for M > m; for M = m the function is m ||w - x||^2/2, and the step goes to x"),
    checks=(Check("the same from co-coercivity, for any two points", from_coercivity), Check("both curvatures attain it", curvatures),
        Check("w - eta grad f is c times the step of f - m ||w||^2/2", convex_part),
        Check("between the two it is less", lambda: at_points("abs(1 - 2*h/(1 + 9)) <= 4/5", tuple({"h": h} for h in range(1, 10))))),
    spots="m=1, M=2")
