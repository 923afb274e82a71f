"""delta at an index before bounding.

Statement
    delta = E_{e^epsilon}(mu_i K_{f_i} || mu_i K_{f'_i}) prod_{t=i+1..n} eta_{e^epsilon}(K_{f_t}).
Reads as
    Theorem 2 and lemma 2.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from . import _finite_kernels as finite_kernels


def proof(b: Builder) -> Step:
    """What the step that differs tells is let through as lemma 2 says."""
    start = b.figure("dp-same-law", "step", "first step", "second step")
    return b.theorem("asoodeh2020/lemma-2", {"start": start}, delta="w")


STATEMENT = item("Equation (29)", "appendix E",
    letters=("n: integer, n >= 0: last step", "i: integer, i >= 1 and i <= n [first, last]: index of the step that differs",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "w: real: E_gamma of the answers of the two kernels of step i to one point",
        r"X: law sequence: law of the first run after k steps; latex \mu",
        r"Y: law sequence: law of the second run after k steps; latex \mu'",
        r"K: mechanism sequence: the Markov kernel of step k, the same in both runs; latex \mathsf{K}",
        "u: real sequence: bound on E_gamma of any two rows of the kernel of step k",
        "p: real sequence: product of the bounds up to step k", r"M: law: law before step i, the same in both runs; latex \mu_i",
        "F: mechanism: kernel of step i, first run", "G: mechanism: kernel of step i, second run"),
    assumptions=("step: dp(through(F, M), through(G, M), epsilon, w)", "first step: equal(X(i), through(F, M))",
        "second step: equal(Y(i), through(G, M))", "empty product: p(i) == 1", "products: forall(k, i + 1, n, p(k) == u(k)*p(k - 1))",
        "coefficients: forall(k, i + 1, n, spread(K(k), epsilon, u(k))): no two rows of a kernel are further apart",
        "first run: forall(k, i + 1, n, equal(X(k), through(K(k), X(k - 1))))",
        "second run: forall(k, i + 1, n, equal(Y(k), through(K(k), Y(k - 1))))"), conclusion="dp(X(n), Y(n), epsilon, w*p(n))",
    proof=proof, clauses=(
        "proved by conclusion: with bounds of any two rows for eta this delta suffices at i; that a smaller one does not is not said",
        "proved by asoodeh2020/eq-25-attained: eta of a kernel is such a bound of its rows"),
    printed="holds", uses=("asoodeh2020/theorem-2", "asoodeh2020/lemma-2"),
    checks=(Check("chains of finite kernels", finite_kernels.chains_contract),), spots="n=3, i=1, epsilon=1, w=1/2")
