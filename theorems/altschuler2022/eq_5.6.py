"""The bound for cyclic batches before it is simplified.

Statement
    D_alpha(W_T || W'_T) <= D_alpha(V_T || V'_T) <= alpha/(2 eta^2 sigma^2) times the sum of a_k^2 over k > tau, for
    shifts with z_tau = D + 2 eta L/b, z_k = z_{k-1} + s_k - a_k >= 0 and z_T = 0.
Reads as
    Proposition 5.4 with c = 1 from the step tau on, and the projection as post-processing. V_tau is one step from a
    point of the domain, so that it is within D + 2 eta L/b of V'_tau, as Observation 5.7 says: the page has T > Tbar, and
    so tau >= 1. A flat domain is the same statement inside its affine hull, where its gradients are.
"""

from pabisym.library.checks import sharper
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.laws import put
from pabisym.proof.script import Script, script

STEP = "convolve(through({J}(h), {Q}), zeta(h))"
SAME = ("order", "early", "restart before the end", "first run", "second run", "Lipschitz", "gaps", "gap sizes", "shift", "free start",
        "nothing left")


@script
def before_projection(p: Script) -> Step:
    """Proposition 5.4."""
    price = p.part("price", "k", "h + 1", "T", "b(k) == b(k - 1) + alpha*a(k)**2/(2*(eta**2*sigma**2))")
    positive = p.generalise("k", "h + 1", "T", "eta**2*sigma**2 > 0")
    balance = p.part("balance", "k", "h + 1", "T", "z(k) == 1*z(k - 1) + s(k) - a(k)")
    moved = p.figure("winf-through", "domain", "step before", "gap before")
    near = p.figure("winf-convolve", moved, Z="zeta(h)")
    reached = f"winf(LAW, {STEP.format(J='J', Q='Q')}, 1*D + 2*eta*L/m)"
    own = put(p.known("first restart"), reached, near)
    both = put(p.known("second restart"), "winf(X(h), LAW, 1*D + 2*eta*L/m)", own)
    premises = {name: p.known(name) for name in (*SAME, "Gaussian", "start")}
    premises |= {"price": price, "variance": positive, "balance": balance, "restart": p.figure("winf-widen", both, y="D + 2*eta*L/m")}
    terms = {"v": ("k", "eta**2*sigma**2")}
    return p.theorem("altschuler2022/proposition-5.4", premises, **terms, c="1", D="D + 2*eta*L/m")


@script
def proof(p: Script) -> Step:
    """Proposition 5.4, then the projection."""
    return p.figure("post-processing", before_projection(p), f="projection(C)")


def unprojected() -> tuple[Verdict, str]:
    """The middle of the chain."""
    return sharper(STATEMENT, "renyi(alpha, 0, X(T), Y(T), b(T))", before_projection)


STATEMENT = item("(5.6)", "section 5.2",
    kind="inequality",
    letters=("T: integer, T >= 1: number of steps; role steps",
        r"h: integer, h >= 0 and h < T [early, ]: the step tau of the restart; latex \tau",
        "m: integer, m >= 1 [batch]: size of a batch, the paper's b",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "D: real, D > 0: diameter of the domain; unit iterate; role diameter",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "X: law sequence: law of V after k steps", "Y: law sequence: law of V' after k steps",
        "K: mechanism sequence: the map phi_k", "J: mechanism sequence: the map phi'_k", "zeta: noise sequence: noise of step k",
        "s: real sequence: gap of the maps of step k", "a: real sequence: shift paid at step k",
        "z: real sequence: shift left after step k", "b: real sequence: price up to step k", "C: set: the domain",
        "P: law: law of W_{tau - 1}, the projected iterate of the first run", "Q: law: law of W'_{tau - 1}, that of the second run"),
    assumptions=("alpha, h", "restart before the end: h <= T - 1", "eta, sigma, m",
        "domain: winf(P, Q, D): both projected iterates lie in the domain",
        "first restart: equal(X(h), convolve(through(K(h), P), zeta(h))): V_tau is a step from W_{tau - 1}",
        "second restart: equal(Y(h), convolve(through(J(h), Q), zeta(h)))", "step before: steady(K(h), 1): lemma 2.1",
        "gap before: near(K(h), J(h), 2*eta*L/m): one record in m differs",
        "first run: forall(k, h + 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, h + 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, h + 1, T, steady(K(k), 1)): lemma 2.1 and the projection",
        "gaps: forall(k, h + 1, T, near(K(k), J(k), s(k)))", "gap sizes: forall(k, h + 1, T, s(k) >= 0)",
        "Gaussian: forall(k, h + 1, T, gaussian(zeta(k), eta**2*sigma**2))", "start: z(h) == D + 2*eta*L/m",
        "shift: forall(k, h, T, z(k) >= 0)", "balance: forall(k, h + 1, T, z(k) == z(k - 1) + s(k) - a(k))", "free start: b(h) == 0",
        "price: forall(k, h + 1, T, b(k) == b(k - 1) + alpha/(2*eta**2*sigma**2)*a(k)**2): b_k is the sum of alpha a_i^2/(2 eta^2 "
            "sigma^2) so far", "nothing left: z(T) == 0"),
    conclusion="renyi(alpha, 0, push(projection(C), X(T)), push(projection(C), Y(T)), b(T))", proof=proof,
    clauses=(
        "proved by conclusion: D_alpha(W_T || W'_T) is at most the sum",
        "proved by before the projection: so is D_alpha(V_T || V'_T)",
        "proved by altschuler2022/lemma-2.7: projections are post-processing, so that W is no further apart than V",
        "cited by pabisym/batch-lipschitz: phi_k and phi'_k are contractions after the projection, as means of gradient steps that are",
        "proved by altschuler2022/lemma-2.1: gradient steps are contractions, on a domain with inner points",
        "proved by feldman2018/proposition-17: so is the projection onto it"),
    printed="holds", checks=(Check("before the projection", unprojected, "holds"),),
    uses=("altschuler2022/proposition-5.4", "altschuler2022/observation-5.7", "feldman2018/proposition-5"),
    spots="T=3, h=1, m=1, alpha=2, L=1, D=1, eta=1, sigma=1")
