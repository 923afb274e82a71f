"""Gaps that fall against the noise, from a restart on: one block over the last steps of a bounded process.

Statement
    Let every step of a noisy iteration first project onto K, in which the two runs are at most D apart. Look back m steps
    from the end. With S_0 >= D and S_k = S_{k-1} + d_k (N_k - N_{k-1}), d_1 >= d_2 >= ... >= 0, so that the gap of step
    T - m + k is P_k d_k (N_k - N_{k-1}), D_alpha(X_T || X'_T) <= alpha S_m^2/(2 N_m). Here P_k = c_1...c_k, N_0 = 0, and
    N_k - N_{k-1} is the variance of the noise of step T - m + k over P_k^2.
Reads as
    Whatever happened before, at any time the runs are no farther apart than the domain is wide; from there on it is a
    process with that distance at the start. Every look-back gives a bound.
Letters
    T : integer, T >= 1 : number of steps : 1
    m : integer, 1 <= m <= T : the look-back, in steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    D : real, D >= 0 : diameter of the domain : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    P : real sequence : product of the Lipschitz constants up to step k
    N : real sequence : accumulated noise, without contractions
    S : real sequence : accumulated shift, without contractions
    d : real sequence : gap of step k per noise, without contractions
    K : set : the domain, onto which every step projects first
Assumptions
    order : alpha > 1
    look-back : m >= 1
    earliest : m <= T
    width : D >= 0
    domain : K is closed and convex, with non-empty interior
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    first run projected : X_k = psi_k(the projection of X_{k-1}) + zeta_k
    second run projected : X'_k = psi'_k(the projection of X'_{k-1}) + zeta_k
    diameter : W_infinity of the projections of X_k and X'_k is at most D
    unit : P_0 = 1
    Lipschitz : psi_{T-m+k} is c_k-Lipschitz
    Gaussian : zeta_{T-m+k} = N(0, (N_k - N_{k-1}) P_k^2 I)
    noise : N_{k-1} < N_k
    product : P_k > 0
    products : P_k = c_k P_{k-1}
    no noise yet : N_0 = 0
    start size : S_0 >= D
    slopes : d_k >= 0
    falling : d_k <= d_{k-1} for k >= 2
    shift : S_k = S_{k-1} + d_k (N_k - N_{k-1})
    gaps : sup_x ||psi_{T-m+k}(x) - psi'_{T-m+k}(x)|| <= P_k d_k (N_k - N_{k-1})
Reference
    altschuler2022, Proposition 3.2 from any step, section 3.1
"""

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

from ._iterations import STRUCTURES, rising
from ._restarts import domain, window

GAP = "P(k)*d(k)*(N(k) - N(k - 1))"


@script
def proof(p: Script) -> Step:
    """One block from the projections on, which is a bound once there is some noise."""
    p.have("first noise", p.at("noise", "1"))
    p.have("more noise", rising(p, "1", "m"))
    p.have("some noise", "N(m) > 0")
    return last_steps(p)


def last_steps(b: Builder) -> Step:
    """The theorem about one block, for the last m steps."""
    premises, terms = window(b, "T", "m")
    premises["start"] = b.figure("winf-widen", premises["start"], y="S(0)")
    return b.theorem("pabisym/one-block", premises, conclude="renyi(alpha, 0, X(T), Y(T), alpha*S(m)**2/(2*N(m)))", **terms)


STATEMENT = Statement(
    id="pabisym/restart-block", title="One block from a restart on", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "Proposition 3.2 from any step", "section 3.1"),
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("m", "integer, 1 <= m <= T", "the look-back, in steps"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("D", "real, D >= 0", "diameter of the domain", "iterate")),
    structures=(*STRUCTURES, Structure("S", "real sequence", "accumulated shift, without contractions"),
                Structure("d", "real sequence", "gap of step k per noise, without contractions"), SET),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*S(m)**2/(2*N(m)))",
    assumptions=(Assumption("order", "alpha > 1"), Assumption("look-back", "m >= 1"), Assumption("earliest", "m <= T"),
                 Assumption("width", "D >= 0"), *domain(), Assumption("unit", "P(0) == 1"),
                 Assumption("Lipschitz", "forall(k, 1, m, lipschitz(psi(T - m + k), c(k)))"),
                 Assumption("Gaussian", "forall(k, 1, m, gaussian(zeta(T - m + k), (N(k) - N(k - 1))*P(k)**2))"),
                 Assumption("noise", "forall(k, 1, m, N(k - 1) < N(k))"), Assumption("product", "forall(k, 0, m, P(k) > 0)"),
                 Assumption("products", "forall(k, 1, m, P(k) == c(k)*P(k - 1))"), Assumption("no noise yet", "N(0) == 0"),
                 Assumption("start size", "S(0) >= D"), Assumption("slopes", "forall(k, 1, m, d(k) >= 0)"),
                 Assumption("falling", "forall(k, 2, m, d(k) <= d(k - 1))"),
                 Assumption("shift", "forall(k, 1, m, S(k) == S(k - 1) + d(k)*(N(k) - N(k - 1)))"),
                 Assumption("gaps", f"forall(k, 1, m, gap(psi(T - m + k), phi(T - m + k), {GAP}))")),
    uses=("pabisym/one-block", "pabisym/rising"), spots=(Spot({"T": 3, "m": 2, "alpha": 2, "D": 1}),),
)
