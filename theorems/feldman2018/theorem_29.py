"""Baseline utility of PNSGD that stops at random.

Statement
    Let K lie in a ball of radius R, f(., x) be convex and L-Lipschitz, sigma = 2 L sqrt(2 ln(1.25/delta))/eps and
    eta = 2 R/sqrt(n (L^2 + d sigma^2)). Then Stop-PNSGD is locally (eps, delta)-DP, and for i.i.d. data
    E F(W) <= F* + (4 R L/sqrt(n)) sqrt(1 + 8 d ln(1.25/delta)/eps^2).
    The local half, printed for every eps > 0, is what Lemma 27 has to say: proved for eps <= 2 ln(1.25).
Reads as
    The noise makes the oracle worse by a factor sqrt(1 + d sigma^2/L^2); stopping at random turns the average over the
    iterates into the loss of the output. eta is written with L_G = L sqrt(1 + d sigma^2/L^2).
Letters
    n : integer, n >= 1 : number of records : 1
    R0 : real, R0 > 0 : radius of a ball around K : iterate
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    d : integer, d >= 0 : dimension : 1
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta <= 5/4 : additive slack : 1
    e : real sequence : mean excess loss of w_k
    r : real sequence : mean squared distance of w_k to a minimiser
Assumptions
    size : n >= 1
    radius : R > 0
    Lipschitz constant : L > 0
    dimension : d >= 0
    level : eps > 0
    chance : delta > 0
    spread of noise : ln(1.25/delta) >= 0
    descent : what one step gives, with the second moment of the noisy oracle
    diameter : r_0 <= (2 R)^2
    sign : r_k >= 0
    ends : e_n - e_0 <= 2 R L, F being L-Lipschitz
Reference
    feldman2018, Theorem 29, section 5.1
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._calibration import A
from ._utility import DESCENT, FACTOR, noisy

BOUND, LG = f"4*R0*L*{FACTOR}/sqrt(n)", f"L*{FACTOR}"


def proof(b: Builder) -> Step:
    """Theorem 28 with T = n and L_G = L sqrt(1 + 8 d ln(1.25/delta)/eps^2)."""
    return noisy(b)


STATEMENT = Statement(
    id="feldman2018/theorem-29", title="Baseline utility of PNSGD that stops at random", kind="theorem", text=__doc__, proof=proof,
        bound=BOUND,
    reference=Reference("feldman2018", "Theorem 29", "section 5.1"), conclusion=f"sum(e(i), i, 1, n)/n <= {BOUND}", tightness="upper",
    symbols=(Symbol("n", "integer, n >= 1", "number of records"), Symbol("R0", "real, R0 > 0", "radius of a ball around K", "iterate", "R"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"), Symbol("d", "integer, d >= 0", "dimension"),
             Symbol("epsilon", "real, epsilon > 0", "privacy level"), Symbol("delta", "real, 0 < delta <= 5/4", "additive slack")),
    structures=(Structure("e", "real sequence", "mean excess loss of w_k"), Structure("r", "real sequence",
        "mean squared distance of w_k to a minimiser")),
    assumptions=(Assumption("size", "n >= 1"), Assumption("radius", "R0 > 0"), Assumption("Lipschitz constant", "L > 0"),
                 Assumption("dimension", "d >= 0"), Assumption("level", "epsilon > 0"), Assumption("chance", "delta > 0"),
                 Assumption("spread of noise", f"{A} >= 0"),
                 Assumption("descent", DESCENT.format(T="n", eta=f"2*R0/({LG}*sqrt(n))", G=f"L**2*(1 + 8*d*{A}/epsilon**2)")),
                 Assumption("diameter", "r(0) <= 4*R0**2"), Assumption("sign", "forall(k, 0, n, r(k) >= 0)"),
                 Assumption("ends", "e(n) - e(0) <= 2*R0*L")),
    uses=("feldman2018/theorem-28", "feldman2018/lemma-27", "feldman2018/definition-stop-pnsgd", "feldman2018/eq-29-second-moment"),
    printed=Printed("corrected", bound="",
        difference="the local (eps, delta) half is printed for every eps > 0 and fails at eps = 5, delta = 1/2 "
                    "(Lemma 27); the excess loss holds as printed, from what one step gives"),
    checks=(Check("the local half fails at eps = 5", lambda: at_points("theta(exp(epsilon), epsilon/sqrt(2*log(5/(4*delta)))) <= delta", (
        {"epsilon": 5, "delta": "1/2"},), "false")),),
    spots=(Spot({"n": 100, "R0": 1, "L": 1, "d": 2, "epsilon": "2/5", "delta": "1/10"}),
        Spot({"n": 4, "R0": 1, "L": 1, "d": 0, "epsilon": 1,
           "delta": "1/2"}, "2")),
)
