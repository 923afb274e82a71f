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
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._cyclic_batches import UNIT, WHOLE, back, full


def proof(b: Builder) -> Step:
    """From the widened diameter."""
    return full(b, "D + 2*eta*L/n")


def narrow() -> tuple[Verdict, str]:
    """The same with D for D~."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {UNIT}*min({WHOLE}, {back('D')}))"
    return sharper(STATEMENT, claim, partial(full, distance="D"))


STATEMENT = item("(B.1)", "appendix B.1",
    kind="inequality",
    letters=("T: integer, T >= 1 [steps]: number of steps; role steps", "n: integer, n >= 1 [records]: number of records; role records",
        "j: integer, j >= 1 [look-back]: the look-back, in steps; role choice",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "D: real, D > 0 [width]: diameter of the domain; unit iterate; role diameter",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps; latex X'", "psi: map sequence: map of step k in the first run",
        r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs",
        "K: set: the domain, onto which every step projects first"),
    assumptions=("T, n, j, alpha, L, eta, sigma, D", "short look-back: j <= T", "domain: convexset(K)",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "first run projected: forall(k, 1, T, equal(X(k), convolve(push(psi(k), push(projection(K), X(k - 1))), zeta(k))))",
        "second run projected: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), push(projection(K), Y(k - 1))), zeta(k))))",
        "diameter: forall(k, 0, T, winf(push(projection(K), X(k)), push(projection(K), Y(k)), D))",
        "start: winf(X(0), Y(0), 0): both runs start at the same point",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), 1)): lemma 2.1, for the mean of all losses",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))",
        "gaps: forall(k, 1, T, gap(psi(k), phi(k), 2*eta*L/n)): one record of n differs"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha/(2*eta**2*sigma**2)*min(T*(2*eta*L/n)**2, j*((D + 2*eta*L/n)/j + (2*eta*L/n))**2))",
    bound="alpha/(2*eta**2*sigma**2)*min(T*(2*eta*L/n)**2, j*((D + 2*eta*L/n)/j + (2*eta*L/n))**2)", proof=proof, tightness="upper",
    printed="holds", uses=("pabisym/equal-look-back", "pabisym/one-block"),
    checks=(Check("with D for the widened diameter, proved", narrow),), spots="T=9, n=2, j=2, alpha=2, L=1, D=2, eta=1, sigma=1 -> 9")
