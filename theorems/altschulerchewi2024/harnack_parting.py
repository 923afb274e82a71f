"""Langevin dynamics of a potential that is not convex, from above.

Statement
    The T Euler steps of length h of Langevin dynamics with Hess V >= -m, from two points at most z apart, satisfy
    D_alpha <= (1 + m h/2) (1 + m h) alpha m z^2/(2 (1 - e^(-2 m T h))).
Reads as
    The inequality of the diffusion at the time t = T h, times a factor that is 1 in the limit of short steps, whatever
    the time: that the optimum of the steps is not smaller says altschulerchewi2024/harnack-parting-error.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..pabisym._small_steps import decay, not_far_above
from ._langevin import PARTED, PARTED_BOUND, UNIT, X

BOUND = f"{PARTED_BOUND}*(1 + (m*h)/2)*(1 + (m*h))"


@script
def proof(p: Script) -> Step:
    """The optimum of the chain, and an exponential for its power."""
    p.have_all({"parts": "1 + m*h > 1", "variance": "2*h > 0"})
    decay(p, X)
    p.have("optimum", p.theorem("altschulerchewi2024/reverse-transport-expanding", {}, c="1 + m*h", v="2*h",
                                conclude=f"renyi(alpha, 0, X(T), Y(T), {PARTED})"))
    p.have("limit", not_far_above(p, UNIT, X, PARTED, PARTED_BOUND))
    return p.figure("monotone", "optimum", y="0", d=BOUND)


STATEMENT = item("the Harnack inequality, curvature bounded from below, shifted composition I",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "T: integer, T >= 1 [horizon]: steps",
        "z: real, z > 0 [distance]: distance of the two starts; unit iterate",
        "m: real, m > 0 [curvature]: bound on the negative curvature; unit loss/iterate^2", "h: real, h > 0 [length]: length of a step",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs"),
    assumptions=("start: winf(X(0), Y(0), z)", "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), 1 + m*h))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), 0))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), 2*h))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*m*z**2/(2*(1 - exp(-(2*T*(m*h)))))*(1 + (m*h)/2)*(1 + (m*h)))",
    bound="alpha*m*z**2/(2*(1 - exp(-(2*T*(m*h)))))*(1 + (m*h)/2)*(1 + (m*h))", proof=proof, tightness="upper",
    uses=("altschulerchewi2024/reverse-transport-expanding",),
    silent="the page speaks of the limit of small steps, this of every step size: that the laws converge is not proved here",
    spots="alpha=2, T=1, h=1/2, m=1, z=1")
