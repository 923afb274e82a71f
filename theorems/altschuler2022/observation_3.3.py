"""Recursion of the auxiliary processes.

Statement
    V_{t+1} = phi_t(V_t) + Y_{t+1} and V'_{t+1} = phi'_t(V'_t) + Y_{t+1} for all t.
Reads as
    With V = W - S + Y the gradient in phi_t(V) is taken at W, and what is projected is the same; proved for the latter.
    The whole identity is checked with the projection and the gradient as functions of which nothing is known, for t <
    tau and for t >= tau.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step


def identity() -> tuple[Verdict, str]:
    """V_{t+1} - phi_t(V_t) - Y_{t+1}, with everything substituted, for tau = 2 and t = 0..4."""
    import sympy

    project, gradient, eta = sympy.Function("project"), sympy.Function("gradient"), sympy.Symbol("eta")
    w, y, z = (sympy.symbols(f"{name}:6") for name in "wyz")
    for t in range(5):
        past = sum(z[2:t], sympy.Integer(0))
        v = w[t] - past + y[t]
        after = project(w[t] - eta * gradient(w[t]) + y[t] + z[t]) - sum(z[2 : t + 1]) + y[t + 1]
        mapped = project(v - eta * gradient(v + past - y[t]) + z[t] + past) - sum(z[2 : t + 1])
        if sympy.expand(after - mapped - y[t + 1]) != 0:
            return "false", f"t = {t}"
    return "true", "the difference is 0 for tau = 2, t = 0..4"


def proof(b: Builder) -> Step:
    """What is projected is the same."""
    return b.prove("V - g + Z + S == W - g + Y + Z")


STATEMENT = item("Observation 3.3", "section 3.2",
    letters=("W: real: coordinate of W_t; unit iterate", "V: real: coordinate of V_t; unit iterate",
        "S: real: coordinate of the sum of the noises Z_s, tau <= s < t; unit iterate", "Y: real: coordinate of Y_t; unit iterate",
        "Z: real: coordinate of Z_t; unit iterate", "g: real: coordinate of the mean gradient at W_t, times eta; unit iterate"),
    assumptions=("auxiliary: V == W - S + Y",), conclusion="V - g + Z + S == W - g + Y + Z", proof=proof,
    clauses=(
        "proved by conclusion: the recursion of V, with the projected gradient step as a letter",
        "instance by the identity: the whole identity for both runs, with projection and gradient as unknown functions",
        "open: for every t, where the check takes one before and one after tau"),
    printed="holds in part",
    uses=("altschuler2022/construction-aux", "altschuler2022/eq-3.2", "altschuler2022/eq-3.3"), checks=(Check("the identity", identity),),
    spots="W=1, S=2, Y=3, V=2, Z=1, g=5",
    evident="an identity on the page, by substitution; it is checked with projection and gradient as unknown functions")
