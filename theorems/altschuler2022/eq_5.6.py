"""The bound for cyclic batches before it is simplified.

Statement
    D_alpha(W_T || W'_T) <= D_alpha(V_T || V'_T) <= alpha/(2 eta^2 sigma^2) times the sum of a_k^2 over k > tau, for
    shifts with
    z_tau = D + 2 eta L/b, z_k = z_{k-1} + s_k - a_k >= 0 and z_T = 0.
Reads as
    Proposition 5.4 with c = 1 from the step tau on, and the projection as post-processing.
Letters
    T : integer, T >= 1 : number of steps : 1
    h : integer, 0 <= h < T : the step tau of the restart : 1
    m : integer, m >= 1 : size of a batch, the paper's b : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    D : real, D > 0 : diameter of the domain : iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    X : law sequence : law of V after k steps
    Y : law sequence : law of V' after k steps
    K : mechanism sequence : the map phi_k
    J : mechanism sequence : the map phi'_k
    zeta : noise sequence : noise of step k
    s : real sequence : gap of the maps of step k
    a : real sequence : shift paid at step k
    z : real sequence : shift left after step k
    b : real sequence : price up to step k
    C : set : the domain
Assumptions
    order : alpha > 1
    early : h >= 0
    restart before the end : h <= T - 1
    step size : eta > 0
    noise : sigma > 0
    batch : m >= 1
    restart : observation 5.7
    first run : V_k = phi_k(V_{k-1}) + Z_k
    second run : V'_k = phi'_k(V'_{k-1}) + Z_k
    Lipschitz : lemma 2.1 and the projection
    gaps : phi_k and phi'_k are within s_k
    gap sizes : s_k >= 0
    Gaussian : Z_k = N(0, (eta sigma)^2 I)
    start : z_tau = D + 2 eta L/b
    shift : z_k >= 0
    balance : z_k = z_{k-1} + s_k - a_k
    free start : b_tau = 0
    price : b_k is the sum of alpha a_i^2/(2 eta^2 sigma^2) so far
    nothing left : z_T = 0
Reference
    altschuler2022, (5.6), section 5.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._convergent import LETTERS

RUN = "forall(k, h + 1, T, equal({X}(k), convolve(through({K}(k), {X}(k - 1)), zeta(k))))"
OUT = "push(projection(C), {X}(T))"
SAME = ("order", "early", "restart before the end", "first run", "second run", "Lipschitz", "gaps", "gap sizes", "shift", "free start",
        "nothing left")


@script
def proof(p: Script) -> Step:
    """Proposition 5.4, then the projection."""
    price = p.part("price", "k", "h + 1", "T", "b(k) == b(k - 1) + alpha*a(k)**2/(2*(eta**2*sigma**2))")
    positive = p.generalise("k", "h + 1", "T", "eta**2*sigma**2 > 0")
    balance = p.part("balance", "k", "h + 1", "T", "z(k) == 1*z(k - 1) + s(k) - a(k)")
    premises = {name: p.known(name) for name in (*SAME, "Gaussian", "restart", "start")}
    premises |= {"price": price, "variance": positive, "balance": balance}
    terms = {"v": ("k", "eta**2*sigma**2")}
    unprojected = p.theorem("altschuler2022/proposition-5.4", premises, **terms, c="1", D="D + 2*eta*L/m")
    return p.figure("post-processing", unprojected, f="projection(C)")


STATEMENT = Statement(
    id="altschuler2022/eq-5.6", title="The bound for cyclic batches before it is simplified", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "(5.6)", "section 5.2"),
    conclusion=f"renyi(alpha, 0, {OUT.format(X='X')}, {OUT.format(X='Y')}, b(T))",
    symbols=(LETTERS["T"], Symbol("h", "integer, 0 <= h < T", "the step tau of the restart", latex=r"\tau"),
             Symbol("m", "integer, m >= 1", "size of a batch, the paper's b"),
             *(LETTERS[name] for name in ("alpha", "L", "D", "eta", "sigma"))),
    structures=(Structure("X", "law sequence", "law of V after k steps"), Structure("Y", "law sequence", "law of V' after k steps"),
                Structure("K", "mechanism sequence", "the map phi_k"), Structure("J", "mechanism sequence", "the map phi'_k"),
                Structure("zeta", "noise sequence", "noise of step k"), Structure("s", "real sequence", "gap of the maps of step k"),
                Structure("a", "real sequence", "shift paid at step k"), Structure("z", "real sequence", "shift left after step k"),
                Structure("b", "real sequence", "price up to step k"), Structure("C", "set", "the domain")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("early", "h >= 0"), Assumption("restart before the end", "h <= T - 1"),
                 Assumption("step size", "eta > 0"), Assumption("noise", "sigma > 0"), Assumption("batch", "m >= 1"),
                 Assumption("restart", "winf(X(h), Y(h), D + 2*eta*L/m)", "observation 5.7"),
                 Assumption("first run", RUN.format(X="X", K="K"), "V_k = phi_k(V_{k-1}) + Z_k"),
                 Assumption("second run", RUN.format(X="Y", K="J"), "V'_k = phi'_k(V'_{k-1}) + Z_k"),
                 Assumption("Lipschitz", "forall(k, h + 1, T, steady(K(k), 1))", "lemma 2.1 and the projection"),
                 Assumption("gaps", "forall(k, h + 1, T, near(K(k), J(k), s(k)))", "phi_k and phi'_k are within s_k"),
                 Assumption("gap sizes", "forall(k, h + 1, T, s(k) >= 0)", "s_k >= 0"),
                 Assumption("Gaussian", "forall(k, h + 1, T, gaussian(zeta(k), eta**2*sigma**2))", "Z_k = N(0, (eta sigma)^2 I)"),
                 Assumption("start", "z(h) == D + 2*eta*L/m", "z_tau = D + 2 eta L/b"),
                 Assumption("shift", "forall(k, h, T, z(k) >= 0)", "z_k >= 0"),
                 Assumption("balance", "forall(k, h + 1, T, z(k) == z(k - 1) + s(k) - a(k))", "z_k = z_{k-1} + s_k - a_k"),
                 Assumption("free start", "b(h) == 0", "b_tau = 0"),
                 Assumption("price", "forall(k, h + 1, T, b(k) == b(k - 1) + alpha/(2*eta**2*sigma**2)*a(k)**2)",
                            "b_k is the sum of alpha a_i^2/(2 eta^2 sigma^2) so far"),
                 Assumption("nothing left", "z(T) == 0", "z_T = 0")),
    uses=("altschuler2022/proposition-5.4", "altschuler2022/observation-5.7", "feldman2018/proposition-5"), printed=Printed("holds"),
    spots=(Spot({"T": 3, "h": 1, "m": 1, "alpha": 2, "L": 1, "D": 1, "eta": 1, "sigma": 1}),),
)
