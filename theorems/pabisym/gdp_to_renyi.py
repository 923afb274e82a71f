"""From Gaussian to Rényi differential privacy.

Statement
    If mu, nu are m-GDP with m = sqrt(square) then D_alpha(mu || nu) <= alpha m^2/2 for every alpha > 1.
Reads as
    The divergence of N(m, 1) from N(0, 1) bounds that of every pair that is no easier to tell apart. The way back loses.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    square : real, square >= 0 : m^2 : 1
    P : law : output for the data
    Q : law : output for neighbouring data
Assumptions
    order : alpha > 1
    size : square >= 0
    Gaussian privacy : mu, nu are m-GDP
Reference
    dong2022, Corollary 3
"""

from pabisym.library.statement import Assumption, LinearPair, Reference, Spot, Statement, Structure, Symbol

STATEMENT = Statement(
    id="pabisym/gdp-to-renyi", title="From Gaussian to Rényi differential privacy", kind="lemma", text=__doc__,
    reference=Reference("dong2022", "Corollary 3"), conclusion="renyi(alpha, 0, P, Q, alpha*square/2)",
    bound="alpha*square/2", tightness="exact", worst_case=LinearPair("1", "1", "0", "1", "sqrt(square)", "the two normal laws themselves"),
    cited_because="one map sends both normal laws to mu and nu (Blackwell), and divergences do not grow; outside the kernel",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("square", "real, square >= 0", "m^2", latex="m^2")),
    structures=(Structure("P", "law", "output for the data", r"\mu"), Structure("Q", "law", "output for neighbouring data", r"\nu")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("size", "square >= 0"),
                 Assumption("Gaussian privacy", "gdp(0, P, Q, square)")),
    uses=("feldman2018/definition-4", "feldman2018/eq-gaussian-renyi"), spots=(Spot({"alpha": 3, "square": 4}, "6"),),
)
