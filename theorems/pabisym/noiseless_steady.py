"""A piece without contraction and without noise within a block that is paid at one rate.

Statement
    With the letters of pabisym/steady-stretch, but without noise in the m steps: if the block so far has brought the shift
    A and the noise U, paid at the rate q, and B = A + s m + g, V = U, q = r, then D_alpha^(A - q
    U)(X_p || X'_p) <= b + (alpha/2) q^2 U implies D_alpha^(B - r V)(X_{p+m} || X'_{p+m}) <= b + (alpha/2) r^2 V.
Reads as
    Where nothing can be paid, the shift only grows by the gaps.
"""

from pabisym.library.item import integer

from ._pieces import CARRIED, DONE, GAP, JUMP, SIZES, SO_FAR, STEPS, noiseless_steady
from ._vocabulary import item

STATEMENT = item("Theorem 22 with factors", "section 3.3", key="feldman2018", kind="lemma",
    letters=("alpha", integer("p", "the step before the piece"), STEPS, GAP, JUMP, *SO_FAR, "X, Y, psi, phi, zeta"),
    given=("shift so far: B == A + s*m + g",
        "noise so far: V == U", "rates: q == r",
        *CARRIED, "Lipschitz: forall(k, p + 1, p + m, lipschitz(psi(k), 1))", SIZES),
    conclusion=DONE, proof=noiseless_steady, uses=("pabisym/continuation",),
    spots="alpha=2, p=1, m=1, s=1, g=1, A=0, B=2, U=0, V=0, q=1, r=1, b=0")
