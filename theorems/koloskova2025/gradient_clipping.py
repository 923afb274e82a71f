"""Unlearning with clipped gradients and weight decay.

Statement
    A model is clipped to norm C0; T steps decay it by c = 1 - gamma lam, move it by a gradient that is clipped to norm
    C1, and add noise of variance v. Two models satisfy D_alpha <= (alpha/(2 v)) (2 C0 c^T + (2 C1/lam) (1 - c^T))^2 (1 -
    c^2)/(1 - c^(2T)).
Reads as
    For any network: nothing is asked of the gradients but their clipping, so that no step need be Lipschitz, and both
    models may go any way after it. Every step is at most gamma C1 from one that only decays. The code of the paper
    solves the bound for v; linear steps attain it.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._clipping import allocation, pair

C = "(1 - gamma*lam)"
REACH = f"(2*C0*{C}**T + 2*C1/lam*(1 - {C}**T))"
BOUND = f"alpha/(2*v)*{REACH}**2*(1 - {C}**2)/(1 - {C}**(2*T))"
START, GRADIENTS = f"2*C0*{C}**({{k}})*(1 - {C}**(2*(T - {{k}})))/(1 - {C}**(2*T))", (
    f"2*C1*(1 - {C}**({{k}}))*(1 - {C}**(T - {{k}}))/(lam*(1 + {C}**T))")
LEFT = f"({START} + {GRADIENTS})"
PAID = f"{REACH}*{C}**(T - {{k}})*(1 - {C}**2)/(1 - {C}**(2*T))"
PRICE = f"alpha*{REACH}**2*(1 - {C}**2)*{C}**(2*(T - {{k}}))*(1 - {C}**(2*{{k}}))/(2*v*(1 - {C}**(2*T))**2)"


def facts(p: Script) -> None:
    """What is left before and after the payment, and what is paid, is not negative."""
    for k in ("k", "(k - 1)"):
        p.have_all({f"{name} {k}": p.figure("power-at-most-one", c=C, k=power)
                    for name, power in (("falls to", k), ("falls from", f"T - {k}"), ("falls twice from", f"2*(T - {k})"))})
        p.have(f"power {k}", f"{C}**{k} > 0")
        p.have_all({f"start {k}": f"{START.format(k=k)} >= 0", f"gradients {k}": f"{GRADIENTS.format(k=k)} >= 0"})
        p.have(f"room {k}", f"{LEFT.format(k=k)} >= 0")
    p.have("power from", f"{C}**(T - k) > 0")
    p.have("amount", f"{PAID.format(k='k')} >= 0")


@script
def proof(p: Script) -> Step:
    """One block: payments in proportion to what each noise has left of the end."""
    p.have_all({"contracts": f"1 - {C} > 0", "leaves": f"{C} > 0"})
    p.have_all({"falls": p.figure("power-below-one", c=C, k="T"), "falls twice": p.figure("power-below-one", c=C, k="2*T"),
                "square": p.figure("power-below-one", c=C, k="2")})
    p.have_all({"end": f"{C}**T > 0", "rest": f"1 - {C}**T > 0", "rest twice": f"1 - {C}**(2*T) > 0", "rest square": f"1 - {C}**2 > 0"})
    p.have("reach", f"{REACH} >= 0")
    return allocation(p, LEFT, PAID, PRICE, BOUND, C, facts)


STATEMENT = item("gradient clipping, constant noise",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "T: integer, T >= 1 [horizon]: steps",
        "v: real, v > 0 [variance]: variance of the noise that a step adds to the iterate; unit iterate^2",
        "C0: real, C0 > 0 [clipping at the start]: clipping bound of the model at the start; unit iterate",
        "C1: real, C1 > 0 [gradient clipping]: clipping bound of the gradients", "gamma: real, gamma > 0 [unlearning step]: step size",
        "lam: real, lam > 0 [decay]: weight decay; latex \\lambda", "X: law sequence: model after k steps, trained with the record",
        "Y: law sequence: model after k steps, trained without the record",
        "psi: map sequence: step with its clipped gradient, first run", "phi: map sequence: step with its clipped gradient, second run",
        "chi: map sequence: step without its gradient", "zeta: noise sequence: further noise of step k, the same in both runs; latex Y"),
    assumptions=("decay leaves some: gamma*lam < 1", "clipped start: winf(X(0), Y(0), 2*C0)",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(chi(k), (1 - gamma*lam)))",
        "first gradients: forall(k, 1, T, gap(chi(k), psi(k), gamma*C1))",
        "second gradients: forall(k, 1, T, gap(chi(k), phi(k), gamma*C1))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))"),
    conclusion="renyi(alpha, 0, X(T), Y(T), alpha/(2*v)*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2*(1 - (1 - "
                   "gamma*lam)**2)/(1 - (1 - gamma*lam)**(2*T)))",
    bound="alpha/(2*v)*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2*(1 - (1 - gamma*lam)**2)/(1 - (1 - "
              "gamma*lam)**(2*T))", proof=proof, tightness="exact", worst_case=pair(C), uses=("pabisym/clipped-step",),
    printed={"verdict": "holds", "seen": "coded"},
    numbers=({"value": "sqrt(v*(alpha/(2*v)*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2*(1 - (1 - "
                         "gamma*lam)**2)/(1 - (1 - gamma*lam)**(2*T)))/(alpha*1))",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own",
         "at": "alpha=2, v=1",
         "entries": ("0.25679: lam=50, gamma=1/100, C0=20, C1=10, T=11", "0.00775203: lam=750, gamma=1/10000, C0=1/100, C1=10, T=6")},
        {"value": "sqrt(v*(alpha/(2*v)*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2*(1 - (1 - "
                         "gamma*lam)**2)/(1 - (1 - gamma*lam)**(2*T)))/(alpha*10))", "printed": "4.51239",
         "at": "alpha=2, v=1, lam=1, gamma=1/10, C0=1/10, C1=100, T=1",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, src/training/trainer.py", "origin": "own"},
        {"value": "(alpha/(2*v)*(2*C0*(1 - gamma*lam)**T + 2*C1/lam*(1 - (1 - gamma*lam)**T))**2*(1 - (1 - gamma*lam)**2)/(1 - (1 "
                         "- gamma*lam)**(2*T)))/alpha",
         "source": "stair-lab/certified-unlearning-neural-networks-icml-2025, visualisation/viz_accountants.py", "origin": "own",
         "at": "alpha=2, v=1, lam=1/100, gamma=1/10000, C0=2, C1=1", "entries": ("8.000784: T=1", "0.8007914: T=10", "0.42184458: T=19")}),
    spots="alpha=2, T=1, v=4, C0=1, C1=1, gamma=1/2, lam=1 -> 1")
