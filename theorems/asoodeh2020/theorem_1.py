"""Two starts through n equal noisy projected steps.

Statement
    For W_{t+1} = Pi_W(Psi_t(W_t) + sigma_t Z_t) with Z_t ~ N(0, I) and images of diameter at most D, gamma = e^epsilon >= 1:
    E_gamma(mu_{n+1} || mu'_{n+1}) <= E_gamma(mu_1 || mu'_1) prod_{t=1..n} theta_gamma(D/sigma_t).
Reads as
    Every step lets through at most theta_gamma(D/sigma_t) of what could be told before it. Written with
    p_k = p_{k-1} theta_gamma(D/sigma_k), p_0 = 1. X_k is the law of W_{k+1}, zeta_k = sigma_k Z_k; psi_k is a map of the
    whole space with a bounded image, as Psi_k after Pi_W.
Letters
    n : integer, n >= 0 : number of steps : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    D : real, D >= 0 : diameter of the images of the updates : iterate
    delta : real : E_gamma of the two starts : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : update of step k, the same in both runs
    zeta : noise sequence : noise of step k, on the iterate
    sigma : real sequence : per-step standard deviation of the noise of step k, on the iterate
    p : real sequence : product of the coefficients up to step k
    K : set : the domain W
Assumptions
    steps : n >= 0
    level : epsilon >= 0
    size : D >= 0
    start : E_gamma(mu_1 || mu'_1) <= delta
    empty product : p_0 = 1
    noise : sigma_k > 0
    products : p_k = theta_gamma(D/sigma_k) p_{k-1}
    diameter : the image of psi_k has diameter at most D
    Gaussian : zeta_k = N(0, sigma_k^2 I)
    first run : X_k = Pi(psi_k(X_{k-1}) + zeta_k)
    second run : Y_k = Pi(psi_k(Y_{k-1}) + zeta_k)
Reference
    asoodeh2020, Theorem 1, section I
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._hockey import NOISY, RELEASED, contracted, equation, plain_ratio

NEXT = RELEASED.format(law=NOISY.format(f="psi(k)", X="{X}(k - 1)", Z="zeta(k)"))
RUN = f"forall(k, 1, n, equal({{X}}(k), {NEXT}))"
SHRUNK = "theta(exp(epsilon), (D)/(sigma(k)))*(delta*p(k - 1))"


@script
def proof(p: Script) -> Step:
    """Induction over the steps: delta*p_k after k of them."""
    first = p.figure("dp-widen", "start", u="epsilon", v="delta*p(0)")
    with p.induct("k", "0", "n", "dp(X(k), Y(k), epsilon, delta*p(k))", first) as more:
        more.have_all({"positive": more.at("noise", "k"), "product": more.at("products", "k")})
        plain_ratio(more, "D", "sigma(k)")
        laws = contracted(more, more.known(more.hypothesis), delta="delta*p(k - 1)", laws=("X(k - 1)", "Y(k - 1)"), f="psi(k)",
                          noise="zeta(k)", size="D", std="sigma(k)", diameter=more.at("diameter", "k"), gaussian=more.at("Gaussian", "k"))
        named = more.figure("dp-same-law", laws, more.at("first run", "k"), more.at("second run", "k"))
        more.have("paid", equation(f"{SHRUNK} <= delta*p(k)", "product", factor="delta"))
        more.show(more.figure("dp-widen", named, u="epsilon", v="delta*p(k)"))
    return p.at(more.step, "n")


STATEMENT = Statement(
    id="asoodeh2020/theorem-1", title="Two starts through equal noisy steps", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("asoodeh2020", "Theorem 1", "section I"), conclusion="dp(X(n), Y(n), epsilon, delta*p(n))",
    symbols=(Symbol("n", "integer, n >= 0", "number of steps"), Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"),
             Symbol("D", "real, D >= 0", "diameter of the images of the updates", "iterate"),
             Symbol("delta", "real", "E_gamma of the two starts")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps", r"\mu"),
                Structure("Y", "law sequence", "law of the second run after k steps", r"\mu'"),
                Structure("psi", "map sequence", "update of step k, the same in both runs", r"\Psi"),
                Structure("zeta", "noise sequence", "noise of step k, on the iterate"),
                Structure("sigma", "real sequence", "per-step standard deviation of the noise of step k, on the iterate"),
                Structure("p", "real sequence", "product of the coefficients up to step k"),
                Structure("K", "set", "the domain W", r"\mathcal{W}")),
    assumptions=(Assumption("steps", "n >= 0"), Assumption("level", "epsilon >= 0"), Assumption("size", "D >= 0"),
                 Assumption("start", "dp(X(0), Y(0), epsilon, delta)"), Assumption("empty product", "p(0) == 1"),
                 Assumption("noise", "forall(k, 1, n, sigma(k) > 0)"),
                 Assumption("products", "forall(k, 1, n, p(k) == theta(exp(epsilon), D/sigma(k))*p(k - 1))"),
                 Assumption("diameter", "forall(k, 1, n, bounded(psi(k), D))"),
                 Assumption("Gaussian", "forall(k, 1, n, gaussian(zeta(k), sigma(k)**2))"),
                 Assumption("first run", RUN.format(X="X")), Assumption("second run", RUN.format(X="Y"))),
    printed=Printed("holds"), spots=(Spot({"n": 3, "epsilon": 1, "D": 2, "delta": 1}),),
    uses=("feldman2018/definition-11",),
)
