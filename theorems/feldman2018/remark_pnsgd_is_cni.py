"""PNSGD is a contractive noisy iteration.

Statement
    With v_0 = w_0 and g_i(w) = Pi_K(w) - eta grad f(Pi_K(w), x_i), PNSGD is v_{t+1} = g_{t+1}(v_t) + noise with noise
    N(0, (eta sigma)^2 I), each g_i contractive for eta <= 2/beta, and w_n = Pi_K(v_n) is post-processing.
Reads as
    Project first, then step: the same run, written so that the noise comes last.
"""

from pabisym.library.item import item
from pabisym.proof.build import Builder, Step

from ._recipes import pnsgd_step


def proof(b: Builder) -> Step:
    """A gradient step on K after the projection to K."""
    return pnsgd_step(b, b.known("convex"), b.known("smooth"), b.known("domain"))


STATEMENT = item("remark after Algorithm 1", "section 4",
    letters=("beta: real, beta > 0 [smoothness]: smoothness; unit loss/iterate^2; role smoothness",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size", "f: loss: loss of a record",
        r"K: set: the domain; latex \mathcal{K}"),
    assumptions=("small steps: eta <= 2/beta", "domain: convexset(K)", "convex: convex(f, K)", "smooth: smooth(f, beta, K)"),
    conclusion="lipschitz(compose(gradient(f, eta), projection(K)), 1)", proof=proof,
    clauses=(
        "proved by conclusion: each g_i is contractive for eta <= 2/beta",
        "proved by altschuler2022/lemma-2.7: w_n = Pi_K(v_n) is post-processing",
        "open: the iterates of Algorithm 1 are those of v_{t+1} = g_{t+1}(v_t) + noise, step by step"),
    printed="holds in part",
    uses=("feldman2018/algorithm-1", "feldman2018/definition-19", "feldman2018/proposition-17", "feldman2018/proposition-18"),
    spots="beta=2, eta=1")
