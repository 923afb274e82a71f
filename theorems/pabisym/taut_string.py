"""A string below the accumulated shift is a proof.

Statement
    For a contractive noisy iteration with Lipschitz constants c_k, gaps s_k and Gaussian noise of variance v_k on the
    iterate, let P_k = c_1...c_k > 0 and S_k = S_{k-1} + s_k/P_k. Every non-decreasing A with A_0 = 0, A_k <= S_k and
    A_T = S_T gives D_alpha(X_T || X'_T) <= (alpha/2) b_T, where b_k - b_{k-1} >= (A_k - A_{k-1})^2/(v_k/P_k^2).
Reads as
    In coordinates without contractions the shift is what lies between the accumulated shift S and the string A that has
    been paid; the steepness of the string, in units of noise, is what it costs. The best string is the greatest convex
    minorant of S over N.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """The local form with z_k = P_k (S_k - A_k) and a_k = P_k (A_k - A_{k-1})."""
    same = "start", "order", "horizon", "first run", "second run", "Lipschitz", "gaps"

    def local(p: Script) -> dict[str, Step]:
        return {f"{name} here": p.at(name, "k") for name in ("product", "products", "shift", "string", "noise", "price")}

    premises = {name: p.known(name) for name in same}
    with p.generalise("k", "0", "T") as shift:
        shift.have_all({"product here": shift.at("product", "k"), "below here": shift.at("below", "k")})
        shift.show("P(k)*(S(k) - A(k)) >= 0")
    with p.generalise("k", "1", "T") as balance:
        balance.have_all(local(balance))
        balance.show("P(k)*(S(k) - A(k)) == c(k)*(P(k - 1)*(S(k - 1) - A(k - 1))) + s(k) - P(k)*(A(k) - A(k - 1))")
    with p.generalise("k", "1", "T") as price:
        price.have_all(local(price))
        price.have("paid", "P(k)*(A(k) - A(k - 1)) >= 0")
        price.have("magnitude", price.figure("gaussian-magnitude", price.at("Gaussian", "k"), a="P(k)*(A(k) - A(k - 1))"))
        price.show("R(alpha, zeta(k), P(k)*(A(k) - A(k - 1))) <= alpha*b(k)/2 - alpha*b(k - 1)/2")
    with p.generalise("k", "1", "T") as amounts:
        amounts.have_all(local(amounts))
        amounts.show("P(k)*(A(k) - A(k - 1)) >= 0")
    premises |= {"shift": shift.step, "balance": balance.step, "price": price.step,
                 "start": p.figure("winf-widen", "start", y="P(0)*(S(0) - A(0))"), "amounts": amounts.step}
    local_form = p.theorem("pabisym/contractive-iteration", premises, a=("k", "P(k)*(A(k) - A(k - 1))"), z=("k", "P(k)*(S(k) - A(k))"),
                           b=("k", "alpha*b(k)/2"))
    return p.figure("monotone", local_form, y="0", d="alpha*b(T)/2")


STATEMENT = item("Theorem 22 in scaled coordinates", "section 3.3",
    key="feldman2018",
    letters=("T: integer, T >= 0 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "s: real sequence: gap of the maps of step k", "v: real sequence: per-step variance of the noise of step k, on the iterate",
        "P: real sequence: product of the Lipschitz constants up to step k", "S: real sequence: accumulated shift, without contractions",
        "A: real sequence: the string, shift paid up to step k, without contractions", "b: real sequence: price up to step k"),
    assumptions=("alpha, T", "start: winf(X(0), Y(0), S(0))", "unit: P(0) == 1", "string start: A(0) == 0", "string end: A(T) == S(T)",
        "free start: b(0) == 0", "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c(k)))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), s(k)))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), v(k)))", "noise: forall(k, 1, T, v(k) > 0)", "product: forall(k, 0, T, P(k) > 0)",
        "products: forall(k, 1, T, P(k) == c(k)*P(k - 1))", "shift: forall(k, 1, T, S(k)*P(k) == S(k - 1)*P(k) + s(k))",
        "string: forall(k, 1, T, A(k - 1) <= A(k))", "below: forall(k, 0, T, A(k) <= S(k))",
        "price: forall(k, 1, T, (A(k) - A(k - 1))**2*P(k)**2 <= v(k)*(b(k) - b(k - 1)))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*b(T)/2)", proof=proof, uses=("pabisym/contractive-iteration",), spots="T=3, alpha=2")
