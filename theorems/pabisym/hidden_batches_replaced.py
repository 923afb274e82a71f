"""Hidden batches where a record is replaced by another one.

Statement
    In the setting of pabisym/hidden-batches let R_k = chi_k(R_{k-1}) + zeta_k be the run with the other record, with
    the same chances of the patterns, sup ||chi_k - phi_k|| <= s_k, and starts within z_0 of Y_0. If the mixture of N(a,
    diag v) over the patterns is (epsilon, d)-close to that of N(-a, diag v), then the last iterate of the one run is
    (epsilon, d)-close to that of the other.
Reads as
    Both runs are compared with one that has neither record, each with its own pattern; that one is a function of
    shifted noises in both. What the mixtures have in common within a side may grow, across sides it may fall.
"""

from pabisym.library.statement import Structure

from ._hidden import AT, BECAUSE, BEFORE, EACH, GIVEN, LETTERS
from ._vocabulary import item

OTHER = (
    "other starts: forall(i, 1, n, winf(R(i*(T + 1)), Y(0), z(i*(T + 1))))",
    f"other runs: {EACH.format(f'equal(R({AT}), convolve(push(chi({AT}), R({BEFORE})), zeta(k)))')}",
    f"other hits: {EACH.format(f'gap(chi({AT}), phi(k), s({AT}))')}",
    "no share of the other: forall(i, 1, n, equal(S(i*(T + 1)), W(0)))",
    f"about shares of the other: {EACH.format(f'equal(S({AT}), product(S({BEFORE}), normallaw(-a({AT}), v(k))))')}",
    "first of the other: equal(N(1), R(T + 1 + T))",
    "patterns of the other: forall(i, 2, n, equal(N(i), mix(w(i), R(i*(T + 1) + T), N(i - 1))))",
    "first shares of the other: equal(L(1), S(T + 1 + T))",
    "mixed shares of the other: forall(i, 2, n, equal(L(i), mix(w(i), S(i*(T + 1) + T), L(i - 1))))",
)

STATEMENT = item("the inequality for convex functions, along two runs", key="kahane1985",
    letters=(*LETTERS, Structure("R", "law sequence", "law of the iterate of the run with the other record"),
        Structure("chi", "map sequence", "map of step k with the other record and pattern i"),
        Structure("N", "law sequence", "law of its last iterate, given one of the first i patterns"),
        Structure("S", "law sequence", "Gaussians about minus the shares of pattern i up to step k"),
        Structure("L", "law sequence", "S(T), given one of the first i patterns")),
    given=(*GIVEN, *OTHER, "told: dp(U(n), L(n), epsilon, d)"), conclusion="dp(M(n), N(n), epsilon, d)", cited_because=BECAUSE,
    tightness="upper", uses=("pabisym/kahane",), spots="T=3, n=2, epsilon=1, d=1/10")
