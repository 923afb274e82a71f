"""The orders for which the sampled Gaussian divergence has the bound 2 alpha q^2/sigma^2.

Altschuler and Talwar (2022, section 2.3), after Mironov, Talwar and Zhang (2019, theorem 11): alpha*(q, sigma) is the largest alpha with

    (1)  alpha <= M sigma^2/2 - log(sigma^2)
    (2)  alpha <= (M^2 sigma^2/2 - log(5 sigma^2))/(M + log(q alpha) + 1/(2 sigma^2)),    M = log(1 + 1/(q (alpha - 1))).

For sigma^2 >= exp(-1/2) the orders that meet both are exactly 1 < alpha <= alpha*.  In (1) the left side minus the
right side increases, as M decreases, from minus infinity.  Where (1) holds, M sigma^2 >= 2 alpha + 2 log(sigma^2) > 1.
With u = alpha - 1 the denominator in (2) is D = log(alpha (q + 1/u)) + 1/(2 sigma^2) > 0, so that (2) reads
F = alpha D - M^2 sigma^2/2 + log(5 sigma^2) <= 0; and M' = -1/(u (1 + q u)) gives

    F' = D + (q u^2 - 1 + M sigma^2)/(u (1 + q u)) > 0        where M sigma^2 > 1.

Hence the larger of both differences changes its sign once.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, fmpq

from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, check_digits, enclosed, exactly
from pabisym.numerics.evaluator import Value, Verdict, decide
from pabisym.numerics.parameters import inner_probability, positive, short
from pabisym.numerics.search import positive_root

LEAST_SIGMA = fmpq(4, 5)
"""Smallest sigma for which alpha* is computed; it exceeds exp(-1/4)."""
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
    found = enclosed(lambda _: alpha_star_ball(share, noise), digits, "alpha*", guard=16)
    return Conditioned(found, _decided(SIDES, {"q": share, "sigma": noise}))


def alpha_star_ball(q: Value, sigma: Value) -> arb:
    """The same for rationals or balls certainly within 0 < q < 1 and sigma >= 4/5, at the current precision."""
    return 1 + positive_root(lambda u: _excess(u, q, sigma * sigma), "alpha*")


def _excess(u: arb, q: Value, square: Value) -> arb:
    """The larger of both left sides minus right sides, the second times its denominator, at alpha = 1 + u."""
    m, alpha = (1 / (q * u)).log1p(), 1 + u
    first = alpha - m * square / 2 + arb(square).log()
    denominator = m + (q * alpha).log() + 1 / arb(2 * square)
    second = alpha * denominator - m * m * square / 2 + arb(5 * square).log()
    return first.max(second)


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
