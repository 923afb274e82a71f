"""PNSGD is a contractive noisy iteration.

Statement
    With v_0 = w_0 and g_i(w) = Pi_K(w) - eta grad f(Pi_K(w), x_i), PNSGD is v_{t+1} = g_{t+1}(v_t) + noise with
    noise N(0, (eta sigma)^2 I), each g_i contractive for eta <= 2/beta, and w_n = Pi_K(v_n) is post-processing.
Reads as
    Project first, then step: the same run, written so that the noise comes last.
Letters
    beta : real, beta > 0 : smoothness : loss/iterate^2
    eta : real, eta > 0 : step size : iterate^2/loss
    f : loss : loss of a record
    K : set : the domain
Assumptions
    smoothness : beta > 0
    step size : eta > 0
    small steps : eta <= 2/beta
    domain : K is convex
    convex : f is convex
    smooth : f is beta-smooth
Reference
    feldman2018, remark after Algorithm 1, section 4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._recipes import pnsgd_step


def proof(b: Builder) -> Step:
    """A gradient step on K after the projection to K."""
    return pnsgd_step(b, b.known("convex"), b.known("smooth"), b.known("domain"))


STATEMENT = Statement(
    id="feldman2018/remark-pnsgd-is-cni", title="PNSGD is a contractive noisy iteration", kind="remark", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "remark after Algorithm 1", "section 4"), printed=Printed("holds"),
    conclusion="lipschitz(compose(gradient(f, eta), projection(K)), 1)",
    symbols=(Symbol("beta", "real, beta > 0", "smoothness", "loss/iterate^2"), Symbol("eta", "real, eta > 0", "step size",
             "iterate^2/loss")),
    structures=(Structure("f", "loss", "loss of a record"), Structure("K", "set", "the domain", r"\mathcal{K}")),
    assumptions=(Assumption("smoothness", "beta > 0"), Assumption("step size", "eta > 0"), Assumption("small steps", "eta <= 2/beta"),
                 Assumption("domain", "convexset(K)"), Assumption("convex", "convex(f, K)"), Assumption("smooth", "smooth(f, beta, K)")),
    uses=("feldman2018/algorithm-1", "feldman2018/definition-19", "feldman2018/proposition-17", "feldman2018/proposition-18"),
    spots=(Spot({"beta": 2, "eta": 1}),),
)
