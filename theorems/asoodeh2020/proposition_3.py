"""Utility of randomly stopped online gradient descent.

Statement
    With M = sup ||grad f|| and eta_t = dia(W)/(M sqrt(t)): SR(n) <= 3 M dia(W)/(2 sqrt(n)) + d/(2 n)
    sum_{t=1..n} eta_t sigma_t^2.
Reads as
    Here with constant sigma, where the sum of 1/sqrt(t) is kept.
Letters
    n : integer, n >= 1 : number of rounds : 1
    M : real, M > 0 : bound on the gradients : loss/iterate
    D : real, D > 0 : diameter of W : iterate
    d : integer, d >= 1 : dimension : 1
    sigma : real, sigma >= 0 : standard deviation of the gradient noise, before the step size : loss/iterate
Assumptions
    gradients : M > 0
    diameter : D > 0
    noise : sigma >= 0
Reference
    asoodeh2020, Proposition 3, section VI
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020/proposition-3", title="Utility of randomly stopped online gradient descent", kind="proposition", text=__doc__,
    reference=Reference("asoodeh2020", "Proposition 3", "section VI"),
    bound="3*M*D/(2*sqrt(n)) + d/(2*n)*sum(D/(M*sqrt(t))*sigma**2, t, 1, n)",
    symbols=(Symbol("n", "integer, n >= 1", "number of rounds"), Symbol("M", "real, M > 0", "bound on the gradients", "loss/iterate"),
               Symbol("D", "real, D > 0", "diameter of W", "iterate"), Symbol("d", "integer, d >= 1", "dimension"), Symbol("sigma",
               "real, sigma >= 0", "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    assumptions=(Assumption("gradients", "M > 0"), Assumption("diameter", "D > 0"), Assumption("noise", "sigma >= 0"),),
    uses=("asoodeh2020/eq-43", "asoodeh2020/eq-44", "asoodeh2020/eq-I-final",),
    cited_because="expectations over the run, outside the kernel; its algebra is (43), (44) and the final chain",
    printed=Printed("undecided"),
    spots=(Spot({"n": 4, "M": 1, "D": 1, "d": 1, "sigma": 1}),),
)
