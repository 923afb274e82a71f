"""What all exact laws of final iterates have in common, and how the parameters of their chains are read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

from flint import fmpq

from pabisym.divergence.hockey_stick import GammaLevel
from pabisym.errors import InputError
from pabisym.lang.arguments import NumberLike, public
from pabisym.lang.budget import within
from pabisym.lang.rational import rational, short
from pabisym.numerics.enclosure import Bounds, Enclosure, check_digits, enclose_sharpest, exactly
from pabisym.numerics.parameters import number_in, positive

DOUBLINGS = 3
"""How often the precision of :func:`enclose_divergence` is doubled."""
MAX_STEPS = 100_000
"""Most steps of a chain."""


class ExactLaw(ABC):
    """The law of the final iterate of a run, exactly known; its divergences from another such law are enclosed.

    Every method takes this law as the first argument of the divergence and ``other`` as the second.  Raises
    :class:`~pabisym.errors.InputError` for laws that do not go together, and :class:`~pabisym.errors.Undecided` where
    nothing is certified within the limits, ``seconds`` of processor time among them (None: those of the budget around,
    or :data:`pabisym.lang.budget.SECONDS`).  An enclosure always holds; where its ``digits`` are fewer than asked for,
    more were not reached: a divergence that is too close to 0 to be told from it has the lower end 0 and 0 digits.
    """

    @public
    def renyi(self, other: ExactLaw, order: NumberLike, digits: int = 15, *, seconds: NumberLike | None = None) -> Enclosure:
        """D_order(self || other) for a rational order > 0; order 1 is the Kullback-Leibler divergence."""
        alpha = number_in(order, "order", lambda number: number > 0, "is not positive", "give a Rényi order above 0")
        if self == other:
            return exactly(fmpq(0), check_digits(digits))
        with within(seconds):
            return self._renyi(other, alpha, check_digits(digits))

    @public
    def kullback(self, other: ExactLaw, digits: int = 15, *, seconds: NumberLike | None = None) -> Enclosure:
        """The Kullback-Leibler divergence, in nats."""
        return self.renyi(other, 1, digits, seconds=seconds)

    @public
    def hockey_stick(self, other: ExactLaw, digits: int = 15, *, gamma: NumberLike | None = None,
                     epsilon: NumberLike | None = None,
                     seconds: NumberLike | None = None) -> Enclosure:
        """E_gamma(self || other) for a rational gamma > 0, or for gamma = e^epsilon with a rational epsilon."""
        level = GammaLevel.of(gamma, epsilon)
        if self == other:
            return level.coincident(check_digits(digits))
        with within(seconds):
            return self._hockey_stick(other, level, check_digits(digits))

    @public
    def total_variation(self, other: ExactLaw, digits: int = 15, *, seconds: NumberLike | None = None) -> Enclosure:
        """The total variation distance, E_1, from 0 to 1."""
        return self.hockey_stick(other, digits, gamma=1, seconds=seconds)

    @abstractmethod
    def _renyi(self, other: ExactLaw, order: fmpq, digits: int) -> Enclosure:
        """The same for a different law and an order that has been read."""

    @abstractmethod
    def _hockey_stick(self, other: ExactLaw, level: GammaLevel, digits: int) -> Enclosure:
        """The same for a different law and a level that has been read."""


def not_together(first: ExactLaw, second: ExactLaw) -> InputError:
    """The error for laws of kinds that have no common divergence here."""
    return InputError("other", f"a {type(second).__name__} beside a {type(first).__name__}", "compare laws of the same kind")


def enclose_divergence(compute: Callable[[int], Bounds], digits: int, what: str) -> Enclosure:
    """Enclose a divergence between bounds that ``compute`` gives at a precision in bits, which is the working one.

    The precision is doubled until they agree to ``digits`` significant digits, at most :data:`DOUBLINGS` times; the last
    bounds stand where they do not.  Raises :class:`~pabisym.errors.Undecided`, naming ``what``, where there are none.
    """
    found = enclose_sharpest(compute, digits, what, doublings=DOUBLINGS)
    return replace(found, lower="0") if found.lower.startswith("0e") else found


def step_count(steps: object) -> int:
    """A number of steps from 0 on."""
    if isinstance(steps, bool) or not isinstance(steps, int) or not 0 <= steps <= MAX_STEPS:
        given = short(fmpq(steps)) if isinstance(steps, int) else repr(steps)
        raise InputError("steps", f"{given} is not a number of steps", f"give 0 to {MAX_STEPS}")
    return steps


def is_list(value: object) -> bool:
    """Whether a value is a sequence other than text."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def per_step(value: object, steps: int, field: str) -> tuple[fmpq, ...]:
    """One rational per step, from a sequence of them or from one for all steps."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) != steps:
            raise InputError(field, f"has {len(value)} values for {steps} steps", "give one value, or one per step")
        return tuple(rational(item, f"{field}[{i}]") for i, item in enumerate(value))
    return (rational(value, field),) * steps


def read_weights(parts: Sequence[tuple[object, object]], field: str) -> list[tuple[fmpq, object]]:
    """Pairs of a positive weight and something; the weights sum to 1."""
    if not all(isinstance(part, Sequence) and len(part) == 2 for part in parts):
        raise InputError(field, "is no list of pairs", "give pairs of a weight and what it belongs to")
    found = [(positive(weight, f"{field}[{i}]"), item) for i, (weight, item) in enumerate(parts)]
    if sum((weight for weight, _ in found), fmpq(0)) != 1:
        raise InputError(field, "has weights that do not sum to 1", "give weights that sum to 1 exactly")
    return found
