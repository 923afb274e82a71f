"""Letters and hypotheses of the theorems about hidden batches: runs for each pattern of uses of the record, and their shares."""

from __future__ import annotations

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

AT = "i*(T + 1) + k"
"""Where what belongs to pattern i and step k stands in a sequence."""
BEFORE = f"{AT} - 1"
EACH = "forall(i, 1, n, forall(k, 1, T, {}))"
LETTERS = (
    "T >= 1", integer("n >= 1", "number of patterns", "patterns"), "epsilon >= 0: level", real("d", "the bound"),
    Structure("w", "real sequence", "chance of pattern i, given that it is one of the first i"),
    Structure("X", "law sequence", "law of the iterate after k steps with pattern i, at i (T + 1) + k"),
    Structure("Y", "law sequence", "law of the iterate of the run without the record after k steps"),
    Structure("M", "law sequence", "law of the last iterate, given one of the first i patterns"),
    Structure("psi", "map sequence", "map of step k with pattern i, at i (T + 1) + k"),
    Structure("phi", "map sequence", "map of step k without the record"),
    Structure("zeta", "noise sequence", "noise of step k, on the iterate"), Structure("c", "real sequence", "Lipschitz constant of step k"),
    Structure("v", "real sequence", "variance of the noise of step k"),
    Structure("s", "real sequence", "how far the record moves step k of pattern i, at i (T + 1) + k"),
    Structure("a", "real sequence", "share that step k pays in pattern i, at i (T + 1) + k"),
    Structure("z", "real sequence", "distance that is left after step k in pattern i, at i (T + 1) + k"),
    Structure("V", "law sequence", "Gaussians about the shares of pattern i up to step k, at i (T + 1) + k"),
    Structure("W", "law sequence", "the same Gaussians about 0"), Structure("U", "law sequence", "V(T), given one of the first i patterns"),
)
GIVEN = (
    "weights: forall(i, 1, n, w(i) >= 0)", "at most one: forall(i, 1, n, w(i) <= 1)",
    "starts: forall(i, 1, n, winf(X(i*(T + 1)), Y(0), z(i*(T + 1))))",
    f"runs: {EACH.format(f'equal(X({AT}), convolve(push(psi({AT}), X({BEFORE})), zeta(k)))')}",
    "run without: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
    "maps: forall(k, 1, T, lipschitz(phi(k), c(k)))", f"hits: {EACH.format(f'gap(psi({AT}), phi(k), s({AT}))')}",
    "noises: forall(k, 1, T, gaussian(zeta(k), v(k)))", "noise: forall(k, 1, T, v(k) > 0)",
    f"shares: {EACH.format(f'a({AT}) >= 0')}", "left: forall(i, 1, n, forall(k, 0, T, z(i*(T + 1) + k) >= 0))",
    f"balance: {EACH.format(f'z({AT}) == c(k)*z({BEFORE}) + s({AT}) - a({AT})')}", "all paid: forall(i, 1, n, z(i*(T + 1) + T) == 0)",
    "no share yet: forall(i, 1, n, equal(V(i*(T + 1)), W(0)))",
    f"about shares: {EACH.format(f'equal(V({AT}), product(V({BEFORE}), normallaw(a({AT}), v(k))))')}",
    "about nothing: forall(k, 1, T, equal(W(k), product(W(k - 1), normallaw(0, v(k)))))",
    "first pattern: equal(M(1), X(T + 1 + T))", "patterns: forall(i, 2, n, equal(M(i), mix(w(i), X(i*(T + 1) + T), M(i - 1))))",
    "first shares: equal(U(1), V(T + 1 + T))", "mixed shares: forall(i, 2, n, equal(U(i), mix(w(i), V(i*(T + 1) + T), U(i - 1))))",
)
BECAUSE = (
    "the law of all noises is a mixture over the patterns with shifts that look at the past, and the kernel has no such law; "
    "the proof is on paper in pabisym.accounting.hidden.blocks: a coupling in which the run without the record is one function of "
    "the shifted noises, data processing, and pabisym/kahane from the last step back; random chains are compared in "
    "campaigns.hidden_batches")
