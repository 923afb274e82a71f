"""The bound by composition, linear in the number of steps.

Statement
    Let every step be Q-close with Q <= 2 alpha q^2/s^2, q = b/n and s = b sigma/(2L). Then T Q <= 8 alpha L^2 T/(n^2
    sigma^2).
Reads as
    The constant that the page leaves out is 8. For full batches it is 2, by amplification by iteration alone, and
    opposite linear losses attain that.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact

BOUND = "8*alpha*L**2*T/(n**2*sigma**2)"


def proof(b: Builder) -> Step:
    """T times the bound on one step."""
    return certified(f"T*Q <= {BOUND}", fact("sampling", "steps"), fact("sampling"))


def full_batch() -> tuple[Verdict, str]:
    """What T full batches of opposite linear losses tell."""
    positive = ("T", "n", "alpha", "L", "eta", "sigma")
    return replayed("alpha*T*(2*eta*L/n)**2/(2*(eta**2*sigma**2)) == 2*alpha*L**2*T/(n**2*sigma**2)", dict.fromkeys(positive, "real"),
                    {x: f"{x} > 0" for x in positive})


STATEMENT = item("(1.1)", "section 1.1",
    letters=("T: integer, T >= 1 [steps]: number of steps; role steps", "n: integer, n >= 1 [records]: number of records; role records",
        "b: integer, b >= 1 [batch]: size of a batch; role batch",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "Q: real, Q >= 0: divergence of one sampled step"),
    assumptions=("sampling: Q <= 2*alpha*(b/n)**2/(b*sigma/(2*L))**2: lemma 2.12",), conclusion="T*Q <= 8*alpha*L**2*T/(n**2*sigma**2)",
    bound=BOUND, proof=proof, tightness="upper",
    clauses=(
        "cited by conclusion: T steps cost at most 8 alpha L^2 T/(n^2 sigma^2), from the cost of one step",
        "cited by altschuler2022/theorem-3.1: Noisy-SGD has a bound linear in T up to a constant, for the orders of Theorem 3.1",
        "open: it grows without limit in all earlier analyses"),
    printed=Printed("holds in part", note="printed up to a constant, which is 8"),
    uses=("altschuler2022/lemma-2.12", "altschuler2022/lemma-2.9"), checks=(Check("full batches", full_batch),),
    spots="T=5, n=10, b=1, alpha=2, L=1, sigma=8, Q=1/10000 -> 1/80", results=("sampling",))
