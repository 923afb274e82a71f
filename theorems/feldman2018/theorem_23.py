"""Privacy of the t-th record of one pass of projected noisy SGD.

Statement
    Let K be a convex set and f(., x) a family of convex, L-Lipschitz and beta-smooth functions over K. Then for
    every eta <= 2/beta, sigma > 0, alpha > 1, t in [n], start w_0 in K and data S, PNSGD(S, w_0, eta, sigma)
    satisfies (alpha, alpha*eps/(n + 1 - t))-RDP for its t-th input, where eps = 2 L^2 / sigma^2.
Reads as
    A record is protected by all the noise that is added after it was used: the first one by n steps, the last one
    by a single step. K is closed with non-empty interior; a flat K is the same statement inside its affine hull.
Letters
    n : integer, n >= 1 : number of records and of steps : 1
    t : integer, 1 <= t <= n : index of the record that is replaced : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L >= 0 : Lipschitz constant of the losses : loss/iterate
    beta : real, beta > 0 : smoothness of the losses : loss/iterate^2
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    V : law sequence : law of v_k, the unprojected iterate, for the data S
    W : law sequence : law of v_k for the data with record t replaced
    K : set : the domain
    f : loss sequence : loss of record k
    h : loss : loss of the record that replaces the t-th
    zeta : noise sequence : noise of step k, on the iterate
Assumptions
    order : alpha > 1
    first : 1 <= t
    last : t <= n
    Lipschitz constant : L >= 0
    smoothness : beta > 0
    step size : eta > 0
    noise : sigma > 0
    small steps : eta <= 2/beta
    domain : K is convex
    convex : f(., x_k) is convex
    smooth : f(., x_k) is beta-smooth
    Lipschitz : f(., x_k) is L-Lipschitz
    other convex : so is the loss of the other record
    other smooth : so is it
    other Lipschitz : so is it
    start : w_0 is the same
    first run : v_k = w_{k-1} - eta*grad f(w_{k-1}, x_k) + zeta_k, w_{k-1} the projection of v_{k-1}
    second run : the same with record t replaced
    Gaussian : zeta_k = N(0, (eta*sigma)^2 I)
Reference
    feldman2018, Theorem 23, section 4
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._recipes import pnsgd_bound

OTHER = "cases(k - t, cases(t - k, h, f(k)), f(k))"
RUN = "forall(k, 1, n, equal({X}(k), convolve(push(compose(gradient({f}, eta), projection(K)), {X}(k - 1)), zeta(k))))"
BOUND = "2*alpha*L**2/(sigma**2*(n + 1 - t))"


def proof(b: Builder) -> Step:
    """Theorem 22 with the whole gap 2*eta*L at step t, paid evenly over the steps t..n; then project."""
    return pnsgd_bound(b, OTHER, BOUND)


STATEMENT = Statement(
    id="feldman2018/theorem-23", title="Privacy of the t-th record of one pass of PNSGD", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "Theorem 23", "section 4"), bound=BOUND, proof=proof, tightness="exact",
    conclusion=f"renyi(alpha, 0, push(projection(K), V(n)), push(projection(K), W(n)), {BOUND})",
    symbols=(Symbol("n", "integer, n >= 1", "number of records and of steps"),
             Symbol("t", "integer, 1 <= t <= n", "index of the record that is replaced"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("L", "real, L >= 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("beta", "real, beta > 0", "smoothness of the losses", "loss/iterate^2"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size", "loss/iterate")),
    structures=(Structure("V", "law sequence", "law of v_k, the unprojected iterate, for the data S", "v"),
                Structure("W", "law sequence", "law of v_k for the data with record t replaced", "v'"),
                Structure("K", "set", "the domain", r"\mathcal{K}"), Structure("f", "loss sequence", "loss of record k"),
                Structure("h", "loss", "loss of the record that replaces the t-th", "f'"),
                Structure("zeta", "noise sequence", "noise of step k, on the iterate")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("first", "1 <= t"), Assumption("last", "t <= n"),
                 Assumption("Lipschitz constant", "L >= 0"), Assumption("smoothness", "beta > 0"), Assumption("step size", "eta > 0"),
                 Assumption("noise", "sigma > 0"), Assumption("small steps", "eta <= 2/beta"), Assumption("domain", "convexset(K)"),
                 Assumption("convex", "forall(k, 1, n, convex(f(k), K))"), Assumption("smooth", "forall(k, 1, n, smooth(f(k), beta, K))"),
                 Assumption("Lipschitz", "forall(k, 1, n, lipschitzloss(f(k), L, K))"), Assumption("other convex", "convex(h, K)"),
                 Assumption("other smooth", "smooth(h, beta, K)"), Assumption("other Lipschitz", "lipschitzloss(h, L, K)"),
                 Assumption("start", "equal(V(0), W(0))"), Assumption("first run", RUN.format(X="V", f="f(k)")),
                 Assumption("second run", RUN.format(X="W", f=OTHER)),
                 Assumption("Gaussian", "forall(k, 1, n, gaussian(zeta(k), eta**2*sigma**2))")),
    uses=("feldman2018/theorem-22",), printed=Printed("holds", bound="alpha*(2*L**2/sigma**2)/(n + 1 - t)"),
    worst_case=LinearPair("n", "cases(k - t, cases(t - k, 0, 1), 1)", "cases(k - t, cases(t - k, 2*eta*L, 0), 0)", "eta**2*sigma**2",
                          inside="contractive noisy iterations with one gap 2*eta*L at step t; for t = 1 it is PNSGD with opposite linear "
                                 "losses on the line"),
    spots=(Spot({"n": 10, "t": 1, "alpha": 2, "L": 1, "beta": 1, "eta": "1/10", "sigma": 4}, "1/40"),
           Spot({"n": 7, "t": 7, "alpha": "3/2", "L": "2/3", "beta": 4, "eta": "1/2", "sigma": "1/5"}),
           Spot({"n": 1000, "t": 10, "alpha": 8, "L": 1, "beta": 1, "eta": 2, "sigma": 4})),
)
