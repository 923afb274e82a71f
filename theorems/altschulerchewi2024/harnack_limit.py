"""Langevin dynamics of a strongly convex potential, from above.

Statement
    The T Euler steps of length h of Langevin dynamics with Hess V >= m, m h < 1, from two points at most z apart,
    satisfy D_alpha <= alpha m z^2/(2 (e^(2 m T h) - 1)).
Reads as
    The inequality of the diffusion at the time t = T h, for its discretisations: they lie below it for every length of
    a step. How far below says altschulerchewi2024/harnack-error.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..pabisym._small_steps import growth, within_limit
from ._langevin import BOUND, STEPS, UNIT, X


@script
def proof(p: Script) -> Step:
    """The optimum of the chain, and an exponential for its power."""
    p.have_all({"shorter": "1 - m*h > 0", "contracts": "1 - m*h < 1", "variance": "2*h > 0"})
    growth(p, X)
    p.have("optimum", p.theorem("altschulerchewi2024/reverse-transport", {}, c="1 - m*h", v="2*h",
                                conclude=f"renyi(alpha, 0, X(T), Y(T), {STEPS})"))
    p.have("limit", within_limit(p, UNIT, X, STEPS, BOUND))
    return p.figure("monotone", "optimum", y="0", d=BOUND)


STATEMENT = item("the Harnack inequality, strongly convex, shifted composition I, from above",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "T: integer, T >= 1 [horizon]: steps",
        "m: real, m > 0 [strong convexity]: strong convexity of the losses; unit loss/iterate^2",
        "z: real, z > 0 [distance]: distance of the two starts; unit iterate", "h: real, h > 0 [length]: length of a step",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs"),
    assumptions=("short steps: m*h < 1", "start: winf(X(0), Y(0), z)",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), 1 - m*h))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), 0))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), 2*h))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*m*z**2/(2*(exp(2*T*(m*h)) - 1)))", bound="alpha*m*z**2/(2*(exp(2*T*(m*h)) - 1))",
    proof=proof, tightness="upper", uses=("altschulerchewi2024/reverse-transport",),
    silent="the page speaks of the limit of small steps, this of every step size: that the laws converge is not proved here",
    spots="alpha=2, T=1, h=1/2, m=1, z=1")
