"""Values of terms with all functions of the grammar: :mod:`pabisym.numerics.evaluator` and the sampled Gaussians.

Each function is the one of that module with its table of functions filled in; the module behind the added functions is loaded
when a term first applies one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pabisym.numerics import enclosure, evaluator
from pabisym.numerics.evaluator import BASIC, Functions, Value


def _load_rule(name: str) -> Callable[..., Value]:
    """A function whose module is loaded when it is first applied."""

    def rule(*args: Value) -> Value:
        from pabisym.divergence.special import RULES

        return RULES[name](*args)

    return rule


ALL: Functions = {**BASIC, **{name: _load_rule(name) for name in ("sampled", "sampled_first", "admissible", "survival")}}
"""Every function of the grammar."""


enclose = partial(enclosure.enclose, functions=ALL)
"""As :func:`pabisym.numerics.enclosure.enclose`, for every function of the grammar."""
ball_value = partial(evaluator.ball_value, functions=ALL)
"""As :func:`pabisym.numerics.evaluator.ball_value`, for every function of the grammar."""
exact_value = partial(evaluator.exact_value, functions=ALL)
"""As :func:`pabisym.numerics.evaluator.exact_value`, for every function of the grammar."""
decide = partial(evaluator.decide, functions=ALL)
"""As :func:`pabisym.numerics.evaluator.decide`, for every function of the grammar."""
