"""A gap in every epoch.

Statement
    A noisy iteration of E epochs of n steps with 1-Lipschitz maps and noise of variance w, whose two runs start
    together and differ in the maps of the steps t, t + n, ..., t + (E - 1) n only, by at most g, satisfies
    D_alpha(X_{En} || X'_{En}) <= (alpha g^2/(2 w)) ((E - 1)/n + 1/(n - t + 1)).
Reads as
    Every gap is paid evenly until the next one; the last one by the n - t + 1 steps that are left.
"""

from pabisym.library.statement import LinearPair

from ._epochs import BOUND, GAP, Q, proof
from ._vocabulary import item

RUN = "forall(k, 1, E*n, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"


STATEMENT = item("Theorem 35 with any index", "appendix B", key="feldman2018",
    letters="n: epoch, E, t: place, alpha, g, w, X, Y, psi, phi, zeta",
    given=("start", f"first run: {RUN.format(X='X', psi='psi')}", f"second run: {RUN.format(X='Y', psi='phi')}",
        "Lipschitz: forall(k, 1, E*n, lipschitz(psi(k), 1))", "Gaussian: forall(k, 1, E*n, gaussian(zeta(k), w))",
        f"gaps: forall(k, 1, E*n, gap(psi(k), phi(k), {GAP})): once in every epoch"),
    conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), {BOUND})", bound=BOUND, proof=proof, tightness="exact",
    worst_case=LinearPair("E*n", f"cases(k - t, cases(t - k, 0, cases(k - 1 - {Q}, cases({Q} + 1 - k, (n - t + 1)/n, 1), 1)), 1)", GAP, "w",
        inside="contractive noisy iterations with these gaps"), uses=("pabisym/taut-string",),
    spots=("n=4, E=3, t=2, alpha=2, g=1, w=1 -> 5/6", "n=3, E=1, t=3, alpha=2, g=1/2, w=2"))
