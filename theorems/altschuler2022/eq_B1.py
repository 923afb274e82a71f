"""Full batches in a bounded domain.

Statement
    D_alpha <= alpha/(2 eta^2 sigma^2) min(T (2 eta L/n)^2, j (D~/j + 2 eta L/n)^2) for every look-back of 1 <= j <= T
    steps, D~ = D + 2 eta L/n.
Reads as
    All steps as one block, or the last j steps from the domain on. Restarting from the projected iterates gives the
    same with D for D~, which is better; the best j is then floor(1/2 + sqrt(1/4 + r^2)), r = D n/(2 eta L)
    (pabisym/bounded-equal-gaps).
"""

from functools import partial

from pabisym.library.checks import sharper
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ..pabisym._restarts import domain
from ._cyclic_batches import UNIT, WHOLE, back, full
from ._vocabulary import item

BOUND = f"{UNIT}*min({WHOLE}, {back('D + 2*eta*L/n')})"


def proof(b: Builder) -> Step:
    """From the widened diameter."""
    return full(b, "D + 2*eta*L/n")


def narrow() -> tuple[Verdict, str]:
    """The same with D for D~."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {UNIT}*min({WHOLE}, {back('D')}))"
    return sharper(STATEMENT, claim, partial(full, distance="D"))


STATEMENT = item("(B.1)", "appendix B.1", kind="inequality",
    letters="T, n, j, alpha, L, D: domain [width], eta, sigma, X, Y, psi, phi, zeta: iterate runs, K: onto",
    given=("D, short look-back", *domain(), "start",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), 1)): lemma 2.1, for the mean of all losses",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))",
        "gaps: forall(k, 1, T, gap(psi(k), phi(k), 2*eta*L/n)): one record of n differs"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", bound=BOUND, proof=proof, tightness="upper", printed="holds",
    uses=("pabisym/equal-look-back", "pabisym/one-block"), checks=(Check("with D for the widened diameter, proved", narrow),),
    spots="T=9, n=2, j=2, alpha=2, L=1, D=2, eta=1, sigma=1 -> 9")
