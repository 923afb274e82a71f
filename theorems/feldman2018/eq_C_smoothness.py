"""Smoothness of the Gaussian convolution.

Statement
    ||grad fhat(w) - grad fhat(w')|| <= 2 L TV(N(0, lambda^2 I), N(w' - w, lambda^2 I)), and TV <= sqrt(D_1/2) <= ||w -
    w'||/(2 lambda), hence it is at most (L/lambda) ||w - w'||.
Reads as
    Moving the point is moving the noise, and noise hides a move of length r up to r/(2 lambda). The first step and
    Pinsker's inequality are assumptions, with r = ||w - w'|| and D_1 = r^2/(2 lambda^2); the exact TV is smaller still.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step, step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

HALF, BOUND = "r**2/(2*lam**2)/2", "L*r/lam"


@script
def proof(p: Script) -> Step:
    """The root of a square."""
    root = f"sqrt({HALF})"
    p.have_all({"sign": certified(f"{HALF} >= 0", fact(square="r"), multiplier="4*lam**2"), "half sign": "r/(2*lam) >= 0"})
    p.have_all({"root": p.figure("square-root", x=HALF), "root sign": p.figure("square-root-sign", x=HALF)})
    with p.proof() as value:
        value.except_for(f"r/(2*lam) - {root}", f"{root} <= r/(2*lam)")
        label = value.scope.known[-1][0]
        false = certified("0 > 0", fact(label, label), fact("half sign", label, times="2"), fact("root", times="-1"))
        value.show(step("absurd", f"{root} <= r/(2*lam)", (false,), claim=f"{root} <= r/(2*lam)"))
    p.have("root value", value.step)
    p.have("laws", "TV <= r/(2*lam)")
    return certified(f"2*L*TV <= {BOUND}", fact("laws", "Lipschitz constant", times="2"))


STATEMENT = item("proof of Theorem 33", "appendix C",
    kind="inequality",
    letters=(r"lam: real, lam > 0 [scale]: standard deviation of the kernel; unit iterate; latex \lambda",
        "r: real, r >= 0 [distance]: distance of the two points; unit iterate",
        "L: real, L >= 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate",
        "TV: real: total variation distance of the two kernels"),
    assumptions=("Pinsker: TV <= sqrt(r**2/(2*lam**2)/2): D_1 = r^2/(2 lambda^2)",), conclusion="2*L*TV <= L*r/lam", bound=BOUND,
    proof=proof,
    clauses=(
        "cited by conclusion: 2 L TV <= (L/lambda) ||w - w'||, from Pinsker's inequality",
        "open: moving the point changes the gradient by at most 2 L TV"),
    printed="holds in part", uses=("feldman2018/eq-gaussian-renyi",),
    checks=(Check("the exact total variation is at most r/(2 lambda)",
            lambda: at_points("theta(1, x) <= x/2", tuple({"x": x} for x in ("1/1000", "1/2", 1, 2, 5, 40)))),),
    spots=("lam=2, r=1, L=3, TV=1/4 -> 3/2", "lam=1, r=0, L=1, TV=0 -> 0"), results=("Pinsker",))
