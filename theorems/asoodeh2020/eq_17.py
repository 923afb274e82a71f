"""delta of the randomly stopped iteration, by index.

Statement
    A change at index i of Algorithm 1 is (epsilon, delta_i)-private with delta_i = (1/n) sum_{t=i..n}
    theta(psi/sigma_i) prod_{j=i+1..t} theta(D_j/sigma_j), theta at e^epsilon; the algorithm is (epsilon, max_i
    delta_i)-DP.
Reads as
    The page takes the minimum over i. Definition 2 needs one delta for every index. For n = 2, costs with the
    updates w + psi and w, equal afterwards, W large, sigma_t = psi, epsilon = 0 and i = 1 the truth is
    (theta_1(1) + theta_1(1/sqrt(2)))/2, as one event is best for both stopping times, while the minimum is
    delta_2 = theta_1(1)/2. Here p_t is the product, and noise and diameter may differ from step to step.
Letters
    n : integer, n >= 1 : number of steps : 1
    i : integer, 1 <= i <= n : index of the cost that is replaced : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    psi : real, psi > 0 : largest distance of two updates of one point : iterate
    M : law : law of W_i, the same in both runs
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    A : law sequence : uniform mixture of the laws after 1..k steps
    B : law sequence : the same in the second run
    f : map : update of step i in the first run
    g : map : update of step i in the second run
    phi : map sequence : update of step k, the same in both runs
    zeta : noise sequence : noise of step k, on the iterate
    sigma : real sequence : per-step standard deviation of the noise of step k, on the iterate
    D : real sequence : diameter of the image of the update of step k
    p : real sequence : delta after step k
    K : set : the domain W
Assumptions
    count : n >= 1
    first : 1 <= i
    last : i <= n
    level : epsilon >= 0
    sensitivity : psi > 0
    before : the runs are the same before the change
    gap : two updates of one point are at most that far apart
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
    first mixture : of one law it is this law
    other first mixture : the same in the second run
    mixture : the k-th with probability 1/k, else one of the first k - 1
    other mixture : the same in the second run
Reference
    asoodeh2020, Equation (17), section IV
"""

from pabisym.divergence.evaluate import decide
from pabisym.exact_law.chains import gaussian_chain, randomly_stopped
from pabisym.lang.grammar import parse
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol, Verdict
from pabisym.proof.build import Builder, Step

from ._hockey import NEXT, stopped_stepwise

RUN = f"forall(k, i + 1, n, equal({{X}}(k), {NEXT}))"
START = "equal({X}(i), push(projection(K), convolve(push({f}, M), zeta(i))))"


def proof(b: Builder) -> Step:
    """Theorem 4 for every stopping time, mixed by (32)."""
    return stopped_stepwise(b)


def stopped_pair() -> tuple[Verdict, str]:
    """Total variation of the two uniform mixtures over T = 1, 2, above the minimum of the page."""
    first, second = (randomly_stopped(lambda t, x=x: gaussian_chain(steps=t, noise=1, start=x), 2) for x in (1, 0))  # type: ignore[misc]
    found = first.total_variation(second, 6)
    verdict = decide(parse(f"{found.lower} > theta(1, 1)/2"), {})
    return verdict, f"at least {found.lower}, the minimum is theta_1(1)/2 = 0.1914..."


STATEMENT = Statement(
    id="asoodeh2020/eq-17", title="delta of the randomly stopped iteration, by index", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (17)", "section IV"),
    conclusion="dp(A(n), B(n), epsilon, sum(cases(k - i, p(k), 0), k, 1, n)/n)",
    symbols=(Symbol("n", "integer, n >= 1", "number of steps"), Symbol("i", "integer, 1 <= i <= n", "index of the cost that is replaced"),
             Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"),
             Symbol("psi", "real, psi > 0", "largest distance of two updates of one point", "iterate")),
    structures=(Structure("M", "law", "law of W_i, the same in both runs"),
                Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps"),
                Structure("A", "law sequence", "uniform mixture of the laws after 1..k steps"),
                Structure("B", "law sequence", "the same in the second run"),
                Structure("f", "map", "update of step i in the first run"), Structure("g", "map", "update of step i in the second run"),
                Structure("phi", "map sequence", "update of step k, the same in both runs"),
                Structure("zeta", "noise sequence", "noise of step k, on the iterate"),
                Structure("sigma", "real sequence", "per-step standard deviation of the noise of step k, on the iterate"),
                Structure("D", "real sequence", "diameter of the image of the update of step k"),
                Structure("p", "real sequence", "delta after step k"), Structure("K", "set", "the domain W")),
    assumptions=(Assumption("count", "n >= 1"), Assumption("first", "1 <= i"), Assumption("last", "i <= n"),
                 Assumption("level", "epsilon >= 0"), Assumption("sensitivity", "psi > 0"),
                 Assumption("before", "forall(k, 1, i - 1, equal(X(k), Y(k)))"), Assumption("gap", "gap(f, g, psi)"),
                 Assumption("sizes", "forall(k, i, n, D(k) >= 0)"), Assumption("first noise", "sigma(i) > 0"),
                 Assumption("noise", "forall(k, i, n, sigma(k) > 0)"),
                 Assumption("differing step", "p(i) == theta(exp(epsilon), psi/sigma(i))"),
                 Assumption("products", "forall(k, i + 1, n, p(k) == theta(exp(epsilon), D(k)/sigma(k))*p(k - 1))"),
                 Assumption("diameter", "forall(k, i + 1, n, bounded(phi(k), D(k)))"),
                 Assumption("Gaussian", "forall(k, i, n, gaussian(zeta(k), sigma(k)**2))"),
                 Assumption("first start", START.format(X="X", f="f")), Assumption("second start", START.format(X="Y", f="g")),
                 Assumption("first run", RUN.format(X="X")), Assumption("second run", RUN.format(X="Y")),
                 Assumption("first mixture", "equal(A(1), X(1))"), Assumption("other first mixture", "equal(B(1), Y(1))"),
                 Assumption("mixture", "forall(k, 2, n, equal(A(k), mix(1/k, X(k), A(k - 1))))"),
                 Assumption("other mixture", "forall(k, 2, n, equal(B(k), mix(1/k, Y(k), B(k - 1))))")),
    uses=("asoodeh2020/eq-32", "asoodeh2020/theorem-4", "asoodeh2020/theorem-2"),
    proof=proof,
    printed=Printed("refuted", bound="(theta(exp(epsilon), psi) + theta(exp(epsilon), psi/sqrt(2)))/2 <= theta(exp(epsilon), psi)/2",
               difference="the minimum over i has to be the maximum", counterexample={"n": 2, "i": 1, "epsilon": 0, "psi": 1}),
    checks=(Check("the stopped pair itself", stopped_pair),),
    spots=(Spot({"n": 2, "i": 1, "epsilon": 0, "psi": 1}),),
)
