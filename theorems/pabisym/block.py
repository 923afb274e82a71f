"""One block: shift paid at one rate from a step to a later one.

Statement
    For a contractive noisy iteration with gaps P_k (S_k - S_{k-1}), let 0 <= p <= q <= T and let A be the height of
    the string at step p, so that D_alpha^(P_p (S_p - A))(X_p || X'_p) <= b. If m >= 0, A + m (N_q - N_p) = S_q and
    A + m (N_k - N_p) <= S_k for k = p..q, then D_alpha(X_q || X'_q) <= b + (alpha/2) m^2 (N_q - N_p), with
    P_k = c_1...c_k and N_k - N_{k-1} the variance of the noise of step k over P_k^2.
Reads as
    A straight piece of string below the accumulated shift, of slope m, costs m^2 for every unit of noise; at its end
    nothing is left to pay, and the next piece may begin.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    p : integer, 0 <= p : the step before the block : 1
    q : integer, p <= q <= T : the last step of the block : 1
    A : real : height of the string at step p : iterate
    m : real, m >= 0 : slope of the string : iterate^-1
    b : real : bound at step p : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    P : real sequence : product of the Lipschitz constants up to step k
    N : real sequence : accumulated noise, without contractions
    S : real sequence : accumulated shift, without contractions
Assumptions
    order : alpha > 1
    horizon : T >= 1
    unit : P_0 = 1
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c_k-Lipschitz
    Gaussian : zeta_k = N(0, (N_k - N_{k-1}) P_k^2 I)
    noise : N_{k-1} < N_k
    product : P_k > 0
    products : P_k = c_k P_{k-1}
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= P_k (S_k - S_{k-1})
    from : 0 <= p
    order of steps : p <= q
    to : q <= T
    slope : m >= 0
    end : A + m (N_q - N_p) = S_q
    below : A + m (N_k - N_p) <= S_k
    start : D_alpha^(P_p (S_p - A))(X_p || X'_p) <= b
Reference
    feldman2018, Theorem 22 in scaled coordinates, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import ASSUMPTIONS, STRUCTURES, SYMBOLS, at, here

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


STATEMENT = Statement(
    id="pabisym/block", title="One block: shift paid at one rate from a step to a later one", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Theorem 22 in scaled coordinates", "section 3.3"),
    conclusion=f"renyi(alpha, 0, X(q), Y(q), {BOUND})",
    symbols=(*SYMBOLS, Symbol("p", "integer, 0 <= p", "the step before the block"),
             Symbol("q", "integer, p <= q <= T", "the last step of the block"),
             Symbol("A", "real", "height of the string at step p", "iterate"),
             Symbol("m", "real, m >= 0", "slope of the string", "iterate^-1"), Symbol("b", "real", "bound at step p")),
    structures=(*STRUCTURES, Structure("S", "real sequence", "accumulated shift, without contractions")),
    assumptions=(*ASSUMPTIONS, Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))"), Assumption("from", "0 <= p"),
                 Assumption("order of steps", "p <= q"), Assumption("to", "q <= T"), Assumption("slope", "m >= 0"),
                 Assumption("end", "A + m*(N(q) - N(p)) == S(q)"),
                 Assumption("below", "forall(k, p, q, A + m*(N(k) - N(p)) <= S(k))"),
                 Assumption("start", "renyi(alpha, P(p)*(S(p) - A), X(p), Y(p), b)")),
    uses=("pabisym/continuation",), spots=(Spot({"T": 4, "alpha": 2, "p": 1, "q": 3, "A": 0, "m": 1, "b": 0}),),
)
