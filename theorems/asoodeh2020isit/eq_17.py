"""Close inputs contract more.

Statement
    sup over E_gamma(mu || nu) = t of E_gamma(mu K || nu K) is at most t sup over w1, w2 of E_g(K(w1) || K(w2)), g = 1 +
    (gamma - 1)/t, t > 0.
Reads as
    mass_coefficient of the library is this number; exp(g) is the order g of the page, and t (exp(g) - 1) at most gamma - 1:
    a smaller order of the rows bounds more. The formula is restored: the source lost its formulas.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_at_most, exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..asoodeh2020 import _finite_kernels as finite_kernels
from ..asoodeh2020._kernels import kept_mixture

LEAST = "1 + t*(exp(g) - 1)"


@script
def proof(p: Script) -> Step:
    """What one law has above gamma times the other goes through the kernel; its share allows the higher order."""
    exp_zero(p, "zero")
    exp_at_most(p, "0", "g")
    p.have("above one", "exp(g) >= 1")
    p.have("positive least", certified(f"{LEAST} > 0", fact("positive mass", "above one"), {"coefficient": "1"}))
    exp_at_most(p, f"log({LEAST})", "epsilon")
    p.have("inverse", p.figure("exp-log", x=LEAST))
    p.have("room", "t*exp(g) <= exp(epsilon) + t - 1")
    split, weight = kept_mixture(p, "before", "t")
    apart = p.figure("spread-through", "spread", P="excess(P, Q, epsilon, t)", Q="deficit(P, Q, epsilon, t)")
    return p.figure("dp-balance", split, apart, d="t", w=weight, e="epsilon")


STATEMENT = item("Equation (17)", "appendix A",
    kind="inequality",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "g: real, g >= 0 [row level]: logarithm of the order of the rows; role level",
        "t: real, t > 0 [positive mass]: E_gamma of the inputs", "u: real: bound on E_g of any two rows of the kernel",
        r"P: law: first law; latex \mu", r"Q: law: second law; latex \nu", r"K: mechanism: the Markov kernel; latex \mathsf{K}"),
    assumptions=("order: epsilon >= log(1 + t*(exp(g) - 1)): exp(g) is at most 1 + (gamma - 1)/t", "before: dp(P, Q, epsilon, t)",
        "spread: spread(K, g, u): E_g of the answers to any two points is at most u"),
    conclusion="dp(through(K, P), through(K, Q), epsilon, t*u)", proof=proof, uses=("asoodeh2020isit/eq-6", "asoodeh2020/theorem-3"),
    checks=(Check("finite kernels", finite_kernels.close_inputs_contract_more),), spots="epsilon=0, g=0, t=1/2, u=1/2",
    clauses=(
        "proved by conclusion: the inequality",
        "open: its right side is continuous and decreasing in the mass of the inputs"),
    printed={"verdict": "holds in part", "note": "as restored: the source lost its formulas"})
