"""Privacy from the strongly convex Rényi bound.

Statement
    With c_n = 2 L^2/sigma^2 and c_i = 2 L^2 M^(n - i + 1)/((n - i) sigma^2) for i < n: (epsilon, delta^)-DP for the
    i-th input with delta^ = exp(-(epsilon - c_i)^2/(4 c_i)), epsilon > c_i.
Reads as
    Equation (15), for i < n with m = n - i and c = c_i, the steps counted from the i-th one: the bound of Balle et al. at the
    order (epsilon + c)/(2 c), which is the best one by (27), and (25). For i = n there is one step, and c_n is that of Theorem 23 of
    Feldman et al.: a check. The formula is restored: the source lost its formulas.
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

POINTS = tuple({"c": c, "epsilon": e} for c in ("1/10", 1) for e in (2, 5))
BEST = "(epsilon + c)/(2*c)"
RUNS = ("first run", "second run", "start", "Lipschitz", "gaps", "Gaussian")


@script
def proof(p: Script) -> Step:
    """The Rényi bound of the runs at the order (epsilon + c)/(2 c), converted by (25)."""
    p.have("order", f"{BEST} > 1")
    told = f"2*({BEST})*L**2*M**(m + 1)/(m*sigma**2)"
    bound = p.theorem("asoodeh2020isit/quoted-balle-theorem-5", {label: p.known(label) for label in RUNS}, alpha=BEST,
                      conclude=f"renyi({BEST}, 0, X(m + 1), Y(m + 1), {told})")
    p.have("in short", certified(f"{told} <= {BEST}*c", fact("constant", factor=BEST)))
    short = p.figure("monotone", bound, y="0", d=f"{BEST}*c")
    return p.theorem("asoodeh2020isit/eq-25", {"bound": short}, alpha=BEST, zeta=f"{BEST}*c", epsilon="epsilon", P="X(m + 1)",
                     Q="Y(m + 1)", conclude=STATEMENT.conclusion)


def last_input() -> tuple[Verdict, str]:
    """c_n: one noisy step of two maps that are 2 eta L apart has the Rényi divergence alpha c_n at every order, and (25)."""
    kinds = {"epsilon": "real", "c": "real", "L": "real", "sigma": "real", "P": "law", "Q": "law"}
    known = {"losses": "L > 0", "noise": "sigma > 0", "constant": "c == 2*L**2/sigma**2", "range": "epsilon > c",
             "Theorem 23": "zcdp(P, Q, c)"}

    @script
    def build(p: Script) -> Step:
        p.have("positive", "2*L**2/sigma**2 > 0")
        p.have("sign", certified("c > 0", fact("positive"), fact("constant", factor="1")))
        p.have("order", f"{BEST} > 1")
        return p.theorem("asoodeh2020isit/eq-26", {"bound": p.known("Theorem 23")}, alpha=BEST, conclude=STATEMENT.conclusion.replace(
            "X(m + 1), Y(m + 1)", "P, Q"))

    return replayed("dp(P, Q, epsilon, exp(-(epsilon - c)**2/(4*c)))", kinds, known, build, ("asoodeh2020isit/eq-26",))


STATEMENT = item("Proposition 1", "section IV-D",
    letters=("epsilon: real, epsilon >= 0: level of privacy; role level", "c: real, c > 0 [sign]: the constant c_i",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "M: real, M > 0 and M <= 1 [contraction, factor]: Lipschitz constant of a gradient step; role contraction",
        "m: integer, m >= 1 [later steps]: number n - i of steps after the i-th", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps; latex X'", "psi: map sequence: map of step k in the first run",
        r"phi: map sequence: map of step k in the second run; latex \psi'", "zeta: noise sequence: noise of step k, on the iterate"),
    assumptions=("range: epsilon > c", "constant: c == 2*L**2*M**(m + 1)/(m*sigma**2): what c abbreviates",
        "first run: forall(k, 1, m + 1, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, m + 1, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))", "start: winf(X(0), Y(0), 0)",
        "Lipschitz: forall(k, 1, m + 1, lipschitz(psi(k), M))",
        "gaps: forall(k, 1, m + 1, gap(psi(k), phi(k), cases(k - 1, cases(1 - k, 2*eta*L, 0), 0)))",
        "Gaussian: forall(k, 1, m + 1, gaussian(zeta(k), eta**2*sigma**2))"),
    conclusion="dp(X(m + 1), Y(m + 1), epsilon, exp(-(epsilon - c)**2/(4*c)))", bound="exp(-(epsilon - c)**2/(4*c))", proof=proof,
    uses=("asoodeh2020isit/eq-25", "asoodeh2020isit/eq-26", "asoodeh2020isit/eq-27", "asoodeh2020isit/quoted-balle-theorem-5"),
    spots="epsilon=3, c=2, L=1, eta=1, sigma=1, M=1, m=1",
    clauses=(
        "proved by conclusion: (15) for i < n, by the bound of Balle et al.",
        "cited by the last input: (15) for i = n, from the bound of one step on all orders",
        "refuted by asoodeh2020isit/quoted-balle-theorem-5; section IV-D: that bound reduces to Theorem 23 of Feldman et al. "
            "without strong convexity"),
    printed={"verdict": "holds in part", "note": "as restored: the source lost its formulas"},
    checks=(Check("the last input, from the bound of one step", last_input),
        Check("Gaussian pairs, c = r^2/2",
            lambda: at_points("theta(exp(epsilon), sqrt(2*c)) <= exp(-(epsilon - c)**2/(4*c))", POINTS))))
