"""Splitting the noise of a sampled iteration between sampling and shift, with a certified global minimum.

With noise of per-step variance S = sigma^2 (before the step size eta) split as v + (S - v), the first part makes the
sampled Gaussian mechanism, of Rényi divergence Q(v) a step, and the second pays for the diameter D over the last n
steps: altschuler2022, equations (B.2) and (B.3),

    F(v, n) = (n + 1) Q(v) + K h(n)/(S - v),    K = alpha D^2/(2 eta^2),    n = 1..T - 1,
    h(n) = 1/n, or for c-contractive steps h(n) = (1 - c^2)/(c^(-2n) - 1).

Q falls with v and 1/(S - v) rises, so that on an interval [a, b] of v no value lies below
min_n (n + 1) Q(b) + K h(n)/(S - a).  Bisection of the interval with the least such value closes in on the global
minimum whatever the shape of Q: neither convexity nor unimodality is assumed.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, fmpq

from pabisym.errors import InputError, Undecided
from pabisym.evaluate.ball import Value, working_precision
from pabisym.evaluate.sampled_gaussian import Direction, sampled_gaussian_ball
from pabisym.number import rational

BITS = 96
"""Working precision of the balls."""
MAX_EVALUATIONS = 20_000
"""Most values of Q that are computed before the search is given up."""


@dataclass(frozen=True)
class Splitting:
    """The certified minimum: ``lower`` <= minimum <= ``upper``, the latter attained at ``variance`` and ``look_back``.

    ``variance`` is the part v of sigma^2 that is left to sampling, ``look_back`` the number n of steps over which the
    diameter is paid; ``whole`` is the bound T Q(S) that uses no look-back, and ``best`` says which one is smaller.
    """

    lower: arb
    upper: arb
    variance: fmpq
    look_back: int
    whole: arb
    evaluations: int

    @property
    def best(self) -> arb:
        """The smaller of the two bounds, as a ball whose upper end is valid."""
        return self.whole if bool(self.whole < self.upper) else self.upper

    @property
    def gap(self) -> float:
        """(upper - lower)/upper."""
        return float(((self.upper - self.lower) / self.upper).mid())


def split_noise(
    *, order: object, sampling: object, sensitivity: object, std: object, step_size: object, diameter: object, steps: int,
    contraction: object = 1, direction: Direction = "mixture-second", tolerance: object = "1e-4",
) -> Splitting:
    """The least bound of (B.2), or with ``contraction`` c < 1 of (B.3), over all splits and look-backs.

    ``sampling`` is b/n, ``sensitivity`` the distance 2L/b that one record moves the averaged gradient (so that
    Q(v) = S_alpha(b/n, sqrt(v)/sensitivity)), ``std`` the standard deviation of the gradient noise before the
    ``step_size``, ``direction`` which of the two sampled Gaussian divergences is meant (the paper's is
    ``mixture-second``).  Raises :class:`~pabisym.errors.InputError` for data outside their domains and
    :class:`~pabisym.errors.Undecided` where the relative gap stays above ``tolerance``.
    """
    names = {"order": order, "sampling": sampling, "sensitivity": sensitivity, "std": std, "step_size": step_size, "diameter": diameter}
    data = {name: rational(value, name) for name, value in names.items()}
    for name, value in data.items():
        if value <= (1 if name == "order" else 0):
            raise InputError(name, f"{value} is too small", "the order is above 1, all else positive")
    c = rational(contraction, "contraction")
    if not 0 < c <= 1 or data["sampling"] > 1 or steps < 2:
        raise InputError("contraction, sampling or steps", "outside their domains", "0 < contraction <= 1, sampling <= 1, steps >= 2")
    total, scale = data["std"] ** 2, data["sensitivity"]
    price = data["order"] * data["diameter"] ** 2 / (2 * data["step_size"] ** 2)

    def sampled(v: fmpq) -> Value:
        return sampled_gaussian_ball(data["order"], data["sampling"], (arb(v).sqrt() / arb(scale)), direction=direction)

    with working_precision(BITS):
        return _minimum(sampled, price, total, steps, c, rational(tolerance, "tolerance"))


def _minimum(
    sampled: Callable[[fmpq], Value], price: fmpq, total: fmpq, steps: int, c: fmpq, tolerance: fmpq
) -> Splitting:
    """Bisect the interval of v with the least lower bound until the gap is closed."""
    ends, upper, at = [total * fmpq(i, 16) for i in range(1, 16)], None, (total / 2, 1)
    values = {v: arb(sampled(v)) for v in ends}
    values[total] = arb(sampled(total))
    queue: list[tuple[float, fmpq, fmpq, arb]] = []
    count = len(values)

    def consider(v: fmpq) -> None:
        nonlocal upper, at
        n, value = _best_look_back(values[v], arb(price) / arb(total - v), steps, c)
        if upper is None or bool(value < upper):
            upper, at = value, (v, n)

    def push(a: fmpq, b: fmpq) -> None:
        _, low = _best_look_back(values[b], arb(price) / arb(total - a), steps, c)
        low -= 4 * steps * low.rad()  # differences whose sign is open are below the radius, at most one for every step
        heapq.heappush(queue, (float(low.lower()), a, b, low))

    for v in ends:
        consider(v)
    for a, b in zip([fmpq(0), *ends], [*ends, total], strict=True):
        push(a, b)
    while True:
        _, a, b, low = queue[0]
        if upper is not None and bool(low.lower() >= upper.upper() * (1 - arb(tolerance))):
            return Splitting(low.lower(), upper, at[0], at[1], arb(steps) * values[total], count)
        if count >= MAX_EVALUATIONS:
            raise Undecided(f"the minimum over splits is not certified to {tolerance} after {count} evaluations")
        heapq.heappop(queue)
        middle = (a + b) / 2
        values[middle] = arb(sampled(middle))
        count += 1
        consider(middle)
        push(a, middle)
        push(middle, b)


def _best_look_back(q: arb, k: arb, steps: int, c: fmpq) -> tuple[int, arb]:
    """The least (n + 1) q + k h(n) over n = 1..steps - 1, by the sign of its differences: h is convex in n."""

    def value(n: int) -> arb:
        if c == 1:
            return (n + 1) * q + k / n
        return (n + 1) * q + k * (1 - arb(c) ** 2) / ((1 / arb(c)) ** (2 * n) - 1)

    low, high = 1, steps - 1
    while low < high:
        middle = (low + high) // 2
        if bool(value(middle + 1) < value(middle)):
            low = middle + 1
        else:
            high = middle
    return low, value(low)
