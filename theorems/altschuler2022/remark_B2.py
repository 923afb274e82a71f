"""Other adjacencies: removed records.

Statement
    For removed records, with one divisor n for both data sets, (B.1) holds with L for 2L: D_alpha is at most alpha/(2
    eta^2 sigma^2) min(T (eta L/n)^2, j ((D + eta L/n)/j + eta L/n)^2).
Reads as
    (B.1) for losses with half of the Lipschitz constant, as only the gap of the maps enters. Where every run divides by
    its own number of records, nothing is gained: see footnote 10.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Printed
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._cyclic_batches import UNIT
from ._one_step import own_means

G = "(eta*L/n)"
BOUND = f"{UNIT}*min(T*{G}**2, j*((D + {G})/j + {G})**2)"
CLAIM = f"renyi(alpha, 0, X(T), Y(T), {BOUND})"


@script
def proof(p: Script) -> Step:
    """(B.1) with L/2."""
    gaps = p.part("gaps", "k", "1", "T", "gap(psi(k), phi(k), 2*eta*(L/2)/n)")
    return p.theorem("altschuler2022/eq-B1", {"gaps": gaps}, conclude=CLAIM, L="L/2")


STATEMENT = item("Remark B.2", "appendix B",
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
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), 1)): lemma 2.1, for the sum of all losses over n",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))",
        "gaps: forall(k, 1, T, gap(psi(k), phi(k), eta*L/n)): one record is missing in one of the sums"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha/(2*eta**2*sigma**2)*min(T*(eta*L/n)**2, j*((D + (eta*L/n))/j + (eta*L/n))**2))",
    bound="alpha/(2*eta**2*sigma**2)*min(T*(eta*L/n)**2, j*((D + (eta*L/n))/j + (eta*L/n))**2)", proof=proof, tightness="upper",
    clauses=(
        "refuted by T = 1, slopes -L: the bounds hold with L for 2 L for removed records, where every mean is over its own records",
        "proved by conclusion: (B.1) does, with one divisor for both data sets",
        "open: so do (B.2) and (B.3)"),
    printed=Printed("corrected", error="hypothesis", difference="only with one divisor for both data sets"),
    checks=(Check("T = 1, slopes -L, but L for the removed record, each mean over its own records",
            own_means, "corrected"),),
    uses=("altschuler2022/eq-B1", "altschuler2022/footnote-10"), spots="T=9, n=2, j=2, alpha=2, L=2, D=2, eta=1, sigma=1 -> 9")
