"""Epochs of a contraction that are paid at one rate.

Statement
    Let a noisy iteration have c-Lipschitz maps, 0 < c < 1, noise of variance w and, from step t on, gaps of at most g
    at the steps t, t + n, t + 2n, ...; let h = c^{n-1} g/(1 - c^n), and let 0 <= U with U (1 + c^{nF}) <= h. If
    D_alpha(X_{t-1} || X'_{t-1}) = 0, then D_alpha^(y)(X_q || X'_q) <= (alpha/(2 w)) U^2 (1 - c^2) (1 - c^{2nF}) after F
    epochs, q = t - 1 + F n and y = (1 - c^{nF}) (h - U (1 + c^{nF})).
Reads as
    What is left after every epoch is not negative as long as it is not at the last one; with U (1 + c^{nF}) = h nothing
    is left.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Assumption

from ._cyclic import AFTER_ALL, EVERY, PRICE_ALL, epochs
from ._vocabulary import item

ALL = "forall(k, t, t - 1 + F*n, {})".format
RUN = "equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k)))"

STATEMENT = item("Theorem 35 with factors and any index", "appendix B", key="feldman2018", kind="lemma",
    letters=("alpha, n: epoch, t >= 1: step [first]", integer("F >= 0", "number of epochs", "epochs", role="epochs"),
        "c: number constant, w, g", real("h >= 0", "shift after endless epochs without payments", "no debt", "iterate"),
        real("U >= 0", "rate of payment in the last epoch", "rate", "iterate"), "X, Y, psi, phi, zeta"),
    given=("endless: c**(n - 1)*g == (1 - c**n)*h", "h, U", "slow enough: U*(1 + c**(n*F)) <= h",
        "start: renyi(alpha, 0, X(t - 1), Y(t - 1), 0)", f"first run: {ALL(RUN.format(X='X', psi='psi'))}",
        f"second run: {ALL(RUN.format(X='Y', psi='phi'))}", f"Lipschitz: {ALL('lipschitz(psi(k), c)')}",
        f"Gaussian: {ALL('gaussian(zeta(k), w)')}",
        Assumption("gaps", ALL(f"gap(psi(k), phi(k), {EVERY})"), "once in every epoch")),
    conclusion=f"renyi(alpha, {AFTER_ALL}, X(t - 1 + F*n), Y(t - 1 + F*n), {PRICE_ALL})", proof=epochs, uses=("pabisym/contractive-epoch",),
    spots="alpha=2, n=2, t=1, F=3, c=1/2, w=1, g=3/2, h=1, U=1/2", models="start")
