"""Linear Rényi divergence bound.

Statement
    If ||V_t - V'_t|| <= S_v everywhere and for all t, then R_alpha(Theta_T || Theta'_T) <= alpha S_v^2 T/(4
    sigma^2).
Reads as
    Lemma 2 with gamma = 1. Constant drifts attain it. For noisy GD the same bound is proved step by step as
    composition, chourasia2021/eq-baseline.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    S : real, S >= 0 : largest distance of the drifts : iterate/time
    T : real, T > 0 : time : time
    sigma : real, sigma > 0 : noise level : iterate/sqrt(time)
Assumptions
    order : alpha > 1
    drifts : S_v >= 0
    time : T > 0
    noise : sigma > 0
Reference
    chourasia2021, Theorem 1, section 3.2
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="chourasia2021/theorem-1", title="Linear Rényi divergence bound", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Theorem 1", "section 3.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("S", "real, S >= 0", "largest distance of the drifts", "iterate/time", "S_v"),
             Symbol("T", "real, T > 0", "time", "time"), Symbol("sigma", "real, sigma > 0", "noise level", "iterate/sqrt(time)"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("drifts", "S >= 0"), Assumption("time", "T > 0"),
                 Assumption("noise", "sigma > 0"),),
    cited_because="the integral of the rate of Lemma 2 over time is outside the kernel",
    printed=Printed("undecided"), bound="alpha*S**2*T/(4*sigma**2)", tightness="exact",
    worst_case=LinearPair("1", "1", "S*T", "2*sigma**2*T", inside="constant drifts S apart, over the whole time"),
    spots=(Spot({"alpha": 2, "S": 1, "T": 3, "sigma": 1}, "3/2"),),
    uses=("chourasia2021/lemma-2",),
)
