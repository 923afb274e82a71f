"""Unrolling the iteration down to a step tau.

Statement
    For random contractions phi_k, phi'_k within s_k of each other, Gaussian noise of variance v_k, and reals a_k with
    z_k = z_tau + sum_{tau < i <= k} (s_i - a_i) >= 0, D_alpha^(z_T)(X_T || X'_T) <= D_alpha^(z_tau)(X_tau || X'_tau) +
    (alpha/2) sum_{tau < k <= T} a_k^2/v_k.
Reads as
    The page has z_T = 0. Negative amounts are allowed: they enlarge the shift, which costs nothing, and are charged all
    the same. In the display before it the map of the second run is printed with the index T - 1 in place of T.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

SHIFT = "z + sum(s(i), i, h + 1, {k}) - sum(a(i), i, h + 1, {k})"
CLAIM = f"renyi(alpha, {SHIFT}, X({{k}}), Y({{k}}), r + p({{k}}))"
HERE = ("gap sizes", "variance", "price", "shift")


@script
def proof(p: Script) -> Step:
    """Induction from tau on: a contraction within s_k, then shift reduction by a_k, or by nothing where a_k < 0."""
    with p.induct("k", "h", "T", CLAIM.format(k="k"), p.figure("monotone", "before", y=SHIFT.format(k="h"), d="r + p(h)")) as every:
        every.show(advance(every))
    return p.at(every.step, "T")


@script
def advance(p: Script) -> Step:
    """One step; what is known of its numbers is named first."""
    z, past = SHIFT.format(k="k - 1"), "r + p(k - 1)"
    moved = p.theorem("altschuler2022/lemma-2.16", {"contraction": p.at("contraction", "k"), "gap": p.at("gaps", "k"),
                                                    "shift": p.at("shift", "k - 1"), "gap size": p.at("gap sizes", "k")}, z=z, s="s(k)",
                      b=past, P="X(k - 1)", Q="Y(k - 1)", K="K(k)", J="J(k)")
    laws = {"P": "through(K(k), X(k - 1))", "Q": "through(J(k), Y(k - 1))"}
    outside = {"P": f"convolve({laws['P']}, zeta(k))", "Q": f"convolve({laws['Q']}, zeta(k))"}
    left, claim = SHIFT.format(k="k"), f"renyi(alpha, {SHIFT.format(k='k')}, {outside['P']}, {outside['Q']}, r + p(k))"

    @script
    def paid(p: Script) -> Step:
        pays = p.evident("a(k) >= 0")
        amount, kept = ("a(k)", left) if pays else ("0", f"{z} + s(k)")
        rule = "altschuler2022/lemma-2.15"
        found = p.theorem(rule, {"before": moved, "Gaussian": p.at("Gaussian", "k")}, z=kept, a=amount, v="v(k)", b=past, Z="zeta(k)",
                          **laws)
        more = f"{past} + alpha*({amount})**2/(2*v(k))"
        return p.figure("monotone", found, y=left, b=more, d="r + p(k)")

    facts = {f"{name} here": p.at(name, "k") for name in HERE} | {"shift before": p.at("shift", "k - 1")}
    p.have_all(facts)
    return p.figure("same-law", p.by_cases("a(k)", claim, paid), p.at("first run", "k"), p.at("second run", "k"))


STATEMENT = item("proof of Proposition 3.2", "section 3.1",
    kind="inequality",
    letters=("T: integer, T >= 0: number of steps; role steps",
        r"h: integer, h >= 0 and h <= T [early, before the end]: the step tau down to which is unrolled; latex \tau",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        r"z: real, z >= 0: shift at step tau; unit iterate; latex z_\tau", "r: real: bound at step tau",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        r"K: mechanism sequence: random contraction of step k in the first run; latex \phi",
        r"J: mechanism sequence: random contraction of step k in the second run; latex \phi'",
        "zeta: noise sequence: noise of step k; latex Z", "s: real sequence: gap of the contractions of step k",
        "a: real sequence: shift paid at step k", r"v: real sequence: variance of the noise of step k; latex \sigma^2",
        "p: real sequence: price up to step k, the sum of alpha a_i^2/(2 v_i) so far"),
    assumptions=("alpha, h", "before: renyi(alpha, z, X(h), Y(h), r)",
        "first run: forall(k, h + 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, h + 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "contraction: forall(k, h + 1, T, steady(K(k), 1))", "gaps: forall(k, h + 1, T, near(K(k), J(k), s(k)))",
        "gap sizes: forall(k, h + 1, T, s(k) >= 0)", "Gaussian: forall(k, h + 1, T, gaussian(zeta(k), v(k)))",
        "variance: forall(k, h + 1, T, v(k) > 0)",
        "shift: forall(k, h, T, z + sum(s(i), i, h + 1, k) - sum(a(i), i, h + 1, k) >= 0): z_k >= 0",
        "price: forall(k, h + 1, T, p(k) == p(k - 1) + alpha*a(k)**2/(2*v(k)))", "nothing paid: p(h) == 0"),
    conclusion="renyi(alpha, z + sum(s(i), i, h + 1, T) - sum(a(i), i, h + 1, T), X(T), Y(T), r + p(T))", proof=proof,
    clauses=(
        "proved by conclusion: unrolled down to the step tau, for orders above 1 and maps that do not depend on what was before",
        "open: the order 1, by continuity",
        "open: the display before it, where the map of the second run has the index T - 1"),
    printed="holds in part",
    uses=("altschuler2022/lemma-2.15", "altschuler2022/lemma-2.16"), spots="T=3, h=1, alpha=2, z=1, r=0")
