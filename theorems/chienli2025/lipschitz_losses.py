"""A bounded domain, losses that are Lipschitz and nothing else.

Statement
    Projected noisy gradient descent in a domain of diameter D, with gradients of length at most L, steps of size eta and
    noise N(0, (eta sigma)^2 I), satisfies D_alpha <= alpha (D + 2 eta L W)^2/(2 W eta^2 sigma^2) after T steps, for
    every W = 1..T.
Reads as
    No convexity, no smoothness, no continuity of the gradients, and any two data sets: a step is at most eta L from
    staying where it is, so that two points part by at most 2 eta L. It does not grow with T. One step, W = 1, pays for
    D^2; W near D/(2 eta L) pays for 8 eta L D, which is less where D is more than 8 eta L.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

REACH, SPENT = "(D + 2*eta*L*W)", "({k} - (T - W))"
LEFT, PRICE = f"D*(W - {SPENT})/W", f"alpha*{REACH}**2*{SPENT}/(2*(eta*sigma)**2*W**2)"
BOUND = f"alpha*{REACH}**2/(2*W*eta**2*sigma**2)"
PAID, POINT = f"{REACH}/W", {"alpha": 2, "D": 16, "eta": 1, "L": 1, "sigma": 1}


def law(run: str, k: str) -> str:
    """What is released after a step."""
    return f"push(projection(K), {run}({k}))"


@script
def proof(p: Script) -> Step:
    """Equal payments from the last restart on; the projection brings no two points further apart."""
    claim = f"renyi(alpha, {LEFT.format(k='k')}, {law('X', 'k')}, {law('Y', 'k')}, {PRICE.format(k='k')})"
    start = p.figure("monotone", p.figure("start", "restart"), y=LEFT.format(k="(T - W)"), d=PRICE.format(k="(T - W)"))
    p.have_all({"variance": "(eta*sigma)**2 > 0", "amount": f"{PAID} >= 0", "reach": "eta*L >= 0"})
    with p.induct("k", "T - W", "T", claim, start) as more:
        now, before, noise = LEFT.format(k="k"), LEFT.format(k="(k - 1)"), more.at("Gaussian", "k")
        more.have_all({"room": f"{now} >= 0", "before room": f"{before} >= 0"})
        more.have("magnitude", more.figure("gaussian-magnitude", noise, a=PAID))
        near = {"near": more.at("first gradients", "k"), "other near": more.at("second gradients", "k")}
        moved = more.theorem("pabisym/clipped-step", {"before": more.known(more.hypothesis), "Lipschitz": more.at("stays", "k"), **near},
            z=before, b=PRICE.format(k="(k - 1)"), c="1", s="eta*L", P=law("X", "k - 1"), Q=law("Y", "k - 1"), f="psi(k)", h="phi(k)",
            g="chi(k)")
        wide = more.figure("monotone", moved, y=f"{now} + {PAID}", d=PRICE.format(k="(k - 1)"))
        after = more.figure("shift-reduction", wide, more.figure("gaussian-finite", noise, a=PAID), z=now, a=PAID)
        named = more.figure("same-law", more.figure("monotone", after, y=now, d=PRICE.format(k="k")), more.at("first run", "k"),
            more.at("second run", "k"))
        shown = more.figure("contraction", named, more.figure("projection", "domain"), more.figure("same-map", f="projection(K)"))
        more.show(more.figure("monotone", shown, y=now, d=PRICE.format(k="k")))
    return p.figure("monotone", p.at(more.step, "T"), y="0", d=BOUND)


STATEMENT = item("losses that are neither convex nor smooth",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "T: integer, T >= 1 [horizon]: steps",
        "W: integer, W >= 1 and W <= T [look-back, earliest]: the look-back, in steps",
        "D: real, D > 0 [width]: diameter of the set that is projected onto; unit iterate",
        "eta: real, eta > 0 [step size]: the step size; unit iterate^2/loss",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the loss of a record; unit loss/iterate",
        "sigma: real, sigma > 0 [noise]: standard deviation of the noise on the gradient; unit loss/iterate",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: further noise of step k, the same in both runs; latex Y", "chi: map sequence: staying at the point",
        r"K: set: the domain; latex \mathcal{K}"),
    assumptions=("domain: convexset(K)", "restart: winf(push(projection(K), X(T - W)), push(projection(K), Y(T - W)), D)",
        "first run: forall(k, T - W + 1, T, equal(X(k), convolve(push(psi(k), push(projection(K), X(k - 1))), zeta(k))))",
        "second run: forall(k, T - W + 1, T, equal(Y(k), convolve(push(phi(k), push(projection(K), Y(k - 1))), zeta(k))))",
        "stays: forall(k, T - W + 1, T, lipschitz(chi(k), 1))", "first gradients: forall(k, T - W + 1, T, gap(chi(k), psi(k), eta*L))",
        "second gradients: forall(k, T - W + 1, T, gap(chi(k), phi(k), eta*L))",
        "Gaussian: forall(k, T - W + 1, T, gaussian(zeta(k), (eta*sigma)**2))"),
    conclusion="renyi(alpha, 0, push(projection(K), X(T)), push(projection(K), Y(T)), alpha*(D + 2*eta*L*W)**2/(2*W*eta**2*sigma**2))",
    bound="alpha*(D + 2*eta*L*W)**2/(2*W*eta**2*sigma**2)", proof=proof, tightness="upper",
    silent="our own optimum for the process of the page, beside the bound that is printed", uses=("pabisym/clipped-step",),
    checks=(Check("eight steps beside one at D = 16 eta L",
        lambda: at_points(f"5/2*({BOUND.replace('W', '8')}) < {BOUND.replace('W', '1')}", (POINT,))),),
    spots="alpha=2, T=4, W=2, D=4, eta=1, L=1, sigma=4 -> 2")
