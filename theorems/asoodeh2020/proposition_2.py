"""Output f-divergence by the integral.

Statement
    D_f(mu K || nu K) <= int_1^inf eta_gamma(K) [f''(gamma) E_gamma(mu || nu) + gamma^-3 f''(1/gamma) E_gamma(nu || mu)]
    dgamma.
Reads as
    (10) for the output laws, and eta_gamma under the integral.
"""

from collections.abc import Mapping

from pabisym.divergence.contraction import CHI_SQUARED, divergence_bound, gaussian_profile
from pabisym.library.item import item
from pabisym.library.statement import Check, Named
from pabisym.numerics.enclosure import Enclosure

from . import _finite_kernels as finite_kernels


def chi_squared(at: Mapping[str, object], digits: int) -> Enclosure:
    """The integral for two Gaussian laws and a Gaussian kernel."""
    pair = gaussian_profile(at["r"])
    return divergence_bound(CHI_SQUARED, pair, pair, gaussian_profile(at["s"]), digits)


STATEMENT = item("Proposition 2", "section III",
    quantities=(Named("chi_squared", "2*int_1^inf theta_gamma(s) (1 + gamma^-3) theta_gamma(r) dgamma",
            "for two Gaussian laws r standard deviations apart, and a Gaussian kernel on a set of diameter s standard deviations",
            ("r > 0", "s > 0"), ("r", "s"), chi_squared),), printed="holds", cited_because="rests on (10), outside the kernel",
    uses=("asoodeh2020/eq-10", "asoodeh2020/theorem-3", "asoodeh2020/eq-4"),
    checks=(
        Check("chi-squared of finite laws", finite_kernels.integral_is_the_divergence),
        Check("Kullback-Leibler of binary laws", finite_kernels.bounds_kullback)))
