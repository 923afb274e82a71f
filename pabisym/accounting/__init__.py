"""Certified (epsilon, delta) of many sampled steps, from discretised privacy loss distributions whose errors are all bounded.

The documented names below are loaded when they are first used, so that the modules of this package stay cheap to import one by one.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pabisym.accounting.accountant import (
        Certified,
        LeastMultiplier,
        MostSteps,
        certified_delta,
        certified_epsilon,
        least_noise_multiplier,
        most_steps,
    )
    from pabisym.accounting.history import OpacusAccountant
    from pabisym.accounting.laplace import laplace_epsilon
    from pabisym.accounting.last_iterate import LastIterate, last_iterate_delta, last_iterate_epsilon
    from pabisym.accounting.weighted import WeightedEpsilons, weighted_epsilons

__all__ = ["Certified", "LastIterate", "LeastMultiplier", "MostSteps", "OpacusAccountant", "WeightedEpsilons", "certified_delta",
           "certified_epsilon", "laplace_epsilon", "last_iterate_delta", "last_iterate_epsilon", "least_noise_multiplier", "most_steps",
           "weighted_epsilons"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'pabisym.accounting' has no attribute {name!r}")
    from pabisym.accounting import accountant, history, laplace, last_iterate, weighted

    home = next(module for module in (accountant, history, laplace, last_iterate, weighted) if hasattr(module, name))
    return getattr(home, name)


def __dir__() -> list[str]:
    return sorted(__all__)
