"""A piece without contraction within a block that is paid at one rate.

Statement
    With the letters of pabisym/steady-piece, let the block so far have brought the shift A and the noise U, paid at the
    rate q, and with the piece B = A + s m + g and V = U + w m, paid at the rate r, q = r. If A - q U >= 0
    and B - r V >= 0, then D_alpha^(A - q U)(X_p || X'_p) <= b + (alpha/2) q^2 U implies D_alpha^(B - r V)(X_{p+m} ||
    X'_{p+m}) <= b + (alpha/2) r^2 V.
Reads as
    What is left is the shift that has arrived less the rate times the noise; the price is the rate squared times the noise.
"""

from pabisym.library.item import integer

from ._pieces import CARRIED, DONE, GAP, JUMP, SIZES, SO_FAR, STEPS, steady_in_block
from ._vocabulary import item

STATEMENT = item("Theorem 22 with factors", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the piece"), STEPS, "w", GAP, JUMP, *SO_FAR, "X, Y, psi, phi, zeta"),
    given=("shift so far: B == A + s*m + g",
        "noise so far: V == U + w*m", "rates: q == r",
        *CARRIED, "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), 1))",
        "Gaussian: forall(k, p + 1, p + m, gaussian(zeta(k), w))", SIZES),
    conclusion=DONE, proof=steady_in_block, uses=("pabisym/steady-piece",),
    spots="alpha=2, p=1, m=2, w=1, s=1, g=1, A=0, B=3, U=0, V=2, q=1, r=1, b=0")
