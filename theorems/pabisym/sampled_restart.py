"""Random steps in a bounded domain, from a restart on.

Statement
    Two runs W_k = Pi_K(A_k(W_{k-1}) + zeta_k) and W'_k = Pi_K(A'_k(W'_{k-1}) + zeta_k) with random contractions whose
    laws differ by at most Q from any point, and with noise of variance v, that are at most D apart m steps before the
    end, satisfy D_alpha(W_T || W'_T) <= m Q + alpha D^2/(2 v m).
Reads as
    Each of the last m steps pays Q for the record that it may have sampled, and a share D/m of the distance. Nothing is
    conditioned on. With D = 0 and m = T it is composition over all steps.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

LEFT, PAID, HERE = "D*(1 - ({j})/m)", "({j})*(Q + alpha*(D/m)**2/(2*v))", "T - m + {j}"
BOUND, CLAIM = "m*Q + alpha*D**2/(2*v*m)", f"renyi(alpha, {LEFT}, X({HERE}), Y({HERE}), {PAID})"


@script
def proof(p: Script) -> Step:
    """Induction over the last m steps; after j of them the shift D (1 - j/m) is left."""
    first = p.figure("monotone", p.figure("start", "restart"), conclude=CLAIM.format(j="0"), y=LEFT.format(j="0"), d=PAID.format(j="0"))
    with p.induct("j", "0", "m", CLAIM.format(j="j"), first) as every:
        every.show(advance(every))
    return p.figure("monotone", p.at(every.step, "m"), y="0", d=BOUND, conclude=f"renyi(alpha, 0, X(T), Y(T), {BOUND})")


@script
def advance(p: Script) -> Step:
    """A random step, the noise, the projection."""
    k, past, z, y = "T - m + j", PAID.format(j="j - 1"), LEFT.format(j="j - 1"), LEFT.format(j="j")
    laws = {"P": f"through(A({k}), X({k} - 1))", "Q": f"through(B({k}), Y({k} - 1))"}
    p.have_all({"share": f"{y} >= 0", "part": "D/m >= 0"})
    p.have("more", f"{z} >= 0")
    moved = p.theorem("pabisym/random-step", {"contraction": p.at("steady", k), "sampling": p.at("sampling", k)}, z=z, b=past, q="Q",
                      P=f"X({k} - 1)", Q=f"Y({k} - 1)", A=f"A({k})", B=f"B({k})")
    paid = p.theorem("altschuler2022/lemma-2.15", {"before": moved, "Gaussian": p.at("Gaussian", k)}, z=y, a="D/m", b=f"{past} + Q",
                     Z=f"zeta({k})", **laws)
    cost = f"{past} + Q + alpha*(D/m)**2/(2*v)"
    inside = p.figure("contraction", paid, p.figure("projection", "domain"), p.figure("same-map", f="projection(K)"), b=cost)
    return p.figure("same-law", inside, p.at("first run", k), p.at("second run", k), conclude=CLAIM.format(j="j"))


STATEMENT = item("(3.7), corrected", "section 3.2",
    key="altschuler2022",
    letters=("T: integer, T >= 1: number of steps; role steps",
        "m: integer, m >= 1 and m <= T [look-back, earliest]: the look-back, in steps; role choice",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "D: real, D >= 0 [width]: distance of the runs before the last m steps; unit iterate",
        "v: real, v > 0 [variance]: variance of the further noise; unit iterate^2", "Q: real: divergence of one random step",
        "X: law sequence: law of the iterate of the first run after k steps; latex W",
        "Y: law sequence: law of the iterate of the second run after k steps; latex W'",
        "A: mechanism sequence: a gradient step with a random batch and the noise that hides the record, first run",
        "B: mechanism sequence: the same in the second run; latex A'",
        "zeta: noise sequence: further noise of step k, the same in both runs; latex Y", r"K: set: the domain; latex \mathcal{K}"),
    assumptions=("alpha, m, D, v", "domain: convexset(K)",
        "first run: forall(k, 1, T, equal(X(k), push(projection(K), convolve(through(A(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, 1, T, equal(Y(k), push(projection(K), convolve(through(B(k), Y(k - 1)), zeta(k)))))",
        "steady: forall(k, 1, T, steady(A(k), 1)): with the same batch and noise",
        "sampling: forall(k, 1, T, close(alpha, A(k), B(k), Q))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))",
        "restart: winf(X(T - m), Y(T - m), D)"), conclusion="renyi(alpha, 0, X(T), Y(T), m*Q + alpha*D**2/(2*v*m))", bound=BOUND,
    proof=proof, uses=("pabisym/random-step", "altschuler2022/lemma-2.15", "feldman2018/proposition-17"),
    spots=("T=9, m=4, alpha=2, D=2, v=1, Q=1/10 -> 7/5", "T=1, m=1, alpha=2, D=0, v=1, Q=1/10 -> 1/10"))
