"""Constant noise on the iterate.

Statement
    eta_t sigma_t = lambda: (epsilon, delta)-DP with delta = theta_{e^epsilon}(psi/lambda)/(n (1 -
    theta_{e^epsilon}(B/lambda))), and with eta_t = B/(M sqrt(t)) SR(n) <= (M/2)(3 B/sqrt(n) + d lambda^2
    sqrt(n)/B).
Reads as
    Privacy is theorem 5 with D <= B. The utility bound grows with n, while delta falls like 1/n. As in example
    3, B in the second summand needs the step sizes B/(M sqrt(t)).
Letters
    n : integer, n >= 1 : number of rounds : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    psi : real, psi > 0 : largest distance of two updates of one point : iterate
    B : real, B > 0 : largest diameter of W and of the images : iterate
    lam : real, lam > 0 : standard deviation of the noise on the iterate : iterate
Assumptions
    level : epsilon >= 0
    sensitivity : psi > 0
    size : B > 0
    noise : lam > 0
Reference
    asoodeh2020, Example 4, section VI
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020/example-4", title="Constant noise on the iterate", kind="example", text=__doc__,
    reference=Reference("asoodeh2020", "Example 4", "section VI"),
    bound="theta(exp(epsilon), psi/lam)/(n*(1 - theta(exp(epsilon), B/lam)))",
    symbols=(Symbol("n", "integer, n >= 1", "number of rounds"), Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"),
               Symbol("psi", "real, psi > 0", "largest distance of two updates of one point", "iterate"), Symbol("B", "real, B > 0",
               "largest diameter of W and of the images", "iterate"), Symbol("lam", "real, lam > 0",
               "standard deviation of the noise on the iterate", "iterate"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("sensitivity", "psi > 0"), Assumption("size", "B > 0"),
               Assumption("noise", "lam > 0"),),
    uses=("asoodeh2020/eq-18", "asoodeh2020/proposition-3", "asoodeh2020/definition-B",),
    cited_because="theorem 5, proved, in other letters, and proposition 3",
    printed=Printed("undecided"),
    spots=(Spot({"n": 10, "epsilon": 1, "psi": 1, "B": 1, "lam": 1}),),
)
