"""From Gaussian to Rényi differential privacy.

Statement
    If mu, nu are m-GDP with m = sqrt(square) then D_alpha(mu || nu) <= alpha m^2/2 for every alpha > 1.
Reads as
    The divergence of N(m, 1) from N(0, 1) bounds that of every pair that is no easier to tell apart. The way back
    loses.
"""

from pabisym.library.statement import LinearPair

from ._vocabulary import item

STATEMENT = item("Corollary 3", key="dong2022", kind="lemma",
    letters="alpha, square, P: output, Q",
    given="Gaussian privacy",
    conclusion="renyi(alpha, 0, P, Q, alpha*square/2)", bound="alpha*square/2", tightness="exact",
    worst_case=LinearPair("1", "1", "0", "1", "sqrt(square)", "the two normal laws themselves"),
    cited_because="one map sends both normal laws to mu and nu (Blackwell), and divergences do not grow; outside the kernel",
    uses=("feldman2018/definition-4", "feldman2018/eq-gaussian-renyi"), spots="alpha=3, square=4 -> 6")
