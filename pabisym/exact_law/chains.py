"""Exact laws of final iterates: what every privacy bound is tested against.

A *law* here is that of the last iterate of one run.  Two of them have divergences that are certified, exactly or by
enclosures: ``first.renyi(second, 2)``, ``first.kullback(second)``, ``first.hockey_stick(second, epsilon=1)``,
``first.total_variation(second)``, and for Gaussians of equal covariance ``first.gdp(second)``.  Where a theorem bounds the
divergence of two runs inside its hypotheses, these numbers lie below the bound, or the theorem is wrong.

=========================  ==================================================  ===============================================
function                   run                                                 how
=========================  ==================================================  ===============================================
:func:`gaussian_chain`     X_t = A_t X_{t-1} + b_t + N(0, V_t) in R^d          closed forms, exact rationals where they are
:func:`sampled_chain`      linear losses, random batches                       Gaussian mixtures, rigorous quadrature
:func:`clipped_chain`      projection onto an interval, Gaussian or Laplace    quadrature with error bounds, or closed forms
:func:`finite_chain`       kernels between finite sets                         exact rationals
:func:`mixture`            any of them, with a hidden random choice            of the same kind
:func:`randomly_stopped`   a run that ends after a random number of steps      as :func:`mixture`, uniform weights
=========================  ==================================================  ===============================================

Noise convention everywhere: the per-step noise on the iterate, Gaussian noise by its variance, Laplace noise by its scale.

>>> near, far = (gaussian_chain(steps=4, noise=1, slope="1/2", start=x) for x in (0, 8))
>>> near.renyi(far, 2).exact
Fraction(16, 85)
>>> first = clipped_chain(lower=0, upper=1, steps=3, noise_variance="1/4", start=0)
>>> first.total_variation(clipped_chain(lower=0, upper=1, steps=3, noise_variance="1/4", start=1), 6).lower
'0.26020732'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import fmpq

from pabisym.errors import InputError
from pabisym.exact_law.clipped import PROJECTIONS, ClippedLaw, Projection, clipped_chain, clipped_mixture
from pabisym.exact_law.finite import FiniteLaw, finite_chain
from pabisym.exact_law.gaussian_mixture import MixtureLaw, sampled_chain
from pabisym.exact_law.law import ExactLaw, read_weights, step_count
from pabisym.exact_law.linear import GaussianLaw, gaussian_chain
from pabisym.lang.arguments import NumberLike, public

__all__ = ["PROJECTIONS", "ClippedLaw", "ExactLaw", "FiniteLaw", "GaussianLaw", "MixtureLaw", "Projection", "clipped_chain", "finite_chain",
           "gaussian_chain", "mixture", "randomly_stopped", "sampled_chain"]


@public
def mixture(parts: Sequence[tuple[NumberLike, ExactLaw]]) -> ExactLaw:
    """The law of a run that is chosen at random and not shown: pairs (weight, law), positive weights that sum to 1.

    Laws of one kind: Gaussians on the line and their mixtures, clipped laws, or finite ones.  Raises
    :class:`~pabisym.errors.InputError` for others.

    >>> import pabisym
    >>> mixture, finite_chain = pabisym.laws.mixture, pabisym.laws.finite_chain
    >>> mixture([("1/4", finite_chain([1, 0])), ("3/4", finite_chain([0, 1]))]).probabilities
    (1/4, 3/4)
    """
    known = read_weights(parts, "parts")
    laws = [(weight, law) for weight, law in known if isinstance(law, GaussianLaw | MixtureLaw)]
    clipped = [(weight, law) for weight, law in known if isinstance(law, ClippedLaw)]
    finite = [(weight, law) for weight, law in known if isinstance(law, FiniteLaw)]
    if len(clipped) == len(known):
        return clipped_mixture(clipped)
    if len(finite) == len(known):
        if len({len(law.probabilities) for _, law in finite}) != 1:
            raise InputError("parts", "are laws on different sets", "mix laws on the same points")
        columns = zip(*([weight * p for p in law.probabilities] for weight, law in finite), strict=True)
        return FiniteLaw(tuple(sum(column, fmpq(0)) for column in columns))
    if len(laws) != len(known):
        raise InputError("parts", "are laws of different kinds", "mix Gaussians on the line, clipped laws, or finite laws")
    lines = [(weight, law.on_the_line() if isinstance(law, GaussianLaw) else law) for weight, law in laws]
    return MixtureLaw.of([(weight * share, mean, v) for weight, law in lines for share, mean, v in law.components])


@public
def randomly_stopped(law: Callable[[int], ExactLaw], steps: int) -> ExactLaw:
    """The law of X_T for T uniform on 1..``steps``, where ``law(t)`` is that of X_t.

    >>> import pabisym
    >>> randomly_stopped, gaussian_chain = pabisym.laws.randomly_stopped, pabisym.laws.gaussian_chain
    >>> stopped = randomly_stopped(lambda t: gaussian_chain(steps=t, noise=1), 2)
    >>> stopped.total_variation(randomly_stopped(lambda t: gaussian_chain(steps=t, noise=1, start=1), 2), 3).upper
    '0.3296257'
    """
    if step_count(steps) == 0:
        raise InputError("steps", "is 0", "give at least one step")
    return mixture([(fmpq(1, steps), law(t)) for t in range(1, steps + 1)])
