"""Unlearning with clipped gradients and weight decay: noise that falls.

Statement
    In the setting of koloskova2025/gradient-clipping let step k add noise of variance v c^(-2 (T - k)), c = 1 - gamma
    lam, and R = 2 C0 c^T + (2 C1/lam) (1 - c^T). If R >= 2 T gamma C1, two models satisfy D_alpha <= alpha R^2/(2 v T).
Reads as
    Every step pays for the same part of R, seen from the end. The code of the paper solves the bound for v without
    asking for the condition: without it the last steps add more than they pay, and the shift, which cannot be negative,
    would have to be paid before it is there. It holds where T gamma lam <= 1 and C0 >= T gamma C1, the way of all gradients.
    Linear steps attain the bound.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._clipping import allocation, pair

C = "(1 - gamma*lam)"
REACH = f"(2*C0*{C}**T + 2*C1/lam*(1 - {C}**T))"
BOUND = f"alpha*{REACH}**2/(2*v*T)"
VARIANCE = f"v/{C}**(2*(T - k))"
LEFT = f"((T - {{k}})*{REACH}/T - 2*C1/lam*(1 - {C}**(T - {{k}})))/{C}**(T - {{k}})"
PAID = f"{REACH}/(T*{C}**(T - {{k}}))"
PRICE = f"alpha*{REACH}**2*({{k}})/(2*v*T**2)"
AHEAD = "2*gamma*C1*(T - {k})"


def facts(p: Script) -> None:
    """What is left before and after the payment, and what is paid, is not negative."""
    for k in ("k", "(k - 1)"):
        p.have(f"power {k}", f"{C}**(T - {k}) > 0")
        p.have(f"slow {k}", p.at("slow", f"T - {k}"))
        p.have(f"gradients {k}", f"2*C1/lam*(1 - {C}**(T - {k})) <= {AHEAD.format(k=k)}")
        p.have(f"payments {k}", f"(T - {k})*{REACH}/T >= {AHEAD.format(k=k)}")
        p.have(f"room {k}", f"{LEFT.format(k=k)} >= 0")
    p.have("amount", f"{PAID.format(k='k')} >= 0")
    p.have("wide", f"{VARIANCE} > 0")


@script
def proof(p: Script) -> Step:
    """Payments that are equal at the end."""
    p.have_all({"contracts": f"1 - {C} > 0", "leaves": f"{C} > 0"})
    with p.induct("u", "0", "T", f"1 - {C}**u <= u*(1 - {C})") as more:
        more.have("fallen", more.figure("power-at-most-one", c=C, k="u - 1"))
        more.have("so far", more.known(more.hypothesis))
        more.show(f"1 - {C}**u <= u*(1 - {C})")
    p.have("slow", more.step)
    p.have("falls", p.figure("power-below-one", c=C, k="T"))
    p.have_all({"end": f"{C}**T > 0", "rest": f"1 - {C}**T > 0"})
    p.have("reach", f"{REACH} >= 0")
    return allocation(p, LEFT, PAID, PRICE, BOUND, C, facts)


STATEMENT = item("gradient clipping, decreasing noise",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "T: integer, T >= 1 [horizon]: steps",
        "v: real, v > 0 [variance]: variance of the noise of the last step; unit iterate^2",
        "C0: real, C0 > 0 [clipping at the start]: clipping bound of the model at the start; unit iterate",
        "C1: real, C1 > 0 [gradient clipping]: clipping bound of the gradients", "gamma: real, gamma > 0 [unlearning step]: step size",
        "lam: real, lam > 0 [decay]: weight decay; latex \\lambda", "X: law sequence: model after k steps, trained with the record",
        "Y: law sequence: model after k steps, trained without the record",
        "psi: map sequence: step with its clipped gradient, first run", "phi: map sequence: step with its clipped gradient, second run",
        "chi: map sequence: step without its gradient", "zeta: noise sequence: further noise of step k, the same in both runs; latex Y"),
    assumptions=("decay leaves some: gamma*lam < 1",
        "room: (2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T)) >= 2*T*gamma*C1", "clipped start: winf(X(0), Y(0), 2*C0)",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(chi(k), (1 - gamma*lam)))",
        "first gradients: forall(k, 1, T, gap(chi(k), psi(k), gamma*C1))",
        "second gradients: forall(k, 1, T, gap(chi(k), phi(k), gamma*C1))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), v/(1 - gamma*lam)**(2*(T - k))))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2/(2*v*T))",
    bound="alpha*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2/(2*v*T)", proof=proof, tightness="exact",
    worst_case=pair(C, VARIANCE), uses=("pabisym/clipped-step",),
    printed={"verdict": "holds", "seen": "coded"},
    numbers=({"said": "step 1 of 6",
         "value": "sqrt(v*(alpha*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2/(2*v*T))/alpha)/(1 - "
                         "gamma*lam)**(T - 1)", "printed": "0.009587454",
         "at": "alpha=2, v=1, lam=750, gamma=1/10000, C0=1/100, C1=10, T=6",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"said": "step 3 of 6",
         "value": "sqrt(v*(alpha*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2/(2*v*T))/alpha)/(1 - "
                         "gamma*lam)**(T - 3)", "printed": "0.008203265",
         "at": "alpha=2, v=1, lam=750, gamma=1/10000, C0=1/100, C1=10, T=6",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"said": "step 6 of 6",
         "value": "sqrt(v*(alpha*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2/(2*v*T))/alpha)/(1 - "
                         "gamma*lam)**(T - 6)", "printed": "0.0064925",
         "at": "alpha=2, v=1, lam=750, gamma=1/10000, C0=1/100, C1=10, T=6",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"}),
    spots="alpha=2, T=1, v=4, C0=1, C1=1, gamma=1/2, lam=1 -> 1")
