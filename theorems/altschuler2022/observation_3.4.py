"""The maps of the auxiliary processes are contractions.

Statement
    phi_t and phi'_t are contractions for convex, M-smooth losses and eta <= 2/M.
Reads as
    The projection is a contraction, and the mean over a batch of gradient steps is one, as each of them is. Proved for
    the loss f that is the mean over the batch, which is convex and M-smooth, on K; the page needs the losses on all of
    R^d, as V_t + S_t - Y_t ranges there. But phi_t depends on Y_t, which V_t contains: with (3.2) the auxiliary
    processes are no contractive noisy iterations in the sense of Definition 2.13, where the map does not know the
    noise. For f = m w^2/2, eta m = 1/2 and no Z the second step has noise 0 + Y_0 from the first one, where independent
    maps would give Y_0/2 + Y'_0/2.
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.statement import Check, Structure
from pabisym.proof.build import Builder, Step

from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Project, then take a gradient step."""
    step = b.theorem("altschuler2022/lemma-2.1", {})
    return b.figure("after-projection", step, "domain")


STATEMENT = item("Observation 3.4", "section 3.2",
    letters=("M, eta", Structure("f", "loss", "mean loss of the batch"), "K: domain"),
    given=("small steps", "domain: convexset(K)", "convex, smooth"),
    conclusion="lipschitz(compose(gradient(f, eta), projection(K)), 1)", proof=proof, printed="holds",
    uses=("altschuler2022/eq-3.2", "altschuler2022/eq-3.3", "altschuler2022/lemma-2.1", "feldman2018/proposition-17"),
    checks=(Check("quadratic losses",
            lambda: at_points("abs(1 - eta*m) <= 1", tuple({"eta": e, "m": m} for e in ("1/2", 2) for m in (0, 1)))),
        Check("the map knows the noise: phi(V) = w/2 + Y, not w/2 + Y/2 + Y'/2",
            lambda: replayed("(w + y) - (w + y - y)/2 == w/2 + y", {"w": "real", "y": "real"}, {}))), spots="M=2, eta=1")
