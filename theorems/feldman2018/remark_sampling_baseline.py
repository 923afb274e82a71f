"""Amplification by sampling, for comparison.

Statement
    An eps-DP algorithm run on a secret q-sample is about q eps (1 + e^eps)-DP, close to 2 q eps for small eps.
Reads as
    Exactly it is ln(1 + q (e^eps - 1))-DP, and that is at most q eps (1 + e^eps); at eps = 0 both vanish, with slopes q
    and 2 q.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_at_most, exp_zero, log_tangent
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

GROWN, BOUND = "1 + q*(exp(epsilon) - 1)", "q*epsilon*(1 + exp(epsilon))"


@script
def proof(p: Script) -> Step:
    """ln(1 + u) <= u, and e^eps - 1 <= eps e^eps, from 1 - eps <= e^(-eps)."""
    exp_zero(p, "zero")
    exp_at_most(p, "0", "epsilon")
    p.have_all({"tangent": p.figure("exp-tangent", x="-epsilon"), "growth sign": "exp(epsilon) > 0",
                "product": p.figure("exp-sum", x="epsilon", y="-epsilon", conclude="exp(0) == exp(epsilon)*exp(-epsilon)")})
    p.have("growth", "exp(epsilon) >= 1")
    p.have("grown", f"{GROWN} > 0")
    log_tangent(p, GROWN)
    p.have("slope", certified("exp(epsilon) - 1 <= epsilon*exp(epsilon)", fact("tangent", "growth sign"), fact("product"),
                              fact("zero", times="-1")))
    return p.prove(f"log({GROWN}) <= {BOUND}")


STATEMENT = item("remark in section 1", "section 1",
    letters=("q: real, q > 0 and q <= 1 [rate, range]: sampling rate",
        "epsilon: real, epsilon >= 0 [level]: privacy level without sampling"),
    conclusion="log(1 + q*(exp(epsilon) - 1)) <= q*epsilon*(1 + exp(epsilon))", bound=BOUND, proof=proof,
    clauses=(
        "proved by conclusion: ln(1 + q (e^eps - 1)) is at most q eps (1 + e^eps)",
        "open: an eps-DP mechanism on a secret q-sample is ln(1 + q (e^eps - 1))-DP, which is quoted",
        "instance by of no use from eps = 1/q on: at these rates nothing is gained from eps = 1/q on"),
    printed="holds in part",
    checks=(Check("of no use from eps = 1/q on",
            lambda: at_points(f"{BOUND} >= epsilon", tuple({"q": f"1/{k}", "epsilon": k} for k in (1, 2, 10, 50)))),),
    spots=("q=1/100, epsilon=1", "q=1, epsilon=0 -> 0"))
