"""Privacy at an index of noisy projected iterations.

Statement
    For W_{t+1} = Pi_W(Psi_{f_t}(W_t) + sigma_t Z_t), Z_t ~ N(0, I), with the cost at index i replaced: E_{e^epsilon} of
    the outputs is at most theta_{e^epsilon}(psi/sigma_i) prod_{t=i+1..n} theta_{e^epsilon}(D_t/sigma_t), psi the
    largest distance of two updates of one point, D_t the diameter of the image of Psi_{f_t}.
Reads as
    The step in which the runs differ costs a Gaussian mechanism of gap psi; every later step lets through its theta.
    Equation (16) of the paper is this one, with p_n for the product. X_k is the law of W_{k+1}, M that of W_i, the same
    in both runs. (epsilon, delta)-DP at i needs it for every replacement, hence psi over all pairs of costs, and in
    both directions, which is the same bound. Updates that are only given on W are taken after the projection onto it,
    which moves no point of W: a check replays it with psi and D_t as they are over W. On a flat W
    this is the conclusion, for the updates after the projection.
"""

from pabisym.library.checks import replayed, sharper
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._hockey import per_index
from ._no_gap import same_runs

UPDATE = "compose({map}, projection(K))"


def proof(b: Builder) -> Step:
    """A Gaussian mechanism at step i, then one contraction per step."""
    return b.at(per_index(b, size="D(k)", std="sigma({k})", bound="p({k})"), "n")


def over_the_domain() -> tuple[Verdict, str]:
    """Psi is the largest distance of two updates of a point of W, and D_t the diameter of the image of W."""
    f, g, phi = (UPDATE.format(map=one) for one in ("f", "g", "phi(k)"))
    changed = {f"push(phi(k), {X}(k - 1))": f"push({phi}, {X}(k - 1))" for X in "XY"} | {"push(f, M)": f"push({f}, M)",
               "push(g, M)": f"push({g}, M)", "bounded(phi(k), D(k))": f"bounded({phi}, D(k))"}
    assumed = {"domain": "convexset(K)"}
    for one in STATEMENT.assumptions:
        text = "gapon(f, g, K, psi)" if one.name == "gap" else one.holds
        for before, after in changed.items():
            text = text.replace(before, after)
        assumed[one.name] = text

    def build(b: Builder) -> Step:
        both = b.figure("gap-after-projection", "gap", "domain")
        return b.theorem("asoodeh2020/theorem-4", {"gap": both}, f=f, g=g, phi=("k", phi))

    return replayed(STATEMENT.conclusion, STATEMENT.sequent.kinds, assumed, build, ("asoodeh2020/theorem-4",))


def no_gap() -> tuple[Verdict, str]:
    """For psi = 0 the laws are the same after every step."""
    return sharper(STATEMENT, "dp(X(n), Y(n), epsilon, 0)", same_runs, {"gap": "gap(f, g, 0)"}, dropped=("sensitivity", "differing step"),
                   theorems=())


STATEMENT = item("Theorem 4", "section IV",
    letters=("n: integer, n >= 1: number of steps; role steps",
        "i: integer, 1 <= i <= n [first, last]: index of the cost that is replaced; role record",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "psi: real, psi > 0 [sensitivity]: largest distance of two updates of one point; unit iterate; role gap in the pass",
        r"M: law: law of W_i; latex \mu_i", r"X: law sequence: law of the first run after k steps; latex \mu",
        r"Y: law sequence: law of the second run after k steps; latex \mu'", r"f: map: update of step i in the first run; latex \Psi",
        r"g: map: update of step i in the second run; latex \Psi'", "phi: map sequence: update of step k, the same in both runs",
        "zeta: noise sequence: noise of step k, on the iterate",
        "sigma: real sequence: per-step standard deviation of the noise of step k, on the iterate",
        "D: real sequence: diameter of the image of the update of step k", "p: real sequence: delta after step k",
        r"K: set: the domain W; latex \mathcal{W}"),
    assumptions=("gap: gap(f, g, psi)", "sizes: forall(k, i, n, D(k) >= 0)", "first noise: sigma(i) > 0",
        "noise: forall(k, i, n, sigma(k) > 0)", "differing step: p(i) == theta(exp(epsilon), psi/sigma(i))",
        "products: forall(k, i + 1, n, p(k) == theta(exp(epsilon), D(k)/sigma(k))*p(k - 1))",
        "diameter: forall(k, i + 1, n, bounded(phi(k), D(k)))", "Gaussian: forall(k, i, n, gaussian(zeta(k), sigma(k)**2))",
        "first start: equal(X(i), push(projection(K), convolve(push(f, M), zeta(i))))",
        "second start: equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))",
        "first run: forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), zeta(k)))))"),
    conclusion="dp(X(n), Y(n), epsilon, p(n))", proof=proof,
    clauses=(
        "proved by conclusion: E_gamma of the outputs for a change at the index i",
        "proved by with sizes over the domain alone: the same with psi and D_t as they are over a W with inner points",
        "proved by updates that do not differ: for psi = 0 nothing is told, as theta is 0 there"),
    printed="holds", uses=("asoodeh2020/definition-5",),
    checks=(Check("with sizes over the domain alone", over_the_domain, "holds"),
        Check("updates that do not differ", no_gap, "holds")), spots="n=4, i=2, epsilon=1, psi=1/2")
