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

from pabisym.library.item import integer, real
from pabisym.proof.build import Builder, Step

from ._iterations import at, here
from ._vocabulary import item

GAP, LEFT = "P(k)*(S(k) - S(k - 1))", "P(k)*(S(k) - A - m*(N(k) - N(p)))"
PAID, PRICE = "P(k)*m*(N(k) - N(k - 1))", "b + alpha*m**2*(N(k) - N(p))/2"
BOUND = "b + alpha*m**2*(N(q) - N(p))/2"


def proof(b: Builder) -> Step:
    """What is left after step k is P_k (S_k - A - m (N_k - N_p)), what is paid P_k m (N_k - N_{k-1})."""
    local = ("noise", "product", "products")

    def each(make: str) -> Step:
        return b.generalise("k", "p + 1", "q", lambda b: b.suppose_all(here(b, local), lambda b: b.prove(make)))

    def price(b: Builder) -> Step:
        variance = "(N(k) - N(k - 1))*P(k)**2"
        return b.suppose_all(here(b, local), lambda b: b.have("paid", b.prove(f"{PAID} >= 0"), lambda b: b.have(
            "variance", b.prove(f"{variance} > 0"), lambda b: b.have("magnitude", b.figure(
                "gaussian-magnitude", b.at("Gaussian", "k"), alpha="alpha", a=PAID, v=variance, Z="zeta(k)"),
                lambda b: b.prove(f"R(alpha, zeta(k), {PAID}) <= {PRICE} - ({at(PRICE, 'k - 1')})")))))

    def left(b: Builder) -> Step:
        return b.suppose_all(here(b, ("product", "below")), lambda b: b.prove(f"{LEFT} >= 0"))

    def restated(b: Builder, name: str) -> Step:
        return b.generalise("k", "p + 1", "q", lambda b: b.at(name, "k"))

    laws = {"P": "X(p)", "Q": "Y(p)"}
    premises = {name: restated(b, name) for name in ("first run", "second run", "Lipschitz", "gaps")} | {
        "amounts": each(f"{PAID} >= 0"), "balance": each(f"{LEFT} == c(k)*({at(LEFT, 'k - 1')}) + {GAP} - {PAID}"),
        "price": b.generalise("k", "p + 1", "q", price), "shift": b.generalise("k", "p", "q", left), "start": b.figure(
            "monotone", b.known("start"), alpha="alpha", z="P(p)*(S(p) - A)", y=at(LEFT, "p"), b="b", d=at(PRICE, "p"), **laws)}
    carried = b.theorem("pabisym/continuation", premises, alpha="alpha", p="p", q="q", s=("k", GAP), a=("k", PAID), z=("k", LEFT),
                        b=("k", PRICE), **{name: ("k", f"{name}(k)") for name in ("X", "Y", "psi", "phi", "zeta", "c")})
    return b.figure("monotone", carried, alpha="alpha", z=at(LEFT, "q"), y="0", b=at(PRICE, "q"), d=BOUND, P="X(q)", Q="Y(q)")


STATEMENT = item("Theorem 22 in scaled coordinates", "section 3.3", key="feldman2018",
    letters=("T, alpha", integer("0 <= p", "the step before the block", "from"),
        integer("p <= q <= T", "the last step of the block", "order of steps, to"), "A: string",
        real("m >= 0", "slope of the string", "slope", "iterate^-1"), real("b", "bound at step p"),
        "X, Y, psi, phi, zeta, c, P, N, S: shift"),
    given=("alpha, T, unit, first run, second run, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products", f"gaps: forall(k, 1, T, gap(psi(k), phi(k), {GAP}))", ..., "end: A + m*(N(q) - N(p)) == S(q)",
        "below: forall(k, p, q, A + m*(N(k) - N(p)) <= S(k))", "start: renyi(alpha, P(p)*(S(p) - A), X(p), Y(p), b)"),
    conclusion=f"renyi(alpha, 0, X(q), Y(q), {BOUND})", proof=proof, uses=("pabisym/continuation",),
    spots="T=4, alpha=2, p=1, q=3, A=0, m=1, b=0")
