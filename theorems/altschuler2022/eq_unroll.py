"""Unrolling the iteration down to a step tau.

Statement
    For random contractions phi_k, phi'_k within s_k of each other, Gaussian noise of variance v_k, and reals a_k with
    z_k = z_tau + sum_{tau < i <= k} (s_i - a_i) >= 0, D_alpha^(z_T)(X_T || X'_T) <= D_alpha^(z_tau)(X_tau || X'_tau) +
    (alpha/2) sum_{tau < k <= T} a_k^2/v_k.
Reads as
    The page has z_T = 0. Negative amounts are allowed: they enlarge the shift, which costs nothing, and are charged all
    the same. In the display before it the map of the second run is printed with the index T - 1 in place of T.
"""

from pabisym.library.item import integer, real
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._vocabulary import item

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


STATEMENT = item("proof of Proposition 3.2", "section 3.1", kind="inequality",
    letters=("T >= 0 []", integer("h >= 0 and h <= T", "the step tau down to which is unrolled", "early, before the end", latex=r"\tau"),
        "alpha", real("z >= 0", "shift at step tau", unit="iterate", latex=r"z_\tau"), real("r", "bound at step tau"),
        "X, Y, K, J, zeta, s, a, v, p"),
    given=("h", "before: renyi(alpha, z, X(h), Y(h), r)",
        "first run: forall(k, h + 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, h + 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))", "contraction, gaps, gap sizes",
        "Gaussian: forall(k, h + 1, T, gaussian(zeta(k), v(k)))", "variance",
        "shift: forall(k, h, T, z + sum(s(i), i, h + 1, k) - sum(a(i), i, h + 1, k) >= 0): z_k >= 0", "price, nothing paid"),
    conclusion=CLAIM.format(k="T"), proof=proof, printed="holds", uses=("altschuler2022/lemma-2.15", "altschuler2022/lemma-2.16"),
    spots="T=3, h=1, alpha=2, z=1, r=0")
