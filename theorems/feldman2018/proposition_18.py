"""A gradient step on a convex smooth function is a contraction.

Statement
    Suppose that f : R^d -> R is convex and beta-smooth. Then psi(w) = w - eta grad f(w) is contractive for
    eta <= 2/beta.
Reads as
    Steps of size up to 2/beta do not drive two points apart. Stated on a closed convex set K with non-empty
    interior, as PNSGD needs it: there f is the limit of twice differentiable functions whose Hessians lie between
    0 and beta. (For a flat K it fails: f(x, y) = beta*x*y is convex and beta-smooth on the line y = 0.)
Letters
    beta : real, beta > 0 : smoothness : loss/iterate^2
    eta : real, eta >= 0 : step size : iterate^2/loss
    f : loss : the function
    K : set : where it is convex and smooth
Assumptions
    smoothness : beta > 0
    step size : eta >= 0
    small steps : eta <= 2/beta
    domain : K is closed and convex with non-empty interior
    convex : f is convex on K
    smooth : grad f is beta-Lipschitz on K
Reference
    feldman2018, Proposition 18, section 2.4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The rule ``gradient-step``, which is this statement."""
    return b.figure("gradient-step", "convex", "smooth", "domain")


STATEMENT = Statement(
    id="feldman2018/proposition-18", title="A gradient step is a contraction", kind="proposition", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Proposition 18", "section 2.4"), conclusion="lipschitzon(gradient(f, eta), K, 1)",
    printed=Printed("undecided"), cited_because="co-coercivity of gradients speaks of points of R^d, outside the kernel",
    symbols=(Symbol("beta", "real, beta > 0", "smoothness", "loss/iterate^2"), Symbol("eta", "real, eta >= 0", "step size",
             "iterate^2/loss")),
    structures=(Structure("f", "loss", "the function"), Structure("K", "set", "where it is convex and smooth", r"\mathcal{K}")),
    assumptions=(Assumption("smoothness", "beta > 0"), Assumption("step size", "eta >= 0"), Assumption("small steps", "eta <= 2/beta"),
                 Assumption("domain", "convexset(K)"), Assumption("convex", "convex(f, K)"), Assumption("smooth", "smooth(f, beta, K)")),
    uses=("feldman2018/definition-3", "feldman2018/definition-16"), spots=(Spot({"beta": 3, "eta": "2/3"}),),
)
