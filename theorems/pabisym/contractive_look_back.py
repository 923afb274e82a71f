"""Equal gaps and a contraction in a bounded domain: a restart.

Statement
    Let every step of a noisy iteration have a c-Lipschitz map, c < 1, that first projects onto K, noise of variance v
    and a gap of at most g. Let the two runs be at most u g/(1 - c) apart in K. Then with F = alpha g^2 (1 + c)/(2 v (1
    - c)), D_alpha(X_T || X'_T) <= F (1 - (1 - u) c^m)^2/(1 - c^(2m)) for every m = 1..T.
Reads as
    Forget all but the last m steps; before them the runs are as far apart as the domain is wide.
"""


from ._restarts import FROM_BACK, contractive_look_back, domain
from ._vocabulary import item

BOUND = f"F*({FROM_BACK})"

STATEMENT = item("Proposition 5.4 with gaps", "section 5.1", key="altschuler2022",
    letters="T [], m, alpha, c: number constant, u >= 0 [ratio], g: step, v, F, X, Y, psi, phi, zeta, K: onto",
    given=("alpha", ..., "all steps", *domain("u*g/(1 - c)"), "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), g))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", bound=BOUND, proof=contractive_look_back, uses=("pabisym/restart-block",),
    spots="T=9, m=2, alpha=2, c=1/2, u=1/2, g=1, v=1, F=3 -> 49/20")
