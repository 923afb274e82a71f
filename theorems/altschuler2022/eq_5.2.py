"""The iteration term for strongly convex losses.

Statement
    (2) <= c^(2j) alpha D^2/(2 eta^2 sigma_1^2), j = T - tau - 1 steps of the same c-Lipschitz maps from points within
    D.
Reads as
    Everything is paid by the last noise, after j contractions. The best amounts give (1 - c^2)/(1 - c^(2j)) times
    that.
Letters
    j : integer, j >= 1 : the look-back, in steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 < c < 1 : contraction of every step : 1
    D : real, D > 0 : diameter of the domain : iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma_1 : real, sigma_1 > 0 : the part of the noise that pays for the shift : loss/iterate
    X : law sequence : law of V, k steps after the restart, given the other noises
    Y : law sequence : law of V', the same
    psi : map sequence : map of step k, in both runs
    zeta : noise sequence : noise Y of step k
Assumptions
    look-back : j >= 1
    order : alpha > 1
    positive factor : c > 0
    factor : c < 1
    diameter : D > 0
    step size : eta > 0
    shift noise : sigma_1 > 0
    domain : the iterates lie in the domain
    first run : V_{k+1} = phi_k(V_k) + Y_{k+1}
    second run : V'_{k+1} = phi_k(V'_k) + Y_{k+1}
    contraction : observation 5.2
    Gaussian : Y ~ N(0, (eta sigma_1)^2 I)
Reference
    altschuler2022, (5.2), section 5.1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._convergent import given, letters
from ._sampling import cheaper, geometric, small_powers

BOUND, BEST = "c**(2*j)*alpha*D**2/(2*eta**2*sigma_1**2)", "alpha*D**2/(2*((eta**2*sigma_1**2)*(1 - c**(2*j))/(c**(2*j)*(1 - c**2))))"
RUN = "forall(k, 1, j, equal({X}(k), convolve(push(psi(k), {X}(k - 1)), zeta(k))))"
WORTH = certified(f"{BEST} <= {BOUND}", fact("order", "later", square="D*c**j"), fact("later", square="D*c**j"),
                  multiplier="2*eta**2*sigma_1**2*(1 - c**(2*j))")


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


STATEMENT = Statement(
    id="altschuler2022/eq-5.2", title="The iteration term for strongly convex losses", kind="inequality", text=__doc__, bound=BOUND,
    reference=Reference("altschuler2022", "(5.2)", "section 5.1"), conclusion=f"renyi(alpha, 0, X(j), Y(j), {BOUND})", proof=proof,
    symbols=letters("j alpha c D eta sigma_1"),
    structures=(Structure("X", "law sequence", "law of V, k steps after the restart, given the other noises"),
                Structure("Y", "law sequence", "law of V', the same"), Structure("psi", "map sequence", "map of step k, in both runs"),
                Structure("zeta", "noise sequence", "noise Y of step k")),
    assumptions=(*given("look-back, order, positive factor, factor, diameter, step size, shift noise"),
                 Assumption("domain", "winf(X(0), Y(0), D)", "the iterates lie in the domain"),
                 Assumption("first run", RUN.format(X="X"), "V_{k+1} = phi_k(V_k) + Y_{k+1}"),
                 Assumption("second run", RUN.format(X="Y"), "V'_{k+1} = phi_k(V'_k) + Y_{k+1}"),
                 Assumption("contraction", "forall(k, 1, j, lipschitz(psi(k), c))", "observation 5.2"),
                 Assumption("Gaussian", "forall(k, 1, j, gaussian(zeta(k), eta**2*sigma_1**2))", "Y ~ N(0, (eta sigma_1)^2 I)")),
    uses=("pabisym/start-shift", "altschuler2022/proposition-5.4", "altschuler2022/observation-5.2"), printed=Printed("holds"),
    spots=(Spot({"j": 2, "alpha": 2, "c": "1/2", "D": 1, "eta": 1, "sigma_1": 1}, "1/16"),), tightness="upper",
)
