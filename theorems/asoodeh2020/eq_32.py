"""Mixture over the stopping time.

Statement
    mu_{T+1} = (1/n) sum_{t=1..n} mu_1 K_{f_1} ... K_{f_t}, and E_{e^epsilon}(mu_{T+1} || mu'_{T+1}) <= (1/n)
    sum_{t=1..n} E_{e^epsilon}(mu_1 K_{f_1} ... K_{f_t} || mu_1 K_{f'_1} ... K_{f'_t}).
Reads as
    An observer who does not know the stopping time learns at most the mean over stopping times. The mixture is built up
    one law at a time.
"""

from pabisym.library.statement import Structure
from pabisym.proof.build import Builder, Step

from ._hockey import mixture_mean
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Joint convexity for two laws, n - 1 times."""
    return mixture_mean(b)


STATEMENT = item("Equation (32)", "appendix F", kind="inequality",
    letters=("n: laws, epsilon", Structure("b", "real sequence", "what an observer learns of the k-th pair"), "P, Q, A, B: second"),
    given=("bounds: forall(k, 1, n, dp(P(k), Q(k), epsilon, b(k))): E_{e^epsilon} of the outputs after k steps is at most b_k",
        "first mixture, other first mixture, mixture, other mixture"),
    conclusion="dp(A(n), B(n), epsilon, sum(b(j), j, 1, n)/n)", proof=proof, printed="holds", uses=("asoodeh2020/footnote-7",),
    spots="n=3, epsilon=1")
