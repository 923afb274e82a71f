"""Lower bound on the privacy loss of noisy GD.

Statement
    There are neighbouring data D, D', a start theta_0 and a smooth loss on R^d with finite total gradient sensitivity
    S_g, such that for every step size eta < 1, noise sigma^2 > 0 and K, R_alpha(Theta_{eta K} || Theta'_{eta K}) >=
    (alpha S_g^2/(4 sigma^2 n^2)) (1 - e^(-eta K)).
Reads as
    The squared loss, the means of the records S_g/n apart, theta_0 = 0. apart() of mu^2 says that the pair is at least
    as easy to tell apart as N(0, 1) and N(mu, 1), whose divergence is alpha mu^2/2. The exact value is mu^2 = S_g^2 (2
    - eta) (1 - p)/(2 sigma^2 n^2 (1 + p)) with p = (1 - eta)^K <= e^(-eta K).
"""

from pabisym.library.item import real
from pabisym.library.statement import Check, Structure

from ._langevin_bounds import lower_bound
from ._langevin_checks import above_printed
from ._vocabulary import item

RUN = "forall(k, 1, K, equal({X}(k), convolve(push(affine(1 - eta, eta*{m}), {X}(k - 1)), white(2*eta*sigma**2))))"
BOUND = "S**2/(2*sigma**2*n**2)*(1 - exp(-eta*K))"

STATEMENT = item("Theorem 3", "section 4",
    letters=("n, K: steps [], S: total, eta, sigma: variance", real("m", "mean of the records of D", unit="iterate", latex=r"\bar x"),
        real("u", "mean of the records of D'", unit="iterate", latex=r"\bar x'"), Structure("X", "law sequence", "law of theta_k"),
        Structure("Y", "law sequence", "law of theta'_k")),
    given=("steps, small steps", "sensitive: m - u == S/n", "first start: equal(X(0), normallaw(0, 0))",
        "second start: equal(Y(0), normallaw(0, 0))",
        f"first run: {RUN.format(X='X', m='m')}",
        f"second run: {RUN.format(X='Y', m='u')}"),
    conclusion=f"apart(X(K), Y(K), {BOUND})", bound=BOUND, proof=lower_bound, tightness="lower", printed="holds",
    uses=("chourasia2021/construction-lower",), checks=(Check("the exact divergence is above it", above_printed),),
    spots="n=10, K=5, S=1, eta=1/10, sigma=1, m=1/10, u=0")
