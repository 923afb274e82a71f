"""Random stopping by Rényi divergence, restated.

Statement
    Randomly stopped PNSGD with convex, L-Lipschitz, beta-smooth losses, eta <= 2/beta, alpha > 1 and sigma >= L
    sqrt(2 alpha (alpha - 1)) is (alpha, zeta)-RDP with zeta = 4 alpha L^2 log(n)/(n sigma^2).
Reads as
    A restatement of Feldman et al., theorem 26, and wrong as it: log n has to be the harmonic sum for small n.
    At n = 1 it claims perfect privacy of one noisy step.
Letters
    n : integer, n >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
Assumptions
    order : alpha > 1
    enough noise : sigma >= L sqrt(2 alpha (alpha - 1))
Reference
    asoodeh2020, Theorem 6, section V
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020/theorem-6", title="Random stopping by Rényi divergence, restated", kind="theorem", text=__doc__,
    reference=Reference("asoodeh2020", "Theorem 6", "section V"),
    bound="4*alpha*L**2*sum(1/i, i, 1, n)/(n*sigma**2)",
    symbols=(Symbol("n", "integer, n >= 1", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
               Symbol("L", "real, L > 0", "Lipschitz constant", "loss/iterate"), Symbol("eta", "real, eta > 0", "step size",
               "iterate^2/loss"), Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size",
               "loss/iterate"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("enough noise", "sigma >= L*sqrt(2*alpha*(alpha - 1))"),),
    uses=("feldman2018/theorem-26", "asoodeh2020/algorithm-2",),
    cited_because="quoted; the corrected bound, with the harmonic sum, is proved as Feldman et al., theorem 26",
    printed=Printed("refuted", bound="4*alpha*L**2*log(n)/(n*sigma**2)",
               difference="log n has to be the harmonic sum, as in the theorem that it restates", counterexample={"n": 1, "alpha": 2,
               "L": 1, "eta": 1, "sigma": 2}, process=LinearPair("1", "1", "2*eta*L", "eta**2*sigma**2",
               inside="opposite linear losses on the line")),
    spots=(Spot({"n": 3, "alpha": 2, "L": 1, "eta": "1/10", "sigma": 4}),),
)
