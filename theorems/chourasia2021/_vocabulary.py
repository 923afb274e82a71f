"""Letters and assumptions that several files share: Chourasia, Ye and Shokri (2021)."""

from __future__ import annotations

from pabisym.library.item import Vocabulary, real
from pabisym.library.statement import Structure

from ..pabisym import _vocabulary as shared

LETTERS = (
    real("beta >= lam", "smoothness of the losses", unit="loss/iterate^2", role="smoothness"),
    real("c > 0", "log-Sobolev constant", "constant", "1/iterate^2"),
    real("D >= 0", "R_alpha(Theta_t || Theta'_t)"),
    real("dD", "its derivative in alpha"),
    real("e", "mean excess risk of theta_K", unit="loss"),
    real("gamma > 0 and gamma <= 1", "how Lemma 2 splits the rate", "split, split at most"),
    real("q", "I_alpha/E_alpha of the two laws", unit="1/iterate^2"),
    real("rate", "derivative of D in time", unit="1/time"),
    real("S >= 0", "largest distance of the drifts", "drifts", "iterate/time", "S_v"),
    real("sigma > 0", "noise level", "noise", "iterate/sqrt(time)"),
    Structure("x0", "vector", "mean of the start"),
    Structure("xi", "noise", "noise of the start"),
)
ASSUMPTIONS = {
    "curvatures": "lam <= beta",
    "log-Sobolev": "D + alpha*(alpha - 1)*dD <= alpha**2/(2*c)*q: Lemma 3",
    "noise level": "sigma**2 == 4*alpha*L**2/(lam*epsilon*n**2)",
    "risk": "e <= 2*beta*L**2/lam**2*exp(-lam*eta*K) + 2*beta*d*sigma**2/lam: Lemma 6",
    "small steps": "eta < 1",
    "smoothness": "beta > 0",
    "start law": "equal(Y(0), convolve(point(x0), xi))",
    "start noise": "gaussian(xi, 2*sigma**2/lam)",
    "step": "eta == lam/(2*beta**2)",
}
VOCABULARY = Vocabulary(LETTERS, ASSUMPTIONS, shared.VOCABULARY)
item = VOCABULARY.item
"""The statement of the theorem file that calls it."""
