"""Values of terms with all functions of the grammar: :mod:`pabisym.numerics.evaluator` and the sampled Gaussians.

Each function is the one of that module with its table of functions filled in; the module behind the added functions is loaded
when a term first applies one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import fmpq

from pabisym.lang.term import Term
from pabisym.numerics import enclosure, evaluator
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.evaluator import BASIC, DECIDE_BITS, Functions, Value, Verdict


def _loaded(name: str) -> Callable[..., Value]:
    """A function whose module is loaded when it is first applied."""

    def rule(*args: Value) -> Value:
        from pabisym.divergence.special import RULES

        return RULES[name](*args)

    return rule


ALL: Functions = {**BASIC, **{name: _loaded(name) for name in ("sampled", "sampled_first", "admissible")}}
"""Every function of the grammar."""


def enclose(term: Term, at: Mapping[str, object], digits: int = 30, max_bits: int | None = None) -> Enclosure:
    """As :func:`pabisym.numerics.enclosure.enclose`, for every function of the grammar."""
    return enclosure.enclose(term, at, digits, max_bits, functions=ALL)


def ball_value(term: Term, at: Mapping[str, object], bits: int) -> Value:
    """As :func:`pabisym.numerics.evaluator.ball_value`, for every function of the grammar."""
    return evaluator.ball_value(term, at, bits, functions=ALL)


def exact_value(term: Term, at: Mapping[str, object]) -> fmpq | None:
    """As :func:`pabisym.numerics.evaluator.exact_value`, for every function of the grammar."""
    return evaluator.exact_value(term, at, functions=ALL)


def decide(relation: Term, at: Mapping[str, object], max_bits: int = DECIDE_BITS) -> Verdict:
    """As :func:`pabisym.numerics.evaluator.decide`, for every function of the grammar."""
    return evaluator.decide(relation, at, max_bits, functions=ALL)
