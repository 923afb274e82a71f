"""The maps of the auxiliary processes are contractions.

Statement
    phi_t and phi'_t are contractions for convex, M-smooth losses and eta <= 2/M.
Reads as
    The projection is a contraction, and the mean over a batch of gradient steps is one, as each of them is. Proved
    for the loss f that is the mean over the batch, which is convex and M-smooth, on K; the page needs the losses on
    all of R^d, as V_t + S_t - Y_t ranges there. But phi_t depends on Y_t, which V_t contains: with (3.2) the
    auxiliary processes are no contractive noisy iterations in the sense of Definition 2.13, where the map does not
    know the noise. For f = m w^2/2, eta m = 1/2 and no Z the second step has noise 0 + Y_0 from the first one, where
    independent maps would give Y_0/2 + Y'_0/2.
Letters
    M : real, M > 0 : smoothness : loss/iterate^2
    eta : real, eta > 0 : step size : iterate^2/loss
    f : loss : mean loss of the batch
    K : set : the domain
Assumptions
    smoothness : M > 0
    step size : eta > 0
    small steps : eta <= 2/M
    domain : K is closed and convex, with non-empty interior
    convex : f is convex
    smooth : f is M-smooth
Reference
    altschuler2022, Observation 3.4, section 3.2
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Project, then take a gradient step."""
    step = b.theorem("altschuler2022/lemma-2.1", {})
    return b.figure("after-projection", step, "domain")


STATEMENT = Statement(
    id="altschuler2022/observation-3.4", title="The maps of the auxiliary processes are contractions",
    kind="observation", text=__doc__, reference=Reference("altschuler2022", "Observation 3.4", "section 3.2"),
    symbols=(Symbol("M", "real, M > 0", "smoothness", "loss/iterate^2"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),),
    structures=(Structure("f", "loss", "mean loss of the batch"),
                Structure("K", "set", "the domain", r"\mathcal{K}"),),
    assumptions=(Assumption("smoothness", "M > 0"),
                 Assumption("step size", "eta > 0"),
                 Assumption("small steps", "eta <= 2/M"),
                 Assumption("domain", "convexset(K)", "K is closed and convex, with non-empty interior"),
                 Assumption("convex", "convex(f, K)", "f is convex"),
                 Assumption("smooth", "smooth(f, M, K)", "f is M-smooth"),),
    conclusion="lipschitz(compose(gradient(f, eta), projection(K)), 1)", proof=proof, printed=Printed("holds"),
    uses=("altschuler2022/eq-3.2", "altschuler2022/eq-3.3", "altschuler2022/lemma-2.1", "feldman2018/proposition-17"),
    checks=(Check("quadratic losses", lambda: at_points("abs(1 - eta*m) <= 1", tuple(
                {"eta": e, "m": m} for e in ("1/2", 2) for m in (0, 1)))),
            Check("the map knows the noise: phi(V) = w/2 + Y, not w/2 + Y/2 + Y'/2", lambda: replayed(
                "(w + y) - (w + y - y)/2 == w/2 + y", {"w": "real", "y": "real"}, {}))),
    spots=(Spot({"M": 2, "eta": 1}),),
)
