"""Small gradient steps are contractions.

Statement
    If f is convex and M-smooth and eta <= 2/M then w -> w - eta grad f(w) is a contraction.
Reads as
    Proposition 18 of Feldman et al., here on a convex set K.
Letters
    M : real, M > 0 : smoothness : loss/iterate^2
    eta : real, eta > 0 : step size : iterate^2/loss
    f : loss : a convex loss
    K : set : where it is convex and smooth
Assumptions
    smoothness : M > 0
    step size : eta > 0
    small steps : eta <= 2/M
    domain : K is closed and convex
    convex : f is convex
    smooth : f is M-smooth
Reference
    altschuler2022, Lemma 2.1, section 2.1
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Gradient steps up to 2/M are contractions."""
    return b.figure("gradient-step", "convex", "smooth", "domain")


STATEMENT = Statement(
    id="altschuler2022/lemma-2.1", title="Small gradient steps are contractions",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "Lemma 2.1", "section 2.1"),
    symbols=(Symbol("M", "real, M > 0", "smoothness", "loss/iterate^2"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),),
    structures=(Structure("f", "loss", "a convex loss"),
                Structure("K", "set", "where it is convex and smooth", r"\mathcal{K}"),),
    assumptions=(Assumption("smoothness", "M > 0"),
                 Assumption("step size", "eta > 0"),
                 Assumption("small steps", "eta <= 2/M"),
                 Assumption("domain", "convexset(K)", "K is closed and convex"),
                 Assumption("convex", "convex(f, K)", "f is convex"),
                 Assumption("smooth", "smooth(f, M, K)", "f is M-smooth"),),
    conclusion="lipschitzon(gradient(f, eta), K, 1)", proof=proof, printed=Printed("holds"), uses=("feldman2018/proposition-18",),
    checks=(Check("quadratic losses with curvatures up to M = 1", lambda: at_points("abs(1 - eta*m) <= 1", tuple(
        {"eta": eta, "m": m} for eta in ("1/10", 1, 2) for m in (0, "1/3", 1)))),),
    spots=(Spot({"M": 2, "eta": 1}), Spot({"M": "1/2", "eta": "1/100"})),
)
