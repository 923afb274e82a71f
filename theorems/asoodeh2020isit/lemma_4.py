"""Gradient step of a smooth strongly convex function.

Statement
    For beta-smooth, rho-strongly convex f and eta <= 2/(beta + rho), w -> w - eta grad f(w) is M-Lipschitz, M^2 = 1 - 2
    eta beta rho/(beta + rho).
Reads as
    f is rho-strongly convex and beta-smooth exactly where g = f - rho ||w||^2/2 is convex and (beta - rho)-smooth, and w
    - eta grad f(w) is 1 - eta rho times w - (eta/(1 - eta rho)) grad g(w), written with the map r of w to (1 - eta rho)
    w. This is (1 - eta rho)-Lipschitz, which is no more than M. A check has the other way, from the co-coercivity of f.
    A step size is not
    negative. The formula is restored: the source lost its formulas.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most, expand, square
from pabisym.proof.script import Script, script

STEP = "gradient(f, eta)"
MOVED, APART, SLOPES = f"minus(at({STEP}, x), at({STEP}, y))", "minus(x, y)", "minus(slope(f, x), slope(f, y))"
MAP = "compose(r, compose(gradient(g, eta/(1 - eta*rho)), projection(K)))"


@script
def proof(p: Script) -> Step:
    """A contraction of the convex part, shrunk by 1 - eta rho; M^2 - (1 - eta rho)^2 = eta rho^2 (2/(beta + rho) - eta)."""
    p.have("slack", "beta - rho > 0")
    p.have("scaled", "eta*rho*(beta + rho) <= 2*rho")
    p.have("half", "2*rho < beta + rho")
    p.have("part", certified("1 - eta*rho > 0", fact("scaled"), fact("half"), multiplier="beta + rho"))
    p.have_each({"least": "eta/(1 - eta*rho) >= 0", "step": "eta/(1 - eta*rho)*(beta - rho) <= 2"})
    convex = p.figure("gradient-step", "convex", "smooth", "domain", eta="eta/(1 - eta*rho)")
    near = p.figure("compose", "shrinking", p.figure("after-projection", convex, "domain"), conclude=f"lipschitz({MAP}, 1 - eta*rho)")
    p.have("squares", certified("(1 - eta*rho)**2 <= M**2", fact("small steps", "step size", square="rho"),
                                fact("factor", factor="beta + rho"), multiplier="beta + rho"))
    p.have("squares sign", "M >= 0")
    p.have("at most", at_most(p, "1 - eta*rho", "M", "squares"))
    return p.figure("lipschitz-widen", near, d="M")


@script
def coercive(p: Script) -> Step:
    """2*eta times co-coercivity; what is left of the gradients has the sign of eta*(beta + rho) - 2."""
    p.have("rest", f"eta*norm({SLOPES})**2*(2 - eta*(beta + rho)) >= 0")
    terms = [*square(p, MOVED, "-(beta + rho)"), *square(p, APART, "beta + rho"), *square(p, SLOPES, "eta**2*(beta + rho)"),
             *expand(p, APART, SLOPES, "-2*eta*(beta + rho)")]
    goal = f"norm({MOVED})**2 <= (1 - 2*eta*beta*rho/(beta + rho))*norm({APART})**2"
    return certified(goal, fact("co-coercivity", "step size", times="2"), fact("rest"), *terms, multiplier="beta + rho")


def from_coercivity() -> tuple[Verdict, str]:
    """For any two points, from <x - y, a - b> (beta + rho) >= beta rho ||x - y||^2 + ||a - b||^2 for the gradients a and b there."""
    kinds = {"beta": "real", "rho": "real", "eta": "real", "f": "loss", "x": "vector", "y": "vector"}
    known = {"smoothness": "beta > 0", "strong convexity": "rho >= 0", "step size": "eta >= 0", "sum": "beta + rho > 0",
             "small steps": "eta*(beta + rho) <= 2",
             "co-coercivity": f"inner({APART}, {SLOPES})*(beta + rho) >= beta*rho*norm({APART})**2 + norm({SLOPES})**2"}
    return replayed(f"norm({MOVED})**2 <= (1 - 2*eta*beta*rho/(beta + rho))*norm({APART})**2", kinds, known, coercive)


def convex_part() -> tuple[Verdict, str]:
    """For a gradient h of f - rho ||w||^2/2, that of f is h + rho w."""
    return replayed("w - eta*(h + rho*w) == (1 - eta*rho)*(w - eta/(1 - eta*rho)*h)", dict.fromkeys(("w", "h", "rho", "eta"), "real"),
                    {"part": "1 - eta*rho > 0"})


COERCIVE = Check("the same from co-coercivity, for any two points", from_coercivity)
STATEMENT = item("Lemma 4", "appendix B",
    letters=("beta: real, beta > rho [smoothness]: smoothness; unit loss/iterate^2; role smoothness",
        "rho: real, rho >= 0 [strong convexity]: strong convexity; unit loss/iterate^2; role strong convexity",
        "eta: real, eta >= 0 [step size]: step size; unit iterate^2/loss; role step size",
        "M: real, M >= 0 [constant]: the Lipschitz constant of (14)", "g: loss: the function without rho ||w||^2/2",
        r"K: set: where it is convex and smooth; latex \mathcal{K}", "r: map: w -> (1 - eta rho) w"),
    assumptions=("sum: beta + rho > 0", "small steps: eta*(beta + rho) <= 2", "factor: M**2 == 1 - 2*eta*beta*rho/(beta + rho)",
        "domain: convexset(K)", "convex: convex(g, K)", "smooth: smooth(g, beta - rho, K)", "shrinking: lipschitz(r, 1 - eta*rho)"),
    conclusion="lipschitz(compose(r, compose(gradient(g, eta/(1 - eta*rho)), projection(K))), M)", proof=proof,
    uses=("feldman2018/proposition-18",), spots="beta=8, rho=2, eta=1/5, M=3/5",
    checks=(COERCIVE, Check("w - eta grad f is 1 - eta rho times the step of f - rho ||w||^2/2", convex_part)),
    clauses=(
        "proved by conclusion: for beta > rho the step is M-Lipschitz, on a closed convex set with inner points, where f - rho ||w||^2/2 "
            "is convex and (beta - rho)-smooth",
        "cited by the same from co-coercivity: for all beta-smooth, rho-strongly convex f, beta = rho and a flat set too, from the "
            "co-coercivity of their gradients",
        "proved by w - eta grad f is: w - eta grad f is 1 - eta rho times the step of f - rho ||w||^2/2"),
    printed={"verdict": "holds",
             "note": "as restored: the source lost its formulas; for beta > rho, as for beta = rho the step brings any two points "
                            "together by 1 - eta rho"})
