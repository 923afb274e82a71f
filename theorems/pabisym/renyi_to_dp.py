"""From Rényi to approximate differential privacy, the conversion in general use.

Statement
    If D_alpha(mu || nu) <= eps for one alpha > 1 then mu, nu are (eps + ln((alpha - 1)/alpha) -
    (ln delta + ln alpha)/(alpha - 1), delta)-close for every delta in (0, 1).
Reads as
    Lemma 14 of Feldman et al. with the tangent of the power in place of an indicator: smaller by
    ln(alpha)/(alpha - 1) + ln(alpha/(alpha - 1)), which is positive. Optimised over alpha it is what accountants print.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    epsilon : real : bound on the divergence : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    P : law : output for the data
    Q : law : output for neighbouring data
Assumptions
    order : alpha > 1
    chance : delta > 0
    range : delta < 1
    divergence : D_alpha(mu || nu) <= eps
Reference
    canonne2020, Proposition 12
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Structure, Symbol

LEVEL = "{eps} + log((alpha - 1)/alpha) - (log(delta) + log(alpha))/(alpha - 1)"
GAUSSIAN = f"theta(exp({LEVEL.format(eps='alpha*r**2/2')}), r) <= delta"
COIN = LEVEL.format(eps="log(p**alpha*(1 - p)**(1 - alpha) + (1 - p)**alpha*p**(1 - alpha))/(alpha - 1)")
ORDERS, DELTAS = ("11/10", 2, 5, 20), ("1/2", "1/10", "1/100000")
PAIRS = tuple({"alpha": alpha, "r": r, "delta": delta} for alpha in ORDERS for r in ("1/10", 1, 3) for delta in DELTAS)
COINS = tuple({"alpha": alpha, "p": p, "delta": delta} for alpha in ORDERS for p in ("3/5", "9/10", "999/1000") for delta in DELTAS)

STATEMENT = Statement(
    id="pabisym/renyi-to-dp", title="From Rényi to approximate differential privacy, the conversion in general use", kind="lemma",
    text=__doc__, reference=Reference("canonne2020", "Proposition 12"),
    conclusion=f"dp(P, Q, {LEVEL.format(eps='epsilon')}, delta)",
    cited_because="max(x - g, 0) is at most the multiple of x^alpha that is its tangent; its mean is an integral, outside the kernel",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("epsilon", "real", "bound on the divergence"),
             Symbol("delta", "real, 0 < delta < 1", "additive slack")),
    structures=(Structure("P", "law", "output for the data", r"\mu"), Structure("Q", "law", "output for neighbouring data", r"\nu")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("chance", "delta > 0"), Assumption("range", "delta < 1"),
                 Assumption("divergence", "renyi(alpha, 0, P, Q, epsilon)")),
    checks=(Check("Gaussian pairs at distance r", lambda: at_points(GAUSSIAN, PAIRS)),
            Check("coins that fall right with chance p", lambda: at_points(f"max(p - exp({COIN})*(1 - p), 0) <= delta", COINS)),
            Check("below the older conversion", lambda: at_points(f"{LEVEL.format(eps='0')} < log(1/delta)/(alpha - 1)", PAIRS))),
    uses=("feldman2018/definition-4", "feldman2018/definition-11"), spots=(Spot({"alpha": 2, "epsilon": 1, "delta": "1/10"}),),
)
