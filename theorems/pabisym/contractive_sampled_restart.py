"""Random steps of a contraction in a bounded domain, from a restart on.

Statement
    Two runs W_k = Pi_K(A_k(W_{k-1}) + zeta_k) and W'_k = Pi_K(A'_k(W'_{k-1}) + zeta_k), whose random steps bring coupled
    points together by c, 0 < c < 1, and have laws that differ by at most Q from any point, with noise of variance v, that
    are at most D apart m steps before the end, satisfy
    D_alpha(W_T || W'_T) <= m Q + alpha D^2 (1 - c^2) c^(2m)/(2 v (1 - c^(2m))).
Reads as
    Each of the last m steps pays Q for the record that it may have sampled, and step j of them D (1 - c^2) c^(2m-j)/(1 -
    c^(2m)) of the distance: what comes late has become short. The price of the distance is what a linear pair with the
    factor c has. With D = 0 and m = T it is composition over all steps.
Letters
    T : integer, T >= 1 : number of steps : 1
    m : integer, 1 <= m <= T : the look-back, in steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 < c < 1 : contraction of every step : 1
    D : real, D >= 0 : distance of the runs before the last m steps : iterate
    v : real, v > 0 : variance of the further noise : iterate^2
    Q : real : divergence of one random step : 1
    X : law sequence : law of the iterate of the first run after k steps
    Y : law sequence : law of the iterate of the second run after k steps
    A : mechanism sequence : a gradient step with a random batch and the noise that hides the record, first run
    B : mechanism sequence : the same in the second run
    zeta : noise sequence : further noise of step k, the same in both runs
    K : set : the domain
Assumptions
    order : alpha > 1
    look-back : m >= 1
    earliest : m <= T
    positive factor : c > 0
    factor : c < 1
    width : D >= 0
    variance : v > 0
    domain : K is closed and convex, with non-empty interior
    first run : W_k = Pi_K(A_k(W_{k-1}) + zeta_k)
    second run : W'_k = Pi_K(A'_k(W'_{k-1}) + zeta_k)
    steady : A_k(x) and A_k(y), with the same batch and noise, are within c ||x - y||
    sampling : D_alpha(A_k(x) || A'_k(x)) is at most that at every point x
    Gaussian : zeta_k = N(0, v I)
    restart : W_infinity of W_{T-m} and W'_{T-m} is at most D
Reference
    altschuler2022, (5.3), corrected, section 5.1
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ..altschuler2022._contracting_sgd import LAST_STEPS, RUNS, restarted
from ..altschuler2022._noisy_sgd import STRUCTURES

STATEMENT = Statement(
    id="pabisym/contractive-sampled-restart", title="Random steps of a contraction in a bounded domain, from a restart on",
    kind="theorem", text=__doc__, reference=Reference("altschuler2022", "(5.3), corrected", "section 5.1"),
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("m", "integer, 1 <= m <= T", "the look-back, in steps"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("c", "real, 0 < c < 1", "contraction of every step"),
             Symbol("D", "real, D >= 0", "distance of the runs before the last m steps", "iterate"),
             Symbol("v", "real, v > 0", "variance of the further noise", "iterate^2"),
             Symbol("Q", "real", "divergence of one random step"),),
    structures=STRUCTURES,
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("look-back", "m >= 1"),
                 Assumption("earliest", "m <= T"),
                 Assumption("positive factor", "c > 0"),
                 Assumption("factor", "c < 1"),
                 Assumption("width", "D >= 0"),
                 Assumption("variance", "v > 0"),
                 *RUNS,
                 Assumption("sampling", "forall(k, 1, T, close(alpha, A(k), B(k), Q))",
                            "D_alpha(A_k(x) || A'_k(x)) is at most that at every point x"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), v))", "zeta_k = N(0, v I)"),
                 Assumption("restart", "winf(X(T - m), Y(T - m), D)", "W_infinity of W_{T-m} and W'_{T-m} is at most D"),),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {LAST_STEPS})", proof=restarted, bound=LAST_STEPS,
    uses=("altschuler2022/lemma-2.15", "feldman2018/proposition-17", "altschuler2022/observation-5.2"),
    spots=(Spot({"T": 9, "m": 2, "alpha": 2, "c": "1/2", "D": 2, "v": 1, "Q": "1/10"}, "2/5"),
           Spot({"T": 1, "m": 1, "alpha": 2, "c": "1/3", "D": 0, "v": 1, "Q": "1/10"}, "1/10")),
)
