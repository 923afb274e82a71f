"""``pabisym.laws``: exact laws of final iterates, against which bounds are tried; see :mod:`pabisym.exact_law.chains`.

>>> import pabisym as pb
>>> near, far = (pb.laws.gaussian_chain(steps=4, noise=1, slope="1/2", start=x) for x in (0, 8))
>>> near.renyi(far, 2).exact
Fraction(16, 85)
"""

from pabisym.exact_law.chains import (
    ClippedLaw,
    ExactLaw,
    FiniteLaw,
    GaussianLaw,
    MixtureLaw,
    clipped_chain,
    finite_chain,
    gaussian_chain,
    mixture,
    randomly_stopped,
    sampled_chain,
)

__all__ = ["ClippedLaw", "ExactLaw", "FiniteLaw", "GaussianLaw", "MixtureLaw", "clipped_chain", "finite_chain", "gaussian_chain",
           "mixture", "randomly_stopped", "sampled_chain"]
