"""Binary channel.

Statement
    K with rows (1 - a, a) and (b, 1 - b), a, b in [0, 1/2]: eta_gamma = max((1 - a - gamma b)^+, (1 - b - gamma a)^+),
    eta_TV = 1 - a - b. At a = 1/10, b = 2/5, mu = Bernoulli(1/10), nu = Bernoulli(2/5): chi^2(mu K || nu K) <= 3/16 by
    (12) and <= 0.1752... by proposition 2.
Reads as
    The page rounds the second bound down to 0.17, which the method does not give (the divergence itself, 3/28, is below
    both). Its upper limit of integration, max((1 - b)/a, a/(1 - b)), is where eta_gamma vanishes only for a <= b; in
    general it is max((1 - b)/a, (1 - a)/b). Proved, by (13), is the bound by (12), (1 - a - b) chi^2(mu || nu), for 1 +
    chi^2, the moment of order 2; that chi^2(mu || nu) is 3/8 is computed, and the bound by proposition 2 is an integral,
    which is cited.
"""

from pabisym.divergence.contraction import CHI_SQUARED, divergence_bound, finite_coefficient, kernel_profile, law_profile
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, PrintedNumber, Verdict
from pabisym.numerics.enclosure import Enclosure
from pabisym.proof.build import Builder, Step

from ._finite_laws import LawPair

MU, NU, KERNEL = ("9/10", "1/10"), ("3/5", "2/5"), (("9/10", "1/10"), ("2/5", "3/5"))


def bound(digits: int) -> Enclosure:
    """The integral of proposition 2."""
    return divergence_bound(CHI_SQUARED, law_profile(MU, NU), law_profile(NU, MU), kernel_profile(KERNEL), digits)


def exactly() -> tuple[Verdict, str]:
    """Chi-squared before and after, the coefficient, and where it vanishes when a and b are exchanged."""
    before, after = LawPair.of(MU, NU).chi_squared(), LawPair.of(("17/20", "3/20"), ("7/10", "3/10")).chi_squared()
    eta, other = finite_coefficient(KERNEL, gamma=1).rational, finite_coefficient((("3/5", "2/5"), ("1/10", "9/10")), gamma=3).rational
    found = (str(before), str(after), str(eta), str(other))
    return ("true" if found == ("3/8", "3/28", "1/2", "3/10") else "false"), ", ".join(found)


def proof(b: Builder) -> Step:
    """(13) for these laws."""
    return b.theorem("asoodeh2020/eq-13", {}, s="1/10", t="2/5")


STATEMENT = item("Example 2", "section III",
    letters=("a: real, 0 <= a <= 1/2 [first sign, first]: chance that 0 becomes 1",
        "b: real, 0 <= b <= 1/2 [second sign, second]: chance that 1 becomes 0", "c: real: chi^2 of the input laws, which is 3/8",
        "x: vector: the symbol 0", "y: vector: the symbol 1",
        "P: law: first law", "Q: law: second law", r"K: mechanism: the Markov kernel; latex \mathsf{K}"),
    assumptions=("first row: equal(answers(K, x), mix(1 - a, point(x), point(y)))",
        "second row: equal(answers(K, y), mix(b, point(x), point(y)))", "first law: equal(P, mix(9/10, point(x), point(y)))",
        "second law: equal(Q, mix(3/5, point(x), point(y)))", "before: moment(2, P, Q, 1 + c)"),
    conclusion="moment(2, through(K, P), through(K, Q), 1 + (1 - a - b)*c)", proof=proof,
    clauses=(
        "proved by conclusion: the bound by (12), (1 - a - b) chi^2(mu || nu), for these input laws",
        "instance by exact values: chi^2(mu || nu) = 3/8, and chi^2(mu K || nu K) = 3/28",
        "refuted by numbers: the bounds at a = 0.1, b = 0.4 are 0.19 and 0.17",
        "instance by exact values: the coefficients of the channel, at these parameters",
        "open: the limit of integration, and the formula of eta_gamma, for all a and b"),
    printed=Printed("corrected", error="constant",
        difference="the bound by proposition 2 is 0.1752..., rounded down to 0.17; the limit of integration is right for a <= b only"),
    uses=("asoodeh2020/theorem-3", "asoodeh2020/eq-13", "asoodeh2020/proposition-2"),
    numbers=(PrintedNumber("by (12)", "(1 - a - b)*3/8", "0.19", {"a": "1/10", "b": "2/5"}, "<=", "holds"),
        PrintedNumber("by proposition 2", "2 int eta_gamma (E_gamma(mu || nu) + gamma^-3 E_gamma(nu || mu)) dgamma", "0.17", relation="<=",
            accuracy="off", compute=bound)), checks=(Check("exact values", exactly),), spots="a=1/10, b=2/5, c=3/8")
