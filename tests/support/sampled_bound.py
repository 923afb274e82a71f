"""The bound 2 alpha q^2/sigma^2 on sampled Gaussian divergences as numbers, with what it asks for decided: a second route to the statement.

Altschuler and Talwar (2022, section 2.3): see :mod:`pabisym.divergence.special`, whose largest order is enclosed here.
"""

from __future__ import annotations

from dataclasses import dataclass

from pabisym.divergence.special import LEAST_SIGMA, alpha_star_ball
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, check_digits, enclose_value, exactly
from pabisym.numerics.evaluator import Verdict, decide
from pabisym.numerics.parameters import inner_probability, positive, short

_M = "log(1 + 1/(q*(alpha - 1)))"
FIRST = f"alpha <= {_M}*sigma**2/2 - log(sigma**2)"
SECOND = f"alpha <= ({_M}**2*sigma**2/2 - log(5*sigma**2))/({_M} + log(q*alpha) + 1/(2*sigma**2))"
SIDES = ("0 < q", "q < 1/5", "sigma >= 4")
"""What the bound asks for besides the order."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A relation in the grammar, and whether it holds at the point."""

    text: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Conditioned:
    """A value, and the conditions under which it means what is claimed for it."""

    value: Enclosure
    conditions: tuple[Condition, ...]

    @property
    def hold(self) -> Verdict:
        """Whether all conditions hold; ``"undecided"`` is no pass."""
        verdicts = {condition.verdict for condition in self.conditions}
        return "false" if "false" in verdicts else "undecided" if "undecided" in verdicts else "true"


def _decided(texts: tuple[str, ...], point: dict[str, object]) -> tuple[Condition, ...]:
    return tuple(Condition(text, decide(parse(text), point)) for text in texts)


def alpha_star(q: object, sigma: object, digits: int = 15) -> Conditioned:
    """Enclose alpha*(q, sigma) for rationals 0 < q < 1 and sigma >= 4/5; its conditions are those of the bound on q and sigma.

    For smaller sigma the orders that meet (1) and (2) need not form an interval, and
    :class:`~pabisym.errors.InputError` is raised.
    """
    share, noise = inner_probability(q, "q"), positive(sigma, "sigma")
    if noise < LEAST_SIGMA:
        raise InputError("sigma", f"{short(noise)} is too small for a largest order to be defined", "give sigma >= 4/5")
    found = enclose_value(lambda _: alpha_star_ball(share, noise), digits, "alpha*", guard=16)
    return Conditioned(found, _decided(SIDES, {"q": share, "sigma": noise}))


def sampled_gaussian_bound(order: object, q: object, sigma: object, digits: int = 15) -> Conditioned:
    """Lemma 2.12: S_alpha(q, sigma) <= 2 alpha q^2/sigma^2 for 1 < alpha <= alpha*, q < 1/5, sigma >= 4; the bound is exact.

    Raises :class:`~pabisym.errors.InputError` unless order > 1, 0 < q < 1 and sigma > 0.
    """
    alpha, share, noise = rational(order, "order"), inner_probability(q, "q"), positive(sigma, "sigma")
    if alpha <= 1:
        raise InputError("order", f"{short(alpha)} is not above 1", "give a Rényi order above 1")
    value = exactly(2 * alpha * share * share / (noise * noise), check_digits(digits))
    point: dict[str, object] = {"alpha": alpha, "q": share, "sigma": noise}
    return Conditioned(value, _decided((*SIDES, FIRST, SECOND), point))
