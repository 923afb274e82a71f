"""Baseline utility of PNSGD that stops at random.

Statement
    Let K lie in a ball of radius R, f(., x) be convex and L-Lipschitz, sigma = 2 L sqrt(2 ln(1.25/delta))/eps and eta =
    2 R/sqrt(n (L^2 + d sigma^2)). Then Stop-PNSGD is locally (eps, delta)-DP, and for i.i.d. data E F(W) <= F* + (4 R
    L/sqrt(n)) sqrt(1 + 8 d ln(1.25/delta)/eps^2). The local half, printed for every eps > 0, is what Lemma 27 has to
    say: proved for eps <= 2 ln(1.25).
Reads as
    The noise makes the oracle worse by a factor sqrt(1 + d sigma^2/L^2); stopping at random turns the average over the
    iterates into the loss of the output. eta is written with L_G = L sqrt(1 + d sigma^2/L^2).
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Named, Printed
from pabisym.proof.build import Builder, Step

from . import lemma_27
from ._utility import LEAST_NOISE, noisy


def proof(b: Builder) -> Step:
    """Theorem 28 with T = n and L_G = L sqrt(1 + 8 d ln(1.25/delta)/eps^2)."""
    return noisy(b)


STATEMENT = item("Theorem 29", "section 5.1",
    quantities=(LEAST_NOISE,
        Named("eta", "2*R0/sqrt(n*(L**2 + d*sigma**2))", "step size", ("n >= 1", "L > 0")),),
    letters=("n: integer, n >= 1 [size]: number of records; role records",
        "R0: real, R0 > 0 [radius]: radius of a ball around K; unit iterate; latex R",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "d: integer, d >= 0 [dimension]: dimension", "epsilon: real, epsilon > 0 [level]: privacy level; role level",
        "delta: real, delta > 0 and delta <= 5/4 [chance, ]: additive slack; role slack", "e: real sequence: mean excess loss of w_k",
        "r: real sequence: mean squared distance of w_k to a minimiser"),
    assumptions=("spread of noise: log(5/(4*delta)) >= 0",
        "descent: forall(k, 1, n, 2*(2*R0/(L*sqrt(1 + 8*d*log(5/(4*delta))/epsilon**2)*sqrt(n)))*e(k - 1) <= r(k - 1) - r(k) + "
            "(2*R0/(L*sqrt(1 + 8*d*log(5/(4*delta))/epsilon**2)*sqrt(n)))**2*(L**2*(1 + 8*d*log(5/(4*delta))/epsilon**2))): what one "
            "step gives, with the second moment of the noisy oracle", "diameter: r(0) <= 4*R0**2", "sign: forall(k, 0, n, r(k) >= 0)",
        "ends: e(n) - e(0) <= 2*R0*L: F is L-Lipschitz"),
    conclusion="sum(e(i), i, 1, n)/n <= 4*R0*L*sqrt(1 + 8*d*log(5/(4*delta))/epsilon**2)/sqrt(n)",
    bound="4*R0*L*sqrt(1 + 8*d*log(5/(4*delta))/epsilon**2)/sqrt(n)", proof=proof, tightness="upper",
    clauses=(
        "refuted by the local half fails at eps = 5: local (eps, delta)-DP for every eps > 0",
        "proved by the local half for eps <= 2 ln(1.25): local (eps, delta)-DP for eps <= 2 ln(1.25)",
        "cited by conclusion: the excess loss, from what one step of the oracle gives"),
    printed=Printed("corrected", error="hypothesis",
        bound="", difference="the local (eps, delta) half is printed for every eps > 0 and fails at eps = 5, "
            "delta = 1/2 (Lemma 27); the excess loss holds as printed, from what one step gives"),
    uses=("feldman2018/theorem-28", "feldman2018/lemma-27", "feldman2018/definition-stop-pnsgd", "feldman2018/eq-29-second-moment"),
    checks=(Check("the local half for eps <= 2 ln(1.25)", lemma_27.second_half, "holds"), Check("the local half fails at eps = 5",
        lemma_27.beyond, "corrected"),),
    spots=("n=100, R0=1, L=1, d=2, epsilon=2/5, delta=1/10", "n=4, R0=1, L=1, d=0, epsilon=1, delta=1/2 -> 2"),
    results=("descent", "diameter", "ends"))
