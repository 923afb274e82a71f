"""Privacy with polynomially decaying step sizes.

Statement
    Let all step sizes of the last j steps be at least h, with j L h >= D n, and let eps be bounded by (5.7) with
    sigma_1 = sigma_2 = sigma/sqrt(2) and Q <= 16 alpha L^2/(n^2 sigma^2). Then eps <= 17 alpha L^2 j/(n^2 sigma^2).
Reads as
    For step sizes eta k^(-c) the least one is h = eta T^(-c), and j = ceil(D n T^c/(L eta)) gives the rate of the page,
    alpha D L T^c/(n sigma^2) for eta = 1, with the constant 17 and one step added, provided that j <= T.
"""

from pabisym.library.item import item
from pabisym.library.statement import Printed
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

BOUND = "17*alpha*L**2*j/(n**2*sigma**2)"


@script
def proof(p: Script) -> Step:
    """V_j >= j h^2, and D^2 n^2 <= (j L h)^2."""
    square = certified("(D*n)**2 <= (j*L*h)**2", fact("long", "long"), fact("long", "width", times="2"))
    cheap = certified("alpha*D**2/(sigma**2*V) <= alpha*D**2/(sigma**2*(j*h**2))", fact("order", "squares", square="D"),
                      fact("squares", square="D"), multiplier="sigma**2*V*(j*h**2)")
    last = certified("alpha*D**2/(sigma**2*(j*h**2)) <= alpha*L**2*j/(n**2*sigma**2)", fact("order", "square"), fact("square"),
                     multiplier="n**2*sigma**2*j*h**2")
    facts = {"width": p.prove("D*n > 0"), "square": square, "cheap": cheap, "last": last}
    whole = certified(f"eps <= {BOUND}", fact("bound"), fact("step", "look-back"), fact("step"), fact("cheap"), fact("last"))
    p.have("spread", "j*h**2 > 0")
    p.have_all(facts)
    return whole


STATEMENT = item("Example 5.8", "section 5.3",
    letters=("j: integer, j >= 1 [look-back]: the look-back, in steps; role choice",
        "n: integer, n >= 1 [records]: number of records; role records",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "D: real, D > 0 [diameter]: diameter of the domain; unit iterate; role diameter",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "Q: real, Q >= 0: divergence of one sampled step", "eps: real: level of Rényi privacy",
        "h: real, h > 0 [least]: the least step size since the restart; unit iterate^2/loss",
        "V: real, V > 0 [some step]: sum of the squares of the step sizes since the restart; unit iterate^4/loss^2"),
    assumptions=("squares: V >= j*h**2", "long: j*L*h >= D*n: the look-back is long enough",
        "step: Q <= 16*alpha*L**2/(n**2*sigma**2): lemma 2.12 at sigma_2^2 = sigma^2/2",
        "bound: eps <= j*Q + alpha*D**2/(sigma**2*V): (5.7) with sigma_1^2 = sigma^2/2"),
    conclusion="eps <= 17*alpha*L**2*j/(n**2*sigma**2)", bound=BOUND, proof=proof, tightness="upper",
    clauses=(
        "cited by conclusion: the second entry of the minimum, from (5.7) and Lemma 2.12, for a look-back of at most T steps",
        "cited by altschuler2022/eq-1.1: the first entry of the minimum",
        "open: D n T^c below L eta, where one step costs more"),
    printed=Printed("holds in part",
        note="with a constant that is named, from (5.7) with a bound on the divergence of both runs' steps"),
    uses=("altschuler2022/eq-5.7", "altschuler2022/eq-1.1", "altschuler2022/lemma-2.12"),
    spots="j=10, n=10, alpha=2, L=1, D=1, sigma=1, Q=1/10, eps=1, h=1, V=12 -> 17/5", results=("squares", "step", "bound"))
