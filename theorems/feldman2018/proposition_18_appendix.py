"""A gradient step is a contraction, with a proof.

Statement
    If f is convex, twice differentiable and beta-smooth then psi(w) = w - eta grad f(w) is contractive for eta <
    2/beta.
Reads as
    Proposition 18 again. Its proof writes psi(w) - psi(w') = (w - w')(I - eta H) with a matrix H between 0 and beta I.
    The page takes H to be the Hessian at one point of the segment, which in two dimensions need not exist (H is the
    mean of the Hessians along it), and prints + eta (w - w') for - eta (w - w') in the second line.
"""

from pabisym.library.checks import page_broken, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script


def proof(b: Builder) -> Step:
    """The rule ``gradient-step``."""
    return b.figure("gradient-step", "convex", "smooth", "domain")


def no_single_point() -> tuple[Verdict, str]:
    """f(x, y) = x^3/6 + y^4/12 on [0, 1]^2, from (0, 0) to (1, 1): the gradient rises by (1/2, 1/3), the Hessian at (s, s) is (s, s^2).

    The eigenvalues of the Hessian lie between 0 and 1, so that f is convex and 1-smooth; the first coordinate leaves s = 1/2 alone.
    """
    return page_broken(STATEMENT, {"beta": 1, "eta": 1, "s": "1/2"}, "s**2 == 1/3", given=("s == 1/2", "0 <= s", "s <= beta"),
                       words="f = x^3/6 + y^4/12 on [0, 1]^2: 1/2 = s and 1/3 = s^2 exclude each other")


def spectrum() -> tuple[Verdict, str]:
    """|1 - eta lambda| <= 1 for every eigenvalue lambda in [0, beta] of a matrix H."""
    kinds = dict.fromkeys(("eta", "beta", "lam"), "real")
    known = {"eta": "eta >= 0", "small": "eta*beta <= 2", "low": "lam >= 0", "high": "lam <= beta"}

    @script
    def build(p: Script) -> Step:
        p.have_all({"product": "eta*lam >= 0", "at most": "eta*lam <= 2"})
        return p.prove("(1 - eta*lam)**2 <= 1")

    return replayed("(1 - eta*lam)**2 <= 1", kinds, known, build)


STATEMENT = item("Proposition 18 with proof", "appendix A",
    letters=("beta: real, beta > 0 [smoothness]: smoothness; unit loss/iterate^2; role smoothness",
        "eta: real, eta >= 0 [step size]: step size; unit iterate^2/loss; role step size", "f: loss: the function",
        r"K: set: where it is convex and smooth; latex \mathcal{K}"),
    assumptions=("small steps: eta < 2/beta", "domain: convexset(K)", "convex: convex(f, K)", "smooth: smooth(f, beta, K)"),
    conclusion="lipschitzon(gradient(f, eta), K, 1)", proof=proof,
    clauses=(
        "proved by conclusion: a gradient step with eta < 2/beta is a contraction",
        "refuted by no single point serves two coordinates: the gradients differ by the Hessian at one point of the segment"),
    printed=Printed("corrected", error="proof step",
        difference="the claim holds (and at eta = 2/beta); its proof has a wrong sign, and a mean value of the gradient at a single point, "
            "which does not exist in general"),
    uses=("feldman2018/proposition-18", "feldman2018/definition-3", "feldman2018/definition-16"),
    checks=(Check("eigenvalues", spectrum), Check("no single point serves two coordinates", no_single_point, "corrected")),
    spots="beta=3, eta=1/2")
