"""A piece whose contractions, noise and gaps change from step to step, within a block that is paid at one rate.

Statement
    With P_k = c_k P_{k-1} > 0, let step k of m steps after step p add the noise P_k^2 (N_k - N_{k-1}) and the gap P_k (S_k - S_{k-1}),
    the first one P_{p+1} J more, where S_k - S_{k-1} = d_k (N_k - N_{k-1}) with d_k >= 0 falling. Let the block so far have brought the
    shift A and the noise U, paid at the rate q, and with the piece B and V, paid at the rate r, q P_p = r P_{p+m}. If A - q U >= 0 and
    B - r V >= 0, then D_alpha^(A - q U)(X_p || X'_p) <= b + (alpha/2) q^2 U implies D_alpha^(B - r V)(X_{p+m} || X'_{p+m}) <= b +
    (alpha/2) r^2 V.
Reads as
    Without contractions what is left grows until the gaps are worth less than the rate, and falls from there: it is least at the ends.
"""

from pabisym.library.item import integer, real

from ._pieces import CARRIED, CHANGING, DONE, PRODUCTS, SO_FAR, STEPS, changing
from ._vocabulary import item

STATEMENT = item("Theorem 22 with factors and variances", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the piece"), STEPS, *CHANGING, "d: step",
        real("J >= 0", "further shift of the first step, without contractions", "jump",
        "iterate"), *SO_FAR, "X, Y, psi, phi, zeta"),
    given=(*PRODUCTS, "noise: forall(k, p + 1, p + m, N(k - 1) < N(k))", "slopes: forall(k, p + 1, p + m, d(k) >= 0)",
        "falling: forall(k, p + 2, p + m, d(k) <= d(k - 1))",
        "shift: forall(k, p + 1, p + m, S(k) == S(k - 1) + d(k)*(N(k) - N(k - 1)))",
        "shift so far: P(p)*B == P(p + m)*(A + P(p)*(J + S(p + m) - S(p)))",
        "noise so far: P(p)**2*V == P(p + m)**2*(U + P(p)**2*(N(p + m) - N(p)))", "rates: q*P(p) == r*P(p + m)", *CARRIED,
        "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), c(k)))",
        "Gaussian: forall(k, p + 1, p + m, gaussian(zeta(k), P(k)**2*(N(k) - N(k - 1))))",
        "gaps: forall(k, p + 1, p + m, gap(psi(k), phi(k), P(k)*(S(k) - S(k - 1)) + cases(p + 1 - k, P(p + 1)*J, 0)))"),
    conclusion=DONE, proof=changing, uses=("pabisym/continuation", "pabisym/rising"),
    spots="alpha=2, p=1, m=1, J=0, A=0, B=2, U=0, V=1, q=1, r=1, b=0")
