"""Privacy at an index of noisy projected iterations.

Statement
    For W_{t+1} = Pi_W(Psi_{f_t}(W_t) + sigma_t Z_t), Z_t ~ N(0, I), with the cost at index i replaced: E_{e^epsilon} of the outputs
    is at most theta_{e^epsilon}(psi/sigma_i) prod_{t=i+1..n} theta_{e^epsilon}(D_t/sigma_t), psi the largest distance of two
    updates of one point, D_t the diameter of the image of Psi_{f_t}.
Reads as
    The step in which the runs differ costs a Gaussian mechanism of gap psi; every later step lets through its theta.
    Equation (16) of the paper is this one, with p_n for the product. X_k is the law of W_{k+1}, M that of W_i, the same in
    both runs. (epsilon, delta)-DP at i needs it for every replacement, hence psi over all pairs of costs, and in both
    directions, which is the same bound.
Letters
    n : integer, n >= 1 : number of steps : 1
    i : integer, 1 <= i <= n : index of the cost that is replaced : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    psi : real, psi > 0 : largest distance of two updates of one point : iterate
    M : law : law of W_i
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    f : map : update of step i in the first run
    g : map : update of step i in the second run
    phi : map sequence : update of step k, the same in both runs
    zeta : noise sequence : noise of step k, on the iterate
    sigma : real sequence : per-step standard deviation of the noise of step k, on the iterate
    D : real sequence : diameter of the image of the update of step k
    p : real sequence : delta after step k
    K : set : the domain W
Assumptions
    first : 1 <= i
    last : i <= n
    level : epsilon >= 0
    sensitivity : psi > 0
    gap : sup_w ||f(w) - g(w)|| <= psi
    sizes : D_k >= 0
    first noise : sigma_i > 0
    noise : sigma_k > 0
    differing step : p_i = theta(psi/sigma_i)
    products : p_k = theta(D_k/sigma_k) p_{k-1}
    diameter : the image of phi_k has diameter at most D_k
    Gaussian : zeta_k = N(0, sigma_k^2 I)
    first start : X_i = Pi(f(W_i) + zeta_i)
    second start : Y_i = Pi(g(W_i) + zeta_i)
    first run : X_k = Pi(phi_k(X_{k-1}) + zeta_k)
    second run : Y_k = Pi(phi_k(Y_{k-1}) + zeta_k)
Reference
    asoodeh2020, Theorem 4, section IV
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._hockey import NEXT, per_index

RUN = f"forall(k, i + 1, n, equal({{X}}(k), {NEXT}))"
START = "equal({X}(i), push(projection(K), convolve(push({f}, M), zeta(i))))"


def proof(b: Builder) -> Step:
    """A Gaussian mechanism at step i, then one contraction per step."""
    return b.at(per_index(b, size="D(k)", std="sigma({k})", bound="p({k})"), "n")


STATEMENT = Statement(
    id="asoodeh2020/theorem-4", title="Privacy at an index of noisy projected iterations", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("asoodeh2020", "Theorem 4", "section IV"), conclusion="dp(X(n), Y(n), epsilon, p(n))",
    symbols=(Symbol("n", "integer, n >= 1", "number of steps"), Symbol("i", "integer, 1 <= i <= n", "index of the cost that is replaced"),
             Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"),
             Symbol("psi", "real, psi > 0", "largest distance of two updates of one point", "iterate")),
    structures=(Structure("M", "law", "law of W_i", r"\mu_i"), Structure("X", "law sequence", "law of the first run after k steps", r"\mu"),
                Structure("Y", "law sequence", "law of the second run after k steps", r"\mu'"),
                Structure("f", "map", "update of step i in the first run", r"\Psi"),
                Structure("g", "map", "update of step i in the second run", r"\Psi'"),
                Structure("phi", "map sequence", "update of step k, the same in both runs"),
                Structure("zeta", "noise sequence", "noise of step k, on the iterate"),
                Structure("sigma", "real sequence", "per-step standard deviation of the noise of step k, on the iterate"),
                Structure("D", "real sequence", "diameter of the image of the update of step k"),
                Structure("p", "real sequence", "delta after step k"), Structure("K", "set", "the domain W", r"\mathcal{W}")),
    assumptions=(Assumption("first", "1 <= i"), Assumption("last", "i <= n"), Assumption("level", "epsilon >= 0"),
                 Assumption("sensitivity", "psi > 0"), Assumption("gap", "gap(f, g, psi)"),
                 Assumption("sizes", "forall(k, i, n, D(k) >= 0)"), Assumption("first noise", "sigma(i) > 0"),
                 Assumption("noise", "forall(k, i, n, sigma(k) > 0)"),
                 Assumption("differing step", "p(i) == theta(exp(epsilon), psi/sigma(i))"),
                 Assumption("products", "forall(k, i + 1, n, p(k) == theta(exp(epsilon), D(k)/sigma(k))*p(k - 1))"),
                 Assumption("diameter", "forall(k, i + 1, n, bounded(phi(k), D(k)))"),
                 Assumption("Gaussian", "forall(k, i, n, gaussian(zeta(k), sigma(k)**2))"),
                 Assumption("first start", START.format(X="X", f="f")), Assumption("second start", START.format(X="Y", f="g")),
                 Assumption("first run", RUN.format(X="X")), Assumption("second run", RUN.format(X="Y"))),
    printed=Printed("holds"), spots=(Spot({"n": 4, "i": 2, "epsilon": 1, "psi": "1/2"}),), uses=("asoodeh2020/definition-5",),
)
