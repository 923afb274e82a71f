"""One block from a restart on.

Statement
    Let every step of a noisy iteration first project onto K, in which the two runs are at most D apart. Look back m
    steps from the end. With S_0 >= D and S_k = S_{k-1} + d_k (N_k - N_{k-1}), d_1 >= d_2 >= ... >= 0, so that the gap
    of step T - m + k is P_k d_k (N_k - N_{k-1}), D_alpha(X_T || X'_T) <= alpha S_m^2/(2 N_m). Here P_k = c_1...c_k, N_0
    = 0, and N_k - N_{k-1} is the variance of the noise of step T - m + k over P_k^2.
Reads as
    Whatever happened before, at any time the runs are no farther apart than the domain is wide; from there on it is a
    process with that distance at the start. Every look-back gives a bound.
"""

from pabisym.library.item import item
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

from ._iterations import rising
from ._restarts import window


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


STATEMENT = item("Proposition 3.2 from any step", "section 3.1",
    key="altschuler2022",
    letters=("T: integer, T >= 1: number of steps; role steps",
        "m: integer, m >= 1 and m <= T [look-back, earliest]: the look-back, in steps; role choice",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "D: real, D >= 0 [width]: diameter of the domain; unit iterate; role diameter",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "P: real sequence: product of the Lipschitz constants up to step k", "N: real sequence: accumulated noise, without contractions",
        "S: real sequence: accumulated shift, without contractions", "d: real sequence: gap of step k per noise, without contractions",
        "K: set: the domain, onto which every step projects first"),
    assumptions=("alpha, m, D", "domain: convexset(K)",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "first run projected: forall(k, 1, T, equal(X(k), convolve(push(psi(k), push(projection(K), X(k - 1))), zeta(k))))",
        "second run projected: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), push(projection(K), Y(k - 1))), zeta(k))))",
        "diameter: forall(k, 0, T, winf(push(projection(K), X(k)), push(projection(K), Y(k)), D))", "unit: P(0) == 1",
        "Lipschitz: forall(k, 1, m, lipschitz(psi(T - m + k), c(k)))",
        "Gaussian: forall(k, 1, m, gaussian(zeta(T - m + k), (N(k) - N(k - 1))*P(k)**2))", "noise: forall(k, 1, m, N(k - 1) < N(k))",
        "product: forall(k, 0, m, P(k) > 0)", "products: forall(k, 1, m, P(k) == c(k)*P(k - 1))", "no noise yet: N(0) == 0",
        "start size: S(0) >= D", "slopes: forall(k, 1, m, d(k) >= 0)", "falling: forall(k, 2, m, d(k) <= d(k - 1))",
        "shift: forall(k, 1, m, S(k) == S(k - 1) + d(k)*(N(k) - N(k - 1)))",
        "gaps: forall(k, 1, m, gap(psi(T - m + k), phi(T - m + k), P(k)*d(k)*(N(k) - N(k - 1))))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*S(m)**2/(2*N(m)))", proof=proof, uses=("pabisym/one-block", "pabisym/rising"),
    spots="T=3, m=2, alpha=2, D=1")
