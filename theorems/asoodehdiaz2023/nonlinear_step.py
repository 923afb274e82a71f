"""What a noisy step lets through of a small divergence.

Statement
    Let two values of a map f be at most D apart. If E_{e^eps}(P || Q) <= d, then f and noise N(0, v I) leave at most d
    theta_{gamma'}(D/sqrt(v)) with gamma' = 1 + (e^eps - 1)/d, theta_{gamma'} the divergence E_{gamma'} of unit
    Gaussians.
Reads as
    The smaller d is, the higher the order gamma' at which the noise is asked, and the smaller the share that it lets
    through: for eps > 0 it falls to 0 with d, where the linear bound lets through theta_{e^eps} of it, however small it
    is. Theorem 1 of Balle et al. for one step.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.laws import noisy_answer, noisy_step, turned
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ..pabisym._mixing import ABOVE, LEVEL, level_sign

TOLD = f"theta({ABOVE}, D/sqrt(v))"


@script
def proof(p: Script) -> Step:
    """The map and the noise are a kernel, of which no two answers are further apart than at two points."""
    p.have("tangent", p.figure("exp-tangent", x="epsilon"))
    p.have_each({"least": "exp(epsilon) >= 1", "above": f"{ABOVE} >= 1"})
    p.have_all({"level sign": level_sign(p), "value": p.figure("exp-log", x=ABOVE)})
    positive_root(p, "v")
    p.have("ratio", "D/sqrt(v) > 0")
    p.have_all({"told": p.figure("theta-positive", g=ABOVE, x="D/sqrt(v)"),
                "falls": p.figure("theta-level", g=ABOVE, h=f"exp({LEVEL})", x="D/sqrt(v)")})
    with p.spell(f"spread(withnoise(surely(f), Z), {LEVEL}, {TOLD})") as rows:
        apart = rows.figure("dp-certain", e=LEVEL, P="point(x)", Q="point(y)")
        one = rows.figure("dp-contraction", apart, rows.figure("same-map", f="f"), "diameter", "Gaussian")
        wider = rows.figure("dp-widen", one, u=LEVEL, v=TOLD)
        rows.show(rows.figure("dp-same-law", wider, noisy_answer(rows, "f", "Z", "x"), noisy_answer(rows, "f", "Z", "y")))
    mass = f"1 + d*(exp({LEVEL}) - 1)"
    p.have_all({"mass": f"{mass} == exp(epsilon)", "mass sign": f"{mass} > 0"})
    exp_zero(p, "unit")
    p.have_all({"inverse": p.figure("exp-log", x=mass), "near": p.figure("exp-tangent", x=f"log({mass}) - epsilon"),
                "split": p.figure("exp-sum", x=f"log({mass})", y="-epsilon",
                                  conclude=f"exp(log({mass}) - epsilon) == exp(log({mass}))*exp(-epsilon)"),
                "whole": p.figure("exp-sum", x="epsilon", y="-epsilon", conclude="exp(0) == exp(epsilon)*exp(-epsilon)")})
    p.have("masses", certified(f"epsilon >= log({mass})", fact("near"), fact("split", factor="-1"),
                               fact("inverse", factor="-exp(-epsilon)"), fact("mass", factor="-exp(-epsilon)"), fact("whole", factor="1"),
                               fact("unit", factor="-1")))
    kernel = {"K": "withnoise(surely(f), Z)", "delta": "d", "gamma": TOLD, "g": LEVEL}
    kept = p.theorem("balle2019mixing/theorem-1-order", {"private": "before", "mixing": rows.step}, **kernel)
    return p.figure("dp-same-law", kept, *(turned(p, noisy_step(p, "f", "Z", law)) for law in "PQ"), d=f"{TOLD}*d")


STATEMENT = item("the nonlinear data processing inequality of a step",
    letters=("epsilon: real, epsilon >= 0 [level]: privacy level; role level", "d: real, d > 0 [positive]: E_gamma before the step",
        "D: real, D > 0 [width]: distance of two values of the map; unit iterate",
        "v: real, v > 0 [variance]: variance of the noise that a step adds to the iterate; unit iterate^2",
        r"P: law: first law; latex \mu", r"Q: law: second law; latex \nu", "f: map: the update", "Z: noise: the noise on the iterate"),
    assumptions=("before: dp(P, Q, epsilon, d)", "diameter: bounded(f, D)", "Gaussian: gaussian(Z, v)"),
    conclusion="dp(convolve(push(f, P), Z), convolve(push(f, Q), Z), epsilon, theta(1 + (exp(epsilon) - 1)/d, D/sqrt(v))*d)",
    bound="theta(1 + (exp(epsilon) - 1)/d, D/sqrt(v))*d", proof=proof, tightness="upper",
    silent="the abstract names nonlinear data processing inequalities; no formula of the page was read",
    uses=("balle2019mixing/theorem-1-order",), spots="epsilon=1, d=1/2, D=1, v=1")
