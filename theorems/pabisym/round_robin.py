"""Records taken in turn in a bounded domain.

Statement
    Let X_k = Pi_K(psi_k(X_{k-1}) + zeta_k) and X'_k = Pi_K(psi'_k(X'_{k-1}) + zeta_k) with noise of variance w and
    1-Lipschitz maps of b records each, which are taken in turn out of n, round and round. Let the maps differ where it
    is the turn of record i, by at most g. If the runs are at most D apart m steps before the end, D_alpha(X_T || X'_T)
    <= (alpha/(2 w)) ((m - 1) (D/m + g b/n)^2 + (D/m + g (1 + (b - 1)/n))^2).
Reads as
    The distance is paid in equal shares, every gap evenly until the next one, and the last step pays what is left of
    the last gap. T and m may be any numbers of steps, not only of whole epochs, and b need not divide n: step k takes
    the records (k - 1) b + 1, ..., k b, counted round. With b = 1 and n steps in an epoch it is a gap in every epoch.
    With D = 0 and m = T nothing is forgotten.
"""


from ..altschuler2022._round_robin import BOUND, DOMAIN, GAP, last_steps
from ._vocabulary import item

STATEMENT = item("(5.6) for any number of steps", "section 5.2", key="altschuler2022",
    letters="T [], m, n [records], b >= 1 and b <= n [batch, part], i, alpha, D: runs, g, w, X: iterate, Y: iterate, psi, phi, zeta, K",
    given=("alpha", ..., *DOMAIN, "Lipschitz: forall(k, 1, T, lipschitz(psi(k), 1))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), w))",
        f"gaps: forall(k, 1, T, gap(psi(k), phi(k), {GAP})): at most g where one of the records (k - 1) b + 1..k b is i, counted round, "
            "and none elsewhere", "restart"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", bound=BOUND, proof=last_steps, uses=("pabisym/projected-continuation",),
    spots=("T=9, m=4, n=4, b=2, i=3, alpha=2, D=2, g=1, w=1 -> 97/16", "T=1, m=1, n=3, b=1, i=3, alpha=2, D=0, g=1/2, w=2 -> 1/8"))
