"""Random steps of a contraction in a bounded domain, from a restart on.

Statement
    Two runs W_k = Pi_K(A_k(W_{k-1}) + zeta_k) and W'_k = Pi_K(A'_k(W'_{k-1}) + zeta_k), whose random steps bring
    coupled points together by c, 0 < c < 1, and have laws that differ by at most Q from any point, with noise of
    variance v, that are at most D apart m steps before the end, satisfy D_alpha(W_T || W'_T) <= m Q + alpha D^2 (1 -
    c^2) c^(2m)/(2 v (1 - c^(2m))).
Reads as
    Each of the last m steps pays Q for the record that it may have sampled, and step j of them D (1 - c^2) c^(2m-j)/(1
    - c^(2m)) of the distance: what comes late has become short. The price of the distance is what a linear pair with
    the factor c has. With D = 0 and m = T it is composition over all steps.
"""


from ..altschuler2022._contracting_sgd import LAST_STEPS, RUNS, restarted
from ._vocabulary import item

STATEMENT = item("(5.3), corrected", "section 5.1", key="altschuler2022",
    letters="T [], m, alpha, c: step, D: runs, v: noise, Q: step, X: iterate, Y: iterate, A, B: mechanism, zeta: runs, K",
    given=("alpha", ..., *RUNS, "sampling: forall(k, 1, T, close(alpha, A(k), B(k), Q))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))",
        "restart"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {LAST_STEPS})", bound=LAST_STEPS, proof=restarted,
    uses=("altschuler2022/lemma-2.15", "feldman2018/proposition-17", "altschuler2022/observation-5.2"),
    spots=("T=9, m=2, alpha=2, c=1/2, D=2, v=1, Q=1/10 -> 2/5", "T=1, m=1, alpha=2, c=1/3, D=0, v=1, Q=1/10 -> 1/10"))
