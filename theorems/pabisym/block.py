"""One block: shift paid at one rate from a step to a later one.

Statement
    For a contractive noisy iteration with gaps P_k (S_k - S_{k-1}), let 0 <= p <= q <= T and let A be the height of the
    string at step p, so that D_alpha^(P_p (S_p - A))(X_p || X'_p) <= b. If m >= 0, A + m (N_q - N_p) = S_q and A + m
    (N_k - N_p) <= S_k for k = p..q, then D_alpha(X_q || X'_q) <= b + (alpha/2) m^2 (N_q - N_p), with P_k = c_1...c_k
    and N_k - N_{k-1} the variance of the noise of step k over P_k^2.
Reads as
    A straight piece of string below the accumulated shift, of slope m, costs m^2 for every unit of noise; at its end
    nothing is left to pay, and the next piece may begin.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import at, here

GAP, LEFT = "P(k)*(S(k) - S(k - 1))", "P(k)*(S(k) - A - m*(N(k) - N(p)))"
PAID, PRICE = "P(k)*m*(N(k) - N(k - 1))", "b + alpha*m**2*(N(k) - N(p))/2"
BOUND = "b + alpha*m**2*(N(q) - N(p))/2"


@script
def proof(p: Script) -> Step:
    """What is left after step k is P_k (S_k - A - m (N_k - N_p)), what is paid P_k m (N_k - N_{k-1})."""
    local = "noise", "product", "products"
    premises = {name: p.part(name, "k", "p + 1", "q") for name in ("first run", "second run", "Lipschitz", "gaps")}
    for name, claim in (("amounts", f"{PAID} >= 0"), ("balance", f"{LEFT} == c(k)*({at(LEFT, 'k - 1')}) + {GAP} - {PAID}")):
        with p.generalise("k", "p + 1", "q") as each:
            each.have_all(here(each, local))
            each.show(claim)
        premises[name] = each.step
    with p.generalise("k", "p + 1", "q") as price:
        variance = "(N(k) - N(k - 1))*P(k)**2"
        price.have_all(here(price, local))
        price.have("paid", f"{PAID} >= 0")
        price.have("variance", f"{variance} > 0")
        price.have("magnitude", price.figure("gaussian-magnitude", price.at("Gaussian", "k"), a=PAID))
        price.show(f"R(alpha, zeta(k), {PAID}) <= {PRICE} - ({at(PRICE, 'k - 1')})")
    with p.generalise("k", "p", "q") as shift:
        shift.have_all(here(shift, ("product", "below")))
        shift.show(f"{LEFT} >= 0")
    start = p.figure("monotone", "start", y=at(LEFT, "p"), d=at(PRICE, "p"))
    premises |= {"price": price.step, "shift": shift.step, "start": start}
    carried = p.theorem("pabisym/continuation", premises, s=("k", GAP), a=("k", PAID), z=("k", LEFT), b=("k", PRICE))
    return p.figure("monotone", carried, y="0", d=BOUND)


STATEMENT = item("Theorem 22 in scaled coordinates", "section 3.3",
    key="feldman2018",
    letters=("T: integer, T >= 1 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "p: integer, 0 <= p [from]: the step before the block",
        "q: integer, p <= q <= T [order of steps, to]: the last step of the block",
        "A: real: height of the string at step p; unit iterate", "m: real, m >= 0 [slope]: slope of the string; unit iterate^-1",
        "b: real: bound at step p", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps; latex X'", "psi: map sequence: map of step k in the first run",
        r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "P: real sequence: product of the Lipschitz constants up to step k", "N: real sequence: accumulated noise, without contractions",
        "S: real sequence: accumulated shift, without contractions"),
    assumptions=("alpha, T", "unit: P(0) == 1", "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c(k)))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise: forall(k, 1, T, N(k - 1) < N(k))", "product: forall(k, 0, T, P(k) > 0)",
        "products: forall(k, 1, T, P(k) == c(k)*P(k - 1))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), P(k)*(S(k) - S(k - 1))))",
        "p, q, m", "end: A + m*(N(q) - N(p)) == S(q)", "below: forall(k, p, q, A + m*(N(k) - N(p)) <= S(k))",
        "start: renyi(alpha, P(p)*(S(p) - A), X(p), Y(p), b)"), conclusion="renyi(alpha, 0, X(q), Y(q), b + alpha*m**2*(N(q) - N(p))/2)",
    proof=proof, uses=("pabisym/continuation",), spots="T=4, alpha=2, p=1, q=3, A=0, m=1, b=0")
