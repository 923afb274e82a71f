"""Smoothness of the Gaussian convolution.

Statement
    ||grad fhat(w) - grad fhat(w')|| <= 2 L TV(N(0, lambda^2 I), N(w' - w, lambda^2 I)), and TV <= sqrt(D_1/2) <= ||w -
    w'||/(2 lambda), hence it is at most (L/lambda) ||w - w'||.
Reads as
    Moving the point is moving the noise, and noise hides a move of length r up to r/(2 lambda). The total variation is
    theta_1(r/lambda), exactly. Proved without Pinsker's inequality: the way is divided into n steps of length h =
    r/(lambda n), each of which has a total variation of at most h/4 + h/(4 (1 - h^2)) by its divergence of the order 2,
    and n may be large. The first step, that the gradient is a mean of gradients of length at most L, is open.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check

from ._short_moves import BOUND, smooth

STATEMENT = item("proof of Theorem 33", "appendix C",
    kind="inequality",
    letters=(r"lam: real, lam > 0 [scale]: standard deviation of the kernel; unit iterate; latex \lambda",
        "r: real, r > 0 [distance]: distance of the two points; unit iterate",
        "L: real, L >= 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate"),
    conclusion="2*L*theta(1, r/lam) <= L*r/lam", bound=BOUND, proof=smooth,
    clauses=(
        "proved by conclusion: 2 L TV <= (L/lambda) ||w - w'||, for the total variation theta_1(||w - w'||/lambda)",
        "open: moving the point changes the gradient by at most 2 L TV"),
    printed="holds in part", uses=("feldman2018/eq-gaussian-renyi",),
    checks=(Check("the exact total variation is at most r/(2 lambda)",
            lambda: at_points("theta(1, x) <= x/2", tuple({"x": x} for x in ("1/1000", "1/2", 1, 2, 5, 40)))),),
    spots="lam=2, r=1, L=3 -> 3/2")
