"""The differential inequality for noisy GD.

Statement
    For the tracing diffusions of noisy GD under c-LSI, dR/dt <= alpha S_g^2/(4 gamma sigma^2 n^2) - 2 (1 - gamma)
    sigma^2 c (R/alpha + (alpha - 1) dR/dalpha) for eta k < t < eta (k + 1).
Reads as
    (13) with the distance S_g/n of Lemma 4. For gamma = 1/2 the function (alpha S_g^2/(2 c sigma^4 n^2)) (1 -
    e^(-sigma^2 c t)) solves it with equality from 0, and bounds every solution; the rule of one step, dynamics, is
    this for all gamma.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, c > 0 : log-Sobolev constant : 1/iterate^2
    D : real, R >= 0 : R_alpha(Theta_t || Theta'_t) : 1
    dD : real : its derivative in alpha : 1
    q : real : I_alpha/E_alpha of the two laws : 1/iterate^2
    gamma : real, 0 < gamma <= 1 : how Lemma 2 splits the rate : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    sigma : real, sigma > 0 : noise level : iterate/sqrt(time)
    rate : real : derivative of D in time : 1/time
    n : integer, n >= 1 : number of records : 1
Assumptions
    order : alpha > 1
    size : n >= 1
    constant : c > 0
    split : gamma > 0
    split at most : gamma <= 1
    noise : sigma > 0
    rate : Lemma 2
    log-Sobolev : Lemma 3
Reference
    chourasia2021, Equation (15), section 3.3
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._diffusion_checks import characteristics, solution

LETTERS = ("alpha", "c", "D", "dD", "q", "gamma", "sigma", "rate")
CLAIM = "rate <= alpha*S**2/(4*gamma*sigma**2*n**2) - 2*(1 - gamma)*sigma**2*c*(D/alpha + (alpha - 1)*dD)"


def proof(b: Builder) -> Step:
    """(13) with S_v = S_g/n."""
    return b.theorem("chourasia2021/eq-13", {}, S="S/n", conclude=CLAIM)


STATEMENT = Statement(
    id="chourasia2021/eq-15", title="The differential inequality for noisy GD", kind="inequality", text=__doc__,
    reference=Reference("chourasia2021", "Equation (15)", "section 3.3"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("c", "real, c > 0", "log-Sobolev constant", "1/iterate^2"),
             Symbol("D", "real, R >= 0", "R_alpha(Theta_t || Theta'_t)"), Symbol("dD", "real", "its derivative in alpha"),
             Symbol("q", "real", "I_alpha/E_alpha of the two laws", "1/iterate^2"),
             Symbol("gamma", "real, 0 < gamma <= 1", "how Lemma 2 splits the rate"),
             Symbol("S", "real, S >= 0", "sensitivity of the total gradient", "loss/iterate", "S_g"),
             Symbol("sigma", "real, sigma > 0", "noise level", "iterate/sqrt(time)"),
             Symbol("rate", "real", "derivative of D in time", "1/time"),
             Symbol("n", "integer, n >= 1", "number of records"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("size", "n >= 1"), Assumption("constant", "c > 0"), Assumption("split",
        "gamma > 0"),
                 Assumption("split at most", "gamma <= 1"), Assumption("noise", "sigma > 0"),
                 Assumption("rate", "rate <= alpha*(S/n)**2/(4*gamma*sigma**2) - (1 - gamma)*sigma**2*alpha*q"),
                 Assumption("log-Sobolev", "D + alpha*(alpha - 1)*dD <= alpha**2/(2*c)*q"),),
    conclusion=CLAIM, proof=proof, printed=Printed("holds"),
    uses=("chourasia2021/eq-13", "chourasia2021/lemma-4",),
    checks=(Check("the solution for gamma = 1/2", solution), Check("along its characteristics", characteristics)),
    spots=(Spot({"alpha": 2, "c": 1, "D": 1, "dD": "1/2", "q": 1, "gamma": "1/2", "S": 1, "sigma": 1, "rate": 0, "n": 1}),),
)
