"""PNSGD with Laplace noise.

Statement
    W = [a, b], gradient noise of scale v, eta <= 2/(beta + rho): (epsilon, delta)-DP for the i-th input with delta = (1
    - e^{(epsilon - 2 L/v)/2})^+ [(1 - e^{(epsilon - M (b - a)/(eta v))/2})^+]^(n - i).
Reads as
    p_k is the product of the coefficients (20) of the steps after i, a power. delta = 0 already for epsilon >= 2 L/v,
    and for i < n for epsilon >= M (b - a)/(eta v). The formula is restored: the source lost its formulas.
"""

from fractions import Fraction

from pabisym.divergence.evaluate import enclose
from pabisym.exact_law.chains import clipped_chain
from pabisym.lang.grammar import parse
from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._laplace import chain
from ._steps import STEPS
from .lemma_4 import COERCIVE


def chains() -> tuple[Verdict, str]:
    """Linear losses on [0, 1], eta = v = 1, L = 1/4: starts 1/2 apart, as after a first step that differs; truth against the bound."""
    found = []
    for steps, epsilon in ((1, "0"), (2, "0"), (2, "1/4"), (3, "0")):
        first, second = (clipped_chain(lower=0, upper=1, steps=steps, laplace_scale=1, start=x) for x in ("3/4", "1/4"))
        truth = first.hockey_stick(second, 6, epsilon=epsilon)
        bound = enclose(parse(f"(1 - exp(({epsilon} - 1/2)/2))*(1 - exp(({epsilon} - 1)/2))**{steps - 1}"), {}, 12)
        least = truth.lower if steps == 1 else truth.upper  # after one step the bound is attained, and the enclosures overlap
        found.append(Fraction(least) <= Fraction(bound.upper))
    return ("true" if all(found) else "false"), f"{len(found)} chains"


def nothing_left() -> tuple[Verdict, str]:
    """For epsilon >= 2 L/v the exponential is at least 1."""
    return replayed("max(1 - exp(x), 0)*p == 0", {"x": "real", "p": "real"}, {"level": "x >= 0"})


def nothing_later() -> tuple[Verdict, str]:
    """Then a factor of the product is 0: with n - i = m + 1 >= 1 factors."""
    return replayed("q*(max(1 - exp(x), 0)*max(1 - exp(x), 0)**m) == 0", {"x": "real", "q": "real", "m": "integer"},
                    {"level": "x >= 0", "later steps": "m >= 0"})


def proof(b: Builder) -> Step:
    """(21) for the step that differs, (20) for every later one."""
    return chain(b)


STATEMENT = item("Theorem 3", "section IV-C",
    letters=("n: integer, n >= 1: number of records and of steps; role records and steps",
        "i: integer, 1 <= i <= n [first, last]: index of the record that is replaced; role record",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "L: real, L >= 0 [Lipschitz constant]: Lipschitz constant; unit loss/iterate",
        "D: real, D >= 0 [size]: diameter of the images of the updates, M (b - a); unit iterate",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "v: real, v > 0 [noise]: scale of the gradient noise, before the step size; unit loss/iterate",
        "M: law: law before step i, the same in both runs", r"X: law sequence: law of the first run after k steps; latex \mu",
        r"Y: law sequence: law of the second run after k steps; latex \mu'", "f: map: update of step i in the first run",
        "g: map: update of step i in the second run", "phi: map sequence: update of step k > i, the same in both runs",
        "zeta: noise sequence: Laplace noise of step k on the iterate", "p: real sequence: product of the coefficients up to step k",
        r"K: set: the domain W; latex \mathcal{W}"),
    assumptions=("empty product: p(i) == 1", "products: forall(k, i + 1, n, p(k) == max(1 - exp((epsilon - D/(eta*v))/2), 0)*p(k - 1))",
        "power: p(n) == max(1 - exp((epsilon - D/(eta*v))/2), 0)**(n - i): what n - i factors make",
        "gap: gap(f, g, 2*eta*L): two updates of one point are at most that far apart",
        "diameter: forall(k, i + 1, n, bounded(phi(k), D))", "Laplace: forall(k, i, n, laplace(zeta(k), eta*v))",
        "first start: equal(X(i), push(projection(K), convolve(push(f, M), zeta(i))))",
        "second start: equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))",
        "first run: forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), zeta(k)))))"),
    conclusion="dp(X(n), Y(n), epsilon, max(1 - exp((epsilon - 2*L/v)/2), 0)*max(1 - exp((epsilon - D/(eta*v))/2), 0)**(n - i))",
    bound="max(1 - exp((epsilon - 2*L/v)/2), 0)*max(1 - exp((epsilon - D/(eta*v))/2), 0)**(n - i)", proof=proof,
    uses=("asoodeh2020isit/eq-19", "asoodeh2020isit/eq-20", "asoodeh2020isit/eq-21", "asoodeh2020isit/lemma-1", "asoodeh2020isit/eq-14"),
    checks=(*STEPS, Check("delta is 0", nothing_left), Check("nor later", nothing_later), COERCIVE,
        Check("clipped Laplace chains", chains)),
    spots="n=3, i=2, epsilon=1/2, L=1, D=2, eta=1/2, v=1",
    clauses=(
        "proved by conclusion: delta bounds the loss of the i-th record, for updates 2 eta L apart and images of diameter D",
        "proved by two updates of L-Lipschitz losses: gradient steps are 2 eta L apart",
        "proved by the image of W: D is M (b - a) for steps that are M-Lipschitz on W = [a, b]",
        "proved by asoodeh2020isit/lemma-4: gradient steps are that for eta <= 2/(beta + rho) and beta > rho, where a loss less "
            "rho ||w||^2/2 is convex and (beta - rho)-smooth",
        "cited by the same from co-coercivity: and for all such losses, beta = rho too, from their co-coercivity",
        "proved by delta is 0: delta is 0 where epsilon is at least 2 L/v",
        "proved by nor later: and, for i < n, where epsilon is at least M (b - a)/(eta v)"),
    printed={"verdict": "holds", "note": "as restored: the source lost its formulas"})
