"""The iteration term for strongly convex losses.

Statement
    (2) <= c^(2j) alpha D^2/(2 eta^2 sigma_1^2), j = T - tau - 1 steps of the same c-Lipschitz maps from points within
    D.
Reads as
    Everything is paid by the last noise, after j contractions. The best amounts give (1 - c^2)/(1 - c^(2j)) times that.
    The page says it of V_{T-1} and V'_{T-1} given Z = Z' = z, as it says (3.6). But given Z' = 0 a batch holds the record
    with another probability than given Z = 0. For losses of curvature 1/eta, which forget where a step began, the two
    are told apart however long the run is, while the printed bound vanishes.
"""

from pabisym.library.checks import page_broken
from pabisym.library.item import item
from pabisym.library.library import builtin
from pabisym.library.sampled_runs import given_noise
from pabisym.library.statement import Check, Printed, SampledRuns, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._sampling import cheaper, geometric, small_powers

BOUND, BEST = "c**(2*j)*alpha*D**2/(2*eta**2*sigma_1**2)", "alpha*D**2/(2*((eta**2*sigma_1**2)*(1 - c**(2*j))/(c**(2*j)*(1 - c**2))))"
WORTH = certified(f"{BEST} <= {BOUND}", fact("order", "later", square="D*c**j"), fact("later", square="D*c**j"),
                  multiplier="2*eta**2*sigma_1**2*(1 - c**(2*j))")
AT: dict[str, str | int] = {"j": 101, "n": 10, "b": 1, "alpha": 2, "c": "1/1000", "L": 10, "D": 10,
      "eta": 1, "sigma": 200, "sigma_1": 120, "sigma_2": 160, "Q": 1}
ALLOWED = "sigma > 8*sqrt(2)*L/b", "alpha < admissible(b/n, sqrt(2)*b*sigma/(4*L))"
RUNS = SampledRuns((-10, *[0] * 9), 0, 1, 1, 200, 0, 10, steps=101, curvature=1)


def conditioning() -> tuple[Verdict, str]:
    """Runs that (5.3) and Theorem 5.1 allow: their losses are strongly convex, and their steps c-Lipschitz for every c."""
    told = given_noise(RUNS, 160, 2).lower
    return page_broken(builtin().statement("altschuler2022/eq-5.3"), AT, f"{told} <= {BOUND.replace('j', '(j - 1)')}", given=ALLOWED,
                       process=RUNS, words=f"D_2 of V and V' is at least {told}, the page has less than 10^-599")


@script
def proof(p: Script) -> Step:
    """The straight string, which is cheaper."""
    small_powers(p, "j")
    own = geometric("(eta**2*sigma_1**2)")
    counted = f"(({own['N']}) - ({own['N'].replace('*k)', '*(k - 1))')}))*({own['P']})**2"
    noise = p.part("Gaussian", "k", "1", "j", f"gaussian(zeta(k), {counted})")
    terms = {"phi": ("k", "psi(k)")}
    with p.generalise("k", "1", "j") as same_maps:
        same_maps.show(same_maps.figure("same-map", f="psi(k)"))
    premises = {"Gaussian": noise, "same maps": same_maps.step}
    best = p.theorem("pabisym/start-shift", premises, **terms, **{name: ("k", text) for name, text in own.items()}, T="j", g="D")
    return cheaper(p, best, WORTH)


STATEMENT = item("(5.2)", "section 5.1",
    kind="inequality",
    letters=("j: integer, j >= 1 [look-back]: the look-back, in steps; role choice",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "c: real, c > 0 and c < 1 [positive factor, factor]: contraction of every step; role contraction",
        "D: real, D > 0 [diameter]: diameter of the domain; unit iterate; role diameter",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma_1: real, sigma_1 > 0 [shift noise]: the part of the noise that pays for the shift; unit loss/iterate",
        "X: law sequence: law of V, k steps after the restart, given the other noises", "Y: law sequence: law of V', the same",
        "psi: map sequence: map of step k, in both runs", "zeta: noise sequence: noise Y of step k"),
    assumptions=("domain: winf(X(0), Y(0), D): the iterates lie in the domain",
        "first run: forall(k, 1, j, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, j, equal(Y(k), convolve(push(psi(k), Y(k - 1)), zeta(k))))",
        "contraction: forall(k, 1, j, lipschitz(psi(k), c)): observation 5.2",
        "Gaussian: forall(k, 1, j, gaussian(zeta(k), eta**2*sigma_1**2))"),
    conclusion="renyi(alpha, 0, X(j), Y(j), c**(2*j)*alpha*D**2/(2*eta**2*sigma_1**2))", bound=BOUND, proof=proof, tightness="upper",
    clauses=(
        "proved by conclusion: two runs by the same maps, which do not depend on what was before, from points within D",
        "refuted by strongly convex losses: the iterates given the other noises, from points within D"),
    printed=Printed("refuted", error="proof step", difference="given the noises Z the random maps of the two runs differ"),
    checks=(Check("strongly convex losses: Noisy-SGD on [0, 10], 101 steps, the record 10 or 0 and nine records 0, given Z = Z' = 0",
        conditioning, "refuted"),), uses=("pabisym/start-shift", "altschuler2022/proposition-5.4", "altschuler2022/observation-5.2"),
    spots="j=2, alpha=2, c=1/2, D=1, eta=1, sigma_1=1 -> 1/16")
