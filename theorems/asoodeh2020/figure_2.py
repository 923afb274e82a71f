"""delta against epsilon.

Statement
    L = 1, beta = 1, n = 100: Corollary 1 against (22) and (23) for several eta and sigma.
Reads as
    The text says that for eta in (0.05, 0.1) Corollary 1 is tighter for all epsilon >= 2 as long as sigma >= 3. Against
    (22) that holds on a grid; against (23) it does not at eta = 0.051, sigma = 3, epsilon = 2: delta of Corollary 1 is
    above 0.0079, while the order 5/2 alone, which is admissible, gives less than 0.002 in (23). Even (20) is above it
    there. The statement is what the claim implies at this order, 5/2.
"""

from itertools import product

from pabisym.divergence.evaluate import decide
from pabisym.lang.grammar import parse
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict


def grid() -> tuple[Verdict, str]:
    """Corollary 1 is below (22) for eta in {0.06, 0.08, 0.1}, sigma in {3, 4, 5} and epsilon in {2, 3, 4, 6}."""
    rho, largest = "(4*log(100)/(100*sigma**2))", "((1 + sqrt(1 + 2*sigma**2))/2)"
    own = "theta(exp(epsilon), 2/sigma)/(100*(1 - theta(exp(epsilon), (1 + 2*eta)/(eta*sigma))))"
    claim = parse(f"{own} <= exp(-({largest} - 1)*(epsilon - {rho}*{largest}))")
    points = [{"eta": e, "sigma": s, "epsilon": x} for e, s, x in product(("3/50", "2/25", "1/10"), (3, 4, 5), (2, 3, 4, 6))]
    verdicts = {decide(claim, point) for point in points}
    return ("true" if verdicts == {"true"} else "false" if "false" in verdicts else "undecided"), f"{len(points)} points, alpha = alpha*"


STATEMENT = item("Figure 2", "section V",
    letters=("eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0: standard deviation of the gradient noise, before the step size; unit loss/iterate; role gradient noise",
        "epsilon: real, epsilon >= 0: level of privacy; role level"),
    assumptions=("range: eta > 1/20", "range end: eta < 1/10", "noise: sigma >= 3", "level: epsilon >= 2"),
    conclusion="theta(exp(epsilon), 2/sigma)/(100*(1 - theta(exp(epsilon), (1 + 2*eta)/(eta*sigma)))) <= "
                   "(exp(3/2*5/2*4*log(100)/(100*sigma**2)) - 1)/(5/2*(exp(3/2*epsilon) - 1))",
    printed=Printed("refuted", error="statement",
        difference="against (23) the claim fails near eta = 0.05 at sigma = 3, epsilon = 2",
        counterexample={"eta": "51/1000", "sigma": 3, "epsilon": 2}),
    uses=("asoodeh2020/corollary-1", "asoodeh2020/eq-20", "asoodeh2020/eq-22", "asoodeh2020/eq-23"),
    checks=(Check("against (22) on a grid", grid),), spots="eta=51/1000, sigma=3, epsilon=2")
