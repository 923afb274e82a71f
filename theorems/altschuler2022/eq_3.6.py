"""The iteration term.

Statement
    With the same random contractions in both runs, independent of everything before, noise N(0, eta^2 sigma_1^2 I), and
    runs at most D apart m steps before the end, the divergence is at most alpha D^2/(2 eta^2 sigma_1^2 m). As printed
    it is said of V_{T-1} and V'_{T-1} given Z = Z' = z, with m = T - tau - 1. But given Z' = z a batch holds the record
    with another probability than given Z = z. Take two losses (w - x)^2/(2 eta) on [0, D], b = 1, with the record D
    replaced by 0 and the other record 0, and z = 0: W_{T-1} is the projection of c D + Y, c = 1 with probability 1/2
    given Z = 0, and with less given Z' = 0, as its weight is multiplied by e^(-D^2/(2 eta^2 sigma_2^2)). So the two are
    told apart, however large T is, while the printed bound vanishes: for D = 10, eta = 1, sigma_1 = 80 and sigma_2 = 84,
    which is what Theorem 3.1 asks for, D_2 is above 10^(-10), and the bound for 10^9 + 1 steps below 2 10^(-11).
Reads as
    Nothing is conditioned on in what is proved; scenario (iii) of section 1.3.
"""

from pabisym.library.checks import page_broken
from pabisym.library.item import item
from pabisym.library.library import builtin
from pabisym.library.sampled_runs import given_noise
from pabisym.library.statement import Check, LinearPair, Printed, SampledRuns, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

BOUND = "alpha*D**2/(2*eta**2*sigma_1**2*m)"
STEPS = 10**9 + 1
AT = {"T": STEPS, "n": 2, "b": 1, "i": 1, "N": 2, "M": 1, "alpha": 2, "L": 10, "D": 10, "eta": 1, "sigma": 116}
RUNS = SampledRuns((-10, 0), 0, 1, 1, 116, 0, 10, steps=STEPS, curvature=1)


def conditioning() -> tuple[Verdict, str]:
    """Runs that Theorem 3.1 allows, from tau = 0 on: their iterates V, V' before the last step, given Z = Z' = 0; 80^2 + 84^2 = 116^2."""
    told = given_noise(RUNS, 84, 2).lower
    at = AT | {"sigma_1": 80, "sigma_2": 84, "m": STEPS - 1}
    return page_broken(builtin().statement("altschuler2022/theorem-3.1"), at, f"{told} <= {BOUND}", process=RUNS,
                       given=("sigma_1**2 + sigma_2**2 == sigma**2", "m == T - 1"),
                       words=f"D_2 of V and V' is at least {told}, the page has 1/(64 10^9)")


@script
def proof(p: Script) -> Step:
    """D/m is paid at every step."""
    paid, left = "k*alpha*(D/m)**2/(2*eta**2*sigma_1**2)", "D + sum(0, i, 1, k) - sum(D/m, i, 1, k)"
    with p.generalise("k", "1", "m") as gaps:
        gaps.show(gaps.figure("near-same", K="K(k)"))
    premises = {"shift": p.generalise("k", "0", "m", f"{left} >= 0"), "gaps": gaps.step}
    terms = {"J": ("k", "K(k)"), "s": ("k", "0"), "a": ("k", "D/m"), "v": ("k", "eta**2*sigma_1**2"), "p": ("k", paid)}
    found = p.theorem("altschuler2022/proposition-3.2", premises, **terms, T="m", h="0")
    return p.figure("monotone", found, y="0", d=BOUND)


STATEMENT = item("(3.6)", "section 3.2",
    kind="inequality",
    letters=("m: integer, m >= 1 [steps]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "D: real, D >= 0 [width]: distance of the runs m steps before the end; unit iterate",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma_1: real, sigma_1 > 0 [shift noise]: the part of the gradient noise that pays for the shift; unit loss/iterate; latex "
            r"\sigma_1",
        "sigma_2: real, sigma_2 > 0 [sampling noise]: the part of the gradient noise that hides the record; unit loss/iterate; latex "
            r"\sigma_2", "X: law sequence: law of the first run after k of these steps; latex V",
        "Y: law sequence: law of the second run after k of these steps; latex V'",
        r"K: mechanism sequence: random contraction of step k, in both runs; latex \phi",
        "zeta: noise sequence: noise of step k; latex Y"),
    assumptions=("start: winf(X(0), Y(0), D)", "first run: forall(k, 1, m, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, m, equal(Y(k), convolve(through(K(k), Y(k - 1)), zeta(k))))",
        "contraction: forall(k, 1, m, steady(K(k), 1))", "Gaussian: forall(k, 1, m, gaussian(zeta(k), eta**2*sigma_1**2))"),
    conclusion="renyi(alpha, 0, X(m), Y(m), alpha*D**2/(2*eta**2*sigma_1**2*m))", bound=BOUND, proof=proof, tightness="exact",
    clauses=(
        "proved by conclusion: two runs by the same random contractions, which do not depend on what was before, from points within D",
        "refuted by Noisy-SGD on [0, 10]: V and V' given the other noises, of which the maps are said to be the same",
        "open: V_tau and V'_tau are at most D apart, as W_tau and W'_tau are"),
    printed=Printed("refuted", error="proof step", difference="given the noises Z the random maps of the two runs differ"),
    checks=(Check("Noisy-SGD on [0, 10], 10^9 + 1 steps, records 10 and 0 against 0 and 0, given Z = Z' = 0", conditioning, "refuted"),),
    worst_case=LinearPair("m", "1", "0", "eta**2*sigma_1**2", "D", inside="identity maps, points D apart"),
    uses=("altschuler2022/proposition-3.2", "altschuler2022/observation-3.3", "altschuler2022/observation-3.4"),
    spots=("m=4, alpha=2, D=2, eta=1, sigma_1=1, sigma_2=1 -> 1", "m=1, alpha=3/2, D=2, eta=1/2, sigma_1=4, sigma_2=1 -> 3/4"))
