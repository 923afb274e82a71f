"""Sensitivity of one step of PNSGD.

Statement
    sup_w ||g_t(w) - g'_t(w)|| = sup_w ||eta grad f(Pi_K(w), x_t) - eta grad f(Pi_K(w), x'_t)|| <= 2 eta L.
Reads as
    Replacing one record moves the map of its step by at most two gradients, each of norm at most L. On a K with inner points a
    differentiable f is L-Lipschitz where its gradients have norm at most L; on a flat one this is said of gradients inside its
    affine hull.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._at_points import LONG, SCALED, at_a_point, scaled, scaled_down, scaled_up


def proof(b: Builder) -> Step:
    """The rule ``gradient-gap`` on K, seen through the projection."""
    pair = b.figure("gradient-gap", "Lipschitz", "other Lipschitz")
    return b.figure("gap-after-projection", pair, "domain")


STATEMENT = item("proof of Theorem 23", "section 4",
    kind="inequality",
    letters=("L: real, L >= 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta >= 0 [step size]: step size; unit iterate^2/loss; role step size", "f: loss: loss of the record",
        "h: loss: loss of the other record; latex f'", r"K: set: the domain; latex \mathcal{K}"),
    assumptions=("domain: convexset(K)", "Lipschitz: lipschitzloss(f, L, K)", "other Lipschitz: lipschitzloss(h, L, K)"),
    conclusion="gap(compose(gradient(f, eta), projection(K)), compose(gradient(h, eta), projection(K)), 2*eta*L)", proof=proof,
    clauses=(
        "proved by conclusion: the maps of step t differ by at most 2 eta L, for a closed K with inner points",
        "proved by at any point: for a flat K too, with the gradients inside its affine hull",
        "proved by no more than eta times: at every point they differ by no more than eta times the difference of the gradients",
        "proved by no less than eta times: and by no less"),
    printed="holds",
    uses=("feldman2018/remark-pnsgd-is-cni",), spots="L=1, eta=1/10",
    checks=(Check("opposite linear losses attain it", lambda: at_points("abs(eta*L - (-eta*L)) == 2*eta*L", ({"eta": "1/3", "L": 2},))),
        Check("at any point where both gradients have a norm of at most L", at_a_point),
        Check("no more than eta times the difference of the gradients", lambda: scaled(f"{LONG} <= {SCALED}", scaled_up)),
        Check("no less than eta times the difference of the gradients", lambda: scaled(f"{SCALED} <= {LONG}", scaled_down))))
