"""One epoch with its gap at the first step, and a contraction.

Statement
    Let D_alpha^(z)(X_p || X'_p) <= b, and let the m steps after step p have c-Lipschitz maps, 0 < c < 1, noise of
    variance w, and no gap but one of at most g at the step p + 1. If u >= 0 and y = c^m z + c^{m-1} g - u (1 - c^{2m})
    >= 0, then D_alpha^(y)(X_{p+m} || X'_{p+m}) <= b + (alpha/(2 w)) u^2 (1 - c^2) (1 - c^{2m}).
Reads as
    The steps of an epoch pay at the rate that is best for what arrives at its end.
"""


from pabisym.library.item import integer, real

from ._cyclic import END, EPOCH, ONE_GAP, one_epoch
from ._vocabulary import item

RUN = "forall(k, p + 1, p + m, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"

STATEMENT = item("Theorem 22 with factors", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the epoch"), integer("m >= 1", "steps of the epoch", "steps"),
        "c: number constant, w, g", real("z >= 0", "shift before the epoch", "shift", "iterate"),
        real("u >= 0", "rate of payment", "rate", "iterate"), real("b", "bound before the epoch"), "X, Y, psi, phi, zeta"),
    given=(f"left: {END} >= 0", "start: renyi(alpha, z, X(p), Y(p), b)", f"first run: {RUN.format(X='X', psi='psi')}",
        f"second run: {RUN.format(X='Y', psi='phi')}", "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), c))",
        "Gaussian: forall(k, p + 1, p + m, gaussian(zeta(k), w))",
        f"gaps: forall(k, p + 1, p + m, gap(psi(k), phi(k), {ONE_GAP})): at the first step"),
    conclusion=f"renyi(alpha, {END}, X(p + m), Y(p + m), {EPOCH})", proof=one_epoch, uses=("pabisym/continuation",),
    spots="alpha=2, p=1, m=2, c=1/2, w=1, g=1, z=1, u=1/2, b=0")
