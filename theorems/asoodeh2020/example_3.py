"""Constant sigma_t.

Statement
    With eta_t = B/(M sqrt(t)) and sigma_t = sigma: (epsilon, delta)-DP with delta = theta_{e^epsilon}(psi M
    sqrt(n)/(B sigma))/(n (1 - theta_{e^epsilon}(M sqrt(n)/sigma))), and SR(n) <= (B/sqrt(n)) (3 M/2 + d
    sigma^2/M).
Reads as
    The page takes the step sizes of proposition 3, dia(W)/(M sqrt(t)); then the smallest noise on the iterate
    is dia(W) sigma/(M sqrt(n)), and delta is too small wherever B > dia(W). For n = 1, W = [0, 1], M = 1, f_1 =
    |w - 1/2|, f'_1 = -w, start near 1: the updates lead to 0 and 2, whose best event at gamma = 1, x >= 1, the
    projection keeps, so that the truth is theta_1(2/sigma). B = 2, psi = 2: the page says theta_1(1/sigma)/(1 -
    theta_1(1/sigma)), which is smaller at sigma = 4.
    Where an image exceeds W, B grows with the step sizes, so that B/(M sqrt(t)) may fit no B. With the step sizes
    of the page the ratios are psi M sqrt(n)/(dia(W) sigma) and B M sqrt(n)/(dia(W) sigma), and SR(n) has dia(W).
Letters
    n : integer, n >= 1 : number of rounds : 1
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    M : real, M > 0 : bound on the gradients : loss/iterate
    psi : real, psi > 0 : largest distance of two updates of one point : iterate
    B : real, B > 0 : largest diameter of W and of the images : iterate
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
Assumptions
    level : epsilon >= 0
    gradients : M > 0
    sensitivity : psi > 0
    size : B > 0
    noise : sigma > 0
Reference
    asoodeh2020, Example 3, section VI
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020/example-3", title="Constant sigma_t", kind="example", text=__doc__,
    reference=Reference("asoodeh2020", "Example 3", "section VI"),
    bound="theta(exp(epsilon), psi*M*sqrt(n)/(B*sigma))/(n*(1 - theta(exp(epsilon), M*sqrt(n)/sigma)))",
    symbols=(Symbol("n", "integer, n >= 1", "number of rounds"), Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"),
               Symbol("M", "real, M > 0", "bound on the gradients", "loss/iterate"), Symbol("psi", "real, psi > 0",
               "largest distance of two updates of one point", "iterate"), Symbol("B", "real, B > 0",
               "largest diameter of W and of the images", "iterate"), Symbol("sigma", "real, sigma > 0",
               "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("gradients", "M > 0"), Assumption("sensitivity", "psi > 0"),
               Assumption("size", "B > 0"), Assumption("noise", "sigma > 0"),),
    uses=("asoodeh2020/eq-18", "asoodeh2020/proposition-3", "asoodeh2020/definition-B", "asoodeh2020/footnote-6",),
    cited_because="theorem 5 with the smallest noise on the iterate, B sigma/(M sqrt(n)), and proposition 3 with these step sizes",
    printed=Printed("refuted", bound="theta(exp(epsilon), psi*M/sigma) <= theta(exp(epsilon), psi*M*sqrt(n)/(B*sigma))/(n*(1 - "
               "theta(exp(epsilon), M*sqrt(n)/sigma)))", difference="the step sizes have to be B/(M sqrt(t)), not dia(W)/(M sqrt(t))",
               counterexample={"n": 1, "epsilon": 0, "M": 1, "psi": 2, "B": 2, "sigma": 4}),
    spots=(Spot({"n": 1, "epsilon": 0, "M": 1, "psi": 2, "B": 2, "sigma": 4}),),
)
