"""delta of the randomly stopped iteration, by index.

Statement
    A change at index i of Algorithm 1 is (epsilon, delta_i)-private with delta_i = (1/n) sum_{t=i..n}
    theta(psi/sigma_i) prod_{j=i+1..t} theta(D/sigma_j), theta at e^epsilon; the algorithm is (epsilon, max_i
    delta_i)-DP.
Reads as
    The page takes the minimum over i. Definition 2 needs one delta for every index. For n = 2, costs with the
    updates w + psi and w, equal afterwards, W large, sigma_t = psi, epsilon = 0 and i = 1 the truth is
    (theta_1(1) + theta_1(1/sqrt(2)))/2, as one event is best for both stopping times, while the minimum is
    delta_2 = theta_1(1)/2.
Letters
    epsilon : real, epsilon >= 0 : logarithm of gamma : 1
    r : real, r > 0 : sensitivity over standard deviation : 1
Assumptions
    level : epsilon >= 0
    ratio : r > 0
Reference
    asoodeh2020, Equation (17), section IV
"""

from pabisym.evaluate.ball import decide
from pabisym.evaluate.exact_truth import gaussian_chain, randomly_stopped
from pabisym.expression import parse
from pabisym.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol, Verdict


def stopped_pair() -> tuple[Verdict, str]:
    """Total variation of the two uniform mixtures over T = 1, 2, above the minimum of the page."""
    first, second = (randomly_stopped(lambda t, x=x: gaussian_chain(steps=t, noise=1, start=x), 2) for x in (1, 0))  # type: ignore[misc]
    found = first.total_variation(second, 6)
    verdict = decide(parse(f"{found.lower} > theta(1, 1)/2"), {})
    return verdict, f"at least {found.lower}, the minimum is theta_1(1)/2 = 0.1914..."


STATEMENT = Statement(
    id="asoodeh2020/eq-17", title="delta of the randomly stopped iteration, by index", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (17)", "section IV"),
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "logarithm of gamma"), Symbol("r", "real, r > 0",
               "sensitivity over standard deviation"),),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("ratio", "r > 0"),),
    uses=("asoodeh2020/eq-34", "asoodeh2020/theorem-2",),
    cited_because="theorem 4 for every stopping time and (32), with sums over products that differ from step to step; with equal steps "
               "it is proved as (34)",
    printed=Printed("refuted", bound="(theta(exp(epsilon), r) + theta(exp(epsilon), r/sqrt(2)))/2 <= theta(exp(epsilon), r)/2",
               difference="the minimum over i has to be the maximum", counterexample={"epsilon": 0, "r": 1}),
    checks=(Check("the stopped pair itself", stopped_pair),),
    spots=(Spot({"epsilon": 0, "r": 1}),),
)
